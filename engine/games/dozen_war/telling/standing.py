"""How well a seat stands, for bots: its pieces, its gains, and its units' distances to their goals.

These are guesses, not rules. The unit is the worth of a soldier; the numbers were chosen by letting bots play
each other.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.games.dozen_war.actions.actions import Action, EndTurn, Move
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules, archer_reach
from engine.games.dozen_war.ground.reach import range_from
from engine.games.dozen_war.ground.ways import foe_cells
from engine.games.dozen_war.phases.rounds import is_out, merit, outcome
from engine.games.dozen_war.position.field import BoardMap, cells_in
from engine.games.dozen_war.position.holdings import Work
from engine.games.dozen_war.position.marks import Changes
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    FIRST_CASTLE,
    FIRST_GENERAL,
    HP_MAX,
    IS_ARCHER,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SLOTS,
    generals_of,
)
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.resolving.resolve import played

WON = 1000.0
"""More than everything on the table can be worth."""

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
"""The share of a hit that counts while it may still be answered: a block costs the other side something
too."""
_FAR = 16
"""More hexes than any distance on the board."""

_SOLDIER_WORTH = {Arm.INFANTRY: (0.0, 0.6, 1.0), Arm.CAVALRY: (0.0, 1.4), Arm.ARCHER: (0.0, 1.3)}
_GENERAL_WORTH = (0.0, 2.0, 2.8, 3.4)
_CASTLE_WORTH = (0.0, 2.5, 4.0)


def _worths(piece: int) -> tuple[float, ...]:
    if IS_CASTLE[piece]:
        return _CASTLE_WORTH
    return _GENERAL_WORTH if IS_GENERAL[piece] else _SOLDIER_WORTH[ARM_OF[piece]]


_WORTH = tuple(_worths(piece) for piece in range(len(HP_MAX)))
"""The worth of each piece, by the HP that it has left."""


def standing(rules: Rules, state: State, seat: int) -> float:
    """Return a seat's strength minus the mean of the others'; at the end ±`WON` decides."""
    if state.phase is Phase.OVER:
        ended = outcome(rules, state)
        won = ended is not None and rules.roster.seats[seat] in ended.winners
        return (WON if won else -WON) + _margin(rules, state, seat)
    return _margin(rules, state, seat) + _eagerness(rules, state, seat)


def prospects(rules: Rules, state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """Return how a seat would stand after each action.

    A move, the most frequent action, is judged only by its changes. Ending the turn changes nothing here,
    because a new round is the same for all.
    """
    now = standing(rules, state, seat)
    index, cells = rules.roster.index, rules.field.index
    found = []
    moving = _Moving(rules, state, seat)
    # A general that enters a hex may pick up map pieces there: then the move must be played.
    plain = not state.tokens.dropped
    for action in actions:
        match action:
            case Move(piece, to) if plain and SEAT_OF[index[piece]] == seat:
                found.append(now + moving.gain(index[piece], cells[to]))
            case EndTurn():
                found.append(now)
            case _:
                found.append(standing(rules, played(rules, state, action), seat))
    return found


class _Moving:
    """The worth that moves of a seat's units add to its standing; shared facts are worked out once."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        self._near = _nearest(rules.field, _lures(state, seat))
        sites = _sites(state)
        self._dig_near = _nearest(rules.field, sites) if sites else bytes(len(rules.field.cells))
        self._foes = foe_cells(state, seat)
        self._prey: dict[tuple[int, int], bool] = {}

    def gain(self, unit: int, goal: int) -> float:
        """Return the worth that a unit's move adds."""
        state, start = self._state, self._state.at[unit]
        near = self._near
        gain = _PULL * (near[start] - near[goal])
        gain += _eager(state, unit) * (self._preys(unit, goal) - self._preys(unit, start))
        if IS_GENERAL[unit]:
            gain += _DIG_PULL * (self._dig_near[start] - self._dig_near[goal])
        castles = state.stand.castles[self._seat]
        if IS_SOLDIER[unit] and (castles >> start | castles >> goal) & 1:
            gain += _GUARD * ((castles >> goal & 1) and not _soldiers_in(state, self._seat, goal))
            gain -= _GUARD * ((castles >> start & 1) and _soldiers_in(state, self._seat, start) == 1)
        return gain

    def _preys(self, unit: int, cell: int) -> bool:
        """Tell whether a unit in a cell would have a target; units without marks share the result by arm."""
        key = (unit if unit in self._state.changes else -1 - IS_ARCHER[unit], cell)
        found = self._prey.get(key)
        if found is None:
            found = self._prey[key] = bool(range_from(self._rules, self._state, unit, cell) & self._foes)
        return found


def _eagerness(rules: Rules, state: State, seat: int) -> float:
    """Return the worth to a seat of its units' targets."""
    foes, at = foe_cells(state, seat), state.at
    stops = 0 if rules.options.archer_over_mountain == "on" else state.obstacles
    start = seat * SLOTS
    seen = _with_prey(rules.field, start, at[start : start + FIRST_CASTLE], foes, stops, state.obstacles)
    if not state.changes:
        return _PREY * seen.bit_count()
    eager = 0.0
    for unit, changed in state.changes.items():
        if SEAT_OF[unit] == seat and not IS_CASTLE[unit] and at[unit] != OFF:
            seen &= ~(1 << (unit - start))
            if range_from(rules, state, unit, at[unit]) & foes:
                eager += _boosted(changed) if seat == state.turn else _PREY
    return eager + _PREY * seen.bit_count()


@lru_cache(maxsize=1 << 12)
def _with_prey(  # everything that it depends on, and nothing else
    field: BoardMap, start: int, at: bytes, foes: int, stops: int, obstacles: int
) -> int:
    """Return the units of a seat that have a target if they have no marks, as bits from its first unit."""
    found = 0
    for number, cell in enumerate(at):
        if cell != OFF:
            if IS_ARCHER[start + number]:
                seen = field.sight(cell, archer_reach(obstacles, cell), stops)
            else:
                seen = field.around[cell]
            if seen & foes:
                found |= 1 << number
    return found


def _eager(state: State, unit: int) -> float:
    """Return the worth of a unit's targets: it grows with the unit's damage in this turn."""
    if unit not in state.changes or SEAT_OF[unit] != state.turn:
        return _PREY
    return _boosted(state.changes[unit])


def _boosted(changed: Changes) -> float:
    return _PREY + _BOOST * (changed.damage + changed.attacks + changed.targets)


def _margin(rules: Rules, state: State, seat: int) -> float:
    sites = _sites(state)
    others = [_strength(rules, state, other, sites) for other in state.order if other != seat]
    return _strength(rules, state, seat, sites) - sum(others) / len(others)


def _strength(rules: Rules, state: State, seat: int, sites: int) -> float:
    if is_out(rules, state, seat):
        return -WON / 10
    at, hp, stand = state.at, state.hp, state.stand
    start = seat * SLOTS
    pieces = slice(start, start + SLOTS)
    worth = _pieces_worth(rules.field, start, at[pieces], hp[pieces], _lures(state, seat), sites)
    worth += _MERIT * merit(state, seat) + _COIN * state.scores.coins[seat]
    if state.phase is Phase.PLACING:
        worth += sum(_WORTH[unit][hp[unit]] for unit in generals_of(seat) if at[unit] == OFF)
    worth += _GUARD * (stand.castles[seat] & stand.soldiers[seat]).bit_count()
    for hit in state.stack:
        left = max(0, hp[hit.target] - hit.damage)
        if SEAT_OF[hit.target] == seat:
            worth -= _PENDING * (_WORTH[hit.target][hp[hit.target]] - _WORTH[hit.target][left])
        elif hit.by == seat and not left:
            worth += _PENDING * _reward(hit.target)
    worth += _CARD * len(state.cards.hands[seat])
    for task in state.agenda:
        if task.work is Work.UNEARTH and SEAT_OF[task.piece] == seat:
            worth += _FIND
    for unit, changed in state.changes.items():
        if changed.statuses and SEAT_OF[unit] == seat:
            worth -= (_NUMB if changed.numb else _SITS if changed.sits else 0.0) * _WORTH[unit][hp[unit]]
    return worth


@lru_cache(maxsize=1 << 13)
def _pieces_worth(  # everything that it depends on, and nothing else
    field: BoardMap, start: int, at: bytes, hp: bytes, lures: int, sites: int
) -> float:
    """Return the worth of a seat's pieces and places; remembered, as most actions change one seat's.

    A unit counts more the nearer it is to its goals. Nearness counts instead of distance, because one more
    unit must never be a loss.
    """
    near = _nearest(field, lures)
    worth, closeness = 0.0, 0
    for number, cell in enumerate(at):
        if cell != OFF:
            worth += _WORTH[start + number][hp[number]]
            if number < FIRST_CASTLE:
                closeness += _FAR - near[cell]
    worth += _PULL * closeness
    if sites:
        near = _nearest(field, sites)
        leads = (cell for cell in at[FIRST_GENERAL:FIRST_CASTLE] if cell != OFF)
        worth += _DIG_PULL * sum(_FAR - near[cell] for cell in leads)
    return worth


def _reward(target: int) -> float:
    """Return the worth of killing a piece (DW-12.4, DW-17.3)."""
    if IS_GENERAL[target]:
        return _MERIT + _COIN
    return 2 * _MERIT + _COIN if IS_CASTLE[target] else 0.0


def _soldiers_in(state: State, seat: int, cell: int) -> int:
    return sum(IS_SOLDIER[unit] and SEAT_OF[unit] == seat for unit in state.stand.hosts.get(cell, ()))


def _sites(state: State) -> int:
    """Return the cells that hide tokens (DW-3.6)."""
    found = 0
    for cell, tokens in state.tokens.sites:
        if tokens:
            found |= 1 << cell
    return found


def _lures(state: State, seat: int) -> int:
    """Return the cells that attract a seat's units: others' castles, or without any, others' units."""
    return state.stand.foe_castles[seat] or state.stand.foes[seat]


@lru_cache(maxsize=1 << 12)
def _nearest(field: BoardMap, lures: int) -> bytes:
    """Return each cell's distance to the nearest of some cells."""
    rows = [field.distances[cell] for cell in cells_in(lures)]
    return bytes(min(column) for column in zip(*rows, strict=True)) if rows else bytes(len(field.cells))
