"""A piece leaves a stack while a reader still names it there. No switch notices that one is missing."""

from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.session.seen.belief import Belief
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.rounds import ROUND_S
from engine.session.seen.sighted import sighting
from engine.session.seen.sighting import Sighting
from tests.session.seeing import feel, look_at, read

TOP, BELOW = PieceId("top"), PieceId("below")
STACK: Layout = {TOP: Spot(Cell("c1"), edge=False), BELOW: Spot(Cell("c1"), edge=False)}
LEFT: Layout = {BELOW: STACK[BELOW]}


class Table:
    """A stack over a switch and a reader, in front of a camera."""

    def __init__(self) -> None:
        self.now = 0.0
        self.belief = Belief()
        self.look(STACK, {"top": "c1", "below": "c1"}, 2.0)

    def look(self, spots: Layout, named: dict[str, str], seconds: float) -> None:
        """Let all sensors report for a while."""
        for _ in range(round(seconds / 0.25)):
            self.now += 0.25
            self.belief = take(self.belief, feel(["c1"], self.now, covers=["c1", "c2"]))
            self.belief = take(self.belief, read(named, self.now, covers=["c1"], notices=[TOP, BELOW]))
            self.belief = take(self.belief, look_at(spots, self.now))

    @property
    def seen(self) -> Sighting:
        found = sighting(self.belief)
        assert found is not None
        return found

    def judge(self) -> None:
        self.belief = judged(self.belief, self.seen)


def test_a_piece_that_left_a_stack_is_sought_until_the_reader_has_come_round() -> None:
    table = Table()
    table.judge()
    table.look(LEFT, {"top": "c1", "below": "c1"}, 1.0)
    assert (TOP in table.seen.spots, TOP in table.seen.hidden) == (False, True)
    table.judge()
    table.look(LEFT, {"top": "c1", "below": "c1"}, 1.0)
    assert (TOP in table.seen.spots, TOP in table.seen.hidden) == (False, True)
    table.look(LEFT, {"below": "c1"}, 1.0)
    assert (TOP in table.seen.spots, TOP in table.seen.hidden) == (False, False)


def test_a_piece_that_a_reader_names_for_longer_than_its_round_is_there_unseen() -> None:
    table = Table()
    table.look(LEFT, {"top": "c1", "below": "c1"}, ROUND_S + 2.0)
    assert table.seen.spots[TOP].cell == "c1"
