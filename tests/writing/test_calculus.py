"""Derivatives, integrals and gradients in writeups, in what is shown, and in notebooks."""

from __future__ import annotations

import pytest
from sympy import Derivative, Eq, Function, MatrixSymbol, Q, diff, exp, sin, symbols

from derivations import (
    REFUTED, Document, as_written, forall, gradient, judge_claim, markdown, scalar, step,
)
from derivations.judging.judge import judge
from derivations.kernel import LAWS, Use, check
from derivations.language.sorts import COMPLEX, REAL, family_sort
from derivations.language.statements import Proposition, Relation, eq, lt
from derivations.language.terms import Term
from derivations.writing.calculus import rule, rules, told
from derivations.writing.certificates import certificate_steps
from derivations.writing.explain import Page, explain
from derivations.writing.latex import document_latex
from derivations.writing.steps import Label, Step, arranged
from derivations.writing.story import Pen
from derivations.writing.telling import law_step
from tests.support.cases import by, order, proved
from tests.support.notation import Written, call, function, number, symbol

x, s = symbols("x s", real=True)
n, m = symbols("n m", integer=True, positive=True)
f, g = Function("f", real=True), Function("g", real=True)
D, w, y = MatrixSymbol("X", m, n), MatrixSymbol("w", n, 1), MatrixSymbol("y", m, 1)
REALS = [Q.real_elements(matrix) for matrix in (D, w, y)]


def slopes() -> Document:
    doc = Document("slopes", title="Slopes")
    wave = doc.define("wave", x, sin(x) * exp(x))
    loss = doc.define("loss", w, scalar((D * w - y).T * (D * w - y)) / 2)
    doc.claim("wave-slope", Eq(diff(wave(x), x), wave(x) + sin(x + 0).diff(x) * exp(x)))
    doc.chain("least", gradient(loss(w), w), step(D.T * (D * w - y)), step(D.T * D * w - D.T * y),
              given=REALS)  # fmt: skip
    doc.claim("half", Eq(gradient(scalar(w.T * w), w), w), given=REALS, expect=REFUTED)
    doc.claim("given", Eq(f(x) * 1, f(x)), given=[forall(s, Eq(Derivative(f(s), s), g(s)))])
    return doc


with as_written():
    DOC = slopes()
TEX = " ".join(document_latex(DOC, list(judge([DOC]))).split())


@pytest.mark.parametrize(
    "said",
    [
        r"\frac{d}{dx} \mathit{wave}(x) &= \mathit{wave}(x) + \left(\frac{d}{dx} \sin(x + 0)\right)"
        r" e^{x}",
        r"\nabla_{w} \mathit{loss}(w) &= X^{\top} (X w - y)",
        r"&= X^{\top} X w - X^{\top} y",
        r"\nabla_{w} (w^{\top} w) &= w",
        r"$w = \begin{bmatrix} 1 \end{bmatrix}$ and $v = \begin{bmatrix} 1 \end{bmatrix}$, in the "
        "direction $v$:",
        r"(i) $\frac{d}{ds} f(s) = g(s)$ for all real numbers $s$",
        r"$\nabla_{W} f = G$ says that for all real $V$ the derivative of $f$ along $W + t V$",
    ],
)
def test_a_writeup_shows_what_was_written(said: str) -> None:
    assert said in TEX
    assert "for all real vectors $v" not in TEX, "the directions of a gradient are not spoken of"


def test_what_is_shown_is_told_of_gradients() -> None:
    told = explain(judge_claim(DOC, "least[1]"))
    assert "gradient(scalar((X*w - y).T*(X*w - y))/2, w) = X.T*(X*w - y)\n" in told
    refuted = explain(judge_claim(DOC, "half"))
    assert "v = Matrix([[1]]), in the direction v: left 2," in str(judge_claim(DOC, "half"))
    assert "At n = 1, w = Matrix([[1]]), v = Matrix([[1]]), in the direction v:\n" in refuted
    given = explain(judge_claim(DOC, "given"))
    assert "(i) Derivative(f[s], s) = g[s] for all real numbers s,\n" in given


def test_a_notebook_shows_the_same() -> None:
    assert r"\nabla_{w} (w^{\top} w) &= w" in markdown(judge_claim(DOC, "half"))


# Proofs, told by their rules

X, A, T = (symbol(name, REAL) for name in ("x", "a", "t"))
F = symbol("F", family_sort((REAL,), COMPLEX))
SLOPE = 2 * X / (1 + X**2)


def log_of(variable: Written) -> Written:
    return call("log", 1 + variable**2)


def test_a_proof_is_told_by_its_rules() -> None:
    goal = eq(call("diff", X, X, log_of(X)), SLOPE)
    inner, outer = (function([T], body) for body in (1 + T**2, log_of(T)))
    proof = Use("derivative of log", (inner, X, 2 * X), (None, order(0)),
                Use("derivative", (outer, X, SLOPE), (by(2),), by(3)))  # fmt: skip
    certificate = proved(goal, proof, [lt(0, 1 + X**2)])
    check(certificate)
    page = Page()
    page.steps(certificate_steps(certificate))
    assert str(page).split("\n")[-3:] == [
        "(1) Derivative(log(1 + x**2), x) = 2*x/(1 + x**2)",
        "    By the derivative of log and the chain rule with u = 1 + x**2 from (i).",
        "From (1).",
    ]


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("sum", (F, F, A, X, X), "by the sum rule"),
        ("product", (F, F, A, X, X), "by the product rule"),
        ("whole power", (function([T], T), number(2), A, X), "by the power rule"),
        ("whole power", (function([T], 1 + T), number(2), A, X),
         "by the power rule and the chain rule with u = 1 + a"),
        ("composition", (function([T], T**2), F, A, X, X), "by the chain rule with u = a**2"),
        ("composition", (F, F, A, X, X), "by the chain rule with u = F[a]"),
        ("sin", (function([T], T), A, X), "by the derivative of sin"),
        ("sqrt of reals", (function([T], T**2), number(2), X),
         "by the derivative of sqrt and the chain rule with u = x**2"),
        ("power", (F, F, A, X, X), "by the power rule of base and exponent"),
    ],
)  # fmt: skip
def test_rules(name: str, values: tuple[Term, ...], words: str) -> None:
    law = LAWS["derivative of " + "a " * (name in ("sum", "product", "power", "whole power",
                                                   "composition")) + name]  # fmt: skip
    assert Pen().words(rule(law.name, law.variables, values)) == words


def test_laws_among_rules() -> None:
    names = ["derivative", "derivative of a sum", "inverse", "derivative of a sum of matrices"]
    assert rules(names) == (["the sum rule"], ["inverse"])
    assert rule("grows", (), ()) == ()


@pytest.mark.parametrize(
    ("relation", "shown"),
    [
        (eq(call("tangent", symbol("x'", REAL), X, A, F[symbol("x'", REAL)]), 1),
         "Derivative(F[x], x) = a"),
        (eq(call("tangent", symbol("x1", REAL), 0, A, F[symbol("x1", REAL)]), 1),
         "Subs(Derivative(F[x], x), x, 0) = a"),
        (eq(call("tangent", T, X, call("diff", A, X, F[A]), F[T]), 1), "differentiable(F[x], x)"),
        (eq(call("diff", symbol("x'", REAL), X, X * symbol("x'", REAL)), A),
         "Subs(Derivative(x*x1, x1), x1, x) = a"),
        (eq(call("integral", symbol("x'", REAL), 0, X, X * symbol("x'", REAL)), A),
         "Integral(x*x1, (x1, 0, x)) = a"),
    ],
)  # fmt: skip
def test_variables_are_called_as_what_they_are_at(relation: Relation, shown: str) -> None:
    assert Pen().relation(told(relation)) == shown


def test_no_step_rests_on_itself() -> None:
    """A fact in the proof of what says the same under another name is told."""
    one, other = (Proposition(eq(call("diff", v, X, F[v]), A)) for v in (T, symbol("s", REAL)))
    inner, outer = Label(uses=1), Label(uses=1)
    below = (Step(("by a law",), one, inner), Step(("by ", inner)))
    last = Step(("by ", outer))
    first, end = arranged([Step(("by cases",), other, outer, below), last])
    assert [label.name for label in (outer, inner)] == ["(1)", "(2)"]
    assert [step.words for step in first.below] == [("by a law",), ("by ", inner)]
    assert inner.same is None and end == last


def test_what_is_known_below_what_shares_it_is_not_told_again() -> None:
    fact = Proposition(eq(call("differentiable", T, X, F[T]), 1))
    first, second, third = Label(uses=1), Label(), Label(uses=1)
    block = Step(("both sides are defined:",), shares=True, below=(
        Step(("by a law",), fact, first), Step(("by ", first), fact, second),
    ))  # fmt: skip
    block, end = arranged([block, Step(("by a law",), fact, third), Step(("by ", third))])
    assert [step.label for step in block.below] == [first]
    assert third.same is first and end.words == ("by ", third)


def test_a_law_that_says_what_a_derivative_is() -> None:
    assert Pen().words(law_step("derivative").words) == (
        '"derivative": the one that a function has is its own (Rudin 5.1)'
    )
    assert "Derivative(F[a] + G[a], a) = u + v for all" in Pen().words(
        law_step("derivative of a sum").words
    )
