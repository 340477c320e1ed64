"""Labels that show but have no quad: those of rocks, and those that stay unread."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from vision.board.outlines import CARD_MARGIN_MM, card_bodies_px, cover, label_outlines
from vision.board.placed import Mountains
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.mark_places import SAME_LABEL_MM, Place
from vision.labels.tag_square import read_known

_BESIDE_ROCK_MM = 10.0
"""Half a label of 20 mm. A mark with its middle nearer than this to a rock includes the rock's edge."""


@dataclass(frozen=True, slots=True, eq=False)
class RockLabelInput:
    """A scene whose rocks may show labels without a quad."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    rocks: Mountains
    """The positions of the rocks before."""
    table: Knowledge
    """The board, the pieces and their dictionaries."""


def with_rocks(given: RockLabelInput) -> Scene:
    """Return the scene with the tags of rocks whose own label shows at their last place without a quad."""
    scene, mountains, table = given.scene, given.rocks, given.table
    tags = scene.tags
    read = {tag.id for tag in tags.pieces}
    found = []
    for rock, (x, y) in mountains.items():
        piece = table.pieces.pieces[rock]
        kind, ids = piece.kind, {tag for tag in (piece.up, piece.down) if tag is not None}
        if not kind.is_rock or ids & read:
            continue
        ends = np.array([(x, y, kind.height_mm), (x + kind.label_mm / 2, y, kind.height_mm)])
        middle, end = scene.camera.project(ends)
        reach = float(np.linalg.norm(end - middle))
        if any(float(np.linalg.norm(tag.centre - middle)) < reach for tag in tags.pieces):
            continue  # A piece stands on it.
        tag = read_known(
            scene.grey,
            scene.camera,
            table.dictionaries.pieces,
            (x, y),
            ids,
            tag_mm=kind.tag_mm,
            top_mm=kind.height_mm,
        )
        if tag is not None:
            found.append(tag)
    if not found:
        return scene
    labelled = scene.labelled | cover(label_outlines(found), scene.shape, scene.small.factor)
    return replace(scene, tags=replace(tags, pieces=(*tags.pieces, *found)), labelled=labelled)


@dataclass(frozen=True, slots=True, eq=False)
class UnreadLabelInput:
    """A scene, and the labels that were unread before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    unread_mm: tuple[Place, ...]
    """The places of labels that were unread before and where nothing has changed since, board mm."""
    rocks: Mountains
    """The positions of the rocks."""
    table: Knowledge
    """The board and the pieces."""


def with_still_unread(given: UnreadLabelInput) -> Scene:
    """Return the scene with its unread labels: those found now, and those that stay unread.

    A place in front of a rock is no label.
    """
    scene, table, rocks = given.scene, given.table, given.rocks
    scene = replace(
        scene,
        unread_mm=_off_rocks(scene.unread_mm, scene, rocks, table),
        waiting_mm=_off_rocks(scene.waiting_mm, scene, rocks, table),
    )
    still = _still_unread(given.unread_mm, scene, table)
    return replace(scene, unread_mm=(*scene.unread_mm, *still))


def _still_unread(places_mm: Sequence[Place], scene: Scene, table: Knowledge) -> list[Place]:
    """Return the places of unread labels where nothing is read now, without those that are already listed.

    Chance may find an unread label in one picture and not in the next. A place on a label that is read now
    was a part of that label. It's left out. Otherwise it would stay unread while the picture stays the same.
    """
    if not places_mm:
        return []
    middles = scene.camera.project(np.array([(x, y, 0.0) for x, y in places_mm]))
    tags = (*scene.tags.pieces, *scene.tags.frame)
    labels = [label.astype(np.float32) for label in label_outlines(tags)]
    cards = card_bodies_px(scene.tags.pieces, scene.camera, table.pieces, CARD_MARGIN_MM)
    labels += [card.astype(np.float32) for card in cards]
    return [
        place
        for place, at in zip(places_mm, middles, strict=True)
        if not any(hypot(place[0] - x, place[1] - y) < SAME_LABEL_MM for x, y in scene.unread_mm)
        and all(float(np.linalg.norm(tag.centre - at)) > tag.side_px for tag in tags)
        and all(
            cv2.pointPolygonTest(one, (float(at[0]), float(at[1])), measureDist=False) < 0 for one in labels
        )
    ]


def _off_rocks(
    points_mm: Iterable[tuple[float, float]], scene: Scene, mountains: Mountains, table: Knowledge
) -> tuple[tuple[float, float], ...]:
    """Return the points that don't lie in front of a rock: its edges with a hex's lines look like a label."""
    points = list(points_mm)
    if not points:
        return ()
    seen = scene.camera.project(np.array([(x, y, 0.0) for x, y in points]))
    around = np.linspace(0.0, 2 * np.pi, 16, endpoint=False)
    free = np.ones(len(points), np.bool_)
    for rock, (x, y) in mountains.items():
        kind = table.pieces.pieces[rock].kind
        reach = kind.size_mm / 2 + _BESIDE_ROCK_MM
        x_mm, y_mm = np.tile(x + reach * np.cos(around), 2), np.tile(y + reach * np.sin(around), 2)
        ring = np.column_stack([x_mm, y_mm, np.repeat((0.0, kind.height_mm), len(around))])
        hull = cv2.convexHull(scene.camera.project(ring).astype(np.float32))
        free &= [cv2.pointPolygonTest(hull, (float(u), float(v)), measureDist=False) < 0 for u, v in seen]
    return tuple(point for point, is_free in zip(points, free, strict=True) if is_free)
