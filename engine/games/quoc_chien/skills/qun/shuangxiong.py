"""Shuangxiong, a skill of Yanliangwenchou of Qun."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Converted, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    held,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Shuangxiong(Stepwise):
    """Instead of drawing judges and takes the card; cards of the other colour count as duels in this turn."""

    name = "shuangxiong"
    moments = (Moment.PHASE_DRAW,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, Count.NO_DRAW]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge instead of drawing."""
        judging = Judging(use.seat, self.name)
        return use.ask(put(state, use.seat, Count.NO_DRAW, 1), judging, self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Take the card, remember the colour (1 red, 2 black)."""
        if found is None:
            return done(state)
        if state.zones.is_in(found.card, DISCARDS):
            state = taken(state, found.card, use.seat)
        return done(put(state, use.seat, Count.SHUANGXIONG, 1 if found.suit.is_red else 2))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield cards of the other colour."""
        colour = state.counters[seat, Count.SHUANGXIONG]
        if wanted == "juedou" and playing and colour:
            for card in held(state, seat):
                if (suit_of(state, seat, card) in ("H", "D")) != (colour == 1):
                    yield (card,), wanted
