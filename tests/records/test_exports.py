"""A match as pictures, films and a part of its evidence, made by libraries and read back by them."""

import json
import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from mcap.reader import make_reader
from PIL import Image, ImageColor
from playwright.sync_api import Browser

from dashboard.commands import BAD_INPUT, DONE, MISSING, main
from dashboard.drawing.places import places_in
from dashboard.pictures import board_picture, films
from dashboard.pictures.board_picture import Canvas
from dashboard.pictures.captions import Caption
from dashboard.web.replays import Replays
from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.core.ids import Seat, Seconds
from engine.core.views import View
from engine.games.registry import open_look
from engine.records.bounds import Bounds
from engine.records.frame_recorder import FrameRecorder
from engine.records.room import EvidenceRoom
from engine.session.matches.journal import journals
from tests.needs import expect_packages
from tests.records.engines import RecordedEngine
from tests.records.made_fonts import bare_machine, machine_with, made


def jpeg(colour: str) -> bytes:
    content = BytesIO()
    Image.new("RGB", (64, 48), colour).save(content, format="JPEG")
    return content.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a move and a turn's end; its camera saw red, and from the turn's end on blue."""
    folder = tmp_path_factory.mktemp("matches")
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    engine.service.close()
    recorder = FrameRecorder(
        EvidenceRoom(folder, Bounds(free_beside_pictures_bytes=0)), "cam", table="t", wall=lambda: 111.0
    )
    recorder.match_is(journals(folder)[0].parent.name)
    for number, (at, colour) in enumerate(((100.5, "red"), (111.0, "blue")), start=1):
        recorder.keep(jpeg(colour), taken_at=Seconds(at), sequence=number, about={"lens": ""})
    recorder.close()
    return folder


def exported(folder: Path, tmp_path: Path, kind: str, *words: str) -> Path:
    out = tmp_path / f"match.{kind}"
    assert main(["export", "1", "--data", str(folder), "--to", kind, "--out", str(out), *words]) == DONE
    return out


def test_a_position_is_a_picture_and_a_move_shows_in_it(folder: Path, tmp_path: Path) -> None:
    before = np.asarray(Image.open(exported(folder, tmp_path, "png", "--at", "0:00:00")))
    after = np.asarray(Image.open(exported(folder, tmp_path, "png", "--move", "1")))
    assert before.shape == after.shape
    apart = (before != after).any(axis=2).mean()
    assert 0.001 < apart < 0.05, "two cells and the captions"


def introduced(folder: Path, **names: str) -> Path:
    """Return the folder of a match whose players have these names."""
    engine = RecordedEngine(folder)
    engine.show()
    for seat, name in names.items():
        introduced = Command(seat, CommandKind.INTRODUCE, 0, player=Seat(seat), name=name)
        engine.service.take(ReceivedMessage("command", "", introduced))
    engine.service.close()
    return folder


def test_a_name_that_pictures_cannot_draw_gives_way_to_what_they_can_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = introduced(tmp_path / "matches", west="김민수", north="👨‍👩‍👧‍👦 Müller", east="Nguyễn Thị Ánh")
    with bare_machine():
        exported(folder, tmp_path, "png")
    said = [line for line in capsys.readouterr().err.splitlines() if "can't be drawn" in line]
    assert [line.partition(" can't")[0] for line in said] == ["'김민수'", "'👨‍👩‍👧‍👦 Müller'"]
    assert "the name of the seat instead; fonts-noto-cjk would" in said[0]
    assert "'Müller' instead; fonts-noto-color-emoji would" in said[1]


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_a_name_is_in_pictures_with_a_font_of_the_machine_and_the_seats_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    expect_packages("fontconfig", "libfribidi0")
    folder = introduced(tmp_path / "matches", west="김민수")
    nameless = introduced(tmp_path / "nameless", east="Lan")  # a seat that isn't in this match has no name

    def head(folder: Path) -> np.ndarray:
        with Image.open(exported(folder, tmp_path, kind)) as picture:
            return np.asarray(picture.convert("L"))[:150]

    with bare_machine():
        seats = head(folder)
        assert (seats == head(nameless)).all()
    capsys.readouterr()
    with machine_with(tmp_path / "machine", made("김민수")):
        assert (seats != head(folder)).any()
    assert "can't be drawn" not in capsys.readouterr().err


def test_a_shared_picture_has_the_seats_name_where_no_font_has_the_players(tmp_path: Path) -> None:
    folder = introduced(tmp_path / "matches", west="김민수")
    nameless = introduced(tmp_path / "nameless")
    with bare_machine():
        shared, plain = (
            Replays(each).having(journals(each)[0].parent.name, 0).drawn(0, "en")
            for each in (folder, nameless)
        )
    assert shared == plain


def test_notation_has_the_time_of_each_move_where_it_is_asked_for(folder: Path, tmp_path: Path) -> None:
    plain = exported(folder, tmp_path, "notation").read_text("utf-8")
    timed = exported(folder, tmp_path, "notation", "--times").read_text("utf-8")
    times = re.findall(r" ?\[%emt (\d:\d\d:\d\d)\]", timed)
    assert len(times) == len(re.findall(r"^\d+\. (?!amended)", timed, re.MULTILINE))
    assert "0:00:10" in times
    assert "%emt" not in plain
    assert re.sub(r"( ?\[%emt [\d:]+\])", "", timed).replace(" {}", "") == plain


def test_a_gif_has_a_scene_for_each_moment(folder: Path, tmp_path: Path) -> None:
    with Image.open(exported(folder, tmp_path, "gif")) as film:
        assert getattr(film, "n_frames", 0) == 3
        assert film.info["duration"] >= 1000


def test_a_film_shows_the_camera_beside_the_board_in_step(folder: Path, tmp_path: Path) -> None:
    capture = cv2.VideoCapture(str(exported(folder, tmp_path, "mp4", "--speed", "20")))
    pictures = []
    while (found := capture.read())[0]:
        pictures.append(found[1])
    capture.release()
    assert len(pictures) == 7, "12.25 s at ten pictures a second and twenty times as fast"
    height, width = pictures[0].shape[:2]
    # The board is 720 pixels wide, the camera's picture in the middle of what lies left of it.
    blue_green_red = [picture[height // 2, (width - 720) // 2].tolist() for picture in pictures]
    assert max(blue_green_red[0]) < 60, "no picture was taken yet"
    assert blue_green_red[3][2] > 200 > blue_green_red[3][0]
    assert blue_green_red[-1][0] > 200 > blue_green_red[-1][2]


def test_a_part_of_the_evidence_is_a_whole_file_with_its_pictures(folder: Path, tmp_path: Path) -> None:
    path = exported(folder, tmp_path, "mcap", "--from", "0:00:09")
    with path.open("rb") as stream:
        found = list(make_reader(stream, validate_crcs=True).iter_messages())
    times = [message.log_time for _, _, message in found]
    assert times == sorted(times)
    assert min(times) >= 109 * 10**9
    topics = {channel.topic for _, channel, _ in found}
    assert {"record/frame/cam", "boardwarden/t/engine/command", "record/kept"} <= topics
    assert set(tmp_path.iterdir()) == {path, path.with_suffix(".layout.json")}


PLAYED = """async (film) => {
  const video = document.createElement("video");
  const failed = new Promise((_, no) => { video.onerror = () => no(new Error(video.error.message)); });
  video.muted = true;
  video.src = `data:video/mp4;base64,${film}`;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  // A frame is shown a while after its time was sought: wait for the one with this part of its colour.
  const colour = async (at, part) => {
    const there = new Promise((yes) => { video.onseeked = yes; });
    video.currentTime = at;
    await Promise.race([there, failed]);
    let found = [];
    for (let tries = 0; tries < 100 && !(found[part] > 200); tries += 1) {
      await new Promise((yes) => setTimeout(yes, 50));
      canvas.drawImage(video, (video.videoHeight * 2) / 3, video.videoHeight / 2, 1, 1, 0, 0, 1, 1);
      found = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }
    return found;
  };
  await Promise.race([new Promise((yes) => { video.onloadeddata = yes; }), failed]);
  const first = await colour(0.15, 0);
  const last = await colour(video.duration - 0.05, 2);
  const ended = new Promise((yes) => { video.onended = yes; });
  await Promise.race([video.play(), failed]);
  await Promise.race([ended, failed]);
  return { first, last };
}"""
"""Plays a film to its end; returns the colour in the middle of the camera's picture, early and late."""


@pytest.mark.parametrize("by_pyav", [True, False], ids=["H.264", "VP9"])
def test_a_film_plays_in_a_browser_to_its_end(
    by_pyav: bool,  # noqa: FBT001 # a parameter of the test
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    browser: Browser,
) -> None:
    if by_pyav:
        pytest.importorskip("av", reason="for want of PyAV, which make test installs")
    monkeypatch.setattr(films, "can_pack", lambda: by_pyav)
    path = exported(folder, tmp_path, "mp4", "--speed", "8")
    page = browser.new_page()
    found = page.evaluate(PLAYED, b64encode(path.read_bytes()).decode())
    page.close()
    (red, _, _), (_, _, blue) = found["first"], found["last"]
    assert red > 200 > sum(found["first"][1:]), found
    assert blue > 200 > sum(found["last"][:2]), found


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--to", "png"), "expected --out"),
        (("--to", "gif", "--out", "x.gif", "--from", "9:00:00"), "a part of the match"),
        (("--to", "mp4", "--out", "x.mp4", "--speed", "no"), "above 0"),
        (("--to", "png", "--out", "x.png", "--move", "99"), "fewer moves"),
        (("--to", "png", "--out", "x.png", "--move", "x"), "move's number"),
        (("--to", "png", "--out", "x.png", "--move", "1", "--at", "1"), "one of them"),
    ],
)
def test_what_cannot_be_exported_says_what_was_expected(
    words: tuple[str, ...], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "1", "--data", str(folder), *words]) == BAD_INPUT
    assert expected in capsys.readouterr().err
    assert not Path(words[-1]).exists()


@pytest.mark.parametrize("kind", ["png", "gif", "mp4", "mcap"])
def test_a_file_that_cannot_be_written_says_so(
    kind: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "nowhere" / f"x.{kind}"
    assert (
        main(["export", "1", "--data", str(folder), "--to", kind, "--out", str(out), "--speed", "99"])
        == MISSING
    )
    assert "can't be written" in capsys.readouterr().err


def test_a_piece_stands_in_a_picture_where_the_page_has_it() -> None:
    script = (Path(__file__).parents[2] / "dashboard/web/static/surface/slots.js").read_text()
    for name, plate in (("ROWS", False), ("ABOVE_PLATE", True)):
        table = re.search(rf"const {name} = \[(.*?)\n\];", script, re.DOTALL)
        assert table is not None
        # However the script is laid out; JSON knows no comma before a bracket.
        bare = re.sub(r"\s", "", table.group(1)).replace(",]", "]").replace(",}", "}")
        plans = re.findall(r"radius:([\d.]+),at:(\[.*?\])\}", bare)
        assert len(plans) >= 7
        for count, (radius, places) in enumerate(plans):
            found, size = places_in(count, has_plate=plate)
            assert (size, [list(one) for one in found]) == (float(radius), json.loads(places))


def test_a_picture_has_the_colours_of_the_page(folder: Path, tmp_path: Path) -> None:
    picture = Image.open(exported(folder, tmp_path, "png", "--at", "0:00:00")).convert("RGB")
    counted = picture.getcolors(1 << 24) or []
    seen = {colour for count, colour in counted if count > 100}
    look = open_look("dozen_war")
    wanted = [land.day for land in look.field.lands] + [look.field.margin[0]]
    wanted += [look.seat(seat).body for seat in ("west", "north")]
    assert [one for one in wanted if ImageColor.getrgb(one) not in seen] == []


def test_a_caption_names_pieces_as_people_do_and_no_cameras_trouble(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    whole = board_picture.draw_board

    def heard(canvas: Canvas, view: View, caption: Caption) -> Image.Image:
        said.extend((caption.head, caption.foot))
        return whole(canvas, view, caption)

    monkeypatch.setattr("dashboard.pictures.scenes.draw_board", heard)
    exported(folder, tmp_path, "gif")
    assert any("infantry 1" in one for one in said)
    assert [one for one in said if re.search(r"\b[a-z]\.(inf|gen|cav|arc)\b|camera", one)] == []
