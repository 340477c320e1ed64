"""Who is where by switches alone: by what lay there and what was lifted and put down in which order. Pure.

As most electronic chess boards do it. A switch feels that something lies on its cell, not what, nor how
many: a stack of which one is taken stays covered. What can't be known stays open until a later lift, a
reader, a camera or the players tell it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Cell, PieceId, Seconds

Somebody = frozenset[PieceId | None]
"""Who it may be; None among them: also whoever lay on none of the switches."""

SLIDE_S = 0.5
"""A piece that is slid from cell to cell is felt on the next before it has left the last."""


@dataclass(frozen=True, slots=True)
class Tracking:
    """What follows from switches.

    `covers`: the cells with a switch that works, `occupied`: those of them with something on it. `at`: who
    surely lies where. `held`: who was lifted and lies nobody knows where, oldest first: in a hand, in the
    box, on a stack. `unnamed`: cells on which something came that could be several. `passing`: who may have
    been lifted from such a cell. `lifted_at`, `covered_at`: when last. `notices`: the pieces with a magnet;
    None: all.
    """

    covers: frozenset[Cell] = frozenset()
    occupied: frozenset[Cell] = frozenset()
    at: Mapping[PieceId, Cell] = field(default_factory=dict)
    held: tuple[PieceId, ...] = ()
    unnamed: Mapping[Cell, Somebody] = field(default_factory=dict)
    passing: Somebody = frozenset()
    lifted_at: Seconds | None = None
    covered_at: Mapping[Cell, Seconds] = field(default_factory=dict)
    notices: frozenset[PieceId] | None = None

    def feels(self, piece: PieceId) -> bool:
        """Tell whether a piece has a magnet, as all have where nothing else is said."""
        return self.notices is None or piece in self.notices

    @property
    def vacant(self) -> frozenset[Cell]:
        """The cells on which nothing lies."""
        return self.covers - self.occupied

    @property
    def loose(self) -> frozenset[PieceId]:
        """Who lies nobody knows where."""
        maybe = (*self.held, *self.passing, *(one for some in self.unnamed.values() for one in some))
        return frozenset(one for one in maybe if one is not None and one not in self.at)


Moved = tuple[tuple[PieceId, Cell | None], ...]
"""Who left its cell (None), or surely came to one, in this order."""


def begun(
    tracking: Tracking, covers: frozenset[Cell], occupied: frozenset[Cell], last: Mapping[PieceId, Cell]
) -> Tracking:
    """Return the tracking with more switches; `last`: where those pieces lay that can be felt."""
    here = {piece: cell for piece, cell in last.items() if cell in covers and tracking.feels(piece)}
    lying = {piece: cell for piece, cell in here.items() if cell in occupied}
    known = {piece: cell for piece, cell in tracking.at.items() if piece not in here}
    held = tuple(dict.fromkeys((*tracking.held, *(piece for piece in here if piece not in lying))))
    strange = occupied - frozenset(lying.values())
    somebody: Somebody = frozenset((*held, None))
    return replace(
        tracking,
        covers=tracking.covers | covers,
        occupied=tracking.occupied | occupied,
        at={**known, **lying},
        held=held,
        unnamed={**tracking.unnamed, **dict.fromkeys(sorted(strange), somebody)},
    )


def ended(tracking: Tracking, cells: frozenset[Cell]) -> Tracking:
    """Return the tracking without these switches: they are gone, or can't be believed."""
    if not cells & tracking.covers:
        return tracking
    return replace(
        tracking,
        covers=tracking.covers - cells,
        occupied=tracking.occupied - cells,
        at={piece: cell for piece, cell in tracking.at.items() if cell not in cells},
        unnamed={cell: some for cell, some in tracking.unnamed.items() if cell not in cells},
    )


def felt(
    tracking: Tracking, now: frozenset[Cell], cells: frozenset[Cell], at: Seconds
) -> tuple[Tracking, Moved]:
    """Return what follows from a look of switches: `now` something lies on these of its `cells`."""
    moved: list[tuple[PieceId, Cell | None]] = []
    before = tracking.occupied & cells
    for cell in sorted(before - now):
        tracking, left = _cleared(tracking, cell, at)
        moved += left
    for cell in sorted(now - before):
        tracking, came = _covered(tracking, cell, at)
        moved += came
    return tracking, tuple(moved)


def _cleared(tracking: Tracking, cell: Cell, at: Seconds) -> tuple[Tracking, Moved]:
    left = tuple(piece for piece, where in tracking.at.items() if where == cell)
    lies = {piece: where for piece, where in tracking.at.items() if where != cell}
    unnamed = dict(tracking.unnamed)
    passing = tracking.passing | (unnamed.pop(cell, frozenset()) - frozenset(tracking.held))
    moved: list[tuple[PieceId, Cell | None]] = [(piece, None) for piece in left]
    slid = next(
        (
            other
            for other, some in unnamed.items()
            if None in some and at - tracking.covered_at.get(other, Seconds(-1.0)) <= SLIDE_S
        ),
        None,
    )
    held = tuple(dict.fromkeys((*tracking.held, *left)))
    if slid is not None and len(left) == 1:
        del unnamed[slid]
        lies[left[0]] = slid
        held = tracking.held
        moved.append((left[0], slid))
    return (
        replace(
            tracking,
            occupied=tracking.occupied - {cell},
            at=lies,
            held=held,
            unnamed=unnamed,
            passing=passing,
            lifted_at=at,
        ),
        tuple(moved),
    )


def _covered(tracking: Tracking, cell: Cell, at: Seconds) -> tuple[Tracking, Moved]:
    now = replace(
        tracking,
        occupied=tracking.occupied | {cell},
        covered_at={**tracking.covered_at, cell: at},
    )
    held, passing = tracking.held, tracking.passing
    if len(held) == 1 and not passing:
        return replace(now, at={**now.at, held[0]: cell}, held=()), ((held[0], cell),)
    somebody: Somebody = frozenset(held) | passing
    if not somebody:
        # From a stack, which stays covered, or from where there is no switch.
        high = Counter(now.at.values())
        somebody = frozenset((*(piece for piece, where in now.at.items() if high[where] > 1), None))
    return replace(now, unnamed={**now.unnamed, cell: somebody}, passing=frozenset()), ()


def told(tracking: Tracking, places: Mapping[PieceId, Cell | None]) -> Tracking:
    """Return what follows once it is known where some pieces lie (None: not on the board)."""
    places = {
        piece: cell
        for piece, cell in places.items()
        if tracking.feels(piece) and (tracking.at.get(piece) != cell or piece in tracking.held)
    }
    if not (places or tracking.passing):
        return tracking
    lies = {piece: cell for piece, cell in tracking.at.items() if piece not in places}
    lies |= {piece: cell for piece, cell in places.items() if cell is not None and cell in tracking.occupied}
    named = frozenset(lies.values())
    return replace(
        tracking,
        at=lies,
        held=tuple(piece for piece in tracking.held if piece not in places),
        unnamed={cell: some - places.keys() for cell, some in tracking.unnamed.items() if cell not in named},
        passing=frozenset(),
    )
