"""That a term is real: what laws say of the order of the functions in it makes them real.

Complete for polynomials, with real coefficients, in such functions, and in functions of what is
real (written signs).
A sum is real where its terms are, at each index, and an integral likewise.
"""

from derivations.kernel import Proof, manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.statements import eq, le, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import ZERO, Term, add, call, conj, function, neg
from derivations.search.drafts import Draft
from derivations.search.equality.equations import Combination, have_combined
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_size
from derivations.search.knowledge.patterns import law_uses
from derivations.search.orders.written_signs import (
    MAY_BE_REAL, given_signs, tell_functions_real, tell_real, use_real,
)
from derivations.search.reading.references import by_equation

# Real where a lemma, NAME-is-real, says so.
REAL_BETWEEN = frozenset({"asin", "acos", "acosh", "atanh"})


def prove_values_real(goal: Goal) -> Proof | None:
    """`conj t = t`, values of families in t being real by their sort, logarithms of quotients by
    what these are, roots and logarithms by the sign of what stands in them as it is written,
    inverse functions, sizes and signs."""
    left, right = goal.relation.left, goal.relation.right
    values = [t for t in goal.atoms if t.head == "apply"]
    logs = [t for t in goal.unbound("log") if t.args[0].head == "div"]
    if left != conj(right) or not (values or logs or goal.unbound(*MAY_BE_REAL)):
        return None
    draft = Draft(goal)
    for log in logs:
        draft.attempt(draft.use, "log is real", *log.args)
    for value in values:
        if draft.attempt(draft.sort, value):
            for fact in draft.context.facts[len(goal.context.facts):]:
                if fact.relation.operator in ("<", "<="):
                    draft.attempt(draft.use, "order is real", fact.relation.left,
                                  fact.relation.right)
    number = tell_real(draft, right, given_signs(draft.context))
    return draft.close(by_equation(number))


def prove_real(goal: Goal) -> Proof | None:
    """`im t = 0`, each function in t being real."""
    if goal.relation.left.head != "im" or goal.relation.right != ZERO:
        return None
    draft, (whole,) = Draft(goal), goal.relation.left.args
    for node in goal.unbound("det"):  # its sign is not read off
        draft.attempt(draft.have_premise, lt(ZERO, node))
    if draft.attempt(tell_real, draft, whole, given_signs(draft.context)):
        return draft.close(by_equation(have_combined(draft, goal.relation)))
    pending = [whole]
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


def have_real(draft: Draft, node: Term) -> None:
    """Add that a function at its argument is real, if a law bounds it or says so."""
    if node.head == "abs":
        draft.attempt(with_size, draft, node.args[0])
        return
    if node.head == "sign":
        tell_functions_real(draft, node, given_signs(draft.context))
        return
    if node.head in REAL_BETWEEN and draft.attempt(
            draft.use, f"{node.head}-is-real", *node.args):
        return
    if node.head in ("log", "sqrt") and not draft.light:
        sign = lt if node.head == "log" else le
        if draft.attempt(draft.have, sign(ZERO, *node.args)):
            use_real(draft, node)
            return
    for pattern, values in law_uses(draft.context, [node]):
        said = pattern.conclusions[0]
        order = said.operator in ("<", "<=")
        if (order or said.left.head == "im") and draft.attempt(draft.use, pattern.source, *values):
            fact = draft.context.facts[draft.last].relation
            if order:
                draft.use("order is real", fact.left, fact.right)
            return
