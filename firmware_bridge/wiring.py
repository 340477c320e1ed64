"""The `board.json` files that a table's boards should have, by the number of each configuration."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.core.bounded_text import read_text
from engine.core.faults import InputFault
from hardware.firmware.warden import configuration

Wiring = Mapping[int, str]
"""The number of a configuration, as a board's hello has it, and the name of its file."""


LARGEST_BYTES = 100_000
"""The largest `board.json` that is read: more than a board's whole memory could take in."""


def read_board_file(path: Path) -> str:
    """Return the text of a `board.json`.

    Raises:
        InputFault: it can't be read, is too large, or isn't text; names the file.
    """
    return read_text(path, largest_bytes=LARGEST_BYTES, kind="a board.json")


def load_wiring(files: Iterable[str]) -> dict[int, str]:
    """Return the configurations in these files, each as its board's name and its file.

    Raises:
        InputFault: a file can't be read, or no board could use it; names the file and what is wrong in it.
    """
    found: dict[int, str] = {}
    for name in files:
        text = read_wiring(name)
        found[configuration.number_of(text)] = f"'{configuration.read(text)['board']}' of {name}"
    return found


def read_wiring(name: str) -> str:
    """Return the text of a file that a board could use.

    Raises:
        InputFault: as `load_wiring`.
    """
    try:
        text = read_board_file(Path(name))
    except InputFault as error:
        raise InputFault(f"--wiring {error}") from error
    try:
        configuration.read(text)
    except configuration.Unusable as error:
        raise InputFault(f"--wiring {name}: {error}") from error
    twice = _stands_twice(text)
    if twice:
        # MicroPython takes the last one without a warning.
        raise InputFault(f"--wiring {name}: the key '{twice}' stands twice in one object")
    return text


def _stands_twice(text: str) -> str:
    """Return a key that occurs twice in one object of a JSON text, or nothing."""
    twice: list[str] = []

    def read(pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    json.loads(text, object_pairs_hook=read)
    return twice[0] if twice else ""
