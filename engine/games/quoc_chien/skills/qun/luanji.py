"""Luanji, a skill of Yuanshao of Qun."""

from collections.abc import Iterator
from itertools import combinations

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held, suit_of


@known
class Luanji(Skill):
    """Two hand cards of one suit count as Arrows."""

    name = "luanji"
    names = wording(en="Luanji", vi="Loạn Kích", ja="乱撃")
    text = wording(
        en="Two hand cards of one suit count as Wanjian Qifa.",
        vi="Hai lá cùng chất trên tay dùng như Vạn Tiễn Tề Phát.",
        ja="同じスートの手札2枚は万箭斉発として使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the pairs, each as Arrows."""
        if wanted == "wanjian-qifa" and playing:
            for one, other in combinations(held(state, seat), 2):
                if suit_of(state, seat, one) == suit_of(state, seat, other):
                    yield (one, other), wanted
