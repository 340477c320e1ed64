"""The seats' pads at a match: what the cards on them come to, and which were played already.

A card that was played lies on until it's lifted; laid down again it's played again.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from engine.bus.messages.boards import DeviceOrder, SoundOrder
from engine.bus.messages.commands import Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.device_events import DeviceEvent, PadReading
from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seat, Seconds
from engine.core.phrase import SILENCE
from engine.core.sentences import joined
from engine.core.tags import piece_of
from engine.session.boards.board_show import Order
from engine.session.boards.pad_cards import NOTHING_LAID, PadCards, laying_of
from engine.session.boards.tags import TagDesk
from engine.session.playing.table import Setting, Table
from engine.session.seen.sighting import Sighting
from engine.session.texts import TEXTS

FRESH_S = 10.0
"""A card that was laid longer ago, before an engine came back, is no longer played by that alone."""


def pad_of(seat: Seat) -> str:
    """Return the device name of a seat's pad."""
    return f"pad.{seat}"


class SeatPads(Generic[S, A]):
    """The things on the seats' pads, by the tags' desk."""

    def __init__(self, desk: TagDesk) -> None:
        self._desk = desk
        self._played: set[tuple[str, str]] = set()
        self._looked: tuple[Sighting | None, int] | None = None
        self._match = ""
        self._seats: dict[str, Seat] = {}

    def heard(
        self,
        setting: Setting[S, A],
        current: Callable[[], Table[S, A]],
        event: DeviceEvent,
        reading: PadReading,
        *,
        wall: Seconds,
    ) -> Iterator[Command | Order]:
        """Take in a pad's reading; yield the play that it makes, or the pad's sound.

        Each command is to be carried out before the next is asked for: `current` is the table as it is then.
        """
        fresh = self._desk.heard(event.device, reading, event.taken_at, event.mark)
        self._played &= {(tag.pad, tag.uid) for tag in self._desk.laid}
        self._looked = None
        for tag in fresh:
            table = current()
            seat = self._seat_at(setting, table, tag.pad)
            if seat is None or not tag.thing:
                continue
            cause = f"{tag.pad}#{tag.mark}/{tag.uid}"
            if cause in table.match.causes:
                self._played.add((tag.pad, tag.uid))
                continue
            drawn = _drawn(setting, table, seat, tag.thing)
            if drawn is not None:
                yield _command(table, seat, cause, drawn)
                if cause in current().match.causes:
                    self._played.add((tag.pad, tag.uid))
                    continue
            found = laying_of(setting, table, seat, (tag.thing,), fresh=wall - tag.taken_at <= FRESH_S)
            if found.action is not None and not table.match.paused:
                yield _command(table, seat, cause, found.action)
                if cause in current().match.causes:
                    self._played.add((tag.pad, tag.uid))
            elif found.keys or found.text:
                yield tag.pad, DeviceOrder(SoundOrder("question" if found.keys else "warning"))

    def is_seats(self, setting: Setting[S, A], table: Table[S, A], device: str) -> bool:
        """Tell whether a device is the pad of a seat that plays."""
        return self._seat_at(setting, table, device) is not None

    def shown(self, setting: Setting[S, A], table: Table[S, A]) -> Iterator[Command]:
        """Yield what a card on a pad and the pieces on the table together tell by now; at most one play."""
        now = (table.judged, table.match.revision)
        if not self._desk.laid or table.match.paused or now == self._looked:
            return
        self._looked = now
        for tag in self._desk.laid:
            seat = self._seat_at(setting, table, tag.pad)
            if seat is None or not tag.thing or (tag.pad, tag.uid) in self._played:
                continue
            found = laying_of(setting, table, seat, (tag.thing,), fresh=False)
            if found.action is not None:
                self._played.add((tag.pad, tag.uid))
                yield _command(table, seat, f"{tag.pad}/{tag.uid}@{table.match.revision}", found.action)
                return

    def _seat_at(self, setting: Setting[S, A], table: Table[S, A], device: str) -> Seat | None:
        """Return whose pad a device is; a match's seats never change, and pieces' tags are asked for too."""
        match = table.match.opening.match
        if match != self._match:
            seats = (one.seat for one in setting.game.view(table.match.state, None).seats)
            self._match, self._seats = match, {pad_of(seat): seat for seat in seats}
        return self._seats.get(device)

    def laying(self, setting: Setting[S, A], table: Table[S, A], seat: Seat) -> PadCards:
        """Return what the cards on a seat's pad that weren't played come to, for its sheet."""
        pad = pad_of(seat)
        tags = [tag for tag in self._desk.laid if tag.pad == pad and (tag.pad, tag.uid) not in self._played]
        if not tags:
            return NOTHING_LAID
        unknown = SILENCE if all(tag.thing for tag in tags) else TEXTS.say("pad.unknown")
        known = [tag.thing for tag in tags if tag.thing]
        found = laying_of(setting, table, seat, known, fresh=False)
        return PadCards(None, found.keys, joined((found.text, unknown), "sentences"))


def _drawn(setting: Setting[S, A], table: Table[S, A], seat: Seat, thing: str) -> dict[str, Any] | None:
    """Return what a seat draws by laying a card on its pad; None: none is owed to it that may be this."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    owed = decision.chooser is Chooser.CHANCE and decision.seats == (seat,)
    if not owed or table.match.opening.draws is not DrawSource.SEEN or table.match.paused:
        return None
    # A card of a piece set may be enrolled as a piece, as what readers beneath the table read.
    of_set = piece_of(thing)
    drawn = {"draw": thing if of_set is None else str(of_set[0])}
    try:
        action = game.parse_action(entry_of(drawn, "pad"))
    except InputFault:
        return None
    return None if game.violations(state, action) else drawn


def _command(table: Table[S, A], seat: Seat, cause: str, action: dict[str, Any]) -> Command:
    return Command(cause, CommandKind.ACT, table.match.revision, seat, action)
