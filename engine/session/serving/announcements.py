"""The engine's announcements about its table on the bus: news only, since it remembers the last ones.

`bus_messages` makes the messages; this module decides when they're sent, and which seat they're sealed for.
"""

from collections.abc import Callable
from typing import Generic

from engine.bus.client import Bus
from engine.bus.messages.boards import SensingState
from engine.bus.sealing import Seal
from engine.core.board import Board
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Phrase
from engine.session.boards.pad_cards import PadCards
from engine.session.boards.unused import Unused
from engine.session.playing.table import SILENT_S, Setting, Table, TableStep
from engine.session.serving.bus_messages import (
    advice_of,
    all_hands_of,
    clock_state_of,
    match_state_of,
    says_same,
    seat_sheet_of,
    sensing_state_of,
    situation_of,
    surface_of,
)

CLOCK_SECONDS = 1.0


class Announcer(Generic[S, A]):
    """Says how one table stands.

    `seal` closes what only one seat may know; without one it isn't said at all.

    `unused`: the events that nothing uses. `laying` returns what a seat has laid on its own pad. `monotonic`
    is the clock that measures cameras' silence.
    """

    def __init__(
        self,
        bus: Bus,
        seal: Seal | None,
        *,
        unused: Unused,
        laying: Callable[[Seat], PadCards],
        monotonic: Callable[[], float],
    ) -> None:
        self._bus = bus
        self._seal = seal
        self._unused = unused
        self._laying = laying
        self._monotonic = monotonic
        self._problem = SILENCE
        self._looked_at: float | None = None
        self._watching = self._hands_said = False
        self._sensing_said = SensingState()
        self._clock_said_at = monotonic()

    @property
    def problem(self) -> Phrase:
        """The problem that keeps the engine from going on, as it's said; silence where there is none."""
        return self._problem

    def looked(self) -> None:
        """Note that somebody looks at the table now."""
        self._looked_at = self._monotonic()

    def say_all(self, board: Board, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Say all that is kept on the bus, whatever of it was said before."""
        self._send_sensing(sensing_state_of(setting, table, self._unused.events))
        self._bus.publish("surface", surface_of(board))
        self._say_clock(table)
        self._say_match(setting, table)
        self._say_situation(setting, table)

    def say_changes(self, setting: Setting[S, A], before: Table[S, A], step: TableStep[S, A]) -> None:
        """Say what a step has made other than it was, and the verdicts that came of it."""
        after = step.table
        if (
            after.match.revision != before.match.revision
            or after.match.opening != before.match.opening
            or after.match.lost_on_time != before.match.lost_on_time
            or after.match.hands != before.match.hands
        ):
            self._say_match(setting, after)
        if after.match.clock is not before.match.clock:
            self._say_clock(after)
        if (
            after.current != before.current
            or after.recent != before.recent
            or after.match.revision != before.match.revision
            or after.match.paused is not before.match.paused
            or after.wish != before.wish
            or after.breaking_off != before.breaking_off
        ):
            self._say_situation(setting, after)
        for verdict in step.verdicts:
            self._bus.publish("verdict", verdict)

    def say_problem(self, setting: Setting[S, A], table: Table[S, A], problem: Phrase) -> None:
        """Say what keeps the engine from going on, or that nothing does any more, once each."""
        if problem != self._problem:
            self._problem = problem
            self._say_situation(setting, table)

    def say_in_time(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Say what time alone makes other: that eyes came or went, and how far a clock that runs has run."""
        now = self._monotonic()
        watching = self._looked_at is not None and now - self._looked_at < SILENT_S
        if watching is not self._watching:
            self._watching = watching
            self._say_situation(setting, table)
        clock = table.match.clock
        if clock is not None and clock.runs and now - self._clock_said_at >= CLOCK_SECONDS:
            self._say_clock(table)

    def say_sensing(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Say what is made of the sources, where that is news; that they were heard again is none."""
        state = sensing_state_of(setting, table, self._unused.events)
        if not says_same(state, self._sensing_said):
            self._send_sensing(state)

    def say_sheets(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Say all seats' sheets each time: that only one's is new would show that it has drawn a card."""
        if self._seal is None:
            return
        for one in setting.game.view(table.match.state, None).seats:
            sheet = seat_sheet_of(setting, table, one.seat, self._laying(one.seat))
            self._bus.publish("seat", self._seal.sealed(sheet), one.seat)

    def _say_match(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        self._bus.publish("match", match_state_of(setting, table))
        self.say_sheets(setting, table)
        self._say_hands(setting, table)
        self._bus.publish("advice", advice_of(setting, table))

    def _say_hands(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Say what all seats hold while the arbiter has it shown, and once that it's shown no more."""
        sheet = all_hands_of(setting, table)
        if self._seal is not None and (sheet.opening or self._hands_said):
            self._hands_said = bool(sheet.opening)
            self._bus.publish("all_hands", self._seal.sealed_hands(sheet))

    def _say_situation(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        said = situation_of(setting, table, watching=self._watching, problem=self._problem)
        self._bus.publish("situation", said)

    def _say_clock(self, table: Table[S, A]) -> None:
        self._clock_said_at = self._monotonic()
        self._bus.publish("clock", clock_state_of(table, self._clock_said_at))

    def _send_sensing(self, state: SensingState) -> None:
        self._sensing_said = state
        self._bus.publish("sensing", state)
