"""Certificates in few words: their terms and relations are text over declared symbols.

    words = Words("x, y: complex", "n: natural", "A: matrix(2,2)")
    words.why("x == y", by(0), "x == 0")        why a certificate is rejected, "" if it is not
    words.made("x/x == 1", done, "x != 0")      the theorem, or the counterexample

The proof is one of the kernel's with text in the place of its terms, relations and propositions;
a dict gives the values of a counterexample, `Nowhere` what is defined nowhere.  After it come the
hypotheses; `"let x, A"` among them declares symbols that are not mentioned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import pytest

from derivations import kernel
from derivations.kernel import (
    AnyCertificate, At, Certificate, Combine, Counterexample, Refutation, Rejected, Theorem, check,
    decode, encode,
)
from derivations.language.parser import parse_claim
from derivations.language.statements import Proposition, Statement
from derivations.language.stating import statement
from derivations.language.terms import Term, function
from tests.support.notation import in_text
from tests.support.parsing import parse_proposition, parse_term

done = Combine()


def by(*facts: int, left: str = "1") -> Combine:
    """The difference of the sides is that of these facts, times a factor."""
    return sums(*((left, fact) for fact in facts))


def sums(*parts: tuple[Any, ...]) -> Combine:
    """The difference of the sides is the sum of these: factor, fact, and a factor behind it."""
    return Combine(tuple((*part, None)[:3] for part in parts))


@dataclass(frozen=True)
class Nowhere:
    """The proof that what is needed for a statement to be defined never holds."""

    proof: Any = done
    obligation: int = 0
    instance: tuple[tuple[str, str], ...] = ()
    model: tuple[tuple[str, str], ...] = ()


class Words:
    """Symbols, and what is read with them."""

    def __init__(self, *declared: str) -> None:
        symbols = parse_claim("1 == 1", declared).declarations
        self.symbols = {s.name: s for s in symbols}

    def term(self, text: Any) -> Term:
        """A term; `Function(n -> 2**n)` is a family."""
        if isinstance(text, Term):
            return text
        family = re.fullmatch(r"Function\((.*?) -> (.*)\)", text)
        if family is None:
            return parse_term(text, self.symbols)
        names = tuple(self.symbols[name] for name in family[1].split(", "))
        return function(names, self.term(family[2]))

    def proposition(self, text: Any) -> Proposition:
        if not isinstance(text, str):
            return text
        if " with " in text and " for all " not in text:
            fact, _, guards = text.partition(" with ")
            known = (self.proposition(guard).relation for guard in guards.split(" and "))
            return Proposition(self.proposition(fact).relation, (), tuple(known))
        variables = {v for some in re.findall(r"(\w+(?:, \w+)*):", text) for v in some.split(", ")}
        free = {name: s for name, s in self.symbols.items() if name not in variables}
        return parse_proposition(text, free)

    def read(self, value: Any, kind: str) -> Any:
        """What a field of this type says, with its text read."""
        if kind.startswith("tuple["):
            return tuple(self.read(v, kind[6:].removesuffix("]").split(",")[0]) for v in value)
        if kind.startswith("Term") and value is not None:
            return self.term(value)
        if isinstance(value, Combine):
            return Combine(
                tuple((self.term(a), fact, b and self.term(b)) for a, fact, b in value.equations),
                value.orders,
            )
        if kind in ("Proposition", "Relation") and isinstance(value, str):
            stated = self.proposition(value)
            return stated if kind == "Proposition" else stated.relation
        if is_dataclass(value):
            return replace(value, **{
                f.name: self.read(getattr(value, f.name), str(f.type)) for f in fields(value)
            })  # fmt: skip
        return value

    def statement(self, goal: Any, *given: Any) -> Statement:
        """Goals, and hypotheses after them; symbols in `"let ..."` are declared first."""
        lets = [g[4:].split(", ") for g in given if isinstance(g, str) and g.startswith("let ")]
        goals = goal if isinstance(goal, list) else [goal]
        return statement(
            [self.proposition(g) for g in goals],
            [self.proposition(g) for g in given if not str(g).startswith("let ")],
            [self.symbols[name] for names in lets for name in names],
        )

    def values(self, values: Mapping[str, Any]) -> tuple[tuple[Term, Term], ...]:
        return tuple((self.symbols[name], self.term(v)) for name, v in values.items())

    def certificate(
        self, goal: Any, proof: Any, *given: Any, model: Any = None
    ) -> AnyCertificate:
        stated = self.statement(goal, *given)
        if isinstance(proof, dict):
            return Refutation(stated, 0, At(self.values(proof)), (), done)
        if isinstance(proof, Nowhere):
            return kernel.Nowhere(
                stated, 0, proof.obligation, At(self.values(dict(proof.instance))),
                self.read(proof.proof, "Proof"), At(self.values(dict(proof.model))),
            )  # fmt: skip
        proofs = self.read(proof if isinstance(proof, tuple) else (proof,), "tuple[Proof, ...]")
        at = None if model is None else At(self.values(model))
        return Certificate(stated, proofs, model=at)

    def made(
        self, goal: Any, proof: Any = done, *given: Any, model: Any = None, lemmas: Any = ()
    ) -> Theorem | Counterexample:
        """What the kernel makes of the certificate, and of what is read of it again."""
        known = {theorem.hash: theorem for theorem in lemmas}
        certificate = self.certificate(goal, proof, *given, model=model)
        made = check(certificate, known)
        assert check(decode(json.loads(json.dumps(encode(certificate)))), known) == made
        return made

    def why(self, goal: Any, proof: Any = done, *given: Any, **options: Any) -> str:
        """Why the certificate is rejected; nothing, if it is not."""
        try:
            self.made(goal, proof, *given, **options)
        except Rejected as error:
            return re.sub(r"^<text>:\d+:\d+: ", "", error.why)
        return ""

    def judge(self, goal: Any, proof: Any, reason: str, *given: Any) -> None:
        """Fails unless it is rejected for this reason, or accepted if there is none."""
        why = self.why(goal, proof, *given)
        assert why.startswith(reason) and bool(why) == bool(reason), why or "it is accepted"


def conditions(theorem: Theorem) -> list[str]:
    return [in_text(c) for c in theorem.conditions]


def why_not(certificate: AnyCertificate) -> str:
    """The reason, without its place."""
    with pytest.raises(Rejected) as error:
        check(certificate)
    return error.value.why
