"""Claim files as pytest items: one for each claim and each step, such as `angles.py::double[2]`.

Which files are claim files is said by the ini option `derivations_files`, or by `--derivations
GLOB`; nothing is collected unasked.  An item passes when the verdict is the expected one, which may
be `refuted`; what is expected to be undecided is an expected failure, as long as it is.

Beside a claim file may stand its lock file, `angles.lock` for `angles.py`: a line for each claim,
with its label, the hash of its statement, the verdict, and the conditions or the counterexample.

    eq2 1f0c5b1e77aa refuted a = pi/2, b = pi/2

What differs from its line fails, as do claims without a line and lines without a claim.  The lines
are only compared with; every claim is judged.  `pytest --derivations-update` writes them.

A run that was asked for claims and judges none does not pass: files of the option are collected
whatever else is named; it fails when they are not, and when a claim that is to be run is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

# Everything else of the package is imported where there are claim files to judge.
if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from derivations.documents.document import Document
    from derivations.documents.entries import Claim, Unstated
    from derivations.language.terms import Place
    from derivations.verdicts import Verdict

_MEANT = "if that is meant: pytest --derivations-update"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("derivations_files", "globs of claim files, from the root", "args", [])
    group = parser.getgroup("derivations")
    group.addoption(
        "--derivations",
        dest="derivations_globs",
        action="append",
        default=[],
        metavar="GLOB",
        help="claim files, each claim and step of which is a test; may be repeated",
    )
    group.addoption(
        "--derivations-update",
        action="store_true",
        help="write what is found to the lock files of the claim files",
    )


def pytest_configure(config: pytest.Config) -> None:
    ini = _matching(config.rootpath, config.getini("derivations_files"))
    option = _matching(config.invocation_params.dir, config.option.derivations_globs)
    if ini or option:
        config.pluginmanager.register(ClaimFiles(config, ini, option), "derivations-claim-files")


def _matching(folder: Path, patterns: list[str]) -> set[Path]:
    """The files that are meant by globs, each of which means one at least."""
    files: set[Path] = set()
    for pattern in patterns:
        found = glob(pattern, root_dir=folder, recursive=True)
        if not found:
            raise pytest.UsageError(f"derivations: there is no file {pattern!r} in {folder}")
        files.update((folder / name).resolve() for name in found)
    return files


class ClaimFiles:
    """The claim files of a run, and what was found.

    files: all of them; option: those that the call names; asked: those that have to be judged, all
        but where the call names other files.
    collected: which of them were collected, each with the labels of the claims that are to be run.
    found: the properties of each claim that was judged, by its file and its label.
    failed: how many items and files failed.
    """

    def __init__(self, config: pytest.Config, ini: set[Path], option: set[Path]) -> None:
        self.config = config
        self.files = ini | option
        named_by_call = config.args_source is pytest.Config.ArgsSource.ARGS
        self.asked = option if named_by_call or config.option.ignore else self.files
        self.option = option
        self.collected: dict[Path, set[str]] = {}
        self.found: dict[Path, dict[str, dict[str, Any]]] = {}
        self.failed = 0
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            config.args += sorted(map(str, self.files))
        else:
            start = config.invocation_params.dir
            named = [(start / argument.partition("::")[0]).resolve() for argument in config.args]
            config.args += sorted(str(f) for f in option if not {f, *f.parents} & set(named))

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, Any, Any]:
        collected = yield
        file = file_path.resolve()
        if file not in self.files:
            return collected
        self.collected.setdefault(file, set())
        # Not as a module of tests too: importing it would have SymPy evaluate the claims.
        return [ClaimFile.from_parent(parent, path=file_path)]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if isinstance(item, ClaimItem) and item.claimed:
                self.collected[item.path.resolve()].add(item.name)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What another process collected; that of one that died is told by others."""
        told = getattr(node, "workeroutput", {}).get("derivations", {})
        for file, labels in told.items():
            self.collected.setdefault(Path(file), set()).update(labels)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        path, _, _ = report.nodeid.partition("::")
        if report.failed and Path(self.config.rootpath, path).resolve() in self.files:
            self.failed += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        path, _, label = report.location
        file = Path(self.config.rootpath, path).resolve()
        if file not in self.files:
            return
        properties = dict(report.user_properties)
        other = properties.get("verdict") != properties.get("expected")  # also where xfail is said
        self.failed += report.failed or (report.when == "call" and other)
        if report.when == "call" and "derivations" in properties:
            self.found.setdefault(file, {})[label] = properties

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        if self.found or self.failed:
            from derivations.verdicts import KINDS

            kinds = [p["verdict"] for found in self.found.values() for p in found.values()]
            told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in KINDS if kind in kinds)
            ending = f"{self.failed} not as expected" if self.failed else "all as expected"
            terminalreporter.write_line(f"derivations: {told or 'nothing judged'}; {ending}")
        why = self._why_not()
        if why:
            terminalreporter.write_line(f"derivations: {why}")

    def _why_not(self) -> str:
        """Why something that was asked for was not judged; "" if all was."""
        if self.config.option.collectonly:
            return ""
        if not self.collected:
            count = "1 claim file" if len(self.files) == 1 else f"{len(self.files)} claim files"
            named = "--derivations names" if self.option else "derivations_files names"
            return f"no claim was judged: of the {count} that {named} none was collected"
        missing = sorted(self.asked - self.collected.keys())
        if missing:
            by = "--derivations" if missing[0] in self.option else "derivations_files"
            return f"{missing[0].name}, which {by} names, was not collected"
        left = [
            f"{file.name}::{label}"
            for file, labels in self.collected.items()
            for label in sorted(labels - self.found.get(file, {}).keys())
        ]
        return f"{len(left)} not judged, such as {left[0]}" if left else ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail for what was not judged.  Write the lock files, if asked, in the order of the
        claims; what was not run stays as it is."""
        output = getattr(self.config, "workeroutput", None)
        if output is not None:  # this is one of several processes
            output["derivations"] = {str(f): sorted(some) for f, some in self.collected.items()}
            return
        passing = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        wanted = self.collected or self.asked
        if wanted and self._why_not() and session.exitstatus in passing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        for file, found in self.found.items() if self.config.option.derivations_update else ():
            from derivations.documents import load
            from derivations.writing.files import write_whole

            lock = dict(_lock(file) or ())
            lines = lock | {label: p["derivations"] for label, p in found.items()}
            labels = [claim.label for claim in load(str(file)).claims]
            text = "".join(f"{lines[label]}\n" for label in labels if label in lines)
            write_whole(file.with_suffix(".lock"), text)


class ClaimFile(pytest.File):
    """A claim file; its faults are told together."""

    def collect(self) -> Iterator[pytest.Item]:
        from derivations.documents import load
        from derivations.documents.entries import Unstated
        from derivations.documents.faults import DocumentError
        from derivations.testing import SECONDS

        updating = self.config.option.derivations_update
        try:
            document = load(str(self.path), SECONDS)
            lines = _lock(self.path)
        except DocumentError as error:
            raise self.CollectError(str(error)) from None
        lock = None if lines is None or updating else dict(lines)
        if lock is not None and lines is not None and len(lock) < len(lines):
            labels = [label for label, _ in lines]
            twice = next(label for label in labels if labels.count(label) > 1)
            name = self.path.with_suffix(".lock").name
            raise self.CollectError(f"{name} has more than one line for {twice!r}\n{_MEANT}")
        for claim in document.claims:
            pinned = None if lock is None else lock.pop(claim.label, "")
            test = partial(_judge, document, claim, pinned)
            yield self._item(claim.label, claim.place, test, claimed=True)
        for entry in document.entries:
            if isinstance(entry, Unstated):
                yield self._item(entry.label, entry.place, partial(_leave_unstated, entry))
        for label in lock or ():
            yield self._item(label, None, _tell_unused)

    def _item(
        self,
        label: str,
        place: Place | None,
        test: Callable[[ClaimItem], None],
        *,
        claimed: bool = False,
    ) -> ClaimItem:
        return ClaimItem.from_parent(self, name=label, place=place, test=test, claimed=claimed)


class ClaimItem(pytest.Item):
    """A claim or a step of a chain; or a line of the lock file that is of no claim.

    place: where it was written.
    test: what ends as the item does.
    claimed: whether it is a claim or a step, which is to be judged.
    """

    def __init__(
        self,
        *,
        place: Place | None,
        test: Callable[[ClaimItem], None],
        claimed: bool,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.place = place
        self.test = test
        self.claimed = claimed

    def runtest(self) -> None:
        self.test(self)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self.place and self.place.line - 1, self.name


def _judge(document: Document, claim: Claim, pinned: str | None, item: ClaimItem) -> None:
    """Judge a claim; `pinned` is its line in the lock file, if that is compared."""
    from derivations.judging.judge import judge_claim
    from derivations.testing import SECONDS, settle

    verdict = judge_claim(document, claim.label, SECONDS)
    line = lock_line(claim.label, verdict)
    item.user_properties += [
        ("expected", claim.expect),
        ("verdict", verdict.kind),
        ("source", claim.source),
        ("derivations", line),
    ]
    changed = []
    if pinned not in (None, line):
        name = item.path.with_suffix(".lock").name
        changed = [f"{name} says: {pinned or 'nothing of it'}", f"it is now: {line}", _MEANT]
    settle(claim, verdict, changed)


def _leave_unstated(entry: Unstated, item: ClaimItem) -> None:
    pytest.xfail(entry.missing)


def _tell_unused(item: ClaimItem) -> None:
    lock = item.path.with_suffix(".lock").name
    told = f"{lock} has a line for {item.name!r}, and {item.path.name} no such claim"
    pytest.fail(f"{told}\n{_MEANT}", pytrace=False)


def lock_line(label: str, verdict: Verdict) -> str:
    """What is pinned of a claim."""
    from derivations.kernel import statement_hash

    told = verdict.to_json()
    found = "; ".join(told["conditions"])
    if not found and told["witness"] is not None:
        found = ", ".join(f"{name} = {value}" for name, value in told["witness"]["values"].items())
    kind = f"{verdict.kind} vacuously" if verdict.vacuous else verdict.kind
    return f"{label} {statement_hash(verdict.statement)[:12]} {kind} {found}".rstrip()


def _lock(file: Path) -> list[tuple[str, str]] | None:
    """The lines of the lock file of a claim file, with their labels; None where there is none."""
    from derivations.documents.entries import LOCKED
    from derivations.documents.faults import DocumentError

    path = file.with_suffix(".lock")
    if not path.exists():
        return None
    try:  # what is no text differs from what is found
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise DocumentError(f"{path.name} cannot be read: {error.strerror}") from None
    found = ((line, LOCKED.match(line)) for line in lines if line.strip())
    return [(match["label"] if match else line, line) for line, match in found]
