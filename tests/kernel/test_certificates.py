"""Certificates as data and as JSON: what is malformed is rejected, and nothing else happens."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from derivations.kernel import (
    Binder, Cases, Combine, Enclose, Groups, Have, Induction, Refutation, Rejected, Rewrite, Sort,
    Use, check, decode, encode, theorems,
)
from derivations.kernel.__main__ import main
from derivations.kernel.encoding import FORMAT, content_hash
from derivations.kernel.replay import replay_files
from derivations.language.sorts import (
    NATURAL, POSINT, POSITIVE, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import Proposition, Statement, eq, forall, le, lt
from derivations.language.stating import statement
from derivations.language.terms import Term
from tests.support.cases import at, by, named, order, proved
from tests.support.notation import (
    ONE, PI, ZERO, add, apply, call, function, number, sqrt, sum_, symbol,
)

x, p, z, w = symbol("x", REAL), symbol("p", POSITIVE), symbol("z"), symbol("w")
n, k, i = (symbol(name, NATURAL) for name in "nki")
F = symbol("F", family_sort((NATURAL,), REAL))
plain = Combine()
to_n = (k, ZERO, n)

same, s = function((i,), i), symbol("s", permutation_sort(number(2)))
below_two = Binder(("i",), order(0))

# One certificate with each rule, and of each kind.
EXAMPLES = {
    "combine": proved(eq(z**3, z), by(0, z), [eq(z**2, 1)], model=at({z: 1})),
    "have": proved(eq(z, 2), Have(Proposition(eq(z - 1, 1)), by(0), by(1)), [eq(z, 2)]),
    "use": proved(eq(z / z, 1), Use("inverse", (z,), (order(0),), by(1))),
    "sort": proved(lt(0, p), Sort(p, None, (), order(0))),
    "induction": proved(
        forall(k, le(0, F[k])),
        Induction(i, by(0, -1), Use(1, (i,), (), Combine(((ONE, 3, None),), order(2).orders))),
        [eq(F[0], 0), forall(k, eq(F[k], F[k + 1]))],
    ),
    "binder": proved(
        eq(sum_(F[k], to_n), sum_(k, to_n)),
        Binder(("i",), Use(0, (i,), (), by(3))),
        [forall(k, eq(F[k], k))],
    ),
    "rewrite": proved(eq(sqrt(z), sqrt(w)), Rewrite(0, plain), [eq(z, w)]),
    "cases": proved(le(0, x**2), Cases(le(0, x), None, plain, plain)),
    "enclose": proved(lt(PI, number("3.15")), Enclose(32)),
    "groups": proved(
        eq(add(x * x, z), add(x**2, z)), Groups((((0,), (0,)), ((1,), (1,))))
    ),
    "refutation": Refutation(
        Statement((n, F), (forall(k, eq(F[k + 1], F[k])),), (Proposition(eq(F[n], 0)),)),
        0, at({n: 0, F: function((i,), ONE)}), (), plain,
    ),
    "a permutation": Refutation(
        statement(eq(apply(s, ZERO), 1)),
        0, at({s: same, call("inv", s): same}, None, None, below_two), (), plain,
    ),
}  # fmt: skip


def sealed(content: dict[str, Any]) -> dict[str, Any]:
    """JSON data with the hash of what it holds now."""
    content = {key: value for key, value in content.items() if key != "hash"}
    return {**content, "hash": content_hash(content)}


def outcome(data: Any) -> str:
    """What comes of JSON data: made or rejected; any other exception is a defect."""
    try:
        return type(check(decode(data))).__name__
    except Rejected as error:
        assert error.why
        return "rejected"


JUNK = (None, True, -1, 10**30, 0.5, "", "rule", [], [[]], {}, {"rule": "combine"}, "1/0", "é")


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in JSON data with each of its keys."""
    keys = data.keys() if isinstance(data, dict) else range(len(data))
    for key in list(keys):
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from places(data[key])


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_place_of_a_file_may_hold_anything(name: str) -> None:
    whole = json.loads(json.dumps(encode(EXAMPLES[name])))
    assert outcome(whole) in ("Theorem", "Counterexample")
    for container, key in list(places(whole)):
        kept = container[key]
        for junk in JUNK:
            container[key] = copy.deepcopy(junk)
            outcome(sealed(whole) if key != "hash" else whole)
        container[key] = kept
        if isinstance(container, dict):
            del container[key]
            outcome(sealed(whole))
            container[key] = kept


ANYTHING = (None, 1, "x", (), (1,), (None,), 0.5, Term("add", (1,)), plain)  # type: ignore[arg-type]


def changed(value: Any) -> Iterator[Any]:
    """The value with something else in one place of it."""
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            for other in (*ANYTHING, *changed(getattr(value, one.name))):
                with suppress(AttributeError, ValueError):  # what even the class refuses
                    yield replace(value, **{one.name: other})
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            for other in (None, -1, "x", (), *changed(part)):
                yield (*value[:place], other, *value[place + 1 :])
    elif isinstance(value, Term):
        yield Term("number", (), 0.5)
        yield Term("number", (), True)
        yield Term("sin", (value, value))
        yield Term("max", ())
        yield Term("symbol", (), "x")
        yield Term("symbol", (), ("x", None))
        yield Term(value.head, value.args, "data")
        yield Term("matrix", (value,), (1, 2))
        yield Term("sum", (value,) * 4)
        yield Term("apply", (value, value))
        yield Term("nothing", (value,))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_field_may_hold_anything(name: str) -> None:
    assert check(EXAMPLES[name])
    for certificate in changed(EXAMPLES[name]):
        try:
            check(certificate)
        except Rejected as error:
            assert error.why


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "expected a JSON object"),
        ({}, "unknown"),
        ({"format": "derivations certificate 1"}, "of an older kernel"),
        ({"format": FORMAT, "kind": "theorem"}, "expected one of 'proof'"),
        ({**encode(EXAMPLES["use"]), "hash": "00"}, "was changed"),
        ({**encode(EXAMPLES["use"]), "kind": "witness"}, "was changed"),
    ],
)
def test_what_is_no_certificate_says_so(data: Any, words: str) -> None:
    with pytest.raises(Rejected, match=words):
        decode(data)


def test_what_is_too_deep_is_rejected() -> None:
    deep: Term = z
    proof: Any = plain
    data: Any = [{"rule": "combine"}]
    for _ in range(3000):
        deep = sqrt(deep)
        proof = Binder(("i",), proof)
        data = [{"rule": "binder", "names": ["i"], "body": data}]
    for certificate in (proved(eq(deep, deep)), proved(forall(k, eq(z, z)), proof)):
        with pytest.raises(Rejected):
            check(certificate)
    with pytest.raises(Rejected, match="nested at most"):
        decode(encode(proved(eq(deep, deep))))
    with pytest.raises(Rejected, match="nested"):
        decode({**encode(proved(eq(z, z))), "proofs": [data]})


def test_a_proof_may_have_many_steps() -> None:
    proof: Any = plain
    for _ in range(3000):
        proof = Rewrite(0, proof)
    certificate = proved(eq(z, z), proof, [eq(z, w)])
    assert check(certificate)
    again = decode(json.loads(json.dumps(encode(certificate))))
    assert encode(again) == encode(certificate)


def written(path: Path, *certificates: Any) -> Path:
    data = [encode(certificate) for certificate in certificates]
    path.write_text(json.dumps(data[0] if len(data) == 1 else data))
    return path


square = proved(eq((z + w) ** 2, z**2 + 2 * z * w + w**2))
used = proved(eq((z + 1) ** 2, z**2 + 2 * z + 1), Use(named(square), (z, ONE), (), by(0)))


@pytest.mark.parametrize("error", [AssertionError(), MemoryError(), RecursionError(), KeyError()])
def test_whatever_stops_a_check_rejects(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr(theorems, "read", stop)
    with pytest.raises(Rejected):
        check(square)


def test_what_holds_is_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    false = Refutation(statement(eq(z, w)), 0, at({w: 1, z: 0}), (), plain)
    files = [
        written(tmp_path / "a.json", EXAMPLES["use"]),
        written(tmp_path / "b.json", used, square),
        written(tmp_path / "c.json", false, EXAMPLES["a permutation"]),
    ]
    assert replay_files(files) == 0
    a, lemma, c, p, b, last = capsys.readouterr().out.splitlines()
    said = "conditional  for all z: complex: z/z == 1  if z != 0  model: not found  by inverse"
    assert a.endswith(said)
    assert "proved  for all w: complex, z: complex: (z + w)**2" in lemma
    assert "proved  for all z: complex: (z + 1)**2" in b
    assert c.endswith("refuted  for all w: complex, z: complex: z == w  at w = 1, z = 0")
    assert p.endswith("at s = function(i, i), s.I = function(i, i)")
    assert last == "5 certificate(s) hold"


def test_what_is_said_of_numbers_is_described(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay_files([written(tmp_path / "n.json", proved(eq(add(1, 1), 2), plain))]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("n.json: proved  1 + 1 == 2")


def test_different_statements_are_described_differently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Permutations had no sizes; long sizes and numbers were cut off alike."""
    long = [symbol(f"{'size_' * 20}{end}", POSINT) for end in "pq"]
    n, m = symbol("n", POSINT), symbol("m", POSINT)
    same = [
        [proved(eq(apply(p, 0), apply(p, 0)), plain, (), (n, m, p)) for p in (
            symbol("p", permutation_sort(size)) for size in (n, m))],
        [proved(eq(v, v), plain, (), (*long, v)) for v in (
            symbol("v", matrix_sort(size, ONE)) for size in long)],
        [proved(eq(x, x), plain) for x in (number(10**4100), number(10**4100 + 1))],
    ]
    for pair in same:
        files = [written(tmp_path / f"{k}.json", one) for k, one in enumerate(pair)]
        assert replay_files(files) == 0
        first, second, _ = capsys.readouterr().out.splitlines()
        assert first.partition("json: ")[2] != second.partition("json: ")[2]


def test_what_does_not_hold_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = written(tmp_path / "w.json", proved(eq(z, w), plain))
    assert replay_files([wrong]) == 1
    assert "w.json: REJECTED at proofs[0][0]: this does not show z == w" in capsys.readouterr().out
    assert replay_files([written(tmp_path / "u.json", used)]) == 1
    assert "is not proved by these files" in capsys.readouterr().out
    other = sealed({**encode(proved(eq(z, w), plain)), "kernel": "00"})
    wrong.write_text(json.dumps(other))
    assert replay_files([wrong]) == 1
    assert "written with another kernel" in capsys.readouterr().out
    wrong.write_text('{"format": 1, "format": 2}')
    assert replay_files([wrong]) == 2
    assert main([]) == 2


def test_files_are_checked_without_sympy(tmp_path: Path) -> None:
    files = [str(written(tmp_path / f"{name}.json", c)) for name, c in EXAMPLES.items()]
    code = (
        "import sys; from derivations.kernel.__main__ import main; status = main(sys.argv[1:]); "
        "assert 'sympy' not in sys.modules; sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(files)} certificate(s) hold" in done.stdout
