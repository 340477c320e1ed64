"""`boardwarden footage add`: what somebody reports is kept with its truth, or refused by name."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from dashboard.commands import main
from engine.core.footage import load_footage, load_truth
from tests.vision.boards import Scene, at, board, mountains
from vision.render.solids import PlacedPiece


def shown() -> list[PlacedPiece]:
    return [*mountains(), at("n.inf.3", "j8"), at("w.cav.1", "f5")]


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reported") / "evening.jpg"
    cv2.imwrite(str(path), Scene(width=1280, height=960).shoot(shown()).image)
    return path


def truth_in(folder: Path, **changed: Any) -> Path:
    layout = {"n.inf.3": {"cell": "j8", "face": "up"}, "w.cav.1": {"cell": "f5", "face": "up"}}
    path = folder / "truth.jsonl"
    path.write_text(json.dumps({"frame": 1, "layout": layout, "settled": True} | changed) + "\n")
    return path


def add(source: Path, truth: Path, into: Path, *more: str) -> int:
    return main(["footage", "add", str(source), "--truth", str(truth), "--into", str(into), *more])


def test_a_reported_picture_becomes_footage_with_its_truth(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(picture, truth_in(tmp_path), tmp_path / "cases", "--as", "evening-1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["visible"], found["right"], found["wrong"], found["missed"]) == (2, 2, [], [])
    kept = tmp_path / "cases" / "evening-1"
    assert load_footage(kept).frames[0].read_bytes() == picture.read_bytes()
    assert set(load_truth(kept)[0]["layout"]) == {"n.inf.3", "w.cav.1"}


def test_a_kept_case_is_footage_that_can_be_kept_again(picture: Path, tmp_path: Path) -> None:
    assert add(picture, truth_in(tmp_path), tmp_path / "cases", "--as", "one") == 0
    first = tmp_path / "cases" / "one"
    expected = tmp_path / "expect.json"
    expected.write_text("[]")
    more = ("--as", "two", "--expect", str(expected))
    assert add(first, first / "truth.jsonl", tmp_path / "cases", *more) == 0
    assert (tmp_path / "cases" / "two" / "expect.json").is_file()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"frame": 2}, "expected a frame from 1 to 1, found 2"),
        ({"layout": {"n.inf.99": {"cell": "j8"}}}, "no piece of this table: n.inf.99"),
        ({"layout": {"n.inf.3": {"cell": "z9"}}}, "no cell of this table: z9"),
        ({"layout": {"n.inf.3": {}}}, "truth.jsonl:1: expected"),
    ],
)
def test_a_truth_that_names_what_is_not_there_is_refused_and_nothing_is_kept(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], said: str
) -> None:
    assert add(picture, truth_in(tmp_path, **changed), tmp_path / "cases", "--as", "odd") == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "cases" / "odd").exists()


def test_a_name_is_taken_once_and_plain(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = truth_in(tmp_path)
    assert add(picture, truth, tmp_path / "cases", "--as", "../up") == 2
    assert "small letters" in capsys.readouterr().err
    (tmp_path / "cases" / "there").mkdir(parents=True)
    assert add(picture, truth, tmp_path / "cases", "--as", "there") == 2
    assert "take another name" in capsys.readouterr().err
    assert board().name
