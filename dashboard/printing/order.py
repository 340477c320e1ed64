"""The order for a print: the things to print, and how."""

from dataclasses import dataclass
from typing import Literal

from engine.core.phrase import ENGLISH

Flip = Literal["long", "short"]
"""The edge over which the printer turns a sheet that it prints on both sides."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """The choices for a print."""

    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    pieces: str
    """The name or path of the set of pieces."""
    content: str = "house"
    """The name or path of the content pack."""
    paper: str = "a4"
    """The paper's name, or `sheet` for one sheet as large as needed."""
    language: str = ENGLISH
    """The language of names and texts."""
    flip: Flip = "long"
    """The edge over which the printer turns a sheet that it prints on both sides."""
    only: tuple[tuple[str, int], ...] = ()
    """The names of the cards to print, and the number of copies of each; empty: all cards."""
    labels: tuple[str, ...] = ()
    """The ids of the pieces whose labels to print; empty: all labels."""
