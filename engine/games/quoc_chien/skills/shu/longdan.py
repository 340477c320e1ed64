"""Longdan, a skill of Zhaoyun of Shu."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted, Skill
from engine.games.quoc_chien.position.state import State, held


@known
class Longdan(Skill):
    """Slashes count as Dodges, and Dodges as Slashes."""

    name = "longdan"
    names = wording(en="Longdan", vi="Long Đảm", ja="龍胆")
    text = wording(
        en="Slashes count as Dodges, Dodges as Slashes.",
        vi="Sát dùng như Thiểm, Thiểm dùng như Sát.",
        ja="殺を閃、閃を殺として使える。",
    )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield Slashes as Dodges and Dodges as Slashes."""
        if wanted == "shan" and not playing:
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name in SLASHES)
        if wanted == "sha":
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name == "shan")
