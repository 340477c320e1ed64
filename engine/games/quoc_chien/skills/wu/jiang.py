"""Jiang, a skill of Sunce of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.moments import Firing


@known
class Jiang(Draws):
    """The owner draws a card when using a duel or a red Slash, and when such a card names the owner."""

    name = "jiang"
    names = wording(en="Jiang", vi="Khích Ngang", ja="激昂")
    text = wording(
        en="Using a duel or a red Slash, or named by one, draw one.",
        vi="Dùng Quyết Đấu hoặc Sát đỏ, hay bị chỉ bởi chúng, rút một lá.",
        ja="決闘か赤の殺を使うか対象になると1枚引く。",
    )
    moments = (Moment.USING, Moment.TARGETED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when such a card is the owner's, or names the owner."""
        red = firing.fact("name") in SLASHES and firing.fact("colour") == "red"
        mine = is_own(firing, "user" if firing.moment == Moment.USING else "target", seat)
        return mine and (red or firing.fact("name") == "juedou")
