"""From a device to a look: what switches and readers beneath the board tell becomes evidence, here alone.

A device tells changes; a look says how it is. So each of its changes makes a look, and while nothing changes
its last word is repeated for as long as it lives. What seats' own pads read never comes here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.bus.messages.boards import DeviceState, LaidTag
from engine.core.glimpse import DeviceEvent, Knowing, Look, Named
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.tags import piece_of
from engine.session.boards.sensors import Sensors

READERS = "readers"
"""The source that all readers beneath cells together are."""

AT_REST_S = 1.0
"""How often a device's word is repeated while nothing changes."""

LIVELY_S = 0.2
"""How often after a change, until the table has settled."""

_LIVELY_FOR_S = 3.0

_PICTURE_S = 0.5
"""A device that comes tells what lies on it piece by piece: before that it knows less than half."""

_TICK_S = 1e-3

_LATE_S = 5.0
"""A switch's older word that comes after a newer one is late by less; by more, a clock was set back."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A source as it stands. `unread`: cells with a tag that nobody knows."""

    ready_at: Seconds
    occupied: frozenset[Cell] = frozenset()
    named: tuple[Named, ...] = ()
    unread: frozenset[Cell] = frozenset()
    told_at: Seconds | None = None
    changed_at: Seconds | None = None
    sequence: int = 0


class Sensing:
    """The switches and readers of one table. `magnets`: the physical pieces that have one.

    `hidden`: the cells where things lie face down, or a seat's hand; what a reader there reads is no look,
    for looks are everybody's.
    """

    def __init__(
        self,
        sensors: Sensors,
        magnets: Iterable[PieceId],
        *,
        board: str,
        hidden: frozenset[Cell] = frozenset(),
    ) -> None:
        self._hidden = hidden
        self._sensors = sensors
        self._magnets = tuple(sorted(magnets))
        self._board = board
        self._sources: dict[str, _Source] = {}
        self._tags: dict[str, tuple[LaidTag, ...]] = {}
        self._stickers: tuple[PieceId, ...] = ()
        self._readers: frozenset[Cell] = frozenset()
        self._changed: dict[tuple[str, Cell], Seconds] = {}

    def is_reader(self, device: str) -> bool:
        """Tell whether a device is a reader beneath a cell that everybody may look into."""
        cell = self._sensors.readers.get(device)
        return cell is not None and cell not in self._hidden

    def uses(self, event: DeviceEvent) -> bool:
        """Tell whether an event is a switch's or reader's beneath a cell."""
        if event.event == "cell":
            return self._sensors.switch_cell(event.device, event.name) is not None
        return self.is_reader(event.device)

    def switched(self, event: DeviceEvent, now: Seconds) -> Iterator[Look]:
        """Take in what a switch tells; yield the look that it makes.

        What is told later than what came after it says nothing any more.
        """
        cell = self._sensors.switch_cell(event.device, event.name)
        if cell is None or 0 < self._changed.get((event.device, cell), 0.0) - event.taken_at < _LATE_S:
            return
        self._changed[event.device, cell] = event.taken_at
        known = self._sources.get(event.device) or _Source(Seconds(now + _PICTURE_S))
        occupied = known.occupied | {cell} if event.value == "covered" else known.occupied - {cell}
        changed = replace(known, occupied=occupied, changed_at=now)
        if occupied == known.occupied and known.changed_at is not None:
            changed = known
        self._sources[event.device] = changed
        if changed is not known and now >= changed.ready_at:
            yield self._look(event.device, min(event.taken_at, now))

    def read(
        self, device: str, tags: Iterable[LaidTag], things: Mapping[str, str], now: Seconds
    ) -> Iterator[Look]:
        """Take in which tags lie over a reader, and what tags are stuck to; yield the look that it makes."""
        self._tags[device] = tuple(tags)
        self._readers |= {self._sensors.readers[device]}
        stuck = [piece_of(thing) for thing in things.values()]
        self._stickers = tuple(sorted({one[0] for one in stuck if one is not None}))
        known = self._sources.get(READERS) or _Source(Seconds(now + _PICTURE_S))
        named: dict[tuple[PieceId, Cell], set[Face | None]] = {}
        unread: set[Cell] = set()
        for reader, laid in self._tags.items():
            cell = self._sensors.readers[reader]
            for tag in laid:
                found = piece_of(things.get(tag.uid, ""))
                if found is None:
                    unread.add(cell)
                else:
                    named.setdefault((found[0], cell), set()).add(found[1])
        seen = tuple(
            Named(piece, cell, next(iter(faces)) if len(faces) == 1 else None)
            for (piece, cell), faces in sorted(named.items(), key=lambda one: one[0])
        )
        changed = replace(known, named=seen, unread=frozenset(unread), changed_at=now)
        if (changed.named, changed.unread) == (known.named, known.unread) and known.changed_at is not None:
            changed = known
        self._sources[READERS] = changed
        if changed is not known and now >= changed.ready_at:
            yield self._look(READERS, now)

    def heard(self, state: DeviceState, now: Seconds) -> Iterator[Look]:
        """Take in that a device came or went; what is gone has no say any more."""
        if state.connected:
            return
        if self.is_reader(state.device) and state.device in self._tags:
            del self._tags[state.device]
            self._readers -= {self._sensors.readers[state.device]}
            cell = self._sensors.readers[state.device]
            known = self._sources[READERS]
            self._sources[READERS] = replace(
                known,
                named=tuple(one for one in known.named if one.cell != cell),
                unread=known.unread - {cell},
            )
            yield self._look(READERS, now)
        elif state.device in self._sources:
            yield self._gone(state.device, now)

    def lost(self, now: Seconds) -> Iterator[Look]:
        """Take in that whoever speaks for the devices is gone: none has a say any more."""
        for source in tuple(self._sources):
            yield self._gone(source, now)
        self._tags, self._readers = {}, frozenset()

    def due(self, now: Seconds) -> Iterator[Look]:
        """Yield the looks that repeat what still holds."""
        for name, source in tuple(self._sources.items()):
            if now < source.ready_at:
                continue
            lively = source.changed_at is not None and now - source.changed_at < _LIVELY_FOR_S
            every = LIVELY_S if lively else AT_REST_S
            if source.told_at is None or now - source.told_at >= every - _TICK_S:
                yield self._look(name, now)

    def now(self, now: Seconds) -> Iterator[Look]:
        """Yield how it is at this moment: something else was told that may rest on it."""
        for name, source in tuple(self._sources.items()):
            if now >= source.ready_at:
                yield self._look(name, now)

    def _gone(self, name: str, now: Seconds) -> Look:
        look = replace(self._look(name, now), covers=(), unsure=(), named=())
        del self._sources[name]
        self._changed = {key: at for key, at in self._changed.items() if key[0] != name}
        return look

    def _look(self, name: str, at: Seconds) -> Look:
        source = self._sources[name]
        if source.told_at is not None:
            at = max(at, Seconds(source.told_at + _TICK_S))
        source = replace(source, told_at=at, sequence=source.sequence + 1)
        self._sources[name] = source
        feels = name != READERS
        return Look(
            name,
            source.sequence,
            at,
            (),
            tuple(sorted(source.occupied if feels else source.unread)),
            (),
            steady=True,
            moved=False,
            board=self._board,
            knows=Knowing.SOMETHING if feels else Knowing.WHICH,
            covers=self._sensors.covers(name) if feels else tuple(sorted(self._readers)),
            notices=self._magnets if feels else self._stickers,
            named=source.named,
        )
