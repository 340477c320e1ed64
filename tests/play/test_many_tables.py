"""Many tables in one process: each with a name, a port and an end of its own."""

import argparse
import threading
from collections.abc import Callable

import pytest

from dashboard.commands.parsing import argument_parser
from dashboard.commands.tables import keep_up, number_of, tables_of
from dashboard.supervisor.policy import RestartPolicy
from dashboard.supervisor.service_thread import ServiceThread
from dashboard.supervisor.supervisor import GivenUp, Plan, Supervisor
from engine.core.exit_status import BAD_INPUT
from engine.core.faults import CallerFault, InputFault, MissingFault
from tests.patience import PATIENCE_S


def parsed(*words: str) -> argparse.Namespace:
    return argument_parser().parse_known(["tables", *words])


def test_each_table_has_a_name_and_a_port_of_its_own() -> None:
    tables = tables_of(parsed("--tables", "3", "--http", "0.0.0.0:9000", "--table", "Hall A"), "mqtt://b:1")
    assert [(one.table, one.http) for one in tables] == [
        ("Hall A 1", "0.0.0.0:9001"),
        ("Hall A 2", "0.0.0.0:9002"),
        ("Hall A 3", "0.0.0.0:9003"),
    ]
    assert all(one.supervised and one.broker == "mqtt://b:1" and not one.camera for one in tables)


@pytest.mark.parametrize("text", ["0", "-1", "201", "ten", "1.5", "٣"])
def test_an_impossible_number_of_tables_is_refused(text: str) -> None:
    with pytest.raises(InputFault, match="--tables"):
        number_of(text)


def failing(fault: Exception) -> Callable[[threading.Event], None]:
    def serve(_: threading.Event) -> None:
        raise fault

    return serve


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (InputFault("no such board"), BAD_INPUT),
        (MissingFault("port in use"), 3),
        (CallerFault("a bug"), 1),
        (ZeroDivisionError("a bug"), 1),
    ],
)
def test_a_broken_part_ends_as_a_process_would(fault: Exception, status: int) -> None:
    part = ServiceThread("Table 1", failing(fault))
    for _ in range(200):
        if (found := part.status()) is not None:
            break
        threading.Event().wait(0.01)
    assert found == status


def test_a_broken_table_comes_back_and_the_others_never_stop() -> None:
    stop, back = threading.Event(), threading.Event()
    began = {"Table 1": 0, "Table 2": 0}

    def weak(ending: threading.Event) -> None:
        began["Table 1"] += 1
        if began["Table 1"] < 3:
            raise ZeroDivisionError
        back.set()
        ending.wait()

    def sound(ending: threading.Event) -> None:
        began["Table 2"] += 1
        ending.wait()

    keeping = threading.Thread(target=keep_up, args=({"Table 1": weak, "Table 2": sound}, stop))
    keeping.start()
    assert back.wait(PATIENCE_S)
    stop.set()
    keeping.join(PATIENCE_S)
    assert began == {"Table 1": 3, "Table 2": 1}


def test_an_unusable_table_is_given_up_alone() -> None:
    stop, served = threading.Event(), threading.Event()

    def sound(ending: threading.Event) -> None:
        served.set()
        ending.wait()

    serving = {"bad": failing(InputFault("x")), "good": sound}
    supervisor = Supervisor(
        policy=RestartPolicy(first_seconds=0.0),
        started=lambda plan, _: ServiceThread(plan.name, serving[plan.name]),
    )
    for name in ("bad", "good"):
        supervisor.add(Plan(name))
    found: list[GivenUp] = []
    for _ in range(50):
        if (given_up := supervisor.tick()) is not None:
            found.append(given_up)
        stop.wait(0.01)
    supervisor.stop()
    assert served.is_set()
    assert found == [GivenUp("bad", BAD_INPUT)]


def test_tables_that_are_all_unusable_end_the_process() -> None:
    bad = failing(InputFault("x"))
    assert keep_up({"Table 1": bad, "Table 2": bad}, threading.Event())
