"""What is stated of derivatives and integrals, and how that is shown.

*   `gradient(expr, W) == G` says that for all V the derivative of expr along W + t*V, at t = 0, is
    trace(V.T*G): all directional derivatives, hence all partial ones.  That they make a linear
    approximation of expr is not claimed.
*   What is assumed for all values of something says that the derivatives and integrals in it exist:
    by `Derivative(f(s), s) == g(s)` for all s, f has the derivative g(s) at s.  Where families are
    not seen to have all places that it speaks of, it may be silent, and no more is said than this.
*   In print, what is stated stays what it was: a gradient, and a derivative by q(t) or z[j].
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, pairwise
from operator import is_

from derivations.language.calculus import at_values, names
from derivations.language.calculus_notation import called_of, is_variable
from derivations.language.sorts import REAL, matrix_sort
from derivations.language.statements import Proposition, Relation, StatementError, eq, le
from derivations.language.substitution import bound_symbols, fresh, heads_of, subterms
from derivations.language.term_sorts import is_of
from derivations.language.terms import (
    BINDERS, ONE, POINTED, ZERO, Called, Term, add, call, mul, symbol,
)

# What stands in a term only on the way to a statement.
UNSTATED = frozenset({"piecewise", "gradient"})


# Gradients


def gradient(body: Term, by: Term, declared: str) -> Term:
    """For as long as it takes to state what it is.

    declared: how the matrix is said to be real.
    """
    if _size(body):
        raise StatementError(
            f"a gradient is of a number, and {body!r} is a matrix; of one entry, write scalar(...)"
        )
    sort = by.sort if by.head == "symbol" else REAL
    if not sort.is_matrix:
        raise StatementError(
            f"a gradient is by a matrix or column, and {by!r} is none; write Derivative"
        )
    if sort.properties.isdisjoint({"real", "orthogonal"}):
        raise StatementError(
            f"a gradient is by a real matrix, and {by.name} is complex; {declared}"
        )
    return Term("gradient", (by, body))


def along_all_directions(
    relation: Relation, avoid: Iterable[str] = ()
) -> tuple[Relation, tuple[Term, ...]]:
    """An equation for a gradient as one for the derivatives along all directions, with these, which
    have no name that is to be avoided.  In print it stays what it was (`Called`)."""
    sides = relation.left, relation.right
    if not any("gradient" in heads_of(side) for side in sides):
        return relation, ()
    inside = [n for s in sides for n in subterms(s) if n is not s and n.head == "gradient"]
    gradients = [side for side in sides if side.head == "gradient"]
    if inside or relation.operator != "==":
        raise StatementError(
            "a gradient is a side of an equation, by itself; elsewhere name it, by the hypothesis "
            "that it equals G"
        )
    w = gradients[0].args[0]
    if any(g.args[0] != w for g in gradients):
        raise StatementError("gradients that are equal are by the same matrix")
    taken = names(sides)
    assert w.sort.rows is not None and w.sort.columns is not None
    for side in sides:
        found = _size(side)
        if found and not all(map(_may_be_same, found, (w.sort.rows, w.sort.columns))):
            turned = all(map(_may_be_same, found[::-1], (w.sort.rows, w.sort.columns)))
            raise StatementError(
                f"a gradient by {w.name} has the size of {w.name}, {w.sort.rows} x "
                f"{w.sort.columns}, and {side!r} is {found[0]} x {found[1]}"
                + "; transpose it" * turned
            )
    sort = matrix_sort(w.sort.rows, w.sort.columns, "real")
    v = symbol(fresh("v" if sort.columns == ONE else "V", taken.union(avoid)), sort)
    t = symbol(fresh("t", taken), REAL)

    def slope(side: Term) -> Term:
        if side.head == "gradient":
            moved = at_values(side.args[1], {w: add(w, mul(t, v))})
            return Term("diff", (t, ZERO, moved), None, Called(side))
        return Term("trace", (mul(call("transpose", v), side),), None, Called(side))

    return Relation("==", *map(slope, sides)), (v,)


def _size(term: Term) -> tuple[Term, ...] | None:
    """Rows and columns of a matrix, nothing of a scalar; None where that is not seen at once."""
    args = term.args
    match term.head:
        case "number":
            return ()
        case "symbol" if term.sort.is_scalar:
            return ()
        case "symbol" if term.sort.rows is not None and term.sort.columns is not None:
            return term.sort.rows, term.sort.columns
        case "neg" | "conj" | "div" | "add":
            return _size(args[0])
        case "transpose" | "adjoint":
            inner = _size(args[0])
            return None if inner is None else inner[::-1]
        case "mul":
            sizes = [_size(a) for a in args]
            known = [size for size in sizes if size]
            if None in sizes or any(a[1] != b[0] for a, b in pairwise(known)):
                return None
            return (known[0][0], known[-1][1]) if known else ()
    return None


def _may_be_same(size: Term, other: Term) -> bool:
    return size == other or not {size.head, other.head} <= {"symbol", "number"}


def stated(
    relation: Relation,
    variables: tuple[Term, ...] = (),
    guards: tuple[Relation, ...] = (),
    avoid: Iterable[str] = (),
) -> Proposition:
    """What is stated for all values of the variables that satisfy the guards."""
    taken = names((*variables, *(side for g in guards for side in (g.left, g.right))))
    along, directions = along_all_directions(relation, chain(taken, avoid))
    if any(along_all_directions(guard)[1] for guard in guards):
        raise StatementError("a gradient is no guard; state it as a hypothesis")
    return Proposition(along, (*variables, *directions), guards)


def renamed(stated: Proposition, avoid: Collection[str]) -> Proposition:
    """The same with other names for variables that have a name to be avoided, and for those of the
    derivatives by them."""
    sides = [s for r in (stated.relation, *stated.guards) for s in (r.left, r.right)]
    change: dict[Term, Term] = {}
    taken = names(sides).union(avoid)
    for variable in stated.variables:
        if variable.name in avoid and is_variable(variable.sort):
            name = fresh(variable.name, taken)
            taken.add(name)
            change |= {symbol(variable.name, s): symbol(name, s) for s in (variable.sort, REAL)}
    if change:
        relation, *guards = (
            Relation(r.operator, _changed(r.left, change), _changed(r.right, change))
            for r in (stated.relation, *stated.guards)
        )
        variables = tuple([change.get(v, v) for v in stated.variables])
        stated = Proposition(relation, variables, tuple(guards))
    return stated.substitute({}, avoid=avoid)


def _changed(term: Term, change: Mapping[Term, Term]) -> Term:
    """Symbols in the place of others, bound or not, also in what is called in print."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple([done[id(a)] for a in node.args])
        if all(map(is_, args, node.args)):
            done[id(node)] = change.get(node, node)
        else:
            called = None if node.called is None else Called(_changed(node.called, change))
            done[id(node)] = Term(node.head, args, node.data, called or node.place)
    return done[id(term)]


# What is assumed for all values of something


def existing(
    hypotheses: Iterable[Proposition], avoid: Collection[str] = ()
) -> tuple[Proposition, ...]:
    """Hypotheses, those for all values of something with the derivatives and integrals in them.

    avoid: names of other symbols of the statement.
    """
    found: dict[Proposition, None] = {}
    for stated in hypotheses:
        sides = stated.relation.left, stated.relation.right
        if not stated.variables or not any(n.head in POINTED for s in sides for n in subterms(s)):
            found[stated] = None
            continue
        relation = _tangent(stated.relation)
        found[Proposition(relation, stated.variables, stated.guards)] = None
        if not _has_places(stated):
            continue
        pending = [(s, stated.variables, stated.guards) for s in (relation.right, relation.left)]
        while pending:
            pending += _exists(*pending.pop(), found, avoid)
    return tuple(found)


def _has_places(stated: Proposition) -> bool:
    """Whether the arguments of families in it are seen to be of their index sorts; places of
    matrices and permutations are not."""
    sides = chain.from_iterable((r.left, r.right) for r in (stated.relation, *stated.guards))
    return all(map(_is_place, chain.from_iterable(map(subterms, sides))))


def _is_place(node: Term) -> bool:
    if node.head != "apply":
        return node.head != "entry"
    family, *places = node.args
    index = family.sort.index if family.head == "symbol" else ()
    return len(index) == len(places) and all(
        is_of(place, sort.kind) for place, sort in zip(places, index, strict=True))


def _tangent(relation: Relation) -> Relation:
    """An equation for a derivative as one that says that it exists."""
    left, right = relation.left, relation.right
    if relation.operator != "==" or "diff" not in (left.head, right.head):
        return relation
    slope, value = (left, right) if left.head == "diff" else (right, left)
    variable, at, body = slope.args
    return eq(Term("tangent", (variable, at, value, body), None, called_of(slope)), ONE)


_Place = tuple[Term, tuple[Term, ...], tuple[Relation, ...]]


def _exists(
    term: Term, over: tuple[Term, ...], guards: tuple[Relation, ...],
    found: dict[Proposition, None], avoid: Collection[str],
) -> list[_Place]:  # fmt: skip
    """Puts what exists at a node among what is found; where to look further."""
    bound = bound_symbols(term)
    outer = [(a, over, guards) for a in term.args[len(bound) : -1 if bound else None]]
    if not bound:
        return outer
    variable, first, *_, body = term.args
    last = term.args[-2]
    head = {"diff": "differentiable", "integral": "integrable"}.get(term.head)
    if head is not None:
        there = eq(Term(head, term.args), ONE)
        spoken = set[Term]().union(there.free(), *(g.free() for g in guards))
        own = tuple([v for v in over if v in spoken or not v.sort.is_scalar])
        found[Proposition(there, own, guards)] = None
    if term.head in ("diff", "differentiable", "tangent"):
        return [*outer, (at_values(body, {variable: first}), over, guards)]
    if term.head in BINDERS or term.head == "integral":  # of the ends of others nothing is said
        ends = (side for guard in guards for side in (guard.left, guard.right))
        taken = names((*over, first, last, *ends)).union(avoid)
        if variable.name in taken:
            renamed = symbol(fresh(variable.name, taken | names((body,))), variable.sort)
            variable, body = renamed, _changed(body, {variable: renamed})
        within = (le(first, variable), le(variable, last))
        return [*outer, (body, (*over, variable), (*guards, *within))]
    return outer
