"""Equal terms put for equal ones, with what laws and quantified facts say.

    laws        a combination of facts and of what laws say of the atoms of the goal
    rewriting   an atom that an equation determines is replaced inside others
    definitions a scalar that is one side of an equation is replaced by the other, wherever it is
    factors     a matrix that is one is replaced by a product, in facts as well
    binders     two are equal since their bodies are

Incomplete: an atom is replaced by one value, and not again by what that one equals.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from derivations.kernel import Binder, Context, Proof, asked
from derivations.language.heads import FUNCTIONS
from derivations.language.sorts import INTEGER
from derivations.language.statements import Proposition, Relation, eq, le
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import BINDERS, ONE, Term
from derivations.search.drafts import Draft, canonical
from derivations.search.equality.equations import Combination, combined, have_combined
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.instances import (
    equal_values, with_instances, with_laws, with_roots, with_sorts, with_turns,
)
from derivations.search.knowledge.matching import same
from derivations.search.knowledge.patterns import fact_patterns, instances
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import Vector, new_index, nodes, plain_facts, vector_of
from derivations.search.reading.gaussian import minus, ratio
from derivations.search.reading.readback import polynomial
from derivations.search.reading.references import by_fact
from derivations.search.reading.words import sum_of_words

# How deep orders are nested that are shown by the search once powers are put into them.
REWRITTEN_NESTING = 2


def prove_with_laws(goal: Goal) -> Proof | None:
    """A combination of facts and of what laws say."""
    draft = Draft(goal)
    with_sorts(draft)
    with_roots(draft)
    with_turns(draft)
    with_laws(draft, ("==",))
    if not draft.grown:
        return None
    return draft.close(Combination(draft).proof())


def prove_with_instances(goal: Goal) -> Proof | None:
    """A combination of facts and of instances of quantified facts and of sorts."""
    if not any(f.variables for f in goal.context.facts):
        return None
    draft = Draft(goal)
    with_instances(draft)
    with_sorts(draft)
    if not draft.grown:
        return None
    if goal.relation.operator in ("==", "!="):
        proof = combined(draft)
        if proof is not None:
            return draft.close(proof)
    return draft.done()


def prove_with_given_values(goal: Goal) -> Proof | None:
    """The goal of a premise with what sorts and quantified facts say of the values in it."""
    draft = Draft(goal)
    terms = [t for t in goal.unbound("apply") if t.args[0].head == "symbol"]
    for term in filter(_is_partial, terms):
        draft.attempt(draft.sort, term)
    for pattern in fact_patterns(goal.context) if terms else ():
        for values in instances(goal.context, pattern, terms):
            needed, *_ = asked(goal.context, pattern.source, tuple(values))
            if goal.relation not in [claim.relation for claim in needed]:
                draft.attempt(draft.use, pattern.source, *values)
    return draft.done_as_deep() if draft.grown else None


def asks_for_values(goal: Goal) -> bool:
    """Whether it is a premise, and values of families stand in it of which more may be known."""
    return goal.light and (
        any(fact.variables for fact in goal.context.facts)
        or any(map(_is_partial, goal.unbound("apply"))))


def _is_partial(value: Term) -> bool:
    """Whether it is a value of a family that is not there for all whole numbers: normal forms do
    not know of which sort it is."""
    family = value.args[0]
    return family.head == "symbol" and any(s != INTEGER for s in family.sort.index)


def prove_by_congruence(goal: Goal) -> Proof | None:
    """Two values of one function are equal since the arguments are."""
    atoms = [a for a in dict.fromkeys(a for _, _, m in goal.gap for a, _ in m)
             if a.head in FUNCTIONS and a.head != "exp"]
    draft = Draft(goal)
    for k, a in enumerate(atoms):
        for b in atoms[k + 1 :]:
            if a.head == b.head and len(a.args) == len(b.args):
                draft.attempt(equal_values, draft, a, b)
    return draft.close(Combination(draft).proof()) if draft.grown else None


def determined(context: Context, gap: Vector, atom: Term) -> Term | None:
    """What an atom is if the gap is zero: it stands in one term, alone but for a number."""
    with_atom = [k for k in gap if _occurs(atom, k)]
    if len(with_atom) != 1:
        return None
    (key,) = with_atom
    place, word, monomial = key
    if place is not None or any(p is not None for p, _, _ in gap):
        return None
    alone = (word is None and monomial == ((atom, 1),)) or (
        word is not None and not monomial and word == ((atom, ONE),))
    if not alone:
        return None
    rest = {k: minus(ratio(c, gap[key])) for k, c in gap.items() if k != key}
    if word is None:
        return polynomial(rest)
    words = {(own or (), m): c for (_, own, m), c in rest.items()}
    return sum_of_words(context, words, atom) if words else None


def _occurs(atom: Term, key: Any) -> bool:
    _, word, monomial = key
    return any(atom == node for a, _ in (*monomial, *(word or ())) for node in subterms(a))


def prove_by_rewriting(goal: Goal) -> Proof | None:
    """Equations put into the goal, also inside functions: into orders where a left side is written,
    and by the atoms that they determine."""
    return attempted(_order_as_written, goal) or _proof_by_atoms(goal)


def _order_as_written(goal: Goal) -> Proof | None:
    """An order in which equations replace whole sides of theirs is seen to hold as it stands."""
    if goal.relation.operator in ("==", "!="):
        return None
    draft, present, squared = Draft(goal), {*nodes(goal.relation)}, False
    for number, fact in plain_facts(goal.context, "=="):
        if fact.left.args and fact.left in present:
            draft.rewrite(number)
            squared = squared or (fact.left.head, fact.left.args[0].head) == ("pow", "symbol")
    if not draft.grown:
        return None
    found = prove_linear(draft.goal)
    if found is None and squared and goal.search.nesting <= REWRITTEN_NESTING:
        return draft.done_as_deep()
    return None if found is None else draft.close(found)


def _proof_by_atoms(goal: Goal) -> Proof | None:
    draft = Draft(goal)
    with_instances(draft)
    with_sorts(draft)
    with_roots(draft)
    with_laws(draft, ("==",))
    whole = canonical(goal)  # the goal is what its normal form says
    inner = draft.aside(whole)
    if not rewrite_all(inner):
        return None
    proof = combined(inner) if whole.operator in ("==", "!=") else None
    proof = inner.proof(inner.relation) if proof is None else proof
    return draft.close(by_fact(whole, draft.have(whole, inner.close(proof))))


def rewrite_all(draft: Draft) -> bool:
    """Replace, one after the other, the atoms that equations determine; whether any was."""
    changed, gone = False, set[Term]()  # symbols for which something is put
    mentions = Counter(s for f in draft.context.facts for s in f.relation.free())
    for _ in range(3):
        again = False
        for number, fact in [*plain_facts(draft.context, "==")]:
            atom, value = _solution(draft, fact, mentions, gone)
            if atom is None or value is None:
                continue
            if draft.attempt(_replaced, draft, eq(atom, value), number):
                changed = again = True
                if atom.head == "symbol":
                    gone.add(atom)
        if not again:
            break
    return changed


def prove_with_definitions(goal: Goal) -> Proof | None:
    """The goal with what equations say that symbols are put for those, the ones first of which no
    other such equation makes use."""
    draft, left = Draft(goal), _definitions(goal)
    while left:
        used = {t for _, value in left.values() for t in free_symbols(value)}
        s = next((s for s in left if s not in used), None)
        if s is None:
            break
        number, value = left.pop(s)
        draft.attempt(_replaced, draft, eq(s, value), number)
    return draft.done_as_deep() if draft.relation != goal.relation else None


def has_definitions(goal: Goal) -> bool:
    """Whether there are symbols in it of which equations say what they are."""
    symbols = {node for node in goal.nodes if node.head == "symbol"}
    return not symbols.isdisjoint(_definitions(goal))


def _definitions(goal: Goal) -> dict[Term, tuple[int, Term]]:
    """Scalars with the numbers of equations that say what they are, and that."""
    return _said_to_be(goal, lambda s: s.sort.is_scalar)


def _said_to_be(goal: Goal, suits: Callable[[Term], bool]) -> dict[Term, tuple[int, Term]]:
    found: dict[Term, tuple[int, Term]] = {}
    for number, fact in plain_facts(goal.context, "=="):
        for s, value in ((fact.left, fact.right), (fact.right, fact.left)):
            if s.head == "symbol" and suits(s) and s not in free_symbols(value):
                found.setdefault(s, (number, value))
                break
    return found


def has_factors(goal: Goal) -> bool:
    """Whether an equation says of which product a matrix in facts is."""
    return bool(_factors(goal))


def _factors(goal: Goal) -> dict[Term, tuple[int, Term]]:
    found = _said_to_be(goal, lambda s: s.sort.is_matrix)
    return {s: (number, value) for s, (number, value) in found.items() if value.head == "mul"}


def prove_with_factors(goal: Goal) -> Proof:
    """The goal with a product for a matrix, in the facts as well."""
    s, (number, value) = next(iter(_factors(goal).items()))
    draft = Draft(goal)
    turned = have_combined(draft, eq(value, s))
    there = Substitution({s: value})
    for place, fact in plain_facts(goal.context):
        if place != number and s in fact.free():
            draft.attempt(_put_into, draft, place, fact.replace(there), turned)
    draft.attempt(_replaced, draft, eq(s, value), number)
    return draft.done_as_deep()


def _put_into(draft: Draft, place: int, claim: Relation, turned: int) -> None:
    inner = draft.aside(claim)
    inner.rewrite(turned)
    draft.have(claim, inner.close(by_fact(draft.context.facts[place].relation, place)))


def _replaced(draft: Draft, claim: Relation, number: int) -> None:
    """Put what a fact says an atom is into the goal."""
    before = draft.relation
    if draft.context.facts[number].relation != claim:
        number = have_combined(draft, claim)
    draft.rewrite(number)
    if draft.relation == before:
        raise Stuck("nothing was replaced")


def _solution(
    draft: Draft, fact: Relation, mentions: Counter[Term], gone: set[Term]
) -> tuple[Term | None, Term | None]:
    """An atom in the goal that the fact determines, and its value, without what is gone."""
    gap = vector_of(draft.context, fact)
    if gap is None:
        return None, None
    present = dict.fromkeys(nodes(draft.relation))
    candidates = []
    for place, word, monomial in gap:
        if place is None and word is None and len(monomial) == 1 and monomial[0][1] == 1:
            candidates.append(monomial[0][0])
        elif place is None and word and len(word) == 1 and word[0][1] == ONE and not monomial:
            candidates.append(word[0][0])
    # Left sides first; symbols that few other facts mention first.
    candidates.sort(key=lambda a: (a != fact.left, a.head != "symbol", mentions[a]))
    for atom in candidates:
        if atom in present and atom.head not in ("number", "pi", "exp"):
            value = determined(draft.context, gap, atom)
            if value is not None and gone.isdisjoint(free_symbols(value)):
                return atom, value
    return None, None


def prove_by_binder(goal: Goal) -> Proof | None:
    """Two binders are equal since their bodies are; those inside them are opened, too."""
    relation, context, names = goal.relation, goal.context, []
    while (opened := _opened(context, relation)) is not None:
        relation, context = opened[0], opened[1]
        names.append(opened[2])
    if not names:
        return None
    proof = goal.search.prove(context, relation, goal.depth - 1)
    for name in reversed(names):
        proof = Binder((name,), proof)
    return proof


def _opened(context: Context, relation: Relation) -> tuple[Relation, Context, str] | None:
    """The equation of the bodies of two binders over one range, at a new index."""
    a, b = relation.left, relation.right
    if relation.operator != "==" or a.head != b.head or a.head not in BINDERS:
        return None
    if not all(same(context, x, y) for x, y in zip(a.args[1:3], b.args[1:3], strict=True)):
        return None
    k = new_index(context, a, b)
    left, right = (Substitution({t.args[0]: k})(t.args[3]) for t in (a, b))
    inside = context.with_symbols(k).with_facts(
        Proposition(le(a.args[1], k)), Proposition(le(k, a.args[2])))
    return eq(left, right), inside, k.name
