"""Every law holds, where its premises do; a law with a premise less, or turned, does not.

Values are computed by the oracle, which shares nothing with the kernel (`support.law_values`).
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from derivations.kernel.forms import is_zero
from derivations.kernel.laws import AXIOMS, LAWS, Law
from derivations.kernel.normal import Normalizer
from derivations.language.parser_terms import FUNCTIONS
from derivations.language.statements import Proposition, proposition
from derivations.language.substitution import sort_symbols, subterms
from derivations.language.terms import POINTED
from derivations.language.text import proposition_text
from tests.support.law_values import Broken, compared, mutants
from tests.support.parsing import parse_proposition

# The premise never holds: that is what the law says.
VACUOUS = {"absurd"}
# At so many points the premises held, and at so many with `--long`; at more, as a rule, than that.
ENOUGH, MANY, LEAST = 40, 150, 20
# The same of laws of derivatives and integrals, each of which is many differences.
ENOUGH_SLOPES, MANY_SLOPES = 8, 20


def slopes(law: Law) -> bool:
    """Whether it is about derivatives or integrals."""
    sides = [t for p in stated(law) for t in (p.relation.left, p.relation.right)]
    return any(node.head in POINTED for side in sides for node in subterms(side))


def stated(law: Law) -> list[Proposition]:
    return [proposition(p) for p in (*law.premises, *law.conclusions)]


def test_the_table_is_not_changed():
    with pytest.raises(TypeError):
        LAWS["one"] = LAWS["inverse"]
    with pytest.raises(FrozenInstanceError):
        LAWS["inverse"].premises = ()


def test_the_axioms_are_these():
    assert AXIOMS == ("pi irrational",)


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
class TestEach:
    def test_is_closed_and_has_a_source(self, law: Law) -> None:
        seen: set = set()
        for variable in law.variables:
            assert sort_symbols(variable.sort) <= seen
            seen.add(variable)
        assert seen == {s for p in stated(law) for s in p.free()} | {
            s for v in law.variables for s in sort_symbols(v.sort)
        }
        assert len({v.name for v in law.variables}) == len(law.variables)
        assert law.conclusions and law.source and LAWS[law.name] is law

    def test_says_what_normal_forms_do_not(self, law: Law) -> None:
        """Its terms are well-sorted, and no equation is one of normal forms alone."""
        normalizer = Normalizer()
        for one in stated(law):
            for relation in (one.relation, *one.guards):
                difference = normalizer.difference(relation)
                conclusion = relation in law.conclusions and relation.operator == "=="
                assert not (conclusion and is_zero(difference)), relation

    def test_holds(self, law: Law, long: bool) -> None:
        enough = (ENOUGH_SLOPES, MANY_SLOPES) if slopes(law) else (ENOUGH, MANY)
        reached = compared(law, Random(law.name), 6000, enough[long])
        least = min(LEAST, enough[long])
        assert reached >= least or law.name in VACUOUS or (law.axiom and reached)

    def test_says_no_more_than_it_needs(self, law: Law) -> None:
        """Premises are needed, conclusions are sharp: the comparison sees what is wrong."""
        if law.name in VACUOUS or law.axiom:
            return
        assert not [what for what, *changed in mutants(law) if not is_broken(*changed)]

    def test_is_text(self, law: Law) -> None:
        """What is printed of a law says it: read again, it is the same."""
        letters = {v.name: v for v in law.variables}
        if slopes(law) and "tangent" not in FUNCTIONS:
            pytest.skip("derivatives are not read from text")
        for one in stated(law):
            assert parse_proposition(proposition_text(one), letters) == one


def is_broken(law: Law, lacking: Any) -> bool:
    try:
        compared(law, Random(law.name), 8000, 300 if slopes(law) else 2000, lacking)
    except Broken:
        return True
    return False
