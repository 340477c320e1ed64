"""The reader on the reference footage, which another renderer made: the rates that we promise."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

from dashboard.commands import main
from engine.core.board import load_board
from engine.core.footage import load_footage, load_truth
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from vision.look.reader import BoardReader
from vision.look.scoring import Score, TrueFrame, agreed, parse_true_frame, score_look
from vision.pictures.frame import Frame
from vision.sources import frames_of

pytestmark = pytest.mark.footage


@dataclass(frozen=True)
class Shown:
    look: Look
    truth: TrueFrame
    score: Score


@lru_cache(maxsize=8)
def shown(folder: Path, first: int = 1, last: int = 1000) -> tuple[Shown, ...]:
    return tuple(_shown(folder, first, last))


def _shown(folder: Path, first: int, last: int) -> Iterator[Shown]:
    footage = load_footage(folder)
    truth = {line["frame"]: parse_true_frame(line) for line in load_truth(folder)}
    pieces = load_pieces(footage.pieces)
    scenery = [piece.id for piece in pieces.pieces.values() if piece.kind.is_scenery]
    reader = BoardReader(load_board(footage.board), pieces, source="footage", intrinsics=footage.camera)
    for frame in frames_of(str(folder)):
        assert isinstance(frame, Frame)
        if first <= frame.sequence <= last:
            look = reader.read(frame)
            true = truth[frame.sequence]
            yield Shown(look, true, score_look(look, true, scenery=scenery))


def test_settled_frames_show_every_visible_piece_right(skirmish: Path) -> None:
    settled = [one for one in shown(skirmish) if one.truth.settled]
    assert len(settled) == 20
    for one in settled:
        assert (one.look.sequence, one.score.right) == (one.look.sequence, one.score.visible)


def test_settled_frames_leave_nothing_unsure_or_blind(skirmish: Path) -> None:
    for one in shown(skirmish):
        if one.truth.settled:
            assert (one.look.sequence, one.look.cells.unsure, one.look.cells.blind) == (
                one.look.sequence,
                (),
                (),
            )


def test_no_frame_shows_a_piece_where_it_is_not(skirmish: Path) -> None:
    assert [(one.look.sequence, one.score.wrong) for one in shown(skirmish) if one.score.wrong] == []


def test_no_cell_with_a_hidden_piece_is_called_empty(skirmish: Path) -> None:
    assert [(one.look.sequence, one.score.lost) for one in shown(skirmish) if one.score.lost] == []


def test_hands_take_away_few_of_the_pieces_that_can_be_seen(skirmish: Path) -> None:
    scores = [one.score for one in shown(skirmish) if not one.truth.settled]
    assert sum(score.right for score in scores) >= 0.97 * sum(score.visible for score in scores)


def test_the_nine_rocks_are_seen_where_nothing_hides_them(skirmish: Path) -> None:
    for one in shown(skirmish):
        if one.truth.settled:
            rocks = [
                seen for seen in one.look.pieces.seen if seen.piece.startswith(("mountain.", "volcano."))
            ]
            assert len(rocks) == 9
            assert all(seen.piece.endswith(f".{seen.cell}") for seen in rocks)


def test_the_camera_is_never_said_to_have_moved(skirmish: Path) -> None:
    assert [one.look.sequence for one in shown(skirmish) if one.look.motion.moved] == []


def test_second_looks_at_a_settled_board_are_steady(skirmish: Path) -> None:
    looks = shown(skirmish)
    for before, now in pairwise(looks):
        if before.truth.settled and now.truth.settled:
            assert (now.look.sequence, now.look.motion.steady) == (now.look.sequence, True)
        if not now.truth.settled:
            assert (now.look.sequence, now.look.motion.steady) == (now.look.sequence, False)


@pytest.mark.parametrize(
    "first", [5, 26, *(pytest.param(one, marks=pytest.mark.slow) for one in (10, 16, 36, 40))]
)
def test_a_reader_that_starts_under_a_hand_is_never_wrong_and_recovers(skirmish: Path, first: int) -> None:
    looks = shown(skirmish, first, first + 5)
    assert [one.score.wrong for one in looks if one.score.wrong] == []
    assert [one.score.lost for one in looks if one.score.lost] == []
    settled = [one for one in looks if one.truth.settled]
    assert settled
    assert all(one.score.right == one.score.visible for one in settled)


def test_pieces_that_two_looks_agree_on_are_true(skirmish: Path) -> None:
    looks = shown(skirmish)
    for before, now in pairwise(looks):
        for one in agreed(before.look, now.look):
            if one.piece in now.truth.layout:
                assert one.cell == now.truth.layout[one.piece].cell


def test_hard_light_hides_nothing_that_lies_still(hard_light: Path) -> None:
    settled = [one for one in shown(hard_light) if one.truth.settled]
    assert len(settled) >= 11
    for one in settled:
        assert (one.look.sequence, one.score.right) == (one.look.sequence, one.score.visible)
        assert (one.look.sequence, one.look.cells.unsure, one.look.cells.blind) == (one.look.sequence, (), ())


def test_under_hard_light_nothing_is_seen_where_it_is_not_nor_called_gone(hard_light: Path) -> None:
    looks = shown(hard_light)
    assert [(one.look.sequence, one.score.wrong) for one in looks if one.score.wrong] == []
    assert [(one.look.sequence, one.score.lost) for one in looks if one.score.lost] == []
    scores = [one.score for one in looks if not one.truth.settled]
    assert sum(score.right for score in scores) >= 0.97 * sum(score.visible for score in scores)


def test_see_prints_one_line_of_facts_a_frame(
    skirmish: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("000001.jpg", "000002.jpg"):
        (tmp_path / name).write_bytes((skirmish / "frames" / name).read_bytes())
    assert main(["see", str(tmp_path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["frame"] for line in lines] == [1, 2]
    for line in lines:
        assert set(line) == {
            "frame",
            "taken_at",
            "camera_moved",
            "layout",
            "unsure",
            "blind",
            "confidence",
            "ms",
        }
        assert set(line["layout"]["gen.est"]) == {
            "cell", "x_mm", "y_mm", "face", "turned_deg", "sideways", "edge", "confidence",
        }  # fmt: skip
        assert line["layout"]["gen.est"]["cell"] == "b3"


def test_see_names_a_broken_frame_and_goes_on(
    skirmish: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (skirmish / "frames" / "000001.jpg").read_bytes()
    (tmp_path / "1.jpg").write_bytes(content[: len(content) // 2])
    (tmp_path / "2.jpg").write_bytes(content)
    assert main(["see", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "1.jpg" in said.err
    assert "frame 2" in said.out
    assert "n.castle.cavalry" in said.out


def test_see_with_no_readable_frame_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "1.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    assert main(["see", str(tmp_path / "1.jpg")]) == 2
    said = capsys.readouterr()
    assert "1.jpg" in said.err
    assert said.out == ""
