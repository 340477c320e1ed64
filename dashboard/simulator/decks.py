"""Lays the decks of the simulated table when a match begins, shuffled by the table's own random source. Pure.

When people draw from decks (`draws: seen | typed`), the match knows only the number of cards with each back.
The table still needs real cards there. Their order is random, and nobody knows it, not even the match.
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
    """The cards that the setup of a match dealt to seats."""

    hands: Mapping[Seat, Sequence[PieceId]] = field(default_factory=dict)
    """The held cards of each seat."""
    hidden: Mapping[Seat, Sequence[PieceId]] = field(default_factory=dict)
    """The cards that lie face down before each seat."""


def held_by(game: Game[Any, Any], state: Any) -> DealtCards:
    """Return the cards of a position that each seat holds, and those that lie face down before each seat."""
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
    """Return the table with the held cards in the seats' hands, and with cards in all face-down piles.

    A pile has fewer cards than the match says when the set has too few with its back.

    Args:
        lying: The table.
        heaps: The piles of face-down cards, with their number and back.
        held: The cards that the setup dealt.
        on: The board's cells, and the set of pieces.
        chance: The random source.
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
