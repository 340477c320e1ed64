"""From tags and picture to a look: what is believed, what is unsure, what can't be seen, what has left."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np

from engine.core.glimpse import Look
from engine.core.ids import Cell, PieceId
from vision.cards import backs_of, may_lie_under, should_all_show, with_backs_known
from vision.certainty import Measured, standing_out
from vision.change import levelled, patched, shaded, unshaded
from vision.field import Flags, areas_mm2, cell_share, has_lines, lines_in
from vision.footprints import cover, outlines_px
from vision.frame import Mask
from vision.geometry import Points
from vision.knowledge import ReadingState, Reference, Table
from vision.lighting import lights_of, shadows_in
from vision.occlusion import COVERED, Cover, find_cover
from vision.parts import large_parts
from vision.places import (
    ON_ROCK_MM,
    Doubt,
    Mountains,
    Placed,
    Reason,
    is_same_place,
    nearest_cell,
    place_tags,
)
from vision.relighting import beside_board
from vision.room import without_room
from vision.scene import Scene
from vision.shade import bare_again
from vision.unread import accounted_rocks, unread_cells, unread_rocks
from vision.vacated import is_vacated, shows_print

_MARGIN_MM = 7.0
_HAND_MARGIN_MM = 12.0
_FINGER_MM = 35.0
"""Beyond what is seen of a hand, so far its fingers may reach unseen over print of their own colour."""

_SHADOW_MM, _SHADOW_LONG = 16.0, 3.0
"""How far a shadow reaches from a piece at least, and in heights of its own: a window stands low."""

_LEAST_STRANGE_MM = 8.0
_STRANGE_SHARE = 0.015
_LINE_COVERED = 0.25
_BRIGHTEST_SHADOW, _DARKEST_FORETOLD = 1.06, 0.08
_LIES_AS_IT_LAY_MM = 0.4
"""Noise moves a piece by less: what was pushed is pushed still."""


def look_at(
    scene: Scene, state: ReadingState, table: Table, *, steady: bool, moved: bool
) -> tuple[ReadingState, Look]:
    """Return the look at a scene and what is known after it."""
    surface = table.board.surface
    mountains = state.mountains if state.mountains is not None else table.homes
    found, doubts = place_tags(scene.tags.pieces, scene.camera, table.board, table.pieces, mountains)
    placed = with_backs_known(found, state.placed)
    mountains = _mountains(mountains, placed)
    lights = lights_of(scene, state, placed, mountains, table, steady=steady)
    if lights is not None:
        state = replace(state, lights=lights, lights_at=scene.frame.taken_at)
    scene = replace(scene, shadows=shadows_in(scene, state.lights, placed, mountains, table))
    before = state.reference
    pieces = (*state.placed.values(), *placed, *(before.pieces if before is not None else ()))
    explained = _explained(scene, pieces, before)
    printed, bare = lines_in(scene.frame.image, scene.ground), _bare_lines(scene, explained)
    lines, blown = printed.strength, printed.blown
    now = beside_board(
        before, scene.small, scene.ground, explained=explained, lines=lines, bare=bare, blown=blown
    )
    before, beside, stands, lines = now.board, now.compared, now.stands, now.lines
    over = find_cover(
        scene.ground,
        surface,
        solid=stands,
        explained=explained,
        lines=lines,
        lines_before=None if before is None else before.lines,
        veiled_before=None if before is None else before.veiled,
        bare=bare,
        blown=blown,
    )
    believed, held = _believed(scene, state, table, placed, over)
    if scene.unclear.any():
        # Unread labels look like smudges then: what isn't read may be anything.
        over = replace(over, blind=over.blind | scene.unclear)
    fringe = cv2.dilate(over.hand.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    bright = _lit_again(scene, state.reference, before, placed, stands)
    if scene.shadows is not None and beside is not None:
        bright |= scene.shadows & beside.is_shade(_BRIGHTEST_SHADOW, darkest=_DARKEST_FORETOLD)
    strange = _strange(scene, table, stands & ~fringe & ~explained & ~bright)
    unsure = _cells_of((*scene.unread_mm, *scene.waiting_mm), table)
    unsure |= {cell for doubt in (*doubts, *held) for cell in doubt.cells}
    labels = unread_cells(scene, table, placed, known=state.placed.values(), hand=fringe, rocks=mountains)
    # A rock that was read once stands where it stood.
    unsure |= unread_rocks(
        scene, table, placed, {rock: at for rock, at in mountains.items() if rock not in state.placed}
    )
    share = cell_share(strange, scene.ground)
    doubted = {*labels, *np.flatnonzero((share > _STRANGE_SHARE) | over.veiled).tolist()}
    taken = _without_room(doubted, placed, mountains, table)
    unsure |= {surface.cells[i] for i in doubted if not taken[i]}
    # An arm that comes throws its shadow first: only a picture that holds still is taken for the board alone,
    # and the very first where the lines tell that there is no hand.
    may_refer = (
        not over.has_hand
        and not scene.unclear.all()
        and (steady or (before is None and has_lines(lines[bare])))
    )
    gone, missing = _missing(scene, state, table, believed, over)
    unsure |= missing
    read = {one.seen.cell for one in believed}
    hidden = {
        cell
        for i, cell in enumerate(surface.cells)
        if over.blind[i] and not (over.by_lines[i] and cell in read)
    }
    measured = Measured(
        clear=scene.clarity.cells,
        hidden=over.share,
        behind=cell_share(_cover(scene, believed, 0.0), scene.ground),
        strange=share,
        limit=_STRANGE_SHARE,
        label=_label_share(table),
        shown=_larger(labels, _shown(scene, state, table, (*doubts, *held), missing)),
    )
    look = Look(
        source=table.source,
        sequence=scene.frame.sequence,
        taken_at=scene.frame.taken_at,
        seen=tuple(sorted((one.seen for one in believed if one.back is None), key=lambda seen: seen.piece)),
        unsure=tuple(cell for cell in surface.cells if cell in unsure and cell not in hidden),
        blind=tuple(cell for cell in surface.cells if cell in hidden),
        steady=steady,
        moved=moved,
        confidence=measured.told(
            surface.cells, seen={one.seen.cell for one in believed}, unsure=unsure, blind=hidden
        ),
        backs=backs_of(believed, table.pieces),
    )
    # Where a piece went, what is darker is the board beneath, not somebody's shadow.
    foreign = strange | over.hand
    if beside is not None:
        foreign |= shaded(beside) & ~explained
    seen_now = {one.seen.piece: one for one in believed}
    # What lies over a piece that hasn't left is nothing of the board alone.
    hidden_pieces = [
        one for piece, one in state.placed.items() if piece not in gone and piece not in seen_now
    ]
    foreign |= _cover(scene, hidden_pieces, _MARGIN_MM)
    lying = {one.seen.piece: one for one in hidden_pieces} | seen_now
    shows = Reference(scene.small, lines, tuple(lying.values()), _things(scene, labels), over.veiled)
    known = replace(
        state,
        reference=_reference(before, shows, foreign) if may_refer else state.reference,
        placed=lying,
        mountains={piece: at for piece, at in mountains.items() if piece not in gone},
    )
    return known, look


def _lit_again(
    scene: Scene,
    was: Reference | None,
    before: Reference | None,
    placed: Sequence[Placed],
    stands: Mask,
) -> Mask:
    """Return the small pixels of what stands that is print in the light again, as a shadow has gone.

    `was`: the board alone; `before`: the same in today's light. Where a piece stood, its shadow has gone with
    it; elsewhere what is brighter may be a thing.
    """
    if was is None or before is None:
        return np.zeros_like(stands)
    now = {one.seen.piece: one.seen for one in placed}
    left = [
        one
        for one in before.pieces
        if one.seen.piece not in now or not is_same_place(one.seen, now[one.seen.piece])
    ]
    bare = bare_again(was.picture, scene.small, stands, scene.ground, scene.own)
    return bare | (_shade_of(scene, left) & unshaded(before.picture, scene.small)) if left else bare


def _mountains(before: Mountains, placed: Sequence[Placed]) -> Mountains:
    """Return where the rocks stand now: where they are seen, else where they were."""
    found = dict(before)
    for one in placed:
        if one.kind.shape == "rock":
            found[one.seen.piece] = (one.seen.x_mm, one.seen.y_mm)
        elif one.kind.shape == "printed":
            # Print that shows has no rock on it.
            near = [
                p for p, (x, y) in found.items() if hypot(x - one.seen.x_mm, y - one.seen.y_mm) < ON_ROCK_MM
            ]
            for piece in near:
                del found[piece]
    return found


def _believed(
    scene: Scene, state: ReadingState, table: Table, placed: Sequence[Placed], over: Cover
) -> tuple[list[Placed], list[Doubt]]:
    """Return the pieces that lie where they are read, and those that may be in a hand.

    A piece in a hand floats above the board and is cut at a wrong plane. What lies as it lay before is
    believed even beside a hand; what is new has to be clear of what changed. Lines alone that don't show are
    no reason against a tag that does, but at the start: there the hand may hold it.
    """
    believed: list[Placed] = []
    held: list[Doubt] = []
    for one in placed:
        before = state.placed.get(one.seen.piece)
        if before is not None and is_same_place(before.seen, one.seen):
            near = is_same_place(before.seen, one.seen, within_mm=_LIES_AS_IT_LAY_MM)
            lay = near or one.seen.edge is None
            believed.append(replace(one, seen=replace(one.seen, edge=before.seen.edge)) if lay else one)
            continue
        cell = table.board.surface.index[one.seen.cell]
        # Fingers of the board's own colour don't show, so that all cells beside the rest of a hand count.
        touched = bool((_cover(scene, [one], _HAND_MARGIN_MM) & over.hand).any())
        if touched or over.changed[cell] or (state.reference is None and over.beside[cell]):
            held.append(Doubt(one.tag.id, (one.seen.cell,), Reason.HAND))
        else:
            believed.append(one)
    return believed, held


def _without_room(cells: Collection[int], placed: Sequence[Placed], rocks: Mountains, table: Table) -> Flags:
    """Return which of the cells, by index, are full: what shows there is a part of what lies there."""
    kinds = table.pieces.pieces
    flat = [(one.kind, one) for one in placed if one.kind.shape == "square"]
    hills = [(kinds[rock].kind, at) for rock, at in accounted_rocks(rocks, placed).items()]
    least = min(kind.label_mm for kind in table.pieces.kinds.values())
    return without_room(table.board.surface, cells, flat, hills, least_mm=least)


def _cells_of(points_mm: Iterable[tuple[float, float]], table: Table) -> set[Cell]:
    cells = (nearest_cell(table.board.surface, x, y) for x, y in points_mm)
    return {cell for cell in cells if cell is not None}


def _missing(
    scene: Scene, state: ReadingState, table: Table, believed: Sequence[Placed], over: Cover
) -> tuple[set[PieceId], set[Cell]]:
    """Return the known pieces that have left their place, and the cells where that isn't certain."""
    gone: set[PieceId] = set()
    unsure: set[Cell] = set()
    now = {one.seen.piece: one for one in believed}
    for piece, one in state.placed.items():
        cell = table.board.surface.index[one.seen.cell]
        if piece in now or over.blind[cell]:
            continue
        near = [other for other in believed if _apart_mm(one, other) < ON_ROCK_MM]
        if any(other.height_mm > one.height_mm for other in near) and one.kind.shape == "rock":
            continue  # something stands on it
        if one.kind.is_card and may_lie_under(one, believed):
            if should_all_show(table.board.surface, one.seen.cell):
                unsure.add(one.seen.cell)
            else:
                gone.add(piece)
            continue
        touched = bool((_cover(scene, [one], _MARGIN_MM) & over.hand).any())
        if touched or state.reference is None:
            unsure.add(one.seen.cell)
        elif over.beside[cell]:
            # Fingers of the board's own colour don't show: none may come as far, and the print has to show.
            clear = over.share[cell] < COVERED and not (_cover(scene, [one], _FINGER_MM) & over.hand).any()
            bare = clear and not near and is_vacated(scene, table, one, cell, believed)
            if bare and shows_print(scene, table, one, believed):
                gone.add(piece)
            else:
                unsure.add(one.seen.cell)
        elif near or is_vacated(scene, table, one, cell, believed):
            gone.add(piece)
        else:
            unsure.add(one.seen.cell)
    return gone, unsure


def _shown(
    scene: Scene, state: ReadingState, table: Table, doubts: Iterable[Doubt], missing: Collection[Cell]
) -> dict[int, float]:
    """Return by cell how much what is unsure there looks like a label.

    That is the score of a tag that isn't believed, or how much what lies at the place of an unread label, or
    of a piece that may have left, stands out.
    """
    index = table.board.surface.index
    scores = {tag.id: tag.score for tag in scene.tags.pieces}
    found = [(index[cell], scores.get(doubt.tag, 0.0)) for doubt in doubts for cell in doubt.cells]
    places: list[tuple[Cell, Points]] = []
    if scene.unread_mm:
        middles = scene.camera.project(np.array([(x, y, 0.0) for x, y in scene.unread_mm]))
        cells = [nearest_cell(table.board.surface, x, y) for x, y in scene.unread_mm]
        places += [(cell, at) for cell, at in zip(cells, middles, strict=True) if cell is not None]
    places += [(one.seen.cell, one.tag.centre) for one in state.placed.values() if one.seen.cell in missing]
    reach = (
        scene.px_per_mm(table.board.surface) * min(kind.tag_mm for kind in table.pieces.kinds.values()) / 2
    )
    out = standing_out(scene.grey, [at for _, at in places], reach, scene.clarity.contrast)
    found += [(index[cell], share) for (cell, _), share in zip(places, out, strict=True)]
    return {cell: max(score for other, score in found if other == cell) for cell, _ in found}


def _larger(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    return {cell: max(one.get(cell, 0.0), other.get(cell, 0.0)) for cell in (*one, *other)}


def _label_share(table: Table) -> float:
    """Return how much of a cell the smallest piece takes."""
    smallest = min(kind.label_mm for kind in table.pieces.kinds.values())
    return smallest**2 / float(areas_mm2(table.board.surface).min())


def _strange(scene: Scene, table: Table, unknown: Mask) -> Mask:
    """Return the small pixels of unknown changes that are large enough to be a thing on a cell."""
    least = _LEAST_STRANGE_MM * scene.px_per_mm(table.board.surface) / scene.small.factor
    # Of what is explained a rim may stay that is as thin as a line; no thing is.
    thick = cv2.morphologyEx(unknown.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0
    return large_parts(thick, max(4, int(least**2))) & (scene.ground.labels >= 0)


def _reference(before: Reference | None, now: Reference, foreign: Mask) -> Reference:
    """Return the board with nothing over it, as it shows `now`.

    What is `foreign` is not taken for board: what nothing explains would be forgotten at the next look, and
    the going of an arm over the margin alone would look like another that comes.
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


def _explained(scene: Scene, pieces: Iterable[Placed], before: Reference | None) -> Mask:
    """Return the small pixels that pieces and cards may have changed, and what lay there unread before."""
    known = _cover(scene, pieces, _MARGIN_MM)
    if before is not None:
        known |= before.things
    return known if scene.cards is None else known | scene.cards


def _cover(scene: Scene, pieces: Iterable[Placed], margin_mm: float) -> Mask:
    """Return the small pixels that pieces cover, from foot to top, with a margin."""
    once = {
        (one.seen.piece, round(one.seen.x_mm), round(one.seen.y_mm), one.height_mm): one for one in pieces
    }
    return cover(outlines_px(scene.camera, list(once.values()), margin_mm), scene.shape, scene.small.factor)


def _shade_of(scene: Scene, pieces: Iterable[Placed]) -> Mask:
    """Return the small pixels on which pieces may have thrown their shadows: higher ones further."""
    found = np.zeros(scene.shape, np.bool_)
    for one in pieces:
        found |= _cover(scene, [one], max(_SHADOW_MM, _SHADOW_LONG * one.height_mm))
    return found


def _bare_lines(scene: Scene, explained: Mask) -> Flags:
    """Return the lines that no piece stands on."""
    rows, columns = explained.shape
    at = np.round(scene.ground.line_px / scene.small.factor).astype(int)
    inside = (at[..., 0] >= 0) & (at[..., 0] < columns) & (at[..., 1] >= 0) & (at[..., 1] < rows)
    hit = explained[np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)]
    return np.asarray((hit | ~inside).mean(axis=1) < _LINE_COVERED)


def _apart_mm(one: Placed, other: Placed) -> float:
    return hypot(one.seen.x_mm - other.seen.x_mm, one.seen.y_mm - other.seen.y_mm)
