"""Simulates the reports of a board with switches and readers, with the faults of electronics.

It knows no rules. Its events go the same way as a real board's: through the engine's sensing, which makes
looks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from dashboard.lab.corpus.hands import EyesMoment
from engine.bus.messages.boards import DeviceState, LaidTag
from engine.core.device_events import CellChange
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from engine.core.surfaces import Surface
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import BOARD, Sensors

_FIRST_S = 0.25

_LIVELY_S, _ASKED_S = 3.0, 0.5
"""The time after a report while each look asks the board for more; and the later interval, in seconds."""

_SCANS_S = 0.015
"""The time until a board that stood still reports a change, in seconds: three scans, one every 5 ms."""

_GONE_S = 0.12
"""The time until a missing tag counts as gone, in seconds: three readings, one every 40 ms."""

_Switched = tuple[Seconds, CellChange]
_Reading = tuple[Cell, tuple[str, ...]]
"""The reading of a reader: its cell, and the uids of the tags."""


@dataclass(frozen=True, slots=True)
class Electronics:
    """The probabilities of faults of electronics."""

    unfelt: float = 0.002
    """No switch closes for a piece that is put down; for each piece."""
    both: float = 0.003
    """A neighbouring cell's switch closes too; for each piece that is put down."""
    pushed_both: float = 0.05
    """The same for pieces that are pushed to an edge.

    By `hardware.fields` the next hex's switch closes for a magnet less than 3.2 mm from the line between
    both, as of a foot that lies across it.
    """
    bounces: float = 0.05
    """A switch bounces for longer than the firmware waits; for each change."""
    late: float = 0.01
    """A switch's change is reported up to a second late; for each change."""
    missed: float = 0.0005
    """A reader misses a tag for so long that it counts as gone; for each reading."""
    crosstalk: float = 0.0005
    """A reader reads a neighbouring cell's tag; for each reading."""
    restarts: float = 0.0
    """The board restarts because its supply was too low; for each look.

    It's gone for a second or two, and then reports again all that lies on it. In half of the cases its
    absence isn't reported first.
    """
    stalls: float = 0.0
    """No report of the board arrives for up to three seconds, then all at once; for each look.

    In half of the cases the line is at fault. In the others the board itself stood still, and only notices
    the table afterwards, in one scan.
    """


HITCHING = Electronics(restarts=0.004, stalls=0.01)
"""A board on a long cable and a weak supply: three restarts and eight stalls in three minutes."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The parts of a board that are broken for the whole match."""

    stuck_on: frozenset[Cell] = frozenset()
    """The cells whose switches are always closed."""
    stuck_off: frozenset[Cell] = frozenset()
    """The cells whose switches never close."""
    deaf: frozenset[Cell] = frozenset()
    """The cells whose readers read nothing."""
    untagged: frozenset[PieceId] = frozenset()
    """The pieces whose tags can't be read."""


@dataclass(slots=True)
class Underside:
    """A board with a switch beneath each cell, and readers beneath some."""

    surface: Surface
    """The board's cells."""
    chance: Random
    """The random source of faults and delays."""
    magnets: frozenset[PieceId]
    """The pieces with a magnet."""
    readers: tuple[Cell, ...] = ()
    """The cells with a reader."""
    electronics: Electronics = Electronics()
    """The probabilities of faults."""
    broken: Broken = Broken()
    """The parts that are broken."""
    dies_at: float | None = None
    """The time when the whole board dies, in seconds; None: never."""
    round_s: float = 0.0
    """The time between two readings of each reader, in seconds. A change is reported at the next reading."""
    rocks: frozenset[PieceId] = frozenset()
    """The pieces that others stand on, out of the switches' reach."""
    _round_at: float = field(init=False, default=0.0)
    """The time of the next readings, in seconds."""
    _sensing: Sensing = field(init=False)
    """The engine's own evaluation of switches and readers."""
    _things: dict[str, str] = field(init=False, default_factory=dict)
    """The thing that each tag is on, by the tag's uid."""
    _lay: dict[PieceId, tuple[Cell, bool]] = field(init=False, default_factory=dict)
    """The last known cell of each piece, and whether it's pushed to the edge."""
    _odd: dict[PieceId, frozenset[Cell]] = field(init=False, default_factory=dict)
    """The cells whose switches each piece closes."""
    _felt: frozenset[Cell] = field(init=False, default_factory=frozenset)
    """The cells whose switches are closed."""
    _read: dict[Cell, tuple[str, ...]] = field(init=False, default_factory=dict)
    """The uids that each reader reported last."""
    _unread: dict[PieceId, float] = field(init=False, default_factory=dict)
    """The time until which each piece's tag isn't read, in seconds."""
    _waiting: list[tuple[float, _Switched]] = field(init=False, default_factory=list)
    """The changes of switches that are on their way, each with its time of arrival, in seconds."""
    _dead: bool = field(init=False, default=False)
    """Whether the board has died."""
    _down_until: float = field(init=False, default=0.0)
    """The time when a restart ends, in seconds."""
    _is_down: bool = field(init=False, default=False)
    """Whether the board is restarting."""
    _stalled_until: float = field(init=False, default=0.0)
    """The time when a stall ends, in seconds."""
    _stands_still: bool = field(init=False, default=False)
    """Whether the board itself stands still in the stall."""
    _sent_at: float = field(init=False, default=0.0)
    """The time of the last report, in seconds."""
    _asked_at: float = field(init=False, default=0.0)
    """The time when the board was last asked for more reports, in seconds."""
    _unreported: list[tuple[float, Cell, tuple[str, ...]]] = field(init=False, default_factory=list)
    """The readings that aren't reported yet: the time in seconds, the cell and the uids."""
    _at: float | None = field(init=False, default=None)
    """The time of the last moment, in seconds; None: there was none."""

    def __post_init__(self) -> None:
        """Connect the board's switches and readers to the engine's sensing."""
        cells = self.surface.cells
        sensors = Sensors(
            {BOARD: {cell: cell for cell in cells}}, {f"pad.{cell}": cell for cell in self.readers}
        )
        self._sensing = Sensing(sensors, self.magnets, board="")

    def stuck_to(self, pieces: Iterable[PieceId]) -> None:
        """Enrol an RFID tag for each of these pieces."""
        self._things = {f"{n:014X}": f"piece {piece}" for n, piece in enumerate(sorted(pieces))}

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the looks that follow from the changes since the last moment."""
        span_s, self._at = (at - self._at if self._at is not None else _FIRST_S), at
        if self.dies_at is not None and at >= self.dies_at:
            if not self._dead:
                self._dead = True
                yield from self._connected(at, connected=False)
            return
        if at < self._down_until:
            return
        if self._is_down:
            self._is_down = False
            yield from self._connected(at, connected=False)
            yield from self._connected(at, connected=True)
        if self._does(self.electronics.restarts):
            yield from self._restart(at)
            return
        if at >= self._stalled_until and self._does(self.electronics.stalls):
            self._stalled_until = at + self.chance.uniform(0.5, 3.0)
            self._stands_still = self._does(0.5)
        yield from self._sensing.stands(self._mountains(moment), Seconds(at))
        stalls = at < self._stalled_until
        if stalls and self._stands_still:
            yield from self._sensing.due(Seconds(at))
            return
        self._unreported += [(at, cell, uids) for cell, uids in self._readings(moment, at)]
        if self._stands_still:
            self._stands_still = False
            span_s = 0.0
        events = self._events(moment, at, span_s)
        if stalls:
            self._waiting += [(self._stalled_until, event) for _, event in events]
        else:
            yield from self._tell(events, at)
        yield from self._sensing.due(Seconds(at))

    def _tell(self, events: list[tuple[float, _Switched]], at: float) -> Iterator[Look]:
        """Report the changes and readings in order of time, and now and then that there are no more."""
        now = Seconds(at)
        reports: list[tuple[Seconds, CellChange | _Reading]] = [switched for _, switched in events]
        reports += [(Seconds(when), (cell, uids)) for when, cell, uids in self._unreported]
        for when, noticed in sorted(reports, key=lambda one: one[0]):
            self._sent_at = at
            yield from self._reported(when, at)
            if isinstance(noticed, CellChange):
                yield from self._sensing.switched(BOARD, noticed, when, now)
                continue
            pad = f"pad.{noticed[0]}"
            tags = tuple(LaidTag(pad, uid) for uid in noticed[1])
            yield from self._sensing.read(pad, tags, self._things, now, taken_at=when)
        self._unreported.clear()
        if at - self._sent_at < _LIVELY_S or at - self._asked_at >= _ASKED_S:
            self._asked_at = at
            yield from self._reported(Seconds(at), at)

    @property
    def _devices(self) -> tuple[str, ...]:
        """The names of the devices: the board of switches, and each reader."""
        return BOARD, *(f"pad.{cell}" for cell in self.readers)

    def _reported(self, until: Seconds, at: float) -> Iterator[Look]:
        yield from self._sensing.all_reported(self._devices, until, Seconds(at))

    def _restart(self, at: float) -> Iterator[Look]:
        """Begin a restart; reports on their way are lost, and all switches and tags are reported again."""
        self._down_until, self._is_down = at + self.chance.uniform(1.0, 2.0), True
        self._felt, self._read = frozenset(), {}
        self._waiting.clear()
        self._unreported.clear()
        if self._does(0.5):
            yield from self._connected(at, connected=False)

    def _connected(self, at: float, *, connected: bool) -> Iterator[Look]:
        """Report that the board and its readers are gone, or are back."""
        for device in self._devices:
            yield from self._sensing.heard(DeviceState(device, "", connected=connected), Seconds(at))

    def _events(self, moment: EyesMoment, at: float, span_s: float) -> list[tuple[float, _Switched]]:
        """Return the events that arrive in this span of seconds, in order, each with its time."""
        now = self._feel(moment)
        first = at - span_s
        lifted = self.chance.uniform(0.0, span_s / 3)
        put = self.chance.uniform(span_s / 2, span_s)
        changes = [(first + lifted, cell, False) for cell in sorted(self._felt - now)]
        changes += [(first + put, cell, True) for cell in sorted(now - self._felt)]
        self._felt = now
        for n, (when, cell, covered) in enumerate(changes):
            happened = when + (0.001 * n if span_s else _SCANS_S)
            times = [(happened, covered)]
            if self._does(self.electronics.bounces):
                times += [(happened + 0.004, not covered), (happened + 0.009, covered)]
            lag = self.chance.uniform(0.2, 1.0) if self._does(self.electronics.late) else 0.0
            self._waiting += [(one + lag, (Seconds(one), CellChange(cell, lies))) for one, lies in times]
        self._waiting.sort(key=lambda one: one[0])
        arrived = [one for one in self._waiting if one[0] <= at]
        self._waiting = self._waiting[len(arrived) :]
        return arrived

    def _mountains(self, moment: EyesMoment) -> frozenset[Cell]:
        return frozenset(spot.cell for piece, spot in moment.spots.items() if piece in self.rocks)

    def _feel(self, moment: EyesMoment) -> frozenset[Cell]:
        felt: set[Cell] = set()
        mountains = self._mountains(moment)
        for piece, spot in moment.spots.items():
            if piece not in self.magnets or spot.cell in mountains:
                # A magnet 24 mm higher gives at most 0.95 mT, and a switch needs 1.165 mT.
                self._lay.pop(piece, None)
                continue
            lies = (spot.cell, bool(spot.edge))
            if self._lay.get(piece) != lies:
                self._lay[piece] = lies
                self._odd[piece] = self._felt_as(spot.cell, pushed=bool(spot.edge))
            felt |= self._odd[piece]
        for piece in [one for one in self._lay if one not in moment.spots]:
            del self._lay[piece]
        return (frozenset(felt) | self.broken.stuck_on) - self.broken.stuck_off

    def _felt_as(self, cell: Cell, *, pushed: bool) -> frozenset[Cell]:
        """Return the cells whose switches close for a piece that was just put down in a cell."""
        if self._does(self.electronics.unfelt):
            return frozenset()
        if self._does(self.electronics.pushed_both if pushed else self.electronics.both):
            beside = [n for n in self.surface.neighbours[self.surface.index[cell]] if n is not None]
            return frozenset((cell, self.surface.cells[self.chance.choice(beside)]))
        return frozenset((cell,))

    def _readings(self, moment: EyesMoment, at: float) -> Iterator[_Reading]:
        if at < self._round_at:
            return
        self._round_at = at + self.round_s
        uids = {thing.removeprefix("piece "): uid for uid, thing in self._things.items()}
        found: dict[Cell, list[str]] = {cell: [] for cell in self.readers}
        for piece, spot in moment.spots.items():
            if piece in self.broken.untagged or piece not in uids:
                continue
            cell = spot.cell
            if self._does(self.electronics.crosstalk):
                beside = [n for n in self.surface.neighbours[self.surface.index[cell]] if n is not None]
                cell = self.surface.cells[self.chance.choice(beside)]
            if self._does(self.electronics.missed):
                self._unread[piece] = at + _GONE_S
            if cell in found and cell not in self.broken.deaf and self._unread.get(piece, 0.0) < at:
                found[cell].append(uids[piece])
        for cell, tags in found.items():
            now = tuple(sorted(tags))
            if self._read.get(cell) != now:
                self._read[cell] = now
                yield cell, now

    def _does(self, share: float) -> bool:
        return self.chance.random() < share
