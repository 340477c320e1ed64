"""Readers take seconds for a round. A play that camera and switches agree on doesn't wait for them."""

from collections.abc import Mapping

import pytest

from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.session.playing.table_events import happen
from engine.session.seen.belief import Belief
from engine.session.seen.fusion import take
from engine.session.seen.sighted import sighting
from tests.session.felt_board import Board
from tests.session.seeing import look_at, read

UNDER = ("c1", "c2", "c3")
STICKERS = ("a.1", "a.2", "b.1", "b.king")
A, B = PieceId("a.1"), PieceId("b.1")


class Reading(Board):
    """A board with readers beneath its first cells, which repeat what they read last."""

    def __init__(self) -> None:
        self.read: dict[str, str] = {"a.1": "c1", "a.2": "c3"}
        super().__init__()

    def watch(self, pictures: int, **how: object) -> int:
        """Let the readers report too, before and after."""
        self.reads(self.read)
        played = super().watch(pictures, **how)  # type: ignore[arg-type] # the same words as the board's
        self.reads(self.read)
        return played

    def reads(self, pieces: Mapping[str, str]) -> None:
        """Let the readers report."""
        self.read = dict(pieces)
        self.now += 0.001
        look = read(pieces, self.now, covers=UNDER, notices=STICKERS)
        self.took(happen(self.setting, self.table, look, self.now))

    @property
    def quarrels(self) -> int:
        return len(self.table.belief.quarrels.said)


@pytest.fixture
def board() -> Reading:
    return Reading()


def test_a_piece_that_left_a_readers_cell_is_played_before_the_reader_has_noticed(board: Reading) -> None:
    board.carry("a.1", "c2")
    assert board.watch(10) == 2
    assert board.said == [("settled", ("step a.1 c2",))]
    board.watch(30)
    board.reads({"a.1": "c2", "a.2": "c3"})
    board.watch(90)
    assert (board.quarrels, len(board.verdicts)) == (0, 1)


def test_a_reader_is_not_waited_for_where_two_slow_pictures_have_settled(board: Reading) -> None:
    board.carry("a.1", "c2")
    board.picture_s = 0.15
    assert board.watch(10) == 2
    assert board.said == [("settled", ("step a.1 c2",))]


def test_an_illegal_change_that_the_reader_contradicts_is_judged_no_later(board: Reading) -> None:
    board.carry("a.1", "c8")
    board.picture_s = 0.15
    board.watch(3)
    board.reads({"a.2": "c3"})
    board.watch(4)
    assert [one.kind.value for one in board.verdicts] == ["illegal"]


def test_a_piece_that_moved_on_before_its_reader_noticed_is_in_no_hand(board: Reading) -> None:
    board.carry("a.1", "c2")
    board.watch(10)
    board.reads({"a.2": "c3"})
    board.watch(15)
    assert board.table.belief.tracking.at[PieceId("a.1")] == "c2"


def test_a_reader_that_still_names_a_piece_long_after_is_a_quarrel(board: Reading) -> None:
    board.carry("a.1", "c2")
    board.watch(10)
    board.picture_s = 0.1
    counts = []
    for _ in range(16):
        board.watch(10)
        counts.append(board.quarrels)
    assert counts == sorted(counts)
    assert (counts[7], counts[-1]) == (0, 1)


def knowing_both(at: float = 0.0) -> Belief:
    """Return the belief after a camera saw the king's soldier in the cell of the reader that names it."""
    belief = Belief(last={A: Cell("c1")})
    for late in (at, at + 0.5):
        belief = take(belief, read({"a.1": "c1"}, late, covers=UNDER, notices=STICKERS))
        belief = take(belief, look_at({A: Spot(Cell("c1"), edge=False)}, late + 0.01))
    return belief


@pytest.mark.parametrize("late_s", [1.0, 4.0, 36.0])
def test_a_reader_that_comes_round_late_contradicts_nobody_however_late(late_s: float) -> None:
    belief = knowing_both()
    at = 2.0
    while at < 2.0 + late_s:
        belief = take(belief, look_at({A: Spot(Cell("c9"), edge=False)}, at))
        belief = take(belief, read({"a.1": "c1"}, at + 0.01, covers=UNDER, notices=STICKERS))
        at += 0.5
    seen = sighting(belief)
    assert seen is not None
    assert (seen.spots[A].cell, seen.disputes, seen.hidden) == ("c9", {}, frozenset())


def test_a_reader_that_comes_round_late_is_not_believed_while_the_camera_is_silent_either() -> None:
    belief = knowing_both()
    for at in (2.0, 2.5):
        belief = take(belief, look_at({A: Spot(Cell("c9"), edge=False)}, at))
    for at in (3.0, 6.0, 9.0):
        belief = take(belief, read({"a.1": "c1"}, at, covers=UNDER, notices=STICKERS))
    seen = sighting(belief)
    assert seen is not None
    assert A not in seen.spots
    for at in (10.0, 10.5):
        belief = take(belief, read({}, at, covers=UNDER, notices=STICKERS))
    for at in (11.0, 11.5):
        belief = take(belief, read({"a.1": "c1"}, at, covers=UNDER, notices=STICKERS))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[A].cell == "c1"


def test_a_new_report_of_a_reader_counts_against_a_camera_again() -> None:
    belief = knowing_both()
    for at, there in ((2.0, {"a.1": "c1"}), (2.5, {}), (3.0, {"a.1": "c1"}), (3.5, {"a.1": "c1"})):
        belief = take(belief, read(there, at, covers=UNDER, notices=STICKERS))
        belief = take(belief, look_at({A: Spot(Cell("c9"), edge=False)}, at + 0.01))
    seen = sighting(belief)
    assert seen is not None
    assert dict(seen.disputes[A]) == {"cam": "c9", "readers": "c1"}


def test_a_piece_that_was_taken_away_is_not_asked_for_until_a_slow_reader_has_come_round() -> None:
    # As in an evening on a busy machine: a volcano was exchanged for a gate, and its reader took 3.6 s.
    belief = knowing_both()
    for at in (2.0, 2.2):
        belief = take(belief, look_at({}, at))
    for at in (3.5, 4.0, 5.1, 5.3, 5.5):
        belief = take(belief, look_at({B: Spot(Cell("c1"), edge=False)}, at))
        both = {"a.1": "c1", "b.1": "c1"} if at > 4.3 else {"a.1": "c1"}
        belief = take(belief, read(both, at + 0.01, covers=UNDER, notices=STICKERS))
        seen = sighting(belief)
        assert seen is None or A not in seen.spots, at
    assert seen is not None
    assert seen.spots.keys() == {B}


def test_a_reader_and_a_camera_that_never_agreed_dispute_a_piece() -> None:
    belief = Belief(last={A: Cell("c1")})
    for at in (0.0, 0.5):
        belief = take(belief, read({"a.1": "c1"}, at, covers=UNDER, notices=STICKERS))
        belief = take(belief, look_at({A: Spot(Cell("c9"), edge=False)}, at + 0.01))
    seen = sighting(belief)
    assert seen is not None
    assert A in seen.disputes
