"""Terms that are others at values of variables.

A pattern matches a term with the same head and matching arguments; where arithmetic stands in the
way, an argument is solved for the one variable that is left in it.  Binders match binders; in their
bodies a family at the index matches any term of it (D. Miller, A logic programming language with
lambda-abstraction, 1991).  A multiple of a sum matches as the sum of multiples.  Values of sizes
are read off the matrices.
"""

from collections.abc import Iterator, Mapping, Sequence, Set

from derivations.kernel import Context, manifest
from derivations.language.shapes import is_matrix
from derivations.language.sorts import INTEGER, NATURAL, POSINT, REAL, Sort
from derivations.language.statements import Relation, eq, le, replace_term
from derivations.language.substitution import Substitution, free_symbols, fresh, subterms
from derivations.language.terms import (
    BINDERS, ONE, POINTED, ZERO, Term, add, call, div, function, mul, neg, number, symbol,
)
from derivations.search.equality.equations import divided
from derivations.search.goals import Stuck, attempted
from derivations.search.reading.facts import FAILURES, vector_of
from derivations.search.reading.gaussian import ratio
from derivations.search.reading.readback import is_scalar, polynomial, simplified, size

Bindings = dict[Term, Term]
SUMS = frozenset({"sum", "product"})
# What is taken over a range.
RANGED = SUMS | {"integral", "integrable"}
# The first of the whole numbers of a sort.
FIRST = {POSINT: ONE, NATURAL: ZERO}
# What has one value at a difference and at the difference turned round.
SIZES = frozenset({"abs", "norm"})
# Whose two arguments are matched in both orders.
EITHER_WAY = frozenset({"add", "gcd"})
ARITHMETIC = frozenset({"add", "mul", "neg", "div", "pow"})
# Behind how many of its summands a sum is cut in two, or a product.
MAX_CUTS = 20


def fitting(context: Context, found: Bindings) -> bool:
    """Whether values of whole variables are manifestly whole."""
    return all(
        same(context, call("floor", t), t)
        for v, t in found.items() if v.sort.is_scalar and v.sort.within("integer")
    )


def completed(
    context: Context, variables: Sequence[Term], found: Bindings
) -> list[Term] | None:
    """Values for all variables; those of sizes are read off the matrices."""
    for v in variables:
        matrix = v.sort.value if v.sort.is_family else v.sort
        if v in found and matrix is not None and matrix.is_matrix:
            if v.sort.is_family and found[v].head != "function":
                continue
            *places, body = found[v].args if v.sort.is_family else [found[v]]
            sizes = size(context.with_symbols(*places), body)
            if sizes is None:
                return None
            for own, length in zip((matrix.rows, matrix.columns), sizes, strict=True):
                if own is not None and own in variables:
                    found.setdefault(own, length)
    return [found[v] for v in variables] if all(v in found for v in variables) else None


def agreeing(
    context: Context, pattern: Relation, relation: Relation, variables: Sequence[Term]
) -> Iterator[list[Term]]:
    """Values at which two relations agree."""
    for found in _agreeing(context, pattern, relation, variables, {}):
        values = completed(context, variables, found)
        if values is not None and fitting(context, found):
            yield values


def agreeing_by_fact(
    context: Context, pairs: Sequence[tuple[Relation, Relation]], variables: Sequence[Term],
    further: Sequence[tuple[Relation, Relation]] = (),
) -> Iterator[list[Term]]:
    """Values at which the first two relations agree; and, where those leave some open, one of the
    next two, and then one of the further ones."""
    (pattern, relation), *rest = pairs
    for found in _agreeing(context, pattern, relation, variables, {}):
        yield from _completed_by(context, [rest, further], variables, found)


def _completed_by(
    context: Context, pairs: Sequence[Sequence[tuple[Relation, Relation]]],
    variables: Sequence[Term], found: Bindings,
) -> Iterator[list[Term]]:
    values = completed(context, variables, found)
    if values is not None:
        if fitting(context, found):
            yield values
        return
    for own, relation in pairs[0] if pairs else ():
        if own.operator == relation.operator:
            for more in _agreeing(context, own, relation, variables, found):
                yield from _completed_by(context, pairs[1:], variables, more)


def _agreeing(
    context: Context, pattern: Relation, relation: Relation, variables: Sequence[Term],
    bound: Bindings,
) -> Iterator[Bindings]:
    """By either side first, where both speak of something; else by one that is a value of a
    family."""
    sides = [(pattern.left, relation.left), (pattern.right, relation.right)]
    orders = [sides]
    if not {pattern.left.head, pattern.right.head} & {"symbol", "number"}:
        orders.append(sides[::-1])
    agreed = False
    for order in orders:
        own, terms = zip(*order, strict=True)
        for found in _arguments(context, own, terms, variables, bound):
            agreed = True
            yield found
    for (side, value), other in zip(sides, sides[::-1], strict=True):
        if not agreed and side.head == "apply" == value.head:
            for found in matches(context, side, value, variables, bound):
                yield from matches(context, *other, variables, found)


def matches(
    context: Context, pattern: Term, term: Term, variables: Sequence[Term], bound: Bindings
) -> Iterator[Bindings]:
    """Values of variables at which the pattern is the term, by normal forms at the leaves."""
    if pattern.head == "symbol" and pattern in variables:
        if pattern not in bound:
            yield {**bound, pattern: term}
        elif same(context, bound[pattern], term):
            yield bound
        return
    free = [v for v in variables if v in free_symbols(pattern)]
    if all(v in bound for v in free):
        if same(context, Substitution(bound)(pattern), term):
            yield bound
        return
    if pattern.head == "apply" and pattern.args[0] in bound:
        family = pattern.args[0]
        at = Substitution({family: bound[family]})(pattern)
        if at.head != "apply" or at.args[0] not in variables:
            yield from matches(context, at, term, variables, bound)
        elif term.head == "apply" and term.args[0] == at.args[0]:  # of the goal, called the same
            yield from _arguments(context, at.args[1:], term.args[1:], variables, bound)
        elif same(context, at, term):
            yield bound
        return
    if pattern.head == "apply" and pattern.args[0] in variables:
        if _is_at_indices(pattern, variables):
            yield {**bound, pattern.args[0]: _abstracted(pattern, term)}
            return
        if term.head != "apply" or term.args[0].head != "symbol":
            return
        family, other = pattern.args[0], term.args[0]
        if family.sort != other.sort:
            if _takes_more(other.sort, family.sort):
                new = _new_indices(family.sort, {other.name})
                there = {**bound, family: function(new, Term("apply", (other, *new)))}
                yield from _arguments(context, pattern.args[1:], term.args[1:], variables, there)
            return
    if pattern.head == "inner" and term.head == "scalar":
        turned = as_inner(context, term)
        if turned != term:
            yield from matches(context, pattern, turned, variables, bound)
        return
    if pattern.head == "adjoint" and term.head == "transpose":  # the same of what is real
        turned = call("adjoint", *term.args)
        if same(context, term, turned):
            yield from matches(context, pattern, turned, variables, bound)
        return
    if _is_multiple(pattern) and pattern.args[0] in free and term.head in ("symbol", "neg"):
        (c, matrix), negative = pattern.args, term.head == "neg"
        own = term.args[0] if negative else term
        yield from _arguments(
            context, (c, matrix), (number(-1 if negative else 1), own), variables, bound)
        return
    if pattern.head == "sum" != term.head:
        term = _as_sum(term)
    if pattern.head == "mul" and term.head == "div" and term.args[0].head == "mul":
        *factors, last = term.args[0].args
        term = mul(*factors, div(last, term.args[1]))
    if pattern.head == term.head and pattern.head in RANGED:
        yield from _binders(context, pattern, term, variables, bound)
        return
    if pattern.head == term.head and pattern.data == term.data:
        if pattern.head in ("add", "mul") and len(pattern.args) == 2 < len(term.args):
            for cut in range(1, min(len(term.args), MAX_CUTS + 1)):
                parts = [_joined(term.head, term.args[:cut]), _joined(term.head, term.args[cut:])]
                yield from _arguments(context, pattern.args, parts, variables, bound)
        elif pattern.head in EITHER_WAY and len(pattern.args) == 2 == len(term.args):
            for some in (term.args, term.args[::-1]):
                yield from _arguments(context, pattern.args, some, variables, bound)
        elif len(pattern.args) == len(term.args) and pattern.head not in BINDERS:
            found = list(_arguments(context, pattern.args, term.args, variables, bound))
            if not found and pattern.head == "mul" and _are_two_numbers(term):
                found = list(_arguments(context, pattern.args, term.args[::-1], variables, bound))
            if not found and pattern.head in SIZES and term.args[0].head == "add":
                turned = add(*(_negative(a) for a in term.args[0].args[::-1]))
                found = list(_arguments(context, pattern.args, (turned,), variables, bound))
            yield from found
            if found:
                return
    left = [v for v in free if v not in bound]
    if pattern.head in ARITHMETIC and len(left) == 1 and left[0].sort.is_scalar:
        value = solved(context, Substitution(bound)(pattern), term, left[0])
        if value is not None:
            yield {**bound, left[0]: value}


def _as_sum(term: Term) -> Term:
    """A multiple of a sum as a sum of multiples; itself, if it is none."""
    above = term.args[:1] if term.head == "div" else term.args
    inside = [a for a in above if a.head == "sum"] if term.head in ("mul", "neg", "div") else []
    if len(inside) != 1 or any(inside[0].args[0] in free_symbols(a) for a in term.args):
        return term
    index, lower, upper, body = inside[0].args
    args = tuple(body if a is inside[0] else a for a in term.args)
    return Term("sum", (index, lower, upper, Term(term.head, args, term.data)))


def _negative(term: Term) -> Term:
    return term.args[0] if term.head == "neg" else neg(term)


def _are_two_numbers(product: Term) -> bool:
    return len(product.args) == 2 and not any(map(is_matrix, product.args))


def _is_multiple(pattern: Term) -> bool:
    """Whether it is a number times a matrix, both of which are variables."""
    kinds = [a.head == "symbol" and (a.sort.is_scalar, a.sort.is_matrix) for a in pattern.args]
    return pattern.head == "mul" and kinds == [(True, False), (False, True)]


def as_inner(context: Context, term: Term) -> Term:
    """A number `v.H*A*w` as an inner product, where it is seen to be one."""
    first, *rest = term.args[0].args if term.args[0].head == "mul" else (term.args[0],)
    if rest and first.head in ("adjoint", "transpose"):
        turned = call("inner", _joined("mul", rest), first.args[0])
        if same(context, turned, term):
            return turned
    return term


def _arguments(
    context: Context,
    patterns: Sequence[Term],
    terms: Sequence[Term],
    variables: Sequence[Term],
    bound: Bindings,
) -> Iterator[Bindings]:
    """Values at which each pattern is its term; what may be any term comes last."""
    if not patterns:
        yield bound
        return
    first = next((k for k, p in enumerate(patterns) if not _is_any(p, variables, bound)), 0)
    own, others = ([*some[:first], *some[first + 1 :]] for some in (patterns, terms))
    for found in matches(context, patterns[first], terms[first], variables, bound):
        yield from _arguments(context, own, others, variables, found)


def _is_any(pattern: Term, variables: Sequence[Term], bound: Bindings) -> bool:
    """Whether it is a family that is not known, at a value that is not either."""
    open_ = pattern.head == "apply" and pattern.args[0] in variables
    return open_ and pattern.args[0] not in bound and not _is_at_indices(pattern, variables)


def _is_at_indices(pattern: Term, variables: Sequence[Term]) -> bool:
    """Whether the value of a family is the one at indices of binders."""
    return all(a.head == "symbol" and a not in variables for a in pattern.args[1:])


def _binders(
    context: Context, pattern: Term, term: Term, variables: Sequence[Term], bound: Bindings
) -> Iterator[Bindings]:
    """Sums, or integrals, over matching ranges whose bodies match for one index, which no value
    has."""
    if not _may_be(pattern, term, variables, frozenset(bound)):
        return
    taken = {s.name for t in (term, pattern, *variables) for s in free_symbols(t)}
    sort = REAL if term.head in POINTED else _sort_from(context, term.args[1])
    k = symbol(fresh(term.args[0].name, taken | context.names), sort)
    own, body = (Substitution({t.args[0]: k})(t.args[3]) for t in (pattern, term))
    for found in _arguments(context, pattern.args[1:3], term.args[1:3], variables, bound):
        for values in matches(context.with_symbols(k), own, body, variables, found):
            if not any(k in free_symbols(value) for value in values.values()):
                yield values


def _may_be(
    pattern: Term, term: Term, variables: Sequence[Term], known: frozenset[Term]
) -> bool:
    """Whether heads allow that the pattern matches the term.

    known: the variables that have values when it is matched, or may have.
    """
    open_ = free_symbols(pattern).intersection(variables) - known
    if pattern.head in ("symbol", "apply") or not open_:
        return True
    if pattern.head in ARITHMETIC and all(v.sort.is_scalar for v in open_) and (
            pattern.head != "pow" or pattern.args[1].head != "number"):
        return True  # it may be solved for a number
    if pattern.head == "sum" != term.head:
        term = _as_sum(term)
    if pattern.head == "mul" and term.head in ("div", "neg", "symbol"):
        return True
    if (pattern.head, term.head) in (("inner", "scalar"), ("adjoint", "transpose")):
        return True
    if pattern.head != term.head or pattern.data != term.data:
        return False
    own, others = pattern.args, term.args
    if pattern.head in RANGED:
        ends = free_symbols(own[1]) | free_symbols(own[2])
        return _may_be(own[3], others[3], variables, known | ends)
    if len(own) != len(others):
        return pattern.head in ("add", "mul")
    if pattern.head in SIZES | BINDERS:
        return True
    known_at = [known.union(*map(free_symbols, own[:k] + own[k + 1 :])) for k in range(len(own))]
    turned = pattern.head in ("add", "mul", "gcd") and len(own) == 2
    return any(
        all(_may_be(p, t, variables, ks) for p, t, ks in zip(own, some, known_at, strict=True))
        for some in (others, others[::-1])[: 1 + turned])


def _sort_from(context: Context, lower: Term) -> Sort:
    """What an index is known to be that begins with a number."""
    known = (sort for sort, first in FIRST.items()
             if attempted(manifest, context, le(first, lower)))
    return next(known, INTEGER)


def _abstracted(pattern: Term, term: Term) -> Term:
    """The function whose value at the arguments of a pattern `F[k]` is the term."""
    family, *arguments = pattern.args
    new = _new_indices(family.sort, {s.name for s in (*free_symbols(term), *arguments)})
    return function(new, Substitution(dict(zip(arguments, new, strict=True)))(term))


def _new_indices(family: Sort, taken: Set[str]) -> list[Term]:
    """Symbols for the indices of a family, none with a name that is taken."""
    return [symbol(fresh(f"k{place}", taken), sort) for place, sort in enumerate(family.index)]


def _takes_more(sort: Sort, own: Sort) -> bool:
    """Whether a family of a sort is one of another, too, at fewer indices."""
    return len(sort.index) == len(own.index) and all(
        a.within(b.kind) for a, b in zip(own.index, sort.index, strict=True))


def _joined(head: str, parts: Sequence[Term]) -> Term:
    return parts[0] if len(parts) == 1 else Term(head, tuple(parts))


def same(context: Context, a: Term, b: Term) -> bool:
    """Whether two terms have one normal form."""
    if a == b:
        return True
    try:
        return manifest(context, eq(a, b))
    except FAILURES:
        return False


def put(term: Term, values: Mapping[Term, Term]) -> Term:
    """A term with others for some of its parts."""
    return put_in(eq(term, ZERO), values).left


def put_in(relation: Relation, values: Mapping[Term, Term]) -> Relation:
    """A relation with terms for others in it."""
    for part, value in values.items():
        relation = replace_term(relation, part, value)
    return relation


def coefficients(context: Context, term: Term, parts: Sequence[Term]) -> tuple[list[Term], Term]:
    """The factors of parts in a term that is linear in them, and the rest.  Raises Stuck."""
    none = dict.fromkeys(parts, ZERO)
    rest = simplified(context, put(term, none))
    found = [simplified(context, add(put(term, {**none, p: ONE}), neg(rest))) for p in parts]
    whole = add(*(mul(c, p) for c, p in zip(found, parts, strict=True)), rest)
    inside = {n for c in found for n in subterms(c)}
    if not inside.isdisjoint(parts) or not same(context, term, whole):
        raise Stuck("not linear")
    return found, rest


def solved(context: Context, pattern: Term, term: Term, x: Term) -> Term | None:
    """The value of x at which a pattern, linear in it, is the term."""
    if pattern.head == "pow" and pattern.args[1] != ONE:
        return None
    at = [Substitution({x: number(k)})(pattern) for k in (0, 1, 2)]
    try:
        slope = add(at[1], neg(at[0]))
        if not manifest(context, eq(add(at[2], neg(at[1])), slope)):
            return None
        rest = simplified(context, add(term, neg(at[0])))
        slope = simplified(context, slope)
        if slope == ZERO:
            return None
        if slope == ONE:
            return rest
        return quotient(context, rest, slope)
    except FAILURES:
        return None


def quotient(context: Context, a: Term, b: Term) -> Term:
    """One by another, without what the terms of both share where the second is one."""
    top, bottom = (vector_of(context, eq(t, ZERO)) or {} for t in (a, b))
    if len(bottom) == 1 and is_scalar((*top, *bottom)):
        (((_, _, own), c),) = bottom.items()
        rests = {key: divided(key[2], own) for key in top}
        if None not in rests.values():
            return polynomial({(None, None, rests[key]): ratio(d, c) for key, d in top.items()})
    return simplified(context, div(a, b))


