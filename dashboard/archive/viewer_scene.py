"""A recorded match for viewers such as Lichtblick: the board as a scene, verdicts as a log, and a layout."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dashboard.drawing.places import places_in
from dashboard.pictures.scenes import named
from dashboard.web.telling.names import Names
from dashboard.web.words.speaking import said
from engine.core.appearance import Appearance
from engine.core.board import Board
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.core.views import PieceView, View
from engine.games.registry import open_look
from engine.records.camera_frame import Stamp
from engine.records.evidence import Recorded
from engine.records.replay import ReplayMoment, ReplayTable
from engine.records.viewer_messages import (
    LogLevel,
    LogLine,
    SceneColour,
    SceneCylinder,
    SceneEntity,
    SceneLine,
    SceneLineType,
    ScenePoint,
    ScenePose,
    SceneText,
    SceneUpdate,
)
from engine.session.playing.table import Setting
from engine.session.serving.bus_messages import match_state_of

FRAME = "table"
"""The name of the coordinate frame, from the board's centre: x right, y away from row 1, z up, in metres."""

_PIECE_HIGH_M = 0.012
_PIECE_WIDE = 0.9
"""A drawn piece's width as a share of its place on the pages; below 1, so that neighbours don't touch."""
_INK, _PAPER, _MARK = SceneColour(0.25, 0.25, 0.25), SceneColour(0.8, 0.8, 0.75), SceneColour(0.9, 0.2, 0.1)

_LEVELS: Mapping[VerdictKind, LogLevel] = {
    VerdictKind.SETTLED: LogLevel.INFO,
    VerdictKind.REMARKED: LogLevel.INFO,
    VerdictKind.PENDING: LogLevel.DEBUG,
    VerdictKind.AMBIGUOUS: LogLevel.WARNING,
    VerdictKind.ILLEGAL: LogLevel.WARNING,
}


_NEVER = Stamp(0, 0)


def scene_messages(  # what a match is drawn with, by name
    board: Board,
    setting: Setting[Any, Any],
    moments: Sequence[ReplayMoment],
    shown: Iterable[ReplayTable],
    *,
    language: str,
    names: Names,
) -> Iterator[Recorded]:
    """Yield the messages of the scene and the log in order of time, with only what every visitor may know."""
    look, ground = open_look(setting.game.name), _board(board)

    def says(phrase: Phrase) -> str:
        return said(phrase, language, names)

    before: dict[str, SceneEntity] = {}
    for moment, one in zip(moments, shown, strict=False):
        at_ns = round(moment.wall * 1e9)
        view, current = match_state_of(setting, one.table).view, one.table.current
        warns = current is not None and current.kind is VerdictKind.ILLEGAL
        marked = current.cells if current is not None and warns else ()
        parts = (ground, _pieces(board, look, view, says), _marks(board, marked))
        for part in parts:
            if before.get(part.id) != part:
                before[part.id] = part
                yield Recorded("scene", part.id, _at(part, at_ns), at_ns)
        for verdict in moment.verdicts:
            if verdict.text:
                text = named(says(verdict.text), _labels(view, says))
                yield Recorded("log", "", _line(verdict, text, at_ns), at_ns)


def _labels(view: View, says: Callable[[Phrase], str]) -> dict[str, str]:
    absent = {str(one.piece): says(one.label) for one in view.absent if one.label}
    return absent | {str(one.piece): says(one.label) for one in view.pieces if one.label}


def _at(part: SceneEntity, at_ns: int) -> SceneUpdate:
    return SceneUpdate((replace(part, timestamp=_stamp(at_ns)),))


def _line(verdict: Verdict, text: str, at_ns: int) -> LogLine:
    rules = " ".join(one.rule for one in verdict.violations)
    level = _LEVELS[verdict.kind]
    return LogLine(_stamp(at_ns), level, text, "engine", rules, verdict.revision)


def _stamp(at_ns: int) -> Stamp:
    return Stamp(*divmod(max(0, at_ns), 10**9))


def _part(
    name: str,
    *,
    cylinders: Sequence[SceneCylinder] = (),
    lines: Sequence[SceneLine] = (),
    texts: Sequence[SceneText] = (),
) -> SceneEntity:
    entity = SceneEntity(_NEVER, FRAME, name, _NEVER, frame_locked=False)
    return replace(entity, cylinders=tuple(cylinders), lines=tuple(lines), texts=tuple(texts))


def _board(board: Board) -> SceneEntity:
    surface = board.surface
    texts = [_text(cell, *surface.centre_mm(cell), 0.0, _PAPER) for cell in surface.cells]
    return _part("board", lines=[_outline(board, one, _PAPER, 1.5) for one in surface.cells], texts=texts)


def _marks(board: Board, cells: Iterable[Cell]) -> SceneEntity:
    known = [cell for cell in cells if cell in board.surface.index]
    return _part("marks", lines=[_outline(board, cell, _MARK, 6.0) for cell in known])


def _outline(board: Board, cell: Cell, colour: SceneColour, width_px: float) -> SceneLine:
    points = tuple(_point(x, y) for x, y in board.surface.corners_mm(cell))
    pose = ScenePose(ScenePoint(0.0, 0.0, 0.0))
    return SceneLine(SceneLineType.LINE_LOOP, pose, width_px, True, points, colour)  # noqa: FBT003  # its field


def _pieces(board: Board, look: Appearance, view: View, says: Callable[[Phrase], str]) -> SceneEntity:
    order = tuple(one.seat for one in view.seats)
    lying: dict[Cell, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.cell is not None and piece.cell in board.surface.index:
            lying.setdefault(piece.cell, []).append(piece)
    cylinders, texts = [], []
    for cell, pieces in lying.items():
        x, y = board.surface.centre_mm(cell)
        places, radius = places_in(len(pieces), has_plate=False)
        for piece, (dx, dy) in zip(pieces, places, strict=True):
            wide = 2 * radius * _PIECE_WIDE / 1000
            at = _point(x + dx, y + dy, _PIECE_HIGH_M / 2)
            colour = _colour(look.seat(piece.seat, order).body)
            size = ScenePoint(wide, wide, _PIECE_HIGH_M)
            cylinders.append(SceneCylinder(ScenePose(at), size, 1.0, 1.0, colour))
            texts.append(_text(says(piece.label), x + dx, y + dy, 2 * _PIECE_HIGH_M, _INK))
    return _part("pieces", cylinders=cylinders, texts=texts)


def _text(text: str, x_mm: float, y_mm: float, high_m: float, colour: SceneColour) -> SceneText:
    pose = ScenePose(_point(x_mm, y_mm, high_m))
    return SceneText(pose, True, 0.008, False, colour, text)  # noqa: FBT003  # its fields


def _point(x_mm: float, y_mm: float, z_m: float = 0.0) -> ScenePoint:
    return ScenePoint(x_mm / 1000, y_mm / 1000, z_m)


def _colour(code: str) -> SceneColour:
    """Return the colour of a `#rrggbb` code."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return SceneColour(red, green, blue)


def layout_of(cameras: Mapping[str, str]) -> dict[str, Any]:
    """Return a layout for Lichtblick and Foxglove that shows an exported match: scene, pictures, log.

    `cameras` is the topic of each camera's pictures, by the camera's name.
    """
    scene = {f"record/scene/{name}": {"visible": True} for name in ("board", "pieces", "marks")}
    above = {"perspective": False, "distance": 1.0, "phi": 0, "thetaOffset": 0, "target": [0, 0, 0]}
    panels: dict[str, Any] = {
        "3D!table": {"followTf": FRAME, "topics": scene, "cameraState": above},
        "RosOut!log": {"topicToRender": "record/log", "minLogLevel": 1},
    }
    pictures = {
        f"Image!{name}": {
            "imageMode": {"imageTopic": topic, "annotations": {f"record/marks/{name}": {"visible": True}}}
        }
        for name, topic in cameras.items()
    }
    panels |= pictures
    right: Any = "RosOut!log"
    for one in pictures:
        right = {"direction": "column", "first": one, "second": right, "splitPercentage": 60}
    return {
        "configById": panels,
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": {"direction": "row", "first": "3D!table", "second": right, "splitPercentage": 55},
    }
