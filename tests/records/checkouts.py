"""A checkout of this program whose rules, cards or board were changed, as another version has them."""

import shutil
from pathlib import Path

import engine

ROOT = Path(engine.__file__).parents[1]
PACKAGES = ("dashboard", "firmware_bridge", "hardware", "vision")


def changed_checkout(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Return a checkout; `changes`: a file of the engine, a text of it, and the text in its place."""
    folder.mkdir()
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for package in PACKAGES:
        (folder / package).symlink_to(ROOT / package)
    for name, was, now in changes:
        path = folder / "engine" / name
        text = path.read_text(encoding="utf-8")
        assert was in text, (name, was)
        path.write_text(text.replace(was, now), encoding="utf-8")
    return folder
