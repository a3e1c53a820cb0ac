"""How fast statements are judged: the families of `families.py`, and the start of the program.

    python3 scripts/bench.py              everything
    python3 scripts/bench.py --quick      small sizes, for a test

Measured, as the median of several runs after one that warms up, each on a statement that was made
anew:

    tree     from the tree of the statement to the verdict
    text     from its text to the verdict, with its certificate written as JSON
    replay   from that JSON to the theorem: read, decoded and checked by the kernel
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import families
from families import Case

import environment

RUNS, SECONDS = 9, 2.0


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how fast statements are judged.")
    parser.add_argument("--quick", action="store_true", help="small sizes, few runs")
    quick = parser.parse_args().quick
    runs = 3 if quick else RUNS
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {load}\n")
    print(f"{'family':<24}  {'size':>6}  {'tree ms':>9}  {'text ms':>9}  {'replay ms':>9}")
    small: list[float] = []
    for case in _cases(quick):
        times = _measured(case, runs)
        small += times[:1] if case.family == "small" else []
        name = case.family + (", false" if case.expected != "proved" else "")
        cells = "  ".join(f"{1000 * seconds:9.2f}" for seconds in times)
        print(f"{name:<24}  {case.size:>6}  {cells}", flush=True)
    print(f"\na small statement from the tree, median: {1000 * statistics.median(small):.2f} ms")
    print(f"decide on one statement beyond `python -c pass`: {_startup(runs):.2f} s")
    return 0


def _cases(quick: bool) -> Iterator[Case]:
    for make, sizes, few in families.FAMILIES:
        for size in few if quick else sizes:
            yield make(size)
    for lie in (families.relative_position, families.shift):
        yield lie(8 if quick else 512, True)


def _measured(case: Case, runs: int) -> tuple[float, float, float]:
    """The times from the tree, from the text, and of the replay, in seconds."""
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
    return (
        _median(decide, runs, anew),
        _median(lambda _: from_text(), runs),
        _median(lambda _: check(decode(json.loads(certificate))), runs),
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


def _startup(runs: int) -> float:
    """`derivations decide` on one statement, beside a Python that does nothing; in seconds."""
    decide = ["-m", "derivations", "decide", "sin(x)**2 + cos(x)**2 = 1", "--let", "x: real"]

    def run(*arguments: str) -> None:
        command = [sys.executable, *arguments]
        subprocess.run(command, cwd=environment.ROOT, stdout=subprocess.DEVNULL, check=True)

    return _median(lambda _: run(*decide), runs) - _median(lambda _: run("-c", "pass"), runs)


if __name__ == "__main__":
    environment.enter()
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
