"""Labels whose outline is broken are looked for where they may lie, so many in a look and no more."""

import numpy as np

from tests.vision.boards import board, pieces
from vision.dictionary import load_dictionary
from vision.frame import Image, Mask
from vision.render.view import view_over
from vision.worn import Place, Worn, read_worn

VIEW = view_over(board(), width_px=1600, height_px=1200)
FACTOR = 4
CENTRES = board().surface.centres_mm[::4]


def marks_at(centres: tuple[Place, ...]) -> Mask:
    """Return small pixels with a mark of a label's size at each place."""
    marks = np.zeros((VIEW.height_px // FACTOR, VIEW.width_px // FACTOR), np.bool_)
    for u, v in VIEW.project(np.array([(x, y, 4.0) for x, y in centres])) / FACTOR:
        marks[round(v) - 3 : round(v) + 4, round(u) - 3 : round(u) + 4] = True
    return marks


def tried_again(grey: Image, before: Worn) -> Worn:
    marks = marks_at(CENTRES)
    return read_worn(
        grey, marks, FACTOR, VIEW.camera, load_dictionary(pieces().dictionary),
        plain=np.zeros_like(marks), known=(), tried_mm=before.tried_mm, tag_mm=16.0, top_mm=4.0,
    )  # fmt: skip


def test_places_beyond_what_one_look_tries_wait_for_the_next_and_none_is_forgotten() -> None:
    rubbish = np.random.default_rng(5).integers(0, 255, (VIEW.height_px, VIEW.width_px)).astype(np.uint8)
    first = tried_again(rubbish, Worn())
    assert first.tags == ()
    assert 0 < len(first.waiting_mm) < len(first.tried_mm) < len(CENTRES)
    second = tried_again(rubbish, first)
    assert second.waiting_mm == ()
    assert len(second.tried_mm) == len(CENTRES)
    off = [min(np.hypot(x - u, y - v) for u, v in second.tried_mm) for x, y in CENTRES]
    assert max(off) < 4.0
    # Chance may read in the next picture what it didn't in this one: they are tried anew.
    assert set(tried_again(rubbish, second).tried_mm) == set(second.tried_mm)
