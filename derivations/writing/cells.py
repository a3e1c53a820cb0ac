"""A claim file cut into pieces: its top-level statements, each with the entries that it makes.

The file is run once more, one statement after another as a notebook runs them, so that each piece
is known with what it makes and with what its names mean there; loops and helpers are no exception.
"""

from __future__ import annotations

import ast
import codeop
import io
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from derivations.documents.document import Document
from derivations.documents.entries import Entry
from derivations.documents.faults import DocumentWarning


@dataclass(frozen=True)
class Piece:
    """One or more statements that share lines.

    source: the lines, with the comments above them.
    nodes: the statements.
    entries: what they added to the document.
    call: where there is nothing but a call of a method of the document, that call.
    names: what is defined by now; it grows as the file runs on.
    above: how many lines of the file stand above it.
    """

    source: str
    nodes: tuple[ast.stmt, ...]
    entries: tuple[Entry, ...]
    call: ast.Call | None
    names: Mapping[str, Any]
    above: int

    @property
    def method(self) -> str:
        """The name of the method that is called; "" for other pieces."""
        match self.call:
            case ast.Call(ast.Attribute(_, name)):
                return name
        return ""

    def span(self, node: ast.expr | ast.keyword) -> tuple[int, int]:
        """Where a part of the piece begins and ends in its source."""
        lines = self.source.split("\n")

        def offset(line: int, column: int) -> int:
            at = line - 1 - self.above
            before = lines[at].encode()[:column].decode()  # columns are counted in bytes
            return sum(len(one) + 1 for one in lines[:at]) + len(before)

        assert node.end_lineno is not None and node.end_col_offset is not None
        return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)

    def part(self, node: ast.expr) -> str:
        """The source of a part; in brackets if it has several lines."""
        start, end = self.span(node)
        first, *more = self.source[start:end].split("\n")
        indent = " " * node.col_offset
        source = "\n".join([first, *(line.removeprefix(indent) for line in more)])
        return f"({source})" if more and not isinstance(node, ast.List) else source


def pieces(document: Document) -> Iterator[Piece]:
    """The pieces of the claim file of a document, in order; to be run in `as_written()`."""
    with tokenize.open(document.file) as file:
        text = file.read()
    lines = text.split("\n")
    names: dict[str, Any] = {"__name__": Path(document.file).stem, "__file__": document.file}
    compiled = codeop.Compile()  # keeps what is imported from __future__
    done, made = 0, 0
    for nodes in _sharing_lines(ast.parse(text).body):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DocumentWarning)  # told when it was loaded
            for node in nodes:
                code: Any = ast.Module([node], [])
                exec(compiled(code, document.file, "exec"), names)
        name = document_name(document, names)
        entries = names[name].entries[made:] if name else ()
        made += len(entries)
        end = nodes[-1].end_lineno or done
        source = "\n".join(lines[done:end])
        yield Piece(source, tuple(nodes), entries, _call(nodes, name), names, done)
        done = end


def document_name(document: Document, names: Mapping[str, Any]) -> str:
    """What a claim file calls the document that it makes; "" before it is made."""
    own = (
        name for name, value in names.items()
        if isinstance(value, Document) and value.file == document.file
    )
    return next(own, "")


def _sharing_lines(nodes: Iterable[ast.stmt]) -> list[list[ast.stmt]]:
    groups: list[list[ast.stmt]] = []
    for node in nodes:
        if groups and node.lineno <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


def _call(nodes: Sequence[ast.stmt], document: str) -> ast.Call | None:
    match nodes:
        case [ast.Expr(ast.Call(ast.Attribute(ast.Name(name))) as call)] if name == document:
            return call
    return None


def without_words(piece: Piece) -> str:
    """The source of a piece; of a call, without `words=`, which stand above it."""
    arguments: list[ast.expr | ast.keyword] = []
    if piece.call is not None:
        arguments = [*piece.call.args, *piece.call.keywords]
    for at, said in enumerate(arguments):
        if isinstance(said, ast.keyword) and said.arg == "words":
            if at + 1 < len(arguments):
                cut = piece.span(said)[0], piece.span(arguments[at + 1])[0]
            else:
                cut = piece.span(arguments[at - 1])[1], piece.span(said)[1]
            return piece.source[: cut[0]] + piece.source[cut[1] :]
    return piece.source


def in_block(head: str, source: str) -> str:
    """A block of Python; lines that begin inside of a string stay as they are."""
    inside: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        inside.update(range(token.start[0] + 1, token.end[0] + 1))
    lines = [
        line if number in inside or not line else f"    {line}"
        for number, line in enumerate(source.split("\n"), 1)
    ]
    return "\n".join([head, *lines])
