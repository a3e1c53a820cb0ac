"""What normal forms differentiate, and derivatives as terms without the zeros and ones in them."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import NamedTuple

from derivations.kernel import Context, Proof, manifest
from derivations.language.heads import MATRIX_HEADS
from derivations.language.shapes import is_matrix
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import Substitution, free_symbols, subterms
from derivations.language.terms import (
    ONE, ZERO, Term, add, call, conj, div, mul, neg, number, power,
)
from derivations.search.drafts import Draft
from derivations.search.reading.facts import FAILURES
from derivations.search.reading.readback import product_of, sum_of

# What normal forms work out where they work out the arguments.
SMOOTH = frozenset({
    "add", "mul", "neg", "conj", "exp", "sin", "cos", "sinh", "cosh", "re", "im", "inner", "trace",
    "transpose", "adjoint", "scalar", "matrix", "blocks",
})  # fmt: skip


# A proof of a proposition; one at a number, of a draft and what puts that for the variable.
Prover = Callable[[Draft, Proposition], Proof | None]
Nearby = Callable[[Draft, Substitution], Proof]


class Found(NamedTuple):
    """A derivative at the point, the fact that says so (none: normal forms do), and the function as
    it stands there."""

    value: Term
    fact: int | None
    body: Term


class Smooth:
    """Derivatives that normal forms work out, of terms in a variable at a point."""

    of: Callable[[Term], Found]  # derivatives.py

    def __init__(self, context: Context, variable: Term, at: Term) -> None:
        self.variable, self.at = variable, at
        self.outside = context
        self.inside = context.with_symbols(variable)
        self.there = Substitution({variable: at})
        self._smooth: dict[int, tuple[Term, bool]] = {}

    def moves(self, term: Term) -> bool:
        return self.variable in free_symbols(term)

    def is_smooth(self, term: Term) -> bool:
        known = self._smooth.get(id(term))
        if known is None:
            known = self._smooth[id(term)] = term, self._is_smooth(term)
        return known[1]

    def _is_smooth(self, term: Term) -> bool:
        if not self.moves(term) or term == self.variable:
            return True
        head, args = term.head, term.args
        if head in SMOOTH:
            smooth = all(map(self.is_smooth, args))
            return smooth and (head in ("add", "neg") or not is_matrix(term) or self._shown(term))
        match head:
            case "div":
                return not self.moves(args[1]) and self.is_smooth(args[0])
            case "pow":
                known = args[1].head == "number" and self._is_natural(args[1])
                return known and self.is_smooth(args[0])
            case "sum":
                fixed = not self.moves(args[1]) and not self.moves(args[2])
                return fixed and self.is_smooth(args[3])
            case "diff":
                return self._shown(term)
        return head in MATRIX_HEADS and self._shown(term)

    def _shown(self, term: Term) -> bool:
        """Whether normal forms show that there is a derivative."""
        try:
            claim = call("differentiable", self.variable, self.at, term)
            return manifest(self.inside, eq(claim, ONE))
        except FAILURES:
            return False

    def _is_natural(self, exponent: Term) -> bool:
        if exponent.head == "number":
            return bool(exponent.data.denominator == 1 and exponent.data >= 0)
        normalizer = self.inside.normalizer
        try:
            form = normalizer.scalar_of(exponent)
            return not self.moves(exponent) and bool(normalizer.is_of(form, "natural"))
        except FAILURES:
            return exponent.head == "symbol" and exponent.sort.within("natural")

    def _worked_out(self, term: Term) -> Term:
        """The derivative of what is smooth, written out where that is short."""
        head, args = term.head, term.args
        if is_matrix(term):
            return call("diff", self.variable, self.at, term)
        match head:
            case "add":
                return plus(*[self.of(a).value for a in args])
            case "neg":
                return neg(self.of(args[0]).value)
            case "mul" if not any(map(is_matrix, args)):
                there = [self.there(a) for a in args]
                return plus(*[
                    times(*there[:k], self.of(a).value, *there[k + 1 :])
                    for k, a in enumerate(args) if self.moves(a)
                ])
            case "div":
                return over(self.of(args[0]).value, args[1])
            case "pow" if args[1].head == "number":
                n, base = int(args[1].data), self.there(args[0])
                less = (ONE, base)[n - 1] if n <= 2 else power(base, n - 1)
                return times(number(n), less, self.of(args[0]).value)
            case "exp":
                return times(self.there(term), self.of(args[0]).value)
            case "sin":
                return times(call("cos", self.there(args[0])), self.of(args[0]).value)
            case "cos":
                return neg(times(call("sin", self.there(args[0])), self.of(args[0]).value))
            case "sinh" | "cosh":
                other = "cosh" if head == "sinh" else "sinh"
                return times(call(other, self.there(args[0])), self.of(args[0]).value)
            case "sum" if any(n.head == "sinc" for n in subterms(args[3])):
                return Term("sum", (*args[:3], self.of(args[3]).value))
        return call("diff", self.variable, self.at, term)


def square_of(root: Term) -> Term | None:
    """What stands under a root, if this is one."""
    match root.head:
        case "sqrt":
            return root.args[0]
        case "abs":
            return mul(root.args[0], conj(root.args[0]))
        case "norm":
            return call("inner", root.args[0], root.args[0])
    return None


def plus(*parts: Term) -> Term:
    """A sum without zeros."""
    kept = [p for p in parts if p != ZERO and not (p.head == "mul" and ZERO in p.args)]
    return sum_of(kept or parts[:1])


def minus(left: Term, right: Term) -> Term:
    return left if right == ZERO else neg(right) if left == ZERO else add(left, neg(right))


def times(*parts: Term) -> Term:
    """A product without ones, of scalars zero where a factor is."""
    if ZERO in parts and not any(map(is_matrix, parts)):
        return ZERO
    return product_of([p for p in parts if p != ONE])


def over(above: Term, below: Term) -> Term:
    return ZERO if above == ZERO else above if below == ONE else div(above, below)


def tidy(term: Term) -> Term:
    """Without the zeros and ones that laws leave in sums and products."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = [done[id(a)] for a in node.args]
        match node.head:
            case "add":
                new = plus(*args)
            case "mul":
                new = times(*args)
            case "div":
                new = over(*args)
            case "neg" if args[0] == ZERO:
                new = ZERO
            case "pow" if args[1] == ONE:
                new = args[0]
            case _:
                unchanged = all(map(is_, args, node.args))
                new = node if unchanged else Term(node.head, tuple(args), node.data)
        done[id(node)] = new
    return done[id(term)]
