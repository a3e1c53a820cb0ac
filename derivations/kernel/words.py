"""Words: products of matrices of unspecified size.

A letter is a matrix atom with flags for transposition and conjugation and a natural exponent; a
word is a tuple of letters, the empty word the identity.  Neighbours are merged by what their
sorts say (`Uᴴ U = I` for unitary U, `P P = P`, ...), which is a terminating, confluent rewriting.
Transposition reverses words and keeps scalars, conjugation keeps the order: three operations,
not one.  A linear combination of words of equal size is a `Words`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from derivations.kernel import polynomial as P
from derivations.kernel.generators import Algebra
from derivations.kernel.polynomial import ONE, Key, Poly
from derivations.language.sorts import Sort

# base atom, transposed, conjugated, exponent (an int, or the key of a natural polynomial)
Letter = tuple[int, bool, bool, Any]
Word = tuple[Letter, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A linear combination of words, all of the same size."""

    rows: Poly
    columns: Poly
    terms: dict[Word, Poly]


def letter(
    algebra: Algebra, kind: tuple[Any, ...], sort_properties: frozenset[str],
    rows: Poly, columns: Poly, inside: list[Poly],
) -> Word:
    """The one-letter word for a matrix atom."""
    properties = set(sort_properties)
    if "orthogonal" in properties:
        properties |= {"real", "unitary"}
    if "unitary" in properties:
        properties.add("invertible")
    key = ("letter", kind, tuple(sorted(properties)), P.key(rows), P.key(columns))
    base = algebra.atom(key, **algebra.inside([*inside, rows, columns]))
    return ((base, False, False, 1),)


def order(word: Word) -> tuple[Any, ...]:
    """A key to compare words by; numbers as exponents come before symbolic ones."""
    return tuple(
        [(b, t, c, (0, e, ()) if isinstance(e, int) else (1, 0, e)) for b, t, c, e in word]
    )


def inside(word: Word) -> list[Poly]:
    """What a word is built from: its letters and their exponents."""
    return [p for b, _, _, e in word for p in (P.generator(b), exponent_poly(e))]


def properties(algebra: Algebra, base: int) -> tuple[str, ...]:
    return algebra.atoms[base].key[2]  # type: ignore[no-any-return]


def is_known_invertible(algebra: Algebra, base: int) -> bool:
    if base in algebra.invertible or "invertible" in properties(algebra, base):
        return True
    kind = algebra.atoms[base].key[1]
    return kind[0] == "inv" and is_known_invertible(algebra, kind[1])


def is_invertible(algebra: Algebra, word: Word) -> bool:
    """Whether every letter is known to be invertible."""
    return all(is_known_invertible(algebra, base) for base, _, _, _ in word)


def is_real(algebra: Algebra, word: Word) -> bool:
    return all("real" in properties(algebra, base) for base, _, _, _ in word)


def letter_size(algebra: Algebra, one: Letter) -> tuple[Key, Key]:
    """Rows and columns."""
    key = algebra.atoms[one[0]].key
    return (key[4], key[3]) if one[1] else (key[3], key[4])


def is_square(algebra: Algebra, word: Word) -> bool:
    """Whether every letter is square."""
    return all(letter_size(algebra, one)[0] == letter_size(algebra, one)[1] for one in word)


# Exponents


def exponent_poly(e: Any) -> Poly:
    return P.constant(e) if isinstance(e, int) else P.from_key(e)


def _from_poly(p: Poly) -> Any:
    value = p.rational()
    return P.key(p) if value is None else int(value)


# Products


def _settled(algebra: Algebra, one: Letter) -> tuple[int, Letter]:
    """Flags that the sort makes equal get one spelling; the sign is for skew matrices."""
    base, t, c, e = one
    known = properties(algebra, base)
    sign = 1
    if algebra.atoms[base].key[1][0] == "exp":
        from derivations.kernel.matrix_exponentials import unflagged

        plain = not t and (not c or "real" in known) and e == 1
        return 1, (base, False, False, 1) if plain else unflagged(algebra, one)
    if "real" in known:
        c = False
    if "hermitian" in known and t:
        t, c = False, not c
        if "real" in known:
            c = False
    if "symmetric" in known and t:
        t = False
    if "skew" in known and t and isinstance(e, int):
        t, sign = False, -1 if e % 2 else 1
    return sign, (base, t, c, e)


def multiply(algebra: Algebra, left: Word, right: Word) -> tuple[int, Word]:
    """The product as a sign (0 for the zero matrix) and a word."""
    stack = list(left)
    sign = 1
    pending = list(reversed(right))
    while pending:
        turn, one = _settled(algebra, pending.pop())
        if one[3] == 0:
            continue
        sign *= turn
        if not stack:
            stack.append(one)
            continue
        merged = _merge(algebra, stack[-1], one)
        if merged is None:
            stack.append(one)
        elif merged == "zero":
            return 0, ()
        else:
            stack.pop()
            pending.extend(reversed(merged))
    return sign, tuple(stack)


def _merge(algebra: Algebra, a: Letter, b: Letter) -> Any:
    """What two neighbours become: a list of letters, "zero", or None when they stand."""
    if algebra.atoms[b[0]].key[1][0] == "exp":
        from derivations.kernel.matrix_exponentials import merged

        return merged(algebra, a, b)
    known = properties(algebra, a[0])
    if a[0] == b[0] and a[1:3] == b[1:3]:
        if "projector" in known and a[3] == 1 and b[3] == 1:
            return [a]
        if "nilpotent2" in known and isinstance(a[3], int) and isinstance(b[3], int):
            return "zero"
        e = _from_poly(P.plus(exponent_poly(a[3]), exponent_poly(b[3])))
        return [(a[0], a[1], a[2], e)]
    if _are_inverse(algebra, a, b):
        return _cancel(algebra, a, b)
    return None


def _are_inverse(algebra: Algebra, a: Letter, b: Letter) -> bool:
    if a[0] == b[0]:
        known = properties(algebra, a[0])
        conjugated = a[2] != b[2] or "real" in known
        return "unitary" in known and a[1] != b[1] and conjugated
    if a[1:3] != b[1:3]:
        return False
    for x, y in ((a, b), (b, a)):
        kind = algebra.atoms[y[0]].key[1]
        if kind == ("inv", x[0]) and is_known_invertible(algebra, x[0]):
            return True
    return False


def _cancel(algebra: Algebra, a: Letter, b: Letter) -> list[Letter] | None:
    rest = P.plus(exponent_poly(a[3]), P.negative(exponent_poly(b[3])))
    if rest.is_zero:
        return []
    if algebra.is_natural(rest):
        return [(*a[:3], _from_poly(rest))]
    if algebra.is_natural(P.negative(rest)):
        return [(*b[:3], _from_poly(P.negative(rest)))]
    return _cancel_common(algebra, a, b)


def _cancel_common(algebra: Algebra, a: Letter, b: Letter) -> list[Letter] | None:
    """`X^(s + r) X^-(t + r) = X^s X^-t`, r being what both exponents have in common."""
    p, q = exponent_poly(a[3]), exponent_poly(b[3])
    if p.den != 1 or q.den != 1:
        return None
    shared = {m: min(c, q.re[m]) for m, c in p.re.items() if m in q.re}
    common = Poly({m: c for m, c in shared.items() if c > 0}, {})
    rests = [P.plus(e, P.negative(common)) for e in (p, q)]
    if common.is_zero or not all(algebra.is_natural(e) for e in (common, *rests)):
        return None
    pairs = zip((a, b), rests, strict=True)
    return [(*one[:3], _from_poly(e)) for one, e in pairs if not e.is_zero]


def transpose_word(algebra: Algebra, word: Word) -> tuple[int, Word]:
    return multiply(algebra, (), tuple([(b, not t, c, e) for b, t, c, e in reversed(word)]))


def conjugate_word(algebra: Algebra, word: Word) -> tuple[int, Word]:
    return multiply(algebra, (), tuple([(b, t, not c, e) for b, t, c, e in word]))


# Linear combinations


def combine(parts: list[tuple[Word, Poly]]) -> dict[Word, Poly]:
    gathered: dict[Word, list[Poly]] = {}
    for word, coefficient in parts:
        gathered.setdefault(word, []).append(coefficient)
    terms = {w: c[0] if len(c) == 1 else P.total(c) for w, c in gathered.items()}
    return {w: c for w, c in terms.items() if not c.is_zero}


def add(parts: list[Words]) -> Words:
    return Words(
        parts[0].rows,
        parts[0].columns,
        combine([pair for p in parts for pair in p.terms.items()]),
    )


def times(algebra: Algebra, a: Words, b: Words) -> Words:
    parts = []
    for v, c in a.terms.items():
        for w, d in b.terms.items():
            sign, word = multiply(algebra, v, w)
            if sign:
                parts.append((word, P.scale(algebra.times(c, d), sign)))
    return Words(a.rows, b.columns, combine(parts))


def scaled(algebra: Algebra, a: Words, factor: Poly) -> Words:
    return Words(
        a.rows, a.columns, combine([(w, algebra.times(c, factor)) for w, c in a.terms.items()])
    )


def transpose(algebra: Algebra, a: Words) -> Words:
    parts = []
    for w, c in a.terms.items():
        sign, word = transpose_word(algebra, w)
        parts.append((word, P.scale(c, sign)))
    return Words(a.columns, a.rows, combine(parts))


def conjugate(algebra: Algebra, a: Words) -> Words:
    parts = []
    for w, c in a.terms.items():
        sign, word = conjugate_word(algebra, w)
        parts.append((word, P.scale(algebra.conjugate(c), sign)))
    return Words(a.rows, a.columns, combine(parts))


def outer(algebra: Algebra, a: Words) -> tuple[Words, Words, Words] | None:
    """`a = first · inner · last` with `last · first = I`."""
    if not a.terms:
        return None
    some = next(iter(a.terms))
    first, last = some[:1], some[-1:]
    if any(len(w) < 3 or w[:1] != first or w[-1:] != last for w in a.terms):
        return None
    if multiply(algebra, last, first) != (1, ()):
        return None
    inner = Words(a.rows, a.columns, {w[1:-1]: c for w, c in a.terms.items()})
    ends = [Words(a.rows, a.columns, {w: ONE}) for w in (first, last)]
    return ends[0], inner, ends[1]


def power(algebra: Algebra, a: Words, exponent: Poly) -> Words | None:
    """A natural power, when it can be said as words."""
    value = exponent.rational()
    if value is not None and value.denominator == 1 and 0 <= value <= 64:
        result = Words(a.rows, a.columns, {(): ONE})
        for _ in range(int(value)):
            result = times(algebra, result, a)
        return result
    if len(a.terms) != 1 or not algebra.is_natural(exponent):
        return None
    from derivations.kernel.powers import raise_to

    (word, c), = a.terms.items()
    if word == ():
        return Words(a.rows, a.columns, {(): raise_to(algebra, c, exponent)})
    if len(word) != 1:
        return None
    base, t, conjugated, e = word[0]
    known = set(properties(algebra, base))
    if "projector" in known and algebra.is_nonzero(exponent):
        return scaled(algebra, a, raise_to(algebra, c, P.plus(exponent, P.constant(-1))))
    if "nilpotent2" in known and algebra.is_natural(P.plus(exponent, P.constant(-2))):
        return Words(a.rows, a.columns, {})
    if {"projector", "nilpotent2"} & known:
        return None
    whole = _from_poly(algebra.times(exponent_poly(e), exponent))
    sign, powered = multiply(algebra, (), ((base, t, conjugated, whole),))
    return Words(a.rows, a.columns, {powered: P.scale(raise_to(algebra, c, exponent), sign)})


def inverse(algebra: Algebra, a: Words) -> Words | None:
    """The inverse (zero for a singular matrix), when it can be said as a word."""
    if not a.terms:
        return a
    if len(a.terms) != 1:
        return None
    (word, c), = a.terms.items()
    if not is_square(algebra, word):
        return None
    parts: Word = ()
    for base, t, conjugated, e in reversed(word):
        parts += (_inverse_letter(algebra, base, t, conjugated, e),)
    sign, inverted = multiply(algebra, (), parts)
    return Words(a.rows, a.columns, {inverted: P.scale(algebra.inverse(c), sign)})


def _inverse_letter(algebra: Algebra, base: int, t: bool, c: bool, e: Any) -> Letter:
    key = algebra.atoms[base].key
    if "unitary" in key[2]:
        return (base, not t, not c, e)
    if key[1][0] == "exp":
        from derivations.kernel.matrix_exponentials import inverted

        return (inverted(algebra, base), t, c, e)
    if key[1][0] == "inv" and is_known_invertible(algebra, key[1][1]):
        return (key[1][1], t, c, e)
    kept = {"real", "hermitian", "skew", "symmetric"} & set(key[2])
    (one,) = letter(
        algebra, ("inv", base), frozenset(kept), P.from_key(key[3]), P.from_key(key[4]),
        [P.generator(base)],
    )
    return (one[0], t, c, e)


# Changes inside


def changed_word(
    algebra: Algebra, word: Word, change: Callable[[Poly], Poly]
) -> tuple[int, Word]:
    """The word with `change` applied to the polynomials inside its letters."""
    letters: Word = ()
    for base, t, c, e in word:
        if algebra.atoms[base].key[1][0] == "exp":
            letters += _changed_exponential(algebra, base, change)
            continue
        exponent = _from_poly(change(exponent_poly(e)))
        letters += ((changed_base(algebra, base, change), t, c, exponent),)
    return multiply(algebra, (), letters)


def _changed_exponential(algebra: Algebra, base: int, change: Callable[[Poly], Poly]) -> Word:
    """What an exponential becomes: another, or nothing where its argument becomes 0."""
    from derivations.kernel import forms
    from derivations.kernel.matrix_exponentials import matrix_exponential

    kind = algebra.atoms[base].key[1]
    argument = forms.changed(algebra, forms.from_key(kind[1]), change)
    factor = change(P.from_key(kind[2]))
    made = matrix_exponential(algebra, forms.scaled(algebra, argument, factor))
    if isinstance(made, Words) and len(made.terms) == 1:
        ((word, c),) = made.terms.items()
        if c.rational() == 1:
            return word
    raise forms.OutOfReach("an exponential that is written out at some values of an index")


def changed_base(algebra: Algebra, base: int, change: Callable[[Poly], Poly]) -> int:
    from derivations.kernel import forms

    _, kind, known, rows, columns = algebra.atoms[base].key
    new: tuple[Any, ...]
    sizes = change(P.from_key(rows)), change(P.from_key(columns))
    if kind[0] == "inv":
        inner = changed_base(algebra, kind[1], change)
        new, inside = ("inv", inner), [P.generator(inner)]
    elif kind[0] == "value":
        arguments = [change(P.from_key(k)) for k in kind[2]]
        new, inside = ("value", kind[1], tuple(map(P.key, arguments))), arguments
    elif kind[0] == "form":
        changed = forms.changed(algebra, forms.from_key(kind[2]), change)
        inside = forms.inside(algebra, changed)
        name = kind[1]
        if isinstance(name, tuple):
            exponents = [change(P.from_key(k)) for k in name[1:]]
            inside += exponents
            name = (name[0], *map(P.key, exponents))
        new = ("form", name, forms.key(changed))
    elif kind[0] in ("sum", "product"):
        body = forms.changed(algebra, forms.from_key(kind[3]), change)
        number = P.from_key(kind[1])
        if forms.key(body) != kind[3] or P.key(change(number)) != kind[1]:
            raise forms.OutOfReach(f"a {kind[0]} of matrices inside another binder")
        return base
    else:
        new, inside = kind, []
    word = letter(algebra, new, frozenset(known), *sizes, inside)
    return word[0][0]


def sort_letter(
    algebra: Algebra, name: str, sort: Sort, rows: Poly, columns: Poly
) -> Word:
    return letter(algebra, ("symbol", name), sort.properties, rows, columns, [])
