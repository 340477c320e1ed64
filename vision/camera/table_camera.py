"""One camera of a table: a value that the service is set up with."""

from dataclasses import dataclass
from pathlib import Path

from vision.look.reader import BoardReader
from vision.sources import Source


@dataclass(frozen=True, slots=True)
class TableCamera:
    """One camera of a table."""

    name: str
    """Its name on the bus."""
    source: Source
    """Where its pictures come from."""
    reader: BoardReader
    """The reader that looks at them."""
    identity: str | None = None
    """A name that stays the same, whatever number the camera has; None for recorded pictures."""
    lenses: Path | None = None
    """The folder where its measured lens is kept; None: it isn't kept."""
    simulated: bool = False
    """Whether its pictures are rendered."""
    reads_dice: bool = False
    """Whether it watches the board's dice tray. One of several cameras does, or a roll would be reported
    twice."""

    @property
    def source_name(self) -> str:
        """The source of the pictures, as everybody may read it."""
        return self.source.facts.name

    @property
    def live(self) -> bool:
        """Whether pictures come by themselves."""
        return self.source.facts.kind.live
