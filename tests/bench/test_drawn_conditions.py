"""The conditions of films that draw them from their seeds."""

import json
from dataclasses import fields, replace
from math import hypot
from pathlib import Path

import pytest

from dashboard.commands import DONE, main
from dashboard.lab.camera_stand import view_of
from dashboard.lab.films import card
from dashboard.lab.films.card import format_filmed, parse_filmed
from dashboard.lab.films.drawn import (
    ARTS,
    ASKEW,
    DAYLIT,
    FOCAL,
    HABITS,
    JPEG_QUALITY,
    LEAST_PX,
    LENS,
    MOST_GLARE,
    ROOMS,
    SIDES,
    SIZES,
    TILT,
    YELLOWED,
    DrawnRange,
    drawn,
    glare_on,
)
from dashboard.lab.films.filmed_match import BOARD, PIECES, Filmed, film_match, seeds_of
from dashboard.lab.films.row import FilmRow, Floor
from dashboard.lab.films.rows import ROWS
from engine.core.board import load_board
from engine.core.pieces import load_pieces
from vision.light.clarity import px_per_module
from vision.render.conditions import Conditions
from vision.render.lamps import bulb

TABLE = load_board(BOARD), load_pieces(PIECES)
SEEDS = range(1, 201)
ANEW = next(row for row in ROWS if row.anew is not None)
OVERLOOKED_FROM = 0.62
"""The blur, in modules, that hides a cell; see docs/measured/vision-limits.md."""


def within(value: float, span: DrawnRange) -> bool:
    return span.low <= value <= span.high or (value == 0 and span.share < 1)


def filmed_without_pixels(row: FilmRow, seed: int) -> Filmed:
    """Return the result of a film with a question."""
    counts = dict.fromkeys((one.name for one in fields(Filmed)), 0)
    about = row.for_film(seed, *TABLE).about
    sent = {"condition": row.name, "seed": seed, "notes": ["asked"], "drawn": about}
    return parse_filmed(json.dumps({**counts, **sent}))


@pytest.fixture(scope="module")
def rows() -> list[FilmRow]:
    return [drawn(seed, *TABLE) for seed in SEEDS]


def test_the_same_seed_draws_the_same_and_others_differ(rows: list[FilmRow]) -> None:
    assert rows == [drawn(seed, *TABLE) for seed in SEEDS]
    assert len({row.about for row in rows}) == len(SEEDS)


def test_what_a_seed_draws_is_the_same_on_every_machine() -> None:
    assert drawn(7, *TABLE).about == (
        "painted map, several lamps turned by 276, yellowed labels, 1920x1080 pictures, tilt 10.9, "
        "turn 10.1, focal 1.17, vignette 0.177, brightness 1.01, blur_px 0.684, noise 3.47, "
        "worn 0.114, jpeg_quality 67, white 0.509, banding 0.0575, breathing 0.000905"
    )


@pytest.mark.parametrize("seed", SEEDS[:60])
def test_every_drawn_row_stays_within_its_ranges_and_can_be_read(seed: int) -> None:
    row = drawn(seed, *TABLE)
    lens, habits = row.conditions, row.conditions.sensor
    assert all(within(getattr(lens, name), span) for name, span in LENS.items())
    assert all(within(getattr(habits, name), span) for name, span in HABITS.items())
    assert JPEG_QUALITY[0] <= lens.jpeg_quality <= JPEG_QUALITY[1]
    assert lens.art in ARTS.values()
    assert lens.paper in {YELLOWED, (1.0, 1.0, 1.0)}
    assert row.size in SIZES
    assert within(row.tilt, TILT)
    assert within(row.focal, FOCAL)
    assert min(abs(row.turn - side) for side in SIDES) <= ASKEW.high
    assert px_per_module(view_of(row, TABLE[0]).camera, *TABLE) >= LEAST_PX
    assert glare_on(row, TABLE[0]) <= MOST_GLARE
    assert hypot(lens.blur_px, habits.hunts_px) <= OVERLOOKED_FROM * LEAST_PX


def test_no_range_lets_lens_and_focus_together_blur_what_could_be_read() -> None:
    assert hypot(LENS["blur_px"].high, HABITS["hunts_px"].high) <= OVERLOOKED_FROM * LEAST_PX


def test_a_bulb_right_above_a_varnished_board_is_glare_and_no_fixed_condition_has_as_much() -> None:
    room = replace(ROOMS["shiny board"], lamps=(bulb(90.0, 75.0),))
    assert glare_on(FilmRow("bulb", Conditions(room=room)), TABLE[0]) > 1.0
    assert max(glare_on(row, TABLE[0]) for row in ROWS) < MOST_GLARE


def test_everything_that_can_be_drawn_is(rows: list[FilmRow]) -> None:
    said = [row.about.split(", ") for row in rows]
    assert {one[0] for one in said} == set(ARTS)
    assert {one[1].partition(" turned by ")[0] for one in said} == set(ROOMS)
    assert {row.size for row in rows} == set(SIZES)
    assert {row.video for row in rows} == {False, True}
    for name, span in {**LENS, **HABITS}.items():
        there = sum(any(part.startswith(f"{name} ") for part in one) for one in said) / len(said)
        assert there == pytest.approx(span.share, abs=0.2)


def test_no_bands_come_by_daylight_alone(rows: list[FilmRow]) -> None:
    for row in rows:
        daylit = any(f", {room} turned" in row.about for room in DAYLIT)
        assert not (daylit and row.conditions.sensor.banding)


def test_a_fixed_condition_is_the_same_for_every_film_and_a_drawn_one_keeps_name_and_floor() -> None:
    fixed, floor = ROWS[1], Floor(missed=7.0)
    assert fixed.for_film(5, *TABLE) is fixed
    row = replace(ANEW, floor=floor).for_film(5, *TABLE)
    assert (row.name, row.floor) == (ANEW.name, floor)
    assert replace(row, name="drawn", floor=Floor()) == drawn(5, *TABLE)


def test_a_films_counts_say_what_was_drawn_and_so_does_what_is_kept_of_it(tmp_path: Path) -> None:
    def in_fog(seed: int, *_: object) -> FilmRow:
        return FilmRow("drawn", Conditions(blur_px=5.0), size=(640, 480), about=f"fog {seed}")

    film = film_match(FilmRow("row", anew=in_fog), 3, actions=1, keep=tmp_path)
    assert (film.condition, film.drawn, film.unrecognised) == ("row", "fog 3", 1)
    assert json.loads(format_filmed(film))["drawn"] == "fog 3"
    (folder,) = tmp_path.iterdir()
    assert folder.name == "row-3"
    assert (folder / "notes.txt").read_text().splitlines()[0] == "drawn: fog 3"


def test_a_line_from_before_anything_was_drawn_is_read() -> None:
    counts = json.loads(format_filmed(film_match(ROWS[0], 2, actions=1)))
    del counts["drawn"]
    assert parse_filmed(json.dumps(counts)).drawn == ""


def test_the_command_films_by_the_drawn_conditions_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(card, "film_match", lambda row, seed, **_: filmed_without_pixels(row, seed))
    into = tmp_path / "films.jsonl"
    words = ["bench", "films", "--conditions", "drawn for", "--actions", "24", "--into", str(into)]
    assert main(words) == DONE
    seeds = list(seeds_of(ANEW, 1, 2))
    lines = [parse_filmed(line) for line in into.read_text().splitlines()]
    assert [(one.seed, one.drawn) for one in lines] == [(s, drawn(s, *TABLE).about) for s in seeds]
    assert f"drawn: {lines[0].drawn}" in capsys.readouterr().err
    assert main([*words, "--json"]) == DONE
    assert len(into.read_text().splitlines()) == 2
