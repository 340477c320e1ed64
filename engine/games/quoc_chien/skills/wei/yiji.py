"""Yiji, a skill of Guojia of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Yiji(AfterDamage):
    """For each point of damage the owner looks at the top two cards and hands them out."""

    name = "yiji"
    names = wording(en="Yiji", vi="Di Kế", ja="遺計")
    text = wording(
        en="For each point of damage, see the top two cards and give them to any players.",
        vi="Mỗi điểm sát thương nhận vào, xem hai lá trên cùng và chia cho bất kỳ ai.",
        ja="受けたダメージ1につき山札の上2枚を見て、誰にでも配る。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw two cards for each point of damage."""
        return use.ask(state, drawing(use.seat, 2 * int(use.fact("amount"))), self.drew)

    def drew(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Begin with the first card."""
        return use.first(state, (), self.next_card, *cards)

    def next_card(self, use: SkillUse, state: State, *cards: CardId) -> FrameStep:
        """Ask the owner who gets the next card."""
        return (
            use.ask(state, use.choose(alive(state, use.seat)), self.given, *cards) if cards else done(state)
        )

    def given(self, use: SkillUse, state: State, whom: Seat, card: CardId, *rest: CardId) -> FrameStep:
        """Give the card to that player, or let the owner keep it."""
        state = state if whom == use.seat else taken(state, card, whom)
        return use.first(state, (), self.next_card, *rest)
