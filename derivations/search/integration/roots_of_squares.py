"""A function with sizes for the roots of squares in it.

`sqrt(1 - cos(x)**2)` is `Abs(sin(x))`; `sqrt((r - r*cos(t))**2 + (r*sin(t))**2)`, the speed on a
cycloid, is `Abs(2*r*sin(t/2))` where 0 <= r.  SymPy offers the squares, in functions of an angle
and of half of it; that they are the same is proved where it is used.

Source: DLMF 4.21(iii).
"""

from collections.abc import Iterator
from typing import Any

from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import Term, call
from derivations.search.knowledge.matching import put
from derivations.search.reading.suggestions import suggested

# Nodes of what is under a root.
MAX_NODES = 60


def with_sizes(body: Term, x: Term) -> Iterator[Term]:
    """The body with the size of a number for the root of its square."""
    for node in dict.fromkeys(subterms(body)):
        under = node.args[0] if node.head == "sqrt" else None
        if under is not None and x in free_symbols(under) and (
                sum(1 for _ in subterms(under)) <= MAX_NODES):
            for root in suggested(under, x, _square_roots):
                yield put(body, {node: call("abs", root)})


def _square_roots(under: Any, x: Any) -> Iterator[Any]:
    """What has this square, of an angle or of half an angle."""
    import sympy

    plain = sympy.expand(under)
    waves = (sympy.sin, sympy.cos, sympy.sinh, sympy.cosh)
    simple = sympy.trigsimp(plain) if plain.has(*waves) else plain
    halves, doubled = {}, {}
    for wave in simple.atoms(*waves[:2], sympy.cosh):
        angle = sympy.pi/2 - wave.args[0] if isinstance(wave, sympy.sin) else wave.args[0]
        sine, cosine, sign = (sympy.sinh, sympy.cosh, -1) if isinstance(wave, sympy.cosh) else (
            sympy.sin, sympy.cos, 1)
        halves[wave] = 1 - 2*sign*sine(angle/2)**2
        doubled[wave] = 2*cosine(angle/2)**2 - 1
    for form in (plain, simple, simple.xreplace(halves), simple.xreplace(doubled)):
        root = _root(sympy.factor(sympy.expand(form)))
        if root is not None:
            yield root


def _root(product: Any) -> Any:
    """The root of a product of even powers and of a number above zero, or nothing."""
    import sympy

    root = sympy.Integer(1)
    for factor in sympy.Mul.make_args(product):
        base, e = factor.as_base_exp()
        if factor.is_Rational and factor > 0:
            root *= sympy.sqrt(factor)
        elif e.is_Integer and e % 2 == 0:
            root *= base**(e/2)
        else:
            return None
    return root
