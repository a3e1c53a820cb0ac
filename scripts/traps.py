"""Statements made to mislead: what `derivations` says of them, and what SymPy says, in one run.

    python3 scripts/traps.py                 those of tests/traps
    python3 scripts/traps.py FILE...         other files in the same format
    python3 scripts/traps.py --no-sympy      without SymPy

Of each statement it is known whether it is true, false, or true only where both sides are defined;
tests/scoring.py says what a verdict is worth.  SymPy is given each side with the sorts as
assumptions on the symbols; its answers `true` and `false` count as proved and refuted, anything
else, a failure and the end of its time as undecided.  It cannot be told of other hypotheses: where
there are some, `false` counts as undecided.

Exit code: 0 when no answer of `derivations` is wrong, else 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ask_sympy import AskSymPy

import environment

if TYPE_CHECKING:
    from derivations.language.statements import Statement
    from tests.scoring import Score

# What one statement may take, in seconds.
SECONDS = 10.0
CAP = 4.0

WORTHS = ("settled", "unsettled", "wrong")


def main() -> int:
    sys.path.insert(0, str(environment.ROOT))
    from derivations.judging.judge import judge_statements
    from tests.scoring import TRAPS, score, trap

    parser = argparse.ArgumentParser(description="Score verdicts on statements made to mislead.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="statements in JSON")
    parser.add_argument("--no-sympy", action="store_true", help="do not ask SymPy")
    options = parser.parse_args()
    given = [
        (data, trap(data, path.stem))
        for path in options.files or sorted(TRAPS.glob("*.json"))
        for data in json.loads(path.read_text(encoding="utf-8"))
    ]
    traps = [one for _, one in given]
    verdicts = judge_statements([t.statement for t in traps], None, SECONDS)
    ours = score(traps, _in_order(v.kind for v in verdicts))
    print("\n".join(_headings(ours)))
    print(_line("`derivations`", ours), flush=True)
    if not options.no_sympy:
        for method in ("simplify", "equals"):
            said = score(traps, _in_order(_said(method, (data for data, _ in given))))
            print(_line(f"SymPy's `{method}`", said), flush=True)
    for worth in WORTHS[:0:-1]:
        if ours.names(worth):
            print(f"\n{worth}: {', '.join(ours.names(worth))}")
    return 1 if ours.names("wrong") else 0


def _in_order(verdicts: Iterator[str]) -> Callable[[Statement], str]:
    """What decides statements that are asked for in the order of these verdicts."""
    return lambda _: next(verdicts)


def _said(method: str, statements: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The verdicts that the answers of a method of SymPy amount to."""
    from derivations.verdicts import PROVED, REFUTED, UNDECIDED

    verdicts = {True: PROVED, False: REFUTED, None: UNDECIDED}
    with AskSymPy(method) as sympy:
        for data in statements:
            answer = sympy.ask(data, CAP).answer
            if answer is False and data.get("hypotheses"):
                answer = None  # it was not told of them
            yield verdicts[answer]


# The table, in Markdown

_KINDS = {"proved": "true", "refuted": "false", "conditional": "true where defined"}


def _headings(found: Score) -> list[str]:
    cells = [
        f"{found.count(expected)} {words}: {' | '.join(WORTHS)}"
        for expected, words in _KINDS.items()
    ]
    return [f"| | {' | '.join(cells)} |", "|---|" + "---:|" * (3 * len(cells))]


def _line(who: str, found: Score) -> str:
    counts = [found.count(expected, worth) for expected in _KINDS for worth in WORTHS]
    return f"| {who} | {' | '.join(map(str, counts))} |"


if __name__ == "__main__":
    environment.enter("dev")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("\ntraps.py: interrupted\n")
        sys.exit(130)
