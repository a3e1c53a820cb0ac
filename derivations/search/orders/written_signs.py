"""The sign of a term as it is written: sums, products, quotients and even powers of reals.

Normal forms multiply out, and `1 + (a + b)**2` is a sum of squares no more.  Here the sign is read
off the term before; then each part of it is a fact, and what is to be proved is a sum of facts.

factors   those of a product or quotient one by one, of which the search proves the signs:
          `0 <= x (1 - x) (a x**2 + b)` given x < 1 and positive a, b, x
reality   of functions of what is real, from the innermost on, as signs and powers ask for it:
          `0 < atan(log(1 + atan(x)**2))**2 + 1`

Source: nothing but the rules of signs.
"""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any

from derivations.kernel import Combine, Context, Proof, manifest
from derivations.language.heads import FUNCTIONS
from derivations.language.shapes import is_matrix
from derivations.language.sorts import REAL
from derivations.language.statements import Proposition, Relation, eq, le
from derivations.language.substitution import Substitution, free_symbols, heads_of, subterms
from derivations.language.term_sorts import is_integer, is_of
from derivations.language.terms import ONE, ZERO, Term, conj, div, function, mul, neg, number
from derivations.search.drafts import Draft, by_general
from derivations.search.equality.equations import have_combined
from derivations.search.goals import Goal, Stuck
from derivations.search.knowledge.instances import with_size
from derivations.search.knowledge.matching import put_in, same
from derivations.search.reading.facts import FAILURES, new_symbol, plain_facts
from derivations.search.reading.readback import product_of
from derivations.search.reading.references import PRODUCTS, by_order

# What is known of a term: above zero, at least zero.
ABOVE, LEAST = "<", "<="
Signs = frozenset[tuple[Term, str]]
# Functions that normal forms show to be real at real numbers, those that lemmas do, all that are
# told to be real.
ON_REALS = frozenset(f.name for f in FUNCTIONS.values() if f.real == "reals")
INVERSES = frozenset({"atan", "asinh"})
MAY_BE_REAL = ON_REALS | frozenset({"log", "sqrt", "abs", "div", "inv", *INVERSES})
# Of which a sign is read off what they are made of.
COMPOUND = frozenset({"add", "mul", "div", "pow", "sqrt", "exp", "cosh", "norm", "sum"})
# So many terms are remembered with their signs: what stands in many places is read once.
MAX_KNOWN = 4096


def is_written(goal: Goal) -> bool:
    """Whether one side is zero, and what is made of parts has a sign that shows the goal."""
    left, right = goal.relation.left, goal.relation.right
    if ZERO not in (left, right) or (goal.relation.operator != "!=" and right == ZERO):
        return False
    term = left if right == ZERO else right
    sign = sign_of(term, given_signs(goal.context)) if is_compound(term) else None
    return sign == ABOVE or (sign == LEAST and goal.relation.operator == LEAST)


def prove_by_written_sign(goal: Goal) -> Proof:
    """A term is above zero, at least zero, or not zero."""
    draft, (term, turn) = Draft(goal), _apart_from_zero(goal)
    given = given_signs(goal.context)
    number = _tell_or_least(draft, term, sign_of(term, given) or LEAST, given)
    return draft.close(Combine((), ((Fraction(turn), number),)))


def say_signs_of_symbols(draft: Draft) -> None:
    """Say which symbols are above zero, or at least zero, since they are what has such a sign."""
    for place, fact in [*plain_facts(draft.context, "==")]:
        for s, value, turn in ((fact.left, fact.right, -1), (fact.right, fact.left, 1)):
            if s.head == "symbol" and s.sort.is_scalar and not sign_of(s):
                draft.attempt(_say_sign, draft, s, value, (number(turn), place, None))


def _say_sign(draft: Draft, s: Term, value: Term, equation: tuple[Term, int, None]) -> None:
    """Raises Stuck where no sign is read off."""
    given = given_signs(draft.context)
    sign = sign_of(value, given)
    if sign is None:
        raise Stuck("it has no written sign")
    known = tell_sign(draft, value, sign, given)
    draft.have(Relation(sign, ZERO, s), Combine((equation,), ((Fraction(1), known),)))


def _apart_from_zero(goal: Goal) -> tuple[Term, int]:
    """The side that is compared with zero; -1 if it is the left one, else 1."""
    left, right = goal.relation.left, goal.relation.right
    return (left, -1) if right == ZERO else (right, 1)


def given_signs(context: Context) -> Signs:
    """What facts say to be above zero, or at least zero, and is not made of parts."""
    said = ((r.right, r.operator) for _, r in plain_facts(context, ABOVE, LEAST) if r.left == ZERO)
    return frozenset((term, sign) for term, sign in said if not is_compound(term))


@lru_cache(maxsize=MAX_KNOWN)
def sign_of(term: Term, given: Signs = frozenset()) -> str | None:
    """The sign that the rules give, if real is what is taken to be."""
    head, args = term.head, term.args
    for sign in (ABOVE, LEAST):
        if (term, sign) in given:
            return sign
    match head:
        case "number":
            return ABOVE if term.data > 0 else LEAST if term.data == 0 else None
        case "symbol" | "apply":
            return ABOVE if is_of(term, "positive") else (
                LEAST if is_of(term, "nonnegative") else None)
        case "pi":
            return ABOVE
        case "exp" | "cosh":
            return ABOVE
        case "pow" if args[1].head == "number" and args[1].data.denominator == 1:
            base = sign_of(args[0], given)
            even = args[1].data % 2 == 0
            return base if base == ABOVE else LEAST if args[1].data > 0 and (base or even) else None
        case "pow" if is_integer(args[1]):
            return sign_of(args[0], given)
        case "sqrt":
            return sign_of(args[0], given)
        case "abs" | "norm":
            return LEAST
        case "sum":  # above zero where the range is not empty
            return sign_of(args[3], given)
        case "inner" | "scalar" if _column_squared(term) is not None:
            return LEAST
    if head not in ("add", "mul", "div"):
        return None
    signs = [sign_of(a, given) for a in args]
    if None in signs or (head == "div" and signs[1] != ABOVE):
        return None
    some = any if head == "add" else all
    return ABOVE if some(sign == ABOVE for sign in signs) else LEAST


def tell_sign(draft: Draft, term: Term, sign: str, given: Signs) -> int:
    """Add that a term has the sign that was read off; returns the number.  Raises Stuck."""
    claim = Relation(sign, ZERO, term)
    known = draft.known(Proposition(claim))
    if known is not None:
        return known
    if manifest(draft.context, claim):
        return draft.have(claim, Combine())
    if not is_compound(term):
        return draft.have_premise(claim)
    column = _column_squared(term)
    if column is not None:
        number = draft.use("square of a length", draft.sizes(column)[0], column)
        return draft.have(claim, Combine((), ((Fraction(1), number),)))
    args = term.args
    signs = [sign_of(a, given) for a in args]
    match term.head:
        case "norm":
            square = Term("inner", (*args, *args))
            tell_sign(draft, square, LEAST, given)
            number = draft.use("sqrt at least zero", square)
            return draft.have(claim, Combine((), ((Fraction(1), number),)))
        case "sum":
            return _sum(draft, term, sign, given)
        case "exp" | "cosh":
            tell_real(draft, args[0], given)
            return _say_at_reals(draft, claim, args)
        case "sqrt":
            tell_sign(draft, args[0], sign, given)
            above = "above zero" if sign == ABOVE else "at least zero"
            return draft.use(f"sqrt {above}", *args)
        case "add":
            parts = [_tell_or_least(draft, a, s, given)
                     for a, s in zip(args, signs, strict=True) if s is not None]
            return draft.have(claim, Combine((), tuple((Fraction(1), n) for n in parts)))
        case "mul":
            return _product(draft, list(args), sign, given)
        case "div":
            tell_sign(draft, args[1], ABOVE, given)
            draft.use("inverse above zero", args[1])
            return _product(draft, [args[0], div(ONE, args[1])], sign, given)
    return _power(draft, term, sign, given)


def _tell_or_least(draft: Draft, term: Term, sign: str, given: Signs) -> int:
    """The same; or that the term is at least zero, where sums in it may have no terms."""
    if sign == LEAST or "sum" not in heads_of(term):
        return tell_sign(draft, term, sign, given)
    told = draft.attempt(tell_sign, draft, term, sign, given)
    return tell_sign(draft, term, sign if told else LEAST, given)


def tell_real(draft: Draft, term: Term, given: Signs) -> int:
    """Add that a term is real, its functions being so; returns the number.  Raises Stuck."""
    claim = eq(conj(term), term)
    if manifest(draft.context, claim):
        return draft.have(claim, Combine())
    tell_functions_real(draft, term, given)
    real = [n for n in subterms(term) if n.head in MAY_BE_REAL - {"inv"} | {"apply"}
            and draft.known(Proposition(eq(conj(n), n))) is not None]
    with suppress(*FAILURES):
        return _say_at_reals(draft, claim, real[::-1])
    if term.head == "sum":
        index, *ends, body = term.args
        draft.use("sum-real", *ends, function((index,), body))
    return have_combined(draft, claim)


def tell_functions_real(draft: Draft, term: Term, given: Signs) -> None:
    """Add of the functions in a term, and of its divisors, that they are real, from the innermost
    on, where normal forms do not show it."""
    for node in subterms(term):
        inner = div(ONE, node.args[1]) if node.head == "div" else node
        if inner.head in MAY_BE_REAL | {"apply"} and (
                free_symbols(inner) <= draft.context.symbols and not same(
                    draft.context, conj(inner), inner)):
            draft.attempt(_tell_function_real, draft, inner, given)


def _tell_function_real(draft: Draft, node: Term, given: Signs) -> None:
    """Raises Stuck."""
    argument, claim = node.args[-1], eq(conj(node), node)
    if node.head == "apply":
        draft.sort(node)
    elif node.head in ("log", "sqrt"):
        sign = sign_of(argument, given)
        if not is_compound(argument) or sign is None:
            raise Stuck("no sign is read off")
        tell_sign(draft, argument, LEAST if node.head == "sqrt" else ABOVE, given)
        use_real(draft, node)
        have_combined(draft, claim)
    elif node.head == "abs":
        with_size(draft, argument)
        have_combined(draft, claim)
    else:
        tell_real(draft, argument, given)
        if node.head in INVERSES:
            draft.use(f"{node.head}-is-real", argument)
        elif node.head == "inv":
            draft.use("inverse-real", draft.sizes(argument)[0], argument)
        else:
            _say_at_reals(draft, claim, [argument])


def use_real(draft: Draft, node: Term) -> None:
    """Add that a root or logarithm is real, what stands in it being above 0, or at least 0."""
    if node.head == "log":
        draft.use("log is real", *node.args)
    else:
        draft.use("sqrt at least zero", *node.args)
        draft.use("order is real", ZERO, node)


def _say_at_reals(draft: Draft, claim: Relation, parts: Sequence[Term]) -> int:
    """Add what normal forms show for all real numbers, at parts of it that are real; returns its
    number.  Raises Stuck."""
    general, change = claim, dict[Term, Term]()
    for part in parts:
        s = new_symbol(draft.context, "s", REAL, part, *change.values())
        stated = put_in(general, {part: s})
        if stated != general:
            general, change[part] = stated, s
    for_all = Proposition(general, tuple(change.values()))
    if not change or not manifest(draft.context, for_all):
        raise Stuck("it is not so for all real numbers")
    return draft.have(claim, by_general(draft.aside(claim).goal, for_all, [*change], ()))


def is_compound(term: Term) -> bool:
    """Whether the sign of a term that is no number is read off its parts."""
    compound = term.head in COMPOUND or _column_squared(term) is not None
    return compound and bool(free_symbols(term))


def _column_squared(term: Term) -> Term | None:
    """The column v of inner(v, v), v.H*v, v.T*v, or of w.T*conj(w), w being conj(v)."""
    match term.head:
        case "inner" if term.args[0] == term.args[1] and is_matrix(term.args[0]):
            return term.args[0]
        case "scalar" if term.args[0].head == "mul" and len(term.args[0].args) == 2:
            row, column = term.args[0].args
            turned = row.head == "transpose" and column.head == "conj" and row.args == column.args
            turned |= row.head in ("adjoint", "transpose") and row.args[0] == column
            return column if turned else None
    return None


def has_factors(goal: Goal) -> bool:
    """Whether one side is zero, and the other is a product or quotient of what is not known."""
    term, _ = _apart_from_zero(goal)
    compared = ZERO in (goal.relation.left, goal.relation.right)
    return compared and term.head in ("mul", "div", "neg") and len(
        [f for f in written_factors(term) if free_symbols(f)]) > 1


def prove_by_factors(goal: Goal) -> Proof:
    """The sign of a product by those of its factors."""
    term, turn = _apart_from_zero(goal)
    operator, draft, whole = goal.relation.operator, Draft(goal), ONE
    for factor in written_factors(term):
        own, turned = _have_sign(draft, factor, operator)
        draft.use(PRODUCTS[operator], whole, own)
        whole, turn = mul(whole, own), turn*turned
    return draft.close(Combine((), ((Fraction(turn), draft.last),)))


def written_factors(term: Term) -> list[Term]:
    """What a term is a product of, as it is written."""
    match term.head:
        case "neg":
            return [number(-1), *written_factors(term.args[0])]
        case "mul":
            return [f for a in term.args for f in written_factors(a)]
        case "div":
            above, below = map(written_factors, term.args)
            return [*above, *(div(ONE, f) for f in below)]
    return [term]


def _have_sign(draft: Draft, factor: Term, operator: str) -> tuple[Term, int]:
    """Add that a factor, or its opposite, is above zero, or at least; which, and 1 or -1.  Raises
    Stuck."""
    divisor = factor.head == "div"
    inner, given = factor.args[1] if divisor else factor, given_signs(draft.context)
    for turn, own in ((1, inner), (-1, neg(inner))):
        sign = sign_of(own, given)
        shown = sign is not None and draft.attempt(tell_sign, draft, own, sign, given)
        claim = Relation(ABOVE if divisor else operator, ZERO, own)
        known = shown and not divisor and operator == LEAST
        if known or draft.attempt(draft.have_as_deep, claim):
            if divisor:
                draft.use("inverse above zero", own)
            return (div(ONE, own) if divisor else own), turn
    raise Stuck(f"no sign of {inner}")


def _sum(draft: Draft, term: Term, sign: str, given: Signs) -> int:
    """Add that a sum is above zero, or at least zero, as all its terms are."""
    index, *ends, body = term.args

    def shown(inner: Draft, k: Term) -> Proof:
        there = Substitution({index: k})(body)
        return by_order(_tell_or_least(inner, there, sign_of(there, given) or LEAST, given))

    law = "sum above zero" if sign == ABOVE else "sum at least zero"
    return draft.use(law, function([index], body), *ends,
                     proofs=lambda p: draft.for_all(p, shown) if p.variables else None)


def _product(draft: Draft, factors: list[Term], sign: str, given: Signs) -> int:
    """Add the sign of a product."""
    number = -1
    for count, factor in enumerate(factors):
        if not (factor.head == "div" and factor.args[0] == ONE and count):
            own = ABOVE if sign == ABOVE else sign_of(factor, given) or LEAST
            number = _tell_or_least(draft, factor, own, given)
        if sign == LEAST:
            number = draft.have(le(ZERO, factor))
        if count:
            whole = product_of(factors[:count])
            number = draft.use(PRODUCTS[sign], whole, factor)
    return number


def _power(draft: Draft, term: Term, sign: str, given: Signs) -> int:
    """Add the sign of a power."""
    base, exponent = term.args
    claim = Relation(sign, ZERO, term)
    own = sign_of(base, given)
    if own is not None and (sign == ABOVE or exponent.head != "number" or exponent.data % 2):
        _tell_or_least(draft, base, own, given)
        law = "power above zero" if sign == ABOVE else "power at least zero"
        return draft.use(law, base, exponent)
    half = product_of([base] * int(exponent.data // 2))
    real: tuple[Any, ...] = ()
    if not same(draft.context, conj(half), half):
        real = ((half, tell_real(draft, half, given), None),)
    number = draft.use("size", half)
    return draft.have(claim, Combine(real, ((Fraction(1), number),)))
