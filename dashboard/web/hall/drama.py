"""Which table of a hall the audience's page follows: the most dramatic one, and not too many changes. Pure.

The measure is what every game has: a match that has just ended, a warning or a question in force, a clock
that runs out, two players left of more, play that goes on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from dashboard.web.hall.tables import SeenHall, SeenTable, TablePlace
from engine.core.ids import Seconds
from engine.core.verdict import VerdictKind


class Drama(IntEnum):
    """How much there is to see at a table."""

    NOTHING = 0
    """It's away or paused, has no match, or nobody has played for a while."""
    PLAYED = 1
    """A match goes on."""
    DUEL = 2
    """Two players are left of more."""
    RACE = 3
    """A player's last minute runs."""
    JUDGED = 4
    """A warning or a question is in force."""
    OVER = 5
    """The match has just ended."""


SHORTEST_S = Seconds(15.0)
"""A table is shown for at least so long, so that people find their way in it, unless no more is seen."""

LONGEST_S = Seconds(90.0)
"""After so long another table with as much to see has its turn."""

OVER_S = Seconds(20.0)
"""How long an end counts as one that has just come."""

LAST_S = 60.0
"""A player with less time than this on the clock plays in a race, s."""

STILL_S = Seconds(180.0)
"""After so long without a play nothing is left to see."""


@dataclass(frozen=True, slots=True)
class Followed:
    """The table that is followed."""

    place: TablePlace
    """The table's place."""
    since: Seconds
    """Since when, in seconds by the wall clock."""
    drama: Drama
    """How much there is to see at it."""


def drama_of(seen: SeenTable, *, now: Seconds) -> Drama:
    """Return how much there is to see at a table; `now` is the wall clock's time, s."""
    match, situation = seen.match, seen.situation
    paused = situation is not None and situation.paused
    quiet_s = STILL_S if seen.played_at is None else now - seen.played_at
    if match is None or not (seen.is_there and seen.is_shown) or paused or quiet_s >= STILL_S:
        return Drama.NOTHING
    if match.view.outcome is not None:
        return Drama.OVER if quiet_s < OVER_S else Drama.NOTHING
    verdict = None if situation is None else situation.current
    if verdict is not None and verdict.kind in (VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS):
        return Drama.JUDGED
    if seen.clock is not None and any(one.runs and one.left_s <= LAST_S for one in seen.clock.seats):
        return Drama.RACE
    left = sum(not seat.out for seat in match.view.seats)
    return Drama.DUEL if left == 2 < len(match.view.seats) else Drama.PLAYED


def follow(before: Followed | None, hall: SeenHall, *, now: Seconds) -> Followed | None:
    """Return the table to follow now; None: the hall has none that is there.

    The followed table stays for `SHORTEST_S`, and then until another has more to see. After `LONGEST_S` the
    next one with as much to see follows. While nothing happens anywhere, it stays.
    """
    there = {place: drama_of(seen, now=now) for place, seen in hall.tables.items() if seen.is_there}
    if before is None or before.place not in there:
        return _first(hall, there, now)
    own, shown_s = there[before.place], now - before.since
    stays = Followed(before.place, before.since, own)
    if own is not Drama.NOTHING and 0 <= shown_s < SHORTEST_S:
        return stays
    most = max(there.values())
    if most > own:
        return _first(hall, there, now)
    if own is Drama.NOTHING or 0 <= shown_s < LONGEST_S:
        return stays
    alike = sorted(place for place, drama in there.items() if drama is own)
    after = next((place for place in alike if place > before.place), alike[0])
    return Followed(after, now, own)


def _first(hall: SeenHall, there: Mapping[TablePlace, Drama], now: Seconds) -> Followed | None:
    """Return the table with the most to see; of several the one that was played at last."""
    if not there:
        return None
    most = max(there.values())
    alike = [place for place, drama in there.items() if drama is most]
    newest = max(sorted(alike), key=lambda place: hall.tables[place].played_at or 0.0)
    return Followed(newest, now, most)
