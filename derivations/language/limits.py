"""Every limit that input can meet, by name: what it is of, its value, how it is set.

    derivations decide ... --limit nesting=300 --limit text=5000000     on the command line
    set_limit("nesting", 300)                                           in Python

What is refused for a limit names it with its value, as `--limit NAME=VALUE` would set it.  Higher
ones may need more time, memory or stack; none is needed for soundness.  What the kernel can take is
fixed (steps, products, digits, levels of functions): a statement beyond it is undecided, and why is
told.  `memory` ends the work on
one statement, whatever the others allow; so does the option `--seconds S` of the command line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from derivations.language.terms import MAX_DIGITS


def _limit(value: int, words: str) -> Any:
    return field(default=value, metadata={"words": words})


@dataclass
class Limits:
    """The limits with their values, all of them whole numbers from 1."""

    text: int = _limit(1_000_000, "characters of one term or relation")
    name: int = _limit(100, "characters of a name")
    nesting: int = _limit(200, "brackets inside each other")
    depth: int = _limit(1_000, "levels of a term, shared subterms included")
    file: int = _limit(50_000_000, "bytes of a file of statements")
    statements: int = _limit(10_000, "statements of a file")
    relations: int = _limit(10_000, "relations of one statement")
    entries: int = _limit(10_000, "entries of an explicit matrix")
    memory: int = _limit(800 * 2**20, "bytes for one statement")

    def setting(self, name: str) -> str:
        """A limit as it would be set on the command line: `--limit name=100`."""
        return f"--limit {name}={getattr(self, name)}"


# What all code reads, whenever it needs a limit.
limits = Limits()


class BadLimit(ValueError):
    """There is no such limit, or it cannot have this value."""


def set_limit(name: str, value: int) -> None:
    """Set a limit from now on, here and in the processes that this one starts.

    >>> set_limit("name", 200)
    >>> limits.name
    200
    >>> set_limit("name", 100)
    """
    if name not in vars(limits):
        raise BadLimit(f"no limit is called {name!r}; there are\n{limits_text()}")
    if value < 1:
        raise BadLimit(f"the limit {name} is a whole number from 1")
    setattr(limits, name, value)


def set_limits(settings: Iterable[str]) -> None:
    """Set limits that are written `NAME=VALUE`."""
    for setting in settings:
        name, _, value = setting.partition("=")
        number = value.isascii() and value.isdigit() and len(value) < 20
        if name in vars(limits) and not number:
            raise BadLimit(f"{setting!r} is not NAME=VALUE with a whole number from 1")
        set_limit(name, int(value) if number else 0)


def limits_text() -> str:
    """All limits with their values, one a line."""
    lines = [(f"{f.name}={getattr(limits, f.name)}", f.metadata["words"]) for f in fields(limits)]
    told = "\n".join(f"  {setting:<24}{words}" for setting, words in lines)
    return f"{told}\nfixed: {MAX_DIGITS} digits of a number; steps and levels in the kernel"
