"""What is stated in SymPy as statements.

Goals and hypotheses are relations, `Q.positive(x)`, `And` of them as several, and `forall(...)` of
them; one goal may be `exists(...)`.  All of a statement is read together, so that a name means one
thing in it, and what a symbol is assumed to be stands with it:

*   assumptions that no sort expresses, and the range of an `Idx`, become hypotheses;
*   `Q.positive(x)` of a symbol x among the hypotheses is an assumption of x, `Q.unitary(U)` of a
    matrix its sort, and `forall(t, Q.unitary(U(t)))` the sort of a family over what t ranges over;
    of any other expression, `Q.positive(x - y)` is the relation 0 < x - y;
*   `Q.symmetric(X)` is X.T = X; `Q.positive_definite(S)` says that S.T = S, and 0 < u.T*S*u for all
    real columns u other than 0, and of a symbol S that it is real;
*   `Or` of equations of numbers, as a goal, says that the product of their differences is 0; given,
    `Or` of relations claims the goals in each case, and as a guard it is said in each case;
*   `differentiable(f(x), x)` and the like are stated by themselves, also in `Not(...)`; an equation
    with a `gradient` is one for all directions, and what is assumed for all values of something
    says that the derivatives and integrals in it exist (see `calculus`);
*   a relation with a `Piecewise` is judged in each of its cases, with the condition of the case,
    and the negations of those before it, as guards; a `KroneckerDelta(k, j)` of the index of a sum
    is sinc(pi*(k - j)).
"""

from collections.abc import Collection, Iterator
from itertools import product
from math import prod
from operator import is_
from typing import Any, NamedTuple

import sympy
from sympy.assumptions.assume import AppliedPredicate

from derivations.language import assumptions, calculus, calculus_statements, term_sorts
from derivations.language.advice import NAMES
from derivations.language.alternatives import Either, in_each_case, one_of
from derivations.language.calculus_words import Indicated
from derivations.language.from_sympy import RELATIONS, Reader
from derivations.language.sorts import matrix_sort
from derivations.language.statements import (
    Proposition, Relation, Statement, StatementError, eq, lt, ne, negation,
)
from derivations.language.stating import statement
from derivations.language.substitution import bound_symbols, free_symbols, fresh, subterms
from derivations.language.sympy_faults import short
from derivations.language.sympy_names import index_symbol
from derivations.language.terms import ONE, ZERO, Called, Term, call, mul, symbol
from derivations.language.vocabulary import MatrixFamily, exists, forall, is_matrix

# A relation is split into at most so many cases.
MAX_CASES = 64
# Heads of what has a value wherever its parts have.
TOTAL = frozenset("symbol number i pi add mul neg conj re im abs sqrt exp sin cos".split())


class _Stated(NamedTuple):
    """A relation or predicate for all values of the variables that satisfy the guards."""

    body: Any
    variables: tuple[Any, ...] = ()
    guards: tuple[Any, ...] = ()

    @property
    def parts(self) -> tuple[Any, ...]:
        return (*self.variables, *(s for said in (self.body, *self.guards) for s in _sides(said)))


def statement_from_sympy(goals: Any, given: Any = ()) -> Statement:
    """The statement of goals under hypotheses.

    goals, given: one, or several in a list or tuple; relations of terms are taken as well.
    Raises: StatementError, saying what would be accepted.

    >>> n = sympy.Symbol("n", even=True)
    >>> print(statement_from_sympy(sympy.Eq((-1)**n, 1, evaluate=False)))
    for all n in integer with Mod(n, 2) == 0: (-1)**n == 1
    """
    some: tuple[Any, ...] = ()
    if isinstance(goals, exists):
        for index in goals.variables:
            if isinstance(index, sympy.Idx) and index.lower is not None:
                raise StatementError(
                    f"exists takes symbols, and {index} is an Idx with a range; write "
                    f"Symbol({index.name!r}, integer=True), and its bounds among the relations"
                )
        some, goals = tuple(map(index_symbol, goals.variables)), goals.args[1:]
    claimed, held = list(_stated(goals, goal=True)), list(_stated(given))
    reader = Reader()
    either = [h for h in held if isinstance(h.body, sympy.Or)]
    held = [h for h in held if h not in either and not _assume(reader, h)]
    over = {index_symbol(v) for s in (*claimed, *held) for v in s.variables}
    for label in sorted(over.union(some) & reader.assumed.keys(), key=str):
        raise StatementError(
            f"what is assumed of {label} among the hypotheses says nothing of the {label} of a "
            "forall or exists; declare that one with another name, or state it there"
        )
    parts = (p for s in (*claimed, *held, *either) for p in s.parts)
    terms = reader.read(*some, *reader.assumed, *parts)
    reader.check_outside(over.union(some))
    read = iter(terms[len(some) + len(reader.assumed) :])
    said = reader.hypotheses()
    propositions = [
        list(_propositions(stated, read, said, reader.named)) for stated in (*claimed, *held)
    ]
    cases = [Either(tuple([_case(said, read) for said in h.body.args])) for h in either]
    claims = [p for part in propositions[: len(claimed)] for p in part]
    hypotheses = [p for part in propositions[len(claimed) :] for p in part]
    alone = [Proposition(r) for some in cases for case in some.cases for r in case]
    free = frozenset().union(*(p.free() for p in (*claims, *hypotheses, *alone)))
    names = {symbol.name for symbol in free}
    claims, hypotheses = (
        [calculus_statements.renamed(p, names) for p in part] for part in (claims, hypotheses)
    )
    witnesses = terms[: len(some)]
    claims += [Proposition(r) for v in witnesses for r in said.pop(v, ())]
    assumed = [Proposition(r) for term, rs in said.items() if term in free for r in rs]
    given_ = calculus_statements.existing(assumed + hypotheses, names)
    given_, claims_ = in_each_case((*given_, *cases), claims, witnesses)
    return statement(claims_, given_, exists=witnesses)


def _stated(
    said: Any, variables: tuple[Any, ...] = (), guards: tuple[Any, ...] = (), goal: bool = False
) -> Iterator[_Stated]:
    """What is said, relation by relation; as a goal, or as what is given."""
    if isinstance(said, (list, tuple, sympy.Tuple, sympy.And)):
        for part in said.args if isinstance(said, sympy.Basic) else said:
            yield from _stated(part, variables, guards, goal)
    elif isinstance(said, forall):
        relation, *under = said.args[1:]
        tests = [test for guard in under for test in _stated(guard)]
        if any(test.variables for test in tests):
            raise StatementError(f"a guard of {short(said)} is not for all values of something")
        several = [_alternatives(test.body) for test in tests]
        if prod(map(len, several)) > MAX_CASES:
            raise StatementError(f"more than {MAX_CASES} cases; state some of them by themselves")
        for chosen in product(*several):
            bodies = tuple(part for case in chosen for part in _parts(case))
            yield from _stated(relation, variables + said.variables, guards + bodies, goal)
    elif isinstance(said, _STATED) or type(said) in RELATIONS or _is_denied(said):
        yield _Stated(said, variables, guards)
    elif isinstance(said, sympy.Or):
        cases = [_parts(case) for case in said.args]
        if goal and not all(map(_compares_numbers, said.args)):
            raise StatementError(
                f"{short(said)} is not accepted: as a goal, Or of equations of numbers is read as "
                "(left - right)*(left - right) = 0; of other relations, claim the last one given "
                "the opposites of the others"
            )
        if not goal and (variables or any(
                type(part) not in RELATIONS and not isinstance(part, AppliedPredicate)
                for case in cases for part in case)):
            raise StatementError(
                f"{short(said)} is not accepted: given is Or of relations, or of And of them, "
                "not within forall"
            )
        yield _Stated(said, variables, guards)
    elif isinstance(said, bool):
        raise StatementError(f"Python itself made {said} of this; a == b is written Eq(a, b)")
    elif said in (sympy.true, sympy.false):
        raise StatementError(
            f"SymPy evaluated this relation to {said} before it arrived; write it inside of "
            "as_written()"
        )
    elif isinstance(said, exists):
        raise StatementError(f"{short(said)} can only be what is claimed, by itself")
    else:
        instead = NAMES.get(
            type(said).__name__, "accepted are Eq, Ne, Le, Lt, Ge, Gt, And, forall and "
            "Q.positive(...) and the like",
        )  # fmt: skip
        raise StatementError(f"{short(said)} is not a relation; {instead}")


# What is a statement by itself.
_STATED = (Proposition, Relation, AppliedPredicate, Indicated)


def _is_denied(said: Any) -> bool:
    """Whether it is said that there is no derivative, or no integral."""
    return isinstance(said, sympy.Not) and isinstance(said.args[0], Indicated)


def _sides(said: Any) -> tuple[Any, ...]:
    if isinstance(said, Proposition):
        return ()
    if isinstance(said, Indicated):
        return (said,)
    if isinstance(said, Relation):
        return said.left, said.right
    if isinstance(said, sympy.Or):
        return tuple(side for case in said.args for side in _sides(case))
    if isinstance(said, sympy.And):
        return tuple(side for part in said.args for side in _sides(part))
    if _is_definite(said):  # of columns other than 0
        (matrix,) = said.arguments
        return matrix, sympy.ZeroMatrix(matrix.shape[0], 1)
    return tuple(said.arguments if isinstance(said, AppliedPredicate) else said.args)


def _is_definite(said: Any) -> bool:
    """Whether it says that a matrix is positive definite."""
    about = isinstance(said, AppliedPredicate) and all(map(is_matrix, said.arguments))
    return about and assumptions.name_of(said) == "positive_definite"


def _alternatives(said: Any) -> tuple[Any, ...]:
    """The cases of a guard: under `A or B` holds what holds under A and under B."""
    return tuple(said.args) if isinstance(said, sympy.Or) else (said,)


def _parts(said: Any) -> tuple[Any, ...]:
    """The parts of a conjunction in their order, which `And.make_args` does not keep."""
    return tuple(said.args) if isinstance(said, sympy.And) else (said,)


def _compares_numbers(said: Any) -> bool:
    return isinstance(said, sympy.Eq) and not any(map(is_matrix, said.args))


def _assume(reader: Reader, stated: _Stated) -> bool:
    """Whether it says what a symbol, a matrix or a family is; the reader is then told."""
    if not isinstance(stated.body, AppliedPredicate) or stated.guards:
        return False
    name, (about, *_) = assumptions.name_of(stated.body), stated.body.arguments
    label = about.label if isinstance(about, sympy.Idx) else about
    if isinstance(label, sympy.Symbol) and not stated.variables:
        words = assumptions.of_symbol(stated.body)
        reader.assumed[label] = reader.assumed.get(label, {}) | words
        return True
    if name == "symmetric":
        return False
    if _is_definite(stated.body) and isinstance(about, sympy.MatrixSymbol):
        reader.properties[about.name] = (*reader.properties.get(about.name, ()), "real")
        return False
    over = None
    if isinstance(about, MatrixFamily) and stated.variables:
        if about.arguments != stated.variables:
            raise StatementError(f"what {name} is, is said of {about.name} at all its arguments")
        sorts = [reader.sort_of(index_symbol(v)) for v in stated.variables]
        ranged = (isinstance(v, sympy.Idx) and v.lower is not None for v in stated.variables)
        if any(left for _, left in sorts) or any(ranged):
            raise StatementError(
                f"a family is over a sort, such as integer; {about.name} is said to be {name} on "
                "a part of one"
            )
        over = tuple(sort for sort, _ in sorts)
    elif not isinstance(about, sympy.MatrixSymbol) or stated.variables:
        return False
    if name not in assumptions.PROPERTIES:
        raise assumptions.refused(stated.body)
    if over is not None and reader.over.setdefault(about.name, over) != over:
        raise StatementError(f"the family {about.name} is over one sort, not several")
    known = reader.properties.get(about.name, ())
    reader.properties[about.name] = (*known, assumptions.PROPERTIES[name])
    return True


def _propositions(
    stated: _Stated,
    read: Iterator[Term],
    said: dict[Term, tuple[Relation, ...]],
    names: Collection[str],
) -> Iterator[Proposition]:
    """What is stated, from its parts as terms.

    said: what is assumed of symbols.  names: those of all symbols.
    """
    if isinstance(stated.body, Proposition):
        yield stated.body
        return
    variables = tuple(next(read) for _ in stated.variables)
    if _is_definite(stated.body) and not variables:
        yield from _positive_definite(next(read), next(read), names)
        return
    relations = _relations(stated.body, read)
    guards = [r for v in variables for r in said.get(v, ())]
    for guard in stated.guards:
        guards += _relations(guard, read)
    for relation in relations:
        along = calculus_statements.stated(relation, variables, tuple(guards), names)
        for case, tests in _cases(along.relation, ()):
            yield Proposition(case, along.variables, (*guards, *tests))


def _positive_definite(
    matrix: Term, zero: Term, names: Collection[str]
) -> Iterator[Proposition]:
    """That a matrix is symmetric, and its form above 0 at all real columns but 0."""
    u = symbol(fresh("u", names), matrix_sort(zero.args[0], ONE, "real"))
    form = call("scalar", mul(call("transpose", u), matrix, u))
    yield Proposition(_symmetric(matrix))
    yield Proposition(lt(ZERO, form), (u,), (ne(u, zero),))


def _symmetric(matrix: Term) -> Relation:
    return eq(call("transpose", matrix), matrix)


def _case(said: Any, read: Iterator[Term]) -> tuple[Relation, ...]:
    """What holds in one case."""
    return tuple([r for part in _parts(said) for r in _relations(part, read)])


def _relations(said: Any, read: Iterator[Term]) -> tuple[Relation, ...]:
    sides = tuple(next(read) for _ in _sides(said))
    if isinstance(said, AppliedPredicate):
        if assumptions.name_of(said) == "invertible":
            return (Relation("!=", call("det", sides[0]), ZERO),)
        if assumptions.name_of(said) == "symmetric":
            return (_symmetric(sides[0]),)
        return assumptions.of_scalar(said, sides[0], term_sorts.is_real(sides[0]))
    if isinstance(said, Relation):
        return (Relation(said.operator, *sides),)
    if isinstance(said, (Indicated, sympy.Not)):
        return (Relation("==", sides[0], ONE if isinstance(said, Indicated) else ZERO),)
    if isinstance(said, sympy.Or):
        return (one_of(map(eq, sides[::2], sides[1::2])),)
    operator, flipped = RELATIONS[type(said)]
    return (Relation(operator, *(sides[::-1] if flipped else sides)),)


# Cases


def _cases(
    relation: Relation, tests: tuple[Relation, ...]
) -> list[tuple[Relation, tuple[Relation, ...]]]:
    """The relation in each case of the Piecewise in it, with what holds in that case."""
    split = [(Relation(relation.operator, _deltas(relation.left), _deltas(relation.right)), tests)]
    while True:
        found = next((n for r, _ in split for n in _by_cases(r)), None)
        if found is None:
            return split
        split = [new for old in split for new in _split(*old, found)]
        if len(split) > MAX_CASES:
            raise StatementError(f"more than {MAX_CASES} cases; state some of them by themselves")


def _deltas(term: Term) -> Term:
    """Kronecker deltas of what is bound around them, which are no cases, as terms."""
    over: set[Term] = set()
    for node in subterms(term):
        bound = set(bound_symbols(node))
        if bound and any(n.head == "piecewise" for n in subterms(node.args[-1])):
            over |= {n for n in subterms(node.args[-1]) if not bound.isdisjoint(free_symbols(n))}
    deltas = {
        node: calculus.delta(*node.args[2:]) for node in over
        if node.args[:2] == (ONE, ZERO) and node.data == ("==",)
        and all(map(term_sorts.is_integer, node.args[2:]))
    }  # fmt: skip
    done: dict[int, Term] = {}
    for node in subterms(term) if deltas else ():
        args = tuple([done[id(a)] for a in node.args])
        called = None if node.called is None else Called(_deltas(node.called))
        if all(map(is_, args, node.args)):
            done[id(node)] = deltas.get(node, node)
        else:
            done[id(node)] = Term(node.head, args, node.data, called or node.place)
    return done.get(id(term), term)


def _by_cases(relation: Relation) -> list[Term]:
    nodes = [n for side in (relation.left, relation.right) for n in subterms(side)]
    return [n for n in nodes if n.head == "piecewise"]


def _has_value(node: Term) -> bool:
    """Whether a term has a value wherever its parts have."""
    if node.head == "pow" and node.args[1].head == "number":  # 0**(1/3) has none
        exponent = node.args[1].data
        return bool(exponent > 0 and exponent.denominator <= 2)
    return node.head in TOTAL


def _split(
    relation: Relation, tests: tuple[Relation, ...], found: Term
) -> list[tuple[Relation, tuple[Relation, ...]]]:
    if found not in _by_cases(relation):
        return [(relation, tests)]
    count = len(found.data) + 1
    values, compared = found.args[:count], found.args[count:]
    conditions = [
        Relation(operator, *compared[2 * k : 2 * k + 2]) for k, operator in enumerate(found.data)
    ]
    for test in conditions:  # what was put for a real variable may be not real
        real = map(term_sorts.is_real, (test.left, test.right))
        if test.operator in ("<", "<=") and not all(real):
            raise StatementError(
                f"the condition {test!r} is an order of numbers that may be not real; state "
                "it of a symbol that is real"
            )
    about = frozenset().union(*(c.free() for c in conditions))
    split: list[tuple[Relation, tuple[Relation, ...]]] = []
    before = tests
    for value, condition in zip(values, [*conditions, None], strict=True):
        if condition is not None and negation(condition) in before:
            continue  # another Piecewise has excluded this case
        if condition is not None:  # that it has a value is part of what is stated
            split += [(Relation("==", mul(ZERO, side), ZERO), before)
                      for side in (condition.left, condition.right)
                      if not all(map(_has_value, subterms(side)))]
        sides = (_put(side, found, value, about) for side in (relation.left, relation.right))
        case = Relation(relation.operator, *sides)
        if condition is None or condition in before:
            return [*split, (case, before)]
        split.append((case, (*before, condition)))
        before = (*before, negation(condition))
    return split


def _put(term: Term, old: Term, new: Term, about: frozenset[Term]) -> Term:
    """`new` for `old` wherever it stands; no symbol that `about` names is bound around it."""
    done: dict[int, Term] = {}
    for node in subterms(term):
        args = tuple(done[id(a)] for a in node.args)
        if node == old:
            done[id(node)] = new
        elif all(a is b for a, b in zip(args, node.args, strict=True)):
            done[id(node)] = node
        elif about.isdisjoint(bound_symbols(node)):
            done[id(node)] = Term(node.head, args, node.data, node.place)
        else:
            raise StatementError(
                "the cases of a Piecewise depend on the index of a sum or the variable of a "
                "derivative or integral; split the sum instead, or state each case by itself"
            )
    return done[id(term)]
