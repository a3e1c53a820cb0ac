"""Plain text to terms, sorts, propositions and statements.

What may be written: see `parser_terms` and `parser_statements`.

An object, as in a file (`files`), has `vars` and `exists`, name -> sort; `hypotheses`, texts;
`lets`, (name, text) pairs, whose terms are shared, not copied; and `statement`, a text, or `lhs`,
`rel`, `rhs`, or `equations`, pairs that must all hold.  Other keys are ignored, unless they look
like one of these.  All faults are told together, each with its place.

Nothing is evaluated, and no text is handed to Python or SymPy.  Sizes and depths are limited
(`limits.py`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from derivations.language.alternatives import Either, in_each_case
from derivations.language.calculus_statements import existing, stated as stated_of
from derivations.language.limits import limits
from derivations.language.parser_statements import (
    RELATION_OF, name_fault, read_declarations, read_hypothesis, read_sort, read_statement,
)
from derivations.language.parser_terms import Reader, depth
from derivations.language.sorts import SCALARS, Sort
from derivations.language.statements import Proposition, Statement, StatementError
from derivations.language.terms import Place, Term, symbol
from derivations.language.tokens import (
    END, RELATIONS, Undeclared, Unsupported, check_name, closest, shown,
)

Read = TypeVar("Read")
Check = Callable[[Statement], object]


class StatementErrors(StatementError):
    """Everything that is wrong with a statement or a file of statements.

    faults: each with its place, in the order of the file.
    """

    def __init__(self, faults: Iterable[StatementError]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join([str(fault) for fault in self.faults]))


def _whole(reader: Reader, rule: Callable[[Reader], Read]) -> Read:
    """What the rule reads, after which nothing may stand."""
    read = rule(reader)
    if reader.kinds[reader.at] != END:
        raise reader.unexpected(reader.at)
    return read


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
        reading.read(line, f"given {k}", "a hypothesis", read_hypothesis)
        for k, line in enumerate(given, 1)
    ]
    stated = reading.read(text, "statement", "a statement", read_statement)
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
        hypotheses: Iterable[Proposition | Either | None],
        exists: Sequence[Term],
        stated: Statement | None,
    ) -> Statement | None:
        """What is declared and given beside a text, and what is in it."""
        if stated is None or self.faults:
            return None
        held = [*(h for h in hypotheses if h is not None), *stated.hypotheses]
        some = (*exists, *stated.exists)
        try:
            given, goals = in_each_case(held, stated.goals, some)
        except StatementError as error:
            self.fault(error.message)
            return None
        return Statement(
            (*declared, *stated.declarations),
            existing(given, self.symbols.keys() | {s.name for s in stated.declarations}),
            goals,
            some,
        )

    def declared_lines(self, part: str, lines: Iterable[str]) -> list[Term]:
        """The symbols of lines such as `x, y: real`."""
        found: list[Term] = []
        # Sizes may name what is declared later: sorts without brackets come first.
        for k, line in sorted(enumerate(lines, 1), key=lambda item: "(" in item[1]):
            symbols = self.read(line, f"{part} {k}", "a declaration", read_declarations)
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
            self.read(text, f".hypotheses[{k}]", "a hypothesis", read_hypothesis)
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
                sort = self.read(text, part, 'a sort, such as "real",', read_sort)
            if sort is None:
                self.broken.add(name)
            else:
                self.symbols[name] = symbol(name, sort)
                found.append(self.symbols[name])
        return found

    def _free_name(self, name: Any, part: str) -> bool:
        why = name_fault(name, self.symbols, self.broken)
        if why:
            self.fault(why, part)
        return why is None

    def _listed(self, data: Mapping[Any, Any], key: str, what: str) -> Iterable[tuple[int, Any]]:
        """What stands in a list, counted; pairs, where such are wanted."""
        items = data.get(key, [])
        if not isinstance(items, list):
            self.fault(f"{key} is a list of {what}", f".{key}")
            return
        if len(items) > limits.relations:
            most = f"at most {limits.relations} are read ({limits.setting('relations')})"
            self.fault(f"{len(items)} {key}, {most}", f".{key}")
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
            return self.read(data["statement"], ".statement", "a statement", read_statement)
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
                try:
                    goals.append(stated_of(RELATION_OF[operator](*terms), avoid=self.symbols))
                except StatementError as error:
                    self.fault(error.message)
        if not goals and not self.faults:
            self.fault("equations is a list of at least one pair: left, right", ".equations")
        return Statement((), (), tuple(goals))
