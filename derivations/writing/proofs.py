"""The steps of a proof: what holds, and why.

A proof is followed from its goal down, in the contexts in which the kernel checks it; of what it
adds to the facts, only what it then uses is told.  Nothing is searched for; what cannot be shown
in a line is said in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derivations.kernel import (
    LAWS, Binder, Cases, Combine, Context, Enclose, Groups, Have, Induction, Proof, Rewrite, Sort,
    Use, asked, manifest, opened, sort_says, terms_of,
)
from derivations.language.calculus_notation import INDICATORS
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import (
    Proposition, Relation, Unsettled, eq, le, negation, replace_term,
)
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import ONE, ZERO, Term, add, conj, neg, number, sub, symbol
from derivations.search.reading.readback import product_of, sum_of
from derivations.search.refutation.residuals import readable
from derivations.writing.calculus import key, rule
from derivations.writing.steps import Cite, Label, Step, Symbols, Values, Words, is_short, joined

# So many nodes has a combination or a normal form that is shown, a side whose is looked at, and
# what is stated within a line.
SHOWN, LOOKED_AT, LINE = 60, 3_000, 25
_NOT_FOLLOWED = (Unsettled, ArithmeticError, AttributeError, LookupError, TypeError, ValueError,
                 RecursionError)  # fmt: skip
# What a normal form may have that its term has not.
_ALWAYS = frozenset("add mul neg number pow div i matrix identity zero".split())
_ANYTHING = "as anything follows from "
_SAME: Words = ("both sides have the same normal form",)
_KINDS = {
    "natural": "a natural number", "posint": "a positive integer", "integer": "an integer",
    "real": "real", "positive": "positive", "negative": "negative", "nonnegative": "not negative",
    "complex": "a number",
}  # fmt: skip
_SAYS = {"!=": "never zero", "<=": "never negative", "<": "positive"}


@dataclass(frozen=True)
class Place:
    """A context, and what its facts are called."""

    context: Context
    labels: tuple[Label, ...] = ()

    def adding(self, *facts: tuple[Proposition, Label]) -> Place:
        context = self.context.with_facts(*[fact for fact, _ in facts])
        return Place(context, (*self.labels, *[label for _, label in facts]))

    def label(self, number: int) -> Label:
        """What a fact is called, where it is referred to."""
        self.labels[number].uses += 1
        return self.labels[number]


def _plain_zeros(stated: Proposition | None) -> Proposition | None:
    """With 0 for `0*B*C`, the zero matrix of steps that the search found, where it is a side."""
    if stated is None:
        return None
    relation = stated.relation
    left, right = [
        ZERO if side.head == "mul" and side.args[0] == ZERO else side
        for side in (relation.left, relation.right)
    ]
    return replace(stated, relation=replace(relation, left=left, right=right))


@dataclass(frozen=True)
class Reason:
    """Why a goal holds: the steps before, the reason, and what belongs to it."""

    why: Words
    lines: tuple[Step, ...] = ()
    below: tuple[Step, ...] = ()

    def steps(self, stated: Proposition | None = None, label: Label | None = None) -> list[Step]:
        return [*self.lines, Step(self.why, _plain_zeros(stated), label, self.below)]

    def under(self, head: Words, stated: Proposition | None, label: Label | None = None) -> Step:
        """One step with this heading, in one line where there is no more to say."""
        if self.lines or self.below or not (stated is None or is_short(stated, LINE)):
            return Step(head, None, label, tuple(self.steps(stated)))
        return Step((*head, " ", *((stated, ": ") if stated else ()), *self.why), None, label)

    @property
    def reference(self) -> Label | None:
        """The fact that the goal is."""
        match self:
            case Reason(("by ", Label() as label), (), ()):
                return label
        return None


def reason(place: Place, goal: Proposition, proof: Proof) -> Reason:
    """A proof; one that cannot be followed is named by its rule."""
    try:
        return _followed(place, goal, proof)
    except _NOT_FOLLOWED:
        return Reason((f"by the rule {type(proof).__name__}, which is not shown here",))


def _followed(place: Place, goal: Proposition, proof: Proof) -> Reason:
    added: list[tuple[Place, _Addition]] = []
    rewritten: list[Label] = []
    while isinstance(proof, Have | Use | Sort | Rewrite):
        if isinstance(proof, Rewrite):
            fact = place.context.facts[proof.fact].relation
            goal = Proposition(replace_term(goal.relation, fact.left, fact.right))
            rewritten.append(place.label(proof.fact))
        else:
            what = _Addition.of(place.context, proof)
            added.append((place, what))
            place = Place(place.context.with_symbols(*what.new), place.labels).adding(*what.facts)
        proof = proof.then
    end = _ended(place, goal, proof)
    lines = list(end.lines)
    for before, what in reversed(added):
        if any(label.uses for _, label in what.facts):
            lines[:0] = _addition_steps(before, what)
    if rewritten:
        same = proof == Combine() and goal.relation.operator == "=="
        then = ("both sides are the same",) if same else ("then ", *end.why)
        return replace(
            end, why=("rewritten by ", *joined(rewritten), ", ", *then), lines=tuple(lines)
        )
    if end.why[0] == _ANYTHING and len(lines) > 1 and lines[-1].words == (
        "by the law ", Cite("absurd"), " from ", lines[-2].label,
    ):  # what is absurd is the end
        stated, why = lines[-2].stated, lines[-2].words
        return Reason(("then ", stated or "", ": ", *why), tuple(lines[:-2]), lines[-2].below)
    end = replace(end, lines=tuple(lines))
    last = end.lines[-1] if end.lines else None
    if last is not None and last.stated == goal and end.why == ("by ", last.label):
        assert last.label is not None
        if last.label.uses == 1:  # the last fact is the goal
            return Reason(last.words, end.lines[:-1], last.below)
    return end


@dataclass(frozen=True)
class _Addition:
    """What a step of a proof adds: facts with their labels and symbols, once the premises hold."""

    proof: Have | Use | Sort
    facts: tuple[tuple[Proposition, Label], ...]
    premises: Sequence[Proposition] = ()
    new: Sequence[Term] = ()

    @staticmethod
    def of(context: Context, proof: Have | Use | Sort) -> _Addition:
        premises: Sequence[Proposition] = ()
        new: Sequence[Term] = ()
        match proof:
            case Have():
                facts = [proof.fact]
            case Use():
                premises, facts, new = asked(context, proof.source, proof.values, proof.names)
            case Sort():
                premises, facts = sort_says(context, proof.term, proof.kind)
        return _Addition(proof, tuple([(fact, Label()) for fact in facts]), premises, new)


def _addition_steps(place: Place, added: _Addition) -> list[Step]:
    """Why what was added holds, as far as it is used."""
    proof = added.proof
    used = [(fact, label) for fact, label in added.facts if label.uses]
    if isinstance(proof, Have):
        return reason(place, proof.fact, proof.proof).steps(*used[0])
    steps: list[Step] = []
    sources: list[Label] = []
    for premise, inner in zip(added.premises, proof.premises, strict=False):
        if inner is None or (inner == Combine() and manifest(place.context, premise)):
            continue
        found = reason(place, premise, inner)
        label = found.reference
        if label is None:
            label = Label(uses=1)
            steps += found.steps(premise, label)
        sources.append(label)
    why = _source(place, proof)
    if sources:
        why = (*why, " from ", *joined(sources))
    if added.new:
        why = (*why, ", for some ", Symbols(tuple(added.new)))
    return [*steps, *[Step(why, fact, label) for fact, label in used]]


def _source(place: Place, proof: Use | Sort) -> Words:
    match proof:
        case Sort(term, None):
            return ("by the sort of ", term)
        case Sort(term, kind):
            assert kind is not None
            return ("since ", term, f" is {_KINDS[kind]}")
        case Use(str() as source) if (
            source in LAWS and (words := rule(source, LAWS[source].variables, proof.values))
        ):
            return words
        case Use(str() as source):
            lemma = source.startswith("#")
            return (f"by the {'lemma' if lemma else 'law'} ", Cite(source.lstrip("#"), lemma))
    assert isinstance(proof.source, int)
    variables = place.context.facts[proof.source].variables
    at = tuple([(v, t) for v, t in zip(variables, proof.values, strict=True) if v != t])
    return ("by ", place.label(proof.source), *((" at ", Values(at)) if at else ()))


def _ended(place: Place, goal: Proposition, proof: Proof) -> Reason:
    """The rules that end a proof, or divide it."""
    match proof:
        case Induction():
            return _induction(place, goal, proof)
        case Cases():
            return _cases(place, goal, proof)
        case Binder() if not goal.is_plain:
            return _for_such(place, goal, proof)
        case Binder():
            return _bodies(place, goal.relation, proof)
        case Groups(groups=(_,)):
            return _ended(place, goal, Combine())
        case Combine():
            return Reason(_combination(place, goal.relation, proof))
        case Enclose():
            return Reason(("by certified intervals around both sides",))
        case Groups():
            sides = [terms_of(side) for side in (goal.relation.left, goal.relation.right)]
            first = [sum_of([s[n] for n in g]) for s, g in zip(sides, proof.groups[0], strict=True)]
            return Reason((f"the terms of both sides fall into {len(proof.groups)} groups, each "
                          "with the same normal form on both sides; the first: ", eq(*first)))
    raise TypeError("no rule")


def _induction(place: Place, goal: Proposition, proof: Induction) -> Reason:
    n = proof.variable
    if n not in place.context.symbols:
        place = Place(place.context.with_symbols(n), place.labels)
        rest = Proposition(goal.relation, goal.variables[1:], goal.guards)
        goal = rest.substitute({goal.variables[0]: n})
    start = ZERO if n.sort.kind == "natural" else ONE
    base, following = (goal.substitute({n: value}) for value in (start, add(n, ONE)))
    label = Label()
    first = reason(place, base, proof.base)
    then = reason(place.adding((goal, label)), following, proof.step)
    supposing: Words = ("from ", n, " to ", add(n, ONE), ", supposing ", goal, ":")
    return Reason(("by induction on ", n), below=(
        first.under(("at ", eq(n, start), ":"), base), then.under(supposing, following, label),
    ))  # fmt: skip


def _cases(place: Place, goal: Proposition, proof: Cases) -> Reason:
    relation = proof.relation
    lines: list[Step] = []
    if proof.real is not None:
        gap = sub(relation.right, relation.left)
        real = Proposition(eq(conj(gap), gap))
        lines += reason(place, real, proof.real).steps(real)
    below: list[Step] = []
    for one, inner in ((relation, proof.first), (negation(relation), proof.second)):
        label = Label()
        found = reason(place.adding((Proposition(one), label)), goal, inner)
        if below and found.reference is label:  # then it is the goal
            return Reason(("for otherwise:",), tuple(lines), tuple(below))
        below.append(found.under(("if ", one, ":"), None, label))
    return Reason(("in both of two cases:",), tuple(lines), tuple(below))


def _for_such(place: Place, goal: Proposition, proof: Binder) -> Reason:
    """What is quantified, for symbols of these names."""
    relation, inside = opened(place.context, goal, proof.names)
    guards = [(fact, Label()) for fact in inside.facts[len(place.context.facts) :]]
    within = Place(inside, (*place.labels, *[label for _, label in guards]))
    found = reason(within, Proposition(relation), proof.body)
    known = [Step(("as is assumed",), fact, label) for fact, label in guards if label.uses]
    renamed = tuple(v.name for v in goal.variables) != proof.names
    if not (known or found.lines or found.below or renamed):
        return found
    stated = Proposition(relation) if renamed else None
    return Reason(("for any such values:",), below=(*known, *found.steps(stated)))


def _bodies(place: Place, goal: Relation, proof: Binder) -> Reason:
    """Two binders over one range have equal bodies."""
    a, b = goal.left, goal.right
    _, lower, upper, _ = a.args
    natural = manifest(place.context, le(ZERO, lower))
    k = symbol(proof.names[0], NATURAL if natural else INTEGER)
    within = Place(place.context.with_symbols(k), place.labels).adding(
        *[(Proposition(r), Label("its range")) for r in (le(lower, k), le(k, upper))]
    )
    bodies = Proposition(eq(*[Substitution({t.args[0]: k})(t.args[3]) for t in (a, b)]))
    found = reason(within, bodies, proof.body)
    return Reason(("both sides are equal at every ", k, ":"), below=tuple(found.steps(bodies)))


# Combinations and normal forms


def _combination(place: Place, goal: Relation, proof: Combine) -> Words:
    """Left minus right, or for an order right minus left, from what the facts say."""
    counted = [*[e[1] for e in proof.equations], *[fact for _, fact in proof.orders]]
    if not counted:
        return _manifest(place.context, goal)
    facts = [place.context.facts[fact].relation for fact in counted]
    for fact, relation in zip(counted, facts, strict=True):
        if _has_derivative(relation, goal):
            return ("by ", place.label(fact))
    if eq(ONE, ZERO) in facts:
        return (_ANYTHING, place.label(counted[facts.index(eq(ONE, ZERO))]))
    if goal.left.head in INDICATORS:  # not by what says that they are the same
        saying = [n for n, fact in zip(counted, facts, strict=True) if fact.right == ONE]
        return ("by ", *joined([place.label(fact) for fact in saying or counted]))
    labels = [place.label(fact) for fact in counted]
    if len(facts) == 1 and _says(facts[0], goal):
        return ("by ", labels[0])
    ascending = goal.operator in ("<=", "<")
    cofactors = [(left, right) for left, _, right in proof.equations]
    cofactors += [(number(c), None) for c, _ in proof.orders]
    pieces = [
        _times(left, _gap(fact, ascending), right)
        for fact, (left, right) in zip(facts, cofactors, strict=True)
    ]
    whole = sum_of([p for p in pieces if p != ZERO])
    rest = _rest(place.context, goal, whole) if ascending else ZERO
    gap = _gap(facts[0], ascending)
    plain = proof.orders or pieces[0] in (gap, neg(gap))
    if len(facts) == 1 and plain and rest == ZERO:
        return ("from ", labels[0])
    if rest is None or not is_short(whole, SHOWN):
        return ("from ", *joined(labels), ", multiplied out")
    if rest != ZERO:
        whole = sum_of([whole, rest])
    sides = "right minus left" if ascending else "left minus right"
    what = "zero" if goal.operator == "==" else _SAYS[goal.operator]
    return (f"{sides} is ", whole, f", {what} by ", *joined(labels))


def _has_derivative(fact: Relation, goal: Relation) -> bool:
    """Whether a fact says what the derivative is of which the goal says that there is one."""
    if goal.left.head != "differentiable" or fact.left.head != "tangent":
        return False
    variable, at, _, body = fact.left.args
    same = eq(Term("differentiable", (variable, at, body)), ONE)
    return fact.right == ONE and key(Proposition(same)) == key(Proposition(goal))


def _says(fact: Relation, goal: Relation) -> bool:
    """Whether a fact is the goal, or says more of the same sides."""
    same = (fact.left, fact.right) == (goal.left, goal.right)
    return same and (fact.operator, goal.operator) in (
        ("==", "=="), ("!=", "!="), ("<=", "<="), ("<", "<"), ("<", "<="), ("<", "!="),
    )  # fmt: skip


def _gap(fact: Relation, ascending: bool) -> Term:
    left, right = (fact.right, fact.left) if ascending else (fact.left, fact.right)
    return left if right == ZERO else neg(right) if left == ZERO else sub(left, right)


def _times(left: Term, gap: Term, right: Term | None) -> Term:
    """A fact with its cofactors, ones and minus ones aside."""
    before, after = _factors(left), [] if right is None else _factors(right)
    minus = before[:1] == [number(-1)]
    factors = [*before[minus:], *([] if gap == ONE else [gap]), *after]
    if gap == ZERO:
        return ZERO
    whole = product_of(factors)
    return neg(whole) if minus else whole


def _factors(cofactor: Term) -> list[Term]:
    if cofactor.head == "neg":
        return [number(-1), *_factors(cofactor.args[0])]
    parts = cofactor.args if cofactor.head == "mul" else (cofactor,)
    return [part for part in parts if part != ONE and part.head != "identity"]


def _rest(context: Context, goal: Relation, whole: Term) -> Term | None:
    """What an order leaves over a combination of facts; None where it is long."""
    if not all(is_short(t, LOOKED_AT) for t in (whole, goal.left, goal.right)):
        return None
    if manifest(context, eq(sub(goal.right, goal.left), whole)):
        return ZERO
    return _value(context, sub(sub(goal.right, goal.left), whole))


def _manifest(context: Context, goal: Relation) -> Words:
    """What normal forms show."""
    if goal.left.head in INDICATORS:
        return ("as it is worked out",)
    if not all(is_short(side, LOOKED_AT) for side in (goal.left, goal.right)):
        return _SAME if goal.operator == "==" else ("by the signs of its terms",)
    if goal.operator == "==":
        value = _value(context, goal.left, goal.right)
        slopes = any(n.head == "diff" for s in (goal.left, goal.right) for n in subterms(s))
        how = "differentiated and multiplied out" if slopes else "multiplied out"
        return _SAME if value is None else (f"{how}, both sides are ", value)
    ascending = goal.operator != "!="
    value = _value(context, _gap(goal, ascending))
    if value is None:
        return ("by the signs of its terms",)
    sides = "right minus left" if ascending else "left minus right"
    return (f"{sides} is ", value, f", which is {_SAYS[goal.operator]}")


def _value(context: Context, *terms: Term) -> Term | None:
    """The first term multiplied out; None if that is long, or has what none of the terms has."""
    try:
        value = readable(terms[0], tuple(context.symbols))
    except _NOT_FOLLOWED:
        return None
    if not is_short(value, SHOWN):
        return None
    known = {node if node.head == "symbol" else node.head for t in terms for node in subterms(t)}
    for node in subterms(value):
        if node.head not in _ALWAYS and (node if node.head == "symbol" else node.head) not in known:
            return None
    return value
