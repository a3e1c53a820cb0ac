"""How large a formula is: estimates on the wide side from the LaTeX itself; no TeX is run."""

import re
from collections import deque

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\S")
_WIDTHS = {
    "+": 1.3, "-": 1.3, r"\times": 1.3, r"\otimes": 1.3, r"\mapsto": 2.0, r"\to": 1.6,
    "=": 1.6, "<": 1.6, r"\leq": 1.6, r"\neq": 1.6, r"\bmod": 3.0, r"\in": 1.4, r"\colon": 0.6,
    ",": 0.5, "(": 0.4, ")": 0.4, "[": 0.4, "]": 0.4, "/": 0.5, "!": 0.3, "'": 0.3, "*": 0.5,
    r"\cdots": 1.4, r"\cdot": 0.8, r"\,": 0.17, r"\langle": 0.4, r"\rangle": 0.4,
    r"\hline": 0.0, r"\int": 1.4, r"\left": 0.2, r"\right": 0.2,
    **dict.fromkeys((r"\mathrm", r"\operatorname", r"\mathit", r"\mathtt", r"\text", r"\mathbb",
                     r"\underbrace", r"\hat", r"\bar", r"\tilde", r"\dot", r"\ddot"), 0.0),
}  # fmt: skip
_LIMITS = (r"\sum", r"\prod", r"\bigoplus", r"\operatorname*")


def size(latex: str) -> tuple[float, float]:
    """About how wide a formula is on one line, in em, and how high, in lines."""
    return _line(deque(_TOKEN.findall(latex)), ())


def _line(tokens: deque[str], ends: tuple[str, ...]) -> tuple[float, float]:
    width, height = 0.0, 1.0
    while tokens and tokens[0] not in ends:
        limits = tokens[0] in _LIMITS
        own, high = _one(tokens)
        scripts = []
        while tokens and tokens[0] in "^_":
            tokens.popleft()
            scripts.append(_one(tokens))
        if scripts:
            beside = 0.75 * max([w for w, _ in scripts])
            own = max(own, beside) if limits else own + beside + 0.1
            high += 0.7 * sum([h - (not limits) for _, h in scripts])
        width, height = width + own, max(height, high)
    return width, height


def _one(tokens: deque[str]) -> tuple[float, float]:
    token = tokens.popleft()
    if token == "{":
        found = _line(tokens, ("}",))
        tokens.popleft()
        return found
    if token in (r"\frac", r"\binom"):
        (above, high), (below, low) = _one(tokens), _one(tokens)
        return max(above, below) + (1.6 if token == r"\binom" else 0.5), high + low
    if token == r"\sqrt":
        inside, high = _one(tokens)
        return inside + 1.0, high
    if token == r"\begin":
        return _grid(tokens)
    if token in _LIMITS:
        inside, _ = _one(tokens) if token == r"\operatorname*" else (0.0, 1.0)
        return max(1.7, inside + 0.4), 1.4
    if token in _WIDTHS:
        return _WIDTHS[token], 1.0
    if token[1:] in _OPERATOR_NAMES:
        return 0.5 * len(token) + 0.2, 1.0
    return (0.85 if token.lstrip("\\")[0].isupper() else 0.9 if token in "mw" else 0.58), 1.0


_OPERATOR_NAMES = frozenset(
    "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log exp arg det gcd max min"
    .split()
)


def _grid(tokens: deque[str]) -> tuple[float, float]:
    """A matrix, from behind its `\\begin`."""
    name = tokens.popleft()
    while name[-1] != "}":
        name += tokens.popleft()
    if name == "{array}":
        _one(tokens)
    columns: list[float] = []
    height, row, place = 0.0, 1.0, 0
    while True:
        width, high = _line(tokens, ("&", r"\\", r"\end"))
        columns += [0.0] * (place + 1 - len(columns))
        columns[place] = max(columns[place], width)
        row, place = max(row, high), place + 1
        end = tokens.popleft()
        if end == "&":
            continue
        height, row, place = height + row + 0.2, 1.0, 0
        if end == r"\end":
            _one(tokens)
            return sum(columns) + len(columns) + 0.6, height
        if tokens and tokens[0] == "[":
            while tokens.popleft() != "]":
                pass
