"""The shadows that pieces and rocks throw, and whether it's time to look where the light comes from."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.core.pieces import PieceSet
from vision.board.field import CameraField
from vision.board.outlines import cover, outlines_px, rocks_px
from vision.board.places import Mountains, Placed
from vision.change.small_picture import Small
from vision.light.light_direction import Light, ShadowCaster, find_light, foretold, standing
from vision.light.print_colours import PrintColours
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Mask

_SOUGHT_EVERY_S = 20.0
"""Looking takes as long as a reading; lamps are seldom moved, and the sun goes on slowly."""

_MARGIN_MM = 1.0
"""Nearly half a small px, which is 2.3 mm: one that a body covers by half isn't the board's."""


@dataclass(frozen=True, slots=True, eq=False)
class ShadowInput:
    """The things that cast shadows, and the light on them."""

    camera: Camera
    """Where the camera stands."""
    lights: Sequence[Light]
    """Where hard light comes from."""
    pieces: Iterable[Placed]
    """The pieces in their places."""
    rocks: Mountains
    """Where the rocks stand."""
    kinds: PieceSet
    """The kinds of all pieces."""
    shape: tuple[int, int]
    """Rows and columns of the small picture."""
    factor: int
    """How many times smaller it is."""


def shadows_in(given: ShadowInput) -> Mask | None:
    """Return the small pixels where pieces and rocks throw their shadows; None without hard light."""
    if not given.lights:
        return None
    things = _things(given.pieces, given.rocks, given.kinds)
    return foretold(given.camera, given.lights, things, given.shape, given.factor) if things else None


@dataclass(frozen=True, slots=True, eq=False)
class LightInput:
    """A picture of pieces in their places, and whether a light is worth looking for."""

    small: Small
    """The picture seen small."""
    ground: CameraField
    """The board's field in it."""
    own: PrintColours
    """The cells' own colours."""
    camera: Camera
    """Where the camera stands."""
    pieces: Sequence[Placed]
    """The pieces in their places."""
    rocks: Mountains
    """Where the rocks stand."""
    kinds: PieceSet
    """The kinds of all pieces."""
    steady: bool
    """Whether nothing moves."""
    doubtful: bool
    """Whether the last look left something to doubt."""
    since_s: float
    """How long ago a light was looked for."""


def lights_in(given: LightInput) -> tuple[Light, ...] | None:
    """Return where hard light comes from, one light at most; None while there's no reason to look."""
    if not is_light_sought(steady=given.steady, doubtful=given.doubtful, since_s=given.since_s):
        return None
    found = hard_light(
        given.small,
        given.ground,
        given.own,
        given.camera,
        pieces=given.pieces,
        rocks=given.rocks,
        kinds=given.kinds,
    )
    return () if found is None else (found,)


def is_light_sought(*, steady: bool, doubtful: bool, since_s: float) -> bool:
    """Tell whether to look for hard light again; `since_s`: how long ago it was looked for.

    It takes as long as a reading, and is looked for where a table at rest leaves something to doubt.
    """
    return steady and doubtful and since_s >= _SOUGHT_EVERY_S


def hard_light(  # noqa: PLR0913  # what casts shadows, by name
    small: Small,
    ground: CameraField,
    own: PrintColours | Callable[[Mask], PrintColours],
    camera: Camera,
    *,
    pieces: Sequence[Placed],
    rocks: Mountains,
    kinds: PieceSet,
) -> Light | None:
    """Return the light that throws these pieces' and rocks' shadows; None where there is no hard one.

    `own`: the cells' own colours, or a function that returns them for the small pixels that show things.
    """
    hills = [(kinds.pieces[rock].kind, at) for rock, at in rocks.items()]
    outlines = [*outlines_px(camera, pieces, _MARGIN_MM), *rocks_px(camera, hills)]
    rows, columns = ground.labels.shape
    covered = cover(outlines, (rows, columns), small.factor)
    lit = own if isinstance(own, PrintColours) else own(covered)
    return find_light(small, ground, lit, camera, things=_things(pieces, rocks, kinds), covered=covered)


def _things(pieces: Iterable[Placed], rocks: Mountains, pieceset: PieceSet) -> list[ShadowCaster]:
    kinds = pieceset.pieces
    found = [standing(kinds[rock].kind, x, y, kinds[rock].kind.height_mm) for rock, (x, y) in rocks.items()]
    # A card's shadow is as narrow as it is thick.
    found += [
        standing(one.kind, one.seen.x_mm, one.seen.y_mm, one.height_mm)
        for one in pieces
        if not one.kind.is_scenery and not one.kind.is_card
    ]
    return found
