"""A change of deputy: another general of its kingdom takes its place, face up."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import GENERALS, State, general, is_shown, own
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.zones.zones import Zones


def can_change(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a shown deputy and generals are left."""
    return is_shown(state, seat, "deputy") and not state.zones.is_empty(GENERALS)


@dataclass(frozen=True, slots=True)
class Changing(StackFrame):
    """A seat's deputy goes back among the generals; the first drawn of its kingdom takes its place."""

    seat: Seat
    """The seat whose deputy changes."""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Draw generals until one is of the kingdom."""
        del game
        old = general(state, self.seat, "deputy")
        if old is None or (came is None and not can_change(state, self.seat)):
            return done(state)
        dealt = own(self.seat, "dealt")
        if came is None:
            return then(state, self, Drawing(GENERALS, dealt, 1, self.seat))
        found = next((str(one) for one in came if generals()[str(one)].kingdom is old.kingdom), None)
        if found is None and came:
            return then(state, self, Drawing(GENERALS, dealt, 1, self.seat))
        zones: Zones = state.zones
        if found is not None:
            zones = zones.moved(old.head.slug, GENERALS, up=False).moved(
                found, own(self.seat, "deputy"), up=True
            )
        for card in zones.known(dealt):
            zones = zones.moved(card, GENERALS)
        return done(altered(state, zones=zones.shuffled(GENERALS)))


CHANGING_FRAMES: tuple[type[StackFrame], ...] = (Changing,)
