"""From looks at the tray to rolls: a roll counts once everything has been still for a while. It's pure."""

from dataclasses import dataclass, replace
from math import hypot

from engine.core.ids import Seconds
from vision.dice.reading import SeenDie, TrayLook

STILL_S = 0.7
"""How long dice have to be still, seconds. A die on its edge falls sooner."""

STILL_LOOKS = 3
"""The number of looks that dice have to be still for. A slow camera has few in `STILL_S`."""

_SAME_PLACE_MM = 2.0
"""The largest shift of a still die, mm. A still die is read within 0.11 mm (six dice in three rendered
pictures). One that turns over moves by a side, 12 mm or more."""

_UNSEEN = TrayLook(blind=True)
_LONG_AGO = Seconds(0.0)
"""The time before the first look."""


@dataclass(frozen=True, slots=True)
class SettledDice:
    """Dice that have come to rest."""

    since: Seconds
    """The time when they were first seen like this."""
    values: tuple[int, ...]
    """Their values, in the order of their places."""


@dataclass(frozen=True, slots=True)
class TrayState:
    """The tray's last look, the time and number of looks that it held, and the last look at rest."""

    look: TrayLook = _UNSEEN
    """The last look that wasn't blind."""
    since: Seconds = _LONG_AGO
    """The time when the tray was first seen like this."""
    looks: int = 0
    """The number of looks in a row that showed it like this."""
    rest: TrayLook | None = None
    """The look when it was last at rest; None before the first time."""
    resting: bool = False
    """Whether it's at rest now."""

    @property
    def rolling(self) -> bool:
        """Whether something in it isn't at rest yet, or can't be read."""
        return not self.resting and bool(self.look.dice or self.look.unsure)


def follow(state: TrayState, look: TrayLook, at: Seconds) -> tuple[TrayState, SettledDice | None]:
    """Return the state after one more look, and the roll that it completes, if any.

    Dice that are there when the tray is first seen are no roll. Nor are dice that are unchanged once a hand
    has gone. A blind look changes nothing, except that the time at rest starts again.
    """
    if look.blind:
        return replace(state, looks=0), None
    if look.unsure or state.looks == 0 or not _same(state.look, look):
        state = TrayState(look, at, 0, state.rest, resting=False)
    if look.unsure:
        return state, None
    state = replace(state, look=look, looks=state.looks + 1)
    if state.resting or state.looks < STILL_LOOKS or at - state.since < STILL_S:
        return state, None
    known = state.rest is None or _same(state.rest, look)
    after = replace(state, rest=look, resting=True)
    if known or not look.dice:
        return after, None
    faces = tuple(die.value for die in look.dice)
    return after, SettledDice(state.since, faces)


def _same(before: TrayLook, now: TrayLook) -> bool:
    return len(before.dice) == len(now.dice) and all(
        one.value == other.value and _near(one, other)
        for one, other in zip(before.dice, now.dice, strict=True)
    )


def _near(one: SeenDie, other: SeenDie) -> bool:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < _SAME_PLACE_MM
