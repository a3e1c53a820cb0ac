"""The LaTeX writeup: what it says of each verdict, and that pdflatex accepts it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from derivations.documents.document import Document, Judged
from derivations.documents.entries import Chain, Claim, Definition, Remark, step
from derivations.kernel import At, Certificate, Combine, Refutation, Use
from derivations.language.sorts import COMPLEX, NATURAL, POSINT, REAL, family_sort, matrix_sort
from derivations.language.statements import Proposition, eq, forall, le, ne
from derivations.language.terms import Term
from derivations.verdicts import CONDITIONAL, REFUTED, UNDECIDED, Attempt, Verdict, Witness
from derivations.writing.latex import document_latex
from derivations.writing.latex_display import Line, chain_display, relations_display, term_display
from tests.support.notation import (
    PI, I, add, adjoint, blockdiag, column, conj, cos, exp, function, inner, matrix, mul, neg,
    number, scalar, sin, sqrt, stack, sum_, symbol,
)

a, b, x, t = (symbol(n, REAL) for n in ("a", "b", "x", "t"))
theta = symbol("Theta", REAL)
m, n, k = (symbol(s, NATURAL) for s in "mnk")
M, j, s = (symbol(name, POSINT) for name in ("M", "l", "s"))
sigma = symbol("sigma", family_sort((POSINT,), REAL))
z, w = symbol("z", COMPLEX), symbol("z'", COMPLEX)
tp = symbol("t'", REAL)
q, key = (symbol(name, matrix_sort(number(2), number(1), "real")) for name in ("q", "k"))
d = symbol("d", POSINT)
U = symbol("U", family_sort((NATURAL,), matrix_sort(d, d, "unitary")))
T = symbol("Theta", matrix_sort(d, d))


def rotation(angle: Term) -> Term:
    return matrix([[cos(angle), neg(sin(angle))], [sin(angle), cos(angle)]])


def blocks(angle: Term) -> Term:
    return blockdiag(rotation(sigma[j] * angle), (j, 1, M))


def sample() -> Document:
    doc = Document(
        "rotary",
        title="Rotary embeddings: 2×2 rotations, θ & “blocks”",
        author="Zoë Müller",
        source="notes/rotary_embeddings.md",
    )
    doc.section("1 Case d = 2 — rotation by Θ")
    doc.definition(
        "rotation", eq(symbol("R", family_sort((REAL,), matrix_sort(number(2), number(2))))(theta),
                       rotation(theta)),
        words="The Θ-radian counterclockwise rotation.", source="(5)",
    )  # fmt: skip
    doc.chain(
        "composition",
        mul(rotation(m), rotation(n)),
        step(
            matrix([
                [cos(m) * cos(n) - sin(m) * sin(n), neg(cos(m)) * sin(n) - sin(m) * cos(n)],
                [sin(m) * cos(n) + cos(m) * sin(n), neg(sin(m)) * sin(n) + cos(m) * cos(n)],
            ]),
            "the product, entry by entry",
        ),
        step(rotation(m + n), "trigonometric identities (angle sums), for every entry"),
        words="Rotations compose by adding their angles.",
        source="Section 2, proof",
    )  # fmt: skip
    doc.chain(
        "score",
        inner(mul(rotation(t), q), mul(rotation(tp), key)),
        step(scalar((rotation(t) * q).T * (rotation(tp) * key)), "⟨x, y⟩ = xᵀy for real vectors"),
        step(scalar(q.T * rotation(tp - t) * key), "`composition`, and R(t)ᵀ = R(-t)"),
        step(
            inner(q, key) * cos(tp - t)
            + (q[1, 0] * key[0, 0] - q[0, 0] * key[1, 0]) * sin(tp + t),
            "written out", expect=REFUTED,
        ),
        source="2.1",
    )  # fmt: skip
    doc.remark("history", "Rotations are used by 50% of models in 2024 (№ 1, 中).", source="§2.2")
    doc.unstated("taste", "It is beautiful.", missing="a measure of beauty", source="2.2")
    doc.group("both", ["composition", "score"], words="Composition and score.")
    doc.section("2 M blocks")
    doc.claim(
        "blocks",
        eq(blocks(a) * blocks(b), blocks(a + b)),
        words="The same with M frequencies.", source="2.2",
    )  # fmt: skip
    doc.claim(
        "stacked",
        eq(stack(column(sin(sigma[j] * (t + tp)), cos(sigma[j] * (t + tp))), (j, 1, M)),
           blockdiag(matrix([[cos(sigma[j] * tp), sin(sigma[j] * tp)],
                             [neg(sin(sigma[j] * tp)), cos(sigma[j] * tp)]]), (j, 1, M))
           * stack(column(sin(sigma[j] * t), cos(sigma[j] * t)), (j, 1, M))),
        words="A shift of the embedding is a block-diagonal matrix applied to it.",
    )  # fmt: skip
    doc.section("3 Unitary families")
    hypotheses = (
        forall(k, eq(U[k], T**k), le(1, k)),
        forall((m, n), eq(adjoint(U[m]) * U[n], U[n - m]), le(m, n)),
    )
    doc.claim("powers", eq(U[s + 1], T * U[s]), given=hypotheses, source="Theorem 3")
    doc.section("4 Complex form")
    left = inner(z * exp(I * t), w * exp(I * tp))
    doc.claim(
        "exponent", eq(left, inner(z, w) * exp(I * (tp - t))), expect=REFUTED,
        words="The inner product of rotated numbers depends on t' - t.",
        source="2.1.1 (last inline equation)",
    )  # fmt: skip
    doc.claim(
        "exponent-corrected", eq(left, inner(z, w) * exp(I * (t - tp))), corrects="exponent",
        reading="blocks",
        words="The same with the exponent's sign.", source="2.1.1",
    )  # fmt: skip
    doc.claim(
        "quotient", eq((x**2 - 1) / (x - 1), x + 1), expect=CONDITIONAL, words="Cancelling x − 1."
    )
    long = add(*[cos(number(i) * a) * sin(number(i + 1) * b) for i in range(1, 30)])
    doc.claim("open", eq(long, sqrt(long / sum_(sigma[j] ** 2, (j, 1, M)))), expect=UNDECIDED,
              missing="a sum that is not zero")
    return doc


def theorem(model: Any = None, **given: Any) -> Any:
    """What is read of a theorem; only the kernel makes real ones."""
    fields: dict[str, Any] = dict.fromkeys(("conditions", "laws", "lemmas", "axioms", "unused"), ())
    fields |= {"hash": "0" * 64, "model": model, "satisfied": model is not None}
    return SimpleNamespace(**{**fields, **given})


def judged_sample() -> tuple[Document, list[Judged]]:
    doc = sample()
    results = []
    for claim in doc.claims:
        kind, found = claim.expect, claim.statement
        goal = found.goals[0].relation
        certificate: Any = Certificate(found, (Combine(),))
        extra: dict[str, Any] = {"theorem": theorem(statement=found), "certificate": certificate}
        if kind == REFUTED:
            extra = {
                "certificate": Refutation(found, 0, At(), (), Combine()),
                "witness": Witness(
                    ((t, number(0)), (tp, PI / 2), (z, number(1)), (w, I)),
                    goal,
                    number(1),
                    number(-1),
                    z * conj(w) * (exp(I * (t - tp)) - exp(I * (tp - t))),
                ),
            }
        elif kind == CONDITIONAL:
            condition = Proposition(ne(x - 1, 0))
            extra["conditions"] = (condition,)
            extra["witness"] = Witness(((x, number(1)),), goal)
            extra["failures"] = (extra["witness"],)
            extra["theorem"] = theorem(((x, number(2)),), conditions=(condition,), statement=found)
        elif kind == UNDECIDED:
            extra = {
                "attempts": (
                    Attempt("ring", "sqrt is an atom", "sqrt(...) - cos(a)*sin(2*b)",
                            "state the square as a hypothesis"),
                )
            }  # fmt: skip
        elif claim.label == "powers":
            proof = Use(0, (s + 1,), (), Use(0, (s,), (), Combine(
                ((number(1), 2, None), (neg(T), 3, None))
            )))  # fmt: skip
            extra["certificate"] = Certificate(found, (proof,))
            extra["theorem"] = theorem(
                ((U, function([k], T)), (T, matrix([[I]])), (s, number(1)), (d, number(1))),
                lemmas=("0" * 64, "ab" * 32),
                laws=("sqrt range", "determinant of a transpose"),
                axioms=("irrationality of π",),
                unused=(1,),
                statement=found,
            )
        results.append(Judged(doc, claim, Verdict(kind, found, **extra)))
    return doc, results


DOC, JUDGED = judged_sample()
TEX = document_latex(DOC, JUDGED)


def entry(label: str) -> str:
    """The part of the writeup from the head of an entry to the next head."""
    start = TEX.index(f"\\label{{claim:{label}}}")
    after = re.compile(r"\\begin\{(claim|chain|definition|remark)\}\[|\\section").search(TEX, start)
    assert after is not None
    return " ".join(TEX[start : after.start()].split())


# What stands in it


def test_same_verdicts_same_bytes() -> None:
    assert document_latex(*judged_sample()) == TEX


def test_it_is_ascii_and_needs_four_packages() -> None:
    assert TEX.isascii()
    packages = re.findall(r"\\usepackage(?:\[[^]]*\])?\{(\w+)\}", TEX)
    assert packages == ["amsmath", "amssymb", "amsthm", "hyperref"]


def test_the_opening_names_the_text_and_tallies_everything() -> None:
    assert r"\texttt{notes/\allowbreak{}rotary\_\allowbreak{}embeddings.\allowbreak{}md}" in TEX
    assert 'Zo\\"{e} M\\"{u}ller' in TEX
    assert (
        "claim by claim. 13 claims: 8 proved, 1 conditional, 2 refuted, 2 undecided; "
        "listed: 1 definition, 1 remark; all as expected." in TEX
    )


def test_every_entry_has_its_label_and_verdict() -> None:
    for found in DOC.entries:
        if isinstance(found, (Claim, Chain, Definition, Remark)):
            assert f"\\label{{claim:{found.label}}}" in TEX
    assert r"\verdict{proved}" in entry("blocks")
    assert r"\verdict{2 of 3 steps proved}" in entry("score")
    assert r"\verdict" not in entry("rotation")


def test_what_is_not_stated_and_what_is_said_at_once_stand_among_the_claims() -> None:
    assert r"\verdict{undecided}" in entry("taste")
    assert "It cannot be stated yet: a measure of beauty." in entry("taste")
    assert r"(\ref{claim:composition}) and \texttt{score}" in entry("both")


def test_a_statement_is_words_and_a_display() -> None:
    assert (
        "For all positive integers $d$, $s$, complex $d \\times d$ matrices $\\Theta$ and "
        "unitary $d \\times d$ matrices $U_{k}$ ($k = 0, 1, 2, \\dots$) such that "
        "(i) $U_{k} = \\Theta^{k}$ for all natural numbers $k$ with $1 \\leq k$ and "
        "(ii) $U_{m}^{*} U_{n} = U_{n - m}$ for all natural numbers $m$, $n$ with $m \\leq n$: "
        "\\begin{align*} U_{s + 1} &= \\Theta U_{s} \\end{align*}"
    ) in entry("powers")


def test_a_proof_says_what_it_uses_and_shows_a_model() -> None:
    text = entry("powers")
    assert "It rests on the proof of Chain~\\ref{claim:composition} and \\texttt{aba" in text
    assert "It assumes ``irrationality of $\\pi$''." in text
    assert "everything assumed holds at $U_{k} = \\Theta$, $\\Theta = " in text
    assert "Not used: (ii); it holds without." in text
    assert "\\item (1) $U_{s + 1} = \\Theta^{s + 1}$: by (i) at $k = s + 1$." in text
    assert "\\Theta^{s + 1} - \\Theta \\cdot (U_{s} - \\Theta^{s})$, zero by (1) and (2)." in text
    assert "Proof. Both sides have the same normal form." in entry("blocks")


def test_the_laws_that_are_used_are_written_out_once() -> None:
    assert TEX.count("determinant of a transpose") == 1
    law = r"$0 \leq \operatorname{Re}(\sqrt{z})$ for all complex numbers $z$ (def)."
    assert f"``sqrt range'': {law}" in TEX


def test_a_missing_model_is_said() -> None:
    one = next(one for one in JUDGED if one.claim.label == "powers")
    verdict: Any = replace(one.verdict, theorem=theorem(None, statement=one.claim.statement))
    others = [replace(o, verdict=verdict) if o is one else o for o in JUDGED]
    assert "No values are known that satisfy everything assumed." in document_latex(DOC, others)


def test_a_refuted_claim_has_values_sides_residual_and_its_correction() -> None:
    text = entry("exponent")
    assert "At $t = 0$, $t' = \\frac{\\pi}{2}$, $z = 1$ and $z' = \\mathrm{i}$:" in text
    assert r"e^{\mathrm{i} (\pi/2)}\rangle = 1$. \item The right side is $\langle 1," in text
    assert r"\item They are exactly 2 apart." in text
    assert "In general, left minus right is $z \\overline{z'}" in text
    assert "As printed; corrected in Claim~\\ref{claim:exponent-corrected}." in text
    assert (
        "It corrects Claim~\\ref{claim:exponent}, which is refuted as printed. "
        "It is another reading of Claim~"
    ) in entry("exponent-corrected")


def test_a_conditional_claim_has_its_condition_and_where_it_fails() -> None:
    text = entry("quotient")
    assert "ensures that both sides are defined; the condition:" in text
    assert "\\item $x - 1 \\neq 0$: it fails at $x = 1$." in text
    assert "everything assumed holds at $x = 2$." in text


def test_an_undecided_claim_says_what_was_tried() -> None:
    text = entry("open")
    assert "ring: sqrt is an atom; what remained: sqrt" in text.lower()
    assert "To settle it: state the square as a hypothesis." in text


def test_a_chain_has_its_reasons_at_the_right_and_says_which_step_fails() -> None:
    text = entry("score")
    assert r"\reason{\textbf{refuted:} written out}" in text
    unreasoned = [replace(one, claim=replace(one.claim, reason="")) for one in JUDGED]
    assert r"\reason{\textbf{refuted}}" in document_latex(DOC, unreasoned)
    assert "Step 3 of 3: refuted." in text
    assert r"\reasonbelow{$\checkmark$ trigonometric identities" in entry("composition")


def test_a_verdict_that_was_not_expected_is_pointed_out() -> None:
    others = [replace(one, claim=replace(one.claim, expect=UNDECIDED)) for one in JUDGED]
    assert r"\textbf{Not as expected}: proved, expected undecided." in document_latex(DOC, others)


def test_the_appendix_says_how_to_replay() -> None:
    assert "python -m derivations.kernel certificates/" in TEX


def test_a_claim_without_verdict_is_an_error() -> None:
    message = "no verdict for claim 'open' of document 'rotary' (1 missing)"
    with pytest.raises(ValueError, match=re.escape(message)):
        document_latex(DOC, JUDGED[:-1])


# What pdflatex makes of it

needs_pdflatex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex here")


def compile_twice(tex: str, folder: Path) -> str:
    """The log of the second run; errors, open references and wide boxes fail the test."""
    (folder / "writeup.tex").write_text(tex, encoding="ascii")
    for _ in range(2):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "writeup.tex"]
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout.decode("latin1")[-2000:]
    log = (folder / "writeup.log").read_text(encoding="latin1")
    assert "undefined references" not in log
    assert "multiply defined" not in log
    wide = [m for m in re.finditer(r"Overfull \\[hv]box \(([\d.]+)pt.*", log) if float(m[1]) > 10]
    assert not wide, [m[0] for m in wide]
    return log


@needs_pdflatex
def test_the_sample_compiles(tmp_path: Path) -> None:
    compile_twice(TEX, tmp_path)


HOSTILE = [
    'R_t^2 is 100% & {odd} \\foo #1 ~ ^ $x$ <b> |z| "q" `code_x$`',
    "naïve Čech “q” — … ∑ α≤β ² ₁ 中文 \U0001f600 \x07 tab\there", "a" * 200,
    "exp(-x)/(1+exp(-x))**2=s*(1-s)+" * 5,
    "https://example.org/a/very/long/path_with_underscores/that/does/not/end.html?x=1&y=2",
    "\\end{document}\\input{x}^^M",
]


@needs_pdflatex
def test_no_words_break_it(tmp_path: Path) -> None:
    doc = Document("hostile", title="".join(HOSTILE), author=HOSTILE[4], source=HOSTILE[4])
    for count, words in enumerate(HOSTILE):
        doc.section(words)
        doc.remark(f"r{count}", words, source=words)
        doc.claim(f"c{count}-" + "long-label-" * 8, eq(x, 0), words=words, source=words)
        doc.chain(f"h{count}", x, step(x + 0, words), words=words)
    judged = []
    for claim in doc.claims:
        tried = (Attempt(HOSTILE[0], HOSTILE[1], HOSTILE[3], HOSTILE[4]),)
        judged.append(Judged(doc, claim, Verdict(UNDECIDED, claim.statement, attempts=tried)))
    compile_twice(document_latex(doc, judged), tmp_path)


@needs_pdflatex
def test_formulas_of_any_size_stay_on_the_page(tmp_path: Path) -> None:
    many = [add(*[cos(number(i) * a) / (b + i) for i in range(size)]) for size in (2, 40, 500)]
    deep: Term = x
    for _ in range(300):
        deep = (deep + a) ** 2 / (deep - exp(deep * deep))
    wide = matrix([[many[0] * cos(a) for _ in range(5)] for _ in range(3)])
    letters = [symbol(f"{c}_{i}") for c in "uvw" for i in range(40)]
    turns = mul(*[rotation(angle) for angle in (a, b, x, t)])
    terms = [*many, deep, wide, sqrt(many[1]), exp(many[1]), many[0] ** many[1], mul(*letters),
             mul(many[1], many[1]), mul(turns, wide), stack(column(many[1], many[1]), (j, 1, M)),
             sum_(many[0], (j, many[1], deep)), inner(turns, turns), symbol("x" * 300)]  # fmt: skip
    blocks = [relations_display([eq(term, x), eq(x, term)]) for term in terms]
    blocks += [term_display(term, "==") for term in terms]
    reason = "a reason of several words " * 3
    blocks += [
        chain_display(first, [Line("<=", x, "short"), Line("==", then, reason)])
        for first, then in zip(terms, reversed(terms), strict=True)
    ]
    head, _, _ = TEX.partition(r"\maketitle")
    compile_twice("\n".join([head, *blocks, r"\end{document}", ""]), tmp_path)
