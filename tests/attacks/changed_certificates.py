"""Certificates with one place of their JSON changed.

    mutants(content) -> iterator of (what was changed, changed content, with its hash)

Every leaf is changed: numbers move by one, become others of the certificate, huge or of another
type; names, heads, sorts, operators, rules and laws become others of their kind; strings become
empty.  Of every list an element is dropped, doubled, and neighbours change places.  Every proof is
put for every other, and replaced by a bare normal form.  The order is fixed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from derivations.kernel.encoding import content_hash
from derivations.kernel.matrix_laws import ALL_LAWS
from derivations.kernel.proofs import RULES
from derivations.language.heads import PLAIN
from derivations.language.sorts import MATRIX_PROPERTIES, SCALARS
from derivations.language.statements import OPERATORS
from derivations.language.terms import BINDERS

Json = Any
Path = tuple[Any, ...]

HUGE = 10**30
LONG = "9" * 3_000
# So many other numbers are put for one that counts terms.
OTHERS = 4
# So many other proofs of the certificate are put for one.
PROOFS = 6
BARE: Json = {"rule": "normal form", "cofactors": []}


def mutants(content: Json) -> Iterator[tuple[str, Json]]:
    """All mutants of a certificate as JSON data, each with what was changed in it."""
    content = {key: value for key, value in content.items() if key != "hash"}
    proofs = [_at(content, path) for path in _proofs(content)]
    for path in _places(content):
        value = _at(content, path)
        for other in _others(value, path, content, proofs):
            yield _changed(content, path, other)


def _changed(content: Json, path: Path, other: Json) -> tuple[str, Json]:
    changed = _with(content, path, other)
    where = ".".join(map(str, path))
    return f"{where} = {str(other)[:60]}", changed | {"hash": content_hash(changed)}


def _with(content: Json, path: Path, value: Json) -> Json:
    """The content with another value at one place; all else is shared."""
    if not path:
        return copy.deepcopy(value)
    key, *rest = path
    new = copy.copy(content)
    new[key] = _with(content[key], tuple(rest), value)
    return new


def _at(content: Json, path: Path) -> Json:
    for key in path:
        content = content[key]
    return content


def _places(content: Json, path: Path = ()) -> Iterator[Path]:
    """Leaves, lists and proofs, outer ones first."""
    if path:
        yield path
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _places(value, (*path, key))
    elif isinstance(content, list):
        for place, value in enumerate(content):
            yield from _places(value, (*path, place))


def _proofs(content: Json) -> list[Path]:
    return [p for p in _places(content) if _is_proof(_at(content, p))]


def _is_proof(value: Json) -> bool:
    return isinstance(value, dict) and "rule" in value


def _others(value: Json, path: Path, content: Json, proofs: list[Json]) -> Iterator[Json]:
    if _is_proof(value):
        for other in _near(proofs, proofs.index(value), PROOFS):
            if other != value:
                yield other
        if value != BARE:
            yield BARE
    elif isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
    elif isinstance(value, list):
        yield from _lists(value)
    elif isinstance(value, bool) or value is None:
        yield from (not value, 0, [])
    elif isinstance(value, int):
        yield from _numbers(value, len(content["terms"]))
    else:
        yield from _texts(value, path, content)
        yield from ("", 0, None)


def _lists(value: list[Json]) -> Iterator[Json]:
    for k in range(len(value)):
        yield value[:k] + value[k + 1 :]
        yield value[: k + 1] + value[k:]
        if k and value[k] != value[k - 1]:
            yield [*value[: k - 1], value[k], value[k - 1], *value[k + 1 :]]
    if value:
        yield {}


def _numbers(value: int, count: int) -> Iterator[Json]:
    near = _near(range(count), min(value, count - 1), OTHERS)
    yield from dict.fromkeys((value + 1, value - 1, 0, 1, count - 1, *near, HUGE))
    yield from (True, float(value), str(value), None)


def _near(items: Any, place: int, count: int) -> list[Any]:
    """So many of the items, some before and some after this place."""
    start = max(0, min(place - count // 2, len(items) - count))
    return list(items[start : start + count])


def _texts(value: str, path: Path, content: Json) -> Iterator[str]:
    """Other texts of the same kind."""
    if path[-1] == "rule":
        kinds: list[str] = [*RULES, "axiom"]
    elif path[-1] == "law":
        kinds = _laws_alike(value)
    elif value in SCALARS:
        kinds = list(SCALARS)
    elif value in OPERATORS:
        kinds = list(OPERATORS)
    elif path[0] == "terms" and path[2:] == (0,):
        kinds = _heads_alike(value)
    elif path[0] == "terms" and content["terms"][path[1]][0] == "number":
        kinds = _rationals(value)
    elif path[0] == "terms" and path[2:] == (1,):
        kinds = [*(row[1] for row in content["terms"] if row[0] == "symbol"), "new", "pi", "a b"]
    elif value in MATRIX_PROPERTIES:
        kinds = sorted(MATRIX_PROPERTIES)
    else:
        kinds = [value[:-1], "0" * 64]
    for other in dict.fromkeys(kinds):
        if other != value:
            yield other


def _laws_alike(name: str) -> list[str]:
    """The laws with as many variables and premises."""
    known = ALL_LAWS[name]
    return [
        law.name
        for law in ALL_LAWS.values()
        if len(law.variables) == len(known.variables) and len(law.premises) == len(known.premises)
    ]


def _heads_alike(head: str) -> list[str]:
    """The heads with as many arguments."""
    if head in BINDERS:
        return sorted(BINDERS)
    if head not in PLAIN:
        return ["number", "axiom"]
    count = len(PLAIN[head].sorts)
    return [h for h, row in PLAIN.items() if row.takes(count)] + ["number", "axiom"]


def _rationals(text: str) -> list[str]:
    from fractions import Fraction

    value = Fraction(text)
    found = [value + 1, value - 1, -value, value / 2, 2 * value, Fraction(0), Fraction(1)]
    if value:
        found.append(1 / value)
    return [*map(str, found), LONG, "-" + LONG, f"1/{LONG}", str(HUGE), "1/0", "x"]
