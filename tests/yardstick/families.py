"""Statements that grow with a size, too long to be kept as text: `statement("relpos_512")`.

Each function gives names, named parts and equations; a false one has one sign turned, or one
conjugate left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Pairs = list[list[str]]
Parts = tuple[list[str], Pairs, Pairs]


def rotations(n: int, false: bool) -> Parts:
    """The product of n rotations of the plane is the rotation by the sum; products are named."""
    lets: Pairs = []
    w = ["cos(a1)", "-sin(a1)", "sin(a1)", "cos(a1)"]
    for k in range(2, n + 1):
        c, s = f"cos(a{k})", f"sin(a{k})"
        upper = s if false and k == n else f"-{s}"
        for i in (0, 2):
            lets.append([f"w{k}p{i}", f"({w[i]})*({c})+({w[i + 1]})*({s})"])
            lets.append([f"w{k}p{i + 1}", f"({w[i]})*({upper})+({w[i + 1]})*({c})"])
        w = [f"w{k}p{i}" for i in range(4)]
    names = [f"a{k}" for k in range(1, n + 1)]
    whole = "+".join(names)
    right = [f"cos({whole})", f"-sin({whole})", f"sin({whole})", f"cos({whole})"]
    return names, lets, [list(pair) for pair in zip(w, right, strict=True)]


def relative_position(planes: int, false: bool) -> Parts:
    """The inner product of vectors rotated to m and n depends on n - m."""
    left, right = [], []
    for j in range(1, planes + 1):
        cm, sm, cn, sn = (f"{f}({p}*th{j})" for p in "mn" for f in ("cos", "sin"))
        c, s = f"cos((n-m)*th{j})", f"sin((n-m)*th{j})"
        sign = "+" if false and j == planes // 2 else "-"
        left.append(
            f"({cm}*qa{j}-{sm}*qb{j})*({cn}*ka{j}-{sn}*kb{j})"
            f"+({sm}*qa{j}+{cm}*qb{j})*({sn}*ka{j}+{cn}*kb{j})"
        )
        right.append(f"qa{j}*({c}*ka{j}{sign}{s}*kb{j})+qb{j}*({s}*ka{j}+{c}*kb{j})")
    return _planes(planes), [], [["+".join(left), "+".join(right)]]


def shift(frequencies: int, false: bool) -> Parts:
    """Sines and cosines at t + k from those at t."""
    equations = []
    for j in range(1, frequencies + 1):
        ck, sk, ct, st = (f"{f}(w{j}*{p})" for p in "kt" for f in ("cos", "sin"))
        sign = "+" if false and j == frequencies // 2 else "-"
        equations.append([f"sin(w{j}*(t+k))", f"{ck}*{st}+{sk}*{ct}"])
        equations.append([f"cos(w{j}*(t+k))", f"{ck}*{ct}{sign}{sk}*{st}"])
    return ["t", "k", *(f"w{j}" for j in range(1, frequencies + 1))], [], equations


def complex_inner_product(planes: int, false: bool) -> Parts:
    """The real part of the inner product of complex numbers turned to m and n."""
    left, right = [], ""
    for j in range(1, planes + 1):
        turned = f"(ka{j}+I*kb{j})*exp(I*n*th{j})"
        if not (false and j == planes):
            turned = f"conjugate({turned})"
        left.append(f"(qa{j}+I*qb{j})*exp(I*m*th{j})*{turned}")
        c, s = f"cos((m-n)*th{j})", f"sin((m-n)*th{j})"
        right += f"+(qa{j}*ka{j}+qb{j}*kb{j})*{c}-(qb{j}*ka{j}-qa{j}*kb{j})*{s}"
    return _planes(planes), [], [[f"re({'+'.join(left)})", right[1:]]]


def lagrange(n: int, false: bool) -> Parts:
    """Lagrange's identity for two vectors of n components."""
    a2, b2, ab = (
        "+".join(text.replace("#", str(j)) for j in range(1, n + 1))
        for text in ("a#**2", "b#**2", "a#*b#")
    )
    pairs = [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]
    right = "+".join(f"(a{i}*b{j}-a{j}*b{i})**2" for i, j in pairs)
    names = [f"{v}{j}" for v in "ab" for j in range(1, n + 1)]
    return names, [], [[f"({a2})*({b2})-({ab})**2", right]]


def _planes(count: int) -> list[str]:
    parts = ("qa", "qb", "ka", "kb", "th")
    return ["m", "n", *(f"{part}{j}" for j in range(1, count + 1) for part in parts)]


FAMILIES: dict[str, Callable[[int, bool], Parts]] = {
    "rot_compose": rotations,
    "relpos": relative_position,
    "sinshift": shift,
    "cinner_re": complex_inner_product,
    "lagrange": lagrange,
}


def statement(name: str) -> dict[str, Any]:
    """The statement `family_size`; `F_family_size` is a false one."""
    false = name.startswith("F_")
    family, _, size = name.removeprefix("F_").rpartition("_")
    names, lets, equations = FAMILIES[family](int(size), false)
    return {"id": name, "vars": dict.fromkeys(names, "real"), "lets": lets, "equations": equations}
