"""Whole turns of bot matches as they look when all of it is played at once: the first and the last table."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dashboard.lab.corpus.matches import BOARD, GAME
from engine.bots.bot_matches import ACTIONS_MAX, play_match
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game
from engine.session.seen.sighting import Sighting


@dataclass(frozen=True, slots=True)
class TurnAtOnce:
    """The actions between two moments when something else than the board reported: a button, a card."""

    game: Game[Any, Any]
    """The game."""
    before: Any
    """The state before them."""
    actions: tuple[Any, ...]
    """The actions."""
    after: Any
    """The state after them."""

    @property
    def seen(self) -> Sighting:
        """The table after it, seen with perfect eyes that missed all in between."""
        layout = self.game.layout(self.after)
        return Sighting(
            {piece: replace(spot, edge=bool(spot.edge)) for piece, spot in layout.items() if not spot.covered}
        )


def turns_at_once(seed: int, *, actions_max: int = ACTIONS_MAX) -> Iterator[TurnAtOnce]:
    """Yield the bots' plays of one match, turn by turn; a turn with a card comes in parts.

    A match of more than `actions_max` actions is broken off, and its last turn with it.
    """
    game = open_game(GAME, load_board(BOARD), Ruleset())
    state = game.initial(None)
    bots = {one.seat: open_bot("greedy") for one in game.view(state, None).seats}
    before, actions = state, list[Any]()
    for played in play_match(game, bots, seed, actions_max=actions_max).actions:
        shows = game.decider(state).chooser is Chooser.SEAT and not game.trace(state, played.action).explicit
        after = game.apply(state, played.action)
        if shows:
            actions.append(played.action)
        else:
            if actions:
                yield TurnAtOnce(game, before, tuple(actions), state)
            before, actions = after, []
        state = after
