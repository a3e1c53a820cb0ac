"""Limits on input: each is listed, set by its name, obeyed at once, and named where it refuses."""

from __future__ import annotations

import json

import pytest
import sympy

from derivations import prove
from derivations.cli import main
from derivations.language.limits import BadLimit, Limits, limits, set_limit, set_limits
from derivations.language.statements import StatementError


@pytest.fixture(autouse=True)
def unchanged():
    """Whatever a test sets is set back."""
    yield
    for name, value in vars(Limits()).items():
        set_limit(name, value)


# By its name, a limit, and a statement that is refused or left open for it.
REFUSED = {
    "text": (10, "x + x + x + x = 4*x"), "name": (3, "long + 1 = 1"),
    "relations": (2, "x = x; y = y; x = x"), "entries": (3, "Matrix([[x, x], [y, y]]) = 0"),
    "nesting": (3, "((((x)))) = x"), "depth": (30, "sin(" * 40 + "x" + ")" * 40 + " = x"),
}
DECLARED = ["--let", "x, y: real"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_names_its_limit(capsys, name):
    value, text = REFUSED[name]
    assert main(["decide", text, *DECLARED, "--limit", f"{name}={value}"]) == 2
    assert f"(--limit {name}={value})" in "".join(capsys.readouterr())


def test_a_higher_limit_lets_more_in(capsys):
    text = "(" * 250 + "1 + 1" + ")" * 250 + " = 2"
    assert main(["decide", text]) == 2
    assert main(["decide", text, "--limit", "nesting=300"]) == 0
    assert "PROVED" in capsys.readouterr().out


def test_what_is_long_is_refused_before_it_is_judged():
    with pytest.raises(StatementError, match="100001 relations, at most 10000 are read"):
        prove("1=1;" * 100_000)
    ones = sympy.Eq(sympy.ones(300, 300), sympy.zeros(300, 300), evaluate=False)
    with pytest.raises(StatementError, match="a matrix of 90000 entries, at most 10000 are read"):
        prove(ones)


def test_limits_on_files(tmp_path, capsys):
    statement = {"vars": {"x": "real"}, "lhs": "x", "rel": "==", "rhs": "x"}
    path = tmp_path / "two.json"
    several = {"equations": [["1", "1"], ["2", "2"]]}
    path.write_text(json.dumps([statement, several]))
    for name, value in (("file", 20), ("statements", 1), ("relations", 1)):
        assert main(["decide", str(path), "--limit", f"{name}={value}"]) == 2
        assert f"(--limit {name}={value})" in capsys.readouterr().err
        set_limit(name, 10**6)


@pytest.mark.parametrize("call", [["--limit", "help"], ["decide", "1 = 1", "--limit", "help"]])
def test_every_limit_is_listed(capsys, call):
    with pytest.raises(SystemExit) as ended:
        main(call)
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert all(f"\n  {name}={value} " in told for name, value in vars(limits).items())


@pytest.mark.parametrize("setting", ["name", "name=", "name=x", "name=0", "name=-1",
                                     "name=1.5", "name=1e3", "=3", "nothing=3"])  # fmt: skip
def test_what_is_no_setting_is_refused(setting):
    with pytest.raises(BadLimit):
        set_limits([setting])


def test_an_explicit_matrix_of_sympy_has_so_many_entries():
    set_limit("entries", 3)
    with pytest.raises(StatementError, match=r"a matrix of 4 entries, at most 3 are read"):
        prove(sympy.Eq(sympy.ones(2, 2), sympy.zeros(2, 2), evaluate=False))
