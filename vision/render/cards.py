"""Cards: the print of their faces and backs, how they lie on each other, and how hands lay them down."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, radians, sin
from random import Random
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.layout import Face
from engine.core.surfaces.polygons import overlap
from vision.pictures.frame import Image
from vision.render.board_art import PAPER
from vision.render.solids import PlacedPiece

_PX_PER_MM = 7.0
"""The scale of a card's print. It has more px than a camera over a table shows, so that the reduction smooths
it."""

_BORDER_MM = 2.5
"""The width of a card's border."""

_BORDERS = ((24, 22, 22), (238, 238, 238), (70, 60, 120), (40, 70, 40))
"""The border colours, BGR: black, white, and two others."""

_TEXT = (40, 36, 34)
"""The colour of letters, BGR. It is nearly black, as printers' ink is."""

_LINE_MM, _LETTER_MM = 3.2, 1.7
"""The distance of two lines of text, and the height of their letters."""

_STREAK_MM = (9.0, 22.0)
"""The least and the largest width of a reflection's streak on a sleeve."""


def print_of(card: PlacedPiece, label: Image, *, seed: int) -> Image:
    """Return the print of a card's upper side, BGR: a face or a back, with its tag's label.

    A face has a name band, a picture and lines of text, on a border of any colour. All backs with one tag
    look alike.
    """
    kind = card.piece.kind
    wide, deep = (round(side * _PX_PER_MM) for side in kind.sides_mm)
    name = str(card.tag) if card.face is Face.DOWN else card.piece.id.partition("#")[0]
    rng = np.random.default_rng(crc32(f"{name} {seed}".encode()))
    image = np.empty((deep, wide, 3), np.uint8)
    image[:] = _BORDERS[int(rng.integers(len(_BORDERS)))]
    inner = image[_px(_BORDER_MM) : deep - _px(_BORDER_MM), _px(_BORDER_MM) : wide - _px(_BORDER_MM)]
    if card.face is Face.DOWN:
        _draw_back(inner, rng)
    else:
        _draw_face(inner, rng, label_mm=kind.label_mm)
    side = _px(kind.label_mm)
    left = round((kind.tag_at_mm[0] + kind.sides_mm[0] / 2) * _PX_PER_MM - side / 2)
    top = round((kind.sides_mm[1] / 2 - kind.tag_at_mm[1]) * _PX_PER_MM - side / 2)
    small = cv2.resize(label, (side, side), interpolation=cv2.INTER_AREA)
    image[top : top + side, left : left + side] = small[:, :, None]
    return image


def shone_on(face: Image, card: PlacedPiece, strength: float, *, seed: int) -> Image:
    """Return a card's print in a glossy sleeve that reflects a lamp as a streak.

    The place of the streak depends on how the sleeve bulges there, so it changes with the card's place.
    """
    where = f"{card.piece.id} {card.x_mm:.0f} {card.y_mm:.0f} {seed}"
    rng = np.random.default_rng(crc32(where.encode()))
    height, width = face.shape[:2]
    turn, sigma = rng.uniform(0, np.pi), rng.uniform(*_STREAK_MM) / 2 * _PX_PER_MM
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    off = (columns - x) * np.float32(cos(turn)) + (rows - y) * np.float32(sin(turn))
    share = np.asarray(strength * np.exp(-(off**2) / (2 * sigma**2)), np.float32)[:, :, None]
    return np.asarray(face + (255.0 - face) * share, np.uint8)


def stacked(cards: Iterable[PlacedPiece]) -> tuple[PlacedPiece, ...]:
    """Return cards in the order of being put down, each lying on the cards that it covers."""
    lying: list[PlacedPiece] = []
    for card in cards:
        below = [one.top_mm for one in lying if overlap(one.outline_mm, card.outline_mm)]
        lying.append(replace(card, lift_mm=max(below, default=0.0)))
    return tuple(lying)


def fanned(
    cards: Sequence[PlacedPiece], *, step_mm: float, spread_deg: float = 0.0
) -> tuple[PlacedPiece, ...]:
    """Return cards as a fan from the first one's place: each lies on the one before, `step_mm` to its right.

    `spread_deg` is the angle from the first to the last card, clockwise.
    """
    if not cards:
        return ()
    first, steps = cards[0], max(1, len(cards) - 1)
    along = radians(first.turned_deg)
    fan = [
        replace(
            card,
            x_mm=first.x_mm + n * step_mm * cos(along),
            y_mm=first.y_mm + n * step_mm * sin(along),
            turned_deg=first.turned_deg + spread_deg * (0.5 - n / steps),
        )
        for n, card in enumerate(cards)
    ]
    return stacked(fan)


def crooked(
    cards: Iterable[PlacedPiece], chance: Random, *, off_mm: float = 2.0, off_deg: float = 3.0
) -> tuple[PlacedPiece, ...]:
    """Return cards as hands lay them down: a little beside their places, and not quite straight."""
    return tuple(
        replace(
            card,
            x_mm=card.x_mm + chance.gauss(0.0, off_mm),
            y_mm=card.y_mm + chance.gauss(0.0, off_mm),
            turned_deg=card.turned_deg + chance.gauss(0.0, off_deg),
        )
        for card in cards
    )


def _draw_face(inner: Image, rng: np.random.Generator, *, label_mm: float) -> None:
    height, width = inner.shape[:2]
    inner[:] = rng.integers(200, 240, 3)
    band = (slice(0, _px(8.0)), slice(_px(label_mm), width))
    inner[band] = rng.integers(90, 230, 3)
    _write(inner[band], rng, lines=1, letter_mm=3.0)
    top, bottom = _px(label_mm), round(height * 0.62)
    coarse = rng.integers(10, 245, (9, 7, 3)).astype(np.uint8)
    picture = cv2.resize(coarse, (width, bottom - top), interpolation=cv2.INTER_CUBIC)
    inner[top:bottom] = picture
    for _ in range(6):
        centre = (int(rng.integers(width)), int(rng.integers(top, bottom)))
        cv2.circle(inner, centre, int(rng.integers(20, 60)), rng.integers(0, 255, 3).tolist(), 3)
    inner[bottom:] = PAPER
    _write(inner[bottom:], rng, lines=6, letter_mm=_LETTER_MM)


def _write(part: Image, rng: np.random.Generator, *, lines: int, letter_mm: float) -> None:
    """Write lines of words, as letters look from a metre away."""
    letter = _px(letter_mm)
    for line in range(lines):
        at, row = _px(1.5), _px(1.5 + line * _LINE_MM)
        while at + 4 * letter < part.shape[1]:
            for _ in range(int(rng.integers(2, 8))):
                tall = round(letter * rng.uniform(0.6, 1.0))
                part[row + letter - tall : row + letter, at : at + max(2, letter // 3)] = _TEXT
                at += letter // 2 + 1
            at += letter


def _draw_back(inner: Image, rng: np.random.Generator) -> None:
    rows, columns = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]]
    step = _px(5.0)
    lattice: NDArray[np.bool_] = ((rows + columns) // step + (rows - columns) // step) % 2 == 0
    inner[:] = rng.integers(40, 130, 3)
    inner[lattice] = rng.integers(110, 220, 3)


def _px(mm: float) -> int:
    return round(mm * _PX_PER_MM)
