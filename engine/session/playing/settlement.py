"""Looks reach the table, which is judged once they have settled. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.verdict import VerdictKind
from engine.session.playing.doubts import grow_impatient
from engine.session.playing.face_down_warnings import judge_backs
from engine.session.playing.judgement import judge
from engine.session.playing.table import Awaited, Setting, Table, TableStep, as_owned, believing
from engine.session.seen.believed import judged
from engine.session.seen.sighted import affirmed, awaits_somebody, sighting
from engine.session.seen.sighting import START, Sighting
from engine.session.seen.single_looks import rested_once
from engine.session.seen.touches import whole_since

_OVERLOOKED_S = 1.0
"""Beside a hand, cameras overlook a piece for a few pictures. A piece missed for this long was taken off the
table."""

_NOBODY: frozenset[PieceId | None] = frozenset((None,))
"""Stands for a piece from off the table, and for no other."""


def is_settled(setting: Setting[S, A], table: Table[S, A]) -> bool:
    """Tell whether the table, as it is seen now, has settled and was judged."""
    seen = sighting(table.belief, setting.settling)
    return (
        seen is not None
        and table.judged is not None
        and as_owned(setting, table, seen).shows_same_as(table.judged)
    )


def settle(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Judge the table if it has settled.

    One look that confirms the switches is enough for a play, if the table has nothing else to judge. Late
    readers needn't have noticed it yet. Any other meaning waits for the next look. While a camera will
    probably be back in a moment, the other sources may play and warn of sure facts. They don't ask, nor warn
    of anything unsure.

    Rules:
        commits (0091, test_affirming.py): One picture that confirms the switches' word is enough for a
            play, if nothing else is open.
        waits (0091, test_silent_cameras.py): Sources that can't see the pieces ask nothing while a camera
            will probably be back in a moment.
        waits (0450, test_late_cameras.py): They ask nothing while a camera is many seconds behind, and its
            looks keep coming.
    """
    if table.match.rests:
        return TableStep(table)
    seen = sighting(table.belief, setting.settling)
    if seen is None or seen.disputes:
        step = _settle_affirmed(setting, table)
        if step is not None:
            return step
    if seen is None or _may_be_in_a_hand(setting, table, seen):
        return TableStep(table)
    rests_on = _rests_on(table, seen)
    if _waits_on(setting, table, seen, rests_on):
        return TableStep(table)
    step = _settle(setting, table, seen)
    if _may_be_overlooked(table, step, as_owned(setting, table, seen)):
        return TableStep(table)
    if _doubts(table, step, seen) and awaits_somebody(table.belief, setting.settling):
        awaited = _awaited(table, step.table.judged, rests_on)
        if awaited is None or seen.taken_at - awaited.since < setting.settling.late_s:
            return TableStep(replace(table, awaited=awaited))
    return step if table.awaited is None else replace(step, table=replace(step.table, awaited=None))


def _awaited(table: Table[S, A], seen: Sighting | None, rests_on: object) -> Awaited | None:
    """Return the sighting that waits for a camera, and since when the table has looked like it."""
    if seen is None:
        return table.awaited
    if table.awaited is not None and seen.shows_same_as(table.awaited.seen):
        return replace(table.awaited, rests_on=rests_on)
    return Awaited(seen, seen.taken_at, rests_on)


def _rests_on(table: Table[S, A], seen: Sighting) -> object:
    """Return all that the judgement of a sighting without a camera rests on, but the time."""
    shown = replace(seen, taken_at=START, frame=0, source="", since=START)
    return shown, table.match, table.aside, table.strangers, table.waived, table.doubt


def _waits_on(setting: Setting[S, A], table: Table[S, A], seen: Sighting, rests_on: object) -> bool:
    """Tell whether a judgement that waits for a camera would come out as before.

    A search may take seconds. If each look of a switch were searched, the camera's looks would wait as well.
    """
    awaited = table.awaited
    return (
        awaited is not None
        and awaited.rests_on == rests_on
        and seen.taken_at - awaited.since < setting.settling.late_s
        and awaits_somebody(table.belief, setting.settling)
    )


def _may_be_in_a_hand(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> bool:
    """Tell whether only switches look, and a missing piece was lifted a moment ago.

    A piece that switches followed to another cell is missing if another piece was due there.

    Rules:
        waits (0085, test_silent_cameras.py): A piece that switches missed a moment ago may be in a hand.
    """
    lifted_at, last_at = table.belief.tracking.lifted_at, table.belief.last_at
    if seen.switches is None or lifted_at is None or last_at is None:
        return False
    if last_at - lifted_at >= setting.settling.held_s:
        return False
    return bool(as_owned(setting, table, seen).elsewhere)


def settle_now(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Judge a table that waited because of a recently missed piece, without waiting for a look."""
    seen = None if table.match.rests else sighting(table.belief, setting.settling)
    if seen is None:
        return TableStep(table)
    step = _settle(setting, table, seen)
    return step if _may_be_overlooked(table, step, as_owned(setting, table, seen)) else TableStep(table)


def _may_be_overlooked(table: Table[S, A], step: TableStep[S, A], seen: Sighting) -> bool:
    """Tell whether a step warns of a piece that a camera missed only a moment ago.

    A play beside it may be illegal only because it is missing, so other warnings wait too.

    Rules:
        waits (0066, test_overlooked.py): A piece that a camera has missed for less than a second isn't
            warned of.
    """
    after = step.table.aside
    missed = [piece for piece, one in after.items() if piece not in table.aside and one.lies is None]
    gone_at = {one.piece: one.at for one in (*table.touches, *seen.touches) if one.now is None}
    return any(seen.taken_at - gone_at[piece] < _OVERLOOKED_S for piece in missed if piece in gone_at)


def _doubts(table: Table[S, A], step: TableStep[S, A], felt: Sighting) -> bool:
    """Tell whether a step asks, leaves something new open, or warns of something unsure.

    `felt`: the sighting that it rests on, before pieces were presumed to lie anywhere. Where a piece from a
    stack may have come too, it isn't sure which piece came.
    """
    after = step.table
    kinds = {one.kind for one in step.verdicts}
    if after.doubt is not None or VerdictKind.AMBIGUOUS in kinds or after.strangers - table.strangers:
        return True
    seen = after.judged
    new = {piece: one.lies for piece, one in after.aside.items() if piece not in table.aside}
    unsure = bool(seen is not None and (seen.elsewhere or seen.unnamed or seen.otherwise))
    unsure |= any(
        lies is not None and felt.otherwise.get(lies.cell, _NOBODY) - _NOBODY for lies in new.values()
    )
    return unsure and (VerdictKind.ILLEGAL in kinds or bool(new))


def _settle_affirmed(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A] | None:
    """Commit the switches' play if one look confirms it; None if it's no play, or more is open."""
    if table.doubt is not None or table.current is not None or table.aside or table.strangers:
        return None
    seen = affirmed(table.belief, setting.settling)
    if seen is None:
        return None
    step = _settle(setting, table, seen)
    played = step.table.match.revision > table.match.revision
    settled = all(one.kind is VerdictKind.SETTLED for one in step.verdicts)
    return step if played and settled and step.table.doubt is None else None


def settle_once(setting: Setting[S, A], table: Table[S, A], following: Look | None) -> TableStep[S, A]:
    """Judge a table that a slow camera saw at rest once, before the next hand; `following`: its next look.

    One look is enough for a play, for a right table (also the first time), and for pieces in places that no
    play explains. A piece that isn't seen may be in a hand beside the board. That waits, as every doubt does.

    Rules:
        commits (0122, test_slow_cameras.py): One look of a slow camera between two hands is enough for a
            play.
        waits (0122, test_slow_cameras.py): A piece that this one look misses may be in a hand beside the
            board.
    """
    belief = rested_once(table.belief, following, setting.settling)
    seen = None if belief is None or table.match.rests else sighting(belief, setting.settling)
    if belief is None or seen is None:
        return TableStep(table)
    step = _settle(setting, replace(table, belief=belief), seen)
    return step if _is_shown_by_one_look(table, step, seen) else TableStep(table)


def _is_shown_by_one_look(table: Table[S, A], step: TableStep[S, A], seen: Sighting) -> bool:
    """Tell whether one look is enough for a step's result."""
    if not table.match.started:
        return step.table.match.started
    new = step.table.aside.keys() - table.aside.keys()
    if step.table.doubt is not None or not new <= seen.spots.keys():
        return False
    return bool(step.verdicts or step.entries)


def _settle(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> TableStep[S, A]:
    table = replace(table, belief=judged(table.belief, seen))
    seen = as_owned(setting, table, seen)
    strangers, table = table.strangers, believing(setting, table, seen)
    leftovers = table.match.leftovers
    table, seen = with_trail(setting, table, seen)
    # Only a lifted piece can answer a question, or show whether a piece that lay pushed before has hit.
    may_tell = table.doubt is not None or any(spot is not None and spot.edge for spot in leftovers.values())
    pointed_out = may_tell and seen.lifted != (table.judged.lifted if table.judged else ())
    same = not pointed_out and table.judged is not None and seen.shows_same_as(table.judged)
    if same and table.doubt is not None and not table.doubt.said:
        # Backs aren't a play, but may show which of several it was.
        same = table.judged is not None and seen.backs == table.judged.backs
    if same and table.match.leftovers == leftovers and table.strangers == strangers:
        step = grow_impatient(setting, replace(table, judged=seen))
    else:
        step = judge(setting, table, seen)
    return step.then(judge_backs(setting, step.table, seen))


def with_trail(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> tuple[Table[S, A], Sighting]:
    """Return the table and the sighting with the touches of hands.

    A touch counts until something results from it, or it is too long ago. A piece that was put straight no
    longer counts as pushed long ago, even if it's pushed again. Likewise for a piece that was put on the
    table and taken away.
    """
    ends_at = table.doubt.open_since if table.doubt is not None else seen.taken_at
    since = Seconds(ends_at - setting.patience.pointing_s)
    # After a sighting that wasn't judged in the end, the same touches come again.
    touches = tuple(dict.fromkeys((*whole_since(table.touches, since, then=seen.touches), *seen.touches)))
    known = table.match.leftovers
    kept: dict[PieceId, Spot | None] = {
        piece: spot
        for piece, spot in known.items()
        if not (piece in seen.appeared if spot is None else spot.edge and piece in seen.straight)
    }
    if table.match.started and len(kept) < len(known):
        table = replace(table, match=replace(table.match, leftovers=kept))
    unwatched = seen.unwatched
    if table.doubt is not None and table.judged is not None:
        # Cells that nobody could watch stay so until the doubt is resolved.
        unwatched |= table.judged.unwatched
    return replace(table, touches=touches), replace(seen, touches=touches, unwatched=unwatched)
