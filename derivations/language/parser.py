"""Plain text to terms, sorts, propositions and statements.

Terms: see `parser_terms`.  Sorts:

    natural  posint  integer  real  positive  negative  nonnegative  complex
    vector(n)  matrix(n, m)                        complex entries; `real vector(n)` real ones
    invertible(n)  unitary(n)  orthogonal(n)  hermitian(n)  skew(n)  projector(n)  nilpotent2(n)
    real hermitian(n)  unitary matrix(n, n)        properties add up, in front
    family(integer -> real)   family(natural, natural -> real matrix(n, n))
    family(matrix(n, n) -> complex)   permutation(n)

Relations: `==` (or one `=`), `!=`, `<=`, `<`, and `>=`, `>`, which are turned around; `A is
invertible` is `det(A) != 0`.  All that the text of a statement may be is read:

    statement      [for all DECLARATIONS] [with PROPOSITIONS] : [exists DECLARATIONS :] PROPOSITIONS
    PROPOSITIONS   proposition; proposition; ...
    proposition    relation [for all DECLARATIONS [with relation and relation and ...]]
    DECLARATIONS   x, y: real, n: natural, A: matrix(n, n), ...

An object, as in a file (`files`), has `vars` and `exists`, name -> sort; `hypotheses`, texts;
`lets`, (name, text) pairs, whose terms are shared, not copied; and `statement`, a text, or `lhs`,
`rel`, `rhs`, or `equations`, pairs that must all hold.  Other keys are ignored, unless they look
like one of these.  All faults are told together, each with its place.

Nothing is evaluated, and no text is handed to Python or SymPy.  Sizes and depths are limited
(`limits.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from derivations.language.limits import limits
from derivations.language.parser_terms import REFUSED, Reader, depth
from derivations.language.sorts import (
    MATRIX_PROPERTIES,
    SCALARS,
    Sort,
    family_sort,
    matrix_sort,
    permutation_sort,
)
from derivations.language.statements import (
    Proposition,
    Relation,
    Statement,
    StatementError,
    eq,
    le,
    lt,
    ne,
)
from derivations.language.terms import ONE, RESERVED, ZERO, Place, Term, call, symbol
from derivations.language.text import sort_text
from derivations.language.tokens import (
    END,
    NAME,
    RELATIONS,
    Undeclared,
    Unsupported,
    check_name,
    closest,
    shown,
)

Read = TypeVar("Read")
Check = Callable[[Statement], object]


class StatementErrors(StatementError):
    """Everything that is wrong with a statement or a file of statements.

    faults: each with its place, in the order of the file.
    read: what could be read of the file all the same.
    """

    def __init__(
        self,
        faults: Iterable[StatementError],
        read: Iterable[tuple[str, Statement | Unsupported]] = (),
    ) -> None:
        self.faults = tuple(faults)
        self.read = tuple(read)
        super().__init__("\n".join([str(fault) for fault in self.faults]))


def parse_term(text: str, symbols: Mapping[str, Term], file: str = "<text>") -> Term:
    """The term that is written; `symbols` gives each declared name its symbol (or its term).

    Raises: StatementError, with the place; Unsupported for a function without a head.

    >>> x = symbol("x")
    >>> parse_term("1/2*x - sin(-x)**2", {"x": x})
    (1/2)*x - sin(-x)**2
    """
    return _whole(Reader(text, symbols, file), Reader.term)


def parse_proposition(
    text: str, symbols: Mapping[str, Term], file: str = "<text>"
) -> Proposition:
    """Two terms with a relation between them, or `A is invertible`; for some variables, or none.

    >>> n = symbol("n")
    >>> parse_proposition("k**2 >= 1 for all k: integer with k > n", {"n": n})
    1 <= k**2 for all k with n < k
    """
    return _whole(Reader(text, symbols, file), _proposition)


def parse_sort(text: str, symbols: Mapping[str, Term], file: str = "<text>") -> Sort:
    """The sort that is written; sizes are terms in declared symbols.

    >>> parse_sort("real vector(3)", {}).properties
    frozenset({'real'})
    """
    return Sort(text) if text in SCALARS else _whole(Reader(text, symbols, file), _sort)


def _whole(reader: Reader, rule: Callable[[Reader], Read]) -> Read:
    """What the rule reads, after which nothing may stand."""
    read = rule(reader)
    if reader.kinds[reader.at] != END:
        raise reader.unexpected(reader.at)
    return read


# Sorts

# Sorts and properties of matrices that are known to mathematics and not to the language.
_UNSUPPORTED_SORTS = frozenset(
    "rational irrational algebraic imaginary prime even odd symmetric antisymmetric "
    "antihermitian skewhermitian diagonal triangular positive_definite positive_semidefinite "
    "normal circulant nilpotent idempotent involution stochastic".split()
)
_SIZED = ["vector", "matrix", "permutation", *sorted(MATRIX_PROPERTIES - {"real"})]

# How deep families in families, and the terms of sizes, may be.
_DEEPEST = 50


def _sort(reader: Reader, families: int = 0) -> Sort:
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
        return Sort(word)
    if word == "family" and called and not properties:
        return _family(reader, families)
    if word not in _SIZED or not called or (word == "permutation" and properties):
        if word in _UNSUPPORTED_SORTS:
            raise Unsupported(f"the sort {word} is not supported yet", reader.source.place(at))
        if word in SCALARS:
            message = f"{word} takes no size, and no property stands before it"
        elif word in _SIZED and not called:
            message = f"{word} takes its size: {word}{'(n, m)' if word == 'matrix' else '(n)'}"
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


def _family(reader: Reader, families: int) -> Sort:
    start = reader.at
    if families == _DEEPEST:
        raise reader.error("nested too deep for a sort", start)
    index: list[Sort] = []
    reader.at += 1
    while not index or reader.kinds[reader.at] == ",":
        reader.at += 1
        index.append(_sort(reader, families + 1))
    if reader.kinds[reader.at] == "->":
        reader.at += 1
        value = _sort(reader, families + 1)
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
_RELATIONS: dict[str, Callable[[Term, Term], Relation]] = {
    "==": eq, "=": eq, "!=": ne, "<=": le, "<": lt,
    ">=": lambda left, right: le(right, left), ">": lambda left, right: lt(right, left),
}  # fmt: skip


def _statement(reader: Reader) -> Statement:
    kinds = reader.kinds
    declared: tuple[Term, ...] = ()
    hypotheses: tuple[Proposition, ...] = ()
    exists: tuple[Term, ...] = ()
    if kinds[0] == "for":
        declared = _for_all(reader)
    if kinds[reader.at] == "with":
        reader.at += 1
        hypotheses = _propositions(reader)
    if reader.at:
        _colon(reader)
    if kinds[reader.at] == "exists":
        reader.at += 1
        exists = _declarations(reader)
        _colon(reader)
    return Statement(declared, hypotheses, _propositions(reader), exists)


def _colon(reader: Reader) -> None:
    if reader.kinds[reader.at] != ":":
        raise reader.error("a colon stands before what is claimed", reader.at)
    reader.at += 1


def _for_all(reader: Reader) -> tuple[Term, ...]:
    if reader.texts[reader.at + 1] != "all":
        raise reader.unexpected(reader.at)
    reader.at += 2
    return _declarations(reader)


def _declarations(reader: Reader) -> tuple[Term, ...]:
    """Symbols with their sorts, known from here on: `x, y: real, n: natural`."""
    kinds, texts = reader.kinds, reader.texts
    found: list[Term] = []
    names: list[str] = []
    while True:
        at = reader.at
        name = texts[at]
        if kinds[at + 1 : at + 2] not in ([","], [":"]):
            raise reader.error("a declaration is written name: sort, such as x: real", at)
        if fault := _name_fault(name, reader.symbols, names):
            raise reader.error(fault, at)
        names.append(name)
        reader.at += 2
        if kinds[at + 1] == ",":
            continue
        sort = _sort(reader)
        declared = [symbol(name, sort) for name in names]
        reader.declare({**reader.symbols, **{s.name: s for s in declared}})
        found += declared
        names = []
        if kinds[reader.at] != ",":
            return tuple(found)
        reader.at += 1


def _name_fault(name: Any, *declared: Container[str]) -> str | None:
    """Why a name cannot be declared; None if it can."""
    if not isinstance(name, str):
        return "a name is a text"
    if name in RESERVED or name in REFUSED:
        return f"{name} is reserved and cannot be declared"
    if any(name in names for names in declared):
        return f"{name} is declared already"
    return check_name(name)


def _propositions(reader: Reader) -> tuple[Proposition, ...]:
    found = [_proposition(reader)]
    while reader.kinds[reader.at] == ";":
        reader.at += 1
        found.append(_proposition(reader))
    return tuple(found)


def _proposition(reader: Reader) -> Proposition:
    """A relation and the variables after it, which are read first, since it is about them."""
    kinds = reader.kinds
    start = stop = reader.at
    while kinds[stop] not in _ENDS:
        stop += 1
    if kinds[stop] != "for":
        return Proposition(_relation(reader))
    known = reader.symbols
    reader.at = stop
    variables = _for_all(reader)
    guards: list[Relation] = []
    while kinds[reader.at] == ("and" if guards else "with"):
        reader.at += 1
        guards.append(_relation(reader))
    after, reader.at = reader.at, start
    relation = _relation(reader)
    if reader.at != stop:
        raise reader.unexpected(reader.at)
    reader.at = after
    reader.declare(known)
    return Proposition(relation, variables, tuple(guards))


def _relation(reader: Reader) -> Relation:
    """`left operator right`, or `A is invertible` for `det(A) != 0`."""
    left = reader.term()
    at = reader.at
    operator = reader.kinds[at]
    if operator == "is":
        if reader.texts[at + 1] != "invertible" or reader.kinds[at + 2] not in _ENDS:
            raise reader.error(
                "after `is`, only `invertible` is read; other properties are part of a sort, "
                "such as unitary(n)", at,
            )  # fmt: skip
        reader.at += 2
        return ne(call("det", left), ZERO)
    if operator in _ENDS:
        raise reader.error("a relation is missing: write left == right, or <=, <, !=", at)
    if operator not in RELATIONS:
        raise reader.unexpected(at)
    reader.at += 1
    right = reader.term()
    if reader.kinds[reader.at] in RELATIONS:
        raise reader.error("relations cannot be chained; state each on its own", reader.at)
    return _RELATIONS[operator](left, right)


# Statements with their declarations, with all that is wrong with them

# The keys of a statement, and how much alike another one is that was probably meant to be one.
KEYS = (
    "id", "vars", "exists", "hypotheses", "lets", "statement", "lhs", "rel", "rhs", "equations",
)  # fmt: skip
_NEARLY = 0.8


def parse_statement(
    data: Mapping[str, Any], file: str = "<statement>", check: Check | None = None
) -> Statement:
    """One statement from an object of a statement file.

    check: what else is asked of the statement; a StatementError that it raises is a fault.
    Raises: StatementErrors with every fault; Unsupported if that is all that is wrong.

    >>> parse_statement({"vars": {"x": "real"}, "lhs": "x - x", "rel": "==", "rhs": "0"}).goals
    (x - x == 0,)
    """
    reading = _Reading(file)
    return reading.result(reading.mapping(data), check)


def parse_claim(
    text: str,
    declared: Sequence[str] = (),
    given: Sequence[str] = (),
    check: Check | None = None,
    exists: Sequence[str] = (),
) -> Statement:
    """A statement from its text, declarations such as `x, y: real`, and hypotheses.

    exists: declarations of what is claimed to exist.
    check: as for `parse_statement`.
    Raises: StatementErrors with every fault; Unsupported if that is all that is wrong.

    >>> claimed = parse_claim("x < x + 1", ["x: real"], ["0 < x"])
    >>> claimed == parse_claim("for all x: real with 0 < x: x < x + 1")
    True
    """
    reading = _Reading("")
    symbols = reading.declared_lines("let", declared)
    some = reading.declared_lines("exists", exists)
    hypotheses = [
        reading.read(line, f"given {k}", "a hypothesis", _proposition)
        for k, line in enumerate(given, 1)
    ]
    stated = reading.read(text, "statement", "a statement", _statement)
    return reading.result(reading.statement(symbols, hypotheses, some, stated), check)


class _Reading:
    """One statement while it is read: what is declared so far, and what is wrong with it.

    where: the place of the statement; none of one whose faults are shown with a caret.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[StatementError] = []
        self.symbols: dict[str, Term] = {}
        self.broken: set[str] = set()  # declared names whose sort or term has a fault
        self.depths: dict[int, int] = {}  # of the terms of `lets`, by identity

    def result(self, read: Statement | None, check: Check | None = None) -> Statement:
        """The statement, if nothing is wrong with it."""
        if read is not None and not self.faults:
            try:
                if check is not None:
                    check(read)
                return read
            except StatementError as error:
                self.fault(error.message) if error.place is None else self.faults.append(error)
        if all(isinstance(fault, Unsupported) for fault in self.faults):
            raise self.faults[0]
        raise StatementErrors(self.faults)

    def fault(self, message: str, part: str = "") -> None:
        self.faults.append(StatementError(message, Place(f"{self.where}{part}", 1, 1)))

    def read(
        self, text: Any, part: str, what: str, rule: Callable[[Reader], Read]
    ) -> Read | None:
        """What the rule reads from a text; None, with the fault kept, if it cannot."""
        if not isinstance(text, str):
            self.fault(f"{what} is a text", part)
            return None
        try:
            return _whole(Reader(text, self.symbols, self.where + part, self.depths), rule)
        except StatementError as error:
            error.text = "" if self.where else text
            # What follows from a fault that is known is none.
            if not (isinstance(error, Undeclared) and error.name in self.broken):
                self.faults.append(error)
            return None

    def statement(
        self,
        declared: Sequence[Term],
        hypotheses: Iterable[Proposition | None],
        exists: Sequence[Term],
        stated: Statement | None,
    ) -> Statement | None:
        """What is declared and given beside a text, and what is in it."""
        if stated is None or self.faults:
            return None
        return Statement(
            (*declared, *stated.declarations),
            (*(h for h in hypotheses if h is not None), *stated.hypotheses),
            stated.goals,
            (*exists, *stated.exists),
        )

    def declared_lines(self, part: str, lines: Iterable[str]) -> list[Term]:
        """The symbols of lines such as `x, y: real`."""
        found: list[Term] = []
        # Sizes may name what is declared later: sorts without brackets come first.
        for k, line in sorted(enumerate(lines, 1), key=lambda item: "(" in item[1]):
            symbols = self.read(line, f"{part} {k}", "a declaration", _declarations)
            if symbols is None:
                self.broken.update(n.strip() for n in line.partition(":")[0].split(","))
            else:
                self.symbols |= {s.name: s for s in symbols}
                found += symbols
        return found

    def mapping(self, data: Any) -> Statement | None:
        """The statement of an object of a file."""
        if not isinstance(data, Mapping):
            self.fault("a statement is an object with vars, hypotheses and lhs, rel, rhs")
            return None
        for key in data:
            # Ignored, what is nearly one of ours would change the statement.
            if isinstance(key, str) and key not in KEYS and len(key) <= limits.name:
                meant = closest(key.lower(), KEYS, _NEARLY)
                if meant:
                    self.fault(f"the key {shown(key)} is not known{meant}")
        declared, exists = self._declared(data, "vars"), self._declared(data, "exists")
        self._lets(data)
        hypotheses = [
            self.read(text, f".hypotheses[{k}]", "a hypothesis", _proposition)
            for k, text in self._listed(data, "hypotheses", "texts")
        ]
        return self.statement(declared, hypotheses, exists, self._stated(data))

    def _declared(self, data: Mapping[Any, Any], key: str) -> list[Term]:
        """The symbols of an object, name -> sort, each after those in its sizes."""
        sorts = data.get(key, {})
        if not isinstance(sorts, Mapping):
            self.fault(f"{key} is an object, name -> sort", f".{key}")
            return []
        found: list[Term] = []
        for name, text in sorted(sorts.items(), key=lambda item: "(" in str(item[1])):
            part = f".{key}.{name if check_name(str(name)) is None else shown(str(name))}"
            if not self._free_name(name, part):
                continue
            if text in SCALARS:
                sort: Sort | None = Sort(text)
            else:
                sort = self.read(text, part, 'a sort, such as "real",', _sort)
            if sort is None:
                self.broken.add(name)
            else:
                self.symbols[name] = symbol(name, sort)
                found.append(self.symbols[name])
        return found

    def _free_name(self, name: Any, part: str) -> bool:
        why = _name_fault(name, self.symbols, self.broken)
        if why:
            self.fault(why, part)
        return why is None

    def _listed(self, data: Mapping[Any, Any], key: str, what: str) -> Iterable[tuple[int, Any]]:
        """What stands in a list, counted; pairs, where such are wanted."""
        items = data.get(key, [])
        if not isinstance(items, list):
            self.fault(f"{key} is a list of {what}", f".{key}")
            return
        for k, item in enumerate(items):
            if what != "texts" and not (isinstance(item, list) and len(item) == 2):
                self.fault(f"{key} is a list of {what}", f".{key}[{k}]")
            else:
                yield k, item

    def _lets(self, data: Mapping[Any, Any]) -> None:
        for k, (name, text) in self._listed(data, "lets", "pairs: name, text"):
            term = self.read(text, f".lets[{k}][1]", "a term", Reader.term)
            if not self._free_name(name, f".lets[{k}][0]"):
                continue
            if term is None:
                self.broken.add(name)
            else:
                self.symbols[name] = term
                self.depths[id(term)] = depth(term, self.depths)

    def _stated(self, data: Mapping[Any, Any]) -> Statement | None:
        """What is claimed: of `statement`, of `equations`, or of `lhs`, `rel` and `rhs`."""
        forms = [("statement",), ("equations",), ("lhs", "rel", "rhs")]
        used = [form for form in forms if any(key in data for key in form)]
        missing = [key for form in used for key in form if key not in data]
        if len(used) != 1:
            self.fault("what is claimed is either statement, or equations, or lhs, rel and rhs")
        elif missing:
            self.fault(f"required key missing: {', '.join(missing)}")
        if "statement" in data:
            return self.read(data["statement"], ".statement", "a statement", _statement)
        operator = data.get("rel", "==")
        if not isinstance(operator, str) or operator not in RELATIONS:
            self.fault("a relation is one of ==, !=, <=, <, >=, >", ".rel")
            operator = "=="
        pairs = [
            [(side, f".equations[{k}][{i}]") for i, side in enumerate(pair)]
            for k, pair in self._listed(data, "equations", "pairs: left, right")
        ]
        pairs.append([(data[key], f".{key}") for key in ("lhs", "rhs") if key in data])
        goals: list[Proposition] = []
        for pair in pairs:
            sides = [self.read(side, part, "a term", Reader.term) for side, part in pair]
            terms = [side for side in sides if side is not None]
            if len(terms) == 2:
                goals.append(Proposition(_RELATIONS[operator](*terms)))
        if not goals and not self.faults:
            self.fault("equations is a list of at least one pair: left, right", ".equations")
        return Statement((), (), tuple(goals))
