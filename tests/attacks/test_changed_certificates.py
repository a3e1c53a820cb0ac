"""Every certificate, each leaf changed: what still replays proves a true statement.

Nothing but `Rejected` may come of a mutant, and within seconds.  One whose statement is changed is
tried at points by an evaluator that shares nothing with the kernel.  By default a fixed share of
the mutants of one certificate for each rule is tried; `pytest --long` takes all of them, and those
of the certificates of every built-in claim and of every trap.
"""

from __future__ import annotations

from typing import Any

import pytest

from derivations.documents import builtin_documents, load
from derivations.judging.child import bounded
from derivations.judging.judge import judge_statements
from derivations.kernel import Rejected, Theorem, check, decode, encode
from derivations.kernel.proofs import (
    RULES, AnyCertificate, Certificate, NowhereDefined, Refutation, parts,
)
from tests.attacks.changed_certificates import mutants
from tests.scoring import traps
from tests.support.example_certificates import examples, lemmas
from tests.support.spot_checks import failure

EXAMPLES = examples()
# Of the mutants of an example so many are tried, evenly spread.
SAMPLE = 45
SECONDS = 10

Json = Any


def try_mutants(content: Json, step: int = 1) -> tuple[int, int]:
    """How many mutants were tried and how many replayed; fails on a false one."""
    known = lemmas()
    original = check(decode(content), known)
    tried = replayed = 0
    for number, (what, mutant) in enumerate(mutants(content)):
        if number % step:
            continue
        tried += 1
        try:
            with bounded(SECONDS):
                certificate = decode(mutant)
                made = check(certificate, known)
        except Rejected as error:
            assert str(error)
            continue
        replayed += 1
        assert made.statement == certificate.statement
        assert decode(encode(certificate)) == certificate
        same = isinstance(made, Theorem) and isinstance(original, Theorem) and (
            made.statement == original.statement
            and set(made.conditions) >= set(original.conditions)
        )
        if not same:
            model = None if isinstance(certificate, Refutation) else certificate.model
            assert failure(made, model) is None, (what, str(made.statement))
    return tried, replayed


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_mutant_proves_nothing_false(name: str, long: bool) -> None:
    content = encode(EXAMPLES[name])
    count = sum(1 for _ in mutants(content))
    tried, replayed = try_mutants(content, 1 if long else max(1, count // SAMPLE))
    assert tried >= SAMPLE
    assert replayed < tried


def _rules(certificate: AnyCertificate) -> set[str]:
    pending = [certificate.proof] if isinstance(certificate, NowhereDefined) else []
    if isinstance(certificate, Certificate):
        pending += [*certificate.proofs, *(p for _, p in certificate.definedness)]
    found = set()
    while pending:
        proof = pending.pop()
        found.add(next(name for name, rule in RULES.items() if type(proof) is rule))
        pending += parts(proof)
    return found


def test_there_is_a_certificate_for_each_rule() -> None:
    assert set().union(*map(_rules, EXAMPLES.values())) == set(RULES)
    assert {type(c) for c in EXAMPLES.values()} == {Certificate, Refutation, NowhereDefined}


FAMILIES = sorted({t.family for t in traps()})


@pytest.mark.parametrize("source", [*builtin_documents(), *FAMILIES])
def test_mutants_of_what_was_proved_and_refuted(source: str, long: bool) -> None:
    if not long:
        pytest.skip("with --long")
    if source in FAMILIES:
        statements = [t.statement for t in traps() if t.family == source]
    else:
        statements = [claim.statement for claim in load(source).claims]
    for verdict in judge_statements(statements, 1):
        for certificate in (verdict.certificate, verdict.contradiction):
            if certificate is not None:
                try_mutants(encode(certificate))
