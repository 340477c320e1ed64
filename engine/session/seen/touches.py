"""Touches of pieces, look by look, and the actions that they make: shown, moved, turned, pushed. Pure.

Only settled sightings say where pieces lie. The looks in between say how they came there, and in what order.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face

_MISREAD_S = 0.3
"""A look that misreads an edge is corrected by the next; slow cameras look every quarter of a second."""

_HELD_UP_S = 0.6
"""Nobody moves a piece to another cell and back in less time; such a piece was only held up."""


@dataclass(frozen=True, slots=True)
class Lie:
    """How a piece lay in one look."""

    cell: Cell
    """The cell that it lay in."""
    face: Face | None
    """The side that was up; None: its source can't tell."""
    pushed: bool | None
    """Whether it was pushed to its cell's edge; None: its source can't tell."""
    sideways: bool | None = None
    """Whether it lay across; None: its source can't tell."""

    def may_be(self, other: "Lie") -> bool:
        """Tell whether two looks may have seen the same; unknown facts contradict nothing."""
        return (
            self.cell == other.cell
            and (self.face is other.face or None in (self.face, other.face))
            and (self.pushed is other.pushed or None in (self.pushed, other.pushed))
            and (self.sideways is other.sideways or None in (self.sideways, other.sideways))
        )

    @property
    def is_felt(self) -> bool:
        """Whether only switches report it: a piece came there, and its name is inferred."""
        return self.face is None and self.pushed is None

    def with_more(self, other: "Lie") -> "Lie":
        """Return this lie with the facts that only the other knows."""
        face = self.face if self.face is not None else other.face
        pushed = self.pushed if self.pushed is not None else other.pushed
        sideways = self.sideways if self.sideways is not None else other.sideways
        more = Lie(self.cell, face, pushed, sideways)
        return self if more == self else more


Lies = Mapping[PieceId, Lie | None]
"""How each piece was last seen to lie; None: it was seen to have left."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A change of how a piece lies."""

    at: Seconds
    """When the look that shows it was taken."""
    piece: PieceId
    """The piece."""
    was: Lie | None
    """How it lay before; None: nowhere that was looked at."""
    now: Lie | None
    """How it lies after; None: nowhere that was looked at."""
    beside: frozenset[PieceId] = frozenset()
    """The other pieces that were handled in its cell since a camera had last read them."""

    @property
    def is_shift(self) -> bool:
        """Whether the piece was pushed to its cell's edge or away from it."""
        return self.was is not None and self.now is not None and self.was.pushed is not self.now.pushed


class Did(StrEnum):
    """A kind of touch. `SHOWN`: lifted for a moment and put back as it lay.

    `FLIPPED`: turned over; `SIDEWAYS`, `UPRIGHT`: turned by a quarter where it lies.
    """

    SHOWN = "shown"
    MOVED = "moved"
    FLIPPED = "flipped"
    SIDEWAYS = "sideways"
    UPRIGHT = "upright"
    PUSHED = "pushed"
    STRAIGHTENED = "straightened"
    CAME = "came"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class PieceTouch:
    """A hand's action with a piece."""

    at: Seconds
    """When it showed."""
    piece: PieceId
    """The piece."""
    did: Did
    """The kind of touch."""
    cell: Cell
    """The cell where the piece lay then, or had lain."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """The news of one look."""

    known: Lies
    """How the pieces lie by this source."""
    lies: Lies
    """How the pieces lie by the newest look of any source."""
    touches: tuple[Touch, ...]
    """The touches that it shows."""
    stayed: frozenset[PieceId] = frozenset()
    """Pieces that switches seemed to follow elsewhere, and that are seen in their old places."""


def noticed(  # noqa: PLR0913  # what is known of before, by name
    known: Lies,
    lies: Lies,
    seen: Mapping[PieceId, Lie],
    unread: frozenset[Cell],
    at: Seconds,
    *,
    last: Mapping[PieceId, Cell],
    felt_at: Mapping[PieceId, Seconds] = MappingProxyType({}),
) -> Noticed:
    """Return the touches that a look shows.

    A source's touch counts only where it contradicts itself. `unread`: cells that the look couldn't read.
    `last`: the places of pieces that no source has seen yet. `felt_at`: when any source last noticed a touch
    of a piece; an older look refutes nothing.
    """
    own: dict[PieceId, Lie | None] = {}
    all_: dict[PieceId, Lie | None] = {}
    touches: list[Touch] = []
    stayed: set[PieceId] = set()
    for piece, lie in seen.items():
        if piece in known and known[piece] == lie:
            if _is_refuted(lies.get(piece), lie) and felt_at.get(piece, at) <= at:
                all_[piece] = lie
                stayed.add(piece)
            continue
        own[piece] = lie
        was = lies.get(piece)
        if was == lie:
            continue
        if was and was.may_be(lie):
            # A source that can't see how a piece lies contradicts none and isn't contradicted.
            more = was.with_more(lie)
            if more is not was:
                all_[piece] = more
                touches += _pushed_since(at, piece, known.get(piece), was, more)
            continue
        all_[piece] = lie
        unknown = piece not in lies
        if not (unknown and last.get(piece) == lie.cell):
            touches.append(Touch(at, piece, was, lie))
    for piece, before in known.items():
        if before is None or piece in seen or before.cell in unread:
            continue
        own[piece] = None
        was = lies.get(piece)
        if was is not None and was.cell == before.cell:
            all_[piece] = None
            touches.append(Touch(at, piece, was, None))
    if not (own or all_):
        return Noticed(known, lies, ())
    by_own_word = {**known, **own} if own else known
    return Noticed(by_own_word, {**lies, **all_} if all_ else lies, tuple(touches), frozenset(stayed))


def _is_refuted(inferred: Lie | None, seen: Lie) -> bool:
    """Tell whether a piece was only inferred to have moved, and a camera sees it in another place."""
    return inferred is not None and inferred.is_felt and inferred.cell != seen.cell and not seen.is_felt


def _pushed_since(at: Seconds, piece: PieceId, before: Lie | None, was: Lie, now: Lie) -> tuple[Touch, ...]:
    """Return the touch of a piece that was pushed, or put straight, in a cell where only a switch felt it.

    `before`: how it lay when it was last seen. A piece that was put into another cell counts as straight at
    first.
    """
    if was.pushed is not None or now.pushed is None:
        return ()
    lay_pushed = before.pushed if before is not None and before.cell == now.cell else False
    if lay_pushed is None or lay_pushed is now.pushed:
        return ()
    return (Touch(at, piece, Lie(now.cell, now.face, lay_pushed), now),)


def actions(touches: Iterable[Touch]) -> tuple[PieceTouch, ...]:
    """Return the hands' actions that the touches make, oldest first."""
    by_piece: defaultdict[PieceId, list[Touch]] = defaultdict(list)
    for touch in sorted(touches, key=lambda one: one.at):
        by_piece[touch.piece].append(touch)
    found = [
        action
        for own in by_piece.values()
        for action in _actions_of(_without_misread(_without_held(_without_refuted(own))))
    ]
    return tuple(sorted(found, key=lambda action: action.at))


def lifted_once(found: Sequence[PieceTouch]) -> list[PieceTouch]:
    """Return actions without the second of two lifts of a piece in a row.

    A hand that holds a piece up may put it down twice, and a camera may lose and find it meanwhile. That
    counts as one lift. For two plays on one target, the target is lifted, its attacker pushed, and the target
    lifted again.
    """
    return [action for n, action in enumerate(found) if n == 0 or not _lifts_the_same(found[n - 1], action)]


def _lifts_the_same(one: PieceTouch, other: PieceTouch) -> bool:
    return one.did is other.did is Did.SHOWN and one.piece == other.piece


def lifted(touches: Iterable[Touch]) -> tuple[PieceId, ...]:
    """Return the pieces that left their place, once for each time."""
    return tuple(
        touch.piece
        for touch in touches
        if touch.was is not None and (touch.now is None or touch.now.cell != touch.was.cell)
    )


def left_over(touches: tuple[Touch, ...], pieces: frozenset[PieceId], *, reported: bool) -> tuple[Touch, ...]:
    """Return the touches that can belong to later plays.

    They are the touches after the last touch of these pieces; after a play that was only reported, all
    touches but the lifts of these pieces.
    """
    if reported:
        return tuple(one for one in touches if one.piece not in pieces or (one.was and one.now))
    over = max((one.at for one in touches if one.piece in pieces), default=Seconds(0.0))
    return tuple(one for one in touches if one.at > over)


def whole_since(touches: Sequence[Touch], since: Seconds, *, then: Sequence[Touch]) -> tuple[Touch, ...]:
    """Return the touches since a moment, with the lift of a piece that a hand held at that time.

    Without that lift, a piece put onto a pile would seem to have been uncovered in it. `then`: the touches
    that follow these.
    """
    last = {one.piece: one for one in touches if one.at < since}
    put_since = {one.piece for one in (*touches, *then) if one.at >= since}
    return tuple(
        one
        for one in touches
        if one.at >= since or (one.piece in put_since and one.now is None and one is last[one.piece])
    )


def _without_refuted(touches: Sequence[Touch]) -> list[Touch]:
    """Return the touches of one piece without a move that was only presumed.

    The piece was lifted, a switch elsewhere felt something, and then a camera sees the piece in its old cell.
    So the switch felt the next cell's piece, or this one at its edge, and the piece was put back.
    """
    found: list[Touch] = []
    for touch in touches:
        back = len(found) > 1 and touch.now is not None and _is_refuted(touch.was, touch.now)
        if back and found[-1].now == touch.was and found[-1].was is None:
            left = found[-2]
            if left.now is None and left.was is not None and touch.now and left.was.cell == touch.now.cell:
                found[-1] = Touch(touch.at, touch.piece, None, touch.now)
                continue
        found.append(touch)
    return found


def _without_held(touches: Sequence[Touch]) -> list[Touch]:
    """Return the touches of one piece without a move that was only seeming.

    A piece that an unseen hand holds up seems to lie in a cell further from the camera, until it's put back.
    """
    found: list[Touch] = []
    for touch in touches:
        came, left = (found[-1] if found else None), (found[-2] if len(found) > 1 else None)
        if came is None or not _is_held(left, came, touch):
            found.append(touch)
            continue
        if came.was is None:
            found.pop()
        else:
            found[-1] = replace(came, now=None)
        found.append(replace(touch, was=None))
    return found


def _is_held(left: Touch | None, came: Touch, back: Touch) -> bool:
    """Tell whether a piece was elsewhere only for a moment; `left`: the touch before that, if any."""
    home = came.was if came.was is not None or left is None or left.now is not None else left.was
    if home is None or came.now is None or back.now is None or back.was != came.now:
        return False
    elsewhere = came.now.cell != home.cell and back.now.may_be(home)
    return elsewhere and back.at - came.at <= _HELD_UP_S


def _without_misread(touches: Sequence[Touch]) -> list[Touch]:
    """Return the touches of one piece without shifts that are taken back at once: an edge was misread.

    No hand puts a piece straight and pushes it again so fast, or the other way round.
    """
    found: list[Touch] = []
    for touch in touches:
        before = found[-1] if found else None
        at_once = before is not None and touch.at - before.at <= _MISREAD_S
        if before and at_once and before.is_shift and touch.is_shift and touch.now == before.was:
            found.pop()
        else:
            found.append(touch)
    return found


def _actions_of(touches: Sequence[Touch]) -> Iterable[PieceTouch]:
    """Yield the actions of one piece. Its leaving and its coming to rest are two touches."""
    away: Touch | None = None
    for touch in touches:
        if touch.now is None:
            away = touch
            continue
        before = away.was if away is not None else touch.was
        left_at = away.at if away is not None else touch.at
        away, now = None, touch.now
        if before is None:
            yield PieceTouch(touch.at, touch.piece, Did.CAME, now.cell)
        elif before.cell != now.cell:
            yield PieceTouch(touch.at, touch.piece, Did.MOVED, now.cell)
            if now.pushed:
                yield PieceTouch(touch.at, touch.piece, Did.PUSHED, now.cell)
        elif before.face is not now.face and None not in (before.face, now.face):
            yield PieceTouch(touch.at, touch.piece, Did.FLIPPED, now.cell)
        elif None not in (before.sideways, now.sideways) and before.sideways is not now.sideways:
            yield PieceTouch(touch.at, touch.piece, Did.SIDEWAYS if now.sideways else Did.UPRIGHT, now.cell)
        elif None not in (before.pushed, now.pushed) and before.pushed is not now.pushed:
            did = Did.PUSHED if now.pushed else Did.STRAIGHTENED
            yield PieceTouch(touch.at, touch.piece, did, now.cell)
        else:
            yield PieceTouch(left_at, touch.piece, Did.SHOWN, now.cell)
    if away is not None and away.was is not None:
        yield PieceTouch(away.at, away.piece, Did.GONE, away.was.cell)
