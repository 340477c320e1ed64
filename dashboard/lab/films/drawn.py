"""Conditions drawn again for each film from its seed: what meets as nobody chose it."""

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
    """The range that a value is drawn from, evenly, with three digits."""

    low: float
    """The least value."""
    high: float
    """The largest value."""
    share: float = 1.0
    """How often the value is there at all. Where it isn't, it's 0."""

    def draw(self, chance: random.Random) -> float:
        """Return a value; as much is drawn from `chance` where it isn't there."""
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
"""No light without a room: a camera there has none of a sensor's habits."""

DAYLIT = frozenset({"low sun", "morning sun", "window"})
"""Rooms without a lamp on the mains, and so without bands."""

SIZES = ((1280, 960), (1600, 1200), (1920, 1080))
"""At 1280x720 no label at the board's worst corner is as large as `LEAST_PX` says."""

LEAST_PX = 2.0
"""A module of the smallest label at the board's worst corner: what rough light needs, see vision-limits."""

MOST_GLARE = 0.75
"""Of a white sheet's full light. A bulb that a varnished board mirrors adds twice as much, and no label under
it can be read; the fixed conditions have up to 0.54."""

TILT, FOCAL = DrawnRange(5.0, 30.0), DrawnRange(1.0, 1.2)
"""A general hides part of a soldier behind it from 30 degrees on; webcams see 45 to 53 degrees across."""

ASKEW, SIDES = DrawnRange(-15.0, 15.0), (0.0, 90.0, 180.0, -90.0)
"""Cameras are mounted along any of the board's sides, and askew as nobody measures it."""

LIGHT_TURNED = DrawnRange(0.0, 360.0)
"""How far a room is turned about the board, so that its light comes from anywhere."""

LENS: Mapping[str, DrawnRange] = {
    "vignette": DrawnRange(0.0, 0.3),
    "brightness": DrawnRange(0.7, 1.15),
    "blur_px": DrawnRange(0.4, 0.9),
    "noise": DrawnRange(1.5, 6.0),
    "flicker": DrawnRange(0.01, 0.08, share=0.2),
    "worn": DrawnRange(0.02, 0.2, share=0.3),
}
"""From a good lens to the rough light of vision-limits; labels no more worn than the fixed conditions'."""

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
"""As far as the fixed conditions go, each in some films. Lens and hunting focus together blur by less than
0.62 modules of `LEAST_PX`, beyond which cells count as hidden."""

JPEG_QUALITY = (65, 92)
VIDEO_SHARE = 0.2

YELLOWED, YELLOWED_SHARE = (0.68, 0.9, 0.98), 0.2
"""The share of each channel that old paper leaves, BGR."""


def drawn(seed: int, board: Board, pieces: PieceSet) -> FilmRow:
    """Return the conditions of the film with a seed: the same on every machine."""
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
    told = {**{name: getattr(row, name) for name in ("tilt", "turn", "focal")}, **lens, **habits}
    said = [
        art,
        f"{room} turned by {light_turned:g}",
        *(["yellowed labels"] if yellowed else []),
        "{}x{} {}".format(*row.size, "video" if video else "pictures"),
        *(f"{name} {value:g}" for name, value in told.items() if value or name in ("tilt", "turn")),
    ]
    return replace(row, about=", ".join(said))


def glare_on(row: FilmRow, board: Board) -> float:
    """Return how much light lamps that mirror in a board add to its worst cell's middle; 1: white's own."""
    room = row.conditions.room
    if room is None:
        return 0.0
    flat = np.column_stack([np.array(board.surface.centres_mm), np.zeros(len(board.surface.cells))])
    up, eye = np.broadcast_to((0.0, 0.0, 1.0), flat.shape), np.asarray(view_of(row, board).camera.eye_mm)
    return float(np.sum([mirrored(lamp, room.board, flat, eye, up) for lamp in room.lamps], axis=0).max())


def _placed(row: FilmRow, room: Room, chance: random.Random) -> Iterator[tuple[float, FilmRow]]:
    """Yield ways to turn the room, with how far, and to mount a camera in it, without end."""
    while True:
        light_turned = LIGHT_TURNED.draw(chance)
        conditions = replace(row.conditions, room=room.turned(light_turned))
        turn = round(chance.choice(SIDES) + ASKEW.draw(chance), 2)
        pose = replace(row, tilt=TILT.draw(chance), turn=turn, focal=FOCAL.draw(chance))
        yield light_turned, replace(pose, conditions=conditions)
