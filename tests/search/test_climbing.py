"""Places where a function is greater, found step by step."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from derivations.search.numerics.climbing import Place, climbs

Height = Callable[[Place], float | None]
NOWHERE: Place = (Fraction(0), Fraction(0))


def sum_in_disc(at: Place) -> float | None:
    """x + y where x² + y² <= 1: at the most √2."""
    return float(sum(at)) if sum(c * c for c in at) <= 1 else None


def hill(at: Place) -> float | None:
    """At the most 0, far from where it begins, at (30, -17)."""
    x, y = at
    return float(-((x - 30) ** 2) - (y + 17) ** 2)


@pytest.mark.parametrize(("height", "enough"), [(sum_in_disc, 1.4), (hill, -0.01)])
def test_all_that_is_found_is_above_what_is_enough(height: Height, enough: float) -> None:
    found = [*climbs(height, [NOWHERE], enough)]
    assert found
    for place in found:
        above = height(place)
        assert above is not None and above > enough


def test_rounder_places_come_first() -> None:
    first, *_, last = climbs(sum_in_disc, [NOWHERE], 1.4)
    assert max(c.denominator for c in first) < max(c.denominator for c in last)


@pytest.mark.parametrize("enough", [1.42, 3.0])
def test_nothing_is_found_where_nothing_is_above(enough: float) -> None:
    assert not [*climbs(sum_in_disc, [NOWHERE], enough)]


def test_nothing_is_found_from_where_it_may_not_be() -> None:
    assert not [*climbs(sum_in_disc, [(Fraction(2), Fraction(0))], 1.0)]
