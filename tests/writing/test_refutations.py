"""What does not hold stands first: what is printed, where it fails, what it should read."""

from __future__ import annotations

import pytest
from sympy import Eq, IndexedBase, Matrix, Sum, cos, sin, symbols

from derivations import as_written, step
from derivations.documents.document import Document, Judged
from derivations.judging.judge import judge
from derivations.language.statements import Proposition, ne
from derivations.language.terms import ZERO, symbol
from derivations.verdicts import REFUTED
from derivations.writing.latex import document_latex
from derivations.writing.latex_sentences import formula_width
from derivations.writing.latex_sizes import size
from derivations.writing.latex_tables import Cell
from derivations.writing.markdown import tables_markdown
from derivations.writing.refutations import Said, tables, tables_text
from derivations.writing.report import heading_lines

a, b, x, y = symbols("a b x y", real=True)
xs = IndexedBase("x", real=True)
k, n = symbols("k n", integer=True, positive=True)


def angles() -> Document:
    doc = Document("angles", title="Angles")
    with as_written():
        doc.claim("root", Eq((x**2)**(x - x + 1), x), expect=REFUTED, source="(1)")
        doc.claim("even", Eq(x*x, x*y), expect=REFUTED, fault="tacit", source="(2)",
                  words="The square is the product.")
        doc.claim("even-completed", Eq(x*x, x*y), given=[Eq(y, x)], completes="even",
                  words="They are equal.")
        doc.chain("sum", cos(a + b), step(cos(a)*cos(b) + sin(a)*sin(b), "angle sum",
                                          expect=REFUTED, fault="slip", source="(3)"))
        doc.claim("sum-right", Eq(cos(a + b), cos(a)*cos(b) - sin(a)*sin(b)), corrects="sum[1]")
        doc.claim("many", [Eq(x, x + 0), Eq(x, y)], expect=REFUTED, fault="false",
                  printed=r"All numbers are one: $\|x\| = |y|$", words="Too much.")
        doc.claim("other", Eq(x, -x), expect=REFUTED, reading="many", words="Up to a | sign.")
        doc.claim("right", Eq(x + y, y + x), words="Sums commute.")
    return doc


DOC = angles()
JUDGED = list(judge([DOC], workers=1))


def test_the_tables_stand_in_this_order_and_leave_nothing_out():
    found = {kind: [row.one.claim.label for row in rows] for kind, rows in tables(JUDGED).items()}
    assert list(found.items()) == [
        ("false", ["many"]), ("slip", ["sum[1]"]), ("tacit", ["even"]), ("", ["root"]),
        ("reading", ["other"]),
    ]


TEXT = r"""
False:
  angles:many
      printed: “All numbers are one: $\|x\| = |y|$” Too much: x = y
      fails: at x = 0, y = 1: the left side is 0, the right side is 1

Slips:
  angles:sum[1]  (3)
      printed: angle sum: cos(a + b) = cos(a)*cos(b) + sin(a)*sin(b)
      fails: at a = pi/2, b = pi/2: the left side is -1, the right side is 1
      corrected in sum-right: cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)

True under a hypothesis that is left out:
  angles:even  (2)
      printed: The square is the product: x*x = x*y
      fails: at x = 1, y = 0: the left side is 1, the right side is 0
      completed in even-completed: They are equal: given y = x

Refuted:
  angles:root  (1)
      printed: (x**2)**(x - x + 1) = x
      fails: at x = -1: the left side is 1, the right side is -1

Readings of our own, no fault of the document:
  angles:other  another reading of many
      read as: Up to a | sign: x = -x
      fails: at x = 1: the left side is 1, the right side is -1"""


def test_in_text():
    assert "\n".join(tables_text(JUDGED)) == TEXT


def test_a_writeup_begins_with_them():
    text = document_latex(DOC, JUDGED)
    opening = text[: text.index(r"\paragraph{How to read it.}")]
    assert opening.count(r"\tablerow{\textbf{place}}") == 5
    assert (
        r"\tablerow{(3), step 1 of Chain~\ref{claim:sum}}{angle sum: $\cos(a + b)$ $= \cos a "
        r"\cos b + \sin a \sin b$}{at $a = \frac{\pi}{2}$ and $b = \frac{\pi}{2}$: the left side "
        r"is $-1$, the right side is $1$}{$\cos(a + b)$ $= \cos a \cos b - \sin a \sin b$ "
        r"(Claim~\ref{claim:sum-right})}"
    ) in opening
    assert r"{They are equal: given $y = x$ (Claim~\ref{claim:even-completed})}" in opening
    assert r"\textbf{of what it is a reading}}" in opening


def test_completed_is_said_where_corrected_is():
    text = document_latex(DOC, JUDGED)
    assert r"As printed; completed in Claim~\ref{claim:even-completed}." in text
    assert r"As printed; corrected in Claim~\ref{claim:sum-right}." in text
    told = "\n".join(heading_lines(DOC, DOC.claims[1]))
    assert told.endswith("The square is the product.\nAs printed; completed in even-completed.\n")


def test_what_is_printed_stands_at_its_claim():
    assert r"``All numbers are one: $\|x\| = |y|$'' Too much." in document_latex(DOC, JUDGED)
    many = next(claim for claim in DOC.claims if claim.printed)
    assert r"Printed: All numbers are one: $\|x\| = |y|$" in heading_lines(DOC, many)


def test_in_markdown_each_row_is_one_line_of_five_bars():
    lines = tables_markdown(JUDGED).splitlines()
    assert lines[:4] == [
        "**False**", "", "| place | as printed | where it fails | what it should read |",
        "|---|---|---|---|",
    ]
    rows = [line for line in lines if line.startswith("|")]
    assert {line.replace(r"\|", "").count("|") for line in rows} == {5}
    assert r"“All numbers are one: $\Vert x\Vert  = \vert y\vert $” Too much" in rows[2]
    assert rows[-1] == (
        r"| `other` | Up to a \| sign: $x = -x$ | at $x = 1$: the left side is $1$, the right side "
        r"is $-1$ | `many` |"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: Eq(sum(((k + j) * x**j for j in range(30)), x), 0),
        lambda: Eq(Matrix([[cos(a + j) * sin(b - i) for j in range(9)] for i in range(9)])[0], 1),
        lambda: Eq(Sum(xs[k] * cos(k * a) * cos(k * b) * sin(k * a) * sin(k * b), (k, 1, n)), y),
    ],
)
def test_a_formula_of_a_cell_fits_or_is_cut(make):
    (goal,) = Document("wide").claim("c", make(), expect=REFUTED).statement.goals
    pen = Cell(width=12.0)
    shown = pen.relation(goal.relation)
    assert max(size(part)[0] for part in shown.split("$")[1::2]) <= 12.0


def test_beside_words_a_formula_that_does_not_fit_is_left_out():
    (goal,) = Document("d").claim("c", Eq(x, y)).statement.goals
    assert formula_width(goal.relation) < 10
    assert Said("Words.", (goal,)).told(lambda _: False) == ("Words",)
    assert Said("", (goal,)).told(lambda _: False) == (goal,)
    assert Said("Words", (goal,), (Proposition(ne(symbol("z"), ZERO)),)).told(lambda _: True) == (
        "Words", ": ", goal, ", given ", Proposition(ne(symbol("z"), ZERO)),
    )  # fmt: skip


def test_what_is_not_refuted_is_in_no_table():
    proved = [one for one in JUDGED if one.claim.label == "right"]
    assert [one.verdict.kind for one in proved] == ["proved"]
    assert tables(proved) == {} and tables_text(proved) == [] and tables_markdown(proved) == ""
    assert isinstance(proved[0], Judged)
