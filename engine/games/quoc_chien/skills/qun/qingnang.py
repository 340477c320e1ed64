"""Qingnang, a skill of Huatuo of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, held, is_wounded
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class Qingnang(Stepwise):
    """Once a phase, for a hand card, a wounded player recovers one health."""

    name = "qingnang"
    names = wording(en="Qingnang", vi="Thanh Nang", ja="青嚢")
    text = wording(
        en="For a hand card, a wounded player recovers one.",
        vi="Bỏ một lá trên tay, một người bị thương hồi một.",
        ja="手札1枚を捨て、負傷した1人が1回復する。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card and a player is wounded."""
        return bool(held(state, seat)) and any(is_wounded(state, one) for one in alive(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the wounded player."""
        return use.ask(state, use.choose(one for one in alive(state) if is_wounded(state, one)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the hand card that pays."""
        return use.ask(state, use.pay(held(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Give the wounded player one health."""
        return after_discarding(state, use.seat, cards, Healing(whom, 1, use.seat))
