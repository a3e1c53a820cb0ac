"""Position Embeddings: Sinusoidal, RoPE: the claims of a post of 2025-10-04.

Embeddings that keep inner products at every offset are unitary: φₜ(z) = Uₜ z.  When Uₜ₋₁* Uₜ
is one matrix Θ for all t >= 1, the product over all steps telescopes, and Uₜ = Θᵗ.  The matrices
here are d x d and unitary with d unspecified, and t is any natural; that Uₜ = Θᵗ is proved by
induction.  RoPE is the case of a diagonal Θ, of any size.

The post writes ⟨z, w̄⟩ for what is ⟨z, w⟩ here: linear in z, conjugate linear in w.  Hypotheses
stand with each claim: the matrices are unitary, U₀ is the identity, and Uₜ₋₁* Uₜ = Θ for every
t >= 1.
"""

from sympy import (
    Eq, I, Identity, IndexedBase, MatrixSymbol, Q, Sum, Symbol, conjugate, cos, exp, sin, symbols,
)

from derivations import BlockDiag, Document, MatrixFamily, MatrixProduct, Stack, forall, inner, norm

d, u = symbols("d u", integer=True, positive=True)
t, s, r, j = symbols("t s r j", integer=True, nonnegative=True)

# Matrices U(0), U(1), ..., all d x d; Theta, of which nothing is assumed; a matrix W.
def U(t): return MatrixFamily("U", (d, d), t)
Theta, W = MatrixSymbol("Theta", d, d), MatrixSymbol("W", d, d)
z, w = MatrixSymbol("z", d, 1), MatrixSymbol("w", d, 1)

unitary = forall(t, Q.unitary(U(t)))
starts = Eq(U(0), Identity(d))
steps = forall(u, Eq(U(u - 1).H*U(u), Theta))

# RoPE: the angles theta^(j/d), j = 0, ..., d - 1, for one positive theta.
theta = Symbol("theta", positive=True)
angle = theta**(j/d)
rope = BlockDiag(exp(I*angle), (j, 0, d - 1))

# Any real angles instead, and the vectors of C^d by their entries.
alpha = IndexedBase("alpha", real=True)
x, y = IndexedBase("x"), IndexedBase("y")

def diagonal(p): return BlockDiag(exp(I*p*alpha[j]), (j, 0, d - 1))  # the matrix of e^(i p alpha[j])
def vector(f): return Stack(f[j], (j, 0, d - 1))  # with the entries f[0], ..., f[d - 1]

doc = Document("isometry", title="Position Embeddings: Sinusoidal, RoPE", source="001_ecce5eab7f974745.txt")

doc.section("Embeddings that keep inner products")
doc.remark("nothing-special", "Attention by itself treats all positions alike, although they matter.",
           source="line 15")
doc.definition("setup", words="For D = 2d, an embedding φₜ at position t maps a query or a key, read as d complex "
               "numbers, to d complex numbers; it is the same for both.", source="lines 17 and 18")
doc.definition("relative-requirement", words="The inner product of φₜ(q) and φₛ(k) is a function ψ of q, k and t - s.",
               source="first display, line 24")
doc.definition("phi0", words="φ₀ is the identity.", source="line 29")
doc.claim("same-position", Eq(inner(U(t)*z, U(t)*w), inner(z, w)), given=[unitary],
          words="Unitary matrices keep inner products at equal positions.", source="second display, lines 33 and 34")
doc.claim("isometry", Eq(norm(U(t)*z - U(t)*w), norm(z - w)), given=[unitary],
          words="Unitary matrices keep distances.", source="line 37")

doc.section("Unitary matrices whose steps are all equal")
doc.claim("theta-independent", Eq(U(t).H*U(t + 1), U(s).H*U(s + 1)), given=[unitary, steps],
          words="The steps after t and after s are the same matrix.", source="line 45")
doc.claim("theta-unitary", [Eq(Theta.H*Theta, Identity(d)), Eq(Theta*Theta.H, Identity(d))], given=[unitary, steps],
          words="The common step Θ is unitary, since it is a product of unitary matrices.",
          source="implied by the third display")
doc.claim("U0-identity", Eq(U(t), U(0).H*U(t)), given=[unitary, starts],
          words="U₀ is the identity, and so is its adjoint.", source="fourth display, step 1, line 48")
doc.claim("telescoping", Eq(U(0).H*U(t), MatrixProduct(U(u - 1).H*U(u), (u, 1, t))), given=[unitary],
          words="In the product of the steps up to t, every unitary matrix meets its adjoint.",
          source="fourth display, step 2, line 48")
doc.claim("power", Eq(U(t), Theta**t), given=[unitary, starts, steps],
          words="Uₜ is the t-th power of Θ, for every natural t, by induction on t.",
          source="fourth display, step 3, line 48")
doc.claim("free-choice", [Eq(W**0, Identity(d)), Eq((W**(u - 1)).H*W**u, W), Eq((W**t).H*W**t, Identity(d))],
          given=[Q.unitary(W)],
          words="The powers of any unitary matrix W are unitary, start at the identity, and have "
          "all steps equal to W: Θ may be chosen freely.", source="line 51")
doc.claim("phi-theta", [Eq(W**0*z, z), Eq(inner(W**(s + r)*z, W**s*w), inner(W**r*z, w)),
                        Eq(inner(W**s*z, W**(s + r)*w), inner(z, W**r*w))], given=[Q.unitary(W)],
          words="With φₜ(z) = Wᵗ z, W unitary, φ₀ is the identity, and the inner product at positions "
          "s + r and s, or s and s + r, does not depend on s.", source="line 58")

doc.section("RoPE is the diagonal case")
doc.definition("theta-value", words="θ is 0.0001, or 1/T for sequences of length T.", source="line 62")
doc.claim("rope-diagonal", [Eq(rope.H*rope, Identity(d)), Eq(rope**t, BlockDiag(exp(I*t*angle), (j, 0, d - 1)))],
          words="The diagonal matrix of the angles θ^(j/d) is unitary, and its powers are diagonal.",
          source="lines 53 to 57")
doc.claim("diagonal-instance", [Eq(diagonal(t).H*diagonal(t), Identity(d)), Eq(diagonal(0), Identity(d)),
                                Eq(diagonal(u - 1).H*diagonal(u), diagonal(1)), Eq(diagonal(t), diagonal(1)**t)],
          words="For any real angles, and any size, the diagonal matrices are unitary, satisfy both "
          "hypotheses, and are the powers of the first.", source="lines 53 to 58")
doc.claim("diagonal-relative", Eq(inner(diagonal(t)*vector(x), diagonal(s)*vector(y)),
                                  Sum(x[j]*conjugate(y[j])*exp(I*(t - s)*alpha[j]), (j, 0, d - 1))),
          words="The inner product of two embedded vectors depends on t - s only.", source="line 58")
doc.definition("sinusoidal-def", words="The sinusoidal encoding has the entries sin(t θ^(i/d)) and cos(t θ^(i/d)) at "
               "the places 2i and 2i + 1, for i = 0, ..., d - 1.", source="sixth display, line 67")
doc.claim("complex-form", Eq(Stack(exp(I*t*angle), (j, 0, d - 1)), Stack(cos(t*angle) + I*sin(t*angle), (j, 0, d - 1))),
          words="Read as complex numbers, cosine first, the sinusoidal encoding has the entries e^(itθ^(j/d)).",
          source="seventh display, lines 74 to 76")
doc.claim("diag-of-power", Eq(Stack(exp(I*t*angle), (j, 0, d - 1)), rope**t*Stack(1, (j, 0, d - 1))),
          words="These entries are the diagonal of Θᵗ: a diagonal matrix times the vector of ones.",
          source="seventh display, line 76")
doc.remark("add-vs-multiply", "Transformers add the encoding to the embedding of a token; RoPE multiplies queries and "
           "keys by the power of Θ.", source="line 79")
