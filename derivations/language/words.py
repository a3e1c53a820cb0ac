"""The table of heads in print: what may be written, `derivations words`."""

from collections.abc import Callable

from derivations.language.heads import HEADS
from derivations.language.sorts import INTEGER
from derivations.language.terms import Term, symbol
from derivations.language.text import term_text

# Where a head has a value, if its row cannot say so.
_VALUED = {"pow": "x != 0, unless y is seen to be natural, or is 1/2, 3/2, ..."}


def words(unfolded: Callable[[Term], Term | None]) -> str:
    """What may be written: a line for each head, where it has a value, what else it is called.

    unfolded: the term that one stands for by the definition of its head.

    >>> print(next(w for w in words(lambda term: None).splitlines() if w.startswith("log")))
    log(x)                        x != 0; also ln
    """
    lines = []
    for row in HEADS.values():
        names = {"matrix": iter("AB"), "integer": iter("mn"), "natural": iter("n"),
                 "index": iter("k")}  # fmt: skip
        scalars = iter("xyzw")
        args = [symbol(next(names.get(sort, scalars)), INTEGER) for sort in row.sorts]
        sorts = {a.name: sort for a, sort in zip(args, row.sorts, strict=True)}
        args += [symbol(next(scalars))] if row.arguments == "any ..." else []
        notes = [f"{a} {s}" for a, s in sorts.items() if s in ("real", "integer", "natural")]
        if row.nonzero is not None:
            notes.append(f"{term_text(row.nonzero(*args))} != 0")
        notes += [_VALUED[row.name]] if row.name in _VALUED else []
        term = Term(row.name, tuple(args))
        definition = unfolded(term)
        if definition is not None:
            notes.append(f"is {term_text(definition)}")
        if row.also:
            notes.append(f"also {', '.join(row.also)}")
        lines.append(f"{term_text(term):<30}{'; '.join(notes)}".rstrip())
    return "\n".join(lines)
