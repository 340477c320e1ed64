"""A logo in a camera's pictures: it causes no wrong reading, and the tags under it are named."""

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np
import pytest

from engine.core.board import load_board
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from vision.doctor.measuring import measure
from vision.doctor.scoring import findings_of
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
VIEW = view_over(BOARD, width_px=1600, height_px=1200, tilt_deg=8.0)

Written = Callable[[Image, int], Image]


@cache
def shown(cell: str) -> Image:
    """Return a picture of the board with one soldier in a cell, and another one that stays."""
    lying = [("w.inf.1", cell), ("n.inf.1", "g7")]
    return Renderer(BOARD, PIECES, VIEW).render(
        [lie(PIECES, piece, *BOARD.surface.centre_mm(Cell(at))) for piece, at in lying]
    )


def logo(image: Image, x: float, y: float, half: int = 90) -> Image:
    """Write a red plate with a name about a place, px."""
    left, top = round(x) - half, round(y) - half // 2
    plate = cv2.rectangle(image.copy(), (left, top, 2 * half, half), (40, 40, 200), -1)
    at = (left + 8, round(y) + half // 7)
    return np.asarray(cv2.putText(plate, "CAM 1", at, 0, half / 75, (255, 255, 255), 3), np.uint8)


def over(*tags: int) -> Written:
    """Cover some frame tags with a logo each."""

    def written(image: Image, _: int) -> Image:
        for tag in tags:
            x, y = BOARD.frame.centres_mm[tag]
            image = logo(image, *VIEW.camera.project(np.array([(x, y, 0.0)]))[0])
        return image

    return written


def looks(reader: BoardReader, written: Written) -> list[Look]:
    """Return the looks of three pictures, and of three more after the soldier has moved from e5 to f5."""
    tables = [shown("e5")] * 3 + [shown("f5")] * 3
    return [
        reader.read(Frame(written(table, number), Seconds(number / 2), number + 1))
        for number, table in enumerate(tables)
    ]


def soldier(found: Sequence[Look]) -> list[str]:
    return [one.cell for look in found for one in look.pieces.seen if one.piece == "w.inf.1"]


@pytest.mark.parametrize(
    "written",
    [lambda image, _: logo(image, 800, 30, 60), over(0), over(0, 1)],
    ids=["beside the board", "over a frame tag", "over two frame tags"],
)
def test_plays_are_seen_as_without_a_logo_that_stays(written: Written) -> None:
    found = looks(BoardReader(BOARD, PIECES, source="cam"), written)
    assert soldier(found) == ["e5"] * 3 + ["f5"] * 3
    assert [look.motion.steady for look in found] == [False, True, True, False, True, True]
    assert not any(look.motion.moved for look in found)


def test_a_logo_that_moves_over_the_board_hides_cells_and_no_look_is_wrong_or_trusted() -> None:
    reader = BoardReader(BOARD, PIECES, source="cam")
    reader.read(Frame(shown("e5"), Seconds(-0.5), 0))
    found = looks(reader, lambda image, number: logo(image, 290 + 140 * number, 500))
    assert all(look.cells.blind for look in found[1:])
    assert not any(look.motion.steady for look in found)
    for look in found:
        pieces = {str(one.piece): str(one.cell) for one in look.pieces.seen}
        assert pieces.get("w.inf.1", "e5") in ("e5", "f5")
        assert pieces.get("n.inf.1", "g7") == "g7"


@pytest.mark.parametrize(("tags", "named"), [((0,), "tag 0"), ((0, 1), "tag 0, 1")])
def test_the_doctor_names_the_frame_tags_that_a_logo_hides(tags: tuple[int, ...], named: str) -> None:
    picture = over(*tags)(shown("e5"), 0)
    reader = BoardReader(BOARD, PIECES, source="cam")
    reader.read(Frame(picture, Seconds(0.0), 1))
    measures = measure([picture], reader.state, BOARD, PIECES, modules=7)
    said = next(str(one.text) for one in findings_of(measures) if one.check == "view")
    assert f"something hides {named}, or it is worn" in said
