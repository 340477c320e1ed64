"""A frame tag that something hides for long is named at a table that plays, by the corner that it lies in."""

import cv2
import numpy as np
import pytest

from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.core.sentences import Interpreter
from vision.camera.reports.hidden_tags import HIDDEN_S, HiddenTags
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over
from vision.texts import TEXTS

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
VIEW = view_over(BOARD, width_px=1600, height_px=1200)
SIZE = (1600, 1200)
INTERPRETER = Interpreter([TEXTS])
ALL = frozenset(BOARD.frame.centres_mm)


def corner(x: int, y: int) -> int:
    """Return the tag nearest to a corner of the picture, px."""
    centres = VIEW.camera.project(np.array([(*at, 0.0) for at in BOARD.frame.centres_mm.values()]))
    return list(BOARD.frame.centres_mm)[int(np.linalg.norm(centres - (x, y), axis=1).argmin())]


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (0, 0, "in the upper left corner"),
        (1600, 0, "in the upper right corner"),
        (0, 1200, "in the lower left corner"),
        (1600, 1200, "in the lower right corner"),
        (800, 0, "at the upper edge"),
    ],
)
def test_a_tag_that_is_hidden_for_long_is_named_by_where_it_lies(x: int, y: int, words: str) -> None:
    tags, hidden = HiddenTags(BOARD.frame), corner(x, y)
    assert tags.looked(Seconds(5.0), ALL - {hidden}, VIEW.camera, SIZE) == ""
    said = tags.looked(Seconds(5.0 + HIDDEN_S), ALL - {hidden}, VIEW.camera, SIZE)
    assert f"{words} (tag {hidden})" in said
    assert said.startswith("1 frame tag isn't read")


def test_a_hand_over_a_tag_is_no_trouble() -> None:
    tags, hidden = HiddenTags(BOARD.frame), corner(0, 0)
    tags.looked(Seconds(5.0), ALL - {hidden}, VIEW.camera, SIZE)
    tags.looked(Seconds(6.0), ALL, VIEW.camera, SIZE)
    assert tags.looked(Seconds(5.0 + HIDDEN_S), ALL - {hidden}, VIEW.camera, SIZE) == ""


def test_a_tag_outside_the_picture_is_not_called_hidden() -> None:
    tags, cut = HiddenTags(BOARD.frame), corner(1600, 600)
    size = (int(VIEW.camera.project(np.array([(*BOARD.frame.centres_mm[cut], 0.0)]))[0, 0]), 1200)
    tags.looked(Seconds(5.0), (), VIEW.camera, size)
    assert f"(tag {cut})" not in tags.looked(Seconds(5.0 + HIDDEN_S), (), VIEW.camera, size)


def test_a_board_that_is_not_found_hides_nothing() -> None:
    tags = HiddenTags(BOARD.frame)
    tags.looked(Seconds(5.0), (), None, SIZE)
    assert tags.looked(Seconds(5.0 + HIDDEN_S), (), None, SIZE) == ""


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_every_language_names_each_side(language: str) -> None:
    tags = HiddenTags(BOARD.frame)
    tags.looked(Seconds(5.0), (), VIEW.camera, SIZE)
    said = tags.looked(Seconds(5.0 + HIDDEN_S), (), VIEW.camera, SIZE)
    assert all(str(tag) in INTERPRETER.said(said, language) for tag in ALL)


def test_a_logo_over_a_tag_is_named_from_the_pictures_themselves() -> None:
    hidden = corner(0, 0)
    x, y = VIEW.camera.project(np.array([(*BOARD.frame.centres_mm[hidden], 0.0)]))[0]
    board: Image = Renderer(BOARD, PIECES, VIEW).render([lie(PIECES, "w.inf.1", 0.0, 0.0)])
    cv2.rectangle(board, (round(x) - 90, round(y) - 45, 180, 90), (40, 40, 200), -1)
    reader, tags = BoardReader(BOARD, PIECES, source="cam"), HiddenTags(BOARD.frame)
    said = ""
    for number in range(3):
        frame = Frame(board, Seconds(number * HIDDEN_S), number + 1)
        reader.read(frame)
        place = reader.state.camera_place
        assert place is not None
        read = [tag.id for tag in reader.state.tags.frame]
        said = tags.looked(frame.taken_at, read, place.location.camera, SIZE)
    assert f"in the upper left corner (tag {hidden})" in said
    assert said.startswith("1 frame tag")
