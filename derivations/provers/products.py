"""Order by products: of facts in pairs, squares of atoms and of what a quadratic form is made of.

Complete for quadratic polynomials in real atoms; other products reach degree two.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from derivations.core import manifest
from derivations.language.statements import Relation, eq
from derivations.language.terms import ONE, ZERO, I, Term, add, call, conj, mul, neg, number, power
from derivations.provers.goals import FAILURES, Draft, Goal, Vector, plain_facts, vector
from derivations.provers.instances import with_instances, with_laws
from derivations.provers.matching import simplified
from derivations.provers.order import bound_symbols, combination

# Order facts that are multiplied, atoms whose squares are taken.
MAX_FACTORS, MAX_ATOMS = 10, 6


def prove_with_products(goal: Goal) -> Any:
    """A combination of what laws say of the terms, of products of facts, and of squares."""
    draft = Draft(goal)
    with_instances(draft)
    with_laws(draft, ("==", "<", "<="), angles(draft))
    bound_symbols(draft)
    proof = combination(draft, [])
    if proof is None:
        proof = combination(draft, [*_completed(draft), *_squares(draft), *_products(draft)])
    return None if proof is None else draft.close(proof)


def angles(draft: Draft) -> list[Term]:
    """The cosines and sines of what stands in imaginary exponents."""
    found: dict[Term, None] = {}
    for atom in draft.goal.atoms:
        if atom.head == "exp":
            u = simplified(draft.context, mul(neg(I), atom.args[0]))
            if _is_real(draft, u):
                found.update(dict.fromkeys((call("cos", u), call("sin", u))))
    return list(found)


def _completed(draft: Draft) -> list[tuple[Vector, Any]]:
    """Squares that a quadratic polynomial in real atoms is made of, by elimination."""
    wanted = _vector(draft, Relation("==", draft.relation.right, draft.relation.left)) or {}
    form: dict[Term, dict[Term, Fraction]] = {}
    for (place, word, m), (c, im) in wanted.items():
        powers = [a for a, e in m for _ in range(e if isinstance(e, int) and e > 0 else 3)]
        if place is not None or word is not None or im or len(powers) > 2:
            return []
        x, y = ([*powers, ONE, ONE])[:2]
        for a, b in ((x, y), (y, x)):
            form.setdefault(a, {}).setdefault(b, Fraction(0))
            form[a][b] += c / 2
    if not all(a == ONE or _is_real(draft, a) for a in form):
        return []
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


def _squares(draft: Draft) -> list[tuple[Vector, Any]]:
    """Squares of atoms of the goal, of their sums and differences, of real numbers."""
    atoms = [a for a in draft.goal.atoms if _is_real(draft, a)][:MAX_ATOMS]
    bases = [*atoms, ONE]
    found = []
    for k, a in enumerate(bases):
        for b in bases[k + 1 :]:
            for t in (add(a, b), add(a, neg(b))):
                found.append(_square(draft, t))
    found += [_square(draft, a) for a in atoms]
    found += [_square(draft, mul(a, b)) for k, a in enumerate(atoms) for b in atoms[k + 1 :]]
    found += [_size(draft, a) for a in draft.goal.atoms if not _is_real(draft, a)][:MAX_ATOMS]
    return [f for f in found if f[0]]


def _is_real(draft: Draft, a: Term) -> bool:
    try:
        return manifest(draft.context, eq(conj(a), a)) and a.head != "number"
    except FAILURES:
        return False


def _square(draft: Draft, t: Term) -> tuple[Vector, Any]:
    v = _vector(draft, eq(power(t, number(2)), ZERO)) or {}
    return v, partial(draft.use, "size", t)


def _size(draft: Draft, z: Term) -> tuple[Vector, Any]:
    v = _vector(draft, eq(mul(z, conj(z)), ZERO)) or {}
    return v, partial(draft.use, "size", z)


def _products(draft: Draft) -> list[tuple[Vector, Any]]:
    facts = list(plain_facts(draft.context, "<", "<="))[-MAX_FACTORS:]
    found = []
    for (_, f), (_, g) in combinations_with_replacement(facts, 2):
        a, b = (simplified(draft.context, add(r.right, neg(r.left))) for r in (f, g))
        v = _vector(draft, eq(mul(a, b), ZERO))
        if v:
            found.append((v, partial(draft.use, "products at least zero", a, b)))
    return found


def _vector(draft: Draft, fact: Relation) -> Vector | None:
    try:
        return vector(draft.context, fact)
    except FAILURES:
        return None


__all__ = ["prove_with_products"]
