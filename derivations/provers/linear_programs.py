"""Nonnegative rational solutions of linear equations, by the simplex method, exactly.

Two phases with Bland's rule against cycling; rows are sparse.  Complete, up to the number of
pivots that is allowed.  Source: V. Chvátal, Linear Programming, chapters 2, 3 and 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Column = dict[int, Fraction]
# At most so many pivots are made.
MAX_PIVOTS = 300


def solve(
    columns: Sequence[Column], wanted: Column, gains: Sequence[Fraction | int] | None = None
) -> list[Fraction] | None:
    """Weights `w ≥ 0` with `Σ w_j columns[j] = wanted`, or None when none are found.

    gains: then `Σ gains[j] w_j` is made large; at most 1 for each is rewarded, so that it is
        bounded.

    >>> one, three = Fraction(1), Fraction(3)
    >>> solve([{0: one}, {0: one, 1: one}], {0: three, 1: one})
    [Fraction(2, 1), Fraction(1, 1)]
    """
    places = sorted(set(wanted) | {k for c in columns for k in c})
    if any(k not in {p for c in columns for p in c} for k in wanted if wanted[k]):
        return None
    rows: list[dict[int, Fraction]] = []
    count = len(columns)
    by_place: dict[int, dict[int, Fraction]] = {k: {} for k in places}
    for j, column in enumerate(columns):
        for k, v in column.items():
            if v:
                by_place[k][j] = v
    right: list[Fraction] = []
    for k in places:
        value = wanted.get(k, Fraction(0))
        row = by_place[k]
        if value < 0:
            row, value = {j: -v for j, v in row.items()}, -value
        rows.append(row)
        right.append(value)
    tableau = _Tableau(rows, right, count)
    if not tableau.feasible():
        return None
    if gains is not None:
        tableau.improve(gains)
    return tableau.solution()


class _Tableau:
    """Rows `Σ row[j] x_j = right`, one basic variable each; artificial ones from `count` on."""

    def __init__(
        self, rows: list[dict[int, Fraction]], right: list[Fraction], count: int
    ) -> None:
        self.rows = rows
        self.right = right
        self.count = count
        self.basis: list[int] = []
        for place, row in enumerate(rows):
            row[count + place] = Fraction(1)
            self.basis.append(count + place)
        self.pivots = 0

    def feasible(self) -> bool:
        """Drive the artificial variables out."""
        cost: dict[int, Fraction] = {}
        for row in self.rows:
            for j, v in row.items():
                if j < self.count:
                    cost[j] = cost.get(j, Fraction(0)) + v
        if not self._run(cost):
            return False
        return all(
            b < self.count or not self.right[place] for place, b in enumerate(self.basis)
        )

    def improve(self, gains: Sequence[Fraction | int]) -> None:
        """From a feasible solution, one with a larger gain; where that is unbounded, one step."""
        cost = {j: Fraction(g) for j, g in enumerate(gains) if g}
        for place, b in enumerate(self.basis):
            g = cost.get(b)
            if g:
                for j, v in self.rows[place].items():
                    cost[j] = cost.get(j, Fraction(0)) - g * v
        self._run({j: v for j, v in cost.items() if v and j < self.count})

    def _run(self, cost: dict[int, Fraction]) -> bool:
        """Pivot while a variable has a positive cost.  False when the limits are reached."""
        while True:
            entering = self._entering(cost)
            if entering is None:
                return True
            leaving = self._leaving(entering)
            if leaving is None:
                return True  # unbounded: the present solution will do
            self.pivots += 1
            if self.pivots > MAX_PIVOTS:
                return False
            self._pivot(leaving, entering, cost)

    def _entering(self, cost: dict[int, Fraction]) -> int | None:
        candidates = [j for j, v in cost.items() if v > 0 and j < self.count]
        if not candidates:
            return None
        if self.pivots < MAX_PIVOTS // 2:
            return max(candidates, key=lambda j: (cost[j], -j))
        return min(candidates)

    def _leaving(self, entering: int) -> int | None:
        best: tuple[Fraction, int, int] | None = None
        for place, row in enumerate(self.rows):
            v = row.get(entering)
            if not v:
                continue
            if self.basis[place] >= self.count and not self.right[place]:
                # An artificial variable at 0 must not grow.
                return place
            if v > 0:
                candidate = (self.right[place] / v, self.basis[place], place)
                if best is None or candidate < best:
                    best = candidate
        return None if best is None else best[2]

    def _pivot(self, place: int, entering: int, cost: dict[int, Fraction]) -> None:
        row = self.rows[place]
        scale = row[entering]
        row = {j: v / scale for j, v in row.items()}
        self.rows[place] = row
        self.right[place] /= scale
        for other, target in enumerate(self.rows):
            factor = target.get(entering)
            if other != place and factor:
                _subtract(target, row, factor)
                self.right[other] -= factor * self.right[place]
        factor = cost.get(entering)
        if factor:
            _subtract(cost, row, factor)
        self.basis[place] = entering

    def solution(self) -> list[Fraction]:
        values = [Fraction(0)] * self.count
        for place, b in enumerate(self.basis):
            if b < self.count:
                values[b] = self.right[place]
        return values


def _subtract(target: dict[int, Fraction], row: dict[int, Fraction], factor: Fraction) -> None:
    for j, v in row.items():
        value = target.get(j, 0) - factor * v
        if value:
            target[j] = value
        else:
            target.pop(j, None)
