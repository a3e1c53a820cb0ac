"""Order by products: of facts, of squares, of both; goals that fail contradict the facts.

    squares          of what the goal has squares of, of what a quadratic form is made of, of atoms
                     and products of atoms, their sums and differences
    products         of facts in pairs and threes, and with squares; the opposite of the goal is a
                     fact, and they say 0 < 0
    Schur            `x (x - y) (x - z) + ...`, of three numbers at least 0 that stand alike
    equality         two orders

Complete for quadratic polynomials in real atoms; the others up to degree four.

Source: A. Ahmadi, A. Majumdar, DSOS and SDSOS optimization (2019); D. Handelman, Representing
polynomials by positive linear functions on compact convex polyhedra (1988).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, islice
from typing import Any

from derivations.kernel import Cases, Combine, Proof, manifest
from derivations.language.statements import Proposition, Relation, eq, le, lt
from derivations.language.substitution import free_symbols
from derivations.language.terms import ONE, ZERO, I, Term, add, call, conj, mul, neg, number, power
from derivations.search.drafts import Draft
from derivations.search.equality.completion import prove_in_ideal
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_instances, with_laws, with_roots
from derivations.search.orders.contradictions import contradiction
from derivations.search.orders.order import Item, bound_symbols, combination
from derivations.search.orders.triangles import with_triangles
from derivations.search.reading.facts import (
    FAILURES, Vector, atoms_of, nodes, plain_facts, vector_of, vectors,
)
from derivations.search.reading.gaussian import add_to
from derivations.search.reading.readback import CONSTANT, is_scalar, monomial_term, simplified, size
from derivations.search.reading.references import PRODUCTS, by_equation, by_order

# Facts that are multiplied, in pairs and in threes; real monomials and complex atoms in squares;
# squares that are multiplied by facts; sums in equations whose signs are asked.
MAX_FACTORS, MAX_TRIPLES, MAX_BASIS, MAX_SIZES, MAX_MIXED, MAX_SUMS = 12, 6, 16, 4, 60, 4
# Steps that trying laws counts at most; there are few of them.
MAX_TRIED = 20
# Of the third degree, and of the fourth.
SCHUR = "schur-inequality", "schur-fourth-degree"
# Atoms with their exponents.
Monomial = frozenset[tuple[Term, int]]


def prove_with_products(goal: Goal) -> Proof | None:
    """The opposite of the goal and the facts contradict each other, by products and squares."""
    relation = goal.relation
    gap = add(relation.right, neg(relation.left))
    real = Proposition(eq(conj(gap), gap))
    draft = Draft(goal)
    shown = None if manifest(goal.context, real) else draft.premise(real)
    opposite = (le if relation.operator == "<" else lt)(relation.right, relation.left)
    last = len(draft.context.facts)
    context = draft.context.with_facts(Proposition(opposite))
    # What recursions say of more values may hide it.
    recurring = any(fact.variables and fact.variables[0].sort.within("integer")
                    and fact.relation.operator == "==" for fact in context.facts)
    for instances in (False, True) if recurring else (True,):
        inner = _prepared(
            Goal(context, relation, goal.search, goal.depth, goal.light), instances)
        if any(t.head == "exp" for fact in goal.context.facts for t in nodes(fact.relation)):
            grows = "exp grows" if relation.operator == "<" else "exp grows strictly"
            inner.attempt(inner.use, grows, relation.right, relation.left)
        bound_symbols(inner, [fact for _, fact in plain_facts(inner.context, "==", "<", "<=")])
        atoms = _connected(goal, vectors(inner.context, "==", "<", "<=").values())
        for stage, items in enumerate(_stages(inner, atoms)):
            with suppress(Stuck):
                proof = contradiction(inner, items)
                cases = draft.close(Cases(relation, shown, by_order(last), proof))
                return _combined(goal, stage, instances) or cases
    return None


def _connected(goal: Goal, given: Iterable[Vector]) -> list[Term]:
    """The goal's atoms, and those that facts connect with them; all where it has none."""
    found = dict.fromkeys(goal.atoms)
    groups = [dict.fromkeys(atoms_of([v])) for v in given]
    while new := next((g for g in groups if not (found and found.keys().isdisjoint(g))), None):
        groups.remove(new)
        found.update(new)
    return [*found]


def _combined(goal: Goal, stage: int, instances: bool) -> Proof | None:
    """The shorter proof without the opposite, a combination, where the same stage has one."""
    draft = _prepared(goal, instances)
    items = next(islice(_stages(draft, goal.atoms), stage, None))
    found = combination(draft, items)
    return None if found is None else draft.close(found)


def prove_equal_by_orders(goal: Goal) -> Proof | None:
    """Two real numbers are equal, since neither is below the other."""
    a, b = goal.relation.left, goal.relation.right
    said = [*plain_facts(goal.context, "==")] or any(
        fact.relation.operator in ("<", "<=") for fact in goal.context.facts)
    if not said or not goal.gap:
        return None
    draft = Draft(goal)
    if not all(_is_of_real_values(t) or is_real(draft, t) for t in goal.atoms):
        return None
    odd = {e for v in vectors(draft.context, "==").values() for _, _, m in v for _, e in m
           if isinstance(e, int) and e % 2 and e > 2}
    for e in sorted(odd):
        half = number((e - 1) // 2)
        if draft.attempt(draft.use, "equal-odd-powers", a, b, half):
            return draft.close(by_equation(draft.last))
    if all(manifest(draft.context, le(ZERO, t)) for t in (a, b)):
        for e in (2, 4):
            powers = eq(power(a, e), power(b, e))
            if draft.attempt(lambda claim: draft.have(claim, prove_in_ideal(
                    draft.aside(claim).goal) or None), powers):
                return draft.close(by_equation(
                    draft.use("equal-positive-powers", a, b, number(e - 1))))
    for claim in (le(a, b), le(b, a)):
        draft.have(claim)
    return draft.close(by_equation(draft.use("antisymmetry", a, b)))


def _is_of_real_values(t: Term) -> bool:
    """Whether it is a family of real numbers, or a value of one."""
    family = t.args[0] if t.head == "apply" else t
    value = family.sort.value if family.head == "symbol" else None
    return value is not None and value.within("real")


def _prepared(goal: Goal, instances: bool) -> Draft:
    """What laws say of the terms, and quantified facts; their premises are proved by cheap methods,
    one level deep."""
    draft = Draft(goal)
    draft.depth, draft.light = 1, True
    left = goal.search.steps
    if instances:
        with_instances(draft)
    with_roots(draft)
    with_laws(draft, ("==", "<", "<="), angles(draft))
    _with_tangents(draft)
    with_triangles(draft)
    _with_signs_of_sums(draft)
    bound_symbols(draft)
    goal.search.steps = max(goal.search.steps, left - MAX_TRIED)
    return draft


def _with_signs_of_sums(draft: Draft) -> None:
    """Sums that equations say something of are at least zero, as they are written: normal forms
    take a sum of squares apart."""
    sums = dict.fromkeys(t for _, fact in plain_facts(draft.context, "==") for t in nodes(fact)
                         if t.head == "sum" and free_symbols(t) <= draft.context.symbols)
    for t in list(sums)[:MAX_SUMS]:
        draft.attempt(draft.have, le(ZERO, t))


def _with_tangents(draft: Draft) -> None:
    """Exponentials are above their tangents; these touch where another exponent is a number."""
    exponents = dict.fromkeys(t.args[0] for t in nodes(draft.relation) if t.head == "exp")
    numbers = [t for t in exponents if not free_symbols(t)]
    for u in exponents:
        if free_symbols(u) and is_real(draft, u):
            for v in (neg(u), *(add(u, w) for c in numbers for w in (c, neg(c)))):
                draft.attempt(draft.use, "exp above line", v)


def angles(draft: Draft) -> list[Term]:
    """The cosines and sines of what stands in imaginary exponents, and the sines of its half."""
    found: dict[Term, None] = {}
    for _, _, m in draft.goal.gap:
        exponents = [mul(number(e), a.args[0]) for a, e in m if a.head == "exp"]
        u = mul(neg(I), add(ZERO, *exponents))
        parts = vector_of(draft.context, eq(u, ZERO))
        if parts and is_real(draft, u):
            c, _ = next(iter(parts.values()))
            u = simplified(draft.context, u if c > 0 else neg(u))
            half = mul(number(Fraction(1, 2)), u)
            found.update(dict.fromkeys((call("cos", u), call("sin", u), call("sin", half))))
    return list(found)


# What is at least 0


def _stages(draft: Draft, atoms: Sequence[Term]) -> Iterator[list[Item]]:
    """More and more of what is at least 0; the atoms are those that it may be about."""
    yield []
    facts = _facts(draft, atoms)
    written = [_square(draft, t) for t in _bases(draft)]
    wanted = vector_of(draft.context, eq(draft.relation.right, draft.relation.left)) or {}
    yield [*written, *_completed(draft, wanted)]
    pairs = _products(draft, combinations_with_replacement(facts, 2))
    rests = ((item, _completed(draft, rest)) for item in (*facts, *pairs)
             for rest in _without_an_atom(wanted, item.value))
    if found := [i for item, completed in rests if completed for i in (item, *completed)]:
        yield found
    squares, schur = _squares(draft, atoms), _schur(draft, facts)
    yield [*written, *squares, *pairs, *schur]
    few = facts[:MAX_TRIPLES]
    # What has a higher degree than facts and goal would have to cancel.
    given = vectors(draft.context, "==", "<", "<=").values()
    highest = max([2, *map(_degree, given)])
    threes = _products(draft, (several for several in combinations_with_replacement(few, 3)
                               if sum(_degree(f.value) for f in several) <= highest))
    mixed = _products(draft, ((f, s) for s in squares[:MAX_MIXED] for f in few
                              if _degree(f.value) + _degree(s.value) <= highest))
    yield [*written, *squares, *pairs, *threes, *mixed, *schur]
    if wide := _wide_squares(draft, atoms):
        yield [*written, *squares, *pairs, *wide]


def _schur(draft: Draft, facts: Sequence[Item]) -> list[Item]:
    """Schur's inequalities for three numbers that are at least 0 and that the goal does not tell
    apart."""
    letters = [a for a in draft.goal.atoms if a.head == "symbol"]
    if len(letters) != 3 or not {*letters} <= {f.term for f in facts}:
        return []
    gap = {frozenset(key[2]): c for key, c in draft.goal.gap.items()}
    for a, b in combinations(letters, 2):
        change = {a: b, b: a}
        if gap != {frozenset((change.get(t, t), e) for t, e in m): c for m, c in gap.items()}:
            return []
    found = []
    for e, name in enumerate(SCHUR, 1):
        term = add(*(mul(power(x, e), add(x, neg(y)), add(x, neg(z)))
                     for x, y, z in (letters[k:] + letters[:k] for k in range(3))))
        v = vector_of(draft.context, eq(term, ZERO)) or {}
        found.append(Item(term, v, False, partial(_used, name=name, letters=letters)))
    return found


def _used(draft: Draft, name: str, letters: Sequence[Term]) -> int:
    return draft.use(name, *letters)


def _degree(v: Vector) -> Any:
    """The largest sum of exponents in a monomial."""
    return max((sum(abs(e) for _, e in m) for _, _, m in v), default=0)


def _facts(draft: Draft, atoms: Sequence[Term]) -> list[Item]:
    """What facts and sorts say of the atoms; first those that speak most of the goal's, then short
    ones."""
    found: dict[Any, Item] = {}
    for number_, fact in plain_facts(draft.context, "<", "<="):
        v = vector_of(draft.context, Relation("==", fact.right, fact.left))
        if v and set(v) != {CONSTANT} and is_scalar(v):
            term = simplified(draft.context, add(fact.right, neg(fact.left)))
            said, shown = Relation(fact.operator, ZERO, term), by_order(number_)
            item = Item(term, v, fact.operator == "<", partial(Draft.have, claim=said, proof=shown))
            key = tuple(sorted(v.items(), key=str))
            if key not in found or item.strict:
                found[key] = item
    for atom in atoms:
        if is_real(draft, atom):
            for compare in (lt, le):
                if manifest(draft.context, compare(ZERO, atom)):
                    v = vector_of(draft.context, eq(atom, ZERO)) or {}
                    added = partial(Draft.have, claim=compare(ZERO, atom), proof=Combine())
                    item = Item(atom, v, compare is lt, added)
                    found.setdefault(tuple(sorted(v.items(), key=str)), item)
                    break
    items = [f for f in found.values()
             if any(a in atoms for k in f.value for a, _ in k[2])]
    own = set(draft.goal.atoms)

    def foreign(item: Item) -> tuple[Fraction, int]:
        atoms = {a for k in item.value for a, _ in k[2]}
        return Fraction(len(atoms - own), len(atoms) or 1), len(item.value)

    return sorted(items, key=foreign)[:MAX_FACTORS]


def _bases(draft: Draft) -> list[Term]:
    """What is real and has an even power in the goal as it is written."""
    found = dict.fromkeys(
        t.args[0] for t in nodes(draft.relation)
        if t.head == "pow" and t.args[1].head == "number" and t.args[1].data % 2 == 0
        and t.args[0].head == "add")
    for t in list(found):  # (a x + b y)² is at most (a² + b²)(x² + y²), by (b x - a y)²
        parts = [_scalar_part(part) for part in t.args]
        for (a, x), (b, y) in combinations(parts, 2):
            found[add(mul(number(b), x), neg(mul(number(a), y)))] = None
    return [t for t in found if is_real(draft, t)]


def _scalar_part(t: Term) -> tuple[Fraction, Term]:
    """A term as a number times something."""
    if t.head == "neg":
        c, x = _scalar_part(t.args[0])
        return -c, x
    if t.head == "mul" and t.args[0].head == "number":
        return Fraction(t.args[0].data), mul(ONE, *t.args[1:])
    return Fraction(1), t


def _without_an_atom(wanted: Vector, given: Vector) -> Iterator[Vector]:
    """What remains of something wanted after multiples of what is given, where some atom does
    not, which both have once."""
    for key, (c, im) in given.items():
        (d, im_too), (place, word, monomial) = wanted.get(key, (0, 0)), key
        if im or im_too or place or word or c*d <= 0:
            continue
        rest = dict(wanted)
        for k, (e, turned) in given.items():
            add_to(rest, k, (-e*d/c, -turned*d/c))
        left = {*atoms_of([rest])}
        if rest and any(e == 1 and a not in left for a, e in monomial):
            yield rest


def _completed(draft: Draft, wanted: Vector) -> list[Item]:
    """Squares that a polynomial in real atoms is made of, by elimination: as a quadratic form in
    these, or else in the monomials whose squares it has."""
    terms: dict[Monomial, Fraction] = {}
    for (place, word, m), (c, im) in wanted.items():
        if place is not None or word is not None or im or not all(
            isinstance(e, int) and e > 0 for _, e in m
        ):
            return []
        terms[frozenset(m)] = c
    if not all(is_real(draft, a) for a in dict.fromkeys(a for _, _, m in wanted for a, _ in m)):
        return []
    halves: dict[Monomial, Term]
    if max((sum(e for _, e in m) for m in terms), default=0) <= 2:
        halves = {frozenset({(a, 1)}): a for _, _, m in wanted for a, _ in m} | {frozenset(): ONE}
        forms = [_form(terms, halves, False)]
    else:
        halves = {frozenset(half): monomial_term(half) for half in (
            tuple((a, e // 2) for a, e in m) for (_, _, m), (c, _) in wanted.items()
            if c > 0 and all(e % 2 == 0 for _, e in m))}
        if len(halves) > MAX_BASIS:
            return []
        forms = [_form(terms, halves, crossing) for crossing in (True, False)]
    return [square for form in forms for square in _eliminated(draft, form)]


def _form(
    terms: Mapping[Monomial, Fraction], halves: Mapping[Monomial, Term], crossing: bool
) -> dict[Term, dict[Term, Fraction]]:
    """A polynomial as a quadratic form in monomials, empty where it is none; crossing: whether a
    square may be a product of two others."""
    products = {_times(*m, *n): (m, n) for m, n in combinations(halves, 2)}
    form: dict[Term, dict[Term, Fraction]] = {}
    for m, c in terms.items():
        half = frozenset((a, e // 2) for a, e in m)
        is_square = half in halves and _times(*half, *half) == m
        if m in products and (crossing or not is_square):
            x, y = products[m]
        elif is_square:
            x = y = half
        else:
            return {}
        for a, b in ((x, y), (y, x)):
            row = form.setdefault(halves[a], {})
            row[halves[b]] = row.get(halves[b], Fraction(0)) + c / 2
    return form


def _eliminated(draft: Draft, form: dict[Term, dict[Term, Fraction]]) -> list[Item]:
    found = []
    for pivot in sorted(form, key=lambda a: a == ONE):
        d = form[pivot].get(pivot, Fraction(0))
        if d <= 0:
            continue
        row = {b: c / d for b, c in form[pivot].items() if c}
        found.append(_square(draft, add(*(mul(number(c), b) for b, c in row.items()), ZERO)))
        for a in form:
            for b in form:
                minus = d * row.get(a, Fraction(0)) * row.get(b, Fraction(0))
                if minus:
                    form[a][b] = form[a].get(b, Fraction(0)) - minus
    return found


def _squares(draft: Draft, atoms: Sequence[Term]) -> list[Item]:
    """Squares of monomials in real atoms, of their sums and differences; sizes of others."""
    basis = _basis(draft, [a for a in atoms if is_real(draft, a)])
    found = [_square(draft, t) for t in basis if t != ONE]
    for a, b in combinations(basis, 2):
        found += [_square(draft, add(a, b)), _square(draft, add(a, neg(b)))]
    others = [a for a in atoms
              if a.head in ("symbol", "apply") and not is_real(draft, a)][:MAX_SIZES]
    for a in others:
        found += [_square(draft, t) for t in (a, add(a, conj(a)), add(a, neg(conj(a))))]
    for a, b in combinations(others, 2):
        found += [_square(draft, add(a, b)), _square(draft, add(a, neg(b)))]
    return [f for f in found if f.value]


def _wide_squares(draft: Draft, atoms: Sequence[Term]) -> list[Item]:
    """Squares of sums of three monomials with signs, where there are few and an equation says what
    their squares are: 0 <= (1 - a + b)² given a² + b² = 1."""
    squares = {((a, 2),) for a in atoms}
    if not any(m in squares for gap in vectors(draft.context, "==").values() for _, _, m in gap):
        return []
    basis = _basis(draft, [a for a in atoms if is_real(draft, a)])
    if len(basis) > MAX_SIZES:
        return []
    found = [_square(draft, add(a, v, w)) for a, b, c in combinations(basis, 3)
             for v in (b, neg(b)) for w in (c, neg(c))]
    return [f for f in found if f.value]


def _basis(draft: Draft, atoms: Sequence[Term]) -> list[Term]:
    """1, the atoms, and products of two whose square may count in the goal."""
    present = {frozenset(m) for _, _, m in draft.goal.gap}
    kept: dict[Any, Term] = {}
    if any(sum(e for _, e in m if isinstance(e, int)) > 2 for m in present):
        pairs = combinations_with_replacement(atoms[:MAX_BASIS], 2)
        kept = {_times(a, b): mul(a, b) for a, b in pairs}
        several = {(m, n): _times(*m, *n) for m, n in combinations(kept, 2)}
        squares = {m: _times(*m, *m) for m in kept}
        before = 0
        while len(kept) != before:
            before = len(kept)
            wanted = present | {s for (m, n), s in several.items() if m in kept and n in kept}
            kept = {m: t for m, t in kept.items() if squares[m] in wanted}
    return [*kept.values(), ONE, *atoms][:MAX_BASIS]


def _times(*factors: Any) -> Monomial:
    """The monomial of these atoms and powers of atoms."""
    powers: Counter[Term] = Counter()
    for factor in factors:
        a, e = factor if isinstance(factor, tuple) else (factor, 1)
        powers[a] += e
    return frozenset(powers.items())


def is_real(draft: Draft, a: Term) -> bool:
    """Whether normal forms show that a term is a real scalar; numbers do not count."""
    try:
        real = manifest(draft.context, eq(conj(a), a)) and a.head != "number"
        return real and size(draft.context, a) is None
    except FAILURES:
        return False


def _square(draft: Draft, t: Term) -> Item:
    whole = mul(t, conj(t))
    v = vector_of(draft.context, eq(whole, ZERO)) or {}
    return Item(whole, v, False, lambda d: d.use("size", t))


def _products(draft: Draft, pairs: Any) -> list[Item]:
    """Products of facts, that are facts by the laws of products."""
    found = []
    for several in pairs:
        whole = several[0]
        for other in several[1:]:
            whole = _product(draft, whole, other)
            if not whole.value:
                break
        else:
            found.append(whole)
    return found


def _product(draft: Draft, f: Item, g: Item) -> Item:
    v = vector_of(draft.context, eq(mul(f.term, g.term), ZERO)) or {}
    strict = f.strict and g.strict

    def make(d: Draft) -> int:
        proofs = [by_order(f.add(d)), by_order(g.add(d))]
        return d.use(PRODUCTS["<" if strict else "<="], f.term, g.term, proofs=proofs)

    return Item(mul(f.term, g.term), v, strict, make)
