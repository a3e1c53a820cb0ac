"""Words of matrices, as products of letters with exponents: read, joined, taken apart, turned."""

from collections.abc import Iterable, Iterator

from derivations.kernel import Context, manifest
from derivations.language.statements import Relation, eq, le
from derivations.language.terms import ONE, ZERO, Term, add, call, identity, mul, neg, number
from derivations.search.reading.facts import Vector, atoms_of, vector_of
from derivations.search.reading.gaussian import NOTHING, Gaussian
from derivations.search.reading.readback import (
    CONSTANT, Monomial, Word, form, monomial_term, reader, scaled, simplified, size, sum_of,
    word_term,
)

# A sum of words with scalars.
Poly = dict[tuple[Word, Monomial], Gaussian]

# Scalars that are made of a matrix.
SCALARS = frozenset({"scalar", "trace", "det"})
# Transposed, conjugated.
TURNS = {"transpose": (True, False), "conj": (False, True), "adjoint": (True, True)}


def read_words(context: Context, found: Vector | None) -> Poly | None:
    """A normal form as a sum of words; None if it is a scalar, or has blocks."""
    poly: Poly = {}
    for (place, word, monomial), c in (found or {}).items():
        if place is not None or word is None:
            return None
        poly[units(context, word), monomial] = c
    return poly or None


def words_of(context: Context, term: Term) -> Poly | None:
    """A matrix as a sum of words; None if it is none."""
    return read_words(context, vector_of(context, eq(term, mul(0, term))))


def sum_of_words(context: Context, poly: Poly, like: Term) -> Term:
    """The matrix, of the size of another."""
    if not poly:
        return mul(ZERO, like)
    parts = []
    for (word, monomial), c in poly.items():
        base = word_term(word) if word else identity((size(context, like) or (ONE, ONE))[0])
        parts.append(scaled(c, [*([monomial_term(monomial)] if monomial else []), base]))
    return sum_of(parts)


def units(context: Context, word: Word) -> Word:
    """Whole powers written out, `U^(n + 2)` as `U^n U U`."""
    found: list[tuple[Term, Term]] = []
    for letter, e in word:
        if e == ONE:  # mostly so
            found.append((letter, ONE))
            continue
        parts = reader(context).monomials(form(context, e))
        count = parts.get(CONSTANT, NOTHING)[0]
        if count > 0 and count.denominator == 1:
            if len(parts) > 1:
                found.append((letter, simplified(context, add(e, neg(number(count))))))
            found += [(letter, ONE)] * int(count)
        else:
            found.append((letter, simplified(context, e)))
    return tuple(found)


def joined(*words: Word) -> Word:
    """The product of words; whole powers of a letter stand right of its symbolic powers."""
    found: list[tuple[Term, Term]] = []
    for word in words:
        for letter, e in word:
            place = len(found)
            while e != ONE and place and found[place - 1] == (letter, ONE):
                place -= 1
            found.insert(place, (letter, e))
    return tuple(found)


def factors(context: Context, word: Word, own: Word) -> Iterator[tuple[Word, Word]]:
    """The words left and right of a word inside another; at its ends powers may be greater."""
    whole, part = units(context, word), units(context, own)
    for start in range(len(whole) - len(part) + 1) if part else ():
        piece = whole[start : start + len(part)]
        if piece[1:-1] != part[1:-1] or any(
            a[0] != b[0] for a, b in zip(piece, part, strict=True)
        ):
            continue
        first = _remainder(context, piece[0], part[0])
        last = _remainder(context, piece[-1], part[-1]) if len(part) > 1 else ()
        if first is not None and last is not None:
            yield (*whole[:start], *first), (*last, *whole[start + len(part) :])


def _remainder(context: Context, unit: tuple[Term, Term], part: tuple[Term, Term]) -> Word | None:
    """The power that is left of a power of the same letter."""
    if unit[1] == part[1]:
        return ()
    less = add(unit[1], neg(part[1]))
    return ((unit[0], less),) if manifest(context, le(ZERO, less)) else None


def turned(word: Word, t: bool, c: bool) -> Word:
    """A word transposed, conjugated, as normal forms write it."""
    return tuple([(_turned(letter, t, c), e) for letter, e in word][:: -1 if t else 1])


def _turned(letter: Term, t: bool, c: bool) -> Term:
    own = TURNS.get(letter.head, (False, False))
    base = letter.args[0] if any(own) else letter
    wanted = (own[0] != t, own[1] != c)
    head = next((head for head, turns in TURNS.items() if turns == wanted), None)
    return base if head is None else call(head, base)


def windows(context: Context, words: Iterable[Word], lengths: Iterable[int]) -> Iterator[Term]:
    """The products of so many letters inside words, their transposes and conjugates."""
    for word in words:
        for t in (False, True):
            for c in (False, True):
                letters = turned(units(context, word), t, c)
                for n in lengths:
                    for start in range(len(letters) - n + 1):
                        yield word_term(letters[start : start + n])


def words_in(context: Context, relation: Relation) -> Iterator[Word]:
    """The products of matrices in the normal form, those inside entries of products included."""
    for _, word, monomial in vector_of(context, relation) or ():
        yield from [word] if word else []
        yield from (inside[a] for a, _ in monomial if a in (inside := reader(context).words))


def words_inside(context: Context, atom: Term) -> list[Word]:
    """The words of the matrix in a scalar, `v.T A w` in its entry, and these transposed."""
    own = reader(context).words.get(atom)
    words = [word for word, _ in words_of(context, atom.args[0]) or ()]
    found = words if own is None else [units(context, own)]
    return [*found, *(turned(word, True, False) for word in found)]


def letters_of(context: Context, relation: Relation) -> set[Term]:
    """The letters of an equation between words, and of the words that are scalars in it."""
    found = vector_of(context, relation) or {}
    letters = {letter for _, word, _ in found for letter, _ in word or ()}
    for atom in atoms_of([found]):
        if atom.head in SCALARS:
            letters |= {letter for word in words_inside(context, atom) for letter, _ in word}
    return letters
