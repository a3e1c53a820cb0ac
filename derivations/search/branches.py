"""Equations between roots, powers, logarithms and arguments of complex numbers.

What lies under a root or a logarithm, a product of others by its normal form, has the sum of their
logarithms as its logarithm, up to a multiple of 2πi that the strip -π < im log ≤ π decides:

    log A = Σ n log B + iπ c      sqrt A = exp(log A / 2)      A^c = exp(c log A)

The strip is known where signs of real and imaginary parts are; these are found by cases: the upper
and the lower half plane, and the axis between them, on which a symbol is its real part (or i times
its imaginary part).  Inverse functions are logarithms first.
Incomplete: products of more than two of the numbers that occur, and strips that no sign decides.
Source: W. Kahan, Branch cuts for complex elementary functions (1987).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference, holds_here
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cases, Cofactor, NormalForm, Order, Proof, Rewrite
from derivations.language.statements import (
    Proposition, Relation, Unsettled, eq, le, lt, ne, replace_term,
)
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, div, exp, mul, neg, number, sqrt, sub,
)
from derivations.search.analysis import Equations
from derivations.search.drafts import Draft, premises
from derivations.search.equations import prove_by_cofactors
from derivations.search.goals import Goal, nodes, proves
from derivations.search.nonzero import prove_nonzero
from derivations.search.order import Orders
from derivations.search.products import of_others, root_of, sums
from derivations.search.readback import NotReadable, Reader

# Looks at what could prove an inequality: for strips, and for equations between real numbers.
MAX_LOOKS = 300
REAL_LOOKS = 60
# Cases within cases, and cases that are tried side by side.
MAX_DEPTH = 3
MAX_SPLITS = 3
# Numbers under roots and logarithms that are put together.
MAX_BASES = 6

_POINTED = frozenset({"sqrt", "log", "arg"})
_PARTS = frozenset({"arg", "conj", "re", "im"})
# What an inverse function is, for complex arguments.
DEFINITIONS = {
    "asin": "asin by logarithm", "asinh": "asinh by logarithm", "acosh": "acosh by logarithm",
    "atan": "atan by logarithm", "atanh": "atanh by logarithm",
}  # fmt: skip
# Where a logarithm lies, by the half plane of its argument.
REGIONS = (
    ("logarithm of right half", "logarithm of closed right half"),
    ("logarithm of upper half", "logarithm of closed upper half", "logarithm of lower half"),
    ("logarithm strip",),
)


def prove_by_branches(goal: Goal) -> Proof | None:
    if not isinstance(goal.gap, Poly):
        return None
    heads = goal.heads
    if not (heads & (_POINTED | set(DEFINITIONS) | {"acos"}) or _powers(goal.relation)):
        return None
    search = Branches()
    draft = Draft(goal.context)
    relation = search.defined(draft, goal.relation)
    try:
        proof = search.prove(draft.context, relation, MAX_DEPTH)
    except NotReadable:
        return None
    return None if proof is None else draft.close(proof)


def _powers(relation: Relation) -> list[Term]:
    """Powers whose exponents are not integers."""
    return [
        t for t in nodes(relation)
        if t.head == "pow" and not (
            t.args[1].head == "number" and t.args[1].data.denominator == 1
        )
    ]  # fmt: skip


class Branches:
    """A search that ends after so many looks."""

    def __init__(self) -> None:
        self.orders = Orders(MAX_LOOKS)
        self.equations = Equations(REAL_LOOKS)

    # Inverse functions

    def defined(self, draft: Draft, relation: Relation) -> Relation:
        """The relation with logarithms for the inverse functions of complex numbers."""
        heads = {t.head for t in nodes(relation)}
        together = heads & {"asin", "acos"} and heads & {"asinh"}
        for term in _inner_first(relation):
            if term.head == "acos":
                number_of = draft.have(
                    eq(term, sub(div(PI, 2), call("asin", *term.args))), NormalForm()
                )
                relation = _rewritten(draft, relation, number_of)
        for term in _inner_first(relation):
            name = DEFINITIONS.get(term.head)
            if name is None or _is_real(draft.context, term):
                continue
            if together:
                name = "asinh by asin" if term.head == "asinh" else None
            if term.head == "acosh" and heads & {"asin", "acos"}:
                name = None
            if name is None or not all(self.holds(draft.context, p) for p in premises(
                name, term.args
            )):
                continue
            (place,) = draft.law(name, term.args, [NormalForm()] * len(premises(name, term.args)))
            relation = _rewritten(draft, relation, place)
        return relation

    def holds(self, context: Context, relation: Relation) -> bool:
        try:
            return holds_here(context.normalizer, relation)
        except Unsettled:
            return False

    # One case

    def prove(self, context: Context, relation: Relation, depth: int) -> Proof | None:
        proof = self.lifted(context, relation)
        if proof is not None or depth == 0:
            return proof
        for number_of, (part, value) in enumerate(self.splits(context, relation)):
            if number_of == MAX_SPLITS or self.orders.late:
                return None
            proof = self.by_cases(context, relation, part, value, depth - 1)
            if proof is not None:
                return proof
        return None

    def lifted(self, context: Context, relation: Relation) -> Proof | None:
        """Every logarithm as a sum of others where the strip is known; then normal forms."""
        draft = Draft(context)
        relation = self.acosh_by_acos(draft, relation)
        points = _points(relation)
        complex_ = any(not _is_real(context, t) for t in points)
        self.add_known(draft, points)
        points.sort(key=_length)
        while points:
            if self.orders.late:
                return None
            point = points.pop()
            if _is_real(draft.context, point):
                relation = self.real_root(draft, relation, point, points)
                if all(call(f, point) not in nodes(relation) for f in ("log", "arg")):
                    continue
            place = self.logarithm(draft, point, points)
            if place is not None:
                relation = self.replaced(draft, relation, point, place)
        proof = self.finished(draft, relation, complex_)
        if proof is None and any(t.head in _PARTS for t in nodes(relation)):
            proof = self.finished(draft, self.polar(draft, relation), complex_)
        return None if proof is None else draft.close(proof)

    def finished(self, draft: Draft, relation: Relation, complex_: bool) -> Proof | None:
        """Normal forms and cofactors; also laws of real functions, where only these are left."""
        goal = Goal(draft.context, relation)
        if proves(goal, NormalForm()):
            return NormalForm()
        proof = prove_by_cofactors(goal)
        if proof is None and complex_ and all(
            _is_real(draft.context, t) for t in _points(_normal(draft.context, relation))
        ):
            proof = self.equations.prove(goal, 0)
        return proof

    def real_root(
        self, draft: Draft, relation: Relation, point: Term, points: list[Term]
    ) -> Relation:
        """A root of a product of real numbers as a product of roots."""
        term = sqrt(point)
        if all(t != term for t in nodes(relation)):
            return relation
        algebra = draft.context.normalizer.algebra
        others = [(t, draft.context.normalizer.scalar(t)) for t in points]
        p = draft.context.normalizer.scalar(point)
        for unit, parts in of_others(algebra, p, others):
            size = number(abs(unit[0]) + abs(unit[1]))
            for factor in (ONE, I, neg(ONE), neg(I)):
                value = mul(factor, sqrt(size), *(root_of(part) for part in parts))
                for name in ("sqrt", "sqrt from upper axis"):
                    wanted = premises(name, [value, point])
                    plain = [NormalForm()] * len(wanted)
                    if _is_real(draft.context, value) == (name == "sqrt") and all(
                        proves(Goal(draft.context, g), NormalForm()) for g in wanted
                    ):
                        (place,) = draft.law(name, [value, point], plain)
                        return _rewritten(draft, relation, place)
        return relation

    def acosh_by_acos(self, draft: Draft, relation: Relation) -> Relation:
        for term in _inner_first(relation):
            if term.head != "acosh":
                continue
            for name in ("acosh in upper half", "acosh in lower half", "acosh at most one",
                         "acosh at least one"):  # fmt: skip
                if "at" in name and not _is_real(draft.context, term.args[0]):
                    continue
                if self.holds(draft.context, premises(name, term.args)[0]):
                    (place,) = draft.law(name, term.args, [NormalForm()])
                    relation = _rewritten(draft, relation, place)
                    break
        return relation

    def add_known(self, draft: Draft, points: list[Term]) -> None:
        """What is not zero, and in which half plane it lies."""
        for point in points:
            for name in ("not zero by its real part", "not zero by its imaginary part"):
                if not _is_nonzero(draft.context, point):
                    self.use(draft, name, point)
        for point in points:
            if not _is_nonzero(draft.context, point):
                self.factor(draft, point)
            if not _is_nonzero(draft.context, point):
                self.not_zero(draft, point, [t for t in points if t != point])
        for point in points:
            for names in REGIONS:
                any(self.use(draft, name, point) for name in names)

    def factor(self, draft: Draft, point: Term) -> None:
        """A factor of what is not zero."""
        proof = prove_nonzero(Goal(draft.context, ne(point, ZERO)))
        if proof is not None:
            draft.have(ne(point, ZERO), proof)

    def not_zero(self, draft: Draft, point: Term, points: list[Term]) -> None:
        """A product of what is not zero."""
        scalar = draft.context.normalizer.scalar
        others = [(t, scalar(t)) for t in points if _is_nonzero(draft.context, t)]
        for unit, parts in of_others(draft.context.normalizer.algebra, scalar(point), others):
            above = [t.args[0] for t in parts if t.head == "log"]
            below = [t.args[0].args[0] for t in parts if t.head == "neg"]
            if len(above) + len(below) < len(parts):
                continue
            form = mul(add(number(unit[0]), mul(number(unit[1]), I)), *above)
            proof = Order(form, neg(mul(number(1), *below)))
            if proves(Goal(draft.context, ne(point, ZERO)), proof):
                draft.have(ne(point, ZERO), proof)
                return

    def use(self, draft: Draft, name: str, point: Term) -> bool:
        """Apply a law at a point, if its premises follow at once."""
        if not all(self.holds(draft.context, p) for p in premises(name, [point])):
            return False
        draft.law(name, [point], [NormalForm()] * len(premises(name, [point])))
        return True

    def logarithm(self, draft: Draft, point: Term, points: list[Term]) -> int | None:
        """Prove `log point = w`, with w made of other logarithms; the number of the fact."""
        for value in sums(draft.context, point, points):
            proofs = []
            for premise in premises("log within a turn", [value, point]):
                if premise.operator == "==":
                    proof: Proof | None = NormalForm()
                    if not proves(Goal(draft.context, premise), NormalForm()):
                        proof = None
                else:
                    proof = self.bounded(draft.context, premise)
                if proof is None:
                    break
                proofs.append(proof)
            else:
                return draft.law("log within a turn", [value, point], proofs)[0]
        return None

    def bounded(self, context: Context, relation: Relation) -> Proof | None:
        """A linear consequence of what is known."""
        if self.holds(context, relation):
            return NormalForm()
        return self.orders.combined(context, relation)

    def replaced(self, draft: Draft, relation: Relation, point: Term, place: int) -> Relation:
        """The relation with what is made of `log point` replaced."""
        value = draft.context.facts[place].relation.right
        logarithm = call("log", point)
        for term in _inner_first(relation):
            if term.head not in ("sqrt", "pow") or term.args[0] != point:
                continue
            exponent = number(Fraction(1, 2)) if term.head == "sqrt" else term.args[1]
            both = [exp(mul(exponent, w)) for w in (logarithm, value)]
            same = draft.have(eq(both[0], both[1]), Rewrite(place, NormalForm()))
            relation = _with_value(draft, relation, eq(term, both[1]), same)
        argument = call("arg", point)
        if any(t == argument for t in nodes(relation)):
            (polar,) = draft.law("log and arg", [point], [NormalForm()])
            rest = mul(neg(I), sub(logarithm, call("log", call("abs", point))))
            relation = _with_value(draft, relation, eq(argument, rest), polar, neg(I))
        return _rewritten(draft, relation, place)

    def polar(self, draft: Draft, relation: Relation) -> Relation:
        """`log A = log |A| + i arg A`."""
        for term in _inner_first(relation):
            if term.head != "log" or _is_real(draft.context, term.args[0]):
                continue
            if _is_nonzero(draft.context, term.args[0]):
                (place,) = draft.law("log and arg", term.args, [NormalForm()])
                relation = _rewritten(draft, relation, place)
        return relation

    # Cases

    def splits(self, context: Context, relation: Relation) -> Iterator[tuple[str, Term]]:
        """Imaginary parts of what is complex, then signs of what is real."""
        normalizer = context.normalizer
        algebra = normalizer.algebra
        found: dict[str, list[Term]] = {"im": [], "re": []}
        seen: set[P.Key] = set()
        for point in sorted(_points(relation), key=_length):
            try:
                p = normalizer.scalar(point)
            except Unsettled:
                continue
            part = algebra.imaginary_part(p)
            kind = "re" if part.is_zero else "im"
            value = p if part.is_zero else part
            key = P.key(algebra.split_unit(value)[2])
            if key in seen or value.constant() is not None:
                continue
            seen.add(key)
            signs = [algebra.sign(P.scale(value, s)) for s in (1, -1)]
            if "positive" not in signs and (kind == "im" or signs == [None, None]):
                found[kind].append(point)
        for kind, points in found.items():
            for point in points:
                yield kind, point

    def by_cases(
        self, context: Context, relation: Relation, part: str, point: Term, depth: int
    ) -> Proof | None:
        value = point if part == "re" else call("im", point)
        halves = []
        axis = eq(value, ZERO)
        axial = part == "im" and not self.holds(context, ne(value, ZERO))
        outside = context.with_facts(Proposition(ne(value, ZERO))) if axial else context
        for fact in (le(ZERO, value), lt(value, ZERO)):
            proof = self.prove(outside.with_facts(Proposition(fact)), relation, depth)
            if proof is None:
                return None
            halves.append(proof)
        whole: Proof = Cases(le(ZERO, value), *halves)
        if axial:
            inside = self.on_axis(context.with_facts(Proposition(axis)), relation, point, depth)
            if inside is None:
                return None
            whole = Cases(axis, inside, whole)
        return whole if proves(Goal(context, relation), whole) else None

    def on_axis(
        self, context: Context, relation: Relation, point: Term, depth: int
    ) -> Proof | None:
        """Where the imaginary part of a point is zero: its symbol is real, or imaginary."""
        for z in sorted(free_symbols(point), key=lambda s: s.name):
            for value in (call("re", z), mul(I, call("im", z))):
                proof = prove_by_cofactors(Goal(context, eq(z, value)))
                if proof is None:
                    continue
                draft = Draft(context)
                place = draft.have(eq(z, value), proof)
                self.restate(draft, z, value, len(context.facts))
                inner = _rewritten(draft, relation, place)
                found = self.prove(draft.context, inner, depth)
                if found is None:
                    found = self.equations.prove(Goal(draft.context, inner), 2)
                if found is not None:
                    return draft.close(found)
        return None

    def restate(self, draft: Draft, z: Term, value: Term, known: int) -> None:
        """The facts about z that are no equations, for its value."""
        proof = prove_by_cofactors(Goal(draft.context, eq(value, z)))
        if proof is None:
            return
        back = draft.have(eq(value, z), proof)
        change = Substitution({z: value})
        for fact in draft.context.facts[:known]:
            if not fact.is_plain or z not in fact.relation.free():
                continue
            there = fact.relation.replace(change)
            restated = Rewrite(back, NormalForm())
            if fact.relation.operator != "==" and proves(Goal(draft.context, there), restated):
                draft.have(there, restated)


def _rewritten(draft: Draft, relation: Relation, place: int) -> Relation:
    """The relation with the left side of an equation replaced by its right side."""
    fact = draft.context.facts[place].relation
    changed = replace_term(relation, fact.left, fact.right)
    draft.steps.append(lambda then: Rewrite(place, then))
    return changed


def _with_value(
    draft: Draft, relation: Relation, wanted: Relation, place: int, factor: Term = ONE
) -> Relation:
    """The relation with a term replaced by its value, which a multiple of a fact shows."""
    for c in (factor, neg(factor)):
        proof = NormalForm((Cofactor(c, place),))
        if proves(Goal(draft.context, wanted), proof):
            return _rewritten(draft, relation, draft.have(wanted, proof))
    return relation


def _inner_first(relation: Relation) -> list[Term]:
    found: dict[Term, None] = {}
    for term in nodes(relation):
        found.setdefault(term)
    return list(found)


def _length(term: Term) -> int:
    return sum(1 for _ in subterms(term))


def _is_real(context: Context, term: Term) -> bool:
    try:
        return context.normalizer.algebra.is_real(context.normalizer.scalar(term))
    except Unsettled:
        return False


def _normal(context: Context, relation: Relation) -> Relation:
    """The relation as its normal form spells it."""
    reader = Reader(context.normalizer.algebra, context.symbols)
    try:
        gap = difference(context.normalizer, relation)
        return eq(reader.poly(gap), ZERO) if isinstance(gap, Poly) else relation
    except Unsettled:
        return relation


def _is_nonzero(context: Context, term: Term) -> bool:
    """Whether normal forms know that the term is not zero."""
    algebra = context.normalizer.algebra
    try:
        return algebra.is_nonzero(context.normalizer.scalar(term))
    except Unsettled:
        return False


def _points(relation: Relation) -> list[Term]:
    """What lies under roots, powers, logarithms and arguments."""
    found: dict[Term, None] = {}
    powers = set(_powers(relation))
    for term in _inner_first(relation):
        if (term.head in _POINTED or term in powers) and free_symbols(term.args[0]):
            found.setdefault(term.args[0])
    return list(found)[:MAX_BASES]
