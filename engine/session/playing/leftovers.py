"""Pieces that lie otherwise than a state expects and are accepted so, and presumptions about unseen ones.

Pure.
"""

from dataclasses import replace

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.core.observations import SourceKnows
from engine.session.explaining.lines import ActionLine
from engine.session.matches.match import Match
from engine.session.playing.table import Setting, Table
from engine.session.seen.believed import assumed
from engine.session.seen.sighting import (
    Leftovers,
    Sighting,
    buried_leftovers,
    leftovers_of,
    lies_wrong,
    same_claim,
)


def moved_on(game: Game[S, A], match: Match[S], seen: Sighting) -> Leftovers:
    """Return what is put up with, cards on their way wherever they lie.

    A player who clears a turn away lays its cards on the discards first, though these were shuffled already.
    And what a tablet played is laid where it was to lie then, though play went on and it's to lie elsewhere
    by now.
    """
    if not game.lays_face_down:
        return match.leftovers
    layout = game.layout(match.state)
    going = {
        piece: now
        for piece, spot in match.leftovers.items()
        if spot is not None and piece not in layout and (now := seen.spots.get(piece)) is not None
    }
    # Of what lay nowhere and has come now it's no longer known that it was owed.
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
    return {**match.leftovers, **going, **late} if going or late else match.leftovers


def _passed_by(game: Game[S, A], match: Match[S], piece: PieceId, left: Spot | None, now: Spot) -> bool:
    """Tell whether a piece that is owed was to lie as it does now, since it was to leave where it lay."""
    for earlier in reversed(match.past):
        spot = game.layout(earlier.state).get(piece)
        if spot is not None and not lies_wrong(spot, now):
            return True
        if same_claim(spot, left):
            return False
    return False


def leftovers_now(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Leftovers:
    """Return whatever lies otherwise than the match expects."""
    return leftovers_behind(setting, table, seen, table.match.state)


def leftovers_behind(setting: Setting[S, A], table: Table[S, A], seen: Sighting, state: S) -> Leftovers:
    """Return what lies otherwise than a state expects, with what is still put up with unseen."""
    game = setting.game
    before, layout = game.layout(table.match.state), game.layout(state)
    lies = leftovers_of(seen, layout, game.pieces(state))
    found: dict[PieceId, Spot | None] = {
        piece: spot
        for piece, spot in lies.items()
        # A piece that is set aside isn't accepted, unless a tablet has just played it to somewhere else.
        if piece not in table.aside or lies_wrong(before.get(piece), layout.get(piece))
    }
    under_something = {spot.cell for spot in layout.values() if spot.covered}
    for piece, spot in table.match.leftovers.items():
        now, expected = seen.spots.get(piece), layout.get(piece)
        wavering = now is not None and spot is not None and now.edge is None and now.cell == spot.cell
        where = spot if spot is not None else expected
        buried = now is None and where is not None and where.cell in under_something
        unknown = piece in seen.hidden or (seen.cannot_tell(piece, layout) and not _is_felt(seen, expected))
        if unknown and _has_left(seen, piece, table.match.leftovers, layout):
            continue  # it went where it should lie, and something was put upon it
        if (unknown or wavering or buried) and same_claim(expected, before.get(piece)):
            found.setdefault(piece, spot)
    # Without a camera nobody ever sees who is pushed.
    eyes = [run for run in table.belief.runs.values() if run.knows is SourceKnows.HOW]
    owned = setting.owned(table.match.state) if eyes else {}
    for piece in (owned[one] for one in table.belief.pushed if one in owned):
        now, expected = seen.spots.get(piece), layout.get(piece)
        if now is None or now.edge is not None or expected is None or expected.edge is not False:
            continue
        looked_at = any(run.looks_at(now.cell) and now.cell not in run.unreadable for run in eyes)
        if looked_at and piece in seen.straight:
            continue  # it lay straight, and may have been pushed just now
        lay = before.get(piece)
        if lay is not None and lay.cell == expected.cell == now.cell:
            # Pushed when last seen to be: once somebody sees it again that is no play.
            found.setdefault(piece, replace(now, edge=True))
    if eyes:
        # They look away now: what only they can see lies as it did before a press changed the game.
        for piece in sorted((before.keys() | layout.keys()) - seen.spots.keys()):
            if not same_claim(before.get(piece), layout.get(piece)) and _is_unwatched(
                seen, before.get(piece), layout.get(piece), piece
            ):
                found.setdefault(piece, before.get(piece))
    for piece, expected in layout.items():
        # A pile that was thrown together in another order stays so, whatever was seen of the throwing.
        if not expected.covered and seen.is_under_another(piece, layout):
            found.setdefault(piece, replace(expected, covered=True))
    for piece, spot in buried_leftovers(seen, before, layout).items():
        found.setdefault(piece, spot)
    return found


def still_to_put(layout: Layout, leftovers: Leftovers, seen: Sighting) -> tuple[PieceId, ...]:
    """Return the pieces that are to be put elsewhere than they lie, by name.

    A piece under another one can't be taken away yet, nor seen to have been.
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
    """Return the pieces that a line brings to the table by no hand, in cells that nobody can look at.

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
    """Return the table that believes of pieces that nobody could name that they lie as the match says.

    And that what a play took off the table isn't in some cell that couldn't be read.
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
    """Tell whether a piece that may hide elsewhere would be seen if it lay where it was last, and isn't."""
    return (
        lay is not None
        and lay not in seen.murky
        and piece in seen.hidden
        and piece not in seen.disputes
        and any(watch.would_notice(piece, lay) for watch in seen.watches)
    )


def _has_left(seen: Sighting, piece: PieceId, lies: Leftovers, layout: Layout) -> bool:
    """Tell whether a piece that was put up with where it lay is seen not to lie there any more.

    On a pile, and under what came there unasked since, nobody would see it.
    """
    lay = lies[piece]
    if lay is None or lay.covered or lay.cell in seen.murky:
        return False
    # A piece that is to be off the table and isn't where it lay isn't in an unreadable cell elsewhere.
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
    """Tell whether nobody now would notice a piece, neither where it lay nor where it should lie."""
    cells = [spot.cell for spot in (lay, expected) if spot is not None]
    return not any(watch.would_notice(piece, cell) for watch in seen.watches for cell in cells)


def _is_felt(seen: Sighting, expected: Spot | None) -> bool:
    """Tell whether a piece may have been put upon what is felt where it should lie, unseen."""
    return expected is not None and expected.cell in seen.felt
