"""What is printed is read back: every claim, trap and bench statement, and what verdicts say."""

from __future__ import annotations

import pytest

from derivations.language.parser import StatementErrors, parse_claim, parse_statement
from derivations.language.statements import Statement, StatementError
from derivations.language.text import proposition_text
from derivations.proving import prove
from derivations.writing.explain import explain
from tests.support.documents import CLAIMS
from tests.support.notation import in_text
from tests.support.parsing import parse_proposition
from tests.test_yardstick import STATEMENTS


def test_claims() -> None:
    for name, claim in CLAIMS.items():
        assert parse_claim(in_text(claim.statement)) == claim.statement, name


def test_traps_and_bench_statements() -> None:
    for name, data in STATEMENTS.items():
        stated = parse_statement(data, name)
        text = in_text(stated)
        if "..." not in text:
            assert parse_claim(text) == stated, name


SHOWN = [
    "for all f: family(natural -> real), n: natural with f[k] == 0 for all k: natural with "
    "k <= n; f[0] == 0: f[n] == 0",
    "for all f: family(natural -> real), n: natural with f[k] == 0 for all k: natural with "
    "k <= n and f[0] == 0: f[n] == 0",
    "for all f: family(natural -> real): f[k] == 0 for all k: natural; f[1] == 0",
    "for all x: real: exists y: real, N: family(posint -> natural): x < y",
    "exists x: real: x == 0",
    "with 1 == 0: 2 == 3",
    "1 == 1",
    "for all n: posint, A: matrix(n, n), F: family(matrix(n, n) -> complex): F[A.T] == F[A]",
    "for all n: posint, s: permutation(n), k: natural with k < n: s.I[s[k]] == k",
    "for all n: posint: A == A for all B, A: real hermitian(n), m: posint, C: unitary(m)",
    "for all x', x'': complex: x' == x''",
    "for all sin: family(real -> real), x: real: sin[x] == 0",
    "for all k: posint: Sum(k*j, (j, 1, k)) == Sum(k, (k, 1, 3))",
    "for all x, y: real with x == y with 0 < x: x == Abs(x) with 0 < x; -x == Abs(x) with x <= 0",
]


@pytest.mark.parametrize("text", SHOWN)
def test_what_may_be_written(text: str) -> None:
    assert in_text(parse_claim(text)) == text


def test_hypotheses_and_guards_are_told_apart() -> None:
    assert parse_claim(SHOWN[0]) != parse_claim(SHOWN[1])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Sum(1/(k + x), (k, 0, n)) = 1/x", "k + x != 0 for all k: natural with 0 <= k and k <= n"),
        ("x/x = 1", "x != 0"),
    ],
)
def test_conditions(text: str, says: str) -> None:
    verdict = prove(parse_claim(text, ["x: real", "n: natural"]))
    symbols = {s.name: s for s in verdict.statement.declarations}
    for condition in verdict.conditions:
        assert parse_proposition(proposition_text(condition), symbols) == condition
    assert verdict.kind != "conditional" or says in map(in_text, verdict.conditions)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("for all x: real x == x", "statement:1:17: unknown sort 'x'"),
        ("for all x, x: real: x == x", "1:12: x is declared already"),
        ("for all x: real: x == y for all x: real", "1:33: x is declared already"),
        ("x == x for all for: real", "1:16: for is reserved and cannot be declared"),
        ("for all x: real with x == x", "1:28: a colon stands before what is claimed"),
        ("for all x: real: x == x for all k", "a declaration is written name: sort"),
        ("for all x: real: x == x with", "1:29: a term is missing after 'with'"),
        ("for all x: real: x == x and x == x", "1:25: 'and' cannot stand here: state each"),
        ("for all sin: family(real -> real): sin(0) == 0", "1:36: sin is declared: write sin[...]"),
        ("for all x: real: exists x: real: x == x", "1:25: x is declared already"),
        ("for all n: posint, A: positive hermitian(n): A == A", "of a matrix state 0 < scalar(v.T"),
        ("for all A: matrix(2, 2) with A is positive definite: A == A", "of a matrix state 0 < "),
    ],
)
def test_what_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(StatementErrors) as error:
        parse_claim(text)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (
            {"vars": {"f": "family(natural -> real)", "n": "natural"},
             "hypotheses": ["f[k] = 0 for all k: natural with k < n and 0 < k"],
             "statement": "f[k] = 0 for all k: natural"},
            "for all n: natural, f: family(natural -> real) with f[k] == 0 for all k: natural with "
            "k < n and 0 < k: f[k] == 0 for all k: natural",
        ),
        (
            {"vars": {"x": "real"}, "exists": {"y": "real"}, "lhs": "x", "rel": "<", "rhs": "y"},
            "for all x: real: exists y: real: x < y",
        ),
    ],
)  # fmt: skip
def test_statements_of_files(data: dict[str, object], text: str) -> None:
    assert in_text(parse_statement(data)) == text


def test_names_that_a_let_would_capture_stay_refused() -> None:
    data = {"vars": {"k": "natural"}, "lets": [["w", "2*k"]], "statement": "Sum(w, (k, 0, 3)) = 12"}
    with pytest.raises(StatementError, match="w depends on k, which the sum around it uses"):
        parse_statement(data)


def test_what_is_declared_outside_a_text_and_in_it() -> None:
    whole = parse_claim("for all y: real: x < y", ["x: real"], ["0 < x"], exists=["z: real"])
    assert in_text(whole) == "for all x, y: real with 0 < x: exists z: real: x < y"
    assert isinstance(whole, Statement)


@pytest.mark.parametrize(
    ("text", "let"),
    [("exists y: real: x < y", {"x": "real"}), ("for all x: real: exists y: real: x < y", {})],
)
def test_what_exists_stays_what_exists(text: str, let: dict[str, str]) -> None:
    verdict = prove(text, let=let)
    assert in_text(verdict.statement) == "for all x: real: exists y: real: x < y"
    assert verdict.kind == "proved"
    assert str(verdict).startswith("exists y: real: x < y ")
    assert "there are real numbers y such that\n    x < y\n" in explain(verdict)


def test_the_short_text_of_a_verdict_is_the_statement() -> None:
    text = "for all x, y: real, n: natural with 0 <= x; x <= y: x**n <= y**n; 0 <= y"
    verdict = prove(text)
    claimed, given, *_ = str(verdict).splitlines()
    goals = claimed.removesuffix(verdict.kind.upper()).strip()
    assert parse_claim(f"{given.strip()}: {goals}") == verdict.statement
