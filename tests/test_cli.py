"""The command line: what it prints, what it writes, and its exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import derivations
from derivations import documents
from derivations.cli import main
from derivations.documents import builtin_documents

CLAIMS = """
from sympy import Eq, cos, sin, symbols
from derivations import REFUTED, Document, step
a, b = symbols("a b", real=True)
doc = Document("notes", title="My notes", source="notes.txt")
doc.definition("unit", words="what is meant by a unit")
doc.claim("sum", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)), source="(1)", expect=REFUTED)
doc.claim("sum-right", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)), corrects="sum")
doc.chain("squares", cos(a)**2, step(1 - sin(a)**2, "one"))
doc.remark("old", "An old formula.")
"""


@pytest.fixture
def claim_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text: str = CLAIMS, name: str = "notes.py") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


@pytest.fixture
def run(capsys):
    """Run a command; its exit code, its output and its messages."""

    def command(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(list(arguments))
        except SystemExit as error:
            code = error.code
        output = capsys.readouterr()
        return code, output.out, output.err

    return command


def listing(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.name != "__pycache__")


# check


def test_check_reports_every_claim_and_the_tally(run, claim_file):
    code, output, messages = run("check", claim_file(), "--workers", "1")
    assert (code, messages) == (0, "")
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert lines[2] == "Refuted:"
    assert lines[3] == "notes:sum (1)"
    assert [line.split(": ")[0] for line in lines[4:]] == [
        "printed", "fails", "corrected in sum-right",
    ]
    assert lines[0] == (
        "3 claims: 2 proved, 0 conditional, 1 refuted, 0 undecided; "
        "listed: 1 definition, 1 remark; all as expected"
    )


def test_check_fails_when_a_verdict_is_not_the_expected_one(run, claim_file):
    code, output, _ = run("check", claim_file(CLAIMS.replace(", expect=REFUTED", "").replace(
        ', corrects="sum"', "")), "--workers", "1")
    assert code == 1
    assert "REFUTED, expected proved" in output
    assert "claimed in notes.py:7" in output
    assert output.split("\n")[0].endswith("; 1 not as expected")


def test_check_writes_one_json_object_a_line(run, claim_file, tmp_path):
    code, _, _ = run("check", claim_file(), "--workers", "1", "--json", "out/results.jsonl")
    assert code == 0
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    assert [(o["claim"], o["kind"], o["verdict"], o["expected"]) for o in found] == [
        ("unit", "definition", None, None), ("sum", "claim", "refuted", "refuted"),
        ("sum-right", "claim", "proved", "proved"), ("squares", "chain", "proved", "proved"),
        ("squares[1]", "step", "proved", "proved"),
        ("old", "remark", None, None),
    ]
    assert all(o["document"] == "notes" for o in found)
    assert set(found[1]["witness"]["values"]) == {"a", "b"}


def test_check_json_to_the_output_and_nothing_else(run, claim_file):
    code, output, _ = run("check", claim_file(), "--json", "-", "--workers", "1")
    assert code == 0
    assert len([json.loads(line) for line in output.splitlines()]) == 6


def test_check_of_a_file_that_prints(run, claim_file):
    code, output, messages = run("check", claim_file("print('oh')\n" + CLAIMS), "--json", "-")
    assert (code, messages) == (0, "oh\n")
    assert len([json.loads(line) for line in output.splitlines()]) == 6


@pytest.mark.parametrize(
    "text", ["", 'doc.remark("old", "An old formula.")\n', 'doc.definition("unit", words="one")\n']
)
def test_a_document_without_claims_is_not_as_expected(run, claim_file, text):
    name = claim_file('from derivations import Document\ndoc = Document("notes")\n' + text)
    told = "derivations: no claim is stated in notes: there is nothing to judge"
    assert wrong(run, "check", name) == told


def test_fewer_verdicts_than_claims_are_never_as_expected(run, claim_file, monkeypatch):
    from derivations.judging import judge

    whole = judge.judge
    monkeypatch.setattr(judge, "judge", lambda *options: list(whole(*options))[1:])
    told = "derivations: 3 claims and steps are stated, and 2 were judged"
    assert wrong(run, "check", claim_file()) == told
    assert wrong(run, "write", "--to", "latex", "-o", "out", claim_file()) == told


def test_check_without_documents_judges_the_built_in_ones(run, monkeypatch):
    monkeypatch.setattr(documents, "_BUILTIN", ("elementary",))
    assert run("check") == run("check", "elementary")


def test_check_writes_certificates_that_are_verified(run, claim_file, tmp_path):
    code, _, _ = run("check", claim_file(), "--certificates", "kept")
    assert (code, listing(tmp_path / "kept")) == (
        0, ["notes.squares.1.json", "notes.sum-right.json", "notes.sum.json"]
    )
    assert "3 certificate(s) hold" in run("verify", "kept")[1]


# The call alone


def test_the_call_alone_prints_help(run):
    code, output, _ = run()
    assert (code, "decide" in output, "Exit codes" in output) == (0, True, True)


def test_the_version(run):
    assert run("--version") == (0, f"derivations {derivations.__version__}\n", "")


# write and verify


@pytest.mark.parametrize(
    ("form", "name", "ending"),
    [("latex", "notes.tex", "\\end{document}\n"), ("notebook", "notes.ipynb", "}\n")],
)
def test_write_makes_a_writeup_of_each_document(run, claim_file, tmp_path, form, name, ending):
    code, output, _ = run("write", "--to", form, claim_file(), "-o", "out", "--workers", "1")
    assert code == 0
    assert output.startswith(str(Path("out") / name))
    assert listing(tmp_path / "out") == ["certificates", name]
    assert (tmp_path / "out" / name).read_text(encoding="utf-8").endswith(ending)


def test_write_makes_certificates_that_are_verified(run, claim_file):
    run("write", "--to", "latex", claim_file(), "-o", "out", "--workers", "1")
    assert "3 certificate(s) hold" in run("verify", str(Path("out") / "certificates"))[1]


def test_certificates_of_what_is_claimed_no_more_are_removed(run, claim_file, tmp_path):
    kept = tmp_path / "out" / "certificates"
    run("write", "--to", "latex", claim_file(), "-o", "out")
    run("check", "elementary", "--certificates", str(kept))
    (kept / "notes.other.json").write_text("{}")
    (kept / "notes.txt").write_text("mine")
    theirs = [name for name in listing(kept) if name.startswith("elementary.")]
    for call in (("write", "--to", "latex", "-o", "out"), ("check", "--certificates", str(kept))):
        claim_file(CLAIMS)
        assert run(*call, "notes.py")[0] == 0
        assert "notes.squares.1.json" in listing(kept)
        claim_file(CLAIMS.replace("doc.chain", "#"))
        assert run(*call, "notes.py")[0] == 0
        assert listing(kept) == [
            *theirs, "notes.other.json", "notes.sum-right.json", "notes.sum.json", "notes.txt"
        ]


@pytest.mark.parametrize(
    ("call", "other"),
    [
        (("write", "--to", "latex", "-o", "out"), "out/notes.tex"),
        (("write", "--to", "notebook", "-o", "out"), "out/notes.ipynb"),
        (("write", "--to", "latex", "-o", "out"), "out/certificates/notes.sum.json"),
        (("check", "--certificates", "out"), "out/notes.sum.json"),
    ],
)
def test_what_others_wrote_is_not_written_over(run, claim_file, tmp_path, call, other):
    name = claim_file()
    assert run(*call, name)[0] == run(*call, name)[0] == 0, "its own files are"
    (tmp_path / other).write_text("{}")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    told = f"derivations: {other!r} is not by derivations: name another folder to write to"
    assert wrong(run, *call, name) == told
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == before


def test_an_empty_list_holds_no_certificate(run, tmp_path):
    (tmp_path / "none.json").write_text("[]")
    told = f"{tmp_path / 'none.json'}: an empty list; expected a certificate file\n"
    assert run("verify", str(tmp_path / "none.json")) == (2, told, "")
    assert run("verify", str(tmp_path)) == (2, told, "")


def test_verify_refuses_a_certificate_that_was_changed(run, claim_file, tmp_path):
    run("check", claim_file(), "--certificates", "kept")
    broken = tmp_path / "kept" / "notes.sum.json"
    broken.write_text(broken.read_text().replace("a", "b", 1))
    assert run("verify", str(broken))[0] != 0


# Wrong calls: exit code 2, one line, nothing written


def wrong(run, *arguments: str) -> str:
    code, output, messages = run(*arguments)
    assert (code, output) == (2, "")
    assert messages.endswith("\n") and messages.count("\n") == 1
    return messages.rstrip()


WRONG = [
    (["check", "nope"],
     "derivations: no document is called 'nope'; built in are: "
     f"{', '.join(builtin_documents()) or 'none'}; "
     "a document of your own is named by its file, FILE.py"),
    (["check", "nope.py", "--json", "out.jsonl"],
     "derivations: cannot read 'nope.py': No such file or directory"),
    (["check", "--wrokers", "2"],
     "derivations: unrecognized arguments: --wrokers; see derivations --help"),
    (["check", "--workers", "0"],
     "derivations check: argument --workers: '0' is not a whole number from 1; "
     "see derivations check --help"),
    (["check", "--seconds", "nan"],
     "derivations check: argument --seconds: 'nan' is not a number of seconds above 0; "
     "see derivations check --help"),
    (["write", "-o", "out"],
     "derivations write: the following arguments are required: --to; "
     "see derivations write --help"),
    (["check", "--json", "."], "derivations: '.' is a folder; name a file to write"),
    (["check", "--json", "stratos"], "derivations: --json takes the file to write, stratos.jsonl"),
    (["check", "stratos", "--json", "mine.py"], "derivations: 'mine.py' is Python; --json takes"),
    (["verify", "."], "derivations: the folder '.' holds no certificate, no file *.json"),
    (["decide", "nope.json"], "derivations: nope.json: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_a_wrong_call(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert wrong(run, *arguments).startswith(message)
    assert listing(tmp_path) == []


def test_a_fault_in_a_claim_file(run, claim_file, tmp_path):
    name = claim_file(CLAIMS + "doc.remark('sum', '')\n")
    assert wrong(run, "write", "--to", "latex", name, "-o", "out") == (
        "derivations: notes.py:11: 'sum': this label is already used at line 7"
    )
    assert listing(tmp_path) == ["notes.py"]


def test_two_documents_of_one_name(run, claim_file):
    first, second = claim_file(), claim_file(name="other.py")
    assert wrong(run, "check", first, second) == (
        "derivations: two of the documents are called 'notes'; their names must differ"
    )


def test_an_unknown_command_or_format_is_told_what_there_is(run):
    told = wrong(run, "prove").replace("'", "")
    assert "choose from decide, show, check, verify, words, write" in told
    told = wrong(run, "write", "--to", "word", "-o", "x").replace("'", "")
    assert "choose from latex, notebook" in told


def test_a_place_that_cannot_be_written(run, claim_file, tmp_path):
    name = claim_file()
    message = wrong(run, "write", "--to", "latex", name, "-o", "notes.py/out")
    blocking = tmp_path / name
    assert message == f"derivations: cannot write to 'notes.py/out': {blocking} is not a folder"
    assert listing(tmp_path) == ["notes.py"]


def test_what_is_judged_is_not_written_over(run, claim_file, tmp_path):
    name, statements = claim_file(), tmp_path / "s.json"
    statements.write_text('[{"statement": "1 + 1 = 2"}]')
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "s.json").symlink_to(statements)
    before = (tmp_path / name).read_text(), statements.read_text()
    calls = [
        ("check", "notes.py", "--json", "./notes.py"),
        ("check", "notes", "--json", "notes.py"),
        ("decide", "s.json", "--json", "link/s.json"),
    ]
    for call in calls:
        told = f"derivations: {call[-1]!r} is what is judged: name another file to write"
        assert wrong(run, *call) == told
    assert ((tmp_path / name).read_text(), statements.read_text()) == before


# decide


SAME = "x + 1 = x + 1"
DECIDED = [
    ("sin(x)**2 + cos(x)**2 = 1", [], 0, " PROVED "),
    ("x*z = y*z", ["--given", "x = y"], 0, " PROVED "),
    ("x/x = 1", [], 0, " CONDITIONAL "),
    ("x/x = 1", ["--given", "x != 0"], 0, " PROVED "),
    ("x*y = x", ["--given", "z = 1"], 0, " REFUTED "),
    ("sqrt(x**2) = x", [], 0, " REFUTED "),
    ("sqrt(x**2) = x", [], 0, "at x = -1: left 1, right -1, exactly 2 apart (for all x: real)"),
    ("sqrt(x**2) = x", [], 0, "left - right = sqrt(x**2) - x"),
    ("x < u", ["--exists", "u: real"], 0, " PROVED "),
    ("x < u", ["--exists", "u: real"], 0, "    exists u: real: x < u "),
    (SAME, [], 1, " PROVED"),
    (SAME, [], 1, "both sides are the same: nothing was checked"),
    (SAME, ["--json", "-"], 1, '"empty": true'),
]


@pytest.mark.parametrize("statement", ["zeta(x) = 1", "lucas(3) = 4"])
def test_what_is_not_supported_is_refused_with_where_to_look(run, statement):
    code, output, faults = run("decide", statement, "--let", "x: real")
    assert (code, output) == (2, "")
    assert "is not supported; `derivations words` lists what is read" in faults


@pytest.mark.parametrize(("statement", "options", "code", "said"), DECIDED)
def test_decide_answers_one_statement(run, statement, options, code, said):
    """It exits with 0 whatever the verdict, unless nothing was checked."""
    letters = [name for name in "xyz" if name in statement + " ".join(options)]
    found = run("decide", statement, "--let", f"{', '.join(letters)}: real", *options)
    assert (found[0], found[2]) == (code, "")
    assert said in found[1].replace("\n", " \n")


def test_a_trace_of_all_methods_or_of_one(run):
    call = "decide", "x = 1", "--let", "x: real", "--given", "x**2 = 1", "--trace"
    code, output, faults = run(*call)
    assert (code, faults) == (0, "")
    assert " REFUTED " in output
    code, output, faults = run(*call, "equation")
    assert (code, output) == (2, "")
    assert "no method is called 'equation'; did you mean equations?" in faults


def test_a_trace_is_of_one_statement(run, statement_file):
    for call in ([statement_file(STATEMENTS)], ["x = y", "--let", "x, y: real", "--json", "-"]):
        code, output, faults = run("decide", *call, "--trace")
        assert (code, output) == (2, "")
        assert "--trace goes with one statement" in faults


STATEMENTS = [
    {"id": "yes", "vars": {"x": "real"}, "equations": [["sin(-x)", "-sin(x)"]]},
    {"id": "no", "vars": {"x": "real"}, "lhs": "cos(-x)", "rel": "==", "rhs": "-cos(x)"},
    {"id": "where", "vars": {"x": "real"}, "lhs": "x/x", "rel": "==", "rhs": "1"},
    {"id": "later", "vars": {"x": "real"}, "lhs": "erf(x)", "rel": "==", "rhs": "0"},
]


@pytest.fixture
def statement_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(content, name: str = "s.json") -> str:
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return write


@pytest.mark.parametrize("workers", ["1", "2"])
def test_decide_judges_the_statements_of_a_file(run, statement_file, tmp_path, workers):
    name = statement_file(STATEMENTS)
    code, output, _ = run("decide", name, "--json", "out/found.jsonl", "--workers", workers)
    assert code == 2  # one of them is not supported
    assert output.rstrip().split("\n")[-1] == (
        "4 statements: 1 proved, 1 conditional, 1 refuted, 1 undecided; 1 of them refused"
    )
    found = [json.loads(li) for li in (tmp_path / "out/found.jsonl").read_text().splitlines()]
    assert [(o["id"], o["verdict"]) for o in found] == [
        ("yes", "proved"), ("no", "refuted"), ("where", "conditional"), ("later", "undecided"),
    ]
    assert found[1]["witness"]["values"] == {"x": "0"}
    assert found[1]["residual"] == "2*cos(x)"
    assert found[2]["conditions"] == ["x != 0"]
    assert "erf: write 2/sqrt(pi)*Integral(exp(-u**2), (u, " in found[3]["attempts"][0]["stopped"]
    assert all(isinstance(o["seconds"], (int, float)) for o in found)


def test_an_id_that_no_line_can_show_keeps_nothing_else_from_being_judged(statement_file):
    one = {"statement": "1 + 1 = 2"}
    name = statement_file([{"id": "\ud800", **one}, {"id": "a\nb", **one}, {"id": "θ", **one}])
    call = [sys.executable, "-m", "derivations", "decide", name, "--json", "r.jsonl"]
    done = subprocess.run(
        call, capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "the id is a line of text" in done.stderr
    found = [json.loads(line) for line in Path("r.jsonl").read_text("utf-8").splitlines()]
    assert [(row["id"], row["verdict"]) for row in found] == [
        ("$0", "undecided"), ("$1", "undecided"), ("θ", "proved")
    ]  # fmt: skip


def test_decide_json_to_the_output_and_nothing_else(run, statement_file):
    _, output, _ = run("decide", statement_file(STATEMENTS), "--json", "-")
    assert len([json.loads(line) for line in output.splitlines()]) == 4


def test_decide_ends_a_statement_whose_time_is_up(run, monkeypatch):
    def forever(*_, **__):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("derivations.proving.decide", forever)
    code, output, _ = run("decide", "x = x", "--let", "x: real", "--seconds", "0.3")
    assert (code, "UNDECIDED" in output) == (0, True)
    assert "time: no answer within 0.3 s" in output


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RecursionError(), "depth: nested too deep"),
        (MemoryError(), "memory: needs more than 800 MB"),
        (ZeroDivisionError("oh"), "program: failed: ZeroDivisionError: oh"),
    ],
)
def test_a_failure_of_the_program_leaves_a_statement_undecided(run, monkeypatch, error, words):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("derivations.proving.decide", fail)
    code, output, _ = run("decide", "x = x", "--let", "x: real")
    assert (code, words in output) == (0, True)


# Input that cannot be read: exit code 2, every fault with its place, nothing written


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("sin(x = 1", "derivations: statement:1:4: unbalanced brackets: ( is never closed\n"),
        ("sinn(x) = 1", "statement:1:1: unknown function sinn; did you mean sin?\n"),
        ("xx = 1", "statement:1:1: xx is not declared; did you mean x?; declared: x, A\n"),
        ("A*A = x", "statement:1:1: the sizes in the product A*A do not fit"),
        ("", "statement:1:1: empty: there is no term here\n"),
        ("x + 1", "statement:1:6: a relation is missing"),
    ],
)
def test_a_statement_that_cannot_be_read(run, tmp_path, monkeypatch, statement, message):
    monkeypatch.chdir(tmp_path)
    code, output, messages = run("decide", statement, "--let", "x: real", "--let",
                                 "A: matrix(2, 3)", "--json", "out.jsonl")
    assert (code, output) == (2, "")
    assert message in messages
    assert listing(tmp_path) == []


def test_a_fault_is_shown_with_its_line_and_a_caret(run):
    _, _, messages = run("decide", "x + sinn(x) = 1", "--let", "x: real")
    assert messages == (
        "derivations: statement:1:5: unknown function sinn; did you mean sin?\n"
        "      x + sinn(x) = 1\n"
        "          ^\n"
    )


def test_what_cannot_be_read_in_a_file_keeps_nothing_else_from_being_judged(
    run, statement_file, tmp_path
):
    name = statement_file([
        {"vars": {"x": "real"}, "lhs": "(x", "rel": "==", "rhs": "sinn(x)"},
        STATEMENTS[0],
        {"vars": {"A": "matrix(2,3)"}, "equations": [["A*A", "A"]]},
        {"id": "bad", "vars": {"x": "rael"}, "lhs": "", "rel": "==", "rhs": "1"},
        {**STATEMENTS[1], "id": "yes"},
        STATEMENTS[3],
    ])
    code, output, messages = run("decide", name, "--json", "out.jsonl")
    assert code == 2
    lines = [line.split(": ")[:2] for line in messages.rstrip().split("\n")]
    assert messages.startswith(
        "derivations: 7 faults in s.json; 5 of its 6 statements were not judged\n"
    )
    assert [where[0].strip() for where in lines[1:]] == [
        "s.json $[0].lhs:1:1", "s.json $[0].rhs:1:1", "s.json $[2].equations[0][0]:1:1",
        "s.json $[3].vars.x:1:1", "s.json $[3].lhs:1:1", "s.json $[4].id:1:1",
        "s.json $[5].lhs:1:1",
    ]
    assert output.rstrip().split("\n")[-1] == (
        "6 statements: 1 proved, 0 conditional, 0 refuted, 5 undecided; 5 of them refused"
    )
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(o["id"], o["verdict"]) for o in found] == [
        ("$0", "undecided"), ("yes", "proved"), ("$2", "undecided"), ("bad", "undecided"),
        ("$4", "undecided"), ("later", "undecided"),
    ]
    told = found[3]["attempts"][0]["stopped"]
    assert "s.json $[3].vars.x:1:1: " in told and "s.json $[3].lhs:1:1: " in told
    assert run("decide", name, "--json", "-")[1].count("\n") == 6
    assert "PROVED" in run("show", f"{name}#yes")[1]
    assert "s.json $[3].vars.x:1:1: " in run("show", f"{name}#bad")[2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[{"id": ', "s.json:1:9: not JSON"),
        ('{"id": "a"}', "s.json:1:1: a statement file is a list of objects"),
        ("[]", "s.json:1:1: the list is empty: there is no statement to judge"),
    ],
)
def test_a_file_that_is_no_list_of_statements(run, statement_file, content, message):
    assert message in wrong(run, "decide", statement_file(content))


def test_files_and_options_that_do_not_go_together(run, statement_file):
    name = statement_file(STATEMENTS)
    refused = wrong(run, "decide", name, "--let", "x: real")
    assert "--let, --given and --exists go with a statement" in refused


# show


def test_show_tells_the_proof_of_a_statement(run):
    code, output, _ = run("show", "x*z = y*z", "--let", "x,y,z: real", "--given", "x = y")
    assert code == 0
    assert "zero by (i).\n" in output
    assert "PROVED: both sides are the same" in run("show", "x = x", "--let", "x: real")[1]


def test_show_finds_a_statement_of_a_file(run, statement_file):
    name = statement_file(STATEMENTS)
    assert "REFUTED." in run("show", f"{name}#no")[1]
    assert "no statement with the id 'noo'; did you mean no?" in wrong(run, "show", f"{name}#noo")
    assert "name a statement of the file by its id" in wrong(run, "show", name)


def test_show_finds_a_claim_of_a_document(run, claim_file):
    name = claim_file()
    code, output, _ = run("show", f"{name}:sum")
    assert (code, output.split("\n")[0]) == (0, "notes: sum   (1)")
    assert run("show", "notes:sum")[1].split("\n")[0] == "notes: sum   (1)"
    assert "Reason given: one" in run("show", f"{name}:squares")[1]
    assert "Listed as a remark, not judged." in run("show", f"{name}:old")[1]
    fault = wrong(run, "show", f"{name}:summ")
    assert "no claim of notes is called 'summ'; did you mean sum?" in fault
    assert f"`derivations check --json - {name}` lists them" in fault
    for document in (name, "notes", "elementary"):
        fault = wrong(run, "show", document)
        assert f"{document!r} is a document; name a claim of it, {document}:LABEL; `deriv" in fault
    assert "is a claim file, which `derivations check` judges" in wrong(run, "decide", name)


# In a process of its own


def start(code: str, *arguments: str, **options) -> subprocess.Popen:
    root = str(Path(documents.__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
        **options,
    )


RUN = "import sys; from derivations.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["verify", "none.json"]])
def test_help_and_verify_do_not_import_sympy(arguments):
    code = (
        "import sys\nfrom derivations.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "sys.exit('sympy' in sys.modules)"
    )
    process = start(code, *arguments)
    process.communicate()
    assert process.returncode == 0


def test_a_reader_that_leaves_is_no_error(claim_file):
    process = start(RUN, "check", claim_file(), "--workers", "1")
    process.stdout.close()
    messages = process.stderr.read()
    process.wait()
    assert (process.returncode, messages) == (141, "")


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_takes_one_line(claim_file, workers):
    slow = "import time\nprint('ready', flush=True)\ntime.sleep(60)\n"
    name = claim_file(slow + CLAIMS)
    process = start(RUN, "check", name, "--workers", workers, start_new_session=True)
    assert process.stderr.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    _, messages = process.communicate()
    assert (process.returncode, messages) == (130, "derivations: interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_answers_before_an_interruption_are_not_lost(statement_file):
    factors = " * ".join(f"(a{k} + b{k})" for k in range(40))
    names = {f"{letter}{k}": "real" for letter in "ab" for k in range(40)}
    long = {"id": "long", "vars": names, "equations": [[f"exp(({factors})**9)", "1"]]}
    name = statement_file([STATEMENTS[0], *[long | {"id": f"long{k}"} for k in range(3)]])
    process = start(RUN, "decide", name, "--json", "-", "--workers", "1", start_new_session=True)
    first = process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    rest, messages = process.communicate()
    assert json.loads(first)["id"] == "yes" and not rest
    assert (process.returncode, messages) == (130, "derivations: interrupted\n")


ENDLESS = {
    "loop": "while True: pass\n",
    "swallowing": "while True:\n  try:\n    while True: pass\n  except BaseException: pass\n",
    "number": "9**9**9\n",
}


@pytest.mark.skipif(os.name == "nt", reason="has no alarms")
@pytest.mark.parametrize("loop", ENDLESS)
def test_a_claim_file_that_does_not_end_ends(claim_file, loop):
    process = start(RUN, "check", claim_file(CLAIMS + ENDLESS[loop]), "--seconds", "0.5")
    output, messages = process.communicate()
    assert (process.returncode != 0, output) == (True, "")
    assert "notes.py" in messages


@pytest.mark.parametrize("statement", ["sin(x)**2 + cos(x)**2 = 1", "cos(x) = 1"])
@pytest.mark.parametrize("command", ["decide", "show"])
def test_a_statement_is_answered_without_sympy(command, statement):
    code = (
        "import sys\nfrom derivations.cli import main\nmain(sys.argv[1:])\n"
        "sys.exit('sympy' in sys.modules)"
    )
    process = start(code, command, statement, "--let", "x: real")
    process.communicate()
    assert process.returncode == 0
