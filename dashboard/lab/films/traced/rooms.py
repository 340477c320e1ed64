"""The light and the ground of a traced film: lamps that are switched, a blind, varnish. No Blender here."""

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
    """Its name."""
    watts: float
    """Its power, W."""
    colour: Colour
    """Its colour."""
    at_mm: Point = (0.0, 0.0, 1000.0)
    """Its place, mm."""
    size_mm: tuple[float, float] | None = (140.0, 140.0)
    """Its size, mm; None for the sun."""
    is_round: bool = True
    """It is round rather than a rectangle."""
    mirrored: tuple[float, float, float] | None = None
    """Instead of standing `at_mm`, it hangs where the camera sees its mirror image over a point of the board:
    the point's x and y, and the way from there, mm.
    """
    wide_deg: float = 0.5
    """The width of the sun, degrees."""

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
    """Something that lies about."""

    name: str
    """Its kind: `mug` or `phone`."""
    x_mm: float
    """The x of its middle, mm."""
    y_mm: float
    """The y of its middle, mm."""
    turned_deg: float = 0.0
    """Its turn, degrees."""
    colour: Colour = (0.6, 0.12, 0.1)
    """Its colour."""


@dataclass(frozen=True, slots=True)
class FilmRoom:
    """The room that a film is traced in."""

    lamps: tuple[FilmLamp, ...]
    """Its lamps."""
    sky: Colour
    """The colour of the light from everywhere."""
    phases: tuple[Mapping[str, float], ...] = ({},)
    """How much each lamp shines (1: its `watts`) in each part of the film."""
    things: tuple[RoomObject, ...] = ()
    """The things that lie about."""
    art: Art = VIVID
    """The art on the board."""
    dim: float = 1.0
    """The brightness of the board's print; 1: as printed."""
    rough: float = 0.38
    """The roughness of the board, 0..1."""
    varnish: float = 0.0
    """The strength of the board's varnish, 0..1."""
    worn: float = 0.0
    """How worn the labels are, 0..1."""
    laminate: float = 0.0
    """The strength of the labels' shine, 0..1."""
    blind_mm: float | None = None
    """The distance between the slats of a blind that the sun comes through, mm; None: no blind."""
    tilt_deg: float = 24.0
    """How far the camera leans from straight overhead, degrees."""
    turn_deg: float = 7.0
    """How far the camera is turned about its axis, degrees."""
    focal: float = 1.1
    """The camera's focal length, in widths of its picture."""
    margin: float = 0.03
    """The share of the picture that the board leaves free on each side."""
    table: Colour | None = None
    """The colour of the tablecloth; None: a wooden table."""
    stops: float = 0.0
    """The exposure against the usual one, in stops."""

    def view(self, board: Board, size: tuple[int, int]) -> CameraView:
        """Return the camera."""
        return view_over(
            board, width_px=size[0], height_px=size[1], tilt_deg=self.tilt_deg, turn_deg=self.turn_deg,
            focal=self.focal, margin=self.margin,
        )  # fmt: skip
