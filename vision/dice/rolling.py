"""From looks at the tray to rolls: a roll counts once everything has lain still for a while. Pure."""

from dataclasses import dataclass, replace
from math import hypot

from engine.core.ids import Seconds
from vision.dice.reading import SeenDie, TrayLook

STILL_S = 0.7
"""So long dice must lie as they lie; a die on its edge falls sooner."""

STILL_LOOKS = 3

_SAME_PLACE_MM = 2.0
_UNSEEN = TrayLook(blind=True)
_LONG_AGO = Seconds(0.0)


@dataclass(frozen=True, slots=True)
class SettledDice:
    """Dice that came to rest: when they were first seen so, and their values in order of place."""

    since: Seconds
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrayState:
    """What is known of the tray. `look`: the last that told something; `since`, `looks`: how long it holds.

    `rest`: what lay there when it last had come to rest, None before. `resting`: it lies so now.
    """

    look: TrayLook = _UNSEEN
    since: Seconds = _LONG_AGO
    looks: int = 0
    rest: TrayLook | None = None
    resting: bool = False

    @property
    def rolling(self) -> bool:
        """Whether something lies there that has not come to rest, or can't be read."""
        return not self.resting and bool(self.look.dice or self.look.unsure)


def follow(state: TrayState, look: TrayLook, at: Seconds) -> tuple[TrayState, SettledDice | None]:
    """Return the state after one more look, and the roll that it completes, if any.

    Dice that lie there when the tray is first seen are no roll. Nor are dice that lie unchanged once a hand
    is gone. A blind look changes nothing, except that the time of lying still starts again.
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
