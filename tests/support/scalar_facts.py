"""What the kernel sees at once of scalars, in one word, for the specifications of its modules."""

from __future__ import annotations

from derivations.kernel import context
from derivations.kernel.normal_form import Normalizer
from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.terms import Term, Termish


def under(*facts: Relation) -> Normalizer:
    """Normal forms that know the facts."""
    normalizer = Normalizer()
    for fact in facts:
        context.assume(normalizer, fact)
    return normalizer


def shows(relation: Relation, *facts: Relation) -> bool:
    """Whether normal forms show the relation, under the facts."""
    return context.holds_plainly(under(*facts), relation)


def equal(left: Termish, right: Termish, *facts: Relation) -> bool:
    """Whether both terms have one normal form."""
    return shows(eq(left, right), *facts)


def nonzero(term: Term, *facts: Relation) -> bool:
    return shows(ne(term, 0), *facts)


def at_least_0(term: Term, *facts: Relation) -> bool:
    return shows(le(0, term), *facts)


def positive(term: Term, *facts: Relation) -> bool:
    return shows(lt(0, term), *facts)
