"""From the tags of a located picture to its scene: its cells, its light, and the things known to be there."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board.field import CameraPlace
from vision.board.outlines import CARD_MARGIN_MM, card_bodies_px, cover, label_outlines, outlines_px, rocks_px
from vision.change.rolling_shutter import evened_image
from vision.change.small_picture import Small
from vision.known.memory import PiecesBefore
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.light.cast_shadows import ShadowInput, shadows_in
from vision.light.clarity import Clarity
from vision.light.light_direction import Light
from vision.light.print_colours import print_of
from vision.pictures.frame import Frame, Mask
from vision.tags.scanning import Tags

_BODY_MARGIN_MM = 1.0
"""The margin around a body, mm: nearly half a small px of 2.3 mm. A px that a body covers by half isn't the
board's."""


@dataclass(frozen=True, slots=True, eq=False)
class SceneInput:
    """A located picture with its tags, and the things known to stand on the board."""

    frame: Frame
    """The picture without sway."""
    small: Small
    """The same at the small size, without bands of light too."""
    light: NDArray[np.float32] | None
    """The factor of each row's light, `(rows, 3)`, with a mean of 1; None without bands."""
    tags: Tags
    """The tags in it."""
    boxed: Mask | None
    """The small pixels that were read again; None means the whole picture."""
    camera_place: CameraPlace
    """The camera's place."""
    clarity: Clarity
    """How clear the picture is."""
    pieces: PiecesBefore
    """The pieces and rocks as they were last seen."""
    lights: tuple[Light, ...]
    """The hard lights."""
    table: Knowledge
    """The board and the pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class SightedScene:
    """A scene before worn labels are searched for."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    known: Mask
    """The small pixels where things are known to lie or stand."""


def scene_of(given: SceneInput) -> SightedScene:
    """Return the scene before worn labels are searched for, and the small pixels of known things."""
    camera, ground = given.camera_place.location.camera, given.camera_place.ground
    frame, grey, small, tags, table = given.frame, given.frame.grey, given.small, given.tags, given.table
    rocks, kinds, lying = given.pieces.rocks, table.pieces, list(given.pieces.placed.values())
    shape = (ground.labels.shape[0], ground.labels.shape[1])
    labelled = cover(label_outlines((*tags.pieces, *tags.frame)), shape, small.factor)
    hills = [(kinds.pieces[rock].kind, at) for rock, at in rocks.items()]
    outlines = [*outlines_px(camera, lying, _BODY_MARGIN_MM), *rocks_px(camera, hills)]
    known, cards = labelled | cover(outlines, shape, small.factor), None
    if any(kind.is_card for kind in kinds.kinds.values()):
        cards = cover(card_bodies_px(tags.pieces, camera, kinds, CARD_MARGIN_MM), shape, small.factor)
        known |= cards
    if given.light is not None:
        frame = replace(frame, image=evened_image(frame.image, given.light, small.factor))
    clarity = given.clarity
    shadows = None
    if given.lights:
        shadows = shadows_in(ShadowInput(camera, given.lights, lying, rocks, kinds, shape, small.factor))
    scene = Scene(
        frame,
        grey,
        small,
        tags,
        given.boxed,
        camera,
        ground,
        shape,
        ground.px_per_mm,
        clarity,
        print_of(small, ground, known, white=clarity.white, black=clarity.white - clarity.contrast),
        unclear=clarity.unclear,
        labelled=labelled,
        shadows=shadows,
        cards=cards,
    )
    return SightedScene(scene, known)
