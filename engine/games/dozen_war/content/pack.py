"""Loads a content pack once: by the name of one that comes with the game, or from a file or folder.

A pack is a single file, or a folder with a `pack.yaml`. This file holds the sections, or names the file of a
section beside it (`equipment: equipment.yaml`). `base: house` takes that pack's records first: records with
the same slug replace them, others are added.
"""

from functools import cache
from pathlib import Path

from engine.core.document import read_document
from engine.core.faults import InputFault
from engine.core.unusable import TEXTS
from engine.core.wording import Wording
from engine.games.dozen_war.content.reading import SECTIONS, read_pack
from engine.games.dozen_war.content.records import (
    CurseRecord,
    EquipmentRecord,
    EventLasts,
    EventRecord,
    GeneralRecord,
    Hits,
    Mark,
    Origin,
    Pack,
    SkillRecord,
    TokenMix,
    TokenRecord,
    TreasureRecord,
)

__all__ = (
    "PACK_FILE",
    "CurseRecord",
    "EquipmentRecord",
    "EventLasts",
    "EventRecord",
    "GeneralRecord",
    "Hits",
    "Mark",
    "Origin",
    "Pack",
    "SkillRecord",
    "TokenMix",
    "TokenRecord",
    "TreasureRecord",
    "Wording",
    "load_pack",
    "pack_files",
    "pack_names",
)

PACK_FILE = "pack.yaml"
_FOLDER = Path(__file__).parent


def pack_names() -> tuple[str, ...]:
    """Return the packs that come with the game."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob(f"*/{PACK_FILE}")))


@cache
def load_pack(name_or_path: str = "house") -> Pack:
    """Return a content pack; read once a process.

    Raises:
        InputFault: no such pack, or a broken one; names file, line and what's allowed.
    """
    file = _found(name_or_path)
    return read_pack(file, base=lambda base: load_pack(_base_beside(file, base)))


def pack_files(name_or_path: str) -> dict[str, Path]:
    """Return the files of a pack and of the pack that it builds on, by their paths: `house/pack.yaml`.

    Raises:
        InputFault: no such pack, or a broken one.
    """
    file = _found(name_or_path)
    name = file.parent.name if file.name == PACK_FILE else file.stem
    top = read_document(file).mapping()
    found = {f"{name}/{PACK_FILE}": file}
    for section in SECTIONS:
        if section in top and isinstance(beside := top[section].value, str):
            found[f"{name}/{beside}"] = file.parent / beside
    return (pack_files(_base_beside(file, top["base"].text())) if "base" in top else {}) | found


def _base_beside(file: Path, base: str) -> str:
    """Return the pack that another builds on: the one beside it, or else the game's own.

    So a match's carried packs build on each other, and not on packs that are installed later.
    """
    beside = file.parent.with_name(base)
    return str(beside) if (beside / PACK_FILE).is_file() else base


def _found(name_or_path: str) -> Path:
    if name_or_path in pack_names():
        return _FOLDER / name_or_path / PACK_FILE
    path = Path(name_or_path)
    if (path / PACK_FILE).is_file():
        return path / PACK_FILE
    if path.suffix in (".yaml", ".yml") and path.is_file():
        return path
    facts = {"game": "dozen_war", "name": str(name_or_path), "known": ", ".join(pack_names())}
    if len(path.parts) > 1 and not path.exists():
        raise InputFault(TEXTS.say("terms.pack_gone", **facts))
    raise InputFault(TEXTS.say("terms.no_pack", **facts))
