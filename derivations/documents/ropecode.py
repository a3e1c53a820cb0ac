"""Rotary Position Embedding: the claims of a post of 2025-11-29.

Section 2 shows that the score of a rotated query and a rotated key depends on the difference of
their positions only: a transposed rotation turns back, and angles add when rotations compose.
Every printed line is a step here.  The post proves it for one plane; the same lines stand here
for d/2 = M planes, M a symbol, with any real frequencies, of which the printed ones are a case.
Nothing in section 2 is misprinted.

SymPy turns cos(-θ) into cos(θ) before anyone can look, and these lines are about signs: they are
written with the functions of `derivations`, which evaluate nothing.
"""

from derivations import (
    INTEGER,
    POSINT,
    POSITIVE,
    REAL,
    Document,
    Term,
    blockdiag,
    call,
    column,
    cos,
    eq,
    family_sort,
    identity,
    inner,
    matrix,
    matrix_sort,
    mul,
    number,
    power,
    scalar,
    sin,
    stack,
    step,
    sum_,
    symbol,
    transpose,
)

# Positions may be any real numbers, not only naturals.
m, n, theta = (symbol(name, REAL) for name in ("m", "n", "theta"))
q1, q2, k1, k2 = (symbol(name, REAL) for name in ("q1", "q2", "k1", "k2"))
q, k = column(q1, q2), column(k1, k2)


def R(a: Term) -> Term:
    """The counterclockwise rotation by the angle a."""
    return matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])


# M = d/2 planes, counted from 0: plane i has the frequency sigma[i], and a vector u its two
# entries u[i, 0] and u[i, 1] there, which are its entries 2i and 2i + 1.
M, i = symbol("M", POSINT), symbol("i", INTEGER)
sigma = symbol("sigma", family_sort((INTEGER,), REAL))
q_, k_ = (symbol(name, family_sort((INTEGER, INTEGER), REAL)) for name in ("q", "k"))


def planes(u: Term) -> Term:
    """A real vector of 2M entries."""
    return stack(column(u[i, 0], u[i, 1]), (i, 0, M - 1))


def RM(a: Term) -> Term:
    """The rotation of every plane i by sigma[i]·a, a block-diagonal matrix of 2M rows."""
    return blockdiag(R(sigma[i] * a), (i, 0, M - 1))


def norm(u: Term) -> Term:
    return call("norm", u)


doc = Document("ropecode", title="Rotary Position Embedding", source="003_938db095c205c227.txt")

doc.section("1. Introduction")
doc.remark(
    "empirical",
    "Learned and fixed absolute encodings perform alike; relative ones are slow at inference and "
    "complicate attention.",
    source="section 1",
)

doc.section("2. RoPE: Rotary Position Embedding")
rotation = symbol("R", family_sort((REAL,), matrix_sort(number(2), number(2), "real")))
doc.definition(
    "R-def",
    eq(rotation[theta], R(theta)),
    words="The rotation of the plane by the angle θ.",
    source="proof, line 1",
)
doc.chain(
    "R-transpose",
    transpose(R(theta)),
    step(matrix([[cos(theta), sin(theta)], [-sin(theta), cos(theta)]]), "rows become columns"),
    step(R(-theta), "the cosine is even, the sine odd"),
    words="A transposed rotation is the rotation back, shown by its entries.",
    source="proof, line 2",
)
doc.chain(
    "product",
    mul(R(m), R(n)),
    step(
        matrix(
            [
                [
                    cos(m) * cos(n) - sin(m) * sin(n),
                    -cos(m) * sin(n) - sin(m) * cos(n),
                ],
                [
                    sin(m) * cos(n) + cos(m) * sin(n),
                    -sin(m) * sin(n) + cos(m) * cos(n),
                ],
            ]
        ),
        "the product, entry by entry",
    ),
    step(R(m + n), "angle sums"),
    words="The angles of two rotations add when they compose.",
    source="proof, lines 3 to 5",
)
doc.chain(
    "difference",
    mul(transpose(R(m)), R(n)),
    step(mul(R(-m), R(n)), "line 2"),
    step(R(n - m), "lines 3 to 5 with -m for m"),
    words="Turning back by m and then by n turns by n - m.",
    source="proof, line 6",
)
doc.claim(
    "orthogonal",
    [
        eq(mul(transpose(R(theta)), R(theta)), identity(2)),
        eq(mul(R(theta), transpose(R(theta))), identity(2)),
    ],
    words="A rotation is orthogonal.",
    source="implied by line 6",
)
doc.chain(
    "score",
    scalar(mul(transpose(mul(R(m), q)), mul(R(n), k))),
    step(scalar(mul(transpose(q), transpose(R(m)), R(n), k)), "the transpose of a product"),
    step(scalar(mul(transpose(q), R(n - m), k)), "line 6"),
    step(
        inner(q, k) * cos(n - m) + (q2 * k1 - q1 * k2) * sin(n - m),
        "written out; the post stops one line earlier",
    ),
    words="The score of a query at m and a key at n depends on n - m only.",
    source="section 2, first display",
)
doc.claim(
    "norm",
    eq(norm(mul(R(m), q)), norm(q)),
    words="A rotation keeps the length of a vector.",
    source="implied by line 6",
)

doc.remark("inherently-2D", "Rotations are made for the plane.", source="section 2, last paragraph")
base, size = symbol("theta_base", POSITIVE), symbol("d", POSINT)
doc.definition(
    "theta-i",
    words="The angle of plane i at position m is m times the base to the power -2i/d; the base is "
    "10000 unless said otherwise.",
    source="section 2, last display",
)
doc.remark(
    "near-far",
    "Planes with high frequencies see nearby positions, planes with low ones far positions.",
    source="section 2, last paragraph",
)

doc.section("2. RoPE, for d/2 planes")
doc.definition(
    "planes-def",
    words="For d = 2M, the vector with entries u₂ᵢ and u₂ᵢ₊₁ in plane i = 0, ..., M - 1 is "
    "rotated in every plane by its own angle: σᵢ m at position m. The matrix of this is block "
    "diagonal. The frequencies σᵢ are any real numbers.",
    source="section 2, last paragraph",
)
doc.claim(
    "blocks-transpose",
    eq(transpose(RM(m)), RM(-m)),
    words="Transposing turns every plane back.",
    source="line 2, for M planes",
)
doc.chain(
    "blocks-product",
    mul(RM(m), RM(n)),
    step(blockdiag(mul(R(sigma[i] * m), R(sigma[i] * n)), (i, 0, M - 1)), "block by block"),
    step(RM(m + n), "the angles of each block add"),
    words="Rotations of M planes compose by adding the positions.",
    source="lines 3 to 5, for M planes",
)
doc.chain(
    "blocks-difference",
    mul(transpose(RM(m)), RM(n)),
    step(mul(RM(-m), RM(n)), "the transpose turns back"),
    step(RM(n - m), "the angles of each block add"),
    words="The difference of the positions is all that remains.",
    source="line 6, for M planes",
)
doc.claim(
    "blocks-orthogonal",
    [
        eq(mul(transpose(RM(m)), RM(m)), identity(2 * M)),
        eq(mul(RM(m), transpose(RM(m))), identity(2 * M)),
    ],
    words="The rotation of M planes is orthogonal.",
    source="implied, for M planes",
)
doc.chain(
    "blocks-score",
    scalar(mul(transpose(mul(RM(m), planes(q_))), mul(RM(n), planes(k_)))),
    step(
        scalar(mul(transpose(planes(q_)), transpose(RM(m)), RM(n), planes(k_))),
        "the transpose of a product",
    ),
    step(scalar(mul(transpose(planes(q_)), RM(n - m), planes(k_))), "only n - m remains"),
    step(
        sum_(
            (q_[i, 0] * k_[i, 0] + q_[i, 1] * k_[i, 1]) * cos(sigma[i] * (n - m))
            + (q_[i, 1] * k_[i, 0] - q_[i, 0] * k_[i, 1]) * sin(sigma[i] * (n - m)),
            (i, 0, M - 1),
        ),
        "each plane as before",
    ),
    words="The score over M planes depends on n - m only, with a sine in every plane.",
    source="first display, for M planes",
)
doc.claim(
    "blocks-norm",
    eq(norm(mul(RM(m), planes(q_))), norm(planes(q_))),
    words="The rotation of M planes keeps the length of a vector.",
    source="implied, for M planes",
)

doc.section("3. Implementation")
doc.claim(
    "inv-freq-formula",
    eq(1 / power(base, 2 * i / size), power(base, -(2 * i / size))),
    words="The frequencies of the program are those of section 2.",
    source="section 3, line 83",
)
doc.remark(
    "original-adjacent",
    "Some programs pair adjacent entries, others entry j with entry j + d/2.",
    source="section 3, line 91",
)
doc.remark("easier", "The second is called easier and more efficient.", source="line 91")
turned = column(q1 * cos(theta) + q2 * sin(theta), q1 * -sin(theta) + q2 * cos(theta))
doc.definition(
    "y1",
    eq(column(symbol("y1", REAL), symbol("y2", REAL)), turned),
    words="What the program makes of a pair of entries.",
    source="section 3, lines 92 and 93",
)
doc.claim(
    "clockwise",
    eq(turned, mul(R(-theta), q)),
    words="It rotates clockwise.",
    source="section 3, line 93, comment",
)
doc.claim(
    "original-ccw",
    eq(
        column(q1 * cos(theta) + q2 * -sin(theta), q1 * sin(theta) + q2 * cos(theta)),
        mul(R(theta), q),
    ),
    words="The variant in the comment rotates counterclockwise.",
    source="section 3, line 93, comment",
)
doc.claim(
    "code-relative",
    eq(
        inner(mul(RM(-m), planes(q_)), mul(RM(-n), planes(k_))),
        inner(planes(q_), mul(RM(m - n), planes(k_))),
    ),
    words="Turned clockwise, query and key have a score that depends on m - n only too; it is read "
    "pair by pair, for every number of pairs.",
    source="section 3, implied",
)
doc.claim(
    "code-norm",
    eq(norm(mul(RM(-m), planes(q_))), norm(planes(q_))),
    words="Turned clockwise, a vector keeps its length.",
    source="section 3, implied",
)
