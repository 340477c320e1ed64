"""The page where a person of a tournament sits down by a code, and the codes for the arbiter to hand out."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.rounds.codes import PeopleCodes
from dashboard.rounds.seated import SeatWish, pairing_of, seat_of, with_taken
from dashboard.rounds.tournament import TakenSeat, Tournament
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.link import refused
from dashboard.web.hall.rounds_pages import body_of
from dashboard.web.hall.table_desks import TableDesks
from dashboard.web.seats.links import code_of
from dashboard.web.seats.seating import Seating
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said, why
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.phrase import Phrase

_TICKET_BYTES = 16
_LONGEST_CODE = 40
"""The most signs of an unknown code that the answer repeats."""


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A tablet's request for a seat."""

    code: str
    """The person's code, as it was typed or scanned."""
    table: str = ""
    """The table where the tablet stands; empty: it isn't bound to one."""
    seat: str = ""
    """The seat where it stands; empty: it isn't bound to one."""
    ticket: str = ""
    """The ticket that the tablet got when it took the seat before; empty: it has none."""


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """The seat that a person takes."""

    person: str
    """The person's name."""
    number: int
    """The round, from 1."""
    table: str
    """The table."""
    seat: Phrase
    """The seat's name for people."""
    others: tuple[str, ...]
    """The others who play there."""
    url: str
    """The address that seats the tablet."""
    ticket: str
    """The tablet's ticket. It's a secret; only with it, the tablet takes the seat again."""


@dataclass(frozen=True, slots=True)
class PersonsCode:
    """A person's code, for the arbiter to hand out."""

    name: str
    """The person's name."""
    code: str
    """The code."""
    url: str
    """The address that the picture leads to."""
    picture: str
    """The code to scan, as the `data:` address of an SVG."""


def seat_pages(
    desk: RoundsDesk, desks: TableDesks, seating: Seating, codes: PeopleCodes, *, hall: Callable[[], str]
) -> APIRouter:
    """Return the routes. `hall` returns the hall's address for other devices."""
    router = APIRouter()

    @router.get("/seat", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("hall/seat")

    @router.post("/seat")
    async def _seat(request: Request, lang: str = "en") -> Response:
        try:
            asked = parse_typed(await body_of(request), SeatAsked)
            given = await _given(desk, desks, codes, asked)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        except msgspec.DecodeError as error:
            return JSONResponse({"text": str(error)}, HTTPStatus.BAD_REQUEST)
        return Response(encoded(given, lang), media_type="application/json")

    @router.get("/rounds/codes")
    async def _codes(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("rounds.refused.codes"))) is not None:
            return JSONResponse({"text": said(no, language_asked(lang))}, HTTPStatus.FORBIDDEN)
        tournament = desk.tournament
        found = () if tournament is None else await asyncio.to_thread(_handed, tournament, codes, hall())
        return Response(encoded(found, lang), media_type="application/json")

    return router


async def _given(desk: RoundsDesk, desks: TableDesks, codes: PeopleCodes, asked: SeatAsked) -> SeatGiven:
    tournament = desk.tournament
    if tournament is None:
        raise InputFault(TEXTS.say("rounds.refused.none"))
    person = await asyncio.to_thread(codes.person, tournament, asked.code)
    if person is None:
        raise InputFault(TEXTS.say("rounds.seat.code", code=asked.code.strip()[:_LONGEST_CODE]))
    asking = SeatWish(person, asked.table, asked.seat, _digest(asked.ticket))
    table = pairing_of(tournament, asking).table
    match = desks.match_at(table)
    ticket = secrets.token_urlsafe(_TICKET_BYTES)

    def sits(now: Tournament) -> Tournament:
        nonlocal ticket
        pairing = pairing_of(now, asking)
        seat = seat_of(pairing, asking, match, since=now.rounds[-1].paired_at)
        assert match is not None  # noqa: S101 # seat_of refuses that
        if any(one.person == person and one.is_in(match) for one in pairing.taken):
            # Only the tablet with the ticket comes this far.
            ticket = asked.ticket
            return now
        series, at = match.series or match.match, Seconds(time.time())
        taken = TakenSeat(person, seat.seat, series, match.opened_at, at, _digest(ticket))
        return with_taken(now, pairing.table, taken)

    pairing = pairing_of(tournament, asking)
    seat = seat_of(pairing, asking, match, since=tournament.rounds[-1].paired_at)
    link = desks.seat_link(table, seat.seat)
    await asyncio.to_thread(desk.change, sits)
    return SeatGiven(
        person,
        len(tournament.rounds),
        table,
        seat.label,
        tuple(name for name in pairing.people if name != person),
        f"{link}&called={quote(person, safe='')}",
        ticket,
    )


def _digest(ticket: str) -> str:
    return sha256(ticket.encode()).hexdigest() if ticket else ""


def _handed(tournament: Tournament, codes: PeopleCodes, hall: str) -> tuple[PersonsCode, ...]:
    found = []
    for name in tournament.staying:
        code = codes.code(tournament, name)
        url = f"{hall}seat#code={code}"
        found.append(PersonsCode(name, code, url, code_of(url)))
    return tuple(found)
