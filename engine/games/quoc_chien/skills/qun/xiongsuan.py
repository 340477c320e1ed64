"""Xiongsuan, a skill of Lijueguosi of Qun."""

from typing import Any, ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import SKILLS, known
from engine.games.quoc_chien.position.state import (
    RENEWED,
    State,
    alive,
    discarded,
    held,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Xiongsuan(Stepwise):
    """Once a match, for a hand card: one damage to one of the kingdom, three cards; a spent skill comes back.

    A limited skill of that player's comes back once the turn is over.
    """

    name = "xiongsuan"
    limited = True
    reading: ClassVar[tuple[str, str] | None] = ("xichou", "newer")

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose the card and whom; hit, draw, choose which skill comes back."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, seat), kind="discard"))
            case 1:
                friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
                return doing.then(state, doing.choose(map(str, friends)), kept=(came[0],))
            case 2:
                paid, whom = str(doing.kept[0]), Seat(came[0])
                state = discarded(state, (paid,))
                return doing.then(
                    state, *lost(state, seat, (paid,)), Damage(whom, 1, seat), kept=(str(whom),)
                )
            case 3 if seat not in state.out:
                return doing.then(state, drawing(seat, 3))
            case 4 if doing.kept_seat() not in state.out:
                again = _spent(state, doing.kept_seat())
                return doing.then(state, doing.choose(again)) if again else done(state)
            case 5:
                return done(put(state, doing.kept_seat(), f"{RENEWED}{came[0]}", 1))
        return done(state)


def _spent(state: State, seat: Seat) -> list[str]:
    """Return a seat's limited skills that were used."""
    names = (what.removeprefix("limited.") for what, _ in state.counters.of_one(seat) if "limited." in what)
    return sorted(name for name in names if name in SKILLS)
