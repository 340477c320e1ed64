"""The counts, files and refusals of `boardwarden bench films`, with matches of a few actions."""

import json
import random
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, DONE, main
from dashboard.lab.films import filmed_match
from dashboard.lab.films.card import format_filmed, load_films, parse_filmed, summed
from dashboard.lab.films.filmed_match import BOARD, GAME, REPORT_SEED, Filmed, film_match, seeds_of
from dashboard.lab.films.openings import random_opening
from dashboard.lab.films.page import report_page
from dashboard.lab.films.row import FilmRow, Floor
from dashboard.lab.films.rows import ROWS
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.games.registry import open_game
from vision.render.conditions import Conditions

FOG = FilmRow("fog", Conditions(blur_px=5.0), size=(640, 480))


def filmed(**other: object) -> Filmed:
    counts = {
        "condition": ROWS[0].name, "seed": 7, "actions": 10, "wrong_commits": 0, "unrecognised": 0,
        "stopped_elsewhere": 0, "wrong_plays": 1, "unwarned": 0, "false_warnings": 0, "questions": 0,
        "visible": 100, "right": 100, "seen_wrong": 0, "pictures": 9, "seconds": 1.0,
    }  # fmt: skip
    return parse_filmed(json.dumps({**counts, "notes": [], **other}))


def test_in_plain_light_what_is_played_is_recognised_and_counted_and_no_film_kept(tmp_path: Path) -> None:
    film = film_match(ROWS[0], 2, actions=3, keep=tmp_path)
    assert (film.actions, film.wrong_commits, film.unrecognised, film.false_warnings) == (3, 0, 0, 0)
    assert film.visible == film.right > 0
    assert 0 < film.pictures <= 60
    assert film.is_clean
    assert list(tmp_path.iterdir()) == []


def test_a_film_in_which_nothing_can_be_read_is_counted_as_missed_and_kept_with_its_truth(
    tmp_path: Path,
) -> None:
    film = film_match(FOG, 3, actions=1, keep=tmp_path)
    assert (film.unrecognised, film.wrong_commits, film.right) == (1, 0, 0)
    (folder,) = tmp_path.iterdir()
    frames = len(list((folder / "frames").iterdir()))
    assert frames == len((folder / "truth.jsonl").read_text().splitlines()) > film.pictures
    assert "unrecognised: " in (folder / "notes.txt").read_text()


def test_no_seed_of_the_bench_is_one_of_the_kept_report() -> None:
    highest = max(seed for row in ROWS for seed in seeds_of(row, REPORT_SEED // 2 - 1, 1000))
    assert highest < REPORT_SEED <= min(seed for row in ROWS for seed in seeds_of(row, REPORT_SEED, 1))


def test_conditions_have_names_and_matches_of_their_own() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert len({next(seeds_of(row, 1, 1)) // 1000 for row in ROWS}) == len(ROWS)


def test_a_floor_allows_its_share_and_no_wrong_commit() -> None:
    row = FilmRow("row", floor=Floor(missed=100.0, false_warnings=0.0, questions=0.0))
    many = {"actions": 100}
    assert summed("row", [filmed(**many, unrecognised=11)]).holds(row)
    assert not summed("row", [filmed(**many, unrecognised=12)]).holds(row)
    assert not summed("row", [filmed(**many, unrecognised=9, unwarned=3)]).holds(row)
    assert not summed("row", [filmed(**many, wrong_commits=1)]).holds(row)
    assert not summed("row", [filmed(**many, false_warnings=2)]).holds(row)
    assert not summed("row", [filmed(**many, questions=2)]).holds(row)


def test_counts_come_back_from_their_line_as_they_were() -> None:
    film = filmed(notes=["one", "two [w.inf.1 unread]"])
    assert parse_filmed(format_filmed(film)) == film


def test_the_page_counts_per_thousand_and_says_where_the_eyes_had_something_wrong() -> None:
    films = [filmed(), filmed(questions=1, notes=["asked", "false warning [doubted for nothing: a1]"])]
    page = report_page(films, ROWS)
    assert f"| {ROWS[0].name} | 20 | 0 | 0 | 0 | 1 | 0 | 100.00% | held |" in page
    assert "questions 50.0" in page
    assert "Of 2 things that went wrong" in page


def test_films_that_a_file_has_are_not_filmed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "films.jsonl"
    name = ROWS[0].name
    words = ["bench", "films", "--conditions", name, "--actions", "2", "--into", str(into), "--json"]
    assert main(words) == DONE
    first = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.get("condition", one.get("name")) for one in first] == [name, name, "all"]
    monkeypatch.setattr(filmed_match, "film_match", None)
    assert main(words) == DONE
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == first[1:]
    assert len(load_films(into)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["films", "--conditions", "fog"], "expected a part of one of: plain light"),
        (["films", "--actions", "none"], "--actions: expected a whole number from 1"),
        (["films", "--seed", str(REPORT_SEED)], "are the kept report's"),
        (["films", "--page", "films.md", "--seed", "3"], "the kept report has seeds of its own"),
        (["films", "--page", "films.md", "--keep", "films"], "nobody looks at their films"),
        (["vision", "--keep", "films"], "expected `boardwarden bench films`, films alone"),
    ],
)
def test_rubbish_is_refused_before_anything_is_filmed(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["bench", *words]) == BAD_INPUT
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_line_that_is_no_film_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    into = tmp_path / "films.jsonl"
    into.write_text('{"condition": "fog"}\n', encoding="utf-8")
    assert main(["bench", "films", "--into", str(into)]) == BAD_INPUT
    assert f"{into}:1: expected a film's counts on a line" in capsys.readouterr().err


def test_an_army_with_more_soldiers_at_home_than_castles_hold_is_an_opening_all_the_same() -> None:
    game = open_game(GAME, load_board(BOARD), Ruleset())
    chance = random.Random("183300002/film")  # noqa: S311 - a simulation, not a secret
    setup = random_opening(game, chance, soldiers=chance.randint(2, 5))
    assert len(setup["pieces"]) == len(setup["seats"]) * 17
