"""The file with a table's web hooks. Addresses are in a file because an address is often a secret."""

from pathlib import Path
from urllib.parse import urlsplit

from engine.core.bounded_text import read_text
from engine.core.faults import InputFault

_MOST_ADDRESSES = 10
_LARGEST_BYTES = 100_000
"""The largest file that is read: ten addresses with as many comments as anybody writes."""


def load_hooks(path: Path) -> tuple[str, ...]:
    """Return the addresses in a file, one a line; lines that begin with # are comments.

    Raises:
        InputFault: the file can't be read, a line is no address, or there are too many.
    """
    try:
        text = read_text(path, largest_bytes=_LARGEST_BYTES, kind="addresses")
    except InputFault as error:
        raise InputFault(f"--hooks {error}") from error
    lines = [line.strip() for line in text.splitlines()]
    found = tuple(line for line in lines if line and not line.startswith("#"))
    for number, url in enumerate(found, start=1):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            # The message names the address by its number: the address itself may be a secret.
            raise InputFault(f"--hooks {path}: address {number}: expected http://… or https://…")
    if len(found) > _MOST_ADDRESSES:
        raise InputFault(f"--hooks {path}: expected at most {_MOST_ADDRESSES} addresses; got {len(found)}")
    return found
