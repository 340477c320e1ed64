"""Where a tablet reads a game's cards in its language: `/cards/hero_realms?lang=ja&content=house`."""

from collections.abc import Callable
from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.board import load_board
from engine.core.faces import Faces
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.registry import GAMES, open_game, usual_board

_KEPT = 8


def face_pages(own: Callable[[], str] = lambda: "") -> APIRouter:
    """Return the routes of the cards' print. It is no secret: everybody may read it.

    `own()` returns the content pack of the match that is played; the pack may be a file of this table.
    """
    router = APIRouter()

    # In a thread of its own: a game is opened the first time.
    @router.get("/cards/{game}")
    def _cards(game: str, lang: str = "en", content: str = "house") -> Response:
        if game not in GAMES:
            return no_game(game, lang)
        try:
            found = faces_of(game, readable(game, content, own()))
        except InputFault as error:
            return JSONResponse({"text": why(error, lang)}, status_code=404)
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    return router


def no_game(game: str, lang: str) -> JSONResponse:
    """Return the answer to a request about a game that isn't played here."""
    unknown = InputFault(TEXTS.say("refused.no_game", game=game, known=", ".join(GAMES)))
    return JSONResponse({"text": why(unknown, lang)}, status_code=404)


@lru_cache(maxsize=_KEPT)
def faces_of(game: str, content: str) -> Faces:
    """Return the prints of a game's cards; a game without cards has none.

    Raises:
        InputFault: no such content pack.
    """
    opened = open_game(game, load_board(usual_board(game)), Ruleset(content))
    return opened.faces()


def readable(game: str, content: str, own: str) -> str:
    """Return a content pack that an address may read: one that comes with the game, or the table's `own`.

    Names only: an address must not read whatever file it likes, nor find out which there are.

    Raises:
        InputFault: it's another.
    """
    known = packs_of(game)
    if content in (*known, own, ""):
        return content
    raise InputFault(TEXTS.say("refused.no_pack", known=", ".join(known), content=content[:40] or "-"))


@lru_cache(maxsize=_KEPT)
def packs_of(game: str) -> tuple[str, ...]:
    """Return the content packs that come with a game."""
    opened = open_game(game, load_board(usual_board(game)), Ruleset())
    return tuple(opened.packs())
