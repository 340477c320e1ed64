"""The bridge between a simulated board and a real broker; the test stands where engine and dashboard do."""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Self

import pytest

from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, BusEvent, Connected, Disconnected, Received
from engine.bus.messages.boards import AllTold, DeviceOrder, DeviceState
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.faults import MissingFault
from engine.core.glimpse import DeviceEvent
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.service import WANTED, Bridge
from firmware_bridge.simulated.board import SimulatedBoard
from tests.patience import PATIENCE_S


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    try:
        opened = open_broker("embedded")
    except MissingFault as fault:
        pytest.skip(str(fault))
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard()
    yield simulated
    simulated.stop()


@dataclass
class Watcher:
    """What the rest of the table sees of the bridge."""

    bus: BusClient
    events: list[DeviceEvent] = field(default_factory=list)
    states: dict[str, DeviceState] = field(default_factory=dict)
    online: bool = False
    back: bool = False

    def look(self) -> None:
        """Take in one message from the bus."""
        match self.bus.receive(PATIENCE_S):
            case Received("device_event", _, DeviceEvent() as event):
                self.events.append(event)
            case Received("device", device, DeviceState() as state):
                self.states[device] = state
            case Received("availability", Service.BRIDGE, Availability(online=online)):
                self.online = online
            case Connected():
                self.back = True
            case None:
                pytest.fail(f"nothing more came; events {self.events}, states {self.states}")
            case _:
                pass

    def until_event(self, event: str, name: str) -> DeviceEvent:
        while not any((one.event, one.name) == (event, name) for one in self.events):
            self.look()
        return next(one for one in self.events if (one.event, one.name) == (event, name))

    def until_presses(self, count: int) -> None:
        """Wait until so many different presses were told."""
        while len({event.mark for event in self.events if event.event == "button"}) < count:
            self.look()

    def until_connected(self, device: str, *, connected: bool) -> DeviceState:
        while device not in self.states or self.states[device].connected is not connected:
            self.look()
        return self.states[device]

    def until_problem(self, device: str, text: str) -> None:
        while text not in self.states[device].problem:
            self.look()


@pytest.fixture
def table(request: pytest.FixtureRequest) -> str:
    return f"table of {request.node.name}"[:100]


@pytest.fixture
def watcher(broker: Broker, table: str) -> Iterator[Watcher]:
    bus = BusClient(
        url=broker.url,
        table=table,
        service=Service.ENGINE,
        wanted=("device_event", "device", "availability"),
    )
    bus.start()
    assert bus.wait_connected(PATIENCE_S), bus.problem
    yield Watcher(bus)
    bus.stop()


class Running:
    """A bridge in a thread of this process."""

    def __init__(self, broker: Broker, table: str, **settings: Any) -> None:
        self._bus = BusClient(url=broker.url, table=table, service=Service.BRIDGE, wanted=WANTED)
        asked: dict[str, Any] = {"serial": "none", "footage": None, "footage_start": 0.0, **settings}
        bridge = Bridge(self._bus, **asked)
        self._stop = threading.Event()
        self._bus.start()
        self._thread = threading.Thread(target=bridge.run, args=(self._stop,))
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._stop.set()
        self._thread.join()
        self._bus.stop()


def test_a_press_becomes_a_device_event_of_its_pad(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    before = time.time()
    with Running(broker, table, serial=str(tmp_path / "board")):
        state = watcher.until_connected("pad.west", connected=True)
        assert state.simulated
        assert state.port == str(tmp_path / "board")
        board.press("end_turn", pad="west")
        event = watcher.until_event("button", "end_turn")
        assert event.device == "pad.west"
        assert before - 0.1 <= event.taken_at <= time.time() + 0.1
    assert not watcher.until_connected("board", connected=False).connected
    assert watcher.until_connected("pad.west", connected=False).problem == "the bridge stopped"


def test_orders_from_the_bus_light_the_board(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_connected("board", connected=True)
        watcher.bus.publish("device_order", DeviceOrder("lights", (), "amber"), "pad.north")
        watcher.bus.publish("device_order", DeviceOrder("sound", name="warning"), "board")
        # An order is carried out before a later press is told: when that is seen, both must show.
        until = time.monotonic() + PATIENCE_S
        while not (board.lights and len(board.tones) == 2):
            assert time.monotonic() < until
            time.sleep(0.005)
    assert board.lights == {("north", ""): "#ff7800"}
    assert board.tones == (440, 330)


def test_a_board_pulled_out_shows_in_the_state_and_comes_back(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_connected("board", connected=True)
        board.stop()
        # That it is gone may be told a moment before why.
        watcher.until_connected("board", connected=False)
        watcher.until_problem("board", "went away")
        assert not watcher.until_connected("pad.east", connected=False).connected
        board.start(tmp_path / "board")
        assert watcher.until_connected("board", connected=True).problem == ""
        board.press("end_turn", pad="east")
        assert watcher.until_event("button", "end_turn").device == "pad.east"


def test_a_pad_that_a_board_comes_back_without_no_longer_says_that_the_board_went_away(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    smaller = SimulatedBoard(pads=("west", "south"))
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_connected("pad.east", connected=True)
        board.stop()
        watcher.until_connected("pad.east", connected=False)
        watcher.until_problem("pad.east", "went away")
        smaller.start(tmp_path / "board")
        watcher.until_connected("pad.west", connected=True)
        while watcher.states["pad.east"].problem:
            watcher.look()
        assert not watcher.states["pad.east"].connected
    smaller.stop()


def test_what_lies_on_a_board_is_told_again_when_it_comes_back(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    board = SimulatedBoard(switched=(Cell("e5"), Cell("e6")))
    board.start(tmp_path / "board")
    board.cover(Cell("e5"))
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", "e5")
        while watcher.states["board"].switched is None:
            watcher.look()
        assert watcher.states["board"].switched == ("e5", "e6")
        board.stop()
        watcher.until_connected("board", connected=False)
        watcher.events.clear()
        board.start(tmp_path / "board")
        # Who heard that the board had gone holds nothing to lie there any more.
        assert watcher.until_event("cell", "e5").value == "covered"
        assert watcher.states["board"].switched == ("e5", "e6")
    board.stop()


def test_a_chain_that_is_cut_looks_at_no_cell_until_it_reads_again(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    cells = [Cell(f"c{number}") for number in range(1, 21)]
    board = SimulatedBoard(switched=cells)
    board.start(tmp_path / "board")
    board.cover(cells[15])
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", cells[15])
        while watcher.states["board"].switched is None:
            watcher.look()
        watcher.events.clear()
        board.cut_chain(1)
        watcher.until_problem("board", "reads nothing beyond register 1 of 3")
        assert watcher.states["board"].switched == ()
        assert not watcher.states["pad.west"].problem
        board.cut_chain(None)
        while watcher.states["board"].problem:
            watcher.look()
        assert watcher.states["board"].switched == tuple(cells)
        # What stood there all along may be told anew, as it is.
        assert {(one.name, one.value) for one in watcher.events} <= {(cells[15], "covered")}
    board.stop()


def test_what_lay_on_a_board_that_comes_back_as_another_is_not_told_again(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    board, other = SimulatedBoard(switched=(Cell("e5"),)), SimulatedBoard(switched=(Cell("a1"),))
    board.start(tmp_path / "board")
    board.cover(Cell("e5"))
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", "e5")
        board.stop()
        watcher.until_connected("board", connected=False)
        watcher.events.clear()
        other.start(tmp_path / "board")
        other.cover(Cell("a1"))
        # Once by the switch, once more with all that lies there.
        while [one.name for one in watcher.events].count("a1") < 2:
            watcher.look()
        assert {one.name for one in watcher.events if one.event == "cell"} == {"a1"}
    other.stop()


def test_no_device_is_said_once_and_in_the_state(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, logger="firmware_bridge")
    with Running(broker, table, serial=str(tmp_path / "nothing")):
        while not (watcher.states.get("board") and watcher.states["board"].problem):
            watcher.look()
    assert "no such port; is the board plugged in?" in watcher.states["board"].problem
    (said,) = caplog.records
    assert "no such port" in said.getMessage()


def test_a_tag_is_read_and_written_over_the_link_and_nobody_reads_it_on_the_bus(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    seal, uid = Seal(bytes(32), table=table), "04A1B2C3D4E5F6"
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board"), seal=seal):
        watcher.until_connected("board", connected=True)
        board.put_tag("west", uid)
        assert seal.opened_text(watcher.until_event("tag", "west").value) == uid
        order = DeviceOrder("write_tag", value=seal.sealed_text(f"{uid} card búa"))
        watcher.bus.publish("device_order", order, "pad.west")
        assert seal.opened_text(watcher.until_event("content", "west").value) == f"{uid} card búa"
        assert not any(uid in event.value for event in watcher.events)


def test_who_comes_late_learns_what_lies_on_the_pads(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_connected("board", connected=True)
        board.put_tag("west", "04A1B2C3")
        board.put_tag("north", "04B2C3D4")
        board.lift_tag("north")
        while not any(event.value == "" for event in watcher.events):
            watcher.look()
        watcher.events.clear()
        late = BusClient(url=broker.url, table=table, service=Service.ENGINE, wanted=())
        late.start()
        assert watcher.until_event("tag", "west").value == "04A1B2C3"
        assert [event.name for event in watcher.events] == ["west"]
        late.stop()


def connected(broker: Broker, table: str, service: Service) -> Watcher:
    bus = BusClient(url=broker.url, table=table, service=service, wanted=("device_event", "device"))
    bus.start()
    assert bus.wait_connected(PATIENCE_S), bus.problem
    return Watcher(bus)


def test_a_press_while_no_engine_was_there_is_told_once_when_one_comes(
    broker: Broker, table: str, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    onlooker = connected(broker, table, Service.DASHBOARD)
    with Running(broker, table, serial=str(tmp_path / "board")):
        onlooker.until_connected("board", connected=True)
        board.press("end_turn", pad="west")
        told = onlooker.until_event("button", "end_turn")
        engine = connected(broker, table, Service.ENGINE)
        assert engine.until_event("button", "end_turn") == told
        engine.bus.stop()
        engine = connected(broker, table, Service.ENGINE)
        board.press("end_turn", pad="east")
        engine.until_event("button", "end_turn")
        assert [event.device for event in engine.events] == ["pad.east"]
        engine.bus.stop()
    onlooker.bus.stop()


class DeadBus:
    """A bus of which only the test knows that nobody hears what is published on it."""

    def __init__(self) -> None:
        self.inbox: Queue[BusEvent] = Queue()
        self.pressed: Queue[DeviceEvent] = Queue()

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        assert name or channel_name != "device_event"
        if isinstance(message, DeviceEvent) and message.event == "button":
            self.pressed.put(message)

    def receive(self, timeout: float | None) -> BusEvent | None:
        try:
            return self.inbox.get(timeout=timeout)
        except Empty:
            return None


def test_a_press_into_a_bus_not_yet_known_to_be_gone_reaches_the_next_engine(
    board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    bus, stop = DeadBus(), threading.Event()
    engine = Received("availability", Service.ENGINE, Availability(online=True))
    bus.inbox.put(Connected())
    bus.inbox.put(engine)
    bridge = Bridge(bus, serial=str(tmp_path / "board"), footage=None, footage_start=0.0)
    running = threading.Thread(target=bridge.run, args=(stop,))
    running.start()
    try:
        board.press("end_turn")
        told = bus.pressed.get(timeout=PATIENCE_S)
        for happened in (Disconnected(Phrase("pulled out")), Connected(), engine):
            bus.inbox.put(happened)
        assert bus.pressed.get(timeout=PATIENCE_S) == told
    finally:
        stop.set()
        running.join()


def test_footage_is_told_as_if_its_devices_were_here(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    line = {"t": 0.2, "device": "pad.west", "event": "button", "name": "end_turn"}
    (tmp_path / "devices.jsonl").write_text(json.dumps(line), encoding="utf-8")
    begun = time.time()
    with Running(broker, table, serial="auto", footage=tmp_path, footage_start=begun):
        event = watcher.until_event("button", "end_turn")
    assert event.device == "pad.west"
    assert abs(event.taken_at - begun - 0.2) < 0.001
    assert watcher.states["pad.west"].port == f"footage {tmp_path.name}"
    assert "board" not in watcher.states


def test_devices_left_behind_by_a_killed_bridge_are_said_to_be_gone(
    broker: Broker, table: str, watcher: Watcher
) -> None:
    killed = BusClient(url=broker.url, table=table, service=Service.BRIDGE, wanted=())
    killed.start()
    assert killed.wait_connected(PATIENCE_S)
    killed.publish("device", DeviceState("pad.west", "/dev/ttyACM0", connected=True), "pad.west")
    watcher.until_connected("pad.west", connected=True)
    killed.stop()
    with Running(broker, table):
        gone = watcher.until_connected("pad.west", connected=False)
        assert gone.problem == "not seen since the bridge started"


def test_presses_outlive_a_bridge_killed_again_and_again(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    command = [
        *(sys.executable, "-m", "dashboard", "bridge"),
        *("--broker", broker.url, "--table", table, "--serial", str(tmp_path / "board")),
    ]
    number = 0
    for _ in range(3):
        with subprocess.Popen(command, env=dict(os.environ)) as bridge:
            watcher.states.clear()
            watcher.until_connected("board", connected=True)
            for _ in range(10):
                board.press("end_turn")
                number += 1
            watcher.until_presses(number - 5)
            bridge.send_signal(signal.SIGKILL)
    with Running(broker, table, serial=str(tmp_path / "board")):
        board.press("end_turn", pad="north")
        watcher.until_presses(number + 1)
    marks = {event.mark: event.device for event in watcher.events if event.event == "button"}
    assert list(marks.values()) == ["pad.west"] * number + ["pad.north"]


def test_the_program_stops_cleanly_when_asked(broker: Broker, table: str, watcher: Watcher) -> None:
    command = [sys.executable, "-m", "dashboard", "bridge", "--broker", broker.url, "--table", table]
    with subprocess.Popen([*command, "--serial", "none"]) as bridge:
        while not watcher.online:
            watcher.look()
        bridge.send_signal(signal.SIGTERM)
        assert bridge.wait(PATIENCE_S) == 0
    while watcher.online:
        watcher.look()


def test_the_program_ends_with_its_supervisor(broker: Broker, table: str, watcher: Watcher) -> None:
    command = [sys.executable, "-m", "dashboard", "bridge", "--broker", broker.url, "--table", table]
    with subprocess.Popen([*command, "--serial", "none", "--supervised"], stdin=subprocess.PIPE) as bridge:
        while not watcher.online:
            watcher.look()
        assert bridge.stdin is not None
        bridge.stdin.close()
        assert bridge.wait(PATIENCE_S) == 0


def test_a_broker_url_that_is_none_is_bad_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dashboard", "bridge", "--broker", "embedded"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected --broker mqtt://HOST:PORT" in done.stderr


def test_the_bus_coming_back_brings_all_states_again(
    board: SimulatedBoard, tmp_path: Path, table: str
) -> None:
    try:
        first = open_broker("embedded")
    except MissingFault as fault:
        pytest.skip(str(fault))
    first.start()
    port = int(first.url.rpartition(":")[2])
    board.start(tmp_path / "board")
    with Running(first, table, serial=str(tmp_path / "board")):
        seen = Watcher(
            BusClient(url=first.url, table=table, service=Service.ENGINE, wanted=("device_event", "device"))
        )
        seen.bus.start()
        seen.until_connected("pad.south", connected=True)
        first.stop()
        board.press("end_turn")
        seen.states.clear()
        seen.back = False
        again = open_broker("embedded", port=port)
        again.start()
        try:
            # What is told again may come before the client says that it is connected: nothing is passed over.
            while not seen.back:
                seen.look()
            seen.until_connected("pad.south", connected=True)
            seen.until_event("button", "end_turn")
        finally:
            seen.bus.stop()
            again.stop()


def test_the_bridge_says_until_when_a_board_has_told_all(broker: Broker, table: str, tmp_path: Path) -> None:
    bus = BusClient(url=broker.url, table=table, service=Service.ENGINE, wanted=("all_told", "device_event"))
    bus.start()
    assert bus.wait_connected(PATIENCE_S), bus.problem
    board = SimulatedBoard(switched=(Cell("e5"),))
    board.start(tmp_path / "board")
    begun = time.time()
    with Running(broker, table, serial=str(tmp_path / "board")):
        board.cover(Cell("e5"))
        covered_at, until = time.time() + 60, 0.0
        while until <= covered_at:
            match bus.receive(PATIENCE_S):
                case Received("device_event", _, DeviceEvent(taken_at=taken_at)):
                    covered_at = taken_at
                case Received("all_told", _, AllTold(devices, told_until)):
                    until = told_until
                    assert {"board", "pad.west"} <= set(devices)
                case None:
                    pytest.fail("nobody says that all is told")
                case _:
                    pass
        assert begun - 5.0 < until <= time.time()
    board.stop()
    bus.stop()
