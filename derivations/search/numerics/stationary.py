"""Places where a derivative vanishes, offered and not proved: where a bound may be sharp.

What does not speak of the variable counts as a number.  Found are the roots of linear factors, in
the variable x or in one of log x, exp x and sqrt x, and of quadratic ones in x; sums of logarithms
are those of products.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from derivations.language.sorts import POSITIVE
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import Term, symbol
from derivations.search.reading.suggestions import suggested

# A derivative with more parts than these is not solved.
MAX_SIZE = 60
# What stays as it is where it does not speak of the variable.
RATIONAL = {"add", "mul", "neg", "div", "pow", "number", "log", "exp", "sqrt"}


@lru_cache(maxsize=256)
def roots(slope: Term, x: Term) -> tuple[Term, ...]:
    """Terms without x at which a term in x is 0."""
    return _by_sympy(slope, x, _solved)


@lru_cache(maxsize=256)
def factored(slope: Term, x: Term) -> Term:
    """A term in x over one denominator, as a product; itself where that is not known."""
    return next(iter(_by_sympy(slope, x, _as_product)), slope)


def _by_sympy(
    term: Term, x: Term, steps: Callable[[Any, Any], Iterable[Any]]
) -> tuple[Term, ...]:
    """What SymPy makes of a term."""
    if x not in free_symbols(term) or sum(1 for _ in subterms(term)) > MAX_SIZE:
        return ()
    at = symbol("x", POSITIVE)
    numbers: dict[Term, Term] = {}
    plain = _without_others(term, x, at, numbers)
    back = Substitution({at: x, **{new: old for old, new in numbers.items()}})
    return tuple(map(back, suggested(plain, at, steps)))


def _without_others(term: Term, x: Term, at: Term, numbers: dict[Term, Term]) -> Term:
    """A term with `at` for x, and a letter for each part that does not speak of x."""
    if term == x:
        return at
    if x not in free_symbols(term) and term.head not in RATIONAL:
        return numbers.setdefault(term, symbol(f"c{len(numbers)}", POSITIVE))
    args = tuple(_without_others(a, x, at, numbers) for a in term.args)
    return Term(term.head, args, term.data)


def _as_product(whole: Any, x: Any) -> Iterator[Any]:
    """The product, roots of x taken for what is squared."""
    import sympy

    u = sympy.Dummy("u", positive=True)
    rooted = any(power.exp.is_Rational and power.exp.q == 2 for power in whole.atoms(sympy.Pow))
    if rooted:
        whole = whole.subs(x, u**2)
    yield sympy.factor(whole).subs(u, sympy.sqrt(x))


def _solved(slope: Any, x: Any) -> Iterator[Any]:
    """The roots, as SymPy writes them."""
    import sympy

    u = sympy.Dummy("u", positive=True)
    logs = sorted((a for a in slope.atoms(sympy.log) if a.has(x)), key=sympy.default_sort_key)
    with suppress(sympy.PolynomialError):
        slope = _joined(slope, logs) if len(logs) > 1 else sympy.expand_log(slope)
    for part, new, back in (
        (x, u, u), (sympy.log(x), u, sympy.exp(u)), (sympy.exp(x), u, sympy.log(u)), (x, u**2, u**2)
    ):
        with suppress(sympy.PolynomialError):
            above, _ = sympy.fraction(sympy.together(slope.subs(part, new)))
            factors = [] if above.has(x) else sympy.factor_list(above, u)[1]
            for factor, _ in factors:
                if sympy.degree(factor, u) == 1:
                    a, b = sympy.Poly(factor, u).all_coeffs()
                    yield back.subs(u, sympy.cancel(-b / a))
                elif sympy.degree(factor, u) == 2 and back == u:
                    yield from sympy.roots(factor, u)


def _joined(slope: Any, logs: list[Any]) -> Any:
    """What vanishes where a sum of logarithms does."""
    import sympy

    whole = sympy.Poly(slope, *logs)
    shares = [whole.coeff_monomial(log) for log in logs]
    ratios = [sympy.cancel(share / shares[0]) for share in shares]
    if whole.total_degree() != 1 or not all(ratio.is_Integer for ratio in ratios):
        return slope
    rest = sympy.cancel(whole.coeff_monomial(1) / shares[0])
    powers = [log.args[0] ** ratio for log, ratio in zip(logs, ratios, strict=True)]
    return sympy.prod(powers) - sympy.exp(-rest)
