"""Sums and products over a symbolic range.

A sum is over `j < N` with N natural; a number of terms that is not seen to be natural is the
atom `count(N) = max(N, 0)`.  A sum is linear, what does not depend on the index is pulled out,
`N = A + B` is split and a constant number of terms is unrolled.  A sum of sums is flattened: the
factors of one term and the indices that they share make connected components, and each component
is an atom of its own, so that a product of sums and a double sum have the same normal form.
Bound indices are numbered from the inside; among independent indices every order is tried (for
few indices), and the least key stands.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, ZERO, Exponent, Monomial, Poly
from derivations.language.limits import limits

# A range is split into at most so many parts.
MAX_PARTS = 64
# Among so many independent indices every order is tried.
MAX_ORDERED = 4
# A power of a sum up to this is opened into that many indices.
MAX_OPENED_POWER = 3


def count(algebra: Algebra, lower: Poly, upper: Poly) -> Poly:
    """How many integers j satisfy lower ≤ j ≤ upper."""
    number = P.plus(P.plus(upper, P.negative(lower)), ONE)
    value = number.rational()
    if value is not None:
        return number if value > 0 else ZERO
    if algebra.is_natural(number):
        return number
    return _count_atom(algebra, number)


def _count_atom(algebra: Algebra, number: Poly) -> Poly:
    facts = algebra.inside([number])
    g = algebra.atom(
        ("count", P.key(number)), real=True, integer=True, nonnegative=True, **facts
    )
    return P.generator(g)


Body = Callable[[Poly], Poly]


def _parts(algebra: Algebra, number: Poly) -> tuple[list[Poly], int]:
    """The symbolic parts of a number of terms, and how many terms are left over."""
    constant = number.re.get((), 0) // number.den
    symbolic = [(m, c // number.den) for m, c in sorted(number.re.items()) if m]
    splits = (
        constant >= 0
        and all(c > 0 for _, c in symbolic)
        and all(algebra.atoms[g].natural for m, _ in symbolic for g, _ in m)
        and sum(c for _, c in symbolic) <= MAX_PARTS
    )
    if not splits:
        return [number], 0
    return [P.monomial(m) for m, c in symbolic for _ in range(c)], constant


def sum_over(algebra: Algebra, number: Poly, body: Body) -> Poly:
    """Σ body(j) over j < number."""
    parts, constant = _parts(algebra, number)
    if constant > limits.terms:
        what = f"a sum has more than {limits.terms} terms to write out"
        raise P.too_large(what, "terms")
    pieces = []
    offset = ZERO
    for part in parts:
        level = algebra.fresh_level()
        inside = body(P.plus(offset, P.generator(algebra.level(level))))
        pieces.append(close(algebra, level, part, inside))
        offset = P.plus(offset, part)
    for k in range(constant):
        pieces.append(body(P.plus(offset, P.constant(k))))
    return P.total(pieces)


def close(algebra: Algebra, level: int, number: Poly, body: Poly) -> Poly:
    """Σ body over the index of this level."""
    pieces = []
    for part, imaginary in ((body.re, False), (body.im, True)):
        for m, c in part.items():
            inside = [(g, e) for g, e in m if level in algebra.atoms[g].levels]
            outside = P.monomial(tuple([pair for pair in m if pair not in inside]), c, body.den)
            closed = _close_product(algebra, level, number, inside) if inside else number
            piece = algebra.times(outside, closed)
            pieces.append(P.scale(piece, 0, 1) if imaginary else piece)
    return P.total(pieces)


def _close_product(
    algebra: Algebra, level: int, number: Poly, factors: list[tuple[int, Exponent]]
) -> Poly:
    numbers = {level: number}
    flat: list[tuple[int, Exponent]] = []
    result = ONE
    for g, e in factors:
        key = algebra.atoms[g].key
        if key[0] != "sum" or not isinstance(e, int) or not 1 <= e <= MAX_OPENED_POWER:
            flat.append((g, e))
            continue
        for _ in range(e):
            levels, inner, body = _open(algebra, key)
            coefficient, term = P.primitive(body)
            if len(term.re) != 1 or term.im:
                flat.append((g, 1))
                continue
            numbers.update(zip(levels, inner, strict=True))
            flat.extend(next(iter(term.re)))
            result = P.scale(result, *coefficient)
    for levels_, part in _components(algebra, numbers, flat):
        result = algebra.times(result, _sum_atom(algebra, levels_, numbers, part))
    return result


def _open(algebra: Algebra, key: tuple[Any, ...]) -> tuple[list[int], list[Poly], Poly]:
    """The indices of a sum atom as fresh levels, their ranges, and the term."""
    _, bounds, height, body = key
    levels = [algebra.fresh_level() for _ in bounds]
    values = {
        algebra.bound(height + k): P.generator(algebra.level(level))
        for k, level in enumerate(levels)
    }
    numbers = [algebra.replace(P.from_key(b), values) for b in bounds]
    return levels, numbers, algebra.replace(P.from_key(body), values)


def _components(
    algebra: Algebra, numbers: dict[int, Poly], factors: list[tuple[int, Exponent]]
) -> list[tuple[list[int], list[tuple[int, Exponent]]]]:
    """Indices joined by a common factor or by a range, each group with its factors."""
    group = {level: level for level in numbers}

    def root(level: int) -> int:
        while group[level] != level:
            level = group[level]
        return level

    def join(levels: list[int]) -> None:
        for other in levels[1:]:
            group[root(other)] = root(levels[0])

    for level, number in numbers.items():
        join([level, *sorted(algebra.levels(number) & numbers.keys())])
    for g, _ in factors:
        join(sorted(algebra.atoms[g].levels & numbers.keys()))
    members: dict[int, tuple[list[int], list[tuple[int, Exponent]]]] = {}
    for level in numbers:
        members.setdefault(root(level), ([], []))[0].append(level)
    for g, e in factors:
        level = min(algebra.atoms[g].levels & numbers.keys())
        members[root(level)][1].append((g, e))
    return list(members.values())


def _sum_atom(
    algebra: Algebra,
    levels: list[int],
    numbers: dict[int, Poly],
    factors: list[tuple[int, Exponent]],
) -> Poly:
    if not factors and len(levels) == 1:
        return numbers[levels[0]]
    term = P.settle({_gathered(factors): 1}, {}, 1, algebra.reduce)
    height = algebra.inside([term, *(numbers[level] for level in levels)])["height"]
    best: tuple[Any, ...] | None = None
    for order in _orders(algebra, levels, numbers):
        values = {
            algebra.level(level): P.generator(algebra.bound(height + k))
            for k, level in enumerate(order)
        }
        bounds = tuple([P.key(algebra.replace(numbers[level], values)) for level in order])
        coefficient, body = P.primitive(algebra.replace(term, values))
        candidate = (bounds, P.key(body), coefficient)
        if best is None or candidate[:2] < best[:2]:
            best = candidate
    assert best is not None
    bounds, body_key, coefficient = best
    body = P.from_key(body_key)
    facts = algebra.inside([body, *map(P.from_key, bounds)])
    g = algebra.atom(
        ("sum", bounds, height, body_key),
        real=algebra.is_real(body),
        integer=algebra.is_integer(body),
        nonnegative=algebra.sign(body) is not None,
        **facts,
    )
    return P.scale(P.generator(g), *coefficient)


def _gathered(factors: list[tuple[int, Exponent]]) -> Monomial:
    m: Monomial = ()
    for pair in factors:
        m = P.times_monomials(m, (pair,))
    return m


def _orders(algebra: Algebra, levels: list[int], numbers: dict[int, Poly]) -> list[list[int]]:
    """Orders of the indices in which a range depends on earlier indices only."""
    candidates = permutations(levels) if len(levels) <= MAX_ORDERED else [tuple(levels)]
    found = []
    for order in candidates:
        seen: set[int] = set()
        for level in order:
            if not (algebra.levels(numbers[level]) & set(levels)) <= seen:
                break
            seen.add(level)
        else:
            found.append(list(order))
    if not found:
        raise P.TooLarge(f"a sum over more than {MAX_ORDERED} indices with nested ranges")
    return found


# Products


def product_over(algebra: Algebra, number: Poly, body: Body) -> Poly:
    """Π body(j) over j < number, for scalars."""
    parts, constant = _parts(algebra, number)
    if constant > limits.terms:
        what = f"a product has more than {limits.terms} factors to write out"
        raise P.too_large(what, "terms")
    result = ONE
    offset = ZERO
    for part in parts:
        level = algebra.fresh_level()
        inside = body(P.plus(offset, P.generator(algebra.level(level))))
        result = algebra.times(result, _close_factors(algebra, level, part, inside))
        offset = P.plus(offset, part)
    for k in range(constant):
        result = algebra.times(result, body(P.plus(offset, P.constant(k))))
        if result.is_zero:
            break
    return result


def _close_factors(algebra: Algebra, level: int, number: Poly, body: Poly) -> Poly:
    from derivations.kernel.exponentials import exponential
    from derivations.kernel.powers import raise_to

    if body.is_zero:
        return raise_to(algebra, ZERO, number)
    coefficient, shift, rest = algebra.split_unit(body)
    result = raise_to(algebra, P.constant(*coefficient), number)
    for g, e in shift:
        atom = algebra.atoms[g]
        if level not in atom.levels:
            value = raise_to(algebra, P.settle({((g, e),): 1}, {}, 1, algebra.reduce), number)
        elif atom.key[0] == "exp":
            exponent = P.scale(P.monomial(atom.key[1]), *((0, e) if atom.key[2] else (e, 0)))
            value = exponential(algebra, close(algebra, level, number, exponent))
        elif isinstance(e, int) and e > 0:
            value = algebra.power(_product_atom(algebra, level, number, P.generator(g)), e)
        else:
            factor = P.settle({((g, e),): 1}, {}, 1, algebra.reduce)
            value = _product_atom(algebra, level, number, factor)
        result = algebra.times(result, value)
    if rest.constant() is None:
        if level in algebra.levels(rest):
            value = _product_atom(algebra, level, number, rest)
        else:
            value = raise_to(algebra, rest, number)
        result = algebra.times(result, value)
    return result


def _product_atom(algebra: Algebra, level: int, number: Poly, body: Poly) -> Poly:
    height = algebra.inside([body, number])["height"]
    closed = algebra.replace(
        body, {algebra.level(level): P.generator(algebra.bound(height))}
    )
    g = algebra.atom(
        ("product", P.key(number), height, P.key(closed)),
        real=algebra.is_real(closed),
        integer=algebra.is_integer(closed),
        nonnegative=algebra.sign(closed) is not None,
        nonzero=algebra.is_nonzero(closed),
        **algebra.inside([closed, number]),
    )
    return P.generator(g)


def rebuild(algebra: Algebra, key: tuple[Any, ...], change: Callable[[Poly], Poly]) -> Poly:
    """A sum, product or count atom with `change` applied inside."""
    if key[0] == "count":
        return count(algebra, ONE, change(P.from_key(key[1])))
    if key[0] == "product":
        level = algebra.fresh_level()
        index = algebra.level(level)
        body = algebra.replace(
            P.from_key(key[3]), {algebra.bound(key[2]): P.generator(index)}
        )
        changed = change(body)
        number = _natural(algebra, change(P.from_key(key[1])))
        return product_over(algebra, number, lambda x: algebra.replace(changed, {index: x}))
    levels, numbers, body = _open(algebra, key)
    result = change(body)
    for level, number in reversed(list(zip(levels, numbers, strict=True))):
        result = _sum_again(algebra, level, _natural(algebra, change(number)), result)
    return result


def _natural(algebra: Algebra, number: Poly) -> Poly:
    return count(algebra, ONE, number)


def _sum_again(algebra: Algebra, level: int, number: Poly, body: Poly) -> Poly:
    index = algebra.level(level)
    return sum_over(algebra, number, lambda x: algebra.replace(body, {index: x}))
