"""Families whose sums are given: weights divided by their sum; and those that have a period.

What is assumed as `Sum(p[k], (k, a, b)) == c`, or so for all values of further indices, or of sums
in sums, holds of `c w[k]/Sum(w[k], (k, a, b))`, whatever the weights are: here powers of 2, or of e
where an index is a real number, of which few sums agree by chance.

`Sum(P[k, l], (k, 1, 2)) == 1 for all l`: 2**(k l)/(2**l + 4**l), of which no row has the sum 1.
Of period N are remainders and turns.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from derivations.kernel import Context
from derivations.language.statements import Proposition
from derivations.language.substitution import Substitution, free_symbols
from derivations.language.terms import PI, I, Term, call, div, function, mul, number, power, symbol
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.readback import simplified
from derivations.search.reading.smooth import over, tidy, times


def shares(s: Term, hypotheses: Iterable[Proposition]) -> Iterator[Term]:
    """Functions of which the sums are those that hypotheses give of a family; the ends of the sums
    stand in them as they are."""
    for stated in hypotheses:
        left, right = stated.relation.left, stated.relation.right
        for whole, value in ((left, right), (right, left)):
            inside = whole
            while inside.head == "sum":
                inside = inside.args[3]
            if stated.relation.operator == "==" and inside is not whole and (
                    inside.head == "apply" and inside.args[0] == s):
                places = inside.args[1:]
                if len({*places}) == len(places) and all(p.head == "symbol" for p in places):
                    made = _weights_over_sum(s, places, whole, value)
                    if _is_of_numbers(made):
                        yield made


def periodic(s: Term, hypotheses: Iterable[Proposition]) -> Iterator[Term]:
    """Functions of which hypotheses give the period, that stands in them as it is."""
    for stated in hypotheses:
        sides = [n for n in (stated.relation.left, stated.relation.right)
                 if n.head == "apply" and n.args[0] == s and len(n.args) == 2]
        here = [n for n in sides if n.args[1:] == stated.variables]
        if stated.relation.operator != "==" or len(sides) != 2 or len(here) != 1:
            continue
        there = next(n for n in sides if n is not here[0]).args[1]
        k, at = stated.variables[0], symbol("j0_", s.sort.index[0])
        if there.head == "add" and len(there.args) == 2 and k in there.args:
            period = there.args[1 - there.args.index(k)]
            if not _is_of_numbers(period):
                continue
            angle = div(mul(number(2), PI, at), period)
            whole = s.sort.index[0].within("integer")
            yield function([at], call("mod", at, period) if whole else call("cos", angle))
            if s.sort.value is not None and s.sort.value.kind == "complex":
                yield function([at], call("exp", mul(I, angle)))


def _is_of_numbers(made: Term) -> bool:
    return all(t.sort.is_scalar for t in free_symbols(made))


def _weights_over_sum(s: Term, places: tuple[Term, ...], whole: Term, value: Term) -> Term:
    at = [symbol(f"j{k}_", own) for k, own in enumerate(s.sort.index)]
    exponent = mul(*at) if len(at) > 1 else at[0]
    whole_places = all(own.within("integer") for own in s.sort.index)
    weight = power(number(2), exponent) if whole_places else call("exp", exponent)
    there = {**dict(zip(places, at, strict=True)), s: function(at, weight)}
    return function(at, div(mul(value, weight), Substitution(there)(whole)))


@lru_cache(maxsize=1024)
def written_out(share: Term) -> Term:
    """The function without a sum in it, where it is closed."""
    *at, body = share.args
    if body.head != "div":
        return function(at, tidy(body))
    above, below = body.args
    try:
        total = simplified(Context(symbols=frozenset(at)), below)
    except FAILURES:
        return share
    return function(at, over(times(*above.args), total))
