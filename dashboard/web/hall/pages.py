"""The hall's application: its page, and the stream that the page follows. Opens nothing, starts nothing."""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse

from dashboard.web.audience.streaming import KEEP_ALIVE, followed
from dashboard.web.hall.followers import HallFollowers
from dashboard.web.seats.visitors import address_of
from dashboard.web.serving.compression import CompressedTexts
from dashboard.web.serving.gates import AGAIN_S, add_gates
from dashboard.web.serving.headers import protect
from dashboard.web.serving.heads import HeadRequests
from dashboard.web.serving.limits import USUAL, Limits
from dashboard.web.serving.pages import mount_files, page
from dashboard.web.serving.people import answered
from dashboard.web.serving.revalidation import Revalidated
from dashboard.web.serving.strangers import refusal_of
from dashboard.web.texts import TEXTS
from dashboard.web.words.faces import face_pages
from dashboard.web.words.looks import look_pages
from dashboard.web.words.speaking import language_asked, why
from dashboard.web.words.wording import wording_pages
from engine.core.faults import InputFault
from engine.core.ids import Seconds

EVENTS = "/api/v1/events"
"""The stream of a hall, at the address of a table's: the gates know it as one without an end."""


def make_hall_app(
    followers: HallFollowers,
    *,
    names: frozenset[str],
    listed: frozenset[str] = frozenset(),
    limits: Limits = USUAL,
    keep_alive: Seconds = KEEP_ALIVE,
    further: tuple[APIRouter, ...] = (),
) -> FastAPI:
    """Return the application.

    `names`: the hosts that it's reached as; `listed`: those of them that are proxies'. `further`: the routes
    of what the hall has beside its tables.
    """
    # No API pages: they would load scripts from a foreign address.
    app = FastAPI(title="Boardwarden hall", docs_url=None, redoc_url=None, openapi_url=None)
    add_gates(app, limits, address=address_of, linked=lambda _: False)

    @app.middleware("http")
    async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        refused = refusal_of(request, names, listed)
        if refused is not None:
            return refused
        response = await answered(request, call_next)
        protect(response, request.headers.get("host", ""))
        return response

    for router in (_hall_pages(followers, keep_alive), wording_pages(), look_pages(), face_pages(), *further):
        app.include_router(router)
    app.add_middleware(Revalidated)
    app.add_middleware(CompressedTexts)
    app.add_middleware(HeadRequests)
    mount_files(app)
    return app


def _hall_pages(followers: HallFollowers, keep_alive: Seconds) -> APIRouter:
    router = APIRouter()

    @router.get("/", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("hall/hall")

    @router.get("/watch", include_in_schema=False)
    async def _watch() -> HTMLResponse:
        return page("hall/watch")

    @router.get(EVENTS)
    async def _events(lang: str = "") -> Response:
        if followers.full:
            busy = InputFault(TEXTS.say("refused.busy", seconds=AGAIN_S))
            return PlainTextResponse(f"{why(busy, lang)}\n", 503, headers={"Retry-After": str(AGAIN_S)})
        events = followed(followers, language_asked(lang), keep_alive=keep_alive)
        return StreamingResponse(events, media_type="text/event-stream")

    return router
