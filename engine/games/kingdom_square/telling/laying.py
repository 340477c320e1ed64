"""The actions, legal or not, that putting a card somewhere means."""

from collections.abc import Sequence

from engine.core.ids import PieceId, Seat
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.actions import Cast, Move
from engine.games.kingdom_square.position.field import SEATS, TILES, foe
from engine.games.kingdom_square.position.state import card_of, is_hero, side, tile_of, units, usable
from engine.games.kingdom_square.turn.phases import Main
from engine.kit.choosing.actions import GameAction


def is_at_hand(state: State, seat: Seat, piece: PieceId) -> bool:
    """Tell whether a seat can play with a card: a unit on its side, a card of its table or its trump."""
    return piece in units(state, seat) or (not is_hero(piece) and piece in usable(state, seat))


def can_be_laid(state: State, piece: PieceId) -> bool:
    """Tell whether laying a card can mean anything: a unit on the field, or a card at hand."""
    return tile_of(state, piece) is not None or any(is_at_hand(state, seat, piece) for seat in SEATS)


def meant_by_laying(game: TableRules, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
    """Return the action that a card's new cell means: a unit's move there, or a cast."""
    if piece not in game.tabletop.box.numbers or not state.stack or not isinstance(state.stack[-1], Main):
        return ()
    # A player who moves or lays a card out of turn still means a play.
    seat = state.turn if not place or is_at_hand(state, state.turn, piece) else foe(state.turn)
    if tile_of(state, piece) is not None and side(state, piece) == seat and place in TILES:
        ways = [
            one
            for one in game.legal_actions(state)
            if isinstance(one, Move) and one.move == piece and one.path[-1] == place
        ]
        return ways or [Move(piece, (place,), by=seat)]
    held = not is_hero(piece) and piece in usable(state, seat)
    if held and not place:
        return [Cast(piece, by=seat)]
    if held and place in TILES and card_of(piece).kind is Kind.UNIT:
        return [Cast(piece, at=place, by=seat)]
    return ()
