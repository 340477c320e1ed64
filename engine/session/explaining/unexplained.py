"""Tables that no legal play explains: the plays that may be meant, the rules they break, reasons to wait.

Pure.
"""

from dataclasses import replace

from engine.core.decisions import Chooser, Violation
from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.session.explaining.explanations import Pending, Unexplained, Why
from engine.session.explaining.lines import ActionLine, Findings
from engine.session.explaining.repair import PutPiece, culprits, nearest_plays, strangers_among, ways_back
from engine.session.seen.sighting import (
    NO_LEFTOVERS,
    Leftovers,
    Sighting,
    differences,
    edge_differs,
    lies_wrong,
    strange_cells,
)
from engine.session.seen.trays import trays_of


def puts_to_finish(
    game: Game[S, A], line: ActionLine[S, A], sighting: Sighting, found: Findings[S, A]
) -> tuple[PutPiece, ...]:
    """Return the pieces that hands still have to put for the table to show a line.

    The line explains all but that.
    """
    before, after = game.layout(line.states[0]), game.layout(line.state)
    changed = sorted(
        piece
        for piece in line.pieces - sighting.hidden - found.start.wrong
        if before.get(piece) != after.get(piece)
    )
    return tuple(
        PutPiece(piece, sighting.spots.get(piece), after.get(piece))
        for piece in changed
        if lies_wrong(after.get(piece), sighting.spots.get(piece))
        or edge_differs(after.get(piece), sighting.spots.get(piece))
    )


def unexplained(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    leftovers: Leftovers,
    found: Findings[S, A],
) -> Unexplained[A] | Pending[S, A]:
    """Return the warning of a table that no legal play explains, or a reason to wait first.

    Rules:
        waits (0085, test_table.py): Something felt beneath a camera waits until nothing is in the camera's
            way.
        waits (0005, test_referee.py): A piece that is off the table and may move may be in a hand.
        waits (0056, test_referee.py): A fault that a piece in a hidden place would undo waits.
        warns (0005, test_referee.py): A table that no play explains is warned of, with the rule and with
            the fewest pieces to put.
    """
    strangers = strange_cells(sighting, game.layout(state))
    if strangers:
        if sighting.switches is None:
            return Pending(Why.HIDDEN)  # a camera will name the piece, once nothing is in its way
        alone = strangers_among(game, state, sighting, leftovers, strangers)
        if len(alone) < len(strangers) or not sighting.elsewhere:
            return Unexplained((), (), (), strangers=frozenset(alone))
        # The possible pieces needn't be named: a sure fault is a fault without these cells, too.
        sighting = replace(sighting, unnamed={})
        layout = game.layout(state)
        off = differences(sighting, layout, game.pieces(state), before=layout, leftovers=leftovers)
        wrong = blamed(game, state, sighting, tuple(sorted(off.wrong)), leftovers=leftovers)
        return replace(wrong, strangers=frozenset(strangers))
    to_put = culprits(game, state, sighting, leftovers, found.start)
    wrong = blamed(game, state, sighting, to_put.pieces, leftovers=leftovers)
    pushed = any(found.start.edges.values())
    if not pushed and may_be_in_hands(wrong.puts):
        return Pending(Why.LIFTED, (), wrong.puts)
    if not pushed and _awaits_what_hides(game, state, sighting):
        return Pending(Why.HIDDEN, (), wrong.puts)
    if _may_be_by_what_hides(game, state, sighting, wrong) or _is_by_what_a_hand_covers(sighting, wrong):
        return Pending(Why.HIDDEN, (), wrong.puts)
    besides = found.start.pieces.difference(to_put.pieces)
    return replace(wrong, besides=besides, sole=to_put.sole)


def may_be_in_hands(puts: tuple[PutPiece, ...]) -> bool:
    """Tell whether the only fault is that pieces which may be moved now are off the table."""
    return bool(puts) and all(put.seen is None and put.others for put in puts)


def _may_be_by_what_hides(game: Game[S, A], state: S, sighting: Sighting, wrong: Unexplained[A]) -> bool:
    """Tell whether the probable play needs a piece that nobody can find, as it may lie legally somewhere.

    An example is a piece whose label is seen in two places at once.
    """
    to_put = {put.piece for put in wrong.puts}
    return any((game.trace(state, action).pieces - to_put) & sighting.hidden for action in wrong.nearest)


def _is_by_what_a_hand_covers(sighting: Sighting, wrong: Unexplained[A]) -> bool:
    """Tell whether a camera will name the piece in a wrong cell, once nothing is in its way.

    Switches followed a piece there. It needn't be the lifted one, where a piece was taken off the table.
    """
    return sighting.switches is None and any(
        put.seen is not None and put.piece in sighting.followed and put.seen.cell in sighting.murky
        for put in wrong.puts
    )


def _awaits_what_hides(game: Game[S, A], state: S, sighting: Sighting) -> bool:
    """Tell whether a cost is owed, and nobody can look where its cards lie side by side.

    Its consequences may be on the table already.
    """
    decision = game.decider(state)
    if not (decision.continues or decision.chooser is Chooser.CHANCE):
        return False
    watched = [watch.covers for watch in sighting.watches]
    return any(
        pile in sighting.murky or not any(covers is None or pile in covers for covers in watched)
        for pile in trays_of(game).values()
    )


def blamed(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    pieces: tuple[PieceId, ...],
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
) -> Unexplained[A]:
    """Return the violations of pieces that lie where no legal play brings them."""
    nearest, unsaid = nearest_plays(game, state, sighting, leftovers, pieces)
    violations: dict[Violation, None] = {}
    for action in nearest:
        violations.update(dict.fromkeys(game.violations(state, action)))
    return Unexplained(nearest, tuple(violations), ways_back(game, state, sighting, pieces), unsaid)
