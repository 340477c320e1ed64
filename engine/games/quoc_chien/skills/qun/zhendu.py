"""Zhendu, a skill of Hetaihou of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, held, put
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Zhendu(Stepwise):
    """At the start of another's play phase the owner may discard a hand card.

    That player then counts as having drunk wine, and takes one damage.
    """

    name = "zhendu"
    names = wording(en="Zhendu", vi="Chẫm Độc", ja="鴆毒")
    text = wording(
        en="As another's play phase begins, for a hand card: it has drunk Wine, and takes one damage.",
        vi=(
            "Đầu giai đoạn ra bài của người khác, bỏ một lá trên tay: họ coi như đã uống Tửu và nhận một "
            "sát thương."
        ),
        ja="ほかの人の使用フェイズの初めに手札1枚を捨て、その人は酒を飲んだことになり1ダメージを受ける。",
    )
    moments = (Moment.PHASE_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True if the owner has a hand card."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the hand card."""
        return use.ask(state, use.pay(held(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Give the player the wine's effect, and one damage."""
        whom = use.seat_of("seat")
        state, above = thrown(state, use.seat, cards)
        state = put(counted(state, whom, Count.DRUNK), whom, Count.JIU, 1)
        return instead(state, *above, Damage(whom, 1, use.seat))
