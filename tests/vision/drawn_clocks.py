"""Clocks and hands in pictures with half and twice each number: `python -m tests.vision.drawn_clocks`.

A running time is written into pictures of a rendered board, in several sizes, places and paces. In other
pictures a hand goes over the board. Each line counts the pictures that are steady. The reasons beside the
numbers of `vision/change/clock_overlay.py` name these lines.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import cv2
import numpy as np

from dashboard.lab.changed.numbers import FACTORS, number_times
from engine.core.ids import Seconds
from tests.vision.boards import Scene, board, opening, pieces
from vision.board.field import CameraField
from vision.change.clock_overlay import Writing, with_ticks
from vision.change.small_picture import Small, reduce
from vision.change.stillness import movement_in
from vision.look.reader import BoardReader
from vision.pictures.frame import Image
from vision.render.hand import Hand

PICTURES = 14
"""The pictures of each film. A clock has to be known within them."""

SCALES, PLACES = (0.6, 1.2, 2.4, 3.6), ((0.02, 0.1), (0.35, 0.5), (0.55, 0.8))
"""The sizes of the digits, in OpenCV's of 22 px, and where the text begins, in parts of 1,280 by 960 px."""

PACES_S = (0.25, 1.0, 5.0, 10.0)
"""The time from one picture to the next, seconds."""


@dataclass(frozen=True)
class Film:
    """Small pictures with their times."""

    small: tuple[Small, ...]
    pace_s: float


def written(image: Image, number: int, scale: float, place: tuple[float, float], step_s: int) -> Image:
    """Return a picture with the time in it."""
    text = f"20:{number * step_s // 60 % 60:02d}:{number * step_s % 60:02d}"
    at = (round(place[0] * image.shape[1]), round(place[1] * image.shape[0]))
    thick = max(1, round(2.2 * scale))
    return np.asarray(cv2.putText(image.copy(), text, at, 0, scale, (255, 255, 255), thick), np.uint8)


def clocks() -> Iterator[Film]:
    """Yield films of a board at rest with a clock in the picture."""
    still = Scene(width=1280, height=960).shoot(opening()).image
    for scale, place in product(SCALES, PLACES):
        for step_s in (1, 7):
            small = tuple(reduce(written(still, n, scale, place, step_s)) for n in range(PICTURES))
            for pace_s in PACES_S:
                yield Film(small, pace_s)


def hands(*, clock: bool) -> Iterator[Film]:
    """Yield films of a hand over the board, with or without a clock in the picture.

    The hand goes across, to and fro over one place, or creeps by 4 mm.
    """
    scene = Scene(width=1280, height=960)
    across = [(60.0 * n - 400, -40.0) for n in range(PICTURES)]
    to_and_fro = [(120.0 + 25 * (n % 2), 60.0) for n in range(PICTURES)]
    creeping = [(4.0 * n, 0.0) for n in range(PICTURES)]
    for way, pace_s in product((across, to_and_fro, creeping), (0.25, 1.0)):
        images = [scene.shoot(opening(), hand=Hand(x, y, from_deg=270)).image for x, y in way]
        if clock:
            images = [written(one, n, 1.2, (0.35, 0.5), 7) for n, one in enumerate(images)]
        yield Film(tuple(reduce(one) for one in images), pace_s)


def steady(film: Film, ground: CameraField) -> int:
    """Return the number of steady pictures in the last half of a film."""
    writing: Writing | None = None
    found = 0
    for number, (before, now) in enumerate(pairwise(film.small), 1):
        at = Seconds(100 + number * film.pace_s)
        known = None if writing is None else writing.at(at)
        movement = movement_in(before, now, ground.over, cells=ground.labels >= 0, written=known)
        found += movement.steady and number >= PICTURES // 2
        if movement.where is not None and not movement.steady:
            writing = with_ticks(writing, movement.where, at)
    return found


def counted(films: Sequence[Film], ground: CameraField) -> str:
    """Return the number of steady pictures of some films."""
    return f"{sum(steady(one, ground) for one in films)} of {len(films) * (PICTURES - PICTURES // 2)}"


NUMBERS = (
    "_FEWEST_TICKS", "_LONGEST_S", "_SHORTEST_S", "_FORGOTTEN_S", "_TALLEST", "_WIDEST", "_MOST_LINES",
    "_MOSTLY", "_JOINED_PX", "_CREEPING", "_MARGIN_PX",
)  # fmt: skip


def lines() -> Iterator[str]:
    """Yield a line for each number."""
    reader = BoardReader(board(), pieces(), source="camera")
    reader.read(Scene(width=1280, height=960).shoot(opening()))
    place = reader.state.camera_place
    if place is None:
        sys.exit("the board isn't found")
    films = (list(clocks()), list(hands(clock=False)), list(hands(clock=True)))
    for name, factor in product(NUMBERS, FACTORS):
        with number_times(f"change.clock_overlay:{name}", factor):
            clock, hand, both = (counted(one, place.ground) for one in films)
            yield f"{factor:g} times {name}: steady with a clock {clock}, a hand {hand}, both {both}"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
