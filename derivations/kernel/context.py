"""Contexts: the facts that a proof may use, and the normal forms under them."""

from __future__ import annotations

from dataclasses import dataclass, field

from derivations.kernel import forms, polynomial as P
from derivations.kernel.definedness import obligations
from derivations.kernel.forms import OutOfReach
from derivations.kernel.generators import Algebra
from derivations.kernel.normal_form import Normalizer, SortError
from derivations.kernel.polynomial import Poly
from derivations.kernel.skeletons import Survey, survey
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.substitution import subterms
from derivations.language.terms import Term, neg, sub


@dataclass
class Context:
    """Facts in their order, and the symbols that are arbitrary here.

    ignored: numbers of facts whose use is not allowed, for finding out which are needed.
    """

    facts: tuple[Proposition, ...] = ()
    symbols: frozenset[Term] = frozenset()
    ignored: frozenset[int] = frozenset()
    _normalizer: Normalizer | None = field(default=None, repr=False)

    def with_facts(self, *facts: Proposition) -> Context:
        return Context((*self.facts, *facts), self.symbols, self.ignored)

    def with_symbols(self, *symbols: Term) -> Context:
        return Context(self.facts, self.symbols | set(symbols), self.ignored)

    @property
    def normalizer(self) -> Normalizer:
        """Normal forms in which the facts `≠`, `<` and `≤` without variables are known."""
        if self._normalizer is None:
            self._normalizer = Normalizer()
            plain = [
                fact.relation
                for number, fact in enumerate(self.facts)
                if number not in self.ignored
                and not fact.variables
                and not fact.guards
                and fact.relation.operator != "=="
            ]
            # Short ones first: what they say of a symbol is wanted where it stands inside others.
            for relation in sorted(plain, key=_length) if len(plain) > 1 else plain:
                assume(self._normalizer, relation)
            self._normalizer.forget()
        return self._normalizer

    def obligations(
        self, goals: tuple[Proposition, ...], *, necessary: bool = False
    ) -> list[Proposition]:
        """What the goals need to be defined, for all values at which they say something."""
        plain = tuple(goal.relation for goal in goals if goal.is_plain)
        names = frozenset(s.name for s in self.symbols)
        needs = obligations(plain, self.normalizer, names, necessary=necessary)
        for goal in goals:
            if not goal.is_plain:
                goal = apart(goal, self)
                inside, relation = self.opened(goal)
                inner = inside.obligations((Proposition(relation),), necessary=necessary)
                needs += [_under(goal, apart(need, inside)) for need in inner]
        return list(dict.fromkeys(needs))

    def opened(self, goal: Proposition) -> tuple[Context, Relation]:
        """The relation of a goal, and the context in which it is to hold, with its guards."""
        if goal.is_plain:
            return self, goal.relation
        goal = apart(goal, self)
        guards = [Proposition(guard) for guard in goal.guards]
        return self.with_symbols(*goal.variables).with_facts(*guards), goal.relation

    def free(self, relation: Relation) -> frozenset[Term]:
        """The free symbols of a relation."""
        surveyed = survey(relation)
        return relation.free() if surveyed is None else surveyed.symbols


def _length(relation: Relation) -> int:
    return sum(1 for side in (relation.left, relation.right) for _ in subterms(side))


def assume(normalizer: Normalizer, relation: Relation) -> None:
    """Take a relation between scalars as known, where the normal form can use it."""
    if relation.operator == "==":
        return
    normalizer.zero_shapes = None
    normalizer.assumed.append(relation)
    left, right = normalizer.value(relation.left), normalizer.value(relation.right)
    if not isinstance(left, Poly) or not isinstance(right, Poly):
        return
    gap = P.plus(right, P.negative(left))
    if relation.operator == "<" and normalizer.algebra.is_integer(gap):
        normalizer.algebra.assume_nonnegative(P.plus(gap, P.constant(-1)))
    if relation.operator in ("<", "!="):
        normalizer.algebra.assume_nonzero(gap)
    if relation.operator in ("<", "<="):
        normalizer.algebra.assume_nonnegative(gap)


def holds(context: Context, proposition: Proposition) -> bool:
    """Whether a proposition follows at once, by normal forms and signs."""
    inside, relation = context.opened(proposition)
    return holds_here(inside.normalizer, relation)


def apart(proposition: Proposition, context: Context) -> Proposition:
    """The proposition with variables that no symbol of the context is called by."""
    return proposition.substitute({}, avoid={s.name for s in context.symbols})


def holds_here(normalizer: Normalizer, relation: Relation) -> bool:
    """Whether a relation follows at once from normal forms, or from how its sides are built."""
    if holds_plainly(normalizer, relation):
        return True
    if relation.operator == "==":
        return False
    from derivations.kernel.signs import shows

    return shows(normalizer, relation.operator, _gap_term(relation))


def is_news(context: Context, proposition: Proposition) -> bool:
    """Whether what holds is not seen from normal forms, so that these profit from knowing it."""
    if not proposition.is_plain:
        return False
    return not holds_plainly(context.normalizer, proposition.relation)


def holds_plainly(normalizer: Normalizer, relation: Relation) -> bool:
    """Whether a relation follows at once from the normal forms of its sides."""
    gap = difference(normalizer, relation)
    if not isinstance(gap, Poly):
        return relation.operator == "==" and forms.is_zero(normalizer.algebra, gap)
    return gap_holds(normalizer, relation.operator, gap)


def _gap_term(relation: Relation) -> Term:
    """`right - left` as a term."""
    left, right = relation.left, relation.right
    if left.head == "number" and not left.data:
        return right
    if right.head == "number" and not right.data:
        return left if relation.operator == "!=" else neg(left)
    return sub(right, left)


def gap_holds(normalizer: Normalizer, operator: str, gap: Poly) -> bool:
    """Whether `right - left`, a scalar, shows the relation."""
    algebra = normalizer.algebra
    if operator == "==":
        return algebra.is_zero(gap)
    if operator == "!=":
        return algebra.is_nonzero(gap)
    if algebra.is_zero(gap):
        return operator == "<="
    sign = algebra.sign(gap)
    return sign == "positive" or (operator == "<=" and sign is not None)


def difference(normalizer: Normalizer, relation: Relation) -> Poly | forms.Form:
    """The normal form of `right - left`; both sides must be of one kind and size."""
    surveyed = survey(relation) if normalizer.zero_shapes is not None else None
    if surveyed is not None:
        return _surveyed_difference(normalizer, surveyed)
    left, right = normalizer.value(relation.left), normalizer.value(relation.right)
    if isinstance(left, Poly) and isinstance(right, Poly):
        return P.plus(right, P.negative(left))
    if isinstance(left, Poly) or isinstance(right, Poly):
        raise SortError(
            "one side of the relation is a scalar, the other a matrix", relation.right.place
        )
    if relation.operator != "==":
        raise SortError(
            f"matrices can be related by == only, not by {relation.operator}",
            relation.right.place,
        )
    for a, b in zip(forms.size(left), forms.size(right), strict=True):
        if not P.plus(a, P.negative(b)).is_zero:
            raise SortError("the two sides are matrices of different sizes", relation.right.place)
    algebra = normalizer.algebra
    return forms.add(algebra, [right, forms.scaled(algebra, left, P.constant(-1))])


def _surveyed_difference(normalizer: Normalizer, surveyed: Survey) -> Poly:
    """The sum over the groups that are not zero; each shape is decided once."""
    zero = normalizer.zero_shapes
    assert zero is not None
    gaps = []
    for group in surveyed.groups:
        if group.shape in zero:
            continue
        right = [normalizer.scalar(t) for t in group.right]
        left = [P.negative(normalizer.scalar(t)) for t in group.left]
        gap = P.total([*right, *left])
        if normalizer.algebra.is_zero(gap):
            zero.add(group.shape)
        else:
            gaps.append(gap)
    return P.total(gaps)


def belongs(context: Context, value: Term, sort: Sort) -> bool:
    """Whether a term is seen to be of a sort, by its normal form."""
    if sort.is_family:
        return _family_belongs(context, value, sort)
    normalizer = context.normalizer
    algebra = normalizer.algebra
    form = normalizer.value(value)
    if sort.is_scalar:
        if not isinstance(form, Poly):
            return False
        return normalizer.is_of(form, sort.kind)
    if isinstance(form, Poly):
        return False
    for wanted, size in zip(normalizer.dimensions(sort), forms.size(form), strict=True):
        if not P.plus(wanted, P.negative(size)).is_zero:
            return False
    return all(_has_property(algebra, form, name) for name in sorted(sort.properties))


def _family_belongs(context: Context, value: Term, sort: Sort) -> bool:
    """A declared family of the same sort, or a function whose values are of its value sort."""
    assert sort.value is not None
    if value.head == "symbol":
        return value.sort == sort
    if value.head != "function" or len(value.args) != len(sort.index) + 1:
        return False
    parameters, body = value.args[:-1], value.args[-1]
    if tuple(p.sort for p in parameters) != sort.index:
        return False
    names = {p.name for p in parameters}
    if len(names) < len(parameters) or names & {s.name for s in context.symbols}:
        return False
    return belongs(context.with_symbols(*parameters), body, sort.value)


def _has_property(algebra: Algebra, form: forms.Form, name: str) -> bool:
    def same(a: forms.Form, b: forms.Form) -> bool:
        return forms.is_zero(
            algebra, forms.add(algebra, [a, forms.scaled(algebra, b, P.constant(-1))])
        )

    rows, columns = forms.size(form)
    if name == "real":
        return same(form, forms.conjugate(algebra, form))
    if not P.plus(rows, P.negative(columns)).is_zero:
        return False
    turned = forms.transpose(algebra, form)
    adjoint = forms.conjugate(algebra, turned)
    one = forms.identity(rows)
    match name:
        case "unitary":
            return same(forms.times(algebra, adjoint, form), one)
        case "orthogonal":
            return _has_property(algebra, form, "real") and _has_property(algebra, form, "unitary")
        case "hermitian":
            return same(form, adjoint)
        case "skew":
            return same(turned, forms.scaled(algebra, form, P.constant(-1)))
        case "invertible":
            return algebra.is_nonzero(forms.determinant(algebra, form))
        case "projector":
            return same(forms.times(algebra, form, form), form)
        case "nilpotent2":
            return forms.is_zero(algebra, forms.times(algebra, form, form))
    return False


def premises(statement: Statement) -> list[Proposition]:
    """The hypotheses as they are read, and that they are defined: stating them says so."""
    return [*hypotheses(statement), *(fact for _, fact in stated_definedness(statement))]


def hypotheses(statement: Statement) -> list[Proposition]:
    """The hypotheses as they are read: those for all values are silent where they are undefined."""
    context = Context(symbols=frozenset(statement.declarations))
    return [h if h.is_plain else guarded(context, h) for h in statement.hypotheses]


def guarded(context: Context, hypothesis: Proposition, *, relation: bool = True) -> Proposition:
    """The hypothesis with what it needs to be defined among its guards.

    Each guard stands behind what it needs; with `relation`, what that needs comes last.
    """
    inside = context.with_symbols(*hypothesis.variables)
    guards: list[Relation] = []
    for part in (*hypothesis.guards, *((hypothesis.relation,) if relation else ())):
        for need in inside.obligations((Proposition(part),)):
            if holds(inside, need):
                continue
            if not need.is_plain:
                raise OutOfReach(f"{part}, for all values, needs what is itself so: {need}")
            guards.append(need.relation)
            inside = inside.with_facts(need)
        guards.append(part)
        inside = inside.with_facts(Proposition(part))
    if relation:
        guards.pop()
    return Proposition(hypothesis.relation, hypothesis.variables, tuple(guards))


def stated_definedness(statement: Statement) -> list[tuple[int, Proposition]]:
    """What holds since the hypotheses are defined, each with the number of its hypothesis."""
    context = Context(symbols=frozenset(statement.declarations))
    return [
        (number, fact)
        for number, hypothesis in enumerate(statement.hypotheses)
        if hypothesis.is_plain
        for fact in needs_of(context, hypothesis, necessary=True)
        if not holds(context, fact)
    ]


def needs_of(
    context: Context, hypothesis: Proposition, *, necessary: bool = False
) -> list[Proposition]:
    """What a hypothesis, as it is read, needs to be defined wherever it says something."""
    inside = context.with_symbols(*hypothesis.variables)
    needs = obligations((hypothesis.relation,), inside.normalizer, necessary=necessary)
    return [_under(hypothesis, apart(need, inside)) for need in needs]


def _under(hypothesis: Proposition, need: Proposition) -> Proposition:
    """The need for all values at which the hypothesis says something."""
    guards = (*hypothesis.guards, *need.guards)
    mentioned = need.free().union(*(g.free() for g in guards))
    # Numbers there are; matrices of a sort there may be none, and then nothing is said.
    variables = tuple(v for v in hypothesis.variables if v in mentioned or not v.sort.is_scalar)
    return Proposition(need.relation, (*variables, *need.variables), guards)
