"""Actions as journals keep them: with their keys sorted, which says nothing about which action it is."""

import json

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.kingdom_square.position.actions import Explore, Move
from engine.games.registry import open_game, usual_board

GAME = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())


def test_a_move_that_explores_on_its_way_is_read_from_a_journal_as_the_move_that_it_was() -> None:
    for action in (
        Move("f.hero", ("e2", "e3"), ("e3",), by=Seat("first")),
        Explore("f.hero", by=Seat("first")),
    ):
        kept = json.loads(json.dumps(GAME.format_action(action), sort_keys=True))
        assert GAME.parse_action(entry_of(kept)) == action
