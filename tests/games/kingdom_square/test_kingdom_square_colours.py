"""A unit on the field is seen to be its player's; a land that was explored is nobody's."""

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.kingdom_square.position.field import FIRST, SECOND
from engine.games.registry import open_game, usual_board

SETUP = {
    "heroes": {"first": "no.158", "second": "no.158"},
    "units": {"f.hero": "d4", "s.hero": "d7", "s.no.17#1": "c4"},
}


def test_units_keep_their_players_colours_wherever_they_stand() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    view = game.view(game.initial(entry_of(SETUP, "setup")), None)
    seats = {str(one.piece): one.seat for one in view.pieces}
    assert (seats["f.hero"], seats["s.hero"], seats["s.no.17#1"]) == (FIRST, SECOND, SECOND)
    assert {one.seat for one in view.pieces if one.kind == "land"} == {None}
