"""A service that runs and says nothing is ended; one that starts, or whose bus is away, is left alone."""

import pytest

from dashboard.supervisor.watchdog import Watchdog

PIDS = {"engine": 7}


@pytest.fixture
def dog() -> Watchdog:
    found = Watchdog(patience_seconds=10.0)
    assert found.stuck(PIDS, {"engine"}, now=0.0, is_connected=True) == ()
    return found


def test_who_was_there_and_is_away_for_long_is_ended_once(dog: Watchdog) -> None:
    found = [dog.stuck(PIDS, set(), now=float(now), is_connected=True) for now in range(1, 20)]
    assert found == [()] * 10 + [("engine",)] + [()] * 8


def test_who_comes_back_in_time_is_left_alone(dog: Watchdog) -> None:
    for now in range(1, 100):
        online = {"engine"} if now % 9 == 0 else set()
        assert dog.stuck(PIDS, online, now=float(now), is_connected=True) == ()


def test_nobodys_time_runs_while_the_bus_is_away(dog: Watchdog) -> None:
    for now in range(1, 100):
        assert dog.stuck(PIDS, set(), now=float(now), is_connected=now % 9 == 0) == ()


def test_a_new_process_may_take_its_time_to_come(dog: Watchdog) -> None:
    for now in range(1, 100):
        assert dog.stuck({"engine": 8}, set(), now=float(now), is_connected=True) == ()
