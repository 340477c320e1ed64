"""Comparing points: two players lay a hand card each at the same time; the higher rank wins, a tie loses."""

from dataclasses import dataclass
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.state import discarded, held
from engine.kit.choosing.picking import Choosing, ChoosingTogether
from engine.kit.resolving.frames import Frame, Step, done, then


@dataclass(frozen=True, slots=True)
class Comparing(Frame):
    """A seat compares points with another; came to True if it won."""

    seat: Seat
    other: Seat

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Let both choose, then see."""
        del game
        if came is None:
            each = tuple(
                Choosing(seat, "compare", tuple(map(str, held(state, seat))), secret=True)
                for seat in (self.seat, self.other)
            )
            return then(state, self, ChoosingTogether(each))
        points = {}
        for seat, chosen in came:
            points[seat] = card_of(chosen[0]).rank
            state = discarded(state, chosen)
        return done(state, points[self.seat] > points[self.other])


COMPARING_FRAMES: tuple[type[Frame], ...] = (Comparing,)
