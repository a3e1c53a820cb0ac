"""What SymPy makes of a term: a suggestion, of which a method proves whatever it uses.

Derivatives of `x*log(x)` are factored so, and functions are integrated.
"""

from collections.abc import Callable, Iterable
from typing import Any

from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import Term

# Over longer terms SymPy's rules may take minutes.
MAX_NODES = 500


def suggested(
    term: Term, variable: Term, steps: Callable[[Any, Any], Iterable[Any]]
) -> tuple[Term, ...]:
    """What steps make of a term and its variable, as SymPy has them; nothing where they fail."""
    if sum(1 for _ in subterms(term)) > MAX_NODES:
        return ()
    from sympy import Sum  # few statements need SymPy

    from derivations.language.as_written import as_sympy
    from derivations.language.from_sympy import from_sympy
    from derivations.language.to_sympy import to_sympy

    try:
        with as_sympy():
            whole = to_sympy(term)
            if not whole.has(Sum):  # whose closed forms have cases
                whole = whole.doit()
            own = next(s for s in whole.free_symbols if s.name == variable.name)
            found = [from_sympy(one) for one in steps(whole, own)]
    except Exception:  # what SymPy cannot do, it says in many ways
        return ()
    names = {s.name: s for s in free_symbols(term) | {variable}}
    change = {s: names[s.name] for one in found for s in free_symbols(one) if s.name in names}
    return tuple(dict.fromkeys(map(Substitution(change), found)))
