from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game
from tests.content.packs import CARD, HEAD

SETUP = {
    "seats": ["west", "north"],
    "first": "west",
    "turn": "west",
    "round": 2,
    "pieces": {"w.inf.1": {"at": "f4"}, "n.gen.est": {"at": "g4"}},
    "hands": {"west": ["giao-sat"]},
}
PLAY = {"play": "giao-sat", "user": "w.inf.1", "target": "n.gen.est"}


def game_with(content: str) -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), Ruleset(content, {"equipment": "on"}))


def test_a_card_from_a_file_is_offered_played_and_does_what_its_words_say(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"{HEAD}cards: 61\n{CARD}", encoding="utf-8")
    game = game_with(str(path))
    state = game.initial(entry_of(SETUP))
    play = game.parse_action(entry_of(PLAY))
    assert play in game.legal_actions(state)
    after = game.apply(state, play)
    assert game.mismatches(after, entry_of({"hp": {"n.gen.est": 2}, "at": {"n.gen.est": "h4"}})) == ()
    assert game.mismatches(after, entry_of({"hand_sizes": {"west": 0}, "acted": ["w.inf.1"]})) == ()


def test_a_match_with_a_broken_pack_is_refused_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"{HEAD}cards: 61\n{CARD.replace('push', 'shove')}", encoding="utf-8")
    with pytest.raises(InputFault, match=r"mine\.yaml:\d+: shove: no such effect"):
        game_with(str(path))
