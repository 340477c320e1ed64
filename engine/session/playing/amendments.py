"""Changes of a match that aren't plays: a take-back, swapped names of twins, a table that is adopted.

Pure. Each is an entry of its own in the journal, and is announced.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.core.ids import PieceId, Seat
from engine.core.layout import Layout, Spot
from engine.session.explaining.explanations import Explanation, Settled, Unchanged
from engine.session.explaining.lines import SearchLimits
from engine.session.explaining.referee import explain
from engine.session.explaining.repair import PutPiece
from engine.session.matches.match import Earlier, Match
from engine.session.seen.sighting import (
    Leftovers,
    Sighting,
    differences,
    leftovers_of,
    lies_wrong,
    same_claim,
)

_GLANCE = SearchLimits(actions=4, applied=600)


@dataclass(frozen=True, slots=True)
class TakenBack(Generic[S]):
    """The table shows an earlier position of this turn, or is on its way there."""

    revision: int
    """The revision of that position."""
    state: S
    """That position."""
    puts: tuple[PutPiece, ...] = ()
    """The pieces that have still to be put; empty: the table shows the position."""


@dataclass(frozen=True, slots=True)
class SwappedPieces(Generic[S]):
    """Two like pieces that were taken for each other."""

    one: PieceId
    """One of the pieces."""
    other: PieceId
    """The other piece."""
    state: S
    """The state with the pieces swapped back."""
    leftovers: Leftovers
    """The leftovers with the pieces swapped back."""


def taken_back(
    game: Game[S, A], match: Match[S], seen: Sighting, leftovers: Leftovers
) -> TakenBack[S] | None:
    """Return which earlier position of this turn a table shows, the newest that fits; None: none.

    This holds for choices that one seat alone may take back (`takers_back`), except answers: the table
    doesn't show who took a card up again, or that all agree. `leftovers` are accepted. Where every piece lies
    either as now or as then, the table is on its way to the newest such position.
    """
    pieces, now = game.pieces(match.state), game.layout(match.state)
    off_now = differences(seen, now, pieces, before=now, leftovers=leftovers)
    on_its_way: TakenBack[S] | None = None
    if not off_now.wrong:
        # Putting a piece straight takes nothing back: hands do it in passing.
        return None
    for earlier in reversed(match.shown_this_turn):
        if game.decider(earlier.state).continues or not takers_back(game, match, earlier):
            continue
        then = game.layout(earlier.state)
        if any(not same_claim(now.get(piece), then.get(piece)) for piece in seen.hidden):
            continue
        off = differences(seen, then, pieces, before=now, leftovers=leftovers)
        if not off.pieces:
            return TakenBack(earlier.revision, earlier.state)
        if on_its_way is None and not off.wrong & off_now.wrong:
            puts = tuple(
                PutPiece(piece, seen.spots.get(piece), then.get(piece)) for piece in sorted(off.pieces)
            )
            on_its_way = TakenBack(earlier.revision, earlier.state, puts)
    return on_its_way


def takers_back(game: Game[S, A], match: Match[S], earlier: Earlier[S]) -> frozenset[Seat]:
    """Return the seat that may take back its choices since a position by itself; None: all must agree.

    All must agree once a turn has ended, or another seat or chance has answered. They must also once the
    chooser was asked something as a result of the choice: a look at another's hand can't be undone.
    """
    if earlier not in match.this_turn:
        return frozenset()
    since = [game.decider(one.state) for one in match.past if one.revision >= earlier.revision]
    first, now = since[0], game.decider(match.state)
    if len(first.seats) != 1 or any(
        (one.chooser, one.seats, one.kind) != (Chooser.SEAT, first.seats, first.kind) for one in since
    ):
        return frozenset()
    if now.seats == first.seats and now.kind != first.kind:
        return frozenset()
    return frozenset(first.seats)


def swapped(
    game: Game[S, A], match: Match[S], seen: Sighting, leftovers: Leftovers
) -> SwappedPieces[S] | None:
    """Return the one pair of twins whose swapped names make the table right or legally played.

    None where no pair explains the table, or where several do with different results.
    """
    found = [
        swap
        for swap in _possible_swaps(game, match, seen, leftovers)
        if isinstance(_explained(game, swap, seen), Settled | Unchanged)
    ]
    return found[0] if found and all(_as_good(game, match, found[0], swap) for swap in found[1:]) else None


def laid_for(game: Game[S, A], match: Match[S], seen: Sighting) -> SwappedPieces[S] | None:
    """Return the twin that was laid in place of a piece that a tablet played.

    The played piece still lies with its twins: from a stock of like cards a player takes any.
    """
    layout = game.layout(match.state)
    for piece, owed in layout.items():
        lies, waits = seen.spots.get(piece), match.leftovers.get(piece, owed)
        # The piece hasn't come yet, or is presumed to lie under another one there.
        is_due = waits is None or (waits.covered and not owed.covered and waits.cell == owed.cell)
        if not (lies_wrong(owed, lies) if lies is not None else is_due):
            continue
        for twin in game.twins(match.state, piece):
            home, spot = layout.get(twin), seen.spots.get(twin)
            if home is None or spot is None or not home.piled or (lies and lies.cell != home.cell):
                continue
            if spot.cell == owed.cell and lies_wrong(home, spot) and not lies_wrong(owed, spot):
                leftovers = {one: lie for one, lie in match.leftovers.items() if one not in (piece, twin)}
                state = with_names_swapped(game, match.state, piece, twin)
                return SwappedPieces(piece, twin, state, leftovers)
    return None


def _as_good(game: Game[S, A], match: Match[S], one: SwappedPieces[S], other: SwappedPieces[S]) -> bool:
    """Tell whether two swaps give the same result, as with two new soldiers that nobody has put down yet."""
    both = {one.one, one.other} & {other.one, other.other}
    mine, theirs = {one.one, one.other} - both, {other.one, other.other} - both
    if len(mine) != 1 or len(theirs) != 1:
        return False
    (kept,), (taken,) = mine, theirs
    layout, lies = game.layout(match.state), match.leftovers
    waiting = all(piece in layout and lies.get(piece, layout[piece]) is None for piece in (kept, taken))
    return waiting and with_names_swapped(game, one.state, kept, taken) == other.state


def with_names_swapped(game: Game[S, A], state: S, one: PieceId, other: PieceId) -> S:
    """Return a state where two pieces have swapped places, for a game that knows nothing of swaps."""
    names = {str(one): str(other), str(other): str(one)}
    return game.load(_renamed(game.dump(state), names))


def as_it_lies(game: Game[S, A], match: Match[S], seen: Sighting) -> tuple[S, Leftovers] | None:
    """Return the state that goes on from a table as it lies; None where the game doesn't offer that.

    Raises:
        InputFault: no position of the game looks like this.
    """
    expected = game.layout(match.state)
    lies: dict[PieceId, Spot] = {piece: spot for piece, spot in expected.items() if piece in seen.hidden}
    for piece in game.pieces(match.state):
        spot = seen.spots.get(piece)
        if spot is not None:
            lies[piece] = spot
        elif piece in expected and expected[piece].covered:
            lies[piece] = expected[piece]
    state = game.adopted(match.state, lies)
    return None if state is None else (state, leftovers_of(seen, game.layout(state), game.pieces(state)))


def as_they_lie(game: Game[S, A], match: Match[S], lies: Leftovers) -> tuple[S, Leftovers] | None:
    """Return the state that goes on from some pieces as they lie, with all others as the match has them.

    None where the game doesn't offer that.

    Raises:
        InputFault: no position of the game looks like this.
    """
    found: dict[PieceId, Spot | None] = {**game.layout(match.state), **lies}
    state = game.adopted(match.state, {piece: spot for piece, spot in found.items() if spot is not None})
    owed = {piece: spot for piece, spot in match.leftovers.items() if piece not in lies}
    return None if state is None else (state, owed)


def _possible_swaps(
    game: Game[S, A], match: Match[S], seen: Sighting, leftovers: Leftovers
) -> Iterator[SwappedPieces[S]]:
    layout = game.layout(match.state)
    wrong = differences(seen, layout, game.pieces(match.state), before=layout, leftovers=leftovers).wrong
    tried: set[frozenset[PieceId]] = set()
    for piece in sorted(wrong):
        for twin in game.twins(match.state, piece):
            pair = frozenset((piece, twin))
            if pair in tried or not _might_pass(layout, seen, piece, twin):
                continue
            tried.add(pair)
            names = {piece: twin, twin: piece}
            state = with_names_swapped(game, match.state, piece, twin)
            swapped_lies = {names.get(one, one): spot for one, spot in leftovers.items()}
            yield SwappedPieces(piece, twin, state, swapped_lies)


def _might_pass(layout: Layout, seen: Sighting, piece: PieceId, twin: PieceId) -> bool:
    """Tell whether a piece could be taken for its twin: they lay together, or it lies in the twin's place."""
    home, other, lies = layout.get(piece), layout.get(twin), seen.spots.get(piece)
    if other is None:
        return False
    return (home is not None and home.cell == other.cell) or not lies_wrong(other, lies)


def _explained(game: Game[S, A], swap: SwappedPieces[S], seen: Sighting) -> Explanation[S, A]:
    return explain(game, swap.state, seen, leftovers=swap.leftovers, limits=_GLANCE)


def _renamed(document: Any, names: Mapping[str, str]) -> Any:
    match document:
        case dict():
            return {names.get(key, key): _renamed(value, names) for key, value in document.items()}
        case list():
            return [_renamed(value, names) for value in document]
        case str():
            return names.get(document, document)
        case _:
            return document
