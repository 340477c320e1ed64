"""Promises of the bench of cards: what it lays is what it counts, and what it says can be wrong."""

import json
from dataclasses import replace
from random import Random

import pytest

from dashboard.commands import BAD_INPUT, main
from dashboard.lab.cards.card_recall import CASES, read_cards, view_of
from dashboard.lab.cards.dictionaries import LARGE, SMALL, compare_dictionaries
from dashboard.lab.cards.table import all_faces, box_of, card_board, lay
from vision.light.clarity import px_per_module


def test_hands_lay_cards_in_every_zone_the_same_for_the_same_chance() -> None:
    board, box = card_board(), box_of(all_faces(230))
    laid, again, other = (lay(board, box, Random(seed)) for seed in (1, 1, 2))  # noqa: S311 # a test's own chance
    assert laid == again != other
    zones = list(laid.zones.values())
    assert {zone: zones.count(zone) for zone in set(zones)} == {
        "market": 5, "deck": 8, "discard": 4, "play": 24, "fan": 30,
    }  # fmt: skip
    cells = {board.surface.cell_at(one.x_mm, one.y_mm) for one in laid.cards}
    assert cells == set(board.surface.cells)


def test_pictures_are_as_small_as_the_case_says() -> None:
    board, box = card_board(), box_of(all_faces(1))
    assert px_per_module(view_of(2.6).camera, board, box) == pytest.approx(2.6, abs=0.02)


def test_cards_of_market_play_areas_and_fans_are_read_at_the_size_to_plan_for() -> None:
    (case,) = [case for case in CASES if case.name == "2.6 px a module"]
    found = {one.zone: one for one in read_cards((case,), tables=1)}
    assert {zone: one.cards for zone, one in found.items() if zone in ("play", "fan")} == {
        "play": 24,
        "fan": 30,
    }
    assert all(one.right >= 0.98 * one.cards for one in found.values())
    assert sum(one.wrong for one in found.values()) == 0


def test_what_is_too_small_to_read_is_unsure_and_the_bench_says_so() -> None:
    blurred = replace(CASES[0], name="far too small", module_px=1.1)
    found = list(read_cards((blurred,), tables=1))
    assert sum(one.right for one in found) < 0.7 * sum(one.cards for one in found)
    assert sum(one.wrong for one in found) == 0


def test_a_thousand_ids_cost_margin_and_no_reading() -> None:
    small, large = compare_dictionaries((2.6,), tables=1)
    assert (small.dictionary, small.ids, large.dictionary, large.ids) == (SMALL, 250, LARGE, 1000)
    assert small.read == large.read == small.shown
    assert large.margin < small.margin
    assert (small.false, large.false) == (0, 0)


def test_a_condition_that_does_not_exist_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vision", "--cards", "--rows", "fog"]) == BAD_INPUT
    assert "2.6 px a module" in capsys.readouterr().err
    assert main(["bench", "engine", "--cards"]) == BAD_INPUT


def test_the_command_prints_a_line_a_zone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vision", "--cards", "--rows", "3.0 px", "--boards", "1", "--json"]) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["zone"] for one in said] == ["backs", "discard", "fan", "market", "play"]
