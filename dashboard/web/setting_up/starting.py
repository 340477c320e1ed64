"""The choices of a table before a match, its prints, and their page."""

from collections.abc import Callable
from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from dashboard.printing.order import PrintOrder
from dashboard.web.serving.pages import page
from dashboard.web.setting_up.lessons import lesson_pages
from dashboard.web.setting_up.offering import Own, offer
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said, why
from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH
from engine.core.sentences import joined
from engine.core.terms import Terms

_PRINTS_KEPT = 8


def starting_pages(terms: Callable[[], Terms]) -> APIRouter:
    """Return the routes. Everybody may read the choices; only the arbiter may open a match.

    `terms` returns those of the table's present match: its board, pieces and cards may be the table's own.
    """
    router = APIRouter()

    def own() -> Own:
        now = terms()
        return Own(now.board, now.pieces, now.content, now.game)

    router.include_router(lesson_pages())

    @router.get("/start", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/start")

    # Not a coroutine, so it runs in a thread: the first call opens all games.
    @router.get("/start/offer")
    def _offer(lang: str = "en") -> Response:
        language = language_asked(lang)
        return Response(encoded(offer(language, own()), language), media_type="application/json")

    def ordered(board: str, paper: str, content: str, language: str) -> PrintOrder:
        games = offer(ENGLISH, own()).games
        boards = {one.board: (game, one) for game in reversed(games) for one in game.boards}
        # A bare name is that of the usual layout, which is offered first.
        for game in reversed(games):
            boards |= {one.bare: (game, one) for one in reversed(game.boards)}
        if board not in boards or content not in boards[board][0].content:
            packs = dict.fromkeys(pack for game in games for pack in game.content)
            known = {
                "boards": joined(sorted({one.bare for _, one in boards.values()})),
                "packs": joined([*packs]),
            }
            raise InputFault(TEXTS.say("refused.print", board=board[:40], content=content[:40], **known))
        game, of = boards[board]
        return PrintOrder(game.game, of.board, of.pieces, content, paper, language_asked(language))

    # Not coroutines, so they run in threads: drawing a board takes a second or two.
    @router.get("/print/{what}.pdf")
    def _print(
        request: Request, what: str, board: str, paper: str = "a4", content: str = "house"
    ) -> Response:
        language = request.headers.get("accept-language", "")
        try:
            name, content_of = _printed(what, ordered(board, paper, content, language))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, language)}\n", 404)
        named = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content_of, media_type="application/pdf", headers=named)

    @router.get("/print/gluing.svg")
    def _gluing(board: str, paper: str = "a4", content: str = "house", lang: str = ENGLISH) -> Response:
        try:
            found = _glued(ordered(board, paper, content, lang))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", 404)
        return Response(found, media_type="image/svg+xml")

    return router


@lru_cache(maxsize=_PRINTS_KEPT)
def _glued(order: PrintOrder) -> str:
    from dashboard.printing.assembly import Steps  # noqa: PLC0415 # loads OpenCV, which no other page needs
    from dashboard.printing.printable import gluing  # noqa: PLC0415 # likewise

    words = (said(TEXTS.say(f"start.print.{step}"), order.language) for step in ("cut", "glue", "fold"))
    return gluing(order, Steps(*words))


@lru_cache(maxsize=_PRINTS_KEPT)
def _printed(what: str, order: PrintOrder) -> tuple[str, bytes]:
    from dashboard.printing.printable import printed  # noqa: PLC0415 # loads OpenCV, which no other page needs

    return printed(what, order)
