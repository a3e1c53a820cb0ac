"""Whether what is assumed contradicts itself: then a theorem about it says nothing.

Shown by a certificate that the kernel checks: `1 = 0` is a combination of the equations assumed, or
the negation of one assumption follows from the others.  Complete for neither: assumptions that are
not shown to be contradictory need not have a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from derivations.kernel.check import base_context
from derivations.kernel.proofs import Certificate
from derivations.language.statements import Proposition, Statement, eq, negation
from derivations.language.terms import ONE, ZERO
from derivations.search.ideals import contradiction
from derivations.verdicts import shows_contradiction

# How many assumptions are negated.
MAX_NEGATED = 6

_ABSURD = Proposition(eq(ONE, ZERO))


def find_contradiction(
    claimed: Statement,
    conditions: Iterable[Proposition],
    prove: Callable[[Statement], Certificate | None],
) -> Certificate | None:
    """A certificate that hypotheses and conditions cannot hold together, if one is found.

    prove: makes a certificate for a statement, which is checked here.
    """
    assumed = (*claimed.hypotheses, *conditions)
    for certificate in _certificates(claimed, assumed, prove):
        if shows_contradiction(certificate, assumed):
            return certificate
    return None


def _certificates(
    claimed: Statement,
    assumed: tuple[Proposition, ...],
    prove: Callable[[Statement], Certificate | None],
) -> Iterator[Certificate]:
    absurd = Statement(claimed.declarations, assumed, (_ABSURD,))
    proof = contradiction(base_context(absurd))
    if proof is not None:
        yield Certificate(absurd, (proof,))
    for number, proposition in enumerate(assumed[:MAX_NEGATED]):
        if not proposition.is_plain:
            continue
        others = assumed[:number] + assumed[number + 1 :]
        negated = Proposition(negation(proposition.relation))
        certificate = prove(Statement(claimed.declarations, others, (negated,)))
        if certificate is not None:
            yield certificate
