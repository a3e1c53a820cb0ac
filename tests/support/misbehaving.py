"""A search that misbehaves at symbols of certain names, and else is the real one."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from derivations import proving
from derivations.judging import child
from derivations.language.statements import Statement, eq
from derivations.language.stating import statement
from derivations.language.terms import number, symbol
from derivations.verdicts import PROVED, Verdict

_decide = proving.decide
_serve = child.serve


def decide(claimed: Statement, **options: Any) -> Verdict:
    names = {s.name for s in claimed.declarations}
    if "hangs" in names:
        time.sleep(1000)
    if "sleeps" in names:  # and tells that it does
        Path(os.environ["MARK"]).touch()
        time.sleep(1000)
    if "loops" in names:
        while True:
            pass
    if "deaf" in names:  # not even Python's own signals are heard
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
        sum(itertools.repeat(0))
    if "eats" in names:
        eaten = []
        while True:
            eaten.append(bytearray(2**20))
    if "leaves" in names:
        os._exit(7)
    if "crashes" in names:
        os.kill(os.getpid(), signal.SIGKILL)
    if "fails" in names:
        raise ValueError("no such luck")
    if "recurs" in names:
        raise RecursionError("too deep")
    if "prints" in names:
        print("noise", file=sys.stdout)
        os.write(1, b"noise")
    if "slow" in names:
        time.sleep(0.5)
    if "elsewhere" in names:  # a certificate of another statement
        return replace(_decide(statement(eq(symbol("z"), symbol("z")))), statement=claimed)
    if "boasts" in names:  # no certificate
        return Verdict(PROVED, claimed)
    verdict = _decide(claimed, **options)
    if "shows" in names and verdict.witness is not None:  # values that the kernel did not check
        values = tuple((name, number(7)) for name, _ in verdict.witness.values)
        return replace(verdict, witness=replace(verdict.witness, values=values))
    return verdict


def serve(connection: Connection, settings: dict[str, int]) -> None:
    """What a process does whose search misbehaves."""
    misbehave()
    _serve(connection, settings)


def misbehave() -> None:
    """From now on the search misbehaves, here and in the processes that are started."""
    proving.decide = decide
    child.serve = serve
    child.GRACE = 0.5
