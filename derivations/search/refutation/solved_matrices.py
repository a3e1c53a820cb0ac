"""Unknown functions that are matrices, by their entries, of which the same is assumed.

`U' = H U`, H = [[1, 0], [0, 2]]: four equations for the entries, which are solved as those of any
functions (`solved_systems.py`).  Only derivatives of what is written out in its entries.
"""

from collections.abc import Iterator

from derivations.kernel import Context
from derivations.language.sorts import COMPLEX, REAL, Sort, family_sort
from derivations.language.statements import Proposition, eq
from derivations.language.substitution import subterms
from derivations.language.terms import Term, function, matrix, symbol
from derivations.search.differentiation.given_derivatives import as_equation
from derivations.search.reading.readback import entry_of, simplified, size


def is_sought_matrix(s: Term) -> bool:
    """Whether a symbol is a matrix that is a function of a real number."""
    value = s.sort.value
    return value is not None and value.is_matrix and s.sort.index == (REAL,)


def entries_of(f: Term, sort: Sort) -> tuple[list[Term], Term]:
    """Functions that are the entries, and the matrix of them.

    sort: that of f, with numbers for its sizes.
    """
    whole = sort.value
    assert whole is not None and whole.rows is not None and whole.columns is not None
    rows, columns = int(whole.rows.data), int(whole.columns.data)
    value = REAL if "real" in whole.properties else COMPLEX
    x = symbol("j0_", REAL)
    names = [[symbol(f"{f.name}{i}{j}_", family_sort((REAL,), value))
              for j in range(columns)] for i in range(rows)]
    at_x = matrix([[Term("apply", (g, x)) for g in row] for row in names])
    return [g for row in names for g in row], function([x], at_x)


def of_entries(h: Proposition) -> Iterator[Proposition]:
    """What an equation of matrices says of their entries; anything else as it is.
    Raises what normal forms do."""
    relation = as_equation(h.relation)
    context = Context(symbols=h.relation.free().union(h.variables))
    sizes = _sizes(context, relation.left) if relation.operator == "==" else None
    if sizes is None:
        yield h
        return
    rows, columns = sizes
    sides = [_spread(context, side) for side in (relation.left, relation.right)]
    for i in range(rows):
        for j in range(columns):
            left, right = (simplified(context, entry_of(s, rows, columns, i, j)) for s in sides)
            yield Proposition(eq(left, right), h.variables, h.guards)


def _sizes(context: Context, term: Term) -> tuple[int, int] | None:
    """The rows and columns of a matrix, where they are numbers."""
    found = size(context, term)
    if found is None or any(t.head != "number" for t in found):
        return None
    rows, columns = found
    return int(rows.data), int(columns.data)


def _spread(context: Context, term: Term) -> Term:
    """With the matrix of the derivatives for the derivative of a matrix."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple([done[id(a)] for a in node.args])
        new = Term(node.head, args, node.data)
        if node.head == "diff":
            variable, at, body = args
            inside = context.with_symbols(variable)
            sizes = _sizes(inside, body)
            if sizes is not None:
                rows, columns = sizes
                new = matrix([[
                    Term("diff", (variable, at, simplified(
                        inside, entry_of(body, rows, columns, i, j))))
                    for j in range(columns)] for i in range(rows)])
        done[id(node)] = new
    return done[id(term)]
