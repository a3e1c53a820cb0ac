"""That a term is real: what laws say of the order of the functions in it makes them real.

Complete for polynomials, with real coefficients, in such functions; they are not looked into.
A sum is real where its terms are, at each index, and an integral likewise.
"""

from collections.abc import Sequence

from derivations.kernel import Proof, manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, eq, le, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import ZERO, Term, add, call, conj, function, neg
from derivations.search.drafts import Draft
from derivations.search.equality.equations import Combination
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_size
from derivations.search.knowledge.patterns import law_uses
from derivations.search.orders.written_signs import (
    ABOVE, LEAST, Signs, given_signs, is_compound, sign_of, tell_sign,
)
from derivations.search.reading.facts import new_symbol
from derivations.search.reading.readback import simplified


def prove_values_real(goal: Goal) -> Proof | None:
    """`conj t = t`, values of families in t being real by their sort, logarithms of quotients by
    what these are, roots and logarithms by the sign of what stands in them as it is written, sizes
    and signs."""
    left, right = goal.relation.left, goal.relation.right
    values = [t for t in goal.atoms if t.head == "apply"]
    logs = [t for t in goal.unbound("log") if t.args[0].head == "div"]
    sizes, signs = goal.unbound("abs"), goal.unbound("sign")
    given = given_signs(goal.context)
    written = [t for t in goal.unbound("sqrt", "log")[::-1] if is_compound(t.args[0]) and sign_of(
        t.args[0], given) in (ABOVE, LEAST if t.head == "sqrt" else ABOVE)]
    if left != conj(right) or not (values or logs or sizes or signs or written):
        return None
    draft = Draft(goal)
    real = [t for t in written if draft.attempt(_have_written, draft, t, given)]
    for size in sizes:
        draft.attempt(with_size, draft, *size.args)
    for sign in signs:
        draft.attempt(_have_sign, draft, *sign.args)
    for log in logs:
        draft.attempt(draft.use, "log is real", *log.args)
    for value in values:
        if draft.attempt(draft.sort, value):
            for fact in draft.context.facts[len(goal.context.facts):]:
                if fact.relation.operator in ("<", "<="):
                    draft.attempt(draft.use, "order is real", fact.relation.left,
                                  fact.relation.right)
    if not draft.grown:
        return None
    if any(t.head in FUNCTIONS for t in goal.atoms):
        draft.attempt(_have_inside, draft, [*values, *real])
    return draft.close(Combination(draft).proof())


def _have_inside(draft: Draft, values: Sequence[Term]) -> None:
    """Add the goal, with `t` for `conj t` where a value t stands in a function."""
    claim = eq(simplified(draft.context, draft.relation.left), draft.relation.right)
    inner = draft.aside(claim)
    for value in (simplified(draft.context, v) for v in values):
        inner.rewrite(inner.have_premise(eq(conj(value), value)))
    draft.have(claim, inner.close(Combination(inner).proof()))


def _have_written(draft: Draft, node: Term, given: Signs) -> None:
    """Add that a root or logarithm is real by the sign of what stands in it.  Raises Stuck."""
    tell_sign(draft, node.args[0], LEAST if node.head == "sqrt" else ABOVE, given)
    _use_real(draft, node)


def _use_real(draft: Draft, node: Term) -> None:
    """Add that a root or logarithm is real, what stands in it being above 0, or at least 0."""
    if node.head == "log":
        draft.use("log is real", *node.args)
    else:
        draft.use("sqrt at least zero", *node.args)
        draft.use("order is real", ZERO, node)


def prove_real(goal: Goal) -> Proof | None:
    """`im t = 0`, each function in t being real."""
    if goal.relation.left.head != "im" or goal.relation.right != ZERO:
        return None
    draft = Draft(goal)
    pending = list(goal.relation.left.args)
    while pending:
        node = pending.pop()
        if node.head in ("max", "min"):
            for k, b in enumerate(node.args[1:], 1):
                a = node.args[0] if k == 1 else Term(node.head, node.args[:k])
                draft.attempt(with_size, draft, add(a, neg(b)))
        if node.head in ("pow", "sum", "integral") and free_symbols(node) <= goal.context.symbols:
            draft.attempt(_have_made, draft, node)
        if node.head not in FUNCTIONS or node.head in ("max", "min"):
            pending += node.args
        elif free_symbols(node) <= goal.context.symbols:
            have_real(draft, node)
    return draft.close(Combination(draft).proof()) if draft.grown else None


def _real_there(draft: Draft, *_: Term) -> Proof:
    """That the imaginary part of a value is 0.  Raises Stuck."""
    proof = prove_real(draft.goal)
    if proof is None:
        raise Stuck("not seen to be real")
    return proof


def _have_made(draft: Draft, node: Term) -> None:
    """Add that a power is real since its base is, a sum since its terms are, an integral since its
    values are, where normal forms do not show it.  Raises Stuck."""
    if manifest(draft.context, eq(call("im", node), ZERO)):
        return
    if node.head == "pow":
        draft.use("power-real", *node.args)
    else:
        index, lower, upper, body = node.args
        draft.use(f"{node.head}-real", lower, upper, function((index,), body), proofs=lambda p: (
            draft.for_all(p, _real_there) if p.variables
            else draft.proof(p)))


def _have_sign(draft: Draft, t: Term) -> None:
    """Add that the sign of a real number is real, which normal forms show of a symbol alone."""
    s = new_symbol(draft.context, "s", REAL, t)
    sign = call("sign", s)
    draft.use(draft.have(Proposition(eq(conj(sign), sign), (s,))), t)


def have_real(draft: Draft, node: Term) -> None:
    """Add that a function at its argument is real, if a law bounds it or says so."""
    if node.head == "abs":
        draft.attempt(with_size, draft, node.args[0])
        return
    if node.head == "sign":
        draft.attempt(_have_sign, draft, *node.args)
        return
    if node.head in ("log", "sqrt") and not draft.light:
        sign = lt if node.head == "log" else le
        if draft.attempt(draft.have, sign(ZERO, *node.args)):
            _use_real(draft, node)
            return
    for pattern, values in law_uses(draft.context, [node]):
        said = pattern.conclusions[0]
        order = said.operator in ("<", "<=")
        if (order or said.left.head == "im") and draft.attempt(draft.use, pattern.source, *values):
            fact = draft.context.facts[draft.last].relation
            if order:
                draft.use("order is real", fact.left, fact.right)
            return
