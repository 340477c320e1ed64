"""Shensu, a skill of Xiahouyuan of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    put,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, instead


@known
class Shensu(Stepwise):
    """Skips judgment and drawing, or playing for an equipment, for a Slash each that reaches anybody."""

    name = "shensu"
    moments = ("before_judgment", "before_play")

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, with a card."""
        return is_own(firing, "seat", seat) and bool(cards_of(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, if they aren't skipped already."""
        if not is_own(firing, "seat", seat) or is_skipped(state, firing, seat):
            return False
        return firing.moment == "before_judgment" or any(
            card_of(card).kind.is_equipment for card in cards_of(state, seat)
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, skip, strike."""
        early = doing.fact("phase") == "judgment"
        others = list(map(str, alive(state, doing.seat, others=True)))
        match doing.at:
            case 0 if early:
                state = put(put(state, doing.seat, "turn:skip.judgment", 1), doing.seat, "turn:skip.draw", 1)
                return doing.again(state, doing.choose(others), at=2)
            case 0:
                worn = [card for card in cards_of(state, doing.seat) if card_of(card).kind.is_equipment]
                return doing.then(put(state, doing.seat, "turn:skip.play", 1), doing.choose(worn))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), doing.choose(others))
        return instead(state, Using(doing.seat, (), "sha", (Seat(came[0]),), free=True))
