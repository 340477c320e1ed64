"""A card that no camera could read when a tablet's play took it off the table still lies there."""

from dataclasses import replace

from engine.core.ids import Cell, PieceId, Seat
from engine.core.observations import LookPieces
from tests.session.laid_table import LaidTable, laid_out

ONE, TWO = Seat("p1"), Seat("p2")
PLAYED = PieceId("nature-s-bounty")
ROW = Cell("p1.play")


def unread(table: LaidTable, looks: int = 3) -> None:
    """Have a hand pass, and the camera look while it can't read that card in its row."""
    for number, look in enumerate(table.pictures(looks)):
        seen = tuple(one for one in look.pieces.seen if one.piece != PLAYED)
        cells = replace(look.cells, unsure=(ROW,))
        motion = replace(look.motion, steady=number > 0)
        table.take(replace(look, pieces=LookPieces(seen), cells=cells, motion=motion))


def test_a_card_that_was_shuffled_into_the_deck_unread_is_still_to_be_taken_away() -> None:
    table = laid_out(
        {
            "fire_gems": 5,
            "players": {
                "p1": {"hand": [PLAYED, *["gold"] * 8], "deck": ["gold"] * 2},
                "p2": {"hand": ["gold"] * 5, "deck": ["gold"] * 6},
            },
        }
    )
    table.act({"play": PLAYED}, ONE)
    table.lay(PLAYED, table.layout[PLAYED])
    table.rest()
    unread(table)
    table.act({"end_turn": True}, ONE)
    assert PLAYED not in table.layout
    left = table.table.match.leftovers[PLAYED]
    assert left is not None
    assert left.cell == ROW
    table.act({"end_turn": True}, TWO)
    table.rest(6)
    assert table.warnings == []
