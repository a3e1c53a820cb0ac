"""What goes wrong around the judging: the other verdicts stand, files are whole or absent.

A full disk, a place that cannot be written, an interruption, two runs at once, a claim file that
raises, a search that hangs or needs too much memory.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

CLAIMS = """
from sympy import Eq, Symbol
from derivations import Document
doc = Document("{name}", title="{name}")
x = Symbol("x", real=True)
for k in range({count}):
    doc.claim(f"c{{k}}", Eq((x + k)**2, x**2 + 2*k*x + k**2))
"""

# The command line, whose search sleeps at a certain name, and leaves a mark when it does.
SLEEPING = """
import sys
from tests.support.misbehaving import misbehave
misbehave()
from derivations.cli import main
sys.exit(main(sys.argv[1:]))
"""


def claims(folder: Path, name: str = "good", count: int = 3) -> str:
    (folder / f"{name}.py").write_text(CLAIMS.format(name=name, count=count))
    return f"{name}.py"


def command(*arguments: str, program: str = "") -> list[str]:
    run = ["-c", program] if program else ["-m", "derivations"]
    return [sys.executable, *run, *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    done = subprocess.run(
        command(*arguments), cwd=folder, env=environment(), text=True, timeout=100, **options
    )
    assert "Traceback" not in done.stderr
    return done


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


# A full disk


@linux
def test_a_full_disk_behind_a_named_device(tmp_path):
    done = run(tmp_path, "check", claims(tmp_path), "--json", "/dev/full")
    assert done.returncode == 2
    assert done.stderr == "derivations: /dev/full: No space left on device\n"
    assert "3 claims: 3 proved" in done.stdout  # the verdicts stand
    assert Path("/dev/full").is_char_device()


@linux
def test_a_full_disk_behind_the_output(tmp_path):
    name = claims(tmp_path)
    with open("/dev/full", "w") as full:
        done = run(tmp_path, "check", name, stdout=full)
    assert done.returncode == 2
    assert done.stderr.endswith("No space left on device\n")


def test_a_disk_that_fills_up_while_a_file_is_written(tmp_path):
    """No file may grow beyond 1,000 bytes: some fit, the others are absent, none is cut off."""
    name = claims(tmp_path, count=20)
    small = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))}
    for arguments in (("check", name, "--json", "out/o.jsonl"),
                      ("write", "--to", "latex", name, "-o", "out")):
        done = run(tmp_path, *arguments, **small)
        assert done.returncode == 2
        assert re.fullmatch(r"derivations: .*(File too large|space).*\n", done.stderr)
        assert files(tmp_path) == [name]


# A place that cannot be written


@linux
@pytest.mark.parametrize("place", ["/proc/nowhere", "/proc/self/nowhere"])
def test_a_folder_that_cannot_be_made(tmp_path, place):
    name = claims(tmp_path)
    for arguments in (("check", name, "--json", f"{place}/o.jsonl"),
                      ("write", "--to", "latex", name, "-o", place)):
        done = run(tmp_path, *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("derivations: ") and place in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.getuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_without_permission(tmp_path):
    name = claims(tmp_path)
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o500)
    done = run(tmp_path, "write", "--to", "latex", name, "-o", "shut")
    assert done.returncode == 2
    assert "no permission in" in done.stderr
    assert done.stdout == ""  # before anything was judged


# An interruption


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("to", ["check", "write"])
def test_an_interruption_leaves_no_file_and_no_process(tmp_path, tmp_path_factory, workers, to):
    mark = tmp_path_factory.mktemp("mark") / "asleep"
    (tmp_path / "d.py").write_text(
        CLAIMS.format(name="d", count=2)
        + 's = Symbol("sleeps", real=True)\ndoc.claim("sleeps", Eq(s + s, 2*s))\n'
    )
    out = {"check": ["--json", "out/o.jsonl"], "write": ["--to", "latex", "-o", "out"]}[to]
    process = subprocess.Popen(
        command(to, "d.py", "--workers", workers, *out, program=SLEEPING),
        cwd=tmp_path, env={**environment(), "MARK": str(mark)}, text=True,
        start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    for _ in range(600):
        if mark.exists():
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "derivations: interrupted\n")
    assert files(tmp_path) == ["d.py"]
    time.sleep(0.2)
    assert _processes_in(tmp_path) == []


def _processes_in(folder: Path) -> list[str]:
    """The processes whose working directory is this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder.resolve():
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


# Two runs at once


def test_two_runs_at_once_write_whole_files(tmp_path):
    name = claims(tmp_path, count=10)
    arguments = ("write", "--to", "latex", name, "-o", "out")
    alone = run(tmp_path, *arguments)
    assert alone.returncode == 0
    written = files(tmp_path)
    wanted = [(tmp_path / name).read_bytes() for name in written]
    both = [
        subprocess.Popen(command(*arguments), cwd=tmp_path, env=environment(),
                         stdout=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert [process.wait(timeout=100) for process in both] == [0, 0, 0]
    assert files(tmp_path) == written
    assert [(tmp_path / name).read_bytes() for name in written] == wanted
    assert len(written) == 2 + 10  # the claims, the writeup and a certificate each


# A claim file that raises


BROKEN = {
    "divides.py": ("1/0", "divides.py:1: ZeroDivisionError: division by zero"),
    "ends.py": ("raise SystemExit(3)", "ends.py:1: SystemExit: 3"),
    "open.py": ("x = (", "open.py:1: not a Python file: '(' was never closed"),
    "lacks.py": ("import nothing_of_this_name", "lacks.py:1: ModuleNotFoundError"),
    "none.py": ("", "none.py defines no documents"),
    "computes.py": (
        "from sympy import *\nx = Symbol('x')\nsimplify(x + x)", "simplify computes, which is not"
    ),
    "dot.py": (
        "from sympy import *\nv = MatrixSymbol('v', 2, 1)\nv.dot(v)",
        "has no attribute 'dot'; a product of two columns is written inner(x, y)",
    ),
}


def test_claim_files_that_raise_beside_a_good_one(tmp_path):
    for name, (text, _) in BROKEN.items():
        (tmp_path / name).write_text(text)
    good = claims(tmp_path)
    done = run(tmp_path, "check", *BROKEN, good, "--json", "out.jsonl")
    assert done.returncode == 2
    assert "derivations: divides.py:1: " in done.stderr
    assert [message for _, message in BROKEN.values() if message not in done.stderr] == []
    assert "3 claims: 3 proved" in done.stdout  # its verdicts stand
    assert files(tmp_path) == sorted([*BROKEN, "good.py"])  # nothing is written for half a call


def test_every_fault_of_a_call_is_told(tmp_path):
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("1/0")
    done = run(tmp_path, "check", "one.py", "two.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "one.py:1: " in done.stderr and "two.py:1: " in done.stderr


def test_recursion_without_end_in_a_claim_file(tmp_path):
    (tmp_path / "deep.py").write_text("def f():\n    f()\nf()\n")
    done = run(tmp_path, "check", "deep.py")
    assert done.returncode == 2
    assert "deep.py:2: RecursionError" in done.stderr and "SymPy" not in done.stderr
    (tmp_path / "deep.py").write_text(
        "from sympy import *\na, b = symbols('a b', real=True)\npowdenest(a**b)\n"
    )
    assert "SymPy's evaluation off: write" in run(tmp_path, "check", "deep.py").stderr
