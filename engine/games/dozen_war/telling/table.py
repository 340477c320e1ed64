"""The look of a position on the table, and the traces that actions leave there."""

from dataclasses import dataclass
from functools import lru_cache

from engine.core.decisions import Trace
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.games.dozen_war.actions.actions import (
    Accept,
    Action,
    Assign,
    Attack,
    Block,
    Die,
    Dig,
    Discard,
    Draft,
    Draw,
    EndTurn,
    Move,
    OpenEvent,
    Place,
    Revive,
    Spill,
    Take,
    Unearth,
    Warp,
)
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import dig_faults
from engine.games.dozen_war.position.field import BoardMap, bits, cells_in
from engine.games.dozen_war.position.holdings import FACE_DOWN, MAP
from engine.games.dozen_war.position.masks import PositionMasks
from engine.games.dozen_war.position.roster import ARM_OF, IS_CASTLE, IS_SOLDIER, SEAT_OF, soldiers_of
from engine.games.dozen_war.position.state import NOBODY, State
from engine.games.dozen_war.resolving.resolve import completed, played

_DOWN_AT_ONE = tuple(
    IS_CASTLE[piece] or (IS_SOLDIER[piece] and ARM_OF[piece] is Arm.INFANTRY) for piece in range(len(ARM_OF))
)
"""The pieces that lie face down at 1 HP (DW-4.4, DW-5.1)."""


def face_of(state: State, piece: int) -> Face:
    """Return the side of a piece on the board that lies up."""
    return Face.DOWN if _DOWN_AT_ONE[piece] and state.hp[piece] == 1 else Face.UP


@dataclass(frozen=True, slots=True)
class _Spots:
    """All possible spots, by cell: making them each time would cost a referee most of its time."""

    bare: tuple[Spot, ...]
    """Spots of uncovered terrain, by cell."""
    covered: tuple[Spot, ...]
    """Spots of terrain under something else, by cell."""
    by_look: dict[tuple[bool, bool | None], tuple[Spot, ...]]
    """Spots of units, by whether they lie face down and whether they stand at the edge: each by cell."""


@lru_cache(maxsize=8)
def _spots(field: BoardMap) -> _Spots:
    def all_cells(face: Face, *, edge: bool | None) -> tuple[Spot, ...]:
        return tuple(Spot(cell, face, edge=edge) for cell in field.cells)

    return _Spots(
        bare=tuple(Spot(cell, ground=True) for cell in field.cells),
        covered=tuple(Spot(cell, covered=True, ground=True) for cell in field.cells),
        by_look={
            (down, edge): all_cells(Face.DOWN if down else Face.UP, edge=edge)
            for down in (False, True)
            for edge in (None, False, True)
        },
    )


def layout(rules: Rules, state: State) -> Layout:
    """Return every piece on the table.

    `edge` is set only for the active player's units: true once their turn is over (DW-18.3).
    """
    ids, cells, spots = rules.roster.ids, rules.field.cells, _spots(rules.field)
    at, hp, stand = state.at, state.hp, state.stand
    found: dict[PieceId, Spot] = {}
    for seat in state.order:
        for piece in stand.on_board[seat]:
            down = hp[piece] == 1 and _DOWN_AT_ONE[piece]
            edge = bool(state.done.acted >> piece & 1) if seat == state.turn else None
            found[ids[piece]] = spots.by_look[down, edge][at[piece]]
    for cell, castle in stand.castle_on.items():
        found[ids[castle]] = spots.by_look[hp[castle] == 1, None][cell]
    for cell in cells_in(state.obstacles):
        if cell != rules.field.volcano:
            found[terrain_id("mountain", cells[cell])] = _ground(spots, stand, cell)
    if not rules.field.is_duel:
        kind = "warp" if state.warp_open else "volcano"
        found[terrain_id(kind, cells[rules.field.volcano])] = _ground(spots, stand, rules.field.volcano)
    return found


def _ground(spots: _Spots, stand: PositionMasks, cell: int) -> Spot:
    return spots.covered[cell] if cell in stand.hosts else spots.bare[cell]


def pieces(rules: Rules, state: State) -> tuple[PieceId, ...]:
    """Return every piece of the match, soldiers in reserve and killed generals among them."""
    ids, cells = rules.roster.ids, rules.field.cells
    if rules.field.is_duel:
        return tuple(ids[piece] for piece in range(len(ids)) if state.owns(piece) and not IS_CASTLE[piece])
    centre = cells[rules.field.volcano]
    return (
        *(ids[piece] for piece in range(len(ids)) if state.owns(piece)),
        *(
            terrain_id("mountain", cells[cell])
            for cell in bits(state.obstacles)
            if cell != rules.field.volcano
        ),
        terrain_id("volcano", centre),
        terrain_id("warp", centre),
    )


def twins(rules: Rules, state: State, piece: PieceId) -> tuple[PieceId, ...]:
    """Return the other soldiers of a soldier's kind and owner; other pieces have no twins."""
    number = rules.roster.index.get(piece)
    if number is None or not IS_SOLDIER[number]:
        return ()
    alike = soldiers_of(SEAT_OF[number], ARM_OF[number])
    return tuple(rules.roster.ids[other] for other in alike if other != number and state.owns(other))


def terrain_id(kind: str, cell: Cell) -> PieceId:
    """Return the id of a mountain, the volcano or the warp point."""
    return PieceId(f"{kind}.{cell}")


def _changed_by_dig(rules: Rules, state: State, general: PieceId, at: Cell) -> frozenset[PieceId]:
    """Return the pieces that the only possible token changes at once; of several, chance decides."""
    piece, site = rules.roster.index[general], rules.field.index[at]
    lying = set(dict(state.tokens.sites).get(site, ()))
    if len(lying) != 1 or lying & {MAP, FACE_DOWN} or any(dig_faults(rules, state, piece, site)):
        return frozenset()
    after = played(rules, state, Dig(general, at))
    before = zip(state.at, state.hp, strict=True)
    now = enumerate(zip(after.at, after.hp, before, strict=True))
    return frozenset(rules.roster.ids[one] for one, (at, hp, was) in now if (at, hp) != was)


def _rocks(rules: Rules, at: Cell) -> tuple[PieceId, ...]:
    if at == rules.field.cells[rules.field.volcano]:
        return (terrain_id("volcano", at), terrain_id("warp", at))
    return (terrain_id("mountain", at),)


def trace(rules: Rules, state: State, action: Action) -> Trace:
    """Return the changes that an action leaves on the table."""
    match completed(rules, state, action):
        case Attack(piece, target, splash):
            order = (target, splash) if splash else (target,)
            return Trace(frozenset((piece, *order)), order=order)
        case Move(piece) | Spill(piece) | Warp(piece) | Revive(piece) | Place(piece) | Block(piece):
            return Trace(frozenset((piece,)))
        case Dig(piece, at):
            # A player who digs lifts the mountain that the token lies under.
            return Trace(frozenset((piece, *_rocks(rules, at), *_changed_by_dig(rules, state, piece, at))))
        case Accept():
            if not state.stack:
                return Trace(frozenset())
            hit, ids = state.stack[-1], rules.roster.ids
            second = () if hit.splash is None else (ids[hit.splash],)
            by = () if hit.attacker == NOBODY else (ids[hit.attacker],)
            return Trace(frozenset((*by, ids[hit.target], *second)))
        case (
            Play()
            | Skill()
            | Take()
            | EndTurn()
            | Assign()
            | Discard()
            | Draft()
            | Draw()
            | Unearth()
            | OpenEvent()
            | Die()
        ):
            return Trace(frozenset(), explicit=True)
