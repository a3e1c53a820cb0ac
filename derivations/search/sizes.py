"""Matrices of a fixed size as matrices of any size.

What holds of matrices with so many rows often holds whatever their number is, and normal forms of
words are shorter than those of entries.  The goal is shown for all sizes, under the facts about
the same matrices, and used at its own.  Incomplete: explicit matrices and entries are not looked
at, and what is special to a size is not so shown.

    (A.I + B.I).I = A*(A + B).I*B   for A, B of 2 rows, as for A, B of n rows
"""

from typing import Any

from derivations.language.sorts import POSINT
from derivations.language.statements import Proposition, Relation
from derivations.language.substitution import map_sort
from derivations.language.terms import BINDERS, ONE, Term
from derivations.search.goals import Goal, by_general, new_symbol, nodes, plain_facts

# What shows no size but those of the symbols in it, and of these two.
SIZED = ("identity", "zero")
EXPLICIT = frozenset({"matrix", "entry", "kronecker", *BINDERS})


def prove_for_any_size(goal: Goal) -> Any:
    """The goal for matrices of all sizes, at its own."""
    matrices = [s for s in sorted(goal.relation.free(), key=lambda s: s.name) if _sizes(s)]
    if not matrices or not _is_plain(goal.relation):
        return None
    anew: dict[Term, Term] = {}
    for n in dict.fromkeys(n for s in matrices for n in _sizes(s)):
        anew[n] = new_symbol(goal.context, "n", POSINT, *anew.values())
    wider: dict[Term, Term] = {}
    for s in matrices:
        sort = map_sort(s.sort, lambda n: anew.get(n, n))
        wider[s] = new_symbol(goal.context, s.name, sort, *wider.values(), *anew.values())

    def general(relation: Relation) -> Relation:
        return Relation(relation.operator, *(
            _general(side, wider, anew) for side in (relation.left, relation.right)))

    facts = [(k, f) for k, f in plain_facts(goal.context, "==", "!=", "<", "<=")
             if _is_plain(f) and not f.free().isdisjoint(matrices)
             and {s for s in f.free() if _sizes(s)} <= set(matrices)]
    guards = tuple([general(fact) for _, fact in facts])
    claim = Proposition(general(goal.relation), (*anew.values(), *wider.values()), guards)
    return by_general(goal, claim, (*anew, *wider), [k for k, _ in facts])


def _sizes(s: Term) -> list[Term]:
    """The sizes of a symbol that are numbers above 1."""
    sizes = (s.sort.rows, s.sort.columns) if s.head == "symbol" and s.sort.is_matrix else ()
    return [n for n in sizes if n is not None and n.head == "number" and n != ONE]


def _is_plain(relation: Relation) -> bool:
    return not any(t.head in EXPLICIT for t in nodes(relation))


def _general(term: Term, wider: dict[Term, Term], anew: dict[Term, Term]) -> Term:
    """The term with other symbols, and identity and zero matrices of other sizes."""
    if term in wider:
        return wider[term]
    change = anew.get if term.head in SIZED else None
    args = tuple([change(a, a) if change else _general(a, wider, anew) for a in term.args])
    return Term(term.head, args, term.data) if term.args else term
