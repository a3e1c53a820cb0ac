"""Laws, lemmas and quantified facts at values: what they speak of is matched with terms.

A law or a lemma is found by the heads in its conclusions: what calls for it is a least part of
these that has every variable.  A fact is called for by what it says, by its words, or by several
values of families, as `Abs(f(u) - f(v)) <= Abs(u - v) for all u, v` by two values of f.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from derivations import lemmas
from derivations.kernel import Context, Law, Theorem
from derivations.language.heads import FUNCTIONS, MATRIX_HEADS
from derivations.language.statements import Relation
from derivations.language.substitution import free_symbols, heads_of, subterms
from derivations.language.terms import Term, add, call
from derivations.search.knowledge.matching import (
    RANGED, SUMS, Bindings, completed, fitting, matches,
)
from derivations.search.reading.facts import vector_of
from derivations.search.reading.readback import product_of, word_term
from derivations.search.reading.words import words_in

# Functions of matrices that are words or explicit in normal forms.
PLAIN = frozenset({"transpose", "adjoint", "identity", "zero", "scalar", "inner"})
SPEAKING = (FUNCTIONS.keys() | MATRIX_HEADS.keys() | {"pow", "div", "apply"}) - PLAIN
# Whose laws relate values at neighbouring places: `recurrences` applies them, in one direction.
RECURRENT = frozenset({"factorial", "gamma", "fibonacci", "binomial"})


@dataclass(frozen=True)
class Pattern:
    """What a law or a fact speaks of: variables, and the terms in which they occur."""

    source: str | int
    variables: tuple[Term, ...]
    triggers: tuple[Term, ...]
    conclusions: tuple[Relation, ...]


@cache
def law_patterns() -> dict[str, tuple[Pattern, ...]]:
    """The laws by the head of a trigger."""
    found: dict[str, list[Pattern]] = {}
    for law in lemmas.all_laws():
        if any(v.sort.is_family for v in law.variables):
            continue
        triggers = _triggers(law)
        if any(map(_is_shifted, triggers)):
            continue
        for trigger in triggers:
            pattern = Pattern(law.name, law.variables, (trigger,), law.conclusions)
            found.setdefault(trigger.head, []).append(pattern)
    return {head: tuple(patterns) for head, patterns in found.items()}


def _is_shifted(trigger: Term) -> bool:
    """Whether it is `f(n + 1)`."""
    return trigger.head in RECURRENT and any(
        a.head == "add" and a.args[-1].head == "number" for a in trigger.args)


def _triggers(law: Law | lemmas.Lemma) -> list[Term]:
    """The least subterms of conclusions that speak of something and have every variable."""
    sizes = {s for v in law.variables for s in free_symbols(v) - {v}}
    wanted = frozenset(law.variables) - sizes
    return speaking([s for c in law.conclusions for s in (c.left, c.right)], wanted)


def speaking(terms: Iterable[Term], wanted: frozenset[Term]) -> list[Term]:
    """The least subterms with these symbols whose head is no arithmetic."""
    found: list[Term] = []
    for term in terms:
        for node in subterms(term):
            if not wanted or node.head not in SPEAKING or not wanted <= free_symbols(node):
                continue
            inner = (a for a in subterms(node) if a is not node and a.head in SPEAKING)
            if not any(wanted <= free_symbols(a) for a in inner):
                found.append(node)
    return list(dict.fromkeys(found))


def with_one_exponential(term: Term) -> Term:
    """A term with the exponential of a sum for products of exponentials, as laws speak of it."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple([done[id(a)] for a in node.args])
        new = node if args == node.args else Term(node.head, args, node.data)
        exponents = [a.args[0] for a in args if a.head == "exp"] if node.head == "mul" else []
        if len(exponents) > 1:
            rest = [a for a in args if a.head != "exp"]
            new = product_of([call("exp", add(*exponents)), *rest])
        done[id(node)] = new
    return done[id(term)]


def lemma_patterns(term: Term) -> Iterator[Pattern]:
    """The lemmas that may speak of a term, read when one like it is first met."""
    heads = heads_of(term)
    for title, inside in lemmas.of_head(term.head):
        if inside <= heads:
            yield from _patterns_with_head(title, term.head)


@cache
def _patterns_with_head(title: str, head: str) -> tuple[Pattern, ...]:
    lemma = lemmas.lemma(title)
    return tuple(
        Pattern(lemma.name, lemma.variables, (trigger,), lemma.conclusions)
        for trigger in lemma_triggers(lemma.variables, lemma.conclusions)
        if trigger.head == head
    )


def lemma_triggers(variables: Sequence[Term], conclusions: Sequence[Relation]) -> list[Term]:
    """The least subterms of conclusions that speak of something, sums too, and have every variable;
    no bound symbol stands in them.  A quotient of variables alone calls for nothing."""
    allowed = frozenset(variables)
    wanted = allowed - {s for v in variables for s in free_symbols(v) - {v}}
    found = [node for c in conclusions for side in (c.left, c.right) for node in subterms(side)
             if node.head in SPEAKING | RANGED and wanted <= free_symbols(node) <= allowed
             and (node.head != "div" or any(a.args for a in node.args))]
    found = [n for n in found if not any(m != n and m in found for m in subterms(n))]
    return list(dict.fromkeys(found)) if wanted else []


def law_uses(context: Context, terms: Iterable[Term]) -> Iterator[tuple[Pattern, list[Term]]]:
    """Laws that speak of one of the terms, with their values there."""
    patterns = law_patterns()
    yield from _uses(context, terms, lambda term: patterns.get(term.head, ()))


def lemma_uses(context: Context, terms: Iterable[Term]) -> Iterator[tuple[Pattern, list[Term]]]:
    """Lemmas that speak of one of the terms, and theorems at hand, with their values there."""
    own = _own_patterns(tuple(lemmas_of(context).own.values()))
    yield from _uses(context, terms, lambda term: (*own.get(term.head, ()), *lemma_patterns(term)))


def theorem_uses(
    context: Context, theorem: Theorem, terms: Iterable[Term]
) -> Iterator[list[Term]]:
    """Values at which a theorem speaks of one of the terms."""
    own = _own_patterns((lemmas.as_lemma(theorem),))
    for _, values in _uses(context, terms, lambda term: own.get(term.head, ())):
        yield values


@cache
def _own_patterns(own: tuple[lemmas.Lemma, ...]) -> dict[str, tuple[Pattern, ...]]:
    """The patterns of lemmas by the head of a trigger."""
    found: dict[str, tuple[Pattern, ...]] = {}
    for lemma in own:
        for trigger in lemma_triggers(lemma.variables, lemma.conclusions):
            pattern = Pattern(lemma.name, lemma.variables, (trigger,), lemma.conclusions)
            found[trigger.head] = (*found.get(trigger.head, ()), pattern)
    return found


def has_lemmas(context: Context) -> bool:
    """Whether proofs among these facts may use lemmas that what they prove calls for."""
    return isinstance(context.theorems, lemmas.AtHand)


def lemmas_of(context: Context) -> lemmas.AtHand:
    """These lemmas."""
    assert isinstance(context.theorems, lemmas.AtHand)
    return context.theorems


def _uses(
    context: Context, terms: Iterable[Term], patterns: Callable[[Term], Iterable[Pattern]]
) -> Iterator[tuple[Pattern, list[Term]]]:
    for term in terms:
        for pattern in patterns(term):
            for found in matches(context, pattern.triggers[0], term, pattern.variables, {}):
                values = completed(context, pattern.variables, found)
                if values is not None and fitting(context, found):
                    yield pattern, values


def fact_patterns(context: Context) -> Iterator[Pattern]:
    """The quantified facts, with what they speak of."""
    for number_, fact in enumerate(context.facts):
        if fact.variables and not any(v.sort.is_family for v in fact.variables):
            sides = (fact.relation.left, fact.relation.right)
            wanted = frozenset(fact.variables)
            known = wanted | context.symbols
            gap = vector_of(context.with_symbols(*fact.variables), fact.relation) or {}
            sums = [a for _, _, m in gap for a, _ in m
                    if a.head in SUMS and wanted <= free_symbols(a)]
            triggers = [t for t in (*speaking(sides, wanted), *sums) if free_symbols(t) <= known]
            for trigger in dict.fromkeys(triggers):
                yield Pattern(number_, fact.variables, (trigger,), (fact.relation,))
            for word in words_in(context.with_symbols(*fact.variables), fact.relation):
                if len(word) > 1 and wanted <= free_symbols(word_term(word)):
                    yield Pattern(number_, fact.variables, (word_term(word),), (fact.relation,))
            apart = _apart(sides, fact.variables)
            if len(apart) > 1:
                yield Pattern(number_, fact.variables, apart, (fact.relation,))


def _apart(sides: Sequence[Term], variables: Sequence[Term]) -> tuple[Term, ...]:
    """Values of families at variables alone that have every variable, as few as may be."""
    found: list[Term] = []
    missing = set(variables)
    nodes = [n for side in sides for n in subterms(side) if n.head == "apply"]
    for node in sorted(nodes, key=lambda n: -len(missing & set(n.args))):
        if missing & set(node.args):
            found.append(node)
            missing -= set(node.args)
    return tuple(found) if not missing else ()


def instances(
    context: Context, pattern: Pattern, terms: Sequence[Term]
) -> Iterator[list[Term]]:
    """Values at which the triggers of a pattern are among the terms."""
    def extended(triggers: Sequence[Term], bound: Bindings) -> Iterator[Bindings]:
        if not triggers:
            yield bound
            return
        for term in terms:
            if term.head == triggers[0].head:
                for found in matches(context, triggers[0], term, pattern.variables, bound):
                    yield from extended(triggers[1:], found)

    for bound in extended(pattern.triggers, {}):
        values = completed(context, pattern.variables, bound)
        if values is not None:
            yield values
