"""The check of plugged-in readers from a shop; it names the option that makes one a pad."""

from collections.abc import Sequence

from dashboard.doctor.texts import TEXTS
from engine.core.findings import Finding, Grade
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from firmware_bridge.readers.keyboard import FoundKeyboard, find_keyboards
from firmware_bridge.readers.pcsc import find_readers
from firmware_bridge.readers.shop_reader import ReaderGone

_CHECK = "readers"


def look_at_readers() -> Finding:
    """List the plugged-in readers without opening them, so that other programs keep theirs."""
    try:
        return readers_finding(find_keyboards(), find_readers())
    except ReaderGone as gone:
        return readers_finding(find_keyboards(), (), gone.text)


def readers_finding(
    keyboards: Sequence[FoundKeyboard], pcsc: Sequence[str], fault: Phrase = SILENCE
) -> Finding:
    """Return a finding that names the readers; a table without any is no fault.

    `fault` is the reason why PC/SC readers can't be listed; empty: they can.
    """
    named = [(one.path, one.name) for one in keyboards if one.may_read]
    places = [place for place, _ in named] + [f"pcsc:{name}" for name in pcsc]
    if places:
        shown = [f"{place} ({name})" for place, name in named] + places[len(named) :]
        text = TEXTS.say("readers.here", readers=joined(shown), place=places[0])
        return Finding(_CHECK, Grade.GOOD, 100, text)
    if keyboards:
        shown = [f"{one.path} ({one.name})" for one in keyboards]
        text = TEXTS.say("readers.may_be", keyboards=joined(shown), place=keyboards[0].path)
        return Finding(_CHECK, Grade.UNKNOWN, 0, text)
    return Finding(_CHECK, Grade.UNKNOWN, 0, TEXTS.say("readers.none"), fault)
