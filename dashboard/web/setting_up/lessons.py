"""The lessons that a table offers, in a reader's language: `/lessons?lang=ja`."""

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Response

from dashboard.web.words.speaking import encoded, language_asked
from engine.core.terms import dump_terms
from engine.games.registry import GAMES, open_lessons

_KEPT = 4


def lesson_pages() -> APIRouter:
    """Return the route. Everybody may read lessons; only the arbiter may open a lesson's match."""
    router = APIRouter()

    @router.get("/lessons")
    def _lessons(lang: str = "en") -> Response:
        language = language_asked(lang)
        return Response(encoded(lessons_in(language), language), media_type="application/json")

    return router


@lru_cache(maxsize=_KEPT)
def lessons_in(language: str) -> tuple[dict[str, Any], ...]:
    """Return every game's lessons in a language, as JSON has them."""
    return tuple(
        {
            "game": game,
            "lesson": lesson.name,
            "title": lesson.title.said_in(language),
            "learner": lesson.learner,
            "terms": dump_terms(lesson.terms),
            "setup": lesson.setup,
            "steps": [
                {
                    "until": step.until,
                    "title": step.title.said_in(language),
                    "text": step.text.said_in(language),
                }
                for step in lesson.steps
            ],
        }
        for game in GAMES
        for lesson in open_lessons(game)
    )
