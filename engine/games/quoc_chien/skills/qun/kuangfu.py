"""Kuangfu, a skill of Panfeng of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, instead


@known
class Kuangfu(Stepwise):
    """After an own Slash dealt damage takes an equipment of the victim, or discards it."""

    name = "kuangfu"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the victim has one."""
        victim = Seat(str(firing.fact("victim")))
        dealt = is_struck_by(firing, seat)
        return dealt and victim != seat and bool(equipped(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which; lay it before oneself (1) or discard it (2)."""
        seat, victim = doing.seat, doing.whom("victim")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, equipped(state, victim))))
            case 1:
                kind = card_of(came[0]).kind
                free = all(card_of(card).kind is not kind for card in equipped(state, seat))
                return doing.again(state, doing.choose((1, 2) if free else (2,)), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        to = own(seat, "equipment") if came[0] == 1 else DISCARDS
        return instead(moved(state, card, to), *lost(state, victim, (card,)))
