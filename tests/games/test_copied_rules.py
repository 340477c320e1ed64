"""A game reads a folder's cards by a copy of its modules, beside the installed game and other copies."""

import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.sentences import Interpreter
from engine.games.hero_realms.texts import TEXTS
from engine.games.registry import GAMES, has_several_packs, open_game, usual_board

TOP = Path(__file__).parents[2]
CONTENT = TOP / "engine" / "games" / "hero_realms" / "content" / "cards.yaml"


def edition(folder: Path, name: str) -> Path:
    """Write the cards with another name for the ruby."""
    folder.mkdir()
    text = CONTENT.read_text("utf-8").replace('en: "Ruby"', f'en: "{name}"')
    (folder / CONTENT.name).write_text(text, "utf-8")
    return folder


def opened(content: str = "house") -> Game[Any, Any]:
    return open_game("hero_realms", load_board(usual_board("hero_realms")), Ruleset(content))


def ruby(game: Game[Any, Any]) -> str:
    (label,) = {one.label for one in game.things() if one.name.startswith("ruby#")}
    return Interpreter([TEXTS]).said(label, "en")


def test_two_editions_of_the_cards_are_in_use_beside_the_installed_ones(tmp_path: Path) -> None:
    older, oldest = (edition(tmp_path / name, name) for name in ("garnet", "spinel"))
    games = [opened(), opened(str(older)), opened(str(oldest)), opened()]
    assert [ruby(game) for game in games] == ["Ruby", "garnet", "spinel", "Ruby"]
    states = [game.initial(None) for game in games]
    assert [game.load(game.dump(state)) == state for game, state in zip(games, states, strict=True)] == [
        True
    ] * 4


def test_cards_that_arent_there_are_named(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputFault, match=r"cards\.yaml"):
        opened(str(empty))


def test_cards_that_say_what_the_rules_dont_know_are_refused(tmp_path: Path) -> None:
    folder = edition(tmp_path / "unknown", "Ruby")
    text = CONTENT.read_text("utf-8").replace("{gold: 2}", "{glitter: 2}")
    (folder / CONTENT.name).write_text(text, "utf-8")
    with pytest.raises(InputFault, match="glitter"):
        opened(str(folder))


def test_games_with_packs_of_their_own_read_these_themselves() -> None:
    assert [name for name in GAMES if has_several_packs(name)] == ["dozen_war"]


def test_nothing_outside_a_game_that_may_be_copied_imports_from_it() -> None:
    # The classes of a copy are others: code that tested for the installed ones would miss its actions.
    copied = "|".join(name for name in GAMES if not has_several_packs(name))
    importing = re.compile(rf"(?:from|import) engine\.games\.(?:{copied})\b")
    outside = (
        path
        for folder in ("engine", "dashboard", "vision", "firmware_bridge")
        for path in (TOP / folder).rglob("*.py")
        if path.parts[len(TOP.parts) : len(TOP.parts) + 2] != ("engine", "games")
    )
    assert [str(path) for path in outside if importing.search(path.read_text("utf-8"))] == []
