"""Long sums, decided once for each shape: groups may prove and never refute.

Sorts are part of a shape; so are signs, conjugates, numbers and which symbols are the same.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from derivations.kernel import Certificate, Groups, check
from derivations.kernel.groups import MAX_NODES, examine, shape_of, terms_of
from derivations.kernel.normal import Normalizer
from derivations.kernel.proofs import Rejected
from derivations.kernel.syntax import SortError
from derivations.language.sorts import (
    COMPLEX, INTEGER, POSITIVE, REAL, Sort, family_sort, matrix_sort,
)
from derivations.language.statements import Proposition, Statement, eq, ne
from derivations.language.terms import Term
from tests.support.notation import (
    ONE, ZERO, Written, add, apply, call, conj, neg, number, sum_, symbol,
)

u, v, w, z = map(symbol, "uvwz")
x, y = symbol("x", REAL), symbol("y", REAL)
LENGTH = 9


def shows(left: list[Term], right: list[Term], *groups: Any) -> bool:
    """Whether the groups show the equation; by default the terms in pairs, in their order."""
    pairs = groups or tuple(((n,), (n,)) for n in range(len(left)))
    try:
        examine({}, Normalizer(), eq(add(*left), add(*right)), pairs, "here")
    except Rejected:
        return False
    return True


def named(letter: str, sort: Sort, count: int = LENGTH) -> list[Term]:
    return [symbol(f"{letter}{k}", sort) for k in range(count)]


REALS, NUMBERS = named("a", REAL), named("b", COMPLEX)


def test_one_group_of_each_shape_is_decided() -> None:
    seen: dict[Any, Any] = {}
    left = [(a + b) * a for a, b in zip(REALS, NUMBERS, strict=True)]
    right = [a * a + b * a for a, b in zip(REALS, NUMBERS, strict=True)]
    goal = eq(add(*left), add(*right))
    assert len(terms_of(goal.left)) == LENGTH and len(terms_of(goal.right)) == 2 * LENGTH
    groups = [((n,), (2 * n, 2 * n + 1)) for n in range(LENGTH)]
    symbols, heads = examine(seen, Normalizer(), goal, groups, "here")
    assert len(seen) == 1 and symbols == {*REALS, *NUMBERS} and heads == {"add", "mul"}


def test_real_and_imaginary_parts_are_taken_of_each_term() -> None:
    whole = call("re", add(call("im", add(z, w)), u))
    assert terms_of(whole) == [call("re", call("im", add(z, w))), call("re", u)]
    assert terms_of(call("im", add(z, w))) == [call("im", z), call("im", w)]


# What is different has different shapes

DIFFERENT = [
    v * v, u * 0, u * v, u * conj(v), conj(u) * v, Written("mul", (u,)), u,
    number(0), number(1), number("1/2"), x, x * x, x * y, x * u, u * x, neg(u), neg(neg(u)),
    conj(u), u + v, u + u, u / v, u / u, u**2, u**v, v**v, call("exp", u), call("log", u),
    call("log", x),
    call("log", symbol("p", POSITIVE)), call("max", x, y), call("max", x, x), call("max", x, y, x),
    Written("add", (u, neg(v))), Written("add", (neg(u), v)), u * (v * w), u * v * w,
    u * 1, u * number("1/3"), call("gcd", ONE, ONE), Written("i", ()), Written("pi", ()),
    u * 2 * v, u * 1 * v, u * v * 0, u * v * 1, u * v * v, u * v * u,
]  # fmt: skip


def test_shapes_tell_terms_apart_up_to_names() -> None:
    shapes = [shape_of(t)[0] for t in DIFFERENT]
    assert len(set(shapes)) == len(DIFFERENT)
    assert shape_of(u * v + w) == (shape_of(w * z + u)[0], [u, v, w])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (v * v, u * 0), (u * v, u * u), (conj(u), u), (conj(x), u), (u * 2, u * 3), (u + v, u - v),
        (call("exp", u), u), (x * conj(u), x * u), (number(0), number(1)), (u, v),
    ],
)  # fmt: skip
def test_what_differs_is_not_shown(left: Term, right: Term) -> None:
    plain = [conj(a) for a in REALS]
    assert shows(plain, REALS)
    assert not shows([*plain[:3], left, *plain[4:]], [*REALS[:3], right, *REALS[4:]])


def test_a_repeated_symbol_is_no_number() -> None:
    """`v*v` is not `u*0`: a symbol that occurred is not written as a number is."""
    goal = eq(add(u * 0, v * v), add(u * 0, u * 0))
    groups = (((0,), ()), ((1,), ()), ((), (0,)), ((), (1,)))
    with pytest.raises(Rejected, match="different normal forms"):
        examine({}, Normalizer(), goal, groups, "here")


def test_nothing_is_read_that_is_kept_with_a_goal() -> None:
    goal = eq(add(ONE), add(ZERO))
    goal.__dict__["_shapes"] = [[], []]
    with pytest.raises(Rejected, match="do not make up both sides"):
        examine({}, Normalizer(), goal, (), "here")


def test_the_first_shape_that_is_zero_says_nothing_about_another_sort() -> None:
    assert shows([*map(conj, REALS)], REALS)
    assert not shows([*map(conj, REALS), conj(z)], [*REALS, z])


def test_symbols_are_joined_within_a_group_only() -> None:
    a, b = REALS[:2]
    assert shows([a * b, b * a], [b * a, a * b])
    assert not shows([a * b, b * b], [a * a, b * a])
    assert shows([a, b], [b, a], ((0,), (1,)), ((1,), (0,)))


GOAL = eq(add(u, v), add(v, u))


@pytest.mark.parametrize(
    "groups",
    [
        (), (((0,), (1,)),), (((0,), (1,)), ((0,), (1,)), ((1,), (0,))), (((0, 1), (0, 1, 1)),),
        (((0, 2), (0, 1)),), (((0, -1), (0, 1)),), (((0,), (1,)), ((1,), (0,)), ((), (0,))),
    ],
)  # fmt: skip
def test_each_term_is_in_one_group(groups: Any) -> None:
    assert shows([u, v], [v, u], ((0, 1), (0, 1)))
    with pytest.raises(Rejected, match="do not make up both sides"):
        examine({}, Normalizer(), GOAL, groups, "here")


def test_only_equations_are_grouped() -> None:
    with pytest.raises(Rejected, match="do not make up both sides of an equation"):
        examine({}, Normalizer(), ne(u, v), (((0,), (0,)),), "here")


def test_goals_for_all_values_are_read_before_they_are_grouped() -> None:
    guard = eq(Term("apply", (symbol("p", Sort("permutation")), d)), ONE)
    goal = Proposition(eq(ONE, ONE), (d,), (guard,))
    with pytest.raises(Rejected, match="is not declared"):
        check(Certificate(Statement((), (), (goal,)), (Groups(()),)))


d = symbol("d", INTEGER)
REFUSED = {
    "a family": apply(symbol("f", family_sort((INTEGER,), COMPLEX)), d),
    "a matrix": call("trace", symbol("A", matrix_sort(d, d))),
    "a binder": sum_(d, (d, ONE, ONE)),
    "a float": Term("number", (), 0.5),
    "data where there are none": Term("neg", (u,), 1),
    "an unknown head": Term("power", (u, v)),
    "a long term": call("exp", add(*([u] * (MAX_NODES + 1)))),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_shape(name: str) -> None:
    with pytest.raises(Rejected):
        shape_of(REFUSED[name])


def test_arities_are_checked_of_each_shape() -> None:
    malformed = Term("neg", (u, v))
    with pytest.raises(SortError, match="does not take 2 argument"):
        examine({}, Normalizer(), eq(malformed, malformed), (((0,), (0,)),), "here")


def test_sums_are_split_that_are_sums() -> None:
    for malformed in (Term("add", ()), Term("add", (u, v), 3), call("re", Term("add", ()))):
        with pytest.raises(SortError, match="does not take"):
            terms_of(malformed)


def test_a_deep_term_takes_no_stack() -> None:
    term: Term = u
    for _ in range(2_000):
        term = neg(term)
    assert len(shape_of(term)[0]) == 4_001


def test_random_sums() -> None:
    """Of random pairs those are shown that are equal; a changed term never is."""
    draw = random.Random(1)
    for _ in range(200):
        terms = [draw.choice((u, v, x)) * draw.choice((w, conj(v), 2)) for _ in range(4)]
        other = [Written("mul", t.args[::-1]) for t in terms]
        assert shows(terms, other)
        place = draw.randrange(4)
        other[place] = other[place] * draw.choice((u, v, 2))
        assert not shows(terms, other)
