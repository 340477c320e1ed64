"""The pages in few files, where they have been bundled; else, as in development, as they are written.

`python -m dashboard.web.bundling` writes a bundle. One that was made of other sources than those that lie
here isn't served: whoever changes a script sees the change at the table's next start.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BUNDLE_FOLDER: Final = Path(__file__).parent.parent / "bundle"
"""Where a bundle lies."""
INDEX: Final = "bundle.json"
"""The bundle's list, written last: a bundle that was broken off has none."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Pages whose scripts and styles are one file each."""

    folder: Path
    """Where it lies: pages in `pages`, scripts and styles in `files`."""
    pages: tuple[str, ...]
    """The pages by their names below the folder of the sources (`setting_up/start`)."""
    files: tuple[str, ...]
    """The names of scripts and styles, with a hash of what is in them: they never change."""


def digest_of(folder: Path) -> str:
    """Return a hash of all files of a folder, by their names and what is in them."""
    content = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        content.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return content.hexdigest()[:16]


def read_bundle(folder: Path, sources: Path) -> Bundle | None:
    """Return the bundle in a folder; None where there is none that was made of these sources."""
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if index["sources"] != digest_of(sources):
        return None
    return Bundle(folder, tuple(index["pages"]), tuple(index["files"]))
