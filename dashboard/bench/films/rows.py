"""The conditions that matches are filmed under, and the floor that each must hold."""

from dataclasses import dataclass, field

from vision.render.board_art import DARK, LIGHT_LINES, VIVID
from vision.render.conditions import Conditions
from vision.render.rooms import CEILING, DESK_LAMP, LAMPS, LOW_SUN, MORNING, SHINY, WINDOW


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
    FilmRow("low sun", Conditions(art=DARK, room=LOW_SUN), tilt=28.0, turn=-12.0),
    FilmRow("morning sun, white lines", Conditions(art=LIGHT_LINES, room=MORNING), tilt=20.0, turn=8.0),
    FilmRow("window on one side", Conditions(art=VIVID, room=WINDOW), turn=-6.0),
    FilmRow("one desk lamp", Conditions(room=DESK_LAMP, vignette=0.2), tilt=18.0),
    FilmRow("several lamps", Conditions(art=VIVID, room=LAMPS), tilt=10.0, turn=4.0),
    FilmRow("shiny dark board", Conditions(art=DARK, room=SHINY), tilt=16.0, turn=10.0),
    FilmRow("tubes at the ceiling", Conditions(art=LIGHT_LINES, room=CEILING), turn=-3.0),
)
