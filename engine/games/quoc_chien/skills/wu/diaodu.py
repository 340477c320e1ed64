"""Diaodu, a skill of Lvfan of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Diaodu(Stepwise):
    """Once: each of the kingdom may lay an equipment of its own before itself or another of the kingdom."""

    name = "diaodu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When one of them has some."""
        return any(self._cards(state, seat, one) for one in self._ours(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Ask one after the other: which, before whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.again(state, at=1, kept=tuple(map(str, self._ours(state, seat))))
            case 1 if doing.kept:
                one = doing.kept_seat()
                cards = self._cards(state, seat, one)
                if not cards:
                    return doing.again(state, at=1, kept=doing.kept[1:])
                return doing.again(state, doing.choose(cards, 0, by=one), at=2)
            case 2:
                one, rest = doing.kept_seat(), doing.kept[1:]
                if not came:
                    return doing.again(state, at=1, kept=rest)
                to = self._to(state, seat, one, came[0])
                return doing.again(state, doing.choose(to, by=one), at=3, kept=(*doing.kept, came[0]))
            case 3:
                one, card = doing.kept_seat(), str(doing.kept[-1])
                state = moved(state, card, own(Seat(came[0]), "equipment"))
                return doing.again(state, *lost(state, one, (card,)), at=1, kept=doing.kept[1:-1])
        return done(state)

    def _ours(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]

    def _cards(self, state: State, seat: Seat, one: Seat) -> list[str]:
        mine = (str(card) for card in cards_of(state, one) if card_of(card).kind.is_equipment)
        return [card for card in mine if self._to(state, seat, one, card)]

    def _to(self, state: State, seat: Seat, one: Seat, card: str) -> list[str]:
        kind = card_of(card).kind
        free = [other for other in self._ours(state, seat) if equipment_of(state, other, kind) is None]
        return [str(other) for other in free if other != one or card not in equipped(state, one)]
