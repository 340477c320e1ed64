"""The measures of `boardwarden bench vision`, in small: a still frame and a moving hand, against OpenCV."""

import pytest

from dashboard.lab import vision, vision_steps
from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from tests.bench.rows import is_ratio, measured, positive
from vision.look import steps
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame

SIZE = (1280, 960)
TIMES = ["JPEG decoding", "ArucoDetector, defaults", "unchanged frame", "frame with a hand moving a piece"]
RATIOS = [
    (TIMES[2], TIMES[1]),
    (TIMES[3], TIMES[1]),
    (TIMES[2], TIMES[0]),
]


def test_a_board_that_is_read_whole_is_timed_against_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision, "SIZES", (SIZE,))
    monkeypatch.setattr(vision, "STILL_FRAMES", 1)
    monkeypatch.setattr(vision, "HAND_FRAMES", 2)
    monkeypatch.setattr(vision, "ROUNDS", 1)
    rows = measured(vision.bench_vision())
    seen, *times = rows
    assert times == [
        *(f"1280x960 {what}, ms" for what in TIMES),
        *(f"1280x960 ratio, {what} / {over}" for what, over in RATIOS),
    ]
    assert seen == f"1280x960 pieces seen of {rows[seen]}"
    assert positive(*rows.values())
    for what, over in RATIOS:
        one, other = (rows[f"1280x960 {which}, ms"] for which in (what, over))
        assert is_ratio(rows[f"1280x960 ratio, {what} / {over}"], one, other, step=0.01, own_step=0.001)


def test_the_hand_leaves_its_piece_on_the_next_hex_and_brings_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vision, "HAND_FRAMES", 2)
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    images = vision.moved_board(board, pieces, SIZE)
    reader = BoardReader(board, pieces, source="bench")
    looks = [reader.read(Frame(image, Seconds(n / 30), n)) for n, image in enumerate(images, 1)]
    there, back = (
        {one.piece: one.cell for one in looks[at - 1].pieces.seen} for at in (len(looks) // 2, len(looks))
    )
    assert there.keys() == back.keys()
    (moved,) = [piece for piece in there if there[piece] != back[piece]]
    assert any(moved not in {one.piece for one in look.pieces.seen} for look in looks)
    x, y = board.surface.centre_mm(back[moved])
    assert board.surface.centre_mm(there[moved]) == pytest.approx(
        (x + board.surface.width_mm(there[moved]), y), abs=0.1
    )


def test_every_step_of_a_frame_has_its_milliseconds_and_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision_steps, "SIZE", SIZE)
    monkeypatch.setattr(vision, "STILL_FRAMES", 4)
    monkeypatch.setattr(vision, "HAND_FRAMES", 2)
    rows = list(vision_steps.bench_steps())
    first = [row["what"] for row in rows if " first frame, " in row["what"]]
    assert f"1280x960 first frame, {steps.TAGS.name}, ms a frame" in first
    still = {row["what"]: row["calls"] for row in rows if " unchanged frame, " in row["what"]}
    assert still[f"1280x960 unchanged frame, {steps.NEWS.name}, ms a frame"] == 1
    assert f"1280x960 unchanged frame, {steps.TAGS.name}, ms a frame" not in still
    assert all(row["value"] >= 0 and row["calls"] > 0 for row in rows)
