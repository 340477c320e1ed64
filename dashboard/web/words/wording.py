"""Serves the pages' own texts, one address a language, so that a browser keeps them beside the pages."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from dashboard.web.texts import page_texts
from engine.core.phrase import LANGUAGES


def wording_addresses() -> tuple[str, ...]:
    """Return the addresses of all texts."""
    return tuple(f"/texts/{language}.json" for language in LANGUAGES)


def wording_pages() -> APIRouter:
    """Return the routes of the texts: `/texts/vi.json`, a sentence by its key."""
    router = APIRouter()

    @router.get("/texts/{language}.json", include_in_schema=False)
    async def _texts(language: str) -> JSONResponse:
        if language not in LANGUAGES:
            return JSONResponse({"text": f"the pages speak {', '.join(LANGUAGES)}"}, status_code=404)
        return JSONResponse(page_texts(language))

    return router
