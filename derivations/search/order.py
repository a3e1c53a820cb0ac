"""Inequalities: sums of squares, products of facts, laws of functions, cases.

    1. the normal form or the structure shows it
    2. the difference is a nonnegative combination of facts, of laws at the functions that occur,
       of squares and of products of these; also after multiplication by denominators
    3. both sides are values of a growing function; one side is a root or an absolute value
    4. cases on the sign of what stands in an absolute value, and on the order of symbols

Complete for linear consequences of linear facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import permutations

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference, holds_here
from derivations.kernel.generators import Algebra
from derivations.kernel.matrix_laws import ALL_LAWS
from derivations.kernel.polynomial import Poly
from derivations.kernel.positivity import monomial_sign
from derivations.kernel.proofs import Cases, Cofactor, Law, NormalForm, Order, Proof
from derivations.language.statements import Proposition, Relation, Unsettled, le, lt
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, PI, ZERO, Term, add, div, mul, neg, sub
from derivations.provers.linear_programs import Work
from derivations.search import certificates as C
from derivations.search.certificates import as_term, cleared_of_denominators, sum_of_squares
from derivations.search.drafts import Draft, premises
from derivations.search.goals import Goal, gap_of, proves
from derivations.search.order_laws import (
    COMPARED, at_functions, between, concluding, exponents_in, functions_in,
)
from derivations.search.readback import NotReadable, Reader, sum_of

# The search for one inequality may take so many looks at what could prove it.
MAX_LOOKS = 400
MAX_NEED_LOOKS = 40
# What linear programs may spend in all, for every look that is allowed.
ENTRIES_PER_LOOK = 10_000
# Cases within cases, and laws that need laws.
MAX_DEPTH = 3


def prove_order(goal: Goal) -> Proof | None:
    if goal.relation.operator == "==":
        return None
    search = Orders(MAX_LOOKS)
    return search.prove(goal.context, goal.relation, MAX_DEPTH)


def prove_need(goal: Goal) -> Proof | None:
    """The same for what makes a term defined: a short search, without laws of two sides."""
    if goal.relation.operator == "==":
        return None
    search = Orders(MAX_NEED_LOOKS)
    return search.prove(goal.context, goal.relation, 0)


class Orders:
    """A search that ends after so many looks, whatever the time that they take."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.work = Work(looks * ENTRIES_PER_LOOK)

    @property
    def late(self) -> bool:
        """Whether all looks are spent; asking is one."""
        self.looks -= 1
        return self.looks < 0 or self.work.entries < 0

    def prove(self, context: Context, relation: Relation, depth: int) -> Proof | None:
        """A proof of an inequality in a context; None when none is found."""
        if self.holds(context, relation):
            return NormalForm()
        if self.late:
            return None
        draft = self.with_laws(context, relation)
        for step in (self.combined, self.over_denominators, self.by_conjugate, self.rounded):
            proof = step(draft.context, relation)
            if proof is not None:
                return _short(Goal(context, relation), draft, proof)
        if depth == 0:
            return None
        proof = self.by_law(context, relation, depth)
        return self.by_cases(context, relation, depth) if proof is None else proof

    def holds(self, context: Context, relation: Relation) -> bool:
        try:
            return holds_here(context.normalizer, relation)
        except Unsettled:
            return False

    # Laws at the functions that occur

    def with_laws(self, context: Context, relation: Relation) -> Draft:
        draft = Draft(context)
        relations = [relation, *(f.relation for f in context.facts if not f.variables)]
        seen: set[tuple[str, tuple[Term, ...]]] = set()
        for term in functions_in(relations):
            strictly: set[str] = set()
            for name in at_functions()[term.head]:
                if f"{name} strictly" in strictly:
                    continue
                for values in self._arguments(name, term):
                    if (name, values) in seen:
                        continue
                    seen.add((name, values))
                    if self._applies(context, name, values):
                        draft.law(name, values, [NormalForm()] * len(ALL_LAWS[name].premises))
                        strictly.add(name)
                        break
                if len(draft.steps) > 24:
                    return draft
            self._compare(draft, context, term)
            if term.head == "abs" and term.args[0].head == "add":
                first, *rest = term.args[0].args
                values = (first, sum_of(rest))
                draft.law("triangle", values, [])
        for name, values in between(context, relation):
            if self._applies(context, name, values):
                draft.law(name, values, [])
        exponents = exponents_in(relation)
        for x, y in permutations(exponents, 2):
            if self.holds(draft.context, le(x, y)):
                draft.law("exp grows", [x, y], [NormalForm()])
        return draft

    def _compare(self, draft: Draft, context: Context, term: Term) -> None:
        """Compare the value of a growing function with its values at some constants."""
        name = f"{term.head} grows"
        for constant in COMPARED.get(term.head, ()):
            for values in ([term.args[0], constant], [constant, term.args[0]]):
                if all(self.holds(context, p) for p in premises(name, values)):
                    draft.law(name, values, [NormalForm()] * len(ALL_LAWS[name].premises))

    def _arguments(self, name: str, term: Term) -> list[tuple[Term, ...]]:
        """The arguments of a function, for one also its negative; sin x is cos(x - π/2)."""
        if term.head == "sin" and name.startswith("cosine"):
            return [(sub(term.args[0], div(PI, 2)),)]
        return [term.args] if len(term.args) > 1 else [term.args, (neg(term.args[0]),)]

    def _applies(self, context: Context, name: str, values: tuple[Term, ...]) -> bool:
        law = ALL_LAWS[name]
        if len(values) != len(law.variables):
            return False
        probe = Law(name, values, tuple(NormalForm() for _ in law.premises), NormalForm())
        if not all(self.holds(context, p) for p in premises(name, values)):
            return False
        # The trivial goal 0 = 0 shows that the sorts fit.
        return proves(Goal(context, Relation("==", ZERO, ZERO)), probe)

    # Combinations

    def combined(
        self,
        context: Context,
        relation: Relation,
        gap: Poly | None = None,
        multiplier: Term = ONE,
    ) -> Proof | None:
        """The difference, or a multiple of it, as a combination of what is at least 0."""
        if gap is None:
            gap = gap_of(context, relation)
        if gap is None:
            return None
        strict = relation.operator != "<="
        plain = self._of_facts(context, relation, gap, multiplier)
        if plain is not None:
            return plain
        if multiplier == ONE:
            plain = self._times_symbol(context, relation, gap)
            if plain is not None:
                return plain
        gap, factor = self._primitive(context, gap)
        if factor is None:
            plain = self._by_squares(context, relation, gap, multiplier)
            if plain is not None:
                return plain
        signs = (1, -1) if relation.operator == "!=" else (1,)
        for parts in self.stages(context, relation, gap):
            # Making a monomial costs about as much as changing so many entries.
            self.work.entries -= 20 * sum(len(p.value.re) for p in parts)
            for sign in signs:
                if self.late:
                    return None
                found = C.combine(P.scale(gap, sign), parts, strict, self.work)
                if found is None:
                    continue
                form, cofactors = found
                if factor is not None:
                    form = mul(factor, form)
                    cofactors = tuple(
                        Cofactor(mul(factor, c.left), c.fact) for c in cofactors
                    )
                whole = multiplier if sign == 1 else neg(multiplier)
                proof = Order(form, whole, cofactors)
                if proves(Goal(context, relation), proof):
                    return proof
        return None

    def _of_facts(
        self, context: Context, relation: Relation, gap: Poly, multiplier: Term
    ) -> Proof | None:
        """The difference as a combination of facts alone."""
        parts = [*C.constants([gap], context.normalizer.algebra), *C.known_parts(context)]
        found = C.combine(gap, parts, relation.operator != "<=", self.work)
        if found is None:
            return None
        proof = Order(found[0], multiplier)
        return proof if proves(Goal(context, relation), proof) else None

    def _times_symbol(self, context: Context, relation: Relation, gap: Poly) -> Proof | None:
        """The difference times a positive symbol of the facts, as a combination of these."""
        algebra = context.normalizer.algebra
        symbols = {
            s
            for fact in context.facts
            if not fact.variables and fact.relation.operator != "!="
            for s in fact.relation.free()
        }
        for s in sorted(symbols - relation.free(), key=lambda s: s.name):
            value = algebra.symbol(s.name, s.sort) if s.sort.is_scalar else None
            if value is not None and algebra.sign(value) == "positive":
                proof = self._of_facts(context, relation, algebra.times(value, gap), s)
                if proof is not None:
                    return proof
        return None

    def _by_squares(
        self, context: Context, relation: Relation, gap: Poly, multiplier: Term
    ) -> Proof | None:
        """A quadratic difference, by completing squares."""
        algebra = context.normalizer.algebra
        squares = sum_of_squares(algebra, gap)
        if not squares:
            return None
        reader = Reader(algebra, context.symbols)
        try:
            form = as_term(squares, lambda g: reader.poly(P.generator(g)))
        except NotReadable:
            return None
        proof = Order(form, multiplier)
        return proof if proves(Goal(context, relation), proof) else None

    def _primitive(self, context: Context, gap: Poly) -> tuple[Poly, Term | None]:
        """The gap without a positive monomial that divides it, and that monomial as a term."""
        algebra = context.normalizer.algebra
        (a, b), shift, rest = algebra.split_unit(gap)
        if not shift or monomial_sign(algebra, shift) != "positive":
            return gap, None
        try:
            return P.scale(rest, a, b), Reader(algebra, context.symbols).poly(P.monomial(shift))
        except NotReadable:
            return gap, None

    def stages(
        self, context: Context, relation: Relation, gap: Poly
    ) -> Iterator[Sequence[C.Part]]:
        """Larger and larger lists of what is known to be at least 0."""
        algebra = context.normalizer.algebra
        facts = C.known_parts(context)
        equal = C.equations(context, [C.Part(ONE, P.ONE, True)])
        polys = [gap, *(f.value for f in (*facts, *equal))]
        plain = [*C.constants(polys, algebra), *C.signed_monomials(context, polys)]
        one = C.Part(ONE, P.ONE, True)
        linear = [*plain, *facts, *equal]
        yield linear
        symbols = C.real_terms(context, relation)
        monomials = C.basis(context, relation, gap)[: C.MAX_BASIS]
        squares = C.squares(algebra, monomials)
        signed = [
            C.Part(t, p, algebra.sign(p) == "positive")
            for v in symbols
            for t, p in ((v.term, v.value), (neg(v.term), P.negative(v.value)))
            if algebra.sign(p) is not None
        ]
        short = [f for f in [*facts, *signed] if len(f.value.re) + len(f.value.im) <= 6][:14]
        pairs = [*C.products(algebra, short, 2)]
        equations = C.equations(context, [one, *symbols])
        sizes = C.squared_sizes(algebra, relation, gap)
        middle = [*linear, *squares, *sizes, *pairs, *equations]
        yield C.fitting(gap, middle)
        if C.degree(gap) < 2:
            return
        triples = list(C.products(algebra, short, 3))
        small = C.squares(algebra, C.basis(context, relation, gap, 1)[:8])
        mixed = [
            C.product(algebra, [f, s]) for f in short for s in small[: C.MAX_PRODUCTS // 8]
        ]
        yield C.fitting(gap, [*middle, *triples, *mixed[: 2 * C.MAX_PRODUCTS]])

    # Denominators

    def over_denominators(self, context: Context, relation: Relation) -> Proof | None:
        """Multiply by what the difference has in its denominators, squared where need be."""
        gap = gap_of(context, relation)
        cleared = None
        with suppress(Unsettled):
            cleared = None if gap is None else cleared_of_denominators(context, gap)
        if gap is None or cleared is None:
            return None
        return self._linear_over(context, relation, gap) or self.combined(
            context, relation, *cleared
        )

    def _linear_over(
        self, context: Context, relation: Relation, gap: Poly
    ) -> Proof | None:
        """Facts alone, both they and the difference times the denominators."""
        algebra = context.normalizer.algebra
        inverses = {
            g: e
            for m in gap.monomials()
            for g, e in m
            if algebra.atoms[g].key[0] == "inv"
        }
        parts = []
        for part in [*C.constants([gap], algebra), *C.known_parts(context)]:
            value = part.value
            for g, most in inverses.items():
                q = P.from_key(algebra.atoms[g].key[1])
                here = max((e for m in value.monomials() for h, e in m if h == g), default=0)
                if here > most:
                    break
                value = algebra.cleared(value, g) if here else value
                value = algebra.times(value, algebra.power(q, most - here))
            else:
                parts.append(C.Part(part.term, value, part.strict))
        for g in inverses:
            gap = algebra.cleared(gap, g)
        found = C.combine(gap, parts, relation.operator != "<=", self.work)
        if found is None:
            return None
        proof = Order(found[0], ONE)
        return proof if proves(Goal(context, relation), proof) else None

    # A + B s is not zero if A² - B² s² is not

    def by_conjugate(self, context: Context, relation: Relation) -> Proof | None:
        if relation.operator != "!=":
            return None
        algebra = context.normalizer.algebra
        reader = Reader(algebra, context.symbols)
        try:
            gap = difference(context.normalizer, relation)
            if not isinstance(gap, Poly):
                return None
            atoms = {g for m in gap.monomials() for g, _ in m}
            for g in sorted(a for a in atoms if algebra.atoms[a].key[0] in ("sqrt", "abs")):
                other = algebra.replace(gap, {g: P.negative(P.generator(g))})
                norm = algebra.times(gap, other)
                proof = Order(reader.poly(norm), reader.poly(other))
                if proves(Goal(context, relation), proof):
                    return proof
        except Unsettled:
            return None
        return None

    # A whole number above -1 is at least 0

    def rounded(self, context: Context, relation: Relation) -> Proof | None:
        if relation.operator != "<=" or self.late:
            return None
        algebra = context.normalizer.algebra
        try:
            gap = difference(context.normalizer, relation)
            if not isinstance(gap, Poly):
                return None
            cleared = None if algebra.is_integer(gap) else cleared_of_denominators(context, gap)
            if cleared is not None:
                gap = cleared[0]
            if not algebra.is_integer(gap) or not _has_floors(algebra, gap):
                return None
            whole = Reader(algebra, context.symbols).poly(gap)
        except Unsettled:
            return None
        proof = self.combined(context, lt(ZERO, add(whole, 1)))
        if proof is None:
            return None
        draft = Draft(context)
        draft.law("whole numbers", [ZERO, whole], [proof])
        return draft.close(Order(whole, ONE if cleared is None else cleared[1]))

    # Laws about the two sides

    def by_law(self, context: Context, relation: Relation, depth: int) -> Proof | None:
        if relation.operator == "!=":
            return None
        for name, values in concluding(relation):
            if self.late:
                return None
            proof = self.apply(context, relation, name, values, depth - 1)
            if proof is not None:
                return proof
        return None

    def apply(
        self, context: Context, relation: Relation, name: str, values: Sequence[Term], depth: int
    ) -> Proof | None:
        """The law at these values, its premises proved, then normal forms."""
        proofs = []
        for premise in premises(name, values):
            proof = self.premise(context, premise, depth)
            if proof is None:
                return None
            proofs.append(proof)
        draft = Draft(context)
        draft.law(name, values, proofs)
        if not self.holds(draft.context, relation):
            return None
        proof = draft.close(NormalForm())
        return proof if proves(Goal(context, relation), proof) else None

    def premise(self, context: Context, relation: Relation, depth: int) -> Proof | None:
        if relation.operator == "==":
            goal = Goal(context, relation)
            return NormalForm() if proves(goal, NormalForm()) else None
        return self.prove(context, relation, depth)

    # Cases

    def by_cases(self, context: Context, relation: Relation, depth: int) -> Proof | None:
        for split in splits(context, relation):
            if self.late:
                return None
            first = self.prove(context.with_facts(Proposition(split)), relation, depth - 1)
            if first is None:
                continue
            other = lt(split.right, split.left)
            second = self.prove(context.with_facts(Proposition(other)), relation, depth - 1)
            if second is None:
                continue
            proof = Cases(split, first, second)
            if proves(Goal(context, relation), proof):
                return proof
        return None


def _short(goal: Goal, draft: Draft, proof: Proof) -> Proof:
    """The proof after one law of the draft if that suffices, else after all of them."""
    if isinstance(proof, Order) and not proof.cofactors:
        for step in draft.steps:
            if proves(goal, step(proof)):
                return step(proof)
    return draft.close(proof)


def _has_floors(algebra: Algebra, p: Poly) -> bool:
    return any(
        algebra.atoms[g].key[:2] == ("call", "floor") for m in p.monomials() for g, _ in m
    )


def splits(context: Context, relation: Relation) -> Iterator[Relation]:
    """Signs of arguments of absolute values, then the order of symbols."""
    found: dict[Relation, None] = {}
    for side in (relation.left, relation.right):
        for term in subterms(side):
            if term.head == "abs":
                found.setdefault(le(ZERO, term.args[0]))
            elif term.head in ("max", "min"):
                found.setdefault(le(*term.args[:2]))
    symbols = sorted(
        (s for s in relation.free() if s.sort.within("real")), key=lambda s: s.name
    )
    for k, a in enumerate(symbols[:4]):
        for b in symbols[k + 1 : 4]:
            found.setdefault(le(a, b))
    for a in symbols[:3]:
        if a.sort.kind in ("real", "integer"):
            found.setdefault(le(ZERO, a))
            found.setdefault(le(ONE, a))
    normalizer = context.normalizer
    for split in found:
        try:
            values = [normalizer.scalar(t) for t in (split.left, split.right)]
        except Unsettled:
            continue
        if all(normalizer.algebra.is_real(v) for v in values):
            gap = P.plus(values[1], P.negative(values[0]))
            if normalizer.algebra.sign(gap) is None and (
                normalizer.algebra.sign(P.negative(gap)) is None
            ):
                yield split


__all__ = ["Orders", "prove_need", "prove_order", "splits"]
