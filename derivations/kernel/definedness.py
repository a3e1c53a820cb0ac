"""What terms and relations need to have values.

It is listed inner terms first, by a plain reading of terms: nothing is left out because it seems
true.  What a head needs is its row in the tables; powers, values of families and entries of
matrices need more than a row can say, and are read here.  What stands under a binder is needed at
every index, and of a function that has a derivative also near the point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from derivations.kernel.context import Context, index_sort, manifest, said_of
from derivations.kernel.definitions import POLES, Need, corners, is_partial, needs
from derivations.kernel.polynomial import EACH, Poly, spend
from derivations.kernel.syntax import inside
from derivations.language.sorts import NATURAL, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, fresh, heads_of
from derivations.language.terms import (
    BINDERS, ONE, POINTED, ZERO, Term, apply, call, neg, sub, symbol,
)

Range = Callable[[Term, Term], Relation]
_PLACED = frozenset({"pow", "apply", "entry", *POINTED})
# What there is where these are 1.
_OF = {"differentiable": "diff", "integrable": "integral"}


def may_be_undefined(heads: Iterable[str]) -> bool:
    """Whether a term with these heads may have no value."""
    return any(head in _PLACED or is_partial(head) for head in heads)


def _said(relation: Relation) -> Term | None:
    """1 where a relation says that a function is integrable, 0 where it says that it is not."""
    left = relation.left
    both = (ONE, ZERO) if left.head == "integrable" else ()
    return next((number for number in both if relation == eq(left, number)), None)


def denied(relation: Relation) -> Relation:
    """What has to have values for a relation to be refuted: the relation itself, but of what is
    said to be integrable that it is not, and the other way round."""
    said = _said(relation)
    return relation if said is None else eq(relation.left, ZERO if said == ONE else ONE)


def claim_needs(context: Context, relation: Relation) -> list[Need]:
    """What a relation needs that is claimed, not given: what is integrable has values, too,
    whatever normal forms say of it."""
    found = relation_needs(context, relation)
    if _said(relation) == ONE:
        values = _values(context, relation.left)
        found += [need for need in values if not manifest(context, need.claim)]
    return found


def relation_needs(context: Context, relation: Relation) -> list[Need]:
    """What a relation needs, in order; what normal forms show is left out.

    Each side is defined, left before right; and both are real, for an order.
    """
    found: dict[Proposition, Need] = {}
    said = _said(relation) is not None
    for need in (*term_needs(context, relation.left, said), *term_needs(context, relation.right)):
        keep(found, need)
    if relation.operator in ("<", "<="):
        for side in (relation.left, relation.right):
            keep(found, Need(Proposition(eq(call("im", side), ZERO)), exact=True, agreed=True))
    return [need for need in found.values() if not manifest(context, need.claim)]


def keep(found: dict[Proposition, Need], need: Need) -> None:
    """Keep a need in the place of the first with this claim, and as exact and agreed as one is."""
    known = found.get(need.claim, need)
    found[need.claim] = max(known, need, key=lambda n: n.exact + n.agreed - n.spare)


def everywhere(
    claim: Proposition, variables: tuple[Term, ...], guards: tuple[Relation, ...] = ()
) -> Proposition:
    """What is claimed, for all values of these variables, too, at which these guards hold."""
    return Proposition(
        claim.relation, (*variables, *claim.variables), (*guards, *claim.guards)
    )


def term_needs(context: Context, term: Term, said: bool = False) -> Iterator[Need]:
    """What a term needs to have a value, inner terms first, left to right.

    said: whether it is said of the term that a function is integrable, or not.
    """
    if not may_be_undefined(heads_of(term)):
        return
    nodes = _outside_binders(term)
    spend(2 * EACH * len(nodes))
    for node in nodes:
        yield from _own_needs(context, node, said and node is term)


def _own_needs(context: Context, node: Term, said: bool = False) -> Iterator[Need]:
    """What a term needs if what it is made of has values; said: as in `term_needs`."""
    if node.head in BINDERS:
        yield from _under(context, node)
    elif node.head in POINTED:
        integral = node.head in ("integral", "integrable")
        yield from (_integral if integral else _derivative)(context, node)
        if node.head == "integrable" and not said:
            yield from _values(context, node)
    elif node.head == "pow":
        yield from _power(context, node)
    elif node.head == "apply":
        yield from _places(node)
    elif node.head == "entry":
        yield from _entry(context, node)
    elif is_partial(node.head):
        normalizer = context.normalizer
        pole = node.head in POLES and normalizer.is_integer(normalizer.scalar_of(node.args[0]))
        for need in needs(node.head, *node.args):
            # Its variables are called by no name of the context, where it is to be stated.
            claim = need.claim.substitute({}, avoid=context.names)
            yield replace(need, claim=claim, exact=need.exact or pole)


def _outside_binders(term: Term) -> list[Term]:
    """The distinct nodes that are not inside a binder, children before parents."""
    order: list[Term] = []
    seen: set[int] = set()
    pending: list[tuple[Term, bool]] = [(term, False)]
    while pending:
        node, expanded = pending.pop()
        if expanded:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            pending.append((node, True))
            pending.extend((a, False) for a in reversed(inside(node)))
    return order


def _under(
    context: Context, binder: Term, within: Range = le, filled: bool = False
) -> Iterator[Need]:
    """What the body needs, at every index, but what is said of it by normal forms.  A need without
    the index is stated without it where the range is `filled`, or manifestly not empty."""
    index, lower, upper, body = binder.args
    sort = REAL if binder.head in POINTED else index_sort(context, lower)
    k = symbol(fresh(index.name, context.names), sort)
    guards = (within(lower, k), within(k, upper))
    under = context.with_symbols(k).with_facts(*map(Proposition, guards))
    filled = filled or manifest(context, within(lower, upper))
    for need in term_needs(under, Substitution({index: k})(body)):
        claim = need.claim
        if claim.is_plain and _is_said(under, claim.relation):
            continue
        if not (filled and k not in claim.free()):
            claim = everywhere(claim, (k,), guards)
        yield replace(need, claim=claim)


def _is_said(context: Context, claim: Relation) -> bool:
    """Whether normal forms show an order where they are given a fact: what is apart in the one is
    as far apart in the other."""
    if claim.operator not in ("<", "<="):
        return False
    more = sub(claim.right, claim.left)
    for fact in (known.relation for known in context.facts if known.is_plain):
        if fact.operator in ("<", "<="):
            strict = claim.operator == "<" and fact.operator == "<="
            apart = sub(fact.right, fact.left)
            if manifest(context, (lt if strict else le)(apart, more)):
                return True
    return False


def _derivative(context: Context, term: Term) -> Iterator[Need]:
    """The point is real, the function has a value there, and a derivative: that no part of it has a
    corner there is only enough, and says why."""
    variable, at, *_, body = term.args
    there = Substitution({variable: at})
    yield Need(Proposition(eq(call("im", at), ZERO)), exact=True, agreed=True)
    exact = term.head == "diff"  # that there is no derivative says nothing of values
    for need in term_needs(context, there(body)):
        yield need if exact else replace(need, exact=False, agreed=False)
    has = Proposition(_differentiable(variable, at, body))
    if exact and not manifest(context, has):
        nodes = [n for n in _outside_binders(body) if variable in free_symbols(n)]
        powers = [n.args for n in nodes if n.head == "pow" and n.args[1].head == "number"]
        squared = {id(base) for base, exponent in powers if exponent.data % 2 == 0}
        for node in nodes:
            for claim in () if id(node) in squared else _corners(context, node, variable, there):
                yield Need(Proposition(claim), exact=False, agreed=False, spare=True)
        yield Need(has, exact=True, agreed=True)
    yield from _near(context, term)


def _near(context: Context, term: Term) -> Iterator[Need]:
    """What is asked of a function, lest its parts have values at the point and none beside it.

    What is to be apart, or below and real, stays so where it is at the point and both sides have
    derivatives, at each whole index, if the range does not depend on the point.  Of an inner
    derivative or integral, and of a value of a family for which none is put in, it is asked that it
    has itself a derivative; what else is needed, for all numbers.
    """
    variable, at, *_, body = term.args
    if not may_be_undefined(heads_of(body)):
        return
    # Beside what is above 0 all numbers are.
    sort = POSITIVE if manifest(context, lt(ZERO, at)) else REAL
    s = symbol(fresh(variable.name, context.names), sort)
    beside, there = context.with_symbols(s), Substitution({variable: s})
    for node in _outside_binders(body):
        for claim in (need.claim for need in _own_needs(beside, there(node))):
            if manifest(beside, claim):
                continue
            left, right, operator = (
                claim.relation.left, claim.relation.right, claim.relation.operator)
            about = beside.with_symbols(*claim.variables)
            missing = [side for side in (
                _differentiable(s, at, left), _differentiable(s, at, right),
            ) if not manifest(about, side)]
            part = Term(_OF[left.head], left.args) if left.head in _OF else there(node)
            free = part.head == "apply" and part.args[0] not in context.valued
            asked = [Proposition(claim.relation, (s, *claim.variables), claim.guards)]
            if s not in claim.free():
                asked = [claim]
            elif operator != "==" and _stays(about, claim, s, at, missing):
                if operator == "<=" and not _is_whole(about, right, left):
                    claim = replace(claim, relation=lt(left, right))
                real = eq(call("im", right if left == ZERO else sub(right, left)), ZERO)
                asked = [
                    claim.substitute({s: at}),
                    *(Proposition(side, claim.variables, claim.guards) for side in missing),
                    *[Proposition(real, (s, *claim.variables), claim.guards)] * (operator != "!="),
                ]
            elif claim.is_plain and (free or left.head in _OF):
                has = _differentiable(variable, at, Substitution({s: variable})(part))
                asked = [Proposition(has)] * (part != there(body))
            for one in asked:
                yield Need(one, exact=False, agreed=False)


def _is_whole(context: Context, *terms: Term) -> bool:
    normalizer = context.normalizer
    return all(normalizer.is_integer(normalizer.scalar_of(t)) for t in terms)


def _stays(
    context: Context, claim: Proposition, s: Term, at: Term, missing: list[Relation]
) -> bool:
    """Whether what is to be apart, or below, at all indices is so beside the point if sides have
    derivatives."""
    if all(k.sort.within("integer") for k in claim.variables):
        return all(s not in guard.free() for guard in claim.guards)
    return not missing and _stays_between(context, claim, s, at)


def _stays_between(context: Context, claim: Proposition, s: Term, at: Term) -> bool:
    """Whether what sides with derivatives need from one end to another, where s is `at`, they need
    beside: they do not depend on s, and are smooth in a real index, and the ends have derivatives.
    What holds strictly between ends only may fail at them, and so when they move."""
    strict = any(guard.operator == "<" for guard in claim.guards)
    if len(claim.variables) > 1 or s in claim.relation.free() or strict:
        return False
    (k,) = claim.variables
    about = context.with_symbols(k)
    v = symbol(fresh(k.name, about.names), REAL)
    sides = (Substitution({k: v})(t) for t in (claim.relation.left, claim.relation.right))
    ends = (t for g in claim.guards if s in g.free() for t in (g.left, g.right) if t != k)
    return all(manifest(about, _differentiable(v, k, side)) for side in sides) and all(
        manifest(context, _differentiable(s, at, end)) for end in ends)


def _differentiable(variable: Term, at: Term, body: Term) -> Relation:
    return eq(call("differentiable", variable, at, body), ONE)


def _corners(
    context: Context, term: Term, variable: Term, there: Substitution
) -> Iterator[Relation]:
    """What is asked of a part of a function, lest it has no derivative at the point."""
    yield from (relation.replace(there) for relation in corners(term.head, *term.args))
    if term.head == "apply" and term.args[0].head == "symbol" and term.args[0].sort.is_family:
        family, *places = term.args
        pairs = zip(places, family.sort.index, strict=True)
        moving, sorts = zip(*[(a, s) for a, s in pairs if variable in free_symbols(a)], strict=True)
        if len(moving) == 1 and sorts[0].is_scalar and not sorts[0].within("integer"):
            point, normalizer = there(moving[0]), context.normalizer
            value = apply(family, *(variable if a in moving else a for a in places))
            if normalizer.is_real(normalizer.scalar_of(point)):
                yield _differentiable(variable, point, value)


def _integral(context: Context, term: Term) -> Iterator[Need]:
    """The ends are real, and there is an integral.  That the function has values between them is
    only enough: the logarithm has an integral from 0 on.  But what does not move has a value
    everywhere or nowhere: nothing is said to be integrable without it."""
    x, lower, upper, body = term.args
    for end in (lower, upper):
        yield Need(Proposition(eq(call("im", end), ZERO)), exact=True, agreed=True)
    if term.head == "integrable":
        k = symbol(fresh(x.name, context.names), REAL)
        for need in term_needs(context.with_symbols(k), Substitution({x: k})(body)):
            if k not in need.claim.free():
                yield replace(need, agreed=False)
    else:
        yield from _between(context, term, le)
        yield Need(Proposition(eq(call("integrable", *term.args), ONE)), exact=True, agreed=True)


def _values(context: Context, term: Term) -> Iterator[Need]:
    """What is integrable has values strictly between the ends, and at them where they are one."""
    x, lower, upper, body = term.args
    one = eq(lower, upper)
    always = manifest(context, one)
    if not always:
        yield from _between(context, term, lt)
    if not manifest(context, ne(lower, upper)):
        guards = () if always else (one,)
        for need in term_needs(context, Substitution({x: lower})(body)):
            yield replace(need, claim=everywhere(need.claim, (), guards), agreed=False)


def _between(context: Context, term: Term, within: Range) -> Iterator[Need]:
    """What a function needs between two ends, in whichever order they are: with the ends, one of
    the two ranges is not empty."""
    x, lower, upper, body = term.args
    ranges = [(lower, upper)] if manifest(context, le(lower, upper)) else [
        (lower, upper), (upper, lower)]
    for ends in ranges:
        for need in _under(context, Term(term.head, (x, *ends, body)), within, within is le):
            yield replace(need, exact=need.exact and need.claim.is_plain, agreed=False)


def _power(context: Context, term: Term) -> Iterator[Need]:
    """`0**w` has a value for natural w, and is 0 for w = 1/2, 3/2, ...; elsewhere some say so."""
    base, exponent = term.args
    normalizer = context.normalizer
    form = normalizer.scalar_of(exponent)
    known = form.rational()
    roots = known is not None and known >= 0 and known.denominator <= 2
    scalar = isinstance(normalizer.of(base), Poly)
    if normalizer.is_of(form, "natural") or (scalar and roots):
        return
    if normalizer.is_integer(form) and _is_said(context, lt(neg(ONE), exponent)):
        return
    below = bool(normalizer.is_of(form, "negative"))
    yield Need(
        Proposition(ne(base if scalar else call("det", base), ZERO)), exact=below, agreed=below
    )


def _places(term: Term) -> Iterator[Need]:
    """The arguments of a family are of its index sorts, that of a permutation of n is below n."""
    family, *arguments = term.args
    own = family.args[0].sort if family.head == "inv" else family.sort
    sorts = [NATURAL] if own.kind == "permutation" else own.index
    for argument, sort in zip(arguments, sorts, strict=True):
        claims = said_of(argument, sort)
        if own.kind == "permutation":
            assert own.rows is not None
            claims.append(Proposition(lt(argument, own.rows)))
        for claim in claims:
            yield Need(claim, exact=True, agreed=False, place=True)


def _entry(context: Context, term: Term) -> Iterator[Need]:
    matrix, *places = term.args
    for place, number in zip(places, context.normalizer.size_terms(matrix), strict=True):
        for claim in (*said_of(place, NATURAL), Proposition(lt(place, number))):
            yield Need(claim, exact=True, agreed=False, place=True)
