"""Ports that are missing, busy, forbidden or no ports at all; a real pseudo-terminal from end to end."""

import errno
import os
import random
import select
import socket
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import pytest
import serial
from serial.rfc2217 import PortManager
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from engine.bus.messages.boards import DeviceOrder, LightsOrder, SoundOrder
from engine.core.device_events import ButtonPress, PadReading, PadReadingKind
from engine.core.faults import CallerFault, InputFault
from engine.core.ids import Cell
from firmware_bridge.board_reports import BoardReport, BoardSaid, Came, Complaint, Went
from firmware_bridge.ports import (
    LONGEST_PAUSE,
    PortFault,
    PortMissing,
    find_ports,
    open_port,
    pauses,
    port_fault,
)
from firmware_bridge.serial_line import SerialLine
from firmware_bridge.simulated.board import _QUIET_MS, SimulatedBoard
from tests.patience import PATIENCE_S


@pytest.fixture
def board() -> Iterator[SimulatedBoard]:
    simulated = SimulatedBoard()
    yield simulated
    simulated.stop()


class Listener:
    """A serial line and its reports."""

    def __init__(self, wanted: Path | str) -> None:
        self.queue: Queue[BoardSaid] = Queue(maxsize=256)
        self.line = SerialLine(str(wanted), self.queue)
        self.line.start()

    def until(self, kind: type[BoardSaid]) -> list[BoardSaid]:
        """Return the reports up to and with the first of this kind."""
        sent: list[BoardSaid] = []
        while not sent or not isinstance(sent[-1], kind):
            sent.append(self.queue.get(timeout=PATIENCE_S))
        return sent


@pytest.fixture
def listening() -> Iterator[Callable[[Path | str], Listener]]:
    started: list[Listener] = []

    def listen(wanted: Path | str) -> Listener:
        started.append(Listener(wanted))
        return started[-1]

    yield listen
    for one in started:
        one.line.stop()


def wait_for(what: Callable[[], bool]) -> None:
    """Wait for another thread; the time is no promise, only a way to end a test that would hang."""
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until
        time.sleep(0.002)


def numbers(sent: list[BoardSaid]) -> list[int]:
    """The counters of the board's events, out of their marks."""
    return [int(one.mark.partition("-")[2]) for one in sent if isinstance(one, BoardReport)]


def test_a_press_travels_through_a_real_terminal(
    tmp_path: Path, board: SimulatedBoard, listening: Callable[[Path | str], Listener]
) -> None:
    board.start(tmp_path / "board")
    host = listening(tmp_path / "board")
    host.until(Came)
    before = time.monotonic()
    board.press("end_turn", pad="north")
    event = host.until(BoardReport)[-1]
    assert isinstance(event, BoardReport)
    assert (event.device, event.content) == ("pad.north", ButtonPress("end_turn"))
    assert before - 0.01 <= event.happened_at <= time.monotonic()
    assert host.line.state.hello is not None
    assert host.line.state.simulated
    assert host.line.state.port == str(tmp_path / "board")


class Bare(serial.Serial):
    """A port without a modem's lines, as a pseudo-terminal is."""

    cts = dsr = ri = cd = False

    def _update_dtr_state(self) -> None:
        pass

    def _update_rts_state(self) -> None:
        pass

    def _update_break_state(self) -> None:
        pass


@contextmanager
def elsewhere(terminal: Path, *, rfc2217: bool, port: int = 0) -> Iterator[str]:
    """Serve a serial port over TCP, as ser2net does; yield its address. One caller after the other.

    `port`: the machine's port; 0: a free one.
    """
    server = socket.create_server(("127.0.0.1", port))
    server.settimeout(0.05)
    ended = threading.Event()

    def serve() -> None:
        while not ended.is_set():
            with suppress(OSError), server.accept()[0] as caller:
                caller.settimeout(0.02)
                pass_on(caller)

    def pass_on(caller: socket.socket) -> None:
        with Bare(str(terminal), timeout=0) as served:
            back: Any = SimpleNamespace(write=caller.sendall)
            any_port: Any = served
            talk = PortManager(any_port, back) if rfc2217 else None
            while not ended.is_set():
                with suppress(TimeoutError):
                    came = caller.recv(4096)
                    if not came:
                        return
                    served.write(came if talk is None else b"".join(talk.filter(came)))
                out = served.read(4096)
                if out:
                    caller.sendall(out if talk is None else b"".join(talk.escape(out)))

    serving = threading.Thread(target=serve)
    serving.start()
    kind = "rfc2217" if rfc2217 else "socket"
    yield f"{kind}://127.0.0.1:{server.getsockname()[1]}"
    # Closed first: who calls meanwhile is refused, not left waiting for an answer.
    server.close()
    ended.set()
    serving.join()


# pyserial's RFC 2217 names its thread as Python 3.10 deprecated it.
@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
@pytest.mark.parametrize("rfc2217", [False, True], ids=["socket", "rfc2217"])
def test_a_board_on_another_machine_is_spoken_to_over_the_network(
    tmp_path: Path,
    board: SimulatedBoard,
    listening: Callable[[Path | str], Listener],
    rfc2217: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    board.start(tmp_path / "board")
    with elsewhere(tmp_path / "board", rfc2217=rfc2217) as address:
        host = listening(address)
        host.until(Came)
        board.press("end_turn", pad="north")
        event = host.until(BoardReport)[-1]
        assert isinstance(event, BoardReport)
        assert event.content == ButtonPress("end_turn")
        host.line.order("pad.north", DeviceOrder(LightsOrder((), "red")))
        wait_for(lambda: ("north", "") in board.lights)
        assert host.line.state.port == address
    # The machine that had it is gone: said, and tried again for ever.
    host.until(Went)
    with elsewhere(tmp_path / "board", rfc2217=rfc2217, port=int(address.rpartition(":")[2])):
        host.until(Came)
        board.press("end_turn", pad="south")
        pressed = [one for one in host.until(BoardReport) if isinstance(one, BoardReport)]
        assert (pressed[-1].device, pressed[-1].content) == ("pad.south", ButtonPress("end_turn"))
        host.line.stop()


def test_an_address_where_nothing_answers_is_said_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"socket://127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(PortFault, match="refused"):
        open_port(address)
    with pytest.raises(PortFault, match="socket://nowhere"):
        open_port("socket://nowhere")


def test_every_control_character_passes_the_terminal_unchanged(
    tmp_path: Path, listening: Callable[[Path | str], Listener]
) -> None:
    board = SimulatedBoard(pads=("west",))
    board.start(tmp_path / "board")
    host = listening(tmp_path / "board")
    host.until(Came)
    for start in (0x00, 0x0A, 0x14, 0x1E, 0x7F, 0xF6):
        uid = bytes(range(start, start + 10)).hex().upper()
        board.put_tag("west", uid)
        event = host.until(BoardReport)[-1]
        assert isinstance(event, BoardReport)
        assert event.content == PadReading(PadReadingKind.TAGS, "west", uid)
        board.lift_tag("west")
        host.until(BoardReport)
    assert host.line.state.counts.damaged == 0
    board.stop()


def test_a_simulated_board_rests_only_once_all_readers_have_looked(
    tmp_path: Path, listening: Callable[[Path | str], Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A host that rests sooner looks only four times a second: a tag was gone after half a minute.
    rests: list[float] = []

    def select_noting(readable: list[int], writable: list[int], broken: list[int], timeout: float) -> object:
        if timeout >= _QUIET_MS / 1000:
            rests.append(timeout)
        return select.select(readable, writable, broken, timeout)

    monkeypatch.setattr("firmware_bridge.simulated.board.select", SimpleNamespace(select=select_noting))
    monkeypatch.setattr("firmware_bridge.simulated.board._SETTLING_MS", 0)
    cells = tuple(Cell(f"{column}1") for column in "abcdefghij")
    board = SimulatedBoard(pads=(), read=cells)
    board.start(tmp_path / "board")
    host = listening(tmp_path / "board")
    host.until(Came)
    for uid in ("04A1B2C3D4E5F6", ""):
        wait_for(lambda: len(rests) > 0)
        rests.clear()
        board.feel((), {"a1": (uid,) if uid else ()})
        found = [one.content for one in host.until(BoardReport) if isinstance(one, BoardReport)]
        assert found == [PadReading(PadReadingKind.TAGS, "a1", uid)]
        # One may have begun as the table was laid.
        assert len(rests) <= 1
    board.stop()


def test_orders_reach_the_simulated_board(
    tmp_path: Path, listening: Callable[[Path | str], Listener]
) -> None:
    board = SimulatedBoard(lit=(Cell("e5"), Cell("f5"), Cell("f6")))
    board.start(tmp_path / "board")
    host = listening(tmp_path / "board")
    host.line.order("board", DeviceOrder(LightsOrder((Cell("f6"), Cell("e5")), "red")))
    host.line.order("pad.west", DeviceOrder(SoundOrder("warning")))
    wait_for(lambda: board.lights == {("", "f6"): "#ff0000", ("", "e5"): "#ff0000"})
    wait_for(lambda: board.tones == (440, 330))
    host.line.order("pad.up", DeviceOrder(SoundOrder("warning")))
    complaint = host.until(Complaint)[-1]
    assert isinstance(complaint, Complaint)
    assert "there is no device 'pad.up'" in complaint.text
    board.stop()


def test_rubbish_between_presses_costs_none_of_them(
    tmp_path: Path, board: SimulatedBoard, listening: Callable[[Path | str], Listener]
) -> None:
    board.start(tmp_path / "board")
    host = listening(tmp_path / "board")
    host.until(Came)
    chance = random.Random(2)  # noqa: S311 # a test's own chance
    for _ in range(40):
        board.babble(chance.randbytes(200))
        board.press("end_turn", pad="west")
    sent = [host.until(BoardReport)[-1] for _ in range(40)]
    assert numbers(sent) == list(range(1, 41))
    assert host.line.state.counts.rubbish > 0


def test_a_board_pulled_out_is_said_once_and_taken_back_when_it_returns(
    tmp_path: Path, board: SimulatedBoard, listening: Callable[[Path | str], Listener]
) -> None:
    board.start(tmp_path / "board")
    board.put_tag("east", "04A1B2C3")
    host = listening(tmp_path / "board")
    first = host.until(BoardReport)
    assert isinstance(first[0], Came)
    for _ in range(2):
        board.stop()
        sent = host.until(Went)
        assert [type(one) for one in sent] == [Went]
        board.start(tmp_path / "board")
        assert [type(one) for one in host.until(Came)] == [Came]
        board.press("end_turn")
        contents = []
        while ButtonPress("end_turn") not in contents:
            contents += [one.content for one in host.until(BoardReport) if isinstance(one, BoardReport)]
        assert set(contents[:-1]) <= {PadReading(PadReadingKind.TAGS, "east", "04A1B2C3")}


def test_a_port_that_appears_later_is_found_and_its_absence_was_said_once(
    tmp_path: Path, board: SimulatedBoard, listening: Callable[[Path | str], Listener]
) -> None:
    host = listening(tmp_path / "board")
    (complaint,) = host.until(Complaint)
    assert isinstance(complaint, Complaint)
    assert f"{tmp_path}/board: no such port; is the board plugged in?" in complaint.text
    board.start(tmp_path / "board")
    assert [type(one) for one in host.until(Came)] == [Came]


def test_two_bridges_never_share_a_port(
    tmp_path: Path, board: SimulatedBoard, listening: Callable[[Path | str], Listener]
) -> None:
    board.start(tmp_path / "board")
    first = listening(tmp_path / "board")
    first.until(Came)
    second = listening(tmp_path / "board")
    complaint = second.until(Complaint)[-1]
    assert isinstance(complaint, Complaint)
    assert "another program uses it" in complaint.text
    first.line.stop()
    second.until(Came)


def test_a_board_of_another_version_is_refused_on_its_port(
    tmp_path: Path, listening: Callable[[Path | str], Listener]
) -> None:
    old = SimulatedBoard(dictionary=12)
    old.start(tmp_path / "board")
    try:
        complaint = listening(tmp_path / "board").until(Complaint)[-1]
        assert isinstance(complaint, Complaint)
        assert "dictionary 0000000c" in complaint.text
        assert "docs/build-and-run/hardware.md" in complaint.text
    finally:
        old.stop()


def test_a_busy_port_is_said_to_be_busy(tmp_path: Path, board: SimulatedBoard) -> None:
    board.start(tmp_path / "board")
    with (
        serial.Serial(str(tmp_path / "board"), exclusive=True),
        pytest.raises(PortFault, match="another program uses it"),
    ):
        open_port(str(tmp_path / "board"))


def test_a_file_and_a_folder_are_no_ports(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a port")
    for path in (tmp_path, tmp_path / "file"):
        with pytest.raises(PortFault, match="not a serial port"):
            open_port(str(path))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOENT, "no such port; is the board plugged in"),
        (errno.EACCES, r"no permission; its group is '\w+'\. Run: sudo usermod -aG \w+ \$USER"),
        (errno.EBUSY, "another program uses it"),
        (errno.EIO, "can't be opened"),
    ],
)
def test_each_way_of_not_opening_says_what_to_do(tmp_path: Path, number: int, said: str) -> None:
    with pytest.raises(PortFault, match=said):
        raise port_fault(str(tmp_path), OSError(number, os.strerror(number)))


def test_only_a_missing_port_is_a_missing_port(tmp_path: Path) -> None:
    with pytest.raises(PortMissing):
        open_port(str(tmp_path / "nothing"))
    assert not isinstance(port_fault("x", OSError(errno.EBUSY, "")), PortMissing)


def test_looking_for_ports_never_fails() -> None:
    assert all(port.path.startswith("/dev/") for port in find_ports())


def test_tries_come_ever_slower_but_never_stop_and_no_two_keep_step() -> None:
    waits = list(islice(pauses(1), 50))
    assert max(waits) <= LONGEST_PAUSE
    assert min(waits[10:]) >= LONGEST_PAUSE / 2
    assert waits[:10] != list(islice(pauses(2), 10))


def test_the_link_to_the_terminal_goes_with_the_board(tmp_path: Path, board: SimulatedBoard) -> None:
    path = tmp_path / "board"
    board.start(path)
    assert path.is_symlink()
    assert path.exists()
    with pytest.raises(CallerFault, match="started already"):
        board.start(tmp_path / "other")
    board.stop()
    assert not path.is_symlink()
    assert list(tmp_path.iterdir()) == []
    board.stop()


def test_a_link_left_by_a_killed_board_is_replaced_but_a_file_is_not(
    tmp_path: Path, board: SimulatedBoard
) -> None:
    path = tmp_path / "board"
    path.symlink_to(tmp_path / "gone")
    board.start(path)
    assert path.exists()
    board.stop()
    path.write_text("a person's file")
    with pytest.raises(InputFault, match="something stands there that is no link"):
        board.start(path)
    assert path.read_text() == "a person's file"
    with pytest.raises(InputFault, match="the port's link can't be made"):
        board.start(tmp_path / "no folder" / "board")


def test_a_link_that_another_board_took_over_is_left_alone(tmp_path: Path, board: SimulatedBoard) -> None:
    board.start(tmp_path / "board")
    other = SimulatedBoard()
    other.start(tmp_path / "board")
    board.stop()
    assert (tmp_path / "board").exists()
    other.stop()


def test_a_board_that_nobody_listens_to_goes_on(tmp_path: Path, board: SimulatedBoard) -> None:
    board.start(tmp_path / "board")
    for _ in range(50):
        board.babble(bytes(1000))
    board.press("end_turn")
    host = Listener(tmp_path / "board")
    try:
        event = host.until(BoardReport)[-1]
        assert isinstance(event, BoardReport)
        assert event.content == ButtonPress("end_turn")
    finally:
        host.line.stop()


def test_a_bridge_whose_listener_is_full_holds_the_board_back_and_loses_nothing(
    tmp_path: Path, board: SimulatedBoard
) -> None:
    board.start(tmp_path / "board")
    queue: Queue[BoardSaid] = Queue(maxsize=2)
    line = SerialLine(str(tmp_path / "board"), queue)
    line.start()
    try:
        for _ in range(50):
            board.press("end_turn")
        wait_for(queue.full)
        sent: list[BoardSaid] = []
        while len(numbers(sent)) < 50:
            sent.append(queue.get(timeout=PATIENCE_S))
        assert numbers(sent) == list(range(1, 51))
    finally:
        line.stop()


def test_a_line_stops_and_frees_its_port_while_nobody_takes_what_it_tells(
    tmp_path: Path, board: SimulatedBoard
) -> None:
    board.start(tmp_path / "board")
    queue: Queue[BoardSaid] = Queue(maxsize=1)
    line = SerialLine(str(tmp_path / "board"), queue)
    line.start()
    for _ in range(10):
        board.press("end_turn")
    wait_for(queue.full)
    line.stop()
    open_port(str(tmp_path / "board")).close()


@pytest.mark.parametrize(
    ("vid", "product", "ours"),
    [
        (0x2E8A, "Boardwarden board", True),
        (0x1A86, "USB Serial", False),
        (0x10C4, "CP2102 USB to UART Bridge Controller", False),
        (0x0403, None, False),
        (0x2E8A, "Board in FS mode", False),
    ],
)
def test_only_a_port_that_names_itself_so_is_ours(
    monkeypatch: pytest.MonkeyPatch, vid: int, product: str | None, *, ours: bool
) -> None:
    port = ListPortInfo("/dev/ttyACM77")
    port.vid, port.product = vid, product
    monkeypatch.setattr(list_ports, "comports", lambda: [port])
    assert [(found.path, found.ours) for found in find_ports()] == [("/dev/ttyACM77", ours)]


def test_closing_a_port_leaves_its_lines_as_they_are(tmp_path: Path, board: SimulatedBoard) -> None:
    board.start(tmp_path / "board")
    port = open_port(str(tmp_path / "board"))
    assert not termios.tcgetattr(port.fileno())[2] & termios.HUPCL
    port.close()
