"""Certificate files, and files that are written whole or not at all."""

import errno
import os
import string
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from derivations.documents.entries import file_stem
from derivations.writing.files import certificate_path, write_whole


@given(st.text())
def test_any_label_gives_a_name_that_is_safe_in_a_file_system(label):
    stem = file_stem(label)
    assert set(stem) <= set(string.ascii_lowercase + string.digits + "-")
    assert file_stem(stem) == stem


def test_the_label_can_be_read_in_the_name(tmp_path):
    path = certificate_path(tmp_path, "angles", "score[1]")
    assert path == tmp_path / "angles.score.1.json"


def test_a_file_is_written_with_its_folders(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_whole(path, "one\nσ\n")
    assert path.read_bytes() == "one\nσ\n".encode()
    assert os.listdir(path.parent) == ["b.txt"]


@pytest.mark.parametrize(("owner", "name"), [(Path, "write_text"), (os, "replace")])
def test_what_was_there_stays_when_writing_fails(tmp_path, monkeypatch, owner, name):
    path = tmp_path / "b.txt"
    write_whole(path, "old")

    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "the disk is full")

    monkeypatch.setattr(owner, name, fail)
    with pytest.raises(OSError, match=r"the disk is full: '.*b\.txt'"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["b.txt"]


def test_what_is_no_character_ends_nothing(tmp_path):
    write_whole(tmp_path / "a.txt", "θ \ud800\n")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "θ ?\n"
