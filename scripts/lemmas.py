"""Prove the lemmas of derivations/lemmas, and write their index and certificates.

    python scripts/lemmas.py          proves what is new or has changed, and keeps what still holds
    python scripts/lemmas.py NAME...  proves these again, too

A lemma that is not proved is told with the step that failed, and left out; exit code 1.
"""

import json
import sys
import time
from typing import Any

import environment

if __name__ == "__main__":
    environment.enter("dev")

from derivations import lemmas
from derivations.kernel import Theorem, check, decode, encode
from derivations.language.statements import Unsettled
from derivations.lemmas.proofs import Row, Step, described, ordered, prove, tables


def steps_of(steps: tuple[Step, ...]) -> list[Any]:
    """Steps as plain data: a change of them is seen."""
    return [[step.text, *steps_of(step.below)] for step in steps]


def main(again: list[str]) -> int:
    index: dict[str, Any] = {}
    certificates: list[Any] = []
    theorems: dict[str, Theorem] = {}
    kept: dict[str, Any] = {}
    if lemmas.INDEX.exists():
        rows = json.loads(lemmas.INDEX.read_text(encoding="utf-8"))
        coded = json.loads(lemmas.CERTIFICATES.read_text(encoding="utf-8"))
        kept = {title: (row, data) for (title, row), data in zip(rows.items(), coded, strict=True)}
    failed = 0
    for row in ordered(tables()):
        entry, data = kept.get(row.title, (None, None))
        theorem = None if row.title in again else standing(row, entry, data, theorems)
        if theorem is None:
            started = time.process_time()
            try:
                certificate, theorem = prove(row, theorems)
            except Unsettled as why:
                failed += 1
                print(f"{row.title}: not proved: {why}", flush=True)
                continue
            data = encode(certificate)
            print(f"{row.title}: proved, {time.process_time() - started:.2f} s", flush=True)
        by_hash = {each.hash: title for title, each in theorems.items()}
        if theorem.hash in by_hash:
            failed += 1
            print(f"{row.title}: says what {by_hash[theorem.hash]} says", flush=True)
            continue
        theorems[row.title] = theorem
        index[row.title] = {
            "statement": row.statement, "source": row.source, "hash": theorem.hash,
            **({"law": True} if row.is_law else {}), **described(theorem.statement),
            "uses": [by_hash[each] for each in theorem.lemmas], "steps": steps_of(row.steps),
        }
        certificates.append(data)
    lines = ",\n".join(f"{json.dumps(title)}: {json.dumps(row)}" for title, row in index.items())
    lemmas.INDEX.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    lines = ",\n".join(json.dumps(data, separators=(",", ":")) for data in certificates)
    lemmas.CERTIFICATES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(index)} lemmas")
    return 1 if failed else 0


def standing(row: Row, entry: Any, data: Any, theorems: dict[str, Theorem]) -> Theorem | None:
    """The theorem of a lemma that was written before, if the kernel still accepts its proof."""
    same = entry and (entry["statement"], entry["steps"]) == (row.statement, steps_of(row.steps))
    if not same or not set(entry["uses"]) <= theorems.keys():
        return None
    try:
        made = check(decode(data), {t.hash: t for t in theorems.values()})
    except Unsettled:
        return None
    return made if isinstance(made, Theorem) and made.hash == entry["hash"] else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
