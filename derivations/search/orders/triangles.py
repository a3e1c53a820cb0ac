"""The triangle inequality for what has bars: which instances an order may need.

`Abs(a - c) <= Abs(a - b) + Abs(b - c)` has bars around a difference, and around those of both to a
third number; `norm(u + v)` in a goal, with what facts say of `norm(u)`, asks for that of u and v.

Source: DLMF 1.9(ii).
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations

from derivations.language.statements import eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, Term, add, call, mul, neg, number
from derivations.search.drafts import Draft
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import nodes, plain_facts
from derivations.search.reading.readback import size

BARS = "abs", "norm"
# Of more terms with bars no pairs are looked at.
MAX_SIZES = 4


def with_triangles(draft: Draft) -> None:
    """The triangle inequality where a sum or difference of what has bars has bars itself, in the
    goal or in a fact."""
    stated = [draft.relation, *(fact for _, fact in plain_facts(draft.context, "==", "<", "<="))]
    for head in BARS:
        bars = _up_to_sign(draft, (t.args[0] for r in stated for t in nodes(r) if t.head == head))
        own = [t.args[0] for t in nodes(draft.relation) if t.head == head]
        for t in dict.fromkeys(own):
            if t.head == "add" and len(t.args) == 2 and not set(t.args) <= bars.keys():
                for part in t.args:
                    draft.attempt(_use_triangle, draft, t, neg(part))
                    part = part.args[0] if part.head == "neg" else part
                    draft.attempt(_work_out_size, draft, part)
        if not own or not 2 < len(bars) <= MAX_SIZES:
            continue
        for u, v in permutations(bars, 2):
            for w in (v, neg(v)):
                whole = call(head, add(u, w))
                if any(same(draft.context, whole, call(head, t)) for t in bars):
                    draft.attempt(_use_triangle, draft, u, w)


def _up_to_sign(draft: Draft, terms: Iterable[Term]) -> dict[Term, None]:
    """Those that are no others, or their opposites, nor zero, as normal forms see it."""
    found = dict[Term, None]()
    for t in dict.fromkeys(terms):
        if free_symbols(t) <= draft.context.symbols and not any(
            same(draft.context, t, u) for s in (mul(ZERO, t), *found) for u in (s, neg(s))
        ):
            found[t] = None
    return found


def _work_out_size(draft: Draft, t: Term) -> None:
    """The size of a product is that of its factors, of a power that of its base."""
    if t.head == "pow":
        draft.use("abs-power", *t.args)
    elif t.head == "mul" and len(t.args) == 2 and t.args[0].head != "number":
        draft.use("abs-product", *t.args)
    elif t.head in ("mul", "number"):
        factors = t.args if t.head == "mul" else (t,)
        sizes = [number(abs(Fraction(f.data))) if f.head == "number" else call("abs", f)
                 for f in factors]
        draft.have(eq(call("abs", t), mul(ONE, *sizes)))


def _use_triangle(draft: Draft, u: Term, v: Term) -> None:
    shape = size(draft.context, u)
    if shape is None:
        draft.use("triangle", u, v)
    else:
        draft.use("triangle-norm", shape[0], u, v)
