"""What nobody may prove about scalars, where a draft of the kernel did prove it, and how.

What normal forms alone must not show of scalars is in `scalars.json`.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.kernel import Rejected, check
from derivations.kernel.proofs import Congruence, Have, Instantiate, NowhereDefined, Order
from derivations.language.sorts import NATURAL, REAL
from derivations.language.statements import eq
from derivations.proving import prove
from tests.support.certificates import Words, by, conditions, done
from tests.support.notation import sum_, symbol
from tests.support.scalar_facts import equal

WORDS = Words(
    "z, w, a: complex", "x, y: real", "m, n: integer", "k: natural", "N: posint",
    "f: family(integer -> real)", "A: matrix(N,N)",
)  # fmt: skip
NOT_SHOWN = "the normal forms do not show "
TURNS = " + ".join(f"exp(I*pi*({c}))" for c in ("1/2503", "1/2503 + 2/3", "1/2503 + 4/3"))

# The goal, the proof, why it is rejected (nothing, if it is not), the hypotheses.
DRAFTS: dict[str, list[tuple[Any, ...]]] = {
    "`log(2 a) = log 2 + log a` for every a, at 0, where the kernel's logarithm is 0: 2 = 1": [
        ("2 == 1", Have("log(2*a) == log(2) + log(a) for all a: complex", done, Instantiate(
            0, ("0",), (), Have("exp(log(2)) == exp(0)", Congruence((by(1, left="-1"),)), by(2)))),
         f"{NOT_SHOWN}log(2*a) == log(2) + log(a)"),
    ],
    "`acot 0` was 0 in normal forms, as `atan(inv 0)`, and π/2 in enclosures": [
        ("0 < asin(1/3) - 1/2", Order("acot(0) + asin(1/3) - 1/2", "1"),
         "the difference times the multiplier is not the form"),
    ],
    "`k = 0` for all k, k1 with k = 2 k1: a symbol k is around, so that k is renamed": [
        ("1 == 0", Have("k == 0 for all k: real, k1: real with k == 2*k1", by(0, left=sign),
                        Instantiate(0, ("2", "1"), (done,), by(1, left="1/2"))),
         f"{NOT_SHOWN}k2 == 0", "let k")
        for sign in ("1", "-1")
    ],
    "the sign of an exponential is known, also where its exponent is not real": [
        ("0 <= exp(z)", done, "", "0 <= exp(z)"), ("0 <= exp(x/3)", done, ""),
        ("log(exp(x)) == x", done, ""),
    ],
    "a negative power in a hypothesis says that its base is not 0": [
        ("x != 0", done, "", "x**(-2) == y"), ("x != 0", done, "", "x**(-1 - k) == y"),
    ],
    "at x = 0, n = -1 the hypothesis `x^n = 0` holds by the junk value of 1/0 alone": [
        ("1 == 0", {"n": "-1", "x": "0"}, "hypothesis 0 is not seen to be defined", "x**n == 0"),
        ("1 == 0", {"n": "2", "x": "0"}, "", "x**n == 0"),
    ],
    "e^{iπ/2503} (1 + ω + ω²) = 0 with a third root of unity ω, at order 15018": [
        (f"{TURNS} == 0", {}, "the goal is not seen to be false at the values"),
    ],
    "`x (1 - x) = 0` holds at 0 and at 1 and not for all real x from 0 to 1": [
        ("1 == 2", {}, "hypothesis 0 is not seen to hold at the values",
         "x*(1 - x) == 0 for all x: real with 0 <= x and x <= 1"),
    ],
    "a counterexample does not rest on a hypothesis that is not defined": [
        ("1 == 2", {}, "hypothesis 0 is not seen to be defined at the values",
         "1/(k - 3) == 1/(k - 3) for all k: natural"),
    ],
    "a huge power is not computed": [
        ("exp(10**12*log(2)) == 1", done, "a power would have coefficients of more than 200000"),
    ],
    "the condition `0 <= -2` of a factorial says that -2 is natural, and is no error": [
        ("factorial(-2) == 1", done, NOT_SHOWN),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", DRAFTS)
def test_what_a_draft_proved(name: str) -> None:
    for row in DRAFTS[name]:
        WORDS.judge(*row)


# Facts about the sign of an atom are no facts about its roots

ROOTS_OF_WHAT_IS_POSITIVE = {
    "log(exp(z)) == z": "0 < exp(z)", "log(exp(I*x)) == I*x": "0 < exp(I*x)",
    "sqrt(exp(z)) == exp(z/2)": "0 <= exp(z)", "im(exp(z/3)) == 0": "0 <= exp(z)",
    "0 <= exp(z/3)": "1 <= exp(z)", "Abs(exp(z/2)) == exp(z/2)": "0 <= exp(z)",
}  # fmt: skip


@pytest.mark.parametrize("fact", ROOTS_OF_WHAT_IS_POSITIVE)
def test_an_exponential_that_is_positive_may_have_an_exponent_that_is_not_real(fact: str) -> None:
    """False at z = 2πi: the atom was taken as real, and so were all its powers, `e^{z/3}` too."""
    known = ROOTS_OF_WHAT_IS_POSITIVE[fact]
    WORDS.judge("0 == 1", Have(fact, done, done), NOT_SHOWN, "let z, x", known)
    assert verdict(fact, known) in ("refuted", "undecided")


def verdict(goal: str, *given: str) -> str:
    return prove(WORDS.statement(goal, *given)).kind


# What the search finds: the claim, its hypotheses, the verdicts that are right

FALSE, TRUE = ("refuted", "undecided"), ("proved", "undecided")
VERDICTS: dict[str, list[tuple[tuple[str, ...], str, *tuple[str, ...]]]] = {
    "`x^n = 0` holds at x = 0, n = 2, where it is defined; that x ≠ 0 was taken from it": [
        (FALSE, "1 == 0", "x**n == 0"), (FALSE, "1 == 0", "z**n == 0", "n == 2"),
        (FALSE, "x != 0", "x**n == x**n"), (FALSE, "x != 0", "x**y == 0", "y == 2"),
        (FALSE, "1 == 0", "A**n == 0*A"), (FALSE, "x**n != 0"),
    ],
    "`0^n` was said to need `0 ≠ 0`, and so to be defined nowhere": [
        (TRUE, "0**n == 0", "n == 2"), (TRUE, "0**floor(y) == 0", "5 <= y"),
        (TRUE, "0**n == 0**n"), (TRUE, "x**n == 0", "x == 0", "n == 3"),
        (TRUE, "acot(x) == pi/2", "x == 0"),
    ],
    "what is true inside a half plane, an interval or a range, and not beyond": [
        (FALSE, "sqrt(x**2) == x"), (FALSE, "log(z*w) == log(z) + log(w)", "z != 0", "w != 0"),
        (FALSE, "exp(z) < exp(z + 1)"), (FALSE, "atan(tan(x)) == x", "cos(x) != 0"),
        (FALSE, "sqrt(z*w) == sqrt(z)*sqrt(w)"), (FALSE, "sqrt(z**2) == z", "0 <= re(z)"),
        (FALSE, "acos(cos(x)) == x", "-pi <= x", "x <= pi"), (FALSE, "acosh(cosh(x)) == x"),
        (FALSE, "arg(conjugate(z)) == -arg(z)", "z != 0"), (FALSE, "x <= x**2"),
        (FALSE, "atan(x) + atan(1/x) == pi/2", "x != 0"), (FALSE, "0 < x**2"),
        (FALSE, "sin(x) <= x"), (FALSE, "x**2 <= y**2", "x <= y"),
        (FALSE, "1/y < 1/x", "x < y", "x != 0", "y != 0"), (FALSE, "sqrt(1 - cos(x)**2) == sin(x)"),
    ],
    "an odd law of acot fails at 0": [(("refuted",), "acot(-x) == -acot(x)")],
    "the root of p was that of -p, whose root was that of p, without end": [
        (("proved",), "sqrt(x + y)**2 == x + y", "x + y <= 0", "0 <= x + y"),
        (("proved",), "log(x + y) == log(x + y) + 0", "x + y < 0", "0 < x + y"),
    ],
    "`x^(1/3) = y` said that x is not 0; `0^(1/3) = 0` was refuted as defined nowhere": [
        (("undecided",), "x != 0", "x**(1/3) == y"), (("undecided",), "1 == 2", "x**(1/3) == 0"),
        (("undecided",), "0**(1/3) == 0"),
    ],
    "a power below 0 is not defined at 0": [
        (("proved",), "x != 0", "x**(-1/3) == y"), (("refuted",), "0**(-1/3) == 0"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "row", [pytest.param(r, id=f"{name}: {r[1]}") for name, rows in VERDICTS.items() for r in rows]
)
def test_verdict(row: tuple[Any, ...]) -> None:
    right, *claim = row
    assert verdict(*claim) in right


def test_nowhere_needs_what_is_necessary() -> None:
    at = WORDS.values({"n": "2"})
    with pytest.raises(Rejected, match="there may be a value where this does not hold"):
        check(NowhereDefined(WORDS.statement("0**n == 0", "n == 2"), 0, done, at))
    check(NowhereDefined(WORDS.statement("0**(-1) == 0"), 0, done, ()))


def test_a_number_that_left_with_its_conjugate_does_not_leave_again() -> None:
    """`log(a b) = 2 log|a| + log a` for a = 1/q, b its conjugate: false at q = i.

    The atom a was made before q ≠ 0 was known, and b after it; b left with a, and a was kept.
    """
    a, both = "(1/(z + w))", "log((1/(z + w))*conjugate(1/(z + w)))"
    texts = (f"{a} <= {a}", "x*y*(z + w) != 0", f"1 <= {a}*conjugate({a})")
    facts = [WORDS.proposition(text).relation for text in texts]
    one, other, turned = map(WORDS.term, (
        both, f"2*log(Abs({a})) + log({a})", f"log(conjugate({a})*{a})",
    ))  # fmt: skip
    assert not equal(one, other, *facts)
    assert equal(one, turned, *facts)


# Definedness

UNDEFINED = {
    "z/z": ["z != 0"], "z**(-2)": ["z != 0"], "z**n": ["z != 0"], "z**(1/3)": ["z != 0"],
    "log(z)": ["z != 0"], "tan(z)": ["cos(z) != 0"], "atan(z)": ["1 + z**2 != 0"],
    "atanh(z)": ["1 - z**2 != 0"], "floor(z)": ["im(z) == 0"], "factorial(n)": ["0 <= n"],
    "1/(1/z)": ["z != 0"], "A[5, 0]": ["5 < N"],
    "A[x, 0]": ["floor(x) == x", "0 <= x", "x < N"],
    "Sum(f[k]/(k - 1), (k, 0, N))": ["k - 1 != 0 for all k: natural with 0 <= k and k <= N"],
    # At m = -1, k = 5 there are six terms 1/0; `k <= k + m` with the index would say m >= 0.
    "Sum(1/(m + 1), (k, 0, k + m))": [
        "m + 1 != 0 for all k1: natural with 0 <= k1 and k1 <= k + m"
    ],
}  # fmt: skip


@pytest.mark.parametrize("term", UNDEFINED)
def test_nothing_is_proved_of_what_is_not_defined(term: str) -> None:
    assert conditions(WORDS.made(f"{term} == {term}")) == UNDEFINED[term]


def test_a_law_of_logarithms_holds_where_it_is_defined() -> None:
    assert conditions(WORDS.made("log(2*z) == log(2) + log(z)")) == ["2*z != 0"]


def test_facts_about_a_symbol_are_not_about_an_index_of_its_name() -> None:
    """At z = 0 the sum divides by 0: its index is below 5, whatever the symbol is."""
    k, z = symbol("k", NATURAL), symbol("z")
    total = sum_(z ** (k - 5), (k, 0, 3))
    found = conditions(WORDS.made(eq(total, total), done, "5 <= k"))
    assert found == ["z != 0 for all k1: natural with 0 <= k1 and k1 <= 3"]


def test_an_index_is_not_a_symbol_of_its_name_in_the_body() -> None:
    k, real = symbol("k", NATURAL), symbol("k", REAL)
    why = WORDS.why(eq(sum_(k * real, (k, 0, 3)), 6 * real))
    assert why.startswith("the index k of a sum has the name of another symbol")
