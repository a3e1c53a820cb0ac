"""Claims in a test suite: what is to hold is asserted, and a failure shows the counterexample.

    from sympy import Eq, cos, sin, symbols
    from derivations.testing import assert_proved, assert_refuted, derivation

    a, b = symbols("a b", real=True)

    def test_sum():
        assert_proved(Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)))

    def test_sum_as_printed():
        assert_refuted(Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)))

    @derivation
    def test_double():
        yield cos(2*a)
        yield cos(a)**2 - sin(a)**2, "angle sum"
        yield 1 - 2*sin(a)**2, "Pythagoras"

The last is a test for each step: `test_double[1]` and `test_double[2]`.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from derivations.documents.document import Document
from derivations.documents.entries import Claim, Step, file_stem, step
from derivations.documents.faults import shown_place
from derivations.judging.judge import judge_claim
from derivations.language.statements import Proposition
from derivations.language.terms import Place
from derivations.language.text import proposition_text, sort_text
from derivations.proving import as_statement, prove
from derivations.verdicts import EMPTY, PROVED, REFUTED, UNDECIDED, Verdict, assumed

# What one claim may take before it is left undecided.
SECONDS = 60.0


def assert_proved(
    claimed: Any,
    given: Any = (),
    let: Mapping[str, str] | None = None,
    *,
    allow: Iterable[str] = (),
    vacuous: bool = False,
) -> Verdict:
    """Assert that a statement is proved; returns the verdict.

    claimed, given, let: as for `derivations.prove`.
    allow: as text, the conditions under which both sides are defined; any other one fails.
    vacuous: that the hypotheses contradict each other is meant.
    Raises AssertionError, with the verdict; also where both sides arrived as the same, or what is
        claimed is among the hypotheses.

    >>> assert_proved("(x**2 - 1)/(x - 1) = x + 1", let={"x": "real"}, allow=["x - 1 != 0"]).kind
    'conditional'
    """
    __tracebackhide__ = True
    verdict = prove(claimed, given, let)
    allowed = _conditions(allow, verdict)
    nothing = _nothing_said(verdict, vacuous)
    if verdict.theorem is None or nothing or not allowed.issuperset(verdict.conditions):
        found = nothing or verdict.kind
        only = "; ".join(map(proposition_text, allowed))
        wanted = f"{PROVED} (allowed: {only})" if only else PROVED
        raise AssertionError(f"expected {wanted}, found {found}\n{verdict}")
    return verdict


def assert_refuted(
    claimed: Any, given: Any = (), let: Mapping[str, str] | None = None
) -> Verdict:
    """Assert that a statement is refuted; returns the verdict, with its counterexample.

    claimed, given, let: as for `derivations.prove`.
    Raises AssertionError, with the verdict.

    >>> assert_refuted("x**2 = x", let={"x": "real"}).witness.values
    ((x, -1),)
    """
    __tracebackhide__ = True
    verdict = prove(claimed, given, let)
    if verdict.kind != REFUTED:
        raise AssertionError(f"expected {REFUTED}, found {verdict.kind}\n{verdict}")
    return verdict


def _nothing_said(verdict: Verdict, vacuous: bool) -> str:
    """Why a verdict says nothing; "" if it says something."""
    if assumed(verdict.statement) is not None:
        return "what is claimed is among the hypotheses: nothing was checked"
    if verdict.vacuous and not vacuous:
        return f"{verdict.kind}, but the hypotheses contradict each other"
    return EMPTY if verdict.empty else ""


def _conditions(texts: Iterable[str], verdict: Verdict) -> set[Proposition]:
    """Conditions in the names of a statement, from text."""
    stated = [texts] if isinstance(texts, str) else list(texts)
    if not stated:
        return set()
    names = {symbol.name: sort_text(symbol.sort) for symbol in verdict.statement.declarations}
    return set(as_statement(stated, let=names).goals)


def derivation(
    body: Callable[[], Iterator[Any]] | None = None, *, given: Any = (), vacuous: bool = False
) -> Any:
    """A test for each step of what a function yields, in `as_written()`.

    body: yields the first term, then for each step the term and its reason, a term alone, or what
        `derivations.step` makes, such as `step(term, reason, expect=REFUTED)`.
    given: hypotheses; vacuous: that they contradict each other is meant.
    Raises TypeError for a function that does not yield two terms, and DocumentError, as
        `Document.chain` does, for what is no chain.
    """
    if body is None:
        return functools.partial(derivation, given=given, vacuous=vacuous)
    import pytest  # the other names serve any test runner

    from derivations.language.as_written import as_written  # SymPy, for those who write steps

    name = body.__name__
    document = Document(file_stem(name))
    with as_written():
        lines = [*_lines(body)] if inspect.isgeneratorfunction(body) else []
        if len(lines) < 2:
            raise TypeError(f"@derivation: {name} has to yield terms, two at least: "
                            "yield term, reason")
        first, *others = lines
        steps = document.chain(name, first.term, *others, given=given, vacuous=vacuous).steps
    numbers = [c.label.removeprefix(name + "[").removesuffix("]") for c in steps]

    @pytest.mark.parametrize("claim", steps, ids=numbers)
    def test(claim: Claim) -> None:
        settle(claim, judge_claim(document, claim.label, SECONDS))

    for attribute in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(test, attribute, getattr(body, attribute))
    test.place_as = body  # type: ignore[attr-defined]  # where pytest says that the test stands
    return test


def _lines(body: Callable[[], Iterator[Any]]) -> Iterator[Step]:
    """What a generator yields, each with its line."""
    lines: Any = body()
    for made in lines:
        if isinstance(made, Step):
            yield made
            continue
        place = Place(lines.gi_code.co_filename, lines.gi_frame.f_lineno, 1)
        term, reason = made if isinstance(made, tuple) else (made, "")
        yield step(term, reason, place=place)


def settle(claim: Claim, verdict: Verdict, pinned: Iterable[str] = ()) -> None:
    """End a test of pytest as the verdict says: as expected, or with what there is to say.

    What is expected to be undecided is a failure that is expected, as long as it is.
    pinned: how the verdict differs from the one that is pinned.
    """
    import pytest  # as above

    assert claim.place is not None
    found, surprise = [*pinned], claim.surprise(verdict)
    if verdict.kind != claim.expect:
        found.insert(0, f"{claim.label}: {surprise}, found {verdict.kind}")
    elif surprise:
        found.insert(0, f"{claim.label}: {verdict.kind}, {surprise}")
    if found:
        if claim.reason:
            found.append(f'  reason given: "{claim.reason}"')
        found += [str(verdict), f"{shown_place(claim.place)}: {verdict.kind}"]
        pytest.fail("\n".join(found), pytrace=False)
    if verdict.kind == UNDECIDED:
        pytest.xfail(claim.missing)
