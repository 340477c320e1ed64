"""The bridge service: the only place that joins board devices with the bus.

Two threads feed one queue: the serial line (or the footage) and the bus; the service's own thread empties it.
The board learns that an event is safe only once the bus has handed it back to us: if the bridge dies in
between, the board sends it again, with the same mark. Events from a time without an engine are sent again
when one comes, with the same mark; a press for up to a minute.
"""

import logging
import threading
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any

from engine.bus.channels import Service
from engine.bus.cleared import Cleared
from engine.bus.client import Bus, Connected, Disconnected, ReceivedMessage
from engine.bus.heart import SILENT, Heart
from engine.bus.messages.boards import AllTold, DeviceOrder, DeviceState, TagOrder
from engine.bus.messages.lights import LightsWish
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.device_events import CellChange, DeviceEvent, PadReading, PadReadingKind
from engine.core.faults import CallerFault, InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from firmware_bridge.board_reports import BOARD, BoardReport, Came, Complaint, Pictured, ReportedAll, Went
from firmware_bridge.boards import Boards, Heard
from firmware_bridge.dimming import Dimming
from firmware_bridge.footage import FootagePlayer
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.reports import Nonsense, Sense
from firmware_bridge.left_behind import LeftBehind
from firmware_bridge.ports import NONE
from firmware_bridge.readers.shop import ShopReaders
from firmware_bridge.texts import TEXTS
from firmware_bridge.unheard import Unheard
from firmware_bridge.wiring import Wiring

WANTED = ("device_order", "device_event", "device", "availability", "lights_wish")
"""The channels that a bridge reads; also its own events, which tells it that the broker has them."""

_WAITING = 256
_LOOK_ROUND = 0.2
_STATE_EVERY = 10.0

log = logging.getLogger(__name__)


class Bridge:
    """One table's bridge. `serial` is ports with commas between, `auto` or `none`.

    `footage` is played instead of `auto`. `wiring`: the configurations that boards may have; none: any.
    `seal` seals pads' readings, because the card there is a secret; without a seal they are sent openly.
    `foreign` and `readers`: other makers' devices, which are read beside ours.
    """

    def __init__(  # noqa: PLR0913  # the service's parts, put together once
        self,
        bus: Bus,
        *,
        serial: str,
        footage: Path | None,
        footage_start: float,
        version: str = "",
        wiring: Wiring | None = None,
        seal: Seal | None = None,
        foreign: ForeignDevices | None = None,
        readers: ShopReaders | None = None,
    ) -> None:
        self._bus = bus
        self._foreign = foreign
        self._readers = readers
        self._others = [one for one in (foreign, readers) if one is not None]
        self._others_names = frozenset(state.device for one in self._others for state in one.states)
        self._queue: Queue[Any] = Queue(maxsize=_WAITING)
        self._player = None if footage is None else FootagePlayer(footage, self._queue, start=footage_start)
        uses_serial = serial != NONE and (footage is None or serial != "auto")
        self._boards = (
            Boards(serial, self._queue, version=version, wiring=wiring, alone=not self._others_names)
            if uses_serial
            else None
        )
        self._dimming = Dimming(bus, (self._boards, foreign))
        self._states: dict[str, DeviceState] = {}
        self._published: dict[str, DeviceState] = {}
        self._lying: dict[tuple[str, str], DeviceEvent] = {}
        self._engine_there = False
        self._unheard = Unheard()
        self._seal = seal
        self._said_closed = self._said_cleared = False
        self._left = LeftBehind()
        self._nonsensical: set[str] = set()
        self._states_at = 0.0
        self._reported_until: dict[str, float] = {}

    def run(self, stop: threading.Event, heart: Heart = SILENT) -> None:
        """Serve until `stop` is set; `heart` beats each time that the loop goes round."""
        feeding = threading.Thread(target=self._feed_bus, args=(stop,), name="bus feed", daemon=True)
        feeding.start()
        self._begin()
        try:
            while not stop.is_set():
                heart.beat()
                with suppress(Empty):
                    self._take(self._queue.get(timeout=_LOOK_ROUND))
                parts = (*self._others, self._boards)
                ended = not feeding.is_alive() or not all(one is None or one.healthy for one in parts)
                # Asked in this order: a thread that ended because of `stop` ended after it was set.
                if ended and not stop.is_set():
                    raise CallerFault("a thread of the bridge ended by a bug; its traceback stands above")
                if self._boards is not None:
                    self._boards.look()
                if time.monotonic() >= self._states_at:
                    self._states_at = time.monotonic() + _STATE_EVERY
                    self._forget_those_gone()
                    self._tell_states()
        finally:
            heart.rests()
            stop.set()
            if self._player is not None:
                self._player.stop()
            if self._boards is not None:
                self._boards.stop()
            for one in self._others:
                one.stop()
            self._all_gone(TEXTS.say("devices.bridge_stopped"))
            feeding.join()

    def _begin(self) -> None:
        for one in self._others:
            self._states |= {state.device: state for state in one.states}
            one.start(self._queue)
        if self._player is not None:
            for device in self._player.devices:
                self._states[device] = DeviceState(device, f"footage {self._player.name}", connected=True)
            self._player.start()
        if self._boards is not None:
            self._states |= self._boards.states()
            self._boards.start()

    def _feed_bus(self, stop: threading.Event) -> None:
        while not stop.is_set():
            event = self._bus.receive(_LOOK_ROUND)
            while event is not None and not stop.is_set():
                try:
                    self._queue.put(event, timeout=_LOOK_ROUND)
                    break
                except Full:
                    continue

    def _take(self, happened: object) -> None:  # noqa: C901, PLR0912, PLR0915  # one arm a kind
        match happened:
            case Heard(_, BoardReport() as reported):
                self._publish(self._closed(_device_event(reported)))
            case DeviceEvent(device=device) if device in self._others_names:
                self._publish(self._closed(happened))
            case DeviceEvent():
                self._publish(happened)
            case DeviceState(device=device, connected=connected):
                back = connected and not self._states[device].connected
                self._states[device] = happened
                self._tell_states()
                if back:
                    # A battery contact has no reason to report its state again, and the engine has forgotten
                    # it.
                    self._tell_what_lies()
            case Nonsense(device, text):
                # A device that makes sense only now and then would fill the log.
                log.log(logging.DEBUG if device in self._nonsensical else logging.WARNING, "%s", text)
                self._nonsensical.add(device)
                self._ail(device, text)
            case Sense(device):
                self._ail(device, SILENCE)
            case Heard(_, Pictured()):
                self._tell_states()
                # A listener that learnt that the board had gone knows of nothing that lies there any more.
                self._tell_what_lies()
            case Heard(port, ReportedAll(until)):
                self._reported_until[port] = until
                self._say_all_reported()
            case Heard(port, (Came() | Went() | Complaint()) as change):
                self._line_changed(port, change)
            case ReceivedMessage("device_event", _, DeviceEvent(mark=mark) as event):
                self._unheard.on_the_bus(event)
                if mark and self._boards is not None:
                    self._boards.note(mark)
            case ReceivedMessage("device_order", device, DeviceOrder() as order):
                self._order(device, self._dimming.passed(device, order))
            case ReceivedMessage("lights_wish", _, LightsWish() as wish):
                self._order(BOARD, self._dimming.wished(wish))
            case ReceivedMessage("device", device, DeviceState(connected=True)) if self._is_others(device):
                self._take_others(device, kept=happened.kept)
            case ReceivedMessage("availability", Service.ENGINE, Availability(online=online)):
                self._engine_there = online
                if online:
                    self._tell_again()
                else:
                    self._unheard.gone(now=time.monotonic())
            case Connected():
                self._published.clear()
                self._dimming.tell(again=True)
                self._tell_states()
            case Disconnected():
                # Messages that wait for the bus may go out before the engine is back to hear them.
                self._engine_there = False
                self._unheard.gone(now=time.monotonic())
            case _:
                pass

    def _take_others(self, device: str, *, kept: bool) -> None:
        """Take in the state of a device that isn't ours.

        A state that the broker kept may be from a killed bridge. A state that was sent just now has a sender,
        who sends it again whenever the bus is back.
        """
        if not kept:
            if self._left.back(device):
                del self._states[device]
                self._published.pop(device, None)
        elif self._left.note(device, now=time.monotonic()):
            unseen = TEXTS.say("devices.unseen")
            self._states[device] = DeviceState(device, "", connected=False, problem=unseen)
            self._published.pop(device, None)
            self._tell_states()
        else:
            self._clear(device)

    def _clear(self, device: str) -> None:
        """Clear a state without a sender off the bus."""
        self._bus.publish("device", Cleared(), device)
        if not self._said_cleared:
            log.warning(
                "more devices are on the bus than a table has ('%s' was one too many): they are taken off. "
                "If they aren't yours, somebody has a password of the bus",
                device,
            )
        self._said_cleared = True

    def _forget_those_gone(self) -> None:
        for device in self._left.overdue(now=time.monotonic()):
            del self._states[device]
            self._published.pop(device, None)
            self._bus.publish("device", Cleared(), device)

    def _is_others(self, device: str) -> bool:
        return device not in self._states or self._left.waits_for(device)

    def _ail(self, device: str, problem: Phrase) -> None:
        """Report a device's problem, or with an empty one that it's well."""
        self._states[device] = replace(self._states[device], problem=problem)
        self._tell_states()

    def _publish(self, event: DeviceEvent) -> None:
        match event.content:
            case PadReading(PadReadingKind.TAGS, pad, text):
                self._lie(event, pad, lies=bool(text))
            case CellChange(cell, covered):
                self._lie(event, cell, lies=covered)
            case _:
                pass
        self._unheard.sent(event, engine_there=self._engine_there, now=time.monotonic())
        self._bus.publish("device_event", event, event.device)

    def _lie(self, event: DeviceEvent, name: str, *, lies: bool) -> None:
        """Keep the last event about a pad or cell while something lies there."""
        self._lying.pop((event.device, name), None)
        if lies:
            self._lying[event.device, name] = event

    def _say_all_reported(self) -> None:
        """Publish the time until which all boards with switches have reported: cells may be spread."""
        if self._boards is None:
            return
        devices = tuple(
            name
            for name, state in self._boards.states().items()
            if state.connected and state.port in self._reported_until
        )
        until = _by_the_wall(min(self._reported_until.values()))
        self._bus.publish("all_told", AllTold(devices, until))

    def _line_changed(self, port: str, change: Came | Went | Complaint) -> None:
        if self._boards is None:
            return
        if isinstance(change, Went):
            self._reported_until.pop(port, None)
        match change:
            case Came(hello):
                self._boards.problem(port, SILENCE)
                log.info(
                    "board '%s' (firmware %s, configuration %08x) on %s, pads: %s",
                    hello.board,
                    hello.firmware,
                    hello.configuration,
                    port,
                    ", ".join(hello.pads) or "none",
                )
                if alike := self._boards.alike(port):
                    log.warning("%s", alike)
                for fault in hello.faults:
                    log.warning(
                        "board '%s': %s; look at its wiring (docs/build-and-run/hardware.md)",
                        hello.board,
                        fault,
                    )
            case Complaint(text, lasting=False):
                log.warning("%s", text)
            case Went(text) | Complaint(text):
                if self._boards.problem(port, text):
                    log.warning("%s", text)
        self._tell_states()

    def _order(self, device: str, order: DeviceOrder) -> None:
        try:
            if self._foreign is not None:
                self._foreign.order(device, order)
            taken = self._readers is not None and self._readers.order(device, self._opened(order))
            if self._boards is not None and not taken:
                self._boards.order(device, self._opened(order))
        except InputFault as error:
            if not self._said_closed:
                log.error("%s", error)  # noqa: TRY400 # a fault of the set-up, shown in full
            self._said_closed = True

    def _closed(self, event: DeviceEvent) -> DeviceEvent:
        """Return an event as the bus may carry it."""
        reading = event.content
        if self._seal is None or not isinstance(reading, PadReading) or not reading.text:
            return event
        return replace(event, content=replace(reading, text=self._seal.sealed_text(reading.text)))

    def _opened(self, order: DeviceOrder) -> DeviceOrder:
        about_tag = order.content
        if self._seal is None or not isinstance(about_tag, TagOrder):
            return order
        return DeviceOrder(replace(about_tag, text=self._seal.opened_text(about_tag.text)))

    def _tell_states(self) -> None:
        """Publish the states that have changed since the last time."""
        if self._boards is not None:
            now = self._boards.states()
            for device in [device for device in self._states if device not in now and self._of_board(device)]:
                # The fault of its port was reported before the board came back without it.
                self._states[device] = replace(self._states[device], connected=False, problem=SILENCE)
            self._states |= now
            for device in now:
                self._left.back(device)
        for device, state in self._states.items():
            if self._published.get(device) != state:
                self._published[device] = state
                self._bus.publish("device", state, device)
        self._dimming.tell()
        if self._foreign is not None:
            self._foreign.announce(self._states.values(), lights=self._dimming.has_lights)

    def _of_board(self, device: str) -> bool:
        if device in self._others_names:
            return False
        return self._player is None or device not in self._player.devices

    def _tell_again(self) -> None:
        """Send a new engine the events that it may have missed, and those about things that lie there."""
        missed = self._unheard.take(wall=Seconds(time.time()))
        for event in missed:
            self._bus.publish("device_event", event, event.device)
        self._tell_what_lies(missed)

    def _tell_what_lies(self, just_sent: Collection[DeviceEvent] = ()) -> None:
        """Send the events about things on connected pads and cells, except those that were `just_sent`."""
        for key, event in tuple(self._lying.items()):
            if self._has_gone(event):
                # A board that came back as another one no longer has the pad, and nobody clears its event
                # there.
                del self._lying[key]
            elif event not in just_sent:
                self._bus.publish("device_event", event, event.device)

    def _has_gone(self, event: DeviceEvent) -> bool:
        """Tell whether a board came back without the pad or switch of an event."""
        if self._boards is None or not self._of_board(event.device):
            return False
        state = self._boards.states().get(event.device)
        if state is None:
            return True
        return isinstance(event.content, CellChange) and not self._boards.may_switch(event.content.cell)

    def _all_gone(self, problem: Phrase) -> None:
        for device, state in self._states.items():
            self._bus.publish("device", replace(state, connected=False, problem=problem), device)


def _device_event(reported: BoardReport) -> DeviceEvent:
    return DeviceEvent(
        device=reported.device,
        taken_at=_by_the_wall(reported.happened_at),
        content=reported.content,
        mark=reported.mark,
    )


def _by_the_wall(monotonic: float) -> Seconds:
    """Return a monotonic time by the wall clock: as long ago as it was, whatever the clock did."""
    return Seconds(time.time() - (time.monotonic() - monotonic))
