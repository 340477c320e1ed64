"""The one thread that owns the serial port: finds it, opens it, reads and writes, and comes back for ever.

What happens leaves as values through a bounded queue; when nobody takes them the thread waits, the board's
window fills and the board waits too.
"""

import os
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from queue import Empty, Queue, SimpleQueue

import serial

from engine.bus.messages import DeviceOrder
from engine.core.faults import InputFault
from firmware_bridge.conversation import Complaint, Conversation, Told
from firmware_bridge.link.messages import Ability, Hello
from firmware_bridge.link.session import LinkCounts
from firmware_bridge.ports import AUTO, PortFault, PortMissing, find_ports, open_port, pauses

_TRIED_BEFORE_MOVING_ON = 3.5
_LONGEST_READ_WAIT = 1.0


@dataclass(frozen=True, slots=True)
class LineState:
    """How the line does now. `hello` is of the board that is there, or was last."""

    port: str
    connected: bool
    hello: Hello | None
    counts: LinkCounts

    @property
    def simulated(self) -> bool:
        """Whether the board says that it is a simulated one."""
        return self.hello is not None and Ability.SIMULATED in self.hello.abilities


class SerialLine:
    """A board on a serial port. `wanted` is a port's path, or `auto`: the first that a board answers on."""

    def __init__(self, wanted: str, told: Queue[Told], *, version: str = "") -> None:
        self._wanted = wanted
        self._told = told
        chance = random.SystemRandom()
        self._seed = chance.getrandbits(32)
        self._conversation = Conversation(chance.getrandbits(16), version=version)
        self._orders: SimpleQueue[tuple[str, DeviceOrder] | str] = SimpleQueue()
        self._stopping = threading.Event()
        self._port: serial.Serial | None = None
        self._port_path = ""
        self._problem = ""
        self._told_gone = False
        self._thread = threading.Thread(target=self._run, name="serial line", daemon=True)

    @property
    def state(self) -> LineState:
        """How the line does now."""
        talk = self._conversation
        return LineState(self._port_path or self._wanted, talk.ready, talk.hello, talk.counts)

    @property
    def running(self) -> bool:
        """Whether the thread still does its work; it ends only by `stop`, or by a bug of ours."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Close the port and end the thread."""
        self._stopping.set()
        self._wake()
        while self._thread.is_alive():
            # The thread may be waiting for room to tell something that nobody will hear any more.
            self._drain()
            self._thread.join(0.05)

    def order(self, device: str, order: DeviceOrder) -> None:
        """Have the board do something; what is wrong with the order is told as a `Complaint`."""
        self._orders.put((device, order))
        self._wake()

    def note(self, mark: str) -> None:
        """Tell the board that the event of this mark is safe."""
        self._orders.put(mark)
        self._wake()

    def _drain(self) -> None:
        try:
            while True:
                self._told.get_nowait()
        except Empty:
            return

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            try:
                port.cancel_read()
            except (OSError, TypeError, serial.SerialException):
                # The port was closed in between: then its thread isn't in `read` either.
                return

    def _run(self) -> None:
        waits = pauses(self._seed)
        for path in self._candidates():
            if path is None:
                self._say_missing("no board is plugged in; plug one in, or name its port with --serial PORT")
            else:
                try:
                    port = open_port(path)
                except PortMissing as fault:
                    self._say_missing(str(fault))
                except PortFault as fault:
                    self._say_once(str(fault))
                else:
                    answered = self._converse(port, path)
                    if answered:
                        waits = pauses(self._seed)
                        self._problem = ""
            self._obey(self._conversation)
            if self._stopping.wait(next(waits)):
                return

    def _candidates(self) -> Iterator[str | None]:
        """Yield the next port to try, for ever; None when there is none now."""
        while not self._stopping.is_set():
            if self._wanted != AUTO:
                yield self._wanted
                continue
            found = find_ports()
            if not found:
                yield None
            for port in found:
                yield port.path

    def _converse(self, port: serial.Serial, path: str) -> bool:
        """Talk over an open port until it goes; True when a board answered."""
        talk, answered = self._conversation, False
        self._port, self._port_path = port, path
        opened_at = time.monotonic()
        talk.port_opened(opened_at)
        gone = f"{path} went away; waiting for it to come back"
        try:
            while not self._stopping.is_set():
                now = time.monotonic()
                self._tell(talk.tick(now))
                self._obey(talk)
                unsent = talk.data_to_send(now)
                if unsent:
                    port.write(unsent)
                answered = answered or talk.ready
                if self._wanted == AUTO and not answered and now - opened_at > _TRIED_BEFORE_MOVING_ON:
                    gone = ""
                    break
                port.timeout = min(max(0.0, talk.next_timeout(now) - now), _LONGEST_READ_WAIT)
                came = port.read(port.in_waiting or 1)
                if came:
                    self._tell(talk.receive_data(came, time.monotonic()))
        except (OSError, serial.SerialException) as error:
            gone = f"{path} went away ({_how_it_went(error)}); waiting for it to come back"
        finally:
            self._port, self._port_path = None, ""
            port.close()
        went = talk.port_gone(gone)
        self._told_gone = bool(went)
        self._tell(went)
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
                    self._tell([Complaint(str(fault))])
        except Empty:
            return

    def _tell(self, told: list[Told]) -> None:
        for one in told:
            if isinstance(one, Complaint) and self._port_path:
                self._told.put(replace(one, text=f"{self._port_path}: {one.text}"))
            else:
                self._told.put(one)

    def _say_missing(self, text: str) -> None:
        """Say that there is no port, unless it was just said that the board went away: once is enough."""
        if not self._told_gone:
            self._say_once(text)

    def _say_once(self, text: str) -> None:
        if text != self._problem:
            self._problem = text
            self._tell([Complaint(text, lasting=True)])


def _how_it_went(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    # pyserial's own words speak of readiness and of data not returned.
    return "unplugged, or another program reads from it"
