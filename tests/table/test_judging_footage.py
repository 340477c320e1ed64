"""The whole road without a broker: real footage in, verdicts out, by the command line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.footage

PLAYED = [
    {"move": "w.cav.1", "to": "d7"},
    {"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"},
    {"move": "w.inf.1", "to": "f6"},
    {"attack": "w.arc.1", "target": "n.inf.1"},
    {"end_turn": True},
    {"move": "n.inf.1", "to": "f7"},
    {"attack": "n.inf.1", "target": "w.inf.1"},
]


@pytest.fixture(scope="module")
def lines(skirmish: Path) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "dashboard", "judge", str(skirmish), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_play_is_recognised_in_order_and_nothing_besides(lines: list[dict[str, Any]]) -> None:
    played = [action for line in lines[:-1] for action in line["actions"] if action != {"accept": True}]
    assert played == PLAYED


def test_only_the_illegal_step_of_the_infantry_is_warned_of(lines: list[dict[str, Any]]) -> None:
    verdicts = [line["verdict"] for line in lines[:-1]]
    assert set(verdicts) == {"settled", "illegal"}
    (warning,) = [line for line in lines[:-1] if line["verdict"] == "illegal"]
    assert [broken["rule"] for broken in warning["violations"]] == ["DW-5"]
    assert "2" in warning["violations"][0]["text"]
    (step,) = warning["repair"]
    assert (step["piece"], step["seen"], step["to"]) == ("w.inf.1", "f7", "e5")
    assert "f6" in step["others"]
    assert 18 <= warning["frame"] <= 19


def test_putting_the_piece_back_settles_the_table_again(lines: list[dict[str, Any]]) -> None:
    at = next(i for i, line in enumerate(lines) if line["verdict"] == "illegal")
    after = lines[at + 1]
    assert (after["verdict"], after["actions"]) == ("settled", [])
    assert 23 <= after["frame"] <= 24


def test_no_verdict_is_given_while_a_hand_is_over_the_board(
    lines: list[dict[str, Any]], skirmish: Path
) -> None:
    truth = [json.loads(line) for line in (skirmish / "truth.jsonl").read_text().splitlines()]
    settled = {frame["frame"] for frame in truth if frame["settled"]}
    assert {line["frame"] for line in lines[:-1]} <= settled


def test_the_last_line_is_the_final_state(lines: list[dict[str, Any]]) -> None:
    assert set(lines[-1]) == {"final"}
