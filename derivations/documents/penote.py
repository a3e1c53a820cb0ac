"""A Note on Positional Encoding: the claims of a post of 2024-09-08.

Attention permutes its outputs as its inputs are permuted; encodings of positions break this.  The sinusoidal ones of
two positions have an inner product that depends on their difference, and shifting a position is a block-diagonal
rotation; relative ones add a learned bias; rotary ones turn query and key.  Where d is even it stands as 2M, M a
symbol, so that d/2 is M.  Frequencies are any real numbers where claims hold for them, and else the printed ones, of
which the first is 1.  The inner product conjugates its second argument; a permutation matrix is an orthogonal one
where no more is needed of it.

What does not hold as printed stands as printed, beside its correction:

    line 22          queries have n rows, as the tokens, not 3
    line 116         four products of projections are multiplied where they are to be added
    lines 148, 153   the scale of line 127 is dropped, and on line 185 that of line 189
    line 154         -k is always below L: meant is k
    line 185         a row times a column is a number, a column times a row is not
    line 190         keys can be cached: what is to be computed again is the bias
    line 214         the sum is over i, and in its terms stands j; it does not tend to 0: cosines come back
    line 231         θᵢ has lost the power of 10000
    line 233         the matrix for position m is named by the number of a pair
    line 243         the weights are to be divided by their sum
    line 246         the score of a rotated query and a rotated key has a sine, too

What needs a hypothesis stands as printed, beside its completion: a bias that depends on the offset only and a score
that does not change under shifts (equal queries and keys) or decreases (biases that do), feature maps (whose kernel
is a function of the inner product).  Stricter readings stand beside what is meant: a symmetry of queries and keys,
signs of differences and of angles, any projections, decay from each distance to the next.  Lines 204 to 212 hold as
they are meant, of real vectors that are multiplied by complex numbers; of pairs that are rotated, as from line 222
on, they are readings, which lack the sine of line 246.
"""

from sympy import (
    Abs, Determinant, Eq, Function, I, Identity, IndexedBase, Matrix, MatrixSymbol, Max, Min, Ne, Q,
    Rational, Sum, Symbol, ZeroMatrix, cos, exp, im, log, pi, re, sin, sqrt, symbols,
)

from derivations import (
    REFUTED, UNDECIDED, BlockDiag, Document, MatrixFamily, Stack, forall, inner, norm, scalar, step,
)

# Positions, an offset, and d = 2M.
p, q, m, n, m_, n_ = symbols("p q m n m' n'", integer=True, nonnegative=True)
Delta, delta, i, j, l = symbols("Delta delta i j l", integer=True)  # noqa: E741
M = Symbol("M", integer=True, positive=True)
d = 2*M
omega = IndexedBase("omega", real=True)
theta, phi, alpha, beta, r = symbols("theta phi alpha beta r", real=True)

def S(a): return Matrix([[cos(a), sin(a)], [-sin(a), cos(a)]])  # line 82: what shifts sines and cosines by a

# Tokens, the rows of X or of Y, their projections, and a permutation P, all of unspecified size.
rows, width, d_k, d_v = symbols("n d d_k d_v", integer=True, positive=True)
P, A, B = (MatrixSymbol(name, rows, rows) for name in "PAB")
X, Y = MatrixSymbol("X", rows, width), MatrixSymbol("Y", rows, width)
W_Q, W_K, W_V = MatrixSymbol("W_Q", width, d_k), MatrixSymbol("W_K", width, d_k), MatrixSymbol("W_V", width, d_v)
Q_, K, V = MatrixSymbol("Q", rows, d_k), MatrixSymbol("K", rows, d_k), MatrixSymbol("V", rows, d_v)
permutation = [Q.orthogonal(P)]
projected = [Eq(Q_, X*W_Q), Eq(K, X*W_K), Eq(V, X*W_V)]

# The same in text, for what SymPy has no word for: functions of matrices, and permutations p of the places.
sizes = {"n": "posint", "d_k": "posint", "d_v": "posint", "P": "orthogonal(n)", "softmax": "family(matrix(n, n) -> "
         "matrix(n, n))", "Q": "matrix(n, d_k)", "K": "matrix(n, d_k)", "V": "matrix(n, d_v)"}
tokens = {"d": "posint", "X": "matrix(n, d)", "W_Q": "matrix(d, d_k)", "W_K": "matrix(d, d_k)", "W_V": "matrix(d, d_v)",
          "Attn": "family(matrix(n, d) -> matrix(n, d_v))"}
attention = ["Attn[Y] == softmax[(Y*W_Q)*(Y*W_K).T/sqrt(d_k)]*(Y*W_V) for all Y: matrix(n, d)",
             "Q == X*W_Q", "K == X*W_K", "V == X*W_V"]
places = {"n": "posint", "p": "permutation(n)", "A": "family(natural, natural -> real)", "i": "natural"}

doc = Document("penote", title="A Note on Positional Encoding", source="004_afbb0d2f324815b3.txt")

doc.section("Permutation equivariance")
doc.definition("equivariance-def", words="A function f of n inputs is permutation equivariant if f(π(x)) = π(f(x)) for "
               "every permutation π: permuting the inputs permutes the outputs likewise.", source="lines 14 to 16")
doc.remark("order-blind", "Such a function does not care about the order of its inputs.", source="lines 17 and 42")
doc.definition("attention-def", words="Attention is the softmax, row by row, of Q times K transposed over the root of "
               "d_k, times V.", source="lines 20 and 37")
doc.claim("qkv-shape", Eq((X*W_Q).shape[0], 3), expect=REFUTED, fault="slip", source="lines 22 to 24",
          words="As printed, Q, and K and V likewise, have three rows, while X has n.",
          printed=r"$Q = XW^Q \in \mathbb{R}^{3 \times d_k}$")
i_k, i_v = symbols("j k", integer=True)
within = [0 <= i, i < rows, 0 <= i_k, i_k < d_k, 0 <= i_v, i_v < d_v]
def entry(A, B, i, j): return Sum(A[i, l]*B[l, j], (l, 0, A.shape[1] - 1))
doc.claim("qkv-shape-corrected",
          [Eq((X*W)[i, column], entry(X, W, i, column)) for W, column in ((W_Q, i_k), (W_K, i_k), (W_V, i_v))],
          given=within, corrects="qkv-shape", source="lines 22 to 24, with n rows",
          words="Q and K are n by d_k, and V is n by d_v: for each of the n tokens they have a row.")
doc.claim("permuted-qkv", [Eq((P*X)*W_Q, P*Q_), Eq((P*X)*W_K, P*K), Eq((P*X)*W_V, P*V)],
          given=[*permutation, *projected], source="lines 27 to 29",
          words="Permuting the tokens permutes queries, keys and values.")
doc.claim("equiv-step1", ["Attn[P*X] == softmax[((P*X)*W_Q)*((P*X)*W_K).T/sqrt(d_k)]*((P*X)*W_V)",
                          "Attn[P*X] == softmax[(P*Q)*(P*K).T/sqrt(d_k)]*(P*V)"],
          let=sizes | tokens, given=attention, source="line 31",
          words="The attention of permuted tokens is that of permuted queries, keys and values.")
doc.claim("equiv-step2", "softmax[(P*Q)*(P*K).T/sqrt(d_k)]*(P*V) == softmax[P*Q*K.T*P.T/sqrt(d_k)]*(P*V)", let=sizes,
          words="The transpose of a product has its factors in the other order.", source="line 32")
doc.claim("equiv-step2-argument", Eq((P*Q_)*(P*K).T, P*Q_*K.T*P.T), given=permutation,
          words="The scores of permuted tokens.", source="line 32, without softmax", reading="equiv-step2")
doc.claim("equiv-step3", "softmax[P*Q*K.T*P.T/sqrt(d_k)]*(P*V) == softmax[P*A*P.T]*(P*V)",
          let=sizes | {"A": "matrix(n, n)"}, given=["A == Q*K.T/sqrt(d_k)"],
          words="So they are in the softmax: rows and columns of A are permuted.", source="lines 33 to 35")
doc.claim("equiv-step3-argument", Eq(P*Q_*K.T*P.T/sqrt(d_k), P*A*P.T), given=[*permutation, Eq(A, Q_*K.T/sqrt(d_k))],
          words="What stands in the softmax: the scale goes with the scores.", source="lines 33 to 35, without softmax",
          reading="equiv-step3")
doc.claim("softmax-permutation", "exp(A[p[i], p[j]])/Sum(exp(A[p[i], p[k]]), (k, 0, n - 1)) == "
          "exp(A[p[i], p[j]])/Sum(exp(A[p[i], k]), (k, 0, n - 1))", let=places | {"j": "natural"},
          given=["i < n", "j < n"], source="lines 37 and 38",
          words="Entry by entry, the softmax by rows of permuted rows and columns is the permuted softmax.")
doc.claim("equiv-step4", Eq(P*B*P.T*P*V, P*B*V), given=permutation,
          words="A permutation meets its transpose; B stands for the softmax of A.", source="lines 38 to 40")
doc.claim("equivariance", "Sum(exp(A[p[i], p[j]])/Sum(exp(A[p[i], p[k]]), (k, 0, n - 1))*V[p[j]], (j, 0, n - 1)) == "
          "Sum(exp(A[p[i], j])/Sum(exp(A[p[i], k]), (k, 0, n - 1))*V[j], (j, 0, n - 1))",
          let=places | {"V": "family(natural -> real)"}, given=["i < n"],
          words="Row by row, the attention of permuted tokens is the permuted attention; V is any column of values.",
          source="line 41")
doc.claim("rowwise-independent", [Eq((X*W_Q)[i, i_k], entry(X, W_Q, i, i_k)),
                                  Eq(entry(X, W_Q, i, i_k), entry(Y, W_Q, i, i_k))], source="line 42",
          given=[0 <= i, i < rows, 0 <= i_k, i_k < d_k, forall(l, Eq(X[i, l], Y[i, l]))],
          words="An entry of XW is made of its row of X alone: if the row is the same in Y, it is that of YW too.")
doc.claim("attention-symmetric", "Sum(exp(A[i, p[j]])/Sum(exp(A[i, p[k]]), (k, 0, n - 1))*V[p[j]], (j, 0, n - 1)) == "
          "Sum(exp(A[i, j])/Sum(exp(A[i, k]), (k, 0, n - 1))*V[j], (j, 0, n - 1))",
          let=places | {"V": "family(natural -> real)"}, given=["i < n"], source="line 42",
          words="What is symmetric in what is not said; taken so: a query gets the same where the pairs of a key and "
                "its value are permuted.")
doc.claim("attention-symmetric-scores", Eq(Q_*K.T, K*Q_.T), expect=REFUTED, reading="attention-symmetric",
          words="Its scores are the same with queries and keys exchanged.", source="line 42, of queries and keys")
doc.claim("attention-symmetric-transposed", Eq(Q_*K.T, (K*Q_.T).T), reading="attention-symmetric",
          words="They are transposed where queries and keys are exchanged.", source="line 42, of queries and keys")
doc.remark("break-equivariance", "Encodings of positions make attention sensitive to order.", source="line 44")
def softmax(A): return Matrix([[exp(A[i, j])/(exp(A[i, 0]) + exp(A[i, 1])) for j in (0, 1)] for i in (0, 1)])
def attended(X): return softmax(X*X.T/sqrt(2))*X
swap, two_tokens = Matrix([[0, 1], [1, 0]]), Matrix([[0, 0], [0, 1]])
encodings = Matrix([[sin(0), cos(0)], [sin(1), cos(1)]])
doc.claim("equivariance-broken", Ne(attended(swap*two_tokens + encodings), swap*attended(two_tokens + encodings)),
          words="For n = d = 2, with the encodings of 0 and 1, the tokens (0, 0) and (0, 1), and no projections, the "
                "attention of exchanged tokens is not the exchanged attention.", source="line 44")

doc.section("Absolute positional encoding")
PE = doc.define("PE", p, Stack(Matrix([sin(omega[i]*p), cos(omega[i]*p)]), (i, 0, M - 1)), label="pe-def",
                words="The entries 2i and 2i + 1 of the encoding of p are sin(p ωᵢ) and cos(p ωᵢ).",
                source="lines 52 to 56")
def printed(i): return 10000**(-2*i/d)  # line 59
doc.definition("omega-def", Eq(omega[i], printed(i)), words="The frequency ωᵢ.", source="line 59")
doc.claim("unique-vector", Eq(p, q), given=[Eq(PE(p), PE(q)), Eq(omega[0], 1)],
          words="Equal encodings are of one position; of the frequencies, that ω₀ is the printed one, 1, is enough.",
          source="line 48")
doc.claim("log-scaled", Eq(log(printed(i)), -2*i/d*log(10000)), source="line 58",
          words="The frequencies are logarithmically scaled: their logarithms are i times a constant.")
doc.claim("distinct-wavelength", [Eq(2*pi/printed(i), 2*pi*10000**(2*i/d)),
                                  forall((i, j), 2*pi*10000**(2*i/d) < 2*pi*10000**(2*j/d), i < j)], source="line 60",
          words="The wavelengths 2π/ωᵢ are distinct: they grow with i.")
doc.chain("dot", inner(PE(p), PE(q)),
          step(Sum(sin(omega[i]*p)*sin(omega[i]*q) + cos(omega[i]*p)*cos(omega[i]*q), (i, 0, M - 1)), "plane by plane",
               label="dot-expand", source="line 64"),
          step(Sum(cos(omega[i]*(p - q)), (i, 0, M - 1)), "the cosine of a difference", label="dot-cos",
               source="lines 66 and 106"),
          words="The inner product of two encodings, for every even d.", source="lines 64 and 66")
printed_all = forall(i, Eq(omega[i], printed(i)))
def PE_printed(p): return Stack(Matrix([sin(p*printed(i)), cos(p*printed(i))]), (i, 0, M - 1))
doc.claim("dot-printed-frequencies",
          Eq(inner(PE_printed(p), PE_printed(q)), Sum(cos(printed(i)*(p - q)), (i, 0, M - 1))), reading="dot-cos",
          words="The same with the printed frequencies.", source="lines 59 and 66")
doc.claim("dot-relative", Eq(inner(PE(p), PE(q)), inner(PE(m), PE(n))), given=[Eq(p - q, m - n)],
          words="The inner product depends on p - q only: at equal differences it is equal.", source="line 67")
doc.claim("recover-relative-distance", Eq(Abs(p - q), Abs(m - n)), expect=UNDECIDED,
          given=[Eq(inner(PE(p), PE(q)), inner(PE(m), PE(n))), printed_all],
          words="The relative distance, as line 105 says, can be recovered from it: equal inner products are at equal "
                "distances.",
          missing="the theorem of Lindemann and Weierstrass on exponentials of algebraic numbers",
          source="lines 67 and 105")
doc.claim("recover-relative-distance-d2", Eq(Abs(p - q), Abs(m - n)), given=[Eq(cos(p - q), cos(m - n))],
          words="At d = 2 it can, since π is irrational.", reading="recover-relative-distance",
          source="line 67, for the distance, at d = 2")
doc.claim("recover-relative", Eq(p - q, m - n), reading="recover-relative-distance", expect=REFUTED,
          given=[Eq(inner(PE(p), PE(q)), inner(PE(m), PE(n))), printed_all],
          words="The difference, with its sign, can be recovered, too.", source="line 67, for the signed difference")
doc.claim("recover-relative-sign", Eq(inner(PE(p), PE(q)), inner(PE(q), PE(p))), reading="recover-relative-distance",
          words="Which of two positions comes first is lost: p - q and q - p have one inner product.",
          source="line 67, for the signed difference")
# At d = 2, where the encoding of p is (sin p, cos p), what shifting both positions by 1 changes.
def PE_2(p): return Matrix([sin(p), cos(p)])
def with_token(x, p): return x + PE_2(p)
x_0, x_1 = Matrix([0, 1]), Matrix([0, 2])
zero = Matrix([0, 0])
doc.claim("not-with-tokens", Ne(inner(with_token(x_0, 1), with_token(zero, 1)),
                                inner(with_token(x_0, 0), with_token(zero, 0))), source="line 67",
          words="With tokens added it is not a function of p - q: with (0, 1) and (0, 0), for d = 2, it is different "
                "at p = q = 1 and at p = q = 0.")
doc.claim("shift-sin", Eq(sin((p + Delta)*omega[i]),
                          sin(p*omega[i])*cos(Delta*omega[i]) + cos(p*omega[i])*sin(Delta*omega[i])),
          words="The sine of a sum.", source="line 70, first line")
doc.claim("shift-cos", Eq(cos((p + Delta)*omega[i]),
                          cos(p*omega[i])*cos(Delta*omega[i]) - sin(p*omega[i])*sin(Delta*omega[i])),
          words="The cosine of a sum.", source="line 70, second line")
doc.claim("shift-matrix", Eq(Matrix([sin(omega[i]*(p + Delta)), cos(omega[i]*(p + Delta))]),
                             S(omega[i]*Delta)*Matrix([sin(omega[i]*p), cos(omega[i]*p)])),
          words="Both, as a matrix.", source="lines 72 to 88")
in_range = [0 <= i, i <= M - 1]
doc.claim("R-convention", [Eq(S(omega[i]*Delta).T*S(omega[i]*Delta), Identity(2)),
                           Eq(Determinant(S(omega[i]*Delta)), 1)],
          words="This matrix is a rotation, as its label says: orthogonal, of determinant 1.", source="line 82")
R = doc.define("R", theta, Matrix([[cos(theta), -sin(theta)], [sin(theta), cos(theta)]]), source="line 222",
               label="R-def", words="The counterclockwise rotation of the plane by θ.")
doc.claim("R-convention-line-222", Eq(S(printed(i)*Delta), R(printed(i)*Delta)), given=in_range, expect=REFUTED,
          words="It is the matrix that line 222 writes R(ωᵢ Δ).", source="line 82, with R of line 222",
          reading="R-convention")
doc.claim("R-convention-clockwise", Eq(S(omega[i]*Delta), R(-(omega[i]*Delta))), reading="R-convention",
          words="It is the rotation back by the same angle.", source="line 82, with R of line 222")
shift = BlockDiag(S(omega[i]*Delta), (i, 0, M - 1))
doc.claim("pe-shift", Eq(PE(p + Delta), shift*PE(p)),
          words="For every even d, shifting by Δ is a block-diagonal matrix that depends on Δ only.", source="line 90")
def at(r, angle): return Matrix([r*cos(angle), r*sin(angle)])
doc.claim("block-diagonal", [Eq(shift.T*shift, Identity(d)), Eq(shift*shift.T, Identity(d)),
                             Eq(Determinant(S(omega[i]*Delta)), 1),
                             Eq(S(omega[i]*Delta)*at(r, phi + omega[i]*Delta), at(r, phi))], source="line 91",
          words="This matrix has d rows and columns and is orthogonal, its blocks of determinant 1.  Each block "
                "rotates by ωᵢ Δ, in the sense from cosine to sine, since the sine stands first.")
doc.claim("rotates-by-plus", Eq(S(printed(i)*Delta)*at(r, phi), at(r, phi + printed(i)*Delta)), given=in_range,
          words="Each block rotates by ωᵢ Δ counterclockwise, as the matrix of line 222 does.", expect=REFUTED,
          reading="block-diagonal", source="line 91, with the sense of line 222")
doc.claim("rotates-by-plus-corrected", Eq(S(omega[i]*Delta)*at(r, phi), at(r, phi - omega[i]*Delta)),
          words="Counterclockwise it rotates by -ωᵢ Δ.", reading="block-diagonal",
          source="line 91, with the sense of line 222")
doc.claim("rotates-by-plus-cosine-first", Eq(swap*S(omega[i]*Delta)*swap, R(omega[i]*Delta)), reading="block-diagonal",
          words="With the cosine first it rotates by ωᵢ Δ.", source="line 91, with sine and cosine exchanged")
doc.group("linear-shift", ["pe-shift", "block-diagonal"], source="line 96",
          words="Shifting the position is a linear map of the encoding, a rotation in each plane.")
doc.definition("learnable-ape", words="A learned encoding is a vector for each position, added to the token.",
               source="line 99")
L = Symbol("L", integer=True, positive=True)
doc.claim("learnable-count", Eq(Sum(Sum(1, (j, 1, width)), (l, 1, L)), L*width), source="line 100",
          words="A vector of d numbers for each of L positions is L times d parameters.")
doc.remark("learnable-empirical", "Learned and sinusoidal encodings gave nearly the same results; models and scores "
           "are listed.", source="lines 100, 101, 150 and 249")

# Projections, with h rows, of tokens with encodings of d = 2M entries.
h = Symbol("h", integer=True, positive=True)
U_Q, U_K = MatrixSymbol("W_Q", h, d), MatrixSymbol("W_K", h, d)
x_p, x_q, q_p, k_q = (MatrixSymbol(*size) for size in (("x_p", d, 1), ("x_q", d, 1), ("q_p", h, 1), ("k_q", h, 1)))
real = [Q.real_elements(matrix) for matrix in (U_Q, U_K, x_p, x_q)]
query, key = U_Q*(x_p + PE(p)), U_K*(x_q + PE(q))
def parts(E):
    return inner(U_Q*x_p, U_K*x_q), inner(U_Q*x_p, U_K*E(q)), inner(U_Q*E(p), U_K*x_q), inner(U_Q*E(p), U_K*E(q))

doc.section("Relative positional encoding")
doc.definition("qp-kq-def", words="Query and key are projections of token plus encoding; the score is their inner "
               "product.", source="lines 108 to 111")
doc.claim("score-substitute", [Eq(inner(q_p, k_q), inner(query, key)),
                               Eq(inner(query, key), scalar((x_q + PE(q)).T*U_K.T*U_Q*(x_p + PE(p))))],
          given=[*real, Eq(q_p, query), Eq(k_q, key)], source="line 115",
          words="The score, with query and key put in: a bilinear form of the two tokens with their encodings.")
content, first, second, last = parts(PE)
doc.claim("bilinear-product", Eq(inner(query, key), content*first*second*last),
          given=[*real, printed_all], expect=REFUTED, fault="slip", source="line 116",
          words="The score expanded as printed, the four parts multiplied.",
          printed=r"\langle W_Q x_p, W_K x_q \rangle . \langle W_Q x_p, W_K \text{PE}(q) \rangle")
doc.claim("bilinear-sum", Eq(inner(query, key), content + first + second + last), given=real,
          words="The score is the sum of the four parts.", source="line 116, corrected", corrects="bilinear-product")
doc.claim("other-terms-absolute", [Ne(inner(x_1, x_1), inner(x_0, x_0)), Ne(inner(x_1, PE_2(1)), inner(x_0, PE_2(0))),
                                   Ne(inner(PE_2(1), x_1), inner(PE_2(0), x_0))], source="line 118",
          words="The first three parts are no functions of p - q: with the tokens (0, 1) at 0 and (0, 2) at 1, for "
                "d = 2 without projections, each is different at p = q = 1 and at p = q = 0.")
doc.claim("other-terms-absolute-fixed-tokens",
          [Ne(inner(x_0, PE_2(1)), inner(x_0, PE_2(0))), Ne(inner(PE_2(1), x_0), inner(PE_2(0), x_0))],
          words="With the token (0, 1) everywhere the second and the third are different there, too; no encoding "
                "stands in the first, which depends on the tokens only.",
          source="line 118, for one token", reading="other-terms-absolute")
def encoded(p, q): return inner(U_Q*PE(p), U_K*PE(q))
line_66 = Sum(cos(omega[i]*(p - q)), (i, 0, M - 1))
doc.claim("last-term-relative", Eq(encoded(p, q), alpha*line_66),
          given=[*real[:2], Eq(U_K.T*U_Q, alpha*Identity(d))], source="line 118, implied",
          words="The last part depends on p - q only where the projections do not break it, such as if W_K transposed "
                "times W_Q is α times the identity: it is α times line 66.")
doc.claim("last-term-relative-any-projections", Eq(encoded(p, q), encoded(m, n)),
          given=[*real[:2], Eq(p - q, m - n), printed_all], expect=REFUTED, reading="last-term-relative",
          source="line 118, whatever the projections are",
          words="The last part depends on p - q only, whatever the projections are.")
half = Matrix([[1, 0], [0, 0]])
def of_tokens(p): return inner(with_token(x_0, p), with_token(x_0, p))
def of_halves(p): return inner(half*PE_2(p), half*PE_2(p))
doc.claim("breaks-structure", [Ne(of_tokens(1), of_tokens(0)), Ne(of_halves(1), of_halves(0))], source="line 118",
          words="Either breaks the structure: with tokens (0, 1), and no projection, and with a projection on the "
                "first entry, and no tokens, the score is different at p = q = 1 and at p = q = 0.")

# Shaw: vectors Q(i), K(i) of d_z real entries, and R(r), one for each offset r.
d_z = Symbol("d_z", integer=True, positive=True)
def Qs(i): return MatrixFamily("Q", (d_z, 1), i)
def Ks(i): return MatrixFamily("K", (d_z, 1), i)
def Rs(r): return MatrixFamily("R_K", (d_z, 1), r)
vectors = [forall(i, Q.real_elements(family(i))) for family in (Qs, Ks, Rs)]
Z_Q, Z_K, Z_V = (MatrixSymbol(name, width, d_z) for name in ("W_Q", "W_K", "W_V"))
Z = MatrixSymbol("X", L, width)
row, col = symbols("i j", integer=True, positive=True)  # the positions of query and key, from 1 to L
inside = [row <= L, col <= L]
shifted = [1 <= row + delta, row + delta <= L, 1 <= col + delta, col + delta <= L]

doc.claim("offset-range", [1 - L <= col - row, col - row <= L - 1, Eq(Sum(1, (l, -L + 1, L - 1)), 2*L - 1)],
          given=inside, words="Offsets of L positions lie between 1 - L and L - 1, which are 2L - 1.",
          source="lines 120 to 122")
table = Stack(MatrixFamily("R_K", (1, d_z), l), (l, -L + 1, L - 1))
doc.claim("shaw-shapes",
          [*(Eq((Z*W)[row - 1, i_k], entry(Z, W, row - 1, i_k)) for W in (Z_Q, Z_K, Z_V)),
           Eq(table[l + L - 1, i_k], MatrixFamily("R_K", (1, d_z), l)[0, i_k])],
          given=[row <= L, 0 <= i_k, i_k < d_z, 1 - L <= l, l <= L - 1], source="lines 122 to 124",
          words="For each of the L positions Q, K and V have a row of d_z entries; the table has one for each of the "
                "2L - 1 offsets, that of r after L - 1 + r others.")
score = doc.define("e", (i, j), scalar(Qs(i).T*Ks(j) + Qs(i).T*Rs(j - i))/sqrt(d_z), label="shaw-score",
                   words="A learned bias for each offset is added to the key.", source="line 127")
def bias(i, j): return scalar(Qs(i).T*Rs(j - i))
doc.claim("shaw-shifted", Eq(score(i + delta, j + delta),
                             scalar(Qs(i + delta).T*Ks(j + delta) + Qs(i + delta).T*Rs(j - i))/sqrt(d_z)),
          words="The score at shifted positions has the bias of the same offset.", source="line 134")
moved = bias(row + delta, col + delta)
doc.claim("bias-only-offset", Eq(moved, bias(row, col)), given=[*vectors, *inside, *shifted],
          expect=REFUTED, fault="tacit",
          words="The bias depends on the offset only: where both positions are shifted it is the same.",
          source="line 135",
          printed=r"the relative bias term $Q_i^\top R_{j - i}$ depends only on the relative offset")
doc.claim("bias-only-offset-completed", Eq(moved, bias(row, col)), completes="bias-only-offset",
          given=[*vectors, *inside, *shifted, Eq(Qs(row + delta), Qs(row))], source="line 135, for equal queries",
          words="It does for equal queries: it depends on the offset and on the query.")
doc.claim("offset-shift", Eq((j + delta) - (i + delta), j - i),
          words="Moving both positions keeps their offset.", source="line 136")
doc.claim("bias-shifted", Eq(bias(i + delta, j + delta), scalar(Qs(i + delta).T*Rs(j - i))), source="line 137",
          words="The bias at shifted positions has the row of the old offset.")
invariant = Eq(score(row + delta, col + delta), score(row, col))
doc.claim("shift-invariant", invariant, given=[*vectors, *inside, *shifted], expect=REFUTED, fault="tacit",
          words="The score does not change when both positions are shifted.", source="line 139",
          printed="Which means $e_{ij}$ is shift-invariant")
doc.claim("shift-invariant-completed", invariant, completes="shift-invariant",
          given=[*vectors, *inside, *shifted, Eq(Qs(row + delta), Qs(row)), Eq(Ks(col + delta), Ks(col))],
          words="It is the same if query and key are the same as before.",
          source="line 139, for equal queries and keys")
far = Symbol("l", integer=True, positive=True)
farther = [*vectors, *inside, far <= L, Abs(col - row) < Abs(far - row)]
near, off = symbols("r s", integer=True)
def at_offset(r): return scalar(Qs(row).T*Rs(r))
doc.claim("spe-rpe-decay-any-bias", score(row, far) <= score(row, col), source="line 141", given=farther,
          words="Relative scores decrease with the distance, to both sides: a farther key has no greater score.",
          printed="in RPE it happens in monotonic fashion via learned bias", expect=REFUTED, fault="tacit")
falling = forall((near, off), at_offset(off) <= at_offset(near), Abs(near) < Abs(off))
doc.claim("spe-rpe-decay", score(row, far) <= score(row, col), completes="spe-rpe-decay-any-bias",
          given=[*farther, Eq(Ks(far), Ks(col)), falling], source="line 141, with hypotheses",
          words="They do for equal keys where the biases are learned so, as line 149 says of many models; of "
                "sinusoidal ones the entries on lines 141 and 145 tell more.")
printed_below, cosines_at = "omega[i] == 10000**(-2*i/(2*M)) for all i: integer", "Sum(cos(omega[i]*%s), (i, 0, M - 1))"
doc.claim("spe-nonmonotone", "0 == 1", let={"M": "posint", "omega": "family(integer -> real)"},
          given=[printed_below, f"{cosines_at % '(m + 1)'} <= {cosines_at % 'm'} for all m: natural"],
          words="For every even d the sum of cosines is not monotone: that it never rises from a distance to the next "
                "is impossible.", source="line 141", expect=UNDECIDED, vacuous=True,
          missing="that a bounded sum of cosines times weights that fall has bounded sums, by summation by parts")
doc.claim("spe-nonmonotone-d2", [cos(3) < cos(0), cos(3) < cos(6)], reading="spe-nonmonotone",
          words="For d = 2 the cosine falls and rises again.", source="line 141, at d = 2")
doc.claim("spe-dot", Eq(scalar(PE(m).T*PE(n)), Sum(cos(omega[i]*(m - n)), (i, 0, M - 1))),
          words="The inner product of two encodings once more, as a row times a column.", source="line 143")
doc.claim("averages-out", inner(PE(m), PE(n)) <= inner(PE(m), PE(m)), source="line 145",
          words="The inner product of the encodings of two positions is lower than at distance 0, or the same; that it "
                "is 0 on the average is the next claim.")
tends = "Abs(Sum(%s, (j, %s))) <= 1/k for all k: posint, n: natural with N[k] <= n"
doc.claim("averages-out-farther", inner(PE(0), PE(n)) <= inner(PE(0), PE(m)), given=[m <= n, printed_all],
          expect=REFUTED, reading="averages-out", source="line 145, from each distance to a greater one",
          words="The inner product at a greater distance is always lower, or the same.")
doc.claim("averages-out-limit", "exists N: family(posint -> natural): " + tends % ("cos(omega[j]*n)", "0, M - 1"),
          let={"M": "posint", "omega": "family(integer -> real)"}, source="line 145, as a limit",
          given=["omega[j] == 10000**(-2*j/(2*M)) for all j: integer"], expect=REFUTED,
          reading="averages-out",
          words="The sum of cosines tends to 0 as the distance grows: from N(k) on it is at most 1/k.")
doc.claim("averages-out-mean", Eq(Sum(cos(theta*j), (j, 1, n)), sin(n*theta/2)*cos((n + 1)*theta/2)/sin(theta/2)),
          given=[Ne(sin(theta/2), 0)], source="line 145",
          words="Each cosine averages out: its sum over the distances 1 to n is no greater in size than 1/sin(θ/2).")
unscaled = scalar(Qs(row).T*Ks(col) + Qs(row).T*Rs(col - row))
doc.claim("rpe-unscaled", Eq(score(row, col), unscaled), given=[*vectors, *inside], expect=REFUTED, fault="slip",
          words="The score without the scale of line 127.", source="lines 148 and 153, against line 127",
          printed=r"$$e_{ij} = Q_i^\top K_j + Q_i^\top R_{j - i}$$")
doc.claim("rpe-unscaled-corrected", Eq(score(row, col), scalar(Qs(row).T*Ks(col))/sqrt(d_z) + bias(row, col)/sqrt(d_z)),
          given=[*vectors, *inside], words="It has the scale, 1 over the root of d_z.",
          source="lines 148 and 153, with the scale",
          corrects="rpe-unscaled")
doc.remark("rpe-learns-lower", "Models often learn lower values for distant positions.", source="line 149")
def weight(i, j): return exp(score(i, j))/Sum(exp(score(i, far)), (far, 1, L))
col_ = Symbol("j'", integer=True, positive=True)
doc.claim("lower-weight", weight(row, col_) < weight(row, col), source="line 149",
          given=[*vectors, *inside, col_ <= L, score(row, col_) < score(row, col)],
          words="Of two keys the one with the lower score has the lower weight.")
doc.remark("window", "Offsets are bounded, and the bound is small.", source="line 154")
window = Symbol("k", integer=True, positive=True)
doc.claim("window-sign", window < L, given=[-window < L], expect=REFUTED, fault="slip", source="line 154",
          words="The bound k on the offsets is below L; printed is that -k is, which every k is.",
          printed=r"typically $- k \ll L$")
doc.claim("window-sign-corrected", 2*window + 1 <= 2*L - 1, given=[window < L], corrects="window-sign",
          words="Meant is that k is far below L; if k < L, the offsets from -k to k are no more than those of L "
                "positions.",
          source="line 154, without the sign")
doc.claim("out-of-window-after", [Eq(Sum(1, (j, -window, window)), 2*window + 1), 2*window < l + window,
                                  Eq(Max(-window, Min(l, window)), window)], given=[window < l], source="line 156",
          words="In a table of 2k + 1 rows, from 0 to 2k, an offset beyond k has none; clipped, all have that of k.")
doc.claim("out-of-window-before", [l + window < 0, Eq(Min(Max(l, -window), window), -window)], given=[l < -window],
          source="line 156", words="An offset before -k has none either; clipped, all have that of -k.")
doc.group("out-of-window", ["out-of-window-after", "out-of-window-before"], source="line 156",
          words="Offsets outside of the window have no vector; clipped, those on one side share one.")
doc.claim("masked-by-zero", [Eq(score(row, col), scalar(Qs(row).T*Ks(col))/sqrt(d_z)), 0 < weight(row, col)],
          given=[*vectors, *inside, window < Abs(col - row), Eq(Rs(col - row), ZeroMatrix(d_z, 1))], source="line 156",
          words="With zero for the bias outside of the window, the score of the contents is left, and its weight, "
                "however far away the key is, is above zero.")

# Decoding: rows of d real entries, one for each step; the cache holds those of the steps before t.
t, t_ = symbols("t t'", integer=True, positive=True)
def token(t): return MatrixFamily("x", (1, width), t)
def Qt(t): return MatrixFamily("Q", (1, width), t)
def Kt(t): return MatrixFamily("K", (1, width), t)
def Rt(r): return MatrixFamily("R_K", (1, width), r)
D_Q, D_K, D_V = (MatrixSymbol(name, width, width) for name in ("W_Q", "W_K", "W_V"))
steps = [forall(i, Q.real_elements(family(i))) for family in (Qt, Kt, Rt)]

doc.claim("decode-shapes", [Eq((token(t)*W)[0, i_k], entry(token(t), W, 0, i_k)) for W in (D_Q, D_K, D_V)],
          given=[0 <= i_k, i_k < width], source="lines 160 to 162",
          words="Query, key and value of a step are one row of d entries.")
kept_steps = Symbol("s", integer=True, positive=True)
cache = Stack(Kt(j), (j, 1, kept_steps))
doc.claim("cache-shapes", Eq(cache[j - 1, i_v], Kt(j)[0, i_v]), source="lines 164 to 182",
          given=[1 <= j, j <= kept_steps, 0 <= i_v, i_v < width],
          words="At step t = s + 1 the cache of keys, and likewise of values, has a row of d entries for each of the s "
                "steps before; its row j, counted from 1, is the key of step j.")
Q_t, K_j = MatrixSymbol("Q_t", 1, width), MatrixSymbol("K_j", 1, width)
doc.claim("decode-score", Eq((Q_t.T*K_j).shape[0], 1), expect=REFUTED, fault="slip", source="line 185",
          words="A query transposed times a key is a number, which has one row; both being rows (lines 160 to 170), it "
                "has d.",
          printed=r"$$e_{tj} = Q_t^\top \mathcal{K}_j$$")
doc.claim("decode-score-corrected", Eq(scalar(Q_t*K_j.T), inner(Q_t.T, K_j.T)), given=[Q.real_elements(K_j)],
          words="A query times a key transposed is a number, their inner product.", source="line 185, as in line 189",
          corrects="decode-score")
energy = IndexedBase("e_t", real=True)
total = Sum(exp(energy[l]), (l, 1, t - 1))
doc.claim("decode-softmax-positive", 0 < total, given=[2 <= t], source="line 186",
          words="After the first step the weights have something to be divided by.")
past = [1 <= j, j <= t - 1]
doc.claim("decode-softmax", [0 < exp(energy[j])/total, Eq(Sum(exp(energy[j])/total, (j, 1, t - 1)), 1)], given=past,
          words="The weights are the softmax over all cached keys, not of one number: each is positive, and if there "
                "are any they sum to 1.", source="line 186")
through_t = Sum(exp(energy[l]), (l, 1, t))
doc.claim("decode-first-step", Eq(Sum(exp(energy[j])/total, (j, 1, t - 1)), 1), expect=REFUTED,
          reading="decode-softmax", source="lines 184 to 187, at every step",
          words="The weights of the keys of the steps before t sum to 1 at every step t, the first one too.")
doc.claim("decode-first-step-corrected", Eq(Sum(exp(energy[j])/through_t, (j, 1, t)), 1), reading="decode-softmax",
          words="Those up to t do: at the first step there is only its own key.", source="lines 184 to 187, up to t")
doc.definition("decode-output", words="The output at a step is the weighted sum of the cached values.",
               source="line 187")
rpe_score = doc.define("e_RPE", (t, j), scalar(Qt(t)*Kt(j).T + Qt(t)*Rt(j - t).T)/sqrt(width), label="rpe-decode-score",
                       words="The score of a cached key has a bias that depends on the offset.", source="line 189")
without_bias = rpe_score(t, j) - scalar(Qt(t)*Rt(j - t).T)/sqrt(width)
doc.claim("decode-unscaled", Eq(scalar(Qt(t)*Kt(j).T), without_bias), given=[*steps, *past],
          expect=REFUTED, fault="slip",
          words="The score of line 185 is that of line 189 without its bias.", source="line 185, against line 189",
          printed=r"$$e_{tj} = Q_t^\top \mathcal{K}_j$$")
doc.claim("decode-unscaled-corrected", Eq(scalar(Qt(t)*Kt(j).T)/sqrt(width), without_bias), given=[*steps, *past],
          words="It is so with the scale of line 189, 1 over the root of d.",
          source="line 185, with the scale", corrects="decode-unscaled")
doc.claim("rpe-term-relative", Eq(scalar(Qt(t)*Rt(j - t).T), scalar(Qt(t_)*Rt(l - t_).T)),
          given=[*steps, Eq(j - t, l - t_), Eq(Qt(t), Qt(t_))], source="line 190",
          words="The bias depends on the offset and on the query: where both are equal it is equal.")
doc.claim("offset-changes", Ne(j - (t + 1), j - t), words="The offset is another one at each step.", source="line 190")
kept = MatrixSymbol("C_j", 1, width)
from_cache = scalar(Qt(t)*kept.T + Qt(t)*Rt(j - t).T)/sqrt(width)
cached = [*steps, *past, Q.real_elements(kept), Eq(kept, token(j)*D_K), forall(i, Eq(Kt(i), token(i)*D_K))]
bias_before, bias_now = scalar(Qt(t - 1)*Rt(j - (t - 1)).T), scalar(Qt(t)*Rt(j - t).T)
doc.claim("rpe-no-cache", Eq((scalar(Qt(t)*kept.T) + bias_before)/sqrt(width) - rpe_score(t, j),
                             (bias_before - bias_now)/sqrt(width)), given=cached, source="lines 158, 190 and 192",
          words="A cached key cannot be reused without recomputing the bias: with that of the step before, of its "
                "query and its offset, it misses the score of step t by what the bias has changed.")
doc.claim("rpe-no-cache-at-all", Ne(from_cache, rpe_score(t, j)), given=cached, expect=REFUTED, fault="false",
          words="Caching is impossible: the score that a cached key gives, with the bias of step t, is not that of "
                "step t.",
          source="lines 158, 190 and 192", printed="the relative position $j - t$ changes making caching impossible")
doc.claim("rpe-no-cache-key", Eq(from_cache, rpe_score(t, j)), given=cached, corrects="rpe-no-cache-at-all",
          words="It is: a key does not depend on t.  What changes is the bias, another row of its table.",
          source="lines 158, 190 and 192, corrected")
doc.claim("rpe-no-cache-with-bias", Eq(Kt(j) + Rt(j - (t + 1)), Kt(j) + Rt(j - t)), given=[*steps, *past],
          words="The sum of a key and its bias could be kept too: at the next step it is the same.", expect=REFUTED,
          source="line 190, of keys with their bias", reading="rpe-no-cache")

doc.section("Rotary positional encoding")
doc.remark("informal-comparison", "Encodings are compared by how they extrapolate, generalize and cache.",
           source="lines 194 to 199, and 201")
doc.remark("spe-not-linear", "The relative information of sinusoidal encodings is called neither accessible nor "
           "linear.", source="line 196")
doc.claim("spe-not-linear-in-distance", Ne(cos(2) - cos(1), cos(1) - cos(0)), source="line 196",
          words="In what it is not linear is not said; taken so: for d = 2 the inner product of line 66 changes by "
                "another amount from 0 to 1 than from 1 to 2.")
doc.claim("spe-not-linear-in-encodings", Ne(PE(p + Delta), shift*PE(p)), given=[1 <= Delta, printed_all],
          expect=REFUTED,
          words="No shift is linear in the encodings, against line 96.", source="line 196, of shifts",
          reading="spe-not-linear")

# Real query and key in the plane, and their complex numbers; in M planes, by entries 1 to 2M, plane j has
# the entries 2j - 1 and 2j and the frequency θⱼ; they are rotated in plane j by θⱼ times the position.
q1, q2, k1, k2 = symbols("q1 q2 k1 k2", real=True)
a, b = symbols("a b", real=True)
q2d, k2d = Matrix([q1, q2]), Matrix([k1, k2])
zq, zk = q1 + q2*I, k1 + k2*I
qs, ks, us, thetas = (IndexedBase(name, real=True) for name in ("q", "k", "u", "theta"))
def pair_of(u): return Matrix([u[2*j - 1], u[2*j]])
def planes(u): return Stack(pair_of(u), (j, 1, M))
meant = 10000**(-2*(j - 1)/d)  # line 231
dots = qs[2*j - 1]*ks[2*j - 1] + qs[2*j]*ks[2*j]
areas = qs[2*j - 1]*ks[2*j] - qs[2*j]*ks[2*j - 1]
RM = doc.define("R_theta", a, BlockDiag(R(a*thetas[j]), (j, 1, M)), label="block-matrix", source="line 234",
                words="The rotation of d entries is block diagonal, one rotation for each pair.")
def rotated(m, n): return inner(RM(m)*planes(qs), RM(n)*planes(ks))

lengths = qs[2*j - 1]**2 + qs[2*j]**2
doc.claim("prop1-bounded",
          [Eq(norm(RM(a)*planes(qs)), norm(planes(qs))),
           Eq(norm(RM(a)*planes(qs) - RM(b)*planes(qs))**2, Sum((2 - 2*cos((a - b)*thetas[j]))*lengths, (j, 1, M))),
           2 - 2*cos((a - b)*thetas[j]) <= ((a - b)*thetas[j])**2],
          words="For every even d rotations exist at all real positions and keep lengths; they are continuous: in each "
                "plane, angles that differ by ε give points at most ε times the length apart.", source="line 197, (1)")
def of_one(m): return inner(R(m*theta)*q2d, q2d)
def square(a): return Rational(7, 16) + (2*cos(a)**2 - Rational(3, 4))**2  # cos² a + cos² 2a
query_, key_, x = (MatrixSymbol(name, d, 1) for name in "qkx")
reals = [Q.real_elements(query_), Q.real_elements(key_)]
f = doc.define("f", (x, l), x*exp(I*l*theta), label="f-def", source="line 204",
               words="A token x at position l, a vector of d entries, is turned by l times θ.")
doc.claim("f-rotation", [Eq(norm(f(x, m)), norm(x)), Eq(f(f(x, m), n), f(x, m + n))], source="lines 203 to 205",
          words="It keeps lengths, and positions add up, as in rotations by a fixed angle for each position.")
doc.chain("complex-score", inner(f(query_, m), f(key_, n)),
          step(inner(query_*exp(I*m*theta), key_*exp(I*n*theta)), "line 204", label="complex-score-1",
               source="lines 206 and 207", same=True),
          step(inner(query_, key_)*exp(I*(m - n)*theta), "the second factor is conjugated", label="complex-score-2",
               source="line 208"),
          given=reals, words="The score of a turned query and a turned key, real vectors of d entries.",
          source="lines 206 to 208")
doc.claim("relative-influenced", Eq(inner(f(query_, m), f(key_, n)), inner(f(query_, m_), f(key_, n_))),
          given=[*reals, Eq(m - n, m_ - n_)], source="line 209",
          words="At equal differences of the positions it is equal.")
def score_210(m, n): return inner(query_, key_)*cos((m - n)*theta)
doc.claim("re-cos", Eq(re(inner(query_, key_)*exp(I*(m - n)*theta)), score_210(m, n)), given=reals, source="line 210",
          words="The real score: the inner product of real vectors is real.")
turned = re(inner(zq, zk)*exp(I*(m - n)*theta))
doc.claim("re-cos-pairs", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta)), expect=REFUTED, reading="re-cos",
          words="The same for pairs of entries that are read as complex numbers, as rotations of the plane turn them.",
          source="line 210, of pairs as complex numbers")
doc.claim("re-cos-corrected", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta) + (q1*k2 - q2*k1)*sin((m - n)*theta)),
          words="Of these, what is missing is a sine.", source="line 210, of pairs, corrected", reading="re-cos")
doc.claim("re-cos-if-real", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta)), given=[Eq(im(inner(zq, zk)), 0)],
          words="Of these it holds where the inner product is real.", source="line 210, of pairs, with a hypothesis",
          reading="re-cos")
excess = (inner(query_, key_)*sin((m - n)*theta))**2
doc.claim("full-strength",
          [Eq(cos((m - m)*theta), 1), Eq(score_210(m, m)**2 - score_210(m, n)**2, excess), 0 <= excess],
          given=reals, source="line 211",
          words="Where m = n the factor is 1, and the score of line 210 is the greatest in size: its square exceeds "
                "that of every other by a square.")
doc.claim("full-strength-signed", score_210(m, n) <= score_210(m, m), given=reals, expect=REFUTED,
          words="It is the greatest, its sign counted, too.", source="line 211, with signs", reading="full-strength")
doc.claim("full-strength-completed", inner(q2d, k2d)*cos((m - n)*theta) <= inner(q2d, k2d)*cos((m - m)*theta),
          given=[inner(q2d, k2d) >= 0], reading="full-strength",
          words="With its sign it is, in the plane, if the inner product is at least 0.",
          source="line 211, at d = 2, with a hypothesis")
doc.claim("full-strength-with-sine", inner(R(m*theta)*q2d, R(n*theta)*k2d) <= inner(R(m*theta)*q2d, R(m*theta)*k2d),
          given=[inner(q2d, k2d) >= 0], expect=REFUTED, reading="full-strength",
          words="With its sine the score is the greatest at m = n, too, if the inner product is at least 0.",
          source="line 211, with the sine")
frequency = Symbol("theta", positive=True)
doc.claim("cos-oscillates",
          [-1 <= cos((m - n)*frequency), cos((m - n)*frequency) <= 1, Eq(cos(2*l*pi/frequency*frequency), 1),
           Eq(cos((2*l + 1)*pi/frequency*frequency), -1)], source="line 211",
          words="The cosine oscillates: as a function of a real difference it is 1 and -1 in turn, at all multiples "
                "of π/θ, and never outside.")
score_j = inner(pair_of(qs), pair_of(ks))*exp(I*(m - n)*thetas[j])
doc.claim("cos-sum", Eq(Sum(re(score_j), (j, 1, M)), Sum(dots*cos((m - n)*thetas[j]), (j, 1, M))), source="line 212",
          words="The sum of such terms, one for each plane.")
doc.claim("cos-sum-rotated", Eq(rotated(m, n), Sum(dots*cos((m - n)*thetas[j]), (j, 1, M))), given=[Eq(thetas[1], 1)],
          words="It is the score of a rotated query and key; of the frequencies, that θ₁ is 1 is enough.",
          source="line 212, of lines 222 to 234", expect=REFUTED, reading="cos-sum")
doc.claim("cos-sum-corrected",
          Eq(rotated(m, n), Sum(dots*cos((m - n)*thetas[j]) + areas*sin((m - n)*thetas[j]), (j, 1, M))),
          words="That has a sine for each plane, for every even d.", source="line 212, of lines 222 to 234, corrected",
          reading="cos-sum")
def cosines(p): return Sum(dots*cos(p*thetas[j]), (j, 1, M))
doc.claim("frequencies-orthogonal",
          Eq(Sum(cos(a*l)*cos(b*l), (l, 1, n)), sin(n*(a - b)/2)*cos((n + 1)*(a - b)/2)/(2*sin((a - b)/2))
             + sin(n*(a + b)/2)*cos((n + 1)*(a + b)/2)/(2*sin((a + b)/2))), source="line 213",
          given=[Ne(sin((a - b)/2), 0), Ne(sin((a + b)/2), 0)],
          words="Different frequencies are orthogonal, on the average over the distances 1 to n: the sum of the "
                "products of their cosines stays bounded.")
term = dots*cos((m - n)*thetas[j])
doc.claim("limit-index", Eq(Sum(term, (i, 1, M)), Sum(term, (j, 1, M))), given=[1 <= j, j <= M],
          expect=REFUTED, fault="slip",
          words="The sum as printed, over i, of terms in which j stands, is that of line 212.", source="line 214",
          printed=r"\sum_i \langle q_j, k_j \rangle \cos((m - n)\theta_j)")
doc.claim("limit-index-corrected", Eq(Sum(re(score_j), (j, 1, M)), Sum(term, (j, 1, M))), corrects="limit-index",
          words="Over j the sum is that of the real scores of the planes, as on line 212.", source="line 214, over j")
doc.claim("limit-index-over-i", Eq(Sum(term, (i, 1, M)), M*term), given=[1 <= j, j <= M], reading="limit-index",
          words="Over i it is d/2 times the term of one j.", source="line 214, as printed")
doc.claim("limit-zero", "exists N: family(posint -> natural): " + tends % ("a[j]*cos(n*theta[j])", "1, M"),
          let={"M": "posint", "a": "family(integer -> real)", "theta": "family(integer -> real)"}, source="line 214",
          given=["theta[j] == 10000**(-2*(j - 1)/(2*M)) for all j: integer"], expect=REFUTED, fault="false",
          words="The sum tends to 0: from N(k) on it is at most 1/k; a(j) is the inner product in plane j.",
          printed=r"\sum_i \langle q_j, k_j \rangle \cos((m - n)\theta_j) \to 0 \quad \text{as } |m - n| \to \infty")
doc.claim("limit-zero-corrected",
          Eq(Sum(a*cos(theta*l), (l, 1, n)), a*sin(n*theta/2)*cos((n + 1)*theta/2)/sin(theta/2)),
          given=[Ne(sin(theta/2), 0)], corrects="limit-zero", source="lines 213 and 214, corrected",
          words="It does so on the average: in each plane the sum over the distances 1 to n is no greater in size than "
                "a/sin(θ/2), however large n is.")
doc.claim("limit-zero-square",
          Eq(Sum(cos(theta*l)**2, (l, 1, n)), n/2 + sin(n*theta)*cos((n + 1)*theta)/(2*sin(theta))),
          given=[Ne(sin(theta), 0)], reading="limit-zero", source="line 214, of squares",
          words="Its terms do not get small: on the average over the distances the square of a cosine is 1/2.")
doc.claim("limit-zero-d2", [Eq((a*cos(n*theta))**2 + (a*cos(2*n*theta))**2, a**2*square(n*theta)),
                            Rational(7, 16) <= square(n*theta)], reading="limit-zero",
          words="For d = 2 the sum itself does not, unless a = 0: the squares at n and 2n sum to at least 7/16 of "
                "that of a.", source="line 214, at d = 2")
meant_all = forall(j, Eq(thetas[j], meant))
doc.claim("prop2-decay", Abs(rotated(m + 1, 0)) <= Abs(rotated(m, 0)), given=[meant_all], expect=REFUTED,
          words="The score decays steadily: at the next distance it is no greater.", reading="limit-zero",
          source="lines 198, (2), and 215, from each distance to the next")
doc.claim("prop2-decay-d2", [Eq(of_one(n)**2 + of_one(2*n)**2, norm(q2d)**4*square(n*theta)),
                             Rational(7, 16) <= square(n*theta)], reading="limit-zero",
          words="In the plane, for k = q, it does not decay: the squares at the distances n and 2n always sum to at "
                "least 7/16 of that at 0.", source="lines 198, (2), and 215, at d = 2")
doc.claim("orthogonality-decay", Abs(cosines(p + 1)) <= Abs(cosines(p)), given=[meant_all],
          expect=REFUTED, reading="limit-zero", source="line 213, from each distance to the next",
          words="The sum of cosines decays steadily: at the next distance it is no greater.")
doc.claim("unit-circle", [Eq(Abs(exp(I*m*theta)), 1), Eq(Abs(exp(I*n*theta)), 1)],
          words="The factors lie on the unit circle.", source="line 217")
doc.claim("euler", [Eq(exp(I*p*theta), cos(p*theta) + I*sin(p*theta)) for p in (m, n)],
          words="Euler's formula.", source="lines 218 and 219")
doc.claim("R-mtheta", [Eq(R(m*theta)*at(r, phi), at(r, phi + m*theta)),
                       Eq(R(m*theta)*q2d, Matrix([re(zq*exp(I*m*theta)), im(zq*exp(I*m*theta))]))], source="line 222",
          words="The matrix rotates by m θ, as the factor turns the complex number of a point.")
doc.claim("pairs-partition", Eq(Sum(qs[l], (l, 1, d)), Sum(qs[2*j - 1] + qs[2*j], (j, 1, M))), source="line 226",
          words="Each entry from 1 to d is in one pair: whatever the entries are, their sum is the sum over the pairs.")
doc.claim("pair-rotation",
          Eq(R(m*thetas[j])*pair_of(qs),
             Matrix([qs[2*j - 1]*cos(m*thetas[j]) - qs[2*j]*sin(m*thetas[j]),
                     qs[2*j - 1]*sin(m*thetas[j]) + qs[2*j]*cos(m*thetas[j])])),
          words="One pair of entries, rotated.", source="lines 228 to 230")
pair = Symbol("i", integer=True, positive=True)
power = 10000**(-2*(pair - 1)/d)
doc.claim("theta-literal", Eq(10000 - 2*(pair - 1)/d, power), given=[pair <= M], expect=REFUTED, fault="slip",
          words="The frequency as it reads, against the power that is meant.", source="line 231",
          printed=r"$\theta_i = 10000−2(i−1)/d")
doc.claim("theta-literal-corrected", [Eq(power, (10000**(-2/d))**(pair - 1)), 10000**(-2*pair/d) < power],
          given=[pair <= M], words="Meant is the power 10000^(-2(i-1)/d), which is 1 for the first pair and decays "
                                   "geometrically.",
          source="line 231, corrected", corrects="theta-literal")
doc.claim("block-index-named", Eq(RM(m), RM(n)), given=[Eq(thetas[1], 1)], expect=REFUTED, fault="slip",
          words="The matrix for position m is called by i, the number of a pair, and not by m: it would be the same at "
                "all positions.",
          source="lines 233 and 234", printed=r"the rotation matrix $R_{\theta,i}$ can be written as")
doc.claim("block-index", Eq(RM(m)*planes(qs), Stack(R(m*thetas[j])*pair_of(qs), (j, 1, M))),
          corrects="block-index-named",
          words="The matrix for position m rotates each pair of entries, the j-th by m θⱼ.",
          source="lines 233 to 235")
doc.claim("block-orthogonal", [Eq(RM(m).T*RM(m), Identity(d)), Eq(RM(m).T*RM(n), RM(n - m))],
          words="For every even d it is orthogonal, and only differences remain.", source="lines 233 to 239")
doc.claim("defined-any-m", [Eq(RM(m).T*RM(m), Identity(d)), Eq(Determinant(R(m*thetas[j])), 1)], given=[L < m],
          words="Beyond every L, cosines and sines are defined, and the matrix is a rotation.", source="line 237")
doc.claim("cos2-sin2", Eq(cos(m*thetas[j])**2 + sin(m*thetas[j])**2, 1),
          words="The squares of cosine and sine.", source="line 238")
doc.claim("norm-constant", Eq(norm(RM(m)*planes(qs)), norm(planes(qs))),
          words="For every even d the rotation keeps lengths.", source="line 239")
def paired(u, v): return inner(RM(m)*u, RM(n)*v)
u_M, q_M, k_M = planes(us), planes(qs), planes(ks)
doc.claim("bilinear-preserved",
          [Eq(paired(alpha*q_M + beta*u_M, k_M), alpha*paired(q_M, k_M) + beta*paired(u_M, k_M)),
           Eq(paired(q_M, alpha*k_M + beta*u_M), alpha*paired(q_M, k_M) + beta*paired(q_M, u_M))],
          words="The score is linear in the query and in the key.", source="line 241")
features = Symbol("r", integer=True, positive=True)
F, G = MatrixSymbol("F", rows, features), MatrixSymbol("G", rows, features)
kernel_weights = Sum((F*G.T)[i, l], (l, 0, rows - 1))
def kernelized(k): return Sum((F*G.T)[i, j]/kernel_weights*V[j, k], (j, 0, rows - 1))
features_real = [*(Q.real_elements(matrix) for matrix in (F, G, V)), 0 <= i, i < rows, 0 <= i_v, i_v < d_v,
                 Ne(kernel_weights, 0)]
doc.claim("linear-attention-assoc", Eq(Sum((F*G.T)[i, j]*V[j, i_v], (j, 0, rows - 1)), (F*(G.T*V))[i, i_v]),
          given=[0 <= i, i < rows, 0 <= i_v, i_v < d_v], source="lines 241 to 243",
          words="The values summed with the weights F Gᵀ, where F and G are the features of Q and K, are F (Gᵀ V): the "
                "products may be grouped so; the sum of the weights is left out.")
doc.claim("linear-attention-assoc-mean", Eq(kernelized(i_v), (F*(G.T*V))[i, i_v]), given=features_real,
          expect=REFUTED, fault="slip", source="line 243", words="The mean of the values with the weights F Gᵀ, "
          "where F and G are the features of Q and K, is F (Gᵀ V).",
          printed=r"\text{Attention}(Q, K, V) \approx \phi(Q) \left( \phi(K)^\top V \right)")
doc.claim("linear-attention-assoc-mean-divided", Eq(kernelized(i_v), (F*(G.T*V))[i, i_v]/kernel_weights),
          given=features_real, corrects="linear-attention-assoc-mean", source="line 243, divided by the weights",
          words="It is that over the sum of the weights.")
def squares(u): return Matrix([u[0]**2, u[1]**2])
def featured(m, n): return inner(squares(R(m*theta)*q2d), squares(R(n*theta)*k2d))
doc.claim("kernel-feature", Eq(featured(m + p, n + p), featured(m, n)), expect=REFUTED, fault="tacit",
          words="Whatever the feature map is, the weight of a rotated query and a rotated key depends on the "
                "difference of their positions only; here the map takes the squares of the entries.",
          source="lines 199, (3), and 241 to 245",
          printed=r"compatible with kernelized attention mechanisms [...] where $\phi(q, m) = \phi(\mathbf{R}_m q)$ "
                  "is kernel feature map")
kappa = Function("kappa", real=True)
doc.claim("kernel-feature-completed", Eq(kappa(rotated(m + p, n + p)), kappa(rotated(m, n))),
          completes="kernel-feature",
          words="Those do whose inner products are a function of the inner product, for every even d.",
          source="lines 199, (3), and 241 to 245, with a hypothesis")
column = MatrixSymbol("c", d, 1)
doc.claim("rope-cache", Eq(inner(RM(m)*planes(qs), column), inner(RM(m - n)*planes(qs), planes(ks))),
          given=[Eq(column, RM(n)*planes(ks))], source="line 245",
          words="A key that was kept rotated gives the score with the query rotated at m, a function of m - n.")
doc.claim("rope-score-cos", Eq(inner(R(m*theta)*q2d, R(n*theta)*k2d), inner(q2d, k2d)*cos((m - n)*theta)),
          given=[Eq(theta, 1)], expect=REFUTED, fault="false", source="line 246",
          words="The score of a rotated query and a rotated key has a cosine only; here for d = 2, where the one θ of "
                "line 231 is 1.",
          printed=r"$$\langle R_m q, R_n k \rangle = \langle q, k \rangle \cdot \cos((m-n)\theta)$$")
doc.claim("rope-score-cos-corrected",
          Eq(inner(R(m*theta)*q2d, R(n*theta)*k2d),
             inner(q2d, k2d)*cos((m - n)*theta) + (q1*k2 - q2*k1)*sin((m - n)*theta)), corrects="rope-score-cos",
          words="With the sine that was dropped; for every even d the reading cos-sum-corrected has one for each "
                "plane.",
          source="line 246, corrected")
doc.claim("rope-score-relative", Eq(rotated(m, n), rotated(m_, n_)), given=[Eq(m - n, m_ - n_)],
          words="For every even d the score depends on m - n only.", source="line 247")
