"""Relations between terms, and whole terms: what stands in one text of a statement."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.language.limits import limits
from derivations.language.parser_names import Unsupported
from derivations.language.parser_terms import Reader
from derivations.language.parser_tokens import END, RELATIONS
from derivations.language.statements import Relation, eq, le, lt, ne
from derivations.language.terms import ZERO, Term, call


def read_term(reader: Reader) -> Term:
    term = reader.term()
    end(reader)
    return term


def read_relation(reader: Reader) -> Relation:
    relation = invertible(reader)
    if relation is not None:
        return relation
    left = reader.term()
    at = reader.at
    operator = reader.kinds[at]
    if operator == END:
        raise reader.error("a relation is missing: write left == right, or <=, <, !=", at)
    if operator not in RELATIONS:
        end(reader)
    reader.at += 1
    right = reader.term()
    if reader.kinds[reader.at] in RELATIONS:
        raise reader.error("relations cannot be chained; state each on its own", reader.at)
    end(reader)
    return related(left, operator, right)


def related(left: Term, operator: str, right: Term) -> Relation:
    if operator in (">", ">="):
        left, right = right, left
    return {"==": eq, "=": eq, "!=": ne, "<=": le, ">=": le, "<": lt, ">": lt}[operator](
        left, right
    )


def invertible(reader: Reader) -> Relation | None:
    """`A is invertible` as `det(A) != 0`; None for a text without `is`."""
    if "is" not in reader.texts or "is" in reader.symbols:
        return None
    at = reader.texts.index("is")
    if reader.texts[at + 1 :] != ["invertible", ""]:
        raise reader.error(
            "after `is`, only `invertible` is read; other properties are part of a sort, "
            "such as unitary(n)",
            at,
        )
    reader.kinds[at] = END
    return ne(call("det", read_term(reader)), ZERO)


def end(reader: Reader) -> None:
    """Refuse whatever stands after a term."""
    kind = reader.kinds[reader.at]
    if kind == END:
        return
    if kind == "=":
        message = "= cannot stand in a term; nothing can be assigned"
    elif kind in RELATIONS:
        message = f"a relation ({kind}) where a term is expected"
    elif kind == ",":
        message = "a comma outside brackets"
    else:
        message = f"{kind} cannot stand here"
    raise reader.error(message, reader.at)


def check_depth(
    terms: Iterable[Term], reader: Reader, inside: int = 0, known: dict[int, int] | None = None
) -> None:
    """Refuse terms too deep to be worked on.

    inside: what the depth of terms that the reader knows by name cannot exceed.
    known: depths by identity.
    """
    most = limits.depth
    if inside + reader.depth_bound() <= most:
        return
    depths = {} if known is None else known
    for term in terms:
        pending = [term]
        while pending:
            node = pending[-1]
            below = [a for a in node.args if id(a) not in depths]
            pending += below
            if not below:
                depths[id(node)] = 1 + max([depths[id(a)] for a in node.args], default=0)
                pending.pop()
        if depths[id(term)] > most:
            raise Unsupported(
                f"nested too deep: {depths[id(term)]} levels, at most {most} are read "
                f"(--limit depth={most})",
                reader.place(0),
            )
