"""The opening's generals and order of turns (DW-16.2, DW-16.3): by dice, picks, or a random deal."""

from dataclasses import replace

from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.phases import duel
from engine.games.dozen_war.position.holdings import RolledFaces, Task, Work, faces_rolled
from engine.games.dozen_war.position.roster import FIRST_GENERAL, HP_MAX, SLOTS, generals_of
from engine.games.dozen_war.position.state import Phase, State, altered

GENERALS_EACH = 3
"""The number of generals for each player (DW-16.2)."""


def draft_tasks(rules: Rules, order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the tasks before the generals are placed; for a duel, see `duel.order_known`."""
    if rules.options.generals == "random":
        return tuple(Task(Work.DEAL, seat=seat) for _ in range(GENERALS_EACH) for seat in order)
    return tuple(Task(Work.ROLL_DRAFT, seat=seat) for seat in order)


def order_tasks(rules: Rules, order: tuple[int, ...]) -> tuple[Task, ...]:
    """Return the dice to roll for the order of turns."""
    if rules.options.turn_order == "given":
        return ()
    return tuple(Task(Work.ROLL_ORDER, seat=seat) for seat in order)


def free_generals(state: State) -> tuple[str, ...]:
    """Return the generals that no player has."""
    owned = {slot for seat in state.order for slot in range(len(GENERALS)) if _owns(state, seat, slot)}
    return tuple(slug for slot, slug in enumerate(GENERALS) if slot not in owned)


def _owns(state: State, seat: int, slot: int) -> bool:
    return bool(state.generals >> generals_of(seat)[slot] & 1)


def rolled(rules: Rules, state: State, face: int) -> State:
    """Return the position after the open die shows a face.

    The agenda has one roll for each player. Players who tie roll again where it matters, and the new faces
    decide between them.
    """
    first, *rest = state.agenda
    rolls = [*rest, replace(first, count=0, subject=RolledFaces((*faces_rolled(first), face)))]
    if first.work is Work.ROLL_ORDER:
        by_seats = rules.options.dice_order == "seats"
        return _with_order(rules, altered(state, agenda=_owing(rolls, only_best=by_seats)))
    return _with_picks(altered(state, agenda=_owing(rolls, only_best=False)))


def _owing(rolls: list[Task], *, only_best: bool) -> tuple[Task, ...]:
    """Return the open rolls; once all are made, those of players who must roll again."""
    if not any(roll.count for roll in rolls):
        faces = [faces_rolled(roll) for roll in rolls]
        tied = {one for one in faces if faces.count(one) > 1 and (not only_best or one == max(faces))}
        rolls = [replace(roll, count=int(faces_rolled(roll) in tied)) for roll in rolls]
    return tuple(sorted(rolls, key=lambda roll: not roll.count))


def _with_picks(state: State) -> State:
    """Return the picks after every die is rolled: the highest picks first, three rounds in that order."""
    if state.agenda[0].count:
        return state
    ranked = sorted(state.agenda, key=faces_rolled, reverse=True)
    picks = tuple(Task(Work.DRAFT, seat=roll.seat) for _ in range(GENERALS_EACH) for roll in ranked)
    return altered(state, agenda=picks)


def _with_order(rules: Rules, state: State) -> State:
    """Return the order of turns by the dice: the highest begins, then the next (DW-16.3) or by seats."""
    if state.agenda[0].count:
        return state
    ranked = sorted(state.agenda, key=faces_rolled, reverse=True)
    order = tuple(roll.seat for roll in ranked)
    if rules.options.dice_order == "seats":
        start = state.order.index(order[0])
        order = state.order[start:] + state.order[:start]
    ordered = altered(state, order=order, turn=order[0], agenda=())
    return duel.order_known(rules, ordered) if rules.field.is_duel else _ready(ordered)


def drafted(rules: Rules, state: State, slug: str) -> State:
    """Return the position after a player picked a general, still to be placed."""
    task = state.agenda[0]
    piece = task.seat * SLOTS + FIRST_GENERAL + tuple(GENERALS).index(slug)
    hp = bytearray(state.hp)
    hp[piece] = HP_MAX[piece]
    after = altered(state, generals=state.generals | 1 << piece, hp=bytes(hp), agenda=state.agenda[1:])
    if after.agenda:
        return after
    after = altered(after, agenda=order_tasks(rules, after.order))
    return after if after.agenda else _ready(after)


dealt = drafted
"""The same for a deal by chance."""


def _ready(state: State) -> State:
    """Return the position with generals and order settled: place the generals, if there are any."""
    if state.phase is not Phase.DRAFTING:
        return state
    return altered(state, phase=Phase.PLACING, turn=state.order[0])
