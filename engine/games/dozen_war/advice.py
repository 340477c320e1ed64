"""All that one piece can do now, and why not elsewhere."""

from collections.abc import Iterator

from engine.core.game import Advice, Violation, WhyNot
from engine.core.ids import Cell, PieceId, RuleId
from engine.games.dozen_war.actions import Attack, Move
from engine.games.dozen_war.field import bits
from engine.games.dozen_war.legal import REVIVAL_COINS
from engine.games.dozen_war.reach import (
    Rules,
    Ways,
    blockers,
    destinations,
    range_from,
    targets,
    victims,
    warpable,
    ways,
)
from engine.games.dozen_war.roster import IS_CASTLE, IS_GENERAL, SEAT_OF, castle_arm
from engine.games.dozen_war.stand import OFF
from engine.games.dozen_war.state import Phase, State
from engine.games.dozen_war.texts import Catalogue
from engine.games.dozen_war.tokens import dig_sites, may_dig
from engine.games.dozen_war.views import seat_label
from engine.games.dozen_war.violations import violations

MOVE_HORIZON = 4
"""Hexes away up to which advice says why a unit can't move there."""
ATTACK_HORIZON = 5
"""Hexes away up to which advice says why a unit can't attack an enemy."""


def advice(rules: Rules, texts: Catalogue, state: State, name: PieceId) -> Advice:
    """Return the advice for a piece; terrain and strangers have none."""
    piece = rules.roster.index.get(name)
    if piece is None or not state.owns(piece):
        return Advice(name)
    note = _note(rules, texts, state, piece)
    if state.at[piece] == OFF:
        return Advice(name, note=note)
    threats = tuple(rules.roster.ids[foe] for foe in _threats(rules, state, piece))
    if IS_CASTLE[piece]:
        return Advice(name, threats=threats, note=note)
    cells = rules.field.cells
    in_range = tuple(cells[cell] for cell in bits(range_from(rules, state, piece, state.at[piece])))
    if not _may_act(state, piece):
        return Advice(name, range_cells=in_range, threats=threats, note=note)
    spent = bool(state.acted >> piece & 1)
    aims = () if spent else tuple(targets(rules, state, piece))
    ids = rules.roster.ids
    return Advice(
        piece=name,
        moves=_moves(rules, state, piece),
        attacks=tuple(ids[target] for target in aims),
        digs=_digs(rules, state, piece),
        range_cells=in_range,
        threats=threats,
        splash=tuple(
            (ids[target], tuple(ids[victim] for victim in second))
            for target in aims
            if (second := victims(rules, state, piece, target))
        ),
        why_not=_why_not(rules, texts, state, piece),
        note=note,
    )


def _may_act(state: State, piece: int) -> bool:
    return state.phase is Phase.PLAYING and not (state.stack or state.agenda) and SEAT_OF[piece] == state.turn


def _moves(rules: Rules, state: State, piece: int) -> tuple[Cell, ...]:
    """Where the piece may go, the warp point among them when it may warp."""
    if state.acted >> piece & 1:
        return ()
    goals = 0
    if not state.moved >> piece & 1:
        way = ways(rules, state, SEAT_OF[piece], general=IS_GENERAL[piece])
        goals = destinations(rules, state, piece, way)
    if warpable(rules, state, piece):
        goals |= 1 << rules.field.volcano
    return tuple(rules.field.cells[cell] for cell in bits(goals))


def _digs(rules: Rules, state: State, piece: int) -> tuple[Cell, ...]:
    if not IS_GENERAL[piece] or not may_dig(state, piece):
        return ()
    return tuple(rules.field.cells[cell] for cell in bits(dig_sites(rules, state, piece)))


def _threats(rules: Rules, state: State, piece: int) -> Iterator[int]:
    """Yield the enemies that could hit a piece in a turn of theirs, as things stand now."""
    cell = state.at[piece]
    for seat in state.foes(SEAT_OF[piece]):
        for_rank = {rank: ways(rules, state, seat, general=rank) for rank in (False, True)}
        for foe in state.stand.on_board[seat]:
            if rules.field.distances[state.at[foe]][cell] <= _THREAT_HORIZON and _could_hit(
                rules, state, foe, cell, for_rank[IS_GENERAL[foe]]
            ):
                yield foe


_THREAT_HORIZON = 5
"""Farther no unit hits in one turn: an archer steps once, at best onto a mountain, and shoots 4."""


def _could_hit(rules: Rules, state: State, foe: int, cell: int, way: Ways) -> bool:
    stands = destinations(rules, state, foe, way) | 1 << state.at[foe]
    return any(range_from(rules, state, foe, place) >> cell & 1 for place in bits(stands))


def _why_not(rules: Rules, texts: Catalogue, state: State, piece: int) -> tuple[WhyNot, ...]:
    """The reasons by rule, with all near hexes and enemies each rules out."""
    name, here = rules.roster.ids[piece], rules.field.distances[state.at[piece]]
    grouped: dict[tuple[RuleId, str], list[str]] = {}

    def note(found: tuple[Violation, ...], place: str) -> None:
        for one in found:
            text = texts.say(f"violations.{one.reason}.why", **dict(one.facts))
            grouped.setdefault((one.rule, text), []).append(place)

    for cell, distance in enumerate(here):
        if 0 < distance <= MOVE_HORIZON:
            to = rules.field.cells[cell]
            note(violations(rules, state, Move(name, to)), to)
    for target, cell in state.placed():
        if SEAT_OF[target] != SEAT_OF[piece] and here[cell] <= ATTACK_HORIZON:
            aim = rules.roster.ids[target]
            found = violations(rules, state, Attack(name, aim))
            note(tuple(one for one in found if one.reason != "name_splash"), aim)
    return tuple(WhyNot(rule, text, tuple(places)) for (rule, text), places in grouped.items())


def _note(rules: Rules, texts: Catalogue, state: State, piece: int) -> str:
    seat = SEAT_OF[piece]
    if state.phase is Phase.OVER:
        return texts.say("notes.over")
    if state.at[piece] == OFF:
        return _note_off_board(texts, state, piece)
    if IS_CASTLE[piece]:
        owner = seat_label(rules.roster.seats[seat])
        return texts.say("notes.castle", seat=owner, kind=castle_arm(piece).value)
    if state.stack:
        hit = state.stack[-1]
        if piece in blockers(rules, state, hit.target):
            return texts.say("notes.may_block", target=rules.roster.ids[hit.target])
        return texts.say("notes.others_answer", seat=seat_label(rules.roster.seats[SEAT_OF[hit.target]]))
    if seat != state.turn:
        return texts.say("notes.others_turn", seat=seat_label(rules.roster.seats[state.turn]))
    return texts.say("notes.ended") if state.acted >> piece & 1 else ""


def _note_off_board(texts: Catalogue, state: State, piece: int) -> str:
    if IS_GENERAL[piece] and state.hp[piece]:
        return texts.say("notes.to_place")
    if IS_GENERAL[piece]:
        return texts.say("notes.may_return", needed=REVIVAL_COINS)
    return texts.say("notes.off_board")
