"""Effects without a choice: opened events, and treasures and curses that were dug up.

DW-15, DW-13.5. Their effects are words of the pack's vocabulary; no answers to them are possible.
"""

from dataclasses import replace
from typing import cast

from engine.games.dozen_war.actions.written import DIE_FACES
from engine.games.dozen_war.content.effect import Effect
from engine.games.dozen_war.content.records import EventLasts, EventRecord, Hits, TokenRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.use import Record, Use
from engine.games.dozen_war.phases.rounds import is_out, with_warp
from engine.games.dozen_war.position.holdings import FateCard, Omen, Task, Work, fated, taken
from engine.games.dozen_war.position.roster import SEAT_OF
from engine.games.dozen_war.position.state import State, altered
from engine.games.dozen_war.using.targeting import with_every

Fated = EventRecord | TokenRecord


def event_opened(rules: Rules, state: State, slug: str) -> State:
    """Return the position after the top event card is opened (DW-15.1)."""
    omens = state.omens
    left = taken(omens.deck, slug)
    opened = altered(
        state,
        events=state.events + 1,
        omens=replace(omens, deck=left, fixed=omens.fixed and bool(left), opened=(*omens.opened, slug)),
    )
    if rules.options.event_time == "after income":  # else the next round opens it at its beginning
        opened = with_warp(rules, opened)
    if rules.pack.events[slug].hits is Hits.DIE:
        return altered(opened, agenda=(Task(Work.EVENT_DIE, subject=FateCard(slug)), *opened.agenda))
    return _struck_by(rules, opened, slug, players_left(rules, opened))


def event_rolled(rules: Rules, state: State, task: Task, face: int) -> State:
    """Return the position after the die has named the player that an event hits.

    The faces are dealt to the remaining players in turn order, each player getting the same number. A
    leftover face is rolled again.
    """
    seat = struck_seat(rules, state, face)
    if seat is None:
        return state
    return _struck_by(rules, altered(state, agenda=state.agenda[1:]), fated(task), (seat,))


def struck_seat(rules: Rules, state: State, face: int) -> int | None:
    """Return the seat that an event's die names; None: it is rolled again."""
    left = players_left(rules, state)
    return None if face > DIE_FACES // len(left) * len(left) else left[(face - 1) % len(left)]


def fate_fulfilled(rules: Rules, state: State, task: Task) -> State:
    """Return the position after a round's event begins to act on a player, once the round has begun."""
    record = _record(rules, fated(task))
    return _befallen(rules, state, record, record.effects, seat=task.seat, user=-1)


def fate_rolled(rules: Rules, state: State, task: Task, face: int) -> State:
    """Return the position after the die of an event or token shows a face."""
    record = _record(rules, fated(task))
    done = altered(state, agenda=state.agenda[1:])
    for effect in record.effects:
        rolled = effect.on_face(face)
        if rolled:
            return _befallen(rules, done, record, rolled, seat=task.seat, user=task.piece)
    return done


def token_acted(rules: Rules, state: State, general: int, slug: str) -> State:
    """Return the position after a treasure or curse has taken effect (DW-13.5)."""
    record = _record(rules, slug)
    return _befallen(rules, state, record, record.effects, seat=SEAT_OF[general], user=general)


def players_left(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the seats that aren't out, in turn order."""
    return tuple(seat for seat in state.order if not is_out(rules, state, seat))


def _record(rules: Rules, slug: str) -> Fated:
    pack = rules.pack
    return pack.events.get(slug) or pack.treasures.get(slug) or pack.curses[slug]


def _struck_by(rules: Rules, state: State, slug: str, seats: tuple[int, ...]) -> State:
    """Return the position after an event's effect; a change of a round waits until the round has begun."""
    record = rules.pack.events[slug]
    if record.lasts is EventLasts.ROUND:
        omens = replace(state.omens, in_force=(*state.omens.in_force, Omen(slug, seats)))
        waiting = tuple(Task(Work.FATE, seat=seat, subject=FateCard(slug)) for seat in seats)
        return altered(state, omens=omens, agenda=(*state.agenda, *waiting))
    for seat in seats:
        state = _befallen(rules, state, record, record.effects, seat=seat, user=-1)
    return state


def _befallen(
    rules: Rules, state: State, record: Fated, effects: tuple[Effect, ...], *, seat: int, user: int
) -> State:
    # Events and tokens have the parts of a skill's record that slots need. All their targets are found before
    # the first effect, so that one effect can't change the targets of the next.
    use = with_every(rules, state, Use(cast("Record", record), seat, user, 0))
    tasks: tuple[Task, ...] = ()
    for effect in effects:
        state, left = effect.befalls(rules, state, use)
        tasks += left
    return altered(state, agenda=(*tasks, *state.agenda)) if tasks else state
