"""A table's pages keep values in JSON, each in a hidden file of the data folder.

Such a file says who plays here, so only its owner can read it. Without a data folder a value is lost when the
program ends.
"""

from hashlib import sha256
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec

from dashboard.web.texts import TEXTS
from engine.core.bounded_json import parse_typed
from engine.core.faults import MissingFault
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole

Kept = TypeVar("Kept")


def file_of(folder: Path | None, table: str, kind: str) -> Path | None:
    """Return the file that keeps a kind of values of a table, such as `.hall%203.wishes`."""
    return None if folder is None else folder / f".{quote(table, safe='')}.{kind}"


def keep(path: Path | None, value: object, refused: str) -> None:
    """Keep a value in the place of the older one, so that a power cut loses neither.

    `refused`: the key of the sentence for a disk that refuses, with its reason as `{why}`.

    Raises:
        MissingFault: the disk refuses; the older value is still there.
    """
    if path is None:
        return
    try:
        put_whole(path, msgspec.json.encode(value), lasts=True)
    except OSError as error:
        raise MissingFault(TEXTS.say(refused, why=system_words(error))) from error


def kept(path: Path | None, kind: type[Kept], otherwise: Kept) -> Kept:
    """Return the kept value; `otherwise` where there is none, or where the file is damaged."""
    try:
        return otherwise if path is None else parse_typed(path.read_bytes(), kind)
    except (OSError, msgspec.DecodeError):
        return otherwise


def digest_of(link: str) -> str:
    """Return a link's SHA-256 in hexadecimal: a file that is copied gives no link away."""
    return sha256(link.encode()).hexdigest()
