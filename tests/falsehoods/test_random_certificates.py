"""Random proofs by each rule: what the kernel accepts is true at random points, and not refuted.

The proofs are of goals that are true or nearly so (`tests/support/random_proofs.py`); many of them
are of falsehoods, which the kernel has to see.  `pytest --long` tries a hundred times as many.
"""

from __future__ import annotations

from random import Random

import pytest

from derivations.kernel import Refutation, Rejected, check
from derivations.language.statements import statement
from derivations.language.terms import Term
from tests.support.notation import ONE, PI, I, call, exp, number, sqrt
from tests.support.random_proofs import Attempt, accepted, falsehood
from tests.support.random_quantified import ALL_RULES

SHORT, LONG = 12, 3_000
# So often it is tried to refute what was proved.
TRIES = 3


def tried(rule: str, count: int) -> list[tuple[Attempt, bool, bool]]:
    """Attempts, whether the kernel accepts each, and whether it is seen to be false."""
    found = []
    for place in range(count):
        draw = Random(f"a {rule} {place}")
        one = ALL_RULES[rule](draw)
        taken = accepted(one)
        # What is rejected is only looked at as long as it shows that falsehoods are among it.
        look = taken or place < SHORT
        found.append((one, taken, look and falsehood(one, draw) is not None))
    return found


@pytest.mark.parametrize("rule", ALL_RULES)
def test_what_is_accepted_is_true(rule: str, long: bool) -> None:
    found = tried(rule, LONG if long else SHORT)
    assert [one for one, taken, false in found if taken and false] == []
    assert any(taken for _, taken, _ in found)
    assert any(false and not taken for _, taken, false in found)


# Closed values at which functions change what they are, with some of no such kind

REALS = [number(r) for r in ("0 1 -1 2 -2 1/2 -3/2 7/3".split())] + [
    PI, -PI / 2, PI / 4, sqrt(number(2)), -sqrt(number(3)), call("log", number(2)), exp(-ONE),
]  # fmt: skip
COMPLEX_NUMBERS = [*REALS, I, -I, -1 + I, 2 - I, exp(2 * PI * I / 3), I * PI, -2 * I * PI]
INTEGERS = [number(k) for k in (-3, -2, -1, 0, 1, 2, 3, 6)]


def chosen(symbol: Term, draw: Random) -> Term:
    kind = symbol.sort.kind
    if kind in ("real", "complex"):
        return draw.choice(REALS if kind == "real" else COMPLEX_NUMBERS)
    least = {"posint": 1, "natural": 0}.get(kind)
    if kind == "positive":
        return draw.choice([ONE, number("1/2"), number(3), PI, sqrt(number(2))])
    return draw.choice([k for k in INTEGERS if least is None or k.data >= least])


@pytest.mark.parametrize("rule", ALL_RULES)
def test_what_is_proved_is_not_refuted(rule: str, long: bool) -> None:
    for place in range(LONG if long else SHORT):
        draw = Random(f"a {rule} {place}")
        one = ALL_RULES[rule](draw)
        if not accepted(one):
            continue
        claimed = statement(one.goal, one.facts)
        for _ in range(TRIES):
            values = tuple((s, chosen(s, draw)) for s in claimed.declarations)
            with pytest.raises(Rejected):
                check(Refutation(claimed, 0, values))
