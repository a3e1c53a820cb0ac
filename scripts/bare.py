"""What the benchmark measures beside us: bare polynomial arithmetic.

Bare arithmetic multiplies out the exponential polynomials of both sides in python-flint and
compares them: no parsing, no sorts, no certificate.  `e^{iaθ}` is a generator U, `2U cos` is
`U² + 1`, `2U sin` is `i (1 - U²)`, and i a generator too, reduced by i² + 1 at the end.  Each plane
or frequency has a small ring of its own, made beforehand, which is the kindest way for flint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from families import chebyshev


def arithmetic(family: str, size: int) -> Callable[[], bool] | None:
    """A function that does the arithmetic of a statement, or None: no python-flint, or no need."""
    try:
        from flint import Ordering, fmpz_mpoly_ctx
    except ImportError:
        return None
    work = _BARE.get(family)
    if work is None:
        return None
    names, compute = work
    count = size if family in ("relative position", "shift") else 1
    rings = []
    for k in range(count):
        listed = names if isinstance(names, str) else names(size)
        ring = fmpz_mpoly_ctx.get([f"{n}_{k}" for n in listed.split()], Ordering.lex)
        rings.append(ring.gens())
    return lambda: all(compute(gens, size) for gens in rings)


def _zero(difference: Any, i: Any) -> bool:
    return bool(divmod(difference, i * i + 1)[1] == 0)


def _relative_position(gens: Sequence[Any], _: int) -> bool:
    i, u, v, qa, qb, ka, kb = gens
    cm, sm, cn, sn = u * u + 1, i * (1 - u * u), v * v + 1, i * (1 - v * v)
    c, s = 2 * (v * v + u * u), 2 * i * (u * u - v * v)
    left = (cm * qa - sm * qb) * (cn * ka - sn * kb) + (sm * qa + cm * qb) * (sn * ka + cn * kb)
    right = qa * (c * ka - s * kb) + qb * (s * ka + c * kb)
    return _zero(left - right, i)


def _shift(gens: Sequence[Any], _: int) -> bool:
    i, t, k = gens
    ct, st, ck, sk = t * t + 1, i * (1 - t * t), k * k + 1, i * (1 - k * k)
    whole = t * k
    c, s = whole * whole + 1, i * (1 - whole * whole)
    return _zero(2 * s - (ck * st + sk * ct), i) and _zero(2 * c - (ck * ct - sk * st), i)


def _rotations(gens: Sequence[Any], _: int) -> bool:
    i, *us = gens
    c, s, whole = 1, 0, 1
    for u in us:
        cu, su = u * u + 1, i * (1 - u * u)
        c, s = divmod(c * cu - s * su, i * i + 1)[1], divmod(s * cu + c * su, i * i + 1)[1]
        whole = whole * u
    scale = 2 ** (len(us) - 1)
    same = c - scale * (whole * whole + 1), s - scale * i * (1 - whole * whole)
    return all(_zero(gap, i) for gap in same)


def _multi_angle(gens: Sequence[Any], k: int) -> bool:
    (u,) = gens
    c = u * u + 1  # 2 U cos
    total = 0 * u
    for power, x in enumerate(chebyshev(k)):
        if x:  # times (2U)^k
            total += x * c**power * (2 * u) ** (k - power)
    return bool(total == 2 ** (k - 1) * (u ** (2 * k) + 1))


def _lagrange(gens: Sequence[Any], n: int) -> bool:
    a, b = gens[:n], gens[n:]
    left = sum(x * x for x in a) * sum(y * y for y in b)
    left -= sum(x * y for x, y in zip(a, b, strict=True)) ** 2
    right = sum((a[i] * b[j] - a[j] * b[i]) ** 2 for i in range(n) for j in range(i + 1, n))
    return bool(left == right)


_BARE: dict[str, tuple[str | Callable[[int], str], Callable[[Sequence[Any], int], bool]]] = {
    "relative position": ("i u v qa qb ka kb", _relative_position),
    "shift": ("i t k", _shift),
    "rotations": (lambda n: "i " + " ".join(f"u{j}" for j in range(n)), _rotations),
    "multi-angle": ("u", _multi_angle),
    "Lagrange": (
        lambda n: " ".join(f"{v}{j}" for v in "ab" for j in range(n)), _lagrange
    ),
}
