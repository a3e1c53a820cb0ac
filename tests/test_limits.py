"""Limits on input: each is listed, set by its name, obeyed at once, and named where it refuses."""

from __future__ import annotations

import json

import pytest

from derivations.cli import main
from derivations.language.limits import BadLimit, Limits, limits, set_limit, set_limits
from derivations.verdicts import UNDECIDED


@pytest.fixture(autouse=True)
def unchanged():
    """Whatever a test sets is set back."""
    yield
    for name, value in vars(Limits()).items():
        set_limit(name, value)


# By its name, a limit, and a statement that is refused or left open for it.
REFUSED = {
    "text": (10, "x + x + x + x = 4*x"), "name": (3, "long + 1 = 1"), "digits": (5, "123456*x = x"),
    "nesting": (3, "((((x)))) = x"), "depth": (30, "sin(" * 40 + "x" + ")" * 40 + " = x"),
    "bits": (50, "3**(1000*1000) = 1 + 3**(1000*1000)"),
    "exponent": (10, "(x + y)**50 = (x - y)**50 + 1"), "terms": (10, "Sum(x**k*y, (k, 1, 50)) = x"),
}
DECLARED = ["--let", "x, y: real"]


@pytest.mark.parametrize("name", ["text", "name", "digits", "nesting"])
def test_what_is_refused_names_its_limit(capsys, name):
    value, text = REFUSED[name]
    assert main(["decide", text, *DECLARED, "--limit", f"{name}={value}"]) == 2
    assert f"(--limit {name}={value})" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["depth", "bits", "exponent", "terms"])
def test_what_is_too_large_to_be_judged_names_its_limit(capsys, name):
    value, text = REFUSED[name]
    assert main(["decide", text, *DECLARED, "--limit", f"{name}={value}"]) == 0
    told = capsys.readouterr().out
    assert "UNDECIDED" in told or "REFUTED" in told
    if "UNDECIDED" in told:
        assert f"(--limit {name}={value})" in told


def test_a_higher_limit_lets_more_in(capsys):
    text = f"{'9' * 5000} < {'9' * 5001}"
    assert main(["decide", text]) == 2
    assert main(["decide", text, "--limit", "digits=6000"]) == 0
    assert "PROVED" in capsys.readouterr().out


def test_limits_on_files(tmp_path, capsys):
    statement = {"vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x"}
    path = tmp_path / "two.json"
    path.write_text(json.dumps([statement, statement]))
    for name, value in (("file", 20), ("statements", 1)):
        assert main(["decide", str(path), "--limit", f"{name}={value}"]) == 2
        assert f"(--limit {name}={value})" in capsys.readouterr().err
        set_limit(name, 10**6)
    assert main(["verify", str(path), "--limit", "certificate=20"]) == 2
    assert "(--limit certificate=20)" in capsys.readouterr().out


def test_limits_hold_in_other_processes():
    from derivations.judging.judge import judge_statements
    from derivations.language.parser import parse_claim

    stated = [parse_claim(f"(x + y)**50 = (x - y)**50 + {k}*x**60", ["x, y: real"]) for k in (1, 2)]
    set_limit("bits", 1)
    found = list(judge_statements(stated, workers=2, seconds=20))
    assert {v.kind for v in found} <= {UNDECIDED, "refuted"}
    assert all("(--limit bits=1)" in str(v) for v in found if v.kind == UNDECIDED)


@pytest.mark.parametrize("call", [["--limit", "help"], ["decide", "1 = 1", "--limit", "help"]])
def test_every_limit_is_listed(capsys, call):
    with pytest.raises(SystemExit) as ended:
        main(call)
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(f"\n  {name}={value} " in told for name, value in vars(limits).items())


@pytest.mark.parametrize("setting", ["digits", "digits=", "digits=x", "digits=0", "digits=-1",
                                     "digits=1.5", "digits=1e3", "=3", "nothing=3"])  # fmt: skip
def test_what_is_no_setting_is_refused(setting):
    with pytest.raises(BadLimit):
        set_limits([setting])
