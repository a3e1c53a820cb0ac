"""How derivatives and integrals are told: by the rules of calculus, under people's names.

A proof has a law for each node of a term, under names of its own for bound variables, and says of
each derivative that there is one, that it is this, and that it is what is written.  Told is the
rule, once: `Derivative(log(1 + x**2), x) = 2*x/(1 + x**2)`, by the derivative of log and the chain
rule with u = 1 + x**2.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from derivations.language.calculus import at_values
from derivations.language.calculus_notation import for_people, is_variable
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation
from derivations.language.substitution import free_symbols, fresh, subterms
from derivations.language.terms import POINTED, Term, symbol

# Rules by the ends of the names of their laws, `derivative of ...`; those that are not here are
# "the derivative of log", with the chain rule where that is of more than the variable.
_RULES = {
    "a sum": "the sum rule", "a product": "the product rule", "a quotient": "the quotient rule",
    "a natural power": "the power rule", "a whole power": "the power rule",
    "a constant power": "the power rule", "a sum over a range": "the sum rule",
    "a product over a range": "the product rule", "a sum of matrices": "the sum rule",
    "a multiple": "the product rule", "a product of matrices": "the product rule",
    "a composition": "the chain rule", "a composition nearby": "the chain rule",
    "a power": "the power rule of base and exponent",
}  # fmt: skip
# Those that are of one function, which is u.
_CHAINED = ("a natural power", "a whole power", "a constant power", "a composition",
            "a composition nearby")  # fmt: skip
_OF = "derivative of "
# That what has a derivative has it for its derivative.
_ITSELF = ("derivative", "derivative of a matrix")
# Of derivatives inside of others, so many have the names of what they are at.
_NESTED = 10
# What the variable of the laws is called where it is at no symbol.
_LETTER = "x"


def told(part: Any) -> Any:
    """A part of a proof as it is shown, its variables called as what they are at."""
    match part:
        case Proposition():
            return replace(part, relation=told(part.relation))
        case Term() if any(node.head in POINTED for node in subterms(part)):
            return _named(part)
        case Relation():
            said = _by_existence(part)
            return for_people(Relation(said.operator, told(said.left), told(said.right)))
    return part


def key(stated: Proposition) -> Proposition:
    """The same for all that is stated alike under other names of variables."""
    shown: Proposition = told(stated)
    sides = shown.relation.left, shown.relation.right
    if not any(node.head in POINTED for side in sides for node in subterms(side)):
        return shown
    left, right = (_named(side, "t") for side in sides)
    return replace(shown, relation=Relation(shown.relation.operator, left, right))


def _by_existence(relation: Relation) -> Relation:
    """That a function has its own derivative says that it has one."""
    tangent = relation.left
    if tangent.head != "tangent" or relation.operator != "==":
        return relation
    variable, at, value, body = tangent.args
    if _named(value, "t") != _named(Term("diff", (variable, at, body)), "t"):
        return relation
    return Relation("==", Term("differentiable", (variable, at, body)), relation.right)


def _named(term: Term, letter: str = "") -> Term:
    """Variables under the name of the symbol that they are at, or a letter, or their own name
    without what tells it apart.  What an inner one is at has its name when the outer one has."""
    for _ in range(_NESTED):
        done: dict[int, Term] = {}
        for node in subterms(term):
            args = tuple([done[id(a)] for a in node.args])
            made = node if all(map(is_, args, node.args)) else Term(node.head, args, node.data)
            done[id(node)] = _renamed(made, letter) if node.head in POINTED else made
        if done[id(term)] == term:
            break
        term = done[id(term)]
    return term


def _renamed(term: Term, letter: str) -> Term:
    variable, *outer, body = term.args
    others = {s.name for s in free_symbols(body) if s != variable}
    at = outer[0]
    name = fresh(letter or _plain(variable.name), others)
    if term.head not in ("integral", "integrable") and at.head == "symbol":
        name = at.name if is_variable(at.sort) and at.name not in others else name
    new = symbol(name, REAL)
    return Term(term.head, (new, *outer, at_values(body, {variable: new})))


def _plain(name: str) -> str:
    """`x` of `x'`, `x1` and `x0_`."""
    return re.sub(r"(\d*_|\d+|')+\Z", "", name) or name


def rule(name: str, variables: Sequence[Term], values: Sequence[Term]) -> tuple[str | Term, ...]:
    """What a law on derivatives is called, at values of its variables; nothing for another one."""
    if not name.startswith(_OF) or name in _ITSELF:
        return ()
    what = name.removeprefix(_OF)
    found = dict(zip([v.name for v in variables], values, strict=True))
    function = next((f for v, f in zip(variables, values, strict=True) if v.sort.is_family), None)
    called = _RULES.get(what, f"the {_OF}{what.removesuffix(' of reals')}")
    inner = None if function is None else _inside(function, found["a"])
    if inner is None or (what in _RULES and what not in _CHAINED):
        return (f"by {called}",)
    if called == "the chain rule":
        return (f"by {called} with u = ", inner)
    return (f"by {called} and the chain rule with u = ", inner)


def _inside(function: Term, at: Term) -> Term | None:
    """A function of the variable; nothing if it is the variable."""
    if function.head != "function" or len(function.args) != 2:
        return Term("apply", (function, at)) if function.head == "symbol" else None
    variable, body = function.args
    if body == variable:
        return None
    slope = _renamed(Term("diff", (variable, at, body)), _LETTER)
    return _named(slope.args[2])


def rules(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """The rules of calculus among laws, and the other laws; not that a derivative is what it is."""
    found = {name: rule(name, (), ()) for name in names}
    told_ = [str(words[0]).removeprefix("by ") for words in found.values() if words]
    others = [name for name, words in found.items() if not words and name not in _ITSELF]
    return list(dict.fromkeys(told_)), others
