"""Certificates as JSON, format 2; no theorem depends on it, since `check` reads what it builds.

Terms are numbered in a table, each row a head with its data and the numbers of its arguments, so
that shared subterms are written once.  A proof is the list of its steps: all but the last go on
with the next.  What is empty is left out.  Reading follows the types of the fields in `proofs`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from derivations.kernel.proofs import KINDS, RULES, AnyCertificate, At, Combine, Rejected, Use
from derivations.language.sorts import MATRIX_PROPERTIES, SCALARS, Sort
from derivations.language.statements import OPERATORS, Proposition, Relation, Statement
from derivations.language.terms import MAX_DIGITS, Term

FORMAT = "derivations certificate 2"
MAX_TERMS, MAX_DEPTH = 2_000_000, 400

Json = Any


@cache
def kernel_hash() -> str:
    """What identifies the kernel: all that is trusted, as it is written."""
    here = Path(__file__).parent
    language = [
        here.parent / "language" / f"{name}.py"
        for name in ("terms", "substitution", "sorts", "statements", "heads")
    ]
    digest = hashlib.sha256()
    for path in (*language, *sorted(here.rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


# Writing


class _Writer:
    def __init__(self) -> None:
        self.rows: list[Json] = []
        self.numbers: dict[Term, int] = {}
        # The same by identity, which is quicker to look up; `kept` keeps the identities valid.
        self.known: dict[int, int] = {}
        self.kept: list[Term] = []

    def term(self, term: Term) -> int:
        known = self.known
        pending = [term]
        while pending:
            node = pending[-1]
            if id(node) in known:
                pending.pop()
                continue
            number = self.numbers.get(node)
            if number is None:
                below = [a for a in node.args if id(a) not in known]
                if below:
                    pending.extend(reversed(below))
                    continue
                row = self._row(node)  # may number the dimensions in a sort first
                number = self.numbers[node] = len(self.rows)
                self.rows.append(row)
            known[id(node)] = number
            self.kept.append(node)
            pending.pop()
        return known[id(term)]

    def _row(self, term: Term) -> Json:
        if term.head == "number":
            return ["number", str(term.data)]
        if term.head == "symbol":
            return ["symbol", term.name, self.sort(term.sort)]
        shape = [list(term.data)] if term.data is not None else []
        return [term.head, *shape, *(self.known[id(a)] for a in term.args)]

    def sort(self, sort: Sort) -> Json:
        if sort.is_family:
            assert sort.value is not None
            return ["family", [self.sort(s) for s in sort.index], self.sort(sort.value)]
        if sort.rows is None:
            return sort.kind
        if sort.columns is None:
            return [sort.kind, self.term(sort.rows)]
        sizes = [self.term(sort.rows), self.term(sort.columns)]
        return [sort.kind, *sizes, sorted(sort.properties)]

    def write(self, value: object) -> Json:
        """Any part of a certificate."""
        match value:
            case Term():
                return self.term(value)
            case Relation(operator, left, right):
                return [operator, self.term(left), self.term(right)]
            case Proposition() if value.is_plain:
                return self.write(value.relation)
            case tuple():
                return [self.write(v) for v in value]
            case Fraction():
                return str(value)
            case Proposition() | Statement() | At():
                return self.object(value)
            case None | int() | str():
                return value
        return list(self.steps(value))

    def steps(self, proof: Any) -> Iterator[Json]:
        while True:
            name = type(proof).__name__.lower()
            yield {"rule": name, **self.object(proof)}
            if not hasattr(proof, "then"):
                return
            proof = proof.then

    def object(self, value: Any) -> dict[str, Json]:
        found = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "then"}
        return {k: self.write(v) for k, v in found.items() if v not in ((), None)}


def encode(certificate: AnyCertificate) -> dict[str, Json]:
    """The certificate as JSON data, with a hash of its content.

    >>> from derivations.kernel.proofs import Certificate, Combine
    >>> from derivations.language.statements import eq
    >>> from derivations.language.stating import statement
    >>> from derivations.language.terms import ONE
    >>> data = encode(Certificate(statement(eq(ONE, ONE)), (Combine(),)))
    >>> data["kind"], data["proofs"], data["terms"]
    ('proof', [[{'rule': 'combine'}]], [['number', '1']])
    """
    from derivations import __version__

    writer = _Writer()
    kind = next(name for name, cls in KINDS.items() if type(certificate) is cls)
    content = {
        "format": FORMAT, "version": __version__, "kernel": kernel_hash(), "kind": kind,
        **writer.object(certificate), "terms": writer.rows,
    }  # fmt: skip
    return {**content, "hash": content_hash(content)}


def content_hash(content: dict[str, Json]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def statement_hash(statement: Statement, conditions: tuple[Proposition, ...] = ()) -> str:
    """What identifies a theorem: its statement and its conditions."""
    writer = _Writer()
    body = {"statement": writer.write(statement), "conditions": writer.write(conditions)}
    return content_hash({**body, "terms": writer.rows})


# Reading


class _Reader:
    """Builds plain data from JSON; every fault is a Rejected with its place."""

    def __init__(self, rows: Json) -> None:
        if not isinstance(rows, list) or len(rows) > MAX_TERMS:
            raise Rejected("terms", f"expected a list of at most {MAX_TERMS} terms")
        self.terms: list[Term] = []
        self.depths: list[int] = []
        for place, row in enumerate(rows):
            self._row(row, f"terms[{place}]")

    def _row(self, row: Json, where: str) -> None:
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            raise Rejected(where, "expected [head, ...]")
        head, *rest = row
        data: Any = None
        if head == "number":
            data, rest = _rational(rest, where), []
        elif head == "symbol":
            if len(rest) != 2 or not isinstance(rest[0], str):
                raise Rejected(where, "expected [symbol, name, sort]")
            data, rest = (rest[0], self.sort(rest[1], where)), []
        elif rest and isinstance(rest[0], list):
            data, rest = tuple(rest[0]), rest[1:]
            if not all(type(n) is int for n in data):
                raise Rejected(where, f"expected [{head}, [rows, columns], entries...]")
        args = tuple([self.term(n, where) for n in rest])
        depth = 1 + max((self.depths[n] for n in rest), default=0)
        if depth > MAX_DEPTH:
            raise Rejected(where, f"terms may be nested at most {MAX_DEPTH} deep")
        self.depths.append(depth)
        self.terms.append(Term(head, args, data))

    def term(self, number: Json, where: str) -> Term:
        if type(number) is not int or not 0 <= number < len(self.terms):
            raise Rejected(where, f"{_shown(number)} is not the number of an earlier term")
        return self.terms[number]

    def sort(self, value: Json, where: str) -> Sort:
        match value:
            case str() if value in SCALARS:
                return Sort(value)
            case ["family", [_, *_] as index, inner]:
                sorts = tuple([self.sort(s, where) for s in index])
                return Sort("family", index=sorts, value=self.sort(inner, where))
            case ["permutation", size]:
                return Sort("permutation", self.term(size, where))
            case ["matrix", rows, columns, list() as properties]:
                known = [p for p in properties if isinstance(p, str) and p in MATRIX_PROPERTIES]
                if known == properties:
                    sizes = self.term(rows, where), self.term(columns, where)
                    return Sort("matrix", *sizes, frozenset(known))
        raise Rejected(where, f"{_shown(value)} is not a sort")

    def read(self, kind: Any, value: Json, where: str, depth: int = 0) -> Any:
        """The value of this type that is written so."""
        if depth > MAX_DEPTH:
            raise Rejected(where, f"proofs may be nested at most {MAX_DEPTH} deep")
        if kind is Term:
            return self.term(value, where)
        if kind is Proposition and isinstance(value, list):
            return Proposition(self.read(Relation, value, where))
        if kind is Relation:
            match value:
                case [str() as operator, left, right] if operator in OPERATORS:
                    return Relation(operator, self.term(left, where), self.term(right, where))
            raise Rejected(where, "expected [operator, left, right]")
        if kind in (Proposition, Statement, At):
            return self.object(kind, value, where, depth)
        if kind is Fraction:
            return _rational([value], where)
        options = get_args(kind)
        if get_origin(kind) is tuple:
            return self._tuple(options, value, where, depth)
        if isinstance(kind, UnionType) or options:
            if value is None and NoneType in options:
                return None
            if Combine in options:
                return self.steps(value, where, depth)
            kinds = [k for k in options if k is not NoneType]
            fits = next((k for k in kinds if type(value) is k), kinds[0])
            return self.read(fits, value, where, depth)
        if type(value) is not kind:
            raise Rejected(where, f"expected {kind.__name__}, not {_shown(value)}")
        return value

    def _tuple(
        self, kinds: tuple[Any, ...], value: Json, where: str, depth: int
    ) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Rejected(where, "expected a list")
        each = kinds[:1] * len(value) if kinds[-1] is Ellipsis else kinds
        if len(each) != len(value):
            raise Rejected(where, f"expected {len(each)} things, not {len(value)}")
        pairs = enumerate(zip(each, value, strict=True))
        return tuple([self.read(k, v, f"{where}[{n}]", depth) for n, (k, v) in pairs])

    def steps(self, value: Json, where: str, depth: int) -> Any:
        if not isinstance(value, list) or not value:
            raise Rejected(where, "expected a list of steps")
        proof: Any = None
        for place, step in reversed(list(enumerate(value))):
            here = f"{where}[{place}]"
            name = step.get("rule") if isinstance(step, dict) else None
            rule: Any = RULES.get(name) if isinstance(name, str) else None
            if rule is None:
                raise Rejected(here, f"unknown rule {_shown(name)}")
            if ("then" in _hints(rule)) != (proof is not None):
                raise Rejected(here, "the last step ends a proof, and no other")
            rest = {k: v for k, v in step.items() if k != "rule"}
            proof = self.object(rule, rest, here, depth + 1, then=proof)
        return proof

    def object(
        self, kind: Any, value: Json, where: str, depth: int = 0, then: object = None
    ) -> Any:
        """An object with the fields of a class; what is left out is empty."""
        hints = _hints(kind)
        if not isinstance(value, dict) or not value.keys() <= hints.keys() - {"then"}:
            known = ", ".join(hints)
            raise Rejected(where, f"expected an object with {known}, not {_shown(value)}")
        found = {}
        for name, hint in hints.items():
            here = f"{where}.{name}" if where else name
            if name == "then":
                found[name] = then
            elif name in value:
                found[name] = self.read(hint, value[name], here, depth)
            elif get_origin(hint) is tuple:
                found[name] = ()
            elif NoneType in get_args(hint):
                found[name] = None
            else:
                raise Rejected(where, f"the field {name} is missing")
        return kind(**found)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _shown(value: Json) -> str:
    return json.dumps(value)[:80]


def _rational(rest: list[Json], where: str) -> Fraction:
    match rest:
        case [str() as text] if text.isascii() and len(text) <= 2 * MAX_DIGITS:
            numerator, slash, denominator = text.partition("/")
            if numerator.removeprefix("-").isdigit() and (not slash or denominator.isdigit()):
                value = Fraction(int(numerator), int(denominator or "1") or 1)
                if str(value) == text:
                    return value
    raise Rejected(where, "expected a rational in lowest terms, as text")


_AROUND = frozenset({"format", "version", "kernel", "kind", "terms", "hash"})


def decode(data: Json) -> AnyCertificate:
    """The certificate in JSON data.  Raises Rejected, with the place and what is expected."""
    if not isinstance(data, dict):
        raise Rejected("", "expected a JSON object")
    if data.get("format") != FORMAT:
        older = "of an older kernel; prove the statement again" if "format" in data else "unknown"
        raise Rejected("format", f"{older}: expected {FORMAT!r}, not {data.get('format')!r:.80}")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Rejected("kind", f"expected one of {', '.join(map(repr, KINDS))}")
    content = {k: v for k, v in data.items() if k != "hash"}
    try:
        if data.get("hash") != content_hash(content):
            raise Rejected("hash", "the content was changed after it was written")
        reader = _Reader(data.get("terms"))
        body = {k: v for k, v in content.items() if k not in _AROUND}
        return reader.object(KINDS[kind], body, "")  # type: ignore[no-any-return]
    except Rejected:
        raise
    except (RecursionError, TypeError, ValueError) as error:
        raise Rejected("", f"expected JSON data, not nested deeply: {error}") from error


def lemmas_of(certificate: AnyCertificate) -> set[str]:
    """The hashes of the theorems that a certificate uses."""
    found: set[str] = set()
    pending: list[object] = [certificate]
    while pending:
        part = pending.pop()
        if isinstance(part, Use) and isinstance(part.source, str) and part.source[:1] == "#":
            found.add(part.source[1:])
        kind: Any = type(part)
        if isinstance(part, tuple):
            pending += part
        elif kind in _WITH_PROOFS:
            pending += [getattr(part, name) for name in _hints(kind)]
    return found


_WITH_PROOFS = frozenset({At, *RULES.values(), *KINDS.values()})
