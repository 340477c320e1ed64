"""The names and signs of people at a table, and which may be given. Pure."""

from collections.abc import Mapping
from unicodedata import normalize

from engine.core.appearance import player_signs
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.sentences import joined
from engine.session.texts import TEXTS

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
        raise InputFault(TEXTS.say("name.unusable", most=LONGEST_NAME))
    others = {other.casefold() for names in taken for known, other in names.items() if known != seat}
    if name.casefold() in others:
        raise InputFault(TEXTS.say("name.taken", name=name))
    return name


def parse_sign(text: str, seat: Seat, taken: Mapping[Seat, str]) -> str:
    """Return a sign's name; empty for none. `taken`: the signs of the people at the seats.

    Raises:
        InputFault: there is no such sign, or another player is known by it.
    """
    if text and text not in player_signs():
        raise InputFault(TEXTS.say("sign.unknown", known=joined([*player_signs()]), came=text[:40]))
    if text and text in (sign for other, sign in taken.items() if other != seat):
        raise InputFault(TEXTS.say("sign.taken"))
    return text
