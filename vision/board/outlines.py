"""The outlines of pieces in the picture: the pixels that a known piece may change or occlude."""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from engine.core.ids import PieceId
from engine.core.pieces import PieceKind, PieceOutline, PieceSet
from vision.board.piece_squares import body_of, named_by, square_of
from vision.board.placed import Placed
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Box, Mask
from vision.tags.tag import Tag

_AROUND = np.linspace(0.0, 2 * np.pi, 8, endpoint=False) + np.pi / 8
"""The angles of the points around a foot or top. If a square is turned otherwise, its corner sticks out of
this octagon by 8 % of its reach."""

_CORNERS = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
"""The corners of a rectangle, in half sides, counter-clockwise."""

_UPRIGHT = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of an upright square, in half sides."""

UprightSquare = tuple[float, float, float, float]
"""The middle of a square, its height above the board, and half its side, mm."""

_ROCK = ((0.0, 1.04), (0.6, 0.88), (1.0, 0.62))
"""The radius of a rock at parts of its height, in parts of its foot's radius, with a margin. A rock has 0.79
at its ledge and 0.54 at its top, as wide as its label (`light_direction._ROCK_TOP`). A small px of 2.3 mm is
0.085 of a foot's radius of 27 mm; the foot is known to half of that."""

_CIRCLE = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])

BODY_MARGIN_MM = 0.6
"""The margin around a piece for its label, mm. A label with 16 mm of black and a white module around is 20.6
mm wide, so it sticks out of a piece of 20 mm by 0.3 mm. It is stuck on to 0.15 mm."""


CARD_MARGIN_MM = 4.0
"""The margin around a pile for the edges of its lower cards, mm. Hands lay cards 1.5 mm and 2.5 degrees
crooked (docs/measured/vision-limits.md). That moves the corner of a poker card, 54 mm from its middle, by up
to 1.5 + 54 sin 2.5° = 3.9 mm."""

_BOX_MARGIN_MM = 3.0
"""The margin of a box, mm: a little more than a small px, which is 2.3 mm on a board of 922 mm that fills 400
px."""

_LABEL_REACH = 1.7
"""The side of a label with the visible side of its piece, in sides of its black square. A label is 9/7 = 1.29
wide. Beyond it 16 mm of black have 3.3 mm more on each side: a token 4 mm high shows as much of its side at
40 degrees, the steepest that crowded boards are read at (4 tan 40° = 3.4)."""


def outlines_px(camera: Camera, pieces: Sequence[Placed], margin_mm: float) -> list[Points]:
    """Return each piece's hull from foot to top in full-size px, `(corners, 2)`, grown by a margin.

    The hull of a token has room for any turn. A card is much longer than wide, so its hull has the card's
    turn.
    """
    found = _hulls(camera, _rings_mm(pieces, margin_mm))
    cards = [i for i, one in enumerate(pieces) if one.kind.is_card]
    if cards:
        exact = rectangles_px(camera, _rectangles([pieces[i] for i in cards]), margin_mm)
        for i, outline in zip(cards, exact, strict=True):
            found[i] = outline
    return found


def bodies_px(camera: Camera, pieces: Sequence[Placed], margin_mm: float) -> list[Points]:
    """Return each token's hull in full-size px in the turn of its tag, grown by a margin.

    It leaves out what lies between tokens side by side. Rocks and round pieces are as in `outlines_px`.
    """
    squares = [one for one in pieces if _is_square(one.kind)]
    exact = iter(rectangles_px(camera, _rectangles(squares), margin_mm))
    others = iter(outlines_px(camera, [one for one in pieces if not _is_square(one.kind)], margin_mm))
    return [next(exact if _is_square(one.kind) else others) for one in pieces]


def rectangles_px(
    camera: Camera, pieces: Sequence[tuple[PieceKind, float, float, float, float]], margin_mm: float
) -> list[Points]:
    """Return the hulls of squares and cards in their turn, grown by a margin, full-size px.

    Each comes as its kind, its centre (board mm, x and y), its turn (degrees) and the height of its top (mm).
    """
    if not pieces:
        return []
    corners = np.empty((len(pieces), 2, 4, 3))
    for rows, (kind, x_mm, y_mm, turned_deg, top_mm) in zip(corners, pieces, strict=True):
        half_wide, half_deep = (side / 2 + margin_mm for side in kind.sides_mm)
        turn = np.deg2rad(turned_deg)
        x, y = _CORNERS[:, 0] * half_wide, _CORNERS[:, 1] * half_deep
        rows[..., 0] = x_mm + x * np.cos(turn) - y * np.sin(turn)
        rows[..., 1] = y_mm + x * np.sin(turn) + y * np.cos(turn)
        rows[:, :, 2] = np.array([[max(0.0, top_mm - kind.height_mm)], [top_mm]])
    return _hulls(camera, corners.reshape(len(pieces), -1, 3))


def rocks_px(camera: Camera, rocks: Sequence[tuple[PieceKind, tuple[float, float]]]) -> list[Points]:
    """Return the hulls of rocks in full-size px, by kind and place (mm). Rocks narrow towards the top."""
    if not rocks:
        return []
    turns = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)])
    rings = [
        [
            np.column_stack([
                circle * kind.size_mm / 2 * wide + at, np.full(len(circle), kind.height_mm * share)
            ])
            for share, wide in _ROCK
        ]
        for kind, at in rocks
    ]  # fmt: skip
    return _hulls(camera, np.array(rings).reshape(len(rings), -1, 3))


def upright_squares_px(camera: Camera, squares: Sequence[UprightSquare]) -> list[Points]:
    """Return the outlines of upright squares, full-size px."""
    if not squares:
        return []
    corners = [[(x + dx * half, y + dy * half, z) for dx, dy in _UPRIGHT] for x, y, z, half in squares]
    return list(_shown(camera, np.array(corners)))


def boxes_about(placed: Mapping[PieceId, Placed], camera: Camera, factor: int) -> dict[PieceId, Box]:
    """Return for each piece the box of small pixels where it may show. It holds until the next look."""
    seen = _shown(camera, _rings_mm(list(placed.values()), _BOX_MARGIN_MM))
    spans = np.concatenate([seen.min(axis=1), seen.max(axis=1)], axis=1) / factor
    spans[:, 2:] += 1
    left, top, right, bottom = np.maximum(spans, 0).astype(int).T.tolist()
    return dict(zip(placed, zip(left, top, right, bottom, strict=True), strict=True))


def _rings_mm(pieces: Sequence[Placed], margin_mm: float) -> Points:
    """Return 16 points around each piece's foot and top, mm `(n, 16, 3)`."""
    if not pieces:
        return np.empty((0, 2 * len(_AROUND), 3))
    # The corners of a square reach 1.41 half sides; a rock is round.
    sizes = np.array(
        [
            (_reach_mm(one.kind) + margin_mm,
             one.seen.x_mm, one.seen.y_mm, max(0.0, one.height_mm - one.kind.height_mm), one.height_mm)
            for one in pieces
        ]
    )  # fmt: skip
    reach, x, y, foot, top = sizes.T[:, :, None]
    rings = np.empty((len(pieces), 2, len(_AROUND), 3))
    rings[..., 0] = (x + reach * _CIRCLE[:, 0])[:, None]
    rings[..., 1] = (y + reach * _CIRCLE[:, 1])[:, None]
    rings[:, 0, :, 2], rings[:, 1, :, 2] = foot, top
    return rings.reshape(len(pieces), -1, 3)


def _shown(camera: Camera, points_mm: Points) -> Points:
    """Return where the points around some things `(n, points, 3)`, mm, show, px `(n, points, 2)`."""
    if not len(points_mm):
        return np.empty((0, points_mm.shape[1], 2))
    return camera.project(points_mm.reshape(-1, 3)).reshape(len(points_mm), -1, 2)


def _hulls(camera: Camera, points_mm: Points) -> list[Points]:
    """Return the convex hulls, px, of the points around some things `(n, points, 3)`, mm."""
    hulls = (cv2.convexHull(one) for one in _shown(camera, points_mm).astype(np.float32))
    return [np.asarray(one, np.float64).reshape(-1, 2) for one in hulls]


def _rectangles(pieces: Sequence[Placed]) -> list[tuple[PieceKind, float, float, float, float]]:
    seen = ((one.kind, one.seen, one.height_mm) for one in pieces)
    return [(kind, at.x_mm, at.y_mm, at.turned_deg, top_mm) for kind, at, top_mm in seen]


def _reach_mm(kind: PieceKind) -> float:
    return kind.room_mm / 2 if kind.is_card else kind.size_mm / 2 * (2**0.5 if _is_square(kind) else 1.0)


def _is_square(kind: PieceKind) -> bool:
    return kind.shape not in (PieceOutline.ROCK, PieceOutline.ROUND)


def cover(outlines: Iterable[Points], shape: tuple[int, int], factor: int) -> Mask:
    """Return the small pixels that the outlines cover."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        corners = np.round((outline + 0.5) / factor - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1)
    return np.asarray(mask > 0)


def cover_of(
    camera: Camera, pieces: Iterable[Placed], margin_mm: float, shape: tuple[int, int], factor: int
) -> Mask:
    """Return the small pixels that pieces cover, from foot to top, with a margin."""
    once = {
        (one.seen.piece, round(one.seen.x_mm), round(one.seen.y_mm), one.height_mm): one for one in pieces
    }
    return cover(outlines_px(camera, list(once.values()), margin_mm), shape, factor)


def card_bodies_px(tags: Sequence[Tag], camera: Camera, pieces: PieceSet, margin_mm: float) -> list[Points]:
    """Return the outlines, full-size px, of all cards whose tags are read, on the board or off it."""
    found = []
    for tag in tags:
        named = named_by(tag, pieces)
        if named is None or not named[2].is_card:
            continue
        kind = named[2]
        body = body_of(square_of(camera.cut(tag.corners, kind.height_mm)), kind)
        found.append((kind, body.x_mm, body.y_mm, body.turned_deg, kind.height_mm))
    return rectangles_px(camera, found, margin_mm)


def label_outlines(tags: Sequence[Tag], reach: float = _LABEL_REACH) -> list[Points]:
    """Return the outlines of tags' labels, full-size px.

    `reach` is their side in sides of the black square.
    """
    if not tags:
        return []
    corners = np.stack([tag.corners for tag in tags])
    middles = corners.mean(axis=1, keepdims=True)
    return list(middles + (corners - middles) * reach)
