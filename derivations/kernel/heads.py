"""Which arguments each head of a term takes, for terms that come from a file."""

from __future__ import annotations

from derivations.kernel.theorem import Rejected
from derivations.language.heads import BINDING, PLAIN
from derivations.language.terms import Term


def check_head(head: str, args: tuple[Term, ...], where: str) -> None:
    """Every head with the number and kind of arguments that it takes."""
    count = len(args)
    if head in PLAIN:
        good = PLAIN[head].takes(count)
    elif head in ("i", "pi"):
        good = count == 0
    elif head in ("matrix", "blocks"):
        good = count >= 1
    elif head in BINDING:
        good = count == 4 and args[0].head == "symbol" and args[0].sort.within("integer")
    elif head == "apply":
        good = count >= 2
    elif head == "function":
        good = count >= 2 and all(a.head == "symbol" for a in args[:-1])
    else:
        raise Rejected(where, f"unknown head {head[:40]!r}")
    if not good:
        raise Rejected(where, f"{head} does not take these {count} argument(s)")
