"""Wusheng, a skill of Guanyu of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.skill import Converted
from engine.games.quoc_chien.position.state import State, cards_of
from engine.games.quoc_chien.skills.kinds import RedAs


@known
class Wusheng(RedAs):
    """Red cards count as Slashes."""

    name = "wusheng"
    names = wording(en="Wusheng", vi="Võ Thánh", ja="武聖")
    text = wording(
        en="Red cards count as Slashes.",
        vi="Lá đỏ dùng như Sát.",
        ja="赤のカードは殺として使える。",
    )
    wanted = "sha"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the red cards, or all cards if Shouyue holds, each as a Slash."""
        if wanted == "sha" and is_led(state, seat):
            return (((card,), wanted) for card in cards_of(state, seat))
        return RedAs.converts(self, state, seat, wanted, playing=playing)
