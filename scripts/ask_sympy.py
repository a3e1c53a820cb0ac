"""What SymPy's own methods say of a statement, and how long they take.

    simplify      left - right becomes 0; for an order, the relation becomes true or false
    equals        left.equals(right)
    exp+cancel    left - right, written in exponentials, cancels to 0

SymPy runs in a process of its own, which is ended when its time is up and started again for the
next statement.  Importing SymPy and building the expression do not count.

    python ask_sympy.py METHOD      the other end of that process: a statement a line, in JSON
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

METHODS = ("simplify", "equals", "exp+cancel")
# What SymPy may take to be imported and to build one expression.
START = 60.0


class Said(NamedTuple):
    """What a method made of a statement: true, false or neither; and whether it ended in time."""

    seconds: float
    answer: bool | None
    ended: bool


class AskSymPy:
    """Asks one method, in a process that is started when it is needed.

    >>> with AskSymPy("simplify") as sympy:  # doctest: +SKIP
    ...     sympy.ask({"vars": {"x": "real"}, "lhs": "x/x", "rel": "==", "rhs": "1"}, 2.0).answer
    True
    """

    def __init__(self, method: str) -> None:
        self.method = method
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def __enter__(self) -> AskSymPy:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def ask(self, data: dict[str, Any], seconds: float) -> Said:
        """What the method says of a statement (a JSON object) within so many seconds."""
        late = Said(seconds, None, False)
        process = self._process or self._begin()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(data) + "\n")
            process.stdin.flush()
            if self._lines.get(timeout=START):  # it is built
                line = self._lines.get(timeout=seconds)
                if line:
                    return Said(*json.loads(line))
        except (OSError, queue.Empty):
            pass
        self._end()
        return late

    def _begin(self) -> subprocess.Popen[str]:
        self._process = process = subprocess.Popen(
            [sys.executable, __file__, self.method],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lines = lines

        def read() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        return process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


# The other end


def _serve(method: str) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.setrecursionlimit(100_000)
    from derivations.language.parser import parse_statement
    from derivations.language.to_sympy import relation_to_sympy

    for line in sys.stdin:
        try:
            goals = [g.relation for g in parse_statement(json.loads(line)).goals]
            relations = [relation_to_sympy(goal) for goal in goals]
        except Exception:  # SymPy has no words for it
            relations = []
        print("built", flush=True)
        started = time.perf_counter()
        answer = _all_of(relations, method)
        print(json.dumps([time.perf_counter() - started, answer, True]), flush=True)


def _all_of(relations: list[Any], method: str) -> bool | None:
    try:
        answers = [_answer(relation, method) for relation in relations]
    except Exception:  # where SymPy fails, it says nothing
        return None
    if False in answers:
        return False
    return True if answers and None not in answers else None


def _answer(relation: Any, method: str) -> bool | None:
    import sympy

    left, right = relation.lhs.doit(), relation.rhs.doit()
    if not isinstance(relation, sympy.Eq):
        found = sympy.simplify(relation.func(left, right))
        return bool(found) if found in (sympy.true, sympy.false) else None
    if method == "equals":
        same = left.equals(right)
        return same if isinstance(same, bool) else None
    if method == "simplify":
        gap = sympy.simplify(left - right)
    else:
        gap = sympy.cancel((left - right).rewrite(sympy.exp))
    if gap == 0 or getattr(gap, "is_zero_matrix", None) is True:
        return True
    return False if getattr(gap, "is_Number", False) else None


if __name__ == "__main__":
    _serve(sys.argv[1])
