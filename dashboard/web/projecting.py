"""The page for a projector above the table, or for a television beneath the pieces."""

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from dashboard.web.serving.pages import page


def projecting_pages() -> APIRouter:
    """Return the route. The page gets its content by a tablet's WebSocket."""
    router = APIRouter()

    @router.get("/project", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("projecting/project")

    return router
