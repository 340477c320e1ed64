"""Real photographs with known tags: all are read, none is made up, corners are where they belong."""

import json
from pathlib import Path

import pytest

from dashboard.commands import main
from dashboard.lab.photos import OURS, read_photos

KEPT = Path(__file__).parent.parent / "vision" / "photos"


def test_all_tags_of_the_kept_photographs_are_read_and_no_other() -> None:
    ours = [one for one in read_photos(KEPT) if one.detector == OURS]
    assert [one.photo for one in ours] == ["singlemarkersoriginal.jpg", "choriginal.jpg"]
    assert all((one.found, one.false) == (one.expected, 0) for one in ours)


def test_corners_are_nearer_to_a_flat_board_s_than_opencv_s_own_refinement_has_them() -> None:
    off = {one.detector: one.off_flat_px for one in read_photos(KEPT) if one.off_flat_px is not None}
    assert off[OURS] is not None
    assert off["cv2.aruco"] is not None
    assert off[OURS] < 0.45 < off["cv2.aruco"]


def test_corners_are_nearer_to_where_black_ends_than_opencv_s_own_refinement_has_them() -> None:
    off = {(one.photo, one.detector): one.off_edge_px for one in read_photos(KEPT)}
    for photo in ("singlemarkersoriginal.jpg", "choriginal.jpg"):
        ours, opencv = off[photo, OURS], off[photo, "cv2.aruco"]
        assert ours is not None
        assert opencv is not None
        assert ours < 0.52
        assert ours < opencv


def test_the_command_prints_a_line_a_photograph_and_detector(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vision", "--photos", str(KEPT), "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["photo"], one["detector"]) for one in said[:2]] == [
        ("singlemarkersoriginal.jpg", OURS),
        ("singlemarkersoriginal.jpg", "cv2.aruco"),
    ]


def test_a_folder_without_photographs_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "vision", "--photos", str(tmp_path)]) == 2
    assert "expected.json" in capsys.readouterr().err
