"""The boards of one table: a serial line for each, found, kept and released; all look like one board.

A seat's pad is on one of them; cells may be spread over several. An order goes to the board that has its
place.
"""

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from queue import Queue
from typing import Any

from engine.bus.messages.boards import BrightnessOrder, DeviceOrder, DeviceState, LightsOrder
from engine.core.ids import Cell
from engine.core.phrase import SILENCE, Phrase
from firmware_bridge.board_reports import BOARD, BoardSaid, Complaint, pad_device
from firmware_bridge.chain import chain_fault
from firmware_bridge.link.dictionary import Ability
from firmware_bridge.link.messages import Hello
from firmware_bridge.part_faults import free_input, free_input_fault, reader_fault
from firmware_bridge.ports import AUTO, FoundPort, find_ports
from firmware_bridge.serial_line import LineState, SerialLine
from firmware_bridge.texts import TEXTS
from firmware_bridge.wiring import Wiring

_LOOK_EVERY = 1.0
_ASKED_AGAIN_AFTER = 30.0


@dataclass(frozen=True, slots=True)
class Heard:
    """A report of the board at one port."""

    port: str
    """The port's path."""
    said: BoardSaid
    """The report."""


class _Labelled:
    """One line's end of the queue: it adds the port's name to each report."""

    def __init__(self, queue: "Queue[Any]", port: str) -> None:
        self._queue = queue
        self._port = port

    def put(self, said: BoardSaid) -> None:
        """Wait for room and put it."""
        self._queue.put(Heard(self._port, said))

    def get_nowait(self) -> object:
        """Take an item out, to make room: no reader is left."""
        return self._queue.get_nowait()


class Boards:
    """The lines of a table. `wanted`: ports, commas between; `auto` means all that name themselves ours.

    `alone`: boards are the only sensors here, so a missing board is reported.

    Its methods are called from one thread; the lines have their own, and put `Heard` into `queue`.
    """

    def __init__(
        self,
        wanted: str,
        queue: "Queue[Any]",
        *,
        version: str = "",
        wiring: Wiring | None = None,
        alone: bool = True,
        find: Callable[[], Iterable[FoundPort]] = find_ports,
    ) -> None:
        self._find = find
        self._queue = queue
        self._version = version
        self._wiring = wiring
        named = [port for port in wanted.split(",") if port]
        self._auto = AUTO in named
        self._lines = {port: self._line(port, named=True) for port in named if port != AUTO}
        self._others: set[str] = set()
        self._silent: dict[str, float] = {}
        self._lights: list[tuple[str, DeviceOrder]] = []
        self._brightness: tuple[str, DeviceOrder] | None = None
        self._problems: dict[str, Phrase] = {}
        self._look_at = 0.0
        self._alone = alone
        self._said_nobody = False

    @property
    def healthy(self) -> bool:
        """Whether every line's thread works; a thread ends only when it gives up, or by a bug of ours."""
        return all(line.running or line.gave_up for line in self._lines.values())

    @property
    def has_lights(self) -> bool:
        """Whether a board that has been here has lights."""
        hellos = (line.state.hello for line in self._lines.values())
        return any(hello is not None and Ability.LIGHTS in hello.abilities for hello in hellos)

    def start(self) -> None:
        """Begin."""
        for line in self._lines.values():
            line.start()

    def stop(self) -> None:
        """Close every port."""
        for line in self._lines.values():
            line.stop()

    def look(self) -> None:
        """Look for boards that were plugged in; cheap, and done once a second however often it is called."""
        now = time.monotonic()
        if not self._auto or now < self._look_at:
            return
        self._look_at = now + _LOOK_EVERY
        found = tuple(self._find())
        there = {port.path for port in found if port.ours}
        self._say_others([port for port in found if not port.ours])
        for port in [port for port, line in self._lines.items() if line.gave_up]:
            del self._lines[port]
            self._silent[port] = now + _ASKED_AGAIN_AFTER
        # A port that went and came back may be another device: it is asked at once.
        self._silent = {port: until for port, until in self._silent.items() if port in there and until > now}
        for port in sorted(there - self._lines.keys() - self._silent.keys()):
            self._lines[port] = line = self._line(port, named=False)
            for device, order in [*self._lights, *([self._brightness] if self._brightness else [])]:
                line.order(device, order)
            line.start()
        if self._alone and not there and not self._lines and not self._said_nobody:
            self._said_nobody = True
            self._queue.put(Heard("", Complaint(TEXTS.say("devices.none"), lasting=True)))

    def _say_others(self, ports: list[FoundPort]) -> None:
        """Report once, for each port that isn't asked, that it may be a board."""
        named = {os.path.realpath(port) for port in self._lines}
        others = {port.path for port in ports if os.path.realpath(port.path) not in named}
        for port in ports:
            if port.path in others - self._others:
                text = TEXTS.say("devices.may_be", port=port.path, about=port.about)
                self._queue.put(Heard(port.path, Complaint(text)))
        self._others = others

    def alike(self, port: str) -> Phrase:
        """Return a complaint if the board at a port has the name of another one; else an empty text."""
        mine = self._lines[port].state if port in self._lines else None
        if mine is None or mine.hello is None or not mine.connected:
            return SILENCE
        for other, line in sorted(self._lines.items()):
            state = line.state
            if other == port or state.hello is None or not state.connected:
                continue
            both = sorted(set(state.hello.pads) & set(mine.hello.pads))
            if both:
                first, second = sorted((port, other))
                return TEXTS.say("boards.same_pad", pads=", ".join(both), port=first, other=second)
            if state.hello.board == mine.hello.board:
                first, second = sorted((port, other))
                return TEXTS.say("boards.same_name", board=mine.hello.board, port=first, other=second)
        return SILENCE

    def note(self, mark: str) -> None:
        """Tell the board whose event has this mark that it is safe."""
        for line in self._lines.values():
            line.note(mark)

    def order(self, device: str, order: DeviceOrder) -> None:
        """Pass an order to the boards that can carry it out; lights are kept for boards that come later."""
        match order.content:
            case LightsOrder(cells):
                if not cells:
                    self._lights = [kept for kept in self._lights if kept[0] != device]
                self._lights.append((device, order))
            case BrightnessOrder():
                self._brightness = (device, order)
            case _:
                pass
        there = [line for line in self._lines.values() if line.may_take(device)]
        # Without any such device, the first board says what there is instead. A board without lights or a
        # buzzer is no fault: it was built so.
        for line in there or list(self._lines.values())[:1]:
            if not there or line.can(order):
                line.order(device, order)

    def problem(self, port: str, text: Phrase) -> bool:
        """Note a port's problem (empty: none); return True when it is news."""
        news = self._problems.get(port, SILENCE) != text
        self._problems[port] = text
        if not text:
            self._problems.pop("", None)
            self._said_nobody = False
        return news

    def states(self) -> dict[str, DeviceState]:
        """The state of each device: `board` for all together, each board if there are several, each pad."""
        states = self._line_states()
        known = [(port, state, state.hello) for port, state in states if state.hello is not None]
        problems = {port: self._problems.get(port, SILENCE) or self.alike(port) for port, _ in states}
        # A fault of a board's switches matters more than its own name.
        cut = {port: _switches_fault(hello) for port, state, hello in known if state.connected}
        of_boards = {port: cut.get(port) or problem for port, problem in problems.items()}
        devices: dict[str, DeviceState] = {}
        for port, state, hello in known:
            faults = dict(_self_test(fault) for fault in hello.faults)
            reported = DeviceState(
                device="",
                port=state.port,
                connected=state.connected,
                firmware=hello.firmware,
                simulated=state.simulated,
                frames_received=state.counts.frames,
                frames_damaged=state.counts.damaged,
                problem=problems[port],
            )
            if len(known) > 1:
                devices[f"{BOARD}.{hello.identity or hello.board}"] = replace(
                    reported, problem=of_boards[port]
                )
            has_readers = Ability.TAGS in hello.abilities
            for pad in hello.pads:
                devices[pad_device(pad)] = replace(
                    reported,
                    problem=reported.problem or faults.get(pad, SILENCE),
                    reads=False if pad in faults else has_readers or None,
                )
        if not (self._lines or self._alone):
            return {}
        devices[BOARD] = DeviceState(
            device=BOARD,
            port=", ".join(state.port for _, state in states) or (AUTO if self._auto else ""),
            connected=any(state.connected for _, state in states),
            firmware=", ".join(sorted({hello.firmware for _, _, hello in known})),
            simulated=any(state.simulated for _, state in states),
            frames_received=sum(state.counts.frames for _, state in states),
            frames_damaged=sum(state.counts.damaged for _, state in states),
            problem=next(filter(None, (*of_boards.values(), self._problems.get("", SILENCE))), SILENCE),
            switched=_switched(state for _, state in states if state.connected),
        )
        return {name: replace(state, device=name) for name, state in devices.items()}

    def may_switch(self, cell: str) -> bool:
        """Tell whether a connected board has a switch beneath a cell, even one that doesn't read now.

        Until a board has named its cells, it may have any.
        """
        said = [
            state.switched
            for _, state in self._line_states()
            if state.connected and state.switched is not None
        ]
        return not said or any(cell in cells for cells in said)

    def _line_states(self) -> list[tuple[str, LineState]]:
        """Return the lines' states, without lines whose board has come back on another port.

        A hub that wakes up numbers its ports again. The old line keeps waiting, because the next board may
        come there.
        """
        states = [(port, line.state) for port, line in self._lines.items()]
        there = {state.hello.identity for _, state in states if state.connected and state.hello is not None}
        there.discard("")  # not every microcontroller has a number
        return [
            (port, state)
            for port, state in states
            if state.connected or state.hello is None or state.hello.identity not in there
        ]

    def _line(self, port: str, *, named: bool) -> SerialLine:
        return SerialLine(
            port,
            _Labelled(self._queue, port),
            version=self._version,
            gives_up=not named,
            knocks=not named,
            wiring=self._wiring,
        )


def _switched(states: Iterable[LineState]) -> tuple[Cell, ...] | None:
    """Return the cells above the boards' switches, as far as boards have named them; None: no board has.

    A switch on a failing chain looks at no cell.
    """
    said = [
        () if state.hello is not None and chain_fault(state.hello) else state.switched
        for state in states
        if state.switched is not None
    ]
    return tuple(dict.fromkeys(Cell(cell) for cells in said for cell in cells)) if said else None


def _switches_fault(hello: Hello) -> Phrase:
    """Return the fault of a board's chain of switches, or else of a free input that closes."""
    cut = chain_fault(hello)
    for part, _, words in (fault.partition(": ") for fault in hello.faults):
        place = None if cut or part in hello.pads else free_input(part, words)
        if place is not None:
            return free_input_fault(hello.board, place)
    return cut


def _self_test(fault: str) -> tuple[str, Phrase]:
    """Return the pad that a board's self-test is about, and the missing part: `west: no rc522 answers`."""
    pad, _, words = fault.partition(": ")
    return pad, reader_fault(words)
