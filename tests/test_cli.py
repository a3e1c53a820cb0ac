"""The command line: what it prints, what it writes, and its exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from derivations import documents
from derivations.cli import main
from derivations.documents import builtin_documents

CLAIMS = """
from sympy import Eq, cos, sin, symbols
from derivations import REFUTED, Document, eq, step, symbol
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
    assert lines[0] == "My notes [notes]"
    assert "sum (1) REFUTED" in lines
    assert "sum-right PROVED" in lines
    assert "squares, step 1 of 1 PROVED" in lines
    assert lines[-1] == (
        "3 claims: 2 proved, 0 conditional, 1 refuted, 0 undecided; "
        "listed: 1 definition, 1 remark; all as expected"
    )


def test_check_fails_when_a_verdict_is_not_the_expected_one(run, claim_file):
    code, output, _ = run("check", claim_file(CLAIMS.replace(", expect=REFUTED", "").replace(
        ', corrects="sum"', "")), "--workers", "1")
    assert code == 1
    assert "REFUTED, expected proved" in output
    assert "claimed in notes.py:7" in output
    assert output.rstrip().endswith("; 1 not as expected")


def test_check_writes_one_json_object_a_line(run, claim_file, tmp_path):
    code, _, _ = run("check", claim_file(), "--workers", "1", "--json", "out/results.jsonl")
    assert code == 0
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    assert [(o["claim"], o["kind"], o["verdict"], o["expected"]) for o in found] == [
        ("unit", "definition", None, None),
        ("sum", "claim", "refuted", "refuted"),
        ("sum-right", "claim", "proved", "proved"),
        ("squares, step 1 of 1", "step", "proved", "proved"),
        ("old", "remark", None, None),
    ]
    assert all(o["document"] == "notes" for o in found)
    assert set(found[1]["witness"]["values"]) == {"a", "b"}


def test_check_json_to_the_output_and_nothing_else(run, claim_file):
    code, output, _ = run("check", claim_file(), "--json", "-", "--workers", "1")
    assert code == 0
    assert len([json.loads(line) for line in output.splitlines()]) == 5


def test_workers_do_not_change_the_report(run, claim_file):
    name = claim_file()
    one, two = (run("check", name, "--workers", n)[1] for n in "12")
    assert one == two


def test_check_without_documents_judges_the_built_in_ones(run, monkeypatch):
    if not builtin_documents():
        pytest.skip("no document yet")
    _, output, _ = run("check")
    for name in builtin_documents():
        assert f"[{name}]" in output


# write and verify


def test_write_makes_a_writeup_of_each_document(run, claim_file, tmp_path):
    code, output, _ = run("write", "--to", "latex", claim_file(), "-o", "out", "--workers", "1")
    assert code == 0
    assert output.startswith(str(Path("out") / "notes.tex"))
    assert listing(tmp_path / "out") == ["notes.tex"]
    assert (tmp_path / "out" / "notes.tex").read_text().endswith("\\end{document}\n")


def test_verify_replays_certificates(run, claim_file, tmp_path):
    from derivations.checking import judge
    from derivations.writing.certificate import write_certificate

    folder = tmp_path / "certificates"
    for one in judge([documents.load(claim_file())], workers=1):
        assert one.verdict.certificate is not None
        write_certificate(folder, "notes", one.claim.label, one.verdict.certificate)
    code, output, messages = run("verify", "certificates")
    assert (code, messages) == (0, "")
    assert len(output.splitlines()) >= 3
    broken = folder / "notes.sum.json"
    broken.write_text(broken.read_text().replace("a", "b", 1))
    assert run("verify", str(broken))[0] != 0


# Wrong calls: exit code 2, one line, nothing written


def wrong(run, *arguments: str) -> str:
    code, output, messages = run(*arguments)
    assert (code, output) == (2, "")
    assert messages.endswith("\n") and messages.count("\n") == 1
    return messages.rstrip()


def test_an_unknown_document(run):
    assert wrong(run, "check", "nope") == (
        "derivations: no document is called 'nope'; built in are: "
        f"{', '.join(builtin_documents()) or 'none'}; "
        "a document of your own is named by its file, FILE.py"
    )


def test_a_missing_claim_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert wrong(run, "check", "nope.py", "--json", "out.jsonl") == (
        "derivations: cannot read 'nope.py': No such file or directory"
    )
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "derivations: the following arguments are required: COMMAND; see derivations --help"),
        (
            ["check", "--wrokers", "2"],
            "derivations: unrecognized arguments: --wrokers; see derivations --help",
        ),
        (
            ["check", "--workers", "0"],
            "derivations check: argument --workers: '0' is not a whole number from 1; "
            "see derivations check --help",
        ),
        (
            ["check", "--seconds", "nan"],
            "derivations check: argument --seconds: 'nan' is not a number of seconds above 0; "
            "see derivations check --help",
        ),
        (
            ["write", "-o", "out"],
            "derivations write: the following arguments are required: --to; "
            "see derivations write --help",
        ),
        (["check", "--json", "."], "derivations: '.' is a folder; name a file to write"),
    ],
)
def test_a_wrong_call(run, arguments, message):
    assert wrong(run, *arguments).startswith(message)


def test_an_unknown_command_or_format_is_told_what_there_is(run):
    told = wrong(run, "prove").replace("'", "")
    assert "choose from decide, show, check, mutate, verify, write" in told
    assert "choose from latex" in wrong(run, "write", "--to", "word", "-o", "x").replace("'", "")


def test_a_place_that_cannot_be_written(run, claim_file, tmp_path):
    name = claim_file()
    message = wrong(run, "write", "--to", "latex", name, "-o", "notes.py/out")
    blocking = tmp_path / name
    assert message == f"derivations: cannot write to 'notes.py/out': {blocking} is not a folder"
    assert listing(tmp_path) == ["notes.py"]


def test_a_missing_certificate_or_an_empty_folder(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert run("verify", "nope.json")[0] == 2
    assert wrong(run, "verify", "empty") == (
        "derivations: the folder 'empty' holds no certificate, no file *.json"
    )


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
    slow = "import time, sys\nprint('ready', flush=True)\ntime.sleep(60)\n"
    name = claim_file(slow + CLAIMS)
    process = start(RUN, "check", name, "--workers", workers, start_new_session=True)
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    started = time.monotonic()
    _, messages = process.communicate()
    assert (process.returncode, messages) == (130, "derivations: interrupted\n")
    assert time.monotonic() - started < 10
