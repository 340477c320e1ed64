"""Recorded pictures read again by today's vision, with a reader for each camera."""

import json

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.records.camera_frame import CameraFrame
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources.files.decoding import decode_image


class RecordedEyes:
    """Implements `Eyes` with a reader for each camera and for each lens that it was read with."""

    def __init__(self, board: Board, pieces: PieceSet) -> None:
        self._board = board
        self._pieces = pieces
        self._readers: dict[str, tuple[str, BoardReader]] = {}

    def see(self, frame: CameraFrame, lens: str) -> Look | None:
        """Return the look of a picture; None if it can't be decoded."""
        image = decode_image(frame.data)
        if isinstance(image, str):
            return None
        return self._reader(frame.frame_id, lens).read(Frame(image, frame.taken_at, frame.sequence))

    def _reader(self, camera: str, lens: str) -> BoardReader:
        known = self._readers.get(camera)
        if known is None or known[0] != lens:
            given = None
            if lens:
                found = json.loads(lens)
                given = Intrinsics(**{**found, "distortion": tuple(found["distortion"])})
            reader = BoardReader(self._board, self._pieces, source=camera, intrinsics=given)
            known = self._readers[camera] = (lens, reader)
        return known[1]
