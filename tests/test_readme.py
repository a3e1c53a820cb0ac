"""The README's program and claim file say what the README prints."""

import contextlib
import io
import re
from pathlib import Path

from derivations.cli import main

TEXT = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
PROGRAM, CLAIMS = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
ANSWERS, REPORT = re.findall(r"```text\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_program():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(PROGRAM, {})
    assert printed.getvalue() == ANSWERS


def test_the_claim_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("angles.py").write_text(CLAIMS, encoding="utf-8")
    assert main(["check", "angles.py"]) == 1
    assert capsys.readouterr().out == REPORT
