"""Huyuan, a skill of Caohong of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Huyuan(Stepwise):
    """The owner lays an equipment before a player, then discards a card near that player.

    The card's player is at distance 1 from that player.
    """

    name = "huyuan"
    names = wording(en="Huyuan", vi="Hộ Viện", ja="護援")
    text = wording(
        en="In the end phase lay an equipment before a player, then discard a card of one beside it.",
        vi=(
            "Giai đoạn kết thúc, đặt một trang bị trước một người rồi bỏ một lá của người ở khoảng cách "
            "một với họ."
        ),
        ja="終了フェイズに装備を1人の前に置き、その距離1の人のカードを1枚捨てさせる。",
    )
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's end phase, if the owner has an equipment that a player lacks."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which equipment."""
        return use.ask(state, use.choose(self._cards(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose the player who gets it."""
        return use.ask(state, use.choose(lacking(state, card, alive(state))), self.laid, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Lay the equipment there; ask the owner whose card is discarded."""
        seat = use.seat
        state, above = laid_before(state, card, whom)
        near = [
            one
            for one in alive(state, seat)
            if one != whom and distance(state, whom, one) == 1 and cards_of(state, one)
        ]
        if not near:
            return instead(state, *above)
        return use.ask(state, use.offer(near).after(*above), self.robbed, card)

    def robbed(self, use: SkillUse, state: State, whom: Seat | None, card: CardId) -> FrameStep:
        """Discard one card of that player."""
        del card  # journals of the first edition keep it here
        if whom is None:
            return done(state)
        return instead(state, Robbing(use.seat, whom, places=("hand", "equipment")))

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        return [
            card
            for card in cards_of(state, seat)
            if card_of(card).kind.is_equipment and lacking(state, card, alive(state))
        ]
