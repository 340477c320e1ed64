"""The evening's film: a minute of a recorded match, read back picture by picture."""

from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from dashboard.commands import BAD_INPUT, DONE, main
from dashboard.pictures.best_moments import MomentKind
from dashboard.pictures.captions import lines_at
from dashboard.pictures.evenings_film import filmed_match, shots_of
from dashboard.pictures.films import FPS
from dashboard.pictures.scenes import sight_of
from dashboard.printing.page_drawing import Text
from engine.bus.messages.commands import CommandKind
from engine.core.ids import Seat, Seconds
from engine.records.bounds import Bounds
from engine.records.frame_recorder import FrameRecorder
from engine.records.recorded import open_recorded
from engine.records.rejudgement import sittings
from engine.records.replay import entry_times, timeline
from engine.records.room import EvidenceRoom
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine
from tests.records.test_exports import jpeg

NORTH = Seat("north")


def record(folder: Path, *, over: bool = True, pictures: bool = True) -> None:
    """Record a move, a wrong move that is put right, and its player's giving up.

    The camera saw red until the wrong move, then nothing for long, then blue.
    """
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    engine.now += 10.7
    engine.show(n_inf_1="b2")
    wrong_at = engine.now
    engine.now += 2.0
    engine.show()
    engine.now += 40.0
    if over:
        engine.ask("resign", CommandKind.RESIGN, player=NORTH)
    engine.service.close()
    if not pictures:
        return
    recorder = FrameRecorder(
        EvidenceRoom(folder, Bounds(free_beside_pictures_bytes=0)), "cam", table="t", wall=lambda: engine.now
    )
    recorder.match_is(journals(folder)[0].parent.name)
    for number, (at, colour) in enumerate(((100.5, "red"), (wrong_at, "blue")), start=1):
        recorder.keep(jpeg(colour), taken_at=Seconds(at), sequence=number, about={"lens": ""})
    recorder.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matches")
    record(folder)
    return folder


def exported(folder: Path, out: Path, *words: str) -> int:
    command = ["export", "1", "--data", str(folder), "--to", "mp4", "--moments", "--out", str(out), *words]
    return main(command)


@dataclass(frozen=True)
class Film:
    """A film that was read back."""

    pictures: list[np.ndarray]
    """Its pictures in blue, green and red."""
    told: list[str]
    """The lines that the command printed about it."""
    drawn: list[str]
    """The captions that were drawn."""
    timed: list[str]
    """The times that were drawn."""
    looks: int
    """How often the match's look was made."""


@pytest.fixture(scope="module")
def film(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Film:
    """The film of the match, in English."""
    drawn: list[str] = []
    timed: list[str] = []
    looks: list[str] = []

    def look(*of: Any, **how: Any) -> Any:
        looks.append(how["language"])
        return sight_of(*of, **how)

    def timed_text(where: Any, text: str, *how: Any) -> Text:
        timed.append(text)
        return Text(where, text, *how)

    def heard(text: str, *where: Any, **how: Any) -> Any:
        drawn.append(text)
        return lines_at(text, *where, **how)

    out, told = tmp_path_factory.mktemp("film") / "film.mp4", StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stderr(told):
        patched.setattr("dashboard.pictures.evenings_film.lines_at", heard)
        patched.setattr("dashboard.pictures.evenings_film.Text", timed_text)
        patched.setattr("dashboard.pictures.evenings_film.sight_of", look)
        assert exported(folder, out) == DONE
    return Film(pictures_of(out), told.getvalue().splitlines(), drawn, timed, len(looks))


def pictures_of(path: Path) -> list[np.ndarray]:
    capture = cv2.VideoCapture(str(path))
    assert capture.get(cv2.CAP_PROP_FPS) == FPS
    found = []
    while (one := capture.read())[0]:
        found.append(one[1])
    capture.release()
    return found


def test_the_film_has_each_moments_seconds_and_says_what_happened_by_which_rule(film: Film) -> None:
    times, captions = zip(*(one.split(" ", 1) for one in film.told[:-1]), strict=True)
    assert times == ("0:00:00", "0:00:12", "0:00:23", "0:01:07")
    assert captions == (
        "The match begins",
        "West ends the turn",
        "Infantry moves 1 hex; the way of North infantry 1 to b2 is 7. It was put right. (DW-5)",
        "North has left the match. West wins: nobody else is left (DW-17.4)",
    )
    assert film.told[-1].endswith(f"4 moments, {len(film.pictures)} pictures")
    # The opening has 4 s, the last play 3 s before and after it, the warning 3 s before it and 1.5 s after
    # the table was right again, the end 3 s before and 4 s after it.
    assert len(film.pictures) == 40 + 60 + 75 + 70


def test_each_moments_caption_is_drawn_once_below_its_pictures(film: Film) -> None:
    assert tuple(film.drawn) == tuple(one.split(" ", 1)[1] for one in film.told[:-1])
    assert film.timed == [one.split(" ", 1)[0] for one in film.told[:-1]]
    bands = [one[-one.shape[1] // 20 :] for one in film.pictures]
    # The caption's letters are bright on dark.
    assert all((one.max(axis=2) > 150).mean() > 0.002 for one in bands)


def test_a_films_look_is_made_once(film: Film) -> None:
    assert film.looks == 1


def test_the_camera_is_beside_the_board_and_the_board_alone_where_no_picture_is_near(film: Film) -> None:
    height, width = film.pictures[0].shape[:2]
    # The camera's small picture is in the middle of the room left of the board, above the caption.
    middle = (height - width // 18) // 2
    left = [one[middle, (width - 720) // 2].astype(int).tolist() for one in film.pictures]
    assert any(red > 200 > blue for blue, _, red in left)
    assert any(blue > 200 > red for blue, _, red in left)
    # Forty seconds later the last picture is too old, so the board stands in the middle.
    last = film.pictures[-1]
    assert max(last[middle, 20]) < 60
    assert max(last[middle, width - 20]) < 60
    assert min(last[middle, width // 2]) > 60


@pytest.mark.parametrize(("language", "righted"), [("vi", "đặt lại cho đúng"), ("ja", "正しく直されました")])
def test_captions_are_in_the_language_asked_for(folder: Path, language: str, righted: str) -> None:
    match = open_recorded(journals(folder)[0])
    moments = timeline(entry_times(match.path), sittings(match.path.parent))
    shots = shots_of(filmed_match(match, moments, language=language))
    [warning] = [one for one in shots if one.moment.kind is MomentKind.WARNING]
    assert righted in warning.caption
    assert "DW-5" in warning.caption


def test_a_film_without_evidence_says_so_and_shows_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "matches", tmp_path / "film.mp4"
    record(folder, pictures=False)
    for one in folder.rglob("evidence-*"):
        one.unlink()
    assert exported(folder, out) == DONE
    said = capsys.readouterr().err
    assert "no evidence was kept of this match" in said
    assert "DW-5" not in said
    assert pictures_of(out)[0].shape[1] == 720, "the board alone"


def test_a_match_that_is_not_over_has_no_film_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "matches", tmp_path / "film.mp4"
    record(folder, over=False, pictures=False)
    assert exported(folder, out) == BAD_INPUT
    assert "hasn't ended yet" in capsys.readouterr().err
    assert not out.exists()


def test_a_torn_journal_has_no_end_and_so_no_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = tmp_path / "matches", tmp_path / "film.mp4"
    record(folder, pictures=False)
    [journal] = journals(folder)
    journal.write_bytes(journal.read_bytes()[:-60])
    assert exported(folder, out) == BAD_INPUT
    assert "hasn't ended yet" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--from", "0:00:01"), ("--until", "0:00:09"), ("--speed", "2")])
def test_moments_and_a_part_exclude_each_other(
    folder: Path, tmp_path: Path, words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert exported(folder, tmp_path / "film.mp4", *words) == BAD_INPUT
    assert "--moments: expected --to mp4, without --from" in capsys.readouterr().err
