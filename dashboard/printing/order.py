"""What somebody asks to have printed."""

from dataclasses import dataclass
from typing import Literal

from engine.core.phrase import ENGLISH

Flip = Literal["long", "short"]
"""Over which edge the printer turns a sheet that it prints on both sides."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What it is for: `game` by its name, `board`, `pieces` and `content` by name or path.

    `only`: of the cards these alone, by their names, and so many of each; empty: all.
    """

    game: str
    board: str
    pieces: str
    content: str = "house"
    paper: str = "a4"
    language: str = ENGLISH
    flip: Flip = "long"
    only: tuple[tuple[str, int], ...] = ()
