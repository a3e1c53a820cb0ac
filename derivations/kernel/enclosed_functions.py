"""Powers and functions of closed scalars: first exact values, then enclosures.

Conventions, where books differ: a power whose exponent is not an integer is `exp(w log z)`, and
refused at base 0; `mod(a, b) = a - b floor(a/b)`; `binomial(n, k)` is `n (n-1) ... (n-k+1) / k!`
for natural k, and 0 for negative k where n is natural; floor, max and their like take real
numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from derivations.kernel import rectangles as box
from derivations.kernel.enclosed_values import (
    ONE, UNITS, ZERO, Gauss, I, Turn, Value, enclosed, exact_integer, fold, integer_power, is_zero,
    negative, over, plus, rational, real_interval, settled, times,
)
from derivations.kernel.intervals import (
    MAX_BITS, Interval, TooLarge, Unbounded, Undefined, Unsupported,
)
from derivations.kernel.rectangles import Rectangle

# The most terms that a sum, a product or a harmonic number is unrolled to.
MAX_TERMS = 10_000

HALF = Fraction(1, 2)


def power(a: Value, b: Value, p: int) -> Value:
    """a^b: for an exponent that is an integer exactly, its integer power; else exp(b log a)."""
    n = exact_integer(b)
    if n is not None:
        return integer_power(a, n, p)
    if is_zero(a):
        raise Unsupported("a power of 0 whose exponent is not an integer")
    if enclosed(a, p).contains_zero:
        raise Unbounded("a power, not integer, of a rectangle that contains 0")
    if isinstance(b, Gauss) and not b.im and b.re.denominator == 2:
        return integer_power(apply("sqrt", [a], p), b.re.numerator, p)
    return apply("exp", [times(b, apply("log", [a], p), p)], p)


def apply(name: str, arguments: Sequence[Value], p: int) -> Value:
    """The value of a function from `language.terms.FUNCTIONS`, or `conj`, by name."""
    if name in _OF_REALS_AND_INTEGERS:
        return _OF_REALS_AND_INTEGERS[name](arguments, p)
    (z,) = arguments
    exact = _exact(name, z, p)
    if exact is not None:
        return exact
    result = _ENCLOSURES[name](enclosed(z, p))
    return settled(Rectangle.real(result) if isinstance(result, Interval) else result, p)


def _exact(name: str, z: Value, p: int) -> Value | None:
    """The exact value of a function where it has one; None where nothing is known."""
    if isinstance(z, Turn):
        return _exact_of_turn(name, z.coefficient, p)
    if not isinstance(z, Gauss):
        return None
    if name == "re":
        return Gauss(z.re)
    if name == "im":
        return Gauss(z.im)
    if name == "conj":
        return Gauss(z.re, -z.im)
    if name == "abs":
        size = _rational_root(z.re * z.re + z.im * z.im)
        return None if size is None else Gauss(size)
    if name == "sqrt" and not z.im:
        root = _rational_root(abs(z.re))
        if root is None:
            return None
        return Gauss(root) if z.re >= 0 else Gauss(Fraction(0), root)
    if name == "sign" and not z.is_zero:
        return over(z, apply("abs", [z], p), p)
    if name == "arg" and not z.is_zero:
        return _exact_arg(z, p)
    if name == "log" and z in UNITS:  # log u = i arg u
        return times(I, apply("arg", [z], p), p)
    if name in ("asin", "acos", "atan") and not z.im:
        return _exact_inverse(name, z.re, p)
    return None


def _rational_root(x: Fraction) -> Fraction | None:
    """The square root of a rational >= 0, if it is rational."""
    top, bottom = math.isqrt(x.numerator), math.isqrt(x.denominator)
    exact = top * top == x.numerator and bottom * bottom == x.denominator
    return Fraction(top, bottom) if exact else None


def _exact_arg(z: Gauss, p: int) -> Value | None:
    """The argument of a number on an axis or a diagonal."""
    if not z.im:
        eighths = 0 if z.re > 0 else 4
    elif not z.re:
        eighths = 2 if z.im > 0 else -2
    elif abs(z.re) == abs(z.im):
        eighths = (1 if z.re > 0 else 3) * (1 if z.im > 0 else -1)
    else:
        return None
    return settled(Turn(rational(Fraction(eighths, 4))), p)


def _exact_inverse(name: str, x: Fraction, p: int) -> Value | None:
    """The values of asin, acos and atan that are rational multiples of π."""
    angles = {Fraction(0): 0, Fraction(1): 3} if name == "atan" else {
        Fraction(0): 0, HALF: 2, Fraction(1): 6,
    }  # in twelfths of π  # fmt: skip
    if abs(x) not in angles:
        return None
    twelfths = angles[abs(x)] * (1 if x > 0 else -1)
    if name == "acos":
        twelfths = 6 - twelfths
    return settled(Turn(rational(Fraction(twelfths, 12))), p)


def _exact_of_turn(name: str, c: Gauss, p: int) -> Value | None:
    """A function of c π."""
    if name == "re":
        return settled(Turn(Gauss(c.re)), p)
    if name == "im":
        return settled(Turn(Gauss(c.im)), p)
    if name == "conj":
        return Turn(Gauss(c.re, -c.im))
    if name in ("arg", "sign"):  # π is positive
        return apply(name, [c], p)
    if name == "abs" and not c.im:
        return Turn(Gauss(abs(c.re)))
    if name in ("sin", "cos", "tan", "cot", "sec", "csc") and not c.im:
        return _circular(name, c.re, p)
    if name in _CIRCULAR_OF_HYPERBOLIC and not c.re:
        # c π = i t with t = im(c) π, and sinh(i t) = i sin t, and so on.
        circular, factor = _CIRCULAR_OF_HYPERBOLIC[name]
        return times(factor, _circular(circular, c.im, p), p)
    if name == "exp" and not c.re:
        return plus(_circular("cos", c.im, p), times(I, _circular("sin", c.im, p), p), p)
    return None


_CIRCULAR_OF_HYPERBOLIC = {
    "sinh": ("sin", I), "cosh": ("cos", ONE), "tanh": ("tan", I),
    "coth": ("cot", -I), "sech": ("sec", ONE), "csch": ("csc", -I),
}  # fmt: skip


def _circular(name: str, q: Fraction, p: int) -> Value:
    """A trigonometric function of q π."""
    if name == "cos":
        q = min(q % 2, 2 - q % 2)  # cos is even and has the period 2 π
        third = Fraction(1, 3)
        table: dict[Fraction | int, Fraction | int] = {
            0: 1, third: HALF, HALF: 0, 2 * third: -HALF, 1: -1,
        }  # fmt: skip
        if q in table:
            return rational(table[q])
        angle = enclosed(settled(Turn(rational(q)), p), p + 4)
        return settled(box.cos(angle).at(p), p)
    if name == "sin":
        return _circular("cos", q - HALF, p)
    if name == "tan" and q % 1 in (Fraction(1, 4), Fraction(3, 4)):
        return ONE if q % 1 == Fraction(1, 4) else -ONE
    if name == "tan":
        return over(_circular("sin", q, p), _circular("cos", q, p), p)
    if name == "cot":  # cot t = tan(π/2 - t)
        return _circular("tan", HALF - q, p)
    return over(ONE, _circular("cos" if name == "sec" else "sin", q, p), p)


def _reciprocal(z: Rectangle) -> Rectangle:
    return Rectangle.of(1, 0, z.precision) / z


_ENCLOSURES: dict[str, Callable[[Rectangle], Rectangle | Interval]] = {
    "re": lambda z: z.re, "im": lambda z: z.im, "conj": Rectangle.conj,
    "abs": box.absolute, "arg": box.arg, "sign": box.sign,
    "exp": box.exp, "log": box.log, "sqrt": box.sqrt,
    "sin": box.sin, "cos": box.cos, "tan": box.tan,
    "cot": lambda z: box.cos(z) / box.sin(z),
    "sec": lambda z: _reciprocal(box.cos(z)),
    "csc": lambda z: _reciprocal(box.sin(z)),
    "sinh": box.sinh, "cosh": box.cosh, "tanh": box.tanh,
    "coth": lambda z: _reciprocal(box.tanh(z)) if z.is_real else box.cosh(z) / box.sinh(z),
    "sech": lambda z: _reciprocal(box.cosh(z)),
    "csch": lambda z: _reciprocal(box.sinh(z)),
    "asin": box.asin, "acos": box.acos, "atan": box.atan, "acot": box.acot,
    "asinh": box.asinh, "acosh": box.acosh, "atanh": box.atanh,
}  # fmt: skip


# Functions of real numbers and of integers


def _floor(arguments: Sequence[Value], p: int) -> Value:
    (x,) = arguments
    if isinstance(x, Gauss) and not x.im:
        return rational(math.floor(x.re))
    interval = real_interval(x, p, "floor")
    low, high = interval.lower >> p, interval.upper >> p
    if low != high:
        raise Unbounded("floor of an interval on both sides of an integer")
    return rational(low)


def _ceiling(arguments: Sequence[Value], p: int) -> Value:
    (x,) = arguments
    return negative(_floor([negative(x)], p))


def _mod(arguments: Sequence[Value], p: int) -> Value:
    a, b = arguments
    for x in arguments:
        real_interval(x, p, "mod")
    return plus(a, negative(times(b, _floor([over(a, b, p)], p), p)), p)


def _extreme(arguments: Sequence[Value], p: int, choose: Callable[..., int]) -> Value:
    if all(isinstance(x, Gauss) and not x.im for x in arguments):
        numbers: list[Fraction] = [x.re for x in arguments if isinstance(x, Gauss)]
        return Gauss(max(numbers) if choose is max else min(numbers))
    parts = [real_interval(x, p, choose.__name__) for x in arguments]
    lower, upper = choose(x.lower for x in parts), choose(x.upper for x in parts)
    return settled(Rectangle.real(Interval(lower, upper, p)), p)


def _atan2(arguments: Sequence[Value], p: int) -> Value:
    y, x = arguments
    parts = [real_interval(x, p, "atan2"), real_interval(y, p, "atan2")]
    if isinstance(x, Gauss) and isinstance(y, Gauss):
        return apply("arg", [Gauss(x.re, y.re)], p)
    return settled(Rectangle.real(box.arg(Rectangle(parts[0], parts[1]))), p)


def _integers(name: str, arguments: Sequence[Value]) -> list[int]:
    integers = [exact_integer(x) for x in arguments]
    if any(n is None for n in integers):
        raise Unsupported(f"{name} of a number that is not an integer exactly")
    return [n for n in integers if n is not None]


def _natural(name: str, arguments: Sequence[Value], most: int) -> int:
    (n,) = _integers(name, arguments)
    if n < 0:
        raise Unsupported(f"{name} of a negative integer")
    if n > most:
        raise TooLarge(f"{name} of an integer above {most}")
    return n


def _gcd(arguments: Sequence[Value], p: int) -> Value:
    return rational(math.gcd(*_integers("gcd", arguments)))


def _factorial(arguments: Sequence[Value], p: int) -> Value:
    (n,) = _integers("factorial", arguments)
    if n < 0:
        raise Undefined("the factorial of a negative integer")
    if n * n.bit_length() > MAX_BITS:
        raise TooLarge(f"a factorial of more than MAX_BITS = {MAX_BITS} bits")
    return rational(math.factorial(n))


def _binomial(arguments: Sequence[Value], p: int) -> Value:
    n, k = _integers("binomial", arguments)
    if k < 0:
        return ZERO
    if n < 0:  # binomial(n, k) = (-1)^k binomial(k - n - 1, k)
        positive = _binomial([rational(k - n - 1), rational(k)], p)
        return negative(positive) if k % 2 else positive
    if k > n:
        return ZERO
    if min(k, n - k) * n.bit_length() > MAX_BITS:
        raise TooLarge(f"a binomial coefficient of more than MAX_BITS = {MAX_BITS} bits")
    return rational(math.comb(n, k))


def _fibonacci(arguments: Sequence[Value], p: int) -> Value:
    a, b = 0, 1
    for _ in range(_natural("fibonacci", arguments, MAX_TERMS)):
        a, b = b, a + b
    return rational(a)


def _harmonic(arguments: Sequence[Value], p: int) -> Value:
    n = _natural("harmonic", arguments, MAX_TERMS)
    return rational(fold([Fraction(1, k) for k in range(1, n + 1)] or [Fraction(0)], _sum))


def _sum(a: Fraction, b: Fraction) -> Fraction:
    return a + b


def _gamma(arguments: Sequence[Value], p: int) -> Value:
    (x,) = arguments
    n = exact_integer(x)
    if n is not None:
        if n <= 0:
            raise Undefined("gamma at a pole, an integer that is not positive")
        return _factorial([rational(n - 1)], p)
    half = exact_integer(plus(x, rational(-HALF), p))
    if half is None:
        raise Unsupported("gamma elsewhere than at integers and half-integers")
    # gamma(x + 1) = x gamma(x), from gamma(1/2) = sqrt(π) up or down to 1/2 + half.
    if abs(half) * half.bit_length() > MAX_BITS:
        raise TooLarge(f"a value of gamma of more than MAX_BITS = {MAX_BITS} bits")
    steps = [k + HALF for k in (range(half) if half > 0 else range(half, 0))]
    factor = rational(math.prod(steps, start=Fraction(1)))
    scale = factor if half >= 0 else ONE / factor
    return times(scale, apply("sqrt", [Turn(ONE)], p), p)


_OF_REALS_AND_INTEGERS: dict[str, Callable[[Sequence[Value], int], Value]] = {
    "floor": _floor, "ceiling": _ceiling, "mod": _mod, "atan2": _atan2,
    "max": lambda arguments, p: _extreme(arguments, p, max),
    "min": lambda arguments, p: _extreme(arguments, p, min),
    "gcd": _gcd, "factorial": _factorial, "binomial": _binomial,
    "fibonacci": _fibonacci, "harmonic": _harmonic, "gamma": _gamma,
}  # fmt: skip
