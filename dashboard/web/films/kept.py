"""The evening's films that are kept: each lies in its match's folder, so that it goes when the match goes."""

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.phrase import LANGUAGES
from engine.records.pictures import cameras_kept
from engine.session.matches.journal import journal_path

UNFINISHED = ".part-film-*"
"""The names of films that weren't finished."""

_MARK_BYTES = 6
_NAME = re.compile(r"([^~]+)~([a-z]+)~([0-9a-f]+)~([0-9]+)")


@dataclass(frozen=True, slots=True)
class KeptFilm:
    """A film in one language of a match as it is now. It may not be made yet."""

    match: str
    """The match's name."""
    language: str
    """The language of the captions."""
    mark: str
    """Names what it is made from: another journal, other cameras or another version has another mark."""
    journal: Path
    """The match's journal."""
    cameras: tuple[str, ...]
    """The cameras whose pictures were kept."""

    @property
    def path(self) -> Path:
        """The file of the film."""
        return self.journal.with_name(f"film-{self.language}-{self.mark}.mp4")

    def drop_others(self) -> None:
        """Remove this match's older films in this language, and what wasn't finished."""
        folder = self.journal.parent
        for path in (*folder.glob(f"film-{self.language}-*.mp4"), *folder.glob(UNFINISHED)):
            if path != self.path:
                with suppress(OSError):
                    path.unlink()


@dataclass(frozen=True, slots=True)
class SharedFilm:
    """A film as a link names it."""

    match: str
    """The match's name."""
    language: str
    """The language of the captions."""
    mark: str
    """The film's mark."""
    until: int
    """The end of the link's life, wall clock, s."""


def film_of(folder: Path, match: str, language: str) -> KeptFilm:
    """Return a match's film in a language. `folder`: the matches'.

    Raises:
        InputFault: there is no such match.
    """
    journal = journal_path(folder, match)
    try:
        journal_bytes = journal.stat().st_size
    except OSError as error:
        raise InputFault(TEXTS.say("refused.no_match", match=match)) from error
    cameras = cameras_kept(journal.parent)
    made_from = json.dumps([version("boardwarden"), journal_bytes, sorted(cameras)])
    mark = hashlib.blake2s(made_from.encode(), digest_size=_MARK_BYTES).hexdigest()
    return KeptFilm(match, language, mark, journal, cameras)


def format_shared(film: SharedFilm) -> str:
    """Return a film's name in a link."""
    return f"{film.match}~{film.language}~{film.mark}~{film.until}"


def parse_shared(text: str) -> SharedFilm:
    """Return the film that a link's name means; inverse of `format_shared`.

    Raises:
        InputFault: it's no such name.
    """
    found = _NAME.fullmatch(text)
    if found is None or found[2] not in LANGUAGES:
        raise InputFault(TEXTS.say("refused.film_link"))
    return SharedFilm(found[1], found[2], found[3], int(found[4]))


def shared_path(folder: Path, film: SharedFilm) -> Path:
    """Return the file that a link leads to. `folder`: the matches'.

    Raises:
        InputFault: not a match's name.
    """
    return journal_path(folder, film.match).with_name(f"film-{film.language}-{film.mark}.mp4")
