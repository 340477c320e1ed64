"""Marks over a camera's recorded pictures that show its looks: corner tags, pieces, unsure and blind cells.

Looks are recorded in millimetres of the board. The camera's place isn't recorded, so vision finds the board
again in the first picture of each file, and in the first one after the camera moved.
"""

import json
from collections.abc import Iterator, Sequence
from heapq import merge
from pathlib import Path

import numpy as np

from engine.core.board import Board
from engine.core.footage import Intrinsics
from engine.core.ids import Cell
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from engine.records.camera_frame import Stamp
from engine.records.evidence import Recorded, evidence_files, read_evidence
from engine.records.picture_marks import MarkLine, MarkLineType, MarkText, PictureMarks, PicturePoint
from engine.records.pictures import KeptPicture, kept_frames
from engine.records.viewer_messages import SceneColour
from vision.look.reader import BoardReader
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame
from vision.sources.files.decoding import decode_image

TAG, PIECE = SceneColour(0.2, 0.8, 0.3), SceneColour(1.0, 1.0, 1.0)
UNSURE, BLIND = SceneColour(1.0, 0.7, 0.1), SceneColour(0.9, 0.2, 0.1)
_INK = SceneColour(0.0, 0.0, 0.0, 0.6)
_WIDE_PX, _LETTERS_PX = 3.0, 16.0


def eye_marks(match_folder: Path, board: Board, pieces: PieceSet) -> Iterator[Recorded]:
    """Yield the marks over the cameras' pictures whenever they change, in order of time.

    Raises:
        InputFault: a file can't be read.
        MissingFault: pictures are packed, and PyAV isn't installed.
    """
    looks = _looks(match_folder)
    cameras = kept_frames(match_folder).items()
    each = (_marks_of(camera, kept, looks.get(camera, ()), board, pieces) for camera, kept in cameras)
    yield from merge(*each, key=lambda one: one.at_ns)


def _looks(match_folder: Path) -> dict[str, list[Recorded]]:
    found: dict[str, list[Recorded]] = {}
    for path in evidence_files(match_folder):
        for one in read_evidence(path, only=("look",)):
            found.setdefault(one.message.source, []).append(one)
    return found


def _marks_of(
    camera: str, pictures: Iterator[KeptPicture], looks: Sequence[Recorded], board: Board, pieces: PieceSet
) -> Iterator[Recorded]:
    eye: Camera | None = None
    picture = next(pictures, None)
    seeks, last = True, PictureMarks()
    for one in looks:
        look: Look = one.message
        seeks = seeks or look.motion.moved
        while picture is not None and picture.frame.taken_at <= look.taken_at:
            if seeks and not look.motion.moved:
                found = _eye(picture, board, pieces)
                eye, seeks = found or eye, found is None
            picture = next(pictures, None)
        if eye is None or look.motion.moved:
            continue
        marks = _marks(look, eye, board)
        if marks != last:
            last = marks
            yield Recorded("marks", camera, _at(marks, one.at_ns), one.at_ns)


def _eye(picture: KeptPicture, board: Board, pieces: PieceSet) -> Camera | None:
    """Return the camera's place as a picture shows it; None: the board isn't found in the picture."""
    image = decode_image(picture.frame.data)
    if isinstance(image, str):
        return None
    lens = None
    if picture.lens:
        given = json.loads(picture.lens)
        lens = Intrinsics(**{**given, "distortion": tuple(given["distortion"])})
    reader = BoardReader(board, pieces, source=picture.frame.frame_id, intrinsics=lens)
    reader.read(Frame(image, picture.frame.taken_at, picture.frame.sequence))
    place = reader.state.camera_place
    return None if place is None else place.location.camera


_NEVER = Stamp(0, 0)


def _marks(look: Look, eye: Camera, board: Board) -> PictureMarks:
    half = board.frame.side_mm / 2
    lines = [
        _outline(
            eye, ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)), TAG
        )
        for x, y in board.frame.centres_mm.values()
    ]
    for cells, colour in ((look.cells.unsure, UNSURE), (look.cells.blind, BLIND)):
        lines += [_cell(eye, board, cell, colour) for cell in cells if cell in board.surface.index]
    texts = []
    for seen in look.pieces.seen:
        (point,) = _projected(eye, ((seen.x_mm, seen.y_mm),))
        texts.append(MarkText(_NEVER, point, f"{seen.piece} {seen.cell}", _LETTERS_PX, PIECE, _INK))
    return PictureMarks(tuple(lines), tuple(texts))


def _cell(eye: Camera, board: Board, cell: Cell, colour: SceneColour) -> MarkLine:
    return _outline(eye, board.surface.corners_mm(cell), colour)


def _outline(eye: Camera, corners_mm: Sequence[tuple[float, float]], colour: SceneColour) -> MarkLine:
    return MarkLine(_NEVER, MarkLineType.LINE_LOOP, _projected(eye, corners_mm), colour, _WIDE_PX)


def _projected(eye: Camera, points_mm: Sequence[tuple[float, float]]) -> tuple[PicturePoint, ...]:
    flat = np.array([(x, y, 0.0) for x, y in points_mm])
    return tuple(PicturePoint(round(float(x), 1), round(float(y), 1)) for x, y in eye.project(flat))


def _at(marks: PictureMarks, at_ns: int) -> PictureMarks:
    """Return the marks with a time. A viewer shows the last marks up to the picture's time."""
    stamp = Stamp(*divmod(max(0, at_ns), 10**9))
    return PictureMarks(
        tuple(
            MarkLine(stamp, one.type, one.points, one.outline_color, one.thickness) for one in marks.points
        ),
        tuple(
            MarkText(stamp, one.position, one.text, one.font_size, one.text_color, one.background_color)
            for one in marks.texts
        ),
    )
