"""Long sums by groups of their terms, and what would be long when it is multiplied out.

A long sum is mostly a small identity, many times over with other symbols.  Terms of both sides that
share a symbol which occurs in few terms make a group; the kernel decides one group of each shape.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any

from derivations.kernel import Context, Groups, Rejected, manifest, shape_of, terms_of
from derivations.language.statements import Proposition, Relation, eq
from derivations.language.substitution import Substitution
from derivations.language.terms import Term, mul
from derivations.search.reading.readback import sum_of

# A relation with so few terms is one group; a symbol in more terms than this joins none.
FEW, MAX_OWN = 12, 16
# Of more symbols than these, a few assignments vary next to none.
MANY = 20

# The terms of both sides, with their shapes and symbols.
Sides = list[list[tuple[Term, Any, list[Term]]]]


def _sides(relation: Relation) -> Sides:
    """The terms of both sides, with their shapes and symbols; none of a short relation.

    Raises Rejected.
    """
    sides = [terms_of(relation.left), terms_of(relation.right)]
    if len(sides[0]) + len(sides[1]) <= FEW:
        return [[], []]
    return [[(t, *shape_of(t)) for t in side] for side in sides]


def grouped(relation: Relation) -> Groups | None:
    """The groups of a long equation between sums of scalars; None of another relation."""
    if relation.operator != "==":
        return None
    try:
        terms = [terms_of(relation.left), terms_of(relation.right)]
    except Rejected:
        return None
    if len(terms[0]) + len(terms[1]) <= FEW:
        return None
    symbols = [[_symbols(term) for term in side] for side in terms]
    if any(not s.sort.is_scalar for side in symbols for own in side for s in own):
        return None
    return _groups(symbols)


def _symbols(term: Term) -> list[Term]:
    """The symbols in a term, as often as they occur; many terms are asked once."""
    found, pending = [], [term]
    while pending:
        node = pending.pop()
        if node.head == "symbol":
            found.append(node)
        else:
            pending += node.args
    return found


def _groups(symbols: Sequence[Sequence[Iterable[Term]]]) -> Groups | None:
    """The groups of terms of both sides that share a symbol; None where there is but one."""
    count = len(symbols[0]) + len(symbols[1])
    parts: list[tuple[int, int]] = []
    places: dict[Term | None, list[int]] = {}  # under None those without symbols
    for side in (0, 1):
        for k, own in enumerate(symbols[side]):
            for s in own or (None,):
                places.setdefault(s, []).append(len(parts))
            parts.append((side, k))
    root = list(range(count))

    def find(k: int) -> int:
        while root[k] != k:
            root[k] = root[root[k]]
            k = root[k]
        return k

    for symbol, terms in places.items():
        if symbol is None or len(terms) <= MAX_OWN:
            for k in terms[1:]:
                root[find(k)] = find(terms[0])
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for k, (side, number) in enumerate(parts):
        groups.setdefault(find(k), ([], []))[side].append(number)
    if len(groups) < 2:
        return None
    return Groups(tuple((tuple(a), tuple(b)) for a, b in groups.values()))


def alike(goals: Sequence[Proposition]) -> tuple[Groups, ...] | None:
    """Each of many equations of scalars as one group, so that one of each shape is decided; None
    of others.

    >>> from derivations.language.parser import parse_claim
    >>> alike(parse_claim("x - x = 0", ["x: real"]).goals * 20)[0]
    Groups(groups=(((0, 1), (0,)),))
    """
    if len(goals) <= FEW or any(g.relation.operator != "==" or not g.is_plain for g in goals):
        return None
    try:
        shape_of(goals[0].relation.left)
        counts = [(len(terms_of(g.relation.left)), len(terms_of(g.relation.right))) for g in goals]
    except Rejected:
        return None
    return tuple([Groups(((tuple(range(m)), tuple(range(n))),)) for m, n in counts])


@lru_cache(maxsize=4)
def remaining(relation: Relation) -> Relation:
    """A long equation without the groups of terms that are manifest; any other as it is."""
    if relation.operator != "==":
        return relation
    try:
        sides = _sides(relation)
    except Rejected:
        return relation
    groups = _groups([[own for _, _, own in side] for side in sides])
    if groups is None:
        return relation
    known: dict[Any, bool] = {}
    kept: tuple[list[Term], list[Term]] = ([], [])
    context = Context()
    for numbers in groups.groups:
        places: dict[Term, int] = {}
        key: list[Any] = [len(numbers[0])]
        for side in (0, 1):
            for _, shape, own in (sides[side][n] for n in numbers[side]):
                key += [shape, *(places.setdefault(s, len(places)) for s in own)]
        terms = [[sides[side][n][0] for n in numbers[side]] for side in (0, 1)]
        whole = tuple(key)
        if whole not in known:
            known[whole] = manifest(context, eq(sum_of(terms[0]), sum_of(terms[1])))
        if not known[whole]:
            kept[0].extend(terms[0])
            kept[1].extend(terms[1])
    return eq(sum_of(kept[0]), sum_of(kept[1]))


def sum_at(side: Term, values: Mapping[Term, Term]) -> Term:
    """A sum at values of its symbols, terms that become equal there taken together."""
    change = Substitution(values)
    counts: dict[Any, tuple[Term, int]] = {}
    try:
        for term in terms_of(side):
            shape, own = shape_of(term)
            key = (shape, *(values[s] for s in own))
            counts[key] = term, counts.get(key, (term, 0))[1] + 1
    except (Rejected, KeyError):
        return change(side)
    return sum_of([change(t) if n == 1 else mul(n, change(t)) for t, n in counts.values()])


# How long a term becomes when it is multiplied out, seen from the term as it is written

# More products of monomials than these are out of proportion to a look at a few values.
LONG = 20_000
# What has more nodes is not short as written.
SHORT = 1_000
# Of other terms the parts are not multiplied with what is around them.
_RING = frozenset({"add", "mul", "neg", "div", "pow"})


def is_long(relation: Relation) -> bool:
    """Whether a side that is short as written has so many monomials, before any of them cancel.

    >>> from derivations.language.parser import parse_claim
    >>> def told(text): return is_long(parse_claim(text, ["x, y: real"]).goals[0].relation)
    >>> told("(x + y)**20 = 0"), told("(x + y + 1)**300 = 0")
    (False, True)
    """
    counts: dict[int, int] = {}
    pending = [relation.left, relation.right]
    while pending and len(counts) < SHORT:
        node = pending[-1]
        if id(node) in counts or node.head not in _RING:
            pending.pop()
            continue
        parts = [a for a in node.args if a.head in _RING]
        missing = [a for a in parts if id(a) not in counts]
        if missing:
            pending += missing
            continue
        pending.pop()
        count = _count(node, [counts[id(a)] for a in parts])
        if count > LONG:
            return True
        counts[id(node)] = count
    return False


def _count(node: Term, parts: list[int]) -> int:
    """The monomials of a sum, product or power, from those of its parts that are such."""
    if node.head == "add":
        return len(node.args) - len(parts) + sum(parts)
    if node.head == "pow":
        base, exponent = node.args
        if base.head not in _RING or parts[0] == 1 or exponent.head != "number":
            return 1
        times = exponent.data
        if times.denominator > 1 or times < 1:
            return 1
        return LONG + 1 if times > LONG else comb(parts[0] + int(times) - 1, int(times))
    count = 1
    for part in parts:
        count *= part
    return count
