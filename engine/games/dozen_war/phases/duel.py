"""The duel (DW-20): a general and five soldiers each on a board without obstacles; its opening and end."""

from collections.abc import Iterator

from engine.core.decisions import Outcome, Violation, broken
from engine.core.ids import RuleId
from engine.games.dozen_war.actions.actions import Place
from engine.games.dozen_war.arms import SOLDIER_ARMS, Arm, arm_label
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.ways import in_hand
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.holdings import Cards, Task, Work
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    DUEL_SOLDIERS,
    FIRST_GENERAL,
    HP_MAX,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SEAT_PIECES,
    SLOTS,
    soldiers_of,
)
from engine.games.dozen_war.position.state import Phase, State, altered, put

RULE = "DW-20"
IDLE_TURNS = 5
"""After this many turns in a row without an attack, the player who began loses (DW-20)."""
CARDS_DEALT = 5
"""How many cards each player is dealt; none is drawn later."""
ROUNDS_MAX = 9999
"""The most rounds of a saved duel. Rounds only count turns there."""


def opening(rules: Rules, plain: State, rolls: tuple[Task, ...]) -> State:
    """Return the whole opening of a duel.

    `rolls` are the dice that decide who begins, if dice do.

    Without fixed generals players choose everything; else the board's line-ups are put up.
    """
    dealt = Cards(pile=tuple(sorted(rules.pack.deck)) if rules.options.equipment == "on" else ())
    state = altered(plain, cards=dealt)
    if rules.options.generals != "fixed":
        nobody = bytes(len(plain.at))
        state = altered(state, phase=Phase.DRAFTING, at=bytes([OFF]) * len(plain.at), hp=nobody, generals=0)
    return altered(state, agenda=rolls) if rolls else order_known(rules, state)


def order_known(rules: Rules, state: State) -> State:
    """Return the position after the dice decided who begins: the other picks, draws and deploys first."""
    later_first = tuple(reversed(state.order))
    tasks: tuple[Task, ...] = ()
    if state.phase is Phase.DRAFTING:
        work = Work.DEAL if rules.options.generals == "random" else Work.DRAFT
        tasks += tuple(Task(work, seat=seat) for seat in later_first)
    if state.cards.pile:
        tasks += tuple(Task(Work.DRAW, seat=seat, count=CARDS_DEALT) for seat in later_first)
    if state.phase is Phase.DRAFTING:
        tasks += (Task(Work.DEPLOY),)
    return altered(state, agenda=tasks)


def deploying(rules: Rules, state: State) -> State:
    """Return the position for the next player to deploy; after the last one the first turn begins."""
    waiting = [seat for seat in reversed(state.order) if _has_to_deploy(rules, state, seat)]
    if not waiting:
        return altered(state, phase=Phase.PLAYING, turn=state.order[0])
    turn = state.turn if state.turn in waiting and state.phase is Phase.PLACING else waiting[0]
    return altered(state, phase=Phase.PLACING, turn=turn)


def left_to_deploy(state: State, seat: int) -> int:
    """Return how many units a player still has to put up, the general included."""
    soldiers = sum(IS_SOLDIER[unit] for unit in state.stand.on_board[seat])
    return len(in_hand(state, seat)) + DUEL_SOLDIERS - soldiers


def placings(rules: Rules, state: State) -> list[Place]:
    """Return the ways to place a unit for the deploying player. Any of the physical soldiers will do."""
    seat, ids, cells = state.turn, rules.roster.ids, rules.field.cells
    free = tuple(bits(_free_zone(rules, state, seat)))
    room = _army_room(rules, state, seat)
    pieces = [
        *in_hand(state, seat),
        *(
            piece
            for arm in SOLDIER_ARMS
            if room[arm] > 0
            for piece in soldiers_of(seat, arm)
            if state.at[piece] == OFF
        ),
    ]
    return [Place(ids[piece], cells[cell]) for piece in pieces for cell in free]


def placing_faults(rules: Rules, state: State, piece: int, cell: int) -> Iterator[Violation]:
    """Yield the violations of a unit's deployment on a cell."""
    seat, name = SEAT_OF[piece], rules.roster.ids[piece]
    if state.at[piece] != OFF:
        yield broken(RULE, "deployed_already", piece=name)
    elif IS_GENERAL[piece] and not state.hp[piece]:
        yield broken("DW-8.3", "is_dead", piece=name)
    elif IS_SOLDIER[piece] and _army_room(rules, state, seat)[ARM_OF[piece]] <= 0:
        yield broken(RULE, "army_complete", piece=name, arm=arm_label(ARM_OF[piece]))
    if not rules.field.deployments[seat].zone >> cell & 1:
        yield broken(RULE, "not_own_side", piece=name, cell=rules.field.cells[cell])
    elif not _free_zone(rules, state, seat) >> cell & 1:
        yield broken(RULE, "one_a_hex", cell=rules.field.cells[cell])


def placed(rules: Rules, state: State, piece: int, cell: int) -> State:
    """Return the position after a unit is deployed."""
    return deploying(
        rules,
        altered(
            state, at=put(state.at, piece, cell), hp=put(state.hp, piece, state.hp[piece] or HP_MAX[piece])
        ),
    )


def lineup(rules: Rules, order: tuple[int, ...], generals: dict[int, int]) -> dict[int, int]:
    """Return each piece of the board's line-ups with its cell; `generals` has a general for each seat."""
    places = {}
    for seat in order:
        side = rules.field.deployments[seat]
        places[seat * SLOTS + FIRST_GENERAL + generals[seat]] = side.general
        for arm, cells in zip(SOLDIER_ARMS, side.soldiers, strict=True):
            places.update(zip(soldiers_of(seat, arm), cells, strict=False))
    return places


def turn_idled(state: State) -> State:
    """Return the position at the end of a turn, with the first player's turns without an attack counted."""
    first = state.order[0]
    if state.turn != first:
        return state
    attacked = state.done.fought & SEAT_PIECES[first]
    return altered(state, history=altered(state.history, idle=0 if attacked else state.history.idle + 1))


def judged(state: State) -> State:
    """Return the position, over when a general is dead or the player who began has idled too long.

    The check waits until everything is resolved, because a falling general may take the other one with it.
    """
    if state.phase is not Phase.PLAYING or state.stack or state.agenda:
        return state
    if state.history.idle >= IDLE_TURNS or len(_standing(state)) < len(state.order):
        return altered(state, phase=Phase.OVER)
    return state


def has_fallen(state: State, seat: int) -> bool:
    """Tell whether a player's general is dead."""
    return state.phase in {Phase.PLAYING, Phase.OVER} and seat not in _standing(state)


def outcome(rules: Rules, state: State) -> Outcome:
    """Return how a duel that is over ended."""
    names, rule = rules.roster.seats, RuleId(RULE)
    standing = _standing(state)
    if len(standing) == 1:
        return Outcome((names[standing[0]],), rule, "general_fell")
    if standing:
        return Outcome(tuple(names[seat] for seat in state.order[1:]), rule, "idle")
    return Outcome(tuple(names[seat] for seat in state.order), rule, "both_fell")


def _standing(state: State) -> list[int]:
    """Return the seats whose general is on the board and whose player hasn't left."""
    return [
        seat
        for seat in state.order
        if state.stand.generals & state.stand.units[seat] and not state.history.left >> seat & 1
    ]


def _has_to_deploy(rules: Rules, state: State, seat: int) -> bool:
    return bool(in_hand(state, seat)) or any(room > 0 for room in _army_room(rules, state, seat).values())


def _free_zone(rules: Rules, state: State, seat: int) -> int:
    return rules.field.deployments[seat].zone & ~state.stand.units[seat]


def _army_room(rules: Rules, state: State, seat: int) -> dict[Arm, int]:
    """Return how many soldiers of each arm a player may still deploy."""
    there = [sum(state.at[piece] != OFF for piece in soldiers_of(seat, arm)) for arm in SOLDIER_ARMS]
    if rules.options.army == "free":
        return dict.fromkeys(SOLDIER_ARMS, DUEL_SOLDIERS - sum(there))
    wanted = [len(cells) for cells in rules.field.deployments[seat].soldiers]
    return {arm: want - have for arm, want, have in zip(SOLDIER_ARMS, wanted, there, strict=True)}
