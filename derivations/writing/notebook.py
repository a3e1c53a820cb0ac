"""A document as a Jupyter notebook: its claim file cut into cells that judge each claim again.

What opens the file is the set-up cell.  Each claim or chain is words with the formula, and a cell
that states it `with as_written():`, judges it when it is run, and asserts the verdict that was
found; where that is `refuted`, a cell follows in which SymPy works out both sides.  What is only
listed is words.  The last cell counts the verdicts.

The format is nbformat 4.5.  Nothing but the claim file, the verdicts and the version goes in, so
that the same verdicts give the same bytes.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derivations import __version__
from derivations.documents.entries import Chain, Claim, Entry, Group, Section
from derivations.judging.child import bounded
from derivations.verdicts import REFUTED, Stopped, Verdict, Witness
from derivations.writing.cells import Piece, document_name, in_block, pieces
from derivations.writing.markdown import entry_markdown, escaped, tables_markdown
from derivations.writing.report import tally

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged

# The names that cells bind.
_NAMES = "verdicts verdict label kind left right at counted Counter".split()
# How a side is worked out at the values: the first way that leaves nothing to do, in so many
# seconds.
_WAYS = ("{0}.subs({1})", "{0}.subs({1}).doit().subs({1}).doit()")
_SECONDS = 5.0
# How wide what is written on one line may be.
_WIDTH = 80
# What lists something; it is run only where a later entry names what it lists.
_LISTING = ("section", "definition", "remark", "unstated", "group")

# A cell: its kind, its source, and what tells it from all others.
_Cell = tuple[str, str, str]


def document_notebook(document: Document, judged: Sequence[Judged]) -> str:
    """The notebook of a document, given all its claims with their verdicts."""
    verdicts = {one.claim.label: one.verdict for one in judged}
    names = _names(document)
    needed = _needed(document.entries)
    cells: list[_Cell] = [("markdown", _provenance(document), "provenance")]
    tables = tables_markdown(judged)
    cells += [("markdown", tables, "tables")] if tables else []
    waiting: list[Piece] = []  # what the next cell of code begins with
    made = 0
    for piece in pieces(document):
        if piece.entries and not made:
            cells += _opening(waiting, names)
            waiting = []
        made += len(piece.entries)
        for entry in piece.entries:
            about = entry.title if isinstance(entry, Section) else entry.label
            cells.append(("markdown", entry_markdown(document, entry), f"words {about}"))
        if piece.entries and _listed(piece, needed):
            continue
        waiting.append(piece)
        if piece.entries:
            cells += _judging(waiting, verdicts, names)
            waiting = []
    if waiting:
        cells += [("code", _written(waiting), "end")] if made else _opening(waiting, names)
    cells.append(("markdown", f"{tally([document], judged)}.", "tally"))
    cells.append(("code", _counting(verdicts, names), "counting"))
    return _file(cells)


def _provenance(document: Document) -> str:
    file = Path(document.file)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    by = f", by {escaped(document.author)}" if document.author else ""
    source = f"It follows `{document.source}`{by}. " if document.source else ""
    return (
        f"# {escaped(document.title)}\n\n{source}This is the claim file `{file.name}` (SHA-256 "
        f"`{digest[:16]}`), cut into cells by derivations {__version__}: each claim is judged when "
        "its cell is run, and the verdict is asserted."
    )


def _names(document: Document) -> dict[str, str]:
    """What cells call what they bind: a name that the claim file uses too gets an underscore; and
    what the file calls the document."""
    used: set[str] = set()
    for node in ast.walk(ast.parse(Path(document.file).read_bytes())):
        used.update(getattr(node, field, None) or "" for field in ("id", "name", "asname"))
    own = {name: name + "_" * (name in used) for name in _NAMES}
    return {**own, "doc": document_name(document)}


def _needed(entries: Iterable[Entry]) -> set[str]:
    """The labels of what others name: another reading of it, or a group that it is in."""
    needed: set[str] = set()
    for entry in entries:
        needed.update(entry.members if isinstance(entry, Group) else ())
        needed.add(getattr(entry, "reading", None) or "")
    return needed - {""}


def _listed(piece: Piece, needed: set[str]) -> bool:
    """Whether a piece does nothing but list, and what it lists is named nowhere."""
    labels = [getattr(entry, "label", "") for entry in piece.entries]
    return piece.method in _LISTING and needed.isdisjoint(labels)


def _opening(opening: Sequence[Piece], names: Mapping[str, str]) -> list[_Cell]:
    """What the file says of itself, as words, and the set-up cell."""
    cells: list[_Cell] = []
    rest = list(opening)
    match rest[0].nodes if rest else ():
        case (ast.Expr(ast.Constant(str(said))),):
            cells.append(("markdown", _said(said), "opening"))
            rest = rest[1:]
    imports = list(takewhile(_imports, rest))
    lines = [
        "\n".join(piece.source for piece in imports).strip("\n"),
        "from derivations import as_written, judge_claim\n",
        f"{names['verdicts']} = {{}}",
        _written(rest[len(imports) :]),
    ]
    return [*cells, ("code", "\n".join(lines), "set-up")]


def _said(text: str) -> str:
    """A docstring as Markdown, in which indented lines are set as they are."""
    lines = text.strip("\n").split("\n")
    return "\n".join(line if line.startswith("    ") else escaped(line) for line in lines)


def _imports(piece: Piece) -> bool:
    return all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in piece.nodes)


def _written(several: Sequence[Piece]) -> str:
    """Pieces as one block in which SymPy keeps what is written."""
    source = "\n".join(piece.source for piece in several).strip("\n")
    return in_block("with as_written():", source) if source else ""


def _judging(
    waiting: Sequence[Piece], verdicts: Mapping[str, Verdict], names: Mapping[str, str]
) -> list[_Cell]:
    """The cell that states claims and judges them; for each that is refuted, both sides."""
    piece = waiting[-1]
    claims: list[Claim] = []
    for entry in piece.entries:
        claims += entry.steps if isinstance(entry, Chain) else ()
        claims += [entry] if isinstance(entry, Claim) else ()
    doc, verdict, known = names["doc"], names["verdict"], names["verdicts"]
    label, kind = names["label"], names["kind"]
    lines = [_written(waiting)]
    found = {quoted(claim.label): quoted(verdicts[claim.label].kind) for claim in claims}
    if len(found) == 1:
        ((name, expected),) = found.items()
        lines += [
            f"{verdict} = {known}[{name}] = judge_claim({doc}, {name})",
            f"assert {verdict}.kind == {expected}, {verdict}",
            verdict,
        ]
    elif found:
        lines += [
            f"for {label}, {kind} in {mapping(found)}.items():",
            f"    {verdict} = {known}[{label}] = judge_claim({doc}, {label})",
            f"    assert {verdict}.kind == {kind}, {verdict}",
            f"    display({verdict})",
        ]
    first = getattr(piece.entries[0], "label", piece.nodes[0].lineno)
    cells = [("code", "\n".join(lines), f"code {first}")]
    for claim in claims:
        if verdicts[claim.label].kind == REFUTED:
            source = _worked(claim.label, verdicts[claim.label], names)
            cells.append(("code", source, f"worked {claim.label}"))
    return cells


def _worked(label: str, verdict: Verdict, names: Mapping[str, str]) -> str:
    """The source of a cell that shows both sides of a refuted claim, and works them out in SymPy
    if SymPy can do it; else it shows what the kernel made of them."""
    if verdict.witness is None:  # it is defined nowhere
        return ""
    witness = f"{names['verdicts']}[{quoted(label)}].witness"
    way = _way(verdict.witness)
    if way is None:
        return f"{witness}.left, {witness}.right"
    left, right, at = (names[name] for name in ("left", "right", "at"))
    shown = [left, right, at, way.format(left, at), way.format(right, at)]
    return f"{left}, {right}, {at} = {witness}.sympy\n{', '.join(shown)}"


def _way(witness: Witness) -> str | None:
    """How SymPy works out both sides and sees that an equation fails; None if it cannot."""
    try:
        with bounded(_SECONDS):
            left, right, at = witness.sympy
            for way in _WAYS:
                found = [side.subs(at) for side in (left, right)]
                if "doit" in way:
                    found = [side.doit().subs(at).doit() for side in found]
                if all(map(_is_settled, found)):
                    return way if witness.goal.operator != "==" or found[0] != found[1] else None
    except (Exception, Stopped):
        pass  # SymPy has no word for something in it, or does not come to an end
    return None


def _is_settled(side: Any) -> bool:
    constant = side.is_Matrix or side.is_number
    return constant and not side.free_symbols and bool(side.doit() == side)


def quoted(text: str) -> str:
    """A text as Python writes it."""
    return json.dumps(text, ensure_ascii=False)


def mapping(pairs: Mapping[str, str]) -> str:
    """A dict as Python writes it, in several lines if it is long."""
    told = [f"{key}: {value}" for key, value in pairs.items()]
    short = ", ".join(told)
    if len(short) <= _WIDTH:
        return f"{{{short}}}"
    return "{\n    " + ",\n    ".join(told) + ",\n}"


def _counting(verdicts: Mapping[str, Verdict], names: Mapping[str, str]) -> str:
    kinds = Counter(verdict.kind for verdict in verdicts.values())
    told = mapping({quoted(kind): str(number) for kind, number in sorted(kinds.items())})
    verdict, counted, counter = (names[name] for name in ("verdict", "counted", "Counter"))
    alias = "" if counter == "Counter" else f" as {counter}"
    return (
        f"from collections import Counter{alias}\n\n"
        f"{counted} = {counter}({verdict}.kind for {verdict} in {names['verdicts']}.values())\n"
        f"assert {counted} == {told}, {counted}\n{counted}"
    )


def _file(cells: Iterable[_Cell]) -> str:
    """The notebook of the cells; the same cells give the same bytes."""
    import nbformat  # for its start-up time
    from nbformat import v4

    new = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell}
    taken: Counter[str] = Counter()
    made = []
    for kind, source, about in cells:
        taken[about] += 1
        digest = hashlib.sha256(f"{about} {taken[about]}".encode()).hexdigest()[:12]
        made.append(new[kind](source, id=digest))
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": python, "language_info": {"name": "python"}}
    book = v4.new_notebook(cells=made, metadata=metadata, nbformat_minor=5)
    nbformat.validate(book)
    return f"{nbformat.writes(book)}\n"
