"""The seats' pads and phones at a match: the plays that their cards make, and the cards already played.

A played card may stay on the pad without effect. Lifted and laid down again, it's played again.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from engine.bus.messages.boards import DeviceOrder, SoundOrder
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.device_events import DeviceEvent, PadReading
from engine.core.document import entry_of
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.game import A, S
from engine.core.ids import Seat, Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from engine.core.tags import checked_uid, piece_of
from engine.core.unusable import explained
from engine.session.boards.board_show import Order
from engine.session.boards.pad_cards import NOTHING_LAID, PadCards, laying_of
from engine.session.boards.tags import TagDesk
from engine.session.playing.table import Setting, Table
from engine.session.seen.sighting import Sighting
from engine.session.texts import TEXTS

FRESH_S = 10.0
"""After a restart, a card that was laid earlier than this is no longer played by lying there."""


def pad_of(seat: Seat) -> str:
    """Return the device name of a seat's pad."""
    return f"pad.{seat}"


def tap_of(seat: Seat) -> str:
    """Return the device name of the phone that a seat reads tags with."""
    return f"tap.{seat}"


Tapped = tuple[AnswerCode, Phrase]
"""The answer to a phone that has read a tag."""


class SeatPads(Generic[S, A]):
    """The things on the seats' pads, and those that their phones read, by the tags' desk."""

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

        Carry out each command before you ask for the next: `current` is the table as it is then.
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

    def tapped(
        self,
        setting: Setting[S, A],
        current: Callable[[], Table[S, A]],
        asked: Command,
        seat: Seat,
        *,
        wall: Seconds,
    ) -> Iterator[Command | Tapped]:
        """Take in a tag that a seat's phone read; yield the play that it makes, or the phone's answer.

        The play has the request's id, so that its answer is the phone's. The caller carries it out at once.
        """
        table = current()
        if asked.id in table.match.causes:
            yield AnswerCode.DONE, SILENCE
            return
        device = tap_of(seat)
        self._seat_at(setting, table, device)
        try:
            uid = checked_uid(asked.tag) if asked.tag else ""
        except InputFault as error:
            yield AnswerCode.UNREADABLE, explained(error)
            return
        thing = self._desk.tapped(device, uid, asked.thing, wall, asked.id).thing
        self._played -= {(tag.pad, tag.uid) for tag in self._desk.laid if tag.pad == device}
        self._looked = None
        if not thing:
            yield AnswerCode.UNREADABLE, TEXTS.say("tap.unknown")
            return
        if table.match.paused:
            yield AnswerCode.NOT_NOW, TEXTS.say("tap.paused")
            return
        drawn = _drawn(setting, table, seat, thing)
        found = laying_of(setting, table, seat, (thing,), fresh=True)
        action = found.action if drawn is None else drawn
        if action is not None:
            yield _command(table, seat, asked.id, action)
            self._desk.gone(device)
        elif found.keys:
            yield AnswerCode.DONE, TEXTS.say("tap.asks")
        else:
            yield AnswerCode.ILLEGAL, found.text or TEXTS.say("tap.idle")

    def is_seats(self, setting: Setting[S, A], table: Table[S, A], device: str) -> bool:
        """Tell whether a device is the pad of a seat that plays."""
        return self._seat_at(setting, table, device) is not None

    def shown(self, setting: Setting[S, A], table: Table[S, A]) -> Iterator[Command]:
        """Yield the play that a card on a pad and the pieces on the table make together; at most one."""
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
        """Return the seat of a pad. A match's seats never change, and pieces' tags are asked about too."""
        match = table.match.opening.match
        if match != self._match:
            for before in self._seats.values():
                self._desk.gone(tap_of(before))
            seats = [one.seat for one in setting.game.view(table.match.state, None).seats]
            self._match = match
            self._seats = {of(seat): seat for seat in seats for of in (pad_of, tap_of)}
        return self._seats.get(device)

    def laying(self, setting: Setting[S, A], table: Table[S, A], seat: Seat) -> PadCards:
        """Return the uses of the cards on a seat's pad or phone that weren't played, for its sheet."""
        tags = [tag for tag in self._desk.laid if (tag.pad, tag.uid) not in self._played]
        on_pad = [tag for tag in tags if tag.pad == pad_of(seat)]
        # A phone has its answer already, and nobody lifts a tag from it: only the target that it asks for
        # stays open.
        at_phone = [tag.thing for tag in tags if tag.pad == tap_of(seat) and tag.thing]
        if not on_pad and not at_phone:
            return NOTHING_LAID
        unknown = SILENCE if all(tag.thing for tag in on_pad) else TEXTS.say("pad.unknown")
        found = laying_of(setting, table, seat, [tag.thing for tag in on_pad if tag.thing], fresh=False)
        asked = laying_of(setting, table, seat, at_phone, fresh=False).keys
        keys = tuple(dict.fromkeys((*found.keys, *asked)))
        return PadCards(None, keys, joined((found.text, unknown), "sentences"))


def _drawn(setting: Setting[S, A], table: Table[S, A], seat: Seat, thing: str) -> dict[str, Any] | None:
    """Return the draw that a seat makes by laying a card on its pad; None: no draw is open that fits it."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    owed = decision.chooser is Chooser.CHANCE and decision.seats == (seat,)
    if not owed or table.match.opening.draws is not DrawSource.SEEN or table.match.paused:
        return None
    # A card of a piece set may be enrolled as a piece, because readers beneath the table read it.
    of_set = piece_of(thing)
    drawn = {"draw": thing if of_set is None else str(of_set[0])}
    try:
        action = game.parse_action(entry_of(drawn, "pad"))
    except InputFault:
        return None
    return None if game.violations(state, action) else drawn


def _command(table: Table[S, A], seat: Seat, cause: str, action: dict[str, Any]) -> Command:
    return Command(cause, CommandKind.ACT, table.match.revision, seat, action)
