"""Xiaoguo, a skill of Yuejin of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    discarded,
    held,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Xiaoguo(Stepwise):
    """In another's end phase, for a basic card: it discards an equipment or takes one damage."""

    name = "xiaoguo"
    moments = ("phase_end",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a hand."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a basic card."""
        basics = any(card_of(card).kind is Kind.BASIC for card in held(state, seat))
        return not is_own(firing, "seat", seat) and basics

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, let the other choose."""
        whom = doing.whom("seat")
        match doing.at:
            case 0:
                basics = [card for card in held(state, doing.seat) if card_of(card).kind is Kind.BASIC]
                return doing.then(state, doing.choose(basics, kind="discard"))
            case 1:
                state = discarded(state, came)
                above = lost(state, doing.seat, came)
                worn = [card for card in cards_of(state, whom) if card_of(card).kind.is_equipment]
                if not worn:
                    return instead(state, *above, Damage(whom, 1, doing.seat))
                return doing.then(state, *above, doing.choose(worn, 0, by=whom))
            case 2 if came:
                state = discarded(state, came)
                return instead(state, *lost(state, whom, came))
        return instead(state, Damage(whom, 1, doing.seat))
