"""The pages' files: their folder, the fragments that pages share, and how long browsers keep them."""

import hashlib
import re
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
"""The fragments in `static/page` that every page has, by the comment that each of them replaces."""
_PARTS = re.compile(
    r'<link rel="stylesheet" href="(/bundle/[^"]+)" />'
    r'|<script type="module" src="(/bundle/[^"]+)"></script>'
)
"""The files that a bundled page is made of."""
_FOR_A_YEAR = "public, max-age=31536000, immutable"


class _Unchanging(StaticFiles):
    """Files with a hash of their content in their names, so browsers may keep them for ever."""

    async def check_config(self) -> None:
        """Check that the folder is there.

        Raises:
            HTTPException: there is no bundle.
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
    """Return the bundle that is served; None if the pages' files are served as they are written."""
    return read_bundle(BUNDLE_FOLDER, STATIC_FOLDER)


def inline_scripts() -> tuple[str, ...]:
    """Return the hashes of the scripts that stand in the bundled pages; none if there is no bundle."""
    found = bundle()
    return found.inline if found else ()


def source_of(name: str, sources: Path = STATIC_FOLDER) -> str:
    """Return a page's HTML, with the fragments that every page has."""
    html = (sources / f"{name}.html").read_text(encoding="utf-8")
    for mark, fragment in _FRAGMENTS.items():
        line = f"    {mark}\n"
        if line in html:
            html = html.replace(line, (sources / "page" / f"{fragment}.fragment").read_text(encoding="utf-8"))
    return html


def page(name: str, headers: dict[str, str] | None = None) -> HTMLResponse:
    """Return the answer with a page, `index` for `index.html`. Its ETag is a hash of its content.

    A header names the files that a bundled page is made of: a browser asks for them before it reads the page.
    """
    found = bundle()
    html = source_of(name, found.folder / "pages") if found and name in found.pages else source_of(name)
    mark = f'"{hashlib.sha256(html.encode()).hexdigest()[:32]}"'
    also = headers or {}
    ahead = [*_made_of(html), *([also["Link"]] if "Link" in also else [])]
    return HTMLResponse(html, headers={"ETag": mark, **also, **({"Link": ", ".join(ahead)} if ahead else {})})


def _made_of(html: str) -> tuple[str, ...]:
    return tuple(
        f"<{style}>; rel=preload; as=style" if style else f"<{script}>; rel=modulepreload"
        for style, script in _PARTS.findall(html)
    )


def mount_files(app: FastAPI) -> None:
    """Serve the scripts, styles and pictures of the pages."""
    app.mount("/static", StaticFiles(directory=STATIC_FOLDER), name="static")
    app.mount("/bundle", _Unchanging(directory=BUNDLE_FOLDER / "files", check_dir=False), name="bundle")
