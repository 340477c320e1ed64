"""The board's clock against the host's."""

import random

import pytest

from firmware_bridge.clock import BoardClock


def test_the_quickest_message_counts_and_late_ones_change_nothing() -> None:
    clock = BoardClock()
    for at_ms, late in [(0, 0.5), (1000, 0.001), (2000, 0.4), (3000, 0.2)]:
        clock = clock.heard(at_ms, 100.0 + at_ms / 1000 + late)
    assert clock.host_time(2500, 200.0) == pytest.approx(102.501)


def test_no_time_lies_after_its_message_came() -> None:
    clock = BoardClock().heard(1000, 101.5)
    assert clock.host_time(5000, 102.0) == 102.0
    assert BoardClock().host_time(5000, 102.0) == 102.0


def test_the_wrap_of_the_millisecond_counter_is_no_jump() -> None:
    clock, boot = BoardClock(), 5_000_000.0
    for second in range(100):
        at = 4_294_967.296 - 50 + second
        clock = clock.heard(int(at * 1000) % 2**32, boot + at)
        assert clock.host_time(int((at - 1) * 1000) % 2**32, boot + at) == pytest.approx(
            boot + at - 1, abs=0.002
        )


def test_a_drifting_crystal_is_followed() -> None:
    chance, clock = random.Random(5), BoardClock()  # noqa: S311 # a test's own chance
    now = 0.0
    while now < 3600:
        now += chance.uniform(1, 10)
        board = now * (1 - 100e-6)
        clock = clock.heard(int(board * 1000), now + chance.uniform(0.001, 0.05))
        if now > 60:
            # A minute of 100 ppm, one late message's millisecond, and the clock's own.
            assert abs(clock.host_time(int(board * 1000), now + 1) - now) < 0.060 * 1.5


def test_no_more_is_kept_than_a_minute() -> None:
    clock = BoardClock()
    for second in range(10_000):
        clock = clock.heard(second * 1000, float(second))
    assert len(clock.lows) <= 6
