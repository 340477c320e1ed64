"""What a reader is set up with, and what it knows between frames: values, replaced whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.board.field import CameraField, Flags, Floats
from vision.board.location import Location
from vision.board.places import Mountains, Placed, homes
from vision.calibration.lenses import Lenses
from vision.change.clock_overlay import Writing
from vision.change.difference import Small
from vision.change.stabilisation import Anchor
from vision.light.light_direction import Light
from vision.pictures.frame import Mask
from vision.tags.decoder import Box
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import Alphabets, Tags

LONG_AGO, NEVER = Seconds(-1e9), Seconds(inf)

SOON_S, SOON_LIVE_S = 0.15, 0.22
"""So soon the next picture comes, in a recording and from a camera that goes on by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What stays the same for a reader: board, pieces, lens if known, the tags' looks, the rocks' homes.

    `intrinsics` hold for pictures of any size (footage has one); `lenses` are measured, each for its size.
    `live`: pictures come by themselves, one after the other.
    """

    board: Board
    pieces: PieceSet
    source: str
    intrinsics: Intrinsics | None
    alphabets: Alphabets
    homes: Mountains
    lenses: Lenses = field(default_factory=Lenses)
    live: bool = False

    @property
    def soon_s(self) -> float:
        """Pictures that follow one another so soon needn't be read while something moves."""
        return SOON_LIVE_S if self.live else SOON_S

    def lens(self, width_px: int, height_px: int) -> Intrinsics | None:
        """Return the lens of pictures of this size, where it is known."""
        return self.intrinsics or self.lenses.intrinsics(width_px, height_px)


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """The board with nothing over it, as last seen: picture, lines' strength, pieces that lay there.

    `things`: the small pixels that show something which nobody could read, and which may be taken away.
    `veiled`: cells whose lines don't show though no hand is over them.
    """

    picture: Small
    lines: Floats
    pieces: tuple[Placed, ...]
    things: Mask
    veiled: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A still picture without a hand, its tags, and which cells were unsure in it.

    What looks again as it did then needs no reading: its tags are the same, if they fit.
    """

    picture: Small
    tags: Tags
    unsure: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ReadingState:
    """What is known between frames.

    `anchor`: the picture that the camera was located in. `last` is the picture before; `read_from` the one
    that the tags were last read from, part by part.
    `boxes`: the small pixels in which each piece that is placed may show.
    `mountains` is None until a look: the rocks then stand at home.
    `settles_at`: from when on a still picture is read once more, as the last reading was of one in which
    something moved; never, where it wasn't.
    `last_at`, `read_at`: when the last picture was taken, and the last whose tags were read or found as
    they were.
    `unread_mm`: where labels lie that showed in the last look but couldn't be read.
    `tried_mm`: where labels were looked for in vain in pictures that looked like the last.
    `retries`: how often the unsure cells of a still picture have been read again.
    `lights`: where hard light comes from, as found by shadows at `lights_at`.
    `blurred`: the last picture that was read was too much so to tell what is empty; `blur_px`: how much so.
    `printed`: the board's own print has black and white all over, as labels have.
    `clear`: cells that were once in no doubt while the table lay at rest.
    `writing`: where a clock ticks that is written into the pictures.
    """

    location: Location | None = None
    anchor: Anchor | None = None
    ground: CameraField | None = None
    tags: Tags = field(default_factory=Tags)
    last: Small | None = None
    read_from: Small | None = None
    reference: Reference | None = None
    rest: Rest | None = None
    placed: Mapping[PieceId, Placed] = field(default_factory=dict)
    boxes: Mapping[PieceId, Box] = field(default_factory=dict)
    mountains: Mountains | None = None
    look: Look | None = None
    unread_mm: tuple[tuple[float, float], ...] = ()
    tried_mm: tuple[tuple[float, float], ...] = ()
    retries: int = 0
    blurred: bool = False
    blur_px: float | None = None
    printed: bool = False
    clear: frozenset[Cell] = frozenset()
    lights: tuple[Light, ...] = ()
    lights_at: Seconds = LONG_AGO
    settles_at: Seconds = NEVER
    last_at: Seconds = LONG_AGO
    read_at: Seconds = LONG_AGO
    writing: Writing | None = None


def table_of(
    board: Board,
    pieces: PieceSet,
    *,
    source: str,
    intrinsics: Intrinsics | None,
    lenses: Lenses | None = None,
    live: bool = False,
) -> Knowledge:
    """Return the table for a board and its pieces; `live`: pictures come by themselves.

    Raises:
        InputFault: board or pieces name a tag dictionary that doesn't exist.
    """
    alphabets = Alphabets(
        load_dictionary(board.frame.dictionary),
        load_dictionary(pieces.dictionary),
        frozenset(board.frame.centres_mm),
    )
    return Knowledge(
        board,
        pieces,
        source,
        intrinsics,
        alphabets,
        homes(board, pieces),
        lenses or Lenses(),
        live,
    )
