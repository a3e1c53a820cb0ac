"""Equations between products of matrices of unspecified size, from equations between such.

The residual is a combination of words.  Each equation is turned into rules `word → combination`,
one for each of its words; a unitary letter at the end of a word is also moved to the other side,
so that `U* V = Θ` rewrites `V` to `U Θ`.  A bounded search applies rules until nothing remains;
the applications, with what stands left and right of the word, are the cofactors.
Incomplete: the word problem is undecidable; the search has a stated depth.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.kernel import polynomial as P
from derivations.kernel import words
from derivations.kernel.context import difference
from derivations.kernel.forms import OutOfReach, is_zero
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Poly, TooLarge
from derivations.kernel.proofs import Cofactor, NormalForm, Proof
from derivations.kernel.words import Word, Words
from derivations.language.statements import StatementError
from derivations.language.terms import mul
from derivations.search.goals import Goal, proves
from derivations.search.readback import NotReadable, Reader

# How many rules are applied one after the other, and how many residuals are looked at.
MAX_DEPTH = 8
MAX_RESIDUALS = 400


@dataclass(frozen=True)
class Rule:
    """`prefix (l - r) suffix` of fact number `fact` has this word with this coefficient."""

    word: Word
    coefficient: Poly
    fact: int
    prefix: Word
    suffix: Word
    combination: Words


@dataclass(frozen=True)
class Step:
    """What was subtracted: `coefficient · left (l - r) right` of the fact."""

    coefficient: Poly
    left: Word
    fact: int
    right: Word


def prove_words(goal: Goal) -> Proof | None:
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    try:
        residual = difference(normalizer, goal.relation)
    except (StatementError, OutOfReach, TooLarge):
        return None
    if not isinstance(residual, Words):
        return None
    rules = _rules(goal)
    steps = _search(algebra, residual, rules) if rules else None
    if steps is None:
        return None
    reader = Reader(algebra, goal.context.symbols)
    try:
        proof = NormalForm(tuple(_cofactor(reader, s, goal, residual) for s in steps))
    except NotReadable:
        return None
    return proof if proves(goal, proof) else None


def _cofactor(reader: Reader, step: Step, goal: Goal, residual: Words) -> Cofactor:
    # The kernel subtracts from right - left, and a fact counts as left - right.
    left = reader.poly(step.coefficient)
    if step.left:
        word = reader.word(step.left)
        left = word if step.coefficient is ONE else mul(left, word)
    right = reader.word(step.right) if step.right else None
    return Cofactor(left, step.fact, right)


def _rules(goal: Goal) -> list[Rule]:
    normalizer = goal.context.normalizer
    algebra = normalizer.algebra
    rules = []
    for number, fact in enumerate(goal.context.facts):
        if not fact.is_plain or fact.relation.operator != "==":
            continue
        try:
            gap = difference(normalizer, fact.relation)
        except (StatementError, OutOfReach, TooLarge):
            continue
        if not isinstance(gap, Words):
            continue
        # `difference` is right - left; the kernel's cofactors multiply left - right.
        base = words.scaled(algebra, gap, P.constant(-1))
        for prefix, suffix, combination in _variants(algebra, base):
            for word, c in combination.terms.items():
                if word:
                    rules.append(Rule(word, c, number, prefix, suffix, combination))
    rules.sort(key=lambda r: (-len(r.word), len(r.prefix) + len(r.suffix)))
    return rules


def _variants(algebra: Algebra, base: Words) -> list[tuple[Word, Word, Words]]:
    """The equation, and it multiplied so that an outer unitary letter cancels."""
    found: list[tuple[Word, Word, Words]] = [((), (), base)]
    for word in base.terms:
        if len(word) < 2:
            continue
        for end in (0, -1):
            b, t, c, e = word[end]
            if "unitary" not in words.properties(algebra, b):
                continue
            _, outer = words.multiply(algebra, (), ((b, not t, not c, e),))
            size = Words(base.rows, base.rows, {outer: ONE})
            if end == 0:
                found.append((outer, (), words.times(algebra, size, base)))
            else:
                found.append(((), outer, words.times(algebra, base, size)))
    return found


def _search(algebra: Algebra, residual: Words, rules: list[Rule]) -> list[Step] | None:
    """Breadth first over residuals, each with the steps that led to it."""
    waiting: list[tuple[Words, list[Step]]] = [(residual, [])]
    seen: set[frozenset[Word]] = set()
    looked_at = 0
    while waiting:
        current, steps = waiting.pop(0)
        if is_zero(algebra, current):
            return steps
        looked_at += 1
        if len(steps) == MAX_DEPTH or looked_at > MAX_RESIDUALS:
            continue
        key = frozenset(current.terms)
        if key in seen:
            continue
        seen.add(key)
        for word in sorted(current.terms, key=words.order):
            for rule in rules:
                for at in _occurrences(word, rule.word):
                    waiting.append(_applied(algebra, current, steps, word, rule, at))
    return None


def _occurrences(word: Word, part: Word) -> list[int]:
    """Where a word contains another; powers of one letter count as that many letters."""
    return [
        k for k in range(len(word) - len(part) + 1) if word[k : k + len(part)] == part
    ]


def _applied(
    algebra: Algebra, current: Words, steps: list[Step], word: Word, rule: Rule, at: int
) -> tuple[Words, list[Step]]:
    before, after = word[:at], word[at + len(rule.word) :]
    ratio = algebra.times(current.terms[word], algebra.inverse(rule.coefficient))
    _, left = words.multiply(algebra, before, rule.prefix)
    _, right = words.multiply(algebra, rule.suffix, after)
    outer = Words(current.rows, current.rows, {before: ratio})
    inner = words.times(algebra, outer, rule.combination)
    inner = words.times(algebra, inner, Words(current.rows, current.rows, {after: ONE}))
    rest = words.add([current, words.scaled(algebra, inner, P.constant(-1))])
    # current is right - left and loses ratio · left (l - r) right: the cofactor is its negative.
    step = Step(P.negative(ratio), left, rule.fact, right)
    return Words(current.rows, current.columns, rest.terms), [*steps, step]
