"""The manifest that makes the page an app, and the worker that opens it when the table can't be reached."""

import hashlib
import json
import re
from pathlib import Path

from fastapi import APIRouter, Response

from dashboard.web.serving.bundle import digest_of
from dashboard.web.serving.pages import STATIC_FOLDER, bundle, source_of
from dashboard.web.texts import page_texts
from dashboard.web.words.wording import wording_addresses
from engine.core.phrase import LANGUAGES

PAGES = ("/", "/table")
"""The pages that open without a network. The others are of no use without the table."""

_ICONS = ("/static/icon.svg", "/static/apple-touch-icon.png")
"""The app's icons. iPhones and iPads take neither an SVG nor the manifest's icons."""

MANIFEST = {
    "name": "Boardwarden",
    "short_name": "Boardwarden",
    "description": "The table's board: what may be played, how far it reaches, what was wrong.",
    "start_url": "/",
    "display": "standalone",
    "background_color": "#f4f0e6",
    "theme_color": "#f4f0e6",
    "icons": [
        {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
    ],
}


def shell() -> tuple[str, ...]:
    """Return the addresses of all files that the pages need, bundled or not."""
    found = bundle()
    if found is None:
        paths = sorted(path for path in STATIC_FOLDER.rglob("*") if path.is_file())
        files = [f"/static/{path.relative_to(STATIC_FOLDER).as_posix()}" for path in paths]
    else:
        files = [*_ICONS, *re.findall(r'"(/bundle/[^"]+)"', source_of("index", found.folder / "pages"))]
    return (*PAGES, *files, *wording_addresses())


def edition(folder: Path = STATIC_FOLDER) -> str:
    """Return a hash that changes when any file or text changes, or when the files are bundled."""
    content = hashlib.sha256(f"{digest_of(folder)} {bundle() is not None}".encode())
    for language in LANGUAGES:
        content.update(json.dumps(page_texts(language)).encode())
    return content.hexdigest()[:16]


def installing_pages() -> APIRouter:
    """Return the routes of the manifest and of the worker that keeps the pages."""
    router = APIRouter()
    kept = {"EDITION": edition(), "SHELL": shell()}
    said = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in kept.items())
    # The worker isn't under /static, because a worker can only serve addresses beside or below its own.
    worker = said + (STATIC_FOLDER / "service-worker.js").read_text(encoding="utf-8")

    @router.get("/manifest.webmanifest")
    async def _manifest() -> Response:
        return Response(json.dumps(MANIFEST), media_type="application/manifest+json")

    @router.get("/service-worker.js")
    async def _worker() -> Response:
        return Response(worker, media_type="text/javascript")

    return router
