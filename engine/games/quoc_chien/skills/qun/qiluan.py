"""Qiluan, a skill of Hetaihou of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Draws
from engine.kit.resolving.moments import Firing


@known
class Qiluan(Draws):
    """Draws three at the end of the owner's turn, if the owner killed in it."""

    name = "qiluan"
    names = wording(en="Qiluan", vi="Thích Loạn", ja="戚乱")
    text = wording(
        en="After a turn with a kill of yours, draw three.",
        vi="Sau lượt mà bạn đã giết người, rút ba lá.",
        ja="人を倒した手番の後、3枚引く。",
    )
    moments = (Moment.TURN_ENDING,)
    cards = 3

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner killed a player in this turn."""
        return bool(state.counters[seat, Count.KILLED])
