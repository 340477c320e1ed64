"""How well a seat stands, for bots: what it has, what it won, and how near its units are to what they want.

Guesses, not rules: numbers are in worths of a soldier, chosen by letting bots play each other.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.games.dozen_war.actions import Action, EndTurn, Move
from engine.games.dozen_war.field import Field, cells_in
from engine.games.dozen_war.hoard import Work
from engine.games.dozen_war.reach import Rules, foe_cells, range_from
from engine.games.dozen_war.resolve import played
from engine.games.dozen_war.roster import (
    ARM_OF,
    HP_MAX,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    Arm,
    castles_of,
    generals_of,
)
from engine.games.dozen_war.rounds import is_out, merit, outcome
from engine.games.dozen_war.stand import OFF
from engine.games.dozen_war.state import Phase, State

WON = 1000.0
"""More than anything on the table can be worth."""

_MERIT = 3.0
_COIN = 0.3
_GUARD = 0.5
_PREY = 0.1
_PULL = 0.02
_DIG_PULL = 0.05
_FIND = 1.0
_CARD = 0.05
_BOOST = 0.2
_NUMB = 0.3
_SITS = 0.1
_PENDING = 0.5
"""How much of a hit counts while it may still be answered: a block costs the other side something too."""
_FAR = 16
"""More hexes than any unit is from anything."""

_SOLDIER_WORTH = {Arm.INFANTRY: (0.0, 0.6, 1.0), Arm.CAVALRY: (0.0, 1.4), Arm.ARCHER: (0.0, 1.3)}
_GENERAL_WORTH = (0.0, 2.0, 2.8, 3.4)
_CASTLE_WORTH = (0.0, 2.5, 4.0)


def _worths(piece: int) -> tuple[float, ...]:
    if IS_CASTLE[piece]:
        return _CASTLE_WORTH
    return _GENERAL_WORTH if IS_GENERAL[piece] else _SOLDIER_WORTH[ARM_OF[piece]]


_WORTH = tuple(_worths(piece) for piece in range(len(HP_MAX)))
"""What each piece is worth, by the HP it has left."""


def standing(rules: Rules, state: State, seat: int) -> float:
    """Return a seat's strength less the mean of the others'; at the end ±`WON` decides."""
    if state.phase is Phase.OVER:
        ended = outcome(rules, state)
        won = ended is not None and rules.roster.seats[seat] in ended.winners
        return (WON if won else -WON) + _margin(rules, state, seat)
    foes = foe_cells(state, seat)
    eager = 0.0
    for unit in state.stand.on_board[seat]:
        if range_from(rules, state, unit, state.at[unit]) & foes:
            eager += _eagerness(state, unit)
    return _margin(rules, state, seat) + eager


def prospects(rules: Rules, state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Return how a seat would stand after each action; a move, the most frequent, by what it changes.

    Ending the turn changes nothing here: what a new round brings comes to all.
    """
    now = standing(rules, state, seat)
    foes = foe_cells(state, seat)
    found = []
    # A general that enters a hex may pick up what lies there: then the move must be played.
    plain = not state.tokens.dropped
    for action in actions:
        match action:
            case Move(piece, to) if plain and SEAT_OF[rules.roster.index[piece]] == seat:
                unit, goal = rules.roster.index[piece], rules.field.index[to]
                found.append(now + _moving(rules, state, unit, goal, foes))
            case EndTurn():
                found.append(now)
            case _:
                found.append(standing(rules, played(rules, state, action), seat))
    return found


def _moving(rules: Rules, state: State, unit: int, goal: int, foes: int) -> float:
    """What a unit's move adds to its seat's standing."""
    seat, start = SEAT_OF[unit], state.at[unit]
    near = _nearest(rules.field, _lures(state, seat))
    gain = _PULL * (near[start] - near[goal])
    preyed = bool(range_from(rules, state, unit, start) & foes)
    gain += _eagerness(state, unit) * (bool(range_from(rules, state, unit, goal) & foes) - preyed)
    if IS_GENERAL[unit] and state.tokens.sites:
        near = _nearest(rules.field, _sites(state))
        gain += _DIG_PULL * (near[start] - near[goal])
    castles = state.stand.castles[seat]
    if IS_SOLDIER[unit] and (castles >> start | castles >> goal) & 1:
        gain += _GUARD * ((castles >> goal & 1) and not _soldiers_in(state, seat, goal))
        gain -= _GUARD * ((castles >> start & 1) and _soldiers_in(state, seat, start) == 1)
    return gain


def _eagerness(state: State, unit: int) -> float:
    """What it's worth that a unit has something to attack, the more the harder it hits in this turn."""
    if not state.marks or unit not in state.changes or SEAT_OF[unit] != state.turn:
        return _PREY
    changed = state.changes[unit]
    return _PREY + _BOOST * (changed.damage + changed.attacks + changed.targets)


def _margin(rules: Rules, state: State, seat: int) -> float:
    others = [_strength(rules, state, other) for other in state.order if other != seat]
    return _strength(rules, state, seat) - sum(others) / len(others)


def _strength(rules: Rules, state: State, seat: int) -> float:
    if is_out(rules, state, seat):
        return -WON / 10
    at, hp, stand = state.at, state.hp, state.stand
    worth = _MERIT * merit(state, seat) + _COIN * state.coins[seat]
    near = _nearest(rules.field, _lures(state, seat))
    farness = 0
    for unit in stand.on_board[seat]:
        worth += _WORTH[unit][hp[unit]]
        farness += near[at[unit]]
    for castle in castles_of(seat):
        if at[castle] != OFF:
            worth += _WORTH[castle][hp[castle]]
    if state.phase is Phase.PLACING:
        worth += sum(_WORTH[unit][hp[unit]] for unit in generals_of(seat) if at[unit] == OFF)
    worth += _GUARD * (stand.castles[seat] & stand.soldiers[seat]).bit_count()
    for hit in state.stack:
        left = max(0, hp[hit.target] - hit.damage)
        if SEAT_OF[hit.target] == seat:
            worth -= _PENDING * (_WORTH[hit.target][hp[hit.target]] - _WORTH[hit.target][left])
        elif SEAT_OF[hit.attacker] == seat and not left:
            worth += _PENDING * _reward(hit.target)
    worth += _CARD * len(state.cards.hands[seat])
    if state.tokens.sites:
        near = _nearest(rules.field, _sites(state))
        worth -= _DIG_PULL * sum(near[at[unit]] for unit in stand.on_board[seat] if IS_GENERAL[unit])
        worth += _DIG_PULL * _FAR * sum(IS_GENERAL[unit] for unit in stand.on_board[seat])
    for task in state.agenda:
        if task.work is Work.UNEARTH and SEAT_OF[task.piece] == seat:
            worth += _FIND
    if state.marks:
        worth -= sum(_hindrance(state, unit) for unit in state.changes if SEAT_OF[unit] == seat)
    # Distance left is a debt per unit, and one more unit must never be a loss: so it's counted from afar.
    return worth + _PULL * (_FAR * len(stand.on_board[seat]) - farness)


def _hindrance(state: State, unit: int) -> float:
    """What statuses take from a unit's worth (DW-11.4)."""
    changed = state.changes[unit]
    share = _NUMB if changed.numb else _SITS if changed.sits else 0.0
    return share * _WORTH[unit][state.hp[unit]]


def _reward(target: int) -> float:
    """What killing a piece brings (DW-12.4, DW-17.3)."""
    if IS_GENERAL[target]:
        return _MERIT + _COIN
    return 2 * _MERIT + _COIN if IS_CASTLE[target] else 0.0


def _soldiers_in(state: State, seat: int, cell: int) -> int:
    return sum(IS_SOLDIER[unit] and SEAT_OF[unit] == seat for unit in state.stand.hosts.get(cell, ()))


def _sites(state: State) -> int:
    """The cells that hide tokens (DW-3.6)."""
    return sum(1 << cell for cell, tokens in state.tokens.sites if tokens)


def _lures(state: State, seat: int) -> int:
    """The cells that draw a seat's units: the others' castles, or, when none stands, their units."""
    stand = state.stand
    castles = units = 0
    for other in state.order:
        if other != seat:
            castles |= stand.castles[other]
            units |= stand.units[other]
    return castles or units


@lru_cache(maxsize=1 << 12)
def _nearest(field: Field, lures: int) -> bytes:
    """Return each cell's distance to the nearest of some cells."""
    rows = [field.distances[cell] for cell in cells_in(lures)]
    return bytes(min(column) for column in zip(*rows, strict=True)) if rows else bytes(len(field.cells))
