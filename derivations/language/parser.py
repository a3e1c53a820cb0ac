"""Plain text to terms, relations, sorts and statements; JSON files of statements.

Terms: see `parser_terms`.  Relations: `==` (or one `=`), `!=`, `<=`, `<`, and `>=`, `>`, which are
turned around; `A is invertible` is `det(A) != 0`.  Hypotheses and goals may be for all values of
variables, and all that `str` of a statement writes is read: see `parser_relations`.  Sorts:

    natural  posint  integer  real  positive  negative  nonnegative  complex
    vector(n)  matrix(n, m)                        complex entries; `real vector(n)` real ones
    invertible(n)  unitary(n)  orthogonal(n)  hermitian(n)  skew(n)  projector(n)  nilpotent2(n)
    real hermitian(n)  unitary matrix(n, n)        properties add up, in front
    family(integer -> real)   family(natural, natural -> real matrix(n, n))
    family(matrix(n, n) -> complex)   permutation(n)

A file is a list of objects: `id`; `vars` and `exists`, name -> sort; `hypotheses`, texts; `lets`,
(name, text) pairs, whose terms are shared, not copied; and `statement`, a text, or `lhs`, `rel`,
`rhs`, or `equations`, pairs that must all hold.  Other keys are ignored, unless they look like one
of these.  All faults of a file are reported together, each with its place.

Nothing is evaluated, and no text is handed to Python or SymPy.  Sizes and depths are limited
(`limits.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from derivations.language.limits import limits
from derivations.language.parser_names import REFUSED, Undeclared, Unsupported
from derivations.language.parser_relations import (
    check_depth,
    read_proposition,
    read_statement,
    read_term,
    related,
)
from derivations.language.parser_sorts import read_sort
from derivations.language.parser_terms import Reader
from derivations.language.parser_tokens import (
    END,
    RELATIONS,
    check_name,
    shown,
)
from derivations.language.sorts import SCALARS, Sort
from derivations.language.statements import (
    Proposition,
    Statement,
    StatementError,
    eq,
)
from derivations.language.terms import RESERVED, Place, Term, symbol
from derivations.language.text import sort_text

__all__ = [
    "StatementErrors", "Undeclared", "Unsupported",
    "parse_claim", "parse_proposition", "parse_sort", "parse_statement", "parse_statements",
    "parse_term",
]  # fmt: skip


# The keys of a statement, and how much alike another one is that was probably meant to be one.
KEYS = (
    "id", "vars", "exists", "hypotheses", "lets", "statement", "lhs", "rel", "rhs", "equations",
)  # fmt: skip
NEARLY = 0.8


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
    1/2*x - sin(-x)**2
    """
    reader = Reader(text, symbols, file)
    term = read_term(reader)
    check_depth([term], reader)
    return term


def parse_proposition(
    text: str, symbols: Mapping[str, Term], file: str = "<text>"
) -> Proposition:
    """Two terms with a relation between them, or `A is invertible`; for some variables, or none.

    >>> n = symbol("n")
    >>> str(parse_proposition("k**2 >= 1 for all k: integer with k > n", {"n": n}))
    '1 <= k**2 for all k: integer with n < k'
    """
    reader = Reader(text, symbols, file)
    read = read_proposition(reader)
    check_depth(_sides(read), reader)
    return read


def _sides(read: Term | Proposition | Statement) -> list[Term]:
    """The terms in what was read."""
    if isinstance(read, Term):
        return [read]
    if isinstance(read, Statement):
        return [side for p in (*read.hypotheses, *read.goals) for side in _sides(p)]
    return [side for r in (read.relation, *read.guards) for side in (r.left, r.right)]


# Sorts


def parse_sort(text: str, symbols: Mapping[str, Term], file: str = "<text>") -> Sort:
    """The sort that is written; sizes are terms in declared symbols.

    >>> str(parse_sort("real vector(3)", {}))
    'real vector(3)'
    """
    if text in SCALARS:
        return Sort(text)
    reader = Reader(text, symbols, file)
    if reader.kinds[0] == END:
        raise reader.error("empty: there is no sort here", 0)
    nesting = len(reader.tokens.partners)  # in pairs, and not so many that reading recurs deep
    sort = read_sort(reader)
    if (nesting + 1) * reader.depth_bound() > limits.depth:
        raise reader.error(f"nested too deep for a sort ({limits.setting('depth')})", 0)
    if reader.kinds[reader.at] != END:
        raise reader.error(
            f"{shown(reader.texts[reader.at])} cannot stand after the sort {sort_text(sort)}",
            reader.at,
        )
    return sort


# Statements


def parse_statement(data: Mapping[str, Any], file: str = "<statement>") -> Statement:
    """One statement from an object of a statement file.

    Raises: StatementErrors with every fault; Unsupported if that is all that is wrong.

    >>> str(parse_statement({"vars": {"x": "real"}, "lhs": "x - x", "rel": "==", "rhs": "0"}))
    'for all x: real: x - x == 0'
    """
    reading = _Statement(file)
    read = reading.read(data)
    faults = reading.faults
    if read is not None and not faults:
        return read
    raise _only_unsupported(faults) or StatementErrors(faults)


Check = Callable[[Statement], object]


def parse_claim(
    text: str,
    declared: Sequence[str] = (),
    given: Sequence[str] = (),
    check: Check | None = None,
    exists: Sequence[str] = (),
) -> Statement:
    """A statement from its text, declarations such as `x, y: real`, and hypotheses.

    exists: declarations of what is claimed to exist.
    check: what else is asked of the statement; a StatementError that it raises is a fault.
    Raises: StatementErrors with every fault; Unsupported if that is all that is wrong.

    >>> str(parse_claim("x < x + 1", ["x: real"], ["0 < x"]))
    'for all x: real with 0 < x: x < x + 1'
    >>> str(parse_claim("for all x: real with 0 < x: x < x + 1"))
    'for all x: real with 0 < x: x < x + 1'
    """
    reading = _Statement("")
    statement = reading.read_claim(text, declared, given, exists)
    if statement is not None and check is not None:
        reading.check(statement, check)
    if statement is not None and not reading.faults:
        return statement
    unsupported = _only_unsupported(reading.faults)
    if unsupported is not None:
        raise unsupported
    texts = {"statement": text}
    texts |= {f"let {k}": line for k, line in enumerate(declared, 1)}
    texts |= {f"given {k}": line for k, line in enumerate(given, 1)}
    for fault in reading.faults:
        fault.text = "" if fault.place is None else texts.get(fault.place.file, "")
    raise StatementErrors(reading.faults)


def parse_statements(
    text: str, file: str, check: Check | None = None
) -> list[tuple[str, Statement | Unsupported]]:
    """The statements of a file, each with its id; one that is not supported yet says so itself.

    check: what else is asked of each statement; a StatementError that it raises is a fault.
    Raises: StatementErrors with every fault of the file.
    """
    read: list[tuple[str, Statement | Unsupported]] = []
    faults: list[StatementError] = []
    seen: dict[str, int] = {}
    for k, data in enumerate(_load(text, file)):
        where = f"{file} $[{k}]"
        reading = _Statement(where)
        statement = reading.read(data)
        if statement is not None and check is not None:
            reading.check(statement, check)
        name = data.get("id", f"${k}") if isinstance(data, dict) else f"${k}"
        if not isinstance(name, str):
            reading.fault(f"the id is a text, not {shown(json.dumps(name))}", ".id")
            name = f"${k}"
        elif name in seen:
            reading.fault(f"the id {shown(name)} is that of $[{seen[name]}] too", ".id")
        seen.setdefault(name, k)
        unsupported = _only_unsupported(reading.faults)
        if unsupported is not None:
            read.append((name, unsupported))
        elif statement is None or reading.faults:
            faults += reading.faults
        else:
            read.append((name, statement))
    if faults:
        raise StatementErrors(faults, read)
    return read


def _only_unsupported(faults: Iterable[StatementError]) -> Unsupported | None:
    """The first fault, when every one is only that something is not supported."""
    first: Unsupported | None = None
    for fault in faults:
        if not isinstance(fault, Unsupported):
            return None
        first = first or fault
    return first


def _load(text: str, file: str) -> list[Any]:
    start = Place(file, 1, 1)
    if len(text) > limits.file:
        raise too_large("the file is too long", "bytes", "file", start)
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except json.JSONDecodeError as error:
        place = Place(file, error.lineno, error.colno)
        raise StatementErrors([StatementError(f"not JSON: {error.msg}", place)]) from None
    except (ValueError, RecursionError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise StatementErrors([StatementError(f"cannot be read: {why}", start)]) from None
    if not isinstance(data, list):
        raise StatementErrors([StatementError("a statement file is a list of objects", start)])
    if len(data) > limits.statements:
        what = f"the file has {len(data)} statements"
        raise too_large(what, "statements", "statements", start)
    return data


def too_large(what: str, of: str, name: str, start: Place) -> StatementErrors:
    most = getattr(limits, name)
    message = f"{what}: at most {most} {of} are read ({limits.setting(name)})"
    return StatementErrors([StatementError(message, start)])


def _integer(text: str) -> int:
    if len(text) > limits.digits:
        raise ValueError(f"a number of {len(text)} digits ({limits.setting('digits')})")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {shown(key)} stands twice in one object")
        data[key] = value
    return data


def _shown_name(name: Any) -> str:
    if not isinstance(name, str):
        return shown(str(name))
    return name if check_name(name) is None else shown(name)


Read = TypeVar("Read", Term, Proposition, Statement)


class _Statement:
    """Reads one statement and gathers what is wrong with it."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[StatementError] = []
        self.symbols: dict[str, Term] = {}
        self.broken: set[str] = set()  # declared names whose sort or term has a fault
        self.deepest = 0  # what the depth of the terms of `lets` cannot exceed
        self.depths: dict[int, int] = {}  # by identity; `kept` keeps the terms alive
        self.kept: list[Term] = []

    def fault(self, message: str, part: str = "") -> None:
        self.faults.append(StatementError(message, Place(f"{self.where}{part}", 1, 1)))

    def read(self, data: Any) -> Statement | None:
        if not isinstance(data, Mapping):
            self.fault("a statement is an object with vars, hypotheses and lhs, rel, rhs")
            return None
        self._misspelt(data)
        declarations = self._declarations(data, "vars")
        exists = self._declarations(data, "exists")
        self._lets(data.get("lets", []))
        hypotheses = self._hypotheses(data.get("hypotheses", []))
        if "statement" in data:
            for key in ("lhs", "rel", "rhs", "equations"):
                if key in data:
                    self.fault(f"either statement or equations or lhs, rel, rhs: {key} is too much")
            return self._whole(data["statement"], ".statement", declarations, hypotheses, exists)
        goals = self._goals(data)
        return None if self.faults else Statement(declarations, hypotheses, goals, exists)

    def _whole(
        self,
        text: Any,
        part: str,
        declarations: tuple[Term, ...],
        hypotheses: tuple[Proposition, ...],
        exists: tuple[Term, ...],
    ) -> Statement | None:
        """The statement of a text, and what is declared and given besides."""
        read = self._read(text, part, "a statement", read_statement)
        if read is None or self.faults:
            return None
        return Statement(
            (*declarations, *read.declarations),
            (*hypotheses, *read.hypotheses),
            read.goals,
            (*exists, *read.exists),
        )

    def _misspelt(self, data: Mapping[Any, Any]) -> None:
        """A key that is nearly one of ours is refused: ignored, it would change the statement."""
        for key in data:
            if isinstance(key, str) and key not in KEYS and len(key) <= limits.name:
                meant = get_close_matches(key.lower(), KEYS, 1, NEARLY)
                if meant:
                    self.fault(f"the key {shown(key)} is not known; did you mean {meant[0]}?")

    def read_claim(
        self, text: str, declared: Iterable[str], given: Iterable[str], exists: Iterable[str]
    ) -> Statement | None:
        declarations = self._declared_lines(declared, "let")
        some = self._declared_lines(exists, "exists")
        hypotheses = [
            self._read(hypothesis, f"given {k}", "a hypothesis", read_proposition)
            for k, hypothesis in enumerate(given, 1)
        ]
        facts = tuple(h for h in hypotheses if h is not None)
        return self._whole(text, "statement", declarations, facts, some)

    def _declared_lines(self, lines: Iterable[str], part: str) -> tuple[Term, ...]:
        names: list[tuple[Any, Any, str]] = []
        for k, line in enumerate(lines, 1):
            listed, colon, sort = line.partition(":")
            if not colon:
                self.fault("a declaration is written name: sort, such as x: real", f"{part} {k}")
            # Blanks before the sort, so that its columns are those of the declaration.
            sort = " " * (len(listed) + 1) + sort
            names += [(name.strip(), sort, f"{part} {k}") for name in listed.split(",") if colon]
        return self._declare(names)

    def check(self, statement: Statement, check: Check) -> None:
        try:
            check(statement)
        except StatementError as error:
            self.fault(error.message) if error.place is None else self.faults.append(error)

    def _declarations(self, data: Mapping[Any, Any], key: str) -> tuple[Term, ...]:
        sorts = data.get(key, {})
        if not isinstance(sorts, Mapping):
            self.fault(f"{key} is an object, name -> sort", f".{key}")
            return ()
        named = [(_shown_name(name), name) for name in sorts]
        return self._declare([(name, sorts[name], f".{key}.{part}") for part, name in named])

    def _declare(self, declared: list[tuple[Any, Any, str]]) -> tuple[Term, ...]:
        """The symbols declared by (name, sort, part), each after those in its sizes."""
        before = len(self.symbols)
        # Sizes may name what is declared later: sorts without brackets come first.
        for name, text, part in sorted(declared, key=lambda item: "(" in str(item[1])):
            if not self._free_name(name, part):
                continue
            if not isinstance(text, str):
                self.fault('a sort is a text, such as "real"', part)
                self.broken.add(name)
                continue
            try:
                sort = parse_sort(text, self.symbols, self.where + part)
                self.symbols[name] = symbol(name, sort)
            except StatementError as error:
                self._fails(error)
                self.broken.add(name)
        return tuple(self.symbols.values())[before:]

    def _free_name(self, name: Any, part: str) -> bool:
        if not isinstance(name, str):
            self.fault("a name is a text", part)
            return False
        why = check_name(name)
        if name in RESERVED or name in REFUSED:
            why = f"{name} is reserved and cannot be declared"
        elif name in self.symbols or name in self.broken:
            why = f"{name} is declared already"
        if why:
            self.fault(why, part)
        return why is None

    def _fails(self, error: StatementError) -> None:
        """Keep a fault, unless it follows from one that is known."""
        if not (isinstance(error, Undeclared) and error.name in self.broken):
            self.faults.append(error)

    def _term(self, text: Any, part: str) -> Term | None:
        return self._read(text, part, "a term", read_term)

    def _read(
        self, text: Any, part: str, what: str, rule: Callable[[Reader], Read]
    ) -> Read | None:
        """What the rule reads from a text; None, with the fault kept, if it cannot."""
        if not isinstance(text, str):
            self.fault(f"{what} is a text", part)
            return None
        try:
            reader = Reader(text, self.symbols, self.where + part, self.broken)
            read = rule(reader)
            terms = _sides(read)
            self.kept += terms
            check_depth(terms, reader, self.deepest, self.depths)
        except StatementError as error:
            self._fails(error)
            return None
        if part.startswith(".lets"):
            self.deepest += reader.depth_bound()
        return read

    def _lets(self, data: Any) -> None:
        if not isinstance(data, list):
            self.fault("lets is a list of pairs: name, text", ".lets")
            return
        for k, pair in enumerate(data):
            part = f".lets[{k}]"
            if not isinstance(pair, list) or len(pair) != 2:
                self.fault("a let is a pair: name, text", part)
                continue
            name, text = pair
            term = self._term(text, f"{part}[1]")
            if not self._free_name(name, f"{part}[0]"):
                continue
            if term is None:
                self.broken.add(name)
            else:
                self.symbols[name] = term

    def _hypotheses(self, data: Any) -> tuple[Proposition, ...]:
        if not isinstance(data, list):
            self.fault("hypotheses is a list of texts", ".hypotheses")
            return ()
        read: list[Proposition] = []
        for k, text in enumerate(data):
            hypothesis = self._read(text, f".hypotheses[{k}]", "a hypothesis", read_proposition)
            if hypothesis is not None:
                read.append(hypothesis)
        return tuple(read)

    def _goals(self, data: Mapping[str, Any]) -> tuple[Proposition, ...]:
        single = [key for key in ("lhs", "rel", "rhs") if key in data]
        if "equations" in data:
            if single:
                self.fault(f"either equations or lhs, rel, rhs: {single[0]} is too much")
            return self._equations(data["equations"])
        missing = [key for key in ("lhs", "rel", "rhs") if key not in data]
        if missing:
            self.fault(
                f"required key missing: {', '.join(missing)}"
                + ("" if single else " (or statement, or equations)")
            )
        operator = data.get("rel", "==")
        if not isinstance(operator, str) or operator not in RELATIONS:
            self.fault("a relation is one of ==, !=, <=, <, >=, >", ".rel")
        left, right = [
            self._term(data[key], f".{key}") if key in data else None for key in ("lhs", "rhs")
        ]
        if left is None or right is None or operator not in RELATIONS:
            return ()
        return (Proposition(related(left, operator, right)),)

    def _equations(self, data: Any) -> tuple[Proposition, ...]:
        if not isinstance(data, list) or not data:
            self.fault("equations is a list of at least one pair: left, right", ".equations")
            return ()
        read: list[Proposition] = []
        for k, pair in enumerate(data):
            part = f".equations[{k}]"
            if not isinstance(pair, list) or len(pair) != 2:
                self.fault("an equation is a pair: left, right", part)
                continue
            left = self._term(pair[0], f"{part}[0]")
            right = self._term(pair[1], f"{part}[1]")
            if left is not None and right is not None:
                read.append(Proposition(eq(left, right)))
        return tuple(read)
