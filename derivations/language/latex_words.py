"""Declarations, hypotheses and values in words, with their formulas in LaTeX between dollars.

The formulas in a sentence stand on one line; where one is too wide for a line, the caller displays
it instead (`formula_width`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from derivations.language.abbreviate import NODE_LIMIT, abbreviated
from derivations.language.latex import relation_latex, sort_latex, term_latex
from derivations.language.latex_names import name_parts, symbol_latex, told_apart
from derivations.language.latex_printer import Printer
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term, number, subterms

_NOUNS = {
    "natural": "natural numbers", "posint": "positive integers", "integer": "integers",
    "real": "real numbers", "positive": "positive real numbers",
    "negative": "negative real numbers", "nonnegative": "nonnegative real numbers",
    "complex": "complex numbers",
}  # fmt: skip
_ADJECTIVES = {
    "orthogonal": "orthogonal", "unitary": "unitary", "hermitian": "Hermitian",
    "skew": "skew-symmetric", "invertible": "invertible",
}  # fmt: skip
_EQUATIONS = {"projector": "{0}^{{2}} = {0}", "nilpotent2": "{0}^{{2}} = 0"}
_INDEX_RANGES = {
    "natural": r"{0} = 0, 1, 2, \dots",
    "posint": r"{0} = 1, 2, \dots",
    "integer": r"{0} \in \mathbb{{Z}}",
}
# Letters for the indices of families that no index of the statement lends its name.
_LETTERS = ("k", "l", "m", "j", "n", "p", "r", "s")


def declarations_words(declarations: Sequence[Term], within: Iterable[Term] = ()) -> str:
    """The symbols with what they range over, those of one sort together; "" if there are none.

    within: terms in which families are used, for the names of their indices.

    >>> from derivations.language.sorts import POSINT, REAL
    >>> from derivations.language.terms import symbol
    >>> declarations_words([symbol("a", REAL), symbol("b", REAL), symbol("M", POSINT)])
    'real numbers $a$, $b$ and positive integers $M$'
    """
    used = _index_names(declarations, within)
    groups: dict[tuple[Sort, tuple[str, ...]], list[Term]] = {}
    for declared in declarations:
        indices = used.get(declared, ())
        groups.setdefault((declared.sort, indices), []).append(declared)
    return listed([_group_words(sort, names, i) for (sort, i), names in groups.items()])


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _group_words(sort: Sort, symbols: Sequence[Term], indices: tuple[str, ...]) -> str:
    below = ",".join([symbol_latex(i) for i in indices])
    names = [name_parts(s.name).with_subscript(below) for s in symbols]
    if sort.is_family:
        assert sort.value is not None
        if not indices:
            names = [symbol_latex(s.name) for s in symbols]
            return rf"functions ${', '.join(names)} \colon {sort_latex(sort)}$"
        ranges = [
            "$" + _INDEX_RANGES[s.kind].format(symbol_latex(i)) + "$"
            for s, i in zip(sort.index, indices, strict=True)
        ]
        return f"{_values_words(sort.value, names)} ({listed(ranges)})"
    return _values_words(sort, names)


def _values_words(sort: Sort, names: list[str]) -> str:
    shown = ", ".join([f"${name}$" for name in names])
    if sort.is_family:
        assert sort.value is not None
        return rf"functions ${', '.join(names)} \colon {sort_latex(sort)}$"
    if sort.is_scalar:
        return f"{_NOUNS[sort.kind]} {shown}"
    assert sort.rows is not None and sort.columns is not None
    kept = sort.properties
    words = [word for kind, word in _ADJECTIVES.items() if kind in kept]
    if "real" in kept and "orthogonal" not in kept:
        words.insert(0, "real")
    elif not kept & {"orthogonal", "unitary", "hermitian"}:
        words.insert(0, "complex")
    shape = rf"${term_latex(sort.rows)} \times {term_latex(sort.columns)}$"
    noun = "matrices"
    if sort.columns == number(1) and not kept - {"real"}:
        return rf"{words[0]} vectors ${', '.join(names)} \in {sort_latex(sort)}$"
    equations = [
        f"${_EQUATIONS[kind].format(name)}$"
        for kind in sorted(kept & set(_EQUATIONS))
        for name in names
    ]
    with_ = f" with {listed(equations)}" if equations else ""
    return f"{' '.join(words)} {shape} {noun} {shown}{with_}"


def _index_names(
    declarations: Sequence[Term], within: Iterable[Term]
) -> dict[Term, tuple[str, ...]]:
    """For every family over integers, names for its indices: those it is used with, if any."""
    families = [d for d in declarations if d.sort.is_family and _over_integers(d.sort)]
    taken = {d.name for d in declarations}
    found: dict[Term, tuple[str, ...]] = {}
    for term in within if families else ():
        for node in subterms(term):
            if node.head == "apply" and node.args[0] in families:
                names = tuple([a.name for a in node.args[1:] if a.head == "symbol"])
                bound = len(set(names)) == len(node.args) - 1 and taken.isdisjoint(names)
                if bound:
                    found.setdefault(node.args[0], names)
    for family in families:
        if family not in found:
            free = [n for n in _LETTERS if n not in taken]
            free += [f"k_{n}" for n in range(1, 1 + len(family.sort.index))]
            found[family] = tuple(free[: len(family.sort.index)])
    return found


def _over_integers(sort: Sort) -> bool:
    return all(s.kind in _INDEX_RANGES for s in sort.index)


def statement_terms(claimed: Statement) -> list[Term]:
    """The sides of all relations of a statement, hypotheses first."""
    stated = (*claimed.hypotheses, *claimed.goals)
    relations = [r for p in stated for r in (*p.guards, p.relation)]
    return [side for r in relations for side in (r.left, r.right)]


def names_apart(claimed: Statement) -> AbstractContextManager[None]:
    """While this is open, no two names of the statement look alike."""
    return told_apart([*claimed.declarations, *claimed.exists, *statement_terms(claimed)])


def proposition_words(proposition: Proposition, limit: int = NODE_LIMIT) -> str:
    """A proposition as part of a sentence: `$U_{t} = A^{t}$ for all natural numbers $t$`."""
    relation = f"${relation_latex(proposition.relation, limit)}$"
    return relation + quantifier_words(proposition, limit)


def quantifier_words(proposition: Proposition, limit: int = NODE_LIMIT) -> str:
    """What follows the relation of a proposition: its variables and guards, or nothing."""
    if not proposition.variables:
        return ""
    terms = [side for g in proposition.guards for side in (g.left, g.right)]
    words = f" for all {declarations_words(proposition.variables, terms)}"
    if proposition.guards:
        guards = [f"${relation_latex(g, limit)}$" for g in proposition.guards]
        words += f" with {listed(guards)}"
    return words


def value_sides(name: Term, value: Term) -> tuple[str, Term]:
    """What is given a value, in LaTeX, and the value; a family at its parameters."""
    if value.head == "function" and name.head == "symbol" and name.sort.is_family:
        *parameters, body = value.args
        return term_latex(Term("apply", (name, *parameters))), body
    return term_latex(name), value


def value_latex(name: Term, value: Term, limit: int = NODE_LIMIT) -> str:
    """`name = value`; for a family, its value at its parameters: `\\sigma_{l} = l^{2}`."""
    left, right = value_sides(name, value)
    return f"{left} = {term_latex(right, limit)}"


def formula_width(*formulas: Term | Relation) -> float:
    """The width in em of the formulas on one line."""
    sides: list[Term] = []
    for f in formulas:
        sides += [f] if isinstance(f, Term) else [f.left, f.right]
    printer = Printer()
    return sum([printer.box(abbreviated(s)).width + 1.5 for s in sides]) - 1.5
