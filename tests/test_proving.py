"""`prove`: what may be stated, and what is said of anything else."""

import pytest
from sympy import Eq, symbols

from derivations import markdown, prove
from derivations.language.statements import StatementError
from derivations.verdicts import CONDITIONAL, PROVED, REFUTED

x, y = symbols("x y", real=True)


def test_hypotheses_are_given_as_a_list_or_as_a_single_relation():
    assert prove(Eq(x**2, y**2), given=[Eq(x, y)]).kind == PROVED
    assert prove(Eq(x**2, y**2), given=Eq(x, y)).kind == PROVED
    assert prove(Eq(x**2, y**2)).kind == REFUTED


@pytest.mark.parametrize(
    "claimed, given, let, kind",
    [
        ("x**2/x = x", [], {"x": "real"}, CONDITIONAL),
        ("x**2/x = x", ["x != 0"], {"x": "real"}, PROVED),
        ("x**2 = y**2", "x = y", {"x, y": "complex"}, PROVED),
        (["x = y", "x**2 = y**2"], "x = y", {"x, y": "complex"}, PROVED),
        (["x = y", "k*x = k*y for all k: real"], "x = y", {"x, y": "complex"}, PROVED),
        ([Eq(x**2, 4), Eq(x, 2)], [Eq(x, 2)], {}, PROVED),
    ],
)
def test_text_and_sympy_are_stated_alike(claimed, given, let, kind):
    assert prove(claimed, given, let).kind == kind


@pytest.mark.parametrize(
    "claimed, let, message",
    [
        ("x = x", None, "x is not declared"),
        ("1", None, "a relation is missing"),
        (["x = 1", Eq(x, 1)], {"x": "complex"}, "either all text, or all in SymPy"),
        (Eq(x, 1), {"x": "real"}, "let= gives the sorts of names in text"),
        ([], None, "none is given"),
        ("x = 1", "x: real", "let= is written {'x': 'real'}, not 'x: real'"),
        (
            "for all n: natural, g: family(natural, real -> real) with Sum(Derivative(g[k, s], s), "
            "(k, 1, n)) = 0 for all s: real: n = n", None, r"a hypothesis for all s needs that .*"
            r"`Derivative\(g\[k, s\], s\) = d\[k, s\]",
        ),
        (["exists n: natural: n = 1", "exists n: natural: n = 2"], None, "before 'exists'"),
    ],
)
def test_what_is_not_stated_well(claimed, let, message):
    with pytest.raises(StatementError, match=message):
        prove(claimed, (), let)


def test_a_proof_that_checked_nothing_says_so():
    assert prove(Eq(x + y, y + x, evaluate=False)).empty
    assert not prove("x + x = 2*x", let={"x": "real"}).empty
    assert not prove("x = 1", let={"x": "real"}).empty


def test_what_is_not_there_is_told_by_its_name():
    refuted = prove("exists n: natural: n*x + 1 = 0", let={"x": "real"})
    assert "at x = 0: there is no such n" in str(refuted)
    assert "There is no such $n$." in markdown(refuted)
    neither = prove("exists n: natural: n > m; n < m", let={"m": "natural"})
    assert "there is no such n" in str(neither) and "false is" not in str(neither)


def test_what_sympy_has_evaluated_cannot_be_judged():
    with pytest.raises(StatementError, match="inside of as_written"):
        prove(Eq(x, x))


def test_values_of_a_permutation_are_told_as_plain_data():
    told = prove("p[0] = 0", let={"n": "posint", "p": "permutation(n)"}).to_json()["witness"]
    reversal = "Function(j0_ -> 1 - j0_)"
    assert told["values"] == {"n": "2", "p": reversal, "p.I": reversal}
