"""Draws a film's conditions at random from its seed, in combinations that nobody chose."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dashboard.lab.camera_stand import view_of
from dashboard.lab.films.row import FilmRow
from dashboard.lab.rooms import BENT, CEILING, DESK_LAMP, LAMPS, LOW_SUN, MORNING, SHINY, WINDOW
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.light.clarity import px_per_module
from vision.render.board_art import DARK, LIGHT_LINES, PAINTED, PHOTOGRAPH, PLAIN, VIVID, Art
from vision.render.conditions import Conditions
from vision.render.lamps import Room, mirrored
from vision.render.sensor import CameraHabits


@dataclass(frozen=True, slots=True)
class DrawnRange:
    """The range of a value that is drawn evenly and rounded to three digits."""

    low: float
    """The least value."""
    high: float
    """The largest value."""
    share: float = 1.0
    """The share of films with this value; in the others it's 0."""

    def draw(self, chance: random.Random) -> float:
        """Return a value, or 0; both take the same number of draws from `chance`."""
        there, value = chance.random() < self.share, chance.uniform(self.low, self.high)
        return float(f"{value:.3g}") if there else 0.0


ARTS: Mapping[str, Art] = {
    "soft colours": PLAIN,
    "strong colours": VIVID,
    "dark board": DARK,
    "white lines": LIGHT_LINES,
    "painted map": PAINTED,
    "photograph": PHOTOGRAPH,
}

ROOMS: Mapping[str, Room] = {
    "low sun": LOW_SUN,
    "morning sun": MORNING,
    "window": WINDOW,
    "desk lamp": DESK_LAMP,
    "several lamps": LAMPS,
    "shiny board": SHINY,
    "tubes": CEILING,
    "bent labels": BENT,
}
"""The rooms to draw from. Each film has a room, because without one the camera has no habits of a sensor."""

DAYLIT = frozenset({"low sun", "morning sun", "window"})
"""The rooms without electric lamps, where pictures have no bands."""

SIZES = ((1280, 960), (1600, 1200), (1920, 1080))
"""The sizes of pictures to draw from. At 1280x720 labels at the board's worst corner are below `LEAST_PX`."""

LEAST_PX = 2.0
"""The least px of the smallest label's module at the worst corner, for rough light (see vision-limits)."""

MOST_GLARE = 0.75
"""The most mirrored light on a cell, as a share of a white sheet's light.

A bulb that a varnished board mirrors adds twice as much, so that labels beneath it can't be read. The fixed
conditions have up to 0.54.
"""

TILT, FOCAL = DrawnRange(5.0, 30.0), DrawnRange(1.0, 1.2)
"""The camera's tilt in degrees, and its focal length in widths of a picture.

From 30 degrees on, a general hides a part of a soldier behind it. Webcams see 45 to 53 degrees across.
"""

ASKEW, SIDES = DrawnRange(-15.0, 15.0), (0.0, 90.0, 180.0, -90.0)
"""The camera's turn in degrees: along one of the board's sides, and some degrees askew."""

LIGHT_TURNED = DrawnRange(0.0, 360.0)
"""The turn of the room about the board, in degrees, so that its light comes from any direction."""

LENS: Mapping[str, DrawnRange] = {
    "vignette": DrawnRange(0.0, 0.3),
    "brightness": DrawnRange(0.7, 1.15),
    "blur_px": DrawnRange(0.4, 0.9),
    "noise": DrawnRange(1.5, 6.0),
    "flicker": DrawnRange(0.01, 0.08, share=0.2),
    "worn": DrawnRange(0.02, 0.2, share=0.3),
}
"""The ranges of the lens, the light and the wear.

They reach from a good lens to the rough light of vision-limits. Labels are no more worn than in the fixed
conditions.
"""

HABITS: Mapping[str, DrawnRange] = {
    "follows": DrawnRange(0.2, 0.9, share=0.5),
    "white": DrawnRange(0.2, 0.6, share=0.4),
    "banding": DrawnRange(0.03, 0.12, share=0.4),
    "smear_mm": DrawnRange(5.0, 20.0, share=0.3),
    "breathing": DrawnRange(0.0003, 0.0013, share=0.2),
    "hunts_px": DrawnRange(0.2, 0.8, share=0.2),
    "dirt": DrawnRange(0.2, 0.6, share=0.25),
    "sways_px": DrawnRange(0.2, 0.8, share=0.2),
}
"""The ranges of a sensor's habits, as far as in the fixed conditions; each occurs in some films.

Lens and hunting focus together blur by less than 0.62 modules of `LEAST_PX`; beyond that cells count as
hidden.
"""

JPEG_QUALITY = (65, 92)
VIDEO_SHARE = 0.2

YELLOWED, YELLOWED_SHARE = (0.68, 0.9, 0.98), 0.2
"""The share of light that old paper reflects, as BGR, and the share of films with such labels."""


def drawn(seed: int, board: Board, pieces: PieceSet) -> FilmRow:
    """Return the conditions of the film with this seed, which are the same on every machine."""
    chance = random.Random(f"{seed}/drawn")  # noqa: S311 - a simulation, not a secret
    art, room = chance.choice(list(ARTS)), chance.choice(list(ROOMS))
    habits = {name: habit.draw(chance) for name, habit in HABITS.items()}
    if room in DAYLIT:
        habits["banding"] = 0.0
    lens: dict[str, Any] = {name: span.draw(chance) for name, span in LENS.items()}
    lens["jpeg_quality"] = chance.randint(*JPEG_QUALITY)
    yellowed, video = chance.random() < YELLOWED_SHARE, chance.random() < VIDEO_SHARE
    conditions = Conditions(
        **lens,
        art=ARTS[art],
        paper=YELLOWED if yellowed else (1.0, 1.0, 1.0),
        room=ROOMS[room],
        sensor=CameraHabits(**habits),
    )
    row = FilmRow("drawn", conditions, size=chance.choice(SIZES), video=video)
    light_turned, row = next(
        (turned, placed)
        for turned, placed in _placed(row, ROOMS[room], chance)
        if px_per_module(view_of(placed, board).camera, board, pieces) >= LEAST_PX
        and glare_on(placed, board) <= MOST_GLARE
    )
    if video:
        del lens["jpeg_quality"]
    measures = {**{name: getattr(row, name) for name in ("tilt", "turn", "focal")}, **lens, **habits}
    said = [
        art,
        f"{room} turned by {light_turned:g}",
        *(["yellowed labels"] if yellowed else []),
        "{}x{} {}".format(*row.size, "video" if video else "pictures"),
        *(f"{name} {value:g}" for name, value in measures.items() if value or name in ("tilt", "turn")),
    ]
    return replace(row, about=", ".join(said))


def glare_on(row: FilmRow, board: Board) -> float:
    """Return the most light that mirrored lamps add in a cell's middle, as a share of a white sheet's."""
    room = row.conditions.room
    if room is None:
        return 0.0
    flat = np.column_stack([np.array(board.surface.centres_mm), np.zeros(len(board.surface.cells))])
    up, eye = np.broadcast_to((0.0, 0.0, 1.0), flat.shape), np.asarray(view_of(row, board).camera.eye_mm)
    return float(np.sum([mirrored(lamp, room.board, flat, eye, up) for lamp in room.lamps], axis=0).max())


def _placed(row: FilmRow, room: Room, chance: random.Random) -> Iterator[tuple[float, FilmRow]]:
    """Yield random turns of the room in degrees, each with the row for it and a random camera, for ever."""
    while True:
        light_turned = LIGHT_TURNED.draw(chance)
        conditions = replace(row.conditions, room=room.turned(light_turned))
        turn = round(chance.choice(SIDES) + ASKEW.draw(chance), 2)
        pose = replace(row, tilt=TILT.draw(chance), turn=turn, focal=FOCAL.draw(chance))
        yield light_turned, replace(pose, conditions=conditions)
