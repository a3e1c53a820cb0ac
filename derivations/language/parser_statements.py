"""The readers of sorts, propositions and statements, each in one text.

Sorts:

    natural  posint  integer  real  positive  negative  nonnegative  complex
    vector(n)  matrix(n, m)                        complex entries; `real vector(n)` real ones
    invertible(n)  unitary(n)  orthogonal(n)  hermitian(n)  skew(n)  projector(n)  nilpotent2(n)
    real hermitian(n)  unitary matrix(n, n)        properties add up, in front
    family(integer -> real)   family(natural, natural -> real matrix(n, n))
    family(matrix(n, n) -> complex)   permutation(n)

Relations: `==` (or one `=`), `!=`, `<=`, `<`, and `>=`, `>`, which are turned around; `A is
invertible` is `det(A) != 0`; `differentiable(f[x], x)` stands by itself.  All that the text of a
statement may be is read:

    statement      [for all DECLARATIONS] [with PROPOSITIONS] : [exists DECLARATIONS :] PROPOSITIONS
    PROPOSITIONS   proposition; proposition; ...; also: relation or relation or ...
    proposition    relation [for all DECLARATIONS] [with relation and relation and ...]
    DECLARATIONS   x, y: real, n: natural, A: matrix(n, n), ...
"""

from collections.abc import Callable, Container
from typing import Any, TypeVar

from derivations.language import advice, calculus_notation, calculus_statements
from derivations.language.alternatives import Either, in_each_case, one_of
from derivations.language.limits import limits
from derivations.language.parser_terms import Reader, depth
from derivations.language.sorts import (
    MATRIX_PROPERTIES, SCALARS, Sort, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, eq, le, lt, ne,
)
from derivations.language.terms import ONE, RESERVED, ZERO, Term, call, symbol
from derivations.language.text import sort_text
from derivations.language.tokens import (
    END, NAME, REFUSED, RELATIONS, Unsupported, check_name, closest, shown,
)

Read = TypeVar("Read")

# Sorts

_SIZED = ["vector", "matrix", "permutation", *sorted(MATRIX_PROPERTIES - {"real"})]

# How deep families in families, and the terms of sizes, may be.
_DEEPEST = 50


def read_sort(reader: Reader, families: int = 0) -> Sort:
    """The sort that starts here, in so many families."""
    kinds, texts = reader.kinds, reader.texts
    properties: list[str] = []
    while texts[reader.at] in MATRIX_PROPERTIES and kinds[reader.at + 1] == NAME:
        properties.append(texts[reader.at])
        reader.at += 1
    at = reader.at
    word = texts[at]
    called = kinds[at : at + 2] == [NAME, "("]
    if word in SCALARS and not called and not properties:
        reader.at += 1
        if texts[reader.at] in _SIZED and kinds[reader.at] == NAME:
            message = f"{word} is said of numbers; {advice.DEFINITE}"
            raise reader.error(message, at)
        return Sort(word)
    if word == "family" and called and not properties:
        return _family(reader, families)
    if word not in _SIZED or not called or (word == "permutation" and properties):
        instead = f": {advice.NAMES[word]}" if word in advice.NAMES else ""
        if word in SCALARS:
            message = f"{word} takes no size, and no property stands before it"
        elif word in _SIZED and not called:
            message = f"{word} takes its size: {word}{'(n, m)' if word == 'matrix' else '(n)'}"
        elif word != "family" and _is_of_sympy(word):
            message = f"the sort {word} is not supported{instead}"
            raise Unsupported(message, reader.source.place(at))
        elif instead:
            message = f"unknown sort {shown(word)}{instead}"
        else:
            known = [*SCALARS, *_SIZED, "family"]
            message = f"unknown sort {shown(word)}{closest(word, known)}; known: {', '.join(known)}"
        raise reader.error(message, at)
    sizes = _sizes(reader, 2 if word == "matrix" else 1)
    if word == "permutation":
        return permutation_sort(*sizes)
    if word in MATRIX_PROPERTIES:
        properties.append(word)
        sizes *= 2
    return matrix_sort(sizes[0], ONE if word == "vector" else sizes[1], *properties)


def _is_of_sympy(word: str) -> bool:
    """Whether SymPy has a predicate of this name: then it is mathematics."""
    import sympy  # only mistakes need it

    return word[:1].isalpha() and hasattr(sympy.Q, word)


def _family(reader: Reader, families: int) -> Sort:
    start = reader.at
    if families == _DEEPEST:
        raise reader.error("nested too deep for a sort", start)
    index: list[Sort] = []
    reader.at += 1
    while not index or reader.kinds[reader.at] == ",":
        reader.at += 1
        index.append(read_sort(reader, families + 1))
    if reader.kinds[reader.at] == "->":
        reader.at += 1
        value = read_sort(reader, families + 1)
        if reader.kinds[reader.at] == ")":
            reader.at += 1
            return family_sort(tuple(index), value)
    raise reader.error("a family is written family(natural -> real)", start)


def _sizes(reader: Reader, count: int) -> list[Term]:
    start = reader.at
    reader.at += 1
    sizes: list[Term] = []
    while not sizes or reader.kinds[reader.at] == ",":
        reader.at += 1
        at = reader.at
        size = reader.term()
        sizes.append(size)
        if depth(size, {}) > _DEEPEST:
            raise reader.error("nested too deep for a sort", at)
        if size.head == "number" and (size.data.denominator > 1 or size.data < 1):
            raise reader.error(f"a size is an integer from 1, not {size}", at)
        if size.head == "symbol" and not size.sort.within("integer"):
            sort = sort_text(size.sort)
            message = f"a size is an integer from 1, and {size.name} is declared as {sort}"
            raise reader.error(message, at)
    if reader.kinds[reader.at] != ")":
        raise reader.unexpected(reader.at)
    reader.at += 1
    if len(sizes) != count:
        message = f"{reader.texts[start]} takes {count} size{'s' * (count > 1)}, not {len(sizes)}"
        raise reader.error(message, start)
    return sizes


# Propositions and statements

# Where a relation ends, in which no word of these stands.
_ENDS = frozenset({"for", "with", "and", ":", ";", END})
RELATION_OF: dict[str, Callable[[Term, Term], Relation]] = {
    "==": eq, "=": eq, "!=": ne, "<=": le, "<": lt,
    ">=": lambda left, right: le(right, left), ">": lambda left, right: lt(right, left),
}  # fmt: skip


def read_statement(reader: Reader) -> Statement:
    """What is declared, given and claimed, from the start of the text."""
    kinds = reader.kinds
    declared: tuple[Term, ...] = ()
    hypotheses: tuple[Proposition | Either, ...] = ()
    exists: tuple[Term, ...] = ()
    if kinds[0] == "for":
        declared = _for_all(reader)
    if kinds[reader.at] == "with":
        reader.at += 1
        hypotheses = _several(reader, read_hypothesis)
    if reader.at:
        _colon(reader)
    if kinds[reader.at] == "exists":
        reader.at += 1
        exists = read_declarations(reader)
        _colon(reader)
    given, goals = in_each_case(hypotheses, _several(reader, read_goal), exists)
    return Statement(declared, given, goals, exists)


def _colon(reader: Reader) -> None:
    if reader.kinds[reader.at] != ":":
        raise reader.error("a colon stands before what is claimed", reader.at)
    reader.at += 1


def _for_all(reader: Reader) -> tuple[Term, ...]:
    if reader.texts[reader.at + 1] != "all":
        raise reader.unexpected(reader.at)
    reader.at += 2
    return read_declarations(reader)


def read_declarations(reader: Reader) -> tuple[Term, ...]:
    """Symbols with their sorts, known from here on: `x, y: real, n: natural`."""
    kinds, texts = reader.kinds, reader.texts
    found: list[Term] = []
    names: list[str] = []
    while True:
        at = reader.at
        name = texts[at]
        if kinds[at + 1 : at + 2] not in ([","], [":"]):
            raise reader.error("a declaration is written name: sort, such as x: real", at)
        if fault := name_fault(name, reader.symbols, names):
            raise reader.error(fault, at)
        names.append(name)
        reader.at += 2
        if kinds[at + 1] == ",":
            continue
        sort = read_sort(reader)
        declared = [symbol(name, sort) for name in names]
        reader.declare({**reader.symbols, **{s.name: s for s in declared}})
        found += declared
        names = []
        if kinds[reader.at] != ",":
            return tuple(found)
        reader.at += 1


def name_fault(name: Any, *declared: Container[str]) -> str | None:
    """Why a name cannot be declared; None if it can."""
    if not isinstance(name, str):
        return "a name is a text"
    if name in RESERVED or name in REFUSED:
        return f"{name} is reserved and cannot be declared"
    if any(name in names for names in declared):
        return f"{name} is declared already; take another name"
    return check_name(name)


def _several(reader: Reader, rule: Callable[[Reader], Read]) -> tuple[Read, ...]:
    many = reader.kinds.count(";") + 1
    if many > limits.relations:
        raise reader.error(
            f"{many} relations, at most {limits.relations} are read "
            f"({limits.setting('relations')})", reader.at,
        )  # fmt: skip
    found = [rule(reader)]
    while reader.kinds[reader.at] == ";":
        reader.at += 1
        found.append(rule(reader))
    return tuple(found)


def read_hypothesis(reader: Reader) -> Proposition | Either:
    """A proposition, or relations of which one holds."""
    first, *others = _alternatives(reader)
    return Either(tuple([(p.relation,) for p in (first, *others)])) if others else first


def read_goal(reader: Reader) -> Proposition:
    """A proposition, or equations of numbers of which one holds."""
    at = reader.at
    first, *others = _alternatives(reader)
    try:
        said = one_of(p.relation for p in (first, *others)) if others else None
    except StatementError as error:
        raise reader.error(error.message, at) from None
    return first if said is None else Proposition(said)


def _alternatives(reader: Reader) -> list[Proposition]:
    found = [read_proposition(reader)]
    while found[0].is_plain and reader.texts[reader.at] == "or":
        reader.at += 1
        found.append(Proposition(_relation(reader)))
    return found


def read_proposition(reader: Reader) -> Proposition:
    """A relation and the variables after it, which are read first, since it is about them."""
    kinds = reader.kinds
    start = stop = reader.at
    while kinds[stop] not in _ENDS:
        stop += 1
    if kinds[stop] != "for":
        return _stated(reader, start, _relation(reader), (), _guards(reader))
    known = reader.symbols
    reader.at = stop
    variables = _for_all(reader)
    guards = _guards(reader)
    after, reader.at = reader.at, start
    relation = _relation(reader)
    if reader.at != stop:
        raise reader.unexpected(reader.at)
    reader.at = after
    reader.declare(known)
    return _stated(reader, start, relation, variables, guards)


def _guards(reader: Reader) -> tuple[Relation, ...]:
    guards: list[Relation] = []
    while reader.kinds[reader.at] == ("and" if guards else "with"):
        reader.at += 1
        guards.append(_relation(reader))
    return tuple(guards)


def _stated(
    reader: Reader, at: int, relation: Relation, variables: tuple[Term, ...] = (),
    guards: tuple[Relation, ...] = (),
) -> Proposition:  # fmt: skip
    try:
        return calculus_statements.stated(relation, variables, guards, reader.symbols)
    except StatementError as error:
        raise reader.error(error.message, at) from None


def _relation(reader: Reader) -> Relation:
    """`left operator right`, `A is invertible` for `det(A) != 0`, or `differentiable(f, x)`."""
    left = reader.term()
    at = reader.at
    operator = reader.kinds[at]
    if operator == "is":
        said = reader.texts[at + 1]
        if said != "invertible" or reader.kinds[at + 2] not in _ENDS:
            default = "other properties are part of a sort, such as unitary(n)"
            instead = advice.NAMES.get(said, default)
            if left.head == "symbol" and left.sort.is_matrix and said in SCALARS:
                instead = advice.DEFINITE
            raise reader.error(f"after `is`, only `invertible` is read; {instead}", at)
        reader.at += 2
        return ne(call("det", left), ZERO)
    if operator in _ENDS and left.head in calculus_notation.INDICATORS:
        return eq(left, ONE)
    if operator in _ENDS:
        raise reader.error("a relation is missing: write left == right, or <=, <, !=", at)
    if operator not in RELATIONS:
        raise reader.unexpected(at)
    reader.at += 1
    right = reader.term()
    if reader.kinds[reader.at] in RELATIONS:
        raise reader.error("relations cannot be chained; state each on its own", reader.at)
    return RELATION_OF[operator](left, right)
