"""The README's program, claim file and notebook say what the README prints."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from derivations.cli import main

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM, CLAIMS, CHAIN, WORKED = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
ANSWERS, REPORT, ITEMS = re.findall(r"```text\n(.*?)```", TEXT, flags=re.DOTALL)


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


def test_the_claim_file_in_a_test_suite(tmp_path):
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "angles.py").write_text(CLAIMS, encoding="utf-8")
    outside = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    loaded = "no:cacheprovider no:derivations derivations.pytest_plugin no:hypothesispytest".split()
    command = [sys.executable, "-m", "pytest", "-q", *(f"-p{name}" for name in loaded)]
    ran = subprocess.run(
        [*command, "--derivations", "claims/*.py"], cwd=tmp_path, capture_output=True, text=True,
        env={**outside, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}, check=False,
    )  # fmt: skip
    assert ran.stdout.startswith(ITEMS), ran.stdout


def test_the_notebook(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("angles.py").write_text(CLAIMS, encoding="utf-8")
    assert main(["write", "--to", "notebook", "angles.py", "-o", "out"]) == 1
    written = json.loads(Path("out/angles.ipynb").read_text(encoding="utf-8"))["cells"]
    cells = ["".join(cell["source"]) for cell in written if cell["cell_type"] == "code"]
    assert cells[-3:-1] == [CHAIN.rstrip("\n"), WORKED.rstrip("\n")]
    names = {"display": str}
    for cell in cells[:-2]:
        exec(cell, names)
    *lines, shown = cells[-2].split("\n")
    exec("\n".join(lines), names)
    assert f"it shows `{eval(shown, names)}`" in TEXT
