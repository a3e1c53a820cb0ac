"""What sorts and guards say, and what they do not say: each falsehood was once accepted.

A sort may be empty, and may say something about other symbols: a skew invertible matrix of n rows
exists for even n only.  A quantified hypothesis says nothing where one of its guards is undefined.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.kernel.proofs import (
    Certificate, Factor, Have, Induction, Instantiate, Law, Lemma, Rewrite, StrongInduction,
)
from derivations.language.statements import Statement
from tests.support.certificates import Words, by, conditions, done, sums, why_not

WORDS = Words(
    "n, d: posint", "k, j: integer", "m: natural", "x: complex", "y: real",
    "f: family(integer -> real)", "g: family(real -> real)", "U: invertible skew(n)",
    "F: family(integer -> invertible skew(n))",
)  # fmt: skip
NOT_SHOWN = "the normal forms do not show"
LOG = "g[y] == log(y) for all y: real"
EVERY = "f[k] == 1 for all k: integer with"


def step(matrix: str) -> Law:
    """From `n = 1` and an invertible skew matrix of n rows, `n + 1 = 1`: n is even and odd."""
    both = sums(("1", 0), ("1/2", 2), (f"-1/(2*det({matrix}))", 1))
    sign = Have("(-1)**n == -1", Rewrite(0, done), both)
    return Law("determinant of a transpose", ("n", matrix), (), sign)


# The goal, the proof, why it is rejected (nothing, if it is not), the hypotheses.
ROWS: dict[str, list[tuple[Any, ...]]] = {
    "an induction forgets what has a sort that depends on its variable, also if unmentioned": [
        ("n == 1", Induction("n", done, step("U")), "the symbol U is not declared", "let n, U"),
        ("n == 1", StrongInduction("n", (done,), step("U")), "the sort of U depends on n",
         "let n, U"),
        ("n == 1", Induction("n", done, step("F[0]")), "the symbol F is not declared", "let n, F"),
        ("1 <= n", Induction("n", done, done), "", "let n, U"),
    ],
    "`y = 0 for all skew invertible n x n matrices` says nothing for odd n": [
        ("y == y", proof, "fact 0 mentions n", "let n, y", "y == 0 for all U: invertible skew(n)")
        for proof in (Induction("n", done, done), StrongInduction("n", (done,), done))
    ],
    "`1/x = 1/x for all A` of an empty sort does not say that x is not 0": [
        ("x != 0", done, NOT_SHOWN, "1/x == 1/x for all A: nilpotent2 unitary matrix(1,1)"),
    ],
    "`g(y) = log y for all real y` says nothing about g(0), though log 0 = 0 in the kernel": [
        ("g[0] == 0", Instantiate(0, ("0",), (), by(1)), "fact 0 has 1 guard(s)", LOG),
        ("g[0] == 0", Instantiate(0, ("0",), (done,), by(1)), NOT_SHOWN, LOG),
        ("g[1] == 0", Instantiate(0, ("1",), (done,), by(1)), "", LOG),
        ("g[1] == 1", {"g": "Function(y -> 0)"}, "hypothesis 0 is not seen to hold", LOG),
    ],
    "whether `k! = k!` says something at k = -1 is a convention; f(-1) = 0 refutes nothing": [
        ("f[-1] == 1", {"f": "Function(k -> sign(k + 1))"}, "hypothesis 0 is not seen",
         f"{EVERY} -1 <= k and k <= 2 and factorial(k) != 7"),
        ("f[3] == 1", {"f": "Function(k -> 1)"}, "the goal is not seen to be false",
         f"{EVERY} 0 <= k and k < 3 and factorial(k) != 7"),
    ],
    "a guard with needs of its own for all of a range is out of reach": [
        ("f[0] == 1", done, "sum(1/(j + k), (j, 0, 2)) == 1, for all values, needs what is itself",
         f"{EVERY} Sum(1/(j + k), (j, 0, 2)) == 1"),
    ],
    "`f(m) = 0 for all natural m with m < 0` says nothing, so that f = 1 refutes `f(0) = 0`": [
        ("f[n] == 0", {"n": value, "f": "Function(k -> 1)"}, why,
         "f[m] == 0 for all m: natural with m < n - 1")
        for value, why in (("1", ""), ("2", "hypothesis 0 is not seen to hold"))
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "row", [pytest.param(r, id=f"{name}: {r[0]}") for name, rows in ROWS.items() for r in rows]
)
def test_a_certificate_is_accepted_or_rejected(row: tuple[Any, ...]) -> None:
    WORDS.judge(*row)


def test_the_sorts_of_variables_are_closed() -> None:
    fact = WORDS.proposition("y == 0 for all U: invertible skew(n)")
    assert {s.name for s in fact.free()} == {"n", "y"}
    claimed = Statement((WORDS.symbols["y"],), (fact,), (WORDS.proposition("y == y"),))
    why = why_not(Certificate(claimed, (done,)))
    assert why == "the sort of U mentions n, which is not declared before it"


# Guards: a fact, a guard that is undefined somewhere, a false instance of both by junk values


@pytest.mark.parametrize(
    ("fact", "guard", "value"),
    [
        ("g[y] == 0", "0 <= log(y)", "0"), ("g[y] == 1", "y/y == 0", "0"),
        ("g[y] == 1", "1/y == 0", "0"), ("g[y] == 1", "arg(y) == 0", "0"),
        ("g[y] == 1", "log(Abs(y)) == 0", "0"), ("f[k] == 1", "0**k == 0", "-1"),
    ],
)  # fmt: skip
def test_a_hypothesis_is_silent_where_a_guard_is_undefined(
    fact: str, guard: str, value: str
) -> None:
    family, variable = fact[0], fact[2]
    sort = "real" if variable == "y" else "integer"
    given = f"{fact} for all {variable}: {sort} with {guard}"
    for count in (1, 2, 3):
        proof = Instantiate(0, (value,), (done,) * count, by(1))
        assert WORDS.why(fact.replace(f"[{variable}]", f"[{value}]"), proof, given)
    contradiction = Instantiate(1, (value,), (done,), Factor(2, "0"))
    why = WORDS.why("1 != 1", contradiction, f"let {family}", given)
    assert why.startswith("there is no fact 1")


def test_a_guard_is_proved_with_what_it_needs() -> None:
    proof = Instantiate(0, ("3",), (done,) * 3, by(1))
    given = "g[y] == 0 for all y: real with 0 <= log(y)"
    assert not conditions(WORDS.made("g[3] == 0", proof, given))


def test_whoever_uses_a_lemma_proves_its_hypothesis_where_the_guards_have_values() -> None:
    """The premise of the lemma is weaker by as much as its hypothesis is."""
    given = "g[y] == 0 for all y: real with 1/y != 0"
    lemma = WORDS.made("g[1] == 0", Instantiate(0, ("1",), (done, done), by(1)), given)
    proof = Lemma(lemma.hash, ("Function(y -> 1 - y/y)",), (done,), done)
    WORDS.made("1 == 1", proof, lemmas=[lemma])
