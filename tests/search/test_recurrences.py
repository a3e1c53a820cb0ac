"""Values at neighbouring places and sums over one range, in terms of each other; inductions."""

from __future__ import annotations

import pytest

from tests.support.settled import conditions, judged

# By a method: sorts, hypotheses, what is claimed.
PROVED = (
    # one function at neighbouring places
    ("recurrences", "n: natural", "", "factorial(n + 2) = (n**2 + 3*n + 2)*factorial(n)"),
    ("recurrences", "n: natural", "", "gamma(n + 5/2) = (n + 3/2)*(n + 1/2)*gamma(n + 1/2)"),
    ("recurrences", "n: natural", "", "fibonacci(n + 4) - 3*fibonacci(n + 2) = -fibonacci(n)"),
    ("recurrences", "n: natural", "", "(n + 2)*binomial(n + 1, n) = 2*binomial(n + 2, 2)"),
    ("recurrences", "n, k: natural", "",
     "(n + 1)*binomial(n, k)*(n + 2) = (n + 2 - k)*(n + 1 - k)*binomial(n + 2, k)"),
    ("recurrences", "n: natural", "", "binomial(n, n + 1) + binomial(n, n) = 1"),
    # sums in closed form
    ("recurrences", "n: natural", "", "Sum(k**3, (k, 1, n)) = Sum(k, (k, 1, n))**2"),
    ("recurrences", "n: natural", "", "Sum(k*factorial(k), (k, 1, n)) = factorial(n + 1) - 1"),
    ("recurrences", "n: natural", "", "Sum(Sum(j, (j, 1, k)), (k, 1, n)) = n*(n + 1)*(n + 2)/6"),
    ("recurrences", "n: natural", "", "Sum(k*2**k, (k, 0, n)) = (n - 1)*2**(n + 1) + 2"),
    ("recurrences", "n: natural", "", "Sum(k**5, (k, -n, n)) = 0"),
    ("recurrences", "n: posint", "2 <= n", "Sum(cos(2*pi*k/n), (k, 0, n - 1)) = 0"),
    ("first value", "n: posint", "", "Sum(sin(2*pi*k/n), (k, 0, n - 1)) = 0"),
    ("first value", "n: natural", "", "Sum(k*binomial(n, k), (k, 0, n)) = n*2**n/2"),
    ("no turn", "n: posint", "2 <= n", "exp(-2*pi*I/n) != 1"),
    ("arguments", "n, i: natural; z: family(integer -> complex)", "z[i + 1] != 0",
     "0 < Sum(Abs(z[k])**2, (k, 1, i + 1 + n))"),
    # inductions, with what is left put in such values
    ("induction on sums", "n: natural", "", "Sum(binomial(n, k)**2, (k, 0, n)) = binomial(2*n, n)"),
    ("induction on sums", "n: natural", "", "Sum(binomial(2*n, k), (k, 0, 2*n)) = 4**n"),
    ("induction on sums", "n: natural", "",
     "Sum((-1)**(k + 1)/k, (k, 1, 2*n)) = Sum(1/k, (k, n + 1, 2*n))"),
    ("induction on sums", "n: natural", "", "Sum(log(k), (k, 1, n)) = log(factorial(n))"),
    ("induction on sums", "n: natural", "",
     "gamma(n + 1/2) = factorial(2*n)*sqrt(pi)/(4**n*factorial(n))"),
    ("induction on sums", "n: posint", "",
     "Matrix([[1, 1], [1, 0]])**n = Matrix([[fibonacci(n + 1), fibonacci(n)],"
     " [fibonacci(n), fibonacci(n - 1)]])"),
    ("induction on sums", "n: natural", "", "binomial(2*n, n) <= 4**n"),
    ("induction on sums", "n: posint", "", "1/2 <= Sum(1/k, (k, n + 1, 2*n))"),
    ("induction on sums", "n: posint", "",
     "fibonacci(n + 1)*fibonacci(n - 1) - fibonacci(n)**2 = (-1)**n"),
)  # fmt: skip

FALSE = (
    ("n: natural", "Sum(k*factorial(k), (k, 1, n)) = factorial(n + 1)"),
    ("n: natural", "Sum(binomial(n, k)**2, (k, 0, n)) = binomial(2*n, n) + n"),
    ("n: natural", "binomial(2*n, n) <= 3**n"),
    ("n: natural", "fibonacci(n + 1)*fibonacci(n - 1) - fibonacci(n)**2 = (-1)**n"),
    ("n: integer", "Sum(k, (k, 1, n)) = n*(n + 1)/2"),
    ("n, k: natural", "(n + 1 - k)*binomial(n + 1, k) = n*binomial(n, k)"),
    ("n: natural", "gamma(n + 1) = n*gamma(n)"),
    ("n: posint", "Sum(cos(2*pi*k/n), (k, 0, n - 1)) = 0"),
    ("n: natural", "Matrix([[1, 1], [1, 0]])**n = Matrix([[fibonacci(n + 1), fibonacci(n)],"
     " [fibonacci(n), fibonacci(n + 1)]])"),
    ("n: posint", "exp(4*pi*I/(n + 1)) != 1"),
)


@pytest.mark.parametrize(("method", "sorts", "given", "claim"), PROVED)
def test_proved(method, sorts, given, claim):
    assert conditions(judged(sorts, given, claim)) == (), method


@pytest.mark.parametrize(("sorts", "claim"), FALSE)
def test_what_is_false_is_not_proved(sorts, claim):
    assert judged(sorts, "", claim).theorem is None
