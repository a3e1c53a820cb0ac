"""The kernel: checks certificates and makes theorems.  Trusts the standard library alone.

    check(certificate, theorems)        -> Theorem or Counterexample; raises Rejected
    encode(certificate), decode(data)   certificates as JSON
    python -m derivations.core FILE...  checks certificate files again

Types: a `Theorem` says that the goals of its statement hold and are defined wherever hypotheses and
conditions do; a `Counterexample` has values at which they fail.  Only `check` makes them.

Rules: Combine, Have, Use, Sort, Induction, Binder, Rewrite, Cases, Enclose, Groups; what each asks
stands in `rules`.  Certificates: Certificate, Witness, Refutation, Impossible, Nowhere (`check`).

What is trusted, in reading order:

    notation, definitions       what heads mean, where they have values, what sorts say: data
    laws                        the table of laws (LAWS), each with its source; AXIOMS: the names of
                                those that numbers cannot test
    syntax, polynomial, scalars, sums, families, forms, matrices, blocks, normal
                                normal forms: equal ones mean equal values, whatever is assumed
    enclosure                   certified intervals of numbers
    proofs                      the rules and the kinds of certificates, as plain data
    context, definedness        what may enter a proof; what statements need to be defined
    groups, rules               when a proof proves a goal
    stated, check               what statements say; certificates, theorems

They import `derivations.language` (terms, substitution, sorts, statements, heads) and nothing else.
`encoding` and `replay` read and write files; no theorem depends on them.

For search, which knows nothing else of the kernel:

    read(statement, theorems)   -> Stated: its facts as a proof numbers them, its goals, its context
    obligations(context, goals) what goals need to be defined, in the order of certificates
    opened(context, proposition, names)   the relation inside, and the context with its guards
    asked(context, source, values, names)   what Use asks to be proved, what it then says
    sort_says(context, term, kind)          the same of Sort
    owed(context, symbols, values, claims)  what values have to satisfy
    manifest(context, relation or proposition), verify(context, proposition, proof)
    context.normalizer.of(term), .difference(relation)      normal forms: Poly, Words, Grid, Blocks;
                                what their atoms stand for is data as well, which search reads
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.core.check import Counterexample, Theorem, check
from derivations.core.context import Context, manifest, opened
from derivations.core.forms import Blocks, Grid, Words, size as size_of
from derivations.core.groups import shape_of, terms_of
from derivations.core.laws import AXIOMS, LAWS, Law
from derivations.core.polynomial import Poly
from derivations.core.proofs import (
    AnyCertificate, At, Binder, Cases, Certificate, Combine, Enclose, Groups, Have, Impossible,
    Induction, Nowhere, Proof, Refutation, Rejected, Rewrite, Sort, Use, Witness,
)
from derivations.core.rules import asked, sort_says, verify
from derivations.core.stated import Stated, Values, guards_hold, obligations, owed, read

if TYPE_CHECKING:
    from derivations.core.encoding import decode, encode, statement_hash

__all__ = [
    "AXIOMS", "LAWS", "AnyCertificate", "At", "Binder", "Blocks", "Cases", "Certificate", "Combine",
    "Context", "Counterexample", "Enclose", "Grid", "Groups", "Have", "Impossible", "Induction",
    "Law", "Nowhere", "Poly", "Proof", "Refutation", "Rejected", "Rewrite", "Sort", "Stated",
    "Theorem", "Use", "Values", "Witness", "Words", "asked", "check", "decode", "encode",
    "guards_hold", "manifest", "obligations", "opened", "owed", "read", "shape_of",
    "size_of", "sort_says", "statement_hash", "terms_of", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """What reads and writes files is imported when it is first used."""
    if name not in ("decode", "encode", "statement_hash"):
        raise AttributeError(f"module 'derivations.core' has no name {name!r}")
    from derivations.core import encoding

    return getattr(encoding, name)
