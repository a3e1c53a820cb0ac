"""A Note on Positional Encoding: the claims of a post of 2024-09-08.

Attention permutes its outputs as its inputs are permuted; encodings of positions break this.  The sinusoidal ones of
two positions have an inner product that depends on their difference, and shifting a position is a block-diagonal
rotation; relative ones add a learned bias; rotary ones turn query and key.  Where d is even it stands as 2M, M a
symbol, so that d/2 is M.  Frequencies are any real numbers where claims hold for them, and else the printed ones, of
which the first is 1.  The inner product conjugates its second argument; a permutation matrix is an orthogonal one
where no more is needed of it.

What does not hold as printed stands as printed, beside its correction:

    line 22          queries have n rows, as the tokens, not 3
    line 42          scores are not symmetric in query and key: exchanging them transposes
    line 67          the inner product is the same for Δ and -Δ
    lines 82, 91     the block that shifts by Δ is the rotation by -ωᵢ·Δ, not by ωᵢ·Δ
    line 116         four products of projections are multiplied where they are to be added
    lines 148, 153   the scale of line 127 is dropped
    line 185         a row times a column is a number, a column times a row is not
    line 190         cached keys can be used as they are: the bias is what has to be looked up anew
    lines 198, 213   scores of rotated vectors do not decay: cosines come back
    lines 210, 246   the real part of ⟨q, k⟩·e^(iα) has a sine too, and so has the score of a rotated query and key
    line 212         the same sine is dropped in the sum over all planes
    line 231         θᵢ has lost the power of 10000

What needs a hypothesis stands as printed, beside its completion: a bias that depends on the offset only and a score
that does not change under shifts (equal queries and keys), a score of projected encodings (projections that keep inner
products), decay of relative scores (biases that decrease), greatest score at m = n (inner product at least 0), the real
part as printed (q and k whose inner product is real), feature maps (whose kernel is a function of the inner product).
"""

from sympy import (
    Abs, Determinant, Eq, Function, I, Identity, IndexedBase, Matrix, MatrixSymbol, Max, Min, Ne, Q,
    Rational, Sum, Symbol, cos, exp, im, log, pi, re, sin, sqrt, symbols,
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

def R(a): return Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])  # line 222: the counterclockwise rotation by a
def S(a): return Matrix([[cos(a), sin(a)], [-sin(a), cos(a)]])  # line 82: what shifts sines and cosines by a

# Tokens, the rows of X or of Y, their projections, and a permutation P, all of unspecified size.
rows, width, d_k, d_v = symbols("n d d_k d_v", integer=True, positive=True)
P, A, B = (MatrixSymbol(name, rows, rows) for name in "PAB")
X, Y, e = MatrixSymbol("X", rows, width), MatrixSymbol("Y", rows, width), MatrixSymbol("e", 1, rows)
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
doc.claim("qkv-shape", Eq((X*W_Q).shape[0], 3), expect=REFUTED, source="lines 22 to 24",
          words="As printed, Q, and K and V likewise, have three rows, while X has n.")
doc.claim("qkv-shape-corrected", [Eq(Identity(rows)*(X*W)*Identity(W.shape[1]), X*W) for W in (W_Q, W_K, W_V)],
          words="Q and K have n rows and d_k columns, V has n rows and d_v columns.", corrects="qkv-shape",
          source="lines 22 to 24, with n rows")
doc.claim("permuted-qkv", [Eq((P*X)*W_Q, P*Q_), Eq((P*X)*W_K, P*K), Eq((P*X)*W_V, P*V)],
          given=[*permutation, *projected], source="lines 27 to 29",
          words="Permuting the tokens permutes queries, keys and values.")
doc.claim("equiv-step1", ["Attn[P*X] == softmax[((P*X)*W_Q)*((P*X)*W_K).T/sqrt(d_k)]*((P*X)*W_V)",
                          "Attn[P*X] == softmax[(P*Q)*(P*K).T/sqrt(d_k)]*(P*V)"],
          let=sizes | tokens, given=attention, source="line 31",
          words="The attention of permuted tokens is that of permuted queries, keys and values.")
doc.claim("equiv-step2", Eq((P*Q_)*(P*K).T, P*Q_*K.T*P.T), given=permutation,
          words="The scores of permuted tokens.", source="line 32")
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
doc.claim("rowwise-independent", [Eq(e*(X*W_Q), (e*X)*W_Q), Eq(e*(X*W_Q), e*(Y*W_Q))], given=[Eq(e*X, e*Y)], same=True,
          words="A row of XW, which a row vector e of one 1 and zeros takes out, is that row of X times W, and changes "
                "only if it does.", source="line 42")
doc.claim("attention-symmetric", Eq(Q_*K.T, K*Q_.T), expect=REFUTED,
          words="Scores as symmetric in queries and keys.", source="line 42")
doc.claim("attention-symmetric-corrected", Eq(Q_*K.T, (K*Q_.T).T), corrects="attention-symmetric",
          words="Exchanging queries and keys transposes the scores.", source="line 42, corrected")
doc.remark("break-equivariance", "Encodings of positions make attention sensitive to order.", source="line 44")

doc.section("Absolute positional encoding")
PE = doc.define("PE", p, Stack(Matrix([sin(omega[i]*p), cos(omega[i]*p)]), (i, 0, M - 1)), label="pe-def",
                words="The entries 2i and 2i + 1 of the encoding of p are sin(p ωᵢ) and cos(p ωᵢ).",
                source="lines 52 to 56")
def printed(i): return 10000**(-2*i/d)  # line 59
doc.definition("omega-def", Eq(omega[i], printed(i)), words="The frequency ωᵢ.", source="line 59")
doc.claim("unique-vector", Eq(p, q), given=[Eq(PE(p), PE(q)), Eq(omega[0], 1)], expect=UNDECIDED,
          words="Equal encodings are of one position; of the frequencies, that ω₀ is the printed one, 1, is enough.",
          missing="that π is irrational, that the cosine is 1 at whole turns only, and the entries of equal stacks",
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
def PE_printed(p): return Stack(Matrix([sin(p*printed(i)), cos(p*printed(i))]), (i, 0, M - 1))
doc.claim("dot-printed-frequencies",
          Eq(inner(PE_printed(p), PE_printed(q)), Sum(cos(printed(i)*(p - q)), (i, 0, M - 1))), reading="dot-cos",
          words="The same with the printed frequencies.", source="lines 59 and 66")
doc.claim("dot-relative", Eq(inner(PE(p), PE(q)), inner(PE(m), PE(n))), given=[Eq(p - q, m - n)],
          words="The inner product depends on p - q only: at equal differences it is equal.", source="line 67")
doc.claim("recover-relative", Eq(p - q, m - n), given=[Eq(inner(PE_printed(p), PE_printed(q)),
                                                          inner(PE_printed(m), PE_printed(n)))], expect=REFUTED,
          words="The difference can be recovered from it: equal inner products are at equal differences.",
          source="line 67")
doc.claim("recover-relative-corrected", Eq(inner(PE(p), PE(q)), inner(PE(q), PE(p))), corrects="recover-relative",
          words="Which of two positions comes first is lost: p - q and q - p have one inner product.",
          source="line 67, corrected")
doc.unstated("recover-relative-distance", "With the printed frequencies the distance |p - q| can be recovered.",
             missing="the theorem of Lindemann and Weierstrass on exponentials of algebraic numbers",
             source="line 67, for the distance")
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
doc.claim("R-convention", Eq(S(printed(i)*Delta), R(printed(i)*Delta)), given=in_range, expect=REFUTED,
          words="This matrix under its label, the rotation of line 222 by ωᵢ Δ.", source="line 82")
doc.claim("R-convention-corrected", Eq(S(omega[i]*Delta), R(-(omega[i]*Delta))), corrects="R-convention",
          words="It is the rotation back.", source="line 82, corrected")
shift = BlockDiag(S(omega[i]*Delta), (i, 0, M - 1))
doc.claim("pe-shift", Eq(PE(p + Delta), shift*PE(p)),
          words="For every even d, shifting by Δ is a block-diagonal matrix that depends on Δ only.", source="line 90")
def at(r, angle): return Matrix([r*cos(angle), r*sin(angle)])
doc.claim("rotates-by-plus", Eq(S(printed(i)*Delta)*at(r, phi), at(r, phi + printed(i)*Delta)), given=in_range,
          words="Each block rotates by ωᵢ Δ, counterclockwise as the matrix of line 222 does.", source="line 91",
          expect=REFUTED)
doc.claim("rotates-by-plus-corrected", Eq(S(omega[i]*Delta)*at(r, phi), at(r, phi - omega[i]*Delta)),
          words="It rotates by -ωᵢ Δ: the sine stands first.", source="line 91, corrected", corrects="rotates-by-plus")
doc.claim("block-diagonal", [Eq(shift.T*shift, Identity(d)), Eq(shift*shift.T, Identity(d)),
                             Eq(Determinant(S(omega[i]*Delta)), 1)], source="line 91",
          words="This matrix has d rows and columns and is orthogonal, its blocks of determinant 1.")
doc.group("linear-shift", ["pe-shift", "rotates-by-plus-corrected"], source="line 96",
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
doc.claim("score-substitute", Eq(inner(q_p, k_q), inner(query, key)), given=[*real, Eq(q_p, query), Eq(k_q, key)],
          words="The score, with query and key put in.", source="line 115")
content, first, second, last = parts(PE_printed)
doc.claim("bilinear-product", Eq(inner(U_Q*(x_p + PE_printed(p)), U_K*(x_q + PE_printed(q))),
                                 content*first*second*last), given=real, expect=REFUTED, source="line 116",
          words="The score expanded as printed, the four parts multiplied.")
content, first, second, last = parts(PE)
doc.claim("bilinear-sum", Eq(inner(query, key), content + first + second + last), given=real,
          words="The score is the sum of the four parts.", source="line 116, corrected", corrects="bilinear-product")
doc.claim("other-terms-absolute", [Ne(inner(x_1, x_1), inner(x_0, x_0)), Ne(inner(x_1, PE_2(1)), inner(x_0, PE_2(0))),
                                   Ne(inner(PE_2(1), x_1), inner(PE_2(0), x_0))], source="line 118",
          words="The first three parts are no functions of p - q: with the tokens (0, 1) at 0 and (0, 2) at 1, for "
                "d = 2 without projections, each is different at p = q = 1 and at p = q = 0.")
doc.claim("other-terms-absolute-fixed-tokens", Ne(content, inner(U_Q*x_p, U_K*x_q)), given=real, expect=REFUTED,
          words="For tokens that stay the same too, the first part is different at different positions, though none "
                "stands in it.",
          source="line 118, first part", reading="other-terms-absolute")
def encoded(p, q): return inner(U_Q*PE_printed(p), U_K*PE_printed(q))
doc.claim("last-term-relative", Eq(encoded(p, q), encoded(m, n)), given=[*real[:2], Eq(p - q, m - n)], expect=REFUTED,
          words="The last part depends on p - q only, whatever the projections are.", source="line 118, implied")
line_66 = Sum(cos(omega[i]*(p - q)), (i, 0, M - 1))
doc.claim("last-term-relative-completed", Eq(scalar((U_K*x_q).T*(U_Q*x_p)), alpha*line_66),
          given=[*real[:2], Eq(U_K.T*U_Q, alpha*Identity(d)), Eq(scalar(x_q.T*x_p), line_66)],
          completes="last-term-relative", source="line 118, with a hypothesis",
          words="It does if W_K transposed times W_Q is a multiple of the identity: of the encodings, which are x_p "
                "and x_q here, only line 66 is needed.")
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
def Rs(r): return MatrixFamily("R", (d_z, 1), r)
vectors = [forall(i, Q.real_elements(family(i))) for family in (Qs, Ks, Rs)]
Z_Q, Z_K, Z_V = (MatrixSymbol(name, width, d_z) for name in ("W_Q", "W_K", "W_V"))
Z = MatrixSymbol("X", L, width)
k, l_ = symbols("k l", integer=True)
row, col = symbols("i j", integer=True, positive=True)  # the positions of query and key, from 1 to L
inside = [row <= L, col <= L]
shifted = [1 <= row + delta, row + delta <= L, 1 <= col + delta, col + delta <= L]

doc.claim("offset-range", [1 - L <= col - row, col - row <= L - 1, Eq(Sum(1, (l, -L + 1, L - 1)), 2*L - 1)],
          given=inside, words="Offsets of L positions lie between 1 - L and L - 1, which are 2L - 1.",
          source="lines 120 to 122")
table = Stack(MatrixFamily("R", (1, d_z), l), (l, -L + 1, L - 1))
doc.claim("shaw-shapes", [*(Eq(Identity(L)*(Z*W)*Identity(d_z), Z*W) for W in (Z_Q, Z_K, Z_V)),
                          Eq(table.shape[0], 2*L - 1)], source="lines 122 to 124",
          words="Q, K and V have L rows and d_z columns; a table with a row for each offset has 2L - 1.")
score = doc.define("e", (i, j), scalar(Qs(i).T*Ks(j) + Qs(i).T*Rs(j - i))/sqrt(d_z), label="shaw-score",
                   words="A learned bias for each offset is added to the key.", source="line 127")
def bias(i, j): return scalar(Qs(i).T*Rs(j - i))
doc.claim("shaw-shifted", Eq(score(i + delta, j + delta),
                             scalar(Qs(i + delta).T*Ks(j + delta) + Qs(i + delta).T*Rs(j - i))/sqrt(d_z)),
          words="The score at shifted positions has the bias of the same offset.", source="line 134")
moved = bias(row + delta, col + delta)
doc.claim("bias-only-offset", Eq(moved, bias(row, col)), given=[*vectors, *inside, *shifted], expect=REFUTED,
          words="The bias depends on the offset only: where both positions are shifted it is the same.",
          source="line 135")
doc.claim("bias-only-offset-completed", Eq(moved, bias(row, col)), completes="bias-only-offset",
          given=[*vectors, *inside, *shifted, Eq(Qs(row + delta), Qs(row))], source="line 135, for equal queries",
          words="It does for equal queries: it depends on the offset and on the query.")
doc.claim("offset-shift", Eq((j + delta) - (i + delta), j - i),
          words="Moving both positions keeps their offset.", source="line 136")
i_, j_ = symbols("i' j'", integer=True)
doc.claim("bias-shifted", Eq(scalar(Qs(i_).T*Rs(j_ - i_)), scalar(Qs(i + delta).T*Rs(j - i))),
          given=[Eq(i_, i + delta), Eq(j_, j + delta)], source="line 137",
          words="The bias at shifted positions, with the row of the old offset.")
invariant = Eq(score(row + delta, col + delta), score(row, col))
doc.claim("shift-invariant", invariant, given=[*vectors, *inside, *shifted], expect=REFUTED,
          words="The score does not change when both positions are shifted.", source="line 139")
doc.claim("shift-invariant-completed", invariant, completes="shift-invariant",
          given=[*vectors, *inside, *shifted, Eq(Qs(row + delta), Qs(row)), Eq(Ks(col + delta), Ks(col))],
          words="It does not if query and key are the same as before.", source="line 139, for equal queries and keys")
after = [*vectors, row <= col, col + 1 <= L]
doc.claim("spe-rpe-decay", score(row, col + 1) <= score(row, col), given=after, expect=REFUTED, source="line 141",
          words="Relative scores decrease with the distance, here of keys after the query; of sinusoidal ones the "
                "entries on lines 141 and 145 tell more.")
doc.claim("spe-rpe-decay-completed",
          [Eq(score(row, col) - score(row, col + 1), (bias(row, col) - bias(row, col + 1))/sqrt(d_z)),
           0 <= (bias(row, col) - bias(row, col + 1))/sqrt(d_z)], completes="spe-rpe-decay",
          given=[*after, Eq(Ks(col + 1), Ks(col)), bias(row, col + 1) <= bias(row, col)],
          words="They do if the learned biases do and the keys are equal.", source="line 141, with hypotheses")
less = "Sum(cos(omega[i]*%s), (i, 0, M - 1)) < Sum(cos(omega[i]*%s), (i, 0, M - 1))"
rises, falls = less % ("m", "(m + 1)"), less % ("(n + 1)", "n")
doc.claim("spe-nonmonotone", [f"exists m, n: natural: {rises}", falls], source="line 141",
          given=["omega[i] == 10000**(-2*i/(2*M)) for all i: integer"], expect=UNDECIDED,
          let={"M": "posint", "omega": "family(integer -> real)"},
          words="For every even d, the sum of cosines is less at some distance than at the next, and greater at some.",
          missing="a proof of what exists: that all angles come back near whole turns at once, by Dirichlet's theorem")
doc.claim("spe-nonmonotone-d2", [cos(3) < cos(0), cos(3) < cos(6)], reading="spe-nonmonotone",
          words="For d = 2 the cosine falls and rises again.", source="line 141, at d = 2")
doc.claim("spe-dot", Eq(scalar(PE(m).T*PE(n)), Sum(cos(omega[i]*(m - n)), (i, 0, M - 1))),
          words="The inner product of two encodings once more, as a row times a column.", source="line 143")
tends = "Abs(Sum(%s, (j, %s))) <= 1/k for all k: posint, n: natural with N[k] <= n"
doc.claim("averages-out", "exists N: family(posint -> natural): " + tends % ("cos(omega[j]*n)", "0, M - 1"),
          let={"M": "posint", "omega": "family(integer -> real)"}, source="line 145",
          given=["omega[j] == 10000**(-2*j/(2*M)) for all j: integer"], expect=UNDECIDED,
          missing="a refutation of what exists",
          words="The sum of cosines tends to 0 as the distance grows: from N(k) on it is at most 1/k.")
doc.claim("averages-out-mean", Eq(Sum(cos(theta*j), (j, 1, n)), sin(n*theta/2)*cos((n + 1)*theta/2)/sin(theta/2)),
          given=[Ne(sin(theta/2), 0)], reading="averages-out", source="line 145, on the average over distances",
          words="What averages out is each cosine over the distances 1 to n: its sum stays bounded.")
unscaled = scalar(Qs(row).T*Ks(col) + Qs(row).T*Rs(col - row))
doc.claim("rpe-unscaled", Eq(score(row, col), unscaled), given=[*vectors, *inside], expect=REFUTED,
          words="The score without the scale of line 127.", source="lines 148 and 153, against line 127")
doc.claim("rpe-unscaled-corrected", Eq(sqrt(d_z)*score(row, col), unscaled), given=[*vectors, *inside],
          words="It is the root of d_z times the score.", source="lines 148 and 153, with the scale",
          corrects="rpe-unscaled")
doc.remark("rpe-learns-lower", "Models often learn lower values for distant positions.", source="line 149")
doc.remark("window", "Offsets are bounded, and the bound is small.", source="line 154")
window = Symbol("k", integer=True, positive=True)
doc.claim("out-of-window-after", [Eq(Sum(1, (j, -window, window)), 2*window + 1), 2*window < l + window,
                                  Eq(Max(-window, Min(l, window)), window)], given=[window < l], source="line 156",
          words="In a table of 2k + 1 rows, from 0 to 2k, an offset beyond k has none; clipped, all have that of k.")
doc.claim("out-of-window-before", [l + window < 0, Eq(Min(Max(l, -window), window), -window)], given=[l < -window],
          source="line 156", words="An offset before -k has none either; clipped, all have that of -k.")
doc.group("out-of-window", ["out-of-window-after", "out-of-window-before"], source="line 156",
          words="Offsets outside of the window have no vector; clipped, those on one side share one.")

# Decoding: rows of d real entries, one for each step; the cache holds those of the steps before t.
t, t_ = symbols("t t'", integer=True, positive=True)
def token(t): return MatrixFamily("x", (1, width), t)
def Qt(t): return MatrixFamily("Q", (1, width), t)
def Kt(t): return MatrixFamily("K", (1, width), t)
def Rt(r): return MatrixFamily("R", (1, width), r)
D_Q, D_K, D_V = (MatrixSymbol(name, width, width) for name in ("W_Q", "W_K", "W_V"))
steps = [forall(i, Q.real_elements(family(i))) for family in (Qt, Kt, Rt)]

doc.claim("decode-shapes", [Eq(Identity(1)*(token(t)*W)*Identity(width), token(t)*W) for W in (D_Q, D_K, D_V)],
          words="Query, key and value of a step are one row of d entries.", source="lines 160 to 162")
cache = Stack(Kt(j), (j, 1, t - 1))
doc.claim("cache-shapes", [Eq(cache.shape[0], t - 1), Eq(cache.shape[1], width)], same=True, source="lines 164 to 182",
          words="The cache of the keys of the steps before t, and likewise of values, has t - 1 rows of d entries.")
Q_t, K_j = MatrixSymbol("Q_t", 1, width), MatrixSymbol("K_j", 1, width)
doc.claim("decode-score", Eq((Q_t.T*K_j).shape[0], 1), expect=REFUTED, source="line 185",
          words="A query transposed times a key, both rows as in lines 160 to 170, has one row, being a number.")
doc.claim("decode-score-corrected", Eq(scalar(Q_t*K_j.T), inner(Q_t.T, K_j.T)), given=[Q.real_elements(K_j)],
          words="A query times a key transposed is a number, their inner product.", source="line 185, as in line 189",
          corrects="decode-score")
energy = IndexedBase("e_t", real=True)
total = Sum(exp(energy[l]), (l, 1, t - 1))
doc.claim("decode-softmax-positive", 0 < total, given=[2 <= t], source="line 186",
          words="After the first step the weights have something to be divided by.")
doc.claim("decode-softmax", [0 < exp(energy[j])/total, Eq(Sum(exp(energy[j])/total, (j, 1, t - 1)), 1)],
          given=[1 <= j, j <= t - 1, 0 < total], source="line 186",
          words="The weights are the softmax over all cached keys, not of one number: each is positive, and they sum "
                "to 1, the entry before giving the last hypothesis.")
doc.definition("decode-output", words="The output at a step is the weighted sum of the cached values.",
               source="line 187")
rpe_score = doc.define("e_RPE", (t, j), scalar(Qt(t)*Kt(j).T + Qt(t)*Rt(j - t).T)/sqrt(width), label="rpe-decode-score",
                       words="The score of a cached key has a bias that depends on the offset.", source="line 189")
doc.claim("rpe-term-relative", Eq(scalar(Qt(t)*Rt(j - t).T), scalar(Qt(t_)*Rt(l - t_).T)),
          given=[*steps, Eq(j - t, l - t_), Eq(Qt(t), Qt(t_))], source="line 190",
          words="The bias depends on the offset and on the query: where both are equal it is equal.")
doc.claim("offset-changes", Ne(j - (t + 1), j - t), words="The offset is another one at each step.", source="line 190")
kept = MatrixSymbol("C_j", 1, width)
from_cache = scalar(Qt(t)*kept.T + Qt(t)*Rt(j - t).T)/sqrt(width)
past = [1 <= j, j <= t - 1]
cached = [*steps, *past, Q.real_elements(kept), Eq(kept, token(j)*D_K), forall(i, Eq(Kt(i), token(i)*D_K))]
doc.claim("rpe-no-cache", Ne(from_cache, rpe_score(t, j)), given=cached, expect=REFUTED,
          words="A key that was kept since step j does not give the score of step t, so that caching is impossible.",
          source="lines 158, 190 and 192")
doc.claim("rpe-no-cache-corrected", Eq(from_cache, rpe_score(t, j)), given=cached, corrects="rpe-no-cache",
          words="It does: a key does not depend on t, and the bias comes from a table of which it is another row.",
          source="lines 158, 190 and 192, corrected")
doc.claim("rpe-no-cache-with-bias", Eq(Kt(j) + Rt(j - (t + 1)), Kt(j) + Rt(j - t)), given=[*steps, *past],
          words="The sum of a key and its bias could be kept too: at the next step it is the same.", expect=REFUTED,
          source="line 190, of keys with their bias", reading="rpe-no-cache")

doc.section("Rotary positional encoding")
doc.remark("informal-comparison", "Encodings are compared by how they extrapolate, generalize and cache.",
           source="lines 194 to 199, and 201")
doc.remark("spe-not-linear", "The relative information of sinusoidal encodings is called neither accessible nor "
           "linear.", source="line 196")

# Real query and key in the plane, and their complex numbers; in M planes, by entries 1 to 2M, plane j has
# the entries 2j - 1 and 2j and the frequency θⱼ; they are rotated in plane j by θⱼ times the position.
z, w, c = symbols("q k x")
q1, q2, k1, k2 = symbols("q1 q2 k1 k2", real=True)
a, b = symbols("a b", real=True)
q2d, k2d = Matrix([q1, q2]), Matrix([k1, k2])
zq, zk = q1 + q2*I, k1 + k2*I
qs, ks, us, thetas = (IndexedBase(name, real=True) for name in ("q", "k", "u", "theta"))
def planes(u): return Stack(Matrix([u[2*j - 1], u[2*j]]), (j, 1, M))
meant = 10000**(-2*(j - 1)/d)  # line 231
def RM(a, angle=thetas[j]): return BlockDiag(R(a*angle), (j, 1, M))
dots = qs[2*j - 1]*ks[2*j - 1] + qs[2*j]*ks[2*j]
areas = qs[2*j - 1]*ks[2*j] - qs[2*j]*ks[2*j - 1]
def rotated(m, n, angle=thetas[j]): return inner(RM(m, angle)*planes(qs), RM(n, angle)*planes(ks))

doc.claim("prop1-bounded", [Eq(norm(R(a)*q2d), norm(q2d)), 2 - 2*cos(a - b) <= (a - b)**2,
                            Eq(norm(R(a)*q2d - R(b)*q2d)**2, (2 - 2*cos(a - b))*norm(q2d)**2)],
          words="Rotations exist for all real angles and keep lengths; they are continuous: angles that differ by ε "
                "give points at most ε times the length apart.", source="line 197, (1)")
doc.claim("prop2-decay", Abs(rotated(m + 1, 0, meant)) <= Abs(rotated(m, 0, meant)), expect=REFUTED,
          words="The score decays as the distance increases: at the next distance it is no greater.",
          source="line 198, (2), and line 215")
def of_one(m): return inner(R(m*theta)*q2d, q2d)
def square(a): return Rational(7, 16) + (2*cos(a)**2 - Rational(3, 4))**2  # cos² a + cos² 2a
doc.claim("prop2-decay-corrected", [Eq(of_one(n)**2 + of_one(2*n)**2, norm(q2d)**4*square(n*theta)),
                                    Rational(7, 16) <= square(n*theta)], corrects="prop2-decay",
          words="In the plane, for k = q, it does not decay: the squares at the distances n and 2n always sum to at "
                "least 7/16 of that at 0.", source="line 198, (2), corrected")
f = Function("f")
doc.definition("f-def", Eq(f(c, l), c*exp(I*l*theta)), source="line 204",
               words="A token x at position l is turned by l times θ.")
def by_factors(m, n): return inner(z*exp(I*m*theta), w*exp(I*n*theta))
doc.chain("complex-score", inner(f(z, m), f(w, n)),
          step(by_factors(m, n), "line 204", label="complex-score-1",
               source="lines 206 and 207"),
          step(inner(z, w)*exp(I*(m - n)*theta), "the second factor is conjugated", label="complex-score-2",
               source="line 208"),
          given=[Eq(f(z, m), z*exp(I*m*theta)), Eq(f(w, n), w*exp(I*n*theta))],
          words="The score of a turned query and a turned key.", source="lines 206 to 208")
doc.claim("relative-influenced", Eq(by_factors(m, n), by_factors(m_, n_)), given=[Eq(m - n, m_ - n_)],
          words="At equal differences of the positions it is equal.", source="line 209")
turned = re(inner(zq, zk)*exp(I*(m - n)*theta))
doc.claim("re-cos", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta)), expect=REFUTED, source="line 210",
          words="The real score as printed, for query and key read as complex numbers and as points: what is missing "
                "is a sine.")
doc.claim("re-cos-corrected", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta) + (q1*k2 - q2*k1)*sin((m - n)*theta)),
          words="With that sine.", source="line 210, corrected", corrects="re-cos")
doc.claim("re-cos-if-real", Eq(turned, inner(q2d, k2d)*cos((m - n)*theta)), given=[Eq(im(inner(zq, zk)), 0)],
          words="The line holds as printed where the inner product is real, as it is for real q and k.",
          source="line 210, with a hypothesis", completes="re-cos")
strength = inner(q2d, k2d)*cos((m - n)*theta) <= inner(q2d, k2d)*cos((m - m)*theta)
doc.claim("full-strength", strength, expect=REFUTED, source="line 211",
          words="The score of line 210 is greatest where m = n.")
doc.claim("full-strength-completed", strength, given=[inner(q2d, k2d) >= 0], completes="full-strength",
          words="It is if the inner product is at least 0.", source="line 211, with a hypothesis")
doc.claim("full-strength-with-sine", inner(R(m*theta)*q2d, R(n*theta)*k2d) <= inner(R(m*theta)*q2d, R(m*theta)*k2d),
          given=[inner(q2d, k2d) >= 0], expect=REFUTED, reading="full-strength",
          words="That is enough for the score with its sine too.", source="line 211, with the sine")
frequency = Symbol("theta", positive=True)
doc.claim("cos-oscillates",
          [-1 <= cos((m - n)*frequency), cos((m - n)*frequency) <= 1, Eq(cos(2*l*pi/frequency*frequency), 1),
           Eq(cos((2*l + 1)*pi/frequency*frequency), -1)], source="line 211",
          words="The cosine oscillates: as a function of a real difference it is 1 and -1 in turn, at all multiples "
                "of π/θ, and never outside.")
doc.claim("cos-sum", Eq(rotated(m, n), Sum(dots*cos((m - n)*thetas[j]), (j, 1, M))), given=[Eq(thetas[1], 1)],
          words="The total over all planes as printed, cosines only; of the frequencies, that θ₁ is 1 is enough.",
          source="line 212", expect=REFUTED)
doc.claim("cos-sum-corrected",
          Eq(rotated(m, n), Sum(dots*cos((m - n)*thetas[j]) + areas*sin((m - n)*thetas[j]), (j, 1, M))),
          words="The total over all planes, with a sine for each, for every even d.",
          source="line 212, corrected", corrects="cos-sum")
def cosines(p): return Sum(dots*cos(p*meant), (j, 1, M))
doc.claim("orthogonality-decay", Abs(cosines(p + 1)) <= Abs(cosines(p)), expect=REFUTED, source="line 213",
          words="The sum of cosines decays with the distance: at the next distance it is no greater.")
doc.claim("orthogonality-decay-corrected",
          Eq(Sum(cos(theta*l)**2, (l, 1, n)), n/2 + sin(n*theta)*cos((n + 1)*theta)/(2*sin(theta))),
          given=[Ne(sin(theta), 0)], corrects="orthogonality-decay", source="line 213, corrected",
          words="Orthogonality is about averages: over the distances 1 to n the square of a cosine is 1/2 on the "
                "average, up to what is bounded, so that it does not decay.")
doc.claim("limit-zero", "exists N: family(posint -> natural): " + tends % ("a[j]*cos(n*theta[j])", "1, M"),
          let={"M": "posint", "a": "family(integer -> real)", "theta": "family(integer -> real)"}, source="line 214",
          given=["theta[j] == 10000**(-2*(j - 1)/(2*M)) for all j: integer"], expect=UNDECIDED,
          words="The sum tends to 0: from N(k) on it is at most 1/k; a(j) is the inner product in plane j.",
          missing="a refutation of what exists")
doc.claim("limit-zero-d2", [Eq((a*cos(n*theta))**2 + (a*cos(2*n*theta))**2, a**2*square(n*theta)),
                            Rational(7, 16) <= square(n*theta)], reading="limit-zero",
          words="For d = 2 it does not, unless a = 0: the squares at n and 2n sum to at least 7/16 of that of a.",
          source="line 214, at d = 2")
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
          Eq(R(m*thetas[j])*Matrix([qs[2*j - 1], qs[2*j]]),
             Matrix([qs[2*j - 1]*cos(m*thetas[j]) - qs[2*j]*sin(m*thetas[j]),
                     qs[2*j - 1]*sin(m*thetas[j]) + qs[2*j]*cos(m*thetas[j])])),
          words="One pair of entries, rotated.", source="lines 228 to 230")
pair = Symbol("i", integer=True, positive=True)
power = 10000**(-2*(pair - 1)/d)
doc.claim("theta-literal", Eq(10000 - 2*(pair - 1)/d, power), given=[pair <= M], expect=REFUTED,
          words="The frequency as it reads, against the power that is meant.", source="line 231")
doc.claim("theta-literal-corrected", [Eq(power, (10000**(-2/d))**(pair - 1)), 10000**(-2*pair/d) < power],
          given=[pair <= M], words="The power that is meant is 1 for the first pair and decays geometrically.",
          source="line 231, corrected", corrects="theta-literal")
doc.definition("block-matrix", words="The rotation of d entries is block diagonal, one rotation for each pair.",
               source="line 234")
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
doc.claim("linear-attention-assoc", Eq((Q_*K.T)*V, Q_*(K.T*V)), same=True,
          words="Products may be grouped the other way; Q and K stand for their features.", source="line 243")
def squares(u): return Matrix([u[0]**2, u[1]**2])
def featured(m, n): return inner(squares(R(m*theta)*q2d), squares(R(n*theta)*k2d))
doc.claim("kernel-feature", Eq(featured(m + p, n + p), featured(m, n)), expect=REFUTED,
          words="Every feature map of rotated vectors keeps the relative property; here the squares of the entries.",
          source="lines 199, (3), and 241 to 245")
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
          given=[Eq(theta, 1)], expect=REFUTED, source="line 246",
          words="The score of a rotated query and a rotated key as printed, with one θ; for d = 2, where line 231 has "
                "one, it is 1.")
doc.claim("rope-score-cos-corrected",
          Eq(rotated(m, n, theta),
             inner(planes(qs), planes(ks))*cos((m - n)*theta) + Sum(areas, (j, 1, M))*sin((m - n)*theta)),
          words="With the sine that was dropped, for every even d.", source="line 246, corrected",
          corrects="rope-score-cos")
doc.claim("rope-score-relative", Eq(rotated(m, n), rotated(m_, n_)), given=[Eq(m - n, m_ - n_)],
          words="For every even d the score depends on m - n only.", source="line 247")
