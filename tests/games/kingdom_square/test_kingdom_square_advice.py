"""A tablet's view of a chosen unit: where it can go, what it can attack, how far its attack reaches."""

from collections import Counter
from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.games.kingdom_square.position.field import TILES
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


def test_a_unit_lies_sideways_after_a_move_that_exhausts_it() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    # Card 25 moves without being exhausted.
    units = {"f.hero": "a1", "s.hero": "g7", "f.no.24": "c3", "f.no.25": "e3"}
    state = game.initial(entry_of({"units": units}))
    for name, turns in (("f.no.24#1", True), ("f.no.25#1", False)):
        piece = PieceId(name)
        advice = game.advice(state, piece)
        assert advice.moves
        assert advice.sideways == (advice.moves if turns else ())
        for move in game.legal_actions(state):
            if game.format_action(move).get("move") == name:
                assert game.layout(game.apply(state, move))[piece].sideways is turns


def test_advice_is_all_that_laying_a_card_on_any_tile_can_mean() -> None:
    game: Any = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    books = {seat: ["no.79", "no.80", "no.81", "no.62"] for seat in ("first", "second")}
    setup = {"heroes": {"first": "no.13", "second": "no.13"}, "units": UNITS, "books": books}
    state, laid = game.initial(entry_of(setup)), Counter[bool]()
    for number in range(12):
        for piece, advice in zip(game.layout(state), game.table_advice(state).advice, strict=True):
            meant = {tile: game.intents(state, piece, tile) for tile in TILES}
            allowed = [
                tile for tile, does in meant.items() if any(not game.violations(state, one) for one in does)
            ]
            assert set(advice.moves) == set(allowed)
            laid[any(meant.values())] += 1
        state = game.apply(state, game.legal_actions(state)[number % 3 - 1])
    assert laid[True] > 20
    assert laid[False] > 20
