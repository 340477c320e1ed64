"""Play from positions with anything anywhere: no rule stumbles over another."""

from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.position.field import SEATS, TILES, area_of
from engine.games.registry import open_game, usual_board

OF_KIND = {kind: [slug for slug, one in cards().items() if one.kind is kind] for kind in Kind}
SKILLS = [*OF_KIND[Kind.UNIT], *OF_KIND[Kind.SKILL]]
ACTIONS = 150


def anything(chance: Random) -> dict[str, Any]:
    """Return a setup drawn from all cards."""
    owned = [tile for tile in TILES if area_of(tile) is not None]
    tiles = chance.sample(TILES, 12)
    units = chance.sample(OF_KIND[Kind.UNIT], len(tiles) - 2)
    return {
        "heroes": {seat: chance.choice(OF_KIND[Kind.HERO]) for seat in SEATS},
        "terrain": {
            tile: {"card": chance.choice(OF_KIND[Kind.LAND]), "explored": chance.random() < 0.6}
            for tile in owned
        },
        "units": dict(
            zip(["f.hero", "s.hero", *(f"{chance.choice('fs')}.{one}" for one in units)], tiles, strict=True)
        ),
        "books": {seat: chance.sample(SKILLS, 30) for seat in SEATS},
        "table": {seat: chance.sample(SKILLS, 4) for seat in SEATS},
        "trump": {seat: chance.choice(SKILLS) for seat in SEATS},
        "graveyard": {seat: chance.sample(SKILLS, 6) for seat in SEATS},
    }


def played(game: Game[Any, Any], seed: int, actions: int) -> None:
    """Play at random; what is kept on the way loads as it was."""
    chance = Random(seed)  # noqa: S311  # reproducible
    state = game.initial(entry_of(anything(chance)))
    for number in range(actions):
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            return
        action = chance.choice(game.legal_actions(state))
        assert game.parse_action(entry_of(game.format_action(action))) == action
        state = game.apply(state, action)
        if not number % 25:
            assert game.load(game.dump(state)) == state


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())


@pytest.mark.parametrize("seed", range(3))
def test_play_goes_on_wherever_anything_lies(game: Game[Any, Any], seed: int) -> None:
    played(game, seed, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 303))
def test_play_goes_on_for_long_wherever_anything_lies(game: Game[Any, Any], seed: int) -> None:
    played(game, seed, ACTIONS)
