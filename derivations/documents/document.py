"""Documents: ordered claims, chains, definitions and remarks under section titles.

A claim file is a Python file that makes one `Document` and fills it in the order of the text that
it follows.  Its statements are written in SymPy:

    from sympy import Eq, Matrix, cos, sin, symbols
    from derivations import REFUTED, Document, step

    a, b = symbols("a b", real=True)

    doc = Document("angles", title="Angle sums", author="A. Writer", source="angles.txt")
    R = doc.define("R", a, Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]]), source="(1)")

    doc.section("1 Sums")
    doc.claim("eq2", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)),
              words="The cosine of a sum.", source="(2)", expect=REFUTED)
    doc.claim("eq2-corrected", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)),
              words="The cosine of a sum, with its sign.", source="(2)", corrects="eq2")
    doc.claim("compose", Eq(R(a)*R(b), R(a + b)), using=["eq2-corrected"])
    doc.chain("square", cos(2*a),
              step(cos(a)**2 - sin(a)**2, "(2) with b = a"),
              step(1 - 2*sin(a)**2, "cos² = 1 - sin²"))
    doc.remark("history", "Known to Ptolemy as a theorem on chords.")

A fault (a label used twice, a statement that is not one) is a `DocumentError` that names the file,
the line and the label.  While a claim file is loaded they are collected and told together.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from derivations.documents import faults
from derivations.documents.checks import check_claim, check_mended
from derivations.documents.entries import (
    LOCKED, Chain, Claim, Definition, Entry, Group, Labelled, Remark, Section, Step, Unstated,
    file_stem,
)
from derivations.documents.faults import DocumentError, collected, kept, told
from derivations.documents.loading import check_thread, is_loading, loading_here
from derivations.language.latex_names import symbol_latex
from derivations.language.statements import Relation, Statement, StatementError
from derivations.language.terms import NAME, Place, Term
from derivations.proving import as_statement, check_statement
from derivations.verdicts import CONDITIONAL, KINDS, PROVED, REFUTED, UNDECIDED, Verdict

if TYPE_CHECKING:
    from derivations.language.definitions import Defined


_Listed = TypeVar("_Listed", bound=Labelled)


@dataclass(frozen=True)
class Judged:
    """A claim of a document with its verdict."""

    document: Document
    claim: Claim
    verdict: Verdict

    @property
    def fault(self) -> str:
        """What is wrong with what is refuted, one of `FAULTS`, or that it is a "reading" of our
        own; that a condition is "tacit"; "" for what else holds, and where it is not said."""
        kind = self.verdict.kind
        if kind != REFUTED and (kind, self.claim.fault) != (CONDITIONAL, "tacit"):
            return ""
        return self.claim.fault or ("reading" if self.claim.reading is not None else "")

    @property
    def surprise(self) -> str:
        """Why the verdict is not what the document expects; "" if it is."""
        return self.claim.surprise(self.verdict)

    @property
    def expected(self) -> bool:
        """Whether the verdict is what the document expects."""
        return not self.surprise


class Document:
    """Ordered claims and definitions under section titles; see the module for an example.

    name: short, for file names and messages.
    title, author, source: of the text that is followed; source is its file.
    stated: how many claims and steps were stated, all of which are to be judged.
    lines: those in which entries were made.
    """

    def __init__(self, name: str, *, title: str = "", author: str = "", source: str = "") -> None:
        self.name = name
        self.title = title or name
        self.author = author
        self.source = source
        self._scope = _calling().f_code
        self.place = self._here()
        self.file = self.place.file
        self._entries: list[Entry] = []
        self._claims: dict[str, Claim] = {}
        self._labels: dict[str, tuple[str, int]] = {}
        self._defined: dict[str, Definition] = {}  # by the name as it looks
        self._section = ""
        self.stated = 0
        # Where claims and chains were stated: the code, the instruction and its line.
        self.calls: list[tuple[CodeType, int, int]] = []
        check_thread(self, self.place)
        loading = loading_here()
        if loading is not None:
            loading.documents.append(self)
        if file_stem(name) != name:
            raise DocumentError(
                f"the name {name!r} of a document is part of file names: use lower-case letters, "
                f"digits and hyphens, such as {file_stem(name)!r}",
                self.place,
            )

    def __repr__(self) -> str:
        return f"Document({self.name!r}, {len(self._claims)} claims)"

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """Text, and Markdown for a notebook."""
        import derivations  # by the front door, since writing stands on documents

        return {"text/plain": repr(self), "text/markdown": derivations.markdown(self)}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in the order in which it was written."""
        return tuple(self._entries)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What is judged: the claims, and the steps of the chains, in order."""
        return tuple(self._claims.values())

    def mended(self, label: str) -> dict[str, list[Claim]]:
        """The claims that say what a refuted one should read, as it is "corrected" or "completed"
        in them."""
        found = {
            "corrected": [c for c in self.claims if c.corrects == label],
            "completed": [c for c in self.claims if c.completes == label],
        }
        return {how: claims for how, claims in found.items() if claims}

    def section(self, title: str) -> None:
        """Begin a section."""
        self._section = title
        self._entries.append(Section(title, self._here()))

    @collected
    def definition(
        self, label: str, relation: Any = None, *, words: str = "", source: str = ""
    ) -> Definition:
        """List a definition: as an equation, in words, or both."""
        place = self._take(label)
        if relation is None and not words:
            raise DocumentError("a definition needs an equation or words", place, label)
        meant = None if relation is None else _stated(relation, (), place, label).goals[0].relation
        return self._list(Definition, label, words, source, place, relation=meant)

    @kept
    def define(
        self,
        name: str,
        parameters: Any,
        body: Any = None,
        *,
        label: str = "",
        words: str = "",
        source: str = "",
    ) -> type[Defined]:
        """Define a name; returns what makes a SymPy node of it: `R(a)`.

        What is judged is the body at the arguments; LaTeX shows the name wherever it was written.

        name: what is shown, such as "R".
        parameters: a symbol, or a tuple of symbols, scalars or matrices.
        body: a SymPy expression or matrix in the parameters, earlier definitions and other symbols.
        label: of the definition as it is listed; else it is the name.
        """
        # SymPy, for those who define
        from derivations.language.definitions import definition
        from derivations.language.from_sympy import from_sympy

        place = self._take(label or name)
        several = parameters if isinstance(parameters, (tuple, list)) else (parameters,)

        def read() -> tuple[type[Defined], Relation]:
            if not several or body is None:
                raise StatementError(f"without parameters this is an assignment: {name} = ...")
            if not NAME.match(name) or any(from_sympy(p).head != "symbol" for p in several):
                raise StatementError('define takes a name and symbols: define("R", theta, body)')
            if len(set(several)) < len(several):
                raise StatementError(f"the parameters of {name} are not all different")
            defined = definition(name, several, body)
            written = from_sympy(defined(*several))
            assert written.called is not None
            return defined, Relation("==", written.called, from_sympy(body))

        defined, meant = told(read, place, label or name)
        before = self._defined.get(symbol_latex(name))
        if before is not None and before.relation != meant:
            assert before.place is not None
            message = f"{name} looks the same as a name that is defined at line {before.place.line}"
            raise DocumentError(f"{message}; give one of them another name", place, label or name)
        entry = self._list(Definition, label or name, words, source, place, relation=meant)
        self._defined[symbol_latex(name)] = entry
        return defined

    @collected
    def remark(self, label: str, words: str, *, source: str = "") -> Remark:
        """List what is not judged because it is not mathematical."""
        place = self._take(label)
        return self._list(Remark, label, words, source, place)

    @collected
    def claim(
        self,
        label: str,
        goal: Any,
        *,
        given: Any = (),
        let: Mapping[str, str] | None = None,
        words: str = "",
        source: str = "",
        expect: str = PROVED,
        fault: str = "",
        printed: str = "",
        corrects: str | None = None,
        completes: str | None = None,
        reading: str | None = None,
        using: Iterable[str] = (),
        missing: str = "",
        same: bool = False,
        vacuous: bool = False,
    ) -> Claim:
        """Claim a relation (or several, as a list or tuple) under the hypotheses `given`.

        goal, given: in SymPy or as text.
        let: the sorts of the names in text, such as {"x": "real"}.
        expect: the kind of verdict that is expected.
        fault: with expect=REFUTED, what is wrong with what is printed: "false" (as it is meant),
            "slip" (a sign, an index, a name, an exponent; a later claim `corrects` it) or "tacit"
            (it holds under a hypothesis that is left out; a later claim `completes` it), this also
            with expect=CONDITIONAL.
        printed: what the document prints, word for word.
        corrects: the label of an earlier claim, refuted as printed, that this one corrects.
        completes: the label of an earlier claim, refuted as printed or conditional, that lacks a
            hypothesis; this one states it.
        reading: the label of an earlier entry that this one reads in another way; that it is
            refuted is no fault of the document.
        using: labels of earlier claims and chains, or `document:label` of what is built in; their
            theorems may be used in the proof.
        missing: for a claim that is expected to be undecided, what is missing.
        same: that both sides are the same, or that a goal is among the hypotheses, is meant; else
            it is a fault.
        vacuous: that the hypotheses contradict each other is meant; else a proof from that is not
            as expected.
        """
        place = self._take(label)
        line = Step(
            goal, label=label, expect=expect, fault=fault, printed=printed, source=source,
            using=using, missing=missing, same=same, place=place,
        )  # fmt: skip
        claim = self._claim(
            line,
            _stated(goal, given, place, label, let),
            words=words,
            corrects=self._mended("corrects", corrects, place, label),
            completes=self._mended("completes", completes, place, label),
            reading=self._earlier("reading", reading, place, label),
            vacuous=vacuous,
        )
        self._entries.append(claim)
        self._ran()
        return claim

    @collected
    def chain(
        self,
        label: str,
        first: Any,
        *steps: Step,
        given: Any = (),
        words: str = "",
        source: str = "",
        reading: str | None = None,
        vacuous: bool = False,
    ) -> Chain:
        """Claim that each line follows from the one before; every step is judged by itself.

        given, words, source, reading, vacuous: as for `claim`.
        """
        place = self._take(label)
        read = self._earlier("reading", reading, place, label)
        if not steps:
            raise DocumentError("a chain needs at least one step(term, reason)", place, label)
        claims = []
        for count, line in enumerate(steps, 1):
            if not isinstance(line, Step):
                message = f"the lines of a chain are written step(term, reason), not {line!r}"
                raise DocumentError(message, place, f"{label}[{count}]")
            name = line.label or f"{label}[{count}]"
            self._take(name)
            sides = line.operator, first, line.term
            relation = told(functools.partial(_related, *sides), line.place, name)
            if loading := loading_here():
                loading.steps = [other for other in loading.steps if other is not line]
            claims.append(
                self._claim(
                    replace(line, label=name, source=line.source or source),
                    _stated(relation, given, line.place, name),
                    words=words if count == 1 else "",
                    reading=read,
                    vacuous=vacuous,
                    chain=label,
                    step=count,
                    steps=len(steps),
                )
            )
            first = line.term
        self._ran()
        return self._list(
            Chain, label, words, source, place, steps=tuple(claims), reading=read
        )

    @collected
    def unstated(self, label: str, words: str, *, missing: str, source: str = "") -> Unstated:
        """List a claim in words that cannot be stated yet, and what is missing: undecided."""
        place = self._take(label)
        return self._list(Unstated, label, words, source, place, missing=missing)

    @collected
    def group(
        self, label: str, members: Iterable[str], *, words: str = "", source: str = ""
    ) -> Group:
        """List what the document claims at once and earlier entries claim one by one.

        members: labels of earlier claims, chains and groups; the verdict is the worst of theirs.
        """
        place = self._take(label)
        of = (members,) if isinstance(members, str) else tuple(members)
        for member in of:
            self._earlier("members", member, place, label)
        if not of:
            raise DocumentError("a group needs members", place, label)
        return self._list(Group, label, words, source, place, members=of)

    def _list(
        self, kind: type[_Listed], label: str, words: str, source: str, place: Place, **more: Any
    ) -> _Listed:
        entry = kind(
            label=label, words=words, source=source, section=self._section, place=place, **more
        )
        self._entries.append(entry)
        return entry

    def _claim(self, line: Step, stated: Statement, **more: Any) -> Claim:
        """A claim or a step, once it is seen that it claims something."""
        expect, label, place = line.expect, line.label, line.place
        if expect not in KINDS:
            raise DocumentError(f"expect={expect!r} is not one of {', '.join(KINDS)}", place, label)
        if (expect == UNDECIDED) != bool(line.missing):
            message = "missing= goes with expect=UNDECIDED"
            message = message if line.missing else "say what is missing="
            raise DocumentError(message, place, label)
        claim = Claim(
            label=label,
            statement=stated,
            expect=expect,
            fault=line.fault,
            printed=line.printed,
            source=line.source,
            section=self._section,
            lemmas=self._lemmas(line.using, place, label),
            missing=line.missing,
            reason=line.reason,
            document=self.name,
            place=place,
            **more,
        )
        check_claim(claim, line.same, self._defined)
        loading = loading_here()
        if loading is not None and self not in loading.documents:
            message = f"it is claimed in the document {self.name!r}, which this file does not make"
            raise DocumentError(f"{message}: it would not be judged", place, label)
        self._claims[label] = claim
        self.stated += 1
        return claim

    def check(self) -> None:
        """Raises DocumentError for what is told by the whole document: a slip that nothing
        corrects, and a hypothesis left out that nothing states."""
        check_mended(self.claims)

    def _here(self) -> Place:
        """Where a method of the document was called."""
        frame = _calling(self._scope)
        return Place(frame.f_code.co_filename, frame.f_lineno, 1)

    def _take(self, label: str) -> Place:
        """Reserve a label; labels must differ also as file names.

        What is typed in, such as a cell of a notebook that is run again, replaces what was there.
        """
        place = self._here()
        check_thread(self, place, str(label))
        stem = file_stem(label) if isinstance(label, str) else ""
        if not stem:
            raise DocumentError(f"a label has to contain a letter or a digit, not {label!r}", place)
        if not label.isprintable() or LOCKED.match(label):
            what = "looks like a line of a lock file" if label.isprintable() else "is no line of text"
            raise DocumentError(f"a label is a few words; this one {what}", place, label)
        if stem in self._labels:
            other, line = self._labels[stem]
            if other == label and _typed_in():
                self._drop(label)
                return self._take(label)
            same = "" if other == label else f", as {other!r}, from which it must differ as a file"
            raise DocumentError(f"this label is already used at line {line}{same}", place, label)
        self._labels[stem] = (label, place.line)
        return place

    def _ran(self) -> None:
        """Remember that a claim or a chain was stated whole, and where."""
        frame = _calling()
        self.calls.append((frame.f_code, frame.f_lasti, frame.f_lineno))

    def _drop(self, label: str) -> None:
        del self._labels[file_stem(label)]
        self._entries = [e for e in self._entries if getattr(e, "label", None) != label]
        self._claims = {k: c for k, c in self._claims.items() if label not in (k, c.chain)}
        self._defined = {k: d for k, d in self._defined.items() if d.label != label}
        self.stated = len(self._claims)

    def _lemmas(self, labels: Iterable[str], place: Place, label: str) -> tuple[Claim, ...]:
        """The claims that are used; the label of a chain stands for its steps."""
        used: list[Claim] = []
        for wanted in (labels,) if isinstance(labels, str) else labels:
            found: list[Claim] = []
            if isinstance(wanted, str) and wanted:
                found = [c for c in self.claims if wanted in (c.label, c.chain)]
                found = found or _built_in(wanted)
            if not found:
                message = f"using={wanted!r} is no earlier claim of this document"
                raise DocumentError(f"{message}, and none that is built in", place, label)
            for claim in found:
                if claim.expect not in (PROVED, CONDITIONAL):
                    message = f"using={wanted!r}, but that claim is expected to be {claim.expect}"
                    raise DocumentError(message, place, label)
                if claim not in used:
                    used.append(claim)
        return tuple(used)

    def _earlier(
        self, option: str, label: str | None, place: Place, at: str
    ) -> str | None:
        """A label that stands earlier in this document."""
        known = isinstance(label, str) and self._labels.get(file_stem(label), ("",))[0] == label
        if label is not None and not known:
            raise DocumentError(
                f"{option}={label!r} is no earlier entry of this document", place, at
            )
        return label

    def _mended(self, option: str, label: str | None, place: Place, at: str) -> str | None:
        """The label of an earlier claim that does not hold as printed."""
        if label is None:
            return None
        if label not in self._claims:
            some = [c.label for c in self.claims if c.expect in (REFUTED, CONDITIONAL)]
            raise DocumentError(
                f"{option}={label!r} is no earlier claim of this document; "
                f"expected refuted or conditional so far: {', '.join(some) or 'none'}",
                place,
                at,
            )
        expected = self._claims[label].expect
        if expected not in (REFUTED, CONDITIONAL):
            verb = "correct" if option == "corrects" else "complete"
            raise DocumentError(
                f"{option}={label!r}, but that claim is expected to be {expected}: "
                f"there is nothing to {verb}",
                place,
                at,
            )
        return label


def _built_in(named: str) -> list[Claim]:
    """The claims of a built-in document that go by the name `document:label`."""
    import derivations  # by the front door, since documents are loaded by this class

    name, _, label = named.partition(":")
    known = name in derivations.builtin_documents()
    claims = derivations.load(name).claims if known else ()
    return [c for c in claims if label in (c.label, c.chain)]


def _typed_in() -> bool:
    """Whether it was called at a prompt or in a notebook, and not by a file."""
    return not is_loading() and "__file__" not in _calling().f_globals


def _calling(scope: CodeType | None = None) -> FrameType:
    """The frame, outside this file and `faults`, in which a method of a document was called.

    scope: the code that made the document; if it called a helper that called the method, its frame.
    """
    ours, frame = (__file__, faults.__file__), sys._getframe(1)
    while frame.f_code.co_filename in ours and frame.f_back is not None:
        frame = frame.f_back
    outer: FrameType | None = frame
    while outer is not None and outer.f_code is not scope:
        outer = outer.f_back
    return outer or frame


def _stated(
    goal: Any, given: Any, place: Place, label: str, let: Mapping[str, str] | None = None
) -> Statement:
    """What is claimed, as a Statement."""

    def read() -> Statement:
        claimed = as_statement(goal, given, let)
        check_statement(claimed)
        return claimed

    return told(read, place, label)


def _related(operator: str, left: Any, right: Any) -> Any:
    """The relation of two lines of a chain."""
    if isinstance(left, Term) and isinstance(right, Term):
        return Relation(operator, left, right)
    import sympy  # for its start-up time

    kinds = {"==": sympy.Eq, "!=": sympy.Ne, "<=": sympy.Le, "<": sympy.Lt}
    if operator not in kinds:
        raise StatementError(f"unknown relation {operator!r}; known are {', '.join(kinds)}")
    return kinds[operator](left, right, evaluate=False)
