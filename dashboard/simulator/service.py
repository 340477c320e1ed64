"""The service of the simulated table: takes orders from the bus, reports the table, and moves its hands."""

import logging
import random
import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from dashboard.simulator.beneath import BuiltIn
from dashboard.simulator.bots import caught_up, followed, seated_bots, was_bots
from dashboard.simulator.by_name import followed_on, is_by_name, laid_by_name
from dashboard.simulator.cards import obeyed
from dashboard.simulator.decks import DealtCards, dealt
from dashboard.simulator.dragged import Dragged
from dashboard.simulator.electronics import BoardElectronics
from dashboard.simulator.faults import (
    NO_TROUBLES,
    Fault,
    FaultScope,
    Trouble,
    Troubles,
    after,
    begin,
    ended,
    format_troubles,
    parse_fault,
    parse_troubles,
    standing,
)
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.laid_out import layout_of, set_table
from dashboard.simulator.physical import OrderRefused, Pieces, Pressed, format_table, lifted, parse_table
from dashboard.simulator.stage import Stage, at, with_changes, with_lift, with_throw
from dashboard.simulator.surroundings import surroundings_of
from dashboard.simulator.timetable import TimedOrder
from dashboard.simulator.underside import FeltUnderside
from engine.bus.client import BusClient, Connected, Disconnected, KeptCame, ReceivedMessage
from engine.bus.heart import SILENT, Heart
from engine.bus.messages.match import AdviceSheet, MatchState
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.board import Board, Tray
from engine.core.draws import DrawSource
from engine.core.ids import PieceId, Seconds
from engine.core.pieces import PieceSet
from engine.core.terms import Terms
from firmware_bridge.simulated.board import SimulatedBoard

WANTED = ("simulator_order", "simulated_table", "match", "advice")
"""The channels that a simulator listens to: orders, its own last report, the match and the advice."""

_LOOK_ROUND_S = 0.2

_AT_ONCE = (SimulatorAct.SHUFFLE, SimulatorAct.FAN, SimulatorAct.SQUARE, SimulatorAct.CARRY)

log = logging.getLogger(__name__)


class SimulatorService:
    """One simulated table.

    After a restart the service takes up its last report, because a real table stays as it lies. It lays a new
    match out by itself, as players would, and moves the pieces of bots.

    `lying` has the pieces at the start, laid out for `match`. A match on other `terms` ends the service; with
    None it goes on. `board_device` is the simulated board, `board_link` the port where it's plugged in again,
    and `beneath` its sensors. `writer` records pressed buttons. Dice are thrown into `tray`. `dues` are the
    faults with their times, and `held` the cards that the first match's setup dealt.
    """

    def __init__(  # noqa: PLR0913  # the services' parts, put together once
        self,
        bus: BusClient,
        board: Board,
        pieces: PieceSet,
        lying: Pieces,
        *,
        board_device: SimulatedBoard | None,
        with_hand: bool = True,
        writer: FootageWriter | None = None,
        tray: Tray | None = None,
        terms: Terms | None = None,
        match: str = "",
        board_link: Path | None = None,
        dues: Sequence[TimedOrder] = (),
        beneath: BuiltIn | None = None,
        held: DealtCards | None = None,
    ) -> None:
        self._held = held or DealtCards()
        self._dragged = Dragged()
        self._laid: frozenset[PieceId] = frozenset()
        self._beneath = beneath
        self._underside: FeltUnderside | None = None
        self._dues = list(dues)
        self._began = time.monotonic()
        self._troubles: Troubles = NO_TROUBLES
        self._advice: AdviceSheet | None = None
        self._bus = bus
        self._board, self._pieces = board, pieces
        self._device = board_device
        self._with_hand = with_hand
        self._writer = writer
        self._electronics = BoardElectronics(board_device, board_link, writer)
        self._tray = tray
        self._terms = terms
        self._wanted: MatchState | None = None
        self._chance = random.SystemRandom()
        self._shown: MatchState | None = None
        self._lying, self._match = lying, match
        self._lock = threading.Lock()
        self._stage = Stage(lying)
        self._connected = False
        # True until the broker's kept messages have come: this service's last report, and the engine's state.
        self._remembers = True
        self._first: MatchState | None = None
        self._changed = True

    def stage(self, now: Seconds) -> Stage:
        """Return the stage at a moment; the camera calls it from its own thread."""
        return self._staged(now)[0]

    def run(self, stop: threading.Event, heart: Heart = SILENT) -> MatchState | None:
        """Serve until `stop` is set or a match needs another table; return that match, or None."""
        if self._device is None or self._beneath is None or not self._beneath.anything:
            return self._serve(stop, heart)
        over = threading.Event()
        self._underside = FeltUnderside(self._device, self._beneath, self._staged)
        feeling = threading.Thread(target=self._underside.run, args=(over,), name="underside", daemon=True)
        feeling.start()
        try:
            return self._serve(stop, heart)
        finally:
            heart.rests()
            over.set()
            self._underside.wake()
            feeling.join()

    def _staged(self, now: Seconds) -> tuple[Stage, Troubles]:
        with self._lock:
            self._stage = at(self._stage, now)
            return self._stage, self._troubles

    def _serve(self, stop: threading.Event, heart: Heart) -> MatchState | None:
        while not (stop.is_set() or self._wanted):
            heart.beat()
            event = self._bus.receive(_LOOK_ROUND_S)
            while event is not None:
                self._take(event)
                event = self._bus.receive(0.0)
            while self._dues and time.monotonic() - self._began >= self._dues[0].at_s:
                self._obey(self._dues.pop(0).order)
            self._electronics.lift_read()
            self._put_forgotten_back()
            self._tell()
        return self._wanted

    def _take(self, event: object) -> None:
        match event:
            case Connected():
                self._connected = True
                self._changed = True
                if self._remembers:
                    self._bus.ask_what_is_kept()
            case KeptCame():
                self._remember_no_more()
            case Disconnected():
                self._connected = False
            case ReceivedMessage("simulated_table", _, SimulatedTable() as reported) if (
                self._remembers and self._match in ("", reported.match)
            ):
                self._match = reported.match
                lying = parse_table(reported, self._pieces)
                self._lay(lying, with_hand=False)
                self._suffer(parse_troubles(reported.faults, lying))
                self._remember_no_more()
            case ReceivedMessage("match", _, MatchState() as match) if self._remembers:
                # The match waits: if it comes before the report, it would be laid out over the reported
                # table.
                self._first = match
            case ReceivedMessage("match", _, MatchState() as match):
                self._follow(match)
            case ReceivedMessage("advice", _, AdviceSheet() as advice):
                self._advice = advice
            case ReceivedMessage("simulator_order", _, SimulatorOrder() as order):
                self._obey(order)

    def _remember_no_more(self) -> None:
        self._remembers, first, self._first = False, self._first, None
        if first is not None:
            self._follow(first)

    def _follow(self, match: MatchState) -> None:
        before, self._shown = self._shown, match
        # An older engine doesn't name its board.
        if self._terms is not None and match.terms.board and not match.terms.looks_like(self._terms):
            self._wanted = match
        elif match.match != self._match:
            self._open(match)
        elif before is None:
            self._catch_up(match)
        elif match.revision > before.revision:
            bots = seated_bots(match)
            whose = None if was_bots(before, match, bots) else bots
            surface, pieces = self._board.surface, self._pieces
            lying = followed(self._lying, before, match, surface, pieces, whose=whose)
            lying = followed_on(lying, before, match, surface, pieces, laid=self._laid)
            if whose is None or lying != self._lying:
                # These pieces go straight to their new places, without the places that were due before.
                onward = {one for one in self._laid if lying[one] != self._lying[one]}
                self._lay(lying, with_hand=self._with_hand, straight=onward)

    def _catch_up(self, match: MatchState) -> None:
        """Move the bots' pieces as they would have been moved while this service was away."""
        lying = caught_up(self._lying, match, self._board.surface, self._pieces)
        if lying is not self._lying:
            self._lay(lying, with_hand=self._with_hand)

    def _open(self, match: MatchState) -> None:
        try:
            lying = set_table(layout_of(match.view.pieces), self._board.surface, self._pieces)
        except KeyError as error:
            log.warning("match %s has a piece that this table lacks: %s; not laid out", match.match, error)
            return
        if match.terms.draws is not DrawSource.SEED:
            lying = dealt(
                lying, match.view.heaps, self._held, (self._board.surface, self._pieces), self._chance
            )
        self._held = DealtCards()
        log.info("the table is laid out for match %s", match.match)
        self._match = match.match
        self._laid = frozenset()
        self._lay(lying, with_hand=False)

    def _obey(self, order: SimulatorOrder) -> None:
        self._remember_no_more()
        if order.order is SimulatorAct.THROW:
            self._throw()
            return
        if order.order is SimulatorAct.LAY:
            self._electronics.lay_tag(order.device.removeprefix("pad."), order.tag)
            return
        if order.order in (SimulatorAct.FAULT, SimulatorAct.MEND):
            self._shake(order)
            return
        if order.order is SimulatorAct.LIFT:
            self._hold_up(order)
            return
        surface, pieces = self._board.surface, self._pieces
        match (
            laid_by_name(self._lying, order, self._shown, surface, pieces)
            if is_by_name(order)
            else obeyed(self._lying, order, surface, pieces, self._chance)
        ):
            case OrderRefused(reason):
                log.warning("order ignored: %s", reason)
            case Pressed(pad, button):
                self._electronics.press(pad, button)
            case lying:
                # A change of a whole pile is shown without a hand, when it's done.
                at_once = order.order in _AT_ONCE
                piece = self._pieces.physical_id(PieceId(order.piece))
                self._dragged.put(piece)
                # A piece that people move themselves doesn't follow the match any more.
                self._laid = (
                    self._laid | {piece} if order.order is SimulatorAct.SETTLE else self._laid - {piece}
                )
                self._lay(lying, with_hand=self._with_hand and not at_once, down=(piece,))
                if order.order is SimulatorAct.HOLD:
                    self._electronics.pass_over_reader(
                        order.device.removeprefix("pad."), PieceId(order.piece)
                    )

    def _hold_up(self, order: SimulatorOrder) -> None:
        """Have a hand take a piece and hold it up; if it already does, hold it longer."""
        match lifted(self._lying, order, self._pieces):
            case OrderRefused(reason):
                log.warning("order ignored: %s", reason)
            case piece if self._with_hand:
                now = Seconds(time.time())
                with self._lock:
                    self._stage = with_lift(at(self._stage, now), now, piece)
                self._dragged.says(piece, Seconds(time.monotonic()))
                self._wake()

    def _put_forgotten_back(self) -> None:
        if gone := self._dragged.forgotten(Seconds(time.monotonic())):
            self._lay(self._lying, with_hand=True, down=gone)

    def _shake(self, order: SimulatorOrder) -> None:
        """Make a fault or mend it; an order to mend that names none mends all."""
        if order.order is SimulatorAct.MEND and not order.fault:
            for trouble in tuple(self._troubles.values()):
                self._mend(trouble)
            return
        fault = parse_fault(order.fault)
        if fault is None:
            log.warning("order ignored: no fault '%s'; there are %s", order.fault[:40], ", ".join(Fault))
            return
        # A fault that is active already is mended before it's made again.
        if (before := self._troubles.get(fault)) is not None:
            self._mend(before)
        if order.order is SimulatorAct.MEND:
            return
        busy = frozenset(one.piece for one in self._troubles.values() if one.piece is not None)
        table = FaultScope(
            self._board,
            self._pieces,
            self._shown,
            self._advice_now(),
            busy,
            () if self._beneath is None else self._beneath.switches,
            () if self._beneath is None else self._beneath.readers,
        )
        match self._impossible(fault) or begin(fault, order.piece, self._lying, table, self._chance):
            case OrderRefused(reason):
                log.warning("order ignored: %s", reason)
            case trouble:
                log.info("fault '%s' is in%s", fault, f", with {trouble.piece}" if trouble.piece else "")
                # The pieces come first: the fault is active only while they lie as it laid them.
                self._lay(after(self._lying, trouble), with_hand=self._with_hand)
                self._suffer({**self._troubles, fault: trouble})

    def _mend(self, trouble: Trouble) -> None:
        log.info("fault '%s' is put right", trouble.fault)
        self._suffer({fault: one for fault, one in self._troubles.items() if fault is not trouble.fault})
        self._lay(ended(self._lying, trouble), with_hand=self._with_hand)

    def _impossible(self, fault: Fault) -> OrderRefused | None:
        if fault is Fault.READER and not self._electronics.can_be_unplugged:
            return OrderRefused("there is no simulated board to unplug; start with --pty PATH")
        if fault is Fault.UNPLUG and self._writer is not None:
            return OrderRefused("the camera can't be unplugged while it's recorded: footage has no gaps")
        return None

    def _advice_now(self) -> AdviceSheet | None:
        """Return the advice if it's for the present position; else None."""
        advice, shown = self._advice, self._shown
        if advice is None or shown is None:
            return None
        fresh = (advice.match, advice.revision) == (shown.match, shown.revision)
        return advice if fresh else None

    def _suffer(self, troubles: Troubles) -> None:
        """Make these faults, and no others, active from now on."""
        reader_was_away = Fault.READER in self._troubles
        self._changed = True
        with self._lock:
            self._troubles = MappingProxyType(dict(troubles))
            self._stage = replace(self._stage, about=surroundings_of(self._troubles))
        self._wake()
        if (Fault.READER in troubles) != reader_was_away:
            self._electronics.plug(away=not reader_was_away)

    def _throw(self) -> None:
        if self._tray is None:
            log.warning("order ignored: no dice are thrown at this table; start it with --dice tray")
            return
        with self._lock:
            self._stage = with_throw(at(self._stage, Seconds(time.time())), self._tray, self._chance)

    def _lay(
        self,
        lying: Pieces,
        *,
        with_hand: bool,
        down: Collection[PieceId] = (),
        straight: Collection[PieceId] = (),
    ) -> None:
        """Lay the pieces so; a lifted one is put down only if it's in `down` or has another place now."""
        now = Seconds(time.time())
        cards = {piece for piece in lying if self._pieces.pieces[piece].kind.is_card}
        with self._lock:
            shown = at(self._stage, now)
            self._stage = (
                with_changes(shown, now, lying, cards=cards, down=down, straight=straight)
                if with_hand
                else replace(shown, lying=lying, gestures=(), lifted=())
            )
        self._lying = lying
        self._changed = True
        self._wake()
        kept = standing(self._troubles, lying)
        if kept is not self._troubles:
            self._suffer(kept)

    def _wake(self) -> None:
        if self._underside is not None:
            self._underside.wake()

    def _tell(self) -> None:
        if self._connected and self._changed and not (self._wanted or self._remembers):
            self._changed = False
            table = format_table(
                self._lying, self._pieces, self._match, format_troubles(self._troubles, self._pieces)
            )
            self._bus.publish("simulated_table", table)
