"""Pieces that lie otherwise than a state expects and are accepted so, and presumptions about unseen ones.

Pure.
"""

from dataclasses import dataclass, replace
from typing import Generic

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.core.observations import SourceKnows
from engine.session.explaining.lines import ActionLine
from engine.session.matches.match import Match
from engine.session.playing.table import Setting, Table
from engine.session.seen.believed import assumed
from engine.session.seen.runs import Run
from engine.session.seen.sighting import (
    Leftovers,
    Sighting,
    buried_leftovers,
    leftovers_of,
    lies_wrong,
    same_claim,
)


def moved_on(game: Game[S, A], match: Match[S], seen: Sighting) -> Leftovers:
    """Return the accepted pieces; cards on their way count wherever they lie.

    A player who clears a turn away first lays its cards on the discards, even if these were shuffled already.
    A card that a tablet played is laid where it was due at that time, even if it's due elsewhere by now.
    A card that is to lie elsewhere, and shows no more where it lay, is in a hand or under others.
    """
    if not game.lays_face_down:
        return match.leftovers
    layout = game.layout(match.state)
    going = {
        piece: now
        for piece, spot in match.leftovers.items()
        if spot is not None and piece not in layout and (now := seen.spots.get(piece)) is not None
    }
    # A piece that lay nowhere and has come now is no longer known as owed.
    owed = {**dict.fromkeys(seen.appeared), **match.leftovers}
    late = {
        piece: now
        for piece, spot in owed.items()
        if piece in layout
        and (now := seen.spots.get(piece)) is not None
        and lies_wrong(layout[piece], now)
        and lies_wrong(spot, now)
        and _passed_by(game, match, piece, spot, now)
    }
    carried = _carried(match, layout, seen)
    return {**match.leftovers, **going, **late, **carried} if going or late or carried else match.leftovers


def _carried(match: Match[S], layout: Layout, seen: Sighting) -> Leftovers:
    """Return the pieces that are to lie elsewhere, and left where they lay, as lying nowhere."""
    return {
        piece: None
        for piece, spot in match.leftovers.items()
        if spot is not None
        and lies_wrong(layout.get(piece, spot), spot)
        and _is_lifted(seen, piece, spot)
        and not (layout[piece].covered or seen.cannot_tell(piece, layout))
    }


def _is_lifted(seen: Sighting, piece: PieceId, lay: Spot) -> bool:
    """Tell whether a piece is seen nowhere, though it would be where it was known to lie wrong."""
    if piece in seen.spots or piece in seen.hidden or piece in seen.elsewhere or lay.cell in seen.murky:
        return False
    return any(watch.would_notice(piece, lay.cell) for watch in seen.watches)


def _passed_by(game: Game[S, A], match: Match[S], piece: PieceId, left: Spot | None, now: Spot) -> bool:
    """Tell whether an owed piece had to lie as it does now before it had to go on."""
    for earlier in reversed(match.past):
        spot = game.layout(earlier.state).get(piece)
        if spot is not None and not lies_wrong(spot, now):
            return True
        if same_claim(spot, left):
            return False
    return False


def leftovers_now(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Leftovers:
    """Return the pieces that lie otherwise than the match expects."""
    return leftovers_behind(setting, table, seen, table.match.state)


def leftovers_behind(setting: Setting[S, A], table: Table[S, A], seen: Sighting, state: S) -> Leftovers:
    """Return the pieces that lie otherwise than a state expects, with accepted ones that are unseen.

    Rules:
        accepts (0005, test_referee.py): A piece that lies otherwise than it should, and lay so before, is
            no change.
    """
    game = setting.game
    behind = _Behind(setting, table, seen, game.layout(table.match.state), game.layout(state), state)
    found: dict[PieceId, Spot | None] = {}
    for step in _STEPS:
        for piece, spot in step(behind).items():
            found.setdefault(piece, spot)
    return found


@dataclass(frozen=True, slots=True)
class _Behind(Generic[S, A]):
    """The table as it was last judged and as it is seen, beside a state that is expected now."""

    setting: Setting[S, A]
    """The game with its pieces."""
    table: Table[S, A]
    """The table as it was last judged."""
    seen: Sighting
    """The sighting."""
    before: Layout
    """The layout of the match's state."""
    layout: Layout
    """The layout of the state that is expected now."""
    state: S
    """That state."""

    @property
    def eyes(self) -> list[Run]:
        """Return the sources that can see how a piece lies: without a camera nobody sees a push."""
        return [run for run in self.table.belief.runs.values() if run.knows is SourceKnows.HOW]


def _seen_otherwise(behind: _Behind[S, A]) -> Leftovers:
    """Return the pieces that are seen to lie otherwise than expected.

    A piece that is set aside isn't accepted, unless a tablet has just played it to somewhere else.
    """
    before, layout = behind.before, behind.layout
    lies = leftovers_of(behind.seen, layout, behind.setting.game.pieces(behind.state))
    return {
        piece: spot
        for piece, spot in lies.items()
        if piece not in behind.table.aside or lies_wrong(before.get(piece), layout.get(piece))
    }


def _put_up_with_unseen(behind: _Behind[S, A]) -> Leftovers:
    """Return the accepted pieces that can't be seen now, or whose turn or push can't be seen.

    Rules:
        accepts (0005, test_table.py): A piece that was accepted as it lay stays so while nobody can look
            at it.
    """
    seen, before, layout = behind.seen, behind.before, behind.layout
    known = behind.table.match.leftovers
    under_something = {spot.cell for spot in layout.values() if spot.covered}
    found: dict[PieceId, Spot | None] = {}
    for piece, spot in known.items():
        now, expected = seen.spots.get(piece), layout.get(piece)
        wavering = now is not None and spot is not None and now.edge is None and now.cell == spot.cell
        where = spot if spot is not None else expected
        buried = now is None and where is not None and where.cell in under_something
        unknown = piece in seen.hidden or (seen.cannot_tell(piece, layout) and not _is_felt(seen, expected))
        if unknown and _has_left(seen, piece, known, layout):
            continue  # it went to its place, and something was put upon it
        if (unknown or wavering or buried) and same_claim(expected, before.get(piece)):
            found[piece] = spot
    return found


def _pushed_before(behind: _Behind[S, A]) -> Leftovers:
    """Return pieces that lay pushed when last seen and can't be looked at: seeing that again is no play.

    Rules:
        accepts (0056, test_looked_away.py): A piece that was pushed while nobody looked has not acted when
            a camera looks again.
    """
    seen, before, layout, eyes = behind.seen, behind.before, behind.layout, behind.eyes
    owned = behind.setting.owned(behind.table.match.state) if eyes else {}
    found: dict[PieceId, Spot | None] = {}
    for piece in (owned[one] for one in behind.table.belief.pushed if one in owned):
        now, expected, lay = seen.spots.get(piece), layout.get(piece), before.get(piece)
        if now is None or now.edge is not None or expected is None or expected.edge is not False:
            continue
        looked_at = any(run.looks_at(now.cell) and now.cell not in run.unreadable for run in eyes)
        if looked_at and piece in seen.straight:
            continue  # it lay straight, and may have been pushed just now
        if lay is not None and lay.cell == expected.cell == now.cell:
            found[piece] = replace(now, edge=True)
    return found


def _not_looked_at(behind: _Behind[S, A]) -> Leftovers:
    """Return pieces that only cameras see, while none looks: they lie as before a press."""
    seen, before, layout = behind.seen, behind.before, behind.layout
    if not behind.eyes:
        return {}
    return {
        piece: before.get(piece)
        for piece in sorted((before.keys() | layout.keys()) - seen.spots.keys())
        if not same_claim(before.get(piece), layout.get(piece))
        and _is_unwatched(seen, before.get(piece), layout.get(piece), piece)
    }


def _thrown_together(behind: _Behind[S, A]) -> Leftovers:
    """Return the pieces under others in a pile: a pile thrown together in another order stays so."""
    return {
        piece: replace(expected, covered=True)
        for piece, expected in behind.layout.items()
        if not expected.covered and behind.seen.is_under_another(piece, behind.layout)
    }


def _buried(behind: _Behind[S, A]) -> Leftovers:
    """Return the pieces that a play has buried."""
    return buried_leftovers(behind.seen, behind.before, behind.layout)


_STEPS = (_seen_otherwise, _put_up_with_unseen, _pushed_before, _not_looked_at, _thrown_together, _buried)
"""The reasons for pieces to lie otherwise than expected. If several name a piece, the first one holds."""


def still_to_put(layout: Layout, leftovers: Leftovers, seen: Sighting) -> tuple[PieceId, ...]:
    """Return the pieces that have to be put elsewhere, by name.

    A piece under another one can't be taken away yet, and nobody could see that it was.
    """
    under_something = {
        spot.cell
        for piece, spot in layout.items()
        if spot.covered and piece not in seen.spots and piece not in seen.hidden
    }
    return tuple(
        piece
        for piece, spot in sorted(leftovers.items())
        if lies_wrong(layout.get(piece), spot) and (spot is None or spot.cell not in under_something)
    )


def not_put_yet(game: Game[S, A], line: ActionLine[S, A], seen: Sighting) -> Leftovers:
    """Return the pieces that a line brings to hidden cells without a hand.

    A pressed button or chance brings them, so nobody can have put them down before.
    """
    before, after = game.layout(line.states[0]), game.layout(line.state)
    handled: set[PieceId] = set()
    for state, action in zip(line.states, line.actions, strict=False):
        trace = game.trace(state, action)
        if not trace.explicit and game.decider(state).chooser is not Chooser.CHANCE:
            handled |= trace.pieces
    return {
        piece: None
        for piece in after.keys() - before.keys() - handled - seen.spots.keys()
        if seen.cannot_tell(piece, after)
    }


def presuming(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Table[S, A]:
    """Return the table with the belief that unnamed pieces lie as the match has them.

    It also believes that a piece which a play took off the table isn't in an unreadable cell.

    Rules:
        accepts (0085, test_presuming.py): Something unnamed that lies where a piece should lie is that
            piece.
    """
    layout = setting.game.layout(table.match.state)
    cells: dict[PieceId, Cell | None] = {}
    for physical, piece in setting.owned(table.match.state).items():
        spot = layout.get(piece)
        if piece in seen.elsewhere:
            presumed_so = spot is None or spot.cell not in seen.elsewhere[piece]
        else:
            presumed_so = spot is not None and piece in seen.hidden and spot.cell in seen.murky
        lies = seen.spots.get(piece)
        if spot is None and lies is not None and lies.cell in seen.otherwise:
            presumed_so = True
        if piece not in seen.spots and piece not in seen.elsewhere:
            presumed_so = presumed_so or _is_felt(seen, spot)
        if spot is None and _shows_nothing(seen, piece, table.belief.last.get(physical)):
            presumed_so = True
        if presumed_so or (spot is not None and seen.may_be_in(piece, spot.cell)):
            cells[physical] = spot.cell if spot is not None else None
    return replace(table, belief=assumed(table.belief, cells, murky=seen.murky))


def _shows_nothing(seen: Sighting, piece: PieceId, lay: Cell | None) -> bool:
    """Tell whether a possibly hidden piece would be seen if it lay in its last place, and isn't."""
    return (
        lay is not None
        and lay not in seen.murky
        and piece in seen.hidden
        and piece not in seen.disputes
        and any(watch.would_notice(piece, lay) for watch in seen.watches)
    )


def _has_left(seen: Sighting, piece: PieceId, lies: Leftovers, layout: Layout) -> bool:
    """Tell whether an accepted piece has visibly left its place.

    On a pile, or under a piece that came there since, nobody would see it.
    """
    lay = lies[piece]
    if lay is None or lay.covered or lay.cell in seen.murky:
        return False
    # A piece that should be off the table and has left its place isn't in an unreadable cell elsewhere.
    hides = piece in seen.hidden and (piece in layout or piece in seen.disputes)
    if piece in seen.spots or hides or piece in seen.elsewhere:
        return False
    if not any(watch.would_notice(piece, lay.cell) for watch in seen.watches):
        return False
    if any(spot.piled and spot.cell == lay.cell for spot in layout.values()):
        return False
    there = (other for other, spot in seen.spots.items() if spot.cell == lay.cell)
    known = {one for spots in (layout, lies) for one, spot in spots.items() if spot and spot.cell == lay.cell}
    return known.issuperset(there)


def _is_unwatched(seen: Sighting, lay: Spot | None, expected: Spot | None, piece: PieceId) -> bool:
    """Tell whether no source now would notice a piece, in its old place or in its new one."""
    cells = [spot.cell for spot in (lay, expected) if spot is not None]
    return not any(watch.would_notice(piece, cell) for watch in seen.watches for cell in cells)


def _is_felt(seen: Sighting, expected: Spot | None) -> bool:
    """Tell whether a piece may lie unseen on top of a felt piece, where it should lie."""
    return expected is not None and expected.cell in seen.felt
