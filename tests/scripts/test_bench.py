"""The benchmark: its statements are what they claim to be, and a short run goes through."""

import subprocess
import sys
from pathlib import Path

import pytest

from derivations.language.parser import parse_statement
from derivations.proving import decide

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
RUN = (
    "import sys; sys.path.insert(0, sys.argv[1]); import bench; sys.argv = ['bench.py', '--quick'];"
    " sys.exit(bench.main())"
)


@pytest.fixture
def families(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import families

    return families


def test_every_family_is_proved_at_its_small_sizes(families):
    for make, _, sizes in families.FAMILIES:
        for size in sizes:
            case = make(size)
            assert decide(parse_statement(case.data)).kind == case.expected == "proved"


def test_the_false_variants_are_refuted(families):
    for make in (families.rotations, families.relative_position, families.shift):
        case = make(3, True)
        assert decide(parse_statement(case.data)).kind == case.expected == "refuted"


def test_a_quick_run_prints_the_table():
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(SCRIPTS)],
        cwd=SCRIPTS.parent, capture_output=True, text=True, timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "relative position" in done.stdout and "shift, false" in done.stdout
    assert "a small statement from the tree, median: " in done.stdout
    assert "decide on one statement beyond" in done.stdout
