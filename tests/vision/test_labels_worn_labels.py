"""Labels with a broken outline are searched for where they may be, at a fixed number of places a look."""

import cv2
import numpy as np
import pytest

from tests.vision.boards import board, pieces
from vision.labels.mark_places import Place, Trials, TrialsInput, trials_in
from vision.labels.marks import FAINT, FAINTEST, LabelMarks, marks_by_contrast
from vision.labels.tag_square import TagSquare
from vision.labels.worn_labels import Worn, read_worn
from vision.pictures.connected_parts import masks_of
from vision.pictures.frame import Image, Mask
from vision.render.board_art import tag_label
from vision.render.view import view_over
from vision.tags.dictionary import load_dictionary

VIEW = view_over(board(), width_px=1600, height_px=1200)
FACTOR = 4
CENTRES = board().surface.centres_mm[::4]


def marks_at(centres: tuple[Place, ...]) -> Mask:
    """Return small pixels with a mark of a label's size at each place."""
    marks = np.zeros((VIEW.height_px // FACTOR, VIEW.width_px // FACTOR), np.bool_)
    at = np.array([(x, y, 4.0) for x, y in centres]).reshape(-1, 3)
    for u, v in VIEW.project(at) / FACTOR:
        marks[round(v) - 3 : round(v) + 4, round(u) - 3 : round(u) + 4] = True
    return marks


def tried(
    grey: Image,
    *,
    marks: tuple[Place, ...] = (),
    faint: tuple[Place, ...] = (),
    before: tuple[Place, ...] = (),
) -> tuple[Trials, Worn]:
    found = LabelMarks(tuple(masks_of(marks_at(marks))), (), tuple(masks_of(marks_at(faint))))
    same = np.zeros((VIEW.height_px // FACTOR, VIEW.width_px // FACTOR), np.bool_)
    trials = trials_in(TrialsInput(found, VIEW.camera, FACTOR, 2.0, same, before, (), 4.0))
    square = TagSquare(VIEW.camera, side_mm=16.0, top_mm=4.0)
    return trials, read_worn(grey, load_dictionary(pieces().dictionary), square, trials, known=())


def test_places_beyond_what_one_look_tries_wait_for_the_next_and_none_is_forgotten() -> None:
    rubbish = np.random.default_rng(5).integers(0, 255, (VIEW.height_px, VIEW.width_px)).astype(np.uint8)
    trials, first = tried(rubbish, marks=CENTRES)
    assert first.tags == ()
    assert 0 < len(trials.waiting_mm) < len(first.tried_mm) < len(CENTRES)
    trials, second = tried(rubbish, marks=CENTRES, before=first.tried_mm)
    assert trials.waiting_mm == ()
    every = (*first.tried_mm, *second.tried_mm)
    assert len(every) == len(CENTRES)
    off = [min(np.hypot(x - u, y - v) for u, v in every) for x, y in CENTRES]
    assert max(off) < 4.0
    # Chance may read in the next picture what it didn't read in this one. So they are tried again.
    trials, third = tried(rubbish, marks=CENTRES, before=every)
    assert trials.now
    assert third.tried_mm == ()


MIDDLE: tuple[Place, ...] = ((0.0, 0.0),)

GREYED = (115, 185)
"""The black and white of a label under glare, with a contrast of 0.38."""


def greyed(label: Image) -> Image:
    """Return a picture of a label in the middle cell, its black turned grey, its rim scratched."""
    black, white = GREYED
    pale = np.asarray(np.where(label > 127, white, black), np.uint8)
    side = len(pale)
    cv2.line(pale, (0, round(0.8 * side)), (round(0.6 * side), side - 1), white, round(0.08 * side))
    half = 16.0 * 9 / 7 / 2
    corners = np.array([(-half, half, 4.0), (half, half, 4.0), (half, -half, 4.0), (-half, -half, 4.0)])
    to = VIEW.project(corners).astype(np.float32)
    turn = cv2.getPerspectiveTransform(np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32), to)
    picture = np.full((VIEW.height_px, VIEW.width_px), 150, np.uint8)
    size = (VIEW.width_px, VIEW.height_px)
    there = cv2.warpPerspective(np.full_like(pale, 255), turn, size) > 0
    drawn = cv2.warpPerspective(pale, turn, size, flags=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(np.where(there, drawn, picture), (0, 0), 0.7), np.uint8)


def test_a_pale_label_is_a_faint_mark_and_no_sharp_one() -> None:
    grey, label_px = greyed(tag_label(pieces().dictionary, 77)), 20.0 * VIEW.px_per_mm()
    sharp, faint = marks_by_contrast(grey, FACTOR, label_px, (FAINT, FAINTEST))
    (x, y), _ = VIEW.project(np.array([(0.0, 0.0, 4.0), (1.0, 0.0, 4.0)])) / FACTOR
    assert not sharp.any()
    assert faint[round(y), round(x)]


@pytest.mark.parametrize("tag", [12, 77, 195])
def test_a_label_too_pale_to_be_a_mark_is_read_where_its_id_fits_well(tag: int) -> None:
    _, found = tried(greyed(tag_label(pieces().dictionary, tag)), faint=MIDDLE)
    assert [one.id for one in found.tags] == [tag]
    assert found.unread_mm == found.tried_mm == ()


def test_a_pale_mark_that_fits_no_id_is_tried_once_and_makes_no_doubt() -> None:
    label = tag_label(pieces().dictionary, 77)
    module = len(label) // 9
    for row, column in ((2, 2), (4, 3)):
        part = label[row * module : (row + 1) * module, column * module : (column + 1) * module]
        part[:] = 255 - part
    grey = greyed(label)
    _, marked = tried(grey, marks=MIDDLE)
    assert marked.tags == ()
    assert len(marked.unread_mm) == 1
    trials, found = tried(grey, faint=MIDDLE)
    assert found.tags == ()
    assert found.unread_mm == trials.waiting_mm == ()
    assert len(found.tried_mm) == 1
