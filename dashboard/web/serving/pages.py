"""Where the pages' files lie."""

from pathlib import Path

from fastapi.responses import FileResponse

STATIC_FOLDER = Path(__file__).parent.parent / "static"


def page(name: str, headers: dict[str, str] | None = None, status: int = 200) -> FileResponse:
    """Return the answer that is a page: `index` for `index.html`."""
    return FileResponse(STATIC_FOLDER / f"{name}.html", headers=headers, status_code=status)
