"""A whole turn that was played unseen is found from its last position alone, in few steps."""

from dataclasses import replace
from itertools import islice

import pytest

from dashboard.lab.corpus.turns import TurnAtOnce, turns_at_once
from engine.session.explaining.explanations import Ambiguous, Settled
from engine.session.explaining.lines import USUAL, LineFit
from engine.session.explaining.referee import explain
from engine.session.explaining.search import dash
from engine.session.seen.sighting import lies_wrong


@pytest.fixture(scope="module")
def long_turns() -> list[TurnAtOnce]:
    return list(islice((turn for turn in turns_at_once(3) if 6 <= len(turn.actions) <= 12), 12))


def test_a_turn_of_up_to_twelve_actions_is_found_within_few_steps(
    long_turns: list[TurnAtOnce],
) -> None:
    assert len(long_turns) == 12
    found = 0
    for turn in long_turns:
        explanation = explain(turn.game, turn.before, turn.seen)
        if isinstance(explanation, Settled | Ambiguous):
            line = explanation.line if isinstance(explanation, Settled) else explanation.lines[0]
            layout = turn.game.layout(line.state)
            assert not any(lies_wrong(layout.get(piece), spot) for piece, spot in turn.seen.spots.items())
            found += 1
    # The other lines take the same piece down twice, or have one attack more. A tablet says which was played.
    assert found >= 9


def test_a_whole_turn_is_asked_about_and_never_committed(
    long_turns: list[TurnAtOnce],
) -> None:
    for turn in long_turns:
        findings = dash(turn.game, turn.before, turn.seen)
        assert findings is None or (not findings.complete and findings.lines.keys() == {LineFit.EXACT})


def test_the_dash_gives_up_at_its_budget(long_turns: list[TurnAtOnce]) -> None:
    turn = max(long_turns, key=lambda one: len(one.actions))
    assert dash(turn.game, turn.before, turn.seen, limits=replace(USUAL, dash_applied=1)) is None


def test_the_likelihoods_of_a_question_are_ranked_and_sum_to_one(long_turns: list[TurnAtOnce]) -> None:
    for turn in long_turns[:4]:
        explanation = explain(turn.game, turn.before, turn.seen)
        if isinstance(explanation, Ambiguous):
            assert list(explanation.likelihoods) == sorted(explanation.likelihoods, reverse=True)
            assert sum(explanation.likelihoods) == pytest.approx(1)
