"""Integrals by the fundamental theorem: an antiderivative is offered, the laws check it.

What may be one says `antiderivatives.py`; that it is one is proved at every point between the ends.
At a corner of the function, where what stands in a size vanishes, and where a root in it does, an
integral is taken apart.

Source: W. Rudin, Principles of Mathematical Analysis, 6.21.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial

from derivations.kernel import Combine, Context, Proof
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, eq, le, lt
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, Term, add, call, div, function, mul, neg, number,
)
from derivations.search.differentiation.corners import bent, corner, line, on_either_side, under
from derivations.search.differentiation.derivatives import formula
from derivations.search.differentiation.given_derivatives import formula_of
from derivations.search.differentiation.growth import either_way, use_between
from derivations.search.drafts import Draft
from derivations.search.equality.equations import have_combined
from derivations.search.goals import Stuck, attempted
from derivations.search.integration.antiderivatives import (
    antiderivatives, candidates, differentiated, slopes_in,
)
from derivations.search.integration.roots_of_squares import with_sizes
from derivations.search.integration.singular_ends import is_singular, root_place, up_to_the_ends
from derivations.search.knowledge.matching import coefficients, put, same
from derivations.search.knowledge.patterns import has_lemmas, lemma_uses
from derivations.search.numerics.relations import seems_false
from derivations.search.numerics.stationary import roots
from derivations.search.reading.facts import FAILURES, new_symbol, vector
from derivations.search.reading.gaussian import ratio
from derivations.search.reading.readback import scaled, simplified
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import minus, tidy

# Half turns from 0 in which sines and cosines are taken apart.
MAX_TURNS = 6

Offered = Sequence[tuple[Term, Term]]


def integrated(draft: Draft, node: Term, offered: Offered = ()) -> int:
    """Add what an integral is; returns the number of the equation.  Raises Stuck.

    offered: antiderivatives to be tried first, each with its variable.
    """
    explicit = _with_formulas(draft.context, node)
    if explicit != node:
        return _as_explicit(draft, node, explicit, 0)
    return _settled(draft, node, 0, offered)


def _with_formulas(context: Context, node: Term) -> Term:
    """An integral with what facts say that functions in it are at all numbers, where that is in no
    unknown functions: of two that are said to be one, neither is more explicit."""
    x, *ends, body = node.args
    for place in dict.fromkeys(n for n in subterms(body) if n.head == "apply"):
        family, *arguments = place.args
        with suppress(*FAILURES):
            _, fact, formula_ = formula_of(context, family)
            known = fact.relation.left.head == "apply" and "apply" not in heads_of(formula_)
            if known and not fact.guards:
                there = Substitution(dict(zip(fact.variables, arguments, strict=True)))
                body = put(body, {place: there(formula_)})
    return Term(node.head, (x, *ends, body))


def _as_explicit(draft: Draft, node: Term, explicit: Term, which: int) -> int:
    """Add what an integral is (0), or that there is one (1), as that of what its function is;
    returns the number.  Raises Stuck."""
    x, *ends, body = explicit.args
    functions = function([x], body), function([x], node.args[-1])
    draft.have(eq(Term("integrable", explicit.args), ONE))
    alike = draft.use("integrals-agree-everywhere", *ends, *functions) + which
    if which:
        return alike
    value = integrated(draft, explicit)
    claim = eq(node, draft.context.facts[value].relation.right)
    return draft.have(claim, Combine(((ONE, alike, None), (ONE, value, None))))


def prove_integrable(draft: Draft, node: Term) -> Proof:
    """That there is an integral.  Raises Stuck."""
    return draft.close(by_equation(integrable(draft, node)))


def integrable(draft: Draft, node: Term) -> int:
    """Add that there is an integral, of a smooth function, of one with an antiderivative, or of a
    sum with what facts say to be integrable; returns the number.  Raises Stuck."""
    x, lower, upper, body = node.args
    claim = eq(Term("integrable", node.args), ONE)
    for known, there in _known(draft):
        if same(draft.context, there, claim.left):
            return known
    explicit = _with_formulas(draft.context, node)
    if explicit != node:
        return _as_explicit(draft, node, explicit, 1)
    variable = new_symbol(draft.context, x.name, REAL, node)
    whole = function([variable], Substitution({x: variable})(body))
    in_bars = whole.args[1].head == "abs"
    smoother = function([variable], whole.args[1].args[0]) if in_bars else whole

    def one(inner: Draft, a: Term, b: Term) -> Proof:
        found = use_between(inner, "smooth is integrable", smoother, a, b) + in_bars
        if a == lower:
            return by_equation(found)
        turned = inner.use("integral turned round", whole, a, b) + 1
        return Combine(((ONE, turned, None), (ONE, found, None)))

    inner = draft.aside(claim)
    smooth = corner(draft.context, variable, smoother.args[1]) is None
    if smooth and not is_singular(draft.context, whole, (lower, upper)):
        with suppress(*FAILURES):
            return draft.have(claim, inner.close(either_way(inner, lower, upper, one)))
    for way in (_of_known, _of_derivatives):
        inner = draft.aside(claim)
        with suppress(*FAILURES):
            return draft.have(claim, inner.close(way(inner, whole, (lower, upper))))
    return _settled(draft, Term("integral", node.args), 1)


def _known(draft: Draft) -> list[tuple[int, Term]]:
    """What facts say to be integrable, each with its number."""
    return [
        (k, fact.relation.left) for k, fact in enumerate(draft.context.facts)
        if fact.relation.left.head == "integrable" and fact.is_plain and fact.relation.right == ONE
    ]


def _of_known(draft: Draft, whole: Term, ends: Sequence[Term]) -> Proof:
    """That a sum is integrable since facts say it of parts, over as much.  Raises Stuck."""
    x, body = whole.args
    known: dict[Term, int] = {}
    for fact, there in _known(draft):
        y, *around, inside = there.args
        part = Substitution({y: x})(inside)
        if x in free_symbols(part) and part not in known:
            with suppress(*FAILURES):
                known[part] = _over_these(draft, fact, function([x], part), around, ends)
    context = draft.context.with_symbols(x)
    factors, rest = coefficients(context, body, list(known))
    for k, part in enumerate(known):
        c = _times(context, body, part) if all(f == ZERO for f in factors) else ZERO
        if c != ZERO:
            factors[k], rest = c, ZERO
    if all(f == ZERO for f in factors) or any(x in free_symbols(f) for f in factors):
        raise Stuck("no multiples of what is known to be integrable")
    number_ = integrable(draft, Term("integral", (x, *ends, rest)))
    for factor, part in zip(factors, known, strict=True):
        if factor != ZERO:
            both = known[part], number_
            number_ = linear(draft, x, (part, rest), factor, ends, both) + 1
            rest = add(mul(factor, part), rest)
    return by_equation(number_)


def _times(context: Context, body: Term, part: Term) -> Term:
    """The number c for which a body is c times a part; 0 where there is none."""
    whole, own = (vector(context, eq(t, ZERO)) for t in (body, part))
    key = next(iter(own), None)
    c = scaled(ratio(whole[key], own[key]), []) if key in whole and key is not None else ZERO
    return c if same(context, body, mul(c, part)) else ZERO


def _of_derivatives(draft: Draft, whole: Term, ends: Sequence[Term]) -> Proof:
    """That multiples of derivatives are integrable, since by parts they are derivatives and what
    is integrable: f' h is that of f h without f h'.  Raises Stuck."""
    x, body = whole.args
    inside = draft.context.with_symbols(x)
    slopes, factors, rest = slopes_in(inside, body, x)
    parts: list[tuple[Term, Term]] = []
    turned = False
    for h, slope in zip(factors, slopes, strict=True):
        if h != ZERO:
            f = differentiated(slope)
            turn, _ = formula(inside, call("diff", x, x, h))
            turned = turned or "diff" in heads_of(turn)
            parts.append((mul(f, h), add(mul(slope, h), mul(f, turn))))
            rest = minus(rest, mul(f, turn))
    if not parts:
        raise Stuck("no derivatives in it")
    rest = simplified(inside, rest)
    if turned:  # what is left is no simpler
        left = draft.aside(eq(Term("integrable", (x, *ends, rest)), ONE))
        proof = left.close(_of_known(left, function([x], rest), ends))
        number_ = draft.have(left.relation, proof)
    else:
        number_ = integrable(draft, Term("integral", (x, *ends, rest)))
    for product_, slope in parts:
        node = Term("integral", (x, *ends, slope))
        both = _by_theorem(draft, node, function([x], product_), 1), number_
        number_ = linear(draft, x, (slope, rest), ONE, ends, both) + 1
        rest = add(slope, rest)
    return by_equation(number_)


def _over_these(
    draft: Draft, fact: int, whole: Term, around: Sequence[Term], ends: Sequence[Term]
) -> int:
    """Add that a function that is integrable between some ends is so between these; returns the
    number.  Raises Stuck."""
    context = draft.context
    if all(same(context, a, b) for a, b in zip(around, ends, strict=True)):
        return fact
    turned = draft.use("integral turned round", whole, *around) + 1
    x, body = whole.args
    claim = eq(Term("integrable", (x, *around[::-1], body)), ONE)
    back = draft.have(claim, Combine(((ONE, turned, None), (ONE, fact, None))))
    if all(same(context, a, b) for a, b in zip(around, ends[::-1], strict=True)):
        return back
    for known, (first, last) in ((fact, around), (back, around[::-1])):
        if at_most(draft, first, last):
            return over_a_part(draft, whole, (first, last), ends, known)
    raise Stuck("not known to be integrable there")


def over_a_part(
    draft: Draft, whole: Term, ends: Sequence[Term], part: Sequence[Term], known: int
) -> int:
    """Add that there is an integral over a part, since there is one over all; returns the number.
    Raises Stuck."""
    return draft.use("integral over a part", whole, *ends, *part, last=[by_equation(known)])


def linear(
    draft: Draft, x: Term, bodies: tuple[Term, Term], weight: Term, ends: Sequence[Term],
    known: Sequence[int],
) -> int:
    """Add what the integral of a multiple of a function and another one is, of which facts say that
    they have integrals, and that there is one; returns the number."""
    functions = (function([x], body) for body in bodies)
    proofs = [*map(by_equation, known)]
    return draft.use("integral is linear", *functions, weight, *ends, last=proofs)


def _settled(draft: Draft, node: Term, which: int, offered: Offered = ()) -> int:
    """Add what an integral is (0), or that there is one (1); returns the number.  Raises Stuck."""
    x, lower, upper, body = node.args
    variable = new_symbol(draft.context, x.name, REAL, node)
    body = Substitution({x: variable})(body)
    if not which and same(draft.context, lower, upper):
        return _from_an_end_to_itself(draft, node, function([variable], body))
    place = corner(draft.context, variable, body)
    if place is not None and not _is_outside(draft, place, lower, upper):
        return _over_parts(draft, node, function([variable], body), place, which)
    between = _root_between(draft, variable, body, lower, upper) if place is None else None
    if between is not None:
        return _over_parts(draft, node, function([variable], body), between, which)
    first = [Substitution({end: variable})(whole) for end, whole in offered]
    if bent(variable, body):
        end = upper if place is not None and same(draft.context, place, lower) else lower
        sides = on_either_side(variable, body, end, partial(at_most, draft))
        for side in sides if place is None else ():
            with suppress(*FAILURES):
                return _by_side(draft, node, function([variable], side), which)
        first += [whole for side in sides for whole in antiderivatives(side, variable)]
    ends = lower, variable, upper
    for whole in (*first, *candidates(draft.context, draft.relation, node, body, variable)):
        if _is_seen_not_to_be(draft, whole, body, ends):
            continue
        with suppress(*FAILURES):
            return _by_theorem(draft, node, function([variable], whole), which)
    for side in with_sizes(body, variable):
        with suppress(*FAILURES):
            return _by_side(draft, node, function([variable], side), which)
    place = root_place(draft.context, function([variable], body))
    if place is not None and not _is_apart(draft, place, (lower, upper)):
        # It may be an end: with 0 <= a, the integral from a on is that from a to 0 and from there
        # on, as a root has no derivative where a = 0.
        return _over_parts(draft, node, function([variable], body), place, which)
    if not which and has_lemmas(draft.context):
        return _by_lemma(draft, node)
    raise Stuck("no antiderivative is known")


def _by_lemma(draft: Draft, node: Term) -> int:
    """Add what a lemma says that an integral is, with the values of shorter integrals in that;
    returns the number.  Raises Stuck."""
    length = sum(1 for _ in subterms(node))
    for pattern, values in lemma_uses(draft.context, [node]):
        for place, conclusion in enumerate(pattern.conclusions):
            if conclusion.operator != "==" or conclusion.left != pattern.triggers[0]:
                continue
            inner = draft.aside(draft.relation)
            first = attempted(inner.use, str(pattern.source), *values)
            if first is None:
                continue
            value = inner.context.facts[first + place].relation.right
            left = [n for n in subterms(value) if n.head == "integral"]
            if any(sum(1 for _ in subterms(n)) >= length for n in left):
                continue
            for shorter in left:
                number_ = integrated(inner, shorter)
                value = put(value, {shorter: inner.context.facts[number_].relation.right})
            claim = eq(node, value)
            return draft.have(claim, inner.close(by_equation(have_combined(inner, claim))))
    raise Stuck("no antiderivative is known")


def _by_side(draft: Draft, node: Term, side: Term, which: int) -> int:
    """Add what an integral is (0), or that there is one (1), by that of a function which is the
    same between its ends; returns the number.  Raises Stuck."""
    x, lower, upper, body = node.args
    functions = side, function([side.args[0]], Substitution({x: side.args[0]})(body))
    middle = Substitution({side.args[0]: div(add(lower, upper), number(2))})
    if seems_false(eq(*(middle(whole.args[1]) for whole in functions))):
        raise Stuck("not the same halfway")
    other = Term("integral", (side.args[0], lower, upper, side.args[1]))
    claim = eq(Term("integrable", node.args), ONE)
    inner = draft.aside(claim)
    integrable(inner, other)
    alike = inner.use("integrals-agree", lower, upper, *functions, proofs=lambda p: (
        draft.search.prove(inner.context, p, draft.depth + 1) if p.variables else None)) + which
    if which:
        return draft.have(claim, inner.close(by_equation(alike)))
    value = integrated(inner, other)
    claim = eq(node, inner.context.facts[value].relation.right)
    return draft.have(claim, inner.close(Combine(((ONE, alike, None), (ONE, value, None)))))


def _root_between(draft: Draft, x: Term, body: Term, lower: Term, upper: Term) -> Term | None:
    """A place that is seen to be between the ends where what stands in a size vanishes."""
    for node in bent(x, body):
        gap = under(node)
        for place in (*roots(gap, x), *_roots_of_wave(draft.context, gap, x)):
            ends = same(draft.context, place, lower) or same(draft.context, place, upper)
            if not ends and at_most(draft, lower, place) and at_most(draft, place, upper):
                return place
    return None


def _roots_of_wave(context: Context, term: Term, x: Term) -> Iterator[Term]:
    """Where the sine or the cosine of what is linear in x vanishes, the first ones."""
    whole = line(context, x, term.args[0]) if term.head in ("sin", "cos") else None
    if whole is None:
        return
    start, slope = whole
    for k in range(-MAX_TURNS, MAX_TURNS + 1):
        half = Fraction(k) if term.head == "sin" else Fraction(2*k + 1, 2)
        yield simplified(context, div(minus(mul(number(half), PI), start), slope))


def _by_theorem(draft: Draft, node: Term, antiderivative: Term, which: int) -> int:
    """Add what an integral is (0), or that there is one (1), by an antiderivative; returns the
    number.  Raises Stuck."""
    x, lower, upper, body = node.args
    variable, whole = antiderivative.args
    functions = antiderivative, function([variable], Substitution({x: variable})(body))
    claims = (eq(node, _difference(lower, upper, whole, variable)),
              eq(Term("integrable", node.args), ONE))
    inner = draft.aside(claims[which])

    def one(there: Draft, a: Term, b: Term) -> Proof:
        return _between(there, functions, (a, b), which, a == lower)

    return draft.have(claims[which], inner.close(either_way(inner, lower, upper, one)))


def _is_seen_not_to_be(draft: Draft, whole: Term, body: Term, ends: tuple[Term, ...]) -> bool:
    """Whether the body is not the derivative of a function at a point between the ends."""
    _, variable, _ = ends
    inside = inside_range(draft.context, *ends)
    return draft.search.refuse(inside, eq(call("diff", variable, variable, whole), body))


def inside_range(context: Context, lower: Term, variable: Term, upper: Term) -> Context:
    """With a new variable that is between two ends."""
    facts = map(Proposition, (lt(lower, variable), lt(variable, upper)))
    return context.with_symbols(variable).with_facts(*facts)


def _from_an_end_to_itself(draft: Draft, node: Term, whole: Term) -> int:
    """Add that an integral without a range is 0; returns the number."""
    inner = draft.aside(eq(node, ZERO))
    turned = inner.use("integral turned round", whole, *node.args[1:3])
    return draft.have(inner.relation, inner.close(Combine(((div(ONE, number(2)), turned, None),))))


def _is_outside(draft: Draft, place: Term, lower: Term, upper: Term) -> bool:
    """Whether a place is seen not to be between the ends."""
    if same(draft.context, place, lower) or same(draft.context, place, upper):
        return True
    return at_most(draft, place, lower) or at_most(draft, upper, place)


def _is_apart(draft: Draft, place: Term, ends: Sequence[Term]) -> bool:
    """Whether a place is one of the ends, or seen to be before both or behind both."""
    if any(same(draft.context, place, end) for end in ends):
        return True
    inner = draft.aside(draft.relation)
    return any(all(inner.attempt(inner.have_premise, lt(*pair)) for pair in pairs)
               for pairs in ([(place, end) for end in ends], [(end, place) for end in ends]))


def at_most(draft: Draft, first: Term, last: Term) -> bool:
    """Whether it is seen that a number is at most another one."""
    inner = draft.aside(draft.relation)
    claim = le(first, last)
    return not seems_false(claim) and inner.attempt(inner.have_premise, claim)


def _over_parts(draft: Draft, node: Term, whole: Term, place: Term, which: int) -> int:
    """Add what an integral is, or that there is one, by those up to a place and from there on;
    returns the number.  Raises Stuck."""
    _, lower, upper, _ = node.args
    (x, body), claim = whole.args, eq(Term("integrable", node.args), ONE)
    inner = draft.aside(claim if which else eq(node, ZERO))
    parts = [Term("integral", (x, a, b, body)) for a, b in ((lower, place), (place, upper))]
    known = [by_equation(integrable(inner, part)) for part in parts]
    values = [] if which else [integrated(inner, part) for part in parts]
    number = inner.use("integral over parts", whole, lower, place, upper, last=known) + which
    if not which:
        claim = eq(node, add(*(inner.context.facts[k].relation.right for k in values)))
    equations = tuple((ONE, k, None) for k in (number, *values))
    return draft.have(claim, inner.close(Combine(equations)))


def _between(
    draft: Draft, functions: Sequence[Term], ends: tuple[Term, Term], which: int, upwards: bool
) -> Combine:
    """A proof by the theorem, between ends of which the first one comes first; upwards: whether
    that is the lower end of the integral."""
    first, last = ends
    if is_singular(draft.context, functions[0], ends):
        number = up_to_the_ends(draft, functions, (first, last)) + which
    else:
        number = draft.use("fundamental theorem", *functions, first, last, proofs=lambda p: (
            draft.search.prove(draft.context, p, draft.depth + 1) if p.variables else None)) + which
    if upwards:
        return by_equation(number)
    turned = draft.use("integral turned round", functions[1], first, last) + which
    sign = ONE if which else neg(ONE)
    return Combine(((ONE, turned, None), (sign, number, None)))


def without_empty(draft: Draft, term: Term) -> Term:
    """A term with 0 for integrals from a place to itself, which facts say that are added."""
    for node in dict.fromkeys(n for n in subterms(term) if n.head == "integral"):
        x, lower, upper, body = node.args
        if same(draft.context, lower, upper):
            variable = new_symbol(draft.context, x.name, REAL, node)
            whole = function([variable], Substitution({x: variable})(body))
            _from_an_end_to_itself(draft, node, whole)
            term = put(term, {node: ZERO})
    return term


def _difference(lower: Term, upper: Term, whole: Term, variable: Term) -> Term:
    """What a function of the variable grows by between the ends."""
    return tidy(minus(*(Substitution({variable: end})(whole) for end in (upper, lower))))


def by_antiderivative(node: Term) -> Term:
    """What an integral is if the first function that is offered is an antiderivative."""
    x, lower, upper, body = node.args
    offered = antiderivatives(body, x)
    return _difference(lower, upper, offered[0], x) if offered else node


def at_end(term: Term, upper: Term, end: Term) -> Term:
    """A term where another upper end stands: everywhere if that is a symbol, or else in values of
    functions."""
    if upper.head == "symbol":
        return Substitution({upper: end})(term)
    values = [n for n in subterms(term) if n.head == "apply" and upper in n.args]
    for node in dict.fromkeys(values):
        moved = Term("apply", tuple(end if a == upper else a for a in node.args))
        term = put(term, {node: moved})
    return term
