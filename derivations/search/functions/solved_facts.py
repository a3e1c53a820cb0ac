"""What equations among the facts say once exponentials, logarithms and roots in them are undone.

    primes         powers of numbers are exponentials, their logarithms are those of primes, and an
                   equation is multiplied by a logarithm that it divides by
    exponentials   exp(u) = v says that log(v) is u, for real u; so does c exp(u) = d exp(v)
    logarithms     a sum of logarithms on both sides says that products are equal
    roots          the goal for each rational root of a polynomial that an equation says is 0
    radicands      the goal where what is under a root is at least 0, and where it is below; and,
                   where nothing else helps, among the signs that are proved of it

`x = 3` given `2**x = 8`; `x*(x - 2) = 0` given `9**x - 10*3**x + 9 = 0`; `x*(x - 3) = 4` given
`log(x) + log(x - 3) = log(4)`; `0 <= x` given `sqrt(x + 2) = x`.  Each is done once; what then
remains is proved by the same search.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

from derivations.kernel import Cases, Combine, Context, Proof, manifest
from derivations.language.statements import (
    Proposition, Relation, eq, le, lt, ne, negation, replace_term,
)
from derivations.language.substitution import free_symbols, heads_of, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, conj, div, exp, mul, neg, number, power,
)
from derivations.search.drafts import Draft
from derivations.search.equality.equations import have_combined, without_factor
from derivations.search.functions.exponentials import factorized
from derivations.search.functions.given_divisors import without_divisor
from derivations.search.goals import Goal, Search, Stuck, attempted, opening
from derivations.search.knowledge.matching import coefficients, same
from derivations.search.numerics.polynomials import rational_roots
from derivations.search.orders.contradictions import contradiction
from derivations.search.orders.products import is_real
from derivations.search.reading.facts import (
    FAILURES, Vector, atoms_of, nodes, plain_facts, vector, vectors,
)
from derivations.search.reading.gaussian import add_to, minus, primes_of, ratio
from derivations.search.reading.readback import CONSTANT, polynomial, product_of, simplified, sum_of
from derivations.search.reading.references import by_equation

# Facts that are looked at; degrees of polynomials; how deep goals are nested whose facts are put
# into primes.
MAX_FACTS, MAX_DEGREE, NESTING = 8, 8, 2
EXPONENTIALS = frozenset({"exp", "cosh", "sinh", "tanh"})


def has_exponentials(goal: Goal) -> bool:
    """Whether an equation among the facts has any, or powers or logarithms."""
    return _have(goal, "pow", "log", *EXPONENTIALS)


def has_roots(goal: Goal) -> bool:
    return _have(goal, "sqrt")


def _have(goal: Goal, *heads: str) -> bool:
    return any(node.head in heads and free_symbols(node)
               for _, fact in plain_facts(goal.context, "==") for node in nodes(fact))


def prove_from_solved_facts(goal: Goal) -> Proof | None:
    """The goal among what equations say without exponentials and logarithms."""
    draft = Draft(goal)
    places = [place for place, fact in plain_facts(goal.context, "==") if fact.free()][-MAX_FACTS:]
    if goal.search.nesting <= NESTING:
        places = [k for p in places for k in attempted(_in_primes, draft, p) or [p]]
    for place in places:
        fact = draft.context.facts[place].relation
        heads = heads_of(fact.left) | heads_of(fact.right)
        if heads & {"pow", *EXPONENTIALS}:
            draft.attempt(_undo_exponential, draft, fact)
        if "log" in heads:
            draft.attempt(_undo_logarithms, draft, place, fact)
    draft.attempt(_with_logarithms, draft, [*vectors(goal.context, "==").values()])
    if any(node.head == "log" for _, f in plain_facts(draft.context, "==") for node in nodes(f)):
        draft.attempt(_by_logarithms, draft)
    if draft.context == goal.context:
        return None
    inner = Goal(draft.context, draft.relation, goal.search, goal.depth)
    proof = attempted(prove_by_roots, inner)
    return draft.done_as_deep() if proof is None else draft.close(proof)


def _with_logarithms(draft: Draft, found: Sequence[Vector]) -> None:
    """Say of products that are equal which sums of logarithms are, if equations are of these; of
    powers of one prime, what their exponents add up to.

    found: the gaps of the equations that are given.
    """
    of_logs = {t.args[0] for gap in found for key in gap for a, _ in key[2] for t in subterms(a)
               if t.head == "log"}
    for gap in found:
        atoms = {a for key in gap for a, _ in key[2]}
        powers = bool(atoms) and all(a.head == "pow" and a.args[0].head == "number" for a in atoms)
        product = _product_in(gap) if powers or (len(atoms) > 1 and atoms <= of_logs) else None
        if product is None:
            continue
        factors, last = product[0], number(product[1])
        if powers:
            draft.attempt(_equal_exponents, draft, factors, last)
        else:
            logs = [mul(number(e), call("log", a)) for a, e in factors]
            draft.attempt(draft.have, eq(sum_of(logs), call("log", last)))
            draft.attempt(factorized, draft, call("log", last))


def _product_in(gap: Vector) -> tuple[list[tuple[Term, int]], Fraction] | None:
    """Atoms with exponents, and the number above zero that their product is to be where the gap is
    zero."""
    if len(gap) != 2 or any(key[:2] != (None, None) for key in gap):
        return None
    one, other = sorted(gap, key=lambda key: key == CONSTANT)
    value, im = minus(ratio(gap[other], gap[one]))
    if im or value <= 0:
        return None
    return [*one[2], *((a, -e) for a, e in other[2])], value


def _by_logarithms(draft: Draft) -> None:
    """Add an equation between products of symbols that the goal says, where facts say together
    what their logarithms add up to.  Raises Stuck."""
    product = _product_in(draft.goal.gap) if draft.relation.operator == "==" else None
    if product is None or not all(a.head == "symbol" for a, _ in product[0]):
        raise Stuck("no product")
    factors, value = product
    logs = [mul(number(e), call("log", a)) for a, e in factors]
    parts = primes_of(value.numerator), primes_of(value.denominator)
    primes = [mul(number(parts[0].get(p, 0) - parts[1].get(p, 0)), call("log", number(p)))
              for p in sorted({*parts[0], *parts[1]})]
    claim = eq(sum_of(logs), sum_of(primes))
    _undo_logarithms(draft, have_combined(draft, claim), claim)


def _equal_exponents(draft: Draft, factors: Sequence[tuple[Term, int]], value: Term) -> None:
    """Add what the exponents of powers of one prime add up to, whose product is a number.  Raises
    Stuck."""
    bases = [a.args[0].data for a, _ in factors] + [value.data]
    if min(bases) <= 0:
        raise Stuck("not above zero")
    parts = [(primes_of(b.numerator), primes_of(b.denominator)) for b in bases]
    primes = {p for both in parts for own in both for p in own}
    if len(primes) != 1:
        raise Stuck("no powers of one prime")
    (p,) = primes
    powers = dict(zip(bases, (above.get(p, 0) - below.get(p, 0) for above, below in parts),
                      strict=True))
    *weights, whole = (powers[b] for b in bases)
    exponents = [mul(number(e), a.args[1]) for a, e in factors]
    left = sum_of([mul(number(k), e) for k, e in zip(weights, exponents, strict=True)])
    for a, _ in factors:
        draft.use("power", *a.args)
    u = sum_of([mul(e, call("log", a.args[0]))
                for e, (a, _) in zip(exponents, factors, strict=True)])
    have_combined(draft, eq(exp(u), value))
    draft.use("log", u, value)
    log = call("log", number(p))
    for b in sorted({*bases} - {Fraction(p)}):
        if not draft.attempt(factorized, draft, call("log", number(b))):
            draft.have(eq(call("log", number(b)), mul(number(powers[b]), log)))
    _have_divided(draft, log, left, number(whole))


def _in_primes(draft: Draft, place: int) -> list[int]:
    """Add an equation with exponentials for powers of numbers, or of one base, and logarithms of
    primes alone, and of no powers, then with numbers for exponentials of these, and without a
    logarithm that is divided by; returns their numbers.  Raises Stuck where there is no more."""
    fact = said = draft.context.facts[place].relation
    rules, found = [], list[int]()
    powers = [node for node in dict.fromkeys(nodes(fact)) if node.head == "pow" and any(
        not x.sort.within("integer") for x in free_symbols(node.args[1]))]
    bases = [node.args[0] for node in powers]
    for node in powers:
        if node.args[0].head == "number" or bases.count(node.args[0]) > 1:
            rules.append(draft.use("power", *node.args))
            said = replace_term(said, node, draft.context.facts[rules[-1]].relation.right)
    for node in dict.fromkeys(nodes(said)):
        inside = node.args[0].head if node.head == "log" else ""
        if inside in ("number", "pow"):
            known = attempted(factorized, draft, node) if inside == "number" else attempted(
                draft.use, "log-of-power", *node.args[0].args)
            if known is not None:
                rules.append(known)
                said = replace_term(said, node, draft.context.facts[known].relation.right)
    if rules and (draft.known(Proposition(said)) is not None or not vector(draft.context, said)):
        raise Stuck("put so before")
    if rules:
        pairs = zip((fact.left, fact.right), (said.left, said.right), strict=True)
        changed = [draft.have_rewritten(eq(*pair), *rules) for pair in pairs]
        place = draft.have(said, Combine((
            (ONE, place, None), (neg(ONE), changed[0], None), (ONE, changed[1], None))))
        found.append(place)
    gap = vector(draft.context, said)
    if all(key[:2] == (None, None) for key in gap):
        others = (attempted(_with_numbers, draft, gap),
                  attempted(_without_logarithm_below, draft, place))
        found = [k for k in others if k is not None] or found
    return found


def _with_numbers(draft: Draft, gap: Vector) -> int:
    """Add an equation with numbers for the exponentials of their logarithms.  Raises Stuck."""
    found: Vector = {}
    for key, (c, im) in gap.items():
        rest = []
        for a, e in key[2]:
            z = a.args[0].args[0] if a.head == "exp" and a.args[0].head == "log" else None
            if z is None or z.head != "number":
                rest.append((a, e))
            else:
                draft.use("exp of log", z)
                c, im = c * z.data ** e, im * z.data ** e
        add_to(found, (None, None, tuple(rest)), (c, im))
    if found.keys() == gap.keys():
        raise Stuck("no logarithms in exponents")
    return have_combined(draft, eq(polynomial(found), ZERO))


def _without_logarithm_below(draft: Draft, place: int) -> int:
    """Add an equation times the one logarithm that is divided by.  Raises Stuck."""
    gap = vector(draft.context, draft.context.facts[place].relation)
    inverses = {a for key in gap for a, _ in key[2] if a.head == "div" and "log" in heads_of(a)}
    if len(inverses) != 1:
        raise Stuck("no logarithm, or several")
    (below,) = inverses
    draft.have(ne(below.args[1], ZERO))
    return without_divisor(draft, place, below)


def _undo_exponential(draft: Draft, fact: Relation) -> None:
    """Raises Stuck for what is no exponential of a real number, and a constant."""
    gap = _at_root(draft, vector(draft.context, fact))
    if len(gap) != 2 or any(key[:2] != (None, None) for key in gap):
        raise Stuck("no two exponentials")
    one, other = sorted(gap, key=lambda key: key == CONSTANT)
    (atom, e), *more = [*one[2], *((a, -e) for a, e in other[2])]
    value = minus(ratio(gap[other], gap[one]))
    if value[1] or value[0] <= 0 or (more and any(a.head != "exp" for a in (atom, *dict(more)))):
        raise Stuck("not above zero")
    if atom.head not in ("exp", "pow"):
        raise Stuck("no exponential")
    base, u = number(1), atom.args[0]
    if more:
        u, e = sum_of([mul(number(k), a.args[0]) for a, k in ((atom, e), *more)]), 1
        if any(n.head == "log" and free_symbols(n) for n in subterms(u)):
            raise Stuck("what was given are logarithms")
    elif atom.head == "pow":
        base, u = atom.args[0], mul(atom.args[1], call("log", atom.args[0]))
        if base.head != "number" or base.data <= 0 or base.data == 1:
            raise Stuck("no power of a number")
        draft.use("power", *atom.args)
    u = u if e == 1 else mul(number(e), u)
    if not same(draft.context, conj(u), u):
        raise Stuck("not of a real number")
    left = polynomial({CONSTANT: value})
    have_combined(draft, eq(exp(u), left))
    draft.use("log", u, left)
    for log in dict.fromkeys((call("log", left), call("log", base))):
        for p in {*primes_of(log.args[0].data.numerator)} if log.args[0] != number(1) else ():
            draft.have(ne(call("log", number(p)), ZERO))
        draft.attempt(factorized, draft, log)
    draft.attempt(_solve, draft, u, left)


def _solve(draft: Draft, u: Term, left: Term) -> None:
    """Add what the one symbol of an exponent is, if that is rational.  Raises Stuck."""
    symbols = free_symbols(u)
    if len(symbols) != 1:
        raise Stuck("not of one symbol")
    (x,) = symbols
    (a,), b = coefficients(draft.context, u, [x])
    logs = [fact.right for _, fact in plain_facts(draft.context, "==")
            if fact.left == call("log", left) and not free_symbols(fact.right)]
    whole, rate = (vector(draft.context, eq(t, ZERO)) for t in (
        simplified(draft.context, add(logs[0] if logs else call("log", left), neg(b))), a))
    key, c = next(iter(rate.items()), (CONSTANT, None))
    if c is None:
        raise Stuck("not linear")
    q = ratio(whole.get(key, (Fraction(0), Fraction(0))), c)[0]
    _have_divided(draft, a, x, number(q))


def _have_divided(draft: Draft, a: Term, x: Term, value: Term) -> None:
    """Add that x has a value since a times x is a times that, and a is not 0.  Raises Stuck."""
    draft.have(ne(a, ZERO))
    said = have_combined(draft, eq(mul(a, x), mul(value, a)))
    inverse, rest = draft.use("inverse", a), add(value, neg(x))
    draft.have(eq(x, value), Combine(((div(ONE, a), said, None), (rest, inverse, None))))


def _at_root(draft: Draft, gap: Vector) -> Vector:
    """What a polynomial in one exponential says of it, if one root of it is above 0."""
    y, roots = _rational_roots(gap)
    found = [number(r) for r in roots if r > 0]
    if y is None or y.head != "exp" or len(found) != 1:
        return gap
    _have_only(draft, y, found[0], _below(draft, y, roots))
    return vector(draft.context, eq(y, found[0]))


def _below(draft: Draft, y: Term, roots: Sequence[Fraction]) -> list[Term]:
    """The roots that an exponential is not since they are not above 0, as is added."""
    found = [number(r) for r in roots if r <= 0]
    for r in found:
        draft.have(ne(y, r))
    return found


def _rational_roots(gap: Vector) -> tuple[Term | None, list[Fraction]]:
    """The power of an atom in which an equation is a polynomial of at least the second degree, and
    its rational roots."""
    atoms = {a for key in gap for a, _ in key[2]}
    if len(atoms) != 1 or not all(key[:2] == (None, None) and not im
                                  for key, (_, im) in gap.items()):
        return None, []
    (a,) = atoms
    degrees = {key[2][0][1] if key[2] else 0: c for key, (c, _) in gap.items()}
    least = min(degrees) if a.head == "exp" else 0  # an exponential is not 0
    degrees = {e - least: c for e, c in degrees.items()}
    if not all(isinstance(e, int) and e >= 0 for e in degrees):
        return None, []
    step = gcd(*degrees)
    if max(degrees) < (1 if least else 2) * step or max(degrees) > MAX_DEGREE * step:
        return None, []
    several = [degrees.get(e, Fraction(0)) for e in range(max(degrees), -1, -step)]
    return a if step == 1 else power(a, step), sorted(rational_roots(several))


def has_polynomials(goal: Goal) -> bool:
    """Whether an equation among the facts is a polynomial in one atom with several roots."""
    return next(_polynomials(goal), None) is not None


def _polynomials(goal: Goal) -> Iterator[tuple[Term, list[Fraction]]]:
    facts = {fact for _, fact in plain_facts(goal.context, "==", "!=")}
    for gap in vectors(goal.context, "==").values():
        y, found = _rational_roots(gap)
        if y is None or not free_symbols(y) <= goal.context.symbols:
            continue
        if all(eq(y, number(r)) not in facts for r in found):
            found = [r for r in found if ne(y, number(r)) not in facts]
            if len(found) > 1:
                yield y, found


def prove_by_roots(goal: Goal) -> Proof | None:
    """The goal for each rational root of an equation among the facts."""
    for y, found in _polynomials(goal):
        draft, others = Draft(goal), list[Term]()
        if y.head == "exp" and is_real(draft, y):
            others = _below(draft, y, found)
        found = [r for r in found if number(r) not in others]
        return for_roots(draft, y, [*map(number, found)], settled, others)
    return None


def settled(draft: Draft, case: Relation) -> Proof:
    """The goal in a case, or what shows that a fact does not hold there.  Raises Stuck."""
    try:
        return draft.done_as_deep()
    except FAILURES:
        others = [fact for _, fact in plain_facts(draft.context)
                  if case.free() & fact.free()][:MAX_FACTS]
        if not any(draft.attempt(_have_by_search, draft, negation(fact)) for fact in others):
            raise
        return contradiction(draft)


def for_roots(
    draft: Draft, y: Term, found: list[Term],
    then: Callable[[Draft, Relation], Proof] = settled, others: Sequence[Term] = (),
) -> Proof:
    """The goal for each of the values that y may have; others: those that it has not.
    Raises Stuck."""
    r, *more = found
    claim = eq(y, r)
    if not more:
        _have_only(draft, y, r, others)
        return then(draft, claim)
    this, rest = draft.under(claim), draft.under(ne(y, r))
    return draft.close(Cases(
        claim, None, then(this, claim), for_roots(rest, y, more, then, [*others, r])))


def _have_only(draft: Draft, y: Term, r: Term, others: Sequence[Term]) -> None:
    """Add that y has the one value that it may have.  Raises Stuck."""
    if not others or not draft.attempt(_have_last, draft, y, r, others):
        _have_by_search(draft, eq(y, r))


def _have_last(draft: Draft, y: Term, r: Term, others: Sequence[Term]) -> None:
    """Add which root of a polynomial y is, since it is none of the others.  Raises Stuck."""
    factors = [add(y, neg(t)) for t in (*others, r)]
    last = have_combined(draft, eq(product_of(factors), ZERO))
    while len(factors) > 1:
        d, *factors = factors
        last = without_factor(draft, last, d, product_of(factors))
    draft.have(eq(y, r), by_equation(last))


def _have_by_search(draft: Draft, claim: Relation) -> None:
    draft.have(claim, draft.search.prove(draft.context, claim, max(draft.depth + 1, 1)))


def _undo_logarithms(draft: Draft, place: int, fact: Relation) -> None:
    """Add that products are equal.  Raises Stuck where nothing is a logarithm but for a factor."""
    gap = vector(draft.context, fact)
    logs = sorted({a for key in gap for a, _ in key[2] if a.head == "log"}, key=str)
    if not logs:
        raise Stuck("no logarithms outside")
    if any(key[2] not in {((log, 1),) for log in logs} or im for key, (_, im) in gap.items()):
        for log in logs:
            draft.use("exp of log", log.args[0])
        draft.have_rewritten(eq(exp(fact.left), exp(fact.right)), place)
        return
    scale = lcm(*(c.denominator for c, _ in gap.values()))
    sums: tuple[Vector, Vector] = ({}, {})
    sides: tuple[list[Term], list[Term]] = ([], [])
    exponentials: tuple[list[Term], list[Term]] = ([], [])
    for key, (c, im) in gap.items():
        log, e = key[2][0][0], abs(c * scale)
        sums[c < 0][key] = e, im
        sides[c < 0].append(power(log.args[0], e))
        exponentials[c < 0].append(power(exp(log), e))
    inner = draft.aside(eq(*map(product_of, sides)))
    known = [inner.use("exp of log", log.args[0]) for log in logs]
    said = inner.have(eq(*map(polynomial, sums)), Combine(((number(scale), place, None),)))
    logs_equal = inner.context.facts[said].relation
    whole = inner.have_rewritten(eq(exp(logs_equal.left), exp(logs_equal.right)), said)
    left, right = (inner.have_rewritten(eq(product_of(there), product_of(side)), *known)
                   for there, side in zip(exponentials, sides, strict=True))
    draft.have(inner.relation, inner.close(Combine((
        (ONE, whole, None), (neg(ONE), left, None), (ONE, right, None)))))


# Radicands


def prove_by_radicands(goal: Goal) -> Proof | None:
    """The goal where what is under a root in an equation is at least 0, and where it is below; the
    equation may not hold there."""
    for r, fact in _radicands(goal):
        above, below = (Draft(goal).under(case) for case in (le(ZERO, r), lt(r, ZERO)))
        if below.attempt(below.have, ne(fact.left, fact.right)):
            other = contradiction(below)
        else:
            other = below.done_as_deep()
        return Cases(le(ZERO, r), None, above.done_as_deep(), other)
    return None


def prove_with_signs_of_radicands(search: Search, context: Context, claim: Proposition) -> Proof:
    """A proof among the signs of what is under roots, as far as they are proved; of an equation
    also among the bounds of what has a bounded size.  Raises Stuck."""
    return opening(context, claim, lambda inside, r: _with_signs(Goal(inside, r, search)))


def _with_signs(goal: Goal) -> Proof:
    draft, stated = Draft(goal), [fact for _, fact in plain_facts(goal.context, "<", "<=")]
    for fact in stated if goal.relation.operator == "==" else ():
        if fact.left.head == "abs":
            for end in (fact.left.args[0], neg(fact.left.args[0])):
                draft.attempt(draft.have, Relation(fact.operator, end, fact.right))
    for root in filter(free_symbols, goal.unbound("sqrt")):
        above, least = lt(ZERO, root.args[0]), le(ZERO, root.args[0])
        if above not in stated and least not in stated and not draft.attempt(draft.have, above):
            draft.attempt(draft.have, least)
    if not draft.grown:
        raise Stuck("no sign is shown")
    return draft.done_as_deep()


def _radicands(goal: Goal) -> Iterator[tuple[Term, Relation]]:
    """Real terms under roots, of whose sign facts do not speak, and the equations with them."""
    stated = {fact for _, fact in plain_facts(goal.context, "<", "<=")}
    for place, gap in vectors(goal.context, "==").items():
        for atom in atoms_of([gap]):
            r = atom.args[0] if atom.head == "sqrt" else ZERO
            free = free_symbols(r)
            if not free or not free <= goal.context.symbols:
                continue
            known = stated & {le(ZERO, r), lt(r, ZERO)} or manifest(goal.context, le(ZERO, r))
            if not known and manifest(goal.context, eq(conj(r), r)):
                yield r, goal.context.facts[place].relation
