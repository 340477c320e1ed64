"""Without a camera a switch feels something, and no piece is missing. The table asks what lies there."""

from pathlib import Path

from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.ids import Seconds
from engine.core.verdict import VerdictKind
from tests.session.sensed_board import Board


def said(board: Board) -> list[tuple[VerdictKind, object]]:
    return [(one.kind, [action.action for action in one.actions]) for one in board.verdicts]


def all_else_is_played(board: Board) -> None:
    """Assert that a move is committed beside the one felt cell."""
    board.switch("e5", "clear")
    board.switch("e6", "covered")
    board.rest(2.0)
    assert said(board)[1:] == [(VerdictKind.SETTLED, [{"move": "w.inf.1", "to": "e6"}])]


def test_a_felt_cell_that_no_piece_came_to_is_asked_about_once_it_stays_felt(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("h6", "covered")
    board.rest(1.5)
    assert board.verdicts == []
    board.rest(2.0)
    (asked,) = board.verdicts
    assert (asked.kind, asked.cells, asked.felt) == (VerdictKind.AMBIGUOUS, ("h6",), ("h6",))
    assert asked.text.startswith("Something is felt on h6")
    # All other plays go on beside it.
    all_else_is_played(board)


def test_a_flapping_switch_is_no_play_and_not_asked_about(tmp_path: Path) -> None:
    board = Board(tmp_path)
    for _ in range(4):
        board.switch("h6", "covered")
        board.rest(1.2)
        board.switch("h6", "clear")
        board.rest(0.5)
    assert board.verdicts == []


def test_a_switch_that_opens_late_is_nothing_to_warn_of(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("e6", "covered")
    board.rest(1.0)
    board.switch("e5", "clear")
    board.rest(5.0)
    (asked,) = board.verdicts
    assert asked.kind is VerdictKind.AMBIGUOUS
    assert [[one.action for one in line] for line in asked.candidates] == [[{"move": "w.inf.1", "to": "e6"}]]


def test_a_table_on_which_all_lies_right_is_set_up_though_a_switch_feels_more(tmp_path: Path) -> None:
    board = Board(tmp_path, laid=False)
    board.engine.plug_in("board")
    for cell in ("e5", "f8", "h6"):
        board.switch(cell, "covered", 0.0)
    board.rest(2.0)
    assert [(one.kind, one.cells) for one in board.verdicts] == [(VerdictKind.AMBIGUOUS, ("h6",))]
    all_else_is_played(board)


def test_a_turn_ends_beside_a_cell_that_is_only_felt(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("h6", "covered")
    board.rest(1.0)
    event = DeviceEvent("pad.west", Seconds(board.engine.now), ButtonPress("end_turn"), mark="1")
    board.engine.service.take(ReceivedMessage("device_event", "pad.west", event))
    board.rest(1.0)
    kinds = [one.kind for one in board.verdicts]
    assert kinds == [VerdictKind.AMBIGUOUS, VerdictKind.SETTLED]
    assert board.verdicts[1].actions[0].action == {"end_turn": True}


def the_soldier_walked_from_a_stuck_switch(folder: Path) -> Board:
    """The switch beneath e5 stays closed though the soldier has left for e6, so no piece is missing."""
    board = Board(folder)
    board.switch("e6", "covered")
    board.rest(4.0)
    return board


def test_the_plays_that_lead_there_are_the_answers(tmp_path: Path) -> None:
    board = the_soldier_walked_from_a_stuck_switch(tmp_path)
    (asked,) = board.verdicts
    assert asked.felt == ("e6",)
    assert [[one.action for one in line] for line in asked.candidates] == [[{"move": "w.inf.1", "to": "e6"}]]
    assert board.engine.ask("1", CommandKind.CHOOSE, choice=0).code is AnswerCode.DONE
    board.rest(4.0)
    assert said(board)[1] == (VerdictKind.SETTLED, [{"move": "w.inf.1", "to": "e6"}])
    # The stuck switch now has a question of its own.
    assert board.verdicts[-1].felt == ("e5",)


def test_after_the_answer_that_nothing_lies_there_it_is_not_asked_again(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("h6", "covered")
    board.rest(4.0)
    assert board.engine.ask("1", CommandKind.GAME_IS_RIGHT).code is AnswerCode.DONE
    board.rest(4.0)
    assert board.engine.wire.last("situation").current is None
    board.switch("e5", "clear")
    board.switch("e6", "covered")
    board.rest(2.0)
    assert said(board)[-1] == (VerdictKind.SETTLED, [{"move": "w.inf.1", "to": "e6"}])
    assert board.engine.wire.last("situation").current is None


def test_a_switch_that_let_go_and_feels_something_again_is_asked_about_again(tmp_path: Path) -> None:
    board = Board(tmp_path)
    board.switch("h6", "covered")
    board.rest(4.0)
    board.engine.ask("1", CommandKind.GAME_IS_RIGHT)
    board.switch("h6", "clear")
    board.rest(2.0)
    board.switch("h6", "covered")
    board.rest(4.0)
    assert [one.felt for one in board.verdicts if one.felt] == [("h6",), ("h6",)]
