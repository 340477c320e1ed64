"""Matches judged again from their cameras' pictures: seen again, then judged beside the recorded looks.

Both run side by side by the same rules. So a difference comes from vision or, with equal looks, from judging.
Pure but for reading; vision is given as a parameter.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId
from engine.core.observations import Look, LookMotion
from engine.records.camera_frame import CameraFrame
from engine.records.differences import message_text
from engine.records.pictures import KeptPicture, kept_frames
from engine.records.recorded import RecordedMatch
from engine.records.rejudgement import (
    LOOKS_WAITED,
    Account,
    Happening,
    Sitting,
    difference_at,
    seated,
)
from engine.session.playing.table import TableStep
from engine.session.playing.table_events import happen

CARRIED_S = 6.0
"""How long a picture of a still table stands for later pictures that weren't kept because they were like
it."""


class PictureEyes(Protocol):
    """Looks at recorded pictures again, each camera's in their order."""

    def see(self, frame: CameraFrame, lens: str) -> Look | None:
        """Return the look at a picture; None: it can't be read. `lens`: as JSON, empty: unknown."""


def judge_from_frames(
    match: RecordedMatch,
    found: Sequence[Sitting],
    eyes: PictureEyes,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> Account:
    """See and judge a match again, beside its recorded looks, and report every difference.

    Looks without a kept picture are taken as they were recorded. `progress` gets the number of moments that
    have been judged.

    Raises:
        InputFault: no pictures were kept, or the journal can't be replayed.
    """
    cameras = kept_frames(match.path.parent)
    if not cameras:
        raise InputFault(
            f"{match.path.parent}: no pictures were kept beside the journal (frames-cam-001.mcap); a table "
            "records its cameras' unless --frames off, or they gave way to newer ones"
        )
    account = Account(entries=len(match.entries))
    seen_again = {name: _Again(frames, eyes) for name, frames in cameras.items()}
    for sitting in found:
        table, setting = seated(match.game, match.pieces, match.entries, sitting)
        beside, fork = table, _Side()
        for happening in sitting.happenings:
            account.happenings += 1
            progress(account.happenings)
            other: Happening = happening
            unlike: tuple[tuple[str, str], ...] | None = None
            if isinstance(happening.took, Look):
                other, unlike = _seen_otherwise(happening, happening.took, seen_again, account)
            if unlike and unlike != fork.unlike:
                was, now = zip(*unlike, strict=True)
                account.differences.append(difference_at(sitting, happening, "look", was, now))
            fork.unlike = fork.unlike if unlike is None else unlike
            step = happen(setting, table, happening.took, happening.at_s)
            again = happen(setting, beside, other.took, other.at_s)
            account.verdicts += len(step.verdicts)
            table, beside = step.table, again.table
            fork.take(happening, step, again)
            if fork.is_apart():
                account.differences.append(
                    difference_at(sitting, fork.began or happening, "verdict", fork.recorded, fork.judged)
                )
                # From here on both sides begin again together, so that one difference doesn't cause all
                # others.
                beside, fork = table, _Side(unlike=fork.unlike)
        if fork.recorded != fork.judged:
            last = fork.began or sitting.happenings[-1]
            account.differences.append(difference_at(sitting, last, "verdict", fork.recorded, fork.judged))
    account.frames = sum(one.count for one in seen_again.values())
    return account


class _Again:
    """One camera's pictures, seen again up to a moment of the match."""

    def __init__(self, frames: Iterator[KeptPicture], eyes: PictureEyes) -> None:
        self._frames = frames
        self._eyes = eyes
        self._next = next(frames, None)
        self._look: Look | None = None
        self.count = 0

    def look_for(self, recorded: Look) -> tuple[Look | None, bool]:
        """Return the new look for a recorded look's time, and whether it is of the very same picture."""
        while self._next is not None and self._next.frame.taken_at <= recorded.taken_at:
            kept, self._next = self._next, next(self._frames, None)
            self._look = self._eyes.see(kept.frame, kept.lens)
            self.count += 1
        look = self._look
        if look is None:
            return None, False
        if look.taken_at == recorded.taken_at:
            return look, True
        stands = (
            look.motion.steady and recorded.motion.steady and recorded.taken_at - look.taken_at < CARRIED_S
        )
        return (look if stands else None), False


@dataclass(slots=True)
class _Side:
    """The verdicts of both sides since they last agreed."""

    began: Happening | None = None
    """The moment when they began to differ; None while they agree."""
    recorded: tuple[str, ...] = ()
    """The recorded verdicts in words."""
    judged: tuple[str, ...] = ()
    """The new verdicts in words."""
    left: int = LOOKS_WAITED
    """The number of looks that are left for the sides to agree."""
    unlike: tuple[tuple[str, str], ...] = ()
    """Pairs of verdicts that differ, in words."""

    def take(self, happening: Happening, step: TableStep[Any, Any], again: TableStep[Any, Any]) -> None:
        was = (*map(message_text, step.verdicts), *map(message_text, step.answers))
        now = (*map(message_text, again.verdicts), *map(message_text, again.answers))
        if self.began is None:
            if not was and not now:
                return
            self.began = happening
        self.recorded, self.judged = (*self.recorded, *was), (*self.judged, *now)
        self.left -= 1
        if self.recorded == self.judged:
            self.began, self.recorded, self.judged, self.left = None, (), (), LOOKS_WAITED

    def is_apart(self) -> bool:
        return self.began is not None and self.left <= 0


def _seen_otherwise(
    happening: Happening, recorded: Look, seen_again: dict[str, _Again], account: Account
) -> tuple[Happening, tuple[tuple[str, str], ...] | None]:
    """Return the happening with its new look, and both sides of each piece that differs.

    Only pictures at rest are compared, elsewhere the differences are None: in motion a few pixels decide.
    """
    camera = seen_again.get(recorded.source)
    look, exact = camera.look_for(recorded) if camera is not None else (None, False)
    if look is None:
        return happening, None
    account.looks += 1
    other = replace(
        happening,
        took=replace(
            look,
            sequence=recorded.sequence,
            taken_at=recorded.taken_at,
            motion=LookMotion(
                steady=look.motion.steady if exact else recorded.motion.steady,
                moved=look.motion.moved and exact,
            ),
            reach=replace(look.reach, trust=recorded.reach.trust),
        ),
    )
    if not (look.motion.steady and recorded.motion.steady):
        return other, None
    return other, tuple(unlike_places(recorded, look))


def unlike_places(recorded: Look, again: Look) -> Iterator[tuple[str, str]]:
    """Yield the pieces, unsure cells and blind cells of two looks that differ, both sides in words."""
    was, now = _places(recorded), _places(again)
    for piece in sorted({*was, *now}):
        if was.get(piece) != now.get(piece):
            yield f"{piece} {was.get(piece, 'not seen')}", f"{piece} {now.get(piece, 'not seen')}"
    for what, one, two in (
        ("unsure", recorded.cells.unsure, again.cells.unsure),
        ("can't be looked at", recorded.cells.blind, again.cells.blind),
    ):
        if set(one) != set(two):
            yield _cells_text(what, one), _cells_text(what, two)


def _places(look: Look) -> dict[PieceId, str]:
    return {
        one.piece: f"on {one.cell}, face {one.face}{', at the edge' if one.edge else ''}"
        for one in look.pieces.seen
    }


def _cells_text(what: str, cells: Sequence[Cell]) -> str:
    return f"{what}: {' '.join(sorted(cells)) or 'no cell'}"
