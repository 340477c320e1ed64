"""A match's clock: the time each seat has left, by a time control. Pure: callers say the time."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.sentences import joined
from engine.core.unusable import TEXTS

_ANSWER = "answer="
_DURATION = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?")


class Extra(StrEnum):
    """How the time after the plus sign is granted.

    `fischer`: the time is added at the end of each turn, whether or not the seat used it. `bronstein`: when a
    seat's time stops, the time that it used is given back to it, up to this much. `delay`: a seat's time only
    begins to run after this much.
    """

    FISCHER = "fischer"
    BRONSTEIN = "bronstein"
    DELAY = "delay"


class Flag(StrEnum):
    """The meaning of a flag that has fallen.

    `told`: everybody sees it; `loses`: the seat loses and the match is over.
    """

    TOLD = "told"
    LOSES = "loses"


class ClockStop(StrEnum):
    """Why nobody's time runs.

    `set_up`: the table isn't yet as the opening says. `unbegun`: nothing was played yet. `paused`: the
    players broke off. `warned`: a play isn't allowed. `asked`: a play isn't clear. `putting`: pieces have to
    be put where the match has them. `unseen`: no source sees the table. `over`: the match is over.
    """

    SET_UP = "set_up"
    UNBEGUN = "unbegun"
    PAUSED = "paused"
    WARNED = "warned"
    ASKED = "asked"
    PUTTING = "putting"
    UNSEEN = "unseen"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each seat has for the whole match, what is added to it, and what a flag means."""

    main_s: int
    """Each seat's time for the whole match."""
    extra_s: int = 0
    """The time after the plus sign; `extra` says how it is granted."""
    extra: Extra = Extra.FISCHER
    """How `extra_s` is granted."""
    flag: Flag = Flag.TOLD
    """The consequence when a seat's time is up."""
    answer_s: int = 0
    """The time after which a seat that is asked something passes by itself, if it may pass; 0: never."""


def parse_control(text: str) -> TimeControl:
    """Return the control that a text says: `30m+10s`, `1h30m`, `5m+3s,delay,loses`, `1h,answer=20s`.

    Raises:
        InputFault: the text is no time control; says what was expected and what came.
    """
    times, *words = text.strip().lower().split(",")
    main, plus, more = times.partition("+")
    main_s, extra_s = _duration_s(main), _duration_s(more) if plus else 0
    extras = [Extra(word) for word in words if word in tuple(Extra)]
    flags = [Flag(word) for word in words if word in tuple(Flag)]
    answers = [_duration_s(word.removeprefix(_ANSWER)) for word in words if word.startswith(_ANSWER)]
    known = len(extras) + len(flags) + len(answers) == len(words)
    sound = known and all(len(several) <= 1 for several in (extras, flags, answers)) and all(answers)
    if not sound or not main_s or extra_s is None or (extras and not extra_s):
        raise InputFault(
            TEXTS.say("terms.no_clock", extras=joined([*Extra]), flags=joined([*Flag], "or"), text=text)
        )
    extra, flag = next(iter(extras), Extra.FISCHER), next(iter(flags), Flag.TOLD)
    return TimeControl(main_s, extra_s, extra, flag, next(filter(None, answers), 0))


def format_control(control: TimeControl) -> str:
    """Return a control as text; inverse of `parse_control`."""
    beyond = [f"+{_duration_text(control.extra_s)}"] if control.extra_s else []
    words = [str(control.extra)] if control.extra_s and control.extra is not Extra.FISCHER else []
    words += [str(control.flag)] if control.flag is not Flag.TOLD else []
    words += [f"{_ANSWER}{_duration_text(control.answer_s)}"] if control.answer_s else []
    return ",".join(["".join([_duration_text(control.main_s), *beyond]), *words])


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The time of all seats."""

    control: TimeControl
    """The control that all seats play by."""
    left_s: Mapping[Seat, float]
    """The time that each seat has left as of `since`; below zero when it is over its time."""
    used_s: Mapping[Seat, float]
    """The time that the running seats have used since their time began to run."""
    on_turn: tuple[Seat, ...] = ()
    """The seats whose turn it is, or was last."""
    fallen: tuple[Seat, ...] = ()
    """The seats whose time was up, in that order."""
    stands: ClockStop | None = ClockStop.SET_UP
    """Why nobody's time runs; None while somebody's does."""
    since: float | None = None
    """When `left_s` was right, by the caller's steady clock; None until that is known. It isn't recorded."""
    answering: tuple[Seat, ...] = ()
    """The seats that pass by themselves once the control's time to answer is over."""
    asked_s: float = 0.0
    """How much of the time to answer has passed. At a table that is taken up again it counts from 0."""

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats whose time is being used."""
        return tuple(self.used_s)

    @property
    def runs(self) -> bool:
        """Whether anybody's time runs."""
        return self.stands is None and bool(self.used_s)

    def charged(self, until: float) -> "MatchClock":
        """Return the clock at a moment: the running seats have used the time since `since`."""
        if self.since is None or not self.runs:
            return replace(self, since=until)
        passed = max(0.0, until - self.since)
        left, used = dict(self.left_s), dict(self.used_s)
        for seat, before in self.used_s.items():
            used[seat] = before + passed
            left[seat] -= self._counted_s(used[seat]) - self._counted_s(before)
        return replace(self, left_s=left, used_s=used, since=until, asked_s=self.asked_s + passed)

    def passed_to(self, deciding: tuple[Seat, ...], *, turn: bool) -> "MatchClock":
        """Return the clock once these seats have to decide. `turn`: whether it is their turn."""
        left = dict(self.left_s)
        if self.control.extra is Extra.BRONSTEIN:
            for seat, used in self.used_s.items():
                left[seat] += 0.0 if seat in deciding else min(used, self.control.extra_s)
        on_turn = deciding if turn else self.on_turn
        if self.control.extra is Extra.FISCHER and on_turn != self.on_turn:
            for seat in self.on_turn:
                left[seat] += self.control.extra_s
        used_s = {seat: self.used_s.get(seat, 0.0) for seat in deciding}
        return replace(self, left_s=left, used_s=used_s, on_turn=on_turn)

    def up(self) -> tuple[Seat, ...]:
        """Return the seats whose time has run out since `since`."""
        return tuple(seat for seat in self.used_s if self.left_s[seat] <= 0 and seat not in self.fallen)

    def delay_left_s(self, seat: Seat) -> float:
        """Return how long a seat's time still waits before it runs."""
        if self.control.extra is not Extra.DELAY or seat not in self.used_s:
            return 0.0
        return max(0.0, self.control.extra_s - self.used_s[seat])

    def passes_s(self, seat: Seat) -> float | None:
        """Return the time until a seat passes by itself; None where it doesn't."""
        if not self.runs or seat not in self.answering:
            return None
        return max(0.0, self.control.answer_s - self.asked_s)

    def _counted_s(self, used: float) -> float:
        return max(0.0, used - self.control.extra_s) if self.control.extra is Extra.DELAY else used


def new_clock(control: TimeControl, seats: tuple[Seat, ...]) -> MatchClock:
    """Return the clock of a match that has yet to begin."""
    return MatchClock(control, dict.fromkeys(seats, float(control.main_s)), {})


def dump_clock(clock: MatchClock) -> dict[str, Any]:
    """Return a clock as JSON values, to the millisecond, without `since`, which only this process knows."""
    return {
        "left_s": {str(seat): round(left, 3) for seat, left in clock.left_s.items()},
        "used_s": {str(seat): round(used, 3) for seat, used in clock.used_s.items()},
        "on_turn": list(clock.on_turn),
        "fallen": list(clock.fallen),
        "stands": str(clock.stands or ""),
    }


def load_clock(control: TimeControl, document: Mapping[str, Any]) -> MatchClock:
    """Return the clock that `dump_clock` wrote.

    Raises:
        KeyError, TypeError, ValueError: `dump` didn't write this.
    """
    return MatchClock(
        control,
        {Seat(seat): float(left) for seat, left in document["left_s"].items()},
        {Seat(seat): float(used) for seat, used in document["used_s"].items()},
        tuple(Seat(seat) for seat in document["on_turn"]),
        tuple(Seat(seat) for seat in document["fallen"]),
        ClockStop(document["stands"]) if document["stands"] else None,
    )


def _duration_s(text: str) -> int | None:
    found = _DURATION.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + seconds


def _duration_text(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    parts = ((hours, "h"), (rest // 60, "m"), (rest % 60, "s"))
    return "".join(f"{number}{unit}" for number, unit in parts if number)
