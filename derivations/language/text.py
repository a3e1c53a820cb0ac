"""Terms, sorts and statements as plain text, in the syntax that `parser` reads.

Every node has a layout: fixed pieces of text, and its arguments, in parentheses or not.  Reading
what was written here, with the same declarations, gives an equal term.  Parentheses are as few as
that allows, so they show the shape of the tree:

    x + y - z      add(x, y, neg(z))        (x + y) + z    add(add(x, y), z)
    a*b/c          div(mul(a, b), c)        a*(b/c)        mul(a, div(b, c))
    -a*b           neg(mul(a, b))           (-a)*b         mul(neg(a), b)
    -2*x           mul(number(-2), x)       -(2*x)         neg(mul(2, x))
    1/2            number(1/2)              (1)/2, 2/4     div(1, 2), div(2, 4)

A number is one leaf, also when it is negative or a fraction in lowest terms.  `Add(...)` and
`Mul(...)` stand for a sum or product of fewer than two parts.

The index of a sum is written without its sort, which says nothing; it is read as an integer, and
the variable of a derivative or integral as a real number.  Not readable back:
`Function(k -> body)` (a family written out, as in a counterexample) and whatever had to be
abbreviated with `...`.

No expansion is built of a term whose subterms are shared: lengths come first, one visit a node.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd

from derivations.language.calculus_notation import (
    as_written, directions, is_at_its_name, is_indicated, orders,
)
from derivations.language.heads import BINDING, MATRIX_HEADS, PLAIN, POINTING
from derivations.language.sorts import MATRIX_PROPERTIES, Sort
from derivations.language.statements import Proposition, Relation, Statement
from derivations.language.substitution import subterms
from derivations.language.terms import MAX_DIGITS, ONE, Term

# The longest text of a term, in characters; beyond it, parts are written as `...`.
MAX_PRINTED = 100_000

# How the functions that are written `name(arguments)` are spelled, and those behind their argument.
_POSTFIX = {head: row.text for head, row in MATRIX_HEADS.items() if row.text.startswith(".")}
SPELLINGS: dict[str, str] = {
    head: row.text
    for head, row in PLAIN.items()
    if row.text.isidentifier() and head not in ("add", "mul")
}
BINDER_SPELLINGS = {head: row.text for head, row in BINDING.items()}
POINTED_SPELLINGS = {head: row.text for head, row in POINTING.items()}

# A part of a layout: text, or an argument with whether it stands in parentheses.
_Piece = str | tuple[Term, bool]

# How tightly a text is bound together, from loose to tight.
_SUM, _NEGATIVE, _PRODUCT, _POWER, _ATOM = range(5)

_LEVELS = {"neg": _NEGATIVE, "div": _PRODUCT, "pow": _POWER}

# Below so many characters, what is left of a term is written as `...`.
_LEAST = 12


def term_text(term: Term, limit: int = MAX_PRINTED) -> str:
    """The term exactly as it stands, abbreviated with `...` when longer than the limit.

    >>> from derivations.language.terms import add, mul, neg, symbol
    >>> x, y = symbol("x"), symbol("y")
    >>> term_text(add(mul(neg(x), y), neg(mul(2, x))))
    '(-x)*y - 2*x'
    """
    layouts: dict[int, list[_Piece]] = {}
    lengths: dict[int, int] = {}
    for node in subterms(term):
        layout = _layout(node)
        length = 0
        for piece in layout:
            if isinstance(piece, str):
                length += len(piece)
            else:
                length += lengths[id(piece[0])] + 2 * piece[1]
        layouts[id(node)] = layout
        lengths[id(node)] = min(length, limit + 1)

    written: list[str] = []
    pending: list[str | tuple[Term, bool, int]] = [(term, False, limit)]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            written.append(item)
            continue
        node, parenthesised, room = item
        if parenthesised:
            written.append("(")
            pending.append(")")
        layout = layouts[id(node)]
        if lengths[id(node)] > room:
            pending.extend(reversed(_abbreviated(layout, lengths, room)))
        else:
            for piece in reversed(layout):
                pending.append(piece if isinstance(piece, str) else (*piece, room))
    return "".join(written)


def _abbreviated(
    layout: Sequence[_Piece], lengths: dict[int, int], room: int
) -> list[str | tuple[Term, bool, int]]:
    """As much of a layout as fits; what is small is kept whole, the rest shares the room."""
    slots = [piece for piece in layout if not isinstance(piece, str)]
    if room < _LEAST or not slots:
        return ["..."]
    left = room - sum([len(piece) if isinstance(piece, str) else 2 * piece[1] for piece in layout])
    shares: dict[int, int] = {}
    for count, (node, _) in enumerate(sorted(slots, key=lambda slot: lengths[id(slot[0])])):
        share = min(lengths[id(node)], max(left // (len(slots) - count), _LEAST))
        shares[id(node)] = share
        left -= share
    parts: list[str | tuple[Term, bool, int]] = [
        piece if isinstance(piece, str) else (*piece, shares[id(piece[0])]) for piece in layout
    ]
    if left >= 0:
        return parts
    closing = [parts.pop()] if isinstance(parts[-1], str) else []
    room -= len("...") + sum([len(text) for text in closing])
    kept = 0
    for part in parts:
        room -= len(part) if isinstance(part, str) else part[2] + 2 * part[1]
        if room < 0:
            break
        kept += 1
    # Dots stand in the place of an argument, after a separator.
    if kept and not isinstance(parts[kept - 1], str):
        kept -= 1
    return [*parts[:kept], "...", *closing]


def _layout(term: Term) -> list[_Piece]:
    head, args = term.head, term.args
    if head == "number":
        return [_number_text(term.data)]
    if head == "symbol":
        return [term.data[0]]
    if head == "i":
        return ["I"]
    if head == "pi":
        return ["pi"]
    if head == "dots":
        return ["..."]
    if head == "add" and len(args) > 1:
        return _sum_layout(args)
    if head == "mul" and len(args) > 1:
        layout: list[_Piece] = [(args[0], not _starts_bare(term))]
        for factor in args[1:]:
            layout += ["*", (factor, _level(factor) < _POWER)]
        return layout
    if head == "neg":
        body = args[0]
        return ["-", (body, _level(body) < _PRODUCT or _leading_number(body) is not None)]
    if head == "div":
        return [(args[0], not _starts_bare(term)), "/", (args[1], _level(args[1]) < _POWER)]
    if head == "pow":
        return [(args[0], _level(args[0]) < _ATOM), "**", (args[1], _level(args[1]) < _POWER)]
    if head in _POSTFIX:
        return [(args[0], _needs_parentheses_before_dot(args[0])), _POSTFIX[head]]
    if head in ("apply", "entry"):
        base = (args[0], _needs_parentheses_before_dot(args[0]))
        return [base, "[", *_listed(args[1:]), "]"]
    if head in BINDER_SPELLINGS:
        *over, body = args
        return [f"{BINDER_SPELLINGS[head]}(", (body, False), ", (", *_listed(over), "))"]
    if head == "gradient":
        return ["gradient(", *_listed(reversed(args)), ")"]
    if head == "partial":
        value, body = args
        by: list[_Piece] = [(value, False)]
        if term.data > 1:
            by = ["(", *by, f", {term.data})"]
        return ["Derivative(", (body, False), ", ", *by, ")"]
    if head == "diff":
        return _derivative_layout(term)
    if head in POINTED_SPELLINGS:
        variable, *outer, body = args
        place: list[_Piece] = ["(", *_listed([variable, *outer]), ")"]
        if is_at_its_name(term):
            place = [(variable, False)]
        return [f"{POINTED_SPELLINGS[head]}(", (body, False), ", ", *place, ")"]
    if head in ("matrix", "blocks"):
        return _matrix_layout("Matrix" if head == "matrix" else "BlockMatrix", args, term.data)
    if head == "function":
        return ["Function(", *_listed(args[:-1]), " -> ", (args[-1], False), ")"]
    name = {"add": "Add", "mul": "Mul"}.get(head) or SPELLINGS.get(head, head)
    return [f"{name}(", *_listed(args), ")"]


def _derivative_layout(term: Term) -> list[_Piece]:
    """`Derivative(f, x, (y, 2))`; `Subs(Derivative(f, x), x, a)` at what is no value of x."""
    by_each, body = orders(term)
    layout: list[_Piece] = ["Derivative(", (body, False)]
    for by, order in by_each:
        layout += [", ", (by, False)] if order == 1 else [", (", (by, False), f", {order})"]
    layout.append(")")
    if is_at_its_name(term):
        return layout
    return ["Subs(", *layout, ", ", (term.args[0], False), ", ", (term.args[1], False), ")"]


def _sum_layout(args: tuple[Term, ...]) -> list[_Piece]:
    layout: list[_Piece] = [(args[0], _level(args[0]) < _NEGATIVE)]
    for part in args[1:]:
        if part.head == "neg":
            layout.append(" - ")
            part = part.args[0]
        else:
            layout.append(" + ")
        leading = _leading_number(part)
        layout.append((part, _level(part) < _PRODUCT or (leading is not None and leading < 0)))
    return layout


def _matrix_layout(name: str, args: tuple[Term, ...], shape: tuple[int, int]) -> list[_Piece]:
    layout: list[_Piece] = []
    for row in range(shape[0]):
        layout.append("], [" if row else f"{name}([[")
        layout += _listed(args[row * shape[1] : (row + 1) * shape[1]])
    layout.append("]])")
    return layout


def _listed(args: Iterable[Term]) -> list[_Piece]:
    layout: list[_Piece] = []
    for arg in args:
        if layout:
            layout.append(", ")
        layout.append((arg, False))
    return layout


def _level(term: Term) -> int:
    if term.head == "number":
        return _NEGATIVE if term.data < 0 else _ATOM if term.data.denominator == 1 else _PRODUCT
    if term.head in ("add", "mul") and len(term.args) > 1:
        return _SUM if term.head == "add" else _PRODUCT
    return _LEVELS.get(term.head, _ATOM)


def _starts_bare(term: Term) -> bool:
    """Whether the first factor of a product, or the numerator of a quotient, stands bare."""
    first = term.args[0]
    if first.head == "number":
        return term.head == "mul" or not _reads_as_fraction(first, term.args[1])
    if first.head == "mul" and term.head == "mul":
        return len(first.args) < 2
    return _level(first) >= _PRODUCT


def _reads_as_fraction(numerator: Term, denominator: Term) -> bool:
    """Whether the parser takes this quotient of two numbers for one number."""
    if denominator.head != "number":
        return False
    p, q = numerator.data, denominator.data
    return bool(
        p.denominator == 1 == q.denominator and q > 1 and gcd(p.numerator, q.numerator) == 1
    )


def _leading_number(term: Term) -> Fraction | None:
    """The number with which the text of a product starts, if it starts with one."""
    while term.head in ("mul", "div") and len(term.args) > 1 and _starts_bare(term):
        term = term.args[0]
    return term.data if term.head == "number" else None


def _needs_parentheses_before_dot(term: Term) -> bool:
    return _level(term) < _ATOM or term.head == "number"


def _number_text(value: Fraction) -> str:
    text = _integer_text(value.numerator)
    return text if value.denominator == 1 else f"{text}/{_integer_text(value.denominator)}"


def _integer_text(value: int) -> str:
    if value.bit_length() <= 3 * MAX_DIGITS or abs(value) < 10**MAX_DIGITS:
        return str(value)
    # Python refuses to write such integers; the first digits are found by division.
    digits = abs(value).bit_length() * 30103 // 100000 - 1
    first = str(abs(value) // 10 ** (digits - 20))
    return f"{'-' * (value < 0)}{first}...({digits - 20 + len(first)} digits)"


# Sorts


def sort_text(sort: Sort) -> str:
    """The sort as the parser reads it.

    >>> from derivations.language.sorts import NATURAL, family_sort, matrix_sort
    >>> from derivations.language.terms import symbol
    >>> n = symbol("n", NATURAL)
    >>> sort_text(family_sort((NATURAL,), matrix_sort(n, n, "real", "skew")))
    'family(natural -> real skew(n))'
    """
    if sort.is_family:
        index = ", ".join([sort_text(s) for s in sort.index])
        return f"family({index} -> {sort_text(sort.value) if sort.value else '?'})"
    if sort.kind == "permutation" and sort.rows is not None:
        return f"permutation({term_text(sort.rows)})"
    if not sort.is_matrix or sort.rows is None or sort.columns is None:
        return sort.kind
    words = [p for p in sorted(MATRIX_PROPERTIES) if p in sort.properties and p != "real"]
    rows, columns = term_text(sort.rows), term_text(sort.columns)
    if words and sort.rows == sort.columns:
        words[-1] += f"({rows})"
    elif sort.columns.head == "number" and sort.columns.data == 1:
        words.append(f"vector({rows})")
    else:
        words.append(f"matrix({rows}, {columns})")
    if "real" in sort.properties:
        words.insert(0, "real")
    return " ".join(words)


# Statements


def relation_text(relation: Relation, limit: int = MAX_PRINTED) -> str:
    """`left operator right`, each side abbreviated when longer than the limit.

    What is 1 where it holds stands by itself: `differentiable(f[x], x)`.
    """
    relation = as_written(relation)
    if is_indicated(relation) and relation.right == ONE:
        return term_text(relation.left, limit)
    left, right = term_text(relation.left, limit), term_text(relation.right, limit)
    return f"{left} {relation.operator} {right}"


def proposition_text(proposition: Proposition, limit: int = MAX_PRINTED) -> str:
    """The relation, then its variables and guards: `f[k] == 0 for all k: natural with k < n`."""
    text = relation_text(proposition.relation, limit)
    hidden = directions(proposition.relation)
    if variables := [v for v in proposition.variables if v not in hidden]:
        text += f" for all {declarations_text(variables)}"
    if proposition.guards:
        text += f" with {_joined([relation_text(g, limit) for g in proposition.guards], ' and ')}"
    return text


def statement_text(statement: Statement) -> str:
    """One line: `for all n: natural, x: real with -1 <= x: 1 + n*x <= (1 + x)**n`."""
    given = given_text(statement)
    goals = exists_text(statement) + propositions_text(statement.goals)
    return ": ".join([part for part in (given, goals) if part])


def exists_text(statement: Statement) -> str:
    """What stands before its goals, `exists n: natural, x: real: `, or nothing."""
    return f"exists {declarations_text(statement.exists)}: " if statement.exists else ""


def given_text(statement: Statement) -> str:
    """What is declared and assumed: `for all n: natural, x: real with -1 <= x; x <= n`."""
    text = ""
    if statement.declarations:
        text = f"for all {declarations_text(statement.declarations)}"
    if statement.hypotheses:
        text += f" with {propositions_text(statement.hypotheses)}"
    return text.strip()


def propositions_text(propositions: Iterable[Proposition]) -> str:
    """Propositions that all hold; the guards of each are joined by `and`."""
    return _joined([proposition_text(p) for p in propositions], "; ")


def declarations_text(symbols: Iterable[Term]) -> str:
    """Symbols with their sorts; neighbours of one sort share it: `x, y: real, n: natural`."""
    groups: list[tuple[Sort, list[str]]] = []
    for declared in symbols:
        if groups and groups[-1][0] == declared.sort:
            groups[-1][1].append(declared.name)
        else:
            groups.append((declared.sort, [declared.name]))
    return _joined([f"{', '.join(names)}: {sort_text(sort)}" for sort, names in groups], ", ")


def _joined(texts: Sequence[str], separator: str) -> str:
    """The texts in one, the last of them left out when it gets too long."""
    length = 0
    for k, text in enumerate(texts):
        length += len(text) + len(separator)
        if length > MAX_PRINTED and k:
            return separator.join([*texts[:k], "..."])
    return separator.join(texts)
