"""The address where a tablet reads a game's rules in its language: `/rules/dozen_war?lang=ja`."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from engine.core.rulebook import Rulebook
from engine.games.registry import GAMES, open_rulebook


def rulebook_pages() -> APIRouter:
    """Return the routes. Rules are no secret: everybody may read them."""
    router = APIRouter()

    @router.get("/rules/{game}")
    def _rules(game: str, lang: str = "en") -> JSONResponse:
        if game not in GAMES:
            text = f"no game '{game}'; expected one of {', '.join(GAMES)}"
            return JSONResponse({"text": text}, status_code=404)
        book = open_rulebook(game)
        if lang not in book.languages:
            text = (
                f"the rules of {game} aren't written in '{lang}'; expected one of {', '.join(book.languages)}"
            )
            return JSONResponse({"text": text}, status_code=400)
        return JSONResponse(rules_in(book, lang))

    return router


def rules_in(book: Rulebook, language: str) -> dict[str, Any]:
    """Return a rulebook as a tablet takes it: the book's name, and by rule id what it says and where.

    `left_open` says that the book leaves the rule to the table; it's empty where the book decides.
    """
    left_open = book.left_open.said_in(language)
    return {
        "lang": language,
        "book": book.title.said_in(language),
        "rules": {
            name: {
                "says": rule.sentence.said_in(language),
                "place": rule.place.said_in(language),
                "left_open": left_open if rule.reading else "",
            }
            for name, rule in book.rules.items()
        },
    }
