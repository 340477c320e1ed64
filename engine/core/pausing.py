"""The ways to a pause: all players together, the arbiter, or one seat for a reason and a time. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.core.faults import InputFault
from engine.core.unusable import TEXTS


class PausedBy(StrEnum):
    """The ways to a pause. The arbiter may always pause, whatever was chosen.

    `all`: all players agree. `arbiter`: the players ask, and the arbiter decides. `reason`: as `all`; and a
    seat may pause alone for a reason, until a time is over.
    """

    ALL = "all"
    ARBITER = "arbiter"
    REASON = "reason"


class PauseReason(StrEnum):
    """The reasons that a seat may pause for."""

    BREAK = "break"
    CALLED_AWAY = "called_away"
    RULES = "rules"
    TABLE = "table"
    OTHER = "other"


PAUSES_EACH = 3
"""How often one seat may pause alone in a match, so that it can't hold the others up for an evening."""
LONGEST_S = 3600
"""The longest that one seat may pause for, in seconds."""
NOTE_LENGTH = 120
"""The most characters that a seat may add to its reason."""

_REASON = re.compile(r"reason:(\d{1,4})(m|s)")
_UNIT_S = {"m": 60, "s": 1}


@dataclass(frozen=True, slots=True)
class PauseRule:
    """The way to a pause that was chosen for a match."""

    by: PausedBy = PausedBy.ALL
    """The way that was chosen."""
    longest_s: int = 0
    """How long a seat may pause it alone, in seconds; 0 where it may not."""


def parse_pausing(text: str) -> PauseRule:
    """Return the choice that `--pause` names; empty: all players together.

    Raises:
        InputFault: there is no such way.
    """
    found = _REASON.fullmatch(text)
    if found is not None:
        longest_s = int(found[1]) * _UNIT_S[found[2]]
        if 0 < longest_s <= LONGEST_S:
            return PauseRule(PausedBy.REASON, longest_s)
    elif text in ("", PausedBy.ALL, PausedBy.ARBITER):
        return PauseRule(PausedBy(text or PausedBy.ALL))
    raise InputFault(TEXTS.say("terms.no_pausing", text=text[:40]))


@dataclass(frozen=True, slots=True)
class OwnPause:
    """A pause that one seat made alone. It ends by itself."""

    seat: str
    """The seat."""
    reason: PauseReason
    """The reason, from the list."""
    note: str
    """The seat's own word about the reason; empty for none."""
    for_s: int
    """How long it may last, in seconds."""
