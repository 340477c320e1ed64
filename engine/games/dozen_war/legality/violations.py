"""Why an action is refused: every broken rule, with its facts. Empty exactly for legal actions."""

from collections.abc import Iterator

from engine.core.decisions import Violation, broken
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
from engine.games.dozen_war.content.rules import REVIVAL_COINS, Rules
from engine.games.dozen_war.ground.reach import blockers, can_block
from engine.games.dozen_war.ground.tokens import dig_faults, turn_over
from engine.games.dozen_war.ground.ways import free_castles, goes_nowhere, has_room
from engine.games.dozen_war.legality.broken_attacks import attack_faults
from engine.games.dozen_war.legality.broken_moves import held_faults, move_faults
from engine.games.dozen_war.phases.duel import placing_faults
from engine.games.dozen_war.phases.rounds import outcome
from engine.games.dozen_war.position.marks import HOLDING, NUMBING
from engine.games.dozen_war.position.masks import OFF, SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF, seat_label
from engine.games.dozen_war.position.state import Phase, State
from engine.games.dozen_war.resolving.chance import SETTLING, settling_faults
from engine.games.dozen_war.using.broken_uses import use_faults


def violations(rules: Rules, state: State, action: Action) -> tuple[Violation, ...]:
    """Return all rules an action breaks."""
    if state.phase is Phase.OVER:
        ended = outcome(rules, state)
        return (broken("DW-17.3" if ended is None else ended.rule, "match_over"),)
    if isinstance(action, SETTLING):
        return tuple(settling_faults(rules, state, action))
    return (*_at_the_wrong_time(rules, state, action), *_faults(rules, state, action))


def _at_the_wrong_time(rules: Rules, state: State, action: Action) -> Iterator[Violation]:
    yield from settling_faults(rules, state, action)
    if state.agenda and not isinstance(action, Place):
        return
    if isinstance(action, Place):
        if state.phase is not Phase.PLACING:
            yield broken("DW-20" if rules.field.is_duel else "DW-16.4", "placing_is_over")
        return
    if state.phase is Phase.PLACING:
        rule = "DW-20" if rules.field.is_duel else "DW-16.4"
        yield broken(rule, "still_placing", seat=seat_label(rules.roster.seats[state.turn]))
    if isinstance(action, Block | Accept):
        if not state.stack:
            yield broken("DW-18.4", "nothing_to_answer")
    elif state.stack and not isinstance(action, Play | Skill):
        owner = SEAT_OF[state.stack[-1].target]
        yield broken("DW-18.4", "answer_first", seat=seat_label(rules.roster.seats[owner]))


def _faults(rules: Rules, state: State, action: Action) -> Iterator[Violation]:
    match action:
        case EndTurn() | Accept() | Assign() | Die() | Discard() | Draft() | Draw() | OpenEvent() | Unearth():
            return
        case Spill() | Take():
            return
        case Play() | Skill():
            if not state.agenda:
                yield from use_faults(rules, state, action)
            return
        case Block(name):
            yield from _block_faults(rules, state, rules.roster.index[name])
            return
    piece = rules.roster.index[action.piece]
    if not state.owns(piece):
        yield broken("DW-16.2", "not_in_match", piece=action.piece)
        return
    if SEAT_OF[piece] != state.turn:
        yield broken(
            "DW-17.1",
            "not_your_turn",
            piece=action.piece,
            owner=seat_label(rules.roster.seats[SEAT_OF[piece]]),
            turn=seat_label(rules.roster.seats[state.turn]),
        )
        yield broken("DW-18", "whose_turn", turn=seat_label(rules.roster.seats[state.turn]))
    match action:
        case Revive(_, at):
            yield from _revival_faults(rules, state, piece, rules.field.index[at])
            return
        case Place(_, at):
            faults = placing_faults if rules.field.is_duel else _placing_faults
            yield from faults(rules, state, piece, rules.field.index[at])
            return
    if state.at[piece] == OFF:
        yield _off_board(rules, piece)
        return
    match action:
        case Move(_, to):
            yield from move_faults(rules, state, piece, rules.field.index[to])
        case Attack(_, target, splash):
            index = rules.roster.index
            second = None if splash is None else index[splash]
            yield from attack_faults(rules, state, piece, index[target], second)
        case Warp():
            yield from _warp_faults(rules, state, piece)
        case Dig(_, at):
            yield from dig_faults(rules, state, piece, rules.field.index[at])


def _off_board(rules: Rules, piece: int) -> Violation:
    if IS_GENERAL[piece]:
        return broken("DW-8.3", "is_dead", piece=rules.roster.ids[piece])
    return broken("DW-18.2", "off_board", piece=rules.roster.ids[piece])


def _block_faults(rules: Rules, state: State, piece: int) -> Iterator[Violation]:
    name = rules.roster.ids[piece]
    if not state.owns(piece):
        yield broken("DW-16.2", "not_in_match", piece=name)
        return
    if not can_block(rules, state, piece):
        if IS_GENERAL[piece] and rules.options.general_block == "never":
            yield broken("DW-5.6", "generals_never_block", piece=name)
        elif state.changed(piece).numb:
            yield from held_faults(rules, state, piece, NUMBING)
        else:
            yield broken("DW-5.3", "not_infantry", piece=name)
    if state.at[piece] == OFF:
        yield _off_board(rules, piece)
        return
    if not state.stack:
        return
    if state.stack[-1].landed:
        yield broken("DW-18.4", "has_landed", piece=name)
    elif state.stack[-1].unguarded:
        yield broken("DW-5.3", "unguarded", piece=name)
    target = state.stack[-1].target
    if piece == target:
        yield broken("DW-5.3", "blocks_itself", piece=name)
    elif SEAT_OF[piece] != SEAT_OF[target]:
        yield broken("DW-5.3", "blocks_for_enemy", piece=name, target=rules.roster.ids[target])
    elif state.at[target] != OFF and piece not in blockers(rules, state, target):
        away = rules.field.distances[state.at[piece]][state.at[target]]
        if away > 1:
            yield broken(
                "DW-5.3", "too_far_to_block", piece=name, target=rules.roster.ids[target], distance=away
            )


def _revival_faults(rules: Rules, state: State, piece: int, cell: int) -> Iterator[Violation]:
    name, seat = rules.roster.ids[piece], SEAT_OF[piece]
    if not IS_GENERAL[piece]:
        yield broken("DW-8.3", "only_generals_return", piece=name)
        return
    if state.at[piece] != OFF:
        yield broken("DW-8.3", "is_alive", piece=name)
    if state.scores.coins[seat] < REVIVAL_COINS:
        for rule in ("DW-12.3", "DW-8.3"):
            yield broken(rule, "too_few_coins", coins=state.scores.coins[seat], needed=REVIVAL_COINS)
    if not free_castles(rules, state, seat):
        yield broken("DW-8.4", "no_free_castle", seat=seat_label(rules.roster.seats[seat]))
    yield from _castle_faults(rules, state, seat, cell, "DW-8.3")


def _castle_faults(rules: Rules, state: State, seat: int, cell: int, rule: str) -> Iterator[Violation]:
    """Yield why a general can't be put into a castle: it isn't the player's, or has no slot (DW-2.1)."""
    if free_castles(rules, state, seat) >> cell & 1:
        return
    yield broken(rule, "not_a_free_castle", cell=rules.field.cells[cell])
    if state.stand.generals >> cell & 1:
        yield broken("DW-2.1", "general_there", cell=rules.field.cells[cell])


def _placing_faults(rules: Rules, state: State, piece: int, cell: int) -> Iterator[Violation]:
    if state.at[piece] != OFF:
        yield broken("DW-16.4", "already_placed", piece=rules.roster.ids[piece])
    elif not state.hp[piece]:
        yield broken("DW-8.3", "is_dead", piece=rules.roster.ids[piece])
    yield from _castle_faults(rules, state, SEAT_OF[piece], cell, "DW-16.4")


def _warp_faults(rules: Rules, state: State, piece: int) -> Iterator[Violation]:
    name, seat, warp = rules.roster.ids[piece], SEAT_OF[piece], rules.field.volcano
    cell, stand = state.at[piece], state.stand
    if goes_nowhere(state, piece):
        yield turn_over(rules, state, piece)
    yield from held_faults(rules, state, piece, HOLDING)
    if not state.warp_open:
        yield broken("DW-14.1", "warp_closed")
    elif not stand.units[seat] >> warp & 1:
        yield broken("DW-14.2", "warp_not_held", seat=seat_label(rules.roster.seats[seat]))
    elif cell != warp and not has_room(state, piece, warp):
        if IS_GENERAL[piece]:
            yield broken("DW-2.1", "general_there", cell=rules.field.cells[warp])
        else:
            yield broken("DW-2.1", "full", cell=rules.field.cells[warp], soldiers=SOLDIERS_A_HEX)
    if not stand.castles[seat] >> cell & 1 or cell == warp:
        yield broken("DW-14.3", "not_in_castle", piece=name, cell=rules.field.cells[cell])
