"""Statements made to mislead: what `derivations` says of them.

    python3 scripts/traps.py                 those of tests/traps
    python3 scripts/traps.py FILE...         other files in the same format

Of each statement it is known whether it is true, false, or true only where both sides are defined;
tests/scoring.py says what a verdict is worth.

Exit code: 0 when no answer is wrong, else 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import environment

# What one statement may take, in seconds.
SECONDS = 10.0
WORTHS = ("settled", "unsettled", "wrong")
KINDS = {"proved": "true", "refuted": "false", "conditional": "true where defined"}


def main() -> int:
    sys.path.insert(0, str(environment.ROOT))
    from derivations.judging.judge import judge_statements
    from tests.scoring import TRAPS, score, trap

    parser = argparse.ArgumentParser(description="Score verdicts on statements made to mislead.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="statements in JSON")
    traps = [
        trap(data, path.stem)
        for path in parser.parse_args().files or sorted(TRAPS.glob("*.json"))
        for data in json.loads(path.read_text(encoding="utf-8"))
    ]
    verdicts = judge_statements([one.statement for one in traps], None, SECONDS)
    found = score(traps, lambda _: next(verdicts).kind)
    for expected, words in KINDS.items():
        counts = ", ".join(f"{found.count(expected, worth)} {worth}" for worth in WORTHS)
        print(f"{found.count(expected)} {words}: {counts}")
    for worth in WORTHS[:0:-1]:
        if found.names(worth):
            print(f"\n{worth}: {', '.join(found.names(worth))}")
    return 1 if found.names("wrong") else 0


if __name__ == "__main__":
    environment.enter("dev")
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.stderr.write("\ntraps.py: interrupted\n")
        sys.exit(130)
