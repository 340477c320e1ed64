from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.faults import IllegalActionFault
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES
from engine.games.dozen_war.position.state import State
from tests.games import plain_rules
from tests.games.positions import setups, walked, written_actions

COUNTS = yaml.safe_load((Path(__file__).parent / "counts.yaml").read_text(encoding="utf-8"))
PATIENT = settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))


def opened(game: DozenWar, setup: dict[str, Any]) -> State:
    return game.initial(entry_of(setup))


def sorted_words(written: Sequence[dict[str, Any]]) -> list[str]:
    return sorted(str(sorted(one.items())) for one in written)


@PATIENT
@given(data=st.data(), picks=st.lists(st.integers(0, 500), max_size=6))
def test_an_action_is_legal_exactly_when_it_breaks_no_rule(
    game: DozenWar, data: st.DataObject, picks: list[int]
) -> None:
    setup = data.draw(setups())
    state = walked(game, opened(game, setup), picks)
    legal = set(game.legal_actions(state))
    for action in legal:
        assert game.violations(state, action) == ()
    for _ in range(25):
        action = game.parse_action(entry_of(data.draw(written_actions(setup))))
        assert (not game.violations(state, action)) == (game.completed(state, action) in legal), action


OTHER_READINGS = {name: value for name, values in CHOICES.items() for value in values[1:]}
"""For each reading its last alternative."""


@PATIENT
@given(
    data=st.data(), names=st.sets(st.sampled_from(tuple(OTHER_READINGS))), picks=st.lists(st.integers(0, 500))
)
def test_under_any_readings_an_action_is_legal_exactly_when_it_breaks_no_rule(
    board: Board, data: st.DataObject, names: set[str], picks: list[int]
) -> None:
    game = DozenWar(board, Ruleset(options={name: OTHER_READINGS[name] for name in names}))
    setup = data.draw(setups().filter(lambda one: "g6" not in str(one["pieces"])))
    state = walked(game, opened(game, setup), picks)
    legal = set(game.legal_actions(state))
    assert game.load(game.dump(state)) == state
    for action in legal:
        assert game.violations(state, action) == ()
    for _ in range(25):
        action = game.parse_action(entry_of(data.draw(written_actions(setup))))
        assert (not game.violations(state, action)) == (game.completed(state, action) in legal), action


@PATIENT
@given(data=st.data(), picks=st.lists(st.integers(0, 500), max_size=6))
def test_every_broken_rule_has_its_sentence(game: DozenWar, data: st.DataObject, picks: list[int]) -> None:
    setup = data.draw(setups())
    state = walked(game, opened(game, setup), picks)
    for _ in range(25):
        action = game.parse_action(entry_of(data.draw(written_actions(setup))))
        assert game.action_text(state, action)
        for violation in game.violations(state, action):
            assert game.violation_text(violation).endswith(".")
            assert "{" not in game.violation_text(violation)


@PATIENT
@given(setup=setups(), picks=st.lists(st.integers(0, 500), min_size=1, max_size=12))
def test_a_second_implementation_agrees_on_every_action_and_what_it_does(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = opened(game, setup)
    for pick in picks:
        actions = game.legal_actions(state)
        position = game.dump(state)
        written = [game.format_action(action) for action in actions]
        assert sorted_words(written) == sorted_words(plain_rules.legal(position))
        if not actions:
            break
        chosen = pick % len(actions)
        state = game.apply(state, actions[chosen])
        assert without_blanks(game.dump(state)) == without_blanks(
            plain_rules.after(position, written[chosen])
        )


def without_blanks(position: dict[str, Any]) -> dict[str, Any]:
    """The position without what has no bearing: marks on pieces of a finished match are kept, order isn't."""
    return {key: value for key, value in position.items() if value != []}


@pytest.mark.parametrize("case", COUNTS, ids=[case["name"] for case in COUNTS])
def test_action_counts_are_those_of_the_table(game: DozenWar, case: dict[str, Any]) -> None:
    state = opened(game, case["setup"])
    assert [counted(game, state, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]


@pytest.mark.parametrize("case", COUNTS, ids=[case["name"] for case in COUNTS])
def test_the_table_of_counts_is_what_counting_slowly_gives(game: DozenWar, case: dict[str, Any]) -> None:
    position = game.dump(opened(game, case["setup"]))
    depths = range(1, case["plainly"] + 1)
    assert [plain_rules.count(position, depth) for depth in depths] == case["counts"][: case["plainly"]]


def counted(game: DozenWar, state: State, depth: int) -> int:
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(counted(game, game.apply(state, action), depth - 1) for action in actions)


@PATIENT
@given(setup=setups(), picks=st.lists(st.integers(0, 500), max_size=8))
def test_legal_actions_come_once_each_and_in_a_fixed_order(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = walked(game, opened(game, setup), picks)
    actions = list(game.legal_actions(state))
    assert len(set(actions)) == len(actions)
    assert actions == list(game.legal_actions(game.load(game.dump(state))))


def test_an_illegal_action_is_never_applied(game: DozenWar) -> None:
    state = game.initial(None)
    action = game.parse_action(entry_of({"move": "w.inf.1", "to": "g6"}))
    with pytest.raises(IllegalActionFault, match=r"DW-5.*Infantry moves 1 hex; the way of w\.inf\.1"):
        game.apply(state, action)


@settings(deadline=None, max_examples=6)
@given(seed=st.integers(0, 1000))
def test_every_match_comes_to_an_end(game: DozenWar, seed: int) -> None:
    picks = Random(seed)  # noqa: S311  # a test's choices
    state = game.initial(None)
    for _ in range(4 * 11 * 140):
        actions = game.legal_actions(state)
        if not actions:
            break
        state = game.apply(state, actions[-1] if picks.random() < 0.1 else picks.choice(actions))
    ended = game.outcome(state)
    assert ended is not None
    assert not game.decider(state).seats
