"""Paoxiao, a skill of Zhangfei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.skill import ANY_NUMBER
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Paoxiao(ShownToHold):
    """The owner may use any number of Slashes in the play phase."""

    name = "paoxiao"
    names = wording(en="Paoxiao", vi="Bào Hao", ja="咆哮")
    text = wording(
        en="Use as many Slashes as you like.",
        vi="Không giới hạn số lá Sát.",
        ja="殺を何枚でも使える。",
    )
    must = False

    def slashes(self, state: State, seat: Seat) -> int:
        """Return a number larger than that of all cards."""
        return ANY_NUMBER

    def pierces(self, state: State, seat: Seat) -> bool:
        """Return True under a lord who leads the five tigers."""
        return is_led(state, seat)
