"""Places of pieces by switches alone: by earlier places and the order of lifts and puts. Pure.

Most electronic chess boards do the same. A switch feels that something lies on its cell, not which piece or
how many: a stack that loses one stays covered. Unknown places stay open until a later lift, a reader, a
camera or the players decide them.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Cell, PieceId, Seconds

Somebody = frozenset[PieceId | None]
"""The possible pieces; None among them stands for any piece that lay on none of the switches."""

SLIDE_S = 0.15
"""How long a slid piece may be felt on two cells: at a hand's 200 mm/s, some 10 mm where both switches feel
it take 0.05 s."""


READ_LATE_S = 0.4
"""A reader reports that a tag is gone up to this much later: after some readings without it."""

ECHO_S = 0.1
"""Two switches that close within this time for one piece both feel that piece."""

_NEVER = Seconds(-1.0)

_IN_PASSING_S = 2.0
"""After this time, an unnamed piece that was lifted again lies on a stack."""


@dataclass(frozen=True, slots=True)
class Tracking:
    """The conclusions from switches."""

    covers: frozenset[Cell] = frozenset()
    """The cells with a switch that works."""
    occupied: frozenset[Cell] = frozenset()
    """Those cells with something on them."""
    at: Mapping[PieceId, Cell] = field(default_factory=dict)
    """The pieces whose cells are sure."""
    held: tuple[PieceId, ...] = ()
    """Lifted pieces without a known place (in a hand, in the box, on a stack), the oldest first."""
    unnamed: Mapping[Cell, Somebody] = field(default_factory=dict)
    """Cells that a piece reached, each with the pieces that it could be."""
    passing: Somebody = frozenset()
    """The pieces that may have been lifted from such a cell."""
    lifted_at: Seconds | None = None
    """When a piece was last lifted; None: never."""
    covered_at: Mapping[Cell, Seconds] = field(default_factory=dict)
    """When each cell was last covered."""
    cleared_at: Mapping[Cell, Seconds] = field(default_factory=dict)
    """When each cell was last cleared."""
    notices: frozenset[PieceId] | None = None
    """The pieces with a magnet; None: all."""
    echoes: Mapping[Cell, Cell] = field(default_factory=dict)
    """Pairs of cells that feel one piece between them: each with the other."""
    slid: Mapping[Cell, PieceId] = field(default_factory=dict)
    """Cells that a piece reached just before another piece left its own cell: perhaps the same piece."""
    otherwise: Mapping[Cell, Somebody] = field(default_factory=dict)
    """The pieces, other than the lifted one, that may have come to a cell since it was last judged."""

    def feels(self, piece: PieceId) -> bool:
        """Tell whether a piece has a magnet; all have one unless the source says otherwise."""
        return self.notices is None or piece in self.notices

    @property
    def vacant(self) -> frozenset[Cell]:
        """The cells with nothing on them."""
        return self.covers - self.occupied

    def passed(self, since: Seconds) -> frozenset[Cell]:
        """Return the cells where something was laid since then, and lifted again."""
        return frozenset(
            cell
            for cell in self.vacant & self.covered_at.keys() & self.cleared_at.keys()
            if since < self.covered_at[cell] < self.cleared_at[cell]
        )

    @property
    def loose(self) -> frozenset[PieceId]:
        """The pieces whose places nobody knows."""
        maybe = (*self.held, *self.passing, *(one for some in self.unnamed.values() for one in some))
        return frozenset(one for one in maybe if one is not None and one not in self.at)


Moved = tuple[tuple[PieceId, Cell | None], ...]
"""Pieces that left their cell (None) or surely reached one, in this order."""


def begun(
    tracking: Tracking,
    covers: frozenset[Cell],
    occupied: frozenset[Cell],
    last: Mapping[PieceId, Cell],
    *,
    lifted_at: Seconds | None = None,
) -> Tracking:
    """Return the tracking with more switches.

    `last`: the places of pieces that can be felt.

    `lifted_at`: the time when a piece that isn't felt there counts as lifted.
    """
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
        lifted_at=lifted_at if lifted_at is not None and held != tracking.held else tracking.lifted_at,
    )


def ended(tracking: Tracking, cells: frozenset[Cell]) -> Tracking:
    """Return the tracking without these switches: they are gone, or aren't believed."""
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
    """Return the tracking after a look of switches: of its `cells`, those in `now` are covered."""
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
    other = tracking.echoes.get(cell)
    if other is not None and len(tracking.unnamed.get(other, frozenset())) == 1:
        return _unechoed(tracking, cell, other, at)
    left = tuple(piece for piece, where in tracking.at.items() if where == cell)
    lies = {piece: where for piece, where in tracking.at.items() if where != cell}
    unnamed = dict(tracking.unnamed)
    passing = tracking.passing | (unnamed.pop(cell, frozenset()) - frozenset((*tracking.held, None)))
    slid = {one: piece for one, piece in tracking.slid.items() if one != cell}
    # A piece that was slid to this cell may be slid on.
    mover = left[0] if len(left) == 1 else tracking.slid.get(cell)
    if mover is not None:
        for other, some in unnamed.items():
            if None in some and at - tracking.covered_at.get(other, _NEVER) <= SLIDE_S:
                for one in _felt_as_one(tracking, other):
                    if one != cell:
                        unnamed[one] |= {mover}
                        slid[one] = mover
                break
    return (
        replace(
            tracking,
            occupied=tracking.occupied - {cell},
            at=lies,
            held=tuple(dict.fromkeys((*tracking.held, *left))),
            unnamed=unnamed,
            passing=passing,
            lifted_at=at,
            cleared_at={**tracking.cleared_at, cell: at},
            slid=slid,
        ),
        tuple((piece, None) for piece in left),
    )


def _unechoed(tracking: Tracking, cell: Cell, other: Cell, at: Seconds) -> tuple[Tracking, Moved]:
    """Return the tracking after one of two switches that felt one piece opens: it lies in the other cell.

    No piece was lifted: a contact bounced, or the piece was pushed off the line between the two.
    """
    (piece,) = tracking.unnamed[other]
    now = replace(
        tracking,
        occupied=tracking.occupied - {cell},
        unnamed={one: some for one, some in tracking.unnamed.items() if one not in (cell, other)},
        echoes={one: two for one, two in tracking.echoes.items() if cell not in (one, two)},
        cleared_at={**tracking.cleared_at, cell: at},
        slid={one: two for one, two in tracking.slid.items() if one != cell},
    )
    if piece is None:
        return replace(now, unnamed={**now.unnamed, other: frozenset((None,))}), ()
    return _named(now, piece, other), ((piece, other),)


def _covered(tracking: Tracking, cell: Cell, at: Seconds) -> tuple[Tracking, Moved]:
    now = replace(
        tracking,
        occupied=tracking.occupied | {cell},
        covered_at={**tracking.covered_at, cell: at},
    )
    now = replace(now, echoes={one: other for one, other in now.echoes.items() if cell not in (one, other)})
    held, passing = tracking.held, tracking.passing
    if tracking.lifted_at is not None and at - tracking.lifted_at > _IN_PASSING_S:
        passing = frozenset()
    # A piece that reached another cell a moment ago is in no hand, if another piece is.
    in_hand = frozenset(held).difference(tracking.slid.values(), _settled(tracking)) or frozenset(held)
    somebody: Somebody = in_hand | passing
    beside = max(
        (one for one in tracking.occupied if at - tracking.covered_at.get(one, _NEVER) <= ECHO_S),
        key=lambda one: tracking.covered_at[one],
        default=None,
    )
    if len(somebody) == 1 and None not in somebody:
        (only,) = (one for one in somebody if one is not None)
        if any(only in some for some in tracking.unnamed.values()):
            # It may lie there by now, and another piece may have come, which a reader reports a moment later.
            return replace(now, unnamed={**now.unnamed, cell: somebody | _unfelt(tracking)}), ()
        now = replace(now, otherwise={**now.otherwise, cell: _unfelt(tracking) - {only}})
        return _named(now, only, cell), ((only, cell),)
    if somebody:
        now = replace(now, otherwise={**now.otherwise, cell: _unfelt(tracking) - somebody})
        if beside is not None:
            now = replace(now, echoes={**now.echoes, cell: beside, beside: cell})
    elif beside is not None:
        return _echoed(now, cell, beside), ()
    else:
        somebody = _unfelt(now)
    return replace(now, unnamed={**now.unnamed, cell: somebody}, passing=frozenset()), ()


def _unfelt(tracking: Tracking) -> Somebody:
    """Return the pieces that can come without clearing a cell: from a stack, or from no switch."""
    high = Counter(tracking.at.values())
    return frozenset((*(piece for piece, where in tracking.at.items() if high[where] > 1), None))


def _named(tracking: Tracking, piece: PieceId, cell: Cell) -> Tracking:
    """Return the tracking once the piece in a cell is known."""
    return replace(
        tracking,
        at={**tracking.at, piece: cell},
        held=tuple(one for one in tracking.held if one != piece),
        unnamed={one: some - {piece} for one, some in tracking.unnamed.items() if one != cell},
        passing=frozenset(),
        slid={one: other for one, other in tracking.slid.items() if other != piece and one != cell},
    )


def read(tracking: Tracking, gone: frozenset[PieceId], came: Mapping[PieceId, Cell], at: Seconds) -> Tracking:
    """Return the tracking after readers name other pieces in their cells than before.

    A reader reports a piece a little later than a switch feels it in its new cell.
    """
    for piece in sorted(gone):
        if not tracking.feels(piece):
            continue
        unnamed, slid = dict(tracking.unnamed), dict(tracking.slid)
        put = max(
            ((tracking.covered_at.get(cell, _NEVER), cell) for cell in unnamed if cell not in slid),
            default=None,
        )
        if put is not None and at - put[0] <= READ_LATE_S:
            for one in _felt_as_one(tracking, put[1]):
                unnamed[one] |= {piece}
                slid[one] = piece
        tracking = replace(
            tracking,
            at={one: cell for one, cell in tracking.at.items() if one != piece},
            held=tuple(dict.fromkeys((*tracking.held, piece))),
            unnamed=unnamed,
            slid=slid,
            lifted_at=at,
        )
    return with_places(tracking, came) if came else tracking


def _felt_as_one(tracking: Tracking, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that may hold the piece which reached one of them."""
    other = tracking.echoes.get(cell)
    return (cell,) if other is None or other not in tracking.unnamed else (cell, other)


def _settled(tracking: Tracking) -> dict[PieceId, Cell]:
    """Return cells' pieces that are certain because no other lifted piece is missing."""
    found: dict[PieceId, Cell] = {}
    for cell, some in tracking.unnamed.items():
        only = next(iter(some)) if len(some) == 1 else None
        if only is not None and only in tracking.held and cell not in tracking.echoes:
            found.setdefault(only, cell)
    return found


def at_rest(tracking: Tracking) -> Tracking:
    """Return the tracking once nothing moves: a piece that left its cell and reached no other was slid."""
    for piece, cell in _settled(tracking).items():
        tracking = _named(tracking, piece, cell)
    for cell, piece in tracking.slid.items():
        # If two cells feel one piece between them, nobody knows which it lies in.
        maybe_there = piece in tracking.held and piece in tracking.unnamed.get(cell, ())
        if maybe_there and tracking.echoes.get(cell) not in tracking.unnamed:
            tracking = _named(tracking, piece, cell)
    return tracking


def _echoed(tracking: Tracking, cell: Cell, beside: Cell) -> Tracking:
    """Return the tracking where two switches feel one piece that lies in one cell or the other."""
    there = [piece for piece, where in tracking.at.items() if where == beside]
    somebody: Somebody = frozenset(there) or tracking.unnamed.get(beside, frozenset((None,)))
    return replace(
        tracking,
        at={piece: where for piece, where in tracking.at.items() if where != beside},
        unnamed={**tracking.unnamed, cell: somebody, beside: somebody},
        echoes={**tracking.echoes, cell: beside, beside: cell},
    )


def with_places(tracking: Tracking, places: Mapping[PieceId, Cell | None]) -> Tracking:
    """Return the tracking after the places of some pieces became known (None: not on the board)."""
    places = {
        piece: cell
        for piece, cell in places.items()
        if tracking.feels(piece) and (tracking.at.get(piece) != cell or piece in tracking.held)
    }
    if tracking.otherwise:
        tracking = replace(tracking, otherwise={})
    if not (places or tracking.passing):
        return tracking
    lies = {piece: cell for piece, cell in tracking.at.items() if piece not in places}
    lies |= {piece: cell for piece, cell in places.items() if cell is not None and cell in tracking.occupied}
    named = frozenset(lies.values())
    return replace(
        tracking,
        at=lies,
        held=tuple(piece for piece in tracking.held if piece not in places),
        unnamed={
            cell: some - places.keys()
            for cell, some in tracking.unnamed.items()
            if cell not in named and tracking.echoes.get(cell) not in named
        },
        passing=frozenset(),
        slid={cell: piece for cell, piece in tracking.slid.items() if piece not in places},
    )
