"""The faults that a board reports of its parts, as sentences."""

import re

from engine.core.phrase import Phrase
from firmware_bridge.texts import TEXTS

FREE_INPUT = "free input"
"""The board's name for an input of its chain that closes although its file leaves it free."""

_PLACE = re.compile(r"register (\d+), input (\d+)")
_INPUTS = 8
_READER_SENTENCES = (
    (re.compile(r"no (\S+) answers"), "no_reader"),
    (re.compile(r"its (\S+) answers, but makes no field"), "no_field"),
    (re.compile(r"its (\S+) answers, but restarts under its field"), "starved"),
    (re.compile(r"its (\S+) answers, but has too many tags"), "crowded"),
    (re.compile(r"its (\S+) answers, but can't read"), "unreadable"),
)


def reader_fault(words: str) -> Phrase:
    """Return the sentence about a reader, from a board's words such as `no mfrc522 answers`."""
    for pattern, key in _READER_SENTENCES:
        missed = pattern.fullmatch(words)
        if missed is not None:
            return TEXTS.say(f"boards.{key}", reader=missed[1])
    return TEXTS.say("boards.missed", what=words)


def free_input(part: str, words: str) -> int | None:
    """Return the place in the chain, from 0, of the free input that a fault is about; None: another fault."""
    found = _PLACE.fullmatch(words) if part == FREE_INPUT else None
    return None if found is None else (int(found[1]) - 1) * _INPUTS + int(found[2]) - 1


def free_input_fault(board: str, place: int) -> Phrase:
    """Return the sentence about a free input that closes; `place` counts from 0 in the chain."""
    return TEXTS.say("boards.free_input", board=board, **register_and_input(place))


def register_and_input(place: int) -> dict[str, int]:
    """Return a place of the chain as people count it: its register and that one's input, both from 1."""
    return {"register": place // _INPUTS + 1, "input": place % _INPUTS + 1}
