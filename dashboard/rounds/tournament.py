"""A tournament as one frozen value: its people, its rounds, their results."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.session.playing.player_names import looks_of, parse_readable

PEOPLE_LIMIT = 200
"""The most people of a tournament."""

NAME_LIMIT = 60
"""The longest name, in characters."""


class System(StrEnum):
    """How people are paired.

    `swiss`: each round pairs people of like scores, and nobody meets twice. `round_robin`: everybody meets
    everybody once. `knock_out`: whoever loses is out.
    """

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"


class Result(StrEnum):
    """How a pairing ended: the first one won, the second one won, or neither."""

    FIRST = "first"
    SECOND = "second"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two people who meet in a round, or one who has a bye."""

    first: str
    """The name of one."""
    second: str | None
    """The name of the other; None: the first has a bye, which counts as a win."""
    result: Result | None = None
    """Its result; None: it isn't known yet, or it's a bye."""
    table: str = ""
    """The table where they play; empty: none was named."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those in it."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it is open."""
        return self.second is None or self.result is not None

    @property
    def winner(self) -> str | None:
        """The name of the one who won or had a bye; None where neither did, or it's open."""
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


def opened(name: str, system: System, people: tuple[str, ...], tables: tuple[str, ...] = ()) -> Tournament:
    """Return a tournament before its first round.

    Raises:
        InputFault: there are too few or too many people; or a name is empty, too long, has a sign that no
            line shows, or looks like another one.
    """
    cleaned = tuple(parse_readable(one, NAME_LIMIT) for one in people)
    if not 2 <= len(cleaned) <= PEOPLE_LIMIT:
        raise InputFault(TEXTS.say("rounds.refused.people", most=PEOPLE_LIMIT, n=len(cleaned)))
    if not all(cleaned):
        raise InputFault(TEXTS.say("rounds.refused.name", most=NAME_LIMIT, name=""))
    known = set[str]()
    for one in cleaned:
        # People are found in tables' matches by their names: two who look alike would share the results.
        if known.intersection(looks := looks_of(one)):
            raise InputFault(TEXTS.say("rounds.refused.twice", name=one))
        known.update(looks)
    places = tuple(dict.fromkeys(filter(None, (parse_readable(one, NAME_LIMIT) for one in tables))))
    return Tournament(parse_readable(name, NAME_LIMIT), system, cleaned, places)


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
    if not tournament.rounds or all(
        (one.first, one.second) != (first, second) for one in tournament.rounds[-1].pairings
    ):
        raise InputFault(TEXTS.say("rounds.refused.pairing", first=first, second=second))
    *before, last = tournament.rounds
    pairings = tuple(
        replace(one, result=result) if (one.first, one.second) == (first, second) else one
        for one in last.pairings
    )
    return replace(tournament, rounds=(*before, replace(last, pairings=pairings)))


def with_gone(tournament: Tournament, name: str, *, gone: bool) -> Tournament:
    """Return a tournament that somebody left, or came back to.

    Raises:
        InputFault: nobody there has that name.
    """
    if name not in tournament.people:
        raise InputFault(TEXTS.say("rounds.refused.nobody", name=name[:NAME_LIMIT]))
    others = tuple(one for one in tournament.gone if one != name)
    return replace(tournament, gone=(*others, name) if gone else others)
