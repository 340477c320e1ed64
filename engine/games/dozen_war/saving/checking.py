"""The checks of a written position as a whole: units that carry map pieces or stand where none can."""

from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.ways import CLIMBS
from engine.games.dozen_war.position.masks import OFF, SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.position.state import State


def check_carriers(rules: Rules, state: State, carried: Entry | None) -> None:
    """Refuse map pieces on a unit that can't carry them (DW-13.2).

    Only a general on the board can.
    """
    for name, entry in ({} if carried is None else carried.mapping()).items():
        general = rules.roster.index[PieceId(name)]
        if not state.owns(general) or state.at[general] == OFF:
            raise entry.fault(f"expected a living general of this match to carry map pieces, found '{name}'")


def check_stacking(rules: Rules, state: State, pieces: Entry | None) -> None:
    """Refuse stacks that DW-2, DW-3.2 and DW-4.6 forbid, at the line of the piece that is too many."""
    given = {} if pieces is None else pieces.mapping()
    hosts: dict[int, list[int]] = {}
    castles = {state.at[castle]: castle for castle, _ in state.placed() if IS_CASTLE[castle]}
    for name, entry in given.items():
        piece = rules.roster.index[PieceId(name)]
        cell = state.at[piece]
        if cell == OFF:
            continue
        there = hosts.setdefault(cell, [])
        fault = _misfit(rules, state, piece, there, castles.get(cell))
        if fault:
            raise InputFault(f"{entry.file}:{entry.line}: {name}: at {rules.field.cells[cell]}: {fault}")
        there.append(piece)


def _misfit(rules: Rules, state: State, piece: int, there: list[int], castle: int | None) -> str:
    cell, seat = state.at[piece], SEAT_OF[piece]
    if state.obstacles >> cell & 1:
        if not CLIMBS[piece]:
            return "only an infantryman or archer stands on a mountain (DW-3.2)"
        if there:
            return "a mountain holds one soldier (DW-2.4)"
        if cell == rules.field.volcano and rules.options.volcano_is_mountain == "off":
            return "nobody stands on the volcano (option volcano_is_mountain: off)"
    if castle is not None and SEAT_OF[castle] != seat and rules.options.castle_entry == "own":
        return "an enemy castle stands there (DW-4.6)"
    if any(SEAT_OF[other] != seat for other in there):
        return "an enemy stands there (DW-5.2)"
    if there and rules.field.is_duel:
        return "a hex holds one unit (DW-20)"
    if IS_GENERAL[piece] and any(IS_GENERAL[other] for other in there):
        return "a hex holds one general (DW-2.1)"
    if IS_SOLDIER[piece] and sum(IS_SOLDIER[other] for other in there) >= SOLDIERS_A_HEX:
        return f"a hex holds {SOLDIERS_A_HEX} soldiers (DW-2.1)"
    return ""
