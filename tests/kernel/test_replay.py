"""Checking certificate files again: what is printed, and the status."""

import json
from pathlib import Path

import pytest

from derivations.kernel import (
    Certificate, Cofactor, Lemma, NormalForm, Refutation, Theorem, check, encode, statement_hash,
)
from derivations.kernel.__main__ import main
from derivations.kernel.proofs import AnyCertificate
from derivations.kernel.replay import replay_files
from derivations.language.statements import eq, statement
from tests.support.notation import ONE, ZERO, symbol

x, y = symbol("x"), symbol("y")
done = NormalForm()


def written(folder: Path, name: str, certificate: AnyCertificate) -> Path:
    path = folder / name
    path.write_text(json.dumps(encode(certificate)))
    return path


def test_what_holds_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [
        written(tmp_path, "a.json", Certificate(statement(eq(x + y, y + x)), (done,), model=())),
        written(tmp_path, "b.json", Certificate(statement(eq(x / x, 1)), (done,))),
        written(tmp_path, "c.json", Refutation(statement(eq(x, y)), 0, ((x, ZERO), (y, ONE)))),
    ]
    assert replay_files(paths) == 0
    a, b, c, last = capsys.readouterr().out.splitlines()
    assert a.endswith("a.json: proved  for all x, y: complex: x + y == y + x")
    said = "b.json: conditional  for all x: complex: x/x == 1  if x != 0  model: not found"
    assert b.endswith(said)
    assert c.endswith("c.json: refuted  for all x, y: complex: x == y  at x = 0, y = 1")
    assert last == "3 certificate(s) hold"


def test_what_is_proved_of_nothing_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vacuous = Certificate(statement(eq(x, ZERO), [eq(ONE, ZERO)]), (NormalForm((Cofactor(x, 0),)),))
    assert replay_files([written(tmp_path, "v.json", vacuous)]) == 0
    assert "with 1 == 0: x == 0  model: not found" in capsys.readouterr().out


def test_a_key_stands_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another reader would see the first statement, this one the last."""
    text = json.dumps(encode(Certificate(statement(eq(x, x)), (done,))))
    path = tmp_path / "twice.json"
    path.write_text('{"statement": {"goals": [["==", 0, 0]]}, "hash": "00", ' + text[1:])
    assert replay_files([path]) == 2
    assert "not JSON" in capsys.readouterr().out


def test_what_does_not_hold_is_rejected_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "f.json", Certificate(statement(eq(x, y)), (NormalForm(),)))
    assert replay_files([path]) == 1
    said = "f.json: REJECTED at proofs[0]: the normal forms do not show x == y"
    assert capsys.readouterr().out.strip().endswith(said)


def test_what_is_no_file_of_json_is_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "u.json"
    path.write_bytes(b"\xff\xfe")
    assert replay_files([path]) == 2
    assert "not UTF-8 text" in capsys.readouterr().out
    assert replay_files([tmp_path]) == 2


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2 and main(["--help"]) == 0
    assert capsys.readouterr().out.count("usage:") == 2


def test_a_theorem_with_conditions_has_another_name_than_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conditional = Certificate(statement(eq(x / x, 1)), (NormalForm(),))
    lemma = check(conditional)
    assert isinstance(lemma, Theorem)
    without = statement_hash(conditional.statement)
    assert without != lemma.hash

    def user(name: str, premises: tuple[NormalForm, ...]) -> Certificate:
        proof = Lemma(name, (ONE,), premises, NormalForm((Cofactor(ONE, 0),)))
        return Certificate(statement(eq(ONE / ONE, 1)), (proof,), lemmas=(name,))

    first = written(tmp_path, "lemma.json", conditional)
    assert replay_files([first, written(tmp_path, "a.json", user(without, ()))]) == 1
    assert "REJECTED" in capsys.readouterr().out
    good = user(lemma.hash, (NormalForm(),))
    assert replay_files([written(tmp_path, "b.json", good), first]) == 0
