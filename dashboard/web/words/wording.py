"""Serves the pages' own texts: one address for each language, so that a browser can keep them."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from dashboard.web.texts import loaded_texts
from engine.core.phrase import LANGUAGES


def wording_addresses() -> tuple[str, ...]:
    """Return the addresses of all texts."""
    return tuple(f"/texts/{language}.json" for language in LANGUAGES)


def wording_pages() -> APIRouter:
    """Return the route: `/texts/vi.json` has the Vietnamese sentences by their keys.

    `?also=start,phone` adds the texts of these pages.
    """
    router = APIRouter()

    @router.get("/texts/{language}.json", include_in_schema=False)
    async def _texts(language: str, also: str = "") -> JSONResponse:
        if language not in LANGUAGES:
            return JSONResponse({"text": f"the pages speak {', '.join(LANGUAGES)}"}, status_code=404)
        return JSONResponse(loaded_texts(language, also.split(",")))

    return router
