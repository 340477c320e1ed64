"""The games that can be played: every folder beside this file with a `game.py`, and games elsewhere.

A game elsewhere (not part of the project, or not yet) is named by its package in the environment:
`BOARDWARDEN_GAMES=my_games.checkers`; several with commas between. The game's name is the last part.

A game's folder must have: `game.py` with `GAME`, which makes the game for a board and a ruleset; `texts/`
with `TEXTS`; `texts/rules.yaml`; `look.yaml`. A game with lessons also has `lessons.yaml`, and in `game.py`
`WORDS`, the words of its actions. A game with a player aid has `aid.yaml`, and in `aid.py` `FACTS`, the
numbers that the aid names. A game with a picture has `picture.webp`, see `picture_of`. A game with a reading
that once meant something else has `FORMER` in `game.py`, see `as_played`. A game with several content packs
has `CONTENT_FILES` in `game.py`, see `content_files`.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.core.aids import PlayerAid, read_aid
from engine.core.appearance import Appearance, read_look
from engine.core.board import Board, without_seats
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.lessons import Lesson, read_lessons
from engine.core.rulebook import Rulebook, read_rulebook
from engine.core.sentences import Texts
from engine.core.unusable import TEXTS
from engine.games.copied_rules import CONTENT, copied

Maker = Callable[[Board, Ruleset], Game[Any, Any]]

_HERE = Path(__file__).parent

NAMED_IN = "BOARDWARDEN_GAMES"
"""The environment's variable that names the packages of games that lie elsewhere."""

_OWN = {one.parent.name: f"{__package__}.{one.parent.name}" for one in sorted(_HERE.glob("*/game.py"))}
OWN_GAMES = tuple(_OWN)
"""The games that come with the project, by name."""

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


def texts_of(name: str) -> Texts:
    """Return the sentences of a game, in every language.

    Raises:
        KeyError: no such game.
    """
    texts: Texts = _part(name, "texts").TEXTS
    return texts


class _Games(Mapping[str, Maker]):
    """Every game by its name.

    A game is imported at its first use: a table plays one, and each import takes long.
    """

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
"""By a game's name the function that makes the game for a board and a ruleset."""

for _one in _PACKAGES.keys() - _OWN.keys():
    # An unknown game is refused at once.
    _maker(_one)


@cache
def all_texts() -> tuple[Texts, ...]:
    """Return the texts of all games, in every language."""
    return tuple(texts_of(name) for name in _PACKAGES)


def open_game(name: str, board: Board, ruleset: Ruleset) -> Game[Any, Any]:
    """Return a game, bound to a board and a ruleset.

    For a game with one content pack a ruleset may name a folder: the game is played with its cards.

    Raises:
        InputFault: no such game, content pack, option or value, or a board without the game's map; or cards
            that the rules can't read.
    """
    installed = GAMES[_known(name)]
    folder = Path(ruleset.content)
    if has_several_packs(name) or not folder.is_dir():
        return installed(board, ruleset)
    try:
        made: Maker = import_module(f"{copied(_PACKAGES[name], folder)}.game").GAME
        return made(board, ruleset)
    except (LookupError, ValueError, TypeError) as error:
        raise InputFault(f"{folder}: these cards don't fit the rules of {name}: {error!r}") from error


@cache
def open_rulebook(name: str) -> Rulebook:
    """Return a game's rules with their places in its rulebook, from `texts/rules.yaml` in its folder.

    Raises:
        InputFault: no such game, no such file, or a broken one; says what's expected.
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


@cache
def open_aid(name: str, board: str) -> PlayerAid:
    """Return the player aid of a game, from `aid.yaml` in its folder.

    A board with rules of its own has one of its own: `aid-duel.yaml` is that of the board `duel`.

    Raises:
        InputFault: no such game, a game without that file, or a broken one; says what's expected.
    """
    folder = _folder(_known(name))
    path = _aid_file(name, board)
    if not path.is_file():
        raise InputFault(f"{name} has no player aid to print; write one into {path}")
    facts = _part(name, "aid").FACTS if (folder / "aid.py").is_file() else {}
    return read_aid(path, rules=open_rulebook(name).rules, facts=facts, look=open_look(name))


def has_aid(name: str, board: str) -> bool:
    """Tell whether a game has a player aid for a board.

    Raises:
        InputFault: no such game.
    """
    return _aid_file(name, board).is_file()


def _aid_file(name: str, board: str) -> Path:
    folder = _folder(_known(name))
    path = folder / f"aid-{without_seats(board)}.yaml"
    return path if path.is_file() else folder / "aid.yaml"


def presupposed(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return the options that a scenario's words need; most games have none.

    Raises:
        InputFault: no such game.
    """
    found: Mapping[str, Mapping[str, str]] = getattr(_part(_known(name), "game"), "PRESUPPOSES", {})
    return found


def has_several_packs(name: str) -> bool:
    """Tell whether a game reads the content pack that a ruleset names; others have only one.

    Raises:
        InputFault: no such game.
    """
    return hasattr(_part(_known(name), "game"), "CONTENT_FILES")


def content_files(name: str, content: str) -> Mapping[str, Path]:
    """Return the files of a content pack by their places beneath a folder of packs: `house/pack.yaml`.

    A game with several packs names them in `CONTENT_FILES` in `game.py`. Other games have one pack, whose
    files lie in the game's own folder.

    Raises:
        InputFault: no such game or pack.
    """
    if has_several_packs(name):
        of_packs: Callable[[str], Mapping[str, Path]] = _part(name, "game").CONTENT_FILES
        return of_packs(content)
    given = Path(content)
    folder = given if given.is_dir() else _folder(name) / CONTENT
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.yaml"))}


def rules_folders(name: str) -> tuple[Path, ...]:
    """Return the folders with the code of a game's rules: its own, and those of its building blocks.

    Raises:
        InputFault: no such game.
    """
    return _folder(_known(name)), _HERE.with_name("kit")


def edition(name: str) -> int:
    """Return the edition of a game's rules, which a match's journal names: 1 where `game.py` has none.

    It grows by one whenever the meaning of an unchosen reading changes.
    """
    return max((1, *(after + 1 for after in _former(name))))


def as_played(name: str, of_edition: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the readings that hold for a match of an earlier edition; `options`: those that it names.

    `FORMER` in `game.py` lists former meanings of readings by the last edition that had them. Each is found
    by the value that the match names; "" stands for a reading that it doesn't name.
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
    """Return a game's appearance for everything beside its rules, from `look.yaml` in its folder.

    Raises:
        InputFault: no such game, no such file, or a broken one; says what's expected.
    """
    return read_look(_folder(_known(name)) / "look.yaml")


@cache
def picture_of(name: str) -> Path | None:
    """Return the picture by which people choose a game: `picture.webp` in its folder; None without one.

    Raises:
        InputFault: no such game.
    """
    path = _folder(_known(name)) / "picture.webp"
    return path if path.is_file() else None


def usual_board(name: str) -> str:
    """Return the name of a game's usual board.

    Raises:
        InputFault: no such game.
    """
    return open_look(name).boards[0]


def _known(name: str) -> str:
    if name not in GAMES:
        raise InputFault(TEXTS.say("terms.no_game", name=name, known=", ".join(GAMES)))
    return name
