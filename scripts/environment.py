"""The virtual environment in .venv: made when missing, repaired when half-made, else left alone.

A stamp in .venv, written last and removed before anything is installed, says what was installed
from which pyproject.toml, where, by which Python.  When the stamp fits, nothing is run.  When there
is none, an earlier run was interrupted: .venv is made anew, as it is for another Python or after
the folder was moved.

    python3 scripts/environment.py         only what the program needs
    python3 scripts/environment.py dev     also what the tests need

Standard library only, so that a bare Python can run it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


class Stamp(NamedTuple):
    """What was installed: where and by which Python, from what, with which extras."""

    home: str
    source: str
    extras: frozenset[str]


class SetupError(Exception):
    """The environment could not be made; the message says what to do."""


def venv_python(root: Path) -> Path:
    """The Python of the virtual environment, whether or not it exists."""
    return root / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare(root: Path = ROOT, extra: str = "") -> Path:
    """Make .venv fit for use, and return its Python.

    extra: an extra of pyproject.toml that is needed as well, or nothing.
    """
    if sys.version_info < OLDEST:
        raise SetupError(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; this is {sys.version.split()[0]} "
            f"at {sys.executable}"
        )
    with _alone(root):
        python = venv_python(root)
        found = _read_stamp(root) if python.exists() else None
        wanted = Stamp(_home(root), _fingerprint(root), frozenset({"", extra}))
        if found is None or found.home != wanted.home:
            _make(root)
        elif found.source == wanted.source and wanted.extras <= found.extras:
            return python
        else:
            wanted = wanted._replace(extras=wanted.extras | found.extras)
            _stamp_file(root).unlink()
        _install(root, wanted.extras)
        _write_stamp(root, wanted)
        return python


def enter(extra: str = "") -> None:
    """Go on in the virtual environment: returns there, and nowhere else.

    The calling script is started again with the Python of .venv and its own arguments.
    """
    try:
        python = prepare(ROOT, extra)
    except (SetupError, OSError) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted; the next run starts the set-up again\n")
        sys.exit(130)
    if Path(sys.prefix).resolve() == (ROOT / ".venv").resolve():
        return
    command = [str(python), os.path.abspath(sys.argv[0]), *sys.argv[1:]]
    if os.name == "nt":  # there, execv returns to the shell before the program ends
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    os.execv(command[0], command)


def _stamp_file(root: Path) -> Path:
    return root / ".venv" / "installed.json"


def _home(root: Path) -> str:
    return f"{root} with Python {sys.version_info[0]}.{sys.version_info[1]}"


def _fingerprint(root: Path) -> str:
    return hashlib.sha256((root / "pyproject.toml").read_bytes()).hexdigest()


def _read_stamp(root: Path) -> Stamp | None:
    try:
        stamp = json.loads(_stamp_file(root).read_text(encoding="utf-8"))
        extras = frozenset(str(e) for e in stamp["extras"])
        return Stamp(str(stamp["home"]), str(stamp["source"]), extras)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_stamp(root: Path, stamp: Stamp) -> None:
    temporary = _stamp_file(root).with_suffix(".part")
    content = {"home": stamp.home, "source": stamp.source, "extras": sorted(stamp.extras)}
    temporary.write_text(json.dumps(content), encoding="utf-8")
    os.replace(temporary, _stamp_file(root))


def _make(root: Path) -> None:
    # The Python of .venv cannot clear it; the one that it was made with can.
    base = getattr(sys, "_base_executable", None) or sys.executable
    _say("making .venv")
    _run(
        [base, "-m", "venv", "--clear", str(root / ".venv")],
        "python3 cannot make virtual environments; its modules venv and ensurepip are needed "
        "(on Debian and Ubuntu: the package python3-venv)",
    )


def _install(root: Path, extras: frozenset[str]) -> None:
    named = ",".join(sorted(extras - {""}))
    target = f"{root}[{named}]" if named else str(root)
    _say(f"installing derivations{f' [{named}]' if named else ''} into .venv")
    pip = [str(venv_python(root)), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _run(
        [*pip, "install", "--editable", target],
        "pip could not install what pyproject.toml names (its own words are above); "
        "it needs a package index: check the connection or PIP_INDEX_URL, then run this again",
    )


def _run(command: list[str], advice: str) -> None:
    try:
        code = subprocess.call(command, stdout=sys.stderr)
    except OSError as error:
        raise SetupError(f"cannot run {command[0]}: {error.strerror}") from error
    if code != 0:
        raise SetupError(f"{advice} [exit {code}: {' '.join(command)}]")


def _say(words: str) -> None:
    sys.stderr.write(f"{words} ...\n")
    sys.stderr.flush()


@contextlib.contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Two scripts started together must not make the same .venv: the second waits."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    with open(root / ".venv.lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            _say("waiting for another script to finish setting up .venv")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        print(prepare(ROOT, sys.argv[1] if len(sys.argv) > 1 else ""))
    except (SetupError, OSError) as error:
        sys.exit(f"environment.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
