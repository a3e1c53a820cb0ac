"""A claim file cut into pieces: its top-level statements, each with the entries that it makes.

An entry knows the line at which the file made it; loops and helpers are no exception.
"""

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
    method: where there is nothing but a call of a method of the document, its name; else "".
    """

    source: str
    nodes: tuple[ast.stmt, ...]
    entries: tuple[Entry, ...]
    method: str


def pieces(document: Document) -> Iterator[Piece]:
    """The pieces of the claim file of a document, in order."""
    with tokenize.open(document.file) as file:
        text = file.read()
    lines, name, done = text.split("\n"), document_name(document), 0
    for nodes in _sharing_lines(ast.parse(text).body):
        end = nodes[-1].end_lineno or done
        entries = (e for e in document.entries if done < _line(e, document) <= end)
        source = "\n".join(lines[done:end])
        yield Piece(source, tuple(nodes), tuple(entries), _method(nodes, name))
        done = end


def _line(entry: Entry, document: Document) -> int:
    """The line of the file at which an entry was made; 0 for one of another file."""
    return entry.place.line if entry.place and entry.place.file == document.file else 0


def document_name(document: Document) -> str:
    """What a claim file calls the document that it makes."""
    line = document.place.line
    with open(document.file, "rb") as file:
        tree = ast.parse(file.read())
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                if node.lineno <= line <= (node.end_lineno or 0):
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


def _method(nodes: Sequence[ast.stmt], document: str) -> str:
    match nodes:
        case [ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method)))] if name == document:
            return method
    return ""


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
