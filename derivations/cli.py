"""The command line: `derivations decide | show | check | verify | write`.

    derivations decide 'sin(x)**2 + cos(x)**2 = 1' --let 'x: real'
                                            judge a statement
    derivations decide ... --trace          and show what was tried, and where that failed
    derivations decide FILE.json            judge the statements of a file
    derivations show document:label         the statement, and its proof or counterexample
    derivations check                       judge every built-in document
    derivations check notes.py --json results.jsonl   judge a claim file of your own, and write
                                            a JSON object for each of its entries
    derivations check notes.py --certificates DIR     and write the certificate of each claim
    derivations verify DIR                  replay certificates; SymPy is never imported
    derivations write --to latex -o DIR     a writeup of each document, from its verdicts, and
                                            the certificates in DIR/certificates
    derivations write --to notebook -o DIR  each document as a notebook that judges it again

Exit codes: 0 every verdict is the expected one; of `decide` and `show`, every statement was
answered, whatever the verdict; 1 some verdict is not the expected one, or a statement that was
decided has two sides that are the same, so that nothing was checked; 2 the call or what it names
is wrong, and nothing was written; 130 interrupted.  Of a file of statements those that can be read
are judged and written, whatever the others are: these are undecided, and the exit code is 2.

What a command needs is imported when it runs: SymPy alone takes longer than most proofs.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from derivations import __version__
from derivations.language.tokens import closest, shown
from derivations.options import (
    AS_EXPECTED, CONTEXT, INTERRUPTED, NO_READER, NOT_AS_EXPECTED, RUN, SUFFIXES, WRONG_CALL,
    CallError, Parser, SetLimit, add_options,
)

if TYPE_CHECKING:
    from derivations.documents.document import Document, Judged
    from derivations.language.statements import Statement, StatementError
    from derivations.verdicts import Verdict

# The part of the time for a statement that reading it may use, to see whether it is well-sorted.
READING = 0.15
_RELATION = re.compile(r"[=<>]|\bis\s+invertible\s*$")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # what it cannot show must not end the program
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] | None = options.run
        code = _help() if run is None else run(options)
        sys.stdout.flush()
        return code
    except CallError as error:
        sys.stderr.write(f"derivations: {error}\n")
        return WRONG_CALL
    except (MemoryError, RecursionError) as error:
        what = "out of memory" if isinstance(error, MemoryError) else "nested too deep"
        sys.stderr.write(f"derivations: {what}; nothing more was written\n")
        return WRONG_CALL
    except KeyboardInterrupt:
        sys.stderr.write("derivations: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes standard output once more at exit; let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"derivations: {named}{error.strerror or error}\n")
        return WRONG_CALL


def _help() -> int:
    _parser().print_help()
    return AS_EXPECTED


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="derivations",
        description="Takes each step of a written derivation and proves it, refutes it, or says "
        "what is missing.",
        epilog="Exit codes: 0 as expected, 1 some verdict is not, 2 the call or input is wrong.",
    )
    parser.add_argument("--version", action="version", version=f"derivations {__version__}")
    parser.add_argument(
        "--limit", action=SetLimit, choices=("help",), help="list the limits that input can meet"
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar="COMMAND", prog=parser.prog)
    for name, (run, words, names) in _COMMANDS.items():
        command = commands.add_parser(name, help=words)
        add_options(command, names)
        command.set_defaults(run=run)
    return parser


def _loaded(options: argparse.Namespace) -> tuple[list[Document], list[str]]:
    """The documents that can be loaded, and what is wrong with the others."""
    from derivations.documents import builtin_documents
    from derivations.documents.faults import DocumentError

    documents: list[Document] = []
    faults: list[str] = []
    for named in options.documents or builtin_documents():
        try:
            documents.append(_load(_claim_file(named), options.seconds))
        except DocumentError as error:
            faults.append(str(error))
    if not documents and faults:
        raise CallError("\n  ".join(faults))
    if not documents:
        raise CallError("there is no built-in document; name a claim file FILE.py")
    names = [document.name for document in documents]
    for name in names:
        if names.count(name) > 1:
            raise CallError(f"two of the documents are called {name!r}; their names must differ")
    return documents, faults


def _load(name: str, seconds: float) -> Document:
    """The document of this name.

    A claim file that no exception can end ends the program, and standard error tells where it was.
    """
    import derivations.language.as_written  # noqa: F401  # else SymPy takes the time of the file
    from derivations.documents import builtin_documents, load
    from derivations.judging.child import GRACE

    if name in builtin_documents():
        return load(name)
    faulthandler.dump_traceback_later(seconds + 3 * GRACE, exit=True, file=2)
    try:
        return load(name, seconds)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _claim_file(name: str) -> str:
    """`NAME.py`, if there is one, for the name of a document that is not built in."""
    from derivations.documents import builtin_documents

    own = f"{name}.py"
    return own if name not in builtin_documents() and Path(own).is_file() else name


# What was asked about: a statement with its name; or why it cannot be judged.
Asked = list[tuple[str, "Statement | StatementError"]]


def _decide(options: argparse.Namespace) -> int:
    from derivations.language.statements import StatementError
    from derivations.writing import report

    target = _writable_file(options.json, [options.asked] if _is_file(options.asked) else [])
    asked = _asked(options)
    lines: list[str] = []
    verdicts: list[Verdict] = []
    answers = _answers if options.trace is None else _traced
    for (name, _), verdict in zip(asked, answers(asked, options), strict=True):
        verdicts.append(verdict)
        if options.json is not None:
            lines.append(json.dumps(report.answer_json(name, verdict), ensure_ascii=False) + "\n")
        shown = lines[-1] if options.json == "-" else report.answer_text(name, verdict) + "\n"
        print(shown, end="", flush=True)  # what is found is not lost where the rest is interrupted
    faults = [found for _, found in asked if isinstance(found, StatementError)]
    if options.json != "-" and _is_file(options.asked):
        refused = f"; {len(faults)} of them refused" if faults else ""
        print(report.answers_tally(verdicts) + refused)
    if target is not None:
        from derivations.writing.files import write_whole

        write_whole(target, "".join(lines))
    if faults:
        told = [str(fault) for e in faults for fault in getattr(e, "faults", (e,))]
        if len(told) > 1:
            refused = f"{len(faults)} of its {len(asked)} statements were not judged"
            told.insert(0, f"{len(told)} faults in {options.asked}; {refused}")
        raise CallError("\n  ".join(told))
    return NOT_AS_EXPECTED if any(verdict.empty for verdict in verdicts) else AS_EXPECTED


def _is_file(asked: str) -> bool:
    """Whether this names a file of statements: it ends in `.json`, as no statement does."""
    return asked.endswith(".json")


def _asked(options: argparse.Namespace) -> Asked:
    """The statement that was asked about, or those of the file that was named."""
    from derivations.judging.child import bounded
    from derivations.language.files import read_statements
    from derivations.language.parser import StatementErrors, parse_claim
    from derivations.language.statements import StatementError
    from derivations.language.tokens import Undeclared, Unsupported
    from derivations.proving import check_statement
    from derivations.verdicts import Stopped

    if options.asked.endswith(".py") and Path(options.asked).is_file():
        raise CallError(f"{options.asked!r} is a claim file, which `derivations check` judges")

    def well_sorted(statement: Statement) -> None:
        """Raises StatementError for what is seen not to be so in a part of the time."""
        try:
            with bounded(READING * options.seconds):
                check_statement(statement)
        except StatementError:
            raise
        except (Exception, Stopped):
            return  # no fault of the writer's; what it is, judging will say

    try:
        if not _is_file(options.asked):
            stated = parse_claim(
                options.asked, options.let, options.given, well_sorted, options.exists
            )
            return [(options.asked, stated)]
        if options.let or options.given or options.exists:
            raise CallError(
                "--let, --given and --exists go with a statement; the statements of a file declare "
                "their names themselves"
            )
        return read_statements(options.asked, well_sorted)
    except Unsupported as error:
        raise CallError(str(error)) from None
    except StatementErrors as error:
        told = [str(fault) for fault in error.faults]
        if any(isinstance(fault, Undeclared) for fault in error.faults):
            told.append("declare a name with --let 'name: sort', such as --let 'x: real'")
        raise CallError("\n  ".join(told)) from None


def _answers(asked: Asked, options: argparse.Namespace) -> Iterator[Verdict]:
    from derivations.judging.judge import judge_statements
    from derivations.language.statements import Statement
    from derivations.verdicts import undecided

    statements = [found for _, found in asked if isinstance(found, Statement)]
    verdicts = judge_statements(statements, options.workers, options.seconds)
    for _, found in asked:
        if isinstance(found, Statement):
            yield next(verdicts)
        else:
            yield undecided(Statement((), (), ()), found)


def _traced(asked: Asked, options: argparse.Namespace) -> Iterator[Verdict]:
    """The verdict on one statement, once it is told what was tried."""
    from derivations.search.tracing import watched

    if _is_file(options.asked) or options.json == "-":
        raise CallError("--trace goes with one statement, not with a file or with --json -")
    with watched() as trace:
        verdicts = [*_answers(asked, options)]
    print("\n".join([*trace.lines(options.trace), ""]))
    yield from verdicts


def _show(options: argparse.Namespace) -> int:
    """Tell a claim or statement: its proof, its counterexample, or where each method stopped.

    `document:label` or a label that only one built-in document has; the label of a chain stands
    for all its steps; `FILE.json#id`; anything with a relation in it is a statement.
    """
    from derivations.language.parser import StatementErrors
    from derivations.writing.explain import explain

    name, marked, wanted = options.asked.partition(".json#")
    context = bool(options.let or options.given or options.exists)
    told: list[tuple[str, Iterable[Verdict]]]
    if _RELATION.search(options.asked) and not marked:
        told = [("", _answers(_asked(options), options))]
    elif context:
        raise CallError(
            "--let and --given go with a statement written as a relation; "
            "a claim brings its own names and hypotheses"
        )
    elif marked:
        options.asked = f"{name}.json"
        found = [(n, s) for n, s in _asked(options) if n == wanted]
        if not found:
            near = closest(wanted, [n for n, _ in _asked(options)])
            raise CallError(
                f"{options.asked} has no statement with the id {shown(wanted)}{near}"
            )
        for _, stated in found:
            if isinstance(stated, StatementErrors):
                raise CallError("\n  ".join(map(str, stated.faults)))
        told = [("", _answers(found, options))]
    elif _is_file(options.asked):
        raise CallError(f"name a statement of the file by its id: {options.asked}#ID")
    else:
        told = _entry(options.asked, options.seconds)
    for number, (heading, verdicts) in enumerate(told):
        parts = [heading] if heading else []
        for verdict in verdicts:
            parts += [explain(verdict), f"Judged in {verdict.seconds:.3f} s."]
        print("\n" * (number > 0) + "\n".join(parts), flush=True)
    return AS_EXPECTED


def _entry(asked: str, seconds: float) -> list[tuple[str, Iterable[Verdict]]]:
    """What is to be told of the claim, chain or other entry of a document with this name."""
    from derivations.documents import builtin_documents
    from derivations.documents.entries import Chain, Claim, Labelled
    from derivations.documents.faults import DocumentError
    from derivations.judging.judge import judge_claim
    from derivations.writing.report import heading_lines

    name, colon, label = asked.partition(":")
    label = label.strip() if colon else asked.strip()
    try:
        names = [_claim_file(name)] if colon else builtin_documents()
        documents = [_load(name, seconds) for name in names]
    except DocumentError as error:
        raise CallError(str(error)) from error
    labelled = [
        (document, entry)
        for document in documents
        for entry in (*document.entries, *document.claims)
        if isinstance(entry, Labelled)
    ]
    found = [pair for pair in labelled if pair[1].label == label]
    places = list(dict.fromkeys(document.name for document, _ in found))
    if len(places) > 1:
        choices = ", ".join(f"{name}:{label}" for name in places)
        raise CallError(f"several documents have a claim {label!r}: {choices}")
    if not found:
        if not colon and (label in builtin_documents() or Path(_claim_file(label)).is_file()):
            raise CallError(f"{label!r} is a document; name a claim of it, {label}:LABEL; "
                            f"`derivations check --json - {label}` lists them")
        labels = list(dict.fromkeys(entry.label for _, entry in labelled))
        where = documents[0].name if colon else "the built-in documents"
        raise CallError(
            f"no claim of {where} is called {shown(label)}{closest(label, labels)}; `derivations "
            f"check --json -{colon and ' ' + name}` lists them (and a statement has a relation in "
            "it, such as x = x)"
        )
    document, entry = found[0]
    claims: Sequence[Labelled] = entry.steps if isinstance(entry, Chain) else (entry,)
    return [
        (
            "\n".join(heading_lines(document, one)),
            (judge_claim(document, c.label, seconds) for c in (one,) if isinstance(c, Claim)),
        )
        for one in claims
    ]


def _check(options: argparse.Namespace) -> int:
    from derivations.documents.entries import Chain, Claim, Unstated
    from derivations.writing import report
    from derivations.writing.files import write_certificates, write_whole

    target = _writable_file(options.json, map(_claim_file, options.documents))
    folder = None if options.certificates is None else _writable_folder(options.certificates)
    documents, faults = _loaded(options)
    entries = [entry for document in documents for entry in document.entries]
    if not faults and not any(isinstance(entry, (Claim, Chain, Unstated)) for entry in entries):
        names = ", ".join(document.name for document in documents)
        raise CallError(f"no claim is stated in {names}: there is nothing to judge")
    if folder is not None:
        _keep_others(_certificates(folder, documents))
    judged = _judged(documents, options)
    lines = [
        json.dumps(found, ensure_ascii=False) for found in report.json_lines(documents, judged)
    ]
    print("\n".join(lines) if options.json == "-" else report.check_text(documents, judged))
    if faults:
        # The verdicts on the other documents stand, but nothing is written for half a call.
        raise CallError("\n  ".join(faults))
    if target is not None:
        write_whole(target, "".join(line + "\n" for line in lines))
    if folder is not None:
        write_certificates(folder, judged)
    return _exit_code(judged)


def _verify(options: argparse.Namespace) -> int:
    from derivations.kernel.replay import replay_files

    files: list[str] = []
    for name in options.files:
        path = Path(name)
        inside = sorted(str(p) for p in path.glob("*.json")) if path.is_dir() else [name]
        if not inside:
            raise CallError(f"the folder {name!r} holds no certificate, no file *.json")
        files += inside
    return replay_files(files)


def _words(options: argparse.Namespace) -> int:
    from derivations.kernel import unfolded
    from derivations.language.words import words

    print(words(unfolded))
    return 0


def _write(options: argparse.Namespace) -> int:
    from derivations.writing import report
    from derivations.writing.files import write_certificates, write_whole

    if options.to == "latex":
        from derivations.writing.latex import document_latex as written
    else:
        from derivations.writing.notebook import document_notebook as written

    folder = _writable_folder(options.output)
    documents, faults = _loaded(options)
    if faults:
        raise CallError("\n  ".join(faults))
    paths = [folder / f"{document.name}{SUFFIXES[options.to]}" for document in documents]
    _keep_others([*paths, *_certificates(folder / "certificates", documents)])
    judged = _judged(documents, options)
    for document, path in zip(documents, paths, strict=True):
        own = [one for one in judged if one.document is document]
        write_whole(path, written(document, own))
        print(path)
    write_certificates(folder / "certificates", judged)
    print(report.tally(documents, judged))
    return _exit_code(judged)


def _judged(documents: Sequence[Document], options: argparse.Namespace) -> list[Judged]:
    """Every claim that the documents state, with its verdict: none is lost on the way."""
    from derivations.judging.judge import judge

    judged = list(judge(documents, options.workers, options.seconds))
    stated = sum(document.stated for document in documents)
    if len(judged) != stated:
        raise CallError(f"{stated} claims and steps are stated, and {len(judged)} were judged")
    return judged


def _exit_code(judged: Sequence[Judged]) -> int:
    return AS_EXPECTED if all(one.expected for one in judged) else NOT_AS_EXPECTED


def _certificates(folder: Path, documents: Iterable[Document]) -> list[Path]:
    """Where the certificates of all claims will stand."""
    from derivations.writing.files import certificate_path

    return [certificate_path(folder, d.name, claim.label) for d in documents for claim in d.claims]


def _keep_others(paths: Iterable[Path]) -> None:
    """Nothing is written over that was not written here."""
    from derivations.writing.files import is_own

    for path in paths:
        if path.exists() and not is_own(path):
            raise CallError(f"{str(path)!r} is not by derivations: name another folder to write to")


def _writable_file(name: str | None, read: Iterable[str]) -> Path | None:
    """The file to write, if one is named that is not the output, once it can be written; it is
    none of those that are read."""
    if name in (None, "-"):
        return None
    path = Path(str(name))
    if any(path.exists() and os.path.exists(f) and path.samefile(f) for f in read):
        raise CallError(f"{name!r} is what is judged: name another file to write")
    if path.is_dir():
        raise CallError(f"{name!r} is a folder; name a file to write")
    if path.suffix == ".py":  # a claim file that follows --json
        raise CallError(f"{name!r} is Python; --json takes the file to write, results.jsonl say")
    if path.name == name and not path.suffix:  # as the name of a document has none
        raise CallError(f"--json takes the file to write, {name}.jsonl say; or - for the output")
    _writable_folder(str(path.parent))
    return path


def _writable_folder(name: str) -> Path:
    """The folder, which need not exist yet, if it can be written to."""
    path = Path(name)
    above = path.absolute()
    while not above.exists():
        above = above.parent
    if not above.is_dir():
        raise CallError(f"cannot write to {name!r}: {above} is not a folder")
    if not os.access(above, os.W_OK):
        raise CallError(f"cannot write to {name!r}: no permission in {above}")
    return path


# What each command does, in words, and its options: flags, or the name of an option and its flag.
_COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], int], str, str]] = {
    "decide": (_decide, "judge a statement, or those of a file",
               f"statement:asked {CONTEXT} --json --trace --workers few:--seconds --limit"),
    "show": (_show, "tell a claim: its proof, or its counterexample",
             f"claim:asked {CONTEXT} {RUN}"),
    "check": (_check, "judge the claims of documents", f"documents {RUN} --json --certificates"),
    "verify": (_verify, "replay certificate files, without SymPy", "files --limit"),
    "words": (_words, "list the functions and operations: what to write", ""),
    "write": (_write, "write documents up from their verdicts",
              f"documents {RUN} --to --output"),
}  # fmt: skip
