"""Values of one function at neighbouring places, by those that no law relates.

    factorial, gamma     by the value at the least place: `(n + 2)! = (n + 2)(n + 1) n!`
    gamma                also where two places add up to a whole number, or one is twice another,
                         and at conjugates: `gamma(z)*gamma(1 - z) = pi/sin(pi*z)`
    fibonacci            by the values at the two least places
    binomial             at the ends of a row by polynomials, behind it 0; others by one above them:
                         `binomial(n, k) = (n + 1 - k)/(n + 1) binomial(n + 1, k)`
    powers               by that with the least exponent, if that is natural
    (-1)**n              with an exponent at most 1

Places are neighbours if they differ by whole numbers.  Complete for rational combinations of
products of these, as far as divisors are seen not to be 0.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from derivations.kernel import Combine, Context, manifest
from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, Term, add, call, conj, div, exp, mul, neg, number, power, sin, sqrt, sub,
)
from derivations.search.drafts import Draft
from derivations.search.equality.reductions import Rules
from derivations.search.goals import Stuck
from derivations.search.knowledge.one_lemma import said_for_all
from derivations.search.knowledge.patterns import RECURRENT
from derivations.search.reading.facts import vector
from derivations.search.reading.gaussian import NOTHING
from derivations.search.reading.readback import CONSTANT, is_scalar, simplified
from derivations.search.reading.references import by_equation
from derivations.search.summation.telescoping import lowest_terms

# Of these heads nothing more is known than their recurrences.
PLAIN = RECURRENT | {"number", "symbol", "add", "mul", "neg", "div", "pow", "sum"}
HEADS = RECURRENT | {"sum", "harmonic"}
MAX_DISTANCE, MAX_PLACE = 16, 60  # of neighbours; of a number alone
MAX_ATOMS = 60  # of one head
MAX_ROUNDS = 6  # of values put for atoms
# Lemmas by which the sine of π z is not 0 where Γ has values at z and 1 - z; at 1 + z and 1 - z.
OFF_WHOLE_NUMBERS = ("sine-off-whole-numbers", "sine-off-whole-numbers-and-zero")

Equations = Sequence[tuple[Term, int, Term | None]]


def difference_term(context: Context, relation: Relation) -> Term:
    """`left - right`, as its normal form is read.  Raises Stuck for matrices."""
    if not is_scalar(vector(context, relation)):
        raise Stuck("a relation between matrices")
    return simplified(context, sub(relation.left, relation.right))


def vanishing(draft: Draft, term: Term) -> int:
    """Add that a term is 0, as a rational function or by the search; the number of that fact.

    Raises Stuck.
    """
    claim = eq(term, ZERO)
    if not draft.attempt(lambda: Rules(draft, facts=False).zero(term)):
        if all(t.head in PLAIN for t in subterms(term)):
            raise Stuck("not zero as a rational function")
        return draft.have(claim)
    return draft.have(claim, by_equation(draft.last))


def in_lowest_terms(draft: Draft, term: Term) -> tuple[Term, int]:
    """A rational function of atoms in lowest terms, and the number of the fact that it is that."""
    short = lowest_terms(draft.context, term)
    known = vanishing(draft, sub(term, short))
    return short, draft.have(eq(term, short), by_equation(known))


class Recurrences:
    """Facts of a draft that say what atoms are by others.

    values: of atoms, as terms in those that are left.
    numbers: of the facts `atom = value`.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.values: dict[Term, Term] = {}
        self.numbers: dict[Term, int] = {}
        self.tried: dict[Term, None] = {}

    def reduced(self, term: Term, *more: Term) -> tuple[Term, int | None]:
        """The term in the atoms that are left, and the number of the fact that it is that; None
        where nothing is changed.

        more: terms in whose atoms it is to be as well.
        """
        current, numbers = term, []
        for _ in range(MAX_ROUNDS):
            self.take([current, *more])
            change = [a for a in subterms(current) if a in self.numbers]
            following = self._changed(current, change)
            # What is put for one atom may hold another, whose turn comes later.
            while change and (again := set(subterms(following)) & set(change)):
                change = [a for a in change if a not in again]
                following = self._changed(current, change)
            if not change:
                break
            claim = eq(current, following)
            known = [self.numbers[atom] for atom in change]
            numbers.append(self.draft.have_rewritten(claim, *known))
            current = following
        if not numbers:
            return term, None
        equations = tuple([(ONE, k, None) for k in numbers])
        return current, self.draft.have(eq(term, current), Combine(equations))

    def _changed(self, term: Term, change: Iterable[Term]) -> Term:
        trial = self.draft.aside(eq(term, ZERO))
        for atom in change:
            trial.rewrite(self.numbers[atom])
        return simplified(self.draft.context, trial.relation.left)

    def take(self, terms: Iterable[Term]) -> None:
        """Find values of the atoms of terms."""
        symbols = self.draft.context.symbols
        found: dict[str, dict[Term, None]] = {}
        for term in terms:
            for atom in subterms(term):
                if atom not in self.tried and free_symbols(atom) <= symbols:
                    found.setdefault(atom.head, {})[atom] = None
        for head, method in self.methods().items():
            atoms = [*found.get(head, ())]
            self.tried.update(dict.fromkeys(atoms))
            kept = dict(self.values), dict(self.numbers)
            if 0 < len(atoms) <= MAX_ATOMS and not self.draft.attempt(method, atoms):
                self.values, self.numbers = kept  # facts that are gone again

    def methods(self) -> dict[str, Callable[[list[Term]], None]]:
        """What finds values, by head."""
        return {
            "pow": self._powers, "conj": self._conjugates, "factorial": self._factorials,
            "gamma": self._factorials, "fibonacci": self._fibonacci, "binomial": self._binomials,
        }  # fmt: skip

    def define(self, atom: Term, parts: Sequence[tuple[Term, Term]], equations: Equations) -> None:
        """Take note that an atom is a sum of multiples of others, which equations show."""
        if atom in self.numbers:
            return
        whole = add(*(mul(c, self.values.get(a, a)) for c, a in parts), ZERO)
        value = simplified(self.draft.context, whole)
        known = [(c, self.numbers[a], None) for c, a in parts if a in self.numbers]
        number_ = self.draft.have(eq(atom, value), Combine((*equations, *known)))
        self.values[atom], self.numbers[atom] = value, number_
        self.tried[atom] = None

    def _at(self, head: str, *arguments: Term) -> Term:
        return call(head, *(simplified(self.draft.context, a) for a in arguments))

    def _distance(self, a: Term, b: Term, most: int = MAX_DISTANCE) -> int | None:
        """`a - b`, if it is a small whole number."""
        gap = vector(self.draft.context, eq(a, b))
        if set(gap) - {CONSTANT}:
            return None
        re, im = gap.get(CONSTANT, NOTHING)
        whole = not im and re.denominator == 1 and abs(re) <= most
        return int(re) if whole else None

    def _neighbours(self, arguments: Iterable[Term]) -> Iterator[tuple[Term, int]]:
        """The least of places that are neighbours, and how far the last is from it."""
        groups: list[list[Term]] = []
        for a in dict.fromkeys(arguments):
            near = next((g for g in groups if self._distance(a, g[0]) is not None), None)
            if near is None:
                groups.append([a])
            else:
                near.append(a)
        for group in groups:
            steps = [self._distance(a, group[0]) or 0 for a in group]
            first = group[steps.index(min(steps))]
            yield first, max(steps) - min(steps)

    def _places(self, atoms: Sequence[Term]) -> list[Term]:
        """The arguments of atoms, and of those of the same head that are known."""
        heads = {a.head for a in atoms}
        return [t.args[0] for t in (*self.tried, *atoms) if t.head in heads]

    # One function after the other

    def _factorials(self, atoms: Sequence[Term]) -> None:
        head = atoms[0].head
        firsts = [(ZERO, "factorial of zero")] if head == "factorial" else [
            (ONE, "gamma of one"), (number(Fraction(1, 2)), "gamma of a half")]
        groups = [*self._neighbours(self._places(atoms))]
        if head == "gamma":
            starts = [start for start, _ in groups]
            for a, b in permutations(starts, 2):
                self.draft.attempt(self._doubled, a, b)
            for a, b in combinations(starts, 2):
                self.draft.attempt(self._mirrored, a, b)
        for start, length in groups:
            for place, law in firsts:
                before = self._distance(start, place, MAX_DISTANCE if length else MAX_PLACE)
                if start.head != "number" or before is None:
                    continue
                if before >= 0 or start.data.denominator > 1:
                    known = self.draft.use(law)
                    value = self.draft.context.facts[known].relation.right
                    self.define(call(head, place), [(value, ONE)], [(ONE, known, None)])
                    for j in range(-1, before - 1, -1):
                        z = simplified(self.draft.context, add(place, number(j)))
                        part = simplified(self.draft.context, div(ONE, z))
                        self.define(self._at(head, z), [(part, self._at(head, add(z, ONE)))],
                                    [(neg(part), self.draft.use(head, z), None)])
                    start, length = place, length + before
            self._climb(head, start, length)

    def _climb(self, head: str, start: Term, length: int) -> None:
        """Factorials or gammas, up to so many places above the first, by those one below."""
        for j in range(length):
            z = simplified(self.draft.context, add(start, number(j)))
            law = self.draft.use(head, z)
            factor = add(z, ONE) if head == "factorial" else z
            self.define(self._at(head, add(z, ONE)), [(factor, self._at(head, z))],
                        [(ONE, law, None)])

    def _mirrored(self, a: Term, b: Term) -> None:
        """Γ at b, a whole number from 1 - a, by Γ at a.  Raises Stuck."""
        mirror = sub(ONE, a)
        far = self._distance(b, mirror)
        if far is None:
            raise Stuck("no mirror places")
        if far < 0:
            self._climb("gamma", a, -far)
            a, mirror = sub(ONE, b), b
        product = mul(self._at("gamma", a), sin(mul(PI, a)))
        if free_symbols(a):
            for name, z in zip(OFF_WHOLE_NUMBERS, (a, sub(a, ONE)), strict=True):
                if self.draft.attempt(self._off_whole_numbers, name, z):
                    break
        law = self.draft.use("gamma reflected", a)
        other = self._at("gamma", mirror)
        self.draft.have(ne(mul(product, other), ZERO))
        self.draft.use("factors", product, other)
        inverse = self.draft.use("inverse", product)
        self.define(other, [(div(PI, product), ONE)], [
            (div(ONE, product), law, None), (neg(other), inverse, None)])
        self._climb("gamma", mirror, max(far, 0))

    def _off_whole_numbers(self, title: str, z: Term) -> None:
        """Add that sin(π z) is not 0, since Γ has values around.  Raises Stuck."""
        self.draft.use(
            title, z, proofs=lambda p: None if p.is_plain else said_for_all(self.draft, p))

    def _doubled(self, a: Term, b: Term) -> None:
        """Γ at b, a whole number above 2 a, by Γ at a and at a + 1/2.  Raises Stuck."""
        double = mul(number(2), a)
        far = self._distance(b, double)
        if far is None or far < 0:
            raise Stuck("not the double")
        law = self.draft.use("gamma doubled", a)
        root = sqrt(PI)
        inverse = self.draft.use("inverse", root)
        factor = div(exp(mul(sub(double, ONE), call("log", number(2)))), root)
        other, half = self._at("gamma", double), add(a, number(Fraction(1, 2)))
        self.define(other, [(mul(factor, self._at("gamma", a)), self._at("gamma", half))], [
            (neg(factor), law, None), (neg(other), inverse, None)])
        self._climb("gamma", double, far)

    def _conjugates(self, atoms: Sequence[Term]) -> None:
        for atom in atoms:
            if atom.args[0].head == "gamma":
                z = atom.args[0].args[0]
                law = self.draft.use("gamma of a conjugate", z)
                self.define(atom, [(ONE, self._at("gamma", conj(z)))], [(ONE, law, None)])

    def _fibonacci(self, atoms: Sequence[Term]) -> None:
        for start, length in self._neighbours(self._places(atoms)):
            if start.head == "number":
                first = self.draft.use("Fibonacci at first")
                for k in (0, 1):
                    self.define(call("fibonacci", number(k)), [(number(k), ONE)],
                                 [(ONE, first + k, None)])
                start, length = ZERO, length + (self._distance(start, ZERO) or 0)
            for j in range(length - 1):
                z = add(start, number(j))
                law = self.draft.use("Fibonacci", simplified(self.draft.context, z))
                nearest = [self._at("fibonacci", add(z, number(i))) for i in (2, 1, 0)]
                self.define(nearest[0], [(ONE, nearest[1]), (ONE, nearest[2])],
                             [(ONE, law, None)])

    def _binomials(self, atoms: Sequence[Term]) -> None:
        inner = [a for a in atoms if not self._at_the_end(*a.args)]
        groups: list[list[tuple[int, int, Term]]] = []
        for atom in inner:
            for group in groups:
                first = group[0][2]
                steps = [self._distance(a, b) for a, b in zip(atom.args, first.args, strict=True)]
                if steps[0] is not None and steps[1] is not None:
                    group.append((steps[0], steps[1], atom))
                    break
            else:
                groups.append([(0, 0, atom)])
        for group in groups:
            column = max(s for _, s, _ in group)
            row = max(r + column - s for r, s, _ in group)
            if row - min(r for r, _, _ in group) > MAX_DISTANCE:
                continue
            n, m = group[0][2].args
            for r, s, _ in group:
                i, j = row, column
                while (i, j) != (r, s):
                    a, k = add(n, number(i - 1)), add(m, number(j - 1))
                    self._above(a, k, straight=j == s)
                    i, j = i - 1, j if j == s else j - 1

    def _above(self, a: Term, k: Term, straight: bool) -> None:
        """`binomial(a, k)`, or straight `binomial(a, k + 1)`, by `binomial(a + 1, k + 1)`."""
        a, k = (simplified(self.draft.context, t) for t in (a, k))
        more = add(a, ONE), add(k, ONE)
        v = div(ONE, more[0])
        top, here, beside = (self._at("binomial", *p) for p in (more, (a, k), (a, more[1])))
        lower = beside if straight else here
        if lower in self.numbers:
            return
        inverse = self.draft.use("inverse", more[0])
        rule, ratio = self.draft.use("Pascal", a, k), self.draft.use("binomial ratio", a, k)
        factor = mul(v, sub(a, k) if straight else more[1])
        self.define(lower, [(factor, top)], [
            (neg(lower), inverse, None), (neg(factor), rule, None),
            (v if straight else neg(v), ratio, None),
        ])  # fmt: skip

    def _at_the_end(self, a: Term, k: Term) -> bool:
        """Whether a binomial is at an end of its row, its value being found then."""
        draft, atom = self.draft, self._at("binomial", a, k)
        place, rest = self._distance(k, ZERO), self._distance(a, k)
        above = all(manifest(draft.context, r) for r in (le(ZERO, a), lt(a, k)))
        if place is None and rest is None and not above:
            return False
        if place is not None and place >= 0:
            none = self._at("binomial", a, ZERO)
            self.define(none, [(ONE, ONE)], [(ONE, draft.use("binomial of none", a), None)])
            for j in range(place):
                law = draft.use("binomial ratio", a, number(j))
                share = number(Fraction(1, j + 1))
                self.define(self._at("binomial", a, number(j + 1)),
                             [(mul(share, sub(a, number(j))), self._at("binomial", a, number(j)))],
                             [(share, law, None)])
        elif place is not None:
            self.define(atom, [], [(ONE, draft.use("binomial below zero", a, k), None)])
        elif above:
            law = draft.use("binomial turned round", a, k)
            other = draft.use("binomial below zero", a, sub(a, k))
            self.define(atom, [], [(ONE, other, None), (number(-1), law, None)])
        elif rest is not None:
            self._at_the_end(a, number(rest))
            law = draft.use("binomial turned round", a, number(rest))
            self.define(atom, [(ONE, self._at("binomial", a, number(rest)))], [(ONE, law, None)])
        return True

    def _powers(self, atoms: Sequence[Term]) -> None:
        """Powers of one base whose exponents differ by whole numbers, by the least that is natural;
        powers of powers of -1."""
        for base in dict.fromkeys(atom.args[0] for atom in atoms):
            exponents = [t.args[1] for t in (*self.tried, *atoms)
                         if t.head == "pow" and t.args[0] == base and free_symbols(t.args[1])]
            for start, length in self._neighbours(exponents):
                for j in range(length):
                    e = simplified(self.draft.context, add(start, number(j)))
                    self.draft.attempt(self._next_power, base, e)
        self._signs(atoms)

    def _next_power(self, base: Term, e: Term) -> None:
        law = self.draft.use("power-next", base, e)
        following = simplified(self.draft.context, power(base, add(e, ONE)))
        self.define(following, [(base, power(base, e))], [(ONE, law, None)])

    def _signs(self, atoms: Sequence[Term]) -> None:
        """Powers of powers of -1."""
        for atom in atoms:
            base, e = atom.args
            if base.head != "pow" or base.args[0] != number(-1) or e.head != "number":
                continue
            known = self.draft.use("sign-squared", base.args[1])
            odd = int(e.data) % 2
            cofactor = add(*(power(base, number(j)) for j in range(odd, int(e.data) - 1, 2)), ZERO)
            self.define(atom, [(ONE, base if odd else ONE)], [(cofactor, known, None)])
