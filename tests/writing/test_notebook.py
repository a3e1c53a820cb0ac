"""Notebooks: the claim file cut into cells that judge each claim again when they are run."""

import ast
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from derivations import load
from derivations.judging.judge import judge
from derivations.writing.notebook import document_notebook
from tests.support.documents import DOCUMENTS

ROOT = Path(__file__).resolve().parents[2]

# It binds names that cells bind, too: `at`, `verdict` and `left`.
CLAIMS = '''"""Notes on angles, a*b.

    set as it is: a*b
"""

from __future__ import annotations

from sympy import (
    Eq, IndexedBase, Matrix, MatrixSymbol, Sum, Symbol, cos, pi, sin, symbols,
)
import sympy as sp

from derivations import REFUTED, UNDECIDED, Document, step

a, b, at, left = symbols("a b t' l", real=True)
n = Symbol("n", integer=True, positive=True)
k = Symbol("k", integer=True)
f = IndexedBase("f", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)

doc = Document("angles", title="Angles_1", author="A. Writer", source="notes.txt")
doc.section("1 Sums")
doc.remark("old", "Known *long* ago.", source="(0)")
R = doc.define("R", a, Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]]), source="(1)")
doc.definition("sum", Eq(f[k], k**2), words="Squares.")

# What stands above a claim goes with it.
def verdict(x): return x + 0*a
doc.claim("wrong", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)), given=[a <= pi, 0 <= b],
          words="The cosine of a sum, σ.", source="(2)", expect=REFUTED)
doc.claim("right", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)), corrects="wrong",
          words="With its sign.")
doc.claim("compose", Eq(R(a)*R(b), R(a + b)), using=["right"])
doc.chain("double", cos(2*at),
          step(cos(at)**2 - sin(at)**2, "(2), b = a"),
          step(2*cos(at)**2 + 1, "cos² + sin²", expect=REFUTED), words="Twice.")
doc.claim("commute", [Eq(A, A + 0*A), Eq(A*B, B*A)], expect=REFUTED)
doc.claim("sums", Eq(Sum(f[k], (k, 1, n)), f[1]), expect=REFUTED)
doc.claim("square", "x**2 = x", let={"x": "real"}, expect=REFUTED)
doc.claim("pole", Eq(1/a, 1/(a - a)), words="Defined nowhere.", expect=REFUTED)

doc.section("1 Sums")
for number in (1, 2):
    doc.claim(f"power-{number}", Eq(cos(left)**number, cos(-left)**number), words="""Even,
    and so on.""")
def odd(label, angle):
    doc.claim(label, Eq(sin(angle), sin(-angle)), expect=REFUTED)
odd("odd", left)
doc.unstated("deep", "All is number.", missing="number theory")
doc.remark("far", "Far."); doc.claim("near", Eq(sin(-verdict(a)), -sin(a)), reading="far")
doc.group("both", ["wrong", "double"], words="Both.")
# the end
end = 1
'''


def written(document):
    return document_notebook(document, list(judge([document], 1)))


def cells(text, kind):
    return [c.source for c in nbformat.reads(text, 4).cells if c.cell_type == kind]


def run(text, folder):
    """The notebook after it ran from top to bottom in a fresh kernel."""
    notebook = nbformat.reads(text, 4)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """What a cell shows, as text."""
    return [output.data["text/plain"] for output in cell.outputs if "data" in output]


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    path = tmp_path_factory.mktemp("notes") / "angles.py"
    path.write_text(CLAIMS, encoding="utf-8")
    return load(str(path))


@pytest.fixture(scope="module")
def text(document):
    return written(document)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The folder where kernels start, which find this package."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("kernel")
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("IPYTHONDIR", str(folder))
        yield folder


@pytest.fixture(scope="module")
def ran(text, kernel):
    return run(text, kernel)


# The format


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_built_in_document_runs_from_top_to_bottom(name, kernel, long):
    """The shortest; all of them in the long campaign, since each is judged twice."""
    if name != "elementary" and not long:
        pytest.skip("run with --long")
    text = written(DOCUMENTS[name])
    nbformat.validate(nbformat.reads(text, 4))
    assert all(cell.execution_count for cell in run(text, kernel))


def test_the_bytes_are_those_of_nbformat_each_time(document, text):
    notebook = nbformat.reads(text, 4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == text == written(document)


def test_ids_stay_when_other_claims_come(tmp_path, text):
    path = tmp_path / "angles.py"
    line = 'doc.claim("new", Eq(sin(a + b), sin(b + a)))\n'
    path.write_text(CLAIMS.replace("doc.chain(", line + "doc.chain("), encoding="utf-8")
    before, after = (
        [cell.id for cell in nbformat.reads(t, 4).cells] for t in (text, written(load(str(path))))
    )
    assert set(before) < set(after)
    assert len(after) == len(set(after)) == len(before) + 2


# Words


def test_the_first_words_say_what_is_followed_and_cut(text):
    first, tables, docstring, *_ = cells(text, "markdown")
    assert first.startswith(
        "# Angles\\_1\n\nIt follows `notes.txt`, by A. Writer. "
        "This is the claim file `angles.py` (SHA-256 `"
    )
    assert tables.startswith(
        "**Refuted**\n\n| place | as printed | where it fails | what it should read |\n"
    )
    assert docstring == "Notes on angles, a\\*b.\n\n    set as it is: a*b"


@pytest.mark.parametrize(
    "words",
    [
        "## 1 Sums",
        "**Remark** `old`, (0)\n\nKnown \\*long\\* ago.",
        "**Definition** `sum`\n\nSquares.\n\n$$\\begin{aligned}\nf_{k} &= k^{2}\n"
        "\\end{aligned}$$",
        "**Claim** `right`\n\nWith its sign.\n\nFor all real numbers $a$, $b$:\n\n"
        "$$\\begin{aligned}\n\\cos(a + b) &= \\cos a \\cos b - \\sin a \\sin b\n"
        "\\end{aligned}$$\n\nIt corrects `wrong`, which is refuted as printed.",
        "**Chain** `double`\n\nTwice.\n\nFor all real numbers $t'$:\n\n"
        "$$\\begin{aligned}\n\\cos 2 t' &= \\cos^{2} t' - \\sin^{2} t' \\\\\n"
        " &= 2 \\cos^{2} t' + 1\n\\end{aligned}$$\n\n1. (2), b = a\n2. cos² + sin²",
        "**Claim** `deep`\n\nAll is number.\n\nUndecided; missing is: number theory.",
        "**Claim** `both`\n\nBoth.\n\nIt is `wrong` and `double`.",
    ],
)
def test_an_entry_is_words_with_its_formulas(text, words):
    assert words in cells(text, "markdown")


def test_what_is_only_listed_is_run_only_where_something_names_it(text):
    code = "\n".join(cells(text, "code"))
    assert 'doc.remark("old"' not in code and 'doc.definition("sum"' not in code
    assert 'doc.group("both"' not in code and 'doc.section("' not in code
    assert 'doc.remark("far"' in code and 'R = doc.define("R"' in code


# Cells


def test_the_set_up_cell_has_the_imports_and_what_opens_the_file(text):
    assert cells(text, "code")[0] == (
        "from __future__ import annotations\n"
        + CLAIMS.split("annotations\n")[1].split("\na, b")[0].rstrip()
        + "\nfrom derivations import as_written, judge_claim\n\nverdicts = {}\n"
        "with as_written():\n"
        '    a, b, at, left = symbols("a b t\' l", real=True)\n'
        '    n = Symbol("n", integer=True, positive=True)\n'
        '    k = Symbol("k", integer=True)\n'
        '    f = IndexedBase("f", real=True)\n'
        '    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)\n\n'
        '    doc = Document("angles", title="Angles_1", author="A. Writer", source="notes.txt")'
    )


@pytest.mark.parametrize(
    ("cell", "results"),
    [
        pytest.param(
            "with as_written():\n"
            "    # What stands above a claim goes with it.\n"
            "    def verdict(x): return x + 0*a\n"
            '    doc.claim("wrong", Eq(cos(a + b), cos(a)*cos(b) + sin(a)*sin(b)), '
            "given=[a <= pi, 0 <= b],\n"
            '              words="The cosine of a sum, σ.", source="(2)", expect=REFUTED)\n'
            'verdict_ = verdicts["wrong"] = judge_claim(doc, "wrong")\n'
            'assert verdict_.kind == "refuted", verdict_\n'
            "verdict_",
            1,
            id="a claim",
        ),
        pytest.param(
            "with as_written():\n"
            '    doc.chain("double", cos(2*at),\n'
            '              step(cos(at)**2 - sin(at)**2, "(2), b = a"),\n'
            '              step(2*cos(at)**2 + 1, "cos² + sin²", expect=REFUTED), words="Twice.")\n'
            'for label_, kind in {"double[1]": "proved", "double[2]": "refuted"}.items():\n'
            "    verdict_ = verdicts[label_] = judge_claim(doc, label_)\n"
            "    assert verdict_.kind == kind, verdict_\n"
            "    display(verdict_)",
            2,
            id="a chain",
        ),
        pytest.param(
            "with as_written():\n"
            "    for number in (1, 2):\n"
            '        doc.claim(f"power-{number}", Eq(cos(left)**number, cos(-left)**number), '
            'words="""Even,\n'
            '    and so on.""")\n'
            'for label_, kind in {"power-1": "proved", "power-2": "proved"}.items():\n'
            "    verdict_ = verdicts[label_] = judge_claim(doc, label_)\n"
            "    assert verdict_.kind == kind, verdict_\n"
            "    display(verdict_)",
            2,
            id="a loop",
        ),
        pytest.param(
            "with as_written():\n"
            '    doc.remark("far", "Far."); '
            'doc.claim("near", Eq(sin(-verdict(a)), -sin(a)), reading="far")\n'
            'verdict_ = verdicts["near"] = judge_claim(doc, "near")\n'
            'assert verdict_.kind == "proved", verdict_\n'
            "verdict_",
            1,
            id="two statements of one line",
        ),
        pytest.param("with as_written():\n    # the end\n    end = 1", 0, id="what ends the file"),
    ],
)
def test_a_claim_is_stated_as_written_judged_and_asserted(ran, cell, results):
    (found,) = [c for c in ran if c.source == cell]
    assert len(shown(found)) == results


def test_the_verdicts_are_shown(ran):
    (chain,) = [cell for cell in ran if 'doc.chain("double"' in cell.source]
    first, second = shown(chain)
    assert first.split("\n")[0].endswith("PROVED")
    assert second.split("\n")[0].endswith("REFUTED")
    assert "at t' = 0: left 1, right 3" in second


# What SymPy shows of a refuted claim: both sides, the values, and both sides there.
WORKED = {
    "wrong": "(cos(a + b), sin(a)*sin(b) + cos(a)*cos(b), {a: pi/2, b: pi/2}, -1, 1)",
    "double[2]": "(-sin(t')**2 + cos(t')**2, 2*cos(t')**2 + 1, {t': 0}, 1, 3)",
    "commute": "(A*B, B*A, {A: Matrix([ [0, 1], [0, 0]]), B: Matrix([ [0, 0], [1, 0]])}, "
    "Matrix([ [1, 0], [0, 0]]), Matrix([ [0, 0], [0, 1]]))",
    "sums": "(Sum(f[k], (k, 1, n)), f[1], {n: 2, f[1]: 1, f[2]: 1}, 2, 1)",
    "square": "(x**2, x, {x: -1}, 1, -1)",
    "odd": "(sin(l), sin(-l), {l: pi/2}, 1, -1)",
}


@pytest.mark.parametrize("label", WORKED)
def test_what_is_refuted_is_worked_out_by_sympy(ran, label):
    line = f'left_, right, at_ = verdicts["{label}"].witness.sympy\n'
    (found,) = [cell for cell in ran if cell.source.startswith(line)]
    assert " ".join(shown(found)[0].split()) == WORKED[label]


def test_the_last_cell_counts_the_verdicts(text, ran):
    assert ran[-1].source == (
        "from collections import Counter\n\n"
        "counted = Counter(verdict_.kind for verdict_ in verdicts.values())\n"
        'assert counted == {"proved": 6, "refuted": 7}, counted\n'
        "counted"
    )
    assert cells(text, "markdown")[-1].startswith("14 claims: 6 proved, 0 conditional, 7 refuted")


def test_a_cell_in_which_something_is_changed_fails_and_runs_again(text, kernel):
    notebook = nbformat.reads(text, 4)
    (at,) = [k for k, cell in enumerate(notebook.cells) if 'doc.claim("right"' in cell.source]
    again = nbformat.v4.new_code_cell(notebook.cells[at].source)
    broken = nbformat.v4.new_code_cell(again.source.replace(" - sin(a)", " - cos(a)"))
    notebook.cells[at + 1 : at + 1] = [again, broken]
    with pytest.raises(CellExecutionError, match="AssertionError"):
        run(nbformat.writes(notebook), kernel)


def test_every_statement_of_the_file_that_is_run_is_python(text):
    for source in cells(text, "code"):
        ast.parse(source)
