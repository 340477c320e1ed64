"""Labels that show but have no quad: where they are searched for, and where they stay unread. It's pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

import cv2
import numpy as np

from vision.board.outlines import CARD_MARGIN_MM, card_bodies_px, cover, label_outlines
from vision.board.placed import Mountains
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.mark_places import Place, trials_at
from vision.labels.marks import FAINT, FAINTEST, marks_by_contrast
from vision.labels.worn_labels import TagSquare, read_known, read_worn
from vision.light.print_colours import is_bare
from vision.pictures.connected_parts import apart_from, large_parts, masks_of
from vision.pictures.frame import Mask

_BESIDE_ROCK_MM = 10.0
"""Half a label of 20 mm. A mark with its middle nearer than this to a rock includes the rock's edge."""

_UNREAD_MM = 8.0
"""Places nearer than this, mm, belong to one label. The middles of two labels side by side are 20 mm
apart."""


@dataclass(frozen=True, slots=True, eq=False)
class WornLabelInput:
    """A scene whose labels without a quad are searched for."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    since: Mask | None
    """The small pixels that differ from the picture that was read last; None if all may."""
    tried_mm: tuple[Place, ...]
    """The places where labels were searched for in vain in that picture, board mm."""
    rocks: Mountains
    """The positions of the rocks."""
    table: Knowledge
    """The board, the pieces and their dictionaries."""


def with_worn(given: WornLabelInput) -> Scene:
    """Return the scene with the tags of labels on the field that show without a quad."""
    table, mountains = given.table, given.rocks
    scene = replace(given.scene, tried_mm=untouched(given.tried_mm, given.scene, given.since))
    grey, small, tags, ground = scene.grey, scene.small, scene.tags, scene.ground
    kinds = [kind for kind in table.pieces.kinds.values() if not kind.is_scenery]
    size_px = min(kind.label_mm for kind in kinds) * ground.px_per_mm
    outlines = label_outlines((*tags.pieces, *tags.frame))
    looked_at = (ground.labels >= 0) & ~cover(outlines, scene.shape, small.factor)
    if scene.boxed is not None:
        looked_at &= scene.boxed
    if scene.cards is not None:
        looked_at &= ~scene.cards
    if scene.like_labels is not None:
        looked_at &= scene.like_labels
    least = max(4, int((size_px / small.factor) ** 2 / 6))
    marks, faint = (
        large_parts(found & looked_at, least)
        for found in marks_by_contrast(grey, small.factor, size_px, (FAINT, FAINTEST))
    )
    if not faint.any():
        return scene
    whole, faint = marks, apart_from(faint, marks)
    marks = _printless(marks, scene, size_px)
    top_mm = float(np.median([kind.height_mm for kind in kinds]))
    trials = trials_at(
        marks,
        small.factor,
        scene.camera,
        plain=whole & ~marks,
        faint=faint,
        tried_mm=scene.tried_mm,
        top_mm=top_mm,
    )
    square = TagSquare(scene.camera, float(np.median([kind.tag_mm for kind in kinds])), top_mm)
    worn = read_worn(grey, table.dictionaries.pieces, square, trials, (*tags.pieces, *tags.frame))
    ids = {tag.id for tag in tags.pieces} - table.pieces.backs.keys()
    read = (*tags.pieces, *(tag for tag in worn.tags if tag.id not in ids))
    return replace(
        scene,
        tags=replace(tags, pieces=read),
        unread_mm=_off_rocks(worn.unread_mm, scene, mountains, table),
        waiting_mm=_off_rocks(trials.waiting_mm, scene, mountains, table),
        tried_mm=(*scene.tried_mm, *worn.tried_mm),
    )


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
    return replace(scene, tags=replace(tags, pieces=(*tags.pieces, *found))) if found else scene


def _printless(marks: Mask, scene: Scene, label_px: float) -> Mask:
    """Return the marks that aren't shadows on the board's own print."""
    kept = np.zeros_like(marks)
    scale = scene.small.factor / 2
    for part in masks_of(marks):
        rows, columns = np.nonzero(part)
        box = tuple(slice(int(at.min() * scale), int((at.max() + 1) * scale)) for at in (rows, columns))
        across = part[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].astype(np.uint8)
        size = (box[1].stop - box[1].start, box[0].stop - box[0].start)
        where = cv2.resize(across, size, interpolation=cv2.INTER_NEAREST) > 0
        bare = is_bare(
            scene.frame.image,
            scene.ground,
            scene.print_colours,
            where,
            (box[0], box[1]),
            label_px=(label_px / 2) ** 2,
            shadows=scene.shadows,
        )
        if not bare:
            kept |= part
    return kept


def untouched(places_mm: Sequence[Place], scene: Scene, dirty: Mask | None) -> tuple[Place, ...]:
    """Return the places where nothing has changed; `dirty` is None if everything has."""
    if dirty is None or not places_mm:
        return ()
    middles = scene.camera.project(np.array([(x, y, 0.0) for x, y in places_mm])) / scene.small.factor
    rows, columns = dirty.shape
    reach = max(1, round(_UNREAD_MM * scene.px_per_mm / scene.small.factor))
    kept = []
    for place, (u, v) in zip(places_mm, middles, strict=True):
        top, left = max(0, round(v) - reach), max(0, round(u) - reach)
        in_picture = top < rows and left < columns
        if in_picture and not dirty[top : round(v) + reach, left : round(u) + reach].any():
            kept.append(place)
    return tuple(kept)


@dataclass(frozen=True, slots=True, eq=False)
class UnreadLabelInput:
    """A scene, and the labels that were unread before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    since: Mask | None
    """The small pixels that differ from the picture that was read last; None if all may."""
    unread_mm: tuple[Place, ...]
    """The places of labels that were unread in that picture, board mm."""
    table: Knowledge
    """The board and the pieces."""


def with_still_unread(given: UnreadLabelInput) -> Scene:
    """Return the scene with the labels that stay unread because nothing changed at their place."""
    scene, table = given.scene, given.table
    still = still_unread(untouched(given.unread_mm, scene, given.since), scene, table)
    return replace(scene, unread_mm=(*scene.unread_mm, *still))


def still_unread(places_mm: Sequence[Place], scene: Scene, table: Knowledge) -> list[Place]:
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
        if not any(hypot(place[0] - x, place[1] - y) < _UNREAD_MM for x, y in scene.unread_mm)
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
