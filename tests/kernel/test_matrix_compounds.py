"""Sums, blocks, Kronecker products and exponentials of matrices keep their values.

The normal form is read back as a term, and both are evaluated at random values; the inverse of a
singular matrix is 0.  Likewise for every law of matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from mpmath import mp

from derivations.kernel.forms import OutOfReach
from derivations.kernel.matrix_laws import MATRIX_LAWS
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.statements import Relation, StatementError
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term
from derivations.search.readback import NotReadable, Reader
from tests.support.matrix_terms import SYMBOLS, Terms
from tests.support.notation import call
from tests.support.oracle import Matrix, Unfit, agree, gauss, identity, matrix, term_value
from tests.support.values import any_matrix, matrix_with, random_values

DIGITS = 50
SHORT, LONG = 40, 1_500


def read_back(term: Term) -> Term | None:
    normalizer = Normalizer()
    reader = Reader(normalizer.algebra, SYMBOLS)
    try:
        value = normalizer.value(term)
        return reader.poly(value) if isinstance(value, Poly) else reader.form(value)
    except (OutOfReach, TooLarge, StatementError, NotReadable):
        return None


KINDS: dict[str, Callable[[Terms, int], Term]] = {
    "matrices": lambda terms, depth: terms.square("d", depth),
    "blocks": lambda terms, depth: terms.one(
        terms.divided, terms.fourfold, terms.tensor)(depth - 1),
    "scalars": lambda terms, depth: call(terms.one("det", "det", "trace"), terms.one(
        terms.square("d", depth), terms.fourfold(depth - 1), terms.tensor(depth - 1))),
}  # fmt: skip


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_back_has_the_value(kind: str, depth: int, long: bool) -> None:
    source, reached, trials = Random(f"{kind} {depth}"), 0, LONG if long else SHORT
    for _ in range(trials):
        term = KINDS[kind](Terms(source, exponentials=True), depth)
        back = read_back(term)
        if back is None:
            continue
        with suppress(Unfit):
            at = random_values(free_symbols(term) | free_symbols(back), source, 3)
            values = (term_value(term, at), term_value(back, at))
            reached += 1
            assert agree(*values, 25), (str(term), str(back), at, values)
    assert reached > trials / 4


# Laws


def holds(relation: Relation, at: dict[str, Any]) -> bool:
    left, right = term_value(relation.left, at), term_value(relation.right, at)
    if relation.operator == "<=":
        return bool(mp.re(mp.convert(right - left)) >= -(mp.mpf(10) ** -25))
    return agree(left, right, 25) == (relation.operator == "==")


PROPERTIES = {"A": "", "U": "unitary", "H": "hermitian", "K": "skew", "P": "projector",
              "W": "nilpotent2"}  # fmt: skip


def law_point(name: str, random: Random) -> dict[str, Any]:
    """Values for the variables of a law, such that its premises hold now and then."""
    law = MATRIX_LAWS[name]
    at: dict[str, Any] = {}
    for s in law.variables:
        if s.sort.kind == "posint":
            at[s.name] = random.choice((1, 2, 2))
        elif s.sort.kind in ("natural", "real"):
            at[s.name] = random.randrange(3)
        elif not s.sort.is_matrix:
            at[s.name] = gauss(*random.choice(((0, 0), (1, 0), (0, 1), (2, 0), (1, 1))))
    kind = random.choice("AUHKPWIZ")
    for s in law.variables:
        if s.sort.is_matrix:
            rows, columns = (
                at[z.name] if z.head == "symbol" else 1 for z in (s.sort.rows, s.sort.columns)
            )
            at[s.name] = _matrix(kind, random, rows, columns)
    names = [s.name for s in law.variables]
    if name == "one-sided inverse":
        at[names[2]] = at[names[1]].inverse()
    elif name == "identity plus antihermitian":
        at[names[1]] = at[names[1]] - at[names[1]].H
    elif name == "Gram is zero":
        at[names[2]] = at[names[2]] * random.choice((0, 0, 1))
    elif name in ("exponentials intertwined", "exponential at eigenvectors"):
        _intertwine(names, at, random)
    elif name == "exponential of three values":
        k, a = names[2:]
        turned = at[a] - at[a].T if at[a].shape == (2, 2) else at[a] * 0
        at[a] = turned
        at[k] = mp.sqrt(turned.determinant()) if turned.shape == (2, 2) else at[k]
    return at


def _matrix(kind: str, random: Random, rows: int, columns: int) -> Matrix:
    if rows != columns:
        return any_matrix(random, rows, columns)
    if kind == "I":
        return identity(rows) * random.choice((1, 0, 2, -1))
    if kind == "Z":
        a = any_matrix(random, rows, rows)
        return matrix([[a[i, j] if i == j else 0 for j in range(rows)] for i in range(rows)])
    return matrix_with(random, rows, rows, PROPERTIES[kind].split())


def _intertwine(names: list[str], at: dict[str, Any], random: Random) -> None:
    """`A X = X M` or `A X = c X`, by X = 0 or by multiples of I."""
    if random.random() < 0.3:
        at["X"] = at["X"] * 0
        return
    factor = random.choice((1, 0, 2, -1))
    for name in names:
        if name in "AM":
            at[name] = identity(at[name].shape[0]) * factor
        elif name == "c":
            at[name] = factor


@pytest.mark.parametrize("name", sorted(MATRIX_LAWS))
def test_conclusions_follow_from_premises(name: str, long: bool) -> None:
    law, random, reached = MATRIX_LAWS[name], Random(name), 0
    with mp.workdps(DIGITS):
        for _ in range(2_000 if long else 400):
            try:
                at = law_point(name, random)
                holding = all(holds(p, at) for p in law.premises)
            except Unfit:
                continue
            if holding:
                reached += 1
                for conclusion in law.conclusions:
                    assert holds(conclusion, at), (conclusion, at)
            if reached == (200 if long else 12):
                break
    assert reached >= 10, "the premises hardly ever held"


def test_the_laws_have_names_of_their_own() -> None:
    for name, law in MATRIX_LAWS.items():
        assert law.name == name and law.conclusions
        free = {s for r in (*law.premises, *law.conclusions) for s in r.free()}
        matrices = [v.sort for v in law.variables if v.sort.is_matrix]
        sizes = {size for sort in matrices for size in (sort.rows, sort.columns)}
        assert free | sizes >= set(law.variables), name
