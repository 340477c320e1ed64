"""Skills at dying and death."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    PLACES,
    State,
    cards_of,
    counted,
    discarded,
    general_in,
    health_of,
    held,
    judged_on,
    most_health,
    own,
    put,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Dying, Losing
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Draws, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, instead, nearest


@known
class Wansha(Stepwise):
    """In the own turn only the owner and the dying may use Peaches (`Rescuing`)."""

    name = "wansha"
    must = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own turn, hidden: shown, it holds anyway."""
        return state.turn == seat and not has(state, seat, self.name)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Be shown: that's enough."""
        return done(state)


@known
class Niepan(Stepwise):
    """Dying, once a match: discards all, stands up, draws three, has three health."""

    name = "niepan"
    limited = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is dying."""
        return is_own(firing, "victim", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard; then stand up, and live."""
        seat = doing.seat
        if doing.at == 0:
            mine = cards_of(state, seat)
            state = counted(state, seat, f"limited.{self.name}")
            state = discarded(state, (*judged_on(state, seat), *mine))
            return doing.then(state, *lost(state, seat, mine, thrown=len(mine)))
        state = put(put(state, seat, "chained", 0), seat, "turned", 0)
        return instead(put(state, seat, "health", min(3, most_health(state, seat))), drawing(seat, 3))


@known
class Buqu(Stepwise):
    """Without health, lays the top card aside for each point; while all ranks differ the owner lives on.

    What it recovers takes wounds away: there is one for each point that it lacks to one health.
    """

    name = "buqu"
    moments = ("dying", "healed")

    def forced(self, firing: Any) -> bool:
        """Tell that wounds close by themselves."""
        return bool(firing.moment == "healed")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's health dropped to nothing; when it recovered, with more wounds than it lacks."""
        if firing.moment == "healed":
            return is_own(firing, "seat", seat) and self._closed(state, seat) > 0
        return is_own(firing, "victim", seat) and "failing" not in dict(firing.facts)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Lay as many wounds as it lacks: with all ranks different it isn't dying; or discard some."""
        seat = doing.seat
        wounds = own(seat, "wounds")
        if doing.fact("moment") == "healed":
            if doing.at:
                return done(discarded(state, came))
            count = self._closed(state, seat)
            lying = map(str, state.zones.known(wounds))
            return doing.then(state, doing.choose(lying, count, count, kind="discard"))
        if doing.at == 0:
            missing = 1 - health_of(state, seat) - state.zones.count(wounds)
            return doing.then(state, Drawing(DECK, wounds, max(0, missing), refill=DISCARDS))
        ranks = [card_of(card).rank for card in state.zones.known(wounds)]
        if len(set(ranks)) == len(ranks) and nearest(state, Dying) is not None:
            return done(amended(state, Dying, off=True))
        return done(state)

    def _closed(self, state: State, seat: Seat) -> int:
        """Return how many wounds there are beside those for what the owner lacks to one health."""
        return int(state.zones.count(own(seat, "wounds"))) - max(0, 1 - health_of(state, seat))


@known
class Suishi(Stepwise):
    """Draws when another is dying by the own kingdom's damage; loses health when one of the kingdom dies."""

    name = "suishi"
    must = True
    moments = ("dying", "death")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's another."""
        victim = Seat(str(firing.fact("victim")))
        if victim == seat:
            return False
        if firing.moment == "death":
            return are_friends(state, seat, victim)
        source = Seat(str(firing.fact("source")))
        return bool(source) and are_friends(state, seat, source)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, or lose."""
        died = "killer" in dict(doing.facts)
        return instead(state, Losing(doing.seat) if died else drawing(doing.seat, 1))


@known
class Duanchang(Stepwise):
    """On death the killer loses the skills of one of its generals."""

    name = "duanchang"
    must = True
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is killed by somebody."""
        return is_own(firing, "victim", seat) and firing.fact("killer") not in ("", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        killer = doing.whom("killer")
        if doing.at == 0:
            ways = [place for place in PLACES if general_in(state, killer, place) is not None]
            return doing.then(state, doing.choose(ways))
        return done(put(state, killer, f"lost.{came[0]}", 1) if came else state)


@known
class Xingshang(Stepwise):
    """Takes all cards of another who dies."""

    name = "xingshang"
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another with cards dies."""
        victim = Seat(str(firing.fact("victim")))
        return victim != seat and bool(cards_of(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take them."""
        for card in cards_of(state, doing.whom("victim")):
            state = taken(state, card, doing.seat)
        return done(state)


@known
class Qiluan(Draws):
    """At the end of a turn in which the owner killed draws three."""

    name = "qiluan"
    moments = ("turn_ending",)
    cards = 3

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it did."""
        return bool(state.counters[seat, "turn:killed"])


@known
class Jizhao(Stepwise):
    """Dying, once a match: fills the hand to the health limit, has two health, gives its lead for Rende."""

    name = "jizhao"
    limited = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is dying."""
        return is_own(firing, "victim", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do it."""
        seat = doing.seat
        state = put(counted(state, seat, f"limited.{self.name}"), seat, "health", 2)
        state = put(put(state, seat, "lost.shouyue", 1), seat, "given.rende", 1)
        return instead(state, drawing(seat, max(0, most_health(state, seat) - len(held(state, seat)))))
