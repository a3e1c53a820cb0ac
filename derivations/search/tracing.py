"""What searches try, and where that fails: what `decide --trace` shows.

A goal has a line; below it stand the methods that were entered for it, in their order, each with
why it found no proof, and the goals that it asked for in turn:

    sqrt(x)**2 == abs(x): no proof
      equations: no combination of facts
      theorems, real values: no proof found
      laws: no proof found
        0 <= x, for the law 'sqrt of square': no proof
          enclosure, order: no proof found

Nothing is kept unless somebody watches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from derivations.language.statements import Proposition, Relation, proposition
from derivations.language.text import proposition_text
from derivations.lemmas import sources, titles

# How long the text of a goal is at most.
LONGEST = 120


@dataclass
class Entry:
    """A line of a trace, and what stands below it.

    method: whether it is a method, its name being said first.
    ended: how it ended; nothing before that, and for a note.
    """

    said: str
    method: bool = False
    ended: str = ""
    below: list[Entry] = field(default_factory=list)

    @property
    def line(self) -> str:
        return f"{self.said}: {self.ended}" if self.ended else self.said


class Trace:
    """The entries of all searches while it watches."""

    def __init__(self) -> None:
        self.whole = Entry("")
        self.open = [self.whole]

    def lines(self, only: str = "") -> list[str]:
        """The text; of one method alone, if it is named."""
        whole = Entry("", below=[*_of_method(self.whole, only)]) if only else self.whole
        return [*_lines(whole.below, "")]


# Who watches, if anybody does: the last one.
_watching: list[Trace] = []


@contextmanager
def watched() -> Iterator[Trace]:
    """A trace of all searches inside."""
    trace = Trace()
    _watching.append(trace)
    try:
        yield trace
    finally:
        _watching.remove(trace)


def begun(what: Relation | str) -> None:
    """A goal, or a method by its name, is entered."""
    if _watching:
        method = isinstance(what, str)
        said = what if isinstance(what, str) else goal_text(what)
        entry = Entry(said, method, "not ended")
        _watching[-1].open[-1].below.append(entry)
        _watching[-1].open.append(entry)


def ended(how: object) -> None:
    """What was entered last has ended."""
    if _watching:
        _watching[-1].open.pop().ended = str(how)


def noted(goal: Relation | Proposition, how: str) -> None:
    """A goal for which no method is entered."""
    if _watching:
        _watching[-1].open[-1].below.append(Entry(goal_text(goal), ended=how))


def lacking(premise: Proposition, source: str | int) -> None:
    """What failed just now is a premise of a law, a theorem or a fact."""
    if _watching:
        below, said = _watching[-1].open[-1].below, goal_text(premise)
        if not below or below[-1].said != said:
            noted(premise, "no proof")
        if source != "":
            below[-1].said = f"{said}, for {source_text(source)}"


def goal_text(stated: Relation | Proposition) -> str:
    return proposition_text(proposition(stated), LONGEST)


def source_text(source: str | int) -> str:
    """A law by its name, a lemma by what it is called, a fact by its number."""
    if isinstance(source, int):
        return f"fact {source}"
    if source.startswith("#"):
        return ", ".join(sources([source[1:]])) or titles().get(source[1:], "a theorem")
    return f"the law {source!r}"


def _of_method(entry: Entry, name: str) -> Iterator[Entry]:
    """The goals for which the method was entered, with it alone."""
    own = [e for e in entry.below if e.method and e.said == name]
    if own:
        yield Entry(entry.said, ended=entry.ended, below=own)
    for below in entry.below:
        if below not in own:
            yield from _of_method(below, name)


def _lines(entries: Sequence[Entry], margin: str) -> Iterator[str]:
    """Lines of text; methods that ended alike and asked for nothing share one."""
    alike: list[Entry] = []
    for entry in [*entries, Entry("")]:
        if alike and (entry.below or not entry.method or entry.ended != alike[0].ended):
            yield f"{margin}{', '.join(e.said for e in alike)}: {alike[0].ended}"
            alike = []
        if entry.method and not entry.below:
            alike.append(entry)
        elif entry.said:
            yield margin + entry.line
            yield from _lines(entry.below, margin + "  ")
