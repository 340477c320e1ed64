"""Skills of the start phase."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    alive,
    discarded,
    health_of,
    held,
    is_wounded,
    most_health,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import known
from engine.kit.drawing import Peeking
from engine.kit.resolving.frames import Step, done, instead


@known
class Luoshen(Stepwise):
    """Judges again and again while black, and takes these cards."""

    name = "luoshen"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge; take black; ask whether to go on."""
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1:
                if came is None or came[0] not in ("S", "C"):
                    return done(state)
                if state.zones.is_in(came[2], DISCARDS):
                    state = taken(state, came[2], doing.seat)
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return doing.again(state, at=0)
        return done(state)


@known
class Guanxing(Stepwise):
    """Looks at the top cards and puts them back, on top or at the bottom."""

    name = "guanxing"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Look, then choose what stays on top, in order; the rest goes to the bottom, in order."""
        match doing.at:
            case 0:
                return doing.then(state, Peeking(DECK, min(5, len(alive(state))), doing.seat))
            case 1:
                seen = tuple(map(str, came))
                choice = replace(doing.choose(seen, 0, len(seen)), secret=True, in_order=True)
                return doing.again(state, choice, at=2, kept=seen)
            case 2:
                rest = tuple(str(one) for one in doing.kept if one not in came)
                choice = replace(doing.choose(rest, len(rest), len(rest)), secret=True, in_order=True)
                state = _on_top(state, tuple(map(str, came)))
                return doing.again(state, choice, at=3, kept=rest)
        for card in came:
            state = replace(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)


def _on_top(state: State, cards: tuple[str, ...]) -> State:
    for card in reversed(cards):
        state = replace(state, zones=state.zones.moved(card, DECK))
    return state


@known
class Yinghun(Stepwise):
    """Wounded, in the own start phase: another draws X and discards 1, or draws 1 and discards X."""

    name = "yinghun"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom and which way (1: draws X; 2: discards X)."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                return doing.again(state, doing.choose((1, 2)), at=2, kept=tuple(came))
        whom, lacks = Seat(str(doing.kept[0])), most_health(state, seat) - health_of(state, seat)
        draws, drops = (lacks, 1) if came[0] == 1 else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))


@known
class Shenzhi(Stepwise):
    """In the own start phase may discard the hand; for as many as the own health it heals one."""

    name = "shenzhi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Discard, heal."""
        hand = held(state, doing.seat)
        heals = len(hand) >= health_of(state, doing.seat)
        state = discarded(state, hand)
        return instead(state, *lost(state, doing.seat, hand), *([Healing(doing.seat)] if heals else []))
