"""What page, print, reports and commands need to know of a game, said by a file in the game's own folder."""

from dataclasses import dataclass
from pathlib import Path

from engine.core.document import read_document


@dataclass(frozen=True, slots=True)
class Look:
    """`boards`: the boards that come with the game, the usual one first: by name, or as a file's path."""

    boards: tuple[str, ...]


def read_look(path: Path) -> Look:
    """Return the look of a file.

    Raises:
        InputFault: no such file, or a broken one; with file, line and what's expected.
    """
    found = read_document(path).fields(required=("boards",))
    named = (one.text() for one in found["boards"].sequence())
    # A board file that lies in the game's own folder, of a game that isn't part of the project.
    boards = tuple(str(path.parent / one) if one.endswith((".yaml", ".yml")) else one for one in named)
    if not boards:
        raise found["boards"].fault("expected at least one board, found none")
    return Look(boards)
