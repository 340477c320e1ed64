"""Questions about a moment, and effects, that several skills share."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.formation import besiegers
from engine.games.quoc_chien.position.kingdoms import kingdom_of, members
from engine.games.quoc_chien.position.registry import skills_with_place
from engine.games.quoc_chien.position.state import CAREERIST, State, own
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import amended, nearest
from engine.kit.resolving.moments import Firing


def is_struck_by(firing: Firing, seat: Seat) -> bool:
    """Tell whether damage comes from a seat's Slash on its target, not along a chain."""
    mine = is_own(firing, "source", seat) and firing.fact("card") in SLASHES
    return mine and not firing.fact("passed")


def comes_up(state: State, firing: Firing, seat: Seat, skill: str) -> bool:
    """Tell whether one of the generals that have just been shown has a seat's skill."""
    places = str(dict(firing.facts).get("places", "")).split("+")
    having = [place for one, place, _ in skills_with_place(state, seat) if one.name == skill]
    return is_own(firing, "seat", seat) and any(place in places for place in having)


def undodgeable(state: State, target: Seat) -> State:
    """Return the state where a target can't dodge the Slash that is being used."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, hard=(*using.hard, target))
    return found


def is_besieging(state: State, firing: Firing, seat: Seat) -> bool:
    """Tell whether a Slash of a besieger hits a player that a seat also besieges."""
    around = besiegers(state, firing.seat_of("target"))
    return seat in around and firing.fact("user") in around


def followers(state: State, seat: Seat) -> int:
    """Return how many players a lord's kingdom has, with its heavenly soldiers."""
    kingdom = kingdom_of(state, seat)
    players = 1 if kingdom in (None, CAREERIST) else len(members(state, str(kingdom)))
    return players + state.zones.count(own(seat, "troops"))


def is_skipped(state: State, firing: Firing, seat: Seat) -> bool:
    """Tell whether the next phase is skipped for another reason."""
    return bool(state.counters[seat, Family.SKIPPED.of(str(firing.fact("phase")))])
