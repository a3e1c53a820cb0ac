"""The steps of a certificate, of each of the five kinds."""

from collections.abc import Iterator, Mapping, Sequence

from derivations.kernel import (
    AnyCertificate, At, Certificate, Combine, Context, Groups, Impossible, Need, Nowhere, Proof,
    Refutation, Stated, Theorem, Witness, guards_hold, obligations, owed, read, refutation_needs,
)
from derivations.language.statements import Proposition, Statement, eq, negation
from derivations.language.substitution import Substitution, sort_at
from derivations.language.terms import ONE, ZERO, Term, symbol
from derivations.writing.proofs import Place, reason
from derivations.writing.steps import Label, Step, Symbols, Values, arranged, is_short

# So many goals are proved one by one; of more that are alike the first is told.  Of several goals
# those with more nodes are called by their numbers.
GOALS, SHORT = 3, 60
_ABSURD = Proposition(eq(ONE, ZERO))


def certificate_steps(
    certificate: AnyCertificate, theorems: Mapping[str, Theorem] | None = None
) -> list[Step]:
    """Why the goals are defined and hold; or why the hypotheses hold at the values, and what is
    claimed fails there."""
    statement = certificate.statement
    proofs = getattr(certificate, "proofs", ())
    grouped = frozenset(k for k, proof in enumerate(proofs) if isinstance(proof, Groups))
    stated = read(statement, theorems, grouped)
    place = Place(stated.context, tuple(_names(stated)))
    closed = Place(Context(theorems=stated.context.theorems))
    match certificate:
        case Certificate():
            needs = obligations(place.context, stated.goals)
            return arranged(_theorem(place, stated.goals, needs, certificate))
        case Witness(_, at):
            found, change = owed(place.context, statement.exists, at.values, ())
            goals = [goal.substitute(change) for goal in stated.goals]
            needs = obligations(stated.inside, stated.goals, (change, place.context))
            steps = [Step(("take ", Values(at.values))), *_premises(place, found, at)]
            return arranged([*steps, *_theorem(place, goals, needs, certificate)])
        case Nowhere():
            return arranged(_nowhere(place, stated, certificate))
        case Refutation(_, number, at, definedness, proof):
            goal = stated.goals[number]
            claims = (*stated.claims, *guards_hold(stated.context, goal))
            symbols = (*statement.declarations, *goal.variables)
            found, change = owed(closed.context, symbols, at.values, claims)
            relation = goal.relation.replace(Substitution(change))
            needs = refutation_needs(stated, goal, change, closed.context)
            closed, fails = _settled(closed, needs, dict(definedness))
            if proof != Combine():  # else it is seen at once
                goal = Proposition(negation(relation))
                fails += reason(closed, goal, proof).steps(goal)
        case Impossible(_, at):
            found, change = owed(closed.context, statement.declarations, at.values, stated.claims)
            fails = _impossible(certificate, change)
    holds = tuple(_premises(closed, found, at))
    return arranged([*([Step(("what is given holds there:",), below=holds)] * bool(holds)), *fails])


def _names(stated: Stated) -> Iterator[Label]:
    """The facts of a statement are its hypotheses, (i), (ii), ..., and what these need."""
    nothing = Context(symbols=stated.context.symbols)
    for fact in stated.facts:
        for place, one in enumerate(stated.statement.hypotheses, 1):
            same = (fact.relation, fact.variables) == (one.relation, one.variables)
            if same and fact.guards[: len(one.guards)] == one.guards:
                yield Label(f"({roman(place)})")
                break
            if one.is_plain and fact in (need.claim for need in obligations(nothing, [one])):
                yield Label(f"({roman(place)}) being defined")
                break
        else:
            yield Label("what is given")


def roman(number: int) -> str:
    """Hypotheses are numbered i, ii, iii, iv, ...; the facts of a proof 1, 2, 3, ..."""
    text = ""
    for value, sign in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        text += sign * (number // value)
        number %= value
    return text


def _premises(place: Place, claims: Sequence[Proposition], at: At) -> Iterator[Step]:
    """That values are as they have to be."""
    for claim, proof in zip(claims, at.premises, strict=False):
        if proof is not None:
            yield from reason(place, claim, proof).steps(claim)


def _settled(
    place: Place, needs: Sequence[Need], given: Mapping[int, Proof | None]
) -> tuple[Place, list[Step]]:
    """Why what is needed to be defined holds; with that, and with the conditions."""
    conditions = [n for n in range(len(needs)) if n not in given]
    steps: list[Step] = []
    for n, need in enumerate(needs):
        label, proof = Label(), given.get(n)
        if proof is not None:
            steps += reason(place, need.claim, proof).steps(need.claim, label)
        elif n in given:
            continue  # left out
        else:
            several = len(conditions) > 1
            label.name = f"condition {1 + conditions.index(n)}" if several else "the condition"
        place = place.adding((need.claim, label))
    return place, steps


def _theorem(
    place: Place,
    goals: Sequence[Proposition],
    needs: Sequence[Need],
    certificate: Certificate | Witness,
) -> list[Step]:
    place, defined = _settled(place, needs, dict(certificate.definedness))
    steps = [Step(("both sides are defined:",), below=tuple(defined), shares=True)] * bool(defined)
    proofs = list(zip(goals, certificate.proofs, strict=True))
    several = len(proofs) > 1
    if len(proofs) > GOALS and all(_is_at_once(proof) for _, proof in proofs):
        steps.append(Step((f"each of the {len(proofs)} is seen in the same way; the first:",)))
        del proofs[1:]
    for number, (goal, proof) in enumerate(proofs, 1):
        found = reason(place, goal, proof)
        if several and not is_short(goal, SHORT):
            steps.append(found.under((f"goal {number}:",), None))
        else:
            steps += found.steps(goal if several else None)
    return steps


def _is_at_once(proof: Proof) -> bool:
    return proof == Combine() or (isinstance(proof, Groups) and len(proof.groups) == 1)


def _impossible(certificate: Impossible, change: dict[Term, Term]) -> list[Step]:
    """What the goals would say of the `exists` symbols is read as hypotheses are."""
    claimed = certificate.statement
    for one in claimed.exists:
        change[one] = symbol(one.name, sort_at(one.sort, change))
    some = tuple([change[one] for one in claimed.exists])
    goals = tuple([goal.substitute(change) for goal in claimed.goals])
    supposed = read(Statement(some, goals, (_ABSURD,)))
    facts = [(fact, Label()) for fact in supposed.facts]
    place = Place(supposed.inside, tuple([label for _, label in facts]))
    absurd = reason(place, _ABSURD, certificate.proof).steps(_ABSURD)
    known = [Step(("as is supposed",), fact, label) for fact, label in facts if label.uses]
    return [Step(("suppose there were ", Symbols(some), ":"), below=(*known, *absurd))]


def _nowhere(place: Place, stated: Stated, certificate: Nowhere) -> list[Step]:
    """Why what the goal needs fails at some instance, wherever the hypotheses hold."""
    goal, at = stated.goals[certificate.goal], certificate.instance
    need = obligations(stated.context, (goal,))[certificate.obligation].claim
    claims = (*map(Proposition, need.guards), *guards_hold(stated.context, goal))
    found, change = owed(stated.context, need.variables, at.values, claims)
    fails = Proposition(negation(need.relation.replace(Substitution(change))))
    steps = [Step(("it fails at ", Values(at.values), ":"))] if at.values else []
    return [
        *steps, *_premises(place, found, at), *reason(place, fails, certificate.proof).steps(fails)
    ]
