"""The events on the table since it was last judged: cells touched, pieces lifted or put straight. Pure.

Only settled sightings say where pieces lie; the trail says what hands did to them in between.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Cell, PieceId, Seconds
from engine.session.seen.sighting import START
from engine.session.seen.touches import Lie, Lies, Touch

_LONGEST = 64
_MOST_TOUCHES = 256
_SURE_LOOKS = 2
"""This many looks make an edge sure: one look may misread it, or a tag in a hand."""

_BOUNCE_S = 0.08
"""A piece that comes back to its switch so soon never left it: contacts bounce, and no hand is so quick."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The events since the last judged sighting, the oldest first."""

    cells: tuple[Cell, ...] = ()
    """The cells where something happened."""
    lifted: tuple[PieceId, ...] = ()
    """Pieces that were away from their place in a look that would have seen them there."""
    straight: Mapping[PieceId, int] = field(default_factory=dict)
    """Pieces that lay pushed and were then seen straight, with the number of such looks."""
    appeared: Mapping[PieceId, int] = field(default_factory=dict)
    """Pieces that lay nowhere and were then seen, with the number of such looks."""
    places: Mapping[PieceId, Cell] = field(default_factory=dict)
    """Where the pieces that appeared were last seen."""
    touches: tuple[Touch, ...] = ()
    """All touches of pieces that were seen."""
    since: Seconds = START
    """When the newest look before it was taken."""

    @property
    def straightened(self) -> frozenset[PieceId]:
        """The pieces that surely lay straight once, even if they don't now."""
        return _surely(self.straight)

    @property
    def surely_appeared(self) -> frozenset[PieceId]:
        """The pieces that surely lay on the table once, even if they don't now."""
        return _surely(self.appeared)


def touched(trail: Trail, cells: Collection[Cell]) -> Trail:
    """Return the trail with these cells; a cell that is in it already keeps its place."""
    if not cells:
        return trail
    return replace(trail, cells=tuple(dict.fromkeys((*trail.cells, *cells)))[-_LONGEST:])


def followed(  # noqa: PLR0913  # what is known of before, by name
    trail: Trail,
    seen: Mapping[PieceId, Lie],
    unread: frozenset[Cell],
    touches: tuple[Touch, ...] = (),
    *,
    last: Mapping[PieceId, Cell],
    pushed: frozenset[PieceId],
    stayed: frozenset[PieceId] = frozenset(),
) -> Trail:
    """Return the trail after a look that saw how pieces lie, with its `touches`.

    `unread`: cells that the look couldn't read. `last`, `pushed`: the pieces' places and pushes when last
    judged. `stayed`: pieces that switches seemed to feel elsewhere.
    """
    if stayed:
        kept = (one for one in trail.touches if not (one.piece in stayed and one.now and one.now.is_felt))
        trail = replace(trail, touches=tuple(kept))
    lifted = [
        piece
        for piece, cell in last.items()
        if piece not in trail.lifted and (seen[piece].cell != cell if piece in seen else cell not in unread)
    ]
    straight = [piece for piece in pushed if piece in seen and seen[piece].pushed is False]
    appeared = [piece for piece in seen if piece not in last]
    if not (lifted or straight or appeared or touches):
        return trail
    return replace(
        trail,
        lifted=(*trail.lifted, *lifted),
        straight=_counted(trail.straight, straight),
        appeared=_counted(trail.appeared, appeared),
        places={**trail.places, **{piece: seen[piece].cell for piece in appeared}},
        touches=(*trail.touches, *touches)[-_MOST_TOUCHES:],
    )


def recalled(
    trail: Trail,
    lies: Lies,
    seen: Mapping[PieceId, Lie],
    at: Seconds,
    *,
    last: Mapping[PieceId, Cell],
    gone: Seconds,
) -> Trail:
    """Return the trail after a late look: with pieces that came and were gone again by the look at `gone`.

    Newer looks know more about everything else.
    """
    known = {one.piece for one in trail.touches} | last.keys()
    if at <= trail.since:
        return trail
    passed = [piece for piece in seen if piece not in known and lies.get(piece) is None]
    came_and_went = (
        touch
        for piece in passed
        for touch in (Touch(at, piece, None, seen[piece]), Touch(gone, piece, seen[piece], None))
    )
    return replace(trail, touches=(*trail.touches, *came_and_went)[-_MOST_TOUCHES:]) if passed else trail


def handled(
    trail: Trail, lies: Lies, piece: PieceId, lay: Cell | None, now: Cell | None, *, at: Seconds
) -> tuple[Trail, Lies]:
    """Return trail and lies after a piece was felt to leave its old place (`lay`), or to reach `now`."""
    was = lies[piece] if piece in lies else Lie(lay, None, None) if lay is not None else None
    if now is None:
        if was is None or was.cell != lay:
            return trail, lies  # a camera was sooner
        lifted = trail.lifted if piece in trail.lifted else (*trail.lifted, piece)
        touches = (*trail.touches, Touch(at, piece, was, None))[-_MOST_TOUCHES:]
        return replace(trail, lifted=lifted, touches=touches), {**lies, piece: None}
    if was is not None and was.cell == now:
        return trail, lies
    last = next((one for one in reversed(trail.touches) if one.piece == piece), None)
    left = last.was if last is not None and last.now is None and at - last.at < _BOUNCE_S else None
    if left is not None and left.cell == now:
        touches = tuple(one for one in trail.touches if one is not last)
        return replace(trail, touches=touches), {**lies, piece: left}
    lie = Lie(now, None, None)
    touches = (*trail.touches, Touch(at, piece, was, lie))[-_MOST_TOUCHES:]
    return replace(trail, touches=touches), {**lies, piece: lie}


def without_shown(trail: Trail, pieces: Collection[PieceId]) -> Trail:
    """Return the trail without lifts of these pieces after which they were put back.

    A piece that is still away may come back elsewhere. The cells keep the marks of both.
    """
    dropped: set[int] = set()
    away: dict[PieceId, int] = {}
    for n, touch in enumerate(trail.touches):
        if touch.piece not in pieces:
            continue
        left = away.pop(touch.piece, None)
        if touch.now is None:
            away[touch.piece] = n
        elif left is not None and touch.was is None:
            lay = trail.touches[left].was
            if lay is not None and lay.may_be(touch.now):
                dropped |= {left, n}
    if not dropped:
        return trail
    return replace(trail, touches=tuple(one for n, one in enumerate(trail.touches) if n not in dropped))


def _counted(looks: Mapping[PieceId, int], pieces: Collection[PieceId]) -> Mapping[PieceId, int]:
    return {**looks, **{piece: looks.get(piece, 0) + 1 for piece in pieces}} if pieces else looks


def _surely(looks: Mapping[PieceId, int]) -> frozenset[PieceId]:
    return frozenset(piece for piece, count in looks.items() if count >= _SURE_LOOKS)
