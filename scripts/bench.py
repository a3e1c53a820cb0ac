"""How fast statements are judged, beside bare polynomial arithmetic and SymPy, all in one run.

    python3 scripts/bench.py              everything; some minutes, most of them SymPy's
    python3 scripts/bench.py --no-sympy   without SymPy
    python3 scripts/bench.py --quick      small sizes, for a test

Measured, as the median of several runs after one that warms up, each on a statement that was made
anew:

    tree     from the tree of the statement to the verdict
    text     from its text to the verdict, with its certificate written as JSON
    replay   from that JSON to the theorem: read, decoded and checked by the kernel
    bare     multiplying out and comparing in python-flint, where installed (see bare.py)

Exit code: 0, also when a limit is missed; the list at the end says which.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import bare
import families
from ask_sympy import METHODS, AskSymPy, Said
from families import Case

import environment

RUNS, SECONDS = 9, 2.0
# What SymPy may take for one statement.
CAP = 2.0


@dataclass
class Row:
    """A statement with its times in seconds."""

    case: Case
    tree: float
    text: float
    replay: float | None
    bare: float | None
    sympy: dict[str, Said] = field(default_factory=dict)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast statements are judged.")
    parser.add_argument("--quick", action="store_true", help="small sizes, few runs, no SymPy")
    parser.add_argument("--no-sympy", action="store_true", help="do not measure SymPy")
    options = parser.parse_args()
    runs = 3 if options.quick else RUNS
    print(_machine())
    rows: list[Row] = []
    print("\n".join(_headings()))
    for case in _cases(options.quick):
        row = _measured(case, runs)
        if not (options.quick or options.no_sympy):
            _beside_sympy(row, rows)
        rows.append(row)
        print(_line(row), flush=True)
    print()
    for told in _limits(rows, options.quick):
        print(told, flush=True)
    return 0


def _machine() -> str:
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    flint = "python-flint is not installed: no bare arithmetic"
    try:
        import flint as library

        flint = f"python-flint {library.__version__}"
    except ImportError:
        pass
    version = sys.version.split()[0]
    return f"Python {version}, {os.cpu_count()} processors, load {load}; {flint}\n"


def _cases(quick: bool) -> Iterator[Case]:
    for make, sizes, few in families.FAMILIES:
        for size in few if quick else sizes:
            yield make(size)
    for lie in (families.relative_position, families.shift):
        yield lie(8 if quick else 512, True)


# Measuring


def _measured(case: Case, runs: int) -> Row:
    from derivations.kernel import check, decode, encode
    from derivations.language.parser import parse_statement
    from derivations.language.statements import Statement
    from derivations.proving import decide

    def anew() -> Statement:
        """The statement with relations about which nothing is remembered yet."""
        goals = [replace(g, relation=replace(g.relation)) for g in parsed.goals]
        return replace(parsed, goals=tuple(goals))

    def from_text() -> str:
        verdict = decide(parse_statement(case.data))
        assert verdict.certificate is not None
        return json.dumps(encode(verdict.certificate))

    parsed = parse_statement(case.data)
    kind = decide(anew()).kind
    if kind != case.expected:
        raise SystemExit(f"bench.py: {case.family} {case.size} is {kind}, not {case.expected}")
    certificate = from_text()
    arithmetic = bare.arithmetic(case.family, case.size) if case.expected == "proved" else None
    if arithmetic is not None and not arithmetic():
        raise SystemExit(f"bench.py: bare arithmetic denies {case.family} {case.size}")
    return Row(
        case,
        tree=_median(decide, runs, anew),
        text=_median(lambda _: from_text(), runs),
        replay=_median(lambda _: check(decode(json.loads(certificate))), runs),
        bare=None if arithmetic is None else _median(lambda _: arithmetic(), runs),
    )


def _median(
    work: Callable[[Any], object], runs: int, prepare: Callable[[], object] = lambda: None
) -> float:
    """The median time of the work, on something prepared for each run."""
    times: list[float] = []
    begun = time.perf_counter()
    while len(times) < runs and (len(times) < 3 or time.perf_counter() - begun < SECONDS):
        given = prepare()
        gc.collect()
        started = time.perf_counter()
        work(given)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _beside_sympy(row: Row, before: list[Row]) -> None:
    """Measure SymPy too; a method that did not end is not asked for a larger size."""
    case = row.case
    if case.family == "symbolic M" or case.expected != "proved":
        return
    family = [r.sympy for r in before if r.case.family == case.family]
    for method in METHODS:
        ended = all(said[method].ended for said in family if method in said)
        if case.family == "small" or ended:
            with AskSymPy(method) as sympy:
                row.sympy[method] = sympy.ask(case.data, CAP)


# The table


_COLUMNS = (
    ("family", 18), ("size", 10), ("tree ms", 9), ("text ms", 9), ("replay ms", 9), ("bare ms", 9),
    ("tree/bare", 9), ("text/bare", 9), ("rep./bare", 9), ("simplify", 9), ("equals", 9),
    ("exp+cancel", 10), ("gain", 7),
)


def _headings() -> list[str]:
    names = "  ".join(f"{name:>{width}}" if k else f"{name:<{width}}"
                      for k, (name, width) in enumerate(_COLUMNS))
    return [names, "  ".join("-" * width for _, width in _COLUMNS)]


def _line(row: Row) -> str:
    case = row.case
    gain = _gain(row)
    cells = [
        case.family + (", false" if case.expected != "proved" else ""),
        f"{case.size}",
        *[_ms(t) for t in (row.tree, row.text, row.replay, row.bare)],
        *[_ratio(t, row.bare) for t in (row.tree, row.text, row.replay)],
        *[_said(row.sympy.get(method)) for method in METHODS],
        "" if gain is None else f"{gain:.0f}x",
    ]
    return "  ".join(f"{cell:>{width}}" if k else f"{cell:<{width}}"
                     for k, (cell, (_, width)) in enumerate(zip(cells, _COLUMNS, strict=True)))


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:.2f}"


def _ratio(seconds: float | None, bare: float | None) -> str:
    return "" if seconds is None or not bare else f"{seconds / bare:.1f}"


def _said(said: Said | None) -> str:
    if said is None:
        return ""
    if not said.ended:
        return f"> {said.seconds:.0f} s"
    return f"{1000 * said.seconds:.0f}" + ("" if said.answer else " no")


def _gain(row: Row) -> float | None:
    """How many times faster than `simplify`, where that proves the statement."""
    said = row.sympy.get("simplify")
    return said.seconds / row.tree if said is not None and said.answer else None


# The limits


def _limits(rows: list[Row], quick: bool) -> Iterator[str]:
    """What was to be reached, and whether it was."""
    found = {(r.case.family, r.case.size, r.case.expected): r for r in rows}

    def row(family: str, size: int, expected: str = "proved") -> Row | None:
        return found.get((family, size, expected))

    large = ("relative position", "shift")
    for family in large:
        for size in (512, 2048):
            one = row(family, size)
            if one and one.bare:
                yield _told(f"tree / bare, {family} {size}", one.tree / one.bare, 5)
        one = row(family, 512)
        if one and one.bare:
            yield _told(f"text / bare, {family} 512", one.text / one.bare, 20)
            if one.replay:
                yield _told(f"replay / bare, {family} 512", one.replay / one.bare, 15)
        if one:
            yield _told(f"text, {family} 512, ms", 1000 * one.text, 200)
        false = row(family, 512, "refuted")
        if one and false:
            yield _told(f"false / true from the tree, {family} 512", false.tree / one.tree, 3)
        yield from _growth(family, rows)
    single = (("rotations", 32, 10), ("Lagrange", 32, 60), ("multi-angle", 64, 10))
    for family, size, limit in single:
        one = row(family, size)
        if one:
            yield _told(f"tree, {family} {size}, ms", 1000 * one.tree, limit)
    symbolic = [r.tree for r in rows if r.case.family == "symbolic M"]
    if len(symbolic) > 1:
        yield _told("symbolic M, longest / shortest", max(symbolic) / min(symbolic), 1.5)
    short = [r.tree for r in rows if r.case.family == "small"]
    yield _told("a small statement from the tree, median, ms", 1000 * statistics.median(short), 1)
    gains = [g for g in map(_gain, rows) if g is not None]
    if gains:
        what = f"simplify / ours, median of the {len(gains)} that both prove"
        yield _told(what, statistics.median(gains), 100, at_least=True)
    yield from _startup(3 if quick else RUNS)


def _growth(family: str, rows: list[Row]) -> Iterator[str]:
    """How the time grows: the exponent p of size^p between the two largest sizes."""
    known = [r for r in rows if r.case.family == family and r.case.expected == "proved"]
    if len(known) > 2 and known[-2].case.size >= 100:
        a, b = known[-2:]
        power = math.log(b.tree / a.tree) / math.log(b.case.size / a.case.size)
        sizes = f"{a.case.size} to {b.case.size}"
        yield _told(f"growth from the tree, {family} {sizes}, exponent", power, 1.15)


def _startup(runs: int) -> Iterator[str]:
    """`derivations decide` on one statement, beside a Python that does nothing."""
    code = "import sys; from derivations.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["decide", "sin(x)**2 + cos(x)**2 = 1", "--let", "x: real"]

    def run(*command: str) -> None:
        subprocess.run(
            [sys.executable, *command], cwd=environment.ROOT, stdout=subprocess.DEVNULL, check=True
        )

    nothing = _median(lambda _: run("-c", "pass"), runs)
    ours = _median(lambda _: run("-c", code, *arguments), runs)
    yield _told("decide on one statement beyond `python -c pass`, s", ours - nothing, 0.2)


def _told(what: str, value: float, limit: float, at_least: bool = False) -> str:
    reached = value >= limit if at_least else value <= limit
    bound = f"at {'least' if at_least else 'most'} {limit:g}"
    return f"{'reached' if reached else 'MISSED':<8} {what}: {value:.3g}, to be {bound}"


if __name__ == "__main__":
    environment.enter()
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("\nbench.py: interrupted\n")
        sys.exit(130)
