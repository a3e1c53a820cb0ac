"""What a document prints is quoted: formulas are typeset if all of them is known."""

import pytest

from derivations.writing.latex_sentences import PEN
from derivations.writing.quotations import formula
from derivations.writing.steps import Quoted

TYPESET = [
    (r"Q = XW^Q \in \mathbb{R}^{3 \times d_k}", None),
    (r"\phi(Q) \left( \phi(K)^\top V \right)", r"\phi(Q) ( \phi(K)^\top V )"),
    (r"\theta_i = 10000−2(i−1)/d", r"\theta_i = 10000-2(i-1)/d"),
    (r"\text{Rotation matrix } R(\omega_i \Delta)", None),
    (r"(0.1)^{\frac{l-1}{M}} t", None),
    (r"\underbrace{\|x\| \sin(\theta)}_{\text{area}} i \quad (19)", None),
]


@pytest.mark.parametrize(("quoted", "shown"), TYPESET)
def test_what_is_known_is_typeset(quoted, shown):
    assert formula(quoted) == (shown or quoted)


@pytest.mark.parametrize(
    "quoted",
    [
        r"\input{file}", r"\write18{ls}", r"\def\x{1}", r"x \\ y", "50% of x", "x & y", "#1",
        "{x", "x}", "}x{", "x_", "x^{}^", "x^a^b", "x_{a}_b", r"x^\top^2", "x_a^b_c", "x^2'",
        r"\mathbb R", r"\text", r"\frac12", r"\frac{1} 2", r"\frac{1", r"\frac}{1}{2}", "x\ny",
        "xé", "$x$", "^^41",
    ],
)  # fmt: skip
def test_what_is_not_known_is_shown_as_it_is(quoted):
    assert formula(quoted) is None


@pytest.mark.parametrize(
    ("quoted", "shown"),
    [
        ("it is $- k \\ll L$ or 50%", "``it is $- k \\ll L$ or 50\\%''"),
        ("$$e_{tj} = Q_t^\\top K_j$$", "``$e_{tj} = Q_t^\\top K_j$''"),
        ("\\theta_i is odd $", "``\\textbackslash{}theta\\_i is odd ''"),
        ("$\\theta = 1", "``$\\theta = 1$''"), ("\\sum_i q_i", "``$\\sum_i q_i$''"),
        ("$\\input{x}$", "``\\texttt{\\textbackslash{}input\\{x\\}}''"),
    ],
)  # fmt: skip
def test_a_quotation_in_a_writeup(quoted, shown):
    assert PEN.words((Quoted(quoted),)).replace(r"\allowbreak{}", "") == shown
