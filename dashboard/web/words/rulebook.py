"""A game's rules in a reader's language, as JSON (`/rules/dozen_war?lang=ja`) and as a page (`/rulebook`)."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.faces import no_game
from dashboard.web.words.speaking import language_asked, why
from engine.core.faults import InputFault
from engine.core.rulebook import Rulebook
from engine.games.registry import GAMES, open_rulebook


def rulebook_pages() -> APIRouter:
    """Return the routes. Everybody may read them."""
    router = APIRouter()

    @router.get("/rulebook", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("rulebook/rulebook")

    @router.get("/rules")
    def _books(lang: str = "en") -> JSONResponse:
        return JSONResponse(books_in(language_asked(lang)))

    @router.get("/rules/{game}")
    def _rules(game: str, lang: str = "en") -> JSONResponse:
        if game not in GAMES:
            return no_game(game, lang)
        book = open_rulebook(game)
        if lang not in book.languages:
            known = ", ".join(book.languages)
            unwritten = InputFault(TEXTS.say("refused.no_rules_in", game=game, lang=lang, known=known))
            return JSONResponse({"text": why(unwritten, lang)}, status_code=400)
        return JSONResponse(rules_in(book, lang))

    return router


def rules_in(book: Rulebook, language: str) -> dict[str, Any]:
    """Return a rulebook as JSON has it: its name, its rules by their ids, its questions by their kinds.

    A rule has its sentence, its place in the book, and `left_open`: a sentence if the book leaves the rule to
    the table, else empty. A question has its sentence, the rule that asks it (empty if a card or skill
    does), and whether everybody sees the possible answers.
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
        "questions": {
            kind: {"says": asked.sentence.said_in(language), "rule": asked.rule or "", "open": asked.open}
            for kind, asked in book.questions.items()
        },
    }


def books_in(language: str) -> list[dict[str, str]]:
    """Return the games that have a rulebook, each with the book's name in a language."""
    found = []
    for game in GAMES:
        try:
            found.append({"game": game, "book": open_rulebook(game).title.said_in(language)})
        except InputFault:
            continue
    return found
