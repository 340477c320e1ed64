"""Sways and bands of light with half and twice each number: `python -m tests.vision.shaken_pictures`.

A rendered board is shifted as by a camera that sways, on a table that trembles, and is lit in bands, with
and without a hand over it. Each line counts what is found and how far off it is. The reasons beside the
numbers of `vision/change/stabilisation.py` and `vision/change/rolling_shutter.py` name these lines.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.lab.changed.numbers import FACTORS, number_times
from tests.vision.boards import Scene, opening
from vision.change.difference import changed
from vision.change.rolling_shutter import evened, row_light
from vision.change.small_picture import Small, reduce
from vision.change.stabilisation import RowSway, anchor_of, sway_of
from vision.change.stillness import MOST_MOVING
from vision.pictures.frame import Image, share_of
from vision.render.hand import Hand
from vision.render.sensor import bands

Floats = NDArray[np.float64]

NOISE = 2.0
"""A webcam's noise as a sigma, in levels."""

HANDS = (None, Hand(20.0, -30.0, from_deg=270), Hand(0.0, -60.0, from_deg=250, leans=True))
"""No hand, a hand, and a hand with a head that leans over the board."""

SWAYS = (
    (0.15, 0.1, 0.0),
    (0.7, -0.4, 0.0),
    (-2.3, 1.1, 0.05),
    (4.0, 5.0, -0.1),
    (8.0, -6.0, 0.1),
    (-13.0, 4.0, 0.0),
)
"""Shifts to the right and down, full-size px of 1280, and turns, degrees."""

TREMBLING = ((0.5, 15.0), (1.0, 15.0), (3.0, 8.0), (3.0, 15.0), (6.0, 5.0))
"""The reach of a table's swing, full-size px, and its frequency, Hz. A picture is read out in 30 ms."""

LIGHT = (0.25, 0.5, 1.0, 1.6)
"""How light the pictures are. The last is too bright."""

DEPTHS = (0.04, 0.12, 0.3)
"""The depth of bands, as a part of the light."""

READOUTS_S = (0.015, 0.03, 0.05)
"""How long a picture is read out, seconds."""


@dataclass(frozen=True)
class Pair:
    """Two pictures at their small size, and the true shift of some places between them."""

    before: Small
    now: Small
    rows_px: Floats | None = None
    """The true shift of each row's middle, right and down, full-size px, `(rows, 2)`; None: nothing sways."""
    light: Floats | None = None
    """The true light of each small row, with a mean of 1; None: there are no bands."""


def shot(hand: Hand | None, light: float = 1.0) -> Image:
    """Return a picture of the board, as light as that."""
    return np.asarray(np.clip(rendered(hand) * np.float32(light), 0, 255), np.uint8)


@cache
def sensor_noise() -> NDArray[np.int16]:
    """Return a sensor's noise in levels, as large as the pictures."""
    return np.asarray(np.rint(np.random.default_rng(1).normal(0, NOISE, (960, 1280, 3))), np.int16)


@cache
def rendered(hand: Hand | None) -> Image:
    """Return the rendered picture of the board, with or without a hand."""
    return Scene(width=1280, height=960, focal=1.1).shoot(opening(), hand=hand).image


def taken(image: Image, seed: int) -> Small:
    """Return the small picture with a sensor's noise."""
    noise = np.roll(sensor_noise(), 7919 * seed)
    return reduce(np.asarray(np.clip(image + noise, 0, 255), np.uint8))


def laid(image: Image, shift: Floats) -> Image:
    """Return a picture with each row shifted; `shift` is right and down, px, `(rows, 2)`."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    across, along = (np.asarray(at - shift[:, n : n + 1], np.float32) for n, at in enumerate((columns, rows)))
    return np.asarray(
        cv2.remap(image, across, along, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def swings(reach_px: float, hz: float, number: int) -> Floats:
    """Return the shift of each row on a table that trembles, px, `(960, 2)`."""
    swing = 1.9 * number + 2 * np.pi * hz * 0.03 * np.arange(960) / 960
    return np.column_stack([reach_px * np.sin(swing), reach_px / 2 * np.sin(swing + 0.9)])


def swaying() -> Iterator[Pair]:
    """Yield pictures before a camera that sways as a whole."""
    for number, ((right, down, turn), hand) in enumerate(product(SWAYS, HANDS)):
        for light in (0.25, 1.0):
            way = np.asarray(cv2.getRotationMatrix2D((640, 480), turn, 1.0), np.float64)
            way[:, 2] += (right, down)
            image = shot(hand, light)
            now = cv2.warpAffine(
                image, way, (1280, 960), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
            )
            middles = np.column_stack([np.full(960, 640.0), np.arange(960.0)])
            true = middles @ way[:, :2].T + way[:, 2] - middles
            yield Pair(taken(shot(None, light), number), taken(np.asarray(now, np.uint8), 100 + number), true)


def trembling() -> Iterator[Pair]:
    """Yield pictures from a rolling shutter on a table that trembles."""
    for number, ((reach, hz), hand) in enumerate(product(TREMBLING, HANDS), 1):
        before, now = swings(reach, hz, number), swings(reach, hz, number + 1)
        pictures = taken(laid(shot(None), before), number), taken(laid(shot(hand), now), 200 + number)
        yield Pair(*pictures, now - before)


def unmoved() -> Iterator[Pair]:
    """Yield pictures of a camera that holds still, or that was pushed: none has a sway."""
    still = taken(shot(None), 1)
    for hand in HANDS[1:]:
        yield Pair(still, taken(shot(hand), 2))
    for x in range(-200, 201, 100):
        yield Pair(still, taken(shot(Hand(x, -50.0, from_deg=250, leans=True)), 3))
    for number, depth in product(range(1, 6), (0.05, 0.15)):
        light = bands(960, depth, mains_hz=50.0, readout_s=0.03, number=number)
        yield Pair(still, taken(np.asarray(np.clip(shot(None) * light[..., None], 0, 255), np.uint8), 4))
    yield Pair(still, taken(laid(shot(None), np.full((960, 2), 30.0)), 5))
    yield Pair(still, taken(shot(None, 0.85), 6))


def banded() -> Iterator[Pair]:
    """Yield pictures under lamps that pulse."""
    for number, (depth, readout, light) in enumerate(product(DEPTHS, READOUTS_S, LIGHT)):
        true = bands(960, depth, mains_hz=50.0, readout_s=readout, number=number)
        now = np.asarray(np.clip(rendered(HANDS[number % 3]) * light * true[..., None], 0, 255), np.uint8)
        yield Pair(
            taken(shot(None, light), number),
            taken(now, 300 + number),
            light=np.asarray(true[:, 0], np.float64),
        )


def unbanded() -> Iterator[Pair]:
    """Yield pictures without bands: with arms along the rows, and shadows aslant."""
    still, height = taken(shot(None), 1), 960
    for top, part in product((0, 240, 480, 800), (0.5, 0.75, 1.0)):
        now = shot(None).copy()
        now[top : top + 150, : int(part * 1280)] = (96, 118, 150)
        yield Pair(still, taken(now, 7))
    rows, columns = np.mgrid[0:height, 0:1280] / height
    for way, deep in product((0.0, 0.3, 1.0), (0.3, 0.6)):
        shadow = 1.0 - deep / (1.0 + np.exp(-12 * (rows + way * columns - 0.7)))
        yield Pair(still, taken(np.asarray(shot(None) * shadow[..., None], np.uint8), 8))


def shift_of(pair: Pair) -> Floats | None:
    """Return the sway that is found, as each row's shift, full-size px, `(960, 2)`; None: none is found."""
    sway = sway_of(anchor_of(pair.before), pair.now, changed(pair.before, pair.now))
    if sway is None:
        return None
    middles = np.column_stack([np.full(960, 640.0), np.arange(960.0)])
    if not isinstance(sway, RowSway):
        return np.asarray(middles @ sway[:, :2].T + sway[:, 2] - middles, np.float64)
    # The middle column has no stretch along the rows.
    down = np.arange(960.0)[:, None] / 960
    waves = np.cos(np.pi * down * np.arange(1, len(sway.shares) - 2))
    shapes = np.column_stack([np.ones(960), np.zeros(960), down - 0.5, waves])
    return np.asarray(sway.factor * shapes @ sway.shares, np.float64)


def sways_found(pairs: list[Pair]) -> str:
    """Return how many sways are found, and how far off they are."""
    off = []
    for pair in pairs:
        found = shift_of(pair)
        if found is not None:
            true = np.zeros_like(found) if pair.rows_px is None else pair.rows_px
            off.append(float(np.hypot(*(found - true).T).max()))
    worst = f", off by {np.median(off):.2f} px, at most {max(off):.2f}" if off else ""
    return f"{len(off)} of {len(pairs)}{worst}"


def bands_found(pairs: list[Pair]) -> str:
    """Return how many pictures show bands, how far off their light is, and how many rest without them."""
    off, still = [], 0
    for pair in pairs:
        light = row_light(pair.before, pair.now)
        if light is None:
            continue
        rows = np.ones(len(light))
        if pair.light is not None:
            down, full = ((np.arange(count) + 0.5) / count for count in (len(light), len(pair.light)))
            rows = np.interp(down, full, pair.light / pair.light.mean())
        off.append(float(np.abs(light[:, 1] - rows).max()))
        still += share_of(changed(pair.before, evened(pair.now, light, pair.before))) <= MOST_MOVING
    worst = f", off by {np.median(off):.3f} of the light, at most {max(off):.3f}, {still} rest" if off else ""
    return f"{len(off)} of {len(pairs)}{worst}"


STABILISATION = (
    "_MOSTLY",
    "_A_FEW",
    "_POINTS",
    "_FEWEST_POINTS",
    "_APART_PX",
    "_LEAST_CORNER",
    "_WINDOW_PX",
    "_LEVELS",
    "_AROUND_PX",
    "_AVERAGE",
    "_DARK",
    "_TOGETHER_PX",
    "_MOST_OF_THEM",
    "_LEAST_PX",
    "_MOST_PX",
    "_WAVES",
    "_ROUNDS",
    "_STIFF",
    "_CLEARLY",
    "_LEAST_WAVE_PX",
)
ROLLING_SHUTTER = (
    "_WAVES",
    "_ROUNDS",
    "_EVERY",
    "_LEAST_BAND",
    "_MOST_BAND",
    "_OFF_THE_WAVE",
    "_ALIKE",
    "_MOSTLY",
    "_LEAST_SHOWN",
    "_STIFF",
    "_TOO_BRIGHT",
    "_NEARLY_WHITE",
    "_FIT",
)


def lines() -> Iterator[str]:
    """Yield the lines for sways, then those for bands."""
    whole, rows, none = list(swaying()), list(trembling()), list(unmoved())
    for name, factor in product(STABILISATION, FACTORS):
        with number_times(f"change.stabilisation:{name}", factor):
            yield (
                f"{factor:g} times {name}: sways {sways_found(whole)}; by rows {sways_found(rows)}; "
                f"where nothing sways {sways_found(none)}"
            )
    lit, unlit = list(banded()), list(unbanded())
    for name, factor in product(ROLLING_SHUTTER, FACTORS):
        with number_times(f"change.rolling_shutter:{name}", factor):
            none_found = bands_found(unlit)
            yield f"{factor:g} times {name}: bands {bands_found(lit)}; where there are none {none_found}"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
