"""What is declared, assumed and given a value, in words that are written once.

A sentence has formulas in it.  How these look is the pen's business: `Pen` writes text, the one of
`latex_sentences` formulas between dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from derivations.language.calculus_notation import directions, for_people, is_indicated
from derivations.language.sorts import Sort
from derivations.language.statements import Proposition, Relation, Statement, proposition
from derivations.language.substitution import subterms
from derivations.language.terms import ONE, Term
from derivations.language.text import sort_text, term_text
from derivations.lemmas import called
from derivations.verdicts import LETTERS, LONGEST, Assignment, shortened, values_words
from derivations.writing.steps import Cite, Label, Part, Quoted, Symbols, Values, Words

if TYPE_CHECKING:
    from derivations.documents.entries import Claim

NOUNS = {
    "natural": "natural numbers", "posint": "positive integers", "integer": "integers",
    "real": "real numbers", "positive": "positive real numbers",
    "negative": "negative real numbers", "nonnegative": "nonnegative real numbers",
    "complex": "complex numbers",
}  # fmt: skip
_ADJECTIVES = {
    "orthogonal": "orthogonal", "unitary": "unitary", "hermitian": "Hermitian",
    "skew": "skew-symmetric", "invertible": "invertible",
}  # fmt: skip
# Letters for the indices of families that no index of the statement lends its name.


@dataclass(frozen=True)
class Pen:
    """Formulas as text; one side takes at most `limit` characters."""

    limit: int = LONGEST
    ranges: ClassVar[dict[str, str]] = {
        "natural": "{0} = 0, 1, 2, ...", "posint": "{0} = 1, 2, ...", "integer": "{0} an integer",
    }  # fmt: skip
    equations: ClassVar[dict[str, str]] = {"projector": "{0}**2 = {0}", "nilpotent2": "{0}**2 = 0"}

    def math(self, formula: str) -> str:
        return formula

    def words(self, words: Words) -> str:
        """A clause with its formulas."""
        return "".join(map(self.part, words))

    def part(self, part: Part) -> str:
        match part:
            case Term():
                return self.term(part)
            case Relation() | Proposition():
                return proposition_words(proposition(part), self)
            case Symbols():
                return declared_words(part.symbols, self, part.within)
            case Values():
                return self.values(part.values)
            case Cite():
                return self.cite(part)
            case Label():
                return (part.same or part).name
            case Quoted():
                return self.quoted(part.text)
        return self.said(part)

    def said(self, words: str) -> str:
        return words

    def quoted(self, text: str) -> str:
        return f"“{text}”"

    def term(self, term: Term) -> str:
        return term_text(term, self.limit)

    def values(self, values: Assignment) -> str:
        return values_words(values, self.limit)

    def cite(self, cited: Cite) -> str:
        """A law by its name, a lemma by its own or the beginning of its hash."""
        return called(cited.name) if cited.lemma else f'"{cited.name}"'

    def relation(self, relation: Relation) -> str:
        """An equation is written with one =; that there is a derivative, by itself."""
        relation = for_people(relation)
        if is_indicated(relation) and relation.right == ONE:
            return term_text(relation.left, self.limit)
        operator = "=" if relation.operator == "==" else relation.operator
        left, right = (term_text(side, self.limit) for side in (relation.left, relation.right))
        return f"{left} {operator} {right}"

    def name(self, name: str, indices: tuple[str, ...] = ()) -> str:
        return f"{name}[{', '.join(indices)}]" if indices else name

    def names(self, names: Sequence[str]) -> str:
        return shortened(names)

    def among(self, names: Sequence[str], sort: Sort) -> str:
        """Names of vectors or functions, and where they are."""
        if sort.is_family and sort.value is not None:
            index = ", ".join([sort_text(s) for s in sort.index])
            return f"{shortened(names)}: {index} -> {sort_text(sort.value)}"
        assert sort.rows is not None
        return f"{shortened(names)} of size {self.size(sort.rows)}"

    def size(self, *sizes: Term) -> str:
        return " x ".join([term_text(size, self.limit) for size in sizes])


def declared_words(
    symbols: Sequence[Term], pen: Pen = Pen(), within: Iterable[Term] = ()
) -> str:
    """Symbols with what they range over, those of one sort together; "" if there are none.

    within: terms in which families are used, for the names of their indices.

    >>> from derivations.language.sorts import POSINT, REAL
    >>> from derivations.language.terms import symbol
    >>> declared_words([symbol("a", REAL), symbol("b", REAL), symbol("M", POSINT)])
    'real numbers a, b and positive integers M'
    """
    used = _index_names(symbols, within)
    groups: dict[tuple[Sort, tuple[str, ...]], list[str]] = {}
    for one in symbols:
        groups.setdefault((one.sort, used.get(one, ())), []).append(one.name)
    return listed([_group_words(pen, *key, names) for key, names in groups.items()])


# What an entry of a document says of others, by the field with their labels.
_OTHERS = {
    "corrects": "It corrects {}, which is refuted as printed.",
    "completes": "It completes {}, which lacks a hypothesis.",
    "reading": "It is another reading of {}.",
    "using": "Its proof may use {}.",
    "members": "It is {}.",
}


def others_words(entry: object, cite: Callable[[str], str]) -> list[str]:
    """What an entry says of others, in sentences; `cite` names those by their labels."""
    said = []
    for name, words in _OTHERS.items():
        labels = getattr(entry, name, None) or ()
        labels = (labels,) if isinstance(labels, str) else labels
        said += [words.format(listed([cite(label) for label in labels]))] if labels else []
    return said


def mended_words(mended: Mapping[str, Sequence[Claim]], cite: Callable[[str], str]) -> str:
    """Where what does not hold as printed is mended: `corrected in a and completed in b`."""
    told = [f"{how} in {listed([cite(c.label) for c in found])}" for how, found in mended.items()]
    return listed(told)


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _group_words(pen: Pen, sort: Sort, indices: tuple[str, ...], names: Sequence[str]) -> str:
    shown = [pen.name(name, indices) for name in names]
    if not indices:
        return _values_words(pen, sort, shown)
    assert sort.value is not None
    ranges = [
        pen.math(pen.ranges[s.kind].format(pen.name(i)))
        for s, i in zip(sort.index, indices, strict=True)
    ]
    return f"{_values_words(pen, sort.value, shown)} ({listed(ranges)})"


def _values_words(pen: Pen, sort: Sort, names: Sequence[str]) -> str:
    if sort.is_scalar:
        return f"{NOUNS[sort.kind]} {pen.names(names)}"
    if sort.is_family:
        return f"functions {pen.among(names, sort)}"
    if not sort.is_matrix or sort.rows is None or sort.columns is None:
        assert sort.rows is not None
        return f"permutations {pen.names(names)} of {pen.size(sort.rows)} places"
    kept = sort.properties
    words = [word for kind, word in _ADJECTIVES.items() if kind in kept]
    if "real" in kept and "orthogonal" not in kept:
        words.insert(0, "real")
    elif not kept & {"orthogonal", "unitary", "hermitian"}:
        words.insert(0, "complex")
    if sort.columns == ONE and not kept - {"real"}:
        return f"{words[0]} vectors {pen.among(names, sort)}"
    equations = [
        pen.math(pen.equations[kind].format(name))
        for kind in sorted(kept & set(pen.equations))
        for name in names
    ]
    with_ = f" with {listed(equations)}" if equations else ""
    shape = pen.size(sort.rows, sort.columns)
    return f"{' '.join(words)} {shape} matrices {pen.names(names)}{with_}"


def _index_names(
    symbols: Sequence[Term], within: Iterable[Term]
) -> dict[Term, tuple[str, ...]]:
    """For every family over integers, names for its indices: those it is used with, if any."""
    families = [
        s for s in symbols if s.sort.is_family and all(i.kind in Pen.ranges for i in s.sort.index)
    ]
    taken = {s.name for s in symbols}
    found: dict[Term, tuple[str, ...]] = {}
    for term in within if families else ():
        for node in subterms(term):
            if node.head == "apply" and node.args[0] in families:
                names = tuple([a.name for a in node.args[1:] if a.head == "symbol"])
                bound = len(set(names)) == len(node.args) - 1 and taken.isdisjoint(names)
                if bound:
                    found.setdefault(node.args[0], names)
    for family in families:
        if family not in found:
            free = [n for n in LETTERS if n not in taken]
            free += [f"k_{n}" for n in range(1, 1 + len(family.sort.index))]
            found[family] = tuple(free[: len(family.sort.index)])
    return found


def statement_terms(claimed: Statement) -> list[Term]:
    """The sides of all relations of a statement, hypotheses first."""
    stated = (*claimed.hypotheses, *claimed.goals)
    relations = [r for p in stated for r in (*p.guards, p.relation)]
    return [side for r in relations for side in (r.left, r.right)]


def proposition_words(proposition: Proposition, pen: Pen) -> str:
    """A proposition as part of a sentence: `U[t] = A**t for all natural numbers t`."""
    return pen.relation(proposition.relation) + quantifier_words(proposition, pen)


def quantifier_words(proposition: Proposition, pen: Pen) -> str:
    """What follows the relation of a proposition: its variables and guards, or nothing."""
    words = ""
    hidden = directions(proposition.relation)
    if variables := [v for v in proposition.variables if v not in hidden]:
        terms = [side for g in proposition.guards for side in (g.left, g.right)]
        words = f" for all {declared_words(variables, pen, terms)}"
    if proposition.guards:
        words += f" with {listed([pen.relation(g) for g in proposition.guards])}"
    return words
