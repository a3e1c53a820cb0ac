"""Sums, blocks, Kronecker products and exponentials of matrices keep their values.

The normal form is read back as a term, and both are evaluated at random small matrices of the
sorts of the letters; the inverse of a singular matrix is 0.  Likewise for every law of matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from mpmath import mp

from derivations.kernel.forms import OutOfReach
from derivations.kernel.matrix_laws import MATRIX_LAWS
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.language.statements import Relation, StatementError
from derivations.language.terms import Term
from derivations.search.readback import NotReadable, Reader
from tests.support import matrix_values as V

DIGITS = 50
SHORT, LONG = 40, 1_500


def read_back(term: Term) -> Term | None:
    normalizer = Normalizer()
    reader = Reader(normalizer.algebra, frozenset({*V.SYMBOLS.values(), V.n, V.m, V.c, V.t}))
    try:
        value = normalizer.value(term)
        return reader.poly(value) if isinstance(value, Poly) else reader.form(value)
    except (OutOfReach, TooLarge, StatementError, NotReadable):
        return None


def agree(make: Callable[[Random], Term], seed: str, trials: int) -> int:
    """How many terms were read back; each has the value of its normal form."""
    random, reached = Random(seed), 0
    with mp.workdps(DIGITS):
        for _ in range(trials):
            term = make(random)
            back = read_back(term)
            if back is None:
                continue
            at = V.point(random)
            values = (V.value(term, at), V.value(back, at))
            if not V.is_large(*values):
                reached += 1
                assert V.close(*values), (str(term), str(back), at, values)
    return reached


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_matrices(depth: int, long: bool) -> None:
    def make(random: Random) -> Term:
        rows, columns = (random.choice([V.n, V.n, V.m]) for _ in range(2))
        return V.matrix_term(random, rows, columns, depth)

    trials = LONG if long else SHORT
    assert agree(make, f"matrices {depth}", trials) > trials / 3


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_traces_and_determinants(depth: int, long: bool) -> None:
    trials = LONG if long else SHORT
    reached = agree(lambda random: V.scalar_term(random, depth), f"scalars {depth}", trials)
    assert reached > trials / 3


@pytest.mark.parametrize("depth", [1, 2])
def test_blocks_and_kronecker_products(depth: int, long: bool) -> None:
    trials = LONG if long else SHORT
    reached = agree(lambda random: V.composed_term(random, depth), f"composed {depth}", trials)
    assert reached > trials / 4


# Laws


def holds(relation: Relation, at: dict[Term, Any]) -> bool:
    left, right = V.value(relation.left, at), V.value(relation.right, at)
    if relation.operator == "<=":
        return bool(mp.re(left) <= mp.re(right) + V.SMALL)
    return V.close(left, right) == (relation.operator == "==")


def law_point(name: str, random: Random) -> dict[Term, Any]:
    """Values for the variables of a law, such that its premises hold now and then."""
    law = MATRIX_LAWS[name]
    at: dict[Term, Any] = {}
    sizes: dict[Any, int] = {}
    for s in law.variables:
        if s.sort.kind == "posint":
            sizes[s] = random.choice((1, 2, 2))
            at[s] = mp.mpf(sizes[s])
        elif s.sort.kind in ("natural", "real"):
            at[s] = mp.mpf(random.randrange(3))
        elif not s.sort.is_matrix:
            at[s] = mp.mpc(random.choice((0, 1, 1j, 2, 1 + 1j)))
    kind = random.choice("AUHKPWIZ")
    for s in law.variables:
        if s.sort.is_matrix:
            rows, columns = (sizes.get(size, 1) for size in (s.sort.rows, s.sort.columns))
            at[s] = _matrix(kind, random, rows, columns)
    if name == "one-sided inverse":
        a, b = law.variables[1:]
        at[b] = V.inverse(at[a])
    elif name == "identity plus antihermitian":
        a = law.variables[1]
        at[a] = at[a] - at[a].T.apply(mp.conj)
    elif name == "Gram is zero":
        x = law.variables[2]
        at[x] = at[x] * random.choice((0, 0, 1))
    elif name in ("exponentials intertwined", "exponential at eigenvectors"):
        _intertwine(law.variables, at, random)
    elif name == "exponential of three values":
        k, a = law.variables[2:]
        two = at[a].rows == 2
        at[a] = at[a] - at[a].T if two else at[a] * 0
        at[k] = mp.sqrt(V.det(at[a])) if two else at[k]
    return at


def _matrix(kind: str, random: Random, rows: int, columns: int) -> Any:
    if rows != columns:
        return V.any_matrix(random, rows, columns)
    if kind == "I":
        return mp.eye(rows) * random.choice((1, 0, 2, -1))
    if kind == "Z":
        a = V.any_matrix(random, rows, rows)
        return mp.diag([a[i, i] for i in range(rows)])
    return V.of_sort(random, kind, rows, rows)


def _intertwine(variables: tuple[Term, ...], at: dict[Term, Any], random: Random) -> None:
    """`A X = X M` or `A X = c X`, by X = 0 or by multiples of I."""
    a, x = (s for s in variables if s.name in "AX")
    if random.random() < 0.3:
        at[x] = at[x] * 0
        return
    factor = random.choice((1, 0, 2, -1))
    at[a] = mp.eye(at[a].rows) * factor
    for s in variables:
        if s.name == "M":
            at[s] = mp.eye(at[s].rows) * factor
        elif s.name == "c":
            at[s] = mp.mpf(factor)


@pytest.mark.parametrize("name", sorted(MATRIX_LAWS))
def test_conclusions_follow_from_premises(name: str, long: bool) -> None:
    law, random, reached = MATRIX_LAWS[name], Random(name), 0
    with mp.workdps(DIGITS):
        for _ in range(2_000 if long else 400):
            at = law_point(name, random)
            if all(holds(p, at) for p in law.premises):
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
