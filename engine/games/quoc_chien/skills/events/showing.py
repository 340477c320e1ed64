"""Skills at showing and removing generals, and at comparing points."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known, skills_with_place
from engine.games.quoc_chien.position.state import State, counted, put
from engine.games.quoc_chien.resolving.damage import Healing, Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead

XICHOU = 2
"""How much health two bandits bring along."""

RED, BLACK = 1, 2


@known
class Guixiu(Stepwise):
    """Shown, draws two; removed, heals one."""

    name = "guixiu"
    moments = ("shown",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When its general has just been shown."""
        return _comes_up(state, firing, seat, self.name) and not state.counters[seat, "spent.guixiu"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw."""
        return instead(put(state, doing.seat, "spent.guixiu", 1), drawing(doing.seat, 2))


@known
class Xichou(Stepwise):
    """Shown for the first time, two health more; loses one with a card of another colour than the last."""

    name = "xichou"
    must = True
    reading = ("xichou", "older")
    moments = ("shown", "using")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's shown first; in the own play phase when the colour changes."""
        if firing.moment == "shown":
            return _comes_up(state, firing, seat, self.name) and not state.counters[seat, "spent.xichou"]
        colour = {"red": RED, "black": BLACK}.get(str(firing.fact("colour")))
        return is_own(firing, "user", seat) and state.turn == seat and colour is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Grow, or pay."""
        seat = doing.seat
        if not doing.fact("name"):
            state = counted(put(state, seat, "spent.xichou", 1), seat, "max_health", XICHOU)
            return instead(state, Healing(seat, XICHOU))
        colour = RED if doing.fact("colour") == "red" else BLACK
        last = state.counters[seat, "turn:colour"]
        state = put(state, seat, "turn:colour", colour)
        return instead(state, Losing(seat)) if last not in (0, colour) else done(state)


@known
class Yingyang(Stepwise):
    """Comparing points, three more or three fewer count."""

    name = "yingyang"
    moments = ("comparing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner compares."""
        return is_own(firing, "seat", seat) or is_own(firing, "other", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose: more (1), or fewer (2)."""
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2)))
        return done(put(state, doing.seat, "turn:compare", 3 if came[0] == 1 else -3))


def _comes_up(state: State, firing: Any, seat: Seat, skill: str) -> bool:
    """Tell whether the general with a skill of a seat is one of those that have just been shown."""
    places = str(dict(firing.facts).get("places", "")).split("+")
    having = [place for one, place, _ in skills_with_place(state, seat) if one.name == skill]
    return is_own(firing, "seat", seat) and any(place in places for place in having)
