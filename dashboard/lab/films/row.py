"""The conditions of a film: the light, the lens, the camera's place, and the floor to reach."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.render.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Floor:
    """The limits for a condition: the most faults of each kind per 1,000 actions."""

    wrong_commits: float = 0.0
    """The most commits that differ from the play."""
    missed: float = 30.0
    """The most unrecognised plays and wrong plays without a warning."""
    false_warnings: float = 30.0
    """The most warnings of legal play."""
    questions: float = 30.0
    """The most questions to the players."""


@dataclass(frozen=True, slots=True)
class FilmRow:
    """One condition of the films."""

    name: str
    """The condition's name."""
    conditions: Conditions = field(default_factory=Conditions)
    """The light and the lens."""
    size: tuple[int, int] = (1280, 960)
    """The picture's width and height, in px."""
    tilt: float = 14.0
    """The camera's tilt from straight down, in degrees."""
    turn: float = 2.0
    """The camera's turn about the board, in degrees."""
    focal: float = 1.1
    """The focal length, in widths of the picture."""
    video: bool = False
    """Whether the camera sends a video instead of JPEG pictures."""
    floor: Floor = Floor()
    """The limits for the condition."""
    anew: Callable[[int, Board, PieceSet], "FilmRow"] | None = None
    """A function that draws the values for each film from its seed; None: all films have the same values."""
    about: str = ""
    """The drawn values, as text; empty: none were drawn."""

    def for_film(self, seed: int, board: Board, pieces: PieceSet) -> "FilmRow":
        """Return the conditions of the film with this seed, with this row's name and floor."""
        if self.anew is None:
            return self
        return replace(self.anew(seed, board, pieces), name=self.name, floor=self.floor)
