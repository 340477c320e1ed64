"""A tournament's lists as CSV: its people come in, its pairings and standings go out."""

import csv
from collections.abc import Iterable
from io import StringIO

from dashboard.archive.spreadsheet_cells import as_written, unreckoned
from dashboard.rounds.group_points import PARTS, group_standings, won_parts
from dashboard.rounds.standings import standings
from dashboard.rounds.tournament import PEOPLE_LIMIT, System, Tournament
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault

_HEADINGS = ("name", "tên", "名前")
_HALVES, _QUARTERS = 2, 4


def people_in(text: str) -> tuple[str, ...]:
    """Return the names of a list: a line each, or the first column of a CSV file; a heading is left out.

    Raises:
        InputFault: it has more lines than a tournament has people, or can't be read.
    """
    try:
        rows = [row for row in csv.reader(StringIO(text.removeprefix("\ufeff"))) if row and row[0].strip()]
    except csv.Error as error:
        raise InputFault(TEXTS.say("rounds.refused.csv")) from error
    if rows and rows[0][0].strip().casefold() in _HEADINGS:
        rows = rows[1:]
    if len(rows) > PEOPLE_LIMIT:
        raise InputFault(TEXTS.say("rounds.refused.people", most=PEOPLE_LIMIT, n=len(rows)))
    return tuple(as_written(row[0].strip()) for row in rows)


def people_out(tournament: Tournament) -> str:
    """Return the people's list as CSV; inverse of `people_in`."""
    return _csv(("name",), ((name,) for name in tournament.people))


def pairings_out(tournament: Tournament) -> str:
    """Return all pairings as CSV, one a row. An open result is empty, and so is a bye's other person.

    Groups have one person a row, in the order of the seats, with the place and its points.
    """
    if tournament.system is System.GROUPS:
        return _groups_out(tournament)
    rows = (
        (number, one.table, one.first, one.second or "", "" if one.result is None else str(one.result))
        for number, each in enumerate(tournament.rounds, 1)
        for one in each.pairings
    )
    return _csv(("round", "table", "first", "second", "result"), rows)


def standings_out(tournament: Tournament) -> str:
    """Return the standings as CSV, one person a row; points in decimals."""
    if tournament.system is System.GROUPS:
        return _group_standings_out(tournament)
    rows = (
        (
            one.place,
            one.name,
            f"{one.halves / _HALVES:g}",
            f"{one.buchholz / _HALVES:g}",
            f"{one.sonneborn / _QUARTERS:g}",
            one.played,
        )
        for one in standings(tournament)
    )
    return _csv(("place", "name", "points", "buchholz", "sonneborn_berger", "played"), rows)


def _groups_out(tournament: Tournament) -> str:
    rows = (
        (
            number,
            one.table,
            at,
            name,
            one.places[at - 1] if one.places else "",
            _points(won_parts(tournament, one, name)) if one.is_settled else "",
        )
        for number, each in enumerate(tournament.rounds, 1)
        for one in each.pairings
        for at, name in enumerate(one.people, 1)
    )
    return _csv(("round", "table", "seat", "name", "place", "points"), rows)


def _group_standings_out(tournament: Tournament) -> str:
    rows = (
        (one.place, one.name, _points(one.parts), one.firsts, _points(one.opponents), one.played)
        for one in group_standings(tournament)
    )
    return _csv(("place", "name", "points", "first_places", "opponents_points", "played"), rows)


def _points(parts: int) -> str:
    return f"{parts / PARTS:.10g}"


def _csv(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows([unreckoned(cell) for cell in row] for row in rows)
    return out.getvalue()
