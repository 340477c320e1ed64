"""The interface of bots, and the simplest bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from engine.core.game import Foreseen, Game, Veiled, Weighed, own_actions
from engine.core.ids import Seat


class Bot(Protocol):
    """A player that needs nobody: for the same state and the same `chance` it chooses the same action."""

    @property
    def name(self) -> str:
        """Its name in reports, and the name that `open_bot` makes it from (`greedy`)."""

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return a legal action for a seat that owes a decision now, by what that seat may know."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Takes any legal action."""

    name: str = "random"
    """The bot's name."""

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return one of the seat's legal actions, each as likely."""
        return chance.choice(own_actions(game, state, seat))


def seats_of(game: Game[Any, Any], state: Any) -> tuple[Seat, ...]:
    """Return who plays a match."""
    return tuple(one.seat for one in game.view(state, None).seats)


def as_known(game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
    """Return the state as a seat may imagine it: all that it can't know is drawn again."""
    return game.determinize(state, seat, chance) if isinstance(game, Veiled) else state


def foreseen(game: Game[Any, Any], state: Any, seat: Seat, actions: Sequence[Any]) -> Sequence[float]:
    """Return how a seat would stand after each action; all alike in a game that has no standings.

    The result of a game that ended counts in every game: a win goes before everything.
    """
    if isinstance(game, Foreseen):
        return game.prospects(state, seat, actions)
    if isinstance(game, Weighed):
        return [game.standing(game.apply(state, action), seat) for action in actions]
    return [ended_standing(game, game.apply(state, action), seat) for action in actions]


def ended_standing(game: Game[Any, Any], state: Any, seat: Seat) -> float:
    """Return 1 for a winner, its share when several won, -1 for a loser, 0 while nothing's decided."""
    ended = game.outcome(state)
    if ended is None or not ended.winners:
        return 0.0
    return 1.0 / len(ended.winners) if seat in ended.winners else -1.0
