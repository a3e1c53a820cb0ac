"""Nonnegative rational solutions of linear equations, by the simplex method, exactly.

First columns go that no solution can use: where all that is left in a row has one sign, and the row
is to be 0.  Then two phases with Bland's rule against cycling.  Rows are sparse and stand for
equations, so that each may be multiplied by any positive number: they hold integers without a
common divisor.  Complete, up to the number of pivots that is allowed, for numbers of at most
MAX_BITS binary digits.

Source: V. Chvátal, Linear Programming, chapters 2, 3 and 8.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

Column = dict[int, Fraction]
# `Σ row[j] x_j = row[RIGHT]`
Row = dict[int, int]
RIGHT = -1
# A rational as two integers, with which arithmetic is quicker.
Ratio = tuple[int, int]
NONE: Ratio = (0, 1)
# At most so many pivots are made, and entries of rows changed; longer ones count more.
MAX_PIVOTS, MAX_ENTRIES = 300, 400_000
LONG, MAX_BITS = 128, 4_096


def solve(
    columns: Sequence[Column],
    wanted: Column,
    gains: Sequence[Fraction | int] | None = None,
) -> list[Fraction] | None:
    """Weights `w ≥ 0` with `Σ w_j columns[j] = wanted`, or None when none are found.

    gains: then `Σ gains[j] w_j` is made large; at most 1 for each is rewarded, so that it is
        bounded.

    >>> one, three = Fraction(1), Fraction(3)
    >>> solve([{0: one}, {0: one, 1: one}], {0: three, 1: one})
    [Fraction(2, 1), Fraction(1, 1)]
    """
    rows: dict[int, dict[int, Ratio]] = {}
    for j, column in enumerate([*columns, wanted]):
        for k, v in column.items():
            ratio = v.as_integer_ratio()
            if ratio[0]:
                rows.setdefault(k, {})[j] = ratio
    rights = {k: row.pop(len(columns), NONE) for k, row in rows.items()}
    if not _pruned(rows, rights):
        return None
    for k, row in rows.items():
        if rights[k] is not NONE:
            row[RIGHT] = rights[k]
    integral = [_integers(rows[k]) for k in sorted(rows) if rows[k]]
    if any(v.bit_length() > MAX_BITS for row in integral for v in row.values()):
        return None
    tableau = _Tableau(integral, len(columns))
    if not tableau.feasible():
        return None
    if gains is not None:
        present = {j for row in rows.values() for j in row}
        tableau.improve([g if j in present else 0 for j, g in enumerate(gains)])
    return tableau.solution()


def _pruned(rows: dict[int, dict[int, Ratio]], rights: dict[int, Ratio]) -> bool:
    """Take away the columns whose weight is 0 in every solution; whether there may be one."""
    holding: dict[int, list[int]] = {}
    for k, row in rows.items():
        for j in row:
            holding.setdefault(j, []).append(k)
    pending = dict.fromkeys(rows)
    while pending:
        k, _ = pending.popitem()
        row, right = rows[k], rights[k][0]
        signs = {v > 0 for v, _ in row.values()}
        if right and (right > 0) not in signs:
            return False
        if right or len(signs) != 1:
            continue
        for j in list(row):
            for other in holding.pop(j):
                del rows[other][j]
                pending[other] = None
    return True


def _integers(row: dict[int, Ratio]) -> Row:
    """A positive multiple of the row in integers; a negative one if its right side is negative."""
    scale = lcm(*[below for _, below in row.values()])
    if row.get(RIGHT, NONE)[0] < 0:
        scale = -scale
    return {j: v * (scale // below) for j, (v, below) in row.items()}


class _Tableau:
    """One basic variable for each row, with a positive coefficient there and in no other row.

    The first basic variables are artificial, numbered from `count` on.
    """

    def __init__(self, rows: list[Row], count: int) -> None:
        self.rows = rows
        self.entries = MAX_ENTRIES
        self.count = count
        self.basis = [count + place for place in range(len(rows))]
        for row, b in zip(rows, self.basis, strict=True):
            row[b] = 1
        self.pivots = 0

    def feasible(self) -> bool:
        """Drive the artificial variables out."""
        cost: Row = {}
        for row in self.rows:
            for j, v in row.items():
                if 0 <= j < self.count:
                    cost[j] = cost.get(j, 0) + v
        if not self._run(cost):
            return False
        return all(
            b < self.count or not row.get(RIGHT)
            for row, b in zip(self.rows, self.basis, strict=True)
        )

    def improve(self, gains: Sequence[Fraction | int]) -> None:
        """From a feasible solution, one with a larger gain; where that is unbounded, one step."""
        cost = _integers({j: g.as_integer_ratio() for j, g in enumerate(gains) if g})
        for row, b in zip(self.rows, self.basis, strict=True):
            if cost.get(b):
                cost = _eliminated(cost, row, b)
        self._run(cost)

    def _run(self, cost: Row) -> bool:
        """Pivot while a variable has a positive cost.  False when the limits are reached."""
        while True:
            entering = self._entering(cost)
            if entering is None:
                return True
            leaving = self._leaving(entering)
            if leaving is None:
                return True  # unbounded: the present solution will do
            self.pivots += 1
            if self.pivots > MAX_PIVOTS or self.entries < 0:
                return False
            self._pivot(leaving, entering)
            if cost.get(entering):
                cost = _eliminated(cost, self.rows[leaving], entering)

    def _entering(self, cost: Row) -> int | None:
        candidates = [j for j, v in cost.items() if v > 0 and 0 <= j < self.count]
        if not candidates:
            return None
        if self.pivots < MAX_PIVOTS // 2:
            most = max([cost[j] for j in candidates])
            return min([j for j in candidates if cost[j] == most])
        return min(candidates)

    def _leaving(self, entering: int) -> int | None:
        best: tuple[Fraction, int, int] | None = None
        for place, row in enumerate(self.rows):
            v = row.get(entering)
            if not v:
                continue
            right = row.get(RIGHT, 0)
            if self.basis[place] >= self.count and not right:
                # An artificial variable at 0 must not grow.
                return place
            if v > 0:
                candidate = (Fraction(right, v), self.basis[place], place)
                if best is None or candidate < best:
                    best = candidate
        return None if best is None else best[2]

    def _pivot(self, place: int, entering: int) -> None:
        row = self.rows[place]
        if row[entering] < 0:
            row = self.rows[place] = {j: -v for j, v in row.items()}
        for other, target in enumerate(self.rows):
            if other != place and target.get(entering):
                self.rows[other] = _eliminated(target, row, entering)
                bits = max(row.get(RIGHT, 0).bit_length(), row[entering].bit_length())
                self.entries -= (len(row) + len(target)) * (1 + (bits // LONG) ** 2)
        self.basis[place] = entering

    def solution(self) -> list[Fraction]:
        values = [Fraction(0)] * self.count
        for row, b in zip(self.rows, self.basis, strict=True):
            if b < self.count:
                values[b] = Fraction(row.get(RIGHT, 0), row[b])
        return values


def _eliminated(target: Row, row: Row, entering: int) -> Row:
    """A positive multiple of the target, plus a multiple of the row: without this variable."""
    shared = gcd(row[entering], target[entering])
    a, b = row[entering] // shared, target[entering] // shared
    out = dict(target) if a == 1 else {j: a * v for j, v in target.items()}
    for j, v in row.items():
        value = out.get(j, 0) - b * v
        if value:
            out[j] = value
        else:
            del out[j]
    divisor = gcd(*out.values())
    return {j: v // divisor for j, v in out.items()} if divisor > 1 else out
