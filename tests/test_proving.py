"""`prove`: what may be stated, and what is said of anything else."""

import pytest
from sympy import Eq, Ne, symbols

from derivations import prove
from derivations.language.statements import StatementError
from derivations.verdicts import PROVED, REFUTED

x, y = symbols("x y", real=True)


def test_hypotheses_are_given_as_a_list_or_as_a_single_relation():
    assert prove(Eq(x**2, y**2), given=[Eq(x, y)]).kind == PROVED
    assert prove(Eq(x**2, y**2), given=Eq(x, y)).kind == PROVED
    assert prove(Eq(x**2, y**2)).kind == REFUTED


@pytest.mark.parametrize("text", ["x = x", "1"])
def test_text_is_no_statement(text):
    with pytest.raises(StatementError, match="is text: write Eq"):
        prove(text)
    with pytest.raises(StatementError, match="is text: write Eq"):
        prove(Ne(x, 0), given=text)


def test_what_sympy_has_evaluated_cannot_be_judged():
    with pytest.raises(StatementError, match="evaluate=False"):
        prove(Eq(x, x))
