"""Fenxun, a skill of Dingfeng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of, put
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Fenxun(Stepwise):
    """Once a phase, for a card, one player is at distance 1 in this turn."""

    name = "fenxun"
    names = wording(en="Fenxun", vi="Phấn Tấn", ja="奮迅")
    text = wording(
        en="For a card, one player is at distance one this turn.",
        vi="Bỏ một lá, một người ở khoảng cách một trong lượt này.",
        ja="1枚捨てて、この手番は1人までの距離が1になる。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a card."""
        return bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which player."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the card that pays."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Put the chosen player at distance 1 for this turn."""
        state, above = thrown(state, use.seat, cards)
        return instead(put(state, use.seat, Family.NEAR.of(whom), 1), *above)

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return one for the player who was named."""
        return 1 if state.counters[seat, Family.NEAR.of(other)] else None
