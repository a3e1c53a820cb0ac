"""The kernel: checks certificates and makes theorems.  Trusts the standard library alone.

    check(certificate, theorems)        -> Theorem or Counterexample; raises Rejected
    encode(certificate), decode(data)   certificates as JSON
    python -m derivations.kernel FILE...  checks certificate files again

A `Theorem` says that the goals of its statement hold and are defined wherever hypotheses and
conditions do; a `Counterexample` has values at which they fail.  Only `check` makes them.

Terms are total, and equal normal forms mean equal values, whatever is assumed.  All that is known
beyond are facts; each rule asks what its line says, with side conditions in `rules`:

    Combine    the goal is a combination of facts, by normal forms
    Have       a proposition is proved, then used
    Use        a law, a theorem or a quantified fact at given values, its premises proved
    Sort       what it says that a term is of its sort
    Induction  on a natural or posint that no fact mentions
    Binder     what is quantified, for new symbols; equal bodies under one range
    Rewrite    a term for an equal one, where no binder captures its symbols
    Cases      a relation or its negation, which for an order asks for real sides
    Enclose    two closed numbers told apart by certified intervals
    Groups     a long sum group by group, one group of each shape

Certificates: Certificate (a proof), Witness ("there is", by values), Refutation (values at which
hypotheses hold and a goal is defined and false), Impossible (no values for "there is" at given
ones), Nowhere (a goal is defined nowhere).

What is trusted, in reading order, with lines of code, without comments and docstrings:

    notation 41, definitions 164    what heads mean, where they have values, what sorts say: data
    laws 401                        the table of laws (LAWS), each with its source; AXIOMS: the
                                    names of those that numbers cannot test
    syntax 60, polynomial 250, forms 95, atoms 107     terms, polynomials, matrices as plain data;
                                    what the generators of polynomials stand for
    scalars 193, sums 153           exponentials, inverses, powers, conjugation; sums over a range
    matrices 289, families 196      words, grids, N blocks; what is made of matrices and families
    slopes 148                      derivatives and integrals of functions of one real variable
    normal 332                      from terms to normal forms; sorts, sizes, names are checked here
    enclosure 288                   certified intervals of numbers
    proofs 118                      the rules and the kinds of certificates, as plain data
    context 176, groups 88          what may enter a proof; long sums
    rules 277                       when a proof proves a goal
    definedness 215, stated 152     what terms need to have values; what statements say and need
    theorems 249                    certificates become theorems

They import `derivations.language` (terms, substitution, sorts, statements, heads) and nothing else.
`encoding` and `replay` read and write files; no theorem depends on them.  Terms remember their free
symbols: code that runs in the same process could change these, as it could change a theorem, and a
certificate that is checked from its file is safe from both.

For search, which knows nothing else of the kernel:

    read(statement, theorems)   -> Stated: its facts as a proof numbers them, its goals, its context
    obligations(context, goals) each Need of goals to be defined, in the order of certificates; and
                                so once values are put in: obligations(context, goals, put)
    opened(context, proposition, names)   the relation inside, and the context with its guards
    asked(context, source, values, names)   what Use asks to be proved, what it then says
    sort_says(context, term, kind)          the same of Sort
    owed(context, symbols, values, claims)  what values have to satisfy
    unfolded(term)              the term that a defined head stands for
    manifest(context, relation or proposition), verify(context, proposition, proof)
    context.normalizer.of(term), .difference(relation)      normal forms: Poly, Words, Grid, Blocks;
                                what their atoms stand for is data as well, which search reads
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.kernel.context import Context, manifest, opened
from derivations.kernel.definitions import Need, unfolded
from derivations.kernel.forms import Blocks, Grid, Words, size as size_of
from derivations.kernel.groups import shape_of, terms_of
from derivations.kernel.laws import AXIOMS, LAWS, Law
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import (
    AnyCertificate, At, Binder, Cases, Certificate, Combine, Enclose, Groups, Have, Impossible,
    Induction, Nowhere, Proof, Refutation, Rejected, Rewrite, Sort, Use, Witness,
)
from derivations.kernel.rules import asked, sort_says, verify
from derivations.kernel.stated import (
    Stated, Values, guards_hold, obligations, owed, read, refutation_needs,
)
from derivations.kernel.theorems import Counterexample, Theorem, check

if TYPE_CHECKING:
    from derivations.kernel.encoding import decode, encode, lemmas_of, statement_hash

__all__ = [
    "AXIOMS", "LAWS", "AnyCertificate", "At", "Binder", "Blocks", "Cases", "Certificate", "Combine",
    "Context", "Counterexample", "Enclose", "Grid", "Groups", "Have", "Impossible", "Induction",
    "Law", "Need", "Nowhere", "Poly", "Proof", "Refutation", "Rejected", "Rewrite", "Sort",
    "Stated", "Theorem", "Use", "Values", "Witness", "Words", "asked", "check", "decode",
    "encode", "guards_hold", "lemmas_of", "manifest", "obligations", "opened", "owed", "read",
    "refutation_needs", "shape_of", "size_of", "sort_says", "statement_hash", "terms_of",
    "unfolded", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """What reads and writes files is imported when it is first used."""
    if name not in ("decode", "encode", "lemmas_of", "statement_hash"):
        raise AttributeError(f"module 'derivations.kernel' has no name {name!r}")
    from derivations.kernel import encoding

    return getattr(encoding, name)
