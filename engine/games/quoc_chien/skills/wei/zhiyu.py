"""Zhiyu, a skill of Xunyou of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, held, is_red
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Zhiyu(AfterDamage):
    """The owner draws a card and shows the hand.

    If all cards are of one colour, the source of the damage discards one.
    """

    name = "zhiyu"
    names = wording(en="Zhiyu", vi="Trí Ngu", ja="智愚")
    text = wording(
        en="After damage draw one and show your hand: all of one colour, the source discards one.",
        vi="Sau khi nhận sát thương, rút một và cho xem bài trên tay: cùng màu thì người gây ra bỏ một lá.",
        ja="ダメージを受けると1枚引いて手札を見せ、一色なら相手が1枚捨てる。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one card."""
        return use.first(state, (drawing(use.seat, 1),), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Show the hand, and have the source discard a card if all have one colour."""
        hand, source = held(state, use.seat), use.seat_of("source")
        zones = state.zones
        for card in hand:
            zones = zones.shown(card, state.seats)
        state = altered(state, zones=zones)
        alike = len({is_red(state, use.seat, card) for card in hand}) == 1
        pays = alike and source not in ("", *state.out)
        return instead(state, Dropping(source, 1)) if pays else done(state)
