"""Vacated places: whether a known piece's place is bare again, so that it has left and isn't just unread."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.board.outlines import BODY_MARGIN_MM, bodies_px, cover
from vision.board.placed import Placed
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.ink import half_cover
from vision.labels.marks import looks_empty
from vision.labels.tag_square import shows_label
from vision.light.print_colours import is_bare

_LEAST_SHOWN = 0.3
"""The least part of the place that has to be unoccluded. Less proves nothing."""


def is_vacated(scene: Scene, table: Knowledge, one: Placed, cell: int, believed: Sequence[Placed]) -> bool:
    """Return whether the place of a known label is bare.

    The bare cell shows there, or on a board with print like labels, no label does. `cell` is the index of its
    cell; `believed` are the pieces that are read now. Between tokens that lay side by side their sides and
    shadows show beside the board. There the print's own colours are searched for.
    """
    if scene.like_labels is not None:
        if not (scene.like_labels & cover([one.tag.corners], scene.shape, scene.small.factor)).any():
            return True
        return not shows_label(
            scene.grey,
            scene.camera,
            table.dictionaries.pieces,
            (one.seen.x_mm, one.seen.y_mm),
            tag_mm=one.kind.tag_mm,
            top_mm=one.height_mm,
        )
    return looks_empty(scene.grey, scene.ground.labels, one.tag.corners, cell) or shows_print(
        scene, table, one, believed
    )


def shows_print(scene: Scene, table: Knowledge, one: Placed, believed: Sequence[Placed]) -> bool:
    """Return whether the board's print, and nothing else, shows where a known label lay.

    `believed` are the pieces that are read now. The result is False if pieces around it occlude too much of
    the place.
    """
    shape = (scene.grey.shape[0] // 2, scene.grey.shape[1] // 2)
    place = half_cover(bodies_px(scene.camera, [one], 0.0), shape)
    bodies = half_cover(bodies_px(scene.camera, believed, BODY_MARGIN_MM), shape)
    # A known piece blurs into its surroundings by a px.
    shows = place & (cv2.dilate(bodies.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    if not place.any() or shows.sum() < _LEAST_SHOWN * place.sum():
        return False
    rows, columns = np.nonzero(shows)
    box = (slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1))
    least_mm = min(kind.label_mm for kind in table.pieces.kinds.values())
    label_px = (least_mm * scene.px_per_mm / 2) ** 2
    return is_bare(
        scene.frame.image,
        scene.ground,
        scene.print_colours,
        shows[box],
        box,
        label_px=label_px,
        shadows=scene.shadows,
    )
