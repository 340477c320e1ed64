"""Sets aside the places of a table that no play explains, so that all else is judged as before. Pure.

A place is a group of pieces, as they lay when the warning named them. They stay set aside while they lie so,
or can't be looked for. The journal doesn't record this: judging the same looks again sets the same places
aside.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.core.game import A, S
from engine.core.ids import Cell, PieceId, Seat
from engine.session.explaining.apart import explain_beside, touches
from engine.session.explaining.explanations import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
    Why,
)
from engine.session.explaining.lines import Call
from engine.session.explaining.referee import explain
from engine.session.explaining.unexplained import blamed
from engine.session.playing.table import Aside, Setting, Table
from engine.session.seen.sighting import Leftovers, Sighting, differences, lies_wrong


def lies_aside(table: Table[S, A]) -> Leftovers:
    """Return the pieces that are set aside, as they lay when they were named."""
    return {piece: one.lies for piece, one in table.aside.items()}


def put_up_with(table: Table[S, A]) -> Leftovers:
    """Return all pieces that are accepted while the rest is judged: leftovers, and pieces set aside."""
    return {**table.match.leftovers, **lies_aside(table)}


def still_aside(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Table[S, A]:
    """Return the table without set-aside pieces that are right now, are accepted, or have moved since."""
    if not table.aside:
        return table
    layout = setting.game.layout(table.match.state)
    wrong = differences(
        seen, layout, table.aside.keys(), before=layout, leftovers=table.match.leftovers
    ).wrong
    kept = {
        piece: one
        for piece, one in table.aside.items()
        if (piece in wrong and _lies_so(one, seen, piece))
        or piece in seen.hidden
        or (piece in layout and seen.cannot_tell(piece, layout))
    }
    return replace(table, aside=kept) if len(kept) < len(table.aside) else table


def _lies_so(one: Aside, seen: Sighting, piece: PieceId) -> bool:
    return not lies_wrong(one.lies, seen.spots.get(piece))


def beside(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, calls: Sequence[Call[A]] = ()
) -> Explanation[S, A]:
    """Return the meaning of a sighting without the pieces that are set aside."""
    return explain_beside(
        setting.game,
        table.match.state,
        seen,
        lies_aside(table),
        leftovers=table.match.leftovers,
        calls=calls,
        limits=setting.limits,
    )


def with_press(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, calls: Sequence[Call[A]]
) -> Explanation[S, A]:
    """Return the meaning of a sighting with reported actions: a turn may end beside a doubtful place.

    It may not end while a piece of that player lies where no play of this turn can have brought it.
    """
    whole = explain(
        setting.game,
        table.match.state,
        seen,
        leftovers=table.match.leftovers,
        calls=calls,
        limits=setting.limits,
    )
    if not table.aside or stands_in_the_way(setting, table):
        return whole
    if isinstance(whole, Settled) and not touches(setting.game, whole.line, lies_aside(table)):
        return whole
    return beside(setting, table, seen, calls)


def with_all(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, whole: Explanation[S, A]
) -> Explanation[S, A]:
    """Return the explanation of a table with pieces set aside; `whole`: the one that explains them too.

    A piece that was wrong when it was named may have become a play, by later plays of the same turn. After
    that turn this may be chance, so the players are asked. They are also asked where the piece needn't be a
    part of the play.

    Rules:
        asks (0066, test_doubtful_places.py): A piece that was wrong in an earlier turn may have become a
            play by chance.
    """
    if isinstance(whole, Unchanged):
        return whole
    rest = beside(setting, table, seen)
    if not isinstance(whole, Settled):
        if isinstance(rest, Unchanged) and isinstance(whole, Ambiguous):
            return whole
        return rest
    if not touches(setting.game, whole.line, lies_aside(table)):
        return whole
    others = rest.lines if isinstance(rest, Ambiguous | Pending) else ()
    others += (rest.line,) if isinstance(rest, Settled) else ()
    everything = Counter(whole.line.actions)
    others = tuple(line for line in others if not Counter(line.actions) <= everything)
    seats = setting.game.decider(table.match.state).seats
    named_now = all(one.seats == seats for one in table.aside.values())
    if named_now and not others:
        return whole
    return Ambiguous(Why.IN_DOUBT, (whole.line, *others))


def set_aside(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, pieces: Iterable[PieceId]
) -> Table[S, A]:
    """Return the table after these pieces were set aside as they lie."""
    seats = setting.game.decider(table.match.state).seats
    new = {piece: Aside(seen.spots.get(piece), seats, table.match.revision) for piece in sorted(pieces)}
    return replace(table, aside={**table.aside, **new})


def blame(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, pieces: Iterable[PieceId]
) -> Unexplained[A]:
    """Return the violations of set-aside pieces, also of those that can't be seen."""
    lies = lies_aside(table)
    hidden = {piece: spot for piece, spot in lies.items() if spot is not None and piece in seen.hidden}
    as_named = replace(seen, spots={**seen.spots, **hidden}, hidden=seen.hidden - hidden.keys())
    return blamed(
        setting.game,
        table.match.state,
        as_named,
        tuple(sorted(pieces)),
        leftovers=table.match.leftovers,
    )


def stands_in_the_way(setting: Setting[S, A], table: Table[S, A]) -> bool:
    """Tell whether a set-aside piece keeps a turn from ending: the active player's, seen in a wrong place.

    Pieces that aren't seen at all, and pieces of other seats, don't.

    Rules:
        refuses (0066, test_doubtful_places.py): A turn doesn't end while an illegal play of its own player
            lies there.
    """
    seats = setting.game.decider(table.match.state).seats
    theirs = _owners(setting, table)
    return any(
        one.lies is not None and one.seats == seats and theirs.get(piece) in seats
        for piece, one in table.aside.items()
    )


def _owners(setting: Setting[S, A], table: Table[S, A]) -> dict[PieceId, Seat | None]:
    view = setting.game.view(table.match.state, None)
    return {one.piece: one.seat for one in view.pieces}


def place_of(setting: Setting[S, A], table: Table[S, A], name: str) -> frozenset[PieceId]:
    """Return the pieces of the place that a piece or a cell names: all that share cells with it."""
    layout = setting.game.layout(table.match.state)
    cells: dict[PieceId, set[Cell]] = {
        piece: {spot.cell for spot in (one.lies, layout.get(piece)) if spot is not None}
        for piece, one in table.aside.items()
    }
    found = {piece for piece in cells if name == piece or name in cells[piece]}
    while more := {
        piece for piece in cells.keys() - found if any(cells[piece] & cells[one] for one in found)
    }:
        found |= more
    return frozenset(found)
