"""What is known of tags beside what is read anew: two tags never lie in each other."""

import numpy as np

from vision.scanning import Tags, joined
from vision.tags import Tag


def tag(number: int, x: float, y: float, side_px: float = 16.0) -> Tag:
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return Tag(number, np.array((x, y)) + square * side_px / 2, score=0.9, margin=0.3)


def ids_of(known: Tags, fresh: Tags) -> set[int]:
    return {one.id for one in joined(fresh, known).pieces}


def test_a_tag_that_would_lie_in_one_that_is_read_now_is_forgotten() -> None:
    # Under a hand a sharp label was taken for another's, eleven pixels from where it lay.
    assert ids_of(Tags(pieces=(tag(82, 452, 491),)), Tags(pieces=(tag(72, 443, 498),))) == {72}


def test_tags_side_by_side_stay_known_at_a_slant_as_well() -> None:
    known = Tags(pieces=(tag(82, 100, 100), tag(83, 100, 112.5)))
    assert ids_of(known, Tags(pieces=(tag(72, 100, 86),))) == {72, 82, 83}
