"""Verdicts told as a person would: what is printed, word for word."""

import pytest

from derivations.language.parser import parse_claim
from derivations.language.sorts import (
    INTEGER, NATURAL, POSINT, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import eq, forall
from derivations.language.stating import statement
from derivations.language.terms import ONE
from derivations.search.driver import search
from derivations.verdicts import values_words
from derivations.writing.explain import WIDTH, explain
from derivations.writing.story import declared_words
from tests.support.notation import identity, number, symbol

N2 = number(2)


def told(text: str, *declared: str, given: tuple[str, ...] = ()) -> str:
    return explain(search(parse_claim(text, declared, given)))


def test_an_identity() -> None:
    assert told("sin(x)**2 + cos(x)**2 = 1", "x: real") == (
        "For all real numbers x:\n"
        "    sin(x)**2 + cos(x)**2 = 1\n"
        "\n"
        "PROVED.\n"
        "    Multiplied out, both sides are 1.\n"
        "\n"
        "Model: none is needed, since nothing is assumed.\n"
        "It rests on no law, lemma or axiom."
    )


def test_hypotheses_are_combined() -> None:
    assert told("x*z = y*z", "x, y, z: real", given=("x = y",)) == (
        "For all real numbers x, y, z such that\n"
        "    (i) x = y,\n"
        "the following holds:\n"
        "    x*z = y*z\n"
        "\n"
        "PROVED.\n"
        "    Left minus right is z*(x - y), zero by (i).\n"
        "\n"
        "Model: everything assumed holds at x = 0, y = 0, z = 0.\n"
        "It rests on no law, lemma or axiom."
    )


def test_a_condition_with_a_point_where_it_fails() -> None:
    text = told("x/x = 1", "x: real")
    assert text.split("\n\n")[1] == (
        "PROVED WHERE BOTH SIDES ARE DEFINED.\n"
        "    Nothing that is given ensures that both sides are defined; the condition:\n"
        "        x != 0: it fails at x = 0."
    )
    assert "Model: everything assumed holds at x = 1." in text


def test_a_counterexample_with_both_sides_and_the_residual() -> None:
    assert told("sqrt(x**2) = x", "x: real") == (
        "For all real numbers x:\n"
        "    sqrt(x**2) = x\n"
        "\n"
        "REFUTED.\n"
        "    At x = -1:\n"
        "        The left side is sqrt((-1)**2) = 1.\n"
        "        The right side is -1.\n"
        "        They are exactly 2 apart.\n"
        "    In general, left minus right is sqrt(x**2) - x."
    )


def test_what_is_defined_nowhere() -> None:
    text = told("1/(x - x) = 5", "x: real")
    assert "To be defined it needs what never holds: x - x != 0." in text
    assert "x - x = 0: multiplied out, both sides are 0." in text


def test_instances_that_are_not_used_are_not_told() -> None:
    n = symbol("n", POSINT)
    theta = symbol("Theta", matrix_sort(n, n))
    u = symbol("U", family_sort((NATURAL,), matrix_sort(n, n, "unitary")))
    t, k = symbol("t", NATURAL), symbol("k", NATURAL)
    claimed = statement(
        eq(u[t + 1], theta**(t + 1)),
        [eq(u[0], identity(n)), forall(k, eq(u[k + 1], u[k] * theta))],
    )
    text = explain(search(claimed))
    assert text.count("by (ii) at k = ") <= 3
    assert "supposing U[t1 + 1] = Theta**(t1 + 1):\n" in text


def test_what_is_not_used_is_said() -> None:
    text = told("x + 0 = x", "x, y: real", given=("y = 1",))
    assert "Not used: (i); it holds without." in text


def test_hypotheses_without_a_model_are_told() -> None:
    text = told("x = y", "x, y: real", given=("x = 1", "x = 2", "y = x"))
    assert "PROVED." in text and "Model: not found." in text


def test_many_equal_parts_are_told_once() -> None:
    sum_ = "+".join(f"sin(a{j})**2+cos(a{j})**2" for j in range(40))
    text = told(f"{sum_} = 40*1", *[f"a{j}: real" for j in range(40)])
    assert text.startswith("For all real numbers a0, a1, a2, a3, a4, a5, a6, a7, ..., a39 (40 of")
    assert max(map(len, text.split("\n"))) <= WIDTH


def test_a_law_is_told_with_what_it_needs_and_what_it_says() -> None:
    text = told("asin(x) <= pi/2", "x: real", given=("-1 <= x", "x <= 1"))
    assert 'By the law "asin range" from (i) and (ii).' in text
    assert '    "asin range": -pi/2 <= asin(z) and asin(z) <= pi/2 for all complex numbers' in text


def test_what_is_undecided_says_what_was_tried() -> None:
    assert "UNDECIDED. What was tried:" in told("pi**2 != a/n", "a: integer", "n: posint")


# Words


@pytest.mark.parametrize(
    ("symbols", "words"),
    [
        ([symbol("a", REAL), symbol("n", POSINT)], "real numbers a and positive integers n"),
        ([symbol("f", family_sort((NATURAL,), REAL))], "real numbers f[k] (k = 0, 1, 2, ...)"),
        (
            [symbol("g", family_sort((REAL,), REAL)), symbol("A", matrix_sort(N2, N2, "unitary"))],
            "functions g: real -> real and unitary 2 x 2 matrices A",
        ),
        ([symbol("q", matrix_sort(N2, ONE, "real"))], "real vectors q of size 2"),
        ([symbol("p", permutation_sort(N2))], "permutations p of 2 places"),
    ],
)
def test_declarations(symbols, words) -> None:
    assert declared_words(symbols) == words


def test_zeros_among_many_values_are_told_together() -> None:
    values = [(symbol(f"x{j}"), (symbol("x") ** 0).args[1]) for j in range(20)]
    assert values_words(values) == "all 20 symbols are 0"


def test_families_over_several_indices_in_words():
    index = {"ii": (INTEGER, INTEGER), "in": (INTEGER, NATURAL), "iii": (INTEGER,) * 3}
    said = {name: declared_words([symbol("f", family_sort(index[name], REAL))]) for name in index}
    assert said == {
        "ii": "real numbers f[k, l] (k an integer and l an integer)",
        "in": "real numbers f[k, l] (k an integer and l = 0, 1, 2, ...)",
        "iii": "real numbers f[k, l, m] (k an integer, l an integer and m an integer)",
    }
