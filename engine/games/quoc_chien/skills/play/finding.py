"""Skills of the play phase that look at, find and hand on cards."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    alive,
    cards_of,
    discarded,
    equipment_of,
    equipped,
    general_in,
    held,
    hidden,
    is_red,
    moved,
    own,
    taken,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done, instead

PEACE = "taiping-yaoshu.H3"


@known
class Shangyi(Stepwise):
    """Once: shows another its hand, then sees that one's (1) and discards a black card, or generals (2)."""

    name = "shangyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand, and somebody with something to see."""
        return bool(held(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, show, choose what, see."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                whom = Seat(came[0])
                state = _seen(state, held(state, seat), whom)
                ways = (*((1,) if held(state, whom) else ()), *((2,) if hidden(state, whom) else ()))
                return doing.then(state, doing.choose(ways), kept=tuple(came))
            case 2:
                whom = doing.kept_seat()
                if came[0] == 2:  # generals
                    slugs = [str(general_in(state, whom, place)) for place in hidden(state, whom)]
                    return done(_seen(state, slugs, seat))
                state = _seen(state, held(state, whom), seat)
                black = [str(card) for card in held(state, whom) if not is_red(state, whom, card)]
                choice = replace(doing.choose(black, kind="discard"), secret=True)
                return doing.then(state, choice) if black else done(state)
        state = discarded(state, came)
        return instead(state, *lost(state, doing.kept_seat(), came))

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if held(state, one) or hidden(state, one)]


def _seen(state: State, cards: Any, by: Seat) -> State:
    zones = state.zones
    for card in cards:
        zones = zones.shown(str(card), (by,))
    return altered(state, zones=zones)


@known
class Lianzi(Stepwise):
    """Once: for a hand card turns up as many as its kingdom wears and beacons, takes those of its type."""

    name = "lianzi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card, and something worn."""
        return bool(held(state, seat)) and self._count(state, seat) > 0

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, turn up, take."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(held(state, seat), kind="discard"))
        if doing.at == 1:
            state = discarded(state, came)
            opening = Drawing(DECK, OPENED, self._count(state, seat), refill=DISCARDS)
            return doing.then(state, *lost(state, seat, came), opening, kept=tuple(came))
        wanted = _type(str(doing.kept[0]))
        for card in state.zones.known(OPENED):
            state = taken(state, card, seat) if _type(card) == wanted else discarded(state, (card,))
        return done(state)

    def _count(self, state: State, seat: Seat) -> int:
        ours = [one for one in alive(state) if one == seat or are_friends(state, seat, one)]
        return sum(len(equipped(state, one)) for one in ours) + state.zones.count(own(seat, "beacons"))


def _type(card: str) -> str:
    kind = card_of(card).kind
    return "equipment" if kind.is_equipment else "trick" if kind.is_trick else str(Kind.BASIC)


@known
class Wendao(Stepwise):
    """Once: for a red card takes the Way of Peace from the discards or from whoever wears it."""

    name = "wendao"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a red card, when it lies there."""
        return bool(self._red(state, seat)) and self._lies(state)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, take."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(self._red(state, seat), kind="discard"))
        if doing.at == 1:
            state = discarded(state, came)
            return doing.then(state, *lost(state, seat, came))
        if not self._lies(state):
            return done(state)
        zone = state.zones.zone_of(PEACE)
        state = taken(state, PEACE, seat)
        loser = None if zone is None else zone.owner
        return instead(state, *(() if loser is None else lost(state, loser, (PEACE,))))

    def _lies(self, state: State) -> bool:
        zone = state.zones.zone_of(PEACE)
        return zone is not None and (zone.name == DISCARDS or zone.name.endswith(".equipment"))

    def _red(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if is_red(state, seat, card) and card != PEACE]


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
