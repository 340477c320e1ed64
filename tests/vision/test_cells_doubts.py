"""Things on the field that aren't pieces, and pieces that lie outside it."""

import cv2
import numpy as np
import pytest

from engine.core.ids import Cell, PieceId
from tests.vision.boards import Scene, at, board, misread, mountains, opening, pieces, seen_of
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.solids import PlacedPiece


def settled(scene: Scene, placed: list[PlacedPiece]) -> BoardReader:
    eyes = BoardReader(board(), pieces(), source="camera")
    for _ in range(2):
        eyes.read(scene.shoot(placed))
    return eyes


def with_disc(scene: Scene, shot: Frame, cell: str, across_mm: float, colour: tuple[int, int, int]) -> Frame:
    """Return a picture with a disc in the middle of a cell."""
    return covering(scene, shot, (*board().surface.centre_mm(Cell(cell)), 0.0), across_mm, colour)


def covering(
    scene: Scene,
    shot: Frame,
    at_mm: tuple[float, float, float],
    across_mm: float,
    colour: tuple[int, int, int],
) -> Frame:
    """Return a picture with a disc over a place, at this height above the board."""
    x, y, _ = at_mm
    px = scene.renderer.view.project(np.array([at_mm]))[0].round().astype(int)
    image = shot.image.copy()
    radius = round(across_mm / 2 * scene.renderer.view.px_per_mm(x, y))
    cv2.circle(image, (int(px[0]), int(px[1])), radius, colour, -1, cv2.LINE_AA)
    return Frame(image, shot.taken_at, shot.sequence)


@pytest.mark.parametrize("colour", [(40, 90, 200), (20, 20, 20), (250, 250, 250)])
def test_a_coin_on_a_cell_makes_it_unsure_and_no_other(colour: tuple[int, int, int]) -> None:
    scene, placed = Scene(), opening()
    eyes = settled(scene, placed)
    for _ in range(3):
        look = eyes.read(with_disc(scene, scene.shoot(placed), "j5", 24, colour))
    assert look.cells.unsure == ("j5",)
    assert look.cells.blind == ()
    assert misread(look, placed) == []
    after = eyes.read(scene.shoot(placed))
    assert (after.cells.unsure, after.cells.blind) == ((), ())


RIMS = [
    ("m6", 31, 0),
    ("m6", 26, 0),
    ("h11", 0, 29),
    ("h11", 20, 20),
    ("a6", -31, 0),
    ("f1", 0, -29),
    ("l1", 15, -25),
]
"""Cells at the field's rim, and the distance from their middle of a piece that is pushed there, mm."""


@pytest.mark.parametrize(("cell", "right", "up"), RIMS)
def test_a_piece_taken_from_the_field_s_rim_leaves_nothing_to_doubt(cell: str, right: int, up: int) -> None:
    scene = Scene()
    x, y = board().surface.centre_mm(Cell(cell))
    rest = mountains()
    pushed = PlacedPiece(pieces().pieces[PieceId("gen.siri")], x + right, y + up)
    eyes = settled(scene, [*rest, pushed])
    look = eyes.read(scene.shoot([*rest, pushed]))
    assert seen_of(look)["gen.siri"].cell == cell
    for _ in range(3):
        look = eyes.read(scene.shoot(rest))
    assert "gen.siri" not in seen_of(look)
    assert (look.cells.unsure, look.cells.blind) == ((), ())


@pytest.mark.parametrize("colour", [(40, 90, 200), (20, 20, 20), (250, 250, 250)])
def test_a_plain_thing_laid_exactly_over_a_label_is_no_empty_cell(colour: tuple[int, int, int]) -> None:
    scene, placed = Scene(), opening()
    eyes = settled(scene, placed)
    covered = next(one for one in placed if one.piece.id == "n.cav.1")
    cell = board().surface.cell_at(covered.x_mm, covered.y_mm)
    assert cell is not None
    for _ in range(3):
        top = (covered.x_mm, covered.y_mm, covered.piece.kind.height_mm)
        look = eyes.read(covering(scene, scene.shoot(placed), top, 29, colour))
    assert "n.cav.1" not in seen_of(look)
    assert look.cells.unsure == (cell,)
    # If it is taken away together with the piece, nothing is left to doubt.
    for _ in range(2):
        look = eyes.read(scene.shoot([one for one in placed if one is not covered]))
    assert (look.cells.unsure, look.cells.blind) == ((), ())


def test_a_piece_put_beside_the_field_has_left_it_and_makes_nothing_unsure() -> None:
    scene, placed = Scene(), opening()
    eyes = settled(scene, placed)
    x, y = board().surface.centre_mm(Cell("a5"))
    rest = [one for one in placed if one.piece.id != "n.cav.1"]
    beside = PlacedPiece(pieces().pieces[at("n.cav.1", "a5").piece.id], x - 52, y, turned_deg=20)
    assert board().surface.cell_at(beside.x_mm, beside.y_mm) is None
    for _ in range(2):
        look = eyes.read(scene.shoot([*rest, beside]))
    assert "n.cav.1" not in seen_of(look)
    assert (look.cells.unsure, look.cells.blind) == ((), ())
