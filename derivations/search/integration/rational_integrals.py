"""Antiderivatives of what is rational in the sine and the cosine, or in an exponential.

By Bioche's rules it becomes rational in one of cos, sin, tan, or the tangent of half the angle;
what has hyperbolic functions, in an exponential.  SymPy integrates that; nothing here is trusted.

Complete for rational functions whose integral SymPy finds.  `1/(2 + cos(x))` is that of
`2*atan(tan(x/2)/sqrt(3))/sqrt(3)`.

Source: G. H. Hardy, The Integration of Functions of a Single Variable, 6.
"""

from collections.abc import Iterator
from typing import Any

# Of higher degrees SymPy may take long.
MAX_DEGREE = 4


def of_angles(body: Any, variable: Any) -> Iterator[Any]:
    """SymPy's antiderivatives of a body in sines and cosines of one angle."""
    import sympy

    for head, plain in (
        (sympy.tan, lambda a: sympy.sin(a)/sympy.cos(a)), (sympy.sec, lambda a: 1/sympy.cos(a)),
        (sympy.cot, lambda a: sympy.cos(a)/sympy.sin(a)), (sympy.csc, lambda a: 1/sympy.sin(a)),
    ):
        body = body.replace(head, plain)
    angles = {f.args[0] for f in body.atoms(sympy.sin, sympy.cos) if f.has(variable)}
    if len(angles) != 1:
        return
    (angle,) = angles
    speed = angle.diff(variable)
    s, c, u = sympy.symbols("s c u", real=True)
    whole = body.xreplace({sympy.sin(angle): s, sympy.cos(angle): c})/speed
    if not _is_short(whole, s, c):
        return
    turned = [sympy.cancel(whole.xreplace(signs) + sign*whole) for signs, sign in (
        ({s: -s}, 1), ({c: -c}, 1), ({s: -s, c: -c}, -1))]
    ways = (
        (sympy.cos(angle), -whole/s, {s: sympy.sqrt(1 - u**2), c: u}),
        (sympy.sin(angle), whole/c, {s: u, c: sympy.sqrt(1 - u**2)}),
        (sympy.tan(angle), whole/(1 + u**2),
         {s: u/sympy.sqrt(1 + u**2), c: 1/sympy.sqrt(1 + u**2)}),
        (sympy.tan(angle/2), 2*whole/(1 + u**2),
         {s: 2*u/(1 + u**2), c: (1 - u**2)/(1 + u**2)}),
    )
    value, slope, put = ways[next((k for k, rest in enumerate(turned) if rest == 0), -1)]
    yield from _rational(sympy.cancel(slope).subs(put), u, value)


def of_one_exponential(body: Any, variable: Any) -> Iterator[Any]:
    """SymPy's antiderivatives of a body that is rational in exp(variable)."""
    import sympy

    u = sympy.Symbol("u", positive=True)
    whole = body.rewrite(sympy.exp)
    powers = {p: u**(p.args[0]/variable) for p in whole.atoms(sympy.exp)}
    slope = whole.xreplace(powers)/u
    if powers and _is_short(slope, u):
        yield from _rational(slope, u, sympy.exp(variable))


def _is_short(whole: Any, *symbols: Any) -> bool:
    """Whether it is rational in these symbols, without others, and of a low degree."""
    import sympy

    powers = [p.exp for p in whole.atoms(sympy.Pow)]
    if not whole.free_symbols <= {*symbols} or not all(
        e.is_Integer and abs(e) <= MAX_DEGREE for e in powers
    ):
        return False
    return whole.is_rational_function(*symbols) and all(
        sympy.Poly(part, *symbols).total_degree() <= MAX_DEGREE
        for part in sympy.fraction(sympy.together(whole)))


def _rational(slope: Any, u: Any, value: Any) -> Iterator[Any]:
    import sympy
    from sympy.integrals.manualintegrate import manualintegrate

    found = manualintegrate(sympy.cancel(slope), u)
    if not found.has(sympy.Integral, sympy.Piecewise):
        whole = found.subs(u, value)  # logarithms of what is above 0 near 0, where that is told
        yield whole.replace(sympy.log, lambda p: sympy.log(-p if p.subs(
            {s: sympy.Rational(1, 3) for s in p.free_symbols}).is_negative else p))
