"""Orders of numbers that columns make with each other: what is left is a sum of squares of lengths.

Each word of real matrices in the gap is cut into a row and a column, `z.T A A.T z` in the middle;
the columns so found are taken out one after the other, each with what makes its square complete,
as in Lagrange's reduction of quadratic forms.  Complete where the columns are independent, and what
stands before a square has a known sign and divides what stands before its other products.

`-scalar(g.T*g)/(2*L) <= scalar(g.T*d) + L*scalar(d.T*d)/2`: L/2 times the square of d + g/L.

Source: R. A. Horn, C. R. Johnson, Matrix Analysis, 4.5 and 7.1.
"""

from derivations.kernel import Proof
from derivations.language.statements import eq, le
from derivations.language.substitution import free_symbols, heads_of
from derivations.language.terms import ZERO, Term, call, div, mul, number, sub
from derivations.search.drafts import Draft
from derivations.search.goals import Goal, Stuck, attempted
from derivations.search.knowledge.matching import quotient, same
from derivations.search.orders.order import prove_linear
from derivations.search.reading.facts import Vector, vector, vector_of
from derivations.search.reading.gaussian import NOTHING, minus
from derivations.search.reading.readback import Word, polynomial, simplified, sum_of, word_term
from derivations.search.reading.references import PRODUCTS
from derivations.search.reading.smooth import times
from derivations.search.reading.words import turned, units, words_inside

# Columns that are looked for.
MAX_COLUMNS = 6

# What stands before the products of two columns, each pair in both orders.
Form = dict[tuple[Word, Word], Term]


def has_words(goal: Goal) -> bool:
    """Whether real matrices make some of its numbers."""
    found = [atom for atom in goal.atoms if atom.head == "scalar"]
    return bool(found) and all(
        "real" in s.sort.properties for a in found for s in free_symbols(a) if s.sort.is_matrix)


def prove_by_squares(goal: Goal) -> Proof:
    """A number is at least another one, since a sum of squares is left.  Raises Stuck."""
    draft, form = Draft(goal), _form(goal)
    while form:
        squares = sorted((a for a, b in form if a == b), key=lambda a: _rank(form[a, a]))
        first = next((a for a in squares
                      if draft.attempt(draft.have_premise, le(ZERO, form[a, a]))), None)
        if first is None:
            raise Stuck("a word is left that is in no square")
        weight = form[first, first]
        parts = {b: _quotient(draft, c, weight) for (a, b), c in form.items() if a == first}
        for a in parts:
            for b in parts:
                gone = mul(weight, parts[a], parts[b])
                rest = simplified(draft.context, sub(form.pop((a, b), ZERO), gone))
                if rest != ZERO:
                    form[a, b] = rest
        whole = sum_of([times(c, word_term(word)) for word, c in parts.items()])
        draft.use("square of a length", draft.sizes(whole)[0], whole)
        draft.use(PRODUCTS["<="], weight, call("inner", whole, whole))
    proof = attempted(prove_linear, draft.goal)
    return draft.done_as_deep() if proof is None else draft.close(proof)


def _rank(weight: Term) -> int:
    """What is divided by first: a number, then what is no quotient."""
    return 0 if weight.head == "number" else 2 if "div" in heads_of(weight) else 1


def _quotient(draft: Draft, c: Term, weight: Term) -> Term:
    """What stands before a product, by the weight of a square: a number, or by one monomial."""
    own, other = (vector_of(draft.context, eq(t, ZERO)) or {} for t in (c, weight))
    key, (b, im) = next(iter(other.items()))
    ratio = number(own.get(key, NOTHING)[0] / b) if b and not im else ZERO
    return ratio if same(draft.context, c, mul(ratio, weight)) else quotient(
        draft.context, c, weight)


def _form(goal: Goal) -> Form:
    """The gap of an order in products of columns.  Raises Stuck where something else is in it."""
    relation, context = goal.relation, goal.context
    words: dict[Word, Vector] = {}
    for (place, word, monomial), c in vector(context, relation).items():
        atoms = [a for a, e in monomial if a.head == "scalar" and e == 1]
        if len(atoms) != 1 or place is not None or word is not None:
            raise Stuck("not a sum of products of columns")
        own = units(context, words_inside(context, atoms[0])[0])
        rest = tuple((a, e) for a, e in monomial if a != atoms[0])
        words.setdefault(own, {})[None, None, rest] = minus(c)
    columns = dict.fromkeys(half for word in words if (half := _half(word)) is not None)
    if len(columns) > MAX_COLUMNS:
        raise Stuck("many columns")
    form: Form = {}
    for word, weights in words.items():
        pair = next(((row, word[cut:]) for cut in range(1, len(word)) if (
            row := turned(word[:cut], True, False)) in columns and word[cut:] in columns), None)
        if pair is None:
            raise Stuck("a word that is cut into no columns")
        weight = polynomial(weights)
        if pair[0] == pair[1]:
            form[pair] = weight
        else:
            form[pair] = form[pair[::-1]] = div(weight, number(2))
    return form


def _half(word: Word) -> Word | None:
    """The column whose square a word is."""
    middle = len(word) // 2
    half = word[middle:]
    return half if len(word) % 2 == 0 and turned(word[:middle], True, False) == half else None
