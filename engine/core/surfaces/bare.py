"""The answers that are the same for every field: it has no zone, and it faces the near edge."""

from engine.core.ids import Cell
from engine.core.surfaces.surface import Zone


class BareField:
    """A field without zones; its cells may have any shape."""

    def facing_deg(self, cell: Cell) -> float:
        """Return 0: a field faces the near edge."""
        del cell
        return 0.0

    @property
    def zones(self) -> tuple[Zone, ...]:
        """No zones: a field is all of one kind."""
        return ()

    def zone_of(self, cell: Cell) -> Zone | None:
        """Return None."""
        del cell
        return None
