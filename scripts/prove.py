"""Judge every built-in claim, write it up, and keep the certificates.

Writes build/certificates/<document>.<label>.json and build/writeups/<document>.tex, then replays
the certificates in a process that never imports SymPy.  Exits 0 exactly when every verdict is the
expected one and every certificate replays.  Makes .venv if it is missing.

    python3 scripts/prove.py [--workers N] [--seconds S]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import environment

if TYPE_CHECKING:
    from derivations.documents.document import Judged

BUILD = environment.ROOT / "build"


def main() -> int:
    """The exit code: 0 as expected, 1 not, 2 for a wrong call."""
    started = time.perf_counter()

    from derivations.documents import builtin_documents, load
    from derivations.judging.judge import judge
    from derivations.options import add_options
    from derivations.writing.report import check_text

    parser = argparse.ArgumentParser(description="Judge every built-in claim and write it up.")
    add_options(parser, "--workers --seconds")
    options = parser.parse_args()

    documents = [load(name) for name in builtin_documents()]
    total = sum(len(document.claims) for document in documents)
    print(f"judging {total} claims in {len(documents)} document(s)", flush=True)
    judged = []
    for one in judge(documents, options.workers, options.seconds):
        judged.append(one)
        _progress(len(judged), total, f"{one.document.name} {one.claim.label}")
    _progress(0, total, "")

    certificates = _write_certificates(judged)
    _write_writeups(judged)
    print(check_text(documents, judged))
    replayed = _replay(certificates)
    print(f"in {time.perf_counter() - started:.1f} s; writeups in build/writeups")
    return 0 if replayed and all(one.expected for one in judged) else 1


def _write_certificates(judged: list[Judged]) -> list[Path]:
    """Write the certificates, and remove those of earlier runs that this one did not make."""
    from derivations.writing.files import write_certificates

    folder = BUILD / "certificates"
    written = write_certificates(folder, judged)
    for stale in set(folder.glob("*.json")) - set(written):
        stale.unlink(missing_ok=True)  # another run may have been quicker
    return written


def _write_writeups(judged: list[Judged]) -> None:
    from derivations.writing.files import write_whole
    from derivations.writing.latex import document_latex

    for document in dict.fromkeys(one.document for one in judged):
        own = [one for one in judged if one.document is document]
        write_whole(BUILD / "writeups" / f"{document.name}.tex", document_latex(document, own))


def _replay(certificates: list[Path]) -> bool:
    """Whether the kernel alone accepts every certificate file."""
    if not certificates:
        return True
    files = [str(path.relative_to(environment.ROOT)) for path in certificates]
    command = [sys.executable, "-m", "derivations.kernel", *files]
    started = time.perf_counter()
    result = subprocess.run(command, cwd=environment.ROOT, capture_output=True, text=True)
    seconds = time.perf_counter() - started
    if result.returncode != 0:
        print(result.stdout + result.stderr, end="")
        print(f"replay of the certificates failed with exit code {result.returncode}")
        return False
    print(
        f"{len(files)} certificates in build/certificates, all replayed in {seconds:.2f} s "
        "by a process without SymPy"
    )
    return True


def _progress(count: int, total: int, words: str) -> None:
    """Show where it is: on a terminal one line that changes, elsewhere a line each tenth."""
    line = f"[{count}/{total}] {words}" if words else ""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r" + line[:width].ljust(width) + ("" if words else "\r"))
    elif words and 10 * count // total > 10 * (count - 1) // total:
        sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    environment.enter()
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("\nprove.py: interrupted\n")
        sys.exit(130)
