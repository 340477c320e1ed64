"""The referee on random plays of every game: it commits the play or asks about it, and nothing else."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from engine.core.decisions import Chooser
from engine.core.game import Game
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout
from engine.games.registry import GAMES
from engine.session.explaining.explanations import Ambiguous, Settled, Unchanged, Unexplained
from engine.session.explaining.lines import ActionLine
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting, differences
from tests.conformance.walks import Walk, draw_action, starts, walks
from tests.session.seeing import shown

SLOW = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def draw_play(draw: Any, game: Game[Any, Any], state: Any) -> list[Any]:
    """Return the states after one to three actions that can be seen, none of them explicit.

    An action that leaves no trace doesn't follow another one, since it's never searched there.
    """
    states = [state]
    for n in range(draw(st.integers(1, 3))):
        traces = [(one, game.trace(states[-1], one)) for one in game.legal_actions(states[-1])]
        legal = [one for one, trace in traces if not (trace.explicit or (n and trace.silent))]
        if not legal:
            break
        states.append(game.apply(states[-1], draw_action(draw, game, legal)))
    return states


def still_shows(game: Game[Any, Any], states: list[Any]) -> bool:
    """Return whether all actions show at the end.

    A card under a later card doesn't. Nor does a card that is again as it was: a champion that was used, and
    readied as the turn ended.
    """
    layouts = [game.layout(state) for state in states]
    last = shown(layouts[-1])
    for before, after in pairwise(layouts):
        came = {piece: spot for piece, spot in after.items() if piece not in before}
        if not shown(came).items() <= last.items() or any(spot.covered for spot in came.values()):
            return False
    tracks = ([layout.get(piece) for layout in map(shown, layouts)] for piece in last)
    return not any(
        track[-1] in track[:n] for track in tracks for n in range(len(track)) if track[n] != track[-1]
    )


def agrees(game: Game[Any, Any], line: ActionLine[Any, Any], wanted: Any) -> bool:
    """Return whether a line leads to a state, or to one where only an answer without a trace is missing."""
    if line.state == wanted:
        return True
    if game.decider(line.state).kind != "answer":
        return False
    answers = (game.apply(line.state, one) for one in game.legal_actions(line.state))
    return any(after == wanted for after in answers)


@SLOW
@given(walk=walks(most=30), data=st.data())
def test_a_play_is_committed_or_among_the_answers(walk: Walk, data: st.DataObject) -> None:
    game, root = walk.game, walk.last
    assume(game.decider(root).chooser is Chooser.SEAT)
    states = draw_play(data.draw, game, root)
    # A change that shows only for a moment is known from looks on the way, not from the last one alone.
    assume(still_shows(game, states))
    wanted, before = states[-1], game.layout(root)
    seen = Sighting(shown(game.layout(wanted)))
    match explain(game, root, seen):
        case Settled(line):
            assert line.state == wanted or shown(game.layout(line.state)) == seen.spots
            # The cards that a turn's end discards may also have been played. The result is the same.
            assert line.state == wanted or len(line.actions) <= len(states) - 1
        case Ambiguous(_, lines):
            assert any(agrees(game, line, wanted) for line in lines)
        case Unchanged():
            assert not differences(seen, before, game.pieces(root), before=before).wrong
        case other:
            raise AssertionError(other)


def may_come(game: Game[Any, Any], state: Any, piece: PieceId, cell: Cell) -> bool:
    """Return whether one play, or two in a row, bring a piece to a cell, such as a champion that is hit."""
    before = [state]
    if game.decider(state).chooser is Chooser.SEAT:
        before += [game.apply(state, one) for one in game.legal_actions(state)]
    layouts = [game.layout(one) for one in before[1:]]
    for one in before:
        if game.decider(one).chooser is Chooser.SEAT:
            about = game.actions_about(one, frozenset((piece,)))
            layouts += [game.layout(game.apply(one, action)) for action in about]
    return any(piece in layout and layout[piece].cell == cell for layout in layouts)


def displaced(draw: Any, walk: Walk) -> tuple[PieceId, Layout] | None:
    """Return a table with one piece, not the mover's, in a cell that no play brings it to."""
    game, state = walk.game, walk.last
    view = game.view(state, None)
    spots = dict(shown(game.layout(state)))
    theirs = [one for one in view.pieces if one.piece in spots and one.seat not in {None, view.turn}]
    if not theirs:
        return None
    piece = draw(st.sampled_from(theirs)).piece
    cell = draw(st.sampled_from(walk.start.board.surface.cells))
    if cell == spots[piece].cell or may_come(game, state, piece, cell):
        return None
    return piece, {**spots, piece: replace(spots[piece], cell=cell)}


@SLOW
@given(walk=walks(most=30), data=st.data())
def test_a_piece_that_is_not_to_play_is_never_played_by_putting_it_elsewhere(
    walk: Walk, data: st.DataObject
) -> None:
    game, root = walk.game, walk.last
    decision = game.decider(root)
    assume(decision.chooser is Chooser.SEAT and decision.kind == "turn")
    found = displaced(data.draw, walk)
    assume(found is not None)
    assert found is not None
    piece, spots = found
    explanation = explain(game, root, Sighting(spots))
    assert isinstance(explanation, Unexplained)
    assert [(put.piece, put.to) for put in explanation.puts] == [(piece, game.layout(root)[piece])]


def test_a_walk_that_fails_is_printed_with_its_start_and_its_plays() -> None:
    for name in GAMES:
        start = starts(name)[0]
        walk = Walk(start, (start.game.initial(start.setup),), ())
        assert pretty(walk) == repr(walk) == f"Walk({name}, {start.title}: )"
