"""Elementary laws of the functions of analysis, each a statement that holds in the kernel.

A law says: for all values of its variables, of their sorts, that satisfy its premises, its
conclusions hold.  The rule `Law` takes one by name, at given values.  Functions are the principal
ones, given by `log`, with `log 0 = arg 0 = 0`:

    asin z = -i log(iz + sqrt(1 - z²))      asinh z = log(z + sqrt(z² + 1))
    acos z = π/2 - asin z                   acosh z = log(z + sqrt(z + 1) sqrt(z - 1))
    atan z = (log(1 + iz) - log(1 - iz))/2i atanh z = (log(1 + z) - log(1 - z))/2

Every law is compared with numerical values in the tests.
Source: NIST Digital Library of Mathematical Functions, chapter 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from derivations.kernel.context import Context, belongs
from derivations.kernel.integers import Subgoal, declared
from derivations.kernel.proofs import Law as Application
from derivations.kernel.signs import Signs
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, REAL, Sort
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.substitution import Substitution, map_sort
from derivations.language.terms import (
    ONE, PI, ZERO, I, Term, add, call, conj, cos, div, exp, mul, neg, power, sin, sqrt, sub, symbol,
)


@dataclass(frozen=True)
class Law:
    """For all variables that satisfy the premises, the conclusions."""

    name: str
    variables: tuple[Term, ...]
    premises: tuple[Relation, ...]
    conclusions: tuple[Relation, ...]


x, y, t, r = (symbol(name, REAL) for name in "xytr")
z, w, s = (symbol(name, COMPLEX) for name in "zws")
n = symbol("n", NATURAL)
k = symbol("k", INTEGER)
HALF = div(PI, 2)

abs_, arg, re, im, log, max_, min_, floor, ceiling, tan, sinh, cosh, tanh = (
    partial(call, head)
    for head in "abs arg re im log max min floor ceiling tan sinh cosh tanh".split()
)
asin, acos, atan, atan2, asinh, acosh, atanh = (
    partial(call, head) for head in "asin acos atan atan2 asinh acosh atanh".split()
)


def _between(low: Term, middle: Term, high: Term) -> tuple[Relation, Relation]:
    return le(low, middle), le(middle, high)


def _within(low: Term, middle: Term, high: Term) -> tuple[Relation, Relation]:
    return lt(low, middle), lt(middle, high)


_RANGES = (
    Law("sine range", (x,), (), _between(neg(ONE), sin(x), ONE)),
    Law("cosine range", (x,), (), _between(neg(ONE), cos(x), ONE)),
    Law("sine inner range", (x,), _within(neg(HALF), x, HALF), _within(neg(ONE), sin(x), ONE)),
    Law("cosine above minus one", (x,), _within(neg(PI), x, PI), (lt(neg(ONE), cos(x)),)),
    Law("tanh range", (x,), (), _within(neg(ONE), tanh(x), ONE)),
    Law("atan range", (x,), (), _within(neg(HALF), atan(x), HALF)),
    Law("asin range", (x,), _between(neg(ONE), x, ONE), _between(neg(HALF), asin(x), HALF)),
    Law("asin inner range", (x,), _within(neg(ONE), x, ONE), _within(neg(HALF), asin(x), HALF)),
    Law("acos range", (x,), _between(neg(ONE), x, ONE), _between(ZERO, acos(x), PI)),
    Law("acosh range", (x,), (le(ONE, x),), (le(ZERO, acosh(x)),)),
    Law("asin sign", (x,), _between(ZERO, x, ONE), (le(ZERO, asin(x)),)),
    Law("atan sign", (x,), (le(ZERO, x),), (le(ZERO, atan(x)),)),
    Law("atan positive", (x,), (lt(ZERO, x),), (lt(ZERO, atan(x)),)),
    Law("argument range", (z,), (), (lt(neg(PI), arg(z)), le(arg(z), PI))),
    Law("logarithm strip", (z,), (), (
        lt(neg(PI), im(log(z))), le(im(log(z)), PI),
    )),
    Law("argument of right half", (z,), (lt(ZERO, re(z)),),
        _within(neg(HALF), arg(z), HALF)),
    Law("argument of upper half", (z,), (lt(ZERO, im(z)),),
        _within(ZERO, arg(z), PI)),
    Law("argument of lower half", (z,), (lt(im(z), ZERO),),
        _within(neg(PI), arg(z), ZERO)),
    Law("logarithm of right half", (z,), (lt(ZERO, re(z)),),
        _within(neg(HALF), im(log(z)), HALF)),
    Law("logarithm of upper half", (z,), (lt(ZERO, im(z)),),
        _within(ZERO, im(log(z)), PI)),
    Law("logarithm of lower half", (z,), (lt(im(z), ZERO),),
        _within(neg(PI), im(log(z)), ZERO)),
    Law("logarithm of closed right half", (z,), (le(ZERO, re(z)),),
        _between(neg(HALF), im(log(z)), HALF)),
    Law("logarithm of closed upper half", (z,), (le(ZERO, im(z)),),
        (le(ZERO, im(log(z))),)),
    Law("argument of closed right half", (z,), (le(ZERO, re(z)),),
        _between(neg(HALF), arg(z), HALF)),
    Law("argument of closed upper half", (z,), (le(ZERO, im(z)),),
        (le(ZERO, arg(z)),)),
    Law("not zero by its real part", (z,), (ne(re(z), ZERO),), (ne(z, ZERO),)),
    Law("not zero by its imaginary part", (z,), (ne(im(z), ZERO),), (ne(z, ZERO),)),
    Law("abs bounds", (x,), (), (le(x, abs_(x)), le(neg(x), abs_(x)))),
    Law("abs of parts", (z,), (), (
        *_between(neg(abs_(z)), re(z), abs_(z)),
        *_between(neg(abs_(z)), im(z), abs_(z)),
    )),
    Law("triangle", (z, w), (), (le(abs_(add(z, w)), add(abs_(z), abs_(w))),)),
    Law("floor bounds", (x,), (), (le(floor(x), x), lt(x, add(floor(x), 1)))),
    Law("ceiling bounds", (x,), (), (le(x, ceiling(x)), lt(ceiling(x), add(x, 1)))),
)  # fmt: skip

# What a value of a function is: the one number with these properties.
_NAMES = (
    Law("sqrt from right half", (s, z), (eq(power(s, 2), z), lt(ZERO, re(s))), (eq(sqrt(z), s),)),
    Law("sqrt from upper axis", (s, z), (
        eq(power(s, 2), z), eq(re(s), ZERO), le(ZERO, im(s)),
    ), (eq(sqrt(z), s),)),
    Law("sqrt", (x, z), (le(ZERO, x), eq(power(x, 2), z)), (eq(sqrt(z), x),)),
    Law("abs", (r, z), (le(ZERO, r), eq(power(r, 2), mul(z, conj(z)))), (eq(abs_(z), r),)),
    Law("equal squares", (x, y), (le(ZERO, x), le(ZERO, y), eq(power(x, 2), power(y, 2))),
        (eq(x, y),)),
    Law("equal powers", (x, y, n), (
        le(ZERO, x), le(ZERO, y), le(ONE, n), eq(power(x, n), power(y, n)),
    ), (eq(x, y),)),
    Law("atan", (t, z), (*_within(neg(HALF), t, HALF), eq(sin(t), mul(z, cos(t)))),
        (eq(atan(z), t),)),
    Law("asin", (t, z), (*_between(neg(HALF), t, HALF), eq(sin(t), z)), (eq(asin(z), t),)),
    Law("asin in strip", (w, z), (*_within(neg(HALF), re(w), HALF), eq(sin(w), z)),
        (eq(asin(z), w),)),
    Law("acos", (t, z), (*_between(ZERO, t, PI), eq(cos(t), z)), (eq(acos(z), t),)),
    Law("asinh", (t, z), (eq(sinh(t), z),), (eq(asinh(z), t),)),
    Law("acosh", (t, z), (le(ZERO, t), eq(cosh(t), z)), (eq(acosh(z), t),)),
    Law("atanh", (t, z), (eq(sinh(t), mul(z, cosh(t))),), (eq(atanh(z), t),)),
    Law("log", (w, z), (eq(exp(w), z), lt(neg(PI), im(w)), le(im(w), PI)),
        (eq(log(z), w),)),
    Law("angle within a turn", (t,), (
        eq(exp(mul(I, t)), ONE), *_within(mul(-2, PI), t, mul(2, PI)),
    ),
        (eq(t, ZERO),)),
    Law("log within a turn", (w, z), (
        eq(exp(w), z), *_within(mul(-2, PI), im(sub(w, log(z))), mul(2, PI)),
    ), (eq(log(z), w),)),
    Law("arg", (r, t, z), (
        lt(ZERO, r), lt(neg(PI), t), le(t, PI), eq(mul(r, exp(mul(I, t))), z),
    ), (eq(arg(z), t),)),
    Law("log and arg", (z,), (ne(z, ZERO),), (
        eq(log(z), add(log(abs_(z)), mul(I, arg(z)))),
    )),
    Law("polar form", (z,), (), (eq(mul(abs_(z), exp(mul(I, arg(z)))), z),)),
    Law("atan2", (y, x), (), (eq(atan2(y, x), arg(add(x, mul(I, y)))),)),
    Law("max", (x, y), (le(x, y),), (eq(max_(x, y), y), eq(max_(y, x), y))),
    Law("min", (x, y), (le(x, y),), (eq(min_(x, y), x), eq(min_(y, x), x))),
    Law("floor", (k, x), (le(k, x), lt(x, add(k, 1))), (eq(floor(x), k),)),
    Law("ceiling", (k, x), (lt(k, add(x, 1)), le(x, k)), (eq(ceiling(x), k),)),
    Law("antisymmetry", (x, y), (le(x, y), le(y, x)), (eq(x, y),)),
)  # fmt: skip

# Inverse functions as logarithms, which they are by definition, and as each other.
_LOGARITHMS = (
    Law("asin by logarithm", (z,), (), (
        eq(asin(z), mul(neg(I), log(add(mul(I, z), sqrt(sub(1, power(z, 2))))))),
    )),
    Law("asinh by logarithm", (z,), (), (eq(asinh(z), log(add(z, sqrt(add(1, power(z, 2)))))),)),
    Law("acosh by logarithm", (z,), (), (
        eq(acosh(z), log(add(z, mul(sqrt(add(z, 1)), sqrt(sub(z, 1)))))),
    )),
    Law("atan by logarithm", (z,), (ne(add(1, power(z, 2)), ZERO),), (
        eq(atan(z), mul(div(neg(I), 2), sub(log(add(1, mul(I, z))), log(sub(1, mul(I, z)))))),
    )),
    Law("atanh by logarithm", (z,), (ne(sub(1, power(z, 2)), ZERO),), (
        eq(atanh(z), div(sub(log(add(1, z)), log(sub(1, z))), 2)),
    )),
    Law("asinh by asin", (z,), (), (eq(asinh(z), mul(neg(I), asin(mul(I, z)))),)),
    Law("acosh in upper half", (z,), (lt(ZERO, im(z)),), (
        eq(acosh(z), mul(I, acos(z))),
    )),
    Law("acosh in lower half", (z,), (lt(im(z), ZERO),), (
        eq(acosh(z), mul(neg(I), acos(z))),
    )),
    Law("acosh at most one", (x,), (le(x, ONE),), (eq(acosh(x), mul(I, acos(x))),)),
    Law("acosh at least one", (x,), (le(ONE, x),), (eq(acosh(x), mul(neg(I), acos(x))),)),
)

# Order: how functions grow, and lines and parabolas below and above them.
_GROWTH = tuple(
    Law(f"{name} grows", (x, y), (*where, le(x, y)), (le(call(name, x), call(name, y)),))
    for name, where in (
        ("exp", ()), ("atan", ()), ("sinh", ()), ("tanh", ()), ("asinh", ()),
        ("log", (lt(ZERO, x),)), ("sqrt", (le(ZERO, x),)),
        ("asin", (le(neg(ONE), x), le(y, ONE))), ("cosh", (le(ZERO, x),)),
        ("acosh", (le(ONE, x),)), ("sin", (le(neg(HALF), x), le(y, HALF))),
        ("tan", (lt(neg(HALF), x), lt(y, HALF))), ("atanh", (lt(neg(ONE), x), lt(y, ONE))),
    )
) + tuple(
    Law(f"{name} grows strictly", (x, y), (*where, lt(x, y)), (lt(call(name, x), call(name, y)),))
    for name, where in (
        ("exp", ()), ("atan", ()), ("sinh", ()), ("tanh", ()), ("asinh", ()),
        ("log", (lt(ZERO, x),)), ("sqrt", (le(ZERO, x),)),
        ("asin", (le(neg(ONE), x), le(y, ONE))), ("cosh", (le(ZERO, x),)),
        ("sin", (le(neg(HALF), x), le(y, HALF))), ("tan", (lt(neg(HALF), x), lt(y, HALF))),
    )
) + (
    Law("cos falls", (x, y), (le(ZERO, x), le(x, y), le(y, PI)), (le(cos(y), cos(x)),)),
    Law("powers grow", (x, y, n), (le(ZERO, x), le(x, y)), (le(power(x, n), power(y, n)),)),
    Law("powers grow strictly", (x, y, n), (le(ZERO, x), lt(x, y), le(ONE, n)),
        (lt(power(x, n), power(y, n)),)),
    Law("squares grow", (x, y), (le(ZERO, y), le(power(x, 2), power(y, 2))),
        _between(neg(y), x, y)),
    Law("squares grow strictly", (x, y), (le(ZERO, y), lt(power(x, 2), power(y, 2))),
        _within(neg(y), x, y)),
    Law("sqrt at most", (z, y), (le(ZERO, z), le(ZERO, y), le(z, power(y, 2))), (le(sqrt(z), y),)),
    Law("sqrt below", (z, y), (le(ZERO, z), le(ZERO, y), lt(z, power(y, 2))), (lt(sqrt(z), y),)),
    Law("sqrt at least", (z, y), (le(power(y, 2), z),), (le(y, sqrt(z)),)),
    Law("sqrt above", (z, y), (lt(power(y, 2), z),), (lt(y, sqrt(z)),)),
    Law("abs at most", (z, r), (le(ZERO, r), le(mul(z, conj(z)), power(r, 2))), (le(abs_(z), r),)),
    Law("abs below", (z, r), (le(ZERO, r), lt(mul(z, conj(z)), power(r, 2))), (lt(abs_(z), r),)),
    Law("abs at least", (z, r), (le(power(r, 2), mul(z, conj(z))),), (le(r, abs_(z)),)),
    Law("abs above", (z, r), (lt(power(r, 2), mul(z, conj(z))),), (lt(r, abs_(z)),)),
)  # fmt: skip

_LINES = (
    Law("exp above line", (x,), (), (le(add(1, x), exp(x)),)),
    Law("exp above line strictly", (x,), (ne(x, ZERO),), (lt(add(1, x), exp(x)),)),
    Law("log below line", (x,), (lt(ZERO, x),), (le(log(x), sub(x, 1)),)),
    Law("log above hyperbola", (x,), (lt(ZERO, x),), (le(sub(1, div(1, x)), log(x)),)),
    Law("sine below line", (x,), (le(ZERO, x),), (le(sin(x), x), le(neg(sin(x)), x))),
    Law("sine below line strictly", (x,), (lt(ZERO, x),), (lt(sin(x), x), lt(neg(sin(x)), x))),
    Law("sine above cubic", (x,), (le(ZERO, x),), (le(sub(x, div(power(x, 3), 6)), sin(x)),)),
    Law("sine above chord", (x,), _between(ZERO, x, HALF), (le(div(mul(2, x), PI), sin(x)),)),
    Law("cosine above parabola", (x,), (), (le(sub(1, div(power(x, 2), 2)), cos(x)),)),
    Law("cosine below quartic", (x,), (), (
        le(cos(x), add(1, neg(div(power(x, 2), 2)), div(power(x, 4), 24))),
    )),
    Law("tangent above line", (x,), (le(ZERO, x), lt(x, HALF)), (le(x, tan(x)),)),
    Law("sinh above line", (x,), (le(ZERO, x),), (le(x, sinh(x)),)),
    Law("cosh above parabola", (x,), (), (le(add(1, div(power(x, 2), 2)), cosh(x)),)),
    Law("tanh below line", (x,), (le(ZERO, x),), (le(tanh(x), x),)),
    Law("atan below line", (x,), (le(ZERO, x),), (le(atan(x), x),)),
    Law("atan above quotient", (x,), (le(ZERO, x),), (le(div(x, add(1, power(x, 2))), atan(x)),)),
    Law("sine sign", (x,), _between(ZERO, x, PI), (le(ZERO, sin(x)),)),
    Law("sine positive", (x,), _within(ZERO, x, PI), (lt(ZERO, sin(x)),)),
    Law("from sine positive", (x,), (le(neg(PI), x), lt(ZERO, sin(x))), (lt(ZERO, x),)),
    Law("from sine sign", (x,), (lt(neg(PI), x), le(ZERO, sin(x))), (le(ZERO, x),)),
)  # fmt: skip

LAWS: dict[str, Law] = {law.name: law for law in (
    *_RANGES, *_NAMES, *_LOGARITHMS, *_GROWTH, *_LINES,
)}  # fmt: skip


def law(context: Context, goal: Relation, proof: Application, where: str) -> list[Subgoal]:
    """The premises, then the goal with the conclusions known.  Raises Rejected."""
    from derivations.kernel.matrix_laws import ALL_LAWS

    known = ALL_LAWS.get(proof.law)
    if known is None:
        raise Rejected(where, f"there is no law {proof.law[:40]!r}")
    if len(proof.values) != len(known.variables) or len(proof.premises) != len(known.premises):
        raise Rejected(
            where, f"the law {known.name!r} has {len(known.variables)} variable(s) and "
            f"{len(known.premises)} premise(s)",
        )
    change = Substitution(dict(zip(known.variables, proof.values, strict=True)))
    for variable, value in zip(known.variables, proof.values, strict=True):
        declared(context, value, where)
        if not _is_of(context, value, map_sort(variable.sort, change)):
            raise Rejected(
                where, f"{value} is not seen to be {variable.sort}, the sort of {variable.name}"
            )
    goals = [
        Subgoal(context, premise.replace(change), part, f"{where}.premises[{place}]")
        for place, (premise, part) in enumerate(
            zip(known.premises, proof.premises, strict=True)
        )
    ]
    facts = [Proposition(c.replace(change)) for c in known.conclusions]
    return [*goals, Subgoal(context.with_facts(*facts), goal, proof.then, f"{where}.then")]


def _is_of(context: Context, value: Term, sort: Sort) -> bool:
    """Whether a value is of a variable's sort; also when only its structure shows it real."""
    if belongs(context, value, sort):
        return True
    return sort == REAL and Signs(context.normalizer).of(value) is not None


__all__ = ["LAWS", "Law", "law"]
