"""A play that switches felt and one look of a camera confirms is played at once. Everything else waits."""

import pytest

from engine.core.ids import Cell, PieceId
from engine.session.playing.table_events import happen
from tests.session.felt_board import Board
from tests.session.seeing import feel


@pytest.fixture
def board() -> Board:
    return Board()


def test_a_move_that_switches_felt_is_played_at_the_first_picture_at_rest(board: Board) -> None:
    board.carry("a.1", "c2")
    # The first picture after the hand differs from the one before it.
    assert board.watch(10) == 2
    assert board.said == [("settled", ("step a.1 c2",))]


def test_the_camera_alone_looks_for_nearly_half_a_second() -> None:
    play = Board()
    play.took(happen(play.setting, play.table, feel([], play.now + 0.001, covers=[]), play.now))
    play.watch(3, blind=["c1", "c2"], steady=False)
    play.put("a.1", "c2")
    assert play.watch(30) == 13


def test_an_illegal_move_is_warned_of_once_it_has_settled(board: Board) -> None:
    board.carry("a.1", "c5")
    assert board.watch(2) == 0
    assert board.verdicts == []
    board.watch(10)
    assert [one.kind.value for one in board.verdicts] == ["illegal"]


def test_a_piece_that_a_camera_sees_elsewhere_than_it_was_felt_waits(board: Board) -> None:
    board.carry("a.1", "c2", felt="c4")
    assert board.watch(11) == 0


def test_a_push_is_no_matter_of_one_picture(board: Board) -> None:
    board.carry("a.2", "c4")
    board.put("a.2", "c4", edge=True)
    assert board.watch(10) > 2


def test_a_move_waits_while_another_piece_seems_to_have_changed(board: Board) -> None:
    board.carry("a.1", "c2")
    board.put("a.2", "c3", edge=True)
    assert board.watch(2) == 0
    board.put("a.2", "c3")
    board.watch(10)
    assert board.said == [("settled", ("step a.1 c2",))]


def test_with_a_piece_in_a_hand_nothing_is_played_yet(board: Board) -> None:
    board.carry("a.1", "c2")
    board.spots.pop(PieceId("b.1"))
    board.hears(clear="c6")
    assert board.watch(3) == 0


def test_while_something_moves_a_piece_may_be_on_its_way(board: Board) -> None:
    board.carry("a.1", "c2")
    assert board.watch(8, steady=False) == 0


def test_under_a_hand_nothing_is_played(board: Board) -> None:
    board.carry("a.1", "c2")
    assert board.watch(20, blind=[Cell("c7")]) == 0


def test_a_contact_that_still_bounces_isnt_a_word_yet(board: Board) -> None:
    board.carry("a.1", "c2")
    board.hears(clear="c2")
    board.hears(cover="c2")
    assert board.watch(10) > 2


def test_a_camera_that_is_heard_at_every_short_rest_is_waited_for_under_the_next_hand(board: Board) -> None:
    """Plays are a second apart, each followed by a third of a second's rest.

    Such a camera does come to rest.
    """
    for _ in range(25):
        board.now += 0.7
        board.watch(3, blind=("c7",), steady=False)
        board.watch(10)
    board.hears(clear="c1")
    board.put("a.1", "c2")
    board.hears(cover="c2")
    assert board.watch(12, blind=("c7",), steady=False) == 0
