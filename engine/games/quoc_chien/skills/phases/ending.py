"""Skills at the end of phases and turns."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipment_of,
    equipped,
    general_in,
    has_equipped,
    health_of,
    held,
    most_health,
    moved,
    own,
    put,
    taken,
    turned_over,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.damage import Damage, Death, Healing, Losing
from engine.games.quoc_chien.resolving.discarding import thrown_away
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import Doing, Draws, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead


@known
class Jushou(Stepwise):
    """Draws three and turns over in the own end phase."""

    name = "jushou"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do it."""
        return instead(turned_over(state, doing.seat), drawing(doing.seat, 3))


@known
class Biyue(Draws):
    """Draws one in the own end phase."""

    name = "biyue"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)


@known
class Xiaoguo(Stepwise):
    """In another's end phase, for a basic card: it discards an equipment or takes one damage."""

    name = "xiaoguo"
    moments = ("phase_end",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a hand."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a basic card."""
        basics = any(card_of(card).kind is Kind.BASIC for card in held(state, seat))
        return not is_own(firing, "seat", seat) and basics

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, let the other choose."""
        whom = doing.whom("seat")
        match doing.at:
            case 0:
                basics = [card for card in held(state, doing.seat) if card_of(card).kind is Kind.BASIC]
                return doing.then(state, doing.choose(basics, kind="discard"))
            case 1:
                state = discarded(state, came)
                above = lost(state, doing.seat, came)
                worn = [card for card in cards_of(state, whom) if card_of(card).kind.is_equipment]
                if not worn:
                    return instead(state, *above, Damage(whom, 1, doing.seat))
                return doing.then(state, *above, doing.choose(worn, 0, by=whom))
            case 2 if came:
                state = discarded(state, came)
                return instead(state, *lost(state, whom, came))
        return instead(state, Damage(whom, 1, doing.seat))


@known
class Guzheng(Stepwise):
    """At the end of another's discard phase returns one of the discarded cards and takes the others."""

    name = "guzheng"
    moments = ("after_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another discarded in its phase."""
        whom = Seat(str(firing.fact("seat")))
        return whom != seat and whom not in state.out and bool(thrown_away(state, whom))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which goes back."""
        whom = doing.whom("seat")
        if doing.at == 0:
            thrown = tuple(map(str, thrown_away(state, whom)))
            return doing.then(state, doing.choose(thrown), kept=thrown)
        for card in doing.kept:
            state = taken(state, str(card), whom if card in came else doing.seat)
        return done(state)


@known
class Huyuan(Stepwise):
    """Lays an equipment before a player, then discards a card of one at distance 1 from it."""

    name = "huyuan"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, with an equipment that somebody lacks."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which, before whom, whose card goes."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._cards(state, seat)))
            case 1:
                return doing.then(state, doing.choose(_lacking(state, came[0])), kept=tuple(came))
            case 2:
                card, whom = str(doing.kept[0]), Seat(came[0])
                worn = card in equipped(state, seat)
                state = moved(state, card, own(whom, "equipment"))
                near = [
                    str(one)
                    for one in alive(state, seat)
                    if one != whom and distance(state, whom, one) == 1 and cards_of(state, one)
                ]
                above = () if worn and whom == seat else lost(state, seat, (card,))
                return doing.then(state, *above, doing.choose(near, 0)) if near else instead(state, *above)
            case 3 if came:
                return instead(state, Robbing(seat, Seat(came[0]), places=("hand", "equipment")))
        return done(state)

    def _cards(self, state: State, seat: Seat) -> list[str]:
        return [
            str(card)
            for card in cards_of(state, seat)
            if card_of(card).kind.is_equipment and _lacking(state, card)
        ]


def _lacking(state: State, card: str) -> list[str]:
    kind = card_of(card).kind
    return [str(one) for one in alive(state) if equipment_of(state, one, kind) is None]


@known
class Shengxi(Draws):
    """At the end of a play phase without damage dealt draws two."""

    name = "shengxi"
    moments = ("after_play",)
    cards = 2

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After the own play phase, then."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:dealt"]


@known
class Fenming(Stepwise):
    """Chained, discards a card of every chained player."""

    name = "fenming"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, chained."""
        return is_own(firing, "seat", seat) and bool(state.counters[seat, "chained"])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """One of each."""
        chained = [one for one in alive(state, doing.seat) if state.counters[one, "chained"]]
        frames: list[StackFrame] = [
            Dropping(one, 1, all_of_it=True)
            if one == doing.seat
            else Robbing(doing.seat, one, places=("hand", "equipment"))
            for one in chained
            if cards_of(state, one)
        ]
        return instead(state, *frames)


@known
class Baoling(Stepwise):
    """As head, with the deputy there: removes it for three health more, and has Benghuai from then on."""

    name = "baoling"
    must = True
    only = "head"
    moments = ("after_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After the own play phase."""
        return is_own(firing, "seat", seat) and general_in(state, seat, "deputy") is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Remove it, grow."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, Removing(seat, "deputy"))
        state = put(counted(state, seat, "max_health", 3), seat, "given.benghuai", 1)
        return instead(state, Healing(seat, 3))


@known
class Benghuai(Stepwise):
    """In the own end phase, unless nobody has less health: loses one health (1), or one of the limit (2)."""

    name = "benghuai"
    must = True
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody has less."""
        mine = health_of(state, seat)
        return is_own(firing, "seat", seat) and any(health_of(state, one) < mine for one in alive(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, lose."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2)))
        if came[0] == 1:
            return instead(state, Losing(seat))
        state = shrunk(state, seat)
        # Nobody recovers above a limit of nothing: there's no rescue.
        return done(state) if most_health(state, seat) > 0 else instead(state, Death(seat, None))


def shrunk(state: State, seat: Seat) -> State:
    """Return the state with a seat's health limit one lower, and its health no higher than that."""
    state = counted(state, seat, "max_health", -1)
    return put(state, seat, "health", min(health_of(state, seat), most_health(state, seat)))


@known
class Jubao(Stepwise):
    """The own treasure can't be taken; in the end phase takes a card of who has the pearl, draws one."""

    name = "jubao"
    must = True
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, when somebody wears it."""
        return is_own(firing, "seat", seat) and self._holder(state) is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take, draw."""
        holder = self._holder(state)
        takes = holder not in (None, doing.seat) and bool(cards_of(state, Seat(str(holder))))
        robbing = Robbing(doing.seat, Seat(str(holder)), keeps=True, places=("hand", "equipment"))
        return instead(state, *([robbing] if takes else []), drawing(doing.seat, 1))

    def _holder(self, state: State) -> Seat | None:
        return next((one for one in alive(state) if has_equipped(state, one, "dinglan-yemingzhu")), None)


@known
class Diancai(Stepwise):
    """After another's play phase, with as many cards lost as health, fills the hand; may change deputy."""

    name = "diancai"
    moments = ("after_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it lost so many, one at least."""
        lacks = max(1, most_health(state, seat) - health_of(state, seat))
        return not is_own(firing, "seat", seat) and state.counters[seat, "turn:lost"] >= lacks

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Fill up, perhaps change."""
        seat = doing.seat
        match doing.at:
            case 0:
                count = most_health(state, seat) - len(held(state, seat))
                return doing.then(state, drawing(seat, max(0, count)))
            case 1 if can_change(state, seat):
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return instead(state, Changing(seat))
        return done(state)
