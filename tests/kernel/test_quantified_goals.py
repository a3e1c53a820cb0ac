"""Goals for all values of variables, and what is read and shown but not judged yet."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from derivations import prove
from derivations.kernel import Certificate, NormalForm, Refutation, check, decode, encode
from derivations.kernel.proofs import Instantiate, Lemma
from derivations.kernel.theorem import Rejected, Theorem
from derivations.language.sorts import (
    NATURAL, POSINT, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import Statement, StatementError, eq, forall, le, lt, statement
from derivations.language.terms import ONE, ZERO, add, apply, call, div, mul, number, symbol
from tests.support.notation import in_text

n, k, d = symbol("n", NATURAL), symbol("k", NATURAL), symbol("d", POSINT)
x, y = symbol("x", REAL), symbol("y", REAL)
f, g = symbol("f", family_sort((NATURAL,), REAL)), symbol("g", family_sort((REAL,), REAL))
A, s = symbol("A", matrix_sort(d, d)), symbol("s", permutation_sort(d))
B = symbol("B", matrix_sort(d, ONE))
F = symbol("F", family_sort((matrix_sort(d, d),), REAL))
fk, gy = apply(f, k), apply(g, y)

WHAT_EXISTS = "this edition cannot judge statements about what exists yet"


@pytest.mark.parametrize(
    ("claimed", "kind"),
    [
        (statement(forall(k, eq(mul(2, fk), mul(fk, 2)))), "proved"),
        (statement(forall(k, eq(fk, 0), le(k, n)), [forall(k, eq(fk, 0))]), "proved"),
        (statement([forall(y, eq(div(y, y), 1), lt(x, y)), eq(x, x)], [lt(0, x)]), "proved"),
        (statement(forall(y, eq(div(y, y), 1), lt(0, y))), "proved"),
        (statement(forall(k, eq(fk, 0), lt(k, n)), [forall(k, le(fk, 1))]), "refuted"),
        (statement(forall(y, eq(y, 0), le(y, 0))), "refuted"),
        (statement(forall(y, eq(gy, 1), le(0, call("log", y)))), "refuted"),  # not at log 0
    ],
    ids=str,
)
def test_goals_for_all_values(claimed: Statement, kind: str) -> None:
    verdict = prove(claimed)
    assert verdict.kind == kind
    assert verdict.certificate is not None
    data = json.loads(json.dumps(encode(verdict.certificate)))
    assert decode(data) == verdict.certificate


@pytest.mark.parametrize(
    ("claimed", "why"),
    [
        (statement(eq(x, y), (), [x], [y]), WHAT_EXISTS),
        (statement(forall(k, le(k, n)), (), (), [n]), WHAT_EXISTS),
        (statement(eq(apply(F, A), apply(F, A))), "about functions of matrices yet"),
        (statement(eq(apply(s, k), k)), "about permutations yet"),
        (
            statement(eq(apply(f, apply(call("inv", s), apply(s, k))), apply(f, k))),
            "about permutations yet",
        ),
        (statement(forall(y, eq(gy, gy), le(0, call("log", y)))), "a guard that needs y != 0 yet"),
    ],
    ids=str,
)
def test_what_cannot_be_judged_is_undecided_with_that_reason(claimed: Statement, why: str) -> None:
    verdict = prove(claimed)
    assert verdict.kind == "undecided"
    assert verdict.attempts[0].stopped.endswith(why)
    for certificate in (Certificate(claimed, (NormalForm(),)), Refutation(claimed, 0, ())):
        with pytest.raises(Rejected):
            check(certificate)


@pytest.mark.parametrize(
    ("claimed", "why"),
    [
        (statement(forall(k, eq(fk, 0)), (), [k]), "quantifies over k, which is also the name"),
        (statement(forall((k, k), eq(fk, 0))), "cannot quantify over 'k', or only once"),
        (statement(forall(A, eq(x, x)), (), [d]), None),
        (Statement((), (), statement(forall(A, eq(ONE, ONE))).goals), "A mentions d, which is not"),
        (statement(eq(y, y), [eq(y, 0)], [x], [y]), "the symbol y is not declared"),
        (statement(eq(y, y), (), [y], [y]), "the name y is declared twice"),
        (statement(eq(apply(F, x), 0)), "F is a function of matrix.d, d.; x is not one"),
        (statement(eq(apply(F, B), 0)), "F is a function of matrix.d, d.; B is not one"),
        (statement(eq(apply(s, A), k)), "A is a matrix where a scalar is needed"),
        (statement(eq(add(s, 1), k)), "the permutation s needs an index"),
    ],
    ids=str,
)
def test_the_variables_of_a_goal(claimed: Statement, why: str | None) -> None:
    if why is None:
        assert prove(claimed).kind == "proved"
        return
    with pytest.raises(StatementError, match=why):
        prove(claimed)


def test_what_a_goal_needs_stands_under_its_variables_and_guards() -> None:
    claimed = statement(forall(y, eq(mul(gy, div(1, gy)), mul(gy, div(1, gy))), lt(x, y)))
    verdict = prove(claimed)
    assert [in_text(c) for c in verdict.conditions] == ["g[y] != 0 for all y: real with x < y"]


def test_a_theorem_gives_its_goal_for_all_values_and_no_more() -> None:
    claimed = statement(forall(k, eq(fk, 0), le(1, k)), [forall(k, eq(fk, 0), le(1, k))])
    proof = Instantiate(0, (k,), (NormalForm(),), NormalForm((_once(2),)))
    theorem = check(Certificate(claimed, (proof,)))
    assert isinstance(theorem, Theorem)

    def at(place: int) -> Theorem:
        goal = replace(claimed, goals=statement(eq(apply(f, number(place)), 0)).goals)
        given = Instantiate(0, (k,), (NormalForm(),), NormalForm((_once(2),)))
        used = Instantiate(1, (number(place),), (NormalForm(),), NormalForm((_once(2),)))
        lemma = Lemma(theorem.hash, (f,), (given,), used)
        made = check(Certificate(goal, (lemma,), lemmas=(theorem.hash,)), {theorem.hash: theorem})
        assert isinstance(made, Theorem)
        return made

    assert at(1)
    with pytest.raises(Rejected, match="normal forms"):
        at(0)


def _once(fact: int) -> Any:
    from derivations.kernel import Cofactor

    return Cofactor(ONE, fact)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ({"variables": [], "guards": [], "relation": ["==", 0, 0]}, "is written as its relation"),
        ({"variables": [], "relation": ["==", 0, 0]}, "the field guards is missing"),
    ],
)
def test_a_plain_goal_has_one_encoding(goal: Any, why: str) -> None:
    from derivations.kernel.encoding import content_hash

    data = encode(Certificate(statement(eq(ZERO, ZERO)), (NormalForm(),)))
    data["statement"]["goals"] = [goal]  # type: ignore[index, call-overload]
    data["hash"] = content_hash({key: data[key] for key in data if key != "hash"})
    with pytest.raises(Rejected, match=why):
        decode(data)
