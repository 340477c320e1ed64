"""An engine takes reports of switches and readers, makes looks of them, and reports the result."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bus.channels import Service
from engine.bus.client import ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.services import Availability
from engine.core.device_events import CellChange
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import SourceKnows
from engine.core.tags import FILE, TagBook, dump_tags
from engine.core.verdict import VerdictKind
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import load_sensors, usual_sensors
from engine.session.boards.tags import TagDesk, all_things
from tests.session.sensed_board import CELLS, Board
from tests.session.two_soldiers import GAME, PIECES

MOUNTAINS = 9
"""The cells whose switches are out of reach, under a mountain or the volcano."""


def test_a_move_is_judged_by_switches_alone(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("e5", "clear")
    board.switch("e6", "covered")
    board.rest()
    (verdict,) = board.verdicts
    assert (verdict.kind, verdict.actions[0].action) == (
        VerdictKind.SETTLED,
        {"move": "w.inf.1", "to": "e6"},
    )


def test_an_illegal_move_is_warned_of_by_switches_alone(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("e5", "clear")
    board.switch("d8", "covered")
    board.rest()
    (verdict,) = board.verdicts
    assert verdict.kind is VerdictKind.ILLEGAL
    assert [(step.piece, step.seen, step.to) for step in verdict.repair] == [("w.inf.1", "d8", "e5")]
    assert [one.rule for one in verdict.violations] == ["DW-5"]


def test_the_boards_word_stands_for_as_long_as_the_board_lives(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.rest(10.0)
    assert board.engine.wire.last("situation").watching
    assert [one.source for one in board.sensing.sources] == ["board"]
    gone = DeviceState("board", "/dev/ttyACM0", connected=False)
    board.engine.service.take(ReceivedMessage("device", "board", gone))
    board.rest(8.0)
    assert not board.engine.wire.last("situation").watching
    assert [one.source for one in board.sensing.sources] == []


def test_a_tag_over_a_reader_beneath_a_cell_names_the_piece_that_lies_there(tmp_path: Path) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1", "04AABBCD": "piece w.inf.1 down"}), tmp_path / FILE)
    desk = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    board = Board(tmp_path, tags=desk)
    board.tag("e5", "04AABBCC")
    board.rest(1.5)
    (readers,) = [one for one in board.sensing.sources if one.source == "readers"]
    assert (readers.knows, readers.cells) == (SourceKnows.WHICH, 1)
    run = board.engine.service.table.belief.runs["readers"]
    assert [(piece, trace.cell, trace.face) for piece, trace in run.pieces.items()] == [
        ("w.inf.1", "e5", None)
    ]
    board.tag("e5", "04AABBCD")
    board.rest(1.5)
    run = board.engine.service.table.belief.runs["readers"]
    assert [str(trace.face) for trace in run.pieces.values()] == ["down"]


def test_a_reader_that_went_and_is_back_remembers_no_tag_that_lay_there(tmp_path: Path) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1"}), tmp_path / FILE)
    desk = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    board = Board(tmp_path, tags=desk)
    board.tag("e5", "04AABBCC")
    assert [tag.uid for tag in desk.laid] == ["04AABBCC"]
    for connected in (False, True):
        state = DeviceState("pad.e5", "/dev/ttyACM0", connected=connected)
        board.engine.service.take(ReceivedMessage("device", "pad.e5", state))
    assert desk.laid == ()
    board.tag("e5", "04AABBCC")
    board.rest(1.5)
    run = board.engine.service.table.belief.runs["readers"]
    assert [(piece, trace.cell) for piece, trace in run.pieces.items()] == [("w.inf.1", "e5")]


@pytest.mark.parametrize("switched", [CELLS, None])
def test_a_piece_that_leaves_its_switch_in_the_cameras_silence_is_to_be_put_back(
    tmp_path: Path, switched: tuple[Cell, ...] | None
) -> None:
    board = Board(tmp_path, laid=False)
    board.hello("board", switched=switched)
    board.switch("e5", "covered")
    board.switch("f8", "covered")
    board.engine.show()
    board.rest(3.0)
    board.switch("f8", "clear")
    board.rest(10.0)
    (verdict,) = board.verdicts
    assert (verdict.kind, [(step.piece, step.to) for step in verdict.repair]) == (
        VerdictKind.ILLEGAL,
        [("n.inf.1", "f8")],
    )
    looking = len(CELLS) - MOUNTAINS
    assert [one.cells for one in board.sensing.sources if one.source == "board"] == [looking]


def test_a_board_with_some_switches_says_nothing_of_the_other_cells(tmp_path: Path) -> None:
    board = Board(tmp_path, laid=False)
    board.hello("board", switched=(Cell("e5"),))
    board.switch("e5", "covered")
    board.engine.show()
    board.engine.show()
    for _ in range(3):
        board.rest(8.0)
        board.switch("e5", "clear")
        board.rest(0.5)
        board.switch("e5", "covered")
    board.rest(8.0)
    assert board.verdicts == []
    assert board.sensing.faults == ()
    assert [one.cells for one in board.sensing.sources if one.source == "board"] == [1]


@pytest.mark.parametrize("said", [None, "a board's own file", "names of its own"])
def test_a_board_whose_switches_read_nothing_looks_at_no_cell(tmp_path: Path, said: str | None) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("devices:\n  board: {switches: {s1: e5, s2: f8}}\n", encoding="utf-8")
    wired = {
        "a board's own file": load_sensors(Path("hardware/boards/full.json"), CELLS),
        "names of its own": load_sensors(path, CELLS),
    }.get(said or "", usual_sensors(CELLS))
    names = ("s1", "s2") if said == "names of its own" else ("e5", "f8")
    sensing = Sensing(wired, (PieceId("w.inf.1"),), board="mativen")
    list(sensing.reached(Seconds(100.0)))
    state = DeviceState("board", "/dev/ttyACM0", connected=True, switched=tuple(map(Cell, names)))
    list(sensing.heard(state, Seconds(100.0)))
    stands = CellChange(Cell(names[0]), covered=True)
    list(sensing.switched("board", stands, Seconds(100.0), Seconds(100.0)))
    (look,) = sensing.due(Seconds(103.0))
    assert (look.reach.covers, look.cells.unsure) == (("e5", "f8"), ("e5",))
    (look,) = sensing.heard(replace(state, switched=()), Seconds(103.1))
    assert (look.reach.covers, look.cells.unsure) == ((), ())
    (look,) = sensing.heard(state, Seconds(103.2))
    assert (look.reach.covers, look.cells.unsure) == (("e5", "f8"), ("e5",))


def test_a_board_that_says_which_switches_it_has_looks_before_anything_lies_there(tmp_path: Path) -> None:
    board = Board(tmp_path, laid=False)
    board.hello("board", switched=(Cell("a1"), Cell("b1")))
    board.rest(1.0)
    assert [one.source for one in board.sensing.sources] == []
    board.rest(2.0)
    assert [(one.source, one.cells) for one in board.sensing.sources] == [("board", 2)]


def test_a_device_that_a_dead_bridge_left_behind_looks_at_nothing(tmp_path: Path) -> None:
    board = Board(tmp_path, laid=False)
    board.hello("board", switched=CELLS)
    board.engine.service.take(ReceivedMessage("availability", Service.BRIDGE, Availability(online=False)))
    left = DeviceState("board", "/dev/ttyACM0", connected=True, switched=CELLS)
    board.engine.service.take(ReceivedMessage("device", "board", left))
    board.rest(5.0)
    assert board.sensing.sources == ()


def test_an_empty_reader_says_from_its_boards_coming_that_nothing_lies_there(tmp_path: Path) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1"}), tmp_path / FILE)
    desk = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    board = Board(tmp_path, tags=desk, laid=False)
    board.hello("pad.e5", reads=True)
    board.hello("pad.e6", reads=None)
    board.hello("pad.west", reads=True)
    board.rest(3.0)
    (readers,) = board.sensing.sources
    assert (readers.source, readers.cells) == ("readers", 1)
    run = board.engine.service.table.belief.runs["readers"]
    assert (run.covers, run.pieces) == (frozenset({"e5"}), {})
    assert run.would_notice(PieceId("w.inf.1"))


def test_a_tag_over_a_reader_that_died_is_known_again_once_it_reads(tmp_path: Path) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1"}), tmp_path / FILE)
    desk = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    board = Board(tmp_path, tags=desk, laid=False)
    board.hello("pad.e5", reads=True)
    board.tag("e5", "04AABBCC")
    seen = []
    for reads in (True, False, True):
        board.hello("pad.e5", reads=reads)
        board.rest(3.0)
        run = board.engine.service.table.belief.runs.get("readers")
        seen.append({} if run is None else {piece: trace.cell for piece, trace in run.pieces.items()})
    assert seen == [{"w.inf.1": "e5"}, {}, {"w.inf.1": "e5"}]


def test_late_reports_of_a_reader_that_went_are_no_look_at_its_cell(tmp_path: Path) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1"}), tmp_path / FILE)
    desk = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    board = Board(tmp_path, tags=desk, laid=False)
    board.hello("pad.e5", reads=True)
    board.tag("e5", "04AABBCC")
    board.rest(3.0)
    gone = DeviceState("pad.e5", "/dev/ttyACM0", connected=False)
    board.engine.service.take(ReceivedMessage("device", "pad.e5", gone))
    # Its board was replaced by one without the reader. The bridge reports that the tag has left it.
    board.tag("e5", "")
    board.rest(3.0)
    run = board.engine.service.table.belief.runs.get("readers")
    assert run is None or "e5" not in (run.covers or ())
    board.hello("pad.e5", reads=True)
    board.tag("e5", "04AABBCC")
    board.rest(3.0)
    run = board.engine.service.table.belief.runs["readers"]
    assert (run.covers, [*run.pieces]) == (frozenset({"e5"}), ["w.inf.1"])


def test_an_event_that_nothing_uses_is_counted_and_reported(tmp_path: Path) -> None:
    board = Board(tmp_path)
    for _ in range(3):
        board.switch("z9", "covered")
    board.rest()
    assert [(one.device, one.what, one.name, one.count) for one in board.sensing.unused] == [
        ("board", "cell", "z9", 3)
    ]


def test_places_that_a_replaced_board_had_are_cleared_without_a_report(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("z9", "clear")
    board.tag("z9", "")
    board.rest()
    assert board.sensing.unused == ()


def test_a_switch_that_sticks_is_found_out_and_no_longer_listened_to(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("a2", "covered")
    for _ in range(30):
        board.engine.show()
        board.engine.now += 0.4
    (fault,) = board.sensing.faults
    assert (fault.ailment, fault.source, fault.cell) == ("stuck_on", "board", "a2")
    assert fault.text == "The switch beneath a2 (board) says that something lies there; nothing does."
    (said,) = board.sensing.disagreements
    assert {(word.source, word.cell) for word in said.words} == {("board", "a2"), ("cam", None)}
    assert said.believed == ("cam",)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("devices:\n  board: {switches: [a1, z1]}\n", "s.yaml:2:"),
        (
            "devices:\n  board: {switches: all}\n  left: {switches: {s1: a1}}\n",
            "is said to be board's already",
        ),
        ("devices:\n  left: {switches: {s1: a1, s2: a1}}\n", "s.yaml:2: s2: .*beneath a1 .* s1 already"),
        ("devices:\n  left: {switches: [a1, a1]}\n", "beneath a1 is said to be a1 already"),
        ("devices:\n  pad.x: {reader: q9}\n", "'q9' is no cell of this board"),
        ("[1]\n", "expected a mapping"),
    ],
)
def test_a_broken_file_of_sensors_is_refused_with_its_line(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=fault):
        load_sensors(path, CELLS)


def test_a_boards_own_file_says_which_cells_it_feels() -> None:
    wired = load_sensors(Path("hardware/boards/full.json"), CELLS)
    assert set(wired.covers("board")) == set(CELLS)
    assert usual_sensors(CELLS).switch_cell("board", "e5") == "e5"
    assert usual_sensors(CELLS).readers["pad.e5"] == "e5"


def test_inputs_have_names_of_their_own_where_the_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("devices:\n  left: {switches: {s1: a1}}\n  pad.keep: {reader: c6}\n", encoding="utf-8")
    sensors = load_sensors(path, CELLS)
    assert sensors.switch_cell("left", "s1") == "a1"
    assert sensors.switch_cell("board", "a1") is None
    assert sensors.readers == {"pad.keep": "c6"}
