"""How far the making of a film has come. Pure: it reads the lines that the making process prints."""

import json
from dataclasses import dataclass, replace
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.core.phrase import SILENCE, Phrase


class FilmState(StrEnum):
    """The state of a film."""

    NONE = "none"
    """Nobody has asked for it."""
    READING = "reading"
    """The match is read and its moments are chosen."""
    DRAWING = "drawing"
    """Its pictures are drawn and written."""
    MADE = "made"
    """It can be watched."""
    FAILED = "failed"
    """It couldn't be made."""


@dataclass(frozen=True, slots=True)
class FilmWork:
    """The making of one film."""

    match: str
    """The match's name."""
    language: str
    """The film's language."""
    state: FilmState = FilmState.READING
    """The state that it is in."""
    done: float = 0.0
    """The part that is done, 0..1."""
    fault: Phrase | str = SILENCE
    """The reason why it fails, with what to do; empty if it doesn't. The process may not have ended yet."""

    @property
    def goes_on(self) -> bool:
        """Whether the film is being made."""
        return self.state in (FilmState.READING, FilmState.DRAWING)

    def after(self, line: bytes) -> "FilmWork":
        """Return the work after a line of the making process; one that means nothing changes nothing."""
        try:
            step = json.loads(line)
        except ValueError:
            return self
        match step:
            case {"done": int() | float() as done}:
                return replace(self, state=FilmState.DRAWING, done=min(max(self.done, float(done)), 1.0))
            case {"fault": str() as fault}:
                return replace(self, fault=fault)
            case _:
                return self

    def ended(self, *, whole: bool) -> "FilmWork":
        """Return the work after its process ended; `whole`: the film is there."""
        if whole:
            return replace(self, state=FilmState.MADE, done=1.0)
        return replace(self, state=FilmState.FAILED, fault=self.fault or TEXTS.say("refused.film_stopped"))
