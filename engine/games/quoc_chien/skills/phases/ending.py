"""Skills at the end of phases and turns."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    cards_of,
    discarded,
    held,
    taken,
    turned_over,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import known
from engine.kit.resolving.frames import Step, done, instead


@known
class Jushou(Stepwise):
    """Draws three and turns over in the own end phase."""

    name = "jushou"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Do it."""
        return instead(turned_over(state, doing.seat), drawing(doing.seat, 3))


@known
class Biyue(Stepwise):
    """Draws one in the own end phase."""

    name = "biyue"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw."""
        return instead(state, drawing(doing.seat, 1))


@known
class Xiaoguo(Stepwise):
    """In another's end phase, for a basic card: it discards an equipment or takes one damage."""

    name = "xiaoguo"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a basic card."""
        basics = any(card_of(card).kind is Kind.BASIC for card in held(state, seat))
        return not is_own(firing, "seat", seat) and basics

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
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


@known
class Guzheng(Stepwise):
    """At the end of another's discard phase returns one of the discarded cards and takes the others."""

    name = "guzheng"
    moments = ("after_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another discarded in its phase."""
        whom = Seat(str(firing.fact("seat")))
        return whom != seat and whom not in state.out and bool(state.counters[whom, "turn:discarded"])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which goes back."""
        whom = doing.whom("seat")
        if doing.at == 0:
            top = state.zones.known(DISCARDS)[: state.counters[whom, "turn:discarded"]]
            return doing.then(state, doing.choose(map(str, top)), kept=tuple(map(str, top)))
        for card in doing.kept:
            state = taken(state, str(card), whom if card in came else doing.seat)
        return done(state)
