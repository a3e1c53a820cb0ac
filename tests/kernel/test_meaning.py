"""What statements mean, sentence by sentence: of each, what the kernel accepts and what it rejects.

Every sentence keeps a falsehood out, which stands in brackets behind it; that one is tried here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from derivations.kernel import Binder, Combine, Have, Induction, Use
from tests.support.certificates import Nowhere, Words, by, conditions, done, sums

WORDS = Words(
    "x, y, z: complex", "a, b: real", "n, m: natural", "p, d: posint", "k, l: integer",
    "f, g: family(natural -> real)", "h: family(integer -> real)", "A, B, C: matrix(d,d)",
    "S: invertible(d)", "Q: orthogonal(d)", "u, v: vector(d)", "E: matrix(p,p)",
    "F: family(integer -> matrix(d,d))",
)  # fmt: skip
NOT_SHOWN = "this does not show"
NATURALS, each = "0 <= n for all n: natural", Binder(("n",), done)


def order(fact: int) -> Combine:
    """The goal is this fact, or follows from it by its sign alone."""
    return Combine((), ((Fraction(1), fact),))


# The goal, the proof, why it is rejected (nothing, if it is not), the hypotheses.
SENTENCES: dict[str, list[tuple[Any, ...]]] = {
    # 1. Sorts: a statement is closed and well-sorted, or it is an error; dimensions are at least 1
    #    (free or ill-sorted variables; 1 = 0 in dimension 0)
    "a value has the sort of its variable": [
        ("0 <= p", Have(NATURALS, each, Use(0, ("p",), (), order(1))), ""),
        ("0 <= k", Have(NATURALS, each, Use(0, ("k",), (), order(1))), "not manifest: 0 <= k"),
    ],
    # 2. Words are typed: products of matrices do not commute, have dimensions, and are no scalars
    #    (tr(1) = n; dimensions that differ; AB = BA)
    "words have dimensions and an order": [
        ("(A*B).T == B.T*A.T", done, ""),
        ("A*B == B*A", done, "this does not show A*B == B*A"),
        ("trace(Identity(d)) == d", done, ""),
        ("trace(Identity(d)) == 1", done, "this does not show trace(identity(d)) == 1"),
        ("A + E == E + A", done, "A and E are matrices of different sizes"),
        ("A == Identity(p)", done, "the two sides are matrices of different sizes"),
        ("A + Identity(d) != A", done, ""),
        ("A + A*d != A*d + A - a*Identity(d)", done, NOT_SHOWN),
        ("A + Identity(d) != Identity(d) - A", done, NOT_SHOWN),
        ("A*B + d*Identity(d) != A*B", done, ""),
        ("A*B + Identity(d) != B*A", done, NOT_SHOWN),
    ],
    "scalars are not multiples of the identity": [
        ("scalar(u.T*v) == scalar(v.T*u)", done, ""),
        ("u.T*v == scalar(v.T*u)", done,
         "one side of the relation is a scalar, the other a matrix"),
        ("A + 1 == 1 + A", done,
         "A + 1 adds scalars and matrices"),
        ("det(x) != 0", done, "x is a scalar where a matrix is needed", "x != 0"),
    ],
    "products over a range are ordered": [
        ("Product(F[k], (k, 1, 2)) == F[1]*F[2]", done, ""),
        ("Product(F[k], (k, 1, 2)) == F[2]*F[1]", done, NOT_SHOWN),
    ],
    # 3. Transpose, conjugate and adjoint are three operations ((iA)ᵀ = -iAᵀ; Aᴴ = Aᵀ for complex A)
    "three operations": [
        ("(I*A).T == I*A.T", done, ""),
        ("conjugate(I*A) == (-I)*conjugate(A)", done, ""),
        ("(I*A).H == (-I)*A.H", done, ""),
        ("(I*A).T == (-I)*A.T", done, "this does not show (I*A).T == (-I)*A.T"),
        ("conjugate(A*B) == conjugate(B)*conjugate(A)", done, NOT_SHOWN),
        ("A.H == A.T", done, "this does not show A.H == A.T"),
        ("Q.H == Q.T", done, ""),
    ],
    "functions of scalars take scalars": [
        (f"{name}(A) == {name}(A)", done, "A is a matrix where a scalar is needed")
        for name in "re im Abs arg exp log".split()
    ],
    # 4. Inverses do not cancel by themselves  (xy = xz ⊢ y = z)
    "an inverse does not cancel by itself": [
        ("y == z", by(0, left="1/x"), "this does not show y == z", "x*y == x*z"),
        ("y == z", Use("inverse", ("x",), (order(1),), sums(("1/x", 0), ("z - y", 2))), "",
         "x*y == x*z", "x != 0"),
        ("y == z", by(0, left="1/x"), NOT_SHOWN, "x*y == x*z", "y != 0"),
    ],
    "an inverse matrix does not cancel by itself": [
        ("B == C", by(0, left="S.I"), "this does not show B == C", "S*B == S*C"),
        ("B == C", by(0, left="A.I"), "this does not show B == C", "A*B == A*C"),
    ],
    # 5. Definedness is part of the theorem  (1/0 = 0; (x²-1)/(x-1) = x+1 at 1; 1/(x-x) = 5)
    "what is defined nowhere is refuted and not what is defined somewhere": [
        ("1/(x - x) == 5", Nowhere(model=(("x", "0"),)), ""),
        ("1/x == 5", Nowhere(model=(("x", "0"),)), "this does not show x == 0"),
        ("Sum(1/(x - x), (k, 1, 0)) == 0", Nowhere(model=(("x", "0"),)), "expected values of [k]"),
    ],
    # 6. Sums: empty and reversed ranges give 0, products 1; splitting needs both parts natural
    #    (n = (n-m) + m for m > n; captured indices; reversed ranges that count down)
    "empty and reversed ranges": [
        ("Sum(k, (k, 0, -3)) == 0", done, ""),
        ("Product(k, (k, 1, 0)) == 1", done, ""),
        ("Sum(k, (k, 0, -3)) == 3", done, "this does not show sum(k, 0, -3, k) == 3"),
        ("Sum(1, (k, 1, n)) == n", done, ""),
        ("Sum(1, (k, 1, l)) == l", done, "this does not show sum(k, 1, l, 1) == l"),
        ("Sum(k, (k, 0, a)) == 0", done, "the bound a of a range is not an integer"),
    ],
    "splitting needs both parts natural": [
        ("Sum(h[k], (k, 0, n)) == Sum(h[k], (k, 0, n - 1)) + h[n]", done, ""),
        ("Sum(h[k], (k, 0, n - 1)) == Sum(h[k], (k, 0, (n - 1) - 1)) + h[n - 1]", done, NOT_SHOWN),
        ("n == Sum(1, (k, 1, n - m)) + m", done, NOT_SHOWN),
    ],
    "indices are not captured": [
        ("Sum(f[k]*Sum(g[k], (k, 0, n)), (k, 0, n)) == Sum(f[k]*Sum(g[l], (l, 0, n)), (k, 0, n))",
         done, ""),
        ("Sum(f[k]*Sum(g[k], (k, 0, n)), (k, 0, n)) == Sum(f[k]*g[k], (k, 0, n))*(n + 1)", done,
         NOT_SHOWN),
    ],
    # 7. Induction: the variable is free in no fact  (n = 7 ⊢ n = 3)
    #    tr I = 7 says d = 7 and does not name d; d ≠ 7 would follow from d = 1 on
    "the variable of an induction is arbitrary": [
        ("Sum(k, (k, 1, n)) == n*(n + 1)/2", Induction("n", done, by(0)), ""),
        ("n == 3", Induction("n", by(0), done), "a fact speaks of n: n == 7", "n == 7"),
        ("a <= a", Induction("a", done, done), "induction is on a natural or a posint, not on a"),
        ("x == x", Induction("n", done, done), "n is no symbol here"),
        ("A == A", Induction("d", done, done), "the size of A depends on d"),
    ],
    "a variable is not arbitrary where a matrix of its size is": [
        ("d != 7",
         Induction("d", done, Have("0 == 1", by(0, left="1/(d - 7)"), by(2, left="6 - (d + 1)"))),
         "a fact speaks of d", "trace(A**0) == 7"),
        ("d == 1", Induction("d", done, done), "a fact speaks of d",
         "A*B == B*A for all A, B: matrix(d, d)"),
    ],
    # 9. Real analysis where it is meant  (⌊z⌋ ≤ z; √(x²) = x; log(zw) = log z + log w)
    "order is between reals": [
        ("floor(a) <= a", Use("floor bounds", ("a",), (), order(0)), ""),
        ("floor(z) <= z", Use("floor bounds", ("z",), (), order(0)),
         "not manifest: conj(z) == z"),
    ],
    "roots and logarithms are principal": [
        ("sqrt(a**2) == Abs(a)", done, ""),
        ("sqrt(a**2) == a", Use("sqrt", ("a", "a**2"), (order(0),), by(1)), "", "0 <= a"),
        ("sqrt(a**2) == a", done, "this does not show sqrt(a**2) == a"),
        ("log(x*y) == log(x) + log(y)", done, NOT_SHOWN, "x != 0", "y != 0"),
        ("arg(-1) == -pi", done, "this does not show arg(-1) == -pi"),
    ],
    "powers and decimals": [
        ("x**a == exp(a*log(x))", Use("power", ("x", "a"), (order(0),), by(2)), "", "x != 0"),
        ("x**a == exp(a*log(x))", Use("power", ("x", "a"), (), by(1)), "not manifest: x != 0"),
        ("0**0 == 1", done, ""),
        ("0**n == 0", done, "this does not show 0**n == 0"),
        ("0.1 + 0.2 == 0.3", done, ""),
        ("0.1 + 0.2 == 0.30000000000000004", done, NOT_SHOWN),
    ],
    # 10. Counterexamples assign variables, satisfy what is assumed, and are evaluated again
    #    (a circle point for πn with n integer)
    "a symbol has one value of its sort": [
        ("x == y", {"x": "0", "y": "1"}, ""),
        ("x == y", {"x": "0"}, "expected values of [x, y]"),
        ("x == y", {"x": "0", "y": "x"}, "x in x is not declared here"),
        ("cos(pi*k)**2 == 1", {"k": "3/5"}, "not manifest: floor(3/5) == 3/5"),
        ("x == x", {"x": "0", "y": "1"}, "expected values of [x]"),
    ],
    "a counterexample satisfies what is assumed": [
        ("x**2 == y", {"x": "2", "y": "2"}, "", "x == y"),
        ("x**2 == y", {"x": "2", "y": "1"},
         "not manifest: 2 == 1", "x == y"),
        ("1 == 2", {"x": "0"}, "not manifest: 0 != 0",
         "1/x == 0"),
        ("x/x == 1", {"x": "0"}, "not proved: 0 != 0"),
    ],
    "both sides are evaluated again": [
        ("sqrt(x**2) == x", {"x": "-1"}, ""),
        ("sqrt(x + 2*sqrt(2)) == 1 + sqrt(2)", {"x": "3"},
         "this does not show"),
    ],
}


@pytest.mark.parametrize(
    "row",
    [pytest.param(r, id=f"{name}: {r[0]}") for name, rows in SENTENCES.items() for r in rows],
)
def test_a_certificate_is_accepted_or_rejected(row: tuple[Any, ...]) -> None:
    WORDS.judge(*row)


# 5. Definedness


@pytest.mark.parametrize(
    ("goal", "found", "given"),
    [
        ("1/0 == 0", ["0 != 0"], []), ("tan(x) == tan(x)", ["cos(x) != 0"], []),
        ("x <= x", ["im(x) == 0"], []), ("1/x == x**(-1)", ["x != 0"], []),
    ],
)  # fmt: skip
def test_what_does_not_follow_is_a_condition(goal: str, found: list[str], given: list[str]) -> None:
    assert conditions(WORDS.made(goal, done, *given)) == found
