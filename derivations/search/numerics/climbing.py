"""Places where a function of several numbers is greater, one step after the other.

Method: pattern search.  From each start one goes on by the best of all steps of one size, up, down
or not at all in each number, twice as far as long as that helps, half as far where none does.  All
numbers are dyadic fractions, so that what is found is exact; rounder ones beside it, as good, are
looked for at the end.

Incomplete: it ends where no step of these helps, as on an edge that is not along one of them.

`x + y` where `x**2 + y**2 <= 1`, above 7/5: from (0, 0) to (21/32, 3/4); rounder is (15/23, 3/4).

Source: R. Hooke, T. Jeeves, Direct Search, Journal of the ACM 8 (1961).
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

Place = tuple[Fraction, ...]

# The first steps, and how often they are halved; so many steps from each start, so many numbers.
FIRST, HALVED, MAX_STEPS, MAX_NUMBERS = (Fraction(1, 2), Fraction(2)), 8, 60, 4
# Denominators of rounder numbers.
ROUND = range(1, 65)


def climbs(
    height: Callable[[Place], float | None], starts: Sequence[Place], enough: float
) -> Iterator[Place]:
    """Places above what is enough, rounder ones first.

    height: of a place; None where it may not be.
    """
    for start in starts:
        for step in FIRST:
            found = _climb(height, start, step, enough)
            if found is not None:
                near = (tuple(c.limit_denominator(d) for c in found) for d in ROUND)
                for at in dict.fromkeys(near):
                    there = height(at)
                    if there is not None and there > enough:
                        yield at
                yield found
                return


def _climb(
    height: Callable[[Place], float | None], at: Place, step: Fraction, enough: float
) -> Place | None:
    least, here = step / 2**HALVED, height(at)
    if here is None:
        return None
    ways = [way for way in product((0, 1, -1), repeat=len(at)) if any(way)]
    for _ in range(MAX_STEPS):
        if here > enough or step < least:
            break
        places = [tuple(c + step * k for c, k in zip(at, way, strict=True)) for way in ways]
        heights = [(h, place) for place in places if (h := height(place)) is not None]
        best, place = max(heights, key=lambda found: found[0], default=(here, at))
        if best > here:
            here, at, step = best, place, step * 2
        else:
            step /= 2
    return at if here > enough else None
