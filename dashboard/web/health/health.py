"""The health page: the state of every service, camera and device, the disk, and the support bundle."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

from dashboard.web.health.vitals import Disk, Vitals, support_bundle
from dashboard.web.seats.seating import Role, Seating
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, why
from engine.bus.kept_logs import last_lines
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH
from engine.records.archive import evidence_bytes
from engine.records.room import free_on
from engine.session.matches.journal import journals

READ_AGAIN_AFTER = Seconds(30.0)
"""The shortest time between two counts of the disk. With thousands of matches a count takes a while."""


def health_pages(
    vitals: Vitals,
    *,
    connected: Callable[[], bool],
    tablets: Callable[[], int],
    seating: Seating,
    disk: Callable[[], Awaitable[Disk | None]],
    logs: Path | None = None,
) -> APIRouter:
    """Return the routes. Everybody may read the report; only the arbiter gets the bundle.

    `connected`: whether the bus is there; `tablets`: the number of connected tablets; `disk`: the sizes on
    the matches' disk; `logs`: the folder of the services' logs.
    """
    router = APIRouter()

    async def report(language: str = ENGLISH) -> dict[str, Any]:
        found = vitals.report(
            now=Seconds(time.time()), connected=connected(), disk=await disk(), language=language
        )
        status = "trouble" if found["troubles"] else "ok"
        return {"status": status, "version": version("boardwarden"), "tablets": tablets(), **found}

    @router.get("/health")
    async def _health(lang: str = ENGLISH) -> JSONResponse:
        return JSONResponse(await report(language_asked(lang)))

    @router.get("/health/page", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("health/health")

    @router.get("/health/bundle.zip")
    async def _bundle(request: Request, lang: str = ENGLISH) -> Response:
        try:
            place = place_of_visitor(request, seating)
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 403)
        if place.role is not Role.ARBITER:
            refused = InputFault(TEXTS.say("refused.bundle"))
            return PlainTextResponse(f"{why(refused, lang)}\n", 403)
        said = {} if logs is None else await asyncio.to_thread(last_lines, logs)
        packed = support_bundle(await report(), vitals.kept_messages(), said)
        named = {"Content-Disposition": 'attachment; filename="boardwarden-support.zip"'}
        return Response(packed, media_type="application/zip", headers=named)

    return router


class DiskCount:
    """The disk of a folder of matches, counted every 30 s at most. `playing` gives the present match."""

    def __init__(self, matches: Path | None, playing: Callable[[], str]) -> None:
        self._matches, self._playing = matches, playing
        self._counted: tuple[float, Disk | None] = (float("-inf"), None)

    async def now(self) -> Disk | None:
        """Return the sizes of the last count; None if no matches are kept."""
        if self._matches is not None and time.monotonic() - self._counted[0] > READ_AGAIN_AFTER:
            found = await asyncio.to_thread(disk_of, self._matches, self._playing())
            self._counted = (time.monotonic(), found)
        return self._counted[1]


FREE_IN_BYTES = 10_000_000
"""The step that free space is rounded down to, so that it doesn't show how much a turn writes."""


def disk_of(matches: Path, playing: str = "") -> Disk | None:
    """Return the sizes of a folder of matches; None if there is no folder.

    The match `playing` isn't included: the bytes that a turn adds would reveal the length of hidden names.
    """
    try:
        found = journals(matches)
        over = [path for path in found if path.parent.name != playing]
        return Disk(
            len(found),
            sum(path.stat().st_size for path in over),
            sum(evidence_bytes(path.parent) for path in over),
            free_on(matches) // FREE_IN_BYTES * FREE_IN_BYTES,
        )
    except OSError:
        return None
