"""Sums: over one range, each by the others; those of linear combinations by those of the parts; in
which a permutation runs over all places, and what is said of its values.

A combination of the terms that telescopes, as `telescoping` finds it, says what one sum is by the
others: in closed form, if it is alone.  Sums in sums come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations

from derivations.kernel import Binder, Combine, Context, Proof, manifest
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, replace_term
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, apply, call, div, function, mul, neg, number, power, sub, sum_,
)
from derivations.search.drafts import Draft
from derivations.search.equality.equations import Combination
from derivations.search.equality.reductions import Rules
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_instances, with_laws
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import new_symbol
from derivations.search.reading.readback import polynomial, product_of, simplified, size, sum_of
from derivations.search.reading.references import by_equation
from derivations.search.summation.recurrences import Recurrences, difference_term, vanishing
from derivations.search.summation.telescoping import Telescoping, relations

MAX_NESTED = 2
# What ranges are split by.
SPLIT = {"sum": "sum split", "product": "product-split"}


def prove_by_recurrences(goal: Goal) -> Proof | None:
    """The goal in values that no law relates."""
    operator, draft = goal.relation.operator, Draft(goal)
    gap = simplified(goal.context, sub(goal.relation.left, goal.relation.right))
    rest, known = Reduction(draft).reduced(gap)
    if known is None:
        return None
    if size(goal.context, gap) is not None:
        left = draft.have(eq(rest, mul(ZERO, rest)))
    elif operator == "==":
        left = vanishing(draft, rest)
    else:
        left = draft.have(Relation(operator, rest, ZERO))
        return draft.close(Combine(((ONE, known, None),), ((Fraction(1), left),)))
    return draft.close(Combine(((ONE, known, None), (ONE, left, None))))


def _is_by_what_it_defines(context: Context, here: Term, there: Term) -> bool:
    """Whether a term is said by families that facts say by those in it: `g[k]` where `m[k + 1]` is
    `m[k] + g[k]`."""
    before, after = (
        {t.args[0] for t in subterms(term) if t.head == "apply"} for term in (here, there))
    return not after <= before and not any(
        fact.relation.left.head == "apply" and fact.relation.left.args[0] in before
        for fact in context.facts)


class Reduction(Recurrences):
    """Also sums, by others over the same range.

    kept: sums by which others are expressed rather than the other way round.
    nested: how many sums in sums are looked into.
    """

    def __init__(self, draft: Draft, kept: Iterable[Term] = (), nested: int = MAX_NESTED) -> None:
        super().__init__(draft)
        self.kept, self.nested = tuple(kept), nested

    def methods(self) -> dict[str, Callable[[list[Term]], None]]:
        return {**super().methods(), "sum": self._sums}

    def _sums(self, atoms: Sequence[Term]) -> None:
        if not self.nested:
            return
        for atom in atoms:
            self.draft.attempt(self._simpler, atom)
        groups: dict[Term, list[Term]] = {}
        for atom in dict.fromkeys([*self.kept, *(t for t in self.tried if t.head == "sum")]):
            if atom.args[1] == ZERO and atom.args[3] != ONE:
                groups.setdefault(atom.args[2], []).append(atom)
        for last, group in groups.items():
            if any(a in atoms for a in group):
                self._related(last, group)

    def _simpler(self, atom: Term) -> None:
        """A sum of terms of which laws, and facts about all indices, say what they are."""
        index, _, last, body = atom.args
        k = new_symbol(self.draft.context, "k", NATURAL, atom)
        scratch = self._inside(k, last)
        here = Substitution({index: k})(body)
        scratch.relation = eq(here, ZERO)
        rules, known = Rules(scratch, facts=False), len(scratch.context.facts)
        with_instances(scratch)
        for number_ in range(known, len(scratch.context.facts)):
            rules.add(number_)
        rest, _ = rules.reduced(rules.vector(scratch.relation))
        there = polynomial(rest)
        if manifest(scratch.context, eq(here, there)) or _is_by_what_it_defines(
                scratch.context, here, there):
            return
        zero = rules.zero(sub(here, there))
        proof = Binder((k.name,), scratch.close(by_equation(zero)))
        whole = sum_(there, (k, ZERO, last))
        self.define(atom, [(ONE, whole)], [(ONE, self.draft.have(eq(atom, whole), proof), None)])

    def _inside(self, k: Term, last: Term) -> Draft:
        """A draft for what stands under a sum to the last index."""
        draft = self.draft
        inside = draft.context.with_symbols(k).with_facts(
            Proposition(le(ZERO, k)), Proposition(le(k, last)))
        return Draft(Goal(inside, eq(ZERO, ZERO), draft.search, draft.depth, draft.light))

    def _related(self, last: Term, sums: list[Term]) -> None:
        """Take note of what sums over one range are by others."""
        k = new_symbol(self.draft.context, "k", NATURAL, *sums)
        scratch = self._inside(k, last)
        inside = scratch.context
        bodies = [simplified(inside, Substitution({s.args[0]: k})(s.args[3])) for s in sums]
        inner = Reduction(scratch, nested=self.nested - 1)
        terms = [inner.reduced(b, *bodies)[0] for b in bodies]

        def following(core: Term) -> tuple[Term, Term]:
            there = simplified(inside, Substitution({k: add(k, ONE)})(core))
            step = Recurrences(scratch.aside(eq(ZERO, ZERO)))
            return step.reduced(core, there)[0], step.reduced(there, core)[0]

        for found in relations(scratch.context, k, terms, following):
            parts = [(c, sums[m], bodies[m]) for m, c in sorted(found.coefficients.items())]
            self.draft.attempt(self._telescoped, k, last, parts, found)

    def _telescoped(
        self, k: Term, last: Term, parts: Sequence[tuple[Term, Term, Term]], found: Telescoping
    ) -> None:
        """The last of the sums by the others, the combination of them being telescoped."""
        draft = self.draft
        j = new_symbol(draft.context, k.name, INTEGER, found.rising)
        family = function((j,), Substitution({k: j})(found.rising))
        known = draft.use("telescope", family, ZERO, last)
        total, ends = (getattr(draft.context.facts[known].relation, s) for s in ("left", "right"))
        combined = sum_of([mul(c, body) for c, _, body in parts])
        claim = eq(total, sum_(combined, (k, ZERO, last)))
        plain = manifest(draft.context, claim)
        same_sum = draft.have(claim, Combine() if plain else self._term_by_term(claim, k))
        whole = parts[-1][1]
        v = product_of([div(ONE, d) for d in found.divisors])
        equations = [(v, known, None), (neg(v), same_sum, None)]
        for place, d in enumerate(found.divisors):
            before = [mul(a, div(ONE, a)) for a in found.divisors[:place]]
            inverse = draft.use("inverse", d)
            equations.append((neg(product_of([whole, *before])), inverse, None))
        others = [(neg(mul(v, c)), s) for c, s, _ in parts[:-1]]
        self.define(whole, [(v, ends), *others], equations)

    def _term_by_term(self, claim: Relation, k: Term) -> Proof:
        """Two sums over one range are equal since their terms are."""
        context = self.draft.context
        k = new_symbol(context, k.name, NATURAL, claim.left, claim.right)
        terms = [Substitution({t.args[0]: k})(t.args[3]) for t in (claim.left, claim.right)]
        draft = self._inside(k, claim.left.args[2]).aside(eq(*terms))
        gap = difference_term(draft.context, draft.relation)
        rest, known = Reduction(draft, nested=self.nested - 1).reduced(gap)
        left = vanishing(draft, rest)
        equations = [(ONE, left, None), *([] if known is None else [(ONE, known, None)])]
        return Binder((k.name,), draft.close(Combine(tuple(equations))))


# Linear combinations under a sum

MAX_EXPANDED, MAX_PARTS = 3, 8


def prove_apart(goal: Goal) -> Proof | None:
    """The goal with the sums of the parts for sums of linear combinations: where laws and lemmas
    speak of the parts, they do not of the whole."""
    draft = Draft(goal)
    for node in goal.unbound("sum"):
        draft.attempt(_apart, draft, node)
    if not draft.grown:
        return None
    with_laws(draft, ("==",))
    return draft.close(Combination(draft).proof())


def prove_with_split_ranges(goal: Goal) -> Proof | None:
    """The goal with what sums and products over ranges that share an end are by each other.  In an
    order what is left of the longer one may be at least 0, and be left out."""
    draft = Draft(goal)
    for head, law in SPLIT.items():
        for part, whole in permutations(goal.unbound(head), 2):
            (j, a, b, body), (k, c, d, own) = part.args, whole.args
            alike, family = Substitution({j: k})(body) == own, function((k,), own)
            if not alike and (head == "product" or goal.relation.operator == "=="):
                continue
            first, last = same(goal.context, a, c), same(goal.context, b, d)
            if alike and same(goal.context, add(b, ONE), c):
                draft.attempt(draft.use, law, family, a, b, d)
            elif alike and first != last:
                draft.attempt(draft.use, law, family, c, b if first else sub(a, ONE), d)
            elif first != last:
                draft.attempt(_left_out, draft, whole, (a, b), first)
    return draft.done() if draft.grown else None


def _left_out(draft: Draft, whole: Term, inside: tuple[Term, Term], first: bool) -> None:
    """Add the order with a shorter range of a sum, and that the rest is at least 0.  Raises
    Stuck."""
    (k, lower, upper, body), (a, b) = whole.args, inside
    family, place = function((k,), body), b if first else sub(a, ONE)
    draft.use(SPLIT["sum"], family, lower, place, upper)
    draft.use("sum at least zero", family, *((add(b, ONE), upper) if first else (lower, place)))
    draft.have_as_deep(replace_term(draft.relation, whole, sum_(body, (k, a, b))))


def _apart(draft: Draft, node: Term) -> None:
    """Put the sums of the parts for a sum.  Raises Stuck."""
    index, lower, upper, body = node.args
    parts = _parts(body, index)
    if len(parts) == 1 and ONE in parts.values():
        raise Stuck("it has one part")
    whole = add(*(mul(c, sum_(core, (index, lower, upper))) for core, c in parts.items()))
    draft.rewrite(draft.have(eq(node, whole), Combine()))


def _parts(term: Term, k: Term) -> dict[Term, Term]:
    """The coefficients, free of an index, of the products of which a term is a combination.
    Raises Stuck where there are many."""
    if k not in free_symbols(term):
        return {ONE: term}
    items: list[tuple[Term, Term]] = []
    match term.head, term.args:
        case "add", parts:
            items = [item for part in parts for item in _parts(part, k).items()]
        case "neg", (inside,):
            items = [(core, neg(c)) for core, c in _parts(inside, k).items()]
        case "div", (upper, lower) if k not in free_symbols(lower):
            items = [(core, div(c, lower)) for core, c in _parts(upper, k).items()]
        case "mul", (first, *rest) if rest:
            others = _parts(product_of(rest), k)
            items = [(_times(one, other), _times(c, d))
                     for one, c in _parts(first, k).items() for other, d in others.items()]
        case "pow", (base, exponent) if (
            exponent.head == "number" and exponent.data in range(2, MAX_EXPANDED + 1)
            and base.head in ("add", "div", "mul")
        ):
            return _parts(mul(base, power(base, number(exponent.data - 1))), k)
        case _:
            return {term: ONE}
    found: dict[Term, Term] = {}
    for core, c in items:
        found[core] = add(found[core], c) if core in found else c
    if len(found) > MAX_PARTS:
        raise Stuck("too many parts")
    return found


def _times(first: Term, second: Term) -> Term:
    factors = [f for t in (first, second) for f in (t.args if t.head == "mul" else (t,))]
    return product_of([f for f in factors if f != ONE])


# Permutations of the naturals below n

# What the sort of a permutation says, in this order: bounds of its values and of those of its
# inverse, that the inverse undoes it, and that it undoes its inverse.
SAID = 6


def prove_by_values(goal: Goal) -> Proof | None:
    """The goal beside what its sort says of each value of a permutation."""
    draft = Draft(goal)
    for node in goal.unbound("apply"):
        p, place = node.args[0], node.args[1]
        p = p.args[0] if p.head == "inv" else p
        if p.head == "symbol" and p.sort.kind == "permutation":
            first = draft.sort(p)
            for fact in range(first, first + SAID):
                draft.attempt(draft.use, fact, place)
    return draft.done_as_deep() if draft.grown else None


def prove_reindexed(goal: Goal) -> Proof | None:
    """The goal with the sums in which permutations run over all naturals below their size."""
    draft = Draft(goal)
    while any(draft.attempt(_reindexed, draft, node) for node in draft.goal.unbound("sum")):
        pass
    return draft.done() if draft.grown else None


def _reindexed(draft: Draft, node: Term) -> None:
    """Put a sum of F(k) for one of F(p(k)), or of F(p⁻¹(k)).  Raises Stuck."""
    context, (index, _, _, body) = draft.context, node.args
    k, j = new_symbol(context, "k", NATURAL, node), new_symbol(context, "j", INTEGER, node)
    here = eq(Substitution({index: k})(body), ZERO)
    permuted = {p for p in free_symbols(body) if p.sort.kind == "permutation"}
    for p in sorted(permuted, key=lambda p: p.name):
        for forth, back in ((call("inv", p), p), (p, call("inv", p))):
            inside = replace_term(here, apply(forth, k), j).left
            if k in free_symbols(inside) or j not in free_symbols(inside):
                continue
            functions = (function((k,), apply(way, k)) for way in (forth, back))
            number = draft.use("reindexed", p.sort.rows, function((j,), inside), *functions)
            whole = draft.context.facts[number].relation.right
            draft.rewrite(draft.have(eq(node, whole), by_equation(number)))
            return
    raise Stuck("no permutation runs over the range")
