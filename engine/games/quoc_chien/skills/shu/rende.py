"""Rende, a skill of Liubei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, counted, held
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Rende(Stepwise):
    """The owner gives hand cards away. With the third card in a phase the owner recovers one health."""

    name = "rende"
    names = wording(en="Rende", vi="Nhân Đức", ja="仁徳")
    text = wording(
        en="Give hand cards to others; with the third in a phase recover one.",
        vi="Đưa bài trên tay cho người khác; lá thứ ba trong giai đoạn thì hồi một sinh lực.",
        ja="手札をほかの人に渡す。1フェイズに3枚目で体力1を回復する。",
    )

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player who gets the cards."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner which cards to give."""
        hand = held(state, use.seat)
        return use.ask(state, use.choose_some(hand, 1, len(hand)), self.given, whom)

    def given(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Give the cards; recover one health at the third."""
        seat = use.seat
        before = state.counters[seat, Count.GIVEN_AWAY]
        state = all_taken(state, cards, whom)
        state = counted(state, seat, Count.GIVEN_AWAY, len(cards))
        heals = before < 3 <= before + len(cards)  # the third
        return instead(state, *lost(state, seat, cards), *([Healing(seat)] if heals else []))
