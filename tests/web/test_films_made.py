"""The evening's film on the pages: pressed by players alone, made once, shared by a link that ends."""

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import av
import pytest

from dashboard.pictures.making_film import make_film
from dashboard.web.audience.delay import LIVE
from dashboard.web.films.desk import FilmDesk, making_command
from dashboard.web.films.kept import SharedFilm, film_of, format_shared, parse_shared
from dashboard.web.films.pages import LINK_LIFE_S, shared_until
from dashboard.web.films.work import FilmState, FilmWork
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import LANGUAGES
from engine.records.evidence import evidence_files, frame_files
from engine.session.matches.journal import journals
from tests import asking
from tests.patience import PATIENCE_S
from tests.records.test_evenings_film import record
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer

SEATING = Seating(KEY, table=TABLE)
WEST = {"authorization": f"Bearer {SEATING.link(TabletPlace(Role.SEAT, Seat('west')))}"}
ARBITERS = {"authorization": f"Bearer {SEATING.link(ARBITER)}"}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matches")
    record(folder)
    return folder


@pytest.fixture(scope="module")
def made(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a match whose film is made."""
    folder = tmp_path_factory.mktemp("made") / "matches"
    shutil.copytree(recorded, folder)
    film = film_of(folder, name_in(folder), "en")
    make_film(film.journal, film.path, "en")
    return folder


@pytest.fixture
def folder(recorded: Path, tmp_path: Path) -> Path:
    """A match's folder of this test's own, without a film."""
    return shutil.copytree(recorded, tmp_path / "matches")


def name_in(folder: Path) -> str:
    return journals(folder)[0].parent.name


@pytest.fixture
def server(bus: FakeBus, made: Path) -> Iterator[RunningServer]:
    running = RunningServer(bus, matches=made)
    running.start()
    yield running
    running.stop()


def until(found: Callable[[], bool]) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + PATIENCE_S
    while not found():
        assert time.monotonic() < ends
        threading.Event().wait(0.02)


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def ended(desk: FilmDesk, folder: Path, language: str = "en") -> FilmWork:
    """Wait until a film isn't being made any more."""
    film = film_of(folder, name_in(folder), language)
    until(lambda: not desk.standing(film).goes_on)
    return desk.standing(film)


def test_the_lines_of_the_making_say_how_far_it_is() -> None:
    work = FilmWork("m", "en")
    assert (work.state, work.goes_on) == (FilmState.READING, True)
    work = work.after(b'{"done": 0.25}\n')
    assert (work.state, work.done) == (FilmState.DRAWING, 0.25)
    for nothing in (b"", b"[libx264] warning\n", b"[]", b'{"done": "x"}', b'{"done": 0.1}', b'{"fault": 3}'):
        assert work.after(nothing) == work, "nothing is taken back"
    assert work.after(b'{"done": 7}').done == 1.0
    assert work.ended(whole=True).state is FilmState.MADE
    faulty = work.after(b'{"fault": "no room"}')
    assert faulty.goes_on, "until the process has ended, so that no second one begins beside it"
    failed = faulty.ended(whole=False)
    assert (failed.state, failed.fault, failed.goes_on) == (FilmState.FAILED, "no room", False)
    assert "try again" in str(work.ended(whole=False).fault)


def test_a_links_name_is_read_back_and_no_other_name_is() -> None:
    shared = SharedFilm("000001-2026-12-01-table", "vi", "0a1b", 1_800_000_000)
    assert parse_shared(format_shared(shared)) == shared
    for text in ("", "m", "m~en~0a", "m~xx~0a~1", "m~en~0g~1", "m~en~0a~1x", "m~en~0a~-1"):
        with pytest.raises(InputFault, match="new code"):
            parse_shared(text)


def test_a_link_lives_a_day_and_is_the_same_within_an_hour() -> None:
    now = 1_800_000_000.0
    assert LINK_LIFE_S <= shared_until(now) - now <= LINK_LIFE_S + 3600
    assert shared_until(now - now % 3600 + 1) == shared_until(now - now % 3600 + 3600)
    assert shared_until(now + 3601) != shared_until(now)


def test_a_film_is_made_again_when_the_match_or_its_cameras_changed(folder: Path) -> None:
    name = name_in(folder)
    one = film_of(folder, name, "en")
    assert film_of(folder, name, "en").path == one.path
    assert film_of(folder, name, "ja").path != one.path
    with one.journal.open("ab") as journal:
        journal.write(b"\n")
    later = film_of(folder, name, "en")
    assert later.path != one.path
    for path in frame_files(one.journal.parent):
        path.unlink()
    assert film_of(folder, name, "en").path not in (one.path, later.path)
    with pytest.raises(InputFault, match="there is no match"):
        film_of(folder, "none", "en")


def test_only_players_and_the_arbiter_have_a_film_made(server: RunningServer, made: Path) -> None:
    with asking.client(base_url=server.url) as client:
        path = f"/matches/{name_in(made)}/film"
        for ask in (client.get, client.post):
            refused = ask(path, params={"lang": "ja"})
            assert (refused.status_code, refused.text[:7]) == (403, "今夜の映像を作")
            assert ask(path, headers={"authorization": "Bearer west.no"}).status_code == 403
            for link in (WEST, ARBITERS):
                assert ask(path, headers=link).json()["state"] == "made"
        assert client.post("/matches/none/film", headers=WEST).status_code == 404


def test_a_film_is_seen_by_its_link_without_a_place_and_seeks(server: RunningServer, made: Path) -> None:
    with asking.client(base_url=server.url) as client:
        found = client.get(f"/matches/{name_in(made)}/film", headers=WEST).json()
        film = film_of(made, name_in(made), "en").path.read_bytes()
        whole = client.get(found["film"])
        assert whole.content == film
        assert whole.headers["content-type"] == "video/mp4"
        part = client.get(found["film"], headers={"range": "bytes=100-199"})
        assert (part.status_code, part.content) == (206, film[100:200])
        assert part.headers["content-range"] == f"bytes 100-199/{len(film)}"
        assert found["page"].endswith(found["film"].removeprefix("/films/").removesuffix(".mp4"))
        assert client.get("/film").status_code == 200


@pytest.mark.parametrize("spoilt", ["key", "language", "ended", "other table", "no film"])
def test_a_link_that_nobody_gave_or_that_has_ended_shows_nothing(
    server: RunningServer, made: Path, spoilt: str
) -> None:
    film = film_of(made, name_in(made), "en")
    shared = SharedFilm(film.match, "en", film.mark, shared_until(1_900_000_000.0))
    good = SEATING.film_link(format_shared(shared))
    key = {
        "key": good[:-1] + ("A" if good[-1] != "A" else "B"),
        "language": good.replace("~en~", "~vi~"),
        "ended": SEATING.film_link(format_shared(SharedFilm(film.match, "en", film.mark, 1_700_000_000))),
        "other table": Seating(KEY, table="other").film_link(format_shared(shared)),
        "no film": SEATING.film_link(format_shared(SharedFilm(film.match, "en", "00", shared.until))),
    }[spoilt]
    with asking.client(base_url=server.url) as client:
        assert client.get(f"/films/{good}.mp4").status_code == 200
        refused = client.get(f"/films/{key}.mp4")
        assert (refused.status_code, "new code" in refused.text) == (404, True)


def test_with_a_delay_a_visitor_sees_a_film_once_the_matchs_end_is_public(bus: FakeBus, made: Path) -> None:
    for delay, status in ((Seconds(10.0**10), 404), (LIVE, 200), (Seconds(1.0), 200)):
        running = RunningServer(bus, matches=made, delay=delay)
        running.start()
        try:
            with asking.client(base_url=running.url) as client:
                path = client.get(f"/matches/{name_in(made)}/film", headers=WEST).json()["film"]
                assert client.get(path, headers=WEST).status_code == 200
                assert client.get(path).status_code == status, delay
        finally:
            running.stop()


def test_one_press_makes_a_whole_film_and_the_next_one_finds_it(folder: Path) -> None:
    began: list[str] = []

    def command(journal: Path, out: Path, language: str) -> tuple[str, ...]:
        began.append(language)
        return tuple(making_command(journal, out, language))

    desk, film = FilmDesk(command=command), film_of(folder, name_in(folder), "en")
    film.path.with_name("film-en-00.mp4").write_bytes(b"of an older version")
    assert desk.standing(film).state is FilmState.NONE
    assert desk.asked(film).goes_on
    assert desk.asked(film).goes_on, "a second press follows the first"
    assert ended(desk, folder).state is FilmState.MADE
    assert [one.name for one in film.journal.parent.glob("*.mp4")] == [film.path.name]
    with av.open(str(film.path)) as found:
        assert found.duration is not None
        assert 20 < found.duration / av.time_base < 60
    assert desk.asked(film).state is FilmState.MADE
    assert began == ["en"]


def test_one_film_is_made_at_a_time(folder: Path) -> None:
    desk = FilmDesk(
        command=lambda *_: python("import time; print('{\"done\": 0.5}', flush=True); time.sleep(600)")
    )
    english, japanese = (film_of(folder, name_in(folder), one) for one in ("en", "ja"))
    desk.asked(english)
    until(lambda: desk.standing(english).done == 0.5)
    with pytest.raises(MissingFault, match="50 % of it: try again"):
        desk.asked(japanese)
    desk.stop()
    assert ended(desk, folder).state is FilmState.FAILED
    desk.asked(japanese)
    desk.stop()
    ended(desk, folder, "ja")


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import time; time.sleep(600)"])
def test_a_making_that_dies_or_takes_too_long_has_failed_and_leaves_nothing(folder: Path, code: str) -> None:
    desk, film = (
        FilmDesk(command=lambda *_: python(code), longest_s=2.0),
        film_of(folder, name_in(folder), "en"),
    )
    film.path.with_name(f".part-{film.path.name}").write_bytes(b"half")
    desk.asked(film)
    work = ended(desk, folder)
    assert (work.state, "was stopped" in str(work.fault)) == (FilmState.FAILED, True)
    until(lambda: not [*film.journal.parent.glob("*.mp4"), *film.journal.parent.glob(".part*")])
    assert desk.asked(film).goes_on, "a press tries again"
    desk.stop()
    ended(desk, folder)


def said_of(journal: Path, tmp_path: Path, language: str = "en") -> str:
    with pytest.raises((InputFault, MissingFault)) as found:
        make_film(journal, tmp_path / "film.mp4", language)
    assert not [*tmp_path.glob("*film*")]
    return str(found.value)


def test_a_full_disk_is_said_before_the_film_is_made(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("dashboard.pictures.making_film.shutil.disk_usage", lambda _: usage)
    assert "less than 200 MB" in said_of(journals(folder)[0], tmp_path)


def test_a_disk_that_fills_meanwhile_and_a_lost_encoder_are_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error, words in (
        (OSError(28, "No space left on device"), "Make room on the disk"),
        (MissingFault("an MP4 can't be written"), "boardwarden[video]"),
    ):

        def fail(*_: object, error: Exception = error, **__: object) -> None:
            raise error

        monkeypatch.setattr("dashboard.pictures.evenings_film.write_evenings_film", fail)
        assert words in said_of(journals(folder)[0], tmp_path)


def test_broken_evidence_is_said_with_its_file_and_the_film_can_be_made_without_it(
    folder: Path, tmp_path: Path
) -> None:
    journal = journals(folder)[0]
    (broken,) = evidence_files(journal.parent)
    broken.unlink()
    os.mkfifo(broken)
    said = said_of(journal, tmp_path)
    assert f"{broken}: can't be read" in said
    assert "Move this file" in said
    broken.rename(tmp_path / "broken")
    make_film(journal, tmp_path / "film.mp4", "en")
    assert (tmp_path / "film.mp4").stat().st_size > 10_000


def test_a_match_that_isnt_over_has_no_film(tmp_path: Path) -> None:
    record(tmp_path / "matches", over=False, pictures=False)
    assert "hasn't ended yet" in said_of(journals(tmp_path / "matches")[0], tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_making_process_says_its_fault_in_the_films_language(tmp_path: Path, language: str) -> None:
    record(tmp_path / "matches", over=False, pictures=False)
    folder = tmp_path / "matches"
    desk = FilmDesk()
    desk.asked(film_of(folder, name_in(folder), language))
    words = {"en": "hasn't ended yet", "vi": "chưa kết thúc", "ja": "まだ終わっていません"}
    assert words[language] in str(ended(desk, folder, language).fault)


def test_the_making_leaves_the_processor_to_the_table(folder: Path) -> None:
    code = "import os, runpy, sys; module, *sys.argv[1:] = sys.argv[1:]\n"
    code += "try: runpy.run_module(module, run_name='__main__')\n"
    code += 'except SystemExit: print(\'{"fault": "%d"}\' % os.nice(0), flush=True)\n'

    def command(journal: Path, out: Path, language: str) -> tuple[str, ...]:
        *_, module, journal_path, out_path, spoken = making_command(journal, out, language)
        return (*python(code), module, journal_path + "/nowhere", out_path, spoken)

    desk, film = FilmDesk(command=command), film_of(folder, name_in(folder), "en")
    desk.asked(film)
    assert ended(desk, folder).fault == "19"
