"""The virtual environment: made when missing, repaired when half-made, else left alone."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def environment():
    spec = importlib.util.spec_from_file_location("environment", SCRIPTS / "environment.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["environment"] = module  # NamedTuple looks its module up
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules["environment"]


class Commands:
    """Stands for `venv` and `pip`: notes what is run, and makes a Python that is there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.run: list[str] = []
        self.codes = {"venv": 0, "pip": 0}
        self.interrupt = ""

    def __call__(self, command, stdout=None):
        kind = command[2]
        self.run.append(kind if kind == "venv" else command[-1].removeprefix(str(self.root)))
        if kind == self.interrupt:
            self.interrupt = ""
            raise KeyboardInterrupt
        if kind == "venv":
            python = self.root / ".venv" / "bin" / "python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
            (self.root / ".venv" / "installed.json").unlink(missing_ok=True)
        return self.codes[kind]

    def since(self) -> list[str]:
        run, self.run = self.run, []
        return run


@pytest.fixture
def root(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


@pytest.fixture
def commands(environment, root, monkeypatch):
    fake = Commands(root)
    monkeypatch.setattr(environment.subprocess, "call", fake)
    return fake


posix = pytest.mark.skipif(os.name == "nt", reason="the stand-in makes bin/python")
pytestmark = posix


def test_made_and_installed_when_missing_and_then_left_alone(environment, root, commands):
    assert environment.prepare(root) == root / ".venv" / "bin" / "python"
    assert commands.since() == ["venv", ""]
    environment.prepare(root)
    assert commands.since() == []


def test_installed_again_when_the_project_file_changed(environment, root, commands):
    environment.prepare(root)
    (root / "pyproject.toml").write_text("[project]\nname='other'\n")
    commands.since()
    environment.prepare(root)
    assert commands.since() == [""]


def test_what_the_tests_need_is_added_and_kept(environment, root, commands):
    environment.prepare(root)
    commands.since()
    environment.prepare(root, "dev")
    assert commands.since() == ["[dev]"]
    environment.prepare(root)
    assert commands.since() == []
    (root / "pyproject.toml").write_text("changed")
    environment.prepare(root)
    assert commands.since() == ["[dev]"]


@pytest.mark.parametrize("moment", ["venv", "pip"])
def test_made_anew_after_an_interruption(environment, root, commands, moment):
    commands.interrupt = moment
    with pytest.raises(KeyboardInterrupt):
        environment.prepare(root)
    commands.since()
    environment.prepare(root)
    assert commands.since() == ["venv", ""]


def test_made_anew_after_an_interrupted_update(environment, root, commands):
    environment.prepare(root)
    (root / "pyproject.toml").write_text("changed")
    commands.interrupt = "pip"
    with pytest.raises(KeyboardInterrupt):
        environment.prepare(root)
    commands.since()
    environment.prepare(root)
    assert commands.since() == ["venv", ""]


def test_made_anew_when_its_python_is_gone(environment, root, commands):
    environment.prepare(root).unlink()
    commands.since()
    environment.prepare(root)
    assert commands.since() == ["venv", ""]


def test_a_damaged_stamp_counts_as_none(environment, root, commands):
    environment.prepare(root)
    (root / ".venv" / "installed.json").write_text('{"source": 3')
    commands.since()
    environment.prepare(root)
    assert commands.since() == ["venv", ""]


def test_made_anew_after_the_folder_was_moved(environment, root, commands, tmp_path_factory):
    environment.prepare(root)
    commands.since()
    moved = tmp_path_factory.mktemp("elsewhere") / "clone"
    root.rename(moved)
    commands.root = moved
    environment.prepare(moved)
    assert commands.since() == ["venv", ""]


# Cases that should fail


def test_a_python_that_cannot_make_environments(environment, root, commands):
    commands.codes["venv"] = 1
    with pytest.raises(environment.SetupError, match="the package python3-venv"):
        environment.prepare(root)


def test_an_index_that_cannot_be_reached(environment, root, commands):
    commands.codes["pip"] = 1
    with pytest.raises(environment.SetupError, match="check the connection or PIP_INDEX_URL"):
        environment.prepare(root)
    commands.codes["pip"] = 0
    commands.since()
    environment.prepare(root)
    assert commands.since() == ["venv", ""]


def test_an_old_python(environment, root, commands, monkeypatch):
    monkeypatch.setattr(environment, "OLDEST", (4, 0))
    with pytest.raises(environment.SetupError, match=r"^Python 4\.0 or newer is needed; this is"):
        environment.prepare(root)
    assert commands.since() == []
