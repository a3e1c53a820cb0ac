"""Which laws an inequality suggests, by its two sides and by the functions that occur in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.kernel.laws import LAWS
from derivations.language.statements import Relation
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, mul, neg, number, sqrt
from derivations.search.certificates import gap_term

# Laws that are tried at the arguments of functions.
AT_FUNCTIONS = {
    "sin": ("sine inner range", "sine range", "sine sign", "sine below line strictly",
            "sine below line",
            "sine above chord", "sine above cubic strictly", "sine above cubic",
            "cosine below one"),
    "cos": ("cosine range", "cosine above minus one", "cosine above parabola",
            "cosine below quartic", "cosine below one", "sine above tangent line"),
    "tan": ("tangent above line strictly", "tangent above line"),
    "atan": ("atan range", "atan positive", "atan sign", "atan below line strictly",
             "atan below line", "atan above quotient strictly", "atan above quotient"),
    "asin": ("asin inner range", "asin range", "asin sign", "asin above line"),
    "acos": ("acos range", "asin inner range"), "acosh": ("acosh range",),
    "arg": ("argument range", "argument of right half", "argument of upper half",
            "argument of lower half"),
    "log": ("log below line strictly", "log below line", "log above hyperbola strictly",
            "log above hyperbola", "log above parabola strictly", "log below chord",
            "log below root", "logarithm strip",
            "logarithm of right half", "logarithm of upper half", "logarithm of lower half"),
    "exp": ("exp above line strictly", "exp above line", "exp above parabola strictly",
            "exp above parabola", "exp below hyperbola", "exp above tangent",
            "exp above square"),
    "sinh": ("sinh above line strictly", "sinh above line"),
    "cosh": ("cosh above parabola strictly", "cosh above parabola", "cosh below exponential"),
    "tanh": ("tanh range", "tanh below line strictly", "tanh below line"),
    "abs": ("abs bounds", "abs of parts"),
    "floor": ("floor bounds", "floor sign"), "ceiling": ("ceiling bounds", "ceiling sign"),
    "max": ("max bounds",), "min": ("min bounds",), "mod": ("mod range",),
    "re": ("abs of parts",), "im": ("abs of parts",),
    "harmonic": ("harmonic above logarithm", "harmonic below logarithm"),
}  # fmt: skip

_HALVES = tuple(div(mul(number(c), root), 2) for root in (ONE, sqrt(number(2)), sqrt(number(3)))
                for c in (1, -1))
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
                if term.head in AT_FUNCTIONS:
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
