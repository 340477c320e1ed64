"""The shadows that pieces and rocks throw, and whether it's time to look where the light comes from."""

from collections.abc import Callable, Iterable, Sequence

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


def shadows_in(  # noqa: PLR0913  # what casts shadows, by name
    camera: Camera,
    lights: Sequence[Light],
    pieces: Iterable[Placed],
    rocks: Mountains,
    kinds: PieceSet,
    *,
    shape: tuple[int, int],
    factor: int,
) -> Mask | None:
    """Return the small pixels where pieces and rocks throw their shadows; None without hard light.

    `shape`: rows and columns of the small picture; `factor`: how much smaller it is.
    """
    if not lights:
        return None
    things = _things(pieces, rocks, kinds)
    return foretold(camera, lights, things, shape, factor) if things else None


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
        if one.kind.shape not in ("rock", "printed") and not one.kind.is_card
    ]
    return found
