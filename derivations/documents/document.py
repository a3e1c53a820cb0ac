"""Documents: ordered claims, chains, definitions and remarks under section titles.

A claim file is a Python file that makes one `Document` and fills it in the order of the text that
it follows.  Its statements are written in SymPy, with the constructors of `derivations`, or both:

    from sympy import Eq, cos, sin, symbols
    from derivations import REFUTED, Document, step

    a, b = symbols("a b", real=True)

    doc = Document("angles", title="Angle sums", author="A. Writer", source="angles.txt")

    doc.section("1 Sums")
    doc.claim("eq1", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)),
              words="The cosine of a sum.", source="(1)", expect=REFUTED)
    doc.claim("eq1-corrected", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)),
              words="The cosine of a sum, with its sign.", source="(1)", corrects="eq1")
    doc.chain("square", cos(2*a),
              step(cos(a)**2 - sin(a)**2, "(1) with b = a"),
              step(1 - 2*sin(a)**2, "cos² = 1 - sin²"))
    doc.remark("history", "Known to Ptolemy as a theorem on chords.")

A fault (a label used twice, a statement that is not one) is reported at once as a `DocumentError`
that names the file, the line and the label.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.kernel import check_statement
from derivations.language.statements import (
    Proposition,
    Relation,
    Statement,
    StatementError,
    statement,
)
from derivations.language.terms import Place, Term, as_term
from derivations.verdicts import CONDITIONAL, KINDS, PROVED, REFUTED
from derivations.writing.certificate import file_stem


class DocumentError(ValueError):
    """A claim file cannot be read as a document: where, at which label, and why."""

    def __init__(self, message: str, place: Place | None = None, label: str = "") -> None:
        self.message = message
        self.place = place
        self.label = label
        super().__init__(message)

    def __str__(self) -> str:
        where = f"{shown_path(self.place.file)}:{self.place.line}: " if self.place else ""
        return where + (f"{self.label!r}: " if self.label else "") + self.message


@dataclass(frozen=True)
class Section:
    """A section title; what follows it, up to the next one, belongs to it."""

    title: str


@dataclass(frozen=True)
class Definition:
    """What the document introduces: listed, not judged.

    relation: the defining equation, if it was written as one.
    """

    label: str
    words: str
    relation: Relation | None = None
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Remark:
    """What is not mathematical (empirical, historical): listed, not judged."""

    label: str
    words: str
    source: str = ""
    section: str = ""
    place: Place | None = None


@dataclass(frozen=True)
class Claim:
    """A statement at a place in a document, with a label and words.

    expect: the kind of verdict that is expected.
    source: the place in the text that the document follows, such as "(8)".
    corrects: the label of an earlier claim, refuted as printed, that this one corrects.
    reason, chain, step, steps: for a step of a chain, the reason that was given, the label of the
        chain and which step it is of how many (from 1).
    document, place: the name of the document, and where the claim was written.
    """

    label: str
    statement: Statement
    words: str = ""
    expect: str = PROVED
    source: str = ""
    section: str = ""
    corrects: str | None = None
    reason: str = ""
    chain: str | None = None
    step: int = 0
    steps: int = 0
    document: str = ""
    place: Place | None = None

    @property
    def sympy(self) -> Any:
        """The claim as an unevaluated SymPy relation; several goals as an unevaluated `And`."""
        from derivations.language.sympy_out import relation_to_sympy

        relations = [relation_to_sympy(goal.relation) for goal in self.statement.goals]
        if len(relations) == 1:
            return relations[0]
        from sympy import And

        return And(*relations, evaluate=False)


@dataclass(frozen=True)
class Chain:
    """A claim written as successive steps, each of which is judged as a statement of its own."""

    label: str
    steps: tuple[Claim, ...]
    words: str = ""
    source: str = ""
    section: str = ""
    place: Place | None = None

    @property
    def first(self) -> Term:
        """The term that the chain starts from."""
        return self.steps[0].statement.goals[0].relation.left


Entry = Section | Definition | Remark | Claim | Chain


@dataclass(frozen=True)
class Step:
    """One line of a chain: how it relates to the line before, what stands there, and why."""

    term: Any
    reason: str = ""
    operator: str = "=="
    expect: str = PROVED
    source: str = ""


def step(
    term: Any, reason: str = "", *, operator: str = "==", expect: str = PROVED, source: str = ""
) -> Step:
    """One line of a chain.  `operator` relates the line before to this one."""
    return Step(term, reason, operator, expect, source)


class Document:
    """Ordered claims and definitions under section titles; see the module for an example.

    name: short, for file names and messages.
    title, author, source: of the text that is followed; source is its file.
    """

    def __init__(self, name: str, *, title: str = "", author: str = "", source: str = "") -> None:
        self.name = name
        self.title = title or name
        self.author = author
        self.source = source
        self.place = _caller()
        self.file = self.place.file
        self._entries: list[Entry] = []
        self._claims: dict[str, Claim] = {}
        self._labels: dict[str, tuple[str, int]] = {}
        self._section = ""
        if file_stem(name) != name:
            raise DocumentError(
                f"the name {name!r} of a document is part of file names: use lower-case letters, "
                f"digits and hyphens, such as {file_stem(name)!r}",
                self.place,
            )

    def __repr__(self) -> str:
        return f"Document({self.name!r}, {len(self._claims)} claims)"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in the order in which it was written."""
        return tuple(self._entries)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What is judged: the claims, and the steps of the chains, in order."""
        return tuple(self._claims.values())

    def section(self, title: str) -> None:
        """Begin a section."""
        self._section = title
        self._entries.append(Section(title))

    def definition(
        self, label: str, relation: Any = None, *, words: str = "", source: str = ""
    ) -> Definition:
        """List a definition: as an equation, in words, or both."""
        place = self._take(label)
        if relation is None and not words:
            raise DocumentError("a definition needs an equation or words", place, label)
        meant = None if relation is None else _converted(_relation, relation, place, label)
        entry = Definition(label, words, meant, source, self._section, place)
        self._entries.append(entry)
        return entry

    def remark(self, label: str, words: str, *, source: str = "") -> Remark:
        """List what is not judged because it is not mathematical."""
        place = self._take(label)
        entry = Remark(label, words, source, self._section, place)
        self._entries.append(entry)
        return entry

    def claim(
        self,
        label: str,
        goal: Any,
        *,
        given: Iterable[Any] = (),
        words: str = "",
        source: str = "",
        expect: str = PROVED,
        corrects: str | None = None,
    ) -> Claim:
        """Claim a relation (or several, as a list or tuple) under the hypotheses `given`."""
        place = self._take(label)
        claim = Claim(
            label=label,
            statement=_converted(_statement, (goal, given), place, label),
            words=words,
            expect=_verdict_kind(expect, place, label),
            source=source,
            section=self._section,
            corrects=self._corrected(corrects, place, label),
            document=self.name,
            place=place,
        )
        self._claims[label] = claim
        self._entries.append(claim)
        return claim

    def chain(
        self,
        label: str,
        first: Any,
        *steps: Step,
        given: Iterable[Any] = (),
        words: str = "",
        source: str = "",
    ) -> Chain:
        """Claim that each line follows from the one before; every step is judged by itself."""
        place = self._take(label)
        if not steps:
            raise DocumentError("a chain needs at least one step(term, reason)", place, label)
        hypotheses = _converted(_hypotheses, given, place, label)
        left = _converted(_term, first, place, label)
        claims = []
        for count, line in enumerate(steps, 1):
            name = f"{label}, step {count} of {len(steps)}"
            self._take(name)
            if not isinstance(line, Step):
                raise DocumentError(
                    f"the lines of a chain are written step(term, reason), not {line!r}",
                    place,
                    name,
                )
            right = _converted(_term, line.term, place, name)
            relation = _converted(
                lambda sides: Relation(*sides), (line.operator, left, right), place, name
            )
            claims.append(
                Claim(
                    label=name,
                    statement=_converted(_statement, (relation, hypotheses), place, name),
                    words=words if count == 1 else "",
                    expect=_verdict_kind(line.expect, place, name),
                    source=line.source or source,
                    section=self._section,
                    reason=line.reason,
                    chain=label,
                    step=count,
                    steps=len(steps),
                    document=self.name,
                    place=place,
                )
            )
            left = right
        self._claims.update((claim.label, claim) for claim in claims)
        entry = Chain(label, tuple(claims), words, source, self._section, place)
        self._entries.append(entry)
        return entry

    def _take(self, label: str) -> Place:
        """Reserve a label; labels must differ also as file names."""
        place = _caller()
        stem = file_stem(label) if isinstance(label, str) else ""
        if not stem:
            raise DocumentError(f"a label has to contain a letter or a digit, not {label!r}", place)
        if stem in self._labels:
            other, line = self._labels[stem]
            same = "" if other == label else f", as {other!r}, from which it must differ as a file"
            raise DocumentError(f"this label is already used at line {line}{same}", place, label)
        self._labels[stem] = (label, place.line)
        return place

    def _corrected(self, corrects: str | None, place: Place, label: str) -> str | None:
        if corrects is None:
            return None
        if corrects not in self._claims:
            known = ", ".join(c.label for c in self.claims if c.expect == REFUTED) or "none"
            raise DocumentError(
                f"corrects={corrects!r} is no earlier claim of this document; "
                f"expected refuted so far: {known}",
                place,
                label,
            )
        expected = self._claims[corrects].expect
        if expected not in (REFUTED, CONDITIONAL):
            raise DocumentError(
                f"corrects={corrects!r}, but that claim is expected to be {expected}: "
                "there is nothing to correct",
                place,
                label,
            )
        return corrects


def shown_path(path: str) -> str:
    """A path relative to the working directory if it is below it, else as it is."""
    relative = os.path.relpath(path) if os.path.isabs(path) else path
    return path if relative.startswith("..") else Path(relative).as_posix()


def _caller() -> Place:
    """Where, outside this file, a method of a document was called."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == __file__ and frame.f_back is not None:
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno, 1)


def _verdict_kind(expect: str, place: Place, label: str) -> str:
    if expect not in KINDS:
        raise DocumentError(f"expect={expect!r} is not one of {', '.join(KINDS)}", place, label)
    return expect


def _converted(convert: Any, value: Any, place: Place, label: str) -> Any:
    """`convert(value)`, its faults told with the place and the label of the entry."""
    try:
        return convert(value)
    except StatementError as error:
        raise DocumentError(error.message, error.place or place, label) from error
    except (TypeError, ValueError, NotImplementedError) as error:
        raise DocumentError(str(error), place, label) from error


def _term(value: Any) -> Term:
    if isinstance(value, (Term, int, Fraction)):
        return as_term(value)
    from derivations.language.sympy_in import from_sympy

    return from_sympy(value)


def _relation(value: Any) -> Relation:
    if isinstance(value, Relation):
        return value
    from derivations.language.sympy_in import relation_from_sympy

    return relation_from_sympy(value)


def _hypotheses(given: Any) -> tuple[Proposition, ...]:
    parts = given if isinstance(given, Iterable) else (given,)
    return tuple(p if isinstance(p, Proposition) else Proposition(_relation(p)) for p in parts)


def _statement(parts: tuple[Any, Any]) -> Statement:
    goal, given = parts
    hypotheses = _hypotheses(given)
    if isinstance(goal, Statement):
        if hypotheses:
            raise StatementError("a Statement brings its own hypotheses; leave out given=")
        claimed = goal
    else:
        goals = tuple(goal) if isinstance(goal, (list, tuple)) else (goal,)
        if not goals:
            raise StatementError("a claim needs a relation, such as Eq(left, right); none is given")
        claimed = statement([_relation(g) for g in goals], hypotheses)
    # What is beyond the reach of the kernel is no fault of the document: its verdict will say so.
    with suppress(ArithmeticError, RecursionError):
        check_statement(claimed)
    return claimed
