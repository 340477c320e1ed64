"""A match as it stands, and the zones of its table."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Protocol

from engine.core.ids import RuleId, Seat
from engine.games.hero_realms.content.cards import FIRE_GEM, record
from engine.games.hero_realms.options import Options
from engine.kit.changed import altered
from engine.kit.position import Position
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.box import Box, CardId
from engine.kit.zones.tabletop import CardZone, Tabletop, ZoneName, hand, pile, slots, spread

SEATS = tuple(Seat(f"p{number}") for number in range(1, 7))
"""The seats, clockwise."""

MARKET = 5
HEALTH, TEAM_HEALTH = 50, 75

DECK, GEMS, SACRIFICED = ZoneName("market_deck"), ZoneName("fire_gems"), ZoneName("sacrificed")


class Format(StrEnum):
    """How a match is played (DG-8)."""

    FREE_FOR_ALL = "free_for_all"
    HUNTER_FIRST = "hunter_first"
    HUNTER_LAST = "hunter_last"
    SONG_DAU = "song_dau"

    @property
    def is_hunt(self) -> bool:
        """Whether only the neighbours may be attacked."""
        return self in (Format.HUNTER_FIRST, Format.HUNTER_LAST)


class Tallied(StrEnum):
    """Counts of a side, a seat, a champion or a card; all but health end with a turn."""

    HEALTH = "health"
    GOLD = "gold"
    COMBAT = "combat"
    DAMAGE = "damage"
    ALLY = "ally"


Redirection = tuple[str, str, str]
"""A redirection: the seat, the cards that it waits for, and where they go (deck, hand)."""


@dataclass(frozen=True, kw_only=True)
class State(Position[Tallied]):
    """A match.

    Of the counts in `Tallied`, health belongs to a side's first seat, gold and combat to a seat, damage to a
    champion, and `ally` to a card whose ally ability was used in this turn.
    """

    format: Format = Format.FREE_FOR_ALL
    """The format that is played."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together in Song Đấu, team by team; empty in other formats."""
    redirects: tuple[Redirection, ...] = ()
    """The redirections that wait for an acquired card, the oldest first."""
    resting: tuple[Seat, ...] = ()
    """The partners who have ended a joint turn that others haven't ended (reading `joint_end`)."""


class HeroRules(Protocol):
    """The game for its rules: the table's choices, the zones, the seats."""

    @property
    def not_now(self) -> RuleId:
        """The rule against acting at the wrong time."""

    @property
    def options(self) -> Options:
        """The readings in force."""

    @property
    def tabletop(self) -> Tabletop:
        """The zones and the cards."""

    @property
    def usual_seats(self) -> tuple[Seat, ...]:
        """The seats of the board."""

    def main(self, side: tuple[Seat, ...]) -> StackFrame:
        """Return the main phase of a side."""


Came = tuple[CardId, ...] | None
"""The result of the frame above: the cards that were chosen; None: the first run."""

Named = tuple[Seat, ...] | None
"""The same where seats were chosen."""

Numbered = tuple[int, ...] | None
"""The same where numbers were chosen."""


def rule(section: int, number: int | None = None) -> RuleId:
    """Return the id of a rule.

    >>> rule(6), rule(6, 3)
    ('DG-6', 'DG-6.3')
    """
    return RuleId(f"DG-{section}" if number is None else f"DG-{section}.{number}")


@cache
def own(seat: Seat, place: str) -> ZoneName:
    """Return one of a seat's zones: `hand`, `deck`, `discard`, `play`, `champions`."""
    return ZoneName(f"{seat}.{place}")


@cache
def tabletop(seats: tuple[Seat, ...], box: Box) -> Tabletop:
    """Return the zones, each on the cell of its own name."""
    places: list[CardZone] = []
    for seat in seats:
        places += [
            hand(seat),
            pile(f"{seat}.deck", face_up=False, owner=seat),
            pile(f"{seat}.discard", face_up=True, owner=seat),
            spread(f"{seat}.play", owner=seat),
            spread(f"{seat}.champions", owner=seat),
        ]
    common = (
        *slots("market", MARKET),
        pile(DECK, face_up=False),
        pile(GEMS, face_up=True, alike=True),
        pile(SACRIFICED, face_up=True),
    )
    return Tabletop(seats, (*common, *places), box)


def tallied(state: State, whose: str, what: Tallied, more: int) -> State:
    """Return a state with a counter raised or lowered."""
    return altered(state, counters=state.counters.plus(whose, what, more))


def tallied_as(state: State, whose: str, what: Tallied, number: int) -> State:
    """Return a state with a counter set to a number."""
    return altered(state, counters=state.counters.set(whose, what, number))


def untallied(state: State, whose: str) -> State:
    """Return a state without the counters of a card."""
    return altered(state, counters=state.counters.without(whose=whose))


def after_turn(state: State) -> State:
    """Return a state without the counters that end with a turn (DG-7.1)."""
    counters = state.counters
    for what in (Tallied.GOLD, Tallied.COMBAT, Tallied.DAMAGE, Tallied.ALLY):
        counters = counters.without(what=what)
    return altered(state, counters=counters)


def shelves(card: str) -> tuple[ZoneName, ...]:
    """Return the zones where an arbiter may lay an open card: never a zone with hidden cards."""
    one = record(card)
    lies = "champions" if one.is_champion else "play"
    of_seats = (own(seat, place) for seat in SEATS for place in ("discard", lies))
    if card.partition("#")[0] == FIRE_GEM:
        return (*of_seats, GEMS, SACRIFICED)
    market = (ZoneName(f"market.{number}") for number in range(1, MARKET + 1))
    return (*of_seats, *(market if one.cost is not None else ()), SACRIFICED)


def played(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the actions and items that a seat has in play."""
    return state.zones.known(own(seat, "play"))


def champions(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the champions that a seat has in play."""
    return state.zones.known(own(seat, "champions"))


def in_play(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return all cards that a seat has in play."""
    return (*played(state, seat), *champions(state, seat))


def hand_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards that a seat holds or, where its hand is only counted, may hold."""
    zone = own(seat, "hand")
    return (*state.zones.known(zone), *state.zones.can_be(zone))


def owner_of(state: State, card: str) -> Seat | None:
    """Return the seat that has a card in play; None: no seat has."""
    zone = state.zones.zone_of(card) if card in state.zones.top.box.numbers else None
    if zone is None or zone.owner is None or zone.name.rpartition(".")[2] not in ("play", "champions"):
        return None
    return zone.owner


def is_prepared(state: State, card: str) -> bool:
    """Tell whether a card in play stands upright."""
    return not state.zones.look(card).sideways


def missing(state: State, champion: str) -> int:
    """Return how much more combat would stun a champion in this turn."""
    return max(1, record(champion).defense - state.counters[champion, Tallied.DAMAGE])


def has_ally(state: State, seat: Seat, card: str) -> bool:
    """Tell whether a seat has another card of the same faction in play (DG-4.4)."""
    faction = record(card).faction
    return any(one != card and record(one).faction is faction for one in in_play(state, seat))


def on_market(state: State) -> Iterator[CardId]:
    """Yield the cards that can be bought, last one of the fire gems, which are all alike."""
    for zone in state.zones.top.group("market"):
        yield from state.zones.known(zone)
    yield from state.zones.known(GEMS)[:1]
