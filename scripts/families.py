"""The statements that the benchmark measures, generated in the format of `decide FILE.json`.

Each family has a size; what grows with it is said in its function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Data = dict[str, Any]


class Case(NamedTuple):
    """A statement of a family; `expected` is the kind of verdict that is right."""

    family: str
    size: int
    data: Data
    expected: str = "proved"


def _case(family: str, size: int, names: str, equations: list[list[str]], **more: Any) -> Case:
    expected = more.pop("expected", "proved")
    sorts = dict.fromkeys(names.split(), "real")
    return Case(family, size, {"vars": sorts, "equations": equations, **more}, expected)


def rotations(n: int, false: bool = False) -> Case:
    """The product of n rotations is the rotation by the sum; each product is named in `lets`.

    False: one entry of the second rotation has the wrong sign.
    """
    s2 = "sin(a2)" if false else "-sin(a2)"
    w = ["cos(a1)", "-sin(a1)", "sin(a1)", "cos(a1)"]
    lets: list[list[str]] = []
    for k in range(2, n + 1):
        c, minus, s = f"cos(a{k})", s2 if k == 2 else f"-sin(a{k})", f"sin(a{k})"
        texts = [f"({w[0]})*({c})+({w[1]})*({s})", f"({w[0]})*({minus})+({w[1]})*({c})",
                 f"({w[2]})*({c})+({w[3]})*({s})", f"({w[2]})*({minus})+({w[3]})*({c})"]
        w = [f"w{k}p{place}" for place in range(4)]
        lets += [[name, text] for name, text in zip(w, texts, strict=True)]
    whole = "+".join(f"a{k}" for k in range(1, n + 1))
    right = [f"cos({whole})", f"-sin({whole})", f"sin({whole})", f"cos({whole})"]
    return _case(
        "rotations", n, " ".join(f"a{k}" for k in range(1, n + 1)),
        [[a, b] for a, b in zip(w, right, strict=True)],
        lets=lets, expected="refuted" if false else "proved",
    )


def relative_position(size: int, false: bool = False) -> Case:
    """<R_m q, R_n k> = <q, R_(n-m) k> for M planes.  False: a sign in the middle plane."""
    left, right, names = [], [], "m n"
    for j in range(1, size + 1):
        names += f" qa{j} qb{j} ka{j} kb{j} th{j}"
        cm, sm, cn, sn = (f"{f}({p}*th{j})" for p in "mn" for f in ("cos", "sin"))
        c, s = f"cos((n-m)*th{j})", f"sin((n-m)*th{j})"
        left.append(
            f"({cm}*qa{j}-{sm}*qb{j})*({cn}*ka{j}-{sn}*kb{j})"
            f"+({sm}*qa{j}+{cm}*qb{j})*({sn}*ka{j}+{cn}*kb{j})"
        )
        sign = "+" if false and j == (size + 1) // 2 else "-"
        right.append(f"qa{j}*({c}*ka{j}{sign}{s}*kb{j})+qb{j}*({s}*ka{j}+{c}*kb{j})")
    return _case(
        "relative position", size, names, [["+".join(left), "+".join(right)]],
        expected="refuted" if false else "proved",
    )


def shift(size: int, false: bool = False) -> Case:
    """sin and cos at t + k from those at t, for M frequencies.  False: a sign in the middle."""
    equations, names = [], "t k"
    for j in range(1, size + 1):
        names += f" w{j}"
        ck, sk, ct, st = (f"{f}(w{j}*{p})" for p in "kt" for f in ("cos", "sin"))
        sign = "-" if false and j == (size + 1) // 2 else "+"
        equations.append([f"sin(w{j}*(t+k))", f"{ck}*{st}{sign}{sk}*{ct}"])
        equations.append([f"cos(w{j}*(t+k))", f"{ck}*{ct}-{sk}*{st}"])
    return _case("shift", size, names, equations, expected="refuted" if false else "proved")


def chebyshev(k: int) -> list[int]:
    """The coefficients of cos(kx) as a polynomial in cos x, the constant one first."""
    before, now = [1], [0, 1]
    for _ in range(k - 1):
        doubled = [0, *(2 * c for c in now)]
        older = before + [0] * (len(doubled) - len(before))
        before, now = now, [a - b for a, b in zip(doubled, older, strict=True)]
    return now


def multi_angle(k: int) -> Case:
    """cos(kx) as a polynomial in cos x."""
    text = "+".join(f"({c})*cos(x)**{i}" for i, c in enumerate(chebyshev(k)) if c)
    return _case("multi-angle", k, "x", [[f"cos({k}*x)", text]])


def lagrange(n: int) -> Case:
    """|a|² |b|² - <a, b>² = Σ (a_i b_j - a_j b_i)² in n dimensions."""
    names = " ".join(f"{v}{j}" for v in "ab" for j in range(1, n + 1))
    a2, b2, ab = (
        "+".join(f"{text.replace('#', str(j))}" for j in range(1, n + 1))
        for text in ("a#**2", "b#**2", "a#*b#")
    )
    right = "+".join(
        f"(a{i}*b{j}-a{j}*b{i})**2" for i in range(1, n + 1) for j in range(i + 1, n + 1)
    )
    return _case("Lagrange", n, names, [[f"({a2})*({b2})-({ab})**2", right]])


def symbolic(factor: int) -> Case:
    """The relative position for a symbolic number of planes, by block-diagonal matrices.

    The number of planes is the symbol M times the factor, which must not matter.
    """
    planes = f"(i, 0, {factor}*M - 1)"

    def turned(angle: str, vector: str) -> str:
        c, s = f"cos({angle}*th[i])", f"sin({angle}*th[i])"
        blocks = f"BlockDiag(Matrix([[{c}, -{s}], [{s}, {c}]]), {planes})"
        return f"{blocks}*{stacked(vector)}"

    def stacked(vector: str) -> str:
        return f"Stack(Matrix([[{vector}[i, 0]], [{vector}[i, 1]]]), {planes})"

    data = {
        "vars": {
            "M": "posint", "m": "real", "n": "real", "th": "family(integer -> real)",
            "q": "family(integer, integer -> real)", "k": "family(integer, integer -> real)",
        },
        "equations": [[
            f"({turned('m', 'q')}).T*({turned('n', 'k')})",
            f"{stacked('q')}.T*({turned('(n-m)', 'k')})",
        ]],
    }
    return Case("symbolic M", factor, data)


SMALL: tuple[tuple[str, str], ...] = (
    ("sin(x)**2+cos(x)**2", "1"),
    ("sin(x+y)", "sin(x)*cos(y)+cos(x)*sin(y)"),
    ("cos(x+y)", "cos(x)*cos(y)-sin(x)*sin(y)"),
    ("sin(2*x)", "2*sin(x)*cos(x)"),
    ("cos(2*x)", "1-2*sin(x)**2"),
    ("2*sin(x)*cos(y)", "sin(x+y)+sin(x-y)"),
    ("cos(x)**3", "3/4*cos(x)+1/4*cos(3*x)"),
    ("sin(3*x)", "3*sin(x)-4*sin(x)**3"),
    ("exp(I*x)", "cos(x)+I*sin(x)"),
    ("(x+y)**2", "x**2+2*x*y+y**2"),
    ("x**3-y**3", "(x-y)*(x**2+x*y+y**2)"),
    ("(x**2+y**2)*(x**2+y**2)", "(x**2-y**2)**2+(2*x*y)**2"),
)


def small(place: int) -> Case:
    """One of a dozen identities as they stand in textbooks."""
    left, right = SMALL[place]
    return _case("small", place + 1, "x y", [[left, right]])


FAMILIES: tuple[tuple[Callable[[int], Case], tuple[int, ...], tuple[int, ...]], ...] = (
    # family, its sizes, its sizes in a quick run
    (small, tuple(range(len(SMALL))), (0, 1)),
    (rotations, (2, 4, 8, 16, 32), (2, 4)),
    (relative_position, (1, 8, 32, 128, 512, 2048), (1, 8)),
    (shift, (1, 8, 32, 128, 512, 2048), (1, 8)),
    (multi_angle, (4, 8, 16, 32, 64), (4, 8)),
    (lagrange, (2, 4, 8, 16, 32), (2, 4)),
    (symbolic, (1, 1000, 10**9), (1, 1000)),
)
