"""Shangyi, a skill of Jiangqin of Wu."""

from collections.abc import Iterable
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    general_in,
    held,
    hidden,
    is_red,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.zones.box import CardId


class ShangyiSight(IntEnum):
    """What is looked at; players choose by the number."""

    HAND = 1
    GENERALS = 2


@known
class Shangyi(Stepwise):
    """Once: shows another its hand, then sees that one's (1) and discards a black card, or generals (2)."""

    name = "shangyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand, and somebody with something to see."""
        return bool(held(state, seat)) and bool(self._others(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(self._others(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Show it the hand; choose what to see."""
        state = _seen(state, held(state, use.seat), whom)
        has_both = {ShangyiSight.HAND: held(state, whom), ShangyiSight.GENERALS: hidden(state, whom)}
        return use.ask(state, use.choose(way for way, some in has_both.items() if some), self.seen, whom)

    def seen(self, use: SkillUse, state: State, sight: ShangyiSight, whom: Seat) -> FrameStep:
        """See it; of a hand choose a black card."""
        if sight is ShangyiSight.GENERALS:
            slugs = [str(general_in(state, whom, place)) for place in hidden(state, whom)]
            return done(_seen(state, slugs, use.seat))
        state = _seen(state, held(state, whom), use.seat)
        black = [card for card in held(state, whom) if not is_red(state, whom, card)]
        choice = use.choose(black, kind="discard", secret=True)
        return use.ask(state, choice, self.picked, whom) if black else done(state)

    def picked(self, use: SkillUse, state: State, card: CardId, whom: Seat) -> FrameStep:
        """Discard it."""
        state, above = thrown(state, whom, (card,))
        return instead(state, *above)

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if held(state, one) or hidden(state, one)]


def _seen(state: State, cards: Iterable[str], by: Seat) -> State:
    zones = state.zones
    for card in cards:
        zones = zones.shown(str(card), (by,))
    return altered(state, zones=zones)
