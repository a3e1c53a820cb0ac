"""The judged documents, one file each, in the order in which they are listed here.

A user's own document is a Python file.  It is executed to be read, as any Python file is: only
ever name files that you would also run.  Nothing else that this package reads is executed.
"""

import ast
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from derivations.documents.document import Document
from derivations.documents.faults import DocumentError, all_faults, shown_path, tell
from derivations.documents.loading import run_claim_file
from derivations.language.terms import Place
from derivations.language.tokens import shown

# The methods of a document that state what is to be judged.
STATING = ("claim", "chain")
# In the order of reading; each is a module of this folder that defines one Document.
_BUILTIN: tuple[str, ...] = (
    "stratos", "isometry", "refresher", "ropecode", "penote", "elementary", "calculus",
)  # fmt: skip


def builtin_documents() -> tuple[str, ...]:
    """The names of the documents that come with the package, in the order of reading."""
    return _BUILTIN


def load(name: str, seconds: float | None = None) -> Document:
    """A built-in document by its name, or the document of a claim file by its path.

    name: one of `builtin_documents()`, or a path that ends in `.py`.  That file is executed, with
        everything that this implies, in `as_written()`; it has to define exactly one `Document`.
    seconds: what the file may take.

    Raises `DocumentError`, with what would be accepted.
    """
    if name in _BUILTIN:
        return _builtin(name)
    if not name.endswith(".py"):
        known = ", ".join(_BUILTIN) or "none"
        raise DocumentError(
            f"no document is called {shown(name)}; built in are: {known}; "
            "a document of your own is named by its file, FILE.py"
        )
    return _document(Path(name), seconds)


@cache
def _builtin(name: str) -> Document:
    return _document(Path(__file__).with_name(f"{name.replace('-', '_')}.py"), None)


def _document(path: Path, seconds: float | None) -> Document:
    """The document of a claim file; all faults of its entries are told together."""
    file = os.path.abspath(path)
    with all_faults():
        names, made = run_claim_file(path, seconds)
        written = ast.parse(Path(file).read_bytes())
        _check_computing(names, written, file)
        document = _only_document(made, file)
        _check_stated(names, written, document)
        document.check()
        return document


def _check_computing(names: Mapping[str, Any], written: ast.Module, file: str) -> None:
    """Tell which functions of SymPy are used here that compute: nothing of it would be checked."""
    from derivations.language.computing import instead_of  # SymPy, for those who load

    used: dict[str, tuple[int, str]] = {}
    for node in ast.walk(written):
        if isinstance(node, (ast.Name, ast.Attribute)):
            instead = instead_of(_named(names, node))
            if instead is not None:
                used.setdefault(ast.unparse(node), (node.lineno, instead))
    if used:
        told = [f"{name} (line {line}): write {w}" for name, (line, w) in sorted(used.items())]
        line = min(line for line, _ in used.values())
        message = "functions of SymPy that compute, so that nothing of it is checked: "
        raise DocumentError(message + "; ".join(told), Place(file, line, 1))


def _named(names: Mapping[str, Any], node: ast.expr) -> Any:
    """What a name of the file stands for, perhaps in a module; None for anything else."""
    match node:
        case ast.Name(name):
            return names.get(name)
        case ast.Attribute(inner, name):
            module = _named(names, inner)
            return getattr(module, name, None) if isinstance(module, ModuleType) else None
    return None


def _check_stated(names: Mapping[str, Any], written: ast.Module, document: Document) -> None:
    """Tell which claims of the file were not stated when it ran: nobody would judge them."""
    found, made = [], _ends_of_calls(document)
    for node in ast.walk(written):
        if isinstance(node, ast.Call) and (kind := _stating(names, node, document)):
            lines = range(node.lineno, (node.end_lineno or 0) + 1)
            ends = {(node.end_lineno, node.end_col_offset), *((line, None) for line in lines)}
            if made.isdisjoint(ends):
                message = f"this {kind} was not stated when the file was run: it would not be judged"
                found.append(DocumentError(message, Place(document.file, node.lineno, 1)))
    tell(found)


def _stating(names: Mapping[str, Any], call: ast.Call, document: Document) -> str:
    """Whether a call states a "claim" or a "chain"; "" if it does not.

    What the names of the file do not tell, such as the parameter of a function, stands for its
    document; where it is more than a name, what is called with a label and more.
    """
    match call.func:
        case ast.Name(name):
            own = names.get(name)
            method = getattr(own, "func", own)  # of a `partial`
            kind = getattr(method, "__name__", "")
            bound = getattr(method, "__self__", None) is document
            return kind if bound and kind in STATING else ""
        case ast.Attribute(ast.Name(name) | ast.Call(ast.Name(name)), kind) if kind in STATING:
            owner = names.get(name, document)
            other = owner is not document and owner is not Document and hasattr(owner, kind)
            return "" if other else kind
        case ast.Attribute(_, kind) if kind in STATING and len(call.args) > 1:
            label = call.args[0]
            text = isinstance(label, ast.Constant) and isinstance(label.value, str)
            return kind if text or isinstance(label, ast.JoinedStr) else ""
    return ""


def _ends_of_calls(document: Document) -> set[tuple[int | None, int | None]]:
    """Where the calls of a document end in its file, by line and column; the lines that they begin
    at alone, where Python keeps no more of its code."""
    positions = {code: list(code.co_positions()) for code, _, _ in document.calls}
    ends = ((line, positions[code][last // 2]) for code, last, line in document.calls)
    return {(line if column is None else end, column) for line, (_, end, _, column) in ends}


def _only_document(made: list[Document], file: str) -> Document:
    """The one document that a claim file made, with all that it states."""
    if len(made) != 1:
        listed = " (" + ", ".join(sorted(d.name for d in made)) + ")" if made else ""
        raise DocumentError(
            f"{shown_path(file)} defines {len(made) or 'no'} documents{listed}; a claim file "
            'defines exactly one, such as doc = Document("name", title="...")'
        )
    document = made[0]
    if document.file != file:
        raise DocumentError("a document is made by the claim file itself", document.place)
    if document.stated != len(document.claims):
        raise DocumentError(
            f"{shown_path(file)} states {document.stated} claims and steps, of which its document "
            f"holds {len(document.claims)}: the others would not be judged"
        )
    return document
