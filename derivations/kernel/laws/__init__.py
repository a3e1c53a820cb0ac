"""The laws: what the kernel takes as true.

    LAWS     by name
    AXIOMS   the names of those that numbers cannot test

For all values of its variables, of their sorts, that satisfy its premises, the conclusions of a law
hold, in the total semantics of `definitions`.  Every law but the axioms is compared in the tests
with values that are computed without the kernel, at hundreds of points each, and so is every law
that is one premise short or says something else.

Sources, by section or (equation):

    DLMF    NIST Digital Library of Mathematical Functions
    CM      R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2nd edition
    HJ      R. Horn, C. Johnson, Matrix Analysis, 2nd edition
    Rudin   W. Rudin, Principles of Mathematical Analysis, 3rd edition
    Bartle  R. Bartle, A Modern Theory of Integration
    Horn    R. Horn, C. Johnson, Topics in Matrix Analysis
    Higham  N. Higham, Functions of Matrices
    def     a definition, or at once from one
"""

from collections.abc import Mapping
from types import MappingProxyType

from derivations.kernel.laws.analysis import ANALYSIS
from derivations.kernel.laws.calculus import CALCULUS
from derivations.kernel.laws.law import Law as Law
from derivations.kernel.laws.matrices import MATRICES
from derivations.kernel.laws.numbers import NUMBERS
from derivations.kernel.laws.order import ORDER

_ALL = (*ORDER, *ANALYSIS, *NUMBERS, *MATRICES, *CALCULUS)
LAWS: Mapping[str, Law] = MappingProxyType({law.name: law for law in _ALL})
AXIOMS = tuple([law.name for law in _ALL if law.axiom])
