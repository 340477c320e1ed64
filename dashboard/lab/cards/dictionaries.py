"""Measures the cost of a thousand tag ids beside the first 250: in recall, margin, false ids and time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from time import process_time

import cv2
import numpy as np

from dashboard.lab.cards.card_recall import view_of
from dashboard.lab.cards.table import all_faces, box_of, card_board, lay
from dashboard.simulator.footage_writer import HIDDEN_SHARE
from engine.core.layout import Face
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags
from vision.tags.tag import FULL, Scan

SMALL, LARGE = "DICT_5X5_250", "DICT_5X5_1000"
"""Two dictionaries of one family, with the same first 250 tags."""

MODULES_PX = (2.6, 2.2, 1.8)
_OPEN = replace(FULL, margin=0.0)
_BLUR_PX = 0.7


@dataclass(frozen=True, slots=True)
class Cost:
    """The result for one dictionary at one size; both dictionaries read the same pictures."""

    module_px: float
    """The size of a tag's module at the worst corner, in px."""
    dictionary: str
    """The dictionary's name."""
    ids: int
    """The number of the dictionary's ids."""
    shown: int
    """The number of visible tags."""
    read: int
    """The number of these that were read."""
    false: int
    """The number of read ids that no card on the tables has."""
    margin: float
    """The median lead of a tag's id over the next likely id."""
    margin_5: float
    """The lead that 95 % of the tags exceed."""
    ms: float
    """The CPU time for a picture, in ms of one thread."""


def compare_dictionaries(
    modules_px: tuple[float, ...] = MODULES_PX, *, tables: int = 4, seed: int = 1
) -> Iterator[Cost]:
    """Yield the result of each dictionary for tables of cards, size by size."""
    board, box = card_board(SMALL), box_of(all_faces(230), SMALL)
    for module_px in modules_px:
        pictures: list[tuple[Image, set[int]]] = []
        for n in range(tables):
            laid = lay(board, box, Random(seed + n))  # noqa: S311 # what lies on a table is no secret
            renderer = Renderer(board, box, view_of(module_px), Conditions(seed=seed + n, blur_px=_BLUR_PX))
            image = renderer.render(laid.cards, number=n)
            shown = {
                tag
                for one in renderer.truth(laid.cards)
                if (tag := one.placed.tag) is not None
                and one.placed.face is Face.UP
                and one.hidden <= HIDDEN_SHARE
            }
            pictures.append((np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), shown))
        possible = {*box.by_tag, *box.backs, *board.frame.centres_mm}
        for name in (SMALL, LARGE):
            yield _cost(module_px, name, pictures, possible)


def _cost(
    module_px: float, name: str, pictures: list[tuple[Image, set[int]]], possible: set[int], how: Scan = FULL
) -> Cost:
    dictionary = load_dictionary(name)
    began = process_time()
    found = [find_tags(image, dictionary, how) for image, _ in pictures]
    took = process_time() - began
    margins: list[float] = []
    read = false = 0
    for (_, shown), tags in zip(pictures, found, strict=True):
        ids = {tag.id for tag in tags}
        read += len(ids & shown)
        # Ids of no card in the box are false. A half visible label of a lower card may be read rightly.
        false += len(ids - possible)
        margins += [tag.margin for tag in tags if tag.id in shown]
    total = sum(len(shown) for _, shown in pictures)
    spread = np.quantile(margins, (0.5, 0.05)) if margins else np.zeros(2)
    return Cost(
        module_px, name, dictionary.count, total, read, false,
        round(float(spread[0]), 3), round(float(spread[1]), 3), round(1000 * took / len(pictures), 1),
    )  # fmt: skip
