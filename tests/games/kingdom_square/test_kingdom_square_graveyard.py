"""A graveyard shows its top: the others are counted, not named (KS-12)."""

from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.kingdom_square.position.field import FIRST, SECOND
from engine.games.registry import open_game, usual_board

SETUP: dict[str, Any] = {
    "heroes": {"first": "no.158", "second": "no.158"},
    "units": {"f.hero": "d1", "s.hero": "d7"},
    "graveyard": {"first": ["no.34", "no.50", "no.38"]},
}


def seen(seat: Seat | None, **options: str) -> tuple[int, int]:
    """Return how many cards of the first player's graveyard a seat reads, and how many it only counts."""
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset(options=options))
    view = game.view(game.initial(entry_of(SETUP, "setup")), seat)
    named = sum(one.cell == "first.graveyard" for one in view.pieces)
    return named, sum(one.number for one in view.heaps if one.cell == "first.graveyard")


def test_its_owner_reads_all_of_it_and_others_its_top() -> None:
    assert seen(FIRST) == (3, 0)
    assert seen(SECOND) == seen(None) == (1, 2)


def test_where_the_table_hides_it_others_only_count() -> None:
    assert seen(FIRST, graveyard="hidden") == (3, 0)
    assert seen(SECOND, graveyard="hidden") == seen(None, graveyard="hidden") == (0, 3)
