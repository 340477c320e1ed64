"""From devices to looks: only here the reports of switches and readers beneath the board become evidence.

A device reports changes; a look says how things are. So each change makes a look, and while nothing changes
the last look is repeated for as long as the device lives. A device may say how far it has reported. Then its
looks hold until that time and no longer, and its reports of one moment make one look. The readings of seats'
own pads never come here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.bus.messages.boards import DeviceState, LaidTag
from engine.core.device_events import CellChange
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, LookReach, Named, SourceKnows
from engine.core.tags import piece_of
from engine.session.boards.report_order import ReportOrder, SwitchMoment
from engine.session.boards.sensors import Sensors

READERS = "readers"
"""The source that stands for all readers beneath cells together."""

AT_REST_S = 1.0
"""How often a device's look is repeated while nothing changes."""

LIVELY_S = 0.2
"""How often it is repeated after a change, until the table has settled."""

_LIVELY_FOR_S = 3.0

_PICTURE_S = 0.5
"""A new device reports piece by piece what lies on it: before this time it knows less than half."""

_UNREPORTED_S = 2.0
"""A device that nothing lies on reports nothing: only after this time does it count as empty."""

_TICK_S = 1e-3

_PROMPT = 0.8

_GAP_S, _GAP_LIVELY_S = 1.0, 0.35
"""A device is asked twice a second, or ten times, whether it has reported everything. Without an answer for
this long it stood still."""

_LATE_S = 5.0
"""A switch's older report that comes after a newer one is late by less. If it is late by more, a clock was
set back."""


@dataclass(frozen=True, slots=True)
class _Source:
    """The state of one source."""

    ready_at: Seconds
    """When it has reported everything that it knows. It gives no look before."""
    occupied: frozenset[Cell] = frozenset()
    """The cells that something lies in."""
    named: tuple[Named, ...] = ()
    """The pieces that a reader named."""
    unread: frozenset[Cell] = frozenset()
    """The cells with a tag that nobody knows."""
    covers: frozenset[Cell] = frozenset()
    """The cells with a reader."""
    sent_at: Seconds | None = None
    """When its last look was sent; None before the first."""
    changed_at: Seconds | None = None
    """When it last noticed a change; None before the first."""
    sequence: int = 0
    """The number of its last look."""
    gap: bool = False
    """Whether it wasn't heard for a while, and may have missed events."""


class Sensing:
    """The switches and readers of one table. `magnets`: the physical pieces that have one.

    `hidden`: the cells where things lie face down, or a seat's hand. A reader there gives no looks, because
    looks are public.
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
        self._things: Mapping[str, str] = {}
        self._stickers: tuple[PieceId, ...] = ()
        self._there: dict[str, DeviceState] = {}
        self._away: set[str] = set()
        self._spoken_for = False
        self._out_of_reach: frozenset[Cell] = frozenset()
        self._changed: dict[tuple[str, Cell], Seconds] = {}
        self._reports = ReportOrder()

    def is_reader(self, device: str) -> bool:
        """Tell whether a device is a reader beneath a public cell."""
        cell = self._sensors.readers.get(device)
        return cell is not None and cell not in self._hidden

    def uses(self, device: str, change: CellChange) -> bool:
        """Tell whether a switch of a device lies beneath a cell of this board."""
        return self._sensors.switch_cell(device, change.cell) is not None

    def switched(self, device: str, change: CellChange, taken_at: Seconds, now: Seconds) -> Iterator[Look]:
        """Take in a switch's report; yield the look that it completes.

        A report that comes later than one of a later moment is ignored.
        """
        for moment in self._reports.reported(device, change, taken_at):
            yield from self._changed_at_once(moment, now)

    def all_reported(self, devices: Iterable[str], until: Seconds, now: Seconds) -> Iterator[Look]:
        """Take in how far these devices have reported everything; yield the looks that this completes."""
        for name, source in self._sources.items():
            patience = _GAP_LIVELY_S if _is_lively(source, now) else _GAP_S
            if until - self._holds_until(name, now) > patience and self._is_reported_by(name, devices):
                self._sources[name] = replace(source, gap=True)
        for moment in self._reports.all_reported(devices, until):
            yield from self._changed_at_once(moment, now)

    def _is_reported_by(self, name: str, devices: Iterable[str]) -> bool:
        """Tell whether some of these devices are a source, or belong to a source that joins several."""
        return any(one in self._tags if name == READERS else one == name for one in devices)

    def _changed_at_once(self, moment: SwitchMoment, now: Seconds) -> Iterator[Look]:
        """Take in what a device's switches noticed at one moment, in an unknown order."""
        device, taken_at = moment.device, moment.taken_at
        before: _Source | None = None
        for change in moment.changes:
            cell = self._sensors.switch_cell(device, change.cell)
            if cell is None or 0 < self._changed.get((device, cell), 0.0) - taken_at < _LATE_S:
                continue
            self._changed[device, cell] = taken_at
            known = self._source(device, now)
            before = before or known
            occupied = known.occupied | {cell} if change.covered else known.occupied - {cell}
            self._sources[device] = replace(known, occupied=occupied)
        if before is None or (before.occupied == self._sources[device].occupied and before.changed_at):
            return
        changed = self._sources[device] = replace(self._sources[device], changed_at=now)
        if now >= changed.ready_at:
            yield self._look(device, min(taken_at, now))

    def said_before(self, device: str, change: CellChange) -> bool:
        """Tell whether a switch reports a covered cell that it has reported as covered before."""
        cell, source = self._sensors.switch_cell(device, change.cell), self._sources.get(device)
        return source is not None and change.covered and cell in source.occupied

    def read(
        self,
        device: str,
        tags: Iterable[LaidTag],
        things: Mapping[str, str],
        now: Seconds,
        *,
        taken_at: Seconds | None = None,
    ) -> Iterator[Look]:
        """Take in the tags over a reader, and the book of tags; yield the look that it makes.

        `taken_at`: when the reader noticed; None: now.
        """
        self._tags[device] = tuple(tags)
        self._source(READERS, now)
        self.enrolled(things)
        yield from self._read_anew(now, now if taken_at is None else min(taken_at, now))

    def enrolled(self, things: Mapping[str, str]) -> None:
        """Take in the things that tags are stuck to; the next report of a reader names them."""
        if things == self._things:
            return
        self._things = dict(things)
        stuck = [piece_of(thing) for thing in things.values()]
        self._stickers = tuple(sorted({one[0] for one in stuck if one is not None}))

    def heard(self, state: DeviceState, now: Seconds) -> Iterator[Look]:
        """Take in a device's state; a device that is gone gives no looks any more.

        A board names the cells above its switches, and a pad says whether its reader works. They look at
        these cells also while nothing lies there.
        """
        if not state.connected:
            yield from self._went(state.device, now)
            return
        before = self._there.get(state.device)
        self._there[state.device] = state
        self._away.discard(state.device)
        self._begin(now)
        if self.is_reader(state.device):
            if before is None or before.reads is not state.reads:
                yield from self._read_anew(now)
        elif before is not None and before.switched != state.switched and state.device in self._sources:
            yield self._look(state.device, now)

    def stands(self, high: frozenset[Cell], now: Seconds) -> Iterator[Look]:
        """Take in the cells where terrain lifts pieces out of the reach of a switch.

        Such a switch is ignored, so that no piece is missed there. A switch in the terrain's top still
        counts.
        """
        out_of_reach = high - self._sensors.raised
        if out_of_reach == self._out_of_reach:
            return
        self._out_of_reach = out_of_reach
        for name, source in tuple(self._sources.items()):
            if name != READERS and now >= source.ready_at:
                yield self._look(name, now)

    def reached(self, now: Seconds) -> Iterator[Look]:
        """Take in that the devices' service is back: their own reports hold again."""
        self._spoken_for = True
        self._begin(now)
        yield from self._read_anew(now)

    def lost(self, now: Seconds) -> Iterator[Look]:
        """Take in that the devices' service is gone: no device counts until it's back."""
        self._spoken_for = False
        for source in tuple(self._sources):
            yield from self._gone(source, now)
        self._tags, self._there, self._away = {}, {}, set()
        self._reports = ReportOrder()

    def due(self, now: Seconds) -> Iterator[Look]:
        """Yield the looks that repeat unchanged facts."""
        for name, source in tuple(self._sources.items()):
            if now < source.ready_at:
                continue
            every = LIVELY_S if _is_lively(source, now) else AT_REST_S
            until = self._holds_until(name, now)
            if until < now:
                every *= _PROMPT  # a caller that comes at intervals is early rather than late
            if source.sent_at is None or until - source.sent_at >= every - _TICK_S:
                yield self._look(name, until)

    def now(self, now: Seconds) -> Iterator[Look]:
        """Yield the looks of this moment: another report may rest on them."""
        for name, source in tuple(self._sources.items()):
            until = self._holds_until(name, now)
            if now >= source.ready_at and (source.sent_at is None or until > source.sent_at):
                yield self._look(name, until)

    def _holds_until(self, name: str, now: Seconds) -> Seconds:
        """Return the time until which a source's look surely holds; later reports may be on their way."""
        return self._reports.until(self._tags if name == READERS else (name,), now)

    def _begin(self, now: Seconds) -> None:
        """Let devices look that say that they can, though they have reported nothing yet."""
        if not self._spoken_for:
            return
        for device, state in self._there.items():
            if self.is_reader(device):
                if state.reads and device not in self._tags:
                    self._tags[device] = ()
                    self._source(READERS, now, within_s=_UNREPORTED_S)
            elif device in self._sensors.presumed and state.switched:
                self._source(device, now, within_s=_UNREPORTED_S)

    def _source(self, name: str, now: Seconds, *, within_s: float = _PICTURE_S) -> _Source:
        """Return a source's state; a new source counts as complete after `within_s`."""
        known = self._sources.get(name) or _Source(Seconds(now + within_s))
        ready_at = min(known.ready_at, Seconds(now + within_s))
        known = self._sources[name] = replace(known, ready_at=ready_at)
        return known

    def _went(self, device: str, now: Seconds) -> Iterator[Look]:
        self._there.pop(device, None)
        self._away.add(device)
        self._reports.gone(device)
        if self.is_reader(device) and device in self._tags:
            del self._tags[device]
            yield from self._read_anew(now)
        elif device in self._sources:
            yield from self._gone(device, now)

    def _works(self, reader: str) -> bool:
        """Tell whether a reader works: nobody knows what lies over a dead reader or one that went.

        A late report about a reader that went counts only once it's there again: its board was exchanged, so
        the tag seemed to leave it.
        """
        state = self._there.get(reader)
        return reader not in self._away and (state is None or state.reads is not False)

    def _read_anew(self, now: Seconds, taken_at: Seconds | None = None) -> Iterator[Look]:
        """Combine the readings of all readers; yield the look that they make, if it differs from the last."""
        known = self._sources.get(READERS)
        if known is None:
            return
        named: dict[tuple[PieceId, Cell], set[Face | None]] = {}
        unread: set[Cell] = set()
        working = {reader: laid for reader, laid in self._tags.items() if self._works(reader)}
        for reader, laid in working.items():
            cell = self._sensors.readers[reader]
            for tag in laid:
                found = piece_of(self._things.get(tag.uid, ""))
                if found is None:
                    unread.add(cell)
                else:
                    named.setdefault((found[0], cell), set()).add(found[1])
        changed = replace(
            known,
            named=tuple(
                Named(piece, cell, next(iter(faces)) if len(faces) == 1 else None)
                for (piece, cell), faces in sorted(named.items(), key=lambda one: one[0])
            ),
            unread=frozenset(unread),
            covers=frozenset(self._sensors.readers[reader] for reader in working),
        )
        if changed == known and known.changed_at is not None:
            return
        self._sources[READERS] = replace(changed, changed_at=now)
        if now >= changed.ready_at:
            yield self._look(READERS, now if taken_at is None else taken_at)

    def _switched(self, device: str) -> tuple[Cell, ...]:
        """Return the cells that a device's switches look at: cells in its file that the device also reports.

        A file may say what lies beneath a cell, but not whether it works.
        """
        state = self._there.get(device)
        cells: Iterable[Cell | None] = self._sensors.covers(device)
        if state is not None and state.switched is not None:
            cells = (self._sensors.switch_cell(device, name) for name in state.switched)
        known = dict.fromkeys(cell for cell in cells if cell is not None)
        return tuple(cell for cell in known if cell not in self._out_of_reach)

    def _gone(self, name: str, now: Seconds) -> Iterator[Look]:
        """Forget a source; receivers of its looks learn that it looks at nothing any more."""
        if self._sources[name].sent_at is not None:
            look = self._look(name, now)
            yield replace(
                look,
                pieces=LookPieces(),
                cells=LookCells(blind=look.cells.blind),
                reach=replace(look.reach, covers=()),
            )
        del self._sources[name]
        self._changed = {key: at for key, at in self._changed.items() if key[0] != name}

    def _look(self, name: str, at: Seconds) -> Look:
        source = self._sources[name]
        if source.sent_at is not None:
            at = max(at, Seconds(source.sent_at + _TICK_S))
        steady = not source.gap
        source = replace(source, sent_at=at, sequence=source.sequence + 1, gap=False)
        self._sources[name] = source
        feels = name != READERS
        covers = self._switched(name) if feels else tuple(sorted(source.covers))
        return Look(
            name,
            source.sequence,
            at,
            LookPieces(named=source.named),
            LookCells(tuple(sorted(source.occupied.intersection(covers) if feels else source.unread))),
            LookMotion(steady=steady, moved=False),
            reach=LookReach(
                self._board,
                SourceKnows.SOMETHING if feels else SourceKnows.WHICH,
                covers,
                self._magnets if feels else self._stickers,
            ),
        )


def _is_lively(source: _Source, now: Seconds) -> bool:
    return source.changed_at is not None and now - source.changed_at < _LIVELY_FOR_S
