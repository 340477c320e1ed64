"""Promises of supervision: a dead service comes back, a stopped one stops, and nothing is left behind."""

import os
import signal
import subprocess
from collections.abc import Callable
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.supervisor.policy import GiveUp, Life, RestartPolicy, StartAgain, after_death
from tests.patience import PATIENCE_S

POLICY = RestartPolicy(first_seconds=0.5, longest_seconds=8.0, healthy_seconds=20.0)


class Living(Protocol):
    name: str
    pid: int

    def let_go_on(self) -> None: ...

    def ends(self) -> bool: ...


class Reports(Protocol):
    port: int

    def next(self) -> Living: ...


Table = Callable[..., "subprocess.Popen[str]"]


def test_pauses_double_up_to_the_longest() -> None:
    life, pauses = Life(0.0), []
    for _ in range(7):
        found = after_death(POLICY, life, at=life.began_at + 1, status=1)
        assert isinstance(found, StartAgain)
        pauses.append(found.at - life.began_at - 1)
        life = Life(found.at, found.failures)
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]


@given(failures=st.integers(0, 10_000), lived=st.floats(20.0, 1e6))
def test_a_healthy_life_is_followed_by_the_shortest_pause(failures: int, lived: float) -> None:
    found = after_death(POLICY, Life(100.0, failures), at=100.0 + lived, status=-9)
    assert found == StartAgain(100.0 + lived + 0.5, 1)


@given(failures=st.integers(0, 10_000), lived=st.floats(0, 1e6), status=st.integers(-64, 255))
def test_no_pause_is_longer_than_the_longest_however_often_it_died(
    failures: int, lived: float, status: int
) -> None:
    found = after_death(POLICY, Life(0.0, failures), at=lived, status=status)
    assert found == GiveUp(2) if status == 2 and lived < 20 else isinstance(found, StartAgain)
    if isinstance(found, StartAgain):
        assert lived < found.at <= lived + 8.0


def test_a_clean_end_nobody_asked_for_is_a_death_too() -> None:
    assert isinstance(after_death(POLICY, Life(0.0), at=1.0, status=0), StartAgain)


def test_bad_input_ends_a_service_for_good_unless_it_ran_well_with_it() -> None:
    assert after_death(POLICY, Life(0.0, 3), at=1.0, status=2) == GiveUp(2)
    assert isinstance(after_death(POLICY, Life(0.0), at=30.0, status=2), StartAgain)


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_service_that_is_killed_is_started_again(
    reports: Reports, table: Table, sent: signal.Signals
) -> None:
    table("vision=serve")
    first = reports.next()
    os.kill(first.pid, sent)
    again = reports.next()
    assert again.name == "vision"
    assert again.pid != first.pid


def test_a_service_that_keeps_crashing_is_started_over_and_over_and_the_others_go_on(
    reports: Reports, table: Table
) -> None:
    table("engine=serve", "vision=crash")
    found = [reports.next() for _ in range(6)]
    assert sorted(one.name for one in found) == ["engine"] + ["vision"] * 5


def test_of_a_service_that_never_runs_it_is_said_three_times_and_no_more(
    reports: Reports, table: Table
) -> None:
    process = table("vision=crash")
    for _ in range(9):
        reports.next()
    process.terminate()
    process.wait(PATIENCE_S)
    assert process.stderr is not None
    said = process.stderr.read()
    assert said.count("vision ended (status 1)") == 2
    assert said.count("vision has ended 3 times in a row (status 1)") == 1
    assert said.count("vision") == 3


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_table_asked_to_stop_stops_every_service_and_ends_well(
    reports: Reports, table: Table, sent: signal.Signals
) -> None:
    process = table("broker=serve", "engine=serve", "vision=serve")
    living = [reports.next() for _ in range(3)]
    process.send_signal(sent)
    assert process.wait(PATIENCE_S) == 0
    assert all(one.ends() for one in living)


def test_a_service_that_wont_stop_is_killed(reports: Reports, table: Table) -> None:
    process = table("broker=serve", "vision=deaf")
    living = [reports.next() for _ in range(2)]
    process.terminate()
    assert process.wait(PATIENCE_S) == 0
    assert all(one.ends() for one in living)


def test_what_a_service_started_ends_with_it(reports: Reports, table: Table) -> None:
    process = table("broker=parent")
    living = [reports.next() for _ in range(2)]
    assert {one.name for one in living} == {"broker", "broker's child"}
    process.terminate()
    assert process.wait(PATIENCE_S) == 0
    assert all(one.ends() for one in living)


def test_what_a_killed_service_left_behind_ends_before_it_is_started_again(
    reports: Reports, table: Table
) -> None:
    table("broker=parent")
    living = {one.name: one for one in (reports.next(), reports.next())}
    os.kill(living["broker"].pid, signal.SIGKILL)
    assert living["broker's child"].ends()
    assert {reports.next().name, reports.next().name} == {"broker", "broker's child"}


def test_a_killed_supervisor_leaves_no_service_behind(reports: Reports, table: Table) -> None:
    process = table("broker=serve", "engine=serve", "vision=serve")
    living = [reports.next() for _ in range(3)]
    process.kill()
    process.wait(PATIENCE_S)
    assert all(one.ends() for one in living)


def test_not_even_a_hanging_service_outlives_a_killed_supervisor(reports: Reports, table: Table) -> None:
    process = table("broker=serve", "engine=hang")
    living = [reports.next() for _ in range(2)]
    process.kill()
    process.wait(PATIENCE_S)
    assert all(one.ends() for one in living)


def test_a_service_that_cant_use_what_it_was_given_ends_the_table(reports: Reports, table: Table) -> None:
    process = table("engine=serve", "vision=refuse")
    living = {one.name: one for one in (reports.next(), reports.next())}
    living["vision"].let_go_on()
    assert process.wait(PATIENCE_S) == 2
    assert living["engine"].ends()


def test_a_death_is_said_with_name_and_cause(reports: Reports, table: Table) -> None:
    process = table("vision=serve")
    os.kill(reports.next().pid, signal.SIGKILL)
    reports.next()
    process.terminate()
    process.wait(PATIENCE_S)
    assert process.stderr is not None
    assert "vision ended (signal 9)" in process.stderr.read()
