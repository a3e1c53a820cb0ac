"""Names and characters in LaTeX: `sigma1` is `\\sigma_{1}`, `é` is `\\'e`.

Everything printed is ASCII, because a letter outside it is fatal to pdflatex with the fonts of a
base installation.  A character that has no LaTeX spelling here is shown by its code point.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from derivations.language.abbreviate import folded
from derivations.language.substitution import subterms
from derivations.language.terms import Term

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega"
)
_MORE = (
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega varepsilon vartheta varpi varrho "
    "varsigma varphi ell hbar"
)
_LATIN = (
    "A=Alpha B=Beta E=Epsilon Z=Zeta H=Eta I=Iota K=Kappa M=Mu N=Nu O=Omicron P=Rho T=Tau X=Chi"
)

# Greek letters by their spelled-out names; capitals that look Latin are upright Latin letters.
GREEK: dict[str, str] = {
    **{name: f"\\{name}" for name in (_GREEK + " " + _MORE).split()},
    **{pair[2:]: f"\\mathrm{{{pair[0]}}}" for pair in _LATIN.split(" ")},
    "lamda": r"\lambda",
    "Lamda": r"\Lambda",
    "omicron": "o",
}

ACCENT_WORDS = {"hat": "hat", "bar": "bar", "tilde": "tilde", "dot": "dot", "ddot": "ddot"}

# Characters as they are spelled in mathematics.
MATH: dict[str, str] = {
    "ϑ": r"\vartheta", "ϕ": r"\phi", "ϵ": r"\epsilon", "ϖ": r"\varpi", "ϱ": r"\varrho",
    "ς": r"\varsigma",
    "±": r"\pm", "∓": r"\mp", "×": r"\times", "÷": r"\div", "·": r"\cdot", "∙": r"\cdot",
    "⋅": r"\cdot", "∘": r"\circ", "°": r"^{\circ}", "−": "-", "∗": "*", "⋯": r"\cdots",
    "⋮": r"\vdots", "⋱": r"\ddots", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx",
    "≡": r"\equiv", "≅": r"\cong", "∼": r"\sim", "≪": r"\ll", "≫": r"\gg", "∝": r"\propto",
    "∈": r"\in", "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset", "⊆": r"\subseteq",
    "⊃": r"\supset", "⊇": r"\supseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset",
    "∖": r"\setminus", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\wedge",
    "∨": r"\vee", "⇒": r"\Rightarrow", "⇐": r"\Leftarrow", "⇔": r"\Leftrightarrow",
    "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow", "↦": r"\mapsto",
    "↑": r"\uparrow", "↓": r"\downarrow", "⟶": r"\longrightarrow", "⊢": r"\vdash",
    "∞": r"\infty", "∂": r"\partial", "∇": r"\nabla", "∑": r"\sum", "∏": r"\prod",
    "∫": r"\int", "√": r"\surd", "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "∥": r"\|",
    "⊕": r"\oplus", "⊗": r"\otimes", "⊙": r"\odot", "⊥": r"\perp", "⊤": r"\top",
    "†": r"\dagger", "′": "'", "″": "''", "ℓ": r"\ell", "ℏ": r"\hbar", "ℝ": r"\mathbb{R}",
    "ℂ": r"\mathbb{C}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}", "ℚ": r"\mathbb{Q}",
    "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "□": r"\square",
    "■": r"\blacksquare", "✓": r"\checkmark", "✗": r"\times", "★": r"\star", "⋆": r"\star",
}  # fmt: skip
for _name in dict.fromkeys(_GREEK.split()):
    _spelled = {"lambda": "LAMDA"}.get(_name, _name.upper())
    MATH[unicodedata.lookup(f"GREEK SMALL LETTER {_spelled}")] = GREEK[_name]
    MATH[unicodedata.lookup(f"GREEK CAPITAL LETTER {_spelled}")] = GREEK[_name.capitalize()]
MATH["ο"], MATH["Ο"] = GREEK["omicron"], GREEK["Omicron"]

# Characters as they are spelled in words.
WORDS: dict[str, str] = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": "$<$", ">": "$>$", "|": "$|$", '"': "''", "\u2018": "`", "\u2019": "'", "\u201c": "``",
    "\u201d": "''", "\u201e": ",,", "\u00ab": r"$\ll$", "\u00bb": r"$\gg$", "\u2013": "--",
    "\u2014": "---", "\u2010": "-", "\u2011": "-", "\u2026": r"\dots{}", "\u00a0": "~",
    "\u00a7": r"\S{}", "\u00b6": r"\P{}", "\u00a9": r"\copyright{}", "\u00a3": r"\pounds{}",
    "\u00bf": "?`", "\u00a1": "!`", "\u2022": r"$\bullet$", "ß": r"\ss{}", "ẞ": "SS", "æ": r"\ae{}",
    "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}", "å": r"\aa{}",
    "Å": r"\AA{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "đ": "d", "Đ": "D", "ð": "d",
    "þ": "th", "\u00ad": "", "\ufeff": "", "\u200b": "", "\u2060": "",
}  # fmt: skip

# Combining characters as LaTeX accents.
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
    "\u0323": "d", "\u0331": "b",
}  # fmt: skip


def escape(text: str) -> str:
    """Plain words as LaTeX, whatever characters they are made of; the result is ASCII.

    >>> escape("50% of α & β_1 — naïve")
    '50\\\\% of $\\\\alpha$ \\\\& $\\\\beta$\\\\_1 --- na\\\\"{\\\\i}ve'
    """
    return "".join([_character(c) for c in unicodedata.normalize("NFC", text)])


def _character(c: str) -> str:
    if c in WORDS:
        return WORDS[c]
    if c in MATH:
        return f"${MATH[c]}$"
    if c in "\n\t" or " " <= c <= "~":
        return c
    if c.isspace():
        return " "
    letter, *marks = list(unicodedata.normalize("NFD", c))
    if marks and letter.isascii() and all(mark in _ACCENTS for mark in marks):
        accented = {"i": r"\i", "j": r"\j"}.get(letter, letter)
        for mark in marks:
            accented = f"\\{_ACCENTS[mark]}{{{accented}}}"
        return accented
    plain = unicodedata.normalize("NFKC", c)
    if plain != c:
        inside = "".join([_character(p) for p in plain])
        decomposition = unicodedata.decomposition(c)
        if decomposition.startswith("<super>"):
            return f"\\textsuperscript{{{inside}}}"
        if decomposition.startswith("<sub>"):
            return f"$_{{\\text{{{inside}}}}}$"
        return inside
    return f"[U+{ord(c):04X}]"


def plain_ascii(text: str) -> str:
    """The same words for a PDF bookmark: letters and simple punctuation only."""
    names = {c: latex.strip("\\") for c, latex in MATH.items() if latex[1:].isalpha()}
    folded = unicodedata.normalize("NFKD", "".join([names.get(c, c) for c in text]))
    kept = [c if c.isascii() and (c.isalnum() or c in " .,:;()+-=/'!?") else "" for c in folded]
    return " ".join("".join(kept).split())


_LONGEST = 40  # characters of a name that are printed: it cannot be broken


class Name(NamedTuple):
    """A symbol in parts, so that indices and exponents can be attached: `q_1'` in LaTeX."""

    base: str
    subscript: str
    primes: int

    def with_subscript(self, more: str) -> str:
        """The name with further indices behind its own."""
        below = ",".join([s for s in (self.subscript, more) if s])
        return self.base + (f"_{{{below}}}" if below else "") + "'" * self.primes


_INDEXED = re.compile(r"([^\W\d_]+)(\d+)\Z")


def name_parts(name: str) -> Name:
    """How the name of a symbol is printed.

    >>> name_parts("sigma1").with_subscript("")
    '\\\\sigma_{1}'
    >>> name_parts("theta_prime").with_subscript("")
    "\\\\theta'"
    """
    if name in (_SPELLED.get() or ()):
        return Name(rf"\mathtt{{{escape(name)}}}", "", 0)
    if len(name) > _LONGEST:
        name = f"{name[: _LONGEST - 12]}…{name[-10:]}"
    core = name.replace("′", "'").rstrip("_")
    primes = len(core) - len(core.rstrip("'"))
    core = core.rstrip("'")
    pieces = core.split("_")
    if not all(pieces):
        return Name(_word(core or name, "mathit"), "", primes)
    accents: list[str] = []
    below: list[str] = []
    for piece in pieces[1:]:
        if piece == "prime":
            primes += 1
        elif piece in ACCENT_WORDS:
            accents.append(ACCENT_WORDS[piece])
        else:
            below.append(_subscript(piece))
    found = _INDEXED.match(pieces[0])
    if found:
        below.insert(0, found[2])
    base = _word(found[1] if found else pieces[0], "mathit")
    for accent in accents:
        base = f"\\{accent}{{{base}}}"
    return Name(base, ",".join(below), primes)


# The names that are printed as they are spelled, since they would look like others.
_SPELLED: ContextVar[frozenset[str] | None] = ContextVar("_SPELLED", default=None)


@contextmanager
def told_apart(terms: Iterable[Term]) -> Iterator[None]:
    """While this is open, no two names in these terms look alike, nor one like a value of another.

    Of names that would, the later is printed as it is spelled.  One that is open already, for the
    whole of a statement, is kept for its parts.
    """
    if _SPELLED.get() is not None:
        yield
        return
    opened = _SPELLED.set(frozenset())
    _SPELLED.set(_looking_alike(terms))
    try:
        yield
    finally:
        _SPELLED.reset(opened)


def _looking_alike(terms: Iterable[Term]) -> frozenset[str]:
    names: dict[str, None] = {}
    heads: set[str] = set()
    indexed: dict[str, Name] = {}
    for term in terms:
        for node in subterms(folded(term)):
            heads.add(node.head)
            if node.head == "symbol":
                names[node.name] = None
            elif node.head == "apply" and node.args[0].head == "symbol":
                indexed[node.args[0].name] = name_parts(node.args[0].name)
    taken: set[Name] = set()
    spelled: set[str] = set()
    for name in names:
        shown = name_parts(name)
        values = [other for known, other in indexed.items() if known != name]
        if shown in taken or _is_reserved(shown, heads) or any(_is_value(shown, v) for v in values):
            spelled.add(name)
        taken.add(shown)
    return frozenset(spelled)


def _is_reserved(name: Name, heads: set[str]) -> bool:
    """Whether the name looks like a constant, or like what one of the heads prints."""
    if name.base == r"\pi":
        return not name.subscript and not name.primes
    if name.base == "e":
        return not name.subscript and not heads.isdisjoint({"exp", "matexp"})
    if name.base == "I":
        return bool(name.subscript) and "identity" in heads
    if name.base == r"\mathrm{H}":
        return bool(name.subscript) and "harmonic" in heads
    return r"\bar{" in name.base and "conj" in heads


def _is_value(name: Name, family: Name) -> bool:
    """Whether the name looks like the family at an index: `v_i` like `v[i]`."""
    above = f"{family.subscript}," if family.subscript else ""
    same = (name.base, name.primes) == (family.base, family.primes)
    return same and bool(name.subscript) and name.subscript.startswith(above)


def symbol_latex(name: str) -> str:
    """The name of a symbol in LaTeX.

    >>> symbol_latex("q_1"), symbol_latex("t'"), symbol_latex("d_model")
    ('q_{1}', "t'", 'd_{\\\\mathrm{model}}')
    """
    return name_parts(name).with_subscript("")


def _subscript(piece: str) -> str:
    found = _INDEXED.match(piece)
    if found and (len(found[1]) == 1 or found[1] in GREEK):
        return f"{_word(found[1], 'mathrm')}_{{{found[2]}}}"
    return _word(piece, "mathrm")


def _word(word: str, font: str) -> str:
    if word in GREEK:
        return GREEK[word]
    if word in MATH:
        return MATH[word]
    if word.isascii() and word.isalnum():
        return word if len(word) == 1 or word.isdigit() else f"\\{font}{{{word}}}"
    return f"\\text{{{escape(word)}}}"
