"""A recorded match played onto the bus in its own time, faster, or in part, as its engine published it."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.bus.client import Bus, Connected, ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command
from engine.bus.messages.services import Availability
from engine.core.board import Board
from engine.records.replay import ReplayTable
from engine.session.playing.table import Setting
from engine.session.serving.bus_messages import (
    advice_of,
    clock_state_of,
    match_state_of,
    situation_of,
    surface_of,
)
from engine.session.texts import TEXTS

WANTED = ("command", "availability")
"""The channels that a replay reads."""

_LONGEST_WAIT_S = 0.25


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a match to play, and how fast."""

    speed: float = 1.0
    """The factor of its speed."""
    from_s: float = 0.0
    """The part's start, in seconds since the match's opening."""
    to_s: float | None = None
    """The part's end, in seconds since the match's opening; None: the match's end."""


class MatchPlayer:
    """Plays one match. A seat's secrets aren't published, because a replay has only spectators."""

    def __init__(
        self,
        bus: Bus,
        board: Board,
        setting: Setting[Any, Any],
        section: Section,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bus = bus
        self._board = board
        self._setting = setting
        self._section = section
        self._monotonic = monotonic
        self._shown: ReplayTable | None = None

    def play(self, moments: Iterable[ReplayTable], stop: threading.Event) -> bool:
        """Publish each moment at its time; False when `stop` was set before the end."""
        section, began = self._section, self._monotonic()
        waiting: ReplayTable | None = None
        for moment in moments:
            if section.to_s is not None and moment.at_s > section.to_s:
                break
            if moment.at_s < section.from_s:
                waiting = moment
                continue
            if waiting is not None:
                self._show(waiting)
                waiting = None
            if not self._wait(began + (moment.at_s - section.from_s) / section.speed, stop):
                return False
            self._show(moment)
        if waiting is not None:
            self._show(waiting)
        return True

    def stay(self, stop: threading.Event) -> None:
        """Keep the last moment on the bus until `stop` is set."""
        while not stop.is_set():
            self._take(_LONGEST_WAIT_S)

    def _wait(self, until: float, stop: threading.Event) -> bool:
        while not stop.is_set():
            left = until - self._monotonic()
            if left <= 0:
                return True
            self._take(min(left, _LONGEST_WAIT_S))
        return False

    def _take(self, timeout: float) -> None:
        match self._bus.receive(timeout):
            case Connected():
                self._publish_all()
            case ReceivedMessage("availability", "dashboard", Availability(online=True)):
                self._publish_all()
            case ReceivedMessage("command", _, Command() as asked):
                revision = self._shown.table.match.revision if self._shown is not None else 0
                text = TEXTS.say("answer.a_replay")
                self._bus.publish("answer", Answer(asked.id, AnswerCode.NOT_NOW, revision, text))
            case _:
                pass

    def _show(self, moment: ReplayTable) -> None:
        before, self._shown = self._shown, moment
        if before is None:
            self._publish_all()
        elif before.table.match.revision != moment.table.match.revision:
            self._publish_match()
            self._publish_situation()
        elif before.table != moment.table:
            self._publish_situation()
        for verdict in moment.verdicts:
            self._bus.publish("verdict", verdict)

    def _publish_all(self) -> None:
        self._bus.publish("surface", surface_of(self._board))
        if self._shown is not None:
            self._publish_match()
            self._publish_situation()

    def _publish_match(self) -> None:
        if self._shown is not None:
            self._bus.publish("match", match_state_of(self._setting, self._shown.table))
            self._bus.publish("clock", clock_state_of(self._shown.table))
            self._bus.publish("advice", advice_of(self._setting, self._shown.table))

    def _publish_situation(self) -> None:
        if self._shown is not None:
            match = self._shown.table.match.opening.match
            said = TEXTS.say("replay", match=match)
            self._bus.publish(
                "situation", situation_of(self._setting, self._shown.table, watching=True, problem=said)
            )
