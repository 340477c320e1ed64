"""A reader's settings: its board, pieces, lenses and tag dictionaries."""

from dataclasses import dataclass, field

import numpy as np

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.pieces import PieceSet
from vision.board.field import areas_mm2
from vision.board.placed import Mountains, homes
from vision.calibration.lenses import Lenses
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import TagDictionaries

SOON_S, SOON_LIVE_S = 0.15, 0.22
"""The time within which the next picture comes, seconds: in a recording, and from a live camera."""


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """The settings of a reader, which stay the same from frame to frame."""

    board: Board
    """The board."""
    pieces: PieceSet
    """The pieces."""
    source: str
    """The camera's name, as its looks carry it."""
    intrinsics: Intrinsics | None
    """The lens of footage, for pictures of any size; None: it is measured or guessed."""
    dictionaries: TagDictionaries
    """The dictionaries of the board's and the pieces' tags."""
    homes: Mountains
    """The positions of the rocks before they are seen, mm."""
    soon_s: float
    """While something moves, a picture that is followed by another within this time needn't be read."""
    module_mm: float
    """The side of a module of the smallest piece's tag."""
    largest_label_mm: float
    """The side of the largest label, those on rocks and in print left out."""
    least_label_mm: float
    """The side of the smallest label."""
    least_cell_mm2: float
    """The area of the smallest cell."""
    moved_label_mm: float
    """The side of the smallest label of a piece that isn't scenery."""
    moved_tag_mm: float
    """The median side of such pieces' tags."""
    moved_top_mm: float
    """The median height of such pieces."""
    lenses: Lenses = field(default_factory=Lenses)
    """The measured lenses, one for each size of picture."""
    live: bool = False
    """Whether pictures come from a live camera, one after the other."""

    def lens(self, width_px: int, height_px: int) -> Intrinsics | None:
        """Return the lens for pictures of this size; None if it isn't known."""
        measured = self.lenses.by_size.get((width_px, height_px))
        return self.intrinsics or (None if measured is None else measured.intrinsics)


def table_of(
    board: Board,
    pieces: PieceSet,
    *,
    source: str,
    intrinsics: Intrinsics | None,
    lenses: Lenses | None = None,
    live: bool = False,
) -> Knowledge:
    """Return the settings for a board and its pieces; `live`: pictures come from a live camera.

    Raises:
        InputFault: board or pieces name a tag dictionary that doesn't exist.
    """
    dictionaries = TagDictionaries(
        load_dictionary(board.frame.dictionary),
        load_dictionary(pieces.dictionary),
        frozenset(board.frame.centres_mm),
    )
    kinds = pieces.kinds.values()
    moved = [kind for kind in kinds if not kind.is_scenery]
    return Knowledge(
        board,
        pieces,
        source,
        intrinsics,
        dictionaries,
        homes(board, pieces),
        soon_s=SOON_LIVE_S if live else SOON_S,
        module_mm=min(kind.tag_mm for kind in kinds) / dictionaries.pieces.modules,
        largest_label_mm=max(kind.label_mm for kind in moved),
        least_label_mm=min(kind.label_mm for kind in kinds),
        least_cell_mm2=float(areas_mm2(board.surface).min()),
        moved_label_mm=min(kind.label_mm for kind in moved),
        moved_tag_mm=float(np.median([kind.tag_mm for kind in moved])),
        moved_top_mm=float(np.median([kind.height_mm for kind in moved])),
        lenses=lenses or Lenses(),
        live=live,
    )
