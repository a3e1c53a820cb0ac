"""A claim file cut into pieces: its top-level statements, each with the entries that it makes.

An entry knows the line at which the file made it; loops and helpers are no exception.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from derivations.documents.document import Document
from derivations.documents.entries import Entry


@dataclass(frozen=True)
class Piece:
    """One or more statements that share lines.

    source: the lines, with the comments above them.
    nodes: the statements.
    entries: what they added to the document.
    call: where there is nothing but a call of a method of the document, that call.
    above: how many lines of the file stand above it.
    """

    source: str
    nodes: tuple[ast.stmt, ...]
    entries: tuple[Entry, ...]
    call: ast.Call | None
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


def pieces(document: Document) -> Iterator[Piece]:
    """The pieces of the claim file of a document, in order."""
    with tokenize.open(document.file) as file:
        text = file.read()
    lines, name, done = text.split("\n"), document_name(document), 0
    for nodes in _sharing_lines(ast.parse(text).body):
        end = nodes[-1].end_lineno or done
        entries = (e for e in document.entries if e.place and done < e.place.line <= end)
        source = "\n".join(lines[done:end])
        yield Piece(source, tuple(nodes), tuple(entries), _call(nodes, name), done)
        done = end


def document_name(document: Document) -> str:
    """What a claim file calls the document that it makes."""
    with open(document.file, "rb") as file:
        tree = ast.parse(file.read())
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)]) if node.lineno <= document.place.line <= (
                node.end_lineno or 0
            ):
                return name
    raise ValueError(f"{document.file} does not bind its document to a name by itself")


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
