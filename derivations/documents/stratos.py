"""Position Embedding, by Karl Stratos: sinusoidal and rotary embeddings, and the complex plane.

Sections 1 and 2 shift sinusoidal embeddings by a matrix and rotate queries and keys; appendix B builds the complex
inner product ⟨z, z'⟩ = z · conj(z'), and lemma C.1 carries the rotation over to it.  Where d = 2M, M is a symbol, and
the frequencies are any real numbers.

The copy that is followed has lost bars in (13) and in the lines on symmetry and linearity; they are restored, and the
lines as they read there are listed as readings.

Names are those of the paper, t_ is its t'; in it E and k mean one thing in section 1 and another from section 2 on.
Vectors whose entries are named by an index have an s: qs[l] is entry l of q.  Points of the plane and complex numbers
are tied together by C and C_inv; where angles are spoken of, z = |z|·e^(iθ) is the hypothesis, for which θ may be any
angle of z.
"""

from sympy import (
    Abs, BlockMatrix, Determinant, Eq, Function, I, Identity, IndexedBase, Integer, Matrix,
    MatrixSymbol, Ne, Q, Rational, Sum, arg, atan, atan2, conjugate, cos, exp, im, log, pi, re, sin,
    sqrt, symbols,
)

from derivations import (
    REFUTED, BlockDiag, Document, MatrixFamily, Stack, exists, forall, inner, norm, scalar, step,
)

# Positions are natural numbers; what holds for all real ones is claimed for these.
n, n_, m, m_ = symbols("t t' s s'", integer=True, nonnegative=True)
t, t_, k, theta, theta_, phi, Theta = symbols("t t' k theta theta' phi Theta", real=True)
x1, x2, y1, y2, q1, q2, k1, k2, u1, u2 = symbols("x1 x2 y1 y2 q1 q2 k1 k2 u1 u2", real=True)
z, z_, w, alpha, beta = symbols("z z' w alpha beta")
x, y, u = Matrix([x1, x2]), Matrix([y1, y2]), Matrix([u1, u2])

# d = 2M: M frequencies, and a vector u with the two entries u[l], u[M + l] in pair l.
M, l, d, j, p = symbols("M l d j p", integer=True, positive=True)  # noqa: E741
a = symbols("a", integer=True)
sigma, qs, ks = (IndexedBase(name, real=True) for name in ("sigma", "q", "k"))

def A(k): return Matrix([[cos(k), sin(k)], [-sin(k), cos(k)]])  # (8)
def C(u): return u[0] + u[1]*I                                  # appendix B.1
def C_inv(c): return Matrix([re(c), im(c)])
def pair(u, j, n): return Matrix([u[j], u[n + j]])              # section 2.2
def entries(v): return Matrix([scalar(Matrix([[1, 0]])*v), scalar(Matrix([[0, 1]])*v)])
def pairs(u, j, n): return Stack(pair(u, j, n), (j, 1, n))


doc = Document("stratos", title="Position Embedding", author="Karl Stratos", source="000_2aa5ae54c1551b7d.txt")

doc.section("1 Sinusoidal Embedding")
doc.definition("abs-embedding-def", source="section 1",
               words="An absolute position embedding maps each position to a vector of d real numbers.")
doc.definition("good-properties", source="section 1",
               words="A good one should have properties like these: values that behave well, say of bounded variance, "
                     "as bounded ones have; different values at different positions; and for each k one relation of "
                     "E(t + k) to E(t) at all t.")
doc.remark("prop3-generalizes", "The third property lets a model carry over to positions it has not seen.",
           source="section 1")

doc.section("1.1 Case d = 2")
E = doc.define("E", t, Matrix([sin(t), cos(t)]), label="eq1", words="The sinusoidal embedding.", source="(1)")
doc.claim("d2-bounded", [-1 <= sin(t), sin(t) <= 1, -1 <= cos(t), cos(t) <= 1],
          words="The values lie between -1 and 1.", source="§1.1, item 1")
P = symbols("P", positive=True)
no_less = [forall(P, sin(pi/2 + P) < sin(pi/2), P < 2*pi), forall(P, cos(0 + P) < cos(0), P < 2*pi)]
doc.claim("d2-frequency", [Eq(E(t + 2*pi), E(t)), *no_less], source="§1.1, item 1",
          words="For real t the values repeat after 2π and after nothing less, as π/2 and 0 show: the frequency is "
                "1/(2π).")
doc.claim("period-2pi", [Eq(sin(t + 2*pi), sin(t)), Eq(cos(t + 2*pi), cos(t)), *no_less], source="§1.1, item 2",
          words="2π is a period of sine and cosine, and nothing less is: not at π/2, and not at 0.")
doc.claim("two-pi-irrational", Ne(2*pi, a/p), source="§1.1, item 2", words="2π is irrational.")
doc.claim("never-repeat", Eq(n, n_), given=[Eq(E(n), E(n_))], source="§1.1, item 2",
          words="E(0), E(1), ... never repeat: equal embeddings are of one position.")
doc.claim("shift-matrix", Eq(E(t + k), A(k)*E(t)),
          words="Shifting by k is a matrix that depends on k only, that of (8).", source="§1.1, item 3")

doc.section("1.2 Case d = 2M")
doc.definition("eq2", Eq(MatrixFamily("E", (2, 1), l, t), Matrix([sin(sigma[l]*t), cos(sigma[l]*t)])),
               words="One embedding for each frequency.", source="(2)")

def E_M(t): return Stack(E(sigma[l]*t), (l, 1, M))

within = [-1 <= sin(sigma[l]*n), sin(sigma[l]*n) <= 1, -1 <= cos(sigma[l]*n), cos(sigma[l]*n) <= 1]
doc.claim("range-cube", [Eq(E_M(n).shape[0], 2*M), *within], given=[l <= M], source="§1.2",
          words="E(t) has 2M entries; all of them, the sines and cosines of σ_l t, lie between -1 and 1.")
s = symbols("sigma", positive=True)
doc.claim("block-frequency", [Eq(E(s*(t + 2*pi/s)), E(s*t)),
                              forall(P, sin(s*(pi/(2*s) + P)) < sin(s*(pi/(2*s))), s*P < 2*pi),
                              Eq(1/(2*pi/s), s/(2*pi))], source="§1.2, after (2)",
          words="For real t the block of a multiplier σ, which is positive as frequencies are, repeats after 2π/σ and "
                "after nothing less, no P with σP < 2π: its frequency, one over 2π/σ, is σ/(2π).")
doc.claim("still-good-bounded", [*within, Eq(inner(E_M(n), E_M(n)), M)], given=[l <= M], source="§1.2, property 1",
          words="All entries lie between -1 and 1, and the square of the length of E(t) is M, at every position.")
doc.claim("still-good-injective", Eq(n, n_), given=[Eq(E_M(n), E_M(n_)), forall(l, sigma[l] > 0, l <= M)],
          words="If E(t) = E(t'), then t = t', whatever the multipliers are, as long as they are positive.",
          source="§1.2, property 2", expect=REFUTED, fault="tacit",
          printed=r"Clearly $E(t) \in \mathbb{R}^d$ is still a “good” embedding")
doc.claim("still-good-injective-completed", Eq(n, n_), given=[Eq(E_M(n), E_M(n_)), Eq(sigma[1], 1)],
          completes="still-good-injective", source="§1.2, property 2, with the first multiplier of (3)",
          words="It is so with the first multiplier 1, as in (3).")
doc.claim("still-good-shift", Eq(E_M(t + k), BlockDiag(A(sigma[l]*k), (l, 1, M))*E_M(t)), source="§1.2, property 3",
          words="For every M, shifting by k is a block-diagonal matrix that depends on k only.")
base = symbols("beta", positive=True)
doc.claim("geometric-decay", [Eq(base**(l/M) / base**((l - 1)/M), base**(1/M)), 0 < base**(1/M), base**(1/M) < 1],
          given=[base < 1], source="§1.2, before (3)",
          words="The multipliers decay geometrically: neighbours have one ratio, between 0 and 1.")
doc.claim("eq3", [Eq(base**(0/M), 1), forall(l, base**(l/M) < base**((l - 1)/M), l < M),
                  base < base**((M - 1)/M)], given=[base < 1], source="(3)",
          words="The first multiplier is 1, each is greater than the next, and the last is greater than β.")
doc.claim("beta-popular", Eq(Rational("0.0001")**((l - 1)/M), 10000**(-(2*(l - 1)/(2*M)))), source="§1.2, after (3)",
          words="At β = 0.0001 they are the powers of 10000 with d = 2M that are used elsewhere.")
doc.remark("frequency-intuition", "Different frequencies tell short distances from long ones.",
           source="§1.2 and §2.2")

doc.section("2 Rotary Position Embeddings (RoPE)")
doc.definition("eq4", source="(4)", words="A relative position embedding makes the inner product of a query at t and "
                                          "a key at t' a function of t' - t.")
doc.remark("goal", "Inner products should feel relative distances.", source="section 2")

doc.section("2.1 Case d = 2")
q, k = Matrix([q1, q2]), Matrix([k1, k2])
R = doc.define("R", Theta, Matrix([[cos(Theta), -sin(Theta)], [sin(Theta), cos(Theta)]]),
               words="The rotation matrix.", source="(5)")

def E(u, t): return R(t)*u

doc.definition("rope-def", Eq(MatrixFamily("E", (2, 1), t), E(u, t)), words="A vector u at t is rotated by t.",
               source="§2.1, after (5)")
doc.claim("rope-achieves-4", Eq(inner(E(q, n), E(k, n_)), inner(E(q, m), E(k, m_))), given=[Eq(n_ - n, m_ - m)],
          source="§2.1, on (4)", words="For each q and k the scores at equal differences are equal: the score is a "
                                       "function F of t' - t, which may depend on q and k.")
doc.claim("rope-achieves-4-any-vectors", Eq(inner(E(q, n), E(k, n_)), inner(E(x, m), E(y, m_))), expect=REFUTED,
          given=[Eq(n_ - n, m_ - m)], source="§2.1, on (4), one F for all vectors", reading="rope-achieves-4",
          words="With one F for all vectors, scores at equal differences would be equal, whatever the vectors are.")
doc.claim("rotation-by-difference", Eq(inner(E(q, t), E(k, t_)), inner(q, E(k, t_ - t))),
          words="It is as if only the key had been turned, by t' - t.", source="§2.1")
r = symbols("r", nonnegative=True)
doc.claim("eq5", [Eq(E(Matrix([r*cos(theta), r*sin(theta)]), Theta),
                     Matrix([r*cos(theta + Theta), r*sin(theta + Theta)])), Eq(Determinant(R(Theta)), 1)],
          words="It turns counterclockwise: it adds Θ to the angle and keeps the length and the orientation.",
          source="(5)")
doc.claim("rotation-orthogonal", [Eq(R(Theta).T*R(Theta), Identity(2)), Eq(R(Theta)*R(Theta).T, Identity(2))],
          words="It is orthogonal.", source="§2.1")
doc.chain("score",
          inner(E(q, t), E(k, t_)),
          step(scalar(q.T*R(t).T*R(t_)*k), "the inner product written out", label="score-step1"),
          step(scalar(q.T*R(t_ - t)*k), "the rotation back and forth", label="score-step2"),
          step(inner(q, k)*cos(t_ - t) + (q2*k1 - q1*k2)*sin(t_ - t), "the entries of the rotation",
               label="score-step3"),
          words="The score of a query at t and a key at t' is a function of t' - t.", source="§2.1, displayed lines")
doc.claim("score-periodic", Eq(inner(q, E(k, t + 2*pi)), inner(q, E(k, t))), source="§2.1",
          words="As a function of a real difference, the score repeats when the difference grows by 2π.")
doc.claim("score-periodic-integers",
          exists(p, forall(a, Eq(inner(q, E(k, a + p)), inner(q, E(k, a))))),
          expect=REFUTED, reading="score-periodic",
          words="As a function of a whole number, the difference of two positions, it repeats after some number "
                "of steps, one at least.", source="§2.1, F on the integers as in (4)")
doc.claim("rotation-cancels", Eq(inner(E(q, t), E(k, t)), inner(q, k)),
          words="At equal positions the rotation cancels.", source="§2.1")

doc.section("2.1.1 Complex plane")
polar_z, polar_z_ = Eq(z, Abs(z)*exp(theta*I)), Eq(z_, Abs(z_)*exp(phi*I))
doc.claim("polar-z", [Eq(C(C_inv(z)), norm(C_inv(z))*exp(arg(z)*I))], given=[Ne(z, 0)], source="§2.1.1",
          words="A complex number other than 0, which has no angle, by its two coordinates, and by the length and the "
                "angle of its point.")
doc.claim("cis-is-rotation", Eq(C(entries(E(q, t))), C(q)*exp(t*I)),
          words="Rotating by t is multiplying by e to the ti.", source="§2.1.1")
E_C = doc.define("E_C", (z, t), z*exp(t*I), label="EC-def",
                 words="The embedding of a complex number z at t is z times e to the ti.", source="§2.1.1")
doc.claim("recover-q", Eq(E(q, t), C_inv(E_C(C(q), t))),
          words="The rotated query is the point of its complex embedding.", source="§2.1.1")
doc.claim("recover-k", Eq(E(k, t_), C_inv(E_C(C(k), t_))), words="So is the rotated key.", source="§2.1.1")
doc.chain("recover-inner",
          inner(E(q, t), E(k, t_)),
          step(inner(C_inv(E_C(C(q), t)), C_inv(E_C(C(k), t_))), "both points are those of complex embeddings"),
          step(re(inner(E_C(C(q), t), E_C(C(k), t_))),           "(16)"),
          words="The real score is the real part of the complex one.", source="§2.1.1")
doc.claim("sec211-exponent", Eq(inner(E_C(z, n), E_C(z_, n_)), inner(z, z_)*exp((n_ - n)*I)),
          words="The complex score as printed, with the difference of the positions reversed.", expect=REFUTED,
          fault="slip", source="§2.1.1, last line before the code",
          printed=r"$\langle E_{\mathbb{C}}(z, t), E_{\mathbb{C}}(z', t') \rangle = \langle z, z' \rangle e^{(t'-t)i}$")
doc.claim("sec211-exponent-corrected", Eq(inner(E_C(z, t), E_C(z_, t_)), inner(z, z_)*exp((t - t_)*I)),
          words="The complex score, with the exponent of (23): the second argument is conjugated.",
          source="§2.1.1, with the exponent of (23)", corrects="sec211-exponent")

# The comments print four decimals; q and k stand here to seven, t1 and t2 exactly.
def printed(number, decimals): return Abs(number - Rational(decimals)) <= Rational("0.00005")
def all_printed(numbers, decimals): return [printed(*each) for each in zip(numbers, decimals, strict=True)]
def parts(*numbers): return [part(c) for c in numbers for part in (re, im)]
def normals(a, b): return [sqrt(-2*log(1 - b/2**53))*f(2*pi*a/2**53) for f in (cos, sin)]

drawn = [*normals(Integer(8737460674931247), Integer(6375474555112640)),
         *normals(Integer(4137753702978299), Integer(8293357854227815))]
q_ = Matrix([Rational("1.5409961"), Rational("-0.2934289")])
k_ = Matrix([Rational("-2.1787894"), Rational("0.5684313")])
last = Rational("0.00000005")
t1, t2 = 7644169*pi/2**24, 10608339*pi/2**24
zq, zk = C(q_), C(k_)
doc.unstated("code-seed", "Seeded with 0, the generator draws four whole numbers below 2^53, for q and k, and two "
             "below 2^24, for t1 and t2; the next claims start from them.", source="§2.1.1, code, manual_seed",
             missing="bits of whole numbers, by which the generator is defined")
doc.claim("code-q-k", [*(y - last <= x for x, y in zip(drawn, [*q_, *k_], strict=True)),
                       *(x <= y + last for x, y in zip(drawn, [*q_, *k_], strict=True)),
                       *all_printed([*q_, *k_], ("1.5410", "-0.2934", "-2.1788", "0.5684"))],
          words="With two of the first four numbers, divided by 2^53, for a and b, sqrt(-2 log(1 - b)) times the "
                "cosine and the sine of 2πa are the entries of q, with the other two those of k: to seven decimals, "
                "and so to those that are printed.", source="§2.1.1, code, first comment")
doc.claim("code-zq-zk", all_printed(parts(zq, zk), ("1.5410", "-0.2934", "-2.1788", "0.5684")),
          words="The complex numbers of q and k.", source="§2.1.1, code, second comment")
doc.claim("code-t1-t2", all_printed([t1, t2], ("1.4314", "1.9864")), source="§2.1.1, code, third comment",
          words="The last two numbers, from 0 to 1 and times π, are t1 and t2.")
doc.claim("code-rotated", all_printed([*entries(E(q_, t1)), *entries(E(k_, t2))],
                                      ("0.5047", "1.4853", "0.3597", "-2.2228")),
          words="q and k rotated by t1 and t2.", source="§2.1.1, code, fourth comment")
doc.claim("code-rotated-c", all_printed(parts(E_C(zq, t1), E_C(zk, t2)), ("0.5047", "1.4853", "0.3597", "-2.2228")),
          words="Their complex numbers, multiplied.", source="§2.1.1, code, fifth comment")
doc.claim("code-dot", all_printed([inner(E(q_, t1), E(k_, t2)), inner(C_inv(E_C(zq, t1)), C_inv(E_C(zk, t2)))],
                                ("-3.1199", "-3.1199")),
          words="The inner product of the rotated vectors, by either way.",
          source="§2.1.1, code, first and second print")
doc.claim("code-inner", all_printed(parts(inner(E_C(zq, t1), E_C(zk, t2))), ("-3.1199", "1.6562")),
          words="The complex inner product.", source="§2.1.1, code, third print")
doc.claim("code-rotated-inner", all_printed(parts(E_C(inner(zq, zk), t1 - t2)), ("-3.1199", "1.6562")),
          words="The inner product before the rotations, turned by t1 - t2.", source="§2.1.1, code, last print")
doc.claim("code-verifies-claim", Eq(E_C(inner(z, z_), t - t_), inner(E_C(z, t), E_C(z_, t_))),
          words="The code compares the complex score with the right side of (23), turned by t - t'.",
          source="§2.1.1, code, last two prints")
doc.claim("code-verifies-claim-as-printed", Eq(E_C(inner(z, z_), t - t_), inner(z, z_)*exp((t_ - t)*I)),
          words="It is the right side of the line before it, whose exponent is corrected above.",
          expect=REFUTED, reading="code-verifies-claim", source="§2.1.1, code, last print, by the line before it")
doc.claim("code-vdot-comment", Eq(z*conjugate(z_), scalar(Matrix([z_]).H*Matrix([z]))),
          words="The inner product of the code is vdot with the arguments exchanged.", source="§2.1.1, code, comment")

doc.section("2.2 Case d = 2M")
doc.definition("pairs-def", source="§2.2",
               words="A vector of 2M entries is read as M pairs; pair l has the entries l and M + l.")
base = Rational("0.00001")
doc.claim("base-00001", Eq(base**((l - 1)/M), Rational("0.0001")**((l - 1)/M)), given=[l <= M],
          words="The multipliers of RoPE as printed, against those of the sinusoidal embedding, which "
                "they are said to be, with the 0.0001 of §1.2.", expect=REFUTED, fault="slip",
          source="§2.2, against (3)",
          printed=r"rotating $q^{(l)} \in \mathbb{R}^2$ by $(0.00001)^{\frac{l-1}{M}} t$")
doc.claim("base-00001-corrected", Eq(Rational("0.0001")**((l - 1)/M), 10000**(-(2*(l - 1)/(2*M)))), given=[l <= M],
          words="It is 0.0001, for 0.00001: then they are the powers of 10000 with d = 2M, which the documents "
                "ropecode and penote have as well.", source="§2.2, with the base of (3)", corrects="base-00001")
turned = forall(l, base**(l/M)*n < base**((l - 1)/M)*n, l < M)
doc.claim("progressively-smaller-completed", turned, given=[n >= 1], source="§2.2",
          words="From pair to pair the angles at t grow smaller, at every position t but 0, where all angles are 0.")
doc.claim("progressively-smaller", turned, expect=REFUTED, reading="progressively-smaller-completed",
          words="They do at every position, at 0 too.", source="§2.2, at 0 too")
doc.chain("rotation-expanded",
          R(Theta)*u,
          step(Matrix([cos(Theta)*u1 - sin(Theta)*u2, cos(Theta)*u2 + sin(Theta)*u1]), "the product, entry by entry"),
          step(cos(Theta)*u + sin(Theta)*Matrix([-u2, u1]),                            "cosines and sines apart"),
          words="A rotation as two multiples, of the vector and of the vector a quarter turn on.", source="§2.2")
doc.claim("sigma-range", [0 < base**((l - 1)/M), base**((l - 1)/M) <= 1], given=[l <= M], source="§2.2",
          words="The multipliers are greater than 0 and at most 1.")

# Vectors of 2M entries by their entries l and M + l: a ⊕ b; E(u, t), each pair rotated and put back; (6); (7).
def halves(a, b): return BlockMatrix([[Stack(a, (l, 1, M))], [Stack(b, (l, 1, M))]])
def E_M(u, t): return halves(*entries(R(sigma[l]*t)*pair(u, l, M)))
def C_inv_M(c): return halves(re(c), im(c))
def by_complex(u, t): return C_inv_M(C(pair(u, l, M))*exp(sigma[l]*t*I))
def by_entries(u, t):
    return (halves(cos(t*sigma[l])*u[l], cos(t*sigma[l])*u[M + l])
            + halves(sin(t*sigma[l])*-u[M + l], sin(t*sigma[l])*u[l]))

doc.claim("rope-2M-relative",
          Eq(inner(E_M(qs, t), E_M(ks, t_)),
             Sum((qs[l]*ks[l] + qs[M + l]*ks[M + l])*cos(sigma[l]*(t_ - t))
                 + (qs[M + l]*ks[l] - qs[l]*ks[M + l])*sin(sigma[l]*(t_ - t)), (l, 1, M))),
          words="For every M, the score is a function of t' - t, a cosine and a sine for each pair.",
          source="§2.2, implied by (4)")
doc.claim("eq6", [Eq(E_M(qs, t), by_entries(qs, t)), Eq(E_M(ks, t_), by_entries(ks, t_))], source="(6)",
          words="For every M, the M rotations by entrywise products, as they stand.")
doc.claim("eq6-pairs",
          Eq(BlockDiag(R(sigma[l]*t), (l, 1, M))*pairs(qs, l, M),
             Stack(Matrix([cos(t*sigma[l])*qs[l] + sin(t*sigma[l])*-qs[M + l],
                           cos(t*sigma[l])*qs[M + l] + sin(t*sigma[l])*qs[l]]), (l, 1, M))),
          words="The same pair by pair, the pairs one below another.", source="(6), pair by pair", reading="eq6")
cosines, sines = (BlockDiag(f(t*sigma[l]), (l, 1, M)) for f in (cos, sin))
doc.claim("eq6-rotation", Eq(E_M(qs, t), BlockMatrix([[cosines, -sines], [sines, cosines]])*halves(qs[l], qs[M + l])),
          words="The same as one rotation, whose four blocks of M rows are diagonal.", source="(6), as a matrix",
          reading="eq6")
doc.claim("eq7", [Eq(E_M(qs, t), by_complex(qs, t)), Eq(E_M(ks, t_), by_complex(ks, t_))], source="(7)",
          words="For every M, the M rotations by complex products.")
doc.claim("eq7-pairs", Eq(BlockDiag(R(sigma[l]*t), (l, 1, M))*pairs(qs, l, M),
                          Stack(C_inv(E_C(C(pair(qs, l, M)), sigma[l]*t)), (l, 1, M))),
          words="The same pair by pair, the pairs one below another.", source="(7), pair by pair", reading="eq7")
zs, zs_, ws = (IndexedBase(name) for name in ("z", "z'", "w"))
doc.claim("eq7-C-direction", Eq(Sum(1, (l, 1, M)), 2*M), source="§2.2, after (7)", expect=REFUTED, fault="slip",
          words="As printed, the values of C have 2M entries; they have one for each of the M pairs.",
          printed=r"$\mathcal{C} : \mathbb{C}^M \rightarrow \mathbb{R}^{2M}$ is a bijection like (18)")
doc.claim("eq7-C-direction-corrected", [Eq(Sum(1, (l, 1, M)), M),
                                        Eq(C_inv_M(C(pair(qs, l, M))), halves(qs[l], qs[M + l])),
                                        Eq(Stack(C(C_inv(zs[l])), (l, 1, M)), Stack(zs[l], (l, 1, M)))],
          words="C takes vectors of 2M real entries to vectors of M complex ones, and is a bijection.",
          source="§2.2, after (7), and (18)", corrects="eq7-C-direction")
doc.claim("eq6-eq7-equal", Eq(by_entries(qs, t), by_complex(qs, t)), source="§2.2, on (6) and (7)",
          words="Both ways compute the same.")
doc.remark("who-uses", "Of the implementations named one uses the complex form (7), the others, RoFormer among them, "
                       "the real form (6).  Both pair entry l with entry M + l; the document ropecode says that the "
                       "original pairs adjacent entries.", source="§2.2")
doc.remark("rope-generalizes", "RoPE is among the changes to the transformer that help across many tasks.",
           source="§2.2")

doc.section("A Trigonometry")
doc.remark("right-triangle", "Trigonometric functions take an angle of a right triangle to a ratio of its sides.",
           source="appendix A")
doc.definition("period-def", source="appendix A",
               words="The period of f is its least positive shift that changes nothing, its frequency one "
                     "over the period.")
doc.claim("sin-cos-bounded", [-1 <= sin(theta), sin(theta) <= 1, -1 <= cos(theta), cos(theta) <= 1],
          words="Sine and cosine lie between -1 and 1.", source="appendix A")
doc.claim("cofunction", Eq(cos(theta), sin(pi/2 - theta)), source="appendix A",
          words="The cosine of an angle is the sine of what is missing to a right angle.")
doc.claim("sin-cos-frequency", [Eq(sin(theta + 2*pi), sin(theta)), Eq(cos(theta + 2*pi), cos(theta)), *no_less],
          words="Sine and cosine have the period 2π, so the frequency 1/(2π).", source="appendix A")
f = Function("f", real=True)
doc.claim("frequency-scaling-there", Eq(f(theta + s*P), f(theta)),
          given=[forall(theta, Eq(f(s*(theta + P)), f(s*theta)))], source="appendix A",
          words="If P is a shift of g(θ) = f(σθ), σ positive, that changes nothing, so is σP of f,")
doc.claim("frequency-scaling-back", Eq(f(s*(theta + P)), f(s*theta)),
          given=[forall(theta, Eq(f(theta + s*P), f(theta)))], source="appendix A", words="and conversely.")
doc.group("frequency-scaling", ["frequency-scaling-there", "frequency-scaling-back"], source="appendix A",
          words="For positive σ the shifts of f(σθ) that change nothing are those of f divided by σ, so the least is; "
                "the frequency is multiplied by σ.")
s = symbols("sigma", real=True)
doc.claim("frequency-scaling-any", [0 < 2*pi/s, Eq(sin(s*(theta + 2*pi/s)), sin(s*theta))], expect=REFUTED,
          words="For any σ, where f is the sine: 2π/σ, the period of the sine over σ, is positive and changes nothing.",
          source="appendix A, σ of any sign", reading="frequency-scaling")
doc.claim("frequency-example", Eq(4*(1/(2*pi)), 2/pi), words="Four times the frequency of the sine.",
          source="appendix A")
doc.claim("eq8", Eq(Matrix([sin(theta + theta_), cos(theta + theta_)]), A(theta_)*Matrix([sin(theta), cos(theta)])),
          words="The sums of angles in sine and cosine, as a matrix.", source="(8)")

doc.section("B Complex Numbers")
doc.definition("i-squared", Eq(I**2, -1), words="The imaginary unit.", source="appendix B")
doc.claim("eq9", Eq(C(x) + C(y), x1 + y1 + (x2 + y2)*I), words="Sums, coordinate by coordinate.", source="(9)")
doc.claim("eq10", Eq(C(x)*C(y), x1*y1 - x2*y2 + (x1*y2 + x2*y1)*I), words="Products, written out.", source="(10)")

def plus(x, y): return Matrix([x[0] + y[0], x[1] + y[1]])                           # (9), on pairs
def times(x, y): return Matrix([x[0]*y[0] - x[1]*y[1], x[0]*y[1] + x[1]*y[0]])      # (10), on pairs

doc.claim("C-field-laws",
          [Eq(plus(x, y), plus(y, x)), Eq(plus(plus(x, y), u), plus(x, plus(y, u))),
           Eq(times(x, y), times(y, x)), Eq(times(times(x, y), u), times(x, times(y, u))),
           Eq(times(x, plus(y, u)), plus(times(x, y), times(x, u))), Eq(plus(x, Matrix([-x1, -x2])), Matrix([0, 0])),
           Eq(plus(x, Matrix([0, 0])), x), Eq(times(x, Matrix([1, 0])), x)], source="appendix B",
          words="Sums and products of pairs are associative, commutative and distributive, with 0, 1 and negatives.")
doc.claim("C-field-inverse", Eq(times(x, Matrix([x1/(x1**2 + x2**2), -x2/(x1**2 + x2**2)])), Matrix([1, 0])),
          given=[Ne(x1**2 + x2**2, 0)], source="appendix B",
          words="A pair other than (0, 0) has an inverse, its conjugate over the square of its length.")
doc.claim("C-field-quotient", Eq(1/z, conjugate(z)/Abs(z)**2), given=[Ne(z, 0)], source="appendix B",
          words="As complex numbers: the inverse is the conjugate over the square of the length.")
doc.group("C-field", ["C-field-laws", "C-field-inverse", "C-field-quotient"], source="appendix B",
          words="With (9) and (10) the complex numbers are a field.")
doc.definition("ReIm-def", source="appendix B", words="The real and the imaginary part of a + bi are a and b; the "
               "document refresher calls bi the imaginary part.")

doc.section("B.1 Complex Plane")
doc.claim("C-bijection", [Eq(C_inv(C(x)), x), Eq(C(C_inv(z)), z)], source="§B.1",
          words="Points and complex numbers correspond: there and back is the identity, both ways.")
doc.claim("angle-arctan", Eq(arg(C(x)), atan(x2/x1)), given=[x1 > 0], source="§B.1",
          words="The angle of x is the inverse tangent of x2/x1, to the right of the vertical axis; footnote 1 says "
                "that it is to be defined more carefully elsewhere.")
doc.claim("angle-arctan-anywhere", Eq(arg(C(x)), atan(x2/x1)), given=[Ne(x1, 0)], expect=REFUTED,
          words="It is so wherever the quotient is defined, to the left of the vertical axis too.",
          source="§B.1, without footnote 1", reading="angle-arctan")
angle = atan2(im(z), re(z))
doc.claim("footnote1", [Eq(re(z), norm(C_inv(z))*cos(angle)), Eq(im(z), norm(C_inv(z))*sin(angle)), Eq(arg(z), angle),
                        forall(P, Eq(atan2(P, 0), pi/2)), forall(P, Eq(atan2(-P, 0), -pi/2))],
          given=[Ne(z, 0)], source="footnote 1",
          words="atan2 is the angle of every point but 0, on the vertical axis too, where x1 = 0 would be divided by.")
at_angle = [Eq(x1, r*cos(theta)), Eq(x2, r*sin(theta))]
doc.claim("polar-length", Eq(norm(x), r), given=at_angle, source="§B.1",
          words="If r is at least 0, and x1 = r cos θ and x2 = r sin θ, then r is the length of x.")
doc.chain("polar",
          C(C_inv(z)),
          step(norm(C_inv(z))*cos(arg(z)) + I*norm(C_inv(z))*sin(arg(z)), "x1 = ‖x‖ cos θ and x2 = ‖x‖ sin θ",
               label="polar-step1"),
          step(norm(C_inv(z))*(cos(arg(z)) + I*sin(arg(z))), "take the length out", label="polar-step2"),
          step(norm(C_inv(z))*exp(I*arg(z)), "Euler's formula", label="polar-step3"),
          given=[Ne(z, 0)], source="§B.1",
          words="From rectangular to polar form, x being the point of a number z other than 0, and θ its angle.")
doc.claim("euler", Eq(exp(I*theta), cos(theta) + I*sin(theta)), words="Euler's formula.", source="§B.1")
doc.claim("eq11", Eq(z*z_, Abs(z)*Abs(z_)*exp((theta + phi)*I)), given=[polar_z, polar_z_],
          words="Products in polar form.", source="(11)")
doc.claim("eq11-eq10-agree",
          Eq(re(z)*re(z_) - im(z)*im(z_) + (re(z)*im(z_) + im(z)*re(z_))*I, Abs(z)*Abs(z_)*exp((theta + phi)*I)),
          given=[polar_z, polar_z_], source="§B.1, on (10) and (11)",
          words="The rectangular and the polar form of a product have the same value.")
doc.claim("lengths-multiply", Eq(Abs(z*z_), Abs(z)*Abs(z_)),
          words="The length of a product is the product of the lengths.", source="§B.1")
doc.claim("angles-add", Eq(z*z_, Abs(z*z_)*exp((theta + phi)*I)), given=[polar_z, polar_z_],
          words="If θ and φ are any angles of z and z', then θ + φ is an angle of the product.", source="§B.1")
doc.group("angles-add-lengths-multiply", ["lengths-multiply", "angles-add"], source="§B.1",
          words="Products add the angles and multiply the lengths.")
doc.claim("angles-add-principal", Eq(arg(z*z_), arg(z) + arg(z_)), given=[Ne(z, 0), Ne(z_, 0)], expect=REFUTED,
          words="The angle of a product as the sum of the angles, all in (-π, π], as atan2 has them.",
          source="§B.1, with footnote 1", reading="angles-add")
doc.claim("cis-rotates", Eq(C_inv(z*exp(Theta*I)), E(C_inv(z), Theta)),
          words="Multiplying by e to the iΘ rotates by Θ.", source="§B.1")
doc.claim("i-is-90deg", [Eq(I, exp(pi/2*I)), Eq(C_inv(I*z), E(C_inv(z), pi/2))],
          words="Multiplying by i is a quarter turn.", source="§B.1")
doc.definition("conj-def", Eq(conjugate(C(x)), x1 - x2*I), words="The conjugate.", source="§B.1")
doc.claim("conj-properties", [Eq(conjugate(z + w), conjugate(z) + conjugate(w)),
                              Eq(conjugate(z*w), conjugate(z)*conjugate(w)),
                              Eq(conjugate(conjugate(z)), z)],
          words="Conjugation respects sums and products and undoes itself.", source="§B.1")
doc.claim("conj-flip", Eq(C_inv(conjugate(z)), Matrix([[1, 0], [0, -1]])*C_inv(z)),
          words="It is the reflection in the horizontal axis.", source="§B.1")
doc.claim("conj-polar", Eq(conjugate(z), Abs(z)*exp(-theta*I)), given=[polar_z],
          words="In polar form it changes the sign of the angle.", source="§B.1")

doc.section("B.2 Complex Inner Product")
doc.chain("eq12",
          inner(C_inv(z), C_inv(z_)),
          step(re(z)*re(z_) + im(z)*im(z_),                       "entry by entry"),
          step(norm(C_inv(z))*norm(C_inv(z_))*cos(theta - phi),   "the polar forms of z and z'"),
          given=[polar_z, polar_z_], source="(12)",
          words="The real inner product of two points, by their lengths and the angle between them.")
doc.claim("eq13", Eq(C(x)*conjugate(C(y)), (x1*y1 + x2*y2) + (x2*y1 - x1*y2)*I), source="(13), the bar restored",
          words="The definition ⟨z, z'⟩ := z·conj(z'), against what (14) says of it.")
doc.claim("eq13-scanned", Eq(C(x)*C(y), (x1*y1 + x2*y2) + (x2*y1 - x1*y2)*I), source="(13), the bar lost",
          words="The definition as it reads in the copy, ⟨z, z'⟩ := zz', against (14).", expect=REFUTED, reading="eq13")
doc.claim("eq14", Eq(inner(C(x), C(y)), (x1*y1 + x2*y2) + (x2*y1 - x1*y2)*I), words="In coordinates.", source="(14)")
doc.claim("eq15", Eq(inner(z, z_), Abs(z)*Abs(z_)*exp((theta - phi)*I)), given=[polar_z, polar_z_],
          words="In polar form.", source="(15)")
doc.chain("conj-symmetry",
          inner(z, z_),
          step(z*conjugate(z_),                 "(13)", same=True),
          step(conjugate(conjugate(z)*z_),      "the conjugate of a product"),
          step(conjugate(inner(z_, z)),         "(13)"),
          words="Exchanging the arguments conjugates.", source="consequence 1, first line, bars restored")
doc.claim("conj-symmetry-scanned", [Eq(z*z_, conjugate(z*z_)), Eq(conjugate(z*z_), conjugate(z_*z))],
          words="The same line as it reads in the copy, all bars over single letters lost: ⟨z, z'⟩ is zz'.",
          source="consequence 1, first line, bars lost", expect=REFUTED, reading="conj-symmetry")
doc.chain("linearity-first",
          inner(alpha*z + beta*w, z_),
          step((alpha*z + beta*w)*conjugate(z_),               "(13)", same=True),
          step(alpha*z*conjugate(z_) + beta*w*conjugate(z_),   "multiply out"),
          step(alpha*inner(z, z_) + beta*inner(w, z_),         "(13)", same=True),
          words="It is linear in the first argument; w is the t of this line.",
          source="consequence 1, second line, bars restored")
doc.claim("linearity-first-scanned", Eq((alpha*z + beta*w)*z_, alpha*z*z_ + beta*w*z_), reading="linearity-first",
          words="The same line as it reads in the copy, where ⟨z, z'⟩ is zz'.",
          source="consequence 1, second line, bars lost")
doc.claim("positive", [Eq(inner(C(x), C(x)), x1**2 + x2**2), Eq(x1**2 + x2**2, norm(x)**2), norm(x)**2 >= 0],
          words="The inner product of a number with itself is the square of its length, and at least 0.",
          source="consequence 1, third line")
doc.claim("positive-semidefinite", [Eq(im(inner(z, z)), 0), re(inner(z, z)) >= 0], reading="positive",
          words="For z itself: it is real and at least 0.", source="consequence 1, third line")
doc.group("inner-product-axioms", ["conj-symmetry", "linearity-first", "positive"], source="consequence 1",
          words="It satisfies the three axioms as they are listed; of an inner product more than the third is asked, "
                "which is the next claim.")
doc.claim("inner-product-axioms-definite", inner(z, z) > 0, given=[Ne(z, 0)],
          words="It is definite, too: only 0 has the inner product 0 with itself.", source="consequence 1, third line",
          reading="inner-product-axioms")
doc.claim("induced-norm-laws", [Eq(sqrt(inner(z, z)), Abs(z)), Eq(im(sqrt(inner(z, z))), 0), sqrt(inner(z, z)) >= 0,
                                Eq(sqrt(inner(alpha*z, alpha*z)), Abs(alpha)*sqrt(inner(z, z))),
                                Abs(z + w) <= Abs(z) + Abs(w)], source="§B.2, after consequence 1",
          words="The induced norm is the modulus: real, at least 0, it takes factors out by their modulus, and "
                "that of a sum is at most the sum.")
doc.claim("induced-norm-definite", sqrt(inner(z, z)) > 0, given=[Ne(z, 0)],
          words="It is 0 at 0 only.", source="§B.2, after consequence 1")
doc.group("induced-norm", ["induced-norm-laws", "induced-norm-definite"], source="§B.2, after consequence 1",
          words="The inner product induces a real-valued norm.")
doc.claim("eq16", Eq(inner(x, y), re(inner(C(x), C(y)))),
          words="The real inner product is the real part of the complex one.", source="(16)")
doc.claim("eq17", Eq(inner(z, z_), Abs(z)*Abs(z_)*cos(theta - phi) + Abs(z)*Abs(z_)*sin(theta - phi)*I),
          given=[polar_z, polar_z_],
          words="Euler's formula in the polar form of the inner product.", source="(17)")
doc.claim("re-alignment", [Eq(re(inner(z, z_)), Abs(z)*Abs(z_)*cos(theta - phi)),
                           Eq(re(inner(z, z_)), inner(C_inv(z), C_inv(z_)))], given=[polar_z, polar_z_],
          words="The first brace: the real part measures how far two points are aligned.",
          source="(17), first brace")
doc.claim("eq17-im-brace", Eq(im(inner(z, z_)), Abs(z)*Abs(z_)*sin(theta - phi)*I), given=[polar_z, polar_z_],
          words="The second brace as printed, a matter of typography: it includes the factor i, so that the imaginary "
                "part, a real number, has one.", source="(17), second brace", expect=REFUTED, fault="slip",
          printed=r"\underbrace{\|x\| \|y\| \sin(\theta - \phi) i}_{\mathbf{Im}(\langle z, z' \rangle)}")
doc.claim("eq17-im-brace-corrected", Eq(im(inner(z, z_)), Abs(z)*Abs(z_)*sin(theta - phi)), given=[polar_z, polar_z_],
          words="The imaginary part has no factor i.",
          source="(17), second brace without i", corrects="eq17-im-brace")
doc.claim("im-signed-area", Eq(im(inner(C(x), C(y))), Determinant(Matrix([[y1, x1], [y2, x2]]))),
          words="The imaginary part is the area of the parallelogram, with the sign of the turn from y to x, as in "
                "sin(θ - φ).", source="§B.2, second item")
doc.claim("im-signed-area-from-x", Eq(im(inner(C(x), C(y))), Determinant(Matrix([[x1, y1], [x2, y2]]))),
          words="The same with the sign of the turn from x to y, the order in which the text names them.",
          source="§B.2, second item", expect=REFUTED, reading="im-signed-area")

# Footnote 2: x and y with lengths r, s and angles θ, φ; foot is the point of the span of y that is nearest to x.
r, s = symbols("r s", positive=True)
c = symbols("c", real=True)
x_r, y_s = Matrix([r*cos(theta), r*sin(theta)]), Matrix([s*cos(phi), s*sin(phi)])
foot = r*cos(theta - phi)/s*y_s
L = norm(x_r - foot)
doc.claim("footnote2-distance", Eq(norm(x_r - c*y_s)**2, L**2 + (c - r*cos(theta - phi)/s)**2*norm(y_s)**2),
          words="No point of the span of y is nearer to x than the foot of the perpendicular: L is the shortest "
                "distance.", source="footnote 2")
doc.claim("footnote2", [Eq(sin(theta - phi), L/norm(x_r)), Eq(norm(x_r)*norm(y_s)*sin(theta - phi), L*norm(y_s))],
          words="The sine is the distance of x from the line through y over the length of x; r and s are the lengths "
                "of x and y.  But a sine has a sign, and a distance has none.", source="footnote 2",
          expect=REFUTED, fault="slip",
          printed=r"Since $\sin(\theta - \phi) = \frac{L}{\|x\|}$, $\|x\| \|y\| \sin(\theta - \phi) = L \|y\|$.")
doc.claim("footnote2-corrected", [Eq(Abs(sin(theta - phi)), L/norm(x_r)),
                                  Eq(norm(x_r)*norm(y_s)*Abs(sin(theta - phi)), L*norm(y_s))],
          words="Its absolute value is.", source="footnote 2, without sign", corrects="footnote2")

doc.section("B.2.1 Multi-dimensional complex inner product")
xs, ys = (IndexedBase(name, real=True) for name in ("x", "y"))
c1, c2 = symbols("c1 c2", real=True)

def vector(u, d=d): return Stack(u[j], (j, 1, d))      # of the entries u[1], ..., u[d]
def C_d(u): return Stack(C(pair(u, j, d)), (j, 1, d))  # (18)

z_d, z_d_, w_d = vector(zs), vector(zs_), vector(ws)
x_2d, y_2d = vector(xs, 2*d), vector(ys, 2*d)

doc.chain("cd-inner",
          inner(z_d, z_d_),
          step(Sum(zs[j]*conjugate(zs_[j]), (j, 1, d)),   "entry by entry"),
          step(scalar(z_d_.H*z_d),                        "a row times a column"),
          words="The complex inner product of two vectors, for every d.", source="§B.2.1")
doc.claim("cd-symmetry", Eq(inner(z_d, z_d_), conjugate(inner(z_d_, z_d))),
          words="Exchanging the arguments conjugates, for every d.", source="§B.2.1, axioms")
doc.claim("cd-linearity", Eq(inner(alpha*z_d + beta*w_d, z_d_), alpha*inner(z_d, z_d_) + beta*inner(w_d, z_d_)),
          words="It is linear in the first argument, for every d.", source="§B.2.1, axioms")
doc.claim("cd-positive", [Eq(im(inner(z_d, z_d)), 0), inner(z_d, z_d) >= 0], source="§B.2.1, axioms",
          words="The inner product of a vector with itself is real and at least 0, for every d.")
doc.group("cd-axioms", ["cd-symmetry", "cd-linearity", "cd-positive"], source="§B.2.1",
          words="The axioms of an inner product, as consequence 1 lists them, hold for vectors.")
i, e = symbols("i e", integer=True, nonnegative=True)
squares = Sum(Abs(zs[j])**2, (j, 1, i + 1 + e))
doc.claim("cd-definite", [Eq(inner(vector(zs, i + 1 + e), vector(zs, i + 1 + e)), squares), squares > 0],
          words="Moreover, only 0 has the inner product 0 with itself: it is positive if any entry is not 0, "
                "entry i + 1 of d = i + 1 + e.", given=[Ne(zs[i + 1], 0)], source="§B.2.1, axioms", reading="cd-axioms")
doc.claim("cd-norm", [Eq(norm(z_d), sqrt(inner(z_d, z_d))), norm(z_d) >= 0, Eq(norm(alpha*z_d), Abs(alpha)*norm(z_d))],
          words="The induced norm is at least 0 and takes factors out by their modulus, for every d.",
          source="§B.2.1, axioms", reading="induced-norm")
doc.claim("cd-real-part", Eq(re(inner(C_d(xs), C_d(ys))), inner(x_2d, y_2d)),
          words="The real inner product is the real part of the complex one, for every d.", source="§B.2.1")
doc.claim("eq18", [Eq(re(C(pair(xs, j, d))), xs[j]),
                   Eq(im(C(pair(xs, j, d))), xs[d + j]),
                   Eq(Stack(C(C_inv(zs[j])), (j, 1, d)), z_d)],
          words="Real vectors of 2d entries and complex ones of d entries correspond: the entries can "
                "be read off, and every complex vector arises.", source="(18)")
doc.claim("eq18-linear", Eq(Stack(c1*xs[j] + c2*ys[j] + (c1*xs[d + j] + c2*ys[d + j])*I, (j, 1, d)),
                            c1*C_d(xs) + c2*C_d(ys)),
          words="The correspondence respects sums and real multiples.", source="(18)", reading="eq18")
doc.claim("eq18-norm", Eq(norm(C_d(xs)), norm(x_2d)), words="It keeps lengths.", source="(18)", reading="eq18")

def C_next(u): return Stack(u[2*j - 1] + u[2*j]*I, (j, 1, d))

doc.claim("other-bijections", [Eq(re(inner(C_next(xs), C_next(ys))), inner(x_2d, y_2d)),
                               Eq(re(xs[2*j - 1] + xs[2*j]*I), xs[2*j - 1]), Eq(im(xs[2*j - 1] + xs[2*j]*I), xs[2*j])],
          words="So it is where consecutive entries are grouped, from which they can be read off as well.",
          source="§B.2.1, in brackets")
P1, P2 = MatrixSymbol("P1", d, 2*d), MatrixSymbol("P2", d, 2*d)
x_v, y_v = MatrixSymbol("x", 2*d, 1), MatrixSymbol("y", 2*d, 1)
doc.chain("other-bijections-every",
          re(inner(P1*x_v + I*P2*x_v, P1*y_v + I*P2*y_v)),
          step(scalar(y_v.T*P1.T*P1*x_v) + scalar(y_v.T*P2.T*P2*x_v), "real and imaginary parts"),
          step(scalar(y_v.T*x_v),                                    "the columns of P1 over P2 are orthonormal"),
          step(inner(x_v, y_v),                                      "the inner product written out"),
          given=[Eq(P1.T*P1 + P2.T*P2, Identity(2*d)), *(Q.real_elements(v) for v in (P1, P2, x_v, y_v))],
          words="So it is for every grouping: P1 and P2 take the real and the imaginary parts from x; that each entry "
                "is taken once is the hypothesis.",
          source="§B.2.1, in brackets, every grouping", reading="other-bijections")

# Vectors in polar form: entry j has the length r[j] and the angle theta[j].
rs, ss = (IndexedBase(name, nonnegative=True) for name in ("r", "s"))
thetas, phis = (IndexedBase(name, real=True) for name in ("theta", "phi"))
u_d, v_d = (Stack(length[j]*exp(angle[j]*I), (j, 1, d)) for length, angle in ((rs, thetas), (ss, phis)))
doc.claim("cd-polar", Eq(inner(u_d, v_d), Sum(rs[j]*ss[j]*exp((thetas[j] - phis[j])*I), (j, 1, d))),
          words="The inner product of two vectors whose entries are in polar form, for every d.",
          source="(15), on d entries", reading="eq15")
doc.claim("cd-cosine-sine", Eq(inner(u_d, v_d), Sum(rs[j]*ss[j]*cos(thetas[j] - phis[j]), (j, 1, d))
                               + Sum(rs[j]*ss[j]*sin(thetas[j] - phis[j]), (j, 1, d))*I),
          words="Its real and its imaginary part, for every d.", source="(17), on d entries", reading="eq17")

# (19) for d = 2, between vectors of four real entries.
x3, x4, y3, y4 = symbols("x3 x4 y3 y4", real=True)
a, b = symbols("a b", nonnegative=True)
x_4, y_4 = Matrix([x1, x2, x3, x4]), Matrix([y1, y2, y3, y4])
z_2, z_2_ = Matrix([x1 + x3*I, x2 + x4*I]), Matrix([y1 + y3*I, y2 + y4*I])
doc.claim("eq19", Eq(inner(z_2, z_2_), inner(x_4, y_4) + a*b*sin(theta - phi)*I),
          given=[Eq(a, norm(x_4)), Eq(b, norm(y_4)), Eq(inner(x_4, y_4), a*b*cos(theta - phi))],
          words="As printed, for d = 2: the imaginary part as an area in four dimensions, a and b being "
                "the lengths of x and y, and θ - φ the angle between them.", source="(19), at d = 2",
          expect=REFUTED, fault="false",
          printed=r"\underbrace{\|x\| \|y\| \sin(\theta - \phi)}_{\text{signed area of parallelogram}} i \quad (19)")
doc.claim("eq19-corrected", Eq(inner(C_d(xs), C_d(ys)),
                               inner(x_2d, y_2d) + Sum(xs[d + j]*ys[j] - xs[j]*ys[d + j], (j, 1, d))*I),
          words="For every d: the imaginary part is the sum of the signed areas in the d planes.",
          source="(19), corrected", corrects="eq19")
doc.claim("eq19-any-sign", Eq(im(inner(C_d(xs), C_d(ys)))**2, norm(x_2d)**2*norm(y_2d)**2 - inner(x_2d, y_2d)**2),
          words="At least in size the imaginary part is the area of the parallelogram of x and y.",
          source="(19), squared",
          expect=REFUTED, reading="eq19")
doc.claim("eq19-plane", Eq(im(inner(C(x), C(y)))**2, norm(x)**2*norm(y)**2 - inner(x, y)**2),
          words="At d = 1, where (19) is (17), it is that area, but for its sign.",
          source="(19), at d = 1, squared", reading="eq19")
us, vs = IndexedBase("u"), IndexedBase("v")
u_, v_ = vector(us), vector(vs)
doc.claim("footnote3-vdot", [Eq(scalar(u_.H*v_), Sum(conjugate(us[j])*vs[j], (j, 1, d))),
                             Eq(scalar(u_.H*v_), conjugate(inner(u_, v_))), Eq(scalar(u_.H*v_), inner(v_, u_))],
          words="vdot(u, v), which conjugates the entries of u, is the conjugate of the inner product of u and v, and "
                "so that of v and u, for every d.", source="footnote 3")
u_, v_ = MatrixSymbol("u", d, 1), MatrixSymbol("v", d, 1)
doc.claim("footnote3-real", Eq(scalar(u_.H*v_), scalar(u_.T*v_)), given=[Q.real_elements(u_), Q.real_elements(v_)],
          words="On real vectors it is the real dot product.", source="footnote 3")

doc.section("C Lemmas")
doc.claim("C1-setup", Eq(R(Theta).shape[1], 1), expect=REFUTED, fault="slip", source="lemma C.1",
          words="As printed, R is in R², which has one column; the matrix (5) has two.",
          printed=r"$R_\Theta \in \mathbb{R}^2$ is the rotation matrix (5)")
doc.claim("C1-setup-corrected", [Eq(E(Matrix([1, 0]), Theta), Matrix([cos(Theta), sin(Theta)])),
                                 Eq(E(Matrix([0, 1]), Theta), Matrix([-sin(Theta), cos(Theta)])),
                                 Eq(norm(E(q, t)), norm(q)), Eq(norm(E(k, t_)), norm(k))], corrects="C1-setup",
          words="R is in R^(2x2): its columns are what it makes of (1, 0) and of (0, 1).  The rotations q(t) and k(t') "
                "are of q and k, printed in the other order, and have their lengths.", source="lemma C.1, R in R^(2x2)")
doc.claim("eq20", Eq(E(q, t), C_inv(E_C(C(q), t))),
          words="The rotated query is the point of z turned by t.", source="(20)")
doc.claim("eq21", Eq(E(k, t), C_inv(E_C(C(k), t))), source="(21)",
          words="The key turned by its own argument t is the point of z' turned by t.")
doc.claim("eq21-setup", Eq(E(k, t_), C_inv(E_C(C(k), t))), expect=REFUTED, fault="slip", source="lemma C.1, on (21)",
          words="In the lemma as printed, k(t) is the key turned by t', and (21) says that it is z' turned by t.",
          printed=r"$k(t) = R_{t'} k \in \mathbb{R}^2$")
doc.claim("eq21-setup-corrected", Eq(E(k, t_), C_inv(E_C(C(k), t_))), corrects="eq21-setup",
          words="What it turns by t' is k(t'), as in (22).", source="lemma C.1, with k(t') for k(t)")
doc.claim("eq22", Eq(inner(E(q, t), E(k, t_)), re(inner(E_C(C(q), t), E_C(C(k), t_)))),
          words="The real score is the real part of the complex one.", source="(22)")
doc.claim("eq23", Eq(inner(E_C(z, t), E_C(z_, t_)), inner(z, z_)*exp((t - t_)*I)),
          words="Turning the arguments by t and t' turns their inner product by t - t'.", source="(23)")
q_t, k_t = MatrixSymbol("q_t", 2, 1), MatrixSymbol("k_t'", 2, 1)
doc.claim("C1-logic-20", Eq(u, C_inv(E_C(z, t))), given=[Eq(C(u), E_C(z, t))],
          words="(20) and (21) are immediate: a point whose complex number is z times e to the ti, as that of the "
                "rotated point is, is the point of z(t).", source="proof of lemma C.1, first sentence")
doc.claim("C1-logic-16", Eq(inner(q_t, k_t), re(inner(E_C(z, t), E_C(z_, t_)))),
          given=[Eq(q_t, C_inv(E_C(z, t))), Eq(k_t, C_inv(E_C(z_, t_)))], source="proof of lemma C.1, second sentence",
          words="(22) follows from (20) and (21) alone, as (16) says: whatever the points of z(t) and z'(t') are.")
doc.group("C1-logic", ["cis-is-rotation", "C1-logic-20", "eq20", "eq21", "C1-logic-16"],
          source="proof of lemma C.1",
          words="(20) and (21) follow, since rotating is multiplying by e to the ti, and (22) by (16).")
doc.chain("eq23-proof",
          inner(E_C(z, t), E_C(z_, t_)),
          step(inner(Abs(z)*exp((theta + t)*I), Abs(z_)*exp((phi + t_)*I)),      "polar forms"),
          step((Abs(z)*exp((theta + t)*I))*(Abs(z_)*exp(-(phi + t_)*I)),         "(13), the second factor conjugated"),
          step(Abs(z)*Abs(z_)*exp((theta - phi)*I)*exp((t - t_)*I),              "collect the exponents"),
          step(inner(z, z_)*exp((t - t_)*I),                                     "(15)"),
          given=[polar_z, polar_z_], source="proof of lemma C.1",
          words="The printed proof of (23), through the polar forms of z and z'.")
doc.claim("eq23-d", Eq(inner(exp(t*I)*z_d, exp(t_*I)*z_d_), inner(z_d, z_d_)*exp((t - t_)*I)),
          words="The same for vectors, for every d.", source="(23), on d entries", reading="eq23")
doc.chain("eq23-d-proof",
          inner(exp(t*I)*u_d, exp(t_*I)*v_d),
          step(inner(Stack(rs[j]*exp((thetas[j] + t)*I), (j, 1, d)), Stack(ss[j]*exp((phis[j] + t_)*I), (j, 1, d))),
               "polar forms"),
          step(Sum((rs[j]*exp((thetas[j] + t)*I))*(ss[j]*exp(-(phis[j] + t_)*I)), (j, 1, d)),
               "the second factors conjugated"),
          step(Sum(rs[j]*ss[j]*exp((thetas[j] - phis[j])*I)*exp((t - t_)*I), (j, 1, d)), "collect the exponents"),
          step(inner(u_d, v_d)*exp((t - t_)*I), "(15); the last factor is the same in all terms"),
          words="The printed proof of (23), for vectors in polar form, for every d.",
          source="proof of lemma C.1, on d entries", reading="eq23-proof")

def E_d(u, t): return BlockDiag(R(t), (j, 1, d))*pairs(u, j, d)  # every pair turned by t

doc.claim("eq20-d", Eq(E_d(xs, t), Stack(C_inv(E_C(C(pair(xs, j, d)), t)), (j, 1, d))), reading="eq20",
          words="Rotating all pairs by t is multiplying the complex vector by e to the ti, for every d.",
          source="(20), on d entries")
doc.claim("eq22-d", Eq(inner(E_d(xs, t), E_d(ys, t_)), re(inner(exp(t*I)*C_d(xs), exp(t_*I)*C_d(ys)))),
          words="The real score is the real part of the complex one, for every d.", source="(22), on d entries",
          reading="eq22")
