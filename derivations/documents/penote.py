"""A Note on Positional Encoding: the claims of a post of 2024-09-08.

The sinusoidal encodings of two positions have an inner product that depends on their difference,
and shifting a position is a block-diagonal rotation.  The dimension d is even: it stands here as
d = 2M, M a symbol, so that d/2 is M.  The frequencies ωᵢ are any real numbers; that the printed
ones are a case is a claim of its own.  The inner product conjugates its second argument.

Misprinted, each standing as printed beside its correction:

    line 42          scores are not symmetric in query and key
    line 82          the block that shifts by Δ is the rotation by -ωᵢ·Δ, not by ωᵢ·Δ
    line 116         four products of projections are multiplied where they are to be added
    lines 210, 246   the real part of ⟨q, k⟩·e^(iα) is ⟨q, k⟩·cos α only if ⟨q, k⟩ is real and else
                     has a sine too; so has the score of a rotated query and key
    line 212         the same sine is dropped in the sum over all planes
    line 231         θᵢ has lost the power of 10000
"""

from typing import Any

from sympy import Eq, I, IndexedBase, Integer, Matrix, Sum, Symbol, cos, exp, log, sin, symbols

from derivations import (
    POSINT,
    REFUTED,
    Document,
    Term,
    add,
    blockdiag,
    call,
    div,
    eq,
    identity,
    inner,
    le,
    matrix_sort,
    mul,
    neg,
    number,
    power,
    sqrt,
    stack,
    step,
    symbol,
    transpose,
)

# Positions, an offset, and d = 2M.
p, q, m, n = symbols("p q m n", integer=True, nonnegative=True)
Delta = Symbol("Delta", integer=True)
M = Symbol("M", integer=True, positive=True)
i = Symbol("i", integer=True)
d = 2 * M
omega = IndexedBase("omega", real=True)
theta, alpha = symbols("theta alpha", real=True)


def R(a: Any) -> Any:
    """The counterclockwise rotation by a."""
    return Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])


def S(a: Any) -> Any:
    """What shifts sines and cosines by a."""
    return Matrix([[cos(a), sin(a)], [-sin(a), cos(a)]])


def re(c: Any) -> Term:
    return call("re", c)


def im(c: Any) -> Term:
    return call("im", c)


def norm(u: Any) -> Term:
    return call("norm", u)


doc = Document("penote", title="A Note on Positional Encoding", source="004_afbb0d2f324815b3.txt")

# Tokens X, weights W, a permutation P of which only P transposed times P = I is needed, all of
# unspecified size.
s, width, d_k = (symbol(name, POSINT) for name in ("s", "d", "d_k"))
X, W = symbol("X", matrix_sort(s, width)), symbol("W", matrix_sort(width, d_k))
P = symbol("P", matrix_sort(s, s, "orthogonal"))
Q, K, V = (symbol(name, matrix_sort(s, d_k)) for name in ("Q", "K", "V"))
B = symbol("B", matrix_sort(s, s))

doc.section("Permutation equivariance")
doc.definition(
    "equivariance-def",
    words="A function of several inputs is permutation equivariant if permuting the inputs "
    "permutes the outputs likewise.",
    source="line 16",
)
doc.remark(
    "order-blind",
    "Such a function does not care about the order of its inputs.",
    source="lines 17 and 42",
)
doc.definition(
    "attention-def",
    words="Attention weighs the rows of V by the softmax, row by row, of Q times K transposed "
    "over the root of d_k.",
    source="line 20",
)
doc.claim(
    "permuted-qkv",
    eq(mul(mul(P, X), W), mul(P, mul(X, W))),
    words="Permuting the tokens permutes queries, keys and values.",
    source="lines 27 to 29",
)
doc.claim(
    "equiv-step2",
    eq(mul(mul(P, Q), transpose(mul(P, K))), mul(P, Q, transpose(K), transpose(P))),
    words="The scores of permuted tokens.",
    source="line 32",
)
doc.claim(
    "equiv-step3",
    eq(
        mul(P, Q, transpose(K), transpose(P)) / sqrt(d_k),
        mul(P, mul(Q, transpose(K)) / sqrt(d_k), transpose(P)),
    ),
    words="The scale goes with the scores: rows and columns of A are permuted.",
    source="lines 33 to 35",
)
doc.claim(
    "equiv-step4",
    eq(mul(P, B, transpose(P), P, V), mul(P, B, V)),
    words="A permutation meets its transpose; B stands for the softmax of A.",
    source="line 40",
)
doc.claim(
    "attention-symmetric",
    eq(mul(Q, transpose(K)), mul(K, transpose(Q))),
    words="Scores as symmetric in queries and keys.",
    source="line 42",
    expect=REFUTED,
)
doc.claim(
    "attention-symmetric-corrected",
    eq(mul(Q, transpose(K)), transpose(mul(K, transpose(Q)))),
    words="Exchanging queries and keys transposes the scores.",
    source="line 42, corrected",
    corrects="attention-symmetric",
)
doc.remark(
    "break-equivariance",
    "Encodings of positions make attention sensitive to order.",
    source="line 44",
)


def PE(a: Any) -> Term:
    """The sinusoidal encoding at a: entries 2i and 2i + 1 for i = 0, ..., d/2 - 1."""
    return stack(Matrix([sin(omega[i] * a), cos(omega[i] * a)]), (i, 0, d / 2 - 1))


doc.section("Absolute positional encoding")
doc.definition(
    "pe-def",
    words="The entries 2i and 2i + 1 of the encoding of p are sin(p ωᵢ) and cos(p ωᵢ).",
    source="lines 52 to 56",
)
doc.definition("omega-def", words="The frequency ωᵢ is 10000 to the power -2i/d.", source="line 59")
doc.chain(
    "dot",
    inner(PE(p), PE(q)),
    step(
        Sum(
            sin(omega[i] * p) * sin(omega[i] * q) + cos(omega[i] * p) * cos(omega[i] * q),
            (i, 0, d / 2 - 1),
        ),
        "plane by plane",
    ),
    step(Sum(cos(omega[i] * (p - q)), (i, 0, d / 2 - 1)), "the cosine of a difference"),
    words="The inner product of two encodings, for every even d.",
    source="lines 64 and 66",
)
printed = Integer(10000) ** (-2 * i / d)
doc.claim(
    "dot-printed-frequencies",
    eq(
        inner(
            stack(Matrix([sin(p * printed), cos(p * printed)]), (i, 0, d / 2 - 1)),
            stack(Matrix([sin(q * printed), cos(q * printed)]), (i, 0, d / 2 - 1)),
        ),
        Sum(cos(printed * (p - q)), (i, 0, d / 2 - 1)),
    ),
    words="The same with the printed frequencies.",
    source="lines 59 and 66",
)
doc.claim(
    "dot-relative",
    eq(inner(PE(p + n), PE(q + n)), inner(PE(p), PE(q))),
    words="Moving both positions by n changes nothing.",
    source="line 67",
)
doc.claim(
    "shift-sin",
    Eq(
        sin((p + Delta) * omega[i]),
        sin(p * omega[i]) * cos(Delta * omega[i]) + cos(p * omega[i]) * sin(Delta * omega[i]),
    ),
    words="The sine of a sum.",
    source="line 70, first line",
)
doc.claim(
    "shift-cos",
    Eq(
        cos((p + Delta) * omega[i]),
        cos(p * omega[i]) * cos(Delta * omega[i]) - sin(p * omega[i]) * sin(Delta * omega[i]),
    ),
    words="The cosine of a sum.",
    source="line 70, second line",
)
doc.claim(
    "shift-matrix",
    eq(
        Matrix([sin(omega[i] * (p + Delta)), cos(omega[i] * (p + Delta))]),
        mul(S(omega[i] * Delta), Matrix([sin(omega[i] * p), cos(omega[i] * p)])),
    ),
    words="Both, as a matrix.",
    source="lines 72 to 88",
)
doc.claim(
    "R-convention",
    eq(S(omega[i] * Delta), R(omega[i] * Delta)),
    words="This matrix under its label, the rotation of line 222 by ωᵢ Δ.",
    source="line 82",
    expect=REFUTED,
)
doc.claim(
    "R-convention-corrected",
    eq(S(omega[i] * Delta), R(-omega[i] * Delta)),
    words="It is the rotation back.",
    source="line 82, corrected",
    corrects="R-convention",
)
shift = blockdiag(S(omega[i] * Delta), (i, 0, d / 2 - 1))
doc.claim(
    "pe-shift",
    eq(PE(p + Delta), mul(shift, PE(p))),
    words="For every even d, shifting by Δ is a block-diagonal matrix that depends on Δ only.",
    source="line 90",
)
doc.claim(
    "block-diagonal",
    [
        eq(mul(transpose(shift), shift), identity(d)),
        eq(mul(shift, transpose(shift)), identity(d)),
    ],
    words="This matrix is orthogonal.",
    source="line 91",
)
doc.definition(
    "learnable-ape",
    words="A learned encoding is a vector for each position, added to the token.",
    source="line 99",
)
doc.remark(
    "learnable-empirical",
    "Learned and sinusoidal encodings gave nearly the same results; models and scores are listed.",
    source="lines 100, 101, 150 and 249",
)

# Projections of tokens with encodings, all of unspecified size.
h = symbol("h", POSINT)
W_Q, W_K = (symbol(name, matrix_sort(h, width, "real")) for name in ("W_Q", "W_K"))
x_p, x_q, e_p, e_q = (
    symbol(name, matrix_sort(width, number(1), "real")) for name in ("x_p", "x_q", "e_p", "e_q")
)
query, key = mul(W_Q, x_p + e_p), mul(W_K, x_q + e_q)
parts = [inner(mul(W_Q, left), mul(W_K, right)) for left in (x_p, e_p) for right in (x_q, e_q)]

doc.section("Relative positional encoding")
doc.definition(
    "qp-kq-def",
    words="Query and key are projections of token plus encoding; the score is their inner product.",
    source="lines 108 to 111",
)
doc.claim(
    "bilinear-product",
    eq(inner(query, key), mul(*parts)),
    words="The score expanded as printed, the four parts multiplied.",
    source="line 116",
    expect=REFUTED,
)
doc.claim(
    "bilinear-sum",
    eq(inner(query, key), add(*parts)),
    words="The score is the sum of the four parts.",
    source="line 116, corrected",
    corrects="bilinear-product",
)
doc.definition(
    "shaw-score",
    words="A learned bias for each offset is added to the key before the score is taken.",
    source="line 127",
)
a, b, delta = symbols("i j delta", integer=True)
doc.claim(
    "offset-shift",
    Eq((b + delta) - (a + delta), b - a, evaluate=False),
    words="Moving both positions keeps their offset.",
    source="line 136",
)
doc.claim(
    "spe-dot",
    eq(inner(PE(m), PE(n)), Sum(cos(omega[i] * (m - n)), (i, 0, d / 2 - 1))),
    words="The inner product of two encodings once more.",
    source="line 143",
)
doc.remark(
    "rpe-learns-lower",
    "Models often learn lower values for distant positions.",
    source="line 149",
)
doc.remark("window", "Offsets are bounded, and the bound is small.", source="line 154")
doc.definition(
    "decode-output",
    words="The output at a step is the weighted sum of the cached values.",
    source="line 187",
)
doc.definition(
    "rpe-decode-score",
    words="The score of a cached key has a bias that depends on the offset.",
    source="line 189",
)
doc.remark(
    "informal-comparison",
    "Encodings are compared by how they extrapolate, generalize and cache.",
    source="lines 194 to 199, and 201",
)
doc.remark(
    "spe-not-linear",
    "The relative information of sinusoidal encodings is called neither accessible nor linear.",
    source="line 196",
)

# Complex query and key, and real ones in the plane and in M planes.
z, w = symbols("q k")
q1, q2, k1, k2 = symbols("q1 q2 k1 k2", real=True)
q2d, k2d = Matrix([q1, q2]), Matrix([k1, k2])

doc.section("Rotary positional encoding")
doc.definition(
    "f-def",
    words="A token x at position l is turned: x times e to the i l θ.",
    source="line 204",
)
doc.chain(
    "complex-score",
    inner(z * exp(I * m * theta), w * exp(I * n * theta)),
    step(
        mul(z * exp(I * m * theta), call("conj", w * exp(I * n * theta))),
        "the inner product of complex numbers",
    ),
    step(mul(inner(z, w), exp(I * (m - n) * theta)), "collect the exponentials"),
    words="The score of a turned query and a turned key.",
    source="lines 206 to 208",
)
doc.claim(
    "relative-influenced",
    eq(
        inner(z * exp(I * (m + p) * theta), w * exp(I * (n + p) * theta)),
        inner(z * exp(I * m * theta), w * exp(I * n * theta)),
    ),
    words="Moving both positions changes nothing.",
    source="line 209",
)
turned = re(mul(inner(z, w), exp(I * (m - n) * theta)))
doc.claim(
    "re-cos",
    eq(turned, mul(inner(z, w), cos((m - n) * theta))),
    words="The real score as printed; on the left a real number, on the right a complex one.",
    source="line 210",
    expect=REFUTED,
)
doc.claim(
    "re-cos-corrected",
    eq(
        turned,
        re(inner(z, w)) * cos((m - n) * theta) - im(inner(z, w)) * sin((m - n) * theta),
    ),
    words="The real score has a sine, with the imaginary part of the inner product.",
    source="line 210, corrected",
    corrects="re-cos",
)
doc.claim(
    "re-cos-if-real",
    eq(turned, mul(inner(z, w), cos((m - n) * theta))),
    given=[eq(im(inner(z, w)), 0)],
    words="The line holds as printed where the inner product is real.",
    source="line 210, with a hypothesis",
)
turned_plane = re(mul(inner(q1 + q2 * I, k1 + k2 * I), exp(I * (m - n) * theta)))
doc.claim(
    "re-cos-real",
    eq(turned_plane, mul(inner(q2d, k2d), cos((m - n) * theta))),
    words="The same, with the real inner product of two points on the right: the difference is "
    "the sine that was dropped.",
    source="line 210, read with the real inner product",
    expect=REFUTED,
)
doc.claim(
    "re-cos-real-corrected",
    eq(
        turned_plane,
        mul(inner(q2d, k2d), cos((m - n) * theta)) + (q1 * k2 - q2 * k1) * sin((m - n) * theta),
    ),
    words="With that sine.",
    source="line 210, corrected",
    corrects="re-cos-real",
)


def RM(a: Any) -> Term:
    """The rotation of plane i by omega[i]·a, for M planes, counted from 0."""
    return blockdiag(R(omega[i] * a), (i, 0, d / 2 - 1))


def planes(u: Any) -> Term:
    """A real vector of 2M entries, from its two entries in each plane."""
    return stack(Matrix([u[i, 0], u[i, 1]]), (i, 0, d / 2 - 1))


x, y = IndexedBase("x", real=True), IndexedBase("y", real=True)
dots = x[i, 0] * y[i, 0] + x[i, 1] * y[i, 1]
areas = x[i, 0] * y[i, 1] - x[i, 1] * y[i, 0]
total = inner(mul(RM(m), planes(x)), mul(RM(n), planes(y)))
doc.claim(
    "cos-sum",
    eq(total, Sum(dots * cos((m - n) * omega[i]), (i, 0, d / 2 - 1))),
    words="The total over all planes as printed, cosines only.",
    source="line 212",
    expect=REFUTED,
)
doc.claim(
    "cos-sum-corrected",
    eq(
        total,
        Sum(dots * cos((m - n) * omega[i]) + areas * sin((m - n) * omega[i]), (i, 0, d / 2 - 1)),
    ),
    words="The total over all planes, with a sine for each, for every even d.",
    source="line 212, corrected",
    corrects="cos-sum",
)
doc.claim(
    "unit-circle",
    eq(call("abs", exp(I * m * theta)), 1),
    words="The factor lies on the unit circle.",
    source="line 217",
)
doc.claim(
    "euler",
    Eq(exp(I * m * theta), cos(m * theta) + I * sin(m * theta)),
    words="Euler's formula.",
    source="lines 218 and 219",
)
doc.claim(
    "R-mtheta",
    eq(
        mul(R(m * theta), q2d),
        Matrix(
            [
                call("re", (q1 + q2 * I) * exp(I * m * theta)),
                call("im", (q1 + q2 * I) * exp(I * m * theta)),
            ]
        ),
    ),
    words="The matrix turns a point as the factor turns its complex number.",
    source="line 222",
)
v = IndexedBase("x", real=True)  # by entries, counted from 1
pair = Matrix([v[2 * i - 1], v[2 * i]])
doc.claim(
    "pair-rotation",
    eq(
        mul(R(m * omega[i]), pair),
        Matrix(
            [
                v[2 * i - 1] * cos(m * omega[i]) - v[2 * i] * sin(m * omega[i]),
                v[2 * i - 1] * sin(m * omega[i]) + v[2 * i] * cos(m * omega[i]),
            ]
        ),
    ),
    words="One pair of entries, rotated; the angles are those of line 231.",
    source="lines 228 to 230",
)
lost = neg(div(mul(2, i - 1), d))
doc.claim(
    "theta-literal",
    eq(add(10000, lost), power(10000, lost)),
    given=[le(1, i), le(i, d / 2)],
    words="The frequency as it reads, against the power that is meant.",
    source="line 231",
    expect=REFUTED,
)
doc.claim(
    "theta-corrected",
    eq(power(10000, lost), exp(-(2 * (i - 1) / d) * log(10000))),
    given=[le(1, i), le(i, d / 2)],
    words="The power that is meant decays with i as an exponential does.",
    source="line 231, corrected",
    corrects="theta-literal",
)
doc.definition(
    "block-matrix",
    words="The rotation of d entries is block diagonal, one rotation for each pair.",
    source="line 234",
)
doc.claim(
    "block-orthogonal",
    [
        eq(mul(transpose(RM(m)), RM(m)), identity(d)),
        eq(mul(transpose(RM(m)), RM(n)), RM(n - m)),
    ],
    words="For every even d it is orthogonal, and only differences remain.",
    source="lines 233 to 239",
)
doc.claim(
    "cos2-sin2",
    Eq(cos(m * omega[i]) ** 2 + sin(m * omega[i]) ** 2, 1),
    words="The squares of cosine and sine.",
    source="line 238",
)
doc.claim(
    "norm-constant",
    eq(norm(mul(RM(m), planes(x))), norm(planes(x))),
    words="For every even d the rotation keeps lengths.",
    source="line 239",
)
u = IndexedBase("u", real=True)
doc.claim(
    "bilinear-preserved",
    eq(
        inner(mul(RM(m), alpha * planes(x) + theta * planes(u)), mul(RM(n), planes(y))),
        alpha * inner(mul(RM(m), planes(x)), mul(RM(n), planes(y)))
        + theta * inner(mul(RM(m), planes(u)), mul(RM(n), planes(y))),
    ),
    words="The score is linear in the query.",
    source="line 241",
)
doc.claim(
    "linear-attention-assoc",
    eq(mul(mul(Q, transpose(K)), V), mul(Q, mul(transpose(K), V))),
    words="Products may be grouped the other way; Q and K stand for their features.",
    source="line 243",
)
score = inner(mul(R(m * theta), q2d), mul(R(n * theta), k2d))
doc.claim(
    "rope-score-cos",
    eq(score, mul(inner(q2d, k2d), cos((m - n) * theta))),
    words="The score of a rotated query and a rotated key as printed.",
    source="line 246",
    expect=REFUTED,
)
doc.claim(
    "rope-score-cos-corrected",
    eq(
        score,
        mul(inner(q2d, k2d), cos((m - n) * theta)) + (q1 * k2 - q2 * k1) * sin((m - n) * theta),
    ),
    words="The score with the sine that was dropped.",
    source="line 246, corrected",
    corrects="rope-score-cos",
)
doc.claim(
    "rope-score-relative",
    eq(inner(mul(RM(m + p), planes(x)), mul(RM(n + p), planes(y))), total),
    words="For every even d the score depends on m - n only.",
    source="line 247",
)
