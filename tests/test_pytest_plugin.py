"""Claims as pytest items, their lock files, and asserts in the tests of others."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from derivations import load
from derivations.judging import judge
from derivations.testing import assert_proved, assert_refuted
from derivations.verdicts import Stopped, undecided

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
# As it is loaded where the package is installed, whether it is installed here or not; and without
# hypothesis, which takes long to import.
PLUGIN = ("-p", "no:derivations", "-p", "derivations.pytest_plugin", "-p", "no:hypothesispytest")
ASKED = (*PLUGIN, "--derivations", "claims/*.py")
UPDATE = (*ASKED, "--derivations-update")

HEAD = """\
from sympy import Eq, cos, sin, symbols
from derivations import CONDITIONAL, REFUTED, UNDECIDED, Document, step

a, b = symbols("a b", real=True)
doc = Document("angles", title="Angle sums")
"""
CLAIMS = (
    HEAD
    + """\
doc.claim("sum", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)), source="(2)", expect=REFUTED)
doc.chain("double", cos(2*a),
          step(cos(a)**2 - sin(a)**2, "(2) with b = a"),
          step(1 - 2*sin(a)**2, "Pythagoras"))
doc.claim("quotient", Eq((a**2 - b**2)/(a - b), a + b), expect=CONDITIONAL)
doc.unstated("limit", "Both sides tend to 1.", missing="limits")
"""
)
WRONG = CLAIMS.replace("1 - 2*sin", "1 + 2*sin")
LOCK = """\
sum 123d8c55725e refuted a = pi/2, b = pi/2
double[1] f95af70ada49 proved
double[2] bff59b7b7f6c proved
quotient 3fc2447d213f conditional a - b != 0
"""


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory):
    """What is imported late stays imported: pytester forgets what a run imports."""
    file = tmp_path_factory.mktemp("once") / "angles.py"
    file.write_text(WRONG)
    assert len([one.verdict for one in judge.judge([load(str(file))])]) == 4


@pytest.fixture
def project(pytester):
    def write(claims: str = CLAIMS, lock: str = "") -> pytest.Pytester:
        folder = pytester.mkdir("claims")
        (folder / "angles.py").write_text(claims)
        if lock:
            (folder / "angles.lock").write_text(lock)
        return pytester

    return write


def test_each_claim_and_each_step_is_an_item_with_its_outcome(project):
    run = project(WRONG).runpytest_inprocess(*ASKED, "-v", "-rx")
    run.assert_outcomes(passed=3, failed=1, xfailed=1)
    run.stdout.fnmatch_lines(
        [
            "claims/angles.py::sum PASSED*",
            "claims/angles.py::double?1? PASSED*",
            "claims/angles.py::double?2? FAILED*",
            "claims/angles.py::quotient PASSED*",
            "claims/angles.py::limit XFAIL*",
            "*__ double?2? __*",
            "double?2?: expected proved, found refuted",
            '  reason given: "Pythagoras"',
            "cos(a)*2 - sin(a)*2 == 1 + 2*sin(a)*2 * REFUTED",
            "    at a = pi/2: left -1, right 3, exactly 4 apart (for all a: real)",
            "    left - right = *",
            "claims/angles.py:9: refuted",
            "derivations: 1 proved, 1 conditional, 2 refuted; 1 not as expected",
            "XFAIL claims/angles.py::limit - limits",
        ],
        consecutive=False,
    )


def test_a_claim_that_is_excused_is_still_not_as_expected(project):
    pytester = project(WRONG)
    pytester.makeconftest(
        "import pytest\ndef pytest_collection_modifyitems(items):\n"
        "    for item in items: item.add_marker(pytest.mark.xfail)\n")
    run = pytester.runpytest_inprocess(*ASKED)
    assert run.ret == 0
    run.stdout.fnmatch_lines(["derivations: 1 proved, 1 conditional, 2 refuted; 1 not as expected"])


def test_expected_undecided_is_an_expected_failure_until_it_is_decided(project, monkeypatch):
    claim = 'doc.claim("open", Eq(cos(a)**2, 1 - sin(a)**2), expect=UNDECIDED, missing="a law")\n'
    pytester = project(HEAD + claim)
    run = pytester.runpytest_inprocess(*ASKED)
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(["open: expected undecided, found proved"])
    monkeypatch.setattr(judge, "judge_here", lambda stated, *_: undecided(stated, Stopped("late")))
    run = pytester.runpytest_inprocess(*ASKED, "-rx")
    run.assert_outcomes(xfailed=1)
    run.stdout.fnmatch_lines(["XFAIL claims/angles.py::open - a law"])


def test_what_follows_from_a_contradiction_fails_unless_that_is_meant(project):
    claim = 'doc.claim("never", Eq(a, b), given=[a > 0, a < 0])\n'
    pytester = project(HEAD + claim)
    run = pytester.runpytest_inprocess(*UPDATE)
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(["never: proved, but its hypotheses contradict each other (vacuous=*"])
    meant = claim.replace("0]", "0], vacuous=True")
    assert re.fullmatch(r"never \w{12} proved vacuously\n", Path("claims/angles.lock").read_text())
    Path("claims/angles.py").write_text(HEAD + meant)
    pytester.runpytest_inprocess(*ASKED).assert_outcomes(passed=1)


def test_all_faults_of_a_file_are_one_collection_error(project):
    faults = 'doc.claim("one", Eq(a, a))\ndoc.claim("two", a + b)\n'
    run = project(HEAD + faults).runpytest_inprocess(*ASKED)
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(
        [
            "*ERROR collecting claims/angles.py*",
            "2 faults",
            "  claims/angles.py:6: 'one': both sides are the same*",
            "  claims/angles.py:7: 'two': *",
        ]
    )


def test_nothing_is_collected_unasked(project):
    run = project().runpytest_inprocess(*PLUGIN, "-o", "python_files=*.py")
    run.assert_outcomes()
    assert "angles.py::" not in run.stdout.str()


@pytest.mark.parametrize(
    ("ini", "arguments", "collected"),
    [
        ("derivations_files=claims/*.py", [], 6),
        ("derivations_files=claims/*.py\npython_files=*.py", [], 6),
        ("derivations_files=claims/*.py", ["claims/angles.py::double[2]"], 1),
        ("derivations_files=claims/*.py", ["claims/angles.py::double"], 2),
        ("derivations_files=claims/*.py", ["claims", "-k", "sum"], 1),
        ("derivations_files=claims/*.py\ntestpaths=tests", [], 6),
        ("derivations_files=claims/*.py\ntestpaths=tests", ["tests"], 0),
        ("testpaths=tests claims", ["--derivations", "claims/angles.py"], 6),
    ],
)
def test_which_items_are_run(project, ini, arguments, collected):
    twice = 'doc.claim("twice", Eq(a + a, 2*a))\n'  # a fault where SymPy evaluates it
    pytester = project(CLAIMS + twice)
    pytester.mkdir("tests")
    pytester.makeini(f"[pytest]\n{ini}\n")
    run = pytester.runpytest_inprocess(*PLUGIN, "--collect-only", "-q", *arguments)
    assert sum("angles.py::" in line for line in run.outlines) == collected
    assert "errors" not in run.parseoutcomes()


def test_a_glob_without_a_file_is_a_wrong_call(pytester):
    run = pytester.runpytest_inprocess(*ASKED)
    assert run.ret == pytest.ExitCode.USAGE_ERROR
    told = f"ERROR: derivations: there is no file 'claims/?.py' in {pytester.path}"
    run.stderr.fnmatch_lines([told])


# A run that judges none of what it was asked for does not pass

HOOK = """
import pytest

def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.skip) if {skipped} else None
"""
NONE = "derivations: no claim was judged: of the 1 claim file that {} names none was collected"
NOT_RUN = [
    # arguments, what the ini says, code, passed, what is told
    ([*ASKED, "tests"], "", 1, 4, "1 not as expected"),
    ([*ASKED, "tests", "--ignore=claims"], "", 1, 4, "1 not as expected"),
    ([*ASKED, "--ignore=claims"], "", 1, 1, NONE.format("--derivations")),
    ([*PLUGIN, "tests"], "derivations_files=claims/*.py", 0, 1, NONE.format("derivations_files")),
    ([*ASKED, "tests", "-k", "test_own"], "", 0, 1, ""),
    ([*ASKED, "tests", "-k", "sum or test_own"], "", 0, 2, "1 refuted; all as expected"),
    ([*ASKED, "--ignore=claims", "--collect-only"], "", 0, 0, ""),
]


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
@pytest.mark.parametrize(("arguments", "ini", "code", "passed", "told"), NOT_RUN)
def test_a_run_that_collects_no_claim(
    project, arguments, ini, code, passed, told, workers, long
):
    if workers and "--collect-only" in arguments:
        pytest.skip("nothing is distributed")
    if workers and not long and "tests" not in arguments[-3:-1]:
        pytest.skip("two of them show what is distributed")
    pytester = project(WRONG)
    pytester.mkdir("tests").joinpath("test_own.py").write_text("def test_own(): pass\n")
    pytester.makeini(f"[pytest]\n{ini}\n")
    start = pytester.runpytest_subprocess if workers else pytester.runpytest_inprocess
    run = start(*arguments, *workers)
    assert (run.ret, run.parseoutcomes().get("passed", 0)) == (code, passed)
    lines = [line for line in run.outlines if line.startswith("derivations:")]
    assert [line[-len(told):] for line in lines] == [told] * bool(told)


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--derivations=more.py", "--ignore=more.py"), "more.py"),
        (("--derivations=tests", "tests"), "tests"),
    ],
)
def test_each_file_that_is_asked_for_is_collected(project, arguments, named, workers):
    pytester = project()
    pytester.mkdir("tests").joinpath("test_own.py").write_text("def test_own(): pass\n")
    (pytester.path / "more.py").write_text(WRONG)
    start = pytester.runpytest_subprocess if workers else pytester.runpytest_inprocess
    run = start(*ASKED, *arguments, *workers)
    told = [line for line in run.outlines if "names" in line]
    assert (run.ret, run.parseoutcomes().get("failed"), told) == (
        1, None, [f"derivations: {named}, which --derivations names, was not collected"]
    )  # fmt: skip


def test_a_file_of_the_ini_option_in_a_folder_that_is_not_looked_into(project):
    pytester = project()
    pytester.mkdir("build").joinpath("bad.py").write_text(WRONG)
    pytester.makeini("[pytest]\nderivations_files = build/*.py\n")
    run = pytester.runpytest_inprocess()
    told = [line for line in run.outlines if "names" in line]
    assert run.ret == 1
    assert told == [
        "derivations: no claim was judged: of the 1 claim file that derivations_files names none "
        "was collected"
    ]


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
@pytest.mark.parametrize(
    ("skipped", "code", "told"),
    [
        ("True", 1, "derivations: 4 not judged, such as angles.py::double[1]"),
        ("item.name == 'limit'", 0, ""),
        ("item.name in 'sum limit'", 1, "derivations: 1 not judged, such as angles.py::sum"),
    ],
)
def test_claims_that_are_skipped(project, skipped, code, told, workers, long):
    if workers and not long and "sum" not in skipped:
        pytest.skip("one of them shows what is distributed")
    pytester = project()
    pytester.makeconftest(HOOK.format(skipped=skipped))
    start = pytester.runpytest_subprocess if workers else pytester.runpytest_inprocess
    run = start(*ASKED, *workers)
    assert (run.ret, [line for line in run.outlines if " not judged" in line]) == (
        code, [told] * bool(told)
    )  # fmt: skip


def test_a_file_that_skips_itself_or_does_not_end(project, monkeypatch):
    monkeypatch.setattr("derivations.testing.SECONDS", 0.5)
    pytester = project(CLAIMS + "import pytest\npytest.skip('no', allow_module_level=True)\n")
    (pytester.path / "claims" / "endless.py").write_text(CLAIMS + "while True: pass\n")
    run = pytester.runpytest_inprocess(*ASKED)
    run.assert_outcomes(errors=2)
    run.stdout.fnmatch_lines(
        [
            "claims/angles.py:13: Skipped: no",
            "claims/endless.py:12: it is still running after 0.5 s (--seconds 0.5)",
            "derivations: nothing judged; 2 not as expected",
        ]
    )


def test_the_lock_file_is_written_when_asked_and_then_holds(project):
    pytester = project()
    pytester.runpytest_inprocess(*ASKED).assert_outcomes(passed=4, xfailed=1)
    lock = pytester.path / "claims" / "angles.lock"
    assert not lock.exists()
    pytester.runpytest_inprocess(*UPDATE).assert_outcomes(passed=4, xfailed=1)
    assert lock.read_text() == LOCK
    pytester.runpytest_inprocess(*ASKED).assert_outcomes(passed=4, xfailed=1)


def test_what_differs_from_its_line_fails_until_it_is_written(project):
    lines = """\
sum 123d8c55725e proved
double[1] f95af70ada48 proved
quotient 3fc2447d213f conditional b != 0
old 0123456789ab proved
neither fish nor flesh
"""
    pytester = project(lock=lines)
    run = pytester.runpytest_inprocess(*ASKED)
    run.assert_outcomes(failed=6, xfailed=1)
    run.stdout.fnmatch_lines(
        [
            "angles.lock says: sum 123d8c55725e proved",
            "it is now: sum 123d8c55725e refuted a = pi/2, b = pi/2",
            "if that is meant: pytest --derivations-update",
            "claims/angles.py:6: refuted",
            "angles.lock says: double?1? f95af70ada48 proved",
            "it is now: double?1? f95af70ada49 proved",
            "angles.lock says: nothing of it",
            "it is now: double?2? bff59b7b7f6c proved",
            "angles.lock says: quotient 3fc2447d213f conditional b != 0",
            "it is now: quotient 3fc2447d213f conditional a - b != 0",
            "angles.lock has a line for 'old', and angles.py no such claim",
            "if that is meant: pytest --derivations-update",
            "angles.lock has a line for 'neither fish nor flesh', and *",
        ]
    )
    pytester.runpytest_inprocess(*UPDATE).assert_outcomes(passed=4, xfailed=1)
    assert (pytester.path / "claims" / "angles.lock").read_text() == LOCK


def test_an_empty_lock_file_has_no_line_of_any_claim(project):
    pytester = project()
    lock = pytester.path / "claims" / "angles.lock"
    lock.write_text("")
    run = pytester.runpytest_inprocess(*ASKED)
    run.assert_outcomes(failed=4, xfailed=1)
    run.stdout.fnmatch_lines(["angles.lock says: nothing of it"])
    pytester.runpytest_inprocess(*UPDATE).assert_outcomes(passed=4, xfailed=1)
    assert lock.read_text() == LOCK


def test_a_lock_file_with_two_lines_of_one_label(project):
    pytester = project(lock="sum 000000000000 proved\n" + LOCK)
    run = pytester.runpytest_inprocess(*ASKED)
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(["angles.lock has more than one line for 'sum'"])
    pytester.runpytest_inprocess(*UPDATE).assert_outcomes(passed=4, xfailed=1)
    assert (pytester.path / "claims" / "angles.lock").read_text() == LOCK


def test_a_line_without_a_claim_is_not_as_expected(project):
    run = project(lock=LOCK + "old 0123456789ab proved\n").runpytest_inprocess(*ASKED)
    run.assert_outcomes(passed=4, failed=1, xfailed=1)
    told = "derivations: 2 proved, 1 conditional, 1 refuted; 1 not as expected"
    run.stdout.fnmatch_lines([told])


def test_a_lock_file_that_is_no_text(project):
    pytester = project()
    lock = pytester.path / "claims" / "angles.lock"
    lock.write_bytes(LOCK.encode("utf-16"))
    run = pytester.runpytest_inprocess(*ASKED)
    assert run.ret == 1 and run.parseoutcomes()["failed"] > 4
    pytester.runpytest_inprocess(*UPDATE).assert_outcomes(passed=4, xfailed=1)
    assert lock.read_text() == LOCK
    lock.unlink()
    lock.mkdir()
    for arguments in (ASKED, UPDATE):
        run = pytester.runpytest_inprocess(*arguments)
        run.assert_outcomes(errors=1)
        run.stdout.fnmatch_lines(["angles.lock cannot be read: *"])


def test_another_counterexample_fails(project):
    run = project(lock=LOCK.replace("b = pi/2", "b = 1")).runpytest_inprocess(*ASKED)
    run.assert_outcomes(passed=3, failed=1, xfailed=1)
    run.stdout.fnmatch_lines(["angles.lock says: sum 123d8c55725e refuted a = pi/2, b = 1"])


def test_an_update_keeps_the_lines_of_what_was_not_run(project):
    lines = LOCK.replace("double[2] bff59b7b7f6c", "double[2] 0123456789ab")
    pytester = project(lock=lines.replace("f95af70ada49", "0123456789ab"))
    run = pytester.runpytest_inprocess(*UPDATE, "claims/angles.py::double[1]")
    run.assert_outcomes(passed=1)
    assert (pytester.path / "claims" / "angles.lock").read_text() == lines


def test_several_processes_find_the_same(project):
    """The same outcomes and the same lock file; what was found stands in the JUnit file."""
    pytester = project(WRONG)
    run = pytester.runpytest_subprocess(*UPDATE, "-n", "2", "--junitxml=found.xml")
    run.assert_outcomes(passed=3, failed=1, xfailed=1)
    run.stdout.fnmatch_lines(["derivations: 1 proved, 1 conditional, 2 refuted; 1 not as expected"])
    lines = (pytester.path / "claims" / "angles.lock").read_text().splitlines()
    assert [line.split()[0] for line in lines] == ["sum", "double[1]", "double[2]", "quotient"]
    cases = {c.get("name"): c for c in ElementTree.parse("found.xml").iter("testcase")}
    told = {p.get("name"): p.get("value") for p in cases["sum"].iter("property")}
    assert told == {
        "expected": "refuted", "verdict": "refuted", "source": "(2)", "derivations": lines[0],
    }  # fmt: skip
    assert cases["double[2]"].find("failure").text.endswith("claims/angles.py:9: refuted")


def test_the_plugin_imports_nothing_where_it_is_not_asked(pytester):
    pytester.makepyfile(
        """
        import sys

        def test_nothing():
            ours = {name for name in sys.modules if name.startswith("derivations.")}
            assert "sympy" not in sys.modules
            assert ours == {"derivations.pytest_plugin"}
        """
    )
    pytester.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


# Asserts


RATIO = "(x**2 - 1)/(x - 1) = x + 1"
REAL = {"x": "real"}
NEVER = ["x > 0", "x < 0"]


def test_what_is_proved_is_returned():
    assert assert_proved("x**2 = 4", given="x = 2", let=REAL).theorem is not None
    assert assert_proved(RATIO, let=REAL, allow="x-1 != 0").kind == "conditional"
    assert assert_proved("x**2 >= 0", let=REAL, allow=["x != 0"]).kind == "proved"
    assert assert_proved("x = x + 1", NEVER, REAL, vacuous=True).vacuous
    assert assert_refuted("x**2 = 4", given="1 < x", let=REAL).witness is not None


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (lambda: assert_proved("x**2 = x", let=REAL), "found refuted\n.*\n +at x = -1: left 1"),
        (lambda: assert_proved(RATIO, let=REAL), "conditional\n.*\n +proved where x - 1 != 0"),
        (lambda: assert_proved(RATIO, let=REAL, allow=["x != 0"]),
         r"proved \(allowed: x != 0\), found conditional"),
        (lambda: assert_proved("x = x", let=REAL), "found both sides are the same: nothing"),
        (lambda: assert_proved("x = 2", "x = 2", REAL), "found what is claimed is among the hypo"),
        (lambda: assert_proved("x = x + 1", NEVER, REAL),
         "found proved, but the hypotheses contradict each other\n"),
        (lambda: assert_refuted("x**2 >= 0", let=REAL), "expected refuted, found proved"),
        (lambda: assert_refuted(RATIO, let=REAL), "expected refuted, found conditional"),
    ],
)
def test_another_verdict_fails_and_is_told(call, found):
    with pytest.raises(AssertionError, match=found):
        call()


def test_a_derivation_is_a_test_for_each_step(pytester):
    pytester.makepyfile(
        """
        from sympy import Eq, MatrixSymbol, cos, sin, symbols
        from derivations import REFUTED, step
        from derivations.testing import derivation

        a, b = symbols("a b", real=True)
        A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)

        @derivation
        def test_double():
            "The cosine of twice an angle."
            yield cos(2*a)
            yield cos(a)**2 - sin(a)**2, "angle sum"
            yield (
                2*cos(a)**2 + 1,
                "Pythagoras",
            )
            yield step(2*cos(a)**2, label="wrong", expect=REFUTED)

        @derivation(given=[Eq(a, 2*b)])
        def test_given():
            yield a**2
            yield 4*b**2

        @derivation(given=[a > 0, a < 0])
        def test_never():
            yield a
            yield b

        @derivation(given=[a > 0, a < 0], vacuous=True)
        def test_never_is_meant():
            yield a
            yield b

        @derivation
        def test_as_written():
            yield A + B + A
            yield 2*A + B
        """
    )
    told = ("-o", "junit_family=xunit1", "--junitxml=found.xml")
    run = pytester.runpytest_inprocess(*PLUGIN, "-v", *told)
    run.assert_outcomes(passed=5, failed=2)
    files = {c.get("file") for c in ElementTree.parse("found.xml").iter("testcase")}
    assert files == {"test_a_derivation_is_a_test_for_each_step.py"}
    run.stdout.fnmatch_lines(
        [
            "*.py::test_double?1? PASSED*",
            "*.py::test_double?2? FAILED*",
            "*.py::test_double?wrong? PASSED*",
            "*.py::test_given?1? PASSED*",
            "*.py::test_never?1? FAILED*",
            "*.py::test_never_is_meant?1? PASSED*",
            "*.py::test_as_written?1? PASSED*",
            "test_double?2?: expected proved, found refuted",
            '  reason given: "Pythagoras"',
            "    at a = 0: left 1, right 3, exactly 2 apart (for all a: real)",
            "test_a_derivation_is_a_test_for_each_step.py:13: refuted",
        ]
    )


@pytest.mark.parametrize("body", ["return 1", "yield 1", "yield from ()"])
def test_a_derivation_has_to_yield(pytester, body):
    pytester.makepyfile(
        f"from derivations.testing import derivation\n\n@derivation\ndef test_one():\n    {body}\n"
    )
    run = pytester.runpytest_inprocess(*PLUGIN)
    run.assert_outcomes(errors=1)
    run.stdout.fnmatch_lines(["*@derivation: test_one has to yield terms, two at least: *"])


# A project of its own


def test_a_project_with_the_installed_package(long, tmp_path):
    """Built as a wheel and installed: the claims hold, a step breaks, and is repaired."""
    if not long:
        pytest.skip("building and installing take too long; run with --long")
    source, project = tmp_path / "source", tmp_path / "project"
    shutil.copytree(ROOT / "derivations", source / "derivations")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    outside = {k: v for k, v in os.environ.items() if not k.startswith(("PY", "CI"))}

    def run(program: str, *arguments: str, cwd: Path = tmp_path) -> tuple[int, str]:
        done = subprocess.run(
            [program, *arguments], cwd=cwd, env=outside, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    def check(*arguments: str) -> tuple[int, str]:
        return run(str(scripts / "pytest"), *arguments, cwd=project)

    scripts = tmp_path / "env" / "bin"
    pip = (str(scripts / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet")
    for call in (
        (sys.executable, "-m", "venv", str(scripts.parent)),
        (*pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(source)),
        (*pip, "install", str(tmp_path / "derivations-0.1.0-py3-none-any.whl"), "pytest"),
    ):
        code, output = run(*call)
        assert code == 0, output
    claims = project / "claims" / "angles.py"
    claims.parent.mkdir(parents=True)
    claims.write_text(CLAIMS)
    (project / "pytest.ini").write_text("[pytest]\nderivations_files = claims/*.py\n")

    assert "4 passed, 1 xfailed" in check("--derivations-update")[1]
    assert claims.with_suffix(".lock").read_text() == LOCK
    assert check()[0] == 0

    claims.write_text(WRONG)
    code, output = check()
    assert code == 1
    assert "angles.lock says: double[2] bff59b7b7f6c proved" in output
    assert "\nclaims/angles.py:9: refuted\n" in output
    assert "1 failed, 3 passed, 1 xfailed" in output
    hook = re.search(r"entry: (.*)", (ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook is not None
    program, *arguments = hook[1].split()
    assert run(str(scripts / program), *arguments, str(claims))[0] == 1

    claims.write_text(CLAIMS)
    assert check()[0] == 0
    assert run(str(scripts / program), *arguments, str(claims))[0] == 0
