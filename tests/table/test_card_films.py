"""Films of a card game: `see` tells what lies where and how, `judge` what was played, as the truth has it."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dashboard.commands import main
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.stage import StageScene
from engine.core.footage import load_truth
from engine.core.ids import Seconds
from engine.core.layout import Face
from tests.vision.card_tables import BOARDS, card, renderer
from vision.render.cards import crooked, stacked
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece

FPS = 2.0
SETUP = {
    "seats": ["a", "b"],
    "hands": {"a": ["thief"], "b": ["guard"]},
    "play": {"a": ["porter"]},
    "gold": {"a": 5},
    "market": ["omen", "charm", "lamp"],
    "box": "whole",
}


class Film:
    """A film of the bazaar being shot: arrangements that rest, and a hand between them."""

    def __init__(self, folder: Path, setup: dict[str, Any]) -> None:
        description = {
            "board": "bazaar",
            "pieces": "bazaar-pieces",
            "game": "bazaar",
            "camera": None,
            "setup": setup,
        }
        self.folder, self.now = folder, 0.0
        self.writer = FootageWriter(folder, fps=FPS, description=description)
        for name in ("bazaar.yaml", "bazaar-pieces.yaml"):
            shutil.copy(BOARDS / name, folder / name)

    def rests(self, cards: Sequence[PlacedPiece], *, hand: Hand | None = None, frames: int = 3) -> None:
        for _ in range(frames):
            camera = renderer()
            image = camera.render(cards, hand=hand, number=round(self.now * FPS))
            scene = StageScene(tuple(cards), hand=hand)
            self.writer.add(camera.jpeg(image), camera.truth(cards, hand=hand), scene, Seconds(self.now))
            self.now += 1 / FPS

    def reaches_to(self, cell: str, cards: Sequence[PlacedPiece]) -> None:
        at = card("owl", cell)
        self.rests(cards, hand=Hand(at.x_mm, at.y_mm, 90.0, height_mm=25.0), frames=2)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A porter is turned for gold, a charm bought, and its place filled from the deck."""
    shot = Film(tmp_path_factory.mktemp("films") / "film", SETUP)
    deck = [card(name, "deck", face=Face.DOWN) for name in ("dare#3", "omen#4", "lamp#6", "thief#2")]
    porter, charm = card("porter#1", "a.play"), card("charm#1", "market.2")
    others = [card("omen#1", "market.1"), card("lamp#1", "market.3")]
    laid = list(crooked([*deck, *others, charm, porter], Random(7)))  # noqa: S311 # a test's own chance
    deck, others, charm, porter = laid[:4], laid[4:6], laid[6], laid[7]
    table = stacked([*deck, *others, charm, porter])
    shot.rests(table)
    shot.reaches_to("a.play", table)
    used = replace(porter, turned_deg=porter.turned_deg - 88.0)
    table = stacked([*deck, *others, charm, used])
    shot.rests(table)
    shot.reaches_to("market.2", table)
    filled = card("dare#3", "market.2", off=(2, -1), turned=4)
    table = stacked([*deck[1:], *others, filled, used])
    shot.rests(table, frames=5)
    return shot.folder


def lines_of(capsys: pytest.CaptureFixture[str], *command: str) -> list[dict[str, Any]]:
    assert main([*command, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_see_tells_how_cards_lie_and_how_many_backs_as_the_films_truth_has_it(
    film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen, truth = lines_of(capsys, "see", str(film)), load_truth(film)
    assert len(seen) == len(truth)
    for line, true in zip(seen, truth, strict=True):
        if not true["settled"]:
            continue
        shown = {piece for piece in true["layout"] if piece not in true["hidden"]}
        assert set(line["layout"]) == shown
        for piece in shown:
            sent = line["layout"][piece]
            assert (sent["cell"], sent["face"], sent["sideways"]) == tuple(
                true["layout"][piece][key] for key in ("cell", "face", "sideways")
            )
        # Of the deck the top shows.
        assert line["backs"] == {"deck": {"card": 1}}
        assert true["backs"]["deck"]["card"] in (3, 4)
    assert not any("lamp#6" in line["layout"] for line in (*seen, *truth))
    assert [truth[n]["layout"]["porter#1"]["sideways"] for n in (0, -1)] == [False, True]


def test_see_for_people_says_zones_and_backs_and_how_much_was_right(
    film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["see", str(film)]) == 0
    said = capsys.readouterr()
    assert "market.2 dare#3" in said.out
    assert "deck     1 face down (card)" in said.out
    assert "0 wrong, 0 missed" in said.err


def test_judge_takes_the_film_and_commits_turn_purchase_and_what_was_drawn(
    film: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *verdicts, final = lines_of(capsys, "judge", str(film))
    played = [action for one in verdicts if one["verdict"] == "settled" for action in one["actions"]]
    assert played == [
        {"use": "porter#1", "by": "a"},
        {"acquire": "charm#1", "by": "a"},
        {"draw": "dare#3"},
    ]
    assert not [one for one in verdicts if one["verdict"] in ("illegal", "ambiguous")]
    assert "final" in final
