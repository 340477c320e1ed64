"""Wendao, a skill of Lord Zhangjiao of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    cards_of,
    is_red,
    taken,
)
from engine.games.quoc_chien.resolving.playing import (
    lost,
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.zones.box import CardId

PEACE = "taiping-yaoshu.H3"


@known
class Wendao(Stepwise):
    """Once: for a red card takes the Way of Peace from the discards or from whoever wears it."""

    name = "wendao"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a red card, when it lies there."""
        return bool(self._red(state, seat)) and self._lies(state)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(self._red(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[str, ...]) -> FrameStep:
        """Discard it."""
        state, above = thrown(state, use.seat, cards)
        return use.first(state, above, self.regained)

    def regained(self, use: SkillUse, state: State) -> FrameStep:
        """Take the Way of Peace, if it still lies there."""
        zone = state.zones.zone_of(PEACE)
        if zone is None or not self._lies(state):
            return done(state)
        state = taken(state, PEACE, use.seat)
        return instead(state, *(() if zone.owner is None else lost(state, zone.owner, (PEACE,))))

    def _lies(self, state: State) -> bool:
        zone = state.zones.zone_of(PEACE)
        return zone is not None and (zone.name == DISCARDS or zone.name.endswith(".equipment"))

    def _red(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in cards_of(state, seat) if is_red(state, seat, card) and card != PEACE]
