"""Families that satisfy recursions, guessed from their first values.

    values    exact, one after the other, of what each equation says next; the first ones are small
              where nothing is said of them
    guesses   polynomials; sums of powers, with the place beside them; quotients of these;
              powers of two conjugates; a^(m^n), the square with a number beside it; factorials and
              binomials with powers beside them; one of these from the second place on, where a
              recursion begins later
    sums      what `u[k + 1] = c u[k] + g(k)` and `u[k + 1] = (k + 1) u[k] + g(k)` say, by the sum
              of g over the powers or the factorials, where no guess is right

`q[n + 1] = q[n]/(1 + q[n])`, `q[0] = 1`: 1/(n + 1).  Several families and recursions that are not
linear as well; the kernel decides whether a guess is right.  Incomplete: only these forms.

Source: R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2.1, 2.2 and 7.3.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, compress, pairwise
from math import comb, factorial

from derivations.kernel import Context
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, Relation, negation
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, Term, add, call, div, function, mul, neg, number, power, sub, symbol,
)
from derivations.search.goals import Stuck, attempted
from derivations.search.knowledge.matching import coefficients, put, same
from derivations.search.numerics.closed_forms import gaussian, holds, root_of
from derivations.search.numerics.polynomials import rational_roots
from derivations.search.reading.facts import nodes
from derivations.search.reading.gaussian import Span
from derivations.search.reading.readback import sum_of
from derivations.search.reading.smooth import tidy
from derivations.search.summation.recursions import weights_of

# Values that are looked at; those of fewer digits; and bases of powers that are tried.
PLACES, MAX_SIZE = 9, 10**400
BASES = [Fraction(p) for p in ("2", "1/2", "-1", "3", "1/3", "-2", "-1/2")]
# First values where nothing is said of them.
FIRST = (("1", "2", "3", "5"), ("0", "1", "1", "2"), ("1/2", "1/4", "1/3", "1"),
         ("-1", "1", "-2", "3"))
# A value where nothing is said of it, which few formulas give.
FREE = Fraction(7)

Place = tuple[Term, int]
Values = dict[Place, Fraction]


def guessed(
    families: Sequence[Term], hypotheses: Sequence[Proposition]
) -> Iterator[dict[Term, Term]]:
    """Functions that have the first values of what recursions say; where values have to be whole,
    first those without fractions, as that is proved of them at once.  Bounds by a family's own
    values hold as equations, or by 1."""
    bounds = [h for h in hypotheses if is_recursion(h) and h.relation.operator == "<="]
    apart = [replace(h, relation=Relation("<=", add(h.relation.left, ONE), h.relation.right))
             if h in bounds else h for h in hypotheses]
    several = chain(_guessed(families, hypotheses), _guessed(families, apart) if bounds else ())
    return iter(sorted(several, key=lambda found: any(
        f.sort.value is not None and f.sort.value.within("integer") and any(
            n.head == "number" and n.data.denominator > 1 for n in subterms(body))
        for f, body in found.items())))


def _guessed(
    families: Sequence[Term], hypotheses: Sequence[Proposition]
) -> Iterator[dict[Term, Term]]:
    said = [h.relation for h in hypotheses if h.is_plain and h.relation.operator == "=="]
    start = min((0 if v.sort.kind == "natural" else 1 for h in hypotheses for v in h.variables),
                default=0)
    for h in hypotheses:
        if is_recursion(h):
            changes = (Substitution({h.variables[0]: number(k)})
                       for k in range(start, start + PLACES))
            said += [h.relation.replace(change) for change in changes if not any(
                holds(negation(guard.replace(change))) for guard in h.guards)]
    said = [Relation(r.operator, *map(_term_by_term, (r.left, r.right))) for r in said]
    for first in FIRST:
        left = [*map(Fraction, first)]
        values = _first_values(families, said, left)
        own = {f: {k: c for (g, k), c in values.items() if g == f} for f in families}
        found = {f: _formula(f, own[f]) for f in families}
        for f in families:
            if found[f] is None and (f, 0) in values:
                found[f] = attempted(_by_sum, f, values[f, 0], hypotheses)
        some = {f: body for f, body in found.items() if body is not None}
        if some:
            yield some
        free = [f for f in some if f.sort.index[0].kind == "natural" and min(own[f]) == 1]
        if free:  # of the value at 0 nothing is said
            apart = {f: _formula(f, {**own[f], 0: FREE}) for f in free}
            yield {**some, **{f: body for f, body in apart.items() if body is not None}}
        if len(left) == len(first):
            return


def _term_by_term(term: Term) -> Term:
    """With the terms of sums over short ranges of numbers."""
    if term.head != "sum":
        args = tuple(map(_term_by_term, term.args))
        return term if args == term.args else Term(term.head, args, term.data)
    k, *ends, body = term.args
    lower, upper = map(gaussian, ends)
    if lower is None or upper is None or upper[0] - lower[0] > PLACES:
        return term
    values = range(int(lower[0]), int(upper[0]) + 1)
    return sum_of([Substitution({k: number(n)})(body) for n in values])


def is_recursion(h: Proposition) -> bool:
    """Whether an equation is said for all whole numbers, or a bound of a family by its own values
    at other places, which is tried as an equation."""
    relation = h.relation
    if len(h.variables) != 1 or not h.variables[0].sort.within("integer"):
        return False
    if relation.operator == "==":
        return True
    families = [n.args[0] for n in nodes(relation) if n.head == "apply"]
    return relation.operator == "<=" and len({*families}) < len(families)


# Values


def _first_values(
    families: Sequence[Term], said: Sequence[Relation], first: list[Fraction]
) -> Values:
    """What equations say one after the other; first: what is put where none says anything."""
    values: Values = {}
    waiting = [(r, _places(r)) for r in said]
    while waiting:
        before = len(waiting)
        for relation, places in [*waiting]:
            open_ = {*places.values()} - {*values}
            if len(open_) < 2:
                waiting.remove((relation, places))
                for place in open_:
                    value = _solved(relation, places, place, values)
                    if value is not None and abs(value.numerator) + value.denominator < MAX_SIZE:
                        values[place] = value
        if len(waiting) == before:
            lowest = min(((k, families.index(f), f) for _, places in waiting
                          for f, k in {*places.values()} - {*values} if f in families),
                         default=None)
            if not first or lowest is None:
                break
            values[lowest[2], lowest[0]] = first.pop(0)
    return values


def _places(relation: Relation) -> dict[Term, Place]:
    """The values of families in a relation, at which places they are."""
    return {node: place for node in nodes(relation) if (place := _place(node)) is not None}


def _place(node: Term) -> Place | None:
    if node.head != "apply" or len(node.args) != 2:
        return None
    at = gaussian(node.args[1])
    return None if at is None else (node.args[0], int(at[0]))


def _solved(
    relation: Relation, places: dict[Term, Place], open_: Place, values: Values
) -> Fraction | None:
    """The value that an equation says, in which it is linear."""
    known = {node: number(values[place]) for node, place in places.items() if place in values}
    own = [node for node, place in places.items() if place == open_]
    gap = put(sub(relation.left, relation.right), known)
    some = [gaussian(put(gap, dict.fromkeys(own, number(k)))) for k in range(3)]
    none, one, two = (None if c is None or c[1] else c[0] for c in some)
    if none is None or one is None or two is None or two - one != one - none or one == none:
        return None
    return -none / (one - none)


def _by_sum(f: Term, first: Fraction, hypotheses: Sequence[Proposition]) -> Term:
    """What a recursion of the first order says a family is, by a sum.  Raises Stuck."""
    for h in hypotheses:
        if len(h.variables) != 1 or h.guards or h.relation.operator != "==":
            continue
        k, context = h.variables[0], Context().with_symbols(f, *h.free(), *h.variables)
        before, after = (Term("apply", (f, at)) for at in (k, add(k, ONE)))
        gap = sub(h.relation.right, h.relation.left)
        (c, last), rest = coefficients(context, gap, [before, after])
        if not same(context, last, number(-1)) or f in free_symbols(rest):
            continue
        n, j = symbol("j0_", f.sort.index[0]), symbol("j1_", INTEGER)
        weight = attempted(_weight, context, c, k)
        if weight is None:
            continue
        over, there = Substitution({k: j})(rest), weight(add(j, ONE))
        term = div(over, there) if there != ONE else over
        whole = add(number(first), Term("sum", (j, number(0), sub(n, ONE), term)))
        return function([n], mul(weight(n), whole) if there != ONE else whole)
    raise Stuck("no such recursion")


def _weight(context: Context, c: Term, k: Term) -> Callable[[Term], Term]:
    """The product of a factor, a number or `k + 1`, from 0 to before a place.  Raises Stuck."""
    if same(context, c, add(k, ONE)):
        return lambda n: call("factorial", n)
    r = gaussian(Substitution({k: number(0)})(c))
    if r is None or r[1] or not r[0] or not same(context, c, number(r[0])):
        raise Stuck("neither a number nor the next place")
    return lambda n: power(number(r[0]), n) if r[0] != 1 else ONE


# Formulas

Basis = list[tuple[Term, list[Fraction]]]


def _formula(f: Term, values: dict[int, Fraction]) -> Term | None:
    """A function that has these values; of what is real at all numbers, the real part of one."""
    (index,), value = f.sort.index, f.sort.value
    found = _at_whole(f, values)
    if found is None:
        found = attempted(_from_the_second, f, values)
    if found is None:
        return None
    n, body = found.args[0], tidy(found.args[1])
    part = value is not None and value.kind == "real" and not index.within("integer")
    return function([n], call("re", body) if part else body)


def _from_the_second(f: Term, values: dict[int, Fraction]) -> Term:
    """A function that has these values, and at 0 one that is no part of the formula.  Raises
    Stuck."""
    later = {k: v for k, v in values.items() if k}
    found = _at_whole(f, later) if 0 in values and f.sort.index[0].within("integer") else None
    if found is None:
        raise Stuck("no formula from the second place on")
    n, body = found.args
    there = gaussian(Substitution({n: number(0)})(body))
    if there is None or there[1]:
        raise Stuck("no value at 0")
    only = power(number(0), n) if n.sort.within("natural") else sub(ONE, power(call("sign", n), 2))
    gap = values[0] - there[0]
    return function([n], add(body, mul(number(gap), only) if gap != 1 else only))


def _at_whole(f: Term, values: dict[int, Fraction]) -> Term | None:
    """A function that has these values, whatever it is elsewhere."""
    places = sorted(values)
    if len(places) < PLACES - 4 or places != [*range(places[0], places[-1] + 1)]:
        return None
    n = symbol("j0_", f.sort.index[0])
    row = [values[k] for k in places]
    ramp = [(power(n, d) if d != 1 else n, [Fraction(k) ** d for k in places])
            for d in range(1, 5)]
    powers = {r: (power(number(r), n), [r**k for k in places])
              for r in (*BASES, *_bases(row)) if r not in (0, 1)}
    own = [powers[r] for r in _bases(row) if r in powers]
    pairs: list[tuple[Basis, Basis]] = [(own[:3], []), (ramp[:3], []), (ramp, [])]
    pairs += [(basis, basis) for basis in (ramp[:1], ramp[:2], *([p] for p in powers.values()))]
    pairs += [([ramp[0], p], []) for p in powers.values()]
    if places[0] >= 0:
        pairs.append(([_fibonacci(n, places, k) for k in (0, 1)], []))
    pairs += [([p, (mul(n, p[0]), [k * c for k, c in zip(places, p[1], strict=True)])], [])
              for p in powers.values()]
    for above, below in pairs:
        body = attempted(_fitted, row, above, below) if len(row) > len(above + below) + 2 else None
        if body is not None:
            return function([n], body)
    body = _of_two_powers(row, sub(n, number(places[0])) if places[0] else n)
    if body is not None:
        return function([n], body)
    for m in (2, 3):
        if places[0] == 0 and all(b == a**m for a, b in pairwise(row)):
            return function([n], power(number(row[0]), power(number(m), n)))
    for way in (_factorial, _binomial, _repeated_squares):
        body = attempted(way, row, places, n)
        if body is not None:
            return function([n], body)
    return None


def _factorial(row: Sequence[Fraction], places: Sequence[int], n: Term) -> Term:
    """A multiple of r^n (n + a)! or of r^n/(n + a)!.  Raises Stuck."""
    ratios = [b / a for a, b in pairwise(row)] if all(row) else []
    for turned in (False, True):
        own = [1 / q for q in ratios] if turned else ratios
        steps = {b - a for a, b in pairwise(own)}
        r = min(steps, default=0)
        if len(steps) != 1 or not r or (own[0] / r).denominator != 1 or own[0] / r < 1:
            continue
        a = int(own[0] / r) - places[0] - 1
        first = Fraction(factorial(places[0] + a)) * r ** places[0]
        parts = call("factorial", add(n, number(a)) if a else n), power(number(r), n)
        if turned:
            return mul(number(row[0] * first), div(ONE, mul(*parts)))
        return mul(number(row[0] / first), *parts)
    raise Stuck("no factorials")


def _binomial(row: Sequence[Fraction], places: Sequence[int], n: Term) -> Term:
    """A multiple of r^k binomial(m, k), or of this and k!, where k is the number of the place: what
    is 0 after so many.  Raises Stuck."""
    m = row.index(Fraction(0)) - 1 if 0 in row else 0
    k = sub(n, number(places[0])) if places[0] else n
    for fact in (False, True) if m > 0 else ():
        plain = [Fraction(comb(m, j) * (factorial(j) if fact else 1)) for j in range(len(row))]
        r = row[1] / row[0] / plain[1]
        if all(row[j] == row[0] * r**j * c for j, c in enumerate(plain)):
            parts = [number(row[0]), power(number(r), k), call("binomial", number(m), k),
                     call("factorial", k)]
            wanted = [*compress(parts, (row[0] != 1, r != 1, True, fact))]
            return mul(*wanted) if len(wanted) > 1 else wanted[0]
    raise Stuck("no binomials")


def _repeated_squares(row: Sequence[Fraction], places: Sequence[int], n: Term) -> Term:
    """What the square of each value's distance from a number says of the next one: that number and
    a multiple of a^(2^k).  Raises Stuck."""
    (a, b), (c, d), (e, f) = [*pairwise(row)][:3]
    if len({a, c, e}) < 3 or places[0]:
        raise Stuck("no three values")
    square = ((f - d) / (e - c) - (d - b) / (c - a)) / (e - a)
    if not square:
        raise Stuck("the next value is no square")
    middle = ((a + c) - (d - b) / (c - a) / square) / 2
    if any(y != middle + square * (x - middle) ** 2 for x, y in pairwise(row)):
        raise Stuck("the next value is no square")
    once = power(number(square * (row[0] - middle)), power(number(2), n))
    return add(number(middle), mul(number(1 / square), once))


def _fibonacci(n: Term, places: Sequence[int], k: int) -> tuple[Term, list[Fraction]]:
    values = [0, 1]
    while len(values) <= places[-1] + k:
        values.append(values[-1] + values[-2])
    place = n if n.sort.within("natural") else call("abs", n)
    term = call("fibonacci", add(place, number(k)) if k else place)
    return term, [Fraction(values[j + k]) for j in places]


def _bases(row: Sequence[Fraction]) -> list[Fraction]:
    """The bases of a sum of two powers and a number that has these values, if they are rational."""
    steps = [y - x for x, y in pairwise(row[:5])]
    if steps[0] * steps[2] == steps[1] ** 2:
        return [steps[1] / steps[0]] if steps[0] else []
    p, r = _by_the_two_before(steps)
    return rational_roots([Fraction(1), -p, -r]) if r else [p]


def _by_the_two_before(row: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """p and r for which `z = p*y + r*x` is the third and the fourth value.  Raises
    ZeroDivisionError where the first three are powers."""
    a, b, c, d = row[:4]
    below = a * c - b * b
    return (a * d - b * c) / below, (c * c - b * d) / below


def _of_two_powers(row: Sequence[Fraction], n: Term) -> Term | None:
    """What each value is of the two before it, with roots that are not rational: a combination of
    their powers, which are conjugates of each other."""
    a, b = row[:2]
    if a * row[2] == b * b:
        return None
    p, r = _by_the_two_before(row)
    square, threes = p * p + 4 * r, zip(row, row[1:], row[2:], strict=False)
    if not square or not r or any(z != p * y + r * x for x, y, z in threes):
        return None
    root, half = root_of(square), number(p / 2)
    one, two = (power(add(half, div(by, number(2))), n) for by in (root, neg(root)))
    return add(mul(number(a / 2), add(one, two)),
               mul(div(number(b - p * a / 2), root), sub(one, two)))


def _fitted(row: Sequence[Fraction], above: Basis, below: Basis) -> Term:
    """The quotient of a combination of 1 and of others by one in which the last of below, or else
    1, counts once.  Raises Stuck."""
    ones = (ONE, [Fraction(1)] * len(row))
    upper, (*lower, unit) = [ones, *above], [ones, *below]
    span = Span()
    for _, values in upper:
        span.add(_column(values))
    for _, values in lower:
        span.add(_column([-v * w for v, w in zip(values, row, strict=True)]))
    found = weights_of(span, _column([v * w for v, w in zip(unit[1], row, strict=True)]))

    def combined(basis: Basis, first: int) -> list[Term]:
        return [t if found[k] == 1 else number(found[k]) if t == ONE else mul(number(found[k]), t)
                for k, (t, _) in enumerate(basis, first) if found.get(k)]

    over, under = combined(upper, 0) or [number(0)], [unit[0], *combined(lower, len(upper))]
    if not all(sum(found.get(k, 0) * t[1][j] for k, t in enumerate(lower, len(upper)))
               + unit[1][j] for j in range(len(row))):
        raise Stuck("no value at one of the places")
    whole, part = (add(*t) if len(t) > 1 else t[0] for t in (over, under))
    return div(whole, part) if part != ONE else whole


def _column(values: Sequence[Fraction]) -> dict[int, tuple[Fraction, Fraction]]:
    return {k: (c, Fraction(0)) for k, c in enumerate(values) if c}
