"""Random proofs by each rule, of goals that are true or nearly so, with the facts they may use.

    attempt(rule, draw) -> Attempt     draw: a random.Random
    falsehood(attempt)  -> a point at which what the kernel accepts is false, or None

Terms are built around the rule: a goal that the rule could prove, with one part now and then made
slightly wrong (another constant, another bound, a strict sign, a complex symbol for a real one).
The kernel's functions are total and a fact inside a proof may be about any of their values, so
that points are looked at by `total_values`, zeros, poles and branch cuts included.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath import mp, mpc

from derivations.kernel.context import Context
from derivations.kernel.forms import OutOfReach
from derivations.kernel.laws import LAWS
from derivations.kernel.number_laws import NUMBER_LAWS
from derivations.kernel.polynomial import TooLarge
from derivations.kernel.proofs import (
    Cases, Cofactor, Factor, Have, Law, NormalForm, Offset, Order, Proof, Residues, Rewrite,
    Separation, StrongInduction, Telescope, Turn,
)
from derivations.kernel.rules import verify
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, POSINT, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, StatementError, eq, le, lt, ne
from derivations.language.substitution import Substitution
from derivations.language.terms import Term
from tests.support.notation import (
    ONE, PI, ZERO, I, call, conj, div, exp, mul, number, sin, sqrt, substitute, sum_, symbol,
)
from tests.support.oracle import Unfit, agree, term_value

X, Y = symbol("x", REAL), symbol("y", REAL)
P = symbol("p", POSITIVE)
Z, W = symbol("z", COMPLEX), symbol("w", COMPLEX)
N, M = symbol("n", NATURAL), symbol("m", NATURAL)
D = symbol("d", POSINT)
K, L = symbol("k", INTEGER), symbol("l", INTEGER)
SYMBOLS = frozenset({X, Y, P, Z, W, N, M, D, K, L})
DONE = NormalForm()
POINTS = 30

Draw = random.Random


@dataclass(frozen=True)
class Attempt:
    """A proof of a goal from facts, which may be wrong."""

    facts: tuple[Relation, ...]
    goal: Relation
    proof: Proof


def accepted(attempt: Attempt) -> bool:
    """Whether the kernel takes the proof; raises what is not a rejection."""
    context = Context(tuple(Proposition(f) for f in attempt.facts), SYMBOLS)
    try:
        verify(context, Proposition(attempt.goal), attempt.proof, {}, "proof")
    except (Rejected, OutOfReach, TooLarge, StatementError):
        return False
    return True


def falsehood(attempt: Attempt, draw: Draw) -> dict[str, Any] | None:
    """Values at which the facts hold and the goal does not."""
    for _ in range(POINTS):
        values = _point(draw)
        try:
            if all(_holds(f, values) for f in attempt.facts) and not _holds(attempt.goal, values):
                return values
        except (Unfit, OverflowError, AssertionError):  # the last: bounds that are not whole
            continue
    return None


def _holds(relation: Relation, values: dict[str, Any]) -> bool:
    left, right = (mp.convert(term_value(t, values)) for t in (relation.left, relation.right))
    equal = agree(left, right)
    if relation.operator in ("==", "!="):
        return equal == (relation.operator == "==")
    if equal:
        return relation.operator == "<="
    gap = right - left
    return bool(abs(gap.imag) < mp.mpf(10) ** -35 and gap.real > 0)


RATIONALS = [Fraction(a, b) for b in (1, 2, 3, 4, 7) for a in range(-7, 8)]


def _point(draw: Draw) -> dict[str, Any]:
    with mp.workdps(60):
        quarter = mp.pi / 4

        def real() -> Any:
            if draw.random() < 0.25:
                return draw.randint(-8, 8) * quarter
            return draw.choice(RATIONALS)

        def full() -> Any:
            if draw.random() < 0.4:
                return mpc(mp.mpmathify(_mp(real())))
            return mpc(draw.choice([0, 1, -1, 2, -0.5]), draw.choice([0, 1, -1, -2, 0.5]))

        x = real()
        return {
            "x": x, "y": draw.choice([x, real()]), "p": abs(real()) or Fraction(1, 9),
            "z": full(), "w": full(), "n": draw.randint(0, 6), "m": draw.randint(0, 6),
            "d": draw.randint(1, 6), "k": draw.randint(-6, 6), "l": draw.randint(-6, 6),
        }  # fmt: skip


def _mp(value: Any) -> Any:
    return mp.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


# Terms


def _rational(draw: Draw, size: int = 4) -> Term:
    return number(Fraction(draw.randint(-size, size), draw.choice((1, 1, 1, 2, 3))))


def _integer(draw: Draw) -> Term:
    """An integer term."""
    a = draw.choice([N, M, K, L, D, number(draw.randint(-3, 4))])
    b = draw.choice([N, K, D, number(draw.randint(-3, 4))])
    return draw.choice([a, a, a + b, a * b, a - b, a**2, (-ONE) ** draw.choice([N, K])])


def _real(draw: Draw, depth: int = 1) -> Term:
    """A term that is real wherever it is defined, mostly."""
    a = draw.choice([X, Y, P, N, K, D, _rational(draw), PI, call("re", Z), call("abs", W)])
    if not depth:
        return a
    b = _real(draw, depth - 1)
    kinds: list[Callable[[], Term]] = [
        lambda: a, lambda: a + b, lambda: a * b, lambda: a - b, lambda: a**2, lambda: a / b,
        lambda: call(draw.choice("sin cos exp abs tanh atan floor sinh".split()), a),
        lambda: sqrt(b), lambda: call("log", a), lambda: Z * conj(Z), lambda: call("tan", a),
        lambda: a ** draw.choice([3, -1]), lambda: call("max", a, b), lambda: call("asin", a),
    ]  # fmt: skip
    return draw.choice(kinds)()


def _any(draw: Draw) -> Term:
    if draw.random() < 0.6:
        return _real(draw)
    a = draw.choice([Z, W, I, I * X])
    return draw.choice([a, a + _real(draw, 0), a * a, conj(a), exp(a), a * _real(draw, 0), 1 / a])


def _relation(draw: Draw, left: Term, right: Term) -> Relation:
    return draw.choice([le, le, lt, lt, eq, ne])(left, right)


def _simple(draw: Draw, facts: int) -> Proof:
    """A normal form, with up to two cofactors."""
    parts = draw.choices([0, 1, 2], [4, 5, 1])[0] if facts else 0
    cofactors = [
        Cofactor(draw.choice([ONE, ONE, -ONE, _real(draw, 0)]), draw.randrange(facts))
        for _ in range(parts)
    ]
    return NormalForm(tuple(cofactors))


# Proofs by each rule


def _by_order(draw: Draw) -> Attempt:
    """`left ≤ right`, with `right - left` the form over the multiplier."""
    a, b = _any(draw), _any(draw)
    form = draw.choice(
        [a**2, a**2 + b**2, a * conj(a), a * b, a**2 + ONE, a * conj(a) + b**2, exp(a), a,
         call("abs", a) + b**2, sqrt(a) + b**2, a**4 - a**2 + ONE, -(a**2), ZERO, a / b, 1 + sin(a)]
    )  # fmt: skip
    multiplier = draw.choice(
        [ONE, ONE, ONE, P, b, b**2, b * conj(b), 1 + b**2, exp(b), ZERO, -ONE, call("abs", b), N]
    )
    # The facts first: signs of what stands in the form and in the multiplier.
    facts = []
    for t in (a, b):
        if draw.random() < 0.4:
            facts.append(draw.choice([le(ZERO, t), lt(ZERO, t), ne(t, 0), le(t, ONE), le(t, 0)]))
    goal = draw.choice([le, lt, ne])(ZERO, form / multiplier)
    kind = draw.random()
    if kind < 0.5:
        # Another spelling: multiplied out, or both sides with something added.
        goal = Relation(goal.operator, b, b + form / multiplier)
    cofactors: tuple[Cofactor, ...] = ()
    if draw.random() < 0.25:
        facts.append(eq(a, b))
        cofactors = (Cofactor(draw.choice([ONE, -ONE, a]), len(facts) - 1),)
        form = form + draw.choice([ZERO, a - b, b - a])
    return Attempt(tuple(facts), goal, Order(form, multiplier, cofactors))


def _whole_part(draw: Draw) -> tuple[Term, Term]:
    """A floor, ceiling, remainder or sign, and what is near it."""
    c, d = draw.randint(-3, 4), draw.randint(2, 6)
    inside = draw.choice(
        [X, -X, 2 * X, X / 2, K, K**2, K * L, N + c, 3 * K + c, number(2) ** N, K**3 - K,
         K * (K + 1), X + K, (-ONE) ** N, (-ONE) ** K + L, number(d) ** N, K + N]
    )  # fmt: skip
    kind = draw.randrange(4)
    shifted = div(inside + draw.randint(-2, 3), d) if draw.random() < 0.6 else inside
    if kind == 0:
        return call("floor", shifted), shifted
    if kind == 1:
        return call("ceiling", shifted), shifted
    if kind == 2:
        return call("mod", inside, number(d)), number(draw.randint(0, d))
    return (-ONE) ** draw.choice([K, N, K * L, K + N, K * K]), number(draw.choice([1, -1]))


def _by_residues(draw: Draw) -> Attempt:
    a, near = _whole_part(draw)
    b, other = _whole_part(draw)
    facts = []
    for _ in range(draw.choice([0, 0, 1, 2])):
        x, y = _whole_part(draw)
        facts.append(_relation(draw, x, draw.choice([y, number(draw.randint(-1, 3)), K])))
    c = number(Fraction(draw.randint(-4, 4), draw.choice([1, 1, 2, 3])))
    goals = [
        _relation(draw, a, near), _relation(draw, a, near + c), _relation(draw, near + c, a),
        _relation(draw, a + b, near + other + c), _relation(draw, a - b, near - other + c),
        _relation(draw, a * c, near * c), _relation(draw, a * b, near * other),
        _relation(draw, call("floor", X) + call("floor", X + div(draw.randint(1, 3), 3)),
                  call("floor", 2 * X) + c),
        eq(call("mod", K ** draw.randint(1, 7) - K, number(draw.randint(2, 12))), 0),
        eq(call("floor", div(a, 2)) + call("floor", div(a + 1, 2)), a),
        _relation(draw, call("floor", c * X + div(draw.randint(0, 2), 2)), c * call("floor", X)),
    ]  # fmt: skip
    used = tuple(k for k in range(len(facts)) if draw.random() < 0.8)
    return Attempt(tuple(facts), draw.choice(goals), Residues(used))


def _by_law(draw: Draw) -> Attempt:
    """A law at random values; facts are its premises, sometimes one too weak or missing."""
    law = draw.choice([*LAWS.values(), *NUMBER_LAWS.values()])
    values = []
    for v in law.variables:
        kind = v.sort.kind
        term = {"natural": _integer, "integer": _integer}.get(kind, _real)(draw)
        if draw.random() < 0.15:
            term = draw.choice([_any(draw), _real(draw), K, Z])
        elif kind == "complex" and draw.random() < 0.7:
            term = _any(draw)
        values.append(term)
    change = Substitution(dict(zip(law.variables, values, strict=True)))
    facts: list[Relation] = []
    premises: list[Proof] = []
    for premise in law.premises:
        at = premise.replace(change)
        proof: Proof = DONE
        if draw.random() < 0.75:
            if at.operator == "==":
                proof = NormalForm((Cofactor(ONE, len(facts)),))
            weak = at.operator == "<" and draw.random() < 0.2
            facts.append(Relation("<=", at.left, at.right) if weak else at)
        premises.append(proof)
    place = draw.randrange(len(law.conclusions))
    goal = law.conclusions[place].replace(change)
    then: Proof = DONE
    if goal.operator == "==":
        then = NormalForm((Cofactor(ONE, len(facts) + place),))
    if draw.random() < 0.15:
        goal = Relation({"<=": "<", "<": "<="}.get(goal.operator, goal.operator), goal.left,
                        goal.right + draw.choice([ZERO, ONE]))  # fmt: skip
    return Attempt(tuple(facts), goal, Law(law.name, tuple(values), tuple(premises), then))


def _constant(draw: Draw, depth: int = 2) -> Term:
    """An algebraic number."""
    a = number(Fraction(draw.randint(-6, 6), draw.choice([1, 1, 2, 3])))
    turn = exp(mul(PI, I, number(Fraction(draw.randint(-6, 6), draw.choice([2, 3, 4, 5, 6])))))
    if not depth:
        return draw.choice([a, sqrt(a), turn, I, call("abs", a + I)])
    a, b = _constant(draw, depth - 1), _constant(draw, depth - 1)
    return draw.choice([a + b, a - b, a * b, a / b, sqrt(a), a ** number("1/3"), conj(a), a * turn])


def _by_separation(draw: Draw) -> Attempt:
    """Both sides of one law of roots, at constants, with a factor that varies or none."""
    a, b = _constant(draw), _constant(draw)
    angle = PI * number(Fraction(draw.randint(-8, 8), draw.choice([3, 4, 5, 6])))
    sides = [
        (sqrt(a * b), sqrt(a) * sqrt(b)), (sqrt(a**2), a), (sqrt(a) ** 2, a), (sqrt(a / b),
         sqrt(a) / sqrt(b)), ((a + b) ** 2, a**2 + 2 * a * b + b**2), (a * conj(a),
         call("abs", a) ** 2), (call("abs", a * b), call("abs", a) * call("abs", b)),
        ((a**3) ** number("1/3"), a), (a ** number("1/3") * b ** number("1/3"),
         (a * b) ** number("1/3")), (a * (1 / a), ONE), (conj(sqrt(a)), sqrt(conj(a))),
        (sqrt(a + 2 * sqrt(b)), sqrt(a) + sqrt(sqrt(b))), (call("re", a) + I * call("im", a), a),
        (sin(X + angle), sin(X) * sin(angle + PI / 2) + sin(X + PI / 2) * sin(angle)),
    ]  # fmt: skip
    left, right = draw.choice(sides)
    factor = draw.choice([ONE, ONE, X, Z, exp(X), conj(Z) * Y])
    wrong = draw.choice([ZERO, ZERO, ZERO, number(Fraction(1, 10**12))])
    return Attempt((), eq(left * factor, (right + wrong) * factor), Separation())


def _by_turn(draw: Draw) -> Attempt:
    a, b = _integer(draw), draw.choice([_integer(draw), _real(draw, 0), P])
    facts = [f for f in (lt(ZERO, a), lt(a, b), le(a, b), le(1, a)) if draw.random() < 0.55]
    factor = draw.choice([2, 2, 2, -2, 4, 1])
    turn = exp(mul(number(factor), PI, I, div(a, b)))
    goal = draw.choice([ne(turn, 1), ne(turn, 1), ne(1, turn), ne(turn, -1), ne(1 / turn, 1)])
    return Attempt(tuple(facts), goal, Turn(a, b, DONE, DONE))


def _by_telescope(draw: Draw) -> Attempt:
    c = draw.randint(-2, 2)
    rising = draw.choice(
        [K, K**2, K**3, K * (K - 1) / 2, call("factorial", K), number(2) ** K, 1 / K, -1 / K,
         call("fibonacci", K), call("harmonic", K), K * number(3) ** K, 1 / (K + 1), X**K,
         call("floor", div(K, 2)), (-ONE) ** K, call("mod", K, number(3)), K * c, 1 / (K + c)]
    )  # fmt: skip
    step = substitute(rising, {K: K + 1}) - rising
    bodies = [step, step, step, K, K**2, number(2) ** K, K * call("factorial", K),
              1 / (K * (K + 1)), call("fibonacci", K - 1), 1 / (K + 1), X**K * (X - 1), step + c,
              (-ONE) ** K, ONE]  # fmt: skip
    lower = draw.choice([ZERO, ONE, ONE, number(c), L, M])
    upper = draw.choice([N, N, N - 1, L, M, N + c, L + N, number(3), 2 * N, L + c])
    total = sum_(draw.choice(bodies), (K, lower, upper))
    at = [substitute(rising, {K: v}) for v in (upper + 1, lower)]
    goal = draw.choice([eq, eq, eq, ne, le])(total, at[0] - at[1] + draw.choice([0, 0, 0, c]))
    facts = [f for f in (le(lower, upper), ne(X, 0), le(L, N), le(1, M)) if draw.random() < 0.3]
    then = NormalForm((Cofactor(ONE, len(facts)),))
    return Attempt(tuple(facts), goal, Telescope(total, rising, DONE, then))


def _by_strong_induction(draw: Draw) -> Attempt:
    n = draw.choice([N, D])
    k = K
    goals = [
        eq(sum_(k, (k, 1, n)), n * (n + 1) / 2), eq(sum_(k, (k, 0, n)), n * (n - 1) / 2),
        eq(sum_(call("fibonacci", k), (k, 0, n)), call("fibonacci", n + 2) - 1),
        eq(call("mod", n**2 + n, number(2)), 0), eq(n, 0), eq(n * (n - 1), 0), le(1, n),
        eq(n * (n - 1) * (n - 2), 0), le(n, n**2), lt(n, number(2) ** n), le(ZERO, n - 1),
        eq(sum_(number(2) ** k, (k, 0, n)), number(2) ** (n + 1) - 1), eq(X**n, X), eq(X**n, ONE),
        eq(sum_(X**k, (k, 0, n)) * (X - 1), X ** (n + 1) - 1), eq((-ONE) ** n, 1), ne(n, 3),
        le(1 + n * X, (1 + X) ** n), eq(n, 3), lt(ZERO, X**n), ne(X**n, 0), le(n, 2),
    ]  # fmt: skip
    goal = draw.choice(goals)
    facts = [f for f in (eq(n, 7), le(n, 0), le(1, n), ne(X, 0), eq(X, 1), le(-ONE, X), le(n, 2),
                         lt(n, 3), eq(X**2, X), lt(ZERO, X)) if draw.random() < 0.12]  # fmt: skip
    bases = tuple(_simple(draw, len(facts)) for _ in range(draw.choice([1, 1, 2, 2, 3])))
    # Earlier values may be under guards, which cofactors do not see.
    step = _simple(draw, len(facts) + len(bases))
    if draw.random() < 0.4:
        place = len(facts) + draw.randrange(len(bases))
        cofactor = draw.choice([ONE, -ONE, X, 1 + X, n, number(2)])
        step = NormalForm((Cofactor(cofactor, place),))
    return Attempt(tuple(facts), goal, StrongInduction(n, bases, step))


def _by_offset(draw: Draw) -> Attempt:
    n = draw.choice([N, K, L, D, X])
    lower = draw.choice([ZERO, ONE, L, M, L + 1, number(draw.randint(-2, 3)), M - 1, X, Y])
    new = symbol("t", draw.choice([NATURAL, NATURAL, NATURAL, INTEGER]))
    c = draw.randint(-1, 1)
    goals = [
        eq(sum_(1, (K, lower, n)), n - lower + 1 + c), le(lower, n), le(lower + c, n), lt(0, n),
        eq(call("floor", n), n), le(c, n), ne(n, lower), ne(n - lower + 1, 0),
        eq(sum_(K, (K, lower, n)), (n - lower + 1 + c) * (n + lower) / 2), le(lower**2, n**2),
    ]  # fmt: skip
    facts = [f for f in (le(lower, n), lt(lower, n), le(L, N), le(1, M)) if draw.random() < 0.5]
    return Attempt(tuple(facts), draw.choice(goals), Offset(n, new, lower, DONE, DONE))


def _by_cases(draw: Draw) -> Attempt:
    a = draw.choice([_real(draw), _any(draw), _integer(draw)])
    b = draw.choice([ZERO, _real(draw), _integer(draw), ONE])
    relation = draw.choice([le, le, eq, eq, lt, ne])(a, b)
    size = call("abs", a - b)
    goal = draw.choice([
        eq(size, a - b), eq(size, b - a), le(a - b, size), le(ZERO, a - b), eq(a, b),
        eq(a * (1 / a), 1), le(a + 1, b), lt(a, b), ne(a, b), eq(call("max", a, b), b),
        eq((a - b) * (1 / (a - b)) * (a - b), a - b), le(a, call("max", a, b)), le(1, a),
        eq(call("sign", a) * size, a - b), eq(sqrt(a**2), a), le(call("min", a, b), a),
        eq(a ** (M + N), a**M * a**N), eq(a**0, 1), ne(a**2 + 1, 0), le(ZERO, a**2),
    ])  # fmt: skip
    facts = [f for f in (le(b, a), ne(a, b), le(ZERO, a), lt(b, a)) if draw.random() < 0.2]
    parts = [_simple(draw, len(facts) + 1) for _ in range(2)]
    if draw.random() < 0.4:
        parts[0] = Rewrite(len(facts), DONE)
    return Attempt(tuple(facts), goal, Cases(relation, parts[0], parts[1]))


def _by_factor(draw: Draw) -> Attempt:
    a, b, c = _any(draw), _any(draw), _any(draw)
    whole = draw.choice([a * b, a * b, a * b + c, a**2 * b, a / b, a * b - a * c])
    quotient = draw.choice([b, b, a * b, 1 / b, b - c, b + c])
    return Attempt((ne(whole, draw.choice([ZERO, ZERO, c])),), ne(a, 0), Factor(0, quotient))


def _by_normal_form(draw: Draw) -> Attempt:
    """Facts `a = b` multiplied and added, the goal with their difference, or nearly."""
    facts = [_relation(draw, _any(draw), _any(draw)) for _ in range(draw.randint(0, 3))]
    cofactors = []
    rest: Term = ZERO
    for place, fact in enumerate(facts):
        if fact.operator == "==":
            left = draw.choice([ONE, -ONE, _any(draw)])
            cofactors.append(Cofactor(left, place))
            rest = rest + left * (fact.left - fact.right)
    a = _any(draw)
    wrong = draw.choice([ZERO, ZERO, ZERO, ONE, _real(draw, 0)])
    return Attempt(tuple(facts), _relation(draw, a + rest, a + wrong), NormalForm(tuple(cofactors)))


def _by_rewrite(draw: Draw) -> Attempt:
    a, b = _any(draw), _any(draw)
    f = draw.choice("log exp sqrt abs sin arg floor".split())
    relate = draw.choice([eq, eq, le, lambda left, right: _relation(draw, left, right)])
    wrong = draw.choice([ZERO, ZERO, ONE])
    goal = relate(call(f, a) + a**2, call(f, b) + draw.choice([a, b, b]) ** 2 + wrong)
    fact = draw.choice([eq, eq, lambda left, right: _relation(draw, left, right)])(a, b)
    return Attempt((fact,), goal, Rewrite(0, DONE))


def _by_have(draw: Draw) -> Attempt:
    """Any of the others proves a fact, from which the goal follows by multiples."""
    first = attempt(draw.choice([r for r in RULES if r != "have"]), draw)
    fact = first.goal
    factor = draw.choice([ONE, number(2), P, _real(draw, 0)])
    goal = Relation(fact.operator, factor * fact.left, factor * fact.right)
    then = NormalForm((Cofactor(factor, len(first.facts)),)) if fact.operator == "==" else DONE
    return Attempt(first.facts, goal, Have(Proposition(fact), first.proof, then))


RULES: dict[str, Callable[[Draw], Attempt]] = {
    "normal form": _by_normal_form, "have": _by_have, "rewrite": _by_rewrite,
    "factor": _by_factor, "cases": _by_cases, "offset": _by_offset,
    "strong induction": _by_strong_induction, "telescope": _by_telescope, "turn": _by_turn,
    "residues": _by_residues, "order": _by_order, "law": _by_law, "separation": _by_separation,
}  # fmt: skip


def attempt(rule: str, draw: Draw) -> Attempt:
    """A random proof that begins with this rule."""
    return RULES[rule](draw)
