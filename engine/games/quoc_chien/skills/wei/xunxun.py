"""Xunxun, a skill of Lidian of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DECK, State, put
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Xunxun(InDrawPhase):
    """Instead of drawing, the owner takes two of the top four cards; the others go under the deck."""

    name = "xunxun"
    names = wording(en="Xunxun", vi="Tuân Tuân", ja="恂恂")
    text = wording(
        en="Instead of drawing see the top four, keep two, the others go to the bottom.",
        vi="Thay vì rút, xem bốn lá trên cùng, giữ hai, còn lại xuống đáy.",
        ja="引く代わりに山札の上4枚を見て2枚得、残りを下に置く。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Show the four cards to the owner."""
        state = put(state, use.seat, Count.NO_DRAW, 1)
        return use.ask(state, Peeking(DECK, 4, use.seat), self.looked)

    def looked(self, use: SkillUse, state: State, seen: tuple[CardId, ...]) -> FrameStep:
        """Ask the owner for two of them."""
        choice = use.choose_some(seen, min(2, len(seen)), 2, secret=True)
        return use.ask(state, choice, self.chosen, *seen)

    def chosen(self, use: SkillUse, state: State, cards: tuple[CardId, ...], *seen: CardId) -> FrameStep:
        """Give these two to the owner, and lay the others under the deck."""
        for card in seen:
            if card in cards:
                state = taken(state, card, use.seat)
            else:
                state = altered(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)
