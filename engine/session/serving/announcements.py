"""The engine's announcements about its table on the bus: only news, since it remembers the last ones.

`bus_messages` makes the messages; this module decides when to send them, and which seat to seal them for.
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
PAUSE_SECONDS = 5.0
"""How often the rest of a seat's own pause is announced."""


class Announcer(Generic[S, A]):
    """Announces the state of one table.

    `seal` seals one seat's secrets; without a seal they aren't sent at all.

    `unused`: the events that nothing uses. `laying` returns the cards that a seat has laid on its own pad.
    `monotonic` is the clock that measures cameras' silence.
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
        self._clock_said_at = self._pause_said_at = monotonic()

    @property
    def problem(self) -> Phrase:
        """The problem that keeps the engine from going on, as announced; silence where there is none."""
        return self._problem

    def looked(self) -> None:
        """Note that a source looks at the table now."""
        self._looked_at = self._monotonic()

    def say_all(self, board: Board, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Send all retained messages again, whether or not they were sent before."""
        self._send_sensing(sensing_state_of(setting, table, self._unused.events))
        self._bus.publish("surface", surface_of(board))
        self._say_clock(table)
        self._say_match(setting, table)
        self._say_situation(setting, table)

    def say_changes(self, setting: Setting[S, A], before: Table[S, A], step: TableStep[S, A]) -> None:
        """Announce a step's changes and verdicts."""
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
            or after.match.own_pause != before.match.own_pause
        ):
            self._say_situation(setting, after)
        for verdict in step.verdicts:
            self._bus.publish("verdict", verdict)

    def say_problem(self, setting: Setting[S, A], table: Table[S, A], problem: Phrase) -> None:
        """Announce the problem that keeps the engine from going on, or its end, once each."""
        if problem != self._problem:
            self._problem = problem
            self._say_situation(setting, table)

    def say_in_time(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Announce changes by time alone: cameras that came or went, and running clocks."""
        now = self._monotonic()
        watching = self._looked_at is not None and now - self._looked_at < SILENT_S
        if watching is not self._watching:
            self._watching = watching
            self._say_situation(setting, table)
        if table.match.own_pause is not None and now - self._pause_said_at >= PAUSE_SECONDS:
            self._say_situation(setting, table)
        clock = table.match.clock
        if clock is not None and clock.runs and now - self._clock_said_at >= CLOCK_SECONDS:
            self._say_clock(table)

    def say_sensing(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Announce the state of the sources if it is news; a mere new look of a source is none."""
        state = sensing_state_of(setting, table, self._unused.events)
        if not says_same(state, self._sensing_said):
            self._send_sensing(state)

    def say_sheets(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        """Send all seats' sheets each time: a single new one would show that its seat has drawn a card."""
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
        """Send all seats' hands while the arbiter has them shown, and once that they are hidden again."""
        sheet = all_hands_of(setting, table)
        if self._seal is not None and (sheet.opening or self._hands_said):
            self._hands_said = bool(sheet.opening)
            self._bus.publish("all_hands", self._seal.sealed_hands(sheet))

    def _say_situation(self, setting: Setting[S, A], table: Table[S, A]) -> None:
        self._pause_said_at = now = self._monotonic()
        said = situation_of(setting, table, watching=self._watching, problem=self._problem, now=now)
        self._bus.publish("situation", said)

    def _say_clock(self, table: Table[S, A]) -> None:
        self._clock_said_at = self._monotonic()
        self._bus.publish("clock", clock_state_of(table, self._clock_said_at))

    def _send_sensing(self, state: SensingState) -> None:
        self._sensing_said = state
        self._bus.publish("sensing", state)
