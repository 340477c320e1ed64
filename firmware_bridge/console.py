"""The words on the port of a board whose firmware doesn't run: MicroPython's console, or a traceback."""

import re
from dataclasses import dataclass

from engine.core.phrase import Phrase, unsaid
from firmware_bridge.texts import TEXTS

KEPT_BYTES = 2048
"""The last bytes of a port that are kept to look for words in: a traceback of MicroPython has 100 to 600."""

_TRACEBACK = b"Traceback (most recent call last):"
PROMPT = b">>> "
"""The end of what the console writes when it waits for a line."""
_PLACE = re.compile(r'\s*File "(?P<file>[^"]+)", line (?P<line>\d+)')
_AFTER = ("MicroPython v", 'Type "help', ">>>", "MPY: ")
"""The beginnings of lines that MicroPython writes after a traceback."""
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class LastWords:
    """The end of a board's program, in its own words."""

    error: str
    """The error's name and text, on one line."""
    place: str
    """The file and line of the board where it happened, as `file:line`; empty when none is named."""


def last_words(heard: bytes) -> LastWords | None:
    """Return the last whole traceback in these bytes; None when there is none."""
    *_, traceback = heard.rpartition(_TRACEBACK)
    if _TRACEBACK not in heard:
        return None
    place, error = "", ""
    lines = traceback.decode(errors="replace").splitlines(keepends=True)
    for number, line in enumerate(lines):
        whole = line.endswith("\n")
        text = "".join(letter for letter in line.strip() if letter.isprintable())
        found = _PLACE.match(text)
        if found is not None:
            place = f"{found['file']}:{found['line']}"
        elif text.startswith(_AFTER) or (number and error and not text):
            break
        elif text and whole:
            error = f"{error} {text}".strip()
    return LastWords(error[:_LONGEST], place) if error else None


def console_words(heard: bytes) -> Phrase:
    """Return a sentence about the console that answers instead of the firmware; empty where none does."""
    words = last_words(heard)
    if words is not None:
        return TEXTS.say("boards.traceback", error=words.error, place=words.place or "main.py")
    if PROMPT in heard:
        return TEXTS.say("boards.console")
    return unsaid()
