"""What holds for all tests, and their options."""

from __future__ import annotations

import gc
import signal

import pytest

from derivations import proving
from derivations.language.statements import Statement, Unsettled
from derivations.verdicts import Verdict, undecided

# A shell that starts the tests in the background has interrupts ignored, by them and by the
# processes that they start; tests of interruptions need them heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


gc.set_threshold(50_000)  # looking for cycles takes a fifth of the time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long",
        action="store_true",
        help="run the long campaigns too: every mutant, ten hash seeds",
    )


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long campaigns are wanted."""
    return bool(request.config.getoption("--long"))


# What a statement may be too large for.
LIMITS = (Unsettled, ArithmeticError, RecursionError, MemoryError)


@pytest.fixture(autouse=True)
def _faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the search leaves a statement undecided for people, and is one for the tests."""

    def told(claimed: Statement, error: BaseException) -> Verdict:
        if not isinstance(error, LIMITS):
            raise error
        return undecided(claimed, error)

    monkeypatch.setattr(proving, "undecided", told)
