"""Skills of the play phase that move cards and health."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.kingdoms import are_friends, is_smallest
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipment_of,
    gender_of,
    held,
    is_wounded,
    most_health,
    own,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing, Losing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Zhiheng(Stepwise):
    """Once: discards up to as many cards as the health limit, draws as many."""

    name = "zhiheng"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, discard, draw."""
        seat = doing.seat
        if doing.at == 0:
            choice = doing.choose(cards_of(state, seat), 1, most_health(state, seat), kind="discard")
            return doing.then(state, choice)
        return instead(discarded(state, came), *lost(state, seat, came), drawing(seat, len(came)))


@known
class Rende(Stepwise):
    """Gives hand cards away; the third in a phase heals one."""

    name = "rende"

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose to whom, then which."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                hand = held(state, seat)
                return doing.again(state, doing.choose(hand, 1, len(hand)), at=2, kept=tuple(came))
        before = state.counters[seat, "turn:given"]
        for card in came:
            state = taken(state, card, doing.kept_seat())
        state = counted(state, seat, "turn:given", len(came))
        heals = before < 3 <= before + len(came)  # the third
        return instead(state, *lost(state, seat, came), *([Healing(seat)] if heals else []))


@known
class Kurou(Stepwise):
    """Loses one health, draws two."""

    name = "kurou"

    def can(self, state: State, seat: Seat) -> bool:
        """Always."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do it."""
        if doing.at == 0:
            return doing.then(state, Losing(doing.seat))
        return done(state) if doing.seat in state.out else instead(state, drawing(doing.seat, 2))


@known
class Jieyin(Stepwise):
    """Once: for two hand cards she and a wounded male heal one each."""

    name = "jieyin"
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """With two cards, and such a male."""
        return len(held(state, seat)) > 1 and bool(self._males(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                choice = doing.choose(held(state, seat), 2, 2, kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        whom = doing.kept_seat()
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(seat), Healing(whom))

    def _males(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if is_wounded(state, one) and gender_of(state, one) == "male"]


@known
class Qingnang(Stepwise):
    """Once: for a hand card a wounded player heals one."""

    name = "qingnang"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card, and somebody wounded."""
        return bool(held(state, seat)) and any(is_wounded(state, one) for one in alive(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(
                    state, doing.choose(str(one) for one in alive(state) if is_wounded(state, one))
                )
            case 1:
                return doing.again(
                    state, doing.choose(held(state, seat), kind="discard"), at=2, kept=tuple(came)
                )
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(doing.kept_seat(), 1, seat))


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


@known
class Zhijian(Stepwise):
    """Lays an equipment from hand before another, draws one."""

    name = "zhijian"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment that somebody lacks."""
        return bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which and before whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._cards(state, seat)))
            case 1:
                kind = card_of(came[0]).kind
                free = [
                    str(one)
                    for one in alive(state, seat, others=True)
                    if equipment_of(state, one, kind) is None
                ]
                return doing.again(state, doing.choose(free), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        zones = state.zones.moved(card, own(Seat(came[0]), "equipment"))
        state = altered(state, zones=zones)
        return instead(state, *lost(state, seat, (card,)), drawing(seat, 1))

    def _cards(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(card)
            for card in held(state, seat)
            if card_of(card).kind.is_equipment
            and any(equipment_of(state, one, card_of(card).kind) is None for one in others)
        ]


@known
class Xiongyi(Stepwise):
    """Once a match: all of the kingdom draw three; of a smallest kingdom the owner heals one."""

    name = "xiongyi"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, "limited.xiongyi"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, heal."""
        seat = doing.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        heals = [Healing(seat)] if is_smallest(state, seat) else []
        return instead(state, *[drawing(one, 3) for one in friends], *heals)
