"""What values are to be looked for: of which symbols, and those that equations determine.

Hypotheses `x = e`, also about functions, determine x, one after the other, as long as they do; what
only one equation is linear in is solved for.  Of the others it is said what they may be beside the
small numbers that are tried anyway.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel import Context
from derivations.language.sorts import INTEGER, NATURAL, POSINT
from derivations.language.statements import Proposition, Relation, Statement, eq
from derivations.language.substitution import Substitution, free_symbols, sort_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, I, Term, call, function, mul, neg, number, sub, symbol,
)
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.equality.identities import instances
from derivations.search.knowledge.matching import solved
from derivations.search.knowledge.rewriting import determined
from derivations.search.reading.facts import FAILURES, nodes, vector
from derivations.search.reading.readback import CONSTANT, sum_of
from derivations.search.refutation.special_values import special_values

# So many symbols get values of their own from what the statement says of them.
MAX_SPECIAL = 12

# What may be said of entries that equations say.
_REAL = frozenset({"real"})
_ANGULAR = frozenset({"exp", "sin", "cos", "tan", "cot", "sec", "csc"})

Values = dict[Term, Term]


@dataclass(frozen=True)
class Choice:
    """Symbols to give values to, in the order of declaration; those that hypotheses determine.

    given: what is assumed, for no variables.
    """

    statement: Statement
    free: tuple[Term, ...]
    determined: tuple[tuple[Term, Term], ...]
    angles: frozenset[Term]
    focus: frozenset[Term]
    constants: tuple[Fraction, ...]
    special: dict[Term, tuple[Term, ...]]
    given: tuple[Relation, ...]


def choose(
    statement: Statement, focus: frozenset[Term] | set[Term], few: bool = False,
    divided: bool = False,
) -> Choice:
    """What to look for.

    few: without values that take long to find.
    divided: equations are divided by what they have before a symbol, which may be 0.
    """
    given = [h.relation for h in statement.hypotheses]
    stated = [*(g.relation for g in statement.goals), *given]
    angles: set[Term] = set()
    for relation in stated:
        for side in (relation.left, relation.right):
            for node in subterms(side):
                if node.head in _ANGULAR:
                    angles |= free_symbols(node)
    known = _determined(statement, divided)
    needed = set(focus)
    for value in known.values():
        needed |= free_symbols(value)
    for s in list(needed):
        needed |= sort_symbols(s.sort)
    free = tuple(s for s in statement.declarations if s not in known)
    assumed = [h.relation for h in statement.hypotheses if h.is_plain]
    return Choice(
        statement, free, tuple(known.items()), frozenset(angles), frozenset(needed),
        _constants(stated),
        {} if few else special_values(
            [s for s in free if s in needed and s.sort.is_scalar][:MAX_SPECIAL],
            stated,
            [r.replace(Substitution(known)) for r in assumed if r.operator in ("==", "<=")],
        ),
        tuple(assumed),
    )


def _determined(statement: Statement, divided: bool) -> Values:
    """What equations among the hypotheses determine, one after the other, as long as they do."""
    found: Values = {}
    context = Context(symbols=frozenset(statement.declarations))
    equations = [h for h in statement.hypotheses if h.relation.operator == "=="]
    quantified = [h for h in equations if h.variables]
    equations += [instance for h in quantified for instance in instances(context, h)]
    before = -1
    while before < len(found):
        before = len(found)
        for equation in equations:
            hypothesis = equation.substitute(found)
            solution = (defined(hypothesis) or _defined_from_a_place_on(hypothesis)
                        or _solved(statement, hypothesis, found, divided)
                        or _defined_as_summand(hypothesis))
            if solution is not None:
                s, value = solution
                change = Substitution({s: value})
                found = {**{t: change(v) for t, v in found.items()}, s: value}
    return found


def defined(hypothesis: Proposition) -> tuple[Term, Term] | None:
    """A matrix or a family that an equation says by other symbols."""
    equation = as_equation(hypothesis.relation)
    return _said(hypothesis, ((equation.left, equation.right), (equation.right, equation.left)))


def _defined_as_summand(hypothesis: Proposition) -> tuple[Term, Term] | None:
    """The same of a summand of one side; no recursion says what drives it."""
    left, right = hypothesis.relation.left, hypothesis.relation.right
    if any(n.args[1:] != hypothesis.variables for n in nodes(hypothesis.relation)
           if n.head == "apply"):
        return None
    return _said(hypothesis, [
        (summand, sub(b, sum_of([*a.args[:k], *a.args[k + 1:]])))
        for a, b in ((left, right), (right, left)) if a.head == "add"
        for k, summand in enumerate(a.args)
    ])


def _said(
    hypothesis: Proposition, equal: Iterable[tuple[Term, Term]]
) -> tuple[Term, Term] | None:
    """The first matrix or family among what is equal to a term without it."""
    for a, b in equal:
        a, b = _without_multiple(a, b)
        s, at = (a.args[0], a.args[1:]) if a.head == "apply" else (a, ())
        if s.head != "symbol" or s in free_symbols(b) or hypothesis.guards:
            continue
        if at != hypothesis.variables or tuple(v.sort for v in at) != s.sort.index:
            continue
        value = s.sort.value if at else s.sort
        if value is not None and (at or value.is_matrix) and value.properties <= _REAL:
            return s, function(at, b) if at else b
    return None


def _without_multiple(a: Term, b: Term) -> tuple[Term, Term]:
    """The sides of an equation, the first without the number before it."""
    if a.head == "neg":
        return a.args[0], neg(b)
    if a.head == "mul" and len(a.args) == 2 and a.args[0] in (I, neg(I)):
        return a.args[1], mul(I if a.args[0] != I else neg(I), b)
    if a.head == "mul" and len(a.args) == 2 and a.args[0].head == "number" and a.args[0] != ZERO:
        return a.args[1], mul(number(1 / a.args[0].data), b)
    return a, b


def _defined_from_a_place_on(hypothesis: Proposition) -> tuple[Term, Term] | None:
    """A family of whole numbers that an equation says from one of them on; before, it is what it is
    there."""
    if len(hypothesis.variables) != 1 or hypothesis.relation.left.head != "apply":
        return None
    (k,), (family, *places) = hypothesis.variables, hypothesis.relation.left.args
    first = {NATURAL: ZERO, POSINT: ONE}.get(k.sort)
    if k.sort == INTEGER and len(hypothesis.guards) == 1 and hypothesis.guards[0].right == k and (
            hypothesis.guards[0].operator == "<="):
        first = hypothesis.guards[0].left
    if first is None or places != [k] or family.sort.index != (INTEGER,):
        return None
    n = symbol(k.name, INTEGER)
    there = call("floor", call("max", n, first))  # which forms see to be whole
    said = Substitution({k: there})(hypothesis.relation.right)
    return defined(Proposition(eq(Term("apply", (family, n)), said), (n,)))


def _solved(
    statement: Statement, hypothesis: Proposition, found: Values, divided: bool
) -> tuple[Term, Term] | None:
    """A scalar that an equation determines; divided: by what stands before it."""
    if not hypothesis.is_plain:
        return None
    context = Context(symbols=frozenset(statement.declarations))
    for s in sorted(hypothesis.relation.free(), key=lambda s: s.name, reverse=True):
        if s.sort.is_scalar and s not in found:
            with suppress(*FAILURES):
                gap = vector(context, hypothesis.relation)
                value = determined(context, gap, s)
                product = CONSTANT in gap and len(gap) == 2  # which is not 0
                if value is None and (product or divided):
                    left, right = hypothesis.relation.left, hypothesis.relation.right
                    value = solved(context, sub(left, right), ZERO, s)
                if value is None or s in free_symbols(value):
                    continue
                whole = value.head == "number" and value.data.denominator == 1
                if whole or not s.sort.within("integer"):
                    return s, value
    return None


def _constants(relations: Iterable[Relation]) -> tuple[Fraction, ...]:
    """The numbers that relations mention, beyond the small ones that are tried anyway."""
    return tuple(
        t.data
        for relation in relations
        for side in (relation.left, relation.right)
        for t in subterms(side)
        if t.head == "number" and abs(t.data) > 4
    )
