"""Points at which the facts of a goal hold: a relation that fails at one of them has no proof, and
none is searched for.

The points are few and fixed: small values of all symbols, then values in general position, kept
where every fact is seen to hold.  What defines a function of numbers holds by the function that is
put for it.  Floating point decides nothing but what is not tried; where facts cannot be evaluated,
nothing is refused.  `cos(x) != 0` among no facts is refused at x = pi/2.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, islice, product

from derivations.kernel import Context
from derivations.language.calculus_notation import INDICATORS
from derivations.language.statements import Proposition, Relation, Statement, eq
from derivations.language.substitution import heads_of, sort_symbols, subterms
from derivations.language.terms import ONE, PI, POINTED, ZERO, Term, div, number
from derivations.search.goals import MAX_STEPS as STEPS, Method, Search
from derivations.search.numerics.floats import Unknown
from derivations.search.numerics.numeric import (
    Budget, Evaluator, Exhausted, closed_value, distance, is_of,
)
from derivations.search.numerics.quotients import largest
from derivations.search.numerics.relations import (
    clearly_fails, clearly_holds, holds_numerically, may_be_rounded,
)
from derivations.search.numerics.small_values import scalar_candidates
from derivations.search.numerics.values import general_value
from derivations.search.orders.written_signs import sign_of
from derivations.search.refutation.choices import choose, defined
from derivations.search.refutation.small_assignments import general_assignments, small_assignments

# At so many values of each variable what defines a function is evaluated.
PLACES = 3
# Points of each kind, among how many; nodes evaluated for those of one set of symbols.
SMALL, GENERAL, MAX_LOOKED_AT, MAX_STEPS = 16, 8, 60, 20_000
# Points for derivatives and integrals, which take long; such as hold facts about new symbols.
FEW, MORE = 4, 8
# How large an error of a difference quotient may be, against the value.
ROUGH = 0.01
# With more symbols than these, small values say little.
MAX_SYMBOLS = 16

# Functions with cuts, and derivatives, of which floating point sees half the digits.
_CUT = frozenset({
    "sqrt", "pow", "log", "arg", "atan2", "asin", "acos", "atan", "acot", "asinh", "acosh", "atanh",
    "mod", "floor", "ceiling", "gcd", "lcm",
})
_NOTHING = Proposition(eq(ZERO, ZERO))


def search_with_points(methods: tuple[Method, ...], steps: int = STEPS) -> Search:
    """A search that does not look for what fails at a point."""
    return Search(methods, steps, refuse=Points().refuse)


@dataclass
class _Sample:
    """Points for the symbols of a context; holding: whether a fact does at one of them, by number.

    functions: those that facts define.
    """

    evaluators: list[Evaluator]
    functions: frozenset[Term]
    holding: dict[tuple[Proposition, int], bool] = field(default_factory=dict)

    def hold(self, facts: Sequence[Proposition], number_: int) -> bool:
        """Whether all these facts are seen to hold at a point."""
        for fact in facts:
            found = self.holding.get((fact, number_))
            if found is None:
                found = _holds(fact, self.evaluators[number_], self.functions)
                self.holding[fact, number_] = found
            if not found:
                return False
        return True


@dataclass
class Points:
    """The points of a search, by the symbols of its contexts.

    following: what is said for all values, or that there is a value, and holds where the facts
        before it do.
    """

    following: set[Proposition] = field(default_factory=set)
    samples: dict[frozenset[Term], _Sample] = field(default_factory=dict)

    def refuse(self, context: Context, relation: Relation, whole: bool = False) -> bool:
        """Whether a relation fails at a point where all facts hold; whole: it is all that is to be
        proved, and is left alone where floating point takes sides or digits are lost."""
        if not context.symbols and relation.operator in ("<", "!="):
            return False  # numbers may be closer than floating point sees
        heads = heads_of(relation.left) | heads_of(relation.right)
        terms = (t for side in (relation.left, relation.right) for t in subterms(side))
        if whole and any(_is_rough(t, relation.operator) for t in terms):
            return False
        sample, assumed = self._sample(context), self._assumed(context)
        rounded = relation.operator in ("<", "!=") and any(
            fact.relation.operator == "==" and not fact.free().isdisjoint(relation.free())
            and any(map(may_be_rounded, (fact.relation.left, fact.relation.right)))
            for fact in assumed
        )
        numbers: Iterable[int] = range(len(sample.evaluators))
        if not heads.isdisjoint(POINTED):
            numbers = islice((k for k in numbers if sample.hold(assumed, k)), FEW)
        # What holds is looked at where the relation is not seen to, which is the shorter way.
        for k in numbers:
            evaluator = sample.evaluators[k]
            fails = _fails(relation, evaluator, rounded)
            if fails is not False and sample.hold(assumed, k):
                return fails is True
        return any(
            _fails(relation, evaluator, rounded)
            and all(_holds(fact, evaluator, sample.functions) for fact in assumed)
            for evaluator in _at_right_angles(relation, sample.evaluators)
        )

    def _assumed(self, context: Context) -> list[Proposition]:
        return [fact for fact in context.facts
                if fact not in self.following and not _is_of_no_unknown(fact.relation)]

    def _sample(self, context: Context) -> _Sample:
        found = self.samples.get(context.symbols)
        if found is None:
            fewer = max(
                (known for known in self.samples if known < context.symbols), key=len, default=None
            )
            several: Iterator[Evaluator] = iter(())
            functions: frozenset[Term] = frozenset()
            if fewer and all(s.sort.is_scalar for s in context.symbols - fewer):
                functions = self.samples[fewer].functions
                more = context.symbols - fewer
                facts = [f for f in self._assumed(context) if not f.free().isdisjoint(more)]
                several = _extended(self.samples[fewer], more, facts)
            elif len(context.symbols) <= MAX_SYMBOLS:
                assumed = self._assumed(context)
                functions = frozenset(
                    s for fact in assumed if (s := _defined(fact)) is not None)
                several = islice(
                    _evaluators(context.symbols, assumed, functions), SMALL + GENERAL)
            found = self.samples[context.symbols] = _Sample([*several], functions)
        return found


def _fails(relation: Relation, evaluator: Evaluator, rounded: bool) -> bool | None:
    """Whether a relation clearly fails at a point, with derivatives by more than a difference
    quotient errs; None where it has no value that is seen."""
    try:
        found = clearly_fails(relation, evaluator, rounded)
        if found and relation.operator == "==" and "diff" in heads_of(relation.left):
            left, right = evaluator(relation.left), evaluator(relation.right)
            return distance(left, right) > ROUGH * (1 + largest(right))
        return found
    except Unknown:
        return None


def _at_right_angles(relation: Relation, points: Sequence[Evaluator]) -> Iterator[Evaluator]:
    """Where something is to differ, with a cosine in it: the first point and the last, with a right
    angle for each of its symbols."""
    if relation.operator == "!=" and "cos" in heads_of(relation.left) | heads_of(relation.right):
        angle = closed_value(div(PI, number(2)))
        for evaluator in (*points[:1], *points[-1:]):
            for s in sorted(relation.free(), key=lambda s: s.name):
                if s.sort.kind in ("real", "complex"):
                    yield Evaluator({**evaluator.values, s.name: angle})


def point_of(scalars: Iterable[Term]) -> Evaluator:
    """A point in general position for scalars of which nothing is assumed."""
    values = {s.name: general_value(s, 0, {}, None) for s in scalars}
    return Evaluator({name: closed_value(v) for name, v in values.items() if v is not None})


def _extended(
    sample: _Sample, more: Set[Term], facts: Sequence[Proposition]
) -> Iterator[Evaluator]:
    """The points with values of further scalars, which differ from one point to the next; then some
    at which facts about these hold, where those do not."""
    lists = [(s.name, scalar_candidates(s.sort, True)) for s in sorted(more, key=lambda s: s.name)]

    def moved(k: int, shift: int) -> Evaluator:
        return Evaluator({**sample.evaluators[k].values, **{
            name: closed_value(values[(k + place + shift) % min(len(values), SMALL)])
            for place, (name, values) in enumerate(lists)
        }})

    def holds(evaluator: Evaluator) -> bool:
        return all(_holds(fact, evaluator, sample.functions) for fact in facts)

    plain = [moved(k, 0) for k in range(len(sample.evaluators))]
    yield from plain
    for k, evaluator in enumerate(plain[:MORE] if facts else ()):
        if not holds(evaluator):
            yield from islice((e for j in range(1, SMALL) if holds(e := moved(k, j))), 1)


def _evaluators(
    symbols: frozenset[Term], facts: Sequence[Proposition], functions: frozenset[Term]
) -> Iterator[Evaluator]:
    """Points at which the facts hold, small ones first; none where one cannot be evaluated."""
    if any(not fact.is_plain and _defined(fact) is None for fact in facts):
        return
    sizes = {t for s in symbols for t in sort_symbols(s.sort)}
    declared = sorted(symbols, key=lambda s: (s not in sizes, s.name))
    statement = Statement(tuple(declared), tuple(facts), (_NOTHING,))
    choice = choose(statement, symbols, few=True)
    functions &= {s for s, _ in choice.determined}
    scalars = [s for s, _ in choice.determined if s.sort.is_scalar]
    budget = Budget(MAX_STEPS)

    def holding(found: Iterator[dict[Term, Term]]) -> Iterator[Evaluator]:
        for values in islice(found, MAX_LOOKED_AT):
            try:
                at = {s.name: closed_value(v) for s, v in values.items()}
            except Unknown:
                continue
            evaluator = Evaluator(at, budget)
            fit = all(is_of(at[s.name], s.sort.kind) for s in scalars)
            if fit and all(_holds(fact, evaluator, functions) for fact in facts):
                yield Evaluator(at)

    with_steps = chain(
        islice(holding(small_assignments(choice)), SMALL), holding(general_assignments(choice))
    )
    try:
        yield from with_steps
    except Exhausted:
        return


def _is_rough(t: Term, operator: str) -> bool:
    """Whether floating point sees half the digits of a term, or takes a side of a cut there."""
    whole = t.head == "pow" and t.args[1].head == "number" and t.args[1].data.denominator == 1
    if t.head not in _CUT or operator != "==":
        return t.head in POINTED
    far_from_cut = t.head in ("sqrt", "log", "pow") and sign_of(t.args[0]) is not None
    return not whole and not far_from_cut


def _is_of_no_unknown(relation: Relation) -> bool:
    """Whether it says of a function, which is written out, that there is a derivative or integral:
    that has no value in floating point, and mostly was proved."""
    left = relation.left
    says = left.head in INDICATORS and relation == eq(left, ONE)
    return says and not any(s.sort.is_family for s in relation.free())


def _defined(fact: Proposition) -> Term | None:
    """The function of numbers, with values of which no more is said, that a fact defines."""
    found = None if fact.is_plain else defined(fact)
    value = None if found is None else found[0].sort.value
    plain = value is not None and value.kind in ("complex", "real")
    return found[0] if found and plain and all(v.sort.is_scalar for v in fact.variables) else None


def _holds(fact: Proposition, evaluator: Evaluator, functions: frozenset[Term]) -> bool:
    """Whether a fact is seen to hold; of what defines a function, with values of its sort, a few
    places are looked at."""
    try:
        if fact.is_plain:
            return clearly_holds(fact.relation, evaluator)
        function = _defined(fact)
        if function not in functions or function is None or function.sort.value is None:
            return False
        lists = [map(closed_value, scalar_candidates(v.sort, False)[:PLACES])
                 for v in fact.variables]
        names = [v.name for v in fact.variables]
        for at in product(*lists):
            there = Evaluator({**evaluator.values, **dict(zip(names, at, strict=True))})
            held = holds_numerically(fact.relation, there)
            if not held or not is_of(there.scalar(fact.relation.right), function.sort.value.kind):
                return False
        return True
    except Unknown:
        return False
