"""Hidden pieces: a sighting as it would be if they lay where something unread lies, or were gone. Pure."""

from dataclasses import replace

from engine.core.ids import Cell
from engine.core.layout import Layout, Spot
from engine.session.seen.sighting import Leftovers, Sighting


def with_presumed(
    sighting: Sighting, layout: Layout, leftovers: Leftovers, *, backed: frozenset[Cell] = frozenset()
) -> Sighting:
    """Return a sighting where the one unreadable thing is the one piece that left its place.

    This needs a cell where all expected pieces are seen, and a piece that nothing hides in its own place.
    Beside a seen piece, a shadow is likelier than the piece; an empty cell is a likelier place. A thing that
    was unreadable before, such as a hard shadow, isn't the piece that has just gone. `backed`: the cells
    where something lies face down, which is then the unreadable thing.
    """
    went = [
        piece
        for piece, spot in layout.items()
        if not (
            spot.covered
            or piece in sighting.spots
            or piece in leftovers
            or piece in sighting.elsewhere
            or sighting.cannot_tell(piece, layout)
        )
    ]
    unseen = {spot.cell for piece, spot in layout.items() if piece not in sighting.spots}
    strange = sighting.newly_unread - unseen - backed
    strange = strange - {spot.cell for spot in sighting.spots.values()} or strange
    if len(went) != 1 or len(strange) != 1:
        return sighting
    (piece,), (cell,) = went, strange
    spots = {**sighting.spots, piece: Spot(cell, layout[piece].face)}
    return replace(sighting, spots=spots, hidden=sighting.hidden - {piece})


def with_gone(sighting: Sighting, layout: Layout) -> Sighting | None:
    """Return a sighting without hidden pieces that could only be in cells where they didn't lie.

    None: there are none, or they may be hidden in their own places.
    """
    gone = {
        piece
        for piece in sighting.hidden - sighting.disputes.keys()
        if piece in layout and not layout[piece].covered and not sighting.cannot_tell(piece, layout)
    }
    return replace(sighting, hidden=sighting.hidden - gone) if gone else None


def with_last_seen(sighting: Sighting) -> Sighting | None:
    """Return a sighting where hidden pieces lie as they were last seen, in unreadable cells.

    None: no hidden piece was seen since the table was last judged.
    """
    last = {one.piece: one.now for one in sighting.touches}
    found = {
        piece: Spot(lie.cell, lie.face, lie.sideways, lie.pushed)
        for piece, lie in last.items()
        if lie is not None
        and piece in sighting.hidden - sighting.disputes.keys()
        and lie.cell in sighting.murky
    }
    if not found:
        return None
    return replace(sighting, spots={**sighting.spots, **found}, hidden=sighting.hidden - found.keys())
