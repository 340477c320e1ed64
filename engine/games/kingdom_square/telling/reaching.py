"""The reach and the present cost of units, skills and abilities, for a tablet."""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.advice import Advice
from engine.core.ids import Cell, PieceId, Seat
from engine.core.views import UseView
from engine.games.kingdom_square.content.atom import Atom, Effects
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.actions import Battle, Move
from engine.games.kingdom_square.position.aims import spot, summoning
from engine.games.kingdom_square.position.field import TILES, area, line
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    card_of,
    hero,
    is_exhausted,
    is_hero,
    own,
    tile_of,
    unit_on,
    usable,
)
from engine.games.kingdom_square.position.stats import attack, cost
from engine.games.kingdom_square.turn.battles import reached
from engine.games.kingdom_square.turn.moves import exhausts


def reach_of(state: State, origin: str, effects: Effects) -> frozenset[str]:
    """Return the tiles in the Lines and Areas of effects that start from a unit or a land (KS-9)."""
    return frozenset(tile for effect in effects for tile in _tiles(state, origin, effect))


def _tiles(state: State, origin: str, effect: Atom) -> Iterator[str]:
    far, wide = effect.reach, effect.wide
    start = spot(state, origin)
    if far:
        through = effect.goes_through
        yield from line(start, far, lambda tile: unit_on(state, tile) is not None, pierce=through)
    if wide:
        yield from area(start, wide)


def reach_of_card(state: State, seat: Seat, card: str) -> frozenset[str]:
    """Return the tiles that a skill of table or trump reaches from the hero.

    For a unit: the tiles where it may come.
    """
    one, origin = card_of(card), hero(seat)
    if tile_of(state, origin) is None:
        return frozenset()
    if one.kind is Kind.UNIT:
        return frozenset(summoning(field_now(state), seat))
    if one.bears is not None and one.bears.line:
        return frozenset(area(spot(state, origin), one.bears.line))
    return reach_of(state, origin, one.play)


def shown(state: State, seat: Seat, use: UseView) -> UseView:
    """Return the use of a card at hand with the tiles in its reach and its present cost (KS-2.2)."""
    key = use.key
    if is_hero(key) or key not in usable(state, seat):
        return use
    # A card of the skill table can be tapped on the board, and a trump can't.
    return replace(
        use,
        piece=PieceId(key) if state.zones.is_in(key, own(seat, "table")) else None,
        numbers=(("cost", cost(field_now(state), seat, card_of(key))),),
        reach=cells(reach_of_card(state, seat, key)),
    )


def with_reach(game: TableRules, state: State, piece: PieceId, found: Advice) -> Advice:
    """Return a unit's advice with its ways, its attacks, and the tiles that its attack reaches."""
    legal, now = game.legal_actions(state), field_now(state)
    ways = {one.path: None for one in legal if isinstance(one, Move) and one.move == piece}
    targets = {one.target: None for one in legal if isinstance(one, Battle) and one.battle == piece}
    lies_sideways = is_exhausted(state, piece) or exhausts(state, piece)
    return replace(
        found,
        sideways=found.moves if lies_sideways else (),
        paths=tuple(tuple(map(Cell, path)) for path in ways if len(path) > 1),
        attacks=tuple(PieceId(one) for one in targets),
        range_cells=cells(reached(game, now, now.units[piece])),
        damage=attack(game, now, now.units[piece]),
    )


def cells(tiles: frozenset[str]) -> tuple[Cell, ...]:
    """Return tiles as cells, in the order of the field."""
    return tuple(Cell(tile) for tile in TILES if tile in tiles)
