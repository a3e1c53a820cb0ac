"""Laws of derivatives and integrals of functions of one real variable.

`tangent(x, a, v, body)` is 1 where the function of x has the derivative v at a, else 0.  Premises
at the point alone are open ones: what is above 0 there is so nearby.  On intervals functions are
complex, too: an order says that its sides differ by a real number.
"""

from functools import partial
from typing import Any

from derivations.kernel.laws.law import Law, d, e, k, n, q, w
from derivations.kernel.laws.matrices import det, entry, exp, g, h, inv, kronecker, m, matexp, trace
from derivations.kernel.notation import Formula, call, conj, cos, product, sin, sqrt, sum_, symbol
from derivations.language.sorts import COMPLEX, INTEGER, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, Relation, eq, forall, le, lt, ne

x, t, y, a, b, c, r, s = (symbol(name, REAL) for name in ("x'", *"tyabcrs"))
u, v = symbol("u", COMPLEX), symbol("v", COMPLEX)
i, j = symbol("i", INTEGER), symbol("j", INTEGER)
F, G, H, K = (symbol(name, family_sort((REAL,), COMPLEX)) for name in "FGHK")
R = symbol("R", family_sort((REAL,), REAL))
S = symbol("S", family_sort((INTEGER,), COMPLEX))
T = symbol("T", family_sort((INTEGER, REAL), COMPLEX))
P, Q = (symbol(name, family_sort((REAL, REAL), COMPLEX)) for name in "PQ")
A = symbol("A", family_sort((REAL,), matrix_sort(d, d)))
X, X2 = (symbol(name, family_sort((REAL,), matrix_sort(d, e))) for name in ("X", "X2"))
Y, Y2 = (symbol(name, family_sort((REAL,), matrix_sort(z, q))) for name, z in (("Y", e), ("Y2", m)))
M, V = symbol("M", matrix_sort(d, d)), symbol("V", matrix_sort(e, q))
U, U2 = symbol("U", matrix_sort(d, e)), symbol("U2", matrix_sort(d, e))
V2 = symbol("V2", matrix_sort(m, q))
size, log, floor, factorial = (partial(call, head) for head in "abs log floor factorial".split())
diff, differentiable = partial(call, "diff", x), partial(call, "differentiable", x)
integral, integrable = partial(call, "integral", x), partial(call, "integrable", x)


def _has(body: Formula, value: Any, at: Any = a) -> Relation:
    """That the function has this derivative there."""
    return eq(call("tangent", x, at, value, body), 1)


def _inside(stated: Relation) -> Proposition:
    """Between a and b, the ends left out."""
    return forall(t, stated, lt(a, t), lt(t, b))


def _along(stated: Relation) -> Proposition:
    """From a to b, the ends included."""
    return forall(t, stated, le(a, t), le(t, b))


def _rule(what: str, variables: Any, premises: Any, body: Formula, v: Any, source: str) -> Law:
    return Law(f"derivative of {what}", variables, premises, (_has(body, v),), source)


_F, _G, _R, _A, _X = _has(F(x), u), _has(G(x), v), _has(R(x), u), _has(A(x), M), _has(X(x), U)
_one, _two, _at, _in_range = (F, a, u), (F, G, a, u, v), F(a), (le(i, k), le(k, j))
_each = forall(k, _has(T(k, x), S(k)), *_in_range)
_slope, _range = _along(_has(F(x), G(t), t)), (k, i, j)
_real, _unit = (_F, eq(conj(_at), _at)), (_F, lt(-1, _at), lt(_at, 1))
_signed, _near = ((R, a, u), (_R, ne(R(a), 0))), (_R, lt(0, R(a)))
_whole = eq(integrable(a, b, F(x)), 1)
_field = (lt(r, t), lt(t, s), le(a, y), le(y, b))

CALCULUS = (
    Law("derivative", _one, (_F,), (eq(diff(a, F(x)), u),), "Rudin 5.1"),
    Law("locally equal", (F, G, R, a, u, v), (_G, *_near, forall(x, eq(F(x), G(x)), lt(0, R(x)))),
        (_has(F(x), v),), "Rudin 5.1"),
    Law("locally equal matrices", (d, e, X, X2, R, a, u, U),
        (_X, *_near, forall(x, eq(X2(x), X(x)), lt(0, R(x)))), (_has(X2(x), U),), "Rudin 5.1"),
    _rule("a sum", _two, (_F, _G), F(x) + G(x), u + v, "Rudin 5.3"),
    _rule("a product", _two, (_F, _G), F(x) * G(x), u * G(a) + _at * v, "Rudin 5.3"),
    _rule("a quotient", _two, (_F, _G, ne(G(a), 0)),
          F(x) / G(x), (u * G(a) - _at * v) / G(a) ** 2, "Rudin 5.3"),
    _rule("a composition", (R, F, a, u, v), (_R, _has(F(x), v, R(a))), F(R(x)), v * u, "Rudin 5.5"),
    _rule("a composition nearby", (G, F, R, a, v, w, u), (
        _G, _has(F(x), w, G(a)), *_near, forall(x, eq(conj(G(x)), G(x)), lt(0, R(x))),
    ), F(G(x)), w * v, "Rudin 5.5"),
    _rule("a sum over a range", (T, S, i, j, a), (_each,),
          sum_(T(k, x), _range), sum_(S(k), _range), "Rudin 5.3"),
    _rule("a product over a range", (T, S, i, j, a), (_each, forall(k, ne(T(k, a), 0), *_in_range)),
          product(T(k, x), _range), product(T(k, a), _range) * sum_(S(k) / T(k, a), _range),
          "Rudin 5.3"),
    # Powers and functions
    _rule("a natural power", (F, n, a, u), (_F,), F(x) ** n, n * _at ** (n - 1) * u, "Rudin 5.4"),
    _rule("a whole power", (F, k, a, u), (_F, ne(_at, 0)),
          F(x) ** k, k * _at ** (k - 1) * u, "Rudin 5.4"),
    _rule("a constant power", (F, w, a, u), (_F, lt(0, _at)),
          F(x) ** w, w * _at ** (w - 1) * u, "DLMF 4.7.7"),
    _rule("a power", _two, (_F, _G, lt(0, _at)),
          F(x) ** G(x), _at ** G(a) * (v * log(_at) + G(a) * u / _at), "DLMF 4.7"),
    _rule("conj", _one, (_F,), conj(F(x)), conj(u), "def"),
    _rule("exp", _one, (_F,), exp(F(x)), exp(_at) * u, "DLMF 4.7.5"),
    _rule("sin", _one, (_F,), sin(F(x)), cos(_at) * u, "DLMF 4.20.1"),
    _rule("cos", _one, (_F,), cos(F(x)), -sin(_at) * u, "DLMF 4.20.2"),
    _rule("log", _one, (_F, lt(0, _at)), log(F(x)), u / _at, "DLMF 4.7.1"),
    _rule("log of reals", *_signed, log(R(x)), u / R(a), "DLMF 4.7.1"),
    _rule("sqrt", _one, (_F, lt(0, _at)), sqrt(F(x)), u / (2 * sqrt(_at)), "DLMF 4.7.7"),
    _rule("sqrt of reals", *_signed, sqrt(R(x)), u / (2 * sqrt(R(a))), "DLMF 4.7.7"),
    _rule("abs", _one, (_F, ne(_at, 0)), size(F(x)), call("re", u * conj(_at)) / size(_at), "def"),
    _rule("a vanishing multiple", (F, G, K, a, u, v, w),
          (_F, _G, _has(K(x), w, 0), eq(_at, 0), eq(G(a), 0)),
          F(x) * K(size(G(x))), u * K(0), "Rudin 5.1"),
    _rule("what is flat", (G, K, a, v), (_G, _has(K(x), 0, 0), eq(G(a), 0)),
          K(size(G(x))), 0, "Rudin 5.1"),
    _rule("asin", _one, _unit, call("asin", F(x)), u / sqrt(1 - _at**2), "DLMF 4.24.7"),
    _rule("acos", _one, _unit, call("acos", F(x)), -u / sqrt(1 - _at**2), "DLMF 4.24.8"),
    _rule("atan", _one, _real, call("atan", F(x)), u / (1 + _at**2), "DLMF 4.24.9"),
    _rule("asinh", _one, _real, call("asinh", F(x)), u / sqrt(1 + _at**2), "DLMF 4.38.9"),
    _rule("acosh", _one, (_F, lt(1, _at)), call("acosh", F(x)), u / sqrt(_at**2 - 1), "DLMF 4.38"),
    _rule("atanh", _one, _unit, call("atanh", F(x)), u / (1 - _at**2), "DLMF 4.38.11"),
    _rule("floor", (R, a, u), (_R, ne(floor(R(a)), R(a))), floor(R(x)), 0, "def"),
    *(Law(f"no derivative of {head}", _one, (_F, eq(_at, 0), ne(u, 0)),
          (eq(differentiable(a, call(head, F(x))), 0),), "def") for head in ("abs", "sqrt")),
    # Matrices
    Law("derivative of a matrix", (d, e, X, a, U), (_X,), (eq(diff(a, X(x)), U),), "def"),
    _rule("a sum of matrices", (d, e, X, X2, a, U, U2), (_X, _has(X2(x), U2)),
          X(x) + X2(x), U + U2, "Higham B"),
    _rule("a multiple", (d, e, F, X, a, u, U), (_F, _X), F(x) * X(x), u * X(a) + _at * U, "Horn 6"),
    _rule("a product of matrices", (d, e, q, X, Y, a, U, V), (_X, _has(Y(x), V)),
          X(x) * Y(x), U * Y(a) + X(a) * V, "HJ 6.5"),
    _rule("a Kronecker product", (d, e, m, q, X, Y2, a, U, V2), (_X, _has(Y2(x), V2)),
          kronecker(X(x), Y2(x)), kronecker(U, Y2(a)) + kronecker(X(a), V2), "Horn 6"),
    _rule("a transpose", (d, e, X, a, U), (_X,), X(x).T, U.T, "def"),
    _rule("an adjoint", (d, e, X, a, U), (_X,), X(x).H, U.H, "def"),
    _rule("an entry", (d, e, X, a, U, g, h), (_X, lt(g, d), lt(h, e)),
          entry(X(x), g, h), entry(U, g, h), "def"),
    _rule("a trace", (d, A, a, M), (_A,), trace(A(x)), trace(M), "def"),
    _rule("an inverse", (d, A, a, M), (_A, ne(det(A(a)), 0)),
          inv(A(x)), -inv(A(a)) * M * inv(A(a)), "HJ 6.5"),
    _rule("a determinant", (d, A, a, M), (_A, ne(det(A(a)), 0)),
          det(A(x)), det(A(a)) * trace(inv(A(a)) * M), "HJ 0.8.10"),
    Law("determinant has a derivative", (d, A, a, M), (_A,),
        (_has(det(A(x)), diff(a, det(A(x)))),), "HJ 0.8.10"),
    _rule("an exponential of a matrix", (d, M, a), (), matexp(x * M), M * matexp(a * M), "Horn 6"),
    # Growth: G is the derivative of F from a to b, H that of G
    Law("constant", (F, a, b), (le(a, b), _along(_has(F(x), 0, t))), (eq(F(b), F(a)),), "Rudin 5"),
    *(Law(name, (F, G, a, b), (less(a, b), _slope, _inside(less(0, G(t)))), (less(F(a), F(b)),),
          "Rudin 5.11") for name, less in (("grows", le), ("strictly grows", lt))),
    Law("convex", (F, G, H, a, b, w), (
        le(a, b), _slope, _along(_has(G(x), H(t), t)), _inside(le(0, H(t))), le(0, w), le(w, 1),
    ), (le(F((1 - w) * a + w * b), (1 - w) * F(a) + w * F(b)),), "Rudin 5, exercise 14"),
    Law("Lipschitz", (F, G, a, b, c), (le(a, b), _slope, _inside(le(size(G(t)), c))),
        (le(size(F(b) - F(a)), c * (b - a)),), "Rudin 5.19"),
    Law("Taylor", (T, n, a, b, c), (
        le(a, b), forall((k, t), _has(T(k, x), T(k + 1, t), t), le(0, k), le(k, n), le(a, t),
                         le(t, b)), _inside(le(size(T(n + 1, t)), c)),
    ), (le(size(T(0, b) - sum_(T(k, a) * (b - a) ** k / factorial(k), (k, 0, n))),
           c * (b - a) ** (n + 1) / factorial(n + 1)),), "Rudin 5.15"),
    # Integrals
    Law("fundamental theorem", (F, G, a, b), (le(a, b), _slope),
        (eq(integral(a, b, G(x)), F(b) - F(a)), eq(integrable(a, b, G(x)), 1)), "Bartle 4"),
    Law("fundamental theorem up to the ends", (F, G, H, R, a, b), (
        le(a, b), le(R(a), R(b)), _along(eq(differentiable(t, R(x)), 1)),
        _along(eq(differentiable(t, H(x)), 1)), _along(eq(F(R(t)), H(t))),
        forall(t, _has(F(x), G(t), t), lt(R(a), t), lt(t, R(b))),
    ), (eq(integral(R(a), R(b), G(x)), F(R(b)) - F(R(a))),
        eq(integrable(R(a), R(b), G(x)), 1)), "Bartle 4"),
    Law("derivative of an integral", (F, a, b, r, c),
        (le(a, r), le(r, b), lt(a, c), lt(c, b), _whole, eq(differentiable(c, F(x)), 1)),
        (eq(call("tangent", t, c, F(c), integral(r, t, F(x))), 1),), "Bartle 4"),
    Law("derivative under an integral", (P, Q, F, a, b, r, s, c), (
        le(a, b), lt(r, c), lt(c, s), _whole,
        forall(t, eq(integrable(a, b, P(t, x)), 1), *_field[:2]),
        forall((t, y), _has(P(x, y), Q(t, y), t), *_field),
        forall((t, y), le(size(Q(t, y)), F(y)), *_field),
    ), (eq(call("tangent", t, c, integral(a, b, Q(c, x)), integral(a, b, P(t, x))), 1),
        eq(integrable(a, b, Q(c, x)), 1)), "Bartle 12"),
    Law("smooth is integrable", (F, a, b),
        (le(a, b), _along(eq(differentiable(t, F(x)), 1))),
        (_whole, eq(integrable(a, b, size(F(x))), 1)), "Rudin 6.8"),
    Law("no integral", (F, G, S, a, b), (
        forall(t, _has(F(x), G(t), t), lt(a, t), le(t, b)),
        *(forall(k, stated, le(0, k)) for stated in (
            lt(a, S(k)), le(S(k), b), le(k, size(F(S(k)))))),
    ), (eq(integrable(a, b, G(x)), 0),), "Bartle 12"),
    Law("integral turned round", (F, a, b), (), (
        eq(integral(b, a, F(x)), -integral(a, b, F(x))),
        eq(integrable(b, a, F(x)), integrable(a, b, F(x))),
    ), "def"),
    Law("integral is linear", (F, G, w, a, b), (_whole, eq(integrable(a, b, G(x)), 1)), (
        eq(integral(a, b, w * F(x) + G(x)), w * integral(a, b, F(x)) + integral(a, b, G(x))),
        eq(integrable(a, b, w * F(x) + G(x)), 1),
    ), "Bartle 3"),
    Law("integral over parts", (F, a, b, c), (_whole, eq(integrable(b, c, F(x)), 1)), (
        eq(integral(a, c, F(x)), integral(a, b, F(x)) + integral(b, c, F(x))),
        eq(integrable(a, c, F(x)), 1),
    ), "Bartle 3"),
    Law("integral over a part", (F, a, b, r, c), (le(a, r), le(r, c), le(c, b), _whole),
        (eq(integrable(r, c, F(x)), 1),), "Bartle 3"),
    Law("integral along a line", (F, a, b, r, c), (eq(integrable(r*a + c, r*b + c, F(x)), 1),), (
        eq(r * integral(a, b, F(r*x + c)), integral(r*a + c, r*b + c, F(x))),
        eq(integrable(a, b, F(r*x + c)), 1),
    ), "Bartle 13"),
    Law("integrals in order", (F, G, a, b),
        (le(a, b), _whole, eq(integrable(a, b, G(x)), 1), _inside(le(F(t), G(t)))),
        (le(integral(a, b, F(x)), integral(a, b, G(x))),), "Bartle 3"),
)  # fmt: skip
