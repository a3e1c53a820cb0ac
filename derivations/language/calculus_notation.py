"""How what is said of derivatives and integrals is written: in text, and in print.

What is stated stays what it was: a gradient, a derivative by q(t) or z[j], and what is 1 where it
holds, which stands by itself.  `Derivative(f, x)` is written where it is by the symbol at whose
value it is, and orders are counted.
"""

from operator import is_

from derivations.language.sorts import Sort
from derivations.language.statements import Relation, eq
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, ZERO, Called, Term

# What is 1 where it holds, else 0, and is stated by itself.
INDICATORS = frozenset({"differentiable", "tangent", "integrable"})


def is_variable(sort: Sort) -> bool:
    """Whether derivatives are by symbols of this sort."""
    return sort.within("real") and not sort.within("integer")


def is_at_its_name(term: Term) -> bool:
    """Whether it is a derivative by the symbol at whose value it is."""
    if term.head not in ("diff", "differentiable"):
        return False
    variable, at, _ = term.args
    return at.head == "symbol" and at.name == variable.name and is_variable(at.sort)


def orders(term: Term) -> tuple[list[tuple[Term, int]], Term]:
    """By what a derivative is, the innermost first, those that follow each other counted; of what.

    The inner ones are at the values that their variables have.
    """
    variable, _, body = term.args
    found = [(variable, 1)]
    while body.head == "diff" and is_at_its_name(body):
        inner = body.args[0]
        if inner.name == found[0][0].name:
            found[0] = inner, found[0][1] + 1
        else:
            found.insert(0, (inner, 1))
        body = body.args[2]
    return found, body


def is_indicated(relation: Relation) -> bool:
    """Whether it says that there is a derivative or an integral, or that there is none."""
    left, right = relation.left, relation.right
    return relation.operator == "==" and left.head in INDICATORS and right in (ONE, ZERO)


def for_people(relation: Relation) -> Relation:
    """How a relation is shown: that there is a certain derivative as an equation, what is stated
    of a gradient as that; any other relation as it is."""
    if relation.left.head == "tangent" and relation == eq(relation.left, ONE):
        variable, at, value, body = relation.left.args
        slope = Term("diff", (variable, at, body), None, called_of(relation.left))
        relation = eq(slope, value)
    sides = [relation.left, relation.right]
    called = [s if s.called is None else s.called for s in sides]
    is_gradient = any(side.head == "gradient" for side in called)
    return Relation(relation.operator, *map(_partial, called if is_gradient else sides))


def as_written(relation: Relation) -> Relation:
    """Gradients and derivatives by values as they were written."""
    left = relation.left
    called = left.called is not None and left.called.head in ("gradient", "partial")
    return relation if left.head == "tangent" and not called else for_people(relation)


def _partial(term: Term) -> Term:
    """The term with derivatives by values as they were written."""
    if not any(n.called is not None and n.called.head == "partial" for n in subterms(term)):
        return term
    done: dict[int, Term] = {}
    for node in subterms(term):
        if node.called is not None and node.called.head == "partial":
            done[id(node)] = _partial(node.called)
            continue
        args = tuple([done[id(a)] for a in node.args])
        same = all(map(is_, args, node.args))
        done[id(node)] = node if same else Term(node.head, args, node.data, called_of(node))
    return done[id(term)]


def directions(relation: Relation) -> list[Term]:
    """What an equation for a gradient is about, and is not shown: the directions."""
    return sorted(relation.free() - for_people(relation).free(), key=lambda s: s.name)


def called_of(term: Term) -> Called | None:
    """What a term is called, to be kept by one that is made of it."""
    return None if term.called is None else Called(term.called)
