"""The pictures for verdicts: of tables at rest, cut to the cells, and never many."""

import numpy as np

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.core.observations import Look
from engine.core.verdict import Proof
from tests.session.seeing import look_at
from tests.vision.boards import board
from vision.camera.reports.proofs import KEPT, Album, cells_part, proof_of
from vision.pictures.frame import Frame, Image
from vision.render.view import view_over
from vision.sources.files.decoding import decode_image

CAMERA = view_over(board()).camera


def grey(level: int) -> Image:
    return np.full((900, 1600, 3), level, np.uint8)


def shown(number: int, cell: str, *, steady: bool = True) -> tuple[Frame, Look]:
    """Return a look that sees one piece in a cell, and a picture whose grey level is its number."""
    look = look_at({PieceId("a"): Spot(Cell(cell), Face.UP, edge=False)}, number / 2, steady=steady)
    return Frame(grey(number), Seconds(number / 2), look.sequence), look


def filled(*cells: str) -> tuple[Album, list[int]]:
    album, numbers = Album(), []
    for number, cell in enumerate(cells):
        frame, look = shown(number, cell)
        album.take(frame, look)
        numbers.append(look.sequence)
    return album, numbers


def level(album: Album, number: int) -> int | None:
    picture = album.picture(number)
    return None if picture is None else round(float(picture.mean()))


def test_a_table_at_rest_is_remembered_by_its_last_picture() -> None:
    album, numbers = filled("c5", "c5", "c5", "d5", "d5")
    assert [level(album, number) for number in numbers] == [2, 2, 2, 4, 4]


def test_hands_are_not_kept() -> None:
    album, _ = filled("c5")
    album.take(*shown(9, "d5", steady=False))
    assert level(album, 99) == 0


def test_only_so_many_are_remembered() -> None:
    cells = [("c5", "d5")[number % 2] for number in range(KEPT + 5)]
    album, numbers = filled(*cells)
    found = [level(album, number) for number in numbers]
    assert found == [None] * 4 + list(range(4, KEPT + 5))


def test_the_part_shown_has_the_cells_and_nothing_beside_the_board() -> None:
    part = cells_part(CAMERA, board(), [Cell("a1"), Cell("a2")])
    assert part is not None
    left, top, right, bottom = part
    middle = CAMERA.project(np.array([(*board().surface.centre_mm(Cell("a1")), 0.0)]))[0]
    assert left < middle[0] < right
    assert top < middle[1] < bottom
    half = np.array(board().size_mm) / 2
    corners = CAMERA.project(
        np.array([(x, y, 25.0) for x in (-half[0], half[0]) for y in (-half[1], half[1])])
    )
    assert left >= corners[:, 0].min() - 2
    assert bottom <= corners[:, 1].max() + 2


def test_places_that_are_not_on_the_board_are_not_shown() -> None:
    album, numbers = filled("c5")
    assert cells_part(CAMERA, board(), [Cell("west.reader")]) is None
    assert proof_of(album, Proof("cam", None, numbers[0]), None) is None


def test_a_proof_has_both_pictures_small_and_one_where_there_was_no_before() -> None:
    album, numbers = filled("c5", "d5")
    part = cells_part(CAMERA, board(), board().surface.cells)
    both = proof_of(album, Proof("cam", numbers[0], numbers[1]), part)
    assert both is not None
    for jpeg in (both.before_jpeg, both.after_jpeg):
        cut = decode_image(jpeg)
        assert not isinstance(cut, str)
        assert max(cut.shape) <= 640
    alone = proof_of(album, Proof("cam", None, numbers[1]), part)
    assert alone is not None
    assert alone.before_jpeg == b""
