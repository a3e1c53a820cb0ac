"""Every rule: certificates that it accepts, and ones beside them that it rejects."""

import pytest

from derivations.kernel import (
    Binder, Cases, Combine, Enclose, Groups, Have, Induction, Rewrite, Sort, Use,
)
from derivations.language.sorts import (
    INTEGER, NATURAL, POSINT, POSITIVE, REAL, family_sort, matrix_sort, permutation_sort,
)
from derivations.language.statements import Proposition, eq, forall, le, lt, ne
from tests.support.cases import FALSE, Case, by, named, order, proved, run
from tests.support.notation import (
    ONE, PI, ZERO, I, add, call, cos, function, identity, matrix, number, product, sin, sqrt, sum_,
    symbol,
)

x, y, t = (symbol(v, REAL) for v in "xyt")
z, w = symbol("z"), symbol("w")
p = symbol("p", POSITIVE)
n, k, j = (symbol(v, NATURAL) for v in "nkj")
m, d = symbol("m", POSINT), symbol("d", POSINT)
a = symbol("a", INTEGER)
A, B = (symbol(v, matrix_sort(d, d)) for v in "AB")
U = symbol("U", matrix_sort(d, d, "unitary"))
X = symbol("X", matrix_sort(d, m))
F = symbol("F", family_sort((NATURAL,), REAL))
P = symbol("P", family_sort((NATURAL,), POSITIVE))
K = symbol("K", family_sort((matrix_sort(d, d, "unitary"),), POSITIVE))
s = symbol("s", permutation_sort(m))
E, E2 = matrix([[1, z], [0, 1]]), matrix([[1, z], [0, 2]])
plain = Combine()

COMBINE = {
    "a polynomial identity": Case(proved(eq((z + w) ** 2, z**2 + 2 * z * w + w**2))),
    "exponentials": Case(proved(eq(cos(z) ** 2 + sin(z) ** 2, 1))),
    "an equation with a cofactor": Case(proved(eq(z**3, z), by(0, z), [eq(z**2, 1)])),
    "cofactors on both sides": Case(
        proved(eq(A * U * B, A * B), by(0, A, B), [eq(U, identity(d))])
    ),
    "orders, counted": Case(proved(lt(2 * x, t), order((2, 0), 1), [le(x, y), lt(2 * y, t)])),
    "a manifest rest": Case(proved(lt(0, x**2 + p))),
    "an equation within an order": Case(proved(le(x, y), by(0, -1), [eq(y, x)])),
    "a multiple of a difference": Case(proved(ne(2 * z, 2 * w), order((2, 0)), [ne(z, w)])),
    "what is below differs": Case(proved(ne(x, y), order(0), [lt(x, y)])),
    "matrices that differ in an entry": Case(proved(ne(E, E2))),
}
NOT_COMBINE = {
    "no identity": Case(proved(eq(z + 1, z)), "does not show"),
    "a fact that is not there": Case(proved(eq(z, 1), by(1), [eq(z, 1)]), "no fact 1"),
    "a negative number of a fact": Case(proved(eq(z, 1), by(-1), [eq(z, 1)]), "no fact -1"),
    "an equation as an order": Case(proved(le(x, y), order(0), [eq(x, y)]), "cannot count"),
    "an order as an equation": Case(proved(eq(x, y), by(0), [le(x, y)]), "cannot count"),
    "orders for an equation": Case(
        proved(eq(x, y), order(0, 1), [le(x, y), le(y, x)]), "does not count for an equation"
    ),
    "a negative multiple of an order": Case(
        proved(le(y, x), order((-1, 0)), [le(x, y)]), "a number above 0"
    ),
    "no multiple of a difference": Case(proved(ne(x, y), order((0, 0)), [ne(x, y)]), "other than"),
    "two differences": Case(proved(ne(x, y), order(0, 1), [ne(x, t), ne(t, y)]), "one fact"),
    "at most is no difference": Case(proved(ne(x, y), order(0), [le(x, y)]), "cannot count"),
    "at most is not below": Case(proved(lt(x, y), order(0), [le(x, y)]), "does not show"),
    "one of two factors above 0": Case(proved(lt(0, p * t**2)), "does not show"),
    "squares of complex numbers": Case(proved(le(0, z * z)), "does not show"),
    "matrices that agree": Case(proved(ne(E, E)), "does not show"),
    "matrices that may agree": Case(proved(ne(E, matrix([[1, w], [0, 1]]))), "does not show"),
    "a cofactor of another size": Case(proved(eq(X, X), by(0, X), [eq(A, B)]), "does not fit"),
    "a fact of another size": Case(proved(eq(X, X), by(0), [eq(A, B)]), "size of the goal"),
    "a scalar fact for matrices": Case(proved(eq(A, B), by(0), [eq(z, w)]), "size of the goal"),
    "a cofactor that is not declared": Case(
        proved(eq(z, 1), by(0, symbol("other")), [eq(z, 1)]), "is not declared"
    ),
    "a quantified fact": Case(
        proved(eq(F[n], 0), by(0), [forall(k, eq(F[k], 0))]), "cannot count here"
    ),
    "an order of matrices": Case(proved(le(A, B)), ""),
}

square = forall(k, le(0, F[k] ** 2))
HAVE = {
    "a cut": Case(proved(eq(z, 2), Have(Proposition(eq(z - 1, 1)), by(0), by(1)), [eq(z, 2)])),
    "a quantified cut": Case(
        proved(le(0, F[n] ** 2), Have(square, Binder(("i",), plain), Use(0, (n,), (), order(1))))
    ),
    "guards are facts inside": Case(
        proved(
            lt(0, 1 + n),
            Have(forall(k, lt(k, n + 1), le(k, n)), Binder(("k",), order(0)), plain),
        )
    ),
}
NOT_HAVE = {
    "an unproved cut": Case(proved(FALSE, Have(Proposition(FALSE), plain, by(0))), "does not show"),
    "itself": Case(proved(FALSE, Have(Proposition(FALSE), by(0), by(0))), "no fact 0"),
    "a fact of undeclared symbols": Case(
        proved(FALSE, Have(Proposition(eq(x, x)), plain, by(0))), "is not declared"
    ),
    "a variable with the name of a symbol": Case(
        proved(eq(n, n), Have(forall(symbol("n"), eq(ONE, 1)), Binder(("i",), plain), plain)),
        "is the name of a symbol already",
    ),
    "a quantified goal that is not opened": Case(
        proved(le(0, F[n] ** 2), Have(square, plain, order(0))), "open it with a binder step"
    ),
}

cancelled = proved(
    eq(z * w / z, w),
    Use("inverse", (z,), (order(0),), by(2, w)),
    [ne(z, 0)],
    definedness=((0, order(0)),),
)
divided = proved(eq(z / z, 1), Use("inverse", (z,), (order(0),), by(1)))  # if z != 0
square_of_sum = proved(eq((z + w) ** 2, z**2 + 2 * z * w + w**2))
USE = {
    "a law": Case(cancelled),
    "a law without variables": Case(
        proved(eq(call("factorial", 0), 1), Use("factorial of zero", (), (), by(0)))
    ),
    "a theorem": Case(
        proved(eq((x + 1) ** 2, x**2 + 2 * x + 1), Use(named(square_of_sum), (ONE, x), (), by(0))),
        lemmas=(square_of_sum,),
    ),
    "a quantified fact": Case(
        proved(eq(F[n + 1], 0), Use(0, (n + 1,), (), by(1)), [forall(k, eq(F[k], 0))])
    ),
    "a guard": Case(
        proved(
            eq(F[n], 0),
            Use(1, (n,), (order(0),), by(2)),
            [lt(n, 5), forall(k, eq(F[k], 0), lt(k, 5))],
        )
    ),
    "a function for a family": Case(
        proved(
            eq(sum_(k + 1 - k, (k, ZERO, n)), n + 1),
            Use("sum split", (function((a,), a), ZERO, ZERO, n), (plain, plain), plain),
        )
    ),
}
NOT_USE = {
    "an unproved premise": Case(
        proved(eq(z * (1 / z), 1), Use("inverse", (z,), (), by(0))), "not manifest: z != 0"
    ),
    "no such law": Case(proved(FALSE, Use("wishes", (), (), by(0))), "no law 'wishes'"),
    "no such theorem": Case(proved(FALSE, Use("#00", (), (), by(0))), "not at hand"),
    "no such fact": Case(proved(FALSE, Use(0, (), (), by(0))), "no fact 0"),
    "too few values": Case(proved(FALSE, Use("inverse", (), (), by(0))), "0 values for 1"),
    "too many proofs": Case(
        proved(eq(z, z), Use("gamma of a conjugate", (z,), (plain,), plain)), "1 proofs for 0"
    ),
    "a value of another sort": Case(
        proved(eq(z, z), Use("floor bounds", (z,), (), plain)), "not manifest"
    ),
    "a value that is not declared": Case(
        proved(eq(z, z), Use("gamma of a conjugate", (w,), (), plain)), "is not declared"
    ),
    "a matrix for a scalar": Case(
        proved(eq(A, A), Use("gamma of a conjugate", (A,), (), plain)), "is not of sort"
    ),
    "a matrix of another size": Case(
        proved(eq(X, X), Use("inverse matrix", (X, A), (), plain)), "is not of sort"
    ),
    "a scalar for a family": Case(
        proved(eq(z, z), Use("sum at least zero", (z, ZERO, ZERO), (), plain)), "is not a family"
    ),
    "a parameter with the name of a symbol": Case(
        proved(
            eq(n, n),
            Use("sum at least zero", (function((symbol("n", INTEGER),), z), ONE, ZERO), (), plain),
        ),
        "is the name of a symbol already",
    ),
    "names where nothing is opened": Case(
        proved(eq(z, z), Use("gamma of a conjugate", (z,), (), plain, ("v",))), "1 names"
    ),
    "a guard that does not hold": Case(
        proved(eq(F[n], 0), Use(0, (n,), (), by(1)), [forall(k, eq(F[k], 0), lt(k, 5))]),
        "not manifest: n < 5",
    ),
    "a fact outside of its sort": Case(
        proved(
            eq(z, 0),
            Use(0, (z,), (), by(1)),
            [forall(t, eq(t * 0 + z, 0))],
        ),
        "not manifest: conj(z) == z",
    ),
}

SORT = {
    "a symbol": Case(proved(lt(0, p), Sort(p, None, (), order(0)))),
    "a matrix": Case(proved(eq(U.H * U * A, A), Sort(U, None, (), by(0, ONE, A)))),
    "a value of a family": Case(proved(ne(P[n], 0), Sort(P[n], None, (), order((-1, 0))))),
    "a value, its index by proof": Case(
        proved(
            ne(P[a], 0),
            Sort(P[a], None, (None, order(0)), order((-1, 2))),
            [le(0, a)],
            definedness=((0, order(0)),),
        )
    ),
    "a value of a function of matrices": Case(
        proved(
            lt(0, K[A]),
            Sort(K[A], None, (by(0), by(1)), order(5)),
            [eq(A.H * A, identity(d)), eq(A * A.H, identity(d))],
            definedness=((0, by(0)), (1, by(1))),
        )
    ),
    "a manifest sort": Case(
        proved(eq(call("floor", n + 2 * k), n + 2 * k), Sort(n + 2 * k, "natural", (), by(0)))
    ),
    "a permutation": Case(
        proved(
            eq(call("inv", s)(s(k)), k),
            Sort(s, None, (), Use(8, (k,), (order(0),), by(10))),
            [lt(k, m)],
            definedness=(
                (0, order(0)),
                (1, Sort(s, None, (), Use(2, (k,), (order(0),), order(8)))),
                (2, Sort(s, None, (), Use(4, (k,), (order(0),), order(9)))),
            ),
        )
    ),
}
NOT_SORT = {
    "a sort that is not manifest": Case(
        proved(eq(x, x), Sort(x, "positive", (), plain)), "not manifestly positive"
    ),
    "no sort": Case(proved(eq(x, x), Sort(x, "prime", (), plain)), "not manifestly prime"),
    "a sum has no sort of its own": Case(
        proved(eq(x, x), Sort(x + 1, None, (), plain)), "no symbol and no value"
    ),
    "a value outside of the index sort": Case(
        proved(lt(0, P[a]), Sort(P[a], None, (), order(0))), "not manifest"
    ),
    "a value of a function of matrices, of any matrix": Case(
        proved(lt(0, K[A]), Sort(K[A], None, (), order(0))), "not manifest"
    ),
    "a symbol that is not declared": Case(
        proved(eq(x, x), Sort(p, None, (), plain)), "is not declared"
    ),
    "a matrix has no scalar sort": Case(
        proved(eq(A, A), Sort(A, "real", (), plain)), "not manifestly real"
    ),
}

i, u = symbol("i", NATURAL), symbol("u", REAL)
doubling = [eq(F[0], 1), forall(k, eq(F[k + 1], 2 * F[k]))]
twice = Combine(((ONE, 3, None), (number(2), 2, None)))
INDUCTION = {
    "on a symbol of the context": Case(
        proved(eq(F[n], 2**n), Induction(n, by(0), Use(1, (n,), (), twice)), doubling)
    ),
    "from 1, for a posint": Case(proved(le(1, m**2), Induction(m, plain, plain))),
    "of a quantified goal": Case(
        proved(
            forall((n, t), le(0, t**2 * n)),
            Induction(i, Binder(("u",), plain), Binder(("u",), Use(0, (u,), (), order(1)))),
        ),
    ),
    "with guards": Case(
        proved(
            forall((n, t), le(0, t * n), le(0, t)),
            Induction(
                i,
                Binder(("u",), plain),
                Binder(("u",), Use(0, (u,), (order(1),), order(1, 2))),
            ),
        ),
    ),
}
NOT_INDUCTION = {
    "a base that fails": Case(proved(lt(1, m), Induction(m, plain, order(0))), "base[0]"),
    "a step that fails": Case(proved(eq(n, 0), Induction(n, plain, by(0))), "step[0]"),
    "on a real": Case(proved(le(0, x**2), Induction(x, plain, plain)), "not on x"),
    "a fact speaks of it": Case(
        proved(eq(n, 7), Induction(n, plain, plain), [eq(n, 7)]), "a fact speaks of n"
    ),
    "a size depends on it": Case(
        proved(le(1, d), Induction(d, plain, plain), declared=[d, A]), "the size of A depends on d"
    ),
    "not the first variable": Case(
        proved(forall((t, n), le(0, t**2 * n)), Induction(i, plain, plain)), "i is no symbol here"
    ),
    "a name that is taken": Case(
        proved(forall(k, le(0, k * n)), Induction(symbol("n", NATURAL), plain, plain), [lt(n, 5)]),
        "a fact speaks of n",
    ),
}

to_n = (k, ZERO, n)
j_of_a = symbol("i", INTEGER)
BINDER = {
    "equal bodies": Case(
        proved(
            eq(sum_(F[k], to_n), sum_(k, to_n)),
            Binder(("i",), Use(0, (i,), (), by(3))),
            [forall(k, eq(F[k], k))],
        )
    ),
    "the range is known": Case(
        proved(
            eq(product(F[k], to_n), product(ONE, to_n)),
            Binder(("i",), Use(0, (i,), (order(2),), by(3))),
            [forall(k, eq(F[k], 1), le(k, n))],
        )
    ),
    "a quantified goal, with its guard": Case(
        proved(forall((x, y), le(x, y + 1), lt(x, y)), Binder(("u", "v"), order(0)))
    ),
}
NOT_BINDER = {
    "other ranges": Case(
        proved(eq(sum_(ZERO * k, to_n), sum_(k, (k, ZERO, m))), Binder(("i",), plain)), "ranges"
    ),
    "equal ranges by a fact": Case(
        proved(eq(sum_(F[k], to_n), sum_(F[k], (k, ZERO, j))), Binder(("i",), plain), [eq(n, j)]),
        "ranges",
    ),
    "a sum and a product": Case(
        proved(eq(sum_(F[k], to_n), product(F[k], to_n)), Binder(("i",), plain)), "two binders"
    ),
    "no binders": Case(proved(eq(z, w), Binder(("i",), plain)), "two binders"),
    "an order": Case(
        proved(le(sum_(F[k], to_n), sum_(k, to_n)), Binder(("i",), plain)), "no equation"
    ),
    "a name that is taken": Case(
        proved(eq(sum_(F[k], to_n), sum_(k, to_n)), Binder(("n",), plain)), "already"
    ),
    "no name": Case(proved(eq(sum_(F[k], to_n), sum_(k, to_n)), Binder((), plain)), "one name"),
    "a reserved name": Case(
        proved(eq(sum_(F[k], to_n), sum_(k, to_n)), Binder(("pi",), plain)), "cannot be the name"
    ),
    "an index from an integer is no natural": Case(
        proved(
            eq(sum_(call("abs", k), (k, a, n)), sum_(k, (k, a, n))),
            Binder(("i",), Sort(i, None, (), plain)),
        ),
        "is not declared",
    ),
    "too few names": Case(
        proved(forall((x, y), le(x, y + 1), lt(x, y)), Binder(("u",), order(0))), "1 names for 2"
    ),
    "one name twice": Case(
        proved(forall((x, y), le(x, y + 1), lt(x, y)), Binder(("u", "u"), order(0))), "already"
    ),
}

REWRITE = {
    "inside a function": Case(proved(eq(sqrt(z), sqrt(w)), Rewrite(0, plain), [eq(z, w)])),
    "under a binder of another symbol": Case(
        proved(
            eq(sum_(sqrt(z) ** k, to_n), sum_(sqrt(w) ** k, to_n)), Rewrite(0, plain), [eq(z, w)]
        )
    ),
}
NOT_REWRITE = {
    "under a binder of its symbol": Case(
        proved(eq(sum_(F[k], to_n), 0), Rewrite(0, plain), [eq(F[k], 0)]), "does not show"
    ),
    "an order": Case(proved(eq(sqrt(x), sqrt(y)), Rewrite(0, plain), [le(x, y)]), "cannot count"),
    "never inside a sort": Case(
        proved(eq(A * identity(d), A), Rewrite(0, plain), [eq(d, 2)]), "size"
    ),
    "a quantified goal": Case(
        proved(forall(y, eq(sqrt(z), sqrt(w))), Rewrite(0, plain), [eq(z, w)]), "binder step"
    ),
}

below = Use(
    "sqrt", (-x, x**2), (order(0),), Combine(((number(-1), 1, None),), order((2, 0)).orders)
)
CASES = {
    "an order of reals": Case(
        proved(
            le(x, call("abs", x)),
            Cases(le(0, x), None, Use("sqrt", (x, x**2), (order(0),), by(1, -1)), below),
        )
    ),
    "an equation": Case(proved(le(0, x**2), Cases(eq(x, 0), None, plain, plain))),
}
NOT_CASES = {
    "an order of complex numbers": Case(
        proved(eq(z, z), Cases(le(0, z), None, plain, plain)), "not manifest"
    ),
    "one case fails": Case(proved(eq(x, 0), Cases(eq(x, 0), None, by(0), plain)), "second[0]"),
    "a relation of undeclared symbols": Case(
        proved(eq(x, x), Cases(eq(y, 0), None, plain, plain)), "is not declared"
    ),
}

ENCLOSE = {
    "a root": Case(proved(ne(sqrt(2), number("1.4142")), Enclose(64))),
    "an order": Case(proved(lt(PI, number("3.15")), Enclose(32))),
}
NOT_ENCLOSE = {
    "what is false": Case(proved(lt(PI, 3), Enclose(64)), "not told"),
    "numbers that are equal": Case(proved(ne(sqrt(2) ** 2, 2), Enclose(64)), ""),
    "what is not closed": Case(proved(lt(0, p), Enclose(64)), "not told"),
    "an equation": Case(proved(eq(sqrt(4), 2), Enclose(64)), ""),
    "too many bits": Case(proved(lt(3, PI), Enclose(1 << 20)), "bits"),
    "no bits": Case(proved(lt(3, PI), Enclose(0)), "bits"),
    "complex numbers in order": Case(proved(lt(0, I + 1), Enclose(64)), ""),
}

long = eq(add(x * x, y * y), add(x**2, y**2))
GROUPS = {
    "group by group": Case(proved(long, Groups((((0,), (0,)), ((1,), (1,)))))),
    "in another order": Case(
        proved(eq(add(x * x, y * y), add(y**2, x**2)), Groups((((0,), (1,)), ((1,), (0,)))))
    ),
}
NOT_GROUPS = {
    "a group that is not zero": Case(
        proved(long, Groups((((0,), (1,)), ((1,), (0,))))), "different normal forms"
    ),
    "a term that is left out": Case(proved(long, Groups((((0,), (0,)),))), "both sides"),
    "a term that counts twice": Case(
        proved(long, Groups((((0,), (0,)), ((1, 0), (1,))))), "both sides"
    ),
    "an order": Case(
        proved(le(add(x * x, y * y), add(x**2, y**2)), Groups((((0,), (0,)), ((1,), (1,))))),
        "both sides",
    ),
}

ACCEPTED = {
    "combine": COMBINE, "have": HAVE, "use": USE, "sort": SORT, "induction": INDUCTION,
    "binder": BINDER, "rewrite": REWRITE, "cases": CASES, "enclose": ENCLOSE, "groups": GROUPS,
}  # fmt: skip
REJECTED = {
    "combine": NOT_COMBINE, "have": NOT_HAVE, "use": NOT_USE, "sort": NOT_SORT,
    "induction": NOT_INDUCTION, "binder": NOT_BINDER, "rewrite": NOT_REWRITE, "cases": NOT_CASES,
    "enclose": NOT_ENCLOSE, "groups": NOT_GROUPS,
}  # fmt: skip


@pytest.mark.parametrize(
    ("accepted", "rule", "name"),
    [
        (accepted, rule, name)
        for accepted, table in ((True, ACCEPTED), (False, REJECTED))
        for rule, cases in table.items()
        for name in cases
    ],
)
def test_a_rule(accepted: bool, rule: str, name: str) -> None:
    run((ACCEPTED if accepted else REJECTED)[rule][name], accepted)
