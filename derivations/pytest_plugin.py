"""Claim files as pytest items: one for each claim and each step, such as `angles.py::double[2]`.

Which files are claim files is said by the ini option `derivations_files`, or by `--derivations
GLOB`; nothing is collected unasked.  An item passes when the verdict is the expected one, which may
be `refuted`; what is expected to be undecided is an expected failure, as long as it is.

Beside a claim file may stand its lock file, `angles.lock` for `angles.py`: a line for each claim,
with its label, the hash of its statement, the verdict, and the conditions or the counterexample.

    eq2 1f0c5b1e77aa refuted a = pi/2, b = pi/2

What differs from its line fails, as do claims without a line and lines without a claim.  The lines
are only compared with; every claim is judged.  `pytest --derivations-update` writes them.
"""

from __future__ import annotations

import re
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
_LOCKED = re.compile(r"(?P<label>.+?) [0-9a-f]{12} (proved|conditional|refuted|undecided)\b")


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
    asked = [(config.rootpath, g) for g in config.getini("derivations_files")]
    asked += [(config.invocation_params.dir, g) for g in config.option.derivations_globs]
    files: set[Path] = set()
    for folder, pattern in asked:
        found = glob(pattern, root_dir=folder, recursive=True)
        if not found:
            raise pytest.UsageError(f"derivations: there is no file {pattern!r} in {folder}")
        files.update((folder / name).resolve() for name in found)
    if files:
        config.pluginmanager.register(ClaimFiles(config, files), "derivations-claim-files")


class ClaimFiles:
    """The claim files of a run, and what was found.

    found: the properties of each claim that was judged, by its file and its label.
    failed: how many of them failed.
    """

    def __init__(self, config: pytest.Config, files: set[Path]) -> None:
        self.config = config
        self.files = files
        self.found: dict[Path, dict[str, dict[str, Any]]] = {}
        self.failed = 0
        if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            config.args += sorted(map(str, files))

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, Any, Any]:
        collected = yield
        if file_path.resolve() not in self.files:
            return collected
        # Not as a module of tests too: importing it would have SymPy evaluate the claims.
        return [ClaimFile.from_parent(parent, path=file_path)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties = dict(report.user_properties)
        if report.when == "call" and "derivations" in properties:
            path, _, label = report.location
            file = Path(self.config.rootpath, path).resolve()
            self.found.setdefault(file, {})[label] = properties
            self.failed += report.failed

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        if self.found:
            from derivations.verdicts import KINDS

            kinds = [p["verdict"] for found in self.found.values() for p in found.values()]
            told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in KINDS if kind in kinds)
            ending = f"{self.failed} not as expected" if self.failed else "all as expected"
            terminalreporter.write_line(f"derivations: {told}; {ending}")

    def pytest_sessionfinish(self) -> None:
        """Write the lock files, in the order of the claims; what was not run stays as it is."""
        if not self.config.option.derivations_update or hasattr(self.config, "workerinput"):
            return
        for file, found in self.found.items():
            from derivations.documents import load
            from derivations.writing.files import write_whole

            lock = _lock(file)
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

        try:
            document = load(str(self.path))
        except DocumentError as error:
            raise self.CollectError(str(error)) from None
        lock = _lock(self.path)
        compared = bool(lock) and not self.config.option.derivations_update
        for claim in document.claims:
            pinned = lock.pop(claim.label, "") if compared else None
            yield self._item(claim.label, claim.place, partial(_judge, document, claim, pinned))
        for entry in document.entries:
            if isinstance(entry, Unstated):
                yield self._item(entry.label, entry.place, partial(_leave_unstated, entry))
        for label in lock if compared else ():
            yield self._item(label, None, _tell_unused)

    def _item(
        self, label: str, place: Place | None, test: Callable[[ClaimItem], None]
    ) -> ClaimItem:
        return ClaimItem.from_parent(self, name=label, place=place, test=test)


class ClaimItem(pytest.Item):
    """A claim or a step of a chain; or a line of the lock file that is of no claim.

    place: where it was written.
    test: what ends as the item does.
    """

    def __init__(
        self, *, place: Place | None, test: Callable[[ClaimItem], None], **options: Any
    ) -> None:
        super().__init__(**options)
        self.place = place
        self.test = test

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
    return f"{label} {statement_hash(verdict.statement)[:12]} {verdict.kind} {found}".rstrip()


def _lock(file: Path) -> dict[str, str]:
    """The lines of the lock file of a claim file, by their labels."""
    path = file.with_suffix(".lock")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = ((line, _LOCKED.match(line)) for line in lines if line.strip())
    return {match["label"] if match else line: line for line, match in found}
