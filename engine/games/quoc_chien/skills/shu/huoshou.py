"""Huoshou, a skill of Menghuo of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Huoshou(Shunning):
    """Barbarians don't affect the owner."""

    name = "huoshou"
    names = wording(en="Huoshou", vi="Họa Thủ", ja="禍首")
    text = wording(
        en="Nanman Ruqin doesn't affect you; of others' you are the source.",
        vi="Nam Man Nhập Xâm vô hiệu với bạn; của người khác thì coi như do bạn gây ra.",
        ja="南蛮入侵は効かず、ほかの人のものは自分が与えたことになる。",
    )

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for Barbarians."""
        return name == "nanman-ruqin"
