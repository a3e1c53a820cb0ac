"""Laws that an inequality suggests by several of its terms, and at which values.

    triangle            arguments of absolute values whose sum or difference is another's
    sine of a multiple  |sin(n x)| and |sin x|
    sine contracts      sines, or cosines, of two numbers
    harmonic addition   multiples of the sine and the cosine of one number
"""

from __future__ import annotations

from collections.abc import Iterator

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.language.statements import Relation, Unsettled
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, call, mul, neg

# Absolute values among which triangles are looked for.
MAX_SIZES = 5


def between(context: Context, relation: Relation) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """Names of laws without premises, and values for their variables."""
    for pair in _triangles(context, relation):
        yield "triangle", pair
    for pair in _differences(relation):
        yield "sine contracts", pair
    for side in (relation.left, relation.right):
        for term in subterms(side):
            for pair in _multiples(term):
                yield "sine of a multiple", pair
            if term.head == "add":
                for values in _waves(term):
                    yield "harmonic addition", values


def _waves(term: Term) -> Iterator[tuple[Term, ...]]:
    """For `a sin x + b cos x` the values a, b, x, and -a, -b, x."""
    found: dict[tuple[str, Term], Term] = {}
    for part in term.args:
        factors = part.args[0] if part.head == "neg" else part
        several = factors.args if factors.head == "mul" else (factors,)
        waves = [f for f in several if f.head in ("sin", "cos")]
        if len(waves) == 1:
            rest = [f for f in several if f is not waves[0]]
            factor = ONE if not rest else rest[0] if len(rest) == 1 else mul(*rest)
            key = (waves[0].head, waves[0].args[0])
            found[key] = neg(factor) if part.head == "neg" else factor
    for (head, x), a in found.items():
        b = found.get(("cos", x))
        if head == "sin" and b is not None:
            yield a, b, x
            yield neg(a), neg(b), x


def _differences(relation: Relation) -> Iterator[tuple[Term, Term]]:
    """x and y where the sine or the cosine of both occur."""
    for head in ("sin", "cos"):
        sides = (relation.left, relation.right)
        found = list({t.args[0]: None for s in sides for t in subterms(s) if t.head == head})
        if len(found) == 2:
            yield found[0], found[1]


def exponents_in(relation: Relation) -> list[Term]:
    """Real parts of what stands in exponential functions under an absolute value, and others."""
    sides = (relation.left, relation.right)
    terms = {t: None for s in sides for t in subterms(s)}
    inner = [t.args[0].args[0] for t in terms if t.head == "abs" and t.args[0].head == "exp"]
    if not inner:
        return []
    outer = [t.args[0] for t in terms if t.head == "exp" and t.args[0] not in inner]
    return [*(call("re", u) for u in inner), *outer, ZERO][:4]


def _triangles(context: Context, relation: Relation) -> Iterator[tuple[Term, Term]]:
    """Arguments of absolute values whose sum or difference is the argument of another."""
    normalizer = context.normalizer
    sides = (relation.left, relation.right)
    found = {t.args[0]: None for side in sides for t in subterms(side) if t.head == "abs"}
    if not 3 <= len(found) <= MAX_SIZES:
        return
    try:
        values = [(u, normalizer.scalar(u)) for u in found]
    except Unsettled:
        return
    keys = {P.key(P.scale(p, sign)) for _, p in values for sign in (1, -1)}
    for place, (u, p) in enumerate(values):
        for v, q in values[place + 1 :]:
            for sign in (1, -1):
                if P.key(P.plus(p, P.scale(q, sign))) in keys:
                    yield u, v if sign == 1 else neg(v)


def _multiples(term: Term) -> Iterator[tuple[Term, Term]]:
    """For `|sin(n x)|` x and n."""
    if term.head != "abs" or term.args[0].head != "sin" or term.args[0].args[0].head != "mul":
        return
    factors = term.args[0].args[0].args
    for place, n in enumerate(factors):
        rest = [f for k, f in enumerate(factors) if k != place]
        yield rest[0] if len(rest) == 1 else mul(*rest), n


__all__ = ["between", "exponents_in"]
