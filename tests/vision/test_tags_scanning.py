"""Known tags beside tags that are read again: two tags never overlap."""

import cv2
import numpy as np

from vision.tags.dictionary import load_dictionary, tag_modules
from vision.tags.scanning import TagDictionaries, Tags, all_there, joined
from vision.tags.tag import Tag


def tag(number: int, x: float, y: float, side_px: float = 16.0) -> Tag:
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return Tag(number, np.array((x, y)) + square * side_px / 2, score=0.9, margin=0.3)


def ids_of(known: Tags, fresh: Tags) -> set[int]:
    return {one.id for one in joined(fresh, known).pieces}


def test_a_tag_that_would_lie_in_one_that_is_read_now_is_forgotten() -> None:
    # Under a hand a sharp label was once taken for another's, eleven pixels from its place.
    assert ids_of(Tags(pieces=(tag(82, 452, 491),)), Tags(pieces=(tag(72, 443, 498),))) == {72}


def test_tags_side_by_side_stay_known_at_a_slant_as_well() -> None:
    known = Tags(pieces=(tag(82, 100, 100), tag(83, 100, 112.5)))
    assert ids_of(known, Tags(pieces=(tag(72, 100, 86),))) == {72, 82, 83}


def test_known_tags_are_verified_in_colour_as_in_grey() -> None:
    letters = load_dictionary("DICT_5X5_250")
    dictionaries = TagDictionaries(letters, letters, frozenset())
    grey = np.full((60, 120), 200, np.uint8)
    grey[22:36, 33:47] = cv2.resize(tag_modules("DICT_5X5_250", 17), (14, 14), interpolation=cv2.INTER_AREA)
    colour = np.clip(grey[..., None] * np.array([0.6, 1.0, 0.8]), 0, 255).astype(np.uint8)
    there = Tags(pieces=(tag(17, 39.5, 28.5, side_px=14.0),))
    another = Tags(pieces=(tag(18, 39.5, 28.5, side_px=14.0),))
    elsewhere = Tags(pieces=(tag(17, 80.0, 28.5, side_px=14.0),))
    for image in (grey, colour):
        said = [all_there(image, known, dictionaries) for known in (there, another, elsewhere)]
        assert said == [True, False, False]
