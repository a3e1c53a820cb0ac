"""Position Embeddings: Sinusoidal, RoPE: the claims of a post of 2025-10-04.

Embeddings that keep inner products at every offset are unitary: φₜ(z) = Uₜ z.  When Uₜ₋₁* Uₜ
is one matrix Θ for all t >= 1, the product over all steps telescopes, and Uₜ = Θᵗ.  The matrices
here are d x d and unitary with d unspecified, and t is any natural; that Uₜ = Θᵗ is proved by
induction.  RoPE is the case of a diagonal Θ, of any size.

The post writes ⟨z, w̄⟩ for what is ⟨z, w⟩ here: linear in z, conjugate linear in w.  Hypotheses
stand with each claim: the matrices are unitary (by their sort), U₀ is the identity, and
Uₜ₋₁* Uₜ = Θ for every t >= 1.
"""

from derivations import (
    COMPLEX,
    NATURAL,
    POSINT,
    POSITIVE,
    REAL,
    Document,
    I,
    Term,
    adjoint,
    blockdiag,
    call,
    conj,
    cos,
    eq,
    exp,
    family_sort,
    forall,
    identity,
    inner,
    matrix_sort,
    mul,
    number,
    power,
    product,
    sin,
    stack,
    sum_,
    symbol,
)

d = symbol("d", POSINT)
t, s, r, j = (symbol(name, NATURAL) for name in ("t", "s", "r", "j"))
u = symbol("u", POSINT)

# Unitary matrices U[0], U[1], ..., all d x d; Theta, of which nothing is assumed; a unitary W.
U = symbol("U", family_sort((NATURAL,), matrix_sort(d, d, "unitary")))
Theta, W = symbol("Theta", matrix_sort(d, d)), symbol("W", matrix_sort(d, d, "unitary"))
z, w = (symbol(name, matrix_sort(d, number(1))) for name in ("z", "w"))

starts = eq(U[0], identity(d))
steps = forall(u, eq(adjoint(U[u - 1]) * U[u], Theta))

# RoPE: the angles theta^(j/d), j = 0, ..., d - 1, for one positive theta.
theta = symbol("theta", POSITIVE)
angle = power(theta, j / d)
rope = blockdiag(exp(I * angle), (j, 0, d - 1))

# Any real angles instead, and the vectors of C^d by their entries.
alpha = symbol("alpha", family_sort((NATURAL,), REAL))
x, y = (symbol(name, family_sort((NATURAL,), COMPLEX)) for name in ("x", "y"))


def diagonal(p: Term) -> Term:
    """The diagonal matrix of e^(i p alpha[j])."""
    return blockdiag(exp(I * p * alpha[j]), (j, 0, d - 1))


def vector(f: Term) -> Term:
    """The vector of C^d with the entries f[0], ..., f[d - 1]."""
    return stack(f[j], (j, 0, d - 1))


def norm(v: Term) -> Term:
    return call("norm", v)


doc = Document(
    "isometry", title="Position Embeddings: Sinusoidal, RoPE", source="001_ecce5eab7f974745.txt"
)

doc.section("Embeddings that keep inner products")
doc.remark(
    "nothing-special",
    "Attention by itself treats all positions alike, although they matter.",
    source="line 15",
)
doc.definition(
    "setup",
    words="For D = 2d, an embedding φₜ at position t maps a query or a key, read as d complex "
    "numbers, to d complex numbers; it is the same for both.",
    source="lines 17 and 18",
)
doc.definition(
    "relative-requirement",
    words="The inner product of φₜ(q) and φₛ(k) is a function ψ of q, k and t - s.",
    source="first display, line 24",
)
doc.definition("phi0", words="φ₀ is the identity.", source="line 29")
doc.claim(
    "same-position",
    eq(inner(U[t] * z, U[t] * w), inner(z, w)),
    words="Unitary matrices keep inner products at equal positions.",
    source="second display, lines 33 and 34",
)
doc.claim(
    "isometry",
    eq(norm(U[t] * z - U[t] * w), norm(z - w)),
    words="Unitary matrices keep distances.",
    source="line 37",
)

doc.section("Unitary matrices whose steps are all equal")
doc.claim(
    "theta-independent",
    eq(adjoint(U[t]) * U[t + 1], adjoint(U[s]) * U[s + 1]),
    given=[steps],
    words="The steps after t and after s are the same matrix.",
    source="line 45",
)
doc.claim(
    "theta-unitary",
    [eq(adjoint(Theta) * Theta, identity(d)), eq(Theta * adjoint(Theta), identity(d))],
    given=[steps],
    words="The common step Θ is unitary, since it is a product of unitary matrices.",
    source="implied by the third display",
)
doc.claim(
    "U0-identity",
    eq(U[t], adjoint(U[0]) * U[t]),
    given=[starts],
    words="U₀ is the identity, and so is its adjoint.",
    source="fourth display, step 1, line 48",
)
doc.claim(
    "telescoping",
    eq(adjoint(U[0]) * U[t], product(adjoint(U[u - 1]) * U[u], (u, 1, t))),
    words="In the product of the steps up to t, every unitary matrix meets its adjoint.",
    source="fourth display, step 2, line 48",
)
doc.claim(
    "power",
    eq(U[t], power(Theta, t)),
    given=[starts, steps],
    words="Uₜ is the t-th power of Θ, for every natural t, by induction on t.",
    source="fourth display, step 3, line 48",
)
doc.claim(
    "free-choice",
    [
        eq(power(W, number(0)), identity(d)),
        eq(adjoint(power(W, u - 1)) * power(W, u), W),
        eq(adjoint(power(W, t)) * power(W, t), identity(d)),
    ],
    words="The powers of any unitary matrix W are unitary, start at the identity, and have "
    "all steps equal to W: Θ may be chosen freely.",
    source="line 51",
)
doc.claim(
    "phi-theta",
    [
        eq(power(W, number(0)) * z, z),
        eq(inner(power(W, s + r) * z, power(W, s) * w), inner(power(W, r) * z, w)),
        eq(inner(power(W, s) * z, power(W, s + r) * w), inner(z, power(W, r) * w)),
    ],
    words="With φₜ(z) = Wᵗ z, W unitary, φ₀ is the identity, and the inner product at positions "
    "s + r and s, or s and s + r, does not depend on s.",
    source="line 58",
)

doc.section("RoPE is the diagonal case")
doc.definition(
    "theta-value", words="θ is 0.0001, or 1/T for sequences of length T.", source="line 62"
)
doc.claim(
    "rope-diagonal",
    [
        eq(adjoint(rope) * rope, identity(d)),
        eq(power(rope, t), blockdiag(exp(I * t * angle), (j, 0, d - 1))),
    ],
    words="The diagonal matrix of the angles θ^(j/d) is unitary, and its powers are diagonal.",
    source="lines 53 to 57",
)
doc.claim(
    "diagonal-instance",
    [
        eq(adjoint(diagonal(t)) * diagonal(t), identity(d)),
        eq(diagonal(number(0)), identity(d)),
        eq(adjoint(diagonal(u - 1)) * diagonal(u), diagonal(number(1))),
        eq(diagonal(t), power(diagonal(number(1)), t)),
    ],
    words="For any real angles, and any size, the diagonal matrices are unitary, satisfy both "
    "hypotheses, and are the powers of the first.",
    source="lines 53 to 58",
)
doc.claim(
    "diagonal-relative",
    eq(
        inner(diagonal(t) * vector(x), diagonal(s) * vector(y)),
        sum_(x[j] * conj(y[j]) * exp(I * (t - s) * alpha[j]), (j, 0, d - 1)),
    ),
    words="The inner product of two embedded vectors depends on t - s only.",
    source="line 58",
)
doc.definition(
    "sinusoidal-def",
    words="The sinusoidal encoding has the entries sin(t θ^(i/d)) and cos(t θ^(i/d)) at the places "
    "2i and 2i + 1, for i = 0, ..., d - 1.",
    source="sixth display, line 67",
)
doc.claim(
    "complex-form",
    eq(
        stack(exp(I * t * angle), (j, 0, d - 1)),
        stack(cos(t * angle) + I * sin(t * angle), (j, 0, d - 1)),
    ),
    words="Read as complex numbers, cosine first, the sinusoidal encoding has the entries "
    "e^(itθ^(j/d)).",
    source="seventh display, lines 74 to 76",
)
doc.claim(
    "diag-of-power",
    eq(
        stack(exp(I * t * angle), (j, 0, d - 1)),
        mul(power(rope, t), stack(number(1), (j, 0, d - 1))),
    ),
    words="These entries are the diagonal of Θᵗ: a diagonal matrix times the vector of ones.",
    source="seventh display, line 76",
)
doc.remark(
    "add-vs-multiply",
    "Transformers add the encoding to the embedding of a token; RoPE multiplies queries and keys "
    "by the power of Θ.",
    source="line 79",
)
