"""Ending what takes too long."""

import time

import pytest

from derivations.judging.alarm import AGAIN, Late, alarm


def test_what_takes_too_long_is_ended():
    started = time.monotonic()
    with pytest.raises(Late), alarm(0.1):
        while True:
            time.sleep(0.01)
    assert time.monotonic() - started < 5


def test_what_ends_in_time_is_left_alone():
    with alarm(0.1):
        pass
    with alarm(None):
        time.sleep(0.01)
    time.sleep(0.2)


def test_one_that_is_swallowed_comes_again():
    with pytest.raises(Late), alarm(0.05):
        try:
            time.sleep(5)
        except Late:
            time.sleep(10 * AGAIN)
