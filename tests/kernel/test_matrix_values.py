"""The normal form of a term with matrices has the value of the term, and what is known is true.

At random points, singular and nilpotent matrices and empty ranges included; also under random
facts, at points where they hold.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from derivations.kernel import forms, polynomial as P
from derivations.kernel.context import assume, holds_plainly
from derivations.kernel.forms import OutOfReach
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.sorts import MATRIX_PROPERTIES
from derivations.language.statements import Relation, StatementError, le, lt, ne
from derivations.language.substitution import free_symbols
from derivations.language.terms import BINDERS, Term
from tests.support.forms import form_value
from tests.support.matrix_terms import SQUARES, Terms
from tests.support.notation import ZERO, call
from tests.support.oracle import Gauss, Matrix, Unfit, agree, has_property, matrix, term_value
from tests.support.values import random_values

# So many random terms are looked at, each at so many points.
FEW, MANY, POINTS = 100, 20_000, 3
Known = list[Relation]


def holds(relation: Relation, at: dict[Any, Any]) -> bool:
    left, right = term_value(relation.left, at), term_value(relation.right, at)
    if relation.operator in ("==", "!="):
        return (left == right) is (relation.operator == "==")
    if left.imag or right.imag:
        return False
    return left.real < right.real or (relation.operator == "<=" and left.real == right.real)


def some_facts(terms: Terms) -> Known:
    """Facts such as `k <= n`, `det(A) != 0`, `x != 0`; often none."""

    def fact() -> Relation:
        if terms.one(True, False):
            return terms.one(le, le, lt, ne)(terms.integer(), terms.integer())
        size = terms.one("d", "2")
        return ne(terms.one(call("det", terms.square(size, 0)), terms.scalar(1)), ZERO)

    return [fact() for _ in range(terms.one(0, 0, 1, 2))]


def points_of(term: Term, facts: Known, source: random.Random) -> Iterator[dict[Any, Any]]:
    """Points at which the facts hold."""
    used = free_symbols(term).union(*(fact.free() for fact in facts))
    for _ in range(POINTS * (4 if facts else 1)):
        try:
            at = random_values(used, source, 3)
            if all(holds(fact, at) for fact in facts):
                yield at
        except Unfit:
            continue


def check_what_is_known(normalizer: Normalizer, form: Any, value: Gauss | Matrix) -> None:
    algebra = normalizer.algebra
    if isinstance(value, Matrix):
        assert not forms.is_zero(algebra, form) or value + value == value
        return
    assert isinstance(form, Poly)
    sign = algebra.sign(form)
    assert not algebra.is_zero(form) or value == 0
    assert not algebra.is_nonzero(form) or value != 0
    assert not (algebra.is_real(form) or sign) or not value.imag
    assert not algebra.is_integer(form) or value.real.denominator == 1
    assert not sign or value.real >= 0
    assert sign != "positive" or value.real > 0


def parts_of(term: Term) -> Iterator[Term]:
    """The term and its subterms, without those inside sums and products."""
    yield term
    for part in term.args[1:3] if term.head in BINDERS else term.args[term.head == "apply" :]:
        yield from parts_of(part)


def check_part(normalizer: Normalizer, part: Term, at: dict[Any, Any]) -> None:
    value, form = term_value(part, at), normalizer.value(part)
    assert agree(form_value(normalizer.algebra, form, at), value), part
    check_what_is_known(normalizer, form, value)
    for operator in ("!=", "<=", "<") if isinstance(form, Poly) else ():
        relation = Relation(operator, ZERO, part)
        assert not holds_plainly(normalizer, relation) or holds(relation, at), relation


def check_seed(seed: int) -> int:
    """Look at one random term and its parts; how many values were compared."""
    source = random.Random(seed)
    terms = Terms(source)
    term, facts = terms.any(), some_facts(terms)
    normalizer = Normalizer()
    try:
        for fact in facts:
            assume(normalizer, fact)
        normalizer.forget()
        normalizer.value(term)
    except (OutOfReach, TooLarge, StatementError):
        return 0
    parts = [part for part in parts_of(term) if part.args]
    compared = 0
    for at in points_of(term, facts, source):
        for part in parts:
            with suppress(Unfit):
                check_part(normalizer, part, at)
                compared += 1
    return compared


def test_a_normal_form_has_the_value_of_its_term(long: bool) -> None:
    compared = sum(map(check_seed, range(MANY if long else FEW)))
    assert compared > FEW


# What the oracle says is pinned: else both could be wrong alike.


def test_the_oracle_knows_matrices() -> None:
    (letter,) = [a for a in SQUARES["2"] if "nilpotent2" in a.sort.properties and a.name == "A6_2"]
    nilpotent = matrix([[0, 1], [0, 0]])
    at = {letter.name: nilpotent}
    assert term_value(call("inv", letter), at) == 0 * nilpotent
    assert term_value(letter * letter.T, at) == matrix([[1, 0], [0, 0]])
    assert term_value(call("trace", letter.T * letter), at) == 1
    with pytest.raises(Unfit, match="outside the matrix"):
        term_value(letter[2, 0], at)


@pytest.mark.parametrize("name", sorted(MATRIX_PROPERTIES))
def test_points_satisfy_the_sorts(name: str) -> None:
    source = random.Random(name)
    for size, letters in SQUARES.items():
        for letter in letters:
            if name in letter.sort.properties:
                value = random_values([letter], source)[letter.name]
                assert has_property(value, name) and (size == "d" or value.shape == (2, 2))


def test_no_index_stays_behind(long: bool) -> None:
    # What forgets that it depends on an index is taken out of its sum, with an index that is new
    # every time.
    for number in range(MANY if long else 2 * FEW):
        terms = Terms(random.Random(f"index {number}"))
        size, head = terms.one("d", "2"), terms.one("det", "trace")
        term = terms.bind(
            terms.one("sum", "product"),
            lambda: call("conj", call(head, terms.square(size, 1) + terms.square(size, 1))),  # noqa: B023
        )
        normalizer = Normalizer()
        with suppress(OutOfReach, TooLarge, StatementError):
            first = normalizer.scalar(term)
            normalizer.forget()
            again = normalizer.scalar(term)
            assert P.key(first) == P.key(again), str(term)
