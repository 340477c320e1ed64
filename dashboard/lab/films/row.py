"""The conditions of a film: the light, the lens, where the camera stands, and the floor to hold."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.render.conditions import Conditions


@dataclass(frozen=True, slots=True)
class Floor:
    """The limits that a condition must hold: the most of each fault per 1,000 actions."""

    wrong_commits: float = 0.0
    """Commits of something that nobody played."""
    missed: float = 30.0
    """Plays that nothing was made of."""
    false_warnings: float = 30.0
    """Warnings of legal play."""
    questions: float = 30.0
    """Questions to the players."""


@dataclass(frozen=True, slots=True)
class FilmRow:
    """One condition: the light and the lens, where the camera stands, and the floor."""

    name: str
    """The row's name."""
    conditions: Conditions = field(default_factory=Conditions)
    """The light and the lens."""
    size: tuple[int, int] = (1280, 960)
    """The picture's width and height, px."""
    tilt: float = 14.0
    """The camera's tilt, degrees."""
    turn: float = 2.0
    """The camera's turn, degrees."""
    focal: float = 1.1
    """The focal length, in widths of the picture."""
    video: bool = False
    """Whether the camera sends video, each picture coded after the one before, instead of single JPEG
    pictures.
    """
    floor: Floor = Floor()
    """The limits that it must hold."""
    anew: Callable[[int, Board, PieceSet], "FilmRow"] | None = None
    """Draws all of this for each film from the film's seed; None: every film has the same."""
    about: str = ""
    """The values that were drawn; empty: none were."""

    def for_film(self, seed: int, board: Board, pieces: PieceSet) -> "FilmRow":
        """Return the conditions of the film with a seed, with this row's name and floor."""
        if self.anew is None:
            return self
        return replace(self.anew(seed, board, pieces), name=self.name, floor=self.floor)
