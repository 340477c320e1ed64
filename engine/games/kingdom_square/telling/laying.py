"""What is meant by putting a card somewhere: actions, legal or not."""

from collections.abc import Sequence

from engine.core.ids import PieceId, Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.actions import Cast, Move
from engine.games.kingdom_square.position.field import TILES, foe
from engine.games.kingdom_square.position.state import is_hero, side, slug_of, tile_of, units, usable
from engine.games.kingdom_square.turn.phases import Main
from engine.kit.choosing.actions import GameAction


def is_at_hand(state: State, seat: Seat, piece: PieceId) -> bool:
    """Tell whether a seat has a card to play with: a unit on its side, a card of its table or its trump."""
    return piece in units(state, seat) or (not is_hero(piece) and piece in usable(state, seat))


def meant_by_laying(game: TableRules, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
    """Return what is meant by putting a card in a cell: a unit's way there, or that it's cast."""
    if piece not in game.tabletop.box.numbers or not state.stack or not isinstance(state.stack[-1], Main):
        return ()
    # A player who moves or lays their cards out of turn means to play all the same.
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
    if held and place in TILES and record(slug_of(piece)).kind is Kind.UNIT:
        return [Cast(piece, at=place, by=seat)]
    return ()
