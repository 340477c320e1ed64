"""The RFID tags on a table's pads: where each lies, its thing, and which tags are still unknown.

A card on a seat's pad is a secret: the bridge seals a pad's readings, and everything that is sent about them
here is sealed too. The caller publishes all that `due` yields.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.bus.messages.boards import DeviceOrder, DeviceOrderKind, LaidTag, TagOrder, TagOrderKind, TagSheet
from engine.bus.messages.commands import AnswerCode, Command
from engine.bus.messages.match import SealedSheet
from engine.bus.sealing import Seal
from engine.core.desks.table import TableDesk
from engine.core.device_events import PadReading, PadReadingKind, parse_tag_words, parse_tags
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.pieces import PieceSet
from engine.core.tags import TagBook, Taggable, checked_uid, dump_tags, load_tags, piece_of, piece_things
from engine.core.unusable import explained
from engine.session.texts import TEXTS

WRITTEN_BY_US = "boardwarden: "
"""The start of the text in a tag's memory."""

KNOWN = "?"
"""The word for a known tag whose name is secret."""

_MOST_LAID = 64

_BOARDS_WORDS = MappingProxyType(
    {
        "it can't be read": "unread",
        "it can't be written": "unwritten",
        "no reader works at this pad": "no_reader",
    }
)
"""The firmware's word for a tag (`hardware/firmware/warden/running.py`), and our sentence for it."""

log = logging.getLogger(__name__)

Outgoing = tuple[str, DeviceOrder | SealedSheet, str]
"""Channel, message and the name in its topic."""


@dataclass(frozen=True, slots=True)
class NewTag:
    """A tag that was just laid on a pad."""

    pad: str
    """The pad's name."""
    uid: str
    """The tag's uid, in capital hexadecimal."""
    thing: str
    """The thing that it is stuck to, by the table's book; empty if it is unknown."""
    mark: str
    """The mark of its device event."""
    taken_at: Seconds
    """When it was laid down, in seconds by the wall clock."""


def all_things(game: TableDesk[Any, Any], pieces: PieceSet) -> tuple[Taggable, ...]:
    """Return all things at a table that can carry a tag: the game's cards and skills, and the pieces."""
    return (*game.things(), *piece_things(pieces.pieces))


class TagDesk:
    """One table's tags. `path` is the book's file; without a seal the tags' places aren't sent.

    `discreet`: in a match, where a card on a pad is its seat's secret, known tags are sent without names.
    """

    def __init__(self, path: Path, things: Sequence[Taggable], seal: Seal | None, *, discreet: bool) -> None:
        """Open the book.

        Raises:
            InputFault: it is broken; names file and line.
        """
        self._path = path
        self._things = tuple(things)
        self._names = {thing.name: thing for thing in things}
        self._seal = seal
        self._discreet = discreet
        self._learnt: set[str] = set()
        self._book = load_tags(path)
        self._read_at = self._changed_at()
        self._laid: dict[str, tuple[LaidTag, ...]] = {}
        self._orders: list[Outgoing] = []
        self._sent: TagSheet | None = None
        self._said_closed = False

    def lists(self, things: Sequence[Taggable]) -> None:
        """From now on, know the things of another game that a tag can be stuck to."""
        self._things = tuple(things)
        self._names = {thing.name: thing for thing in things}

    @property
    def book(self) -> TagBook:
        """The things that the tags are stuck to."""
        return self._book

    @property
    def laid(self) -> tuple[LaidTag, ...]:
        """The tags that lie on the pads, pad by pad."""
        return tuple(tag for pad in sorted(self._laid) for tag in self._laid[pad])

    @property
    def strangers(self) -> tuple[LaidTag, ...]:
        """The tags on the pads that nobody knows."""
        return tuple(tag for tag in self.laid if not tag.thing)

    def heard(
        self, device: str, reading: PadReading, taken_at: Seconds, mark: str = "", *, awaited: bool = False
    ) -> tuple[NewTag, ...]:
        """Take in a pad's reading; return the tags that were laid down just now.

        `taken_at` and `mark` are the device event's. `awaited`: an unknown tag will be named in a moment, so
        nobody is asked.
        """
        text = self._opened(reading.text)
        match reading.kind:
            case PadReadingKind.TAGS:
                return self._lie(device, parse_tags(text)[:_MOST_LAID], taken_at, mark, awaited=awaited)
            case PadReadingKind.MEMORY:
                self._note_memory(device, *parse_tag_words(text))
            case PadReadingKind.REFUSAL:
                self._note_refusal(device, *parse_tag_words(text))
        return ()

    def _lie(
        self, device: str, uids: tuple[str, ...], taken_at: Seconds, mark: str, *, awaited: bool
    ) -> tuple[NewTag, ...]:
        self._read_again()
        known = {tag.uid: tag for tag in self._laid.get(device, ())}
        fresh = [uid for uid in uids if uid not in known]
        self._laid[device] = tuple(
            known.get(uid) or LaidTag(device, uid, self._book.thing(uid)) for uid in uids
        )
        for uid in fresh:
            if not self._book.thing(uid):
                if not awaited:
                    log.warning("an unknown tag lies on %s: say what it is on the page /enrol", device)
                self._order(DeviceOrderKind.READ_TAG, device, uid)
        self._learnt &= {tag.uid for tag in self.laid}
        return tuple(NewTag(device, uid, self._book.thing(uid), mark, taken_at) for uid in fresh)

    def tapped(self, device: str, uid: str, says: str, taken_at: Seconds, mark: str) -> NewTag:
        """Take in that a phone read a tag; it counts as lying there until another is read or it is `gone`.

        `says`: the text in the tag's memory; without a `uid`, the thing that the phone's camera saw.
        """
        self.gone(device)
        self._read_again()
        text = says.removeprefix(WRITTEN_BY_US) if says.startswith(WRITTEN_BY_US) else ""
        thing = self._book.thing(uid) if uid else says
        known = text if text in self._names else ""
        self._laid[device] = (LaidTag(device, uid, thing, known, written=bool(known) and known == thing),)
        return NewTag(device, uid, thing, mark, taken_at)

    def gone(self, reader: str) -> None:
        """Forget the tags over a reader that has gone: when it's back it reads them again."""
        self._laid.pop(reader, None)

    def learn(self, asked: Command) -> tuple[AnswerCode, Phrase]:
        """Record a tag's thing: in the book, and in the tag's memory where it lies on a pad.

        Raises:
            MissingFault: the file can't be written.
        """
        try:
            uid = checked_uid(asked.tag)
        except InputFault as error:
            return AnswerCode.UNREADABLE, explained(error)
        side = piece_of(asked.thing)
        if asked.thing not in self._names and (side is None or f"piece {side[0]}" not in self._names):
            return AnswerCode.UNREADABLE, TEXTS.say("answer.no_such_thing", thing=asked.thing)
        before = self._book.thing(uid)
        if before != asked.thing:
            book = self._book.with_tag(uid, asked.thing)
            dump_tags(book, self._path)
            self._book, self._read_at = book, self._changed_at()
            self._known_now()
            self._learnt.add(uid)
        for tag in self.laid:
            if tag.uid == uid and tag.says != asked.thing:
                self._order(DeviceOrderKind.WRITE_TAG, tag.pad, f"{uid} {WRITTEN_BY_US}{asked.thing}")
        if self._discreet or not before:
            return AnswerCode.DONE, TEXTS.say("answer.tag_is", tag=uid, thing=asked.thing)
        key = "answer.tag_is_already" if before == asked.thing else "answer.tag_was"
        return AnswerCode.DONE, TEXTS.say(key, tag=uid, thing=asked.thing, before=before)

    def due(self) -> Iterator[Outgoing]:
        """Yield the messages to publish."""
        orders, self._orders = self._orders, []
        yield from orders
        # A piece that a phone's camera saw has no tag that could be named.
        sheet = TagSheet(tuple(self._shown(tag) for tag in self.laid if tag.uid), self._things)
        if self._seal is not None and sheet != self._sent:
            self._sent = sheet
            yield "tags", self._seal.sealed_tags(sheet), ""

    def _shown(self, tag: LaidTag) -> LaidTag:
        if not (self._discreet and tag.thing) or tag.uid in self._learnt:
            return tag
        return replace(tag, thing=KNOWN, says="", note=SILENCE, written=False)

    def tell_again(self) -> None:
        """Make the next `due` yield everything: the bus is back."""
        self._sent = None

    def _order(self, kind: TagOrderKind, pad: str, text: str) -> None:
        if self._seal is not None:
            text = self._seal.sealed_text(text)
        self._orders.append(("device_order", DeviceOrder(TagOrder(kind, text)), pad))

    def _opened(self, value: str) -> str:
        if not value or self._seal is None:
            return value
        try:
            return self._seal.opened_text(value)
        except InputFault as error:
            if not self._said_closed:
                log.error("%s", error)  # noqa: TRY400 # a fault of the set-up, reported in full
            self._said_closed = True
            return ""

    def _note_memory(self, pad: str, uid: str, text: str) -> None:
        says = text.removeprefix(WRITTEN_BY_US) if text.startswith(WRITTEN_BY_US) else ""
        known = says if says in self._names else ""
        for tag in self._laid.get(pad, ()):
            if tag.uid == uid:
                written = bool(says) and says == tag.thing
                note = TEXTS.say("tag.written") if written else SILENCE
                self._put(pad, replace(tag, says=known, note=note, written=written))

    def _note_refusal(self, pad: str, uid: str, reason: str) -> None:
        for tag in self._laid.get(pad, ()):
            if tag.uid == uid:
                self._put(pad, replace(tag, note=_refusal(reason), written=False))

    def _put(self, pad: str, changed: LaidTag) -> None:
        self._laid[pad] = tuple(changed if tag.uid == changed.uid else tag for tag in self._laid[pad])

    def _known_now(self) -> None:
        self._laid = {
            pad: tuple(replace(tag, thing=self._book.thing(tag.uid)) for tag in tags)
            for pad, tags in self._laid.items()
        }

    def _read_again(self) -> None:
        """Take in changes that another program has made to the book."""
        if self._changed_at() == self._read_at:
            return
        self._read_at = self._changed_at()
        try:
            self._book = load_tags(self._path)
        except InputFault as error:
            log.error("%s; going on with what was known", error)  # noqa: TRY400 # the file's fault, in full

    def _changed_at(self) -> int:
        return self._path.stat().st_mtime_ns if self._path.exists() else 0


def _refusal(words: str) -> Phrase:
    """Return why a board didn't read or write a tag; the board itself says it in English."""
    key = _BOARDS_WORDS.get(words)
    return TEXTS.say(f"tag.{key}") if key else TEXTS.say("tag.other", what=words)
