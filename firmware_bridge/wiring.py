"""The `board.json` files that a table's boards should have, by the number of each configuration."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.core.faults import InputFault
from hardware.firmware.warden import configuration

Wiring = Mapping[int, str]
"""The number of a configuration, as a board's hello has it, and the name of its file."""


def load_wiring(files: Iterable[str]) -> dict[int, str]:
    """Return the configurations in these files.

    Raises:
        InputFault: a file can't be read, or no board could use it; names the file and what is wrong in it.
    """
    found: dict[int, str] = {}
    for name in files:
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            raise InputFault(f"--wiring {name}: can't be read: {error}; expected a board.json") from error
        try:
            board = configuration.read(text)["board"]
        except configuration.Unusable as error:
            raise InputFault(f"--wiring {name}: {error}") from error
        twice = _stands_twice(text)
        if twice:
            # MicroPython takes the last one without a warning.
            raise InputFault(f"--wiring {name}: the key '{twice}' stands twice in one object")
        found[configuration.number_of(text)] = f"'{board}' of {name}"
    return found


def _stands_twice(text: str) -> str:
    """Return a key that occurs twice in one object of a JSON text, or nothing."""
    twice: list[str] = []

    def read(pairs: list[tuple[str, object]]) -> dict[str, object]:
        keys = [key for key, _ in pairs]
        twice.extend(key for key in keys if keys.count(key) > 1)
        return dict(pairs)

    json.loads(text, object_pairs_hook=read)
    return twice[0] if twice else ""
