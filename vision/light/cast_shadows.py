"""The shadows that pieces and rocks cast, and the decision when to search for the light that casts them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.core.pieces import PieceSet
from vision.board.field import CameraField
from vision.board.outlines import cover, outlines_px, rocks_px
from vision.board.placed import Mountains, Placed
from vision.change.small_picture import Small
from vision.light.light_direction import Light, ShadowCaster, find_light, predicted, shadow_caster
from vision.light.print_colours import PrintColours
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Mask

_SOUGHT_EVERY_S = 20.0
"""The time between two searches for a light, seconds. A search takes as long as a reading; lamps are seldom
moved, and the sun moves slowly."""

_MARGIN_MM = 1.0
"""The margin around a body, mm: nearly half a small px of 2.3 mm. A px that a body covers by half isn't the
board's."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowInput:
    """The things that cast shadows, and the light on them."""

    camera: Camera
    """The camera and its place."""
    lights: Sequence[Light]
    """The hard lights that are known, one at least."""
    pieces: Iterable[Placed]
    """The pieces in their places."""
    rocks: Mountains
    """The positions of the rocks."""
    kinds: PieceSet
    """The kinds of all pieces."""
    shape: tuple[int, int]
    """Rows and columns of the small picture."""
    factor: int
    """How many times smaller it is than the full picture."""


def shadows_in(given: ShadowInput) -> Mask | None:
    """Return the small pixels where pieces and rocks cast shadows; None if there are none of them."""
    things = _things(given.pieces, given.rocks, given.kinds)
    return predicted(given.camera, given.lights, things, given.shape, given.factor) if things else None


@dataclass(frozen=True, slots=True, eq=False)
class LightInput:
    """A picture of pieces at rest in their places, and the time of the last search."""

    small: Small
    """The picture at its small size."""
    ground: CameraField
    """The board's field in the picture."""
    print_colours: PrintColours
    """The cells' own colours."""
    camera: Camera
    """The camera and its place."""
    pieces: Sequence[Placed]
    """The pieces in their places."""
    rocks: Mountains
    """The positions of the rocks."""
    kinds: PieceSet
    """The kinds of all pieces."""
    since_s: float
    """The time since a light was searched for last, seconds."""


def lights_in(given: LightInput) -> tuple[Light, ...] | None:
    """Return the hard lights that are found, one at most; None if the last search was a moment ago."""
    if given.since_s < _SOUGHT_EVERY_S:
        return None
    found = hard_light(
        given.small,
        given.ground,
        given.print_colours,
        given.camera,
        pieces=given.pieces,
        rocks=given.rocks,
        kinds=given.kinds,
    )
    return () if found is None else (found,)


def hard_light(  # noqa: PLR0913  # what casts shadows, by name
    small: Small,
    ground: CameraField,
    print_colours: PrintColours | Callable[[Mask], PrintColours],
    camera: Camera,
    *,
    pieces: Sequence[Placed],
    rocks: Mountains,
    kinds: PieceSet,
) -> Light | None:
    """Return the light that casts the shadows of these pieces and rocks; None if there is no hard one.

    `print_colours` are the cells' own colours, or a function that returns them for the small pixels that show
    things.
    """
    hills = [(kinds.pieces[rock].kind, at) for rock, at in rocks.items()]
    outlines = [*outlines_px(camera, pieces, _MARGIN_MM), *rocks_px(camera, hills)]
    rows, columns = ground.labels.shape
    covered = cover(outlines, (rows, columns), small.factor)
    lit = print_colours if isinstance(print_colours, PrintColours) else print_colours(covered)
    return find_light(small, ground, lit, camera, things=_things(pieces, rocks, kinds), covered=covered)


def _things(pieces: Iterable[Placed], rocks: Mountains, pieceset: PieceSet) -> list[ShadowCaster]:
    kinds = pieceset.pieces
    found = [
        shadow_caster(kinds[rock].kind, x, y, kinds[rock].kind.height_mm) for rock, (x, y) in rocks.items()
    ]
    # The shadow of a card is as narrow as the card is thick.
    found += [
        shadow_caster(one.kind, one.seen.x_mm, one.seen.y_mm, one.height_mm)
        for one in pieces
        if not one.kind.is_scenery and not one.kind.is_card
    ]
    return found
