"""Equations with roots, absolute values, logarithms, arguments and inverse functions.

A value `f(u)` that occurs linearly is isolated, `f(u) = θ`; it is proved by the law that names
the function: θ has the defining property and lies in its range.  Ranges are inequalities, see
`order.py`.  Nested roots are taken apart first, `sqrt(A + B sqrt C) = sqrt P ± sqrt Q`; constants
are decided as algebraic numbers; what remains is tried by squares of both sides and by cases.
Complete for algebraic numbers, up to the precision that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from derivations.kernel import polynomial as P
from derivations.kernel.context import Context, difference
from derivations.kernel.generators import Algebra
from derivations.kernel.laws import LAWS
from derivations.kernel.polynomial import Monomial, Poly
from derivations.kernel.proofs import Cases, Cofactor, NormalForm, Proof, Rewrite, Separation
from derivations.language.statements import (
    Proposition, Relation, Unsettled, eq, le, lt, ne, replace_term,
)
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import ZERO, Term, add, call, div, neg, number, sqrt, sub
from derivations.search.drafts import Draft, premises
from derivations.search.equations import prove_by_cofactors
from derivations.search.goals import Goal, nodes, proves
from derivations.search.nonzero import without_inverses
from derivations.search.order import Orders, splits
from derivations.search.readback import Reader

# The search for one equation may take so many looks; cases within cases.
MAX_LOOKS = 400
MAX_DEPTH = 2
# Inequalities that a law needs are searched this deep.
PREMISE_DEPTH = 2

_ANGLES = frozenset({"asin", "acos", "atan", "arg", "atan2"})
# The laws that name a value of a function; their arguments are made by `_named`.
NAMING = {
    "sqrt": ("sqrt", "sqrt from right half", "sqrt from upper axis"),
    "abs": ("abs",), "asin": ("asin", "asin in strip"), "acos": ("acos",), "atan": ("atan",),
    "asinh": ("asinh",), "acosh": ("acosh",), "atanh": ("atanh",), "log": ("log",),
    "arg": ("arg",), "floor": ("floor",), "ceiling": ("ceiling",),
}  # fmt: skip


def prove_analysis(goal: Goal) -> Proof | None:
    separated = Separation()
    heads = goal.heads
    algebraic = heads & {"sqrt", "pow", "exp", "cos", "sin", "tan", "abs"}
    if algebraic and proves(goal, separated):
        return separated
    if not heads & (set(NAMING) | {"max", "min", "sign", "atan2"}):
        return None
    draft = Draft(goal.context)
    relation = _with_arguments(draft, goal.relation)
    proof = Equations(MAX_LOOKS).prove(Goal(draft.context, relation), MAX_DEPTH)
    return None if proof is None else draft.close(proof)


def _with_arguments(draft: Draft, relation: Relation) -> Relation:
    """`atan2(y, x)` written as `arg(x + iy)`."""
    for term in dict.fromkeys(nodes(relation)):
        if term.head == "atan2":
            (place,) = draft.law("atan2", term.args, [])
            fact = draft.context.facts[place].relation
            draft.steps.append(partial(Rewrite, place))
            relation = replace_term(relation, fact.left, fact.right)
    return relation


class Equations:
    """A search that ends after so many looks."""

    def __init__(self, looks: int) -> None:
        self.orders = Orders(looks)

    @property
    def late(self) -> bool:
        return self.orders.late

    def prove(self, goal: Goal, depth: int) -> Proof | None:
        plain = self.plainly(goal)
        if plain is not None or self.late:
            return plain
        draft = Draft(goal.context)
        self.take_roots_apart(draft, goal.relation)
        inner = Goal(draft.context, goal.relation)
        if draft.steps:
            proof = self.plainly(inner)
            if proof is not None:
                return draft.close(proof)
        # Angles first where their ranges are soon known: in at most one symbol.
        one = len(goal.relation.free()) <= 1
        ordered = (self.turned, self.isolated) if one else (self.isolated, self.turned)
        for method in (*ordered, self.squared):
            proof = method(inner)
            if proof is not None:
                return draft.close(proof)
        return self.by_cases(goal, depth) if depth else None

    def plainly(self, goal: Goal) -> Proof | None:
        """Normal forms, and cofactors of the equations that are known."""
        for proof in (NormalForm(), Separation()):
            if proves(goal, proof):
                return proof
        return prove_by_cofactors(goal)

    # Sums of angles

    def turned(self, goal: Goal) -> Proof | None:
        """Left minus right is an angle of less than a whole turn, and `e^{i angle} = 1`."""
        relation = goal.relation
        if not {t.head for t in nodes(relation)} & _ANGLES:
            return None
        angle = sub(relation.left, relation.right)
        proofs = self.premises(goal.context, "angle within a turn", [angle])
        if proofs is None:
            return None
        draft = Draft(goal.context)
        (place,) = draft.law("angle within a turn", [angle], proofs)
        proof = draft.close(NormalForm((Cofactor(number(1), place),)))
        return proof if proves(goal, proof) else None

    # One value alone on its side

    def isolated(self, goal: Goal) -> Proof | None:
        # The longest first: the others are then what it is compared with.
        for term in sorted(_values(goal.relation), key=lambda t: -sum(1 for _ in subterms(t))):
            if self.late:
                return None
            found = _isolate(goal, term)
            if found is None:
                continue
            factor, rest = found
            draft = Draft(goal.context)
            place = self.name(draft, term, rest)
            if place is None:
                continue
            proof = draft.close(NormalForm((Cofactor(factor, place),)))
            if proves(goal, proof):
                return proof
        return None

    def name(self, draft: Draft, term: Term, value: Term) -> int | None:
        """Prove `term = value` by a law that names the function; the number of the fact."""
        for name in NAMING[term.head]:
            for values in _named(name, term, value):
                proofs = self.premises(draft.context, name, values)
                if proofs is None:
                    continue
                trial = Draft(draft.context)
                (place,) = trial.law(name, values, proofs)
                if proves(Goal(draft.context, eq(term, value)), trial.close(
                    NormalForm((Cofactor(number(1), place),))
                )):
                    return draft.law(name, values, proofs)[0]
        return None

    def premises(
        self, context: Context, name: str, values: Sequence[Term]
    ) -> list[Proof] | None:
        """Proofs of what the law needs; equations first, as they fail at once."""
        wanted = premises(name, values)
        proofs: dict[int, Proof] = {}
        for place in sorted(range(len(wanted)), key=lambda k: wanted[k].operator != "=="):
            premise = wanted[place]
            goal = Goal(context, premise)
            if premise.operator == "==":
                proof = self.plainly(goal) or self.with_roots(goal)
            else:
                proof = self.orders.prove(context, premise, PREMISE_DEPTH)
            if proof is None or not proves(goal, proof):
                return None
            proofs[place] = proof
        return [proofs[k] for k in range(len(wanted))]

    # Nested roots

    def take_roots_apart(self, draft: Draft, relation: Relation) -> None:
        """Add `sqrt(u) = v` for roots of squares and for nested roots."""
        for term in _values(relation):
            if term.head == "sqrt" and not self.late:
                self.taken_apart(draft, term)

    def taken_apart(self, draft: Draft, term: Term) -> int | None:
        """Add `sqrt(u) = v` for one root; the number of the fact."""
        for value in _simpler_roots(draft.context, term.args[0]):
            quotient = value.head == "div" or (value.head == "neg" and value.args[0].head == "div")
            if quotient and not self.orders.holds(draft.context, le(ZERO, value)):
                continue  # a longer search for the sign is not worth its time
            place = self.name(draft, term, value)
            if place is not None:
                return place
        return None

    def with_roots(self, goal: Goal) -> Proof | None:
        """The same with the roots that the normal form shows taken apart."""
        algebra = goal.context.normalizer.algebra
        reader = Reader(algebra, goal.context.symbols)
        draft = Draft(goal.context)
        cofactors = []
        try:
            gap = difference(goal.context.normalizer, goal.relation)
            if not isinstance(gap, Poly):
                return None
            atoms = sorted({g for m in gap.monomials() for g, _ in m})
            for g in [g for g in atoms if algebra.atoms[g].key[0] == "sqrt"]:
                term = sqrt(reader.poly(P.from_key(algebra.atoms[g].key[1])))
                place = self.taken_apart(draft, term) if free_symbols(term) else None
                if place is None:
                    continue
                # gap = A + B s, and s = v: the difference is B (s - v).
                without = algebra.replace(gap, {g: P.ZERO})
                factor = algebra.replace(P.plus(gap, P.negative(without)), {g: P.ONE})
                value = draft.context.normalizer.scalar(draft.context.facts[place].relation.right)
                gap = P.plus(without, algebra.times(factor, value))
                cofactors.append(Cofactor(reader.poly(factor), place))
        except Unsettled:
            return None
        if not cofactors:
            return None
        proof = draft.close(NormalForm(tuple(cofactors)))
        if proves(goal, proof):
            return proof
        opposite = [Cofactor(neg(c.left), c.fact) for c in cofactors]
        proof = draft.close(NormalForm(tuple(opposite)))
        return proof if proves(goal, proof) else None

    # Squares of both sides

    def squared(self, goal: Goal) -> Proof | None:
        left, right = goal.relation.left, goal.relation.right
        for pair in ([left, right], [neg(left), neg(right)]):
            proofs = self.premises(goal.context, "equal squares", pair)
            if proofs is None:
                continue
            draft = Draft(goal.context)
            (place,) = draft.law("equal squares", pair, proofs)
            for factor in (1, -1):
                proof = draft.close(NormalForm((Cofactor(number(factor), place),)))
                if proves(goal, proof):
                    return proof
        return None

    # Cases

    def by_sign(self, goal: Goal) -> Proof | None:
        """Cases on whether the argument of a sign is 0, positive or negative."""
        for term in nodes(goal.relation):
            if term.head != "sign" or self.late:
                continue
            u = term.args[0]
            split, place = eq(u, ZERO), len(goal.context.facts)
            first: Proof = NormalForm()
            zero = Goal(goal.context.with_facts(Proposition(split)), goal.relation)
            for proof in (Rewrite(place, NormalForm()), NormalForm()):
                if proves(zero, proof):
                    first = proof
            rest = goal.context.with_facts(Proposition(ne(u, ZERO)))
            signs = le(ZERO, u), lt(u, ZERO)
            halves = [
                self.plainly(Goal(rest.with_facts(Proposition(s)), goal.relation)) for s in signs
            ]
            if halves[0] is not None and halves[1] is not None:
                whole = Cases(split, first, Cases(signs[0], halves[0], halves[1]))
                if proves(goal, whole):
                    return whole
        return None

    def by_cases(self, goal: Goal, depth: int) -> Proof | None:
        by_sign = self.by_sign(goal)
        if by_sign is not None:
            return by_sign
        for split in splits(goal.context, goal.relation):
            if self.late:
                return None
            halves = []
            for fact in (split, lt(split.right, split.left)):
                inside = Goal(goal.context.with_facts(Proposition(fact)), goal.relation)
                draft = Draft(inside.context)
                self.extremes(draft, goal.relation)
                proof = self.prove(Goal(draft.context, goal.relation), depth - 1)
                if proof is None:
                    break
                halves.append(draft.close(proof))
            if len(halves) == 2:
                whole = Cases(split, *halves)
                if proves(goal, whole):
                    return whole
        return None

    def extremes(self, draft: Draft, relation: Relation) -> None:
        """The value of every max and min of two numbers whose order is known."""
        for term in nodes(relation):
            if term.head not in ("max", "min") or len(term.args) != 2:
                continue
            for values in (list(term.args), list(reversed(term.args))):
                if self.orders.holds(draft.context, le(*values)):
                    draft.law(term.head, values, [NormalForm()])
                    break


def _values(relation: Relation) -> list[Term]:
    """The values of functions that laws name, inner ones first."""
    found: dict[Term, None] = {}
    for side in (relation.left, relation.right):
        for term in subterms(side):
            if term.head in NAMING:
                found.setdefault(term)
    return list(found)


def _named(name: str, term: Term, value: Term) -> Iterator[list[Term]]:
    """Values for the variables of a naming law."""
    argument = term.args[0]
    if name != "arg":
        yield [value, argument]
        return
    yield [call("abs", argument), value, argument]
    if argument.head == "exp":
        yield [number(1), value, argument]
    if argument.head == "mul" and len(argument.args) == 2:
        yield [argument.args[0], value, argument]
    yield [number(1), value, argument]


def _isolate(goal: Goal, term: Term) -> tuple[Term, Term] | None:
    """A number c and a term v with `left - right = c (term - v)`."""
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    try:
        gap = difference(normalizer, goal.relation)
        value = normalizer.scalar(term)
        if not isinstance(gap, Poly):
            return None
        sides = [goal.relation.left, goal.relation.right]
        if sides[0] == term:
            return number(1), sides[1]
        if sides[1] == term:
            return number(-1), sides[0]
        found = _own_monomial(algebra, value, gap)
        if found is None:
            return None
        m, own = found
        ratio = Fraction(gap.re[m] * value.den, gap.den * value.re[m])
        rest = P.plus(gap, P.scale(value, -ratio))
        if any(g == own for n in rest.monomials() for g, _ in n):
            return None
        reader = Reader(algebra, goal.context.symbols)
        return number(-ratio), reader.poly(P.scale(rest, -1 / ratio))
    except Unsettled:
        return None


def _own_monomial(algebra: Algebra, value: Poly, gap: Poly) -> tuple[Monomial, int] | None:
    """The monomial of the function's atom, if it is in the gap too, and that atom."""
    for m in value.re:
        if m not in gap.re or m in gap.im or m in value.im:
            continue
        own = [g for g, e in m if e == 1 and algebra.atoms[g].key[0] in ("call", "sqrt", "abs")]
        if own and all(algebra.atoms[g].key[0] != "exp" for g, _ in m):
            # Roots of constants may stand before the atom; it was made last.
            return m, max(own, key=abs)
    return None


# Roots of squares, and of A + B sqrt C


def _simpler_roots(context: Context, inside: Term) -> Iterator[Term]:
    normalizer = context.normalizer
    algebra = normalizer.algebra
    reader = Reader(algebra, context.symbols)
    try:
        value = normalizer.scalar(inside)
        roots = [*_quotient_roots(algebra, reader, value)]
        for term in roots:
            yield term
            yield neg(term)
        if roots:
            return
        for parts in _nested(algebra, value):
            terms = [sqrt(reader.poly(p)) for p in parts]
            yield add(terms[0], terms[1])
            yield sub(terms[0], terms[1])
            yield sub(terms[1], terms[0])
    except Unsettled:
        return


def _quotient_roots(algebra: Algebra, reader: Reader, p: Poly) -> Iterator[Term]:
    """Polynomials and their quotients whose square is p; then a root over a polynomial."""
    whole, below = without_inverses(algebra, p)
    lowest: dict[int, int] = {}
    for m in whole.monomials():
        for g, e in m:
            if e < 0 and isinstance(e, int) and algebra.atoms[g].key[0] == "exp":
                lowest[g] = min(lowest.get(g, 0), e)
    shift = P.monomial(tuple(sorted((g, e // 2 * -2) for g, e in lowest.items())))
    # p = above / (below · shift · more), where the divisor is a square.
    for more in (P.ONE, below) if below.constant() is None else (P.ONE,):
        above = algebra.times(whole, shift, more)
        under = polynomial_root(algebra, algebra.times(below, shift, more))
        if under is None:
            continue
        root, divisor = polynomial_root(algebra, above), reader.poly(under)
        if root is not None:
            yield reader.poly(root) if divisor == number(1) else div(reader.poly(root), divisor)
        elif under.constant() is None:
            yield div(sqrt(reader.poly(above)), divisor)


def _nested(algebra: Algebra, value: Poly) -> Iterator[tuple[Poly, Poly]]:
    """P, Q with `value = P + Q ± 2 sqrt(P Q)`, from the form A + B s with s² = C."""
    roots = sorted(
        {g for m in value.monomials() for g, _ in m if algebra.atoms[g].key[0] == "sqrt"}
    )
    for g in roots:
        with_root: P.Part = {}
        without: P.Part = {}
        for m, c in value.re.items():
            if (g, 1) in m:
                with_root[tuple(p for p in m if p[0] != g)] = c
            else:
                without[m] = c
        a, b = Poly(without, value.im, value.den), Poly(with_root, {}, value.den)
        square = P.from_key(algebra.atoms[g].key[1])
        inner = P.plus(
            algebra.times(a, a), P.negative(algebra.times(algebra.times(b, b), square))
        )
        root = polynomial_root(algebra, inner)
        if root is not None:
            half = Fraction(1, 2)
            yield (
                P.scale(P.plus(a, root), half), P.scale(P.plus(a, P.negative(root)), half)
            )


def polynomial_root(algebra: Algebra, p: Poly) -> Poly | None:
    """A polynomial whose square is p, by its leading terms; None when there is none."""
    if p.is_zero or p.im or any(e < 0 for m in p.re for _, e in m):
        return None
    lead = max(p.re)
    c = Fraction(p.re[lead], p.den)
    root = _rational_root(c)
    if root is None or any(e % 2 for _, e in lead):
        return None
    first = tuple((g, e // 2) for g, e in lead)
    result = Poly({first: root.numerator}, {}, root.denominator)
    for _ in range(20):
        rest = P.plus(p, P.negative(algebra.times(result, result)))
        if rest.is_zero:
            return result
        if rest.im:
            return None
        m = max(rest.re)
        powers = dict(m)
        for g, e in first:
            powers[g] = powers.get(g, 0) - e
        if any(e < 0 for e in powers.values()):
            return None
        quotient = tuple(sorted((g, e) for g, e in powers.items() if e))
        c = Fraction(rest.re[m], rest.den) / (2 * root)
        result = P.plus(result, Poly({quotient: c.numerator}, {}, c.denominator))
    return None


def _rational_root(c: Fraction) -> Fraction | None:
    from math import isqrt

    if c <= 0:
        return None
    root = Fraction(isqrt(c.numerator), isqrt(c.denominator))
    return root if root * root == c else None


__all__ = ["LAWS", "Equations", "polynomial_root", "prove_analysis"]
