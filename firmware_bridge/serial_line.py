"""The one thread that owns a serial port: opens it, reads and writes, and comes back for ever.

Events leave as values through a bounded queue. When nobody takes them, the thread waits, the board's window
fills, and the board waits too.
"""

import random
import threading
import time
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Protocol

import serial

from engine.bus.messages.boards import BrightnessOrder, DeviceOrder, LightsOrder, SoundOrder
from engine.core.faults import InputFault
from engine.core.phrase import SILENCE, Phrase
from engine.core.unusable import explained, system_words
from firmware_bridge.board_reports import BOARD, BoardSaid, Complaint, pad_device
from firmware_bridge.conversation import Conversation
from firmware_bridge.link.dictionary import Ability
from firmware_bridge.link.messages import Hello
from firmware_bridge.link.session import LinkCounts
from firmware_bridge.ports import PortFault, PortMissing, close_port, open_port, pauses
from firmware_bridge.texts import TEXTS
from firmware_bridge.wiring import Wiring

_TRIED_BEFORE_MOVING_ON = 3.5
_LONGEST_READ_WAIT = 1.0
_LONGEST_DEAF_WAIT = 0.05
"""The longest wait in a port whose read can't be interrupted: pyserial cancels no read over the network."""


@dataclass(frozen=True, slots=True)
class LineState:
    """The state of a serial line."""

    port: str
    """The port's path."""
    connected: bool
    """Whether a session with a board is open."""
    hello: Hello | None
    """The hello of the board that is there, or was there last; None: none came yet."""
    counts: LinkCounts
    """The counts of the link."""
    switched: tuple[str, ...] | None
    """The cells that the board has switches beneath; None: it hasn't said so yet."""

    @property
    def simulated(self) -> bool:
        """Whether the board says that it is a simulated one."""
        return self.hello is not None and Ability.SIMULATED in self.hello.abilities


class Listener(Protocol):
    """The receiver of a line's reports; a `queue.Queue` is one."""

    def put(self, said: BoardSaid) -> None:
        """Wait for room and put it."""

    def get_nowait(self) -> object:
        """Take one out again, to make room."""


class SerialLine:
    """A board on the serial port at `path`. `gives_up`: the thread ends when no board ever answered there.

    `knocks`: nobody named the port; see `Conversation`.
    """

    def __init__(
        self,
        path: str,
        listener: Listener,
        *,
        version: str = "",
        gives_up: bool = False,
        knocks: bool = False,
        wiring: Wiring | None = None,
    ) -> None:
        self._path = path
        self._listener = listener
        self._gives_up = gives_up
        self._answered = False
        self._gave_up = False
        chance = random.SystemRandom()
        self._seed = chance.getrandbits(32)
        self._conversation = Conversation(
            chance.getrandbits(16), version=version, wiring=wiring, knocks=knocks
        )
        self._orders: SimpleQueue[tuple[str, DeviceOrder] | str] = SimpleQueue()
        self._stopping = threading.Event()
        self._port: serial.Serial | None = None
        self._problem = SILENCE
        self._said_gone = False
        self._refused: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="serial line", daemon=True)

    @property
    def state(self) -> LineState:
        """The line's present state."""
        talk = self._conversation
        return LineState(self._path, talk.ready, talk.hello, talk.counts, talk.switched)

    @property
    def running(self) -> bool:
        """Whether the thread works; it ends by giving up, by `stop`, or by a bug of ours."""
        return self._thread.is_alive()

    @property
    def gave_up(self) -> bool:
        """Whether the thread ended because no board answered."""
        return self._gave_up

    def may_take(self, device: str) -> bool:
        """Whether an order for this device may be for the board here: it isn't known yet, or has the pad."""
        hello = self._conversation.hello
        return hello is None or device == BOARD or device in {pad_device(pad) for pad in hello.pads}

    def can(self, order: DeviceOrder) -> bool:
        """Whether this board has the part for an order, or its parts aren't known yet."""
        hello = self._conversation.hello
        if hello is None:
            return True
        match order.content:
            case LightsOrder() | BrightnessOrder():
                return Ability.LIGHTS in hello.abilities
            case SoundOrder():
                return Ability.SOUND in hello.abilities
            case _:
                return True

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Close the port and end the thread."""
        self._stopping.set()
        self._wake()
        while self._thread.is_alive():
            # The thread may be waiting for room for a report that nobody will read any more.
            self._drain()
            self._thread.join(0.05)

    def order(self, device: str, order: DeviceOrder) -> None:
        """Pass an order to the board; a fault of the order is reported as a `Complaint`."""
        self._orders.put((device, order))
        self._wake()

    def note(self, mark: str) -> None:
        """Tell the board that the event of this mark is safe."""
        self._orders.put(mark)
        self._wake()

    def _drain(self) -> None:
        try:
            while True:
                self._listener.get_nowait()
        except Empty:
            return

    def _wake(self) -> None:
        port = self._port
        if port is not None and hasattr(port, "cancel_read"):
            try:
                port.cancel_read()
            except (OSError, TypeError, serial.SerialException):
                # The port was closed in between: then its thread isn't in `read` either.
                return

    def _run(self) -> None:
        waits = pauses(self._seed)
        while not self._stopping.is_set():
            try:
                port = open_port(self._path)
            except PortMissing as fault:
                self._say_missing(fault.text)
            except PortFault as fault:
                self._say_once(fault.text)
            else:
                if self._converse(port):
                    waits = pauses(self._seed)
                    self._problem = SILENCE
            self._obey(self._conversation)
            if self._gives_up and not self._answered:
                self._gave_up = True
                return
            if self._stopping.wait(next(waits)):
                return

    def _converse(self, port: serial.Serial) -> bool:
        """Talk over an open port until it goes; True when a board answered."""
        talk, answered = self._conversation, False
        self._port = port
        opened_at = time.monotonic()
        longest = _LONGEST_READ_WAIT if hasattr(port, "cancel_read") else _LONGEST_DEAF_WAIT
        talk.port_opened(opened_at)
        gone = TEXTS.say("ports.went", port=self._path)
        try:
            while not self._stopping.is_set():
                now = time.monotonic()
                self._pass_on(talk.tick(now))
                self._obey(talk)
                unsent = talk.data_to_send(now)
                if unsent:
                    port.write(unsent)
                # A refused board is still a board: it keeps the port, and the fault is reported.
                answered = answered or talk.ready or talk.refused
                self._answered = self._answered or answered
                if self._gives_up and not self._answered and now - opened_at > _TRIED_BEFORE_MOVING_ON:
                    gone = SILENCE
                    break
                port.timeout = min(max(0.0, talk.next_timeout(now) - now), longest)
                came = port.read(port.in_waiting or 1)
                if came:
                    self._pass_on(talk.receive_data(came, time.monotonic()))
        except (OSError, serial.SerialException) as error:
            gone = TEXTS.say("ports.went_so", port=self._path, why=_how_it_went(error))
        finally:
            self._port = None
            close_port(port)
        went = talk.port_gone(gone)
        self._said_gone = bool(went)
        self._pass_on(went)
        return answered

    def _obey(self, talk: Conversation) -> None:
        try:
            while True:
                order = self._orders.get_nowait()
                if isinstance(order, str):
                    talk.note(order)
                    continue
                try:
                    talk.order(*order)
                except InputFault as fault:
                    # An order comes again and again, with each turn or each move.
                    if str(fault) not in self._refused:
                        self._refused.add(str(fault))
                        self._pass_on([Complaint(explained(fault))])
        except Empty:
            return

    def _pass_on(self, reports: list[BoardSaid]) -> None:
        for one in reports:
            if isinstance(one, Complaint) and self._port is not None:
                text = TEXTS.say("devices.on_port", port=self._path, what=one.text)
                self._listener.put(replace(one, text=text))
            else:
                self._listener.put(one)

    def _say_missing(self, text: Phrase) -> None:
        """Report a missing port, unless the board's leaving was just reported: once is enough."""
        if not self._said_gone:
            self._say_once(text)

    def _say_once(self, text: Phrase) -> None:
        if text != self._problem:
            self._problem = text
            self._pass_on([Complaint(text, lasting=True)])


def _how_it_went(error: Exception) -> str | Phrase:
    if isinstance(error, OSError) and error.errno:
        return system_words(error)
    # pyserial's own words speak of readiness and of data not returned.
    return TEXTS.say("ports.unplugged")
