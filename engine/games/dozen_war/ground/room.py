"""The cells with room for a unit, and the cells where aimed lines and paths end."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.decisions import Violation, broken
from engine.core.phrase import Fact
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import Through
from engine.games.dozen_war.ground.ways import Ways, barriers, foe_cells, ways
from engine.games.dozen_war.position.masks import OFF, SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import soldiers_of
from engine.games.dozen_war.position.state import State

_, _UNITS, _ALL = tuple(Through)


def landing(rules: Rules, state: State, seat: int, *, general: bool, climbs: bool) -> int:
    """Return the cells where a unit may be put."""
    return vacant(ways(rules, state, seat)[general], foe_cells(state, seat), climbs=climbs)


def vacant(way: Ways, foes: int, *, climbs: bool) -> int:
    """Return the cells with room for a unit that goes these ways."""
    open_cells = way.open & ~foes
    return open_cells | way.peaks if climbs else open_cells


def free_piece(state: State, seat: int, arm: Arm) -> int | None:
    """Return the lowest-numbered soldier of an arm that isn't on the board."""
    return next((piece for piece in soldiers_of(seat, arm) if state.at[piece] == OFF), None)


def stopping(state: State, through: Through) -> int:
    """Return the cells where a line ends."""
    if through is _ALL:
        return 0
    if through is _UNITS:
        return state.obstacles
    stand = state.stand
    return state.obstacles | stand.occupied | stand.standing


def barring(rules: Rules, state: State, seat: int, through: Through, *, general: bool) -> int:
    """Return the cells that a path of a seat's soldier or general doesn't pass."""
    if through is _ALL:
        return 0
    if through is _UNITS:
        return state.obstacles | state.stand.foe_castles[seat]
    return barriers(rules, state, seat, general=general).impassable


class Stander(NamedTuple):
    """A unit that has to stand somewhere."""

    name: Fact
    """The unit's id, or the name of its arm, for messages."""
    general: bool
    """It is a general."""
    climbs: bool
    """It may stand on a mountain (DW-3.2)."""


def place_faults(rules: Rules, state: State, seat: int, cell: int, stander: Stander) -> Iterator[Violation]:
    """Yield the reasons why a seat's unit can't be put on a cell, or end a move there."""
    stand, name = state.stand, rules.field.cells[cell]
    foes = any(stand.units[other] >> cell & 1 for other in state.foes(seat))
    if foes:
        yield broken("DW-2.3", "enemy_there", cell=name)
    if rules.options.castle_entry == "own" and stand.foe_castles[seat] >> cell & 1:
        yield broken("DW-4.6", "enemy_castle", cell=name)
    if state.obstacles >> cell & 1:
        if not stander.climbs:
            yield broken("DW-3.2", "cannot_climb", piece=stander.name, cell=name)
        elif cell == rules.field.volcano and rules.options.volcano_is_mountain == "off":
            yield broken("DW-1.2", "volcano_closed", cell=name)
        if stand.hosts.get(cell) and not foes:
            for rule in ("DW-2.4", "DW-3.2"):
                yield broken(rule, "mountain_taken", cell=name)
    elif rules.field.is_duel:
        if stand.units[seat] >> cell & 1:
            yield broken("DW-20", "one_a_hex", cell=name)
    elif not foes and (stand.generals if stander.general else stand.crowded) >> cell & 1:
        for rule in ("DW-2.1", "DW-2.2"):
            if stander.general:
                yield broken(rule, "general_there", cell=name)
            else:
                yield broken(rule, "full", cell=name, soldiers=SOLDIERS_A_HEX)
