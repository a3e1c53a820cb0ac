"""Long sums, decided once for each shape: a grouping may prove and never refute.

Sorts are part of a shape; so are signs, conjugates, indices and which symbols are the same.
"""

import random
from fractions import Fraction

import pytest

from derivations.kernel import Certificate, NormalForm, Refutation, Rejected, check
from derivations.kernel.context import Context, holds_plainly
from derivations.kernel.skeletons import FEW_PARTS, MAX_OWN_PARTS, survey
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, POSITIVE, REAL, Sort, family_sort
from derivations.language.statements import Relation, eq, statement
from derivations.language.terms import Term
from tests.support.notation import ZERO, Written, add, call, conj, neg, number, symbol
from tests.support.oracle import Gauss, Unfit, gauss, term_value

LENGTH = 9
FEW, MANY = 120, 20_000


def shows(left: list[Term], right: list[Term]) -> bool:
    return holds_plainly(Context().normalizer, eq(add(*left), add(*right)))


def named(letter: str, sort: Sort, count: int = LENGTH) -> list[Term]:
    return [symbol(f"{letter}{k}", sort) for k in range(count)]


def test_the_sum_is_grouped_and_shapes_are_few() -> None:
    a, b = named("a", REAL), named("b", COMPLEX)
    left = [(x + y) * x for x, y in zip(a, b, strict=True)]
    right = [x * x + y * x for x, y in zip(a, b, strict=True)]
    relation = eq(add(*left), add(*right))
    surveyed = survey(relation)
    assert surveyed is not None and len(surveyed.groups) == LENGTH > FEW_PARTS
    assert len({group.shape for group in surveyed.groups}) == 1
    assert shows(left, right)


# One part of a long sum that is true differs.

REALS = named("a", REAL)
PLAIN = [conj(x) for x in REALS]


OTHER, F = symbol("z", COMPLEX), symbol("f", family_sort((INTEGER,), COMPLEX))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (conj(OTHER), OTHER), (neg(conj(REALS[3])), REALS[3]), (conj(REALS[2]), REALS[3]),
        (conj(call("sqrt", REALS[3])), call("sqrt", REALS[3])),
        (REALS[3] * conj(OTHER), REALS[3] * OTHER), (conj(F[3]), F[3]),
    ],
)
def test_a_part_of_another_sort_sign_or_name_is_not_like_its_neighbours(
    left: Term, right: Term
) -> None:
    assert shows(PLAIN, REALS)
    assert not shows([*PLAIN[:3], left, *PLAIN[4:]], [*REALS[:3], right, *REALS[4:]])


def test_the_first_shape_that_is_zero_says_nothing_about_another_sort() -> None:
    """`conj(a) - a` for reals, then for complex numbers: written alike."""
    z = named("z", COMPLEX, 1)
    assert not shows([*PLAIN, conj(z[0])], [*REALS, z[0]])
    f = symbol("f", family_sort((NATURAL,), REAL))
    g = symbol("g", family_sort((NATURAL,), COMPLEX))
    real = [f[k] * x for k, x in enumerate(REALS)]
    assert shows([conj(t) for t in real], real)
    assert not shows([conj(t) for t in [*real, g[0] * REALS[0]]], [*real, g[0] * REALS[0]])


def test_symbols_in_many_parts_do_not_join_them_and_are_kept_apart() -> None:
    x, y = symbol("x"), symbol("y")
    a = named("a", COMPLEX, MAX_OWN_PARTS + 2)
    assert shows([x * t for t in a], [t * x for t in a])
    assert not shows([x * t for t in a], [t * x for t in a[:-1]] + [a[-1] * y])


def test_parts_that_cancel_between_groups_are_looked_at_together() -> None:
    a, x = named("a", COMPLEX), symbol("x")
    left = [*(t + x for t in a), -2 * x]
    right = [*a, number(LENGTH - 2) * x]
    assert shows(left, right)


def test_what_the_groups_leave_refutes_only_as_a_whole() -> None:
    a = named("a", COMPLEX)
    goal = eq(add(*(t * k for k, t in enumerate(a, 1))), ZERO)
    zeros = tuple((t, ZERO) for t in a)
    with pytest.raises(Rejected, match="not seen to be false"):
        check(Refutation(statement(goal), 0, zeros))
    ones = ((a[0], number(-2)), (a[1], number(1)), *zeros[2:])  # 1 (-2) + 2 · 1 = 0
    with pytest.raises(Rejected, match="not seen to be false"):
        check(Refutation(statement(goal), 0, ones))
    assert check(Refutation(statement(goal), 0, ((a[0], number(1)), *zeros[1:])))
    with pytest.raises(Rejected, match="do not show"):
        check(Certificate(statement(goal), (NormalForm(),)))


# At random


SORTS = (REAL, COMPLEX, COMPLEX, INTEGER, NATURAL, POSITIVE)


def laws(a: Term, b: Term, c: Term) -> list[tuple[Term, Term]]:
    """Some hold, some hold for some sorts only."""
    return [
        (a * b, b * a), ((a + b) * c, a * c + b * c), (conj(a), a), (conj(a * c), a * conj(c)),
        (call("re", a * c), a * call("re", c)), ((a + c) ** 2, a**2 + 2 * a * c + c**2),
        (a / a, number(1)), (call("im", a) + b, b),
    ]


def changed(source: random.Random, term: Term, names: list[Term]) -> Term:
    """One leaf is another symbol, its conjugate or its negative."""
    if not term.args or (term.head == "conj" and source.random() < 0.5):
        return source.choice([neg(term), conj(term), source.choice(names)])
    place = source.randrange(len(term.args))
    args = [changed(source, t, names) if k == place else t for k, t in enumerate(term.args)]
    return Written(term.head, tuple(args), term.data)


def long_sum(source: random.Random) -> Relation:
    shared = [symbol(name, source.choice(SORTS)) for name in "xy"]
    sorts, law = [source.choice(SORTS) for _ in "ab"], source.randrange(8)
    names, left, right = list(shared), [], []
    for k in range(source.randint(4, LENGTH)):
        own = sorts if source.random() < 0.8 else [source.choice(SORTS) for _ in "ab"]
        a, b = (symbol(f"{letter}{k}", sort) for letter, sort in zip("ab", own, strict=True))
        names += [a, b]
        one, other = laws(a, b, source.choice([*shared, number(k), a]))[law]
        left.append(one)
        right.append(other)
    if source.random() < 0.7:
        side = source.choice([left, right])
        place = source.randrange(len(side))
        side[place] = changed(source, side[place], names)
    source.shuffle(left)
    return eq(add(*left), add(*right))


def value(source: random.Random, sort: Sort) -> Gauss:
    re, im = (Fraction(source.randint(-4, 4), source.randint(1, 3)) for _ in "ri")
    match sort.kind:
        case "natural" | "integer":
            return gauss(abs(source.randint(-4, 4)) if sort == NATURAL else source.randint(-4, 4))
        case "positive":
            return gauss(abs(re) + Fraction(1, 2))
        case "real":
            return gauss(re)
    return gauss(re, im)


def test_what_is_shown_of_long_sums_is_true(long: bool) -> None:
    shown = 0
    for seed in range(MANY if long else FEW):
        source = random.Random(seed)
        relation = long_sum(source)
        if not holds_plainly(Context().normalizer, relation):
            continue
        shown += 1
        for _ in range(2):
            at = {s.name: value(source, s.sort) for s in sorted(relation.free(), key=str)}
            try:
                sides = [term_value(t, at) for t in (relation.left, relation.right)]
            except Unfit:
                continue
            assert sides[0] == sides[1], (seed, relation)
    assert shown > FEW // 5
