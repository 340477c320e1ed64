"""The choice of who sees a camera's whole pictures.

It has a module of its own because every command offers the choice, and few commands serve pages.
"""

from enum import StrEnum


class PictureReach(StrEnum):
    """The people who see a camera's whole pictures."""

    PLAYERS = "players"
    """The players and the arbiter."""
    ALL = "all"
    """Everybody, visitors too."""
