"""Position Embedding, by Karl Stratos: sinusoidal and rotary embeddings, and the complex plane.

Sections 1 and 2 shift sinusoidal embeddings by a matrix and rotate queries and keys; appendix B
builds the complex inner product ⟨z, z'⟩ = z · conj(z'), and lemma C.1 carries the rotation over to
it.  Where d = 2M, M is a symbol, and the frequencies are any real numbers.

Misprinted, each standing as printed beside its correction:

    §2.1.1    the exponent (t' - t)i, which by (23) is (t - t')i
    §2.2      the base is 0.00001, in (3), which it refers to, 0.0001
    (13)      the bar over z' is lost in the copy that is followed, and in the lines on
              symmetry and linearity
    (17)      the brace under the imaginary part includes the factor i
    (19)      the imaginary part is no parallelogram of two vectors unless d = 1
    (21)      k(t) is turned by t', z'(t) by t
    §B.1      angles of products add up to multiples of 2π only

SymPy decides signs and orders of its own, cos(t' - t) becomes cos(t - t') and the conjugate of
x1 + x2·i is worked out at once; so the functions of `derivations`, which evaluate nothing, are used
throughout.  Vectors of the plane and complex numbers are tied together by C and C_inverse; where
angles are spoken of, z = |z|·e^(iθ) is the hypothesis, for which θ may be any angle of z.
"""

from derivations import (
    COMPLEX,
    NONNEGATIVE,
    PI,
    POSINT,
    POSITIVE,
    REAL,
    REFUTED,
    Document,
    I,
    Sort,
    Term,
    adjoint,
    blockdiag,
    call,
    column,
    conj,
    cos,
    eq,
    exp,
    family_sort,
    identity,
    inner,
    le,
    matrix,
    matrix_sort,
    mul,
    ne,
    number,
    power,
    scalar,
    sin,
    sqrt,
    stack,
    step,
    sum_,
    symbol,
    transpose,
)


def symbols(names: str, sort: Sort) -> list[Term]:
    return [symbol(name, sort) for name in names.split()]


def norm(v: Term) -> Term:
    return call("norm", v)


def modulus(c: Term) -> Term:
    return call("abs", c)


def re(c: Term) -> Term:
    return call("re", c)


def im(c: Term) -> Term:
    return call("im", c)


def arg(c: Term) -> Term:
    return call("arg", c)


# Positions may be any real numbers, angles too.
t, t_, k, theta, theta_, phi, Theta = symbols("t t' k theta theta' phi Theta", REAL)
x1, x2, y1, y2, q1, q2, k1, k2, u1, u2 = symbols("x1 x2 y1 y2 q1 q2 k1 k2 u1 u2", REAL)
z, z_, w, alpha, beta = symbols("z z' w alpha beta", COMPLEX)

# d = 2M: M frequencies, and a vector u with the two entries u[l], u[M + l] in plane l.
M, l, d, j = symbols("M l d j", POSINT)  # noqa: E741
sigma = symbol("sigma", family_sort((POSINT,), REAL))


def E(a: Term) -> Term:
    """(1): the sinusoidal embedding of one frequency."""
    return column(sin(a), cos(a))


def A(a: Term) -> Term:
    """(8): what shifts it by a."""
    return matrix([[cos(a), sin(a)], [-sin(a), cos(a)]])


def R(a: Term) -> Term:
    """(5): the counterclockwise rotation by a."""
    return matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])


def C(a: Term, b: Term) -> Term:
    """The complex number of a point of the plane."""
    return a + b * I


def C_inverse(c: Term) -> Term:
    """The point of a complex number."""
    return column(re(c), im(c))


q, key = column(q1, q2), column(k1, k2)
x, y = column(x1, x2), column(y1, y2)


doc = Document(
    "stratos", title="Position Embedding", author="Karl Stratos", source="000_2aa5ae54c1551b7d.txt"
)

doc.section("1 Sinusoidal Embedding")
doc.definition(
    "abs-embedding-def",
    words="An absolute position embedding maps each position to a vector of d real numbers.",
    source="section 1",
)
doc.definition(
    "good-properties",
    words="It is good if its values are bounded, differ at different positions, and E(t + k) "
    "arises from E(t) in a way that depends on k only.",
    source="section 1",
)
doc.remark(
    "prop3-generalizes",
    "The third property lets a model carry over to positions it has not seen.",
    source="section 1",
)

doc.section("1.1 Case d = 2")
one = symbol("E", family_sort((REAL,), matrix_sort(number(2), number(1), "real")))
doc.definition("eq1", eq(one[t], E(t)), words="The sinusoidal embedding.", source="(1)")
doc.claim(
    "shift-matrix",
    eq(E(t + k), mul(A(k), E(t))),
    words="Shifting by k is a matrix that depends on k only.",
    source="§1.1, item 3",
)

doc.section("1.2 Case d = 2M")
many = symbol("E", family_sort((POSINT, REAL), matrix_sort(number(2), number(1), "real")))
doc.definition(
    "eq2", eq(many[l, t], E(sigma[l] * t)), words="One embedding for each frequency.", source="(2)"
)


def EM(a: Term) -> Term:
    return stack(E(sigma[l] * a), (l, 1, M))


doc.claim(
    "still-good-shift",
    eq(EM(t + k), mul(blockdiag(A(sigma[l] * k), (l, 1, M)), EM(t))),
    words="For every M, shifting by k is a block-diagonal matrix that depends on k only.",
    source="§1.2",
)
doc.claim(
    "still-good-bounded",
    eq(inner(EM(t), EM(t)), M),
    words="The square of the length of E(t) is M, at every position.",
    source="§1.2",
)
bound = symbol("beta", POSITIVE)
doc.claim(
    "geometric-decay",
    eq(power(bound, l / M) / power(bound, (l - 1) / M), power(bound, 1 / M)),
    words="The multipliers decay geometrically: neighbours have one ratio.",
    source="§1.2, before (3)",
)
doc.claim(
    "beta-popular",
    eq(power(number("0.0001"), (l - 1) / M), power(10000, -(2 * (l - 1) / (2 * M)))),
    words="At β = 0.0001 they are the powers of 10000 with d = 2M that are used elsewhere.",
    source="§1.2, after (3)",
)
doc.remark(
    "frequency-intuition",
    "Different frequencies tell short distances from long ones.",
    source="§1.2 and §2.2",
)

doc.section("2 Rotary Position Embeddings (RoPE)")
doc.definition(
    "eq4",
    words="A relative position embedding makes the inner product of a query at t and a key at t' "
    "a function of t' - t.",
    source="(4)",
)
doc.remark("goal", "Inner products should feel relative distances.", source="section 2")

doc.section("2.1 Case d = 2")
turned = symbol("R", family_sort((REAL,), matrix_sort(number(2), number(2), "real")))
doc.definition("eq5", eq(turned[Theta], R(Theta)), words="The rotation matrix.", source="(5)")
doc.claim(
    "rotation-orthogonal",
    [
        eq(mul(transpose(R(Theta)), R(Theta)), identity(2)),
        eq(mul(R(Theta), transpose(R(Theta))), identity(2)),
    ],
    words="It is orthogonal.",
    source="§2.1",
)
doc.chain(
    "score",
    inner(mul(R(t), q), mul(R(t_), key)),
    step(scalar(mul(transpose(q), transpose(R(t)), R(t_), key)), "the inner product written out"),
    step(scalar(mul(transpose(q), R(t_ - t), key)), "the rotation back and forth"),
    step(
        inner(q, key) * cos(t_ - t) + (q2 * k1 - q1 * k2) * sin(t_ - t),
        "the entries of the rotation",
    ),
    words="The score of a query at t and a key at t' is a function of t' - t.",
    source="§2.1, displayed lines",
)
doc.claim(
    "rotation-by-difference",
    eq(inner(mul(R(t), q), mul(R(t_), key)), inner(q, mul(R(t_ - t), key))),
    words="It is as if only the key had been turned, by t' - t.",
    source="§2.1",
)
doc.claim(
    "score-periodic",
    eq(inner(q, mul(R(t + 2 * PI), key)), inner(q, mul(R(t), key))),
    words="The score repeats when the difference grows by 2π.",
    source="§2.1",
)
doc.claim(
    "rotation-cancels",
    eq(inner(mul(R(t), q), mul(R(t), key)), inner(q, key)),
    words="At equal positions the rotation cancels.",
    source="§2.1",
)

doc.section("2.1.1 Complex plane")
doc.claim(
    "polar-z",
    [eq(C(re(z), im(z)), modulus(z) * exp(theta * I)), eq(modulus(z), norm(C_inverse(z)))],
    given=[eq(z, modulus(z) * exp(theta * I))],
    words="A complex number by its two coordinates, and by length and angle; its modulus is the "
    "length of its point.",
    source="§2.1.1",
)
doc.claim(
    "cis-is-rotation",
    eq(mul(R(t), q), C_inverse(C(q1, q2) * exp(t * I))),
    words="Rotating by t is multiplying by e to the ti.",
    source="§2.1.1",
)
doc.definition(
    "EC-def",
    words="The embedding of a complex number z at t is z times e to the ti.",
    source="§2.1.1",
)
doc.claim(
    "recover-q",
    eq(mul(R(t), q), C_inverse(C(q1, q2) * exp(t * I))),
    words="The rotated query is the point of its complex embedding.",
    source="§2.1.1",
)
doc.claim(
    "recover-k",
    eq(mul(R(t_), key), C_inverse(C(k1, k2) * exp(t_ * I))),
    words="So is the rotated key.",
    source="§2.1.1",
)
doc.chain(
    "recover-inner",
    inner(mul(R(t), q), mul(R(t_), key)),
    step(
        inner(C_inverse(C(q1, q2) * exp(t * I)), C_inverse(C(k1, k2) * exp(t_ * I))),
        "both points are those of complex embeddings",
    ),
    step(re(inner(C(q1, q2) * exp(t * I), C(k1, k2) * exp(t_ * I))), "(16)"),
    words="The real score is the real part of the complex one.",
    source="§2.1.1",
)
doc.claim(
    "sec211-exponent",
    eq(inner(z * exp(t * I), z_ * exp(t_ * I)), inner(z, z_) * exp((t_ - t) * I)),
    words="The complex score as printed, with the difference of the positions reversed.",
    source="§2.1.1, last line before the code",
    expect=REFUTED,
)
doc.claim(
    "sec211-exponent-corrected",
    eq(inner(z * exp(t * I), z_ * exp(t_ * I)), inner(z, z_) * exp((t - t_) * I)),
    words="The complex score, with the exponent of (23): the second argument is conjugated.",
    source="§2.1.1, with the exponent of (23)",
    corrects="sec211-exponent",
)

doc.section("2.2 Case d = 2M")
doc.definition(
    "pairs-def",
    words="A vector of 2M entries is read as M pairs; pair l has the entries l and M + l.",
    source="§2.2",
)
doc.claim(
    "base-00001",
    eq(power(number("0.00001"), (l - 1) / M), power(number("0.0001"), (l - 1) / M)),
    words="The multipliers of RoPE as printed, against those of the sinusoidal embedding, which "
    "they are said to be.",
    source="§2.2, against (3)",
    expect=REFUTED,
)
doc.claim(
    "base-00001-corrected",
    eq(power(number("0.00001"), 4 * (l - 1) / M), power(number("0.0001"), 5 * (l - 1) / M)),
    words="How the two are related.",
    source="§2.2, corrected",
    corrects="base-00001",
)
doc.chain(
    "rotation-expanded",
    mul(R(Theta), column(u1, u2)),
    step(
        column(cos(Theta) * u1 - sin(Theta) * u2, cos(Theta) * u2 + sin(Theta) * u1),
        "the product, entry by entry",
    ),
    step(cos(Theta) * column(u1, u2) + sin(Theta) * column(-u2, u1), "cosines and sines apart"),
    words="A rotation as two multiples, of the vector and of the vector a quarter turn on.",
    source="§2.2",
)
qf, kf = symbols("q k", family_sort((POSINT,), REAL))


def pairs(f: Term) -> Term:
    return stack(column(f[l], f[M + l]), (l, 1, M))


def RM(a: Term) -> Term:
    return blockdiag(R(sigma[l] * a), (l, 1, M))


doc.claim(
    "rope-2M-relative",
    eq(
        inner(mul(RM(t), pairs(qf)), mul(RM(t_), pairs(kf))),
        sum_(
            (qf[l] * kf[l] + qf[M + l] * kf[M + l]) * cos(sigma[l] * (t_ - t))
            + (qf[M + l] * kf[l] - qf[l] * kf[M + l]) * sin(sigma[l] * (t_ - t)),
            (l, 1, M),
        ),
    ),
    words="For every M, the score is a function of t' - t, a cosine and a sine for each pair.",
    source="§2.2, implied by (4)",
)
doc.claim(
    "eq6-pairs",
    eq(
        mul(RM(t), pairs(qf)),
        stack(
            column(
                cos(t * sigma[l]) * qf[l] + sin(t * sigma[l]) * -qf[M + l],
                cos(t * sigma[l]) * qf[M + l] + sin(t * sigma[l]) * qf[l],
            ),
            (l, 1, M),
        ),
    ),
    words="For every M, the rotation by entrywise products, read pair by pair.",
    source="(6), pair by pair",
)
doc.claim(
    "eq7-pairs",
    eq(
        mul(RM(t), pairs(qf)),
        stack(C_inverse(C(qf[l], qf[M + l]) * exp(sigma[l] * t * I)), (l, 1, M)),
    ),
    words="For every M, the rotation by complex products, read pair by pair.",
    source="(7), pair by pair",
)
doc.remark(
    "who-uses",
    "Of the implementations named, one uses the complex form (7), the others the real form (6).",
    source="§2.2",
)
doc.remark(
    "rope-generalizes",
    "RoPE is among the changes to the transformer that help across many tasks.",
    source="§2.2",
)

doc.section("A Trigonometry")
doc.remark(
    "right-triangle",
    "Trigonometric functions take an angle of a right triangle to a ratio of its sides.",
    source="appendix A",
)
doc.definition(
    "period-def",
    words="The period of f is its least positive shift that changes nothing, its frequency one "
    "over the period.",
    source="appendix A",
)
doc.claim(
    "cofunction",
    eq(cos(theta), sin(PI / 2 - theta)),
    words="The cosine of an angle is the sine of what is missing to a right angle.",
    source="appendix A",
)
doc.claim(
    "frequency-example",
    eq(4 * (1 / (2 * PI)), 2 / PI),
    words="Four times the frequency of the sine.",
    source="appendix A",
)
doc.claim(
    "eq8",
    eq(column(sin(theta + theta_), cos(theta + theta_)), mul(A(theta_), E(theta))),
    words="The sums of angles in sine and cosine, as a matrix.",
    source="(8)",
)

doc.section("B Complex Numbers")
doc.definition("i-squared", eq(power(I, 2), -1), words="The imaginary unit.", source="appendix B")
doc.claim(
    "eq9",
    eq(C(x1, x2) + C(y1, y2), x1 + y1 + (x2 + y2) * I),
    words="Sums, coordinate by coordinate.",
    source="(9)",
)
doc.claim(
    "eq10",
    eq(C(x1, x2) * C(y1, y2), x1 * y1 - x2 * y2 + (x1 * y2 + x2 * y1) * I),
    words="Products, written out.",
    source="(10)",
)
doc.claim(
    "C-field",
    eq(1 / z, conj(z) / power(modulus(z), 2)),
    given=[ne(z, 0)],
    words="A number other than 0 has an inverse.",
    source="appendix B",
)
doc.definition(
    "ReIm-def",
    words="The real and the imaginary part of a + bi are a and b.",
    source="appendix B",
)

doc.section("B.1 Complex Plane")
doc.claim(
    "C-bijection",
    [eq(C_inverse(C(x1, x2)), x), eq(C(re(z), im(z)), z)],
    words="Points and complex numbers correspond: there and back is the identity, both ways.",
    source="§B.1",
)
polar_z = eq(z, modulus(z) * exp(theta * I))
polar_z_ = eq(z_, modulus(z_) * exp(phi * I))
r = symbol("r", NONNEGATIVE)
at_angle = [eq(x1, r * cos(theta)), eq(x2, r * sin(theta))]
doc.claim(
    "polar-length",
    eq(norm(x), r),
    given=at_angle,
    words="If r is at least 0, and x1 = r cos θ and x2 = r sin θ, then r is the length of x.",
    source="§B.1",
)
doc.chain(
    "polar",
    C(x1, x2),
    step(r * cos(theta) + I * r * sin(theta), "x1 = r cos θ and x2 = r sin θ"),
    step(r * (cos(theta) + I * sin(theta)), "take the length out"),
    step(r * exp(I * theta), "Euler's formula"),
    given=at_angle,
    words="From rectangular to polar form, r being the length.",
    source="§B.1",
)
doc.claim(
    "euler",
    eq(exp(I * theta), cos(theta) + I * sin(theta)),
    words="Euler's formula.",
    source="§B.1",
)
doc.claim(
    "eq11",
    eq(z * z_, modulus(z) * modulus(z_) * exp((theta + phi) * I)),
    given=[polar_z, polar_z_],
    words="Products in polar form.",
    source="(11)",
)
doc.claim(
    "eq11-eq10-agree",
    eq(
        re(z) * re(z_) - im(z) * im(z_) + (re(z) * im(z_) + im(z) * re(z_)) * I,
        modulus(z) * modulus(z_) * exp((theta + phi) * I),
    ),
    given=[polar_z, polar_z_],
    words="The rectangular and the polar form of a product have the same value.",
    source="§B.1, on (10) and (11)",
)
doc.claim(
    "lengths-multiply",
    eq(modulus(z * z_), modulus(z) * modulus(z_)),
    words="The length of a product is the product of the lengths.",
    source="§B.1",
)
doc.claim(
    "angles-add",
    eq(arg(z * z_), arg(z) + arg(z_)),
    given=[ne(z, 0), ne(z_, 0)],
    words="The angle of a product as the sum of the angles, read for principal values.",
    source="§B.1, read for the angle in (-π, π]",
    expect=REFUTED,
)
doc.claim(
    "angles-add-corrected",
    eq(z * z_, modulus(z * z_) * exp((theta + phi) * I)),
    given=[polar_z, polar_z_],
    words="If θ and φ are any angles of z and z', then θ + φ is an angle of the product.",
    source="§B.1, read for all angles",
    corrects="angles-add",
)
doc.claim(
    "cis-rotates",
    eq(C_inverse(z * exp(Theta * I)), mul(R(Theta), C_inverse(z))),
    words="Multiplying by e to the iΘ rotates by Θ.",
    source="§B.1",
)
doc.claim(
    "i-is-90deg",
    [eq(I, exp(PI / 2 * I)), eq(C_inverse(I * z), mul(R(PI / 2), C_inverse(z)))],
    words="Multiplying by i is a quarter turn.",
    source="§B.1",
)
doc.definition("conj-def", eq(conj(C(x1, x2)), x1 - x2 * I), words="The conjugate.", source="§B.1")
doc.claim(
    "conj-properties",
    [
        eq(conj(z + w), conj(z) + conj(w)),
        eq(conj(z * w), conj(z) * conj(w)),
        eq(conj(conj(z)), z),
    ],
    words="Conjugation respects sums and products and undoes itself.",
    source="§B.1",
)
doc.claim(
    "conj-flip",
    eq(C_inverse(conj(z)), mul(matrix([[1, 0], [0, -1]]), C_inverse(z))),
    words="It is the reflection in the horizontal axis.",
    source="§B.1",
)
doc.claim(
    "conj-polar",
    eq(conj(z), modulus(z) * exp(-theta * I)),
    given=[polar_z],
    words="It turns the angle round.",
    source="§B.1",
)

doc.section("B.2 Complex Inner Product")
doc.chain(
    "eq12",
    inner(C_inverse(z), C_inverse(z_)),
    step(re(z) * re(z_) + im(z) * im(z_), "entry by entry"),
    step(
        norm(C_inverse(z)) * norm(C_inverse(z_)) * cos(theta - phi), "the polar forms of z and z'"
    ),
    given=[polar_z, polar_z_],
    words="The real inner product of two points, by their lengths and the angle between them.",
    source="(12)",
)
doc.claim(
    "eq13",
    eq(inner(z, z_), z * z_),
    words="The complex inner product as it reads in the copy that is followed.",
    source="(13), the bar lost",
    expect=REFUTED,
)
doc.claim(
    "eq13-corrected",
    eq(inner(z, z_), z * conj(z_)),
    words="The complex inner product, the second argument conjugated.",
    source="(13), the bar restored",
    corrects="eq13",
)
doc.claim(
    "eq14",
    eq(
        inner(C(x1, x2), C(y1, y2)),
        (x1 * y1 + x2 * y2) + (x2 * y1 - x1 * y2) * I,
    ),
    words="In coordinates.",
    source="(14)",
)
doc.claim(
    "eq15",
    eq(inner(z, z_), modulus(z) * modulus(z_) * exp((theta - phi) * I)),
    given=[polar_z, polar_z_],
    words="In polar form.",
    source="(15)",
)
doc.chain(
    "conj-symmetry",
    inner(z, z_),
    step(z * z_, "(13) as it reads", expect=REFUTED),
    step(conj(z * z_), "as it reads", expect=REFUTED),
    step(conj(inner(z_, z)), "(13) as it reads", expect=REFUTED),
    words="The line on symmetry as it reads, all bars over single letters lost.",
    source="consequence 1, first line",
)
doc.claim(
    "conj-symmetry-1",
    eq(inner(z, z_), z * conj(z_)),
    words="The first step, with its bar.",
    source="consequence 1, first line, bars restored",
    corrects="conj-symmetry, step 1 of 3",
)
doc.claim(
    "conj-symmetry-2",
    eq(z * conj(z_), conj(conj(z) * z_)),
    words="The second step, with its bars.",
    source="consequence 1, first line, bars restored",
    corrects="conj-symmetry, step 2 of 3",
)
doc.claim(
    "conj-symmetry-3",
    eq(conj(conj(z) * z_), conj(inner(z_, z))),
    words="The last step, with its bars: exchanging the arguments conjugates.",
    source="consequence 1, first line, bars restored",
    corrects="conj-symmetry, step 3 of 3",
)
doc.claim(
    "linearity-scanned",
    eq(inner(alpha * z + beta * w, z_), (alpha * z + beta * w) * z_),
    words="The start of the line on linearity as it reads, the bar over z' lost.",
    source="consequence 1, second line",
    expect=REFUTED,
)
doc.claim(
    "linearity-corrected",
    eq(inner(alpha * z + beta * w, z_), (alpha * z + beta * w) * conj(z_)),
    words="The same with its bar.",
    source="consequence 1, second line, bar restored",
    corrects="linearity-scanned",
)
doc.chain(
    "linearity-first",
    (alpha * z + beta * w) * conj(z_),
    step(alpha * z * conj(z_) + beta * w * conj(z_), "multiply out"),
    step(alpha * inner(z, z_) + beta * inner(w, z_), "(13)"),
    words="The rest of that line, bars restored: linear in the first argument.",
    source="consequence 1, second line, bars restored",
)
doc.chain(
    "positive",
    inner(C(x1, x2), C(x1, x2)),
    step(power(x1, 2) + power(x2, 2), "(14)"),
    step(power(norm(x), 2), "the length of a point"),
    words="The inner product of a number with itself is the square of its length.",
    source="consequence 1, third line",
)
doc.claim(
    "positive-semidefinite",
    [le(0, power(norm(x), 2)), eq(im(inner(z, z)), 0), le(0, re(inner(z, z)))],
    words="It is real and at least 0.",
    source="consequence 1, third line",
)
doc.claim(
    "induced-norm",
    [
        eq(sqrt(inner(z, z)), modulus(z)),
        eq(im(sqrt(inner(z, z))), 0),
        le(0, sqrt(inner(z, z))),
        eq(sqrt(inner(alpha * z, alpha * z)), modulus(alpha) * sqrt(inner(z, z))),
    ],
    words="The induced norm is the modulus: real, at least 0, and it takes factors out by their "
    "modulus.",
    source="§B.2",
)
doc.claim(
    "eq16",
    eq(inner(x, y), re(inner(C(x1, x2), C(y1, y2)))),
    words="The real inner product is the real part of the complex one.",
    source="(16)",
)
doc.claim(
    "eq17",
    eq(
        inner(z, z_),
        modulus(z) * modulus(z_) * cos(theta - phi)
        + modulus(z) * modulus(z_) * sin(theta - phi) * I,
    ),
    given=[polar_z, polar_z_],
    words="Euler's formula in the polar form of the inner product.",
    source="(17)",
)
doc.claim(
    "re-alignment",
    [
        eq(re(inner(z, z_)), modulus(z) * modulus(z_) * cos(theta - phi)),
        eq(re(inner(z, z_)), inner(C_inverse(z), C_inverse(z_))),
    ],
    given=[polar_z, polar_z_],
    words="The first brace: the real part measures how far two points are aligned.",
    source="(17), first brace",
)
doc.claim(
    "eq17-im-brace",
    eq(im(inner(z, z_)), modulus(z) * modulus(z_) * sin(theta - phi) * I),
    given=[polar_z, polar_z_],
    words="The second brace as printed: the imaginary part, a real number, with a factor i.",
    source="(17), second brace",
    expect=REFUTED,
)
doc.claim(
    "eq17-im-brace-corrected",
    eq(im(inner(z, z_)), modulus(z) * modulus(z_) * sin(theta - phi)),
    given=[polar_z, polar_z_],
    words="The imaginary part is what the brace leaves without i.",
    source="(17), second brace without i",
    corrects="eq17-im-brace",
)
doc.claim(
    "im-signed-area",
    eq(im(inner(C(x1, x2), C(y1, y2))), call("det", matrix([[y1, x1], [y2, x2]]))),
    words="The imaginary part is the area from y to x, with its sign.",
    source="§B.2, second item",
)

doc.section("B.2.1 Multi-dimensional complex inner product")
zf, zf_, wf = symbols("z z' w", family_sort((POSINT,), COMPLEX))
xf, yf = symbols("x y", family_sort((POSINT,), REAL))


def vector(f: Term) -> Term:
    """The vector with the entries f[1], ..., f[d]."""
    return stack(f[j], (j, 1, d))


def coordinates(f: Term) -> Term:
    """The real vector with the entries f[1], ..., f[2d]."""
    return stack(f[j], (j, 1, 2 * d))


def Cd(f: Term) -> Term:
    """(18): two real entries, j and d + j, make one complex entry."""
    return stack(C(f[j], f[d + j]), (j, 1, d))


z_d, z_d_, w_d = vector(zf), vector(zf_), vector(wf)

doc.chain(
    "cd-inner",
    inner(z_d, z_d_),
    step(sum_(zf[j] * conj(zf_[j]), (j, 1, d)), "entry by entry"),
    step(scalar(mul(adjoint(z_d_), z_d)), "a row times a column"),
    words="The complex inner product of two vectors, for every d.",
    source="§B.2.1",
)
doc.claim(
    "cd-symmetry",
    eq(inner(z_d, z_d_), conj(inner(z_d_, z_d))),
    words="Exchanging the arguments conjugates, for every d.",
    source="§B.2.1, axioms",
)
doc.claim(
    "cd-linearity",
    eq(
        inner(alpha * z_d + beta * w_d, z_d_),
        alpha * inner(z_d, z_d_) + beta * inner(w_d, z_d_),
    ),
    words="It is linear in the first argument, for every d.",
    source="§B.2.1, axioms",
)
doc.claim(
    "cd-positive",
    [eq(im(inner(z_d, z_d)), 0), le(0, inner(z_d, z_d))],
    words="The inner product of a vector with itself is real and at least 0, for every d.",
    source="§B.2.1, axioms",
)
doc.claim(
    "cd-norm",
    [
        eq(norm(z_d), sqrt(inner(z_d, z_d))),
        le(0, norm(z_d)),
        eq(norm(alpha * z_d), modulus(alpha) * norm(z_d)),
    ],
    words="The induced norm is at least 0 and takes factors out by their modulus, for every d.",
    source="§B.2.1, axioms",
)
doc.claim(
    "eq18",
    [
        eq(re(C(xf[j], xf[d + j])), xf[j]),
        eq(im(C(xf[j], xf[d + j])), xf[d + j]),
        eq(stack(C(re(zf[j]), im(zf[j])), (j, 1, d)), z_d),
    ],
    words="Real vectors of 2d entries and complex ones of d entries correspond: the entries can "
    "be read off, and every complex vector arises.",
    source="(18)",
)
c1, c2 = symbols("c1 c2", REAL)
doc.claim(
    "eq18-linear",
    eq(
        stack(C(c1 * xf[j] + c2 * yf[j], c1 * xf[d + j] + c2 * yf[d + j]), (j, 1, d)),
        c1 * Cd(xf) + c2 * Cd(yf),
    ),
    words="The correspondence respects sums and real multiples.",
    source="(18)",
)
doc.claim(
    "eq18-norm",
    eq(norm(Cd(xf)), norm(coordinates(xf))),
    words="It keeps lengths.",
    source="(18)",
)
doc.claim(
    "cd-real-part",
    eq(re(inner(Cd(xf), Cd(yf))), inner(coordinates(xf), coordinates(yf))),
    words="The real inner product is the real part of the complex one, for every d.",
    source="§B.2.1",
)

# Vectors in polar form: entry j has the length r[j] and the angle theta[j].
rf, sf = symbols("r s", family_sort((POSINT,), NONNEGATIVE))
thetaf, phif = symbols("theta phi", family_sort((POSINT,), REAL))


def polar_d(lengths: Term, angles: Term) -> Term:
    return stack(lengths[j] * exp(angles[j] * I), (j, 1, d))


u_d, v_d = polar_d(rf, thetaf), polar_d(sf, phif)
doc.claim(
    "cd-polar",
    eq(inner(u_d, v_d), sum_(rf[j] * sf[j] * exp((thetaf[j] - phif[j]) * I), (j, 1, d))),
    words="The inner product of two vectors whose entries are in polar form, for every d.",
    source="(15), on d entries",
)
doc.claim(
    "cd-cosine-sine",
    eq(
        inner(u_d, v_d),
        sum_(rf[j] * sf[j] * cos(thetaf[j] - phif[j]), (j, 1, d))
        + sum_(rf[j] * sf[j] * sin(thetaf[j] - phif[j]), (j, 1, d)) * I,
    ),
    words="Its real and its imaginary part, for every d.",
    source="(17), on d entries",
)

# (19) for d = 2, between vectors of four real entries.
x3, x4, y3, y4 = symbols("x3 x4 y3 y4", REAL)
a, b = symbols("a b", NONNEGATIVE)
x_4, y_4 = column(x1, x2, x3, x4), column(y1, y2, y3, y4)
z_2, z_2_ = column(C(x1, x3), C(x2, x4)), column(C(y1, y3), C(y2, y4))
doc.claim(
    "eq19",
    eq(inner(z_2, z_2_), inner(x_4, y_4) + a * b * sin(theta - phi) * I),
    given=[
        eq(a, norm(x_4)),
        eq(b, norm(y_4)),
        eq(inner(x_4, y_4), a * b * cos(theta - phi)),
    ],
    words="As printed, for d = 2: the imaginary part as an area in four dimensions, a and b being "
    "the lengths of x and y, and θ - φ the angle between them.",
    source="(19), at d = 2",
    expect=REFUTED,
)
doc.claim(
    "eq19-corrected",
    eq(
        inner(Cd(xf), Cd(yf)),
        inner(coordinates(xf), coordinates(yf))
        + sum_(xf[d + j] * yf[j] - xf[j] * yf[d + j], (j, 1, d)) * I,
    ),
    words="For every d: the imaginary part is the sum of the signed areas in the d planes.",
    source="(19), corrected",
    corrects="eq19",
)
doc.claim(
    "eq19-any-sign",
    eq(
        power(im(inner(z_2, z_2_)), 2),
        power(norm(x_4), 2) * power(norm(y_4), 2) - power(inner(x_4, y_4), 2),
    ),
    words="No choice of angles saves (19): at d = 2 the imaginary part is not the area of the "
    "parallelogram of x and y, whatever its sign.",
    source="(19), at d = 2, squared",
    expect=REFUTED,
)

doc.section("C Lemmas")
zq, zk = C(q1, q2), C(k1, k2)
doc.claim(
    "eq20",
    eq(mul(R(t), q), C_inverse(zq * exp(t * I))),
    words="The rotated query is the point of z turned by t.",
    source="(20)",
)
doc.claim(
    "eq21",
    eq(mul(R(t_), key), C_inverse(zk * exp(t * I))),
    words="As printed, the key turned by t' against z' turned by t.",
    source="(21)",
    expect=REFUTED,
)
doc.claim(
    "eq21-corrected",
    eq(mul(R(t_), key), C_inverse(zk * exp(t_ * I))),
    words="Both turned by t'.",
    source="(21), with t' on both sides",
    corrects="eq21",
)
doc.claim(
    "eq22",
    eq(inner(mul(R(t), q), mul(R(t_), key)), re(inner(zq * exp(t * I), zk * exp(t_ * I)))),
    words="The real score is the real part of the complex one.",
    source="(22)",
)
doc.claim(
    "eq23",
    eq(inner(z * exp(t * I), z_ * exp(t_ * I)), inner(z, z_) * exp((t - t_) * I)),
    words="Turning the arguments by t and t' turns their inner product by t - t'.",
    source="(23)",
)
doc.chain(
    "eq23-proof",
    inner(z * exp(t * I), z_ * exp(t_ * I)),
    step(
        inner(modulus(z) * exp((theta + t) * I), modulus(z_) * exp((phi + t_) * I)),
        "polar forms",
    ),
    step(
        (modulus(z) * exp((theta + t) * I)) * (modulus(z_) * exp(-(phi + t_) * I)),
        "(13), the second factor conjugated",
    ),
    step(
        modulus(z) * modulus(z_) * exp((theta - phi) * I) * exp((t - t_) * I),
        "collect the exponents",
    ),
    step(inner(z, z_) * exp((t - t_) * I), "(15)"),
    given=[polar_z, polar_z_],
    words="The printed proof of (23), through the polar forms of z and z'.",
    source="proof of lemma C.1",
)
doc.claim(
    "eq23-d",
    eq(inner(exp(t * I) * z_d, exp(t_ * I) * z_d_), inner(z_d, z_d_) * exp((t - t_) * I)),
    words="The same for vectors, for every d.",
    source="(23), on d entries",
)
doc.chain(
    "eq23-d-proof",
    inner(exp(t * I) * u_d, exp(t_ * I) * v_d),
    step(
        inner(
            stack(rf[j] * exp((thetaf[j] + t) * I), (j, 1, d)),
            stack(sf[j] * exp((phif[j] + t_) * I), (j, 1, d)),
        ),
        "polar forms",
    ),
    step(
        sum_((rf[j] * exp((thetaf[j] + t) * I)) * (sf[j] * exp(-(phif[j] + t_) * I)), (j, 1, d)),
        "the second factors conjugated",
    ),
    step(
        sum_(
            rf[j] * sf[j] * exp((thetaf[j] - phif[j]) * I) * exp((t - t_) * I),
            (j, 1, d),
        ),
        "collect the exponents",
    ),
    step(inner(u_d, v_d) * exp((t - t_) * I), "(15); the last factor is the same in all terms"),
    words="The printed proof of (23), for vectors in polar form, for every d.",
    source="proof of lemma C.1, on d entries",
)


def turned_pairs(f: Term, angle: Term) -> Term:
    """The pairs (f[j], f[d + j]), each rotated by the angle."""
    return mul(blockdiag(R(angle), (j, 1, d)), stack(column(f[j], f[d + j]), (j, 1, d)))


doc.claim(
    "eq20-d",
    eq(
        turned_pairs(xf, t),
        stack(C_inverse(C(xf[j], xf[d + j]) * exp(t * I)), (j, 1, d)),
    ),
    words="Rotating all pairs by t is multiplying the complex vector by e to the ti, for every d.",
    source="(20), on d entries",
)
doc.claim(
    "eq22-d",
    eq(
        inner(turned_pairs(xf, t), turned_pairs(yf, t_)),
        re(inner(exp(t * I) * Cd(xf), exp(t_ * I) * Cd(yf))),
    ),
    words="The real score is the real part of the complex one, for every d.",
    source="(22), on d entries",
)
