"""Position Embedding, by Karl Stratos: sinusoidal and rotary embeddings, and the complex plane.

Sections 1 and 2 shift sinusoidal embeddings by a matrix and rotate queries and keys; appendix B builds the complex
inner product ⟨z, z'⟩ = z · conj(z'), and lemma C.1 carries the rotation over to it.  Where d = 2M, M is a symbol, and
the frequencies are any real numbers.

Misprinted, each standing as printed beside its correction:

    §2.1.1    the exponent (t' - t)i, which by (23) is (t - t')i
    §2.2      the base is 0.00001, in (3), which it refers to, 0.0001
    (13)      the bar over z' is lost in the copy that is followed, and in the lines on symmetry and linearity
    (17)      the brace under the imaginary part includes the factor i
    (19)      the imaginary part is no parallelogram of two vectors unless d = 1
    (21)      k(t) is turned by t', z'(t) by t
    §B.1      angles of products add up to multiples of 2π only

Names are those of the paper, t_ is its t'; in it E and k mean one thing in section 1 and another from section 2 on.
Vectors whose entries are named by an index have an s: qs[l] is entry l of q.  Points of the plane and complex numbers
are tied together by C and C_inv; where angles are spoken of, z = |z|·e^(iθ) is the hypothesis, for which θ may be any
angle of z.
"""

from sympy import (
    Abs, Determinant, Eq, I, Identity, IndexedBase, Matrix, Ne, Rational, Sum,
    arg, conjugate, cos, exp, im, pi, re, sin, sqrt, symbols,
)

from derivations import REFUTED, BlockDiag, Document, MatrixFamily, Stack, inner, norm, scalar, step

# Positions may be any real numbers, angles too.
t, t_, k, theta, theta_, phi, Theta = symbols("t t' k theta theta' phi Theta", real=True)
x1, x2, y1, y2, q1, q2, k1, k2, u1, u2 = symbols("x1 x2 y1 y2 q1 q2 k1 k2 u1 u2", real=True)
z, z_, w, alpha, beta = symbols("z z' w alpha beta")
x, y, u = Matrix([x1, x2]), Matrix([y1, y2]), Matrix([u1, u2])

# d = 2M: M frequencies, and a vector u with the two entries u[l], u[M + l] in pair l.
M, l, d, j = symbols("M l d j", integer=True, positive=True)  # noqa: E741
sigma, qs, ks = (IndexedBase(name, real=True) for name in ("sigma", "q", "k"))

def A(k): return Matrix([[cos(k), sin(k)], [-sin(k), cos(k)]])  # (8)
def C(u): return u[0] + u[1]*I                                  # appendix B.1
def C_inv(c): return Matrix([re(c), im(c)])
def pair(u, j, n): return Matrix([u[j], u[n + j]])              # section 2.2
def pairs(u, j, n): return Stack(pair(u, j, n), (j, 1, n))


doc = Document("stratos", title="Position Embedding", author="Karl Stratos", source="000_2aa5ae54c1551b7d.txt")

doc.section("1 Sinusoidal Embedding")
doc.definition("abs-embedding-def", source="section 1",
               words="An absolute position embedding maps each position to a vector of d real numbers.")
doc.definition("good-properties", source="section 1",
               words="It is good if its values are bounded, differ at different positions, and E(t + k) "
                     "arises from E(t) in a way that depends on k only.")
doc.remark("prop3-generalizes", "The third property lets a model carry over to positions it has not seen.",
           source="section 1")

doc.section("1.1 Case d = 2")
E = doc.define("E", t, Matrix([sin(t), cos(t)]), label="eq1", words="The sinusoidal embedding.", source="(1)")
doc.claim("shift-matrix", Eq(E(t + k), A(k)*E(t)),
          words="Shifting by k is a matrix that depends on k only.", source="§1.1, item 3")

doc.section("1.2 Case d = 2M")
doc.definition("eq2", Eq(MatrixFamily("E", (2, 1), l, t), Matrix([sin(sigma[l]*t), cos(sigma[l]*t)])),
               words="One embedding for each frequency.", source="(2)")

def E_M(t): return Stack(E(sigma[l]*t), (l, 1, M))

doc.claim("still-good-shift", Eq(E_M(t + k), BlockDiag(A(sigma[l]*k), (l, 1, M))*E_M(t)),
          words="For every M, shifting by k is a block-diagonal matrix that depends on k only.", source="§1.2")
doc.claim("still-good-bounded", Eq(inner(E_M(t), E_M(t)), M),
          words="The square of the length of E(t) is M, at every position.", source="§1.2")
base = symbols("beta", positive=True)
doc.claim("geometric-decay", Eq(base**(l/M) / base**((l - 1)/M), base**(1/M)),
          words="The multipliers decay geometrically: neighbours have one ratio.", source="§1.2, before (3)")
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
R = doc.define("R", Theta, Matrix([[cos(Theta), -sin(Theta)], [sin(Theta), cos(Theta)]]), label="eq5",
               words="The rotation matrix.", source="(5)")

def E(u, t): return R(t)*u

doc.claim("rotation-orthogonal", [Eq(R(Theta).T*R(Theta), Identity(2)), Eq(R(Theta)*R(Theta).T, Identity(2))],
          words="It is orthogonal.", source="§2.1")
doc.chain("score",
          inner(E(q, t), E(k, t_)),
          step(scalar(q.T*R(t).T*R(t_)*k),                            "the inner product written out"),
          step(scalar(q.T*R(t_ - t)*k),                               "the rotation back and forth"),
          step(inner(q, k)*cos(t_ - t) + (q2*k1 - q1*k2)*sin(t_ - t), "the entries of the rotation"),
          words="The score of a query at t and a key at t' is a function of t' - t.", source="§2.1, displayed lines")
doc.claim("rotation-by-difference", Eq(inner(E(q, t), E(k, t_)), inner(q, E(k, t_ - t))),
          words="It is as if only the key had been turned, by t' - t.", source="§2.1")
doc.claim("score-periodic", Eq(inner(q, E(k, t + 2*pi)), inner(q, E(k, t))),
          words="The score repeats when the difference grows by 2π.", source="§2.1")
doc.claim("rotation-cancels", Eq(inner(E(q, t), E(k, t)), inner(q, k)),
          words="At equal positions the rotation cancels.", source="§2.1")

doc.section("2.1.1 Complex plane")
polar_z, polar_z_ = Eq(z, Abs(z)*exp(theta*I)), Eq(z_, Abs(z_)*exp(phi*I))
doc.claim("polar-z", [Eq(C(C_inv(z)), Abs(z)*exp(theta*I)), Eq(Abs(z), norm(C_inv(z)))], given=[polar_z],
          words="A complex number by its two coordinates, and by length and angle; its modulus is the "
                "length of its point.", source="§2.1.1")
doc.claim("cis-is-rotation", Eq(E(q, t), C_inv(C(q)*exp(t*I))),
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
doc.claim("sec211-exponent", Eq(inner(E_C(z, t), E_C(z_, t_)), inner(z, z_)*exp((t_ - t)*I)), expect=REFUTED,
          words="The complex score as printed, with the difference of the positions reversed.",
          source="§2.1.1, last line before the code")
doc.claim("sec211-exponent-corrected", Eq(inner(E_C(z, t), E_C(z_, t_)), inner(z, z_)*exp((t - t_)*I)),
          words="The complex score, with the exponent of (23): the second argument is conjugated.",
          source="§2.1.1, with the exponent of (23)", corrects="sec211-exponent")

doc.section("2.2 Case d = 2M")
doc.definition("pairs-def", source="§2.2",
               words="A vector of 2M entries is read as M pairs; pair l has the entries l and M + l.")
doc.claim("base-00001", Eq(Rational("0.00001")**((l - 1)/M), Rational("0.0001")**((l - 1)/M)), expect=REFUTED,
          words="The multipliers of RoPE as printed, against those of the sinusoidal embedding, which "
                "they are said to be.", source="§2.2, against (3)")
doc.claim("base-00001-corrected", Eq(Rational("0.00001")**(4*(l - 1)/M), Rational("0.0001")**(5*(l - 1)/M)),
          words="How the two are related.", source="§2.2, corrected", corrects="base-00001")
doc.chain("rotation-expanded",
          R(Theta)*u,
          step(Matrix([cos(Theta)*u1 - sin(Theta)*u2, cos(Theta)*u2 + sin(Theta)*u1]), "the product, entry by entry"),
          step(cos(Theta)*u + sin(Theta)*Matrix([-u2, u1]),                            "cosines and sines apart"),
          words="A rotation as two multiples, of the vector and of the vector a quarter turn on.", source="§2.2")

def E_M(u, t): return BlockDiag(R(sigma[l]*t), (l, 1, M))*pairs(u, l, M)

doc.claim("rope-2M-relative",
          Eq(inner(E_M(qs, t), E_M(ks, t_)),
             Sum((qs[l]*ks[l] + qs[M + l]*ks[M + l])*cos(sigma[l]*(t_ - t))
                 + (qs[M + l]*ks[l] - qs[l]*ks[M + l])*sin(sigma[l]*(t_ - t)), (l, 1, M))),
          words="For every M, the score is a function of t' - t, a cosine and a sine for each pair.",
          source="§2.2, implied by (4)")
doc.claim("eq6-pairs",
          Eq(E_M(qs, t),
             Stack(Matrix([cos(t*sigma[l])*qs[l] + sin(t*sigma[l])*-qs[M + l],
                           cos(t*sigma[l])*qs[M + l] + sin(t*sigma[l])*qs[l]]), (l, 1, M))),
          words="For every M, the rotation by entrywise products, read pair by pair.", source="(6), pair by pair")
doc.claim("eq7-pairs", Eq(E_M(qs, t), Stack(C_inv(E_C(C(pair(qs, l, M)), sigma[l]*t)), (l, 1, M))),
          words="For every M, the rotation by complex products, read pair by pair.", source="(7), pair by pair")
doc.remark("who-uses", "Of the implementations named, one uses the complex form (7), the others the real form (6).",
           source="§2.2")
doc.remark("rope-generalizes", "RoPE is among the changes to the transformer that help across many tasks.",
           source="§2.2")

doc.section("A Trigonometry")
doc.remark("right-triangle", "Trigonometric functions take an angle of a right triangle to a ratio of its sides.",
           source="appendix A")
doc.definition("period-def", source="appendix A",
               words="The period of f is its least positive shift that changes nothing, its frequency one "
                     "over the period.")
doc.claim("cofunction", Eq(cos(theta), sin(pi/2 - theta)), source="appendix A",
          words="The cosine of an angle is the sine of what is missing to a right angle.")
doc.claim("frequency-example", Eq(4*(1/(2*pi)), 2/pi), words="Four times the frequency of the sine.",
          source="appendix A")
doc.claim("eq8", Eq(Matrix([sin(theta + theta_), cos(theta + theta_)]), A(theta_)*Matrix([sin(theta), cos(theta)])),
          words="The sums of angles in sine and cosine, as a matrix.", source="(8)")

doc.section("B Complex Numbers")
doc.definition("i-squared", Eq(I**2, -1), words="The imaginary unit.", source="appendix B")
doc.claim("eq9", Eq(C(x) + C(y), x1 + y1 + (x2 + y2)*I), words="Sums, coordinate by coordinate.", source="(9)")
doc.claim("eq10", Eq(C(x)*C(y), x1*y1 - x2*y2 + (x1*y2 + x2*y1)*I), words="Products, written out.", source="(10)")
doc.claim("C-field", Eq(1/z, conjugate(z)/Abs(z)**2), given=[Ne(z, 0)],
          words="A number other than 0 has an inverse.", source="appendix B")
doc.definition("ReIm-def", words="The real and the imaginary part of a + bi are a and b.", source="appendix B")

doc.section("B.1 Complex Plane")
doc.claim("C-bijection", [Eq(C_inv(C(x)), x), Eq(C(C_inv(z)), z)], source="§B.1",
          words="Points and complex numbers correspond: there and back is the identity, both ways.")
r = symbols("r", nonnegative=True)
at_angle = [Eq(x1, r*cos(theta)), Eq(x2, r*sin(theta))]
doc.claim("polar-length", Eq(norm(x), r), given=at_angle, source="§B.1",
          words="If r is at least 0, and x1 = r cos θ and x2 = r sin θ, then r is the length of x.")
doc.chain("polar",
          C(x),
          step(r*cos(theta) + I*r*sin(theta),   "x1 = r cos θ and x2 = r sin θ"),
          step(r*(cos(theta) + I*sin(theta)),   "take the length out"),
          step(r*exp(I*theta),                  "Euler's formula"),
          given=at_angle, words="From rectangular to polar form, r being the length.", source="§B.1")
doc.claim("euler", Eq(exp(I*theta), cos(theta) + I*sin(theta)), words="Euler's formula.", source="§B.1")
doc.claim("eq11", Eq(z*z_, Abs(z)*Abs(z_)*exp((theta + phi)*I)), given=[polar_z, polar_z_],
          words="Products in polar form.", source="(11)")
doc.claim("eq11-eq10-agree",
          Eq(re(z)*re(z_) - im(z)*im(z_) + (re(z)*im(z_) + im(z)*re(z_))*I, Abs(z)*Abs(z_)*exp((theta + phi)*I)),
          given=[polar_z, polar_z_], source="§B.1, on (10) and (11)",
          words="The rectangular and the polar form of a product have the same value.")
doc.claim("lengths-multiply", Eq(Abs(z*z_), Abs(z)*Abs(z_)),
          words="The length of a product is the product of the lengths.", source="§B.1")
doc.claim("angles-add", Eq(arg(z*z_), arg(z) + arg(z_)), given=[Ne(z, 0), Ne(z_, 0)], expect=REFUTED,
          words="The angle of a product as the sum of the angles, read for principal values.",
          source="§B.1, read for the angle in (-π, π]")
doc.claim("angles-add-corrected", Eq(z*z_, Abs(z*z_)*exp((theta + phi)*I)), given=[polar_z, polar_z_],
          words="If θ and φ are any angles of z and z', then θ + φ is an angle of the product.",
          source="§B.1, read for all angles", corrects="angles-add")
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
          words="It turns the angle round.", source="§B.1")

doc.section("B.2 Complex Inner Product")
doc.chain("eq12",
          inner(C_inv(z), C_inv(z_)),
          step(re(z)*re(z_) + im(z)*im(z_),                       "entry by entry"),
          step(norm(C_inv(z))*norm(C_inv(z_))*cos(theta - phi),   "the polar forms of z and z'"),
          given=[polar_z, polar_z_], source="(12)",
          words="The real inner product of two points, by their lengths and the angle between them.")
doc.claim("eq13", Eq(inner(z, z_), z*z_), expect=REFUTED, source="(13), the bar lost",
          words="The complex inner product as it reads in the copy that is followed.")
doc.claim("eq13-corrected", Eq(inner(z, z_), z*conjugate(z_)), source="(13), the bar restored", corrects="eq13",
          words="The complex inner product, the second argument conjugated.", same=True)
doc.claim("eq14", Eq(inner(C(x), C(y)), (x1*y1 + x2*y2) + (x2*y1 - x1*y2)*I), words="In coordinates.", source="(14)")
doc.claim("eq15", Eq(inner(z, z_), Abs(z)*Abs(z_)*exp((theta - phi)*I)), given=[polar_z, polar_z_],
          words="In polar form.", source="(15)")
doc.chain("conj-symmetry",
          inner(z, z_),
          step(z*z_,                      "(13) as it reads", expect=REFUTED),
          step(conjugate(z*z_),           "as it reads", expect=REFUTED),
          step(conjugate(inner(z_, z)),   "(13) as it reads", expect=REFUTED),
          words="The line on symmetry as it reads, all bars over single letters lost.",
          source="consequence 1, first line")
doc.claim("conj-symmetry-1", Eq(inner(z, z_), z*conjugate(z_)), words="The first step, with its bar.", same=True,
          source="consequence 1, first line, bars restored", corrects="conj-symmetry[1]")
doc.claim("conj-symmetry-2", Eq(z*conjugate(z_), conjugate(conjugate(z)*z_)), words="The second step, with its bars.",
          source="consequence 1, first line, bars restored", corrects="conj-symmetry[2]")
doc.claim("conj-symmetry-3", Eq(conjugate(conjugate(z)*z_), conjugate(inner(z_, z))),
          words="The last step, with its bars: exchanging the arguments conjugates.",
          source="consequence 1, first line, bars restored", corrects="conj-symmetry[3]")
doc.claim("linearity-scanned", Eq(inner(alpha*z + beta*w, z_), (alpha*z + beta*w)*z_), expect=REFUTED,
          words="The start of the line on linearity as it reads, the bar over z' lost.",
          source="consequence 1, second line")
doc.claim("linearity-corrected", Eq(inner(alpha*z + beta*w, z_), (alpha*z + beta*w)*conjugate(z_)),
          words="The same with its bar.", same=True,
          source="consequence 1, second line, bar restored", corrects="linearity-scanned")
doc.chain("linearity-first",
          (alpha*z + beta*w)*conjugate(z_),
          step(alpha*z*conjugate(z_) + beta*w*conjugate(z_),   "multiply out"),
          step(alpha*inner(z, z_) + beta*inner(w, z_),         "(13)", same=True),
          words="The rest of that line, bars restored: linear in the first argument.",
          source="consequence 1, second line, bars restored")
doc.chain("positive",
          inner(C(x), C(x)),
          step(x1**2 + x2**2,   "(14)"),
          step(norm(x)**2,      "the length of a point"),
          words="The inner product of a number with itself is the square of its length.",
          source="consequence 1, third line")
doc.claim("positive-semidefinite", [norm(x)**2 >= 0, Eq(im(inner(z, z)), 0), re(inner(z, z)) >= 0],
          words="It is real and at least 0.", source="consequence 1, third line")
doc.claim("induced-norm", [Eq(sqrt(inner(z, z)), Abs(z)), Eq(im(sqrt(inner(z, z))), 0), sqrt(inner(z, z)) >= 0,
                           Eq(sqrt(inner(alpha*z, alpha*z)), Abs(alpha)*sqrt(inner(z, z)))],
          words="The induced norm is the modulus: real, at least 0, and it takes factors out by their "
                "modulus.", source="§B.2")
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
          words="The second brace as printed: the imaginary part, a real number, with a factor i.",
          source="(17), second brace", expect=REFUTED)
doc.claim("eq17-im-brace-corrected", Eq(im(inner(z, z_)), Abs(z)*Abs(z_)*sin(theta - phi)), given=[polar_z, polar_z_],
          words="The imaginary part is what the brace leaves without i.",
          source="(17), second brace without i", corrects="eq17-im-brace")
doc.claim("im-signed-area", Eq(im(inner(C(x), C(y))), Determinant(Matrix([[y1, x1], [y2, x2]]))),
          words="The imaginary part is the area from y to x, with its sign.", source="§B.2, second item")

doc.section("B.2.1 Multi-dimensional complex inner product")
zs, zs_, ws = (IndexedBase(name) for name in ("z", "z'", "w"))
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
doc.claim("cd-norm", [Eq(norm(z_d), sqrt(inner(z_d, z_d))), norm(z_d) >= 0, Eq(norm(alpha*z_d), Abs(alpha)*norm(z_d))],
          words="The induced norm is at least 0 and takes factors out by their modulus, for every d.",
          source="§B.2.1, axioms")
doc.claim("eq18", [Eq(re(C(pair(xs, j, d))), xs[j]),
                   Eq(im(C(pair(xs, j, d))), xs[d + j]),
                   Eq(Stack(C(C_inv(zs[j])), (j, 1, d)), z_d)],
          words="Real vectors of 2d entries and complex ones of d entries correspond: the entries can "
                "be read off, and every complex vector arises.", source="(18)")
doc.claim("eq18-linear", Eq(Stack(c1*xs[j] + c2*ys[j] + (c1*xs[d + j] + c2*ys[d + j])*I, (j, 1, d)),
                            c1*C_d(xs) + c2*C_d(ys)),
          words="The correspondence respects sums and real multiples.", source="(18)")
doc.claim("eq18-norm", Eq(norm(C_d(xs)), norm(x_2d)), words="It keeps lengths.", source="(18)")
doc.claim("cd-real-part", Eq(re(inner(C_d(xs), C_d(ys))), inner(x_2d, y_2d)),
          words="The real inner product is the real part of the complex one, for every d.", source="§B.2.1")

# Vectors in polar form: entry j has the length r[j] and the angle theta[j].
rs, ss = (IndexedBase(name, nonnegative=True) for name in ("r", "s"))
thetas, phis = (IndexedBase(name, real=True) for name in ("theta", "phi"))
u_d, v_d = (Stack(length[j]*exp(angle[j]*I), (j, 1, d)) for length, angle in ((rs, thetas), (ss, phis)))
doc.claim("cd-polar", Eq(inner(u_d, v_d), Sum(rs[j]*ss[j]*exp((thetas[j] - phis[j])*I), (j, 1, d))),
          words="The inner product of two vectors whose entries are in polar form, for every d.",
          source="(15), on d entries")
doc.claim("cd-cosine-sine", Eq(inner(u_d, v_d), Sum(rs[j]*ss[j]*cos(thetas[j] - phis[j]), (j, 1, d))
                               + Sum(rs[j]*ss[j]*sin(thetas[j] - phis[j]), (j, 1, d))*I),
          words="Its real and its imaginary part, for every d.", source="(17), on d entries")

# (19) for d = 2, between vectors of four real entries.
x3, x4, y3, y4 = symbols("x3 x4 y3 y4", real=True)
a, b = symbols("a b", nonnegative=True)
x_4, y_4 = Matrix([x1, x2, x3, x4]), Matrix([y1, y2, y3, y4])
z_2, z_2_ = Matrix([x1 + x3*I, x2 + x4*I]), Matrix([y1 + y3*I, y2 + y4*I])
doc.claim("eq19", Eq(inner(z_2, z_2_), inner(x_4, y_4) + a*b*sin(theta - phi)*I),
          given=[Eq(a, norm(x_4)), Eq(b, norm(y_4)), Eq(inner(x_4, y_4), a*b*cos(theta - phi))],
          words="As printed, for d = 2: the imaginary part as an area in four dimensions, a and b being "
                "the lengths of x and y, and θ - φ the angle between them.", source="(19), at d = 2", expect=REFUTED)
doc.claim("eq19-corrected", Eq(inner(C_d(xs), C_d(ys)),
                               inner(x_2d, y_2d) + Sum(xs[d + j]*ys[j] - xs[j]*ys[d + j], (j, 1, d))*I),
          words="For every d: the imaginary part is the sum of the signed areas in the d planes.",
          source="(19), corrected", corrects="eq19")
doc.claim("eq19-any-sign", Eq(im(inner(z_2, z_2_))**2, norm(x_4)**2*norm(y_4)**2 - inner(x_4, y_4)**2),
          words="No choice of angles saves (19): at d = 2 the imaginary part is not the area of the "
                "parallelogram of x and y, whatever its sign.", source="(19), at d = 2, squared", expect=REFUTED)

doc.section("C Lemmas")
doc.claim("eq20", Eq(E(q, t), C_inv(E_C(C(q), t))),
          words="The rotated query is the point of z turned by t.", source="(20)")
doc.claim("eq21", Eq(E(k, t_), C_inv(E_C(C(k), t))), expect=REFUTED,
          words="As printed, the key turned by t' against z' turned by t.", source="(21)")
doc.claim("eq21-corrected", Eq(E(k, t_), C_inv(E_C(C(k), t_))),
          words="Both turned by t'.", source="(21), with t' on both sides", corrects="eq21")
doc.claim("eq22", Eq(inner(E(q, t), E(k, t_)), re(inner(E_C(C(q), t), E_C(C(k), t_)))),
          words="The real score is the real part of the complex one.", source="(22)")
doc.claim("eq23", Eq(inner(E_C(z, t), E_C(z_, t_)), inner(z, z_)*exp((t - t_)*I)),
          words="Turning the arguments by t and t' turns their inner product by t - t'.", source="(23)")
doc.chain("eq23-proof",
          inner(E_C(z, t), E_C(z_, t_)),
          step(inner(Abs(z)*exp((theta + t)*I), Abs(z_)*exp((phi + t_)*I)),      "polar forms"),
          step((Abs(z)*exp((theta + t)*I))*(Abs(z_)*exp(-(phi + t_)*I)),         "(13), the second factor conjugated"),
          step(Abs(z)*Abs(z_)*exp((theta - phi)*I)*exp((t - t_)*I),              "collect the exponents"),
          step(inner(z, z_)*exp((t - t_)*I),                                     "(15)"),
          given=[polar_z, polar_z_], source="proof of lemma C.1",
          words="The printed proof of (23), through the polar forms of z and z'.")
doc.claim("eq23-d", Eq(inner(exp(t*I)*z_d, exp(t_*I)*z_d_), inner(z_d, z_d_)*exp((t - t_)*I)),
          words="The same for vectors, for every d.", source="(23), on d entries")
doc.chain("eq23-d-proof",
          inner(exp(t*I)*u_d, exp(t_*I)*v_d),
          step(inner(Stack(rs[j]*exp((thetas[j] + t)*I), (j, 1, d)), Stack(ss[j]*exp((phis[j] + t_)*I), (j, 1, d))),
               "polar forms"),
          step(Sum((rs[j]*exp((thetas[j] + t)*I))*(ss[j]*exp(-(phis[j] + t_)*I)), (j, 1, d)),
               "the second factors conjugated"),
          step(Sum(rs[j]*ss[j]*exp((thetas[j] - phis[j])*I)*exp((t - t_)*I), (j, 1, d)), "collect the exponents"),
          step(inner(u_d, v_d)*exp((t - t_)*I), "(15); the last factor is the same in all terms"),
          words="The printed proof of (23), for vectors in polar form, for every d.",
          source="proof of lemma C.1, on d entries")

def E_d(u, t): return BlockDiag(R(t), (j, 1, d))*pairs(u, j, d)  # every pair turned by t

doc.claim("eq20-d", Eq(E_d(xs, t), Stack(C_inv(E_C(C(pair(xs, j, d)), t)), (j, 1, d))), source="(20), on d entries",
          words="Rotating all pairs by t is multiplying the complex vector by e to the ti, for every d.")
doc.claim("eq22-d", Eq(inner(E_d(xs, t), E_d(ys, t_)), re(inner(exp(t*I)*C_d(xs), exp(t_*I)*C_d(ys)))),
          words="The real score is the real part of the complex one, for every d.", source="(22), on d entries")
