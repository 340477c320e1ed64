"""A thing in front of a piece, or a shadow on its cell, makes no legal play illegal."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.games.registry import open_game
from engine.session.explaining.explanations import Ambiguous, Pending, Unexplained, Why
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.session.seeing import shown

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.arc.1": {"at": "d4"},
        "w.arc.5": {"at": "f9"},
        "n.cav.1": {"at": "d5"},
        "n.inf.1": {"at": "f7"},
        "w.gen.est": {"at": "c6"},
        "n.gen.siri": {"at": "k9"},
    },
}
ARCHER, VICTIM, INFANTRY = PieceId("w.arc.5"), PieceId("n.cav.1"), PieceId("n.inf.1")
THERE = Cell("f8")


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), Ruleset())


def played(game: Game[Any, Any], state: Any, *documents: dict[str, str]) -> Any:
    for one in documents:
        state = game.apply(state, game.parse_action(entry_of(one)))
    return state


def unread_where_it_went(game: Game[Any, Any], *, seen_last: Lie) -> tuple[Any, Any, Sighting]:
    """Return a start, the position after a play, and its sighting with the archer unread."""
    start = game.initial(entry_of(SETUP))
    after = played(
        game,
        start,
        {"attack": "w.arc.1", "target": VICTIM},
        {"move": ARCHER, "to": THERE},
        {"attack": ARCHER, "target": INFANTRY},
    )
    spots = {piece: spot for piece, spot in shown(game.layout(after)).items() if piece != ARCHER}
    seen = Sighting(
        spots,
        hidden=frozenset((ARCHER, VICTIM)),
        murky=frozenset((THERE,)),
        unread=frozenset((THERE,)),
        newly_unread=frozenset((THERE,)),
        touches=(Touch(Seconds(1.0), ARCHER, None, seen_last),),
    )
    return start, after, seen


def test_a_piece_whose_new_place_is_unreadable_now_is_waited_for(
    game: Game[Any, Any],
) -> None:
    start, after, seen = unread_where_it_went(game, seen_last=Lie(THERE, Face.UP, pushed=True))
    found = explain(game, start, seen)
    assert isinstance(found, Pending)
    assert (found.why, [line.state for line in found.lines]) == (Why.HIDDEN, [after])


def test_a_piece_is_not_waited_for_where_its_new_place_would_be_illegal(game: Game[Any, Any]) -> None:
    start, _, seen = unread_where_it_went(game, seen_last=Lie(Cell("f1"), Face.UP, pushed=True))
    seen = replace(seen, murky=frozenset((Cell("f1"),)))
    assert isinstance(explain(game, start, seen), Unexplained)


def test_a_piece_that_died_of_a_block_is_not_sought_in_a_shadow_elsewhere(game: Game[Any, Any]) -> None:
    weak = {**SETUP["pieces"], INFANTRY: {"at": "c5", "hp": 1}}  # type: ignore[dict-item]
    start = game.initial(entry_of({**SETUP, "pieces": weak}))
    attacked = played(game, start, {"attack": "w.arc.1", "target": VICTIM})
    blocked = played(game, attacked, {"block": INFANTRY})
    shadow = frozenset((Cell("k6"),))
    seen = Sighting(
        shown(game.layout(blocked)),
        hidden=frozenset((INFANTRY,)),
        murky=shadow,
        unread=shadow,
        newly_unread=shadow,
    )
    found = explain(game, attacked, seen)
    assert isinstance(found, Pending)
    assert (found.why, [line.state for line in found.lines]) == (Why.HIDDEN, [blocked])


def test_a_shadow_elsewhere_keeps_the_question_which_of_several_was_hit_too(game: Game[Any, Any]) -> None:
    generals = ("n.gen.siri", "n.gen.grim")
    pieces = {
        "w.arc.1": {"at": "d4"},
        VICTIM: {"at": "d5", "hp": 1},
        ARCHER: {"at": "f8"},
        **{one: {"at": cell, "hp": 3} for one, cell in zip(generals, ("f7", "f9"), strict=True)},
        "w.gen.est": {"at": "c6"},
    }
    start = game.initial(entry_of({**SETUP, "pieces": pieces}))
    killed = played(game, start, {"attack": "w.arc.1", "target": VICTIM})
    maybe = [played(game, killed, {"attack": ARCHER, "target": one}) for one in generals]
    shadow = frozenset((Cell("k6"),))
    seen = Sighting(
        shown(game.layout(maybe[0])),
        hidden=frozenset((VICTIM,)),
        murky=shadow,
        unread=shadow,
        newly_unread=shadow,
    )
    found = explain(game, start, seen)
    assert isinstance(found, Ambiguous)
    assert all(state in [line.state for line in found.lines] for state in maybe)
