"""How much disk the evidence of a table's matches may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """The disk room that evidence may take.

    Pictures must leave more room free than looks, so that looks are still recorded when pictures have no
    room.
    """

    total_bytes: int = 2_000_000_000
    """The most that all evidence may take."""
    free_bytes: int = 200_000_000
    """The room that looks leave free for the journal."""
    free_beside_pictures_bytes: int = 1_000_000_000
    """The room that pictures leave free."""
