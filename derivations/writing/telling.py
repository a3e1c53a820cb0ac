"""What is said of a verdict, as steps: the answer, the proof, and what it rests on.

`show` and the writeups print the same steps.
"""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from derivations.kernel import LAWS
from derivations.language.calculus_notation import directions
from derivations.language.statements import Proposition, eq, proposition
from derivations.language.substitution import Substitution
from derivations.language.text import statement_text
from derivations.verdicts import (
    CONDITIONAL, REFUTED, UNSHOWN, Verdict, apart_words, attempt_lines, contradiction_line,
    nothing_line,
)
from derivations.writing.calculus import rules, told
from derivations.writing.certificates import certificate_steps, roman
from derivations.writing.steps import (
    Cite, Part, Step, Symbols, Values, Words, count, is_brief, is_short, joined,
)

# So many nodes has a side at the values that is shown before it is worked out.
_WORKED = 60
# A proof of more steps, or with a formula of more nodes, is told in one, where it is to be brief.
_BRIEF = 40, 200


def answer_steps(verdict: Verdict) -> list[Step]:
    """The conditions, the counterexample, or what was tried."""
    if verdict.kind == CONDITIONAL:
        several = "s" if len(verdict.conditions) > 1 else ""
        ensured = "nothing that is given ensures that both sides are defined"
        return [Step((f"{ensured}; the condition{several}:",), below=tuple(_conditions(verdict)))]
    if verdict.kind == REFUTED:
        return _refutation(verdict)
    return [] if verdict.theorem else [Step((line,)) for line in attempt_lines(verdict)]


def _conditions(verdict: Verdict) -> Iterable[Step]:
    for condition, failure in zip_longest(verdict.conditions, verdict.failures):
        fails = failure is not None and failure.values
        yield Step(("it fails at ", Values(failure.values)) if failure and fails else (), condition)


def _refutation(verdict: Verdict) -> list[Step]:
    """A counterexample in three parts: the values, both sides there, the result."""
    found, witness = verdict.counterexample, verdict.witness
    if found is not None and found.nowhere is not None:
        return [Step(("to be defined it needs what never holds: ", found.nowhere))]
    if witness is None:
        at = found.values if found is not None else ()
        return [Step(("at ", Values(at)))] if at else []
    if verdict.statement.exists:
        absent = Step(("there is no such ", *joined(verdict.statement.exists)))
        return [Step(("at ", Values(witness.values), ":"), below=(absent,))]
    there: list[Step] = []
    change = Substitution(dict(witness.values))
    for name, side, value in (
        ("left", witness.goal.left, witness.left), ("right", witness.goal.right, witness.right),
    ):
        shown: Part = UNSHOWN.removeprefix("is ")
        if value is not None and witness.entry is not None:
            shown = value
        elif value is not None:
            put = change(side)
            shown = eq(put, value) if put != value and is_short(put, _WORKED) else value
        where = "entry" if witness.entry is not None else "side"
        there.append(Step((f"the {name} {where} is ", shown)))
    apart = apart_words(witness)
    there += [Step((f"they are {apart}",))] if apart else []
    several = len(verdict.statement.goals) > 1
    steps = [Step(("this is false: ", witness.goal))] if several else []
    if witness.entry is not None:
        steps.append(Step((f"the sides first differ in {witness.entry}",)))
    if witness.values:
        along = directions(witness.goal)
        of: Words = (", in the direction ", *joined(along)) if along else ()
        steps.append(Step(("at ", Values(witness.values), *of, ":"), below=tuple(there)))
    else:
        steps += there
    if witness.residual is not None:
        there_ = " there" if witness.entry is not None else ""
        steps.append(Step((f"in general, left minus right is{there_} ", witness.residual)))
    return steps


def proof_steps(verdict: Verdict, brief: bool = False) -> list[Step]:
    """Why it is proved, or why the counterexample is one.

    brief: what takes many steps is told in one; of a counterexample nothing is said.
    """
    certificate: Any = verdict.certificate
    if certificate is None or (brief and verdict.theorem is None):
        return []
    theorems: Any = {v.theorem.hash: v.theorem for v in verdict.using if v.theorem is not None}
    steps = certificate_steps(certificate, theorems)
    if not brief or is_brief(steps, *_BRIEF):
        return steps
    found, laws = rules(_laws(verdict))
    several = "s" if len(laws) > 1 else ""
    cited: list[Words] = [(f"the law{several} ", *joined(map(Cite, laws)))] if laws else []
    by: Words = (" by ", *joined([*found, *cited])) if found or laws else ()
    number = count(steps)
    return [Step((f"in {number} step{'s' * (number > 1)}", *by))]


def _laws(verdict: Verdict) -> tuple[str, ...]:
    """The names of the laws that a verdict rests on, axioms aside."""
    made = verdict.theorem or verdict.counterexample
    return tuple(name for name in getattr(made, "laws", ()) if not LAWS[name].axiom)


def law_step(name: str) -> Step:
    """A law by its name, with its formula and its source."""
    law = LAWS[name]
    conclusions = [told(Proposition(r)) for r in law.conclusions]
    premises = [told(proposition(premise)) for premise in law.premises]
    if conclusions == premises:
        return Step((Cite(name), f": the one that a function has is its own ({law.source})"))
    words: Words = (Cite(name), ": ", *joined(conclusions))
    if law.variables:
        sides = [side for r in law.conclusions for side in (r.left, r.right)]
        words = (*words, " for all ", Symbols(law.variables, tuple(sides)))
    if premises:
        words = (*words, " with ", *joined(premises))
    return Step((*words, f" ({law.source})"))


def basis_steps(verdict: Verdict, brief: bool = False) -> list[Step]:
    """What a verdict rests on: values that satisfy what is assumed, laws, lemmas, axioms.

    brief: what there is none of is not mentioned, and laws are not written out.
    """
    theorem, steps = verdict.theorem, list[Step]()
    if theorem is not None:
        steps += _model(verdict, brief)
    laws = [] if brief else [law_step(name) for name in _laws(verdict)]
    lemmas = theorem.lemmas if theorem is not None else ()
    axioms = theorem.axioms if theorem is not None else ()
    if laws:
        steps.append(Step((f"it rests on {_many(len(laws), 'law')}:",), below=tuple(laws)))
    if lemmas:
        known = {v.theorem.hash: v.statement for v in verdict.using if v.theorem is not None}
        told = [Step(("lemma ", Cite(name, True), ": ", statement_text(known[name])))
                for name in lemmas if name in known and not brief]  # fmt: skip
        cited = joined([Cite(name, True) for name in lemmas])
        mark = ":" if told else ""
        steps.append(Step(("it rests on the proof of ", *cited, mark), below=tuple(told)))
    if axioms:
        steps.append(Step(("it assumes ", *joined(map(Cite, axioms)))))
    if theorem is not None and not (brief or laws or lemmas or axioms):
        steps.append(Step(("it rests on no law, lemma or axiom",)))
    unused = joined([f"({roman(number + 1)})" for number in verdict.unused])
    steps += [Step(("not used: ", *unused, "; it holds without"))] if unused else []
    return steps


def _model(verdict: Verdict, brief: bool) -> Iterable[Step]:
    theorem = verdict.theorem
    assert theorem is not None
    if (nothing := nothing_line(verdict)) is not None:
        yield Step((nothing,))
    elif theorem.model:
        yield Step(("model: everything assumed holds at ", Values(theorem.model)))
    elif theorem.satisfied:
        if not brief:
            yield Step(("model: none is needed, since nothing is assumed",))
    elif (why := contradiction_line(verdict)) is not None:
        yield Step((f"model: not found.  What is assumed contradicts itself: {why}.  From that "
                    "anything follows, and nothing is said about any value",))  # fmt: skip
    elif brief:
        yield Step(("no values are known that satisfy everything assumed",))
    else:
        yield Step(("model: not found.  No values are known that satisfy everything assumed, and "
                    "from assumptions that contradict each other anything follows",))  # fmt: skip


def _many(number: int, noun: str) -> str:
    return f"this {noun}" if number == 1 else f"these {noun}s"
