"""The rules that a match is played by."""

from dataclasses import dataclass
from functools import cached_property

from engine.games.dozen_war.content.pack import Pack, load_pack, pack_names
from engine.games.dozen_war.content.supported import checked
from engine.games.dozen_war.options import Options
from engine.games.dozen_war.position.field import BoardMap
from engine.games.dozen_war.position.roster import Roster

REVIVAL_COINS = 4
"""The price of a revival (DW-12.3)."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of one match: its board, names, readings and content."""

    field: BoardMap
    """The board's geometry and map."""
    roster: Roster
    """The names of seats and pieces."""
    options: Options
    """The readings in force."""
    content: str = "house"
    """The name or path of the content pack."""

    @cached_property
    def _volleys(self) -> dict[int, tuple[int, ...]]:
        return {}

    def volleys(self, obstacles: int) -> tuple[int, ...]:
        """Return by cell the cells that an archer hits from there (DW-7, DW-7.3, DW-3.4)."""
        return self._volleys.get(obstacles) or self._aimed(obstacles)

    def _aimed(self, obstacles: int) -> tuple[int, ...]:
        stops = 0 if self.options.archer_over_mountain == "on" else obstacles
        found = self._volleys[obstacles] = tuple(
            self.field.sight(cell, archer_reach(obstacles, cell), stops)
            for cell in range(len(self.field.cells))
        )
        return found

    @cached_property
    def pack(self) -> Pack:
        """The content pack, read when a match first needs it.

        Raises:
            InputFault: no such pack, or a broken one.
        """
        return checked(load_pack(self.content))


def known_content(name: str) -> str:
    """Return the name or path of a content pack; a player's own pack is read at once, not during the match.

    Raises:
        InputFault: no such pack, or a broken one.
    """
    if name not in pack_names():
        load_pack(name)
    return name


def archer_reach(obstacles: int, cell: int) -> int:
    """Return how far an archer in a cell shoots (DW-7, DW-7.3)."""
    return 4 if obstacles >> cell & 1 else 3
