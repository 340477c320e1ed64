"""A tablet's view of a chosen unit: where it can go, what it can attack, how far its attack reaches."""

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.games.registry import open_game, usual_board

UNITS = {"f.hero": "a1", "s.hero": "g7", "f.no.128": "d3", "f.no.24": "b2", "s.no.67": "d4", "s.no.71": "d5"}


def test_a_chosen_unit_shows_its_line_its_targets_and_its_ways() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    state = game.initial(entry_of({"heroes": {"first": "no.13", "second": "no.13"}, "units": UNITS}))
    archer = game.advice(state, PieceId("f.no.128#1"))
    assert archer.attacks == (PieceId("s.no.67#1"),)
    # Line 2 stops at the unit ahead: not the tile behind it.
    assert set(archer.range_cells) == {"d1", "c2", "d2", "e2", "b3", "c3", "e3", "f3", "c4", "d4", "e4"}
    assert (archer.damage, set(archer.moves)) == (1, {"c3", "e3", "d2"})
    dog = game.advice(state, PieceId("f.no.24#1"))
    assert ("b3", "b4") in dog.paths
    assert dog.attacks == ()
    assert set(dog.range_cells) == {"a2", "c2", "b1", "b3"}
