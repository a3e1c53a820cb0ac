"""What normal forms show at once of scalars and matrices, and what they must not show.

The second table of each subject holds what is false, or true only where more is known.
"""

from __future__ import annotations

from itertools import product
from math import gcd

import pytest
from hypothesis import given, settings, strategies as st

from derivations.kernel import context, forms
from derivations.kernel.atoms import Table
from derivations.kernel.forms import Blocks, Grid, OutOfReach
from derivations.kernel.generators import Algebra
from derivations.kernel.normal_form import Normalizer, SortError
from derivations.kernel.polynomial import TooLarge, generator
from derivations.kernel.roots_of_unity import cyclotomic
from derivations.kernel.words import Words
from derivations.language.parser import parse_term
from derivations.language.sorts import POSINT, REAL, matrix_sort
from derivations.language.statements import eq
from derivations.language.terms import ONE, add, call, div, exp, sum_, symbol
from tests.support.tables import declared, entries, stated

# Each subject: what its letters are, what is shown, what is not.
SUBJECTS = {
    "roots and absolute values": (
        "z, w: complex; x, y: real; q: nonnegative; p: positive",
        """
        sqrt(z)**2 == z;  sqrt(z)**5 == z**2*sqrt(z);  sqrt(x**2) == Abs(x);  sqrt(q**2) == q
        sqrt(z*conjugate(z)) == Abs(z);  sqrt(p*z) == sqrt(p)*sqrt(z);  sqrt(4*z) == 2*sqrt(z)
        sqrt(12) == 2*sqrt(3);  sqrt(1/2) == sqrt(2)/2;  sqrt(-4) == 2*I;  sqrt(3 + 4*I) == 2 + I
        sqrt(3 - 4*I) == 2 - I;  sqrt(exp(x)) == exp(x/2);  sqrt(2**(1/3)) == 2**(1/6)
        sqrt(p)/p == 1/sqrt(p);  0 <= sqrt(q);  0 <= sqrt(x) given 0 <= x
        Abs(z)**2 == z*conjugate(z);  Abs(z*w) == Abs(z)*Abs(w);  Abs(-z) == Abs(z)
        Abs(conjugate(z)) == Abs(z);  Abs(p) == p;  Abs(-p) == p;  Abs(1/z) == 1/Abs(z)
        Abs(exp(I*x)) == 1;  Abs(exp(z)) == exp((z + conjugate(z))/2);  Abs(3 - 4*I) == 5
        Abs(z + 2*conjugate(w)) == Abs(conjugate(z) + 2*w);  Abs(x)**2 == x**2
        Abs(1 + exp(I*x)) == Abs(1 + exp(-I*x));  Abs(sqrt(x))**2 == Abs(x)
        """,
        """
        sqrt(z**2) == z;  sqrt(x**2) == x;  sqrt(x*y) == sqrt(x)*sqrt(y);  sqrt(-z) == I*sqrt(z)
        sqrt(1/z) == 1/sqrt(z);  sqrt(exp(z)) == exp(z/2);  sqrt(x**3) == x*sqrt(x)
        conjugate(sqrt(x)) == sqrt(x);  sqrt(2) == sqrt(3);  0 <= sqrt(x)
        0 <= sqrt(z) given z != 0;  Abs(z) == z;  Abs(x) == x;  Abs(z) == Abs(w)
        Abs(z + w) == Abs(z) + Abs(w);  Abs(1 + exp(I*z)) == Abs(1 + exp(I*conjugate(z)))
        Abs(z + 2*w) == Abs(2*z + w);  Abs(exp(z)) == 1
        """,
    ),
    "powers": (
        "n, m: natural; z, w: complex; i, j: integer; p: positive; x: real; N: posint",
        """
        z**(m + n) == z**m*z**n;  z**(m + 2) == z**m*z**2;  z**0 == 1;  0**0 == 1
        z**(i + j) == z**i*z**j given z != 0;  p**(i - j) == p**i/p**j;  (z*w)**n == z**n*w**n
        (z**m)**n == z**(m*n);  (-z)**n == (-1)**n*z**n;  I**(2*n) == (-1)**n;  (-1)**(2*i) == 1
        exp(z)**i == exp(i*z);  conjugate(z**n) == conjugate(z)**n;  2**(n + 1) == 2*2**n
        (4*z)**n == (2**n*2**n)*z**n;  2**(-n) == 1/2**n;  z**(1/2) == sqrt(z)
        z**(3/2) == z*sqrt(z);  p**x == exp(x*log(p));  (p**x)**2 == p**(2*x)
        2**(1/3)*2**(2/3) == 2;  (z**(1/3))**3 == z given z != 0
        z**(4/3) == z*z**(1/3) given z != 0;  1/z**(1/3) == z**(2/3)/z given z != 0
        z**(1/6)*z**(1/3) == sqrt(z) given z != 0
        conjugate(z**(1/3))**3 == conjugate(z) given z != 0
        (1 + p)**(1/3)*(1 + p)**(2/3) == 1 + p
        """,
        """
        z**(i + j) == z**i*z**j;  z**(N - 1)*z == z**N + z;  (z*w)**x == z**x*w**x;  (z**x)**2 == z
        (z**3)**(1/3) == z;  (z**(1/3))**3 == z;  conjugate(z**(1/3)) == conjugate(z)**(1/3)
        z**(1/3)*w**(1/3) == (z*w)**(1/3);  (x**2)**(1/2) == x;  0**n == 0;  I**n == (-1)**n
        z**(-1)*z == 1;  z**n == z**m
        """,
    ),
    "roots and logarithms of what is negative": (
        "m, k: negative; z: complex; p: positive; x: real",
        """
        sqrt(m) == I*sqrt(-m);  sqrt(m*k) == sqrt(-m)*sqrt(-k);  sqrt(m*z) == sqrt(-m)*sqrt(-z)
        sqrt(p/m) == (-I*sqrt(p))*sqrt(-m)/m;  sqrt(x) == I*sqrt(-x) given x <= 0
        sqrt(m**3) == (-I*m)*sqrt(-m);  log(m) == log(-m) + I*pi
        log(m*p) == (log(-m) + log(p)) + I*pi;  log(x**2) == 2*log(Abs(x)) given x != 0
        log(m**2) == 2*log(-m);  (m**2)**(1/3) == (-m)**(2*(1/3));  arg(m) == pi
        log(z*conjugate(z)) == 2*log(Abs(z)) given z != 0
        exp(conjugate(log(z))/2) == conjugate(sqrt(z)) given z != 0
        exp(I*arg(z)/2) == sqrt(z)/sqrt(Abs(z)) given z != 0;  log(1 + I) == log(2)/2 + I*pi/4
        arg(-2 - 2*I) == -3*pi/4;  floor(100000000000000000000*pi) == 314159265358979323846
        ceiling(-sqrt(2)) == -1;  log(p + 1/p) == log(p**2 + 1) - log(p)
        """,
        """
        sqrt(m) == -I*sqrt(-m);  sqrt(m*z) == sqrt(m)*sqrt(z);  sqrt(x) == I*sqrt(-x)
        sqrt(m*k) == sqrt(m)*sqrt(k);  log(m) == log(-m);  log(m*k) == log(m) + log(k)
        log(x**2) == 2*log(x) given x != 0;  log(z**2) == 2*log(Abs(z)) given z != 0
        (m**2)**(1/3) == m**(2*(1/3));  exp(conjugate(log(z))/2) == sqrt(conjugate(z)) given z != 0
        exp(I*arg(z)/2) == sqrt(z/Abs(z))*(-1) given z != 0;  log(-1 - I) == log(2)/2 + 5*I*pi/4
        arg(I - 1) == pi/4;  floor(100000000000000000000*pi) == 314159265358979311600
        floor(pi + x) == 3
        """,
    ),
    "exponentials": (
        "z, w: complex; x: real; n: integer; m: natural; p: positive",
        """
        exp(z + w) == exp(z)*exp(w);  exp(z/2)**2 == exp(z);  exp(z)*exp(-z) == 1
        sin(z + w) == sin(z)*cos(w) + cos(z)*sin(w);  sin(z)**2 + cos(z)**2 == 1
        cos(3*z) == 4*cos(z)**3 - 3*cos(z);  cosh(z) == cos(I*z);  conjugate(exp(I*x)) == exp(-I*x)
        conjugate(exp(I*z)) == exp(-I*conjugate(z));  exp(I*pi) == -1;  exp(I*pi*(1/2)) == I
        cos(pi/3) == 1/2;  exp(I*pi*(1/3))**3 == -1;  cos(pi/5) - cos(2*pi/5) == 1/2
        exp(2*pi*I*n) == 1;  exp(pi*I*n) == (-1)**n;  exp(pi*I*n**2) == exp(pi*I*n)
        exp(pi*I*n/2)**4 == 1;  cos(pi*n)**2 == 1
        exp(pi*I*(n + m)/3) == exp(pi*I*n/3)*exp(pi*I*m/3);  exp(log(p)) == p
        exp(3*log(p)) == p**3;  exp(log(2)/2) == 2**(1/2);  exp(log(12)/3)**3 == 12
        """,
        """
        exp(z*w) == exp(z)*exp(w);  tanh(z)*cosh(z) == sinh(z);  sin(z + w) == sin(z) + sin(w)
        conjugate(exp(I*z)) == exp(-I*z);  exp(I*pi*(1/3)) == -exp(I*pi*(1/5));  exp(2*pi*I*x) == 1
        exp(pi*I*n) == 1;  exp(pi*I*n/2) == exp(pi*I*n**2/2);  exp(2*pi*n) == 1;  exp(log(z)) == z
        """,
    ),
    "functions": (
        "q, p: positive; x, y: real; z, w: complex",
        """
        gcd(-4, 6) == 2
        log(p*q) == log(p) + log(q);  log(p**3) == 3*log(p);  log(p/q) == log(p) - log(q)
        log(exp(x)) == x;  log(12) == 2*log(2) + log(3);  log(-1) == I*pi
        log(2*z) == log(2) + log(z) given z != 0;  arg(p) == 0;  arg(-p) == pi;  arg(I) == pi/2
        re(z) + I*im(z) == z;  im(x) == 0;  sign(p) == 1;  sign(z)*Abs(z) == z given z != 0
        tan(x)*cos(x) == sin(x) given cos(x) != 0;  sec(x) == 1/cos(x);  coth(z) == I*cot(I*z)
        acos(z) == pi/2 - asin(z);  acot(p) == atan(1/p);  floor(-7/2) == -4;  ceiling(7/2) == 4
        Mod(-1, 3) == 2;  Mod(1, -3) == -2;  gcd(-4, 6) == 2;  Max(1/2, 1/3) == 1/2
        binomial(5, 2) == 10;  binomial(5, -1) == 0;  binomial(2, 5) == 0;  binomial(-3, 2) == 6
        binomial(-3, 3) == -10;  binomial(-1, 0) == 1;  binomial(-1, -1) == 0;  factorial(5) == 120
        fibonacci(10) == 55;  harmonic(3) == 11/6;  gamma(5) == 24;  Abs(-3/2) == 3/2
        acot(0) == pi/2;  asin(1/2) == pi/6
        """,
        """
        log(z*w) == log(z) + log(w) given z != 0 and w != 0;  log(z**2) == 2*log(z) given z != 0
        log(exp(z)) == z;  log(2*z) == log(2) + log(z);  conjugate(log(z)) == log(conjugate(z))
        arg(z) == 0;  arg(x) == 0;  sign(x)**2 == 1;  re(z*w) == re(z)*re(w);  acot(z) == atan(1/z)
        tan(z)*cot(z) == 1;  Max(x, y) == x given x < y
        """,
    ),
    "divisors, logarithms of sums": (
        "b, a, k: integer; n: posint; x: real",
        """
        gcd(2*a, 2*b) == 2*gcd(a, b);  gcd(6*a + 4, 4*a + 2) == 2*gcd(3*a + 2, 2*a + 1)
        gcd(a + k*b, b) == gcd(a, b);  gcd(a*b + a, b) == gcd(a, b)
        log((n + 1)/n) == log(n + 1) - log(n);  log(2*n + 2) == log(2) + log(n + 1)
        log(n*n + n) == log(n) + log(n + 1)
        """,
        """
        gcd(a + b, a - b) == gcd(a, b);  gcd(k*a, k*b) == k*gcd(a, b);  gcd(a*b, b) == gcd(a, b)
        log(x*x + x) == log(x) + log(x + 1);  log((a + 1)/a) == log(a + 1) - log(a)
        """,
    ),
    "sums and products of matrices": (
        """
        d, N: posint; n: natural; A: matrix(d, d); F: family(integer -> matrix(d, d));
        s: family(integer -> real)
        """,
        """
        Sum(F[k], (k, 1, 0)) == zeros(d, d);  Product(F[k], (k, 5, 2)) == Identity(d)
        Sum(s[k]*A, (k, 1, n)) == Sum(s[k], (k, 1, n))*A;  Sum(A, (k, 1, n)) == n*A
        Sum(A**k, (k, 0, 2)) == (Identity(d) + A) + A*A
        Product(F[k], (k, 1, n + 1)) == Product(F[k], (k, 1, n))*F[n + 1]
        Product(F[k], (k, 1, 2)) == F[1]*F[2];  Product(A, (k, 1, n)) == A**n
        Sum(F[k], (k, 1, N)) == Sum(F[i], (i, 1, N))
        Sum(s[i]*trace(Sum(F[k], (k, 1, N))*A), (i, 1, n)) ==\
            Sum(s[i], (i, 1, n))*trace(Sum(F[k], (k, 1, N))*A)
        """,
        """
        Product(F[k], (k, 2, 5)) == Identity(d);  Sum(A, (k, 0, n)) == n*A
        Sum(A**k, (k, 0, n)) == (n + 1)*A**n;  Sum(F[k], (k, 1, n)) == n*F[n]
        Product(F[k], (k, 1, n + 1)) == F[n + 1]*Product(F[k], (k, 1, n))
        Product(F[k], (k, 1, 2)) == F[2]*F[1];  Product(A**k, (k, 0, n - 1)) == A**(n*n)
        Sum(F[k], (k, 1, N)) == Sum(F[k], (k, 0, N))
        Sum(trace(F[i]*A), (i, 1, N)) == N*trace(Sum(F[k], (k, 1, N))*A)
        """,
    ),
    "words": (
        """
        d, m: posint; c: complex; n: natural; A, B: matrix(d, d); q: vector(d);
        U: unitary(d); H: hermitian(d); K: skew(d); P: projector(d); W: nilpotent2(d);
        S: invertible(d)
        """,
        """
        (q.T*A*q)[0, 0] == scalar(q.T*A*q)
        trace(Identity(d)) == d;  (A*c)*B == (c*A)*B;  scalar((q.T*A)*q)*B == B*scalar((q.T*A.T)*q)
        (A*B).T == B.T*A.T;  conjugate(A*B) == conjugate(A)*conjugate(B);  (I*A).H == -I*A.H
        U.H*U == Identity(d);  H.T == conjugate(H);  K.T == -K;  (K**3).T == -K**3
        (K**2).T == K**2;  P*P == P;  W*W == 0*W;  S*S.I == Identity(d)
        S**n*S.I**n == Identity(d);  S.I.I == S;  (A**n*A)*A**m == A**((n + m) + 1)
        (A**n).T == A.T**n;  trace((A*B)*U) == trace((U*A)*B)
        det((3*A)*B) == (3**d*det(A))*det(B);  trace(K) == 0*1
        """,
        """
        (A*B).T == A.T*B.T;  conjugate(A*B) == conjugate(B)*conjugate(A);  (I*A).T == -I*A.T
        U.T*U == Identity(d);  H.T == H;  A*A.I == Identity(d);  A.I.I == A;  A**n*B**n == (A*B)**n
        trace((A*B)*U) == trace((B*A)*U);  trace(K*K) == 0*1
        """,
    ),
    "blocks": (
        """
        a, b: real; M, N: posint; X: matrix(2, 2); C: matrix(M, M);
        s, t: family(integer -> real); R = Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]]);
        Q = Matrix([[cos(-a), -sin(-a)], [sin(-a), cos(-a)]]);
        turned = BlockDiag(Matrix([[cos(s[j]*a), -sin(s[j]*a)], \
            [sin(s[j]*a), cos(s[j]*a)]]), (j, 1, M));
        by_b = BlockDiag(Matrix([[cos(s[j]*b), -sin(s[j]*b)], \
            [sin(s[j]*b), cos(s[j]*b)]]), (j, 1, M));
        by_sum = BlockDiag(Matrix([[cos(s[j]*(a + b)), -sin(s[j]*(a + b))], \
            [sin(s[j]*(a + b)), cos(s[j]*(a + b))]]), (j, 1, M));
        by_gap = BlockDiag(Matrix([[cos(s[j]*(a - b)), -sin(s[j]*(a - b))], \
            [sin(s[j]*(a - b)), cos(s[j]*(a - b))]]), (j, 1, M));
        back = BlockDiag(Matrix([[cos(s[j]*(-a)), -sin(s[j]*(-a))], \
            [sin(s[j]*(-a)), cos(s[j]*(-a))]]), (j, 1, M))
        """,
        """
        turned*by_b == by_sum
        turned.T*turned == Identity(2*M)
        scalar(Stack(s[j], (j, 1, M)).T*Stack(s[j], (j, 1, M))) == Sum(s[j]**2, (j, 1, M))
        trace(turned) == Sum(2*cos(s[j]*a), (j, 1, M))
        det(BlockDiag(s[j], (j, 1, M))) == Product(s[j], (j, 1, M))
        turned.I == back
        det(R) == 1
        R.I == Q
        Matrix([[1, 2], [2, 4]]).I == zeros(2, 2);  Stack(s[j], (j, 1, M))[0, 0] == s[1]
        Stack(s[j], (j, 1, M))[M - 1, 0] == s[M]
        BlockDiag(s[j], (j, 1, M))**N == BlockDiag(s[j]**N, (j, 1, M))
        Stack(trace(BlockDiag(s[j], (j, 1, M))*C)*t[k], (k, 1, N))[0, 0] ==\
            trace(BlockDiag(s[j], (j, 1, M))*C)*t[1]
        kronecker_product(Matrix([[a, b]]), Matrix([[1], [2]])) == Matrix([[a, b], [2*a, 2*b]])
        """,
        """
        turned*by_b == by_gap
        Stack(s[j], (j, 1, M))*Stack(s[j], (j, 1, M)).T == BlockDiag(s[j]**2, (j, 1, M))
        turned.I == turned
        X*X.I == Identity(2);  Stack(s[j], (j, 1, M))[2, 0] == s[3]
        Stack(s[j], (j, 1, M))[M, 0] == s[M + 1]
        Stack(trace(BlockDiag(s[j], (j, 1, M))*C)*t[k], (k, 1, N))[0, 0] ==\
            trace(BlockDiag(s[1], (j, 1, M))*C)*t[1]
        kronecker_product(X, R) == kronecker_product(R, X)
        """,
    ),
    "sums": (
        """
        N, M: posint; x: real; i, j, k: natural; z: complex; n, m: integer;
        f, g: family(integer -> real); u: family(integer, integer -> real)
        """,
        """
        Sum(2*f[k] + x, (k, 1, N)) == 2*Sum(f[k], (k, 1, N)) + N*x
        Sum(f[k], (k, 1, N)) == Sum(f[j], (j, 1, N))
        Sum(f[k], (k, 1, N)) == Sum(f[k + 1], (k, 0, N - 1))
        Sum(f[k], (k, 1, N + M)) == Sum(f[k], (k, 1, N)) + Sum(f[N + k], (k, 1, M))
        Sum(f[k], (k, 0, N)) == Sum(f[k], (k, 0, N - 1)) + f[N]
        Sum(f[k], (k, 2, 4)) == (f[2] + f[3]) + f[4];  Sum(f[k], (k, 0, -1)) == 0
        Sum(f[k], (k, 5, 2)) == 0;  Sum(x, (k, 0, N)) == (N + 1)*x;  Sum(1, (k, 1, 2*N)) == 2*N
        Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N)) == Sum(Sum(f[j]*g[k], (k, 1, N)), (j, 1, N))
        Sum(f[k], (k, 1, N))**2 == Sum(Sum(f[j]*f[k], (k, 1, N)), (j, 1, N))
        Sum(Sum(u[j, k], (k, 1, M)), (j, 1, N)) == Sum(Sum(u[j, k], (j, 1, N)), (k, 1, M))
        Sum(u[i, k]*Sum(u[k, l]*u[l, j], (l, 0, N)), (k, 0, N)) ==\
            Sum(Sum(u[i, k]*u[k, l], (k, 0, N))*u[l, j], (l, 0, N))
        Sum(Sum(Sum((f[i]*f[j])*f[k], (k, 1, N)), (j, 1, N)), (i, 1, N)) == Sum(f[k], (k, 1, N))**3
        Sum(Sum(u[j, k], (j, 0, k)), (k, 0, N)) == Sum(Sum(u[k, j], (k, 0, j)), (j, 0, N))
        Sum(f[k]*Sum(g[k], (k, 1, N)), (k, 1, N)) == Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N))
        k*Sum(f[k], (k, 1, k)) == k*Sum(f[j], (j, 1, k))
        Sum(exp(2*pi*I*k)*f[k], (k, 1, N)) == Sum(f[k], (k, 1, N))
        Product(x**2*f[k], (k, 1, N)) == x**(2*N)*Product(f[k], (k, 1, N))
        Product(exp(z*f[k]), (k, 1, N)) == exp(z*Sum(f[k], (k, 1, N)))
        Product(f[k], (k, 1, 0)) == 1;  Product(x, (k, 1, N)) == x**N
        Sum(1, (k, 1, n)) ==\
            Sum(1, (k, 1, n - m)) + Sum(1, (k, 1, m)) given 0 <= m and m <= n and 0 <= n
        0 <= Sum(f[k]**2, (k, 1, n))
        Sum(Sum(u[j, k], (k, 1, N))**2, (j, 1, N)) ==\
            Sum(Sum(Sum(u[j, k]*u[j, i], (i, 1, N)), (k, 1, N)), (j, 1, N))
        """,
        """
        Sum(f[k], (k, 0, n)) == Sum(f[k], (k, 0, m)) + Sum(f[k], (k, m + 1, n))
        Sum(1, (k, 1, n)) == n;  Sum(f[k], (k, 0, n)) == Sum(f[k], (k, 0, n - 1)) + f[n]
        Sum(f[k]*g[k], (k, 1, N)) == Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N))
        Sum(f[k]**2, (k, 1, N)) == Sum(f[k], (k, 1, N))**2
        Sum(Sum(u[j, k], (j, 0, k)), (k, 0, N)) == Sum(Sum(u[k, j], (j, 0, k)), (k, 0, N))
        Sum(f[k]*Sum(g[k], (k, 1, N)), (k, 1, N)) == N*Sum(f[k]*g[k], (k, 1, N))
        Sum(exp(f[k]), (k, 1, N)) == exp(Sum(f[k], (k, 1, N)))
        Sum(f[k], (k, 0, N)) == Sum(f[k], (k, 1, N));  Product(x, (k, 1, n)) == x**n
        Sum(1, (k, 1, n)) == Sum(1, (k, 1, n - m)) + Sum(1, (k, 1, m)) given 0 <= m
        0 <= Sum(f[k], (k, 1, n))
        Sum(Sum(u[j, k], (k, 1, N))**2, (j, 1, N)) == Sum(Sum(u[j, k]**2, (k, 1, N)), (j, 1, N))
        """,
    ),
    "inverses, zeros and signs": (
        "p: positive; n: posint; z, w: complex; m: natural; x, y: real; i: integer",
        """
        p/p == 1;  n/(n + 1)*(n + 1) == n;  exp(z)/exp(z) == 1;  z/z == 1 given z != 0
        (z + w)/(2*z + 2*w) == 1/(n/n + 1) given z + w != 0;  1/(z*w) == 1/z*(1/w);  1/(1/z) == z
        conjugate(1/(1 + z)) == 1/(1 + conjugate(z));  p != 0;  n != 0;  exp(z) != 0
        1 + x**2 != 0;  1 + z*conjugate(z) != 0;  -n - m != 0;  z*w != 0 given z != 0 and w != 0
        z != 0 given z*w != 0;  conjugate(z) != 0 given z != 0;  x != 0 given 0 < x
        sqrt(z) != 0 given z != 0;  z != 0 given sqrt(z) != 0;  2*z - 2*w != 0 given w != z
        0 <= m;  0 <= x**2;  0 <= z*conjugate(z);  0 <= n - 1;  0 <= x**2 + 2*m;  0 <= exp(x)
        0 <= Sum(k**2, (k, 0, n));  0 <= x given 0 <= x;  0 <= x - y given y <= x
        0 <= 1 - x given x < 1;  0 < 1 + x**2;  0 < p + m;  0 < n
        conjugate(z*w + x) == conjugate(z)*conjugate(w) + x;  conjugate(conjugate(z)) == z
        """,
        """
        z/z == 1;  m/m == 1;  z/z == 1 given z + w != 0;  1/(z + w) == 1/z + 1/w;  m != 0;  x != 0
        x**2 != 0;  1 + z**2 != 0;  n - 1 != 0;  x != 0 given 0 <= x
        z + w != 0 given z != 0 and w != 0;  z != 0 given z + w != 0;  i != 0 given m != 0;  0 <= x
        0 <= z**2;  0 <= i;  0 <= m - 1;  0 <= n - 2;  0 <= exp(z);  0 <= x*y
        0 <= Sum(k - 1, (k, 0, n));  0 <= y given 0 <= x;  0 <= x*y given 0 <= x + y;  0 < x**2
        0 < n - 1;  conjugate(z) == z;  conjugate(sqrt(x)) == sqrt(x)
        """,
    ),
}


def shown(entry: str, let: str) -> bool:
    """Whether the normal forms show the relation under the facts."""
    goal, facts = stated(entry, declared(let))
    normalizer = Normalizer()
    for fact in facts:
        context.assume(normalizer, fact.relation)
    return context.holds_plainly(normalizer, goal.relation)


def cases(place: int) -> list[tuple[str, str]]:
    return [(entry, table[0]) for table in SUBJECTS.values() for entry in entries(table[place])]


@pytest.mark.parametrize(("entry", "let"), cases(1))
def test_what_is_shown(entry: str, let: str) -> None:
    assert shown(entry, let)


@pytest.mark.parametrize(("entry", "let"), cases(2))
def test_what_is_not_shown(entry: str, let: str) -> None:
    assert not shown(entry, let)


# What has no normal form, of these letters

LETTERS = """
    d, M, N: posint; k, j: integer; c: complex; A: matrix(d, d); V: matrix(d, M)
    X: matrix(2, 2); Y: matrix(6, 6); s: family(integer -> real)
"""
REFUSED = [
    ("V*V", SortError, "and its rows differ in number"),
    ("A + c", SortError, "adds scalars and matrices"),
    ("scalar(A)", SortError, "is not a 1 x 1 matrix"),
    ("Sum(Identity(k), (k, 1, 2))", (OutOfReach, SortError), None),
    ("X[2, 0]", OutOfReach, "of a matrix, counted from 0"),
    ("X[-1, 0]", OutOfReach, "of a matrix, counted from 0"),
    ("X[1/2, 0]", OutOfReach, "of a matrix, counted from 0"),
    ("BlockDiag(s[j], (j, 1, M))**k", OutOfReach, "not seen to be a natural"),
    ("BlockDiag(Identity(k), (k, 1, 2))", OutOfReach, "blocks of different sizes"),
    ("BlockDiag(Identity(N), (k, 1, M))", OutOfReach, "an unspecified number of times"),
    ("Identity(10**6)", TooLarge, None),
    ("Y**4096", TooLarge, None),
    ("(Y*Y).I", TooLarge, None),
]


@pytest.mark.parametrize(("text", "error", "why"), REFUSED)
def test_what_has_no_normal_form(text: str, error: type[Exception], why: str | None) -> None:
    with pytest.raises(error, match=why):
        Normalizer().value(parse_term(text, declared(LETTERS)))


def test_sizes_do_not_depend_on_an_index() -> None:
    p = symbol("p", POSINT)
    with pytest.raises(SortError, match="the index p of a sum occurs in the size of S"):
        Normalizer().value(sum_(call("trace", symbol("S", matrix_sort(p, p))), (p, 1, 3)))


KINDS = [
    ("Matrix([[c, -c], [c, c]])", Grid), ("BlockDiag(Matrix([[c, -c], [c, c]]), (j, 1, 3))", Grid),
    ("BlockDiag(Matrix([[s[j], 0], [c, 1]]), (j, 1, M))", Blocks), ("Identity(M)", Words),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_known_sizes_are_written_out_unknown_ones_are_blocks_or_words(
    text: str, kind: type
) -> None:
    form = Normalizer().matrix(parse_term(text, declared(LETTERS)))
    assert isinstance(form, kind)
    assert forms.key(forms.from_key(forms.key(form))) == forms.key(form)


REAL_ONLY = "x; z + conjugate(z); n/2; 1/n; exp(x); z*conjugate(z); sqrt(p)"
INTEGERS = "n*i - 3; m**2*i; n**m"
NEITHER = "z; sqrt(x)"


@pytest.mark.parametrize(
    ("texts", "real", "integer"),
    [(REAL_ONLY, True, False), (INTEGERS, True, True), (NEITHER, False, False)],
)
def test_reality_and_integrality(texts: str, real: bool, integer: bool) -> None:
    letters = declared("z: complex; x: real; p: positive; n: posint; m: natural; i: integer")
    for text in entries(texts):
        normalizer = Normalizer()
        value = normalizer.scalar(parse_term(text, letters))
        assert normalizer.algebra.is_real(value) == real, text
        assert normalizer.algebra.is_integer(value) == integer, text


def test_an_atom_has_one_number() -> None:
    table = Table()
    assert table.atom(("a",)) == table.atom(("a",)) != table.atom(("b",))
    assert table.atom(("s",), special=True) < 0 < table.atom(("c",))


def test_an_atom_depends_on_the_binders_that_are_open_inside_it() -> None:
    algebra = Algebra()
    level = algebra.level(algebra.fresh_level())
    inside = algebra.call("floor", [generator(level)])
    assert algebra.levels(inside) == algebra.atoms[level].levels


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 40), st.integers(1, 40))
def test_roots_of_unity_add_up_to_zero(order: int, step: int) -> None:
    turns = " + ".join(f"exp(2*pi*I*{step * k}/{order})" for k in range(order))
    assert shown(f"{turns} == {order if step % order == 0 else 0}", "")


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60))
def test_a_cyclotomic_polynomial_has_the_primitive_roots(n: int) -> None:
    assert len(cyclotomic(n)) - 1 == sum(gcd(k, n) == 1 for k in range(1, n + 1))
    assert cyclotomic(n)[-1] == 1


def test_divisors_of_numbers() -> None:
    for i, j in product(range(-8, 9), repeat=2):
        assert shown(f"gcd({i}, {j}) == {gcd(i, j)}", "")


def test_a_logarithm_of_nested_quotients_is_not_multiplied_out() -> None:
    """Each denominator that left the logarithm doubled the degree: ten of them took the stack."""
    nested = exp(symbol("x", REAL))
    for _ in range(12):
        nested = add(nested, div(ONE, nested))
    logs = (call("log", nested), call("log", add(nested, 0)))
    assert context.holds_plainly(Normalizer(), eq(*logs))
