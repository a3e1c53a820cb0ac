"""Lemmas: statements that the checker has proved once, which the search uses as it uses laws.

    *.txt               what people write, by topic: `NAME | STATEMENT | SOURCE`, a line each, and
                        below it, indented, the steps of a proof that the search does not find;
                        those in laws.txt are found and tried as laws are
    index.json          name -> statement, source, hash, and what it is found by
    certificates.json   their proofs, in an order in which each rests on earlier ones alone

`python scripts/lemmas.py` proves what is new and writes both files; `python -m derivations.kernel
derivations/lemmas/certificates.json` checks them.  None of this is trusted: a lemma is a Theorem
that `check` makes of its certificate when a proof first uses it, and a certificate that uses one
names it by its hash.

    all_laws()             the laws of the kernel, and the lemmas that are tried as they are
    of_head(head)          the lemmas that speak of terms with this head, by their names
    assuming(operator)     those that no term calls for, whose first hypothesis has this operator;
                           "all <=" where it is for all values
    Named(theorems)        theorems by hash: those given, and behind them the lemmas; NAMED: none
    checked(certificate, theorems)         what `check` makes of it with the lemmas that it names
    AtHand(named)          the same, and it lets the search look for lemmas and for what is given:
                           its `concluding(relation)` are those that may conclude such a relation

To add one: a line in the table of its topic, with the fewest variables and the weakest sorts that
give both sides a value (a lemma has no conditions), its left side as people write it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from derivations.kernel import (
    LAWS, AnyCertificate, Certificate, Counterexample, Law, Theorem, check, decode, lemmas_of,
)
from derivations.language.statements import Proposition, Relation
from derivations.language.terms import Term

INDEX = Path(__file__).with_name("index.json")
CERTIFICATES = Path(__file__).with_name("certificates.json")
# What stands for any term in a conclusion.
LOOSE = ("symbol", "number")


@dataclass(frozen=True)
class Lemma:
    """A lemma with the parts of a law.

    name: as proofs name it, "#" and the hash of its theorem.  title: as people name it.
    """

    name: str
    title: str
    variables: tuple[Term, ...]
    premises: tuple[Proposition, ...]
    conclusions: tuple[Relation, ...]


@cache
def _rows() -> dict[str, dict[str, Any]]:
    return json.loads(INDEX.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@cache
def titles() -> dict[str, str]:
    """The names of the lemmas by the hashes of their theorems."""
    return {row["hash"]: title for title, row in _rows().items()}


def sources(hashes: Iterable[str]) -> list[str]:
    """The lemmas among theorems, those aside that are tried as laws, as `name (source)`."""
    some = ((title, _rows()[title]) for h in hashes if (title := titles().get(h)))
    return [f"{title} ({row['source']})" for title, row in some if not row.get("law")]


def reference(name: str) -> str:
    """How proofs call what has this name: a lemma by "#" and its hash, a law by its name."""
    row = _rows().get(name)
    return name if row is None else f"#{row['hash']}"


def called(hash_: str) -> str:
    """How people name the theorem with this hash: a lemma by its name."""
    return titles().get(hash_, hash_[:12])


@cache
def lemma(title: str) -> Lemma:
    """The lemma of this name, read when it is first asked for."""
    from derivations.language.parser import parse_claim  # not needed where no lemma is

    row = _rows()[title]
    stated = parse_claim(row["statement"])
    conclusions = tuple(goal.relation for goal in stated.goals)
    name = f"#{row['hash']}"
    return Lemma(name, title, stated.declarations, stated.hypotheses, conclusions)


def by_name(name: str) -> Lemma:
    """The lemma that proofs call by this name."""
    return lemma(titles()[name[1:]])


@cache
def all_laws() -> tuple[Law | Lemma, ...]:
    """The laws of the kernel, and the lemmas that the search tries as it tries these."""
    return (*LAWS.values(), *(lemma(title) for title, row in _rows().items() if row.get("law")))


def _others() -> Iterator[tuple[str, dict[str, Any]]]:
    """The lemmas that are not tried as laws, with what is told of them."""
    return ((title, row) for title, row in _rows().items() if not row.get("law"))


@cache
def of_head(head: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The names of the lemmas that speak of terms with this head, and the heads that have to stand
    in these."""
    return tuple((title, frozenset(row["heads"][head])) for title, row in _others()
                 if head in row["heads"])


@cache
def assuming(operator: str) -> tuple[Lemma, ...]:
    """The lemmas that no term calls for, whose first hypothesis has this operator."""
    return tuple(lemma(title) for title, row in _others() if row["assumes"] == operator)


def _may_be(said: Sequence[str], operator: str, left: str, right: str) -> bool:
    """Whether a relation, at some values, may have this operator and sides with these heads;
    said: its own."""
    own, *heads = said
    met = all(h in LOOSE or h == t for h, t in zip(heads, (left, right), strict=True))
    return own == operator and met and not set(heads) <= set(LOOSE)


@cache
def _by_conclusion() -> dict[tuple[str, ...], list[tuple[int, str, int]]]:
    """By operator and heads of the sides: the lemmas that conclude such a relation, each behind
    its number and before the place of the conclusion."""
    found: dict[tuple[str, ...], list[tuple[int, str, int]]] = {}
    for number, (title, row) in enumerate(_others()):
        for place, said in enumerate(row["concludes"]):
            found.setdefault(tuple(said), []).append((number, title, place))
    return found


@cache
def _concluding(operator: str, left: str, right: str) -> tuple[tuple[Lemma, Relation], ...]:
    known = _by_conclusion().items()
    uses = sorted(u for said, some in known if _may_be(said, operator, left, right) for u in some)
    return tuple((lemma(title), lemma(title).conclusions[place]) for _, title, place in uses)


@cache
def _certificates() -> dict[str, str]:
    lines = CERTIFICATES.read_text(encoding="utf-8").splitlines()[1:-1]
    return dict(zip(titles(), lines, strict=True))


@dataclass(frozen=True)
class Proof:
    """The certificate of a lemma, its theorem, and the hashes of the lemmas that it uses."""

    certificate: Certificate
    theorem: Theorem
    uses: tuple[str, ...]


@cache
def proof(hash_: str) -> Proof | None:
    """What `check` makes of the certificate of a lemma; None where there is no such lemma."""
    title = titles().get(hash_)
    if title is None:
        return None
    certificate: Any = decode(json.loads(_certificates()[hash_].rstrip(",")))
    uses = tuple(_rows()[each]["hash"] for each in _rows()[title]["uses"])
    theorem: Any = check(certificate, {h: made.theorem for h in uses if (made := proof(h))})
    return Proof(certificate, theorem, uses)


class Named(dict[str, Theorem]):
    """Theorems by their hashes; those of the lemmas are found, and not listed."""

    def get(self, key: str, default: Any = None) -> Any:
        known = None if key in self else proof(key)
        return super().get(key, default) if known is None else known.theorem


NAMED = Named()


def checked(
    certificate: AnyCertificate, theorems: Mapping[str, Theorem] = MappingProxyType({})
) -> Theorem | Counterexample:
    """What `check` makes of a certificate that uses lemmas, and theorems that are given."""
    named = {h: known.theorem for h in sorted(lemmas_of(certificate)) if (known := proof(h))}
    return check(certificate, {**named, **theorems})


class AtHand(Named):
    """The same where lemmas are looked for by what a goal says, too, not by their names alone.

    own: the theorems that are given, as lemmas; those that say that something is there are none.
    """

    def __init__(self, named: Named) -> None:
        super().__init__(named)
        self.named = named
        own = (as_lemma(theorem) for theorem in named.values() if not theorem.statement.exists)
        self.own = {each.name: each for each in own}

    def by_name(self, name: str) -> Lemma:
        """The lemma, or the theorem that is given, which proofs call by this name."""
        return self.own[name] if name in self.own else by_name(name)

    def concluding(self, relation: Relation) -> Iterator[tuple[Lemma, Relation]]:
        """Those that may conclude such a relation, each with its conclusion."""
        sides = relation.operator, relation.left.head, relation.right.head
        for each in self.own.values():
            for said in each.conclusions:
                if _may_be([said.operator, said.left.head, said.right.head], *sides):
                    yield each, said
        yield from _concluding(*sides)


def as_lemma(theorem: Theorem) -> Lemma:
    """A theorem that is given, as a lemma: what it says without variables of its own."""
    stated = theorem.statement
    conclusions = tuple([goal.relation for goal in theorem.goals if goal.is_plain])
    premises = (*stated.hypotheses, *theorem.conditions)
    name = f"#{theorem.hash}"
    return Lemma(name, name[:13], stated.declarations, premises, conclusions)
