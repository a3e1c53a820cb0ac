"""The README's program, claim file and notebook say what the README prints."""

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from derivations.cli import main
from derivations.kernel import AXIOMS, LAWS
from tests.kernel.test_imports import FILES, PLAIN_DATA, UNTRUSTED

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM, CLAIMS, CALCULUS, CHAIN, WORKED = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)
ANSWERS, REPORT, SLOPES, ITEMS = re.findall(r"```text\n(.*?)```", TEXT, flags=re.DOTALL)


def code_lines(path: Path) -> int:
    """How many lines hold code: neither blank nor comments nor docstrings."""
    text = path.read_text(encoding="utf-8")
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.string.strip() and token.type != tokenize.COMMENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(text)):
        first = getattr(node, "body", None)
        if isinstance(first, list) and first and isinstance(first[0], ast.Expr):
            lines.difference_update(range(first[0].lineno, (first[0].end_lineno or 0) + 1))
    return len(lines)


def test_what_is_trusted_has_the_sizes_that_are_told():
    kernel = [path for name, path in FILES.items() if name not in UNTRUSTED]
    beside = [ROOT / f"{name.replace('.', '/')}.py" for name in PLAIN_DATA]
    laws = [path for path in kernel if path.parent.name == "laws"]
    told = re.findall(r"([\d,]+) (?:lines of|are the table)", TEXT)
    found = [sum(map(code_lines, files)) for files in (kernel, laws, beside)]
    for wanted, lines in zip(told, found, strict=True):
        assert abs(int(wanted.replace(",", "")) - lines) <= 0.05 * lines, found
    assert f"{len(LAWS)} formulas" in TEXT and len(AXIOMS) == 1


@pytest.mark.parametrize(("program", "answers"), [(PROGRAM, ANSWERS), (CALCULUS, SLOPES)])
def test_the_programs(program, answers):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    assert printed.getvalue() == answers


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
