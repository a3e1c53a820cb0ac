"""Position Embeddings: Sinusoidal, RoPE: the claims of a post of 2025-10-04.

If the inner product of embedded vectors depends on positions through their difference only, and position 0 changes
nothing, then the embedding at t is a unitary matrix Uₜ, and Uₜ = Θᵗ for one matrix Θ.  RoPE is the case of a diagonal
Θ.  The dimension d is unspecified, t is any natural, and that Uₜ = Θᵗ is proved by induction.

The post writes ⟨z, w̄⟩ for what is ⟨z, w⟩ here: linear in z, conjugate linear in w.  Points z(0), z(1), ... stand for
any vectors, φ(t, a) for what position t makes of z(a), and ψ(a, b, r) for the function ψ at z(a), z(b) and r.

What has to be read with care:

    line 37    the space is C^d, printed C^n
    line 37    isometries of C^d need not be unitary up to translation: complex conjugation is one; that φₜ keeps
               inner products, as the display above says, is needed, and leaves no translation to ignore
    line 51    Θ is free among unitary matrices, as those before it are; among all matrices it is not
    line 74    e^(it..) has the cosine first, while PE has the sine first
"""

from sympy import (
    Eq, I, Identity, IndexedBase, Matrix, MatrixSymbol, Q, Sum, Symbol, ZeroMatrix, conjugate, cos,
    exp, sin, sqrt, symbols,
)

from derivations import (
    REFUTED, BlockDiag, Document, MatrixFamily, MatrixProduct, Stack, forall, inner, norm, step,
)

d, u = symbols("d u", integer=True, positive=True)
t, s, m, n, r, a, b, i, j = symbols("t s m n r a b i j", integer=True, nonnegative=True)

# Points and what positions make of them; line 24, for φ, or for another family in its place.
psi = IndexedBase("psi")
def point(a): return MatrixFamily("z", (d, 1), a)
def phi(t, a): return MatrixFamily("phi", (d, 1), t, a)
def requirement(phi): return forall((m, n, a, b), Eq(inner(phi(m, a), phi(n, b)), psi[a, b, m - n]))

# Matrices U(0), U(1), ..., Θ and W, all d x d, and vectors of d entries.
def U(t): return MatrixFamily("U", (d, d), t)
Theta, W, U_t = (MatrixSymbol(name, d, d) for name in ("Theta", "W", "U_t"))
z, w, p, q, c = (MatrixSymbol(name, d, 1) for name in "zwpqc")
identity, zero = Identity(d), ZeroMatrix(d, 1)
unitary = forall(t, Q.unitary(U(t)))
starts = Eq(U(0), identity)
steps = forall(u, Eq(U(u - 1).H*U(u), Theta))

# RoPE: the angles θ^(j/d), j = 0, ..., d - 1, for one positive θ; and vectors by their entries.
theta = Symbol("theta", positive=True)
angle = theta**(j/d)
x, y, alpha = IndexedBase("x"), IndexedBase("y"), IndexedBase("alpha", real=True)
def vector(f): return Stack(f, (j, 0, d - 1))
def diagonal(f): return BlockDiag(f, (j, 0, d - 1))
rope = diagonal(exp(I*angle))

doc = Document("isometry", title="Position Embeddings: Sinusoidal, RoPE", source="001_ecce5eab7f974745.txt")

doc.section("Embeddings that keep inner products")
B, T, D = symbols("B T D", integer=True, positive=True)
batch, place, entry = symbols("b t l", integer=True, positive=True)
word = IndexedBase("i", integer=True)
def row(batch, place): return MatrixFamily("w", (1, D), word[batch, place])
def tokens(batch): return Stack(row(batch, place), (place, 1, T))
inputs = Stack(tokens(batch), (batch, 1, B))
doc.claim("shape", [Eq(tokens(n)[u - 1, entry - 1], row(n, u)[0, entry - 1]),
                    Eq(inputs.H*inputs, Sum(Sum(row(batch, place).H*row(batch, place), (place, 1, T)), (batch, 1, B))),
                    Eq(Sum(Sum(Sum(1, (j, 0, D - 1)), (place, 1, T)), (batch, 1, B)), B*T*D)],
          given=[u <= T, entry <= D], source="lines 13 and 14",
          words="The rows of an input are those of its words, D entries each, and the rows of all inputs, one below "
                "another, those of B times T words, as their products show: there are B times T times D entries.")
doc.remark("nothing-special", "So far nothing is special about the positions of words, which matter too much to be "
           "ignored.", source="line 15")
doc.definition("setup", words="For D = 2d, the absolute embedding φₜ of position t maps a query or a key, D real "
               "numbers, to d complex numbers, here with the D read as d complex; it is the same for "
               "both.", source="lines 17 and 18")
doc.definition("relative-requirement", Eq(inner(phi(t, a), phi(s, b)), psi[a, b, t - s]), source="line 24",
               words="The inner product of φₜ(q) and φₛ(k) is to be some function ψ of q, k and t - s.")
doc.definition("phi0", Eq(phi(0, a), point(a)), words="φ₀ is the identity.", source="line 29")
doc.chain("same-position", inner(phi(t, a), phi(t, b)),
          step(psi[a, b, 0], "the difference of the positions is 0"),
          step(inner(phi(0, a), phi(0, b)), "it is 0 at position 0 too, which is printed φ(z, 0)"),
          step(inner(point(a), point(b)), "φ₀ is the identity"),
          given=[requirement(phi), forall(a, Eq(phi(0, a), point(a)))],
          words="At one position inner products are those of the vectors.", source="lines 33 and 34")
doc.claim("isometry-space", Eq(z.shape[0], n), expect=REFUTED, fault="slip", source="line 37",
          words="As printed, vectors have n entries; those of line 18 have d.",
          printed=r"$\phi_t$ is isometry on $\mathbb{C}^n$")
doc.claim("isometry-space-corrected", Eq(Sum(conjugate(z[j, 0])*z[j, 0], (j, 0, d - 1)), norm(z)**2),
          words="They are those of C^d.", source="line 37, with d for n", corrects="isometry-space")
def expanded(z, w): return inner(z, z) - inner(z, w) - inner(w, z) + inner(w, w)
doc.chain("isometry", norm(phi(t, a) - phi(t, b)),
          step(sqrt(expanded(phi(t, a), phi(t, b))), "the square of the norm, expanded"),
          step(sqrt(expanded(point(a), point(b))), "inner products are kept"),
          step(norm(point(a) - point(b)), "the same, back"),
          given=[forall((a, b), Eq(inner(phi(t, a), phi(t, b)), inner(point(a), point(b))))],
          words="φₜ keeps distances, since it keeps inner products.", source="line 37")
def kept(p, q, z, w): return Eq(p.H*q, z.H*w)  # the inner products of columns
doc.claim("isometry-implies-unitary-columns", Eq(U_t*U_t.H, identity), given=[kept(U_t, U_t, identity, identity)],
          words="Let the columns of U_t be what φₜ makes of those of the identity.  By lines 33 and 34 inner products "
                "are kept; so U_t is unitary, its rows orthonormal too.",
          source="line 37, of what lines 33 and 34 say of φₜ")
doc.chain("isometry-implies-unitary", p,
          step(U_t*(U_t.H*p), "U_t is unitary"),
          step(U_t*z, "its inner products with the columns are those of z with the columns of the identity"),
          given=[kept(U_t, U_t, identity, identity), kept(U_t, p, identity, z)],
          words="Then φₜ is the matrix U_t: if p is φₜ(z), z any vector, then p = U_t z.",
          source="line 37, of what lines 33 and 34 say of φₜ")
def conj(z): return z.H.T
doc.claim("isometry-implies-unitary-conjugation",
          [Eq(norm(conj(z) - conj(w)), norm(z - w)), Eq(norm(conj(z)), norm(z)), Eq(conj(I*z), -I*conj(z))],
          source="line 37, of distances", reading="isometry-implies-unitary",
          words="Of isometries alone it does not follow: complex conjugation keeps distances, and lengths, so that "
                "there is no translation in it, and turns iz to -i times what it makes of z.")
doc.claim("isometry-implies-unitary-distances", Eq(q, I*p), expect=REFUTED, reading="isometry-implies-unitary",
          given=[Eq(norm(p), norm(z)), Eq(norm(q), norm(I*z)), Eq(norm(p - q), norm(z - I*z))],
          words="Where the distances of 0, z and iz are kept, and 0 stays, q = φ(iz) is i times p = φ(z), as for a "
                "matrix: so it would be if the isometries that leave 0 where it is were unitary.",
          source="line 37, of distances")
def moved(z): return U_t*z + c
doc.claim("ignoring-translation", Eq(c, zero), given=[kept(moved(zero), moved(zero), zero, zero)], source="line 37",
          words="There is no translation to ignore: if φₜ(z) is U_t z + c, then c = 0, since the inner product of 0 "
                "with itself is kept.")
doc.claim("ignoring-translation-distances", Eq(norm(moved(z) - moved(w)), norm(z - w)), given=[Q.unitary(U_t)],
          words="There may be one if only distances are kept.", source="line 37, of distances",
          reading="ignoring-translation")

doc.section("Unitary matrices whose steps are all equal")
def e(i): return MatrixFamily("e", (d, 1), i)
def turned(t, i): return U(t)*e(i)
def double_sum(f): return Sum(Sum(f*(e(i)*e(j).T), (j, 0, d - 1)), (i, 0, d - 1))
doc.chain("theta", U(u - 1).H*U(u),
          step(double_sum(inner(turned(u, j), turned(u - 1, i))), "entry by entry", label="matrix-entries",
               source="line 41"),
          step(double_sum(psi[j, i, 1]), "line 24, of φₜ(z) = Uₜ z", label="theta-psi", source="line 42"),
          given=[forall(i, Q.real_elements(e(i))), Eq(Sum(e(i)*e(i).T, (i, 0, d - 1)), identity), requirement(turned)],
          words="The step Θ from t - 1 to t; the e(i) are d real vectors with the sum of all e(i)·e(i)ᵀ the identity.")
doc.claim("matrix-entries-each", Eq((e(i)*e(i).T)*(U(u - 1).H*U(u))*(e(j)*e(j).T),
                                    inner(turned(u, j), turned(u - 1, i))*(e(i)*e(j).T)),
          given=[forall(i, Q.real_elements(e(i)))], source="line 41, entry by entry", reading="matrix-entries",
          words="Each term of the sum is the step between two of the matrices e(i)·e(i)ᵀ, whose sum is the identity.")
doc.claim("theta-psi-each", Eq(inner(turned(u, j), turned(u - 1, i)), psi[j, i, 1]), given=[requirement(turned)],
          words="Each is a value of ψ at 1.", source="line 42, entry by entry", reading="theta-psi")
doc.claim("theta-independent", Eq(U(t).H*U(t + 1), U(s).H*U(s + 1)), source="line 45",
          given=[forall(u, Eq(U(u - 1).H*U(u), double_sum(psi[j, i, 1])))],
          words="Θ does not depend on t: by lines 41 and 42 the steps after t and after s are the same sum.")
Z = MatrixSymbol("Z", d, d)
doc.claim("theta-independent-as-matrix", Eq(U(t).H*U(t + 1), U(s).H*U(s + 1)), reading="theta-independent",
          given=[Q.unitary(Z), forall((m, n), Eq((U(n)*Z).H*(U(m)*Z), MatrixFamily("Psi", (d, d), m - n)))],
          words="So it is with any orthonormal basis, the columns z(i) of Z, and line 24 for all of it at once: Ψ(r) "
                "is the matrix of the ψ(z(j), z(i), r).", source="line 45, by line 24 as matrices")
doc.claim("U0-identity", Eq(U(t), U(0).H*U(t)), given=[starts],
          words="U₀ is the identity, and so is its adjoint.", source="line 48, step 1")
doc.claim("telescoping", Eq(U(0).H*U(t), MatrixProduct(U(u - 1).H*U(u), (u, 1, t))), given=[unitary],
          words="In the product of the steps up to t, every unitary matrix meets its adjoint.",
          source="line 48, step 2")
doc.claim("power", Eq(U(t), Theta**t), given=[unitary, starts, steps],
          words="Uₜ is the t-th power of Θ, for every natural t, by induction on t.", source="line 48")
doc.claim("power-product", Eq(MatrixProduct(U(u - 1).H*U(u), (u, 1, t)), Theta**t), given=[steps], reading="power",
          words="So is the product of the steps up to t, unitary or not.", source="line 48, step 3")
relative = Eq(inner(W**(t + r)*z, W**(s + r)*w), inner(W**t*z, W**s*w))
doc.claim("free-choice", [relative, Eq(W**0, identity), Eq((W**t).H*W**t, identity), Eq((W**(u - 1)).H*W**u, W)],
          given=[Q.unitary(W)], source="line 51",
          words="Any unitary matrix W may be taken for Θ: inner products of its powers at t + r and s + r are as at t "
                "and s, and its powers are unitary, start at the identity, and have all steps equal to W.")
doc.claim("free-choice-any-matrix", relative, expect=REFUTED, source="line 51, of any matrix", reading="free-choice",
          words="Any matrix will do, also one that is not unitary, which changes inner products.")
doc.claim("free-choice-unitary", [Eq(Theta.H*Theta, identity), Eq(Theta*Theta.H, identity)], given=[unitary, steps],
          words="And no other: the common step Θ is unitary, since it is a product of unitary matrices.",
          source="implied by lines 37 to 42", reading="free-choice")

doc.section("RoPE is the diagonal case")
doc.claim("rope-diagonal", [Eq(rope.H*rope, identity), Eq(rope**t, diagonal(exp(I*t*angle)))], source="lines 53 to 58",
          words="The diagonal matrix of the angles θ^(j/d) is unitary, and its powers are diagonal.")
def by_angles(t): return diagonal(exp(I*t*alpha[j]))
doc.claim("rope-diagonal-any-angles", [Eq(by_angles(t).H*by_angles(t), identity), Eq(by_angles(0), identity),
                                       Eq(by_angles(u - 1).H*by_angles(u), by_angles(1)),
                                       Eq(by_angles(t), by_angles(1)**t)], reading="rope-diagonal",
          words="For any real angles the diagonal matrices are unitary, start at the identity, have equal steps, and "
                "are the powers of the first.", source="lines 53 to 58, for any angles")
x_, y_ = vector(x[j]), vector(y[j])
doc.claim("phi-theta", [Eq(rope**0*x_, x_), Eq(inner(rope**t*x_, rope**s*y_),
                                               Sum(x[j]*conjugate(y[j])*exp(I*(t - s)*angle), (j, 0, d - 1)))],
          words="φₜ(z) = Θᵗ z is the identity at 0, and meets the requirement: the inner product is a function of the "
                "vectors and of t - s.", source="line 59")
doc.definition("theta-value", words="θ is 0.0001, or 1/T in general, T the largest horizon or time step.  stratos has "
               "0.0001 too, and prints 0.00001 in section 2.2; ropecode and penote have 10000, which is 1/0.0001.",
               source="line 62")
PE = doc.define("PE", t, vector(Matrix([sin(t*angle), cos(t*angle)])), label="sinusoidal-def", source="lines 64 to 68",
                words="The entries 2i and 2i + 1 of the sinusoidal encoding are sin(t θ^(i/d)) and cos(t θ^(i/d)), "
                      "i = 0, ..., d - 1, t = 0, ..., T - 1.")
waves = vector(exp(I*t*angle))
def read(first, second): return diagonal(Matrix([[first, second]]))*PE(t)  # its pairs as complex numbers
doc.claim("complex-form", Eq(read(I, 1), waves), source="lines 74 to 76",
          words="With the entries 2j + 1 as real and 2j as imaginary parts, PE(t) has the complex entries "
                "e^(itθ^(j/d)).")
doc.claim("complex-form-sine-first", Eq(read(1, I), waves), expect=REFUTED, reading="complex-form",
          words="It has them with the first of each pair as the real part, too, as stratos reads pairs.",
          source="lines 74 to 76, sine first")
doc.claim("complex-form-sine-first-conjugates", Eq(read(1, I), vector(I*exp(-I*t*angle))), reading="complex-form",
          words="It has i times their conjugates.", source="lines 74 to 76, sine first")
doc.claim("diag-of-power", Eq(waves[u - 1, 0], (Theta**t)[u - 1, u - 1]), given=[u <= d, Eq(Theta, rope)],
          words="Entry u, from 1 to d, of these is entry u of the diagonal of Θᵗ.", source="line 76")
doc.claim("diag-of-power-as-matrix", Eq(rope**t, diagonal(exp(I*t*angle))), reading="diag-of-power",
          words="Θᵗ is the diagonal matrix with these entries.", source="line 76, as a matrix")
doc.remark("add-vs-multiply", "In a transformer what attention gets are sums of the embeddings of token and position; "
           "RoPE multiplies queries and keys by Θᵗ.", source="line 79")
