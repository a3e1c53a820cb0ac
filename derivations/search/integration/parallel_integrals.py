"""Antiderivatives by an ansatz: of powers with symbolic exponents, exponentials, sines, logarithms.

A term is w*r, w of powers of functions and of exponentials, r a polynomial in the variable and in
other functions.  Its antiderivative is sought as w*R, R such a polynomial of somewhat higher
degrees whose coefficients are solved for: so for `x*(1 - x)**n`, for what is left of the recursions
of `sin(x)**n`, for `x*exp(a*x)*cos(b*x)`; and multiples of logarithms of what divides r: of
`sin(x)/(sin(x) + cos(x))` it is half of `x - log(sin(x) + cos(x))`.

Complete where these degrees suffice; nothing here is trusted.

Source: M. Bronstein, Symbolic Integration I, 10 (parallel integration, after Risch and Norman).
"""

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

# So many coefficients are solved for.
MAX_UNKNOWNS = 60
# Of higher powers of functions SymPy's rules take long.
MAX_BY_RULES = 6


def by_ansatz(body: Any, x: Any) -> Iterator[Any]:
    """An antiderivative of a body in x."""
    import sympy
    from sympy.simplify.fu import TR8

    if len({f.args for f in body.atoms(sympy.sin, sympy.cos) if f.has(x)}) > 1:
        body = TR8(body)  # products of several angles are sums of sines
    groups: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(body)):
        powers: dict[Any, Any] = {}
        rest = sympy.Integer(1)
        for factor in sympy.Mul.make_args(term):
            base, e = factor.as_base_exp()
            whole, part = (0, e) if base == sympy.E else e.as_coeff_Add()
            if factor.has(x) and part != 0:
                powers[base] = powers.get(base, 0) + part
                factor = base**whole
            rest *= factor
        own = frozenset(powers.items())
        groups[own] = groups.get(own, 0) + rest
    wholes = [_of_one(dict(sorted(powers, key=str)), rest, x) for powers, rest in groups.items()]
    if None not in wholes:
        yield sympy.Add(*wholes)


def is_left(body: Any, x: Any) -> bool:
    """Whether nothing else is to be tried: for exponentials, sines, and powers, of functions, and
    for high powers of these."""
    import sympy

    outer = body.atoms(sympy.sin, sympy.cos, sympy.exp)
    inside = [f.args[0] for f in outer]
    inside += [p.base for p in body.atoms(sympy.Pow)
               if not p.exp.is_number or abs(p.exp) > MAX_BY_RULES]
    return any(f.has(x) for a in inside for f in a.atoms(sympy.Function))


def _of_one(powers: dict[Any, Any], rest: Any, x: Any) -> Any:
    """An antiderivative of a multiple of powers, or None."""
    import sympy

    if any(b != sympy.E and not b.has(x) for b in powers):
        return None  # c**x: SymPy's rules know it
    names = _named(x, rest, *powers, powers.get(sympy.E, x))
    kernels, u = [f for f in names if f != x], [*names.values()]

    def named(term: Any) -> Any:
        for f in kernels:
            term = term.subs(f, names[f])
        return term

    def own(term: Any) -> Any:
        return term.subs({v: f for f, v in reversed(names.items())})

    def slope(term: Any) -> Any:
        return sum(term.diff(v)*named(f.diff(x)) for f, v in names.items())

    rest, below = sympy.fraction(sympy.cancel(named(rest)))
    for base in (b for b in powers if b != sympy.E):
        if not named(base).is_polynomial(*u):
            return None
        while (lower := sympy.cancel(below/named(base))).is_polynomial(*u) and below.has(*u):
            below, powers[base] = lower, powers[base] - 1
    if not rest.is_polynomial(*u) or not below.is_polynomial(*u):
        return None
    factor, others = sympy.factor_list(below, *u)
    factor *= sympy.Mul(*(b**e for b, e in others if not b.has(*u)))  # roots of coefficients
    others = [(b, e) for b, e in others if b.has(*u)]
    logs = {} if powers else {sympy.Dummy(): base for base, _ in others}
    powers |= {own(base): -e for base, e in others}
    bases = [b for b in powers if b != sympy.E]
    rest, plain = sympy.Poly(rest/factor, *u), [sympy.Poly(named(b), *u) for b in bases]
    most = rest.total_degree() + 1 + max((p.total_degree() for p in plain), default=1)
    degrees = [rest.degree(v) + 1 + max(1, *(p.degree(v) for p in (rest.one, *plain))) for v in u]
    if prod(degrees) > MAX_UNKNOWNS**2:
        return None
    monomials = [m for m in product(*map(range, degrees)) if sum(m) <= most]
    if len(monomials) > MAX_UNKNOWNS:
        return None
    c = sympy.symbols(f"c:{len(monomials)}", cls=sympy.Dummy)
    found = sympy.Add(*(a*sympy.Mul(*(v**e for v, e in zip(u, m, strict=True)))
                        for a, m in zip(c, monomials, strict=True)))
    rate = sum(named(e.diff(x) if b == sympy.E else e*b.diff(x)/b) for b, e in powers.items())
    added = sum(d*slope(q)/q for d, q in logs.items())*below/factor
    gap = sympy.together(slope(found) + found*rate + added - rest.as_expr())
    circles = [names[f]**2 + sign*names[g(*f.args)]**2 - sign
               for head, g, sign in ((sympy.sin, sympy.cos, 1), (sympy.sinh, sympy.cosh, -1))
               for f in kernels if isinstance(f, head)]
    gap = sympy.expand(sympy.fraction(gap)[0])
    gap = sympy.reduced(gap, circles, *u)[1] if circles else gap
    unknown = [*c, *logs]
    solved = list(sympy.linsolve(sympy.Poly(gap, *u).coeffs(), *unknown))
    if not solved:
        return None
    known = {a: v.subs(dict.fromkeys(unknown, 0)) for a, v in zip(unknown, solved[0], strict=True)}
    found = found.subs(known)
    last = sum(known[d]*sympy.log(own(q)) for d, q in logs.items())
    for base in bases:
        while found != 0 and (lower := sympy.cancel(found/named(base))).is_polynomial(*u):
            found, powers[base] = lower, powers[base] + 1
    return own(found)*sympy.Mul(*(b**e for b, e in powers.items())) + last


def _named(x: Any, *terms: Any) -> dict[Any, Any]:
    """Symbols for the functions of x in terms, those of other ones first, and x for itself."""
    import sympy

    pairs = (sympy.sin, sympy.cos), (sympy.sinh, sympy.cosh)
    kernels = {f for t in terms for f in sympy.sympify(t).atoms(sympy.Function) if f.has(x)}
    kernels |= {g(*f.args) for f in kernels for pair in pairs if f.func in pair for g in pair}
    kernels -= {f for f in kernels if isinstance(f, sympy.exp)}
    ordered = sorted(kernels, key=lambda f: (-sympy.count_ops(f), str(f)))
    return {**{f: sympy.Dummy(f"u{k}") for k, f in enumerate(ordered)}, x: x}
