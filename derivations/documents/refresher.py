"""Rotary positional embedding, with a small refresher on complex numbers: the claims of a post.

Absolute embeddings are added to tokens; RoPE rotates queries and keys instead.  Multiplying by cos α + i sin α turns a
complex number by α, and a vector of D entries is turned in blocks of two.  The formulas of the post were images and
are lost; they are restored from the sentences around them.  D is even and stands as 2M, M a symbol, but where the post
speaks of any D; frequencies are any real numbers where claims hold for them, and else those of line 5.

Signs: the matrix of line 16 turns the key, by n - m; the angle of line 66, m - n, is that by which the query is turned.
Line 45 has it turn the query by an angle proportional to n - m, which is right with a negative factor only.
"""

from sympy import (
    Abs, BlockMatrix, Eq, I, Identity, IndexedBase, Integer, Matrix, MatrixSymbol, Ne, Q, Rational,
    Sum, Symbol, ZeroMatrix, acos, arg, cos, floor, im, re, sin, sqrt, symbols,
)

from derivations import (
    REFUTED, BlockDiag, Document, MatrixFamily, Stack, forall, inner, norm, scalar, step,
)

# Positions m of queries and n of keys, a shift of both, and D = 2M entries of a token, in M blocks of two.
m, n, m_, n_, delta, k, k_, t, t_ = symbols("m n m' n' delta k k' t t'", integer=True, nonnegative=True)
i, j, l = symbols("i j l", integer=True)  # noqa: E741
M = Symbol("M", integer=True, positive=True)
D = 2*M
alpha, theta, a, b, x1, x2, x3, x4 = symbols("alpha theta a b x1 x2 x3 x4", real=True)
thetas, alphas, xs, qs, ks = (IndexedBase(name, real=True) for name in ("theta", "alpha", "x", "q", "k"))

def R(a): return Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])       # line 43: the rotation of the plane by a
def R_D(angle): return BlockDiag(R(angle), (j, 1, M))                # line 64: block j rotated by its angle
def R_M(m): return R_D(m*thetas[j])                                  # line 72: by m times its frequency
def block(u, j): return Matrix([u[2*j - 1], u[2*j]])                 # line 53
def vector(u): return Stack(block(u, j), (j, 1, M))                  # of the entries u[1], ..., u[2M]
def frequency(t): return 10000**(-2*t/D)                             # line 5: of pair t, from 0 on

# Tokens at m and n, and the matrices that make queries and keys of them, whose entries are q[l] and k[l].
W_q, W_k, x_m, x_n = (MatrixSymbol(*size) for size in (("W_q", D, D), ("W_k", D, D), ("x_m", D, 1), ("x_n", D, 1)))
x, q, key = vector(xs), vector(qs), vector(ks)
projected = [*(Q.real_elements(matrix) for matrix in (W_q, W_k, x_m, x_n)), Eq(W_q*x_m, q), Eq(W_k*x_n, key)]

doc = Document("refresher", title="Rotary Positional Embedding, with a refresher on complex numbers",
               source="002_7c9c390ddc68420d.txt")

doc.section("Opening")
def attention(token):
    def weight(j): return f"exp(inner(W_q*{token('i')}, W_k*{token(j)})/sqrt(h))"
    return f"Sum({weight('j')}/Sum({weight('k')}, (k, 0, n - 1))*scalar(v*{token('j')}), (j, 0, n - 1))"
def permuted(j): return f"x[s[{j}]]"
def in_place(j): return permuted(j) if j == "i" else f"x[{j}]"
doc.claim("no-position-info", f"{attention(permuted)} == {attention(in_place)}", given=["i < n"],
          let={"n": "posint", "d": "posint", "h": "posint", "s": "permutation(n)", "W_q": "real matrix(h, d)",
               "W_k": "real matrix(h, d)", "v": "real matrix(1, d)", "x": "family(natural -> real matrix(d, 1))",
               "i": "natural"}, source="line 1",
          words="No order enters self-attention: what it gives to a token is the same where the tokens are permuted; "
                "v is any row of the matrix of the values.")
rows, width, h = symbols("n d h", integer=True, positive=True)
P, B, X = MatrixSymbol("P", rows, rows), MatrixSymbol("B", rows, rows), MatrixSymbol("X", rows, width)
V_q, V_k, V = (MatrixSymbol(name, width, h) for name in ("W_q", "W_k", "W_v"))
doc.claim("no-position-info-matrices",
          [Eq((P*X*V_q)*(P*X*V_k).T, P*((X*V_q)*(X*V_k).T)*P.T), Eq((P*B*P.T)*(P*X*V), P*(B*(X*V)))],
          given=[Q.orthogonal(P)], reading="no-position-info", source="line 1, without the softmax",
          words="In matrices, for a permutation P: the scores of permuted tokens are the permuted scores, and if the "
                "weights B are permuted so, what is given is permuted.")

doc.section("What is relative positional encoding, and why use it anyway?")
p = doc.define("p", k, Stack(Matrix([sin(k*frequency(t)), cos(k*frequency(t))]), (t, 0, M - 1)),
               label="sinusoidal-formula", source="lines 4 and 5, where the formula is lost",
               words="The entries 2t and 2t + 1 of the embedding of position k are the sine and the cosine of "
                     "k/10000^(2t/d).  In words the line has it the other way round: positions 2t, and an index k.")
doc.claim("absolute-fixed", Eq((x_m + p(k)) - (x_n + p(k)), x_m - x_n), source="line 6",
          words="The embedding is fixed for a position: the same vector is added there to whatever token, so that two "
                "tokens differ there by what they differ without it.")
doc.claim("relative-10-13",
          [Eq(Integer(13) - 10, 3), Eq(Integer(135) - 132, 3), Eq(R_M(10).T*R_M(13), R_M(132).T*R_M(135)),
           Eq(R_M(10).T*R_M(13), R_M(3))], source="line 6",
          words="The encoding of 10 with respect to 13 is that of 132 with respect to 135: the distance is 3.")
doc.claim("relative-index-free", Eq(R_M(m + delta).T*R_M(n + delta), R_M(m).T*R_M(n)), source="line 7",
          words="Relative encodings do not depend on the absolute index: they are equal where both positions are "
                "shifted.")
doc.remark("undertrained", "Positions of large index are rare in training; relative encodings are said to scale to "
           "them.  That distances are hard to find from absolute embeddings is called an intuition.",
           source="lines 7 to 11")
def apart(k): return BlockDiag(R(-k*frequency(t)), (t, 0, M - 1))
doc.claim("cat-index", [Eq(p(2), apart(1)*p(1)), Eq(p(k + delta), apart(delta)*p(k))], source="lines 8 to 11",
          words="In 'The cat is under the table' cat gets the embedding of 1 and is that of 2: indices count from 0, "
                "which the post does not say.  It calls finding that they are one place apart difficult; what there is "
                "to be found, not in the post, is one matrix from any index to what is as far from it.")

doc.section("What is RoPE or Rotary Positional Embedding?")
q_m, k_n = MatrixSymbol("q_m", D, 1), MatrixSymbol("k_n", D, 1)
doc.definition("additive-query", Eq(q_m, W_q*(x_m + p(m))),
               words="An absolute embedding is added to the token, and the sum is multiplied with the query matrix, or "
                     "with the key matrix for k_n.", source="lines 13 and 14, where the formula is lost")
doc.definition("score-inner", Eq(IndexedBase("s")[m, n], scalar(q_m.T*k_n)),
               words="The attention score is the inner product of query and key.",
               source="lines 14 and 15, where the formula is lost")
doc.chain("rope-score",
          scalar((R_M(m)*(W_q*x_m)).T*(R_M(n)*(W_k*x_n))),
          step(scalar((W_q*x_m).T*R_M(n - m)*(W_k*x_n)), "the transpose of a product, and R_mᵀ R_n = R_(n - m)"),
          step(scalar(x_m.T*W_q.T*R_M(n - m)*W_k*x_n), "the transpose of the query"),
          given=projected, source="line 15, where the formula is lost",
          words="For every even D, the score of rotated queries and keys has a rotation between query and key; "
                "q and k name the entries of the projected tokens.")
doc.claim("function-of-difference", Eq(R_M(m).T*R_M(n), R_M(n - m)), source="line 16",
          words="This term is a function of n - m.")
N = Symbol("N", integer=True, positive=True)
def with_others(m): return BlockMatrix([[R(m), ZeroMatrix(2, N)], [ZeroMatrix(N, 2), MatrixFamily("S", (N, N), m)]])
e, e_D = Matrix([1, 0]), BlockMatrix([[Matrix([1, 0])], [ZeroMatrix(N, 1)]])
def term(m, n): return scalar(e.T*(R(Integer(m)).T*R(Integer(n)))*e)
def term_D(m, n): return scalar(e_D.T*(with_others(Integer(m)).T*with_others(Integer(n)))*e_D)
doc.claim("not-absolute", [Ne(f(0, 1), f(*same)) for f in (term, term_D) for same in ((0, 0), (1, 1))],
          source="line 16", words="It needs two positions: it is a function neither of m alone nor of n alone, as its "
          "first entry shows for D = 2 and for every D = 2 + N, the first frequency being 1, and whatever the other "
          "blocks S(m) are.  Its two factors are of one position each.")

doc.section("A small refresher on complex numbers")
z = a + I*b
doc.claim("imag-part-corrected", [Eq(re(z), a), Eq(im(z), b), Eq(z, re(z) + I*im(z))], source="line 20",
          words="A complex number is the sum of its real part a and of i·b, which is called its imaginary part; "
                "elsewhere, and here from now on, b is called so.")
doc.claim("imag-part", Eq(im(z), I*b), expect=REFUTED, reading="imag-part-corrected",
          words="It is i·b, also where the imaginary part is a real number, as in the document stratos.",
          source="line 20, against appendix B of stratos")
doc.chain("modulus-345", Abs(3 + 4*I),
          step(sqrt(Integer(3)**2 + Integer(4)**2), "the length of the vector (3, 4)"),
          step(Integer(5), "9 + 16 = 25"), words="The magnitude of 3 + 4i.", source="line 22")
angle = acos(Rational(3, 5))
doc.claim("direction-acos", Eq(arg(3 + 4*I), angle), words="Its direction.", source="line 23")
doc.claim("polar-345", Eq(3 + 4*I, 5*(cos(angle) + I*sin(angle))), words="It by its magnitude and its direction.",
          source="line 24")
c = cos(theta) + I*sin(theta)
doc.chain("unit-modulus", Abs(c),
          step(cos(theta)**2 + sin(theta)**2, "as printed; the sum is the square of the magnitude, here the same"),
          step(Integer(1), "the squares of cosine and sine"), words="cos θ + i sin θ is a unit vector.",
          source="lines 25 to 27")
A = Symbol("A")
turn = cos(alpha) + I*sin(alpha)
doc.claim("rotate-by-alpha", [Eq(Abs(A*turn), Abs(A)), Eq(A*turn, Abs(A)*(cos(theta + alpha) + I*sin(theta + alpha)))],
          given=[Eq(A, Abs(A)*c)], source="lines 28, 29 and 42",
          words="Multiplying a complex number A by cos α + i sin α rotates it by α: the magnitude stays, and α is "
                "added to any angle θ of A.")
doc.chain("product", c*turn,
          step(cos(theta)*cos(alpha) + cos(theta)*I*sin(alpha) + I*sin(theta)*cos(alpha) + I*sin(theta)*I*sin(alpha),
               "each with each", label="product-expand", source="line 36"),
          step(cos(theta)*cos(alpha) + I*(cos(theta)*sin(alpha) + sin(theta)*cos(alpha))
               + (-1)*sin(theta)*sin(alpha), "i·i = -1", label="product-i2", source="line 37"),
          step(cos(theta)*cos(alpha) - sin(theta)*sin(alpha)
               + I*(cos(theta)*sin(alpha) + sin(theta)*cos(alpha)), "real and imaginary part",
               label="product-regroup", source="line 38"),
          step(cos(theta + alpha) + I*sin(theta + alpha), "cosine and sine of a sum", label="product-addition",
               source="line 39"),
          words="The proof, for magnitude 1.", source="lines 36 to 39")
doc.claim("product-scaled", [Eq(Abs(Abs(A)*c), Abs(A)),
                             Eq(Abs(A)*c*turn, Abs(A)*(cos(theta + alpha) + I*sin(theta + alpha)))],
          words="The same for the magnitude ‖A‖, a real number.", source="lines 30, 31 and 40 to 42")
doc.claim("rotation-matrix", Eq(R(alpha)*Matrix([a, b]), Matrix([re(z*turn), im(z*turn)])),
          words="This rotation as a matrix, applied to real and imaginary part.",
          source="line 43, where the formula is lost")

doc.section("How is that useful?")
score = inner(R_M(m)*q, R_M(n)*key)
doc.claim("query-rotated-nm", Eq(score, inner(R_D(-thetas[j]*(n - m))*q, key)), source="line 45",
          words="It is as if the query were rotated by an angle proportional to n - m; the factor is the frequency of "
                "each block with a minus.")
u, w = Matrix([x1, x2]), Matrix([x3, x4])
doc.claim("query-rotated-nm-plus", Eq(inner(R(m*theta)*u, R(n*theta)*w), inner(R((n - m)*theta)*u, w)), expect=REFUTED,
          words="The matrix of line 16, by n - m, rotates the query, here in one block; but it rotates the key.",
          source="line 45, with the matrix of line 16", reading="query-rotated-nm")
further = Abs(n - m) < Abs(n_ - m_)
doc.claim("further-greater-angle", [Eq(Abs((n - m)*frequency(t)), Abs(n - m)*frequency(t)),
                                    Abs(n - m)*frequency(t) < Abs(n_ - m_)*frequency(t)], given=[further],
          words="The further the key is from the query, the greater the angle, whole turns counted.", source="line 45")
doc.claim("further-greater-angle-between", cos(n_ - m_) < cos(n - m), given=[further], expect=REFUTED,
          words="So is the angle between a vector and what it is rotated to, in the first block, of frequency 1: its "
                "cosine is less; but it comes back after half a turn.",
          reading="further-greater-angle", source="line 45, whole turns left out")
turned = R_M(n - m)
doc.claim("matrix-DxD", [Eq(turned*turned.T, Identity(D)), Eq(turned.T*turned, Identity(D))], source="lines 46 to 48",
          words="It has D rows and D columns, for D entries of query and key, and by either it is orthogonal.")

doc.section("Formulating the rotation matrix for a dimension D")
dim = Symbol("D", integer=True, positive=True)
doc.claim("blocks-of-two", Eq(Sum(xs[l], (l, 1, dim)), Sum(xs[2*j - 1] + xs[2*j], (j, 1, floor(dim/2)))),
          given=[2 < dim], expect=REFUTED, fault="tacit", source="lines 49 to 53",
          words="An embedding of any dimension D can be broken into blocks of two: the sum of its entries, whatever "
                "they are, is that over the blocks.",
          printed="into blocks of 2 dimensional elements")
doc.claim("blocks-of-two-completed", Eq(Sum(xs[l], (l, 1, D)), Sum(xs[2*j - 1] + xs[2*j], (j, 1, M))),
          words="It can where D is even, D = 2M.", source="lines 49 to 53, for even D", completes="blocks-of-two")
c, s = cos(alpha), sin(alpha)
R_4, x_4 = Matrix([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, c, -s], [0, 0, s, c]]), Matrix([x1, x2, x3, x4])
doc.claim("D4-blocks", Eq(BlockMatrix([[R(alpha)*u], [R(alpha)*w]]), R_4*x_4), source="lines 53 to 61, of a figure",
          words="For D = 4: two blocks rotated separately, and the same as one matrix.")
doc.claim("parts-not-whole", Eq(R_D(alpha)*x, Stack(R(alpha)*Matrix([xs[2*j - 1], xs[2*j]]), (j, 1, M))),
          words="For every even D parts of the embedding are rotated: each block of two, by itself.  That this encodes "
                "relative positions is line 16.", source="line 61")
doc.claim("parts-not-whole-together", [Eq(inner(x, R_D(alpha)*x), cos(alpha)*inner(x, x)),
                                       Eq(norm(R_D(alpha)*x), norm(x))], reading="parts-not-whole",
          words="Where all blocks are rotated by one α, the entire embedding is so, too: α is its angle to what it "
                "becomes.", source="line 61, of the angle of the entire embedding")
doc.claim("parts-not-whole-angles",
          Eq(inner(x, R_D(alphas[j])*x), Sum(cos(alphas[j])*(xs[2*j - 1]**2 + xs[2*j]**2), (j, 1, M))),
          words="With the angles of line 64, which differ, each part counts with the cosine of its own.",
          source="line 61, with the angles of line 64", reading="parts-not-whole")
doc.definition("block-diagonal-D", Eq(MatrixSymbol("R", D, D), R_D(alpha)), source="line 63, where the formula is lost",
               words="For D > 2 the matrix has on its diagonal the rotation by α once for each block.")
doc.claim("alpha-i-depends", [Eq(score, inner(R_D((m - n)*thetas[j])*q, key)),
                              Eq(R(m*thetas[i]).T*R(n*thetas[i]), R((m - n)*thetas[i]).T)],
          source="lines 64 to 67", words="Block i rotates the query by αᵢ = (m - n) θᵢ, a function of m - n and of i.")
doc.claim("alpha-i-depends-key", Eq(R_M(m).T*R_M(n), R_D((m - n)*thetas[j])), expect=REFUTED,
          reading="alpha-i-depends", source="lines 64 to 67, in the matrix of line 16",
          words="So are they in the matrix of line 16, which is a function of n - m and has the other sign.")
doc.claim("alpha-i-depends-different", Ne((m - n)*frequency(t), (m - n)*frequency(t_)),
          given=[Ne(m, n), t < t_, t_ < M], words="They differ from block to block, except where m = n: all are 0.",
          source="lines 64 and 65, with the frequencies of line 5")
def element(i): return k*frequency(floor(i/2))
doc.claim("angle-differs",
          [element(2*t_) < element(2*t), *(Eq(element(2*pair + 1), element(2*pair)) for pair in (t, t_))],
          given=[1 <= k, t < t_, t_ < M], source="line 68",
          words="In the absolute embedding the angles of different pairs differ, at every position but 0: they "
                "decrease.  The two elements of each pair share one.")
doc.claim("angle-differs-any", Ne(element(i), element(l)), given=[0 <= i, i < l, l < D], expect=REFUTED,
          words="Those of any two elements, i and l, differ.", source="line 68, of single elements, and at 0",
          reading="angle-differs")
shared = inner(q, key)*cos((m - n)*theta) + Sum(qs[2*j - 1]*ks[2*j] - qs[2*j]*ks[2*j - 1], (j, 1, M))*sin((m - n)*theta)
doc.claim("same-angle-lack-diversity", [Eq(R(alphas[i]), R(alphas[l])),
                                        Eq(inner(R_D(m*theta)*q, R_D(n*theta)*key), shared)],
          given=[forall(j, Eq(alphas[j], theta))], source="line 69",
          words="With equal angles all blocks rotate by the same amount, and the score has one cosine and one sine.")
doc.remark("diversity-remarks", "Different angles are to fit in as much information as possible, and nuances.",
           source="line 69")
doc.definition("paper-matrix", Eq(MatrixFamily("R", (D, D), m), R_M(m)), source="lines 70 to 72, of a figure",
               words="The rotation at position m: block i is rotated by m times the frequency θᵢ.")
