"""How many cards lie face down in each cell, as sources count their backs. Pure; knows no game.

Nobody can see which cards they are, and nothing here asks. A changed count doesn't contradict a run, so a
back that one look misses holds nothing up. A count is only believed once two looks in a row agree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.ids import Cell
from engine.core.observations import Look

AGREEING = 2
"""The number of looks in a row that have to count the same."""

Numbers = tuple[tuple[str, int], ...]
"""How many backs of each kind show in a cell, by the backs' names; empty: none."""


@dataclass(frozen=True, slots=True)
class CountedBacks:
    """A source's last count in a cell."""

    numbers: Numbers | None
    """How many backs of each kind it counted; None: it couldn't count there."""
    looks: int = 1
    """The number of looks in a row with this count."""


Counts = Mapping[Cell, CountedBacks]
"""A source's counts by cell. Other cells never showed a back, and could always be read."""


class Counting(Protocol):
    """The part of a source's run that counts backs."""

    @property
    def backs(self) -> Counts | None:
        """Its counts; None from a source that can't see backs."""
        ...

    @property
    def covers(self) -> frozenset[Cell] | None:
        """The cells that it looks at; None: all."""
        ...

    def looks_at(self, cell: Cell) -> bool:
        """Tell whether it covers a cell."""
        ...


@dataclass(frozen=True, slots=True)
class BacksSeen:
    """How many backs of each kind show in each cell, by all sources together."""

    numbers: Mapping[Cell, Numbers] = field(default_factory=dict)
    """The backs in each cell where some show."""
    unclear: frozenset[Cell] = frozenset()
    """Cells where no source could count, or where sources differ."""
    covers: frozenset[Cell] | None = None
    """The cells that sources which can count look at; None: all."""

    def at(self, cell: Cell) -> Numbers | None:
        """Return the backs that show in a cell; None: unknown."""
        if cell in self.unclear or not (self.covers is None or cell in self.covers):
            return None
        return self.numbers.get(cell, ())


def counted(before: Counts | None, look: Look, unreadable: frozenset[Cell]) -> Counts | None:
    """Return the counts of a source after one more look; None: this source can't tell backs."""
    if look.pieces.backs is None:
        return None
    there: dict[Cell, dict[str, int]] = {}
    for one in look.pieces.backs:
        there.setdefault(one.cell, {})[one.back] = one.number
    known = before or {}
    found: dict[Cell, CountedBacks] = {}
    for cell in (*known, *there, *unreadable):
        numbers = (
            None if look.motion.moved or cell in unreadable else tuple(sorted(there.get(cell, {}).items()))
        )
        was = known.get(cell)
        looks = was.looks + 1 if was is not None and was.numbers == numbers else 1
        found[cell] = CountedBacks(numbers, min(looks, AGREEING))
    return found


def agreed_backs(sources: Iterable[Counting]) -> BacksSeen | None:
    """Return the backs that all sources which can count them agree on; None: no source can."""
    tellers = [(one, one.backs) for one in sources if one.backs is not None]
    if not tellers:
        return None
    numbers: dict[Cell, Numbers] = {}
    unclear: set[Cell] = set()
    for cell in {cell for _, counts in tellers for cell in counts}:
        said = {
            count.numbers if count.looks >= AGREEING else None
            for one, counts in tellers
            if one.looks_at(cell)
            for count in (counts.get(cell, CountedBacks((), AGREEING)),)
        }
        # A source that can't count there doesn't contradict one that can.
        known = said - {None}
        if len(known) != 1:
            unclear.add(cell)
        elif (shows := known.pop()) is not None and shows:
            numbers[cell] = shows
    return BacksSeen(numbers, frozenset(unclear), _covered(one for one, _ in tellers))


def _covered(sources: Iterable[Counting]) -> frozenset[Cell] | None:
    found = frozenset[Cell]()
    for one in sources:
        if one.covers is None:
            return None
        found |= one.covers
    return found
