"""The decks that lie on the simulated table when a match begins: shuffled by the table's own chance. Pure.

Where people draw (`draws: seen | typed`), the cards that the match doesn't know lie there all the same: as
many of each back as the match says, in an order that nobody knows, the match neither.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from dashboard.simulator.cards import on_top
from dashboard.simulator.physical import LyingPiece, Pieces
from engine.core.game import Game
from engine.core.ids import PieceId, Seat
from engine.core.layout import Face
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface
from engine.core.views import HeapView


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The cards that a setup gave to seats."""

    hands: Mapping[Seat, Sequence[PieceId]] = field(default_factory=dict)
    """The held cards of each seat."""
    hidden: Mapping[Seat, Sequence[PieceId]] = field(default_factory=dict)
    """The cards that lie face down before each seat."""


def held_by(game: Game[Any, Any], state: Any) -> DealtCards:
    """Return the cards that the seats of a position hold, and the things that they alone know."""
    seats = [one.seat for one in game.view(state, None).seats]
    views = {seat: game.view(state, seat) for seat in seats}
    return DealtCards(
        {seat: tuple(PieceId(one.card) for one in view.hand) for seat, view in views.items()},
        {
            seat: tuple(
                one.piece
                for one in view.pieces
                if one.cell is None and one.face == Face.DOWN and one.seat == seat
            )
            for seat, view in views.items()
        },
    )


def dealt(
    lying: Pieces,
    heaps: Sequence[HeapView],
    held: DealtCards,
    on: tuple[Surface, PieceSet],
    chance: Random,
) -> Pieces:
    """Return a table with all that lies face down on it, and with what the seats hold.

    Where the set has fewer cards of a back than the match says, as many as there are.
    """
    surface, pieces = on
    hands = {
        card: LyingPiece(None, Face.UP, hand=str(seat))
        for seat, cards in held.hands.items()
        for card in cards
        if card in lying
    }
    table = on_top(lying, hands)
    known = {card for cards in held.hidden.values() for card in cards}
    left = [
        piece
        for piece, how in table.items()
        if how.at_mm is None and not how.hand and piece not in known and pieces.pieces[piece].kind.is_card
    ]
    chance.shuffle(left)
    for heap in heaps:
        zone = surface.zone_of(heap.cell)
        own = [] if zone is None or zone.seat is None else [*held.hidden.get(zone.seat, ())][: heap.number]
        drawn = [piece for piece in left if _back(pieces, piece) == heap.back][: heap.number - len(own)]
        left = [piece for piece in left if piece not in drawn]
        at, facing = surface.centre_mm(heap.cell), surface.facing_deg(heap.cell)
        table = on_top(table, {piece: LyingPiece(at, Face.DOWN, facing) for piece in (*own, *drawn)})
    return MappingProxyType(dict(table))


def _back(pieces: PieceSet, piece: PieceId) -> str:
    back = pieces.pieces[piece].back
    return "" if back is None else back.name
