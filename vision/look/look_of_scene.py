"""From tags and picture to a look: what is believed, what is unsure, what can't be seen, what has left."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.core.observations import Look
from vision.board.field import areas_mm2, cell_share
from vision.board.printed_lines import has_lines
from vision.cells.cards import backs_of
from vision.cells.confidence import CellMeasures
from vision.cells.doubts import STRANGE_SHARE, Doubted
from vision.cells.standing import (
    PIECE_MARGIN_MM,
    Covered,
    Standing,
    cover_of,
)
from vision.change.background_subtraction import levelled, shaded
from vision.change.small_picture import patched
from vision.known.background import Reference
from vision.known.memory import LightBefore, ReadingState
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.light.cast_shadows import hard_light, is_light_sought, shadows_in
from vision.light.light_direction import Light
from vision.pictures.frame import Mask


def lights_in(
    scene: Scene,
    standing: Standing,
    look: Look | None,
    light: LightBefore,
    *,
    table: Knowledge,
    steady: bool,
) -> tuple[Light, ...] | None:
    """Return where hard light comes from, one light at most; None while there's no reason to look.

    `look`: the last one; `light`: the light as it was known.
    """
    doubtful = look is not None and bool(look.unsure or look.blind)
    since_s = scene.frame.taken_at - light.sought_at
    if not is_light_sought(steady=steady, doubtful=doubtful, since_s=since_s):
        return None
    found = hard_light(
        scene.small,
        scene.ground,
        scene.own,
        scene.camera,
        pieces=standing.placed,
        rocks=standing.rocks,
        kinds=table.pieces,
    )
    return () if found is None else (found,)


def with_shadows(scene: Scene, standing: Standing, lights: Sequence[Light], table: Knowledge) -> Scene:
    """Return the scene with the shadows that what stands in it throws."""
    shadows = shadows_in(
        scene.camera,
        lights,
        standing.placed,
        standing.rocks,
        table.pieces,
        shape=scene.shape,
        factor=scene.small.factor,
    )
    return replace(scene, shadows=shadows)


def look_of(  # noqa: PLR0913  # what the steps before found, by name
    scene: Scene,
    table: Knowledge,
    standing: Standing,
    covered: Covered,
    doubted: Doubted,
    *,
    steady: bool,
    moved: bool,
) -> Look:
    """Return what is said of a scene."""
    cells, over, believed = table.board.surface.cells, covered.over, standing.believed
    read = {one.seen.cell for one in believed}
    hidden = {
        cell for i, cell in enumerate(cells) if over.blind[i] and not (over.by_lines[i] and cell in read)
    }
    measured = CellMeasures(
        clear=scene.clarity.cells,
        hidden=over.share,
        behind=cell_share(cover_of(scene, believed, 0.0), scene.ground),
        strange=doubted.share,
        limit=STRANGE_SHARE,
        label=_label_share(table),
        shown=doubted.shown,
    )
    return Look(
        source=table.source,
        sequence=scene.frame.sequence,
        taken_at=scene.frame.taken_at,
        seen=tuple(sorted((one.seen for one in believed if one.back is None), key=lambda seen: seen.piece)),
        unsure=tuple(cell for cell in cells if cell in doubted.unsure and cell not in hidden),
        blind=tuple(cell for cell in cells if cell in hidden),
        steady=steady,
        moved=moved,
        confidence=measured.told(cells, seen=read, unsure=doubted.unsure, blind=hidden),
        backs=backs_of(believed, table.pieces),
    )


def known_after(
    scene: Scene,
    state: ReadingState,
    standing: Standing,
    covered: Covered,
    doubted: Doubted,
    *,
    steady: bool,
) -> ReadingState:
    """Return what is known after a scene."""
    over, before = covered.over, covered.beside.board
    seen_now = {one.seen.piece: one for one in standing.believed}
    hidden_pieces = [
        one
        for piece, one in state.pieces.placed.items()
        if piece not in doubted.gone and piece not in seen_now
    ]
    lying = {one.seen.piece: one for one in hidden_pieces} | seen_now
    reference = state.board.reference
    # An arm that comes throws its shadow first: only a picture that holds still is taken for the board alone,
    # and the very first where the lines tell that there is no hand.
    if (
        not over.has_hand
        and not scene.unclear.all()
        and (steady or (before is None and has_lines(covered.beside.lines[covered.lines_bare])))
    ):
        # Where a piece went, what is darker is the board beneath, not somebody's shadow.
        foreign = doubted.strange | over.hand
        if covered.beside.compared is not None:
            foreign |= shaded(covered.beside.compared) & ~covered.explained
        # Things over a piece that hasn't left are nothing of the board alone.
        foreign |= cover_of(scene, hidden_pieces, PIECE_MARGIN_MM)
        things = _things(scene, doubted.labels)
        shows = Reference(scene.small, covered.beside.lines, tuple(lying.values()), things, over.veiled)
        reference = _reference(before, shows, foreign)
    rocks = {piece: at for piece, at in standing.rocks.items() if piece not in doubted.gone}
    return replace(
        state,
        board=replace(state.board, reference=reference),
        pieces=replace(state.pieces, placed=lying, mountains=rocks),
    )


def _reference(before: Reference | None, now: Reference, foreign: Mask) -> Reference:
    """Return the board with nothing over it, as it shows `now`.

    Pixels that are `foreign` aren't taken for board. An unexplained thing would be forgotten at the next look
    else, and an arm that leaves by the margin would look like another arm that comes.
    """
    if before is None:
        return now
    wide = cv2.dilate(foreign.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return replace(
        now,
        picture=patched(now.picture, levelled(before.picture, now.picture), wide),
        lines=np.maximum(before.lines, now.lines),
    )


def _things(scene: Scene, unread: Collection[int]) -> Mask:
    """Return the small pixels of cards, read or not, and of the cells, by index, with labels unread."""
    things = np.isin(scene.ground.labels, list(unread))
    return things if scene.cards is None else things | scene.cards


def _label_share(table: Knowledge) -> float:
    """Return how much of a cell the smallest piece takes."""
    smallest = min(kind.label_mm for kind in table.pieces.kinds.values())
    return smallest**2 / float(areas_mm2(table.board.surface).min())
