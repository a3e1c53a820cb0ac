"""Derivatives and integrals at the doors: SymPy and text, in and out, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import sympy
from hypothesis import example, given, settings, strategies as st
from sympy import (
    Abs, Derivative, Eq, Function, IndexedBase, Integral, MatrixSymbol, Not, Q, Symbol, Trace,
    symbols,
)

from derivations import (
    as_written, differentiable, forall, gradient, inner, integrable, norm, prove, scalar,
)
from derivations.language.abbreviate import folded
from derivations.language.calculus import at_values, derivative, pointed
from derivations.language.calculus_notation import for_people
from derivations.language.calculus_statements import existing
from derivations.language.calculus_words import tangent
from derivations.language.definitions import definition
from derivations.language.from_sympy import from_sympy
from derivations.language.parser import parse_claim, parse_statement
from derivations.language.sorts import INTEGER, POSINT, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, StatementError
from derivations.language.substitution import subterms
from derivations.language.sympy_statements import statement_from_sympy
from derivations.language.terms import Term
from derivations.language.to_sympy import goals_to_sympy, to_sympy
from derivations.proving import check_statement, decide
from tests.support.notation import call, in_text, symbol
from tests.support.parsing import parse_term

x, y, s, t, a, b = symbols("x y s t a b", real=True)
p = Symbol("p", positive=True)
z = Symbol("z")
c = Symbol("c", nonzero=True)
k, n = Symbol("k", integer=True), Symbol("n", integer=True, positive=True)
f, g, h, q = (Function(name, real=True) for name in "fghq")
A, w, v = MatrixSymbol("A", n, n), MatrixSymbol("w", n, 1), MatrixSymbol("v", n, 1)
z_, W_ = IndexedBase("z", real=True), IndexedBase("W", real=True)
sigmoid = definition("sigmoid", (x,), 1 / (1 + sympy.exp(-x)))
NAMES = {**vars(sympy), **globals()}
REALS = [Q.real_elements(w), Q.real_elements(A)]


def built(text: str, written: bool = True) -> Any:
    if not written:
        return eval(text, NAMES)
    with as_written():
        return eval(text, NAMES)


# What is written, and how it arrives: inside of `as_written()`, and outside where that is the same
READ = [
    ("Derivative(x**2, x)", "Derivative(x**2, x)"),
    ("Derivative(f(x, y), y, x)", "Derivative(f[x, y], y, x)"),
    ("Derivative(f(x), (x, 2))", "Derivative(f[x], (x, 2))"),
    ("Derivative(f(x, y), (x, 2), y, x)", "Derivative(f[x, y], (x, 2), y, x)"),
    ("Derivative(f(x), x).subs(x, 3)", "Subs(Derivative(f[x], x), x, 3)"),
    ("Subs(Derivative(f(y), y), y, x**2)", "Subs(Derivative(f[y], y), y, x**2)"),
    ("Subs(Derivative(f(y), y), y, 2*y)", "Subs(Derivative(f[y], y), y, 2*y)"),
    ("Subs(Derivative(x*f(y), y), (x, y), (s, x))", "Subs(Derivative(s*f[y], y), y, x)"),
    ("Derivative(Integral(f(s), (s, 0, x)), x)", "Derivative(Integral(f[s], (s, 0, x)), x)"),
    ("Sum(Derivative(x**k, x), (k, 0, n))", "Sum(Derivative(x**k, x), (k, 0, n))"),
    # A variable stands for all reals, inside, and has its value outside.
    ("Derivative(log(p), p)", "Derivative(log(p), p)"),
    ("Derivative(log(p), (p, 2))", "Derivative(log(p), (p, 2))"),
    ("Derivative(log(p), p).subs(p, -1)", "Subs(Derivative(log(p), p), p, -1)"),
    ("Derivative(Derivative(log(p), p)**2, p)", "Derivative(Derivative(log(p), p)**2, p)"),
    ("Integral(log(p), (p, 1, p))", "Integral(log(p1), (p1, 1, p))"),
    ("Integral(c, (c, 1, 2))", "Integral(c, (c, 1, 2))"),
    # Integrals
    ("Integral(1, (x, 0, 1))", "Integral(1, (x, 0, 1))"),
    ("Integral(x**2, (x, a, b))", "Integral(x**2, (x, a, b))"),
    ("Integral(x**2, (x, 0, x))", "Integral(x1**2, (x1, 0, x))"),
    ("Integral(x + y, (x, 0, y), (y, 0, 1))", "Integral(Integral(x + y, (x, 0, y)), (y, 0, 1))"),
    # By values
    ("Derivative(q(t)**2 - Derivative(q(t), t), q(t))",
     "Subs(Derivative(u**2 - Derivative(q[t], t), u), u, q[t])"),
    ("Derivative(Derivative(q(t), t)**3, (Derivative(q(t), t), 2))",
     "Subs(Derivative(u**3, (u, 2)), u, Derivative(q[t], t))"),
    ("Derivative(q(0)*q(1), q(0))", "Subs(Derivative(u*q[1], u), u, q[0])"),
    ("Derivative(z_[0]**2*z_[1], z_[0])", "Subs(Derivative(u**2*z[1], u), u, z[0])"),
    ("Derivative(z_[k]**2, (z_[k], 2))", "Subs(Derivative(u**2, (u, 2)), u, z[k])"),
    ("Derivative(z_[k]*z_[n], z_[n])",
     "Subs(Derivative((z[k] + t*sinc(pi*(k - n)))*(z[n] + t), t), t, z[n] - z[n])"),
    ("Derivative(Sum(z_[k]**2, (k, 0, n)), z_[n])",
     "Subs(Derivative(Sum((z[k] + t*sinc(pi*(k - n)))**2, (k, 0, n)), t), t, z[n] - z[n])"),
    ("Derivative(Sum(z_[k]**2, (k, 0, n)), z_[k])",
     "Subs(Derivative(Sum((z[k1] + t*sinc(pi*(k1 - k)))**2, (k1, 0, n)), t), t, z[k] - z[k])"),
    ("Derivative(W_[0, 1]*W_[k, 0], W_[n, 0])",
     "Subs(Derivative(W[0, 1]*(W[k, 0] + t*sinc(pi*(k - n))), t), t, W[n, 0] - W[n, 0])"),
    # Of matrices
    ("Derivative(Trace(x*A), x)", "Derivative(trace(x*A), x)"),
]  # fmt: skip
WRITTEN = [
    ("Derivative(x, x)", "Derivative(x, x)"),
    ("Derivative(5, x)", "Derivative(5, x)"),
    ("diff(x**2, x)", "Derivative(x**2, x)"),
    ("diff(5, x)", "Derivative(5, x)"),
    ("(x**2).diff(x, 2)", "Derivative(x**2, (x, 2))"),
    ("x.diff(x)", "Derivative(x, x)"),
    ("diff(diff(f(x), x), x)", "Derivative(f[x], (x, 2))"),
    ("diff(x**2*y, x, y)", "Derivative(x**2*y, x, y)"),
    ("diff(x**2, x).subs(x, y + 1)", "Subs(Derivative(x**2, x), x, y + 1)"),
    ("Derivative(x**2, x).doit()", "Derivative(x**2, x)"),
    ("Subs(Derivative(x**2, x), x, 1).doit()", "Subs(Derivative(x**2, x), x, 1)"),
    ("Derivative(q(p)*Derivative(q(p), p), q(p))",
     "Subs(Derivative(u*Derivative(q[p], p), u), u, q[p])"),
    ("diff(sigmoid(x), x)", "Derivative(1/(exp(-x) + 1), x)"),
    ("integrate(x**2, (x, 0, 1))", "Integral(x**2, (x, 0, 1))"),
    ("(x**2).integrate((x, 0, y))", "Integral(x**2, (x, 0, y))"),
    ("integrate(x*y, (x, 0, y), (y, 0, 1))", "Integral(Integral(x*y, (x, 0, y)), (y, 0, 1))"),
    ("Integral(2*x, (x, 0, 1)).doit()", "Integral(2*x, (x, 0, 1))"),
    ("1*Derivative(x - x, x)*0", "1*Derivative(x - x, x)*0"),
    ("(x*A).diff(x).T*A", "Derivative(x*A, x).T*A"),
    ("Derivative(A*x + A, x, 2)", "Derivative(A*x + A, (x, 2))"),
    ("diff(A*x, x).subs(x, 3)", "Subs(Derivative(A*x, x), x, 3)"),
    ("Matrix([x**2, x]).diff(x)", "Derivative(Matrix([[x**2], [x]]), x)"),
]


@pytest.mark.parametrize(("text", "arrives"), [*READ, *WRITTEN])
def test_what_is_written_arrives(text: str, arrives: str) -> None:
    term = from_sympy(built(text))
    assert in_text(term) == arrives
    assert from_sympy(to_sympy(term)) == term


@pytest.mark.parametrize(("text", "arrives"), READ)
def test_what_sympy_leaves_alone_arrives(text: str, arrives: str) -> None:
    assert from_sympy(built(text, False)) == from_sympy(built(text))


def test_sympy_differentiates_before_it_arrives() -> None:
    assert in_text(from_sympy(built("diff(x**2, x)", False))) == "2*x"


def test_definitions_keep_their_names_under_derivatives() -> None:
    for body in (sigmoid(x), sigmoid(p)):
        by = next(iter(body.free_symbols))
        term = from_sympy(Derivative(body, by)).args[-1]
        assert term.called is not None and in_text(term.called) == f"sigmoid[{by}]"


# Statements


def judged(stated: Proposition) -> str:
    """What is stated, without what it is called in print."""
    done: dict[int, Term] = {}
    for side in (stated.relation.left, stated.relation.right):
        for node in subterms(side):
            done[id(node)] = Term(node.head, tuple([done[id(a)] for a in node.args]), node.data)
    left, right = (done[id(side)] for side in (stated.relation.left, stated.relation.right))
    return in_text(replace(stated, relation=Relation(stated.relation.operator, left, right)))


F = "for all f, g, q: family(complex -> real)"
STATED = [
    (differentiable(f(x), x), [], "differentiable(f[x], x)"),
    (differentiable(f(p), p), [], "differentiable(f[p], p)"),
    (forall(x, differentiable(f(x), x)), [], "differentiable(f[x], x) for all x: real"),
    (Not(differentiable(Abs(x), (x, 0))), [], "differentiable(Abs(x), (x, 0)) == 0"),
    (integrable(f(x), (x, a, b)), [], "integrable(f[x], (x, a, b))"),
    (tangent(f(x), (x, a, b)), [], "tangent(f[x], (x, a, b))"),
    (forall(x, Eq(f(x), 0), differentiable(g(x), x)), [],
     "f[x] == 0 for all x: real with differentiable(g[x], x)"),
    (Eq(Derivative(f(x), x), 0), [Eq(Derivative(f(x), x), g(x))],
     "Derivative(f[x], x) == g[x] |- Derivative(f[x], x) == 0"),
    # What is assumed for all values exists.
    (Eq(f(a), 0), [forall(s, Eq(Derivative(f(s), s), g(s)))],
     "tangent(f[s], (s, s, g[s])) for all s: real |- f[a] == 0"),
    (Eq(f(a), 0), [forall(s, Eq(g(s), Derivative(f(s), (s, 2))), s > 0)],
     "tangent(Derivative(f[s], s), (s, s, g[s])) for all s: real with 0 < s; "
     "differentiable(f[s], s) for all s: real with 0 < s |- f[a] == 0"),
    (Eq(f(a), 0), [forall(t, Eq(a*Derivative(f(t), (t, 2)) + f(t), 0))],
     "a*Derivative(f[t], (t, 2)) + f[t] == 0 for all t: real; "
     "differentiable(Derivative(f[t], t), t) for all t: real; "
     "differentiable(f[t], t) for all t: real |- f[a] == 0"),
    (Eq(f(a), 0), [forall(t, Eq(Derivative(f(t), t), Derivative(g(t), t)))],
     "tangent(f[t], (t, t, Derivative(g[t], t))) for all t: real; "
     "differentiable(g[t], t) for all t: real |- f[a] == 0"),
    (Eq(f(a), 0), [forall(t, f(t) <= sympy.Sum(Derivative(h(k, t), t), (k, 0, n)))],
     "f[t] <= Sum(Derivative(h[k, t], t), (k, 0, n)) for all t: real; "
     "differentiable(h[k, t], t) for all t: real, k: integer with 0 <= k and k <= n "
     "|- f[a] == 0"),
    (Eq(f(t), 0),
     [forall(t, Eq(f(t), Derivative(f(t), (t, 2)))), forall(p, differentiable(h(p), p))],
     "tangent(Derivative(f[t1], t1), (t1, t1, f[t1])) for all t1: real; "
     "differentiable(f[t1], t1) for all t1: real; differentiable(h[p], p) for all p: positive "
     "|- f[t] == 0"),
    (Eq(p, 1), [forall(p, Eq(Derivative(f(p)**2, f(p)), p))],
     "tangent(u**2, (u, f[p1], p1)) for all p1: positive |- p == 1"),
    (Eq(f(a), 0), [forall(t, Eq(f(t), Integral(Derivative(g(x), x), (x, 0, t))))],
     "f[t] == Integral(Derivative(g[x], x), (x, 0, t)) for all t: real; "
     "integrable(Derivative(g[x], x), (x, 0, t)) for all t: real; "
     "differentiable(g[x], x) for all t, x: real with 0 <= x and x <= t |- f[a] == 0"),
    # Gradients
    (Eq(gradient(norm(w)**2, w), 2*w), REALS, "Subs(Derivative(norm(w + t*v)**2, t), t, 0) == "
     "trace(v.T*(2*w)) for all v: real vector(n)"),
    (Eq(2*w, gradient(inner(v, w), w)), REALS, "trace(v1.T*(2*w)) == "
     "Subs(Derivative(inner(v, w + t*v1), t), t, 0) for all v1: real vector(n)"),
    (Eq(gradient(Trace(A), A), gradient(Trace(A.T), A)), REALS,
     "Subs(Derivative(trace(A + t*V), t), t, 0) == Subs(Derivative(trace((A + t*V).T), t), t, 0) "
     "for all V: real matrix(n, n)"),
    (Eq(v, w), [*REALS, Eq(gradient(norm(w), w), v)],
     "tangent(norm(w + t*v1), (t, 0, trace(v1.T*v))) for all v1: real vector(n) |- v == w"),
]  # fmt: skip


@pytest.mark.parametrize(("claimed", "given", "read"), STATED)
def test_what_is_stated(claimed: Any, given: list[Any], read: str) -> None:
    stated = statement_from_sympy(claimed, given)
    parts = ("; ".join(map(judged, part)) for part in (stated.hypotheses, stated.goals))
    assert " |- ".join(part for part in parts if part) == read
    assert parse_claim(in_text(stated)) == stated
    assert existing(stated.hypotheses) == stated.hypotheses
    if given is not REALS:  # SymPy has no real directions
        again = statement_from_sympy(goals_to_sympy(stated), given)
        assert again == stated


def test_a_derivative_by_a_value_stays_what_it_is_in_print() -> None:
    claimed = statement_from_sympy(Eq(1 + 2 * Derivative(z_[k] * z_[n], z_[k]), f(x)))
    shown = for_people(claimed.goals[0].relation)
    assert in_text(shown.left) == "2*Derivative(z[k]*z[n], z[k]) + 1"


def test_a_gradient_stays_what_it_is_in_print() -> None:
    goal = statement_from_sympy(Eq(gradient(norm(w), w), w), REALS).goals[0].relation
    right = folded(goal.right)
    assert folded(goal.left) == Term("gradient", (right, call("norm", right)))
    assert right.name == "w"


@pytest.mark.parametrize(
    ("claimed", "given", "kind"),
    [
        (Eq(Derivative(x**2, x), 2 * x), [], "proved"),
        (Eq(Derivative(x**2, x), x), [], "refuted"),
        (Eq(Derivative(sympy.sin(x), (x, 2)), -sympy.sin(x)), [], "proved"),
        (Eq(gradient(scalar(w.T * w), w), 2 * w), REALS, "proved"),
        (Eq(gradient(scalar(w.T * A * w), w), A * w + A.T * w), REALS, "proved"),
        (Eq(gradient(scalar(w.T * A * w), w), 2 * A * w), REALS, "refuted"),
        (differentiable(x**2, x), [], "proved"),
        (differentiable(f(x), x), [forall(s, differentiable(f(s), s))], "proved"),
    ],
)
def test_verdicts(claimed: Any, given: list[Any], kind: str) -> None:
    assert prove(claimed, given).kind == kind


# Text

DECLARED = (
    "f, g: family(real -> real)", "c: family(integer -> real)", "h: family(real -> complex)",
    "F: family(real, real -> real)", "n: posint", "k: integer",
    "p: positive", "z: complex", "x, y, a, t: real", "A: real matrix(n, n)", "w: real vector(n)",
    "B: matrix(n, n)",
)  # fmt: skip
KEPT = [
    "Derivative(F[x, y], x, y) == Derivative(F[x, y], y, x)",
    "Derivative(F[x, y], x, y, (x, 3)) == 0",
    "Derivative(x*Derivative(log(p), p), x) == 0",
    "Derivative(p*Derivative(log(p), p), p) == 0",
    "Subs(Derivative(f[x], (x, 2)), x, 2*x) == 1",
    "Subs(Derivative(f[k], k), k, k) == 1",
    "Derivative(A*x, x).T*A == Derivative(x*A, x)",
    "tangent(f[x], (x, x, 3))",
    "differentiable(f[x], x) + differentiable(g[x], (x, a)) <= 1",
    "differentiable(Abs(x), (x, 0)) == 0",
    "Integral(Integral(s*x, (s, 0, x)), (x, 0, 1)) == 1/8",
    "Sum(Integral(x**j, (x, 0, j)), (j, 0, n)) == Integral(Sum(x**j, (j, 0, n)), (x, 0, a))",
    "f[s] == g[s] for all s: real with differentiable(f[s], s) and integrable(g[x], (x, 0, s))",
]
SHORTER = [
    ("Integral(s*x, (s, 0, x), (x, 0, 1)) == 0",
     "Integral(Integral(s*x, (s, 0, x)), (x, 0, 1)) == 0"),
    ("differentiable(f[x], (x, x)) = 1", "differentiable(f[x], x)"),
    ("Derivative(Derivative(f[x], x), x) = 0", "Derivative(f[x], (x, 2)) == 0"),
    ("Derivative(F[x, y], x, 2, y) = 0", "Derivative(F[x, y], (x, 2), y) == 0"),
    ("Derivative(F[x, y], (x, 2), y, 3) = 0", "Derivative(F[x, y], (x, 2), (y, 3)) == 0"),
    ("Subs(x + y, x, y) = 0", "y + y == 0"),
    ("Derivative(f[t]**2, f[t]) = 0", "Subs(Derivative(u**2, u), u, f[t]) == 0"),
    ("Derivative(Derivative(f[t], t)**2, Derivative(f[t], t)) = 0",
     "Subs(Derivative(u**2, u), u, Derivative(f[t], t)) == 0"),
    ("Derivative(c[k]*c[n], (c[k], 2)) = 0",
     "Subs(Derivative((c[k] + t)*(c[n] + t*sinc(pi*(n - k))), (t, 2)), t, c[k] - c[k]) == 0"),
    ("Derivative(c[k], c[k0]) = 0 for all k0: integer",
     "Subs(Derivative(c[k] + t*sinc(pi*(k - k0)), t), t, c[k0] - c[k0]) == 0 "
     "for all k0: integer"),
    ("gradient(trace(A), A) = Identity(n)", "Subs(Derivative(trace(A + t*V), t), t, 0) == "
     "trace(V.T*Identity(n)) for all V: real matrix(n, n)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read"), [*[(text, text) for text in KEPT], *SHORTER])
def test_text_is_read_back(text: str, read: str) -> None:
    stated = parse_claim(f"for all {', '.join(DECLARED)}: {text}")
    assert "; ".join(map(judged, stated.goals)) == read
    assert parse_claim(in_text(stated)) == stated


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("for all g: family(real -> real), p: family(positive -> real) with "
         "p[x]*Derivative(g[x], x) == 0 for all x: real: g[0] == 0",
         "for all g: family(real -> real), p: family(positive -> real) with "
         "p[x]*Derivative(g[x], x) == 0 for all x: real: g[0] == 0"),
        ("for all g: family(real -> real) with integrable(Derivative(g[x], x), (x, 0, s)) "
         "for all s: real: g[0] == 0",
         "for all g: family(real -> real) with integrable(Derivative(g[x], x), (x, 0, s)) "
         "for all s: real: g[0] == 0"),
        ("for all n: posint, w: real vector(n): gradient(norm(w), w) == 2*w for all v: real",
         "for all n: posint, w: real vector(n): gradient(norm(w), w) == 2*w for all v: real"),
        ("for all n: posint, w: real vector(n): gradient(norm(w), w) == 2*w for all x: real with "
         "norm(w) < x",
         "for all n: posint, w: real vector(n): gradient(norm(w), w) == 2*w for all x: real with "
         "norm(w) < x"),
    ],
)  # fmt: skip
def test_names_are_left_to_those_who_have_them(text: str, read: str) -> None:
    stated = parse_claim(text)
    assert in_text(stated) == read
    check_statement(stated)
    assert parse_claim(read) == stated


@pytest.mark.parametrize(
    "text",
    [
        "gradient(trace(A), A) == Identity(n)",
        "gradient(norm(w)**2, w) == 2*w",
        "gradient(norm(w), w) == gradient(norm(2*w), w)",
        "1 + Derivative(c[k]*c[n], c[k]) == Derivative(f[t]**2, (f[t], 2))",
    ],
)
def test_what_is_called_in_print_is_read_back(text: str) -> None:
    given = text.replace("==", "!=") if "Derivative" in text else text
    stated = parse_claim(f"for all {', '.join(DECLARED)} with {given}: {text}")
    assert in_text(stated.goals[0]) == text
    assert in_text(stated.hypotheses[0]) == given
    assert parse_claim(in_text(stated)) == stated


def test_named_terms_are_functions_of_the_variable() -> None:
    read = parse_statement({
        "vars": {"p": "positive", "n": "posint", "w": "real vector(n)"},
        "lets": [["l", "log(p)"], ["h", "gradient(norm(w), w)"]],
        "equations": [["Derivative(l, p)", "l"], ["Integral(l, (p, 1, 2))", "0"], ["h", "w"]],
    })  # fmt: skip
    assert [judged(goal) for goal in read.goals] == [
        "Derivative(log(p), p) == log(p)", "Integral(log(p), (p, 1, 2)) == 0",
        "Subs(Derivative(norm(w + t*v), t), t, 0) == trace(v.T*w) for all v: real vector(n)",
    ]  # fmt: skip


# Any terms

X, Y, P, N = symbol("x", REAL), symbol("y", REAL), symbol("p", POSITIVE), symbol("n", POSINT)


HEADS = {"integral": 2, "differentiable": 1, "tangent": 2, "integrable": 2, "diff": 1, "sum": 0}


def grown(inside: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Terms by variables that keep their values, or have others."""

    def made(head: str, by: Term, outer: list[Term], keeps: bool) -> Term:
        if head in ("mul", "log"):
            return call(head, *outer[: 1 + (head == "mul")])
        if head == "sum":
            return Term("sum", (symbol("k", INTEGER), N, N, outer[0]))
        if keeps:
            return derivative(outer[0], by, 1)
        return pointed(head, outer[0], by, *outer[1 : 1 + HEADS[head]])

    heads = st.sampled_from([*HEADS, "mul", "log"])
    return st.builds(
        made, heads, st.sampled_from([X, Y, P]), st.lists(inside, min_size=3, max_size=3),
        st.booleans(),
    )  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.recursive(st.sampled_from([X, Y, P, N]), grown, max_leaves=8))
@example(Term("diff", (Y, call("mul", X, Y), Term("differentiable", (X, X, Y)))))
def test_any_term_comes_back(term: Term) -> None:
    assert parse_term(in_text(term), {s.name: s for s in (X, Y, P, N)}) == term
    read = from_sympy(to_sympy(term))
    assert from_sympy(to_sympy(read)) == read
    with as_written():
        assert from_sympy(to_sympy(term)) == term


# What is refused, and what to write

ROW = "is written Integral(f, (x, a, b)); of an antiderivative F state Derivative(F, x) = f"
REFUSED_TEXT = [
    ("Derivative(z**2, z) = 0", "in real variables, and z is complex; declare z: real"),
    ("Derivative(x**k, k) = 0", "in real variables, and k is integer; declare k: real"),
    ("Sum(Derivative(x**j, j), (j, 0, n)) = 0", "and j is integer; declare j: real"),
    ("Derivative(trace(A), A) = 0", "A is not a real variable; write gradient(f, A)"),
    ("Derivative(x**2, 2*x) = 0", "2*x is not a real variable"),
    ("Derivative(h[x]**2, h[x]) = 0", "h[x] is not a real variable"),
    ("Derivative(A[0, 0], A[0, 0]) = 0", "A[0, 0] is not a real variable"),
    *[(f"Derivative({of}, {by}) = 0", "elsewhere than in f[x] and its derivatives") for of, by in (
        ("f[x]*f[x + 0]", "f[x]"), ("f[x]*f[y]", "f[x]"), ("f[x]**2, x", "f[x]"),
        ("Sum(f[j*x], (j, 1, 1))", "f[x]"), ("Integral(f[x], (x, 0, 1))", "f[x]"),
        ("Derivative(2*f[x], x)**2", "Derivative(f[x], x)"),
        ("Subs(Derivative(f[y], y), y, x)", "Derivative(f[x], x)"),
    )],
    ("Derivative(x, Derivative(x**2, x)) = 0", "is no value of a function, and no derivative of"),
    ("Derivative(x**2) = 0", "is written Derivative(f, x) or Derivative(f, (x, 2))"),
    ("Derivative(x**n, (x, n)) = 0", "is written Derivative(f, x) or Derivative(f, (x, 2))"),
    *[(f"Derivative(x**2, {by}) = 0", "is written Derivative(f, x) or Derivative(f, (x, 2))")
      for by in ("2", "x, 0", "x, 2.5", "(x, 2), 2", f"(x, {'9'*5000})")],
    ("gradient(w.T*w, w) = 2*w", "a gradient is of a number, and w.T*w is a matrix; of one"),
    ("Derivative(x**2, (x, 0)) = 0", "is written Derivative(f, x) or Derivative(f, (x, 2))"),
    ("Derivative(x**2, u) = 0", "u is not declared"),
    ("Derivative(x**2, x y) = 0", "no operator between 'x' and 'y'"),
    ("Subs(x, 2, 3) = 0", "2 cannot be a variable"),
    ("Subs(Derivative(x, x), x) = 0", "is written Subs(Derivative(f, x), x, a)"),
    ("Integral(x, x) = 0", ROW), ("Integral(x, (x, 0)) = 0", ROW), ("Integral(x) = 0", ROW),
    ("Integral(x, (x, 0, 1)*2) = 0", ROW), ("Integral(x, (2, 0, 1)) = 0", "2 cannot be a variable"),
    ("Integral(x, (x, 0, oo)) = 0", "improper integrals are not supported"),
    ("differentiable(f[x])", "differentiable is written differentiable(f, x)"),
    ("tangent(f[x], x)", "tangent is written tangent(f, (x, a, v))"),
    ("x*differentiable(f[x], x)", "a relation is missing"),
    ("gradient(norm(B), B) = B", "B is complex; declare B: real matrix(n, n)"),
    ("gradient(x**2, x) = x", "a gradient is by a matrix or column, and x is none"),
    ("2*gradient(norm(w), w) = w", "a gradient is a side of an equation, by itself"),
    ("gradient(norm(w), w) != w", "a gradient is a side of an equation, by itself"),
    ("gradient(norm(w), w) = gradient(trace(A), A)", "are by the same matrix"),
    ("x = 0 for all b: real with gradient(norm(w), w) = w", "a gradient is no guard"),
    ("diff(x**2, x) = 2*x", "a derivative is written Derivative(f, x)"),
    ("integrate(x, x) = 1", "an integral is written Integral(f, (x, a, b))"),
    ("limit(x, x, 0) = 0", "limits are not supported; state the bound"),
    ("E(x) = 0", "expected values are not supported; write the sum"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED_TEXT)
def test_refused_text(text: str, message: str) -> None:
    with pytest.raises(StatementError, match=re.escape(message)):
        parse_claim(f"for all {', '.join(DECLARED)}: {text}")


REFUSED = [
    ("Derivative(z**2, z)", "and z is complex; declare Symbol('z', real=True)"),
    ("Derivative(x**k, k)", "and k is integer; declare Symbol('k', real=True)"),
    ("Sum(Derivative(x**k, k), (k, 0, n))", "and k is integer"),
    ("Integral(z, (z, 0, 1))", "and z is complex; declare Symbol('z', real=True)"),
    ("Derivative(x**2, (x, n))", "how often it is differentiated is a number"),
    ("Derivative(x**2, (x, 101))", "how often it is differentiated is a number"),
    ("Derivative(A*x, (x, n))", "how often it is differentiated, n, is not a number"),
    ("Derivative(Trace(A), A)", "by a matrix write Eq(gradient(expr, A), ...)"),
    ("diff(Trace(A), A[0, 0])", "write Eq(gradient(expr, A), G), of which it is an entry"),
    ("(w.T*w).diff(w)", "by a matrix write Eq(gradient(scalar(expr), w), ...)"),
    ("(A*q(t)).diff(q(t))", "is not accepted: state it of the entries"),
    ("Derivative(Function('h')(t)**2, Function('h')(t))", "its Function or IndexedBase real=True"),
    ("f(t).diff(t + 1)", "wrt t + 1. It is by a symbol, q(t) or z[j]; a value at a point is wri"),
    ("w.applyfunc(sympy.tanh)", "state it of the entries, with W = IndexedBase('W', real=True)"),
    ("gradient(z_[0], z_)", "z is not accepted: state it of its values, z[k]"),
    ("Derivative(q(t)*q(2*t - t), q(t))", "elsewhere than in q[t] and its derivatives"),
    *[(f"Subs({text})", "name the variables apart") for text in (
        "Subs(x*y, y, x), x, 3", "Subs(x**2, x, y + x), x, 3", "Subs(x, x, y), x, 3",
        "x**2*y, (x, y), (y, x)",
    )],
    *[(f"Subs({body}, x, {value})", "x is real and gets a value that may not be")
      for body in ("Heaviside(x)", "Abs(x)") for value in ("I", "z", "t + I")],
    ("Derivative(f(x))", "Derivative says by which variable"),
    ("Derivative(erf(x), x)", "erf(x) is not accepted: write 2/sqrt(pi)*Integral(exp(-u**2), "),
    ("Integral(x, x)", "state Eq(Derivative(F(x), x), f(x))"),
    ("Integral(exp(-x), (x, 0, oo))", "state what holds for all ends, Integral(f(x), (x, a, b))"),
    ("Limit(x, x, 0)", "limits and infinity are not read; state the bound"),
    ("Limit(x, x, 0).doit()", "Limit.doit computes"),
    ("Matrix([x**2]).jacobian([x])", "jacobian computes, which is not read"),
    ("Sum(1/k**2, (k, 1, oo))", "limits and infinity are not read"),
    ("stats.Expectation(stats.Normal('X', 0, 1))", "write the mean as a sum"),
    ("gradient(Trace(A), A)", "A is complex; say Q.real_elements(A)"),
    ("gradient(w.T*w, w)", "a gradient is of a number; of a matrix of one entry, write scalar"),
    ("gradient(x**2, x)", "a gradient is by a matrix or column, and x is none; write Derivative"),
    ("Derivative(Piecewise((x, x > 0), (0, True)), x)", "only a statement has"),
]


@pytest.mark.parametrize(("value", "message"), [
    ("2*W.T", "a gradient by W has the size of W, m x n, and 2*W.T is n x m; transpose it"),
    ("W*W.T", "a gradient by W has the size of W, m x n, and W*W.T is m x m"),
    ("W*W", "the sizes in the product W*W do not fit"),
])
def test_sizes_of_gradients(value: str, message: str) -> None:
    """They are said of what was written, not of a direction, which has a letter of its own."""
    with pytest.raises(StatementError, match=re.escape(message)):
        decide(parse_claim("for all m, n: posint, W: real matrix(m, n): "
                           f"gradient(trace(W.T*W), W) == {value}"))


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    import sympy.stats

    NAMES["stats"] = sympy.stats
    with pytest.raises(StatementError, match=re.escape(message)):
        from_sympy(built(text))


@pytest.mark.parametrize(
    ("claimed", "message"),
    [
        (Eq(Derivative(sympy.Piecewise((x, x > 0), (0, True)), x), 1), "the variable of a"),
        (Eq(2 * gradient(norm(w), w), w), "a gradient is a side of an equation, by itself"),
        (forall(k, Eq(k, 0), Eq(gradient(norm(w), w), w)), "a gradient is no guard"),
    ],
)
def test_refused_statements(claimed: Any, message: str) -> None:
    with pytest.raises(StatementError, match=re.escape(message)):
        statement_from_sympy(claimed, REALS)


def test_words_are_written_as_they_say() -> None:
    with pytest.raises(TypeError, match=re.escape("integrable is written integrable(f(x), (x, a,")):
        integrable(f(x), x)


def test_a_value_is_put_where_no_variable_is_renamed_for_it() -> None:
    real, positive = symbol("x", REAL), symbol("x", POSITIVE)
    slope = Term("diff", (real, positive, call("log", real)))
    doubled = call("mul", positive, 2)
    assert at_values(slope, {positive: doubled}) == Term("diff", (real, doubled, slope.args[2]))
    inside = Term("diff", (real, positive, call("mul", real, symbol("y", REAL))))
    moved = at_values(inside, {symbol("y", REAL): real})
    assert in_text(moved) == "Subs(Derivative(x1*x, x1), x1, x)"
