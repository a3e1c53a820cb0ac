"""Files are written whole or not at all: to a temporary name beside the place, then renamed.

What is no file, such as /dev/stdout or a pipe, is written to as it is; what is no character, such
as half of a pair of surrogates, is written as "?".  A certificate file holds
what `encode` makes of the certificate of one claim, or a list with those of its lemmas; it is
replayed with `derivations verify FILE...`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from derivations.documents.entries import file_stem

if TYPE_CHECKING:
    from derivations.documents.document import Judged
    from derivations.kernel import AnyCertificate
    from derivations.verdicts import Verdict


# How what is written here begins, or in a notebook what it says; it may be written over.
_OWN = {
    ".tex": re.compile(r"% Written by derivations"),
    ".ipynb": re.compile(r"(?s).* cut into cells by derivations "),
    ".json": re.compile(r'\[?{"format": "derivations certificate '),
}


def is_own(path: Path) -> bool:
    """Whether a writeup, notebook or certificate that is there is ours.  Raises OSError."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return _OWN[path.suffix].match(text) is not None


def write_whole(path: Path, text: str) -> None:
    """Write a text file; when this fails, or is interrupted, what was there before stays.

    Missing folders are made.  Raises OSError, which names the file.
    """
    try:
        _write(path, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", errors="replace", newline="\n") as device:
            device.write(text)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def certificate_path(directory: Path, document: str, label: str) -> Path:
    """Where the certificate of a claim stands."""
    return directory / f"{file_stem(document)}.{file_stem(label)}.json"


def write_certificates(directory: Path, judged: Iterable[Judged]) -> list[Path]:
    """Write the certificates of what is not undecided, and return where.

    Those of claims that the same documents do not state any more, or not as before, are removed.
    """
    found = list(judged)
    written = [
        write_certificate(directory, one.document.name, one.claim.label, one.verdict)
        for one in found
        if one.verdict.certificate is not None
    ]
    for name in {one.document.name for one in found}:
        for path in set(directory.glob(f"{name}.*.json")) - set(written):
            if path.is_file() and is_own(path):
                path.unlink()
    return written


def write_certificate(directory: Path, document: str, label: str, verdict: Verdict) -> Path:
    """Write the certificate of a claim, behind those of the lemmas that it rests on."""
    from derivations.kernel import encode

    resting = [encode(one) for one in _certificates(verdict)]
    path = certificate_path(directory, document, label)
    data = resting if len(resting) > 1 else resting[0]
    write_whole(path, json.dumps(data, ensure_ascii=False) + "\n")
    return path


def _certificates(verdict: Verdict) -> list[AnyCertificate]:
    """The certificate of a verdict, behind those of its lemmas."""
    assert verdict.certificate is not None
    found = [each for used in verdict.using for each in _certificates(used)]
    return [*found, verdict.certificate]
