"""The page of the rounds: everybody reads pairings and standings, the arbiter's link changes them."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.rounds.group_points import GroupStanding, group_standings, parse_points
from dashboard.rounds.pairing import next_round
from dashboard.rounds.seated import with_freed
from dashboard.rounds.sheets import pairings_out, people_in, people_out, standings_out
from dashboard.rounds.standings import Standing, standings
from dashboard.rounds.tournament import (
    LEAST_IN_GROUP,
    MOST_IN_GROUP,
    Result,
    System,
    Tournament,
    opened,
    with_gone,
    with_places,
    with_result,
    with_round,
)
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.link import refused
from dashboard.web.seats.seating import Seating
from dashboard.web.serving.bodies import body_within
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said, why
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase

_LONGEST_BYTES = 65_536
"""The most that one request may bring: 200 names of 60 characters are a quarter of it."""

_MARK_BYTES = 8


@dataclass(frozen=True, slots=True)
class RoundsOpening:
    """The request for another tournament."""

    name: str
    """Its name."""
    system: System
    """How people are paired."""
    people: str
    """Its people, one a line or as CSV, the strongest first."""
    tables: str = ""
    """Its tables' names, one a line; empty: none are named."""
    size: int = 4
    """The most people at a table, where people play in groups."""
    points: str = ""
    """The points of the places, such as `4, 2, 1, 0`, where people play in groups; empty: the usual ones."""


@dataclass(frozen=True, slots=True)
class RoundsResult:
    """The request to write a result down."""

    first: str
    """The first one of the pairing."""
    second: str
    """The other one."""
    result: Result | None = None
    """The result; None takes one back."""


@dataclass(frozen=True, slots=True)
class RoundsPlaces:
    """The request to write the places of a group down."""

    first: str
    """The first one of the group."""
    second: str
    """The second one."""
    places: tuple[int, ...] = ()
    """The places in the order of the group's people; none takes them back."""


@dataclass(frozen=True, slots=True)
class RoundsLeaving:
    """The request to pair somebody no more, or again."""

    name: str
    """The name."""
    gone: bool
    """Whether that person has left."""


@dataclass(frozen=True, slots=True)
class RoundsFreeing:
    """The request to let somebody take the seat by another device."""

    name: str
    """The name."""


@dataclass(frozen=True, slots=True)
class RoundsNow:
    """A tournament as its page shows it."""

    tournament: Tournament | None
    """The tournament; None before the first was opened."""
    standings: tuple[Standing, ...]
    """Its standings, the best first; empty where people play in groups."""
    group_standings: tuple[GroupStanding, ...]
    """The same where people play in groups; empty where pairs play."""
    may_change: bool
    """Whether whoever asks may change it."""
    refused: Phrase
    """Why the link of whoever asks isn't valid; empty: it is, or there's none."""
    tables: tuple[str, ...]
    """The names of the hall's tables that are there, for the next tournament."""


def rounds_pages(desk: RoundsDesk, seating: Seating) -> APIRouter:
    """Return the routes."""
    router = APIRouter()

    @router.get("/rounds", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("hall/rounds")

    @router.get("/rounds/now")
    async def _now(request: Request, lang: str = "en") -> Response:
        return _now_of(desk, lang, refused(request, seating, SILENCE))

    for what, change in CHANGES.items():
        router.post(f"/rounds/{what}")(_changes(desk, seating, change))
    for name, sheet in (("people", people_out), ("pairings", pairings_out), ("standings", standings_out)):
        router.get(f"/rounds/{name}.csv")(_sheet(desk, name, sheet))
    return router


def _open(desk: RoundsDesk, body: bytes) -> None:
    asked = parse_typed(body, RoundsOpening)
    tables = tuple(asked.tables.splitlines())
    in_groups = asked.system is System.GROUPS and LEAST_IN_GROUP <= asked.size <= MOST_IN_GROUP
    points = parse_points(asked.points, asked.size) if in_groups else ()
    people = people_in(asked.people)
    found = opened(asked.name, asked.system, people, tables, size=asked.size, points=points)
    desk.open(replace(found, mark=secrets.token_hex(_MARK_BYTES)))


def _pair(desk: RoundsDesk, _body: bytes) -> None:
    desk.change(lambda now: with_round(now, next_round(now), now=Seconds(time.time())))


def _settle(desk: RoundsDesk, body: bytes) -> None:
    asked = parse_typed(body, RoundsResult)
    desk.change(lambda now: with_result(now, asked.first, asked.second, asked.result))


def _place(desk: RoundsDesk, body: bytes) -> None:
    asked = parse_typed(body, RoundsPlaces)
    desk.change(lambda now: with_places(now, asked.first, asked.second, asked.places))


def _leave(desk: RoundsDesk, body: bytes) -> None:
    asked = parse_typed(body, RoundsLeaving)
    desk.change(lambda now: with_gone(now, asked.name, gone=asked.gone))


def _free(desk: RoundsDesk, body: bytes) -> None:
    asked = parse_typed(body, RoundsFreeing)
    desk.change(lambda now: with_freed(now, asked.name))


CHANGES: dict[str, Callable[[RoundsDesk, bytes], None]] = {
    "opening": _open,
    "next": _pair,
    "result": _settle,
    "places": _place,
    "leaving": _leave,
    "freeing": _free,
}
"""The changes that the arbiter may ask for, by the ends of their addresses."""


def _now_of(desk: RoundsDesk, lang: str, no: Phrase | None = None) -> Response:
    tournament = desk.tournament
    in_groups = tournament is not None and tournament.system is System.GROUPS
    pairs = () if tournament is None or in_groups else standings(tournament)
    groups = () if tournament is None or not in_groups else group_standings(tournament)
    found = RoundsNow(tournament, pairs, groups, no is None, no or SILENCE, tuple(sorted(desk.tables)))
    return Response(encoded(found, lang), media_type="application/json")


def _changes(desk: RoundsDesk, seating: Seating, change: Callable[[RoundsDesk, bytes], None]) -> Any:
    async def answer(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("rounds.refused.link"))) is not None:
            return JSONResponse({"text": said(no, language_asked(lang))}, HTTPStatus.FORBIDDEN)
        try:
            await asyncio.to_thread(change, desk, await body_of(request))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        except msgspec.DecodeError as error:
            return JSONResponse({"text": str(error)}, HTTPStatus.BAD_REQUEST)
        return _now_of(desk, lang)

    return answer


def _sheet(desk: RoundsDesk, name: str, sheet: Callable[[Tournament], str]) -> Any:
    async def answer(lang: str = "en") -> Response:
        tournament = desk.tournament
        if tournament is None:
            return JSONResponse({"text": why(InputFault(TEXTS.say("rounds.refused.none")), lang)}, 404)
        named = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        # Spreadsheets take a file without this mark for one in an old encoding.
        text = "\ufeff" + await asyncio.to_thread(sheet, tournament)
        return Response(text, media_type="text/csv; charset=utf-8", headers=named)

    return answer


async def body_of(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        InputFault: it's too long.
    """
    if (body := await body_within(request, _LONGEST_BYTES)) is None:
        raise InputFault(TEXTS.say("rounds.refused.long"))
    return body
