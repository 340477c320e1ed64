"""What a match is filmed under: the light, the lens, where the camera stands, and the floor to hold."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.render.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Floor:
    """What a condition must hold: the most of each fault per 1,000 actions."""

    wrong_commits: float = 0.0
    missed: float = 30.0
    false_warnings: float = 30.0
    questions: float = 30.0


@dataclass(frozen=True, slots=True)
class FilmRow:
    """One condition: the light and the lens, where the camera stands, and the floor.

    `video`: it sends video, each picture coded after the one before, instead of single JPEG pictures.
    `anew`: draws all of this for each film from the film's seed; `about` says what was drawn.
    """

    name: str
    conditions: Conditions = field(default_factory=Conditions)
    size: tuple[int, int] = (1280, 960)
    tilt: float = 14.0
    turn: float = 2.0
    focal: float = 1.1
    video: bool = False
    floor: Floor = Floor()
    anew: Callable[[int, Board, PieceSet], "FilmRow"] | None = None
    about: str = ""

    def for_film(self, seed: int, board: Board, pieces: PieceSet) -> "FilmRow":
        """Return what the film with a seed is filmed under, by this condition's name and floor."""
        if self.anew is None:
            return self
        return replace(self.anew(seed, board, pieces), name=self.name, floor=self.floor)
