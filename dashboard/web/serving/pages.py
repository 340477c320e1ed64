"""Where the pages' files lie, and how long browsers keep them."""

from functools import cache
from os import stat_result
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response

from dashboard.web.serving.bundle import BUNDLE_FOLDER, Bundle, read_bundle

STATIC_FOLDER = Path(__file__).parent.parent / "static"
_FOR_A_YEAR = "public, max-age=31536000, immutable"


class _Unchanging(StaticFiles):
    """Files whose names have a hash of what is in them: a browser needs each once."""

    def file_response(
        self, full_path: Any, stat_result: stat_result, *arguments: Any, **more: Any
    ) -> Response:
        response = super().file_response(full_path, stat_result, *arguments, **more)
        response.headers["Cache-Control"] = _FOR_A_YEAR
        return response


@cache
def bundle() -> Bundle | None:
    """Return the bundle that is served; None: the pages' files are served as they are written."""
    return read_bundle(BUNDLE_FOLDER, STATIC_FOLDER)


def page(name: str, headers: dict[str, str] | None = None, status: int = 200) -> FileResponse:
    """Return the answer that is a page: `index` for `index.html`."""
    found = bundle()
    folder = found.folder / "pages" if found and name in found.pages else STATIC_FOLDER
    return FileResponse(folder / f"{name}.html", headers=headers, status_code=status)


def mount_files(app: FastAPI) -> None:
    """Serve the scripts, styles and pictures of the pages."""
    app.mount("/static", StaticFiles(directory=STATIC_FOLDER), name="static")
    app.mount("/bundle", _Unchanging(directory=BUNDLE_FOLDER / "files", check_dir=False), name="bundle")
