"""Certificates told as steps: each rule and each kind of certificate, in text and in LaTeX."""

from __future__ import annotations

import pytest

from derivations.kernel import (
    AnyCertificate, Binder, Cases, Certificate, Combine, Enclose, Groups, Have, Impossible,
    Induction, Nowhere, Refutation, Rewrite, Sort, Theorem, Use, Witness, check,
)
from derivations.language.sorts import NATURAL, POSITIVE, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall, le, lt, ne
from derivations.language.stating import statement
from derivations.language.terms import ONE, ZERO
from derivations.writing.certificates import certificate_steps
from derivations.writing.explain import Page
from derivations.writing.latex_sentences import PEN
from derivations.writing.steps import Step
from derivations.writing.telling import law_step
from tests.support.cases import at, by, named, order, proved
from tests.support.notation import PI, add, cos, number, sin, sqrt, sum_, symbol

x, y, t, u = (symbol(v, REAL) for v in "xytu")
z, w = symbol("z"), symbol("w")
p = symbol("p", POSITIVE)
n, k, i, d = (symbol(v, NATURAL) for v in "nkid")
N2 = number(2)
U, A = symbol("U", matrix_sort(N2, N2, "unitary")), symbol("A", matrix_sort(N2, N2))
F = symbol("F", family_sort((NATURAL,), REAL))
plain = Combine()
square = forall(k, le(0, F[k] ** 2))
doubling = [eq(F[0], 1), forall(k, eq(F[k + 1], 2 * F[k]))]
lemma = proved(eq((x + 1) ** 2, x**2 + 2 * x + 1))


def steps(certificate: AnyCertificate, *lemmas: Certificate) -> list[Step]:
    """The steps of a certificate that the kernel accepts."""
    theorems = {made.hash: made for made in map(check, lemmas) if isinstance(made, Theorem)}
    check(certificate, theorems)
    return certificate_steps(certificate, theorems)


def text(told: list[Step]) -> str:
    page = Page()
    page.steps(told)
    return str(page)


# What is proved, and what is told: in text, and in LaTeX.
PROOFS = {
    "normal forms": (
        proved(eq(cos(x) ** 2 + sin(x) ** 2, 1)),
        "Multiplied out, both sides are 1.",
        "Multiplied out, both sides are $1$.",
    ),
    "cofactors in one line": (
        proved(eq(U.H * U * A, A), Sort(U, None, (), by(0, ONE, A))),
        "(1) U.H*U = U**0: by the sort of U.\n"
        "Left minus right is (U.H*U - U**0)*A, zero by (1).",
        "(1) $U^{*} U = U^{0}$: by the sort of $U$.\n"
        "Left minus right is $(U^{*} U - U^{0}) A$, zero by (1).",
    ),
    "orders, and what they leave": (
        proved(lt(2 * x, t + p), order((2, 0), 1), [le(x, y), lt(2 * y, t)]),
        "Right minus left is (2*(y - x) + (t - 2*y)) + p, positive by (i) and (ii).",
        "Right minus left is $2 (y - x) + (t - 2 y) + p$, positive by (i) and (ii).",
    ),
    "a fact is the goal": (
        proved(ne(x, y), order(0), [lt(x, y)]), "By (i).", "By (i).",
    ),
    "what is needed to be defined, and a law": (
        proved(eq(z * w / z, w), Use("inverse", (z,), (order(0),), by(2, w)), [ne(z, 0)],
               definedness=((0, order(0)),)),
        "Both sides are defined:\n"
        "    z != 0: by (i).\n"
        '(1) z*(1/z) = 1: by the law "inverse" from (i).\n'
        "Left minus right is w*(z*(1/z) - 1), zero by (1).",
        "Both sides are defined:\n"
        "\\begin{details}\n\\item $z \\neq 0$: by (i).\n\\end{details}\n"
        "(1) $z \\frac{1}{z} = 1$: by the law ``inverse'' from (i).\n"
        "Left minus right is $w \\cdot \\left(z \\frac{1}{z} - 1\\right)$, zero by (1).",
    ),
    "a condition": (
        proved(eq(z / z, 1), Use("inverse", (z,), (order(0),), by(1))),
        '(1) z*(1/z) = 1: by the law "inverse" from the condition.\nFrom (1).',
        "(1) $z \\frac{1}{z} = 1$: by the law ``inverse'' from the condition.\nFrom (1).",
    ),
    "what is used twice is told once, what is not used is not told": (
        proved(eq(z, 4), Have(Proposition(eq(z - 1, 3)), by(0), Have(
            Proposition(eq(z, 4)), by(1), Have(Proposition(eq(ONE, 1)), plain, by(2)))),
            [eq(z, 4)]),
        "(1) z - 1 = 3: from (i).\nFrom (1).",
        "(1) $z - 1 = 3$: from (i).\nFrom (1).",
    ),
    "a quantified fact, for any values": (
        proved(le(0, F[n] ** 2), Have(square, Binder(("i",), plain), Use(0, (n,), (), order(1)))),
        "(1) 0 <= F[k]**2 for all natural numbers k: for any such values:\n"
        "    0 <= F[i]**2: right minus left is F[i]**2, which is never negative.\n"
        "By (1) at k = n.",
        "(1) $0 \\leq F_{k}^{2}$ for all natural numbers $k$: for any such values:\n"
        "\\begin{details}\n"
        "\\item $0 \\leq F_{i}^{2}$: right minus left is $F_{i}^{2}$, which is never negative.\n"
        "\\end{details}\n"
        "By (1) at $k = n$.",
    ),
    "guards": (
        proved(forall((x, y), le(x, y + 1), lt(x, y)), Binder(("x", "y"), order(0))),
        "For any such values:\n"
        "    (1) x < y: as is assumed.\n"
        "    Right minus left is (y - x) + 1, never negative by (1).",
        "For any such values:\n"
        "\\begin{details}\n"
        "\\item (1) $x < y$: as is assumed.\n"
        "\\item Right minus left is $y - x + 1$, never negative by (1).\n"
        "\\end{details}",
    ),
    "a lemma": (
        proved(eq((y + 1) ** 2, y**2 + 2 * y + 1), Use(named(lemma), (y,), (), by(0))),
        f"By the lemma {named(lemma)[1:13]}.",
        f"By the lemma \\texttt{{{named(lemma)[1:13]}}}.",
    ),
    "base and step of an induction": (
        proved(
            eq(F[n], 2**n),
            Induction(n, by(0), Use(1, (n,), (), Combine(((ONE, 3, None), (number(2), 2, None))))),
            doubling,
        ),
        "By induction on n.\n"
        "    At n = 0: F[0] = 2**0: from (i).\n"
        "    (1) From n to n + 1, supposing F[n] = 2**n:\n"
        "        (2) F[n + 1] = 2*F[n]: by (ii) at k = n.\n"
        "        F[n + 1] = 2**(n + 1)\n"
        "            Left minus right is (F[n + 1] - 2*F[n]) + 2*(F[n] - 2**n), zero by (2) and "
        "(1).",
        "By induction on $n$.\n"
        "\\begin{details}\n"
        "\\item At $n = 0$: $F_{0} = 2^{0}$: from (i).\n"
        "\\item (1) From $n$ to $n + 1$, supposing $F_{n} = 2^{n}$:\n"
        "\\begin{details}\n"
        "\\item (2) $F_{n + 1} = 2 F_{n}$: by (ii) at $k = n$.\n"
        "\\item $F_{n + 1} = 2^{n + 1}$: left minus right is $F_{n + 1} - 2 F_{n} + "
        "2 (F_{n} - 2^{n})$, zero by (2) and (1).\n"
        "\\end{details}\n"
        "\\end{details}",
    ),
    "equal bodies": (
        proved(eq(sum_(F[k], (k, ZERO, n)), sum_(k, (k, ZERO, n))),
               Binder(("i",), Use(0, (i,), (), by(3))), [forall(k, eq(F[k], k))]),
        "Both sides are equal at every i:\n    F[i] = i: by (i) at k = i.",
        "Both sides are equal at every $i$:\n"
        "\\begin{details}\n\\item $F_{i} = i$: by (i) at $k = i$.\n\\end{details}",
    ),
    "rewriting": (
        proved(eq(sqrt(z), sqrt(w)), Rewrite(0, plain), [eq(z, w)]),
        "Rewritten by (i), both sides are the same.",
        "Rewritten by (i), both sides are the same.",
    ),
    "cases": (
        proved(le(0, x * x), Cases(
            le(0, x), None, Use("products at least zero", (x, x), (order(0),) * 2, order(1)), plain,
        )),
        "In both of two cases:\n"
        '    (1) If 0 <= x: by the law "products at least zero" from (1).\n'
        "    If x < 0: right minus left is x**2, which is never negative.",
        "In both of two cases:\n"
        "\\begin{details}\n"
        "\\item (1) If $0 \\leq x$: by the law ``products at least zero'' from (1).\n"
        "\\item If $x < 0$: right minus left is $x^{2}$, which is never negative.\n"
        "\\end{details}",
    ),
    "by contradiction": (
        proved(ne(x, 0), Cases(eq(x, 0), None, Use("absurd", (), (Combine(
            ((number(-1), 1, None),), order(0).orders),), by(2, x - 1)), order(1)), [ne(x, 0)]),
        "For otherwise:\n"
        "    (1) If x = 0: then 0 != 0: left minus right is -x + x, never zero by (1) and (i).",
        "For otherwise:\n"
        "\\begin{details}\n"
        "\\item (1) If $x = 0$: then $0 \\neq 0$: left minus right is $-x + x$, never zero by "
        "(1) and (i).\n"
        "\\end{details}",
    ),
    "intervals": (
        proved(ne(sqrt(2), number("1.4142")), Enclose(64)),
        "By certified intervals around both sides.",
        "By certified intervals around both sides.",
    ),
    "groups": (
        proved(eq(add(x * x, y * y), add(x**2, y**2)), Groups((((0,), (0,)), ((1,), (1,))))),
        "The terms of both sides fall into 2 groups, each with the same normal form on both sides; "
        "the\n  first: x*x = x**2.",
        "The terms of both sides fall into 2 groups, each with the same normal form on both sides; "
        "the first: $x x = x^{2}$.",
    ),
}

# Values, and what is told of them.
VALUES = {
    "values of symbols, and what holds there": (
        Refutation(statement(le(x, 1), [lt(x * PI, 10), lt(1, x * PI)]), 0,
                   at({x: 2}, None, Enclose(64), Enclose(64)), (), plain),
        "What is given holds there:\n"
        "    2*pi < 10: by certified intervals around both sides.\n"
        "    1 < 2*pi: by certified intervals around both sides.",
    ),
    "why it fails, where that is not seen at once": (
        Refutation(statement(eq(x, sqrt(N2))), 0, at({x: 1}), (), Enclose(64)),
        "1 != sqrt(2): by certified intervals around both sides.",
    ),
    "there is: by values": (
        Witness(statement(lt(x, y), exists=(y,)), at({y: x + 1}), (plain,)),
        "Take y = x + 1.\nRight minus left is 1, which is positive.",
    ),
    "there is none": (
        Impossible(statement([eq(x * y, 1)], exists=(y,)), at({x: 0}), (), by(0, -1)),
        "Suppose there were real numbers y:\n"
        "    (1) 0*y = 1: as is supposed.\n"
        "    1 = 0: from (1).",
    ),
    "defined nowhere": (
        Nowhere(statement(eq(1 / (x - y), 2), [eq(x, y)]), 0, 0, at({}), by(0), at({x: 0, y: 0})),
        "x - y = 0: from (i).",
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_proofs(name: str) -> None:
    certificate, in_text, in_latex = PROOFS[name]
    told = steps(certificate, lemma)
    assert text(told) == in_text
    assert "\n".join(PEN.items(told)) == in_latex


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    certificate, in_text = VALUES[name]
    assert text(steps(certificate)) == in_text


def test_what_cannot_be_followed_is_named_by_its_rule() -> None:
    told = certificate_steps(proved(eq(x, y), by(5)))
    assert text(told) == "By the rule Combine, which is not shown here."


def test_a_long_combination_is_told_in_words() -> None:
    long = add(*[symbol(f"a{j}") ** j for j in range(30)])
    told = steps(proved(eq(z * long, w * long), by(0, long), [eq(z, w)]))
    assert text(told) == "From (i), multiplied out."


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sqrt range", '"sqrt range": 0 <= re(sqrt(z)) for all complex numbers z (def).'),
        ("absurd", '"absurd": 1 = 0 with 0 != 0 (def).'),
    ],
)
def test_a_law_has_its_formula_and_its_source(name: str, said: str) -> None:
    assert text([law_step(name)]) == said
