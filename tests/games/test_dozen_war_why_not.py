"""Why a place isn't possible: the rules are those that `violations` names, whatever is asked."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.document import entry_of
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.actions.actions import Action, Attack, Block, Dig, Move, Place, Revive, Warp
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games import plain_rules
from tests.games.positions import setups, walked
from tests.games.skills_positions import skilled_setups


def meant(use: str, piece: PieceId, target: str) -> Action:
    """The action that a use stands for."""
    actions: dict[str, Action] = {
        "move": Move(piece, Cell(target)),
        "attack": Attack(piece, PieceId(target)),
        "dig": Dig(piece, Cell(target)),
        "warp": Warp(piece),
        "place": Place(piece, Cell(target)),
        "revive": Revive(piece, Cell(target)),
        "block": Block(piece),
    }
    return actions[use]


def goal(game: DozenWar, state: State, action: Action) -> str:
    """Where a legal action of a piece goes."""
    match action:
        case Move(_, to):
            return to
        case Attack(_, target):
            return target
        case Dig(_, at) | Place(_, at) | Revive(_, at):
            return at
        case Warp():
            return "g6"
        case Block():
            return next(one.blocks[0] for one in game.table_advice(state).advice if one.piece == action.piece)
        case _:
            return ""


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    setup=setups() | skilled_setups() | st.none(),
    picks=st.lists(st.integers(0, 500), max_size=4),
    data=st.data(),
)
def test_what_is_said_are_the_rules_that_the_action_breaks(
    game: DozenWar, setup: dict[str, Any] | None, picks: list[int], data: st.DataObject
) -> None:
    state = walked(game, game.initial(entry_of(setup) if setup else None), picks)
    pieces = st.sampled_from([piece for piece in game.pieces(state) if piece.count(".") > 1])
    for _ in range(12):
        piece = data.draw(pieces)
        place = data.draw(pieces | st.sampled_from(plain_rules.CELLS))
        for one in game.why_not(state, piece, place):
            broken = [
                violation
                for violation in game.violations(state, meant(one.use, piece, one.target))
                if violation.reason != "name_splash"
            ]
            assert list(one.broken) == broken
    for action in game.legal_actions(state):
        target = goal(game, state, action)
        if target:
            found = game.why_not(state, action.piece, target)  # type: ignore[union-attr]  # it has a goal
            assert any(not one.broken and one.target == target for one in found), action


def test_numbers_come_with_the_rules(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.inf.1": {"at": "g7"}, "w.inf.1": {"at": "c5", "moved": True}}
    state = game.initial(entry_of({"seats": ["west", "north"], "round": 2, "pieces": pieces}))
    said = {
        (one.use, str(broken.rule)): dict(broken.facts)
        for one in game.why_not(state, PieceId("w.arc.1"), "g7")
        for broken in one.broken
    }
    assert said["move", "DW-7"]["moved"] == said["attack", "DW-7"].get(
        "distance", said["move", "DW-7"]["moved"]
    )
    assert (said["move", "DW-7"]["allowed"], said["move", "DW-2.3"]["cell"]) == (1, "g7")
    (again,) = game.why_not(state, PieceId("w.inf.1"), "c6")
    assert [str(broken.rule) for broken in again.broken] == ["DW-18.2"]


def test_pieces_that_have_nothing_to_do_with_a_place_learn_nothing(game: DozenWar) -> None:
    state = game.initial(entry_of({"seats": ["west", "north"], "round": 2}))
    for piece, place in (("w.castle.archer", "c6"), ("e.inf.1", "c6"), ("w.inf.1", "z9"), ("teapot", "c6")):
        assert game.why_not(state, PieceId(piece), place) == ()
