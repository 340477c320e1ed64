"""What page, print, reports and commands need to know of a game, said by a file in the game's own folder."""

from dataclasses import dataclass
from pathlib import Path

from engine.core.document import read_document


@dataclass(frozen=True, slots=True)
class Look:
    """`boards`: the boards that come with the game, by name, the usual one first."""

    boards: tuple[str, ...]


def read_look(path: Path) -> Look:
    """Return the look of a file.

    Raises:
        InputFault: no such file, or a broken one; with file, line and what's expected.
    """
    found = read_document(path).fields(required=("boards",))
    boards = tuple(one.text() for one in found["boards"].sequence())
    if not boards:
        raise found["boards"].fault("expected at least one board, found none")
    return Look(boards)
