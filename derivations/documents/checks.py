"""What a claim may not be: one that checks nothing, or whose words do not fit together."""

import warnings
from collections.abc import Iterable, Mapping

from derivations.documents.entries import FAULTS, Claim, Definition
from derivations.documents.faults import DocumentError, DocumentWarning, shown_path, tell
from derivations.language.abbreviate import folded
from derivations.language.latex_names import symbol_latex
from derivations.language.statements import Proposition
from derivations.language.substitution import subterms
from derivations.language.terms import Term
from derivations.language.text import proposition_text, term_text
from derivations.verdicts import CONDITIONAL, REFUTED, assumed, by_cases

# Longer products are not flattened: shared parts may make them longer than what is in memory.
_LONG = 1000


def check_claim(claim: Claim, same: bool, defined: Mapping[str, Definition]) -> None:
    """Raises DocumentError for what checks nothing, unless `same` says that it is meant; for a
    fault that is none, or a correction that is one; and for symbols that look like the names of
    definitions."""
    why = _not_text(claim) or _wrong_fault(claim) or _mends_nothing(claim)
    why = why or _two_meanings(claim, defined)
    if why:
        raise DocumentError(why, claim.place, claim.label)
    if same:
        return
    given = assumed(claim.statement)
    if given is not None:
        raise DocumentError(
            f"{proposition_text(given)} is among the hypotheses: nothing would be checked; if it "
            "is meant, say same=True",
            claim.place,
            claim.label,
        )
    cases = by_cases(claim.statement.goals)
    for goal in claim.statement.goals:
        _check_goal(claim, goal, cases)


def check_mended(claims: Iterable[Claim]) -> None:
    """Raises DocumentError for slips that no claim corrects, and what no claim completes."""
    claims = tuple(claims)
    corrected, completed = {c.corrects for c in claims}, {c.completes for c in claims}
    tell([
        DocumentError(f"{why}, in a claim with {option}={claim.label!r}", claim.place, claim.label)
        for claim in claims
        for fault, mended, option, why in (
            ("slip", corrected, "corrects", 'fault="slip": say what it should read'),
            ("tacit", completed, "completes", 'fault="tacit": state the hypothesis'),
        )
        if claim.fault == fault and claim.label not in mended
    ])  # fmt: skip


def _not_text(claim: Claim) -> str:
    """Which option is not the text that it should be; "" if all are."""
    options = ("words", "source", "fault", "printed", "missing", "reason")
    said = {option: getattr(claim, option) for option in options}
    wrong = [k for k, v in said.items() if not isinstance(v, str)]
    if not wrong:
        return ""
    more = "; each line of a chain is a step of its own" if wrong[0] == "reason" else ""
    return f"{wrong[0]}= is text, not {said[wrong[0]]!r}{more}"


def _wrong_fault(claim: Claim) -> str:
    """Why a claim cannot have the fault that it says; "" if it can."""
    if not claim.fault:
        return ""
    if claim.fault not in FAULTS:
        known = "; ".join(f'"{word}", {meaning}' for word, meaning in FAULTS.items())
        return f"fault={claim.fault!r} is not one of: {known}"
    if claim.expect != REFUTED and (claim.fault, claim.expect) != ("tacit", CONDITIONAL):
        return 'fault= goes with expect=REFUTED, "tacit" with expect=CONDITIONAL as well'
    if claim.reading is not None:
        return "another reading is no fault of the document: write reading= or fault=, not both"
    return ""


def _mends_nothing(claim: Claim) -> str:
    """Why a claim cannot say what another one should read; "" if it can, or does not."""
    for option, mended in (("corrects", claim.corrects), ("completes", claim.completes)):
        if mended is not None and claim.expect == REFUTED:
            return f"{option}={mended!r} goes with what holds, not with expect=REFUTED"
    return ""


def _two_meanings(claim: Claim, defined: Mapping[str, Definition]) -> str:
    """A symbol that looks like a defined name; "" if there is none."""
    for symbol in claim.statement.declarations:
        named = defined.get(symbol_latex(symbol.name))
        if named is not None and named.place is not None:
            line = named.place.line
            message = f"{symbol.name} is a symbol here; a name defined at line {line} "
            return message + "looks the same"
    return ""


def _check_goal(claim: Claim, goal: Proposition, case: bool) -> None:
    """Raises DocumentError for a goal that checks nothing as it stands; what does so once
    definitions are unfolded is a warning.  A case of what is claimed may do so."""
    left, right = goal.relation.left, goal.relation.right
    if case or _plain(left) != _plain(right):
        return
    if folded(left) == folded(right):
        raise DocumentError(
            f"both sides are the same, {term_text(left)}: nothing would be checked; if SymPy "
            "evaluated them, load this file with `load`, or build it in as_written(); "
            "if it is meant, say same=True",
            claim.place,
            claim.label,
        )
    assert claim.place is not None
    message = (
        f"{claim.label!r}: both sides are the same once definitions are unfolded and "
        "products flattened: little is checked; if it is meant, say same=True"
    )
    warnings.warn_explicit(
        message, DocumentWarning, shown_path(claim.place.file), claim.place.line
    )


def _plain(term: Term) -> Term:
    """The term with inner products written out, and products of products as one."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        head, args = node.head, [done[id(a)] for a in node.args]
        if head == "inner":
            head, args = "mul", [args[0], Term("conj", (args[1],))]
        if head == "mul":
            flat = [f for a in args for f in (a.args if a.head == "mul" else (a,))]
            args = flat if len(flat) < _LONG else args
        done[id(node)] = Term(head, tuple(args), node.data)
    return done[id(term)]
