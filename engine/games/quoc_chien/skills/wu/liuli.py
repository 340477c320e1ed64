"""Liuli, a skill of Daqiao of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead, nearest


@known
class Liuli(Stepwise):
    """For a card moves a Slash on the owner to another within reach."""

    name = "liuli"
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash names the owner, who has a card and somebody else within reach."""
        mine = is_own(firing, "target", seat) and firing.fact("name") in SLASHES
        return mine and bool(cards_of(state, seat)) and bool(self._others(state, firing, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, move."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, doing, seat)))
            case 1:
                ways = self._payments(state, seat, Seat(came[0]))
                return doing.again(state, doing.choose(ways, kind="discard"), at=2, kept=tuple(came))
        whom = doing.kept_seat()
        state = discarded(state, came)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == seat else one for one in using.targets)
        # The moment comes again for whom it names now.
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *lost(state, seat, came))

    def _others(self, state: State, firing: Any, seat: Seat) -> list[str]:
        user = dict(firing.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if self._payments(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [str(one) for one in near if one != user and one not in taken_already]

    def _payments(self, state: State, seat: Seat, whom: Seat) -> list[str]:
        """Return the cards without which somebody is still within the owner's reach."""
        cards = map(str, cards_of(state, seat))
        return [card for card in cards if is_within(state, seat, whom, without=frozenset({card}))]
