"""The virtual environment: made when missing, brought up to date, else left alone."""

import importlib.util
import os
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "environment.py"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in makes bin/python")


@pytest.fixture
def environment():
    spec = importlib.util.spec_from_file_location("environment", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def prepare(environment, tmp_path, monkeypatch):
    """Prepare a folder with stand-ins for venv and pip; what they were asked for.

    failing: "venv" or "pip", which ends with exit code 1.
    """
    asked = []

    def call(command, stdout=None):
        kind = command[2]
        asked.append(kind if kind == "venv" else command[-1].partition("[")[2].rstrip("]"))
        if kind == "venv":
            python = tmp_path / ".venv" / "bin" / "python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
            (tmp_path / ".venv" / "installed").unlink(missing_ok=True)
        return int(kind == prepared.failing)

    def prepared(extra=""):
        asked.clear()
        environment.prepare(extra, tmp_path)
        return list(asked)

    prepared.failing = ""
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    monkeypatch.setattr(environment.subprocess, "call", call)
    return prepared


def test_made_when_missing_and_then_left_alone(prepare):
    assert prepare() == ["venv", ""]
    assert prepare() == []


def test_what_the_tests_need_is_added_and_kept(prepare):
    prepare()
    assert prepare("dev") == ["dev"]
    assert prepare() == prepare("dev") == []


def test_brought_up_to_date_when_the_project_file_changed(prepare, tmp_path):
    prepare()
    (tmp_path / "pyproject.toml").write_text("[project]\nname='other'\n")
    assert prepare() == [""]
    assert prepare() == []


def test_made_anew_when_its_python_is_gone(prepare, tmp_path):
    prepare()
    (tmp_path / ".venv" / "bin" / "python").unlink()
    assert prepare() == ["venv", ""]


@pytest.mark.parametrize(
    ("failing", "advice"), [("venv", "python3-venv"), ("pip", "check the connection")]
)
def test_what_cannot_be_made_is_made_anew_the_next_time(prepare, failing, advice):
    prepare.failing = failing
    with pytest.raises(SystemExit, match=advice):
        prepare()
    prepare.failing = ""
    assert prepare() == ["venv", ""]


def test_what_a_link_leads_to_is_left_alone(prepare, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / ".venv").symlink_to(tmp_path / "other")
    with pytest.raises(SystemExit, match="is a link"):
        prepare()
    assert not any((tmp_path / "other").iterdir())
