"""Random terms and statements: what is told of them is true, and says what was written.

Every campaign is a function of one seed, so that a failure is found again by its number; a few
seeds run with the suite, many with `--long`.
"""

from __future__ import annotations

import ast
import operator
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import TooLarge
from derivations.language.from_sympy import from_sympy
from derivations.language.sorts import REAL
from derivations.language.statements import StatementError, eq, le
from derivations.language.substitution import Substitution
from derivations.language.terms import Term
from derivations.language.text import term_text
from derivations.language.to_sympy import to_sympy
from derivations.proving import prove
from derivations.search.reading.readback import NotReadable, Reader
from derivations.verdicts import Verdict
from tests.support import random_statements as draw
from tests.support.notation import (
    PI, I, Written, add, call, conj, cos, exp, mul, number, sin, symbol,
)
from tests.support.oracle import agree, evaluate, term_value
from tests.support.parsing import parse_term
from tests.support.random_statements import UNFIT, Claim, Point
from tests.support.scalar_terms import C, F, L, M, N, P as POSITIVE, Q, U, V, W, X, Y, Z

SYMBOLS = frozenset({C, F, L, M, N, POSITIVE, Q, U, V, W, X, Y, Z})
DECLARED = {s.name: s for s in SYMBOLS}
LIMITS = (TooLarge, StatementError)


def seeds(long: bool, few: int, many: int) -> Iterator[int]:
    return iter(range(many if long else few))


# False statements


def check_claim(seed: int) -> str:
    """A random claim and its verdict, against the truth at a point."""
    claim = draw.claim(random.Random(seed))
    if claim is None:
        return "unfit"
    try:
        truth = draw.truth(claim.goal, claim.at)
        verdict = prove(claim.goal, claim.given)
    except (*UNFIT, StatementError):
        return "unfit"
    where = (
        f"seed {seed}: {claim.goal} given {list(claim.given)} is {truth} at "
        f"{claim.at}, and {verdict}"
    )
    if verdict.kind == "proved":
        assert truth is True, where
    if verdict.kind == "conditional" and truth is not True:
        assert not conditions_hold(verdict, claim), where
    if verdict.kind == "refuted":
        assert refuted_there(verdict, claim), where
    return f"{verdict.kind}, {truth}"


def conditions_hold(verdict: Verdict, claim: Claim) -> bool:
    """Whether all conditions hold at the point; those for every integer are tried at some."""
    for condition in verdict.conditions:
        for k in range(-20, 21):
            if any(v.sort.kind == "natural" for v in condition.variables) and k < 0:
                continue
            values = Substitution({v: number(k) for v in condition.variables})
            try:
                if draw.truth(condition.relation.replace(values), claim.at) is not True:
                    return False
            except UNFIT:
                return False
    return True


def refuted_there(verdict: Verdict, claim: Claim) -> bool:
    """Whether the hypotheses hold at the counterexample, and the goal does not."""
    assert verdict.witness is not None
    try:
        values = {s.name: term_value(t, claim.at) for s, t in verdict.witness.values}
        at = claim.at | values
        given = all(draw.truth(h, at) is True for h in claim.given)
        return given and draw.truth(claim.goal, at) is not True
    except UNFIT:
        return True


def test_what_is_proved_is_true_and_what_is_refuted_is_false(long: bool) -> None:
    told = Counter(check_claim(seed) for seed in seeds(long, 40, 3_000))
    assert told["proved, True"] and told["refuted, False"], told


# True statements, by rewriting


def rewritten(r: random.Random, t: Term) -> Term:
    """An equal term, defined where this one is."""
    kind, n = r.randint(0, 13), r.choice([N, M, L])
    a = r.choice([X, Y, Z, POSITIVE, PI / 3])
    match kind:
        case 0:
            return add(t, n, -n)
        case 1:
            return t * (sin(a) ** 2 + cos(a) ** 2)
        case 2:
            return t * exp(2 * PI * I * n)
        case 3:
            return conj(conj(t))
        case 4:
            return call("re", t) + I * call("im", t)
        case 5:
            return t * (exp(a) * exp(-a))
        case 6:
            return t + sin(PI * n)
        case 7:
            return Written("neg", (Written("neg", (t,)),))
        case 8:
            return t * number(-1) ** (2 * n)
        case 9:
            return (t + a) ** 2 - t**2 - 2 * a * t - a**2 + t
        case 10:
            return t + (call("abs", a) ** 2 - a * conj(a))
        case 11:
            return mul(number(2), t) - t
        case 12:
            return t + call("cosh", a) - (exp(a) + exp(-a)) / 2
    return _inside(r, t)


def _inside(r: random.Random, t: Term) -> Term:
    """One argument rewritten, where the head says nothing about how its arguments are written."""
    if not t.args or t.head in ("apply", "sum", "product", "pow"):
        return t
    place = r.randrange(len(t.args))
    changed = rewritten(r, t.args[place])
    return Written(t.head, (*t.args[:place], changed, *t.args[place + 1 :]), t.data)


def check_rewritten(seed: int) -> str:
    r = random.Random(seed)
    at = draw.point(r)
    term = draw.chain(r, draw.bases(r), 3)
    other = term
    for _ in range(r.randint(1, 4)):
        other = rewritten(r, other)
    try:
        given = draw.true_facts(r, [r.choice([X, Y, L, V, 1 - X**2])], at)
        verdict = prove(eq(term, other), given)
    except (*UNFIT, StatementError):
        return "unfit"
    assert verdict.kind != "refuted" or not defined_at(verdict, term), f"seed {seed}: {verdict}"
    return verdict.kind


def defined_at(verdict: Verdict, term: Term) -> bool:
    """Whether the term has a value at the counterexample (somewhere, if it names no values)."""
    assert verdict.witness is not None
    if not verdict.witness.values:
        return False
    try:
        return draw.defined(term, {s.name: term_value(t, {}) for s, t in verdict.witness.values})
    except UNFIT:
        return False


def test_true_statements_are_not_refuted(long: bool) -> None:
    told = Counter(check_rewritten(seed) for seed in seeds(long, 30, 8_000))
    assert told["proved"] + told["conditional"] > sum(told.values()) // 2, told


# Normal forms again


def check_again(seed: int) -> str:
    """The term of a normal form has that normal form, to the letter."""
    r = random.Random(seed)
    term = draw.chain(r, draw.bases(r))
    try:
        normalizer = Normalizer()
        p = normalizer.scalar_of(term)
        again = normalizer.scalar_of(Reader(normalizer, SYMBOLS).poly(p))
    except (NotReadable, *LIMITS):
        return "unfit"
    return "same" if p == again else "other"


def test_the_normal_form_of_a_normal_form_is_itself(long: bool) -> None:
    """Except where powers such as `n^(2/3)` multiply to a whole one, which is not seen."""
    told = Counter(check_again(seed) for seed in seeds(long, 300, 15_000))
    assert told["same"] > 200 * told["other"], told


# What is read is what was written


def check_printed(seed: int) -> None:
    r = random.Random(seed)
    term = draw.chain(r, draw.bases(r))
    again = parse_term(term_text(term), DECLARED)
    assert again == term, f"seed {seed}: {term_text(term)} read as {again!r}"


def test_what_is_printed_reads_back_as_the_same_tree(long: bool) -> None:
    for seed in seeds(long, 1_000, 30_000):
        check_printed(seed)


def check_sympy(seed: int) -> str:
    r = random.Random(seed)
    term = draw.chain(r, draw.bases(r))
    normalizer = Normalizer()
    try:
        there = from_sympy(to_sympy(term))
        if normalizer.scalar_of(term) == normalizer.scalar_of(there):
            return "same"
        at = draw.point(r)
        value, other = term_value(term, at), term_value(there, at)
    except (*UNFIT, *LIMITS):
        return "unfit"
    assert agree(value, other), f"seed {seed}: {term}, {there}"
    return "other"


def test_sympy_and_back_keeps_the_normal_form(long: bool) -> None:
    """Except that `x^(-3/2)` comes back as `1/x^(3/2)`, which is not seen to be the same at 0."""
    told = Counter(check_sympy(seed) for seed in seeds(long, 150, 8_000))
    assert told["same"] > 20 * (told["other"] + told["unfit"]), told


# Precedence: Python's own reading of the same text

VALUES = {"a": Fraction(2), "b": Fraction(-3), "c": Fraction(1, 2), "n": Fraction(3)}
OPERATIONS: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.Pow: operator.pow, ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}  # fmt: skip


def arithmetic(r: random.Random, depth: int) -> str:
    """Text with few parentheses, exponents small integers."""
    if not depth:
        return r.choice([*"abc", "2", "0.5", "1e1", "3"])
    a, b = arithmetic(r, depth - 1), arithmetic(r, depth - 1)
    exponent = r.choice(["2", "-1", "3", "-2", "1", "n", "-n", "2**2", "+2"])
    return r.choice(
        [f"{a} + {b}", f"{a}-{b}", f"{a}*{b}", f"{a}/{b}", f"-{a}", f"({a})", f"{a}**{exponent}",
         f"{a} - -{b}", f"{a}*-{b}", f"-{a}**{exponent}", f"+{a}"]
    )  # fmt: skip


def by_python(node: ast.AST) -> Fraction:
    if isinstance(node, ast.Expression):
        return by_python(node.body)
    if isinstance(node, ast.BinOp):
        a, b = by_python(node.left), by_python(node.right)
        if isinstance(node.op, ast.Pow) and abs(b) > 50:
            raise OverflowError
        return OPERATIONS[type(node.op)](a, b)
    if isinstance(node, ast.UnaryOp):
        return OPERATIONS[type(node.op)](by_python(node.operand))
    if isinstance(node, ast.Name):
        return VALUES[node.id]
    assert isinstance(node, ast.Constant)
    return Fraction(str(node.value))


def test_text_is_read_as_python_reads_it(long: bool) -> None:
    symbols = {name: symbol(name, REAL) for name in "abc"} | {"n": N}
    checked = 0
    for seed in seeds(long, 1_000, 30_000):
        text = arithmetic(random.Random(seed), 3)
        try:
            wanted = by_python(ast.parse(text, mode="eval"))
        except (ZeroDivisionError, OverflowError):
            continue
        if not isinstance(wanted, Fraction):
            continue
        checked += 1
        assert Fraction(evaluate(parse_term(text, symbols), VALUES | {"n": 3})) == wanted, text
    assert checked > 500


# The generators


@pytest.mark.parametrize(
    "term, at, wanted",
    [
        (1 / X, {"x": 0}, False), (X**-1, {"x": 0}, False), (X**2, {"x": 0}, True),
        (X ** number(Fraction(1, 3)), {"x": 0}, False), (call("sqrt", X), {"x": 0}, True),
        (call("tan", X), {"x": 0}, True), (call("gamma", L), {"l": -2}, False),
        (call("floor", Z), {"z": 1j}, False), (call("acot", X), {"x": 0}, True),
    ],
)  # fmt: skip
def test_the_oracle_knows_where_terms_are_defined(term: Term, at: Point, wanted: bool) -> None:
    assert draw.defined(term, at) == wanted


def test_hypotheses_hold_at_the_point_of_a_claim() -> None:
    claims = [c for c in map(draw.claim, map(random.Random, range(30))) if c is not None]
    assert all(draw.truth(h, c.at) is True for c in claims for h in c.given)
    assert sum(draw.truth(c.goal, c.at) is not True for c in claims) > 6
    assert draw.truth(le(0, X), {"x": Fraction(-1)}) is False
