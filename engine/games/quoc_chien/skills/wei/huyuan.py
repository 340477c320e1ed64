"""Huyuan, a skill of Caohong of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Huyuan(Stepwise):
    """Lays an equipment before a player, then discards a card of one at distance 1 from it."""

    name = "huyuan"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, with an equipment that somebody lacks."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which, before whom, whose card goes."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._cards(state, seat)))
            case 1:
                return doing.then(state, doing.choose(_lacking(state, came[0])), kept=tuple(came))
            case 2:
                card, whom = str(doing.kept[0]), Seat(came[0])
                worn = card in equipped(state, seat)
                state = moved(state, card, own(whom, "equipment"))
                near = [
                    str(one)
                    for one in alive(state, seat)
                    if one != whom and distance(state, whom, one) == 1 and cards_of(state, one)
                ]
                above = () if worn and whom == seat else lost(state, seat, (card,))
                return doing.then(state, *above, doing.choose(near, 0)) if near else instead(state, *above)
            case 3 if came:
                return instead(state, Robbing(seat, Seat(came[0]), places=("hand", "equipment")))
        return done(state)

    def _cards(self, state: State, seat: Seat) -> list[str]:
        return [
            str(card)
            for card in cards_of(state, seat)
            if card_of(card).kind.is_equipment and _lacking(state, card)
        ]


def _lacking(state: State, card: str) -> list[str]:
    kind = card_of(card).kind
    return [str(one) for one in alive(state) if equipment_of(state, one, kind) is None]
