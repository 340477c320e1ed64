"""The bundle: all pages with their scripts and styles in few files.

`python -m dashboard.web.bundling` writes it. Without a bundle, as in development, the pages are served as
they are written. A bundle of other sources isn't served, so a changed script takes effect at the next start.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BUNDLE_FOLDER: Final = Path(__file__).parent.parent / "bundle"
"""The folder of the bundle that a table serves."""
INDEX: Final = "bundle.json"
"""The file with the bundle's list. It is written last, so an unfinished bundle has none."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The list of a bundle's pages and files."""

    folder: Path
    """The bundle's folder: pages are in `pages`, scripts and styles in `files`."""
    pages: tuple[str, ...]
    """The pages' names below the folder of the sources, such as `setting_up/start`."""
    files: tuple[str, ...]
    """The names of scripts and styles. Each has a hash of its content, so its content never changes."""
    inline: tuple[str, ...] = ()
    """The hashes of the scripts that stand in a page, as the Content-Security-Policy names them."""


def digest_of(folder: Path) -> str:
    """Return a hash of the names and contents of all files in a folder: 16 hexadecimal digits."""
    content = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        content.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return content.hexdigest()[:16]


def read_bundle(folder: Path, sources: Path) -> Bundle | None:
    """Return the bundle in a folder; None if there is none, or if it was made from other sources."""
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if index["sources"] != digest_of(sources):
        return None
    return Bundle(folder, tuple(index["pages"]), tuple(index["files"]), tuple(index["inline"]))
