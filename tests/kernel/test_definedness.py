"""What must hold for a term to have a value, for every subterm and under its binders."""

from __future__ import annotations

import pytest

from derivations.kernel.context import Context, holds
from derivations.kernel.definedness import obligations
from derivations.kernel.normal_form import Normalizer
from derivations.language.parser import parse_proposition, parse_term
from derivations.language.statements import Proposition, eq
from tests.support.notation import in_text
from tests.support.tables import declared, entries, stated

LETTERS = declared("""
    z: complex; x: real; p: positive; i: integer; m: natural; n: posint; A: matrix(n, n)
    f: family(posint -> real); h: family(real -> real)
""")

# Everything that a term needs, also what holds at once.
NEEDS = """
    z**2: ;  z**m: ;  sqrt(z): ;  z**(3/2): ;  asin(z): ;  floor(x): ;  Sum(k, (k, 0, n)):
    1/z: z != 0;  z/(1/z): z != 0 | 1/z != 0;  z**(-1): z != 0;  z**i: z != 0;  z**(1/3): z != 0
    log(z): z != 0;  arg(z): z != 0;  tan(z): cos(z) != 0;  cot(z): sin(z) != 0
    sech(z): cosh(z) != 0;  coth(z): sinh(z) != 0;  atan(z): 1 + z**2 != 0;  acot(z): 1 + z**2 != 0
    atan2(z, x): im(z) == 0 | z**2 + x**2 != 0;  floor(z): im(z) == 0;  Mod(x, i): i != 0
    Max(z, x): im(z) == 0;  factorial(x): floor(x) == x | 0 <= x;  binomial(i, i): floor(i) == i
    gamma(z): z + k != 0 for all k: natural;  f[i]: 1 <= i;  h[z]: im(z) == 0
    A[i, 0]: 0 <= i | i < n;  det(A.I): det(A) != 0
    Sum(1/(k - z), (k, 0, n)): k - z != 0 for all k: natural with 0 <= k and k <= n
    Sum(Sum(1/k, (k, 1, k)), (k, 1, n)): k1 != 0 for all k, k1: natural \
with 1 <= k and k <= n and 1 <= k1 and k1 <= k
"""


@pytest.mark.parametrize("entry", entries(NEEDS))
def test_needs(entry: str) -> None:
    text, _, needs = entry.partition(":")
    term = parse_term(text, LETTERS)
    found = [in_text(need) for need in obligations((eq(term, term),), Normalizer())]
    assert " | ".join(found) == needs.strip()


@pytest.mark.parametrize(
    "text", ["floor(z)", "Mod(z, x)", "factorial(z)", "gcd(z, 2)", "lcm(z, 2)", "0**z"]
)
def test_what_may_have_a_value_by_some_convention_gives_nothing_away(text: str) -> None:
    term = parse_term(text, LETTERS)
    assert obligations((eq(term, term),), Normalizer())
    assert not obligations((eq(term, term),), Normalizer(), necessary=True)


def test_an_order_relation_needs_real_sides() -> None:
    for text, needs in (("z <= x", ["im(z) == 0"]), ("0 <= x**2", [])):
        relation = parse_proposition(text, LETTERS).relation
        assert [in_text(n) for n in obligations((relation,), Normalizer())] == needs


# What does not follow at once from the facts; guards of a binder help inside it.
OPEN = """
    1/p == 1: ;  1/(1 + x**2) == 1: ;  f[n] == 1: ;  atan(x) == 1: ;  Sum(1/k, (k, 1, n)) == 1:
    Sum(f[k], (k, 1, n)) == 1: ;  Sum(Sum(1/(k + j), (k, 0, j)), (j, 1, n)) == 1:
    1/z == 1 given z != 0: ;  tan(x) == 1 given cos(x) != 0:
    1/z == 1 given z + 1 != 0: z != 0;  f[m] == 1: 1 <= m;  1/m == 1 given 0 <= m: m != 0
    Sum(1/k, (k, 0, n)) == 1: k != 0 for all k: natural with 0 <= k and k <= n
"""


@pytest.mark.parametrize("entry", entries(OPEN))
def test_what_the_hypotheses_do_not_settle(entry: str) -> None:
    text, _, needs = entry.partition(":")
    goal, facts = stated(text, LETTERS)
    free = goal.relation.free().union(*(fact.relation.free() for fact in facts))
    context = Context(facts, frozenset(free))
    goals = (Proposition(eq(goal.relation.left, goal.relation.left)),)
    left = [in_text(need) for need in context.obligations(goals) if not holds(context, need)]
    assert " | ".join(left) == needs.strip()
