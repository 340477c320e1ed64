from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.marks import changes_of
from engine.games.dozen_war.position.masks import stand_of
from engine.games.dozen_war.position.state import State
from tests.games.skills_positions import skilled_setups

PATIENT = settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))


def holds_what_it_derives(state: State) -> bool:
    return state.stand == stand_of(state.order, state.at) and state.changes == changes_of(state.marks)


@PATIENT
@given(setup=skilled_setups(), picks=st.lists(st.integers(0, 5000), max_size=15))
def test_masks_taken_on_from_the_position_before_are_those_made_anew(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = game.initial(entry_of(setup))
    for pick in picks:
        actions = game.legal_actions(state)
        if not actions:
            break
        # every other position's masks are never asked for, so that the next ones come from an older one's
        assert pick % 2 or holds_what_it_derives(state)
        state = game.apply(state, actions[pick % len(actions)])
    assert holds_what_it_derives(state)


def test_through_a_whole_match_masks_are_those_made_anew(board: Board) -> None:
    game = DozenWar(board, Ruleset(options={"skills": "on", "equipment": "on"}))
    picks = Random(3)  # noqa: S311  # a test's choices
    state = game.initial(None)
    while actions := game.legal_actions(state):
        state = game.apply(state, picks.choice(actions))
        assert holds_what_it_derives(state)
