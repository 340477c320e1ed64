"""Jieyin, a skill of Sunshangxiang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, gender_of, held, is_wounded
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class Jieyin(Stepwise):
    """Once a phase, for two hand cards, the owner and a wounded male recover one health each."""

    name = "jieyin"
    names = wording(en="Jieyin", vi="Kết Nhân", ja="結姻")
    text = wording(
        en="Discard two hand cards: you and a wounded male recover one each.",
        vi="Bỏ hai lá trên tay: bạn và một tướng nam bị thương mỗi người hồi một sinh lực.",
        ja="手札2枚を捨て、自分と負傷した男性が1ずつ回復する。",
    )
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """Tell whether the owner has two hand cards and there is a wounded male."""
        return len(held(state, seat)) > 1 and bool(self._males(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the wounded male."""
        return use.ask(state, use.choose(self._males(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the two cards."""
        return use.ask(state, use.pay(held(state, use.seat), 2, 2), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Give both players one health."""
        return after_discarding(state, use.seat, cards, Healing(use.seat), Healing(whom))

    def _males(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if is_wounded(state, one) and gender_of(state, one) == "male"]
