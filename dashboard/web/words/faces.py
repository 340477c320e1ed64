"""Where a tablet reads a game's cards in its language: `/cards/hero_realms?lang=ja&content=house`."""

from functools import lru_cache

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.board import load_board
from engine.core.faces import Faces
from engine.core.faults import InputFault
from engine.core.game import Printed, Ruleset
from engine.games.registry import GAMES, open_game, usual_board

_KEPT = 8


def face_pages() -> APIRouter:
    """Return the routes. What is printed on cards is no secret: everybody may read it."""
    router = APIRouter()

    # In a thread of its own: a game is opened the first time.
    @router.get("/cards/{game}")
    def _cards(game: str, lang: str = "en", content: str = "house") -> Response:
        if game not in GAMES:
            text = f"no game '{game}'; expected one of {', '.join(GAMES)}"
            return JSONResponse({"text": text}, status_code=404)
        try:
            found = faces_of(game, content)
        except InputFault as error:
            return JSONResponse({"text": why(error, lang)}, status_code=404)
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    return router


@lru_cache(maxsize=_KEPT)
def faces_of(game: str, content: str) -> Faces:
    """Return what is printed on a game's cards; of a game without cards nothing.

    Raises:
        InputFault: no such content pack.
    """
    opened = open_game(game, load_board(usual_board(game)), Ruleset(content))
    return opened.faces() if isinstance(opened, Printed) else Faces(())
