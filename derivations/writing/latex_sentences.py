"""Sentences about verdicts in LaTeX: hypotheses, values, counterexamples, what was tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass

from derivations.language.latex import term_latex
from derivations.language.latex_words import (
    formula_width,
    listed,
    proposition_words,
    quantifier_words,
    value_latex,
    value_sides,
)
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.terms import Term
from derivations.verdicts import Verdict, Witness
from derivations.writing.latex_display import NODES, relations_display, term_display
from derivations.writing.latex_prose import code, prose

# What stands inside rules: facts, and pieces that are no rules themselves.
_NOT_RULES = (Proposition, Relation, Statement)
_PARTS_OF_RULES = ("Cofactor",)
_RULES = {"have": "intermediate facts", "instantiate": "instances of facts", "lemma": "lemmas"}

INLINE = 22.0  # em; wider formulas of a sentence are displayed
DETAILS = 38.0  # em; the width of what stands, smaller, below a claim


def propositions_words(propositions: Iterable[Proposition]) -> str:
    """Propositions joined by `and`, or, since `and` joins guards too, by `;`.

    The wide ones come last, as displays.
    """
    narrow, wide = [], []
    ordered = sorted(propositions, key=lambda p: formula_width(p.relation) > INLINE)
    for p in ordered:
        if formula_width(p.relation) <= INLINE:
            narrow.append(proposition_words(p, NODES))
        else:
            shown = relations_display([p.relation], DETAILS)
            wide.append(f"\n{shown}\n{quantifier_words(p, NODES).strip()}")
    return _joined(narrow, wide, any(p.guards for p in ordered[:-1]))


def values_words(values: Iterable[tuple[Term, Term]]) -> str:
    """Values of symbols joined by `and`; the wide ones come last, as displays."""
    narrow, wide = [], []
    for name, value in values:
        if formula_width(value) <= INLINE:
            narrow.append(f"${value_latex(name, value, NODES)}$")
        else:
            before, shown = value_sides(name, value)
            wide.append(f"\n{term_display(shown, f'{before} = ', DETAILS)}\n")
    return _joined(narrow, wide) or "every value"


def _joined(narrow: Sequence[str], wide: Sequence[str], apart: bool = False) -> str:
    text = "; ".join(narrow) if apart else listed(narrow)
    for display in wide:
        text += ((";" if apart else " and") if text else "") + display
    return text


def ended(text: str, mark: str) -> str:
    """The text with a mark behind it, unless it ends in a display."""
    text = text.rstrip()
    return text if text.endswith(("\\]", "\\end{align*}", "\\par}")) else text + mark


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
            shown = term_display(witness.residual, "= ", DETAILS)
            lines.append(f"Residual: left $-$ right\n{shown}")
    return lines


def _side_words(name: str, side: Term | None) -> str:
    if side is None:
        return f"the {name} side is undefined"
    if formula_width(side) <= INLINE:
        return f"the {name} side is ${term_latex(side, NODES)}$"
    return f"the {name} side is\n{term_display(side, width=DETAILS)}\n"


def attempts_words(verdict: Verdict) -> list[str]:
    lines = []
    for attempt in verdict.attempts:
        remained = f"; what remained: {prose(attempt.remained)}" if attempt.remained else ""
        lines.append(f"{code(attempt.method)}: {prose(attempt.stopped)}{remained}.")
    advice = dict.fromkeys([a.advice for a in verdict.attempts if a.advice])
    lines += [f"To settle it: {prose(a)}." for a in advice]
    return lines or ["No method applies to it."]


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
