"""What the search proves and refutes: one row a method."""

from __future__ import annotations

import pytest

from derivations.kernel import manifest, read
from derivations.language.statements import eq
from derivations.search.linear import Span
from derivations.search.methods import METHODS
from derivations.search.readback import difference, form, reader
from tests.support.settled import conditions, judged, stated

# By a method, or by normal forms: sorts, hypotheses, what is claimed; the conditions.
PROVED = (
    ("", "x: real", "", "sin(x)**2 + cos(x)**2 = 1", ()),
    ("equations", "x, y: complex", "x = y + 1", "x**2 = y**2 + 2*y + 1", ()),
    ("reductions", "z: complex", "", "sqrt(z)**4 = z*sqrt(z)**2", ()),
    ("reductions", "z: complex", "", "1/(z + sqrt(z**2 + 1)) = sqrt(z**2 + 1) - z", ()),
    ("rewriting", "m, n, t: real", "m = n + t", "cos(m) = cos(n + t)", ()),
    ("order", "x, y: real", "x < y, y <= 2", "x < 2", ()),
    ("laws backwards", "x: real", "", "-1 <= sin(x)", ()),
    ("products", "x: real", "", "x*(1 - x) <= 1/4", ()),
    ("reductions", "x: complex", "", "(x**2 - 1)/(x - 1) = x + 1", ("x - 1 != 0",)),
    ("reductions", "x: real", "", "1/(1 + tan(x)**2) = cos(x)**2", ("cos(x) != 0",)),
    ("contradiction", "z: complex", "", "z + sqrt(z + 1)*sqrt(z - 1) != 0", ()),
    ("growth", "x: real", "x != 0", "sinh(x) != 0", ()),
    ("not zero", "z: complex", "0 < im(z)", "z**2/z + 3 != 0", ()),
    ("laws backwards", "x: real", "pi/2 < x, x < 3*pi/2", "cos(x) != 0", ()),
    ("rational arguments", "", "", "sign(exp(log(2)) - 2)**2 != 1", ()),
    ("rational arguments", "", "", "sqrt(exp(log(2)) + 2) = 2", ()),
    ("cancelling", "a, b, c: complex", "a*b = a*c, a != 0", "b = c", ()),
    ("ideals", "a, b, c: complex",
     "a != 0, b != 0, c != 0, a + b + c != 0, 1/a + 1/b + 1/c = 1/(a + b + c)",
     "(a + b)*(b + c)*(c + a) = 0", ()),
    ("ideals", "x, y: complex", "x != 0, x**4 = -1, y = x - 1/x", "y**2 = -2", ()),
    ("ideals", "x, y: complex", "x**3*y**2 = 0", "x*y = 0", ()),
    ("ideals", "x: complex", "sqrt(x)**2 = 2*sqrt(x), x != 0", "x = 4", ()),
    ("contradiction", "x, y: complex", "x**2 + y**2 = 1, x*y = 3", "x**2 != 1", ()),
    ("denominators", "a, b, c, d: complex", "b != 0, d != 0, b + d != 0, a/b = c/d",
     "(a + c)/(b + d) = a/b", ()),
    ("root", "z, w: complex", "", "Abs(z*w) = Abs(z)*Abs(w)", ()),
    ("exponentials", "b: positive; n: posint", "", "b**(2/n) = b**(1/n)*b**(1/n)", ()),
    ("induction", "n: natural", "", "n < 2**n", ()),
    ("instances", "f: family(integer -> complex); n: integer",
     "f[k + 1] = 2*f[k] for all k: integer", "f[n + 2] = 4*f[n]", ()),
    ("instances", "d: posint; n: natural; U: family(integer -> matrix(d, d))",
     "U[3]*U[q] = U[q + 3] for all q: integer", "U[n]*U[3]*U[5]*U[n] = U[n]*U[8]*U[n]", ()),
    ("powers of words", "d: posint; n: natural; A, B: matrix(d, d)",
     "A*B = Identity(d)", "A**(2*n)*B**n = A**n", ()),
    ("powers of words", "d, n: posint; W: unitary(d)", "", "(W**(n - 1)).H*W**n = W", ()),
    ("floors", "x: real; n: posint", "", "floor(floor(x)/n) = floor(x/n)", ()),
    ("floors", "a, b: integer; m: posint", "", "Mod(a*b, m) = Mod(Mod(a, m)*b, m)", ()),
    ("induction on sums", "n: integer", "-1 <= n", "Sum(k, (k, 1, n)) = n*(n + 1)/2", ()),
    ("entries of blocks", "b: positive; m: posint; k: natural", "k < m",
     "Stack(1/b**(j/m), (j, 0, m - 1))[k, 0] = b**(-k/m)", ()),
    ("odd powers", "x, y: real", "x**5 = (2*y)**5", "x = 2*y", ()),
    ("enclosure", "", "", "pi < 22/7", ()),
    ("congruence", "a, b: complex", "a = b + 1", "sqrt(a*b + a) = sqrt(b*b + 2*b + 1)", ()),
)  # fmt: skip

REFUTED = (
    ("x: real", "", "sqrt(x**2) = x"),
    ("z: complex", "", "log(exp(z)) = z"),
    ("n: posint; A, B: matrix(n, n)", "", "A*B = B*A"),
    ("n: posint; A, B: invertible(n)", "", "(A*B).I = A.I*B.I"),
    ("n: natural", "", "n**2 - n + 41 != 41*43"),
    ("x: real", "1 < x", "x**2 < 2*x"),
    ("x: real", "", "x + 10**(-40) = x"),
    ("", "", "x**2 < x for all x: real with 0 < x"),
    ("x, y: complex", "x**2*y = 0, x**2 = x", "x = 0"),
    ("n: natural; A, B: matrix(2, 2)", "A*B = Identity(2)", "A**(2*n)*B**n = A"),
)

# False, also where no values are found that refute it.
FALSE = (
    ("", "", "sign(exp(log(2)) - 2) = 1"),
    *REFUTED,
    ("x: complex", "sqrt(x)**2 = 2*sqrt(x)", "x = 4"),
    ("x, y: complex", "x != 0, x**4 = -1, y = x - 1/x", "y = sqrt(2)*I"),
    ("x: complex", "x**2 = x", "x = 1"),
    ("x, y: complex", "x**5 = y**5", "x = y"),
    ("x, y: real", "x**4 = y**4", "x = y"),
    ("m: posint; k: natural", "k <= m", "Stack(j, (j, 0, m))[k, 0] = k + 1"),
    ("a, b: integer; m: posint", "", "Mod(a + b, m) = Mod(a, m) + Mod(b, m)"),
    ("n: integer", "-2 <= n", "Sum(k, (k, 1, n)) = n*(n + 1)/2"),
)  # fmt: skip


@pytest.mark.parametrize(("method", "sorts", "given", "claim", "expected"), PROVED)
def test_proved(method, sorts, given, claim, expected):
    assert conditions(judged(sorts, given, claim)) == expected, method


@pytest.mark.parametrize(("sorts", "given", "claim"), REFUTED)
def test_refuted(sorts, given, claim):
    assert judged(sorts, given, claim).counterexample is not None


@pytest.mark.parametrize(("sorts", "given", "claim"), FALSE)
def test_what_is_false_is_not_proved(sorts, given, claim):
    assert judged(sorts, given, claim).theorem is None


def test_a_method_says_what_it_is_for():
    assert len({m.name for m in METHODS}) == len(METHODS)
    assert all(set(m.operators) <= {"==", "!=", "<", "<="} for m in METHODS)


@pytest.mark.parametrize("text", [
    "Sum(x[j]*conj(x[j])/(1 + x[j]), (j, 2, n)) = exp(I*pi/3)*sqrt(2)",
    "Product(1 + 1/j, (j, 1, n)) = n**(1/2)*sin(x[n]/2)",
    "scalar(v.H*A.T*A**n*v) = det(A + A.T)*tr(A.H)",
    "BlockDiag(A*x[j], (j, 0, n)) = BlockDiag(A, (j, 0, n))",
])  # fmt: skip
def test_normal_forms_are_read_back(text):
    sorts = "d: posint; n: natural; A: matrix(d, d); v: vector(d); x: family(integer -> real)"
    context = read(stated(sorts, "", text)).context
    relation = read(stated(sorts, "", text)).goals[0].relation
    whole = reader(context).form(difference(context, relation))
    left = reader(context).form(form(context, relation.left))
    assert manifest(context, eq(left, relation.left))
    assert difference(context, eq(whole, whole)) is not None


def test_combinations_of_vectors():
    one, two = (1, 0), (2, 0)
    span = Span()
    assert span.add({"a": one, "b": one})
    assert span.add({"b": (0, 1)})
    assert not span.add({"a": two, "b": one})
    assert span.combination({"a": one}) == {0: (1, 0), 1: (0, 1)}
    assert span.combination({"c": one}) is None
