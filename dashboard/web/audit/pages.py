"""The pages of the audit log, for the arbiter."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.audit.audit import Audit
from dashboard.web.audit.lines import as_json
from dashboard.web.seats.seating import Seating, expect_hands_out
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.pages import page
from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import why
from engine.core.faults import BoardwardenError

SHOWN = 300
"""The most lines that the page shows. The export has all."""


def audit_pages(audit: Audit, hub: Hub, seating: Seating) -> APIRouter:
    """Return the routes. Anybody but the arbiter gets the status 403."""
    router = APIRouter()

    def refused(request: Request, lang: str) -> Response | None:
        try:
            expect_hands_out(place_of_visitor(request, seating))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        return None

    @router.get("/audit/page", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("audit/audit")

    @router.get("/audit")
    async def _lines(request: Request, lang: str = "en") -> Response:
        """Return the last lines, the newest first, with each seat's name as people read it."""
        if (no := refused(request, lang)) is not None:
            return no
        lines = await asyncio.to_thread(audit.newest, SHOWN)
        labels = {one.seat: one.label for one in hub.seats}
        shown: list[dict[str, Any]] = [
            {**as_json(one), "label": "" if one.seat is None else labels.get(one.seat, one.seat)}
            for one in lines
        ]
        return JSONResponse({"lines": shown})

    @router.get("/audit/export.jsonl")
    async def _export(request: Request, lang: str = "en") -> Response:
        """Return all lines as JSON Lines."""
        if (no := refused(request, lang)) is not None:
            return no
        whole = await asyncio.to_thread(audit.whole)
        named = {"Content-Disposition": 'attachment; filename="boardwarden-audit.jsonl"'}
        return Response(whole, media_type="application/x-ndjson", headers=named)

    return router
