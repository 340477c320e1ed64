"""Dimeng, a skill of Lusu of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    held,
    taken,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Dimeng(Stepwise):
    """Once: two others swap hands; the owner discards as many as they differ."""

    name = "dimeng"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When there are two others whose hands differ by no more than the owner has."""
        return bool(self._pairs(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose both, pay, swap."""
        seat = doing.seat
        match doing.at:
            case 0:
                first = dict.fromkeys(one for pair in self._pairs(state, seat) for one in pair)
                return doing.then(state, doing.choose(first))
            case 1:
                fits = [other for pair in self._pairs(state, seat) if came[0] in pair for other in pair]
                others = dict.fromkeys(one for one in fits if one != came[0])
                return doing.again(state, doing.choose(others), at=2, kept=tuple(came))
            case 2:
                one, other = doing.kept_seat(), Seat(came[0])
                differ = abs(len(held(state, one)) - len(held(state, other)))
                return doing.then(state, Dropping(seat, differ, all_of_it=True), kept=(str(one), str(other)))
        one, other = doing.kept_seat(), Seat(str(doing.kept[1]))
        mine, theirs = held(state, one), held(state, other)
        for card in mine:
            state = taken(state, card, other)
        for card in theirs:
            state = taken(state, card, one)
        return instead(state, *lost(state, one, mine, thrown=0), *lost(state, other, theirs, thrown=0))

    def _pairs(self, state: State, seat: Seat) -> list[tuple[str, str]]:
        others, most = alive(state, seat, others=True), len(cards_of(state, seat))
        return [
            (str(one), str(other))
            for n, one in enumerate(others)
            for other in others[n + 1 :]
            if abs(len(held(state, one)) - len(held(state, other))) <= most
            and (held(state, one) or held(state, other))
        ]
