"""The functions of SymPy that compute: of what they give, nothing would be checked.

Claim files may not use them.  They are known by the part of SymPy that they stand in; classes, and
functions that build what is written, such as `sqrt` and `diff`, are not among them, but for random
variables, of which nothing is read.

>>> import sympy
>>> instead_of(sympy.simplify)
'what it gives, as a step that is checked'
>>> instead_of(sympy.sqrt)
"""

import inspect
from typing import Any

from derivations.language.advice import MEANS

# What to write instead, by the parts of SymPy.
_GIVEN = "what it gives, as a step that is checked"
_COMPUTING: tuple[tuple[str, str], ...] = (
    ("sympy.stats", MEANS),
    ("sympy.concrete", "Sum or Product"),
    ("sympy.polys.polytools.gcd", "the gcd of derivations"),
    ("sympy.polys.polytools.lcm", "the lcm of derivations"),
    ("sympy.series.limits", "the bound behind it: limits are not read"),
    *((f"sympy.{part}", _GIVEN) for part in (
        "simplify", "solvers", "series", "polys", "calculus", "vector", "discrete", "holonomic",
        "integrals.transforms", "core.exprtools", "core.function.expand",
    )),
)


def instead_of(value: Any) -> str | None:
    """What to write instead of a function of SymPy that computes; None for anything else."""
    module = str(getattr(value, "__module__", ""))
    if not inspect.isfunction(inspect.unwrap(value)) and not (
        inspect.isclass(value) and module.startswith("sympy.stats")
    ):
        return None
    name = f"{module}.{value.__name__}"
    return next((instead for part, instead in _COMPUTING if name.startswith(part)), None)
