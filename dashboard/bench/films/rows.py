"""The conditions that matches are filmed under, and the floor that each must hold."""

from dataclasses import dataclass, field

from vision.render.board_art import DARK, LIGHT_LINES, VIVID
from vision.render.conditions import Conditions, Spot


@dataclass(frozen=True, slots=True)
class Floor:
    """What a condition must hold: the most of each fault per 1,000 actions."""

    wrong_commits: float = 0.0
    missed: float = 30.0
    false_warnings: float = 30.0
    questions: float = 30.0


@dataclass(frozen=True, slots=True)
class FilmRow:
    """One condition: the light and the lens, where the camera stands, and the floor."""

    name: str
    conditions: Conditions = field(default_factory=Conditions)
    size: tuple[int, int] = (1280, 960)
    tilt: float = 14.0
    turn: float = 2.0
    focal: float = 1.1
    floor: Floor = Floor()


ROWS = (
    FilmRow("plain light"),
    FilmRow("dark board", Conditions(art=DARK)),
    FilmRow("white lines", Conditions(art=LIGHT_LINES)),
    FilmRow(
        "long soft shadows",
        Conditions(light_height_deg=28, gradient=0.5, art=VIVID),
    ),
    FilmRow("lamp mirrored", Conditions(glare=(Spot(-180, 60, 55, 0.6), Spot(210, -120, 40, 0.6)))),
)
