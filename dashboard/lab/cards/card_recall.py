"""Measures the recall of cards by zone and condition, in the last of a few looks at a still table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from dashboard.lab.cards.table import all_faces, box_of, card_board, lay
from dashboard.simulator.footage_writer import HIDDEN_SHARE
from engine.core.board import Board
from engine.core.ids import Seconds
from engine.core.layout import Face
from engine.core.observations import Seen
from engine.core.pieces import PieceSet
from vision.light.clarity import px_per_module
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.conditions import Conditions
from vision.render.renderer import PieceTruth, Renderer
from vision.render.view import CameraView, view_over

FACES = 230
_USUAL = Conditions()
_LOOKS = 3
_WIDE_TO_HIGH = 9 / 16
_FROM_PX, _TO_PX = 500, 4000


@dataclass(frozen=True, slots=True)
class CardCondition:
    """One condition for reading cards."""

    name: str
    """The condition's name."""
    module_px: float
    """The size of a tag's module at the table's worst corner, in px."""
    tilt_deg: float = 12.0
    """The camera's tilt, in degrees."""
    conditions: Conditions = _USUAL
    """The light and the lens."""


PLAIN = 2.6
CASES = (
    CardCondition("4.0 px a module", 4.0),
    CardCondition("3.0 px a module", 3.0),
    CardCondition("2.6 px a module", PLAIN),
    CardCondition("2.2 px a module", 2.2),
    CardCondition("1.8 px a module", 1.8),
    CardCondition("2.6 px, tilted by 30 degrees", PLAIN, 30.0),
    CardCondition("2.6 px, out of focus, sigma 0.9 px", PLAIN, conditions=Conditions(blur_px=0.9)),
    CardCondition("2.6 px, noise, sigma 8", PLAIN, conditions=Conditions(noise=8.0)),
    CardCondition("2.6 px, sleeves that mirror faintly, 30 %", PLAIN, conditions=Conditions(sleeves=0.3)),
    CardCondition("2.6 px, sleeves that mirror, 60 %", PLAIN, conditions=Conditions(sleeves=0.6)),
    CardCondition("2.6 px, sleeves that mirror to white, 100 %", PLAIN, conditions=Conditions(sleeves=1.0)),
    CardCondition("4.0 px, sleeves that mirror to white, 100 %", 4.0, conditions=Conditions(sleeves=1.0)),
)


@dataclass(frozen=True, slots=True)
class CardRecall:
    """The counts of cards with a visible tag in one kind of zone. Backs are counted by cell."""

    case: str
    """The condition's name."""
    zone: str
    """The kind of zone."""
    cards: int
    """The number of cards with a visible tag."""
    right: int
    """The number of these that were seen as they lie."""
    unsure: int
    """The number of cards that weren't seen, in cells that were reported unsure or blind."""
    missed: int
    """The number of cards that weren't seen, in other cells."""
    wrong: int
    """The number of cards that were seen in another cell or turn, or that aren't there."""


def read_cards(
    cases: tuple[CardCondition, ...] = CASES, *, tables: int = 3, seed: int = 1
) -> Iterator[CardRecall]:
    """Yield for each condition the recall in the market, in play areas, in fans, on piles, and of backs.

    `tables` is the number of tables for each condition.
    """
    board, box = card_board(), box_of(all_faces(FACES))
    for case in cases:
        found: dict[str, list[int]] = {}
        for n in range(tables):
            for zone, counts in _one_table(case, board, box, seed + n):
                kept = found.setdefault(zone, [0] * 5)
                kept[:] = [a + b for a, b in zip(kept, counts, strict=True)]
        for zone in sorted(found):
            yield CardRecall(case.name, zone, *found[zone])


def view_of(module_px: float, tilt_deg: float = 12.0) -> CameraView:
    """Return a view that shows the table's smallest module, at the worst corner, with this many px."""
    return _view_of(module_px, tilt_deg)


@lru_cache(maxsize=16)
def _view_of(module_px: float, tilt_deg: float) -> CameraView:
    board, box = card_board(), box_of(all_faces(1))

    def seen(width: int) -> CameraView:
        return view_over(board, width_px=width, height_px=round(width * _WIDE_TO_HIGH), tilt_deg=tilt_deg)

    low, high = _FROM_PX, _TO_PX
    while high - low > 4:
        middle = (low + high) // 2
        enough = px_per_module(seen(middle).camera, board, box) >= module_px
        low, high = (low, middle) if enough else (middle, high)
    return seen(high)


def _one_table(
    case: CardCondition, board: Board, box: PieceSet, seed: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield pairs of a zone's kind and counts: cards, right, unsure, missed, wrong."""
    view = view_of(case.module_px, case.tilt_deg)
    laid = lay(board, box, Random(seed))  # noqa: S311 # what lies on a table is no secret
    renderer = Renderer(board, box, view, replace(case.conditions, seed=seed))
    reader = BoardReader(board, box, source="bench", intrinsics=view.camera.intrinsics)
    for n in range(_LOOKS):
        image = renderer.render(laid.cards, number=n)
        look = reader.read(Frame(image, Seconds(0.5 * n), n + 1))
    truth = {one.placed.piece.id: one for one in renderer.truth(laid.cards)}
    seen, doubtful = {one.piece: one for one in look.pieces.seen}, {*look.cells.unsure, *look.cells.blind}
    for piece, one in truth.items():
        if one.placed.face is Face.UP and one.hidden <= HIDDEN_SHARE:
            read = seen.get(piece)
            right = read is not None and (read.cell, read.face) == (one.cell, Face.UP) and _fits(read, one)
            unsure = read is None and one.cell in doubtful
            yield (
                laid.zones[piece],
                (1, right, unsure, read is None and not unsure, read is not None and not right),
            )
    shown = {piece for piece, one in truth.items() if one.placed.face is Face.UP}
    yield "market", (0, 0, 0, 0, sum(piece not in shown for piece in seen))
    read_backs = {one.cell: one.number for one in look.pieces.backs or ()}
    true_backs = {one.cell for one in truth.values() if one.placed.face is Face.DOWN}
    for cell in sorted({*read_backs, *(cell for cell in true_backs if cell is not None)}):
        right = cell in true_backs and read_backs.get(cell) == 1
        unsure = not right and cell not in read_backs and cell in doubtful
        wrong = cell in read_backs and not right
        yield "backs", (1, right, unsure, not (right or unsure or wrong), wrong)


def _fits(seen: Seen, true: PieceTruth) -> bool:
    return None in (seen.sideways, true.sideways) or seen.sideways is true.sideways
