"""Positions of the first edition load: its skills waited at numbers, which are steps with names now."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.registry import usual_board

SAMPLES = Path(__file__).with_name("former_steps.jsonl")
KEPT = [json.loads(line) for line in SAMPLES.read_text("utf-8").splitlines()]
"""Frames as the first edition dumped them, in scenarios and random matches, and what each is today."""


GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset())


def position(*frames: dict[str, Any]) -> State:
    """Return a position that was dumped with these frames on its stack."""
    return GAME.load({**GAME.dump(GAME.initial(entry_of({"seats": ["s1", "s2"]}))), "stack": list(frames)})


def loaded(*frames: dict[str, Any]) -> tuple[Doing, ...]:
    return tuple(frame for frame in position(*frames).stack if isinstance(frame, Doing))


def test_a_skill_goes_on_at_the_step_that_had_its_number() -> None:
    assert len(KEPT) > 200
    found = loaded(*(one["was"] for one in KEPT))
    assert [(frame.at, list(frame.kept)) for frame in found] == [(one["step"], one["kept"]) for one in KEPT]


def test_a_position_is_written_as_the_first_edition_wrote_it() -> None:
    # Journals hold fingerprints of positions: each must come out to the letter.
    was = [one["was"] for one in KEPT]
    assert GAME.dump(position(*was))["stack"] == was


def test_a_position_of_today_loads_as_it_was_dumped() -> None:
    today = {**KEPT[0]["was"], "at": KEPT[0]["step"]}
    assert loaded(today) == loaded(KEPT[0]["was"])


def test_a_step_that_a_skill_never_had_is_refused() -> None:
    with pytest.raises(InputFault, match="ganglie has no step name"):
        loaded({**KEPT[0]["was"], "skill": "ganglie", "at": "name"})
