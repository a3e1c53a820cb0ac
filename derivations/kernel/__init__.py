"""The kernel: checks certificates and makes theorems.  Trusts the standard library alone.

    check(certificate, theorems)   -> Theorem or Counterexample; raises Rejected
    encode(certificate), decode(data)   certificates as JSON
    python -m derivations.kernel FILE...   checks certificate files again

What it consists of, in reading order:

    polynomial, atoms, generators   scalar normal forms: polynomials in numbered atoms
    exponentials, roots, powers, functions, combinatorics, sums, roots_of_unity
                                the atoms and their laws
    words, word_scalars, word_sums, minors, grids, forms, blocks, partitions, tensors,
    matrix_sums, matrix_exponentials   normal forms of matrices
    normal_form                 terms to normal forms, checking sorts on the way
    definedness                 what must hold for a term to have a value
    positivity, signs, bounds   signs of polynomials and of terms, under facts
    laws, matrix_laws, order, separation
                                laws of functions and of matrices; rules about signs; algebraic
                                numbers
    inverse_functions           inverse trigonometric and hyperbolic functions
    context, rules, integers, residues   facts; when a proof proves a goal
    points, enclosure           evaluation at a point, exactly or by certified enclosures
    proofs, theorem, check      certificates, what they prove, and the only maker of theorems
    heads, encoding, replay     JSON, and checking files

It imports `int`, `Fraction`, `json`, `hashlib` and the plain data of `derivations.language`;
nothing else of the package and never SymPy.  Axioms: none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.kernel.check import check, check_statement
from derivations.kernel.proofs import (
    Cases, Certificate, Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, Lemma,
    NormalForm, NowhereDefined, Offset, Refutation, Residues, Rewrite, StrongInduction, Telescope,
    Turn,
)
from derivations.kernel.theorem import Counterexample, Rejected, Theorem

if TYPE_CHECKING:
    from derivations.kernel.encoding import decode, encode, statement_hash

# What is assumed without proof, by name.
AXIOMS: tuple[str, ...] = ()

__all__ = [
    "AXIOMS",
    "Cases",
    "Certificate",
    "Cofactor",
    "Congruence",
    "Counterexample",
    "Factor",
    "Have",
    "Induction",
    "Instantiate",
    "Inverse",
    "Lemma",
    "NormalForm",
    "NowhereDefined",
    "Offset",
    "Refutation",
    "Rejected",
    "Residues",
    "Rewrite",
    "StrongInduction",
    "Telescope",
    "Theorem",
    "Turn",
    "check",
    "check_statement",
    "decode",
    "encode",
    "statement_hash",
]


def __getattr__(name: str) -> Any:
    """What reads and writes files is imported when it is first used."""
    if name not in ("decode", "encode", "statement_hash"):
        raise AttributeError(f"module 'derivations.kernel' has no name {name!r}")
    from derivations.kernel import encoding

    return getattr(encoding, name)
