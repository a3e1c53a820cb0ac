"""`as_written()` is open where it was opened, whatever else runs: threads, generators, tasks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sympy
from sympy import Eq, MatrixSymbol, Max, Sum, cos, symbols
from sympy.core.cache import CACHE
from sympy.core.parameters import global_parameters

from derivations import as_written, prove
from derivations.language.as_written import as_sympy, is_as_written

x, y = symbols("x y")
k = symbols("k", integer=True)
A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)

# What is not built as it is written by SymPy itself.
BUILT: list[Callable[[], Any]] = [
    lambda: A + B + A,
    lambda: A.T.T,
    lambda: sympy.Add(x, x),
    lambda: cos(-x),
    lambda: -(2 * x),
    lambda: Max(x, x),
    lambda: x - x,
]


def shown(build: Callable[[], Any]) -> Any:
    """How it is built here, as a tree."""
    return sympy.srepr(build())


def state() -> tuple[Any, ...]:
    """What stands in SymPy's places."""
    places = (
        sympy.MatrixExpr.__add__, vars(sympy.MatrixExpr).get("H"), sympy.Expr.__neg__,
        sympy.Mul.__neg__, sympy.MatrixBase.__mul__, sympy.Sum.__new__, Max.__new__,
        sympy.floor.__le__, global_parameters.evaluate, vars(type(global_parameters)).keys(),
    )  # fmt: skip
    cells = [c.cell_contents for cached in CACHE for c in cached.__closure__ or ()]
    return (*places, *map(id, cells))


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = state()
    yield
    assert state() == before, "SymPy is as before"
    assert A + A == 2 * A and Sum(k, (k, 0, 3)).doit() == 6


def own_and_written() -> list[tuple[str, str]]:
    own = [shown(build) for build in BUILT]
    with as_written():
        written = [shown(build) for build in BUILT]
    return list(zip(own, written, strict=True))


EXPECTED = own_and_written()


def test_the_two_ways_differ() -> None:
    assert all(own != written for own, written in EXPECTED)


def test_another_thread_has_sympy_as_it_is() -> None:
    with as_written(), ThreadPoolExecutor(1) as pool:
        for build, (own, written) in zip(BUILT, EXPECTED, strict=True):
            assert pool.submit(shown, build).result() == own
            assert shown(build) == written
            assert pool.submit(shown, build).result() == own


def test_what_is_built_as_written_is_not_remembered_for_others() -> None:
    """SymPy remembers what it has built, for all threads."""
    with as_written(), ThreadPoolExecutor(1) as pool:
        for number in range(5):
            symbol = symbols(f"z{number}")
            assert shown(lambda s=symbol: cos(-s)) != shown(lambda s=symbol: cos(s))
            assert pool.submit(lambda s=symbol: cos(-s) == cos(s)).result()
            again = symbols(f"w{number}")
            assert pool.submit(lambda s=again: cos(-s) == cos(s)).result()
            assert shown(lambda s=again: cos(-s)) != shown(lambda s=again: cos(s))


def test_a_false_statement_is_refuted_while_another_thread_proves() -> None:
    stop = threading.Event()

    def prove_on() -> int:
        count = 0
        while not stop.is_set():
            assert prove(Eq(x * (x + 1), x**2 + x)).kind == "proved"
            count += 1
        return count

    with ThreadPoolExecutor(2) as pool:
        others = [pool.submit(prove_on) for _ in range(2)]
        try:
            for _ in range(5):
                with as_written():
                    claimed = Eq(A + B + A, A + B)
                assert claimed.lhs.args == (A, B, A)
                assert prove(claimed).kind == "refuted"
        finally:
            stop.set()
        assert all(other.result() for other in others)


def test_threads_that_overlap() -> None:
    """Each opens and closes while others are open."""
    together = threading.Barrier(4)

    def build() -> list[tuple[str, str]]:
        found = []
        for _ in range(10):
            together.wait()
            found = own_and_written()
        return found

    with ThreadPoolExecutor(4) as pool:
        for made in [pool.submit(build) for _ in range(4)]:
            assert made.result() == EXPECTED


def suspended() -> Iterator[Any]:
    with as_written():
        while True:
            yield A + B + A


def test_generators_that_overlap() -> None:
    first, second = suspended(), suspended()
    assert next(first).args == next(second).args == (A, B, A)
    first.close()
    assert is_as_written() and next(second).args == (A, B, A)
    second.close()
    assert not is_as_written() and A + B + A == 2 * A + B


def test_a_generator_that_is_closed_by_another_thread() -> None:
    lines = suspended()
    next(lines)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lines.close).result()
    assert not is_as_written() and A + B + A == 2 * A + B


def test_a_generator_that_is_forgotten() -> None:
    next(suspended())
    assert not is_as_written() and A + B + A == 2 * A + B


def test_tasks() -> None:
    async def write(turns: int) -> list[Any]:
        found = []
        with as_written():
            for _ in range(turns):
                found.append((A + B + A).args)
                await asyncio.sleep(0)
        return found

    async def compute(turns: int) -> list[Any]:
        found = []
        for _ in range(turns):
            found.append(A + B + A)
            await asyncio.sleep(0)
        return found

    async def run() -> list[list[Any]]:
        return await asyncio.gather(write(3), compute(5), write(5), compute(3))

    one, two, three, four = asyncio.run(run())
    assert set(one + three) == {(A, B, A)}
    assert set(two + four) == {2 * A + B}


def test_evaluation_that_is_switched_inside_ends_there() -> None:
    with as_written():
        with sympy.evaluate(True):
            assert sympy.Add(x, x) == 2 * x
            with as_sympy():
                assert A + A == 2 * A
        assert cos(-x) != cos(x)
        global_parameters.evaluate = True
    assert global_parameters.evaluate
    with sympy.evaluate(False):
        assert sympy.Add(x, x) != 2 * x
        with as_sympy():
            assert sympy.Add(x, x) == 2 * x
        assert sympy.Add(x, x) != 2 * x


def test_what_a_class_lacks_is_lacking_elsewhere() -> None:
    own = vars(sympy.MatrixExpr).get("H")
    with as_written(), ThreadPoolExecutor(1) as pool:
        assert A.H.args == (A,)
        assert pool.submit(hasattr, A, "H").result() == (own is not None)


def test_modules_are_run_by_sympy_itself() -> None:
    """The matrices of this module are built when it is imported."""
    import sys

    for name in [n for n in sys.modules if n.startswith("sympy.physics.matrices")]:
        del sys.modules[name]
    with as_written():
        from sympy.physics.matrices import mgamma

        assert (A + B + A).args == (A, B, A)
    assert mgamma(0) ** 2 == sympy.eye(4)
