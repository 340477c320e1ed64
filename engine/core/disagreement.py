"""Where sensors contradict each other: who says what since when, who is believed and why, what to do."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class SourceClaim:
    """What one source says: that the piece, or something, lies in `cell`; None: in none that it covers."""

    source: str
    cell: Cell | None
    since: Seconds


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Sources contradict each other about a piece, or, where none names one, about a cell.

    `believed`: the sources that are, none where the piece counts as hidden. `text` says who says what and who
    is believed and why, `advice` what to do.
    """

    piece: PieceId | None
    cell: Cell
    since: Seconds
    words: tuple[SourceClaim, ...]
    believed: tuple[str, ...] = ()
    text: Phrase = field(default_factory=unsaid)
    advice: Phrase = field(default_factory=unsaid)


class Ailment(StrEnum):
    """What is wrong with a sensor, or with what it should sense.

    `stuck_on`: a switch feels something where nothing is. `stuck_off`: it doesn't feel what lies there.
    `deaf`: a reader reads no tag any more. `tag_lost`: a piece's tag isn't read where others are. `unheard`:
    one of these two. `magnet_lost`: a piece is felt by no switch.
    """

    STUCK_ON = "stuck_on"
    STUCK_OFF = "stuck_off"
    DEAF = "deaf"
    TAG_LOST = "tag_lost"
    UNHEARD = "unheard"
    MAGNET_LOST = "magnet_lost"


@dataclass(frozen=True, slots=True)
class SensorFault:
    """A sensor that contradicts the others for long: `text` says what is found, `advice` what to do."""

    ailment: Ailment
    source: str
    cell: Cell | None
    piece: PieceId | None
    since: Seconds
    text: Phrase = field(default_factory=unsaid)
    advice: Phrase = field(default_factory=unsaid)
