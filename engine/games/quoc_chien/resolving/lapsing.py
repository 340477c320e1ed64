"""The end of effects that depend on a lost skill: hidden, removed, changed, taken, or no longer lent."""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.state import SEATS, State, health_of, own, put, tabletop
from engine.games.quoc_chien.resolving.dying import Dying, Failing
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.zones.zones import Pile

WOUNDS, GUISES = "wounds", "guises"


def lapsed(state: State, stack: tuple[StackFrame, ...]) -> FrameStep | None:
    """Return the frames after a seat has lost a skill that it needs to keep something.

    Without Buqu its wounds are discarded, and without health it is dying at once (QC-3.1, QC-6.1). Without
    Huashen it loses the skills of its guises. None: no seat has lost such a skill.
    """
    if not any(_kept()(state.zones.held)):
        return None
    for seat in state.seats:
        wounds = state.zones.known(own(seat, WOUNDS))
        if wounds and seat not in state.out and not has(state, seat, "buqu"):
            dying = any(isinstance(frame, Dying) and frame.seat == seat for frame in stack)
            falls = health_of(state, seat) <= 0 and not dying
            return FrameStep(discarded(state, wounds), (Failing(seat, None),) if falls else ())
        borrowed = guises_of(state, seat)
        if borrowed and not has(state, seat, "huashen"):
            return FrameStep(guised(state, seat, ()))
    return None


def guises_of(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the skills that a seat has from the generals that it keeps aside."""
    if state.zones.is_empty(own(seat, GUISES)):
        return ()
    found = (what for what, _ in state.counters.of_one(seat) if what.startswith(Family.GUISE))
    return tuple(what.removeprefix(Family.GUISE) for what in found)


def guised(state: State, seat: Seat, skills: tuple[str, ...]) -> State:
    """Return the state where these are a seat's only skills from its guises."""
    for name in guises_of(state, seat):
        state = put(put(state, seat, Family.GUISE.of(name), 0), seat, Family.GIVEN.of(name), 0)
    for name in skills:
        state = put(put(state, seat, Family.GUISE.of(name), 1), seat, Family.GIVEN.of(name), 1)
    return state


@cache
def _kept() -> Callable[[tuple[Pile, ...]], tuple[Pile, ...]]:
    """Return a function that takes the piles that depend on a skill out of the zones."""
    index = tabletop().index
    return itemgetter(*(index[own(seat, place)] for seat in SEATS for place in (WOUNDS, GUISES)))
