"""Skills of the play phase that hurt."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    gender_of,
    health_of,
    held,
    others,
    own,
    put,
    suit_of,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.extension import Chaining, can_be_chained
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.using import Provoked, Using, may_strike
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done, instead

SUITS = ("S", "H", "C", "D")


@known
class Fanjian(Stepwise):
    """Once: another names a suit and takes a card unseen; of another suit it does one damage."""

    name = "fanjian"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom; it names a suit (1 spade, 2 heart, 3 club, 4 diamond), takes a card and shows it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                whom = Seat(came[0])
                return doing.again(state, doing.choose((1, 2, 3, 4), by=whom), at=2, kept=(str(whom),))
            case 2:
                whom = doing.kept_seat()
                blind = Drawing(own(seat, "hand"), own(whom, "hand"), 1, whom, blind=True)
                return doing.then(state, blind, kept=(str(whom), came[0]))
        whom, named = doing.kept_seat(), SUITS[int(doing.kept[1]) - 1]
        (card,) = came
        state = altered(state, zones=state.zones.shown(card, state.seats))
        struck = suit_of(state, whom, card) != named
        return instead(state, *([Damage(whom, 1, seat)] if struck else []))


@known
class Qiangxi(Stepwise):
    """Once: loses one health or discards a weapon to deal one damage within range."""

    name = "qiangxi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When somebody is within range."""
        return any(is_within(state, seat, other) for other in alive(state, seat, others=True))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom and how to pay (a weapon, or none: health)."""
        seat = doing.seat
        match doing.at:
            case 0:
                near = [str(one) for one in alive(state, seat, others=True) if is_within(state, seat, one)]
                return doing.then(state, doing.choose(near))
            case 1:
                weapons = self._weapons(game, state, seat, Seat(came[0]))
                return doing.again(state, doing.choose(weapons, 0), at=2, kept=tuple(came))
            case 2:
                victim = doing.kept_seat()
                if not came:
                    return instead(state, Losing(seat), Damage(victim, 1, seat))
                state = discarded(state, came)
                return instead(state, *lost(state, seat, came), Damage(victim, 1, seat))
        return done(state)

    def _weapons(self, game: Any, state: State, seat: Seat, victim: Seat) -> list[str]:
        """Return the weapons that may pay: without one that is worn the victim must still be within range."""
        found = [str(card) for card in cards_of(state, seat) if card_of(card).kind is Kind.WEAPON]
        if game.options.qiangxi == "reaching":
            return found
        return [card for card in found if is_within(state, seat, victim, without=frozenset({card}))]


@known
class Quhu(Stepwise):
    """Once: compares points with somebody of more health, who then hits another, or the owner."""

    name = "quhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(self._stronger(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare, then hit."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._stronger(state, seat)))
            case 1:
                return doing.again(state, Comparing(seat, Seat(came[0])), at=2, kept=tuple(came))
            case 2:
                wolf = doing.kept_seat()
                if not came:
                    return instead(state, Damage(seat, 1, wolf))
                near = [str(one) for one in alive(state, seat) if is_within(state, wolf, one)]
                return doing.then(state, doing.choose(near)) if near else done(state)
            case 3 if came:
                return instead(state, Damage(Seat(came[0]), 1, doing.kept_seat()))
        return done(state)

    def _stronger(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(one) for one in others if held(state, one) and health_of(state, one) > health_of(state, seat)
        ]


@known
class Lijian(Stepwise):
    """Once: for a card one of two other males duels the other."""

    name = "lijian"
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card and two such males."""
        return bool(cards_of(state, seat)) and len(self._males(state, seat)) > 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose who is challenged, then who challenges; pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                others = [one for one in self._males(state, seat) if one != came[0]]
                return doing.again(state, doing.choose(others), at=2, kept=tuple(came))
            case 2:
                kept = (*doing.kept, *came)
                return doing.again(
                    state, doing.choose(cards_of(state, seat), kind="discard"), at=3, kept=kept
                )
        target, user = (Seat(str(one)) for one in doing.kept)
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Using(user, (), "juedou", (target,)))

    def _males(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if gender_of(state, one) == "male"]


@known
class Luanwu(Stepwise):
    """Once a match: every other uses a Slash on a nearest player in its range, or loses one health."""

    name = "luanwu"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, "limited.luanwu"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Ask one after the other: for whom it's a Slash, or none."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.again(state, at=1, kept=tuple(map(str, alive(state, seat, others=True))))
            case 1 if doing.kept:
                one = doing.kept_seat()
                if one in state.out:
                    return doing.again(state, at=1, kept=doing.kept[1:])
                return doing.again(state, doing.choose(self._targets(game, state, one), 0, by=one), at=2)
            case 2 if came:
                return doing.again(state, Provoked(doing.kept_seat(), Seat(came[0])), at=3)
            case 2 | 3:
                losing = () if came else (Losing(doing.kept_seat()),)
                return doing.again(state, *losing, at=1, kept=doing.kept[1:])
        return done(state)

    def _targets(self, game: Any, state: State, seat: Seat) -> list[str]:
        """Return the nearest whom a seat may strike; where all are asked, those whom it reaches."""
        others = alive(state, seat, others=True)
        least = min((distance(state, seat, one) for one in others), default=0)
        near = (one for one in others if distance(state, seat, one) == least)
        return [str(one) for one in near if may_strike(game, state, seat, one)]


@known
class Tianyi(Stepwise):
    """Once: compares points; winning, one more Slash, of any range; losing, none in this turn."""

    name = "tianyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(others(state, seat, held))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(others(state, doing.seat, held)))
            case 1:
                return doing.then(state, Comparing(doing.seat, Seat(came[0])))
        return done(put(state, doing.seat, "turn:tianyi" if came else "turn:no_sha", 1))

    def slashes(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, "turn:tianyi"] else 0

    def reaches(self, state: State, seat: Seat) -> int:
        """Return any range after winning."""
        return 99 if state.counters[seat, "turn:tianyi"] else 0

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, "turn:tianyi"] else 0


@known
class Tiaoxin(Stepwise):
    """Once: who has the owner within range uses a Slash on it, or loses a card of the owner's choice."""

    name = "tiaoxin"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When there is such a one."""
        return bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, let it answer."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                whom = Seat(came[0])
                return doing.then(state, Provoked(whom, seat), kept=tuple(came))
            case 2 if not came:
                whom = doing.kept_seat()
                fits = bool(cards_of(state, whom))
                robbing = Robbing(seat, whom, places=("hand", "equipment"))
                return instead(state, *([robbing] if fits else []))
        return done(state)

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if is_within(state, one, seat)]


@known
class Sanyao(Stepwise):
    """Once: for a card one of those with the most health takes one damage."""

    name = "sanyao"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, choose whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                most = max(health_of(state, one) for one in alive(state))
                best = [str(one) for one in alive(state) if health_of(state, one) == most]
                return doing.then(state, doing.choose(best))
            case 1:
                choice = doing.choose(cards_of(state, seat), kind="discard")
                return doing.then(state, choice, kept=tuple(came))
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Damage(doing.kept_seat(), 1, seat))


@known
class Duanxie(Stepwise):
    """Once: chains another, then the owner."""

    name = "duanxie"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When somebody isn't chained and can be."""
        return bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._others(state, doing.seat)))
        mine = [] if state.counters[doing.seat, "chained"] else [Chaining(doing.seat)]
        return instead(state, Chaining(Seat(came[0])), *mine)

    def _others(self, state: State, seat: Seat) -> list[str]:
        free = (one for one in alive(state, seat, others=True) if not state.counters[one, "chained"])
        return [str(one) for one in free if can_be_chained(state, one)]
