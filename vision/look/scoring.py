"""The score of looks whose truth is known, for tests, benchmarks and `boardwarden see` on footage."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.observations import Look, Seen


@dataclass(frozen=True, slots=True)
class TrueSpot:
    """The true place of a piece. The truth may leave open whether it is pushed or lies across."""

    cell: Cell
    """Its cell."""
    face: Face
    """Its upper face."""
    edge: bool | None
    """Whether it's pushed to its cell's edge; None if the truth doesn't say."""
    sideways: bool | None = None
    """Whether it lies across; None if the truth doesn't say."""


@dataclass(frozen=True, slots=True)
class TrueFrame:
    """The truth of one frame."""

    layout: Mapping[PieceId, TrueSpot]
    """The true place of each piece."""
    hidden: frozenset[PieceId]
    """The pieces that can't be seen."""
    settled: bool
    """Whether no hand is over the board."""
    backs: Mapping[Cell, Mapping[str, int]] | None = None
    """The number of each back in each cell; None if no piece shares its back with others."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one look. The backs in a cell count as one thing (`card face down on market.2`)."""

    visible: int
    """The number of pieces that can be seen."""
    right: int
    """The number of these that are seen as they lie."""
    wrong: tuple[PieceId, ...]
    """The pieces that are seen differently from how they lie, or that aren't there."""
    missed: tuple[PieceId, ...]
    """The pieces that can be seen but aren't."""
    lost: tuple[PieceId, ...]
    """The pieces that aren't seen in cells that the look calls empty."""


def parse_true_frame(found: Mapping[str, Any]) -> TrueFrame:
    """Return the truth of one frame from one line of `truth.jsonl`.

    Raises:
        KeyError, ValueError: the line isn't such a truth.
    """
    return TrueFrame(
        layout={
            PieceId(piece): TrueSpot(
                Cell(spot["cell"]), Face(spot.get("face", "up")), spot.get("edge"), spot.get("sideways")
            )
            for piece, spot in found["layout"].items()
        },
        hidden=frozenset(PieceId(piece) for piece in found.get("hidden", ())),
        settled=bool(found.get("settled", True)),
        backs=None
        if found.get("backs") is None
        else {
            Cell(cell): {str(back): int(number) for back, number in there.items()}
            for cell, there in found["backs"].items()
        },
    )


def score_look(
    look: Look, truth: TrueFrame, *, scenery: Collection[PieceId] = (), piles: Collection[Cell] = ()
) -> Score:
    """Return the score of a look; `scenery` are pieces that the truth leaves out, such as mountains.

    Backs have to be counted exactly, except in `piles`: there a look only has to see that there are some, or
    none.
    """
    seen = {one.piece: one for one in look.pieces.seen}
    doubtful = {*look.cells.blind, *look.cells.unsure}
    # Nobody can name a card by a back that others share.
    named = {
        piece
        for piece, spot in truth.layout.items()
        if spot.face is Face.UP or truth.backs is None or piece in seen
    }
    visible = [piece for piece in truth.layout if piece in named and piece not in truth.hidden]
    pieces = Score(
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
            piece
            for piece, spot in truth.layout.items()
            if piece in named and piece not in seen and spot.cell not in doubtful
        ),
    )
    return pieces if truth.backs is None else total((pieces, _backs_score(look, truth.backs, piles)))


def _backs_score(look: Look, truth: Mapping[Cell, Mapping[str, int]], piles: Collection[Cell]) -> Score:
    true = {(cell, back): number for cell, there in truth.items() for back, number in there.items() if number}
    seen = {(one.cell, one.back): one.number for one in look.pieces.backs or ()}
    right, wrong, missed, lost = 0, [], [], []
    for cell, back in sorted({*true, *seen}):
        there, shown = true.get((cell, back), 0), seen.get((cell, back), 0)
        thing = PieceId(f"{back} face down on {cell}")
        if there == shown or (cell in piles and there and shown):
            right += 1
        elif shown > there:
            wrong.append(thing)
        else:
            missed.append(thing)
            if cell not in (*look.cells.blind, *look.cells.unsure):
                lost.append(thing)
    return Score(len(true), right, tuple(wrong), tuple(missed), tuple(lost))


def agreed(before: Look, now: Look) -> tuple[Seen, ...]:
    """Return the pieces that two looks see alike."""
    old = {one.piece: one for one in before.pieces.seen}
    return tuple(
        one
        for one in now.pieces.seen
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
        and (spot.sideways is None or seen.sideways in (None, spot.sideways))
    )
