"""How right looks are, where the truth is known: for tests, benches and `boardwarden see` on footage."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.glimpse import Look, Seen
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face


@dataclass(frozen=True, slots=True)
class TrueSpot:
    """Where a piece really lies; `edge` None when the truth doesn't say. A look may leave it open, too."""

    cell: Cell
    face: Face
    edge: bool | None


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """The truth of one frame: `hidden` pieces can't be seen, `settled` says that no hand is about."""

    layout: Mapping[PieceId, TrueSpot]
    hidden: frozenset[PieceId]
    settled: bool


@dataclass(frozen=True, slots=True)
class Score:
    """One look against the truth.

    `right`: visible pieces seen as they lie. `wrong`: pieces of the truth's seen otherwise, or seen though
    they aren't there. `missed`: visible but not seen. `lost`: not seen, and their cells called empty.
    """

    visible: int
    right: int
    wrong: tuple[PieceId, ...]
    missed: tuple[PieceId, ...]
    lost: tuple[PieceId, ...]


def parse_true_frame(found: Mapping[str, Any]) -> TrueFrame:
    """Return one line of `truth.jsonl`.

    Raises:
        KeyError, ValueError: the line isn't such a truth.
    """
    return TrueFrame(
        layout={
            PieceId(piece): TrueSpot(Cell(spot["cell"]), Face(spot.get("face", "up")), spot.get("edge"))
            for piece, spot in found["layout"].items()
        },
        hidden=frozenset(PieceId(piece) for piece in found.get("hidden", ())),
        settled=bool(found.get("settled", True)),
    )


def score_look(look: Look, truth: TrueFrame, *, scenery: Collection[PieceId] = ()) -> Score:
    """Compare a look with the truth; `scenery`: pieces that the truth leaves out, such as mountains."""
    seen = {one.piece: one for one in look.seen}
    doubtful = {*look.blind, *look.unsure}
    visible = [piece for piece in truth.layout if piece not in truth.hidden]
    return Score(
        visible=len(visible),
        right=sum(piece in seen and _fits(seen[piece], truth.layout[piece]) for piece in visible),
        wrong=tuple(
            piece
            for piece, one in seen.items()
            if (piece in truth.layout and not _fits(one, truth.layout[piece]))
            or (piece not in truth.layout and piece not in scenery)
        ),
        missed=tuple(piece for piece in visible if piece not in seen),
        lost=tuple(
            piece for piece, spot in truth.layout.items() if piece not in seen and spot.cell not in doubtful
        ),
    )


def agreed(before: Look, now: Look) -> tuple[Seen, ...]:
    """Return the pieces that two looks see alike: what may be believed."""
    old = {one.piece: one for one in before.seen}
    return tuple(
        one
        for one in now.seen
        if one.piece in old
        and (old[one.piece].cell, old[one.piece].face, old[one.piece].edge) == (one.cell, one.face, one.edge)
    )


def total(scores: Sequence[Score]) -> Score:
    """Return the sum of several scores."""
    return Score(
        visible=sum(score.visible for score in scores),
        right=sum(score.right for score in scores),
        wrong=tuple(piece for score in scores for piece in score.wrong),
        missed=tuple(piece for score in scores for piece in score.missed),
        lost=tuple(piece for score in scores for piece in score.lost),
    )


def _fits(seen: Seen, spot: TrueSpot) -> bool:
    return (
        seen.cell == spot.cell
        and seen.face is spot.face
        and (spot.edge is None or seen.edge in (None, spot.edge))
    )
