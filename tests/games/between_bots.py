"""Whole matches of card games between bots: what comes next in one, and that no card is in two places."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.bots.bot import Bot
from engine.bots.chance import draw
from engine.core.decisions import Chooser
from engine.core.game import Game
from engine.core.ids import Seat
from engine.kit.zones.zones import Zones


def next_action(game: Game[Any, Any], state: Any, sitting: Mapping[Seat, Bot], chance: Random) -> Any:
    """Return the action of chance or of a seat's bot; None when nobody has to choose any more."""
    decision = game.decider(state)
    if decision.chooser is Chooser.NOBODY:
        return None
    if decision.chooser is Chooser.CHANCE:
        return draw(game, state, chance)
    by = decision.seats[0]
    return sitting[by].choose(game, state, by, chance)


def expect_no_card_twice(zones: Zones) -> int:
    """See that no card lies in two places, nor in one and in what may still be drawn; return how many lie."""
    named = [one.card for pile in zones.held for one in pile if one.card is not None]
    unnamed = sum(one.card is None for pile in zones.held for one in pile)
    drawable = [card for pool in zones.pools for card in zones.top.box.named(pool)]
    assert len(set(named)) == len(named)
    assert len({*drawable, *named}) == len(drawable) + len(named)
    assert len(drawable) == unnamed
    return len(named) + unnamed
