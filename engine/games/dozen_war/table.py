"""What a position looks like on the table, and what actions leave there."""

from functools import lru_cache

from engine.core.game import Trace
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.games.dozen_war.actions import Accept, Action, Attack, Block, EndTurn, Move, Place, Revive, Warp
from engine.games.dozen_war.field import bits
from engine.games.dozen_war.reach import Rules
from engine.games.dozen_war.resolve import completed
from engine.games.dozen_war.roster import ARM_OF, IS_CASTLE, IS_SOLDIER, SEAT_OF, Arm
from engine.games.dozen_war.state import State

_DOWN_AT_ONE = tuple(
    IS_CASTLE[piece] or (IS_SOLDIER[piece] and ARM_OF[piece] is Arm.INFANTRY) for piece in range(len(ARM_OF))
)
"""Pieces that lie face down at 1 HP (DW-4.4, DW-5.1)."""


def face_of(state: State, piece: int) -> Face:
    """Return which side of a piece on the board lies up."""
    return Face.DOWN if _DOWN_AT_ONE[piece] and state.hp[piece] == 1 else Face.UP


@lru_cache(maxsize=1 << 14)
def _spot(cell: Cell, face: Face, *, edge: bool | None, covered: bool) -> Spot:
    """Return a spot; made once, as a referee compares thousands of layouts."""
    return Spot(cell, face, edge=edge, covered=covered)


def layout(rules: Rules, state: State) -> Layout:
    """Return every piece on the table.

    `edge` is claimed for the units of the player to move only: true once their turn is over (DW-18.3).
    """
    ids, cells = rules.roster.ids, rules.field.cells
    found: dict[PieceId, Spot] = {}
    for piece, cell in state.placed():
        edge = None
        if SEAT_OF[piece] == state.turn and not IS_CASTLE[piece]:
            edge = bool(state.acted >> piece & 1)
        found[ids[piece]] = _spot(cells[cell], face_of(state, piece), edge=edge, covered=False)
    hosts = state.stand.hosts
    for cell in bits(state.obstacles):
        if cell != rules.field.volcano:
            found[terrain_id("mountain", cells[cell])] = _spot(
                cells[cell], Face.UP, edge=None, covered=cell in hosts
            )
    centre = rules.field.volcano
    kind = "warp" if state.warp_open else "volcano"
    found[terrain_id(kind, cells[centre])] = _spot(cells[centre], Face.UP, edge=None, covered=centre in hosts)
    return found


def pieces(rules: Rules, state: State) -> tuple[PieceId, ...]:
    """Return every piece of the match, soldiers in reserve and killed generals among them."""
    ids, cells = rules.roster.ids, rules.field.cells
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


def terrain_id(kind: str, cell: Cell) -> PieceId:
    """Return the id of a mountain, the volcano or the warp point."""
    return PieceId(f"{kind}.{cell}")


def trace(rules: Rules, state: State, action: Action) -> Trace:
    """Return what an action leaves on the table."""
    match completed(rules, state, action):
        case Attack(piece, target, splash):
            touched = {piece, target} | ({splash} if splash else set())
            return Trace(frozenset(touched))
        case Move(piece) | Warp(piece) | Revive(piece) | Place(piece) | Block(piece):
            return Trace(frozenset((piece,)))
        case Accept():
            if not state.stack:
                return Trace(frozenset())
            hit, ids = state.stack[-1], rules.roster.ids
            second = () if hit.splash is None else (ids[hit.splash],)
            return Trace(frozenset((ids[hit.attacker], ids[hit.target], *second)))
        case EndTurn():
            return Trace(frozenset(), explicit=True)
