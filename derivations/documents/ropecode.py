"""Rotary Position Embedding: the claims of a post of 2025-11-29.

Section 2 shows that the score of a rotated query and a rotated key depends on the difference of
their positions only: a transposed rotation turns back, and angles add when rotations compose.
Every printed line is a step here.  The post proves it for one plane; the same lines stand here
for d/2 = M planes, M a symbol, with any real frequencies, of which the printed ones are a case.
Nothing in section 2 is misprinted.
"""

from sympy import Eq, Identity, IndexedBase, Matrix, Sum, Symbol, cos, sin, symbols

from derivations import BlockDiag, Document, Stack, inner, norm, scalar, step

# Positions may be any real numbers, not only naturals.
m, n, theta = symbols("m n theta", real=True)
q1, q2, k1, k2 = symbols("q1 q2 k1 k2", real=True)
q, k = Matrix([q1, q2]), Matrix([k1, k2])

# M = d/2 planes, counted from 0: plane i has the frequency sigma[i], and a vector u its two
# entries u[i, 0] and u[i, 1] there, which are its entries 2i and 2i + 1.
M, i = Symbol("M", integer=True, positive=True), Symbol("i", integer=True)
sigma = IndexedBase("sigma", real=True)
q_, k_ = IndexedBase("q", real=True), IndexedBase("k", real=True)

def planes(u): return Stack(Matrix([u[i, 0], u[i, 1]]), (i, 0, M - 1))  # a real vector of 2M entries
def RM(a): return BlockDiag(R(sigma[i]*a), (i, 0, M - 1))  # turns every plane i by sigma[i]*a


doc = Document("ropecode", title="Rotary Position Embedding", source="003_938db095c205c227.txt")

doc.section("1. Introduction")
doc.remark("empirical", "Learned and fixed absolute encodings perform alike; relative ones are slow at inference and "
           "complicate attention.", source="section 1")

doc.section("2. RoPE: Rotary Position Embedding")
R = doc.define("R", theta, Matrix([[cos(theta), -sin(theta)], [sin(theta), cos(theta)]]), label="R-def",
               words="The rotation of the plane by the angle θ.", source="proof, line 1")
doc.chain("R-transpose", R(theta).T,
          step(Matrix([[cos(theta), sin(theta)], [-sin(theta), cos(theta)]]), "rows become columns"),
          step(R(-theta), "the cosine is even, the sine odd"),
          words="A transposed rotation is the rotation back, shown by its entries.", source="proof, line 2")
doc.chain("product", R(m)*R(n),
          step(Matrix([[cos(m)*cos(n) - sin(m)*sin(n), -cos(m)*sin(n) - sin(m)*cos(n)],
                       [sin(m)*cos(n) + cos(m)*sin(n), -sin(m)*sin(n) + cos(m)*cos(n)]]),
               "the product, entry by entry"),
          step(R(m + n), "angle sums"),
          words="The angles of two rotations add when they compose.", source="proof, lines 3 to 5")
doc.chain("difference", R(m).T*R(n), step(R(-m)*R(n), "line 2"), step(R(n - m), "lines 3 to 5 with -m for m"),
          words="Turning back by m and then by n turns by n - m.", source="proof, line 6")
doc.claim("orthogonal", [Eq(R(theta).T*R(theta), Identity(2)), Eq(R(theta)*R(theta).T, Identity(2))],
          words="A rotation is orthogonal.", source="implied by line 6")
doc.chain("score", scalar((R(m)*q).T*(R(n)*k)),
          step(scalar(q.T*R(m).T*R(n)*k), "the transpose of a product"),
          step(scalar(q.T*R(n - m)*k), "line 6"),
          step(inner(q, k)*cos(n - m) + (q2*k1 - q1*k2)*sin(n - m), "written out; the post stops one line earlier"),
          words="The score of a query at m and a key at n depends on n - m only.", source="section 2, first display")
doc.claim("norm", Eq(norm(R(m)*q), norm(q)),
          words="A rotation keeps the length of a vector.", source="implied by line 6")

doc.remark("inherently-2D", "Rotations are made for the plane.", source="section 2, last paragraph")
base, size = Symbol("theta_base", positive=True), Symbol("d", integer=True, positive=True)
doc.definition("theta-i", words="The angle of plane i at position m is m times the base to the power -2i/d; the base "
               "is 10000 unless said otherwise.", source="section 2, last display")
doc.remark("near-far", "Planes with high frequencies see nearby positions, planes with low ones far positions.",
           source="section 2, last paragraph")

doc.section("2. RoPE, for d/2 planes")
doc.definition("planes-def", words="For d = 2M, the vector with entries u₂ᵢ and u₂ᵢ₊₁ in plane i = 0, ..., M - 1 is "
               "rotated in every plane by its own angle: σᵢ m at position m. The matrix of this is block "
               "diagonal. The frequencies σᵢ are any real numbers.", source="section 2, last paragraph")
doc.claim("blocks-transpose", Eq(RM(m).T, RM(-m)),
          words="Transposing turns every plane back.", source="line 2, for M planes")
doc.chain("blocks-product", RM(m)*RM(n),
          step(BlockDiag(R(sigma[i]*m)*R(sigma[i]*n), (i, 0, M - 1)), "block by block"),
          step(RM(m + n), "the angles of each block add"),
          words="Rotations of M planes compose by adding the positions.", source="lines 3 to 5, for M planes")
doc.chain("blocks-difference", RM(m).T*RM(n),
          step(RM(-m)*RM(n), "the transpose turns back"), step(RM(n - m), "the angles of each block add"),
          words="The difference of the positions is all that remains.", source="line 6, for M planes")
doc.claim("blocks-orthogonal", [Eq(RM(m).T*RM(m), Identity(2*M)), Eq(RM(m)*RM(m).T, Identity(2*M))],
          words="The rotation of M planes is orthogonal.", source="implied, for M planes")
doc.chain("blocks-score", scalar((RM(m)*planes(q_)).T*(RM(n)*planes(k_))),
          step(scalar(planes(q_).T*RM(m).T*RM(n)*planes(k_)), "the transpose of a product"),
          step(scalar(planes(q_).T*RM(n - m)*planes(k_)), "only n - m remains"),
          step(Sum((q_[i, 0]*k_[i, 0] + q_[i, 1]*k_[i, 1])*cos(sigma[i]*(n - m))
                   + (q_[i, 1]*k_[i, 0] - q_[i, 0]*k_[i, 1])*sin(sigma[i]*(n - m)), (i, 0, M - 1)),
               "each plane as before"),
          words="The score over M planes depends on n - m only, with a sine in every plane.",
          source="first display, for M planes")
doc.claim("blocks-norm", Eq(norm(RM(m)*planes(q_)), norm(planes(q_))),
          words="The rotation of M planes keeps the length of a vector.", source="implied, for M planes")

doc.section("3. Implementation")
doc.claim("inv-freq-formula", Eq(1/base**(2*i/size), base**-(2*i/size)),
          words="The frequencies of the program are those of section 2.", source="section 3, line 83")
doc.remark("original-adjacent", "Some programs pair adjacent entries, others entry j with entry j + d/2.",
           source="section 3, line 91")
doc.remark("easier", "The second is called easier and more efficient.", source="line 91")
turned = Matrix([q1*cos(theta) + q2*sin(theta), q1*-sin(theta) + q2*cos(theta)])
doc.definition("y1", Eq(Matrix(symbols("y1 y2", real=True)), turned),
               words="What the program makes of a pair of entries.", source="section 3, lines 92 and 93")
doc.claim("clockwise", Eq(turned, R(-theta)*q),
          words="It rotates clockwise.", source="section 3, line 93, comment")
doc.claim("original-ccw",
          Eq(Matrix([q1*cos(theta) + q2*-sin(theta), q1*sin(theta) + q2*cos(theta)]), R(theta)*q),
          words="The variant in the comment rotates counterclockwise.", source="section 3, line 93, comment")
doc.claim("code-relative", Eq(inner(RM(-m)*planes(q_), RM(-n)*planes(k_)), inner(planes(q_), RM(m - n)*planes(k_))),
          words="Turned clockwise, query and key have a score that depends on m - n only too; it is read "
          "pair by pair, for every number of pairs.", source="section 3, implied")
doc.claim("code-norm", Eq(norm(RM(-m)*planes(q_)), norm(planes(q_))),
          words="Turned clockwise, a vector keeps its length.", source="section 3, implied")
