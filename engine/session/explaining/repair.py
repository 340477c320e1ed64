"""The probable meaning of a table that no legal play explains, and how to put it right again."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot, lie_across
from engine.session.explaining.lines import LineFit, SearchLimits
from engine.session.explaining.search import search
from engine.session.seen.sighting import Differences, Leftovers, Sighting, differences

MOST_WRONG = 4
"""With more wrong pieces than this, all are put back: nobody plays so wildly by mistake."""

_BESIDE = 1000
"""A distance greater than between any two cells."""

_GLANCE = SearchLimits(actions=4, applied=400)


@dataclass(frozen=True, slots=True)
class PutPiece:
    """One piece to put."""

    piece: PieceId
    """The piece."""
    seen: Spot | None
    """How it is seen; None: nowhere."""
    to: Spot | None
    """How it should lie; None: off the table."""
    others: tuple[Cell, ...] = ()
    """Cells that it might also be put to, by a legal action."""


@dataclass(frozen=True, slots=True)
class Culprits:
    """The fewest pieces that must be put back so that legal play explains the rest."""

    pieces: tuple[PieceId, ...]
    """The pieces."""
    sole: bool = False
    """Whether no other choice of so few pieces would do. Then these are surely the wrong ones."""


def culprits(
    game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers, start: Differences
) -> Culprits:
    """Return the fewest pieces that must be put back so that legal play explains the rest."""
    wrong = tuple(sorted(start.wrong))
    if 1 < len(wrong) <= MOST_WRONG:
        before = game.layout(state)
        for size in range(1, len(wrong)):
            found = [
                some
                for some in combinations(wrong, size)
                if _explained_without(game, state, _put_back(sighting, before, some), leftovers)
            ]
            if found:
                return Culprits(found[0], sole=len(found) == 1)
    return Culprits(wrong)


def strangers_among(
    game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers, cells: tuple[Cell, ...]
) -> tuple[Cell, ...]:
    """Return the cell with something unnamed that alone keeps legal play from explaining the rest.

    Without such a cell all cells are returned.
    """
    for cell in cells if len(cells) <= MOST_WRONG else ():
        named = {one: some for one, some in sighting.unnamed.items() if one != cell}
        if _explained_without(game, state, replace(sighting, unnamed=named), leftovers):
            return (cell,)
    return cells


def _explained_without(game: Game[S, A], state: S, rest: Sighting, leftovers: Leftovers) -> bool:
    found = search(game, state, rest, leftovers=leftovers, limits=_GLANCE)
    return not found.start.wrong or LineFit.EXACT in found.lines or LineFit.SLOPPY in found.lines


def ways_back(
    game: Game[S, A], state: S, sighting: Sighting, pieces: tuple[PieceId, ...]
) -> tuple[PutPiece, ...]:
    """Return where each of the pieces belongs, and where else it might go; the nearest comes first.

    A piece in a cell that a legal play brings it to, which only lies across, belongs in that cell.
    """
    before = game.layout(state)
    legal = tuple((action, game.trace(state, action)) for action in game.legal_actions(state))
    puts = []
    for piece in pieces:
        others: dict[Cell, None] = {}
        seen, home = sighting.spots.get(piece), before.get(piece)
        for action, trace in legal:
            if trace.explicit or trace.pieces != {piece}:
                continue
            spot = game.layout(game.apply(state, action)).get(piece)
            if spot is None or spot == before.get(piece):
                continue
            if seen is not None and seen.cell == spot.cell and lie_across(seen, spot):
                home, others = spot, {}
                break
            others[spot.cell] = None
        if home is not None:
            others.pop(home.cell, None)
        near = sorted(others, key=partial(_apart, game, seen))
        puts.append(PutPiece(piece, seen, home, tuple(near)))
    return tuple(
        sorted(puts, key=lambda put: _apart(game, put.seen, put.to.cell if put.to is not None else None))
    )


def _apart(game: Game[S, A], seen: Spot | None, to: Cell | None) -> int:
    """Return how far a piece has to be carried; carrying to or from a place beside the table counts most."""
    return game.apart(seen.cell, to) if seen is not None and to is not None else _BESIDE


def nearest_plays(
    game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers, pieces: tuple[PieceId, ...]
) -> tuple[tuple[A, ...], tuple[A, ...]]:
    """Return for each of the pieces the play that was probably meant, with the rules that it breaks.

    They are followed by legal plays that would explain the table if somebody announced them (a skill).
    """
    before = game.layout(state)
    as_seen = _as_seen(game, state, sighting, leftovers, before)
    guesses = tuple(game.guesses(state, as_seen))
    unsaid = tuple(
        action
        for action in guesses
        if game.trace(state, action).explicit and not game.violations(state, action)
    )
    meant: dict[A, None] = {}
    for piece in pieces:
        for action in guesses:
            if piece in game.trace(state, action).pieces and game.violations(state, action):
                meant[action] = None
                break
    if not meant:
        meant.update((action, None) for action in guesses[:1] if game.violations(state, action))
    return tuple(action for action in guesses if action in meant), unsaid


def _put_back(sighting: Sighting, before: Layout, pieces: tuple[PieceId, ...]) -> Sighting:
    spots = {piece: spot for piece, spot in sighting.spots.items() if piece not in pieces}
    spots.update({piece: before[piece] for piece in pieces if piece in before})
    return replace(sighting, spots=spots)


def _as_seen(game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers, before: Layout) -> Layout:
    """Return the whole table as seen; as expected where it is put up with or couldn't be looked at."""
    pieces = game.pieces(state)
    off = differences(sighting, before, pieces, before=before, leftovers=leftovers)
    spots = {
        piece: sighting.spots.get(piece) if piece in off.pieces else before.get(piece) for piece in pieces
    }
    return {piece: spot for piece, spot in spots.items() if spot is not None}
