"""The steps of a certificate: what is proved, and why.

A proof is followed from its goal down, in the contexts in which the kernel checks it; of what it
adds to the facts, only what it then uses is told.  Nothing is searched for; what cannot be shown in
a line is said in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from derivations.core import (
    Binder, Cases, Certificate, Combine, Context, Enclose, Groups, Have, Impossible, Induction,
    Nowhere, Proof, Refutation, Rewrite, Sort, Stated, Theorem, Use, Witness, asked, guards_hold,
    manifest, obligations, opened, owed, read, sort_says, terms_of,
)
from derivations.language.sorts import INTEGER, NATURAL
from derivations.language.statements import (
    Proposition, Relation, Statement, Unsettled, eq, le, negation, replace_term,
)
from derivations.language.substitution import Substitution, map_sort, subterms
from derivations.language.terms import ONE, ZERO, Term, add, conj, neg, number, sub, symbol
from derivations.provers.readback import product_of, sum_of
from derivations.provers.residuals import readable
from derivations.writing.steps import (
    Cite, Label, Step, Symbols, Values, Words, arranged, is_short, joined,
)

# So many nodes has a combination or a normal form that is shown, and a side whose is looked at.
SHOWN, LOOKED_AT = 60, 3_000
# So many goals are proved one by one; of more that are alike the first is told.
GOALS = 3

_NOT_FOLLOWED = (Unsettled, ArithmeticError, AttributeError, LookupError, TypeError, ValueError,
                 RecursionError)  # fmt: skip
# What a normal form may have that its term has not.
_ALWAYS = frozenset("add mul neg number pow div i matrix identity zero".split())
_SAME: Words = ("both sides have the same normal form",)
_KINDS = {
    "natural": "a natural number", "posint": "a positive integer", "integer": "an integer",
    "real": "real", "positive": "positive", "negative": "negative", "nonnegative": "not negative",
    "complex": "a number",
}  # fmt: skip
_SAYS = {"!=": "never zero", "<=": "never negative", "<": "positive"}


@dataclass(frozen=True)
class _Place:
    """A context, and what its facts are called."""

    context: Context
    labels: tuple[Label, ...] = ()

    def adding(self, *facts: tuple[Proposition, Label]) -> _Place:
        context = self.context.with_facts(*[fact for fact, _ in facts])
        return _Place(context, (*self.labels, *[label for _, label in facts]))

    def label(self, number: int) -> Label:
        """What a fact is called, where it is referred to."""
        self.labels[number].uses += 1
        return self.labels[number]


@dataclass(frozen=True)
class _Told:
    """Why a goal holds: the steps before, the reason, and what belongs to it."""

    why: Words
    lines: tuple[Step, ...] = ()
    below: tuple[Step, ...] = ()

    def steps(self, stated: Proposition | None = None, label: Label | None = None) -> list[Step]:
        return [*self.lines, Step(self.why, stated, label, self.below)]

    def under(self, head: Words, stated: Proposition | None, label: Label | None = None) -> Step:
        """One step with this heading, in one line where there is no more to say."""
        if self.lines or self.below:
            return Step(head, None, label, tuple(self.steps(stated)))
        return Step((*head, " ", *((stated, ": ") if stated else ()), *self.why), None, label)

    @property
    def reference(self) -> Label | None:
        """The fact that the goal is."""
        match self:
            case _Told(("by ", Label() as label), (), ()):
                return label
        return None


# Certificates


def theorem_steps(
    certificate: Certificate | Witness, theorems: Mapping[str, Theorem] | None = None
) -> list[Step]:
    """Why the goals are defined, and why they hold."""
    stated = read(certificate.statement, theorems)
    place = _Place(stated.context, tuple(_names(stated)))
    steps: list[Step] = []
    goals: Sequence[Proposition] = stated.goals
    if isinstance(certificate, Witness):
        at = certificate.witness
        found, change = owed(place.context, certificate.statement.exists, at.values, ())
        steps.append(Step(("take ", Values(at.values))))
        steps += [one for told in _premises(place, found, at.premises) for one in told]
        goals = [_at(goal, change) for goal in stated.goals]
    given = dict(certificate.definedness)
    needs = obligations(place.context, goals)
    conditions = [n for n in range(len(needs)) if n not in given]
    defined: list[Step] = []
    for n, need in enumerate(needs):
        label = Label()
        if n in given:
            defined += _told(place, need, given[n]).steps(need, label)
        else:
            several = len(conditions) > 1
            label.name = f"condition {1 + conditions.index(n)}" if several else "the condition"
        place = place.adding((need, label))
    proofs = list(zip(goals, certificate.proofs, strict=True))
    plain = all(proof == Combine() for _, proof in proofs)
    shown = proofs[:1] if plain and len(proofs) > GOALS else proofs
    proved: list[Step] = []
    for goal, proof in shown:
        proved += _told(place, goal, proof).steps(goal if len(proofs) > 1 else None)
    if defined:
        steps.append(Step(("both sides are defined:",), below=tuple(defined)))
    if len(shown) < len(proofs):
        steps.append(Step((f"each of the {len(proofs)} is seen in the same way; the first:",)))
    steps += proved
    return arranged(steps)


def refutation_steps(
    certificate: Refutation | Impossible | Nowhere, theorems: Mapping[str, Theorem] | None = None
) -> list[Step]:
    """Why the hypotheses hold at the values, and why what is claimed then fails."""
    stated = read(certificate.statement, theorems)
    closed = _Place(Context(theorems=stated.context.theorems))
    declared = certificate.statement.declarations
    if isinstance(certificate, Nowhere):
        steps = _nowhere(certificate, stated)
    elif isinstance(certificate, Impossible):
        found, change = owed(closed.context, declared, certificate.at.values, stated.claims)
        steps = _there(closed, found, certificate.at.premises)
        steps += _impossible(certificate, change)
    else:
        goal = stated.goals[certificate.goal]
        claims = (*stated.claims, *guards_hold(stated.context, goal))
        symbols = (*declared, *goal.variables)
        found, change = owed(closed.context, symbols, certificate.at.values, claims)
        steps = _there(closed, found, certificate.at.premises)
        relation = goal.relation.replace(Substitution(change))
        needs = obligations(closed.context, [Proposition(relation)])
        given = dict(certificate.definedness)
        for n, need in enumerate(needs):
            label = Label()
            steps += _told(closed, need, given[n]).steps(need, label)
            closed = closed.adding((need, label))
        fails = Proposition(negation(relation))
        if certificate.proof != Combine():  # else it is seen at once
            steps += _told(closed, fails, certificate.proof).steps(fails)
    return arranged(steps)


def _names(stated: Stated) -> Iterable[Label]:
    """The facts of a statement are its hypotheses, (i), (ii), ..., and what these need."""
    given = stated.statement.hypotheses
    nothing = Context(symbols=stated.context.symbols)
    for fact in stated.facts:
        name = ""
        for place, one in enumerate(given, 1):
            same = (fact.relation, fact.variables) == (one.relation, one.variables)
            if same and fact.guards[: len(one.guards)] == one.guards:
                name = f"({roman(place)})"
            elif one.is_plain and fact in obligations(nothing, [one]):
                name = name or f"({roman(place)}) being defined"
            if name:
                break
        yield Label(name or "what is given")


def roman(number: int) -> str:
    """Hypotheses are numbered i, ii, iii, iv, ...; the facts of a proof 1, 2, 3, ..."""
    text = ""
    for value, sign in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        text += sign * (number // value)
        number %= value
    return text


def _at(goal: Proposition, change: Mapping[Term, Term]) -> Proposition:
    if goal.is_plain:
        return Proposition(goal.relation.replace(Substitution(change)))
    return goal.substitute(change)


def _there(
    place: _Place, found: Sequence[Proposition], proofs: Sequence[Proof | None]
) -> list[Step]:
    """That values are as they have to be."""
    below = [step for told in _premises(place, found, proofs) for step in told]
    return [Step(("what is given holds there:",), below=tuple(below))] if below else []


def _premises(
    place: _Place, claims: Sequence[Proposition], proofs: Sequence[Proof | None]
) -> Iterable[list[Step]]:
    for claim, proof in zip(claims, proofs, strict=False):
        if proof is not None:
            yield _told(place, claim, proof).steps(claim)


def _impossible(certificate: Impossible, change: dict[Term, Term]) -> list[Step]:
    """What the goals would say of the `exists` symbols is read as hypotheses are."""
    claimed = certificate.statement
    some: list[Term] = []
    for one in claimed.exists:
        some.append(symbol(one.name, map_sort(one.sort, Substitution(change))))
        change[one] = some[-1]
    goals = tuple([_at(goal, change) for goal in claimed.goals])
    supposed = read(Statement(tuple(some), goals, (Proposition(eq(ONE, ZERO)),)))
    labels = [Label() for _ in supposed.facts]
    told = _told(_Place(supposed.context, tuple(labels)), supposed.goals[0], certificate.proof)
    facts = zip(supposed.facts, labels, strict=True)
    known = [Step(("as is supposed",), fact, label) for fact, label in facts if label.uses]
    absurd = told.steps(supposed.goals[0])
    return [Step(("suppose there were ", Symbols(tuple(some)), ":"), below=(*known, *absurd))]


def _nowhere(certificate: Nowhere, stated: Stated) -> list[Step]:
    place = _Place(stated.context, tuple(_names(stated)))
    goal = stated.goals[certificate.goal]
    need = obligations(stated.context, (goal,))[certificate.obligation]
    claims = (*map(Proposition, need.guards), *guards_hold(stated.context, goal))
    at = certificate.instance
    found, change = owed(stated.context, need.variables, at.values, claims)
    fails = Proposition(negation(need.relation.replace(Substitution(change))))
    steps = [Step(("at ", Values(at.values), " it fails:"))] if at.values else []
    steps += [one for told in _premises(place, found, at.premises) for one in told]
    return [*steps, *_told(place, fails, certificate.proof).steps(fails)]


# Proofs


def _told(place: _Place, goal: Proposition, proof: Proof) -> _Told:
    """A proof; one that cannot be followed is named by its rule."""
    try:
        return _followed(place, goal, proof)
    except _NOT_FOLLOWED:
        return _Told((f"by the rule {type(proof).__name__}, which is not shown here",))


def _followed(place: _Place, goal: Proposition, proof: Proof) -> _Told:
    added: list[tuple[_Place, _Added]] = []
    rewritten: list[Label] = []
    while isinstance(proof, Have | Use | Sort | Rewrite):
        if isinstance(proof, Rewrite):
            fact = place.context.facts[proof.fact].relation
            goal = Proposition(replace_term(goal.relation, fact.left, fact.right))
            rewritten.append(place.label(proof.fact))
        else:
            what = _Added.of(place.context, proof)
            added.append((place, what))
            place = _Place(place.context.with_symbols(*what.new), place.labels).adding(*what.facts)
        proof = proof.then
    end = _ended(place, goal, proof)
    lines = list(end.lines)
    for before, what in reversed(added):
        if any(label.uses for _, label in what.facts):
            lines[:0] = _reasons(before, what)
    if rewritten:
        same = proof == Combine() and goal.relation.operator == "=="
        then = ("both sides are the same",) if same else ("then ", *end.why)
        return replace(
            end, why=("rewritten by ", *joined(rewritten), ", ", *then), lines=tuple(lines)
        )
    end = replace(end, lines=tuple(lines))
    last = end.lines[-1] if end.lines else None
    if last is not None and last.stated == goal and end.why == ("by ", last.label):
        assert last.label is not None
        if last.label.uses == 1:  # the last fact is the goal
            return _Told(last.words, end.lines[:-1], last.below)
    return end


@dataclass(frozen=True)
class _Added:
    """What a step of a proof adds: facts with their labels and symbols, once the premises hold."""

    proof: Have | Use | Sort
    facts: tuple[tuple[Proposition, Label], ...]
    premises: Sequence[Proposition] = ()
    new: Sequence[Term] = ()

    @staticmethod
    def of(context: Context, proof: Have | Use | Sort) -> _Added:
        premises: Sequence[Proposition] = ()
        new: Sequence[Term] = ()
        match proof:
            case Have():
                facts = [proof.fact]
            case Use():
                premises, facts, new = asked(context, proof.source, proof.values, proof.names)
            case Sort():
                premises, facts = sort_says(context, proof.term, proof.kind)
        return _Added(proof, tuple([(fact, Label()) for fact in facts]), premises, new)


def _reasons(place: _Place, added: _Added) -> list[Step]:
    """Why what was added holds, as far as it is used."""
    proof = added.proof
    used = [(fact, label) for fact, label in added.facts if label.uses]
    if isinstance(proof, Have):
        return _told(place, proof.fact, proof.proof).steps(*used[0])
    steps: list[Step] = []
    sources: list[Label] = []
    for premise, inner in zip(added.premises, proof.premises, strict=False):
        if inner is None or (inner == Combine() and manifest(place.context, premise)):
            continue
        told = _told(place, premise, inner)
        label = told.reference
        if label is None:
            label = Label(uses=1)
            steps += told.steps(premise, label)
        sources.append(label)
    why = _source(place, proof)
    if sources:
        why = (*why, " from ", *joined(sources))
    if added.new:
        why = (*why, ", for some ", Symbols(tuple(added.new)))
    return [*steps, *[Step(why, fact, label) for fact, label in used]]


def _source(place: _Place, proof: Use | Sort) -> Words:
    match proof:
        case Sort(term, None):
            return ("by the sort of ", term)
        case Sort(term, kind):
            assert kind is not None
            return ("since ", term, f" is {_KINDS[kind]}")
        case Use(str() as source):
            lemma = source.startswith("#")
            return (f"by the {'lemma' if lemma else 'law'} ", Cite(source.lstrip("#"), lemma))
    assert isinstance(proof.source, int)
    variables = place.context.facts[proof.source].variables
    at = tuple([(v, t) for v, t in zip(variables, proof.values, strict=True) if v != t])
    return ("by ", place.label(proof.source), *((" at ", Values(at)) if at else ()))


def _ended(place: _Place, goal: Proposition, proof: Proof) -> _Told:
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
        case Combine():
            return _Told(_combination(place, goal.relation, proof))
        case Enclose():
            return _Told(("by certified intervals around both sides",))
        case Groups():
            sides = [terms_of(side) for side in (goal.relation.left, goal.relation.right)]
            first = [sum_of([s[n] for n in g]) for s, g in zip(sides, proof.groups[0], strict=True)]
            return _Told((f"the terms of both sides fall into {len(proof.groups)} groups, each "
                          "with the same normal form on both sides; the first: ", eq(*first)))
    raise TypeError("no rule")


def _induction(place: _Place, goal: Proposition, proof: Induction) -> _Told:
    n = proof.variable
    if n not in place.context.symbols:
        place = _Place(place.context.with_symbols(n), place.labels)
        rest = Proposition(goal.relation, goal.variables[1:], goal.guards)
        goal = rest.substitute({goal.variables[0]: n})
    start = ZERO if n.sort.kind == "natural" else ONE
    base, following = (goal.substitute({n: value}) for value in (start, add(n, ONE)))
    label = Label()
    first = _told(place, base, proof.base)
    then = _told(place.adding((goal, label)), following, proof.step)
    supposing: Words = ("from ", n, " to ", add(n, ONE), ", supposing ", goal, ":")
    return _Told(("by induction on ", n), below=(
        first.under(("at ", eq(n, start), ":"), base), then.under(supposing, following, label),
    ))  # fmt: skip


def _cases(place: _Place, goal: Proposition, proof: Cases) -> _Told:
    relation = proof.relation
    lines: list[Step] = []
    if proof.real is not None:
        gap = sub(relation.right, relation.left)
        real = Proposition(eq(conj(gap), gap))
        lines += _told(place, real, proof.real).steps(real)
    below: list[Step] = []
    for one, inner in ((relation, proof.first), (negation(relation), proof.second)):
        label = Label()
        told = _told(place.adding((Proposition(one), label)), goal, inner)
        if below and told.reference is label:  # then it is the goal
            return _Told(("for otherwise it would follow:",), tuple(lines), tuple(below))
        below.append(told.under(("if ", one, ":"), None, label))
    return _Told(("in both of two cases:",), tuple(lines), tuple(below))


def _for_such(place: _Place, goal: Proposition, proof: Binder) -> _Told:
    """What is quantified, for symbols of these names."""
    relation, inside = opened(place.context, goal, proof.names)
    guards = [(fact, Label()) for fact in inside.facts[len(place.context.facts) :]]
    within = _Place(inside, (*place.labels, *[label for _, label in guards]))
    told = _told(within, Proposition(relation), proof.body)
    known = [Step(("as is assumed",), fact, label) for fact, label in guards if label.uses]
    renamed = tuple(v.name for v in goal.variables) != proof.names
    if not (known or told.lines or told.below or renamed):
        return told
    stated = Proposition(relation) if renamed else None
    return _Told(("for any such values:",), below=(*known, *told.steps(stated)))


def _bodies(place: _Place, goal: Relation, proof: Binder) -> _Told:
    """Two binders over one range have equal bodies."""
    a, b = goal.left, goal.right
    _, lower, upper, _ = a.args
    natural = manifest(place.context, le(ZERO, lower))
    k = symbol(proof.names[0], NATURAL if natural else INTEGER)
    within = _Place(place.context.with_symbols(k), place.labels).adding(
        *[(Proposition(r), Label("its range")) for r in (le(lower, k), le(k, upper))]
    )
    bodies = Proposition(eq(*[Substitution({t.args[0]: k})(t.args[3]) for t in (a, b)]))
    told = _told(within, bodies, proof.body)
    return _Told(("both sides are equal at every ", k, ":"), below=tuple(told.steps(bodies)))


# Combinations and normal forms


def _combination(place: _Place, goal: Relation, proof: Combine) -> Words:
    """Left minus right, or for an order right minus left, from what the facts say."""
    counted = [*[e[1] for e in proof.equations], *[fact for _, fact in proof.orders]]
    if not counted:
        return _manifest(place.context, goal)
    facts = [place.context.facts[fact].relation for fact in counted]
    if eq(ONE, ZERO) in facts:
        return ("as anything follows from ", place.label(counted[facts.index(eq(ONE, ZERO))]))
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
    if not all(is_short(side, LOOKED_AT) for side in (goal.left, goal.right)):
        return _SAME if goal.operator == "==" else ("by the signs of its terms",)
    if goal.operator == "==":
        value = _value(context, goal.left, goal.right)
        return _SAME if value is None else ("multiplied out, both sides are ", value)
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


__all__ = ["refutation_steps", "roman", "theorem_steps"]
