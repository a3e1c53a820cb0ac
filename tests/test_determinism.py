"""The same answer: bytes do not depend on the hash seed, the order of claims, or the processes.

Terms are hashed by strings, so that every set of terms has another order under another
PYTHONHASHSEED; what is written must not show it.  Seconds are left out of the comparison.
The long campaign (`pytest --long`) takes ten seeds, every trap and every built-in document.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Judges the traps that are named by their number and the documents, in one order or the other,
# and prints all that is ever written about each of them, one line each, in the order of names.
PROGRAM = """
import json, sys
from derivations.judging.judge import judge
from derivations.documents import load
from derivations.documents.document import Document
from derivations.kernel import encode
from derivations.writing.latex import document_latex
from derivations.verdicts import verdict_json
from derivations.writing.report import judged_text
from tests.scoring import traps

step, backwards, workers, *names = sys.argv[1:]
chosen = traps()[:: int(step)]
documents = [load(name) for name in names]
if backwards == "yes":
    chosen.reverse()
    documents.reverse()
doc = Document("traps")
for one in chosen:
    doc.claim(one.name, one.statement, expect=one.expected)
lines = {}
for one in judge([doc, *documents], int(workers), 60.0):
    told = verdict_json(one.verdict)
    del told["seconds"]
    certificate = one.verdict.certificate
    told["certificate"] = None if certificate is None else encode(certificate)
    told["text"] = judged_text(one)
    lines[one.document.name, one.claim.label] = json.dumps(told, ensure_ascii=False)
    if one.document is not doc:
        doc_lines = lines.setdefault((one.document.name, ""), [])
        doc_lines.append(one)
for document in documents:
    lines[document.name, ""] = json.dumps(document_latex(document, lines[document.name, ""]))
for name in sorted(lines):
    print(name, lines[name])
"""


def written(
    seed: int, step: int, *documents: str, backwards: bool = False, workers: int = 1
) -> str:
    """Everything that is written about the traps and documents, under one hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    order = "yes" if backwards else "no"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(step), order, str(workers), *documents],
        env=environment, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def same(wanted: str, found: str) -> None:
    """Assert equality, showing the first line that differs."""
    for left, right in zip(wanted.splitlines(), found.splitlines(), strict=True):
        assert left == right
    assert wanted == found


def test_bytes_do_not_depend_on_the_seed_the_order_or_the_processes():
    same(written(0, 29, "elementary"), written(1, 29, "elementary", backwards=True, workers=2))


CLAIMS = """
from sympy import Eq, Matrix, cos, sin, symbols
from derivations import REFUTED, Document, step
a, b, c, d, e, f = symbols("a b c d e f", real=True)
doc = Document("notes", title="Notes")
doc.claim("wrong", Eq((a + b + c + d)**3, a**3 + b**3 + c**3 + d**3), expect=REFUTED)
doc.claim("given", Eq(a*c + b*d + e*f, 0), given=[Eq(a, -b), Eq(c, d), Eq(e, 0)])
doc.claim("unused", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)), given=[Eq(e, f), Eq(c, d)])
doc.chain("rotation", Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]]).T,
          step(Matrix([[cos(a), sin(a)], [-sin(a), cos(a)]]), "entries"))
"""


CALLS = """
from derivations.cli import main
main(["check", "notes.py", "--json", "out/o.jsonl"])
for to in ("latex", "notebook"):
    main(["write", "--to", to, "notes.py", "-o", "out"])
"""


def test_files_of_the_command_line_do_not_depend_on_the_seed(tmp_path):
    (tmp_path / "notes.py").write_text(CLAIMS)
    found = set()
    for seed in (4, 5, 6):
        done = subprocess.run(
            [sys.executable, "-c", CALLS], cwd=tmp_path, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        files = sorted(p for p in (tmp_path / "out").rglob("*") if p.is_file())
        texts = {file: file.read_text() for file in files}
        assert {file.suffix for file in files} == {".jsonl", ".tex", ".ipynb", ".json"}
        told = texts.pop(tmp_path / "out" / "o.jsonl").splitlines()
        found.add((done.stdout, *map(str, files), *map(_without_seconds, told), *texts.values()))
    assert len(found) == 1


def _without_seconds(line: str) -> str:
    data = json.loads(line)
    data.pop("seconds", None)
    return json.dumps(data)


def test_the_long_campaign(long):
    if not long:
        pytest.skip("with --long: every trap and document, under ten seeds")
    from derivations.documents import builtin_documents

    documents = builtin_documents()
    first = written(0, 1, *documents, workers=2)
    for seed in range(1, 10):
        same(first, written(seed, 1, *documents, backwards=seed % 2 == 1, workers=1 + seed % 3))
