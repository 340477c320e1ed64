"""A table waits for its own broker on a busy machine, and not for a broker that ends at once."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.commands.plans import RunPlaces
from dashboard.commands.private_broker import OwnBroker
from dashboard.supervisor.service_thread import ServiceThread
from dashboard.supervisor.supervisor import Supervisor
from engine.bus.private_broker import MosquittoBroker
from engine.core.faults import InputFault, MissingFault

ENDING = "its messages are above; try the other of --broker mosquitto and --broker iotcore"
LATE_S = 11.0


def started(tmp_path: Path, serve: Callable[[OwnBroker, RunPlaces, threading.Event], None]) -> None:
    """Have a supervisor run this in a broker's place, wait until it listens, and stop it."""
    broker = OwnBroker("mosquitto", tmp_path / "note")
    place = broker.prepared(tmp_path)
    supervisor = Supervisor(
        started=lambda plan, _: ServiceThread(plan.name, lambda ending: serve(broker, place, ending))
    )
    try:
        broker.start(place, supervisor, threading.Event())
    finally:
        supervisor.stop()


@pytest.mark.parametrize("fault", [MissingFault("its port is taken"), InputFault("no such option")])
def test_a_broker_that_ends_as_soon_as_it_is_started_is_not_waited_for(
    fault: Exception, tmp_path: Path
) -> None:
    def serve(*_: object) -> None:
        raise fault

    with pytest.raises(MissingFault, match=f"ends as soon as it's started; {ENDING}"):
        started(tmp_path, serve)


@pytest.mark.slow
def test_a_broker_that_comes_late_is_waited_for_and_people_read_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def serve(broker: OwnBroker, place: RunPlaces, ending: threading.Event) -> None:
        ending.wait(LATE_S)
        mosquitto = MosquittoBroker(port=broker.port, folder=tmp_path / "late", accounts=place.accounts)
        mosquitto.start()
        ending.wait()
        mosquitto.stop()

    started(tmp_path, serve)
    assert ["the mosquitto broker isn't up after 10 s" in one for one in caplog.messages] == [True]
