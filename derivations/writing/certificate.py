"""Certificate files: one JSON file for each judged claim, named `<document>.<label>.json`.

What they hold is what `derivations.kernel.encode` makes of a certificate; they are replayed with
`python -m derivations.kernel FILE...` or `derivations verify FILE...`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from derivations.documents.entries import file_stem
from derivations.writing.files import write_whole

if TYPE_CHECKING:
    from derivations.kernel.proofs import AnyCertificate


def certificate_path(directory: Path, document: str, label: str) -> Path:
    """Where the certificate of a claim stands."""
    return directory / f"{file_stem(document)}.{file_stem(label)}.json"


def write_certificate(
    directory: Path, document: str, label: str, certificate: AnyCertificate
) -> Path:
    """Write the certificate of a claim, and return where."""
    from derivations.kernel import encode

    path = certificate_path(directory, document, label)
    write_whole(path, json.dumps(encode(certificate), ensure_ascii=False) + "\n")
    return path
