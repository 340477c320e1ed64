"""Wuxin, a skill of Lord Zhangjiao of Qun."""

from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    State,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import followers
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Wuxin(Stepwise):
    """Orders the top cards, as many as its kingdom has players, heavenly soldiers counted."""

    name = "wuxin"
    moments = (Moment.PHASE_DRAW,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Look."""
        return use.ask(state, Peeking(DECK, followers(state, use.seat), use.seat), self.looked)

    def looked(self, use: SkillUse, state: State, seen: tuple[CardId, ...]) -> FrameStep:
        """Choose the order."""
        choice = use.choose_some(seen, len(seen), len(seen), secret=True, in_order=True)
        return use.ask(state, choice, self.ordered)

    def ordered(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Lay them so."""
        for card in reversed(cards):
            state = altered(state, zones=state.zones.moved(card, DECK))
        return done(state)
