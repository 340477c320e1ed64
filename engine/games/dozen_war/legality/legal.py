"""Generation of all legal actions. Action values are made once a game and shared."""

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter

from engine.games.dozen_war.actions.actions import (
    Accept,
    Action,
    Attack,
    Block,
    Dig,
    EndTurn,
    Move,
    Place,
    Revive,
    Warp,
)
from engine.games.dozen_war.combat.combat import guards
from engine.games.dozen_war.content.rules import REVIVAL_COINS, Rules
from engine.games.dozen_war.ground.reach import may_attack, range_from, targets_in, victims
from engine.games.dozen_war.ground.seat_position import SeatPosition
from engine.games.dozen_war.ground.tokens import dig_sites, may_dig
from engine.games.dozen_war.ground.ways import destinations, free_castles, in_hand, steps_of, warpable
from engine.games.dozen_war.phases.duel import placings
from engine.games.dozen_war.position.field import bits, numbers_of
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_ARCHER, IS_GENERAL, MOVE_OF, SEAT_PIECES
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.resolving.chance import settling_actions
from engine.games.dozen_war.using.usable import legal_uses

PICKS_MAX = 1 << 14
"""The most picks that are remembered, by the mask of their cells; some 10 MB when full."""

_END_TURN, _ACCEPT = EndTurn(), Accept()


Pick = Callable[[tuple[Move, ...]], tuple[Move, ...]]
"""Takes some moves out of a row."""


def _pick(goals: int) -> Pick:
    cells = numbers_of(goals)
    if len(cells) > 1:
        return itemgetter(*cells)
    return itemgetter(slice(cells[0], cells[0] + 1) if cells else slice(0))  # still a row, however short


@dataclass(frozen=True, eq=False)
class ActionTable:
    """The action values already made, by numbers.

    To make them again would cost more than to look them up.
    """

    rules: Rules
    """The board, names, readings and content of the match."""
    moves: dict[int, tuple[Move, ...]] = field(default_factory=dict)
    """Each unit's moves to all cells, by unit; a move's place in the row is the number of its cell."""
    picks: dict[int, Pick] = field(default_factory=dict)
    """The functions that take the moves to some cells out of a row, by these cells as bits."""
    attacks: dict[tuple[int, int, int | None], Attack] = field(default_factory=dict)
    """The attacks by unit, target and second victim."""
    digs: dict[tuple[int, int], tuple[Dig, ...]] = field(default_factory=dict)
    """The digs by general, and by the cells as bits."""

    def moves_to(self, piece: int, goals: int) -> tuple[Move, ...]:
        """Return a piece's moves to a mask of cells."""
        return self.pick(goals)(self.moves_of(piece))

    def pick(self, goals: int) -> Pick:
        """Return a function that takes a piece's moves to a mask of cells out of its row.

        It's remembered, because units of all players and positions have the same few masks.
        """
        pick = self.picks.get(goals)
        if pick is None:
            if len(self.picks) >= PICKS_MAX:
                self.picks.clear()
            pick = self.picks[goals] = _pick(goals)
        return pick

    def moves_of(self, piece: int) -> tuple[Move, ...]:
        """Return a piece's row: its moves to all cells."""
        row = self.moves.get(piece)
        if row is None:
            name = self.rules.roster.ids[piece]
            row = self.moves[piece] = tuple(Move(name, cell) for cell in self.rules.field.cells)
        return row

    def digs_at(self, piece: int, sites: int) -> tuple[Dig, ...]:
        """Return a general's digs at a mask of cells."""
        key = (piece, sites)
        digs = self.digs.get(key)
        if digs is None:
            name, cells = self.rules.roster.ids[piece], self.rules.field.cells
            digs = self.digs[key] = tuple(Dig(name, cells[cell]) for cell in bits(sites))
        return digs

    def attack(self, piece: int, target: int, splash: int | None) -> Attack:
        """Return an attack."""
        key = (piece, target, splash)
        made = self.attacks.get(key)
        if made is None:
            ids = self.rules.roster.ids
            second = None if splash is None else ids[splash]
            made = self.attacks[key] = Attack(ids[piece], ids[target], second)
        return made


def legal_actions(table: ActionTable, state: State) -> list[Action]:
    """Return every legal action: moves and attacks by piece, warps, revivals, last the end of the turn."""
    if state.phase is Phase.OVER:
        return []
    if state.agenda:
        return settling_actions(table.rules, state)
    if state.phase is Phase.PLACING:
        return placing_actions(table.rules, state)
    if state.stack:
        ids = table.rules.roster.ids
        found: list[Action] = [Block(ids[unit]) for unit in guards(table.rules, state, state.stack[-1])]
        found.extend(legal_uses(table.rules, state))
        found.append(_ACCEPT)
        return found
    scene = SeatPosition(table.rules, state, state.turn)
    found = board_actions(table, state, scene)
    if state.skills or state.cards.hands[state.turn]:
        found += legal_uses(table.rules, state, scene)
    found.append(_END_TURN)
    return found


def board_actions(table: ActionTable, state: State, scene: SeatPosition | None = None) -> list[Action]:
    """Return the actions of the active player's pieces: all but skills, cards and the turn's end."""
    scene = scene or SeatPosition(table.rules, state, state.turn)
    found = _unit_actions(table, scene)
    rules, seat = table.rules, state.turn
    ids, cells = rules.roster.ids, rules.field.cells
    tokens = state.tokens
    if tokens.sites or tokens.dropped:
        sites, around = tokens.buried, rules.field.around
        for piece in scene.leaders:
            # a glance at the surroundings, before the full rules
            if (tokens.dropped or sites & around[state.at[piece]]) and may_dig(state, piece):
                found += table.digs_at(piece, dig_sites(rules, state, piece))
    if state.warp_open and state.stand.units[seat] >> rules.field.volcano & 1:
        found.extend(
            Warp(ids[piece]) for piece in state.stand.on_board[seat] if warpable(rules, state, piece)
        )
    if state.scores.coins[seat] >= REVIVAL_COINS:
        slots = free_castles(rules, state, seat)
        for piece in bits(state.generals & SEAT_PIECES[seat]) if slots else ():
            if state.at[piece] == OFF:
                found.extend(Revive(ids[piece], cells[cell]) for cell in bits(slots))
    return found


def _unit_actions(table: ActionTable, scene: SeatPosition) -> list[Action]:
    """Return moves and attacks, unit by unit."""
    rules, state, (soldiers, generals) = table.rules, scene.state, scene.ways
    found: list[Action] = []
    at, moved, changes, foes = state.at, state.done.moved & SEAT_PIECES[scene.seat], state.changes, scene.foes
    around, rows, picks, volleys = (
        rules.field.around,
        table.moves,
        table.picks,
        rules.volleys(state.obstacles),
    )
    afoot = (soldiers.open | soldiers.peaks, generals.open)
    for piece in scene.waiting:
        cell = at[piece]
        near = around[cell]
        if piece in changes:
            if steps_of(state, piece):
                found += table.moves_to(piece, destinations(rules, state, piece, scene.ways_of(piece)))
            if may_attack(state, piece):
                _add_attacks(table, state, piece, range_from(rules, state, piece, cell) & foes, found)
            continue
        if not moved or not moved >> piece & 1:
            # one step isn't worth a call: most moves have one
            goals = (
                near & afoot[IS_GENERAL[piece]]
                if MOVE_OF[piece] == 1
                else destinations(rules, state, piece, scene.ways_of(piece))
            )
            if goals:
                pick = picks.get(goals) or table.pick(goals)
                found += pick(rows.get(piece) or table.moves_of(piece))
        in_reach = foes & (volleys[cell] if IS_ARCHER[piece] else near)
        if in_reach:
            _add_attacks(table, state, piece, in_reach, found)
    return found


def _add_attacks(table: ActionTable, state: State, piece: int, cells: int, found: list[Action]) -> None:
    rules = table.rules
    for target in targets_in(rules, state, piece, cells):
        second = victims(rules, state, piece, target)
        if second:
            found += [table.attack(piece, target, victim) for victim in second]
        else:
            found.append(table.attack(piece, target, None))


def placing_actions(rules: Rules, state: State) -> list[Action]:
    """Return every way to place a unit before the match (DW-16.4; in a duel DW-20)."""
    if rules.field.is_duel:
        return [*placings(rules, state)]
    slots = free_castles(rules, state, state.turn)
    return [
        Place(rules.roster.ids[piece], rules.field.cells[cell])
        for piece in in_hand(state, state.turn)
        for cell in bits(slots)
    ]
