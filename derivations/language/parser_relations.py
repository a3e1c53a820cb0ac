"""What stands in one text: a term, a proposition, a statement.

    statement      [for all DECLARATIONS] [with PROPOSITIONS] : [exists DECLARATIONS :] PROPOSITIONS
    PROPOSITIONS   proposition; proposition; ...
    proposition    relation [for all DECLARATIONS [with relation and relation and ...]]
    DECLARATIONS   x, y: real, n: natural, A: matrix(n, n), ...
"""

from __future__ import annotations

from collections.abc import Iterable

from derivations.language.limits import limits
from derivations.language.parser_names import REFUSED, Unsupported
from derivations.language.parser_sorts import read_sort
from derivations.language.parser_terms import Reader
from derivations.language.parser_tokens import END, NAME, RELATIONS, check_name
from derivations.language.statements import Proposition, Relation, Statement, eq, le, lt, ne
from derivations.language.terms import RESERVED, WORDS, ZERO, Term, call, symbol

# Where a relation ends, in which no word of these stands.
_ENDS = frozenset({"for", "with", "and", ":", ";", END})


def read_term(reader: Reader) -> Term:
    term = reader.term()
    end(reader)
    return term


def read_proposition(reader: Reader) -> Proposition:
    _find_words(reader)
    read = _proposition(reader)
    end(reader)
    return read


def read_statement(reader: Reader) -> Statement:
    _find_words(reader)
    kinds = reader.kinds
    declared: tuple[Term, ...] = ()
    hypotheses: tuple[Proposition, ...] = ()
    exists: tuple[Term, ...] = ()
    if kinds[0] == "for":
        reader.at = 2
        declared = _declarations(reader)
    if kinds[reader.at] == "with":
        reader.at += 1
        hypotheses = _propositions(reader)
    if reader.at:
        _colon(reader, "what is given and what is claimed")
    if kinds[reader.at] == "exists":
        reader.at += 1
        exists = _declarations(reader)
        _colon(reader, "what exists and what is claimed of it")
    goals = _propositions(reader)
    end(reader)
    return Statement(declared, hypotheses, goals, exists)


def _find_words(reader: Reader) -> None:
    """Words that are no names have kinds of their own."""
    for at, text in enumerate(reader.texts):
        if text in WORDS and (text != "for" or reader.texts[at + 1] == "all"):
            reader.kinds[at] = text


def _colon(reader: Reader, between: str) -> None:
    if reader.kinds[reader.at] != ":":
        end(reader)
        raise reader.error(f"a colon stands between {between}", reader.at)
    reader.at += 1


def _declarations(reader: Reader) -> tuple[Term, ...]:
    """Symbols with their sorts, known from here on: `x, y: real, n: natural`."""
    kinds, texts = reader.kinds, reader.texts
    found: list[Term] = []
    names: list[str] = []
    while True:
        at = reader.at
        name = texts[at]
        if kinds[at] != NAME or kinds[at + 1] not in (",", ":"):
            raise reader.error("a declaration is written name: sort, such as x: real", at)
        fault = check_name(name)
        if name in RESERVED or name in REFUSED:
            fault = f"{name} is reserved and cannot be declared"
        elif name in reader.symbols or name in names:
            fault = f"{name} is declared already"
        if fault:
            raise reader.error(fault, at)
        names.append(name)
        reader.at += 2
        if kinds[at + 1] == ",":
            continue
        sort = read_sort(reader)
        reader.declare({**reader.symbols, **{name: symbol(name, sort) for name in names}})
        found += [symbol(name, sort) for name in names]
        names = []
        if kinds[reader.at] != ",":
            return tuple(found)
        reader.at += 1


def _propositions(reader: Reader) -> tuple[Proposition, ...]:
    found = [_proposition(reader)]
    while reader.kinds[reader.at] == ";":
        reader.at += 1
        found.append(_proposition(reader))
    return tuple(found)


def _proposition(reader: Reader) -> Proposition:
    """A relation and the variables after it, which are read first, since it is about them."""
    kinds = reader.kinds
    start = stop = reader.at
    while kinds[stop] not in _ENDS:
        stop += 1
    if kinds[stop] != "for":
        return Proposition(_relation(reader))
    known = reader.symbols
    reader.at = stop + 2
    variables = _declarations(reader)
    guards: list[Relation] = []
    while kinds[reader.at] == ("and" if guards else "with"):
        reader.at += 1
        guards.append(_relation(reader))
    after, reader.at = reader.at, start
    relation = _relation(reader)
    if reader.at != stop:
        end(reader)
    reader.at = after
    reader.declare(known)
    return Proposition(relation, variables, tuple(guards))


def _relation(reader: Reader) -> Relation:
    """`left operator right`, or `A is invertible` for `det(A) != 0`."""
    left = reader.term()
    at = reader.at
    operator = reader.kinds[at]
    if operator == "is":
        if reader.texts[at + 1] != "invertible" or reader.kinds[at + 2] not in _ENDS:
            raise reader.error(
                "after `is`, only `invertible` is read; other properties are part of a sort, "
                "such as unitary(n)",
                at,
            )
        reader.at += 2
        return ne(call("det", left), ZERO)
    if operator in _ENDS:
        raise reader.error("a relation is missing: write left == right, or <=, <, !=", at)
    if operator not in RELATIONS:
        end(reader)
    reader.at += 1
    right = reader.term()
    if reader.kinds[reader.at] in RELATIONS:
        raise reader.error("relations cannot be chained; state each on its own", reader.at)
    return related(left, operator, right)


def related(left: Term, operator: str, right: Term) -> Relation:
    if operator in (">", ">="):
        left, right = right, left
    return {"==": eq, "=": eq, "!=": ne, "<=": le, ">=": le, "<": lt, ">": lt}[operator](
        left, right
    )


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
