"""What people at a table are called: which names may be given. Pure."""

from collections.abc import Mapping
from unicodedata import normalize

from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.session.texts import CATALOGUE

LONGEST_NAME = 24
"""Characters of a name: as many as a line of the page holds beside what a player has."""


def parse_name(text: str, seat: Seat, *taken: Mapping[Seat, str]) -> str:
    """Return a name as a table says it: its letters composed, single spaces; empty takes a name back.

    `taken`: what the seats are called, and the people at them; nobody goes by what another is called.

    Raises:
        InputFault: it is too long, has what no line can show, or is another's.
    """
    name = " ".join(normalize("NFC", text).split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InputFault(CATALOGUE.say("name.unusable", most=LONGEST_NAME))
    others = {other.casefold() for names in taken for known, other in names.items() if known != seat}
    if name.casefold() in others:
        raise InputFault(CATALOGUE.say("name.taken", name=name))
    return name
