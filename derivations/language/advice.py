"""What is written otherwise here, or has no word here, and what to write instead."""

_LIMIT = "limits are not supported; state the bound, exists N: posint: Abs(a[n]) < e for all n ..."
_DERIVATIVE = "a derivative is written Derivative(f, x), and gradient(f, W) by a matrix"
_INTEGRAL = (
    "an integral is written Integral(f, (x, a, b)); of an antiderivative F state "
    "Derivative(F, x) = f"
)
_MEAN = "expected values are not supported; write the sum, Sum(x[k]*p[k], (k, 1, n))"
MEANS = (
    "the mean as a sum, Sum(p[k]*x[k], (k, 1, n)), or with a density as an integral, "
    "Integral(x*p(x), (x, a, b))"
)
NO_MEANS = f"random variables are not read; write {MEANS}"
_RELATION = "a relation is written with ==, !=, <=, <; several with ; between them"
_FACTORS = "that x is 1 or 2 is written (x - 1)*(x - 2) = 0"
_BETWEEN = f"bounds are relations, 0 < x and x < 1, each by itself; {_FACTORS}"
_INNER = "a product of two columns is written inner(x, y), which is y.H*x"
_ENTRIES = "state it of the entries, A[i, j]"
_LOGARITHM = "a logarithm of another base is written log(x)/log(10)"
_ROOT = "a root is written x**(1/3)"
_FUNCTION = "a function is declared f: family(real -> real)"
_SMOOTH = "that f has a derivative is written differentiable(f(s), s) for all s: real"
_OPPOSITE = "state the opposite relation, x != 0 for not x = 0"
_HYPOTHESIS = "what is assumed is a hypothesis: for all x: real with 1 < x: 0 < x"
_JOINED = (
    "state each relation by itself, with ; between those of a claim, `and` between those after "
    "`with`"
)
_E = "the base of exp(x) is written exp(1)"
_BEHIND = "`for all` stands behind its relation: f[s] = 0 for all s: real with 0 < s"
WORDS = "`derivations words` lists what is read"
DEFINITE = "of a matrix state 0 < scalar(v.T*A*v) for all v: real vector(n) with v != zeros(n, 1)"

# By the names of functions, sorts and properties.
NAMES: dict[str, str] = {
    **dict.fromkeys(("lim", "limit", "Limit"), _LIMIT),
    **dict.fromkeys(("diff", "D", "jacobian", "hessian", "Hessian", "grad"), _DERIVATIVE),
    **dict.fromkeys(("integrate", "integral"), _INTEGRAL),
    **dict.fromkeys(("E", "Expectation", "Var", "Cov", "P"), _MEAN),
    **dict.fromkeys(("Eq", "Ne", "Le", "Lt", "Ge", "Gt", "And"), _RELATION),
    **dict.fromkeys(("dot", "Dot", "DotProduct", "vdot"), _INNER),
    **dict.fromkeys(("diag", "DiagMatrix", "DiagonalMatrix", "vec", "cross", "hadamard",
                     "HadamardProduct"), _ENTRIES),
    **dict.fromkeys(("log", "log10", "log2"), _LOGARITHM),
    **dict.fromkeys(("root", "cbrt"), _ROOT),
    **dict.fromkeys(("function", "Function", "func"), _FUNCTION),
    **dict.fromkeys(("differentiable", "continuous", "smooth"), _SMOOTH),
    **dict.fromkeys(("Not", "not"), _OPPOSITE),
    **dict.fromkeys(("Implies", "Equivalent"), _HYPOTHESIS),
    "Or": _FACTORS,
    "Contains": _BETWEEN,
    "KroneckerDelta": "write sinc(pi*(i - j)), for integers 1 where they are the same and else 0",
    "Heaviside": "write (1 + sign(x))/2 where x is not 0",
    "Piecewise": "state each case with its condition as a hypothesis; there are Max, Abs and sign",
    "erf": "write 2/sqrt(pi)*Integral(exp(-u**2), (u, 0, x))",
    "erfc": "write 1 - 2/sqrt(pi)*Integral(exp(-u**2), (u, 0, x))",
    "beta": "write gamma(x)*gamma(y)/gamma(x + y)",
    "frac": "write x - floor(x)",
    "sigmoid": "write 1/(1 + exp(-x))",
    "softmax": "write exp(x[k])/Sum(exp(x[j]), (j, 1, n))",
    "softplus": "write log(1 + exp(x))",
    **dict.fromkeys(("relu", "ReLU"), "write Max(0, x)"),
    "pow": "write x**y",
    "prod": "write Product(f, (k, a, b))",
    "outer": "write x*y.T",
    **dict.fromkeys(("expm", "MatrixExp"), "write A.exp()"),
    "kron": "write kronecker_product(A, B)",
    "subs": "a value at a point is written Subs(Derivative(f, x), x, a)",
    "symmetric": "state A.T = A",
    "positive": "state 0 < x",
    "negative": "state x < 0",
    "int": "write integer",
    **dict.fromkeys(("float", "number", "R"), "write real"),
    "where": "conditions stand after `with`",
}  # fmt: skip

# By signs and words, or two of them, that are no operators, or not where they stand.
SIGNS: dict[str, str] = {
    "^": "a power is written **, and a transposed matrix A.T",
    "@": "a product of matrices is written *",
    **dict.fromkeys(("%", "mod"), "a remainder is written Mod(a, b)"),
    "//": "a rounded quotient is written floor(a/b)",
    "!": "a factorial is written factorial(n)",
    "|": "an absolute value is written Abs(x), and that one of several relations is given, or",
    "'": "a derivative is written Derivative(f(x), x), and a transposed matrix A.T",
    "{": _FACTORS.replace("is 1 or 2", "is one of 1 and 2"),
    "\\": "LaTeX is not read; operators are + - * / ** and brackets ( ) [ ]",
    "~": _OPPOSITE,
    **dict.fromkeys(("and", "&", ",", ";"), _JOINED),
    "or": "it joins relations, for no variables",
    "in": f"what x ranges over is its sort, x: integer; {_BETWEEN}",
    **dict.fromkeys(("implies", "if"), _HYPOTHESIS),
    "->": f"limits are not supported; state the bound: Abs(a[n] - x) < e; {_FUNCTION}",
    "for": _BEHIND,
    **dict.fromkeys(("e", "E"), _E),
    "not": _OPPOSITE,
    "= <": "write <=",
    "= >": f"write >=; {_HYPOTHESIS}",
    "< >": "write !=",
    "<= >": "state the two directions, each with what it assumes",
    "positive integer": "write posint",
    "real >": "write positive; other bounds are hypotheses",
    **dict.fromkeys("−–", "write -"),
    **dict.fromkeys("·⋅×∙", "write *"),
    "≤": "write <=", "≥": "write >=", "≠": "write !=", "÷": "write /", "π": "write pi",
    "√": "write sqrt(x)", "²": "write **2", "³": "write **3", "∂": _DERIVATIVE, "∇": _DERIVATIVE,
    "∫": _INTEGRAL, "∑": "write Sum(f, (k, a, b))", "∏": "write Product(f, (k, a, b))",
    "→": _LIMIT, "∞": _LIMIT, "∀": _BEHIND, "ᵀ": "write A.T", "⊤": "write A.T",
}  # fmt: skip
