"""The engine service: the bus on one side, the match and its journal on the other.

All events go through the pure table. Their results are on the disk before they are sent on the bus.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Generic

from engine.bus.channels import Service
from engine.bus.client import Bus, BusEvent, Connected, Disconnected, ReceivedMessage, Rejected
from engine.bus.heart import SILENT, Heart
from engine.bus.messages.boards import AllTold, DeviceState
from engine.bus.messages.cameras import CameraEvent
from engine.bus.messages.commands import QUESTIONS, Answer, AnswerCode, Command, CommandKind
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.device_events import ButtonPress, CellChange, DeviceEvent, PadReading, UnknownContent
from engine.core.document import entry_of
from engine.core.faults import InputFault, MissingFault
from engine.core.game import A, S
from engine.core.ids import Cell, Seat, Seconds
from engine.core.observations import Look
from engine.core.phrase import SILENCE, Phrase
from engine.core.surfaces.surface import hidden_cells
from engine.core.unusable import explained
from engine.session.boards.board_show import BoardShow, Order
from engine.session.boards.hands import BoardHands
from engine.session.boards.high_cells import raised_cells
from engine.session.boards.pad_cards import NOTHING_LAID, PadCards
from engine.session.boards.pads import SeatPads
from engine.session.boards.projected_board import ProjectedBoard
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import Sensors, usual_sensors
from engine.session.boards.tags import TagDesk, all_things
from engine.session.boards.unused import Unused
from engine.session.matches.evidence_log import Happened, JournalEnd, Recorder, Tick, Unrecorded
from engine.session.matches.journal import JournalFault
from engine.session.matches.match import outcome_of
from engine.session.matches.match_opening import MatchOpening
from engine.session.matches.signing import TableSigner, sign
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of
from engine.session.playing.table_events import Taken, happen
from engine.session.serving.announcements import Announcer
from engine.session.serving.disputes import Disputes
from engine.session.serving.envelopes import Envelopes
from engine.session.serving.match_parts import MatchParts, MatchPartsMaker
from engine.session.serving.openings import Begun, NotBegun, Openings
from engine.session.texts import TEXTS

WANTED = (
    "look",
    "device_event",
    "device",
    "all_told",
    "command",
    "seat_command",
    "availability",
    "camera_event",
)
"""The channels that the engine reads."""

QUESTIONS_KEPT = 64
"""How many questions may wait; a further one is answered that there are too many."""

_TICK_SECONDS = 0.1

log = logging.getLogger(__name__)


class EngineService(Generic[S, A]):
    """One table's engine.

    `parts` are the match parts; `make_parts` makes others for other terms, if it is given.

    `opening` is how the table opens a match by itself. `seal` seals one seat's secrets; without one they
    aren't sent at all. `recorder` keeps the evidence; the service closes it. `signer` signs the record of a
    match that is over. `showing`: the boards' lights and sounds. `tags`: the RFID tags on the pads; without
    it pads' readings are ignored. `sensors` makes the sensors from a board's cells. `monotonic` and `wall`
    are the clocks, given so that tests can turn them.
    """

    def __init__(  # noqa: PLR0913  # the service's parts, put together once
        self,
        bus: Bus,
        *,
        parts: MatchParts[S, A],
        opening: MatchOpening,
        make_parts: MatchPartsMaker[S, A] | None = None,
        seal: Seal | None = None,
        recorder: Recorder | None = None,
        signer: TableSigner | None = None,
        showing: BoardShow[S, A] | None = None,
        tags: TagDesk | None = None,
        sensors: Callable[[tuple[Cell, ...]], Sensors] = usual_sensors,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Take up the match that was broken off, or open one.

        Raises:
            InputFault: the setup isn't the game's, or the pieces lack one of the match's.
            JournalFault: the disk refuses, or another engine plays the match.
        """
        self._bus = bus
        self._parts = parts
        self._openings = Openings(opening, make_parts)
        self._seal = seal
        self._envelopes = Envelopes(bus, seal)
        self._recorder = recorder or Unrecorded()
        self._signer = signer
        self._monotonic = monotonic
        self._wall = wall
        begun = self._openings.first(parts, Seconds(wall()))
        self._journal = begun.journal
        self._sensors = sensors
        self._unused = Unused()
        self._sensing = self._sensing_of(parts)
        self._high_in: tuple[S | None, frozenset[Cell]] = (None, frozenset())
        self._setting: Setting[S, A]
        self._table: Table[S, A]
        self._sit_down(begun)
        self._questions: deque[BusEvent] = deque()
        self._disputes = Disputes()
        self._showing: BoardShow[S, A] = showing or BoardShow()
        self._hands: BoardHands[S, A] = BoardHands()
        self._projected: ProjectedBoard[S, A] = ProjectedBoard(self._showing)
        self._tags = tags
        self._seat_pads: SeatPads[S, A] | None = None if tags is None else SeatPads(tags)
        self._announcer: Announcer[S, A] = Announcer(
            bus, seal, unused=self._unused, laying=self._laying, monotonic=monotonic
        )
        self._recorder.begin(begun.match, JournalEnd(*begun.journal.reach), monotonic())

    @property
    def table(self) -> Table[S, A]:
        """The table as it stands."""
        return self._table

    def run(self, stop: threading.Event, heart: Heart = SILENT) -> None:
        """Serve until `stop` is set; `heart` beats each time that the loop goes round."""
        while not stop.is_set():
            heart.beat()
            self._take(self._next())

    def _next(self) -> BusEvent | None:
        """Return the next event to take; a question comes only when nothing else waits."""
        while True:
            event = self._opened(self._bus.receive(0.0 if self._questions else _TICK_SECONDS))
            match event:
                case ReceivedMessage("command", _, Command() as asked) if asked.kind in QUESTIONS:
                    if len(self._questions) < QUESTIONS_KEPT:
                        self._questions.append(event)
                    else:
                        busy = TEXTS.say("answer.too_many_questions")
                        self._envelopes.answer(self._answer(asked, AnswerCode.NOT_NOW, busy))
                case None if self._questions:
                    return self._questions.popleft()
                case _:
                    return event

    def close(self) -> None:
        """Let the journal and the evidence go."""
        self._journal.close()
        self._recorder.close()

    def take(self, event: BusEvent | None) -> None:
        """Take the next event from the bus; None: none came."""
        self._take(self._opened(event))

    def _opened(self, event: BusEvent | None) -> BusEvent | None:
        return self._envelopes.opened(event, self._table.match.revision)

    def _take(self, event: BusEvent | None) -> None:  # noqa: C901, PLR0912  # one arm a kind of message
        match event:
            case Connected():
                if self._tags is not None:
                    self._tags.tell_again()
                self._hands.tell_again()
                self._say_all()
            case ReceivedMessage("look", name, Look() as look) if look.reach.board in (
                "",
                self._parts.board.name,
            ):
                self._announcer.looked()
                self._advance("look", name, look)
            case ReceivedMessage("device_event", _, DeviceEvent(content=PadReading() as reading) as read):
                self._read_tags(read, reading)
            case ReceivedMessage("device_event", name, DeviceEvent() as reported):
                self._report(name, reported)
            case ReceivedMessage("camera_event", name, CameraEvent() as happened):
                self._advance("camera_event", name, happened)
            case ReceivedMessage("command", _, Command() as asked):
                self._obey(asked)
            case ReceivedMessage("device", _, DeviceState() as state):
                self._order(self._showing.heard(state))
                # A tag on a seat's own pad stays known: a played card isn't played again when the pad is
                # back.
                if self._tags is not None and not state.connected and self._sensing.is_reader(state.device):
                    self._tags.gone(state.device)
                if self._tags is not None:
                    self._sensing.enrolled(self._tags.book.things)
                self._sense(self._sensing.heard(state, self._now()))
            case ReceivedMessage("all_told", _, AllTold(devices, until)):
                self._sense(self._sensing.all_reported(devices, until, self._now()))
            case ReceivedMessage("availability", Service.BRIDGE, Availability(online=False)):
                self._sense(self._sensing.lost(self._now()))
            case ReceivedMessage("availability", Service.BRIDGE, Availability(online=True)):
                self._sense(self._sensing.reached(self._now()))
                self._say_all()
            case ReceivedMessage("availability", name, Availability(online=True)) if name != Service.ENGINE:
                # A newcomer may have found rubbish in our retained channels.
                self._say_all()
            case Disconnected() | ReceivedMessage() | Rejected():
                pass
            case None:
                self._advance("tick", "", Tick())
        self._sense(self._sensing.stands(self._high_cells(), self._now()))
        self._sense(self._sensing.due(self._now()))
        self._let_bots_play()
        self._let_forced_steps_happen()
        self._let_cards_play()
        self._look_round()

    def _now(self) -> Seconds:
        return Seconds(self._wall())

    def _report(self, name: str, event: DeviceEvent) -> None:
        """Take in a device's event that isn't about tags."""
        device, change = event.device, event.content
        if isinstance(change, CellChange) and not self._sensing.said_before(device, change):
            self._hands.switched(change)
        if not self._is_used(event):
            self._unused.note(event, self._now())
        self._advance("device_event", name, event)
        self._sense(
            self._sensing.switched(device, change, event.taken_at, self._now())
            if isinstance(change, CellChange)
            else self._sensing.now(self._now())
        )

    def _is_used(self, event: DeviceEvent) -> bool:
        """Tell whether an event has a meaning at this table, now or at another moment."""
        match event.content:
            case CellChange() as change:
                return self._sensing.uses(event.device, change)
            case ButtonPress(button):
                try:
                    self._parts.game.parse_action(entry_of({button: True}, event.device))
                except InputFault:
                    return False
                return True
            case UnknownContent():
                return False
            case _:
                return True

    def _sense(self, looks: Iterable[Look]) -> None:
        """Take the looks that switches and readers make."""
        for look in looks:
            self._announcer.looked()
            self._advance("look", look.source, look)

    def _sensing_of(self, parts: MatchParts[S, A]) -> Sensing:
        cells = parts.board.surface.cells
        magnets = (name for name, piece in parts.pieces.pieces.items() if piece.kind.has_magnet)
        hidden = hidden_cells(parts.board.surface)
        return Sensing(self._sensors(cells), magnets, board=parts.board.name, hidden=hidden)

    def _high_cells(self) -> frozenset[Cell]:
        """Return the cells whose terrain is too high for a switch; the match can clear it away."""
        state = self._table.match.state
        if self._high_in[0] is not state:
            parts = self._parts
            self._high_in = (state, raised_cells(parts.game.layout(state), parts.pieces))
        return self._high_in[1]

    def _read_beneath(self, tags: TagDesk, read: DeviceEvent, reading: PadReading) -> None:
        """Take in the reading of a reader beneath a cell: pieces, which are no secret."""
        self._recorder.record("device_event", read.device, read, self._monotonic())
        tags.heard(read.device, reading, read.taken_at, read.mark)
        laid = [tag for tag in tags.laid if tag.pad == read.device]
        now, things = self._now(), tags.book.things
        self._sense(self._sensing.read(read.device, laid, things, now, taken_at=read.taken_at))

    def _read_tags(self, read: DeviceEvent, reading: PadReading) -> None:
        if self._tags is not None and self._sensing.is_reader(read.device):
            self._read_beneath(self._tags, read, reading)
            return
        if self._seat_pads is None or not self._seat_pads.is_seats(self._setting, self._table, read.device):
            self._unused.note(read, self._now())
        if self._seat_pads is None:
            return
        self._recorder.record("device_event", read.device, read, self._monotonic())
        wall = Seconds(self._wall())
        for what in self._seat_pads.heard(self._setting, lambda: self._table, read, reading, wall=wall):
            if isinstance(what, Command):
                self._obey(what)
            else:
                self._order((what,))
        self._say_sheets()

    def _let_cards_play(self) -> None:
        if self._seat_pads is not None:
            for asked in self._seat_pads.shown(self._setting, self._table):
                self._obey(asked)

    def _let_bots_play(self) -> None:
        host = self._parts.host
        asked = host.due(self._setting, self._table, self._monotonic()) if host else None
        if asked is not None:
            self._obey(asked)

    def _let_forced_steps_happen(self) -> None:
        forced = self._parts.forced
        asked = forced.due(self._setting, self._table, self._monotonic()) if forced else None
        if asked is not None:
            self._obey(asked)

    def _sit_down(self, begun: Begun[S, A]) -> None:
        self._setting = setting_of(begun.parts.game, begun.match.state, begun.parts.pieces)
        self._table = replace(table_of(self._setting, begun.match), recent=begun.recent)

    def _advance(self, channel: str, name: str, took: Taken) -> bool:
        """Carry out an event; False when the disk refused, so that nothing happened."""
        before, now = self._table, self._monotonic()
        step = happen(self._setting, before, took, now)
        try:
            self._journal.append(step.entries, Seconds(self._wall()), seal=self._recorder.reach)
        except JournalFault as error:
            if self._announcer.problem != str(error):
                log.error("%s", error)  # noqa: TRY400 # the disk's fault, reported in full
            self._say_problem(explained(error))
            return False
        if step.entries:
            self._say_problem(SILENCE)
        self._table = step.table
        self._log_disputes(now)
        self._note_evidence(before, step, Happened(channel, name, took, now))
        step = replace(step, table=self._signed(step))
        self._table = step.table
        self._say_changes(before, step)
        return True

    def _note_evidence(self, before: Table[S, A], step: TableStep[S, A], what: Happened) -> None:
        """Record an event and its results; the passing of time only if it had a result.

        Questions change nothing, and anybody may ask them: they aren't recorded.
        """
        if isinstance(what.message, Tick) and step.table is before:
            return
        if isinstance(what.message, Command) and what.message.kind in QUESTIONS:
            return
        self._recorder.record(what.channel, what.name, what.message, what.at)
        sent: list[tuple[str, object]] = [("verdict", verdict) for verdict in step.verdicts]
        sent += [("answer", answer) for answer in step.answers]
        if step.entries:
            sent.insert(0, ("kept", JournalEnd(*self._journal.reach)))
        for channel, message in sent:
            self._recorder.record(channel, "", message, what.at)

    def _signed(self, step: TableStep[S, A]) -> Table[S, A]:
        """Return the table after a step; the record of a match that the step has ended is signed."""
        match = step.table.match
        if self._signer is None or not step.entries or outcome_of(self._setting.game, match) is None:
            return step.table
        try:
            match = sign(self._signer, self._journal, match, self._recorder.reach, Seconds(self._wall()))
        except JournalFault as error:
            log.warning("the record isn't signed: %s", error)
            return step.table
        return replace(step.table, match=match)

    def _log_disputes(self, now: float) -> None:
        """Say once when sources begin and cease to contradict each other about a piece."""
        disputes = self._table.judged.disputes if self._table.judged is not None else {}
        for piece, claims in self._disputes.begun(disputes, now):
            log.warning("%s is disputed: %s", piece, claims)
        for piece in self._disputes.over(now):
            log.info("%s is no longer disputed", piece)

    def _say_changes(self, before: Table[S, A], step: TableStep[S, A]) -> None:
        self._announcer.say_changes(self._setting, before, step)
        self._order(self._showing.sounds(step.verdicts))
        for answer in step.answers:
            self._envelopes.answer(answer)

    def _obey(self, asked: Command) -> None:
        if asked.kind in (CommandKind.OPEN, CommandKind.REMATCH, CommandKind.TAKE_UP):
            self._envelopes.answer(self._begin(asked))
        elif asked.kind is CommandKind.ENROL and self._tags is not None:
            self._envelopes.answer(self._enrol(self._tags, asked))
        elif asked.kind is CommandKind.LAY and asked.seat is not None and self._seat_pads is not None:
            self._lay(self._seat_pads, asked, asked.seat)
        elif not self._advance("command", "", replace(asked, taken_at=self._now())):
            self._envelopes.answer(self._answer(asked, AnswerCode.NOT_NOW, self._announcer.problem))

    def _begin(self, asked: Command) -> Answer:
        """Open or take up the match that a command asks for; the current one can be taken up again."""
        begun = self._openings.asked(asked, self._parts, self._table.match, self._now())
        if isinstance(begun, NotBegun):
            return self._answer(asked, begun.code, begun.text)
        self._journal.close()
        self._journal = begun.journal
        self._use(begun.parts)
        self._sit_down(begun)
        self._recorder.begin(begun.match, JournalEnd(*begun.journal.reach), self._monotonic())
        self._say_all()
        return self._answer(asked, AnswerCode.DONE)

    def _use(self, parts: MatchParts[S, A]) -> None:
        if parts is self._parts:
            return
        self._parts = parts
        self._sensing = self._sensing_of(parts)
        if self._tags is not None:
            self._tags.lists(all_things(parts.game, parts.pieces))
            self._seat_pads = SeatPads(self._tags)

    def _enrol(self, tags: TagDesk, asked: Command) -> Answer:
        try:
            code, text = tags.learn(asked)
        except MissingFault as error:
            return self._answer(asked, AnswerCode.NOT_NOW, explained(error))
        self._say_sheets()
        return self._answer(asked, code, text)

    def _lay(self, pads: SeatPads[S, A], asked: Command, seat: Seat) -> None:
        wall = Seconds(self._wall())
        for what in pads.tapped(self._setting, lambda: self._table, asked, seat, wall=wall):
            if isinstance(what, Command):
                self._obey(what)
            else:
                self._envelopes.answer(self._answer(asked, *what))
        self._say_sheets()

    def _answer(self, asked: Command, code: AnswerCode, text: Phrase = SILENCE) -> Answer:
        return Answer(asked.id, code, self._table.match.revision, text, seat=asked.seat)

    def _look_round(self) -> None:
        """Announce changes by time, and let the lights follow the verdict in force."""
        self._announcer.say_in_time(self._setting, self._table)
        held = self._hands.held(self._setting, self._table)
        self._order(self._showing.due(self._setting, self._table, held))
        for channel, projected in self._projected.due(self._setting, self._table, held):
            self._bus.publish(channel, projected)
        if self._seal is not None:
            for hand in self._hands.due(self._setting, self._table):
                self._bus.publish("hand", self._seal.sealed_hand(hand), hand.seat)
        for channel, message, name in self._tags.due() if self._tags is not None else ():
            self._bus.publish(channel, message, name)
        self._announcer.say_sensing(self._setting, self._table)

    def _order(self, orders: Iterable[Order]) -> None:
        for device, order in orders:
            self._bus.publish("device_order", order, device)

    def _laying(self, seat: Seat) -> PadCards:
        if self._seat_pads is None:
            return NOTHING_LAID
        return self._seat_pads.laying(self._setting, self._table, seat)

    def _say_all(self) -> None:
        self._projected.say_again()
        self._announcer.say_all(self._parts.board, self._setting, self._table)

    def _say_problem(self, problem: Phrase) -> None:
        self._announcer.say_problem(self._setting, self._table, problem)

    def _say_sheets(self) -> None:
        self._announcer.say_sheets(self._setting, self._table)
