"""The files that a match is played with, as its journal carries them: board, pieces, content pack.

A journal names each file with a hash. Where the installed file of that name is missing or has another hash,
the carried text is written to a folder in this machine's cache, and the match is played with it.
"""

import base64
import hashlib
import json
import os
import re
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from engine.core.board import find_board_file, load_board, without_seats
from engine.core.bounded_json import parse_json
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.terms import Terms
from engine.games.registry import content_files, open_game
from engine.games.rules_code import are_rules_of, rules_hash

_LARGEST = 8 * 2**20
"""The most bytes that carried files may have, unpacked: ours have 60 kB."""

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_TABLE, _CONTENT = "table", "content"
_YAML = (".yaml", ".yml")

Files = Mapping[str, str]
"""Texts by their paths in the carried folder: `table/mativen.yaml`."""


@dataclass(frozen=True, slots=True)
class PlayedWith:
    """The program, rules and files of a match. All of it is empty in journals of the first format."""

    commit: str = ""
    """The commit of the program that opened it; empty if it isn't known."""
    rules: str = ""
    """The hash of the code of the game's rules, in a form that `engine/games/rules_code.py` knows."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """The hash of each file, by its path in the carried folder."""
    packed: str = ""
    """The files themselves: base64 of a zlib stream of a JSON object from paths to texts."""


NOT_SAID = PlayedWith()
"""The value for a journal of the first format, which names none of this."""


def played_with(terms: Terms, commit: str = "") -> PlayedWith:
    """Return the files that a match on these terms is played with, as they are installed here now.

    A board, piece set or game that doesn't come from a file has none.

    Raises:
        InputFault: a file can't be read.
    """
    files = _files_of(terms)
    return PlayedWith(
        commit, rules_hash(terms.game), {path: _hash(text) for path, text in files.items()}, pack(files)
    )


def on_carried_files(terms: Terms, found: PlayedWith) -> Terms:
    """Return terms that name the files of a match: the installed ones where these are the same.

    If today's rules can't read the carried cards, the match is read with the installed cards.

    Raises:
        InputFault: the carried files are damaged, or can't be written.
    """
    if not found.packed:
        return terms
    try:
        installed = _hashes_here(terms)
    except InputFault:
        installed = {}
    if installed == dict(found.hashes):
        return terms
    folder = laid_down(found, _stem(terms.content))
    board, seats = without_seats(terms.board), terms.board.removeprefix(without_seats(terms.board))

    def placed(name: str) -> str:
        path = folder / _TABLE / f"{_stem(name)}.yaml"
        return str(path) if path.is_file() else name

    on_table = replace(terms, board=f"{placed(board)}{seats}", pieces=placed(terms.pieces))
    content = folder / _CONTENT / _stem(terms.content)
    if _of_content(installed) == _of_content(found.hashes) or not content.is_dir():
        return on_table
    carried = replace(on_table, content=str(content))
    return carried if _is_readable(carried.game, carried.board, carried.content) else on_table


def _of_content(hashes: Mapping[str, str]) -> dict[str, str]:
    return {where: one for where, one in hashes.items() if where.startswith(f"{_CONTENT}/")}


@cache
def _is_readable(game: str, board: str, content: str) -> bool:
    """Tell whether today's rules can read carried cards; remembered, because written folders never change."""
    try:
        open_game(game, load_board(board), Ruleset(content))
    except InputFault:
        return False
    return True


def is_as_installed(terms: Terms, found: PlayedWith) -> bool:
    """Tell whether the installed rules and files are the ones that a match was played by."""
    try:
        return are_rules_of(terms.game, found.rules) and _hashes_here(terms) == dict(found.hashes)
    except InputFault:
        return False


def portable_terms(terms: Terms) -> Terms:
    """Return terms in a journal's form: a player's own board, pieces or pack by its bare name."""
    board = without_seats(terms.board)
    return replace(
        terms,
        board=f"{_stem(board)}{terms.board.removeprefix(board)}",
        pieces=_stem(terms.pieces),
        content=_stem(terms.content),
    )


def plays_with_like_files(one: Terms, other: Terms) -> bool:
    """Tell whether two terms name the same things, also where one names a match's carried copies."""
    if one.plays_like(other):
        return True
    if not portable_terms(one).plays_like(portable_terms(other)):
        return False
    root = str(cache_folder())
    if any(root in name for terms in (one, other) for name in (terms.board, terms.pieces, terms.content)):
        return True
    try:
        return _hashes_here(one) == _hashes_here(other)
    except InputFault:
        return False


def pack(files: Files) -> str:
    """Return files in the form that a journal carries; inverse of `unpack`."""
    content = json.dumps(dict(files), sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(content, 9)).decode()


def unpack(packed: str) -> dict[str, str]:
    """Return the files that a journal carries.

    Raises:
        InputFault: they are damaged, too large, or have forbidden paths.
    """
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(base64.b64decode(packed, validate=True), _LARGEST)
        found = parse_json(content)  # text that is cut off at the limit is no JSON
        files = {str(path): str(text) for path, text in found.items()}
    except (ValueError, zlib.error, AttributeError) as error:
        raise InputFault(f"the files that the journal carries are damaged: {error}") from error
    for path in files:
        _expect_plain(path)
    return files


def _expect_plain(path: str) -> None:
    if not all(_PLAIN.fullmatch(step) for step in path.split("/")):
        raise InputFault(f"the journal carries a file '{path}'; expected plain names")


def laid_down(found: PlayedWith, pack: str) -> Path:
    """Return a folder with a match's carried files; they are written once, and by their hash.

    The files of a game with one content pack also lie in a folder of the pack's name.

    Raises:
        InputFault: they are damaged, differ from the journal's hashes, or the disk refuses.
    """
    name = hashlib.sha256(json.dumps([pack, *sorted(found.hashes.items())]).encode()).hexdigest()[:24]
    target = cache_folder() / name
    if target.is_dir():
        return target
    _expect_plain(pack)
    files = unpack(found.packed)
    if {path: _hash(text) for path, text in files.items()} != dict(found.hashes):
        raise InputFault("the files that the journal carries aren't those that it names: it was changed")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as made:
            whole = Path(made) / name
            for path, text in files.items():
                file = whole / _place_of(path, pack)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            try:
                whole.rename(target)
            except OSError:
                if not target.is_dir():  # another process wrote them meanwhile
                    raise
    except OSError as error:
        raise InputFault(f"{target}: can't be written: {error.strerror or error}") from error
    return target


def _place_of(path: str, pack: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/{pack}/{name}" if folder == _CONTENT else path


def cache_folder() -> Path:
    """Return the folder on this machine where carried files are written."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(given) if given else Path.home() / ".cache"
    except RuntimeError:  # a user without a home
        root = Path(tempfile.gettempdir())
    return root / "boardwarden" / "carried"


def _files_of(terms: Terms) -> dict[str, str]:
    """Return the files of terms, by their paths in the carried folder; missing files are left out."""
    found: dict[str, Path] = {}
    for name in (terms.board, terms.pieces):
        with suppress(InputFault):
            path = find_board_file(name)
            found[f"{_TABLE}/{path.stem}.yaml"] = path
    with suppress(InputFault):
        of_pack = content_files(terms.game, terms.content)
        found |= {f"{_CONTENT}/{where}": path for where, path in of_pack.items()}
    return {where: _text(path) for where, path in found.items()}


def _hashes_here(terms: Terms) -> dict[str, str]:
    return {path: _hash(text) for path, text in _files_of(terms).items()}


def _text(path: Path) -> str:
    try:
        found = path.stat()
        return _read(path, found.st_mtime_ns, found.st_size)
    except (OSError, UnicodeDecodeError) as error:
        raise InputFault(f"{path}: can't be read: {error}") from error


@cache
def _read(path: Path, changed_ns: int, size_bytes: int) -> str:
    del changed_ns, size_bytes  # only a part of the key, so that a changed file is read again
    return path.read_text(encoding="utf-8")


@cache
def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _stem(name: str) -> str:
    path = Path(name)
    return path.stem if path.suffix in _YAML else path.name
