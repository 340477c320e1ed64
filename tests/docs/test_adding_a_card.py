"""The page about adding a card to KingdomSquare is followed from nothing; both cards are then everywhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from tests.conftest import TOP

PAGE = TOP / "docs" / "develop" / "adding-a-kingdom-square-card.md"
BLOCK = re.compile(r"^( *)```(?:yaml|python)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
PROBE = """
import json, sys
from pathlib import Path
from random import Random
from dashboard.printing.cards import card_items
from dashboard.printing.depicted import depiction_of
from engine.bots.bot import seats_of
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.sentences import Interpreter
from engine.games.kingdom_square.content.document import with_tables
from engine.games.kingdom_square.texts import TEXTS
from engine.games.registry import open_game, open_look
from engine.scenarios.runner import run_file

new = ("no.254", "no.255")
board = load_board(open_look("kingdom_square").boards[0])
pieces = load_pieces(pieces_beside(open_look("kingdom_square").boards[0]))
game = open_game("kingdom_square", board, Ruleset())
says = Interpreter([TEXTS])
page = with_tables(Path(sys.argv[1]).read_text("utf-8"))
offered = {card.card: card for part in game.deck_parts() for card in part.cards}
shown = depiction_of("kingdom_square", board, pieces, content="house", language="ja")
mine = [card for card in shown.cards if card.face.card.partition(".")[2] in new]
(scenario,) = run_file(Path(sys.argv[2]))
state = game.initial(entry_of(json.loads(sys.argv[3])))
seat = seats_of(game, state)[0]
listed = {getattr(one, "cast", "") for one in game.legal_actions(state)}
chosen = open_bot("greedy").choose(game, state, seat, Random(1))
print(json.dumps({
    "page": [name in page for name in ("Spark", "Băng Gạc", "`mend`")],
    "decks": [one in offered for one in new],
    "texts": {one: [says.said(offered[one].text, lang) for lang in ("en", "vi", "ja")] for one in new},
    "printed": sorted(card.face.card for card in mine),
    "scenario": [str(one) for one in scenario.failures],
    "listed": sorted(one for one in listed if one.endswith(("254#1", "255#1"))),
    "bot": game.format_action(chosen),
}))
"""


def blocks() -> list[tuple[Path, str]]:
    """Each block of the page: the file that its first line names, and its lines."""
    found = []
    for _, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        first, _, rest = dedent(text).partition("\n")
        found.append((Path(first.removeprefix("# ")), rest))
    return found


def follow(root: Path) -> None:
    """Put every block of the page where it says."""
    for path, text in blocks():
        file = root / path
        if path.parent.name == "texts":
            written = file.read_text(encoding="utf-8")
            file.write_text(written.replace("\neffects:\n", f"\neffects:\n{indent(text, '  ')}", 1), "utf-8")
        elif file.is_file():
            with file.open("a", encoding="utf-8") as lines:
                lines.write(indent(text, "  "))
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The view of a program that runs with the project's engine after the page was followed."""
    root = tmp_path_factory.mktemp("followed")
    tracked = subprocess.run(
        ["git", "ls-files", "engine"],
        cwd=TOP, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    for name in tracked:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes((TOP / name).read_bytes())
    follow(root)
    scenario = root / "tests/scenarios/kingdom_square/sparks.yaml"
    setup = {
        "heroes": {"first": "no.13", "second": "no.158"},
        "units": {"f.hero": "d2", "s.hero": {"at": "d5", "damage": 19}, "f.no.67": {"at": "c2", "damage": 1}},
        "terrain": {"d2": "no.8"},
        "table": {"first": ["no.254", "no.255"]},
        "books": {"first": ["no.17"] * 5, "second": ["no.62"] * 5},
    }
    page = TOP / "docs" / "play" / "kingdom-square.md"
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, str(page), str(scenario), json.dumps(setup)],
        env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{TOP}"},
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    seen: dict[str, Any] = json.loads(ran.stdout)
    return seen


def test_both_cards_are_on_the_page_of_cards_and_on_the_deck_page(found: dict[str, Any]) -> None:
    assert found["page"] == [True, True, True]
    assert found["decks"] == [True, True]


def test_both_cards_say_what_they_do_in_three_languages(found: dict[str, Any]) -> None:
    assert found["texts"]["no.254"][0] == "1 damage to a target. Line 3."
    assert found["texts"]["no.255"] == [
        "Take 2 damage off a unit.",
        "Xóa 2 sát thương trên một đơn vị.",
        "ユニット1体からダメージを2取り除く。",
    ]


def test_both_cards_are_printed_for_both_players(found: dict[str, Any]) -> None:
    assert found["printed"] == ["f.no.254", "f.no.255", "s.no.254", "s.no.255"]


def test_the_scenario_of_the_page_holds(found: dict[str, Any]) -> None:
    assert found["scenario"] == []


def test_bots_are_offered_both_cards_and_win_by_the_new_one(found: dict[str, Any]) -> None:
    assert found["listed"] == ["f.no.254#1", "f.no.255#1"]
    assert found["bot"]["cast"] == "f.no.254#1"
