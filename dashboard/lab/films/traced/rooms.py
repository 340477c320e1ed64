"""The rooms of traced films: lamps that are switched, a blind, and the board's surface. No Blender here."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dashboard.lab.films.traced.arms import Colour
from engine.core.board import Board
from vision.pictures.camera_model import Points
from vision.render.board_art import VIVID, Art
from vision.render.view import CameraView, view_over

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class FilmLamp:
    """A lamp that shines from a place towards the board's middle."""

    name: str
    """The lamp's name."""
    watts: float
    """The lamp's power, in W."""
    colour: Colour
    """The light's colour."""
    at_mm: Point = (0.0, 0.0, 1000.0)
    """The lamp's place, in board millimetres."""
    size_mm: tuple[float, float] | None = (140.0, 140.0)
    """The lamp's size, in mm; None: it's the sun."""
    is_round: bool = True
    """Whether the lamp is round; else it's a rectangle."""
    mirrored: tuple[float, float, float] | None = None
    """The x and y of a point of the board where the camera sees the lamp mirrored, and its distance, in mm.

    The lamp hangs so, instead of `at_mm`. None: it hangs at `at_mm`.
    """
    wide_deg: float = 0.5
    """The apparent width of the sun, in degrees."""

    def place(self, view: CameraView) -> Points:
        """Return the lamp's place, in board millimetres."""
        if self.mirrored is None:
            return np.array(self.at_mm)
        x, y, away = self.mirrored
        eye = np.array(view.camera.eye_mm, np.float64)
        way = np.array((x, y, 0.0)) - eye
        way = way / np.linalg.norm(way) * (1, 1, -1)
        return np.array((x, y, 0.0)) + away * way


@dataclass(frozen=True, slots=True)
class RoomObject:
    """A thing that lies on the table and has nothing to do with the match."""

    name: str
    """The kind of thing, `mug` or `phone`."""
    x_mm: float
    """The x of its middle, in board millimetres."""
    y_mm: float
    """The y of its middle, in board millimetres."""
    turned_deg: float = 0.0
    """Its turn, in degrees."""
    colour: Colour = (0.6, 0.12, 0.1)
    """The colour of a mug."""


@dataclass(frozen=True, slots=True)
class FilmRoom:
    """The room of a traced film."""

    lamps: tuple[FilmLamp, ...]
    """The room's lamps."""
    sky: Colour
    """The colour of the light from all directions."""
    phases: tuple[Mapping[str, float], ...] = ({},)
    """The brightness of lamps in each phase of the film, as a share of their `watts`; unnamed ones have 1."""
    things: tuple[RoomObject, ...] = ()
    """The foreign things on the table."""
    art: Art = VIVID
    """The art on the board."""
    dim: float = 1.0
    """The brightness of the board's print; 1: as printed."""
    rough: float = 0.38
    """The roughness of the board, from 0 to 1."""
    varnish: float = 0.0
    """The strength of the board's varnish, from 0 to 1."""
    worn: float = 0.0
    """The wear of the labels, from 0 to 1."""
    laminate: float = 0.0
    """The strength of the labels' gloss, from 0 to 1."""
    blind_mm: float | None = None
    """The distance between the slats of a blind before the sun, in mm; None: there is no blind."""
    tilt_deg: float = 24.0
    """The camera's tilt from straight down, in degrees."""
    turn_deg: float = 7.0
    """The camera's turn about the board, in degrees."""
    focal: float = 1.1
    """The camera's focal length, in widths of its picture."""
    margin: float = 0.03
    """The share of the picture that stays free on each side of the board."""
    table: Colour | None = None
    """The colour of the tablecloth; None: a wooden table."""
    stops: float = 0.0
    """The exposure in stops, relative to the usual one."""

    def view(self, board: Board, size: tuple[int, int]) -> CameraView:
        """Return the camera's view of a board, for pictures of this size in px."""
        return view_over(
            board, width_px=size[0], height_px=size[1], tilt_deg=self.tilt_deg, turn_deg=self.turn_deg,
            focal=self.focal, margin=self.margin,
        )  # fmt: skip
