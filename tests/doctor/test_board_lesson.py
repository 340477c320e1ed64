"""`boardwarden doctor board`, with a simulated board on a real port and a person who lays the pieces."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Event, Thread, Timer
from typing import Any

import pytest

from dashboard.commands import main
from dashboard.doctor.board import BoardLesson, Heard, PersonSaid, learnt_file
from engine.core.device_events import CellChange
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.board_reports import BoardReport, ReportedAll
from firmware_bridge.learning import learnt_switches
from firmware_bridge.serial_line import SerialLine
from firmware_bridge.simulated.board import SimulatedBoard
from hardware.drawing import BOARDS
from hardware.firmware.warden import configuration
from tests.patience import PATIENCE_S

CELLS = tuple(Cell(f"{column}{row}") for row in (1, 2) for column in "abcd")
PARTS: dict[str, Any] = {
    "board": "bench",
    "spi": {"1": {"sck": 10, "mosi": 11, "miso": 12}},
    "cells": {"spi": 1, "latch": 9, "order": [*CELLS, None, None], "sentinels": {"low": [8], "high": [9]}},
    "lamps": {"pin": 28, "cells": {cell: place for place, cell in enumerate(CELLS)}},
}

LONGEST_NAME = 255
"""The longest name of a file, in bytes, that Linux, macOS and Windows keep."""


@dataclass
class Person:
    """Lays a piece where the board shines, each time that something is asked."""

    board: SimulatedBoard
    said: list[str] = field(default_factory=list)
    lies: Cell | None = None

    def hear(self, text: Phrase) -> None:
        self.said.append(str(text))
        if not str(text)[0].isdigit():
            return
        shines = self.looks()
        if self.lies is not None:
            self.board.cover(self.lies, covered=False)
        self.lies = Cell(shines)
        self.board.cover(self.lies)

    def looks(self) -> str:
        """Look at the board until one other light than the last shines; return where."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            match list(self.board.lights):
                case [("", shines)] if shines != self.lies:
                    return shines
            Event().wait(0.005)
        raise AssertionError(f"the lights that shine: {self.board.lights}")


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "port"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """Return the path of the `board.json` that is on the board."""
    path = tmp_path / "bench.json"
    path.write_text(json.dumps(PARTS), encoding="utf-8")
    return path


@pytest.fixture
def wired(port: Path) -> Iterator[Callable[..., SimulatedBoard]]:
    started: list[SimulatedBoard] = []

    def start(change: Callable[[Any], None] = lambda _: None) -> SimulatedBoard:
        board = SimulatedBoard(wired=json.dumps(PARTS))
        board.miswire(change)
        board.start(port)
        started.append(board)
        return board

    yield start
    for board in started:
        board.stop()


@pytest.fixture
def heard() -> "Queue[Heard]":
    return Queue()


@pytest.fixture
def line(port: Path, heard: "Queue[Heard]") -> Iterator[SerialLine]:
    line = SerialLine(str(port), heard)
    yield line
    line.stop()


def test_a_board_with_mixed_wires_is_learnt_over_its_port(
    wired: Callable[..., SimulatedBoard], line: SerialLine, heard: "Queue[Heard]"
) -> None:
    board = wired(lambda wires: wires.wires.__setitem__(slice(0, 8), [*CELLS[3:], *CELLS[:3]]))
    line.start()
    person = Person(board)
    lesson = BoardLesson(line, heard, person.hear, settle_s=0.05)
    assert lesson.meet().board == "bench"
    order = learnt_switches(lesson.walk(CELLS, by_light=True)).order(PARTS["cells"]["order"])
    assert order == [*CELLS[3:], *CELLS[:3], None, None]
    assert person.said[0].startswith("1 of 8: lay a piece in the middle of the hex that is lit (a1)")


def test_a_person_says_that_nothing_happens_and_that_a_light_is_dark_and_goes_back(
    wired: Callable[..., SimulatedBoard], line: SerialLine, heard: "Queue[Heard]"
) -> None:
    wired()
    line.start()
    said: list[str] = []
    lesson = BoardLesson(line, heard, lambda text: said.append(str(text)), settle_s=0.05)
    lesson.meet()
    for answer in ("", "d", "what", "b", "", "q"):
        heard.put(PersonSaid(answer))
    walk = lesson.walk(CELLS, by_light=False)
    assert list(walk.answers) == list(CELLS[:2])
    assert walk.dark == frozenset()
    assert any("expected Enter" in one for one in said)


def test_a_board_that_reports_all_the_time_holds_up_no_answer(
    line: SerialLine, heard: "Queue[Heard]"
) -> None:
    """A bridge reports ten times a second how far it has heard the board."""
    over = Event()

    def chatter() -> None:
        heard.put(BoardReport("board", CellChange(CELLS[0], covered=True), 1.0, ""))
        while not over.wait(0.01):
            heard.put(ReportedAll(1.0))

    talking = Thread(target=chatter, daemon=True)
    giving_up = Timer(PATIENCE_S, lambda: heard.put(PersonSaid("q")))
    talking.start()
    giving_up.start()
    walk = BoardLesson(line, heard, lambda _: None, settle_s=0.1).walk(CELLS[:1], by_light=False)
    over.set()
    giving_up.cancel()
    talking.join()
    assert walk.answers == {CELLS[0]: frozenset({CELLS[0]})}


def test_a_port_without_a_board_is_missing(line: SerialLine, heard: "Queue[Heard]") -> None:
    line.start()
    with pytest.raises(MissingFault):
        BoardLesson(line, heard, lambda _: None, settle_s=0.05, comes_within_s=0.5).meet()


def test_the_command_writes_the_file_and_names_what_is_to_be_soldered(
    wired: Callable[..., SimulatedBoard],
    port: Path,
    bench: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wired(lambda wires: wires.stuck.__setitem__(5, 0))
    assert learns(port, bench, monkeypatch) == 1
    out = capsys.readouterr().out
    assert "b2: its switch is closed with nothing on the board" in out
    assert "a1: no switch answers" in out
    fresh = configuration.read((tmp_path / "bench.learnt.json").read_text(encoding="utf-8"))
    assert fresh["cells"]["order"] == PARTS["cells"]["order"]


def learns(port: Path, wiring: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the command on `wiring` with a person who only presses Enter; return its status."""
    ours, theirs = os.pipe()
    with os.fdopen(ours) as hears, os.fdopen(theirs, "w") as says:
        says.write("\n" * len(CELLS))
        says.flush()
        monkeypatch.setattr(sys, "stdin", hears)
        return main(["doctor", "board", "--serial", str(port), "--wiring", str(wiring)])


def test_what_was_learnt_before_and_mended_by_hand_is_kept_beside_the_new_file(
    wired: Callable[..., SimulatedBoard],
    port: Path,
    bench: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wired()
    newest = tmp_path / "bench.learnt.json"
    for number in (1, 2):
        newest.write_text(f"mended {number}", encoding="utf-8")
        learns(port, bench, monkeypatch)
        former = tmp_path / f"bench.learnt.{number}.json"
        assert former.read_text(encoding="utf-8") == f"mended {number}"
        assert f"{newest} was there already: it is kept as {former}" in capsys.readouterr().out
        assert configuration.read(newest.read_text(encoding="utf-8"))


def test_a_file_that_is_learnt_again_as_it_was_is_not_doubled(
    wired: Callable[..., SimulatedBoard],
    port: Path,
    bench: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wired()
    learns(port, bench, monkeypatch)
    learns(port, bench, monkeypatch)
    assert sorted(tmp_path.glob("*.json")) == [bench, tmp_path / "bench.learnt.json"]


def test_another_file_than_the_boards_own_is_refused(
    wired: Callable[..., SimulatedBoard],
    port: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wired()
    file = tmp_path / "other.json"
    file.write_text(json.dumps({**PARTS, "board": "other"}), encoding="utf-8")
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert main(["doctor", "board", "--serial", str(port), "--wiring", str(file)]) == 2
    said = capsys.readouterr().err
    assert "the board says that its own is" in said
    assert f"put this one on it: boardwarden flash --wiring {file}\n" in said


def test_a_file_that_can_t_be_written_is_refused_before_the_walk(
    tmp_path: Path, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No board is there: the file comes first."""
    words = ["doctor", "board", "--serial", str(tmp_path / "port"), "--wiring", str(bench)]
    assert main([*words, "--into", str(tmp_path)]) == 2
    assert "name another file with --into FILE" in capsys.readouterr().err
    assert main([*words, "--into", str(tmp_path / "fresh.json")]) == 3
    assert sorted(tmp_path.iterdir()) == [bench]


@pytest.mark.parametrize("letters", [LONGEST_NAME, LONGEST_NAME + 1])
def test_a_name_without_room_for_the_former_file_is_refused_before_the_walk(
    letters: int, tmp_path: Path, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The longer one can't be written at all; the other can, but what is in it couldn't be kept beside it."""
    learnt = tmp_path / ("l" * (letters - len(".json")) + ".json")
    if letters == LONGEST_NAME:
        learnt.write_text("mended", encoding="utf-8")
    words = ["doctor", "board", "--serial", str(tmp_path / "port"), "--wiring", str(bench)]
    assert main([*words, "--into", str(learnt)]) == 2
    assert "can't be written: File name too long; name another file" in capsys.readouterr().err
    assert {one.read_text(encoding="utf-8") for one in tmp_path.glob("l*")} <= {"mended"}


def test_the_file_is_read_once_since_it_may_come_from_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.write(writing, (BOARDS / "switches.json").read_bytes())
    os.close(writing)
    words = ["--wiring", f"/dev/fd/{reading}", "--into", str(tmp_path / "fresh.json")]
    assert main(["doctor", "board", "--serial", str(tmp_path / "none"), *words]) == 3
    os.close(reading)
    assert "no such port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("board", "walk", "why"),
    [
        ("smallest", "switches", "One without them tests itself: hold a button of it for a second"),
        ("smallest", "lights", "One without them tests itself: hold a button of it for a second"),
        ("duel", "lights", "leave --learn lights out"),
    ],
)
def test_a_board_without_the_parts_to_learn_says_what_to_do_instead(
    board: str, walk: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    parts = json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8"))
    parts.get("lamps", {}).pop("cells", None)
    file.write_text(json.dumps(parts), encoding="utf-8")
    assert main(["doctor", "board", "--wiring", str(file), "--learn", walk]) == 2
    said = capsys.readouterr().err
    assert f"--wiring {file}: expected a board with " in said
    assert why in said


def test_the_file_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "board"]) == 2
    assert "--wiring FILE" in capsys.readouterr().err


def test_a_learnt_file_keeps_everything_else() -> None:
    fresh = json.loads(learnt_file(json.dumps(PARTS), [*reversed(CELLS), None, None], None))
    assert fresh["lamps"] == PARTS["lamps"]
    assert fresh["cells"]["sentinels"] == PARTS["cells"]["sentinels"]
    with pytest.raises(InputFault):
        learnt_file("{}", [Cell("a1")], None)
