"""Boards: the surface where play happens and how it is printed, read from a board file."""

from dataclasses import dataclass
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.surfaces import Surface
from engine.core.surfaces.surface_files import both, length_mm, point, read_surface, seat_counts
from engine.core.unusable import TEXTS

BOARDS_FOLDER = Path(__file__).parent.parent / "boards"
"""Where the boards and piece sets that come with the project lie."""


@dataclass(frozen=True, slots=True)
class FrameTags:
    """The fiducials printed flat on the board."""

    dictionary: str
    """The name of the tags' dictionary."""
    side_mm: float
    """The side of a tag's black square."""
    centres_mm: dict[int, tuple[float, float]]
    """Each tag's id with its centre in board millimetres."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice are thrown: a plain rectangle at the board's height."""

    centre_mm: tuple[float, float]
    """Its centre in board millimetres."""
    size_mm: tuple[float, float]
    """Its width and depth."""
    die_mm: float
    """The side of a die."""

    def corners_mm(self, around_mm: float = 0.0) -> tuple[tuple[float, float], ...]:
        """Return its corners, each `around_mm` further out."""
        (x, y), (wide, deep) = self.centre_mm, (side / 2 + around_mm for side in self.size_mm)
        return (x - wide, y + deep), (x + wide, y + deep), (x + wide, y - deep), (x - wide, y - deep)


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board."""

    name: str
    """The board's name."""
    surface: Surface
    """Its cells and where they lie."""
    size_mm: tuple[float, float]
    """Its width and depth."""
    frame: FrameTags
    """The fiducials printed on it."""
    features: dict[str, Entry]
    """The features that only games read (seats, castles, mountains), by name."""
    tray: Tray | None = None
    """Where dice are thrown, if the camera reads them; None if it doesn't."""


_GENERIC = ("name", "origin", "grid", "hex_mm", "size_mm", "edge_mm", "zones", "places", "frame", "tray")

_SUFFIXES = (".yaml", ".yml")

_GAMES_FOLDER, _IN_A_GAME = BOARDS_FOLDER.with_name("games"), "boards"

_FOR = "@"
"""The sign between a board's name and its number of seats."""


def board_names() -> tuple[str, ...]:
    """Return the boards that come with the project."""
    stems = (path.stem for path in BOARDS_FOLDER.glob("*.yaml"))
    return tuple(sorted(stem for stem in stems if not stem.endswith("-pieces")))


def load_board(name_or_path: str) -> Board:
    """Read a board file, by the name of one that comes with the project or by path.

    `round@4` names the board `round` laid for 4 seats. Without a number it's laid for its usual number of
    seats.

    Raises:
        InputFault: no such board, or the file is broken; names file, line, expected and found.
    """
    top = read_document(find_board_file(name_or_path))
    found = top.mapping()
    for key in ("name", "size_mm", "frame"):
        if key not in found:
            raise top.fault(f"the key '{key}' is missing; a board file needs it")
    width, height = both(found["size_mm"])
    size_mm = (length_mm(width), length_mm(height))
    seats = _seats_asked(name_or_path)
    surface, laid_for = read_surface(top, size_mm, seats=seats)
    frame = found["frame"].fields(required=("dictionary", "side_mm", "tags"))
    tags = {_tag(key, entry): point(entry) for key, entry in frame["tags"].mapping().items()}
    if len(tags) < 4:
        raise frame["tags"].fault(f"expected at least 4 frame tags, found {len(tags)}")
    name = found["name"].text()
    return Board(
        name=name if laid_for is None else f"{name}{_FOR}{laid_for}",
        surface=surface,
        size_mm=size_mm,
        frame=FrameTags(frame["dictionary"].text(), length_mm(frame["side_mm"]), tags),
        features={key: entry for key, entry in found.items() if key not in _GENERIC},
        tray=_tray(found["tray"]) if "tray" in found else None,
    )


def layouts_of(name_or_path: str) -> tuple[str, ...]:
    """Return the names that load a board as it's laid for each number of seats, the usual number first.

    `round` → `round@4`, `round@2`, `round@3`. A board with one layout has its own name only.

    Raises:
        InputFault: no such board, or the file is broken.
    """
    bare = without_seats(name_or_path)
    counts = seat_counts(read_document(find_board_file(bare)))
    return tuple(f"{bare}{_FOR}{count}" for count in counts) if len(counts) > 1 else (bare,)


def without_seats(name_or_path: str) -> str:
    """Return a board's name or path without its number of seats: `round@4` → `round`."""
    return name_or_path.rpartition(_FOR)[0] or name_or_path


def _seats_asked(name_or_path: str) -> int | None:
    """Return the number of seats that a board's name asks for; None: it names none."""
    _, at, number = name_or_path.rpartition(_FOR)
    if not at:
        return None
    if not number.isdecimal() or not 1 <= int(number) <= 99:
        raise InputFault(TEXTS.say("file.no_seats", name=name_or_path))
    return int(number)


def portable_board(name_or_path: str) -> str:
    """Return a board's or piece set's name if it comes with the project, also for a path that leads to it.

    A name means the same on every machine; the path of any other file is returned as it is.
    """
    bare = without_seats(name_or_path)
    if Path(bare).suffix not in _SUFFIXES:
        return name_or_path
    try:
        found = find_board_file(bare).resolve()
    except InputFault:
        return name_or_path
    return f"{found.stem}{name_or_path.removeprefix(bare)}" if found.parent in _folders() else name_or_path


def _folders() -> tuple[Path, ...]:
    """Return the folders of the boards that come with the project and with its games."""
    return (BOARDS_FOLDER, *sorted(_GAMES_FOLDER.glob(f"*/{_IN_A_GAME}")))


def find_board_file(name_or_path: str) -> Path:
    """Return the file behind a board's or piece set's name, or behind a path; a number of seats is ignored.

    An old journal may name a path on another machine, such as a file beside a game's rules. Then the file of
    that name that comes with the project is meant.

    Raises:
        InputFault: there is no such file; the message lists the names that exist.
    """
    bare = without_seats(name_or_path)
    path, folders = Path(bare), _folders()
    if path.suffix not in _SUFFIXES:
        tried = [folder / f"{bare}.yaml" for folder in folders]
    else:
        _, *of_games = folders
        tried = [path, *(folder / path.name for folder in of_games if folder.parts[-2:] == path.parts[-3:-1])]
    for one in tried:
        if one.is_file():
            return one
    known = ", ".join(sorted(found.stem for folder in folders for found in folder.glob("*.yaml")))
    raise InputFault(TEXTS.say("file.no_board", name=name_or_path, known=known))


def _tray(entry: Entry) -> Tray:
    found = entry.fields(required=("centre_mm", "size_mm", "die_mm"))
    width, height = both(found["size_mm"])
    tray = Tray(point(found["centre_mm"]), (length_mm(width), length_mm(height)), length_mm(found["die_mm"]))
    if min(tray.size_mm) < 2 * tray.die_mm:
        raise found["size_mm"].fault(f"expected room for two dice of {tray.die_mm:g} mm each way")
    return tray


def _tag(key: str, entry: Entry) -> int:
    if not key.isdecimal():
        raise entry.fault(f"expected a tag id (a whole number) as key, found '{key}'")
    return int(key)
