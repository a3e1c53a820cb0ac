"""Certificates as JSON.

Terms are numbered in a table, each row a head with data and the numbers of its arguments, so that
shared subterms are written once.  Decoding builds plain data only; nothing is evaluated.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from derivations.kernel.heads import check_head
from derivations.kernel.proofs import (
    RULES, AnyCertificate, Certificate, Cofactor, NowhereDefined, Proof, Refutation, Values,
)
from derivations.kernel.theorem import Rejected
from derivations.language.heads import PLAIN
from derivations.language.limits import limits
from derivations.language.sorts import MATRIX_PROPERTIES, SCALARS, Sort
from derivations.language.statements import OPERATORS, Proposition, Relation, Statement
from derivations.language.terms import NAME, Term

FORMAT = "derivations certificate 1"
# Limits on what is read.
MAX_TERMS = 2_000_000
MAX_DEPTH = 400

Json = Any


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
        args = [self.known[id(a)] for a in term.args]
        if term.head == "number":
            if max(abs(term.data.numerator), term.data.denominator) >= 10**limits.digits:
                raise Rejected("terms", f"a number has more than {limits.digits} digits")
            return ["number", str(term.data)]
        if term.head == "symbol":
            return ["symbol", term.name, self.sort(term.sort)]
        if term.head in ("matrix", "blocks"):
            return [term.head, list(term.data), *args]
        return [term.head, *args]

    def sort(self, sort: Sort) -> Json:
        if sort.is_scalar:
            return sort.kind
        if sort.is_family:
            assert sort.value is not None
            return ["family", [self.sort(s) for s in sort.index], self.sort(sort.value)]
        if sort.kind == "permutation":
            assert sort.rows is not None
            return ["permutation", self.term(sort.rows)]
        assert sort.rows is not None and sort.columns is not None
        return ["matrix", self.term(sort.rows), self.term(sort.columns), sorted(sort.properties)]

    def relation(self, relation: Relation) -> Json:
        return [relation.operator, self.term(relation.left), self.term(relation.right)]

    def proposition(self, p: Proposition) -> Json:
        return {
            "variables": [self.term(v) for v in p.variables],
            "guards": [self.relation(g) for g in p.guards],
            "relation": self.relation(p.relation),
        }

    def statement(self, statement: Statement) -> Json:
        exists = {"exists": [self.term(s) for s in statement.exists]} if statement.exists else {}
        return {
            "declarations": [self.term(s) for s in statement.declarations],
            **exists,
            "hypotheses": [self.proposition(h) for h in statement.hypotheses],
            "goals": [
                self.relation(g.relation) if g.is_plain else self.proposition(g)
                for g in statement.goals
            ],
        }

    def values(self, values: Values | None) -> Json:
        return None if values is None else [[self.term(s), self.term(v)] for s, v in values]

    def proof(self, proof: Proof) -> Json:
        name = next(name for name, rule in RULES.items() if type(proof) is rule)
        return {"rule": name} | {f.name: self._part(getattr(proof, f.name)) for f in fields(proof)}

    def _part(self, value: object) -> Json:
        match value:
            case Term():
                return self.term(value)
            case Relation():
                return self.relation(value)
            case Proposition():
                return self.proposition(value)
            case Cofactor(left, fact, right):
                return [self.term(left), fact, None if right is None else self.term(right)]
            case tuple():
                return [self._part(v) for v in value]
            case int() | str():
                return value
        return self.proof(value)  # type: ignore[arg-type]


def encode(certificate: AnyCertificate) -> dict[str, Json]:
    """The certificate as JSON data, with a hash of its content."""
    writer = _Writer()
    body: dict[str, Json] = {"statement": writer.statement(certificate.statement)}
    match certificate:
        case Certificate():
            body |= {
                "kind": "theorem",
                "proofs": [writer.proof(p) for p in certificate.proofs],
                "definedness": [[n, writer.proof(p)] for n, p in certificate.definedness],
                "model": writer.values(certificate.model),
                "lemmas": list(certificate.lemmas),
            }
        case Refutation():
            body |= {
                "kind": "counterexample",
                "goal": certificate.goal,
                "values": writer.values(certificate.values),
            }
        case NowhereDefined():
            body |= {
                "kind": "nowhere defined",
                "obligation": certificate.obligation,
                "proof": writer.proof(certificate.proof),
                "model": writer.values(certificate.model),
            }
    content = {"format": FORMAT, **body, "terms": writer.rows}
    return {**content, "hash": content_hash(content)}


def content_hash(content: dict[str, Json]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def statement_hash(statement: Statement, conditions: tuple[Proposition, ...] = ()) -> str:
    """What identifies a theorem: its statement and its conditions."""
    writer = _Writer()
    body = {
        "statement": writer.statement(statement),
        "conditions": [writer.proposition(c) for c in conditions],
    }
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
            term = self._quickly(row)
            if term is None:
                term = self._term(row, f"terms[{place}]")
            self.terms.append(term)

    def _quickly(self, row: Json) -> Term | None:
        """The term of a row as most rows are; None for any other, which `_term` looks at."""
        if type(row) is not list or not row or type(row[0]) is not str:
            return None
        count = len(row) - 1
        plain = PLAIN.get(row[0])
        if plain is None or not plain.takes(count):
            return None
        terms, depths = self.terms, self.depths
        args: list[Term] = []
        deepest = 0
        for number in row[1:]:
            if type(number) is not int or not 0 <= number < len(terms):
                return None
            args.append(terms[number])
            deepest = max(deepest, depths[number])
        if deepest >= MAX_DEPTH:
            return None
        depths.append(deepest + 1)
        return Term(row[0], tuple(args))

    def _term(self, row: Json, where: str) -> Term:
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            raise Rejected(where, "expected [head, ...]")
        head, *rest = row
        data: Any = None
        if head == "number":
            self.depths.append(0)
            return Term(head, (), _rational(rest, where))
        if head == "symbol":
            if len(rest) != 2 or not isinstance(rest[0], str) or not NAME.match(rest[0]):
                raise Rejected(where, "expected [symbol, name, sort]")
            self.depths.append(0)
            return Term(head, (), (rest[0], self.sort(rest[1], where)))
        if head in ("matrix", "blocks"):
            data, *rest = rest or [None]
            if not _is_shape(data) or data[0] * data[1] != len(rest):
                raise Rejected(where, f"expected [{head}, [rows, columns], entries...]")
            data = tuple(data)
        args = tuple([self.term(n, where) for n in rest])
        check_head(head, args, where)
        depth = 1 + max((self.depths[n] for n in rest), default=0)
        if depth > MAX_DEPTH:
            raise Rejected(where, f"terms may be nested at most {MAX_DEPTH} deep")
        self.depths.append(depth)
        return Term(head, args, data)

    def term(self, number: Json, where: str) -> Term:
        if type(number) is not int or not 0 <= number < len(self.terms):
            raise Rejected(where, f"{_shown(number)} is not the number of an earlier term")
        return self.terms[number]

    def symbol(self, number: Json, where: str) -> Term:
        term = self.term(number, where)
        if term.head != "symbol":
            raise Rejected(where, f"term {number} is not a symbol")
        return term

    def sort(self, value: Json, where: str) -> Sort:
        if isinstance(value, str) and value in SCALARS:
            return Sort(value)
        match value:
            case ["family", [_, *_] as index, inner]:
                family = Sort(
                    "family",
                    index=tuple(self.sort(s, where) for s in index),
                    value=self.sort(inner, where),
                )
                assert family.value is not None
                if not any(s.is_family for s in (*family.index, family.value)):
                    return family
            case ["permutation", size]:
                return Sort("permutation", self.term(size, where))
            case ["matrix", rows, columns, list() as properties]:
                if all(isinstance(p, str) and p in MATRIX_PROPERTIES for p in properties):
                    return Sort(
                        "matrix",
                        self.term(rows, where),
                        self.term(columns, where),
                        frozenset(properties),
                    )
        raise Rejected(where, f"{_shown(value)} is not a sort")

    def relation(self, value: Json, where: str) -> Relation:
        match value:
            case [str() as operator, left, right] if operator in OPERATORS:
                return Relation(operator, self.term(left, where), self.term(right, where))
        raise Rejected(where, "expected [operator, left, right]")

    def proposition(self, value: Json, where: str) -> Proposition:
        fields = _object(value, {"variables", "guards", "relation"}, where)
        return Proposition(
            self.relation(fields["relation"], f"{where}.relation"),
            tuple(
                self.symbol(v, f"{where}.variables")
                for v in _list(fields["variables"], f"{where}.variables")
            ),
            tuple(
                self.relation(g, f"{where}.guards")
                for g in _list(fields["guards"], f"{where}.guards")
            ),
        )

    def statement(self, value: Json) -> Statement:
        names = {"declarations", "hypotheses", "goals"}
        if isinstance(value, dict) and value.get("exists"):
            names.add("exists")
        fields = _object(value, names, "statement")
        return Statement(
            self._each(fields, "declarations", self.symbol, "statement"),
            self._each(fields, "hypotheses", self.proposition, "statement"),
            self._each(fields, "goals", self.goal, "statement"),
            self._each(fields, "exists", self.symbol, "statement") if "exists" in names else (),
        )

    def goal(self, value: Json, where: str) -> Proposition:
        """A relation, or a proposition with variables or guards: one reading each."""
        if not isinstance(value, dict):
            return Proposition(self.relation(value, where))
        stated = self.proposition(value, where)
        if stated.is_plain:
            raise Rejected(where, "a goal without variables and guards is written as its relation")
        return stated

    def _each(
        self, fields: dict[str, Json], name: str, read: Callable[[Json, str], Any], where: str
    ) -> tuple[Any, ...]:
        here = f"{where}.{name}" if where else name
        return tuple(
            read(item, f"{here}[{place}]") for place, item in enumerate(_list(fields[name], here))
        )

    def values(self, value: Json, where: str) -> Values | None:
        if value is None:
            return None
        found = []
        for place, pair in enumerate(_list(value, where)):
            here = f"{where}[{place}]"
            if not isinstance(pair, list) or len(pair) != 2:
                raise Rejected(here, "expected [symbol, value]")
            found.append((self.symbol(pair[0], here), self.term(pair[1], here)))
        return tuple(found)

    def proof(self, value: Json, where: str, depth: int = 0) -> Proof:
        if depth > MAX_DEPTH:
            raise Rejected(where, f"proofs may be nested at most {MAX_DEPTH} deep")
        if not isinstance(value, dict):
            raise Rejected(where, "expected a proof")

        rule = RULES.get(value["rule"]) if isinstance(value.get("rule"), str) else None
        if rule is None:
            raise Rejected(where, f"unknown rule {_shown(value.get('rule'))}")
        wanted = {f.name: str(f.type) for f in fields(rule)}
        given = _object(value, {"rule", *wanted}, where)

        def part(kind: str, item: Json, here: str) -> Any:
            if kind.startswith("tuple["):
                inside = kind.removeprefix("tuple[").removesuffix(", ...]")
                return tuple(
                    [part(inside, x, f"{here}[{k}]") for k, x in enumerate(_list(item, here))]
                )
            if kind == "Proof":
                return self.proof(item, here, depth + 1)
            return self._readers()[kind](item, here)

        return rule(*(part(kind, given[name], f"{where}.{name}") for name, kind in wanted.items()))

    def _readers(self) -> dict[str, Callable[[Json, str], Any]]:
        """How the parts of rules are read, by their types in `proofs.py`."""
        return {
            "Term": self.term,
            "Relation": self.relation,
            "Proposition": self.proposition,
            "Cofactor": self.cofactor,
            "int": _whole,
            "str": _hash,
        }

    def cofactor(self, value: Json, where: str) -> Cofactor:
        match value:
            case [left, fact, right]:
                return Cofactor(
                    self.term(left, where),
                    _whole(fact, where),
                    None if right is None else self.term(right, where),
                )
        raise Rejected(where, "expected [left, fact, right]")


def _hash(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise Rejected(where, "expected the hash of a theorem")
    return value


def _shown(value: Json) -> str:
    return json.dumps(value)[:80]


def _rational(rest: list[Json], where: str) -> Fraction:
    match rest:
        case [str() as text] if all(len(part) <= limits.digits for part in text.split("/")):
            numerator, _, denominator = text.partition("/")
            digits = numerator[1:] if numerator.startswith("-") else numerator
            parts = [digits] + ([denominator] if _ else [])
            if all(p.isascii() and p.isdigit() for p in parts) and not (_ and not int(denominator)):
                value = Fraction(int(numerator), int(denominator) if _ else 1)
                if str(value) == text:
                    return value
    raise Rejected(where, "expected a rational in lowest terms, as text")


def _is_shape(data: Json) -> bool:
    return isinstance(data, list) and len(data) == 2 and all(
        type(n) is int and n >= 1 for n in data
    )


def _object(value: Json, names: set[str], where: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise Rejected(where, "expected an object")
    missing, extra = names - value.keys(), value.keys() - names
    if missing:
        raise Rejected(where, f"the field {min(missing)} is missing")
    if extra:
        raise Rejected(where, f"unknown field {_shown(min(extra))}")
    return value


def _list(value: Json, where: str) -> list[Json]:
    if not isinstance(value, list):
        raise Rejected(where, "expected a list")
    return value


def _whole(value: Json, where: str) -> int:
    if type(value) is not int:
        raise Rejected(where, "expected a whole number")
    return value


_FIELDS = {
    "theorem": {"proofs", "definedness", "model", "lemmas"},
    "counterexample": {"goal", "values"},
    "nowhere defined": {"obligation", "proof", "model"},
}


def decode(data: Json) -> AnyCertificate:
    """The certificate in JSON data.  Raises Rejected, with the place and what is expected."""
    if not isinstance(data, dict):
        raise Rejected("", "expected a JSON object")
    if data.get("format") != FORMAT:
        raise Rejected("format", f"expected {FORMAT!r}")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise Rejected("kind", f"expected one of {', '.join(map(repr, _FIELDS))}")
    names = _FIELDS[kind] | {"format", "kind", "statement", "terms", "hash"}
    fields = _object(data, names, "")
    content = {k: v for k, v in fields.items() if k != "hash"}
    try:
        written = content_hash(content)
    except (TypeError, ValueError, RecursionError) as error:
        raise Rejected("", "expected JSON data, not nested deeply") from error
    if fields["hash"] != written:
        raise Rejected("hash", "the content was changed after it was written")
    try:
        return _decoded(kind, fields)
    except RecursionError as error:
        raise Rejected("", "nested too deeply") from error


def _decoded(kind: str, fields: dict[str, Json]) -> AnyCertificate:
    reader = _Reader(fields["terms"])
    statement = reader.statement(fields["statement"])
    if kind == "counterexample":
        values = reader.values(fields["values"], "values")
        return Refutation(statement, _whole(fields["goal"], "goal"), values or ())
    model = reader.values(fields["model"], "model")
    if kind == "nowhere defined":
        number = _whole(fields["obligation"], "obligation")
        return NowhereDefined(statement, number, reader.proof(fields["proof"], "proof"), model)
    definedness = []
    for place, pair in enumerate(_list(fields["definedness"], "definedness")):
        where = f"definedness[{place}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise Rejected(where, "expected [number, proof]")
        definedness.append((_whole(pair[0], where), reader.proof(pair[1], where)))
    proofs = _list(fields["proofs"], "proofs")
    lemmas = _list(fields["lemmas"], "lemmas")
    if not all(isinstance(h, str) for h in lemmas):
        raise Rejected("lemmas", "expected hashes")
    return Certificate(
        statement,
        tuple(reader.proof(p, f"proofs[{k}]") for k, p in enumerate(proofs)),
        tuple(definedness),
        model,
        tuple(lemmas),
    )
