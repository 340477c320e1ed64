"""A reader's settings: its board, pieces, lenses, and the looks of all tags."""

from dataclasses import dataclass, field

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.pieces import PieceSet
from vision.board.field import areas_mm2
from vision.board.places import Mountains, homes
from vision.calibration.lenses import Lenses
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import Alphabets

SOON_S, SOON_LIVE_S = 0.15, 0.22
"""So soon the next picture comes, in a recording and from a camera that goes on by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """The things that stay the same for a reader."""

    board: Board
    """The board."""
    pieces: PieceSet
    """The pieces."""
    source: str
    """The camera's name, as looks carry it."""
    intrinsics: Intrinsics | None
    """The lens for pictures of any size, as footage has one; None: it's measured or guessed."""
    alphabets: Alphabets
    """The dictionaries of the board's and the pieces' tags."""
    homes: Mountains
    """Where the rocks stand until they are seen, mm."""
    soon_s: float
    """Pictures that follow one another so soon needn't be read while something moves."""
    module_mm: float
    """The side of the smallest piece's modules."""
    largest_label_mm: float
    """The side of the largest label that isn't on a rock or in print."""
    least_label_mm: float
    """The side of the smallest label."""
    least_cell_mm2: float
    """The area of the smallest cell."""
    lenses: Lenses = field(default_factory=Lenses)
    """The measured lenses, each for its size of picture."""
    live: bool = False
    """Whether pictures come by themselves, one after the other."""

    def lens(self, width_px: int, height_px: int) -> Intrinsics | None:
        """Return the lens of pictures of this size, where it is known."""
        return self.intrinsics or self.lenses.intrinsics(width_px, height_px)


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
    kinds = pieces.kinds.values()
    return Knowledge(
        board,
        pieces,
        source,
        intrinsics,
        alphabets,
        homes(board, pieces),
        soon_s=SOON_LIVE_S if live else SOON_S,
        module_mm=min(kind.tag_mm for kind in kinds) / alphabets.pieces.modules,
        largest_label_mm=max(kind.label_mm for kind in kinds if not kind.is_scenery),
        least_label_mm=min(kind.label_mm for kind in kinds),
        least_cell_mm2=float(areas_mm2(board.surface).min()),
        lenses=lenses or Lenses(),
        live=live,
    )
