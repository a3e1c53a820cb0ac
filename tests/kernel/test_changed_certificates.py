"""Certificates with one place of their JSON changed: what still replays proves a true statement.

Every leaf is changed to others of its kind; of every list an element is dropped, doubled, and
neighbours change places; every proof is put for every other.  What is made of such a file says what
the file states, and where that is another statement, or asks less, it is tried at points by an
evaluator that shares nothing with the kernel.  `pytest --long` tries all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from derivations.kernel import LAWS, Rejected, Sort, Theorem, Use, check, decode, encode
from derivations.kernel.encoding import content_hash
from derivations.kernel.proofs import RULES
from derivations.language.heads import PLAIN
from derivations.language.sorts import MATRIX_PROPERTIES, SCALARS
from derivations.language.statements import OPERATORS
from derivations.language.terms import BINDERS
from tests.kernel.test_certificates import EXAMPLES
from tests.support.cases import order
from tests.support.certificates import Nowhere, Words, by, done, sums
from tests.support.spot_checks import failure

Json = Any
SAMPLE, OTHERS = 60, 4
BARE: Json = [{"rule": "combine"}]
WORDS = Words(
    "x, y: complex", "a, b: real", "n: natural", "k: integer", "f: family(natural -> real)",
    "d: posint", "A, B, C: matrix(d,d)", "U: unitary(d)",
)  # fmt: skip
LEMMA = WORDS.made("x**2 - 1 == (x - 1)*(x + 1)")
ONE = "Matrix([[1]])"
MORE = {
    "a condition": WORDS.certificate("x/x + y/y == y/y + x/x", done, model={"x": "1", "y": "2"}),
    "two facts": WORDS.certificate("x == 2", sums(("1", 0), ("-1", 1)), "x + y == 3", "y == 1",
                                   model={"x": "2", "y": "1"}),
    "a lemma": WORDS.certificate("y**2 - 1 == (y - 1)*(y + 1)",
                                 Use(f"#{LEMMA.hash}", ("y",), (), by(0))),
    "a recursion": WORDS.certificate(
        "f[1] == 2", Use(1, ("0",), (), sums(("1", 2), ("2", 0))), "f[0] == 1",
        "f[n + 1] == 2*f[n] for all n: natural", model={"f": "Function(n -> 2**n)"}),
    "matrices": WORDS.certificate("U.H*A*B == U.H*B*A", by(0, left="U.H"), "A*B == B*A",
                                  model={"d": "1", "A": ONE, "B": ONE, "U": ONE}),
    "a sort": WORDS.certificate("U.H*U*A == A", Sort("U", None, (), sums(("1", 0, "A")))),
    "a law": WORDS.certificate("log(a*x) == log(a) + log(x)",
                               Use("log of a product", ("a", "x"), (order(0), order(1)), by(5)),
                               "0 < a", "x != 0", model={"a": "2", "x": "1"}),
    "no commutation": WORDS.certificate("A*B == B*A", {
        "d": "2", "A": "Matrix([[0, 1], [0, 0]])", "B": "Matrix([[0, 0], [1, 0]])"}),
    "values": WORDS.certificate("x*y == y + x", {"x": "0", "y": "1"}),
    "a family": WORDS.certificate("f[k] == 3", {"f": "Function(n -> n)", "k": "4"}, "2 <= k"),
    "nowhere": WORDS.certificate("1/(x - x) == 5", Nowhere(model=(("x", "1"),))),
}  # fmt: skip


def made_of(certificate: Any) -> Any:
    return check(certificate, {LEMMA.hash: LEMMA})


ALL = {**EXAMPLES, **MORE}


def mutants(content: Json) -> Iterator[tuple[str, Json]]:
    content = {key: value for key, value in content.items() if key != "hash"}
    places = list(_places(content))
    proofs = [value for _, value in places if _is_proof(value)]
    for path, value in places:
        for other in _others(value, path, content, proofs):
            changed = _with(content, path, other)
            yield f"{path} = {str(other)[:60]}", changed | {"hash": content_hash(changed)}


def _with(content: Json, path: tuple[Any, ...], value: Json) -> Json:
    if not path:
        return value
    new = list(content) if isinstance(content, list) else dict(content)
    new[path[0]] = _with(content[path[0]], path[1:], value)
    return new


def _places(content: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Json]]:
    if path and path[0] not in ("format", "version", "kernel"):
        yield path, content
    if isinstance(content, (dict, list)):
        for key, value in content.items() if isinstance(content, dict) else enumerate(content):
            yield from _places(value, (*path, key))


def _is_proof(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(
        isinstance(step, dict) and "rule" in step for step in value
    )  # fmt: skip


def _others(value: Json, path: Any, content: Json, proofs: list[Json]) -> Iterator[Json]:
    if _is_proof(value):
        yield from (other for other in (*proofs, BARE) if other != value)
    if isinstance(value, dict):
        yield from ({k: v for k, v in value.items() if k != key} for key in value)
    elif isinstance(value, list):
        for k in range(len(value)):
            yield value[:k] + value[k + 1 :]
            yield value[: k + 1] + value[k:]
            if k and value[k] != value[k - 1]:
                yield [*value[: k - 1], value[k], value[k - 1], *value[k + 1 :]]
    elif isinstance(value, int):
        count = len(content["terms"])
        near = range(max(0, value - OTHERS), min(count, value + OTHERS))
        yield from dict.fromkeys((value + 1, value - 1, 0, 1, count - 1, *near, 10**30))
    elif isinstance(value, str):
        yield from (other for other in (*_texts(value, path, content), "") if other != value)


def _texts(value: str, path: Any, content: Json) -> list[str]:
    """Other texts of the same kind."""
    for kind in (SCALARS, OPERATORS, MATRIX_PROPERTIES, RULES):
        if value in kind:
            return sorted(kind)
    if value in LAWS:
        own = LAWS[value]
        alike = [w for w in LAWS.values() if len(w.variables) == len(own.variables)]
        return [w.name for w in alike]
    row = content["terms"][path[1]] if path[0] == "terms" else None
    if row and path[2:] == (0,):
        count = len(PLAIN[value].sorts) if value in PLAIN else None
        alike_heads = [] if count is None else [h for h, r in PLAIN.items() if r.takes(count)]
        return sorted(BINDERS) if value in BINDERS else alike_heads
    if row and row[0] == "symbol":
        return [*(r[1] for r in content["terms"] if r[0] == "symbol"), "new", "pi"]
    if (row and row[0] == "number") or "orders" in path:
        x = Fraction(value)
        return [str(v) for v in (x + 1, x - 1, -x, x / 2, 0, 1, 1 / x if x else 7)]
    return [value[:-1], "#" + "0" * 64]


@pytest.mark.parametrize("name", ALL)
def test_a_mutant_proves_nothing_false(name: str, long: bool) -> None:
    content = json.loads(json.dumps(encode(ALL[name])))
    original = made_of(decode(content))
    every = list(mutants(content))
    replayed, tried = 0, every[:: 1 if long else max(1, len(every) // SAMPLE)]
    for what, mutant in tried:
        try:
            certificate = decode(mutant)
            made = made_of(certificate)
        except Rejected as error:
            assert error.why
            continue
        replayed += 1
        assert made.statement == certificate.statement
        assert decode(encode(certificate)) == certificate
        same = type(made) is type(original) is Theorem and made.statement == original.statement
        if same and set(made.conditions) >= set(original.conditions):
            continue
        values = made.model if isinstance(made, Theorem) else made.values
        if not made.statement.exists and all(s.head == "symbol" for s, _ in values or ()):
            assert failure(made, values) is None, (what, str(made.statement))
    assert replayed < len(tried)


def test_there_is_a_certificate_of_each_rule() -> None:
    assert set(ALL) >= set(RULES)
