"""The light and the ground of a traced film: lamps that are switched, a blind, varnish. No Blender here."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dashboard.bench.films.traced.arms import Colour
from engine.core.board import Board
from vision.pictures.camera_model import Points
from vision.render.board_art import VIVID, Art
from vision.render.view import CameraView, view_over

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class FilmLamp:
    """A lamp that shines from a place towards the board's middle, mm; `size_mm`: None for the sun.

    `over_mm`: instead of standing `at_mm`, it hangs where the camera sees its mirror image over that point
    of the board.
    """

    name: str
    watts: float
    colour: Colour
    at_mm: Point = (0.0, 0.0, 1000.0)
    size_mm: tuple[float, float] | None = (140.0, 140.0)
    is_round: bool = True
    mirrored: tuple[float, float, float] | None = None
    wide_deg: float = 0.5

    def place(self, view: CameraView) -> Points:
        """Return where it is."""
        if self.mirrored is None:
            return np.array(self.at_mm)
        x, y, away = self.mirrored
        eye = np.array(view.camera.eye_mm, np.float64)
        way = np.array((x, y, 0.0)) - eye
        way = way / np.linalg.norm(way) * (1, 1, -1)
        return np.array((x, y, 0.0)) + away * way


@dataclass(frozen=True, slots=True)
class RoomObject:
    """Something that lies about: a `mug` or a `phone`, its middle and how it's turned."""

    name: str
    x_mm: float
    y_mm: float
    turned_deg: float = 0.0
    colour: Colour = (0.6, 0.12, 0.1)


@dataclass(frozen=True, slots=True)
class FilmRoom:
    """Where a film is traced.

    `phases`: how much each lamp shines (1: its `watts`) in each part of the film. `blind_mm`: the distance
    of the slats that the sun comes through. `rough`, `varnish`: how the board shines. `worn`, `laminate`: how
    much the labels have suffered, and how much they shine.
    """

    lamps: tuple[FilmLamp, ...]
    sky: Colour
    phases: tuple[Mapping[str, float], ...] = ({},)
    things: tuple[RoomObject, ...] = ()
    art: Art = VIVID
    dim: float = 1.0
    rough: float = 0.38
    varnish: float = 0.0
    worn: float = 0.0
    laminate: float = 0.0
    blind_mm: float | None = None
    tilt_deg: float = 24.0
    turn_deg: float = 7.0
    focal: float = 1.1
    margin: float = 0.03
    table: Colour | None = None
    stops: float = 0.0

    def view(self, board: Board, size: tuple[int, int]) -> CameraView:
        """Return the camera."""
        return view_over(
            board, width_px=size[0], height_px=size[1], tilt_deg=self.tilt_deg, turn_deg=self.turn_deg,
            focal=self.focal, margin=self.margin,
        )  # fmt: skip
