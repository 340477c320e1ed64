"""The simulated table of cards before its camera: what hands laid there is read as it lies."""

from dashboard.simulator.stage import Stage, placed_pieces, scene_of
from engine.core.ids import Cell, Seconds
from engine.core.layout import Face
from tests.simulator.test_cards_by_hand import PIECES, done, put, table, top
from tests.vision.card_tables import board, renderer
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame


def test_a_dealt_table_is_read_card_by_card_and_its_decks_by_their_backs() -> None:
    now = table()
    for cell in ("market.1", "market.2", "market.3"):
        now = put(now, top(now, Cell("deck")), Cell(cell), face="up")
    first, second = top(now, Cell("deck")), top(now, Cell("market.2"))
    now = put(now, second, Cell("a.play"))
    now = put(now, first, Cell("a.play"), dx=60.0, face="up")
    now = done(now, "turn", second)
    scene = scene_of(Stage(now), Seconds(0.0), PIECES)
    camera = renderer()
    reader = BoardReader(board(), PIECES, source="test", intrinsics=camera.view.camera.intrinsics)
    for n in range(3):
        look = reader.read(Frame(camera.render(scene.placed, number=n), Seconds(n / 2), n + 1))
    up = {
        one.placed.piece.id: (one.cell, one.sideways)
        for one in camera.truth(scene.placed)
        if one.placed.face is Face.UP
    }
    assert {one.piece: (one.cell, one.sideways) for one in look.pieces.seen} == up
    assert len(up) == 4
    assert up[second] == ("a.play", True)
    backs = {(one.cell, one.back): one.number for one in look.pieces.backs or ()}
    assert backs == {("deck", "card"): 1, ("masks", "mask"): 1}
    assert not {*look.cells.unsure, *look.cells.blind}


def test_hands_leave_cards_crooked_and_the_same_card_at_the_same_place_alike() -> None:
    now = table()
    lain, again = placed_pieces(now, PIECES), placed_pieces(now, PIECES)
    assert lain == again
    turns = {round(one.turned_deg, 2) for one in lain}
    assert len(turns) > 20
    assert all(min(turn % 360, 360 - turn % 360) < 10 for turn in turns)
