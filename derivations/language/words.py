"""The table of heads in print: what may be written, `derivations words`."""

from collections.abc import Callable

from derivations.language.heads import HEADS
from derivations.language.sorts import INTEGER, REAL, family_sort
from derivations.language.terms import POINTED, Term, apply, symbol
from derivations.language.text import term_text

# Where a head has a value, if its row cannot say so, and what it is.
_VALUED = {
    "pow": "x != 0, unless y is seen to be natural, or is 1/2, 3/2, ...",
    "diff": "differentiable(f[x], x); at a it is Subs(Derivative(f[x], x), x, a), twice (x, 2)",
    "differentiable": "a real; 1 where f has a derivative at a, else 0; given by itself or as 1",
    "tangent": "a real; 1 where f has the derivative v at a, else 0; given by itself or as 1",
    "integral": "a, b real; integrable(f[x], (x, a, b)), in the sense of Henstock and Kurzweil",
    "integrable": "a, b real; 1 where there is an integral, else 0; given by itself or as 1",
}
# What stands between the variable of a function and the function.
_OUTER = {
    "diff": "x", "differentiable": "a", "tangent": "a v", "integral": "a b", "integrable": "a b",
}  # fmt: skip
# No head, but a sentence.
_GRADIENT = (
    "f a number, W a real matrix or column: for all real V, the derivative of f along W + t*V at "
    "t = 0 is trace(V.T*G); no more than all directional derivatives is said"
)


def words(unfolded: Callable[[Term], Term | None]) -> str:
    """What may be written: a line for each head, where it has a value, what else it is called.

    unfolded: the term that one stands for by the definition of its head.

    >>> print(next(w for w in words(lambda term: None).splitlines() if w.startswith("log")))
    log(x)                        x != 0; also ln
    """
    lines = []
    for row in HEADS.values():
        if row.name in POINTED:
            lines.append(f"{_of_function(row.name):<30}{_VALUED[row.name]}")
            continue
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
    return "\n".join([*lines, f"{'gradient(f, W) = G':<30}{_GRADIENT}"])


def _of_function(head: str) -> str:
    """What is said of a function f of x."""
    x, f = symbol("x", REAL), symbol("f", family_sort((REAL,), REAL))
    outer = [symbol(name, REAL) for name in _OUTER[head].split()]
    return term_text(Term(head, (x, *outer, apply(f, x))))
