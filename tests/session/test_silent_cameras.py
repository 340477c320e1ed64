"""A camera that is silent for a moment: play goes on, without warnings that only a camera could confirm."""

from dataclasses import replace

from engine.core.ids import PieceId
from tests.session.felt_board import Board

PLACES = {"a.1": "c1", "a.2": "c3", "b.1": "c6", "b.king": "c8"}


class Silent(Board):
    """A board whose camera becomes silent."""

    def goes_on(self, seconds: float) -> None:
        """Let the board report four times a second."""
        for _ in range(round(seconds * 4)):
            self.now += 0.245
            self.hears()

    def steps(self, piece: str, to: str) -> None:
        """Carry a piece, with reports of its switches."""
        start = str(self.spots[PieceId(piece)].cell)
        self.hears(clear=start)
        self.goes_on(0.5)
        self.put(piece, to)
        self.hears(cover=to)


def test_a_change_that_a_board_cannot_identify_waits_while_a_camera_may_come_back() -> None:
    board = Silent(PLACES)
    # Two pieces are lifted at once, so only a camera knows which went where. One of the two broke a rule.
    board.hears(clear="c1")
    board.hears(clear="c3")
    board.put("a.1", "c2")
    board.put("a.2", "c5")
    board.hears(cover="c5")
    board.hears(cover="c2")
    board.goes_on(4.5)
    assert board.verdicts == []
    board.watch(30)
    assert [one.kind.value for one in board.verdicts] == ["settled", "illegal"]
    assert board.said[0] == ("settled", ("step a.1 c2",))


def test_a_camera_that_stays_away_is_not_waited_for() -> None:
    board = Silent(PLACES)
    board.hears(clear="c1")
    board.hears(clear="c3")
    board.hears(cover="c5")
    board.hears(cover="c2")
    board.goes_on(4.5)
    assert board.verdicts == []
    board.goes_on(3.0)
    assert [one.kind.value for one in board.verdicts] == ["illegal"]


def test_changes_that_a_board_is_sure_of_are_judged_meanwhile() -> None:
    board = Silent(PLACES)
    board.goes_on(2.5)
    board.steps("a.1", "c2")
    board.goes_on(0.75)
    assert board.said == [("settled", ("step a.1 c2",))]
    board.steps("a.2", "c5")
    board.goes_on(0.75)
    assert [one.kind.value for one in board.verdicts] == ["settled", "illegal"]


def test_where_a_piece_from_a_stack_may_have_come_instead_the_camera_is_waited_for() -> None:
    board = Silent({**PLACES, "a.3": "c8"})
    board.goes_on(2.5)
    board.steps("a.2", "c5")
    board.goes_on(0.75)
    assert board.verdicts == []
    board.watch(30)
    assert [one.kind.value for one in board.verdicts] == ["illegal"]


def test_a_piece_lifted_just_now_may_be_in_a_hand_though_another_was_due_beside_it() -> None:
    board = Silent({"a.1": "c1", "b.1": "c4", "b.2": "c3", "b.king": "c8"})
    owed = replace(board.table.match, leftovers={PieceId("b.2"): None})
    board.table = replace(board.table, match=owed)
    del board.spots[PieceId("b.2")]
    board.hears(clear="c3")
    board.watch(30)
    board.goes_on(6.0)
    # The piece comes to c3 at last. At that moment b.1 is lifted beside it, as if it had been slid there.
    board.hears(cover="c3")
    board.hears(clear="c4")
    board.goes_on(0.75)
    board.hears(cover="c4")
    board.goes_on(3.0)
    assert [one.kind.value for one in board.verdicts if one.kind.value == "illegal"] == []


def test_a_wrong_piece_under_a_hand_is_warned_of_only_after_the_camera_sees_it() -> None:
    board = Board(PLACES)
    board.watch(6, blind=("c3", "c5"), steady=False)
    board.hears(clear="c3")
    board.watch(6, blind=("c3", "c5"), steady=False)
    board.hears(cover="c5")
    board.put("a.2", "c5")
    board.watch(60, blind=("c5",))
    assert [one.kind.value for one in board.verdicts] == []
    board.watch(60)
    assert [one.kind.value for one in board.verdicts] == ["illegal"]


def test_the_wait_for_a_camera_counts_before_a_felt_cell_is_asked_about() -> None:
    board = Silent({**PLACES, "a.3": "c8"})
    board.put("a.3", "c5")
    board.hears(cover="c5")
    board.goes_on(4.5)
    assert board.verdicts == []
    board.goes_on(1.25)
    assert [one.kind.value for one in board.verdicts] == ["ambiguous"]


def test_a_change_during_the_wait_for_a_camera_starts_its_time_again() -> None:
    board = Silent({**PLACES, "a.3": "c8"})
    board.put("a.3", "c5")
    board.hears(cover="c5")
    board.goes_on(3.5)
    board.put("a.3", "c4")
    board.hears(clear="c5")
    board.hears(cover="c4")
    board.goes_on(2.25)
    assert board.verdicts == []
    board.goes_on(2.0)
    assert [one.kind.value for one in board.verdicts] == ["ambiguous"]
