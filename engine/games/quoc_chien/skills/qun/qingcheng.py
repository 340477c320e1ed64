"""Qingcheng, a skill of Zoushi of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    alive,
    cards_of,
    discarded,
    general,
    general_in,
    shown,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done


@known
class Qingcheng(Stepwise):
    """For an equipment hides one general of a player with both shown."""

    name = "qingcheng"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment, and such a player."""
        return bool(self._worn(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, choose which general, hide it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                worn = doing.choose(self._worn(state, seat), kind="discard")
                return doing.again(state, worn, at=2, kept=tuple(came))
            case 2:
                state = discarded(state, came)
                return doing.then(
                    state, *lost(state, seat, came), doing.choose(_hideable(state, doing.kept_seat()))
                )
        slug = general_in(state, doing.kept_seat(), str(came[0]))
        return done(altered(state, zones=state.zones.turned(str(slug), up=False)))

    def _worn(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if card_of(card).kind.is_equipment]

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if len(shown(state, one)) == len(PLACES) and _hideable(state, one)]


def _hideable(state: State, seat: Seat) -> list[str]:
    """Return where a seat's generals are that can be hidden: a lord can't."""
    found = ((place, general(state, seat, place)) for place in PLACES)
    return [place for place, one in found if one is not None and not one.is_lord]
