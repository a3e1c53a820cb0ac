"""Derivatives, integrals and gradients in writeups, in what is shown, and in notebooks."""

from __future__ import annotations

import pytest
from sympy import Derivative, Eq, Function, MatrixSymbol, Q, diff, exp, sin, symbols

from derivations import (
    REFUTED, Document, as_written, forall, gradient, judge_claim, markdown, scalar, step,
)
from derivations.judging.judge import judge
from derivations.writing.explain import explain
from derivations.writing.latex import document_latex

x, s = symbols("x s", real=True)
n, m = symbols("n m", integer=True, positive=True)
f, g = Function("f", real=True), Function("g", real=True)
X, w, y = MatrixSymbol("X", m, n), MatrixSymbol("w", n, 1), MatrixSymbol("y", m, 1)
REALS = [Q.real_elements(matrix) for matrix in (X, w, y)]


def slopes() -> Document:
    doc = Document("slopes", title="Slopes")
    wave = doc.define("wave", x, sin(x) * exp(x))
    loss = doc.define("loss", w, scalar((X * w - y).T * (X * w - y)) / 2)
    doc.claim("wave-slope", Eq(diff(wave(x), x), wave(x) + sin(x + 0).diff(x) * exp(x)))
    doc.chain("least", gradient(loss(w), w), step(X.T * (X * w - y)), step(X.T * X * w - X.T * y),
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
    assert "At n = 1, w = Matrix([[1]]), v = Matrix([[1]]), in the direction v:\n" in refuted
    given = explain(judge_claim(DOC, "given"))
    assert "(i) Derivative(f[s], s) = g[s] for all real numbers s,\n" in given


def test_a_notebook_shows_the_same() -> None:
    assert r"\nabla_{w} (w^{\top} w) &= w" in markdown(judge_claim(DOC, "half"))
