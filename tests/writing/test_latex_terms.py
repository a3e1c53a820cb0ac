"""Terms, relations and sorts in LaTeX: how each is printed, and what always holds of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from derivations.language.abbreviate import DEPTH_LIMIT, DOTS, abbreviated
from derivations.language.calculus_statements import existing
from derivations.language.heads import PLAIN
from derivations.language.latex_names import escape, symbol_latex
from derivations.language.sorts import (
    COMPLEX, INTEGER, NATURAL, REAL, Sort, family_sort, matrix_sort,
)
from derivations.language.statements import eq, forall, le, lt, ne
from derivations.language.substitution import subterms
from derivations.language.terms import Term
from derivations.verdicts import value_relations
from derivations.writing.latex_sentences import Latex
from derivations.writing.latex_sizes import size
from derivations.writing.latex_terms import relation_latex, sort_latex, term_latex, term_rows
from derivations.writing.story import Pen, declared_words, proposition_words
from tests.support.notation import (
    PI, I, Written, add, call, column, conj, cos, exp, function, matrix, mul, neg, number, power,
    product, scalar, sqrt, sum_, symbol, written,
)
from tests.support.parsing import parse_proposition, parse_term
from tests.support.tables import declared

LETTERS = declared("""
    a, b, x, y, t, theta: real; z: complex; n, k: natural; M, l: posint; A, B: matrix(n, n)
    sigma, q_1: family(posint -> real); f: family(real -> real); q: real vector(2)
    U: family(natural -> unitary(n)); F: family(real, real -> real)
    R = Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])
    xy = Matrix([[x], [y]])
""")
a, b, x, y, theta, z, n, k, M, m, sigma, f, A, B, q, U = (
    written(LETTERS[name]) for name in "a b x y theta z n k M l sigma f A B q U".split()
)


PRINTED = r"""
    # Arithmetic: as written, with as few parentheses as the reading allows
    a - b => a - b || (a - b) - x => a - b - x || a - (b - x) => a - (b - x)
    a + (b + x) => a + (b + x) || -(a + b) => -(a + b) || -(-a) => -(-a) || x - x => x - x
    a + (-2*b) => a - 2 b || a*(-b) => a \cdot (-b) || (-a)*b => (-a) b
    (a + b)*(a - b) => (a + b) (a - b) || x*(a + b) => x \cdot (a + b) || x*2 => x \cdot 2
    2*3 => 2 \cdot 3 || 2*(1/3) => 2 \cdot \frac{1}{3} || x/y/2 => \frac{\frac{x}{y}}{2}
    (x/y)**2 => \left(\frac{x}{y}\right)^{2} || (-x)**2 => (-x)^{2} || -x**2 => -x^{2}
    (-2)**x => (-2)^{x} || (x**2)**3 => (x^{2})^{3} || x**x**2 => x^{x^{2}}
    -1/2*x => -\frac{1}{2} x || (1/10000)**((l - 1)/M) => \left(\frac{1}{10000}\right)^{(l - 1)/M}
    # Functions
    cos(x) => \cos x || cos(theta) => \cos\theta || cos(2*x) => \cos 2 x
    cos(x/2) => \cos\frac{x}{2} || cos(a + b) => \cos(a + b) || cos(-x) => \cos(-x)
    cos(sigma[l]*t) => \cos(\sigma_{l} t) || cos(x)**2 => \cos^{2} x
    cos(a + b)**2 => \cos^{2}(a + b) || cos(x)**(-1) => (\cos x)^{-1}
    cos(a)*sin(b) => \cos a \sin b || cos(a)*sin(a + b) => \cos a \sin(a + b)
    y*cos(x) => y \cos x || cos(x)*y => \cos(x) y || exp(I*x) => e^{\mathrm{i} x}
    exp((-x)/2) => e^{-x/2} || exp(x)**2 => (e^{x})^{2} || sqrt(x**2) => \sqrt{x^{2}}
    sqrt(x)**2 => (\sqrt{x})^{2} || conjugate(z + 1) => \overline{z + 1} || Abs(z) => \lvert z\rvert
    Abs(z/2) => \left\lvert \frac{z}{2}\right\rvert || re(z) => \operatorname{Re} z
    im(z*z) => \operatorname{Im}(z z) || arg(z) => \arg z || asin(x) => \arcsin(x)
    atan2(y, x) => \operatorname{atan2}(y, x) || floor(x) => \lfloor x\rfloor
    Mod(x, 2) + 1 => (x \bmod 2) + 1 || binomial(n, 2) => \binom{n}{2}
    factorial(n + 1) => (n + 1)! || Max(x, y, 2) => \max(x, y, 2)
    f[x/2] => f\left(\frac{x}{2}\right) || f[x]**2 => f(x)^{2} || pi/2 => \frac{\pi}{2}
    # Matrices, families, sums
    R => \begin{bmatrix} \cos a & -\sin a \\ \sin a & \cos a \end{bmatrix}
    det(R) => \det\begin{bmatrix} \cos a & -\sin a \\ \sin a & \cos a \end{bmatrix} || A*B => A B
    A*(B*A) => A \cdot (B A) || (A*B).T => (A B)^{\top} || A.T.T => (A^{\top})^{\top}
    A.H*B => A^{*} B || A.I => A^{-1} || (A*t).exp() => e^{A t} || trace(A) => \operatorname{tr}(A)
    norm(q) => \lVert q\rVert || inner(x, y) => \langle x, y\rangle || scalar(q.T*q) => q^{\top} q
    kronecker_product(A, A + B) => A \otimes (A + B) || Identity(n) => I_{n}
    zeros(n, 2*n) => 0_{n \times 2 n} || sigma[l] => \sigma_{l} || q_1[l] => q_{1,l}
    U[k + 1] => U_{k + 1} || U[k].H => U_{k}^{*}
    Sum(sigma[l]**2, (l, 1, M)) => \sum_{l = 1}^{M} \sigma_{l}^{2}
    Sum(a + b, (l, 1, M))*x => \left(\sum_{l = 1}^{M} (a + b)\right) x
    Product(x*y, (l, 1, M)) => \prod_{l = 1}^{M} (x y)
    BlockDiag(U[l], (l, 1, M)) => \bigoplus_{l = 1}^{M} U_{l}
    Stack(xy, (l, 1, M)) => \operatorname*{col}_{l = 1}^{M} \begin{bmatrix} x \\ y \end{bmatrix}
    # Derivatives and integrals
    Derivative(f[x], x) => \frac{d}{dx} f(x) || Derivative(x**n, x) => \frac{d}{dx} x^{n}
    Derivative(2*x, x) => \frac{d}{dx} (2 x) || Derivative(-x, x) => \frac{d}{dx} (-x)
    Derivative(A*t, t) => \frac{d}{dt} (A t) || Derivative(1/x, x) => \frac{d}{dx} \frac{1}{x}
    Derivative(f[x], (x, 2)) => \frac{d^{2}}{dx^{2}} f(x)
    Derivative(a*x, x) => \frac{\partial}{\partial x} (a x)
    Derivative(F[x, y], x, (y, 2)) => \frac{\partial^{3}}{\partial y^{2} \, \partial x} F(x, y)
    Subs(Derivative(f[x], x), x, a + 1) => \left.\frac{d}{dx} f(x)\right|_{x = a + 1}
    2*Subs(Derivative(f[x], x), x, 0)*y => 2 \left.\frac{d}{dx} f(x)\right|_{x = 0} y
    Derivative(f[x], x)*y => \left(\frac{d}{dx} f(x)\right) y
    -Derivative(f[x], x) => -\frac{d}{dx} f(x)
    y*Derivative(f[x], x) => y \frac{d}{dx} f(x)
    Derivative(f[x], x)**2 => \left(\frac{d}{dx} f(x)\right)^{2}
    Derivative(x*Derivative(f[x], x), x) => \frac{d}{dx} \left(x \frac{d}{dx} f(x)\right)
    Derivative(Integral(f[y], (y, 0, x)), x) => \frac{d}{dx} \int_{0}^{x} f(y) \, dy
    Integral(x + 1, (x, a, b))*y => \left(\int_{a}^{b} (x + 1) \, dx\right) y
    Integral(x*y, (x, 0, y), (y, 0, 1)) => \int_{0}^{1} \int_{0}^{y} x y \, dx \, dy
    Derivative(f[x]**2, f[x]) => \frac{\partial}{\partial f(x)} f(x)^{2}
    Derivative(sigma[k], (sigma[k], 2)) => \frac{\partial^{2}}{\partial \sigma_{k}^{2}} \sigma_{k}
    2*differentiable(f[x], x) => 2 \left[f(x) \text{ is differentiable in } x\right]
"""
ROWS = [row for line in PRINTED.splitlines() if "=>" in line for row in line.split(" || ")]


@pytest.mark.parametrize("row", ROWS)
def test_printed(row: str) -> None:
    text, _, latex = row.strip().partition(" => ")
    assert term_latex(parse_term(text, LETTERS)) == latex


def test_what_has_no_text() -> None:
    assert (term_latex(add()), term_latex(mul())) == ("0", "1")
    assert term_latex(function([x, y], x + y)) == r"(x, y) \mapsto x + y"
    blocks = Written("blocks", (A, B, B, A), (2, 2))
    assert term_latex(blocks) == (
        r"\left[\begin{array}{c|c} A & B \\ \hline B & A \end{array}\right]"
    )


def test_entries_are_counted_from_zero_as_in_text() -> None:
    assert term_latex(q[0, 0] * q[1, 0]) == "q[0] q[1]"
    assert term_latex(A[0, k]) == "A[0, k]"
    assert term_latex(A[k + 1, n - 1]) == "A[k + 1, n - 1]"
    assert term_latex(U[k][0, 1]) == "U_{k}[0, 1]"
    assert term_latex(call("transpose", A)[0, 1] * (A * B)[1, 0]) == r"(A^{\top})[0, 1] (A B)[1, 0]"


def test_remainders_have_products_in_parentheses() -> None:
    assert term_latex(call("mod", x, 2 * y)) == r"x \bmod (2 y)"
    assert term_latex(call("mod", 2 * x, y)) == r"(2 x) \bmod y"


def test_a_product_does_not_look_like_a_value() -> None:
    assert term_latex(mul(x, y + 1)) == r"x \cdot (y + 1)"
    assert term_latex(mul(x, add(a / b, 1))) == r"x \cdot \left(\frac{a}{b} + 1\right)"
    assert term_latex(mul(call("inv", A), add(A, B))) == r"A^{-1} \cdot (A + B)"


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


SAID = r"""
    differentiable(f[x], x) => f(x) \text{ is differentiable in } x
    differentiable(Abs(x) + 1, (x, 0)) => \lvert x\rvert + 1 \text{ is differentiable at } x = 0
    differentiable(Abs(x), (x, 0)) = 0 => \lvert x\rvert \text{ is not differentiable at } x = 0
    integrable(f[x], (x, a, b)) => f(x) \text{ is integrable from } x = a \text{ to } b
    integrable(f[x], (x, 0, 1)) = 0 => f(x) \text{ is not integrable from } x = 0 \text{ to } 1
    tangent(f[x], (x, x, 3)) => \frac{d}{dx} f(x) = 3
    tangent(f[x], (x, a, b)) => \left.\frac{d}{dx} f(x)\right|_{x = a} = b
    tangent(f[x], (x, a, b)) = 0 => \left.\frac{d}{dx} f(x)\right|_{x = a} \neq b
    gradient(norm(q)**2/2, q) = q => \nabla_{q} \frac{\lVert q\rVert^{2}}{2} = q
    gradient(2*norm(q), q) = q => \nabla_{q} (2 \lVert q\rVert) = q
"""


@pytest.mark.parametrize("row", [row for row in SAID.splitlines() if row.strip()])
def test_what_is_said_of_functions(row: str) -> None:
    text, _, latex = row.strip().partition(" => ")
    stated = parse_proposition(text, LETTERS)
    assert relation_latex(stated.relation) == latex
    assert proposition_words(stated, Latex()) == f"${latex}$"
    assert size(latex)[0] < 40


def test_what_is_said_of_functions_in_text() -> None:
    def told(text: str) -> str:
        return proposition_words(existing([parse_proposition(text, LETTERS)])[0], Pen())

    of_all = "Derivative(f[s], s) = f[s] for all s: real"
    assert told(of_all) == "Derivative(f[s], s) = f[s] for all real numbers s"
    assert told("differentiable(f[x], (x, 0)) = 0") == "differentiable(f[x], (x, 0)) = 0"
    assert told("differentiable(f[s], s) for all s: real with 0 < s") == (
        "differentiable(f[s], s) for all real numbers s with 0 < s"
    )
    assert told("gradient(norm(q), q) = 2*q") == "gradient(norm(q), q) = 2*q"


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
        return relation_latex(*value_relations(((name, value),)))

    assert shown(x, number(2)) == "x = 2"
    assert shown(sigma, function([m], m**2)) == r"\sigma_{l} = l^{2}"
    assert shown(f, function([x], x + 1)) == "f(x) = x + 1"
    found = symbol("j0_", m.sort)  # a parameter that the search has named
    assert shown(sigma, function([found], found**2)) == r"\sigma_{k} = k^{2}"


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
    (sum_(sigma[m], (m, 1, M)), 2.2, 2.8), (x ** (x**2), 1.2, 1), (LETTERS["R"], 6.5, 2),
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
