"""Zhijian, a skill of Erzhang of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    equipment_of,
    held,
    own,
)
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, instead


@known
class Zhijian(Stepwise):
    """Lays an equipment from hand before another, draws one."""

    name = "zhijian"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment that somebody lacks."""
        return bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which and before whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._cards(state, seat)))
            case 1:
                kind = card_of(came[0]).kind
                free = [
                    str(one)
                    for one in alive(state, seat, others=True)
                    if equipment_of(state, one, kind) is None
                ]
                return doing.again(state, doing.choose(free), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        zones = state.zones.moved(card, own(Seat(came[0]), "equipment"))
        state = altered(state, zones=zones)
        return instead(state, *lost(state, seat, (card,)), drawing(seat, 1))

    def _cards(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(card)
            for card in held(state, seat)
            if card_of(card).kind.is_equipment
            and any(equipment_of(state, one, card_of(card).kind) is None for one in others)
        ]
