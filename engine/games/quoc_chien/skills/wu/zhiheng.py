"""Zhiheng, a skill of Sunquan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, cards_of, most_health
from engine.games.quoc_chien.resolving.playing import after_discarding, drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class Zhiheng(Stepwise):
    """Once a phase, the owner discards up to as many cards as the health limit, and draws as many."""

    name = "zhiheng"
    names = wording(en="Zhiheng", vi="Chế Hành", ja="制衡")
    text = wording(
        en="Discard up to as many as your health limit, draw as many.",
        vi="Bỏ tối đa bằng giới hạn sinh lực, rút bấy nhiêu lá.",
        ja="体力上限まで捨て、同じ数だけ引く。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a card."""
        return bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the cards."""
        most = most_health(state, use.seat)
        return use.ask(state, use.pay(cards_of(state, use.seat), 1, most), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard these cards, and draw as many."""
        return after_discarding(state, use.seat, cards, drawing(use.seat, len(cards)))
