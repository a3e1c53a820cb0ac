"""What laws, sorts and quantified facts say of the terms in a goal joins its facts.

    laws        each atom of the goal is looked up in the table, by its head
    lemmas      likewise; those that no term calls for, by what a fact says
    turns       exponentials of whole multiples of iπ
    roots       roots and lengths are at least zero, and so real, where that follows; sizes without
                their bars
    sorts       that a matrix is unitary, a projector, ...
    facts       the goal is what a quantified fact says at some values
    instances   quantified facts at the values at which they meet the goal

Premises are proved by cheap methods.  Incomplete: what is not a term of the goal, or of a fact, is
not thought of.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from derivations import lemmas
from derivations.kernel import Combine, Context, Proof, asked, manifest
from derivations.language.sorts import INTEGER, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, mul, neg, number, power, sqrt,
)
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.matching import FIRST, RANGED, agreeing, agreeing_by_fact, same
from derivations.search.knowledge.patterns import (
    SPEAKING, Pattern, fact_patterns, has_lemmas, instances, law_uses, lemma_uses, lemmas_of,
    with_one_exponential,
)
from derivations.search.reading.facts import (
    FAILURES, atoms_of, new_symbol, nodes, plain_facts, vector,
)
from derivations.search.reading.readback import CONSTANT, product_of, simplified
from derivations.search.reading.references import by_fact
from derivations.search.reading.words import windows, words_in

# Rounds of facts about facts, and how many are added at most.
MAX_ROUNDS, MAX_USES = 2, 40
# Steps for what a quantified fact asks at values.
INSTANCE_STEPS = 40
# At how many places a fact of two variables is used that meets nothing.
MAX_PLACES = 3
# The same of lemmas, and the steps for their premises, which are counted apart: for all, and for
# one use; how deep goals are nested in which these are used.
MAX_LEMMAS, LEMMA_STEPS, USE_STEPS, LEMMA_NESTING = 32, 600, 30, 2
# What may be the value of a function at a place.
VALUES = ("apply", "diff")


def terms_of_goal(draft: Draft) -> list[Term]:
    """The subterms of the goal and the atoms of its normal form, without bound symbols."""
    relation, symbols = draft.relation, draft.context.symbols
    found = dict.fromkeys(atoms_of([vector(draft.context, relation)]))
    found.update(dict.fromkeys(nodes(relation)))
    found.update(dict.fromkeys([joined for t in found if t.head in RANGED
                                if (joined := with_one_exponential(t)) != t]))
    return [t for t in found if free_symbols(t) <= symbols and (speaks(t) or t.head in RANGED)]


def with_laws(draft: Draft, operators: Sequence[str], more: Iterable[Term] = ()) -> None:
    """Add what laws and lemmas say of the terms of the goal."""
    tried: set[tuple[Any, ...]] = set()
    used: dict[tuple[Any, ...], bool] = {}
    terms = [*terms_of_goal(draft), *more]
    for _, equation in plain_facts(draft.context, "=="):
        terms += [t for t in atoms_of([vector(draft.context, equation)]) if speaks(t)]
    terms = list(dict.fromkeys(terms))
    heads = {t.head for t in terms}
    for fact in draft.context.facts:
        heads |= {t.head for t in nodes(fact.relation) if speaks(t)}
    for _ in range(MAX_ROUNDS):
        before = len(draft.context.facts)
        for pattern, values in law_uses(draft.context, terms):
            key = (pattern.source, tuple(values))
            if key in tried or len(tried) > 4 * MAX_USES:
                continue
            tried.add(key)
            if pattern.source == "power" and is_natural(draft.context, values[1]):
                continue
            if suits(pattern, operators, pattern.triggers[0], heads):
                draft.attempt(draft.use, pattern.source, *values)
            if len(draft.context.facts) - before > MAX_USES:
                return
        if has_lemmas(draft.context) and draft.search.nesting <= LEMMA_NESTING:
            _with_lemmas(draft, operators, terms, heads, used)
        new = [f.relation for f in draft.context.facts[before:] if f.is_plain]
        if not new:
            return
        terms = [t for r in new for t in (*nodes(r), *atoms_of([vector(draft.context, r)]))]
        terms = [t for t in dict.fromkeys(terms) if speaks(t)]


def _with_lemmas(
    draft: Draft, operators: Sequence[str], terms: Sequence[Term], heads: set[str],
    used: dict[tuple[Any, ...], bool],
) -> None:
    """Add what lemmas say of the terms, and those whose first hypothesis is a fact.

    used: whether a lemma could be used at values, for what was tried.
    """
    written = frozenset(nodes(draft.relation))  # first, as definitions in atoms may be many
    terms = sorted(terms, key=lambda term: term not in written)
    known = lemmas_of(draft.context)
    uses = [(pattern.source, values) for pattern, values in lemma_uses(draft.context, terms)
            if suits(known.by_name(str(pattern.source)), operators, pattern.triggers[0], heads)]
    with draft.search.apart(LEMMA_STEPS):
        for name, values in (*uses, *by_facts(draft.goal, operators)):
            key = (name, *values)
            if key not in used and sum(used.values()) < MAX_LEMMAS:
                with draft.search.at_most(USE_STEPS):
                    used[key] = draft.attempt(_use_if_more, draft, name, values)


def _use_if_more(draft: Draft, name: str, values: Sequence[Term]) -> None:
    """Add what a lemma says, where normal forms alone do not say it."""
    if all(manifest(draft.context, said) for said in asked(draft.context, name, tuple(values))[1]):
        raise Stuck("normal forms say so")
    draft.use(name, *values)


def by_facts(goal: Goal, operators: Sequence[str]) -> Iterator[tuple[str, list[Term]]]:
    """Lemmas that no term calls for, where a fact is what they assume first; what is open then
    is read off the goal, and off other facts."""
    facts = [fact for _, fact in plain_facts(goal.context)]
    turned = [eq(f.right, f.left) for f in facts if f.operator == "==" and f.right.args]
    for fact in (*facts, *turned):
        for lemma in lemmas.assuming(fact.operator):
            if any(c.operator in operators for c in lemma.conclusions):
                pairs = [(lemma.premises[0].relation, fact)]
                pairs += [(c, goal.relation) for c in lemma.conclusions]
                further = [(p.relation, f) for p in lemma.premises[1:] if p.is_plain for f in facts]
                for values in agreeing_by_fact(goal.context, pairs, lemma.variables, further):
                    yield lemma.name, values
    for stated in goal.context.facts:
        if stated.variables:
            yield from _by_quantified(goal, stated, operators)


def _by_quantified(
    goal: Goal, stated: Proposition, operators: Sequence[str]
) -> Iterator[tuple[str, list[Term]]]:
    """Lemmas that first assume, for all values of variables, what a fact says of all of them."""
    for lemma in lemmas.assuming(f"all {stated.relation.operator}"):
        first = lemma.premises[0]
        sorts = [v.sort for v in first.variables]
        if len(sorts) != len(stated.variables) or not all(
            v.sort in (sort, POSITIVE) or (sort == INTEGER and v.sort in FIRST)
            for v, sort in zip(stated.variables, sorts, strict=True)
        ) or not any(c.operator in operators for c in lemma.conclusions):
            continue
        own: list[Term] = []
        for sort in sorts:
            own.append(new_symbol(goal.context, "every", sort, *own))
        said, known = (_parts(p, own) for p in (first, stated))
        pairs = [*zip(said, known, strict=False)]  # facts have guards, too, that give them values
        if len(said) <= len(known) and all(r.operator == f.operator for r, f in pairs):
            pairs += [(c, goal.relation) for c in lemma.conclusions]
            inside = goal.context.with_symbols(*own)
            for values in agreeing_by_fact(inside, pairs, lemma.variables):
                if free_symbols(add(*values)).isdisjoint(own):
                    yield lemma.name, values


def _parts(stated: Proposition, own: Sequence[Term]) -> list[Relation]:
    """What is said for all values of variables, and what guards it, of symbols."""
    there = Substitution(dict(zip(stated.variables, own, strict=True)))
    pairs = [*zip(stated.variables, own, strict=True)]
    above = [lt(ZERO, s) if v.sort == POSITIVE else le(FIRST[v.sort], s)
             for v, s in pairs if v.sort == POSITIVE or v.sort in FIRST]
    return [stated.relation.replace(there), *above, *(g.replace(there) for g in stated.guards)]


def with_roots(draft: Draft) -> None:
    """Roots, lengths and sizes are at least zero where that follows, and so real; what is under a
    root that is a number is its square."""
    for place, fact in [*plain_facts(draft.context, "==")]:
        draft.attempt(_squared, draft, place, fact)
    for fact in [draft.relation, *(f.relation for f in draft.context.facts)]:
        for node in draft.aside(fact).goal.unbound("norm"):
            draft.attempt(with_length, draft, node)
        for node in draft.aside(fact).goal.unbound("abs", "max", "min"):
            z = node.args[0]
            if node.head == "abs":
                draft.attempt(with_size, draft, z)
            x = z if node.head == "abs" else add(z, neg(node.args[1]))
            real = same(draft.context, conj(x), x)
            for value in (x, neg(x)) if real else ():  # a size without its bars
                draft.attempt(draft.use, "sqrt", value, mul(x, conj(x)))
    terms = dict.fromkeys(atoms_of([vector(draft.context, draft.relation)]))
    for _, fact in plain_facts(draft.context, "=="):
        terms.update(dict.fromkeys(atoms_of([vector(draft.context, fact)])))
    for term in terms:
        if term.head == "sqrt" and free_symbols(term) <= draft.context.symbols:
            draft.attempt(draft.use, "square of sqrt", term.args[0])
            draft.attempt(with_root, draft, term.args[0])


def _squared(draft: Draft, place: int, fact: Relation) -> None:
    """Add the square of an equation that says that a root is a number.  Raises Stuck."""
    gap = vector(draft.context, fact)
    roots = [m[0] for _, _, m in gap if len(m) == 1 and m[0][0].head == "sqrt" and m[0][1] == 1]
    if set(gap) != {CONSTANT, *((None, None, (root,)) for root in roots)} or len(roots) != 1:
        raise Stuck("not a root and a number")
    ((root, _),) = roots
    (c, im), (d, im_too) = gap[None, None, ((root, 1),)], gap[CONSTANT]
    if im or im_too:
        raise Stuck("not a real number")
    value = number(-d / c)
    square = draft.use("square of sqrt", root.args[0])
    factor = mul(number(1 / c), add(root, value))
    draft.have(eq(root.args[0], power(value, 2)), Combine((
        (neg(ONE), square, None), (factor, place, None))))


def with_root(draft: Draft, z: Term) -> None:
    """Add that the root of z is at least zero, and real; its square is z."""
    draft.use("sqrt at least zero", z)
    draft.use("order is real", ZERO, sqrt(z))
    draft.use("square of sqrt", z)


def with_size(draft: Draft, z: Term) -> None:
    """Add that a size is at least zero, and real; its square is as well."""
    draft.use("size", z)
    with_root(draft, mul(z, conj(z)))


def with_length(draft: Draft, node: Term) -> None:
    """Add that a length is at least zero, and real; its square is as well."""
    v = node.args[0]
    draft.use("square of a length", draft.sizes(v)[0], v)
    draft.use("sqrt at least zero", call("inner", v, v))
    draft.use("order is real", ZERO, node)


def with_turns(draft: Draft) -> None:
    """`exp(iπk)² = 1` for the whole k in exponents."""
    for atom in atoms_of([vector(draft.context, draft.relation)]):
        if atom.head == "exp" and atom.args[0].head == "mul" and {I, PI} <= {*atom.args[0].args}:
            k = product_of([t for t in atom.args[0].args if t not in (I, PI)])
            closed = free_symbols(k) <= draft.context.symbols
            if closed and same(draft.context, call("floor", k), k):
                draft.attempt(draft.use, "full turns", k)


def suits(law: Any, operators: Sequence[str], trigger: Term, heads: set[str]) -> bool:
    """Whether what a law says may count, and is about what there is already; constants are."""
    said = [c for c in law.conclusions if c.operator in operators]
    spoken = {t.head for c in said for t in nodes(c) if speaks(t) and free_symbols(t)}
    if trigger.head == "pow":
        spoken -= {"exp", "log"}
    spoken -= heads_of(trigger)  # what the trigger has is there
    return bool(said) and (speaks(trigger) or trigger.head in RANGED) and spoken <= heads


def is_natural(context: Context, e: Term) -> bool:
    """Whether normal forms know powers with this exponent: it is manifestly natural."""
    return same(context, call("floor", e), e) and manifest(context, le(ZERO, e))


def speaks(term: Term) -> bool:
    """Whether laws speak of a term: no arithmetic, no whole power, no multiple in an exponent."""
    if term.head == "pow":
        base, e = term.args
        return e.head != "number" or (e.data.denominator > 1 and base.head != "exp")
    return term.head in SPEAKING


def with_sorts(draft: Draft) -> None:
    """Add what the sorts of matrices and of values of families say."""
    found = dict.fromkeys(atoms_of([vector(draft.context, draft.relation)]))
    for _, fact in plain_facts(draft.context, "=="):
        try:
            found.update(dict.fromkeys(atoms_of([vector(draft.context, fact)])))
        except FAILURES:
            continue
    for term in found:
        base = term.args[0] if term.head in ("transpose", "adjoint", "conj", "pow") else term
        base = base.args[0] if base.head == "pow" else base
        named = base.args[0] if base.head == "apply" else base
        if named.head == "symbol":
            sort = named.sort if named is base else named.sort.value
            if sort is not None and sort.is_matrix and sort.properties - {"real"}:
                draft.attempt(draft.sort, base)


def with_instances(draft: Draft) -> None:
    """Add instances of the quantified facts at what the goal speaks of."""
    tried: set[tuple[Any, ...]] = set()
    for _ in range(MAX_ROUNDS + 1):
        before = len(draft.context.facts)
        terms = list(atoms_of([vector(draft.context, draft.relation)]))
        terms += [t for t in nodes(draft.relation) if free_symbols(t) <= draft.context.symbols]
        for _, fact in plain_facts(draft.context):
            terms += nodes(fact)
        patterns = [*fact_patterns(draft.context)]
        lengths = {len(p.triggers[0].args) for p in patterns if p.triggers[0].head == "mul"}
        products = windows(draft.context, words_in(draft.context, draft.relation), lengths)
        terms = list(dict.fromkeys([*map(_bare, terms), *(products if lengths else ())]))
        at_hand = {t for t in terms if t.head in VALUES}
        met = {p: [*instances(draft.context, p, terms)] for p in patterns}
        # Where values of functions are not what says the values, those that there are come first.
        loose = {p.source for p in patterns if p.triggers[0].head not in VALUES}
        near = {p: [values for values in found if _values_in(draft, p, values) <= at_hand
                    and not manifest(draft.context, _instance(p, values))]
                for p, found in met.items() if p.source in loose}
        spoken = {p.source for p, found in near.items() if found}
        for pattern, found in met.items():
            bound = pattern.source in spoken and pattern.triggers[0].head not in VALUES
            if not found and not any(k == pattern.source for k, _ in tried):
                alone = not any(f for p, f in met.items() if p.source == pattern.source)
                found = _anywhere(draft, pattern, alone)
            for values in found:
                key = (pattern.source, tuple(values))
                if key not in tried and len(tried) < MAX_USES:
                    tried.add(key)
                    if bound and values not in near[pattern]:
                        continue
                    if draft.attempt(_use_instance, draft, pattern, values):
                        _bridge(draft, terms)
        if len(draft.context.facts) == before:
            return


def _anywhere(draft: Draft, pattern: Pattern, alone: bool) -> list[list[Term]]:
    """Values of a fact that meets nothing, in this way or, if alone, in any: of two real variables,
    where functions and derivatives are taken in the goal; or else 1."""
    if alone and [v.sort for v in pattern.variables] == [REAL, REAL]:
        values = [*draft.goal.unbound("apply"), *draft.goal.unbound("diff")]
        places = dict.fromkeys(t.args[1] for t in values if len(t.args) == 2 or t.head == "diff")
        if 1 < len(places) <= MAX_PLACES:
            return [list(pair) for pair in permutations(places, 2)]
    return [[ONE for _ in pattern.variables]]


def _use_instance(draft: Draft, pattern: Pattern, values: Sequence[Term]) -> None:
    """Add what a quantified fact says at values.  Raises Stuck where normal forms alone say it."""
    if manifest(draft.context, _instance(pattern, values)):
        raise Stuck("normal forms say so")
    with draft.search.at_most(INSTANCE_STEPS):
        draft.use(pattern.source, *values)


def _instance(pattern: Pattern, values: Sequence[Term]) -> Relation:
    (relation,) = pattern.conclusions
    return relation.replace(Substitution(dict(zip(pattern.variables, values, strict=True))))


def _values_in(draft: Draft, pattern: Pattern, values: Sequence[Term]) -> set[Term]:
    """The values of functions, and of derivatives, of which an instance speaks."""
    return {*draft.aside(_instance(pattern, values)).goal.unbound(*VALUES)}


def _bare(term: Term) -> Term:
    while term.head in ("transpose", "adjoint", "conj", "pow"):
        term = term.args[0]
    return term


def _bridge(draft: Draft, terms: Sequence[Term]) -> None:
    """The last fact at the arguments that the goal has, where facts say that they are equal."""
    fact = draft.context.facts[-1].relation
    for node in dict.fromkeys(t for t in nodes(fact) if t.head == "apply"):
        for other in terms:
            if other.head != "apply" or other.args[0] != node.args[0] or same(
                draft.context, node, other
            ):
                continue
            gaps = [simplified(draft.context, add(a, neg(b)))
                    for a, b in zip(node.args[1:], other.args[1:], strict=True)]
            if not any(t.head == "div" for gap in gaps for t in subterms(gap)):
                continue

            draft.attempt(equal_values, draft, node, other)


def equal_values(draft: Draft, node: Term, other: Term) -> None:
    """Add that two values of a function, or of a family, are equal since the arguments are."""
    pairs = zip(node.args, other.args, strict=True)
    numbers = [draft.have(eq(a, b)) for a, b in pairs if a != b]
    draft.have_rewritten(eq(node, other), *numbers)


def may_be_said(goal: Goal) -> bool:
    """Whether a fact says for all values of something what has the form of the goal."""
    return next(_alike(goal), None) is not None


def _alike(goal: Goal) -> Iterator[tuple[int, Proposition]]:
    """The facts that say something of this form for all values; of what they say a power of is not
    0, that it is not."""
    relation = goal.relation
    for number_, fact in enumerate(goal.context.facts):
        if not fact.variables or fact.relation.operator != relation.operator:
            continue
        said, own = [fact], fact.relation
        if own.operator == "!=" and own.left.head == "pow" and own.right == ZERO:
            said.append(replace(fact, relation=ne(own.left.args[0], ZERO)))
        for one in said:
            head = one.relation.left.head
            if head == relation.left.head != "symbol" or (
                    head == "symbol" and relation.operator == "!="):
                yield number_, one


def prove_said(goal: Goal) -> Proof | None:
    """The goal as a fact at values."""
    avoid = [symbol.name for symbol in goal.context.symbols]
    for number_, fact in _alike(goal):
        own = fact.substitute({}, avoid)
        values = next(agreeing(goal.context, own.relation, goal.relation, own.variables), None)
        draft = Draft(goal)
        if values is not None and draft.attempt(draft.use, number_, *values):
            if fact is goal.context.facts[number_]:
                return draft.close(by_fact(goal.relation, draft.last))
            return draft.done()
    return None
