"""The vision service on a real bus."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.cameras import CameraState
from engine.core.board import load_board
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from tests.patience import PATIENCE_S
from vision.camera.service import WANTED, VisionService
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.reader import BoardReader
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over
from vision.sources import FootageClock, Reading, SourceFacts, SourceKind, WallClock, open_source

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")


class EndlessPatience:
    """A clock for footage whose frames are always due."""

    def now(self) -> Seconds:
        return Seconds(1e12)

    def wait(self, seconds: float) -> None:
        raise AssertionError(seconds)


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    one = open_broker("embedded")
    one.start()
    yield one
    one.stop()


@pytest.fixture(scope="module")
def footage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three frames of a soldier that walks; the second is cut short."""
    folder = tmp_path_factory.mktemp("footage")
    (folder / "frames").mkdir()
    renderer = Renderer(BOARD, PIECES, view_over(BOARD))
    for number, cell in ((1, "e5"), (2, "e5"), (3, "f6")):
        x, y = BOARD.surface.centre_mm(Cell(cell))
        content = renderer.jpeg(renderer.render([lie(PIECES, "w.inf.1", x, y)], number=number))
        cut = len(content) // 2 if number == 2 else len(content)
        (folder / "frames" / f"{number:06d}.jpg").write_bytes(content[:cut])
    (folder / "footage.yaml").write_text("board: mativen\npieces: mativen-pieces\nfps: 2\ncamera: null\n")
    return folder


@contextmanager
def serving(
    broker: Broker, table: str, spec: str, *, start: float = 1000.0, clock: FootageClock | None = None
) -> Iterator[None]:
    stop = threading.Event()
    bus = BusClient(url=broker.url, table=table, service=Service.VISION, wanted=WANTED)
    source = open_source(spec, start=Seconds(start), clock=clock or EndlessPatience())
    camera = TableCamera("cam", source, BoardReader(BOARD, PIECES, source="cam"))
    service = VisionService(bus, [CameraWatch(bus, camera, BOARD, PIECES)])
    thread = threading.Thread(target=service.run, args=(stop,))
    bus.start()
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(PATIENCE_S)
        bus.stop()


@contextmanager
def listening(broker: Broker, table: str) -> Iterator[BusClient]:
    bus = BusClient(url=broker.url, table=table, service=Service.ENGINE, wanted=("look", "camera"))
    bus.start()
    try:
        assert bus.wait_connected(PATIENCE_S), bus.problem
        yield bus
    finally:
        bus.stop()


def next_message(bus: BusClient) -> Any:
    while True:
        event = bus.receive(PATIENCE_S)
        assert event is not None, "nothing came"
        if isinstance(event, ReceivedMessage):
            return event.message


def until_ended(bus: BusClient) -> tuple[list[Look], list[CameraState]]:
    looks: list[Look] = []
    states: list[CameraState] = []
    while not (states and states[-1].ended):
        message = next_message(bus)
        if isinstance(message, Look):
            looks.append(message)
        else:
            states.append(message)
    return looks, states


def test_each_frame_of_footage_is_said_once_and_a_damaged_one_is_counted(
    broker: Broker, footage: Path
) -> None:
    with listening(broker, "footage") as bus, serving(broker, "footage", str(footage)):
        looks, states = until_ended(bus)
    assert [(look.sequence, look.taken_at) for look in looks] == [(1, 1000.0), (3, 1001.0)]
    assert [[seen.cell for seen in look.pieces.seen] for look in looks] == [["e5"], ["f6"]]
    last = states[-1]
    assert (last.frames, last.damaged, last.width_px, last.frame_tags_seen) == (2, 1, 1600, 8)
    assert last.problem == ""
    assert any("truncated" in state.problem for state in states)


def test_footage_that_is_read_again_after_a_crash_is_not_said_again(broker: Broker, footage: Path) -> None:
    with listening(broker, "crash") as bus:
        with serving(broker, "crash", str(footage)):
            until_ended(bus)
        with serving(broker, "crash", str(footage)):
            again, _ = until_ended(bus)
    assert again == []


def test_a_new_run_of_the_same_footage_is_said(broker: Broker, footage: Path) -> None:
    with listening(broker, "again") as bus:
        with serving(broker, "again", str(footage)):
            until_ended(bus)
        with serving(broker, "again", str(footage), start=2000.0):
            again, _ = until_ended(bus)
    assert [look.sequence for look in again] == [1, 3]


def test_a_camera_that_is_not_there_is_said_and_no_empty_board_is_said(broker: Broker) -> None:
    with (
        listening(broker, "silent") as bus,
        serving(broker, "silent", "http://127.0.0.1:9/stream.mjpg", clock=WallClock()),
    ):
        while not isinstance(message := next_message(bus), CameraState) or not message.problem:
            assert not isinstance(message, Look)
    assert "can't connect" in message.problem


def test_two_cameras_are_watched_at_once_each_under_its_own_name(broker: Broker, footage: Path) -> None:
    stop = threading.Event()
    bus = BusClient(url=broker.url, table="two", service=Service.VISION, wanted=WANTED)
    watches = [
        CameraWatch(
            bus,
            TableCamera(
                name,
                open_source(str(footage), start=Seconds(1000.0), clock=EndlessPatience()),
                BoardReader(BOARD, PIECES, source=name),
            ),
            BOARD,
            PIECES,
        )
        for name in ("cam", "cam2")
    ]
    thread = threading.Thread(target=VisionService(bus, watches).run, args=(stop,))
    with listening(broker, "two") as listener:
        bus.start()
        thread.start()
        cells: dict[str, list[str]] = {"cam": [], "cam2": []}
        ended: set[str] = set()
        while ended < cells.keys():
            message = next_message(listener)
            if isinstance(message, Look):
                assert message.reach.trust > 0
                cells[message.source] += [seen.cell for seen in message.pieces.seen]
            elif message.ended:
                ended.add(message.camera)
        stop.set()
        thread.join(PATIENCE_S)
        bus.stop()
    assert cells == {"cam": ["e5", "f6"], "cam2": ["e5", "f6"]}


class BrokenSource:
    """A source that dies of a bug."""

    facts = SourceFacts(SourceKind.VIDEO, "broken")
    dropped = 0

    def read(self, timeout_s: float) -> Reading:
        raise RuntimeError(timeout_s)

    def close(self) -> None:
        pass


def test_a_camera_whose_thread_dies_ends_the_service_so_that_it_is_started_again(broker: Broker) -> None:
    bus = BusClient(url=broker.url, table="broken", service=Service.VISION, wanted=WANTED)
    camera = TableCamera("cam", BrokenSource(), BoardReader(BOARD, PIECES, source="cam"))
    bus.start()
    try:
        with pytest.raises(RuntimeError):
            VisionService(bus, [CameraWatch(bus, camera, BOARD, PIECES)]).run(threading.Event())
    finally:
        bus.stop()
