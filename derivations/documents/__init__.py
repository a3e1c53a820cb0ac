"""The judged documents, one file each, in the order in which they are listed here.

A user's own document is a Python file.  It is executed to be read, as any Python file is: only
ever name files that you would also run.  Nothing else that this package reads is executed.
"""

import ast
import os
import runpy
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from derivations.documents.document import Document
from derivations.documents.faults import DocumentError, all_faults, shown_path
from derivations.language.terms import Place
from derivations.language.tokens import shown

# In the order of reading; each is a module of this folder that defines one Document.
_BUILTIN: tuple[str, ...] = ("stratos", "isometry", "refresher", "ropecode", "penote", "elementary")


def builtin_documents() -> tuple[str, ...]:
    """The names of the documents that come with the package, in the order of reading."""
    return _BUILTIN


def load(name: str) -> Document:
    """A built-in document by its name, or the document of a claim file by its path.

    name: one of `builtin_documents()`, or a path that ends in `.py`.  That file is executed, with
        everything that this implies, in `as_written()`; it has to define exactly one `Document`.

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
    return _document(Path(name))


@cache
def _builtin(name: str) -> Document:
    return _document(Path(__file__).with_name(f"{name.replace('-', '_')}.py"))


def _document(path: Path) -> Document:
    """The document of a claim file; all faults of its entries are told together."""
    from derivations.language.as_written import as_written  # SymPy, for those who load

    with all_faults(), as_written():
        names = _execute(path)
        _check_computing(names, os.path.abspath(path))
        return _only_document(names, os.path.abspath(path))


def _execute(path: Path) -> dict[str, Any]:
    """Run a claim file; what it defined, by name."""
    file = os.path.abspath(path)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise DocumentError(f"cannot read {str(path)!r}: a pipe or a device, not a file")
        path.open("rb").close()
    except OSError as error:
        raise DocumentError(f"cannot read {str(path)!r}: {error.strerror}") from error
    try:
        return runpy.run_path(file, run_name=path.stem)
    except DocumentError:
        raise
    except SyntaxError as error:
        where = Place(error.filename or file, error.lineno or 1, error.offset or 1)
        raise DocumentError(f"not a Python file: {error.msg}", where) from error
    except (Exception, SystemExit) as error:
        inside = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        line = (inside[-1].lineno if inside else None) or 1
        words = " ".join(f"{type(error).__name__}: {error}".split())
        deepest = traceback.extract_tb(error.__traceback__)[-1].filename
        if isinstance(error, RecursionError) and "sympy" in Path(deepest).parts:
            words += "; a claim file is run with SymPy's evaluation off: write the result out"
        raise DocumentError(words, Place(file, line, 1)) from error


def _check_computing(names: Mapping[str, Any], file: str) -> None:
    """Tell which functions of SymPy are used here that compute: nothing of it would be checked."""
    from derivations.language.as_written import COMPUTING  # SymPy, for those who load

    used: dict[str, tuple[int, str]] = {}
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        if not isinstance(node, ast.expr):
            continue
        value, name = None, ""
        if isinstance(node, ast.Name):
            value, name = names.get(node.id), node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = names.get(node.value.id)
            if isinstance(module, ModuleType):
                value, name = getattr(module, node.attr, None), f"{node.value.id}.{node.attr}"
        for function, instead in COMPUTING:
            if value is function:
                used.setdefault(name, (node.lineno, instead))
    if used:
        told = [f"{name} (line {line}): write {w}" for name, (line, w) in sorted(used.items())]
        line = min(line for line, _ in used.values())
        message = "functions of SymPy that compute, so that nothing of it is checked: "
        raise DocumentError(message + "; ".join(told), Place(file, line, 1))


def _only_document(names: Mapping[str, Any], file: str) -> Document:
    """The one document made in this file; imported ones do not count."""
    found = {id(v): v for v in names.values() if isinstance(v, Document)}
    own = [d for d in found.values() if d.file == file]
    if len(own) != 1:
        listed = " (" + ", ".join(sorted(d.name for d in own)) + ")" if own else ""
        raise DocumentError(
            f"{shown_path(file)} defines {len(own) or 'no'} documents{listed}; a claim file "
            'defines exactly one, such as doc = Document("name", title="...")'
        )
    return own[0]
