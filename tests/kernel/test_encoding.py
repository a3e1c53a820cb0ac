"""Certificates as JSON: read back equal, shared subterms written once, hashed by content."""

import json

import pytest

from derivations.kernel import (
    Certificate, Have, Lemma, NormalForm, Rejected, decode, encode, statement_hash,
)
from derivations.kernel.encoding import content_hash
from derivations.kernel.proofs import lemmas_of
from derivations.language.sorts import POSINT, REAL, matrix_sort
from derivations.language.statements import Proposition, eq, ne, statement
from derivations.language.terms import Term
from tests.support.notation import identity, number, symbol

x, y = symbol("x"), symbol("y")
d = symbol("d", POSINT)
done = NormalForm()
simple = Certificate(statement(eq(x + y, y + x)), (done,))


def test_what_is_written_is_read_again() -> None:
    A = symbol("A", matrix_sort(d + 1, d + 1, "unitary"))
    goal = eq(A.H * A, number("-3/7") * identity(d + 1))
    certificate = Certificate(statement(goal, [ne(x, 0)]), (done,), model=((x, number(1)),))
    assert decode(json.loads(json.dumps(encode(certificate)))) == certificate


def test_shared_subterms_are_written_once() -> None:
    t: Term = x
    for _ in range(60):
        t = t * t
    assert len(encode(Certificate(statement(eq(t, t)), (done,)))["terms"]) == 61


def test_the_content_is_hashed() -> None:
    content = encode(simple)
    rest = {k: v for k, v in content.items() if k != "hash"}
    assert content["hash"] == content_hash(rest)
    with pytest.raises(Rejected, match="the content was changed after it was written"):
        decode({**content, "hash": "0" * 64})


def test_different_statements_have_different_hashes() -> None:
    real = symbol("x", REAL)
    statements = [
        statement(eq(x, y)), statement(eq(y, x)), statement(eq(real, y)), statement(ne(x, y)),
        statement(eq(x, y), [eq(x, y)]), statement([eq(x, y), eq(x, y)]),
    ]  # fmt: skip
    hashes = [statement_hash(s) for s in statements]
    hashes.append(statement_hash(statements[0], (Proposition(eq(x, y)),)))
    assert len(set(hashes)) == len(hashes)
    assert statement_hash(statement(eq(x, y))) == hashes[0]


def test_the_lemmas_of_a_certificate_are_found_at_any_depth() -> None:
    inside = Have(Proposition(eq(x, x)), Lemma("a", (), (Lemma("b", (), (), done),), done), done)
    certificate = Certificate(simple.statement, (inside,), ((0, Lemma("c", (), (), done)),))
    assert lemmas_of(certificate) == {"a", "b", "c"}
