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

import sympy
from sympy import (
    Abs, Eq, I, Identity, IndexedBase, Matrix, MatrixSymbol, Sum, Symbol, conjugate, cos, exp, im, log, re, sin, sqrt,
    symbols,
)

from derivations import REFUTED, BlockDiag, Document, Stack, inner, norm, step

# Positions, an offset, and d = 2M.
p, q, m, n = symbols("p q m n", integer=True, nonnegative=True)
Delta, i = symbols("Delta i", integer=True)
M = Symbol("M", integer=True, positive=True)
d = 2*M
omega = IndexedBase("omega", real=True)
theta, alpha = symbols("theta alpha", real=True)

def R(a): return Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])  # the counterclockwise rotation by a
def S(a): return Matrix([[cos(a), sin(a)], [-sin(a), cos(a)]])  # what shifts sines and cosines by a

# Tokens X, weights W, a permutation P of which only P transposed times P = I is needed, all of
# unspecified size.
s, width, d_k = symbols("s d d_k", integer=True, positive=True)
X, W = MatrixSymbol("X", s, width), MatrixSymbol("W", width, d_k)
Q, K, V = (MatrixSymbol(name, s, d_k) for name in "QKV")
P, B = MatrixSymbol("P", s, s), MatrixSymbol("B", s, s)
permutation = [sympy.Q.orthogonal(P)]

doc = Document("penote", title="A Note on Positional Encoding", source="004_afbb0d2f324815b3.txt")

doc.section("Permutation equivariance")
doc.definition("equivariance-def", words="A function of several inputs is permutation equivariant if permuting the "
               "inputs permutes the outputs likewise.", source="line 16")
doc.remark("order-blind", "Such a function does not care about the order of its inputs.", source="lines 17 and 42")
doc.definition("attention-def", words="Attention weighs the rows of V by the softmax, row by row, of Q times K "
               "transposed over the root of d_k.", source="line 20")
doc.claim("permuted-qkv", Eq((P*X)*W, P*(X*W)), given=permutation, same=True,
          words="Permuting the tokens permutes queries, keys and values.", source="lines 27 to 29")
doc.claim("equiv-step2", Eq((P*Q)*(P*K).T, P*Q*K.T*P.T), given=permutation,
          words="The scores of permuted tokens.", source="line 32")
doc.claim("equiv-step3", Eq(P*Q*K.T*P.T/sqrt(d_k), P*(Q*K.T/sqrt(d_k))*P.T), given=permutation,
          words="The scale goes with the scores: rows and columns of A are permuted.", source="lines 33 to 35")
doc.claim("equiv-step4", Eq(P*B*P.T*P*V, P*B*V), given=permutation,
          words="A permutation meets its transpose; B stands for the softmax of A.", source="line 40")
doc.claim("attention-symmetric", Eq(Q*K.T, K*Q.T), expect=REFUTED,
          words="Scores as symmetric in queries and keys.", source="line 42")
doc.claim("attention-symmetric-corrected", Eq(Q*K.T, (K*Q.T).T), corrects="attention-symmetric",
          words="Exchanging queries and keys transposes the scores.", source="line 42, corrected")
doc.remark("break-equivariance", "Encodings of positions make attention sensitive to order.", source="line 44")

doc.section("Absolute positional encoding")
PE = doc.define("PE", p, Stack(Matrix([sin(omega[i]*p), cos(omega[i]*p)]), (i, 0, M - 1)), label="pe-def",
                words="The entries 2i and 2i + 1 of the encoding of p are sin(p ωᵢ) and cos(p ωᵢ).",
                source="lines 52 to 56")
doc.definition("omega-def", words="The frequency ωᵢ is 10000 to the power -2i/d.", source="line 59")
doc.chain("dot", inner(PE(p), PE(q)),
          step(Sum(sin(omega[i]*p)*sin(omega[i]*q) + cos(omega[i]*p)*cos(omega[i]*q), (i, 0, M - 1)), "plane by plane"),
          step(Sum(cos(omega[i]*(p - q)), (i, 0, M - 1)), "the cosine of a difference"),
          words="The inner product of two encodings, for every even d.", source="lines 64 and 66")
printed = 10000**(-2*i/d)
doc.claim("dot-printed-frequencies",
          Eq(inner(Stack(Matrix([sin(p*printed), cos(p*printed)]), (i, 0, M - 1)),
                   Stack(Matrix([sin(q*printed), cos(q*printed)]), (i, 0, M - 1))),
             Sum(cos(printed*(p - q)), (i, 0, M - 1))),
          words="The same with the printed frequencies.", source="lines 59 and 66")
doc.claim("dot-relative", Eq(inner(PE(p + n), PE(q + n)), inner(PE(p), PE(q))),
          words="Moving both positions by n changes nothing.", source="line 67")
doc.claim("shift-sin", Eq(sin((p + Delta)*omega[i]),
                          sin(p*omega[i])*cos(Delta*omega[i]) + cos(p*omega[i])*sin(Delta*omega[i])),
          words="The sine of a sum.", source="line 70, first line")
doc.claim("shift-cos", Eq(cos((p + Delta)*omega[i]),
                          cos(p*omega[i])*cos(Delta*omega[i]) - sin(p*omega[i])*sin(Delta*omega[i])),
          words="The cosine of a sum.", source="line 70, second line")
doc.claim("shift-matrix", Eq(Matrix([sin(omega[i]*(p + Delta)), cos(omega[i]*(p + Delta))]),
                             S(omega[i]*Delta)*Matrix([sin(omega[i]*p), cos(omega[i]*p)])),
          words="Both, as a matrix.", source="lines 72 to 88")
doc.claim("R-convention", Eq(S(omega[i]*Delta), R(omega[i]*Delta)), expect=REFUTED,
          words="This matrix under its label, the rotation of line 222 by ωᵢ Δ.", source="line 82")
doc.claim("R-convention-corrected", Eq(S(omega[i]*Delta), R(-(omega[i]*Delta))), corrects="R-convention",
          words="It is the rotation back.", source="line 82, corrected")
shift = BlockDiag(S(omega[i]*Delta), (i, 0, M - 1))
doc.claim("pe-shift", Eq(PE(p + Delta), shift*PE(p)),
          words="For every even d, shifting by Δ is a block-diagonal matrix that depends on Δ only.", source="line 90")
doc.claim("block-diagonal", [Eq(shift.T*shift, Identity(d)), Eq(shift*shift.T, Identity(d))],
          words="This matrix is orthogonal.", source="line 91")
doc.definition("learnable-ape", words="A learned encoding is a vector for each position, added to the token.",
               source="line 99")
doc.remark("learnable-empirical", "Learned and sinusoidal encodings gave nearly the same results; models and scores "
           "are listed.", source="lines 100, 101, 150 and 249")

# Projections of tokens with encodings, all of unspecified size.
h = Symbol("h", integer=True, positive=True)
W_Q, W_K = MatrixSymbol("W_Q", h, width), MatrixSymbol("W_K", h, width)
x_p, x_q, e_p, e_q = (MatrixSymbol(name, width, 1) for name in ("x_p", "x_q", "e_p", "e_q"))
real = [sympy.Q.real_elements(matrix) for matrix in (W_Q, W_K, x_p, x_q, e_p, e_q)]
query, key = W_Q*(x_p + e_p), W_K*(x_q + e_q)

doc.section("Relative positional encoding")
doc.definition("qp-kq-def", words="Query and key are projections of token plus encoding; the score is their inner "
               "product.", source="lines 108 to 111")
doc.claim("bilinear-product",
          Eq(inner(query, key), inner(W_Q*x_p, W_K*x_q)*inner(W_Q*x_p, W_K*e_q)
             *inner(W_Q*e_p, W_K*x_q)*inner(W_Q*e_p, W_K*e_q)), given=real, expect=REFUTED,
          words="The score expanded as printed, the four parts multiplied.", source="line 116")
doc.claim("bilinear-sum",
          Eq(inner(query, key), inner(W_Q*x_p, W_K*x_q) + inner(W_Q*x_p, W_K*e_q)
             + inner(W_Q*e_p, W_K*x_q) + inner(W_Q*e_p, W_K*e_q)), given=real, corrects="bilinear-product",
          words="The score is the sum of the four parts.", source="line 116, corrected")
doc.definition("shaw-score", words="A learned bias for each offset is added to the key before the score is taken.",
               source="line 127")
a, b, delta = symbols("i j delta", integer=True)
doc.claim("offset-shift", Eq((b + delta) - (a + delta), b - a),
          words="Moving both positions keeps their offset.", source="line 136")
doc.claim("spe-dot", Eq(inner(PE(m), PE(n)), Sum(cos(omega[i]*(m - n)), (i, 0, M - 1))),
          words="The inner product of two encodings once more.", source="line 143")
doc.remark("rpe-learns-lower", "Models often learn lower values for distant positions.", source="line 149")
doc.remark("window", "Offsets are bounded, and the bound is small.", source="line 154")
doc.definition("decode-output", words="The output at a step is the weighted sum of the cached values.",
               source="line 187")
doc.definition("rpe-decode-score", words="The score of a cached key has a bias that depends on the offset.",
               source="line 189")
doc.remark("informal-comparison", "Encodings are compared by how they extrapolate, generalize and cache.",
           source="lines 194 to 199, and 201")
doc.remark("spe-not-linear", "The relative information of sinusoidal encodings is called neither accessible nor "
           "linear.", source="line 196")

# Complex query and key, and real ones in the plane and in M planes.
z, w = symbols("q k")
q1, q2, k1, k2 = symbols("q1 q2 k1 k2", real=True)
q2d, k2d = Matrix([q1, q2]), Matrix([k1, k2])

doc.section("Rotary positional encoding")
doc.definition("f-def", words="A token x at position l is turned: x times e to the i l θ.", source="line 204")
doc.chain("complex-score", inner(z*exp(I*m*theta), w*exp(I*n*theta)),
          step((z*exp(I*m*theta))*conjugate(w*exp(I*n*theta)), "the inner product of complex numbers", same=True),
          step(inner(z, w)*exp(I*(m - n)*theta), "collect the exponentials"),
          words="The score of a turned query and a turned key.", source="lines 206 to 208")
doc.claim("relative-influenced", Eq(inner(z*exp(I*(m + p)*theta), w*exp(I*(n + p)*theta)),
                                    inner(z*exp(I*m*theta), w*exp(I*n*theta))),
          words="Moving both positions changes nothing.", source="line 209")
turned = re(inner(z, w)*exp(I*(m - n)*theta))
doc.claim("re-cos", Eq(turned, inner(z, w)*cos((m - n)*theta)), expect=REFUTED,
          words="The real score as printed; on the left a real number, on the right a complex one.", source="line 210")
doc.claim("re-cos-corrected", Eq(turned, re(inner(z, w))*cos((m - n)*theta) - im(inner(z, w))*sin((m - n)*theta)),
          words="The real score has a sine, with the imaginary part of the inner product.",
          source="line 210, corrected", corrects="re-cos")
doc.claim("re-cos-if-real", Eq(turned, inner(z, w)*cos((m - n)*theta)), given=[Eq(im(inner(z, w)), 0)],
          words="The line holds as printed where the inner product is real.", source="line 210, with a hypothesis")
turned_plane = re(inner(q1 + q2*I, k1 + k2*I)*exp(I*(m - n)*theta))
doc.claim("re-cos-real", Eq(turned_plane, inner(q2d, k2d)*cos((m - n)*theta)), expect=REFUTED,
          words="The same, with the real inner product of two points on the right: the difference is "
          "the sine that was dropped.", source="line 210, read with the real inner product")
doc.claim("re-cos-real-corrected",
          Eq(turned_plane, inner(q2d, k2d)*cos((m - n)*theta) + (q1*k2 - q2*k1)*sin((m - n)*theta)),
          words="With that sine.", source="line 210, corrected", corrects="re-cos-real")

# The rotation of plane i by omega[i]·a, for M planes, counted from 0; a real vector of 2M entries,
# from its two entries in each plane.
def RM(a): return BlockDiag(R(omega[i]*a), (i, 0, M - 1))
def planes(u): return Stack(Matrix([u[i, 0], u[i, 1]]), (i, 0, M - 1))
x, y, u = (IndexedBase(name, real=True) for name in "xyu")
dots = x[i, 0]*y[i, 0] + x[i, 1]*y[i, 1]
areas = x[i, 0]*y[i, 1] - x[i, 1]*y[i, 0]
total = inner(RM(m)*planes(x), RM(n)*planes(y))

doc.claim("cos-sum", Eq(total, Sum(dots*cos((m - n)*omega[i]), (i, 0, M - 1))), expect=REFUTED,
          words="The total over all planes as printed, cosines only.", source="line 212")
doc.claim("cos-sum-corrected",
          Eq(total, Sum(dots*cos((m - n)*omega[i]) + areas*sin((m - n)*omega[i]), (i, 0, M - 1))),
          words="The total over all planes, with a sine for each, for every even d.",
          source="line 212, corrected", corrects="cos-sum")
doc.claim("unit-circle", Eq(Abs(exp(I*m*theta)), 1),
          words="The factor lies on the unit circle.", source="line 217")
doc.claim("euler", Eq(exp(I*m*theta), cos(m*theta) + I*sin(m*theta)),
          words="Euler's formula.", source="lines 218 and 219")
doc.claim("R-mtheta", Eq(R(m*theta)*q2d,
                         Matrix([re((q1 + q2*I)*exp(I*m*theta)), im((q1 + q2*I)*exp(I*m*theta))])),
          words="The matrix turns a point as the factor turns its complex number.", source="line 222")
v = IndexedBase("x", real=True)  # by entries, counted from 1
doc.claim("pair-rotation",
          Eq(R(m*omega[i])*Matrix([v[2*i - 1], v[2*i]]),
             Matrix([v[2*i - 1]*cos(m*omega[i]) - v[2*i]*sin(m*omega[i]),
                     v[2*i - 1]*sin(m*omega[i]) + v[2*i]*cos(m*omega[i])])),
          words="One pair of entries, rotated; the angles are those of line 231.", source="lines 228 to 230")
lost = -(2*(i - 1)/d)
doc.claim("theta-literal", Eq(10000 + lost, 10000**lost), given=[i >= 1, i <= M], expect=REFUTED,
          words="The frequency as it reads, against the power that is meant.", source="line 231")
doc.claim("theta-corrected", Eq(10000**lost, exp(-(2*(i - 1)/d)*log(10000))), given=[i >= 1, i <= M],
          words="The power that is meant decays with i as an exponential does.",
          source="line 231, corrected", corrects="theta-literal")
doc.definition("block-matrix", words="The rotation of d entries is block diagonal, one rotation for each pair.",
               source="line 234")
doc.claim("block-orthogonal", [Eq(RM(m).T*RM(m), Identity(d)), Eq(RM(m).T*RM(n), RM(n - m))],
          words="For every even d it is orthogonal, and only differences remain.", source="lines 233 to 239")
doc.claim("cos2-sin2", Eq(cos(m*omega[i])**2 + sin(m*omega[i])**2, 1),
          words="The squares of cosine and sine.", source="line 238")
doc.claim("norm-constant", Eq(norm(RM(m)*planes(x)), norm(planes(x))),
          words="For every even d the rotation keeps lengths.", source="line 239")
doc.claim("bilinear-preserved",
          Eq(inner(RM(m)*(alpha*planes(x) + theta*planes(u)), RM(n)*planes(y)),
             alpha*inner(RM(m)*planes(x), RM(n)*planes(y)) + theta*inner(RM(m)*planes(u), RM(n)*planes(y))),
          words="The score is linear in the query.", source="line 241")
doc.claim("linear-attention-assoc", Eq((Q*K.T)*V, Q*(K.T*V)), same=True,
          words="Products may be grouped the other way; Q and K stand for their features.", source="line 243")
score = inner(R(m*theta)*q2d, R(n*theta)*k2d)
doc.claim("rope-score-cos", Eq(score, inner(q2d, k2d)*cos((m - n)*theta)), expect=REFUTED,
          words="The score of a rotated query and a rotated key as printed.", source="line 246")
doc.claim("rope-score-cos-corrected",
          Eq(score, inner(q2d, k2d)*cos((m - n)*theta) + (q1*k2 - q2*k1)*sin((m - n)*theta)),
          words="The score with the sine that was dropped.", source="line 246, corrected", corrects="rope-score-cos")
doc.claim("rope-score-relative", Eq(inner(RM(m + p)*planes(x), RM(n + p)*planes(y)), total),
          words="For every even d the score depends on m - n only.", source="line 247")
