"""A journal keeps each action as the game lists it, in whatever form it came."""

from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening

SETUPS: dict[str, dict[str, Any]] = {
    "hero_realms": {
        "pools": {"combat": 9},
        "players": {"p1": {"hand": ["gold"]}, "p2": {"champions": ["street-thug"], "health": 30}},
    },
    "kingdom_square": {
        "heroes": {"first": "no.13", "second": "no.158"},
        "units": {"f.hero": "d2", "s.hero": "d7", "s.no.17": "d3"},
        "table": {"first": ["no.36"]},
        "terrain": {"d2": "no.8"},
        "books": {"first": ["no.17"] * 5, "second": ["no.17"] * 4},
    },
}


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        (
            "hero_realms",
            {"attack": "street-thug", "amount": 9},
            {"attack": "street-thug#1", "owner": "p2", "amount": 4, "by": "p1"},
        ),
        ("hero_realms", {"play": "gold"}, {"play": "gold#1", "by": "p1"}),
        (
            "kingdom_square",
            {"cast": "no.36", "on": ["s.no.17"]},
            {"cast": "f.no.36#1", "on": ["s.no.17#1"], "by": "first"},
        ),
        (
            "kingdom_square",
            {"move": "f.hero", "path": ["d2", "c2"]},
            {"move": "f.hero", "path": ["c2"], "by": "first"},
        ),
    ],
)
def test_an_action_in_other_words_is_kept_as_it_is_listed(
    name: str, written: dict[str, Any], kept: dict[str, Any]
) -> None:
    board = usual_board(name)
    game = open_game(name, load_board(board), Ruleset())
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), name, board, "none", setup=SETUPS[name]))
    action = game.parse_action(entry_of(written))
    assert game.violations(match.state, action) == ()
    after, entry, _ = play(game, match, (action,))
    assert entry.body["actions"] == [kept]
    assert game.parse_action(entry_of(kept)) in game.legal_actions(match.state)
    assert after.state == game.apply(match.state, game.parse_action(entry_of(kept)))
