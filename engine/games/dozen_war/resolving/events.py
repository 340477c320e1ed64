"""What befalls players without anybody's choice: opened events, treasures and curses that were dug up.

DW-15, DW-13.5. Their effects are words of the pack's vocabulary; nobody answers them.
"""

from dataclasses import replace
from typing import Any, cast

from engine.games.dozen_war.actions.actions import DIE_FACES
from engine.games.dozen_war.combat.effects_in_play import worked
from engine.games.dozen_war.content import effects as words
from engine.games.dozen_war.content.effects import Effect
from engine.games.dozen_war.content.records import EventLasts, EventRecord, Hits, TokenRecord
from engine.games.dozen_war.content.terms import PLAYER, Role, Shown
from engine.games.dozen_war.phases.rounds import is_out, recruited, with_warp
from engine.games.dozen_war.position.holdings import FateCard, Omen, Task, Work, draws, fated, taken
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF, castle_arm, castles_of
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import State, altered
from engine.games.dozen_war.using.slots import Use
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
    if rules.options.event_time == "after income":  # else the round that begins opens it
        opened = with_warp(rules, opened)
    if rules.pack.events[slug].hits is Hits.DIE:
        return altered(opened, agenda=(Task(Work.EVENT_DIE, subject=FateCard(slug)), *opened.agenda))
    return _struck_by(rules, opened, slug, players_left(rules, opened))


def event_rolled(rules: Rules, state: State, task: Task, face: int) -> State:
    """Return the position after the die says whom an event hits.

    The faces go round the players who are left, in turn order, as often as they all fit; a face beyond that
    is rolled again.
    """
    seat = struck_seat(rules, state, face)
    if seat is None:
        return state
    return _struck_by(rules, altered(state, agenda=state.agenda[1:]), fated(task), (seat,))


def struck_seat(rules: Rules, state: State, face: int) -> int | None:
    """Return whom an event's die hits; None: it is rolled again."""
    left = players_left(rules, state)
    return None if face > DIE_FACES // len(left) * len(left) else left[(face - 1) % len(left)]


def fate_fulfilled(rules: Rules, state: State, task: Task) -> State:
    """Return the position after an event for a round has begun to act on a player, when the round has."""
    record = _record(rules, fated(task))
    return _befallen(rules, state, record, record.effects, seat=task.seat, user=-1)


def fate_rolled(rules: Rules, state: State, task: Task, face: int) -> State:
    """Return the position after the die of an event or token shows a face."""
    record = _record(rules, fated(task))
    done = altered(state, agenda=state.agenda[1:])
    for effect in record.effects:
        if isinstance(effect, words.Roll):
            for case in effect.cases:
                if face in case.faces:
                    return _befallen(rules, done, record, case.effects, seat=task.seat, user=task.piece)
    return done


def token_acted(rules: Rules, state: State, general: int, slug: str) -> State:
    """Return the position after a treasure or curse did what it does (DW-13.5)."""
    record = _record(rules, slug)
    return _befallen(rules, state, record, record.effects, seat=SEAT_OF[general], user=general)


def players_left(rules: Rules, state: State) -> tuple[int, ...]:
    """Return the seats that aren't out, in turn order."""
    return tuple(seat for seat in state.order if not is_out(rules, state, seat))


def _record(rules: Rules, slug: str) -> Fated:
    pack = rules.pack
    return pack.events.get(slug) or pack.treasures.get(slug) or pack.curses[slug]


def _struck_by(rules: Rules, state: State, slug: str, seats: tuple[int, ...]) -> State:
    """What acts once does so now; what changes a round waits until it has begun, for the recruits too."""
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
    # events and tokens have what the slots need of a skill's record; whom they hit is found before anything
    # happens, so that one effect can't change whom the next one hits
    use = with_every(rules, state, Use(cast("Any", record), seat, user, 0))
    tasks: tuple[Task, ...] = ()
    for effect in effects:
        match effect:
            case words.Damage(on, amount):
                state = _weakened(state, use, on, amount)
            case words.Recruit(arm, _, acts):
                state = _recruited(rules, state, seat, str(arm), acts=acts)
            case words.Draw(amount, player):
                for one in _players(use, player):
                    tasks += _hand_tasks(state, one, amount)
            case words.Roll():
                tasks += (Task(Work.FATE_DIE, seat=seat, piece=user, subject=FateCard(record.slug)),)
            case words.Reveal(Shown.TOKENS, of):
                tasks += tuple(Task(Work.PEEK, seat=seat, cell=cell) for cell in use.units(of))
            case _:
                state, _ = worked(rules, state, use, effect)
    return altered(state, agenda=(*tasks, *state.agenda)) if tasks else state


def _weakened(state: State, use: Use, role: Role, amount: int) -> State:
    """Units that lose HP to fate keep their last one."""
    hp = bytearray(state.hp)
    for unit in use.units(role):
        if state.at[unit] != OFF:
            hp[unit] = max(1, hp[unit] - amount)
    return altered(state, hp=bytes(hp))


def _players(use: Use, role: Role) -> tuple[int, ...]:
    return (use.seat,) if role == PLAYER else use.units(role)


def _hand_tasks(state: State, seat: int, amount: int) -> tuple[Task, ...]:
    if amount > 0:
        return draws(seat, amount)
    return (Task(Work.DISCARD, seat=seat, count=max(0, len(state.cards.hands[seat]) + amount)),)


def _recruited(rules: Rules, state: State, seat: int, arm: str, *, acts: bool) -> State:
    """A soldier from the castle of its kind, as income (DW-4.2)."""
    for castle in castles_of(seat):
        if castle_arm(castle) == arm and state.at[castle] != OFF:
            after = recruited(rules, state, castle)
            new = sum(1 << piece for piece, cell in enumerate(after.at) if cell != state.at[piece])
            waits = 0 if acts else new
            state = altered(after, moved=after.moved | waits, acted=after.acted | waits)
    return state
