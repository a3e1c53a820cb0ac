"""Derivatives by the laws: a walk over a term, from its symbols up.

What normal forms work out costs no step.  Each other node is one use of the law of its head, whose
premises about derivatives are what was said before, word for word; so the function and the value
are kept as they stand there.  A head without a law is what its definition says.  Of unknown
functions, and of their derivatives, facts say what they are.

A derivative of a derivative that normal forms do not know is that of what the inner one is near the
point: where a room, a function that is positive at the point, is positive.

A walk without a draft proves nothing: it says what the derivative is, and what that asks for.

Source: W. Rudin, Principles of Mathematical Analysis, 5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from derivations.kernel import LAWS, Combine, Context, Law, Proof, asked, manifest, unfolded
from derivations.language.shapes import is_matrix
from derivations.language.sorts import INTEGER, POSITIVE, REAL
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne, proposition
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, PI, ZERO, Term, call, div, function, mul, neg, number, power,
)
from derivations.lemmas import Lemma, lemma, reference
from derivations.search.differentiation.corners import bent
from derivations.search.differentiation.given_derivatives import condition
from derivations.search.differentiation.matrix_derivatives import OF_DETERMINANTS, OfMatrices
from derivations.search.differentiation.rooms import in_room, room_of
from derivations.search.drafts import Draft
from derivations.search.goals import Stuck
from derivations.search.knowledge.matching import same
from derivations.search.reading.facts import FAILURES, SAYING, new_symbol
from derivations.search.reading.readback import product_of, simplified, sum_of
from derivations.search.reading.references import by_equation
from derivations.search.reading.smooth import Found, Nearby, Prover, minus, square_of, tidy
from derivations.search.summation.deltas import has_deltas

# The laws, and lemmas, of functions of one argument that moves, those tried first before others.
OUTER = {
    "log": ("derivative of log", "derivative of log of reals"),
    "sqrt": ("derivative of sqrt", "derivative of sqrt of reals"),
    "transpose": ("derivative of a transpose",),
    "adjoint": ("derivative of an adjoint",),
    "entry": ("derivative of an entry",),
    "trace": ("derivative of a trace",),
    "inv": ("derivative of an inverse",),
    "det": OF_DETERMINANTS,
    **{head: (f"derivative of {head}",) for head in (
        "exp", "sin", "cos", "abs", "conj", "floor", "atan", "asin", "acos", "asinh", "acosh",
        "atanh",
    )},
    **{head: (f"derivative-of-{head}",) for head in ("sinh", "cosh", "tanh", "tan")},
}


class Walk(OfMatrices):
    """Derivatives of terms in one variable at one point.

    draft: where facts are added; none: nothing is proved.
    holds: whether a condition can be proved, to choose among laws; without it the first is taken.
    asks: the conditions of the laws that were used, at the point.
    """

    def __init__(
        self, context: Context, variable: Term, at: Term, draft: Draft | None = None,
        holds: Callable[[Relation], bool] | None = None,
    ) -> None:
        super().__init__(context, variable, at)
        self.draft, self.holds = draft, holds
        self.asks: list[Relation] = []
        self._found: dict[Term, Found] = {}
        self._pending: set[Term] = set()

    def of(self, term: Term) -> Found:
        """The derivative of a term.  Raises Stuck where no law says it."""
        known = self._found.get(term)
        if known is None:
            try:
                known = self._of(term)
            except FAILURES:
                if self.draft is not None and bent(self.variable, term):
                    known = self._bent(term)
                elif term.head in ("mul", "div", "add"):  # facts may say it of the whole
                    known = self._of_facts(SAYING, self.variable, self.at, term)
                else:
                    raise
            self._found[term] = known
        return known

    def _of_another(self, variable: Term, at: Term) -> Walk:
        """A walk in another variable among the same facts."""
        return Walk(self.context, variable, at, self.draft, self.holds)

    def _in(self, context: Context, at: Term) -> Walk:
        """A walk at another point in another context, without a draft."""
        return Walk(context, self.variable, at, None, self.holds)

    def _of(self, term: Term) -> Found:
        if not self.moves(term):
            return Found(mul(ZERO, term) if is_matrix(term) else ZERO, None, term)
        if term == self.variable:
            return Found(ONE, None, term)
        if self._is_known(term):
            return Found(self._worked_out(term), None, term)
        own = getattr(self, f"_{term.head}", None)
        if own is not None:
            found: Found = own(term)
            return found
        laws = OUTER.get(term.head)
        if laws is not None and (term.head != "conj" or not is_matrix(term)):
            return self._outer(laws, term)
        whole = unfolded(term)
        if whole is None:
            raise Stuck(f"no law says what the derivative of {term} is")
        return self.of(whole)

    def _is_known(self, term: Term) -> bool:
        """Whether normal forms know the derivative, and compare it with others."""
        return self.is_smooth(term) and not has_series(term)

    def _worked_out(self, term: Term) -> Term:
        if term.head == "diff" and has_deltas(eq(term, ZERO)):
            return self.of(formula(self.inside, term)[0]).value
        return super()._worked_out(term)

    # Laws

    def _first(self, laws: Sequence[str], parts: Sequence[Found], *values: Term) -> Found:
        """What the first law says whose conditions can be proved."""
        for name in laws[:-1]:
            if self.draft is None and (self.holds is None or all(
                map(self.holds, conditions(name, len(parts), values))
            )):
                return self._law(name, parts, *values)
            if self.draft is not None:
                try:
                    return self._law(name, parts, *values)
                except FAILURES:
                    continue
        return self._law(laws[-1], parts, *values)

    def _law(
        self, name: str, parts: Sequence[Found], *values: Term, shown: Sequence[Prover] = ()
    ) -> Found:
        """What a law says; its first premises are about the parts, the last ones are shown."""
        self.asks += conditions(name, len(parts), values)
        if self.draft is None:
            change = Substitution(dict(zip(_row(name).variables, values, strict=True)))
            return self._said(_row(name).conclusions[0].replace(change), None)
        number_ = self._used(self.draft, name, parts, *values, shown=shown)
        return self._said(self.draft.context.facts[number_].relation, number_)

    def _used(
        self, draft: Draft, name: str, parts: Sequence[Found], *values: Term,
        shown: Sequence[Prover] = (),
    ) -> int:
        premises, _, _ = asked(draft.context, reference(name), values)
        first, last = len(premises) - len(_row(name).premises), len(premises) - len(shown)
        proofs: list[Any] = [None] * len(premises)
        for place, part in enumerate(parts, first):
            proofs[place] = Combine() if part.fact is None else by_equation(part.fact)
        for place in range(first + len(parts), last):
            if not manifest(draft.context, premises[place]):
                draft.have(premises[place], condition(draft, premises[place]))
        for place, prove in enumerate(shown, last):
            proofs[place] = prove(draft, premises[place])
        return draft.use(name, *values, proofs=proofs)

    def equation(self, draft: Draft, found: Found) -> int:
        """Add that the derivative is the value that was found; returns the number."""
        values = self.function(found.body), self.at, found.value
        if is_matrix(found.body):
            sizes = self._size(found.body)
            return self._used(draft, "derivative of a matrix", (found,), *sizes, *values)
        return self._used(draft, "derivative", (found,), *values)

    def _said(self, relation: Relation, fact: int | None) -> Found:
        variable, _, value, body = relation.left.args
        return Found(value, fact, Substitution({variable: self.variable})(body))

    def _outer(self, laws: Sequence[str], term: Term) -> Found:
        """A function of one argument that moves."""
        inner = self.of(term.args[0])
        sizes = list(takewhile(lambda v: v.sort.is_scalar, _row(laws[0]).variables))
        own = self._size(inner.body)[: len(sizes)] if sizes else ()
        values = *own, self.function(inner.body), self.at, inner.value, *term.args[1:]
        try:
            return self._first(laws, (inner,), *values)
        except FAILURES:
            if self.draft is None or term.head != "sqrt":
                raise
        square, draft = self.there(inner.body), self.draft
        root = call("sqrt", square)
        draft.have_premise(ne(root, ZERO))
        draft.use("product", root, root)
        draft.use("square of sqrt", square)
        draft.have_premise(ne(square, ZERO))
        return self._first(laws, (inner,), *values)

    # Sums, products, quotients, powers

    def _grouped(self, term: Term) -> list[Term]:
        """The parts of a sum or of a product of scalars, those that are known as one."""
        rough = [a for a in term.args if not self._is_known(a)]
        smooth = [a for a in term.args if self._is_known(a)]
        joined = sum_of if term.head == "add" else product_of
        return [*rough, joined(smooth)] if smooth else rough

    def _two(self, law: str, a: Found, b: Found, *sizes: Term) -> Found:
        both = self.function(a.body), self.function(b.body)
        return self._law(law, (a, b), *sizes, *both, self.at, a.value, b.value)

    def _add(self, term: Term) -> Found:
        found, *others = map(self.of, self._grouped(term))
        for other in others:
            if is_matrix(term):
                sizes = self._size(found.body)
                found = self._two("derivative of a sum of matrices", found, other, *sizes)
            else:
                found = self._two("derivative of a sum", found, other)
        return found

    def _neg(self, term: Term) -> Found:
        return self.of(mul(number(-1), term.args[0]))

    def _mul(self, term: Term) -> Found:
        if is_matrix(term):
            return self._matrices_multiplied(term)
        found, *others = map(self.of, self._grouped(term))
        for other in others:
            found = self._two("derivative of a product", found, other)
        return found

    def _div(self, term: Term) -> Found:
        above, below = term.args
        if is_matrix(term) or not self.moves(below):
            return self.of(mul(div(ONE, below), above))
        return self._two("derivative of a quotient", self.of(above), self.of(below))

    def _pow(self, term: Term) -> Found:
        base, e = term.args
        if is_matrix(base):
            if e.head != "number" or e.data.denominator > 1 or not 0 < abs(e.data) < 10:
                raise Stuck("a power of a matrix")
            factor = base if e.data > 0 else call("inv", base)
            return self.of(product_of([factor] * abs(int(e.data))))
        if e.head == "number" and e.data > 0 and e.data % 2 == 0:
            square = square_of(base)
            if square is not None:
                return self._square(term, base, square, int(e.data) // 2)
        inner = self.of(base)
        values = self.function(inner.body), e, self.at, inner.value
        if self.moves(e):
            return self._two("derivative of a power", inner, self.of(e))
        if self._is_natural(e):
            return self._law("derivative of a natural power", (inner,), *values)
        if same(self.context, call("floor", e), e):
            laws = "derivative of a natural power", "derivative of a whole power"
            return self._first(laws, (inner,), *values)
        if e.head == "number" and e.data.denominator == 2:
            half = power(call("sqrt", base), number(2 * e.data))
            return self.of(call("sqrt", base) if e.data * 2 == 1 else half)
        return self._law("derivative of a constant power", (inner,), *values)

    def _square(self, term: Term, root: Term, square: Term, half: int) -> Found:
        """An even power of a root is one of what stands under it, everywhere."""
        plain = self.of(square if half == 1 else power(square, half))

        def equal(inner: Draft, there: Substitution) -> Proof:
            there_root, there_square = there(root), there(square)
            inner.use("square of sqrt", there_square)
            parts = [mul(power(there_root, 2 * k), power(there_square, half - 1 - k))
                     for k in range(half)]
            return Combine(((sum_of(parts), inner.last, None),))

        return self._near(term, plain, Found(ZERO, None, ONE), equal)

    def _atan2(self, term: Term) -> Found:
        """By a quotient, on the right, above or below."""
        y, x = term.args
        right, beside = call("atan", div(y, x)), call("atan", div(x, y))
        half = div(PI, number(2))
        planes = [("atan2-right", x, right), ("atan2-above", y, minus(half, beside)),
                  ("atan2-below", neg(y), minus(neg(half), beside))]
        known = next((p for p in planes if self._can(lt(ZERO, self.there(p[1])))), None)
        if known is None:
            raise Stuck("the half plane is not known")
        lemma, room, whole = known

        def equal(inner: Draft, there: Substitution) -> Proof:
            return by_equation(inner.use(lemma, there(x), there(y)))

        return self._near(term, self.of(whole), self.of(room), equal)

    def _near(self, term: Term, other: Found, room: Found, equal: Nearby) -> Found:
        """A term that equals another one where the room is positive."""
        functions = self.function(term), self.function(other.body), self.function(room.body)
        last, shown = (functions[2], self.at, room.value, other.value), [self._nearby(equal)]
        if not is_matrix(term):
            values = *functions[:2], *last
            return self._law("locally equal", (other, room), *values, shown=shown)
        sizes, both = self._size(other.body), functions[1::-1]
        return self._law(
            "locally equal matrices", (other, room), *sizes, *both, *last, shown=shown)

    def _nearby(self, prove: Nearby) -> Prover:
        """Proofs of propositions about one number."""
        name = new_symbol(self.inside, "s", REAL).name
        return lambda draft, stated: draft.for_all(
            stated, lambda inner, s: prove(inner, Substitution({self.variable: s})), [name])

    # Sums and products over ranges

    def _sum(self, term: Term) -> Found:
        return self._over_range(term, "derivative of a sum over a range")

    def _product(self, term: Term) -> Found:
        return self._over_range(term, "derivative of a product over a range")

    def _over_range(self, term: Term, law: str) -> Found:
        index, lower, upper, body = term.args
        if self.moves(lower) or self.moves(upper) or is_matrix(term):
            raise Stuck("the range moves")
        k = new_symbol(self.inside, index.name, INTEGER)
        guards = Proposition(le(lower, k)), Proposition(le(k, upper))
        context = self.context.with_symbols(k).with_facts(*guards)
        part = self._in(context, self.at)
        value, _, body = part.of(Substitution({index: k})(body))
        self.asks += [r for r in part.asks if k not in r.free()]

        def each(inner: Draft, own: Term) -> Proof:
            walk = Walk(inner.context, self.variable, self.at, inner)
            found = walk.of(Substitution({k: own})(body))
            return Combine() if found.fact is None else by_equation(found.fact)

        values = function([k, self.variable], body), function([k], value), lower, upper, self.at
        shown = [lambda draft, stated: draft.for_all(stated, each, [k.name])]
        if term.head == "product":
            shown.append(lambda draft, stated: draft.proof(stated))
        return self._law(law, (), *values, shown=shown)

    # Derivatives of derivatives

    def _diff(self, term: Term) -> Found:
        """By a fact, or by what the inner derivative is near the point."""
        try:
            return self._unknown(term, 1, SAYING[:1])
        except FAILURES:
            pass
        try:
            value, asks = formula(self.inside, term, self._can)
            if _slopes(value):  # perhaps only since normal forms know what it is
                value = simplified(self.inside, value)
            known = _slopes(value) < _slopes(term) or not same(self.inside, value, term)
        except FAILURES:
            known = False
        if not known:
            return self._unknown(term, 1, SAYING[1:])
        asks = [relation for relation in asks if self.variable in relation.free()]
        other, room = self.of(value), self.of(room_of(asks))

        def equal(inner: Draft, there: Substitution) -> Proof:
            in_room(inner, [relation.replace(there) for relation in asks])
            return by_equation(worked_out(inner, there(term)))

        return self._near(term, other, room, equal)

    def _asked(self, body: Term, variable: Term) -> list[Relation]:
        """What the derivative of a term in a variable asks of that."""
        inside = self.inside.with_symbols(variable)
        _, asks = formula(inside, call("diff", variable, variable, body), self._can)
        return [relation for relation in asks if variable in relation.free()]

    def _can(self, relation: Relation) -> bool:
        """Whether a condition near the point can be proved at the point."""
        there = relation.replace(self.there)
        if self.draft is None:
            return self.holds is None or self.holds(there)
        try:
            self.draft.premise(proposition(there))
        except FAILURES:
            return False
        return True


def has_series(term: Term) -> bool:
    """Whether there is a power whose derivative is written with the power below: of more than a
    symbol, or in a sum over its exponent; normal forms know it, and do not compare it with others.
    """
    parts = list(subterms(term))
    indices = {part.args[0] for part in parts if part.head == "sum"}
    return any(
        part.head == "pow" and part.args[1].head != "number" and (
            part.args[0].head not in ("symbol", "number")
            or not indices.isdisjoint(free_symbols(part.args[1]))
        ) for part in parts
    )


def _slopes(term: Term) -> int:
    """How many derivatives there are in a term."""
    return sum(node.head == "diff" for node in subterms(term))


def formula(
    context: Context, node: Term, holds: Callable[[Relation], bool] | None = None
) -> tuple[Term, list[Relation]]:
    """What a derivative is where it is asked for, and what that asks for.  Raises Stuck.

    holds: whether a condition can be proved; without it nothing is looked at.
    """
    x, at, body = node.args
    variable = new_symbol(context, x.name, REAL, node)
    walk = Walk(context, variable, at, None, holds)
    value = walk.of(Substitution({x: variable})(body)).value
    return tidy(value), list(dict.fromkeys(walk.asks))


def walked(draft: Draft, node: Term) -> tuple[Walk, Found]:
    """The derivative of the function in a node at the point in it, by facts that are added."""
    x, at, *_, body = node.args
    variable = new_symbol(draft.context, x.name, REAL, node)
    walk = Walk(draft.context, variable, at, draft)
    return walk, walk.of(Substitution({x: variable})(body))


def worked_out(draft: Draft, node: Term) -> int:
    """Add what a derivative is; returns the number of the equation.  Raises Stuck."""
    walk, found = walked(draft, node)
    claim = eq(node, tidy(found.value))
    if found.fact is None:
        return draft.have(claim)
    return draft.have(claim, by_equation(walk.equation(draft, found)))


def equal_derivatives(draft: Draft, number_: int, x: Term, at: Term) -> tuple[Relation, Combine]:
    """That the sides of an equation for all x, where guards hold that stay so nearby, have equal
    derivatives at a point, and the proof of it by facts that are added.  Raises Stuck."""
    equation, guards = draft.context.facts[number_].relation, draft.context.facts[number_].guards
    if x.sort == POSITIVE:
        guards = (lt(ZERO, x), *guards)
    guards = tuple([g for g in guards if g.left.head not in SAYING])  # it is shown nearby, too
    if any(guard.operator not in ("<", "!=") for guard in guards):
        raise Stuck("what is given holds at the point alone, perhaps")
    variable = new_symbol(draft.context, x.name, REAL, equation.left, equation.right)
    walk, own_variable = Walk(draft.context, variable, at, draft), Substitution({x: variable})
    left, right = own_variable(equation.left), own_variable(equation.right)
    asks = [guard.replace(own_variable) for guard in guards]

    def equal(inner: Draft, there: Substitution) -> Proof:
        in_room(inner, [relation.replace(there) for relation in asks])
        return by_equation(inner.use(number_, there(variable)))

    other, own = walk.of(right), walk.of(left)
    room = walk.of(room_of(asks)) if asks else Found(ZERO, None, ONE)
    first = walk.equation(draft, walk._near(left, other, room, equal))
    second = walk.equation(draft, own)
    proof = Combine(((ONE, first, None), (number(-1), second, None)))
    return eq(tidy(own.value), tidy(other.value)), proof


def corner(draft: Draft, node: Term) -> int:
    """Add that a size, or a root, has no derivative where its argument vanishes and moves; returns
    the number.  Raises Stuck."""
    root = node.args[-1]
    walk, found = walked(draft, Term(node.head, (*node.args[:-1], *root.args)))
    values = walk.function(found.body), walk.at, found.value
    return walk._used(draft, f"no derivative of {root.head}", (found,), *values)


def _row(name: str) -> Law | Lemma:
    """The law, or the lemma, of this name."""
    return LAWS.get(name) or lemma(name)


def conditions(law: str, parts: int, values: Sequence[Term]) -> list[Relation]:
    """What a law asks for at values, after what it says of its parts."""
    change = Substitution(dict(zip(_row(law).variables, values, strict=True)))
    premises = map(proposition, _row(law).premises[parts:])
    return [p.relation.replace(change) for p in premises
            if p.is_plain and p.relation.left.head not in SAYING]
