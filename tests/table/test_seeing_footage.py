"""The output of `boardwarden see` for the reference footage, against its truth."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.footage


@pytest.fixture(scope="module")
def seen(skirmish: Path) -> dict[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "dashboard", "see", str(skirmish), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return {frame["frame"]: frame for frame in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def truth(skirmish: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (skirmish / "truth.jsonl").read_text().splitlines()]


def test_every_frame_is_answered(seen: dict[int, dict[str, Any]], truth: list[dict[str, Any]]) -> None:
    assert sorted(seen) == [frame["frame"] for frame in truth]


def test_in_settled_frames_every_visible_piece_is_right(
    seen: dict[int, dict[str, Any]], truth: list[dict[str, Any]]
) -> None:
    misses = [
        (frame["frame"], piece, spot, seen[frame["frame"]]["layout"].get(piece))
        for frame in truth
        if frame["settled"]
        for piece, spot in frame["layout"].items()
        if piece not in frame["hidden"]
        and {key: seen[frame["frame"]]["layout"].get(piece, {}).get(key) for key in ("cell", "face", "edge")}
        != {key: spot[key] for key in ("cell", "face", "edge")}
    ]
    assert misses == []


def test_in_no_frame_is_a_piece_seen_where_it_does_not_stand(
    seen: dict[int, dict[str, Any]], truth: list[dict[str, Any]]
) -> None:
    wrong = [
        (frame["frame"], piece, spot["cell"])
        for frame in truth
        for piece, spot in seen[frame["frame"]]["layout"].items()
        if not piece.startswith(("mountain.", "volcano.", "warp."))
        and frame["layout"].get(piece, {}).get("cell") != spot["cell"]
    ]
    assert wrong == []
