"""Values of terms made of matrices, by mpmath: the inverse of a singular matrix is 0.

And random matrices of a sort, and random terms of a size.
"""

from __future__ import annotations

from random import Random
from typing import Any

from mpmath import mp

from derivations.language.sorts import POSINT, matrix_sort
from derivations.language.terms import Term
from tests.support.notation import (
    ONE,
    I,
    Written,
    call,
    conj,
    identity,
    number,
    power,
    symbol,
    transpose,
    zero_matrix,
)

SMALL = mp.mpf(10) ** -25

n, m = symbol("n", POSINT), symbol("m", POSINT)
LETTERS = {
    "A": matrix_sort(n, n), "B": matrix_sort(n, n), "R": matrix_sort(n, n, "real"),
    "S": matrix_sort(n, n, "invertible"), "U": matrix_sort(n, n, "unitary"),
    "Q": matrix_sort(n, n, "orthogonal"), "H": matrix_sort(n, n, "hermitian"),
    "K": matrix_sort(n, n, "skew"), "P": matrix_sort(n, n, "projector"),
    "W": matrix_sort(n, n, "nilpotent2"), "X": matrix_sort(n, m), "Y": matrix_sort(m, n),
    "M": matrix_sort(m, m), "u": matrix_sort(n, ONE), "v": matrix_sort(n, ONE),
}  # fmt: skip
SYMBOLS = {name: symbol(name, sort) for name, sort in LETTERS.items()}
c, t = symbol("c"), symbol("t")


def value(term: Term, at: dict[Term, Any]) -> Any:
    """The value; a matrix is one of mpmath."""
    head = term.head
    if head == "symbol":
        return at[term]
    if head == "number":
        return mp.mpf(term.data.numerator) / term.data.denominator
    if head == "i":
        return mp.mpc(0, 1)
    if head == "pi":
        return mp.pi
    args = [value(a, at) for a in term.args]
    return _VALUES[head](term, *args)


def _blocks(term: Term, *parts: Any) -> Any:
    count, across = term.data
    rows: list[list[Any]] = []
    for i in range(count):
        line = [_as_matrix(p) for p in parts[i * across : (i + 1) * across]]
        for k in range(line[0].rows):
            rows.append([p[k, j] for p in line for j in range(p.cols)])
    return mp.matrix(rows)


def _as_matrix(x: Any) -> Any:
    return x if isinstance(x, mp.matrix) else mp.matrix([[x]])


def _product(_: Term, *factors: Any) -> Any:
    result = factors[0]
    for x in factors[1:]:
        result = result * x
    return result


def _sum(_: Term, *parts: Any) -> Any:
    result = parts[0]
    for x in parts[1:]:
        result = result + x
    return result


def _power(_: Term, x: Any, e: Any) -> Any:
    k = int(mp.re(e))
    assert k == e
    if not isinstance(x, mp.matrix):
        return mp.mpf(1) if k == 0 else (_inverse_number(x) if k < 0 else x) ** abs(k)
    base = inverse(x) if k < 0 else x
    result = mp.eye(x.rows)
    for _ in range(abs(k)):
        result = result * base
    return result


def _inverse_number(x: Any) -> Any:
    return mp.mpf(0) if abs(x) < SMALL else 1 / mp.mpc(x)


def det(a: Any) -> Any:
    if a.rows == 1:
        return a[0, 0]
    total = mp.mpf(0)
    for j in range(a.cols):
        rest = mp.matrix(
            [[a[i, k] for k in range(a.cols) if k != j] for i in range(1, a.rows)]
        )
        total += (-1) ** j * a[0, j] * det(rest)
    return total


def inverse(a: Any) -> Any:
    return mp.zeros(a.rows) if abs(det(a)) < SMALL else mp.inverse(a)


def _kronecker(_: Term, a: Any, b: Any) -> Any:
    rows, columns = a.rows * b.rows, a.cols * b.cols
    return mp.matrix(
        [
            [a[i // b.rows, j // b.cols] * b[i % b.rows, j % b.cols] for j in range(columns)]
            for i in range(rows)
        ]
    )


def _conj(_: Term, x: Any) -> Any:
    return x.apply(mp.conj) if isinstance(x, mp.matrix) else mp.conj(x)


def _whole(x: Any) -> int:
    return int(mp.re(x))


_VALUES: dict[str, Any] = {
    "add": _sum,
    "mul": _product,
    "neg": lambda _, x: -x,
    "div": lambda _, x, y: x * _inverse_number(y),
    "pow": _power,
    "conj": _conj,
    "transpose": lambda _, x: x.T,
    "adjoint": lambda _, x: x.T.apply(mp.conj),
    "inv": lambda _, x: inverse(x),
    "det": lambda _, x: det(x),
    "trace": lambda _, x: mp.fsum(x[i, i] for i in range(x.rows)),
    "scalar": lambda _, x: x[0, 0],
    "matexp": lambda _, x: mp.expm(x),
    "exp": lambda _, x: mp.exp(x),
    "sin": lambda _, x: mp.sin(x),
    "cos": lambda _, x: mp.cos(x),
    "sinh": lambda _, x: mp.sinh(x),
    "cosh": lambda _, x: mp.cosh(x),
    "kronecker": _kronecker,
    "blocks": _blocks,
    "identity": lambda _, x: mp.eye(_whole(x)),
    "zero": lambda _, x, y: mp.zeros(_whole(x), _whole(y)),
}


def close(a: Any, b: Any) -> bool:
    if not isinstance(a, mp.matrix) and not isinstance(b, mp.matrix):
        return bool(abs(a - b) <= SMALL * (1 + abs(a)))
    a, b = _as_matrix(a), _as_matrix(b)
    if (a.rows, a.cols) != (b.rows, b.cols):
        return False
    size = 1 + max(abs(x) for x in a)
    return all(abs(x - y) <= SMALL * size for x, y in zip(a, b, strict=True))


def is_large(*values: Any) -> bool:
    """Whether rounding may hide what differs: exponentials of exponentials."""
    entries = [x for v in values for x in (v if isinstance(v, mp.matrix) else [v])]
    return any(abs(x) > 10**12 for x in entries)


# Random matrices


def _entry(random: Random) -> Any:
    return mp.mpc(random.choice((-2, -1, 0, 0, 1, 1, 2)), random.choice((-1, 0, 0, 1)))


def any_matrix(random: Random, rows: int, columns: int) -> Any:
    return mp.matrix([[_entry(random) for _ in range(columns)] for _ in range(rows)])


def _invertible(random: Random, k: int) -> Any:
    while True:
        a = any_matrix(random, k, k)
        if abs(det(a)) > SMALL:
            return a


def of_sort(random: Random, name: str, rows: int, columns: int) -> Any:
    """A random matrix for one of the letters; singular ones among those that may be."""
    a = any_matrix(random, rows, columns)
    if name == "R":
        return a.apply(mp.re)
    if name == "S":
        return _invertible(random, rows)
    if name == "H":
        return a + a.T.apply(mp.conj)
    if name == "K":
        return a - a.T
    if name in "UQ":
        skew = a - a.T.apply(mp.conj) if name == "U" else a.apply(mp.re) - a.apply(mp.re).T
        one = mp.eye(rows)
        turn = (one - skew) * mp.inverse(one + skew)
        return turn * (-1 if random.random() < 0.5 else 1)
    if name in "PW":
        turn = _invertible(random, rows)
        plain = mp.zeros(rows)
        if name == "P":
            for k in range(random.randrange(rows + 1)):
                plain[k, k] = 1
        elif rows > 1:
            plain[0, rows - 1] = 1
        return turn * plain * mp.inverse(turn)
    return a


def point(random: Random) -> dict[Term, Any]:
    sizes = {n: random.choice((1, 2, 2, 3)), m: random.choice((1, 2))}
    at: dict[Term, Any] = {s: mp.mpf(k) for s, k in sizes.items()}
    at |= {c: _entry(random), t: _entry(random)}
    for name, s in SYMBOLS.items():
        rows, columns = (
            1 if size == ONE else sizes[size] for size in (s.sort.rows, s.sort.columns)
        )
        at[s] = of_sort(random, name, rows, columns)
    return at


# Random terms: sizes are n, m or 1


def matrix_term(random: Random, rows: Term, columns: Term, depth: int) -> Term:
    square = rows == columns
    if depth == 0:
        letters = [(s, s.sort.rows, s.sort.columns) for s in SYMBOLS.values()]
        found = [s for s, *sizes in letters if sizes == [rows, columns]]
        found += [transpose(s) for s, *sizes in letters if sizes == [columns, rows]]
        found += [identity(rows)] if square else [zero_matrix(rows, columns)]
        return random.choice(found)
    inner = depth - 1
    kind = random.choice("add mul mul mul scale turn turn square square".split())
    if kind == "add":
        return matrix_term(random, rows, columns, inner) + matrix_term(random, rows, columns, inner)
    if kind == "mul":
        between = random.choice([n, n, m, ONE])
        left = matrix_term(random, rows, between, inner)
        return left * matrix_term(random, between, columns, inner)
    if kind == "scale":
        factor = random.choice([number(-1), number(2), I, c, number(1) / 2])
        return factor * matrix_term(random, rows, columns, inner)
    if kind == "turn" or not square:
        head = random.choice(("transpose", "adjoint", "conj"))
        if head == "conj":
            return conj(matrix_term(random, rows, columns, inner))
        return call(head, matrix_term(random, columns, rows, inner))
    a = matrix_term(random, rows, rows, inner)
    return random.choice([
        call("inv", a), call("inv", a), power(a, 2), call("matexp", a),
        call("inv", identity(rows) + a),
    ])  # fmt: skip


def scalar_term(random: Random, depth: int) -> Term:
    """A trace or determinant, also of blocks and Kronecker products."""
    head = random.choice(("det", "det", "trace"))
    kind = random.random()
    if kind < 0.6:
        size = random.choice([n, n, m])
        inner = matrix_term(random, size, size, depth)
        if random.random() < 0.4:
            inner = random.choice([identity(size), c * identity(size)]) + inner
        return call(head, inner)
    if kind < 0.8:
        return call(head, kronecker_term(random, depth - 1))
    return call(head, block_term(random, depth - 1))


def block_term(random: Random, depth: int) -> Term:
    sizes = (n, random.choice([n, m]))
    parts = []
    for i, rows in enumerate(sizes):
        for j, columns in enumerate(sizes):
            if parts and sizes[0] == sizes[1] and random.random() < 0.3:
                parts.append(random.choice([parts[-1], parts[0], -parts[0], -parts[-1]]))
            elif i != j and random.random() < 0.4:
                parts.append(zero_matrix(rows, columns))
            else:
                parts.append(matrix_term(random, rows, columns, max(depth, 0)))
    return Written("blocks", tuple(parts), (2, 2))


def kronecker_term(random: Random, depth: int) -> Term:
    return call(
        "kronecker",
        matrix_term(random, n, n, max(depth, 0)),
        matrix_term(random, m, m, max(depth, 0)),
    )


def composed_term(random: Random, depth: int) -> Term:
    """A matrix of blocks or Kronecker products, multiplied, turned, inverted."""
    make = random.choice((block_term, kronecker_term))
    a = make(random, depth - 1)
    kind = random.choice("plain turn inverse square".split())
    if kind == "turn":
        return call(random.choice(("transpose", "adjoint", "conj")), a)
    if kind == "inverse":
        return call("inv", a)
    return power(a, 2) if kind == "square" else a


__all__ = [
    "LETTERS", "SYMBOLS", "block_term", "c", "close", "composed_term", "is_large",
    "m", "matrix_term", "n",
    "of_sort", "point", "scalar_term", "t", "value",
]  # fmt: skip
