"""Fangtian Huaji: weapon."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    State,
    alive,
    is_away,
    put,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, nearest


@known
class SkyHalberd(Stepwise):
    """Phương Thiên Họa Kích: a Slash on more, of different kingdoms or none; a Dodge saves the rest."""

    name = "fangtian-huaji"
    moments = ("using", "dodged", "used")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a Slash; when one that it lengthened was dodged, or is over."""
        if not is_own(firing, "user", seat) or firing.fact("name") not in SLASHES:
            return False
        lengthened = bool(state.counters[seat, "turn:halberd"])
        return bool(self._more(state, seat)) if firing.moment == "using" else lengthened

    def forced(self, firing: Any) -> bool:
        """Tell that only lengthening is at will."""
        return bool(firing.moment != "using")

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose one more, until none is wanted; or let it fail on those who are left."""
        seat = doing.seat
        if doing.fact("moment") == "used":
            return done(put(state, seat, "turn:halberd", 0))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        if doing.fact("moment") == "dodged":
            return done(amended(state, Using, off=(*using.off, *using.targets[using.at :])))
        if came:
            state = amended(state, Using, targets=(*using.targets, Seat(came[0])))
            state = put(state, seat, "turn:halberd", 1)
        more = self._more(state, seat) if came or not doing.at else []
        return doing.then(state, doing.choose(more, 0 if doing.at else 1)) if more else done(state)

    def _more(self, state: State, seat: Seat) -> list[str]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        taken_ones = {kingdom_of(state, one) for one in aimed} - {None, CAREERIST}
        return [
            str(one)
            for one in alive(state, seat, others=True)
            if one not in aimed
            and not is_away(state, one)
            and is_within(state, seat, one)
            and kingdom_of(state, one) not in taken_ones
        ]
