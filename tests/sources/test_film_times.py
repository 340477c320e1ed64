"""A film's frames carry the times that its file gives them."""

import math
from pathlib import Path

import pytest

from engine.core.ids import Seconds
from tests.sources.muxing import jpegs, matroska, mp4
from vision.pictures.frame import Frame
from vision.sources import open_source
from vision.sources.files.film_times import FilmTimes
from vision.sources.opening import frames_of
from vision.sources.reading import BadFrame, NotYet

UNEVEN_MS = [0, 100, 200, 1200, 1250, 5000, 5100, 5200]
LASTING_MS = [100, 100, 1000, 50, 3750, 100, 100, 100]


def seen(path: Path, content: bytes) -> list[tuple[int, float]]:
    """Return the levels and times of a film's frames."""
    path.write_bytes(content)
    frames = list(frames_of(str(path)))
    assert [one.reason for one in frames if isinstance(one, BadFrame)] == []
    return [
        (round(float(one.image.mean()) / 20), round(one.taken_at, 3))
        for one in frames
        if isinstance(one, Frame)
    ]


@pytest.mark.parametrize("suffix", [".mkv", ".mp4"])
def test_frames_of_an_uneven_film_carry_their_own_times(tmp_path: Path, suffix: str) -> None:
    """opencv/opencv#8834, #24000: a phone's film has pauses, and is faster here than there."""
    pictures = jpegs(8)
    film = matroska(pictures, UNEVEN_MS) if suffix == ".mkv" else mp4(pictures, LASTING_MS)
    assert seen(tmp_path / f"film{suffix}", film) == [
        (number, at / 1000) for number, at in enumerate(UNEVEN_MS)
    ]


def test_a_film_that_was_cut_out_of_a_longer_one_is_whole(tmp_path: Path) -> None:
    """Phones trim by an edit list; the header goes on counting what isn't shown."""
    film = mp4(jpegs(8), LASTING_MS, edits=[(1090, 200)])
    assert seen(tmp_path / "film.mp4", film) == [(2, 0.0), (3, 1.0), (4, 1.05)]


def test_a_film_put_together_of_parts_goes_on_without_their_gap(tmp_path: Path) -> None:
    film = mp4(jpegs(8), LASTING_MS, edits=[(300, 0), (400, 4900)])
    assert seen(tmp_path / "film.mp4", film) == [(0, 0.0), (1, 0.1), (2, 0.2), (5, 0.3), (6, 0.4), (7, 0.5)]


def test_a_film_that_begins_with_sound_alone_begins_with_its_first_picture(tmp_path: Path) -> None:
    film = mp4(jpegs(8), LASTING_MS, edits=[(2000, -1), (5300, 0)])
    assert [at for _, at in seen(tmp_path / "film.mp4", film)] == [at / 1000 for at in UNEVEN_MS]


@pytest.mark.parametrize("edits", [[], [(1090, 200)]])
def test_a_film_whose_file_was_cut_off_says_so(tmp_path: Path, edits: list[tuple[int, int]]) -> None:
    pictures, path = jpegs(8), tmp_path / "film.mp4"
    path.write_bytes(mp4(pictures, LASTING_MS, edits)[: -sum(map(len, pictures[3:]))])
    last = list(frames_of(str(path)))[-1]
    assert isinstance(last, BadFrame)
    assert "truncated" in last.reason


def test_a_films_times_never_go_back(tmp_path: Path) -> None:
    film = matroska(jpegs(8), [0, 100, 200, 200, 150, 300, 300, 400])
    assert [at for _, at in seen(tmp_path / "film.mkv", film)] == [0, 0.1, 0.2, 0.2, 0.2, 0.3, 0.3, 0.4]


def test_a_film_joined_of_two_goes_on_where_the_second_begins() -> None:
    assert times(0.1, [0, 0.1, 5.0, 0.0, 0.2, 0.4]) == [0, 0.1, 5.0, 5.1, 5.3, 5.5]


def test_a_film_without_times_goes_by_its_rate() -> None:
    assert times(0.25, [0.0] * 4) == [0, 0.25, 0.5, 0.75]
    assert times(0.25, [math.nan] * 4) == [0, 0.25, 0.5, 0.75]


def test_a_film_is_timed_from_its_first_picture() -> None:
    assert times(0.1, [0.04, 0.14, 1.04]) == [0, 0.1, 1.0]


def times(usual_s: float, file_s: list[float]) -> list[float]:
    found, film = [], FilmTimes(usual_s)
    for time_s in file_s:
        film = film.after(time_s)
        assert film.at_s is not None
        found.append(round(film.at_s, 6))
    return found


def test_a_pause_in_a_film_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    path.write_bytes(matroska(jpegs(3), [0, 100, 5000]))
    clock = Stepped(1000.0)
    source = open_source(str(path), start=Seconds(1000.0), clock=clock)
    assert [isinstance(source.read(1.0), Frame) for _ in range(2)] == [True, True]
    assert source.read(1.0) == NotYet()
    frame = source.read(10.0)
    assert isinstance(frame, Frame)
    assert clock.now() == frame.taken_at == 1005.0
    source.close()


class Stepped:
    """A clock that goes on only where somebody waits."""

    def __init__(self, at: float) -> None:
        self.at = at

    def now(self) -> Seconds:
        return Seconds(self.at)

    def wait(self, seconds: float) -> None:
        self.at += seconds
