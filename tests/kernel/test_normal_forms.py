"""Which terms have one normal form, whatever is assumed, and which must not.

The second table of each subject holds what is false, or true only where more is known.
"""

from __future__ import annotations

import pytest

from derivations.kernel.forms import Blocks, Grid, Words, is_zero
from derivations.kernel.normal import Normalizer
from derivations.kernel.polynomial import Poly
from tests.support.parsing import parse_proposition, parse_term
from tests.support.tables import declared, entries

# Each subject: what its letters are, which sides are one, which are not.
SUBJECTS = {
    "arithmetic": (
        "z, w: complex; x: real; n: posint; i: integer",
        """
        (z + w)**2 == z**2 + 2*z*w + w**2;  z - z == 0;  (z + I*w)*(z - I*w) == z**2 + w**2
        I**4 == 1;  (1 + I)**8 == 16;  0**0 == 1;  z**0 == 1;  0*(1/z) == 0;  1/(1/z) == z
        1/0 == 0;  1/(z*w) == 1/z*(1/w);  1/(2*z + 2*w) == 1/(z + w)/2;  1/(I*z) == -I/z
        z/(-w) == -z/w;  (z/w)**2 == z**2/w**2;  z**(-2) == 1/z**2;  1/(z*w + z) == 1/z/(w + 1)
        conjugate(1/(1 + z)) == 1/(1 + conjugate(z))
        conjugate(z*w + x) == conjugate(z)*conjugate(w) + x;  conjugate(conjugate(z)) == z
        conjugate(x) == x;  re(z) + I*im(z) == z;  im(x) == 0;  Abs(z) == sqrt(z*conjugate(z))
        z**(1/2) == sqrt(z);  z**(-3/2) == 1/sqrt(z)**3;  floor(n + i**2) == n + i**2
        ceiling(i) == i;  1**(n - 2) == 1;  1**i == 1
        """,
        """
        z/z == 1;  n/n == 1;  z/w*w == z;  1/(z + w) == 1/z + 1/w;  conjugate(z) == z;  0**z == 0
        conjugate(z*w) == conjugate(z)*w;  re(z*w) == re(z)*re(w);  sqrt(z**2) == z
        sqrt(x**2) == x;  sqrt(z)**2 == z;  sqrt(z*w) == sqrt(z)*sqrt(w);  sqrt(2) == sqrt(3)
        floor(x) == x;  conjugate(sqrt(x)) == sqrt(x);  z**(1/3) == sqrt(z);  z**w == w**z
        floor(n/2) == n/2;  1**z == 1;  (-1)**i == 1
        """,
    ),
    "exponentials": (
        "z, w: complex; x: real; n: natural",
        """
        exp(z + w) == exp(z)*exp(w);  exp(z/2)**2 == exp(z);  exp(z)*exp(-z) == 1
        1/exp(z) == exp(-z);  exp(z)**n == exp(n*z);  exp(I*pi/3)**n == exp(I*pi*n/3)
        exp(2*pi*I) == 1;  exp(I*pi/2) == I;  sin(z + w) == sin(z)*cos(w) + cos(z)*sin(w)
        sin(z)**2 + cos(z)**2 == 1;  cosh(z) == cos(I*z);  cos(3*z) == 4*cos(z)**3 - 3*cos(z)
        conjugate(exp(I*x)) == exp(-I*x);  exp(0) == 1
        conjugate(exp(I*z)) == exp(-I*conjugate(z));  conjugate(exp(I*pi/5)) == exp(-I*pi/5)
        1/(exp(z) + exp(w)) == exp(-z)/(1 + exp(w - z))
        1/(1 + exp(I*pi/3)) == exp(-I*pi/3)/(1 + exp(-I*pi/3));  tan(z) == sin(z)/cos(z)
        exp(z*(w + 1)) == exp(z*w)*exp(z);  exp(I*pi/4)**2 == I
        """,
        """
        exp(z*w) == exp(z)*exp(w);  conjugate(exp(I*z)) == exp(-I*z);  exp(2*pi*I*n) == 1
        exp(2*pi*n) == 1;  exp(I*pi/3) == exp(I*pi/5);  tan(z)*cos(z) == sin(z);  exp(I*pi*n) == 1
        exp(2*pi*I*x) == 1;  exp(I*pi/3) == -exp(-I*pi/3);  exp(z)**x == exp(x*z)
        sin(z + w) == sin(z) + sin(w)
        """,
    ),
    "powers": (
        "n, m: natural; z, w: complex; x: real; i: integer; N: posint",
        """
        z**(m + n) == z**m*z**n;  z**(m + 2) == z**m*z**2;  (z*w)**n == z**n*w**n
        (z**m)**n == z**(m*n);  (-z)**n == (-1)**n*z**n;  (1/z)**n == 1/z**n
        conjugate(z**n) == conjugate(z)**n;  2**(n + 1) == 2*2**n;  1**n == 1;  0**N == 0
        (z**N)**2 == z**(2*N);  (2*z + 2*w)**n == 2**n*(z + w)**n
        (z + w)**(n + 1) == (z + w)**n*z + (z + w)**n*w;  z**(n*(m + 1)) == z**(n*m)*z**n
        z**(i**2 + 1) == z**(i**2)*z
        """,
        """
        z**i*z**(-i) == 1;  z**(N - 1)*z == z**N + z;  (z*w)**x == z**x*w**x;  (z**x)**2 == z
        0**n == 0;  I**n == (-1)**n;  z**n == z**m;  (z + w)**n == z**n + w**n
        z**(n + x) == z**n*z**x
        """,
    ),
    "sums": (
        """
        N, M: posint;  x: real;  i, j, k: natural;  z: complex;  n, m: integer
        f, g: family(integer -> real);  u: family(integer, integer -> real)
        c: family(integer -> complex)
        """,
        """
        Sum(2*f[k] + x, (k, 1, N)) == 2*Sum(f[k], (k, 1, N)) + N*x
        Sum(f[k], (k, 1, N)) == Sum(f[j], (j, 1, N))
        Sum(f[k], (k, 1, N)) == Sum(f[k + 1], (k, 0, N - 1))
        Sum(f[k], (k, n, m)) == Sum(f[n + k], (k, 0, m - n))
        Sum(f[k], (k, 1, N + M)) == Sum(f[k], (k, 1, N)) + Sum(f[N + k], (k, 1, M))
        Sum(f[k], (k, 0, N)) == Sum(f[k], (k, 0, N - 1)) + f[N];  Sum(f[k], (k, 0, -1)) == 0
        Sum(f[k], (k, 5, 2)) == 0;  Sum(f[k], (k, 2, 4)) == f[2] + f[3] + f[4]
        Sum(x, (k, 0, N)) == (N + 1)*x;  Sum(1, (k, 1, 2*N)) == 2*N
        Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N)) == Sum(Sum(f[j]*g[k], (k, 1, N)), (j, 1, N))
        Sum(f[k], (k, 1, N))**2 == Sum(Sum(f[j]*f[k], (k, 1, N)), (j, 1, N))
        Sum(Sum(u[j, k], (k, 1, M)), (j, 1, N)) == Sum(Sum(u[j, k], (j, 1, N)), (k, 1, M))
        Sum(u[i, k]*Sum(u[k, l]*u[l, j], (l, 0, N)), (k, 0, N)) == Sum(Sum(u[i, k]*u[k, l], (k, \
            0, N))*u[l, j], (l, 0, N))
        Sum(Sum(Sum(f[i]*f[j]*f[k], (k, 1, N)), (j, 1, N)), (i, 1, N)) == Sum(f[k], (k, 1, N))**3
        Sum(Sum(u[j, k], (j, 0, k)), (k, 0, N)) == Sum(Sum(u[k, j], (k, 0, j)), (j, 0, N))
        Sum(f[k]*Sum(g[k], (k, 1, N)), (k, 1, N)) == Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N))
        k*Sum(f[k], (k, 1, k)) == k*Sum(f[j], (j, 1, k))
        conjugate(Sum(c[k], (k, n, m))) == Sum(conjugate(c[k]), (k, n, m))
        Sum(Sum(u[j, k], (k, 1, N))**2, (j, 1, N)) == Sum(Sum(Sum(u[j, k]*u[j, i], (i, 1, N)), \
            (k, 1, N)), (j, 1, N))
        Sum(f[k] + g[k], (k, n, m)) == Sum(f[k], (k, n, m)) + Sum(g[k], (k, n, m))
        Sum(x, (k, 1, n)) == x*Sum(1, (k, 1, n));  Sum(f[k], (k, n, m))*x == Sum(f[k]*x, (k, n, m))
        Sum(Stack(f[i]*f[j], (i, 0, N))[n, 0], (j, 1, M)) == Sum(Stack(f[i]*f[k], (i, 0, N))[n, \
            0], (k, 1, M))
        Sum(0, (k, n, m)) == 0;  Sum(f[k], (k, 1, 1000000000*N)) == Sum(f[j], (j, 1, 1000000000*N))
        Product(x**2*f[k], (k, 1, N)) == x**(2*N)*Product(f[k], (k, 1, N))
        Product(exp(z*f[k]), (k, 1, N)) == exp(z*Sum(f[k], (k, 1, N)))
        Product(f[k], (k, 1, N + 1)) == Product(f[k], (k, 1, N))*f[N + 1]
        Product(2*f[k], (k, 1, N)) == 2**N*Product(f[j], (j, 1, N));  Product(f[k], (k, 1, 0)) == 1
        Product(f[k], (k, 3, 1)) == 1;  Product(x, (k, 1, N)) == x**N
        Product(f[k], (k, 1, 2)) == f[1]*f[2]
        conjugate(Product(c[k], (k, 1, N))) == Product(conjugate(c[k]), (k, 1, N))
        Product(f[k], (k, 1, N)) == Product(f[k + 1], (k, 0, N - 1))
        Product(c[k]**2, (k, 1, N)) == Product(c[k], (k, 1, N))**2
        Product(f[k] + f[k], (k, 1, N)) == 2**N*Product(f[k], (k, 1, N))
        """,
        """
        Sum(f[k]**2, (k, 1, N)) == Sum(f[k], (k, 1, N))
        Sum(conjugate(c[k])**2, (k, 1, N)) == Sum(conjugate(c[k]), (k, 1, N))
        Product(f[k]**2, (k, 1, N)) == Product(f[k], (k, 1, N))
        conjugate(c[N]**2) == conjugate(c[N])
        Sum(1/f[k]**2, (k, 1, N)) == Sum(1/f[k], (k, 1, N))
        Sum(f[k], (k, 0, n)) == Sum(f[k], (k, 0, m)) + Sum(f[k], (k, m + 1, n))
        Sum(1, (k, 1, n)) == n;  Sum(f[k], (k, 0, n)) == Sum(f[k], (k, 0, n - 1)) + f[n]
        Sum(f[k]*g[k], (k, 1, N)) == Sum(f[k], (k, 1, N))*Sum(g[k], (k, 1, N))
        Sum(f[k]**2, (k, 1, N)) == Sum(f[k], (k, 1, N))**2
        Sum(Sum(u[j, k], (j, 0, k)), (k, 0, N)) == Sum(Sum(u[k, j], (j, 0, k)), (k, 0, N))
        Sum(f[k]*Sum(g[k], (k, 1, N)), (k, 1, N)) == N*Sum(f[k]*g[k], (k, 1, N))
        Sum(exp(f[k]), (k, 1, N)) == exp(Sum(f[k], (k, 1, N)))
        Sum(f[k], (k, 0, N)) == Sum(f[k], (k, 1, N));  Product(x, (k, 1, n)) == x**n
        Sum(f[k], (k, n, m)) == Sum(f[k], (k, m, n))
        Sum(Sum(u[j, k], (k, 1, N))**2, (j, 1, N)) == Sum(Sum(u[j, k]**2, (k, 1, N)), (j, 1, N))
        Product(f[k] + 1, (k, 1, N)) == Product(f[k], (k, 1, N)) + 1
        Sum(Sum(u[j, k], (k, 1, j)), (j, 1, N)) == Sum(Sum(u[j, k], (k, j, N)), (j, 1, N))
        Product(f[k], (k, 1, N)) == Product(f[k], (k, 1, M))
        Sum(Sum(f[j], (j, 1, k)), (k, 1, N)) == Sum(Sum(f[k], (j, 1, k)), (k, 1, N))
        Product(f[k]*N, (k, 1, N)) == N*Product(f[k], (k, 1, N))
        """,
    ),
    "words": (
        """
        d, m: posint;  c: complex;  n, k: natural;  A, B: matrix(d, d);  V: matrix(d, m)
        q, r: vector(d);  R: real matrix(d, d);  U: unitary(d);  H: hermitian(d)
        x: family(integer -> complex)
        """,
        """
        A*(B*A) == (A*B)*A;  (A*c)*B == c*(A*B);  (A*B).T == B.T*A.T
        conjugate(A*B) == conjugate(A)*conjugate(B);  (I*A).H == -I*A.H;  (A*B).H == B.H*A.H
        A.T.T == A;  conjugate(R) == R;  R.H == R.T;  (A + B)*V == A*V + B*V
        (A**n*A)*A**m == A**(n + m + 1);  (A**n).T == A.T**n;  (A**n)**2 == A**n*A**n
        (c*A)**n == c**n*A**n;  A**0 == Identity(d);  A*Identity(d) == A;  (c*Identity(d))*A == c*A
        Identity(d)**n == Identity(d);  zeros(d, d) == A - A;  A**-2 == A.I**2
        scalar(q.T*A*r) == scalar(r.T*A.T*q);  inner(q, r) == conjugate(inner(r, q))
        inner(q, A*r) == inner(A.H*q, r);  inner(c*q, r) == c*inner(q, r)
        inner(q, c*r) == conjugate(c)*inner(q, r);  q*(r.H*q) == inner(q, r)*q
        scalar((q.T*A)*q)*B == B*scalar((q.T*A.T)*q);  (q*r.H)*(q*r.H) == inner(q, r)*(q*r.H)
        scalar(q.H*r*(r.H*q)) == inner(r, q)*inner(q, r);  (q*q.H).H == q*q.H
        trace(A + c*B) == trace(A) + c*trace(B);  trace(Identity(d)) == d
        conjugate(det(A)) == det(conjugate(A));  det(2*Identity(d)) == 2**d
        (2*Identity(d)).I == Identity(d)/2;  norm(q)**2 == sqrt(inner(q, q))**2
        (V*V.H).H == V*V.H;  Identity(d).I == Identity(d)
        Sum(x[j]*A, (j, 1, n)) == Sum(x[j], (j, 1, n))*A;  Sum(A, (j, 1, n)) == n*A
        Sum(A**j, (j, 0, 2)) == Identity(d) + A + A*A;  Product(A, (j, 1, n)) == A**n
        Product(A**j, (j, 1, 2)) == A**3;  Product(A, (j, 1, 0)) == Identity(d)
        Sum(A, (j, 1, 0)) == zeros(d, d)
        """,
        """
        A*B == B*A;  (A*B).T == A.T*B.T;  conjugate(A*B) == conjugate(B)*conjugate(A)
        (I*A).T == -I*A.T;  U.T*U == Identity(d);  U.H*U == Identity(d);  H.H == H
        A*A.I == Identity(d);  A.I.I == A;  A**n*B**n == (A*B)**n;  A.H == A.T
        (A + B)**2 == A**2 + 2*A*B + B**2;  trace(A*B) == trace(A)*trace(B)
        det(A*B) == det(A)*det(B);  inner(q, r) == inner(r, q);  q*r.T == r*q.T;  A**n == A**m
        (2*A).I == 2*A.I;  scalar(q.T*A*r) == scalar(q.T*A.T*r);  trace(Identity(d)) == 1
        q*q.H == inner(q, q)*Identity(d);  conjugate(q*r.T) == r*q.H;  (A*A).I == A.I
        Sum(A**j, (j, 0, n)) == (n + 1)*A**n;  Product(A**j, (j, 1, n)) == A**n
        conjugate(trace(A)) == trace(A.T)
        """,
    ),
    "families of matrices": (
        """
        d, N: posint;  n: natural;  A: matrix(d, d);  F, G: family(integer -> matrix(d, d))
        B: matrix(d, d);  h: family(matrix(d, d) -> real)
        e: family(matrix(d, d), natural -> matrix(d, d));  s: family(integer -> real)
        v: family(integer -> vector(d));  p: permutation(N);  f: family(natural -> complex)
        """,
        """
        h(A + B) == h(B + A);  conjugate(h(A*B)) == h(A*B);  e(A - A, n) == e(0*A, n)
        h((A*B).T) == h(B.T*A.T);  h(A)*e(B, 1) == e(B, 1)*h(A)
        Sum(F[k], (k, 1, N)) == Sum(F[j], (j, 1, N));  Sum(F[k], (k, 1, 0)) == zeros(d, d)
        Product(F[k], (k, 5, 2)) == Identity(d);  Sum(F[k]*A, (k, 1, N)) == Sum(F[k], (k, 1, N))*A
        Sum(A*F[k]*B, (k, 1, N)) == A*Sum(F[k], (k, 1, N))*B
        Sum(F[k], (k, 1, N + 1)) == Sum(F[k], (k, 1, N)) + F[N + 1]
        Product(F[k], (k, 1, n + 1)) == Product(F[k], (k, 1, n))*F[n + 1]
        Product(F[k], (k, 1, 2)) == F[1]*F[2]
        Sum(F[k] + G[k], (k, 1, N)) == Sum(F[k], (k, 1, N)) + Sum(G[k], (k, 1, N))
        Sum(s[i]*trace(Sum(F[k], (k, 1, N))*A), (i, 1, n)) == Sum(s[i], (i, 1, \
            n))*trace(Sum(F[k], (k, 1, N))*A);  Sum(h(F[k]), (k, 1, 2)) == h(F[1]) + h(F[2])
        Sum(v[k]*v[k].H, (k, 1, N)).H == Sum(v[k]*v[k].H, (k, 1, N)).H
        Sum(inner(v[k], v[k])*A, (k, 1, N)) == A*Sum(inner(v[j], v[j]), (j, 1, N))
        Sum(f[p[k]], (k, 0, N - 1)) == Sum(f[p[j]], (j, 0, N - 1));  conjugate(p[n]) == p[n]
        floor(p.I[p[n]]) == p.I[p[n]];  Sum(f[p[k] + 1], (k, 0, 1)) == f[p[0] + 1] + f[p[1] + 1]
        """,
        """
        h(A) == h(B);  h(A.T) == h(A);  e(A, n) == e(A, n + 1);  h(2*A) == 2*h(A)
        h(A*B) == h(B*A);  Product(F[k], (k, 1, n + 1)) == F[n + 1]*Product(F[k], (k, 1, n))
        Product(F[k], (k, 1, 2)) == F[2]*F[1];  Product(F[k], (k, 1, N)) == Sum(F[k], (k, 1, N))
        Sum(F[k]*A, (k, 1, N)) == A*Sum(F[k], (k, 1, N))
        Sum(F[k], (k, 1, N)) == Sum(F[k], (k, 0, N))
        Sum(F[k]*F[k], (k, 1, N)) == Sum(F[k], (k, 1, N))**2
        Sum(trace(F[i]*A), (i, 1, N)) == N*trace(Sum(F[k], (k, 1, N))*A);  p[n] == n
        p.I[n] == p[n];  Sum(f[p[k]], (k, 0, N - 1)) == Sum(f[k], (k, 0, N - 1))
        """,
    ),
    "grids": (
        """
        a, b, c: complex;  d, m: posint;  n: natural;  X, Y: matrix(2, 2);  W, V: matrix(2, d)
        x: vector(d);  A, B: matrix(d, d);  C: matrix(d, m);  D: matrix(m, m)
        R = Matrix([[cos(a), -sin(a)], [sin(a), cos(a)]])
        Q = Matrix([[cos(b), -sin(b)], [sin(b), cos(b)]]);  y: vector(2);  u: vector(d)
        """,
        """
        R*R.T == Identity(2);  det(R) == 1;  trace(R) == 2*cos(a);  R*Q == Q*R
        X*Matrix([[1, 0], [0, 1]]) == X;  X[0, 1] == X.T[1, 0];  (R*X).T == X.T*R.T
        det(X*Y) == det(X)*det(Y);  trace(X*Y) == trace(Y*X);  y.H*X*y == Matrix([[inner(X*y, y)]])
        (R*W)*x == R*(W*x);  W.T*R.T*(R*W) == W.T*W;  R*(W + V) == R*W + R*V
        inner(R*W*x, R*W*u) == inner(R.H*R*W*x, W*u);  (a*W)*B == W*(a*B);  W*W.H == (W*W.H).H
        Matrix([[1, 0], [0, 1]])*W == W;  W.T.T == W;  X**n*X == X**(n + 1);  X**2 == X*X
        BlockMatrix([[A, C], [zeros(m, d), D]])*BlockMatrix([[B, zeros(d, m)], [zeros(m, d), \
            D]]) == BlockMatrix([[A*B, C*D], [zeros(m, d), D*D]])
        BlockMatrix([[A, C], [C.T, D]]).T == BlockMatrix([[A.T, C], [C.T, D.T]])
        BlockMatrix([[Identity(d), zeros(d, m)], [zeros(m, d), Identity(m)]]) == Identity(d + m)
        BlockMatrix([[X, W], [W.T, A]]) == BlockMatrix([[X, W], [W.T, A]]).T.T
        trace(BlockMatrix([[A, C], [C.T, D]])) == trace(A) + trace(D)
        kronecker_product(Matrix([[a, b]]), Matrix([[1], [2]])) == Matrix([[a, b], [2*a, 2*b]])
        kronecker_product(Matrix([[1, 0], [0, 1]]), A) == BlockMatrix([[A, zeros(d, d)], \
            [zeros(d, d), A]]);  Identity(100)*Identity(100) == Identity(100)
        det(Matrix([[1, 2], [3, 4]])) == -2;  det(Matrix([[0, 1, 2], [1, 0, 3], [4, -3, 8]])) == -2
        det(3*Identity(2)) == 9
        Matrix([[a]])*W[0, 0] == Matrix([[W[0, 0]*a]])
        """,
        """
        X*Y == Y*X;  R == R.T;  R*Q == R;  det(X + Y) == det(X) + det(Y);  X[0, 1] == X[1, 0]
        W.T*R*W == W.T*W;  R*W == W*A;  X**n*Y**n == (X*Y)**n;  X**n == X
        BlockMatrix([[A, C], [zeros(m, d), D]]) == BlockMatrix([[A, C], [C.T, D]])
        det(BlockMatrix([[A, C], [C.T, D]])) == det(A)*det(D);  det(Matrix([[1, 2], [3, 4]])) == 2
        X[-1, 0] == X[1, 0];  X[0, 2] == X[1, 0];  X[1/2, 0] == X[0, 0];  W[0, -1] == W[0, 0]
        kronecker_product(X, R) == kronecker_product(R, X)
        BlockMatrix([[Identity(d), zeros(d, m)], [zeros(m, d), zeros(m, m)]]) == Identity(d + m)
        """,
    ),
    "many blocks": (
        """
        a, b: real;  M, N, d, m: posint;  n: natural;  C, E: matrix(M, M);  x, y: vector(2*M)
        A, B: matrix(2*M, d);  q, k: vector(d);  U: family(integer -> unitary(d))
        s, t: family(integer -> real);  F: family(integer -> matrix(d, m))
        G: family(integer -> matrix(m, d))
        by_a = BlockDiag(Matrix([[cos(s[j]*a), -sin(s[j]*a)], [sin(s[j]*a), cos(s[j]*a)]]), (j, \
            1, M))
        by_b = BlockDiag(Matrix([[cos(s[j]*b), -sin(s[j]*b)], [sin(s[j]*b), cos(s[j]*b)]]), (j, \
            1, M))
        by_sum = BlockDiag(Matrix([[cos(s[j]*(a + b)), -sin(s[j]*(a + b))], [sin(s[j]*(a + b)), \
            cos(s[j]*(a + b))]]), (j, 1, M))
        by_gap = BlockDiag(Matrix([[cos(s[j]*(a - b)), -sin(s[j]*(a - b))], [sin(s[j]*(a - b)), \
            cos(s[j]*(a - b))]]), (j, 1, M))
        waves = Stack(Matrix([[cos(s[j]*a)], [sin(s[j]*a)]]), (j, 1, M))
        """,
        """
        by_a*by_b == by_sum;  by_a.T*by_a == Identity(2*M);  by_b.T*by_a == by_gap
        trace(by_a) == Sum(2*cos(s[j]*a), (j, 1, M));  conjugate(by_a) == by_a
        waves.T*waves == Matrix([[M]]);  inner(by_a*x, by_a*y) == inner(x, y)
        inner(by_a*A*q, by_b*B*k) == inner(by_gap*A*q, B*k)
        scalar((by_a*A*q).T*(by_b*B*k)) == scalar(q.T*A.T*(by_a.T*by_b)*B*k)
        norm(by_a*x) == norm(x);  by_a*(by_b*x) == by_sum*x;  by_a*x + by_b*x == (by_a + by_b)*x
        by_a*x - by_a*x == zeros(2*M, 1);  by_a**n*by_a == by_a**(n + 1)
        inner(x + waves, waves) == inner(x, waves) + inner(waves, waves)
        inner(x + waves, waves) == inner(x, waves) + M
        scalar(Stack(s[j], (j, 1, M)).T*Stack(s[j], (j, 1, M))) == Sum(s[j]**2, (j, 1, M))
        BlockDiag(s[j], (j, 1, M))*Stack(t[j], (j, 1, M)) == Stack(s[j]*t[j], (j, 1, M))
        2*BlockDiag(1, (j, 1, M)) == 2*Identity(M)
        BlockDiag(s[j], (j, 1, 2)) == Matrix([[s[1], 0], [0, s[2]]])
        Stack(s[j], (j, 1, 2)) == Matrix([[s[1]], [s[2]]])
        Stack(s[j], (j, 1, M)) == Stack(s[j + 1], (j, 0, M - 1))
        BlockDiag(0*s[j], (j, 1, M)) == zeros(M, M)
        BlockDiag(F[j], (j, 1, N))*BlockDiag(G[j], (j, 1, N)) == BlockDiag(F[j]*G[j], (j, 1, N))
        Stack(F[j], (j, 1, N)).H*Stack(F[j], (j, 1, N)) == Sum(F[j].H*F[j], (j, 1, N))
        BlockDiag(Identity(d), (j, 1, N)) == Identity(d*N)
        BlockDiag(s[j]*BlockDiag(C, (i, 1, M)), (j, 1, N)) == BlockDiag(BlockDiag(s[i]*C, (j, 1, \
            M)), (i, 1, N))
        BlockDiag(BlockDiag(s[i + j], (i, 1, M)), (j, 1, N)) == BlockDiag(BlockDiag(s[j + i], \
            (j, 1, M)), (i, 1, N))
        Stack(trace(BlockDiag(s[j], (j, 1, M))*C)*t[k], (k, 1, N)) == \
            Stack(t[k]*trace(BlockDiag(s[j], (j, 1, M))*C), (k, 1, N))
        Sum(BlockDiag(s[i*j], (j, 1, M)), (i, 1, N)) == BlockDiag(Sum(s[i*j], (i, 1, N)), (j, \
            1, M))
        det(BlockDiag(BlockDiag(s[i + 2*j], (i, 1, M)), (j, 1, N))) == det(BlockDiag( \
            BlockDiag(s[j + 2*i], (j, 1, M)), (i, 1, N)))
        BlockDiag(F[j], (j, 1, 2))*BlockDiag(G[j], (j, 1, 2)) == BlockDiag(F[j]*G[j], (j, 1, 2))
        """,
        """
        by_a*by_b == by_gap;  by_a*by_a == Identity(2*M);  by_a.T == by_a;  by_a*by_b == by_a
        waves*waves.T == Identity(2*M);  inner(by_a*x, y) == inner(x, by_a*y)
        inner(by_a*x, by_b*x) == inner(x, x)
        Stack(s[j], (j, 1, M))*Stack(s[j], (j, 1, M)).T == BlockDiag(s[j]**2, (j, 1, M))
        by_a*x == by_b*x;  by_a**n == by_a
        BlockDiag(s[j], (j, 1, M)) == BlockDiag(t[j], (j, 1, M))
        Stack(s[j], (j, 1, M)) == Stack(s[j], (j, 0, M - 1))
        BlockDiag(F[j], (j, 1, N))*BlockDiag(G[j], (j, 1, N)) == BlockDiag(F[1]*G[j], (j, 1, N))
        BlockDiag(U[j], (j, 1, N)) == Identity(d*N)
        Stack(trace(BlockDiag(s[j], (j, 1, M))*C)*t[k], (k, 1, N)) == \
            Stack(trace(BlockDiag(s[1], (j, 1, M))*C)*t[k], (k, 1, N))
        BlockDiag(BlockDiag(s[i + 2*j], (i, 1, M)), (j, 1, N)) == BlockDiag(BlockDiag(s[j + \
            2*i], (i, 1, M)), (j, 1, N))
        BlockDiag(s[j], (j, 1, M))*C == C*BlockDiag(s[j], (j, 1, M))
        BlockDiag(BlockDiag(s[j]*C, (i, 1, M)), (j, 1, N)) == BlockDiag(BlockDiag(s[i]*C, (i, 1, \
            M)), (j, 1, N));  BlockDiag(s[j]*BlockDiag(C, (i, 1, M)), (j, 1, N)) == \
            BlockDiag(BlockDiag(s[i]*C, (i, 1, M)), (j, 1, N))
        trace(by_a) == 2*M*cos(s[1]*a)
        det(BlockDiag(BlockDiag(s[i + 2*j], (i, 1, M)), (j, 1, N))) == det(BlockDiag( \
            BlockDiag(s[2*i + j], (i, 1, M)), (j, 1, N)))
        det(BlockDiag(BlockDiag(s[i]*t[j], (i, 1, M)), (j, 1, N))) == det(BlockDiag( \
            BlockDiag(s[j]*t[i], (i, 1, M)), (j, 1, N)))
        BlockDiag(s[j], (j, 1, 2*M))*Stack(Matrix([[t[j]], [t[j]]]), (j, 1, M)) == Stack( \
            Matrix([[s[j]*t[j]], [s[j]*t[j]]]), (j, 1, M))
        """,
    ),
}


def one(entry: str, let: str) -> bool:
    """Whether both sides have one normal form."""
    normalizer = Normalizer()
    relation = parse_proposition(entry, declared(let)).relation
    return is_zero(normalizer.difference(relation))


def rows(place: int) -> list[tuple[str, str]]:
    return [(entry, table[0]) for table in SUBJECTS.values() for entry in entries(table[place])]


@pytest.mark.parametrize(("entry", "let"), rows(1))
def test_what_has_one_normal_form(entry: str, let: str) -> None:
    assert one(entry, let)


@pytest.mark.parametrize(("entry", "let"), rows(2))
def test_what_has_not(entry: str, let: str) -> None:
    assert not one(entry, let)


# Kinds of forms


LETTERS = """
    d, M, N: posint; k, j: integer; c: complex; A: matrix(d, d); V: matrix(d, M); X: matrix(2, 2)
    W: matrix(2, d); s: family(integer -> real); h: family(matrix(d, d) -> real); n: natural
    F: family(integer -> matrix(d, d)); p: permutation(N); f: family(natural -> real); x: real
"""
KINDS = [
    ("Matrix([[c, -c], [c, c]])", Grid), ("BlockDiag(Matrix([[c, -c], [c, c]]), (j, 1, 3))", Grid),
    ("BlockDiag(Matrix([[s[j], 0], [c, 1]]), (j, 1, M))", Blocks), ("Identity(M)", Words),
    ("W", Words), ("V", Words), ("A*V + V", Words), ("Identity(100)", Words), ("X*X.T", Grid),
    ("Stack(F[j], (j, 1, M))", Blocks), ("c", Poly), ("V[0, 0]", Poly),
    ("Sum(F[j], (j, 1, M))", Words),
    ("BlockMatrix([[A, V], [V.T, Identity(M)]])", Grid), ("BlockMatrix([[A]])", Words),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_a_form_which_is_made_anew(text: str, kind: type) -> None:
    normalizer = Normalizer()
    form = normalizer.of(parse_term(text, declared(LETTERS)))
    assert isinstance(form, kind)
    again = normalizer.changed(form, lambda p: p)
    assert normalizer.inner(again) == normalizer.inner(form)


# What sorts show

SHOWN = {
    "real": (
        "x; z + conjugate(z); n/2; 1/n; exp(x); z*conjugate(z); s[k]; Sum(s[k], (k, 1, n)); "
        "inner(q, q); h(A)"
    ),
    "integer": (
        "n*k - 3; n**2*k; k**n; Sum(k, (k, -1, n)); floor(x); p[n] + p.I[k]; p[k]; factorial(n)"
    ),
    "natural": (
        "n; m*n + 2; k**2; (k**2)**n; m - 1; m*n - n; Sum(k, (k, 0, n)); binomial(n, m); "
        "floor(y)"
    ),
    "posint": "m; m + n; 2*m**n; m*(n + 1); factorial(n); n + 1; 2**n",
    "positive": "y + 1; exp(x); m/2; pi; 1/m; y**2 + exp(x); x**2 + 1; v**2 + 1",
    "nonnegative": (
        "y; x**2; y*n; x**2*y + n; Sum(x**2*k, (k, 0, n)); m - 1; v*v; Product(y, (k, 1, n))"
    ),
    "negative": "-m; v; -1 - y; -exp(x); -pi/2; v - n; 1 - m - exp(x)",
}  # fmt: skip
NOT_SHOWN = {
    "real": "z; sqrt(x); I*x; x**(1/3); s[k]*I; trace(A); exp(I*x); f[k]; h(A)*z; g(A)",
    "integer": "x; n/2; 1/n; z; n**x; h(A); 2**k; s[k]; p[k]/2",
    "natural": "k; n - m; n - 1; x**2; -n; m - 2; 2*m - 3; Sum(k, (k, -1, n)); p[k]; p[n]; f[k]",
    "posint": "n; m - 1; 2*m - 2; k**2; m**2*n; n*(n + 1)",
    "positive": "y; x**2; x*m; y*exp(x); z*conjugate(z); n; m - 1; v*v*y; -v*y",
    "nonnegative": "x; z**2; x*y; y - 1; x**3; exp(z); n - m; -m; v; f[k]; z*conjugate(z)",
    "negative": "-y; -n; v*y; x; 1 - m; v + 1; -x**2",
}  # fmt: skip
SORTS = """
    x: real; y: nonnegative; v: negative; z: complex; n: natural; m, N, d: posint; k: integer
    A: matrix(d, d); q: vector(d); s: family(integer -> real); f: family(natural -> natural)
    p: permutation(N); h: family(matrix(d, d) -> real); g: family(unitary(d) -> real)
"""


@pytest.mark.parametrize(("table", "shown"), [(SHOWN, True), (NOT_SHOWN, False)])
@pytest.mark.parametrize("kind", SHOWN)
def test_what_sorts_show(table: dict[str, str], shown: bool, kind: str) -> None:
    for text in entries(table[kind]):
        normalizer = Normalizer()
        value = normalizer.scalar_of(parse_term(text, declared(SORTS)))
        assert normalizer.is_of(value, kind) == shown, text
