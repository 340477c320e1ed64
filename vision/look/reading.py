"""One reading step, pure: what was known and a frame in, what is known and a look out.

Cost follows change: a picture like the last one only has its known tags verified in place; while something
moves and pictures come quickly, nothing is read; a changed part is read at full size once it is still, the
whole picture only at the start and after the camera moved.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.core.observations import Look
from vision.board.field import CameraField, cell_share, field_of
from vision.board.location import Location, locate
from vision.board.outlines import card_bodies_px, cover, outlines_px, rocks_px
from vision.board.places import Mountains
from vision.change.clock_overlay import with_ticks
from vision.change.rolling_shutter import evened_image
from vision.change.small_picture import Small, patched, reduce
from vision.change.stabilisation import anchor_of
from vision.change.stillness import moving_in
from vision.known.background import Rest
from vision.known.memory import LONG_AGO, ReadingState
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.changed_tags import tags_now, with_mended
from vision.labels.label_paper import label_like
from vision.labels.misread_print import without_misread
from vision.labels.quadless_labels import (
    CARD_MARGIN_MM,
    label_outlines,
    still_unread,
    untouched,
    with_rocks,
    with_worn,
)
from vision.light.cast_shadows import shadows_in
from vision.light.contrast import Clarity, clarity_of
from vision.light.focus import as_before, blur_of, px_per_module, too_blurred
from vision.light.print_colours import print_of
from vision.look.look_of_scene import look_at
from vision.motion.disturbances import Undisturbed, undisturbed
from vision.motion.moving_hand import boxes_about, look_between
from vision.motion.skipping import is_old, settles_at, will_be_still
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Frame, Image, Mask, grey_of
from vision.tags.scanning import Tags, scan

_MANY_DOUBTS, _MOSTLY_PRINT = 8, 2
_OTHER_LIGHT = 0.25
_PAPER_MM = 15.0
_BODY_MARGIN_MM = 1.0


def read(state: ReadingState, frame: Frame, table: Knowledge) -> tuple[ReadingState, Look]:
    """Return what is known after this frame, and the look at it.

    A frame that doesn't tell where the camera is gives a look with every cell blind.
    """
    small = reduce(frame.image)
    if state.last is not None and state.last.pixels.shape != small.pixels.shape:
        state = ReadingState(placed=state.placed, mountains=state.mountains)
    shown = undisturbed(state, frame, small)
    if state.last is not None and not shown.steady:
        ticking = with_ticks(state.writing, moving_in(state.last, shown.small), frame.taken_at)
        state = replace(state, writing=ticking)
    frame, small, steady, dirty = shown.frame, shown.small, shown.steady, shown.dirty
    if state.blurred and not _is_blurred(state, grey_of(frame.image), small.factor, table):
        # In focus again: small pictures don't show that.
        state, dirty = replace(state, read_from=None, blurred=False), None
    if dirty is not None and state.look is not None:
        if not steady and will_be_still(state, frame, small, dirty, table):
            return replace(state, last=small, last_at=frame.taken_at), look_between(
                state, frame, dirty, table
            )
        if is_old(state, frame, dirty, table, steady=steady):
            return _looked_again(state, state.look, shown, table)
    return _read_anew(state, replace(shown, dirty=dirty), table)


def _looked_again(
    state: ReadingState, before: Look, shown: Undisturbed, table: Knowledge
) -> tuple[ReadingState, Look]:
    """Return the look before for a picture that shows the same."""
    frame, small = shown.frame, shown.small
    look = replace(before, sequence=frame.sequence, taken_at=frame.taken_at, steady=shown.steady, moved=False)
    state = replace(state, last=small, last_at=frame.taken_at, read_at=frame.taken_at, look=look)
    return _rested(state, look, small, table), look


def _read_anew(state: ReadingState, shown: Undisturbed, table: Knowledge) -> tuple[ReadingState, Look]:
    """Return what is known after a picture in which something has changed, and the look at it."""
    frame, small, steady = shown.frame, shown.small, shown.steady
    grey = grey_of(frame.image)
    tags, boxed, settled = tags_now(state, grey, small, shown.dirty, table)
    location, moved = _located(state, grey, tags, table)
    if boxed is not None and (location is None or moved):
        # Nothing fits where it was: look everywhere before believing that.
        tags, boxed, settled = scan(grey, table.alphabets), None, None
        location, moved = _located(state, grey, tags, table)
    if location is None:
        state = replace(state, tags=tags, last=small, last_at=frame.taken_at, read_from=None, look=None)
        return state, _blind_look(frame, tags, table)
    blur_px = as_before(_blur_of(tags, grey, table), state.blur_px)
    state = replace(_seated(state, location, grey, small, table, moved=moved), blur_px=blur_px)
    tags = with_mended(
        tags, boxed, grey, small, blur_px=blur_px, module_px=_module_px(state, table), table=table
    )
    scene, known = _scene_of(state, shown, grey, tags, boxed=boxed, table=table)
    found = _paper_in(scene, state, known, steady=steady and not moved, table=table)
    if found is not None and not state.printed:
        # What was unread before may be print.
        state = replace(state, printed=True, unread_mm=(), tried_mm=())
    since = None if moved else shown.dirty
    scene = _with_worn_labels(replace(scene, like_labels=found), state, since, table)
    scene = without_misread(scene, state, table)
    after, look = look_at(scene, state, table, steady=steady, moved=moved)
    after = replace(
        after,
        tags=scene.tags,
        boxes=boxes_about(after.placed, location.camera, small.factor),
        last=small,
        settles_at=settles_at(frame.taken_at, after.reference, steady=steady),
        last_at=frame.taken_at,
        read_at=frame.taken_at,
        read_from=_read_from(state.read_from, small, settled),
        look=look,
        unread_mm=scene.unread_mm,
        tried_mm=scene.tried_mm,
        blurred=bool(scene.unclear.any()),
        retries=state.retries + 1 if steady else 0,
    )
    return _rested(after, look, small, table), look


def _scene_of(
    state: ReadingState,
    shown: Undisturbed,
    grey: Image,
    tags: Tags,
    *,
    boxed: Mask | None,
    table: Knowledge,
) -> tuple[Scene, Mask]:
    """Return the scene as it's known before worn labels are looked for, and where things are known to be."""
    (camera, ground), frame, small = _seat_of(state), shown.frame, shown.small
    if shown.light is not None:
        frame = replace(frame, image=evened_image(frame.image, shown.light, small.factor))
    mountains = _rocks(state, table)
    px_per_mm = ground.cells_px_per_mm(small.factor, table.board.surface)
    clarity = _clarity(tags, grey, state.blur_px, px_per_mm, table)
    shape = (ground.labels.shape[0], ground.labels.shape[1])
    known = cover(_standing(state, tags, mountains, camera, table), shape, small.factor)
    cards = _cards_in(tags, camera, shape, small.factor, table)
    if cards is not None:
        known |= cards
    scene = Scene(
        frame,
        grey,
        small,
        tags,
        boxed,
        camera,
        ground,
        clarity,
        print_of(small, ground, known, white=clarity.white, black=clarity.white - clarity.contrast),
        unclear=too_blurred(state.blur_px, px_per_mm * _module_mm(table)) | clarity.is_too_dark,
        cards=cards,
    )
    shadows = shadows_in(
        camera,
        state.lights,
        state.placed.values(),
        mountains,
        table.pieces,
        shape=scene.shape,
        factor=small.factor,
    )
    return replace(scene, shadows=shadows), known


def _with_worn_labels(scene: Scene, state: ReadingState, since: Mask | None, table: Knowledge) -> Scene:
    """Return the scene with labels that no quad shows, and where they couldn't be read.

    `since`: where the picture differs from the last that was read; None where all of it may.
    """
    mountains = _rocks(state, table)
    scene = with_rocks(scene, mountains, table)
    tried_mm = untouched(state.tried_mm, scene, since, table)
    scene = with_worn(replace(scene, tried_mm=tried_mm), mountains, table)
    still = still_unread(untouched(state.unread_mm, scene, since, table), scene, table)
    return replace(scene, unread_mm=(*scene.unread_mm, *still))


def _rocks(state: ReadingState, table: Knowledge) -> Mountains:
    return table.homes if state.mountains is None else state.mountains


def _seat_of(state: ReadingState) -> tuple[Camera, CameraField]:
    if state.location is None or state.ground is None:  # pragma: no cover - what was located has both
        raise AssertionError
    return state.location.camera, state.ground


def _cards_in(
    tags: Tags, camera: Camera, shape: tuple[int, int], factor: int, table: Knowledge
) -> Mask | None:
    """Return the small pixels of the cards that are read; None where no piece of the table is a card."""
    if not any(kind.is_card for kind in table.pieces.kinds.values()):
        return None
    return cover(card_bodies_px(tags.pieces, camera, table.pieces, CARD_MARGIN_MM), shape, factor)


def _paper_in(
    scene: Scene, state: ReadingState, known: Mask, *, steady: bool, table: Knowledge
) -> Mask | None:
    """Return where it looks like labels on a board whose own print may be taken for them; else None.

    That's told by a table at rest that has many doubts, most of them where there's little paper, or little
    black. Print has been there from the start: what could be read at rest is doubted for an arm that lies
    there now, unless it's so much of the board that the light must have changed.
    """
    doubted = () if state.look is None else state.look.unsure
    if len(doubted) < _OTHER_LIGHT * len(table.board.surface.cells):
        doubted = tuple(cell for cell in doubted if cell not in state.clear)
    if not state.printed and not (steady and len(doubted) >= _MANY_DOUBTS):
        return None
    surface = table.board.surface
    px_per_mm = scene.px_per_mm(surface)
    found = label_like(
        scene.frame.image,
        scene.tags.pieces,
        window_px=_PAPER_MM * px_per_mm,
        factor=scene.small.factor,
        shadows=scene.shadows,
    )
    if state.printed or found is None:
        return found
    cells = np.array([surface.index[cell] for cell in doubted])
    labels = int(((cell_share(found & ~known, scene.ground) > 0)[cells]).sum())
    return found if len(cells) - labels >= max(_MANY_DOUBTS, _MOSTLY_PRINT * labels) else None


def _rested(state: ReadingState, look: Look, small: Small, table: Knowledge) -> ReadingState:
    """Return the state with what a look at a table at rest shows, where it is one.

    Its picture counts as one at rest where nothing hides the board, too.
    """
    if state.ground is None or not look.steady:
        return state
    cells = table.board.surface.cells
    clear = state.clear | (frozenset(cells) - {*look.unsure, *look.blind})
    outside = {cells[i] for i in np.flatnonzero(state.ground.outside)}
    rest = state.rest if set(look.blind) - outside else Rest(small, state.tags, look.unsure)
    return replace(state, clear=clear, rest=rest)


def _standing(
    state: ReadingState, tags: Tags, mountains: Mountains, camera: Camera, table: Knowledge
) -> list[Points]:
    """Return the outlines of all that is known to lie or to stand on the board, full-size px."""
    lying = list(state.placed.values())
    rocks = [(table.pieces.pieces[rock].kind, at) for rock, at in mountains.items()]
    return [*label_outlines(tags), *outlines_px(camera, lying, _BODY_MARGIN_MM), *rocks_px(camera, rocks)]


def _located(state: ReadingState, grey: Image, tags: Tags, table: Knowledge) -> tuple[Location | None, bool]:
    return locate(
        grey,
        tags.frame,
        frame=table.board.frame,
        modules=table.alphabets.frame.modules,
        given=table.lens(grey.shape[1], grey.shape[0]),
        before=state.location,
    )


def _blur_of(tags: Tags, grey: Image, table: Knowledge) -> float | None:
    return blur_of(grey, tags.frame, table.alphabets.frame.modules)


def _is_blurred(state: ReadingState, grey: Image, factor: int, table: Knowledge) -> bool:
    if state.ground is None:
        return False
    module_px = state.ground.cells_px_per_mm(factor, table.board.surface) * _module_mm(table)
    return bool(too_blurred(_blur_of(state.tags, grey, table), module_px).any())


def _module_mm(table: Knowledge) -> float:
    return min(kind.tag_mm for kind in table.pieces.kinds.values()) / table.alphabets.pieces.modules


def _module_px(state: ReadingState, table: Knowledge) -> float:
    camera, _ = _seat_of(state)
    return px_per_module(camera, table.board, table.pieces)


def _clarity(
    tags: Tags, grey: Image, blur_px: float | None, px_per_mm: NDArray[np.float64], table: Knowledge
) -> Clarity:
    modules = table.alphabets.frame.modules
    return clarity_of(grey, tags.frame, modules, blur_px=blur_px, module_px=px_per_mm * _module_mm(table))


def _seated(
    state: ReadingState, location: Location, grey: Image, small: Small, table: Knowledge, *, moved: bool
) -> ReadingState:
    """Return the state for this location; after a move nothing learnt from pixels holds."""
    before = state.location
    if before is not None and location.camera is before.camera and state.ground is not None:
        return replace(state, location=location)
    height, width = grey.shape[:2]
    return replace(
        state,
        location=location,
        ground=field_of(location.camera, table.board, width, height, small.factor),
        anchor=anchor_of(small) if moved or state.anchor is None else state.anchor,
        reference=None if moved else state.reference,
        rest=None if moved else state.rest,
        printed=state.printed and not moved,
        clear=frozenset() if moved else state.clear,
        lights=() if moved else state.lights,
        lights_at=LONG_AGO if moved else state.lights_at,
    )


def _read_from(before: Small | None, small: Small, boxed: Mask | None) -> Small:
    if before is None or boxed is None:
        return small
    return patched(before, small, boxed)


def _blind_look(frame: Frame, tags: Tags, table: Knowledge) -> Look:
    cells, printed = table.board.surface.cells, len(table.board.frame.centres_mm)
    unseen = round(1.0 - len(tags.frame) / max(1, printed), 2)
    return Look(
        source=table.source,
        sequence=frame.sequence,
        taken_at=frame.taken_at,
        seen=(),
        unsure=(),
        blind=cells,
        steady=False,
        moved=False,
        confidence=dict.fromkeys(cells, unseen),
    )
