"""How a command is called: its options, and what is said of a call that is wrong."""

import argparse
from typing import Any, NoReturn

from derivations.language.limits import BadLimit, limits_text, set_limits
from derivations.language.tokens import closest, shown

AS_EXPECTED, NOT_AS_EXPECTED, WRONG_CALL, INTERRUPTED = 0, 1, 2, 130
# The reader of the output is gone: what a shell reports for a program that SIGPIPE ended.
NO_READER = 141


class CallError(Exception):
    """The call is wrong, or what it names: one line that says what would be accepted."""


class Parser(argparse.ArgumentParser):
    """Reports a wrong call in one line."""

    def error(self, message: str) -> NoReturn:
        one_line = " ".join(message.split())
        self.exit(WRONG_CALL, f"{self.prog}: {one_line}; see {self.prog} --help\n")


def add_options(command: argparse.ArgumentParser, names: str) -> None:
    """Add options by their flags; `key:flag` is the option `key`, written as the flag says."""
    for option in names.split():
        key, _, flag = option.rpartition(":")
        short = ["-o"] if flag == "--output" else []
        command.add_argument(*short, flag, **_OPTIONS[key or flag])


class SetLimit(argparse.Action):
    """Sets a limit as soon as it is read; `help` lists them all, and that is the answer."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if values == "help":
            print(f"limits, each set by --limit NAME=VALUE:\n{limits_text()}")
            parser.exit(AS_EXPECTED)
        try:
            set_limits([values])
        except BadLimit as error:
            raise CallError(str(error)) from error


def _method(name: str) -> str:
    from derivations.search.methods import METHODS  # few calls name one

    names = [method.name for method in METHODS]
    if name and name not in names:
        raise argparse.ArgumentTypeError(
            f"no method is called {shown(name)}{closest(name, names)}; a statement stands before "
            f"--trace; the methods are: {', '.join(dict.fromkeys(names))}")
    return name


def _positive_int(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def _positive_number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


CONTEXT = "--let --exists --given"
RUN = "--workers --seconds --limit"

# The formats of writeups.
SUFFIXES = {"latex": ".tex", "notebook": ".ipynb"}

_REPEATED: dict[str, Any] = {"action": "append", "default": []}
_SECONDS: dict[str, Any] = {
    "type": _positive_number, "metavar": "S",
    "help": "processor time that one of them may take before it is left undecided; by the clock, "
    "what a claim file may take to be read (default: %(default)g)",
}  # fmt: skip
_OPTIONS: dict[str, dict[str, Any]] = {
    "statement": {
        "metavar": "STATEMENT",
        "help": "a relation such as 'x**2 >= 0', or a file of statements FILE.json (its name ends "
        "in .json; anything else is a relation)",
    },
    "claim": {
        "metavar": "CLAIM",
        "help": "document:label, FILE.py:label, or a label that only one document has; "
        "FILE.json#id; or a relation",
    },
    "documents": {
        "nargs": "*", "metavar": "DOCUMENT",
        "help": "a built-in document by name, or a claim file FILE.py, which is executed; "
        "default: every built-in document",
    },
    "files": {"nargs": "+", "metavar": "FILE", "help": "a certificate, or a folder"},
    "--let": {
        **_REPEATED, "metavar": "'NAME: SORT'",
        "help": "declare a name, such as 'x: real' or 'A, B: matrix(n, n)'; may be repeated",
    },
    "--exists": {
        **_REPEATED, "metavar": "'NAME: SORT'",
        "help": "what is claimed to exist, such as 'N: family(posint -> natural)'; may be repeated",
    },
    "--given": {
        **_REPEATED, "metavar": "RELATION",
        "help": "a hypothesis, such as 'x != 0' or 'A is invertible'; may be repeated",
    },
    "--json": {"metavar": "FILE", "help": "write one JSON object a line; - for output"},
    "--trace": {
        "nargs": "?", "const": "", "metavar": "METHOD", "type": _method,
        "help": "show what was tried for a statement and where it failed; of one method, if one is "
        "named",
    },
    "--certificates": {"metavar": "DIR", "help": "write the certificate of each claim"},
    "--to": {"choices": tuple(SUFFIXES), "required": True, "help": "the format"},
    "--output": {"metavar": "DIR", "required": True, "help": "the folder to write"},
    "--workers": {
        "type": _positive_int, "metavar": "N",
        "help": "processes to judge in; 1: in this one (default: 1 unless there is much to judge)",
    },
    "--seconds": {**_SECONDS, "default": 60.0},
    "few": {**_SECONDS, "default": 10.0},
    "--limit": {
        "action": SetLimit, "metavar": "NAME=VALUE",
        "help": "how large input may be, such as nesting=300; may be repeated (`--limit help` "
        "lists all limits)",
    },
}  # fmt: skip
