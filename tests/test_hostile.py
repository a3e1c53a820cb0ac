"""Hostile input: what is asked to do harm, to take for ever, or to pass for something else.

Every input goes through `derivations decide`, on the command line or in a file, in a process of
1 GB.  It ends in time with a clear message (exit code 2) or with a right answer (0), it executes
nothing, and it leaves no file behind.  Many inputs share a process, whose file they are in.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from derivations.language.parser import parse_statement
from derivations.language.statements import StatementError
from tests.support.tables import entries

ROOT = Path(__file__).resolve().parent.parent
MEMORY = 2**30
# Written by whatever manages to run code.
PROOF = "EXECUTED"


@dataclass(frozen=True)
class Answer:
    code: int
    output: str
    errors: str


def _limits() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(folder: Path, *arguments: str, seconds: int = 60) -> Answer:
    """Run a program of this package in a folder; it ends in time, and never by an exception."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""},
        capture_output=True, timeout=seconds, preexec_fn=_limits, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    found = Answer(done.returncode, *(t.decode() for t in (done.stdout, done.stderr)))
    assert "Traceback" not in found.output + found.errors
    return found


def decide(folder: Path, *arguments: str, seconds: int = 4) -> Answer:
    """Run `derivations decide` in an empty folder."""
    folder.mkdir(exist_ok=True)
    before = sorted(folder.iterdir())
    command = ("derivations", "decide", "--seconds", f"{seconds}", *arguments)
    found = run(folder, *command, seconds=100)
    assert sorted(folder.iterdir()) == before, "a file was left behind"
    assert found.code in (0, 2) or '"empty": true' in found.output, found
    return found


def asked(lhs: object, rhs: object = "0", **more: object) -> dict[str, object]:
    return {"vars": {"x": "real"}, "lhs": lhs, "rel": "==", "rhs": rhs, **more}


def in_file(folder: Path, *statements: dict[str, object], seconds: int = 4) -> Answer:
    """Ask by a file, as texts of any length and with any characters can be."""
    folder.mkdir(exist_ok=True)
    (folder / "asked.json").write_text(json.dumps(statements), encoding="utf-8")
    return decide(folder, "asked.json", "--json", "-", seconds=seconds)


def faults(found: Answer, count: int) -> list[str]:
    """What is said about each of so many statements, all of which are refused."""
    assert found.code == 2, found
    lines = found.errors.splitlines()
    told = [[line for line in lines if f"asked.json $[{k}]" in line] for k in range(count)]
    assert all(told), [k for k in range(count) if not told[k]]
    return [one[0] for one in told]


def verdicts(found: Answer) -> list[str]:
    """The verdicts on the statements of a file."""
    assert found.code == 0 or "nested too deep" in found.errors, found.errors[:1000]
    lines = [json.loads(line) for line in found.output.splitlines()]
    return [line["verdict"] for line in lines]


# Code, in every place of a statement

CODE = [
    f'__import__("os").system("touch {PROOF}")', f"eval(\"open('{PROOF}', 'w')\")",
    f"sympify(\"open('{PROOF}', 'w')\")", f"exec('import os; os.mkdir(\"{PROOF}\")')",
    f"open('{PROOF}', 'w')", f'f"{{open(\'{PROOF}\', "w")}}"',
    f"print(1, file=open('{PROOF}', 'w'))", "[c for c in ().__class__.__base__.__subclasses__()]",
    "(lambda: 0)()", "x.__class__", "x.func(x)", "(x := 5)", "x; import os", "x if x else 0",
    "x or 1", "not x", "{1: 2}", "`id`", "$(id)", "%s" * 20, "\\input{/etc/passwd}",
    "Add(1, -1, evaluate=False)*x", "x = x + 1", "zoo*0", "oo", "nan", "inf", "True + True",
    "False", "None", "1e400000000", "0x10", "1_000", "2x(x + 1)", "x(x)", "x[0]", "", "   ", "()",
    "x +", "x x", "1..2", "Sum(x, (x, 1))", "Sum(k, (k, 1, 3/2))", "Sum(k, (k, 1, x))",
    "Matrix([[1, 2], [3]])", "Matrix([])", "Matrix([[1]]) + 1", "Identity(0)", "Identity(-1)",
    "Identity(x)",
]  # fmt: skip


def test_what_is_no_statement_is_refused_with_its_place(tmp_path):
    found = faults(in_file(tmp_path / "f", *map(asked, CODE)), len(CODE))
    for text, fault in zip(CODE, found, strict=True):
        assert len(fault) < 400, (text, fault)


def test_code_is_refused_in_every_place(tmp_path):
    data = [
        asked("x", **place)
        for text in CODE[:12]
        for place in (
            {"vars": {"x": text}}, {"vars": {"x": "real", text: "real"}}, {"hypotheses": [text]},
            {"lets": [["y", text]]}, {"lets": [[text, "x"]]}, {"rel": text},
            {"vars": {"x": f"matrix({text}, 2)"}},
        )
    ]
    faults(in_file(tmp_path / "f", *data), len(data))


@pytest.mark.parametrize("text", CODE[:2])
def test_code_is_refused_on_the_command_line(tmp_path, text):
    found = decide(tmp_path / "g", f"{text} == 0", "--let", "x: real")
    assert found.code == 2
    for option in ("--let", "--given"):
        assert decide(tmp_path / "g", "x == x", "--let", "x: real", option, text).code == 2


# Letters that look alike, and letters that cannot be seen


LOOK_ALIKE = [
    "\u0445 - x",  # a Cyrillic letter
    "\uff58 - x",  # a fullwidth letter, which Python would read as x
    "x \u202e- y\u202c",  # written from right to left
    "x\u200b",  # a space of no width
    "x\u00a0- x",
    "x\x00 + 1",
    "x\u0301",
    "\u2212x",
    "x\x1b[2J",
    "\ud800",
    "\u03c0",
    "\U0001d465 - x",
    "x\u2028- x",
    "\N{SUPERSCRIPT TWO}",
    "\N{ARABIC-INDIC DIGIT ONE}",
]


def plain(message: str) -> bool:
    """Whether what is shown cannot change how the message reads, nor pass for other letters."""
    return all(c == "\n" or (c.isascii() and c.isprintable()) for c in message)


def test_look_alikes_are_refused(tmp_path):
    found = in_file(tmp_path / "f", *map(asked, LOOK_ALIKE))
    faults(found, len(LOOK_ALIKE))
    assert plain(found.errors)


def test_look_alike_names_cannot_be_declared(tmp_path):
    names = [text.replace(" ", "") for text in LOOK_ALIKE]
    found = in_file(tmp_path / "f", *(asked("x", vars={"x": "real", n: "real"}) for n in names))
    faults(found, len(names))
    assert plain(found.errors)


# Length and depth

LONG = 10**5


TOO_LONG = [
    "(" * LONG + "x" + ")" * LONG, "(" * LONG, ")" * LONG, "-" * LONG + "x", "[" * LONG,
    "Matrix(" * LONG, "sin(" * LONG + "x" + ")" * LONG, "x" * 10**6, "x" * (2 * 10**6),
    "x**" * LONG + "x", "x/" * LONG + "x", "9" * LONG, "0." + "1" * LONG, "x.T" + ".T" * LONG,
    "1/" * LONG + "1", " " * (2 * 10**6),
]


def test_what_is_too_long_or_too_deep_is_refused_at_once(tmp_path):
    found = in_file(tmp_path / "f", *map(asked, [*TOO_LONG, "x +"]))
    faulty = [k for k in range(len(TOO_LONG)) if f"asked.json $[{k}]" in found.errors]
    if len(faulty) < len(TOO_LONG):  # the others are not supported, which is no fault
        rest = [asked(text) for k, text in enumerate(TOO_LONG) if k not in faulty]
        assert set(verdicts(in_file(tmp_path / "f", *rest))) == {"undecided"}
    assert len(found.errors) < 600 * len(TOO_LONG)


def test_long_sums_are_judged(tmp_path):
    long = " + ".join(["x"] * LONG)
    found = in_file(tmp_path / "f", asked(long, f"{LONG}*x"), seconds=20)
    assert verdicts(found) == ["proved"]
    wrong = in_file(tmp_path / "f", asked(long[4:], f"{LONG}*x"), seconds=20)
    assert verdicts(wrong) == ["refuted"]


@pytest.mark.parametrize(
    "text", ["[" * LONG, '{"a":' * LONG, "[{}]", "{}", "3", "", "[1, 2", "nul"]
)
def test_what_is_no_statement_file_is_refused(tmp_path, text):
    (tmp_path / "asked.json").write_text(text)
    found = decide(tmp_path, "asked.json")
    assert found.code == 2
    assert found.errors.startswith("derivations: asked.json") and len(found.errors) < 600


# Files that are none, or no statements, or no certificates


DOORS = {
    "decide": ("derivations", "decide", "{}.json"), "show": ("derivations", "show", "{}.json#a"),
    "verify": ("derivations", "verify", "{}.json"), "kernel": ("derivations.kernel", "{}.json"),
    "check": ("derivations", "check", "{}.py"),
}


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices")
@pytest.mark.parametrize("door", DOORS)
def test_what_never_ends_is_not_read(tmp_path, door):
    """A pipe without a writer, and a device."""
    for name in ("pipe.json", "pipe.py"):
        os.mkfifo(tmp_path / name)
    for name in ("zero.json", "zero.py"):
        (tmp_path / name).symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        found = run(tmp_path, *(part.format(name) for part in DOORS[door]))
        assert found.code == 2
        assert "a pipe or a device" in found.output + found.errors


BAD_BYTES = {
    "latin": "[\"\u00e9\"]".encode("latin-1"), "wide": "[]".encode("utf-16"), "zeros": bytes(1000),
    "nothing": b"", "number": b"[" + b"9" * 10**5 + b"]", "twice": b'[{"id": "a", "id": "b"}]',
    "deep": b'[{"vars": ' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}]",
    "values": b'[{"lhs": NaN, "rel": Infinity, "rhs": null, "vars": [], "hypotheses": {}}]',
    "folder": None,
}


def test_bad_files_are_refused(tmp_path):
    from derivations.cli import main

    for name, content in BAD_BYTES.items():
        path = tmp_path / f"{name}.json"
        path.mkdir() if content is None else path.write_bytes(content)
        for command in ("decide", "verify"):
            assert main([command, str(path)]) in (1, 2), name


def test_a_byte_order_mark_is_no_fault(tmp_path):
    (tmp_path / "bom.json").write_text(json.dumps([asked("x + x", "2*x")]), encoding="utf-8-sig")
    assert verdicts(decide(tmp_path, "bom.json", "--json", "-")) == ["proved"]


# Objects of other shapes, from Python

ITSELF: dict[str, object] = {}
ITSELF["vars"] = ITSELF

@pytest.mark.parametrize(
    "data",
    [
        None, 3, "x = x", [], [["lhs", "x"]], {}, {"vars": 3}, {"lhs": ["x"], "rhs": {}, "rel": 3},
        {"vars": {1: "real", None: "x"}, "lhs": "1", "rel": "==", "rhs": "1"},
        {"vars": {"x": b"real"}, "lhs": b"x", "rel": "==", "rhs": "x"},
        {"lets": {"a": "1"}, "lhs": "a", "rel": "==", "rhs": "1"},
        {"lets": [["a", "a"]], "lhs": "a", "rel": "==", "rhs": "a"},
        {"lets": [["a", "b"], ["b", "a"]], "lhs": "a", "rel": "==", "rhs": "b"},
        {"lets": [["I", "1"]], "lhs": "I", "rel": "==", "rhs": "1"},
        {"lets": [["a"]], "lhs": "1", "rel": "==", "rhs": "1"},
        {"lets": [[1, "1"]], "lhs": "1", "rel": "==", "rhs": "1"}, {"equations": [["1"]]},
        {"equations": "1"}, {"equations": [[1, 1]]}, {"equations": []}, ITSELF,
    ],
)  # fmt: skip
def test_objects_of_other_shapes_are_refused(data):
    with pytest.raises(StatementError):
        parse_statement(data)


SORTS = [
    "real(", "matrix(n, n)", "matrix(1/2, 2)", "matrix(2)", "matrix(2, 2, 2)", "int", "object",
    "real -> real",
    "real; import os", "set()", "", "re\u0430l", "unitary(" + "-" * 150 + "2)",
]  # fmt: skip


def test_what_is_no_sort_is_refused(tmp_path):
    stated = [asked("1", "1", vars={"y": sort}) for sort in SORTS]
    faults(in_file(tmp_path / "f", *stated), len(stated))


# Numbers and names

UNREADABLE = [
    "1e999999999", "1e-999999999", "1e5000", "1.2.3", "0b1", "1j", ".5.", "1e", "1e+", "1e1e1",
    "x--", "**x", "x***y", "x//2", "x%2", "x@x", "x&1", "~x", "x^2", "x<<1", "x!", "#", "\\x",
    "x.y", "x[", "Sum", "Sum()", "Sum(x, x)", "Sum(x, (1, 1, 1))", "Matrix", "Matrix([[]])",
    "Matrix([[[1]]])", "Identity(1/2)", "sin", "sin()", "sin(x, x)", "sin x", "sin[x]", "I()",
    "pi()", "__class__", "__init__(x)", "_", "lambda", "import os", "input()", "globals()",
    "getattr(x, x)", "{x}", "[x]", "(x", "x)", "]x[", "'x'", "$x", "${x}", "<script>", "%00",
    "\x7f", "\u2066x", "\ufeffx", "\udcffx", "\u00bd", "x\u00b2", "\u00d7", "\u221e",
]  # fmt: skip


def test_what_is_no_number_or_formula_is_refused(tmp_path):
    found = in_file(tmp_path / "f", *map(asked, UNREADABLE))
    for text, fault in zip(UNREADABLE, faults(found, len(UNREADABLE)), strict=True):
        assert len(fault) < 400, (text, fault)
    assert plain(found.errors)


# Expressions of SymPy


def test_deep_and_wide_expressions_end():
    import sympy

    from derivations import prove

    x = sympy.Symbol("x", real=True)
    deep = x
    for _ in range(700):
        deep = sympy.sin(deep, evaluate=False) + 1
    assert "nested deeper than" in str(prove(sympy.Eq(deep, 0, evaluate=False)))
    doubled = x + 1
    for _ in range(100):
        doubled = sympy.Add(doubled, doubled, evaluate=False)
    assert prove(sympy.Eq(doubled, 0, evaluate=False)).kind == "refuted"
    wide = sympy.Add(*[sympy.Symbol(f"a{k}", real=True) for k in range(500)])
    assert prove(sympy.Eq(wide, 0)).kind == "refuted"


@pytest.mark.parametrize("name", ["x\n y: PROVED", "\u0445", "x\u202e", "", "x; import os"])
def test_names_of_sympy_are_names(name):
    import sympy

    from derivations import prove

    with pytest.raises(StatementError) as error:
        prove(sympy.Eq(sympy.Symbol(name, real=True), 0))
    assert plain(str(error.value)) and "\n" not in str(error.value)


# What is short and large: a right answer, or undecided because it is too large

TRUE = """
    9**9**9 = 9**9**9;  (-1)**(10**100) = 1;  x**(10**100) = x**(10**100)
    (x + 1)**(10**9) = (1 + x)**(10**9);  binomial(10**12, 1) = 10**12
    gcd(2**100000, 3**100000) = 1;  Sum(1/k, (k, 1, 10**18))*0 = 0;  Sum(1, (k, 1, 10**18)) = 10**18
    Sum(k, (k, 1, 10**18)) = 10**18*(10**18 + 1)/2;  Product(x, (k, 1, 10**12)) = x**(10**12)
    trace(Identity(10**9)) = 10**9;  det(Identity(10**6)) = 1
    trace(Identity(10**9)*Identity(10**9)) = 10**9
"""
FALSE = """
    9**9**9 = 1;  9**9**9**9 = 9**9**9**9 + 1;  0**(-(9**9**9)) = 0;  2**(10**9) = 2**(10**9) + 1
    (1/2)**(10**9) = 0;  x**(10**9) = x;  (x + 1)**100000 = x**100000;  factorial(10**9) = 0
    binomial(10**12, 5*10**11) = 1;  fibonacci(10**12) = 1;  harmonic(10**9) = 0;  gamma(10**9) = 0
    Sum(1/k, (k, 1, 10**18)) = 0;  Product(2, (k, 1, 10**12)) = 1;  sin(10**100) = 0
    Sum(Sum(Sum(k*j*l, (k, 1, 1000)), (j, 1, 1000)), (l, 1, 1000)) = 1;  sin(10**100000) = 0
    exp(10**9) = 0;  exp(exp(exp(exp(10)))) = 1;  log(10**(10**6)) = 0;  floor(10**1000*pi) = 3
    cos(pi/1000003) = 1;  cos(pi/(10**30)) = 1;  sqrt(2**(10**6)) = 1;  2**(1/10**9) = 1
    ((x + 1)**50)**50 = 1;  ((((x + 1)**9)**9)**9)**9 = 1;  (sin(x) + cos(x) + exp(x) + x)**200 = 1
    sin(x)**5000 = 1;  cos(100000*x) = 1
"""
LARGE = [
    *((entry.partition(" = ")[::2], "proved") for entry in entries(TRUE)),
    *((entry.partition(" = ")[::2], "refuted") for entry in entries(FALSE)),
    (("Mod(7**(10**9), 10)", "7"), "refuted"),
    (("Max(" + ", ".join(f"x - {k}" for k in range(300)) + ")", "x"), "proved"),
    (("+".join(f"sqrt({k})" for k in range(2, 60)), "1"), "refuted"),
    (("*".join(f"(sqrt({k}) + x)" for k in range(2, 40)), "1"), "refuted"),
]


def answered_rightly(found: Answer, right: list[str]) -> None:
    """Each with the right answer, or with none."""
    for k, (verdict, answer) in enumerate(zip(verdicts(found), right, strict=True)):
        assert verdict in (answer, "undecided"), k
    assert len(found.output) < 10**6


@pytest.mark.parametrize("part", range(4))
def test_what_is_large_is_answered_rightly_or_not_at_all(tmp_path, part):
    cases = LARGE[part::4]
    found = in_file(tmp_path / "f", *(asked(*sides) for sides, _ in cases), seconds=1)
    answered_rightly(found, [answer for _, answer in cases])


def chain(first: str, step: str, count: int) -> list[list[str]]:
    """Names a0, a1, ...: the first, and each made of the one before."""
    return [["a0", first], *([f"a{k}", step.replace("a", f"a{k - 1}")] for k in range(1, count))]


DEEP = [
    (chain("x + 1", "a + a", 100), "a99", f"{2**99}*(x + 1)", "proved"),
    (chain("x + 1", "a + a", 100), "a99", f"{2**99}*x", "refuted"),
    (chain("x + 1", "a*a", 60), "a59", "0", "refuted"),
    (chain("x + 1", "sin(a) + cos(a)", 60), "a59", "a59 + 1", "refuted"),
    (chain("x", "1/(1 + a**2)", 40), "a39", "0", "refuted"),
    (chain("x", "-a", 5000), "a4999", "-x", "proved"),
]


def test_deep_definitions(tmp_path):
    asking = (asked(a, b, lets=lets) for lets, a, b, _ in DEEP)
    found = in_file(tmp_path / "f", *asking, seconds=1)
    answered_rightly(found, [answer for *_, answer in DEEP])


DIMENSIONS = [
    ({"A": "matrix(1000000, 1000000)"}, "A*A", "A", "refuted"),
    ({"A": "matrix(1000000, 1000000)"}, "A + A", "2*A", "proved"),
    ({"A": "unitary(10**12)"}, "A*A.H", "Identity(10**12)", "proved"),
    ({"v": "real vector(10**9)"}, "trace(v*v.T)", "trace(v.T*v)", "proved"),
    ({"A": "matrix(40, 40)"}, "det(A)", "det(A.T)", "proved"),
    ({"A": "matrix(9**9**9, 2)"}, "A", "A", "proved"),
    ({"n": "posint", "A": "matrix(n, n)"}, "A**(10**9)", "A", "refuted"),
    ({f"x{k}": "real" for k in range(3000)}, "x0", "x1", "refuted"),
]


def test_large_dimensions(tmp_path):
    found = in_file(tmp_path / "f", *(asked(a, b, vars=names) for names, a, b, _ in DIMENSIONS))
    answered_rightly(found, [answer for *_, answer in DIMENSIONS])
