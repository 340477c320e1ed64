"""Files from other people: read up to a limit, whatever their name promises."""

from pathlib import Path

from engine.core.faults import InputFault

LARGEST_JOURNAL = 32_000_000
"""The largest journal that is imported, bytes; four bots that play for a day write half as much."""

LARGEST_TEXT = 4_000_000
"""The largest text of a match that is imported, bytes."""


def bounded_bytes(path: Path, most: int, expected: str) -> bytes:
    """Return a file's bytes. `expected`: the kind of file that is expected, for people.

    Raises:
        InputFault: it can't be read, or is longer than `most`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise InputFault(f"{path}: expected {expected}: {error.strerror or error}") from error
    if len(content) > most:
        raise InputFault(f"{path}: expected {expected} of at most {most // 1_000_000} MB, found more")
    return content
