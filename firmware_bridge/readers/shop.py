"""The shop-bought readers of a table: one thread each, reporting like our boards' pads."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from queue import Empty, Full, Queue
from typing import Any

from engine.bus.messages.boards import DeviceOrder, DeviceOrderKind, DeviceState, TagOrder
from engine.core.device_events import DeviceEvent, PadReading
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.unusable import explained
from firmware_bridge.foreign.mapping import Becomes, ForeignDevice, Word
from firmware_bridge.foreign.reports import Heard, Hearing, Nonsense, Sense
from firmware_bridge.readers.choice import ReaderChoice, ReaderKind
from firmware_bridge.readers.keyboard import KeyboardReader, unchosen
from firmware_bridge.readers.pcsc import PcscReader
from firmware_bridge.readers.shop_reader import ReaderGone, ShopReader
from firmware_bridge.readers.typed import parse_typed

_TICK_S = 0.25
_AGAIN_S = 1.0
_GONE_S = 0.3
"""A PC/SC reader polls its field several times a second; a tag at its edge is missed now and then."""
_MOST_ORDERS = 16

log = logging.getLogger(__name__)


def reader_of(choice: ReaderChoice, chosen: tuple[ReaderChoice, ...] = ()) -> ShopReader:
    """Return the reader of this kind. `chosen`: all readers of the table."""
    if choice.kind is ReaderKind.PCSC:
        return PcscReader(choice.place)
    return KeyboardReader(choice.place, elsewhere=lambda: unchosen(one.place for one in chosen))


class ShopReaders:
    """A table's readers; their reports are put into a queue as `Heard`."""

    def __init__(
        self,
        choices: tuple[ReaderChoice, ...],
        *,
        reader: Callable[[ReaderChoice], ShopReader] | None = None,
    ) -> None:
        made = reader or partial(reader_of, chosen=choices)
        self._readers = {choice.device: _Pad(choice, made(choice)) for choice in choices}

    @property
    def states(self) -> tuple[DeviceState, ...]:
        """The states of the readers."""
        return tuple(one.state for one in self._readers.values())

    @property
    def healthy(self) -> bool:
        """Whether every thread works; one ends only by a bug of ours."""
        return all(one.running for one in self._readers.values())

    def start(self, queue: "Queue[Any]") -> None:
        """Begin, in threads of their own."""
        for one in self._readers.values():
            one.start(queue)

    def stop(self) -> None:
        """Let every reader go."""
        for one in self._readers.values():
            one.stop()

    def order(self, device: str, order: DeviceOrder) -> bool:
        """Have a tag's memory read or written where it lies; tell whether one of these readers has it."""
        if device not in self._readers or not isinstance(order.content, TagOrder):
            return False
        self._readers[device].order(order.content)
        return True


class _Pad:
    """One reader and its thread."""

    def __init__(self, choice: ReaderChoice, reader: ShopReader) -> None:
        self._choice = choice
        self._reader = reader
        self._run = secrets.token_hex(4)
        self._memories = 0
        device = ForeignDevice(
            name=choice.pad,
            becomes=Becomes.TAG,
            word=Word(choice.shown),
            pad=choice.pad,
            no=frozenset(("",)),
            lasts_s=reader.lasts_s,
            gone_s=_GONE_S,
        )
        self._hearing = Hearing((device,), run=self._run)
        self._hearing.lost()
        self.state = DeviceState(choice.device, choice.shown, connected=False, reads=False)
        self._junk = False
        self._orders: Queue[TagOrder] = Queue(_MOST_ORDERS)
        self._queue: Queue[Any] | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, name=f"reader {choice.pad}", daemon=True)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def start(self, queue: "Queue[Any]") -> None:
        self._queue = queue
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def order(self, order: TagOrder) -> None:
        with suppress(Full):
            self._orders.put_nowait(order)

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                name = self._reader.open()
                self._come(name)
                while not self._stopping.is_set():
                    self._take(self._reader.hear(_TICK_S))
                    self._obey()
            except ReaderGone as gone:
                self._go(gone.text)
            finally:
                self._reader.close()
            self._stopping.wait(_AGAIN_S)

    def _come(self, name: str) -> None:
        place = self._choice.shown
        shown = place if name in place else f"{place} ({name})"
        log.info("reader of pad %s: %s", self._choice.pad, shown)
        self._hearing.found()
        self._say_state(replace(self.state, port=shown, connected=True, reads=True, problem=SILENCE))

    def _go(self, why: Phrase) -> None:
        if self.state.problem == why:
            return
        log.warning("pad %s: %s", self._choice.pad, why)
        self._hearing.lost()
        self._junk = False
        self._say_state(replace(self.state, connected=False, reads=False, problem=why))

    def _say_state(self, state: DeviceState) -> None:
        self.state = state
        self._tell([state])

    def _take(self, lines: list[str]) -> None:
        for line in lines:
            uid = line
            if line:
                try:
                    uid = parse_typed(line, is_reversed=self._choice.reversed)
                except InputFault as error:
                    self._refuse(explained(error))
                    continue
                if self._junk:
                    self._junk = False
                    self._tell([Sense(self._choice.device)])
            self._tell(self._events(self._hearing.hear(self._choice.shown, uid.encode(), time.time())))
        self._tell(self._events(self._hearing.tick(time.time())))

    def _refuse(self, why: Phrase) -> None:
        if not self._junk:
            self._tell([Nonsense(self._choice.device, why)])
        self._junk = True

    @staticmethod
    def _events(heard: list[Heard]) -> list[Heard]:
        """Return only the events; the reader's state is kept here, with its name."""
        return [one for one in heard if isinstance(one, DeviceEvent)]

    def _obey(self) -> None:
        with suppress(Empty):
            order = self._orders.get_nowait()
            uid, _, text = order.text.partition(" ")
            is_write = order.kind is DeviceOrderKind.WRITE_TAG
            said = self._reader.remember(uid, text if is_write else None)
            if said is not None:
                self._memories += 1
                reading = PadReading(said.kind, self._choice.pad, said.text)
                mark = f"{self._run}-memory-{self._memories}"
                self._tell([DeviceEvent(self._choice.device, Seconds(time.time()), reading, mark)])

    def _tell(self, heard: list[Heard]) -> None:
        for one in heard:
            while self._queue is not None and not self._stopping.is_set():
                with suppress(Full):
                    self._queue.put(one, timeout=_TICK_S)
                    break
