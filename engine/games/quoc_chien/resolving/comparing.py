"""Comparing points: two players lay a hand card each at the same time; the higher rank wins, a tie loses."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.playing import lost
from engine.kit.changed import altered
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import Giving


@dataclass(frozen=True, slots=True)
class Comparing(Giving[bool]):
    """A seat compares points with another. The result says whether it won."""

    seat: Seat
    """The seat whose skill it is; to win it needs the higher rank."""
    other: Seat
    """The seat that it compares with."""
    laid: tuple[str, ...] = ()
    """Both cards, the first seat's first; empty until both are laid."""

    def run(
        self, game: QuocRules, state: State, came: tuple[tuple[Seat, tuple[str, ...]], ...] | None
    ) -> FrameStep:
        """Ask both players for a card, let skills change the points, and compare."""
        del game
        if self.laid:
            mine, theirs = (
                card_of(card).rank + state.counters[seat, Count.COMPARE]
                for seat, card in zip((self.seat, self.other), self.laid, strict=True)
            )
            return done(altered(state, counters=state.counters.without(what=Count.COMPARE)), mine > theirs)
        if came is None:
            each = tuple(
                Choosing(seat, "compare", tuple(map(str, held(state, seat))), secret=True)
                for seat in (self.seat, self.other)
            )
            return then(state, self, ChoosingTogether(each))
        laid = {seat: str(chosen[0]) for seat, chosen in came}
        state = discarded(state, laid.values())
        facts = (("seat", str(self.seat)), ("other", str(self.other)))
        after = altered(self, laid=(laid[self.seat], laid[self.other]))
        gone = [frame for seat, card in laid.items() for frame in lost(state, seat, (card,))]
        return then(state, after, *gone, Firing(Moment.COMPARING, facts, self.seat))


COMPARING_FRAMES: tuple[type[StackFrame], ...] = (Comparing,)
