"""The bridge between a simulated board and a real broker; the test stands where engine and dashboard do."""

import json
import logging
import threading
import time
from pathlib import Path
from queue import Empty, Queue

import pytest

from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, BusEvent, Connected, Disconnected, ReceivedMessage
from engine.bus.messages.boards import (
    AllTold,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    SoundOrder,
    TagOrder,
)
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.faults import MissingFault
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.service import Bridge
from firmware_bridge.simulated.board import SimulatedBoard
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.patience import PATIENCE_S


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
        watcher.bus.publish("device_order", DeviceOrder(LightsOrder((), "amber")), "pad.north")
        watcher.bus.publish("device_order", DeviceOrder(SoundOrder("warning")), "board")
        # An order is carried out before a later press is reported: when that is seen, both must show.
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
        # The reason may come a moment after the news that it is gone.
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
        assert seal.opened_text(watcher.until_value("tag", "west")) == uid
        order = DeviceOrder(TagOrder(DeviceOrderKind.WRITE_TAG, seal.sealed_text(f"{uid} card búa")))
        watcher.bus.publish("device_order", order, "pad.west")
        assert seal.opened_text(watcher.until_value("content", "west")) == f"{uid} card búa"
        assert not any(uid in event.value for event in watcher.words())


def test_a_press_while_no_engine_was_there_is_reported_once_when_one_comes(
    broker: Broker, table: str, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    onlooker = Watcher(watched(broker, table, Service.DASHBOARD))
    with Running(broker, table, serial=str(tmp_path / "board")):
        onlooker.until_connected("board", connected=True)
        board.press("end_turn", pad="west")
        sent = onlooker.until_event("button", "end_turn")
        engine = Watcher(watched(broker, table, Service.ENGINE))
        assert engine.until_event("button", "end_turn") == sent
        engine.bus.stop()
        engine = Watcher(watched(broker, table, Service.ENGINE))
        board.press("end_turn", pad="east")
        engine.until_event("button", "end_turn")
        assert [event.device for event in engine.events] == ["pad.east"]
        engine.bus.stop()
    onlooker.bus.stop()


class DeadBus:
    """A bus that drops its messages; only the test knows it."""

    def __init__(self) -> None:
        self.inbox: Queue[BusEvent] = Queue()
        self.pressed: Queue[DeviceEvent] = Queue()

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        assert name or channel_name != "device_event"
        if isinstance(message, DeviceEvent) and isinstance(message.content, ButtonPress):
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
    engine = ReceivedMessage("availability", Service.ENGINE, Availability(online=True))
    bus.inbox.put(Connected())
    bus.inbox.put(engine)
    bridge = Bridge(bus, serial=str(tmp_path / "board"), footage=None, footage_start=0.0)
    running = threading.Thread(target=bridge.run, args=(stop,))
    running.start()
    try:
        board.press("end_turn")
        sent = bus.pressed.get(timeout=PATIENCE_S)
        for happened in (Disconnected(Phrase("pulled out")), Connected(), engine):
            bus.inbox.put(happened)
        assert bus.pressed.get(timeout=PATIENCE_S) == sent
    finally:
        stop.set()
        running.join()


def test_footage_is_reported_as_if_its_devices_were_here(
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
            # A repeated message may come before the client says that it is connected: nothing is passed over.
            while not seen.back:
                seen.look()
            seen.until_connected("pad.south", connected=True)
            seen.until_event("button", "end_turn")
        finally:
            seen.bus.stop()
            again.stop()


def test_the_bridge_says_until_when_a_board_reported_all(broker: Broker, table: str, tmp_path: Path) -> None:
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
                case ReceivedMessage("device_event", _, DeviceEvent(taken_at=taken_at)):
                    covered_at = taken_at
                case ReceivedMessage("all_told", _, AllTold(devices, reported_until)):
                    until = reported_until
                    assert {"board", "pad.west"} <= set(devices)
                case None:
                    pytest.fail("nobody says that all is told")
                case _:
                    pass
        assert begun - 5.0 < until <= time.time()
    board.stop()
    bus.stop()
