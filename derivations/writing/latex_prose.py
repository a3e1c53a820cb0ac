"""Words from documents as LaTeX: escaped, with places to break in what has no spaces."""

from __future__ import annotations

import re

from derivations.language.latex_names import escape, plain_ascii

# A run of so many characters without a space may be broken, after a sign or anywhere.
_LONG = 15
_SIGNS = r"-/_.,=+*:;()\[\]"


def prose(text: str) -> str:
    """Words as LaTeX; what stands between backticks is set as code.

    >>> prose("Rotations `R(a)` commute: 100%")
    'Rotations \\\\texttt{R(a)} commute: 100\\\\%'
    """
    pieces = re.split(r"`([^`\n]+)`", text.strip())
    return "".join([code(p) if k % 2 else breakable(p) for k, p in enumerate(pieces)])


def code(text: str) -> str:
    """A name in typewriter letters."""
    return rf"\texttt{{{breakable(text)}}}"


def heading(text: str) -> str:
    """A title, with plain letters for the bookmark of the PDF where it needs them."""
    latex = breakable(" ".join(text.split()))
    if re.fullmatch(r"[A-Za-z0-9 .,:;()+=/!?'-]*", latex):
        return latex
    return rf"\texorpdfstring{{{latex}}}{{{plain_ascii(text)}}}"


def breakable(text: str) -> str:
    """Words escaped; long runs without a space may be broken."""
    return "".join([_broken(word) for word in re.split(r"(\s+)", text)])


def _broken(word: str) -> str:
    if not word or word.isspace():
        return " " if word else ""
    if len(word) <= _LONG or (word.isalpha() and len(word) <= 2 * _LONG):
        return escape(word)
    pieces = re.findall(rf"[^{_SIGNS}]{{1,12}}[{_SIGNS}]?|[{_SIGNS}]", word)
    return r"\allowbreak{}".join([escape(p) for p in pieces])
