"""Goals shown for more values than they speak of, under the facts about these, then used at their
own.

    inner      what stands in functions and divisors, and functions, as symbols: the two sides of
               a long derivative have these in common
    values     of families, where nothing more is said of them, as symbols of their sort
    positive   what a fact says is above zero as a symbol that is positive by its sort, of which
               normal forms and slopes see more: `log(u) - u S <= -log(S) - 1` given 0 < u, 0 < S;
               also 1 - a given a < 1, and -a where a is negative
    bounded    exponentials up to 1, and sines and cosines, as symbols: `exp(-(x - y)**2)`
               and `sin(x)**2`, which normal forms take apart
    squares    positive numbers under roots as squares: `(a + b)/2 - sqrt(a b) <= (a - b)**2/(8 a)`
               given a <= b
    naturals   integers from a bound on as c + k for natural k, of which laws, lemmas and sorts
               speak: `factorial(k)*factorial(n - k) != 0` for integers with 0 <= k, 0 <= n - k
    sizes      matrices of a fixed size as matrices of any size, as normal forms of words are
               shorter than those of entries: `(A.I + B.I).I = A*(A + B).I*B` for A, B of 2 rows

Complete for what facts say of such terms as they are written.  Incomplete: what quantified facts
say is not taken along; explicit matrices are not looked at, nor what is special to a size.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from derivations.kernel import Combine, Proof
from derivations.language.heads import FUNCTIONS
from derivations.language.shapes import is_matrix
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, POSINT, POSITIVE, REAL, Sort
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import (
    Substitution, free_symbols, heads_of, map_sort, subterms,
)
from derivations.language.terms import (
    BINDERS, ONE, POINTED, ZERO, Term, add, call, conj, neg, power, sqrt, sub,
)
from derivations.search.drafts import Draft, by_general
from derivations.search.goals import Goal, Stuck
from derivations.search.induction import least_value
from derivations.search.knowledge.matching import put_in, same
from derivations.search.orders.written_signs import (
    ABOVE, given_signs, sign_of, tell_real, tell_sign, written_factors,
)
from derivations.search.reading.facts import FAILURES, new_symbol, nodes, plain_facts
from derivations.search.reading.readback import product_of, simplified
from derivations.search.reading.references import by_fact

# So many nodes are looked at as they are.
MANY_NODES = 60
# What stands inside of others and moves as a whole; functions with definitions are made of others.
INNER = frozenset({"add", "exp", "log", "sin", "cos", "asin", "acos", "atan", "asinh"})
# With what numbers are not looked at as they are: letters for others know less of them.
UNLIKE = frozenset({"apply", "floor", "mod", "factorial", "binomial", *BINDERS, *POINTED})
# What shows no size but those of the symbols in it, and of these two.
SIZED = ("identity", "zero")
# What roots are taken of that is the square of such.
MONOMIAL = frozenset({"symbol", "number", "mul", "div", "pow"})
EXPLICIT = frozenset({"matrix", "entry", "kronecker", *BINDERS})


def _by_more(
    goal: Goal, change: Callable[[Relation], Relation], symbols: Iterable[Term],
    values: Sequence[Term], about: Callable[[Relation], bool],
) -> Proof:
    """The goal since it holds, changed, for all values of symbols, at these.

    about: whether a fact is one of those under which it does.
    """
    facts = [(k, f) for k, f in plain_facts(goal.context) if about(f)]
    guards = tuple([change(fact) for _, fact in facts])
    claim = Proposition(change(goal.relation), tuple(symbols), guards)
    return by_general(goal, claim, values, [k for k, _ in facts])


def _new_symbols(goal: Goal, name: str, sorts: Iterable[Sort]) -> list[Term]:
    """Symbols of these sorts of which neither the goal nor a plain fact speaks."""
    stated = [goal.relation, *(r for _, r in plain_facts(goal.context))]
    sides, new = [side for r in stated for side in (r.left, r.right)], list[Term]()
    for sort in sorts:
        new.append(new_symbol(goal.context, name, sort, *sides, *new))
    return new


# Values


def has_values_alone(goal: Goal) -> bool:
    """Whether it speaks of values of families of which nothing is said but at these places: an
    equation of some, an order of no others."""
    return bool(_values_alone(goal))


def _values_alone(goal: Goal) -> list[Term]:
    values = [t for t in goal.unbound("apply") if t.args[0].head == "symbol"
              and (sort := t.args[0].sort.value) is not None and sort.is_scalar]
    said = {s for f in goal.context.facts if f.variables for s in f.free()}
    shown = {*values}
    said |= {n.args[0] for n in goal.nodes if n.head == "apply" and n not in shown}
    alone = [t for t in dict.fromkeys(values) if t.args[0] not in said]
    return alone if len(alone) == len(shown) or goal.relation.operator == "==" else []


def prove_for_values(goal: Goal) -> Proof:
    """The goal for all numbers, at the values of families that stand in it."""
    terms = _values_alone(goal)
    new = _new_symbols(goal, "v", [t.args[0].sort.value or REAL for t in terms])
    change = dict(zip(terms, new, strict=True))
    return _by_more(goal, lambda r: put_in(r, change), new, terms,
                    lambda r: not {*terms}.isdisjoint(nodes(r)))


# Inner terms


def has_inner_terms(goal: Goal) -> bool:
    """Whether it is long and of numbers, and sums are in its functions and divisors."""
    return len(goal.nodes) > MANY_NODES and goal.heads.isdisjoint(UNLIKE) and bool(
        _inner_terms(goal))


def _inner_terms(goal: Goal) -> list[Term]:
    """Sums, products and functions in functions, and sums that are divisors or under roots."""
    inside = [a for n in goal.unbound(*FUNCTIONS) for a in n.args]
    roots = [n.args[0] for n in goal.unbound("pow", "sqrt")
             if n.head == "sqrt" or n.args[1].head != "number" or n.args[1].data.denominator > 1]
    found = [*inside, *_divisors(goal), *roots]
    whole = dict.fromkeys(t for t in found if t.head in INNER and not _is_of_exponentials(t))
    whole |= dict.fromkeys(t for t in inside if not heads_of(t) <= MONOMIAL)
    return [t for t in whole if not is_matrix(t)]


def _divisors(goal: Goal) -> list[Term]:
    """The factors of what is divided by."""
    return [f for n in goal.unbound("div") for f in _factors(n.args[1])]


def _factors(t: Term) -> list[Term]:
    """The factors of a product, for a power its base."""
    return [f.args[0] if f.head == "pow" else f for f in written_factors(t)]


def _is_of_exponentials(t: Term) -> bool:
    """Whether it is a sum of exponentials, as hyperbolic functions are made of."""
    return t.head == "add" and all(
        any(f.head == "exp" for f in written_factors(part)) for part in t.args)


def prove_for_inner_terms(goal: Goal) -> Proof:
    """The goal for all numbers, at the terms inside of functions, and divisors, that stand in it:
    derivatives of long terms leave these as they are, and often the functions as well."""
    inner, functions = _inner_terms(goal), goal.unbound(*FUNCTIONS.keys() - {"sqrt"})
    with suppress(*FAILURES):
        return _for_letters(goal, [*dict.fromkeys([*inner, *functions])])
    return _for_letters(goal, inner)


def _for_letters(goal: Goal, terms: Sequence[Term]) -> Proof:
    """The goal for all numbers, at terms, of which the longest are put first."""
    draft, change, known = Draft(goal), dict[Term, Term](), dict[Term, Term]()
    divisors, lettered = {*_divisors(goal)}, draft.relation
    for term in sorted(terms, key=lambda t: -sum(1 for _ in subterms(t))):
        if term in {*nodes(lettered)}:
            first = known.setdefault(simplified(goal.context, term), term)
            if first != term:  # in one guise, so that the claim is the goal word for word
                draft.rewrite(draft.have(eq(term, first), Combine()))
                lettered = put_in(draft.relation, change)
                continue
            sort = _sort_of(draft, term)
            (change[term],) = _new_symbols(goal, f"v{len(change)}", [sort])
            lettered = put_in(lettered, {term: change[term]})
            if term in divisors and sort != POSITIVE:
                draft.attempt(draft.have_premise, ne(term, ZERO))

    def is_apart(fact: Relation) -> bool:
        """Whether it says of the terms that something is not zero, and not of their product."""
        there = put_in(fact, change)
        plain = all(f.head == "symbol" for f in _factors(there.left))
        return fact.operator == "!=" and there != fact and (
            there.left.head == "symbol" or not plain)

    deeper = replace(draft.goal, depth=goal.depth + 1)  # what is left is short
    return draft.close(_by_more(
        deeper, lambda r: put_in(r, change), change.values(), [*change], is_apart))


def _sort_of(draft: Draft, term: Term) -> Sort:
    """Positive or real, where that is read off, which is a fact then; else complex."""
    given = given_signs(draft.context)
    if sign_of(term, given) == ABOVE and draft.attempt(tell_sign, draft, term, ABOVE, given):
        return POSITIVE
    real = same(draft.context, conj(term), term) or draft.attempt(tell_real, draft, term, given)
    return REAL if real else COMPLEX


# Positive numbers


def has_positive_terms(goal: Goal) -> bool:
    """Whether facts say of something in it that it is above zero."""
    return bool(_above_zero(goal))


def _above_zero(goal: Goal) -> list[Term]:
    """What facts say is above zero, as it is written in the goal; sums are what an order leaves.
    And symbols that are below it by their sort."""
    found = [*filter(_is_negative, goal.nodes)]
    for _, fact in plain_facts(goal.context, "<"):
        gap = fact.right if fact.left == ZERO else sub(fact.right, fact.left)
        if gap.head in ("sum", "apply") or (gap.head == "symbol"
                                            and not gap.sort.within("positive")):
            found.append(gap)
        elif gap.head == "add":
            found += [t for t in goal.unbound("add") if same(goal.context, t, gap)]
    present = {*goal.nodes}
    whole = [t for t in dict.fromkeys(found) if t in present]
    return sorted(whole, key=lambda t: t.head == "symbol")  # what they stand in comes before


def _is_negative(t: Term) -> bool:
    return t.head == "symbol" and t.sort.kind == "negative"


def prove_for_positive(goal: Goal) -> Proof:
    """The goal for all positive numbers, at those at hand."""
    terms = _above_zero(goal)
    new = _new_symbols(goal, "p", [POSITIVE] * len(terms))
    change = {t: neg(p) if _is_negative(t) else p for t, p in zip(terms, new, strict=True)}
    values = [neg(t) if _is_negative(t) else t for t in terms]
    return _by_more(goal, lambda r: put_in(r, change), new, values, lambda r: (
        not {*terms}.isdisjoint(nodes(r)) and not (r.left == ZERO and r.right in terms)))


def has_bounded_functions(goal: Goal) -> bool:
    """Whether an exponential of a sum stands in it, which normal forms take apart, or a power or a
    product with a sine or a cosine."""
    products = (heads_of(node) for node in goal.unbound("mul", "pow"))
    return any("add" in heads_of(node.args[0]) for node in goal.unbound("exp")) or any(
        heads & {"sin", "cos"} for heads in products)


def prove_for_bounded(goal: Goal) -> Proof | None:
    """The goal for all numbers between bounds, at the exponentials, sines and cosines that are."""
    draft, change = Draft(goal), dict[Term, Term]()
    claims = list[Relation]()
    sides = goal.relation.left, goal.relation.right
    for t in reversed(goal.unbound("exp", "sin", "cos")):  # outer ones first
        bounds = [le(t, ONE)] if t.head == "exp" else [le(neg(ONE), t), le(t, ONE)]
        if all(draft.attempt(draft.have, bound) for bound in bounds):
            sort = POSITIVE if t.head == "exp" else REAL
            change[t] = new_symbol(goal.context, "p", sort, *sides, *change.values())
            positive = lt(ZERO, t)
            seen = t.head != "exp" and draft.attempt(draft.have, positive)
            claims += [*bounds, positive] if seen else bounds
            other = call("cos", *t.args)
            if t.head == "sin" and other in goal.nodes:
                claims.append(eq(add(power(t, 2), power(other, 2)), ONE))
    relation = put_in(goal.relation, change)
    if relation == goal.relation:
        return None
    known = dict.fromkeys(draft.have(claim) for claim in claims)
    known.update(dict.fromkeys(
        k for k, f in plain_facts(goal.context) if put_in(f, change) != f))
    guards = tuple([put_in(draft.context.facts[k].relation, change) for k in known])
    claim = Proposition(relation, tuple(change.values()), guards)
    return draft.close(by_general(draft.goal, claim, [*change], [*known]))


# Squares


def has_monomial_roots(goal: Goal) -> bool:
    """Whether it, or a fact, has roots of products of positive numbers."""
    return bool(_under_roots(goal))


def _under_roots(goal: Goal) -> list[Term]:
    """The positive numbers in products under roots, in the goal and in facts."""
    facts = (n for _, fact in plain_facts(goal.context) for n in nodes(fact))
    found = (s for n in (*goal.nodes, *facts) if n.head == "sqrt"
             and heads_of(n.args[0]) <= MONOMIAL and free_symbols(n) <= goal.context.symbols
             for s in sorted(free_symbols(n.args[0]), key=lambda s: s.name))
    return [s for s in dict.fromkeys(found) if s.sort == POSITIVE]


def prove_for_squares(goal: Goal) -> Proof:
    """The goal for all squares of positive numbers, at the numbers whose roots stand in it."""
    draft, change, squares = Draft(goal), dict[Term, Term](), list[int]()
    for root in goal.unbound("sqrt"):
        draft.attempt(_taken_apart, draft, root)
    for x in _under_roots(draft.goal):
        root, q = sqrt(x), new_symbol(goal.context, "q", POSITIVE, *change.values())
        change[x], square = q, draft.use("square of sqrt", x)
        squares.append(square)
        draft.rewrite(draft.have(eq(x, power(root, 2)), Combine(((neg(ONE), square, None),))))
        within = draft.aside(eq(sqrt(power(root, 2)), root))
        within.rewrite(square)
        draft.rewrite(draft.have(eq(sqrt(power(root, 2)), root), within.close(Combine())))
    back = Substitution({q: sqrt(x) for x, q in change.items()})
    roots = {sqrt(x): q for x, q in change.items()}
    facts, guards = list[int](), list[Relation]()
    put = Substitution({x: power(q, 2) for x, q in change.items()})
    for k, fact in plain_facts(goal.context):
        if not fact.free().isdisjoint(change):
            guards.append(put_in(fact, roots).replace(put))
            there = guards[-1].replace(back)
            inner = draft.aside(there)
            for square in squares:
                inner.rewrite(square)
            facts.append(draft.have(there, inner.close(by_fact(fact, k))))
    claim = Proposition(put_in(draft.relation, roots), tuple(change.values()), tuple(guards))
    return draft.close(by_general(draft.goal, claim, [sqrt(x) for x in change], facts))


def _taken_apart(draft: Draft, root: Term) -> None:
    """Put roots of factors for one of a product.  Raises Stuck."""
    first, *others = root.args[0].args if root.args[0].head == "mul" else (root.args[0],)
    if not others:
        raise Stuck("no product")
    rest = product_of(others)
    draft.rewrite(draft.use("sqrt of a product", first, rest))
    draft.attempt(_taken_apart, draft, sqrt(rest))


# Natural numbers


def has_bounded_integers(goal: Goal) -> bool:
    return any(s.sort == INTEGER or _counts_factors(goal, s) for s in goal.relation.free())


def _counts_factors(goal: Goal, n: Term) -> bool:
    """Whether it is a number from 1 on beside a product, which naturals are seen to split."""
    return n.sort == POSINT and "product" in goal.heads


def prove_for_naturals(goal: Goal) -> Proof | None:
    """The goal for all natural numbers, at those by which its integers are above their bounds."""
    starts = _starts(goal)
    if not starts:
        return None
    change, beyond, values = dict[Term, Term](), list[Term](), list[Term]()
    for n, first in starts.items():
        own = POSINT if first == ONE and n.sort != POSINT else NATURAL
        k = new_symbol(goal.context, n.name, own, *beyond)
        itself = first == ZERO or own == POSINT
        change[n] = k if itself else add(Substitution(change)(first), k)
        values.append(n if itself else sub(n, first))
        beyond.append(k)
    there = Substitution(change)
    return _by_more(goal, lambda r: r.replace(there), beyond, values,
                    lambda r: not r.free().isdisjoint(starts))


def _starts(goal: Goal) -> dict[Term, Term]:
    """Integers of the goal, and what they are at least: a number, or another one before them."""
    bounds = [f for _, f in plain_facts(goal.context, "<=", "<")]
    own = sorted(goal.relation.free(), key=lambda s: s.name)
    found = [(n, first) for n in own if n.sort == INTEGER for fact in bounds
             if (first := least_value(goal.context, fact, n)) is not None]
    starts = {n: ONE for n in own if _counts_factors(goal, n)}
    for n, first in sorted(found, key=lambda f: bool(free_symbols(f[1]))):  # numbers first
        if free_symbols(first) <= starts.keys():
            starts.setdefault(n, first)
    return starts


# Sizes


def prove_for_any_size(goal: Goal) -> Proof | None:
    """The goal for matrices of all sizes, at its own."""
    matrices = [s for s in sorted(goal.relation.free(), key=lambda s: s.name) if _sizes(s)]
    if not matrices or not _is_plain(goal.relation):
        return None
    anew: dict[Term, Term] = {}
    for n in dict.fromkeys(n for s in matrices for n in _sizes(s)):
        anew[n] = new_symbol(goal.context, "n", POSINT, *anew.values())
    wider: dict[Term, Term] = {}
    for s in matrices:
        sort = map_sort(s.sort, lambda n: anew.get(n, n))
        wider[s] = new_symbol(goal.context, s.name, sort, *wider.values(), *anew.values())

    def general(term: Term) -> Term:
        """With other symbols, and identity and zero matrices of other sizes."""
        if term in wider or not term.args:
            return wider.get(term, term)
        change = anew.get if term.head in SIZED else None
        args = tuple([change(a, a) if change else general(a) for a in term.args])
        return Term(term.head, args, term.data)

    return _by_more(
        goal, lambda r: Relation(r.operator, general(r.left), general(r.right)),
        (*anew.values(), *wider.values()), (*anew, *wider),
        lambda f: (_is_plain(f) and not f.free().isdisjoint(matrices)
                   and {s for s in f.free() if _sizes(s)} <= set(matrices)))


def _sizes(s: Term) -> list[Term]:
    """The sizes of a symbol that are numbers above 1."""
    sizes = (s.sort.rows, s.sort.columns) if s.head == "symbol" and s.sort.is_matrix else ()
    return [n for n in sizes if n is not None and n.head == "number" and n != ONE]


def _is_plain(relation: Relation) -> bool:
    return not any(t.head in EXPLICIT for t in nodes(relation))
