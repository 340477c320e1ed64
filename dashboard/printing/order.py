"""The order of somebody who prints."""

from dataclasses import dataclass
from typing import Literal

from engine.core.phrase import ENGLISH

Flip = Literal["long", "short"]
"""Over which edge the printer turns a sheet that it prints on both sides."""


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """The things to print."""

    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    pieces: str
    """The name or path of the set of pieces."""
    content: str = "house"
    """The name or path of the content pack."""
    paper: str = "a4"
    """The paper's name."""
    language: str = ENGLISH
    """The language of all words."""
    flip: Flip = "long"
    """The edge about which the printer turns a sheet."""
    only: tuple[tuple[str, int], ...] = ()
    """The names of the only cards to print, and how many of each; empty: all cards."""
