"""Which laws an inequality suggests: by functions in it, by its two sides, by several terms of it.

Laws about one function are found by its head.  Several terms suggest

    triangle            arguments of absolute values whose sum or difference is another's
    sine of a multiple  |sin(n x)| and |sin x|
    sine contracts      sines, or cosines, of two numbers
    harmonic addition   multiples of the sine and the cosine of one number
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context
from derivations.kernel.laws import LAWS
from derivations.kernel.matrix_laws import ALL_LAWS
from derivations.language.statements import Relation, Unsettled
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, div, mul, neg, number, sqrt
from derivations.search.certificates import gap_term
from derivations.search.goals import nodes
from derivations.search.readback import product_of

_ARITHMETIC = frozenset({"add", "mul", "neg", "div", "pow"})


@cache
def at_functions() -> dict[str, tuple[str, ...]]:
    """The laws that say an order of a function of all their variables, by its head.

    Of two laws of which one is strict the strict one comes first.
    """
    found: dict[str, dict[str, None]] = {}
    for name, law in ALL_LAWS.items():
        for conclusion in law.conclusions:
            for term in nodes(conclusion) if conclusion.operator != "==" else ():
                if term.head not in _ARITHMETIC and set(term.args) == set(law.variables):
                    found.setdefault(term.head, {})[name] = None
    found["sin"]["cosine below one"] = None  # a sine is the cosine of another number
    return {h: tuple(sorted(names, key=_strict_first(list(names)))) for h, names in found.items()}


def _strict_first(names: list[str]) -> Callable[[str], tuple[int, bool]]:
    def place(name: str) -> tuple[int, bool]:
        plain = name.removesuffix(" strictly")
        return names.index(plain if plain in names else name), name == plain

    return place


_HALVES = tuple(div(mul(number(c), root), 2) for root in (ONE, sqrt(number(2)), sqrt(number(3)))
                for c in (1, -1))
# Absolute values among which triangles are looked for.
MAX_SIZES = 5
# Constants at which a growing function has a known value.
COMPARED = {
    "atan": (ONE, neg(ONE), sqrt(number(3)), neg(sqrt(number(3)))),
    "asin": _HALVES,
}


def functions_in(relations: Sequence[Relation]) -> list[Term]:
    found: dict[Term, None] = {}
    for relation in relations:
        for side in (relation.left, relation.right):
            for term in subterms(side):
                if term.head in at_functions():
                    found.setdefault(term)
    return list(found)


def concluding(relation: Relation) -> Iterator[tuple[str, list[Term]]]:
    """Laws whose conclusion is the relation."""
    left, right = relation.left, relation.right
    strict = relation.operator == "<"
    if left.head == right.head and left.args:
        name = f"{left.head} grows strictly" if strict else f"{left.head} grows"
        if name in LAWS:
            yield name, [left.args[0], right.args[0]]
    if left.head == right.head == "cos" and not strict:
        yield "cos falls", [right.args[0], left.args[0]]
    if left.head == "max" and len(left.args) == 2 and not strict:
        yield "max at most", [*left.args, right]
    if right.head == "min" and len(right.args) == 2 and not strict:
        yield "min at least", [*right.args, left]
    if left.head == "abs" and not strict:
        yield "abs between", [left.args[0], right]
    for head in ("sqrt", "abs"):
        if left.head == head:
            yield f"{head} {'below' if strict else 'at most'}", [left.args[0], right]
        if right.head == head:
            yield f"{head} {'above' if strict else 'at least'}", [right.args[0], left]
    if left.head == "pow" and right.head == "pow" and left.args[1] == right.args[1]:
        yield (
            "powers grow strictly" if strict else "powers grow",
            [left.args[0], right.args[0], left.args[1]],
        )
    yield from _solved(relation, strict)
    if any(t.head in _ANGLES for side in (left, right) for t in subterms(side)):
        yield "from sine positive" if strict else "from sine sign", [gap_term(relation)]
    if left not in (ZERO, ONE) and right not in (ZERO, ONE):
        yield "squares grow strictly" if strict else "squares grow", [left, right]


# Where these occur, a difference may be an angle.
_ANGLES = frozenset({"atan", "asin", "acos", "arg"})


def _solved(relation: Relation, strict: bool) -> Iterator[tuple[str, list[Term]]]:
    """A root or an absolute value that is a part of one side, alone on its side."""
    parts: list[tuple[Term, bool]] = [
        *((t, False) for t in _summands(relation.right)),
        *((neg(t), True) for t in _summands(relation.left)),
    ]
    for place, (term, _) in enumerate(parts):
        core, sign = _core(term)
        if core.head not in ("sqrt", "abs"):
            continue
        rest = [t for k, (t, _) in enumerate(parts) if k != place]
        if not rest:
            continue
        total = rest[0]
        for t in rest[1:]:
            total = add(total, t)
        if sign > 0:  # core + total ≥ 0
            yield f"{core.head} {'above' if strict else 'at least'}", [core.args[0], neg(total)]
        else:  # total - core ≥ 0
            yield f"{core.head} {'below' if strict else 'at most'}", [core.args[0], total]


def _summands(term: Term) -> list[Term]:
    return list(term.args) if term.head == "add" else [term]


def _core(term: Term) -> tuple[Term, int]:
    sign = 1
    while term.head == "neg":
        term, sign = term.args[0], -sign
    return term, sign


# Laws that several terms suggest


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
            factor = product_of(rest)
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
        yield product_of(rest), n
