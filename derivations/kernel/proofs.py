"""Proofs and certificates, as plain data; they claim, `check` decides.

A proof is read from its root: a rule, what it needs, and the proof of what then remains.  Facts are
numbered in their order: what the hypotheses say, what they need to be defined, what the goals need,
then whatever the proof adds on the way down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from derivations.language.statements import Proposition, Relation, Statement, Unsettled
from derivations.language.terms import Term


class Rejected(Unsettled, ValueError):
    """A certificate does not prove its statement.

    where: the place in the certificate, such as `proofs[0].premises[1]`.
    why: what is wrong there; worded when it is asked for, since a search drops most of these.
    """

    def __init__(self, where: str, why: str | Callable[[], str]) -> None:
        self.where = where
        self._why = why
        super().__init__(where, why)

    @property
    def why(self) -> str:
        if isinstance(self._why, str):
            return self._why
        try:
            return self._why()
        except (AttributeError, LookupError, TypeError, ValueError):
            return "what stands here is not well-formed, and cannot be shown"

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


# The ten rules


@dataclass(frozen=True)
class Combine:
    """The goal is a combination of facts; without facts, normal forms show it.

    equations: (left, fact, right) counts `left (a - b) right` for the fact `a = b`; right may be
        None.
    orders: (c, fact) counts `c (b - a)`, c > 0, for the fact `a < b` or `a ≤ b`; for a goal `≠` it
        is one pair with c ≠ 0 and a fact `a ≠ b` or `a < b`.
    """

    equations: tuple[tuple[Term, int, Term | None], ...] = ()
    orders: tuple[tuple[Fraction, int], ...] = ()


@dataclass(frozen=True)
class Have:
    """A proposition is proved, and is a fact from then on."""

    fact: Proposition
    proof: Proof
    then: Proof


@dataclass(frozen=True)
class Use:
    """What a law, a theorem or a quantified fact says at these values becomes facts.

    source: the name of a law, "#" and the hash of a theorem, or the number of a fact.
    values: of its variables, one each, in order.
    premises: a proof of each proposition that `asked` lists, in order; None where it is manifest,
        and so where they end.
    names: of the symbols that a theorem with "there is" opens, in the order of its `exists`.
    """

    source: str | int
    values: tuple[Term, ...]
    premises: tuple[Proof | None, ...]
    then: Proof
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sort:
    """What it says that a term is of its sort becomes facts.

    term: a symbol, a value of a family or of a permutation; or any scalar, with a `kind`.
    kind: a scalar sort that the term manifestly has; None for its own.
    premises: that the arguments of a value are of the index sorts, as in `Use`.
    """

    term: Term
    kind: str | None
    premises: tuple[Proof | None, ...]
    then: Proof


@dataclass(frozen=True)
class Induction:
    """P(0), or P(1) for a posint, and P(n + 1) with P(n) as a fact.

    variable: a symbol of the context; or a new one, for the first variable of a quantified goal.
    """

    variable: Term
    base: Proof
    step: Proof


@dataclass(frozen=True)
class Binder:
    """What stands under a binder, for symbols with these new names.

    Of a quantified goal: its relation, the guards being facts.  Of an equation between sums,
    products, diagonals or stacks over one range: the equation of their bodies at every index.
    """

    names: tuple[str, ...]
    body: Proof


@dataclass(frozen=True)
class Rewrite:
    """The left side of an equation is replaced by its right side, wherever the goal has it."""

    fact: int
    then: Proof


@dataclass(frozen=True)
class Cases:
    """The goal under a relation, and under its negation.

    real: for an order, that its sides differ by a real number; None where it is manifest.
    """

    relation: Relation
    real: Proof | None
    first: Proof
    second: Proof


@dataclass(frozen=True)
class Enclose:
    """Two numbers are told apart by certified intervals with so many bits."""

    bits: int = 64


@dataclass(frozen=True)
class Groups:
    """An equation between long sums holds group by group.

    groups: each the numbers of terms on the left, and on the right, counted from 0.
    """

    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


Proof = Combine | Have | Use | Sort | Induction | Binder | Rewrite | Cases | Enclose | Groups
RULES: dict[str, type[Proof]] = {rule.__name__.lower(): rule for rule in get_args(Proof)}

# The five kinds of certificates

Numbered = tuple[tuple[int, Proof | None], ...]


@dataclass(frozen=True)
class At:
    """Values of symbols, and that they are values of what they stand for.

    values: pairs of a symbol and a closed term; of a family, a `function`.
    premises: a proof of each proposition that `owed` lists, as in `Use`.
    """

    values: tuple[tuple[Term, Term], ...] = ()
    premises: tuple[Proof | None, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """The goals hold wherever the hypotheses and the conditions do.

    proofs: one for each goal.
    definedness: of what the goals need, by number; what has no proof becomes a condition, and what
        is spare is left out where None stands.
    model: values at which all hypotheses and conditions hold, if there are some at hand.
    """

    statement: Statement
    proofs: tuple[Proof, ...]
    definedness: Numbered = ()
    model: At | None = None


@dataclass(frozen=True)
class Witness:
    """The goals hold for these values of the `exists` symbols, terms in the declared ones.

    What the values and the goals need at them is proved; only what the goals need without them
    may become a condition.
    """

    statement: Statement
    witness: At
    proofs: tuple[Proof, ...]
    definedness: Numbered = ()
    model: At | None = None


@dataclass(frozen=True)
class Refutation:
    """At these values the hypotheses hold, and a goal is defined and false.

    at: values of the declared symbols and of the variables of the goal.
    proof: of the negation of the goal.
    """

    statement: Statement
    goal: int
    at: At
    definedness: Numbered
    proof: Proof


@dataclass(frozen=True)
class Impossible:
    """At these values of the declared symbols no values of the `exists` symbols do.

    proof: of 1 = 0, the goals being facts about the `exists` symbols.
    """

    statement: Statement
    at: At
    definedness: Numbered
    proof: Proof


@dataclass(frozen=True)
class Nowhere:
    """Wherever the hypotheses hold, something is not there that the goals need.

    goal, obligation: the number of what fails among all that this goal needs; it is one of those
        without which there is no value.
    instance: values of its variables, terms in the declared symbols.
    proof: of its negation there, from the hypotheses alone.
    model: values at which the hypotheses hold, so that something is claimed at all.
    """

    statement: Statement
    goal: int
    obligation: int
    instance: At
    proof: Proof
    model: At


AnyCertificate = Certificate | Witness | Refutation | Impossible | Nowhere
KINDS: dict[str, type[AnyCertificate]] = {
    "proof": Certificate,
    "witness": Witness,
    "refutation": Refutation,
    "impossible": Impossible,
    "nowhere": Nowhere,
}
