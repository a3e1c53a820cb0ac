r"""What a document prints, quoted in a writeup: words, and its own formulas in LaTeX.

A formula stands between dollars, or is all there is where there are commands and no dollars.  It
is typeset when it is made of the commands below, and else shown as it is: no command of another
text is ever run.
"""

import re
from collections.abc import Callable, Sequence

_LETTERS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho "
    "sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
).split()
_SIGNS = (
    "langle rangle cdot cdots dots ldots times in top approx sim ll gg le leq ge geq ne neq to "
    "mapsto rightarrow Rightarrow iff implies infty sum prod int partial nabla forall exists quad "
    "oplus otimes odot circ dagger mid "
    "sin cos tan exp log ln arg max min Re Im det lVert rVert lvert rvert"
).split()
_OF_ONE = (
    "mathbb mathcal mathrm mathbf mathit text operatorname sqrt tilde hat bar vec overline "
    "underbrace"
).split()
_OF_TWO = ("frac", "binom")
_KNOWN = {*_LETTERS, *_SIGNS}
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9 +\-*/=<>()\[\].,:;!'|^_{}]")
# A script of nothing, or two that stand alike.
_OF = r"\s*(?:\{[^{}]*\}|\\[a-zA-Z]+|[^{}\s\\])\s*"
_WRONG = re.compile(rf"[_^]\s*($|[}}_^])|([_^]){_OF}(?:[_^]{_OF})?\2|\^{_OF}'")


def pieces(quoted: str) -> list[tuple[str, bool]]:
    """The words and the formulas of a quotation, in their order, and which is a formula."""
    parts = re.split(r"\$+", quoted)
    if len(parts) == 1 and re.search(r"\\[a-zA-Z]", quoted):
        parts = ["", quoted]
    inside = [k % 2 == 1 for k in range(len(parts))]
    return [(p.strip(" ") if m else p, m) for p, m in zip(parts, inside, strict=True) if p]


def formula(quoted: str) -> str | None:
    """A formula as it can be typeset; None if something in it is not known."""
    source = re.sub(r"\\(left|right)(?![a-zA-Z])\.?", "", quoted).replace("\N{MINUS SIGN}", "-")
    depth, tokens = 0, _TOKEN.findall(source)
    for place, token in enumerate(tokens):
        name = token[1:] if token[0] == "\\" else ""
        if name in _OF_ONE or name in _OF_TWO:
            if not _has_groups(tokens[place + 1 :], 1 + (name in _OF_TWO)):
                return None
        elif name:
            if name not in _KNOWN and name not in set(",;! {}|"):
                return None
        elif not _PLAIN.match(token):
            return None
        depth += (token == "{") - (token == "}")
        if depth < 0:
            return None
    return None if depth or _WRONG.search(source) else source.strip()


def _has_groups(tokens: Sequence[str], count: int) -> bool:
    """Whether so many groups in braces stand first."""
    depth = 0
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if depth == 0:
            count -= token == "}"
            if count == 0 or token != "}":
                break
    return count == 0


def quotation(
    quoted: str,
    words: Callable[[str], str],
    math: Callable[[str], str],
    code: Callable[[str], str],
) -> str:
    """A quotation, of which these write the words, the formulas, and what cannot be typeset."""
    told = ""
    for piece, mathematical in pieces(quoted):
        typeset = formula(piece) if mathematical else None
        if typeset is not None:
            told += math(typeset)
        else:
            told += code(piece) if mathematical else words(piece)
    return told
