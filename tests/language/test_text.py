"""Plain text of terms: exactly as they stand, readable back, bounded."""

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from derivations.language import terms
from derivations.language.heads import PLAIN, POINTING
from derivations.language.parser import parse_statement
from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, POSINT, REAL, SCALARS, Sort, family_sort, matrix_sort,
)
from derivations.language.statements import Proposition, eq, forall, le, lt, ne
from derivations.language.stating import statement
from derivations.language.terms import Term
from derivations.language.text import (
    MAX_PRINTED, proposition_text, relation_text, sort_text, statement_text, term_text,
)
from tests.support.notation import (
    PI, I, Written, add, apply, blockdiag, call, conj, cos, div, function, identity, in_text, inner,
    matrix, mul, neg, number, power, product, scalar, stack, sum_, symbol,
)
from tests.support.parsing import parse_proposition, parse_sort, parse_term

x, y, z = symbol("x", REAL), symbol("y", REAL), symbol("z")
n, m, k = symbol("n", POSINT), symbol("m", POSINT), symbol("k", INTEGER)
A, B = symbol("A", matrix_sort(n, n)), symbol("B", matrix_sort(n, n, "unitary"))
f = symbol("f", family_sort((INTEGER,), REAL))
g = symbol("g", family_sort((INTEGER, INTEGER), matrix_sort(n, n)))
DECLARED = {s.name: s for s in (x, y, z, n, m, k, A, B, f, g)}


def both_ways(term: Term) -> str:
    """The text, having checked that it reads back as the same term."""
    text = term_text(term)
    assert parse_term(text, DECLARED) == term
    return text


# As it is written


@pytest.mark.parametrize(
    ("term", "text"),
    [
        # sums and differences
        (add(x, y, neg(z)), "x + y - z"),
        (add(add(x, y), z), "(x + y) + z"),
        (add(x, add(y, z)), "x + (y + z)"),
        (add(x, neg(add(y, z))), "x - (y + z)"),
        (add(neg(x), y), "-x + y"),
        (add(x, neg(neg(y))), "x - (-y)"),
        (x - x, "x - x"),
        # products, quotients, powers
        (mul(x, y, z), "x*y*z"),
        (mul(mul(x, y), z), "(x*y)*z"),
        (mul(x, mul(y, z)), "x*(y*z)"),
        (mul(div(x, y), z), "x/y*z"),
        (mul(x, div(y, z)), "x*(y/z)"),
        (div(mul(x, y), z), "x*y/z"),
        (div(div(x, y), z), "x/y/z"),
        (div(x, mul(y, z)), "x/(y*z)"),
        (power(x, power(y, z)), "x**y**z"),
        (power(power(x, y), z), "(x**y)**z"),
        (power(x, neg(y)), "x**(-y)"),
        (power(neg(x), 2), "(-x)**2"),
        # signs
        (neg(mul(x, y)), "-x*y"),
        (mul(neg(x), y), "(-x)*y"),
        (neg(neg(x)), "-(-x)"),
        (neg(power(x, 2)), "-x**2"),
        (neg(add(x, y)), "-(x + y)"),
        # numbers are one leaf
        (number(-2), "-2"),
        (neg(2), "-(2)"),
        (mul(-2, x), "-2*x"),
        (neg(mul(2, x)), "-(2*x)"),
        (add(x, mul(-2, y)), "x + (-2*y)"),
        (add(x, neg(mul(2, y))), "x - 2*y"),
        (x - 2, "x - 2"),
        (add(x, -2), "x + (-2)"),
        (number("0.1"), "1/10"),
        (number(Fraction(-1, 2)), "-1/2"),
        (neg(number(Fraction(1, 2))), "-(1/2)"),
        (div(1, 2), "(1)/2"),
        (div(-1, 2), "(-1)/2"),
        (div(2, 4), "2/4"),
        (div(1, 0), "1/0"),
        (neg(div(1, 2)), "-(1)/2"),
        (mul(Fraction(1, 2), x), "1/2*x"),
        (mul(x, Fraction(1, 2)), "x*(1/2)"),
        (div(mul(x, 1), 2), "x*1/2"),
        (div(Fraction(1, 2), 3), "1/2/3"),
        (div(1, power(2, n)), "1/2**n"),
        (power(-1, n), "(-1)**n"),
        (neg(power(2, n)), "-2**n"),
        (power(x, Fraction(1, 2)), "x**(1/2)"),
        # matrices
        (A.T * A.H, "A.T*A.H"),
        ((A * B).T, "(A*B).T"),
        (power(call("inv", A), 2), "A.I**2"),
        (call("matexp", -A), "(-A).exp()"),
        (call("transpose", 2), "(2).T"),
        (matrix([[x, 1], [0, -y]]), "Matrix([[x, 1], [0, -y]])"),
        (Written("blocks", (A, B, B, A), (2, 2)), "BlockMatrix([[A, B], [B, A]])"),
        (identity(n) + call("zero", n, m), "Identity(n) + zeros(n, m)"),
        (A[0, k], "A[0, k]"),
        (scalar(A), "scalar(A)"),
        (inner(x, y) * call("norm", A), "inner(x, y)*norm(A)"),
        (call("trace", A) + call("det", A), "trace(A) + det(A)"),
        (call("kronecker", A, B), "kronecker_product(A, B)"),
        # functions, families, binders
        (conj(I * PI), "conjugate(I*pi)"),
        (call("abs", x), "Abs(x)"),
        (call("max", x, y, z), "Max(x, y, z)"),
        (call("mod", n, 3), "Mod(n, 3)"),
        (f[k + 1], "f[k + 1]"),
        (g[k, 0][1, 2], "g[k, 0][1, 2]"),
        (sum_(f[k], (k, 1, n)), "Sum(f[k], (k, 1, n))"),
        (product(x - k, (k, 0, 100)), "Product(x - k, (k, 0, 100))"),
        (blockdiag(g[k, k], (k, 1, n)), "BlockDiag(g[k, k], (k, 1, n))"),
        (stack(f[k], (k, 1, n)), "Stack(f[k], (k, 1, n))"),
        # what flat text has no shape for
        (add(x), "Add(x)"),
        (mul(), "Mul()"),
        (mul(add(x), mul(y)), "Add(x)*Mul(y)"),
    ],
)
def test_a_term_is_written_with_few_parentheses_and_reads_back(term: Term, text: str) -> None:
    assert both_ways(term) == text


leaves = st.one_of(
    st.sampled_from([x, y, z, n, k, A, B, I, PI]),
    st.fractions(-3, 3, max_denominator=6).map(number),
    st.integers(-3, 12).map(number),
)


def grown(inside: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Terms of every head; whether they are well-sorted does not matter to their text."""
    lists = st.lists(inside, max_size=4)
    fixed = {head: len(row.sorts) for head, row in PLAIN.items() if not row.more}
    binders = st.sampled_from([sum_, product, blockdiag, stack])
    limits = st.sampled_from([number(0), n, add(n, neg(m)), number(10)])
    pointed = {head: len(row.sorts) for head, row in POINTING.items()}
    return st.one_of(
        st.builds(lambda a: add(*a), lists),
        st.builds(lambda a: mul(*a), lists),
        st.builds(lambda a, b, c: call("max", a, b, c), inside, inside, inside),
        st.builds(div, inside, inside),
        st.builds(power, inside, inside),
        st.builds(neg, inside),
        st.sampled_from(sorted(fixed)).flatmap(
            lambda head: st.lists(inside, min_size=fixed[head], max_size=fixed[head]).map(
                lambda a: Written(head, tuple(a))
            )
        ),
        st.builds(lambda i: apply(f, i), inside),
        st.builds(lambda i, j: apply(g, i, j), inside, inside),
        st.builds(lambda a, b, c, d: matrix([[a, b], [c, d]]), *[inside] * 4),
        st.builds(lambda a, b: Written("blocks", (a, b), (1, 2)), inside, inside),
        st.builds(lambda bind, b, lo, hi: bind(b, (k, lo, hi)), binders, inside, limits, limits),
        st.builds(lambda v, body: Written("diff", (v, v, body)), st.sampled_from([x, y]), inside),
        st.builds(
            lambda v, head, a: Written(head, (v, *a[: pointed[head] - 1])),
            st.sampled_from([x, y]), st.sampled_from(sorted(pointed)),
            st.lists(inside, min_size=3, max_size=3),
        ),
    )  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.recursive(leaves, grown, max_leaves=25))
def test_reading_what_was_written_gives_the_same_term(term: Term) -> None:
    both_ways(term)


@settings(max_examples=300, deadline=None)
@given(
    st.recursive(
        leaves,
        lambda inside: st.one_of(
            st.builds(lambda a: add(*a), st.lists(inside, max_size=3)),
            st.builds(lambda a: mul(*a), st.lists(inside, max_size=3)),
            st.builds(div, inside, inside),
            st.builds(power, inside, inside),
            st.builds(neg, inside),
        ),
        max_leaves=12,
    )
)
def test_arithmetic_reads_back_also_without_spaces(term: Term) -> None:
    assert parse_term(term_text(term).replace(" ", ""), DECLARED) == term


def test_an_index_reads_back_as_an_integer() -> None:
    j = symbol("j", INTEGER)
    whole = sum_(j, (j, 0, n))
    assert parse_term(term_text(whole), {"n": n, "j": symbol("j", NATURAL)}) == whole


def test_a_family_written_out_is_for_reading_only() -> None:
    assert term_text(function([k], k**2)) == "Function(k -> k**2)"
    assert term_text(function([k, n], 0)) == "Function(k, n -> 0)"


# Size


def test_a_sum_of_any_length_is_written_flat() -> None:
    many = add(*[x] * 20_000)
    assert term_text(many) == " + ".join(["x"] * 20_000)


def test_a_deep_term_is_written_without_recursion() -> None:
    deep: Term = x
    for _ in range(5_000):
        deep = cos(deep)
    assert term_text(deep) == "cos(" * 5_000 + "x" + ")" * 5_000


@pytest.mark.parametrize("limit", [10, 60, 1_000, MAX_PRINTED])
def test_an_expansion_beyond_the_limit_is_abbreviated_and_never_built(limit: int) -> None:
    shared: Term = x
    for _ in range(200):
        shared = shared * shared + cos(shared)
    text = term_text(shared, limit)
    assert "..." in text
    assert len(text) <= limit


def test_an_abbreviation_keeps_the_outside_and_what_is_small() -> None:
    wide = add(*[symbol(f"x{i}") for i in range(100)])
    assert term_text(wide, 40) == "x0 + x1 + x2 + x3 + x4 + x5 + x6 + ..."
    assert term_text(power(wide, 2), 40) == "(x0 + x1 + x2 + x3 + x4 + x5 + ...)**2"
    assert term_text(call("max", *wide.args), 40) == "Max(x0, x1, x2, x3, x4, x5, x6, x7, ...)"


def test_integers_too_long_for_python_to_write_are_abbreviated() -> None:
    assert term_text(number(10**5000)) == "1" + "0" * 21 + "...(5001 digits)"
    assert term_text(number(-(10**5000) + 1)).startswith("-9999999999")
    assert term_text(number(10**3999)) == "1" + "0" * 3999


# Sorts


@pytest.mark.parametrize(
    ("sort", "text"),
    [
        *[(Sort(kind), kind) for kind in SCALARS],
        (matrix_sort(n, m), "matrix(n, m)"),
        (matrix_sort(n, n), "matrix(n, n)"),
        (matrix_sort(n, m, "real"), "real matrix(n, m)"),
        (matrix_sort(n, number(1)), "vector(n)"),
        (matrix_sort(number(3), number(1), "real"), "real vector(3)"),
        (matrix_sort(2 * n, 2 * n, "unitary"), "unitary(2*n)"),
        (matrix_sort(n, n, "real", "skew"), "real skew(n)"),
        (matrix_sort(n, n, "projector", "hermitian"), "hermitian projector(n)"),
        (matrix_sort(n, m, "unitary"), "unitary matrix(n, m)"),
        (family_sort((INTEGER,), COMPLEX), "family(integer -> complex)"),
        (
            family_sort((NATURAL, NATURAL), matrix_sort(n, n, "orthogonal")),
            "family(natural, natural -> orthogonal(n))",
        ),
    ],
)
def test_a_sort_is_written_and_reads_back(sort: Sort, text: str) -> None:
    assert sort_text(sort) == in_text(sort) == text
    assert parse_sort(text, DECLARED) == sort


# Relations, propositions, statements


def test_relations_read_back() -> None:
    for relation in (eq(x, y), ne(x, 0), le(x - 1, y), lt(x, y**2)):
        assert parse_proposition(relation_text(relation), DECLARED) == Proposition(relation)
    assert relation_text(le(x - 1, y)) == "x - 1 <= y"


def test_a_proposition_names_its_variables_and_guards() -> None:
    j = symbol("j", NATURAL)
    assert proposition_text(Proposition(ne(x, 0))) == "x != 0"
    assert (
        proposition_text(forall(j, eq(f[j], 0), lt(j, n), ne(j, 1)))
        == "f[j] == 0 for all j: natural with j < n and j != 1"
    )


def test_a_statement_is_one_line() -> None:
    whole = statement([eq(x, y), eq(y, z)], [le(0, x)], [x, y, z, n, A])
    assert (
        statement_text(whole)
        == in_text(whole)
        == (
            "for all x, y: real, z: complex, n: posint, A: matrix(n, n) with 0 <= x: "
            "x == y; y == z"
        )
    )
    assert statement_text(statement(eq(1, 1))) == "1 == 1"


def test_a_statement_with_very_many_goals_is_abbreviated() -> None:
    goals = [["x" + " + x" * 1000, "0"]] * 200
    text = statement_text(parse_statement({"vars": {"x": "real"}, "equations": goals}))
    assert len(text) < 1.2 * MAX_PRINTED
    assert text.endswith("; ...")


def test_terms_and_relations_show_themselves_as_text() -> None:
    assert repr(x + 1) == "x + 1"
    assert in_text(eq(x, 1)) == "x == 1"
    assert terms.ONE.head == "number"
