"""The steps of a certificate in words.

A proof is followed from the goal down, in the contexts in which the kernel checks it: a fact is
called by its label, (i), (ii), ... for what is given and (1), (2), ... for what the proof adds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from derivations.kernel.check import base_context
from derivations.kernel.context import Context, difference, holds, stated_definedness
from derivations.kernel.forms import OutOfReach
from derivations.kernel.integers import subgoals
from derivations.kernel.laws import law
from derivations.kernel.polynomial import Poly, TooLarge
from derivations.kernel.proofs import (
    Cases, Certificate, Cofactor, Congruence, Factor, Have, Induction, Instantiate, Inverse, Law,
    Lemma, NormalForm, NowhereDefined, Offset, Proof, Refutation, Residues, Rewrite,
    StrongInduction, Telescope, Turn, parts,
)
from derivations.kernel.skeletons import survey
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import INTEGER
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, eq, le, negation, replace_term,
)
from derivations.language.substitution import Substitution, subterms
from derivations.language.terms import (
    BINDERS, ONE, ZERO, Term, add, mul, neg, number, power, symbol,
)
from derivations.search.readback import NotReadable
from derivations.search.residuals import readable
from derivations.verdicts import Verdict
from derivations.writing.certificates import roman
from derivations.writing.plain import Page, formula, proposition_line, relation_line
from derivations.writing.story import listed

# A normal form is shown up to so many characters, of a goal with up to so many distinct subterms.
SHOWN = 240
NODES = 3_000
# So many goals are proved one by one; of more, those that are alike are told once.
GOALS = 3

_PLAIN = NormalForm()
_MINUS_ONE = (number(-1), neg(ONE))
_NOT_FOLLOWED = (Rejected, OutOfReach, TooLarge, StatementError, NotReadable, RecursionError)


def tells(verdict: Verdict) -> bool:
    """Whether a verdict rests on the kernel of this file."""
    return isinstance(verdict.certificate, Certificate | NowhereDefined | Refutation)


def old_steps(page: Page, verdict: Verdict) -> None:
    """How a theorem is proved, or why what it needs never holds."""
    names = [f"({roman(k)})" for k in range(1, len(verdict.statement.hypotheses) + 1)]
    found = verdict.counterexample
    if isinstance(verdict.certificate, Certificate):
        certificate_steps(page, verdict.certificate, verdict.conditions, names)
    elif isinstance(verdict.certificate, NowhereDefined) and found and found.nowhere:
        nowhere_steps(page, verdict.certificate, found.nowhere, names)


# What stands inside rules: facts, and pieces that are no rules themselves.
_NOT_RULES = (Proposition, Relation, Statement)
_PARTS_OF_RULES = ("Cofactor",)
_RULES = {"have": "intermediate facts", "instantiate": "instances of facts", "lemma": "lemmas"}


def rules_used(certificate: object) -> list[str]:
    """The rules of a proof in words, in the order of their first use: `normal form`."""
    names: dict[str, None] = {}
    pending = [getattr(certificate, "proofs", ()), getattr(certificate, "definedness", ())]
    pending.reverse()
    seen: set[int] = set()
    while pending:
        item = pending.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, tuple):
            pending.extend(reversed(item))
        elif is_dataclass(item) and not isinstance(item, _NOT_RULES):
            if type(item).__name__ not in _PARTS_OF_RULES:
                words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(item).__name__).lower()
                names[_RULES.get(words, words)] = None
            pending.extend([getattr(item, f.name) for f in reversed(fields(item))])
    return list(names) or ["by definition"]


def certificate_steps(
    page: Page, certificate: Certificate, conditions: Sequence[Proposition], names: list[str]
) -> None:
    """How each goal is proved; `names` are the labels of the hypotheses."""
    statement = certificate.statement
    context = base_context(statement)
    told = _Told(page, _base_names(certificate, names))
    context = told.definedness(context, certificate, conditions)
    goals = list(zip(statement.goals, certificate.proofs, strict=True))
    alike = len(goals) > GOALS and all(proof == _PLAIN for _, proof in goals)
    for place, (goal, proof) in enumerate(goals[:1] if alike else goals, 1):
        if alike:
            page.say(f"Each of the {len(goals)} equations is seen in the same way.  The first:", 1)
        elif len(goals) > 1:
            page.proposition(goal, 1, f"{place}. ", limit=SHOWN)
        inside, relation = context.opened(goal)
        told.names += ["what is assumed"] * len(goal.guards)
        told.inside(inside, relation, proof, 1)
        del told.names[len(told.names) - len(goal.guards) :]


def nowhere_steps(
    page: Page, certificate: NowhereDefined, need: Proposition, names: list[str]
) -> None:
    """Why what is needed for a value fails everywhere."""
    context = base_context(certificate.statement)
    told = _Told(page, _base_names(certificate, names))
    relation, proof = need.relation, certificate.proof
    if isinstance(proof, Instantiate):
        change = Substitution(dict(zip(need.variables, proof.values, strict=True)))
        relation, proof = need.relation.replace(change), proof.then
        places = ", ".join(f"{v.name} = {formula(t, SHOWN)}" for v, t in change.values.items())
        told.say(f"{places} is in its range, and there it fails:", 1)
        context = context.with_facts(need)
    told.follow(context, negation(relation), proof, 1)


def _base_names(certificate: Certificate | NowhereDefined, names: list[str]) -> list[str]:
    stated = stated_definedness(certificate.statement)
    return [*names, *[f"{names[origin]} being defined" for origin, _ in stated]]


class _Told:
    """What has been told so far: the page, and what the facts are called."""

    def __init__(self, page: Page, names: list[str]) -> None:
        self.page = page
        self.names = names
        self.count = 0

    def say(self, words: str, level: int) -> None:
        self.page.say(words, level)

    def add(self, fact: Proposition, level: int) -> None:
        """A fact that is known from here on, with a label of its own."""
        self.count += 1
        self.names.append(f"({self.count})")
        self.say(f"({self.count})  {proposition_line(fact, SHOWN)}", level)

    def name(self, fact: int) -> str:
        return self.names[fact] if fact < len(self.names) else f"fact {fact}"

    def definedness(
        self, context: Context, certificate: Certificate, conditions: Sequence[Proposition]
    ) -> Context:
        """Why both sides are defined; the context in which the goals are proved."""
        given = dict(certificate.definedness)
        at_once: list[str] = []
        for place, need in enumerate(context.obligations(certificate.statement.goals)):
            proof = given.get(place)
            if proof is not None:
                self.say("To be defined it needs", 1)
                self.add(need, 2)
                self.say("which holds:", 1)
                names = self.names
                self.names = names[:-1]
                self.follow(context, need.relation, proof, 2)
                self.names = names
                context = context.with_facts(need)
            elif need in conditions:
                self.names.append("the condition")
                context = context.with_facts(need)
            elif holds(context, need) and need.free():
                at_once.append(proposition_line(need, 100))
        if at_once:
            more = ["so on"] if len(at_once) > GOALS else []
            self.say(f"Both sides are defined, since {listed(at_once[:GOALS] + more)}.", 1)
        return context

    # Rules

    def follow(self, context: Context, goal: Relation, proof: Proof, level: int) -> None:
        """Tell a proof; one that cannot be followed is named by its rule."""
        try:
            self._follow(context, goal, proof, level)
        except _NOT_FOLLOWED:
            self.say(f"The rest follows by the rule `{type(proof).__name__}`.", level)

    def inside(self, context: Context, goal: Relation, proof: Proof, level: int) -> None:
        """Tell a proof whose facts are known only inside it."""
        names = list(self.names)
        self.follow(context, goal, proof, level)
        self.names = names

    def _follow(self, context: Context, goal: Relation, proof: Proof, level: int) -> None:
        match proof:
            case NormalForm():
                self._normal_form(context, goal, proof, level)
            case Have():
                self.say("First,", level)
                inner, relation = context.opened(proof.fact)
                names = list(self.names)
                self.add(proof.fact, level + 1)
                after, self.names = self.names, names
                self.names += ["what is assumed"] * len(proof.fact.guards)
                self.inside(inner, relation, proof.proof, level + 1)
                self.names = after
                self.say("With that:", level)
                self.follow(context.with_facts(proof.fact), goal, proof.then, level)
            case Instantiate():
                self._instance(context, goal, proof, level)
            case Lemma():
                self.say(f"By the lemma {proof.theorem[:12]}, at the values", level)
                self.say(", ".join([formula(v, 60) for v in proof.values]), level + 1)
                self.say("and what it gives, put together, proves the claim.", level)
            case Induction():
                self._induction(context, goal, proof, level)
            case Congruence():
                self._congruence(context, goal, proof, level)
            case Factor():
                fact = context.facts[proof.fact].relation
                self.say(f"{self.name(proof.fact)} says that {relation_line(fact, SHOWN)}, and", 1)
                self.say(f"{formula(fact.left)} = ({formula(goal.left)})"
                         f"*({formula(proof.quotient)}),", level + 1)
                self.say("so no factor is zero.", level)
            case Inverse():
                fact = context.facts[proof.fact].relation
                self.say(f"By {self.name(proof.fact)} the matrix has an inverse:", level)
                matrix = fact.left.args[0]
                inverse = Term("inv", (matrix,))
                one = power(matrix, 0)
                facts = [Proposition(eq(mul(matrix, inverse), one)),
                         Proposition(eq(mul(inverse, matrix), one))]
                for added in facts:
                    self.add(added, level + 1)
                self.follow(context.with_facts(*facts), goal, proof.then, level)
            case Law():
                *premises, last = law(context, goal, proof, "")
                if premises:
                    self.say(f'The law "{proof.law}" needs:', level)
                for part in premises:
                    self.page.proposition(Proposition(part.relation), level + 1, limit=SHOWN)
                    self.inside(part.context, part.relation, part.proof, level + 1)
                self.say(f'By the law "{proof.law}":', level)
                for added in last.context.facts[len(context.facts):]:
                    self.add(added, level + 1)
                self.follow(last.context, goal, last.proof, level)
            case Rewrite():
                fact = context.facts[proof.fact].relation
                changed = replace_term(goal, fact.left, fact.right)
                self.say(f"Put {formula(fact.right, 100)} for {formula(fact.left, 100)}, "
                         f"by {self.name(proof.fact)}.  To show:", level)
                self.page.proposition(Proposition(changed), level + 1, limit=SHOWN)
                self.follow(context, changed, proof.then, level)
            case Residues():
                self.say("Take the remainders of the integers, and the intervals between which "
                         "the floors jump, one after the other: in each the floors are known, and "
                         "the claim holds by normal forms.", level)
            case Cases() | Offset() | StrongInduction() | Telescope() | Turn():
                self._parts(context, goal, proof, level)
            case _:
                self.say(f"This follows by the rule `{type(proof).__name__}`.", level)

    def _normal_form(
        self, context: Context, goal: Relation, proof: NormalForm, level: int
    ) -> None:
        if proof.cofactors:
            self._combination(context, proof.cofactors, level)
            return
        if goal.operator != "==":
            self._sign(context, goal, level)
            return
        surveyed = survey(goal)
        if surveyed is not None and len(surveyed.groups) > 1:
            groups = surveyed.groups
            kinds = len({group.shape for group in groups})
            first = groups[0]
            alike = "but for the names they are all alike" if kinds == 1 else (
                f"but for the names there are {kinds} kinds")
            self.say(f"The parts of both sides fall into {len(groups)} groups, each with symbols "
                     f"of its own; {alike}.  The first of them:", level)
            goal = eq(_sum(first.left), _sum(first.right))
            self.page.proposition(Proposition(goal), level + 1, limit=SHOWN)
        shown = _value_text(context, goal)
        if shown is None:
            self.say("Both sides have the same normal form.", level)
            return
        if shown == formula(ZERO) and ZERO not in (goal.left, goal.right):
            self.say("Both sides are zero, multiplied out.", level)
            return
        self.say("Both sides have the same normal form, which is", level)
        self.say(shown, level + 1)

    def _combination(
        self, context: Context, cofactors: Sequence[Cofactor], level: int
    ) -> None:
        facts = [context.facts[c.fact].relation for c in cofactors]
        if len(cofactors) == 1 and cofactors[0].left == ONE and cofactors[0].right is None:
            self.say("Multiplied out, left minus right is left minus right of "
                     f"{self.name(cofactors[0].fact)}, which is zero.", level)
            return
        self.say("Left minus right, multiplied out, is", level)
        for place, (c, fact) in enumerate(zip(cofactors, facts, strict=True)):
            gap = formula(fact.left, SHOWN)
            if fact.right != ZERO:
                gap += f" - {_factor(fact.right)}"
            minus = c.left in _MINUS_ONE
            first, last = (
                "" if t is None or t == ONE or t in _MINUS_ONE or t.head == "identity"
                else _factor(t)
                for t in (c.left, c.right)
            )
            product = " * ".join(filter(None, [first, f"[{gap}]", last]))
            sign = "- " if minus else "+ " if place else ""
            self.say(f"{sign}{product}", level + 1)
        used = list(dict.fromkeys([self.name(c.fact) for c in cofactors]))
        brackets = "The bracket is" if len(cofactors) == 1 else "The brackets are"
        self.say(f"{brackets} zero by {listed(used)}.", level)

    def _sign(self, context: Context, goal: Relation, level: int) -> None:
        shown = _value_text(context, goal)
        claim = {"!=": "is never zero", "<=": "is never negative", "<": "is positive"}
        sides = "Left minus right" if goal.operator == "!=" else "Right minus left"
        if shown is None:
            self.say(f"{sides} {claim[goal.operator]}, by the signs of its parts.", level)
            return
        self.say(f"{sides} is", level)
        self.say(shown, level + 1)
        self.say(f"which {claim[goal.operator]}.", level)

    def _instance(
        self, context: Context, goal: Relation, proof: Instantiate, level: int
    ) -> None:
        fact = context.facts[proof.fact]
        values = dict(zip(fact.variables, proof.values, strict=True))
        change = Substitution(values)
        instance = Proposition(fact.relation.replace(change))
        if fact.relation.operator == "==" and not _uses(proof.then, len(context.facts)):
            self.names.append("")
            self.follow(context.with_facts(instance), goal, proof.then, level)
            return
        at = ", ".join([f"{k.name} = {formula(v, 60)}" for k, v in values.items()])
        self.say(f"{self.name(proof.fact)} at {at} says" if at else
                 f"What {self.name(proof.fact)} assumes holds, so", level)
        for guard, part in zip(fact.guards, proof.guards, strict=True):
            if part != _PLAIN:
                self.say(f"(it may be used: {relation_line(guard.replace(change), 100)}, since",
                         level + 1)
                self.inside(context, guard.replace(change), part, level + 2)
                self.say(")", level + 1)
        self.add(instance, level + 1)
        self.follow(context.with_facts(instance), goal, proof.then, level)

    def _induction(
        self, context: Context, goal: Relation, proof: Induction, level: int
    ) -> None:
        n = proof.variable
        start = ZERO if n.sort.kind == "natural" else ONE
        self.say(f"By induction on {n.name}.", level)
        base = goal.replace(Substitution({n: start}))
        lead = f"{n.name} = {formula(start)}: "
        self.page.proposition(Proposition(base), level, lead, limit=SHOWN)
        self.inside(context, base, proof.base, level + 1)
        self.say(f"From {n.name} to {n.name} + 1: suppose", level)
        names = list(self.names)
        self.add(Proposition(goal), level + 1)
        self.say("and show", level)
        step = goal.replace(Substitution({n: add(n, 1)}))
        self.page.proposition(Proposition(step), level + 1, limit=SHOWN)
        self.inside(context.with_facts(Proposition(goal)), step, proof.step, level + 1)
        self.names = names

    def _congruence(
        self, context: Context, goal: Relation, proof: Congruence, level: int
    ) -> None:
        left, right = goal.left, goal.right
        if left.head in BINDERS:
            self.say("Both sides run over the same range; they are equal if they are equal for "
                     f"every {left.args[0].name} in it.", level)
            for place in (1, 2):
                if left.args[place] != right.args[place]:
                    part = eq(left.args[place], right.args[place])
                    self.page.proposition(Proposition(part), level + 1, limit=SHOWN)
                    self.inside(context, part, proof.parts[place - 1], level + 1)
            k = symbol(left.args[0].name, INTEGER)
            inside = context.with_symbols(k).with_facts(
                Proposition(le(left.args[1], k)), Proposition(le(k, left.args[2]))
            )
            bodies = [Substitution({t.args[0]: k})(t.args[3]) for t in (left, right)]
            names = list(self.names)
            self.names += [f"the range of {k.name}"] * 2
            self.page.proposition(Proposition(eq(*bodies)), level + 1, limit=SHOWN)
            self.inside(inside, eq(*bodies), proof.parts[2], level + 1)
            self.names = names
            return
        self.say("Equal arguments give equal values:", level)
        for a, b, inner in zip(left.args, right.args, proof.parts, strict=True):
            if a != b:
                self.page.proposition(Proposition(eq(a, b)), level + 1, limit=SHOWN)
                self.inside(context, eq(a, b), inner, level + 1)

    def _parts(
        self,
        context: Context,
        goal: Relation,
        proof: Cases | Offset | StrongInduction | Telescope | Turn,
        level: int,
    ) -> None:
        """The rules that leave goals, each in a context of its own."""
        found = list(subgoals(context, goal, proof, ""))
        heads = _headings(proof, len(found))
        for part, head in zip(found, heads, strict=True):
            self.say(head, level)
            names = list(self.names)
            for fact in part.context.facts[len(names):]:
                self.add(fact, level + 1)
            if part.relation != goal:
                self.page.proposition(Proposition(part.relation), level + 1, limit=SHOWN)
            self.inside(part.context, part.relation, part.proof, level + 1)
            self.names = names


def _headings(
    proof: Cases | Offset | StrongInduction | Telescope | Turn, count: int
) -> list[str]:
    """What introduces each of the goals that a rule leaves."""
    match proof:
        case Cases():
            return ["In the first case,", "In the other case,"]
        case Offset():
            n, m, least = proof.variable.name, proof.symbol.name, formula(proof.lower, 60)
            return [f"{n} is at least {least}:",
                    f"So put {n} = {least} + {m}, with a natural number {m}.  To show:"]
        case StrongInduction():
            n = proof.variable.name
            start = 0 if proof.variable.sort.kind == "natural" else 1
            bases = [f"By induction on {n}.  {n} = {start}:"]
            bases += [f"{n} = {start + place}:" for place in range(1, count - 1)]
            last = f"{n}, ..., {n} + {count - 2}" if count > 2 else n
            return [*bases, f"From {last} to {n} + {count - 1}:"]
        case Telescope():
            rising = formula(proof.antidifference, SHOWN)
            return [f"The sum telescopes: each term is the difference of two values of {rising}.",
                    "So the sum is the difference at both ends:"]
    return ["The angle is more than nothing:", "and less than a whole turn:"]


def _sum(parts: Sequence[Term]) -> Term:
    return parts[0] if len(parts) == 1 else add(*parts) if parts else number(0)


def _factor(term: Term) -> str:
    """The term as a factor of a product."""
    text = formula(term, SHOWN)
    return f"({text})" if term.head == "add" or text.startswith("-") else text


def _uses(proof: Proof, number: int) -> bool:
    """Whether a proof refers to the fact with this number, which all of it knows."""
    pending = [proof]
    while pending:
        one = pending.pop()
        match one:
            case NormalForm():
                used = [c.fact for c in one.cofactors]
            case Instantiate() | Rewrite() | Factor() | Inverse():
                used = [one.fact]
            case Residues():
                used = list(one.facts)
            case _:
                used = []
        if number in used:
            return True
        pending += parts(one)
    return False


def _small(goal: Relation) -> bool:
    return all(
        sum(1 for _, _ in zip(subterms(side), range(NODES), strict=False)) < NODES
        for side in (goal.left, goal.right)
    )


def _value_text(context: Context, goal: Relation) -> str | None:
    """The normal form of both sides of an equation, left minus right for a ≠, right minus left for
    an order: as text; None if it is long, or full of what nobody wrote."""
    if not _small(goal):
        return None
    normalizer = context.normalizer
    try:
        if goal.operator == "==":
            value = normalizer.value(goal.right)
        else:
            turned = Relation("!=", goal.right, goal.left) if goal.operator == "!=" else goal
            value = difference(normalizer, turned)
            if not isinstance(value, Poly):
                return None
        text = formula(readable(normalizer.algebra, value, context.symbols), SHOWN)
    except _NOT_FOLLOWED:
        return None
    strange = "exp(" in text and "exp(" not in relation_line(goal, 10 * SHOWN)
    return None if "..." in text or strange else text
