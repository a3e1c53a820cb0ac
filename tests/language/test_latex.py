"""Terms, relations and sorts in LaTeX: how each is printed, and what always holds of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.language.abbreviate import DEPTH_LIMIT, DOTS, abbreviated
from derivations.language.heads import PLAIN
from derivations.language.latex_names import escape, symbol_latex
from derivations.language.sorts import (
    COMPLEX,
    INTEGER,
    NATURAL,
    POSINT,
    REAL,
    Sort,
    family_sort,
    matrix_sort,
)
from derivations.language.statements import eq, forall, le, lt, ne
from derivations.language.substitution import subterms
from derivations.language.terms import Term
from derivations.writing.latex_sentences import Latex, value_relation
from derivations.writing.latex_terms import (
    relation_latex,
    size,
    sort_latex,
    term_latex,
    term_rows,
)
from derivations.writing.story import declared_words, proposition_words
from tests.support.notation import (
    PI,
    I,
    Written,
    add,
    adjoint,
    blockdiag,
    call,
    column,
    conj,
    cos,
    exp,
    function,
    identity,
    inner,
    matrix,
    mul,
    neg,
    number,
    power,
    product,
    scalar,
    sin,
    sqrt,
    stack,
    sum_,
    symbol,
    transpose,
    zero_matrix,
)

a, b, x, y, t = (symbol(name, REAL) for name in "abxyt")
z = symbol("z", COMPLEX)
n, k = symbol("n", NATURAL), symbol("k", NATURAL)
M, m = symbol("M", POSINT), symbol("l", POSINT)
theta = symbol("theta", REAL)
sigma = symbol("sigma", family_sort((POSINT,), REAL))
q_1 = symbol("q_1", family_sort((POSINT,), REAL))
f = symbol("f", family_sort((REAL,), REAL))
A, B = symbol("A", matrix_sort(n, n)), symbol("B", matrix_sort(n, n))
q = symbol("q", matrix_sort(number(2), number(1), "real"))
U = symbol("U", family_sort((NATURAL,), matrix_sort(n, n, "unitary")))


# Arithmetic: as written, with as few parentheses as the reading allows

ARITHMETIC = [
    (a - b, "a - b"), (a - b - x, "a - b - x"), (a - (b - x), "a - (b - x)"),
    (a + (b + x), "a + (b + x)"), (neg(a + b), "-(a + b)"), (neg(neg(a)), "-(-a)"),
    (x - x, "x - x"), (add(a, mul(-2, b)), "a - 2 b"), (a * neg(b), r"a \, (-b)"),
    (neg(a) * b, "(-a) b"), ((a + b) * (a - b), "(a + b) (a - b)"), (x * (a + b), r"x \, (a + b)"),
    (x * 2, r"x \cdot 2"), (number(2) * number(3), r"2 \cdot 3"),
    (number(2) * number("1/3"), r"2 \cdot \frac{1}{3}"), (x / y / 2, r"\frac{\frac{x}{y}}{2}"),
    ((x / y) ** 2, r"\left(\frac{x}{y}\right)^{2}"), ((-x) ** 2, "(-x)^{2}"), (-(x**2), "-x^{2}"),
    (power(-2, x), "(-2)^{x}"), ((x**2) ** 3, "(x^{2})^{3}"), (x ** (x**2), "x^{x^{2}}"),
    (number(Fraction(-1, 2)) * x, r"-\frac{1}{2} x"),
    (number("0.0001") ** ((m - 1) / M), r"\left(\frac{1}{10000}\right)^{(l - 1)/M}"), (add(), "0"),
    (mul(), "1"),
]


@pytest.mark.parametrize(("term", "expected"), ARITHMETIC)
def test_arithmetic(term: Term, expected: str) -> None:
    assert term_latex(term) == expected


# Functions

CALLS = [
    (cos(x), r"\cos x"), (cos(theta), r"\cos\theta"), (cos(2 * x), r"\cos 2 x"),
    (cos(x / 2), r"\cos\frac{x}{2}"), (cos(a + b), r"\cos(a + b)"), (cos(-x), r"\cos(-x)"),
    (cos(sigma[m] * t), r"\cos(\sigma_{l} t)"), (cos(x) ** 2, r"\cos^{2} x"),
    (cos(a + b) ** 2, r"\cos^{2}(a + b)"), (cos(x) ** -1, r"(\cos x)^{-1}"),
    (cos(a) * sin(b), r"\cos a \sin b"), (cos(a) * sin(a + b), r"\cos a \sin(a + b)"),
    (y * cos(x), r"y \cos x"), (cos(x) * y, r"\cos(x) y"), (exp(I * x), r"e^{\mathrm{i} x}"),
    (exp(-x / 2), "e^{-x/2}"), (exp(x) ** 2, "(e^{x})^{2}"), (sqrt(x**2), r"\sqrt{x^{2}}"),
    (sqrt(x) ** 2, r"(\sqrt{x})^{2}"), (conj(z + 1), r"\overline{z + 1}"),
    (call("abs", z), r"\lvert z\rvert"),
    (call("abs", z / 2), r"\left\lvert \frac{z}{2}\right\rvert"),
    (call("re", z), r"\operatorname{Re} z"), (call("im", z * z), r"\operatorname{Im}(z z)"),
    (call("arg", z), r"\arg z"), (call("asin", x), r"\arcsin(x)"),
    (call("atan2", y, x), r"\operatorname{atan2}(y, x)"), (call("floor", x), r"\lfloor x\rfloor"),
    (call("mod", x, 2) + 1, r"(x \bmod 2) + 1"), (call("binomial", n, 2), r"\binom{n}{2}"),
    (call("factorial", n + 1), "(n + 1)!"), (call("max", x, y, 2), r"\max(x, y, 2)"),
    (f(x / 2), r"f\left(\frac{x}{2}\right)"), (f(x) ** 2, "f(x)^{2}"), (PI / 2, r"\frac{\pi}{2}"),
]


@pytest.mark.parametrize(("term", "expected"), CALLS)
def test_functions(term: Term, expected: str) -> None:
    assert term_latex(term) == expected


# Matrices, families, sums

ROTATION = matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])
PRINTED_ROTATION = r"\begin{bmatrix} \cos a & -\sin a \\ \sin a & \cos a \end{bmatrix}"
MATRICES = [
    (ROTATION, PRINTED_ROTATION),
    (call("det", ROTATION), rf"\det{PRINTED_ROTATION}"),
    (A * B, "A B"),
    (A * (B * A), r"A \, (B A)"),
    (transpose(A * B), r"(A B)^{\top}"),
    (A.T.T, r"(A^{\top})^{\top}"),
    (adjoint(A) * B, "A^{*} B"),
    (call("inv", A), "A^{-1}"),
    (call("matexp", A * t), "e^{A t}"),
    (call("trace", A), r"\operatorname{tr}(A)"),
    (call("norm", q), r"\lVert q\rVert"),
    (inner(x, y), r"\langle x, y\rangle"),
    (scalar(q.T * q), r"q^{\top} q"),
    (call("kronecker", A, A + B), r"A \otimes (A + B)"),
    (identity(n), "I_{n}"),
    (zero_matrix(n, 2 * n), r"0_{n \times 2 n}"),
    (sigma[m], r"\sigma_{l}"),
    (q_1[m], "q_{1,l}"),
    (U[k + 1], "U_{k + 1}"),
    (adjoint(U[k]), "U_{k}^{*}"),
    (sum_(sigma[m] ** 2, (m, 1, M)), r"\sum_{l = 1}^{M} \sigma_{l}^{2}"),
    (sum_(a + b, (m, 1, M)) * x, r"\left(\sum_{l = 1}^{M} (a + b)\right) x"),
    (product(x * y, (m, 1, M)), r"\prod_{l = 1}^{M} (x y)"),
    (blockdiag(U[m], (m, 1, M)), r"\bigoplus_{l = 1}^{M} U_{l}"),
    (stack(column(x, y), (m, 1, M)),
     r"\operatorname*{col}_{l = 1}^{M} \begin{bmatrix} x \\ y \end{bmatrix}"),
    (Written("blocks", (A, B, B, A), (2, 2)),
     r"\left[\begin{array}{c|c} A & B \\ \hline B & A \end{array}\right]"),
    (function([x, y], x + y), r"(x, y) \mapsto x + y"),
]  # fmt: skip


@pytest.mark.parametrize(("term", "expected"), MATRICES)
def test_matrices_families_and_sums(term: Term, expected: str) -> None:
    assert term_latex(term) == expected


def test_entries_are_counted_from_one_in_print() -> None:
    assert term_latex(q[0, 0] * q[1, 0]) == "q_{1} q_{2}"
    assert term_latex(A[0, k]) == "A_{1,k + 1}"
    assert term_latex(A[k - 1, n - 1]) == "A_{k,n}"
    assert term_latex(U[k][0, 1]) == "(U_{k})_{1,2}"


def test_every_head_is_printed() -> None:
    for name, row in PLAIN.items():
        assert term_latex(call(name, *[x] * len(row.sorts)))


# Names

NAMES = {
    "theta": r"\theta", "sigma1": r"\sigma_{1}", "q_1": "q_{1}", "theta_prime": r"\theta'",
    "t'": "t'", "Theta": r"\Theta", "θ": r"\theta", "σ_1": r"\sigma_{1}", "lambda_": r"\lambda",
    "d_model": r"d_{\mathrm{model}}", "x_hat": r"\hat{x}", "temp": r"\mathit{temp}",
    "R_theta": r"R_{\theta}", "Alpha": r"\mathrm{A}", "é": r"\text{\'{e}}", "_x": r"\text{\_x}",
    r"a\b": r"\text{a\textbackslash{}b}",
}  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), NAMES.items())
def test_names(name: str, expected: str) -> None:
    assert symbol_latex(name) == expected


@given(st.text(max_size=60))
def test_any_words_are_escaped_to_ascii(text: str) -> None:
    latex = escape(text)
    assert latex.isascii()
    assert not set("#%&") & set(re.sub(r"\\.", "", latex))


@given(st.text(min_size=1, max_size=60))
def test_any_name_is_printed_in_ascii(name: str) -> None:
    assert symbol_latex(name).isascii()


# Relations, propositions, sorts, and their words


def test_relations_and_propositions() -> None:
    assert relation_latex(ne(x - 1, 0)) == r"x - 1 \neq 0"
    assert relation_latex(lt(x, y)) == "x < y"
    powers = forall(k, eq(U[k], A**k), le(1, k))
    assert proposition_words(powers, Latex()) == (
        r"$U_{k} = A^{k}$ for all natural numbers $k$ with $1 \leq k$"
    )


SORTS: list[tuple[Sort, str]] = [
    (NATURAL, r"\mathbb{N}_{0}"), (INTEGER, r"\mathbb{Z}"),
    (matrix_sort(n, M), r"\mathbb{C}^{n \times M}"),
    (matrix_sort(number(2), number(1), "real"), r"\mathbb{R}^{2}"),
    (family_sort((REAL,), COMPLEX), r"\mathbb{R} \to \mathbb{C}"),
]


@pytest.mark.parametrize(("sort", "expected"), SORTS)
def test_sorts(sort: Sort, expected: str) -> None:
    assert sort_latex(sort) == expected


def test_declarations_in_words() -> None:
    P = symbol("P", matrix_sort(n, n, "projector", "hermitian"))
    W = symbol("W", matrix_sort(n, n, "real", "nilpotent2"))
    def words(symbols: list[Term], within: Sequence[Term] = ()) -> str:
        return declared_words(symbols, Latex(), within)

    assert words([a, b, M]) == "real numbers $a$, $b$ and positive integers $M$"
    assert words([U]) == r"unitary $n \times n$ matrices $U_{k}$ ($k = 0, 1, 2, \dots$)"
    assert words([sigma], [sigma[m]]) == r"real numbers $\sigma_{l}$ ($l = 1, 2, \dots$)"
    assert words([f]) == r"functions $f \colon \mathbb{R} \to \mathbb{R}$"
    assert words([q]) == r"real vectors $q \in \mathbb{R}^{2}$"
    assert words([P]) == r"Hermitian $n \times n$ matrices $P$ with $P^{2} = P$"
    assert words([W]) == r"real $n \times n$ matrices $W$ with $W^{2} = 0$"
    assert words([]) == ""


def test_an_index_that_is_declared_is_not_lent_to_a_family() -> None:
    assert "$U_{l}$" in declared_words([k, U], Latex(), [U[k]])


def test_values_of_families() -> None:
    def shown(name: Term, value: Term) -> str:
        return relation_latex(value_relation(name, value))

    assert shown(x, number(2)) == "x = 2"
    assert shown(sigma, function([m], m**2)) == r"\sigma_{l} = l^{2}"
    assert shown(f, function([x], x + 1)) == "f(x) = x + 1"


# What is too large


def test_shared_terms_are_abbreviated() -> None:
    shared: Term = x
    for _ in range(300):
        shared = shared * shared + 1
    assert len(term_latex(shared)) < 20_000
    assert term_latex(shared, 6) == r"\cdots (\cdots + 1) + 1"


def test_long_sums_keep_their_ends() -> None:
    total = add(*[x**i for i in range(30_000)])
    assert term_latex(total, 40) == r"x^{0} + x^{1} + x^{2} + x^{3} + x^{4} + \cdots + x^{29999}"


def test_long_chains_of_additions_are_no_recursion() -> None:
    total: Term = x
    for i in range(30_000):
        total = total + i
    assert term_latex(total).startswith("x + 0 + 1 + 2")


def test_deep_terms_are_cut() -> None:
    deep: Term = x
    for _ in range(5_000):
        deep = cos(deep) / 2
    assert r"\cdots" in term_latex(deep)
    assert term_latex(deep).count(r"\frac") <= DEPTH_LIMIT


def test_large_matrices_keep_their_corners() -> None:
    large = matrix([[symbol(f"m_{i}_{j}") for j in range(40)] for i in range(40)])
    printed = term_latex(large)
    for part in ("m_{0,0}", "m_{0,39}", "m_{39,0}", "m_{39,39}", r"\vdots", r"\ddots"):
        assert part in printed
    assert "m_{20,20}" not in printed


def test_long_numbers_keep_their_ends() -> None:
    assert term_latex(number(12345678901234567890)) == "12345678901234567890"
    printed = term_latex(number(7**20_000))
    assert r"\underbrace{\cdots}_{16902\text{ digits}}" in printed


# How wide and how high: in em and in lines, rather too much than too little

SIZES = [
    (x, 0.57, 1), (a + b, 2.1, 1), (x / y, 0.8, 2), (sqrt(x), 1.4, 1), (cos(x), 2, 1),
    (sum_(sigma[m], (m, 1, M)), 2.2, 2.8), (x ** (x**2), 1.2, 1), (ROTATION, 6.5, 2),
    (Term("blocks", (A, B), (1, 2)), 4, 1),
]  # fmt: skip


@pytest.mark.parametrize(("term", "width", "height"), SIZES)
def test_sizes(term: Term, width: float, height: float) -> None:
    wide, high = size(term_latex(term))
    assert width <= wide <= 1.6 * width and height <= high <= 1.3 * height


def test_rows_keep_to_a_width_where_they_can() -> None:
    total = add(*[cos(x + i) for i in range(20)])
    rows = term_rows(total, 20)
    assert len(rows) > 3 and all(size(row)[0] <= 20 for row in rows)
    assert "".join(rows).replace("{}", "") == term_latex(total)
    assert len(term_rows(mul(*[x + i for i in range(20)]), 20)) > 3


# What always holds

Make = Callable[..., Term]


def _grow(inside: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    binary: list[Make] = [add, mul, power, lambda u, v: u / v, lambda u, v: call("max", u, v)]
    unary: list[Make] = [neg, cos, exp, sqrt, conj, lambda u: call("abs", u), lambda u: f(u)]
    return st.one_of(
        st.builds(lambda make, u, v: make(u, v), st.sampled_from(binary), inside, inside),
        st.builds(lambda make, u: make(u), st.sampled_from(unary), inside),
        st.builds(lambda u, v: scalar(matrix([[u, v]]) * column(v, u)), inside, inside),
        st.builds(lambda u: sum_(u, (m, 1, M)), inside),
    )


LEAVES = st.sampled_from([x, y, theta, z, I, PI, number(2), number("-1/2"), sigma[m]])
TERMS = st.recursive(LEAVES, _grow, max_leaves=30)


@given(TERMS, st.integers(5, 60))
@settings(deadline=None)
def test_groups_and_fences_match_at_any_width(term: Term, width: int) -> None:
    for latex in (term_latex(term), *term_rows(term, width)):
        assert latex.count("{") == latex.count("}")
        assert latex.count(r"\left") == latex.count(r"\right")
        assert latex.count(r"\begin") == latex.count(r"\end")


@given(TERMS, st.integers(2, 40))
def test_abbreviating_keeps_to_the_limit(term: Term, limit: int) -> None:
    short = abbreviated(term, limit)
    size = sum(1 for _ in _nodes(short))
    assert size <= 2 * limit + 4
    if sum(1 for _ in _nodes(term)) <= limit:
        assert short is term and all(node is not DOTS for node in subterms(short))


def _nodes(term: Term) -> list[Term]:
    return [term, *[node for argument in term.args for node in _nodes(argument)]]


def test_what_is_printed_alike_has_one_value() -> None:
    """No two readings: all trees of two levels, by their print, agree at exact points."""
    sample = [x, number(2), number(-3), number("1/2")]
    one_level = [*sample, *_trees(sample, sample)]
    values: dict[str, tuple[Fraction | None, ...]] = {}
    for term in _trees(one_level, [x, number(2), neg(x), x + 2, 2 * x, x / 2, x**2, cos(x)]):
        found = tuple([_value(term, Fraction(at)) for at in ("5/3", "7")])
        assert values.setdefault(term_latex(term), found) == found, term_latex(term)
    assert len(values) > 3_000


def _trees(left: list[Term], right: list[Term]) -> list[Term]:
    made: list[Term] = []
    for u in left:
        made += [neg(u), cos(u), u**2, u**-1, sum_(u, (m, 1, 3)), product(u, (m, 1, 3))]
        for v in right:
            made += [u + v, v + u, u * v, v * u, u / v, v / u]
    return made


def _value(term: Term, at: Fraction) -> Fraction | None:
    """The value at x, with any odd functions for cos, sum and product; None if undefined."""
    if term.head == "symbol":
        return at
    if term.head == "number":
        return Fraction(term.data)
    if term.head in ("sum", "product"):
        body = _value(term.args[3], at)
        if body is None:
            return None
        return 3 * body if term.head == "sum" else body**3
    parts = [_value(argument, at) for argument in term.args]
    if any(part is None for part in parts):
        return None
    first, *others = [part for part in parts if part is not None]
    if term.head == "neg":
        return -first
    if term.head == "cos":
        return 1 / (first**2 + 2)
    if term.head == "add":
        return first + sum(others)
    if term.head == "mul":
        return first * others[0]
    if term.head == "pow":
        return None if first == 0 else first ** int(others[0])
    return None if others[0] == 0 else first / others[0]
