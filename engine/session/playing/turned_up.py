"""Pieces that may turn up where they aren't due any more: a slow hand obeys yet, or they lay under others.

A tablet plays a card, its turn ends, the discards are shuffled, and the card is drawn again: all that before
a hand has laid it where the table asked for it. A champion that was used is upright again before a hand has
turned it. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.core.layout import Layout, Spot
from engine.session.playing.amendments import SwappedPieces, with_names_swapped
from engine.session.playing.table import MayTurnUp, Setting, Table
from engine.session.seen.sighting import Leftovers, Sighting, lies_wrong


def never_laid(
    game: Game[S, A], table: Table[S, A], states: Sequence[S], leftovers: Leftovers, seen: Sighting
) -> MayTurnUp:
    """Return the pieces that may turn up once a table's match has gone through these states.

    The first is the state that the table is in; `leftovers` are those of the last. A piece that hands brought
    to its place can't turn up any more.
    """
    known, layouts = table.match.leftovers, [game.layout(state) for state in states]
    changed = {piece for one, other in pairwise(layouts) for piece in _changed(one, other)}
    found = dict(table.may_turn_up)
    for piece in sorted(known.keys() | leftovers.keys() | found.keys() | changed):
        lies = seen.spots.get(piece, known.get(piece, leftovers.get(piece)))
        due = [layout.get(piece) for layout in layouts]
        was_owed = piece in known and lies_wrong(due[0], known[piece])
        is_owed = piece in leftovers and lies_wrong(due[-1], lies)
        if not lies_wrong(due[-1], lies) and lies_wrong(due[0], lies) and known.get(piece, due[0]) != lies:
            found.pop(piece, None)
        asked = due if was_owed else due[1:] if is_owed else []
        missed = {_bare(spot) for spot in (*asked, *_unseen(piece, due, seen))}
        missed = {spot for spot in missed if lies_wrong(spot, lies)}
        if missed:
            found[piece] = found.get(piece, frozenset()) | missed
    return found


def _changed(before: Layout, after: Layout) -> Iterator[PieceId]:
    return (piece for piece in before.keys() | after.keys() if before.get(piece) != after.get(piece))


def _unseen(piece: PieceId, due: Sequence[Spot | None], seen: Sighting) -> Sequence[Spot]:
    """Return the piles that a piece lay on without being seen, before it had to lie elsewhere."""
    if piece in seen.spots:
        return ()
    return [spot for spot in due[:-1] if spot is not None and spot.piled and lies_wrong(_bare(spot), due[-1])]


def after_look(game: Game[S, A], table: Table[S, A], seen: Sighting) -> MayTurnUp:
    """Return the same after a look, where `table` is as it was judged before that look.

    A piece that a hand has laid right since can't turn up any more. A piece that is to be put elsewhere may
    lie under others.
    """
    layout = game.layout(table.match.state)
    laid = _laid_right(table, layout, seen)
    found = {piece: spots for piece, spots in table.may_turn_up.items() if piece not in laid}
    for piece, spot in table.match.leftovers.items():
        if spot is None or piece in seen.spots or not lies_wrong(layout.get(piece), spot):
            continue
        if any(other.cell == spot.cell for other in seen.spots.values()):
            found[piece] = found.get(piece, frozenset()) | {Spot(spot.cell, None)}
    return found


def _laid_right(table: Table[S, A], layout: Layout, seen: Sighting) -> frozenset[PieceId]:
    """Return the pieces that hands have laid as the match has them since the table was judged."""
    before = table.judged.spots if table.judged is not None else {}
    return frozenset(
        piece
        for piece in table.may_turn_up
        if piece not in seen.hidden
        and lies_wrong(before.get(piece), seen.spots.get(piece))
        and not lies_wrong(layout.get(piece), seen.spots.get(piece))
    )


def turned_up(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Leftovers:
    """Return the pieces that have turned up where they aren't due any more.

    Rules:
        accepts (0463, test_laid_late.py): A card that a tablet played, and that is back in a hand before it
            was laid, may be laid where it was due.
        accepts (0490, test_turned_late.py): A piece that was asked to lie otherwise, and needn't any more
            before a hand obeyed, may be laid so.
    """
    layout = setting.game.layout(table.match.state)
    found = {
        piece: seen.spots.get(piece)
        for piece in table.may_turn_up
        if piece not in table.aside and piece not in seen.hidden and not seen.cannot_tell(piece, layout)
    }
    return {
        piece: now
        for piece, now in found.items()
        if lies_wrong(layout.get(piece), now)
        and any(_lies_as(spot, now) for spot in table.may_turn_up[piece])
    }


def twin_turned_up(game: Game[S, A], table: Table[S, A], seen: Sighting) -> SwappedPieces[S] | None:
    """Return the twin that turned up where a piece of its stock was due, which still lies with the stock.

    From a stock of like cards a slow hand takes any.

    Rules:
        amends (0491, test_turned_late.py): A card that is laid late from a stock of like cards takes the
            name of the one that was due there.
    """
    match = table.match
    layout = game.layout(match.state)
    for piece, spots in table.may_turn_up.items():
        for twin in game.twins(match.state, piece):
            home, now, lies = layout.get(twin), seen.spots.get(twin), seen.spots.get(piece)
            if home is None or now is None or not home.piled or (lies and lies.cell != home.cell):
                continue
            if lies_wrong(home, now) and now.cell != home.cell and any(_lies_as(one, now) for one in spots):
                leftovers = {one: lie for one, lie in match.leftovers.items() if one not in (piece, twin)}
                state = with_names_swapped(game, match.state, piece, twin)
                return SwappedPieces(piece, twin, state, leftovers)
    return None


def twin_out_of_sight(
    game: Game[S, A], table: Table[S, A], seen: Sighting, missing: frozenset[PieceId]
) -> SwappedPieces[S] | None:
    """Return the missing twin that left its stock for where a piece of it was due, out of sight.

    A hand lays a bought card and throws another upon it before the next picture, or takes it up at once.

    Rules:
        amends (0497, test_turned_late.py): A card that has left a stock of like cards takes the name of
            the one that was due beneath others, or in a hand.
    """
    match = table.match
    layout, known = game.layout(match.state), match.leftovers
    for piece in sorted({*known, *table.may_turn_up}):
        lies = known.get(piece, layout.get(piece))
        due = {layout.get(piece)} if lies_wrong(layout.get(piece), lies) else set()
        if piece in seen.spots or not any(
            _is_out_of_sight(spot, seen) for spot in due | table.may_turn_up.get(piece, frozenset())
        ):
            continue
        for twin in game.twins(match.state, piece):
            home = layout.get(twin)
            if home is not None and home.piled and twin in missing:
                leftovers = {one: lie for one, lie in known.items() if one not in (piece, twin)}
                return SwappedPieces(
                    piece, twin, with_names_swapped(game, match.state, piece, twin), leftovers
                )
    return None


def _is_out_of_sight(due: Spot | None, seen: Sighting) -> bool:
    if due is None:
        return True
    return due.piled and any(spot.cell == due.cell for spot in seen.spots.values())


def renamed(table: MayTurnUp, swap: SwappedPieces[S]) -> MayTurnUp:
    """Return the pieces that may turn up, after a twin took the name of one of them."""
    return {swap.other if piece == swap.one else piece: spots for piece, spots in table.items()}


def come(table: MayTurnUp, late: Leftovers) -> MayTurnUp:
    """Return the pieces that may turn up, after some have: each comes late only once."""
    left = {
        piece: frozenset(spot for spot in spots if not (piece in late and _lies_as(spot, late[piece])))
        for piece, spots in table.items()
    }
    return {piece: spots for piece, spots in left.items() if spots}


def _lies_as(due: Spot | None, now: Spot | None) -> bool:
    return not lies_wrong(due, now)


def _bare(spot: Spot | None) -> Spot | None:
    return None if spot is None else replace(spot, covered=False)
