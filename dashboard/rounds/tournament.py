"""A tournament as one frozen value: its people, its rounds, their results."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.bus.messages.match import MatchState
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.session.playing.player_names import looks_of, parse_readable

PEOPLE_LIMIT = 200
"""The most people of a tournament."""

NAME_LIMIT = 60
"""The longest name, in characters."""


LEAST_IN_GROUP, MOST_IN_GROUP = 3, 10
"""The fewest and the most people of a group."""


class System(StrEnum):
    """How people are paired.

    `swiss`: each round pairs people of like scores, and nobody meets twice. `round_robin`: everybody meets
    everybody once. `knock_out`: whoever loses is out. `groups`: each round has groups of 3 to 10 people of
    like points, and their places bring points.
    """

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"
    GROUPS = "groups"


class Result(StrEnum):
    """How a pairing ended: the first one won, the second one won, or neither."""

    FIRST = "first"
    SECOND = "second"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """The seat that a person has taken by the code."""

    person: str
    """The name."""
    seat: Seat
    """The seat."""
    match: str
    """The first match of that match's series of rematches: the seats' links last as long as a series."""
    opened_at: Seconds
    """The time when that match was opened, in seconds by the wall clock. Earlier ones of the series were
    another pairing's."""
    at: Seconds
    """When it was taken, in seconds by the wall clock."""
    ticket: str
    """The SHA-256 of 128 random bits that the device got which took it, in hexadecimal: everybody may read
    it. Only that device takes the seat again."""

    def is_in(self, match: MatchState) -> bool:
        """Whether it's a seat in this match."""
        return self.match == (match.series or match.match) and match.opened_at >= self.opened_at


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two people who meet in a round, a group of more, or one person who has a bye."""

    first: str
    """The name of one."""
    second: str | None
    """The name of the other; None: the first has a bye, which counts as a win."""
    result: Result | None = None
    """Its result; None: it isn't known yet, or it's a bye."""
    table: str = ""
    """The table where they play; empty: none was named."""
    taken: tuple[TakenSeat, ...] = ()
    """The seats that its people have taken by their codes."""
    others: tuple[str, ...] = ()
    """The names of the third and further people of a group."""
    places: tuple[int, ...] = ()
    """The places of a group's people, in the order of `people`, from 1; people may share one. Empty: they
    aren't known yet, or it's no group."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those in it, in the order of their seats."""
        return (self.first,) if self.second is None else (self.first, self.second, *self.others)

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it is open."""
        return self.second is None or self.result is not None or bool(self.places)

    @property
    def winner(self) -> str | None:
        """The name of the one of two who won, or had a bye; None where neither did, or it's open."""
        if self.second is None:
            return self.first
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result or Result.DRAWN)


@dataclass(frozen=True, slots=True)
class Round:
    """One round."""

    paired_at: Seconds
    """When it was paired, in seconds by the wall clock: matches from before don't count in it."""
    pairings: tuple[Pairing, ...]
    """The pairings, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, from its people's list on."""

    name: str
    """Its name."""
    system: System
    """How people are paired."""
    people: tuple[str, ...]
    """The names of its people, the strongest first, as far as that is known. Each is there once."""
    tables: tuple[str, ...] = ()
    """The names of its tables; of more pairings than tables, the later ones wait for one."""
    rounds: tuple[Round, ...] = ()
    """The rounds so far."""
    gone: tuple[str, ...] = ()
    """The names of those who left: they aren't paired any more, and keep their results."""
    mark: str = ""
    """Random signs that set it apart from others of its name: a code of theirs isn't one of its own."""
    size: int = 2
    """The most people at a table; more than two where people play in groups."""
    points: tuple[int, ...] = ()
    """The points of a group's places, the first place's first; empty where pairs play."""

    @property
    def staying(self) -> tuple[str, ...]:
        """The names of those who are still paired."""
        return tuple(name for name in self.people if name not in self.gone)

    @property
    def is_settled(self) -> bool:
        """Whether every pairing so far has its result."""
        return all(one.is_settled for one in self.pairings())

    def pairings(self) -> Iterator[Pairing]:
        """Yield the pairings of all rounds."""
        for each in self.rounds:
            yield from each.pairings


def opened(
    name: str,
    system: System,
    people: tuple[str, ...],
    tables: tuple[str, ...] = (),
    *,
    size: int = 2,
    points: tuple[int, ...] = (),
) -> Tournament:
    """Return a tournament before its first round. `size` and `points` count for groups alone.

    Raises:
        InputFault: there are too few or too many people, or a group would be too small or large; or a name is
            empty, too long, has a sign that no line shows, or looks like another one.
    """
    cleaned = tuple(parse_readable(one, NAME_LIMIT) for one in people)
    if not 2 <= len(cleaned) <= PEOPLE_LIMIT:
        raise InputFault(TEXTS.say("rounds.refused.people", most=PEOPLE_LIMIT, n=len(cleaned)))
    if system is not System.GROUPS:
        size, points = 2, ()
    elif not LEAST_IN_GROUP <= size <= MOST_IN_GROUP:
        raise InputFault(TEXTS.say("rounds.refused.size", least=LEAST_IN_GROUP, most=MOST_IN_GROUP))
    elif len(cleaned) < LEAST_IN_GROUP:
        raise InputFault(TEXTS.say("rounds.refused.few", least=LEAST_IN_GROUP))
    if not all(cleaned):
        raise InputFault(TEXTS.say("rounds.refused.name", most=NAME_LIMIT, name=""))
    known = set[str]()
    for one in cleaned:
        # People are found in tables' matches by their names: two who look alike would share the results.
        if known.intersection(looks := looks_of(one)):
            raise InputFault(TEXTS.say("rounds.refused.twice", name=one))
        known.update(looks)
    places = tuple(dict.fromkeys(filter(None, (parse_readable(one, NAME_LIMIT) for one in tables))))
    return Tournament(parse_readable(name, NAME_LIMIT), system, cleaned, places, size=size, points=points)


def with_round(tournament: Tournament, pairings: tuple[Pairing, ...], *, now: Seconds) -> Tournament:
    """Return a tournament with one more round, its tables handed out in order."""
    tables = iter(tournament.tables)
    placed = tuple(
        one if one.second is None else replace(one, table=next(tables, one.table)) for one in pairings
    )
    return replace(tournament, rounds=(*tournament.rounds, Round(now, placed)))


def with_result(tournament: Tournament, first: str, second: str, result: Result | None) -> Tournament:
    """Return a tournament with the result of a pairing of its last round; None takes a result back.

    Raises:
        InputFault: the last round has no such pairing, or a knock-out would be drawn.
    """
    if result is Result.DRAWN and tournament.system is System.KNOCK_OUT:
        raise InputFault(TEXTS.say("rounds.refused.drawn"))
    if tournament.system is System.GROUPS and result is not None:
        raise InputFault(TEXTS.say("rounds.refused.places", n=tournament.size))
    return _with_last(tournament, first, second, lambda one: replace(one, result=result))


def with_places(tournament: Tournament, first: str, second: str, places: tuple[int, ...]) -> Tournament:
    """Return a tournament with the places of a group of its last round; none takes them back.

    `places` are in the order of the group's people. People may share one; the places below it are counted
    again, so that after two first ones comes the third.

    Raises:
        InputFault: the last round has no such group, or it has more or fewer people than places.
    """

    def placed(one: Pairing) -> Pairing:
        if places and (len(places) != len(one.people) or not one.others):
            raise InputFault(TEXTS.say("rounds.refused.places", n=len(one.people)))
        return replace(one, places=ranked(places))

    return _with_last(tournament, first, second, placed)


def _with_last(
    tournament: Tournament, first: str, second: str, changed: Callable[[Pairing], Pairing]
) -> Tournament:
    if not tournament.rounds or all(
        (one.first, one.second) != (first, second) for one in tournament.rounds[-1].pairings
    ):
        raise InputFault(TEXTS.say("rounds.refused.pairing", first=first, second=second))
    *before, last = tournament.rounds
    pairings = tuple(
        changed(one) if (one.first, one.second) == (first, second) else one for one in last.pairings
    )
    return replace(tournament, rounds=(*before, replace(last, pairings=pairings)))


def ranked(places: Iterable[int]) -> tuple[int, ...]:
    """Return places as people count them: after two who share the first place comes the third.

    >>> ranked([2, 1, 1, 7])
    (3, 1, 1, 4)
    """
    given = [*places]
    return tuple(1 + sum(other < place for other in given) for place in given)


def with_gone(tournament: Tournament, name: str, *, gone: bool) -> Tournament:
    """Return a tournament that somebody left, or came back to.

    Raises:
        InputFault: nobody there has that name.
    """
    if name not in tournament.people:
        raise InputFault(TEXTS.say("rounds.refused.nobody", name=name[:NAME_LIMIT]))
    others = tuple(one for one in tournament.gone if one != name)
    return replace(tournament, gone=(*others, name) if gone else others)
