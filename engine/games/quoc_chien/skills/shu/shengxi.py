"""Shengxi, a skill of Jiangwanfeiyi of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.moments import Firing


@known
class Shengxi(Draws):
    """If the owner dealt no damage in the play phase, the owner draws two cards at its end."""

    name = "shengxi"
    names = wording(en="Shengxi", vi="Sinh Tức", ja="生息")
    text = wording(
        en="After a play phase without damage dealt, draw two.",
        vi="Sau giai đoạn ra bài không gây sát thương, rút hai lá.",
        ja="ダメージを与えずに使用フェイズを終えると2枚引く。",
    )
    moments = (Moment.AFTER_PLAY,)
    cards = 2

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after the owner's play phase, if it had no damage by the owner."""
        return is_own(firing, "seat", seat) and not state.counters[seat, Count.DEALT]
