"""Certificate files that are not what they should be: rejected, with the reason; never a crash."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel import Certificate, Lemma, Rejected, Theorem, check, decode, encode
from derivations.kernel.encoding import content_hash
from derivations.kernel.replay import replay_files
from derivations.language.limits import limits
from derivations.language.statements import eq, statement
from tests.support.certificates import by, done
from tests.support.example_certificates import WORDS, examples
from tests.support.notation import neg, number, symbol

Json = Any
EXAMPLES = examples()
simple = EXAMPLES["normal form"]


def why(content: Json, rehash: bool = True) -> str:
    if rehash:
        content = {key: v for key, v in content.items() if key != "hash"}
        content["hash"] = content_hash(content)
    with pytest.raises(Rejected) as error:
        check(decode(content))
    return str(error.value)


def changed(*path: Any, to: Json) -> dict[str, Json]:
    """The simple certificate with one place changed."""
    content: Json = copy.deepcopy(encode(simple))
    place: Json = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return content  # type: ignore[no-any-return]


# The content


def test_what_was_written_is_read_again() -> None:
    for certificate in EXAMPLES.values():
        assert decode(json.loads(json.dumps(encode(certificate)))) == certificate


def test_a_change_shows_in_the_hash() -> None:
    content = changed("terms", 0, to=["number", "7"])
    assert why(content, rehash=False) == "hash: the content was changed after it was written"


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("format",), "2", "format: expected 'derivations certificate 1'"),
        (("kind",), "axiom", "kind: expected one of"),
        (("proofs",), [], "proofs: there are 1 goals to prove"),
        (("proofs", 0, "rule"), "trust", 'proofs[0]: unknown rule "trust"'),
        (("proofs", 0, "rule"), True, "proofs[0]: unknown rule true"),
        (("proofs", 0, "cofactors"), 5, "proofs[0].cofactors: expected a list"),
        (("statement", "goals"), [], "statement: the statement claims nothing"),
        (("statement", "goals", 0, 0), "=", "statement.goals[0]: expected [operator, left, right]"),
        (("statement", "goals", 0, 1), True, "statement.goals[0]: true is not the number"),
        (("statement", "goals", 0, 1), 1.0, "statement.goals[0]: 1.0 is not the number"),
        (("statement", "goals", 0, 1), -1, "statement.goals[0]: -1 is not the number"),
        (("statement", "goals", 0, 1), 99, "statement.goals[0]: 99 is not the number"),
        (("statement", "goals", 0, 1), float("nan"), "statement.goals[0]: NaN is not the number"),
        (("statement", "declarations"), [0, 0], "statement: the name x is declared twice"),
        (("statement", "declarations"), [], "statement: the symbol x is not declared"),
        (("definedness",), [[0, {"rule": "normal form", "cofactors": []}]], "definedness: there"),
        (("lemmas",), ["?"], "lemmas: the lemmas listed are not those"),
        (("lemmas",), [3], "lemmas: expected hashes"),
        (("model",), [[0]], "model[0]: expected [symbol, value]"),
    ],
)
def test_a_wrong_place_is_named(path: tuple[Any, ...], value: Json, reason: str) -> None:
    assert why(changed(*path, to=value)).startswith(reason)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (["number", "1/1"], "expected a rational in lowest terms, as text"),
        (["number", "-0"], "expected a rational in lowest terms, as text"),
        (["number", "2/4"], "expected a rational in lowest terms, as text"),
        (["number", "1/0"], "expected a rational in lowest terms, as text"),
        (["number", "+1"], "expected a rational in lowest terms, as text"),
        (["number", " 1"], "expected a rational in lowest terms, as text"),
        (["number", "1e3"], "expected a rational in lowest terms, as text"),
        (["number", "٣"], "expected a rational in lowest terms, as text"),
        (["number", "9" * (limits.digits + 1)], "expected a rational in lowest terms, as text"),
        (["number", 1], "expected a rational in lowest terms, as text"),
        (["number", True], "expected a rational in lowest terms, as text"),
        (["symbol", "x y", "real"], "expected [symbol, name, sort]"),
        (["symbol", "\ud800", "real"], "expected [symbol, name, sort]"),
        (["symbol", "x", "rational"], '"rational" is not a sort'),
        (["symbol", "x", ["matrix", 0, 0, []]], "0 is not the number of an earlier term"),
        (["symbol", "x", ["matrix", 1, 1, ["real", "magic"]]], "is not a sort"),
        (["symbol", "x", ["family", [], "real"]], "is not a sort"),
        (["lambda"], "unknown head 'lambda'"),
        (["i", 0], "0 is not the number of an earlier term"),
        (["add"], "add does not take these 0 argument(s)"),
        (["matrix", [1, True]], "expected [matrix, [rows, columns], entries...]"),
        (["matrix", [0, 0]], "expected [matrix, [rows, columns], entries...]"),
        ([], "expected [head, ...]"),
        ("x", "expected [head, ...]"),
    ],
)
def test_a_wrong_term_is_named(row: Json, reason: str) -> None:
    assert reason in why(changed("terms", 0, to=row))


def test_terms_and_proofs_are_not_nested_deeply() -> None:
    deep = symbol("x")
    for _ in range(500):
        deep = neg(deep)
    content = encode(Certificate(statement(eq(deep, symbol("x"))), (done,)))
    assert "terms may be nested at most 400 deep" in why(content)
    proof: Json = {"rule": "normal form", "cofactors": []}
    for _ in range(600):
        proof = {"rule": "rewrite", "fact": 0, "then": proof}
    assert "nested" in why(changed("proofs", 0, to=proof))


def test_a_function_or_an_unread_block_matrix_is_no_goal() -> None:
    content: Json = encode(simple)
    content["terms"].append(["function", 0, 0])
    content["statement"]["goals"][0][1] = len(content["terms"]) - 1
    assert "function" in why(content)


def test_what_is_not_json_is_rejected() -> None:
    for data in (None, 3, [], {}, {1: 2, "x": 3}, {**encode(simple), "terms": {1, 2}}):
        with pytest.raises(Rejected):
            decode(data)


def test_numbers_that_cannot_be_read_back_are_not_written() -> None:
    large = number(10 ** (limits.digits + 1))
    with pytest.raises(Rejected, match="a number has more than"):
        encode(Certificate(statement(eq(large, large)), (done,)))


# Files


def written(folder: Path, name: str, content: Json) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_a_file_with_too_long_a_number_is_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay_files([written(tmp_path, "long.json", "9" * 5000)]) == 2
    assert "not JSON" in capsys.readouterr().out
    assert replay_files([written(tmp_path, "deep.json", "[" * 100_000)]) == 2
    assert replay_files([tmp_path / "none.json"]) == 2


def test_what_a_terminal_cannot_show_is_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content: Json = {"format": "derivations certificate 1", "kind": "theorem", "\ud800": 1}
    assert replay_files([written(tmp_path, "odd.json", content)]) == 1
    assert "REJECTED" in capsys.readouterr().out


def test_lemmas_are_checked_before_what_uses_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theorem = check(simple)
    assert isinstance(theorem, Theorem)
    proof = Lemma(theorem.hash, ("a", "b"), (), by(0))
    user = WORDS.certificate("a + b == b + a", proof, lemmas=(theorem.hash,))
    paths = [
        written(tmp_path, "user.json", encode(user)),
        written(tmp_path, "lemma.json", encode(simple)),
    ]
    assert replay_files(paths) == 0
    assert "2 certificate(s) hold" in capsys.readouterr().out
    assert replay_files(paths[:1]) == 1
