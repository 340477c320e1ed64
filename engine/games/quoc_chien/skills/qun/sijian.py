"""Sijian, a skill of Tianfeng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.skills.doing import DiscardsOfAnother
from engine.kit.resolving.moments import Firing


@known
class Sijian(DiscardsOfAnother):
    """After losing the last hand card the owner discards another player's card."""

    name = "sijian"
    names = wording(en="Sijian", vi="Tử Gián", ja="死諫")
    text = wording(
        en="After losing your last hand card, discard a card of another.",
        vi="Sau khi mất lá cuối trên tay, bỏ một lá của người khác.",
        ja="最後の手札を失うと、ほかの人のカードを1枚捨てさせる。",
    )
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a hand card was lost and the hand is empty."""
        last = bool(firing.fact("hand")) and not held(state, seat)
        return last and super().ready(game, state, firing, seat)
