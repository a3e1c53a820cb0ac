"""What functions are at closed arguments, put for them in what is given.

A method sees the number 1/2 where a hypothesis says `cos(pi/3)`; of `c**2 == a**2 + b**2 -
2*a*b*cos(2*pi/3)`, `a == 3`, `b == 5` what remains is `c**2 == 49`.  Only the forms in which
residuals are shown (`residuals`); each is proved.
"""

from derivations.language.heads import FUNCTIONS
from derivations.language.statements import eq
from derivations.language.substitution import free_symbols
from derivations.language.terms import Term
from derivations.search.differentiation.slopes import work_out_fact
from derivations.search.drafts import Draft
from derivations.search.reading.facts import nodes, plain_facts
from derivations.search.refutation.residuals import readable


def put_values_in_facts(draft: Draft) -> None:
    """Say plain facts without functions at closed arguments, too."""
    for place, fact in plain_facts(draft.context):
        if any(map(_is_closed, nodes(fact))):
            draft.attempt(work_out_fact, draft, place, fact, _put_values)


def _put_values(draft: Draft) -> None:
    """Put what they are for functions at closed arguments, where a short form is known."""
    for node in nodes(draft.relation):
        found = readable(node) if _is_closed(node) else node
        if found != node:
            draft.attempt(lambda said: draft.rewrite(draft.have(said)), eq(node, found))


def _is_closed(node: Term) -> bool:
    return node.head in FUNCTIONS and not free_symbols(node)
