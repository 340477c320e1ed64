"""Passes the bus's messages to the hub, and the browsers' requests to the bus."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dashboard.web.audience.broadcast import Broadcast
from dashboard.web.audience.gallery import Gallery
from dashboard.web.audience.hands import ShownHands
from dashboard.web.health.counts import TableCounts
from dashboard.web.health.vitals import Vitals
from dashboard.web.setting_up.cameras import CHANNELS as CAMERA_CHANNELS
from dashboard.web.setting_up.cameras import Cameras
from dashboard.web.telling.hub import EVENTS, STATES, Hub
from dashboard.web.telling.listening import arriving
from dashboard.web.telling.proofs import Proofs
from dashboard.web.telling.without_addresses import without_addresses
from dashboard.web.texts import TEXTS
from engine.bus.cleared import Cleared
from engine.bus.client import Bus, BusEvent, Connected, Disconnected, ReceivedMessage, Rejected
from engine.bus.messages.cameras import CameraOrder, ProofPictures
from engine.bus.messages.commands import Answer, Command, SealedAnswer
from engine.bus.messages.match import MatchState, SealedSheet
from engine.bus.messages.services import Pulse
from engine.bus.messages.simulated import SimulatorOrder
from engine.bus.sealing import Seal
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import SILENCE, Phrase, unsaid

WANTED = tuple(
    dict.fromkeys(
        (
            *STATES,
            *EVENTS,
            *CAMERA_CHANNELS,
            "seat",
            "hand",
            "all_hands",
            "tags",
            "proof",
            "seat_answer",
            "pulse",
        )
    )
)
"""The channels that a dashboard reads."""

_LIVE = ("availability", "camera", "dice", "device")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BusReport:
    """The state of the dashboard's connection to the bus, as pages receive it on the channel `dashboard`."""

    table: str
    """The table's name."""
    connected: bool
    """Whether the connection to the broker holds."""
    since: Seconds
    """The time when this state began, wall clock, s."""
    reason: Phrase = field(default_factory=unsaid)
    """A sentence with the reason why the connection is lost; empty while it holds."""
    hall: str = ""
    """The address of the hall whose rounds are played here; empty: none is known."""


class Feed:
    """The bridge between one bus and one hub. `wall` is the wall clock, s.

    `gallery`: the delayed hub of visitors; None if they follow this one. `hands`: the broadcast of all hands;
    None without one. `counts`: the counts for `/metrics`; None without them. `heard_by`: what gets
    each event of the bus first, such as web hooks. `answered` is called with each answer. `hall`: the address
    of the hall whose rounds are played here.
    """

    def __init__(  # noqa: PLR0913  # the feed's parts, put together once
        self,
        bus: Bus,
        hub: Hub,
        *,
        table: str,
        seal: Seal,
        cameras: Cameras | None = None,
        broadcast: Broadcast | None = None,
        gallery: Gallery | None = None,
        vitals: Vitals | None = None,
        proofs: Proofs | None = None,
        hands: ShownHands | None = None,
        counts: TableCounts | None = None,
        heard_by: tuple[Callable[[BusEvent], None], ...] = (),
        answered: Callable[[Answer], None] = lambda _: None,
        hall: str = "",
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._bus = bus
        self._wall = wall
        self._vitals = vitals or Vitals()
        self._broadcast = broadcast or Broadcast()
        self._gallery = gallery
        self._seal = seal
        self._sealed_otherwise = False
        self._cameras = cameras or Cameras()
        self._proofs = proofs or Proofs()
        self._hands = hands
        self._counts, self._heard_by = counts, heard_by
        self._answered, self._hall = answered, hall
        self._hub = hub
        self._table = table
        self._connected = False
        self._report(SILENCE)

    @property
    def connected(self) -> bool:
        """Whether the bus is there."""
        return self._connected

    def publish(self, channel: str, message: Command | SimulatorOrder) -> None:
        """Send a browser's request. A seat's command is sealed, so that only the engine can read it.

        Raises:
            MissingFault: the bus is away, or the simulator that an order is for. The request isn't kept,
                because the table may look different later.
        """
        if not self._connected:
            raise MissingFault(TEXTS.say("refused.bus"))
        if isinstance(message, SimulatorOrder) and self._vitals.is_away("simulator"):
            raise MissingFault(TEXTS.say("refused.simulator"))
        if isinstance(message, Command) and message.seat is not None:
            # With the match in it, nobody who reads it on the bus can send it again in a later match.
            named = message if message.match else replace(message, match=self._hub.match)
            self._bus.publish("seat_command", self._seal.sealed_command(named))
        else:
            self._bus.publish(channel, message)

    def publish_order(self, camera: str, order: CameraOrder) -> None:
        """Send an order to a camera's service.

        Raises:
            MissingFault: the bus is away.
            InputFault: a camera can't have this name.
        """
        if not self._connected:
            raise MissingFault(TEXTS.say("refused.bus"))
        self._bus.publish("camera_order", order, name=camera)

    def take(self, event: BusEvent) -> None:
        """Pass one event of the bus to the hub and to everything else that follows the bus."""
        self._count(event)
        match event:
            case ReceivedMessage("seat" | "hand" | "tags" as channel, name, SealedSheet() as sealed):
                self._take_sheet(channel, sealed, Seat(name))
            case ReceivedMessage("all_hands", _, SealedSheet() as sealed):
                self._take_hands(sealed)
            case ReceivedMessage("seat_answer", _, SealedAnswer() as sealed):
                self._take_answer(sealed)
            case ReceivedMessage("answer", _, Answer() as answer):
                self._take_open_answer(answer)
            case ReceivedMessage("proof", name, ProofPictures() as pictures):
                shown = self._proofs.take(pictures)
                self._hub.keep("proof", name, shown)
                self._tell_gallery("proof", name, shown)
            case ReceivedMessage("pulse", name, Pulse() as pulse):
                self._vitals.take_pulse(name, pulse, now=Seconds(self._wall()))
            case ReceivedMessage(channel, name, Cleared()):
                self._vitals.forget(channel, name)
                self._forget(channel, name)
            case ReceivedMessage(channel, name, reported):
                message = without_addresses(reported)
                if self._hands is not None and isinstance(message, MatchState):
                    self._hands.take_match(message, now=_now())
                self._hub.take(channel, name, message)
                self._tell_gallery(channel, name, message)
                self._broadcast.take(channel, message, now=_now())
                self._vitals.take(channel, name, message, now=Seconds(self._wall()))
                if channel in CAMERA_CHANNELS:
                    self._cameras.take(name, message)
            case Connected():
                self._connected = True
                self._report(SILENCE)
            case Disconnected(reason):
                self._connected = False
                # A device may go while the bus is away, so reports from before are dropped.
                for channel in _LIVE:
                    self._forget(channel)
                self._report(reason)
            case Rejected(unproven=True):
                self._vitals.doubts(now=Seconds(self._wall()))

    def _forget(self, channel: str, name: str | None = None) -> None:
        self._hub.forget(channel, name)
        if self._gallery is not None:
            self._gallery.forget(channel, name)

    def _count(self, event: BusEvent) -> None:
        if self._counts is not None:
            self._counts.take(event, now=Seconds(self._wall()))
        for hear in self._heard_by:
            hear(event)

    async def run(self) -> None:
        """Pass events on without end, one after another. If the pages are busy, events wait in the inbox."""
        async for event in arriving(self._bus.receive, thread="bus"):
            if event is None:
                self._release()
            else:
                self.take(event)

    def _release(self) -> None:
        """Have everything that shows the table late show what is due."""
        self._broadcast.release(now=_now())
        if self._gallery is not None:
            self._gallery.release(now=_now())
        if self._hands is not None:
            self._hands.release(now=_now())

    def _take_sheet(self, channel: str, sealed: SealedSheet, seat: Seat) -> None:
        try:
            if channel == "tags":
                self._hub.take_tags(self._seal.opened_tags(sealed))
            elif channel == "hand":
                self._hub.take_hand(self._seal.opened_hand(sealed, seat))
            else:
                self._hub.take_sheet(self._seal.opened(sealed, seat))
        except InputFault as error:
            self._say_once(error)

    def _take_hands(self, sealed: SealedSheet) -> None:
        try:
            if self._hands is not None:
                self._hands.take_hands(self._seal.opened_hands(sealed), now=_now())
        except InputFault as error:
            self._say_once(error)

    def _take_answer(self, sealed: SealedAnswer) -> None:
        try:
            self._answer(self._seal.opened_answer(sealed))
        except InputFault as error:
            self._say_once(error)

    def _take_open_answer(self, answer: Answer) -> None:
        # A seat's answer comes sealed. Anybody at the bus could have written an open one, so it is dropped.
        if answer.seat is None:
            self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        self._answered(answer)
        self._hub.take("answer", "", answer)

    def _say_once(self, error: InputFault) -> None:
        """Log once that the engine has another key; each seat's sheet repeats the fault after each action."""
        if not self._sealed_otherwise:
            log.error("%s", error)  # a fault of how the table was set up, not of the program
        self._sealed_otherwise = True

    def _report(self, reason: Phrase) -> None:
        report = BusReport(self._table, self._connected, Seconds(self._wall()), reason, self._hall)
        self._hub.keep("dashboard", "", report)
        self._tell_gallery("dashboard", "", report)

    def _tell_gallery(self, channel: str, name: str, message: object) -> None:
        if self._gallery is not None:
            self._gallery.take(channel, name, message, now=_now())


def _now() -> Seconds:
    return Seconds(time.monotonic())
