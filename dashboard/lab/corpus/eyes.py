"""Simulates the looks of a camera or a board of readers, with its faults. It knows no rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from zlib import crc32

from dashboard.lab.corpus.hands import EyesMoment
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.core.observations import Backs, Look, LookCells, LookMotion, LookPieces, LookReach, Seen


@dataclass(frozen=True, slots=True)
class Faults:
    """The probabilities of a source's faults, for each look unless the field says otherwise."""

    unread: float = 0.003
    """A piece isn't read; for each piece and look."""
    wavers: float = 0.0005
    """A piece's push to the edge is read wrongly in one look; for each piece and look."""
    glare: float = 0.0006
    """Some cells become unreadable for seconds."""
    shadow: float = 0.01
    """Some cells become blind for a moment."""
    silent: float = 0.0008
    """No look comes for seconds."""
    late: float = 0.01
    """The look comes later, after newer ones."""
    repeated: float = 0.02
    """The look before comes again."""
    leans: float = 0.0
    """A piece's turn can't be read; for each piece and look."""


@dataclass(slots=True)
class CorpusEyes:
    """A simulated source of looks."""

    source: str
    """The source's name."""
    cells: tuple[Cell, ...]
    """The cells of the board."""
    chance: Random
    """The random source of faults."""
    ground: frozenset[PieceId] = frozenset()
    """The pieces that others may stand on, and so hide."""
    faults: Faults = Faults()
    """The probabilities of faults."""
    piles: frozenset[Cell] = frozenset()
    """The cells where only the last card shows."""
    covers: frozenset[Cell] | None = None
    """The cells that the source looks at; None: all cells."""
    _sequence: int = 0
    """The number of looks so far, with those that never arrive."""
    _glare: dict[Cell, float] = field(default_factory=dict)
    """The time when the glare on each cell ends, in seconds."""
    _shadow: tuple[frozenset[Cell], float] = (frozenset(), 0.0)
    """The cells in a shadow, and the time when it ends, in seconds."""
    _silent_until: float = 0.0
    """The time when the silence ends, in seconds."""
    _held: list[Look] = field(default_factory=list)
    """The looks that arrive late."""
    _last: Look | None = None
    """The last look that arrived."""
    _backs_chance: Random = field(default_factory=lambda: Random("backs"))  # noqa: S311 - a simulation, not a secret

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the looks that arrive at this time, usually one."""
        faults = self.faults
        look = self._look(moment, at)
        if at < self._silent_until:
            return
        if self._does(faults.silent):
            self._silent_until = at + self.chance.uniform(1.0, 6.0)
            return
        if self._does(faults.late):
            self._held.append(look)
            return
        yield look
        if self._held and self.chance.random() < 0.5:
            yield self._held.pop()
        if self._last is not None and self._does(faults.repeated):
            yield self._last
        self._last = look

    def _look(self, moment: EyesMoment, at: float) -> Look:
        self._sequence += 1
        self._cast(at)
        shadow = self._shadow[0] if at < self._shadow[1] else frozenset[Cell]()
        blind = moment.covered | shadow
        unsure = {cell for cell, until in self._glare.items() if at < until}
        lying = {spot.cell for spot in moment.spots.values()}
        lying |= {cell for cell, there in (moment.backs or {}).items() if any(there.values())}
        unsure &= lying
        if self.covers is not None:
            blind, unsure = blind & self.covers, unsure & self.covers
        seen: list[Seen] = []
        for piece, spot in self._uncovered(moment.spots).items():
            if spot.cell in blind or spot.cell in unsure or not self._looks_at(spot.cell):
                continue
            if self._does(self.faults.unread):
                unsure.add(spot.cell)
                continue
            edge = bool(spot.edge) is not self._does(self.faults.wavers)
            lies = _is_thrown(piece) if spot.piled else spot.sideways
            sideways = None if self._does(self.faults.leans) else lies
            turned = 90.0 * bool(sideways)
            face = spot.face or Face.UP
            seen.append(Seen(piece, spot.cell, 0.0, 0.0, face, turned, edge, 1.0, 1.0, sideways))
        backs = self._backs(moment, blind, unsure)
        return Look(
            self.source,
            self._sequence,
            Seconds(at),
            LookPieces(tuple(seen), backs=backs),
            LookCells(tuple(sorted(unsure - blind)), tuple(sorted(blind))),
            LookMotion(steady=moment.steady and not shadow, moved=False),
            reach=LookReach(covers=None if self.covers is None else tuple(sorted(self.covers))),
        )

    def _backs(
        self, moment: EyesMoment, blind: frozenset[Cell], unsure: set[Cell]
    ) -> tuple[Backs, ...] | None:
        """Return the visible backs; cells with unreadable ones are added to `unsure`."""
        if moment.backs is None:
            return None
        faces = {spot.cell for spot in moment.spots.values() if spot.cell in self.piles}
        found: list[Backs] = []
        for cell, there in moment.backs.items():
            if cell in blind or cell in unsure or cell in faces or not self._looks_at(cell):
                continue
            shows = {back: number for back, number in there.items() if number}
            if cell in self.piles and shows:
                shows = {list(shows)[-1]: 1}  # the last card that was laid there is the top
            if shows and self._backs_chance.random() < self.faults.unread:
                unsure.add(cell)
                continue
            found += [Backs(cell, back, number) for back, number in shows.items()]
        return tuple(found)

    def _cast(self, at: float) -> None:
        """Let glare and shadows appear at random."""
        chance = self.chance
        if self._does(self.faults.glare):
            for cell in chance.sample(self.cells, 3):
                self._glare[cell] = at + chance.uniform(3.0, 40.0)
        if self._does(self.faults.shadow):
            first = chance.randrange(max(1, len(self.cells) - 6))
            cells = frozenset(self.cells[first : first + chance.randint(2, 6)])
            self._shadow = (cells, at + chance.uniform(0.2, 1.2))

    def _looks_at(self, cell: Cell) -> bool:
        return self.covers is None or cell in self.covers

    def _does(self, share: float) -> bool:
        return share > 0.0 and self.chance.random() < share

    def _uncovered(self, spots: Layout) -> dict[PieceId, Spot]:
        stood_on = {spot.cell for piece, spot in spots.items() if piece not in self.ground}
        tops = {spot.cell: piece for piece, spot in spots.items() if spot.cell in self.piles}
        return {
            piece: spot
            for piece, spot in spots.items()
            if (piece not in self.ground or spot.cell not in stood_on) and tops.get(spot.cell, piece) == piece
        }


def _is_thrown(piece: PieceId) -> bool:
    """Tell whether a card lies across on a pile; one in five does, because people throw cards there."""
    return crc32(piece.encode()) % 5 == 0
