"""What methods share: what each is for, normal forms read back, combinations, completion."""

from __future__ import annotations

from contextlib import suppress

import pytest

from derivations.kernel import manifest, read
from derivations.language.parser import parse_claim
from derivations.language.sorts import Sort
from derivations.language.statements import eq
from derivations.language.terms import add, symbol
from derivations.search.drafts import Draft
from derivations.search.equality.completion import Words
from derivations.search.goals import Goal, Search, Stuck
from derivations.search.methods import METHODS
from derivations.search.orders.written_signs import sign_of
from derivations.search.reading.gaussian import Span
from derivations.search.reading.readback import difference, form, reader
from derivations.search.reading.smooth import is_matrix
from derivations.search.tracing import watched


def test_a_method_says_what_it_is_for():
    assert len({m.name for m in METHODS}) == len(METHODS)
    assert all(set(m.operators) <= {"==", "!=", "<", "<="} for m in METHODS)


def test_a_trace_shows_goals_methods_and_the_premises_that_lacked():
    stated = read(parse_claim("1 < sqrt(x + 2)", ["x: real"]))
    told = []
    for _ in range(2):
        with watched() as trace, suppress(Stuck):
            Search(METHODS).prove(stated.context, stated.goals[0])
        told.append(trace.lines())
    assert told[0] == told[1]
    assert told[0][0] == "1 < sqrt(x + 2): no proof"
    assert "    0 <= 2 + x, for the law 'sqrt at least zero': no proof" in told[0]
    assert trace.lines("products")[0] == told[0][0]
    assert trace.lines("products")[1].startswith("  products: no proof of ")
    assert not {"  order: no proof found"} & {*trace.lines("products")}
    assert trace.lines("no method") == []


@pytest.mark.parametrize("text", [
    "Sum(x[j]*conj(x[j])/(1 + x[j]), (j, 2, n)) = exp(I*pi/3)*sqrt(2)",
    "Product(1 + 1/j, (j, 1, n)) = n**(1/2)*sin(x[n]/2)",
    "scalar(v.H*A.T*A**n*v) = det(A + A.T)*tr(A.H)",
    "BlockDiag(A*x[j], (j, 0, n)) = BlockDiag(A, (j, 0, n))",
])  # fmt: skip
def test_normal_forms_are_read_back(text):
    sorts = ["d: posint", "n: natural", "A: matrix(d, d)", "v: vector(d)",
             "x: family(integer -> real)"]  # fmt: skip
    stated = read(parse_claim(text, sorts))
    context, relation = stated.context, stated.goals[0].relation
    whole = reader(context).form(difference(context, relation))
    left = reader(context).form(form(context, relation.left))
    assert manifest(context, eq(left, relation.left))
    assert difference(context, eq(whole, whole)) is not None


def test_combinations_of_vectors():
    one, two = (1, 0), (2, 0)
    span = Span()
    assert span.add({"a": one, "b": one})
    assert span.add({"b": (0, 1)})
    assert not span.add({"a": two, "b": one})
    assert span.combination({"a": one}) == {0: (1, 0), 1: (0, 1)}
    assert span.combination({"c": one}) is None


def test_rules_are_completed_by_overlaps():
    text = "for all n: posint, A, B: matrix(n, n) with A*B = A; B*A = B: A*A = A"
    stated = read(parse_claim(text))
    words = Words(Draft(Goal(stated.context, stated.goals[0].relation, Search(METHODS))))
    wanted = words.poly(stated.goals[0].relation)
    assert wanted is not None
    assert words.reduced(wanted)[0]
    while words.complete():
        pass
    assert not words.reduced(wanted)[0]


def test_what_stands_in_many_places_is_read_once() -> None:
    shared = symbol("p", Sort("positive"))
    for _ in range(200):
        shared = add(shared, shared)
    assert (sign_of(shared), is_matrix(shared)) == ("<", False)  # or this test would not end
