"""The reader of a board through one camera: it turns frames into looks and keeps its state between them."""

from dataclasses import replace
from enum import StrEnum

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.calibration.lenses import Lenses
from vision.known.memory import ReadingState, begun, forgotten
from vision.known.table import Knowledge, table_of
from vision.look.reading import read
from vision.look.step import Runner, run
from vision.pictures.frame import Frame


class LensOrigin(StrEnum):
    """The origin of a reader's lens: given with the footage, measured, or guessed from the frame tags."""

    GIVEN = "given"
    MEASURED = "measured"
    GUESSED = "guessed"


class BoardReader:
    """The reader of one source.

    Each `read` takes the next frame. Its state is a value, replaced as a whole.
    """

    def __init__(  # noqa: PLR0913  # the reader's parts, put together once
        self,
        board: Board,
        pieces: PieceSet,
        *,
        source: str,
        intrinsics: Intrinsics | None = None,
        lenses: Lenses | None = None,
        live: bool = False,
        run_step: Runner = run,
    ) -> None:
        """`live`: pictures come from a live camera; `run_step` runs the steps of a frame."""
        self._run_step = run_step
        self._table: Knowledge = table_of(
            board, pieces, source=source, intrinsics=intrinsics, lenses=lenses, live=live
        )
        self._state = begun(self._table.homes)

    @property
    def state(self) -> ReadingState:
        """The reader's knowledge so far: camera, tags, pieces. Pages that show it and tests read it."""
        return self._state

    def lens_origin(self, width_px: int, height_px: int) -> LensOrigin:
        """Return the origin of the lens for pictures of this size, px."""
        if self._table.intrinsics is not None:
            return LensOrigin.GIVEN
        known = self._table.lenses.intrinsics(width_px, height_px) is not None
        return LensOrigin.MEASURED if known else LensOrigin.GUESSED

    def lens(self, width_px: int, height_px: int) -> Intrinsics | None:
        """Return the lens for pictures of this size; None: it is guessed from the frame tags."""
        return self._table.lens(width_px, height_px)

    def use(self, lenses: Lenses) -> None:
        """Read with these lenses from now on. The camera is located again, and pieces keep their places."""
        self._table = replace(self._table, lenses=lenses)
        self._state = forgotten(self._state)

    def read(self, frame: Frame) -> Look:
        """Return the look of a frame, and remember what it shows."""
        self._state, look = read(self._state, frame, self._table, self._run_step)
        return look

    def read_apart(self, frame: Frame, run_step: Runner) -> Look:
        """Return the look of a frame that is read in full by another runner.

        The reader remembers nothing of it.
        """
        pictures = replace(self._state.pictures, read_from=None)
        return read(replace(self._state, pictures=pictures), frame, self._table, run_step)[1]
