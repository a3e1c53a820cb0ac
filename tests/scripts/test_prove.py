"""The script that judges everything tells where it is, in a line or in a few."""

import io
import sys
from pathlib import Path

import pytest


@pytest.fixture
def progress(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "scripts"))
    import prove

    return prove._progress


def test_elsewhere_than_on_a_terminal_it_tells_each_tenth(progress, capsys):
    for total in (439, 7):
        for count in range(1, total + 1):
            progress(count, total, "stratos eq1")
        progress(0, total, "")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10 + 7
    assert (lines[0], lines[9]) == ("[44/439] stratos eq1", "[439/439] stratos eq1")


def test_on_a_terminal_it_is_one_line(progress, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    progress(1, 100, "a long label")
    progress(2, 100, "b")
    progress(0, 100, "")
    written = sys.stderr.getvalue()
    assert written.count("\r") == 4 and "\n" not in written
    assert written.split("\r")[2].rstrip() == "[2/100] b"
