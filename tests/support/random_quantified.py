"""Random proofs by the rules about variables: instances, binders, induction; see `random_proofs`.

Variables are called like the declared symbols and like the indices in the values put for them, so
that a name that is captured shows.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.proofs import Cofactor, Congruence, Have, Induction, Instantiate, NormalForm
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution
from derivations.language.terms import Term
from tests.support.notation import ONE, ZERO, call, number, product, sum_, symbol
from tests.support.random_proofs import DONE, RULES, Attempt, D, Draw, K, L, M, N, P, W, X, Y, Z

J = symbol("j", NATURAL)


def _value(draw: Draw, variable: Term) -> Term:
    integers = [K, L, N, M, D, K + 1, -N, number(draw.randint(-2, 3)), sum_(K, (K, 0, N))]
    reals = [X, Y, P, X + Y, -X, number("1/2"), call("abs", Z), X * K]
    kinds = {"integer": integers, "natural": [N, M, D, N + 1, M * N, K, ZERO, K - 1],
             "real": reals + integers, "complex": [Z, W, Z * W, X, ZERO, *integers]}  # fmt: skip
    return draw.choice(kinds[variable.sort.kind])


def _statements(draw: Draw, u: Term, v: Term) -> tuple[Relation, list[Relation]]:
    """What may hold of two variables, and guards that may make it hold."""
    index = draw.choice([J, symbol("k", INTEGER), symbol("n", NATURAL), symbol("l", INTEGER)])
    if index.name in (u.name, v.name):
        index = symbol("i", INTEGER)
    relation = draw.choice([
        eq((u + v) ** 2, u**2 + 2 * u * v + v**2), eq(u, v), ne(u, v), le(u, v), lt(u, v + 1),
        eq(sum_(u * index, (index, 0, N)), u * N * (N + 1) / 2), eq(u * W, v * W),
        eq(sum_(u + index, (index, 1, 2)), 2 * u + 3), le(ZERO, u**2), le(ZERO, u * v),
        eq(product(u, (index, 1, M)), u**M), eq(call("abs", u), u), eq(u / v * v, u), lt(u, v),
        eq(sum_(v**index, (index, 0, 2)), 1 + v + v**2), eq(call("max", u, v), v),
    ])  # fmt: skip
    guards = [g for g in (eq(u, v), le(u, v), lt(u, v), le(ZERO, u), ne(v, 0), le(ZERO, v))
              if draw.random() < 0.25]  # fmt: skip
    return relation, guards


def _by_instantiate(draw: Draw) -> Attempt:
    """A fact for all values of two variables, and an instance of it, or nearly."""
    u, v = draw.sample([X, Y, K, N, Z, symbol("i", NATURAL), symbol("t", Z.sort)], 2)
    relation, guards = _statements(draw, u, v)
    equal = next((k for k, g in enumerate(guards) if g.operator == "=="), None)
    cofactor = draw.choice([ONE, -ONE, W])
    proof = DONE
    if equal is not None and draw.random() < 0.7:
        proof = NormalForm((Cofactor(cofactor, equal),))
    variables = (u, v) if v.name in "it" or draw.random() < 0.9 else (u,)
    values = tuple(_value(draw, w) for w in variables)
    change = Substitution(dict(zip(variables, values, strict=True)))
    facts = [g.replace(change) for g in guards if draw.random() < 0.7]
    fact = Proposition(relation, variables, tuple(guards))
    if proof is not DONE:
        proof = NormalForm((Cofactor(cofactor, len(facts) + (equal or 0)),))
    shown = tuple(
        NormalForm((Cofactor(ONE, facts.index(g.replace(change))),))
        if g.operator == "==" and g.replace(change) in facts else DONE
        for g in guards
    )  # fmt: skip
    goal = relation.replace(change)
    if draw.random() < 0.3:
        goal = Relation(goal.operator, goal.left, goal.right + draw.choice([K, -ONE, N]))
    then = NormalForm((Cofactor(ONE, len(facts) + 1),)) if goal.operator == "==" else DONE
    inside = Instantiate(len(facts), values, shown, then)
    return Attempt(tuple(facts), goal, Have(fact, proof, inside))


def _by_congruence(draw: Draw) -> Attempt:
    """Sums and products whose bodies are equal inside the range, or nearly."""
    bodies = [
        (call("abs", K), K), (K * (1 / K), ONE), (call("max", K, ZERO), K), (call("sign", K), ONE),
        ((-ONE) ** (2 * K), ONE), (call("abs", K - L), K - L), (X**K / X, X ** (K - 1)),
        (call("min", K, N), K), (call("floor", K / 2), K / 2), (X * K, Y * K),
        (call("factorial", K), K * call("factorial", K - 1)), (K / (K + 1), 1 - 1 / (K + 1)),
    ]  # fmt: skip
    left, right = draw.choice(bodies)
    lower = draw.choice([ZERO, ONE, -ONE, L, M, number(2)])
    upper = draw.choice([N, N + 1, L, number(3), M + N, -ONE])
    facts = [f for f in (eq(X, Y), ne(X, 0), le(1, L), le(L, N)) if draw.random() < 0.3]
    equal = [Cofactor(K, 0)] if facts and facts[0].operator == "==" and draw.random() < 0.5 else []
    build = draw.choice([sum_, sum_, product])
    if draw.random() < 0.2:
        function = draw.choice(["log", "sqrt", "floor", "arg", "abs", "exp"])
        proof = Congruence((NormalForm(tuple(equal)),))
        return Attempt(tuple(facts), eq(call(function, left), call(function, right)), proof)
    parts = (DONE, DONE, NormalForm(tuple(equal)))
    other = draw.choice([upper, upper, upper, upper + 1])
    goal = eq(build(left, (K, lower, upper)), build(right, (K, lower, other)))
    return Attempt(tuple(facts), goal, Congruence(parts))


def _by_induction(draw: Draw) -> Attempt:
    n = draw.choice([N, N, D])
    goal = draw.choice([
        eq(sum_(K, (K, 1, n)), n * (n + 1) / 2), eq(sum_(K, (K, 0, n)), n * (n - 1) / 2), eq(n, 0),
        le(ZERO, n), le(1, n), lt(n, number(2) ** n), eq(X**n, X), eq(X**n, 1), le(n, n**2),
        eq(sum_(X**K, (K, 0, n)) * (X - 1), X ** (n + 1) - 1), eq(n * Y, n * X), ne(X**n, 0),
        eq((X * Y) ** n, X**n * Y**n), eq(product(X, (K, 1, n)), X**n), eq((-ONE) ** n, 1),
        eq(sum_(2 * K + 1, (K, 0, n)), (n + 1) ** 2), lt(ZERO, P**n), le(n, 3), eq(n, 7),
    ])  # fmt: skip
    facts = [f for f in (eq(X, 1), eq(X, Y), ne(X, 0), le(1, n), eq(n, 7), eq(X**2, X))
             if draw.random() < 0.15]  # fmt: skip

    def simple(count: int) -> NormalForm:
        chosen = draw.choices(range(count), k=draw.choice([0, 1, 1])) if count else []
        return NormalForm(tuple(Cofactor(draw.choice([ONE, X, -ONE, X * Y]), c) for c in chosen))

    return Attempt(
        tuple(facts), goal, Induction(n, simple(len(facts)), simple(len(facts) + 1))
    )


ALL_RULES: dict[str, Callable[[Draw], Attempt]] = {
    **RULES, "instantiate": _by_instantiate, "congruence": _by_congruence,
    "induction": _by_induction,
}  # fmt: skip
