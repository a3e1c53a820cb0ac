"""Rotary Position Embedding: the claims of a post of 2025-11-29.

Section 2 shows that the score of a rotated query and a rotated key depends on the difference of their positions only:
a transposed rotation turns back, and angles add when rotations compose.  The post proves it for one plane; the same
lines stand here for d/2 = M planes, M a symbol, with any real frequencies, of which the printed ones are a case.
Section 3 is a program: it turns the other way and pairs entry j with entry j + d/2, and both are called equivalent.

What the post says is equivalent is so up to a fixed change of coordinates, which the projections that are learned can
take up: for one query and one key the scores differ.  These readings stand here as well.
"""

from sympy import (
    Add, BlockMatrix, Eq, Function, Identity, IndexedBase, Integer, Lt, Matrix, MatrixSymbol, Max,
    Ne, Sum, Symbol, ceiling, cos, exp, floor, sin, symbols,
)

from derivations import (
    REFUTED, BlockDiag, Document, MatrixFamily, Stack, forall, inner, norm, scalar, step,
)

# Positions may be any real numbers, not only naturals, where nothing else is said.
m, n, m_, n_, theta, phi, r = symbols("m n m' n' theta phi r", real=True)
p, p_ = symbols("p p'", integer=True, nonnegative=True)
q1, q2, k1, k2, x1, x2 = symbols("q1 q2 k1 k2 x1 x2", real=True)
q, k, x = Matrix([q1, q2]), Matrix([k1, k2]), Matrix([x1, x2])

# d = 2M: M planes, counted from 0; plane i has the frequency sigma[i] and the entries 2i and 2i + 1 of a vector.
M, S = symbols("M S", integer=True, positive=True)
i, j, l = symbols("i j l", integer=True)  # noqa: E741
d = 2*M
sigma, qs, ks, xs, ys = (IndexedBase(name, real=True) for name in ("sigma", "q", "k", "x", "y"))

def plane(u): return Matrix([u[2*i], u[2*i + 1]])
def planes(u): return Stack(plane(u), (i, 0, M - 1))    # a real vector of d entries, plane by plane
def RM(a): return BlockDiag(R(sigma[i]*a), (i, 0, M - 1))  # turns every plane i by sigma[i]*a


doc = Document("ropecode", title="Rotary Position Embedding", source="003_938db095c205c227.txt")

doc.section("1. Introduction")
the, cat, sat, on, mat = symbols("the cat sat on mat")
sentence, backwards = [the, cat, sat, on, the, mat], [mat, the, on, sat, cat, the]
reversal = Matrix([[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0],
                   [0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]])
doc.claim("sentence-reversal", [Eq(reversal*Matrix(sentence), Matrix(backwards)),
                                Eq(reversal.T*reversal, Identity(6))], source="line 15",
          words="The words of the one sentence, permuted from the last to the first, are those of the other.")
score, value = Function("f", real=True), Function("v")
def attend(word, seen):
    total = Add(*(exp(score(word, other)) for other in seen))
    return Add(*(exp(score(word, other))/total*value(other) for other in seen))
word = Symbol("w")
doc.claim("indistinguishable", Eq(attend(word, sentence), attend(word, backwards)), source="line 15",
          words="A word gets the same output in both sentences, an entry of which is a mean of values weighted by the "
                "softmax of scores, whatever scores and values are; so do words in the next layer.")
doc.claim("indistinguishable-causal", Eq(attend(cat, sentence[:2]), attend(cat, backwards[:5])), expect=REFUTED,
          words="So they are where words see earlier ones only, as in models that predict the next word; but there "
                "the order is felt without any encoding.", source="line 15, with a causal mask",
          reading="indistinguishable")
def PE(p): return Stack(Matrix([sin(sigma[i]*p), cos(sigma[i]*p)]), (i, 0, M - 1))
doc.claim("unique-representation", Eq(p, p_), given=[Eq(PE(p), PE(p_)), Eq(sigma[0], 1)],
          words="Positions with the same sinusoidal encoding are the same; of the frequencies, that the first is 1 "
                "is enough.", source="line 17")
E = MatrixFamily("E", (d, 1), p)
doc.claim("unique-representation-learned", Eq(p, p_), given=[Eq(E, MatrixFamily("E", (d, 1), p_))], expect=REFUTED,
          words="In a learned table E the vectors of two positions differ, too; nothing makes them.",
          source="line 17, of learned encodings", reading="unique-representation")
doc.remark("empirical", "Learned and fixed absolute encodings were found to perform alike; relative ones, to be slow "
           "at inference; they complicate attention.", source="lines 17 and 18")

doc.section("2. RoPE: Rotary Position Embedding")
R = doc.define("R", theta, Matrix([[cos(theta), -sin(theta)], [sin(theta), cos(theta)]]), label="R-def",
               words="The rotation of the plane by the angle θ.", source="proof, line 1")
doc.chain("score", scalar((R(m)*q).T*(R(n)*k)),
          step(scalar(q.T*R(m).T*R(n)*k), "the transpose of a product", label="score-1"),
          step(scalar(q.T*R(n - m)*k),    "the last line of the proof", label="score-2"),
          words="The score of a query at m and a key at n depends on n - m only.", source="first display")
doc.chain("R-transpose", R(theta).T,
          step(Matrix([[cos(theta), sin(theta)], [-sin(theta), cos(theta)]]), "rows become columns",
               label="R-transpose-1"),
          step(Matrix([[cos(-theta), -sin(-theta)], [sin(-theta), cos(-theta)]]), "the cosine is even, the sine odd",
               label="R-transpose-2"),
          step(R(-theta), "line 1", label="R-transpose-3", same=True),
          words="A transposed rotation is the rotation back, shown by its entries.", source="proof, line 2")
doc.chain("product", R(m)*R(n),
          step(Matrix([[cos(m), -sin(m)], [sin(m), cos(m)]])*Matrix([[cos(n), -sin(n)], [sin(n), cos(n)]]), "line 1",
               label="product-1", source="proof, line 3", same=True),
          step(Matrix([[cos(m)*cos(n) - sin(m)*sin(n), -cos(m)*sin(n) - sin(m)*cos(n)],
                       [sin(m)*cos(n) + cos(m)*sin(n), -sin(m)*sin(n) + cos(m)*cos(n)]]),
               "the product, entry by entry", label="product-2", source="proof, line 4"),
          step(Matrix([[cos(m + n), -sin(m + n)], [sin(m + n), cos(m + n)]]), "trigonometric identities",
               label="product-3", source="proof, line 5"),
          words="The angles of two rotations add when they compose.", source="proof, lines 3 to 5")
doc.chain("difference", R(m).T*R(n),
          step(R(-m)*R(n), "line 2"),
          step(R(n - m),   "lines 3 to 5 with -m for m"),
          words="Turning back by m and then by n turns by n - m.", source="proof, line 6")
turned_q, turned_k = MatrixSymbol("q_m", d, 1), MatrixSymbol("k_n", d, 1)
doc.claim("apply-before", Eq(scalar(turned_q.T*turned_k), scalar(planes(qs).T*RM(n - m)*planes(ks))),
          given=[Eq(turned_q, RM(m)*planes(qs)), Eq(turned_k, RM(n)*planes(ks))], source="line 62",
          words="For every even d, a query that is turned by its own position and a key that is turned by its own, "
                "before and by itself, give the score that depends on n - m.")
doc.remark("inherently-2D", "Rotations are made for the plane.", source="line 64")
factors = BlockDiag(IndexedBase("c", real=True)[i]*Identity(2), (i, 0, M - 1))
doc.claim("planes", [Eq(RM(m)*planes(xs), Stack(R(sigma[i]*m)*plane(xs), (i, 0, M - 1))),
                     Eq(Sum(xs[l]*ys[l], (l, 0, d - 1)), Sum(scalar(plane(xs).T*plane(ys)), (i, 0, M - 1))),
                     Eq(RM(m)*factors, factors*RM(m))], source="line 64",
          words="Each entry lies in one plane, and planes are orthogonal: inner products are sums of those in the "
                "planes.  Each is turned in itself: the rotation commutes with a factor for every plane, such as 1 for "
                "one plane and 0 for the others.")
base = Symbol("theta_base", positive=True)
doc.definition("theta-i", Eq(IndexedBase("theta", real=True)[i], m*base**(-2*i/d)), source="second display",
               words="The angle of plane i at position m; the base is 10000 by default.")
doc.claim("distinct-speeds", Ne(10000**(-2*i/d), 10000**(-2*j/d)), given=[Ne(i, j)],
          words="Two planes turn at different speeds, which are their angles per position.", source="line 70")
doc.claim("distinct-speeds-any-base", Ne(base**(-2*i/d), base**(-2*j/d)), given=[Ne(i, j), base > 1],
          words="So they do with every base above 1.", source="line 70, any base", reading="distinct-speeds")
doc.claim("early-fast", 10000**(-2*j/d) < 10000**(-2*i/d), given=[i < j],
          words="Early planes turn faster than later ones.", source="line 70")
doc.claim("early-fast-any-base", base**(-2*j/d) < base**(-2*i/d), given=[i < j, base > 1],
          words="So they do with every base above 1.", source="line 70, any base", reading="early-fast")
w, w_ = symbols("w w'", real=True)
doc.claim("near-far-step", Eq(norm(R(theta + w)*x - R(theta)*x)**2, 4*sin(w/2)**2*norm(x)**2), source="line 70",
          words="Where a position more turns a plane by w, it moves a vector of it by 2 |sin(w/2)| times its length.")
sines = sin((w + w_)/2)*sin((w - w_)/2)
doc.claim("near-far-less", [Eq(4*sin(w/2)**2 - 4*sin(w_/2)**2, 4*sines), 0 < sines], given=[0 < w_, w_ < w, w <= 1],
          words="The slower of two planes, of speeds that are at most 1, moves less: the squares differ by a product "
                "of positive sines.", source="line 70")
doc.claim("near-far-speeds", [0 < 10000**(-2*i/d), 10000**(-2*i/d) <= 1], given=[0 <= i], source="line 70",
          words="The speeds are such ones: early planes change much with small changes of position, later ones less.")
doc.remark("near-far", "So early planes are said to capture local patterns, later ones long ranges.", source="line 70")

# The same for M planes.
doc.claim("R-transpose-planes", Eq(RM(m).T, RM(-m)), reading="R-transpose",
          words="Transposing turns every plane back.", source="proof, line 2, for M planes")
doc.chain("product-planes", RM(m)*RM(n),
          step(BlockDiag(R(sigma[i]*m)*R(sigma[i]*n), (i, 0, M - 1)), "block by block"),
          step(RM(m + n), "the angles of each block add"), reading="product",
          words="Rotations of M planes compose by adding the positions.", source="proof, lines 3 to 5, for M planes")
doc.chain("difference-planes", RM(m).T*RM(n),
          step(RM(-m)*RM(n), "the transpose turns back"),
          step(RM(n - m),    "the angles of each block add"), reading="difference",
          words="The difference of the positions is all that remains.", source="proof, line 6, for M planes")
doc.claim("difference-orthogonal", [Eq(RM(m).T*RM(m), Identity(d)), Eq(RM(m)*RM(m).T, Identity(d))],
          words="At equal positions nothing remains: the rotation is orthogonal.", reading="difference",
          source="proof, line 6, at m = n, for M planes")
doc.chain("score-planes", scalar((RM(m)*planes(qs)).T*(RM(n)*planes(ks))),
          step(scalar(planes(qs).T*RM(m).T*RM(n)*planes(ks)), "the transpose of a product"),
          step(scalar(planes(qs).T*RM(n - m)*planes(ks)),     "only n - m remains"),
          step(Sum((qs[2*i]*ks[2*i] + qs[2*i + 1]*ks[2*i + 1])*cos(sigma[i]*(n - m))
                   + (qs[2*i + 1]*ks[2*i] - qs[2*i]*ks[2*i + 1])*sin(sigma[i]*(n - m)), (i, 0, M - 1)),
               "written out, one line further than the post"),
          words="The score over M planes depends on n - m only, with a cosine and a sine for every plane.",
          source="first display, for M planes", reading="score")

doc.section("3. Implementation")
# Shapes are columns, an entry for each axis.  Entry by entry, axes of one length, or of 1, go together: broadcasting.
head_dim, seq_len = Integer(64), Integer(2048)
batch, heads = symbols("batch heads", integer=True, positive=True)
def arange_length(start, stop, by): return ceiling((stop - start)/by)
def shape(*axes): return Matrix(axes)
def broadcast(a, b): return shape(*(Max(*sizes) for sizes in zip(a, b, strict=True)))
def inv_freq(length, d): return Stack(1/base**((0 + 2*l)/d), (l, 0, length - 1))
def positions(length): return Stack(l, (l, 0, length - 1))

doc.claim("shape-channel", [Eq(arange_length(0, head_dim, 2), 32), Eq(arange_length(0, d, 2), M)],
          words="The even numbers below 64 are 32; those below d = 2M are M.", source="line 82")
doc.claim("inv-freq-formula", Eq(1/base**((0 + 2*i)/d), base**(-2*i/d)),
          words="The frequencies of the program are those of section 2.", source="line 83")
doc.claim("shape-invfreq", Eq(inv_freq(arange_length(0, head_dim, 2), head_dim).shape[0], 32),
          words="There are as many frequencies, entry by entry.", source="line 83")
doc.claim("shape-t", Eq(arange_length(0, seq_len, 1), 2048), words="The positions are 2048.", source="line 84")
freqs = positions(seq_len)*inv_freq(32, head_dim).T
rows, columns = p + S, p_ + M  # any numbers greater than p and p_
doc.claim("shape-freqs", [Eq(freqs.shape[0], 2048), Eq(freqs.shape[1], 32),
                          Eq(positions(rows)[p, 0]*inv_freq(columns, 2*columns)[p_, 0],
                             p*base**(-2*p_/(2*columns)))], source="line 85",
          words="The outer product has a row for each position and a column for each frequency; its entries, the "
                "products, are the angles of section 2, for any number of either.")
def at_place(f): return f(positions(rows)[p, 0]*inv_freq(columns, 2*columns)[p_, 0])
doc.claim("cos-sin", Eq(Matrix([[at_place(cos), -at_place(sin)], [at_place(sin), at_place(cos)]]),
                        R(p*base**(-2*p_/(2*columns)))), source="line 86",
          words="Their cosines and sines are the entries of the rotations of section 2, for any number of either.")
cosines = shape(1, freqs.shape[0], 1, freqs.shape[1])  # [None, :, None, :]
x_shape = shape(batch, seq_len, heads, head_dim)
x_half = shape(batch, seq_len, heads, floor(head_dim/2))
doc.claim("shape-cos", Eq(cosines, shape(batch, seq_len, 64, 32)), expect=REFUTED, fault="slip", source="line 87",
          words="The cosines have the shape of the comment: with a batch, and 64, the size of a head, for the heads.",
          printed="# Add batch and head dims for later broadcasting, (batch, 2048, 64, 32)")
doc.claim("shape-cos-corrected", [Eq(cosines, shape(1, seq_len, 1, 32)),
                                  Eq(broadcast(x_half, cosines), shape(batch, seq_len, heads, 32))],
          words="The new axes have the length 1; broadcast against half of x, they are those of batch and heads.",
          corrects="shape-cos", source="line 87, corrected")
def axes(shape): return Integer(len(shape))
doc.claim("shape-x", Lt(3, axes(shape(batch, seq_len, head_dim))), expect=REFUTED, fault="slip",
          source="line 90", same=True, words="The shape of the comment has an axis 3, counted from 0.",
          printed="d = x.shape[3] // 2 # x: (batch, seq_len, head_dim)")
doc.claim("shape-x-corrected", [Lt(3, axes(x_shape)), Eq(2*floor(x_shape[3]/2), head_dim)], corrects="shape-x",
          words="With an axis for heads it has, and this is head_dim, as the next lines need it.",
          source="line 90, corrected")

# A vector by its halves, the layout of the program; out is what the program makes of x at position m.  P puts the
# halves x1 and x2 into planes: P = [first, second], and P.T*v has the blocks first.T*v and second.T*v.
def halves(a, b): return BlockMatrix([[Stack(a, (i, 0, M - 1))], [Stack(b, (i, 0, M - 1))]])
def split(u): return halves(u[i], u[M + i])
def out(u, m):
    c, s = cos(sigma[i]*m), sin(sigma[i]*m)
    return halves(u[i]*c + u[M + i]*s, u[i]*-s + u[M + i]*c)
first, second = (BlockDiag(Matrix(column), (i, 0, M - 1)) for column in ((1, 0), (0, 1)))
P = BlockMatrix([[first, second]])
def RM_half(a):
    c, s = (BlockDiag(f(sigma[i]*a), (i, 0, M - 1)) for f in (cos, sin))
    return BlockMatrix([[c, -s], [s, c]])

doc.claim("d-halfdim", [Eq(floor(head_dim/2), 32), Eq(Stack(xs[l], (l, M, d - 1)), Stack(xs[M + j], (j, 0, M - 1))),
                        Eq(P*split(xs), Stack(Matrix([xs[j], xs[M + j]]), (j, 0, M - 1)))],
          words="Half of head_dim is 32; for every even dimension, the second half starts there, and entry j is paired "
                "with entry j + d, for the d of the program, M here.", source="lines 90 and 91")
doc.claim("d-halfdim-comment", Eq(floor(head_dim/2)/2, 32), expect=REFUTED, reading="d-halfdim",
          words="It is d/2, as the comment says: a matter of names, its d being head_dim, as in section 2.",
          source="line 91, with the d of line 90")
doc.remark("original-adjacent", "The original is said to pair adjacent entries, as section 2 does and the documents "
           "penote and refresher; LLaMA entry j with j + d/2.  The document stratos has only the second, for RoFormer "
           "as well.", source="line 91")
doc.claim("pairing-equivalent",
          [Eq(P.T*P, Identity(d)), Eq(P*RM_half(m)*P.T, RM(m)),
           Eq(BlockMatrix([[u.T*RM(m)*v for v in (first, second)] for u in (first, second)]), RM_half(m))],
          words="For every even d, half-split is adjacent pairing in another order of the entries: with P orthogonal, "
                "R_half is P.T R P, whose four blocks are the last line.", source="line 91")
def turned_four(pair, p): return BlockDiag(R(p*10000**(-2*i/4)), (i, 0, 1))*Stack(pair, (i, 0, 1))
def split_plane(u): return Matrix([u[i], u[i + 2]])
doc.claim("pairing-equivalent-same-vectors",
          Eq(inner(turned_four(split_plane(qs), p), turned_four(split_plane(ks), p_)),
             inner(turned_four(plane(qs), p), turned_four(plane(ks), p_))), expect=REFUTED,
          words="For the same query and the same key the scores are equal, here for d = 4; to be so, the order has to "
                "be changed in the projections that make them.", source="line 91, without P",
          reading="pairing-equivalent")
doc.remark("easier", "The second is called easier and more efficient.", source="line 91")
turned = Matrix([x1*cos(theta) + x2*sin(theta), x1*-sin(theta) + x2*cos(theta)])
doc.definition("y1", Eq(Matrix(symbols("y1 y2", real=True)), turned),
               words="What the program makes of a pair of entries.", source="lines 92 and 93")
def at(angle): return Matrix([r*cos(angle), r*sin(angle)])
doc.claim("clockwise", [Eq(turned, R(-theta)*x), Eq(R(-theta)*at(phi), at(phi - theta))], source="line 93",
          words="It rotates by -θ, clockwise; (6) of the document stratos turns the same halves counterclockwise.")
doc.claim("original-ccw", [Eq(Matrix([x1*cos(theta) + x2*-sin(theta), x1*sin(theta) + x2*cos(theta)]), R(theta)*x),
                           Eq(R(theta)*at(phi), at(phi + theta))], source="line 93",
          words="The variant of the original rotates by θ, counterclockwise.")
F = BlockDiag(Matrix([[1, 0], [0, -1]]), (i, 0, M - 1))
doc.claim("direction-equivalent", [Eq(F.T*F, Identity(d)), Eq(F.T*RM(m)*F, RM(-m)),
                                   Eq(inner(RM(-m)*(F*planes(qs)), RM(-n)*(F*planes(ks))),
                                      inner(RM(m)*planes(qs), RM(n)*planes(ks)))], source="line 93",
          words="For every even d, clockwise is counterclockwise with planes mirrored: F, which is orthogonal, changes "
                "the sign of all second entries, and mirrored vectors have the same scores.")
doc.claim("direction-equivalent-same-vectors", Eq(inner(R(-p)*q, R(-p_)*k), inner(R(p)*q, R(p_)*k)), expect=REFUTED,
          words="For the same query and the same key the scores are equal; but the sine changes its sign.",
          source="line 93, without F", reading="direction-equivalent")
half = broadcast(x_half, cosines)
doc.claim("cat-shape", [Eq(shape(half[0], half[1], half[2], half[3] + half[3]), x_shape), Eq(out(xs, m).shape[0], d)],
          words="The halves together have the shape of x, which has an axis for heads; for every even dimension they "
                "have as many entries.", source="line 94")
doc.claim("cat-halves", Eq(inner(split(xs), split(ys)), Sum(xs[l]*ys[l], (l, 0, d - 1))), source="line 94",
          words="The halves that line 91 takes apart are together all entries: products of two vectors put together "
                "are those of the vectors.")
turned_planes = RM(-m)*(P*split(xs))
doc.claim("code-is-block-rotation", [Eq(out(xs, m), BlockMatrix([[first.T*turned_planes], [second.T*turned_planes]])),
                                     Eq(P*out(xs, m), turned_planes)], source="lines 91 to 94",
          words="For every even d, the program puts the entries into planes, turns every plane by its angle clockwise, "
                "and puts them back, by P.T, whose two blocks are written out.")
doc.claim("code-relative", [Eq(inner(out(qs, m), out(ks, n)), inner(split(qs), out(ks, n - m))),
                            forall((m_, n_), Eq(inner(out(qs, m), out(ks, n)), inner(out(qs, m_), out(ks, n_))),
                                   Eq(m - n, m_ - n_))], source="section 3, implied",
          words="The score of what the program makes of query and key depends on m - n only: at equal differences it "
                "is equal.")
doc.claim("code-norm", Eq(norm(out(xs, m)), norm(split(xs))),
          words="The program keeps lengths.", source="section 3, implied")
