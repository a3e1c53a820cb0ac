"""Terms cut to a bounded size for display, what is left out replaced by dots.

A term may be a graph with much sharing, whose written-out form is beyond any page.  The outermost
parts are kept; small operands are kept whole before large ones; long sums and products keep their
first operands and the last, large matrices their first rows and columns and the last.
"""

from collections.abc import Sequence
from operator import is_

from derivations.language.substitution import subterms
from derivations.language.terms import Term

NODE_LIMIT = 2000
DEPTH_LIMIT = 32
MATRIX_LIMIT = 12  # rows or columns of an explicit matrix that are shown

# What stands for what is left out; only printers know this head.
DOTS = Term("dots", (), "horizontal")
_ROW_DOTS, _CORNER_DOTS = Term("dots", (), "vertical"), Term("dots", (), "diagonal")


def folded(term: Term) -> Term:
    """The term as it was written, with the names that the document defines."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        if node.called is not None:
            done[id(node)] = folded(node.called)
            continue
        args = tuple([done[id(a)] for a in node.args])
        same = all(map(is_, args, node.args))
        done[id(node)] = node if same else Term(node.head, args, node.data)
    return done[id(term)]


def parts(term: Term) -> list[Term]:
    """The operands of a sum or product as it reads: `(a + b) + c` has three, `a + (b + c)` two."""
    tails: list[tuple[Term, ...]] = []
    node = term
    while node.args and node.head == term.head:
        tails.append(node.args[1:])
        node = node.args[0]
    return [node, *[a for tail in reversed(tails) for a in tail]]


def abbreviated(term: Term, limit: int = NODE_LIMIT) -> Term:
    """The term, cut to at most about `limit` printed nodes and `DEPTH_LIMIT` levels by dots.

    Names that a document defines stand where they were written.
    """
    term = folded(term)
    sizes: dict[int, tuple[int, int]] = {}
    kept: list[Term] = []  # keeps ids valid
    for node in subterms(term):
        kept.append(node)
        size = min(1 + sum([sizes[id(a)][0] for a in node.args]), 10**9)
        below = [sizes[id(a)][1] + 1 for a in node.args]
        if node.args and node.head in ("add", "mul") and node.args[0].head == node.head:
            below[0] -= 1
        sizes[id(node)] = (size, max(below, default=0))
    return _cut(term, limit, DEPTH_LIMIT, sizes)


def _cut(term: Term, limit: int, depth: int, sizes: dict[int, tuple[int, int]]) -> Term:
    size, height = sizes[id(term)]
    big_matrix = term.head == "matrix" and max(term.data) > MATRIX_LIMIT
    if size <= limit and height <= depth and not big_matrix:
        small = all(a.head != "matrix" or max(a.data) <= MATRIX_LIMIT for a in subterms(term))
        if small:
            return term
    if depth == 0 or limit < 2:
        return DOTS
    if term.head in ("add", "mul"):
        operands = parts(term)
        room = max(4, limit // 6)
        shown = operands if len(operands) <= room else [*operands[: room - 1], operands[-1]]
        done = _share(shown, limit - 1, depth - 1, sizes)
        if len(shown) < len(operands):
            done.insert(room - 1, DOTS)
        return Term(term.head, tuple(done), term.data)
    if big_matrix:
        return _cut_matrix(term, limit, depth, sizes)
    return Term(term.head, tuple(_share(term.args, limit - 1, depth - 1, sizes)), term.data)


def _share(
    terms: Sequence[Term], limit: int, depth: int, sizes: dict[int, tuple[int, int]]
) -> list[Term]:
    """Cut the terms so that together they keep to the limit; small ones are kept whole first."""
    order = sorted(range(len(terms)), key=lambda k: sizes[id(terms[k])][0])
    done: list[Term] = list(terms)
    for count, k in enumerate(order):
        share = max(1, limit // (len(order) - count))
        done[k] = _cut(terms[k], share, depth, sizes)
        limit -= min(share, sizes[id(terms[k])][0])
    return done


def _cut_matrix(term: Term, limit: int, depth: int, sizes: dict[int, tuple[int, int]]) -> Term:
    rows, columns = term.data
    shown_rows = _ends(rows)
    shown_columns = _ends(columns)
    entries = [
        term.args[i * columns + j]
        for i in shown_rows
        for j in shown_columns
        if i is not None and j is not None
    ]
    cut = iter(_share(entries, limit - 1, depth - 1, sizes))
    grid = [
        (_CORNER_DOTS if j is None else _ROW_DOTS)
        if i is None
        else DOTS
        if j is None
        else next(cut)
        for i in shown_rows
        for j in shown_columns
    ]
    return Term("matrix", tuple(grid), (len(shown_rows), len(shown_columns)))


def _ends(count: int) -> list[int | None]:
    if count <= MATRIX_LIMIT:
        return list(range(count))
    return [*range(MATRIX_LIMIT - 4), None, count - 1]
