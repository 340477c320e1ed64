"""Contradictions of sensors: each source's claim and since when, the source that is believed, and why."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class SourceClaim:
    """One source's claim about a piece, or about something without a name."""

    source: str
    """The source that makes the claim."""
    cell: Cell | None
    """The cell that the piece lies in; None: in none of the cells that the source covers."""
    since: Seconds
    """Since when the source has claimed it."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sources that contradict each other about a piece, or, where none names one, about a cell."""

    piece: PieceId | None
    """The piece that they contradict each other about; None where no source names one."""
    cell: Cell
    """The cell that the contradiction is about."""
    since: Seconds
    """Since when they contradict each other."""
    words: tuple[SourceClaim, ...]
    """The claim of each source."""
    believed: tuple[str, ...] = ()
    """The sources that are believed; none where the piece counts as hidden."""
    text: Phrase = field(default_factory=unsaid)
    """The claims, the sources that are believed and the reason, for people."""
    advice: Phrase = field(default_factory=unsaid)
    """Advice about what to do, for people."""


class Ailment(StrEnum):
    """A fault of a sensor, or of the thing that it should sense.

    `stuck_on`: a switch feels something where nothing is. `stuck_off`: it doesn't feel what lies there.
    `deaf`: a reader reads no tag any more. `tag_lost`: a piece's tag isn't read by a reader that reads
    others. `unheard`: `deaf` or `tag_lost`. `magnet_lost`: a piece is felt by no switch.
    """

    STUCK_ON = "stuck_on"
    STUCK_OFF = "stuck_off"
    DEAF = "deaf"
    TAG_LOST = "tag_lost"
    UNHEARD = "unheard"
    MAGNET_LOST = "magnet_lost"


@dataclass(frozen=True, slots=True)
class SensorFault:
    """A sensor that has contradicted the others for long."""

    ailment: Ailment
    """The kind of fault."""
    source: str
    """The source that the sensor belongs to."""
    cell: Cell | None
    """The sensor's cell; None where the fault concerns no single cell."""
    piece: PieceId | None
    """The piece whose tag or magnet is concerned; None where none is."""
    since: Seconds
    """Since when the sensor has contradicted the others."""
    text: Phrase = field(default_factory=unsaid)
    """The finding, for people."""
    advice: Phrase = field(default_factory=unsaid)
    """Advice about what to do, for people."""
