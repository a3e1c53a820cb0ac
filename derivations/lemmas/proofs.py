"""Lemmas from their tables to their certificates: the search, with the steps that a table gives.

    cauchy-schwarz | for all n: posint, v, w: vector(n): Abs(inner(v, w)) <= ... | HJ 5.1
        use cauchy-schwarz-squares at n, v, w

Steps stand below the statement, indented, in its own names.  Each is proved by the search and is a
fact from then on; what remains after the last one is proved by the search.

    have RELATION               also quantified: `... for all k: integer with a <= k and k <= b`
    use NAME at VALUE ;; VALUE  a law or an earlier lemma; a function as `k: integer -> z**k`
    at VALUE ;; VALUE           the quantified fact that came last, at values
    sort VALUE                  what the sort of a term says
    rewrite EQUATION            left for right in the goal
    cases RELATION              the steps indented below it where it holds, the next ones elsewhere
    induction CLAIM             on the first variable of a quantified claim; below it, the step

The search uses no lemmas here but those that steps name, so that none rests on itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from derivations.kernel import (
    LAWS, Cases, Certificate, Induction, Theorem, check, manifest, obligations, read,
)
from derivations.language.parser import parse_claim
from derivations.language.statements import Proposition, Relation, Statement, eq, negation
from derivations.language.substitution import free_symbols, heads_of
from derivations.language.terms import ONE, ZERO, Term, add, conj, function, neg
from derivations.language.text import declarations_text, proposition_text
from derivations.lemmas import INDEX, LOOSE
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Search, Stuck, attempted, opening
from derivations.search.knowledge.matching import SUMS
from derivations.search.knowledge.patterns import lemma_triggers
from derivations.search.methods import METHODS
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import FAILURES

# How deep the search goes after the steps.
DEPTH = 3


@dataclass(frozen=True)
class Step:
    """A line of a proof, and the lines indented below it."""

    text: str
    below: tuple["Step", ...] = ()


@dataclass(frozen=True)
class Row:
    """A lemma as a table states it; is_law: whether the search tries it as it tries laws."""

    title: str
    statement: str
    source: str
    steps: tuple[Step, ...] = ()
    is_law: bool = False


def rows_of(path: Path) -> list[Row]:
    """The lemmas of a table.  Raises ValueError for a line that is none."""
    found: list[Row] = []
    lines = [line for line in path.read_text(encoding="utf-8").splitlines()
             if line.strip() and not line.startswith("#")]
    for place, line in enumerate(lines):
        if line.startswith(" "):
            continue
        title, _, rest = line.partition(" | ")
        statement, _, source = rest.rpartition(" | ")
        if not statement:
            raise ValueError(f"{path.name}: expected `NAME | STATEMENT | SOURCE`, not {line!r}")
        end = next((k for k in range(place + 1, len(lines)) if lines[k][0] != " "), len(lines))
        steps = _steps(lines[place + 1 : end])
        is_law = path.stem == "laws"
        found.append(Row(title.strip(), statement.strip(), source, steps, is_law))
    return found


def _steps(lines: Sequence[str]) -> tuple[Step, ...]:
    """Lines with those that are indented more below them."""
    found: list[Step] = []
    place = 0
    while place < len(lines):
        own = len(lines[place]) - len(lines[place].lstrip())
        end = place + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > own:
            end += 1
        found.append(Step(lines[place].strip(), _steps(lines[place + 1 : end])))
        place = end
    return tuple(found)


def prove(row: Row, earlier: Mapping[str, Theorem]) -> tuple[Certificate, Theorem]:
    """The certificate of a lemma, and the theorem; earlier: the lemmas before it, by title.

    Raises Stuck: at which step and why, or the conditions that a lemma must not have.
    """
    stated = parse_claim(row.statement)
    at_hand = {theorem.hash: theorem for theorem in earlier.values()}
    proof = _Proof(stated.declarations, {title: f"#{t.hash}" for title, t in earlier.items()})
    context = read(stated).context
    context = replace(context, theorems=_Named(at_hand))
    definedness = []
    for number, need in enumerate(obligations(context, stated.goals)):
        try:
            found = Search(METHODS).prove(context, need.claim)
        except FAILURES:
            found = proof.of(context, need.claim, row.steps)
        definedness.append((number, found))
        context = context.with_facts(need.claim)
    proofs = tuple(proof.of(context, goal, row.steps) for goal in stated.goals)
    certificate = Certificate(stated, proofs, tuple(definedness))
    theorem = check(certificate, at_hand)
    assert isinstance(theorem, Theorem)
    if theorem.conditions:
        conditions = "; ".join(map(proposition_text, theorem.conditions))
        raise Stuck(f"a lemma has no conditions; this one holds where {conditions}")
    return certificate, theorem


# What stands in a term that a lemma is about if it stands in what the lemma speaks of.
TELLING = frozenset({"binomial", "factorial", "fibonacci", "harmonic", "gamma", "floor", "mod",
                     "gcd", "lcm", "log", "sin", "cos"})


def described(stated: Statement) -> dict[str, Any]:
    """What a lemma is found by: heads of its triggers, each with what else stands in these, and of
    both sides of its conclusions; the operator of its first hypothesis where nothing else calls for
    it (`x < y`), or no term does and it is for all values (`0 <= a*x**2 + b*x + c for all x:
    real`)."""
    conclusions = [goal.relation for goal in stated.goals]
    triggers = lemma_triggers(stated.declarations, conclusions)
    inside: dict[str, frozenset[str]] = {}
    for trigger in triggers:
        own = TELLING & heads_of(trigger)
        inside[trigger.head] = inside.get(trigger.head, own) & own
    heads = {head: sorted(inside[head] - {head}) for head in sorted(inside)}
    first = next(iter(stated.hypotheses), None)
    sizes = {s for v in stated.declarations for s in free_symbols(v) - {v}}
    unsaid = frozenset(stated.declarations) - sizes - frozenset().union(
        *(c.free() for c in conclusions))
    telling = first is not None and (not first.is_plain or _says_more(first.relation))
    called = heads or any(
        c.operator != "==" and (_says_more(c) or not telling) for c in conclusions)
    calls = called and not unsaid
    of_families = any(v.sort.is_family for v in stated.declarations)
    if first is None or (calls and (first.is_plain or heads or of_families)):
        assumed = ""
    else:
        assumed = first.relation.operator if first.is_plain else f"all {first.relation.operator}"
    return {
        "heads": heads,
        "concludes": [[c.operator, *_heads(c)] for c in conclusions],
        "assumes": assumed,
    }


def _heads(relation: Relation) -> list[str]:
    """The heads of both sides, of a number however it is written; what equals or bounds a sum of a
    family may be any value of it."""
    heads = [t.head if free_symbols(t) else "number" for t in (relation.left, relation.right)]
    return ["symbol" if h == "apply" else h for h in heads] if SUMS & {*heads} else heads


def _says_more(relation: Relation) -> bool:
    """Whether a side is more than a variable or a number."""
    return not {relation.left.head, relation.right.head} <= set(LOOSE)


class _Named(dict[str, Theorem]):
    """Theorems for those that name them: the search, which goes through what it has, sees none."""

    def items(self) -> Any:
        return ()


class _Proof:
    """Steps, read in the names of a statement."""

    def __init__(self, symbols: Sequence[Term], named: Mapping[str, str]) -> None:
        self.symbols, self.named = tuple(symbols), named

    def of(self, context: Any, goal: Proposition, steps: Sequence[Step]) -> Any:
        """A proof of a goal by steps.  Raises Stuck."""
        if not steps:
            return Search(METHODS).prove(context, goal)
        if goal.is_plain:
            return self._walk(self._draft(context, goal.relation), steps)

        def walk(inside: Any, relation: Any) -> Any:
            new = sorted(inside.symbols - context.symbols, key=lambda s: s.name)
            within = _Proof((*self.symbols, *new), self.named)
            return within._walk(within._draft(inside, relation), steps)

        return opening(context, goal, walk)

    def _draft(self, context: Any, relation: Any) -> Draft:
        return Draft(Goal(context, relation, Search(METHODS), DEPTH))

    def _walk(self, draft: Draft, steps: Sequence[Step]) -> Any:
        for place, step in enumerate(steps):
            draft.search = Search(METHODS)
            word, _, rest = step.text.partition(" ")
            try:
                if word == "cases":
                    return self._cases(draft, rest, step.below, steps[place + 1 :])
                taken = getattr(self, f"_{word}", None)
                if taken is None:
                    raise Stuck(f"there is no step {word!r}")
                taken(draft, rest, step.below)
            except FAILURES as why:
                raise Stuck(f"`{step.text[:100]}`: {str(why)[:300]}") from None
        draft.search = Search(METHODS)
        order = draft.relation.operator in ("<", "<=")  # mostly a sum of facts is left
        last = attempted(prove_linear, draft.goal) if order else None
        return draft.done() if last is None else draft.close(last)

    def _have(self, draft: Draft, text: str, below: Sequence[Step]) -> None:
        stated = self._stated(text)
        if below:
            draft.have(stated, self.of(draft.context, stated, below))
        else:
            draft.have(stated)

    def _rewrite(self, draft: Draft, text: str, _below: Sequence[Step]) -> None:
        draft.rewrite(draft.have(self._stated(text)))

    def _sort(self, draft: Draft, text: str, _below: Sequence[Step]) -> None:
        draft.sort(self._value(text))

    def _use(self, draft: Draft, text: str, _below: Sequence[Step]) -> None:
        name, values = _called(text)
        if name not in LAWS and name not in self.named:
            raise Stuck(f"there is no law and no earlier lemma {name!r}")
        source = name if name in LAWS else self.named[name]
        draft.use(source, *self._values(values))

    def _at(self, draft: Draft, text: str, _below: Sequence[Step]) -> None:
        quantified = [number for number, fact in enumerate(draft.context.facts) if fact.variables]
        if not quantified:
            raise Stuck("there is no quantified fact")
        draft.use(quantified[-1], *self._values(text))

    def _induction(self, draft: Draft, text: str, below: Sequence[Step]) -> None:
        whole = self._stated(text)
        n, *others = whole.variables
        stated = replace(whole, variables=tuple(others))
        inside = draft.context.with_symbols(n)
        start = ZERO if n.sort.kind == "natural" else ONE
        base = Search(METHODS).prove(inside, stated.substitute({n: start}))
        then = _Proof((*self.symbols, n), self.named).of(
            inside.with_facts(stated), stated.substitute({n: add(n, ONE)}), below)
        draft.have(whole, Induction(n, base, then))

    def _cases(
        self, draft: Draft, text: str, below: Sequence[Step], after: Sequence[Step]
    ) -> Any:
        relation = self._stated(text).relation
        first = self._walk(draft.under(relation), below)
        second = self._walk(draft.under(negation(relation)), after)
        real = None
        if relation.operator in ("<", "<="):
            gap = add(relation.right, neg(relation.left))
            whole = eq(conj(gap), gap)
            real = None if manifest(draft.context, whole) else draft.proof(whole)
        return draft.close(Cases(relation, real, first, second))

    def _stated(self, text: str) -> Proposition:
        around = f"for all {declarations_text(self.symbols)}: " if self.symbols else ""
        return parse_claim(around + text).goals[0]

    def _values(self, text: str) -> list[Term]:
        return [self._value(value) for value in text.split(";;") if value.strip()]

    def _value(self, text: str) -> Term:
        """A term, or a function as `k: integer -> term`."""
        head, arrow, body = text.partition("->")
        if not arrow:
            return self._stated(f"{text} = {text}").relation.left
        stated = self._stated(f"{body} = {body} for all {head}")
        return function(stated.variables, stated.relation.left)


def tables() -> list[Path]:
    """The tables of lemmas, that of former laws first."""
    return sorted(INDEX.parent.glob("*.txt"), key=lambda path: (path.stem != "laws", path.name))


def ordered(tables: Sequence[Path]) -> Iterator[Row]:
    """The rows of all tables; one whose steps name a later lemma stands behind that."""
    rows: dict[str, Row] = {}
    for row in chain.from_iterable(map(rows_of, tables)):
        if rows.setdefault(row.title, row) is not row:
            raise ValueError(f"two lemmas are called {row.title}")
    done: dict[str, None] = {}

    def after(title: str, within: tuple[str, ...]) -> Iterator[Row]:
        if title in within:
            raise ValueError(f"{title} rests on itself: {' <- '.join((*within, title))}")
        if title not in done:
            for name in _names(rows[title].steps):
                if name in rows:
                    yield from after(name, (*within, title))
            done[title] = None
            yield rows[title]

    for title in rows:
        yield from after(title, ())


def _called(text: str) -> tuple[str, str]:
    """The name of a law or a lemma, and the values that follow "at"."""
    name, _, values = text.rpartition(" at ")
    return (name, values) if name else (text, "")


def _names(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        word, _, rest = step.text.partition(" ")
        if word == "use":
            yield _called(rest)[0]
        yield from _names(step.below)
