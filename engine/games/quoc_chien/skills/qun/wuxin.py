"""Wuxin, a skill of Lord Zhangjiao of Qun."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DECK, State
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import followers
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Wuxin(Stepwise):
    """The owner puts the top cards of the deck in an order.

    It's one card for each player of the kingdom and for each heavenly soldier.
    """

    name = "wuxin"
    names = wording(en="Wuxin", vi="Ngộ Tâm", ja="悟心")
    text = wording(
        en="Order as many top cards as your kingdom has players.",
        vi="Xếp lại số lá trên cùng bằng số người của thế lực bạn.",
        ja="自勢力の人数だけ山札の上を並べ替える。",
    )
    moments = (Moment.PHASE_DRAW,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Show the top cards to the owner."""
        return use.ask(state, Peeking(DECK, followers(state, use.seat), use.seat), self.looked)

    def looked(self, use: SkillUse, state: State, seen: tuple[CardId, ...]) -> FrameStep:
        """Ask the owner for their order."""
        choice = use.choose_some(seen, len(seen), len(seen), secret=True, in_order=True)
        return use.ask(state, choice, self.ordered)

    def ordered(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Lay the cards back in that order."""
        for card in reversed(cards):
            state = altered(state, zones=state.zones.moved(card, DECK))
        return done(state)
