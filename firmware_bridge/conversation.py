"""The host's talk with one board over the link: its reports and its orders. Without I/O.

Times are the host's monotonic seconds. Events are reported once: a board repeats an event until it is noted,
and its counter shows the repeats.
"""

from dataclasses import replace

from engine.bus.messages.boards import (
    DeviceOrder,
)
from engine.core.device_events import PadReading, PadReadingKind, TagWords, format_tag_words
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from firmware_bridge.board_reports import (
    BoardReport,
    BoardSaid,
    Came,
    Complaint,
    FreeInputClosed,
    Pictured,
    ReportedAll,
    Went,
    pad_device,
)
from firmware_bridge.board_tags import LyingTags
from firmware_bridge.chain import CHAIN, chain_fault
from firmware_bridge.clock import BoardClock
from firmware_bridge.console import KEPT_BYTES, console_words, last_words
from firmware_bridge.link.dictionary import DICTIONARY, Ability
from firmware_bridge.link.fields import Uid, format_uid
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import (
    Button,
    CellClear,
    CellCovered,
    Clock,
    Event,
    Hello,
    Message,
    Noted,
    PictureCells,
    PictureSwitched,
    PictureTag,
    PictureTold,
    ReaderFault,
    TagContent,
    TagGone,
    TagPlaced,
    TellClock,
    TellPicture,
)
from firmware_bridge.link.older import missing_messages
from firmware_bridge.link.session import (
    DictionaryRefused,
    LinkCounts,
    LinkEvent,
    LinkState,
    Lost,
    Misspoke,
    Ready,
    Received,
    SessionChange,
)
from firmware_bridge.part_faults import FREE_INPUT, free_input, free_input_fault, reader_fault
from firmware_bridge.tag_text import decode_text
from firmware_bridge.texts import TEXTS
from firmware_bridge.wanted_orders import WantedOrders
from firmware_bridge.wiring import Wiring

PATIENCE = 3.0
"""Seconds without an answer after which a port is said to have no board on it."""

KNOCK, KNOCKED = b"boardwarden?", b"boardwarden!"
"""The question on an unnamed port, and a board's answer: letters without meaning for other devices.

The link's frames carry any byte, Ctrl-A and Ctrl-C among them, which stop what runs on a MicroPython board.
"""
KNOCK_EVERY = 0.5

ASKED_EVERY, ASKED_EVERY_LIVELY = 0.5, 0.1
"""How often a board with switches is asked for its clock, which it sends in order with its events. A stall
stays unnoticed for at most this long. The second value is for times of play."""

ASKED_EVERY_WITHOUT = 10.0
"""How often a board without switches is asked for its clock: its silence needn't be explained."""

LIVELY_FOR = 3.0
_DAMAGE_WORTH_SAYING = 20


class Conversation:
    """One board, over any number of sessions. Drive it like `HostLink`.

    `knocks`: nobody said that a board is there, so only `KNOCK` is sent until a board has answered.
    """

    def __init__(
        self, first_half: int, *, version: str = "", wiring: Wiring | None = None, knocks: bool = False
    ) -> None:
        self.hello: Hello | None = None
        self._knocks = knocks
        self._knock_at: float | None = None
        self._heard = b""
        self._console = b""
        self._link = HostLink(first_half, version=version, wiring=wiring)
        self._counted_before = self._link.counts
        self._clock = BoardClock()
        self._boot = 0
        self._last = 0
        self._lying = LyingTags()
        self._wants = WantedOrders()
        self._safe = self._safe_said = 0
        self._asked_since: float | None = None
        self._clock_at = 0.0
        self._clock_asked = False
        self._lively_until = 0.0
        self._said: set[str] = set()

    @property
    def counts(self) -> LinkCounts:
        """The counts of the link so far."""
        return self._link.counts

    @property
    def switched(self) -> tuple[str, ...] | None:
        """The cells that the board has switches beneath, as its last picture said; None before the first."""
        return self._lying.switched

    @property
    def _chain_fails(self) -> bool:
        return self.hello is not None and bool(chain_fault(self.hello))

    @property
    def ready(self) -> bool:
        """Whether a board is there."""
        return self._link.state is LinkState.READY

    @property
    def refused(self) -> bool:
        """Whether a board is there that can't be used: of another version or configuration."""
        return self._link.state is LinkState.REFUSED

    def port_opened(self, now: float) -> None:
        """Begin to ask on a port; faults of an earlier device there don't count."""
        self._link.unplug()
        self._counted_before = self._link.counts
        self._said.discard("noise")
        self._asked_since = now
        self._knock_at = now if self._knocks else None
        self._heard = b""
        self._console = b""

    def port_gone(self, text: Phrase) -> list[BoardSaid]:
        """Take in that the port went away; `text` says how."""
        self._asked_since = None
        return [Went(text)] if self._link.unplug() else []

    def receive_data(self, data: bytes, now: float) -> list[BoardSaid]:
        """Take in bytes as they came; return what they mean."""
        self._console = (self._console + data)[-KEPT_BYTES:]
        if self._knock_at is not None:
            before, answered, data = (self._heard + data).partition(KNOCKED)
            if not answered:
                self._heard = before[-len(KNOCKED) :]
                return self._said_by_console()
            self._knock_at = None
        reports = self._meant(self._link.receive_data(data, now), now)
        damaged = self._link.counts.damaged - self._counted_before.damaged
        frames = self._link.counts.frames - self._counted_before.frames
        if damaged > _DAMAGE_WORTH_SAYING and damaged * 4 > frames and self.ready:
            reports += self._complain(
                "noise",
                TEXTS.say("boards.noise", damaged=damaged, good=frames),
            )
        return reports

    def tick(self, now: float) -> list[BoardSaid]:
        """Notice changes by time alone."""
        if self._knock_at is not None:
            return []
        reports = self._meant(self._link.tick(now), now)
        asked_since = self._asked_since if self._link.state is LinkState.ASKING else None
        if asked_since is not None and now - asked_since >= PATIENCE:
            said = console_words(self._console)
            if said:
                return reports + self._complain("console", said)
            rubbish = self._link.counts.rubbish - self._counted_before.rubbish
            silent = "boards.silent" if self.hello is None else "boards.hushed"
            text = TEXTS.say("boards.rubbish", bytes=rubbish) if rubbish else TEXTS.say(silent)
            reports += self._complain("nobody", text)
        return reports

    def _said_by_console(self) -> list[BoardSaid]:
        """Report a traceback on a port whose board hasn't answered a knock; its device names itself ours."""
        words = last_words(self._console)
        return self._complain("console", console_words(self._console)) if words is not None else []

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        if self._knock_at is not None:
            if now < self._knock_at:
                return b""
            self._knock_at = now + KNOCK_EVERY
            return KNOCK
        if self.ready:
            self._hand_over(now)
        return self._link.data_to_send(now)

    def next_timeout(self, now: float) -> float:
        """Return when `tick` and `data_to_send` are to be called next, if no data comes before."""
        if self._knock_at is not None:
            return self._knock_at
        times = [self._link.next_timeout(now)]
        if self.ready and not self._clock_asked:
            times.append(self._clock_at)
        return min(times)

    def order(self, device: str, order: DeviceOrder) -> None:
        """Order something from a board; lights are kept and shown again when it returns.

        Raises:
            InputFault: no such device, order, colour or ability.
        """
        self._wants.order(device, order, self.hello)

    def note(self, mark: str) -> None:
        """Take in that the event of this mark is safe, so that the board may forget it and those before."""
        boot, _, counter = mark.partition("-")
        if self.hello is not None and boot == f"{self._boot:08x}" and counter.isdigit():
            self._safe = max(self._safe, int(counter))

    def _meant(self, events: list[LinkEvent], now: float) -> list[BoardSaid]:
        reports: list[BoardSaid] = []
        for event in events:
            match event:
                case Ready(hello):
                    reports += self._came(hello, now)
                case Lost(reason, _):
                    self._asked_since = now
                    how = "restarted" if reason is SessionChange.PEER_RESTARTED else "stopped"
                    reports.append(Went(TEXTS.say(f"boards.{how}")))
                case DictionaryRefused(_, text):
                    reports += self._complain(text, text)
                case Received(message):
                    reports += self._received(message, now)
                case Misspoke(what):
                    text = TEXTS.say("boards.breaks_contract", what=what)
                    reports += self._complain("misspoke", text, lasting=False)
        return reports

    def _came(self, hello: Hello, now: float) -> list[BoardSaid]:
        if self.hello is None or self._boot != hello.boot:
            self._boot = hello.boot
            self._clock = BoardClock()
            self._safe = 0
            self._last = 0
        self.hello = hello
        # It is said again in each session: an event that the board repeats is dropped here, and nobody else
        # would answer it.
        self._safe_said = 0
        self._said -= {"nobody", "misspoke", "console"}
        self._console = b""
        self._clock = self._clock.heard(hello.at_ms, now)
        self._lying.begin_picture()
        self._wants.begin(hello)
        self._clock_at, self._clock_asked = now + ASKED_EVERY_LIVELY, False
        missing = missing_messages(hello.dictionary) if hello.dictionary != DICTIONARY else ()
        if not missing:
            return [Came(hello)]
        older = TEXTS.say(
            "boards.older", board=hello.board, firmware=hello.firmware, missing=joined(list(missing))
        )
        return [Came(hello), *self._complain("older", older, lasting=False)]

    def _received(self, message: Message, now: float) -> list[BoardSaid]:
        match message:
            case Button() | TagPlaced() | TagGone() | CellCovered() | CellClear():
                return self._event(message, now)
            case Clock(at_ms):
                self._clock = self._clock.heard(at_ms, now)
                self._clock_asked = False
                return [ReportedAll(self._clock.host_time(at_ms, now))] if self._has_switches else []
            case PictureTag() | PictureCells() | PictureSwitched():
                self._lying.take_part(message)
            case PictureTold() as whole:
                return self._pictured(whole, now)
            case TagContent(pad, uid, content, fault):
                return [_content_read(pad, uid, content, fault, now)]
            case ReaderFault(pad, fault):
                return self._reader_changed(pad, fault)
            case _:
                pass
        return []

    def _reader_changed(self, pad: str, fault: str) -> list[BoardSaid]:
        """Note the faults of a board's readers; tags on a dead reader aren't known any more."""
        if self.hello is None:
            return []
        others = tuple(one for one in self.hello.faults if not one.startswith(f"{pad}: "))
        self.hello = replace(self.hello, faults=(*others, f"{pad}: {fault}") if fault else others)
        if pad == CHAIN and CHAIN not in self.hello.pads:
            if not fault:
                # The board may have started while its chain failed: cells that were clear then aren't
                # reported again.
                self._wants.ask(TellPicture())
            text = chain_fault(self.hello) or TEXTS.say("boards.chain_back", board=self.hello.board)
            return [Complaint(text)]
        place = None if pad in self.hello.pads else free_input(pad, fault)
        if place is not None:
            return [FreeInputClosed(place), Complaint(free_input_fault(self.hello.board, place))]
        if pad == FREE_INPUT and pad not in self.hello.pads:
            return []
        text = (
            TEXTS.say("boards.reader_died", pad=pad, what=reader_fault(fault))
            if fault
            else TEXTS.say("boards.reader_back", pad=pad)
        )
        return [Complaint(text)]

    def _event(self, event: Event, now: float) -> list[BoardSaid]:
        reports: list[BoardSaid] = []
        if event.counter <= self._last:
            return []
        missing = event.counter - self._last - 1
        # A board that ran before us has reported its earlier events to the bridge before this one.
        if self._last and missing:
            reports.append(Complaint(TEXTS.say("boards.forgot", missing=missing)))
        # The forgotten event may have been a switch's: a whole board was laid out, or swept clear.
        if missing and not self._wants.asks(TellPicture()):
            self._wants.ask(TellPicture())
        self._last = event.counter
        self._clock = self._clock.heard(event.at_ms, now)
        at = self._clock.host_time(event.at_ms, now)
        if self._has_switches:
            reports.append(ReportedAll(at))
            # At once: everything else that it noticed at the same moment is known by then.
            self._lively_until, self._clock_at = now + LIVELY_FOR, now
        reports.append(self._lying.changed_by(event, at, f"{self._boot:08x}-{event.counter}"))
        return reports

    def _pictured(self, whole: PictureTold, now: float) -> list[BoardSaid]:
        """Compare the picture with the known one; differences happened while nobody listened."""
        broken = self._lying.broken_promise(whole)
        if broken:
            self._lying.begin_picture()
            return self._complain("misspoke", broken, lasting=False)
        self._last = max(self._last, whole.counter)
        return [Pictured(), *self._lying.pictured(now, chain_reads=not self._chain_fails)]

    @property
    def _has_switches(self) -> bool:
        return self.hello is not None and Ability.CELLS in self.hello.abilities

    def _hand_over(self, now: float) -> None:
        """Give the waiting messages to the link, as far as it has room."""
        if now >= self._clock_at and not self._clock_asked:
            # One at a time: while a line stalls they would heap up.
            every = ASKED_EVERY if self._has_switches else ASKED_EVERY_WITHOUT
            self._clock_at = now + (ASKED_EVERY_LIVELY if now < self._lively_until else every)
            self._clock_asked = True
            self._wants.ask(TellClock())
        while self._link.room:
            message = self._next_message()
            if message is None:
                return
            if self._link.knows(type(message)):
                self._link.send(message)

    def _next_message(self) -> Message | None:
        if (request := self._wants.next_request()) is not None:
            return request
        if self._safe > self._safe_said:
            self._safe_said = self._safe
            return Noted(self._safe)
        return self._wants.next_shown()

    def _complain(self, topic: str, text: Phrase, *, lasting: bool = True) -> list[BoardSaid]:
        if topic in self._said:
            return []
        self._said.add(topic)
        return [Complaint(text, lasting)]


def _content_read(pad: str, uid: Uid, content: bytes, fault: str, now: float) -> BoardReport:
    """Return a report of a tag's memory, or of why it can't be read or written."""
    kind = PadReadingKind.REFUSAL if fault else PadReadingKind.MEMORY
    words = TagWords(format_uid(uid), fault or decode_text(content, uid))
    return BoardReport(pad_device(pad), PadReading(kind, pad, format_tag_words(words)), now, "")
