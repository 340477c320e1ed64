"""A lamp that is mirrored on the board hides what lies under its image, and is no hand."""

import numpy as np

from engine.core.ids import Cell
from tests.vision.boards import Scene, at, board, misread, opening, pieces, seen_of
from vision.frame import Frame
from vision.reader import BoardReader
from vision.render.hand import Hand

LAMP = "e7"
SURFACE = board().surface
ROUND = {LAMP, *(SURFACE.cells[i] for i in SURFACE.neighbours[SURFACE.index[Cell(LAMP)]] if i is not None)}


def mirrored(shot: Frame, scene: Scene, cell: str = LAMP) -> Frame:
    """The picture with a bulb's image over a cell, blown out, and the haze about it."""
    x, y = board().surface.centre_mm(Cell(cell))
    view = scene.renderer.view
    (u, v), (edge, _) = view.project(np.array([(x, y, 0.0), (x + 32.0, y, 0.0)]))
    rows, columns = np.mgrid[0 : shot.image.shape[0], 0 : shot.image.shape[1]]
    away = ((columns - u) ** 2 + (rows - v) ** 2) / (edge - u) ** 2
    light = 900 * np.exp(-away / 0.72) + 60 * np.exp(-away / 6.5)
    image = np.clip(shot.image + light[..., None], 0, 255).astype(np.uint8)
    return Frame(image, shot.taken_at, shot.sequence)


def eyes() -> BoardReader:
    return BoardReader(board(), pieces(), source="test")


def test_what_lies_beside_a_mirrored_lamp_is_read_from_the_first_picture_on() -> None:
    scene, placed = (
        Scene(),
        [*opening(), at("n.cav.2", "e6", off=(-6, -20)), at("n.arc.1", "f8", off=(14, 12))],
    )
    reader = eyes()
    for _ in range(3):
        look = reader.read(mirrored(scene.shoot(placed), scene))
        assert misread(look, placed) == []
        assert {"n.cav.2", "n.arc.1"} <= set(seen_of(look))
        assert LAMP in look.blind
        assert set(look.blind) <= ROUND
    assert reader.state.reference is not None


def test_a_piece_that_a_hand_takes_from_beside_a_mirrored_lamp_has_left() -> None:
    scene, placed = Scene(), [*opening(), at("n.cav.2", "g8")]
    reader = eyes()
    for _ in range(2):
        reader.read(mirrored(scene.shoot(placed), scene))
    x, y = board().surface.centre_mm(Cell("g8"))
    under = reader.read(mirrored(scene.shoot(placed, hand=Hand(x, y, from_deg=340)), scene))
    assert "g8" in under.blind
    now = [*opening(), at("n.cav.2", "h8")]
    for _ in range(2):
        look = reader.read(mirrored(scene.shoot(now), scene))
    assert misread(look, now) == []
    assert seen_of(look)["n.cav.2"].cell == "h8"
    assert not {"g8", "h8"} & {*look.unsure, *look.blind}


def test_a_white_sleeve_in_the_first_picture_is_an_arm() -> None:
    scene, placed = Scene(), opening()
    x, y = board().surface.centre_mm(Cell("i6"))
    white = (255.0, 255.0, 255.0)
    look = eyes().read(scene.shoot(placed, hand=Hand(x, y, from_deg=300, skin=white, sleeve=white)))
    assert "i6" in look.blind
