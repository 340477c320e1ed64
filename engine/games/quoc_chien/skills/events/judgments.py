"""Skills at judgments: another card takes the place of the one turned up, or somebody takes it."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    alive,
    at_hand,
    cards_of,
    discarded,
    held,
    moved,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Guicai(Stepwise):
    """Replaces a judgment by a card of the own hand."""

    name = "guicai"
    moments = ("judging",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a hand card that may be played, or one that counts as such."""
        return bool(at_hand(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, and lay it there."""
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, at_hand(state, doing.seat))))
        old = state.zones.known(JUDGED)[0]
        gone = [card for card in came if card in held(state, doing.seat)]
        state = moved(discarded(state, (old,)), came[0], JUDGED)
        return instead(state, *lost(state, doing.seat, gone))


@known
class Guidao(Stepwise):
    """Swaps a judgment for a black card of the own."""

    name = "guidao"
    moments = ("judging",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a black card."""
        return bool(self._black(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, and swap."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(self._black(state, seat)))
        old = state.zones.known(JUDGED)[0]
        state = taken(state, old, seat)
        return instead(moved(state, came[0], JUDGED), *lost(state, seat, came))

    def _black(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if suit_of(state, seat, card) in ("S", "C")]


@known
class Tiandu(Stepwise):
    """Takes the card of the own judgment."""

    name = "tiandu"
    moments = ("judged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After an own judgment whose card still lies there."""
        return is_own(firing, "seat", seat) and bool(state.zones.known(JUDGED))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it."""
        for card in state.zones.known(JUDGED)[:1]:
            state = taken(state, card, doing.seat)
        return done(state)


@known
class Leiji(Stepwise):
    """When using a Dodge, another judges: spade is two thunder damage."""

    name = "leiji"
    moments = ("answered",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dodged."""
        return is_own(firing, "seat", seat) and firing.fact("name") == "shan"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose who judges."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, doing.seat))))
            case 1:
                return doing.again(state, Judging(Seat(came[0]), self.name), at=2, kept=tuple(came))
        whom = doing.kept_seat()
        struck = came is not None and came[0] == "S"
        return instead(state, *([Damage(whom, 2, doing.seat, THUNDER)] if struck else []))
