"""A card turned face down before its cause is known: no fault yet, but one if it stays."""

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.session.explaining.face_down import SeenBacks, followed
from engine.session.seen.backs import BacksSeen
from engine.session.seen.sighting import Sighting

SLOT, PILE = Cell("slot"), Cell("pile")
OPEN: Layout = {
    PieceId("lamp"): Spot(SLOT, Face.UP),
    PieceId("omen"): Spot(PILE, Face.UP, piled=True),
}


def turned_over(cell: Cell, *, owed: bool) -> SeenBacks | None:
    before = {SLOT: SeenBacks((), (), right=True), PILE: SeenBacks((), (), right=True)}
    seen = Sighting({}, taken_at=Seconds(7.0), backs=BacksSeen({cell: (("card", 1),)}))
    return followed(before, {}, seen, OPEN, owed=owed).get(cell)


def test_a_card_that_chance_still_decides_may_have_been_turned_over_ahead_of_it() -> None:
    waits = turned_over(SLOT, owed=True)
    assert waits is not None
    assert not waits.is_off


def test_once_chance_has_decided_it_is_off_where_the_match_has_its_face() -> None:
    stays = turned_over(SLOT, owed=False)
    assert stays is not None
    assert stays.is_off


def test_a_back_on_a_pile_of_faces_is_off_in_any_case() -> None:
    for owed in (True, False):
        laid = turned_over(PILE, owed=owed)
        assert laid is not None
        assert laid.is_off
