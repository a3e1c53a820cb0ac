"""The virtual environment in .venv: made if missing, brought up to date with pyproject.toml.

    python3 scripts/environment.py         only what the program needs
    python3 scripts/environment.py dev     also what the tests need

A stamp in .venv, written last, says what was installed.  Standard library only, so that a bare
Python can run it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def prepare(extra: str = "", root: Path = ROOT) -> Path:
    """Make .venv fit for use, and return its Python.  Ends the program if it cannot be made."""
    if sys.version_info < (3, 11):  # noqa: UP036  # this runs on any Python
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    venv = root / ".venv"
    if venv.is_symlink():
        sys.exit(f"{venv} is a link to what belongs to another folder; remove the link")
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = venv / "installed"
    home = f"{root}, Python {sys.version_info[0]}.{sys.version_info[1]}"
    source = (root / "pyproject.toml").read_text(encoding="utf-8")
    found = stamp.read_text(encoding="utf-8") if stamp.exists() and python.exists() else ""
    if found in [f"{home}\n{kind}\n{source}" for kind in {extra, "dev"}]:
        return python
    if not found.startswith(f"{home}\n"):
        base = getattr(sys, "_base_executable", None) or sys.executable  # .venv cannot clear itself
        _run([base, "-m", "venv", "--clear", str(venv)], "is the package python3-venv missing?")
    stamp.unlink(missing_ok=True)
    target = f"{root}[{extra}]" if extra else str(root)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _run([*pip, "install", "--editable", target], "check the connection or PIP_INDEX_URL")
    stamp.write_text(f"{home}\n{extra}\n{source}", encoding="utf-8")
    return python


def _run(command: list[str], advice: str) -> None:
    sys.stderr.write(f"{' '.join(command)} ...\n")
    code = subprocess.call(command, stdout=sys.stderr)
    if code:
        sys.exit(f"that ended with exit code {code}; {advice}")


def enter(extra: str = "") -> None:
    """Go on in .venv: the calling script is started again with its Python and own arguments."""
    python = prepare(extra)
    if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        sys.exit(subprocess.call([str(python), os.path.abspath(sys.argv[0]), *sys.argv[1:]]))


if __name__ == "__main__":
    try:
        print(prepare("".join(sys.argv[1:2])))
    except KeyboardInterrupt:
        sys.exit(130)
