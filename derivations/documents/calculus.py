"""Derivatives, gradients and integrals that people look up, each for all values and sizes.

What machine learning, statistics and mechanics write down and do not prove stands here, proved; where a usual slip is
known, it stands before it, refuted: a sign turned, a factor, a transpose, a chain rule or a hypothesis left out.

Letters: everything is real.  n, m, d, e are sizes, i, j, k indices; lower-case matrices are columns.  z[1], ..., z[n]
are any numbers; where they vary they do so along a line, z[k] + t*h[k] at t = 0 for any h, which gives each partial
derivative and more: the derivative in every direction.  So does `gradient`, by all entries of a matrix.

Sources: MC is K. Petersen and M. Pedersen, The Matrix Cookbook; PRML is C. Bishop, Pattern Recognition and Machine
Learning; DL is I. Goodfellow, Y. Bengio and A. Courville, Deep Learning; R is W. Rudin, Principles of Mathematical
Analysis; Higham is N. Higham, Functions of Matrices; LL is L. Landau and E. Lifshitz, Mechanics; DLMF is the NIST
Digital Library of Mathematical Functions.
"""

from sympy import (
    Abs, Derivative, Determinant, Eq, Function, Identity, IndexedBase, Integral, Lt, MatrixSymbol,
    Max, Ne, Q, Rational, Subs, Sum, Trace, cos, exp, log, pi, sin, sqrt, symbols, tanh,
)

from derivations import REFUTED, Document, differentiable, forall, gradient, inner, norm, scalar

x, y, s, t, a, b, mu = symbols("x y s t a b mu", real=True)
p, sigma, rate, epsilon = symbols("p sigma lambda epsilon", positive=True)
n, m, d, e = symbols("n m d e", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
f, g, q, V = (Function(name, real=True) for name in "fgqV")
zs, hs, ys, us = (IndexedBase(name, real=True) for name in "zhyu")

def at(body, variable, value): return Subs(Derivative(body, variable), variable, value)
def second(body, variable, value): return Subs(Derivative(body, (variable, 2)), variable, value)
def total(term): return Sum(term(k), (k, 1, n))
def z(k): return zs[k]
def moved(k): return zs[k] + t*hs[k]

doc = Document("calculus", title="Derivatives, gradients and integrals")

doc.section("Functions of one number")
S = doc.define("S", x, 1/(1 + exp(-x)), label="sigmoid-function", source="PRML (4.59)", words="The sigmoid.")
doc.claim("sigmoid-sign", Eq(Derivative(S(x), x), S(x)*(1 + S(x))), expect=REFUTED, fault="slip",
          words="With the sign turned.")
doc.claim("sigmoid", Eq(Derivative(S(x), x), S(x)*(1 - S(x))), corrects="sigmoid-sign", source="PRML (4.88)",
          words="The sigmoid has its derivative by its value.")
doc.claim("sigmoid-second", Eq(Derivative(S(x), (x, 2)), S(x)*(1 - S(x))*(1 - 2*S(x))), source="PRML (4.88), twice",
          words="So it has the second.")
doc.claim("softplus", Eq(Derivative(log(1 + exp(x)), x), S(x)), source="DL 3.10",
          words="The softplus has the sigmoid for its derivative.")
doc.claim("tanh", Eq(Derivative(tanh(x), x), 1 - tanh(x)**2), source="DLMF 4.34", words="tanh by its value.")
doc.claim("swish", Eq(Derivative(x*S(x), x), S(x) + x*S(x)*(1 - S(x))),
          source="the product rule", words="Swish, or SiLU.")
doc.claim("squared-hinge-inner", Eq(Derivative(Max(0, 1 - x)**2, x), 2*Max(0, 1 - x)), expect=REFUTED, fault="slip",
          words="Without the derivative of 1 - x.")
doc.claim("squared-hinge", Eq(Derivative(Max(0, 1 - x)**2, x), -2*Max(0, 1 - x)), corrects="squared-hinge-inner",
          source="the chain rule, and at 1 the definition", words="The squared hinge has a derivative at 1, too.")
doc.claim("logit-loss", Eq(Derivative(Max(x, 0) - x*y + log(1 + exp(-Abs(x))), x), S(x) - y),
          source="PRML (4.109)", words="The cross-entropy of S(x) and y, as it is written so that nothing overflows.")
doc.claim("abs-corner", differentiable(Abs(x), x), expect=REFUTED, fault="tacit",
          words="At 0, too, where |x| has a corner.")
doc.claim("abs", [differentiable(Abs(x), x), Eq(Derivative(Abs(x), x), x/Abs(x))], given=Ne(x, 0),
          completes="abs-corner", source="definition", words="Elsewhere it has one, the sign of x.")

doc.section("Rules, for any differentiable functions")
functions = {"x": "real", "f": "family(real -> real)", "g": "family(real -> real)"}
smooth_f, smooth_g = forall(s, differentiable(f(s), s)), forall(s, differentiable(g(s), s))
doc.claim("product-rule-naive", "Derivative(f[x]*g[x], x) = Derivative(f[x], x)*Derivative(g[x], x)", let=functions,
          expect=REFUTED, fault="slip", words="The product of the derivatives.")
doc.claim("product-rule", Eq(Derivative(f(x)*g(x), x), Derivative(f(x), x)*g(x) + f(x)*Derivative(g(x), x)),
          given=[smooth_f, smooth_g], corrects="product-rule-naive", source="R 5.3", words="The product rule.")
doc.claim("quotient-rule-sign",
          "Derivative(f[x]/g[x], x) = (Derivative(f[x], x)*g[x] + f[x]*Derivative(g[x], x))/g[x]**2", let=functions,
          expect=REFUTED, fault="slip", words="With the sign turned.")
doc.claim("quotient-rule",
          Eq(Derivative(f(x)/g(x), x), (Derivative(f(x), x)*g(x) - f(x)*Derivative(g(x), x))/g(x)**2),
          given=[smooth_f, smooth_g, Ne(g(x), 0)], corrects="quotient-rule-sign", source="R 5.3",
          words="The quotient rule.")
doc.claim("chain-rule-inner", "Derivative(f[g[x]], x) = Subs(Derivative(f[x], x), x, g[x])", let=functions,
          expect=REFUTED, fault="slip", words="Without the derivative of the inner function.")
doc.claim("chain-rule", Eq(Derivative(f(g(x)), x), at(f(y), y, g(x))*Derivative(g(x), x)),
          given=[smooth_f, smooth_g], corrects="chain-rule-inner", source="R 5.5", words="The chain rule.")
doc.claim("growth", Eq(Derivative(f(x)*exp(-a*x), x), 0), given=forall(s, Eq(Derivative(f(s), s), a*f(s))),
          source="ordinary differential equations", words="What grows by f' = a f is a multiple of exp(a x).")

doc.claim("descent", f(y) <= f(x) + Derivative(f(x), x)*(y - x) + a*(y - x)**2/2,
          given=[smooth_f, forall(s, differentiable(Derivative(f(s), s), s)),
                 forall(s, Derivative(f(s), (s, 2)) <= a)],
          source="Taylor; R 5.15", words="The descent lemma: f is below a parabola through each of its points.")

doc.section("Softmax")
def exps(z): return total(lambda k: exp(z(k)))
def softmax(i): return exp(zs[i])/exps(z)
doc.claim("log-sum-exp", Eq(at(log(exps(moved)), t, 0), Sum(softmax(i)*hs[i], (i, 1, n))), source="DL 6.2.2",
          words="The gradient of log-sum-exp is the softmax.")
doc.claim("softmax-diagonal", Eq(at(exp(moved(i))/exps(moved), t, 0), softmax(i)*(1 - softmax(i))*hs[i]),
          expect=REFUTED, fault="slip", words="The diagonal of the Jacobian alone.")
doc.claim("softmax", Eq(at(exp(moved(i))/exps(moved), t, 0), softmax(i)*(hs[i] - Sum(softmax(j)*hs[j], (j, 1, n)))),
          corrects="softmax-diagonal", source="PRML (4.106)",
          words="The Jacobian of the softmax, diag(p) - p pᵀ, in any direction.")
def cross_entropy(z): return log(exps(z)) - total(lambda k: ys[k]*z(k))
doc.claim("cross-entropy-sign", Eq(at(cross_entropy(moved), t, 0), total(lambda k: (ys[k] - softmax(k))*hs[k])),
          expect=REFUTED, fault="slip", words="With the sign turned.")
doc.claim("cross-entropy", Eq(at(cross_entropy(moved), t, 0), total(lambda k: (softmax(k) - ys[k])*hs[k])),
          corrects="cross-entropy-sign", source="PRML (4.109)",
          words="Cross-entropy with softmax, written for weights y that sum to 1: the softmax, less y.")

doc.section("Matrices")
A, B, H, W = (MatrixSymbol(name, n, n) for name in "ABHW")
w, u, v = (MatrixSymbol(name, n, 1) for name in "wuv")
def real(*matrices): return [Q.real_elements(matrix) for matrix in matrices]
invertible, positive = Ne(Determinant(W), 0), Lt(0, Determinant(W))
doc.claim("quadratic-symmetry", Eq(gradient(scalar(w.T*A*w), w), 2*A*w), given=real(A, w), expect=REFUTED,
          fault="tacit", words="Of any matrix.")
doc.claim("quadratic-symmetric", Eq(gradient(scalar(w.T*A*w), w), 2*A*w), given=[*real(A, w), Q.symmetric(A)],
          completes="quadratic-symmetry", source="MC (81)", words="A quadratic form of a symmetric matrix.")
doc.claim("quadratic", Eq(gradient(scalar(w.T*A*w), w), (A + A.T)*w), given=real(A, w), source="MC (81)",
          words="And of any other.")
doc.claim("trace", Eq(gradient(Trace(A*W), W), A.T), given=real(A, W), source="MC (100)",
          words="A trace is linear.")
doc.claim("inverse-order", Eq(at((W + t*H).I, t, 0), -W.I*W.I*H), given=[*real(W, H), invertible], expect=REFUTED,
          fault="slip", words="As if matrices commuted.")
doc.claim("inverse", Eq(at((W + t*H).I, t, 0), -W.I*H*W.I), given=[*real(W, H), invertible], corrects="inverse-order",
          source="MC (40)", words="The inverse in the direction H.")
doc.claim("trace-of-inverse", Eq(gradient(Trace(A*W.I), W), -(W.I*A*W.I).T), given=[*real(A, W), invertible],
          source="MC (124)", words="A trace with the inverse.")
doc.claim("determinant", Eq(gradient(Determinant(W), W), Determinant(W)*W.I.T), given=[*real(W), invertible],
          source="MC (49)", words="Jacobi's formula.")
doc.claim("log-det-transpose", Eq(gradient(log(Determinant(W)), W), W.I), given=[*real(W), positive], expect=REFUTED,
          fault="slip", words="Without the transpose.")
doc.claim("log-det", Eq(gradient(log(Determinant(W)), W), W.I.T), given=[*real(W), positive],
          corrects="log-det-transpose", source="MC (57)", words="The logarithm of the determinant.")
doc.claim("log-det-second", Eq(at(Trace((W + t*H).I*H), t, 0), -Trace(W.I*H*W.I*H)), given=[*real(W, H), invertible],
          source="S. Boyd and L. Vandenberghe, Convex Optimization, A.4.3",
          words="Its second derivative, as the derivative of the first, tr(W⁻¹ H).")
doc.claim("norm", Eq(gradient(norm(w), w), w/norm(w)), given=[*real(w), Ne(norm(w), 0)],
          source="MC (129)", words="The norm grows along its vector.")
quotient = scalar(w.T*A*w)/scalar(w.T*w)
doc.claim("rayleigh", Eq(gradient(quotient, w), 2/scalar(w.T*w)*(A*w - quotient*w)),
          given=[*real(A, w), Q.symmetric(A), Ne(norm(w), 0)], source="the quotient rule",
          words="Rayleigh's quotient: its gradient is 0 where A w is a multiple of w.")
doc.claim("matrix-exponential", Eq(Derivative(exp(t*A), t), A*exp(t*A)), source="Higham 10.1",
          words="The exponential of a matrix solves X' = A X.")

doc.section("Regression")
X, c = MatrixSymbol("X", m, n), MatrixSymbol("y", m, 1)
half_square = norm(X*w - c)**2/2
doc.claim("least-squares-two", Eq(gradient(norm(X*w - c)**2, w), X.T*(X*w - c)), given=real(X, w, c), expect=REFUTED,
          fault="slip", words="Without the factor 2.")
doc.claim("least-squares", Eq(gradient(half_square, w), X.T*(X*w - c)), given=real(X, w, c),
          corrects="least-squares-two", source="PRML (3.13)", words="Half of the sum of the squares.")
doc.claim("least-squares-second", Eq(second(norm(X*(w + t*v) - c)**2/2, t, 0), norm(X*v)**2), given=real(X, w, v, c),
          source="PRML 3.1", words="Its second derivative is Xᵀ X, the same everywhere.")
doc.claim("ridge", Eq(gradient(half_square + a*norm(w)**2/2, w), (X.T*X + a*Identity(n))*w - X.T*c),
          given=real(X, w, c), source="PRML (3.27)", words="Ridge regression.")
doc.claim("logistic-sample", Eq(gradient(log(1 + exp(scalar(u.T*w))) - a*scalar(u.T*w), w), (S(scalar(u.T*w)) - a)*u),
          given=real(u, w), source="PRML (4.91), one sample", words="Logistic regression: a sample u with the label a.")
def logistic_loss(z): return Sum(log(1 + exp(z(i))) - ys[i]*z(i), (i, 1, m))
doc.claim("logistic", Eq(at(logistic_loss(moved), t, 0), Sum((S(zs[i]) - ys[i])*hs[i], (i, 1, m))),
          source="PRML (4.91)", words="All samples, where the logits z move by h: by X v where the weights move by v.")

doc.section("Likelihoods")
squares = total(lambda k: (ys[k] - mu)**2)
normal = -squares/(2*sigma**2) - n*log(sigma) - n*log(2*pi)/2
doc.claim("normal-mean-square", Eq(Derivative(normal, mu), total(lambda k: ys[k] - mu)/sigma), expect=REFUTED,
          fault="slip", words="Without the square of σ.")
doc.claim("normal-mean", Eq(Derivative(normal, mu), total(lambda k: ys[k] - mu)/sigma**2),
          corrects="normal-mean-square", source="PRML (1.54)", words="The log-likelihood of normal samples, by μ.")
doc.claim("normal-estimate", Eq(at(normal, mu, total(lambda k: ys[k])/n), 0), source="PRML (1.55)",
          words="It is 0 at their mean.")
doc.claim("normal-deviation", Eq(Derivative(normal, sigma), squares/sigma**3 - n/sigma), source="PRML (1.54)",
          words="By σ.")
doc.claim("normal-deviation-estimate", Eq(Derivative(normal, sigma), 0), given=Eq(n*sigma**2, squares),
          source="PRML (1.56)", words="It is 0 where σ² is the mean of the squares.")
doc.claim("normal-second", [Eq(Derivative(normal, (mu, 2)), -n/sigma**2),
                            Eq(Derivative(normal, (sigma, 2)), n/sigma**2 - 3*squares/sigma**4)],
          source="PRML (1.54), twice", words="The second derivatives.")
doc.claim("bernoulli", Eq(Derivative(total(lambda k: ys[k]*log(p) + (1 - ys[k])*log(1 - p)), p),
                          total(lambda k: ys[k])/p - (n - total(lambda k: ys[k]))/(1 - p)), given=Lt(p, 1),
          source="PRML (2.6)", words="Successes y with the probability p.")
doc.claim("precision", Eq(gradient(log(Determinant(W))/2 - scalar(u.T*W*u)/2, W), W.I.T/2 - u*u.T/2),
          given=[*real(W, u), positive], source="PRML (2.122)",
          words="A normal sample u, by the inverse of the covariance: the covariance, less u uᵀ, halved.")

doc.section("Networks")
def root_mean_square(z): return sqrt(total(lambda k: z(k)**2)/n + epsilon)
doc.claim("rms-norm-direct", Eq(at(moved(i)/root_mean_square(moved), t, 0), hs[i]/root_mean_square(z)),
          expect=REFUTED, fault="slip", words="As if the divisor did not vary.")
doc.claim("rms-norm", Eq(at(moved(i)/root_mean_square(moved), t, 0),
                         hs[i]/root_mean_square(z) - zs[i]*total(lambda k: zs[k]*hs[k])/(n*root_mean_square(z)**3)),
          corrects="rms-norm-direct", source="B. Zhang and R. Sennrich, RMSNorm, 2019", words="The RMS norm.")
P = MatrixSymbol("P", n, n)
doc.claim("layer-norm", Eq(at(P*(w + t*v)/norm(P*(w + t*v)), t, 0), P*v/norm(P*w) - inner(P*w, P*v)/norm(P*w)**3*(P*w)),
          given=[*real(P, w, v), Ne(norm(P*w), 0)], source="J. Ba, J. Kiros and G. Hinton, Layer Normalization, 2016",
          words="The layer norm, but for the factor √n: P subtracts the mean, and may be any matrix.")
token, other = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
W_q, W_k = MatrixSymbol("W_q", d, n), MatrixSymbol("W_k", d, n)
doc.claim("score", Eq(gradient(inner(W_q*token, W_k*other)/sqrt(d), W_q), W_k*other*token.T/sqrt(d)),
          given=real(W_q, W_k, token, other), source="A. Vaswani et al., 2017, (1)",
          words="An attention score, by the matrix that makes queries.")
W_1, W_2, target = MatrixSymbol("W_1", e, n), MatrixSymbol("W_2", d, e), MatrixSymbol("y", d, 1)
hidden, delta = MatrixSymbol("h", e, 1), MatrixSymbol("delta", e, 1)
doc.claim("backward-output", Eq(gradient(norm(W_2*hidden - target)**2/2, W_2), (W_2*hidden - target)*hidden.T),
          given=real(W_2, hidden, target), source="DL 6.5", words="A network of two layers: the weights of the output.")
doc.claim("backward-hidden", Eq(gradient(norm(W_2*hidden - target)**2/2, hidden), W_2.T*(W_2*hidden - target)),
          given=real(W_2, hidden, target), source="DL 6.5", words="The hidden units: by the transpose.")
def loss(z): return (total(lambda k: us[k]*f(z(k))) - a)**2/2
doc.claim("backward-activation", Eq(at(loss(moved), t, 0), (total(lambda k: us[k]*f(zs[k])) - a)
                                    *total(lambda k: us[k]*at(f(y), y, zs[k])*hs[k])),
          given=smooth_f, source="DL 6.5", words="Before any activation f: times f', entry by entry.")
doc.claim("backward-input", Eq(gradient(inner(delta, W_1*token), W_1), delta*token.T), given=real(delta, W_1, token),
          source="DL 6.5", words="The weights of the first layer: that, δ, times the input.")

doc.section("Mechanics")
mass, omega, amplitude, phi, kappa, G = symbols("m omega A phi kappa g", real=True)
swing = amplitude*cos(omega*t + phi)
doc.claim("oscillator-sign", Eq(mass*Derivative(swing, (t, 2)), kappa*swing), given=Eq(mass*omega**2, kappa),
          expect=REFUTED, fault="slip", words="With the force turned.")
doc.claim("oscillator", Eq(mass*Derivative(swing, (t, 2)), -kappa*swing), given=Eq(mass*omega**2, kappa),
          corrects="oscillator-sign", source="LL (21.5)", words="The harmonic oscillator, of any amplitude and phase.")
def euler_lagrange(L, q): return Derivative(at(L(q, y), y, Derivative(q, t)), t) - at(L(y, Derivative(q, t)), y, q)
def spring(x, v): return mass*v**2/2 - kappa*x**2/2
doc.claim("euler-lagrange", Eq(euler_lagrange(spring, swing), 0), given=Eq(mass*omega**2, kappa), source="LL (2.6)",
          words="It satisfies the equation of Euler and Lagrange.")
moves = [forall(s, differentiable(q(s), s)), forall(s, differentiable(Derivative(q(s), s), s))]
lagrangian = mass*Derivative(q(t), t)**2/2 - V(q(t))
doc.claim("force-momentum", [Eq(Derivative(lagrangian, q(t)), -at(V(y), y, q(t))),
                             Eq(Derivative(lagrangian, Derivative(q(t), t)), mass*Derivative(q(t), t))],
          given=[*moves, forall(s, differentiable(V(s), s))], source="LL (5.1)",
          words="In any potential: the force, and the momentum.")
doc.claim("energy", Eq(Derivative(Derivative(q(t), t)**2/2 - G*cos(q(t)), t), 0),
          given=[*moves, forall(s, Eq(Derivative(q(s), (s, 2)), -G*sin(q(s))))], source="LL (6.1)",
          words="The energy of a pendulum is conserved.")
shape = forall(s, differentiable(Derivative(f(s), s), s))
doc.claim("wave", Eq(Derivative(f(x - a*t), (t, 2)), a**2*Derivative(f(x - a*t), (x, 2))), given=[smooth_f, shape],
          source="d'Alembert", words="A wave of any shape.")

doc.section("Integrals")
doc.claim("fundamental-theorem", Eq(Integral(Derivative(f(x), x), (x, a, b)), f(b) - f(a)), given=[a <= b, smooth_f],
          source="R 6.21", words="Of any differentiable function, whose derivative need not be continuous: integrals "
                                 "are those of Henstock and Kurzweil.")
doc.claim("integral", Eq(Integral(exp(-a*x), (x, 0, b)), (1 - exp(-a*b))/a), given=[0 <= b, Lt(0, a)],
          source="DLMF 4.10", words="An exponential.")
doc.claim("integral-by-parts", Eq(Integral(x*exp(-x), (x, 0, b)), 1 - (1 + b)*exp(-b)), given=0 <= b,
          source="DLMF 4.10", words="By parts.")

doc.section("Bounds")
doc.claim("log-below", log(1 + x) <= x, given=Lt(-1, x), source="DLMF 4.5", words="The logarithm is below its tangent.")
doc.claim("exp-above", 1 + x <= exp(x), source="DLMF 4.5", words="The exponential is above its tangent.")
doc.claim("exp-above-parabola-left", 1 + x + x**2/2 <= exp(x), expect=REFUTED, fault="tacit",
          words="On both sides of 0, where it is crossed.")
doc.claim("exp-above-parabola", 1 + x + x**2/2 <= exp(x), given=0 <= x, completes="exp-above-parabola-left",
          source="Taylor", words="It holds on the right.")
doc.claim("entropy-bound", x - 1 <= x*log(x), given=Lt(0, x), source="the inequality of Gibbs",
          words="What makes relative entropies positive.")
doc.claim("sigmoid-slope", [Lt(0, Derivative(S(x), x)), Derivative(S(x), x) <= Rational(1, 4)], source="PRML (4.88)",
          words="The sigmoid grows, at most by 1/4: gradients vanish.")
doc.claim("softplus-convex", log(1 + exp((x + y)/2)) <= (log(1 + exp(x)) + log(1 + exp(y)))/2,
          source="R 4, exercise 23", words="The softplus is convex.")
