"""The answers of every field with cells and nothing else: it has no zone, and it faces the near edge."""

from engine.core.ids import Cell
from engine.core.surfaces.surface import Zone


class BareField:
    """A field without zones, of whatever shape its cells are."""

    def facing_deg(self, cell: Cell) -> float:
        """Return 0: a field faces the near edge."""
        del cell
        return 0.0

    @property
    def zones(self) -> tuple[Zone, ...]:
        """None: a field is all of a kind."""
        return ()

    def zone_of(self, cell: Cell) -> Zone | None:
        """Return None."""
        del cell
        return None
