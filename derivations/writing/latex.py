r"""A LaTeX writeup of a document, from its verdicts: one complete file.

Every formula is printed from the statement that was judged.  The file needs amsmath, amssymb,
amsthm and hyperref only, is ASCII throughout, and compiles with pdflatex, twice for its references.
The same verdicts give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.documents.entries import file_stem
from derivations.kernel import LAWS
from derivations.language.abbreviate import folded
from derivations.language.statements import Relation, Statement
from derivations.language.stating import statement
from derivations.language.substitution import subterms
from derivations.verdicts import CONDITIONAL, EMPTY, PROVED, UNDECIDED, Verdict
from derivations.writing.certificates import roman
from derivations.writing.latex_display import Line, chain_display, relations_display
from derivations.writing.latex_sentences import (
    PEN, breakable, code, details, ended, heading, names_apart, prose,
)
from derivations.writing.latex_tables import PREAMBLE, latex_tables
from derivations.writing.report import tally
from derivations.writing.steps import Symbols, Words, joined
from derivations.writing.story import (
    declared_words, listed, mended_words, others_words, quantifier_words, statement_terms,
)
from derivations.writing.telling import answer_steps, basis_steps, law_step, proof_steps

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.documents.entries import Chain, Claim, Definition, Group, Remark, Unstated

_PREAMBLE = r"""% Written by derivations, and written over when it is written again.
\documentclass[11pt]{article}
\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{amsthm}
\usepackage[hidelinks]{hyperref}
\setlength{\textwidth}{6.5in}
\setlength{\textheight}{8.9in}
\setlength{\oddsidemargin}{0in}
\setlength{\evensidemargin}{0in}
\setlength{\topmargin}{-0.4in}
\setlength{\jot}{5pt}
\sloppy
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setcounter{MaxMatrixCols}{30}
\allowdisplaybreaks
\raggedbottom
\newtheoremstyle{entry}{14pt}{6pt}{}{}{\bfseries}{.}{0.6em}{}
\theoremstyle{entry}
\newtheorem{claim}{Claim}
\newtheorem{chain}[claim]{Chain}
\newtheorem{definition}[claim]{Definition}
\newtheorem{remark}[claim]{Remark}
\newcommand{\verdict}[1]{\unskip\nobreak\hfil\penalty50\hskip1em\hbox{}\nobreak\hfil%
  \fbox{\footnotesize\scshape #1}{\parfillskip=0pt\finalhyphendemerits=0\par}\nobreak}
\newcommand{\reason}[2][c]{\parbox[#1]{0.25\textwidth}{\raggedright\small #2}}
\newcommand{\reasonbelow}[1]{\parbox[t]{0.7\textwidth}{\raggedright\small #1}}
\newenvironment{details}{\begin{list}{}{\setlength{\leftmargin}{1.5em}%
  \setlength{\topsep}{2pt}\setlength{\itemsep}{1pt}\setlength{\parsep}{1pt}}\small}{\end{list}}
"""

# Notation that needs a word, by the heads that use it.
_NOTATION = {
    "blockdiag": r"$\bigoplus_{l=1}^{M} B_{l}$ is the block-diagonal matrix with the blocks "
    r"$B_{1}, \dots, B_{M}$",
    "stack": r"$\operatorname*{col}_{l=1}^{M} B_{l}$ has the blocks $B_{1}, \dots, B_{M}$ one "
    "below another",
    "inner": r"$\langle x, y\rangle = \sum_{j} x_{j} \overline{y_{j}}$",
    "adjoint": r"$A^{*} = \overline{A}^{\top}$ is the adjoint",
    "entry": r"$A[i, j]$ is the entry of $A$ in row $i$ and column $j$, $v[i]$ that of a column, "
    "counted from 0",
    "kronecker": r"$A \otimes B$ is the Kronecker product",
    "gradient": r"$\nabla_{W} f = G$ says that for all real $V$ the derivative of $f$ along "
    r"$W + t V$ at $t = 0$ is $\operatorname{tr}(V^{\top} G)$",
    "i": r"$\mathrm{i}$ is the imaginary unit",
    "fibonacci": r"$\mathrm{F}_{n}$ are the Fibonacci numbers",
    "harmonic": r"$\mathrm{H}_{n}$ are the harmonic numbers",
}


def document_latex(document: Document, judged: Sequence[Judged]) -> str:
    """The writeup of a document, given all its claims with their verdicts."""
    return Writeup(document, judged).text()


writeup = document_latex


class Writeup:
    """A writeup in the making: the verdicts by label."""

    def __init__(self, document: Document, judged: Sequence[Judged]) -> None:
        self.document = document
        self.judged = {one.claim.label: one for one in judged}
        missing = [claim.label for claim in document.claims if claim.label not in self.judged]
        if missing:
            raise ValueError(
                f"no verdict for claim {missing[0]!r} of document {document.name!r}"
                f" ({len(missing)} missing): judge every claim before writing up"
            )
        self.pen = replace(PEN, cited={
            one.verdict.theorem.hash: _reference(one.claim)
            for one in reversed(judged)
            if one.verdict.theorem is not None
        })  # fmt: skip

    def text(self) -> str:
        blocks = [_PREAMBLE + PREAMBLE, self.opening()]
        blocks += [self.entry(entry) for entry in self.document.entries]
        blocks += [self.laws(), self.appendix(), r"\end{document}"]
        return "\n".join([b for b in blocks if b]) + "\n"

    # The opening page

    def opening(self) -> str:
        document = self.document
        author = rf"\author{{\parbox{{0.9\textwidth}}{{\centering {prose(document.author)}}}}}"
        by = f" by {prose(document.author)}" if document.author else ""
        source = f"It follows {code(document.source)}{by}, claim by claim. "
        judged = list(self.judged.values())
        lines = [
            rf"\title{{{heading(document.title)}\\[4pt] \large a judged writeup}}",
            author,
            r"\date{}",
            r"\begin{document}",
            r"\maketitle",
            rf"\noindent {source * bool(document.source)}{tally([document], judged)}.",
            latex_tables(judged, self.cited),
            self.open(),
            r"\paragraph{How to read it.} Every formula is printed from the statement that was "
            "judged. \\emph{Proved} means: both sides are defined and the relation holds for all "
            "values that the hypotheses allow. \\emph{Conditional}: proved wherever both sides are "
            "defined. \\emph{Refuted}: false at the exact values that are given. "
            "\\emph{Undecided}: not settled, with what was tried. Long proofs are told by their "
            f"laws; {code(f'derivations show {document.name}:LABEL')} tells them whole.",
            self.notation(),
        ]
        return "\n".join([line for line in lines if line])

    def notation(self) -> str:
        heads: set[str] = set()
        for claim in self.document.claims:
            for side in statement_terms(claim.statement):
                heads |= {node.head for node in subterms(folded(side))}
        for entry in self.document.entries:
            relation = getattr(entry, "relation", None)
            for side in () if relation is None else (relation.left, relation.right):
                heads |= {node.head for node in subterms(side)}
        lines = [text for head, text in _NOTATION.items() if head in heads]
        return rf"\paragraph{{Notation.}} {'; '.join(lines)}." if lines else ""

    def open(self) -> str:
        """Where to find what is neither proved nor refuted, or not as expected."""
        lines = []
        for title, chosen in (
            ("Conditional", lambda one: one.verdict.kind == CONDITIONAL),
            ("Undecided", lambda one: one.verdict.kind == UNDECIDED),
            ("Not as expected", lambda one: not one.expected),
        ):
            found = [self.cited(label) for label, one in self.judged.items() if chosen(one)]
            lines += [rf"\paragraph{{{title}.}} {listed(found)}."] if found else []
        return "\n".join(lines)

    def cited(self, label: str) -> str:
        """A claim, or the step of a chain, as others cite it."""
        if label not in self.judged:
            return _labelled(label)
        claim = self.judged[label].claim
        return f"step {claim.step} of {_reference(claim)}" if claim.chain else _reference(claim)

    # Entries

    def entry(self, entry: Any) -> str:
        kind = type(entry).__name__
        if kind == "Section":
            return rf"\section*{{{heading(entry.title)}}}"
        if kind == "Claim":
            with names_apart(entry.statement):
                return self.claim(entry)
        if kind == "Chain":
            with names_apart(chain_statement(entry)):
                return self.chain(entry)
        return _listed_entry(entry)

    def claim(self, claim: Claim) -> str:
        verdict = self.judged[claim.label].verdict
        return "\n".join(
            [
                _begin("claim", claim.label, claim.source, _badge(self.judged[claim.label])),
                *_paragraph([
                    PEN.quoted(claim.printed) if claim.printed else "", prose(claim.words),
                    *others_words(claim, self.cited),
                ]),
                *statement_latex(claim.statement),
                r"\end{claim}",
                *details([*self.outcome(claim, verdict), *self.proof(verdict)]),
            ]
        )

    def chain(self, chain: Chain) -> str:
        steps = [self.judged[claim.label] for claim in chain.steps]
        lines = [
            Line(
                one.claim.statement.goals[0].relation.operator,
                one.claim.statement.goals[0].relation.right,
                _reason(one.verdict.kind, prose(one.claim.reason)),
            )
            for one in steps
        ]
        badge = _badge(*steps)
        opening = given_latex(chain_statement(chain), final=":")
        items: list[str] = []
        for one in steps:
            said = [*self.outcome(one.claim, one.verdict)]
            if said:
                items.append(f"Step {one.claim.step} of {one.claim.steps}: {one.verdict.kind}.")
                items += said
        items += self.shared_proofs(steps)
        return "\n".join(
            [
                _begin("chain", chain.label, chain.source, badge),
                *_paragraph([prose(chain.words)]),
                *opening,
                chain_display(chain.first, lines),
                r"\end{chain}",
                *details(items),
            ]
        )

    def shared_proofs(self, steps: Sequence[Judged]) -> list[str]:
        """Why the steps hold; said once where it is the same for all."""
        proofs = {one.claim.step: self.proof(one.verdict) for one in steps}
        together: dict[tuple[str, ...], list[int]] = {}
        for step, said in proofs.items():
            if said:
                together.setdefault(tuple(said), []).append(step)
        if len(together) == 1 and len(next(iter(together.values()))) == len(steps):
            return list(next(iter(together)))
        items: list[str] = []
        for (first, *more), numbers in together.items():
            several = "s" if len(numbers) > 1 else ""
            items += [f"Step{several} {listed([str(n) for n in numbers])}: {first}", *more]
        return items

    # What a verdict carries

    def proof(self, verdict: Verdict) -> list[str]:
        """The proof, if it is one; what it rests on, and values that satisfy the hypotheses."""
        if verdict.theorem is None:
            return []
        if verdict.empty:
            told = [f"{EMPTY[:1].upper()}{EMPTY[1:]}."]
        else:
            steps = proof_steps(verdict, brief=True)
            told = self.pen.items(steps)
            if len(told) == 1 and steps[0].stated is None:
                told = [f"Proof. {told[0]}"]
            else:
                told = ["\n".join(["Proof.", *details(told)])]
        return [*told, *self.pen.items(basis_steps(verdict, brief=True))]

    def outcome(self, claim: Claim, verdict: Verdict) -> list[str]:
        """What there is to say about a verdict other than proved, and about surprises."""
        lines: list[str] = []
        surprise = claim.surprise(verdict)
        if surprise:
            lines.append(rf"\textbf{{Not as expected}}: {verdict.kind}, {prose(surprise)}.")
        lines += self.pen.items(answer_steps(verdict))
        mended = mended_words(self.document.mended(claim.label), self.cited)
        if mended:
            lines.append(f"As printed; {mended}.")
        return lines

    def laws(self) -> str:
        """The laws on which theorems and counterexamples rest, with their formulas."""
        names = {
            name for one in self.judged.values()
            for made in (one.verdict.theorem, one.verdict.counterexample)
            for name in getattr(made, "laws", ())
        }  # fmt: skip
        items = self.pen.items([law_step(name) for name in LAWS if name in names])
        return "\n".join([r"\section*{Laws}", *details(items)]) if items else ""

    def appendix(self) -> str:
        if all(one.verdict.certificate is None for one in self.judged.values()):
            return ""
        return "\n".join(
            [
                r"\section*{Certificates}",
                "Each verdict other than undecided rests on a certificate, a JSON file that the "
                "kernel checks without any search and with the standard library alone:",
                r"\begin{quote}",
                r"\ttfamily\raggedright python -m derivations.kernel "
                rf"certificates/\allowbreak{{}}{breakable(self.document.name)}.*.json",
                r"\end{quote}",
            ]
        )


# Pieces of an entry


def _anchor(label: str) -> str:
    return f"claim:{file_stem(label)}"


def _reference(claim: Claim) -> str:
    kind, label = ("Chain", claim.chain) if claim.chain else ("Claim", claim.label)
    return rf"{kind}~\ref{{{_anchor(label)}}}"


def _labelled(label: str) -> str:
    return rf"{code(label)} (\ref{{{_anchor(label)}}})"


def _begin(kind: str, label: str, source: str, badge: str) -> str:
    about = code(label) + (f", {prose(source)}" if source else "")
    anchor = rf"\label{{{_anchor(label)}}}"
    return rf"\begin{{{kind}}}[{{{about}}}]{anchor}" + (badge or r"\mbox{}")


def _badge(*judged: Judged) -> str:
    """The verdict; for a chain, that of all steps, or how many of them are proved."""
    kinds = [one.verdict.kind for one in judged]
    if len(set(kinds)) == 1:
        return rf"\verdict{{{kinds[0]}}}"
    return rf"\verdict{{{kinds.count(PROVED)} of {len(kinds)} steps proved}}"


def _reason(kind: str, reason: str) -> str:
    """The reason given for a step, its verdict before it."""
    if kind == PROVED:
        return rf"$\checkmark$ {reason}"
    return rf"\textbf{{{kind}:}} {reason}" if reason else rf"\textbf{{{kind}}}"


def _paragraph(parts: Iterable[str]) -> list[str]:
    text = " ".join([p for p in parts if p])
    return [text] if text else []


def _listed_entry(entry: Definition | Remark | Unstated | Group) -> str:
    kind = type(entry).__name__.lower()
    relation: Relation | None = getattr(entry, "relation", None)
    shown: list[str] = []
    if relation is not None:
        with names_apart(statement(relation)):
            shown = [relations_display([relation])]
    missing = getattr(entry, "missing", "")
    if missing:
        shown.append(f"It cannot be stated yet: {prose(missing)}.")
    shown += others_words(entry, _labelled)
    kind = kind if kind in ("definition", "remark") else "claim"
    badge = rf"\verdict{{{UNDECIDED}}}" if missing else ""
    return "\n".join(
        [
            _begin(kind, entry.label, entry.source, badge),
            *_paragraph([prose(entry.words)]),
            *shown,
            rf"\end{{{kind}}}",
        ]
    )


def statement_latex(claimed: Statement) -> list[str]:
    """What is declared and given, and the goals as displays."""
    shown = [
        relations_display([goal.relation]) + quantifier_words(goal, PEN) for goal in claimed.goals
    ]
    some = declared_words(claimed.exists, PEN, statement_terms(claimed))
    exists = [f"there are {some} such that"] if some else []
    return [*given_latex(claimed, final=":"), *exists, *shown]


def chain_statement(chain: Chain) -> Statement:
    """All steps as one statement, for what is declared and assumed."""
    steps = [claim.statement for claim in chain.steps]
    return Statement(
        tuple(dict.fromkeys(d for s in steps for d in s.declarations)),
        steps[0].hypotheses,
        tuple(g for s in steps for g in s.goals),
        steps[0].exists,
    )


def given_latex(claimed: Statement, final: str) -> list[str]:
    """`For all real numbers a and b such that (i) ...:`, wide hypotheses displayed."""
    declared = Symbols(claimed.declarations, tuple(statement_terms(claimed)))
    start: Words = ("For all ", declared) if claimed.declarations else ()
    if claimed.hypotheses:
        given = [(f"({roman(k)}) ", one) for k, one in enumerate(claimed.hypotheses, 1)]
        start = (*((*start, " such that ") if start else ("Given that ",)), *joined(given))
    return [ended(PEN.words(start), final)] if start else []
