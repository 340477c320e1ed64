"""Positions of before load where a skill, an ability or a payment waits: its steps had numbers then."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.registry import usual_board
from engine.kit.resolving.steps import SteppedFrame

SAMPLES = Path(__file__).with_name("former_steps.jsonl")
KEPT = [json.loads(line) for line in SAMPLES.read_text("utf-8").splitlines()]
"""Frames as they were dumped in random matches by the numbers of their steps, and the step of each."""

GAME = KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


def position(*frames: dict[str, Any]) -> State:
    """Return a position that was dumped with these frames on its stack."""
    return GAME.load({**GAME.dump(GAME.initial(None)), "stack": list(frames)})


def test_every_kind_goes_on_at_the_step_that_had_its_number() -> None:
    found = position(*(one["was"] for one in KEPT)).stack
    assert [isinstance(frame, SteppedFrame) and frame.step for frame in found] == [
        one["step"] for one in KEPT
    ]
    stepped = {kind.__name__ for kind in GAME.frames if issubclass(kind, SteppedFrame)}
    assert {one["was"]["frame"] for one in KEPT} == stepped


def test_a_position_is_written_with_the_numbers_of_before() -> None:
    # Journals hold fingerprints of positions: each must come out to the letter.
    was = [one["was"] for one in KEPT]
    assert GAME.dump(position(*was))["stack"] == was


@pytest.mark.parametrize("number", [4, "2", None])
def test_a_number_that_no_step_had_is_refused(number: object) -> None:
    casting = next(one["was"] for one in KEPT if one["was"]["frame"] == "Casting")
    with pytest.raises(InputFault, match="number of a step"):
        position({**casting, "stage": number})


def test_a_step_that_a_frame_never_had_is_refused() -> None:
    casting = {**next(one["was"] for one in KEPT if one["was"]["frame"] == "Casting"), "step": "dreamt"}
    del casting["stage"]
    with pytest.raises(InputFault, match="Casting has no step dreamt"):
        position(casting)
