"""What is meant by putting a card somewhere: deeds, legal or not."""

from collections.abc import Sequence
from typing import Any

from engine.core.ids import PieceId
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.position.deeds import Cast, Move
from engine.games.kingdom_square.position.field import TILES
from engine.games.kingdom_square.position.state import State, is_hero, seat_of, slug_of, tile_of, usable
from engine.games.kingdom_square.turn.phases import Main
from engine.kit.choosing.deeds import Deed


def meant_by_laying(game: Any, state: State, piece: PieceId, place: str) -> Sequence[Deed]:
    """Return what is meant by putting a card in a cell: a unit's way there, or that it's cast."""
    if piece not in game.tabletop.box.numbers or not state.stack or not isinstance(state.stack[-1], Main):
        return ()
    seat = state.turn
    if tile_of(state, piece) is not None and seat_of(piece) == seat and place in TILES:
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
