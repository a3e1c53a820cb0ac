"""Every law holds: its conclusions are compared with numbers wherever its premises hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from mpmath import mp

from derivations.kernel import Cofactor, NormalForm, Rejected, laws
from derivations.kernel.context import Context
from derivations.kernel.laws import Law
from derivations.kernel.number_laws import NUMBER_LAWS
from derivations.kernel.proofs import Law as Application
from derivations.kernel.rules import verify
from derivations.language.sorts import INTEGER, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt
from tests.support.notation import ONE, ZERO, call, number, symbol
from tests.support.oracle import Unfit, term_value

LAWS = laws.LAWS | NUMBER_LAWS

# Numbers at which laws change what they say, and some between.
REALS = [Fraction(a, b) for b in (1, 2, 3, 7) for a in range(-9, 10)]
ANGLES = [Fraction(k, 12) for k in range(-30, 31)]
TRIALS, ENOUGH = 600, 40
CLOSE = mp.mpf(10) ** -30


def real_value(random: Random) -> object:
    if random.random() < 0.5:
        return random.choice(REALS)
    q = random.choice(ANGLES)
    return mp.mpf(q.numerator) / q.denominator * mp.pi


def value(kind: str, random: Random) -> object:
    if kind == "natural":
        return random.randrange(7)
    if kind == "integer":
        return random.randrange(-6, 7)
    if kind == "real" or random.random() < 0.3:
        return real_value(random)
    x, y = random.choice(REALS), random.choice(REALS)
    return mp.mpc(mp.mpf(x.numerator) / x.denominator, mp.mpf(y.numerator) / y.denominator)


def holds(relation: Relation, values: dict[str, object], slack: object) -> bool:
    """Whether the relation holds; an order up to the slack, which may be negative."""
    left, right = (term_value(t, values) for t in (relation.left, relation.right))
    gap = mp.convert(right - left)
    if relation.operator == "==":
        return abs(gap) < CLOSE
    if relation.operator == "!=":
        return abs(gap) > CLOSE
    return abs(gap.imag) < CLOSE and gap.real > -slack  # type: ignore[operator]


def reached(law: Law, trials: int, enough: int) -> int:
    """At how many random points the premises hold; the conclusions are asserted there."""
    random, count = Random(law.name), 0
    with mp.workdps(60):
        for _ in range(trials):
            values = named(law, {v.name: value(v.sort.kind, random) for v in law.variables})
            if law.name in ("equal exponentials", "equal odd powers") and random.random() < 0.5:
                values["y"] = values["x"]
            try:
                # A premise that barely holds counts: conclusions then hold approximately.
                if not all(
                    holds(p, values, -CLOSE if p.operator == "<" else CLOSE)
                    for p in law.premises
                ):
                    continue
                for conclusion in law.conclusions:
                    slack = -CLOSE if conclusion.operator == "<" else CLOSE
                    assert holds(conclusion, values, slack), (conclusion, values)
            except Unfit:
                continue
            count += 1
            if count == enough:
                break
    return count


@pytest.mark.parametrize("name", sorted(LAWS))
def test_conclusions_follow_from_premises(name: str) -> None:
    least = 20 if name in NUMBER_LAWS else 1
    assert reached(LAWS[name], TRIALS, ENOUGH) >= least, "the premises hardly ever held"


# Premises that only make the law narrower than it could be.
NOT_NEEDED = {("log and arg", 0)}


@pytest.mark.parametrize("name", sorted(name for name in LAWS if LAWS[name].premises))
def test_every_premise_is_needed(name: str) -> None:
    """Without it the conclusion fails somewhere: the comparison sees laws that are wrong."""
    law = LAWS[name]
    for place in range(len(law.premises)):
        fewer = replace(law, premises=law.premises[:place] + law.premises[place + 1 :])
        # With and without the named number computed from its name.
        free = replace(fewer, name=f"{name}, any value")
        tries = [(fewer, TRIALS), (free, TRIALS)]
        if (name, place) not in NOT_NEEDED:
            tries += [(fewer, 10 * TRIALS), (free, 10 * TRIALS)]
        needed = (name, place) not in NOT_NEEDED
        assert any(fails(one, trials) for one, trials in tries) == needed


def fails(law: Law, trials: int) -> bool:
    """Whether the conclusions fail somewhere."""
    try:
        reached(law, trials, trials)
    except AssertionError:
        return True
    return False


# Laws that name a value hold at few random points; these give the number that is named.
NAMED = {
    "sqrt": ("x", "z", lambda v: v**2), "sqrt from right half": ("s", "z", lambda v: v**2),
    "sqrt from upper axis": ("s", "z", lambda v: v**2), "equal squares": ("x", "y", abs),
    "atan": ("t", "z", mp.tan), "asin": ("t", "z", mp.sin), "acos": ("t", "z", mp.cos),
    "asin in strip": ("w", "z", mp.sin), "asinh": ("t", "z", mp.sinh),
    "acosh": ("t", "z", mp.cosh), "atanh": ("t", "z", mp.tanh), "log": ("w", "z", mp.exp),
    "log within a turn": ("w", "z", mp.exp),
}  # fmt: skip


def named(law: Law, values: dict[str, object]) -> dict[str, object]:
    """The values, with the named number computed from the name."""
    if law.name in NAMED:
        source, target, function = NAMED[law.name]
        value = values[source]
        if isinstance(value, Fraction):
            value = mp.mpf(value.numerator) / value.denominator
        values = values | {target: function(value)}
    if law.name == "arg":
        r, t = (mp.mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else v
                for v in (values["r"], values["t"]))
        values = values | {"z": r * mp.expj(t)}
    if law.name == "abs":
        z = values["z"]
        z = mp.mpf(z.numerator) / z.denominator if isinstance(z, Fraction) else z
        values = values | {"r": abs(z)}
    return values


def test_laws_have_different_names_and_say_something() -> None:
    assert len(LAWS) > 90
    for name, law in LAWS.items():
        assert law.name == name and law.conclusions
        free = {s for r in (*law.premises, *law.conclusions) for s in r.free()}
        assert free == set(law.variables), name


# False certificates

x, y = symbol("x", REAL), symbol("y", REAL)
i, j = symbol("i", INTEGER), symbol("j", INTEGER)


def accepts(symbols, facts, goal, proof) -> bool:
    context = Context(tuple(Proposition(f) for f in facts), frozenset(symbols))
    try:
        verify(context, Proposition(goal), proof, {}, "")
    except Rejected:
        return False
    return True


def test_whole_numbers_only():
    known = NormalForm()
    right = Application("whole numbers", (i, j), (known,), known)
    assert accepts((i, j), [lt(i, j + 1)], le(i, j), right)
    # Reals below j + 1 may be above j.
    wrong = Application("whole numbers", (x, y), (known,), known)
    assert not accepts((x, y), [lt(x, y + 1)], le(x, y), wrong)
    # Without the premise.
    assert not accepts((i, j), [], le(i, j), right)


def test_even_powers_do_not_determine_a_number():
    known = NormalForm((Cofactor(ONE, 0),))
    then = NormalForm((Cofactor(ONE, 1),))
    odd = Application("equal odd powers", (x, y, ONE), (known,), then)
    assert accepts((x, y), [eq(x**3, y**3)], eq(x, y), odd)
    half = Application("equal odd powers", (x, y, number(Fraction(1, 2))), (known,), then)
    assert not accepts((x, y), [eq(x**2, y**2)], eq(x, y), half)


def test_a_remainder_by_what_may_be_zero_or_negative():
    known = NormalForm()
    proof = Application("mod range", (x, y), (known,), known)
    goal = lt(call("mod", x, y), y)
    assert accepts((x, y), [lt(ZERO, y)], goal, proof)
    assert not accepts((x, y), [le(ZERO, y)], goal, proof)
    assert not accepts((x, y), [lt(y, ZERO)], goal, proof)
