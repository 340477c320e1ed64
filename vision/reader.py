"""Reads a board through one camera: frame in, look out; keeps what it knows between frames."""

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.glimpse import Look
from engine.core.pieces import PieceSet
from vision.frame import Frame
from vision.knowledge import ReadingState, Table, table_of
from vision.reading import read


class BoardReader:
    """One source's eyes. Each `read` takes the next frame; the state inside is a value, replaced whole."""

    def __init__(
        self, board: Board, pieces: PieceSet, *, source: str, intrinsics: Intrinsics | None = None
    ) -> None:
        self._table: Table = table_of(board, pieces, source=source, intrinsics=intrinsics)
        self._state = ReadingState()

    @property
    def state(self) -> ReadingState:
        """What the reader knows now: camera, tags, pieces; for pages that show it and for tests."""
        return self._state

    def read(self, frame: Frame) -> Look:
        """Return what the frame shows of the board."""
        self._state, look = read(self._state, frame, self._table)
        return look
