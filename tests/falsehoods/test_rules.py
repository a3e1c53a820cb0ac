"""False certificates, at least two for each rule: each is rejected, with its reason.

Beside them stands what the same rule accepts (the reason is empty).  Where a draft of the kernel
proved the falsehood, a comment says how.
"""

import dataclasses
from types import SimpleNamespace

import pytest

from derivations.kernel import Certificate, Refutation, Rejected, Theorem, check
from derivations.kernel.points import proposition_at
from derivations.kernel.proofs import (
    Cases, Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, Law, Lemma, Offset,
    Order, Residues, Rewrite, Separation, StrongInduction, Telescope, Turn,
)
from derivations.language.sorts import INTEGER, NATURAL, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall, le, statement
from tests.support.certificates import Nowhere, Words, by, conditions, done, sums, why_not
from tests.support.notation import ONE, ZERO, function, identity, symbol, zero_matrix

NOT_SHOWN = "the normal forms do not show"

# By what they are about: the goal, the proof, the reason, the hypotheses.

ANY = Words(
    "x, y, z: complex", "a, b: real", "n, m, j1: natural", "p, d: posint", "j, k, k1: integer",
    "f: family(integer -> real)", "g: family(natural -> natural)", "h: family(natural -> real)",
    "A, B, C: matrix(d,d)", "V: unitary(d)", "W: matrix(p,p)",
)  # fmt: skip
RULES = {
    "cofactors combine equations": [
        ("x == 2", sums(("1", 0), ("-1", 1)), "", "x + y == 3", "y == 1"),
    ],
    "cofactors are declared of fitting size and about plain equations": [
        ("x == 0", by(0, left="y"), "the symbol y is not declared here", "x == 0"),
        ("x == 0", by(3), "there is no fact 3; there are 1", "x == 0"),
        ("x == 0", by(-1), "there is no fact -1; there are 1", "x == 0"),
        ("x == 0", by(0), "fact 0 is not an equation", "x != 0"),
        ("a == 0", by(0), "fact 0 is quantified; instantiate it first",
         "let a", "b == 0 for all b: real"),
        ("A == B", by(0, left="W"), "the sizes of cofactor and equation do not fit",
         "let d, p, W", "A == B"),
        ("x == 0", by(0), "a cofactor times its equation is not of the size of the goal", "A == B"),
    ],
    "have needs a closed fact and its proof": [
        ("x == y", Have("2*x == 2*y", by(0, left="2"), by(0)), "", "x == y"),
        ("x == y", Have("x == y", done, by(0)), "the normal forms do not show x == y"),
        ("x == x", Have("z == z", done, done), "the symbol z is not declared here"),
        ("x == x", Have(Proposition(eq(ONE, identity(2))), done, done),
         "one side of the relation is a scalar, the other a matrix"),
    ],
    "variables are renamed apart from guards": [
        ("1 <= 0", Have("k <= 0 for all k, k1: integer with k1 <= 0", done,
                        Instantiate(0, ("1", "0"), (done,), done)),
         "the normal forms do not show k2 <= 0", "let k"),
    ],
    "instances are of the sort and their guards proved": [
        ("f[2] == 0", Instantiate(0, ("2",), (), by(1)), "", "f[n] == 0 for all n: natural"),
        ("f[-2] == 0", Instantiate(0, ("-2",), (), by(1)),
         "-2 is not seen to be natural, the sort of n", "f[n] == 0 for all n: natural"),
        ("f[k] == 0", Instantiate(0, ("k",), (), by(1)),
         "k is not seen to be natural, the sort of n", "f[n] == 0 for all n: natural"),
        ("f[2] == 0", Instantiate(0, ("2",), (done,), by(1)), NOT_SHOWN,
         "f[n] == 0 for all n: natural with 5 <= n"),
        ("f[7] == 0", Instantiate(0, ("7",), (), by(1)), "fact 0 has 1 guard(s)",
         "f[n] == 0 for all n: natural with 5 <= n"),
        ("f[2] == 0", Instantiate(0, (), (), by(1)), "fact 0 has 1 variable(s), not 0",
         "f[n] == 0 for all n: natural"),
        ("f[2] == 0", Instantiate(0, ("m",), (), done), "the symbol m is not declared here",
         "f[n] == 0 for all n: natural"),
    ],
    "induction needs base and step": [
        ("Sum(k, (k, 1, n)) == n*(n + 1)/2", Induction("n", done, by(0)), ""),
        ("Sum(k, (k, 1, n)) == n*(n + 1)/2 + 1", Induction("n", done, by(0)), NOT_SHOWN),
        ("n == 0", Induction("n", done, by(0)), "the normal forms do not show n + 1 == 0"),
    ],
    "induction on a posint starts at one": [
        ("0 < p", Induction("p", done, done), ""),
        ("p == p*p", Induction("p", done, by(0)), NOT_SHOWN),
    ],
    "congruence needs every argument to be equal": [
        ("log(x) == log(y)", Congruence((by(0),)), "", "x == y", "y != 0"),
        ("log(x) == log(y)", Congruence((done,)), "the normal forms do not show x == y"),
        ("exp(a) <= exp(b)", Congruence((done,)), "congruence proves equations"),
        ("log(x) == arg(x)", Congruence((done,)), "log(x) and arg(x) do not have the same head"),
        ("f[k] == g[k]", Congruence((done, done)), "the families differ"),
        ("x == x", Congruence(()), "congruence needs a proof for each of 0 arguments"),
    ],
    "congruence under a binder is inside its range": [
        ("Sum(f[j], (j, 1, n)) == Sum(0, (j, 1, n))",
         Congruence((done, done, Instantiate(0, ("j1",), (done, done), by(3)))), "", "let n, f, j",
         "f[k] == 0 for all k: integer with 1 <= k and k <= n"),
        ("Sum(f[j], (j, 0, n)) == Sum(0, (j, 0, n))",
         Congruence((done, done, Instantiate(0, ("j1",), (done, done), by(3)))),
         "the normal forms do not show 1 <= j1", "let n, f, j",
         "f[k] == 0 for all k: integer with 1 <= k and k <= n"),
        ("Sum(f[k], (k, 1, n)) == Sum(0, (k, 1, n))", Congruence((done, done)),
         "under a binder, prove lower, upper and body to be equal",
         "f[k] == 0 for all k: integer with 1 <= k and k <= n"),
        ("Sum(f[k], (k, 1, n)) == Sum(f[k], (k, 1, n + 1))", Congruence((done, done, done)),
         NOT_SHOWN),
    ],
    "rewrite needs a plain equation": [
        ("log(x) == log(y)", Rewrite(0, done), "", "x == y", "y != 0"),
        ("x == y", Rewrite(0, done), "fact 0 is not a plain equation", "x != y"),
        ("f[2] == 0", Rewrite(0, done), "fact 0 is not a plain equation",
         "f[n] == 0 for all n: natural"),
    ],
    "rewrite does not touch what a binder captures": [
        ("Sum(f[k], (k, 1, 3)) == 3*f[0]", Rewrite(0, done), NOT_SHOWN, "k == 0"),
        ("Sum(f[k], (k, 1, 3)) == Sum(f[j], (k, 1, 3))", Rewrite(0, done), NOT_SHOWN, "j == k"),
    ],
    "a factor of what is not zero": [
        ("x - 1 != 0", Factor(0, "x + 1"), "", "x**2 - 1 != 0"),
        ("x - 2 != 0", Factor(0, "x + 1"), "fact 0 is not this multiple of the goal",
         "x**2 - 1 != 0"),
        ("x - 1 == 0", Factor(0, "x + 1"), "the rule shows that something is not zero",
         "x**2 - 1 != 0"),
        ("x - 1 != 0", Factor(0, "x + 1"), "fact 0 is not a plain relation with !=",
         "x**2 - 1 == 0"),
        ("x != 0", Factor(0, "y"), "the symbol y is not declared here", "x*2 != 0"),
    ],
    "an inverse needs a determinant that is not zero": [
        ("B == C", Inverse(0, sums(("A.I", 1), ("-1", 3, "B"))),
         "fact 0 is not a plain relation with !=", "A*B == A*C"),
        ("B == C", Inverse(0, sums(("A.I", 1), ("-1", 3, "B"))),
         "fact 0 does not say that a determinant is not zero", "x != 0", "A*B == A*C"),
        ("B == C", Inverse(0, sums(("A.I", 1), ("-1", 3, "B"))),
         "fact 0 does not say that a determinant is not zero", "det(A) != 1", "A*B == A*C"),
    ],
    "counterexamples are values of the sorts": [
        ("0 <= n", {"n": "-1"}, "-1 is not seen to be natural, the sort of n"),
        ("a**2 == -1", {"a": "I"}, "I is not seen to be real, the sort of a"),
        ("V == V*V", {"d": "1", "V": "Matrix([[2]])"},
         "matrix(2) is not seen to be unitary matrix(1, 1), the sort of V"),
        ("V == V*V", {"d": "1", "V": "Identity(2)"},
         "identity(2) is not seen to be unitary matrix(1, 1), the sort of V"),
    ],
    "the function put for a family has its sort everywhere": [
        ("0 <= g[1] - 3", {"g": "Function(m -> 3 - m)"},
         "function(m, 3 - m) is not seen to be family(natural -> natural), the sort of g"),
        ("h[1] == 0", {"h": "Function(m -> 1/m)"},
         "the value of h is not seen to be defined everywhere"),
    ],
    "only what is zero everywhere is nowhere defined": [
        ("I <= 1", Nowhere(), ""),
        ("z <= 1", Nowhere(), "the normal forms do not show im(z) != 0"),
        ("Sum(1/(k - 2), (k, 1, n)) == 5", Nowhere(),
         "expected an instance of what is needed, which fails"),
        ("Sum(1/(k - 2), (k, 1, n)) == 5", Nowhere(Instantiate(0, ("1",), (done, done), done)),
         NOT_SHOWN),
        ("Sum(1/(k - 2), (k, 1, n)) == 5", Nowhere(Instantiate(0, ("2",), (done, done), done)),
         NOT_SHOWN),
        ("Sum(1/(k - 2), (k, 1, n)) == 5", Nowhere(Instantiate(0, ("3",), (done, done), done)),
         NOT_SHOWN),
        ("Sum(1/(k - 2), (k, 1, n + 2)) == 5", Nowhere(Instantiate(0, ("2",), (done, done), done)),
         ""),
        ("1/(k - 2) == 5 for all k: integer", Nowhere(Instantiate(0, ("2",), (), done)),
         "there may be a value where this does not hold"),
        ("x == x", Nowhere(), "there are 0 obligations"),
    ],
}

OF_INTEGERS = Words(
    "n, m, j: natural", "z, k: integer", "p: posint", "x, y: real", "w: complex",
    "f: family(natural -> positive)",
)
INTEGERS = {
    "cases cover the line": [
        ("0 <= Max(n, 0)*0 + n", Cases("n <= 0", done, done), ""),
    ],
    "both cases are proved": [
        ("n == 0", Cases("n == 0", Rewrite(0, done), done), "the normal forms do not show n == 0"),
    ],
    "the next integer only between integers": [
        ("1 <= x", Cases("x <= 0", done, done), "the normal forms do not show 1 <= x"),
    ],
    "an integer from its bound on": [
        ("Sum(1, (k, z, n)) == n - z + 1", Offset("n", "m", "z", done, done), "", "z <= n"),
    ],
    "an offset needs its bound": [
        ("Sum(1, (k, z, n)) == n - z + 1", Offset("n", "m", "z", done, done), NOT_SHOWN),
    ],
    "an offset is for integers": [
        ("floor(x) == x", Offset("x", "m", "0", done, done), "x is real, not an integer", "0 <= x"),
    ],
    "an offset takes a new name": [
        ("n == 2*m", Offset("n", "m", "m", done, done), "the name m is taken", "m <= n"),
    ],
    "an offset is not below itself": [
        ("n == 0", Offset("n", "m", "n", done, done), "the lower bound mentions n"),
    ],
    "two bases for a recurrence of order two": [
        ("Sum(fibonacci(k), (k, 0, n)) == fibonacci(n + 2) - 1",
         StrongInduction("n", (done, done), by(1)), ""),
    ],
    "facts about the variable are premises of earlier values": [
        ("n == 0", StrongInduction("n", (done,), by(1)),
         "fact 1 is quantified; instantiate it first", "n <= 0"),
    ],
    "seven is not three": [
        ("n == 3", StrongInduction("n", (done,), done), NOT_SHOWN, "n == 7"),
    ],
    "no base no induction": [
        ("n == n + 1", StrongInduction("n", (), done),
         "an induction has from 1 to 12 bases, not 0"),
    ],
    "every base is proved": [
        ("n*(n - 1) == 0", StrongInduction("n", (done, done), by(0)), NOT_SHOWN),
    ],
    "no induction on reals": [
        ("x == 0", StrongInduction("x", (done,), done),
         "induction is on a natural or a posint; x is real"),
    ],
    "a sum of differences": [
        ("Sum(k*factorial(k), (k, 1, n)) == factorial(n + 1) - 1",
         Telescope("Sum(k*factorial(k), (k, 1, n))", "factorial(k)", done, by(0)), ""),
    ],
    "the difference is proved": [
        ("Sum(k, (k, 0, n)) == n*n", Telescope("Sum(k, (k, 0, n))", "k*(k - 1)", done, by(0)),
         NOT_SHOWN),
    ],
    "reversed ranges do not telescope": [
        ("Sum(k, (k, 1, z)) == z*(z + 1)/2",
         Telescope("Sum(k, (k, 1, z))", "k*(k - 1)/2", done, by(0)),
         "the number of terms of the sum is not seen to be natural"),
    ],
    "an antidifference knows the index only": [
        ("Sum(k, (k, 0, n)) == 0", Telescope("Sum(k, (k, 0, n))", "m", done, by(0)),
         "the symbol m is not declared here"),
    ],
    "a turn that is not whole": [
        ("exp(2*pi*I/p) != 1", Turn("1", "p", done, done), "", "2 <= p"),
    ],
    "a whole turn": [
        ("exp(2*pi*I/p) != 1", Turn("1", "p", done, done), "the normal forms do not show 1 < p"),
    ],
    "another turn than the one claimed": [
        ("exp(4*pi*I/p) != 1", Turn("1", "p", done, done), "the goal is not e^{2πi a/b} ≠ 1",
         "2 <= p"),
    ],
    "every class holds": [
        ("Mod(z**561 - z, 561) == 0", Residues(), ""),
        ("Mod(4**n + 15*n - 1, 9) == 0", Residues(), ""),
        ("floor(z/2) + floor((z + 1)/2) == z", Residues(), ""),
        ("floor(x) + floor(x + 1/2) == floor(2*x)", Residues(), ""),
        ("2*floor(x) <= floor(2*x)", Residues(), ""),
        ("x < floor(x) + 1", Residues(), ""),
        ("Mod(z*z, 4) != 3", Residues(), ""),
    ],
    "one class fails": [
        ("Mod(z**3 - z, 12) == 0", Residues(), "the goal is not seen to hold"),
        ("Mod(2**n, 2) == 0", Residues(), "the goal is not seen to hold in one of the classes"),
        ("floor(-x) == -floor(x) - 1", Residues(), "the goal is not seen to hold"),
        ("floor(x) < x", Residues(), "the goal is not seen to hold in one of the classes"),
        ("Mod(z*z, 3) < 1", Residues(), "the goal is not seen to hold in one of the classes"),
        ("floor(z/2) == z/2", Residues(), "the goal is not seen to hold in one of the classes"),
    ],
    "a power is periodic from some place on": [
        ("Mod(2**n, 4) == 0", Residues((0,)), "", "2 <= n"),
        ("Mod(2**n, 4) == 0", Residues((0,)), "the goal is not seen to hold", "1 <= n"),
    ],
    "facts that are not there": [
        ("Mod(z, 2) == 0", Residues((3,)), "there is no fact 3 to use"),
    ],
    "two reals in one floor": [
        ("floor(x) + floor(y) == floor(x + y)", Residues(), "a floor of two real numbers"),
    ],
    "remainders by what may be zero": [
        ("Mod(z, k) == 0", Residues(), "a floor of what is not a polynomial in integers"),
    ],
    "a family has no values outside its index sort": [
        ("0 < f[k]", {"f": "Function(j -> j + 1)", "k": "-5"},
         "the goal is not seen to be defined at the values: 0 <= -5"),
        ("0 < Sum(f[k], (k, -3, 0))", {"f": "Function(j -> j + 1)"},
         "the goal is not seen to be defined at the values"),
        ("f[k] < 3", {"f": "Function(j -> j + 1)", "k": "5"}, ""),
    ],
}

OF_REALS = Words("x, y, a: real", "p: positive", "z, w: complex", "n: natural")
REALS = {
    "a sum of squares": [
        ("2*x*y <= x**2 + y**2", Order("(x - y)**2", "1"), ""),
        ("2*x*y <= x**2 + y**2", Order("(x + y)**2", "1"),
         "the difference times the multiplier is not the form"),
        ("x**2 + y**2 <= 2*x*y", Order("-(x - y)**2", "1"),
         "the form is not seen to be at least 0"),
        ("0 <= z**2", Order("z**2", "1"), "the form is not seen to be at least 0"),
    ],
    "an equal pair is no strict order": [
        ("2*x*y < x**2 + y**2 + 1", Order("(x - y)**2 + 1", "1"), ""),
        ("2*x*y < x**2 + y**2", Order("(x - y)**2", "1"), "the form is not seen to be positive"),
    ],
    "a multiplier must be positive": [
        ("2 <= p + 1/p", Order("(p - 1)**2", "p"), ""),
        ("0 <= x", Order("x**2", "x"), "the multiplier is not seen to be positive"),
        ("x < 0", Order("0", "0"), "the form is not seen to be positive"),
    ],
    "order proves no equation": [
        ("x == x", Order("0", "1"), "the rule proves ≤, < and ≠, not equations"),
    ],
    "cofactors are equations that are known": [
        ("4*x*y <= 1", Order("(x - y)**2", "1", (Cofactor("x + y + 1", 0),)), "", "x + y == 1"),
        ("4*x*y <= 1", Order("(x - y)**2", "1", (Cofactor("x + y + 1", 0),)),
         "fact 0 is not an equation", "x + y <= 1"),
        ("4*x*y <= 1", Order("(x - y)**2", "1", (Cofactor("1", 7),)),
         "there is no fact 7; there are 0"),
        ("4*x*y <= 1", Order("(a - y)**2", "1"), "the symbol a is not declared here"),
    ],
    "signs of facts are used as given": [
        ("0 <= x*(1 - x)", Order("x*(1 - x)", "1"), "", "0 <= x", "x <= 1"),
        ("0 <= x*(1 - x)", Order("x*(1 - x)", "1"), "the form is not seen to be at least 0",
         "0 <= x"),
        ("0 <= x*y", Order("x*y", "1"), "the form is not seen to be at least 0", "0 <= x",
         "y != 0"),
    ],
    "laws need their premises": [
        ("sin(x) <= x", Law("sine below line", ("x",), (done,), done), "", "0 <= x"),
        ("sin(x) <= x", Law("sine below line", ("x",), (done,), done), NOT_SHOWN),
    ],
    "laws keep their sorts": [
        ("1 + x <= exp(x)", Law("exp above line", ("x",), (), done), ""),
        ("z == z", Law("exp above line", ("z",), (), done),
         "z is not seen to be real, the sort of x"),
        ("z == z", Law("exp above line", ("a",), (), done), "the symbol a is not declared here"),
    ],
    "a root is named by its half plane": [
        ("sqrt(z**2) == z", Law("sqrt from right half", ("z", "z**2"), (done, done), by(1)), "",
         "0 < re(z)"),
        ("sqrt(z**2) == z", Law("sqrt from right half", ("z", "z**2"), (done, done), done),
         NOT_SHOWN),
        ("sqrt(z**2) == z", Law("sqrt from right half", ("z", "z**2"), (done, done), done),
         NOT_SHOWN, "0 <= re(z)"),
        ("sqrt(x**2) == x", Law("sqrt", ("x", "x**2"), (done, done), by(1)), "", "0 <= x"),
        ("sqrt(x**2) == x", Law("sqrt", ("x", "x**2"), (done, done), by(1)), NOT_SHOWN),
    ],
    "inverse functions are named inside their range": [
        ("atan(tan(x)) == x", Law("atan", ("x", "tan(x)"), (done, done, done), by(4)), "",
         "-pi/2 < x", "x < pi/2", "cos(x) != 0"),
        ("atan(tan(x)) == x", Law("atan", ("x", "tan(x)"), (done, done, done), by(4)), NOT_SHOWN,
         "cos(x) != 0", "x < pi/2"),
        ("atan(tan(x)) == x", Law("atan", ("x", "tan(x)"), (done, done, done), by(4)), NOT_SHOWN,
         "-pi/2 < x", "cos(x) != 0"),
    ],
    "a logarithm is named inside its strip": [
        ("log(z*w) == log(z) + log(w)",
         Law("log", ("log(z) + log(w)", "z*w"), (done, done, done), done), NOT_SHOWN, "z != 0",
         "w != 0"),
        ("log(exp(z)) == z", Law("log", ("z", "exp(z)"), (done, done, done), done), NOT_SHOWN),
    ],
    "separation": [
        ("sqrt(5 + 2*sqrt(6)) == sqrt(2) + sqrt(3)", Separation(), ""),
        ("sqrt(5 + 2*sqrt(6)) == sqrt(3) - sqrt(2)", Separation(),
         "the sides are not seen to be equal"),
        ("sqrt(5 + 2*sqrt(6)) + 10**-60 == sqrt(2) + sqrt(3)", Separation(),
         "the sides are not seen to be equal"),
        ("sqrt(x**2) == x", Separation(), "the sides are not seen to be equal"),
        ("pi == 355/113", Separation(), "the sides are not seen to be equal"),
        ("0 < sqrt(2)", Separation(), "the rule proves equations"),
        ("sin(x + pi/4) == (sin(x) + cos(x))*sqrt(2)/2", Separation(), ""),
        ("sin(x + pi/4) == (sin(x) + cos(x))*sqrt(3)/2", Separation(),
         "the sides are not seen to be equal"),
    ],
    "roots take the principal branch": [
        ("(-1)**(1/3) == exp(I*pi*(1/3))", Separation(), ""),
        ("(-1)**(1/3) == -1", Separation(), "the sides are not seen to be equal"),
        ("sqrt(-2)*sqrt(-3) == sqrt(6)", Separation(), "the sides are not seen to be equal"),
    ],
    "induction on an inequality": [
        ("1 + n*x <= (1 + x)**n",
         Induction("n", done, Order("(1 + x)*((1 + x)**n - (1 + n*x)) + n*x**2", "1")), "",
         "-1 <= x"),
        ("1 + n*x <= (1 + x)**n",
         Induction("n", done, Order("(1 + x)*((1 + x)**n - (1 + n*x)) + n*x**2", "1")),
         "the form is not seen to be at least 0"),
        ("1 + n <= n", Induction("n", done, done), "the normal forms do not show 1 + 0 <= 0"),
    ],
}


@pytest.mark.parametrize(
    ("words", "row"),
    [
        pytest.param(words, row, id=f"{name}: {row[0]}")
        for words, table in ((ANY, RULES), (OF_INTEGERS, INTEGERS), (OF_REALS, REALS))
        for name, rows in table.items() for row in rows
    ],
)  # fmt: skip
def test_a_certificate_is_accepted_or_rejected(words: Words, row: tuple) -> None:
    words.judge(*row)


def test_equal_shapes_with_other_symbols_are_other_statements() -> None:
    """Two objects for one symbol were taken for two symbols, and x = x settled y = z."""
    assert ANY.why(["x == x", "y == z"], (done, done)) == "the normal forms do not show y == z"


def test_variables_have_different_names() -> None:
    """Two families of one name had one value, and 0 and I were put for them."""
    n, k = symbol("n", NATURAL), symbol("k", INTEGER)
    families = [family_of(NATURAL), family_of(INTEGER)]
    values = (function((n,), zero_matrix(1, 1)), function((k,), identity(1)))
    false = forall(families, eq(families[0][1], families[1][1]))
    proof = Have(false, done, Instantiate(0, values, (), done))
    assert ANY.why("0 == 1", proof) == "two of the variables have one name"


def family_of(index):
    return symbol("f", family_sort((index,), matrix_sort(ONE, ONE)))


# Lemmas


def test_a_lemma_needs_its_hypotheses_and_conditions() -> None:
    lemma = ANY.made("x/x == 1")
    assert conditions(lemma) == ["x != 0"]
    use = {"lemmas": [lemma]}
    ANY.made("a/a == 1", Lemma(lemma.hash, ("a",), (done,), by(1)), "a != 0", **use)
    at_zero = Lemma(lemma.hash, ("0",), (done,), by(0))
    assert ANY.why("0 == 1", at_zero, **use) == "the normal forms do not show 0 != 0"
    dropped = Lemma(lemma.hash, ("0",), (), by(0))
    assert ANY.why("0 == 1", dropped, **use) == "the lemma has 1 premise(s)"
    unknown = ANY.certificate("0 == 1", Lemma("no", (), (), done), lemmas=("no",))
    with pytest.raises(Rejected, match="there is no theorem no"):
        check(unknown, {"no": lemma})


def test_a_lemma_needs_its_hypotheses_to_be_defined() -> None:
    """1/x = 0 nowhere, so it entails 0 = 1; at x = 0 it holds by the junk value of 1/0."""
    lemma = ANY.made("0 == 1", by(0, left="-x"), "1/x == 0")
    for premises, why in (
        ((done,), "the lemma has 2 premise(s)"),
        ((done, done), "the normal forms do not show 0 != 0"),
    ):
        use = Lemma(lemma.hash, ("0",), premises, by(0))
        assert ANY.why("0 == 1", use, lemmas=[lemma]) == why


def test_a_premise_does_not_capture_a_symbol_of_the_same_name() -> None:
    """With a size put for n, the quantified A was taken for the declared A."""
    sized = Words("p: posint", "B, C: matrix(p,p)")
    lemma = sized.made(
        "B*C == C*B", Instantiate(0, ("C",), (), by(1, left="-1")),
        "A*B == B*A for all A: matrix(p,p)",
    )  # fmt: skip
    seven = Words("A, B, C: matrix(7,7)")
    proof = Lemma(lemma.hash, ("7", "B", "C"), (by(0),), by(1))
    why = seven.why("B*C == C*B", proof, "A*B == B*A", lemmas=[lemma])
    assert why == "the normal forms do not show A1*B == B*A1"


# Refutations


def test_a_symbol_has_one_value() -> None:
    x = ANY.symbols["x"]
    twice = Refutation(ANY.statement("x == x"), 0, ((x, ZERO), (x, ONE)))
    assert why_not(twice) == "a symbol is given two values"


def test_a_guard_that_is_not_decided_leaves_the_proposition_undecided() -> None:
    """A sum of roots of unity of an order beyond those that are reduced, which is 0."""
    turns = "exp(2/5003*pi*I) + exp((2/5003 + 2/3)*pi*I) + exp((2/5003 + 4/3)*pi*I) == 0"
    undecided = ANY.proposition(turns).relation
    assert proposition_at(Proposition(eq(ONE, 2), (), (undecided,))) is None
    assert proposition_at(Proposition(eq(ONE, 2), (), (eq(ONE, 2),))) is True
    known = "0 <= n for all n: natural with -3 <= n and n <= 3"
    assert proposition_at(ANY.proposition(known)) is True


def test_many_instances_are_not_looked_at() -> None:
    variables = [symbol(f"i{place}", NATURAL) for place in range(4)]
    guards = [guard for v in variables for guard in (le(0, v), le(v, 900))]
    relation = le(variables[0] * variables[1] - variables[2], variables[3])
    assert proposition_at(forall(variables, relation, *guards)) is None


def test_sorts_that_may_be_empty_need_a_model() -> None:
    sized = Words("d: posint", "E: unitary nilpotent2 matrix(d,d)")
    assert sized.why("1/0 == 1", Nowhere(), "let d, E") == "the hypotheses need a model"
    assert sized.why("1/0 == 1", Nowhere()) == ""


def test_variables_and_indices_may_have_one_name_in_two_sorts() -> None:
    two = symbol("q", family_sort((NATURAL, INTEGER), REAL))
    k = symbol("k", NATURAL)
    same = function((k, symbol("k", INTEGER)), k)
    assert "is not seen to be" in why_not(
        Refutation(statement(eq(two[0, 1], 1)), 0, ((two, same),))
    )
    twice = Proposition(eq(k, k), (symbol("k", INTEGER), k))
    x = ANY.symbols["x"]
    certificate = Certificate(statement(eq(x, x), (twice,), (x,)), (done,))
    assert "cannot quantify over 'k'" in why_not(certificate)
    shadow = Certificate(statement(eq(k, k), (Proposition(eq(k, k), (k,)),), (k,)), (done,))
    assert why_not(shadow).startswith("a hypothesis quantifies over k, which is also")


# Theorems


def test_theorems_are_not_made_by_hand() -> None:
    theorem = ANY.made("x == x")
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(theorem, statement=statement(eq(ZERO, ONE)))
    with pytest.raises(TypeError, match="made by derivations"):
        Theorem(None, statement(eq(ZERO, ONE)), (), None, (), (), ())


def test_what_looks_like_a_theorem_is_none() -> None:
    """`1 = 0` was once a theorem by a lemma that was none."""
    false = statement(eq(ONE, ZERO))
    fake = SimpleNamespace(hash="h", statement=false, conditions=())
    by_lemma = Certificate(false, (Lemma("h", (), (), by(0)),), lemmas=("h",))
    with pytest.raises(Rejected, match="there is no theorem h"):
        check(by_lemma, {"h": fake})
    with pytest.raises(TypeError, match="only the kernel makes"):
        type("Forged", (Theorem,), {"__post_init__": lambda self, _key: None})
