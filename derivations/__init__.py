"""Takes each step of a written derivation and proves it, refutes it, or says what is missing.

    from sympy import Eq, cos, sin, symbols
    from derivations import prove

    a, b = symbols("a b", real=True)
    print(prove(Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b))))

This page is the front door: the names below are all that a claim file or a program needs.  The
rooms behind it, in the order in which they read best:

    language    what is judged: sorts, terms, statements; SymPy in and out; text; printers
    kernel      what is trusted: it checks certificates and makes theorems; standard library only
    verdicts    the four answers
    search      finds certificates with anything, one method a file; proving puts them together
    documents   what a claim file is made of, and the documents that are judged here
    judging     many statements in order, each within its time and memory
    writing     reports, certificate files, writeups
    cli         the command line; its options in options
    testing     asserts and derivations in a test suite; pytest_plugin makes tests of claim files

Names are imported when they are first used, so that `import derivations` costs nothing.
"""

import importlib
from typing import Any

__version__ = "0.1.0"

# Each public name and the module that it comes from.
_HOMES: dict[str, str] = {
    name: f"derivations.{module}"
    for module, names in {
        "proving": "prove",
        "documents": "builtin_documents load",
        "documents.document": "Document",
        "documents.entries": "step",
        "documents.faults": "DocumentError",
        "judging.judge": "judge_claim",
        "writing.markdown": "markdown",
        "verdicts": "Verdict Witness PROVED CONDITIONAL REFUTED UNDECIDED",
        "language.statements": "StatementError",
        "language.as_written": "as_written",
        "language.vocabulary": "inner norm scalar BlockDiag Stack MatrixSum MatrixProduct "
        "MatrixFamily gcd lcm forall exists",
        "language.calculus_words": "differentiable integrable gradient",
    }.items()
    for name in names.split()
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'derivations' has no name {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
