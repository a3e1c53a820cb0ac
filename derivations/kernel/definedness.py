"""Definedness: what must hold for a term to have a value.

The kernel's terms are total, with junk values where mathematics has none; so a statement is
proved only together with the obligations listed here, for every subterm on both sides, under
its binders.
"""

from __future__ import annotations

from derivations.kernel import polynomial as P
from derivations.kernel.forms import OutOfReach, size
from derivations.kernel.normal_form import Normalizer
from derivations.kernel.polynomial import Poly
from derivations.kernel.reality import is_built_real
from derivations.language.heads import PLAIN
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, call, symbol

# What each argument needs by its word in the table of heads, and the heads that need something.
_NEEDS = ("real", "integer", "natural")
PARTIAL = frozenset({"pow", "apply", "entry", "gamma"}).union(
    head for head, row in PLAIN.items() if row.nonzero or not set(_NEEDS).isdisjoint(row.sorts)
)

# Those with a value, by some convention, also where their needs fail: 0^n for a natural n,
# binomial(1/2, 2), F(-1), (1/2)!, the floor of a complex number, gcd(1/2, 1/3)
MAY_BE_DEFINED = frozenset({
    "pow", "binomial", "factorial", "fibonacci", "harmonic", "floor", "ceiling", "mod", "atan2",
    "gcd", "lcm",
})  # fmt: skip


def obligations(
    relations: tuple[Relation, ...],
    normalizer: Normalizer,
    names: frozenset[str] = frozenset(),
    *,
    necessary: bool = False,
) -> list[Proposition]:
    """What must hold for both sides of the relations to be defined, inner terms first.

    names: what the facts of the normalizer are about; an index is not called by one of these.
    necessary: only what holds wherever both sides are defined.  All of them together are enough;
        but a power with an exponent of unknown sign may be defined where its base is 0; see
        `MAY_BE_DEFINED`.
    """
    from derivations.kernel.skeletons import survey

    found: dict[Proposition, None] = {}
    seen: set[int] = set()
    for relation in relations:
        surveyed = survey(relation)
        if surveyed is not None and not surveyed.partial and relation.operator in ("==", "!="):
            continue
        for side in (relation.left, relation.right):
            _collect(side, (), (), normalizer, names, found, seen, necessary)
        if relation.operator in ("<", "<="):
            for side in (relation.left, relation.right):
                if not is_built_real(side):
                    found.setdefault(Proposition(eq(call("im", side), ZERO)))
    return list(found)


def _collect(
    term: Term,
    variables: tuple[Term, ...],
    guards: tuple[Relation, ...],
    normalizer: Normalizer,
    names: frozenset[str],
    found: dict[Proposition, None],
    seen: set[int],
    necessary: bool,
) -> None:
    for node in _outside_binders(term, seen):
        if node.head in BINDERS:
            _, lower, upper, body = node.args
            if any(t.head in PARTIAL for t in subterms(body)):
                k, body = _renamed(node, variables, guards, normalizer, names)
                more = (*guards, le(lower, k), le(k, upper))
                inside = _within(normalizer, more, body)
                _collect(body, (*variables, k), more, inside, names, found, set(), necessary)
        elif node.head == "gamma":
            found.setdefault(_no_pole(node.args[0], variables, guards))
        elif node.head in PARTIAL:
            if necessary and not _is_settled(node, normalizer):
                continue
            for relation in _needs(node, normalizer):
                used = relation.free()
                for guard in guards:
                    used |= guard.free()
                bound = tuple(v for v in variables if v in used)
                found.setdefault(Proposition(relation, bound, guards if bound else ()))


def _within(normalizer: Normalizer, guards: tuple[Relation, ...], body: Term) -> Normalizer:
    """Normal forms where the guards hold too, if a symbolic exponent asks for them."""
    from derivations.kernel.context import assume

    if all(t.head != "pow" or t.args[1].head == "number" for t in subterms(body)):
        return normalizer
    inner = Normalizer()
    for relation in (*normalizer.assumed, *guards):
        assume(inner, relation)
    inner.forget()
    return inner


def _no_pole(
    z: Term, variables: tuple[Term, ...], guards: tuple[Relation, ...]
) -> Proposition:
    """`z + k ≠ 0` for every natural k."""
    around = free_symbols(z).union(variables, *(g.free() for g in guards))
    k = symbol(fresh("k", (s.name for s in around)), NATURAL)
    bound = tuple(v for v in variables if v in around)
    return Proposition(ne(add(z, k), ZERO), (*bound, k), guards if bound else ())


def _renamed(
    binder: Term,
    variables: tuple[Term, ...],
    guards: tuple[Relation, ...],
    normalizer: Normalizer,
    names: frozenset[str],
) -> tuple[Term, Term]:
    """The index as a variable with a name of its own, a natural when its range says so; the body.

    Its name is that of no other symbol in the body, in the bounds, in the guards around it, and
    of none of these names.
    """
    index, lower, upper, body = binder.args
    around = free_symbols(lower).union(free_symbols(upper), *(g.free() for g in guards))
    taken = names.union(s.name for s in around.union(variables, free_symbols(body) - {index}))
    natural = normalizer.algebra.is_natural(normalizer.scalar(lower))
    k = symbol(fresh(index.name, taken), NATURAL if natural else INTEGER)
    return k, Substitution({index: k})(body)


def _outside_binders(term: Term, seen: set[int]) -> list[Term]:
    """The distinct nodes that are not inside a binder, children before parents."""
    order: list[Term] = []
    pending: list[tuple[Term, bool]] = [(term, False)]
    while pending:
        node, expanded = pending.pop()
        if expanded:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            if node.head in PARTIAL or node.head in BINDERS:
                pending.append((node, True))
            inside = node.args[1:-1] if node.head in BINDERS else node.args
            pending.extend((a, False) for a in reversed(inside))
    return order


def _needs(term: Term, normalizer: Normalizer) -> list[Relation]:
    match term.head:
        case "pow":
            return _power_needs(term, normalizer)
        case "apply":
            return _index_needs(term)
        case "entry":
            return _entry_needs(term, normalizer)
    row, args = PLAIN[term.head], term.args
    sorts = row.sorts + row.sorts[-1:] * (len(args) - len(row.sorts))
    needs = _real(tuple(a for a, sort in zip(args, sorts, strict=True) if sort == "real"))
    whole = [a for a, sort in zip(args, sorts, strict=True) if sort in ("integer", "natural")]
    needs += [eq(call("floor", a), a) for a in whole]
    needs += [le(ZERO, a) for a, sort in zip(args, sorts, strict=True) if sort == "natural"]
    if row.nonzero is not None:
        needs.append(ne(row.nonzero(*args), ZERO))
    return needs


def _real(terms: tuple[Term, ...]) -> list[Relation]:
    return [eq(call("im", t), ZERO) for t in terms if not is_built_real(t)]


def _is_settled(term: Term, normalizer: Normalizer) -> bool:
    """Whether the needs of a term are necessary: for powers, where the exponent is below 0.

    0^n is defined for natural n, and 0^(1/3) is 0 in many books.
    """
    if term.head not in MAY_BE_DEFINED:
        return True
    if term.head != "pow":
        return False
    exponent = normalizer.scalar(term.args[1])
    algebra = normalizer.algebra
    return algebra.sign(P.negative(exponent)) == "positive"


def _power_needs(term: Term, normalizer: Normalizer) -> list[Relation]:
    base, exponent = term.args
    value = normalizer.scalar(exponent)
    if not isinstance(normalizer.value(base), Poly):
        natural = normalizer.algebra.is_natural(value)
        return [] if natural else [ne(call("det", base), ZERO)]
    known = value.rational()
    if known is not None:
        plain = known.denominator <= 2 and known >= 0
        return [] if plain else [ne(base, ZERO)]
    if normalizer.algebra.is_integer(value) and normalizer.algebra.is_natural(value):
        return []
    return [ne(base, ZERO)]


def _index_needs(term: Term) -> list[Relation]:
    family, *arguments = term.args
    needs = []
    for argument, wanted in zip(arguments, family.sort.index, strict=True):
        if wanted.within("natural"):
            needs.append(le(ONE if wanted.kind == "posint" else ZERO, argument))
        elif wanted.within("real") and not wanted.within("integer"):
            needs.append(eq(call("im", argument), ZERO))
            if wanted.within("nonnegative"):
                needs.append(
                    lt(ZERO, argument) if wanted.kind == "positive" else le(ZERO, argument)
                )
            elif wanted.kind == "negative":
                needs.append(lt(argument, ZERO))
    return needs


def _entry_needs(term: Term, normalizer: Normalizer) -> list[Relation]:
    matrix, *places = term.args
    algebra = normalizer.algebra
    needs = []
    for axis, place in enumerate(places):
        value, number = normalizer.scalar(place), size(normalizer.matrix(matrix))[axis]
        if not algebra.is_integer(value):
            needs.append(eq(call("floor", place), place))
        last = P.plus(P.plus(number, P.negative(value)), P.constant(-1))
        if not (algebra.is_natural(value) and algebra.is_natural(last)):
            needs += [le(ZERO, place), lt(place, _extent(matrix, axis, number))]
    return needs


def _extent(matrix: Term, axis: int, number: Poly) -> Term:
    """The number of rows (axis 0) or columns (axis 1) as a term."""
    value = number.rational()
    if value is not None:
        return Term("number", (), value)
    if matrix.head in ("transpose", "adjoint"):
        return _extent(matrix.args[0], 1 - axis, number)
    sort = matrix.sort if matrix.head == "symbol" else None
    if matrix.head == "apply":
        sort = matrix.args[0].sort.value
    extent = (sort.rows, sort.columns)[axis] if sort is not None else None
    if extent is None:
        raise OutOfReach("an entry of a composed matrix that is not seen to have that place")
    return extent
