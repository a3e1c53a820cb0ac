"""In LaTeX one formula has one reading, and two names of one statement never look alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derivations.language.sorts import (
    INTEGER, POSINT, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import eq, forall, le, lt, ne
from derivations.language.stating import statement
from derivations.language.terms import Term
from derivations.writing.latex import given_latex
from derivations.writing.latex_sentences import PEN, names_apart
from derivations.writing.latex_terms import relation_latex, term_latex
from derivations.writing.story import declared_words
from tests.support.notation import (
    PI, add, apply, call, conj, div, exp, identity, mul, number, power, symbol,
)

y, k = symbol("y", REAL), symbol("k", INTEGER)
f = symbol("f", family_sort((INTEGER,), REAL))

STEPS: tuple[Callable[[Term], Term], ...] = (
    lambda t: call("log", t), lambda t: call("sin", t), lambda t: div(t, 2), lambda t: div(y, t),
    lambda t: mul(2, t), lambda t: mul(t, y), lambda t: add(t, y), lambda t: power(t, 2),
)  # fmt: skip
CONTEXTS: tuple[Callable[[Term], Term], ...] = (
    exp, lambda t: apply(f, t), lambda t: exp(div(t, 2)), lambda t: t,
)  # fmt: skip


def test_different_terms_are_printed_differently() -> None:
    """Functions, quotients, products and powers to depth 3, as they stand and in scripts.

    Of signs, `-y/2` is both (-y)/2 and -(y/2), whose values are the same.
    """
    terms = [y, k]
    for _ in range(3):
        terms = list(dict.fromkeys([*terms, *(step(t) for t in terms for step in STEPS)]))
    assert len(terms) > 1_000
    for context in CONTEXTS:
        read: dict[str, Term] = {}
        for term in terms:
            latex = term_latex(context(term))
            assert read.setdefault(latex, term) == term, latex


@pytest.mark.parametrize(
    ("term", "latex"),
    [
        (exp(div(call("log", y), 2)), r"e^{\log(y)/2}"),
        (exp(call("log", div(y, 2))), r"e^{\log(y/2)}"),
        (call("log", div(y, 2)), r"\log\frac{y}{2}"),
    ],
)
def test_a_function_over_a_quotient_in_a_script(term: Term, latex: str) -> None:
    assert term_latex(term) == latex


def real(*names: str) -> list[Term]:
    return [symbol(name, REAL) for name in names]


d = symbol("d", POSINT)
v = symbol("v", family_sort((INTEGER,), REAL))
v2 = symbol("v", family_sort((INTEGER, INTEGER), REAL))
v_1 = symbol("v_1", family_sort((INTEGER,), REAL))
I_d, A = symbol("I_d", matrix_sort(d, d)), symbol("A", matrix_sort(d, d))
M = symbol("M", matrix_sort(number(2), number(2)))
LONG = "a" * 30


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            tuple(real(*names))
            for names in (
                ("x1", "x_1"), ("x", "x_"), ("p'", "p_prime"), ("o", "omicron"),
                ("lambda", "lamda"), (LONG + "b" * 20, LONG + "c" + "b" * 19),
            )
        ),
        (PI, symbol("pi_", REAL)),
        (identity(d), I_d),
        (exp(y), power(symbol("e", REAL), y)),
        (apply(v, symbol("i", INTEGER)), symbol("v_i", REAL)),
        (apply(v2, 1, k), apply(v_1, k)),
        (conj(y), symbol("y_bar", REAL)),
        (call("harmonic", k), symbol("Eta_k", REAL)),
    ],
)  # fmt: skip
def test_what_would_look_alike_is_told_apart(one: Term, other: Term) -> None:
    for left, right in ((one, other), (other, one)):
        printed_left, printed_right = relation_latex(eq(left, right)).split(" = ")
        assert printed_left != printed_right.replace(r"\bar", r"\overline")
        assert r"\mathtt{" in printed_left + printed_right


@pytest.mark.parametrize("names", [("x_1", "x_2"), ("e", "I_d", "y_bar"), ("v", "w_1")])
def test_names_that_look_like_no_other_are_not_spelled(names: tuple[str, ...]) -> None:
    first, *others = real(*names)
    assert r"\mathtt" not in term_latex(add(first, *others, 2))


def test_a_name_is_printed_alike_in_all_of_a_statement() -> None:
    one, other = real("x1", "x_1")
    claimed = statement(ne(one, other), [lt(other, 0)], [one, other])
    with names_apart(claimed):
        (given,) = given_latex(claimed, ":")
        assert f"such that (i) ${term_latex(other)} < 0$:" in given
        assert term_latex(other) == r"\mathtt{x\_1}"
        assert term_latex(one) == "x_{1}"
    assert term_latex(other) == "x_{1}"


def test_hypotheses_and_guards_are_told_apart_in_sentences() -> None:
    inside, outside = le(k, 3), eq(apply(f, 0), 0)
    zero = eq(apply(f, k), 0)
    (given,) = given_latex(statement(zero, [forall(k, zero, inside), outside]), ":")
    assert given.endswith(
        r"(i) $f_{k} = 0$ for all integers $k$ with $k \leq 3$ and (ii) $f_{0} = 0$:"
    )
    (given,) = given_latex(statement(zero, [forall(k, zero, inside, outside)]), ":")
    assert given.endswith(
        r"(i) $f_{k} = 0$ for all integers $k$ with $k \leq 3$ and $f_{0} = 0$:"
    )


def test_permutations_and_functions_of_matrices_in_words() -> None:
    sigma = symbol("sigma", permutation_sort(d))
    F = symbol("F", family_sort((matrix_sort(d, d),), REAL))
    assert declared_words([sigma, F], PEN) == (
        r"permutations $\sigma$ of $d$ places and "
        r"functions $F \colon \mathbb{C}^{d \times d} \to \mathbb{R}$"
    )
