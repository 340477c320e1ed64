"""Chooses wrong plays at random: a piece or a card goes where no legal play brings it."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

from dashboard.lab.corpus.seams import Acting
from engine.core.decisions import Chooser
from engine.core.game import Game
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.session.matches.match import Match

_EARLIER = 12
"""The number of earlier positions whose spots aren't wrong, because a piece put there takes a play back."""

_DEEP = 3
"""The number of actions ahead. A play that becomes legal within them isn't wrong."""


def wrong_move(
    game: Game[Any, Any], match: Match[Any], hands: Acting, chance: Random
) -> tuple[PieceId, Spot] | None:
    """Return a piece and a spot that no legal play brings it to; None: there is none."""
    state, spots = match.state, hands.spots
    view = game.view(state, None)
    pieces = sorted(one.piece for one in view.pieces if one.seat is not None and one.piece in spots)
    mobile = [piece for piece in pieces if "castle" not in piece]
    if not mobile:
        return None
    piece = chance.choice(mobile)
    busy = {spot.cell for spot in spots.values()}
    free = [cell for cell in hands.surface.cells if cell not in busy]
    earlier = {game.layout(one.state).get(piece) for one in match.past[-_EARLIER:]}
    known = _reachable(game, state, piece) | {spot.cell for spot in earlier if spot is not None}
    # A piece may be taken for its twin in the same cell, and go where that may go.
    beside = [twin for twin in game.twins(state, piece) if twin in spots]
    known |= {
        cell
        for twin in beside
        if spots[twin].cell == spots[piece].cell
        for cell in _reachable(game, state, twin)
    }
    goals = [cell for cell in free if cell not in known]
    return (piece, replace(spots[piece], cell=chance.choice(goals))) if goals else None


def wrong_card(
    game: Game[Any, Any],
    match: Match[Any],
    hands: Acting,
    chance: Random,
    trays: Mapping[Cell, Cell] = MappingProxyType({}),
) -> tuple[PieceId, Spot] | None:
    """Return a card and a spot that no legal play brings it to: another place, or a quarter turn.

    `trays` has the cells that count as a pile, each with the pile's cell.
    """
    state, spots = match.state, hands.spots
    tops = {spot.cell: piece for piece, spot in spots.items()}
    cards = sorted(piece for piece, spot in spots.items() if tops[spot.cell] == piece)
    if not cards:
        return None
    piece = chance.choice(cards)
    home = spots[piece]
    earlier = [game.layout(one.state).get(piece) for one in match.past[-_EARLIER:]]
    known = _lies_soon(game, state, piece) | {
        (spot.cell, spot.sideways)
        for spot in (*earlier, home, game.layout(state).get(piece))
        if spot is not None
    }
    known |= {(tray, turned) for cell, turned in known for tray, pile in trays.items() if cell == pile}
    # Neither turn is wrong if the turn has no meaning.
    known |= {(cell, either) for cell, turned in known if turned is None for either in (False, True)}
    cells = [*hands.surface.cells, *(home.cell,) * 4]
    goals = [(cell, turned) for cell in cells for turned in (False, True) if (cell, turned) not in known]
    if not goals:
        return None
    cell, sideways = chance.choice(goals)
    return piece, replace(home, cell=cell, sideways=sideways)


def wrong_backs(
    hands: Acting, backs: Mapping[Cell, Mapping[str, int]], chance: Random
) -> tuple[Cell, str, dict[str, int]] | None:
    """Return a cell, the description of a wrong play there with face-down cards, and the cards after it.

    `backs` is the number of face-down cards by cell and back.
    """
    faces = {spot.cell for spot in hands.spots.values()}
    kinds = sorted({back for there in backs.values() for back in there})
    ways: list[tuple[Cell, str, dict[str, int]]] = []
    for cell in hands.surface.cells:
        there = {back: number for back, number in backs.get(cell, {}).items() if number}
        if cell in faces:
            continue
        if there:
            ways.append((cell, "what lies face down taken away", {}))
            ways += [
                (cell, "a card laid on another heap", {**there, back: 1})
                for back in kinds
                if back not in there
            ]
        else:
            # People may have shuffled a new deck before the table knows, so its back isn't wrong there.
            ways += [
                (cell, "a card laid face down where none belongs", {back: 1})
                for back in kinds
                if back not in backs.get(cell, {})
            ]
    return chance.choice(ways) if ways else None


def _reachable(game: Game[Any, Any], state: Any, piece: PieceId) -> set[str]:
    """Return every cell that a piece can reach by a few actions of its own."""
    found, frontier = set[str](), [state]
    for _ in range(_DEEP):
        deeper = []
        for one in frontier:
            if game.decider(one).chooser is not Chooser.SEAT:
                continue
            for action in game.legal_actions(one):
                trace = game.trace(one, action)
                if trace.explicit or trace.pieces != {piece}:
                    continue
                after = game.apply(one, action)
                spot = game.layout(after).get(piece)
                if spot is not None and spot.cell not in found:
                    found.add(spot.cell)
                    deeper.append(after)
        frontier = deeper
    return found


def _lies_soon(game: Game[Any, Any], state: Any, piece: PieceId) -> set[tuple[Cell, bool | None]]:
    """Return the cells and turns that a card may get by a few actions, with any results of chance."""
    found, frontier = set[tuple[Cell, bool | None]](), [state]
    for _ in range(_DEEP):
        deeper = []
        for one in frontier:
            decision = game.decider(one)
            if decision.chooser is Chooser.NOBODY:
                continue
            actions = game.legal_actions(one)
            if decision.chooser is Chooser.CHANCE:
                actions = actions[:1]
            for action in actions:
                after = game.apply(one, action)
                spot = game.layout(after).get(piece)
                if spot is not None:
                    found.add((spot.cell, spot.sideways))
                if piece in game.trace(one, action).pieces or decision.chooser is Chooser.CHANCE:
                    deeper.append(after)
        frontier = deeper
    return found
