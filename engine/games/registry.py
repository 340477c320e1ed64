"""The games that can be played: every folder beside this file that has a `game.py`, and those named to us.

A game that lies elsewhere (not part of the project, or not yet) is named by its package in the environment:
`BOARDWARDEN_GAMES=my_games.checkers`; several with commas between. Its name is the last part.

A game's folder must have: `game.py` with `GAME`, which makes the game for a board and a ruleset;
`texts/` with `TEXTS`; `texts/rules.yaml`; `look.yaml`. Where it has lessons:
`lessons.yaml`, and in `game.py` `WORDS`, those of its actions. Where a reading once meant something else:
`FORMER` in `game.py`, see `as_played`. Where it has several content packs: `CONTENT_FILES` in `game.py`, see
`content_files`.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.core.appearance import Appearance, read_look
from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.lessons import Lesson, read_lessons
from engine.core.rulebook import Rulebook, read_rulebook
from engine.core.sentences import Texts
from engine.core.unusable import TEXTS

Maker = Callable[[Board, Ruleset], Game[Any, Any]]

_HERE = Path(__file__).parent

NAMED_IN = "BOARDWARDEN_GAMES"
"""The environment's variable that names the packages of games that lie elsewhere."""

_OWN = {one.parent.name: f"{__package__}.{one.parent.name}" for one in sorted(_HERE.glob("*/game.py"))}
_NAMED = (one.strip() for one in os.environ.get(NAMED_IN, "").split(",") if one.strip())
_PACKAGES = {**_OWN, **{one.rpartition(".")[2]: one for one in _NAMED}}


def _part(name: str, part: str) -> Any:
    """Return a module of a game.

    Raises:
        InputFault: a package that the environment names isn't there, or isn't a game's.
    """
    package = _PACKAGES[name]
    try:
        return import_module(f"{package}.{part}")
    except ModuleNotFoundError as error:
        if name in _OWN or error.name is None or not f"{package}.{part}".startswith(error.name):
            raise
        raise InputFault(f"{NAMED_IN}: no game in '{package}': {error}") from error


def _folder(name: str) -> Path:
    return Path(str(_part(name, "texts").__file__)).parent.parent


def _maker(name: str) -> Maker:
    made: Maker = _part(name, "game").GAME
    return made


def _catalogue(name: str) -> Texts:
    texts: Texts = _part(name, "texts").TEXTS
    return texts


class _Games(Mapping[str, Maker]):
    """Every game by its name; one is imported when it's asked for: a table plays one, and each takes long."""

    def __getitem__(self, name: str) -> Maker:
        if name not in _PACKAGES:
            raise KeyError(name)
        return _maker(name)

    def __contains__(self, name: object) -> bool:
        return name in _PACKAGES

    def __iter__(self) -> Iterator[str]:
        return iter(_PACKAGES)

    def __len__(self) -> int:
        return len(_PACKAGES)


GAMES: Mapping[str, Maker] = _Games()
"""Game name → what makes the game for a board and a ruleset."""

for _one in _PACKAGES.keys() - _OWN.keys():
    # A name of a game that isn't there is refused at once.
    _maker(_one)


@cache
def catalogues() -> tuple[Texts, ...]:
    """Return what the games say, in every language."""
    return tuple(_catalogue(name) for name in _PACKAGES)


def open_game(name: str, board: Board, ruleset: Ruleset) -> Game[Any, Any]:
    """Return a game, bound to a board and a ruleset.

    Raises:
        InputFault: no such game, content pack, option or value, or a board without the game's map.
    """
    return GAMES[_known(name)](board, ruleset)


@cache
def open_rulebook(name: str) -> Rulebook:
    """Return a game's rules with their places in its rulebook, from `texts/rules.yaml` in its folder.

    Raises:
        InputFault: no such game, one without that file, or a broken one; says what's expected.
    """
    return read_rulebook(_folder(_known(name)) / "texts" / "rules.yaml")


@cache
def open_lessons(name: str) -> tuple[Lesson, ...]:
    """Return the matches that teach a game, from `lessons.yaml` in its folder; none without that file.

    Raises:
        InputFault: no such game, or a broken file; says what's expected.
    """
    path = _folder(_known(name)) / "lessons.yaml"
    return read_lessons(path, name, _part(name, "game").WORDS) if path.is_file() else ()


def presupposed(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return the options that the words of a scenario's actions presuppose; most games have none.

    Raises:
        InputFault: no such game.
    """
    found: Mapping[str, Mapping[str, str]] = getattr(_part(_known(name), "game"), "PRESUPPOSES", {})
    return found


def content_files(name: str, content: str) -> Mapping[str, Path]:
    """Return the files of a content pack by their places beneath a folder of packs: `house/pack.yaml`.

    `CONTENT_FILES` in `game.py` says them for a game that has several packs. Others have one, whose files lie
    in the game's own folder.

    Raises:
        InputFault: no such game or pack.
    """
    of_packs: Callable[[str], Mapping[str, Path]] | None = getattr(
        _part(_known(name), "game"), "CONTENT_FILES", None
    )
    if of_packs is not None:
        return of_packs(content)
    folder = _folder(name) / "content"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.yaml"))}


def rules_folders(name: str) -> tuple[Path, ...]:
    """Return the folders with the code that a game's rules are: its own, and those of what it's made of.

    Raises:
        InputFault: no such game.
    """
    return _folder(_known(name)), _HERE.with_name("kit")


def edition(name: str) -> int:
    """Return the edition of a game's rules, which a match's journal names: 1 where `game.py` says none.

    It's one more wherever a reading that nobody chose comes to mean something else than before.
    """
    return max((1, *(after + 1 for after in _former(name))))


def as_played(name: str, of_edition: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the readings that hold for a match of an earlier edition; `options`: those that it names.

    `FORMER` in `game.py` lists former meanings of readings by the last edition that had them: each by the
    value that the match names, "" where it names none.
    """
    found = dict(options)
    for after, readings in sorted(_former(name).items()):
        for reading, meant in readings.items():
            if of_edition <= after and (value := found.get(reading, "")) in meant:
                found[reading] = meant[value]
    return found


def _former(name: str) -> Mapping[int, Mapping[str, Mapping[str, str]]]:
    found: Mapping[int, Mapping[str, Mapping[str, str]]] = (
        getattr(_part(name, "game"), "FORMER", {}) if name in _PACKAGES else {}
    )
    return found


@cache
def open_look(name: str) -> Appearance:
    """Return what others than its rules need to know of a game, from `look.yaml` in its folder.

    Raises:
        InputFault: no such game, one without that file, or a broken one; says what's expected.
    """
    return read_look(_folder(_known(name)) / "look.yaml")


def usual_board(name: str) -> str:
    """Return the name of the board that a game is played on where nobody says another.

    Raises:
        InputFault: no such game.
    """
    return open_look(name).boards[0]


def _known(name: str) -> str:
    if name not in GAMES:
        raise InputFault(TEXTS.say("terms.no_game", name=name, known=", ".join(GAMES)))
    return name
