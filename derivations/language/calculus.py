"""Derivatives and integrals as terms, from how they are written in SymPy and in text.

*   A variable stands for all reals, whatever its sort says, as an index stands for integers:
    `Derivative(log(p), p)` of a positive p is the derivative at p of the logarithm on the reals.
    It is refused unless its sort lies within the reals and not within the integers.
*   A derivative by the value q(t) is one by a variable in its place, at that value; one by z[j] is
    along a line, with z[k] + t*delta(k, j) for all z[k]: the delta of integers, which is 1 where
    they are the same and else 0, is sinc(pi*(k - j)).
"""

from collections.abc import Iterable, Mapping
from operator import is_

from derivations.language.calculus_notation import is_at_its_name, is_variable
from derivations.language.sorts import REAL
from derivations.language.statements import StatementError, eq, replace_term
from derivations.language.substitution import (
    bound_symbols, free_symbols, fresh, heads_of, substitute, subterms,
)
from derivations.language.terms import PI, POINTED, ZERO, Called, Term, add, call, mul, sub, symbol

# How often something is differentiated at most.
MAX_ORDER = 100

# Variables


def check_variable(by: Term, declared: str) -> None:
    """Refuse what is no real variable.

    declared: how it is declared real.
    """
    if by.head != "symbol" or not by.sort.is_scalar:
        instead = f"; write gradient(f, {by.name})" if by.head == "symbol" else ""
        raise StatementError(f"{by!r} is not a real variable{instead}")
    if not is_variable(by.sort):
        raise StatementError(
            f"derivatives and integrals are in real variables, and {by.name} is {by.sort!r}; "
            f"declare {declared}"
        )


def over_reals(body: Term, by: Term, name: str = "") -> tuple[Term, Term]:
    """The variable that stands for all reals, and the body with it in the place of a symbol."""
    variable = symbol(name or by.name, REAL)
    return variable, at_values(body, {by: variable})


def at_values(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with values for symbols, also in the names that definitions have given.

    Unlike a substitution it renames no variable under which nothing changes.
    """
    captured = {s.name for value in values.values() for s in free_symbols(value)}
    done: dict[int, Term] = {}
    pending = [term]
    while pending:
        node = pending[-1]
        bound = bound_symbols(node)
        hides = bound and (free_symbols(node.args[-1]) - set(bound)).isdisjoint(values)
        parts = node.args[len(bound) : -1] if hides else node.args
        if node not in values and (missing := [a for a in parts if id(a) not in done]):
            pending += missing
            continue
        pending.pop()
        if node in values:
            done[id(node)] = values[node]
            continue
        if not hides and (
            any(b.name in captured or b in values for b in bound)
            or (node.head == "symbol" and not free_symbols(node).isdisjoint(values))
        ):
            return substitute(term, values)
        args = [done[id(a)] for a in parts]
        if hides:
            args = [*bound, *args, node.args[-1]]
        if all(map(is_, args, node.args)):
            done[id(node)] = node
        else:
            called = None if node.called is None else Called(at_values(node.called, values))
            done[id(node)] = Term(node.head, tuple(args), node.data, called or node.place)
    return done[id(term)]


# Derivatives and integrals


def derivative(body: Term, by: Term, order: int) -> Term:
    """By a symbol, so often, at the value that it has."""
    for _ in range(order):
        body = pointed("diff", body, by, by)
    return body


def derivative_by_value(body: Term, value: Term, order: int) -> Term:
    """By a number that is no symbol, as if it were one: by q(t), or by its derivative; by z[j] with
    z[k] + t*delta(k, j) for all z[k].  In print it stays what it was (`Called`).

    Raises StatementError where it is not seen what is held.
    """
    called = Called(Term("partial", (value, body), order))
    taken = names((body, value))
    if value.head == "apply" and not _stand_apart(body, value):
        # At 0, written so that the value is needed: where the family has none, nothing is claimed.
        variable, place = symbol(fresh("t", taken), REAL), sub(value, value)
        body = _along_entry(body, value, variable)
    else:
        variable, place = symbol(fresh("u", taken), REAL), value
        body = replace_term(eq(body, ZERO), value, variable).left
        _check_held(body, value)
    for at in (*[variable] * (order - 1), place):
        body = Term("diff", (variable, at, body))
    return Term(body.head, body.args, None, called)


def _check_held(body: Term, value: Term) -> None:
    """Refuse a body in which the function stands elsewhere than in q(t) and its derivatives, or at
    other numbers: q(2*t - t), or the derivative of q(t)**2, may change with the value."""
    base = _differentiated(value)
    if base.head != "apply":
        raise StatementError(f"{value!r} is no value of a function, and no derivative of one")
    family, *places = base.args
    pending = [body]
    while pending:
        node = pending.pop()
        inner = _differentiated(node)
        if inner.head == "apply" and inner.args[0] == family:
            pairs = zip(inner.args[1:], places, strict=True)
            same = [_same_name(*pair) or _same_place(*pair) for pair in pairs]
            if all(same) or False in same:
                continue
        bound = {index.name for index in bound_symbols(node)}
        if node == family or (family in free_symbols(node) and not bound.isdisjoint(names(places))):
            raise StatementError(
                f"by {value!r} is differentiated what has {family.name} elsewhere than in {base!r} "
                "and its derivatives; write it out, or state it for symbols in their places"
            )
        pending += node.args


def _differentiated(term: Term) -> Term:
    """q(t) of its first and higher derivatives."""
    while term.head == "diff" and is_at_its_name(term):
        term = term.args[2]
    return term


def _same_name(k: Term, j: Term) -> bool:
    """Whether two symbols are one, or the variable of a derivative at its value."""
    return k.head == j.head == "symbol" and k.name == j.name


def _stand_apart(body: Term, value: Term) -> bool:
    """Whether each value of the family in the body is manifestly this one or another one."""
    family, *places = value.args
    if not all(sort.within("integer") for sort in family.sort.index):
        return True
    bound = {index.name for node in subterms(body) for index in bound_symbols(node)}
    if not bound.isdisjoint(names(places)):
        return False
    values = [n.args[1:] for n in subterms(body) if n.head == "apply" and n.args[0] == family]
    return all(None not in map(_same_place, v, places) for v in values)


def _same_place(k: Term, j: Term) -> bool | None:
    """Whether two indices are the same, if that is manifest."""
    return True if k == j else False if k.head == j.head == "number" else None


def delta(k: Term, j: Term) -> Term:
    """1 where two integers are the same, else 0."""
    return call("sinc", mul(PI, sub(k, j)))


def _along_entry(body: Term, value: Term, t: Term) -> Term:
    """The body where one value of a family is greater by t."""
    family, *places = value.args
    # Parameters with names that no statement has, so that they capture no place.
    indices = [symbol(f"k{n} ", sort) for n, sort in enumerate(family.sort.index)]
    step = Term("step", (t, *indices, *places))
    moved = Term("function", (*indices, add(Term("apply", (family, *indices)), step)))
    whole = substitute(body, {family: moved})
    done: dict[int, Term] = {}
    for node in subterms(whole):
        args = tuple([done[id(a)] for a in node.args])
        same = all(map(is_, args, node.args))
        done[id(node)] = node if same else Term(node.head, args, node.data, node.place)
        if node.head == "step":
            pairs = list(zip(args[1 : 1 + len(places)], args[1 + len(places) :], strict=True))
            deltas = [delta(k, j) for k, j in pairs if not _same_place(k, j)]
            done[id(node)] = mul(t, *deltas) if deltas else t
        elif node.head == "add" and node.args[-1].head == "step":
            _, *both = node.args[-1].args
            if False in map(_same_place, both[: len(places)], both[len(places) :]):
                done[id(node)] = args[0]
    return done[id(whole)]


def pointed(head: str, body: Term, by: Term, *outer: Term) -> Term:
    """What is said of the function of a variable, at a point or between two ends.

    A symbol of the ends that has the name of the variable is another one.
    """
    name = by.name
    if head in ("integral", "integrable") and name in names(outer):
        name = fresh(name, names((body, *outer)))
    variable, moved = over_reals(body, by, name)
    return Term(head, (variable, *outer, moved))


def by_symbols(term: Term, declared: Iterable[Term]) -> Term:
    """The term with declared symbols in the place of variables that have their names, as SymPy has
    it: under a variable, no other symbol has its name.
    """
    named = {symbol(s.name, REAL): s for s in declared if s.sort.is_scalar and s.sort != REAL}
    if not heads_of(term) & POINTED or not named:
        return term
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple([done[id(a)] for a in node.args])
        same = all(map(is_, args, node.args))
        done[id(node)] = named.get(node, node) if same else Term(node.head, args, node.data)
    return done[id(term)]


def names(terms: Iterable[Term]) -> set[str]:
    """The names of all symbols, free and bound."""
    return {node.name for term in terms for node in subterms(term) if node.head == "symbol"}
