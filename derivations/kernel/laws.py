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

from derivations.kernel.context import Context, belongs
from derivations.kernel.integers import Subgoal, declared
from derivations.kernel.proofs import Law as Application
from derivations.kernel.signs import Signs
from derivations.kernel.theorem import Rejected
from derivations.language.sorts import COMPLEX, INTEGER, NATURAL, REAL, Sort
from derivations.language.statements import Proposition, Relation, eq, le, lt, ne
from derivations.language.terms import (
    ONE,
    PI,
    ZERO,
    I,
    Substitution,
    Term,
    call,
    conj,
    cos,
    exp,
    map_sort,
    mul,
    sin,
    sqrt,
    symbol,
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
HALF = PI / 2


def _f(name: str, *arguments: Term) -> Term:
    return call(name, *arguments)


def _between(low: Term, middle: Term, high: Term) -> tuple[Relation, Relation]:
    return le(low, middle), le(middle, high)


def _within(low: Term, middle: Term, high: Term) -> tuple[Relation, Relation]:
    return lt(low, middle), lt(middle, high)


_RANGES = (
    Law("sine range", (x,), (), _between(-ONE, sin(x), ONE)),
    Law("cosine range", (x,), (), _between(-ONE, cos(x), ONE)),
    Law("sine inner range", (x,), _within(-HALF, x, HALF), _within(-ONE, sin(x), ONE)),
    Law("cosine above minus one", (x,), _within(-PI, x, PI), (lt(-ONE, cos(x)),)),
    Law("tanh range", (x,), (), _within(-ONE, _f("tanh", x), ONE)),
    Law("atan range", (x,), (), _within(-HALF, _f("atan", x), HALF)),
    Law("asin range", (x,), _between(-ONE, x, ONE), _between(-HALF, _f("asin", x), HALF)),
    Law("asin inner range", (x,), _within(-ONE, x, ONE), _within(-HALF, _f("asin", x), HALF)),
    Law("acos range", (x,), _between(-ONE, x, ONE), _between(ZERO, _f("acos", x), PI)),
    Law("acosh range", (x,), (le(ONE, x),), (le(ZERO, _f("acosh", x)),)),
    Law("asin sign", (x,), _between(ZERO, x, ONE), (le(ZERO, _f("asin", x)),)),
    Law("atan sign", (x,), (le(ZERO, x),), (le(ZERO, _f("atan", x)),)),
    Law("atan positive", (x,), (lt(ZERO, x),), (lt(ZERO, _f("atan", x)),)),
    Law("argument range", (z,), (), (lt(-PI, _f("arg", z)), le(_f("arg", z), PI))),
    Law("logarithm strip", (z,), (), (
        lt(-PI, _f("im", _f("log", z))), le(_f("im", _f("log", z)), PI),
    )),
    Law("argument of right half", (z,), (lt(ZERO, _f("re", z)),),
        _within(-HALF, _f("arg", z), HALF)),
    Law("argument of upper half", (z,), (lt(ZERO, _f("im", z)),),
        _within(ZERO, _f("arg", z), PI)),
    Law("argument of lower half", (z,), (lt(_f("im", z), ZERO),),
        _within(-PI, _f("arg", z), ZERO)),
    Law("logarithm of right half", (z,), (lt(ZERO, _f("re", z)),),
        _within(-HALF, _f("im", _f("log", z)), HALF)),
    Law("logarithm of upper half", (z,), (lt(ZERO, _f("im", z)),),
        _within(ZERO, _f("im", _f("log", z)), PI)),
    Law("logarithm of lower half", (z,), (lt(_f("im", z), ZERO),),
        _within(-PI, _f("im", _f("log", z)), ZERO)),
    Law("logarithm of closed right half", (z,), (le(ZERO, _f("re", z)),),
        _between(-HALF, _f("im", _f("log", z)), HALF)),
    Law("logarithm of closed upper half", (z,), (le(ZERO, _f("im", z)),),
        (le(ZERO, _f("im", _f("log", z))),)),
    Law("argument of closed right half", (z,), (le(ZERO, _f("re", z)),),
        _between(-HALF, _f("arg", z), HALF)),
    Law("argument of closed upper half", (z,), (le(ZERO, _f("im", z)),),
        (le(ZERO, _f("arg", z)),)),
    Law("not zero by its real part", (z,), (ne(_f("re", z), ZERO),), (ne(z, ZERO),)),
    Law("not zero by its imaginary part", (z,), (ne(_f("im", z), ZERO),), (ne(z, ZERO),)),
    Law("abs bounds", (x,), (), (le(x, _f("abs", x)), le(-x, _f("abs", x)))),
    Law("abs of parts", (z,), (), (
        *_between(-_f("abs", z), _f("re", z), _f("abs", z)),
        *_between(-_f("abs", z), _f("im", z), _f("abs", z)),
    )),
    Law("triangle", (z, w), (), (le(_f("abs", z + w), _f("abs", z) + _f("abs", w)),)),
    Law("floor bounds", (x,), (), (le(_f("floor", x), x), lt(x, _f("floor", x) + 1))),
    Law("ceiling bounds", (x,), (), (le(x, _f("ceiling", x)), lt(_f("ceiling", x), x + 1))),
)  # fmt: skip

# What a value of a function is: the one number with these properties.
_NAMES = (
    Law("sqrt from right half", (s, z), (eq(s**2, z), lt(ZERO, _f("re", s))), (eq(sqrt(z), s),)),
    Law("sqrt from upper axis", (s, z), (
        eq(s**2, z), eq(_f("re", s), ZERO), le(ZERO, _f("im", s)),
    ), (eq(sqrt(z), s),)),
    Law("sqrt", (x, z), (le(ZERO, x), eq(x**2, z)), (eq(sqrt(z), x),)),
    Law("abs", (r, z), (le(ZERO, r), eq(r**2, mul(z, conj(z)))), (eq(_f("abs", z), r),)),
    Law("equal squares", (x, y), (le(ZERO, x), le(ZERO, y), eq(x**2, y**2)), (eq(x, y),)),
    Law("equal powers", (x, y, n), (
        le(ZERO, x), le(ZERO, y), le(ONE, n), eq(x**n, y**n),
    ), (eq(x, y),)),
    Law("atan", (t, z), (*_within(-HALF, t, HALF), eq(sin(t), z * cos(t))),
        (eq(_f("atan", z), t),)),
    Law("asin", (t, z), (*_between(-HALF, t, HALF), eq(sin(t), z)), (eq(_f("asin", z), t),)),
    Law("asin in strip", (w, z), (*_within(-HALF, _f("re", w), HALF), eq(sin(w), z)),
        (eq(_f("asin", z), w),)),
    Law("acos", (t, z), (*_between(ZERO, t, PI), eq(cos(t), z)), (eq(_f("acos", z), t),)),
    Law("asinh", (t, z), (eq(_f("sinh", t), z),), (eq(_f("asinh", z), t),)),
    Law("acosh", (t, z), (le(ZERO, t), eq(_f("cosh", t), z)), (eq(_f("acosh", z), t),)),
    Law("atanh", (t, z), (eq(_f("sinh", t), z * _f("cosh", t)),), (eq(_f("atanh", z), t),)),
    Law("log", (w, z), (eq(exp(w), z), lt(-PI, _f("im", w)), le(_f("im", w), PI)),
        (eq(_f("log", z), w),)),
    Law("angle within a turn", (t,), (eq(exp(I * t), ONE), *_within(-2 * PI, t, 2 * PI)),
        (eq(t, ZERO),)),
    Law("log within a turn", (w, z), (
        eq(exp(w), z), *_within(-2 * PI, _f("im", w - _f("log", z)), 2 * PI),
    ), (eq(_f("log", z), w),)),
    Law("arg", (r, t, z), (
        lt(ZERO, r), lt(-PI, t), le(t, PI), eq(mul(r, exp(mul(I, t))), z),
    ), (eq(_f("arg", z), t),)),
    Law("log and arg", (z,), (ne(z, ZERO),), (
        eq(_f("log", z), _f("log", _f("abs", z)) + mul(I, _f("arg", z))),
    )),
    Law("polar form", (z,), (), (eq(mul(_f("abs", z), exp(mul(I, _f("arg", z)))), z),)),
    Law("atan2", (y, x), (), (eq(_f("atan2", y, x), _f("arg", x + mul(I, y))),)),
    Law("max", (x, y), (le(x, y),), (eq(_f("max", x, y), y), eq(_f("max", y, x), y))),
    Law("min", (x, y), (le(x, y),), (eq(_f("min", x, y), x), eq(_f("min", y, x), x))),
    Law("floor", (k, x), (le(k, x), lt(x, k + 1)), (eq(_f("floor", x), k),)),
    Law("ceiling", (k, x), (lt(k, x + 1), le(x, k)), (eq(_f("ceiling", x), k),)),
    Law("antisymmetry", (x, y), (le(x, y), le(y, x)), (eq(x, y),)),
)  # fmt: skip

# Inverse functions as logarithms, which they are by definition, and as each other.
_LOGARITHMS = (
    Law("asin by logarithm", (z,), (), (
        eq(_f("asin", z), -I * _f("log", I * z + sqrt(1 - z**2))),
    )),
    Law("asinh by logarithm", (z,), (), (eq(_f("asinh", z), _f("log", z + sqrt(1 + z**2))),)),
    Law("acosh by logarithm", (z,), (), (
        eq(_f("acosh", z), _f("log", z + sqrt(z + 1) * sqrt(z - 1))),
    )),
    Law("atan by logarithm", (z,), (ne(1 + z**2, ZERO),), (
        eq(_f("atan", z), -I / 2 * (_f("log", 1 + I * z) - _f("log", 1 - I * z))),
    )),
    Law("atanh by logarithm", (z,), (ne(1 - z**2, ZERO),), (
        eq(_f("atanh", z), (_f("log", 1 + z) - _f("log", 1 - z)) / 2),
    )),
    Law("asinh by asin", (z,), (), (eq(_f("asinh", z), -I * _f("asin", I * z)),)),
    Law("acosh in upper half", (z,), (lt(ZERO, _f("im", z)),), (
        eq(_f("acosh", z), I * _f("acos", z)),
    )),
    Law("acosh in lower half", (z,), (lt(_f("im", z), ZERO),), (
        eq(_f("acosh", z), -I * _f("acos", z)),
    )),
    Law("acosh at most one", (x,), (le(x, ONE),), (eq(_f("acosh", x), I * _f("acos", x)),)),
    Law("acosh at least one", (x,), (le(ONE, x),), (eq(_f("acosh", x), -I * _f("acos", x)),)),
)

# Order: how functions grow, and lines and parabolas below and above them.
_GROWTH = tuple(
    Law(f"{name} grows", (x, y), (*where, le(x, y)), (le(_f(name, x), _f(name, y)),))
    for name, where in (
        ("exp", ()), ("atan", ()), ("sinh", ()), ("tanh", ()), ("asinh", ()),
        ("log", (lt(ZERO, x),)), ("sqrt", (le(ZERO, x),)),
        ("asin", (le(-ONE, x), le(y, ONE))), ("cosh", (le(ZERO, x),)),
        ("acosh", (le(ONE, x),)), ("sin", (le(-HALF, x), le(y, HALF))),
        ("tan", (lt(-HALF, x), lt(y, HALF))), ("atanh", (lt(-ONE, x), lt(y, ONE))),
    )
) + tuple(
    Law(f"{name} grows strictly", (x, y), (*where, lt(x, y)), (lt(_f(name, x), _f(name, y)),))
    for name, where in (
        ("exp", ()), ("atan", ()), ("sinh", ()), ("tanh", ()), ("asinh", ()),
        ("log", (lt(ZERO, x),)), ("sqrt", (le(ZERO, x),)),
        ("asin", (le(-ONE, x), le(y, ONE))), ("cosh", (le(ZERO, x),)),
        ("sin", (le(-HALF, x), le(y, HALF))), ("tan", (lt(-HALF, x), lt(y, HALF))),
    )
) + (
    Law("cos falls", (x, y), (le(ZERO, x), le(x, y), le(y, PI)), (le(cos(y), cos(x)),)),
    Law("powers grow", (x, y, n), (le(ZERO, x), le(x, y)), (le(x**n, y**n),)),
    Law("powers grow strictly", (x, y, n), (le(ZERO, x), lt(x, y), le(ONE, n)), (lt(x**n, y**n),)),
    Law("squares grow", (x, y), (le(ZERO, y), le(x**2, y**2)), _between(-y, x, y)),
    Law("squares grow strictly", (x, y), (le(ZERO, y), lt(x**2, y**2)), _within(-y, x, y)),
    Law("sqrt at most", (z, y), (le(ZERO, z), le(ZERO, y), le(z, y**2)), (le(sqrt(z), y),)),
    Law("sqrt below", (z, y), (le(ZERO, z), le(ZERO, y), lt(z, y**2)), (lt(sqrt(z), y),)),
    Law("sqrt at least", (z, y), (le(y**2, z),), (le(y, sqrt(z)),)),
    Law("sqrt above", (z, y), (lt(y**2, z),), (lt(y, sqrt(z)),)),
    Law("abs at most", (z, r), (le(ZERO, r), le(mul(z, conj(z)), r**2)), (le(_f("abs", z), r),)),
    Law("abs below", (z, r), (le(ZERO, r), lt(mul(z, conj(z)), r**2)), (lt(_f("abs", z), r),)),
    Law("abs at least", (z, r), (le(r**2, mul(z, conj(z))),), (le(r, _f("abs", z)),)),
    Law("abs above", (z, r), (lt(r**2, mul(z, conj(z))),), (lt(r, _f("abs", z)),)),
)  # fmt: skip

_LINES = (
    Law("exp above line", (x,), (), (le(1 + x, exp(x)),)),
    Law("exp above line strictly", (x,), (ne(x, ZERO),), (lt(1 + x, exp(x)),)),
    Law("log below line", (x,), (lt(ZERO, x),), (le(_f("log", x), x - 1),)),
    Law("log above hyperbola", (x,), (lt(ZERO, x),), (le(1 - 1 / x, _f("log", x)),)),
    Law("sine below line", (x,), (le(ZERO, x),), (le(sin(x), x), le(-sin(x), x))),
    Law("sine below line strictly", (x,), (lt(ZERO, x),), (lt(sin(x), x), lt(-sin(x), x))),
    Law("sine above cubic", (x,), (le(ZERO, x),), (le(x - x**3 / 6, sin(x)),)),
    Law("sine above chord", (x,), _between(ZERO, x, HALF), (le(2 * x / PI, sin(x)),)),
    Law("cosine above parabola", (x,), (), (le(1 - x**2 / 2, cos(x)),)),
    Law("cosine below quartic", (x,), (), (le(cos(x), 1 - x**2 / 2 + x**4 / 24),)),
    Law("tangent above line", (x,), (le(ZERO, x), lt(x, HALF)), (le(x, _f("tan", x)),)),
    Law("sinh above line", (x,), (le(ZERO, x),), (le(x, _f("sinh", x)),)),
    Law("cosh above parabola", (x,), (), (le(1 + x**2 / 2, _f("cosh", x)),)),
    Law("tanh below line", (x,), (le(ZERO, x),), (le(_f("tanh", x), x),)),
    Law("atan below line", (x,), (le(ZERO, x),), (le(_f("atan", x), x),)),
    Law("atan above quotient", (x,), (le(ZERO, x),), (le(x / (1 + x**2), _f("atan", x)),)),
    Law("sine sign", (x,), _between(ZERO, x, PI), (le(ZERO, sin(x)),)),
    Law("sine positive", (x,), _within(ZERO, x, PI), (lt(ZERO, sin(x)),)),
    Law("from sine positive", (x,), (le(-PI, x), lt(ZERO, sin(x))), (lt(ZERO, x),)),
    Law("from sine sign", (x,), (lt(-PI, x), le(ZERO, sin(x))), (le(ZERO, x),)),
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
