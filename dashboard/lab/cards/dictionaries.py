"""The price of a thousand tag ids against the first 250: recall, margin, ids that aren't there, time."""

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
"""One family: the first 250 ids are the same tags."""

MODULES_PX = (2.6, 2.2, 1.8)
_OPEN = replace(FULL, margin=0.0)
_BLUR_PX = 0.7


@dataclass(frozen=True, slots=True)
class Cost:
    """One dictionary at one size, over the same pictures of the same tags."""

    module_px: float
    """The size of a tag's module, px."""
    dictionary: str
    """The dictionary's name."""
    ids: int
    """The number of its ids."""
    shown: int
    """The tags that were shown."""
    read: int
    """Of these, the tags that were read."""
    false: int
    """Ids that were read and that no card there has."""
    margin: float
    """The median lead of a tag's id over the next id."""
    margin_5: float
    """The lead that 95 % of the tags have at least."""
    ms: float
    """CPU time of one thread a picture, ms."""


def compare_dictionaries(
    modules_px: tuple[float, ...] = MODULES_PX, *, tables: int = 4, seed: int = 1
) -> Iterator[Cost]:
    """Yield each dictionary's readings of tables of cards, size by size."""
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
        # The other cards' ids are false, too; a lower card's label that half shows may be read by right.
        false += len(ids - possible)
        margins += [tag.margin for tag in tags if tag.id in shown]
    total = sum(len(shown) for _, shown in pictures)
    spread = np.quantile(margins, (0.5, 0.05)) if margins else np.zeros(2)
    return Cost(
        module_px, name, dictionary.count, total, read, false,
        round(float(spread[0]), 3), round(float(spread[1]), 3), round(1000 * took / len(pictures), 1),
    )  # fmt: skip
