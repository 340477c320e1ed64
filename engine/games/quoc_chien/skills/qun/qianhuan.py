"""Qianhuan, a skill of Yuji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit, card_of, names
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, DISCARDS, State, own
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, untargeted
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Qianhuan(Stepwise):
    """After damage to the kingdom the owner lays a card of a new suit aside as an illusion.

    Spending an illusion calls off a card that names one player of the kingdom.
    """

    name = "qianhuan"
    names = wording(en="Qianhuan", vi="Thiên Huyễn", ja="千幻")
    text = wording(
        en=(
            "After damage to your kingdom lay the top card aside as an illusion of a new suit; one calls "
            "a card on one of your kingdom off."
        ),
        vi=(
            "Sau khi thế lực bạn nhận sát thương, đặt lá trên cùng làm ảo ảnh khác chất; bỏ một ảo ảnh "
            "để hủy lá chỉ nhắm một người cùng thế lực."
        ),
        ja=(
            "自勢力がダメージを受けた後、スートの違う山札の上を幻として置く。"
            "幻1枚で自勢力1人へのカードを無効にする。"
        ),
    )
    moments = (Moment.DAMAGED, Moment.TARGETED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after damage to the kingdom, or when a card names one of its players alone.

        The card must be a basic card or a trick.
        """
        illusions = state.zones.count(own(seat, "illusions"))
        if firing.moment == Moment.DAMAGED:
            victim = firing.seat_of("victim")
            return illusions < len(Suit) and self._is_ours(state, seat, victim) and victim not in state.out
        using = nearest(state, Using)
        if using is None or len(using.targets) != 1 or names()[using.name].kind.is_equipment:
            return False
        return illusions > 0 and self._is_ours(state, seat, using.targets[0])

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn up a card, or ask which illusion to spend."""
        illusions = own(use.seat, "illusions")
        if use.moment == Moment.DAMAGED:
            return use.ask(state, Drawing(DECK, illusions, refill=DISCARDS), self.turned_up)
        return use.ask(state, use.choose(state.zones.known(illusions)), self.spent)

    def turned_up(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Keep the card as an illusion, unless one of its suit lies there already."""
        suits = [card_of(card).suit for card in state.zones.known(own(use.seat, "illusions"))]
        return done(discarded(state, cards) if len(set(suits)) < len(suits) else state)

    def spent(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Call the named card off."""
        return done(untargeted(discarded(state, (card,)), use.seat_of("target")))

    def _is_ours(self, state: State, seat: Seat, whom: Seat) -> bool:
        return whom == seat or are_friends(state, seat, whom)
