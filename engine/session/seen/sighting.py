"""The sources' agreement, and how it differs from a state's layout. Knows no game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout, Spot, lie_across
from engine.session.seen.backs import BacksSeen
from engine.session.seen.touches import Touch, lifted

Leftovers = Mapping[PieceId, Spot | None]
"""Pieces that are known to lie otherwise than the game expects, and how (None: off the table).

Examples are an edge left from an earlier turn, a soldier not yet put on the table, a piece that a tablet
moved. They are accepted while they stay as they are and no action changes what the game expects of them.
"""

NO_LEFTOVERS: Leftovers = {}


START = Seconds(0.0)


@dataclass(frozen=True, slots=True)
class Watch:
    """The pieces and cells that one source could notice."""

    covers: frozenset[Cell] | None = None
    """The cells that it covers; None: all."""
    notices: frozenset[PieceId] | None = None
    """The pieces that it notices; None: all."""

    def would_notice(self, piece: PieceId, cell: Cell) -> bool:
        """Tell whether the source would notice a piece in a cell. Other sources' cells don't count."""
        is_covered = self.covers is None or cell in self.covers
        return is_covered and (self.notices is None or piece in self.notices)


@dataclass(frozen=True, slots=True)
class Sighting:
    """The fused, settled evidence since the last judged state.

    A piece is in `spots` (seen), in `hidden` (it couldn't be looked for), or in neither, which means that it
    isn't on the table. The fields from `elsewhere` to `passed`, and `otherwise`, are about cells that no
    camera sees.
    """

    spots: Layout
    """The pieces that are seen. An `edge` of None means that the looks disagree, or that no source can know
    it; a `face` of None means the latter."""
    hidden: frozenset[PieceId] = frozenset()
    """The pieces that couldn't be looked for."""
    touched: tuple[Cell, ...] = ()
    """The cells where something happened since, the oldest first."""
    taken_at: Seconds = START
    """When the newest look that it rests on was taken."""
    frame: int = 0
    """The number of the newest look that it rests on."""
    source: str = ""
    """The source of the newest look that it rests on."""
    murky: frozenset[Cell] = frozenset()
    """The cells that couldn't be looked at or read."""
    unread: frozenset[Cell] = frozenset()
    """The cells of `murky` where something lies."""
    newly_unread: frozenset[Cell] = frozenset()
    """The cells of `unread` that hid nothing when the table was last judged."""
    touches: tuple[Touch, ...] = ()
    """The touches of hands since, the oldest first."""
    straight: frozenset[PieceId] = frozenset()
    """Pieces that lay straight when last judged or since, even if they don't now."""
    appeared: frozenset[PieceId] = frozenset()
    """Pieces that weren't on the table and then were, even if they aren't now."""
    disputes: Mapping[PieceId, tuple[tuple[str, Cell], ...]] = field(default_factory=dict)
    """For each disputed piece the sources, each with its cell, while none outweighs the others. The piece
    counts as hidden."""
    since: Seconds = START
    """When the last of the sources began to see this."""
    elsewhere: Mapping[PieceId, frozenset[Cell]] = field(default_factory=dict)
    """Pieces that left their place, and the cells that each surely isn't in. Such a piece may be off the
    table or in any other cell; it is in no other field.
    """
    unnamed: Mapping[Cell, frozenset[PieceId | None]] = field(default_factory=dict)
    """The cells that something lies in, with the pieces that it likely is; None: a piece from off the table.
    """
    echoes: Mapping[Cell, Cell] = field(default_factory=dict)
    """Pairs of such cells that feel one piece between them: each with the other."""
    watches: tuple[Watch, ...] = (Watch(),)
    """The pieces and cells that each source could notice."""
    felt: frozenset[Cell] = frozenset()
    """The cells where something lies, perhaps more than any source could name."""
    vacant: frozenset[Cell] = frozenset()
    """The cells with a switch that feels nothing."""
    passed: frozenset[Cell] = frozenset()
    """The cells of `vacant` where something was laid since the last judged look, and left."""
    otherwise: Mapping[Cell, frozenset[PieceId | None]] = field(default_factory=dict)
    """For a cell that only switches followed a piece to: the other pieces that may lie there."""
    unwatched: frozenset[Cell] = frozenset()
    """Cells that were murky when last judged, where more may have happened than can be seen now."""
    switches: Watch | None = None
    """The pieces and cells that switches could notice; None: there are none."""
    occupied: frozenset[Cell] = frozenset()
    """The cells with a switch that feels something."""
    followed: frozenset[PieceId] = frozenset()
    """The pieces that only switches followed to their cells."""
    backs: BacksSeen | None = None
    """How many cards lie face down in each cell; None: no source can tell."""
    affirmed: bool = False
    """Whether it rests on one look alone, which confirms the switches."""
    eyes_back_at: Seconds | None = None
    """When a camera looked again after none had for a while; None: there was no such gap."""

    @property
    def lifted(self) -> tuple[PieceId, ...]:
        """The pieces that left their place, once for each time."""
        return lifted(self.touches)

    @property
    def came(self) -> Mapping[PieceId, frozenset[Cell]]:
        """The pieces that were laid somewhere since, with the cells where looks showed them."""
        found: dict[PieceId, frozenset[Cell]] = {}
        for one in self.touches:
            if one.now is not None:
                found[one.piece] = found.get(one.piece, frozenset()) | {one.now.cell}
        return found

    def _brought(self, since: Seconds) -> Iterator[Touch]:
        """Yield the touches since then of pieces whose places were known before."""
        first: dict[PieceId, Touch] = {}
        for one in self.touches:
            first.setdefault(one.piece, one)
            if one.at >= since and first[one.piece].was is not None:
                yield one

    def was_taken(self, piece: PieceId, layout: Layout) -> bool:
        """Tell whether a piece was taken off its stock in a layout: a pile without a due top.

        Then it showed there when hands first touched it, and shows nowhere now. Any piece that shows there
        now appeared from beneath it.
        """
        lay = layout.get(piece)
        if lay is None or not (lay.piled and lay.covered) or piece in self.spots or lay.cell in self.murky:
            return False
        first = next((one for one in self.touches if one.piece == piece), None)
        if first is None or first.was is None or first.was.cell != lay.cell:
            return False
        if any(spot.cell == lay.cell and not spot.covered for spot in layout.values()):
            return False
        if any(one.now is not None and one.now.cell == lay.cell for one in self._brought(first.at)):
            return False  # something was put upon it
        shown = [other for other, spot in self.spots.items() if spot.cell == lay.cell]
        return all(
            _lies_beneath(layout.get(other), lay)
            and next((one.was is None for one in self.touches if one.piece == other), False)
            for other in shown
        )

    def cannot_tell(self, piece: PieceId, layout: Layout) -> bool:
        """Tell whether a piece that isn't seen may lie where a layout has it.

        No source can look there, or the piece is ground with something on it.
        """
        expected = layout.get(piece)
        if expected is None or piece in self.spots or self.was_taken(piece, layout):
            return False
        if not any(watch.would_notice(piece, expected.cell) for watch in self.watches):
            return True
        if expected.cell in self.felt and piece not in self.elsewhere:
            return True
        if expected.cell in self.murky:
            return True
        if expected.piled and self.is_under_another(piece, layout):
            return True
        return expected.ground and any(
            spot.cell == expected.cell and other in layout and not layout[other].ground
            for other, spot in self.spots.items()
        )

    def is_under_another(self, piece: PieceId, layout: Layout) -> bool:
        """Tell whether a piece that isn't seen may lie on its pile beneath the seen one.

        If a camera sees the next lower piece of the pile, the piece above it is gone. But if the lower piece
        has just come, the other may lie beneath it: people throw several cards on a pile in any order. On a
        jumbled pile any card may show.
        """
        top = layout.get(piece)
        if top is None or not top.piled or piece in self.spots:
            return False
        came = self.came
        return any(
            spot.cell == top.cell
            and (top.jumbled or not _lies_beneath(layout.get(other), top) or top.cell in came.get(other, ()))
            for other, spot in self.spots.items()
        )

    def may_be_in(self, piece: PieceId, cell: Cell) -> bool:
        """Tell whether a piece may be the unknown thing in a cell."""
        return self.is_likely_in(piece, cell) or self._is_among(piece, self.otherwise.get(cell))

    def is_likely_in(self, piece: PieceId, cell: Cell) -> bool:
        """Tell the same. If any lifted pieces weren't put down elsewhere, only these can be the thing."""
        return self._is_among(piece, self.unnamed.get(cell))

    def _is_among(self, piece: PieceId, somebody: frozenset[PieceId | None] | None) -> bool:
        if not somebody:
            return False
        return piece in somebody or (
            None in somebody and piece not in self.spots and piece not in self.hidden
        )

    def shows_same_as(self, other: "Sighting") -> bool:
        """Tell whether both show the same pieces in the same way, at any time.

        Backs aren't compared: they're checked against the match at every settled look, and are no play.
        """
        return (
            self.spots == other.spots
            and self.hidden == other.hidden
            and self.elsewhere == other.elsewhere
            and self.unnamed == other.unnamed
        )


def _lies_beneath(spot: Spot | None, top: Spot) -> bool:
    """Tell whether a piece should lie under another on its pile. If it shows, the other one is gone."""
    return spot is not None and spot.cell == top.cell and spot.covered


@dataclass(frozen=True, slots=True)
class Differences:
    """How a sighting differs from a layout."""

    wrong: frozenset[PieceId]
    """Pieces in another cell, with another face, missing or additional."""
    edges: Mapping[PieceId, bool] = field(default_factory=dict)
    """Pieces that differ only in their push to the edge; the value says whether they're seen pushed."""

    @property
    def pieces(self) -> frozenset[PieceId]:
        """Every piece that differs."""
        return self.wrong | self.edges.keys()


def lies_wrong(expected: Spot | None, seen: Spot | None) -> bool:
    """Tell whether a piece that was looked for lies otherwise than expected. Its edge doesn't count."""
    if expected is None or seen is None:
        return expected is not seen and not (expected is not None and expected.covered)
    if expected.cell != seen.cell:
        return True
    if expected.face is not seen.face and None not in (expected.face, seen.face):
        return True
    return lie_across(expected, seen)


def same_claim(one: Spot | None, other: Spot | None) -> bool:
    """Tell whether two layouts expect the same of a piece. Pieces that stand on it don't count."""
    if one is None or other is None:
        return one is other
    return replace(one, covered=False) == replace(other, covered=False)


def edge_differs(expected: Spot | None, seen: Spot | None) -> bool:
    """Tell whether a piece is pushed to the edge where it shouldn't be, or the other way round."""
    if expected is None or seen is None or expected.edge is None or seen.edge is None:
        return False
    return expected.edge is not seen.edge


def differences(
    sighting: Sighting,
    layout: Layout,
    pieces: Iterable[PieceId],
    *,
    before: Layout,
    leftovers: Leftovers = NO_LEFTOVERS,
) -> Differences:
    """Return how a sighting differs from a layout.

    `before` is the layout of the state that `leftovers` belong to: where `layout` expects the same of a piece
    as `before`, its leftover is put up with.
    """
    wrong: set[PieceId] = set()
    edges: dict[PieceId, bool] = {}
    strange = strange_cells(sighting, layout)
    for piece in pieces:
        expected, seen = layout.get(piece), sighting.spots.get(piece)
        if piece in sighting.hidden or sighting.cannot_tell(piece, layout):
            continue
        if any(sighting.is_likely_in(piece, cell) for cell in strange):
            wrong.add(piece)
            continue
        is_wrong, is_off = _is_elsewhere(sighting, layout, piece), edge_differs(expected, seen)
        if not (is_wrong or is_off):
            continue
        if (
            piece in leftovers
            and same_claim(expected, before.get(piece))
            and (
                _lies_as(leftovers[piece], seen, edge_counts=not is_wrong)
                or _is_on_its_way(sighting, piece, expected, leftovers[piece])
            )
        ):
            continue
        if is_wrong:
            wrong.add(piece)
        elif seen is not None:
            edges[piece] = bool(seen.edge)
    return Differences(frozenset(wrong), edges)


def _is_on_its_way(sighting: Sighting, piece: PieceId, expected: Spot | None, lay: Spot | None) -> bool:
    """Tell whether a piece that has to be put elsewhere has left its place for an unknown one."""
    if piece not in sighting.elsewhere or expected is None or lay is None:
        return False
    return lies_wrong(expected, lay) and lay.cell in sighting.elsewhere[piece]


def _is_another(sighting: Sighting, layout: Layout, piece: PieceId, cell: Cell) -> bool:
    """Tell whether the thing in a cell may be another piece, which a layout expects there."""
    return any(
        spot.cell == cell and other != piece and sighting.may_be_in(other, cell)
        for other, spot in layout.items()
    )


def _is_elsewhere(sighting: Sighting, layout: Layout, piece: PieceId) -> bool:
    """Tell whether a piece that was looked for lies otherwise than expected. Its edge doesn't count."""
    expected = layout.get(piece)
    if expected is not None and sighting.may_be_in(piece, expected.cell):
        return False
    if sighting.was_taken(piece, layout):
        return True
    seen = sighting.spots.get(piece)
    if (
        seen is not None
        and seen.cell in sighting.otherwise
        and _is_another(sighting, layout, piece, seen.cell)
    ):
        return expected is not None and expected.cell in sighting.vacant
    without = sighting.elsewhere.get(piece)
    if without is None:
        return lies_wrong(expected, sighting.spots.get(piece))
    return (
        expected is not None and not expected.covered and expected.cell in without | sighting.unnamed.keys()
    )


def strange_cells(sighting: Sighting, layout: Layout) -> tuple[Cell, ...]:
    """Return the cells with something unnamed where a layout has no piece that it may be."""
    if not sighting.unnamed:
        return ()
    named = {
        spot.cell
        for piece, spot in layout.items()
        if spot.cell in sighting.unnamed and sighting.may_be_in(piece, spot.cell)
    }
    return tuple(
        cell for cell in sighting.unnamed if cell not in named and sighting.echoes.get(cell) not in named
    )


def rests_on_guesses(sighting: Sighting, before: Layout, after: Layout, pieces: Iterable[PieceId]) -> bool:
    """Tell whether no source can confirm the places of some of these pieces after a line of play."""
    for piece in pieces:
        expected = after.get(piece)
        if same_claim(before.get(piece), expected):
            continue
        if _is_guessed(sighting, piece, expected):
            return True
    return False


def _is_guessed(sighting: Sighting, piece: PieceId, expected: Spot | None) -> bool:
    if expected is None:
        return piece in sighting.elsewhere
    cell, lies = expected.cell, sighting.spots.get(piece)
    if cell in sighting.unnamed and sighting.is_likely_in(piece, cell):
        return None in sighting.unnamed[cell]
    if cell in sighting.unnamed or cell in sighting.otherwise:
        # A lifted piece is likelier there, unless this one is known to have left its place.
        return piece not in sighting.elsewhere and (lies is None or lies.cell != cell)
    return piece in sighting.elsewhere


def _lies_as(known: Spot | None, seen: Spot | None, *, edge_counts: bool) -> bool:
    if seen is None:
        # A piece under another on a pile isn't seen.
        return known is None or known.covered
    if known is None:
        return False
    # Where the cell, the face or the turn is known to be wrong, the edge doesn't matter.
    return not lies_wrong(known, seen) and (not edge_counts or known.edge is seen.edge)


def leftovers_of(sighting: Sighting, layout: Layout, pieces: Iterable[PieceId]) -> Leftovers:
    """Return every piece that lies otherwise than a layout expects, as it lies."""
    found = differences(sighting, layout, pieces, before=layout)
    return {piece: sighting.spots.get(piece) for piece in sorted(found.pieces)}


def buried_leftovers(sighting: Sighting, before: Layout, after: Layout) -> Leftovers:
    """Return the pieces that were covered when the game took them away: they still lie there, unseen.

    Pieces that should come in their place are included: they can't lie there yet.
    """
    found: dict[PieceId, Spot | None] = {}
    for piece, spot in before.items():
        if not spot.covered or piece in after or piece in sighting.spots:
            continue
        found[piece] = Spot(spot.cell, spot.face)
        for other, beneath in after.items():
            if beneath.covered and beneath.cell == spot.cell and other not in sighting.spots:
                found[other] = None
    return found
