"""When a proof proves a goal: ten rules.

    Combine    the goal is a combination of facts, by normal forms; without facts it is manifest
    Have       a proposition is proved, then used
    Use        an instance of a law, a theorem or a quantified fact, its premises proved
    Sort       what it says that a term is of a sort
    Induction  on a natural or posint that no fact mentions
    Binder     what is quantified, for new symbols; equal bodies give equal sums, products, blocks
    Rewrite    a term for an equal one, where no binder captures its symbols
    Cases      a relation or its negation
    Enclose    two numbers told apart by certified intervals
    Groups     long sums, group by group

`a ≤ b` says that b - a is a real number and at least 0, `a < b` likewise; so no rule about order
asks for more.  Terms are total (`definitions`); whether they are defined is asked in `stated`.
"""

from fractions import Fraction
from functools import partial
from itertools import zip_longest

from derivations.kernel import polynomial as P
from derivations.kernel.context import (
    Context, enter, enter_proposition, enter_relation, enter_symbols, enter_value, index_sort,
    instance, manifest, manifest_gap, membership, new_symbol, opened, require, said_of,
)
from derivations.kernel.enclosure import separated
from derivations.kernel.forms import Value, size
from derivations.kernel.groups import examine
from derivations.kernel.laws import LAWS
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import (
    Binder, Cases, Combine, Enclose, Groups, Have, Induction, Proof, Rejected, Rewrite, Sort, Use,
)
from derivations.language import sorts
from derivations.language.statements import (
    Proposition, Relation, eq, le, negation, proposition, replace_term,
)
from derivations.language.substitution import Substitution, free_symbols, sort_at
from derivations.language.terms import BINDERS, ONE, ZERO, Term, add, conj, sub


def verify(context: Context, goal: Proposition, proof: Proof, where: str = "") -> None:
    """Check that the proof proves the goal in the context.  Raises Rejected.

    context: what entered it is closed and well-sorted, and so is the goal.
    where: the place of the proof, for messages; its steps are counted from 0.
    """
    step = 0
    while True:
        here = f"{where}[{step}]"
        match proof:
            case Have():
                enter_proposition(context, proof.fact, here)
                verify(context, proof.fact, proof.proof, f"{here}.proof")
                context = context.with_facts(proof.fact)
            case Use():
                premises, said, new = asked(
                    context, proof.source, proof.values, proof.names, here
                )
                verify_each(context, premises, proof.premises, f"{here}.premises")
                if isinstance(proof.source, str):
                    context.used[proof.source] = None
                context = context.with_symbols(*new).with_facts(*said)
            case Sort():
                premises, said = sort_says(context, proof.term, proof.kind, here)
                verify_each(context, premises, proof.premises, f"{here}.premises")
                context = context.with_facts(*said)
            case Rewrite():
                goal = _rewritten(context, goal, proof, here)
            case _:
                return _close(context, goal, proof, here)
        proof, step = proof.then, step + 1


def _close(context: Context, goal: Proposition, proof: Proof, where: str) -> None:
    """The rules that end a proof, or divide it."""
    match proof:
        case Induction():
            return _induction(context, goal, proof, where)
        case Cases():
            return _cases(context, goal, proof, where)
        case Binder() if not goal.is_plain:
            relation, context = opened(context, goal, proof.names, f"{where}.names")
            return verify(context, Proposition(relation), proof.body, f"{where}.body")
    require(goal.is_plain, where, lambda: f"{goal} is quantified; open it with a binder step")
    relation = goal.relation
    match proof:
        case Combine():
            return _combine(context, relation, proof, where)
        case Binder():
            return _binder(context, relation, proof, where)
        case Enclose(bits):
            told = type(bits) is int and not relation.free() and separated(relation, bits)
            return require(told, where, lambda: f"not told by {bits} bits: {relation}")
        case Groups():
            examine({}, context.normalizer, relation, proof.groups, where)
            return None
    raise Rejected(where, "unknown rule")


def verify_each(
    context: Context,
    claims: list[Proposition],
    proofs: tuple[Proof | None, ...],
    where: str,
) -> None:
    """A proof for each claim, in order; without one, or with None, normal forms show it."""
    known = len(proofs) <= len(claims)
    require(known, where, lambda: f"{len(proofs)} proofs for {len(claims)} claims: {claims}")
    for number, (claim, proof) in enumerate(zip_longest(claims, proofs)):
        here = f"{where}[{number}]"
        if proof is not None:
            verify(context, claim, proof, here)
        elif not manifest(context, claim):
            raise Rejected(here, partial("not manifest: {}".format, claim))


# Facts


def _fact(context: Context, number: int, operators: tuple[str, ...], where: str) -> Relation:
    """The fact of this number, one of these relations for no variables and under no guards."""
    found = _numbered(context, number, where)
    require(
        found.is_plain and found.relation.operator in operators, where,
        lambda: f"fact {number}, {found}, cannot count here",
    )  # fmt: skip
    return found.relation


def _numbered(context: Context, number: int, where: str) -> Proposition:
    require(
        type(number) is int and 0 <= number < len(context.facts), where,
        lambda: f"there is no fact {number}; there are {len(context.facts)}",
    )  # fmt: skip
    return context.facts[number]


def _combine(context: Context, goal: Relation, proof: Combine, where: str) -> None:
    """`l - r` minus what the facts count is 0 for `=`; for an order, `r - l` minus it is at least
    0, and above 0 for `<` unless a fact `<` counts; for `≠` it is one multiple of a difference."""
    match proof:
        case Combine(((left, number, None),), ()) if left == ONE:
            if _fact(context, number, ("==",), where) == goal:  # word for word
                return
    normalizer = context.normalizer
    gap = normalizer.difference(goal)
    pieces = [gap]
    for place, (left, number, right) in enumerate(proof.equations):
        here = f"{where}.equations[{place}]"
        fact = normalizer.difference(_fact(context, number, ("==",), here))
        piece = _product(context, enter(context, left, here), fact, here)
        if right is not None:
            piece = _product(context, piece, enter(context, right, here), here)
        pieces.append(_scaled(context, piece, -1, gap, here))
    operator, strict = goal.operator, False
    for place, (c, number) in enumerate(proof.orders):
        here = f"{where}.orders[{place}]"
        require(type(c) is Fraction and c != 0, here, "expected a rational other than 0")
        if operator == "!=":
            require(len(proof.orders) == 1, here, "one fact shows that two sides differ")
            fact = normalizer.difference(_fact(context, number, ("!=", "<"), here))
            pieces.append(_scaled(context, fact, -c, gap, here))
            operator = "=="  # what is left of the gap is 0
            continue
        counted = _fact(context, number, ("<", "<="), here)
        require(operator in ("<", "<="), here, "an order does not count for an equation")
        require(c > 0, here, "an order counts with a number above 0")
        strict = strict or counted.operator == "<"
        pieces.append(_scaled(context, normalizer.difference(counted), -c, gap, here))
    if strict and operator == "<":
        operator = "<="
    total = normalizer.add(pieces) if len(pieces) > 1 else gap
    require(
        manifest_gap(normalizer, operator, total), where, lambda: f"this does not show {goal}"
    )


def _product(context: Context, left: Value, right: Value, where: str) -> Value:
    scalar = isinstance(left, Poly) or isinstance(right, Poly)
    fits = scalar or size(left)[1] == size(right)[0]
    require(fits, where, "a cofactor does not fit the fact")
    return context.normalizer.times(left, right)


def _scaled(
    context: Context, value: Value, c: Fraction | int, gap: Value, where: str
) -> Value:
    """c times a value of the kind and the size of the goal's sides."""
    alike = isinstance(value, Poly) == isinstance(gap, Poly)
    fits = alike and size(value) == size(gap)
    require(fits, where, "the fact is not of the size of the goal")
    return context.normalizer.scaled(value, P.constant(c))


# Use and Sort


def asked(
    context: Context,
    source: str | int,
    values: tuple[Term, ...],
    names: tuple[str, ...] = (),
    where: str = "",
) -> tuple[list[Proposition], list[Proposition], list[Term]]:
    """What has to be proved to use a law, a theorem or a fact at these values; what it then says;
    and the new symbols that "there is" opens.  First that the values are of their sorts.
    """
    variables: tuple[Term, ...]
    needed: tuple[Proposition, ...]
    said: tuple[Proposition, ...]
    some: tuple[Term, ...] = ()
    if isinstance(source, str) and source.startswith("#"):
        theorem = context.theorems.get(source[1:])
        require(theorem is not None, where, lambda: f"the theorem {source} is not at hand")
        assert theorem is not None
        variables, some = theorem.statement.declarations, theorem.statement.exists
        needed, said = (*theorem.premises, *theorem.conditions), theorem.goals
    elif isinstance(source, str):
        law = LAWS.get(source)
        require(law is not None, where, lambda: f"there is no law {source!r}")
        assert law is not None
        variables = law.variables
        needed = tuple(map(proposition, law.premises))
        said = tuple(map(proposition, law.conclusions))
    else:
        fact = _numbered(context, source, where)
        variables, needed = fact.variables, tuple(map(Proposition, fact.guards))
        said = (Proposition(fact.relation),)
    require(
        len(variables) == len(values), where,
        lambda: f"{len(values)} values for {len(variables)} variables of {source}",
    )  # fmt: skip
    change: dict[Term, Term] = {}
    premises: list[Proposition] = []
    for place, (variable, value) in enumerate(zip(variables, values, strict=True)):
        here = f"{where}.values[{place}]"
        enter_value(context, value, here)
        sort = sort_at(variable.sort, change)
        premises += membership(context, value, sort, here)
        change[variable] = value
    require(len(names) == len(some), where, lambda: f"{len(names)} names for {some}")
    inside, new = context, []
    for symbol, name in zip(some, names, strict=True):
        sort = sort_at(symbol.sort, change)
        new.append(new_symbol(inside, name, sort, where))
        inside = inside.with_symbols(new[-1])
        change[symbol] = new[-1]
    substitution = Substitution(change)
    premises += [instance(p, change, substitution) for p in needed]
    conclusions = [instance(p, change, substitution) for p in said]
    P.spend(P.EACH * len(premises) + len(substitution.done))
    return premises, conclusions, new


def sort_says(
    context: Context, term: Term, kind: str | None, where: str = ""
) -> tuple[list[Proposition], list[Proposition]]:
    """What has to be proved, and what it then says that a term is of a sort.

    Of a symbol its own sort, of a value F[j] that of the values of F, where j is of its index
    sorts; with a kind, any scalar that is manifestly of this sort.
    """
    enter_value(context, term, where)
    if kind is not None:
        form = context.normalizer.of(term)
        shown = (
            kind in sorts.SCALARS
            and isinstance(form, Poly)
            and context.normalizer.is_of(form, kind)
        )
        require(shown, where, lambda: f"{term} is not manifestly {kind}")
        return [], said_of(term, sorts.Sort(kind))
    if term.head == "apply" and term.args[0].head == "symbol" and term.args[0].sort.is_family:
        family, *arguments = term.args
        assert family.sort.value is not None
        premises = [
            claim
            for argument, sort in zip(arguments, family.sort.index, strict=True)
            for claim in membership(context, argument, sort, where)
        ]
        return premises, said_of(term, family.sort.value)
    require(term.head == "symbol", where, lambda: f"{term} is no symbol and no value of a family")
    return [], said_of(term, term.sort)


# Rules that change the goal, or divide it


def _rewritten(context: Context, goal: Proposition, proof: Rewrite, where: str) -> Proposition:
    """Never inside the sort of a symbol, nor under a binder of a symbol in either side."""
    require(goal.is_plain, where, lambda: f"{goal} is quantified; open it with a binder step")
    fact = _fact(context, proof.fact, ("==",), where)
    changed = replace_term(goal.relation, fact.left, fact.right)
    enter_relation(context, changed, where)
    return Proposition(changed)


def _induction(context: Context, goal: Proposition, proof: Induction, where: str) -> None:
    n = proof.variable
    natural = isinstance(n, Term) and n.head == "symbol" and n.sort.kind in ("natural", "posint")
    require(natural, where, lambda: f"induction is on a natural or a posint, not on {n}")
    if n not in context.symbols:
        first = goal.variables[0] if goal.variables else None
        require(
            first is not None and first.sort == n.sort, where,
            lambda: f"{n.name} is no symbol here, nor for the first variable of {goal}",
        )  # fmt: skip
        assert first is not None
        context = enter_symbols(context, (n,), where)
        rest = Proposition(goal.relation, goal.variables[1:], goal.guards)
        goal = rest.substitute({first: n})
    stated = next((f for f in context.facts if n in f.free()), None)
    require(stated is None, where, lambda: f"a fact speaks of {n.name}: {stated}")
    sized = next((s for s in context.symbols if s != n and n in free_symbols(s)), None)
    require(sized is None, where, lambda: f"the size of {sized} depends on {n.name}")
    start = ZERO if n.sort.kind == "natural" else ONE
    verify(context, goal.substitute({n: start}), proof.base, f"{where}.base")
    following = goal.substitute({n: add(n, ONE)})
    verify(context.with_facts(goal), following, proof.step, f"{where}.step")


def _binder(context: Context, goal: Relation, proof: Binder, where: str) -> None:
    """Of the index nothing is known but its range."""
    a, b = goal.left, goal.right
    alike = goal.operator == "==" and a.head == b.head and a.head in BINDERS
    require(alike, where, lambda: f"{goal} is no equation between two binders of one kind")
    context.normalizer.difference(goal)
    for one, other in ((a.args[1], b.args[1]), (a.args[2], b.args[2])):
        require(
            manifest(context, eq(one, other)), where, lambda: f"the ranges of {goal} differ"
        )
    require(len(proof.names) == 1, where, "one name for the index")
    k = new_symbol(context, proof.names[0], index_sort(context, a.args[1]), where)
    inside = context.with_symbols(k).with_facts(
        Proposition(le(a.args[1], k)), Proposition(le(k, a.args[2]))
    )
    left, right = (Substitution({t.args[0]: k})(t.args[3]) for t in (a, b))
    verify(inside, Proposition(eq(left, right)), proof.body, f"{where}.body")


def _cases(context: Context, goal: Proposition, proof: Cases, where: str) -> None:
    """An order that fails is the opposite order only where the sides differ by a real number."""
    relation = proof.relation
    enter_relation(context, relation, where)
    if relation.operator in ("<", "<="):
        gap = sub(relation.right, relation.left)
        real = Proposition(eq(conj(gap), gap))
        verify_each(context, [real], (proof.real,), f"{where}.real")
    first = context.with_facts(Proposition(relation))
    verify(first, goal, proof.first, f"{where}.first")
    second = context.with_facts(Proposition(negation(relation)))
    verify(second, goal, proof.second, f"{where}.second")
