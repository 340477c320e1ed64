"""The contents of a backup: the files' names in the archive, and the manifest at its end.

A backup is a tar archive, packed by gzip, so any machine can open it. `data/…` are the files of the data
folder, `lenses/…` those of the folder of measured lenses. The last member, `manifest.json`, has each file's
length and SHA-256.
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
"""The number of the manifest's format; this program reads it and all earlier ones."""

MANIFEST = "manifest.json"
DATA, LENSES = "data", "lenses"
LONGEST_MANIFEST_BYTES = 50_000_000

_LONGEST_NAME = 1000
_RUNNING = (".play", ".bus", ".run", ".html", ".env", ".lock")
"""The endings of files in the data folder that a running table or a unit keeps for this machine only."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One file of a backup."""

    length: int
    """The file's length, in bytes."""
    sha256: str
    """The file's SHA-256, in hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list of a backup's files."""

    made_at: str
    """The time when the backup was made, in ISO 8601."""
    version: str
    """The version of the program that made the backup."""
    files: Mapping[str, KeptFile]
    """The files by their names in the archive."""


def belongs(name: PurePosixPath) -> bool:
    """Tell whether a file of the data folder belongs into a backup; `name` is relative to the folder.

    An older backup may hold files that don't belong; they aren't restored.
    """
    hidden = name.parts[0].startswith(".")
    if name.parts[0] == "logs" and len(name.parts) > 1:
        return False
    # An index can always be made from the journals. A copy of it while it's written would be damaged.
    if name.parts[0].startswith(INDEX):
        return False
    if name.suffix == ".packing" or (hidden and name.suffix in (".part", *_RUNNING)):
        return False
    # The evening's film can be made again from its match.
    if len(name.parts) > 1 and name.suffix == ".mp4" and name.name.startswith(("film-", ".part-film-")):
        return False
    # An interrupted restoring leaves such a folder.
    return not name.parts[0].startswith(".restoring-")


def written_first(name: PurePosixPath) -> tuple[bool, str]:
    """Return the key that sorts files for copying: a match's evidence before its journal.

    So a copy may have entries without evidence, as after a crash, but no evidence of missing entries.
    """
    return name.suffix == ".jsonl", str(name)


def checked_name(name: str) -> PurePosixPath:
    """Return a file's name in an archive after checking that it leads into one of the two folders.

    Raises:
        InputFault: the name leads elsewhere, is too long, or has unusual parts.
    """
    parts = name.split("/")
    plain = all(part not in ("", ".", "..") and "\0" not in part and "\\" not in part for part in parts)
    if not plain or len(parts) < 2 or parts[0] not in (DATA, LENSES) or len(name) > _LONGEST_NAME:
        raise InputFault(
            f"the backup has a file named {name[:200]!r}: expected data/… or lenses/…; nothing was restored"
        )
    return PurePosixPath(name)


def dump_manifest(manifest: Manifest) -> bytes:
    """Return the manifest as JSON; inverse of `load_manifest`."""
    files = {name: {"length": one.length, "sha256": one.sha256} for name, one in manifest.files.items()}
    written = {"format": FORMAT, "made_at": manifest.made_at, "version": manifest.version, "files": files}
    return json.dumps(written, indent=1, ensure_ascii=False).encode()


def load_manifest(content: bytes) -> Manifest:
    """Return the manifest that the JSON holds.

    Raises:
        InputFault: the content is no manifest, or of a newer format than this program reads.
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
    except KeyError as error:
        raise InputFault(
            f"the backup's {MANIFEST} can't be read: it has no {error}; nothing was restored"
        ) from error
    except (ValueError, TypeError, AttributeError) as error:
        raise InputFault(f"the backup's {MANIFEST} can't be read: {error}; nothing was restored") from error
