"""Reading plain text: what is read, how, and every way in which it is refused."""

import json
import pickle
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from derivations.language.files import parse_statements
from derivations.language.limits import limits
from derivations.language.parser import StatementErrors, parse_claim, parse_statement
from derivations.language.parser_terms import depth
from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, POSINT, REAL, Sort, family_sort, matrix_sort,
)
from derivations.language.statements import Proposition, Statement, StatementError, eq, le, lt, ne
from derivations.language.substitution import subterms
from derivations.language.terms import MAX_DIGITS, Place, Term
from derivations.language.tokens import Undeclared, Unsupported
from tests.support.notation import (
    PI, I, Written, add, apply, call, conj, cos, div, exp, identity, in_text, matrix, mul, neg,
    number, power, product, sqrt, stack, sum_, symbol,
)
from tests.support.parsing import parse_proposition, parse_sort, parse_term

x, y, z = symbol("x", REAL), symbol("y", REAL), symbol("z")
n, m = symbol("n", POSINT), symbol("m", POSINT)
A, B = symbol("A", matrix_sort(n, n)), symbol("B", matrix_sort(n, n))
f = symbol("f", family_sort((INTEGER,), REAL))
DECLARED = {s.name: s for s in (x, y, z, n, m, A, B, f)}
K = symbol("k", INTEGER)
LONG = 100_000


def read(text: str) -> Term:
    return parse_term(text, DECLARED)


def fault(text: str, declared: dict[str, Term] | None = None) -> str:
    """The message of the error, which starts with the place."""
    with pytest.raises(StatementError) as error:
        parse_term(text, DECLARED if declared is None else declared)
    message = str(error.value)
    assert "\n" not in message
    return message.removeprefix("<text>:")


# Arithmetic


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("x+y+z", add(x, y, z)),
        ("(x+y)+z", add(add(x, y), z)),
        ("x-y+z", add(x, neg(y), z)),
        ("x - y*z", add(x, neg(mul(y, z)))),
        ("x*y*z", mul(x, y, z)),
        ("x*y/z*n", mul(div(mul(x, y), z), n)),
        ("x/y/z", div(div(x, y), z)),
        ("x**y**z", power(x, power(y, z))),
        ("-x**2", neg(power(x, 2))),
        ("x**-y**z", power(x, neg(power(y, z)))),
        ("x**-y*z", mul(power(x, neg(y)), z)),
        ("-x*y", neg(mul(x, y))),
        ("(-x)*y", mul(neg(x), y)),
        ("x*-y*z", mul(x, neg(y), z)),
        ("x - -y", add(x, neg(neg(y)))),
        ("--x", neg(neg(x))),
        ("+x", x),
        ("((x))", x),
        (" \n\tx \r\n", x),
    ],
)
def test_arithmetic(text: str, term: Term) -> None:
    assert read(text) == term


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("2", number(2)),
        ("-2", number(-2)),
        ("-2*x", mul(-2, x)),
        ("-2**n", neg(power(2, n))),
        ("(-2)**n", power(-2, n)),
        ("-(2)", neg(2)),
        ("x - 2", add(x, neg(2))),
        ("x**-2", power(x, -2)),
        ("1/2", number(Fraction(1, 2))),
        ("-1/2*x", mul(Fraction(-1, 2), x)),
        ("x - 1/2", add(x, neg(Fraction(1, 2)))),
        ("2/4", div(2, 4)),
        ("1/0", div(1, 0)),
        ("4/1", div(4, 1)),
        ("(1)/2", div(1, 2)),
        ("x*1/2", div(mul(x, 1), 2)),
        ("x**1/2", div(power(x, 1), 2)),
        ("1/2**n", div(1, power(2, n))),
        ("1/2/3", div(Fraction(1, 2), 3)),
        ("0.1", number(Fraction(1, 10))),
        (".5", number(Fraction(1, 2))),
        ("1e-17", number(Fraction(1, 10**17))),
        ("2.50E+3", number(2500)),
        ("0.5/3", div(Fraction(1, 2), 3)),
        ("Rational(-1, 3)", number(Fraction(-1, 3))),
    ],
)
def test_numbers_are_exact_and_one_leaf(text: str, term: Term) -> None:
    assert read(text) == term


@given(st.decimals(allow_nan=False, allow_infinity=False, places=12, min_value=0, max_value=10**9))
def test_a_decimal_is_the_rational_that_it_spells(value: Any) -> None:
    assert read(str(value)) == number(Fraction(value))


# Names


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("exp(I*pi)", exp(mul(I, PI))),
        ("Abs(z)", call("abs", z)),
        ("conjugate(z)", conj(z)),
        ("Mod(n,2)", call("mod", n, 2)),
        ("Max(x,y,z)", call("max", x, y, z)),
        ("atan2(y,x)", call("atan2", y, x)),
        ("ceiling(x)", call("ceiling", x)),
        ("A.T.H.I", call("inv", A.T.H)),
        ("inv(Transpose(A))", call("inv", A.T)),
        ("(A*B).T", mul(A, B).T),
        ("A.exp()*(-A).exp()", mul(call("matexp", A), call("matexp", neg(A)))),
        ("A.T**2", power(A.T, 2)),
        ("eye(2) + Identity(n)", add(identity(2), identity(n))),
        ("zeros(n)", call("zero", n, n)),
        ("zeros(n, m)", call("zero", n, m)),
        ("0*Identity(n)", mul(0, identity(n))),
        ("Matrix([[x,-y],[0,1]])", matrix([[x, neg(y)], [0, 1]])),
        ("Matrix([[x]])", matrix([[x]])),
        ("BlockMatrix([[A,B],[B,A]])", Written("blocks", (A, B, B, A), (2, 2))),
        ("kronecker_product(A,B)", call("kronecker", A, B)),
        ("A[0,n-1]", A[0, n - 1]),
        ("f[n] + f(n)", add(apply(f, n), apply(f, n))),
        ("scalar(A.T*A)", call("scalar", mul(A.T, A))),
        ("norm(A)*inner(x,y)", mul(call("norm", A), call("inner", x, y))),
    ],
)
def test_functions_and_matrices(text: str, term: Term) -> None:
    assert read(text) == term


def test_a_declared_name_comes_before_a_function_of_that_name() -> None:
    gamma = symbol("gamma", REAL)
    assert parse_term("gamma**2", {"gamma": gamma}) == gamma**2
    assert "no operator between 'gamma' and '('" in fault("gamma(2)", {"gamma": gamma})


def test_a_term_keeps_its_place() -> None:
    term = parse_term("x +\n  cos(y)*z", DECLARED, "notes.md")
    assert term.place == Place("notes.md", 1, 1)
    assert term.args[1].place == Place("notes.md", 2, 3)


# Sums


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Sum(k**2,(k,1,n))", sum_(K**2, (K, 1, n))),
        ("Product(n-k,(k,0,100))", product(n - K, (K, 0, 100))),
        ("Stack(f[k],(k,-n,n))", stack(f[K], (K, neg(n), n))),
        ("Sum((k+1),(k,1,n))*2", mul(sum_(K + 1, (K, 1, n)), 2)),
        ("Sum(k,(k,6/3,4))", sum_(K, (K, div(6, 3), 4))),
    ],
)
def test_sums(text: str, term: Term) -> None:
    assert read(text) == term


@pytest.mark.parametrize("k", [symbol("k", NATURAL), symbol("k", REAL)], ids=str)
def test_an_index_is_an_integer_whatever_is_declared_by_its_name(k: Term) -> None:
    assert parse_term("Sum(k,(k,0,9)) + k", {"k": k}) == add(sum_(K, (K, 0, 9)), k)


def test_the_first_of_several_ranges_is_innermost_and_its_limits_may_use_the_later_ones() -> None:
    j = symbol("j", INTEGER)
    assert read("Sum(k*j,(k,1,j),(j,1,n))") == sum_(sum_(mul(K, j), (K, 1, j)), (j, 1, n))
    assert "j is not declared" in fault("Sum(k*j,(k,1,n),(j,1,j))")


def test_an_index_does_not_reach_beyond_its_sum() -> None:
    assert fault("Sum(k,(k,1,n)) + k").startswith("1:18: k is not declared")
    assert fault("Sum(k,(k,1,k))").startswith("1:12: k is not declared")


def test_a_named_term_is_not_captured() -> None:
    named = {"k": K, "w": K + 1}
    assert fault("Sum(w,(k,1,3))", named) == (
        "1:5: w depends on k, which the sum around it uses as its index; rename the index"
    )
    assert parse_term("Sum(w*j,(j,1,k))", named).head == "sum"


def test_another_name_of_a_symbol_is_not_captured() -> None:
    named = {"k": K, "a": K}
    assert "a depends on k, which the sum around it uses" in fault("Sum(a,(k,1,3))", named)
    assert "a depends on k" in fault("Sum(Sum(j,(j,1,a)),(k,1,3))", named)
    assert parse_term("Sum(k,(k,a,3))", named) == sum_(K, (K, K, 3))


def test_limits_that_are_fractions_are_refused() -> None:
    assert fault("Sum(k,(k,1,3/2))") == "1:7: the values of an index are integers, not 3/2"
    assert "the values of an index are integers" in fault("Sum(k,(k,-0.5,3))")


# Refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: empty: there is no term here"),
        ("  ", "1:1: empty: there is no term here"),
        ("x +", "1:4: a term is missing after '+'"),
        ("* x", "1:1: a term is missing before '*'"),
        ("x * / y", "1:5: a term is missing before '/' after '*'"),
        ("()", "1:2: a term is missing before ')' after '('"),
        ("sin()", "1:1: sin takes 1 argument, not 0"),
        ("atan2(x)", "1:1: atan2 takes 2 arguments, not 1"),
        ("Max(x)", "1:1: Max takes 2 or more arguments, not 1"),
        ("f[n, n]", "1:1: f takes 1 argument, not 2"),
        # brackets
        ("(x", "1:1: unbalanced brackets: ( is never closed"),
        ("x)", "1:2: unbalanced brackets: nothing is open that ) closes"),
        ("(x]", "1:3: unbalanced brackets: ] cannot close the ( of line 1, column 1"),
        ("(x, y)", "1:3: ',' cannot stand here"),
        ("x, y", "1:2: ',' cannot stand here"),
        ("[x]", "1:1: a term is missing before '['"),
        ("A[0]", "an entry of a matrix has two indices, counted from 0: A[i, j]"),
        ("Matrix([x, y])", "a matrix is written by its rows, of one length: Matrix([[a, b], [c"),
        ("Matrix([[x, y], [z]])", "1:1: a matrix is written by its rows, of one length"),
        ("Matrix([[x], y])", "1:1: a matrix is written by its rows"),
        ("Matrix([[x]], 2)", "1:1: a matrix is written by its rows"),
        ("Matrix([[]])", "1:1: a matrix is written by its rows"),
        # names
        ("Sin(x)", "1:1: unknown function Sin; did you mean sin?"),
        ("q + x", "1:1: q is not declared; declared: x, y, z, n, m, A, B, f"),
        ("sin + 1", "1:1: sin is a function: write sin(...), or declare sin"),
        ("sin x", "1:1: sin is a function: write sin(...), or declare sin"),
        ("oo + 1", "1:1: oo is rejected: infinity, undefined values and truth values are no"),
        ("zoo*0", "1:1: zoo is rejected"),
        ("nan", "1:1: nan is rejected"),
        ("True + True", "1:1: True is rejected"),
        ("sympify(x)", "1:1: unknown function sympify"),
        ("beta + x", "1:1: beta is not declared"),
        ("quux(x)", "1:1: unknown function quux; `derivations words` lists what is read"),
        ("Function(x)", "1:1: Function: a function is declared f: family(real -> real)"),
        ("erf(x)", "1:1: erf: write 2/sqrt(pi)*Integral(exp(-u**2), (u, 0, x))"),
        ("Piecewise((x, x > 0))", "1:1: Piecewise: state each case with its condition as a hypo"),
        ("log10(x)", "1:1: log10: a logarithm of another base is written log(x)/log(10)"),
        ("log(x, 10)", "1:1: log takes 1 argument, not 2; a logarithm of another base is written"),
        ("dot(x, y)", "1:1: dot: a product of two columns is written inner(x, y), which is y.H*x"),
        ("A.dot(B)", "1:2: attribute .dot is not read: a product of two columns is written inn"),
        ("A.det()", "1:2: attribute .det is not read: write det(...)"),
        ("f(x).subs(x, 0)", "attribute .subs is not read: a value at a point is written Subs(Der"),
        ("Derivative(x, x)(0)", "1:17: no operator between ')' and '('; a value at a point is w"),
        ("f'(x)", "1:1: f': a derivative is written Derivative(f(x), x), and a transposed matrix"),
        ("A'", "1:1: A' is not declared; a derivative is written Derivative(f(x), x), and a tran"),
        ("(A*B)'", "is not part of the syntax: a derivative is written Derivative(f(x), x), and"),
        ("A^T", "1:2: '^' is not part of the syntax: a power is written **, and a transposed "),
        ("e**x", "1:1: e is not declared; the base of exp(x) is written exp(1)"),
        ("Re(x)", "1:1: unknown function Re; did you mean re?"),
        # implicit multiplication
        ("2x(x+1)", "1:2: no operator between '2' and 'x'; a product is written with *"),
        ("x y", "1:3: no operator between 'x' and 'y'; a product is written with *"),
        ("(x)(y)", "1:4: no operator between ')' and '('; a product is written with *"),
        ("x(x+1)", "1:2: no operator between 'x' and '('; a product is written with *"),
        ("2j", "1:2: no operator between '2' and 'j'; a product is written with *, the imaginary"),
        # what is outside of the language
        ("5!", "1:2: '!' is not part of the syntax: a factorial is written factorial(n)"),
        ("{1, 2}", "1:1: '{' is not part of the syntax: that x is one of 1 and 2 is written (x - "),
        ("E*2", "1:1: E is not declared; the base of exp(x) is written exp(1)"),
        ("E(x)", "1:1: E: expected values are not supported; write the sum, Sum(x[k]*p[k], (k, 1"),
        ("lim(1/n)", "1:1: lim: limits are not supported; state the bound, exists N: posint: "),
        ("diff(x**2, x)",
         "1:1: diff: a derivative is written Derivative(f, x), and gradient(f, W) by a matrix"),
        ("Eq(x, y)", "1:1: Eq: a relation is written with ==, !=, <=, <; several with ; between"),
        # what Python would read
        ('__import__("os")', "1:12: '\"' is not part of the syntax: operators are + - *"),
        (
            "x.__class__",
            "1:2: attribute .__class__ is not read: after a dot stand T, H, I or exp()",
        ),
        ("A.exp", "1:2: attribute .exp is not read"),
        ("A.exp(x)", "1:2: attribute .exp is not read: after a dot stand T, H, I or exp()"),
        ("2.T", "1:2: attribute .T is not read"),
        ("Add(1,-1,evaluate=False)*x", "1:10: evaluate is not declared"),
        ("lambda: x", "1:1: lambda is not declared"),
        ("(x:=5)", "1:3: ':=' is not part of the syntax"),
        ("x**2^3", "1:5: '^' is not part of the syntax: a power is written **"),
        ("A@B", "1:2: '@' is not part of the syntax: a product of matrices is written *"),
        ("x//2", "'//' is not part of the syntax: a rounded quotient is written floor(a/b)"),
        ("n!", "'!' is not part of the syntax: a factorial is written factorial(n)"),
        # relations
        ("x = x + 1", "1:3: '=' cannot stand here"),
        ("sin(x == y)", "1:7: '==' cannot stand here"),
        # sums
        ("Sum(x)", "1:1: Sum needs a range: Sum(f, (k, first, last))"),
        ("Sum(x, n)", "1:1: Sum needs a range: Sum(f, (k, first, last))"),
        ("Sum(x, y, (k, 1, n))", "1:6: Sum takes one term and its ranges"),
        ("Sum(k, (k, 1))", "1:8: a range is written (k, first, last)"),
        ("Sum(k, (k, 1, 2, 3))", "1:8: a range is written (k, first, last)"),
        ("Sum(k, (2, 1, 3))", "1:8: a range is written (k, first, last), k being a name"),
        ("Sum(1, (I, 1, 3))", "1:9: I cannot be an index"),
        ("Sum(k, (k, 1, 3), (k, 1, 2))", "1:9: k cannot be an index twice"),
        # characters
        ("\u0445 - x", "1:1: U+0445 (CYRILLIC SMALL LETTER HA) is not read: only ASCII is, since"),
        ("x \u202e- y\u202c", "1:3: U+202E (RIGHT-TO-LEFT OVERRIDE) is not read"),
        ("x \u2265 y", "1:3: U+2265 (GREATER-THAN OR EQUAL TO) is not read: write >=; only"),
        ("\u03c0", "1:1: U+03C0 (GREEK SMALL LETTER PI) is not read: write pi; only ASCII is"),
        ("x\u200b", "1:2: U+200B (ZERO WIDTH SPACE) is not read"),
        ("x \u2212 y", "1:3: U+2212 (MINUS SIGN) is not read"),
        ("x\x00 + 1", "1:2: U+0000 (a control character) is not read"),
    ],
)
def test_what_is_refused_says_where_and_why(text: str, message: str) -> None:
    assert message in fault(text)


def test_a_misspelt_name_gets_a_suggestion_and_a_list() -> None:
    declared = {name: symbol(name) for name in ("theta", "omega")}
    assert fault("thet + 1", declared) == (
        "1:1: thet is not declared; did you mean theta?; declared: theta, omega"
    )
    assert fault("q", {}) == "1:1: q is not declared; declared: nothing"
    many = {f"x{i}": symbol(f"x{i}") for i in range(30)}
    assert fault("q", many).endswith("x8, x9 and 20 more")


def test_errors_carry_their_place() -> None:
    with pytest.raises(Undeclared) as error:
        parse_term("x +\n\n  q", DECLARED, "notes.md")
    assert error.value.place == Place("notes.md", 3, 3)
    assert error.value.name == "q"
    assert str(error.value).startswith("notes.md:3:3: q is not declared")


def test_known_mathematics_without_a_head_is_unsupported_not_wrong() -> None:
    for text in ("zeta(2)", "besselj(0, x)", "digamma(x)", "Sum(1/k**2, (k, 1, oo))"):
        with pytest.raises(Unsupported, match="not supported"):
            read(text)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_statement_error(text: str) -> None:
    for parse in (parse_term, parse_proposition, parse_sort):
        try:
            parse(text, DECLARED)
        except StatementError as error:
            assert error.place is not None


@given(st.text(alphabet="xAfk2.,()[]+-*/=<sinSum TI", max_size=30))
def test_any_text_of_likely_characters_is_read_or_refused(text: str) -> None:
    for parse in (parse_term, parse_proposition, parse_sort):
        try:
            parse(text, DECLARED)
        except StatementError as error:
            assert error.place is not None


# Size


def test_a_sum_may_have_any_number_of_parts() -> None:
    assert read("+".join(["x"] * LONG)) == add(*[x] * LONG)
    assert read("*".join(["x"] * LONG)) == mul(*[x] * LONG)


def test_nesting_is_limited() -> None:
    assert read("(" * limits.nesting + "x" + ")" * limits.nesting) == x
    deep = limits.nesting + 1
    assert fault("(" * deep + "x" + ")" * deep) == (
        "1:201: brackets are nested more than 200 deep; name parts of the term in `lets` "
        "(--limit nesting=200)"
    )
    deepest = "at most 1000 are read (--limit depth=1000)"
    assert fault("-" * 100_000 + "x") == f"1:1: nested too deep: 100001 levels, {deepest}"
    for text in ("**".join(["x"] * LONG), "/".join(["x"] * LONG), "A" + ".T" * LONG):
        assert deepest in fault(text)
    assert f"1501 levels, {deepest}" in fault(("-" * 150 + "(") * 10 + "x" + ")" * 10)
    assert read("x/" * 999 + "x").head == "div"


@pytest.mark.parametrize("opening", ["sin(", "f[", "f(", "-(x*(", "x**(", "zeros(", "A.T*("])
def test_brackets_are_read_as_deep_as_they_may_be(opening: str) -> None:
    count = limits.nesting // opening.count("(") if "(" in opening else limits.nesting
    closing = {"(": ")", "[": "]"}
    text = opening * count + "x" + "".join(closing.get(c, "") for c in opening) * count
    assert depth(read(text), {}) > count


def test_sizes_are_limited() -> None:
    assert "the text is too long" in fault("x" * (limits.text + 1))
    assert f"is too long: at most {limits.name} characters are read" in fault("x" * limits.text)
    assert "is too long: at most 4000 digits are read" in fault("0." + "1" * MAX_DIGITS)
    assert "is too long: at most 4000 digits are read" in fault("1e999999999999999999999")
    assert "is too long" in fault("1/" + "7" * 5000)
    assert read("9" * (MAX_DIGITS - 1)) == number(10 ** (MAX_DIGITS - 1) - 1)
    assert len(fault("x" * limits.text)) < 200


def test_nothing_is_evaluated() -> None:
    assert read("9**9**9") == power(9, power(9, 9))
    assert read("0**(-(9**9**9))") == power(0, neg(power(9, power(9, 9))))
    assert read("binomial(10**12, 5*10**11)").head == "binomial"
    assert read("Sum(1/k,(k,1,10**18))*0").head == "mul"


def test_the_work_of_reading_grows_with_the_length_of_a_text() -> None:
    def calls(count: int) -> int:
        made = 0

        def note(*_: object) -> None:
            nonlocal made
            made += 1

        text = "+".join([f"(cos(x*y)*n-sin({i}*x)*y)**2/3" for i in range(count)])
        sys.setprofile(note)
        try:
            read(text)
        finally:
            sys.setprofile(None)
        return made

    assert calls(1_600) < 2.1 * calls(800)


# Relations


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("x == y", eq(x, y)),
        ("x = y", eq(x, y)),
        ("x != 0", ne(x, 0)),
        ("x <= y+1", le(x, y + 1)),
        ("x < y", lt(x, y)),
        ("x >= y", le(y, x)),
        ("x > y", lt(y, x)),
        ("A is invertible", ne(call("det", A), 0)),
        ("A+B is invertible", ne(call("det", A + B), 0)),
    ],
)
def test_relations(text: str, relation: object) -> None:
    assert parse_proposition(text, DECLARED) == Proposition(relation)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "1:2: a relation is missing: write left == right, or <=, <, !="),
        ("", "1:1: empty: there is no term here"),
        ("x ==", "1:5: a term is missing after '=='"),
        ("0 <= x <= 1", "1:8: relations cannot be chained; state each on its own"),
        ("x = y = z", "1:7: relations cannot be chained; state each on its own"),
        ("x is positive", "1:3: after `is`, only `invertible` is read"),
        ("is invertible", "1:1: a term is missing before 'is'"),
        ("x == y is invertible", "1:8: 'is' cannot stand here"),
    ],
)
def test_what_is_no_relation(text: str, message: str) -> None:
    with pytest.raises(StatementError) as error:
        parse_proposition(text, DECLARED)
    assert message in str(error.value)


# Sorts


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("natural", NATURAL),
        ("complex", COMPLEX),
        ("vector(n)", matrix_sort(n, number(1))),
        ("real vector(2*n)", matrix_sort(mul(2, n), number(1), "real")),
        ("matrix(n,m)", matrix_sort(n, m)),
        ("matrix(2, 3)", matrix_sort(number(2), number(3))),
        ("invertible(n)", matrix_sort(n, n, "invertible")),
        ("orthogonal(3)", matrix_sort(number(3), number(3), "orthogonal")),
        ("real hermitian invertible(n)", matrix_sort(n, n, "real", "hermitian", "invertible")),
        ("family(natural -> real)", family_sort((NATURAL,), REAL)),
        (
            "family(integer, integer -> unitary(n))",
            family_sort((INTEGER, INTEGER), matrix_sort(n, n, "unitary")),
        ),
        (
            "family(natural -> family(natural -> real))",
            family_sort((NATURAL,), family_sort((NATURAL,), REAL)),
        ),
    ],
)
def test_sorts(text: str, sort: Sort) -> None:
    assert parse_sort(text, DECLARED) == sort


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: unknown sort ''"),
        ("reel", "1:1: unknown sort 'reel'; did you mean real?; known: natural, posint"),
        ("real(n)", "1:1: real takes no size, and no property stands before it"),
        ("matrix", "1:1: matrix takes its size: matrix(n, m)"),
        ("unitary", "1:1: unitary takes its size: unitary(n)"),
        ("matrix(n)", "1:1: matrix takes 2 sizes, not 1"),
        ("vector(n, m)", "1:1: vector takes 1 size, not 2"),
        ("function", "1:1: unknown sort 'function': a function is declared f: family(real"),
        ("real -> real", "1:6: '->' cannot stand here: limits are not supported; state the bound: "
         "Abs(a[n] - x) < e; a function is declared f: family(real -> real)"),
        ("positive integer", "1:10: 'integer' cannot stand here: write posint"),
        ("matrix(0, n)", "1:8: a size is an integer from 1, not 0"),
        ("vector(3/2)", "1:8: a size is an integer from 1, not 3/2"),
        ("vector(x)", "1:8: a size is an integer from 1, and x is declared as real"),
        ("vector(q)", "1:8: q is not declared"),
        ("vector(n == 1)", "1:10: '==' cannot stand here"),
        ("vector(" + "-" * 100 + "n)", "1:8: nested too deep for a sort"),
        ("family(natural -> " * 150 + "real" + ")" * 150, "1:901: nested too deep for a sort"),
        ("natural x", "1:9: no operator between 'natural' and 'x'"),
        ("family(natural)", "1:1: a family is written family(natural -> real)"),
        ("unitary family(natural -> real)", "1:9: unknown sort 'family'"),
    ],
)
def test_what_is_no_sort(text: str, message: str) -> None:
    with pytest.raises(StatementError) as error:
        parse_sort(text, DECLARED)
    assert message in str(error.value)


def test_a_sort_of_mathematics_without_a_word_is_unsupported() -> None:
    with pytest.raises(Unsupported, match=r"the sort symmetric is not supported: state A\.T = A"):
        parse_sort("symmetric(n)", DECLARED)


# Statements


def test_a_statement() -> None:
    data = {
        "id": "S1",
        "vars": {"A": "invertible(n)", "n": "posint", "t": "real"},
        "hypotheses": ["A is invertible", "0 < t"],
        "lhs": "t*A*A.I",
        "rel": "==",
        "rhs": "t*Identity(n)",
        "expected": "proved",
    }
    inv, t = symbol("A", matrix_sort(n, n, "invertible")), symbol("t", REAL)
    whole = parse_statement(data)
    assert whole.declarations == (n, t, inv)  # each after the names in its size
    assert [h.relation for h in whole.hypotheses] == [ne(call("det", inv), 0), lt(0, t)]
    assert whole.goals == (Proposition(eq(mul(t, inv, call("inv", inv)), mul(t, identity(n)))),)


@pytest.mark.parametrize(
    ("operator", "goal"),
    [("==", eq(x, y)), ("!=", ne(x, y)), ("<=", le(x, y)), ("<", lt(x, y)), (">=", le(y, x))],
)
def test_the_relation_of_a_statement(operator: str, goal: object) -> None:
    data = {"vars": {"x": "real", "y": "real"}, "lhs": "x", "rel": operator, "rhs": "y"}
    assert parse_statement(data).goals == (Proposition(goal),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5!=24", "1:2: a factorial is written factorial(n); for `not equal`, put a space before"),
        ("x!= 0", "1:2: a factorial is written factorial(n)"),
        ("f(x)!=0", "1:5: a factorial is written factorial(n)"),
        ("x + (1 or 2) = 3", "1:8: 'or' cannot stand here: it joins relations, for no variables"),
        ("x < 1 or x = 2", "1:1: as a goal, `or` joins equations of numbers; of other relations"),
        ("Identity(2) = x*Identity(2) or x = 0", "1:1: as a goal, `or` joins equations of numb"),
        ("x = 1 and x = 2", "1:7: 'and' cannot stand here: state each relation by itself, with ;"),
        ("x in (1, 2)", "1:3: 'in' cannot stand here: what x ranges over is its sort, x: integer"),
        ("not x = 0", "1:1: not is not declared; state the opposite relation, x != 0 for not x"),
        ("x = 1, x = 2", "1:6: ',' cannot stand here: state each relation by itself, with ; bet"),
        ("x = 1 for all t: real with 0 < t, t < 1", "`and` between those after `with`"),
        ("x = 1 for all x: real", "1:15: x is declared already; take another name"),
        ("x = 1 for every t: real", "1:7: 'for' cannot stand here: `for all` stands behind its"),
        ("f is differentiable", "only `invertible` is read; that f has a derivative is written di"),
        ("x is positive", "after `is`, only `invertible` is read; state 0 < x"),
        ("x =< 1", "1:4: a term is missing before '<' after '=': write <="),
        ("x -> 0", "1:3: '->' cannot stand here: limits are not supported; state the bound"),
    ],
)
def test_what_is_no_relation_says_how_it_is_written(text: str, message: str) -> None:
    with pytest.raises(StatementErrors) as error:
        parse_claim(text, ["x: real", "f: family(real -> real)"])
    assert message in str(error.value)


def test_equations_must_all_hold() -> None:
    data = {"vars": {"x": "real"}, "equations": [["x", "x"], ["sqrt(x)", "1"]]}
    assert parse_statement(data).goals == (Proposition(eq(x, x)), Proposition(eq(sqrt(x), 1)))


def test_lets_share_their_terms() -> None:
    lets = [["w0", "cos(x)"]] + [[f"w{i + 1}", f"w{i}*w{i} + w{i}"] for i in range(100)]
    whole = parse_statement({"vars": {"x": "real"}, "lets": lets, "equations": [["w100", "w100"]]})
    (goal,) = [g.relation for g in whole.goals]
    assert goal.left is goal.right
    assert sum(1 for _ in subterms(goal.left)) == 202
    first, second = goal.left.args
    assert first.args[0] is first.args[1] is second


def test_lets_may_not_be_too_deep() -> None:
    lets = [["w0", "cos(x)"]] + [[f"w{i + 1}", f"cos(w{i})"] for i in range(2000)]
    with pytest.raises(Unsupported) as error:
        parse_statement({"vars": {"x": "real"}, "lets": lets, "equations": [["w2000", "0"]]})
    assert str(error.value) == (
        "<statement>.lets[999][1]:1:1: nested too deep: 1001 levels, at most 1000 are "
        "read (--limit depth=1000)"
    )


def test_all_faults_of_a_statement_are_reported_each_once() -> None:
    data = {
        "vars": {"x": "real", "2x": "real", "I": "complex", "w": "reel", "oo": "real"},
        "lets": [["x", "1"], ["u", "x +"], ["v", "u*2"]],
        "hypotheses": ["x > ", 3],
        "lhs": "w + v + q",
        "rel": "~",
    }
    with pytest.raises(StatementErrors) as error:
        parse_statement(data, "a.json $[0]")
    messages = [str(e).removeprefix("a.json $[0]").split(";")[0] for e in error.value.faults]
    assert messages == [
        ".vars.'2x':1:1: '2x' is not a name: ASCII letters, digits, _ and ', a letter or _ first",
        ".vars.I:1:1: I is reserved and cannot be declared",
        ".vars.w:1:1: unknown sort 'reel'",
        ".vars.oo:1:1: oo is reserved and cannot be declared",
        ".lets[0][0]:1:1: x is declared already",
        ".lets[1][1]:1:4: a term is missing after '+'",
        ".hypotheses[0]:1:4: a term is missing after '>'",
        ".hypotheses[1]:1:1: a hypothesis is a text",
        ":1:1: required key missing: rhs",
        ".rel:1:1: a relation is one of ==, !=, <=, <, >=, >",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a statement is an object with vars, hypotheses and lhs, rel, rhs"),
        ({}, "what is claimed is either statement, or equations, or lhs, rel and rhs"),
        ({"equations": []}, "equations is a list of at least one pair: left, right"),
        ({"equations": [["1"]]}, "equations is a list of pairs: left, right"),
        ({"equations": [["1", "1"]], "lhs": "1"}, "what is claimed is either"),
        ({"equations": [["1", 1]]}, "a term is a text"),
        ({"equations": [["1", "1"]], "vars": []}, "vars is an object, name -> sort"),
        ({"equations": [["1", "1"]], "vars": {"x": 1}}, 'a sort, such as "real", is a text'),
        ({"equations": [["1", "1"]], "lets": {}}, "lets is a list of pairs: name, text"),
        ({"equations": [["1", "1"]], "lets": [["a"]]}, "lets is a list of pairs: name, text"),
        ({"equations": [["1", "1"]], "hypotheses": "x"}, "hypotheses is a list of texts"),
    ],
)
def test_what_is_no_statement(data: Any, message: str) -> None:
    with pytest.raises(StatementErrors) as error:
        parse_statement(data)
    assert message in str(error.value)


def test_a_statement_that_is_only_unsupported_says_so() -> None:
    data = {"vars": {"x": "real"}, "lhs": "zeta(x)", "rel": "==", "rhs": "0"}
    with pytest.raises(Unsupported, match="zeta is not supported; `derivations words` lists"):
        parse_statement(data)
    with pytest.raises(StatementErrors):
        parse_statement({**data, "rhs": "q"})


# Files

GOOD = {"id": "good", "vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x"}


def test_a_file_gives_its_statements_with_their_ids() -> None:
    odd = {**GOOD, "id": "odd", "lhs": "zeta(x)"}
    nameless = {key: value for key, value in GOOD.items() if key != "id"}
    read = parse_statements(json.dumps([GOOD, odd, nameless]), "a.json")
    assert [name for name, _ in read] == ["good", "odd", "$2"]
    assert isinstance(read[0][1], Statement)
    assert isinstance(read[1][1], Unsupported)
    assert str(read[1][1]).startswith("a.json $[1].lhs:1:1: zeta is not supported; `derivations")


def test_all_faults_of_a_row_are_its_own() -> None:
    bad = {**GOOD, "id": "bad", "lhs": "x + (x*x - q)", "rhs": "x +"}
    rows = [bad, GOOD, GOOD, {**bad, "id": 3}, []]
    (bad_, one), (good, two), *others = parse_statements(json.dumps(rows), "a.json")
    assert (bad_, good, [name for name, _ in others]) == ("bad", "good", ["$2", "$3", "$4"])
    assert isinstance(two, Statement)
    assert [str(row).splitlines() for row in (one, *(row for _, row in others))] == [
        [
            "a.json $[0].lhs:1:12: q is not declared; declared: x",
            "a.json $[0].rhs:1:4: a term is missing after '+'",
        ],
        ["a.json $[2].id:1:1: the id 'good' is that of $[1] too"],
        [
            "a.json $[3].id:1:1: the id is a text, not '3'",
            "a.json $[3].lhs:1:12: q is not declared; declared: x",
            "a.json $[3].rhs:1:4: a term is missing after '+'",
        ],
        ["a.json $[4]:1:1: a statement is an object with vars, hypotheses and lhs, rel, rhs"],
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[{]", "a.json:1:3: not JSON: Expecting property name enclosed in double quotes"),
        ("{}", "a.json:1:1: a statement file is a list of objects"),
        ('[{"id": "a", "id": "b"}]', "the key 'id' stands twice in one object"),
        ("[" * 100_000, "a.json:1:1: cannot be read: nested too deep"),
        ("[" + "9" * 5000 + "]", "a.json:1:1: cannot be read"),
        ("[]", "a.json:1:1: the list is empty: there is no statement to judge"),
    ],
)
def test_what_is_no_file(text: str, message: str) -> None:
    with pytest.raises(StatementErrors) as error:
        parse_statements(text, "a.json")
    assert message in str(error.value)


def test_reading_is_deterministic_and_equal_terms_come_from_equal_texts() -> None:
    assert read("cos(x) + y") == read(" cos( x )+y ") == cos(x) + y


# One relation, its names declared and its hypotheses given beside it


def test_a_claim_declares_names_and_hypotheses() -> None:
    claimed = parse_claim("x*A = A*x", ["A: matrix(n, n)", "n: posint", "x, y: real"], ["0 < y"])
    assert [s.name for s in claimed.declarations] == ["n", "x", "y", "A"]
    assert [in_text(h) for h in claimed.hypotheses] == ["0 < y"]


def test_all_faults_of_a_claim_are_gathered() -> None:
    with pytest.raises(StatementErrors) as caught:
        parse_claim("sinn(x) = 1", ["x: rael", "y"], ["y <"])
    assert [str(f).split("\n")[0].split(";")[0] for f in caught.value.faults] == [
        "let 1:1:4: unknown sort 'rael'",
        "let 2:1:1: a declaration is written name: sort, such as x: real",
        "statement:1:1: unknown function sinn",
    ]


def test_what_else_is_asked_of_a_statement_may_be_a_fault_too() -> None:
    def check(_: object) -> None:
        raise StatementError("it is not liked")

    with pytest.raises(StatementErrors, match="it is not liked"):
        parse_claim("x = x", ["x: real"], [], check)
    text = '[{"vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x"}]'
    ((_, row),) = parse_statements(text, "s.json", check)
    assert str(row) == "s.json $[0]:1:1: it is not liked"


def test_a_place_is_found_when_it_is_asked_for() -> None:
    term = parse_term("x +\n  sin(x)", {"x": symbol("x")}, "here")
    assert term.args[1].place == ("here", 2, 3)
    assert pickle.loads(pickle.dumps(term)).args[1].place == ("here", 2, 3)


@pytest.mark.parametrize(
    ("key", "meant"),
    [("hypothesis", "hypotheses"), ("var", "vars"), ("Equations", "equations"), ("LHS", "lhs")],
)
def test_a_key_that_is_nearly_one_of_ours_is_refused(key, meant):
    data = {"vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x", key: []}
    why = f"the key '{key}' is not known; did you mean {meant}"
    with pytest.raises(StatementErrors, match=why):
        parse_statement(data)


def test_other_keys_are_ignored():
    data = {"vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x"}
    noted = {**data, "expected": "proved", "family": "identities", "note": 1}
    assert parse_statement(noted) == parse_statement(data)
