"""From the tags of a located picture to its scene: its cells, its light, what is known to stand there."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board.field import cell_share, field_of
from vision.board.location import Location, locate
from vision.board.outlines import card_bodies_px, cover, outlines_px, rocks_px
from vision.board.places import Mountains
from vision.change.rolling_shutter import evened_image
from vision.change.small_picture import Small
from vision.change.stabilisation import anchor_of
from vision.known.memory import BoardBefore, FocusBefore, LightBefore, PiecesBefore, ReadingState, Seat
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.label_paper import label_like
from vision.labels.quadless_labels import CARD_MARGIN_MM, label_outlines
from vision.light.cast_shadows import shadows_in
from vision.light.contrast import Clarity, clarity_of
from vision.light.focus import as_before, blur_of, px_per_module, too_blurred
from vision.light.print_colours import print_of
from vision.motion.disturbances import Undisturbed
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image, Mask
from vision.tags.scanning import Tags

_MANY_DOUBTS, _MOSTLY_PRINT = 8, 2
"""A plain board never has eight doubts at rest; a painted map had 32, a photograph 111 (decision 0087). Twice
as many of the doubts have to lie on print as on what may be labels."""

_OTHER_LIGHT = 0.25
"""An arm that lies still put eleven of 137 cells in doubt. With a quarter of the board in doubt the light has
changed."""

_PAPER_MM = 15.0
"""Three quarters of a label of 20 mm, as `marks` asks of a label's extent."""

_BODY_MARGIN_MM = 1.0
"""Nearly half a small px, which is 2.3 mm: one that a body covers by half isn't the board's."""


def located(state: ReadingState, grey: Image, tags: Tags, table: Knowledge) -> tuple[Location | None, bool]:
    """Return where the camera is and whether it moved; None when the picture doesn't tell."""
    return locate(
        grey,
        tags.frame,
        frame=table.board.frame,
        modules=table.alphabets.frame.modules,
        given=table.lens(grey.shape[1], grey.shape[0]),
        before=None if state.seat is None else state.seat.location,
    )


def seated(
    state: ReadingState, location: Location, grey: Image, small: Small, table: Knowledge, *, moved: bool
) -> tuple[Seat, ReadingState]:
    """Return where the camera stands, and the state for that; a move undoes all that pixels taught."""
    before = state.seat
    if before is not None and location.camera is before.location.camera:
        seat = replace(before, location=location)
        return seat, replace(state, seat=seat)
    height, width = grey.shape[:2]
    seat = Seat(location, field_of(location.camera, table.board, width, height, small.factor))
    if moved or state.pictures.anchor is None:
        state = replace(state, pictures=replace(state.pictures, anchor=anchor_of(small)))
    if moved:
        state = replace(
            state,
            board=BoardBefore(),
            labels=replace(state.labels, printed=False),
            light=LightBefore(),
        )
    return seat, replace(state, seat=seat)


def blur_in(tags: Tags, grey: Image, before: FocusBefore, table: Knowledge) -> float | None:
    """Return how blurred a picture is, px; None where its tags don't tell. See `focus.as_before`."""
    return as_before(_blur_of(tags, grey, table), before.blur_px)


def is_sharp_again(seat: Seat | None, known: Tags, grey: Image, factor: int, table: Knowledge) -> bool:
    """Tell whether the known tags are sharp enough now in every cell; small pictures don't show that."""
    if seat is None:
        return True
    module_px = seat.ground.cells_px_per_mm(factor, table.board.surface) * _module_mm(table)
    return not too_blurred(_blur_of(known, grey, table), module_px).any()


def scene_of(  # noqa: PLR0913  # what the steps before found, by name
    state: ReadingState,
    seat: Seat,
    shown: Undisturbed,
    grey: Image,
    tags: Tags,
    *,
    boxed: Mask | None,
    table: Knowledge,
) -> tuple[Scene, Mask]:
    """Return the scene as it's known before worn labels are looked for, and where things are known to be."""
    camera, ground = seat.location.camera, seat.ground
    frame, small = shown.frame, shown.small
    if shown.light is not None:
        frame = replace(frame, image=evened_image(frame.image, shown.light, small.factor))
    mountains = rocks_of(state.pieces, table)
    px_per_mm = ground.cells_px_per_mm(small.factor, table.board.surface)
    clarity = _clarity(tags, grey, state.focus.blur_px, px_per_mm, table)
    shape = (ground.labels.shape[0], ground.labels.shape[1])
    known = cover(_standing(state.pieces, tags, mountains, camera, table), shape, small.factor)
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
        unclear=too_blurred(state.focus.blur_px, px_per_mm * _module_mm(table)) | clarity.is_too_dark,
        cards=cards,
    )
    shadows = shadows_in(
        camera,
        state.light.lights,
        state.pieces.placed.values(),
        mountains,
        table.pieces,
        shape=scene.shape,
        factor=small.factor,
    )
    return replace(scene, shadows=shadows), known


def label_paper(
    scene: Scene, state: ReadingState, known: Mask, *, steady: bool, table: Knowledge
) -> Mask | None:
    """Return where it looks like labels on a board whose own print may be taken for them; else None.

    Such a board has many doubts at rest, and most of them lie where there's little paper or little black.
    Print has been there from the start. So a cell that was clear once is in doubt for another reason: an arm
    lies there now. Where a large part of the board is in doubt, the light has changed, and all cells count.
    """
    doubted = () if state.look is None else state.look.unsure
    if len(doubted) < _OTHER_LIGHT * len(table.board.surface.cells):
        doubted = tuple(cell for cell in doubted if cell not in state.board.clear)
    if not state.labels.printed and not (steady and len(doubted) >= _MANY_DOUBTS):
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
    if state.labels.printed or found is None:
        return found
    cells = np.array([surface.index[cell] for cell in doubted])
    labels = int(((cell_share(found & ~known, scene.ground) > 0)[cells]).sum())
    return found if len(cells) - labels >= max(_MANY_DOUBTS, _MOSTLY_PRINT * labels) else None


def rocks_of(pieces: PiecesBefore, table: Knowledge) -> Mountains:
    """Return where the rocks stand: at home until a look has seen them."""
    return table.homes if pieces.mountains is None else pieces.mountains


def module_px(camera: Camera, table: Knowledge) -> float:
    """Return how many px the smallest tag's modules have at the board's worst corner."""
    return px_per_module(camera, table.board, table.pieces)


def _cards_in(
    tags: Tags, camera: Camera, shape: tuple[int, int], factor: int, table: Knowledge
) -> Mask | None:
    """Return the small pixels of the cards that are read; None where no piece of the table is a card."""
    if not any(kind.is_card for kind in table.pieces.kinds.values()):
        return None
    return cover(card_bodies_px(tags.pieces, camera, table.pieces, CARD_MARGIN_MM), shape, factor)


def _standing(
    pieces: PiecesBefore, tags: Tags, mountains: Mountains, camera: Camera, table: Knowledge
) -> list[Points]:
    """Return the outlines of all that is known to lie or to stand on the board, full-size px."""
    lying = list(pieces.placed.values())
    rocks = [(table.pieces.pieces[rock].kind, at) for rock, at in mountains.items()]
    return [*label_outlines(tags), *outlines_px(camera, lying, _BODY_MARGIN_MM), *rocks_px(camera, rocks)]


def _blur_of(tags: Tags, grey: Image, table: Knowledge) -> float | None:
    return blur_of(grey, tags.frame, table.alphabets.frame.modules)


def _module_mm(table: Knowledge) -> float:
    return min(kind.tag_mm for kind in table.pieces.kinds.values()) / table.alphabets.pieces.modules


def _clarity(
    tags: Tags, grey: Image, blur_px: float | None, px_per_mm: NDArray[np.float64], table: Knowledge
) -> Clarity:
    modules = table.alphabets.frame.modules
    return clarity_of(grey, tags.frame, modules, blur_px=blur_px, module_px=px_per_mm * _module_mm(table))
