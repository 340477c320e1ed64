"""Bots' hands lay the cards that they play as the match has them: across, on top, below."""

import pytest

from dashboard.simulator.bots import followed
from dashboard.simulator.laid_out import set_table
from engine.bots.bot_matches import play_match
from engine.bots.registry import open_bot
from engine.bus.messages.match import MatchState
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import is_sideways
from engine.games.registry import open_game
from tests.simulator.test_cards_by_hand import BOARD, PIECES

SURFACE = BOARD.surface


# In these matches porters are turned, and a judged card goes beneath the charm that took its place.
@pytest.mark.parametrize(("seed", "actions"), [(1, 40), (10, 50)])
def test_cards_lie_across_and_on_piles_in_the_matchs_order(seed: int, actions: int) -> None:
    game = open_game("bazaar", BOARD, Ruleset())
    state = game.initial(None)
    seats = [one.seat for one in game.view(state, None).seats]
    record = play_match(game, dict.fromkeys(seats, open_bot("random")), seed, actions_max=actions)
    lying = set_table(game.layout(state), SURFACE, PIECES)
    across = restacked = 0
    for played in record.actions:
        after = game.apply(state, played.action)
        was, said = (
            MatchState("m", "bazaar", 1, Seconds(0.0), game.view(one, None)) for one in (state, after)
        )
        lying = followed(lying, was, said, SURFACE, PIECES)
        state, layout = after, game.layout(after)
        lies = {piece: how for piece, how in lying.items() if how.at_mm is not None}
        cells = {piece: SURFACE.cell_at(*how.at_mm) for piece, how in lies.items() if how.at_mm}
        assert cells == {PIECES.physical_id(piece): spot.cell for piece, spot in layout.items()}
        for piece, spot in layout.items():
            turned = lies[PIECES.physical_id(piece)].turned_deg
            assert is_sideways(turned, SURFACE.facing_deg(spot.cell)) is bool(spot.sideways)
            across += bool(spot.sideways)
        pile: list[PieceId] = [piece for piece, spot in layout.items() if spot.cell == "discard"]
        assert [piece for piece in lies if cells[piece] == Cell("discard")] == pile[::-1]
        restacked += len(pile) > 1
    assert restacked
    assert across or seed == 1
