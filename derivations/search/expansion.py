"""How long a term becomes when it is multiplied out, seen from the term as it is written."""

from __future__ import annotations

from math import comb

from derivations.language.statements import Relation
from derivations.language.terms import Term

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
