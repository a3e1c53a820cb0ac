"""Derivatives of unknown functions, and of their derivatives: facts say what they are.

Source: W. Rudin, Principles of Mathematical Analysis, 5.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from derivations.kernel import Context, Proof
from derivations.language.heads import FUNCTIONS
from derivations.language.shapes import is_matrix
from derivations.language.sorts import POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, lt, ne
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import ONE, ZERO, Term, add, call, div, function, mul, neg
from derivations.search.differentiation.rooms import in_room, room_of
from derivations.search.drafts import Draft
from derivations.search.equality.equations import combined
from derivations.search.goals import Stuck, attempted
from derivations.search.knowledge.matching import same
from derivations.search.orders.reality import have_real
from derivations.search.reading.facts import FAILURES, SAYING, new_symbol, plain_facts
from derivations.search.reading.readback import product_of
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import Found, Nearby, Prover, Smooth

# How deep what a law asks is proved where cheap methods fail.
CONDITION_DEPTH = 1


def as_equation(relation: Relation) -> Relation:
    """That there is a certain derivative as an equation for it; any other relation as it is."""
    if relation.left.head != "tangent" or relation != eq(relation.left, ONE):
        return relation
    variable, at, value, body = relation.left.args
    return eq(call("diff", variable, at, body), value)


def formula_of(context: Context, f: Term) -> tuple[int, Proposition, Term]:
    """The fact that says what a function is at all numbers, with its number, and what it is.
    Raises Stuck."""
    for number, fact in enumerate(context.facts):
        if {v.sort for v in fact.variables} - {REAL, POSITIVE} or fact.relation.operator != "==":
            continue
        relation, whole = as_equation(fact.relation), Term("apply", (f, *fact.variables))
        left, right = relation.left, relation.right
        for own, other in ((left, right), (right, left)):
            formula = _solved(own, other, whole)
            if formula is not None and f not in free_symbols(formula):
                return number, fact, formula
    raise Stuck("nothing says that this has a derivative")


def _solved(own: Term, other: Term, whole: Term) -> Term | None:
    """What a term is where one side, in which it stands once in sums, products and quotients,
    equals the other."""
    if own == whole:
        return other
    inside = [k for k, a in enumerate(own.args) if whole.args[0] in free_symbols(a)]
    if len(inside) != 1 or own.head not in ("neg", "add", "mul", "div"):
        return None
    (k,) = inside
    rest = own.args[:k] + own.args[k + 1 :]
    if own.head == "neg":
        other = neg(other)
    elif own.head == "add":
        other = add(other, *map(neg, rest))
    elif own.head == "mul":
        other = div(other, product_of(rest))
    else:
        (part,) = rest
        other = div(part, other) if k else mul(other, part)
    return _solved(own.args[k], other, whole)


class Given(Smooth):
    """Derivatives that facts say.

    draft: where facts are added; none: nothing is proved.
    asks: the conditions of what was used, at the point.
    """

    draft: Draft | None
    asks: list[Relation]
    _found: dict[Term, Found]
    _pending: set[Term]  # functions of which facts are being asked, lest two say that they are one
    _law: Callable[..., Found]  # derivatives.py
    _asked: Callable[[Term, Term], list[Relation]]
    _near: Callable[..., Found]
    _nearby: Callable[[Nearby], Prover]

    @property
    def context(self) -> Context:
        return self.outside if self.draft is None else self.draft.context

    def function(self, body: Term) -> Term:
        return function([self.variable], body)

    def _apply(self, term: Term) -> Found:
        moving = [k for k, a in enumerate(term.args) if k and self.moves(a)]
        if len(moving) != 1:
            raise Stuck("several arguments of a function move")
        try:
            return self._unknown(term, moving[0])
        except FAILURES:
            return self._stated(term)

    def _stated(self, term: Term) -> Found:
        """A value of a function of which a fact says for all numbers what it is, perhaps as the
        derivative of another."""
        f = term.args[0]
        if f in self._pending:
            raise Stuck("nothing says that this has a derivative")
        number, fact, formula = formula_of(self.context, f)
        change = Substitution(dict(zip(fact.variables, term.args[1:], strict=True)))
        formula = change(formula)
        above = [lt(ZERO, change(v)) for v in fact.variables if v.sort == POSITIVE]
        divisors = [n.args[1] for n in subterms(formula) if n.head == "div"
                    and free_symbols(n.args[1]) <= self.inside.symbols]
        if fact.relation.left.head == "tangent":  # of what is this value then, facts have to say it
            (node,) = [n for n in subterms(formula) if n.head == "diff"][-1:]
            self._found[node] = self._unknown(node, 1)
        self._pending.add(f)
        try:
            other = self.of(formula)
        finally:
            self._pending.remove(f)

        def equal(asks: Sequence[Relation], inner: Draft, there: Substitution) -> Proof | None:
            in_room(inner, [relation.replace(there) for relation in asks])
            for divisor in divisors:
                inner.use("inverse", there(divisor))
            place = inner.use(number, *map(there, term.args[1:]))
            known = inner.context.facts[place].relation.left
            if known.head == "tangent":
                variable, point, value, body = known.args
                place = inner.use("derivative", function([variable], body), point, value)
            return combined(inner)

        apart = [*above, *(ne(divisor, ZERO) for divisor in divisors)]
        try:
            return self._near(term, other, self.of(room_of(above)), partial(equal, above))
        except FAILURES:
            return self._near(term, other, self.of(room_of(apart)), partial(equal, apart))

    def _unknown(self, term: Term, place: int, kinds: Sequence[str] = SAYING) -> Found:
        """A term of which facts say what its derivative is in the argument at this place, or in
        what a derivative is taken of at a place that does not move.

        kinds: of the facts, in the order in which they are asked.
        """
        inner = term.args[place]
        if not self.moves(inner):
            return self._of_facts(kinds, self.variable, self.at, term)
        y = self.variable if inner == self.variable else new_symbol(self.inside, "y", REAL)
        outer_body = Term(term.head, (*term.args[:place], y, *term.args[place + 1 :]), term.data)
        there = self.there(inner)
        outer = self._of_facts(kinds, y, there, outer_body)
        if inner == self.variable:
            return outer
        found = self.of(inner)
        if is_matrix(term):
            raise Stuck("a function of matrices at what moves")
        body = Substitution({y: self.variable})(outer.body)
        return self._composed(found, Found(outer.value, outer.fact, body))

    def _of_facts(self, kinds: Sequence[str], y: Term, at: Term, body: Term) -> Found:
        """What facts say of the derivative of a body in y at a point.  Raises Stuck."""
        found = next(filter(None, (self._fact(kind, y, at, body) for kind in kinds)), None)
        if found is None:
            raise Stuck("nothing says that this has a derivative")
        return found

    def _composed(self, inner: Found, outer: Found) -> Found:
        """A function at what moves, which is real everywhere, or where holds what its derivative
        asks, or facts about the point; the outer one is of the same variable."""
        values = self.function(inner.body), self.function(outer.body)
        law = "derivative of a composition"
        try:
            return self._law(law, (inner, outer), *values, self.at, inner.value, outer.value)
        except FAILURES:
            asks = self._asked(inner.body, self.variable) or self._about_the_point()
            if not asks:
                raise
        room = self.of(room_of(asks))

        def real(near: Draft, there: Substitution) -> Proof:
            in_room(near, [relation.replace(there) for relation in asks])
            for node in subterms(near.relation.right):
                if node.head in FUNCTIONS:
                    near.attempt(have_real, near, node)
            stated = Proposition(near.relation)
            return attempted(near.premise, stated) or near.proof(stated)

        return self._law(f"{law} nearby", (inner, outer, room), *values, self.function(room.body),
                         self.at, inner.value, outer.value, room.value, shown=[self._nearby(real)])

    def _about_the_point(self) -> list[Relation]:
        """What facts and its sort say of a point that is a symbol, or the sign of a number, of the
        variable."""
        if self.at.head == "number" and self.at != ZERO:
            return [lt(ZERO, self.variable) if self.at.data > 0 else lt(self.variable, ZERO)]
        if self.at.head != "symbol":
            return []
        there = Substitution({self.at: self.variable})
        signs = {"positive": lt(ZERO, self.at), "negative": lt(self.at, ZERO)}
        said = [relation for kind, relation in signs.items() if self.at.sort.within(kind)]
        said += [fact for _, fact in plain_facts(self.outside, "<", "!=") if self.at in fact.free()]
        return [relation.replace(there) for relation in said]

    def _fact(self, kind: str, y: Term, at: Term, body: Term) -> Found | None:
        """What a fact of this kind says of the derivative of an unknown function."""
        context = self.context
        for k, fact in enumerate(context.facts):
            left = fact.relation.left
            if left.head != kind or fact.relation != eq(left, ONE):
                continue
            values = _instance(context.with_symbols(y), fact, y, at, body)
            if values is None:
                continue
            change = Substitution(dict(zip(fact.variables, values, strict=True)))
            self.asks += [guard.replace(change) for guard in fact.guards]
            value = (change(left.args[2]) if left.head == "tangent"
                     else call("diff", y, at, body))
            if self.draft is None:
                return Found(value, None, body)
            for node in subterms(at):
                if node.head == "log":
                    self.draft.attempt(self.draft.use, "log is real", *node.args)
            try:
                number_ = self.draft.use(k, *values) if fact.variables else k
                claim = eq(call("tangent", y, at, value, body), ONE)
                return Found(value, self.draft.have(claim, by_equation(number_)), body)
            except FAILURES:
                continue
        return None


def _instance(
    context: Context, fact: Proposition, y: Term, at: Term, body: Term
) -> list[Term] | None:
    """Values at which a fact is about the derivative of a body in y at a point."""
    fact = fact.substitute({}, avoid=[y.name])
    own, point, *_, told = fact.relation.left.args
    pattern = Substitution({own: y})(told)
    if pattern.head != body.head:
        return None
    bound = {point: at} if point in fact.variables else {}
    inner = {node.args[0] for node in subterms(pattern) if node.head == "diff"}
    for theirs, ours in zip(_values(pattern), _values(body), strict=False):
        if theirs.head == "diff" == ours.head:
            pairs = {theirs.args[1]: ours.args[1]}
        elif theirs.args[0] == ours.args[0]:
            pairs = {a: b for a, b in zip(theirs.args, ours.args, strict=True) if a not in inner}
        else:
            continue
        bound |= {a: b for a, b in pairs.items() if a in fact.variables and a not in bound}
    if len(bound) != len(fact.variables):
        return None
    change = Substitution(bound)
    meant = same(context, change(point), at) and same(context, change(pattern), body)
    return [bound[v] for v in fact.variables] if meant else None


def _values(term: Term) -> Iterator[Term]:
    """Values of functions and of derivatives."""
    return (node for node in subterms(term) if node.head in ("apply", "diff"))


def condition(draft: Draft, claim: Proposition) -> Proof:
    """A proof of what a law asks: by cheap methods, or else by some more."""
    try:
        return draft.premise(claim)
    except FAILURES:
        return draft.search.prove(draft.context, claim, CONDITION_DEPTH)
