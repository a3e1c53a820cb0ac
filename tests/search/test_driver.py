"""From a statement to a verdict: the four answers, and what each of them carries."""

from __future__ import annotations

import re

import pytest

from derivations import lemmas
from derivations.kernel import (
    Certificate, Combine, Have, Impossible, Nowhere, Theorem, Witness as Values, decode, encode,
    read, verify,
)
from derivations.language.parser import parse_claim
from derivations.language.statements import StatementError, eq, ne
from derivations.language.terms import ONE, ZERO
from derivations.language.text import proposition_text, term_text
from derivations.lemmas import NAMED, AtHand
from derivations.proving import decide
from derivations.search.drafts import Draft
from derivations.search.driver import search
from derivations.search.goals import Goal, Search
from derivations.search.knowledge.one_lemma import Missed, prove_by_one_lemma
from derivations.search.methods import METHODS
from derivations.search.needs import with_lemmas
from derivations.search.reading.references import references, unused_hypotheses
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED, UNDECIDED
from derivations.writing.certificates import certificate_steps
from derivations.writing.explain import Page

# What is claimed; the kind of the verdict, and of its certificate.
KINDS = (
    ("for all x: real: sin(x)**2 + cos(x)**2 == 1", PROVED, Certificate),
    ("for all x: real with 1 < x: 1/x < 1", PROVED, Certificate),
    ("for all x: real: x**2/x == x", CONDITIONAL, Certificate),
    ("for all x, y: real: x**2 + y**2 == 1", REFUTED, None),
    ("for all k: natural: 1/(k - k) == 0", REFUTED, Nowhere),
    ("for all n: natural: Sum(1/k, (k, 0, n)) == n", REFUTED, Nowhere),
    ("for all z: complex: exp(z) < exp(z + 1)", REFUTED, None),
    ("for all f: family(real -> real): f[0] == f[0 + 1]", REFUTED, None),
    # What is claimed to be there
    ("for all x: real: exists y: real: x < y", PROVED, Values),
    ("for all x: complex: exists y: complex: y**2 == x", PROVED, Values),
    ("for all x, y: real with x < y: exists z: real: x < z; z < y", PROVED, Values),
    ("for all n: posint, A: invertible(n): exists B: matrix(n, n): A*B == Identity(n)",
     PROVED, Values),
    ("for all x: real: exists y: real: exp(y) == x", REFUTED, Impossible),
    ("exists c: real: c == 1; c == 2", REFUTED, Impossible),
    ("exists x: real: x**5 + x == 7", UNDECIDED, None),
)  # fmt: skip

# What is claimed; the conditions, with values at which each fails.
CONDITIONS = (
    ("for all x: complex: (x**2 - 1)/(x - 1) == x + 1", {"x - 1 != 0": "x = 1"}),
    ("for all x: real: tan(x)*cos(x) == sin(x)", {"cos(x) != 0": "x = pi/2"}),
    # One follows from those before, and does not stand.
    ("for all x: complex: 1/x + 1/x**2 == (x + 1)/x**2", {"x != 0": "x = 0"}),
    ("for all x, y: complex: 1/(x*y) == 1/x*(1/y)", {"x*y != 0": "x = 0, y = 0"}),
)

# What is claimed, with hypotheses; the numbers of those that no proof uses.
UNUSED = (
    ("for all x, y: complex with x == y; y == 1: x + y == 2*y", (1,)),
    ("for all x, y: complex with x == y; y == 1: x == 1", ()),
    ("for all x: real with 0 < x; x < 5: x/x == 1", (1,)),
    # What a hypothesis needs to be defined is said by it.
    ("for all x: real with 0 < 1/x: x/x == 1", ()),
    ("for all x: real with 0 < x: 0 <= x**2", (0,)),
)

# What is claimed, with hypotheses that say what a matrix or a family is.
DEFINING = (
    "for all n: posint, A, B: matrix(n, n), v, w: vector(n) with w == A*B*v; w != v: A*B*v == w",
    "for all n: posint, A: matrix(n, n), f: family(matrix(n, n) -> matrix(n, n))"
    " with f[X] == A*X + X*A.T for all X: matrix(n, n): f[A] == A*A + A*A.T",
)

CONTRADICTORY = (
    "for all x: real with x == 1; x == 2: x == 3",
    "for all x: real with x < 1; 2 < x: x == 3",
    "for all x, y: complex with x*y == 1; x == 0: y == y + x",
)


@pytest.mark.parametrize(("text", "kind", "certificate"), KINDS)
def test_kinds(text, kind, certificate):
    verdict = search(parse_claim(text))
    assert verdict.kind == kind
    assert certificate is None or type(verdict.certificate) is certificate
    made = None if verdict.certificate is None else lemmas.checked(verdict.certificate)
    assert made == (verdict.theorem or verdict.counterexample)
    assert (made is None) == (kind == UNDECIDED) == bool(verdict.attempts)


@pytest.mark.parametrize(("text", "expected"), CONDITIONS)
def test_conditions_and_where_they_fail(text, expected):
    verdict = search(parse_claim(text))
    assert {
        proposition_text(condition): shown(failure)
        for condition, failure in zip(verdict.conditions, verdict.failures, strict=True)
    } == expected
    assert verdict.witness == verdict.failures[0]


def shown(failure):
    return ", ".join(f"{name.name} = {term_text(value)}" for name, value in failure.values)


@pytest.mark.parametrize(("text", "unused"), UNUSED)
def test_hypotheses_that_no_proof_uses(text, unused):
    verdict = search(parse_claim(text))
    assert verdict.kind == PROVED
    assert unused_hypotheses(verdict.certificate) == unused


@pytest.mark.parametrize("text", CONTRADICTORY)
def test_hypotheses_that_contradict_each_other(text):
    """The theorem has no model, and a certificate says why."""
    verdict = search(parse_claim(text))
    assert verdict.kind == PROVED
    assert verdict.theorem.model is None
    assert isinstance(lemmas.checked(verdict.contradiction), Theorem)


@pytest.mark.parametrize("text", DEFINING)
def test_what_equations_say_of_matrices_and_families_is_a_model(text):
    assert search(parse_claim(text)).theorem.model is not None


def test_a_model_satisfies_hypotheses_and_conditions():
    verdict = search(parse_claim("for all x, y: real with x**2 == 4; x < y: (y - x)/(y - x) == 1"))
    values = {name.name: term_text(value) for name, value in verdict.theorem.model}
    assert values == {"x": "-2", "y": "0"}
    asked = search(parse_claim("for all x: real: x*x/x == x"))
    assert {name.name: term_text(value) for name, value in asked.theorem.model} == {"x": "1"}


def test_what_was_tried_is_told():
    verdict = search(parse_claim("for all n: natural: fibonacci(n)**3 <= fibonacci(3*n)"))
    assert verdict.kind == UNDECIDED
    assert {"order", "counterexamples"} <= {a.method for a in verdict.attempts}
    assert verdict.attempts[-1].advice


def test_what_made_no_sense_inside_a_method_is_not_told():
    text = "Abs(inner(x, y))**3 <= inner(x, x)*inner(y, y)*norm(x)*norm(y)"
    verdict = search(parse_claim(text, ["n: posint", "x, y: vector(n)"]))
    assert verdict.kind == UNDECIDED
    assert not any("the other a matrix" in attempt.stopped for attempt in verdict.attempts)


def test_a_proof_leaves_out_what_it_does_not_use():
    stated = read(parse_claim("for all x, y: complex with x == 1; y == x: x + y == 2"))
    draft = Draft(Goal(stated.context, stated.goals[0].relation, Search(METHODS)))
    _, y = stated.statement.declarations
    unneeded = draft.have(ne(ZERO, ONE), Combine())
    needed = draft.have(eq(y, ONE), Combine(((ONE, 0, None), (ONE, 1, None))))
    assert (unneeded, needed) == (2, 3)
    proof = draft.close(Combine(((ONE, 0, None), (ONE, needed, None))))
    verify(stated.context, stated.goals[0], proof)
    assert isinstance(proof, Have) and proof.fact.relation == eq(y, ONE)
    assert proof.then == Combine(((ONE, 0, None), (ONE, 2, None)))
    assert references(proof) == {0, 1, 2}


def test_what_is_undecided_names_the_lemma_that_lacks_a_premise(long: bool) -> None:
    text = "for all x, y: real with x*y <= 1: asinh(x) <= asinh(x**2 + y**3 + 17*x*y + 10000)"
    stated = read(parse_claim(text))
    lacks = "asinh-grows would do; not shown: x <= x**2 + y**3 + 17*x*y + 10000"
    with pytest.raises(Missed, match=re.escape(lacks)):
        prove_by_one_lemma(
            Search(METHODS), with_lemmas(stated.context, AtHand(NAMED)), stated.goals[0])
    if long:  # the whole search takes ten seconds to say so
        told = [a.stopped for a in search(parse_claim(text)).attempts if a.method == "lemmas"]
        assert told == [lacks]


WIDE = [f"x{k}" for k in range(24)]


def test_of_many_symbols_the_goal_that_fails_is_refuted():
    squares = [f"({x} + 1)**2 = {x}**2 + 2*{x} + 1" for x in WIDE]
    squares[7] = "(x7 + 1)**2 = x7**2 + x7 + 1"
    verdict = search(parse_claim("; ".join(squares), [f"{', '.join(WIDE)}: real"]))
    assert (verdict.kind, verdict.counterexample.goal) == (REFUTED, 7)


def test_many_equations_of_one_shape_are_decided_by_one():
    squares = [f"({x} + 1)**2 = {x}**2 + 2*{x} + 1" for x in WIDE]
    verdict = decide(parse_claim("; ".join(squares), [f"{', '.join(WIDE)}: real"]))
    assert {proof.groups for proof in verdict.certificate.proofs} == {(((0,), (0, 1, 2)),)}
    told = Page()
    told.steps(certificate_steps(verdict.certificate))
    assert str(told).startswith("Each of the 24 is seen in the same way; the first:")
    squares[7] = "(x7 + 1)**2 = x7**2 + x7 + 1"
    refuted = decide(parse_claim("; ".join(squares), [f"{', '.join(WIDE)}: real"]))
    assert refuted.counterexample.goal == 7


def test_of_many_symbols_a_goal_that_makes_no_sense_is_said_to():
    whole = " + ".join(WIDE)
    with pytest.raises(StatementError, match="scalar"):
        decide(parse_claim(f"{whole} = 1; {whole} = zeros(2, 2)", [f"{', '.join(WIDE)}: real"]))


def test_a_corner_is_left_out_where_there_is_a_derivative():
    """That x is not 0 is enough for |x| to have a derivative, and x*|x| has one without it."""
    verdict = decide(parse_claim("for all x: real: Derivative(x*Abs(x), x) == 2*Abs(x)"))
    assert verdict.kind == PROVED
    again = decode(encode(verdict.certificate))
    assert again == verdict.certificate and again.definedness[0] == (0, None)
    assert lemmas.checked(again) == verdict.theorem
