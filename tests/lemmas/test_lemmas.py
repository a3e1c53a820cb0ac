"""The library of lemmas: every certificate holds, and what the search finds lemmas by is theirs."""

import json
import pickle
from pathlib import Path

import pytest

from derivations import lemmas, prove
from derivations.kernel import LAWS, check, decode
from derivations.language.parser import parse_claim
from derivations.language.text import statement_text
from derivations.lemmas.proofs import described, ordered, prove as prove_row, tables
from derivations.proving import decide

ROWS = {row.title: row for row in ordered(tables())}
INDEX = json.loads(lemmas.INDEX.read_text(encoding="utf-8"))
CERTIFICATES = json.loads(lemmas.CERTIFICATES.read_text(encoding="utf-8"))


def test_the_index_holds_what_the_tables_state() -> None:
    told = {title: (row["statement"], row["source"]) for title, row in INDEX.items()}
    assert told == {title: (row.statement, row.source) for title, row in ROWS.items()}, (
        "python scripts/lemmas.py writes the index and the certificates again")


def test_no_two_lemmas_say_the_same() -> None:
    assert len({row["hash"] for row in INDEX.values()}) == len(INDEX)


def test_a_name_is_given_once(tmp_path: Path) -> None:
    table = tmp_path / "twice.txt"
    table.write_text("one | for all x: real: x == x | def\none | for all y: real: y <= y | def\n")
    with pytest.raises(ValueError, match="two lemmas are called one"):
        list(ordered([table]))


def test_every_certificate_holds_and_is_described_by_the_index() -> None:
    made: dict[str, object] = {}
    for (title, row), data in zip(INDEX.items(), CERTIFICATES, strict=True):
        theorem = check(decode(data), made)  # it rests on those before it alone
        assert theorem.statement == parse_claim(row["statement"]), title
        assert theorem.hash == row["hash"] and not theorem.conditions, title
        assert {lemmas.called(h) for h in theorem.lemmas} == set(row["uses"]), title
        assert described(theorem.statement).items() <= row.items(), title
        made[theorem.hash] = theorem


def test_a_verdict_names_the_lemma_and_is_decided_again_when_it_is_stored() -> None:
    sorts = {"n": "posint", "v, w": "vector(n)"}
    verdict = prove("Abs(inner(v, w)) <= norm(v)*norm(w) + 1", let=sorts)
    assert verdict.kind == "proved"
    assert "by cauchy-schwarz (HJ 5.1)" in str(verdict)
    stated = statement_text(parse_claim(ROWS["cauchy-schwarz"].statement))
    assert stated in [statement_text(used.statement) for used in verdict.using]
    assert pickle.loads(pickle.dumps(verdict)) == verdict


def test_what_was_a_law_is_tried_as_laws_are() -> None:
    tried = {title for title, row in INDEX.items() if row.get("law")}
    assert tried == {row.title for row in ROWS.values() if row.is_law} and not tried & LAWS.keys()
    assert {getattr(law, "title", law.name) for law in lemmas.all_laws()} == tried | LAWS.keys()


@pytest.mark.parametrize("claim", [
    "for all x: real with exp(x) <= 0: x == 1",
    "for all z, w: complex with z*w != 0; z == 0: w == 1",
])
def test_what_was_a_law_shows_contradictions(claim: str) -> None:
    verdict = decide(parse_claim(claim))
    assert verdict.kind == "proved" and verdict.contradiction is not None
    assert pickle.loads(pickle.dumps(verdict)).contradiction == verdict.contradiction


@pytest.mark.parametrize("title", [
    "exp above line", "product", "abs-above", "max-least", "fibonacci-addition", "doubling-bounded",
])
def test_a_lemma_is_proved_by_its_steps(title: str) -> None:
    _, theorem = prove_row(ROWS[title], {})
    assert theorem.hash == INDEX[title]["hash"]
