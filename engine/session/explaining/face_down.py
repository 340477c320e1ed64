"""Cards that lie face down, compared with the match: cells and numbers, never which cards. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.core.ids import Cell, Seconds
from engine.core.layout import Heap, Layout
from engine.session.seen.backs import BacksSeen, Numbers
from engine.session.seen.sighting import Sighting


@dataclass(frozen=True, slots=True)
class DueBacks:
    """The backs that should show in a cell."""

    back: str
    """The game's word for what the back looks like."""
    number: int
    """How many there are."""
    exact: bool
    """All of them should show. Else at least one of them shows, if there are any."""


@dataclass(frozen=True, slots=True)
class SeenBacks:
    """The last look at the backs in a cell."""

    due: tuple[DueBacks, ...]
    """The backs that should show."""
    shows: Numbers | None
    """The backs that did show; None if this wasn't clear."""
    right: bool = False
    """Whether the backs have been right since the match last changed them."""
    off_since: Seconds | None = None
    """Since when the backs have been wrong; None while they are right."""
    said: bool = False
    """The players were shown that the backs are wrong."""
    waived: bool = False
    """The players said that the match is right."""

    @property
    def is_off(self) -> bool:
        """Whether the wrong backs show and nobody accepts it."""
        return self.off_since is not None and not self.waived


class BacksAction(StrEnum):
    """The steps to put cards right that lie face down, or should.

    `LAY` this number, `TAKE` this number away; `LAY_PILE`: lay a pile of any number; `CLEAR` the cell of all
    cards that show their backs there; `TAKE_OTHER`: take the card whose back doesn't belong there.
    """

    LAY = "lay"
    LAY_PILE = "lay_pile"
    TAKE = "take"
    CLEAR = "clear"
    TAKE_OTHER = "take_other"

    @property
    def lays(self) -> bool:
        """Whether it brings cards to the cell."""
        return self in (BacksAction.LAY, BacksAction.LAY_PILE)


@dataclass(frozen=True, slots=True)
class PutBacks:
    """A step with cards of one back in a cell."""

    action: BacksAction
    """The kind of step."""
    cell: Cell
    """The cell."""
    number: int
    """How many cards, where that is known."""


def due_backs(heaps: Sequence[Heap], layout: Layout) -> dict[Cell, tuple[DueBacks, ...]]:
    """Return the backs that should show in each cell with face-down cards; on a pile only the top one's."""
    tops = {spot.cell for spot in layout.values() if spot.piled and not spot.covered}
    found: dict[Cell, dict[str, DueBacks]] = {}
    for heap in heaps:
        there = found.setdefault(heap.cell, {})
        before = there.get(heap.back, DueBacks(heap.back, 0, exact=True))
        exact = heap.exact and before.exact
        shows = 0 if heap.cell in tops and not heap.exact else heap.number
        there[heap.back] = DueBacks(heap.back, before.number + shows, exact=exact)
    return {cell: tuple(there[back] for back in sorted(there)) for cell, there in found.items()}


def misfits(due: Mapping[Cell, Sequence[DueBacks]], sighting: Sighting) -> int:
    """Return the number of cells with too many backs, or with too few though nothing hides one.

    It counts only cells where every back should be visible and could be counted.
    """
    backs = sighting.backs
    if backs is None:
        return 0
    upon = stood_upon(sighting)
    return sum(
        _is_misfit(due.get(cell, ()), shows, hidden=cell in upon)
        for cell in {*due, *backs.numbers}
        if (shows := backs.at(cell)) is not None
    )


def stood_upon(sighting: Sighting) -> frozenset[Cell]:
    """Return the cells where a face is seen, which may hide a back beneath it."""
    return frozenset(spot.cell for spot in sighting.spots.values())


def _is_misfit(due: Sequence[DueBacks], shows: Numbers, *, hidden: bool) -> bool:
    if not all(one.exact for one in due):
        return False
    should, seen = {one.back: one.number for one in due}, dict(shows)
    return any(
        seen.get(back, 0) > should.get(back, 0) or (seen.get(back, 0) < should.get(back, 0) and not hidden)
        for back in {*should, *seen}
    )


def followed(
    before: Mapping[Cell, SeenBacks],
    due: Mapping[Cell, tuple[DueBacks, ...]],
    sighting: Sighting,
    layout: Layout,
    *,
    owed: bool,
) -> dict[Cell, SeenBacks]:
    """Return how the backs lie after one more settled sighting.

    `owed`: chance has to decide. Then the last card of a pile may have been drawn without being named yet,
    and face-up cards may have been turned over already for the time after chance.
    """
    backs = sighting.backs if sighting.backs is not None else BacksSeen(covers=frozenset())
    covered = {
        spot.cell
        for piece, spot in sighting.spots.items()
        if piece not in layout or layout[piece].cell != spot.cell
    }
    upon = stood_upon(sighting)
    open_cells = {spot.cell for spot in layout.values() if not spot.piled} if owed else set()
    found: dict[Cell, SeenBacks] = {}
    for cell in sorted({*before, *due, *backs.numbers}):
        expected, was = _claims(due.get(cell, ())), before.get(cell)
        if was is None and not expected and before:
            was = SeenBacks((), ())  # nothing lay there, and nothing should lie there
        same = was is not None and was.due == expected
        known = was if was is not None and same else SeenBacks(expected, None)
        shows = backs.at(cell)
        if not shows and cell in upon and all(one.exact for one in due.get(cell, ())):
            shows = None  # a unit may hide the land beneath it
        ahead = bool(shows) and cell in open_cells
        if shows is None or cell in covered or ahead or (owed and _is_bare(expected, shows)):
            found[cell] = known
        elif not any(_puts(cell, expected, shows)):
            if expected:
                found[cell] = SeenBacks(expected, shows, right=True)
        elif known.shows == shows and known.off_since is not None:
            found[cell] = known
        else:
            right = known.right or (same and not expected and not _is_laid_ahead(due.get(cell, ()), shows))
            found[cell] = SeenBacks(expected, shows, right=right, off_since=sighting.taken_at)
    return found


def shows_backs(lying: Mapping[Cell, SeenBacks]) -> bool:
    """Tell whether any back was ever counted: if none was, the decks aren't on the table."""
    return any(one.shows for one in lying.values())


def puts(lying: Mapping[Cell, SeenBacks]) -> Iterator[PutBacks]:
    """Yield the cards to lay face down or take away, so that each cell shows its due backs."""
    for cell, one in sorted(lying.items()):
        yield from _puts(cell, one.due, one.shows or ())


def _claims(due: Sequence[DueBacks]) -> tuple[DueBacks, ...]:
    """Return the part of the due backs that a camera can check: of a pile, whether it's empty."""
    shown = (one if one.exact else replace(one, number=min(one.number, 1)) for one in due)
    return tuple(one for one in shown if one.number)


def _is_laid_ahead(due: Sequence[DueBacks], shows: Numbers) -> bool:
    """Tell whether a pile lies where the match has an empty one: people may shuffle before the match asks."""
    empty = {one.back for one in due if not one.exact and not one.number}
    return any(back in empty for back, _ in shows)


def _is_bare(due: Sequence[DueBacks], shows: Numbers) -> bool:
    return not shows and any(not one.exact for one in due)


def _puts(cell: Cell, due: Sequence[DueBacks], shows: Numbers) -> Iterator[PutBacks]:
    """Yield the steps that make a cell show its due backs; cards on top go first."""
    seen, should = dict(shows), {one.back: one for one in due}
    strange = [back for back in seen if back not in should]
    for back in strange:
        yield PutBacks(BacksAction.TAKE_OTHER if due else BacksAction.CLEAR, cell, seen[back])
    for back, one in should.items():
        there = seen.get(back, 0)
        if not one.exact:
            if not there and not strange:
                yield PutBacks(BacksAction.LAY_PILE, cell, one.number)
        elif there != one.number:
            action = BacksAction.LAY if there < one.number else BacksAction.TAKE
            yield PutBacks(action, cell, abs(one.number - there))
