"""What a law is, and the letters that the tables share."""

from dataclasses import dataclass

from derivations.kernel.notation import symbol
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, POSINT, REAL, family_sort
from derivations.language.statements import Proposition, Relation
from derivations.language.terms import Term


@dataclass(frozen=True)
class Law:
    """For all values of the variables, of their sorts, that satisfy the premises: the conclusions.

    source: where it is proved or stated; `def`: by definition, or at once from one.
    axiom: whether numbers cannot test it.
    """

    name: str
    variables: tuple[Term, ...]
    premises: tuple[Relation | Proposition, ...]
    conclusions: tuple[Relation, ...]
    source: str
    axiom: bool = False


x = symbol("x", REAL)
z, w, s = (symbol(name, COMPLEX) for name in "zws")
a, b, c, k = (symbol(name, INTEGER) for name in "abck")
m, n = symbol("m", NATURAL), symbol("n", NATURAL)
d, e, q = (symbol(name, POSINT) for name in "deq")
F = symbol("F", family_sort((INTEGER,), COMPLEX))
