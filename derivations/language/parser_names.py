"""The names that the plain-text syntax knows, and the reasons for those that it refuses."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping

from derivations.language import heads
from derivations.language.heads import NAMES
from derivations.language.statements import StatementError
from derivations.language.terms import PI, I, Place, Term


class Unsupported(StatementError):
    """What was written is mathematics, and the language has no word for it yet."""


class Undeclared(StatementError):
    """A name is used that is not declared."""

    def __init__(self, message: str, place: Place | None = None, name: str = "") -> None:
        super().__init__(message, place)
        self.name = name


CONSTANTS: dict[str, Term] = {"I": I, "pi": PI}

# Sums and other forms that bind an index.
BINDING: dict[str, str] = {row.text: head for head, row in heads.BINDING.items()}

# Forms with a rule of their own for what stands between the brackets.
FORMS = ("Matrix", "BlockMatrix", "Rational", "Add", "Mul", "zeros")

# Functions, then constants, of mathematics (SymPy's spelling) for which there is no head yet.
UNSUPPORTED = frozenset(
    """
    asec acsc asech acsch acoth cosc
    Derivative diff Integral integrate limit Limit Subs Piecewise Lambda Order series residue
    root cbrt real_root exp_polar polar_lift periodic_argument principal_branch LambertW
    frac Heaviside DiracDelta ilcm igcd factorial2 subfactorial ff rf FallingFactorial
    RisingFactorial RaisingFactorial lucas tribonacci bernoulli euler bell catalan genocchi
    stirling partition multinomial_coefficients primepi prime isprime totient mobius
    divisor_sigma primorial
    loggamma digamma trigamma polygamma lowergamma uppergamma beta zeta dirichlet_eta polylog
    lerchphi erf erfc erfi erfinv Ei li Li Si Ci Shi Chi expint fresnels fresnelc
    besselj bessely besseli besselk hankel1 hankel2 jn yn airyai airybi
    hyper meijerg elliptic_k elliptic_e elliptic_f elliptic_pi
    legendre assoc_legendre chebyshevt chebyshevu hermite laguerre assoc_laguerre gegenbauer jacobi
    Ynm LeviCivita Eijk KroneckerDelta
    Inverse Transpose Adjoint MatPow MatMul MatAdd HadamardProduct hadamard_product rank per
    diag ones DiagMatrix BlockDiagMatrix OneMatrix cross dot commutator pinv sqrtm logm
    cofactor adjugate charpoly eigenvals cholesky
    """.split()
)
UNSUPPORTED_CONSTANTS = frozenset("E EulerGamma GoldenRatio Catalan TribonacciConstant".split())

# Names that are not values, declared or not.
REFUSED: dict[str, str] = {
    "oo": "infinity is not a value",
    "inf": "infinity is not a value",
    "zoo": "infinity is not a value",
    "nan": "an undefined value cannot be written",
    "NaN": "an undefined value cannot be written",
    "True": "truth values are not numbers",
    "False": "truth values are not numbers",
    "None": "it is not a number",
}

_ADVICE = {"E": "write exp(1)", "acoth": "write atanh(1/x)", "root": "write x**(1/n)"}


def refusal(name: str) -> str | None:
    """Why a name that is not declared can never be a value; None for any other name."""
    if name in REFUSED:
        return f"{name} is rejected: {REFUSED[name]}"
    if keyword.iskeyword(name):
        return f"{name} is a word of Python; the text is a formula, not a program"
    return None


def arguments(term: Term) -> int:
    """How many arguments a term takes in brackets: a family, a permutation or its inverse; or 0."""
    if term.head == "inv" and term.args[0].head == "symbol":
        term = term.args[0]
        return int(term.sort.kind == "permutation")
    if term.head != "symbol":
        return 0
    return int(term.sort.kind == "permutation") or len(term.sort.index)


def unknown_name(
    name: str, called: bool, declared: Mapping[str, Term], place: Place
) -> StatementError:
    """What is wrong with a name that stands for nothing, or with a call of it."""
    reason = refusal(name)
    if reason:
        return StatementError(reason, place)
    if name in (UNSUPPORTED if called else UNSUPPORTED_CONSTANTS):
        advice = f"; {_ADVICE[name]}" if name in _ADVICE else ""
        return Unsupported(f"{name} is not supported yet{advice}", place)
    if name == "Function":
        return StatementError("Function(...) is written in answers and cannot be read", place)
    if called:
        families = [known for known, term in declared.items() if arguments(term)]
        close = closest(name, [*families, *NAMES, *BINDING, *FORMS])
        return StatementError(f"unknown function {name}{close}", place)
    if name in NAMES or name in BINDING or name in FORMS:
        message = f"{name} is a function: write {name}(...), or declare {name}"
        return StatementError(message, place)
    listing = ", ".join(list(declared)[:10]) or "nothing"
    if len(declared) > 10:
        listing += f" and {len(declared) - 10} more"
    message = f"{name} is not declared{closest(name, declared)}; declared: {listing}"
    return Undeclared(message, place, name)


def closest(name: str, known: Iterable[str]) -> str:
    """What a misspelt name may have been meant to be, for a message."""
    import difflib  # only mistakes need it

    close = difflib.get_close_matches(name, list(known)[:500], n=1)
    return f"; did you mean {close[0]}?" if close else ""
