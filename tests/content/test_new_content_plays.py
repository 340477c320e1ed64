from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.games.registry import open_game
from tests.content.packs import CARD, ONE_MORE

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
    path.write_text(f"{ONE_MORE}{CARD}", encoding="utf-8")
    game = game_with(str(path))
    state = game.initial(entry_of(SETUP))
    play = game.parse_action(entry_of(PLAY))
    assert play in game.legal_actions(state)
    after = game.apply(state, play)
    assert game.mismatches(after, entry_of({"hp": {"n.gen.est": 2}, "at": {"n.gen.est": "h4"}})) == ()
    assert game.mismatches(after, entry_of({"hand_sizes": {"west": 0}, "acted": ["w.inf.1"]})) == ()


def test_a_match_with_a_broken_pack_is_refused_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"{ONE_MORE}{CARD.replace('push', 'shove')}", encoding="utf-8")
    with pytest.raises(InputFault, match=r"mine\.yaml:\d+: shove: no such effect"):
        game_with(str(path))


SCOUT = """\
equipment:
  - slug: ong-nhom
    copies: 1
    vi: Ống Nhòm
    en: Spyglass
    arm: common
    star: 1
    marks: [attack]
    targets:
      user: {who: ally general}
      mountains: {who: mountain, where: within 3, count: 2}
    effects:
      - reveal: {what: tokens, of: mountains}
    text: {vi: Xem token., en: Look at tokens.}
    origin: printed
"""


def test_a_card_may_let_its_player_alone_look_under_mountains(tmp_path: Path) -> None:
    path = tmp_path / "scout.yaml"
    path.write_text(f"{ONE_MORE}{SCOUT}", encoding="utf-8")
    game = game_with(str(path))
    setup = {
        "seats": ["west", "north"],
        "pieces": {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "a11"}},
        "hands": {"west": ["ong-nhom"]},
        "tokens": {"e4": ["?"], "b6": ["?"], "i8": ["?"]},
        "token_pool": ["map", "ho-phu", "ruong-vang"],
    }
    state = game.initial(entry_of(setup))
    play = game.parse_action(entry_of({"play": "ong-nhom", "user": "w.gen.est", "mountains": ["e4", "b6"]}))
    assert play in game.legal_actions(state)
    far = game.parse_action(entry_of({"play": "ong-nhom", "user": "w.gen.est", "mountains": ["i8"]}))
    assert [str(one.rule) for one in game.violations(state, far)] == ["DW-10.1"]
    state = game.apply(state, play)
    for token in ("ruong-vang", "map"):
        assert game.decider(state).kind == "peek"
        state = game.apply(state, game.parse_action(entry_of({"token": token})))
    assert game.decider(state).kind == "turn"
    knows = [note for note in game.view(state, Seat("west")).notes if "You know" in note]
    assert len(knows) == 2
    for other in (None, Seat("north")):
        assert not [note for note in game.view(state, other).notes if "You know" in note]
