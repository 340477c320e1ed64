"""Where the pages' files lie, how they are put together, and how long browsers keep them."""

import hashlib
from functools import cache
from http import HTTPStatus
from os import stat_result
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response

from dashboard.web.serving.bundle import BUNDLE_FOLDER, Bundle, read_bundle

STATIC_FOLDER = Path(__file__).parent.parent / "static"
_FRAGMENTS = {"<!-- head -->": "head", "<!-- without scripts -->": "without_scripts"}
"""The fragments in `static/page` that every page has, by the comment that stands for each."""
_FOR_A_YEAR = "public, max-age=31536000, immutable"


class _Unchanging(StaticFiles):
    """Files whose names have a hash of what is in them: a browser needs each once. There may be none."""

    async def check_config(self) -> None:
        """Refuse what is asked for of a folder that isn't there.

        Raises:
            HTTPException: pages aren't bundled here.
        """
        try:
            await super().check_config()
        except RuntimeError as error:
            raise HTTPException(HTTPStatus.NOT_FOUND) from error

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


def source_of(name: str, sources: Path = STATIC_FOLDER) -> str:
    """Return a page as a browser gets it, from its file and the fragments of every page."""
    html = (sources / f"{name}.html").read_text(encoding="utf-8")
    for mark, fragment in _FRAGMENTS.items():
        line = f"    {mark}\n"
        if line in html:
            html = html.replace(line, (sources / "page" / f"{fragment}.fragment").read_text(encoding="utf-8"))
    return html


def page(name: str, headers: dict[str, str] | None = None) -> HTMLResponse:
    """Return the answer that is a page: `index` for `index.html`. Its mark is a hash of what it says."""
    found = bundle()
    html = source_of(name, found.folder / "pages") if found and name in found.pages else source_of(name)
    mark = f'"{hashlib.sha256(html.encode()).hexdigest()[:32]}"'
    return HTMLResponse(html, headers={"ETag": mark, **(headers or {})})


def mount_files(app: FastAPI) -> None:
    """Serve the scripts, styles and pictures of the pages."""
    app.mount("/static", StaticFiles(directory=STATIC_FOLDER), name="static")
    app.mount("/bundle", _Unchanging(directory=BUNDLE_FOLDER / "files", check_dir=False), name="bundle")
