"""Every limit that input can meet, by name: what it is of, where it is, how it is set.

    derivations decide ... --limit digits=20000 --limit depth=3000      on the command line
    derivations.limits.set_limit("digits", 20_000)                      in Python

What is refused for a limit names it with its value, as `--limit NAME=VALUE` would set it.  A limit
is a constant of the module that uses it, read whenever it is needed.  Higher ones may need more
time, memory or stack; none is needed for soundness.  `seconds` and `memory` end the work on one
statement, whatever the others allow; on the command line, `--seconds S` is `--limit seconds=S`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True)
class Limit:
    """A limit, and the constants that hold it, each in a module of this package."""

    name: str
    words: str
    constants: tuple[str, ...]


LIMITS = (
    Limit("text", "characters of one term or relation", ("language.sizes.MAX_TEXT",)),
    Limit("name", "characters of a name", ("language.sizes.MAX_NAME",)),
    Limit(
        "digits",
        "digits of a number, in a text or a certificate",
        ("language.sizes.MAX_DIGITS", "kernel.encoding.MAX_DIGITS"),
    ),
    Limit("nesting", "brackets inside each other, signs in a row", ("language.sizes.MAX_NESTING",)),
    Limit("depth", "levels of a term", ("language.sizes.MAX_DEPTH",)),
    Limit("file", "bytes of a file of statements", ("language.sizes.MAX_FILE",)),
    Limit("statements", "statements of a file", ("language.sizes.MAX_STATEMENTS",)),
    Limit("certificate", "bytes of a certificate file", ("kernel.replay.MAX_BYTES",)),
    Limit("monomials", "of a polynomial", ("kernel.polynomial.MAX_MONOMIALS",)),
    Limit("products", "of terms in one multiplication", ("kernel.polynomial.MAX_PRODUCTS",)),
    Limit("bits", "of a coefficient", ("kernel.polynomial.MAX_COEFFICIENT_BITS",)),
    Limit("exponent", "of a sum that is multiplied out", ("kernel.polynomial.MAX_BINOMIAL",)),
    Limit(
        "factorial",
        "argument of a factorial, binomial, ... that is computed",
        ("kernel.functions.MAX_COMBINATORIAL",),
    ),
    Limit("terms", "of one sum or product that are written out", ("kernel.sums.MAX_UNROLLED",)),
    Limit("opened", "terms of all sums of a statement", ("kernel.normal_form.MAX_OPENED",)),
    Limit("entries", "of an explicit matrix", ("kernel.grids.MAX_ENTRIES",)),
    Limit("determinant", "rows of one that is written out", ("kernel.minors.MAX_DETERMINANT",)),
    Limit("minor", "terms of a determinant", ("kernel.minors.MAX_MINOR",)),
    Limit("seconds", "for the search of one statement", ("proving.DEFAULT_SECONDS",)),
    Limit("memory", "bytes for one statement", ("judging.memory.MEMORY",)),
)
_BY_NAME = {limit.name: limit for limit in LIMITS}
# What was set, to be set in other processes too.
_set: dict[str, int] = {}
# Python's own limit on the digits of a whole number that becomes a text, or comes from one.
_PYTHON_DIGITS = 4_300


class BadLimit(ValueError):
    """There is no such limit, or it cannot have this value."""


def limit_value(name: str) -> int | float:
    """The value of a limit."""
    module, constant = _place(_limit(name).constants[0])
    value: int | float = getattr(module, constant)
    return value


def set_limit(name: str, value: int) -> None:
    """Set a limit from now on, here and in the processes that this one starts.

    >>> set_limit("digits", 5_000)
    >>> limit_value("digits")
    5000
    >>> set_limit("digits", 4_000)
    """
    limit = _limit(name)
    if value < 1:
        raise BadLimit(f"the limit {name} is a whole number from 1")
    for place in limit.constants:
        module, constant = _place(place)
        setattr(module, constant, value)
    if name == "digits":  # some more, for what is computed from what is read
        sys.set_int_max_str_digits(max(_PYTHON_DIGITS, 2 * value))
    _set[name] = value


def set_limits(settings: Iterable[str]) -> None:
    """Set limits that are written `NAME=VALUE`."""
    for setting in settings:
        name, _, value = setting.partition("=")
        _limit(name)
        if not (value.isascii() and value.isdigit() and len(value) < 20):
            raise BadLimit(f"{setting!r} is not NAME=VALUE with a whole number from 1")
        set_limit(name, int(value))


def settings() -> list[str]:
    """What was set, as `set_limits` takes it."""
    return [f"{name}={value}" for name, value in _set.items()]


def limits_text() -> str:
    """All limits with their values, one a line."""
    lines = [(f"{limit.name}={limit_value(limit.name):.0f}", limit.words) for limit in LIMITS]
    return "\n".join(f"  {setting:<24}{words}" for setting, words in lines)


def _limit(name: str) -> Limit:
    if name not in _BY_NAME:
        raise BadLimit(f"no limit is called {name!r}; there are\n{limits_text()}")
    return _BY_NAME[name]


def _place(dotted: str) -> tuple[object, str]:
    module, _, constant = dotted.rpartition(".")
    return import_module(f"derivations.{module}"), constant
