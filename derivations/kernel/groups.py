"""Equations between long sums, by groups of their terms.

`Σ_l (...)` written out for 512 values of l is 512 renamings of one identity.  A certificate groups
the terms of both sides; groups that a one-to-one renaming of scalar symbols, which keeps sorts,
takes into each other are zero together, so one group of each shape is decided by normal forms.

The shape of a term is its tree, written from the root, the symbols numbered as they first occur.
Two trees have one shape only if they are renamings: a head is a text with the number of its
arguments, a number stands alone in a tuple, a new symbol is its sort alone in a tuple, and one that
occurred is an int.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel.forms import is_zero
from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import spend
from derivations.kernel.proofs import Rejected
from derivations.kernel.syntax import inside
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import SCALARS
from derivations.language.statements import Relation, eq
from derivations.language.terms import ZERO, Term, add

MAX_NODES = 5_000  # of one term, without sharing
MAX_TERMS = 200_000  # of one side, without sharing
HEADS = frozenset({"add", "mul", "neg", "div", "pow", "conj", "i", "pi", *FUNCTIONS})

Shape = tuple[Any, ...]
Group = tuple[Sequence[int], Sequence[int]]  # numbers of terms on the left and on the right


def terms_of(side: Term) -> list[Term]:
    """The terms that add up to this side, real and imaginary parts taken of each.

    Raises SortError, and Rejected beyond MAX_TERMS.
    """
    parts: list[Term] = []
    pending = [side]
    while pending:
        if len(parts) + len(pending) > MAX_TERMS:
            raise Rejected("groups", f"a sum of more than {MAX_TERMS} terms")
        term = pending.pop()
        if term.head == "add":
            pending.extend(reversed(inside(term)))
        elif term.head in ("re", "im") and inside(term)[0].head == "add":
            pending.extend([Term(term.head, (t,)) for t in reversed(inside(term.args[0]))])
        else:
            parts.append(term)
    return parts


def shape_of(term: Term) -> tuple[Shape, list[Term]]:
    """The shape of a scalar term, and its symbols.  Raises Rejected where it has none."""
    out: list[Any] = []
    numbers: dict[Term, int] = {}
    known: dict[int, int] = {}  # the same by identity, which is faster
    put, pending = out.append, [term]
    while pending:
        node = pending.pop()
        head, args, data = node.head, node.args, node.data
        if head in HEADS and data is None:
            put(head)
            put(len(args))
            pending += args[::-1]
        elif id(node) in known:
            put(known[id(node)])
        elif head == "symbol" and not args:
            if node.sort.kind not in SCALARS:
                raise Rejected("groups", f"{node!r} is not a scalar")
            put(numbers.get(node, (node.sort.kind,)))
            known[id(node)] = numbers.setdefault(node, len(numbers))
        elif head == "number" and type(data) is Fraction and not args:
            put((data,))
        else:
            raise Rejected("groups", f"{head!r} in a sum by groups")
        if len(out) > MAX_NODES:
            raise Rejected("groups", f"a term of more than {MAX_NODES} nodes in a sum by groups")
    spend(len(out))
    return tuple(out), list(numbers)


def examine(
    seen: dict[Shape, frozenset[str]], normalizer: Normalizer, goal: Relation,
    groups: Sequence[Group], where: str,
) -> tuple[frozenset[Term], frozenset[str]]:
    """Check that the groups make up both sides of an equation, and that each is zero.

    seen: the shapes of groups that are zero, each with the heads in it; new ones are added.
    Returns the symbols and the heads of the equation.  Raises Rejected, SortError or TooLarge.
    """
    sides = []
    for side, whole in enumerate((goal.left, goal.right)):
        terms = terms_of(whole)
        numbers = sorted(n for group in groups for n in group[side])
        if goal.operator != "==" or numbers != list(range(len(terms))):
            raise Rejected(where, "the groups do not make up both sides of an equation")
        sides.append([(t, *shape_of(t)) for t in terms])
    symbols: set[Term] = set()
    heads: set[str] = set()
    for left, right in groups:
        parts = [sides[0][n] for n in left] + [sides[1][n] for n in right]
        places: dict[Term, int] = {}
        items: list[Any] = [len(left)]
        for _, tree, own in parts:
            items.append(tree)
            items += [places.setdefault(s, len(places)) for s in own]
        symbols.update(places)
        shape = tuple(items)
        if shape not in seen:
            terms = [term for term, _, _ in parts]
            equation = eq(add(ZERO, *terms[: len(left)]), add(ZERO, *terms[len(left) :]))
            if not is_zero(normalizer.difference(equation)):
                raise Rejected(where, "the two sides of a group have different normal forms")
            seen[shape] = frozenset([x for _, tree, _ in parts for x in tree if type(x) is str])
        heads |= seen[shape]
    return frozenset(symbols), frozenset(heads)
