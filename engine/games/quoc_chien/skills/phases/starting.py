"""Skills of the start phase."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import SKILLS, has, is_played, known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    GENERALS,
    State,
    alive,
    discarded,
    health_of,
    held,
    is_wounded,
    most_health,
    own,
    put,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.lapsing import guised, guises_of
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.draws import Drawing, Peeking
from engine.kit.resolving.frames import FrameStep, done, instead

GUISES = 2
"""How many generals Huashen keeps aside."""


@known
class Luoshen(Stepwise):
    """Judges again and again while black, and takes these cards."""

    name = "luoshen"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge; take black; ask whether to go on."""
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1:
                if came is None or came[0] not in ("S", "C"):
                    return done(state)
                if state.zones.is_in(came[2], DISCARDS):
                    state = taken(state, came[2], doing.seat)
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return doing.again(state, at=0)
        return done(state)


@known
class Guanxing(Stepwise):
    """Looks at the top cards and puts them back, on top or at the bottom."""

    name = "guanxing"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, then choose what stays on top, in order; the rest goes to the bottom, in order."""
        match doing.at:
            case 0:
                sees = 5 if has(state, doing.seat, "yizhi") else min(5, len(alive(state)))
                return doing.then(state, Peeking(DECK, sees, doing.seat))
            case 1:
                seen = tuple(map(str, came))
                choice = replace(doing.choose(seen, 0, len(seen)), secret=True, in_order=True)
                return doing.again(state, choice, at=2, kept=seen)
            case 2:
                rest = tuple(str(one) for one in doing.kept if one not in came)
                choice = replace(doing.choose(rest, len(rest), len(rest)), secret=True, in_order=True)
                state = _on_top(state, tuple(map(str, came)))
                return doing.again(state, choice, at=3, kept=rest)
        for card in came:
            state = altered(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)


def _on_top(state: State, cards: tuple[str, ...]) -> State:
    for card in reversed(cards):
        state = altered(state, zones=state.zones.moved(card, DECK))
    return state


@known
class Yinghun(Stepwise):
    """Wounded, in the own start phase: another draws X and discards 1, or draws 1 and discards X."""

    name = "yinghun"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom and which way (1: draws X; 2: discards X)."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                return doing.again(state, doing.choose((1, 2)), at=2, kept=tuple(came))
        whom, lacks = doing.kept_seat(), most_health(state, seat) - health_of(state, seat)
        draws, drops = (lacks, 1) if came[0] == 1 else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))


@known
class Shenzhi(Stepwise):
    """In the own start phase may discard the hand; for as many as the own health it heals one."""

    name = "shenzhi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard, heal."""
        hand = held(state, doing.seat)
        heals = len(hand) >= health_of(state, doing.seat)
        state = discarded(state, hand)
        return instead(state, *lost(state, doing.seat, hand), *([Healing(doing.seat)] if heals else []))


@known
class Yizhi(Guanxing):
    """As deputy has the stars' sight; with it as head, too, sees five."""

    name = "yizhi"
    only = "deputy"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, unless the head sees the stars itself."""
        return is_own(firing, "seat", seat) and not has(state, seat, "guanxing")


@known
class Qianxi(Stepwise):
    """Judges: one at distance 1 can't use or play hand cards of that colour in this turn."""

    name = "qianxi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge, choose whom."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, Judging(seat, self.name))
        if doing.at == 1:
            if came is None:
                return done(state)
            near = [str(one) for one in alive(state, seat, others=True) if distance(state, seat, one) == 1]
            colour = "turn:no_red" if came[0] in ("H", "D") else "turn:no_black"
            return doing.then(state, doing.choose(near), kept=(colour,)) if near else done(state)
        return done(put(state, Seat(came[0]), str(doing.kept[0]), 1))


@known
class Hunshang(Stepwise):
    """As deputy, with one health: has Yingzi and Yinghun in this turn."""

    name = "hunshang"
    must = True
    only = "deputy"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with one health."""
        return is_own(firing, "seat", seat) and health_of(state, seat) == 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Have them."""
        for skill in ("yingzi", "yinghun"):
            state = put(state, doing.seat, f"turn:given.{skill}", 1)
        return done(state)


@known
class Huashen(Stepwise):
    """Keeps two generals aside unseen and has their skills; by a reading one skill of one of them."""

    name = "huashen"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, when there are generals, and skills of theirs that it hasn't."""
        guises = own(seat, "guises")
        some = not (state.zones.is_empty(guises) and state.zones.is_empty(GENERALS))
        full = state.zones.count(guises) == GUISES or state.zones.is_empty(GENERALS)
        had = game.options.huashen == "both" and full
        changes = not had or set(guises_of(state, seat)) != set(_lent(game, state, seat))
        return is_own(firing, "seat", seat) and some and changes

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Fill them up; have their skills, or choose one."""
        seat = doing.seat
        guises = own(seat, "guises")
        if doing.at == 0:
            return doing.then(state, Drawing(GENERALS, guises, GUISES - state.zones.count(guises), seat))
        if game.options.huashen == "both":
            return done(_having_all(game, state, seat))
        if doing.at == 1:
            return doing.then(state, doing.choose(_lent(game, state, seat), 0))
        return done(guised(state, seat, (str(came[0]),)) if came else state)


def _having_all(game: Any, state: State, seat: Seat) -> State:
    """Return the state in which a seat has the skills of all generals kept aside, which all may see."""
    zones = state.zones
    for slug in zones.known(own(seat, "guises")):
        zones = zones.shown(slug, state.seats)
    state = altered(state, zones=zones)
    return guised(state, seat, _lent(game, state, seat))


def _lent(game: Any, state: State, seat: Seat) -> tuple[str, ...]:
    """Return the skills that a seat may have of the generals that it keeps aside: none of a place.

    By the reading `huashen` `one` no limited one either.
    """
    found = [name for slug in state.zones.known(own(seat, "guises")) for name in generals()[slug].skills]
    one = game.options.huashen == "one"
    return tuple(
        name
        for name in dict.fromkeys(found)
        if name in SKILLS
        and name != Huashen.name
        and not SKILLS[name].only
        and not (one and SKILLS[name].limited)
        and is_played(SKILLS[name], game.options)
    )


@known
class Xinsheng(Stepwise):
    """After damage swaps one of the generals kept aside for another."""

    name = "xinsheng"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner took it and there are generals."""
        kept = not state.zones.is_empty(own(seat, "guises")) and not state.zones.is_empty(GENERALS)
        return is_own(firing, "victim", seat) and kept

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which goes; its skill goes with it."""
        seat = doing.seat
        guises = own(seat, "guises")
        match doing.at:
            case 0:
                choice = replace(doing.choose(map(str, state.zones.known(guises))), secret=True)
                return doing.then(state, choice)
            case 1:
                kept = tuple(came)
                return doing.then(state, Drawing(GENERALS, guises, 1, seat), kept=kept)
        slug = str(doing.kept[0])
        lost = any(name in guises_of(state, seat) for name in generals()[slug].skills)
        state = altered(state, zones=state.zones.moved(slug, GENERALS).shuffled(GENERALS))
        if game.options.huashen == "both":
            return done(_having_all(game, state, seat))
        return done(guised(state, seat, ()) if lost else state)
