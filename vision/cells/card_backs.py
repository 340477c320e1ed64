"""Cards whose back alone is known: they keep the ids made up for them while they lie still."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.ids import PieceId
from vision.board.placed import Placed, is_same_place


def with_backs_known(placed: Sequence[Placed], before: Mapping[PieceId, Placed]) -> tuple[Placed, ...]:
    """Return the placed cards. A back keeps the id that it had at its place; a new back gets a new id."""
    lay = {piece: one for piece, one in before.items() if one.back is not None}
    found = [one for one in placed if one.back is None]
    new: list[Placed] = []
    for one in placed:
        if one.back is None:
            continue
        same = (p for p, was in lay.items() if was.back == one.back and _lies_as(was, one, p))
        known = next(same, None)
        if known is None:
            new.append(one)
        else:
            del lay[known]
            found.append(_called(one, known))
    taken = {*before, *(one.seen.piece for one in found)}
    number = 0
    for one in new:
        while (piece := PieceId(f"{one.back}@{number}")) in taken:
            number += 1
        taken.add(piece)
        found.append(_called(one, piece))
    return tuple(found)


def _lies_as(was: Placed, now: Placed, piece: PieceId) -> bool:
    return is_same_place(was.seen, replace(now.seen, piece=piece))


def _called(one: Placed, piece: PieceId) -> Placed:
    return replace(one, seen=replace(one.seen, piece=piece))
