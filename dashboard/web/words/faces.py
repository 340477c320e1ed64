"""The address of a game's printed cards in a language: `/cards/hero_realms?lang=ja&content=house`."""

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
    """Return the route. Everybody may read the cards: their print is no secret.

    `own` returns the present match's content pack, which may be a file of this table.
    """
    router = APIRouter()

    # Not a coroutine, so it runs in a thread: the first call opens the game.
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
    """Return the printed faces of a game's cards in a content pack; none for a game without cards.

    Raises:
        InputFault: there is no such content pack.
    """
    opened = open_game(game, load_board(usual_board(game)), Ruleset(content))
    return opened.faces()


def readable(game: str, content: str, own: str) -> str:
    """Return `content` if it is a pack that an address may name: one of the game's, or the table's `own`.

    An address can't name any other file, and its answer doesn't say which files there are.

    Raises:
        InputFault: it is another pack.
    """
    known = packs_of(game)
    if content in (*known, own, ""):
        return content
    raise InputFault(TEXTS.say("refused.no_pack", known=", ".join(known), content=content[:40] or "-"))


@lru_cache(maxsize=_KEPT)
def packs_of(game: str) -> tuple[str, ...]:
    """Return the names of the content packs that come with a game."""
    opened = open_game(game, load_board(usual_board(game)), Ruleset())
    return tuple(opened.packs())
