"""Whole turns of bots' matches that are seen only before their first action and after their last."""

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
    """The actions of a turn, or of a part of it between two plays that aren't seen on the board."""

    game: Game[Any, Any]
    """The game that is played."""
    before: Any
    """The state before the actions."""
    actions: tuple[Any, ...]
    """The actions, in order."""
    after: Any
    """The state after the actions."""

    @property
    def seen(self) -> Sighting:
        """The sighting of the table after the actions, without any error."""
        layout = self.game.layout(self.after)
        return Sighting(
            {piece: replace(spot, edge=bool(spot.edge)) for piece, spot in layout.items() if not spot.covered}
        )


def turns_at_once(seed: int, *, actions_max: int = ACTIONS_MAX) -> Iterator[TurnAtOnce]:
    """Yield the turns of one match between bots; a turn with a tapped play comes in parts.

    A match ends after `actions_max` actions at the latest; its unfinished last turn is left out.
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
