"""One camera of a table, as the service is given it."""

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
    """The source of its pictures."""
    reader: BoardReader
    """The reader of its pictures."""
    identity: str | None = None
    """A name that stays the same when the camera gets another number; None for recorded pictures."""
    lenses: Path | None = None
    """The folder of its measured lenses; None: lenses aren't saved."""
    simulated: bool = False
    """Whether its pictures are rendered."""
    reads_dice: bool = False
    """Whether it watches the board's dice tray. Only one camera does; otherwise a roll would be reported
    twice."""

    @property
    def source_name(self) -> str:
        """The name of the source, without a password."""
        return self.source.facts.name

    @property
    def live(self) -> bool:
        """Whether pictures come by themselves, from a live source."""
        return self.source.facts.kind.live
