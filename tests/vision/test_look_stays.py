"""The looks at a short film stay as they are kept: a change of vision's code shows its effects.

`BOARDWARDEN_REWRITE_TRANSCRIPTS=1 pytest tests/vision/test_look_stays.py` keeps the looks of today.
"""

import json
import os
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands.see import look_facts
from engine.core.board import load_board
from engine.core.footage import load_footage
from engine.core.pieces import load_pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources import frames_of

FILM = Path(__file__).parent.parent / "cases/light-by-a-path-tracer"
KEPT = Path(__file__).with_name("looks.json")
FRAMES = 3
"""A still board, the same again, and a piece that has moved."""

NEAR = 0.06
"""The tolerance of a number, in millimetres, degrees, or parts of 1, since processors round differently."""


def looks() -> list[dict[str, Any]]:
    footage = load_footage(FILM)
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    reader = BoardReader(board, pieces, source="film", intrinsics=footage.camera)
    frames = (one for one in frames_of(str(FILM)) if isinstance(one, Frame))
    found = [look_facts(reader.read(one), 0.0) for one in islice(frames, FRAMES)]
    return [{key: value for key, value in one.items() if key != "ms"} for one in found]


def rows(found: list[dict[str, Any]]) -> dict[str, object]:
    """Return every value of the looks by its path, so that one that differs is named."""
    said: dict[str, object] = {}
    for number, look in enumerate(found, 1):
        for key, value in look.items():
            for part, one in value.items() if isinstance(value, dict) else [("", value)]:
                for name, leaf in one.items() if isinstance(one, dict) else [("", one)]:
                    said[f"{number} {key} {part} {name}".strip()] = leaf
    return said


def test_looks_at_a_kept_film_are_as_they_were() -> None:
    found = looks()
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS"):
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    kept, now = rows(json.loads(KEPT.read_text(encoding="utf-8"))), rows(found)
    assert now.keys() == kept.keys()
    for name, was in kept.items():
        if isinstance(was, float) and name.endswith("turned_deg"):
            apart = abs((float(str(now[name])) - was + 180.0) % 360.0 - 180.0)
            assert apart <= 2 * NEAR, name
        elif isinstance(was, float):
            assert (name, now[name]) == (name, pytest.approx(was, abs=NEAR))
        else:
            assert (name, now[name]) == (name, was)
