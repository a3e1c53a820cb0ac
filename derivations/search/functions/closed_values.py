"""What functions are at closed arguments, and binomials of few, put for them in what is given.

A method sees the number 1/2 where a hypothesis says `cos(pi/3)`; of `c**2 == a**2 + b**2 -
2*a*b*cos(2*pi/3)`, `a == 3`, `b == 5` what remains is `c**2 == 49`; for `binomial(n, 2)` it is
`n*(n - 1)/2`.  Complete for the forms in which residuals are shown (`residuals`); each is proved.

Source: DLMF 4.17 and 26.3(i).
"""

from math import factorial

from derivations.language.heads import FUNCTIONS
from derivations.language.statements import eq
from derivations.language.substitution import free_symbols, subterms
from derivations.language.terms import Term, div, number, sub
from derivations.search.differentiation.slopes import work_out_fact
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.reading.facts import nodes, plain_facts
from derivations.search.reading.readback import product_of
from derivations.search.refutation.residuals import readable

# Numbers in arguments of functions that are worked out.
MAX_NUMBER = 10_000
# How many are chosen in binomials that are put as products.
FEW = [number(k) for k in (1, 2, 3, 4)]


def put_values_in_facts(draft: Draft) -> None:
    """Say plain facts without functions at closed arguments, too."""
    for place, fact in plain_facts(draft.context):
        if any(_is_closed(node) or _is_of_few(node) for node in nodes(fact)):
            draft.attempt(work_out_fact, draft, place, fact, _put_values)


def _put_values(draft: Draft) -> None:
    """Put what they are for functions at closed arguments, where a short form is known, and for
    binomials."""
    for node in nodes(draft.relation):
        if _is_closed(node) or _is_of_few(node):
            draft.attempt(_put_value, draft, node)


def _put_value(draft: Draft, node: Term) -> None:
    """Raises Stuck where no other form is known."""
    if _is_of_few(node):
        n, k = node.args[0], int(node.args[1].data)
        found = div(product_of([sub(n, number(j)) for j in range(k)]), number(factorial(k)))
    else:
        found = readable(node)
    if found == node:
        raise Stuck("it is its own short form")
    draft.rewrite(draft.have(eq(node, found)))


def _is_closed(node: Term) -> bool:
    """Whether it is a function at a closed argument made of short numbers."""
    return node.head in FUNCTIONS and not free_symbols(node) and all(
        max(abs(part.data.numerator), part.data.denominator) <= MAX_NUMBER
        for part in subterms(node) if part.head == "number")


def _is_of_few(node: Term) -> bool:
    """Whether it is a binomial of some symbols and a small number."""
    return node.head == "binomial" and bool(free_symbols(node)) and node.args[1] in FEW
