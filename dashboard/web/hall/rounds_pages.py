"""The page of the rounds: everybody reads pairings and standings, the arbiter's link changes them."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.rounds.pairing import next_round
from dashboard.rounds.sheets import pairings_out, people_in, people_out, standings_out
from dashboard.rounds.standings import Standing, standings
from dashboard.rounds.tournament import Result, System, Tournament, opened, with_gone, with_result, with_round
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.link import refused
from dashboard.web.seats.seating import Seating
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, why
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase

_LONGEST_BYTES = 65_536
"""The most that one request may bring: 200 names of 60 characters are a quarter of it."""


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
class RoundsLeaving:
    """The request to pair somebody no more, or again."""

    name: str
    """The name."""
    gone: bool
    """Whether that person has left."""


@dataclass(frozen=True, slots=True)
class RoundsNow:
    """A tournament as its page shows it."""

    tournament: Tournament | None
    """The tournament; None before the first was opened."""
    standings: tuple[Standing, ...]
    """Its standings, the best first."""
    may_change: bool
    """Whether whoever asks may change it."""
    refused: Phrase
    """Why the link of whoever asks isn't valid; empty: it is, or there's none."""


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
    asked = msgspec.json.decode(body, type=RoundsOpening)
    tables = tuple(asked.tables.splitlines())
    desk.open(opened(asked.name, asked.system, people_in(asked.people), tables))


def _pair(desk: RoundsDesk, _body: bytes) -> None:
    desk.change(lambda now: with_round(now, next_round(now), now=Seconds(time.time())))


def _settle(desk: RoundsDesk, body: bytes) -> None:
    asked = msgspec.json.decode(body, type=RoundsResult)
    desk.change(lambda now: with_result(now, asked.first, asked.second, asked.result))


def _leave(desk: RoundsDesk, body: bytes) -> None:
    asked = msgspec.json.decode(body, type=RoundsLeaving)
    desk.change(lambda now: with_gone(now, asked.name, gone=asked.gone))


CHANGES: dict[str, Callable[[RoundsDesk, bytes], None]] = {
    "opening": _open,
    "next": _pair,
    "result": _settle,
    "leaving": _leave,
}
"""The changes that the arbiter may ask for, by the ends of their addresses."""


def _now_of(desk: RoundsDesk, lang: str, no: Phrase | None = None) -> Response:
    tournament = desk.tournament
    lines = () if tournament is None else standings(tournament)
    found = RoundsNow(tournament, lines, no is None, no or SILENCE)
    return Response(encoded(found, lang), media_type="application/json")


def _changes(desk: RoundsDesk, seating: Seating, change: Callable[[RoundsDesk, bytes], None]) -> Any:
    async def answer(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("rounds.refused.link"))) is not None:
            return JSONResponse({"text": why(InputFault(no), lang)}, HTTPStatus.FORBIDDEN)
        try:
            await asyncio.to_thread(change, desk, await _body(request))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        except msgspec.MsgspecError as error:
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


async def _body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        InputFault: it's too long.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST_BYTES:
            raise InputFault(TEXTS.say("rounds.refused.long"))
    return body
