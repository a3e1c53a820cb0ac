"""Equations between polynomials in what linear recurrences say.

Such a polynomial satisfies a recurrence itself: its values at k, k + 1, ... are combinations of the
same few products of first values, so one of them is a combination of those before it, by rational
functions of k.  An equation for all naturals holds if it does at the first places, as many as the
recurrence has steps.

    fibonacci(n + 1)**2 - fibonacci(n + 1)*fibonacci(n) - fibonacci(n)**2 = (-1)**n
    T[n + 1]**2 - (x**2 - 1)*U[n]**2 = 1    given T[k + 2] = 2 x T[k + 1] - T[k], likewise U
    d[n] = n!*Sum((-1)**k/k!, (k, 0, n))               given d[k + 2] = (k + 1)*(d[k + 1] + d[k])

Complete for recurrences of up to four steps that are combinations by rational functions.
Source: M. Kauers, P. Paule, The Concrete Tetrahedron, 4.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from derivations.kernel import Combine, Context
from derivations.language.statements import eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, div, function, neg, number, sub
from derivations.search.drafts import Draft
from derivations.search.facts import FAILURES, Vector, vector
from derivations.search.goals import Goal, Stuck
from derivations.search.induction import claims, from_zero
from derivations.search.matching import coefficients
from derivations.search.readback import simplified
from derivations.search.recurrences import Recurrences
from derivations.search.recursions import shifted
from derivations.search.references import by_fact

# By so many steps back; lemmas that say that what is 0 at the first places is 0 everywhere.
LEMMAS = ("zero-by-one", "zero-by-two", "zero-by-three", "zero-by-four")
# Monomials of the difference, and of its values at the next places.
MAX_TERMS = 60


def has_recurrences(goal: Goal) -> bool:
    """Whether values in it are said by those before them."""
    values = {t.args[0] for t in goal.nodes if t.head == "apply"}
    return "fibonacci" in goal.heads or any(
        not values.isdisjoint(goal.context.facts[place].relation.free())
        for place, _ in _recurrences(goal.context))


def _recurrences(context: Context) -> list[tuple[int, list[int]]]:
    """Equations between values at places a number apart that ask for nothing, with these."""
    return [(k, offsets) for k, offsets in shifted(context) if not context.facts[k].guards]


def prove_by_recurrence(goal: Goal) -> Any:
    """The goal since the difference of its sides satisfies a recurrence, and is 0 at first."""
    for claim, value in claims(goal):
        gap = sub(claim.relation.left, claim.relation.right)
        k, body, place = from_zero(goal, claim.variables[0], gap, value)
        with suppress(*FAILURES):
            draft = Draft(goal)
            weights = _weights(draft, k, body)
            zero = draft.use(
                LEMMAS[len(weights) - 1], place, *weights, function((k,), body),
                proofs=lambda p: (draft.for_all(p, _step) if p.variables  # noqa: B023
                                  else draft.aside(p.relation).done_as_deep()))  # noqa: B023
            return draft.close(by_fact(goal.relation, zero))
    return None


def _weights(draft: Draft, k: Term, body: Term) -> list[Term]:
    """How much the values at the places from k on count for the next one.  Raises Stuck."""
    inner = Draft(draft.goal)
    inner.context = draft.context.with_symbols(k)
    bodies = [Substitution({k: add(k, number(j))})(body) for j in range(len(LEMMAS) + 1)]
    if len(vector(inner.context, eq(body, ZERO))) > MAX_TERMS:
        raise Stuck("too many terms")
    values = [vector(inner.context, eq(own, ZERO)) for own, _ in _by_first(inner, k, bodies)]
    if any(len(v) > MAX_TERMS for v in values):
        raise Stuck("too many terms")
    for steps in range(1, len(LEMMAS) + 1):
        weights = _combination(values[:steps], values[steps], k)
        if weights is not None:
            return [function((k,), weight) for weight in weights]
    raise Stuck("no recurrence of so few steps")


def _step(draft: Draft, k: Term) -> Combine:
    """A value as a combination of those before it.  Raises Stuck."""
    sides = draft.relation.left, draft.relation.right
    (_, one), (_, other) = _by_first(draft, k, sides)
    left, right = (draft.context.facts[number_].relation.right for number_ in (one, other))
    equal = draft.have(eq(left, right))
    return Combine(((ONE, one, None), (ONE, equal, None), (neg(ONE), other, None)))


def _by_first(draft: Draft, k: Term, bodies: Sequence[Term]) -> list[tuple[Term, int]]:
    """What bodies are by the values at k and at the next places that no recurrence says, each with
    the number of the equation."""
    known, recurrences = _values(draft, k, len(bodies) + 2), Recurrences(draft)
    plain, found = [simplified(draft.context, body) for body in bodies], []
    for whole in plain:
        trial = draft.aside(eq(whole, ZERO))
        for number_ in known:
            trial.rewrite(number_)
        found.append(simplified(draft.context, trial.relation.left))
    numbers = [draft.have_rewritten(eq(whole, left), *known)
               for whole, left in zip(plain, found, strict=True)]
    several = []
    for body, left, number_ in zip(bodies, found, numbers, strict=True):
        last, more = recurrences.reduced(left, *found)
        equations = tuple([(ONE, n, None) for n in (number_, more) if n is not None])
        several.append((last, draft.have(eq(body, last), Combine(equations))))
    return several


def _values(draft: Draft, k: Term, most: int) -> list[int]:
    """Equations of values at places from the highest down, each by those before it."""
    found: list[tuple[int, int]] = []
    for place, offsets in _recurrences(draft.context):
        for j in range(most):
            at = simplified(draft.context, add(k, number(j)))
            last = simplified(draft.context, add(k, number(j + offsets[-1])))
            with suppress(*FAILURES):
                source = draft.use(place, at)
                said = draft.context.facts[source].relation
                gap = simplified(draft.context, sub(said.left, said.right))
                top = next(n for n in subterms(gap) if n.head == "apply" and n.args[1:] == (last,))
                (c,), rest = coefficients(draft.context, gap, [top])
                value = simplified(draft.context, div(neg(rest), c))
                parts = [(div(ONE, c), source, None)]
                if c.head != "number":
                    parts.append((neg(top), draft.use("inverse", c), None))
                proof = Combine(tuple(parts))
                found.append((j + offsets[-1], draft.have(eq(top, value), proof)))
    return [number_ for _, number_ in sorted(found, reverse=True)]


def _combination(vectors: Sequence[Vector], wanted: Vector, k: Term) -> list[Term] | None:
    """Rational functions of k and of what does not depend on it, by which vectors add up to another
    one."""
    import sympy  # few statements need SymPy

    from derivations.language.from_sympy import from_sympy

    names: dict[Term, Any] = {}
    steps = {"add": sympy.Add, "mul": sympy.Mul, "neg": lambda a: -a, "div": lambda a, b: a/b,
             "pow": sympy.Pow}

    def split(v: Vector) -> dict[Any, Any]:
        parts: dict[Any, Any] = {}
        for (_, _, monomial), (c, im) in v.items():
            fixed = sympy.Rational(c.numerator, c.denominator) + sympy.I*sympy.Rational(
                im.numerator, im.denominator)
            core: dict[Term, Any] = {}
            for atom, e in monomial:
                value = rational(atom)
                if value is not None:
                    fixed *= value**e
                elif atom.head == "div":  # 1/f
                    core[atom.args[1]] = core.get(atom.args[1], 0) - e
                else:
                    core[atom] = core.get(atom, 0) + e
            key = frozenset((atom, e) for atom, e in core.items() if e)
            parts[key] = parts.get(key, 0) + fixed
        return parts

    def rational(term: Term) -> Any:
        """A rational function of k and of what does not depend on it; None: it is none."""
        if term.head == "number":
            return sympy.Rational(term.data.numerator, term.data.denominator)
        if term == k or k not in free_symbols(term):
            return names.setdefault(term, sympy.Symbol(f"p{len(names)}_"))
        parts = [rational(t) for t in term.args] if term.head in steps else [None]
        whole = term.head != "pow" or term.args[1].head == "number"
        return steps[term.head](*parts) if whole and None not in parts else None

    columns, last = [split(v) for v in vectors], split(wanted)
    rows = sorted({*last}.union(*columns), key=lambda row: sorted(map(str, row)))
    unknown = sympy.symbols(f"c0:{len(columns)}")
    system = [sum(c*v.get(row, 0) for c, v in zip(unknown, columns, strict=True)) - last.get(row, 0)
              for row in rows]
    solved = sympy.linsolve(system, *unknown)
    if not solved or any(one.has(*unknown) for one in next(iter(solved))):
        return None
    back = {name: atom for atom, name in names.items()}
    found = []
    for one in next(iter(solved)):
        term = from_sympy(sympy.cancel(one))
        own = {s: back[sympy.Symbol(s.name)] for s in free_symbols(term)}
        found.append(Substitution(own)(term))
    return found
