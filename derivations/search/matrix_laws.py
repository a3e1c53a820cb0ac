"""Laws of matrices at the determinants, traces and exponentials of a statement.

    1. arguments of traces, determinants and exponentials are reduced by the equations
    2. determinants of both sides of these equations, and of what the sorts say
    3. exponentials of sums that commute, exponentials moved past what intertwines their arguments,
       exponentials of nilpotent and idempotent matrices and of those with `A³ = -k² A`
    4. determinants of two rows of blocks that are equal or commute

Then the goal is tried as a combination of what is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from derivations.kernel import forms, polynomial as P, words
from derivations.kernel.context import Context, holds_here
from derivations.kernel.forms import Form
from derivations.kernel.polynomial import Poly
from derivations.kernel.proofs import Cofactor, Congruence, NormalForm, Proof, Rewrite
from derivations.kernel.words import Words
from derivations.language.statements import Relation, Unsettled, eq, replace_term
from derivations.language.terms import ONE, ZERO, I, Term, call, mul, neg
from derivations.search.drafts import Draft, premises
from derivations.search.equations import prove_from_equations
from derivations.search.goals import Goal, nodes, proves
from derivations.search.ideals import prove_in_ideal
from derivations.search.inverses import add_inverse, inverted_in
from derivations.search.readback import Reader, product_of, sum_of
from derivations.search.word_ideals import WordIdeal, expanded, prove_by_word_ideal, word_equations

HEADS = ("trace", "det", "matexp", "scalar")
# Pairs of matrices that are tried for one law.
MAX_PAIRS = 40
# A basis grows so often for a premise of a law, and before it reduces an argument.
MAX_GROWN = 8

_BLOCKS = tuple(f"blocks that commute, {side}" for side in ("below", "above", "left", "right"))


def prove_with_matrix_laws(goal: Goal) -> Proof | None:
    heads = goal.heads
    laws = Laws(goal)
    for matrix in inverted_in(goal):
        add_inverse(laws.draft, matrix)
    laws.known = laws.draft.context
    laws.reduce_arguments()
    if "matexp" in heads:
        for stage in (laws.commuting, laws.intertwined, laws.eigenvectors):
            stage()
            proof = laws.close() if stage is not laws.eigenvectors else None
            if proof is not None:
                return proof
    if "det" in heads:
        laws.determinants()
    if heads & {"trace", "scalar"}:
        laws.traces()
    return laws.close()


class Laws:
    """A context that grows by laws and by what follows from them."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.draft = Draft(goal.context)
        self.relation = goal.relation
        # Where premises of laws are proved: without what laws have said.
        self.known = goal.context

    def nodes(self, head: str) -> list[Term]:
        found = {node: None for node in nodes(self.goal.relation) if node.head == head}
        return list(found)

    def form(self, term: Term) -> Form | None:
        try:
            value = self.draft.context.normalizer.value(term)
        except Unsettled:
            return None
        return None if isinstance(value, Poly) else value

    def equation(self, relation: Relation) -> Proof | None:
        """A proof of an equation between matrices, by the equations of the context."""
        goal = Goal(self.known, relation)
        try:
            if holds_here(self.known.normalizer, relation):
                return NormalForm()
            return prove_from_equations(goal) or prove_by_word_ideal(goal, MAX_GROWN)
        except Unsettled:
            return None

    def law(self, name: str, values: list[Term]) -> list[int] | None:
        """The law at these values, if its premises can be proved."""
        proofs = []
        for premise in premises(name, values):
            if premise.operator == "==":
                proof = self.equation(premise)
            else:
                plain = NormalForm()
                proof = plain if proves(Goal(self.draft.context, premise), plain) else None
            if proof is None:
                return None
            proofs.append(proof)
        return self.draft.law(name, values, proofs)

    def close(self) -> Proof | None:
        goal = Goal(self.draft.context, self.relation)
        for method in (prove_from_equations, prove_in_ideal, prove_by_word_ideal, _absolute):
            try:
                proof = method(goal)
            except Unsettled:
                continue
            if proof is not None:
                proof = self.draft.close(proof)
                return proof if proves(self.goal, proof) else None
        return None

    # Arguments

    def reduce_arguments(self) -> None:
        """`f(X) = f(X')` for X' to which the equations of the context reduce X."""
        for head in HEADS:
            for node in self.nodes(head):
                context = self.draft.context
                form = self.form(node.args[0])
                if isinstance(form, Words):
                    self._reduce(context, head, form)

    def _reduce(self, context: Context, head: str, form: Words) -> None:
        equations = word_equations(context)
        algebra = context.normalizer.algebra
        reader = Reader(algebra, context.symbols)
        ideal = WordIdeal(algebra)
        ideal.note(form)
        ideal.add_equations(equations)
        for _ in range(MAX_GROWN):
            if not ideal.grow():
                break
        try:
            terms = words.combine([(expanded(w), c) for w, c in form.terms.items()])
            reduced, _ = ideal.reduced(terms, {})
            given = reader.words(form)
            smaller = reader.words(Words(form.rows, form.columns, dict(reduced)))
        except Unsettled:
            return
        inner = None if reduced == terms else self.equation(eq(given, smaller))
        if inner is not None:
            self.draft.have(eq(call(head, given), call(head, smaller)), Congruence((inner,)))

    # Determinants

    def of_equations(self, head: str) -> None:
        """The determinants, or the traces, of both sides of equations."""
        context = self.draft.context
        for number, fact in enumerate(context.facts):
            relation = fact.relation
            if not fact.is_plain or relation.operator != "==":
                continue
            form = self.form(relation.left)
            if form is None or not _is_square(form):
                continue
            sides = eq(call(head, relation.left), call(head, relation.right))
            same = Congruence((NormalForm((Cofactor(ONE, number),)),))
            if proves(Goal(context, sides), same):
                self.draft.have(sides, same)

    def determinants(self) -> None:
        self.of_equations("det")
        for one in _symbols(self.goal.relation):
            size, properties = one.sort.rows, one.sort.properties
            assert size is not None
            if properties & {"orthogonal", "unitary"}:
                self.draft.law("determinant of a product", [size, call("adjoint", one), one], [])
                self.draft.law("determinant of a conjugate", [size, one], [])
                self.draft.law("determinant of a transpose", [size, one], [])
            elif "skew" in properties:
                self.draft.law("determinant of a transpose", [size, one], [])
            elif properties & {"projector", "nilpotent2"}:
                self.draft.law("determinant of a product", [size, one, one], [])
        for node in self.nodes("det"):
            if node.args[0].head == "blocks" and node.args[0].data == (2, 2):
                self._blocks(node.args[0])

    def traces(self) -> None:
        """Traces of both sides of equations, and of rotated words that these reduce."""
        context = self.draft.context
        self.of_equations("trace")
        for node in self.nodes("trace"):
            form = Laws(Goal(context, self.goal.relation)).form(node.args[0])
            for word in sorted(form.terms, key=words.order) if isinstance(form, Words) else ():
                self._rotated(context, word)
                self._rotated(context, words.transpose_word(context.normalizer.algebra, word)[1])

    def _rotated(self, context: Context, word: words.Word) -> None:
        algebra = context.normalizer.algebra
        for k in range(len(word)):
            turned = word[k:] + word[:k]
            size = P.from_key(words.letter_size(algebra, turned[0])[0])
            self._reduce(context, "trace", Words(size, size, {turned: P.ONE}))

    def _blocks(self, term: Term) -> None:
        parts = [self.form(a) for a in term.args]
        sizes = {repr([P.key(p) for p in forms.size(f)]) for f in parts if f is not None}
        if len(sizes) != 1 or None in parts or parts[0] is None or not _is_square(parts[0]):
            return
        size = Reader(self.draft.context.normalizer.algebra, self.draft.context.symbols).poly(
            forms.size(parts[0])[0]
        )
        a, b, c, d = term.args
        for name, below, second in (
            ("blocks that are exchanged", b, b), ("blocks of a complex matrix", neg(b), neg(b)),
        ):
            same = (a, b, below, a)
            shown = [self.equation(eq(x, y)) for x, y in zip(term.args, same, strict=True)]
            proofs = tuple(p for p in shown if p is not None)
            if len(proofs) == len(same):
                sides = eq(call("det", term), call("det", Term("blocks", same, (2, 2))))
                self.draft.have(sides, Congruence((Congruence(proofs),)))
                self.draft.law(name, [size, a, second], [])
                return
        for name in _BLOCKS:
            if self.law(name, [size, a, b, c, d]) is not None:
                return

    # Exponentials

    @property
    def arguments(self) -> list[Term]:
        return [node.args[0] for node in self.nodes("matexp")]

    def commuting(self) -> None:
        """Closed forms, and exponentials of sums of what commutes."""
        arguments = self.arguments
        for argument in arguments:
            self._closed(argument)
        for a, b, size in self._pairs(arguments):
            if self.law("exponential of a sum", [size, a, b]) is not None:
                self.law("exponential of a sum", [size, b, a])
    def _pairs(self, arguments: list[Term]) -> Iterator[tuple[Term, Term, Term]]:
        pairs: list[tuple[Term, Term]] = []
        for argument in arguments:
            if argument.head == "add":
                for k, part in enumerate(argument.args):
                    rest = argument.args[:k] + argument.args[k + 1 :]
                    pairs.append((part, sum_of(rest)))
        for k, a in enumerate(arguments):
            pairs += [(a, b) for b in arguments[k + 1 :]]
        for a, b in pairs[:MAX_PAIRS]:
            size = self._size(a, b)
            if size is not None:
                yield a, b, size

    def _size(self, a: Term, b: Term) -> Term | None:
        """The common size of two square matrices."""
        sizes = [p for t in (a, b) for f in [self.form(t)] if f is not None for p in forms.size(f)]
        if len(sizes) != 4 or len({P.key(p) for p in sizes}) != 1:
            return None
        context = self.draft.context
        return Reader(context.normalizer.algebra, context.symbols).poly(sizes[0])

    def _closed(self, argument: Term) -> None:
        size = self._size(argument, argument)
        if size is None:
            return
        scalars = [a for a in argument.args if self.form(a) is None]
        matrices = [a for a in argument.args if self.form(a) is not None]
        c, body = ONE, argument
        if argument.head == "mul" and scalars and matrices:
            c = product_of(scalars)
            body = product_of(matrices)
        for name, values in (
            ("exponential of a nilpotent", [size, argument]),
            ("exponential of an idempotent", [size, c, body]),
            ("exponential of three values", [size, c, ONE, body]),
            ("exponential of three values", [size, c, I, body]),
        ):
            found = self.law(name, values)
            if found is None:
                continue
            value = self.draft.context.facts[found[0]].relation.right
            sides = eq(call("matexp", argument), value)
            number = self.draft.have(sides, NormalForm((Cofactor(ONE, found[0]),)))
            changed = replace_term(self.relation, sides.left, value)
            if changed != self.relation:
                self.relation = changed
                self.draft.steps.append(partial(Rewrite, number))
            return

    def eigenvectors(self) -> None:
        """Where an equation of the context has `A X` on one side and `c X` on the other."""
        arguments = self.arguments
        for fact in self.known.facts:
            relation = fact.relation
            if not fact.is_plain or relation.operator != "==":
                continue
            for x in sorted(relation.free(), key=lambda s: str(s.name)):
                if not x.sort.is_matrix or relation.right.head not in ("symbol", "mul", "zero"):
                    continue
                scalars = [a for a in relation.right.args if self.form(a) is None]
                c = ZERO if relation.right.head == "zero" else ONE
                if relation.right.head == "mul" and scalars:
                    c = product_of(scalars)
                for a in arguments:
                    if self.form(mul(a, x)) is not None:
                        context = self.draft.context
                        reader = Reader(context.normalizer.algebra, context.symbols)
                        sizes = [reader.poly(p) for p in forms.size(context.normalizer.matrix(x))]
                        self.law("exponential at eigenvectors", [*sizes, c, a, x])

    def intertwined(self) -> None:
        """Exponentials moved past the symbols that intertwine their arguments."""
        arguments = self.arguments
        tried = 0
        for x in _symbols(self.goal.relation):
            for a in arguments:
                for b in arguments:
                    left, right = self.form(a), self.form(b)
                    if left is None or right is None or tried > MAX_PAIRS:
                        continue
                    if self.form(mul(a, x)) is None or self.form(mul(x, b)) is None:
                        continue
                    tried += 1
                    context = self.draft.context
                    reader = Reader(context.normalizer.algebra, context.symbols)
                    n, m = (reader.poly(forms.size(f)[0]) for f in (left, right))
                    self.law("exponentials intertwined", [n, m, a, x, b])


def _is_square(form: Form) -> bool:
    rows, columns = forms.size(form)
    return P.key(rows) == P.key(columns)


def _symbols(relation: Relation) -> list[Term]:
    """The matrix symbols, by name."""
    found = {t for t in relation.free() if t.sort.is_matrix}
    return sorted(found, key=lambda t: str(t.name))


def _absolute(goal: Goal) -> Proof | None:
    """`|z| = r` from `z z̄ = r²`, which the equations of the context show."""
    left, right = goal.relation.left, goal.relation.right
    if left.head != "abs":
        return None
    draft = Draft(goal.context)
    order, square = premises("abs", [right, left.args[0]])
    proof = prove_in_ideal(Goal(goal.context, square))
    plain = NormalForm()
    if proof is None or not proves(Goal(goal.context, order), plain):
        return None
    (number,) = draft.law("abs", [right, left.args[0]], [plain, proof])
    return draft.close(NormalForm((Cofactor(ONE, number),)))


__all__ = ["prove_with_matrix_laws"]
