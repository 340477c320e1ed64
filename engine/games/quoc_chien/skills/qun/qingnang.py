"""Qingnang, a skill of Huatuo of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Qingnang(Stepwise):
    """Once: for a hand card a wounded player heals one."""

    name = "qingnang"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card, and somebody wounded."""
        return bool(held(state, seat)) and any(is_wounded(state, one) for one in alive(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(one for one in alive(state) if is_wounded(state, one)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(held(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Heal."""
        state, above = thrown(state, use.seat, cards)
        return instead(state, *above, Healing(whom, 1, use.seat))
