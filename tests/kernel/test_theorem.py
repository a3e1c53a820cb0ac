"""Theorems and counterexamples are made by the kernel from certificates, not by hand."""

import copy
import dataclasses
import pickle

import pytest

from derivations.kernel import Certificate, Counterexample, NormalForm, Rejected, Theorem, check
from derivations.language.statements import eq, statement
from derivations.language.terms import ONE, ZERO, symbol

x = symbol("x")
false = statement(eq(ZERO, ONE))
theorem = check(Certificate(statement(eq(x, x)), (NormalForm(),)))


def test_neither_is_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"a Theorem is made by derivations\.kernel\.check"):
        Theorem(object(), false, (), None, (), (), ())
    with pytest.raises(TypeError, match=r"a Counterexample is made by derivations\.kernel\.check"):
        Counterexample(None, false, 0, ())


def test_a_theorem_is_not_changed_into_another() -> None:
    """`dataclasses.replace` handed the key on."""
    assert isinstance(theorem, Theorem)
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(theorem, statement=false)
    with pytest.raises(dataclasses.FrozenInstanceError):
        theorem.statement = false  # type: ignore[misc]


def test_a_theorem_is_not_pickled() -> None:
    for attempt in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match=r"pickle its certificate"):
            attempt(theorem)


def test_a_rejection_names_place_and_reason() -> None:
    assert str(Rejected("proofs[0]", "no")) == "proofs[0]: no"
    assert str(Rejected("", lambda: "worded late")) == "worded late"
