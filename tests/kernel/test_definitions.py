"""Definitions, sorts of values and needs agree with what the oracle takes the heads to be."""

from __future__ import annotations

import doctest
from itertools import product

import pytest
from mpmath import mp

from derivations.kernel import Context, definitions, obligations, read
from derivations.kernel.definedness import relation_needs
from derivations.kernel.definitions import (
    DEFINED, VALUES, bijection, is_partial, meaning, needs, properties, unfolded,
)
from derivations.language.heads import FUNCTIONS, PLAIN
from derivations.language.parser import parse_claim
from derivations.language.sorts import (
    INTEGER, MATRIX_PROPERTIES, NATURAL, SCALARS, family_sort, matrix_sort,
)
from derivations.language.statements import eq
from derivations.language.substitution import substitute
from derivations.language.terms import ONE, Term, add, call, function, number, symbol
from tests.support import oracle
from tests.support.law_values import NUMBERS, holds
from tests.support.notation import I, matrix
from tests.support.oracle import Undefined, Unfit

# Without a definition: what the laws are about.
PRIMITIVE = {
    "exp", "sqrt", "log", "floor", "gcd", "binomial", "factorial", "fibonacci", "gamma",
}  # fmt: skip
FEW = [0, 1, -1, 2, -7, 12, *NUMBERS["real"][5:9], *NUMBERS["complex"][-24:-18]]
PARAMETERS = [symbol("x"), symbol("y"), symbol("z")]


def points(head: str) -> list[tuple[Term, dict[str, object]]]:
    """Calls of a head, of three arguments too where it takes more, and values to look at."""
    row = FUNCTIONS[head]
    found = []
    for count in (len(row.sorts), 3) if row.more else (len(row.sorts),):
        letters = PARAMETERS[:count]
        among = NUMBERS["complex"] if count == 1 else FEW
        among = [*among, *NUMBERS["integer"]] if count == 1 else among
        found += [
            (call(head, *letters), dict(zip("xyz", values, strict=False)))
            for values in product(among, repeat=count)
        ]
    return found


def test_every_function_is_defined_or_primitive():
    assert set(FUNCTIONS) == PRIMITIVE | DEFINED - {"norm"}
    assert not PRIMITIVE & DEFINED
    assert unfolded(call("exp", ONE)) is None


@pytest.mark.parametrize("head", sorted(DEFINED - {"norm"}))
def test_a_definition_has_the_values_of_what_it_defines(head):
    compared = 0
    for term, values in points(head):
        try:
            value = oracle.defined_value(term, values)
            by_definition = oracle.term_value(unfolded(term), values)
        except Unfit:
            continue
        assert oracle.agree(by_definition, value, 30), values
        compared += 1
    assert compared >= 7


def test_the_norm_of_a_vector():
    v = matrix([[3], [4 * I]])
    assert oracle.agree(oracle.evaluate(unfolded(call("norm", v))), 5)


def needed(term: Term, values: dict[str, object]) -> bool | None:
    try:
        return all(holds(n.claim, values, None) for n in needs(term.head, *term.args))
    except Unfit:
        return None


@pytest.mark.parametrize("head", FUNCTIONS)
def test_where_the_needs_hold_there_is_a_value_and_nowhere_else(head):
    for term, values in points(head):
        if any(isinstance(v, int) and abs(v) > 8 for v in values.values()):
            continue  # beyond the range in which quantified needs are looked at
        met = needed(term, values)
        if met is None:
            continue
        try:
            oracle.defined_value(term, values)
        except Undefined:
            assert not met, (term, values)
        except Unfit:
            pass
        else:
            assert met, (term, values)


def test_heads_that_need_nothing():
    for head in ("add", "mul", "exp", "sin", "sqrt", "sign", "sinc", "norm", "det", "conj"):
        assert not is_partial(head) and not needs(head, *[ONE] * len(PLAIN[head].sorts))
    for head in ("div", "tan", "gamma", "max", "inv", "binomial"):
        assert is_partial(head)
    assert not any(map(is_partial, ("symbol", "sum", "number", "apply")))


@pytest.mark.parametrize(
    ("head", "arguments", "exact", "agreed"),
    [
        ("div", 2, True, True), ("log", 1, True, True), ("tan", 1, True, True),
        ("inv", 1, True, True), ("gamma", 1, True, False), ("max", 2, True, False),
        ("floor", 1, False, False), ("factorial", 1, False, False), ("binomial", 2, False, False),
        ("mod", 2, False, False), ("atan2", 2, False, False), ("gcd", 2, False, False),
    ],
)  # fmt: skip
def test_what_everybody_agrees_on(head, arguments, exact, agreed):
    found = needs(head, *PARAMETERS[:arguments])
    assert found and {(n.exact, n.agreed) for n in found} == {(exact, agreed)}


@pytest.mark.parametrize("head", ["factorial", "harmonic"])
def test_poles_at_negative_integers(head):
    (below,) = relation_needs(Context(), eq(call(head, number(-2)), ONE))
    assert below.exact and not below.agreed
    elsewhere = relation_needs(Context(), eq(call(head, number("-1/2")), ONE))
    assert len(elsewhere) == 2 and not any(need.exact for need in elsewhere)


def test_the_need_of_gamma_captures_nothing():
    (need,) = needs("gamma", symbol("k"))
    assert need.claim.free() == {symbol("k")} and len(need.claim.variables) == 1


def test_parameters_that_are_renamed_stay_apart():
    x, x1, y = symbol("x"), symbol("x1"), symbol("y")
    *parameters, body = substitute(function([x, x1], add(x, y)), {y: x}).args
    assert len({p.name for p in parameters}) == 2 and body == add(parameters[0], x)


SORTED = {
    "natural": (0, 3), "posint": (1, 4), "integer": (-2, 0), "real": (mp.pi, -1),
    "positive": (mp.pi, 1), "negative": (-mp.pi, -2), "nonnegative": (0, mp.e), "complex": (1j, 2),
}  # fmt: skip


def is_of(kind: str, value: object) -> bool:
    x = symbol("x")
    return all(holds(r, {"x": value}, None) for r in meaning(kind, x))


@pytest.mark.parametrize("kind", SCALARS)
def test_what_a_sort_says_is_what_it_holds(kind):
    for value in {v for values in SORTED.values() for v in values}:
        real, whole = not mp.im(value), oracle.whole(mp.convert(value)) is not None
        member = {
            "complex": True, "real": real, "integer": whole,
            "positive": real and mp.re(value) > 0, "negative": real and mp.re(value) < 0,
            "nonnegative": real and mp.re(value) >= 0, "natural": whole and mp.re(value) >= 0,
            "posint": whole and mp.re(value) >= 1,
        }[kind]  # fmt: skip
        assert is_of(kind, value) == member, value


@pytest.mark.parametrize("head", VALUES)
def test_values_are_of_their_sorts(head):
    for sorts, kind in VALUES[head]:
        choices = [[v for v in FEW if is_of(sort, v)] for sort in sorts]
        compared = 0
        for values in product(*choices):
            at = dict(zip("xyz", values, strict=False))
            term = call(head, *PARAMETERS[: len(sorts)])
            try:
                assert is_of(kind, oracle.term_value(term, at)), (sorts, at)
                compared += 1
            except Unfit:
                pass
        assert compared >= 2


J = oracle.UNIT
MATRICES = [
    [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [0, 0]], [[1, 0], [0, 0]], [[2, J], [-J, 3]],
    [[0, J], [-J, 0]], [[0, 0], [0, 0]], [[J, 0], [0, 1]], [[1, 2], [3, 4]], [[1]], [[0]],
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(MATRIX_PROPERTIES))
def test_what_a_property_says_is_what_it_is(name):
    seen = set()
    for rows in MATRICES:
        size = number(len(rows))
        A, value = symbol("A", matrix_sort(size, size)), oracle.given(rows)
        says = all(holds(r, {"A": value}, None) for r in properties(name, A))
        assert says == oracle.has_property(value, name), rows
        seen.add(says)
    assert seen == {True, False}


def test_other_names_are_no_sorts():
    with pytest.raises(ValueError, match="no scalar sort"):
        meaning("matrix", ONE)
    with pytest.raises(ValueError, match="no property"):
        properties("symmetric", ONE)


@pytest.mark.parametrize(
    ("forth", "back", "right"),
    [
        (lambda k: (k + 1) % 3, lambda k: (k - 1) % 3, True),
        (lambda k: k, lambda k: k, True),
        (lambda k: (k + 1) % 3, lambda k: (k + 1) % 3, False),
        (lambda k: k + 1, lambda k: k - 1, False),
        (lambda k: 0, lambda k: 0, False),
    ],
)  # fmt: skip
def test_a_permutation_has_an_inverse(forth, back, right):
    s, r = (symbol(name, family_sort((NATURAL,), INTEGER)) for name in "sk")
    said = bijection(number(3), s, r)
    values = {"s": lambda k: forth(int(k)), "k": lambda k: back(int(k))}
    assert all(holds(p, values, None) for p in said) == right


def test_doctests():
    assert doctest.testmod(definitions).failed == 0


@pytest.mark.parametrize(("term", "needed"), [
    ("Sum(x[j], (j, 1, n))", []),
    ("Sum(x[j], (j, 0, n))", ["1 <= j for all j with 0 <= j and j <= n"]),
    ("Sum(x[j - 1], (j, 1, n))", ["1 <= j - 1 for all j with 1 <= j and j <= n"]),
    ("Sum(x[n - j], (j, 1, n))", ["1 <= n - j for all j with 1 <= j and j <= n"]),
    ("Sum(x[n - j + 1], (j, 1, n))", []),
    ("Sum(A[j, j], (j, 0, n - 1))", []),
    ("Sum(A[j, j], (j, 0, n))", ["j < n for all j with 0 <= j and j <= n"]),
    ("Product(log(x[j]), (j, 2, n))", ["x[j] != 0 for all j with 2 <= j and j <= n"]),
    ("Sum(z**(n - j), (j, 0, n))", []),
    ("Sum(z**(n - j), (j, 0, n + 1))", ["z != 0"]),
    ("Sum(z**(n - j/2), (j, 0, n))", ["z != 0"]),
    ("Sum(z**(j - 3), (j, 3, n))", []),
    ("Sum(Sum(z**(n - j - k), (k, 0, n - j)), (j, 0, n))", []),
    ("Sum(Sum(z**(n - j - k), (k, 0, n)), (j, 0, n))", ["z != 0"]),
    ("Integral(z**(n - t), (t, 0, n))", ["z != 0", "integrable(t, 0, n, z**(n - t)) == 1"]),
])
def test_what_a_range_says_of_its_index_is_not_needed(term: str, needed: list[str]) -> None:
    claim = parse_claim(
        f"for all n: posint, x: family(posint -> real), A: matrix(n, n), z: complex: {term} == 0")
    context = Context(symbols=frozenset(claim.declarations))
    found = relation_needs(context, claim.goals[0].relation)
    assert [str(need.claim) for need in found] == needed


@pytest.mark.parametrize(("claim", "needed"), [
    ("for all n, k: natural, z: complex with k <= n: z**(n - k) == 1", []),
    ("for all n, k: natural, z: complex with k < n: z**(n - k - 1) == 1", []),
    ("for all n, k: natural, z: complex with k < n: z**(n - k - 2) == 1", ["z != 0"]),
    ("for all n, k: natural, z: complex with n <= k: z**(n - k) == 1", ["z != 0"]),
    ("for all n, k: natural, z: complex with k != n: z**(n - k) == 1", ["z != 0"]),
    ("for all n: natural, z: complex: z**(n - k) == 1 for all k: integer with k <= n", []),
    ("for all n: natural, x: real, z: complex with x <= n: z**(n - x) == 1", ["z != 0"]),
])
def test_what_hypotheses_say_of_an_exponent_is_not_needed(claim: str, needed: list[str]) -> None:
    stated = read(parse_claim(claim))
    assert [str(n.claim) for n in obligations(stated.context, stated.goals)] == needed
