"""Sentences about verdicts in LaTeX: hypotheses, values, counterexamples, what was tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass
from typing import ClassVar

from derivations.language.abbreviate import NODE_LIMIT
from derivations.language.latex_names import name_parts, symbol_latex, told_apart
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement, eq
from derivations.language.terms import Term
from derivations.verdicts import Witness
from derivations.writing.latex_display import NODES, relations_display, term_display
from derivations.writing.latex_terms import relation_latex, size, sort_latex, term_latex
from derivations.writing.story import (
    Pen, listed, proposition_words, quantifier_words, statement_terms,
)

# What stands inside rules: facts, and pieces that are no rules themselves.
_NOT_RULES = (Proposition, Relation, Statement)
_PARTS_OF_RULES = ("Cofactor",)
_RULES = {"have": "intermediate facts", "instantiate": "instances of facts", "lemma": "lemmas"}

INLINE = 22.0  # em; wider formulas of a sentence are displayed
DETAILS = 38.0  # em; the width of what stands, smaller, below a claim


@dataclass(frozen=True)
class Latex(Pen):
    """Formulas in LaTeX, between dollars; one side has at most `limit` printed nodes."""

    limit: int = NODE_LIMIT
    ranges: ClassVar[dict[str, str]] = {
        "natural": r"{0} = 0, 1, 2, \dots", "posint": r"{0} = 1, 2, \dots",
        "integer": r"{0} \in \mathbb{{Z}}",
    }  # fmt: skip
    equations: ClassVar[dict[str, str]] = {
        "projector": "{0}^{{2}} = {0}", "nilpotent2": "{0}^{{2}} = 0",
    }  # fmt: skip

    def math(self, formula: str) -> str:
        return f"${formula}$"

    def relation(self, relation: Relation) -> str:
        return self.math(relation_latex(relation, self.limit))

    def name(self, name: str, indices: tuple[str, ...] = ()) -> str:
        below = ",".join([symbol_latex(i) for i in indices])
        return name_parts(name).with_subscript(below) if below else symbol_latex(name)

    def names(self, names: Sequence[str]) -> str:
        return ", ".join([self.math(name) for name in names])

    def among(self, names: Sequence[str], sort: Sort) -> str:
        sign = r"\colon" if sort.is_family else r"\in"
        return self.math(rf"{', '.join(names)} {sign} {sort_latex(sort)}")

    def size(self, *sizes: Term) -> str:
        return self.math(r" \times ".join([term_latex(size) for size in sizes]))


# Formulas of sentences in a writeup.
PEN = Latex(NODES)


def names_apart(claimed: Statement) -> AbstractContextManager[None]:
    """While this is open, no two names of the statement look alike."""
    return told_apart([*claimed.declarations, *claimed.exists, *statement_terms(claimed)])


def propositions_words(propositions: Iterable[Proposition]) -> str:
    """Propositions joined by `and`, or, since `and` joins guards too, by `;`.

    The wide ones come last, as displays.
    """
    narrow, wide = [], []
    ordered = sorted(propositions, key=lambda p: formula_width(p.relation) > INLINE)
    for p in ordered:
        if formula_width(p.relation) <= INLINE:
            narrow.append(proposition_words(p, PEN))
        else:
            shown = relations_display([p.relation], DETAILS)
            wide.append(f"\n{shown}\n{quantifier_words(p, PEN).strip()}")
    return _joined(narrow, wide, any(p.guards for p in ordered[:-1]))


def values_words(values: Iterable[tuple[Term, Term]]) -> str:
    """Values of symbols joined by `and`; the wide ones come last, as displays."""
    narrow, wide = [], []
    for relation in [value_relation(name, value) for name, value in values]:
        if formula_width(relation) <= INLINE:
            narrow.append(PEN.relation(relation))
        else:
            wide.append(f"\n{relations_display([relation], DETAILS)}\n")
    return _joined(narrow, wide) or "every value"


def _joined(narrow: Sequence[str], wide: Sequence[str], apart: bool = False) -> str:
    text = "; ".join(narrow) if apart else listed(narrow)
    for display in wide:
        text += ((";" if apart else " and") if text else "") + display
    return text


def ended(text: str, mark: str) -> str:
    """The text with a mark behind it, unless it ends in a display."""
    text = text.rstrip()
    return text if text.endswith(("\\end{align*}", "\\par}")) else text + mark


def witness_words(witness: Witness, claimed: Statement) -> list[str]:
    lines = []
    at = ended(f"At {values_words(witness.values)}", ": ") if witness.values else ""
    if len(claimed.goals) > 1:
        lines.append("This goal is false:" + relations_display([witness.goal], DETAILS))
    sides = [_side_words(n, side) for n, side in (("left", witness.left), ("right", witness.right))]
    text = ", ".join(sides)
    lines.append(ended(f"{at}{text}" if at else text[:1].upper() + text[1:], "."))
    if witness.residual is not None:
        if formula_width(witness.residual) <= INLINE:
            lines.append(f"Residual: left $-$ right $= {term_latex(witness.residual, NODES)}$.")
        else:
            shown = term_display(witness.residual, "==", DETAILS)
            lines.append(f"Residual: left $-$ right\n{shown}")
    return lines


def _side_words(name: str, side: Term | None) -> str:
    if side is None:
        return f"the {name} side is undefined"
    if formula_width(side) <= INLINE:
        return f"the {name} side is ${term_latex(side, NODES)}$"
    return f"the {name} side is\n{term_display(side, width=DETAILS)}\n"


def rules_used(certificate: object) -> list[str]:
    """The rules of a proof in words, in the order of their first use: `normal form`."""
    names: dict[str, None] = {}
    pending = [getattr(certificate, "proofs", ()), getattr(certificate, "definedness", ())]
    pending.reverse()
    seen: set[int] = set()
    while pending:
        item = pending.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, tuple):
            pending.extend(reversed(item))
        elif is_dataclass(item) and not isinstance(item, _NOT_RULES):
            if type(item).__name__ not in _PARTS_OF_RULES:
                words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(item).__name__).lower()
                names[_RULES.get(words, words)] = None
            pending.extend([getattr(item, f.name) for f in reversed(fields(item))])
    return list(names) or ["by definition"]


def value_relation(name: Term, value: Term) -> Relation:
    """`name = value`; for a family, its value at its parameters: `sigma[l] = l**2`."""
    if value.head == "function" and name.head == "symbol" and name.sort.is_family:
        *parameters, body = value.args
        return eq(Term("apply", (name, *parameters)), body)
    return eq(name, value)


def formula_width(formula: Term | Relation) -> float:
    """The width in em of a formula on one line."""
    shown = term_latex(formula) if isinstance(formula, Term) else relation_latex(formula)
    return size(shown)[0]
