"""`/metrics` for Prometheus. It answers requests with the table's reading key or the arbiter's link."""

import hmac
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from dashboard.web.health.counts import Now, TableCounts
from dashboard.web.seats.seating import Role, Seating
from dashboard.web.seats.visitors import place_or_spectator
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.bus.sealing import derived_key
from engine.core.faults import InputFault
from engine.core.whole_file import put_whole

_KEY_BYTES = 24


def reading_key(key: bytes) -> str:
    """Return the key for reading a table's metrics, from the table's own key. It opens nothing else."""
    return derived_key(key, "metrics")[:_KEY_BYTES].hex()


def reading_key_file(folder: Path, table: str) -> Path:
    """Return the path of a table's reading key, for Prometheus' `credentials_file`."""
    return folder / f".{quote(table, safe='')}.metrics"


def write_reading_key(folder: Path, table: str, key: bytes) -> None:
    """Write a table's reading key into a file that only its owner can read.

    Raises:
        OSError: the disk refuses.
    """
    put_whole(reading_key_file(folder, table), reading_key(key).encode())


def metrics_pages(
    counts: TableCounts, *, key: bytes, seating: Seating, now: Callable[[], Awaitable[Now]]
) -> APIRouter:
    """Return the route. `now` returns the values that no message of the bus has."""
    router = APIRouter()
    expected = reading_key(key)

    @router.get("/metrics", include_in_schema=False)
    async def _metrics(request: Request) -> Response:
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        is_reader = hmac.compare_digest(shown.encode(), expected.encode())
        if not is_reader and place_or_spectator(request, seating).role is not Role.ARBITER:
            refused = InputFault(TEXTS.say("refused.metrics"))
            language = request.headers.get("accept-language", "")
            bearer = {"WWW-Authenticate": "Bearer"}
            return PlainTextResponse(f"{why(refused, language)}\n", 401, headers=bearer)
        counts.now = await now()
        return Response(generate_latest(counts.registry), media_type=CONTENT_TYPE_LATEST)

    return router
