"""Marks over a camera's pictures in an exported recording: corner tags, pieces, cells in doubt."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dashboard.archive.eye_marks import BLIND, TAG, UNSURE, eye_marks
from dashboard.archive.viewer_scene import layout_of
from dashboard.commands import DONE, main
from engine.bus.client import ReceivedMessage
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from engine.records.evidence import read_evidence
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine
from tests.records.test_frames import recorder_in
from tests.session.two_soldiers import BOARD, PIECES
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

UNSURE_CELL, BLIND_CELL = Cell("c4"), Cell("k9")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with one picture of a soldier, and looks at it."""
    folder = tmp_path_factory.mktemp("matches")
    engine = RecordedEngine(folder)
    x, y = BOARD.surface.centre_mm(Cell("e5"))
    image = Renderer(BOARD, PIECES, view_over(BOARD), Conditions()).render([lie(PIECES, "w.inf.1", x, y)])
    jpeg = np.asarray(cv2.imencode(".jpg", image)[1]).tobytes()
    engine.now += 1.0
    at = Seconds(engine.now)
    look = BoardReader(BOARD, PIECES, source="cam").read(Frame(image, at, 1, jpeg))
    doubts = LookCells((UNSURE_CELL,), (BLIND_CELL,))
    moving = Look("cam", 2, Seconds(at + 1), LookPieces(), LookCells(), LookMotion(steady=False, moved=True))
    for one in (replace(look, cells=LookCells()), replace(look, cells=LookCells()), moving):
        engine.service.take(ReceivedMessage("look", "cam", one))
        engine.now += 0.5
    later = replace(
        look, cells=doubts, taken_at=Seconds(engine.now), motion=LookMotion(steady=True, moved=False)
    )
    engine.service.take(ReceivedMessage("look", "cam", later))
    engine.ask("end", action={"end_turn": True})
    engine.service.close()
    (journal,) = journals(folder)
    recorder = recorder_in(folder)
    recorder.match_is(journal.parent.name)
    recorder.keep(jpeg, taken_at=at, sequence=1, about={"lens": "", "camera": "cam"})
    recorder.keep(jpeg, taken_at=Seconds(engine.now), sequence=3, about={"lens": "", "camera": "cam"})
    recorder.close()
    return journal.parent


def test_tags_pieces_and_doubtful_cells_are_marked_where_the_picture_shows_them(match: Path) -> None:
    first, second = eye_marks(match, BOARD, PIECES)
    tags = [one for one in first.message.points if one.outline_color == TAG]
    assert len(tags) == len(BOARD.frame.centres_mm)
    assert [one.text for one in first.message.texts] == ["w.inf.1 e5"]
    kept = {one.outline_color: one for one in second.message.points if one.outline_color != TAG}
    assert kept.keys() == {UNSURE, BLIND}, "a look at a moving camera marks nothing"
    picture = view_over(BOARD)
    for tag, (x, y) in zip(tags, BOARD.frame.centres_mm.values(), strict=True):
        found = np.mean([(one.x, one.y) for one in tag.points], axis=0)
        (expected,) = picture.project(np.array([(x, y, 0.0)]))
        assert np.abs(found - expected).max() < 3.0


def test_an_exported_recording_has_them_and_its_layout_shows_them(match: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.mcap"
    assert main(["export", "1", "--to", "mcap", "--out", str(out), "--data", str(match.parent)]) == DONE
    assert [one.name for one in read_evidence(out, only=("marks",))] == ["cam", "cam"]
    assert b"foxglove.ImageAnnotations" in out.read_bytes()
    shown = layout_of({"cam": "record/frame/cam"})["configById"]["Image!cam"]["imageMode"]
    assert shown["annotations"] == {"record/marks/cam": {"visible": True}}
