"""Rounds, income and the end of the match (DW-12, DW-14.1, DW-17)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.decisions import Outcome
from engine.core.ids import RuleId
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import holder_of_all, maps_of
from engine.games.dozen_war.ground.ways import has_room, ways
from engine.games.dozen_war.phases import duel
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.holdings import Omens, Task, Work, draws
from engine.games.dozen_war.position.marks import after_round, after_turn
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    FIRST_GENERAL,
    HP_MAX,
    IS_SOLDIER,
    SEAT_OF,
    SEAT_PIECES,
    SLOTS,
    castle_arm,
    castles_of,
    soldiers_of,
)
from engine.games.dozen_war.position.state import DoneThisTurn, Phase, State, altered

LAST_ROUND = 11
LAST_EVENT = 7
WARP_ROUND = 3
WARP_EVENTS = 3
KILL_MERIT, RAZED_MERIT, MAP_MERIT = 1, 2, 1
"""The merit of a killed general, of a destroyed castle and of a map piece (DW-17.3)."""


def is_out(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a player has left or is eliminated (DW-17.4; in a duel the general fell, DW-20)."""
    if state.history.left >> seat & 1:
        return True
    if rules.field.is_duel:
        return duel.has_fallen(state, seat)
    if rules.options.elimination == "off":
        return False
    return not (state.stand.units[seat] | state.stand.castles[seat])


def with_last_left(rules: Rules, state: State) -> State:
    """Return the position; it is over when a player holds all map pieces or at most one player is left."""
    if rules.field.is_duel:
        return duel.judged(state)
    if state.tokens.carried and state.phase is Phase.PLAYING and holder_of_all(state) is not None:
        return altered(state, phase=Phase.OVER, stack=(), agenda=())
    if state.phase is not Phase.PLAYING or (rules.options.elimination == "off" and not state.history.left):
        return state
    stand = state.stand
    here = (stand.units[seat] | stand.castles[seat] for seat in state.order)
    if not state.history.left and all(here):  # the usual case
        return state
    left = [seat for seat in state.order if not is_out(rules, state, seat)]
    if len(left) <= 1:
        return altered(state, phase=Phase.OVER, stack=(), agenda=())
    if rules.options.none_left == "shared" and len(left) < len(state.order):
        out = sum(1 << seat for seat in state.order if seat not in left)
        return altered(state, history=altered(state.history, out=out)) if out != state.history.out else state
    return state


def turn_ended(rules: Rules, state: State) -> State:
    """Return the position after the active player ends the turn; a round's end may leave tasks."""
    if state.marks:
        state = altered(state, marks=after_turn(state.marks, SEAT_OF, state.turn))
    if rules.field.is_duel:
        state = duel.turn_idled(state)
    later = state.order[state.order.index(state.turn) + 1 :]
    for seat in later:
        if not is_out(rules, state, seat):
            return _turn_begun(state, seat)
    return _round_ended(rules, state)


def outcome(rules: Rules, state: State) -> Outcome | None:
    """Return how the match ended, or None while it runs."""
    if state.phase is not Phase.OVER:
        return None
    if rules.field.is_duel:
        return duel.outcome(rules, state)
    names = rules.roster.seats
    holder = holder_of_all(state)
    if holder is not None:
        return Outcome((names[holder],), RuleId("DW-13.3"), "five_maps")
    left = [seat for seat in state.order if not is_out(rules, state, seat)]
    if not left:
        last = [seat for seat in state.order if not (state.history.out | state.history.left) >> seat & 1]
        shared = last if rules.options.none_left == "shared" else []
        return Outcome(tuple(names[seat] for seat in shared), RuleId("DW-17.4"), "none_left")
    if len(left) <= 1:
        return Outcome(tuple(names[seat] for seat in left), RuleId("DW-17.4"), "last_left")
    standings = {seat: _standing(rules, state, seat) for seat in left}
    best = max(standings.values())
    winners = [seat for seat in left if standings[seat] == best]
    beaten = max((one for one in standings.values() if one != best), default=())
    return Outcome(tuple(names[seat] for seat in winners), RuleId("DW-17.3"), _deciding(best, beaten))


def _deciding(best: tuple[int, ...], beaten: tuple[int, ...]) -> str:
    """Return the winning criterion of the best standing: merit, or the first tie-breaker that differs."""
    by = next((at for at, (one, other) in enumerate(zip(best, beaten, strict=False)) if one != other), 0)
    return _APART[by]


def merit(state: State, seat: int) -> int:
    """Return a player's merit, of killed generals, destroyed castles and map pieces (DW-17.3)."""
    scores = state.scores
    fought = KILL_MERIT * scores.kills[seat] + RAZED_MERIT * scores.razed[seat]
    return fought + MAP_MERIT * maps_of(state, seat)


def warp_is_due(rules: Rules, round_number: int, events: int) -> bool:
    """Tell whether the warp is open by this round (DW-14.1)."""
    if rules.options.warp_opens == "round 3":
        return round_number >= WARP_ROUND
    return events >= WARP_EVENTS


def _standing(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """Return a player's rank: merit, then the tie-breakers of DW-17.3."""
    if rules.options.tie == "shared":
        return (merit(state, seat),)
    on_board = state.stand.on_board[seat]
    soldiers = sum(IS_SOLDIER[unit] for unit in on_board)
    castles = sum(state.at[castle] != OFF for castle in castles_of(seat))
    return merit(state, seat), castles, len(on_board) - soldiers, soldiers


_APART = ("merit", "merit_castles", "merit_generals", "merit_soldiers")


def _turn_begun(state: State, seat: int) -> State:
    rested = ~SEAT_PIECES[seat]
    # the limit of defend skills is by the opponent's turn (DW-9.2), so it is reset too
    done = DoneThisTurn(moved=state.done.moved & rested, acted=state.done.acted & rested)
    return altered(state, turn=seat, done=done)


def _round_ended(rules: Rules, state: State) -> State:
    """Return the position after a round, mostly with an event to open (DW-15.1, `event_time`)."""
    if rules.field.is_duel:  # no income, and no event
        rested = altered(state, round=state.round + 1, marks=after_round(state.marks))
        return _turn_begun(rested, state.order[0])
    if state.round < 2:
        return round_begun(rules, state)
    faded = altered(state, omens=_faded(state.omens), marks=after_round(state.marks))
    if rules.options.event_time == "after income":
        return round_begun(rules, faded)
    refreshed = altered(faded, history=altered(faded.history, spent=0))
    if refreshed.omens.deck:
        return altered(refreshed, agenda=(Task(Work.EVENT), Task(Work.ROUND)))
    return round_begun(rules, altered(refreshed, events=state.events + 1))


def _faded(omens: Omens) -> Omens:
    return replace(omens, in_force=()) if omens.in_force else omens


def round_begun(rules: Rules, state: State) -> State:
    """Return the position at the start of the next round, or of a match that is over (DW-17.1, DW-17.3)."""
    counted = rules.options.merit_after == "7 events" and state.events >= LAST_EVENT
    if counted or state.round >= LAST_ROUND:
        return altered(state, phase=Phase.OVER, agenda=())
    begun = with_warp(rules, altered(state, round=state.round + 1))
    begun = _with_income(rules, begun)
    first = next(seat for seat in begun.order if not is_out(rules, begun, seat))
    if rules.options.event_time == "after income":
        begun = _event_begun(rules, begun)
    return _turn_begun(begun, first)


def _event_begun(rules: Rules, state: State) -> State:
    """Return the position in the event phase before a round's turns: skills are refreshed (DW-9.5, 15.1)."""
    refreshed = altered(state, history=altered(state.history, spent=0))
    if refreshed.omens.deck:
        return altered(refreshed, agenda=(*refreshed.agenda, Task(Work.EVENT)))
    return with_warp(rules, altered(refreshed, events=state.events + 1))


def with_warp(rules: Rules, state: State) -> State:
    """Return the position with the warp open, if it is due (DW-14.1)."""
    if state.warp_open or not warp_is_due(rules, state.round, state.events):
        return state
    return altered(state, warp_open=True, obstacles=state.obstacles & ~(1 << rules.field.volcano))


def _with_income(rules: Rules, state: State) -> State:
    """Return the position after income: coins, and from castles soldiers and cards (DW-17.1, DW-4.2)."""
    coins = list(state.scores.coins)
    for seat in state.order:
        if not is_out(rules, state, seat):
            coins[seat] += 1
    paid = altered(state, scores=altered(state.scores, coins=tuple(coins)))
    tasks: tuple[Task, ...] = ()
    for seat in paid.order:
        if paid.history.left >> seat & 1:
            continue
        standing = [castle for castle in castles_of(seat) if paid.at[castle] != OFF]
        for castle in standing:
            paid = recruited(rules, paid, castle)
        if standing and (paid.cards.pile or paid.cards.used):
            tasks += draws(seat, len(standing))
    return altered(paid, agenda=(*paid.agenda, *tasks)) if tasks else paid


def recruited(rules: Rules, state: State, castle: int) -> State:
    """Return the position after a castle gave a soldier of its kind, if there's one and room (DW-4.2)."""
    seat = castle // SLOTS
    free = [piece for piece in soldiers_of(seat, castle_arm(castle)) if state.at[piece] == OFF]
    cell = _recruit_cell(rules, state, castle)
    if not free or cell is None:
        return state
    at, hp = bytearray(state.at), bytearray(state.hp)
    at[free[0]], hp[free[0]] = cell, HP_MAX[free[0]]
    return altered(
        state,
        at=bytes(at),
        hp=bytes(hp),
        done=altered(
            state.done, moved=state.done.moved & ~(1 << free[0]), acted=state.done.acted & ~(1 << free[0])
        ),
    )


def _recruit_cell(rules: Rules, state: State, castle: int) -> int | None:
    seat, home = castle // SLOTS, state.at[castle]
    if has_room(state, seat * SLOTS, home):
        return home
    if rules.options.castle_full == "lost":
        return None
    beside = rules.field.around[home] & ways(rules, state, seat)[0].open
    return next(bits(beside), None)


def standard_pieces(order: tuple[int, ...], deal: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return each piece with the castle where it starts: a soldier and a general each (DW-16.4)."""
    places = {}
    for seat in order:
        for number, castle in enumerate(castles_of(seat)):
            places[soldiers_of(seat, castle_arm(castle))[0]] = castle
            places[seat * SLOTS + FIRST_GENERAL + deal[seat][number]] = castle
    return places
