"""Terms, relations and sorts in LaTeX, printed exactly as written.

Nothing is evaluated: what is printed is the tree that is judged, with as few parentheses as its
reading allows.  Formulas are printed to a width, in em: what is too wide is broken before a plus
or minus, between factors, inside parentheses, fractions and entries of matrices.  Widths are
estimated from the shapes of the letters, a little on the wide side; no TeX is run.

Choices a reader should know: entries of matrices are counted from 0 in terms and from 1 in print,
`A[0, 1]` is `A_{1,2}`; a block-diagonal matrix of blocks is `\\bigoplus`, blocks one below
another are `\\operatorname*{col}`; an adjoint is `A^{*}`; the imaginary unit is upright.

Terms may be graphs with much sharing: what would print more than a limit of nodes is abbreviated
with `\\cdots` (see `abbreviate`), the outermost parts being kept.
"""

from __future__ import annotations

from derivations.language.abbreviate import NODE_LIMIT, abbreviated
from derivations.language.latex_names import told_apart
from derivations.language.latex_printer import Printer
from derivations.language.sorts import Sort
from derivations.language.statements import Relation
from derivations.language.terms import Term

OPERATORS = {"==": "=", "!=": r"\neq", "<=": r"\leq", "<": "<"}


def term_latex(term: Term, limit: int = NODE_LIMIT) -> str:
    """A term on one line.

    >>> from derivations.language.parser import parse_term
    >>> from derivations.language.terms import symbol
    >>> names = {name: symbol(name) for name in "ab"}
    >>> term_latex(parse_term("cos(a)**2 - (a + b)/2", names))
    '\\\\cos^{2} a - \\\\frac{a + b}{2}'
    """
    shown = abbreviated(term, limit)
    with told_apart([shown]):
        return Printer().box(shown).latex


def relation_latex(relation: Relation, limit: int = NODE_LIMIT) -> str:
    """A relation on one line."""
    sign = OPERATORS[relation.operator]
    with told_apart([relation.left, relation.right]):
        return f"{term_latex(relation.left, limit)} {sign} {term_latex(relation.right, limit)}"


_SETS = {
    "natural": r"\mathbb{N}_{0}", "posint": r"\mathbb{N}_{\geq 1}", "integer": r"\mathbb{Z}",
    "real": r"\mathbb{R}", "positive": r"\mathbb{R}_{> 0}", "negative": r"\mathbb{R}_{< 0}",
    "nonnegative": r"\mathbb{R}_{\geq 0}", "complex": r"\mathbb{C}",
}  # fmt: skip


def sort_latex(sort: Sort) -> str:
    """A sort as a set.  Of the properties of a matrix only `real` is shown: the rest are words."""
    if sort.is_family:
        assert sort.value is not None
        index = r" \times ".join([sort_latex(s) for s in sort.index])
        return rf"{index} \to {sort_latex(sort.value)}"
    if sort.is_matrix:
        assert sort.rows is not None and sort.columns is not None
        field = "R" if sort.properties & {"real", "orthogonal"} else "C"
        rows, columns = term_latex(sort.rows), term_latex(sort.columns)
        shape = rows if columns == "1" else rf"{rows} \times {columns}"
        return rf"\mathbb{{{field}}}^{{{shape}}}"
    if sort.kind == "permutation":
        assert sort.rows is not None
        return rf"S_{{{term_latex(sort.rows)}}}"
    return _SETS[sort.kind]
