"""Loads a content pack once: by the name of one that comes with the game, or from a file or folder.

A pack is a folder whose `pack.yaml` holds the sections, or names the file of a section beside it
(`equipment: equipment.yaml`), or one such file alone. `base: house` takes that pack's records first:
records with the same slug replace them, others are added.
"""

from functools import cache
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.unusable import TEXTS
from engine.core.wording import Wording
from engine.games.dozen_war.content.reading import read_pack
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
    return read_pack(_found(name_or_path), base=load_pack)


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
