"""Goes through a board's cells with a person: the board lights a cell, and the person lays a piece there.

One queue holds the board's reports and the person's answers, in order of time.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from queue import Empty, Queue

from engine.bus.messages.boards import DeviceOrder, LightsOrder
from engine.core.device_events import CellChange
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.board_reports import (
    BOARD,
    BoardReport,
    BoardSaid,
    Came,
    Complaint,
    FreeInputClosed,
    Pictured,
    Went,
)
from firmware_bridge.learning import SwitchWalk, answered, begin_walk, free_switch, stepped_back
from firmware_bridge.link.messages import Hello
from firmware_bridge.serial_line import SerialLine
from firmware_bridge.texts import TEXTS

COMES_WITHIN_S = 8.0
"""The time that a board has to answer, in seconds. It's asked at least every second, and answers in 0.1 s."""
SETTLE_S = 0.3
"""The wait for further switches after one has closed, in seconds.

The switches of joined wires close in the same scan, so the second report comes a few milliseconds later.
"""


class WalkAnswer(StrEnum):
    """The answers that a person may give instead of laying a piece."""

    NOTHING = ""
    """No switch closes beneath the piece."""
    DARK = "d"
    """The cell that is asked for isn't lit."""
    BACK = "b"
    """The last cell is to be asked for again."""
    QUIT = "q"
    """The walk is to end."""


@dataclass(frozen=True, slots=True)
class PersonSaid:
    """A line that the person typed."""

    text: str
    """The line without its line break."""


Heard = BoardSaid | PersonSaid


class BoardLesson:
    """The talk with one board and a person; the serial line must be started, and `say` shows a sentence."""

    def __init__(
        self,
        line: SerialLine,
        heard: "Queue[Heard]",
        say: Callable[[Phrase], None],
        *,
        settle_s: float = SETTLE_S,
        comes_within_s: float = COMES_WITHIN_S,
    ) -> None:
        self._line = line
        self._heard = heard
        self._say = say
        self._settle_s = settle_s
        self._comes_within_s = comes_within_s
        self._covered: set[Cell] = set()

    def meet(self) -> Hello:
        """Wait for the board's hello and the states of its switches, and return the hello.

        Raises:
            MissingFault: no board answers in time; the message has the last complaint about the line.
        """
        until = time.monotonic() + self._comes_within_s
        hello: Hello | None = None
        complaint = TEXTS.say("boards.silent")
        while True:
            try:
                heard = self._heard.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise MissingFault(complaint) from None
            match heard:
                case Came(came):
                    hello = came
                case Complaint(text):
                    complaint = text
                case Pictured() if hello is not None:
                    self._drain()
                    return hello
                case _:
                    self._follow(heard)

    def walk(self, cells: Sequence[Cell], *, by_light: bool) -> SwitchWalk:
        """Ask for each of these cells, and return the answers; fewer when the person ends early.

        `by_light` tells whether the board lights the cell that is asked for.

        Raises:
            MissingFault: the board was unplugged.
        """
        walk = begin_walk(cells, frozenset(self._covered))
        while (cell := walk.asked) is not None:
            if by_light:
                self._light(cell)
            kind = "by_light" if by_light else "by_name"
            number = len(walk.answers) + 1
            self._say(TEXTS.say(f"wiring.ask_{kind}", cell=cell, number=number, all=len(cells)))
            answer = self._answer()
            if answer is WalkAnswer.QUIT:
                break
            if answer is WalkAnswer.BACK:
                walk = stepped_back(walk)
            elif isinstance(answer, frozenset):
                walk = answered(walk, answer)
            else:
                walk = answered(walk, frozenset(), is_dark=answer is WalkAnswer.DARK)
        if by_light:
            self._line.order(BOARD, DeviceOrder(LightsOrder()))
        return walk

    def _light(self, cell: Cell) -> None:
        self._line.order(BOARD, DeviceOrder(LightsOrder()))
        self._line.order(BOARD, DeviceOrder(LightsOrder((cell,), "white")))

    def _answer(self) -> "frozenset[Cell] | WalkAnswer":
        """Wait for the person's next answer: the cells whose switches close, or a typed word."""
        closing: set[Cell] = set()
        settled_at = 0.0
        while True:
            # By the clock, for the line reports ten times a second how far the board is heard.
            try:
                heard = self._heard.get(timeout=max(0.0, settled_at - time.monotonic()) if closing else None)
            except Empty:
                return frozenset(closing)
            if isinstance(heard, PersonSaid):
                try:
                    return WalkAnswer(heard.text.strip().lower())
                except ValueError:
                    self._say(TEXTS.say("wiring.say_what"))
                    continue
            if isinstance(heard, Went):
                raise MissingFault(heard.text)
            if closing and time.monotonic() >= settled_at:
                self._follow(heard)
                return frozenset(closing)
            if isinstance(heard, FreeInputClosed):
                closing.add(free_switch(heard.place))
                settled_at = time.monotonic() + self._settle_s
                continue
            change = self._follow(heard)
            if change is not None and change.covered:
                closing.add(change.cell)
                settled_at = time.monotonic() + self._settle_s
            elif change is not None:
                closing.discard(change.cell)

    def _follow(self, heard: Heard) -> CellChange | None:
        """Note a report's change of a switch, and confirm the report to the board; return the change."""
        if not isinstance(heard, BoardReport):
            return None
        if heard.mark:
            self._line.note(heard.mark)
        if not isinstance(heard.content, CellChange):
            return None
        (self._covered.add if heard.content.covered else self._covered.discard)(heard.content.cell)
        return heard.content

    def _drain(self) -> None:
        """Take the reports about closed switches that are waiting."""
        until = time.monotonic() + self._settle_s
        while (left := until - time.monotonic()) > 0:
            try:
                self._follow(self._heard.get(timeout=left))
            except Empty:
                return


def learnt_file(text: str, order: Sequence[Cell | None] | None, lamps: Mapping[Cell, int] | None) -> str:
    """Return a `board.json` with another order of its switches and other places of its lights.

    Args:
        text: The board's present `board.json`.
        order: The cell of each switch in its chain, None where there is none; None: the order stays.
        lamps: The place in the chain of each cell's light; None: the places stay.

    Raises:
        InputFault: the text isn't a board's configuration with these parts.
    """
    try:
        parts = json.loads(text)
        if order is not None:
            parts["cells"]["order"] = list(order)
        if lamps is not None:
            parts["lamps"]["cells"] = dict(lamps)
    except (ValueError, KeyError, TypeError) as error:
        raise InputFault(f"board.json: expected a board with these parts, found {error}") from error
    return json.dumps(parts, indent=2) + "\n"
