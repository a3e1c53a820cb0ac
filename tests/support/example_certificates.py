"""Certificates that hold: at least one for each rule and each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from derivations.kernel import Theorem, check
from derivations.kernel.proofs import (
    AnyCertificate, Cases, Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, Law,
    Lemma, Offset, Order, Residues, Rewrite, Separation, StrongInduction, Telescope, Turn,
)
from derivations.language.sorts import NATURAL
from tests.support.certificates import Nowhere, Words, by, done, sums
from tests.support.notation import symbol

WORDS = Words(
    "x, y, z: complex", "a, b: real", "q: positive", "n, m: natural", "p, d: posint",
    "k, l: integer", "f: family(natural -> real)", "A, B, C: matrix(d,d)", "U: unitary(d)",
)  # fmt: skip
TURN = "Matrix([[cos({0}), -sin({0})], [sin({0}), cos({0})]])"
TOTAL = "Sum(k*factorial(k), (k, 1, n))"
INSIDE = Instantiate(0, (symbol("k", NATURAL),), (done, done), by(3))
LEMMA = WORDS.certificate("x/x == 1", done, model={"x": "1"})
MATRIX = "Matrix([[1]])"

# The goal, the proof, the values of a model, the hypotheses.
ROWS: dict[str, tuple[Any, ...]] = {
    "normal form": ("x + y == y + x", done, {}),
    "condition": ("(x**2 - 1)/(x - 1) == x + 1", done, {"x": "0"}),
    "cofactors": ("x == 2", sums(("1", 0), ("-1", 1)), {"x": "2", "y": "1"},
                  "x + y == 3", "y == 1"),
    "rotation": (f"{TURN.format('a')}*{TURN.format('b')} == {TURN.format('a + b')}", done, None),
    "matrices": ("U.H*A*U*U.H == U.H*A", done, None),
    "have": ("x == y", Have("2*x == 2*y", by(0, left="2"), by(1, left="1/2")),
             {"x": "1", "y": "1"}, "x == y"),
    "instantiate": ("f[1] == 2", Instantiate(1, ("0",), (), sums(("1", 2), ("2", 0))),
                    {"f": "Function(m -> 2**m)"},
                    "f[0] == 1", "f[m + 1] == 2*f[m] for all m: natural"),
    "induction": ("Sum(k, (k, 1, n)) == n*(n + 1)/2", Induction("n", done, by(0)), None),
    "congruence": ("log(x) == log(y)", Congruence((by(0),)), {"x": "1", "y": "1"},
                   "x == y", "y != 0"),
    "binder": ("Sum(f[k], (k, 1, n)) == Sum(0, (k, 1, n))", Congruence((done, done, INSIDE)),
               {"n": "2", "f": "Function(m -> 0*m)"},
               "f[k] == 0 for all k: integer with 1 <= k and k <= n"),
    "rewrite": ("exp(x) + x == exp(y) + y", Rewrite(0, done), {"x": "1", "y": "1"}, "x == y"),
    "factor": ("x - 1 != 0", Factor(0, "x + 1"), {"x": "3"}, "x**2 - 1 != 0"),
    "inverse": ("B == C", Inverse(0, sums(("A.I", 1), ("-1", 3, "B"), ("1", 3, "C"))),
                {"d": "1", "A": MATRIX, "B": MATRIX, "C": MATRIX}, "det(A) != 0", "A*B == A*C"),
    "cases": ("Abs(a)*sign(a) == a", Cases("a == 0", Rewrite(0, done), done), None),
    "offset": ("Sum(1, (k, l, n)) == n - l + 1", Offset("n", "m", "l", done, done),
               {"l": "1", "n": "2"}, "l <= n"),
    "strong induction": ("Sum(fibonacci(k), (k, 0, n)) == fibonacci(n + 2) - 1",
                         StrongInduction("n", (done, done), by(1)), None),
    "telescope": (f"{TOTAL} == factorial(n + 1) - 1",
                  Telescope(TOTAL, "factorial(k)", done, by(0)), None),
    "turn": ("exp(2*pi*I/p) != 1", Turn("1", "p", done, done), {"p": "3"}, "2 <= p"),
    "residues": ("Mod(2**n, 4) == 0", Residues((0,)), {"n": "2"}, "2 <= n"),
    "floors": ("floor(a) + floor(a + 1/2) == floor(2*a)", Residues(), None),
    "order": ("4*a*b <= 1", Order("(a - b)**2", "1", (Cofactor("a + b + 1", 0),)),
              {"a": "1", "b": "0"}, "a + b == 1"),
    "multiplier": ("2 <= q + 1/q", Order("(q - 1)**2", "q"), None),
    "law": ("sin(a) <= a", Law("sine below line", ("a",), (done,), done), {"a": "0"}, "0 <= a"),
    "separation": ("sqrt(5 + 2*sqrt(6)) == sqrt(2) + sqrt(3)", Separation(), None),
    "refutation": ("x*y == y + x", {"x": "0", "y": "1"}, None),
    "refutation of order": ("exp(a) < 1 + a", {"a": "1"}, None, "0 < a"),
    "refutation about matrices": ("A*B == B*A", {
        "d": "2", "A": "Matrix([[0, 1], [0, 0]])", "B": "Matrix([[0, 0], [1, 0]])"}, None),
    "nowhere defined": ("1/(x - x) == 5", Nowhere(), None),
}  # fmt: skip


def lemmas() -> dict[str, Theorem]:
    """The theorem that one of the examples refers to."""
    theorem = check(LEMMA)
    assert isinstance(theorem, Theorem)
    return {theorem.hash: theorem}


def examples() -> dict[str, AnyCertificate]:
    """Certificates by the names of the rules that they show."""
    (lemma,) = lemmas()
    found = {
        name: WORDS.certificate(goal, proof, *given, model=model)
        for name, (goal, proof, model, *given) in ROWS.items()
    }
    found["congruence"] = replace(found["congruence"], definedness=((0, Rewrite(0, done)),))
    use = Lemma(lemma, ("p",), (done,), by(0))
    return found | {"lemma": WORDS.certificate("p/p == 1", use, lemmas=(lemma,))}
