"""The laws of whole numbers, of sums and of sharper bounds hold, and need their premises."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from mpmath import mp

from derivations.kernel import Cofactor, NormalForm, Rejected
from derivations.kernel.context import Context
from derivations.kernel.laws import Law
from derivations.kernel.number_laws import NUMBER_LAWS
from derivations.kernel.proofs import Law as Application
from derivations.kernel.rules import verify
from derivations.language.sorts import INTEGER, NATURAL, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt
from tests.support.notation import ONE, ZERO, call, number, symbol
from tests.support.oracle import Unfit, term_value

REALS = [Fraction(a, b) for b in (1, 2, 7) for a in range(-9, 10)]
TURNS = (-2, 1, 2, 3)
TRIALS = 200
CLOSE = mp.mpf(10) ** -30


def drawn(law: Law, random: Random) -> dict[str, object]:
    """Values of the variables; half of the time two numbers that premises compare are close."""
    values: dict[str, object] = {}
    for v in law.variables:
        match v.sort.kind:
            case "natural":
                values[v.name] = random.randrange(6)
            case "integer":
                values[v.name] = random.randrange(-4, 5)
            case "real":
                values[v.name] = random.choice([*REALS, *(t * +mp.pi for t in TURNS)])
            case _:
                values[v.name] = mp.mpc(random.randrange(-2, 3), random.randrange(-2, 3))
    if law.name.startswith("equal") and random.random() < 0.5:
        values["y"] = values["x"]
    return values


def holds(relation: Relation, values: dict[str, object]) -> bool:
    left, right = (term_value(t, values) for t in (relation.left, relation.right))
    gap = mp.convert(right - left)
    match relation.operator:
        case "==":
            return bool(abs(gap) < CLOSE * (1 + abs(left)))
        case "!=":
            return bool(abs(gap) > CLOSE)
        case "<":
            return bool(abs(gap.imag) < CLOSE and gap.real > CLOSE)
    return bool(abs(gap.imag) < CLOSE and gap.real > -CLOSE)


def tried(law: Law) -> list[bool]:
    """Whether the conclusions hold, at random points where the premises do."""
    random, found = Random(law.name), []
    with mp.workdps(60):
        for _ in range(TRIALS):
            values = drawn(law, random)
            try:
                if all(holds(p, values) for p in law.premises):
                    found.append(all(holds(c, values) for c in law.conclusions))
            except Unfit:
                continue
    return found


@pytest.mark.parametrize("name", sorted(NUMBER_LAWS))
def test_conclusions_follow_from_premises(name):
    found = tried(NUMBER_LAWS[name])
    assert len(found) >= 20 and all(found)


@pytest.mark.parametrize("name", sorted(n for n in NUMBER_LAWS if NUMBER_LAWS[n].premises))
def test_every_premise_is_needed(name):
    law = NUMBER_LAWS[name]
    for place in range(len(law.premises)):
        fewer = replace(law, premises=law.premises[:place] + law.premises[place + 1 :])
        assert not all(tried(fewer)), f"premise {place}"


def test_names():
    for name, law in NUMBER_LAWS.items():
        assert law.name == name and law.conclusions
        free = {s for r in (*law.premises, *law.conclusions) for s in r.free()}
        assert free == set(law.variables)


# False certificates

x, y = symbol("x", REAL), symbol("y", REAL)
i, j, n = symbol("i", INTEGER), symbol("j", INTEGER), symbol("n", NATURAL)


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
