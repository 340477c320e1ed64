"""The contents of a backup: the files' names in it, and the list that closes it.

A backup is a tar archive, packed by gzip, that any machine can open. `data/…` lies in the data folder,
`lenses/…` in the folder of measured lenses. The last member, `manifest.json`, has each file's length and
SHA-256.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from engine.core.bounded_json import parse_json
from engine.core.faults import InputFault
from engine.records.archive_index import NAME as INDEX

FORMAT = 1
"""The form of the list; a program reads this one and all before it."""

MANIFEST = "manifest.json"
DATA, LENSES = "data", "lenses"
LONGEST_MANIFEST_BYTES = 50_000_000

_LONGEST_NAME = 1000
_RUNNING = (".play", ".bus", ".run", ".html", ".env", ".lock")
"""Files that a running table or an installed unit leaves in its data folder; they are this machine's."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One file of a backup."""

    length: int
    """Its length, bytes."""
    sha256: str
    """Its SHA-256, in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of a backup's files."""

    made_at: str
    """When it was made, as ISO 8601 has it."""
    version: str
    """The program that made it."""
    files: Mapping[str, KeptFile]
    """The files by their names in the archive."""


def belongs(name: PurePosixPath) -> bool:
    """Tell whether a file of the data folder belongs into a backup; `name` is relative to the folder.

    Older backups may hold files that don't belong; these aren't restored.
    """
    hidden = name.parts[0].startswith(".")
    if name.parts[0] == "logs" and len(name.parts) > 1:
        return False
    # An index is made from the journals at will. A copy of it while it's written would be damaged.
    if name.parts[0].startswith(INDEX):
        return False
    if name.suffix == ".packing" or (hidden and name.suffix in (".part", *_RUNNING)):
        return False
    # A restoring that was broken off leaves such a folder.
    return not name.parts[0].startswith(".restoring-")


def written_first(name: PurePosixPath) -> tuple[bool, str]:
    """Return the order that files are copied in: a match's journal after its evidence.

    Entries without evidence are usual, as after a crash; evidence of entries that aren't there isn't.
    """
    return name.suffix == ".jsonl", str(name)


def checked_name(name: str) -> PurePosixPath:
    """Return a file's name in an archive if it can only mean a place in the two folders.

    Raises:
        InputFault: it leads elsewhere, or isn't plain.
    """
    parts = name.split("/")
    plain = all(part not in ("", ".", "..") and "\0" not in part and "\\" not in part for part in parts)
    if not plain or len(parts) < 2 or parts[0] not in (DATA, LENSES) or len(name) > _LONGEST_NAME:
        raise InputFault(
            f"the backup has a file named {name[:200]!r}: expected data/… or lenses/…; nothing was restored"
        )
    return PurePosixPath(name)


def dump_manifest(manifest: Manifest) -> bytes:
    """Return the list as the archive has it; inverse of `load_manifest`."""
    files = {name: {"length": one.length, "sha256": one.sha256} for name, one in manifest.files.items()}
    written = {"format": FORMAT, "made_at": manifest.made_at, "version": manifest.version, "files": files}
    return json.dumps(written, indent=1, ensure_ascii=False).encode()


def load_manifest(content: bytes) -> Manifest:
    """Return a list as an archive has it.

    Raises:
        InputFault: it is none, or of a newer form than this program reads.
    """
    try:
        found: Any = parse_json(content)
        if isinstance(found["format"], int) and found["format"] > FORMAT:
            raise InputFault(
                f"the backup was made by a newer version, {found.get('version', 'unknown')}: its form is "
                f"{found['format']}, and this program reads up to {FORMAT}; restore it with that version"
            )
        files = {
            str(checked_name(name)): KeptFile(int(one["length"]), str(one["sha256"]))
            for name, one in found["files"].items()
        }
        return Manifest(str(found["made_at"]), str(found["version"]), files)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputFault(f"the backup's {MANIFEST} can't be read: {error}; nothing was restored") from error
